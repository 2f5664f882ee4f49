//! The target of a battle, as an author or a command writes it: in percent, and with sides by name.

use serde::{Deserialize, Serialize};

use muster_core::diag::nearest;
use muster_core::play::bots::Bot;
use muster_core::play::interval::rounded;

use super::{BotPairing, MeasureTarget, ShareTarget, Target};

/// The share that a side should win where nothing is said of it, in percent.
const EVEN: f64 = 50.0;

/// The most turns that a target may name.
const MOST_TURNS: f64 = 1e6;

/// The target of a battle whose sides are not known yet.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WantedTarget {
    /// The share of battles that a side should win. Left out: half of them for the first side.
    pub share: Option<WantedShare>,
    /// The fewest and the most turns that it should last on average.
    pub turns: Option<(f64, f64)>,
    /// The least share that the greedy bot should win against the random one, in percent.
    pub skill: Option<f64>,
    /// The most that going first should be worth or cost, in percentage points.
    pub first: Option<f64>,
    /// Whether no side should win more often without one of its cards.
    pub harmless: bool,
    /// The shares that the side should win between other bots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub between: Vec<WantedPairing>,
}

/// The share that the side of a target should win between certain bots, in percent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WantedPairing {
    /// The bot of each side, by name.
    pub bots: Vec<String>,
    /// The least and the most.
    pub percent: (f64, f64),
}

/// The share of the decided battles that a side should win.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WantedShare {
    /// The name of the side; the first one where there is none.
    pub side: Option<String>,
    /// The share, in percent.
    pub percent: f64,
}

/// A name that no side has.
pub struct UnknownSide<'s> {
    /// The message: the name, and the sides there are.
    pub text: String,
    /// The side that was probably meant.
    pub near: Option<&'s str>,
}

impl WantedTarget {
    /// Returns what is wanted of a battle of these sides.
    ///
    /// # Errors
    /// Says which side there is not.
    pub fn target(&self, sides: &[String]) -> Result<Target, String> {
        if let Some(UnknownSide { text, near }) = self.unknown_side(sides) {
            let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            return Err(text + &near);
        }
        let share = self.share.as_ref();
        let named = share.and_then(|share| share.side.as_ref());
        let side = named.and_then(|name| sides.iter().position(|side| side == name)).unwrap_or(0);
        let share = ShareTarget { side, share: share.map_or(EVEN, |share| share.percent) / 100.0 };
        Ok(Target {
            share,
            turns: self.turns.map(|(least, most)| least..=most),
            skill: self.skill.map(|percent| percent / 100.0),
            first: self.first.map(|points| points / 100.0),
            harmless: self.harmless,
            pairings: self.between.iter().map(|wanted| wanted.pairing(sides.len())).collect::<Result<_, _>>()?,
            measures: Vec::new(),
        })
    }

    /// Returns what is wrong with the side that is named where none of these is it.
    pub fn unknown_side<'s>(&self, sides: &'s [String]) -> Option<UnknownSide<'s>> {
        let name = self.share.as_ref()?.side.as_ref().filter(|name| !sides.contains(name))?;
        let all: Vec<String> = sides.iter().map(|side| format!("`{side}`")).collect();
        let text = format!("unknown side `{name}`; the sides are {}", all.join(", "));
        Some(UnknownSide { text, near: nearest(name, sides.iter().map(String::as_str)) })
    }

    /// Returns true if all numbers are such as can be wanted.
    pub fn is_possible(&self) -> bool {
        let share = self.share.as_ref().map(|share| share.percent);
        [share, self.skill, self.first].into_iter().flatten().all(|number| (0.0..=100.0).contains(&number))
            && self.turns.is_none_or(|(least, most)| 0.0 <= least && least <= most && most <= MOST_TURNS)
    }
}

impl WantedPairing {
    fn pairing(&self, sides: usize) -> Result<BotPairing, String> {
        let bots: Option<Vec<Bot>> = self.bots.iter().map(|name| Bot::parse(name)).collect();
        let bots = bots.filter(|bots| bots.len() == sides);
        let (low, high) = self.percent;
        let share = low / 100.0..=high / 100.0;
        bots.map(|bots| BotPairing { bots, share })
            .ok_or_else(|| format!("expected one bot for each of the {sides} sides, found `{}`", self.bots.join(",")))
    }
}

/// Reads the share that is wanted between certain bots, such as `greedy,mcts:100=20..40`, or `greedy,greedy=50`.
///
/// # Errors
/// Says what such a share is.
pub fn pairing(text: &str) -> Result<WantedPairing, String> {
    let (bots, range) = text.rsplit_once('=').ok_or("expected BOT,BOT=A..B, as in `greedy,mcts:100=20..40`")?;
    let bots: Vec<String> = bots.split(',').map(|bot| bot.trim().to_owned()).collect();
    if let Some(unknown) = bots.iter().find(|bot| Bot::parse(bot).is_none()) {
        return Err(format!("unknown bot `{unknown}`; expected one of {}", Bot::NAMES.join(", ")));
    }
    let (low, high) = range.split_once("..").unwrap_or((range, range));
    let percent = (percent(low)?, percent(high)?);
    match percent.0 <= percent.1 {
        true => Ok(WantedPairing { bots, percent }),
        false => Err("expected two percentages, the lower one first, such as `20..40`".to_owned()),
    }
}

/// Reads a percentage, to a ten thousandth: the text of a number of so few digits is read back as the same number.
///
/// # Errors
/// Says what a percentage is.
pub fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim().parse::<f64>().ok();
    let number = number.filter(|n| (0.0..=100.0).contains(n)).map(|n| rounded(n, 4));
    number.ok_or_else(|| "expected a percentage from 0 to 100".to_owned())
}

/// A measure of battles and the range that it should be in, as it is written: in percent, or a number.
#[derive(Debug, Clone, PartialEq)]
pub struct WantedMeasure {
    /// Its name: `idle rolls`.
    pub name: String,
    /// The least and the most.
    pub range: (f64, f64),
}

impl WantedMeasure {
    /// Returns what is wanted of a battle with these measures: the name of each, and whether it is a share.
    ///
    /// # Errors
    /// Says which measure there is not.
    pub fn target(&self, measures: &[(&'static str, bool)]) -> Result<MeasureTarget, String> {
        let Some((name, is_share)) = measures.iter().find(|(name, _)| *name == self.name) else {
            let mut names: Vec<String> = measures.iter().map(|(name, _)| format!("`{name}`")).collect();
            names.dedup();
            return Err(format!("unknown measure `{}`; expected one of {}", self.name, names.join(", ")));
        };
        let scale = if *is_share { 100.0 } else { 1.0 };
        let (low, high) = self.range;
        if *is_share && high > 100.0 {
            return Err(format!("`{name}` is a share: expected percentages from 0 to 100"));
        }
        Ok(MeasureTarget { name: (*name).to_owned(), is_share: *is_share, range: low / scale..=high / scale })
    }
}

/// Reads a measure with its range, such as `idle rolls=0..20`.
///
/// # Errors
/// Says what such a range is.
pub fn measure(text: &str) -> Result<WantedMeasure, String> {
    let (name, range) = text.rsplit_once('=').ok_or("expected NAME=A..B, as in `idle rolls=0..20`")?;
    let number = |text: &str| {
        let number = text.trim().trim_end_matches('%').trim().parse::<f64>().ok();
        number.filter(|n| (0.0..=MOST_TURNS).contains(n))
    };
    let ends = range.split_once("..").and_then(|(low, high)| Some((number(low)?, number(high)?)));
    let range = ends.filter(|(low, high)| low <= high);
    let range = range.ok_or_else(|| "expected two numbers, the lower one first, such as `0..20`".to_owned())?;
    Ok(WantedMeasure { name: name.trim().to_owned(), range })
}

/// Reads a share such as `45`, or that of a side such as `Redcoats=45`.
///
/// # Errors
/// Says what a percentage is.
pub fn share(text: &str) -> Result<WantedShare, String> {
    match text.rsplit_once('=') {
        Some((side, share)) => Ok(WantedShare { side: Some(side.to_owned()), percent: percent(share)? }),
        None => Ok(WantedShare { side: None, percent: percent(text)? }),
    }
}

/// Reads a range of turns such as `20..40`.
///
/// # Errors
/// Says what such a range is.
pub fn turns(text: &str) -> Result<(f64, f64), String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|n| (0.0..=MOST_TURNS).contains(n));
    let ends =
        text.split_once("..").and_then(|(low, high)| Some((rounded(number(low)?, 4), rounded(number(high)?, 4))));
    let range = ends.filter(|(low, high)| low <= high);
    range.ok_or_else(|| "expected two numbers of turns, the lower one first, such as `20..40`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_may_name_its_side() {
        assert_eq!(share("45%"), Ok(WantedShare { side: None, percent: 45.0 }));
        assert_eq!(share("A=B=60"), Ok(WantedShare { side: Some("A=B".to_owned()), percent: 60.0 }));
        assert!(share("101").is_err() && share("x=").is_err() && share("nan").is_err());
    }

    #[test]
    fn a_pairing_has_a_bot_for_each_side_and_a_range() {
        let read = |text: &str| pairing(text).map(|wanted| (wanted.bots.join(" "), wanted.percent));
        assert_eq!(read("greedy,mcts:100=20..40"), Ok(("greedy mcts:100".to_owned(), (20.0, 40.0))));
        assert_eq!(read("greedy, greedy=50%"), Ok(("greedy greedy".to_owned(), (50.0, 50.0))));
        assert!(read("greedy=60..40").is_err() && read("clever,greedy=50").is_err() && read("greedy").is_err());
        let wanted = WantedTarget { between: vec![pairing("greedy=50").expect("a share")], ..WantedTarget::default() };
        let refused = wanted.target(&["A".to_owned(), "B".to_owned()]).expect_err("one bot for two sides");
        assert_eq!(refused, "expected one bot for each of the 2 sides, found `greedy`");
    }

    #[test]
    fn a_measure_has_a_name_that_the_game_knows_and_a_range() {
        let known = [("idle rolls", true), ("moves taken back", false)];
        let read = |text: &str| measure(text).and_then(|wanted| wanted.target(&known));
        assert_eq!(read("idle rolls=0..20").map(|target| (target.is_share, target.range)), Ok((true, 0.0..=0.2)));
        assert_eq!(read("moves taken back = 0..1.5").map(|target| target.range), Ok(0.0..=1.5));
        let refused = read("idle roles=0..20").expect_err("a typo");
        assert_eq!(refused, "unknown measure `idle roles`; expected one of `idle rolls`, `moves taken back`");
        assert!(
            read("idle rolls=0..200").is_err() && read("idle rolls=20..10").is_err() && read("idle rolls").is_err()
        );
    }

    #[test]
    fn a_range_of_turns_has_its_lower_end_first() {
        assert_eq!(turns("20..40"), Ok((20.0, 40.0)));
        assert_eq!(turns("7.5 .. 7.5"), Ok((7.5, 7.5)));
        assert!(turns("40..20").is_err() && turns("20").is_err() && turns("1..nan").is_err());
    }

    #[test]
    fn what_is_written_is_read_back_as_the_same() {
        for text in ["33.333333333333336", "0.1", "45.7", "99.9999"] {
            let wanted = WantedTarget { skill: Some(percent(text).expect("a percentage")), ..WantedTarget::default() };
            let written = serde_json::to_string(&wanted).expect("JSON");
            assert_eq!(serde_json::from_str::<WantedTarget>(&written).expect("JSON"), wanted);
        }
    }
}
