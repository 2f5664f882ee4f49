//! The laws of spreadsheets, on all shipped files and on changes that nobody thought of.

use std::collections::BTreeMap;
use std::fs;

use proptest::prelude::*;

use muster::sheet::book::{Book, BookCell};
use muster::sheet::import::{ImportOptions, import};
use muster_games::SYSTEMS;

use crate::cli::root;

use super::{DECK, column, csv, document, exported, findings, imported, put, read, sheets, shipped, text_of, workbook};

#[test]
fn export_and_import_change_no_byte_of_any_shipped_file() {
    let shipped = shipped();
    assert!(shipped.len() > 30, "{}", shipped.len());
    for (path, text) in &shipped {
        let import = imported(&exported(text), text);
        assert_eq!(text_of(&import), text, "{}", path.display());
    }
}

#[test]
fn every_sheet_as_csv_changes_no_byte_either() {
    let mut count = 0;
    for (path, text) in shipped() {
        for sheet in sheets(&document(&text)) {
            let book = read("cards.csv", &csv(&sheet));
            let options = ImportOptions { kind: Some(sheet.name), ..ImportOptions::default() };
            let import = import(&book, document(&text), options).expect("an import");
            if book.pages[0].rows.len() > 1 {
                assert_eq!(text_of(&import), text, "{}: {}", path.display(), sheet.name);
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn no_comment_is_lost_within_a_value_in_lines_of_its_own() {
    let inline = "targets: [Horse]\n        hits: 2";
    let lines = "targets:\n          - Horse # the nearest\n          - Lancers\n        hits: 2";
    let text = DECK.replacen(inline, lines, 1);
    assert_ne!(text, DECK);
    let actions = column(&exported(&text), "Formations", "action 1");
    let changed = |cell: &str| {
        let mut book = exported(&text);
        put(&mut book, "Formations", (2, actions), cell);
        imported(&book, &text)
    };
    let import = changed("{type: attack, targets: [Horse], hits: 2}");
    assert_eq!(import.text, None);
    let told = findings(&import);
    assert!(matches!(&told[..], [one] if one.contains("MU907") && one.contains("would lose the comments")), "{told:?}");
    // One item in the place of another keeps what stands beside it.
    let import = changed("{type: attack, targets: [Horse, Uhlans], hits: 2}");
    assert_eq!(text_of(&import), text.replacen("- Lancers", "- Uhlans", 1));
}

#[test]
fn a_number_sign_in_quotes_is_no_comment() {
    let inline = "targets: [Horse]\n        hits: 2";
    let lines = "targets:\n          - \"Horse # 2\"\n          - Lancers\n        hits: 2";
    let text = DECK.replacen(inline, lines, 1);
    let mut book = exported(&text);
    let actions = column(&book, "Formations", "action 1");
    put(&mut book, "Formations", (2, actions), "{type: attack, targets: [Horse], hits: 2}");
    let expected = text.replacen("\n          - \"Horse # 2\"\n          - Lancers", " [Horse]", 1);
    assert_eq!(text_of(&imported(&book, &text)), expected);
}

#[test]
fn the_same_document_makes_the_same_bytes() {
    assert_eq!(workbook(DECK), workbook(DECK));
}

#[test]
fn a_changed_cell_changes_that_value_alone() {
    for (heading, row, new, old, now) in [
        ("strength", 1, "5", "strength: 4\n    dice: 5/6", "strength: 5\n    dice: 5/6"),
        ("dice", 1, "(6)", "dice: 5/6", "dice: (6)"),
        ("dice", 1, "6", "dice: 5/6", "dice: 6"),
        ("name", 2, "Great Guns", "'Guns'", "'Great Guns'"),
        ("name", 3, "Light: Horse", "\"Horse\", wing", "\"Light: Horse\", wing"),
        ("wing", 3, "dkblue", "wing: blue", "wing: dkblue"),
        ("reserve", 1, "{behind: Horse}", "{behind: Guns}", "{behind: Horse}"),
        ("action 1", 1, "{type: attack, targets: [Horse], hits: 1 per die, self: 2}", "self: 1", "self: 2"),
        ("action 1", 2, "{type: attack, targets: [Horse], hits: 3}", "hits: 2", "hits: 3"),
        ("lore", 1, "Not even then.", ">-\n      They say: never before\n      breakfast.", ">-\n      Not even then."),
    ] {
        let mut book = exported(DECK);
        let at = (row, column(&book, "Formations", heading));
        put(&mut book, "Formations", at, new);
        assert_eq!(text_of(&imported(&book, DECK)), DECK.replacen(old, now, 1), "{heading}");
    }
}

#[test]
fn values_come_and_go_in_their_places() {
    let mut book = exported(DECK);
    let star = (1, column(&book, "Formations", "star"));
    put(&mut book, "Formations", star, "true");
    let second = (1, column(&book, "Formations", "action 2"));
    put(&mut book, "Formations", second, "");
    let new = (2, column(&book, "Formations", "action 2"));
    put(&mut book, "Formations", new, "{type: screen, targets: [Horse]}");
    let text = text_of(&imported(&book, DECK)).to_owned();
    let expected = DECK
        .replacen("      - {type: screen, targets: any, requires: pair}\n", "", 1)
        .replacen("      breakfast.\n", "      breakfast.\n    star: true\n", 1)
        .replacen("        hits: 2\n", "        hits: 2\n      - {type: screen, targets: [Horse]}\n", 1);
    assert_eq!(text, expected);
}

#[test]
fn a_new_row_is_a_new_item_in_the_style_of_its_neighbours() {
    let mut book = exported(DECK);
    for (heading, value) in [
        ("card", "12A"),
        ("name", "Lancers"),
        ("wing", "blue"),
        ("strength", "3"),
        ("dice", "(6)"),
        ("action 1", "{type: attack, targets: [Foot], hits: 1}"),
    ] {
        let at = (9, column(&book, "Formations", heading));
        put(&mut book, "Formations", at, value);
    }
    let new = "\n  - {card: 12A, name: Lancers, wing: blue, strength: 3, dice: (6), actions: [{type: attack, targets: [Foot], hits: 1}]}\n";
    assert_eq!(text_of(&imported(&book, DECK)), format!("{DECK}{new}"));
    let block = DECK.split("\n  - {card: 11A").next().unwrap();
    let new = "\n  - card: 12A\n    name: Lancers\n    wing: blue\n    strength: 3\n    dice: (6)\n    actions:\n      - {type: attack, targets: [Foot], hits: 1}\n";
    let mut book = exported(block);
    for (heading, value) in [
        ("card", "12A"),
        ("name", "Lancers"),
        ("wing", "blue"),
        ("strength", "3"),
        ("dice", "(6)"),
        ("action 1", "{type: attack, targets: [Foot], hits: 1}"),
    ] {
        let at = (9, column(&book, "Formations", heading));
        put(&mut book, "Formations", at, value);
    }
    assert_eq!(text_of(&imported(&book, block)), format!("{block}{new}"));
}

#[test]
fn a_deleted_row_goes_when_that_is_asked_for() {
    let mut book = exported(DECK);
    book.pages.iter_mut().find(|page| page.name.as_deref() == Some("Formations")).unwrap().rows.remove(&3);
    let kept = imported(&book, DECK);
    assert_eq!(kept.text.as_deref(), Some(DECK));
    assert!(findings(&kept)[0].contains("MU906 the sheet has no row for `11A`"), "{:?}", findings(&kept));
    let options = ImportOptions { delete: true, ..ImportOptions::default() };
    let gone = import(&book, document(DECK), options).unwrap();
    assert_eq!(text_of(&gone), DECK.split("\n  - {card: 11A").next().unwrap().to_owned() + "\n");
}

#[test]
fn rows_are_known_whatever_their_order() {
    let mut book = exported(DECK);
    let page = book.pages.iter_mut().find(|page| page.name.as_deref() == Some("Formations")).unwrap();
    let (first, last) = (page.rows.remove(&1).unwrap(), page.rows.remove(&3).unwrap());
    page.rows.insert(1, last);
    page.rows.insert(7, first);
    assert_eq!(text_of(&imported(&book, DECK)), DECK);
}

#[test]
fn edits_of_two_people_merge_and_the_same_cell_is_a_conflict() {
    let mut book = exported(DECK);
    let at = (1, column(&book, "Formations", "strength"));
    put(&mut book, "Formations", at, "5");
    let edited = DECK.replace("strength: 3", "strength: 2").replace("  # the near bank\n", "");
    let merged = text_of(&imported(&book, &edited)).to_owned();
    assert_eq!(merged, edited.replacen("strength: 4", "strength: 5", 1));
    let edited = DECK.replacen("strength: 4", "strength: 6", 1);
    let import = imported(&book, &edited);
    assert_eq!(import.text, None);
    let expected = "cards.xlsx:Formations!D2 (line 7 of battle.yaml) MU905 it was `4` when it was exported; the spreadsheet has `5` and the document `6`";
    assert_eq!(findings(&import), [expected]);
    // The same change on both sides is none.
    assert_eq!(
        text_of(&imported(&book, &DECK.replacen("strength: 4", "strength: 5", 1))),
        DECK.replacen("strength: 4", "strength: 5", 1)
    );
}

#[test]
fn rows_that_came_and_went_on_the_other_side_stay_so() {
    let book = exported(DECK);
    let more = format!("{DECK}\n  - {{card: 12A, name: Lancers, wing: blue, strength: 3, dice: 6, actions: []}}\n");
    assert_eq!(text_of(&imported(&book, &more)), more);
    let less = DECK.split("\n  - {card: 11A").next().unwrap();
    assert_eq!(text_of(&imported(&book, less)), less);
}

/// Adds a formation to a workbook.
fn add_lancers(book: &mut Book) {
    for (heading, value) in [("card", "12A"), ("name", "Lancers"), ("wing", "blue"), ("strength", "3"), ("dice", "(6)")]
    {
        let at = (9, column(book, "Formations", heading));
        put(book, "Formations", at, value);
    }
}

#[test]
fn lines_are_ended_as_those_of_the_document() {
    let text = DECK.replacen("formations:", "# notes\nformations:", 1);
    let more = |text: &str| {
        let mut book = exported(text);
        add_lancers(&mut book);
        text_of(&imported(&book, text)).to_owned()
    };
    assert_eq!(more(&text.replace('\n', "\r\n")), more(&text).replace('\n', "\r\n"));
    let scenario = fs::read_to_string(root().join("scenarios/table-battles/hastings.yaml")).expect("a scenario");
    assert!(scenario.contains("notes: >-\n"), "a text in lines");
    let noted = |text: &str| {
        let mut book = exported(text);
        let page = book.pages.iter().find(|page| page.name.as_deref() == Some("Head")).expect("the head");
        let is_notes = |cells: &BTreeMap<u32, BookCell>| cells[&0].value.to_text() == "scenario/notes";
        let row = *page.rows.iter().find(|(_, cells)| is_notes(cells)).expect("notes").0;
        put(
            &mut book,
            "Head",
            (row, 1),
            "The shield wall stands on the ridge, and there it means to stay until the evening comes.",
        );
        text_of(&imported(&book, text)).to_owned()
    };
    assert_eq!(noted(&scenario.replace('\n', "\r\n")), noted(&scenario).replace('\n', "\r\n"));
}

#[test]
fn a_row_that_both_have_added_is_a_conflict_where_it_differs() {
    let mut book = exported(DECK);
    add_lancers(&mut book);
    let theirs = |strength| {
        format!("{DECK}\n  - {{card: 12A, name: Lancers, wing: blue, strength: {strength}, dice: (6), actions: []}}\n")
    };
    assert_eq!(text_of(&imported(&book, &theirs(3))), theirs(3));
    let conflict = imported(&book, &theirs(4));
    assert_eq!(conflict.text, None);
    let found = findings(&conflict);
    assert!(
        found.len() == 1 && found[0].contains("MU905 it was nothing when it was exported"),
        "the cell that differs: {found:?}"
    );
}

#[test]
fn entries_without_names_are_found_though_others_came_before_them() {
    let text = SYSTEMS.iter().find(|system| system.id() == "tabletop").expect("a game").skeleton();
    let mut book = exported(text);
    let [of, card, count] = ["in", "card", "count"].map(|heading| column(&book, "Setup", heading));
    let page = book.pages.iter().find(|page| page.name.as_deref() == Some("Setup")).expect("a page");
    let is_horse = |cells: &&BTreeMap<u32, BookCell>| {
        cells.get(&card).is_some_and(|cell| cell.value.to_text() == "Northern Horse") && cells.contains_key(&of)
    };
    let row = *page.rows.iter().find(|(_, cells)| is_horse(cells)).expect("the row").0;
    put(&mut book, "Setup", (row, count), "3");
    let first = "        - {card: The Northern Standard, at: 0202}\n";
    let horse =
        |text: &str| text.replace("{card: Northern Horse, at: 0103}", "{card: Northern Horse, at: 0103, count: 3}");
    assert_eq!(text_of(&imported(&book, text)), horse(text));
    let more = text.replace(first, &format!("        - {{card: Sergeant Holt, at: 0302}}\n{first}"));
    assert_eq!(text_of(&imported(&book, &more)), horse(&more));
    // Where it is gone, that is reported.
    let less = text.replace("        - {card: Northern Horse, at: 0103}\n", "");
    let conflict = imported(&book, &less);
    assert!(conflict.text.is_none() && findings(&conflict)[0].contains("MU905"), "{:?}", findings(&conflict));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// A cell of any shipped file with any text: that value changes as the cell says, and nothing else does.
    #[test]
    fn any_text_in_any_cell_changes_its_value_alone(file in 0..1000_usize, cell in 0..100_000_usize, new in "[ -~äß…“”\u{a0}]{0,20}") {
        let shipped = shipped();
        let (path, text) = &shipped[file % shipped.len()];
        let before = document(text);
        let all = sheets(&before);
        let cells = all.iter().flat_map(|sheet| sheet.rows.iter().enumerate().flat_map(move |(row, of)| {
            let texts = of.cells.iter().enumerate().filter(|(column, cell)| {
                cell.at.is_some() && *column != sheet.id_column() && sheet.column(of, *column).accepts.is_only_text()
            });
            texts.map(move |(column, cell)| (sheet.name, row, column, cell.at.clone().unwrap()))
        }));
        let cells: Vec<_> = cells.collect();
        prop_assume!(!cells.is_empty());
        let (sheet, row, column, at) = &cells[cell % cells.len()];
        let mut book = exported(text);
        put(&mut book, sheet, (*row as u32 + 1, *column as u32), new.clone());
        let import = imported(&book, text);
        let new = muster::sheet::cell::trim(&new).to_owned();
        let mut expected = before.tree().to_json();
        let old = expected.pointer(at.as_str()).cloned();
        let Some(now) = &import.text else {
            let codes = findings(&import);
            prop_assert!(codes.iter().all(|told| told.contains("MU907")), "{}: {codes:?}", path.display());
            return Ok(());
        };
        let (parent, key) = (at.parent().unwrap(), at.steps().last().unwrap());
        let row = expected.pointer_mut(parent.as_str()).unwrap();
        if let Some(name) = row.as_str() {
            // A row that is written as its name alone becomes a mapping when it gets another value.
            let of = all.iter().find(|of| of.name == *sheet).unwrap();
            let id = of.columns[of.id_column()].key.clone();
            *row = if new.is_empty() { row.clone() } else { serde_json::json!({ id: name }) };
        }
        let Some(members) = row.as_object_mut() else {
            prop_assert_eq!(document(now).tree().to_json(), expected, "{}", path.display());
            return Ok(());
        };
        match old.as_ref().and_then(|old| old.as_str()) {
            Some(old) if old.trim() == new => {}
            _ if new.is_empty() => _ = members.remove(&key),
            Some(old) if old.ends_with('\n') => _ = members.insert(key, format!("{new}\n").into()),
            _ => _ = members.insert(key, new.into()),
        }
        prop_assert_eq!(document(now).tree().to_json(), expected, "{}", path.display());
    }

    /// What a text was in a deck it is after a workbook, whatever letters it has.
    #[test]
    fn any_text_comes_back_out_of_a_workbook(name in "[ -~\u{a0}äß“”=+@\n\t]{1,40}") {
        let quoted = serde_json::to_string(&name).unwrap();
        let text = DECK.replace("'Guns'", &quoted);
        let import = imported(&exported(&text), &text);
        prop_assert_eq!(import.text.as_deref(), Some(text.as_str()), "{:?}", findings(&import));
    }
}

#[test]
fn findings_keep_their_cells_when_rows_are_deleted() {
    let setup: String = (1..5).map(|n| format!("        - {{card: N{n}, at: 010{n}}}\n")).collect();
    let text = format!(
        "system: tabletop\nscenario:\n  name: The Ford\n  factions:\n    - name: North\n      cards: N1-N9\n      setup:\n{setup}"
    );
    let mut book = exported(&text);
    let page = book.pages.iter_mut().find(|page| page.name.as_deref() == Some("Setup")).unwrap();
    page.rows.remove(&1);
    let options = ImportOptions { delete: true, ..ImportOptions::default() };
    let import = import(&book, document(&text), options).expect("an import");
    let now = import.text.clone().expect("a text");
    assert_eq!(now, text.replace("        - {card: N1, at: 0101}\n", ""));
    for (card, row) in [("N2", 3), ("N3", 4), ("N4", 5)] {
        let at = now.find(&format!("card: {card}")).unwrap() + "card: ".len();
        let cells = import.cells(&book);
        let (_, place) = cells.iter().find(|(span, _)| span.start == at).unwrap_or_else(|| panic!("no cell of {card}"));
        assert!(place.cell.ends_with(&row.to_string()), "{card}: {place:?}");
    }
}

#[test]
fn a_place_without_a_position_gets_one() {
    let text =
        "system: states-of-battle\nscenario:\n  name: The Ford\n  places: [The Mill, {place: The Bridge, at: 12}]\n";
    let mut book = exported(text);
    assert_eq!(text_of(&imported(&book, text)), text);
    let at = column(&book, "Places", "at");
    put(&mut book, "Places", (1, at), "18");
    let expected = text.replace("[The Mill,", "[{place: The Mill, at: 18},");
    assert_eq!(text_of(&imported(&book, text)), expected);
}
