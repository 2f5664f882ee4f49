//! What is named and not there is made: in each game, and what is made passes a check.

use std::fs;

use serde_json::Value;

use super::actions::{actions, edited, range, titles};
use super::editor::{Editor, uri};
use crate::cli::{folder, root};

#[test]
fn a_formation_that_is_named_and_not_there_is_made_on_the_side_that_is_meant() {
    let file = folder("lsp-create").join("slip.yaml");
    let card = |name: &str, wing: &str, target: &str| {
        format!(
            "\n  - card: 9A\n    name: {name}\n    wing: {wing}\n    strength: 4\n    dice: 6\n    actions:\n      - {{type: attack, targets: [{target}], hits: 1 per die, self: 1}}"
        )
    };
    // An enemy, whose side has the last numbers, and a friend, whose side has not.
    let cases = [
        ("Sothern Horse", "Cuirassiers", "cards: 5A-8A", "cards: 5A-9A", card("Cuirassiers", "pink", "Old Guard")),
        (
            "{behind: Old Guard}",
            "{behind: No}",
            "cards: 1A-4A",
            "cards: [1A-4A, 9A]",
            card("\"No\"", "dkblue", "River Foot"),
        ),
    ];
    for (found, written, cards, listed, made) in cases {
        let slip = fs::read_to_string(root().join("docs/slip.yaml")).unwrap();
        let text = slip.replacen(found, written, 1).replace("Sothern", "Southern");
        let mut editor = Editor::in_folders(&[]);
        editor.open(&file, &text);
        let offered = actions(&mut editor, &file, &range(&text, written), Some("quickfix"));
        let create = offered.iter().find(|action| action["title"].as_str().unwrap().starts_with("Create the missing"));
        let create = create.unwrap_or_else(|| panic!("{:?}", titles(&offered)));
        let after = edited(&text, &create["edit"]["changes"][uri(&file)]);
        let expected = text.replace(cards, listed);
        assert_eq!(after.trim_end(), format!("{}{made}", expected.trim_end()));
        editor.change(&file, 2, &after);
        let codes = editor.codes(&file, Some(2));
        assert!(!codes.iter().any(|code| code == "TB101" || code == "TB106"), "{codes:?}");
        editor.leave();
    }
}

/// Makes what some words of a text name, and returns the text with it. Nothing else may be wrong with it then.
fn created(name: &str, text: &str, words: &str, title: &str) -> String {
    let file = folder(name).join("battle.yaml");
    let mut editor = Editor::in_folders(&[]);
    editor.open(&file, text);
    let offered = actions(&mut editor, &file, &range(text, words), Some("quickfix"));
    let create = offered.iter().find(|action| action["title"] == title);
    let create = create.unwrap_or_else(|| panic!("{words}: {:?}", titles(&offered)));
    let after = edited(text, &create["edit"]["changes"][uri(&file)]);
    editor.change(&file, 2, &after);
    let errors: Vec<Value> =
        editor.findings(&uri(&file), Some(2)).into_iter().filter(|finding| finding["severity"] == 1).collect();
    assert!(errors.is_empty(), "{errors:?}\n{after}");
    editor.leave();
    after
}

/// The first example in which a page finds nothing.
fn silent(page: &str) -> String {
    let page = fs::read_to_string(root().join("crates").join(page)).unwrap();
    let silent = page.split_once("## Silent").unwrap().1;
    silent.split_once("```yaml\n").unwrap().1.split_once("```").unwrap().0.to_owned()
}

#[test]
fn cards_that_table_battles_lists_or_names_by_number_are_made() {
    let battle = fs::read_to_string(root().join("docs/slip.yaml")).unwrap().replace("Sothern", "Southern");
    let listed = battle.replace("cards: 5A-8A", "cards: 5A-9A");
    let after = created("lsp-create-listed-card", &listed, "5A-9A", "Create the missing card `9A`");
    assert!(after.contains("\n  - card: 9A\n    name: Card 9A\n"), "{after}");
    assert!(after.contains("cards: 5A-9A"), "{after}");
    let range = battle.replace("cards: 5A-8A", "cards: 5A-11A");
    let after = created("lsp-create-listed-cards", &range, "5A-11A", "Create the 3 missing cards");
    let numbers: Vec<&str> = after.lines().filter_map(|line| line.strip_prefix("  - card: ")).collect();
    assert_eq!(numbers, ["1A", "2A", "3A", "4A", "5A", "6A", "7A", "8A", "9A", "10A", "11A"]);
    let named = battle.replace("targets: [Southern Horse, Lancers]", "targets: [Southern Horse, 9A, Lancers]");
    assert_ne!(named, battle);
    let after = created("lsp-create-numbered-card", &named, "9A, Lancers", "Create the missing card `9A`");
    assert!(after.contains("\n  - card: 9A\n    name: Card 9A\n") && after.contains("cards: 5A-9A"), "{after}");
}

#[test]
fn units_orders_and_places_of_states_of_battle_are_made() {
    let battle = silent("states-of-battle/src/checks/unknown_unit.md");
    let riding = battle.replace("points: 100, in: Foot}", "points: 100, in: Halberds}");
    let after = created("lsp-create-unit", &riding, "Halberds", "Create the missing unit `Halberds`");
    assert!(after.contains("units: N1-N3}") && after.contains("- {unit: N3, name: Halberds, points: 100}"), "{after}");
    let listed = battle.replace("units: S1-S2", "units: [S1-S2, S7]");
    let after = created("lsp-create-listed", &listed, "S7]", "Create the missing unit `S7`");
    assert!(after.trim_end().ends_with("- {unit: S7, name: Unit S7, points: 100}"), "{after}");
    let range = battle.replace("units: S1-S2", "units: S1-S4");
    let after = created("lsp-create-listed-units", &range, "S1-S4", "Create the 2 missing units");
    assert!(
        after.contains("{unit: S3, ") && after.trim_end().ends_with("- {unit: S4, name: Unit S4, points: 100}"),
        "{after}"
    );

    let decks = silent("states-of-battle/src/checks/unknown_order.md");
    let drill = decks.replace("Missile Reload: 3, Move: 2}", "Missile Reload: 3, \"Drill: slow\": 2}");
    let after = created("lsp-create-order", &drill, "\"Drill: slow\"", "Create the missing card `Drill: slow`");
    assert!(
        after.trim_end().ends_with("cards: [{card: \"Drill: slow\", deck: orders, copies: 2, play: [melee]}]"),
        "{after}"
    );

    let held = silent("states-of-battle/src/checks/unknown_place.md")
        .replace("hold, place: The Mill", "hold, place: The Ferry");
    let after = created("lsp-create-place", &held, "The Ferry", "Create the missing place `The Ferry`");
    assert!(after.contains("held_by: North}, The Ferry]"), "{after}");
    let first = battle.replace("name: The Ford\n", "name: The Ford\n  victory: [{rule: hold, place: The Mill}]\n");
    let after = created("lsp-create-first-place", &first, "The Mill", "Create the missing place `The Mill`");
    assert!(after.contains("\n  places: [The Mill]\n"), "{after}");
}

#[test]
fn cards_and_places_of_tabletop_are_made() {
    let battle = silent("tabletop/src/checks/missing_card.md");
    let set_up = battle.replace(
        "cards: S1-S2, setup: [{card: S1, at: 0303}]",
        "cards: [S1-S2], setup: [{card: S1, at: 0303}, {card: Lancers, at: 0302}]",
    );
    let after = created("lsp-create-card", &set_up, "Lancers", "Create the missing card `Lancers`");
    assert!(after.contains("cards: [S1-S2, S3]"), "{after}");
    assert!(after.contains("- {card: S3, name: Lancers, type: Infantry, cost: 100, might: 2, speed: 2}"), "{after}");
    let listed = battle.replace("cards: N1-N2", "cards: N1-N3");
    let after = created("lsp-create-cards", &listed, "N1-N3", "Create the missing card `N3`");
    assert!(after.contains("- {card: N3, name: Card N3, type: Infantry"), "{after}");
    let range = battle.replace("cards: N1-N2", "cards: N1-N4");
    let after = created("lsp-create-listed-tabletop", &range, "N1-N4", "Create the 2 missing cards");
    assert!(after.contains("- {card: N3, ") && after.contains("- {card: N4, "), "{after}");
    let placed = battle.replace("{card: N1, at: 0101}", "{card: N1, at: The Mill}");
    let after = created("lsp-create-hex", &placed, "The Mill", "Create the missing place `The Mill`");
    assert!(after.contains("places: {The Mill: \"0202\"}"), "{after}");
}

#[test]
fn commands_locations_and_terrain_of_pub_battles_are_made() {
    let battle = silent("pub-battles/src/checks/unknown_headquarters.md");
    let named = battle.replace("command: Keller}", "side: South, command: O'Hara}");
    let after = created("lsp-create-hq", &named, "O'Hara", "Create the missing headquarters `O'Hara`");
    let corps = "]}, {hq: O'Hara, enters: {turn: 1}, blocks: [{block: Foot of O'Hara}]}]}";
    assert!(after.lines().any(|line| line.contains("name: South") && line.contains(corps)), "{after}");
    let held =
        battle.replace("special: [", "victory: [{rule: hold, location: Mill, within: foot/3, at: 5}]\n  special: [");
    let after = created("lsp-create-location", &held, "Mill", "Create the missing location `Mill`");
    assert!(after.contains("locations: {Mill: [200, 200]}"), "{after}");
    let terrain = battle.replace("name: Bare Hill, kind: hill", "name: Bare Hill, kind: moor");
    let after = created("lsp-create-terrain", &terrain, "moor", "Create the missing terrain `moor`");
    assert!(after.contains("kinds: {hill: {modifier: -1}, moor: {modifier: 0}}"), "{after}");
}

#[test]
fn cards_of_a_deck_are_made_in_the_deck() {
    let folder = folder("lsp-create-in-deck");
    let (file, deck) = (folder.join("battle.yaml"), folder.join("deck.yaml"));
    let battle = fs::read_to_string(root().join("docs/slip.yaml")).unwrap().replace("Sothern", "Southern");
    let (scenario, cards) = battle.split_once("\nformations:\n").unwrap();
    let text = format!("{}\ndecks: [deck.yaml]\n", scenario.replace("cards: 5A-8A", "cards: 5A-10A"));
    let cards = format!("system: table-battles\nformations:\n{cards}");
    fs::write(&deck, &cards).unwrap();
    let mut editor = Editor::in_folders(&[]);
    editor.open(&file, &text);
    let offered = actions(&mut editor, &file, &range(&text, "5A-10A"), Some("quickfix"));
    let create = offered.iter().find(|action| action["title"] == "Create the 2 missing cards");
    let create = create.unwrap_or_else(|| panic!("{:?}", titles(&offered)));
    editor.leave();
    fs::write(&deck, edited(&cards, &create["edit"]["changes"][uri(&deck)])).unwrap();
    let mut editor = Editor::in_folders(&[]);
    editor.open(&file, &text);
    let findings = editor.findings(&uri(&file), Some(1));
    assert!(findings.iter().all(|finding| finding["severity"] != 1), "{findings:?}");
    editor.leave();
}
