//! The scenario sheet: both armies in a line each, how the battle is set up and won, triggers, special rules, notes.

use muster_core::print::template::{Block, Content, Entry, FaceOffer, Headings, Paragraph, Run, runs};
use muster_core::source::Address;
use muster_systems::printed::{Overflow, Piece};

use crate::resolve::{BattleSide, StatesBattle};
use crate::sentences::{self, plainly};
use crate::wording::{StatesWord as W, StatesWording};

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "scenario",
    texts: &["number", "set", "name", "date"],
    flows: &["sides", "rules"],
    styles: &["side", "line", "heading", "rule", "notes"],
    pictures: &["art"],
    accents: &["scenario"],
    ..FaceOffer::NOTHING
};

/// A rule of the battle, told to a side or to both.
struct RuleText {
    heading: W,
    side: Option<usize>,
    text: String,
    at: Address,
}

/// Returns the scenario sheet; `None` for an army or a deck alone.
pub(super) fn piece<'a>(battle: &'a StatesBattle, wording: StatesWording<'a>) -> Option<Piece<'a>> {
    let scenario = battle.scenario()?;
    let number = match scenario.number {
        Some(number) => wording.say(W::ScenarioNumber, &[number.into()]),
        None => wording.word(W::Scenario),
    };
    let content = move |rules: Vec<Block>| {
        let mut texts = vec![("number", Entry::new(&number, "/number")), ("name", Entry::new(&scenario.name, "/name"))];
        texts.extend(scenario.set.as_ref().map(|set| ("set", Entry::new(set, "/set"))));
        texts.extend(scenario.date.as_ref().map(|date| ("date", Entry::new(date, "/date"))));
        let sides = battle.sides.iter().enumerate().map(|side| army(side, battle, wording)).collect();
        let pictures = scenario.art.iter().filter_map(|art| Some(("art", art.entry("/art")?))).collect();
        let flows = vec![("sides", sides), ("rules", rules)];
        Content { accent: "scenario", texts, flows, pictures, ..Content::default() }
    };
    let at = |key: &str| battle.scenario_address(&format!("/scenario{key}"));
    let rules = rules(battle, wording);
    let own_texts = [("/rule_text", &scenario.rule_text), ("/notes", &scenario.notes)];
    let own_texts = own_texts
        .into_iter()
        .filter_map(|(key, text)| Some((text.clone()?, at(key))))
        .chain(battle.specials.iter().filter_map(|special| Some((special.text.clone()?, special.at.join("/text")))));
    let own_texts = own_texts.collect();
    let moved = rules.iter().map(|rule| (address_rule(battle, rule), rule.at.clone())).collect();
    let sheet = content(blocks(battle, &rules, wording));
    let rest = Box::new(move || {
        content(vec![Block::new("rules", "", vec![Paragraph::new("rule", &wording.word(W::TextElsewhere))])])
    });
    let piece = Piece::from_content("scenario", wording.word(W::Scenario), &FACE, sheet, at(""));
    Some(Piece {
        group: vec![scenario.name.clone()],
        token: true,
        texts: own_texts,
        overflow: Some(Overflow { title: wording.word(W::TheBattle), texts: moved, rest }),
        ..piece
    })
}

/// Returns an army in a line: points, counters, Generalship die.
fn army((index, side): (usize, &BattleSide), battle: &StatesBattle, wording: StatesWording<'_>) -> Block {
    let name = Paragraph { style: "side", text: runs(&side.name), ..Paragraph::default() };
    let mut words = vec![
        plainly(wording, W::Units, u32::try_from(side.units.len()).unwrap_or(u32::MAX)),
        plainly(wording, W::AllPoints, side.points),
        plainly(wording, W::Counters, side.counters.into()),
        wording.say(W::GeneralshipShort, &[(&sentences::die(wording, side.generalship)).into()]),
    ];
    if !side.starter.is_empty() {
        words.push(wording.word(W::HasStarterCards));
    }
    let generals: Vec<&str> = side.generals.iter().map(|general| battle.units[*general].name.as_str()).collect();
    if !generals.is_empty() {
        words.push(wording.say(W::LedBy, &[(&wording.all_of(&generals)).into()]));
    }
    Block::new("side", format!("/sides/{index}/name"), vec![name, Paragraph::new("line", &(words.join(" · ")))])
}

/// Returns everything that the scenario says besides its armies, in the order in which it is needed.
fn rules(battle: &StatesBattle, wording: StatesWording<'_>) -> Vec<RuleText> {
    let Some(scenario) = battle.scenario() else { return Vec::new() };
    let at = |key: &str| battle.scenario_address(&format!("/scenario{key}"));
    let both = |heading, key: &str, text: String| RuleText { heading, side: None, text, at: at(key) };
    let mut rules = Vec::new();
    let mut of = |heading, side, text, at: &Address| rules.push(RuleText { heading, side, text, at: at.clone() });
    if let Some(deployment) = scenario.deployment {
        of(W::Deployment, None, sentences::deployment(wording, deployment), &at("/deployment"));
    }
    if let Some(starts) = sentences::starting_places(wording, battle) {
        of(W::Deployment, None, starts, &at(""));
    }
    for concealed in &battle.concealed {
        of(W::Deployment, concealed.side, sentences::concealment(wording, concealed), &concealed.at);
    }
    for victory in &battle.victory {
        of(W::Victory, victory.side, sentences::victory(wording, battle, victory), &victory.at);
    }
    let end = match scenario.rounds {
        Some(rounds) => wording.say(W::MostCountersWin, &[rounds.into()]),
        None => wording.word(W::NoLastRound),
    };
    of(W::Victory, None, end, &at(""));
    if let Some(places) = sentences::holders(wording, battle) {
        of(W::Places, None, places, &at("/places"));
    }
    for forfeit in &battle.forfeits {
        of(W::Places, forfeit.side, sentences::forfeit(wording, battle, forfeit), &forfeit.at);
    }
    for trigger in &battle.triggers {
        of(W::States, trigger.side, sentences::trigger(wording, battle, trigger), &trigger.at);
    }
    for special in &battle.specials {
        // An author's own text says whose rule it is.
        let side = special.side.filter(|_| special.text.is_none());
        of(W::SpecialRules, side, sentences::special(wording, battle, special), &special.at);
    }
    rules.extend(scenario.rule_text.iter().map(|text| both(W::SpecialRules, "/rule_text", text.clone())));
    rules.extend(scenario.notes.iter().map(|text| both(W::Notes, "/notes", text.clone())));
    rules
}

/// Returns the sentence of a rule, with the side that it addresses.
fn address_rule(battle: &StatesBattle, rule: &RuleText) -> String {
    match side_name(battle, rule) {
        Some(side) => format!("{side}: {}", rule.text),
        None => rule.text.clone(),
    }
}

fn side_name<'a>(battle: &'a StatesBattle, rule: &RuleText) -> Option<&'a str> {
    Some(&battle.sides.get(rule.side?)?.name)
}

/// Returns the rules below their headings.
fn blocks(battle: &StatesBattle, rules: &[RuleText], wording: StatesWording<'_>) -> Vec<Block> {
    let base = battle.scenario_address("/scenario").pointer;
    let mut headings = Headings::default();
    let mut blocks = Vec::new();
    let named: Vec<String> = rules.iter().map(|rule| wording.word(rule.heading)).collect();
    for (rule, heading) in rules.iter().zip(&named) {
        let mut paragraphs: Vec<Paragraph> = headings.next(heading).into_iter().collect();
        let style = if rule.heading == W::Notes { "notes" } else { "rule" };
        let mut text: Vec<Run> = side_name(battle, rule).iter().map(|side| Run::strong(format!("{side}: "))).collect();
        text.extend(runs(&rule.text));
        paragraphs.push(Paragraph { style, text, ..Paragraph::default() });
        let tag = rule.at.pointer.as_str().strip_prefix(base.as_str()).unwrap_or_default();
        blocks.push(Block::new("rules", tag, paragraphs));
    }
    blocks
}
