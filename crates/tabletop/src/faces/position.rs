//! A position on the table: the map with every unit on its hex.

use muster_core::print::font::Font;
use muster_core::print::frame::{Frame, Path, Point, Rect, Stroke};
use muster_core::print::template::{Drawing, Look};
use muster_systems::catalogue::Catalogue;
use muster_systems::position::{Pictured, TableDrawing, TableRow, TableShown, TableSpot};

use super::flags::FlagToDraw;
use super::map::{self, MapDrawing};
use super::signs;
use super::strokes::{draw_letters, draw_text};
use crate::Tabletop;
use crate::engine::HexEngine;
use crate::resolve::{ResolvedMap, RoadSegment, TabletopBattle};
use crate::rules::FactionRow;
use crate::sentences::plainly;
use crate::state::{CardState, Flags, HexState};
use crate::wording::{TabletopWord as W, TabletopWording};

/// From side to side of a hex, in millimetres: room for a unit that can be read.
const ACROSS: f64 = 26.0;
/// The height of the key below the map.
const KEY: f64 = 6.0;

impl Pictured for Tabletop {
    fn position(
        battle: &TabletopBattle,
        engine: &HexEngine,
        state: &HexState,
        _seen_by: Option<usize>,
        words: &Catalogue,
    ) -> Vec<TableRow> {
        let wording = TabletopWording::new(words);
        let Some(drawn) = MapDrawing::new(battle, ACROSS, wording) else { return Vec::new() };
        let units = units(battle, engine, state, wording);
        let text = text(drawn.map(), battle, &units, wording);
        let roads = roads(engine, state, drawn.map());
        let drawn = drawn.with_roads(roads);
        let spots = spots(&drawn, &units);
        let faction = |(index, faction): (usize, &FactionRow)| {
            let cards = state.cards().iter().filter(|card| usize::from(card.faction) == index).count();
            let resources = plainly(wording, W::Resources, state.resources[index]);
            let cards = wording.say(W::Cards, &[u32::try_from(cards).unwrap_or(u32::MAX).into()]);
            wording.say(W::FactionHas, &[(&faction.name).into(), (&resources).into(), (&cards).into()])
        };
        let factions: Vec<String> = engine.rules.factions.iter().enumerate().map(faction).collect();
        let key = wording.word(W::Key);
        let draw = Box::new(move |look: &Look| {
            let (mut size, mut frame) = drawn.draw(look);
            for stack in stacks(&units) {
                draw_stack(look, &mut frame, drawn.middle(stack[0].hex), &stack);
            }
            let room = Rect::new(3.0, size.height, size.width - 6.0, KEY);
            draw_text(&mut frame, &key, (Font::Sans, look.ink()), room, (8.0, 4.0), 1);
            size.height += KEY;
            (size, frame)
        });
        let shown = TableShown::Drawing(TableDrawing { face: map::FACE.name, accent: "scenario", draw, text, spots });
        let factions = factions.join(" · ");
        let title = wording.say(W::TurnAndFactions, &[u32::from(state.turn).into(), (&factions).into()]);
        vec![TableRow { title, shown }]
    }
}

/// A card or a formation on the map.
struct UnitOnMap {
    /// The number of its leader, as orders write it.
    number: String,
    hex: usize,
    faction: usize,
    name: String,
    count: usize,
    might: u32,
    speed: u8,
    /// The marks of its state, each as a letter and in words.
    marks: Vec<(String, String)>,
    flag: Drawing<'static>,
    sign: Drawing<'static>,
}

/// Returns the units on the map, in the order in which they came.
fn units(
    battle: &TabletopBattle,
    engine: &HexEngine,
    state: &HexState,
    wording: TabletopWording<'_>,
) -> Vec<UnitOnMap> {
    let leaders = (0..state.cards().len()).filter(|card| state.is_leader(*card));
    let unit = |leader: usize| {
        let of_unit: Vec<&CardState> =
            state.cards().iter().filter(|card| card.unit == state.all[leader].unit).collect();
        let first = of_unit[0];
        let card = engine.rules.cards[usize::from(first.row)].card;
        UnitOnMap {
            number: engine.name(first.id()),
            hex: usize::from(first.hex),
            faction: usize::from(first.faction),
            name: battle.cards[card].name.clone(),
            count: of_unit.len(),
            might: of_unit.iter().map(|card| u32::from(card.now.might)).sum(),
            speed: of_unit.iter().map(|card| card.now.speed).min().unwrap_or(0),
            marks: marks(first, wording),
            flag: FlagToDraw::new(battle, Some(usize::from(first.faction)), "").drawing(),
            sign: signs::type_drawing(&battle.cards[card]),
        }
    };
    leaders.map(unit).collect()
}

/// Returns the places of hexes and of the units on them.
fn spots(drawn: &MapDrawing, units: &[UnitOnMap]) -> Vec<TableSpot> {
    let map = drawn.map();
    let hex = |hex: usize| {
        let Point { x, y } = drawn.middle(hex);
        let side = ACROSS * 0.8;
        TableSpot { name: map.digits(hex), rect: Rect::new(x - side / 2.0, y - side / 2.0, side, side) }
    };
    let hexes = (0..map.layout.len()).map(hex);
    let on_hexes = stacks(units).into_iter().flat_map(|stack| {
        let rects = places(drawn.middle(stack[0].hex), stack.len());
        let spot = |(unit, rect): (&UnitOnMap, Rect)| TableSpot { name: unit.number.clone(), rect };
        stack.into_iter().zip(rects).map(spot).collect::<Vec<_>>()
    });
    hexes.chain(on_hexes).collect()
}

/// Returns the marks of a card's state, each as a letter and in words.
fn marks(card: &CardState, wording: TabletopWording<'_>) -> Vec<(String, String)> {
    let mut marks = Vec::new();
    let mut mark = |letter: W, word: W, n: u8| {
        marks.push((wording.say(letter, &[n.into()]), wording.say(word, &[n.into()])));
    };
    if card.flags.has(Flags::FORTIFIED) {
        mark(W::LetterFortified, W::MarkFortified, 0);
    }
    match card.morale {
        1.. => mark(W::LetterHigh, W::MarkHigh, 0),
        0 => {}
        _ => mark(W::LetterLow, W::MarkLow, 0),
    }
    if card.experience > 0 {
        mark(W::LetterExperience, W::MarkExperience, card.experience);
    }
    for (flag, letter, word) in [
        (Flags::OUTFLANKED, W::LetterOutflanked, W::MarkOutflanked),
        (Flags::ENCIRCLED, W::LetterEncircled, W::MarkEncircled),
        (Flags::ROUTED, W::LetterRouted, W::MarkRouted),
    ] {
        if card.flags.has(flag) {
            mark(letter, word, 0);
        }
    }
    marks
}

/// Returns the roads of a position, each segment once.
fn roads(engine: &HexEngine, state: &HexState, map: &ResolvedMap) -> Vec<RoadSegment> {
    let mut roads = Vec::new();
    for from in 0..map.layout.len() {
        let directions = engine.roads(state, from as u16);
        for (direction, to) in map.layout.neighbours(from).into_iter().enumerate() {
            if let Some(to) = to.filter(|to| *to > from && directions & 1 << direction != 0) {
                roads.push(RoadSegment { from, to });
            }
        }
    }
    roads
}

/// Returns the position in words, a hex a line.
fn text(map: &ResolvedMap, battle: &TabletopBattle, units: &[UnitOnMap], wording: TabletopWording<'_>) -> String {
    let unit = |unit: &&UnitOnMap| {
        let times = if unit.count == 1 { String::new() } else { format!("{} × ", unit.count) };
        let mut words = vec![
            wording.say(
                W::UnitOf,
                &[(&format!("{times}{}", unit.name)).into(), (&battle.factions[unit.faction].name).into()],
            ),
            wording.say(W::AloudMight, &[(&unit.might.to_string()).into()]),
            wording.say(W::AloudSpeed, &[(&unit.speed.to_string()).into()]),
        ];
        words.extend(unit.marks.iter().map(|(_, word)| word.clone()));
        wording.commas(&words)
    };
    let line = |stack: Vec<&UnitOnMap>| {
        let units: Vec<String> = stack.iter().map(unit).collect();
        format!("{}: {}", map.digits(stack[0].hex), units.join("; "))
    };
    stacks(units).into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the units of each hex that has any, in the map's order.
fn stacks(units: &[UnitOnMap]) -> Vec<Vec<&UnitOnMap>> {
    let mut sorted: Vec<&UnitOnMap> = units.iter().collect();
    sorted.sort_by_key(|unit| (unit.hex, unit.faction));
    sorted.chunk_by(|one, other| one.hex == other.hex).map(<[&UnitOnMap]>::to_vec).collect()
}

/// Returns the squares of the units of a hex, four at most, around its middle.
fn places(middle: Point, units: usize) -> impl Iterator<Item = Rect> {
    let scale = ACROSS / 20.0;
    let (side, columns) = match units {
        1 => (11.0, 1),
        2 => (8.2, 2),
        _ => (6.9, 2),
    };
    let (pitch, shown) = (side + 0.3, units.min(4));
    let left = -(pitch * columns as f64) / 2.0;
    let top = 1.2 - (pitch * shown.div_ceil(columns) as f64) / 2.0;
    (0..shown).map(move |i| {
        let (x, y) = (left + pitch * (i % columns) as f64, top + pitch * (i / columns) as f64);
        Rect::new(middle.x + x * scale, middle.y + y * scale, side * scale, side * scale)
    })
}

/// Draws the units of a hex, four at most: where there are more, the last place says how many more.
fn draw_stack(look: &Look, frame: &mut Frame, middle: Point, stack: &[&UnitOnMap]) {
    for (i, (unit, r)) in stack.iter().zip(places(middle, stack.len())).enumerate() {
        frame.fill(Path::rounded_rect(r, 0.6), look.paper());
        frame.stroke(Path::rounded_rect(r, 0.6), Stroke::new(look.ink(), 0.25));
        if i == 3 && stack.len() > 4 {
            let more = format!("+{}", stack.len() - 3);
            draw_letters(frame, &more, (Font::SansBold, look.ink()), r.inflate(-r.width * 0.2, -r.height * 0.25));
        } else {
            draw_unit(look, frame, unit, r);
        }
    }
}

fn draw_unit(look: &Look, frame: &mut Frame, unit: &UnitOnMap, r: Rect) {
    let part = |x: f64, y: f64, width: f64, height: f64| {
        Rect::new(r.x + x * r.width, r.y + y * r.height, width * r.width, height * r.height)
    };
    (unit.flag)(look, frame, part(0.06, 0.07, 0.46, 0.31));
    (unit.sign)(look, frame, part(0.56, 0.07, 0.38, 0.31));
    let factors = format!("{}–{}", unit.might, unit.speed);
    draw_letters(frame, &factors, (Font::SansBold, look.ink()), part(0.06, 0.42, 0.88, 0.34));
    let count = (unit.count > 1).then(|| format!("×{}", unit.count));
    let marks: Vec<String> = count.into_iter().chain(unit.marks.iter().map(|(letter, _)| letter.clone())).collect();
    draw_text(frame, &marks.join(" "), (Font::SansSemi, look.ink()), part(0.04, 0.77, 0.92, 0.21), (7.0, 2.5), 1);
}
