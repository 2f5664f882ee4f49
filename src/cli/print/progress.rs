//! A bar for a print that takes longer than a second, on a terminal only.

use std::io::IsTerminal;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget};

use crate::project::drawing;

/// Time that a print may take before progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// The progress of a print.
pub(super) struct Progress {
    bar: ProgressBar,
    start: Instant,
    /// Whether anyone looks.
    wanted: bool,
    shown: OnceLock<()>,
}

impl Progress {
    /// Returns a print that has just begun.
    #[expect(clippy::disallowed_methods, reason = "a bar is progress, not a result")]
    pub(super) fn new(quiet: bool) -> Progress {
        let wanted = !quiet && std::io::stderr().is_terminal();
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        Progress { bar, start: Instant::now(), wanted, shown: OnceLock::new() }
    }

    /// Ends the progress: everything is done.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl drawing::Progress for Progress {
    /// Adds steps that are to be done.
    fn expect(&self, steps: usize) {
        self.bar.inc_length(steps as u64);
    }

    /// Counts one step as done.
    fn step(&self) {
        self.bar.inc(1);
        if self.wanted && self.start.elapsed() > PATIENCE {
            self.shown.get_or_init(|| self.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
    }
}
