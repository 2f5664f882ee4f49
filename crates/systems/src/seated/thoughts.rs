//! What a bot thinks of its moves, for the page of a table.

use std::cmp::Ordering;

use serde_json::{Value, json};

use muster_core::play::bots::{Bot, Thought};

use crate::live::LiveBattle;

/// The most moves that are shown.
const MOST: usize = 12;

/// Returns the option that a bot thinks best, which it may not always choose itself; `None` if it has none.
pub fn best(live: &mut dyn LiveBattle, bot: Bot) -> Option<usize> {
    best_first(&live.thoughts(bot)).first().copied().or_else(|| live.advice(bot))
}

/// Returns the options in the order of what is thought of them, the best first.
fn best_first(thoughts: &[Thought]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..thoughts.len()).collect();
    let rank = |option: &usize| thoughts[*option].rank();
    order.sort_by(|a, b| rank(b).partial_cmp(&rank(a)).unwrap_or(Ordering::Equal).then(a.cmp(b)));
    order
}

/// Returns what a bot thinks of its moves, the best first.
pub(super) fn document(live: &dyn LiveBattle, bot: Bot) -> Value {
    let thoughts = live.thoughts(bot);
    let order = best_first(&thoughts);
    let options = live.options();
    let row = |option: &usize| {
        let words = &options[*option].words;
        match thoughts[*option] {
            Thought::Points(points) => json!({"words": words, "points": (points * 10.0).round() / 10.0}),
            Thought::Searched { tries, share } => json!({
                "words": words, "tries": (tries * 1000.0).round() / 10.0, "share": (share * 1000.0).round() / 10.0,
            }),
        }
    };
    let moves: Vec<Value> = order.iter().take(MOST).map(row).collect();
    json!({"bot": bot.to_string(), "moves": moves, "of": thoughts.len()})
}
