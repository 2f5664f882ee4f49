//! `muster explain`: what a finding or a special rule means.

use super::{Exit, Outcome, Trouble, output};
use crate::diag::{Code, nearest};
use crate::systems::System;

/// Explains what a finding or a special rule means, with examples.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A code or its name, or the word after `rule:`: `TB101`, `unknown-target`, `hit-limit`.
    #[arg(required_unless_present = "all")]
    code: Option<String>,

    /// Explains every code and every special rule.
    #[arg(long, conflicts_with = "code")]
    all: bool,
}

impl Args {
    pub(super) fn run(self, systems: &[&'static dyn System]) -> Outcome {
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

/// Every code there is, sorted.
pub(super) fn all_codes(systems: &[&'static dyn System]) -> Vec<Code> {
    let general = crate::load::CODES.iter().chain(crate::schema::CODES).chain(crate::review::CODES);
    let smoke = crate::systems::smoke::CODES.iter();
    let mut codes: Vec<Code> = general.chain(smoke).copied().chain(systems.iter().flat_map(|s| s.codes())).collect();
    codes.sort_by_key(|code| code.id);
    codes
}

/// The code of an id or name, in any case; the error says which is near.
pub(super) fn find(wanted: &str, codes: &[Code]) -> Result<Code, Trouble> {
    let same = |code: &&Code| code.id.eq_ignore_ascii_case(wanted) || code.name.eq_ignore_ascii_case(wanted);
    codes.iter().find(same).copied().ok_or_else(|| {
        let near = nearest(wanted, codes.iter().flat_map(|code| [code.id, code.name]));
        let hint = near.map(|near| format!("; did you mean `{near}`?"));
        Trouble(format!("unknown code `{wanted}`{}", hint.unwrap_or("; `muster explain --all` lists them".to_owned())))
    })
}
