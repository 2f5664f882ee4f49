//! What can be found as cards are drawn, and what does not fit as a finding.

use super::OFFER;
use crate::diag::{Code, Diagnostic, Severity};
use crate::print::template::icons;
use crate::print::{Misfit, What};
use crate::source::Address;

/// A text that does not fit its place on a card.
const TEXT_DOES_NOT_FIT: Code =
    Code::new("TB501", "text-does-not-fit", Severity::Error, include_str!("text_does_not_fit.md"));
/// Lore for which a card has no room.
const LEFT_OUT: Code = Code::new("TB502", "left-out", Severity::Warning, include_str!("left_out.md"));
/// An icon in a text that there is not.
const UNKNOWN_ICON: Code = Code::new("TB503", "unknown-icon", Severity::Warning, include_str!("unknown_icon.md"));
/// Special rules that stand on a card of their own.
const RULES_APART: Code = Code::new("TB504", "rules-apart", Severity::Info, include_str!("rules_apart.md"));

/// What can be found as cards are drawn.
pub const CODES: &[Code] = &[TEXT_DOES_NOT_FIT, LEFT_OUT, UNKNOWN_ICON, RULES_APART];

/// Names between colons in an author's text that are no icons.
pub(super) fn unknown_icons(text: &str, at: Address) -> impl Iterator<Item = Diagnostic> {
    let unknown = icons(text).into_iter().filter(|(.., name)| !OFFER.icons.contains(name));
    unknown.map(move |(.., name)| {
        let all: Vec<String> = OFFER.icons.iter().map(|icon| format!("`:{icon}:`")).collect();
        let text = format!("unknown icon `:{name}:`; there is {}", all.join(", "));
        Diagnostic::new(UNKNOWN_ICON, at.clone().words(format!(":{name}:")), text)
            .nearest(name, OFFER.icons.iter().copied())
    })
}

/// A text that does not fit, where it is written.
pub(super) fn misfit(misfit: &Misfit, at: Address) -> Diagnostic {
    let (code, help) = match misfit.what {
        What::TooLong(_) => (TEXT_DOES_NOT_FIT, "shorten the text; it is already set at its smallest size"),
        What::NoGlyphs(_) => {
            (TEXT_DOES_NOT_FIT, "the fonts carry the letters of European languages in Latin script, and common signs")
        }
        What::LeftOut(_) => (LEFT_OUT, "shorten it, or what stands above it"),
    };
    Diagnostic::new(code, at, misfit.to_string()).help(help)
}

/// Special rules too long for their card.
pub(super) fn rules_apart(at: Address) -> Diagnostic {
    let text = "the special rules are too long for the card and are printed on a card of their own";
    Diagnostic::new(RULES_APART, at, text)
}
