//! The report's first words: who wins how often, and what that depends on.

use muster_core::play::bots::Bot;

use super::{EqualBots, Share, Win};

/// The smallest difference between two win shares that the plain sentence mentions; their intervals lie apart, too.
const LARGE: f64 = 0.05;

/// Returns a sentence about who wins how often, and which shares so many battles cannot tell apart. `half` is half the width of
/// an interval about an even share. If the battle `is_solved`, another sentence already names the stronger side.
pub(super) fn sentence(wins: &[Win], draws: u64, bots: &[Bot], (half, is_solved): (f64, bool)) -> String {
    let Some(best) = wins.iter().reduce(|a, b| if b.share.won > a.share.won { b } else { a }) else {
        return String::new();
    };
    let of = best.share.of;
    let between = Bot::names(bots).join(" against ");
    if of == 0 {
        let unfinished = best.share.unfinished.unwrap_or(0);
        return format!("Nobody won a battle ({between}; {draws} drawn, {unfinished} unfinished).");
    }
    let range = best.share.percent_text();
    let (from, to) = ((50.0 - 100.0 * half).round(), (50.0 + 100.0 * half).round());
    let telling = if (from, to) == (50.0, 50.0) {
        format!("{of} battles can tell 49 from 51")
    } else {
        format!("{of} battles cannot tell {from} from {to}")
    };
    let even = 1.0 / wins.len() as f64;
    let said = if is_solved {
        format!("Between bots, {} won {range}", best.side)
    } else if best.share.low <= even {
        format!("Neither side is clearly stronger: {} won {range}", best.side)
    } else {
        format!("{} won {range}", best.side)
    };
    format!("{said} of the decided battles ({between}); {telling}.")
}

/// Returns the sentence on going first, where that is worth much: by the share of a side that goes first, and its share when it
/// goes second.
pub(super) fn going_first(first: &Win, second: &Win) -> Option<String> {
    let worth = first.share.share - second.share.share;
    let verb = if worth > 0.0 { "is worth" } else { "costs" };
    differs(&first.share, &second.share).then(|| format!("Going first {verb} {:.0} points.", worth.abs() * 100.0))
}

/// Returns the sentence on the bots' strength: with the strongest bot that changes the shares much.
pub(super) fn depends_on_strength(wins: &[Win], equal_bots: &[EqualBots]) -> Option<String> {
    equal_bots.iter().rev().find_map(|equal| {
        let best = equal.wins.iter().reduce(|a, b| if b.share.won > a.share.won { b } else { a })?;
        let before = wins.iter().find(|win| win.side == best.side)?;
        differs(&best.share, &before.share).then(|| {
            let (side, bot, range) = (&best.side, &equal.bot, best.share.percent_text());
            format!("The result depends on the bots' strength: {side} win {range} with {bot} on both sides.")
        })
    })
}

/// Returns true if two shares are far apart and their intervals have nothing in common.
fn differs(one: &Share, other: &Share) -> bool {
    one.interval().leaves(other.interval()) && (one.share - other.share).abs() >= LARGE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wins(won: [u64; 2]) -> Vec<Win> {
        let of = won.iter().sum();
        let win = |side: &str, won| Win { side: side.to_owned(), share: Share::new(won, of) };
        vec![win("North", won[0]), win("South", won[1])]
    }

    fn equal(bot: &str, won: [u64; 2]) -> EqualBots {
        EqualBots { bot: bot.to_owned(), wins: wins(won) }
    }

    #[test]
    fn the_sentence_names_the_strongest_bot_that_answers_otherwise() {
        let written = wins([600, 400]);
        let same = equal("mcts:100", [115, 85]);
        assert_eq!(depends_on_strength(&written, &[equal("greedy", [118, 82]), same.clone()]), None);
        let other = equal("greedy", [60, 140]);
        let said = depends_on_strength(&written, &[other, same]).expect("another answer");
        assert_eq!(said, "The result depends on the bots' strength: South win 63–76 % with greedy on both sides.");
        let strongest = depends_on_strength(&written, &[equal("greedy", [60, 140]), equal("mcts:100", [180, 20])]);
        assert!(strongest.expect("another answer").contains("North win 85–93 % with mcts:100"));
    }

    #[test]
    fn going_first_is_told_where_it_is_worth_much_or_costs_much() {
        let worth = |first, second| going_first(&wins([first, 1000 - first])[0], &wins([second, 1000 - second])[0]);
        assert_eq!(worth(600, 480).as_deref(), Some("Going first is worth 12 points."));
        assert_eq!(worth(480, 600).as_deref(), Some("Going first costs 12 points."));
        assert_eq!(worth(520, 480), None, "the intervals overlap");
        let sure = going_first(&wins([51_000, 49_000])[0], &wins([49_000, 51_000])[0]);
        assert_eq!(sure, None, "sure, but little");
    }
}
