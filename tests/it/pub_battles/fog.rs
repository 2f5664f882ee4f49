//! Hidden commands and the Fog of War (PB-10.5, PB-10.6): what bots and pictures know of them, and blocks that find no room.

use std::collections::BTreeSet;
use std::sync::Arc;

use muster_core::play::chance::Chance;
use muster_core::play::rng::Rng;
use muster_core::play::{Blind, Engine, Next, Playout};
use muster_games::pub_battles::PubBattles;
use muster_games::pub_battles::engine::{PubEngine, PubMove, decisions};
use muster_games::pub_battles::geometry::MapPoint;
use muster_games::pub_battles::resolve::PubBattle;
use muster_games::pub_battles::rules::HqCover;
use muster_games::pub_battles::state::{BlockFlags, PubState};
use muster_systems::position::{Pictured, TableShown};
use muster_systems::{Game, Notation, Played};

use super::print::words_in;
use crate::battery::{assert_each_listed_is_picked, assert_read_as_written, assert_shown_is_kept, document};
use crate::hidden::redraws_hold;

/// Corps, guards and the Fog of War on both sides, from the start and later.
const MIST: &str = "
system: pub-battles
scenario:
  name: Mist
  turns: 6
  days: 2
  sides:
    - name: South
      edge: south
      army_hq: {hq: Army of the South, at: [200, 20], hidden: true, blocks: [{block: Guard, quality: elite}]}
      corps:
        - {hq: Scott, at: [100, 40], hidden: true, blocks: [{block: S1}, {block: S2, kind: artillery}, {block: S3, kind: cavalry}]}
        - {hq: Sand, at: [300, 40], hidden: true, blocks: [{block: S4}, {block: S5}]}
        - {hq: Stuart, enters: {turn: 1, roll: 3}, hidden: true, blocks: [{block: S6}, {block: S7}]}
      fog_of_war: [{hq: Mist, at: [150, 50]}, {hq: Haze, at: [250, 50]}, {hq: Smoke, enters: {turn: 1, roll: 3}}]
    - name: North
      edge: north
      army_hq: {hq: Army of the North, at: [200, 340], chit: false}
      corps:
        - {hq: Neal, at: [100, 320], hidden: true, blocks: [{block: N1}, {block: N2}, {block: N3}]}
        - {hq: Nash, at: [300, 320], blocks: [{block: N4, at: [300, 300]}, {block: N5, at: [330, 300]}]}
        - {hq: Nolan, enters: {turn: 7, roll: 3}, hidden: true, blocks: [{block: N6}]}
      fog_of_war: [{hq: Cloud, at: [200, 310]}]
  victory: [{rule: sudden-death}, {rule: hold, location: The Inn, within: foot/2}, {rule: losses}]
map:
  name: The Plain
  size: [400, 360]
  foot: 60
  mounted: 90
  block: {width: 20, depth: 10}
  kinds: {wood: {modifier: -1, blocks_sight: true}, lake: {passable: false}}
  features:
    - {name: Owl Wood, kind: wood, area: [[120, 150], [180, 150], [180, 210], [120, 210]]}
    - {name: The Mere, kind: lake, area: [[250, 160], [290, 160], [290, 200], [250, 200]]}
  locations: {The Inn: [220, 180]}
";

fn battle(text: &str) -> PubBattle {
    PubBattles::resolve(vec![Arc::new(document::<PubBattles>(text))])
}

fn engine(text: &str) -> PubEngine {
    PubBattles::compile(&battle(text)).expect("a battle that can be played")
}

/// Calls `at` with every state of some random battles in which somebody decides.
fn each_decision(engine: &PubEngine, battles: u64, mut at: impl FnMut(&PubState, usize, &'static str)) {
    for seed in 0..battles {
        let (mut state, mut rng, mut moves) = (engine.start(), Rng::new(seed), Vec::new());
        loop {
            match engine.next(&state) {
                Next::Over(_) => break,
                Next::Auto => engine.advance(&mut state, &mut Chance::fair(&mut rng), &mut Blind),
                Next::Decide { player, kind } => {
                    at(&state, player, kind);
                    let chosen = engine.pick(&state, &mut moves, |below| rng.draw_below(below));
                    engine.apply(&mut state, &chosen, &mut Chance::fair(&mut rng), &mut Blind);
                }
            }
        }
    }
}

#[test]
fn what_is_hidden_is_hidden_from_bots_and_the_rest_is_kept() {
    let with_orders = MIST.replacen("  days: 2\n", "  days: 2\n  optional: [leadership, written-orders]\n", 1);
    for text in [MIST, &with_orders] {
        let (battle, engine) = (battle(text), engine(text));
        assert!(redraws_hold(&engine, 3, 200) > 50, "headquarters that could be others are others");
        assert_shown_is_kept::<PubBattles>(&engine);
        assert_each_listed_is_picked::<PubBattles>(&engine);
        assert_read_as_written::<PubBattles>(&battle, &engine);
    }
}

/// PB-10.5: a side takes each unspotted headquarters for any that came as it did; those that are spotted, and its own, are
/// as they are.
#[test]
fn every_unspotted_headquarters_may_be_any_that_came_as_it_did() {
    let engine = engine(MIST);
    let commands = |state: &PubState| -> Vec<(Option<MapPoint>, HqCover)> {
        state.commands[..engine.rules.commands.len()].iter().map(|of| (of.at, of.cover)).collect()
    };
    let index = |name: &str| engine.rules.commands.iter().position(|of| of.name == name).expect("a command");
    let start = engine.start();
    let mut at_scotts = BTreeSet::new();
    for seed in 0..200 {
        let mut drawn = start.clone();
        engine.redraw(&mut drawn, 1, &mut Rng::new(seed));
        let place = start.commands[index("Scott")].at;
        at_scotts.extend((0..engine.rules.commands.len()).filter(|command| drawn.commands[*command].at == place));
        let own = index("Army of the North");
        assert_eq!(commands(&drawn)[own..], commands(&start)[own..], "its own are as they are");
        let army = index("Army of the South");
        assert_eq!(drawn.commands[army], start.commands[army], "that of an army is known");
        assert_eq!(drawn.blocks, start.blocks);
    }
    assert_eq!(at_scotts, ["Scott", "Sand", "Mist", "Haze"].map(index).into(), "and none that is still to enter");
    let mut moved = 0;
    each_decision(&engine, 10, |state, player, _| {
        let mut drawn = state.clone();
        engine.redraw(&mut drawn, player, &mut Rng::new(7));
        let sorted = |state: &PubState, unspotted: bool| {
            let mut all = commands(state);
            all.retain(|(_, cover)| cover.is_unspotted() == unspotted);
            all.iter_mut().for_each(|of| of.1 = HqCover::Open);
            all.sort_unstable();
            all
        };
        assert_eq!(sorted(&drawn, true), sorted(state, true), "the same places");
        assert_eq!(sorted(&drawn, false), sorted(state, false));
        moved += usize::from(commands(&drawn) != commands(state));
    });
    assert!(moved > 100, "{moved}");
}

/// PB-10.6: both sides place, the one that acts first, and everything that was hidden is seen in some battle.
#[test]
fn both_sides_place_their_blocks() {
    let engine = engine(MIST);
    let (mut first, mut placed, mut removed) = (0, BTreeSet::new(), BTreeSet::new());
    let mut before = None;
    each_decision(&engine, 60, |state, player, kind| {
        let acting = engine.acting(state).map(|command| usize::from(engine.rules.commands[usize::from(command)].side));
        if kind == decisions::PLACE && before != Some(decisions::PLACE) {
            first += usize::from(acting == Some(player));
        }
        before = Some(kind);
        let hidden = |of: &&muster_games::pub_battles::rules::BlockRules| of.at.is_none() && of.entry.is_none();
        let blocks = engine.rules.blocks.iter().filter(hidden);
        placed.extend(blocks.zip(&state.blocks).filter(|(_, of)| of.is_on_map()).map(|(of, _)| of.name.clone()));
        let gone = engine.rules.commands.iter().zip(&state.commands).filter(|(_, of)| of.cover == HqCover::Removed);
        removed.extend(gone.map(|(of, _)| of.name.clone()));
    });
    assert!(first > 20, "{first}");
    assert_eq!(removed.len(), 4, "{removed:?}");
    assert!(placed.len() > 10, "{placed:?}");
}

/// A picture for a side shows where unspotted headquarters stand, and neither their names nor what they hide.
#[test]
fn pictures_and_reports_for_a_side_do_not_tell_what_is_hidden() {
    let (battle, engine) = (battle(MIST), engine(MIST));
    let text = |seen_by: Option<usize>| -> String {
        let rows = PubBattles::position(&battle, &engine, &engine.start(), seen_by, words_in("en"));
        match &rows[0].shown {
            TableShown::Drawing(drawing) => drawing.text.clone(),
            TableShown::Pieces(..) => panic!("a map is drawn"),
        }
    };
    let (all, north) = (text(None), text(Some(1)));
    for hidden in ["Scott", "Mist", "S1", "Army of the South"] {
        assert!(all.contains(hidden) && !north.contains(hidden), "{hidden}:\n{north}");
    }
    for seen in ["Headquarters, South: at 100, 40", "Headquarters of Neal, North", "N4 of Nash", "Hidden: Neal/N1"] {
        assert!(north.contains(seen), "{seen}:\n{north}");
    }
    let shown = PubBattles::show(&engine, &engine.start(), Some(1));
    assert_eq!(shown["unspotted"]["South"], serde_json::json!([[100, 40], [150, 50], [200, 20], [250, 50], [300, 40]]));
    assert!(shown["hqs"].get("Scott").is_none() && shown["hqs"].get("Mist").is_none());
    assert_eq!(shown["hqs"]["Neal"]["state"], "hidden");
    assert!(shown["blocks"].get("Scott/S1").is_none() && shown["blocks"]["Neal/N1"]["state"] == "hidden");
}

/// The battle with so many blocks in one hidden command that they find no room around its headquarters, and its number.
fn crowd() -> (PubEngine, usize) {
    let crowd: Vec<String> = (1..=12).map(|i| format!("{{block: C{i}}}")).collect();
    let text = MIST
        .replace(
            "[{block: S1}, {block: S2, kind: artillery}, {block: S3, kind: cavalry}]",
            &format!("[{}]", crowd.join(", ")),
        )
        .replace("mounted: 90", "mounted: 61")
        .replace("days: 2", "days: 2\n  optional: [leadership]");
    let engine = engine(&text);
    let of_scott = engine.rules.commands.iter().position(|of| of.name == "Scott").expect("a command");
    (engine, of_scott)
}

/// PB-10.6: it is checked once more who is spotted when a leader has joined a block, not when he has not.
#[test]
fn nothing_is_placed_when_a_leader_joins_nobody() {
    let (engine, of_scott) = crowd();
    let mut with_hidden = 0;
    each_decision(&engine, 100, |state, _, kind| {
        if kind == decisions::JOIN && engine.acting(state) == Some(of_scott as u8) {
            let mut blocks = engine.rules.blocks_of(of_scott as u8);
            with_hidden += usize::from(blocks.any(|block| state.blocks[block].flags.has(BlockFlags::HIDDEN)));
            let (mut then, mut rng) = (state.clone(), Rng::new(1));
            engine.apply(&mut then, &PubMove::JoinsNobody, &mut Chance::fair(&mut rng), &mut Blind);
            assert_eq!(engine.acting(&then), None, "the activation is over");
        }
    });
    assert!(with_hidden > 5, "{with_hidden}");
}

/// PB-10.6: what finds no room stays with its headquarters, and is placed in an activation of its command when there is.
#[test]
fn blocks_without_room_are_placed_later() {
    let (engine, of_scott) = crowd();
    let (mut without_room, mut later) = (0, 0);
    let mut left = 0;
    let mut moves = Vec::new();
    each_decision(&engine, 200, |state, _, kind| {
        let hidden =
            engine.rules.blocks_of(of_scott as u8).filter(|block| state.blocks[*block].flags.has(BlockFlags::HIDDEN));
        let hidden = hidden.count();
        let is_open = state.commands[of_scott].cover == HqCover::Open;
        if kind == decisions::PLACE {
            engine.moves(state, &mut moves);
            let stays = moves.contains(&PubMove::Unplaced);
            assert!(!stays || moves.len() == 1, "it stays only where it must: {moves:?}");
            without_room += usize::from(stays);
        } else if is_open {
            later += usize::from(hidden > 0 && hidden < left);
            left = hidden;
        } else {
            left = 0;
        }
    });
    assert!(without_room > 5 && later > 0, "{without_room} {later}");
}
