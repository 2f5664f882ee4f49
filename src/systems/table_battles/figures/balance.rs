//! What is weighed of formations: their deeds, what they are worth, the odds of their dice.

use serde_json::{Map, Value, json};

use super::odds;
use crate::play::balance::Tally;
use crate::systems::table_battles::engine::{Counter, Move, State, TableBattles};
use crate::systems::table_battles::prospects::{requirement_name, requires};
use crate::systems::table_battles::resolve::Battle;
use crate::systems::{ActionOdds, Odds, Part, Piece, Weighed};

impl Weighed for TableBattles {
    fn other_first(battle: &Battle) -> Option<TableBattles> {
        TableBattles::compile(battle).ok().map(TableBattles::other_first)
    }

    fn parts(engine: &TableBattles) -> Vec<Part> {
        let mut parts = Vec::new();
        for formation in 0..engine.formations() as u8 {
            let part = |action: Option<u8>, what: String| Part {
                card: engine.id(formation).to_string(),
                name: engine.name(formation).to_owned(),
                side: engine.side(formation),
                piece: usize::from(formation),
                action: action.map(usize::from),
                what,
            };
            parts.push(part(None, String::new()));
            let actions = engine.actions(formation) as u8;
            if actions > 1 {
                let word = |action| format!("{} {}", action + 1, engine.action_word(formation, action));
                parts.extend((0..actions).map(|action| part(Some(action), word(action))));
            }
        }
        parts
    }

    fn without(battle: &Battle, part: &Part) -> Option<TableBattles> {
        let engine = TableBattles::compile(battle).ok()?;
        Some(engine.leaving_out(part.piece as u8, part.action.map(|action| action as u8)))
    }

    fn uses(engine: &TableBattles, part: &Part, state: &State, chosen: &Move) -> bool {
        let is_part = |card: u8| usize::from(card) == part.piece;
        match *chosen {
            Move::Act { card, action } | Move::Null { card, action } | Move::React { card, action } => {
                is_part(card) && part.action.is_none_or(|left_out| left_out == usize::from(action))
            }
            Move::Place { card, .. } => is_part(card) && (part.action.is_none() || !engine.wants_dice(state, card)),
            Move::Retire { card } | Move::Shift { to: card, .. } => is_part(card) && part.action.is_none(),
            Move::NoShift | Move::Pass | Move::Decline | Move::Done => false,
        }
    }

    fn deeds(engine: &TableBattles, tally: &Tally) -> Vec<Piece> {
        let piece = |formation: u8| {
            let figure = |what: Counter| tally.totals.counters[engine.counter(formation, what)];
            let mut figures: Map<String, Value> =
                Counter::ALL.iter().map(|what| (what.name().to_owned(), figure(*what).into())).collect();
            for what in [Counter::Entered, Counter::Routed] {
                figures.insert(format!("{}_in_turn", what.name()), mean_turn(tally, engine.counter(formation, what)));
            }
            let actions = (0..engine.actions(formation) as u8).map(|action| {
                let times = tally.totals.counters[engine.action_counter(formation, action)];
                json!({"action": action + 1, "type": engine.action_word(formation, action), "times": times})
            });
            figures.insert("actions".to_owned(), actions.collect());
            Piece {
                card: engine.id(formation).to_string(),
                name: engine.name(formation).to_owned(),
                side: engine.side_name(engine.side(formation)).to_owned(),
                figures,
            }
        };
        (0..engine.formations() as u8).map(piece).collect()
    }

    fn odds(battle: &Battle) -> Vec<Odds> {
        let odds = battle.fielded().filter(|card| !battle.formation(*card).dice.sets.is_empty()).map(|card| {
            let written = battle.formation(card);
            let actions = written.actions.iter().enumerate().map(|(i, action)| {
                let turns = match written.strength.special() {
                    true => odds::turns_for_cube(&written.dice),
                    false => odds::turns(&written.dice, requires(action)),
                };
                ActionOdds {
                    action: i + 1,
                    r#type: action.word(),
                    requires: requires(action).map(requirement_name),
                    turns: turns.map(|turns| (turns * 100.0).round() / 100.0),
                }
            });
            Odds {
                at: battle.at(card, ""),
                card: battle.cards[card].id.to_string(),
                name: written.name.clone(),
                side: battle.sides()[battle.cards[card].sides[0]].name.clone(),
                takes: (1..=6).map(|dice| digits(odds::takes(&written.dice, dice))).collect(),
                actions: actions.collect(),
            }
        });
        odds.collect()
    }
}

/// The turn in which something first happened, on average over the battles where it did; null where it never did.
fn mean_turn(tally: &Tally, counter: usize) -> Value {
    match tally.battles[counter] {
        0 => Value::Null,
        battles => json!((tally.first_turns[counter] as f64 * 10.0 / battles as f64).round() / 10.0),
    }
}

fn digits(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}
