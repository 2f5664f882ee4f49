//! What is printed with the formations: backs, tokens, the reference card, special rules that are too long.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use camino::Utf8PathBuf;
use lopdf::Document;
use muster::review::catalogues::carried_catalogues;
use muster::review::{Review, review, templates};
use muster_core::diag::{Diagnostic, Sink};
use muster_core::print::frame::{Frame, Item, Point, Transform, at};
use muster_core::print::template::Faces;
use muster_core::print::{Card, Misfit, SAFE};
use muster_core::source::Sources;
use muster_games::SYSTEMS;
use muster_systems::With;

use crate::cli::{WHITE_MOUNTAIN, assert_exit, folder, muster, root, text};
use crate::templates::layers;

const POLTAVA: &str = "scenarios/table-battles/poltava.yaml";

fn words(path: &Path) -> String {
    let doc = Document::load(path).unwrap();
    let numbers: Vec<u32> = doc.get_pages().keys().copied().collect();
    doc.extract_text(&numbers).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Prints scenarios with more arguments into `folder/NAME`; what is said of it.
fn printed(folder: &Path, name: &str, arguments: &[&str]) -> String {
    let to = folder.join(name);
    let output = muster(root(), &[&["print", "-o", to.to_str().unwrap()], arguments].concat());
    assert_exit(&output, 0);
    text(&output.stdout)
}

#[test]
fn summary_cards_are_printed_without_any_of_the_battle() {
    let folder = folder("summary-cards");
    for battle in ["states-of-battle/bridge-at-ambershaw", "tabletop/corn-monday", "pub-battles/orrin-heath"] {
        let scenario = format!("scenarios/{battle}.yaml");
        printed(&folder, "all.pdf", &[&scenario]);
        let told = printed(&folder, "summary.pdf", &[&scenario, "--with", "none,reference"]);
        assert!(told.contains("summary.pdf: "), "{battle}: {told}");
        let pages = |name: &str| Document::load(folder.join(name)).expect("a PDF").get_pages().len();
        assert!(pages("summary.pdf") < pages("all.pdf"), "{battle}");
    }
}

#[test]
fn what_is_printed_besides_the_formations_is_asked_for() {
    let folder = folder("with");
    let count = |with: &[&str]| {
        let told = printed(&folder, "cards.pdf", &[&[WHITE_MOUNTAIN], with].concat());
        told.split(": ").nth(1).unwrap().split(" on ").next().unwrap().to_owned()
    };
    assert_eq!(count(&[]), "11 cards");
    assert_eq!(count(&["--with", "none"]), "10 cards");
    assert_eq!(count(&["--with", "setup,reference"]), "15 cards");
    // 20 blue, 10 red and 14 pink sticks; 6 morale, and 3 on the Twelve Apostles.
    assert_eq!(count(&["--with", "tokens"]), format!("11 cards, {} pieces", 20 + 10 + 14 + 9));
    assert_eq!(count(&["--with", "tokens", "--only", "cubes"]), "9 pieces");
    // What is asked for is added to the set-up card, unless nothing else is wanted.
    assert_eq!(count(&["--with", "backs", "--duplex", "long"]), "11 cards");
    assert_eq!(count(&["--with", "none,backs", "--duplex", "long"]), "10 cards");
    assert_eq!(count(&["--with", "None", "--with", "Setup"]), "11 cards");
    let all = ["--with", "setup,reference,tokens,backs", "--duplex", "long"];
    // The two reference cards have two sides each.
    assert_eq!(count(&all), format!("{} cards, 53 pieces", 11 + 2));
    assert!(words(&folder.join("cards.pdf")).contains("· backs"));
    for (wrong, told) in [
        (&["--with", "backs"][..], "add `--duplex long`"),
        (&["--with", "backs", "--layout", "single"], "add `--duplex long`"),
        (&["--with", "tokens", "--layout", "single"], "prints sheets that must be cut"),
        (&["--with", "tokens", "--format", "tts"], "its own pieces"),
        (&["--with", "tokens", "--profile", "the-game-crafter"], "remove tokens from --with"),
    ] {
        let name = match wrong.last() {
            Some(&"tts") => "wrong.json",
            Some(&"the-game-crafter") => "wrong",
            _ => "wrong.pdf",
        };
        let to = folder.join(name);
        let output = muster(root(), &[&["print", WHITE_MOUNTAIN, "-o", to.to_str().unwrap()], wrong].concat());
        assert_exit(&output, 2);
        assert!(text(&output.stderr).contains(told), "{wrong:?}: {}", text(&output.stderr));
        assert!(!to.exists());
    }
}

#[test]
fn two_battles_share_tokens_and_reference_card() {
    let folder = folder("shared");
    printed(
        &folder,
        "faces",
        &[WHITE_MOUNTAIN, POLTAVA, "--format", "png", "--dpi", "30", "--with", "tokens,reference"],
    );
    let mut names: Vec<String> = fs::read_dir(folder.join("faces"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let shared: Vec<&str> = names
        .iter()
        .filter_map(|name| name.split_once('-'))
        .map(|(_, rest)| rest)
        .filter(|rest| rest.contains("-x"))
        .collect();
    let wanted = [
        "991A-x2.png",
        "reference-x2.png",
        "signs-x2.png",
        "red-sticks-x10.png",
        "pink-sticks-x14.png",
        "blue-sticks-x20.png",
        "dark-blue-sticks-x8.png",
        "cubes-x10.png",
    ];
    assert_eq!(shared, wanted, "each as often as the battle that needs most");
}

/// What a drawing says.
fn said(frame: &Frame) -> String {
    let mut words = Vec::new();
    walk(frame, Transform::from_translate(0.0, 0.0), &mut |item, _| {
        if let Item::Text(text) = item {
            words.push(text.text.clone());
        }
    });
    words.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_reference_card_tells_of_the_rules_in_force() {
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).unwrap();
    let mut sink = Sink::default();
    let faces = templates::faces(SYSTEMS[0], &[], Vec::new(), &mut Sources::default(), &mut sink);
    let with = With::Only(BTreeSet::from(["reference".to_owned()]));
    let reference = |rules: &str, count: usize| {
        let text = scenario.replace("  set: Base game\n", &format!("  set: Base game\n{rules}"));
        let files = vec![("a.yaml".into(), text.into_bytes())];
        let review = review(&files, &|_| Err(std::io::ErrorKind::NotFound.into()), SYSTEMS);
        let battle = review.units[0].battle.clone().unwrap();
        let (cards, misfits, _) =
            SYSTEMS[0].draw_shared(&[battle], &faces, &carried_catalogues(SYSTEMS[0]), &with, None);
        assert_eq!((cards.len(), misfits), (count, vec![]));
        let cards: Vec<Card> = cards.into_iter().map(|drawn| drawn.card).collect();
        assert!(cards.iter().all(|card| card.copies == 2 && card.leaf == cards[0].leaf), "one card for each player");
        cards.iter().map(|card| said(&card.front)).collect::<Vec<_>>().join(" ")
    };
    // What has no room at 7 points goes on on a third face.
    let (plain, all) = (reference("", 2), reference("  rules: [links, shift, oblique]\n", 3));
    for words in [
        "Shifted sticks",
        "of the same arm, but never the last",
        "at least 3 sticks more",
        "linked",
        "infantry, cavalry",
    ] {
        assert!(!plain.contains(words) && all.contains(words), "{words}: {plain} / {all}");
    }
    for words in ["A turn", "1 BEGIN", "2 ACT", "3 ROLL", "ANSWER", "Signs", "full house: a triplet and a pair"] {
        assert!(plain.contains(words), "{words}: {plain}");
    }
    let lost = "Once the last is gone you have lost";
    assert!(plain.contains(lost), "{plain}");
    let scenario = scenario.replace("morale: 4", "morale: 0").replace("morale: 2", "morale: 0");
    let files = vec![("a.yaml".into(), scenario.into_bytes())];
    let review = review(&files, &|_| Err(std::io::ErrorKind::NotFound.into()), SYSTEMS);
    let (cards, ..) = SYSTEMS[0].draw_shared(
        &[review.units[0].battle.clone().unwrap()],
        &faces,
        &carried_catalogues(SYSTEMS[0]),
        &with,
        None,
    );
    let said = said(&cards[0].card.front);
    assert!(said.contains("routs") && !said.contains("morale") && !said.contains(lost), "{said}");
}

#[test]
fn the_line_up_is_the_other_side_of_the_set_up_card() {
    let folder = folder("line-up");
    let count = |name: &str, more: &[&str]| {
        let told = printed(&folder, name, &[&[WHITE_MOUNTAIN, "--with", "line-up"], more].concat());
        told.split(": ").nth(1).unwrap().split(" on ").next().unwrap().to_owned()
    };
    assert_eq!(count("one.pdf", &[]), "12 cards", "on one side of the paper it is a card of its own");
    assert_eq!(count("two.pdf", &["--duplex", "long"]), "11 cards");
    assert_eq!(count("alone.pdf", &["--only", "line-up"]), "1 card");
    let rocroi = "scenarios/table-battles/rocroi.yaml";
    let text = |language: &str| {
        let name = format!("{language}.txt");
        let options = ["--with", "none,line-up", "--only", "setup-line-up", "--format", "text", "--languages"];
        printed(&folder, &name, &[&[rocroi], &options[..], &[language]].concat());
        fs::read_to_string(folder.join(name)).unwrap()
    };
    let (english, german) = (text("en"), text("de"));
    for words in [
        "Line-up",
        "French, from left to right: Enghien, Gassion, D'Espenan, La Ferté, ",
        "In reserve Sirot",
        "Army of Flanders, from left to right: Albuquerque, ",
    ] {
        assert!(english.contains(words), "{words}: {english}");
    }
    for words in ["Aufstellung", "French, von links nach rechts: Enghien, "] {
        assert!(german.contains(words), "{words}: {german}");
    }
}

/// Each player sees the line of her side from left to right: of the two on the card the first has its left at the top, the second
/// its left at the foot. Whoever waits stands behind the line, in the row of the friend.
#[test]
fn lines_face_each_other_with_reserves_behind_them() {
    let review = scenarios();
    let mut sink = Sink::default();
    let faces = templates::faces(SYSTEMS[0], &[], Vec::new(), &mut Sources::default(), &mut sink);
    let with = With::Only(BTreeSet::from(["line-up".to_owned()]));
    let unit = review.units.iter().find(|unit| {
        let file = review.sources.get(unit.file);
        unit.given && file.path().file_name() == Some("marston-moor.yaml")
    });
    let battle = unit.and_then(|unit| unit.battle.clone()).unwrap();
    let (drawn, _) = SYSTEMS[0].faces(&battle, &faces, &carried_catalogues(SYSTEMS[0]), &with, None);
    let card = &drawn.iter().find(|drawn| drawn.card.number == "setup-line-up").unwrap().card;
    let mut places: Vec<(String, Point)> = Vec::new();
    walk(&card.front, Transform::from_translate(0.0, 0.0), &mut |item, map| {
        let Item::Text(text) = item else { return };
        places.push((text.text.trim().to_owned(), map.apply(text.at)));
    });
    let place = |number: &str| places.iter().find(|(text, _)| text == number).unwrap_or_else(|| panic!("{number}")).1;
    let (first, last) = (place("11A"), place("17A"));
    assert!(first.y < last.y && (first.x - last.x).abs() < 0.1, "{first:?} {last:?}");
    let (first, last) = (place("18A"), place("24A"));
    assert!(first.y > last.y && (first.x - last.x).abs() < 0.1 && first.x > place("11A").x, "{first:?} {last:?}");
    // Tillier's left waits behind his right.
    let (reserve, friend) = (place("15A"), place("14A"));
    assert!(reserve.x < friend.x && (reserve.y - friend.y).abs() < 3.0, "{reserve:?} {friend:?}");
}

/// White Mountain with so many special rules on card 7A.
fn specials(count: usize) -> String {
    let rule = "      - {rule: hits, on: Liechtenstein, change: 1}\n".repeat(count);
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).unwrap();
    scenario.replacen("    strength: 6\n", &format!("    strength: 6\n    special:\n{rule}"), 1)
}

#[test]
fn special_rules_too_long_for_their_card_get_one_of_their_own() {
    let folder = folder("rules");
    let print = |count: usize| {
        let path = folder.join(format!("{count}.yaml"));
        fs::write(&path, specials(count)).unwrap();
        let output = muster(&folder, &["print", path.to_str().unwrap(), "-o", "cards.pdf", "--output-format", "json"]);
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let found: Vec<String> =
            json["findings"].as_array().unwrap().iter().map(|f| f["code"].as_str().unwrap().to_owned()).collect();
        (found.contains(&"MU804".to_owned()), found.contains(&"MU801".to_owned()), words(&folder.join("cards.pdf")))
    };
    let (apart, misfit, said) = print(2);
    assert!(!apart && !misfit && !said.contains("card of special rules"), "{said}");
    let (apart, misfit, said) = print(9);
    assert!(apart && !misfit, "{said}");
    assert!(
        said.contains("stand on the card of special rules") && said.contains("Special rules White Mountain 7A Thurn"),
        "{said}"
    );
    let once = said.matches("on Liechtenstein do").count();
    assert_eq!(once, 9, "{said}");
    // Too many for one card are on several, under the same title.
    let (_, misfit, said) = print(40);
    assert!(!misfit && said.matches("Special rules White Mountain 7A Thurn").count() > 1, "{said}");
    assert_eq!(said.matches("on Liechtenstein do").count(), 40);
}

fn scenarios() -> Review {
    let folder = root().join("scenarios/table-battles");
    let mut files: Vec<(Utf8PathBuf, Vec<u8>)> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| Utf8PathBuf::from_path_buf(entry.unwrap().path()).unwrap())
        .filter(|path| path.extension() == Some("yaml"))
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect();
    files.sort();
    assert!(files.len() >= 10);
    review(&files, &|path| fs::read(path), SYSTEMS)
}

/// Every card of every shipped scenario, with everything, in one look.
fn everything(look: &str) -> (Vec<Card>, Vec<Misfit>) {
    let (review, mut sink) = (scenarios(), Sink::default());
    let faces: Faces = templates::faces(SYSTEMS[0], &layers(look), Vec::new(), &mut Sources::default(), &mut sink);
    let battles: Vec<_> =
        review.units.iter().filter(|unit| unit.given).filter_map(|unit| unit.battle.clone()).collect();
    let mut cards = Vec::new();
    for battle in &battles {
        let (drawn, misfits) =
            SYSTEMS[0].faces(battle, &faces, &carried_catalogues(SYSTEMS[0]), &With::Everything, None);
        // Cards of other sizes may have less room for lore.
        let is_lore = |finding: &Diagnostic| look.contains("size-") && finding.code.id == "MU802";
        assert!(misfits.iter().all(is_lore), "{look}: {misfits:?}");
        cards.extend(drawn.into_iter().map(|drawn| drawn.card));
    }
    let (shared, misfits, _) =
        SYSTEMS[0].draw_shared(&battles, &faces, &carried_catalogues(SYSTEMS[0]), &With::Everything, None);
    cards.extend(shared.into_iter().map(|drawn| drawn.card));
    (cards, misfits)
}

fn walk(frame: &Frame, map: Transform, see: &mut dyn FnMut(&Item, Transform)) {
    for item in &frame.items {
        match item {
            Item::Group(group) => walk(&group.frame, map.compose(group.transform), see),
            other => see(other, map),
        }
    }
}

#[test]
fn no_text_of_any_shipped_card_stands_on_another_or_outside_the_safe_line() {
    for (look, _) in SYSTEMS[0].templates() {
        let (cards, misfits) = everything(look);
        assert_eq!(misfits, [], "{look}");
        assert!(cards.len() > 100 && cards.iter().all(|card| card.back.is_some() || card.leaf.is_some()));
        for card in &cards {
            for face in std::iter::once(&card.front).chain(&card.back) {
                let mut boxes: Vec<(Point, Point, String)> = Vec::new();
                walk(face, Transform::from_translate(0.0, 0.0), &mut |item, map| {
                    let Item::Text(text) = item else { return };
                    let deep = if text.text.contains(|c| "gjpqyQ,;()".contains(c)) { 0.2 * text.size } else { 0.0 };
                    let top = map.apply(at(text.at.x, text.at.y - 0.64 * text.size));
                    let end = map.apply(at(text.at.x + text.width(), text.at.y + deep));
                    let inside = |p: Point| {
                        p.x > SAFE - 0.1
                            && p.y > SAFE - 0.1
                            && p.x < card.size.width - SAFE + 0.1
                            && p.y < card.size.height - SAFE + 0.1
                    };
                    assert!(inside(top) && inside(end), "{look} {}: `{}` at {top:?}", card.label, text.text);
                    for (a, b, other) in &boxes {
                        let apart = end.x <= a.x + 0.01 || top.x >= b.x - 0.01 || end.y <= a.y || top.y >= b.y;
                        assert!(apart, "{look} {}: `{}` over `{other}`", card.label, text.text);
                    }
                    boxes.push((top, end, text.text.clone()));
                });
            }
        }
    }
}

#[test]
fn one_side_is_printed_without_the_other_ones_cards() {
    let folder = folder("side");
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).unwrap();
    let value: serde_json::Value = serde_yaml::from_str(&scenario).unwrap();
    let sides: Vec<&str> =
        value["scenario"]["sides"].as_array().unwrap().iter().map(|side| side["name"].as_str().unwrap()).collect();
    let all = printed(&folder, "all.txt", &[WHITE_MOUNTAIN, "--format", "text"]);
    assert!(all.contains("11 cards on "), "{all}");
    let labels = |name: &str| -> BTreeSet<String> {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        text.split("\n\n").map(|card| card.lines().next().unwrap().to_owned()).collect()
    };
    let everything = labels("all.txt");
    let mut seen = BTreeSet::new();
    for (number, side) in sides.iter().enumerate() {
        let name = format!("{number}.txt");
        printed(&folder, &name, &[WHITE_MOUNTAIN, "--format", "text", "--side", side]);
        let own = labels(&name);
        assert!(own.contains("Set-up") && own.len() < everything.len(), "{own:?}");
        let cards: BTreeSet<String> = own.into_iter().filter(|label| label != "Set-up").collect();
        assert!(seen.is_disjoint(&cards), "{cards:?}");
        seen.extend(cards);
    }
    seen.insert("Set-up".to_owned());
    assert_eq!(seen, everything);
    let nobody = muster(root(), &["print", WHITE_MOUNTAIN, "--side", "Nobody", "-o", "target/nobody.pdf"]);
    assert_exit(&nobody, 2);
    assert!(text(&nobody.stderr).contains("no side `Nobody`"), "{}", text(&nobody.stderr));
}

#[test]
fn the_old_names_of_codes_are_understood() {
    let folder = folder("former");
    fs::write(folder.join("long.yaml"), specials(9)).unwrap();
    let codes = |allowed: &[&str]| {
        let output = muster(&folder, &[&["check", "long.yaml", "--output-format", "json"], allowed].concat());
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let found = json["findings"].as_array().unwrap().iter();
        found.map(|finding| finding["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(codes(&[]), ["MU804"]);
    fs::write(folder.join("muster.toml"), "[levels]\nTB504 = \"allow\"\n").unwrap();
    assert_eq!(codes(&[]), Vec::<String>::new());
    let page = muster(&folder, &["explain", "TB504"]);
    assert!(text(&page.stdout).contains("MU804"), "{}", text(&page.stdout));
}
