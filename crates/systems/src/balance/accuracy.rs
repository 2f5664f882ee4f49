//! The known distance of a report's bots from best play.

use muster_core::play::bots::Bot;

use crate::english::list;

/// The distance of a bot from best play, on average and at most: how many points its shares are off on small battles solved exactly.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BotDistance {
    /// The bot, on both sides.
    pub bot: Bot,
    /// The mean of the distances.
    pub mean: f64,
    /// The greatest distance.
    pub greatest: f64,
}

/// Battles on which the distances of bots are measured.
const MEASURED_ON: u32 = 24;

/// Returns the sentence that names the bots of a report and how far each is known to be from best play; a search with a number of
/// playouts that was not measured is at least as near as one with fewer.
pub(super) fn accuracy(measured: &[BotDistance], mut bots: Vec<Bot>) -> String {
    bots.sort();
    bots.dedup();
    let names = Bot::names(&bots);
    let known = |bot: &Bot| measured.iter().rev().find(|known| is_measure_of(known.bot, *bot));
    let Some(known) = bots.iter().map(known).collect::<Option<Vec<_>>>().filter(|known| !known.is_empty()) else {
        return format!("How far {} is from best play in this game is not known.", list(&names, "or"));
    };
    let each = known.iter().zip(&names).map(|(known, name)| {
        let as_measured =
            if known.bot.to_string() == *name { String::new() } else { format!(", measured as {}", known.bot) };
        format!("{:.1} points with {name} ({:.1} at most{as_measured})", known.mean, known.greatest)
    });
    format!(
        "On {MEASURED_ON} small battles solved exactly, shares are off by {} on average.",
        list(&each.collect::<Vec<_>>(), "and")
    )
}

/// Returns true if a bot that was measured is the other one, or a search with fewer playouts.
fn is_measure_of(measured: Bot, bot: Bot) -> bool {
    match (measured, bot) {
        (Bot::Mcts(fewer), Bot::Mcts(playouts)) => fewer <= playouts,
        (measured, bot) => measured == bot,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_is_named_with_what_is_known_of_it() {
        let measured = [
            BotDistance { bot: Bot::Greedy, mean: 17.0, greatest: 60.0 },
            BotDistance { bot: Bot::Mcts(20), mean: 6.0, greatest: 20.0 },
            BotDistance { bot: Bot::Mcts(100), mean: 3.0, greatest: 10.0 },
        ];
        assert_eq!(
            accuracy(&measured, vec![Bot::Mcts(50), Bot::Greedy, Bot::Greedy]),
            "On 24 small battles solved exactly, shares are off by 17.0 points with greedy (60.0 at most) and 6.0 points with \
             mcts:50 (20.0 at most, measured as mcts:20) on average."
        );
        let unknown = "How far greedy or mcts:10 is from best play in this game is not known.";
        assert_eq!(accuracy(&measured, vec![Bot::Greedy, Bot::Mcts(10)]), unknown);
    }
}
