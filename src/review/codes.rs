//! The codes of a review, and of everything else.

use muster_core::check::allow;
use muster_core::diag::{Code, Severity};
use muster_core::{config, load, schema};
use muster_systems::{System, art, faces};

use super::{catalogues, preflight, templates};
use crate::sheet;
/// A named file that cannot be read.
pub const MISSING_FILE: Code =
    Code::new("MU201", "missing-file", Severity::Error, include_str!("codes/missing_file.md"));
/// A named file that is not what it is named as.
pub const WRONG_DOCUMENT: Code =
    Code::new("MU202", "wrong-document", Severity::Error, include_str!("codes/wrong_document.md"));
/// A deck that no file names.
pub const UNUSED_DECK: Code = Code::new("MU203", "unused-deck", Severity::Info, include_str!("codes/unused_deck.md"));
/// A document of no known system.
pub const UNKNOWN_SYSTEM: Code =
    Code::new("MU204", "unknown-system", Severity::Error, include_str!("codes/unknown_system.md"));
/// A check that failed itself.
pub const BROKEN_CHECK: Code =
    Code::new("MU205", "broken-check", Severity::Error, include_str!("codes/broken_check.md"));

/// A baseline that knows what is not there.
pub const STALE_BASELINE: Code =
    Code::new("MU206", "stale-baseline", Severity::Info, include_str!("codes/stale_baseline.md"));

/// A baseline that cannot be understood.
pub const BROKEN_BASELINE: Code =
    Code::new("MU207", "broken-baseline", Severity::Error, include_str!("codes/broken_baseline.md"));

/// A document that is ignored for an error that is allowed.
pub const SKIPPED_FILE: Code =
    Code::new("MU208", "skipped-file", Severity::Warning, include_str!("codes/skipped_file.md"))
        .formerly(&["passed-over"]);

/// A picture or a font outside the project's folder.
pub const OUTSIDE_PROJECT: Code =
    Code::new("MU209", "outside-project", Severity::Error, include_str!("codes/outside_project.md"));

/// A sweep that cannot be planned as it is written.
pub const WRONG_SWEEP: Code = Code::new("MU210", "wrong-sweep", Severity::Error, include_str!("codes/wrong_sweep.md"));

/// A baseline that the settings name before it is written.
pub const MISSING_BASELINE: Code =
    Code::new("MU211", "missing-baseline", Severity::Info, include_str!("codes/missing_baseline.md"));

/// The codes that a review of files of any system can report.
pub const CODES: &[Code] = &[
    MISSING_FILE,
    WRONG_DOCUMENT,
    UNUSED_DECK,
    UNKNOWN_SYSTEM,
    BROKEN_CHECK,
    STALE_BASELINE,
    BROKEN_BASELINE,
    SKIPPED_FILE,
    OUTSIDE_PROJECT,
    WRONG_SWEEP,
    MISSING_BASELINE,
];

/// Returns the kinds of findings in documents of every system, by the place where they are looked for.
pub fn general_codes() -> Vec<Code> {
    let systems = [muster_systems::smoke::CODES, muster_systems::balance::CODES].concat();
    [
        load::CODES,
        schema::CODES,
        CODES,
        allow::CODES,
        config::CODES,
        templates::CODES,
        catalogues::CODES,
        faces::CODES,
        art::CODES,
        preflight::CODES,
        sheet::CODES,
        &systems,
    ]
    .concat()
}

/// Returns every code there is, sorted.
pub fn all_codes(systems: &'static [&'static System]) -> Vec<Code> {
    let mut codes = general_codes();
    codes.extend(systems.iter().flat_map(|system| system.codes()));
    codes.sort_by_key(|code| code.id);
    codes
}
