//! `muster explain`: what a finding means.

use super::{Exit, Outcome, Trouble, output};
use crate::diag::{Code, nearest};
use crate::systems::System;

/// Explains what a finding means, with an example that fires and one that does not.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A code or its name: `TB101`, `unknown-target`.
    #[arg(required_unless_present = "all")]
    code: Option<String>,

    /// Explains every code.
    #[arg(long, conflicts_with = "code")]
    all: bool,
}

impl Args {
    pub(super) fn run(self, systems: &[&'static dyn System]) -> Outcome {
        let codes = all_codes(systems);
        let pages: Vec<&str> = match &self.code {
            None => codes.iter().map(|code| code.page).collect(),
            Some(wanted) => vec![find(wanted, &codes)?.page],
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
