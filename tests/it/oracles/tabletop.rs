//! Battles of Tabletop, as the oracle of the game reads them.

use std::sync::Arc;

use muster_core::play::chance::{Chance, Draw};
use muster_core::play::rng::Rng;
use muster_core::play::{Blind, Engine, Next};
use muster_games::tabletop::Tabletop;
use muster_games::tabletop::engine::{DISENGAGES, HexEngine, HexOrder, card_of};
use muster_systems::notation::Notation;
use muster_systems::{Game, Played};
use serde_json::{Value, json};

use super::read;

/// The most orders of a battle: what follows is not compared.
const ORDERS: usize = 1500;

/// Plays a random battle of a scenario, and tells it as the oracle reads it.
pub(super) fn recorded(document: &str, seed: u64) -> Value {
    let battle = Tabletop::resolve(vec![Arc::new(read::<Tabletop>(document))]);
    let engine = Tabletop::compile(&battle).unwrap_or_else(|error| panic!("{error}: {document}"));
    let mut rng = Rng::new(seed);
    let (mut state, mut legal) = (engine.start(), Vec::new());
    let (mut steps, mut draws, mut states) = (Vec::new(), Vec::new(), Vec::new());
    let mut result = Value::Null;
    while steps.len() < ORDERS {
        let before = engine.clock(&state);
        let (mut drawn, mut asked) = (Vec::new(), Vec::new());
        match engine.next(&state) {
            Next::Over(end) => {
                let winner = end.winner.map(|winner| &engine.rules.factions[winner].name);
                result = json!({"winner": winner, "by": end.by});
                break;
            }
            Next::Auto => {
                let mut chance = Chance::fair(&mut rng).record_in(&mut drawn).ask_in(&mut asked);
                engine.advance(&mut state, &mut chance, &mut Blind);
            }
            Next::Decide { player, kind } => {
                engine.moves(&state, &mut legal);
                let chosen = eager(&legal, &mut rng);
                assert!(legal.iter().all(|order| engine.illegal(&state, order).is_none()), "listed, but not legal");
                if legal.len() > 1 {
                    steps.push(json!({
                        "turn": state.turn,
                        "side": engine.rules.factions[player].name,
                        "decision": kind,
                        "legal": legal.iter().map(|order| Tabletop::option(&engine, order)).collect::<Vec<_>>(),
                        "chosen": Tabletop::option(&engine, &chosen),
                    }));
                }
                let mut chance = Chance::fair(&mut rng).record_in(&mut drawn).ask_in(&mut asked);
                engine.apply(&mut state, &chosen, &mut chance, &mut Blind);
            }
        }
        draws.extend(drawn.into_iter().zip(asked).map(|(draw, asked)| fate(&engine, draw, asked)));
        let after = engine.clock(&state);
        if after.turn != before.turn {
            states.push(Tabletop::show(&engine, &state, None));
        }
    }
    let document: Value = serde_json::from_str(document).expect("a document");
    json!({"scenario": document, "steps": steps, "draws": draws, "states": states, "result": result})
}

/// Returns what chance made of a card, with its chance.
fn fate(engine: &HexEngine, draw: Draw, (chances, all): (u64, u64)) -> Value {
    let words = if draw.label.kind == DISENGAGES { ["held", "disengaged"] } else { ["survives", "destroyed"] };
    json!(["fate", engine.name(card_of(draw.label)), words[draw.number as usize], chances, all])
}

/// Returns any order, with a liking for those that are rare otherwise; being done less often than anything else.
fn eager(legal: &[HexOrder], rng: &mut Rng) -> HexOrder {
    let is_rare = |order: &&HexOrder| {
        matches!(
            order,
            HexOrder::Disengage { .. }
                | HexOrder::Train { .. }
                | HexOrder::Reinforce { .. }
                | HexOrder::Strike { .. }
                | HexOrder::Use { .. }
                | HexOrder::Merge { .. }
        )
    };
    let rare: Vec<&HexOrder> = legal.iter().filter(is_rare).collect();
    if !rare.is_empty() && rng.draw_below(3) == 0 {
        return *rare[rng.draw_below(rare.len() as u32) as usize];
    }
    // Turns come to an end, so that there are combats.
    if rng.draw_below(6) == 0 { HexOrder::Done } else { legal[rng.draw_below(legal.len() as u32) as usize] }
}
