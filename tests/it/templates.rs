//! Card templates: what is wrong in one is found where it is written, layers lie over one another, the carried ones are
//! sound, and their colours are told apart by all eyes and on grey prints.

use std::path::Path;

use camino::Utf8PathBuf;
use muster::review::{review, templates};
use muster_core::diag::Sink;
use muster_core::print::frame::{Color, Item, Pixels};
use muster_core::print::inks::{MOST_INK, Separation, StatedInks};
use muster_core::print::layout::Typesetter;
use muster_core::print::template::{Block, Content, Face, Faces, Paragraph, Run, contrast};
use muster_core::print::{Misfit, What};
use muster_core::source::Sources;
use muster_games::SYSTEMS;
use muster_systems::System;

use crate::cli::{WHITE_MOUNTAIN, assert_exit, folder, muster, root, text};
use crate::mistake_marks::Mark;

/// What a review finds in templates of one folder.
fn findings(texts: &[&str]) -> Vec<Mark> {
    let files = texts.iter().enumerate();
    let files = files.map(|(i, text)| (Utf8PathBuf::from(format!("look/{i}.yaml")), text.as_bytes().to_vec()));
    let review = review(&files.collect::<Vec<_>>(), &|_| Err(std::io::ErrorKind::NotFound.into()), SYSTEMS);
    let mut found: Vec<Mark> = review
        .findings
        .iter()
        .map(|finding| {
            let (span, file) = (review.sources.span(&finding.at), review.sources.get(finding.at.file));
            let (start, length) = (file.position(span.start), file.text()[span.start..span.end].chars().count());
            let number = file.path().file_stem().and_then(|stem| stem.parse().ok()).expect("a number");
            (number, start.line, start.column, length, finding.code.id.to_owned(), finding.message.clone())
        })
        .collect();
    found.sort();
    found
}

#[test]
fn templates_of_a_folder_extend_each_other_and_mistakes_stand_in_their_file() {
    let base = "system: table-battles\ntemplate: base\nextends: base\npalette: {ink: \"#203040\"}\n";
    let mine = "system: table-battles\ntemplate: plain\nextends: formation\nboxes: {number: {color: inkk}}\n";
    let formation = "system: table-battles\ntemplate: formation\nextends: plain\nboxes: {wing: {hide: true}}\n";
    let found = findings(&[base, mine, formation]);
    // `plain` and `formation` extend each other.
    assert_eq!(found.iter().map(|f| (f.0, f.4.as_str())).collect::<Vec<_>>(), [(1, "MU601"), (1, "MU602")]);
    let found = findings(&[base, &mine.replace("extends: formation", "extends: base"), formation]);
    // Without `formation` below it, the box has no place.
    assert_eq!(found.iter().map(|f| (f.0, f.4.as_str())).collect::<Vec<_>>(), [(1, "MU603")]);
}

#[test]
fn a_template_twice_and_one_of_another_form_are_found() {
    let one = "system: table-battles\ntemplate: base\nextends: base\n";
    assert_eq!(findings(&[one, one]).iter().map(|f| (f.0, f.4.as_str())).collect::<Vec<_>>(), [(1, "MU601")]);
    let cases = [
        ("template: setup\nboxes: {name: {align: middle}}", "MU104"),
        ("template: setup\nboxes: {name: {colour: ink}}", "MU101"),
        ("template: setup\nboxes: {name: {at: [1, 2, 3]}}", "MU107"),
        ("template: setup\npalette: {ink: '#12'}", "MU105"),
    ];
    for (text, code) in cases {
        let found = findings(&[&format!("system: table-battles\nextends: setup\n{text}\n")]);
        assert_eq!(found.iter().map(|f| f.4.as_str()).collect::<Vec<_>>(), [code], "{text}");
    }
    assert_eq!(findings(&["system: table-bottles\ntemplate: base\n"])[0].4, "MU204");
}

/// What a review says of a template beneath its findings: the help of each.
fn help_of(text: &str) -> Vec<(&'static str, String)> {
    let file = (Utf8PathBuf::from("look/0.yaml"), text.as_bytes().to_vec());
    let review = review(&[file], &|_| Err(std::io::ErrorKind::NotFound.into()), SYSTEMS);
    review.findings.iter().map(|finding| (finding.code.id, finding.help.clone().unwrap_or_default())).collect()
}

#[test]
fn a_hidden_box_that_nobody_has_is_told_with_the_nearest() {
    let template = |name: &str, boxes: &str| {
        format!("system: table-battles\ntemplate: {name}\nextends: {name}\nboxes: {{{boxes}}}\n")
    };
    let found = findings(&[&template("formation", "wings: {hide: true}")]);
    let [(0, 4, 9, 5, code, message)] = &found[..] else { panic!("{found:?}") };
    assert!(code == "MU602" && message.starts_with("unknown box `wings`; expected `"), "{message}");
    let near = |text: &str| help_of(text).into_iter().map(|(_, help)| help).collect::<String>();
    assert_eq!(near(&template("formation", "wings: {hide: true}")), "did you mean `wing`?");
    // A box without a position may be one whose name is mistyped.
    assert_eq!(near(&template("formation", "wings: {size: 7}")), "did you mean `wing`?");
    // What all faces share may hide a box of one of them, and a box of another look may be hidden.
    for (name, boxes) in [
        ("base", "wing: {hide: true}"),
        ("formation", "wing: {hide: true}"),
        ("formation", "flags: {hide: true}"),
        ("formation", "mine: {at: [10, 10, 9, 9], shape: rectangle, hide: true}"),
    ] {
        assert_eq!(findings(&[&template(name, boxes)]), [], "{boxes}");
    }
    assert_eq!(findings(&[&template("base", "wings: {hide: true}")]).len(), 1, "told once for all faces");
}

#[test]
fn a_text_that_is_hard_to_read_comes_with_a_colour_that_is_not() {
    let template = |key: &str, color: &str| {
        let head = "system: table-battles\ntemplate: formation\nextends: formation\n";
        format!("{head}{}\n", key.replace("COLOR", color))
    };
    for (key, color) in [
        ("boxes: {strength: {color: 'COLOR'}}", "#999999"),
        ("palette: {muted: 'COLOR'}", "#cccccc"),
        ("boxes: {wing: {color: 'COLOR'}}", "#777777"),
        ("accents: {pink: {color: 'COLOR'}}", "#f0a0c0"),
    ] {
        let found = help_of(&template(key, color));
        let [("MU606", help)] = &found[..] else { panic!("{key}: {found:?}") };
        let better = help.split('`').nth(1).unwrap_or_else(|| panic!("no colour in {help}"));
        assert_eq!(help_of(&template(key, better)), [], "{key}: {help}");
    }
}

pub(crate) fn carried(system: &System, looks: &[&str]) -> Faces {
    let mut sink = Sink::default();
    let faces = templates::faces(system, looks, Vec::new(), &mut Sources::default(), &mut sink);
    assert!(sink.is_empty());
    faces
}

/// The looks that one is laid over, where that is not the first: one in little ink, and one that gives another a size.
fn beneath(look: &str) -> Vec<&str> {
    match look.find("-size-") {
        Some(end) => vec![&look[end + 1..], &look[..end]],
        None => look.strip_suffix("-low-ink").into_iter().flat_map(|under| ["low-ink", under]).collect(),
    }
}

/// A look with those that it changes.
pub(crate) fn layers(look: &str) -> Vec<&str> {
    std::iter::once(look).chain(beneath(look)).collect()
}

#[test]
fn every_look_is_sound_in_every_size() {
    let name = |text: &str| text.lines().find(|line| line.starts_with("template: ")).map(str::to_owned);
    for system in SYSTEMS {
        let carried = system.templates();
        let texts = |look: &str| carried.iter().find(|(name, _)| *name == look).map_or(&[][..], |(_, texts)| texts);
        let sizes: Vec<&str> = carried.iter().filter_map(|(look, _)| look.strip_prefix("size-")).collect();
        // The cards of these are poker size unless another is named.
        let is_poker = matches!(system.id(), "table-battles" | "states-of-battle");
        let all = ["poker", "bridge", "mini", "square", "tarot"];
        assert_eq!(sizes, all[usize::from(is_poker)..], "{}", system.id());
        for size in sizes {
            for under in [&["low-ink"][..], &["period"], &["period-low-ink", "low-ink", "period"]] {
                let whole = format!("size-{size}");
                let of_look = texts(&format!("{}-{whole}", under[under.len() - 1]));
                let own =
                    texts(&whole).iter().map(|text| of_look.iter().find(|own| name(own) == name(text)).unwrap_or(text));
                let files = own.enumerate();
                let files = files.map(|(i, text)| (Utf8PathBuf::from(format!("{i}.yaml")), text.as_bytes().to_vec()));
                let looks: Vec<&str> = std::iter::once(&*whole).chain(under.iter().copied()).collect();
                let (mut sources, mut sink) = (Sources::default(), Sink::default());
                templates::faces(system, &looks, files.collect(), &mut sources, &mut sink);
                let found: Vec<String> = sink.into_findings().into_iter().map(|finding| finding.message).collect();
                assert_eq!(found, Vec::<String>::new(), "{}: {size} over {under:?}", system.id());
            }
        }
    }
}

/// The templates in the repository are checked as a user's own would be.
#[test]
fn the_carried_templates_are_sound() {
    for system in SYSTEMS {
        for (look, texts) in system.templates() {
            let under = beneath(look);
            if under.is_empty() {
                assert_eq!(findings(texts), [], "{}: {look}", system.id());
                continue;
            }
            let files = texts.iter().enumerate();
            let files = files.map(|(i, text)| (Utf8PathBuf::from(format!("{i}.yaml")), text.as_bytes().to_vec()));
            let (mut sources, mut sink) = (Sources::default(), Sink::default());
            templates::faces(system, &under, files.collect(), &mut sources, &mut sink);
            let found: Vec<String> = sink.into_findings().into_iter().map(|finding| finding.message).collect();
            assert_eq!(found, Vec::<String>::new(), "{}: {look}", system.id());
        }
    }
}

#[test]
fn every_kind_of_card_is_readable_in_every_look() {
    for system in SYSTEMS {
        for (look, _) in system.templates() {
            let faces = carried(system, &layers(look));
            for (kind, accent, on_accent) in system.offer().faces.iter().flat_map(|face| faces.get(face.name).accents())
            {
                assert!(contrast(accent, on_accent) >= 4.5, "{}: {look} {kind}", system.id());
                assert!(contrast(accent, Color::WHITE) >= 4.5, "{}: {look} {kind} on white", system.id());
            }
        }
    }
}

/// How a screen shows a colour: three cones, in linear light.
const EYES: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// What a colour looks like printed in its inks, all of which lie within the printer's limit.
fn in_inks(faces: &Faces, color: Color) -> Color {
    let mut stated = StatedInks::default();
    faces.add_inks(&mut stated);
    let separation = Separation::new(&stated, MOST_INK);
    assert!(separation.inks(color).iter().sum::<f64>() <= MOST_INK + 1e-9, "{color:?}");
    let Color(r, g, b) = color;
    let proof = separation.proof(&Pixels { width: 1, height: 1, rgb: vec![r, g, b] });
    Color(proof.rgb[0], proof.rgb[1], proof.rgb[2])
}

#[test]
fn kinds_of_cards_stay_apart_in_the_inks_of_a_press() {
    for system in SYSTEMS {
        for (look, _) in system.templates() {
            let faces = carried(system, &layers(look));
            for face in system.offer().faces {
                let colors: Vec<_> = faces.get(face.name).accents().collect();
                for (i, (name, color, _)) in colors.iter().enumerate() {
                    let of_inks = in_inks(&faces, *color);
                    let off = distance(seen(*color, EYES), seen(of_inks, EYES));
                    assert!(off < 12.0, "{}: {look} {name} is {off:.1} off, {of_inks:?} for {color:?}", system.id());
                    for (other, other_color, _) in &colors[..i] {
                        let apart = |one, two| distance(seen(one, EYES), seen(two, EYES));
                        let (before, after) =
                            (apart(*color, *other_color), apart(of_inks, in_inks(&faces, *other_color)));
                        assert!(
                            after > 0.8 * before,
                            "{}: {name} and {other} are {after:.0} apart, not {before:.0}",
                            system.id()
                        );
                    }
                }
            }
        }
    }
}

/// How eyes see that lack one kind of cone, in linear light (Viénot, Brettel and Mollon 1999).
const PROTANOPIA: [[f64; 3]; 3] = [[0.11238, 0.88762, 0.0], [0.11238, 0.88762, 0.0], [0.00401, -0.00401, 1.0]];
const DEUTERANOPIA: [[f64; 3]; 3] = [[0.29275, 0.70725, 0.0], [0.29275, 0.70725, 0.0], [-0.02234, 0.02234, 1.0]];
/// On a grey print: the luminance (Rec. 709).
const GREY: [[f64; 3]; 3] = [[0.2126, 0.7152, 0.0722]; 3];

fn seen(Color(r, g, b): Color, by: [[f64; 3]; 3]) -> [f64; 3] {
    let linear = |c: u8| {
        let c = f64::from(c) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    let light = [linear(r), linear(g), linear(b)];
    let [r, g, b] = by.map(|row| row.iter().zip(light).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0));
    // CIE L*a*b*, white D65.
    let f = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.950_47);
    let y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
    let z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.088_83);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

/// Asserts that kinds of cards differ to all eyes, and without colour.
fn told_apart(system: &System, face: &str, kinds: &[&str]) {
    for (look, _) in system.templates() {
        told_apart_on(carried(system, &layers(look)).get(face), kinds);
    }
}

fn told_apart_on(face: &Face, kinds: &[&str]) {
    let colors: Vec<_> = face.accents().filter(|(name, ..)| kinds.contains(name)).collect();
    assert_eq!(colors.len(), kinds.len());
    for (i, (name, color, _)) in colors.iter().enumerate() {
        for (other, other_color, _) in &colors[..i] {
            let apart = |by| distance(seen(*color, by), seen(*other_color, by));
            for (eyes, by) in [("protanopia", PROTANOPIA), ("deuteranopia", DEUTERANOPIA)] {
                assert!(apart(by) > 12.0, "{name} and {other} by {eyes}: {:.1}", apart(by));
            }
            // Grey has room for a few steps only; there the pattern tells as well.
            assert!(apart(GREY) > 4.0, "{name} and {other} in grey: {:.1}", apart(GREY));
            assert_ne!(face.pattern(name), face.pattern(other), "{name} and {other}");
        }
    }
}

#[test]
fn wings_are_told_apart_by_all_eyes_and_without_colour() {
    told_apart(SYSTEMS[0], "formation", &["red", "pink", "blue", "dkblue", "green", "purple"]);
}

#[test]
fn decks_and_sides_are_told_apart_by_all_eyes_and_without_colour() {
    let states = SYSTEMS.iter().copied().find(|system| system.id() == "states-of-battle").expect("the game");
    told_apart(states, "back", &["orders", "events", "starter"]);
    told_apart(states, "back", &["first", "second"]);
}

#[test]
fn roles_are_told_apart_by_all_eyes_and_without_colour() {
    let tabletop = SYSTEMS.iter().copied().find(|system| system.id() == "tabletop").expect("the game");
    told_apart(tabletop, "card", &["unit", "hero", "commander", "standard"]);
}

/// Prints White Mountain with more arguments and gives the file.
fn printed(folder: &Path, arguments: &[&str]) -> Vec<u8> {
    let scenario = root().join(WHITE_MOUNTAIN);
    let output = muster(folder, &[&["print", scenario.to_str().unwrap(), "-o", "cards.pdf"], arguments].concat());
    assert_exit(&output, 0);
    std::fs::read(folder.join("cards.pdf")).unwrap()
}

#[test]
fn a_copied_template_prints_the_same_and_can_be_changed() {
    let folder = folder("template");
    let output = muster(&folder, &["new", "template", "look"]);
    assert_exit(&output, 0);
    let written = text(&output.stdout);
    assert!(written.contains("formation.yaml") && folder.join("look/template.schema.json").exists(), "{written}");
    assert_exit(&muster(&folder, &["check", "look", "--fail-on", "info"]), 0);
    let plain = printed(&folder, &[]);
    assert!(plain == printed(&folder, &["--template", "look"]), "a copy prints other cards");
    assert!(plain != printed(&folder, &["--low-ink"]));
    assert_exit(&muster(&folder, &["new", "template", "look"]), 2);

    // One file is enough, and it need say only what differs.
    std::fs::create_dir(folder.join("mine")).unwrap();
    let mine = "system: table-battles\ntemplate: formation\nextends: formation\nboxes: {strength: {text: 'S{strength} :star:'}}\n";
    std::fs::write(folder.join("mine/formation.yaml"), mine).unwrap();
    let mut pdf = lopdf::Document::load_mem(&printed(&folder, &["--template", "mine"])).unwrap();
    pdf.decompress();
    let page = pdf.extract_text(&[1]).unwrap();
    assert!(page.contains("S6"), "{page}");
}

#[test]
fn a_copied_theme_prints_as_the_theme_does_and_has_one_game_if_one_is_named() {
    let folder = folder("template-theme");
    let new = |arguments: &[&str]| muster(&folder, &[&["new", "template"], arguments].concat());
    let output = new(&["look", "--system", "table-battles", "--from", "period"]);
    assert_exit(&output, 0);
    let written = text(&output.stdout);
    assert!(written.lines().all(|file| file.starts_with("look/table-battles-")) && written.contains("formation"));
    assert_exit(&muster(&folder, &["check", "look", "--fail-on", "info"]), 0);
    let period = printed(&folder, &["--theme", "period"]);
    assert!(period == printed(&folder, &["--template", "look"]), "a copy prints other cards");
    for (wrong, said) in [
        (&["other", "--from", "perod"][..], "unknown theme or layout `perod`; expected one of art-left, "),
        (&["other", "--system", "tabletops"], "did you mean `tabletop`?"),
    ] {
        let output = new(wrong);
        assert_exit(&output, 2);
        assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
        assert!(!folder.join("other").exists());
    }
    assert_exit(&muster(&folder, &["new", "tabletop", "A", "--from", "period"]), 2);
}

/// The files of a layout check clean, the shipped battles of its game fit on it, and a card with a picture looks otherwise.
#[test]
fn a_look_may_start_from_a_layout() {
    let folder = folder("template-layouts");
    let look = root().join("examples/look");
    for system in SYSTEMS {
        let layouts = system.layouts().iter().map(|(name, _)| name.trim_start_matches("layout-"));
        let layouts: Vec<&str> = layouts.chain(["mini", "tarot"]).collect();
        assert_eq!(layouts, ["art-left", "full-art", "text-only", "mini", "tarot"], "{}", system.id());
        for layout in layouts {
            let own = format!("{layout}-{}", system.id());
            assert_exit(&muster(&folder, &["new", "template", &own, "--system", system.id(), "--from", layout]), 0);
            assert_exit(&muster(&folder, &["check", &own, "--fail-on", "info"]), 0);
            let battles = root().join("scenarios").join(system.id());
            let shipped = ["check", battles.to_str().unwrap(), "--template", &own, "--allow-outside"];
            let output = muster(&folder, &shipped);
            assert!(output.status.success(), "{own}: {}", text(&output.stdout));
        }
    }
    let card = |options: &[&str]| {
        let battle = look.join("battle.yaml");
        let all = [&["print", battle.to_str().unwrap(), "--only", "601A", "--preview", "card.png", "--force"], options]
            .concat();
        assert_exit(&muster(&folder, &all), 0);
        std::fs::read(folder.join("card.png")).unwrap()
    };
    let of = |layout: &str| card(&["--template", &format!("{layout}-table-battles"), "--allow-outside"]);
    let drawn = [card(&[]), of("art-left"), of("full-art"), of("text-only"), of("mini"), of("tarot")];
    let different: std::collections::BTreeSet<&Vec<u8>> = drawn.iter().collect();
    assert_eq!(different.len(), drawn.len(), "a layout does not show its picture as it should");
}

#[test]
fn cards_are_not_printed_on_a_broken_template() {
    let folder = folder("broken-template");
    std::fs::create_dir(folder.join("mine")).unwrap();
    let mine =
        "system: table-battles\ntemplate: formation\nextends: formation\nboxes: {strength: {text: '{strenght}'}}\n";
    std::fs::write(folder.join("mine/formation.yaml"), mine).unwrap();
    let scenario = root().join(WHITE_MOUNTAIN);
    let output = muster(&folder, &["print", scenario.to_str().unwrap(), "-o", "cards.pdf", "--template", "mine"]);
    assert_exit(&output, 1);
    let out = text(&output.stdout);
    assert!(out.contains("MU602") && out.contains("did you mean `strength`?"), "{out}");
    assert!(!folder.join("cards.pdf").exists());
    let output = muster(&folder, &["print", scenario.to_str().unwrap(), "-o", "cards.pdf", "--template", "none"]);
    assert_exit(&output, 2);
}

#[test]
fn check_tells_what_does_not_fit_and_which_icons_there_are_not() {
    let folder = folder("fit");
    let skeleton = include_str!("../../templates/new/table-battles.yaml");
    let name = "The Very Long Name of a Formation ".repeat(4);
    let mistakes = skeleton.replace("name: River Foot", &format!("name: {name}")).replace("[River Foot,", "[5A,");
    let mistakes = mistakes.replace("behind: River Foot", "behind: 5A").replace("guns on one hill.", "\":str: guns\"");
    let mistakes =
        mistakes.replace("notes: Two lines, a reserve behind each, and \":str: guns\"", "notes: \":str: guns :star:\"");
    std::fs::write(folder.join("a.yaml"), mistakes).unwrap();
    let output = muster(&folder, &["check", "a.yaml", "--output-format", "concise"]);
    assert_exit(&output, 1);
    let out = text(&output.stdout);
    assert!(out.contains("MU801") && out.contains("`name` does not fit on its card:"), "{out}");
    assert!(out.contains("MU803") && out.contains("unknown icon `:str:`"), "{out}");
    // In the text of a special rule, too, and there at the icon.
    let rule = "    special:\n      - rule: placement\n        cards: 2\n        text: \"Two cards :nope: of a wing\"\n    strength: 4";
    let special = skeleton.replacen("    strength: 4", rule, 1);
    let line = special.lines().position(|line| line.contains(":nope:")).unwrap() + 1;
    std::fs::write(folder.join("b.yaml"), special).unwrap();
    let output = muster(&folder, &["check", "b.yaml", "--output-format", "concise"]);
    let out = text(&output.stdout);
    assert!(out.contains(&format!("b.yaml:{line}:26: warning[MU803] unknown icon `:nope:`")), "{out}");
    // A look with more room takes the name.
    std::fs::create_dir(folder.join("mine")).unwrap();
    let mine =
        "system: table-battles\ntemplate: formation\nextends: formation\nboxes: {name: {size: [3, 20], lines: 6}}\n";
    std::fs::write(folder.join("mine/formation.yaml"), mine).unwrap();
    let output = muster(&folder, &["check", "a.yaml", "--template", "mine", "--output-format", "concise"]);
    assert!(!text(&output.stdout).contains("MU801"), "{}", text(&output.stdout));
}

#[test]
fn a_circle_and_a_text_too_long_are_told_once() {
    let folder = folder("once");
    for (look, template, code) in [
        ("circle", "system: table-battles\ntemplate: base\nextends: formation\n", "MU601"),
        (
            "motto",
            "system: table-battles\ntemplate: formation\nextends: formation\nboxes:\n  \
             battle: {text: \"{battle}, printed for the friends of the regiment and of its colonel, in the year 1759, and for nobody else in the world\"}\n",
            "MU608",
        ),
        (
            "brace",
            "system: table-battles\ntemplate: formation\nextends: formation\nboxes: {number: {text: \"{num\"}}\n",
            "MU602",
        ),
        ("faint", "system: table-battles\ntemplate: base\nextends: base\npalette: {muted: \"#cccccc\"}\n", "MU606"),
    ] {
        std::fs::create_dir(folder.join(look)).unwrap();
        std::fs::write(folder.join(look).join("a.yaml"), template).unwrap();
        let scenario = root().join(WHITE_MOUNTAIN);
        let arguments =
            ["check", scenario.to_str().unwrap(), "--template", look, "-A", "TB169", "--output-format", "concise"];
        let out = text(&muster(&folder, &arguments).stdout);
        assert_eq!(out.matches(&format!("[{code}]")).count(), 1, "{out}");
        assert!(out.contains("Found 1 "), "{out}");
    }
}

#[test]
fn a_ground_that_lets_through_and_a_style_left_behind_are_found_where_they_are_written() {
    let folder = folder("ground");
    let found = |look: &str, template: &str, scenario: &str| {
        std::fs::create_dir(folder.join(look)).unwrap();
        std::fs::write(folder.join(look).join("a.yaml"), template).unwrap();
        let scenario = root().join(scenario);
        let arguments = ["check", scenario.to_str().unwrap(), "--template", look, "--output-format", "concise"];
        text(&muster(&folder, &arguments).stdout)
    };
    let boxed = |band: &str| {
        format!("system: table-battles\ntemplate: formation\nextends: formation\nboxes: {{band: {band}}}\n")
    };
    let out = found("veil", &boxed("{opacity: 20}"), WHITE_MOUNTAIN);
    assert!(out.contains("a.yaml:4:25: warning[MU606] the text of `"), "{out}");
    let out = found("dense", &boxed("{opacity: 100}"), WHITE_MOUNTAIN);
    assert!(!out.contains("MU606"), "{out}");
    let out = found("pale", &boxed("{fill: paper}"), WHITE_MOUNTAIN);
    assert!(out.contains("a.yaml:4:22: warning[MU606] the text of `"), "{out}");
    // The styles that `setup` has are not those of `base`.
    let bare = "system: tabletop\ntemplate: setup\nextends: base\nsize: [190, 256]\nboxes: {lines: {at: [6, 6, 178, 240], flow: lines, size: [6, 9]}}\n";
    let out = found("bare", bare, "scenarios/tabletop/corn-monday.yaml");
    assert!(out.contains("error[MU603] there is no `row` in the styles"), "{out}");
}

#[test]
fn a_table_has_cells_in_columns() {
    let system = SYSTEMS.iter().copied().find(|system| system.id() == "states-of-battle").expect("the game");
    let row = |cells: &[&str]| {
        let cells = cells.iter().map(|cell| vec![Run::plain(*cell)]).collect();
        let paragraphs = vec![Paragraph { style: "unit", cells, ..Paragraph::default() }];
        Block { name: "row", tag: "/row".to_owned(), paragraphs, foot: false }
    };
    let composed = |blocks: Vec<Block>| {
        let content = Content { accent: "first", flows: vec![("units", blocks)], ..Content::default() };
        let drawn = carried(system, &[]).get("roster").compose(&mut Typesetter::default(), &content, &[]);
        let (frame, misfits, _) = drawn.into_parts();
        let texts = frame.items.into_iter().filter_map(|item| match item {
            Item::Text(text) if text.text != "ROSTER" && text.text != "Morale Counters" => Some(text),
            _ => None,
        });
        (texts.collect::<Vec<_>>(), misfits)
    };
    // The eighth cell has no column.
    let (texts, misfits) = composed(vec![row(&["A1", "Spears", "Infantry", "300", "4", "", "x", "y"]), row(&["A2"])]);
    assert_eq!(misfits, []);
    let said: Vec<&str> = texts.iter().map(|text| text.text.as_str()).collect();
    assert_eq!(said, ["A1", "Spears", "Infantry", "300", "4", "x", "A2"]);
    let (first, beside, below) = (&texts[0], &texts[1], &texts[6]);
    assert!(first.at.y == beside.at.y && first.at.x < beside.at.x, "cells stand beside each other");
    assert!(below.at.x == first.at.x && below.at.y > first.at.y, "rows stand below each other");
    // A long cell takes several lines, and a word wider than its column is found.
    let (texts, misfits) = composed(vec![row(&["A1", &"Spears of the Hills ".repeat(6)]), row(&["A2"])]);
    assert_eq!(misfits, []);
    assert!(texts.len() > 3 && texts.last().is_some_and(|last| last.at.y > texts[1].at.y + 8.0), "{texts:?}");
    let (_, misfits) = composed(vec![row(&["A1", &"W".repeat(60)])]);
    assert!(matches!(misfits.as_slice(), [Misfit { what: What::TooLong(_), tag, .. }] if tag == "/row"), "{misfits:?}");
    let found =
        findings(&["system: states-of-battle\ntemplate: roster\nextends: roster\nstyles: {unit: {align: left}}\n"]);
    let [(_, 4, _, _, code, message)] = found.as_slice() else { panic!("{found:?}") };
    assert!(code == "MU607" && message.contains("a table"), "{message}");
}

#[test]
fn a_template_may_have_more_boxes_than_a_byte_counts() {
    let folder = folder("many-boxes");
    std::fs::create_dir(folder.join("look")).expect("a folder");
    let box_of = |i: usize| match i % 2 {
        0 => format!("  box{i}: {{at: [{}, 3, 2, 2], text: \"{{number}}\", size: [4, 5]}}\n", 3 + i % 50),
        _ => format!("  box{i}: {{at: [{}, 3, 2, 2], shape: rectangle, fill: panel}}\n", 3 + i % 50),
    };
    let boxes: String = (0..600).map(box_of).collect();
    let formation = format!("system: table-battles\ntemplate: formation\nextends: formation\nboxes:\n{boxes}");
    std::fs::write(folder.join("look/formation.yaml"), formation).expect("a file");
    std::fs::copy(root().join(WHITE_MOUNTAIN), folder.join("a.yaml")).expect("a file");
    let output = muster(&folder, &["check", "a.yaml", "--template", "look"]);
    assert!(output.status.code().is_some_and(|code| code < 2), "{output:?}");
    assert_eq!(text(&output.stderr), "");
    assert!(text(&output.stdout).contains("`box546`"), "the boxes are there: {}", text(&output.stdout));
}
