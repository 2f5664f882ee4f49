//! The picture that a scenario has for its cards without one of their own: a card takes it where the file exists.

use std::fs;
use std::path::{Path, PathBuf};

use lopdf::Document;

use crate::art::{copy_game, example, images, run};

const SCENE: &str = "  art: {image: art/ford.jpg, focus: [50, 40]}\n";

/// A copy of the example whose cards name no pictures, with this line for the scenario's.
pub(crate) fn battle(name: &str, art: &str) -> PathBuf {
    let folder = example(name);
    let written = fs::read_to_string(folder.join("wolfs-ford.yaml")).expect("a text");
    let own = |line: &&str| line.starts_with("    art:");
    assert_eq!(written.lines().filter(own).count(), 7);
    let plain: Vec<&str> = written.lines().filter(|line| !own(line)).collect();
    write(&folder.join("wolfs-ford.yaml"), &(plain.join("\n") + "\n").replace(SCENE, art));
    folder
}

fn write(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    fs::write(file, text).expect("a file");
}

/// The number of pictures in the pages of a file, with these extras.
fn printed(folder: &Path, file: &str, with: &str) -> usize {
    let arguments = ["print", file, "--with", with, "--duplex", "long", "-o", "a.pdf", "--force"];
    let (code, out) = run(folder, &arguments);
    assert_eq!(code, Some(0), "{out}");
    images(&Document::load(folder.join("a.pdf")).expect("a PDF")).len()
}

/// What a check says of a file, and its exit code.
fn checked(folder: &Path, file: &str) -> (Option<i32>, String) {
    run(folder, &["check", file, "--output-format", "concise"])
}

#[test]
fn cards_without_art_take_the_default_where_the_file_exists() {
    let folder = battle("default-art", &SCENE.replace("focus", "default: \"art/{card}.jpg\", focus"));
    // The riders have a picture of another kind.
    assert_eq!(printed(&folder, ".", "setup,backs"), 7, "six cards and the battle");
    let (code, out) = checked(&folder, ".");
    assert_eq!((code, out.contains("MU")), (Some(0), false), "a card without a file is no finding: {out}");
    let faces = ["print", ".", "--format", "png", "-o", "faces", "--only", "501A,507A"];
    assert_eq!(run(&folder, &faces).0, Some(0));
    let face = |folder: &Path, card: &str| {
        let mut files =
            fs::read_dir(folder.join("faces")).expect("a folder").map(|entry| entry.expect("an entry").path());
        let file = files.find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().contains(card)));
        fs::read(file.expect("a face")).expect("a file")
    };
    let without = battle("default-art-without", SCENE);
    assert_eq!(run(&without, &faces).0, Some(0));
    assert_eq!(face(&folder, "507A"), face(&without, "507A"), "as a card without a picture");
    assert_ne!(face(&folder, "501A"), face(&without, "501A"));
    let own = example("default-art-own");
    assert_eq!(run(&own, &faces).0, Some(0));
    assert_eq!(face(&folder, "501A"), face(&own, "501A"), "as with the picture on the card");
}

#[test]
fn a_card_has_its_own_picture_before_the_default() {
    let folder = battle("default-art-before", "  art: {default: \"art/{card}.jpg\"}\n");
    let file = folder.join("wolfs-ford.yaml");
    let text = fs::read_to_string(&file).expect("a text");
    write(&file, &text.replace("    name: Bank Foot\n", "    name: Bank Foot\n    art: art/ford.jpg\n"));
    fs::remove_file(folder.join("art/502A.jpg")).expect("a file");
    assert_eq!(printed(&folder, ".", "none"), 5, "four by default, one of its own");
    // A picture of its own is expected to be there.
    fs::remove_file(folder.join("art/ford.jpg")).expect("a file");
    let (code, out) = checked(&folder, ".");
    assert_eq!((code, out.matches("MU201").count()), (Some(1), 1), "{out}");
}

#[test]
fn the_default_alone_is_no_picture_of_the_battle() {
    let folder = battle("default-art-alone", "  art: {default: \"art/{card}.jpg\"}\n");
    assert_eq!(printed(&folder, ".", "setup,backs"), 6, "not on the set-up card, nor on backs");
    let folder = battle("default-art-one", "  art: {default: {image: art/ford.jpg, focus: [50, 40]}}\n");
    assert_eq!(printed(&folder, ".", "none"), 1, "one picture for all cards");
    let folder = battle("default-art-wrong", "  art: {default: \"art/{card}.jpg\", focus: [50, 40]}\n");
    let (code, out) = checked(&folder, ".");
    assert!(code == Some(1) && out.contains("8:9: error[MU102] missing key `image`"), "{out}");
}

#[test]
fn what_is_wrong_with_a_default_picture_is_found_at_its_place() {
    let folder = battle("default-art-faults", "  art: {default: \"art/{card}.jpg\"}\n");
    fs::write(folder.join("art/502A.jpg"), "Here a picture should be.").expect("a file");
    let (code, out) = checked(&folder, ".");
    assert_eq!(code, Some(1), "{out}");
    assert_eq!(out.matches("[MU").count(), 1, "{out}");
    assert!(out.contains("wolfs-ford.yaml:8:18: error[MU805] `art/502A.jpg` is not a PNG, JPEG or SVG file"), "{out}");

    // No picture is read outside the project; what is not there is not looked for.
    let inner = folder.join("inner");
    fs::create_dir_all(inner.join(".git")).expect("a folder");
    let text = fs::read_to_string(folder.join("wolfs-ford.yaml")).expect("a text");
    let text = text.replace("art/bank.svg", "bank.svg").replace("art/river.svg", "river.svg");
    for arms in ["bank.svg", "river.svg"] {
        fs::copy(folder.join("art").join(arms), inner.join(arms)).expect("a copy");
    }
    write(&inner.join("wolfs-ford.yaml"), &text.replace("art/{card}", "../art/{card}"));
    let (code, out) = checked(&inner, ".");
    assert_eq!((code, out.matches("MU209").count(), out.matches("[MU").count()), (Some(1), 6, 6), "{out}");
}

#[test]
fn a_default_that_no_card_has_is_found_with_the_file_that_was_meant() {
    let folder = battle("default-art-no-card", "  art: {default: \"Art/{card}.JPG\"}\n");
    let (code, out) = run(&folder, &["check", "."]);
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("MU816") && out.contains("there is no `Art/501A.JPG`, nor any of 6 other files"), "{out}");
    assert!(out.contains("did you mean `art/{card}.jpg`? File names are case-sensitive"), "{out}");
    // Only some of the cards are printed; one that is not has the picture.
    let folder = battle("default-art-some", "  art: {default: \"art/{card}.jpg\"}\n");
    for card in 501..506 {
        fs::remove_file(folder.join(format!("art/{card}A.jpg"))).expect("a file");
    }
    let print = ["print", ".", "--only", "501A", "-o", "a.pdf"];
    let (code, out) = run(&folder, &print);
    assert!(code == Some(0) && !out.contains("MU816"), "{out}");
    assert_eq!(printed(&folder, ".", "none"), 1);
}

/// Puts a line below another one in a file.
fn put(folder: &Path, file: &str, above: &str, line: &str) {
    let text = fs::read_to_string(folder.join(file)).expect("a text");
    assert!(text.contains(above), "{file}: {above}");
    write(&folder.join(file), &text.replacen(above, &format!("{above}{line}\n"), 1));
}

#[test]
fn cards_of_decks_take_the_default_of_their_scenario() {
    let folder = example("default-art-games");
    for id in ["states-of-battle", "tabletop"] {
        copy_game(id, &folder);
    }
    // The cards of the heirs are in a deck of another folder; the path is relative to the scenario.
    let heirs = "three-heirs.yaml";
    let flags = printed(&folder, heirs, "none,cards,backs");
    put(&folder, heirs, "  name: Three Heirs at Samarrow\n", "  art: {default: \"art/{card}.jpg\"}");
    for (from, to) in [("501A", "Q1"), ("502A", "G3")] {
        fs::copy(folder.join(format!("art/{from}.jpg")), folder.join(format!("art/{to}.jpg"))).expect("a copy");
    }
    assert_eq!(printed(&folder, heirs, "none,cards,backs"), flags + 2);

    // A unit without the picture has the arms of its side; published cards have pictures, too.
    let larks = "field-of-two-larks.yaml";
    assert_eq!(printed(&folder, larks, "none,units,orders"), 0);
    put(&folder, larks, "  name: The Field of Two Larks\n", "  art:\n    default: art/{name}.jpg");
    fs::copy(folder.join("art/503A.jpg"), folder.join("art/Move.jpg")).expect("a copy");
    assert_eq!(printed(&folder, larks, "none,units,orders"), 1);
}

#[test]
fn blocks_and_corps_take_the_default() {
    let folder = example("default-art-blocks");
    copy_game("pub-battles", &folder);
    let weirs = "weirs-of-ansholm.yaml";
    put(&folder, weirs, "  name: The Weirs of Ansholm\n", "  art: {default: \"art/{card}-{kind}.jpg\"}");
    let (code, out) = checked(&folder, weirs);
    assert!(code == Some(0) && out.contains("MU816"), "{out}");
    // The picture needs room beside the name.
    let text = fs::read_to_string(folder.join(weirs)).expect("a text");
    let wide = text.replacen("{block: Salters' Foot", "{block: Salters' Foot, width: 80, depth: 24", 1);
    assert_ne!(text, wide);
    let number =
        1 + text.split("{block: ").skip(1).position(|block| block.starts_with("Salters' Foot")).expect("a block");
    write(&folder.join(weirs), &wide);
    fs::copy(folder.join("art/501A.jpg"), folder.join(format!("art/{number}-infantry.jpg"))).expect("a copy");
    assert_eq!(printed(&folder, weirs, "none,labels,counters"), 1, "on fresh and spent faces, and on counters");
    let (code, out) = checked(&folder, weirs);
    assert!(code == Some(0) && !out.contains("MU816"), "{out}");

    let armies = "armies/fleece-and-tin.yaml";
    put(&folder, armies, "  name: Fleece and Tin\n", "  art: {default: \"../art/{hq}.jpg\"}");
    fs::copy(folder.join("art/502A.jpg"), folder.join("art/Hob Carder.jpg")).expect("a copy");
    assert_eq!(printed(&folder, armies, "none,cards"), 1);
    fs::write(folder.join("art/Nell Fuller.jpg"), "none").expect("a file");
    let (code, out) = checked(&folder, armies);
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("fleece-and-tin.yaml:7:18: error[MU805] `../art/Nell Fuller.jpg`"), "{out}");
}

#[test]
fn a_text_that_fits_without_the_default_picture_says_so() {
    let folder = battle("default-art-room", "  art: {default: \"art/{card}.jpg\"}\n");
    // The picture leaves the rules only half of the card.
    let look = "system: table-battles\ntemplate: formation\nextends: formation\nboxes:\n  scene: {at: [3.2, 40, 57, 20], \
                image: \"{art}\", if: art}\n  rules: {unless: art}\n  rules-below: {at: [5, 70, 53, 12], flow: rules, size: [7, 7], if: art}\n";
    write(&folder.join("look/formation.yaml"), look);
    let (code, out) = run(&folder, &["check", ".", "--template", "look"]);
    assert_eq!(code, Some(1), "{out}");
    let help = "shorten the text, or delete the picture of this card; at its smallest size the text fits without it";
    assert!(out.contains("MU801") && out.contains(help), "{out}");
}
