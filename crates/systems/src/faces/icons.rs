//! Icons in texts: names between colons that are none.

use muster_core::diag::Diagnostic;
use muster_core::print::template::{Face, icons};
use muster_core::source::Address;

use super::{Drawing, UNKNOWN_ICON};
use crate::printed::{FaceContent, Piece, Printed, Surface};

impl<G: Printed> Drawing<'_, '_, G> {
    /// Finds the names between colons in an author's texts of a piece that are no icons. Templates may define some, so these
    /// are asked only where the game has no such icon.
    pub(super) fn unknown_icons(&self, piece: &Piece<'_>, texts: &[(String, Address)]) -> Vec<Diagnostic> {
        let of_game = |name: &str| G::OFFER.icons.contains(&name);
        let named = texts.iter().flat_map(|(text, at)| icons(text).into_iter().map(move |(.., name)| (name, at)));
        let doubtful: Vec<(&str, &Address)> = named.filter(|(name, _)| !of_game(name)).collect();
        if doubtful.is_empty() && self.only_doubtful {
            return Vec::new();
        }
        let sides = piece.sides().filter_map(|side| match side {
            Surface::Face(written) => Some((written, (self.faces)().get(written.face))),
            Surface::Drawn(_) | Surface::Sized(_) => None,
        });
        let sides: Vec<(&FaceContent<'_>, &Face)> = sides.collect();
        let mut known: Vec<&str> = Vec::new();
        for name in sides.iter().flat_map(|(_, face)| face.icon_names()).chain(G::OFFER.icons.iter().copied()) {
            if !known.contains(&name) {
                known.push(name);
            }
        }
        let unknown = doubtful.into_iter().filter(|(name, _)| !known.contains(name));
        let mut found: Vec<Diagnostic> = unknown.map(|(name, at)| unknown_icon(&known, name, at.clone())).collect();
        // A text of which the game says nothing may name icons too, where a template has some.
        for (written, face) in sides {
            for (name, tag) in face.unknown_icons(&written.content) {
                let at = written.place.as_ref().map(|place| place(&tag)).or_else(|| piece.at.clone());
                let Some(finding) = at.map(|at| unknown_icon(&known, &name, at)) else { continue };
                if !found.iter().any(|known| known.message == finding.message) {
                    found.push(finding);
                }
            }
        }
        found
    }
}

/// Returns the finding of a name between colons in a text at a place that is none of the icons there are.
fn unknown_icon(known: &[&str], name: &str, at: Address) -> Diagnostic {
    let all: Vec<String> = known.iter().map(|icon| format!("`:{icon}:`")).collect();
    let expected = if all.is_empty() { "none here".to_owned() } else { all.join(", ") };
    let text = format!("unknown icon `:{name}:`; expected {expected}");
    Diagnostic::new(UNKNOWN_ICON, at.words(format!(":{name}:")), text).nearest(name, known.iter().copied())
}
