//! Icons of authors in texts: defined by templates, printed in every form, read aloud by their names, and found where they are
//! unknown or cannot be had.

use std::fs;
use std::path::{Path, PathBuf};

use lopdf::Document;
use muster_core::print::frame::Icon;
use muster_core::print::image::read_png;
use muster_core::print::picture::Picture;
use muster_games::SYSTEMS;

use crate::art::run;
use crate::cli::{folder, root};

/// A square in a colour that no template has.
const SHIELD: &str =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><path d='M0 0H10V10H0Z' fill='#00c853'/></svg>";

/// A new battle of a game whose notes end with a text, and templates with icons.
fn battle(name: &str, game: &str, notes: &str, icons: &str) -> PathBuf {
    let folder = folder(&format!("icons-{name}-{game}"));
    let skeleton = fs::read_to_string(root().join(format!("templates/new/{game}.yaml"))).expect("a skeleton");
    let line = skeleton.lines().find(|line| line.starts_with("  notes: ")).expect("notes");
    write(&folder.join("a.yaml"), &skeleton.replace(line, &format!("  notes: \"Mark. {notes}\"")));
    write(&folder.join("muster.toml"), "[print]\ntemplate = \"look\"\n");
    template(&folder, game, icons);
    write(&folder.join("look/shield.svg"), SHIELD);
    folder
}

fn template(folder: &Path, game: &str, icons: &str) {
    let base = format!("system: {game}\ntemplate: base\nextends: base\nicons: {{{icons}}}\n");
    write(&folder.join("look/base.yaml"), &base);
}

fn write(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    fs::write(file, text).expect("a file");
}

/// What a check says, without what it says of everything.
fn checked(folder: &Path) -> String {
    let (_, out) = run(folder, &["check", ".", "--output-format", "concise"]);
    out
}

/// The pixels of the green square in the pictures of all cards.
fn green(folder: &Path) -> usize {
    let printed = run(folder, &["print", "a.yaml", "--format", "png", "--dpi", "150", "-o", "faces", "--force"]);
    assert_eq!(printed.0, Some(0), "{}", printed.1);
    let files = fs::read_dir(folder.join("faces")).expect("a folder").map(|entry| entry.expect("an entry").path());
    let pictures = files.filter(|file| file.extension().is_some_and(|ending| ending == "png"));
    let is_green = |pixel: &&[u8]| pixel[0] < 30 && pixel[1] > 170 && (60..110).contains(&pixel[2]);
    let read = |file: PathBuf| read_png(&fs::read(file).expect("a file")).expect("a picture");
    pictures.map(|file| read(file).rgb.chunks_exact(3).filter(is_green).count()).sum()
}

#[test]
fn every_game_prints_icons_of_templates_in_texts_and_reads_their_names() {
    for system in SYSTEMS {
        let game = system.id();
        let folder = battle("printed", game, ":shield: holds.", "shield: shield.svg");
        let out = checked(&folder);
        assert!(!out.contains("MU6") && !out.contains("MU80"), "{game}: {out}");
        assert!(green(&folder) > 50, "{game}: no icon is drawn");
        let (code, out) = run(&folder, &["print", "a.yaml", "--format", "text", "-o", "a.txt", "--force"]);
        assert_eq!(code, Some(0), "{out}");
        let read = fs::read_to_string(folder.join("a.txt")).expect("a text");
        assert!(read.contains("Mark. shield holds."), "{game}: {read}");
        assert_eq!(run(&folder, &["print", "a.yaml", "-o", "a.pdf", "--force"]).0, Some(0));
        let said = Document::load(folder.join("a.pdf")).expect("a PDF").objects.into_values().filter_map(|object| {
            let said = object.as_dict().ok()?.get(b"ActualText").ok()?.clone();
            lopdf::decode_text_string(&said).ok()
        });
        assert!(said.into_iter().any(|text| text.contains("Mark. shield holds.")), "{game}: the PDF does not say it");
    }
}

#[test]
fn an_unknown_icon_is_told_with_the_nearest_where_templates_have_icons() {
    for system in SYSTEMS {
        let game = system.id();
        let folder = battle("unknown", game, "The :sheild: holds.", "shield: shield.svg, tower: shield.svg");
        let (_, out) = run(&folder, &["check", "."]);
        let told = out.matches("unknown icon `:sheild:`; expected `:shield:`, `:tower:`").count();
        assert!(told == 1 && out.contains("did you mean `shield`?"), "{game}: {out}");
        // At the word, not at the whole text.
        assert!(out.contains("a.yaml:7:21") && out.contains(" ────────\n"), "{game}: {out}");
    }
}

#[test]
fn an_icon_of_an_author_replaces_one_of_the_game_and_stands_in_texts_of_templates() {
    let folder = battle("replaces", "table-battles", "A :star:.", "shield: shield.svg");
    let before = green(&folder);
    assert_eq!(before, 0);
    template(&folder, "table-battles", "star: shield.svg");
    assert!(green(&folder) > 50, "the star of the game is not replaced");
    template(&folder, "table-battles", "shield: shield.svg");
    let own = "system: table-battles\ntemplate: formation\nextends: formation\nboxes: {battle: {text: \"{battle} :shield:\"}}\n";
    write(&folder.join("look/formation.yaml"), own);
    assert!(green(&folder) > 50, "no icon in a text of a template");
    write(&folder.join("look/formation.yaml"), &own.replace(":shield:", ":sheild:"));
    let out = checked(&folder);
    assert!(out.contains("MU602") && out.contains("unknown icon `sheild`; expected `shield`, `die1`"), "{out}");
}

#[test]
fn files_of_icons_are_as_hostile_as_pictures() {
    let folder = battle("hostile", "table-battles", "A :shield:.", "shield: shield.svg");
    let outside = folder.parent().expect("a folder").join("icons-outside.svg");
    write(&outside, SHIELD);
    let names = SHIELD.replace("<path", "<image href='file:///etc/hostname' width='1' height='1'/><path");
    write(&folder.join("look/names.svg"), &names);
    write(&folder.join("look/text.svg"), &SHIELD.replace("<path", "<text x='1' y='5'>A</text><path"));
    write(&folder.join("look/none.png"), "no picture");
    for (icons, code) in [
        ("shield: missing.svg", "MU201"),
        ("shield: ../../icons-outside.svg", "MU209"),
        ("shield: 'https://example.org/a.svg'", "MU201"),
        ("shield: none.png", "MU805"),
        ("shield: names.svg", "MU807"),
        ("shield: text.svg", "MU808"),
        ("Shield: shield.svg", "MU105"),
        ("shield: ''", "MU107"),
    ] {
        template(&folder, "table-battles", icons);
        let out = checked(&folder);
        let told: Vec<&str> = out.lines().filter(|line| line.starts_with("look")).collect();
        assert!(told.len() == 1 && told[0].contains(code), "{icons}: {out}");
        assert!(told[0].contains("base.yaml:4:"), "{icons}: {out}");
    }
}

#[test]
fn an_icon_is_as_wide_as_its_picture_and_one_too_wide_is_a_text_that_does_not_fit() {
    let wide = SHIELD.replace("0 0 10 10", "0 0 30 10");
    let icon = Icon::from_picture(&Picture::read(wide.into_bytes()).expect("a picture"));
    assert!((icon.width - 3.0).abs() < 1e-9, "{}", icon.width);
    let folder = battle("wide", "table-battles", "A :shield:.", "shield: shield.svg");
    write(&folder.join("look/shield.svg"), &SHIELD.replace("0 0 10 10", "0 0 1000 10"));
    let out = checked(&folder);
    assert!(out.contains("MU801") && out.contains("a.yaml:"), "{out}");
}
