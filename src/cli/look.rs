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
}

impl LookArgs {
    /// Returns the look that is asked for.
    pub(super) fn look(&self) -> WantedLook {
        WantedLook { template: self.template.clone(), low_ink: self.low_ink }
    }
}
