//! The set-up sheets: the factions, what stands on each hex at the start, how the battle is won, notes.

use std::sync::Arc;

use muster_core::print::template::{Block, Content, Entry, FaceOffer, Paragraph, PictureEntry, runs};
use muster_core::source::Address;
use muster_systems::catalogue::capital;
use muster_systems::printed::{Overflow, Piece, SheetRule};

use super::flags::FlagToDraw;
use crate::model::{CardMorale, TabletopCardRange};
use crate::resolve::{ResolvedFaction, SetupCards, TabletopBattle};
use crate::sentences::{self, plainly};
use crate::wording::{TabletopWord as W, TabletopWording};

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "setup",
    texts: &[
        "number",
        "set",
        "name",
        "date",
        "turns",
        "sheet",
        "first",
        "second",
        "third",
        "fourth",
        "first-facts",
        "second-facts",
        "third-facts",
        "fourth-facts",
    ],
    drawings: &["first-flag", "second-flag", "third-flag", "fourth-flag"],
    pictures: &["first-flag", "second-flag", "third-flag", "fourth-flag", "art"],
    flows: &["lines"],
    styles: &["heading", "faction", "row", "rule", "notes"],
    accents: &["scenario"],
    ..FaceOffer::NOTHING
};

/// The factions of a sheet, each with its name, its facts and its flag there.
const FACTIONS: [(&str, &str, &str); 4] = [
    ("first", "first-facts", "first-flag"),
    ("second", "second-facts", "second-flag"),
    ("third", "third-facts", "third-flag"),
    ("fourth", "fourth-facts", "fourth-flag"),
];

/// The rows that a sheet surely holds beside the rules of the battle, and without them.
const ROWS_BESIDE: usize = 34;
const ROWS: usize = 52;
/// The rows that a picture of the battle takes.
const ROWS_OF_ART: usize = 10;
/// The letters that surely stand on one line of the last column.
const LETTERS: usize = 78;

/// The cards of a faction on a hex at the start.
struct StackRow {
    faction: usize,
    /// The hex, by its digits.
    hex: String,
    /// The place there, or nothing.
    place: String,
    cards: String,
    /// The first of its entries.
    tag: String,
}

impl StackRow {
    /// Returns the lines that it takes at most.
    fn height(&self) -> usize {
        self.cards.chars().count().div_ceil(LETTERS).max(1)
    }
}

/// Returns the set-up sheets of a scenario; none of a deck or a map alone.
pub(super) fn pieces<'a>(battle: &'a TabletopBattle, wording: TabletopWording<'a>) -> Vec<Piece<'a>> {
    if battle.scenario().is_none() {
        return Vec::new();
    }
    let rows = rows(battle, wording);
    // A faction's heading is a row and a half.
    let height = rows.iter().map(StackRow::height).sum::<usize>() + 3 * battle.factions.len() / 2;
    let mut parts: Vec<Vec<StackRow>> = Vec::new();
    let beside = ROWS_BESIDE - if art(battle).is_some() { ROWS_OF_ART } else { 0 };
    if height <= beside {
        parts.push(rows);
    } else {
        parts.push(Vec::new());
        let mut left = 0;
        for row in rows {
            if parts.len() == 1 || left < row.height() {
                parts.push(Vec::new());
                left = ROWS;
            }
            left -= row.height().min(left);
            parts.last_mut().expect("internal error: no sheet").push(row);
        }
    }
    let count = parts.len();
    parts.into_iter().enumerate().map(|(number, rows)| sheet((battle, wording), rows, (number + 1, count))).collect()
}

/// Returns a sheet; the first one has the rules of the battle.
fn sheet<'a>(
    (battle, wording): (&'a TabletopBattle, TabletopWording<'a>),
    rows: Vec<StackRow>,
    (number, count): (usize, usize),
) -> Piece<'a> {
    let at = battle.scenario_address("/scenario");
    let is_first = number == 1;
    let rows = Arc::new(rows);
    let art = art(battle).filter(|_| is_first);
    let content = move |rules: Vec<Block>| {
        let mut content = Content { accent: "scenario", texts: texts(battle, wording), ..Content::default() };
        if count > 1 {
            content
                .texts
                .push(("sheet", Entry::new(wording.say(W::SheetOf, &[u(number).into(), u(count).into()]), "")));
        }
        flags(battle, &mut content);
        content.pictures.extend(art.iter().map(|art| ("art", art.clone())));
        let lines = blocks(battle, &rows).into_iter().chain(rules).collect();
        content.flows.push(("lines", lines));
        content
    };
    let rules = if is_first { rules(battle, wording) } else { Vec::new() };
    let told = |rule: &SheetRule| rule.text.clone();
    let moved: Vec<(String, Address)> = rules.iter().map(|rule| (told(rule), at.join(&rule.tag))).collect();
    let sheet = content(SheetRule::blocks(&rules));
    let id = if is_first { "setup".to_owned() } else { format!("setup-{number}") };
    let label = if is_first { wording.word(W::SetUp) } else { wording.say(W::SetUpSheet, &[u(number).into()]) };
    let rest = Box::new(move || {
        content(vec![Block::new("rules", "", vec![Paragraph::new("rule", &wording.word(W::TextElsewhere))])])
    });
    let piece = Piece::from_content(id, label, &FACE, sheet, at);
    Piece {
        group: battle.scenario().map(|scenario| scenario.name.clone()).into_iter().collect(),
        token: true,
        overflow: is_first.then(|| Overflow { title: wording.word(W::TheBattle), texts: moved, rest }),
        ..piece
    }
}

/// Returns the picture of the battle, if there is one.
fn art(battle: &TabletopBattle) -> Option<PictureEntry> {
    battle.scenario()?.art.as_ref()?.entry("/art")
}

fn texts(battle: &TabletopBattle, wording: TabletopWording<'_>) -> Vec<(&'static str, Entry)> {
    let Some(scenario) = battle.scenario() else { return Vec::new() };
    let number = match scenario.number {
        Some(number) => wording.say(W::ScenarioNumber, &[number.into()]),
        None => wording.word(W::Scenario),
    };
    let mut texts = vec![
        ("number", Entry::new(&number, "/number")),
        ("name", Entry::new(&scenario.name, "/name")),
        ("turns", Entry::new(plainly(wording, W::Turns, battle.turns().into()), "/turns")),
    ];
    texts.extend(scenario.set.as_ref().map(|set| ("set", Entry::new(set, "/set"))));
    texts.extend(scenario.date.as_ref().map(|date| ("date", Entry::new(date, "/date"))));
    for (i, (faction, (name, facts, _))) in battle.factions.iter().zip(FACTIONS).enumerate() {
        texts.push((name, Entry::new(&faction.name, format!("/factions/{i}/name"))));
        texts.push((facts, Entry::new(self::facts(battle, (i, faction), wording), format!("/factions/{i}"))));
    }
    texts
}

/// Puts the flags of the factions on the sheet.
fn flags(battle: &TabletopBattle, content: &mut Content<'_>) {
    for (i, (_, _, flag)) in FACTIONS.into_iter().enumerate().take(battle.factions.len()) {
        FlagToDraw::put(battle, (Some(i), ""), flag, content);
    }
    // The sheet counts from the scenario.
    for (_, picture) in &mut content.pictures {
        picture.tag = picture.tag.trim_start_matches("/scenario").to_owned();
    }
}

/// Returns the numbers of a faction and what it may deploy.
fn facts(battle: &TabletopBattle, (index, faction): (usize, &ResolvedFaction), wording: TabletopWording<'_>) -> String {
    let place = battle.initiative_order().iter().position(|one| *one == index).unwrap_or(0);
    let order = wording.say(W::OrderOfActing, &[u(place + 1).into()]);
    let mut facts = vec![
        wording.say(W::Initiative, &[faction.initiative.into(), (&order).into()]),
        plainly(wording, W::Resources, faction.resources),
    ];
    if faction.income > 0 {
        facts.push(wording.say(W::Income, &[faction.income.into()]));
    }
    let ranges = battle.card_ranges();
    let ranges = ranges.iter().filter(|(of, ..)| *of == index).map(|(_, range, _)| range_text(*range));
    facts.push(wording.say(W::Deploys, &[(&wording.commas(&ranges.collect::<Vec<_>>())).into()]));
    facts.join(" · ")
}

fn range_text(range: TabletopCardRange) -> String {
    range.to_string().replace('-', "–")
}

fn u(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Returns what stands on the map at the start, hex by hex in the order of the scenario.
fn rows(battle: &TabletopBattle, wording: TabletopWording<'_>) -> Vec<StackRow> {
    let Some(map) = &battle.map else { return Vec::new() };
    let mut rows = Vec::new();
    for (index, faction) in battle.factions.iter().enumerate() {
        let mut hexes: Vec<usize> = Vec::new();
        for hex in faction.setup.iter().filter_map(|entry| entry.hex) {
            if !hexes.contains(&hex) {
                hexes.push(hex);
            }
        }
        for hex in hexes {
            let here = || faction.setup.iter().enumerate().filter(move |(_, entry)| entry.hex == Some(hex));
            let first = here().next().map_or(0, |(entry, _)| entry);
            let place = map.places.iter().find(|(_, at)| *at == Some(hex)).map(|(name, _)| name.clone());
            rows.push(StackRow {
                faction: index,
                hex: map.digits(hex),
                place: place.unwrap_or_default(),
                cards: stack((battle, wording), faction, &here().map(|(_, entry)| entry).collect::<Vec<_>>()),
                tag: format!("/factions/{index}/setup/{first}"),
            });
        }
    }
    rows
}

/// Returns the cards on a hex: those of no army, then army by army.
fn stack(
    (battle, wording): (&TabletopBattle, TabletopWording<'_>),
    faction: &ResolvedFaction,
    entries: &[&SetupCards],
) -> String {
    let of_army = |army: Option<usize>| {
        let cards = entries.iter().filter(|entry| entry.army == army);
        cards.filter_map(|entry| cards_text(battle, entry, wording)).collect::<Vec<_>>().join("; ")
    };
    let armies = (0..faction.armies.len()).map(|army| (faction.armies[army].as_str(), of_army(Some(army))));
    let armies = armies.filter(|(_, cards)| !cards.is_empty()).map(|(name, cards)| format!("{name}: {cards}"));
    let free = Some(of_army(None)).filter(|cards| !cards.is_empty());
    free.into_iter().chain(armies).collect::<Vec<_>>().join(". ")
}

/// Returns cards of the set-up: `3 Line Infantry in formation, experience 1, high morale`.
fn cards_text(battle: &TabletopBattle, entry: &SetupCards, wording: TabletopWording<'_>) -> Option<String> {
    let card = &battle.cards[entry.card?];
    let times = if entry.count == 1 { String::new() } else { format!("{} × ", entry.count) };
    let mut text = format!("{times}{} ({})", card.name, card.id);
    if entry.merged {
        text = wording.say(W::InFormation, &[entry.count.into(), (&text).into()]);
    }
    if entry.experience > 0 {
        text = wording.say(W::WithExperience, &[entry.experience.into(), (&text).into()]);
    }
    if entry.morale != CardMorale::Normal {
        let level = wording.word(sentences::morale(entry.morale));
        text = wording.say(W::WithMorale, &[(&text).into(), (&level).into()]);
    }
    Some(text)
}

/// Returns the rows below the names of their factions.
fn blocks(battle: &TabletopBattle, rows: &[StackRow]) -> Vec<Block> {
    let mut above = None;
    let block_of = |row: &StackRow| {
        let mut paragraphs = Vec::new();
        if above.replace(row.faction) != Some(row.faction) {
            let name = &battle.factions[row.faction].name;
            paragraphs.push(Paragraph { style: "faction", text: runs(name), ..Paragraph::default() });
        }
        let cells = [&row.hex, &row.place, &row.cards].map(|cell| runs(cell)).into();
        let aloud = [&row.hex, &row.place, &row.cards].map(String::as_str);
        let aloud: Vec<&str> = aloud.into_iter().filter(|cell| !cell.is_empty()).collect();
        paragraphs.push(Paragraph { style: "row", cells, aloud: Some(aloud.join(" ")), ..Paragraph::default() });
        Block::new("set-up", &row.tag, paragraphs)
    };
    rows.iter().map(block_of).collect()
}

/// Returns how the battle is won, and what else the scenario says.
fn rules(battle: &TabletopBattle, wording: TabletopWording<'_>) -> Vec<SheetRule> {
    let Some(scenario) = battle.scenario() else { return Vec::new() };
    let mut rules = Vec::new();
    let mut of = |heading: W, text: String, tag: String| {
        let style = if heading == W::Notes { "notes" } else { "rule" };
        rules.push(SheetRule { heading: wording.word(heading), text, tag, style });
    };
    for (i, victory) in battle.victory.iter().enumerate() {
        of(W::Victory, capital(&sentences::victory(wording, battle, victory)), format!("/victory/{i}"));
    }
    if !scenario.victory.iter().any(|victory| victory.word() == "last") {
        of(W::Victory, wording.word(W::LastWins), String::new());
    }
    if let Some(end) = sentences::end(wording, battle) {
        of(W::Victory, end, "/turns".to_owned());
    }
    if let Some(text) = &scenario.rule_text {
        of(W::SpecialRules, text.clone(), "/rule_text".to_owned());
    }
    if let Some(text) = &scenario.notes {
        of(W::Notes, text.clone(), "/notes".to_owned());
    }
    rules
}
