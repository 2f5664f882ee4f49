//! Pictures of authors, form by form: what is drawn of them, what is named, what is refused, and that every picture that passes is
//! printed in every form.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use lopdf::{Dictionary, Document, Object};
use muster_core::print::frame::{Color, Frame, Pixels, Rect};
use muster_core::print::inks::{Separation, StatedInks};
use muster_core::print::picture::{Picture, PictureFault, Raster};
use muster_core::print::sheet::pages;
use muster_core::print::stray::Stray;
use muster_core::print::{Deck, PageOptions, image, pdf};

use crate::cli::{folder, muster, text};
use crate::print::card;

const SCANS: &[u8] = include_bytes!("pictures/scans.jpg");
const INKS: &[u8] = include_bytes!("pictures/inks.jpg");
const ARITHMETIC: &[u8] = include_bytes!("pictures/arithmetic.jpg");
const HELD: &[u8] = include_bytes!("pictures/held.png");
const PHOTOGRAPH: &[u8] = include_bytes!("../../examples/wolfs-ford/art/501A.jpg");

/// Reads a picture and finds that all of it is there, as `check` does.
fn read(bytes: &[u8]) -> Result<Picture, PictureFault> {
    let picture = Picture::read(bytes.to_vec())?;
    let whole = raster(&picture).map_or(Ok(()), Raster::check);
    whole.map(|()| picture)
}

fn raster(picture: &Picture) -> Option<&Raster> {
    match picture {
        Picture::Raster(raster) => Some(raster),
        Picture::Vector(_) => None,
    }
}

fn svg(inside: &str) -> Vec<u8> {
    let root =
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100">"#;
    format!("{root}{inside}</svg>").into_bytes()
}

/// A card with a picture of 10 × 10 mm on it.
fn deck(picture: &Picture) -> Deck {
    let mut front = Frame::default();
    picture.draw(&mut front, Rect::new(0.0, 0.0, 10.0, 10.0));
    let mut card = card("1A", &[], None);
    card.front = Arc::new(front);
    Deck { cards: vec![card], ..Deck::default() }
}

/// Paints a picture as 100 × 100 pixels.
fn painted(picture: &Picture) -> Pixels {
    image::paint(&deck(picture).cards[0].front, Rect::new(0.0, 0.0, 10.0, 10.0), 100, 100).expect("pixels")
}

fn pixel(pixels: &Pixels, x: usize, y: usize) -> Color {
    let at = (y * pixels.width as usize + x) * 3;
    Color(pixels.rgb[at], pixels.rgb[at + 1], pixels.rgb[at + 2])
}

fn is_near(one: Color, other: Color, most: u8) -> bool {
    [(one.0, other.0), (one.1, other.1), (one.2, other.2)].iter().all(|(a, b)| a.abs_diff(*b) <= most)
}

fn written(deck: &Deck, colors: pdf::PdfColors) -> Document {
    let bytes = pdf::write_by(colors, deck, &pages(deck, &PageOptions::default()), &|| ());
    Document::load_mem(&bytes).expect("a PDF")
}

const PRESS: pdf::PdfColors = pdf::PdfColors { standard: pdf::Standard::X1a, press: None, most_ink: 2.4 };
const RED: Color = Color(204, 0, 0);
const GREEN: Color = Color(0, 170, 0);

/// Checks places of a drawing, each a colour at so many hundredths from the left and top, and that it has nothing to name.
#[track_caller]
fn assert_drawn(inside: &str, places: &[(usize, usize, Color)]) {
    let picture = read(&svg(inside)).expect("a drawing");
    let Picture::Vector(vector) = &picture else { panic!("no drawing") };
    assert!(vector.left_out.is_empty(), "{:?}", vector.left_out);
    let pixels = painted(&picture);
    for (x, y, color) in places {
        let found = pixel(&pixels, *x, *y);
        assert!(is_near(found, *color, 4), "{found:?} at {x}, {y}, not {color:?}: {inside}");
    }
}

#[test]
fn a_clip_path_has_a_rule_and_may_be_cut_itself() {
    let star = r##"<clipPath id="c"><path RULE d="M50 5L79 95L3 39H97L21 95z"/></clipPath><rect width="100" height="100" fill="#c00" clip-path="url(#c)"/>"##;
    assert_drawn(&star.replace("RULE", ""), &[(50, 55, RED), (2, 2, Color::WHITE)]);
    assert_drawn(&star.replace("RULE", "clip-rule='evenodd'"), &[(50, 55, Color::WHITE), (50, 25, RED)]);
    // One shape within the other, and running the other way round: no hole.
    let two = r##"<clipPath id="c"><path d="M10 10H90V90H10z"/><path d="M30 30V70H70V30z"/></clipPath><rect width="100" height="100" fill="#c00" clip-path="url(#c)"/>"##;
    assert_drawn(two, &[(50, 50, RED), (20, 20, RED), (5, 5, Color::WHITE)]);
    let within = r##"<clipPath id="i"><rect width="50" height="100"/></clipPath><clipPath id="c"><circle cx="50" cy="50" r="40" clip-path="url(#i)"/><rect x="80" width="20" height="20"/></clipPath><rect width="100" height="100" fill="#c00" clip-path="url(#c)"/>"##;
    assert_drawn(within, &[(30, 50, RED), (70, 50, Color::WHITE), (90, 10, RED)]);
    let both = r##"<clipPath id="i"><rect width="50" height="100"/></clipPath><clipPath id="c" clip-path="url(#i)"><rect width="100" height="50"/></clipPath><rect width="100" height="100" fill="#c00" clip-path="url(#c)"/>"##;
    assert_drawn(both, &[(25, 25, RED), (75, 25, Color::WHITE), (25, 75, Color::WHITE)]);
}

#[test]
fn an_empty_clip_path_leaves_nothing_in_any_form() {
    let empty = r##"<defs><g id="g"><circle cx="50" cy="50" r="30"/></g></defs><clipPath id="c"><use xlink:href="#g"/></clipPath><rect width="100" height="100" fill="#c00" clip-path="url(#c)"/>"##;
    assert_drawn(empty, &[(50, 50, Color::WHITE), (10, 10, Color::WHITE)]);
    let Picture::Vector(vector) = read(&svg(empty)).expect("a drawing") else { panic!("no drawing") };
    assert!(vector.frame.items.is_empty(), "what a PDF is written of has nothing either: {:?}", vector.frame);
}

#[test]
fn symbols_markers_and_transforms_stand_where_they_should() {
    let symbol = r##"<symbol id="s" viewBox="0 0 10 10"><rect x="-5" y="-5" width="20" height="20" fill="#c00"/></symbol><use xlink:href="#s" width="30" height="30" transform="translate(50 50)"/>"##;
    assert_drawn(symbol, &[(65, 65, RED), (45, 45, Color::WHITE), (90, 90, Color::WHITE)]);
    let marker = r##"<marker id="a" markerWidth="6" markerHeight="6" refX="3" refY="3"><path id="marker-tip" d="M0 0L6 3L0 6z" fill="#c00"/></marker><path d="M10 50L70 50" stroke="#000" stroke-width="6" marker-end="url(#a)"/>"##;
    assert_drawn(marker, &[(30, 50, Color::BLACK), (72, 50, RED)]);
    for style in [
        "transform:translate(50px, 50px)",
        "transform:translateX(50px) translateY(50px)",
        "transform: scale(200%) translate(25px,25px) scale(.5)",
    ] {
        let moved = format!(r##"<rect width="40" height="40" fill="#c00" style="{style}"/>"##);
        assert_drawn(&moved, &[(70, 70, RED), (20, 20, Color::WHITE)]);
    }
    let in_sheet = r##"<style>.a { transform: rotate(180deg) } .a { transform-origin: 50px 50px }</style><rect class="a" width="40" height="40" fill="#c00"/>"##;
    assert_drawn(in_sheet, &[(80, 80, RED), (20, 20, Color::WHITE)]);
}

#[test]
fn colors_are_what_the_web_writes_today() {
    for fill in [
        r#"fill="rgb(0 170 0 / 100%)""#,
        r#"fill="hsl(120deg 100% 33.3%)""#,
        r#"style="--c: #0a0; fill: var(--c)""#,
        r#"style="fill: var(--none, rgb(0 170 0))""#,
        r#"style="x: 0; /* ; */ unknown: a/b; fill: #0a0""#,
        r#"class="a""#,
        r#"class="b""#,
        r#"fill="url('#g')""#,
    ] {
        let inside = format!(
            r##"<style>:root {{ --green: #0a0 }} .a {{ fill: var(--green) }} rect.b {{ line-height: 1/2; fill: #0a0 }}</style>
                <linearGradient id="g"><stop stop-color="color(srgb 0 0.6667 0)"/><stop offset="1" stop-color="#0a0"/></linearGradient>
                <rect width="100" height="100" {fill}/>"##
        );
        assert_drawn(&inside, &[(50, 50, GREEN)]);
    }
    // The circle at which a gradient begins has its first colour.
    let focal = r##"<radialGradient id="g" r=".5" fr=".4"><stop offset="0" stop-color="#0a0"/><stop offset="1" stop-color="#fff"/></radialGradient><rect width="100" height="100" fill="url(#g)"/>"##;
    assert_drawn(focal, &[(50, 50, GREEN), (50, 16, GREEN), (2, 2, Color::WHITE)]);
}

#[test]
fn what_is_not_drawn_is_named_and_never_painted_black() {
    for (inside, named) in [
        (
            r##"<rect width="100" height="100" style="fill:#c00;clip-path:polygon(50% 0,100% 100%,0 100%)"/>"##,
            "clip paths of basic shapes",
        ),
        (
            r##"<rect width="100" height="100" fill="red" clip-path="circle(40px at 50px 50px)"/>"##,
            "clip paths of basic shapes",
        ),
        (
            r##"<style>g { clip-path: inset(10px round 4px) }</style><g><rect width="100" height="100" fill="red"/></g>"##,
            "clip paths of basic shapes",
        ),
        (
            r#"<rect width="100" height="100" fill="color-mix(in srgb, red, blue)"/>"#,
            "the colour `color-mix(in srgb, red, blue)`",
        ),
        (r#"<rect width="100" height="100" fill="var(--x)"/>"#, "the colour `var(--x)`"),
        (r#"<rect width="100" height="100" fill="CanvasText"/>"#, "the colour `CanvasText`"),
        (
            r#"<pattern id="p" width="9" height="9"><path d="M0 0h9v9"/></pattern><rect width="100" height="100" fill="url(#p)"/>"#,
            "patterns",
        ),
        (
            r#"<rect width="100" height="100" fill="none" style="transform: translate(50%)"/>"#,
            "the transform `translate(50%)`",
        ),
        (r#"<style>@media print { rect { fill: red } }</style>"#, "styles in `@media`"),
        (r#"<style>rect:nth-child(2) { fill: red }</style>"#, "styles of `rect:nth-child(2)`"),
        (
            r#"<path d="M0 0h9" stroke="red" vector-effect="non-scaling-stroke"/>"#,
            "lines that keep their width at every size",
        ),
        (r#"<rect width="9vw" height="9" fill="none"/>"#, "lengths in `vw`"),
        (
            r#"<meshgradient id="m"/><rect width="100" height="100" fill="url(#m)"/>"#,
            "paint by `meshgradient` elements",
        ),
        (r#"<script>draw()</script>"#, "scripts"),
        (r#"<g filter="blur(3px)"/>"#, "filters"),
        (r#"<g mask="url(#m)"/>"#, "masks"),
    ] {
        let picture = read(&svg(inside)).expect("a drawing");
        let Picture::Vector(vector) = &picture else { panic!("no drawing") };
        assert_eq!(vector.left_out, [named], "{inside}");
        let pixels = painted(&picture);
        assert_ne!(pixel(&pixels, 50, 50), Color::BLACK, "{inside}");
    }
    // What is hidden is not missed.
    let hidden =
        r#"<g display="none"><text>a</text></g><style>@font-face { font-family: x } a:hover { fill: red }</style>"#;
    assert_drawn(hidden, &[(50, 50, Color::WHITE)]);
}

#[test]
fn small_drawings_that_grow_without_end_are_refused() {
    let rect = r#"<rect width="9" height="9" "#;
    let chain = |tag: &str, by: &str, more: &str| -> String {
        let level = |i: usize| {
            let named = format!("{rect}{by}='url(#a{})'/>", i + 1);
            format!("<{tag} id='a{i}' {more}>{named}{named}</{tag}>")
        };
        format!("{}<{tag} id='a30'>{rect}/></{tag}>{rect}{by}='url(#a0)'/>", (0..30).map(level).collect::<String>())
    };
    let uses = |i: usize| format!(r##"<g id="u{i}"><use href="#u{0}"/><use href="#u{0}"/></g>"##, i + 1);
    let marker = |i: usize| {
        let next = i + 1;
        let ends = ["start", "mid", "end"].map(|end| format!(" marker-{end}='url(#m{next})'")).concat();
        format!("<marker id='m{i}'><path d='M0 0L1 1L2 2'{ends}/></marker>")
    };
    let entity = format!(
        r#"<!DOCTYPE svg [<!ENTITY a "{}">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><desc>{}</desc></svg>"#,
        "x".repeat(10_000),
        "&a;".repeat(600)
    );
    let style = |rules: String, body: &str| svg(&format!("<style>{rules}</style>{body}"));
    let many = |n: usize, item: &dyn Fn(usize) -> String| (0..n).map(item).collect::<String>();
    for (what, bytes, limit) in [
        ("clips", svg(&chain("clipPath", "clip-path", "")), "clip path"),
        ("clips in boxes", svg(&chain("clipPath", "clip-path", "clipPathUnits='objectBoundingBox'")), "clip path"),
        ("uses", svg(&many(30, &uses)), "everything in use"),
        ("markers", svg(&(many(15, &marker) + "<path d='M0 0L1 1L2 2' marker-mid='url(#m0)'/>")), "marker"),
        ("entities", entity.into_bytes(), "entities"),
        ("attributes", svg(&format!("<g {}/>", many(300, &|i| format!("a{i}='1' ")))), "250 attributes"),
        ("namespaces", svg(&format!("<g {}/>", many(100, &|i| format!("xmlns:a{i}='u{i}' ")))), "64 namespaces"),
        ("rules", style(many(2000, &|i| format!(".a{i} g {{fill:red}}")), &"<g/>".repeat(4000)), "style sheets"),
        (
            "classes",
            style(
                many(2000, &|i| format!("[class~=b{i}] {{fill:red}}")),
                &format!("<g class='{}'/>", "x ".repeat(400_000)),
            ),
            "style sheets",
        ),
        (
            "descendants",
            style(
                "g ".repeat(30) + "rect {fill:red}",
                &format!("{}{}{}", "<g>".repeat(50), "<rect/>".repeat(20), "</g>".repeat(50))
                    .replace("<rect/>", "<rect class='a'/>"),
            ),
            "",
        ),
        (
            "gradients",
            svg(&(many(100, &|i| format!("<linearGradient id='g{i}' href='#g{}'/>", i + 1))
                + "<rect fill='url(#g0)' width='9' height='9'/>")),
            "64 deep",
        ),
        (
            "strokes",
            svg(&"<path stroke='red' stroke-width='80' stroke-linecap='round' d='M1 1L9 9'/>".repeat(8000)),
            "its shapes overlap more than",
        ),
        (
            "translucent",
            svg(&"<g opacity='.5'><rect width='99' height='99'/><rect width='98' height='98'/></g>".repeat(400)),
            "its shapes overlap more than",
        ),
        ("variables", svg(&format!("<g style='{}'/>", many(3000, &|i| format!("--a{i}:red;")))), "2000 variables"),
        (
            "stops",
            svg(&format!(
                "<linearGradient id='g'>{}</linearGradient>{}",
                "<stop/>".repeat(2000),
                "<rect width='1' height='1' fill='url(#g)'/>".repeat(1000)
            )),
            "gradient",
        ),
    ] {
        match read(&bytes) {
            Err(PictureFault::Endless(told)) => assert!(told.contains(limit) && !limit.is_empty(), "{what}: {told}"),
            // Of these the reader has a bound of its own, and draws the rest.
            Ok(_) => assert!(limit.is_empty(), "{what}: it is drawn"),
            Err(other) => panic!("{what}: {other:?}"),
        }
    }
    // Filters, masks and patterns are not drawn, so that nothing grows.
    for (tag, by, more) in [("mask", "mask", ""), ("pattern", "fill", "width='1' height='1'")] {
        assert!(read(&svg(&chain(tag, by, more))).is_ok(), "{tag}");
    }
    // Programs name namespaces by entities.
    let named = r#"<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]><svg xmlns="&ns_svg;" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>"#;
    assert!(read(named.as_bytes()).is_ok());
}

#[test]
fn thousands_of_small_shapes_that_are_seen_through_are_drawn() {
    let shape = |i: usize| {
        format!(
            r##"<g opacity=".5"><rect x="{}" y="{}" width="1" height="2" fill="#c00"/><rect x="{0}" y="{1}" width="1" height="1" fill="#c00"/></g>"##,
            i % 50 * 2,
            i / 50 * 2
        )
    };
    let picture = read(&svg(&(0..2000).map(shape).collect::<String>())).expect("a drawing");
    let pixels = painted(&picture);
    // Both rectangles of a group together are seen through once.
    assert!(is_near(pixel(&pixels, 40, 40), Color(230, 128, 128), 6), "{:?}", pixel(&pixels, 40, 40));
    assert_eq!(pixel(&pixels, 41, 40), Color::WHITE);
}

#[test]
fn a_gradient_far_away_is_written_in_numbers_that_readers_take() {
    let far = read(&svg(
        r#"<linearGradient id="g" x1="1e38" x2="2e38" gradientUnits="userSpaceOnUse"><stop stop-color="red"/><stop offset="1"/></linearGradient>
        <linearGradient id="t" gradientTransform="scale(1e-30)"><stop stop-color="red"/><stop offset="1"/></linearGradient>
        <rect width="50" height="50" fill="url(#g)"/><rect y="50" width="50" height="50" fill="url(#t)"/>"#,
    ));
    let deck = deck(&far.expect("a drawing"));
    let bytes = pdf::write_by(PRESS, &deck, &pages(&deck, &PageOptions::default()), &|| ());
    let doc = Document::load_mem(&bytes).expect("a PDF");
    let is_small = |text: &str| text.split(|c: char| !c.is_ascii_digit()).all(|digits| digits.len() <= 10);
    for stream in doc.objects.values().filter_map(|object| object.as_stream().ok()) {
        let Ok(content) = stream.decompressed_content() else { continue };
        if content.ends_with(b"Q\n") {
            assert!(is_small(&String::from_utf8_lossy(&content)));
        }
    }
    fn dictionary(object: &Object) -> Option<&Dictionary> {
        match object {
            Object::Stream(stream) => Some(&stream.dict),
            object => object.as_dict().ok(),
        }
    }
    let coordinates = format!("{:?}", doc.objects.values().filter_map(dictionary).collect::<Vec<_>>());
    assert!(!coordinates.contains("00000000000000"), "no number of forty digits");
}

#[test]
fn colors_in_scans_of_their_own_are_put_together() {
    let pixels = painted(&read(SCANS).expect("a picture"));
    for (x, y, color) in [
        (25, 25, Color(250, 240, 40)),
        (75, 75, Color(10, 20, 10)),
        (50, 50, Color(115, 120, 130)),
        (90, 15, Color(207, 120, 200)),
    ] {
        assert!(is_near(pixel(&pixels, x, y), color, 12), "{:?} at {x}, {y}", pixel(&pixels, x, y));
    }
}

#[test]
fn inks_without_the_mark_of_adobe_are_inks_in_every_form() {
    let picture = read(INKS).expect("a picture");
    let doc = written(&deck(&picture), pdf::PdfColors::SCREEN);
    let image = doc.objects.values().filter_map(|object| object.as_stream().ok()).find(|stream| stream.content == INKS);
    assert!(!image.expect("the file as it is").dict.has(b"Decode"), "no opposite");
    // With the mark the same bytes are the opposite.
    let mut marked = INKS.to_vec();
    marked.splice(2..2, *b"\xFF\xEE\x00\x0EAdobe\x00\x64\x00\x00\x00\x00\x00");
    let turned = read(&marked).expect("a picture");
    let (plain, opposite) = (painted(&picture), painted(&turned));
    let light = |pixels: &Pixels| pixels.rgb.iter().map(|part| u64::from(*part)).sum::<u64>();
    assert_ne!(light(&plain), light(&opposite));
    let doc = written(&deck(&turned), pdf::PdfColors::SCREEN);
    let image =
        doc.objects.values().filter_map(|object| object.as_stream().ok()).find(|stream| stream.content == marked);
    assert!(image.expect("the file as it is").dict.has(b"Decode"));
}

#[test]
fn a_png_file_is_turned_as_it_was_held() {
    let pixels = painted(&read(HELD).expect("a picture"));
    assert!(is_near(pixel(&pixels, 75, 25), Color(250, 240, 40), 12), "{:?}", pixel(&pixels, 75, 25));
    assert!(is_near(pixel(&pixels, 25, 75), Color(10, 20, 10), 12), "{:?}", pixel(&pixels, 25, 75));
}

#[test]
fn a_file_is_named_for_what_it_is() {
    let form = |bytes: &[u8]| match read(bytes) {
        Err(PictureFault::OtherForm(form)) => form.to_owned(),
        other => format!("{other:?}"),
    };
    assert_eq!(form(ARITHMETIC), "a JPEG file with arithmetic coding");
    assert_eq!(form(b"RIFF\x1a\0\0\0WEBPVP8L"), "a WebP file");
    assert_eq!(form(b"\0\0\0\x1cftypavif\0\0\0\0"), "an AVIF file");
    assert_eq!(form(b"\0\0\0\x1cftypheic\0\0\0\0"), "a HEIC file");
    assert_eq!(form(b"GIF89a"), "a GIF file");
    assert_eq!(form(b"%PDF-1.7"), "a PDF file");
    let stray = |bytes: &[u8]| read(bytes).err();
    assert_eq!(stray(b""), Some(PictureFault::Stray(Stray::Empty)));
    assert_eq!(
        stray(b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n"),
        Some(PictureFault::Stray(Stray::Pointer))
    );
    assert_eq!(stray(b"<!doctype html><svg></svg>"), Some(PictureFault::Stray(Stray::Page)));
    assert_eq!(stray(b"Here a picture should be."), Some(PictureFault::NoPicture));
}

/// The head of the first scan of a JPEG file and the place behind it.
fn scan(jpeg: &[u8]) -> (usize, usize) {
    let head = jpeg.windows(2).position(|two| two == [0xFF, 0xDA]).expect("a scan");
    (head, head + 2 + usize::from(jpeg[head + 2]) * 256 + usize::from(jpeg[head + 3]))
}

#[test]
fn a_jpeg_file_that_is_not_all_there_is_found_by_check() {
    let (head, start) = scan(PHOTOGRAPH);
    for part in [4, 2] {
        let mut short = PHOTOGRAPH[..start + (PHOTOGRAPH.len() - start) / part].to_vec();
        while short.last() == Some(&0xFF) {
            short.pop();
        }
        short.extend([0xFF, 0xD9]);
        assert!(Picture::read(short.clone()).is_ok(), "its segments are whole");
        assert!(matches!(read(&short), Err(PictureFault::Damaged(how)) if how.contains("missing")));
    }
    assert!(read(PHOTOGRAPH).is_ok());
    // Nobody draws three thousand scans.
    let mut scans = PHOTOGRAPH[..head].to_vec();
    (0..3000).for_each(|_| scans.extend(&SCANS[scan(SCANS).0..scan(SCANS).1]));
    scans.extend([0xFF, 0xD9]);
    assert!(matches!(read(&scans), Err(PictureFault::Endless(told)) if told.contains("scans")));
}

#[test]
fn a_large_photograph_is_embedded_as_it_is_and_painted_from_a_quarter_of_it() {
    // One colour: the packed pixels of a small file, as many times as the large one has blocks.
    let large = grey_jpeg(6000, 5000);
    let picture = read(&large).expect("a picture of 30 million pixels");
    assert_eq!((picture.size().width, picture.size().height), (6000.0, 5000.0));
    let doc = written(&deck(&picture), pdf::PdfColors::SCREEN);
    assert!(doc.objects.values().filter_map(|object| object.as_stream().ok()).any(|stream| stream.content == large));
    assert!(is_near(pixel(&painted(&picture), 50, 50), Color(128, 128, 128), 2));
    assert_eq!(
        read(&grey_jpeg(11_000, 10_000)).err(),
        Some(PictureFault::Pixels { width: 11_000, height: 10_000, most: 100_000_000 })
    );
}

/// A JPEG file of middle grey: two codes of one bit a block.
fn grey_jpeg(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = b"\xFF\xD8\xFF\xDB\x00\x43\x00".to_vec();
    bytes.extend([1; 64]);
    bytes.extend(b"\xFF\xC0\x00\x0B\x08");
    bytes.extend(height.to_be_bytes().into_iter().chain(width.to_be_bytes()));
    bytes.extend(b"\x01\x01\x11\x00");
    for table in [0x00, 0x10] {
        // One code, of one bit: nothing more.
        bytes.extend([0xFF, 0xC4, 0x00, 0x14, table, 1]);
        bytes.extend([0; 15]);
        bytes.push(0);
    }
    bytes.extend(b"\xFF\xDA\x00\x08\x01\x01\x00\x00\x3F\x00");
    let blocks = usize::from(width).div_ceil(8) * usize::from(height).div_ceil(8);
    bytes.extend(std::iter::repeat_n(0, (blocks * 2).div_ceil(8)));
    bytes.extend(b"\xFF\xD9");
    bytes
}

/// The sum of a part of a PNG file.
fn crc(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 })
    };
    !bytes.iter().fold(u32::MAX, step)
}

fn part(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let named: Vec<u8> = name.iter().chain(data).copied().collect();
    let mut out = (data.len() as u32).to_be_bytes().to_vec();
    out.extend(&named);
    out.extend(crc(&named).to_be_bytes());
    out
}

/// A PNG file of 9 × 7 pixels of a depth, of the colours of a number, perhaps interlaced, with other parts before its pixels.
fn png(depth: u8, colors: u8, interlaced: bool, more: &[Vec<u8>]) -> Vec<u8> {
    let samples = match colors {
        2 => 3,
        4 => 2,
        6 => 4,
        _ => 1,
    };
    let mut rows = Vec::new();
    let passes: &[(usize, usize, usize, usize)] = match interlaced {
        false => &[(0, 0, 1, 1)],
        true => &[(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)],
    };
    for (left, top, across, down) in passes {
        let (width, height) =
            (9_usize.saturating_sub(*left).div_ceil(*across), 7_usize.saturating_sub(*top).div_ceil(*down));
        let bytes = (width * samples * usize::from(depth)).div_ceil(8);
        (0..height).filter(|_| width > 0).for_each(|y| {
            rows.push(0);
            rows.extend((0..bytes).map(|x| (x * 37 + y * 11) as u8));
        });
    }
    // Packed without being made smaller.
    let (mut a, mut b) = (1_u32, 0_u32);
    rows.iter().for_each(|byte| {
        a = (a + u32::from(*byte)) % 65521;
        b = (b + a) % 65521;
    });
    let mut packed = vec![0x78, 0x01, 0x01];
    packed.extend((rows.len() as u16).to_le_bytes().into_iter().chain((!(rows.len() as u16)).to_le_bytes()));
    packed.extend(&rows);
    packed.extend((b << 16 | a).to_be_bytes());
    let head = [0, 0, 0, 9, 0, 0, 0, 7, depth, colors, 0, 0, u8::from(interlaced)];
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    out.extend(part(b"IHDR", &head));
    more.iter().for_each(|more| out.extend(more));
    out.extend(part(b"IDAT", &packed));
    out.extend(part(b"IEND", b""));
    out
}

/// Sets the sums of all parts right, as far as there are parts.
fn mend_sums(bytes: &mut [u8]) {
    let mut at = 8;
    while let Some(head) = bytes.get(at..at + 8) {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let Some(end) = at.checked_add(length.saturating_add(12)).filter(|end| *end <= bytes.len()) else { return };
        let sum = crc(&bytes[at + 4..end - 4]);
        bytes[end - 4..end].copy_from_slice(&sum.to_be_bytes());
        at = end;
    }
}

/// The Exif data of a photograph that was held in one of eight ways.
fn exif(orientation: u8) -> Vec<u8> {
    let mut tiff = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    tiff.extend([orientation, 0, 0, 0, 0, 0, 0]);
    tiff
}

/// Whole pictures of every depth, colour type, interlacing, turn and ink.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let mut seeds = Vec::new();
    let palette = part(b"PLTE", &(0..=255).flat_map(|i: u8| [i, 255 - i, i ^ 85]).collect::<Vec<u8>>());
    let kinds: [(u8, &[u8]); 5] =
        [(0, &[1, 2, 4, 8, 16]), (2, &[8, 16]), (3, &[1, 2, 4, 8]), (4, &[8, 16]), (6, &[8, 16])];
    for (colors, depths) in kinds {
        for depth in depths {
            for interlaced in [false, true] {
                let palette = if colors == 3 { part(b"PLTE", &palette[8..8 + 3 * (1 << depth)]) } else { Vec::new() };
                let clear = match colors {
                    0 => part(b"tRNS", &[0, 1]),
                    3 => part(b"tRNS", &[0, 128]),
                    _ => Vec::new(),
                };
                let name = format!("png-{colors}-{depth}-{interlaced}");
                seeds.push((name.clone(), png(*depth, colors, interlaced, std::slice::from_ref(&palette))));
                seeds.push((name + "-clear", png(*depth, colors, interlaced, &[palette, clear])));
            }
        }
    }
    for turn in 1..=8 {
        seeds.push((format!("png-turn-{turn}"), png(8, 2, false, &[part(b"eXIf", &exif(turn))])));
        let mut turned = grey_jpeg(40, 24);
        let data = [b"Exif\0\0".to_vec(), exif(turn)].concat();
        let segment = [vec![0xFF, 0xE1], (data.len() as u16 + 2).to_be_bytes().to_vec(), data].concat();
        turned.splice(2..2, segment);
        seeds.push((format!("jpeg-turn-{turn}"), turned));
    }
    let mut marked = INKS.to_vec();
    marked.splice(2..2, *b"\xFF\xEE\x00\x0EAdobe\x00\x64\x00\x00\x00\x00\x00");
    seeds.extend([
        ("jpeg-inks".to_owned(), INKS.to_vec()),
        ("jpeg-inks-adobe".to_owned(), marked),
        ("jpeg-scans".to_owned(), SCANS.to_vec()),
    ]);
    let drawing = r##"<clipPath id="c"><circle cx="50" cy="50" r="40"/></clipPath><linearGradient id="g"><stop stop-color="#a00"/><stop offset="1" stop-color="#00a"/></linearGradient>
        <g clip-path="url(#c)" opacity="0.8"><rect width="100" height="100" fill="url(#g)"/><path d="M0 0C20 50 80 50 100 100" stroke="#0a0" stroke-width="5" fill="none"/></g>"##;
    seeds.push(("svg".to_owned(), svg(drawing)));
    seeds
}

/// Some bytes of a file changed, in ways that depend on a number.
fn mutated(bytes: &[u8], state: &mut u32) -> Vec<u8> {
    let mut next = |most: usize| {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (*state >> 8) as usize % most.max(1)
    };
    let mut out = bytes.to_vec();
    for _ in 0..1 + next(3) {
        let at = next(out.len());
        match next(4) {
            0 => out.truncate(at.max(20)),
            1 => {
                out.remove(at);
            }
            _ => out[at] = next(256) as u8,
        }
        if out.len() < 24 {
            break;
        }
    }
    if out.starts_with(b"\x89PNG") {
        mend_sums(&mut out);
    } else if out.starts_with(&[0xFF, 0xD8]) && !out.ends_with(&[0xFF, 0xD9]) {
        out.extend([0xFF, 0xD9]);
    }
    out
}

/// Prints a picture in every form: two PDFs, pixels, and inks on a screen.
fn print_in_every_form(picture: &Picture, what: &str) {
    let deck = deck(picture);
    for colors in [pdf::PdfColors::SCREEN, PRESS] {
        let doc = written(&deck, colors);
        assert_eq!(doc.get_pages().len(), 1, "{what}");
    }
    let pixels = painted(picture);
    let stated = StatedInks::default();
    assert_eq!(Separation::new(&stated, 2.4).proof(&pixels).rgb.len(), 30_000, "{what}");
    if let Some(raster) = raster(picture) {
        assert_eq!(raster.check(), Ok(()), "{what}");
    }
}

#[test]
fn every_picture_that_passes_is_printed_in_every_form() {
    let (mut state, mut passed, mut refused) = (11, 0, 0);
    for (name, bytes) in seeds() {
        let whole = read(&bytes).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        print_in_every_form(&whole, &name);
        for turn in 0..2 {
            match read(&mutated(&bytes, &mut state)) {
                Ok(picture) => {
                    passed += 1;
                    print_in_every_form(&picture, &format!("{name}, {turn}"));
                }
                Err(fault) => {
                    refused += 1;
                    assert!(!fault.to_string().is_empty());
                }
            }
        }
    }
    assert!(passed > 5 && refused > 40, "{passed} passed, {refused} refused");
}

/// Writes a deck whose cards have these pictures.
fn write_deck(folder: &Path, pictures: &[(String, Vec<u8>)]) {
    let mut deck = "system: table-battles\nformations:\n".to_owned();
    for (i, (name, bytes)) in pictures.iter().enumerate() {
        fs::write(folder.join(name), bytes).expect("a picture");
        deck += &format!(
            "  - {{card: {}A, name: Foot {i}, wing: red, strength: 4, dice: 6, art: {name}, actions: [{{type: screen, targets: any}}]}}\n",
            i + 1
        );
    }
    fs::write(folder.join("deck.yaml"), deck).expect("a deck");
}

#[test]
fn what_check_passes_print_prints_in_every_format() {
    let folder = folder("pictures-in-every-format");
    let (mut state, mut pictures) = (5, Vec::new());
    for (name, bytes) in seeds().into_iter().step_by(7) {
        pictures.push((format!("{name}.x"), mutated(&bytes, &mut state)));
        pictures.push((format!("{name}.y"), bytes));
    }
    // Too few pixels, no palette, no such depth: all of which unpacking alone finds.
    let mut short = png(8, 2, false, &[]);
    short[23] = 200;
    mend_sums(&mut short);
    pictures.extend([
        ("short.png".to_owned(), short),
        ("palette.png".to_owned(), png(8, 3, false, &[])),
        ("depth.png".to_owned(), png(3, 0, false, &[])),
    ]);
    write_deck(&folder, &pictures);
    let found = text(&muster(&folder, &["check", "deck.yaml"]).stdout);
    let before = pictures.len();
    pictures.retain(|(name, _)| !found.contains(&format!("`{name}` ")) || found.contains(&format!("`{name}` has")));
    for name in ["short.png", "palette.png", "depth.png"] {
        assert!(!pictures.iter().any(|(known, _)| known == name), "{name} passes:\n{found}");
    }
    assert!(pictures.len() > before / 3, "most of {before} are refused:\n{found}");
    write_deck(&folder, &pictures);
    let checked = muster(&folder, &["check", "deck.yaml"]);
    assert_eq!(checked.status.code(), Some(0), "{}", text(&checked.stdout));
    for arguments in [
        &["-o", "cards.pdf"][..],
        &["--format", "png", "--dpi", "40", "-o", "cards"],
        &["--format", "tts", "--dpi", "40", "-o", "table"],
        &["--soft-proof", "proof.png"],
    ] {
        let printed = muster(&folder, &[&["print", "deck.yaml", "--with", "none"], arguments].concat());
        let told = text(&printed.stdout) + &text(&printed.stderr);
        assert_eq!(printed.status.code(), Some(0), "{arguments:?}: {told}");
    }
}
