//! Messages of a print about itself: the files it wrote, and why something was not written.

use camino::Utf8Path;

use muster_core::diag::escape::line;
use muster_core::diag::{Diagnostic, Severity};
use muster_core::print::profile::Profile;
use muster_core::print::{Deck, sheet};
use muster_systems::art;
use muster_systems::english::count_of;
use muster_systems::faces::TEXT_DOES_NOT_FIT;

use crate::review::{MISSING_FILE, OUTSIDE_PROJECT};

/// The contents of a product.
pub(super) struct Files {
    /// Its pages or files, counted, as in `3 pages`.
    pub(super) count: String,
    /// Lines about what an earlier print left in the same folder.
    pub(super) leftover: String,
}

/// Says what is written where. Two sides of one piece are one card, as a printer counts them.
pub(super) fn describe_written(to: &Utf8Path, deck: &Deck, files: &Files, two_sided: bool) -> String {
    let leaves = sheet::leaves(&deck.cards, two_sided);
    let count = |token| {
        let leaves = leaves.iter().filter(|leaf| deck.cards[leaf.front.card].token == token);
        leaves.map(|leaf| leaf.copies as usize).sum()
    };
    let cards = match (count(false), count(true)) {
        (cards, 0) => count_of(cards, "card"),
        (0, tokens) => count_of(tokens, "piece"),
        (cards, tokens) => format!("{}, {}", count_of(cards, "card"), count_of(tokens, "piece")),
    };
    let bare = || leaves.iter().all(|leaf| leaf.back.is_none());
    let note = if two_sided && bare() { "; no card has anything on its back" } else { "" };
    let Files { count: on, leftover } = files;
    format!("{leftover}{}: {cards} on {on}{note}\n", line(to.as_str()))
}

/// Says that nothing is written because no card changed since a git reference.
pub(super) fn describe_unchanged(since: &str) -> String {
    format!("no card has changed since `{}`; nothing was written\n", line(since))
}

/// Says why a file is not written though cards are drawn: `findings` are the errors that were found in drawing.
pub(super) fn held_back(to: &Utf8Path, findings: &[Diagnostic]) -> String {
    let is_of_picture = |finding: &Diagnostic| {
        art::CODES.contains(&finding.code) || [MISSING_FILE, OUTSIDE_PROJECT].contains(&finding.code)
    };
    let errors = || findings.iter().filter(|finding| finding.code.severity == Severity::Error);
    let of_pictures = errors().filter(|finding| is_of_picture(finding)).count();
    let pictures = if of_pictures == 1 { "a picture cannot be used" } else { "pictures cannot be used" };
    let misfits = errors().filter(|finding| finding.code == TEXT_DOES_NOT_FIT).count();
    let why = match (of_pictures, misfits) {
        _ if of_pictures + misfits < errors().count() => "some cards have errors".to_owned(),
        (0, _) => "some cards do not fit".to_owned(),
        (_, 0) => pictures.to_owned(),
        _ => format!("some cards do not fit and {pictures}"),
    };
    format!(
        "{to}: not written, because {why}; fix the errors, print other cards with `--only`, view all of them with `--preview`, or print them as they are with `--draft`"
    )
}

/// Says that a file is not written because of errors in the documents, or because a printer would refuse the deck.
pub(super) fn describe_refused(to: &Utf8Path) -> String {
    format!("{}: not written, because of the errors below\n", line(to.as_str()))
}

/// Says why there is no card to write; `is_kept_back` is true if an error that is allowed keeps a file back.
pub(super) fn nothing(profile: Option<&Profile>, is_kept_back: bool) -> String {
    let why = match (is_kept_back, profile) {
        (true, _) => "a file with errors is not printed, even if they are allowed".to_owned(),
        (false, Some(profile)) => format!(
            "{} takes cards only, and none was asked for; print maps, sheets, labels and counters at home, without `--profile`",
            profile.title
        ),
        (false, None) => {
            "the files have nothing of what was asked for; `muster print --help` lists the values of `--with`"
                .to_owned()
        }
    };
    format!("nothing was written, because there is no card to print: {why}")
}
