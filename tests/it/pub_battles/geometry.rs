//! The geometry of Pub Battles: what is so of outlines, areas, legs and whole battles stays so when they are shifted, turned
//! by quarters or mirrored.

use std::sync::Arc;

use muster_core::play::chance::Chance;
use muster_core::play::rng::Rng;
use muster_core::play::{Blind, Engine, Next};
use muster_games::pub_battles::PubBattles;
use muster_games::pub_battles::engine::{MoveRefused, PubEngine, PubMove};
use muster_games::pub_battles::geometry::{Footprint, MapArea, MapPoint, SquareDistance, touch};
use muster_games::pub_battles::model::{
    BattleMap, BlockFacing, BlockKind, BlockSpec, EntrySpec, MapEdge, MapPlace, OptionalRule, PubDocument,
};
use muster_games::pub_battles::state::{BlockState, PubPhase, PubState};
use muster_systems::{Doc, Game, Played};
use proptest::prelude::*;

use crate::battery::{compiled, document};

/// Another way to lay down the same map: mirrored or not, then turned by quarters to the right. Of no size it is mirrored
/// and turned where x and y are 0.
#[derive(Debug, Clone, Copy, Default)]
struct Laid {
    mirrored: bool,
    quarters: u16,
    size: MapPoint,
}

impl Laid {
    /// All ways but the first to lay down a map.
    fn all(size: MapPoint) -> impl Iterator<Item = Laid> + Clone {
        let ways = [false, true].into_iter().flat_map(|mirrored| (0..4).map(move |quarters| (mirrored, quarters)));
        ways.skip(1).map(move |(mirrored, quarters)| Laid { mirrored, quarters, size })
    }

    fn point(self, MapPoint { mut x, mut y }: MapPoint) -> MapPoint {
        let MapPoint { x: mut width, y: mut height } = self.size;
        if self.mirrored {
            x = width - x;
        }
        for _ in 0..self.quarters {
            (x, y) = (y, width - x);
            (width, height) = (height, width);
        }
        MapPoint { x, y }
    }

    fn place(self, place: MapPlace) -> MapPlace {
        self.point(place.into()).into()
    }

    fn facing(self, facing: u16) -> u16 {
        let facing = if self.mirrored { 360 - facing } else { facing };
        (facing + 90 * self.quarters) % 360
    }

    fn edge(self, edge: MapEdge) -> MapEdge {
        let outward = |edge: MapEdge| (edge.inward().0 + 180) % 360;
        let found = MapEdge::ALL.into_iter().find(|other| outward(*other) == self.facing(outward(edge)));
        found.expect("each edge lies somewhere")
    }

    /// Returns a vector in fine units, which is turned where x and y are 0.
    fn fine(self, [mut x, mut y]: [i64; 2]) -> [i64; 2] {
        if self.mirrored {
            x = -x;
        }
        for _ in 0..self.quarters {
            (x, y) = (y, -x);
        }
        [x, y]
    }

    fn ring(self, ring: &mut [MapPlace]) {
        ring.iter_mut().for_each(|at| *at = self.place(*at));
    }

    fn entry(self, entry: &mut Option<EntrySpec>) {
        if let Some(edge) = entry.as_mut().and_then(|entry| entry.edge.as_mut()) {
            *edge = self.edge(*edge);
        }
    }

    fn blocks(self, blocks: &mut [BlockSpec]) {
        for block in blocks {
            block.at = block.at.map(|at| self.place(at));
            block.facing = block.facing.map(|BlockFacing(facing)| BlockFacing(self.facing(facing)));
            self.entry(&mut block.enters);
        }
    }

    fn map(self, map: &mut BattleMap) {
        if self.quarters % 2 == 1 {
            map.size = [map.size[1], map.size[0]];
        }
        for feature in &mut map.features {
            feature.area.iter_mut().chain(&mut feature.holes).chain(&mut feature.line).for_each(|ring| self.ring(ring));
        }
        map.roads.iter_mut().for_each(|road| self.ring(&mut road.line));
        map.locations.values_mut().for_each(|at| *at = self.place(*at));
    }

    /// Lays down a scenario with its map.
    fn document(self, document: &PubDocument) -> PubDocument {
        let mut document = document.clone();
        self.map(document.map.as_mut().expect("a map"));
        for side in &mut document.scenario.as_mut().expect("a scenario").sides {
            side.edge = self.edge(side.edge);
            if let Some(army) = &mut side.army_hq {
                army.at = army.at.map(|at| self.place(at));
                self.entry(&mut army.enters);
                self.blocks(&mut army.blocks);
            }
            for corps in &mut side.corps {
                corps.at = corps.at.map(|at| self.place(at));
                self.entry(&mut corps.enters);
                self.blocks(&mut corps.blocks);
            }
        }
        document
    }

    fn chosen(self, chosen: &PubMove) -> PubMove {
        let turned = |facing: &Option<u16>| facing.map(|facing| self.facing(facing));
        match chosen {
            PubMove::Hq(to) => PubMove::Hq(self.point(*to)),
            PubMove::Enter(at) => PubMove::Enter(self.point(*at)),
            PubMove::Turn(facing) => PubMove::Turn(self.facing(*facing)),
            PubMove::March { via, to, facing, echelon } => PubMove::March {
                via: via.iter().map(|at| self.point(*at)).collect(),
                to: self.point(*to),
                facing: turned(facing),
                echelon: *echelon,
            },
            PubMove::Road { road, to, deploy, facing } => {
                PubMove::Road { road: *road, to: self.point(*to), deploy: *deploy, facing: turned(facing) }
            }
            PubMove::Rally { train, facing } => PubMove::Rally { train: *train, facing: turned(facing) },
            PubMove::Recover { block, at, facing } => {
                PubMove::Recover { block: *block, at: self.point(*at), facing: self.facing(*facing) }
            }
            PubMove::Joins { block, at } => PubMove::Joins { block: *block, at: at.map(|at| self.point(at)) },
            _ => chosen.clone(),
        }
    }

    fn refused(self, why: MoveRefused) -> MoveRefused {
        match why {
            MoveRefused::OffMap(at) => MoveRefused::OffMap(self.point(at)),
            MoveRefused::Impassable(at) => MoveRefused::Impassable(self.point(at)),
            _ => why,
        }
    }

    /// Lays down a state of so many blocks. Where a block is that is not on the map means nothing.
    fn state(self, state: &PubState, blocks: usize) -> PubState {
        let mut state = state.clone();
        for block in &mut state.blocks[..blocks] {
            let flags = block.flags;
            *block = match block.is_on_map() {
                true => BlockState { at: self.point(block.at), facing: self.facing(block.facing), flags },
                false => BlockState { flags, ..BlockState::default() },
            };
        }
        for command in &mut state.commands {
            command.at = command.at.map(|at| self.point(at));
            command.began_at = command.began_at.map(|at| self.point(at));
        }
        if let PubPhase::Support(gap) = &mut state.phase {
            (gap.at, gap.facing) = (self.point(gap.at), self.facing(gap.facing));
        }
        state
    }
}

/// A block somewhere: its place, facing, width and depth.
type Standing = (MapPoint, u16, u16, u16);

fn points(reach: i32) -> impl Strategy<Value = MapPoint> + Clone {
    (-reach..=reach, -reach..=reach).prop_map(|(x, y)| MapPoint { x, y })
}

fn standings() -> impl Strategy<Value = Standing> + Clone {
    // Facings at right angles are what most blocks have, and where borders meet exactly.
    let facings = prop_oneof![0_u16..360, (0_u16..4).prop_map(|quarter| 90 * quarter)];
    (points(40), facings, 2_u16..50, 2_u16..30)
}

fn outline((at, facing, width, depth): Standing) -> Footprint {
    Footprint::new(at, facing, width, depth)
}

fn ways() -> impl Strategy<Value = Laid> + Clone {
    (any::<bool>(), 0_u16..4).prop_map(|(mirrored, quarters)| Laid { mirrored, quarters, size: MapPoint::default() })
}

fn shifted(by: MapPoint, at: MapPoint) -> MapPoint {
    MapPoint { x: at.x + by.x, y: at.y + by.y }
}

/// What is so between two outlines.
fn relations(one: &Footprint, other: &Footprint) -> (SquareDistance, [bool; 6]) {
    let is = [
        one.overlaps(other),
        one.is_adjacent(other),
        one.is_within(other, 40, 3),
        one.is_in_front_contact(other),
        one.is_in_rear_contact(other),
        one.has_directly_behind(other),
    ];
    (one.square_distance(other), is)
}

/// A triangle or a polygon of four corners, perhaps with a hole in it.
fn areas() -> impl Strategy<Value = (Vec<MapPoint>, Option<Vec<MapPoint>>)> {
    let ring = prop::collection::vec(points(60), 3..5);
    (ring, prop::option::of(prop::collection::vec(points(15), 3)))
}

fn area((ring, hole): &(Vec<MapPoint>, Option<Vec<MapPoint>>), lay: impl Fn(MapPoint) -> MapPoint) -> MapArea {
    let laid = |ring: &Vec<MapPoint>| ring.iter().map(|at| lay(*at)).collect::<Vec<_>>();
    MapArea::new(std::iter::once((laid(ring), false)).chain(hole.iter().map(|hole| (laid(hole), true))))
}

/// What is so between an area and a block.
fn ground(area: &MapArea, standing: Standing, sight: [[i64; 2]; 2]) -> [bool; 4] {
    let outline = outline(standing);
    let [from, to] = sight;
    [
        area.holds(standing.0, &outline),
        area.is_occupied(standing.0, &outline),
        area.is_passed_by(from, to),
        area.contains(from),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn distance_and_overlap_are_the_same_from_both(one in standings(), other in standings(), length in 1_u16..60) {
        let (one, other) = (outline(one), outline(other));
        prop_assert_eq!(one.square_distance(&other), other.square_distance(&one));
        prop_assert_eq!(one.overlaps(&other), other.overlaps(&one));
        prop_assert_eq!(one.is_adjacent(&other), other.is_adjacent(&one));
        prop_assert_eq!(one.is_within(&other, length, 3), other.is_within(&one, length, 3));
        prop_assert!(!one.overlaps(&other) || one.is_adjacent(&other));
    }

    #[test]
    fn blocks_stand_to_each_other_as_before(one in standings(), other in standings(), way in ways(), by in points(9000)) {
        let before = relations(&outline(one), &outline(other));
        let laid = |(at, facing, width, depth): Standing| outline((way.point(at), way.facing(facing), width, depth));
        prop_assert_eq!(relations(&laid(one), &laid(other)), before);
        let moved = |(at, facing, width, depth): Standing| outline((shifted(by, at), facing, width, depth));
        prop_assert_eq!(relations(&moved(one), &moved(other)), before);
    }

    #[test]
    fn lines_meet_blocks_and_lines_as_before(
        block in standings(), from in points(60), to in points(60), ends in [points(60), points(60)], way in ways(), by in points(9000)
    ) {
        let seen = |block: &Footprint, lay: &dyn Fn(MapPoint) -> MapPoint| {
            let [a, b] = ends.map(lay);
            let (from, to) = (lay(from), lay(to));
            (block.is_passed_by(from.fine(), to.fine()), block.square_to_line(from, to), touch(from, to, a, b))
        };
        let (at, facing, width, depth) = block;
        let before = seen(&outline(block), &|at| at);
        let turned = outline((way.point(at), way.facing(facing), width, depth));
        prop_assert_eq!(seen(&turned, &|at| way.point(at)), before);
        let moved = outline((shifted(by, at), facing, width, depth));
        prop_assert_eq!(seen(&moved, &|at| shifted(by, at)), before);
    }

    #[test]
    fn blocks_are_in_areas_as_before(
        rings in areas(), block in standings(), sight in [points(70), points(70)], way in ways(), by in points(9000)
    ) {
        let (at, facing, width, depth) = block;
        let before = ground(&area(&rings, |at| at), block, sight.map(MapPoint::fine));
        let turned = (way.point(at), way.facing(facing), width, depth);
        let turned_sight = sight.map(|at| way.fine(at.fine()));
        prop_assert_eq!(ground(&area(&rings, |at| way.point(at)), turned, turned_sight), before);
        let moved = (shifted(by, at), facing, width, depth);
        let moved_sight = sight.map(|at| shifted(by, at).fine());
        prop_assert_eq!(ground(&area(&rings, |at| shifted(by, at)), moved, moved_sight), before);
    }

    #[test]
    fn legs_go_as_before(from in points(500), to in points(500), part in 0_i64..50, way in ways(), by in points(9000)) {
        let lay = |at: MapPoint| way.point(at);
        prop_assert_eq!(lay(from).length_to(lay(to)), from.length_to(to));
        prop_assert_eq!(lay(from).length_to(lay(to)), lay(to).length_to(lay(from)));
        prop_assert_eq!(lay(from).toward(lay(to), part, 50), lay(from.toward(to, part, 50)));
        prop_assert_eq!(lay(from).direction_to(lay(to)), from.direction_to(to).map(|facing| way.facing(facing)));
        prop_assert_eq!(shifted(by, from).toward(shifted(by, to), part, 50), shifted(by, from.toward(to, part, 50)));
        if let Some(facing) = from.direction_to(to) {
            prop_assert_eq!(lay(from).ahead(way.facing(facing), part), lay(from.ahead(facing, part)));
        }
    }
}

/// Fails if two blocks overlap, or one is not wholly on the map.
fn assert_stands(engine: &PubEngine, state: &PubState, after: &PubMove) {
    let blocks = 0..engine.rules.blocks.len() as u8;
    let there: Vec<u8> = blocks.filter(|block| state.blocks[usize::from(*block)].is_on_map()).collect();
    let outlines: Vec<Footprint> = there.iter().map(|block| engine.outline(state, *block)).collect();
    for (i, one) in outlines.iter().enumerate() {
        let name = |i: usize| &engine.rules.blocks[usize::from(there[i])].full_name;
        assert!(one.is_on_map(engine.rules.size), "{} after {after:?}", name(i));
        for (j, other) in outlines.iter().enumerate().skip(i + 1) {
            assert!(!one.overlaps(other), "{} and {} after {after:?}", name(i), name(j));
        }
    }
}

#[test]
fn no_blocks_overlap_after_any_legal_move() {
    let (_, engine) = compiled::<PubBattles>();
    let (mut legal, mut moves) = (Vec::new(), 0);
    for seed in 0..3 {
        let (mut state, mut rng) = (engine.start(), Rng::new(seed));
        loop {
            match engine.next(&state) {
                Next::Over(_) => break,
                Next::Auto => engine.advance(&mut state, &mut Chance::fair(&mut rng), &mut Blind),
                Next::Decide { .. } => {
                    engine.moves(&state, &mut legal);
                    for chosen in &legal {
                        assert_eq!(engine.illegal(&state, chosen), None, "{chosen:?}");
                        let mut after = state.clone();
                        engine.apply(&mut after, chosen, &mut Chance::fair(&mut Rng::new(seed)), &mut Blind);
                        assert_stands(&engine, &after, chosen);
                        moves += 1;
                    }
                    let chosen = &legal[rng.draw_below(legal.len() as u32) as usize];
                    engine.apply(&mut state, chosen, &mut Chance::fair(&mut rng), &mut Blind);
                }
            }
        }
    }
    assert!(moves > 5000, "{moves} moves");
}

/// Returns the engine of a document.
fn engine_of(model: PubDocument) -> PubEngine {
    let file = document::<PubBattles>(PubBattles::SKELETON).file;
    let battle = PubBattles::resolve(vec![Arc::new(Doc { file, given: true, model })]);
    PubBattles::compile(&battle).expect("a battle that can be played")
}

/// Returns the battle to begin with, with all rules, a train, blocks of odd sizes, impassable ground, and two days.
fn rich() -> PubDocument {
    let mut model = document::<PubBattles>(PubBattles::SKELETON).model;
    let scenario = model.scenario.as_mut().expect("a scenario");
    scenario.optional = vec![OptionalRule::Leadership, OptionalRule::WrittenOrders, OptionalRule::Trains];
    (scenario.turns, scenario.days) = (4, 2);
    for side in &mut scenario.sides {
        let blocks = &mut side.corps[0].blocks;
        blocks[0].kind = BlockKind::Train;
        (blocks[1].width, blocks[1].depth) = (Some(33), Some(9));
        (blocks[2].width, blocks[2].depth) = (Some(25), Some(15));
    }
    model.map.as_mut().expect("a map").kinds.get_mut("wood").expect("a wood").passable = false;
    model
}

/// Returns a move that somebody could try instead: a little beside, with another facing, over another place.
fn tried(chosen: &PubMove, rng: &mut Rng) -> PubMove {
    let beside = |at: MapPoint, rng: &mut Rng| {
        let mut by = || rng.draw_below(41) as i32 - 20;
        MapPoint { x: at.x + by(), y: at.y + by() }
    };
    let facing = |rng: &mut Rng| rng.happens(1, 2).then(|| rng.draw_below(360) as u16);
    match chosen {
        PubMove::Hq(to) => PubMove::Hq(beside(*to, rng)),
        PubMove::Enter(at) => PubMove::Enter(beside(*at, rng)),
        PubMove::Turn(_) => PubMove::Turn(rng.draw_below(360) as u16),
        PubMove::March { to, .. } => PubMove::March {
            via: if rng.happens(1, 3) { vec![beside(*to, rng)] } else { Vec::new() },
            to: beside(*to, rng),
            facing: facing(rng),
            echelon: rng.happens(1, 2),
        },
        PubMove::Road { road, to, .. } => {
            PubMove::Road { road: *road, to: beside(*to, rng), deploy: rng.happens(1, 2), facing: facing(rng) }
        }
        PubMove::Rally { train, .. } => PubMove::Rally { train: *train, facing: facing(rng) },
        PubMove::Recover { block, at, .. } => {
            PubMove::Recover { block: *block, at: beside(*at, rng), facing: rng.draw_below(360) as u16 }
        }
        PubMove::Joins { block, at } => PubMove::Joins { block: *block, at: at.map(|at| beside(at, rng)) },
        other => other.clone(),
    }
}

/// Plays a battle as it is and laid down otherwise, with the same moves and the same draws. Returns how many moves were
/// legal, and how many were not.
fn plays_the_same(model: &PubDocument, way: Laid, seed: u64) -> (u32, u32) {
    let (engine, laid) = (engine_of(model.clone()), engine_of(way.document(model)));
    let (mut state, mut other) = (engine.start(), laid.start());
    let (mut rng, mut dice, mut other_dice) = (Rng::new(seed), Rng::new(seed + 1), Rng::new(seed + 1));
    let (mut legal, mut verdicts) = (Vec::new(), (0, 0));
    let blocks = engine.rules.blocks.len();
    loop {
        assert!(Laid::default().state(&other, blocks) == way.state(&state, blocks), "{way:?}, seed {seed}: {state:?}");
        match engine.next(&state) {
            Next::Over(outcome) => {
                assert_eq!(laid.outcome(&other), Some(outcome), "{way:?}, seed {seed}");
                return verdicts;
            }
            Next::Auto => {
                engine.advance(&mut state, &mut Chance::fair(&mut dice), &mut Blind);
                laid.advance(&mut other, &mut Chance::fair(&mut other_dice), &mut Blind);
            }
            Next::Decide { .. } => {
                engine.moves(&state, &mut legal);
                let chosen = legal[rng.draw_below(legal.len() as u32) as usize].clone();
                let attempts: Vec<PubMove> = (0..3).map(|_| tried(&chosen, &mut rng)).collect();
                for attempt in attempts.iter().chain([&chosen]) {
                    let why = engine.illegal(&state, attempt);
                    let count = if why.is_none() { &mut verdicts.0 } else { &mut verdicts.1 };
                    *count += 1;
                    let laid_down = way.chosen(attempt);
                    let verdict = laid.illegal(&other, &laid_down);
                    assert_eq!(verdict, why.map(|why| way.refused(why)), "{way:?}, seed {seed}: {attempt:?}");
                }
                // One of those that were tried, so that more comes of the battle than what is listed.
                let legal_one = attempts.into_iter().find(|attempt| engine.illegal(&state, attempt).is_none());
                let made = legal_one.unwrap_or(chosen);
                engine.apply(&mut state, &made, &mut Chance::fair(&mut dice), &mut Blind);
                laid.apply(&mut other, &way.chosen(&made), &mut Chance::fair(&mut other_dice), &mut Blind);
            }
        }
    }
}

#[test]
fn battles_are_the_same_however_the_map_lies() {
    let plain = document::<PubBattles>(PubBattles::SKELETON).model;
    let (mut legal, mut illegal) = (0, 0);
    for model in [plain, rich()] {
        let size = model.map.as_ref().expect("a map").size.into();
        for (seed, way) in (0..).zip(Laid::all(size).cycle().take(21)) {
            let verdicts = plays_the_same(&model, way, seed);
            (legal, illegal) = (legal + verdicts.0, illegal + verdicts.1);
        }
    }
    assert!(legal > 10_000 && illegal > 3000, "{legal} legal and {illegal} illegal moves");
}
