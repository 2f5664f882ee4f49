//! `muster print` as it is used: what is written, what is said, what is refused.

mod history;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use lopdf::Document;
use muster_core::print::image::read_png;

use super::cli::{WHITE_MOUNTAIN, assert_exit, folder, muster, root, text};
use super::golden::assert_golden;

/// A battle of States of Battle with starter cards.
const AMBERSHAW: &str = "scenarios/states-of-battle/bridge-at-ambershaw.yaml";

fn pages(path: &Path) -> usize {
    Document::load(path).unwrap().get_pages().len()
}

/// The text of all pages in one line.
fn words(path: &Path) -> String {
    let doc = Document::load(path).unwrap();
    let numbers: Vec<u32> = doc.get_pages().keys().copied().collect();
    doc.extract_text(&numbers).unwrap().replace('\n', " ")
}

#[test]
fn a_calibration_is_two_pages_and_needs_no_scenario() {
    let folder = folder("calibrate");
    let output = muster(&folder, &["print", "--format", "calibration", "--duplex", "short", "-o", "sheet.pdf"]);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).starts_with("sheet.pdf: print both pages"), "{}", text(&output.stdout));
    assert_eq!(pages(&folder.join("sheet.pdf")), 2);
    assert!(words(&folder.join("sheet.pdf")).contains("turned over the short edge"));
    for wrong in ["1", "1;2", "x,1", "1,25"] {
        let output = muster(&folder, &["print", "--format", "calibration", "-o", "sheet.pdf", "--back-offset", wrong]);
        assert_exit(&output, 2);
    }
    assert_exit(&muster(&folder, &["print", "--calibrate", "-o", "sheet.pdf", "--back-offset", "-1.5,0.25"]), 0);
}

#[test]
fn the_sides_of_two_scenarios_are_printed_back_to_back() {
    let folder = folder("sides");
    let white_mountain = fs::read_to_string(root().join(WHITE_MOUNTAIN)).unwrap();
    let other = (1..=10).fold(white_mountain, |text, n| text.replace(&format!("{n}A"), &format!("{n}B")));
    fs::write(folder.join("other.yaml"), other).unwrap();
    fs::copy(root().join(WHITE_MOUNTAIN), folder.join("a.yaml")).unwrap();
    let output = muster(&folder, &["print", "a.yaml", "other.yaml", "-o", "one.pdf", "--only", "7A"]);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).contains("one.pdf: 1 card on 1 page\n"), "{}", text(&output.stdout));
    let output =
        muster(&folder, &["print", "a.yaml", "other.yaml", "-o", "two.pdf", "--only", "7A", "--duplex", "long"]);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).contains("two.pdf: 1 card on 2 pages\n"), "{}", text(&output.stdout));
    let words = words(&folder.join("two.pdf"));
    assert!(words.contains("7A") && words.contains("7B") && words.contains("backs"), "{words}");
}

fn git(folder: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
    let output = Command::new("git").arg("-C").arg(folder).args(identity).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// Returns a new folder that is a git repository; nothing where git is not installed.
fn repository(name: &str) -> Option<PathBuf> {
    Command::new("git").arg("--version").output().ok()?;
    let folder = folder(name);
    git(&folder, &["init", "-q"]);
    Some(folder)
}

#[test]
fn a_card_whose_picture_changed_looks_different() {
    let Some(folder) = repository("since-art") else { return println!("git is not installed: --since is not tested") };
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).unwrap();
    let with_art = |scenario: &str, name: &str, file: &str| {
        scenario.replacen(&format!("    name: {name}\n"), &format!("    name: {name}\n    art: {file}\n"), 1)
    };
    let scenario = with_art(&with_art(&scenario, "Schlick", "drawn.svg"), "Tiefenbach", "unknown.svg");
    assert!(scenario.contains("drawn.svg") && scenario.contains("unknown.svg"), "two cards have pictures");
    fs::write(folder.join("a.yaml"), scenario).unwrap();
    let draw = |file: &str, colour: &str| {
        let rect = format!("<rect width='60' height='20' fill='{colour}'/>");
        let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 20'>{rect}</svg>");
        fs::write(folder.join(file), svg).unwrap();
    };
    draw("drawn.svg", "#a01020");
    git(&folder, &["add", "a.yaml", "drawn.svg"]);
    git(&folder, &["commit", "-q", "-m", "one"]);
    let print = || {
        let arguments = ["print", "a.yaml", "-o", "a.pdf", "--since", "HEAD"];
        let output = muster(&folder, &arguments);
        assert_exit(&output, 0);
        text(&output.stdout)
    };
    draw("unknown.svg", "#a01020");
    assert!(print().contains("no card has changed since `HEAD`"), "{}", print());
    // Git does not know this one: it has no history.
    draw("unknown.svg", "#1020a0");
    assert!(print().contains("no card has changed since `HEAD`"), "{}", print());
    draw("drawn.svg", "#1020a0");
    assert!(print().contains("a.pdf: 1 card"), "{}", print());
    // A picture that is new makes a card new.
    git(&folder, &["add", "unknown.svg"]);
    assert!(print().contains("a.pdf: 2 cards"), "{}", print());
}

#[test]
fn cards_that_look_the_same_as_at_a_commit_are_left_out() {
    let Some(folder) = repository("since") else { return println!("git is not installed: --since is not tested") };
    let path = folder.join("a.yaml");
    let before = fs::read_to_string(root().join(WHITE_MOUNTAIN)).unwrap();
    fs::write(&path, &before).unwrap();
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-q", "-m", "one"]);
    let print = |since: &str| muster(&folder, &["print", "a.yaml", "-o", "cards.pdf", "--since", since]);

    // A comment changes the file, but no card.
    fs::write(&path, format!("# White Mountain\n{before}")).unwrap();
    let output = print("HEAD");
    assert_exit(&output, 0);
    assert!(text(&output.stdout).contains("no card has changed since `HEAD`"), "{}", text(&output.stdout));
    assert!(!folder.join("cards.pdf").exists());

    // The name of a target is printed on the cards that attack it.
    fs::write(&path, before.replace("Thurn", "Thurgau")).unwrap();
    let output = print("HEAD");
    assert_exit(&output, 0);
    let words = words(&folder.join("cards.pdf"));
    assert!(words.contains("Thurgau") && words.contains("Tiefenbach"), "{words}");
    assert!(!words.contains("Schlick"), "an unchanged card: {words}");

    // A new file has new cards only.
    fs::write(folder.join("b.yaml"), &before).unwrap();
    let output = muster(&folder, &["print", "b.yaml", "-o", "new.pdf", "--since", "HEAD"]);
    assert!(text(&output.stdout).contains("11 cards"), "{}", text(&output.stdout));

    // A template that draws them otherwise makes all cards look different; it is read as it was, too.
    fs::write(&path, &before).unwrap();
    fs::create_dir(folder.join("look")).unwrap();
    let template = |size: u8| {
        let text = format!(
            "system: table-battles\ntemplate: formation\nextends: formation\nboxes: {{strength: {{size: [16, {size}]}}}}\n"
        );
        fs::write(folder.join("look/formation.yaml"), text).unwrap();
    };
    let print = || {
        let arguments = ["print", "a.yaml", "-o", "look.pdf", "--since", "HEAD", "--template", "look"];
        let output = muster(&folder, &arguments);
        assert_exit(&output, 0);
        text(&output.stdout)
    };
    template(24);
    // It was not there: the cards looked as without it. The set-up card does not change.
    assert!(print().contains("look.pdf: 10 cards"), "{}", print());
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-q", "-m", "two"]);
    assert!(print().contains("no card has changed since `HEAD`"), "{}", print());
    template(20);
    assert!(print().contains("look.pdf: 10 cards"), "{}", print());

    for since in ["nowhere", "--all"] {
        let told = format!("`{since}` is not a commit in the git repository of `a.yaml`");
        let output = muster(&folder, &["print", "a.yaml", "-o", "cards.pdf", &format!("--since={since}")]);
        assert_exit(&output, 2);
        assert!(text(&output.stderr).contains(&told), "{}", text(&output.stderr));
    }
}

#[test]
fn a_card_whose_font_changed_looks_different() {
    let Some(folder) = repository("since-fonts") else {
        return println!("git is not installed: --since is not tested");
    };
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).unwrap();
    fs::write(folder.join("a.yaml"), scenario.replace("Schlick", "ABBA")).unwrap();
    fs::create_dir(folder.join("look")).unwrap();
    let look = "system: table-battles\ntemplate: base\nextends: base\nfonts: {serif-bold: own.ttf}\n";
    fs::write(folder.join("look/base.yaml"), look).unwrap();
    fs::write(folder.join("look/own.ttf"), include_bytes!("fonts/Square.ttf")).unwrap();
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-q", "-m", "one"]);
    let print = || {
        let arguments = ["print", "a.yaml", "-o", "a.pdf", "--since", "HEAD", "--template", "look"];
        let output = muster(&folder, &arguments);
        assert_exit(&output, 0);
        text(&output.stdout)
    };
    assert!(print().contains("no card has changed since `HEAD`"), "{}", print());
    fs::write(folder.join("look/own.ttf"), include_bytes!("fonts/Curved.otf")).unwrap();
    // Beside the one with its letters those whose names have a space of it.
    assert!(print().contains("a.pdf: 7 cards"), "{}", print());
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The pictures of a folder, without an order beside them.
fn pictures(folder: &Path) -> Vec<String> {
    names(folder).into_iter().filter(|name| name.ends_with(".png")).collect()
}

fn size(path: &Path) -> (u32, u32) {
    let pixels = read_png(&fs::read(path).unwrap()).unwrap();
    (pixels.width, pixels.height)
}

#[test]
fn faces_are_written_as_pictures() {
    let folder = folder("pictures");
    let (faces, preview) = (folder.join("faces"), folder.join("all.png"));
    let (to, all) = (faces.to_str().unwrap(), preview.to_str().unwrap());
    let arguments = ["print", WHITE_MOUNTAIN, "--format", "png", "--dpi", "60", "--only", "7A,8A", "-o", to];
    let output = muster(root(), &arguments);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).contains("2 cards on 2 files"), "{}", text(&output.stdout));
    assert_eq!(names(&faces), ["01-7A.png", "02-8A.png"]);
    assert_eq!(size(&faces.join("01-7A.png")), (150, 210));
    let first = fs::read(faces.join("01-7A.png")).unwrap();
    assert_exit(&muster(root(), &[&arguments[..], &["--bleed", "3.175"]].concat()), 0);
    assert_eq!(size(&faces.join("01-7A.png")), (165, 225));
    assert_exit(&muster(root(), &arguments), 0);
    assert_eq!(fs::read(faces.join("01-7A.png")).unwrap(), first, "the same bytes every time");

    // A smaller print leaves what is there, and tells of it.
    fs::write(faces.join("map.png"), "mine").unwrap();
    let output = muster(root(), &["print", WHITE_MOUNTAIN, "--format", "png", "--dpi", "60", "--only", "8A", "-o", to]);
    assert_exit(&output, 0);
    let told = text(&output.stdout);
    assert!(told.contains("left over from an earlier print: 01-7A.png, 02-8A.png\n"), "{told}");
    assert_eq!(names(&faces), ["01-7A.png", "01-8A.png", "02-8A.png", "map.png"]);

    let output = muster(root(), &["print", WHITE_MOUNTAIN, "--preview", all]);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).contains("all.png: 11 faces"), "{}", text(&output.stdout));
    let (width, height) = size(&preview);
    assert!(width > 3 * 300 && height > 2 * 420 && width <= 4096, "{width} × {height}");
    assert_exit(&muster(root(), &["print", WHITE_MOUNTAIN]), 2);
}

#[test]
fn printers_get_what_they_take() {
    let folder = folder("profiles");
    let print = |profile: &str, to: &str| {
        let to = folder.join(to);
        muster(root(), &["print", WHITE_MOUNTAIN, "--only", "7A,8A", "--profile", profile, "-o", to.to_str().unwrap()])
    };
    for (profile, canvas) in [("the-game-crafter", (825, 1125)), ("make-playing-cards", (822, 1122))] {
        let output = print(profile, profile);
        assert_exit(&output, 0);
        assert_eq!(size(&folder.join(profile).join("01-7A.png")), canvas);
        let told = text(&output.stdout);
        assert!(
            told.contains("MU703 (blank-back)")
                && told.contains("card `7A` and 1 more, for ")
                && told.contains(": the back is blank"),
            "{told}"
        );
        assert_eq!(told.matches("MU703").count(), 1, "{told}");
        let tier = told.contains("MU705") && told.contains("2 cards cost as much as 18: 16 places stay empty");
        assert_eq!(tier, profile == "make-playing-cards", "{told}");
    }
    // The two sides of the reference card are one card to both.
    let all = ["--with", "reference,backs", "--profile", "make-playing-cards", "-o", folder.to_str().unwrap()];
    let told = text(&muster(root(), &[&["print", WHITE_MOUNTAIN], &all[..]].concat()).stdout);
    assert!(told.contains("13 cards cost as much as 18") && told.contains(": 13 cards on "), "{told}");
    let output = print("drive-thru-cards", "cards.pdf");
    assert_exit(&output, 1);
    let told = text(&output.stdout);
    assert!(told.contains("MU702 (missing-back)"), "{told}");
    assert!(!folder.join("cards.pdf").exists());
    // Findings have a place and are written in every form; with backs the printer has nothing against it.
    let file = folder.join("cards.pdf");
    let dtc = ["--profile", "drive-thru-cards", "-o", file.to_str().unwrap(), "--output-format", "json"];
    let report = |more: &[&str]| {
        let output = muster(root(), &[&["print", WHITE_MOUNTAIN, "--only", "7A"], &dtc[..], more].concat());
        (output.status.code(), serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap())
    };
    let (code, json) = report(&[]);
    let finding = json["findings"].as_array().unwrap().iter().find(|f| f["code"] == "MU702").unwrap();
    assert_eq!((code, &finding["severity"], &finding["pointer"]), (Some(1), &"error".into(), &"/formations/0".into()));
    assert!(!file.exists());
    // The printer's word is policy as any other finding: allowed, it is sent as it is; denied, a warning is an error.
    assert_eq!(report(&["-A", "missing-back"]).0, Some(0));
    assert_eq!(pages(&file), 1);
    let to = folder.join("denied");
    let denied = ["--profile", "the-game-crafter", "-D", "MU703", "-o", to.to_str().unwrap()];
    assert_exit(&muster(root(), &[&["print", WHITE_MOUNTAIN, "--only", "7A"], &denied[..]].concat()), 1);
    assert!(!to.exists());
    let (code, json) = report(&["--with", "backs"]);
    assert_eq!((code, &json["findings"], pages(&file)), (Some(0), &serde_json::json!([]), 2));
    let output = print("make-playing-card", "cards.pdf");
    assert_exit(&output, 2);
    assert!(text(&output.stderr).contains("did you mean `make-playing-cards`?"), "{}", text(&output.stderr));
    let both = ["print", WHITE_MOUNTAIN, "--profile", "the-game-crafter", "--bleed", "1", "-o", "x"];
    assert_exit(&muster(&folder, &both), 2);
}

#[test]
fn cards_of_every_size_fit_and_printers_take_them() {
    let folder = folder("sizes");
    let scenario = root().join(WHITE_MOUNTAIN);
    let scenario = scenario.to_str().unwrap();
    for size_name in ["bridge", "mini", "square", "tarot"] {
        for look in [&[][..], &["--look", "period"], &["--low-ink"]] {
            let fixed =
                ["check", scenario, "--size", size_name, "-A", "lone-side", "-A", "left-out", "--fail-on", "info"];
            assert_exit(&muster(&folder, &[&fixed[..], look].concat()), 0);
        }
    }
    for (printer, size_name, pixels) in [
        ("the-game-crafter", "mini", (600, 825)),
        ("the-game-crafter", "bridge", (750, 1125)),
        ("make-playing-cards", "tarot", (897, 1497)),
    ] {
        let to = format!("{printer}-{size_name}");
        let fixed =
            ["print", scenario, "--only", "7A", "--with", "none,backs", "--profile", printer, "--size", size_name];
        assert_exit(&muster(&folder, &[&fixed[..], &["-o", &to]].concat()), 0);
        for file in pictures(&folder.join(&to)) {
            assert_eq!(size(&folder.join(&to).join(file)), pixels, "{printer} {size_name}");
        }
    }
    let square =
        ["print", scenario, "--profile", "the-game-crafter", "--size", "square", "--with", "backs", "-o", "no"];
    let output = muster(&folder, &square);
    assert_exit(&output, 1);
    assert!(text(&output.stdout).contains("MU701"), "{}", text(&output.stdout));
}

#[test]
fn tabletop_simulator_gets_sheets_and_a_saved_object() {
    let folder = folder("tabletop");
    let to = folder.to_str().unwrap();
    let url = "https://example.org/wm";
    let output = muster(root(), &["print", WHITE_MOUNTAIN, "--format", "tts", "--dpi", "60", "--url", url, "-o", to]);
    assert_exit(&output, 0);
    assert_eq!(names(&folder), ["back-1.png", "deck.json", "faces-1.png"]);
    let json: serde_json::Value = serde_json::from_slice(&fs::read(folder.join("deck.json")).unwrap()).unwrap();
    let deck = &json["ObjectStates"][0];
    assert_eq!(deck["Name"], "DeckCustom");
    assert_eq!(deck["DeckIDs"].as_array().unwrap().len(), 11);
    assert_eq!(deck["DeckIDs"][10], 110);
    let sheet = &deck["CustomDeck"]["1"];
    assert_eq!(sheet["FaceURL"], "https://example.org/wm/faces-1.png");
    assert_eq!(sheet["UniqueBack"], false);
    let cards = deck["ContainedObjects"].as_array().unwrap();
    assert_eq!((cards.len(), &cards[1]["Nickname"], &cards[1]["CardID"]), (11, &"7A Thurn".into(), &101.into()));
    let cells = |key: &str| u32::try_from(sheet[key].as_u64().unwrap()).unwrap();
    assert!(cells("NumWidth") * cells("NumHeight") > 11, "the last cell is for a hidden hand");
    assert_eq!(size(&folder.join("faces-1.png")), (150 * cells("NumWidth"), 210 * cells("NumHeight")));
    assert_eq!(size(&folder.join("back-1.png")), (150, 210));
}

#[test]
fn the_faces_of_a_shipped_battle_look_as_before() {
    let folder = folder("golden");
    let to = folder.to_str().unwrap();
    let only = ["--only", "setup,1A,8A"];
    let arguments = ["print", WHITE_MOUNTAIN, "--format", "png", "--dpi", "60", "-o", to];
    assert_exit(&muster(root(), &[&arguments[..], &only].concat()), 0);
    for (file, name) in [("01-setup", "setup"), ("02-8A", "formation"), ("03-1A", "special-formation")] {
        let picture = read_png(&fs::read(folder.join(format!("{file}.png"))).unwrap()).unwrap();
        assert_golden(name, &picture);
    }
}

#[test]
fn the_faces_of_a_battle_of_states_look_as_before() {
    let folder = folder("golden-states");
    let to = folder.to_str().unwrap();
    let arguments = ["print", AMBERSHAW, "--with", "units,reference", "--format", "png", "--dpi", "60", "-o", to];
    let only = ["--only", "melee-1,W5,achievement-5,reference,scenario,board,counters-2,moved,track-1"];
    assert_exit(&muster(root(), &[&arguments[..], &only].concat()), 0);
    for file in names(&folder) {
        let picture = read_png(&fs::read(folder.join(&file)).unwrap()).unwrap();
        let name = file.trim_end_matches(".png").trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
        let name = name.split("-x").next().unwrap_or(name);
        assert_golden(&format!("states-{}", name.to_lowercase()), &picture);
    }
    assert_eq!(names(&folder).len(), 9);
}

#[test]
fn printers_take_the_cards_of_states_of_battle() {
    let folder = folder("states-profiles");
    let scenario = root().join(AMBERSHAW);
    let fixed = ["print", scenario.to_str().unwrap(), "--with", "units,reference,backs"];
    let output = muster(
        &folder,
        &[&fixed[..], &["--profile", "drive-thru-cards", "-o", "cards.pdf", "--fail-on", "info"]].concat(),
    );
    assert_exit(&output, 0);
    assert!(text(&output.stdout).contains("97 cards on 194 pages"), "{}", text(&output.stdout));
    let only = ["--only", "melee-1,W5,achievement-1,reference", "--profile", "the-game-crafter", "-o", "faces"];
    assert_exit(&muster(&folder, &[&fixed[..], &only].concat()), 0);
    let sizes =
        pictures(&folder.join("faces")).iter().map(|file| size(&folder.join("faces").join(file))).collect::<Vec<_>>();
    assert!(sizes.len() >= 4 && sizes.iter().all(|size| *size == (825, 1125)), "{sizes:?}");
}

#[test]
fn tokens_that_nobody_asks_for_are_left_out_where_they_cannot_be_printed() {
    let folder = folder("unasked-tokens");
    let scenario = root().join(AMBERSHAW);
    let print = |options: &[&str]| {
        let output = muster(&folder, &[&["print", scenario.to_str().unwrap()], options].concat());
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    };
    let (code, told) = print(&["-o", "sheets.pdf"]);
    assert!(code == Some(0) && told.contains(" cards, ") && told.contains(" pieces on "), "{told}");
    let (code, told) = print(&["-o", "single.pdf", "--layout", "single"]);
    assert!(code == Some(0) && told.contains(" cards on "), "{told}");
    assert!(!told.contains("piece") && !told.contains("token"), "{told}");
    let (code, told) = print(&["-o", "board.pdf", "--layout", "single", "--with", "board"]);
    assert!(code == Some(2) && told.contains("`--with board` prints sheets that must be cut"), "{told}");
}

#[test]
fn a_text_that_does_not_fit_is_never_printed_and_never_in_silence() {
    let folder = folder("unfit");
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).unwrap();
    fs::write(folder.join("a.yaml"), scenario.replace("two hours", &"two hours ".repeat(200))).unwrap();
    let print = |more: &[&str]| muster(&folder, &[&["print", "a.yaml", "-o", "cards.pdf"], more].concat());
    let output = print(&[]);
    assert_exit(&output, 1);
    assert!(!folder.join("cards.pdf").exists());
    let output = print(&["-A", "MU801"]);
    assert!(!folder.join("cards.pdf").exists());
    let told = "a.yaml skipped: its MU801 error is suppressed, but the file still cannot be printed";
    assert!(text(&output.stdout).contains(told), "{}", text(&output.stdout));
}

#[test]
fn only_names_ranges_and_says_what_adds_a_card() {
    let folder = folder("only");
    let print = |more: &[&str]| {
        muster(root(), &[&["print", WHITE_MOUNTAIN, "-o", folder.join("a.pdf").to_str().unwrap()], more].concat())
    };
    for (only, cards) in [("setup,2A-4A,7A", 5), ("Thurn, tiefenbach", 2), ("7a,2a-3a,Set-up", 4), ("THURN", 1)] {
        let output = print(&["--only", only]);
        let told = format!(": {cards} card");
        assert!(text(&output.stdout).contains(&told), "{only}: {}{}", text(&output.stdout), text(&output.stderr));
    }
    for (only, told) in [
        ("2B-4B", "no card `2B-4B`"),
        ("cubes", "add it with `--with tokens`"),
        ("signs", "add it with `--with reference`"),
        ("Thrun", "there is no card `Thrun` to print; did you mean `Thurn`?"),
        ("7A,Tiefenbahc", "there is no card `Tiefenbahc` to print; did you mean `Tiefenbach`?"),
    ] {
        let output = print(&["--only", only]);
        assert_exit(&output, 2);
        assert!(text(&output.stderr).contains(told), "{}", text(&output.stderr));
    }
}

#[test]
fn what_does_not_fit_can_be_looked_at_and_keeps_the_whole_print_back() {
    let folder = folder("misfit");
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).unwrap();
    let long = "name: The Twelve Apostles of the very long name ".to_owned() + &"and more ".repeat(20);
    fs::write(folder.join("a.yaml"), scenario.replacen("name: The Twelve Apostles", &long, 1)).unwrap();
    let print = |more: &[&str]| muster(&folder, &[&["print", "a.yaml", "--output-format", "concise"], more].concat());
    let output = print(&["-o", "all.pdf", "--preview", "all.png"]);
    assert_exit(&output, 1);
    assert!(text(&output.stdout).contains("MU801"), "{}", text(&output.stdout));
    assert!(!folder.join("all.pdf").exists() && folder.join("all.png").exists());
    assert!(
        text(&output.stdout).contains("all.pdf: not written, because some cards do not fit"),
        "{}",
        text(&output.stdout)
    );
    // Nor is what lacks a battle of two.
    fs::write(folder.join("b.yaml"), &scenario).unwrap();
    for format in ["pdf", "png", "tts"] {
        let output = print(&["b.yaml", "-o", "two", "--format", format]);
        assert_exit(&output, 1);
        assert!(!folder.join("two").exists(), "{format}");
        assert!(text(&output.stdout).contains("fix the errors, print other cards"), "{}", text(&output.stdout));
    }
    let output = print(&["-o", "one.pdf", "--only", "6A"]);
    assert_exit(&output, 0);
    assert!(folder.join("one.pdf").exists() && !text(&output.stdout).contains("MU801"), "{}", text(&output.stdout));
    assert_exit(&print(&["-o", "two.pdf", "--only", "1A"]), 1);
    assert_exit(&print(&["-o", "sides.pdf", "--only", "6A", "--duplex", "long"]), 0);
    // The other side of a chosen card is printed, so it has to fit.
    let turned = (1..=10).fold(scenario, |text, n| text.replace(&format!("{n}A"), &format!("{n}B")));
    fs::write(folder.join("b.yaml"), turned).unwrap();
    assert_exit(&print(&["b.yaml", "-o", "b.pdf", "--only", "1B"]), 0);
    assert_exit(&print(&["b.yaml", "-o", "c.pdf", "--only", "1B", "--duplex", "long"]), 1);
    assert!(!folder.join("c.pdf").exists());
}

#[test]
fn a_draft_is_printed_with_what_does_not_fit_and_says_so() {
    let folder = folder("draft");
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).unwrap();
    let long = "name: The Twelve Apostles of the very long name ".to_owned() + &"and more ".repeat(20);
    let lore = "name: Thurn\n    rule_text: ".to_owned() + &"W".repeat(60) + "\n";
    let scenario = scenario.replacen("name: The Twelve Apostles", &long, 1).replacen("name: Thurn\n", &lore, 1);
    fs::write(folder.join("a.yaml"), scenario).unwrap();
    let print = |more: &[&str]| muster(&folder, &[&["print", "a.yaml", "--output-format", "concise"], more].concat());
    // What is said when a file is held back holds: other cards, a preview of all, or a draft.
    let held_back = text(&print(&["-o", "all.pdf"]).stdout);
    assert!(["--only", "--preview", "--draft"].into_iter().all(|option| held_back.contains(option)), "{held_back}");
    assert_exit(&print(&["-o", "one.pdf", "--only", "6A"]), 0);
    assert_exit(&print(&["-o", "all.pdf", "--preview", "all.png"]), 1);
    assert!(folder.join("all.png").exists() && !folder.join("all.pdf").exists());
    let output = print(&["-o", "all.pdf", "--draft"]);
    assert_exit(&output, 1);
    assert!(text(&output.stdout).contains("all.pdf: ") && text(&output.stdout).contains("MU801"));
    let pages = words(&folder.join("all.pdf"));
    assert_eq!(pages.matches("DRAFT").count(), 2, "the two cards that could not be set are stamped: {pages}");
    let name = pages.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(name.matches("and more").count() >= 20 && pages.contains(&"W".repeat(60)), "{pages}");
    assert_exit(&print(&["-o", "b", "--draft", "--profile", "the-game-crafter"]), 2);
}

#[test]
fn a_draft_shows_where_a_picture_is_missing() {
    let folder = folder("draft-art");
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).unwrap();
    let scenario = scenario.replacen("    name: Tiefenbach\n", "    name: Tiefenbach\n    art: gone.png\n", 1);
    fs::write(folder.join("a.yaml"), scenario).unwrap();
    let print = |more: &[&str]| muster(&folder, &[&["print", "a.yaml", "-o", "a.pdf"], more].concat());
    assert_exit(&print(&[]), 1);
    assert!(!folder.join("a.pdf").exists());
    let output = print(&["--draft", "--no-tags"]);
    assert_exit(&output, 1);
    assert!(text(&output.stdout).contains("cannot read `gone.png`"), "{}", text(&output.stdout));
    assert_eq!(words(&folder.join("a.pdf")).matches("DRAFT").count(), 1, "the card without its picture is stamped");
}

#[test]
fn all_letters_that_no_font_has_are_named_once_each() {
    let folder = folder("glyphs");
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).unwrap();
    let scenario = scenario.replacen("name: Thurn\n", "name: \"Thurn 中文 中\"\n", 1).replace("[Thurn", "[7A");
    fs::write(folder.join("a.yaml"), scenario).unwrap();
    let output = muster(&folder, &["print", "a.yaml", "-o", "a.pdf", "--output-format", "concise", "--only", "7A"]);
    let told = text(&output.stdout);
    assert!(told.contains("the fonts have no `中` (U+4E2D), `文` (U+6587)"), "{told}");
    assert_eq!(told.matches("MU801").count(), 1, "{told}");
}

#[test]
fn a_plain_text_needs_no_font_and_no_room() {
    let folder = folder("text-without-fonts");
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).unwrap();
    let scenario = scenario.replacen("name: Thurn\n", "name: \"Thurn 中文\"\n", 1).replace("[Thurn", "[7A");
    fs::write(folder.join("a.yaml"), scenario.replace("two hours", &"two hours ".repeat(200))).unwrap();
    let print = ["print", "a.yaml", "--format", "text", "-o", "a.txt"];
    let output = muster(&folder, &print);
    assert_exit(&output, 0);
    assert!(!text(&output.stdout).contains("MU801"), "{}", text(&output.stdout));
    let said = fs::read_to_string(folder.join("a.txt")).unwrap();
    assert!(said.contains("Thurn 中文") && said.contains(&"two hours ".repeat(100)), "{said}");
    // Without a name it goes to standard output, and what is said of it beside it.
    let output = muster(&folder, &print[..4]);
    assert_exit(&output, 0);
    assert_eq!(text(&output.stdout), said);
    assert!(text(&output.stderr).contains("standard output: "), "{}", text(&output.stderr));
    let output = muster(&folder, &["print", "a.yaml"]);
    assert_exit(&output, 2);
    assert!(text(&output.stderr).contains("name the output, for example `-o a.pdf`"), "{}", text(&output.stderr));
    // Whoever wants to see the cards as well needs both.
    assert_exit(&muster(&folder, &[&print[..4], &["-o", "b.txt", "--preview", "all.png"]].concat()), 1);
}

#[test]
fn a_deck_that_two_battles_share_is_printed_once() {
    let folder = folder("shared-deck");
    let formation = |card: &str, name: &str, foe: &str| {
        let attack = format!("{{type: attack, targets: [{foe}], hits: 1}}");
        format!("  - {{card: {card}, name: {name}, wing: red, strength: 4, dice: 6, actions: [{attack}]}}\n")
    };
    let scenario = |name: &str, card: &str| {
        format!(
            "system: table-battles\nscenario:\n  name: {name}\n  sides:\n    - {{name: North, first: true, morale: 1, \
             cards: 1A}}\n    - {{name: South, morale: 1, cards: {card}}}\ndecks: [deck.yaml]\nformations:\n{}",
            formation(card, "Foot", "Guns")
        )
    };
    let deck = formation("1A", "Guns", "Foot");
    fs::write(folder.join("deck.yaml"), format!("system: table-battles\nformations:\n{deck}")).unwrap();
    fs::write(folder.join("a.yaml"), scenario("Ford", "2A")).unwrap();
    fs::write(folder.join("b.yaml"), scenario("Bridge", "3A")).unwrap();
    for (files, told) in [
        (&["a.yaml", "b.yaml"][..], ": 3 cards on"),
        (&["a.yaml", "b.yaml", "deck.yaml"], ": 3 cards on"),
        (&["deck.yaml", "a.yaml"], ": 2 cards on"),
    ] {
        let output = muster(&folder, &[&["print", "--with", "none", "-o", "a.pdf"], files].concat());
        assert!(text(&output.stdout).contains(told), "{files:?}: {}{}", text(&output.stdout), text(&output.stderr));
    }
    let words = words(&folder.join("a.pdf"));
    assert!(words.contains("Guns") && words.contains("Ford"), "{words}");
}

#[test]
fn words_of_options_are_taken_in_any_case() {
    let folder = folder("capitals");
    let to = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    for options in [
        &["--paper", "A4", "--layout", "Sheet", "--duplex", "LONG"][..],
        &["--paper", "Letter", "--with", "Setup,BACKS", "--duplex", "Short", "--format", "PDF"],
        &[
            "--profile",
            "Drive-Thru-Cards",
            "--with",
            "backs",
            "--output-format",
            "Concise",
            "--color",
            "Never",
            "--fail-on",
            "Error",
        ],
    ] {
        let output = muster(root(), &[&["print", WHITE_MOUNTAIN, "-o", &to("a.pdf")], options].concat());
        assert_exit(&output, 0);
    }
    assert_exit(&muster(root(), &["smoke", WHITE_MOUNTAIN, "--games", "2", "--bots", "Greedy,Random"]), 0);
    let output = muster(root(), &["check", WHITE_MOUNTAIN, "--output-format", "JSON"]);
    assert!(text(&output.stdout).starts_with('{'), "{}", text(&output.stdout));
}

#[test]
fn a_deck_alone_is_called_by_its_file() {
    let folder = folder("deck");
    let deck = "scenarios/table-battles/decks/artillery.yaml";
    let to = folder.join("deck.pdf");
    assert_exit(&muster(root(), &["print", deck, "-o", to.to_str().unwrap()]), 0);
    assert!(words(&to).contains("artillery · sheet 1 of"), "{}", words(&to));
}

#[test]
fn options_that_mean_nothing_are_refused() {
    let folder = folder("needless");
    for (options, told) in [
        (&["-o", "a.pdf", "--layout", "gutterfold", "--duplex", "long"][..], "remove `--duplex`"),
        (&["-o", "a.pdf", "--layout", "single", "--marks=cutter"], "remove `--layout`"),
        (&["-o", "a.pdf", "--layout", "foldover", "--duplex", "long"], "remove `--duplex`"),
        (&["-o", "a.pdf", "--layout", "gutterfold", "--thickness", "2"], "add `--layout foldover`"),
        (&["-o", "a.pdf", "--layout", "foldover", "--thickness", "6"], "expected 0 to 5 mm"),
        (&["-o", "a.pdf", "--layout", "single", "--paper", "letter"], "remove `--paper`"),
        (&["-o", "a.pdf", "--back-offset", "1,1"], "add `--duplex long`"),
        (
            &["-o", "a.pdf", "--duplex", "long", "--with", "setup,backs", "--back-offset=20,20"],
            "at most 9.7 mm across and 15.1 mm up or down",
        ),
        (&["-o", "a.pdf", "--dpi", "600"], "`--dpi` applies to pictures"),
        (&["-o", "a.pdf", "--url", "https://example.org"], "`--url` applies to Tabletop Simulator"),
        (&["-o", "a.PNG"], "names a PNG"),
        (&["-o", "a.pdf", "--format", "png"], "pictures are written to a folder"),
        (&["-o", "a", "--format", "png", "--marks"], "`--marks` applies to pages"),
        (&["-o", "a", "--format", "tts", "--bleed", "3"], "does not cut cards"),
        (&["--preview", "a.pdf"], "writes a PNG"),
        (&["-o", "a.pdf", "--format", "calibration"], "`--format calibration` has no use for files: name none"),
        (
            &["-o", "a.txt", "--format", "forum", "--theme", "period"],
            "`--format forum` has no use for `--theme`: remove it",
        ),
        (&["-o", "a.txt", "--format", "forum", "--layout", "sheet"], "no use for `--layout`"),
        (&["-o", "a.txt", "--format", "forum", "--profile", "the-game-crafter"], "cannot be used with"),
    ] {
        let scenario = root().join(WHITE_MOUNTAIN);
        let output = muster(&folder, &[&["print", scenario.to_str().unwrap()], options].concat());
        assert_exit(&output, 2);
        assert!(text(&output.stderr).contains(told), "{options:?}: {}", text(&output.stderr));
    }
    assert!(names(&folder).is_empty());
}

/// A picture of 10 × 10.
const PICTURE: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><rect width='9' height='9'/></svg>";

/// A folder of no project, with a scenario whose card 7A names a picture.
fn elsewhere(name: &str, art: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("muster-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("battle/art")).unwrap();
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).unwrap();
    let scenario = scenario.replacen("    name: Thurn\n", &format!("    name: Thurn\n    art: {art}\n"), 1);
    fs::write(folder.join("battle/s.yaml"), scenario).unwrap();
    for file in ["battle/art/a.svg", "b.svg"] {
        fs::write(folder.join(file), PICTURE).unwrap();
    }
    folder
}

#[test]
fn a_files_own_folder_is_in_the_project_whatever_the_current_folder_is() {
    let here = folder("own-folder");
    let there = elsewhere("own-folder", "art/a.svg");
    let scenario = there.join("battle/s.yaml");
    let scenario = scenario.to_str().unwrap();
    assert_exit(&muster(&here, &["check", scenario, "--output-format", "concise"]), 0);
    assert_exit(&muster(&here, &["print", scenario, "-o", "a.pdf"]), 0);
    // What is above it is not, unless the current folder holds both, or a project does.
    let outside = elsewhere("own-folder-outside", "../b.svg");
    let scenario = outside.join("battle/s.yaml");
    let print = |from: &Path| muster(from, &["print", scenario.to_str().unwrap(), "-o", "b.pdf"]);
    let refused = print(&here);
    assert_exit(&refused, 1);
    let shown = text(&refused.stdout).replace("│ ", "").split_whitespace().collect::<Vec<_>>().join(" ");
    let help = "create a `muster.toml` in a folder that contains both";
    assert!(shown.contains("MU209") && shown.contains(help), "{shown}");
    assert!(shown.contains("b.pdf: not written, because a picture cannot be used; fix the errors"), "{shown}");
    assert_exit(&print(&outside), 0);
    fs::write(outside.join("muster.toml"), "").unwrap();
    assert_exit(&print(&here), 0);
    for folder in [there, outside] {
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn a_print_says_why_it_wrote_nothing() {
    let folder = folder("print-why");
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).unwrap();
    fs::write(folder.join("a.yaml"), scenario.replacen("[Schlick]", "[Schlik]", 1)).unwrap();
    let print =
        |more: &[&str]| muster(&folder, &[&["print", "-o", "a.pdf", "--output-format", "concise"], more].concat());
    let output = print(&["a.yaml"]);
    assert_exit(&output, 1);
    let first = text(&output.stdout);
    assert!(first.starts_with("a.pdf: not written, because of the errors below\n"), "{first}");
    // A printer that refuses the deck is such an error.
    fs::write(folder.join("a.yaml"), &scenario).unwrap();
    let output = print(&["a.yaml", "--profile", "drive-thru-cards"]);
    assert_exit(&output, 1);
    assert!(text(&output.stdout).starts_with("a.pdf: not written, because of"), "{}", text(&output.stdout));
    // A picture and a text.
    let both =
        scenario.replacen("    name: Thurn\n", &format!("    name: {}\n    art: none.png\n", "Thurn ".repeat(60)), 1);
    fs::write(folder.join("a.yaml"), both.replace("[Thurn", &format!("[{}", "Thurn ".repeat(60).trim()))).unwrap();
    let output = print(&["a.yaml"]);
    assert_exit(&output, 1);
    let shown = text(&output.stdout);
    assert!(shown.contains("because some cards do not fit and a picture cannot be used; fix"), "{shown}");
    assert!(!folder.join("a.pdf").exists());
}

#[test]
fn a_name_of_another_kind_of_file_is_refused() {
    let folder = folder("print-other-kind");
    fs::copy(root().join(WHITE_MOUNTAIN), folder.join("a.yaml")).unwrap();
    for (arguments, said) in [
        (["-o", "out.docx"], "`out.docx` ends in `.docx`, but a PDF is written: use a `.pdf` name"),
        (["-o", "out.TXT"], "`out.TXT` ends in `.txt`, but a PDF is written"),
        (["--preview", "out.jpg"], "`out.jpg` ends in `.jpg`, but a PNG is written: use a `.png` name"),
    ] {
        let output = muster(&folder, &[&["print", "a.yaml"][..], &arguments].concat());
        assert_exit(&output, 2);
        assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
        assert!(!folder.join(arguments[1]).exists());
    }
    for name in ["out", "cards.v2", "out.PDF", "out.pdf.part"] {
        assert_exit(&muster(&folder, &["print", "a.yaml", "-o", name]), 0);
    }
}

#[test]
fn a_catalogue_with_an_error_is_not_called_missing() {
    let folder = folder("print-broken-catalogue");
    fs::copy(root().join(WHITE_MOUNTAIN), folder.join("a.yaml")).unwrap();
    fs::write(folder.join("muster.toml"), "").unwrap();
    fs::create_dir(folder.join("languages")).unwrap();
    let broken = "system: table-battles\ncatalogue: fr\nword: {comma: x}\n";
    fs::write(folder.join("languages/fr.yaml"), broken).unwrap();
    for arguments in
        [&["print", "a.yaml", "--languages", "fr", "-o", "a.pdf"][..], &["check", "a.yaml", "--languages", "fr"]]
    {
        let output = muster(&folder, &[arguments, &["--output-format", "concise"]].concat());
        assert_exit(&output, 1);
        let shown = text(&output.stdout);
        assert!(shown.contains("languages/fr.yaml:3:1: error[MU101]"), "{shown}");
        assert!(!text(&output.stderr).contains("there is no translation"), "{}", text(&output.stderr));
    }
    fs::remove_file(folder.join("languages/fr.yaml")).unwrap();
    let output = muster(&folder, &["print", "a.yaml", "--languages", "fr", "-o", "a.pdf"]);
    assert_exit(&output, 2);
    assert!(text(&output.stderr).contains("there is no translation `fr`"), "{}", text(&output.stderr));
}
