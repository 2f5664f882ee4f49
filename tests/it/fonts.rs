//! Fonts of authors: read or refused, asked for what others lack, embedded, and printed from a project; letters that are
//! written from right to left.

use std::fs;
use std::sync::Arc;

use lopdf::{Document, Object};
use muster_core::print::font::{Font, FontFault};
use muster_core::print::frame::{Color, Frame, Item, Text, at};
use muster_core::print::layout::{Style, TextSpan, Typesetter};
use muster_core::print::stray::Stray;
use muster_core::print::{Deck, PageOptions, What, pdf};
use proptest::prelude::*;

use crate::cli::{assert_exit, command, folder, text};
use crate::print::card;

const SQUARE: &[u8] = include_bytes!("fonts/Square.ttf");
const CURVED: &[u8] = include_bytes!("fonts/Curved.otf");
const BLOCKS: &[u8] = include_bytes!("fonts/Blocks.ttf");

fn font(bytes: &[u8]) -> Font {
    Font::from_bytes(bytes.to_vec()).expect("a font")
}

fn style(font: Font) -> Style {
    Style { font, color: Color::BLACK }
}

fn line(words: &str, font: Font) -> Result<Frame, What> {
    let mut frame = Frame::default();
    Typesetter::default().line(&[TextSpan::new(words, style(font))], 10.0)?.draw(&mut frame, at(5.0, 20.0));
    Ok(frame)
}

fn texts(frame: &Frame) -> Vec<&Text> {
    frame.items.iter().filter_map(|item| if let Item::Text(text) = item { Some(text) } else { None }).collect()
}

/// What is drawn in which font, from left to right.
fn drawn(frame: &Frame) -> Vec<(&str, &str)> {
    texts(frame).into_iter().map(|text| (&*text.text, text.font.name())).collect()
}

#[test]
fn what_a_font_lacks_is_taken_from_the_next() {
    let (square, blocks) = (font(SQUARE), font(BLOCKS));
    let chain = Font::from_chain(&[square, Font::Serif, blocks]).unwrap();
    assert_eq!(Font::from_chain(&[square, Font::Serif, blocks]), Ok(chain), "the same fonts are the same one");
    assert_eq!(font(SQUARE), square);
    let frame = line("BAAB Bad Я", chain).unwrap();
    let words: Vec<_> = drawn(&frame).into_iter().map(|(text, font)| (text.trim(), font)).collect();
    // No word is set in two fonts, whatever the first one has of it.
    let expected = [("BAAB", "Square"), ("Bad", "EBGaramond-Regular"), ("Я", "EBGaramond-Regular-GreekCyrillic")];
    assert!(expected.iter().all(|word| words.contains(word)), "{words:?}");
    assert_eq!(drawn(&frame).iter().map(|(text, _)| *text).collect::<String>(), "BAAB Bad Я");
    assert_eq!(line("中A中文", chain).unwrap_err(), What::NoGlyphs(vec!['中', '文']));
    assert_eq!(Font::from_chain(&[Font::Sans]), Ok(Font::Sans));
}

#[test]
fn letters_written_from_right_to_left_stand_there() {
    let chain = Font::from_chain(&[Font::Sans, font(BLOCKS)]).unwrap();
    let frame = line("at גבא (דה) in 1799", chain).unwrap();
    let (sans, blocks) = ("Inter-Regular", "Blocks");
    let expected = [("at ", sans), ("(דה)", blocks), (" ", sans), ("גבא", blocks), (" in 1799", sans)];
    assert_eq!(drawn(&frame), expected);
    let texts = texts(&frame);
    assert!(texts.windows(2).all(|two| (two[0].at.x + two[0].width() - two[1].at.x).abs() < 1e-9));
    // The letters of a run stand in the order in which they are drawn, and brackets open to the left.
    let glyphs: Vec<(u32, u16)> = texts[1].glyphs.iter().map(|glyph| (glyph.cluster, glyph.id)).collect();
    assert_eq!(glyphs, [(5, 1), (3, 7), (1, 6), (0, 2)]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn scripts_may_change_anywhere(words in "[aZ1 ,.()«гЯїσὁΠאבגד\u{a0}'-]{1,24}") {
        let chain = Font::from_chain(&[Font::Sans, Font::Serif, font(BLOCKS)]).expect("a chain");
        let lines = Typesetter::default().wrap(&[TextSpan::new(&words, style(chain))], 10.0, 20.0, true).expect("glyphs");
        let mut letters = Vec::new();
        for line in lines {
            let mut frame = Frame::default();
            line.draw(&mut frame, at(5.0, 20.0));
            for text in texts(&frame) {
                for glyph in &text.glyphs {
                    prop_assert!(text.text.is_char_boundary(glyph.cluster as usize), "{:?}", text);
                    prop_assert!((glyph.cluster as usize) < text.text.len(), "{:?}", text);
                }
                letters.extend(text.text.chars().filter(|c| c.is_alphanumeric()));
            }
        }
        // Every letter is drawn once.
        let mut written: Vec<char> = words.chars().filter(|c| c.is_alphanumeric()).collect();
        letters.sort_unstable();
        written.sort_unstable();
        prop_assert_eq!(letters, written);
    }
}

#[test]
fn both_kinds_of_outlines_are_embedded_in_part() {
    let deck = |font: Font| {
        let mut card = card("1A", &[], None);
        card.front = Arc::new(line("AAA", font).unwrap());
        Deck { cards: vec![card], ..Deck::default() }
    };
    for (bytes, key, kind) in
        [(SQUARE, b"FontFile2".as_slice(), "CIDFontType2"), (CURVED, b"FontFile3", "CIDFontType0")]
    {
        let written = pdf::write(&deck(font(bytes)), &PageOptions::default());
        assert_eq!(written, pdf::write(&deck(font(bytes)), &PageOptions::default()));
        let doc = Document::load_mem(&written).expect("a PDF");
        let dictionaries = || doc.objects.values().filter_map(|object| object.as_dict().ok());
        let descriptor = dictionaries().find(|dict| dict.has(key)).expect("an embedded font");
        let name = descriptor.get(b"FontName").and_then(Object::as_name).unwrap();
        assert!(String::from_utf8_lossy(name).contains('+'), "{name:?}");
        let is_of_kind = |dict: &lopdf::Dictionary| {
            dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|name| name == kind.as_bytes())
        };
        assert!(dictionaries().any(is_of_kind), "{kind}");
    }
}

#[test]
fn what_is_no_font_is_refused() {
    let fault = |bytes: &[u8]| Font::from_bytes(bytes.to_vec()).expect_err("no font");
    assert_eq!(fault(b"Here a font should be."), FontFault::NoFont);
    assert_eq!(fault(b""), FontFault::Stray(Stray::Empty));
    assert_eq!(fault(b"<!doctype html><p>404"), FontFault::Stray(Stray::Page));
    assert_eq!(fault(b"%!PS-AdobeFont-1.0: Old"), FontFault::OtherForm("a Type 1 font"));
    assert_eq!(fault(b"\x80\x01 and so on"), FontFault::OtherForm("a Type 1 font"));
    assert_eq!(fault(include_bytes!("fonts/Blocks-CFF2.otf")), FontFault::OtherForm("a font with CFF2 outlines"));
    // A font whose glyphs are pictures: the outlines' table by another name.
    let mut colored = SQUARE.to_vec();
    let outlines = colored.windows(4).position(|four| four == b"glyf").expect("outlines");
    colored[outlines..outlines + 4].copy_from_slice(b"CBDT");
    assert_eq!(fault(&colored), FontFault::OtherForm("a colour font without outlines"));
    assert!(matches!(fault(b"wOF2 and so on"), FontFault::OtherForm(_)));
    assert!(matches!(fault(b"ttcf and so on"), FontFault::OtherForm(_)));
    assert!(matches!(fault(&SQUARE[..SQUARE.len() / 2]), FontFault::Damaged(_)));
}

const SCENARIO: &str = "system: table-battles
scenario:
  name: The Ford
  sides:
    - {name: North, first: true, morale: 1, cards: 1A}
    - {name: South, morale: 1, cards: 2A}
formations:
  - {card: 1A, name: BA, wing: red, strength: 4, dice: 6, actions: [{type: attack, targets: [אבג], hits: 1}]}
  - {card: 2A, name: אבג, wing: blue, strength: 4, dice: 6, actions: [{type: attack, targets: [BA], hits: 1}]}
";

#[test]
fn letters_that_a_font_lacks_are_told_once_where_it_is_named() {
    let folder = folder("fonts-lacking");
    fs::create_dir_all(folder.join("look")).unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).unwrap();
    let scenario = SCENARIO.replace("אבג", "Baba ★");
    write("muster.toml", b"");
    write("a.yaml", scenario.as_bytes());
    write("b.yaml", scenario.replace("Baba", "Bxba").as_bytes());
    write("look/Square.ttf", SQUARE);
    let found = |fonts: &str, arguments: &[&str], code: i32| {
        let base = format!("system: table-battles\ntemplate: base\nextends: base\nfonts: {{{fonts}}}\n");
        write("look/base.yaml", base.as_bytes());
        let output = command(&folder, arguments).output().expect("the program");
        assert_exit(&output, code);
        let out = text(&output.stdout) + &text(&output.stderr);
        out.lines().filter(|line| line.contains("MU710")).map(str::to_owned).collect::<Vec<_>>()
    };
    let check = ["check", "a.yaml", "b.yaml", "--template", "look", "--output-format", "concise"];
    let once = found("serif-bold: Square.ttf", &check, 0);
    let [told] = &once[..] else { panic!("{once:?}") };
    assert!(told.starts_with("look/base.yaml:4:21: warning[MU710] the font `serif-bold` lacks "), "{told}");
    // The letters of both battles; the signs that few fonts have are not counted.
    assert!(told.contains("`a` (U+0061)") && !told.contains('★'), "{told}");
    let print = ["print", "a.yaml", "--template", "look", "-o", "a.pdf", "--output-format", "concise"];
    assert_eq!(found("serif-bold: Square.ttf", &print, 0).len(), 1);
    // Whoever names the font that stands in knows of it; a font that no text uses lacks nothing.
    assert_eq!(found("serif-bold: [Square.ttf, serif-bold]", &check, 0), [""; 0]);
    assert_eq!(found("mine: Square.ttf", &check, 0), [""; 0]);
}

#[test]
fn a_template_names_fonts_below_its_project() {
    let folder = folder("fonts-template");
    fs::create_dir_all(folder.join("project/look")).unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).unwrap();
    write("project/muster.toml", b"");
    write("project/ford.yaml", SCENARIO.as_bytes());
    write("project/Square.ttf", SQUARE);
    write("Blocks.ttf", BLOCKS);
    let template = |blocks: &str| {
        let fonts = ["sans", "sans-semi", "sans-bold", "serif", "serif-bold"];
        let fonts: String = fonts.iter().map(|name| format!("  {name}: [../Square.ttf, {name}, {blocks}]\n")).collect();
        let text = format!("system: table-battles\ntemplate: base\nextends: base\nfonts:\n{fonts}");
        write("project/look/base.yaml", text.as_bytes());
    };
    let project = folder.join("project");
    let run = |arguments: &[&str], code: i32| {
        let output = command(&project, arguments).output().expect("the program");
        assert_exit(&output, code);
        text(&output.stdout) + &text(&output.stderr)
    };
    // Without a font the letters are found, all of a text at once.
    let found = run(&["print", "ford.yaml", "-o", "a.pdf"], 1);
    assert!(found.contains("`א` (U+05D0), `ב` (U+05D1), `ג` (U+05D2)"), "{found}");

    template("../../Blocks.ttf");
    for arguments in [&["check", "look"][..], &["print", "ford.yaml", "--template", "look", "-o", "a.pdf"]] {
        let found = run(arguments, 1);
        assert!(found.contains("MU209") && found.contains("Blocks.ttf"), "{found}");
    }
    run(&["print", "ford.yaml", "--template", "look", "-o", "a.pdf", "--allow-outside"], 0);

    template("Blocks.ttf");
    write("project/look/Blocks.ttf", BLOCKS);
    run(&["check", "look"], 0);
    run(&["check", "ford.yaml", "--template", "look"], 0);
    run(&["print", "ford.yaml", "--template", "look", "-o", "b.pdf"], 0);
    let (one, two) = (fs::read(project.join("a.pdf")).unwrap(), fs::read(project.join("b.pdf")).unwrap());
    assert_eq!(one, two, "the same fonts, the same bytes");
    let doc = Document::load_mem(&one).expect("a PDF");
    let names: Vec<String> = doc
        .objects
        .values()
        .filter_map(|object| object.as_dict().ok()?.get(b"FontName").and_then(Object::as_name).ok())
        .map(|name| String::from_utf8_lossy(name).into_owned())
        .collect();
    assert!(["Square", "Blocks"].iter().all(|font| names.iter().any(|name| name.ends_with(font))), "{names:?}");
}
