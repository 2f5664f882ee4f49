//! How cards look: the arguments that say it.

use camino::Utf8PathBuf;
use clap::Args;

use crate::project::looks::WantedLook;

/// The templates of cards.
#[derive(Debug, Args)]
pub(super) struct LookArgs {
    /// Lays out cards by the templates in this folder; what it lacks is laid out as without it.
    #[arg(long, value_name = "DIR")]
    template: Option<Utf8PathBuf>,

    /// White grounds and outlines instead of large areas of colour.
    #[arg(long)]
    low_ink: bool,

    /// Reads pictures outside the project's folder, too.
    #[arg(long)]
    allow_outside: bool,
}

impl LookArgs {
    /// Returns the look that is asked for.
    pub(super) fn look(&self) -> WantedLook {
        let LookArgs { template, low_ink, allow_outside } = self;
        WantedLook { template: template.clone(), low_ink: *low_ink, allow_outside: *allow_outside }
    }
}
