//! Preflight: a printer's objections to a deck, as findings at the places where the cards are written.

use crate::diag::{Code, Diagnostic, Severity};
use crate::print::Deck;
use crate::print::profile::{Objection, Profile, Remark};
use crate::source::Address;

/// A card of another size than the printer's.
pub const WRONG_CARD_SIZE: Code =
    Code::new("MU701", "wrong-card-size", Severity::Error, include_str!("preflight/wrong_card_size.md"));
/// A blank back, which the printer does not take.
pub const MISSING_BACK: Code =
    Code::new("MU702", "missing-back", Severity::Error, include_str!("preflight/missing_back.md"));
/// A blank back.
pub const BARE_BACK: Code = Code::new("MU703", "bare-back", Severity::Warning, include_str!("preflight/bare_back.md"));
/// Text that the printer may cut.
pub const BEYOND_SAFE_LINE: Code = Code::new(
    "MU704",
    "beyond-printers-safe-line",
    Severity::Error,
    include_str!("preflight/beyond_printers_safe_line.md"),
);
/// A number of cards that the printer does not sell.
pub const ODD_NUMBER: Code =
    Code::new("MU705", "odd-number-of-cards", Severity::Warning, include_str!("preflight/odd_number_of_cards.md"));

/// Something that is seen through, which the printer does not take.
pub const SEEN_THROUGH: Code =
    Code::new("MU706", "seen-through", Severity::Error, include_str!("preflight/seen_through.md"));

/// The kinds of findings before a deck is sent to a printer.
pub const CODES: &[Code] = &[WRONG_CARD_SIZE, MISSING_BACK, BARE_BACK, BEYOND_SAFE_LINE, ODD_NUMBER, SEEN_THROUGH];

/// Returns the objections of a profile's printer as findings; `places` tells for each card where it is written. One about the
/// whole deck, or about a card that is written nowhere, stands where the first card is. `transparent` are the places that name
/// pictures through which something is seen.
pub fn findings(
    profile: &Profile,
    deck: &Deck,
    places: &[Option<Address>],
    transparent: &[Address],
) -> Vec<Diagnostic> {
    let Some(first) = places.iter().flatten().next() else { return Vec::new() };
    let mut objections = profile.preflight(deck);
    let no_back = |objection: &Objection| matches!(objection.what, Remark::NoBack | Remark::BareBack);
    let bare: Vec<usize> = objections.iter().filter(|o| no_back(o)).filter_map(|o| o.card).collect();
    // Backs are missing on all cards together, and are added to all together: said once, at the first of them.
    objections.retain(|objection| !no_back(objection) || objection.card == bare.first().copied());
    let objections = objections.into_iter();
    let finding = objections.map(|objection| {
        let code = match &objection.what {
            Remark::Size(..) | Remark::Mixed(..) => WRONG_CARD_SIZE,
            Remark::NoBack => MISSING_BACK,
            Remark::BareBack => BARE_BACK,
            Remark::Unsafe { .. } => BEYOND_SAFE_LINE,
            Remark::PaidAs(..) | Remark::TooMany(..) => ODD_NUMBER,
            Remark::SeenThrough => SEEN_THROUGH,
        };
        let (subject, at) = match objection.card {
            Some(card) => (format!("card {}, ", deck.cards[card].number), places[card].as_ref().unwrap_or(first)),
            None => (String::new(), first),
        };
        let named = || {
            transparent.iter().find(|named| {
                let rest = named.pointer.as_str().strip_prefix(at.pointer.as_str());
                named.file == at.file && rest.is_some_and(|rest| rest.starts_with('/'))
            })
        };
        let at = if objection.what == Remark::SeenThrough { named().unwrap_or(at) } else { at };
        let more = match bare.len() {
            2.. if no_back(&objection) => format!("; the same of {} more", bare.len() - 1),
            _ => String::new(),
        };
        let message = format!("{}: {subject}{}{more}", profile.title, objection.what);
        let finding = Diagnostic::new(code, at.clone(), message);
        match objection.what {
            Remark::NoBack | Remark::BareBack => {
                finding.help("`--with backs` prints backs on cards that have no other side")
            }
            Remark::SeenThrough => {
                finding.help("save the picture on a ground of its own; whoever allows this has it printed on white")
            }
            _ => finding,
        }
    });
    finding.collect()
}
