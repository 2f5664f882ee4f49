//! Modules of VASSAL: every part is there once, names cannot break them, what is hidden is hidden.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;

use quick_xml::Reader;
use quick_xml::events::Event;

use crate::cli::{assert_exit, command, folder, muster, root};

/// An element of an XML file: its class, its attributes, its text.
#[derive(Default)]
pub(crate) struct Element {
    pub(crate) class: String,
    attributes: Vec<(String, String)>,
    pub(crate) text: String,
}

impl Element {
    fn get(&self, key: &str) -> &str {
        self.attributes.iter().find(|(name, _)| name == key).map_or("", |(_, value)| value)
    }
}

/// The files of an archive, in its order.
fn files(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let count = archive.len();
    let file = |i: usize| {
        let mut file = archive.by_index(i).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        (file.name().unwrap().into_owned(), bytes)
    };
    (0..count).map(file).collect()
}

/// The elements of a build file.
fn elements(bytes: &[u8]) -> Vec<Element> {
    let files = files(bytes);
    assert_eq!(files[0].0, "buildFile.xml");
    elements_in(&String::from_utf8(files[0].1.clone()).unwrap())
}

/// The elements of an XML file, in the order in which they begin.
pub(crate) fn elements_in(text: &str) -> Vec<Element> {
    let mut reader = Reader::from_str(text);
    let (mut found, mut open): (Vec<Element>, Vec<usize>) = (Vec::new(), Vec::new());
    loop {
        match reader.read_event().unwrap() {
            Event::Eof => break,
            event @ (Event::Start(_) | Event::Empty(_)) => {
                let is_start = matches!(event, Event::Start(_));
                let (Event::Start(tag) | Event::Empty(tag)) = event else { unreachable!() };
                let class = tag.name().as_ref().to_owned();
                let attribute = |of: quick_xml::events::attributes::Attribute<'_>| {
                    let value = quick_xml::escape::unescape(&of.value).unwrap().into_owned();
                    (of.key.as_ref().to_owned(), value)
                };
                let attributes = tag.attributes().map(|of| attribute(of.unwrap())).collect();
                found.push(Element { class, attributes, text: String::new() });
                if is_start {
                    open.push(found.len() - 1);
                }
            }
            Event::End(_) => _ = open.pop().unwrap(),
            Event::Text(text) => {
                if let Some(of) = open.last() {
                    found[*of].text += &text;
                }
            }
            Event::GeneralRef(name) => {
                let of = *open.last().unwrap();
                let text = format!("&{};", &*name);
                found[of].text += &quick_xml::escape::unescape(&text).unwrap();
            }
            _ => {}
        }
    }
    assert!(open.is_empty());
    found
}

fn module(folder: &Path, scenario: &str) -> Vec<u8> {
    let output = muster(folder, &["export", "vassal", scenario, "--dpi", "30", "-o", "game.vmod"]);
    assert_exit(&output, 0);
    fs::read(folder.join("game.vmod")).unwrap()
}

/// The pieces of a module whose names contain a word: by their numbers, how far to the right they are, and how they are turned
/// clockwise.
pub(crate) fn pieces(folder: &Path, scenario: &str, word: &str) -> BTreeMap<String, (i64, f64)> {
    let (mut found, mut x) = (BTreeMap::new(), 0);
    for element in elements(&module(folder, scenario)) {
        if element.class.ends_with(".SetupStack") {
            x = element.get("x").parse().unwrap();
        }
        let name = element.get("entryName");
        if element.class.ends_with(".PieceSlot") && name.contains(word) {
            let states = element.text.rsplit('/').next().unwrap();
            // Against the clock.
            let angle: f64 = states.split(['\t', '\\']).next().unwrap().parse().unwrap();
            let number = name.split(' ').next().unwrap().to_owned();
            found.insert(number, (x, (360.0 - angle) % 360.0));
        }
    }
    found
}

fn shipped(name: &str) -> String {
    root().join("scenarios").join(name).to_str().unwrap().to_owned()
}

const BATTLES: [&str; 5] = [
    "table-battles/white-mountain.yaml",
    "states-of-battle/whispering-alders.yaml",
    "tabletop/three-heirs.yaml",
    "pub-battles/two-days-at-hollin-cross.yaml",
    "pub-battles/the-price-of-wool.yaml",
];

#[test]
fn every_piece_has_a_number_of_its_own_and_every_picture_is_there() {
    let folder = folder("tables-modules");
    for battle in BATTLES {
        let bytes = module(&folder, &shipped(battle));
        let elements = elements(&bytes);
        let slots: Vec<&Element> = elements.iter().filter(|of| of.class.ends_with("Slot")).collect();
        let ids: BTreeSet<u32> = slots.iter().map(|of| of.get("gpid").parse().unwrap()).collect();
        assert_eq!(ids.len(), slots.len(), "{battle}");
        let next: u32 = elements[0].get("nextPieceSlotId").parse().unwrap();
        assert_eq!(ids, (1..next).collect(), "{battle}");
        for slot in &slots {
            let state = slot.text.rsplit('\t').next().unwrap();
            assert_eq!(state, format!("null;0;0;{};0", slot.get("gpid")), "{battle}: {}", slot.text);
        }
        let names: BTreeSet<String> = files(&bytes).into_iter().map(|(name, _)| name).collect();
        let mut shown: BTreeSet<String> = ["buildFile.xml", "moduledata"].map(str::to_owned).into();
        let images = elements.iter().flat_map(|of| [of.get("image"), of.get("fileName")].map(str::to_owned));
        let of_pieces = slots.iter().flat_map(|of| of.text.split([';', ',']).map(str::to_owned));
        let images = images.chain(of_pieces).filter(|image| image.ends_with(".png"));
        shown.extend(images.map(|image| format!("images/{image}")));
        assert_eq!(names, shown, "{battle}");
        let sides = elements.iter().filter(|of| of.class == "entry").count();
        let hands = elements.iter().filter(|of| of.class.ends_with(".PlayerHand")).count();
        assert_eq!((sides, hands), (sides, sides), "{battle}");
    }
}

#[test]
fn the_same_battle_is_the_same_bytes_on_any_number_of_threads() {
    let folder = folder("tables-same");
    for battle in BATTLES {
        let first = module(&folder, &shipped(battle));
        let path = shipped(battle);
        let mut again = command(&folder, &["export", "vassal", &path, "--dpi", "30", "-o", "game.vmod"]);
        assert_exit(&again.env("RAYON_NUM_THREADS", "1").output().unwrap(), 0);
        assert!(fs::read(folder.join("game.vmod")).unwrap() == first, "{battle}");
    }
    let path = shipped(BATTLES[0]);
    let save = |to: &str| {
        assert_exit(&muster(&folder, &["export", "tts", &path, "--dpi", "30", "-o", to]), 0);
        fs::read(folder.join(to).join("table.json")).unwrap()
    };
    assert_eq!(save("one"), save("two"));
}

#[test]
fn names_with_every_sign_that_a_module_uses_break_nothing() {
    let folder = folder("tables-names");
    let hastings = fs::read_to_string(root().join("scenarios/table-battles/hastings.yaml")).unwrap();
    let side = "N;o/r,m\t'a<n>&s\"|";
    let yaml = serde_json::to_string(side).unwrap();
    let card = "../A\\r/c;h,e'r\\";
    let text = hastings
        .replace("name: Normans,", &format!("name: {yaml},"))
        .replace("name: Archers", &format!("name: {}", serde_json::to_string(card).unwrap()))
        .replace("[Archers]", &format!("[{}]", serde_json::to_string(card).unwrap()))
        .replace("name: Hastings", "name: \"]]><x> & \\\"y\\\"\"");
    fs::write(folder.join("a.yaml"), text).unwrap();
    let output = muster(&folder, &["export", "vassal", "a.yaml", "--dpi", "30", "-o", "game.vmod"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_ne!(output.status.code(), Some(2), "{said}");
    let bytes = fs::read(folder.join("game.vmod")).unwrap_or_else(|_| panic!("{said}"));
    let elements = elements(&bytes);
    assert_eq!(elements[0].get("name"), "]]><x> & \"y\"");
    let entries: Vec<&str> = elements.iter().filter(|of| of.class == "entry").map(|of| of.text.as_str()).collect();
    assert_eq!(entries[0], side.replace('\t', " "));
    let hand = elements.iter().find(|of| of.class.ends_with(".PlayerHand")).unwrap();
    assert_eq!(hand.get("side"), side.replace('\t', " ").replace(',', "\\,"));
    let archers = elements.iter().find(|of| of.get("entryName").contains("../A")).unwrap();
    // The parts of a piece: the command, nothing, types, states; a slash in a name is escaped.
    let parts = archers.text.replace("\\/", "\u{1}").split('/').count();
    assert_eq!(parts, 4, "{}", archers.text);
    for (name, _) in files(&bytes) {
        let is_plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b"./".contains(&b)) && !name.contains("..");
        assert!(is_plain, "{name}");
    }
}

#[test]
fn what_a_side_hides_is_masked_or_in_its_hand() {
    let folder = folder("tables-hidden");
    let bytes = module(&folder, &shipped("pub-battles/the-price-of-wool.yaml"));
    let elements = elements(&bytes);
    let masked = elements.iter().filter(|of| of.text.contains("obs;") && of.text.contains(";side:;")).count();
    assert!(masked > 0, "headquarters that are not spotted");
    let charts = elements.iter().filter(|of| of.class.ends_with(".Chart"));
    let charts: Vec<&str> = charts.map(|of| of.get("chartName")).collect();
    assert!(
        !charts.is_empty() && charts.iter().all(|name| !name.contains("Staple") && !name.contains("Stannary")),
        "{charts:?}"
    );
    let alders = elements_of(&folder, "states-of-battle/whispering-alders.yaml");
    let cards: Vec<&Element> = alders.iter().filter(|of| of.class.ends_with(".CardSlot")).collect();
    assert!(cards.len() > 40 && cards.iter().all(|of| of.text.starts_with("+/null/obs;77,130;")), "{}", cards.len());
    let decks = alders.iter().filter(|of| of.class.ends_with(".DrawPile"));
    let (drawn, discards): (Vec<&Element>, Vec<&Element>) = decks.partition(|of| of.get("faceDown") == "Always");
    assert_eq!((drawn.len(), discards.len()), (4, 4));
    assert!(drawn.iter().all(|of| of.get("shuffle") == "Always"));
}

fn elements_of(folder: &Path, battle: &str) -> Vec<Element> {
    elements(&module(folder, &shipped(battle)))
}
