//! Pictures of authors: read or refused, painted, written into PDF files, and printed from a project.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::Arc;

use lopdf::{Document, Object};
use muster_core::print::frame::{Color, Frame, Path as Outline, Pixels, Rect};
use muster_core::print::picture::{Picture, PictureFault};
use muster_core::print::sheet::pages;
use muster_core::print::{Deck, PageOptions, image, pdf};

use crate::cli::{command, folder, root, text};
use crate::print::card;

const JPEG: &[u8] = include_bytes!("../../examples/wolfs-ford/art/501A.jpg");
/// A picture with an edge that lets the ground through.
const PNG: &[u8] = include_bytes!("pictures/soft-edge.png");

fn picture(bytes: &[u8]) -> Picture {
    Picture::read(bytes.to_vec()).expect("a picture")
}

fn fault(bytes: &[u8]) -> PictureFault {
    Picture::read(bytes.to_vec()).expect_err("no picture")
}

fn svg(inside: &str) -> Vec<u8> {
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{inside}</svg>"#).into_bytes()
}

/// A drawing of 10 × 10 mm, ten pixels to the millimetre.
fn painted(draw: impl FnOnce(&mut Frame)) -> Pixels {
    let mut frame = Frame::default();
    draw(&mut frame);
    image::paint(&frame, Rect::new(0.0, 0.0, 10.0, 10.0), 100, 100).expect("pixels")
}

fn pixel(pixels: &Pixels, x: usize, y: usize) -> Color {
    let at = (y * pixels.width as usize + x) * 3;
    Color(pixels.rgb[at], pixels.rgb[at + 1], pixels.rgb[at + 2])
}

/// A deck of so many cards with pictures at their middle.
fn deck(cards: usize, pictures: &[&Picture]) -> Deck {
    let drawn = |i: usize| {
        let mut card = card(&format!("{i}A"), &[], None);
        let mut front = Frame::default();
        for (picture, y) in pictures.iter().zip([10.0, 45.0]) {
            picture.draw(&mut front, Rect::new(10.0, y, 30.0, 30.0));
        }
        card.front = Arc::new(front);
        card
    };
    Deck { cards: (0..cards).map(drawn).collect(), ..Deck::default() }
}

/// The image objects of a document.
pub(crate) fn images(doc: &Document) -> Vec<&lopdf::Stream> {
    let streams = doc.objects.values().filter_map(|object| object.as_stream().ok());
    streams
        .filter(|stream| {
            stream.dict.get(b"Subtype").is_ok_and(|kind| kind.as_name().is_ok_and(|name| name == b"Image"))
        })
        .collect()
}

fn written(deck: &Deck, colors: pdf::PdfColors) -> Document {
    let bytes = pdf::write_by(colors, deck, &pages(deck, &PageOptions::default()), &|| ());
    Document::load_mem(&bytes).expect("a PDF")
}

const PRESS: pdf::PdfColors = pdf::PdfColors { standard: pdf::Standard::X1a, press: None, most_ink: 2.4 };

#[test]
fn a_picture_of_fifty_cards_is_one_object_and_a_jpeg_file_stays_as_it_is() {
    let doc = written(&deck(50, &[&picture(JPEG)]), pdf::PdfColors::SCREEN);
    let [image] = images(&doc)[..] else { panic!("{} pictures", images(&doc).len()) };
    assert_eq!(image.dict.get(b"Filter").unwrap().as_name().unwrap(), b"DCTDecode");
    assert_eq!(image.dict.get(b"ColorSpace").unwrap().as_name().unwrap(), b"DeviceRGB");
    assert_eq!(image.content, JPEG);
}

#[test]
fn alpha_is_a_mask_on_the_screen_and_white_in_print() {
    let deck = deck(2, &[&picture(PNG)]);
    let doc = written(&deck, pdf::PdfColors::SCREEN);
    assert_eq!(images(&doc).len(), 2, "the colours and the mask");
    let image = images(&doc).into_iter().find(|image| image.dict.has(b"SMask")).expect("a mask");
    let mask = doc.get_object(image.dict.get(b"SMask").unwrap().as_reference().unwrap()).unwrap().as_stream().unwrap();
    assert_eq!(mask.dict.get(b"ColorSpace").unwrap().as_name().unwrap(), b"DeviceGray");
    assert_eq!(mask.decompressed_content().unwrap().len(), 520 * 300);

    let doc = written(&deck, PRESS);
    let [image] = images(&doc)[..] else { panic!("{} pictures", images(&doc).len()) };
    assert!(!image.dict.has(b"SMask"));
    let inks = image.decompressed_content().unwrap();
    assert_eq!((inks.len(), &inks[..4]), (4 * 520 * 300, &[0, 0, 0, 0][..]), "the corner is seen through");
    assert!(inks.chunks(4).all(|four| four.iter().map(|ink| u32::from(*ink)).sum::<u32>() <= 612), "240 %");
}

#[test]
fn a_jpeg_file_of_the_screen_is_written_in_inks_for_a_press() {
    let doc = written(&deck(1, &[&picture(JPEG)]), PRESS);
    let [image] = images(&doc)[..] else { panic!("{} pictures", images(&doc).len()) };
    assert_eq!(image.dict.get(b"ColorSpace").unwrap().as_name().unwrap(), b"DeviceCMYK");
    assert_eq!(image.decompressed_content().unwrap().len(), 4 * 600 * 360);
}

#[test]
fn every_pixel_has_its_part_in_a_small_picture() {
    // A board of single pixels: whoever takes every tenth sees black or white.
    let (width, height) = (407, 403);
    let rgb = (0..width * height).flat_map(|i| [if (i % width + i / width) % 2 == 0 { 255 } else { 0 }; 3]).collect();
    let board = picture(&image::png(&Pixels { width: width as u32, height: height as u32, rgb }, 300.0));
    let pixels = painted(|frame| board.draw(frame, Rect::new(0.0, 0.0, 2.0, 2.0)));
    for (x, y) in [(3, 3), (10, 5), (17, 16)] {
        let Color(grey, ..) = pixel(&pixels, x, y);
        assert!((120..=136).contains(&grey), "{grey} at {x}, {y}");
    }
    assert_eq!(pixel(&pixels, 30, 30), Color::WHITE);
}

#[test]
fn alpha_lets_the_ground_through() {
    let pixels = painted(|frame| {
        frame.fill(Outline::rect(Rect::new(0.0, 0.0, 10.0, 10.0)), Color(0, 200, 0));
        picture(PNG).draw(frame, Rect::new(0.0, 0.0, 10.0, 10.0));
    });
    assert_eq!(pixel(&pixels, 1, 1), Color(0, 200, 0), "the corner");
    assert_ne!(pixel(&pixels, 50, 50), Color(0, 200, 0), "the middle");
}

#[test]
fn a_drawing_fills_strokes_clips_and_is_seen_through() {
    let drawing = picture(&svg(r##"<defs><clipPath id="c"><rect x="0" y="0" width="50" height="100"/></clipPath>
        <linearGradient id="g"><stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient></defs>
        <rect width="100" height="40" fill="url(#g)"/>
        <path d="M10 40h80v40h-80zM20 50h60v20h-60z" fill="#00f"/>
        <path d="M0 95h100" stroke="#f00" stroke-width="10" clip-path="url(#c)"/>
        <rect x="200" y="0" width="50" height="50"/>
        <rect x="40" y="42" width="20" height="36" fill="#000" opacity="0.5"/>"##));
    assert!(drawing.is_transparent());
    let pixels = painted(|frame| drawing.draw(frame, Rect::new(0.0, 0.0, 10.0, 10.0)));
    let Color(red, _, blue) = pixel(&pixels, 2, 10);
    assert!(red > 230 && blue < 25, "the gradient begins in red");
    let Color(red, _, blue) = pixel(&pixels, 97, 10);
    assert!(blue > 230 && red < 25, "and ends in blue");
    assert_eq!(pixel(&pixels, 30, 60), Color(0, 0, 255), "both outlines run one way: no hole by the nonzero rule");
    assert_eq!(pixel(&pixels, 25, 95), Color(255, 0, 0));
    assert_eq!(pixel(&pixels, 75, 95), Color::WHITE, "clipped");
    let Color(red, green, blue) = pixel(&pixels, 50, 60);
    assert!((red, green) == (0, 0) && (120..=135).contains(&blue), "half of blue: {blue}");
    let Picture::Vector(vector) = &drawing else { panic!("no drawing") };
    assert_eq!(vector.left_out, Vec::<&str>::new());

    // In a PDF as paths, with a shading and an opacity.
    let doc = written(&deck(1, &[&drawing]), pdf::PdfColors::SCREEN);
    assert!(images(&doc).is_empty());
    let dictionaries = || doc.objects.values().filter_map(|object| object.as_dict().ok());
    let resources = dictionaries().find(|dict| dict.has(b"Shading")).expect("a shading");
    let state = resources.get(b"ExtGState").unwrap().as_dict().unwrap().get(b"G500").unwrap().as_dict().unwrap();
    assert_eq!(state.get(b"ca").unwrap(), &Object::Real(0.5));
}

#[test]
fn what_is_not_drawn_of_an_svg_file_is_named() {
    let drawing = svg(r#"<text>Foot</text><g style="mix-blend-mode:multiply"><rect width="9" height="9"/></g>"#);
    let Picture::Vector(vector) = picture(&drawing) else { panic!("no drawing") };
    assert_eq!(vector.left_out, ["blending", "text"]);
}

/// A PNG file of a header alone.
fn header(width: u32, height: u32) -> Vec<u8> {
    let pixels = Pixels { width: 1, height: 1, rgb: vec![0; 3] };
    let mut bytes = image::png(&pixels, 96.0);
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    bytes
}

#[test]
fn too_large_a_picture_is_refused_by_its_header() {
    assert_eq!(
        fault(&header(60_000, 60_000)),
        PictureFault::Pixels { width: 60_000, height: 60_000, most: 25_000_000 }
    );
    assert_eq!(fault(&header(u32::MAX, 1)), PictureFault::Pixels { width: u32::MAX, height: 1, most: 25_000_000 });
    assert!(matches!(fault(&header(0, 5)), PictureFault::Damaged(_)));
    // The sum of the changed header is wrong.
    assert!(matches!(fault(&header(5, 5)), PictureFault::Damaged(_)));
    let mut jpeg = JPEG.to_vec();
    let size = jpeg.windows(2).position(|two| two == [0xFF, 0xC0]).expect("a size") + 5;
    jpeg[size..size + 4].copy_from_slice(&[0xFF; 4]);
    assert_eq!(fault(&jpeg), PictureFault::Pixels { width: 65535, height: 65535, most: 100_000_000 });
}

#[test]
fn a_file_that_was_cut_off_is_never_a_picture() {
    for whole in [JPEG, PNG] {
        for length in (0..whole.len()).step_by(whole.len() / 60).chain([whole.len() - 1]) {
            assert!(Picture::read(whole[..length].to_vec()).is_err(), "{length} of {}", whole.len());
        }
    }
}

#[test]
fn damage_within_a_file_is_found_or_drawn_but_nothing_breaks() {
    for whole in [JPEG, PNG] {
        for at in (2..whole.len()).step_by(whole.len() / 50) {
            let mut bytes = whole.to_vec();
            bytes[at] ^= 0x55;
            if let Ok(picture) = Picture::read(bytes) {
                painted(|frame| picture.draw(frame, Rect::new(0.0, 0.0, 10.0, 10.0)));
            }
        }
    }
    let packed = PNG.windows(4).position(|four| four == b"IDAT").expect("pixels") + 20;
    let mut bytes = PNG.to_vec();
    bytes[packed] ^= 0xFF;
    assert!(matches!(fault(&bytes), PictureFault::Damaged(how) if how.contains("IDAT")));
}

#[test]
fn a_drawing_that_nests_without_end_is_refused() {
    let uses = |from: usize| format!(r##"<g id="a{from}"><use href="#a{0}"/><use href="#a{0}"/></g>"##, from + 1);
    let doubled: String = (0..40).map(uses).collect::<String>() + r#"<g id="a40"><rect width="1" height="1"/></g>"#;
    let deep = "<g>".repeat(3000) + &"</g>".repeat(3000);
    let circle = r##"<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>"##.to_owned();
    let markers = format!(
        r#"<marker id="m">{}</marker><path marker-mid="url(#m)" d="M0 0{}"/>"#,
        "<rect/>".repeat(3000),
        "h1v1".repeat(30_000)
    );
    let many = "<g/>".repeat(200_000);
    for bomb in [doubled, deep, circle, markers, many] {
        let fault = fault(&svg(&bomb));
        assert!(matches!(fault, PictureFault::Endless(_)), "{fault:?} of {bomb:.60}");
    }
    let entities = r#"<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
        <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]>"#;
    let text =
        format!(r#"{entities}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><desc>&d;&d;&d;</desc></svg>"#);
    assert!(Picture::read(text.into_bytes()).is_err());
}

#[test]
fn a_drawing_that_names_other_files_is_refused() {
    for inside in [
        r#"<image href="secret.png" width="9" height="9"/>"#,
        r#"<image xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="/etc/passwd" width="9" height="9"/>"#,
        r#"<use href="other.svg#part"/>"#,
        r#"<rect fill="url(other.svg#red)" width="9" height="9"/>"#,
        r#"<style>@import url("other.css");</style>"#,
    ] {
        assert!(matches!(fault(&svg(inside)), PictureFault::Names(_)), "{inside}");
    }
    assert!(Picture::read(svg(r#"<a href="https://example.org/"><rect width="9" height="9"/></a>"#)).is_ok());
}

/// A copy of the example in a folder of its own.
pub(crate) fn example(name: &str) -> std::path::PathBuf {
    let folder = folder(name);
    let from = root().join("examples/wolfs-ford");
    fs::create_dir_all(folder.join(".git")).expect("a folder");
    fs::create_dir_all(folder.join("art")).expect("a folder");
    fs::copy(from.join("wolfs-ford.yaml"), folder.join("wolfs-ford.yaml")).expect("a copy");
    for entry in fs::read_dir(from.join("art")).expect("a folder") {
        let entry = entry.expect("an entry");
        fs::copy(entry.path(), folder.join("art").join(entry.file_name())).expect("a copy");
    }
    folder
}

pub(crate) fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = command(folder, arguments).output().expect("the program");
    (output.status.code(), text(&output.stdout))
}

#[test]
fn the_example_is_printed_with_its_pictures() {
    let folder = example("art-example");
    assert_eq!(run(&folder, &["check", "."]).0, Some(0));
    let (code, out) = run(&folder, &["print", ".", "--with", "backs", "--duplex", "long", "-o", "a.pdf"]);
    assert_eq!(code, Some(0), "{out}");
    let bytes = fs::read(folder.join("a.pdf")).expect("a PDF");
    let doc = Document::load_mem(&bytes).expect("a PDF");
    let filter = |image: &lopdf::Stream| image.dict.get(b"Filter").unwrap().as_name().unwrap().to_vec();
    let jpegs = images(&doc).into_iter().filter(|image| filter(image) == b"DCTDecode").count();
    assert_eq!((jpegs, images(&doc).len()), (7, 8), "six cards and the battle; the riders");
    assert_eq!(run(&folder, &["print", ".", "--with", "backs", "--duplex", "long", "-o", "b.pdf"]).0, Some(0));
    assert_eq!(fs::read(folder.join("b.pdf")).expect("a PDF"), bytes);
    let (code, out) = run(&folder, &["print", ".", "--format", "png", "-o", "faces", "--only", "507A", "--low-ink"]);
    assert_eq!(code, Some(0), "{out}");
}

#[test]
fn a_picture_is_large_where_the_text_leaves_room_and_it_is_good_enough() {
    let folder = example("art-room");
    let small = picture(JPEG).size();
    let coarse = image::png(&Pixels { width: 240, height: 144, rgb: vec![90; 240 * 144 * 3] }, 300.0);
    let tall = image::png(&Pixels { width: 600, height: 800, rgb: vec![90; 600 * 800 * 3] }, 300.0);
    assert!(small.width > 1.5 * small.height);
    fs::write(folder.join("art/coarse.png"), coarse).expect("a file");
    fs::write(folder.join("art/tall.png"), tall).expect("a file");
    let written = fs::read_to_string(folder.join("wolfs-ford.yaml")).expect("a text");
    let large = |text: &str, arguments: &[&str]| {
        fs::write(folder.join("wolfs-ford.yaml"), text).expect("a file");
        is_large(&folder, &[&["--only", "502A", "--with", "none"], arguments].concat())
    };
    assert!(large(&written, &[]));
    assert!(large(&written, &["--look", "period", "--low-ink"]));
    assert!(!large(&written, &["--size", "mini"]), "it stays beside the dice");
    let start = "name: Ferrymen\n    wing: red\n    strength: 4\n    dice: 5\n    art: ";
    let of = |image: &str| written.replace(&format!("{start}art/{{card}}.jpg"), &format!("{start}{image}"));
    assert_ne!(of("art/tall.png"), written);
    assert!(!large(&of("art/tall.png"), &[]), "most of it would be cut away");
    assert!(!large(&of("art/coarse.png"), &[]), "it has too few pixels");
    let lore = "They were paid by the head and by the boat, and had been paid twice for this one. ".repeat(3);
    let wordy = written.replace(start, &start.replace("    art: ", &format!("    lore: {lore}\n    art: ")));
    assert_ne!(wordy, written);
    assert!(!large(&wordy, &[]), "its text needs the room");
}

/// Returns true if the picture of the one card that is printed is as wide as the card.
fn is_large(folder: &Path, arguments: &[&str]) -> bool {
    let print = ["print", ".", "-o", "a.pdf", "--force", "--no-tags"];
    let (code, out) = run(folder, &[&print[..], arguments].concat());
    assert_eq!(code, Some(0), "{out}");
    let doc = Document::load(folder.join("a.pdf")).expect("a PDF");
    let drawn = doc.objects.values().filter_map(|object| object.as_stream().ok());
    let drawn = drawn.filter_map(|stream| stream.decompressed_content().ok());
    let contents = drawn.map(|content| String::from_utf8_lossy(&content).into_owned());
    let widths: Vec<f64> = contents.flat_map(|content| widths_of_pictures(&content)).collect();
    assert_eq!(widths.len(), 1, "{widths:?}");
    // A small picture is 32 mm wide, some of that cut away; a large one 57 mm; a hundred units are one.
    widths[0] > 4500.0
}

#[test]
fn a_unit_has_a_large_picture_where_its_text_leaves_room() {
    let folder = example("art-unit");
    fs::remove_file(folder.join("wolfs-ford.yaml")).expect("a file");
    copy_game("states-of-battle", &folder);
    let alders = folder.join("whispering-alders.yaml");
    let text = fs::read_to_string(&alders).expect("a text");
    let large = |more: &str, arguments: &[&str]| {
        let unit = "  - unit: K7\n";
        assert!(text.contains(unit));
        fs::write(&alders, text.replacen(unit, &format!("{unit}    art: art/502A.jpg\n{more}"), 1)).expect("a file");
        is_large(&folder, &[&["--only", "K7", "--with", "none,units"], arguments].concat())
    };
    assert!(large("", &[]));
    assert!(large("", &["--look", "period"]) && large("", &["--size", "bridge", "--low-ink"]));
    assert!(!large("", &["--size", "mini"]) && !large("", &["--size", "square"]), "it stays beside the points");
    let rule = "It walks where it likes, and nobody has told it yet that there is a battle. ".repeat(4);
    assert!(!large(&format!("    rule_text: {rule}\n"), &[]), "its text needs the room");
}

/// Returns the widths to which a page's content scales pictures.
fn widths_of_pictures(content: &str) -> Vec<f64> {
    let before: Vec<&str> = content.split(" cm /I").collect();
    let width = |part: &&str| part.split_whitespace().rev().nth(5)?.parse().ok();
    before[..before.len() - 1].iter().filter_map(width).collect()
}

#[test]
fn a_press_refuses_what_is_seen_through_until_that_is_allowed() {
    let folder = example("art-press");
    let file = ["print", "wolfs-ford.yaml", "--profile", "drive-thru-cards", "--with", "backs", "-o", "b.pdf"];
    let (code, out) = run(&folder, &[&file[..], &["--fail-on", "info"]].concat());
    assert_eq!(code, Some(0), "the example as it is: {out}");
    fs::write(folder.join("art/507A.png"), PNG).expect("a file");
    let river = fs::read_to_string(folder.join("art/river.svg")).expect("a text");
    fs::write(folder.join("art/river.svg"), river.replace("<circle", "<circle opacity=\"0.75\"")).expect("a file");
    let print = ["print", ".", "--profile", "drive-thru-cards", "--with", "backs", "-o", "a.pdf"];
    let (code, out) = run(&folder, &[&print[..], &["--output-format", "concise"]].concat());
    assert_eq!(code, Some(1), "{out}");
    // Each picture once, where it is named, with the side that shows it first.
    let told: Vec<&str> = out.lines().filter(|line| line.contains("MU706")).collect();
    let river =
        told.iter().find(|line| line.contains("`art/river.svg` on card `504A`")).expect("the arms of the river");
    assert!(river.contains("wolfs-ford.yaml:11:") && river.contains("the picture on its back"), "{out}");
    let riders = told.iter().find(|line| line.contains("`art/507A.png` on card `507A`")).expect("the riders");
    assert!(riders.contains("the picture on its front") && told.len() == 2, "{out}");
    let (code, out) = run(&folder, &[&print[..], &["-A", "MU706,MU705"]].concat());
    assert_eq!(code, Some(0), "{out}");
    let bytes = fs::read(folder.join("a.pdf")).expect("a PDF");
    for word in ["DeviceRGB", "/SMask", "/ExtGState", "/Group"] {
        assert!(!bytes.windows(word.len()).any(|part| part == word.as_bytes()), "{word}");
    }
}

#[test]
fn pictures_are_looked_for_in_the_project_alone() {
    let folder = example("art-outside");
    let inner = folder.join("inner");
    fs::create_dir_all(inner.join(".git")).expect("a folder");
    let written = fs::read_to_string(folder.join("wolfs-ford.yaml")).expect("a text");
    fs::write(inner.join("a.yaml"), written.replace("art/", "../art/")).expect("a file");
    symlink(folder.join("art"), inner.join("art")).expect("a link");
    fs::write(inner.join("b.yaml"), written.replace("art/river.svg", "art/rivr.svg")).expect("a file");
    let codes = |arguments: &[&str]| {
        let (_, out) = run(&inner, &[arguments, &["--output-format", "concise"]].concat());
        (out.matches("MU209").count(), out.matches("MU201").count())
    };
    assert_eq!(codes(&["check", "a.yaml"]).0, 10);
    assert_eq!(codes(&["check", "b.yaml"]), (9, 1), "a link leads outside; what is not there is not looked for");
    assert_eq!(codes(&["check", "a.yaml", "--allow-outside"]), (0, 0));
}

#[test]
fn a_template_may_name_a_picture_for_each_card() {
    let folder = example("art-template");
    fs::create_dir_all(folder.join("look")).expect("a folder");
    let written = fs::read_to_string(folder.join("wolfs-ford.yaml")).expect("a text");
    let plain: Vec<&str> = written.lines().filter(|line| !line.trim_start().starts_with("art:")).collect();
    fs::write(folder.join("wolfs-ford.yaml"), plain.join("\n").replace(", art: art/bank.svg", "")).expect("a file");
    let look = "system: table-battles\ntemplate: formation\nextends: formation\nboxes:\n  scene: {at: [3.2, 60, 20, 20], \
                image: \"../art/{card}.jpg\", mask: ellipse, opacity: 80, turn: 10, crops: 90, if: lore-zone}\n";
    fs::write(folder.join("look/formation.yaml"), look).expect("a file");
    let check = ["check", ".", "--template", "look", "--output-format", "concise"];
    let (_, out) = run(&folder, &check);
    assert!(out.contains("unknown text `lore-zone`"), "{out}");
    fs::write(folder.join("look/formation.yaml"), look.replace(", if: lore-zone", "")).expect("a file");
    let (code, out) = run(&folder, &check);
    assert_eq!(code, Some(1), "{out}");
    assert_eq!(out.matches("MU201").count(), 1, "only the riders have no such picture: {out}");
    assert!(out.contains("look/formation.yaml:5:") && out.contains("507A.jpg"), "{out}");
}

#[test]
fn cards_arms_and_flags_of_other_games_are_printed() {
    let folder = example("art-games");
    let read = |path: &str| fs::read_to_string(root().join(path)).expect("a text");
    let cards = "decks/three-heirs.yaml";
    fs::create_dir_all(folder.join("decks")).expect("a folder");
    fs::create_dir_all(folder.join("flags")).expect("a folder");
    let deck = read(&format!("scenarios/tabletop/{cards}"));
    let number = deck.lines().find(|line| line.trim_start().starts_with("- card: Q1")).expect("a card");
    let indent = " ".repeat(number.find('-').expect("an item") + 2);
    let shown = deck.replace(number, &format!("{number}\n{indent}art: ../art/ford.jpg"));
    fs::write(folder.join(cards), shown).expect("a file");
    fs::write(folder.join("heirs.yaml"), read("scenarios/tabletop/three-heirs.yaml")).expect("a file");
    for kind in ["maps", "decks"] {
        for entry in fs::read_dir(root().join("scenarios/tabletop").join(kind)).into_iter().flatten() {
            let entry = entry.expect("an entry");
            let to = folder.join(kind).join(entry.file_name());
            fs::create_dir_all(folder.join(kind)).expect("a folder");
            if !to.exists() {
                fs::copy(entry.path(), to).expect("a copy");
            }
        }
    }
    fs::copy(root().join("scenarios/tabletop/flags/loaf.png"), folder.join("flags/loaf.png")).expect("a copy");
    let printed = |arguments: &[&str]| {
        let (code, out) =
            run(&folder, &[&["print"], arguments, &["--duplex", "long", "-o", "a.pdf", "--force"]].concat());
        assert_eq!(code, Some(0), "{out}");
        let doc = Document::load(folder.join("a.pdf")).expect("a PDF");
        images(&doc).len()
    };
    let with = ["heirs.yaml", "--with", "backs,counters-half,counters-hex,counters-large"];
    assert_eq!(printed(&with), 2, "one flag on cards, backs, counters and the set-up, and one card's picture");

    fs::create_dir_all(folder.join("units")).expect("a folder");
    let units = "units/wardens-of-ambershaw.yaml";
    let bridge = read("scenarios/states-of-battle/bridge-at-ambershaw.yaml");
    for line in bridge.lines().filter_map(|line| line.trim().strip_prefix("army: [")) {
        let path = line.trim_end_matches(']');
        fs::write(folder.join(path), read(&format!("scenarios/states-of-battle/{path}"))).expect("a file");
    }
    assert!(folder.join(units).exists());
    let side = "    - name: Wardens of Ambershaw\n";
    let card = "  - card: Fog off the River\n";
    let shown = bridge.replace(side, &format!("{side}      art: art/bank.svg\n"));
    let shown = shown.replace(card, &format!("{card}    art: {{image: art/ford.jpg, fit: cover}}\n"));
    fs::write(folder.join("bridge.yaml"), shown).expect("a file");
    for look in [&[][..], &["--low-ink"]] {
        assert_eq!(printed(&[&["bridge.yaml", "--with", "backs"], look].concat()), 1, "the arms are paths");
    }
}

/// Copies the files of a shipped game's folder and its folders into one, but for recorded plays.
pub(crate) fn copy_game(id: &str, to: &Path) {
    for entry in fs::read_dir(root().join("scenarios").join(id)).expect("a folder") {
        let from = entry.expect("an entry").path();
        let name = from.file_name().expect("a name");
        if from.is_file() {
            fs::copy(&from, to.join(name)).expect("a copy");
        } else if name != "plays" {
            fs::create_dir_all(to.join(name)).expect("a folder");
            for entry in fs::read_dir(&from).expect("a folder") {
                let from = entry.expect("an entry").path();
                fs::copy(&from, to.join(name).join(from.file_name().expect("a name"))).expect("a copy");
            }
        }
    }
}

#[test]
fn battles_sides_and_units_have_pictures_in_every_game() {
    let folder = example("art-battles");
    for id in ["states-of-battle", "tabletop", "pub-battles"] {
        copy_game(id, &folder);
    }
    let put = |file: &str, above: &str, line: &str| {
        let text = fs::read_to_string(folder.join(file)).expect("a text");
        assert!(text.contains(above), "{file}: {above}");
        fs::write(folder.join(file), text.replacen(above, &format!("{above}{line}\n"), 1)).expect("a file");
    };
    let images_of = |file: &str, with: &str| {
        let arguments = ["print", file, "--with", with, "--duplex", "long", "-o", "a.pdf", "--force"];
        let (code, out) = run(&folder, &arguments);
        assert_eq!(code, Some(0), "{out}");
        images(&Document::load(folder.join("a.pdf")).expect("a PDF")).len()
    };
    let (bridge, wardens) = ("bridge-at-ambershaw.yaml", "units/wardens-of-ambershaw.yaml");
    put(bridge, "  name: The Bridge at Ambershaw\n", "  art: art/ford.jpg");
    put(bridge, "    - name: Wardens of Ambershaw\n", "      art: art/bank.svg");
    put(wardens, "  - unit: W2\n", "    art: ../art/501A.jpg");
    assert_eq!(images_of(bridge, "none,scenario"), 1, "the battle's");
    assert_eq!(images_of(bridge, "none,units"), 1, "the unit's; arms are paths");
    assert_eq!(images_of(bridge, "none,units,backs"), 2, "and the battle's, on the backs of the side that has no arms");
    let heirs = "three-heirs.yaml";
    let flags = images_of(heirs, "none,setup");
    put(heirs, "  name: Three Heirs at Samarrow\n", "  art: art/ford.jpg");
    assert_eq!(images_of(heirs, "none,setup"), flags + 1);
    let weirs = "weirs-of-ansholm.yaml";
    put(weirs, "  name: The Weirs of Ansholm\n", "  art: art/ford.jpg");
    put(weirs, "    - name: The Salt Company\n", "      art: art/502A.jpg");
    assert_eq!(images_of(weirs, "none,setup"), 2, "the battle's on the first sheet, a side's arms on all");

    let foot = "            - {block: Salters' Foot";
    let labels = images_of(weirs, "none,labels,counters");
    let text = fs::read_to_string(folder.join(weirs)).expect("a text");
    fs::write(folder.join(weirs), text.replacen(foot, &format!("{foot}, art: art/503A.jpg, width: 80, depth: 24"), 1))
        .expect("a file");
    assert_eq!((labels, images_of(weirs, "none,labels,counters")), (0, 1), "on fresh and spent faces, and on counters");

    // Each is found where it is named.
    for name in ["ford.jpg", "501A.jpg", "502A.jpg", "503A.jpg"] {
        fs::remove_file(folder.join("art").join(name)).expect("a file");
    }
    for (file, places) in [
        (bridge, &["bridge-at-ambershaw.yaml:6:", "units/wardens-of-ambershaw.yaml:12:"][..]),
        (heirs, &["three-heirs.yaml:6:"]),
        (weirs, &["weirs-of-ansholm.yaml:6:", "weirs-of-ansholm.yaml:13:", "weirs-of-ansholm.yaml:35:"]),
    ] {
        let (code, out) = run(&folder, &["check", file, "--output-format", "concise"]);
        assert_eq!(code, Some(1), "{out}");
        for place in places {
            assert!(out.contains(place), "{place}: {out}");
        }
    }
}

#[test]
fn a_picture_lies_under_a_map_from_edge_to_edge() {
    let folder = example("art-map");
    let map = "system: pub-battles\nmap:\n  name: The Ford\n  size: [400, 200]\n  foot: 40\n  mounted: 80\n  block: {width: 24, \
               depth: 8}\n  locations: {Ford: [200, 100]}\n";
    fs::write(folder.join("map.yaml"), format!("{map}  picture: art/ford.jpg\n")).expect("a file");
    fs::write(folder.join("plain.yaml"), map).expect("a file");
    let printed = |file: &str| {
        let arguments = ["print", file, "--with", "none,map", "--layout", "single", "-o", "a.pdf", "--force"];
        let (code, out) = run(&folder, &arguments);
        assert_eq!(code, Some(0), "{out}");
        let doc = Document::load(folder.join("a.pdf")).expect("a PDF");
        let page = doc.page_iter().next().expect("a page");
        (images(&doc).len(), String::from_utf8_lossy(&doc.get_page_content(page)).into_owned())
    };
    let (count, _) = printed("plain.yaml");
    assert_eq!(count, 0);
    let (count, _) = printed("map.yaml");
    assert_eq!(count, 1);
    let (_, out) = run(&folder, &["check", "map.yaml", "--output-format", "concise"]);
    assert!(out.contains("MU809") && out.contains("map.yaml:9:12"), "200 mm of 900 pixels: {out}");
    fs::write(folder.join("map.yaml"), format!("{map}  picture: art/frod.jpg\n")).expect("a file");
    let (code, out) = run(&folder, &["check", "map.yaml", "--output-format", "concise"]);
    assert_eq!((code, out.contains("MU201")), (Some(1), true), "{out}");
}
