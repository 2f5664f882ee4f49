//! What a printer of cards gets, and what is printed at home on paper of any size: inks, sizes, backs, small text, tiles.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use muster::project::looks::sizes;
use muster_core::print::frame::Color;
use muster_core::print::inks::{MOST_INK, Separation, StatedInks, count};
use muster_games::SYSTEMS;

use crate::cli::{WHITE_MOUNTAIN, assert_exit, folder, muster, root, text};
use crate::templates::{carried, layers};

const KUNERSDORF: &str = "scenarios/table-battles/kunersdorf.yaml";
const DROWNED_STAIR: &str = "scenarios/tabletop/drowned-stair.yaml";
const ORRIN_HEATH: &str = "scenarios/pub-battles/orrin-heath.yaml";

/// Runs `print` on a shipped scenario, with what it is to write in a folder; returns the exit code and what is told.
fn print(folder: &Path, scenario: &str, options: &[&str]) -> (Option<i32>, String) {
    let scenario = root().join(scenario);
    let output = muster(folder, &[&["print", scenario.to_str().expect("UTF-8")], options].concat());
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

/// Small text in three or four inks has coloured edges where these do not meet.
#[test]
fn small_text_of_every_look_is_printed_in_two_inks_at_most() {
    for system in SYSTEMS {
        for (look, _) in system.templates().iter().filter(|(look, _)| !look.contains("size-")) {
            let (faces, mut stated) = (carried(system, &layers(look)), StatedInks::default());
            faces.add_inks(&mut stated);
            let separation = Separation::new(&stated, MOST_INK);
            let is_small_in_two = |what: &str, color: Color| {
                let inks = separation.inks_of_text(color, 8.5);
                assert!(count(inks) <= 2, "{} {look} {what}: {color:?} in {inks:?}", system.id());
            };
            for face in system.offer().faces {
                for (accent, color, on_accent) in faces.get(face.name).accents() {
                    let palette = faces.get(face.name).look(accent);
                    is_small_in_two(accent, color);
                    is_small_in_two(&format!("on {accent}"), on_accent);
                    is_small_in_two("ink", palette.ink());
                    is_small_in_two("muted", palette.muted_color());
                }
            }
        }
    }
}

/// All that a printer of cards may object to in the cards of each game, in both looks.
#[test]
fn printers_have_nothing_against_the_shipped_cards() {
    let folder = folder("press-shipped");
    let none_but_cards = "none,cards,reference,backs";
    for (scenario, options) in [
        (WHITE_MOUNTAIN, &["--with", "reference,backs"][..]),
        (KUNERSDORF, &["--with", "reference,backs"]),
        ("scenarios/states-of-battle/bridge-at-ambershaw.yaml", &["--with", "units,reference,backs"]),
        (DROWNED_STAIR, &["--size", "poker", "--with", none_but_cards]),
    ] {
        for look in [&[][..], &["--look", "period"]] {
            let fixed = ["--profile", "drive-thru-cards", "-o", "a.pdf", "--force"];
            let (code, told) = print(&folder, scenario, &[&fixed[..], options, look].concat());
            assert!(code == Some(0) && !told.contains("MU7"), "{scenario} {look:?}: {told}");
        }
    }
}

/// A reference card with an odd number of faces has the first of them on the back of the last.
#[test]
fn an_odd_face_of_a_reference_card_has_a_back() {
    let folder = folder("press-odd-face");
    let options =
        ["--profile", "the-game-crafter", "--with", "none,reference,backs", "--only", "reference,signs,signs-2"];
    let (code, told) =
        print(&folder, KUNERSDORF, &[&options[..], &["-o", "faces", "-A", "odd-number-of-cards"]].concat());
    assert_eq!(code, Some(0), "{told}");
    let mut files: Vec<String> = fs::read_dir(folder.join("faces"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .collect();
    files.sort();
    assert_eq!(
        files,
        [
            "01-reference-x2-back.png",
            "01-reference-x2.png",
            "02-signs-2-x2-back.png",
            "02-signs-2-x2.png",
            "order.json"
        ]
    );
    let bytes = |name: &str| fs::read(folder.join("faces").join(name)).expect("a picture");
    assert!(bytes("02-signs-2-x2-back.png") == bytes("01-reference-x2.png"), "the turn again");
}

/// One finding for all cards, which names the option that puts them right.
#[test]
fn a_size_that_no_printer_sells_is_told_once_with_what_helps() {
    let folder = folder("press-size");
    let options = ["--profile", "the-game-crafter", "--with", "none,cards,backs", "-o", "faces"];
    let (code, told) = print(&folder, DROWNED_STAIR, &options);
    assert_eq!((code, told.matches("MU701").count()), (Some(1), 1), "{told}");
    assert!(told.contains(" more, for The Game Crafter: ") && told.contains("`--size poker`"), "{told}");
    let (code, told) = print(&folder, DROWNED_STAIR, &[&options[..], &["--size", "poker"]].concat());
    assert_eq!(code, Some(0), "{told}");
    // Of games whose cards are of that size it changes nothing.
    for (name, more) in [("a.pdf", &[][..]), ("b.pdf", &["--size", "poker"])] {
        assert_eq!(print(&folder, WHITE_MOUNTAIN, &[&["-o", name][..], more].concat()).0, Some(0));
    }
    assert!(fs::read(folder.join("a.pdf")).expect("a PDF") == fs::read(folder.join("b.pdf")).expect("a PDF"));
}

/// Nothing is blamed on an error that is not there.
#[test]
fn a_game_without_cards_has_nothing_for_a_printer() {
    let folder = folder("press-blocks");
    let (code, told) = print(&folder, ORRIN_HEATH, &["--profile", "the-game-crafter", "-o", "faces"]);
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("there is no card to print: The Game Crafter takes cards only"), "{told}");
    assert!(!told.contains("a file with errors is not printed"), "{told}");
}

/// The paper lies as takes the fewest sheets, and the legend is on the plan where that saves some.
#[test]
fn a_map_takes_the_fewest_sheets() {
    let folder = folder("press-tiles");
    for (paper, told_of, pages) in [
        ("a4", "9 sheets (3 × 3, landscape), with the legend on the plan", 10),
        ("letter", "12 sheets (4 × 3, landscape), with the legend on the plan", 13),
        ("a3", "6 sheets (3 × 2, portrait)", 7),
        ("tabloid", "6 sheets (2 × 3, landscape)", 7),
    ] {
        let options = ["--with", "none,map", "--paper", paper, "-o", "map.pdf", "--force"];
        let (code, told) = print(&folder, ORRIN_HEATH, &options);
        assert_eq!(code, Some(0), "{told}");
        assert!(told.contains(told_of) && told.contains(&format!("on {pages} pages")), "{paper}: {told}");
    }
}

/// A picture's path in a template has the key of a wing in every language.
#[test]
fn paths_of_pictures_do_not_follow_the_language() {
    let folder = folder("press-paths");
    fs::create_dir_all(folder.join("look/frames")).expect("a folder");
    fs::write(folder.join("muster.toml"), "").expect("settings");
    fs::copy(root().join(WHITE_MOUNTAIN), folder.join("a.yaml")).expect("a scenario");
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><rect width=\"9\" height=\"9\"/></svg>";
    for wing in ["red", "pink", "blue", "dkblue", "green", "purple"] {
        fs::write(folder.join(format!("look/frames/{wing}.svg")), svg).expect("a picture");
    }
    let with = |path: &str| {
        let boxes = format!("boxes:\n  frame: {{at: [3, 60, 8, 8], image: \"frames/{path}.svg\"}}\n");
        let look = format!("system: table-battles\ntemplate: formation\nextends: formation\n{boxes}");
        fs::write(folder.join("look/formation.yaml"), look).expect("a template");
        let output = muster(&folder, &["print", "a.yaml", "--template", "look", "--languages", "en,de", "-o", "a.pdf"]);
        text(&output.stdout)
    };
    for path in ["{wing}", "{wing-name}", "{accent}"] {
        let told = with(path);
        assert!(!told.contains("MU201"), "{path}: {told}");
    }
    assert!(with("{colour}").contains("unknown picture `colour`"));
    assert_exit(&muster(&folder, &["check", "a.yaml"]), 0);
}

/// What is printed of the shipped scenarios is large enough to be read: in both languages on cards of the usual size, and in English
/// on those of all others.
#[test]
fn no_text_of_the_shipped_scenarios_is_tiny() {
    let folder = folder("press-tiny");
    let all = "backs,reference,tokens,units,counters,markers,setup,labels,cubes,chits,sticks,cards";
    let sizes: Vec<&str> = sizes(SYSTEMS);
    for game in ["table-battles", "states-of-battle", "tabletop", "pub-battles"] {
        for look in [&[][..], &["--look", "period"]] {
            // The other look has the same sizes of letters: the smallest cards tell, and its own size.
            let sizes = sizes.iter().filter(|size| look.is_empty() || **size == "mini");
            for size in sizes.map(Some).chain([None]) {
                let sized: Vec<&str> = size.map_or(vec!["--languages", "en,de"], |size| vec!["--size", size]);
                let options = ["--duplex", "long", "-o", "all.pdf", "--force", "--with", all];
                let (_, told) = print(&folder, &format!("scenarios/{game}"), &[&options[..], look, &sized].concat());
                assert!(told.contains("all") && !told.contains("MU708"), "{game} {look:?} {size:?}: {told}");
            }
        }
    }
}

/// With the same options, or with those of the settings, `check` and `print` find the same text too small.
#[test]
fn check_finds_the_small_text_that_print_finds() {
    let folder = folder("press-tiny-check");
    fs::write(folder.join("muster.toml"), "[print]\ntemplate = \"look\"\n").expect("settings");
    fs::copy(root().join(WHITE_MOUNTAIN), folder.join("a.yaml")).expect("a scenario");
    fs::create_dir(folder.join("look")).expect("a folder");
    let small = |face: &str, text_box: &str| {
        let text = format!(
            "system: table-battles\ntemplate: {face}\nextends: {face}\nboxes:\n  {text_box}: {{size: [3, 4]}}\n"
        );
        fs::write(folder.join(format!("look/{face}.yaml")), text).expect("a template");
    };
    small("formation", "battle");
    small("setup", "number");
    let lines = |arguments: &[&str]| -> Vec<String> {
        let output = muster(&folder, &[arguments, &["--output-format", "concise"]].concat());
        let told = text(&output.stdout);
        told.lines().filter(|line| line.contains("MU708")).map(str::to_owned).collect()
    };
    let printed = lines(&["print", "a.yaml", "-o", "a.pdf", "--force"]);
    assert_eq!(printed.len(), 2, "{printed:?}");
    let checked = lines(&["check", "a.yaml"]);
    assert_eq!(checked, printed);
    fs::write(folder.join("muster.toml"), "").expect("settings");
    assert!(lines(&["check", "a.yaml"]).is_empty());
    assert_eq!(lines(&["check", "a.yaml", "--template", "look"]), printed);
}

/// An ICC profile alone is enough for inks: the pages are laid out as the options say.
#[test]
fn an_icc_profile_without_a_printers_makes_pages_in_its_inks() {
    let folder = folder("press-icc");
    fs::copy(root().join("templates/profiles/fogra39l-coated.icc"), folder.join("house.icc")).expect("a profile");
    fs::copy(root().join(WHITE_MOUNTAIN), folder.join("a.yaml")).expect("a scenario");
    let run = |options: &[&str]| {
        let output = muster(&folder, &[&["print", "a.yaml", "--force"][..], options].concat());
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    };
    let laid = ["-o", "a.pdf", "--paper", "a3", "--bleed", "2", "--duplex", "long"];
    let pages = |options: &[&str]| {
        let (code, out) = run(&[&laid[..], options].concat());
        assert_eq!(code, Some(0), "{out}");
        let doc = lopdf::Document::load(folder.join("a.pdf")).expect("a PDF");
        let sizes = doc.get_pages().into_values().map(|id| {
            let page = doc.get_dictionary(id).expect("a page");
            (format!("{:?}", page.get(b"MediaBox").expect("a size")), page.has(b"TrimBox"))
        });
        (sizes.collect::<Vec<_>>(), doc)
    };
    let ((plain, screen), (inked, press)) = (pages(&[]), pages(&["--icc", "house.icc"]));
    assert_eq!(plain.iter().map(|of| &of.0).collect::<Vec<_>>(), inked.iter().map(|of| &of.0).collect::<Vec<_>>());
    assert!(inked.iter().all(|(_, is_trimmed)| *is_trimmed), "{inked:?}");
    let intents = |doc: &lopdf::Document| {
        doc.catalog().expect("a catalogue").get(b"OutputIntents").is_ok_and(|all| !format!("{all:?}").is_empty())
    };
    assert!(intents(&press) && !intents(&screen), "the inks of no press are stated");
    let operators = |doc: &lopdf::Document| {
        let streams = doc.objects.values().filter_map(|object| object.as_stream().ok());
        let is_form =
            |of: &&lopdf::Stream| of.dict.get(b"Subtype").is_ok_and(|of| of.as_name().is_ok_and(|of| of == b"Form"));
        let forms = streams.filter(is_form).map(|form| form.get_plain_content().expect("a form"));
        let pages = doc.get_pages().into_values().map(|id| doc.get_page_content(id));
        let contents = forms.chain(pages).map(|bytes| lopdf::content::Content::decode(&bytes).expect("a content"));
        contents.flat_map(|content| content.operations).map(|of| of.operator).collect::<BTreeSet<String>>()
    };
    let (press, screen) = (operators(&press), operators(&screen));
    assert!(press.contains("k") && !press.contains("rg") && !press.contains("RG"), "{press:?}");
    assert!(screen.contains("rg") && !screen.contains("k"), "{screen:?}");

    assert_eq!(run(&["--soft-proof", "proof.png", "--icc", "house.icc"]).0, Some(0));
    for (options, refusal) in [
        (&["--format", "png", "-o", "faces"][..], "`--icc` applies to inks: remove `--format`"),
        (&["--profile", "the-game-crafter", "-o", "faces"], "such as `--profile game-manufacturer`, or no profile"),
    ] {
        let (code, out) = run(&[options, &["--icc", "house.icc"]].concat());
        assert!(code == Some(2) && out.contains(refusal), "{out}");
    }
    let (code, out) = run(&["-o", "a.pdf", "--icc", "a.yaml"]);
    assert!(code == Some(2) && out.contains("`a.yaml`:"), "{out}");
}
