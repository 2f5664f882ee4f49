//! Arguments for the target of a search, and for the values that may change.

use crate::cli::help::whole;
use crate::review::{Review, Unit};
use crate::tune::wanted::{
    WantedMeasure, WantedPairing, WantedShare, WantedTarget, measure, pairing, percent, share, turns,
};
use crate::tune::{NamedPlace, Narrowing, Vary, values_of};

/// The target of a tuning.
#[derive(Debug, clap::Args)]
pub(super) struct Wanted {
    /// Set the target share of decided battles, in percent, for the first side or a named side.
    #[arg(long, value_name = "[SIDE=]PERCENT", default_value = "50", value_parser = share)]
    share: WantedShare,

    /// Set the target length of battles: the average number of turns, such as `20..40`.
    #[arg(long, value_name = "A..B", value_parser = turns)]
    turns: Option<(f64, f64)>,

    /// Require that the greedy bot wins at least this share against the random bot, in percent: how much skill matters.
    #[arg(long, value_name = "PERCENT", num_args = 0..=1, default_missing_value = "60", require_equals = true, value_parser = percent)]
    skill: Option<f64>,

    /// Set the target share of the side of `--share` when the sides have these bots, in percent, such as
    /// `greedy,mcts:100=20..40`; can be repeated.
    #[arg(long, value_name = "BOT,BOT=A..B", value_parser = pairing)]
    between: Vec<WantedPairing>,

    /// Set the range of a measure of battles, as `muster smoke` names it, such as `"idle rolls=0..20"` (in percent), for each side;
    /// can be repeated.
    #[arg(long, value_name = "NAME=A..B", value_parser = measure)]
    pub(super) measure: Vec<WantedMeasure>,

    /// Allow going first to be worth or cost at most this many percentage points.
    #[arg(long, value_name = "POINTS", value_parser = percent)]
    first: Option<f64>,

    /// Require that no side wins more often by never using one of its cards.
    #[arg(long)]
    harmless: bool,
}

/// The values that may change.
#[derive(Debug, clap::Args)]
pub(super) struct Changing {
    /// Change only this value; can be repeated. Give a place, and a range or list of values: `7A/strength=4..8`, `"Old
    /// Guard".strength=4..8` or, by JSON Pointer, `/scenario/turns=8..12`.
    #[arg(long, value_name = "PLACE=RANGE", value_parser = vary)]
    vary: Vec<Varied>,

    /// Keep this place and everything below it as it is: a card by name or number, or a JSON Pointer.
    #[arg(long, value_name = "PLACE", value_parser = NamedPlace::parse)]
    keep: Vec<NamedPlace>,

    /// Combine at most N changes. From three on (two in slower games), combinations are chosen by a forecast.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole(1..=5_u8))]
    pub(super) edits: u8,
}

impl Wanted {
    /// The targets that are asked for, of a battle of any sides.
    pub(super) fn target(&self) -> WantedTarget {
        WantedTarget {
            share: Some(self.share.clone()),
            turns: self.turns,
            skill: self.skill,
            first: self.first,
            harmless: self.harmless,
            between: self.between.clone(),
        }
    }
}

impl Changing {
    /// Returns true if the values to try are named.
    pub(super) fn names_values(&self) -> bool {
        !self.vary.is_empty()
    }

    /// Says why there is no change to try.
    pub(super) fn why_nothing(&self) -> &'static str {
        match (self.vary.is_empty(), self.keep.is_empty()) {
            (true, true) => "this battle has no value that can be changed in its files",
            (true, false) => "nothing may be changed: `--keep` keeps every value of this battle that could be",
            (false, true) => "nothing may be changed: `--vary` names only the values that are written already",
            (false, false) => {
                "nothing may be changed: `--vary` names only values that are written already, or that `--keep` keeps"
            }
        }
    }

    /// Returns the limits on the values that may change in the battle of a scenario.
    ///
    /// # Errors
    /// Says what there is not.
    pub(super) fn narrowing(&self, review: &Review, unit: &Unit) -> Result<Narrowing, String> {
        let vary = self.vary.iter().map(|Varied { place, values }| {
            Ok::<_, String>(Vary { spot: place.spot(review, unit)?, values: values.clone() })
        });
        let keep = self.keep.iter().map(|place| place.spot(review, unit));
        Ok(Narrowing { vary: vary.collect::<Result<_, _>>()?, keep: keep.collect::<Result<_, _>>()? })
    }
}

/// A place, and what is tried there.
#[derive(Debug, Clone)]
struct Varied {
    place: NamedPlace,
    values: Vec<String>,
}

fn vary(text: &str) -> Result<Varied, String> {
    let (at, range) = text.rsplit_once('=').ok_or("expected PLACE=RANGE, such as `7A/strength=4..8`")?;
    Ok(Varied { place: NamedPlace::parse(at)?, values: values_of(range)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_and_a_list_are_values() {
        let values = |text: &str| vary(text).map(|vary| vary.values);
        assert_eq!(values("/a/b=3..5"), Ok(["3", "4", "5"].map(str::to_owned).to_vec()));
        assert_eq!(values("/a=-1..1"), Ok(["-1", "0", "1"].map(str::to_owned).to_vec()));
        assert_eq!(values("/a=1 per die, 2"), Ok(["1 per die", "2"].map(str::to_owned).to_vec()));
        for wrong in ["/a", ".a=3", "/a=", "/a=5..3", "/a=0..1000", "/a=-9223372036854775808..9223372036854775807"] {
            assert!(vary(wrong).is_err(), "{wrong}");
        }
    }
}
