//! The roster sheets: a table of an army's units, with its points, its counters in the four states and its decks.

use muster_core::print::template::{Block, Content, Drawing, Entry, FaceOffer, Paragraph, Run};
use muster_core::source::Address;
use muster_systems::printed::{FaceContent, Piece, Surface};

use super::back::side_entry;
use super::signs;
use super::units::{arrival, kind, moves_in_words};
use super::{TITLE, accent_of, states};
use crate::model::{CounterRule, FacedSpot, Facing, MoraleState, UnitKind};
use crate::resolve::{BattleSide, DeckCard, StatesBattle, counters_by_state};
use crate::sentences::{self, plainly};
use crate::wording::{StatesWord as W, StatesWording};

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "roster",
    texts: &["side", "name", "kind", "counters", "counters-caption", "counters-from", "die-caption", "sheet"],
    drawings: &["die", "states", "side-sign"],
    flows: &["units"],
    styles: &["head", "unit", "note", "total", "line"],
    ..FaceOffer::NOTHING
};

/// The rows that a sheet surely holds.
const ROWS: usize = 38;
/// The letters that surely stand on one line in the columns of names and of notes, and below the columns.
const LETTERS: [usize; 3] = [34, 32, 110];

/// An army, of a side or alone.
struct Army<'a> {
    wording: StatesWording<'a>,
    units: Vec<usize>,
    points: u32,
    counters: u16,
    by_state: [u16; 4],
    side: Option<(usize, &'a BattleSide)>,
}

/// Returns the roster sheets of each side, or those of an army alone.
pub(super) fn pieces<'a>(battle: &'a StatesBattle, wording: StatesWording<'a>) -> Vec<Piece<'a>> {
    if battle.scenario().is_none() {
        let units: Vec<usize> = (0..battle.units.len()).collect();
        let points = units.iter().map(|unit| u32::from(battle.units[*unit].points)).sum::<u32>();
        let counters = u16::try_from(points / 75).unwrap_or(u16::MAX);
        let army = Army { wording, units, points, counters, by_state: counters_by_state(counters), side: None };
        return sheets(battle, &army);
    }
    let of_side = |(index, side): (usize, &'_ BattleSide)| {
        let BattleSide { points, counters, by_state, .. } = *side;
        let side = &battle.sides[index];
        sheets(
            battle,
            &Army { wording, units: side.units.clone(), points, counters, by_state, side: Some((index, side)) },
        )
    };
    battle.sides.iter().enumerate().flat_map(of_side).collect()
}

/// Returns the sheets of an army: as many as hold its units.
fn sheets<'a>(battle: &'a StatesBattle, army: &Army<'a>) -> Vec<Piece<'a>> {
    let parts = parts(battle, army);
    let count = parts.len();
    parts.into_iter().enumerate().map(|(number, units)| sheet(battle, army, units, (number + 1, count))).collect()
}

/// Returns the units of each sheet.
fn parts<'u>(battle: &StatesBattle, army: &'u Army<'_>) -> Vec<&'u [usize]> {
    let units = &army.units;
    let mut parts = Vec::new();
    let (mut start, mut rows) = (0, 0);
    for (i, unit) in units.iter().enumerate() {
        let [names, notes, below] = LETTERS;
        let letters = |text: &str| text.chars().count();
        let height = letters(&battle.units[*unit].name).div_ceil(names);
        let height = height.max(letters(&self::notes(battle, *unit, army.wording)).div_ceil(notes)).max(1);
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
    let wording = army.wording;
    let counters = plainly(wording, W::Counters, army.counters.into());
    let mut texts = vec![
        ("kind", Entry::new(wording.word(W::Roster), "").read_as("")),
        ("counters", Entry::new(army.counters.to_string(), "").read_as(counters)),
        ("counters-caption", Entry::new(wording.word(W::MoraleCounters), "").read_as("")),
        ("counters-from", Entry::new(counters_from(battle, army), "")),
    ];
    texts.push(("side", side_entry(battle, index).unwrap_or_else(|| Entry::new(wording.word(W::Army), ""))));
    texts.extend(battle.scenario().map(|scenario| ("name", Entry::new(&scenario.name, TITLE))));
    if count > 1 {
        texts.push(("sheet", Entry::new(wording.say(W::SheetOf, &[u(number).into(), u(count).into()]), "")));
    }
    let by_state = army.by_state;
    let names = MoraleState::ALL.map(|state| sentences::state(wording, state));
    let states: Drawing<'_> = Box::new(move |look, frame, rect| states::draw(look, frame, (by_state, &names), rect));
    let mut drawings = vec![("states", states)];
    if let Some((index, side)) = army.side {
        let die = side.generalship;
        let draw: Drawing<'_> =
            Box::new(move |look, frame, rect| signs::put(frame, &signs::numbered_die(look, die), rect));
        texts.push((
            "die-caption",
            Entry::new(wording.say(W::GeneralshipDie, &[(&sentences::die(wording, die)).into()]), ""),
        ));
        drawings.push(("die", draw));
        drawings.push(("side-sign", signs::side_emblem(index)));
    }
    let content = Content {
        accent: accent_of(index.unwrap_or(0)),
        texts,
        drawings,
        flows: vec![("units", blocks(battle, army, units, number == count))],
        ..Content::default()
    };
    let label = match army.side {
        Some((_, side)) => wording.say(W::RosterOf, &[(&side.name).into()]),
        None => wording.word(W::RosterOfArmy),
    };
    let part = if count > 1 { format!("-{number}") } else { String::new() };
    let id = index.map_or("roster".to_owned(), |index| format!("roster-{}", index + 1));
    let at = place(battle, index, units);
    let whole = at.clone();
    let of_tag = Box::new(move |tag: &str| {
        // The tag of a unit's row begins with its number in the battle.
        let unit = tag.strip_prefix("/units/").and_then(|rest| rest.split_once('/'));
        match unit.and_then(|(unit, key)| Some((unit.parse().ok()?, key))) {
            Some((unit, key)) => battle.unit_address(unit, &format!("/{key}")),
            None if tag.starts_with("/scenario") => battle.scenario_address(tag),
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
        ..Piece::new(format!("{id}{part}"), label, Surface::Face(front))
    }
}

/// Returns the place where an army is written: its side, or its first unit.
fn place(battle: &StatesBattle, side: Option<usize>, units: &[usize]) -> Address {
    match (side, units.first()) {
        (Some(side), _) => battle.scenario_address(&format!("/scenario/sides/{side}")),
        (None, Some(unit)) => battle.unit_address(*unit, ""),
        (None, None) => battle.scenario_address(""),
    }
}

/// Returns the reason there are so many counters (SB-1.2).
fn counters_from(battle: &StatesBattle, army: &Army<'_>) -> String {
    let written = army.side.and_then(|(index, _)| battle.written_sides().get(index)?.counters);
    let per = battle.scenario().and_then(|scenario| scenario.points_per_counter).unwrap_or(75);
    let wording = army.wording;
    let points = plainly(wording, W::Points, army.points);
    let given = [(&points).into(), per.into()];
    match written {
        None => wording.say(W::CountersByPoints, &given),
        Some(CounterRule::Add(more)) => {
            let word = if more < 0 { W::CountersLess } else { W::CountersAnd };
            wording.say(word, &[(&points).into(), per.into(), more.unsigned_abs().into()])
        }
        Some(CounterRule::Exactly(_)) => wording.say(W::CountersAsSaid, &[(&points).into()]),
    }
}

fn blocks(battle: &StatesBattle, army: &Army<'_>, units: &[usize], is_last: bool) -> Vec<Block> {
    let row = |style, cells: [&str; 7], aloud: &[&str]| Paragraph {
        style,
        cells: cells.iter().map(|cell| muster_core::print::template::runs(cell)).collect(),
        aloud: Some(aloud.iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")),
        ..Paragraph::default()
    };
    let wording = army.wording;
    let heads = [W::ColumnUnit, W::ColumnKind, W::ColumnPoints, W::ColumnMcv, W::ColumnLost];
    let [unit, kind_of, points, mcv, lost] = heads.map(|head| wording.word(head));
    let head = row("head", ["", &unit, &kind_of, &points, &mcv, "", &lost], &[]);
    let costs =
        |points: u32, mcv: u32| wording.say(W::Costs, &[(&plainly(wording, W::Points, points)).into(), mcv.into()]);
    let mut blocks = vec![Block::new("head", "", vec![head])];
    for index in units {
        let unit = &battle.units[*index];
        let (points, mcv, notes) =
            (wording.digits(unit.points.into()), unit.mcv.to_string(), notes(battle, *index, wording));
        let (id, kind) = (unit.id.to_string(), wording.word(kind(unit.kind)));
        let costs = costs(unit.points.into(), unit.mcv.into());
        let cells = [&*id, &unit.name, &kind, &points, &mcv, &notes, ":box:"];
        let mut rows = vec![row("unit", cells, &[&id, &unit.name, &kind, &costs, &notes])];
        let rule = battle.written_unit(*index).rule_text.as_deref();
        rows.extend(rule.map(|text| Paragraph::new("note", text)));
        blocks.push(Block::new("unit", format!("/units/{index}/name"), rows));
    }
    if is_last {
        let mcv: u32 = army.units.iter().map(|unit| u32::from(battle.units[*unit].mcv)).sum();
        let count = plainly(wording, W::Units, u(army.units.len()));
        let costs = costs(army.points, mcv);
        let (points, mcv) = (wording.digits(army.points), mcv.to_string());
        let total = row("total", ["", &count, "", &points, &mcv, "", ""], &[&count, &costs]);
        blocks.push(Block::new("total", "", vec![total]));
        let lines = army.side.map(|(_, side)| decks(battle, side, wording)).unwrap_or_default();
        if !lines.is_empty() {
            blocks.push(Block::new("decks", "", lines));
        }
    }
    blocks
}

/// Returns what is particular to a unit, in a few words.
fn notes(battle: &StatesBattle, index: usize, wording: StatesWording<'_>) -> String {
    let (unit, written) = (&battle.units[index], battle.written_unit(index));
    let mut notes: Vec<String> =
        written.models.map(|models| plainly(wording, W::Models, models.into())).into_iter().collect();
    notes.extend(moves_in_words(written, wording));
    if unit.named && unit.kind.is_character() && unit.kind != UnitKind::General {
        notes.push(wording.word(W::NoteNamed));
    }
    notes.extend(unit.rides_in().map(|carrier| wording.say(W::NoteRides, &[(&battle.units[carrier].name).into()])));
    if unit.alternate {
        notes.push(wording.word(W::NoteByItself));
    }
    notes.extend(
        arrival(battle, index).map(|state| wording.say(W::NoteWaits, &[(&sentences::state(wording, state)).into()])),
    );
    if let Some(at) = starts_at(battle, index) {
        let inches = wording.say(W::InchesShort, &[at.at.into()]);
        notes.push(wording.say(W::NoteStarts, &[(&inches).into(), at.lane.into()]));
        notes.extend(match at.facing {
            Facing::Front => None,
            Facing::Left => Some(wording.word(W::NoteFacesLeft)),
            Facing::Right => Some(wording.word(W::NoteFacesRight)),
            Facing::Rear => Some(wording.word(W::NoteFacesRear)),
        });
    }
    wording.commas(&notes)
}

/// Returns the place where a unit starts, as far as it is written: one that is deployed in play, rides, or waits has none.
pub(super) fn starts_at(battle: &StatesBattle, index: usize) -> Option<FacedSpot> {
    let unit = &battle.units[index];
    let is_deployed = battle.scenario().is_some_and(|scenario| scenario.deployment.is_some());
    unit.at.filter(|_| !is_deployed && unit.side.is_some() && unit.rides_in().is_none() && !unit.waits)
}

/// Returns what is in the decks of a side.
fn decks(battle: &StatesBattle, side: &BattleSide, wording: StatesWording<'_>) -> Vec<Paragraph> {
    let named = |cards: &[DeckCard]| {
        let (lulls, others): (Vec<&DeckCard>, Vec<&DeckCard>) =
            cards.iter().partition(|card| battle.cards[card.card].is_lull());
        let cards = others.into_iter().chain(lulls).map(|DeckCard { card, copies }| {
            let name = sentences::card_name(wording, &battle.cards[*card]);
            if *copies == 1 { name } else { format!("{copies} × {name}") }
        });
        wording.all_of(&cards.collect::<Vec<_>>())
    };
    let orders = match side.orders_chosen {
        true => named(&side.orders),
        false => wording.say(W::OrdersStock, &[(&named(&side.orders)).into()]),
    };
    let mut lines = vec![(W::OrdersAre, orders)];
    if !side.starter.is_empty() {
        lines.push((W::StarterAre, named(&side.starter)));
    }
    let line = |(word, cards): (W, String)| Paragraph {
        style: "line",
        text: vec![Run::strong(wording.word(word)), Run::plain(cards + ".")],
        ..Paragraph::default()
    };
    lines.into_iter().map(line).collect()
}

fn u(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
