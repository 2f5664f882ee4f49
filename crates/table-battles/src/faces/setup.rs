//! The set-up card of a scenario: name and date, the two sides, rules in force, notes.

use std::sync::Arc;

use muster_core::print::template::{Block, Content, Emphasis, Entry, FaceOffer, Paragraph, Run, runs};

use super::SetupView;
use crate::model::{Cards, Rule, Scenario, Side, TacticalResult};
use crate::resolve::rule_pointer;
use crate::words::{Word, Wording};

/// The drawing of the line-up, which the other side of the card has.
pub(super) const LINE_UP: &str = "line-up";

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "setup",
    texts: &["number", "set", "name", "date"],
    drawings: &[LINE_UP],
    flows: &["sides"],
    styles: &["side", "morale", "line", "special", "notes"],
    pictures: &["art"],
    room: 700,
    accents: &["scenario"],
    rooms: &[("number", 14), ("set", 14), ("name", 48), ("date", 32)],
    ..FaceOffer::NOTHING
};

/// Returns the content of a scenario's set-up card.
pub fn content(view: &SetupView<'_>) -> Content<'static> {
    let (scenario, wording) = (view.scenario, view.wording);
    let number = match scenario.number {
        None => wording.word(Word::SetUp),
        Some(n) => wording.say(Word::SetUpOf, &[n.into()]),
    };
    let texts = heading(scenario, &number);
    let pictures = scenario.art.iter().filter_map(|art| Some(("art", art.entry("/art")?))).collect();
    let locale = Some(Arc::clone(wording.language()));
    Content { accent: "scenario", texts, flows: vec![("sides", blocks(view))], pictures, locale, ..Content::default() }
}

/// Returns the texts at the head of the card: what it is or its number, the battle's name, its set and date.
pub(super) fn heading(scenario: &Scenario, number: &str) -> Vec<(&'static str, Entry)> {
    let mut texts = vec![("number", Entry::new(number, "/number")), ("name", Entry::new(&scenario.name, "/name"))];
    texts.extend(scenario.set.as_ref().map(|set| ("set", Entry::new(set, "/set"))));
    texts.extend(scenario.date.as_ref().map(|date| ("date", Entry::new(date, "/date"))));
    texts
}

fn blocks(view: &SetupView<'_>) -> Vec<Block> {
    let (scenario, wording) = (view.scenario, view.wording);
    let mut blocks = Vec::new();
    for (i, side) in scenario.sides.iter().enumerate() {
        let [reserves, cubes] =
            [view.reserves, view.cubes].map(|by_side| by_side.get(i).map_or(&[][..], Vec::as_slice));
        self::side(wording, side, i, (reserves, cubes), &mut blocks);
    }
    if !scenario.rules.is_empty() {
        let names: Vec<String> = scenario.rules.iter().map(|r| wording.word(rule(*r))).collect();
        let names = wording.list(&names, Word::And);
        blocks.push(line("side", "/rules".to_owned(), &wording.word(Word::RulesInForce), names));
    }
    let effects = view.special.len().saturating_sub(usize::from(scenario.rule_text.is_some()));
    for (i, text) in view.special.iter().enumerate() {
        let tag = rule_pointer(effects, i);
        blocks.push(text_block("special rules", tag, "special", text));
    }
    if let Some(text) = &scenario.notes {
        blocks.push(text_block("notes", "/notes".to_owned(), "notes", text));
    }
    blocks
}

/// Adds a side's blocks: its name, what it begins with, its cards, what waits, where cubes lie, what it may reach.
fn side(
    wording: Wording<'_>,
    side: &Side,
    i: usize,
    (reserves, cubes): (&[String], &[String]),
    blocks: &mut Vec<Block>,
) {
    let tag = |field: &str| format!("/sides/{i}/{field}");
    let name = Paragraph { style: "side", text: runs(&side.name), ..Paragraph::default() };
    let mut morale = Paragraph { style: "morale", ..Paragraph::default() };
    // A battle that is decided otherwise has none (TB-11.4).
    morale.text = match side.morale {
        0 => vec![Run::Text(wording.word(Word::NoMorale), Emphasis::Muted)],
        n => vec![Run::Text(format!("{} ", wording.word(Word::Morale)), Emphasis::Muted), Run::strong(format!("{n} "))],
    };
    morale.text.extend((0..side.morale).map(|_| Run::Icon("cube".to_owned())));
    if side.first {
        morale.asides = vec![vec![Run::plain(wording.word(Word::GoesFirst))]];
    }
    let aloud = match side.morale {
        0 => wording.word(Word::NoMorale),
        n => wording.say(Word::MoraleAloud, &[n.into()]),
    };
    morale.aloud = Some(match side.first {
        true => wording.say(Word::Comma, &[(&aloud).into(), (&wording.word(Word::GoesFirst)).into()]),
        false => aloud,
    });
    blocks.push(Block { name: "side", tag: tag("name"), paragraphs: vec![name, morale], foot: false });
    blocks.push(line("side", tag("cards"), &wording.word(Word::Cards), cards(&side.cards)));
    if !reserves.is_empty() {
        blocks.push(line("side", tag("cards"), &wording.word(Word::InReserve), wording.list(reserves, Word::And)));
    }
    if !cubes.is_empty() {
        blocks.push(line("side", tag("cards"), &wording.word(Word::Cubes), wording.list(cubes, Word::And)));
    }
    if let Some(tactical) = &side.tactical {
        let result = match tactical.result {
            TacticalResult::Victory => Word::TacticalWins,
            TacticalResult::Draw => Word::TacticalDraws,
        };
        let text = wording.say(result, &[tactical.sticks.into()]);
        blocks.push(line("side", tag("tactical"), &wording.word(Word::Tactical), text));
    }
}

fn line(name: &'static str, tag: String, word: &str, text: String) -> Block {
    let text = vec![Run::Text(format!("{word} "), Emphasis::Muted), Run::strong(text)];
    Block { name, tag, paragraphs: vec![Paragraph { style: "line", text, ..Paragraph::default() }], foot: false }
}

fn text_block(name: &'static str, tag: String, style: &'static str, text: &str) -> Block {
    let paragraph = Paragraph { style, text: runs(text), ..Paragraph::default() };
    Block { name, tag, paragraphs: vec![paragraph], foot: false }
}

fn cards(cards: &Cards) -> String {
    let ranges = match cards {
        Cards::One(range) => std::slice::from_ref(range),
        Cards::Many(ranges) => ranges,
    };
    ranges.iter().map(|r| r.to_string().replace('-', "–")).collect::<Vec<_>>().join(", ")
}

fn rule(rule: Rule) -> Word {
    match rule {
        Rule::Links => Word::RuleLinks,
        Rule::Shift => Word::RuleShift,
        Rule::Oblique => Word::RuleOblique,
    }
}
