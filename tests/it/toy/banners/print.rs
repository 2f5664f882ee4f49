//! The pieces of Three Banners: cards on templates, a secret for each side, counters, beacons that are hexagons, and a map
//! larger than a sheet.

use std::sync::Arc;

use muster_core::print::cut::CutShape;
use muster_core::print::font::Font;
use muster_core::print::frame::{Color, DrawnShape, Frame, Item, Path, Rect, Stroke, at as point};
use muster_core::print::layout::{Align, Style, TextBox, TextSpan, Typesetter, Vertical};
use muster_core::print::template::{Block, Content, Entry, FaceOffer, Offer, Paragraph, runs};
use muster_core::print::{MAX_BLEED, Misfit, Size};
use muster_core::source::Address;
use muster_systems::catalogue::Catalogue;
use muster_systems::printed::{BACKS, Back, DrawnSide, Extra, FaceContent, Moved, Overflow};
use muster_systems::{CarriedLook, Piece, Printed, Surface, With};

use super::{Banners, Card, War};

pub(super) const CARD: FaceOffer =
    FaceOffer { name: "card", texts: &["name", "worth"], flows: &["words"], styles: &["words"], ..FaceOffer::NOTHING };
const WORDS: FaceOffer =
    FaceOffer { name: "words", texts: &["title"], flows: &["words"], styles: &["words"], ..FaceOffer::NOTHING };

/// The banners of the sides.
const COLORS: [Color; 3] = [Color(0xa1, 0x1d, 0x22), Color(0x2f, 0x7d, 0x3b), Color(0x24, 0x68, 0xa8)];
/// A counter, 5/8 in.
const COUNTER: Size = Size { width: 15.9, height: 15.9 };
/// The map: A3 and a little more.
const MAP: Size = Size { width: 450.0, height: 320.0 };

const fn extra(name: &'static str, about: &'static str, by_default: bool, token: bool) -> Extra {
    Extra { name, about, by_default, token, large: false }
}

impl Printed for Banners {
    const OFFER: &'static Offer = &Offer { faces: &[CARD, WORDS], accents: &["card", "secret"], ..Offer::NOTHING };
    const TEMPLATES: &'static [CarriedLook] = &[
        ("low-ink", &[include_str!("low-ink/base.yaml")]),
        (
            "plain",
            &[include_str!("plain/base.yaml"), include_str!("plain/card.yaml"), include_str!("plain/words.yaml")],
        ),
    ];
    const EXTRAS: &'static [Extra] = &[
        extra("secrets", "What only one side knows", true, false),
        extra("counters", "Counters of each side", false, true),
        extra("beacons", "Beacons for the map", false, true),
        extra("map", "The map", false, true),
        extra("aid", "How to play", false, false),
    ];

    fn pieces<'a>(war: &'a War, with: &With, _: &'a Catalogue) -> Vec<Piece<'a>> {
        let mut pieces: Vec<Piece<'a>> = war.cards().map(|(written, at)| card(written, at)).collect();
        for (number, (side, at)) in war.sides().enumerate() {
            if with.has("secrets") {
                let content = words("secret", &side.name, vec![block(&side.secret, "/secret")]);
                let label = format!("Secret of {}", side.name);
                let piece = Piece::from_content(format!("secret-{}", number + 1), label, &WORDS, content, at);
                pieces.push(Piece { side: Some(side.name.clone()), ..piece });
            }
        }
        if with.has("counters") {
            pieces.extend(war.sides().enumerate().map(|(number, (side, at))| Piece {
                at: Some(at),
                back: Back::Own(format!("counter {number}"), counter(number, &side.name, true)),
                copies: 4,
                token: true,
                ..Piece::new(
                    format!("counter-{}", number + 1),
                    format!("Counter of {}", side.name),
                    counter(number, &side.name, false),
                )
            }));
        }
        if with.has("beacons") && war.battle().is_some() {
            pieces.push(beacon(war.0[0].address("/battle")));
        }
        if let (true, Some(battle)) = (with.has("map"), war.battle()) {
            let map = Piece::new("map", "Map", map(&battle.name));
            pieces.push(Piece { token: true, at: Some(war.0[0].address("/battle")), ..map });
        }
        pieces
    }

    fn shared_pieces(_: &[Arc<War>], with: &With, _: &Catalogue) -> Vec<Piece<'static>> {
        let text = "Play a card in each turn. It charges: add a die. It stands: add five.";
        let aid = || {
            let content = words("card", "How to play", vec![block(text, "")]);
            Piece::new("aid", "How to play", Surface::Face(FaceContent { face: WORDS.name, content, place: None }))
        };
        with.has("aid").then(aid).into_iter().collect()
    }

    fn further_card<'a>(war: &'a War, texts: &[Moved<'_>], _: &'a Catalogue) -> Option<Piece<'a>> {
        let block = |(number, moved): (usize, &Moved<'_>)| {
            block(&format!("{}: {}", moved.title, moved.text), &number.to_string())
        };
        let content = words("card", "More words", texts.iter().enumerate().map(block).collect());
        Some(Piece::from_content("words", "More words", &WORDS, content, war.0[0].address("/cards")))
    }
}

/// Returns a card, of which a long text moves to a further one.
fn card(card: &Card, at: Address) -> Piece<'_> {
    let content = |text: Option<&str>| Content {
        accent: "card",
        texts: vec![("name", Entry::new(&card.name, "/name")), ("worth", Entry::new(card.worth.to_string(), "/worth"))],
        flows: vec![("words", text.map(|text| block(text, "/text")).into_iter().collect())],
        ..Content::default()
    };
    let texts: Vec<(String, Address)> = card.text.iter().map(|text| (text.clone(), at.join("/text"))).collect();
    let rest = Box::new(move || content(Some("See the further card.")));
    let overflow = (!texts.is_empty()).then(|| Overflow { title: card.name.clone(), texts: texts.clone(), rest });
    let label = format!("{} {}", card.card, card.name);
    let back = Content { accent: "card", ..Content::default() };
    let back = Surface::Face(FaceContent { face: WORDS.name, content: back, place: None });
    Piece {
        back: Back::Own(BACKS.to_owned(), back),
        copies: card.copies.into(),
        texts,
        overflow,
        ..Piece::from_content(&card.card, label, &CARD, content(card.text.as_deref()), at)
    }
}

/// Returns a card of words.
fn words(accent: &'static str, title: &str, blocks: Vec<Block>) -> Content<'static> {
    let texts = vec![("title", Entry::new(title, "/name"))];
    Content { accent, texts, flows: vec![("words", blocks)], ..Content::default() }
}

fn block(text: &str, tag: &str) -> Block {
    let paragraph = Paragraph { style: "words", text: runs(text), ..Paragraph::default() };
    Block { name: "text", tag: tag.to_owned(), paragraphs: vec![paragraph], foot: false }
}

/// Returns a counter in the colour of a side, striped on its back.
fn counter(side: usize, name: &str, is_back: bool) -> Surface<'static> {
    let mut frame = Frame::default();
    let whole = Rect::new(0.0, 0.0, COUNTER.width, COUNTER.height);
    frame.items.push(Item::Shape(DrawnShape { path: Path::rect(whole), fill: Some(COLORS[side]), stroke: None }));
    let stroke = Some(Stroke::new(Color(0xff, 0xff, 0xff), 1.0));
    let middle = COUNTER.height / 2.0;
    let path = match is_back {
        true => Path::line(point(2.0, middle), point(COUNTER.width - 2.0, middle)),
        false => Path::circle(point(COUNTER.width / 2.0, middle), 4.0),
    };
    frame.items.push(Item::Shape(DrawnShape { path, fill: None, stroke }));
    let text = format!("The banner of {name}, {}", if is_back { "struck" } else { "raised" });
    Surface::Drawn(DrawnSide { size: COUNTER, frame: Arc::new(frame), text, misfits: Vec::new() })
}

/// Returns the beacons: hexagons as wide as a field of the map, lit in front and spent on the back.
fn beacon<'a>(at: Address) -> Piece<'a> {
    let cut = CutShape::FlatHexagon;
    let size = cut.regular(20.0);
    let trim = Rect::new(0.0, 0.0, size.width, size.height);
    let side = |ground: Color, text: &str| {
        let mut frame = Frame::default();
        frame.fill(Path::rect(trim.inflate(MAX_BLEED, MAX_BLEED)), ground);
        let flame = [(10.0, 4.0), (15.0, 13.0), (11.5, 16.0), (7.0, 13.0)].map(|(x, y)| point(x, y));
        frame.fill(Path::polygon(&flame), Color::WHITE);
        Surface::Drawn(DrawnSide { size, frame: Arc::new(frame), text: text.to_owned(), misfits: Vec::new() })
    };
    Piece {
        at: Some(at),
        back: Back::Own("beacon".to_owned(), side(Color(0x55, 0x55, 0x55), "A spent beacon")),
        cut,
        copies: 3,
        token: true,
        ..Piece::new("beacon", "Beacon", side(Color(0xd0, 0x60, 0x10), "A beacon that burns"))
    }
}

/// Returns the map: a field with three beacons, and the name of the battle above them.
fn map(name: &str) -> Surface<'static> {
    let mut frame = Frame::default();
    let field = Rect::new(5.0, 5.0, MAP.width - 10.0, MAP.height - 10.0);
    let stroke = Some(Stroke::new(Color::BLACK, 1.0));
    frame.items.push(Item::Shape(DrawnShape { path: Path::rect(field), fill: None, stroke }));
    for (color, x) in COLORS.into_iter().zip([90.0, 225.0, 360.0]) {
        let path = Path::circle(point(x, MAP.height / 2.0), 30.0);
        frame.items.push(Item::Shape(DrawnShape { path, fill: Some(color), stroke: None }));
    }
    let title = TextBox {
        rect: Rect::new(10.0, 10.0, MAP.width - 20.0, 20.0),
        sizes: (36.0, 18.0),
        lines: 1,
        hyphens: false,
        align: Align::Center,
        vertical: Vertical::Middle,
    };
    let spans = [TextSpan::new(name, Style { font: Font::SansBold, color: Color::BLACK })];
    let what = Typesetter::lent(|ts| title.set(ts, &spans, &mut frame)).err();
    let misfit = |what| Misfit { name: "title".to_owned(), tag: "/name".to_owned(), what };
    Surface::Drawn(DrawnSide {
        size: MAP,
        frame: Arc::new(frame),
        text: format!("{name}: a field with three beacons"),
        misfits: what.map(misfit).into_iter().collect(),
    })
}
