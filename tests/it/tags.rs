//! A PDF as a screen reader finds it: every face in words and in order, all else artifacts.

use std::fs;
use std::sync::Arc;

use lopdf::{Dictionary, Document, Object, ObjectId};
use muster_core::print::frame::Frame;
use muster_core::print::{Card, Deck, Duplex, PageOptions, pdf};

use super::cli::{WHITE_MOUNTAIN, assert_exit, folder, muster, root, text};
use super::print::card;

/// The structure elements of a document in reading order: page, marked content, words.
fn read(doc: &Document) -> Vec<(ObjectId, i64, String)> {
    let dict = |object: &Object| doc.get_dictionary(object.as_reference().unwrap()).unwrap().clone();
    let root = dict(doc.catalog().unwrap().get(b"StructTreeRoot").unwrap());
    let document = dict(root.get(b"K").unwrap());
    assert_eq!(document.get(b"S").unwrap().as_name().unwrap(), b"Document");
    let nums = root.get(b"ParentTree").unwrap().as_dict().unwrap().get(b"Nums").unwrap().as_array().unwrap();
    let paragraph = |reference: &Object| {
        let of: Dictionary = dict(reference);
        let (page, marked) = (of.get(b"Pg").unwrap().as_reference().unwrap(), of.get(b"K").unwrap().as_i64().unwrap());
        // From the page the parent tree leads to the same element.
        let key = doc.get_dictionary(page).unwrap().get(b"StructParents").unwrap().as_i64().unwrap();
        let parents = nums.chunks(2).find(|pair| pair[0].as_i64().unwrap() == key).unwrap()[1].as_array().unwrap();
        assert_eq!(&parents[usize::try_from(marked).unwrap()], reference);
        (page, marked, lopdf::decode_text_string(of.get(b"ActualText").unwrap()).unwrap())
    };
    document.get(b"K").unwrap().as_array().unwrap().iter().map(paragraph).collect()
}

/// Holds that everything on the pages is marked, once, and returns the numbers of what is read on each.
fn marked(doc: &Document) -> Vec<(ObjectId, Vec<i64>)> {
    let page = |id: ObjectId| {
        let content = lopdf::content::Content::decode(&doc.get_page_content(id)).unwrap();
        let (mut open, mut numbers) = (false, Vec::new());
        for operation in content.operations {
            match operation.operator.as_str() {
                "BDC" | "BMC" => {
                    assert!(!open, "marks lie in each other");
                    open = true;
                    let tag = operation.operands[0].as_name().unwrap();
                    if tag == b"P" {
                        numbers.push(operation.operands[1].as_dict().unwrap().get(b"MCID").unwrap().as_i64().unwrap());
                    } else {
                        assert_eq!(tag, b"Artifact");
                    }
                }
                "EMC" => open = false,
                operator => assert!(open || operator == "cm", "`{operator}` is neither read nor an artifact"),
            }
        }
        assert!(!open);
        (id, numbers)
    };
    doc.page_iter().map(page).collect()
}

/// The words of a card; of some with letters whose bytes mean something in a string.
fn words_of(card: usize) -> String {
    match card {
        8 => format!("{}Čč\\", "(".repeat(5_000)),
        n if n % 2 == 0 => format!("Card {n} (a) & “Łódź”, Čeněk"),
        n => format!("Card {n}) \\ plain"),
    }
}

#[test]
fn every_face_is_read_in_order_and_all_else_is_an_artifact() {
    let back = Arc::new(Frame::default());
    let cards = (0..12).map(|i| Card { text: words_of(i), ..card(&i.to_string(), &[], Some(&back)) });
    let deck =
        Deck { language: Some("en".to_owned()), author: "A < B".to_owned(), cards: cards.collect(), ..Deck::default() };
    let bytes = pdf::write(&deck, &PageOptions { duplex: Duplex::Long, ..PageOptions::default() });
    let doc = Document::load_mem(&bytes).unwrap();
    let (read, marked) = (read(&doc), marked(&doc));
    assert_eq!(
        read.iter().map(|(page, number, _)| (*page, *number)).collect::<Vec<_>>(),
        marked.iter().flat_map(|(page, numbers)| numbers.iter().map(|n| (*page, *n))).collect::<Vec<_>>(),
    );
    let words: Vec<&str> = read.iter().map(|(.., words)| words.as_str()).collect();
    assert_eq!(words.len(), 24);
    assert_eq!((words[0], words[8]), (words_of(0).as_str(), words_of(8).as_str()));
    assert_eq!(words.iter().filter(|words| words.starts_with("The back of ")).count(), 12);
    let catalog = doc.catalog().unwrap();
    assert_eq!(catalog.get(b"Lang").unwrap().as_str().unwrap(), b"en");
    assert!(catalog.get(b"MarkInfo").unwrap().as_dict().unwrap().get(b"Marked").unwrap().as_bool().unwrap());
    let about = catalog.get(b"Metadata").unwrap().as_reference().unwrap();
    let about = String::from_utf8(doc.get_object(about).unwrap().as_stream().unwrap().content.clone()).unwrap();
    for word in ["<pdfuaid:part>1</pdfuaid:part>", "<rdf:li xml:lang=\"x-default\">Cards</rdf:li>", "A &lt; B"] {
        assert!(about.contains(word), "{about}");
    }
    // Every font says which letters its glyphs are.
    let fonts = doc.objects.values().filter_map(|object| object.as_dict().ok());
    let fonts = fonts.filter(|dict| dict.get(b"Subtype").is_ok_and(|kind| kind.as_name().is_ok_and(|k| k == b"Type0")));
    assert!(fonts.map(|font| assert!(font.has(b"ToUnicode"))).count() > 0);
}

#[test]
fn a_document_without_a_language_has_no_tags() {
    let deck = Deck { cards: vec![card("1", &[], None)], ..Deck::default() };
    let doc = Document::load_mem(&pdf::write(&deck, &PageOptions::default())).unwrap();
    let catalog = doc.catalog().unwrap();
    assert!(["StructTreeRoot", "MarkInfo", "Metadata", "Lang"].iter().all(|key| !catalog.has(key.as_bytes())));
    let page = doc.page_iter().next().unwrap();
    assert!(!String::from_utf8_lossy(&doc.get_page_content(page)).contains("BDC"));
}

#[test]
fn dice_stars_and_links_are_read_in_words() {
    let folder = folder("tags");
    let print = |more: &[&str]| muster(root(), &[&["print", WHITE_MOUNTAIN, "--only", "7A-9A", "-o"], more].concat());
    let (with, without) = (folder.join("a.pdf"), folder.join("b.pdf"));
    assert_exit(&print(&[with.to_str().unwrap()]), 0);
    assert_exit(&print(&[without.to_str().unwrap(), "--no-tags"]), 0);
    let read = read(&Document::load(&with).unwrap());
    let words: Vec<&str> = read.iter().map(|(.., words)| words.as_str()).collect();
    assert!(words[0].contains("Thurn") && words[0].contains("dice 6"), "{words:?}");
    assert!(words[1].contains("dice 5 or 6") && words[1].contains("triplet\n"), "{words:?}");
    assert!(words[2].contains("star") && !words[0].contains("star"), "{words:?}");
    assert!(words.iter().all(|words| !words.contains(':')), "no sign is read as it is written: {words:?}");
    assert!(!Document::load(&without).unwrap().catalog().unwrap().has(b"StructTreeRoot"));
    // The text edition says the same below its headings, which say number and name.
    let edition = folder.join("c.txt");
    assert_exit(&print(&[edition.to_str().unwrap(), "--format", "text"]), 0);
    let edition = fs::read_to_string(edition).unwrap();
    for words in words {
        let (first, rest) = words.split_once('\n').expect("a line for what it is, and lines for what it does");
        let more = first.splitn(3, " · ").nth(2).expect("more than number and name");
        assert!(edition.contains(&format!("\n{more}\n{rest}\n")), "{more}: {}", text(edition.as_bytes()));
    }
}
