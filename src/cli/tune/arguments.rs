//! Arguments for the target of a search, and for the values that may change.

use crate::source::Pointer;
use crate::tune::wanted::{WantedShare, WantedTarget, percent, share, turns};
use crate::tune::{Narrowing, Vary, values_of};

/// The target of a tuning.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Target")]
pub(super) struct Wanted {
    /// The share of the decided battles that the first side should win, in percent, or that a named side should.
    #[arg(long, value_name = "[SIDE=]PERCENT", default_value = "50", value_parser = share)]
    share: WantedShare,

    /// The length that battles should have: the turns of one on average, as in `20..40`.
    #[arg(long, value_name = "A..B", value_parser = turns)]
    turns: Option<(f64, f64)>,

    /// The least share that the greedy bot should win against the random one, in percent: how much skill matters.
    #[arg(long, value_name = "PERCENT", num_args = 0..=1, default_missing_value = "60", require_equals = true, value_parser = percent)]
    skill: Option<f64>,

    /// The most that going first should be worth or cost, in percentage points.
    #[arg(long, value_name = "POINTS", value_parser = percent)]
    first: Option<f64>,

    /// No side should win more often if it never used one of its cards.
    #[arg(long)]
    harmless: bool,
}

/// The values that may change.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Changes")]
pub(super) struct Changing {
    /// Changes only this value, and others that are named so: a JSON Pointer into the scenario's file, and a range of
    /// numbers or a list of what is tried, as in `/scenario/turns=8..12`.
    #[arg(long, value_name = "POINTER=RANGE", value_parser = vary)]
    vary: Vec<Vary>,

    /// Leaves as it is what is at this JSON Pointer, and all below it.
    #[arg(long, value_name = "POINTER", value_parser = pointer)]
    keep: Vec<Pointer>,

    /// The most changes that are made together. From three on, and in slower games from two on, they are chosen by a forecast.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=5))]
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
        }
    }
}

impl Changing {
    /// Returns the limits on the values that may change.
    pub(super) fn narrowing(&self) -> Narrowing {
        Narrowing { vary: self.vary.clone(), keep: self.keep.clone() }
    }
}

fn pointer(text: &str) -> Result<Pointer, String> {
    match text.starts_with('/') {
        true => Ok(Pointer::parse(text)),
        false => Err("expected a JSON Pointer, which begins with `/`, as in `/scenario/turns`".to_owned()),
    }
}

fn vary(text: &str) -> Result<Vary, String> {
    let (at, range) = text.rsplit_once('=').ok_or("expected POINTER=RANGE, as in `/scenario/turns=8..12`")?;
    let pointer = pointer(at)?;
    Ok(Vary { pointer, values: values_of(range)? })
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
        for wrong in ["/a", "a=3", "/a=", "/a=5..3", "/a=0..1000", "/a=-9223372036854775808..9223372036854775807"] {
            assert!(vary(wrong).is_err(), "{wrong}");
        }
    }
}
