//! Data fields of cards: what a template shows of them, and templates that name a field that no card has.

use std::collections::{BTreeMap, BTreeSet};

use muster_core::diag::Diagnostic;
use muster_core::print::template::{Content, FieldUse};
use muster_core::source::{Address, FileId, Pointer};

use super::Drawing;
use crate::catalogue::Catalogue;
use crate::faces::UNKNOWN_FIELD;
use crate::printed::{FaceContent, Piece, Printed, Surface, With};

/// The names of data fields that cards have, by the face of these cards.
pub(super) type KnownFields = BTreeMap<&'static str, BTreeSet<String>>;

impl<G: Printed> Drawing<'_, '_, G> {
    /// Takes the data fields away that a face does not show, so that they are not read aloud either.
    pub(super) fn keep_fields_that_are_shown(&mut self, face: &'static str, content: &mut Content<'_>) {
        if content.fields.is_empty() {
            return;
        }
        self.known_fields.entry(face).or_default().extend(content.fields.iter().map(|(name, _)| name.clone()));
        let shown = (self.faces)().get(face).fields();
        content.fields.retain(|(name, _)| shown.iter().any(|of_field| of_field.name == *name));
    }

    /// Returns the findings at data fields that a template names and no card of the battle has, whichever are drawn now. A face
    /// whose cards have no fields at all is left out.
    pub(super) fn unknown_fields(&self, battle: &G::Battle, words: &Catalogue) -> Vec<Diagnostic> {
        let unknown = |known: &KnownFields| -> Vec<(FieldUse, Vec<String>)> {
            let of_face = |(face, names): (&&'static str, &BTreeSet<String>)| {
                let uses = (self.faces)().get(face).fields().iter();
                let unknown = uses.filter(|of_field| of_field.file.is_some() && !names.contains(&of_field.name));
                unknown.map(|of_field| (of_field.clone(), names.iter().cloned().collect())).collect::<Vec<_>>()
            };
            known.iter().flat_map(of_face).collect()
        };
        if unknown(&self.known_fields).is_empty() {
            return Vec::new();
        }
        let mut all = KnownFields::new();
        for piece in G::pieces(battle, &With::Everything, words) {
            for FaceContent { face, content, .. } in
                written_faces(&piece).filter(|written| !written.content.fields.is_empty())
            {
                all.entry(face).or_default().extend(content.fields.iter().map(|(name, _)| name.clone()));
            }
        }
        let finding = |(FieldUse { name, file, pointer }, names): (FieldUse, Vec<String>)| {
            let at = Address::value(FileId::from_number(file?), Pointer::parse(&pointer));
            let listed: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            let text = format!("no card has the field `{name}`; the cards have {}", listed.join(", "));
            Some(Diagnostic::new(UNKNOWN_FIELD, at, text).nearest(&name, names.iter().map(String::as_str)))
        };
        unknown(&all).into_iter().filter_map(finding).collect()
    }
}

/// Returns the faces on both sides of a piece.
fn written_faces<'p, 'a>(piece: &'p Piece<'a>) -> impl Iterator<Item = &'p FaceContent<'a>> {
    piece.sides().filter_map(|side| match side {
        Surface::Face(written) => Some(written),
        Surface::Drawn(_) | Surface::Sized(_) => None,
    })
}
