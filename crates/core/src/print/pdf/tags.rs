//! Tags for screen readers (PDF/UA-1, ISO 14289-1): every face is a paragraph that is read in words, in the order of the
//! pages; marks and notes beside the faces are artifacts.

use std::collections::HashSet;

use lopdf::{Document, Object, ObjectId, Stream, StringFormat, dictionary};

use super::xmp;
use crate::print::locale::PrintWord;
use crate::print::sheet::{Page, Place};
use crate::print::{Card, Deck};

/// Writes the tree of what there is to read, and says in the catalog that the document is tagged.
pub(super) fn write(doc: &mut Document, deck: &Deck, pages: &[Page], page_ids: &[ObjectId], language: &str) {
    let (root, document) = (doc.new_object_id(), doc.new_object_id());
    let (mut all, mut by_page, mut read) = (Vec::new(), Vec::new(), HashSet::new());
    for ((page, id), number) in pages.iter().zip(page_ids).zip(0_i64..) {
        let mut on_page = Vec::new();
        for (place, marked) in page.places.iter().zip(0_i64..) {
            // Of what is larger than the paper every page shows a part.
            let is_first = read.insert((place.card, place.copy, place.front));
            let card = &deck.cards[place.card];
            let words = if is_first {
                words(card, place)
            } else {
                card.language().say(PrintWord::MoreOf, &[("card", &card.label)])
            };
            let mut paragraph = dictionary! {
                "S" => "P",
                "P" => document,
                "Pg" => *id,
                "K" => marked,
                "ActualText" => text_string(&words),
            };
            if card.language().language != language {
                paragraph.set("Lang", Object::string_literal(&*card.language().language));
            }
            on_page.push(Object::Reference(doc.add_object(paragraph)));
        }
        if let Ok(page) = doc.get_dictionary_mut(*id) {
            page.set("StructParents", number);
        }
        by_page.extend([Object::Integer(number), Object::Array(on_page.clone())]);
        all.extend(on_page);
    }
    doc.set_object(document, dictionary! { "Type" => "StructElem", "S" => "Document", "P" => root, "K" => all });
    let tree = dictionary! {
        "Type" => "StructTreeRoot",
        "K" => document,
        "ParentTree" => dictionary! { "Nums" => by_page },
        "ParentTreeNextKey" => pages.len() as i64,
    };
    doc.set_object(root, tree);
    let about = doc.add_object(metadata(deck));
    if let Ok(catalog) = doc.catalog_mut() {
        catalog.set("Lang", Object::string_literal(language));
        catalog.set("MarkInfo", dictionary! { "Marked" => true });
        catalog.set("StructTreeRoot", root);
        catalog.set("Metadata", about);
    }
}

/// Returns a text as it is written shortest: byte by byte, not in hexadecimal digits. Of many bytes that must be escaped
/// each would be looked for among all.
fn text_string(text: &str) -> Object {
    let is_escaped = |byte: &&u8| matches!(byte, b'(' | b')' | b'\\' | b'\r');
    match lopdf::text_string(text) {
        Object::String(bytes, _) if bytes.iter().filter(is_escaped).count() <= MOST_ESCAPES => {
            Object::String(bytes, StringFormat::Literal)
        }
        other => other,
    }
}

/// A text with more bytes that must be escaped is written in hexadecimal digits.
const MOST_ESCAPES: usize = 64;

/// Returns the text read aloud for a face.
fn words(card: &Card, place: &Place) -> String {
    match place.front {
        true if card.text.is_empty() => card.label.clone(),
        true => card.text.clone(),
        false => card.language().say(PrintWord::BackOf, &[("card", &card.label)]),
    }
}

/// Returns what the document says of itself, for programs that ask whether it is accessible.
fn metadata(deck: &Deck) -> Stream {
    let namespaces = "xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\"";
    xmp::metadata(deck, namespaces, "<pdfuaid:part>1</pdfuaid:part>")
}
