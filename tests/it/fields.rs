//! Data fields of an author's own: on cards, in templates, in sheets.

use std::fs;
use std::path::{Path, PathBuf};

use lopdf::Document;

use crate::art::{copy_game, example, images, run};

const CARD: &str = "    name: Bank Foot\n";

/// A copy of the example in which the Bank's foot has these fields.
pub(crate) fn battle(name: &str, fields: &str) -> PathBuf {
    let folder = example(name);
    put(&folder, "wolfs-ford.yaml", CARD, &format!("    fields: {fields}"));
    folder
}

/// Puts a line below another one in a file.
fn put(folder: &Path, file: &str, above: &str, line: &str) {
    let text = fs::read_to_string(folder.join(file)).expect("a text");
    assert!(text.contains(above), "{file}: {above}");
    fs::write(folder.join(file), text.replacen(above, &format!("{above}{line}\n"), 1)).expect("a file");
}

/// Writes a template of a face that lays a box over the carried one.
pub(crate) fn look(folder: &Path, system: &str, face: &str, laid: &str) {
    fs::create_dir_all(folder.join("look")).expect("a folder");
    let text = format!("system: {system}\ntemplate: {face}\nextends: {face}\nboxes:\n  own: {laid}\n");
    fs::write(folder.join(format!("look/{face}.yaml")), text).expect("a file");
}

/// The cards in words, on the templates in `look`.
fn in_words(folder: &Path, file: &str, with: &str) -> String {
    let arguments = ["print", file, "--template", "look", "--with", with, "--format", "text", "-o", "a.txt", "--force"];
    let (code, out) = run(folder, &arguments);
    assert_eq!(code, Some(0), "{out}");
    fs::read_to_string(folder.join("a.txt")).expect("a text")
}

/// What a check on the templates in `look` says, and its exit code.
pub(crate) fn checked(folder: &Path) -> (Option<i32>, String) {
    run(folder, &["check", ".", "--template", "look", "--output-format", "concise"])
}

/// The fronts of two cards as PNG files.
pub(crate) fn fronts(folder: &Path) -> [Vec<u8>; 2] {
    let arguments =
        ["print", ".", "--template", "look", "--format", "png", "-o", "faces", "--only", "501A,502A", "--force"];
    let (code, out) = run(folder, &arguments);
    assert_eq!(code, Some(0), "{out}");
    ["501A", "502A"].map(|card| {
        let mut files =
            fs::read_dir(folder.join("faces")).expect("a folder").map(|entry| entry.expect("an entry").path());
        let file = files.find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().contains(card)));
        fs::read(file.expect("a face")).expect("a file")
    })
}

#[test]
fn a_template_shows_the_fields_that_a_card_has() {
    let folder = battle("fields", "{cost: 3, weight: 2.50, era: \"1759\", fame: \"three :star:\"}");
    look(
        &folder,
        "table-battles",
        "formation",
        "{at: [30, 82.9, 30, 2.5], text: \"{fields.cost} {fields.fame}\", size: [5, 6]}",
    );
    let (code, out) = checked(&folder);
    assert_eq!((code, out.contains("[MU602]") || out.contains("[MU817]")), (Some(0), false), "{out}");
    let words = in_words(&folder, ".", "none");
    let line = words.lines().skip_while(|line| *line != "501A Bank Foot").nth(1).expect("a card");
    assert!(line.contains("cost 3") && line.contains("fame three star"), "{words}");
    assert!(!words.contains("1759") && !words.contains("weight"), "what no box shows is not read aloud: {words}");
    assert_eq!(words.matches("cost").count(), 1, "a card without the field shows nothing there");

    let shown = fronts(&folder);
    look(&folder, "table-battles", "formation", "{at: [9, 9, 9, 9], shape: rectangle, hide: true}");
    let hidden = fronts(&folder);
    assert!(shown[0] != hidden[0] && shown[1] == hidden[1]);
    look(&folder, "table-battles", "formation", "{at: [30, 82.9, 30, 2.5], text: \"{fields.weight}\", size: [5, 6]}");
    assert!(in_words(&folder, ".", "none").contains("weight 2.5"));
}

#[test]
fn conditions_and_paths_of_pictures_name_fields() {
    let folder = battle("fields-in-paths", "{era: ford, elite: 1}");
    let scene = |condition: &str| {
        let laid = format!("{{at: [40, 60, 15, 15], image: \"../art/{{fields.era}}.jpg\", crops: 90, {condition}}}");
        look(&folder, "table-battles", "formation", &laid);
        let arguments =
            ["print", ".", "--template", "look", "--with", "none", "--only", "501A", "-o", "a.pdf", "--force"];
        let (code, out) = run(&folder, &arguments);
        assert_eq!(code, Some(0), "{out}");
        images(&Document::load(folder.join("a.pdf")).expect("a PDF")).len()
    };
    assert_eq!(scene("if: fields.era"), 2, "its own picture, and that of its era");
    assert_eq!(scene("if: [fields.era, fields.elite]"), 2);
    assert_eq!(scene("if: fields.era, unless: fields.elite"), 1);
    assert_eq!(scene("if: fields.elites"), 1);
    let (_, out) = checked(&folder);
    assert!(out.contains("MU817] no card has the field `elites`; the cards have `elite`, `era`"), "{out}");
}

#[test]
fn what_is_no_field_is_found_at_its_place() {
    for (fields, found) in [
        ("{Cost: 3}", "17:14: error[MU105] `Cost` is no name; expected lower-case letters, digits and `_`"),
        ("{1st: 3, \"a b\": 1}", "17:22: error[MU105] `a b` is no name"),
        ("{cost: [3]}", "17:20: error[MU103]"),
        ("{cost: true}", "17:20: error[MU103]"),
        ("{cost: 4000000000}", "17:20: error[MU106]"),
        ("{cost: .inf}", "17:20: error[MU"),
        ("{cost: \" \"}", "17:20: error[MU107] `cost` is empty"),
        ("[cost]", "17:13: error[MU103]"),
    ] {
        let folder = battle("fields-faults", fields);
        let (code, out) = run(&folder, &["check", ".", "--output-format", "concise"]);
        assert!(code == Some(1) && out.contains(&format!("wolfs-ford.yaml:{found}")), "{fields}: {out}");
        fs::remove_dir_all(&folder).expect("a folder");
    }
    let many: Vec<String> = (0..33).map(|n| format!("f{n}: {n}")).collect();
    let folder = battle("fields-too-many", &format!("{{{}}}", many.join(", ")));
    let (code, out) = run(&folder, &["check", ".", "--output-format", "concise"]);
    assert!(code == Some(1) && out.contains("error[MU107] `fields` has 33 keys; expected at most 32"), "{out}");
    let folder = battle("fields-too-long", &format!("{{{}: 1, note: {}}}", "a".repeat(40), "b".repeat(501)));
    let (code, out) = run(&folder, &["check", ".", "--output-format", "concise"]);
    assert!(code == Some(1) && out.contains("error[MU107] `note` has 501 characters; expected at most 500"), "{out}");
    assert_eq!(out.matches("error[").count(), 1, "{out}");
}

#[test]
fn a_template_names_fields_only_as_such_and_where_cards_have_them() {
    let folder = battle("fields-unknown", "{cost: 3}");
    for (face, named) in
        [("formation", "field.cost"), ("formation", "fields.Cost"), ("formation", "fields."), ("setup", "fields.cost")]
    {
        look(&folder, "table-battles", face, &format!("{{at: [30, 82.9, 30, 2.5], text: \"{{{named}}}\"}}"));
        let (code, out) = checked(&folder);
        assert!(code == Some(1) && out.contains(&format!("error[MU602] unknown text `{named}`")), "{out}");
        assert_eq!(out.contains("`fields.NAME`"), face == "formation", "{out}");
        fs::remove_file(folder.join(format!("look/{face}.yaml"))).expect("a file");
    }
    // Another battle has the field.
    let text = fs::read_to_string(folder.join("wolfs-ford.yaml")).expect("a text");
    fs::write(folder.join("other.yaml"), text.replace("{cost: 3}", "{era: old}")).expect("a file");
    look(&folder, "table-battles", "formation", "{at: [30, 82.9, 30, 2.5], text: \"{fields.cost}\", size: [5, 6]}");
    let (code, out) = checked(&folder);
    assert_eq!((code, out.matches("MU817").count()), (Some(0), 1), "one of two battles lacks it: {out}");
}

#[test]
fn cards_of_every_game_have_fields() {
    let folder = example("fields-games");
    for id in ["states-of-battle", "tabletop", "pub-battles"] {
        copy_game(id, &folder);
    }
    let laid = "{at: [20, 60, 20, 4], text: \"{fields.cost}\"}";
    let has = |system: &str, face: &str, (file, above, indent): (&str, &str, usize), (battle, with): (&str, &str)| {
        fs::remove_dir_all(folder.join("look")).ok();
        look(&folder, system, face, laid);
        put(&folder, file, above, &format!("{}fields: {{cost: 77}}", " ".repeat(indent)));
        in_words(&folder, battle, with).contains("cost 77")
    };
    let wardens = ("units/wardens-of-ambershaw.yaml", "  - unit: W2\n", 4);
    assert!(has("states-of-battle", "unit", wardens, ("bridge-at-ambershaw.yaml", "none,units")));
    let bridge = ("bridge-at-ambershaw.yaml", "  - card: Fog off the River\n", 4);
    assert!(has("states-of-battle", "card", bridge, ("bridge-at-ambershaw.yaml", "none,events,orders,starter")));
    let deck = fs::read_to_string(folder.join("decks/three-heirs.yaml")).expect("a text");
    let card = deck.lines().find(|line| line.trim_start().starts_with("- card: Q1")).expect("a card").to_owned() + "\n";
    let indent = card.find('-').expect("an item") + 2;
    assert!(has("tabletop", "card", ("decks/three-heirs.yaml", &card, indent), ("three-heirs.yaml", "none,cards")));
    let armies = ("armies/fleece-and-tin.yaml", "        - hq: Hob Carder\n", 10);
    assert!(has("pub-battles", "corps-card", armies, ("armies/fleece-and-tin.yaml", "none,cards")));
}

#[test]
fn fields_stand_in_one_column_of_a_sheet() {
    let folder = battle("fields-sheet", "{cost: 3, era: \"1759\"}");
    let (code, out) = run(&folder, &["sheet", "export", "wolfs-ford.yaml", "-o", "cards.csv", "--kind", "formations"]);
    assert_eq!(code, Some(0), "{out}");
    let sheet = fs::read_to_string(folder.join("cards.csv")).expect("a sheet");
    assert!(sheet.lines().next().is_some_and(|line| line.contains("fields")), "{sheet}");
    let before = fs::read(folder.join("wolfs-ford.yaml")).expect("a file");
    let import = ["sheet", "import", "cards.csv", "wolfs-ford.yaml", "--write"];
    assert_eq!(run(&folder, &import).0, Some(0));
    assert_eq!(fs::read(folder.join("wolfs-ford.yaml")).expect("a file"), before, "nothing differs");
    let changed = sheet.replacen("cost: 3", "cost: 4", 1);
    assert_ne!(sheet, changed, "{sheet}");
    fs::write(folder.join("cards.csv"), changed).expect("a file");
    assert_eq!(run(&folder, &import).0, Some(0));
    let text = fs::read_to_string(folder.join("wolfs-ford.yaml")).expect("a text");
    assert!(text.contains("fields: {cost: 4, era: \"1759\"}"), "{text}");
}
