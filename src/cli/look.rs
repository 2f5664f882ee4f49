//! Arguments that choose the look of cards.

use camino::Utf8PathBuf;
use clap::Args;
use clap::builder::PossibleValuesParser;

use muster_games::SYSTEMS;

use crate::project::looks::{WantedLook, names, sizes};

/// The templates of cards.
#[derive(Debug, Args)]
pub(super) struct LookArgs {
    /// Use the templates in DIR; fall back to the built-in ones.
    #[arg(long, value_name = "DIR")]
    template: Option<Utf8PathBuf>,

    /// Use a built-in theme: the sober default (`classic` in Table Battles, `plain` in the other games) or `period`
    /// (parchment and ribbons).
    #[arg(long = "theme", alias = "look", value_name = "NAME", value_parser = PossibleValuesParser::new(names(SYSTEMS)), hide_possible_values = true, ignore_case = true)]
    look: Option<String>,

    /// Change the card size: `poker`, `bridge`, `mini`, `tarot` or `square`. Boards, sheets and counters keep theirs.
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(sizes(SYSTEMS)), hide_possible_values = true, ignore_case = true)]
    size: Option<String>,

    /// Use white backgrounds and outlines instead of large areas of colour.
    #[arg(long)]
    low_ink: bool,

    /// Also read pictures outside the project's folder.
    #[arg(long)]
    allow_outside: bool,
}

impl LookArgs {
    /// Returns the look that is asked for.
    pub(super) fn look(&self) -> WantedLook {
        let LookArgs { template, look, size, low_ink, allow_outside } = self;
        let [look, size] = [look, size].map(|name| name.as_ref().map(|name| name.to_lowercase()));
        WantedLook { template: template.clone(), look, size, low_ink: *low_ink, allow_outside: *allow_outside }
    }
}
