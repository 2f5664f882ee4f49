//! The roster sheets: a table of an army's units, with its points, its counters in the four states and its decks.

use super::back::side_entry;
use super::signs;
use super::units::{arrival, counted_plainly, digits, kind, moves_in_words};
use super::{TITLE, accent_of, states};
use crate::print::template::{Block, Content, Drawing, Entry, FaceOffer, Paragraph, Run};
use crate::source::Address;
use crate::systems::printed::{FaceContent, Piece, Surface};
use crate::systems::states_of_battle::model::{CounterRule, PolyhedralDie, UnitKind};
use crate::systems::states_of_battle::resolve::{BattleSide, DeckCard, StatesBattle, counters_by_state};
use crate::systems::states_of_battle::sentences::list;

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "roster",
    texts: &["side", "name", "counters", "counters-from", "die-caption", "sheet"],
    drawings: &["die", "states", "side-sign"],
    flows: &["units"],
    styles: &["head", "unit", "note", "total", "line"],
    pictures: &[],
    room: 0,
};

/// The rows that a sheet surely holds.
const ROWS: usize = 38;
/// The letters that surely stand on one line in the columns of names and of notes, and below the columns.
const LETTERS: [usize; 3] = [34, 32, 110];

/// An army, of a side or alone.
struct Army<'a> {
    units: Vec<usize>,
    points: u32,
    counters: u16,
    by_state: [u16; 4],
    side: Option<(usize, &'a BattleSide)>,
}

/// Returns the roster sheets of each side, or those of an army alone.
pub(super) fn pieces(battle: &StatesBattle) -> Vec<Piece<'_>> {
    if battle.scenario().is_none() {
        let units: Vec<usize> = (0..battle.units.len()).collect();
        let points = units.iter().map(|unit| u32::from(battle.units[*unit].points)).sum::<u32>();
        let counters = u16::try_from(points / 75).unwrap_or(u16::MAX);
        let army = Army { units, points, counters, by_state: counters_by_state(counters), side: None };
        return sheets(battle, &army);
    }
    let of_side = |(index, side): (usize, &'_ BattleSide)| {
        let BattleSide { points, counters, by_state, .. } = *side;
        let side = &battle.sides[index];
        sheets(battle, &Army { units: side.units.clone(), points, counters, by_state, side: Some((index, side)) })
    };
    battle.sides.iter().enumerate().flat_map(of_side).collect()
}

/// Returns the sheets of an army: as many as hold its units.
fn sheets<'a>(battle: &'a StatesBattle, army: &Army<'a>) -> Vec<Piece<'a>> {
    let parts = parts(battle, &army.units);
    let count = parts.len();
    parts.into_iter().enumerate().map(|(number, units)| sheet(battle, army, units, (number + 1, count))).collect()
}

/// Returns the units of each sheet.
fn parts<'u>(battle: &StatesBattle, units: &'u [usize]) -> Vec<&'u [usize]> {
    let mut parts = Vec::new();
    let (mut start, mut rows) = (0, 0);
    for (i, unit) in units.iter().enumerate() {
        let [names, notes, below] = LETTERS;
        let letters = |text: &str| text.chars().count();
        let height = letters(&battle.units[*unit].name).div_ceil(names);
        let height = height.max(letters(&self::notes(battle, *unit)).div_ceil(notes)).max(1);
        let rule = battle.written_unit(*unit).rule_text.as_deref().map_or(0, |rule| letters(rule).div_ceil(below));
        if rows + height + rule > ROWS && i > start {
            parts.push(&units[start..i]);
            (start, rows) = (i, 0);
        }
        rows += height + rule;
    }
    if start < units.len() {
        parts.push(&units[start..]);
    }
    parts
}

fn sheet<'a>(battle: &'a StatesBattle, army: &Army<'a>, units: &[usize], (number, count): (usize, usize)) -> Piece<'a> {
    let index = army.side.map(|(index, _)| index);
    let mut texts = vec![
        (
            "counters",
            Entry::new(army.counters.to_string(), "").read_as(counted_plainly(army.counters.into(), "counter")),
        ),
        ("counters-from", Entry::new(counters_from(battle, army), "")),
    ];
    texts.push(("side", side_entry(battle, index).unwrap_or_else(|| Entry::new("Army", ""))));
    texts.extend(battle.scenario().map(|scenario| ("name", Entry::new(&scenario.name, TITLE))));
    if count > 1 {
        texts.push(("sheet", Entry::new(format!("Sheet {number} of {count}"), "")));
    }
    let by_state = army.by_state;
    let states: Drawing<'_> = Box::new(move |look, frame, rect| states::draw(look, frame, by_state, rect));
    let mut drawings = vec![("states", states)];
    if let Some((index, side)) = army.side {
        let die = side.generalship;
        let draw: Drawing<'_> = Box::new(move |look, frame, rect| signs::put(frame, &signs::faced(look, die), rect));
        texts.push(("die-caption", Entry::new(generalship(die), "")));
        drawings.push(("die", draw));
        drawings.push(("side-sign", signs::of_side(index)));
    }
    let content = Content {
        accent: accent_of(index.unwrap_or(0)),
        texts,
        drawings,
        flows: vec![("units", blocks(battle, army, units, number == count))],
        ..Content::default()
    };
    let name = army.side.map_or("the army".to_owned(), |(_, side)| side.name.clone());
    let part = if count > 1 { format!("-{number}") } else { String::new() };
    let id = index.map_or("roster".to_owned(), |index| format!("roster-{}", index + 1));
    let at = place(battle, index, units);
    let whole = at.clone();
    let of_tag = Box::new(move |tag: &str| {
        // The tag of a unit's row begins with its number in the battle.
        let unit = tag.strip_prefix("/units/").and_then(|rest| rest.split_once('/'));
        match unit.and_then(|(unit, key)| Some((unit.parse().ok()?, key))) {
            Some((unit, key)) => battle.at_unit(unit, &format!("/{key}")),
            None if tag.starts_with("/scenario") => battle.at_scenario(tag),
            None => whole.clone(),
        }
    });
    let front = FaceContent { face: FACE.name, content, place: Some(of_tag) };
    Piece {
        group: [battle.scenario().map(|scenario| scenario.name.clone()), army.side.map(|(_, side)| side.name.clone())]
            .into_iter()
            .flatten()
            .collect(),
        side: army.side.map(|(_, side)| side.name.clone()),
        token: true,
        at: Some(at),
        ..Piece::new(format!("{id}{part}"), format!("Roster of {name}"), Surface::Face(front))
    }
}

/// Returns the place where an army is written: its side, or its first unit.
fn place(battle: &StatesBattle, side: Option<usize>, units: &[usize]) -> Address {
    match (side, units.first()) {
        (Some(side), _) => battle.at_scenario(&format!("/scenario/sides/{side}")),
        (None, Some(unit)) => battle.at_unit(*unit, ""),
        (None, None) => battle.at_scenario(""),
    }
}

fn generalship(die: PolyhedralDie) -> String {
    format!("Generalship die: {die}")
}

/// Returns the reason there are so many counters (SB-1.2).
fn counters_from(battle: &StatesBattle, army: &Army<'_>) -> String {
    let written = army.side.and_then(|(index, _)| battle.written_sides().get(index)?.counters);
    let per = battle.scenario().and_then(|scenario| scenario.points_per_counter).unwrap_or(75);
    let points = counted_plainly(army.points, "point");
    match written {
        None => format!("{points}, one counter for every {per}"),
        Some(CounterRule::Add(more)) if more < 0 => {
            format!("{points}, one counter for every {per}, less {}", more.unsigned_abs())
        }
        Some(CounterRule::Add(more)) => format!("{points}, one counter for every {per}, and {more}"),
        Some(CounterRule::Exactly(_)) => format!("{points}; counters as the scenario says"),
    }
}

fn blocks(battle: &StatesBattle, army: &Army<'_>, units: &[usize], is_last: bool) -> Vec<Block> {
    let row = |style, cells: [&str; 7], aloud: &[&str]| Paragraph {
        style,
        cells: cells.iter().map(|cell| crate::print::template::runs(cell)).collect(),
        aloud: Some(aloud.iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")),
        ..Paragraph::default()
    };
    let head = row("head", ["", "Unit", "Kind", "Points", "MCV", "", "Lost"], &[]);
    let mut blocks = vec![Block::new("head", "", vec![head])];
    for index in units {
        let unit = &battle.units[*index];
        let (points, mcv, notes) = (digits(unit.points.into()), unit.mcv.to_string(), notes(battle, *index));
        let (id, kind) = (unit.id.to_string(), kind(unit.kind));
        let costs = format!("{}, MCV {mcv}", counted_plainly(unit.points.into(), "point"));
        let cells = [&*id, &unit.name, kind, &points, &mcv, &notes, ":box:"];
        let mut rows = vec![row("unit", cells, &[&id, &unit.name, kind, &costs, &notes])];
        let rule = battle.written_unit(*index).rule_text.as_deref();
        rows.extend(rule.map(|text| Paragraph::new("note", text)));
        blocks.push(Block::new("unit", format!("/units/{index}/name"), rows));
    }
    if is_last {
        let mcv: u32 = army.units.iter().map(|unit| u32::from(battle.units[*unit].mcv)).sum();
        let count = counted_plainly(u32::try_from(army.units.len()).unwrap_or(u32::MAX), "unit");
        let costs = format!("{}, MCV {mcv}", counted_plainly(army.points, "point"));
        let (points, mcv) = (digits(army.points), mcv.to_string());
        let total = row("total", ["", &count, "", &points, &mcv, "", ""], &[&count, &costs]);
        blocks.push(Block::new("total", "", vec![total]));
        let lines = army.side.map(|(_, side)| decks(battle, side)).unwrap_or_default();
        if !lines.is_empty() {
            blocks.push(Block::new("decks", "", lines));
        }
    }
    blocks
}

/// Returns what is particular to a unit, in a few words.
fn notes(battle: &StatesBattle, index: usize) -> String {
    let (unit, written) = (&battle.units[index], battle.written_unit(index));
    let mut notes: Vec<String> =
        written.models.map(|models| counted_plainly(models.into(), "model")).into_iter().collect();
    notes.extend(moves_in_words(written));
    if unit.named && unit.kind.is_character() && unit.kind != UnitKind::General {
        notes.push("named".to_owned());
    }
    notes.extend(unit.rides_in().map(|carrier| format!("rides with {}", battle.units[carrier].name)));
    if unit.alternate {
        notes.push("moves by itself".to_owned());
    }
    notes.extend(arrival(battle, index).map(|state| format!("waits until {state}")));
    notes.join(", ")
}

/// Returns what is in the decks of a side.
fn decks(battle: &StatesBattle, side: &BattleSide) -> Vec<Paragraph> {
    let named = |cards: &[DeckCard]| {
        let (lulls, others): (Vec<&DeckCard>, Vec<&DeckCard>) =
            cards.iter().partition(|card| battle.cards[card.card].is_lull());
        let cards = others.into_iter().chain(lulls).map(|DeckCard { card, copies }| {
            let name = &battle.cards[*card].definition.card;
            if *copies == 1 { name.clone() } else { format!("{copies} × {name}") }
        });
        list(&cards.collect::<Vec<_>>(), "and")
    };
    let orders = match side.orders_chosen {
        true => named(&side.orders),
        false => format!(
            "chosen before the battle: fourteen of the stock, and the Lulls. The stock is {}",
            named(&side.orders)
        ),
    };
    let mut lines = vec![("Orders: ", orders)];
    if !side.starter.is_empty() {
        lines.push(("Starter cards: ", named(&side.starter)));
    }
    let line = |(word, cards): (&str, String)| Paragraph {
        style: "line",
        text: vec![Run::strong(word), Run::plain(cards + ".")],
        ..Paragraph::default()
    };
    lines.into_iter().map(line).collect()
}
