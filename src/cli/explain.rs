//! `muster explain`: what a finding or a special rule means, and what the dice of a scenario's cards can do.

mod odds;

use super::{Exit, Outcome, Trouble, output};
use crate::diag::{Code, nearest};
use crate::review::all_codes;
use crate::systems::System;

/// Explains what a finding or a special rule means, with examples, or what the dice of cards can be expected to do.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A code or its name, or the word after `rule:`: `TB101`, `unknown-target`, `hit-limit`. Or a scenario, as FILE for all
    /// its cards or as FILE:LINE for the one written there: exact odds.
    #[arg(required_unless_present = "all", value_name = "CODE|FILE[:LINE]")]
    code: Option<String>,

    /// Odds as JSON, for an editor to show.
    #[arg(long)]
    json: bool,

    /// Explains every code and every special rule.
    #[arg(long, conflicts_with = "code")]
    all: bool,
}

impl Args {
    pub(super) fn run(self, systems: &[&'static dyn System]) -> Outcome {
        if let Some(place) = self.code.as_deref().and_then(odds::Place::read) {
            return odds::explain(&place, self.json, systems);
        }
        if self.json {
            return Err(Trouble("--json is for odds: name a scenario".to_owned()));
        }
        let codes = all_codes(systems);
        let topics: Vec<_> = systems.iter().flat_map(|system| system.topics()).collect();
        let pages: Vec<&str> = match &self.code {
            None => codes.iter().map(|code| code.page).chain(topics.iter().map(|(_, page)| *page)).collect(),
            Some(wanted) => match topics.iter().find(|(word, _)| word.eq_ignore_ascii_case(wanted)) {
                Some((_, page)) => vec![page],
                None => vec![find(wanted, &codes)?.page],
            },
        };
        output::to_stdout(pages.join("\n").as_bytes())?;
        Ok(Exit::Clean)
    }
}

/// The code of an id or name, in any case; the error says which is near.
pub(super) fn find(wanted: &str, codes: &[Code]) -> Result<Code, Trouble> {
    codes.iter().find(|code| code.is(wanted)).copied().ok_or_else(|| {
        let near = nearest(wanted, codes.iter().flat_map(|code| [code.id, code.name]));
        let hint = near.map(|near| format!("; did you mean `{near}`?"));
        Trouble(format!("unknown code `{wanted}`{}", hint.unwrap_or("; `muster explain --all` lists them".to_owned())))
    })
}
