//! Sheets and PDF files, read back: boxes, fonts, bookmarks, marks, backs, equal bytes.

use std::sync::Arc;

use lopdf::{Dictionary, Document, Object};
use muster_core::print::cut::CutShape;
use muster_core::print::font::Font;
use muster_core::print::frame::{
    Color, Frame, Group, Image, Item, Path, Pixels, Point, Rect, Segment, Stroke, Transform, at,
};
use muster_core::print::inks::{PROFILE, Press};
use muster_core::print::layout::{Style, TextSpan, Typesetter};
use muster_core::print::picture::{Picture, Raster};
use muster_core::print::sheet::{Page, Place, pages};
use muster_core::print::{Card, Deck, Duplex, Layout, MAX_BLEED, Marks, POKER, PageOptions, Paper, Size, image, pdf};

/// A card with a name, a coloured ground out to the bleed, and a back of its own if asked for.
pub(crate) fn card(name: &str, group: &[&str], back: Option<&Arc<Frame>>) -> Card {
    let mut front = Frame::default();
    let ground = Rect::new(0.0, 0.0, POKER.width, POKER.height).inflate(MAX_BLEED, MAX_BLEED);
    front.fill(Path::rect(ground), Color(200, 30, 30));
    let style = Style { font: Font::SerifBold, color: Color::WHITE };
    Typesetter::default().line(&[TextSpan::new(name, style)], 14.0).unwrap().draw(&mut front, at(5.0, 12.0));
    Card {
        number: name.to_owned(),
        label: name.to_owned(),
        group: group.iter().map(|g| (*g).to_owned()).collect(),
        token: false,
        cut: CutShape::Rectangle,
        leaf: None,
        size: POKER,
        front: Arc::new(front),
        back: back.map(Arc::clone),
        copies: 1,
        text: String::new(),
        locale: None,
        legend: None,
    }
}

fn deck(cards: usize, back: Option<&Arc<Frame>>) -> Deck {
    let group = |i: usize| if i < 5 { ["Łódź", "Red wing"] } else { ["Łódź", "Blue wing"] };
    let cards = (0..cards).map(|i| card(&format!("Fröschweiler “{i}”"), &group(i), back)).collect();
    Deck { title: "Dürrenstein – Łódź".to_owned(), cards, ..Deck::default() }
}

fn options() -> [PageOptions; 6] {
    let sheet = PageOptions::default();
    [
        sheet,
        PageOptions { paper: Paper::LETTER, ..sheet },
        PageOptions { bleed: 3.0, ..sheet },
        PageOptions { paper: Paper::LETTER, bleed: 3.0, ..sheet },
        PageOptions { layout: Layout::Single, bleed: 3.175, ..sheet },
        PageOptions { layout: Layout::Single, bleed: 3.0, marks: Marks::All, ..sheet },
    ]
}

#[test]
fn the_same_deck_gives_the_same_bytes() {
    let back = Arc::new(Frame::default());
    for options in options() {
        let write = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            // Everything is drawn again, so that no address is the same either.
            pool.install(|| pdf::write(&deck(12, Some(&back)), &options))
        };
        assert_eq!(write(1), write(2), "{options:?}");
    }
    assert_ne!(
        pdf::write(&deck(11, None), &PageOptions::default()),
        pdf::write(&deck(12, None), &PageOptions::default())
    );
}

fn read(deck: &Deck, options: &PageOptions) -> Document {
    Document::load_mem(&pdf::write(deck, options)).unwrap()
}

fn rectangle(page: &Dictionary, key: &str) -> [f32; 4] {
    let values = page.get(key.as_bytes()).unwrap().as_array().unwrap();
    std::array::from_fn(|i| values[i].as_float().unwrap())
}

fn near(a: [f32; 4], b: [f64; 4]) -> bool {
    a.iter().zip(b).all(|(a, b)| (f64::from(*a) - b).abs() < 0.01)
}

#[test]
fn boxes_are_in_points_from_the_bottom_left() {
    let single = PageOptions { layout: Layout::Single, bleed: 3.175, ..PageOptions::default() };
    let doc = read(&deck(2, None), &single);
    for id in doc.page_iter() {
        let page = doc.get_dictionary(id).unwrap();
        // 2.5 × 3.5 in with an eighth all round, as printers ask for.
        assert!(near(rectangle(page, "MediaBox"), [0.0, 0.0, 198.0, 270.0]));
        assert!(near(rectangle(page, "BleedBox"), [0.0, 0.0, 198.0, 270.0]));
        assert!(near(rectangle(page, "TrimBox"), [9.0, 9.0, 189.0, 261.0]));
    }
    let doc = read(&deck(1, None), &PageOptions { paper: Paper::LETTER, ..PageOptions::default() });
    let page = doc.get_dictionary(doc.page_iter().next().unwrap()).unwrap();
    assert!(near(rectangle(page, "MediaBox"), [0.0, 0.0, 612.0, 792.0]));
    assert!(near(rectangle(page, "TrimBox"), [36.0, 18.0, 576.0, 774.0]));
}

#[test]
fn fonts_are_embedded_in_part_and_text_can_be_copied() {
    let doc = read(&deck(12, None), &PageOptions::default());
    let pages = doc.get_pages();
    let mut fonts = 0;
    for font in doc.get_page_fonts(pages[&1]).unwrap().values() {
        let name = String::from_utf8(font.get(b"BaseFont").unwrap().as_name().unwrap().to_vec()).unwrap();
        let (tag, name) = name.split_once('+').unwrap();
        assert!(tag.len() == 6 && tag.bytes().all(|b| b.is_ascii_uppercase()), "{tag}");
        let whole = Font::ALL.into_iter().find(|f| f.name() == name).unwrap().data().len();
        let below = font.get(b"DescendantFonts").unwrap().as_array().unwrap()[0].as_reference().unwrap();
        let descriptor = doc.get_dictionary(below).unwrap().get(b"FontDescriptor").unwrap().as_reference().unwrap();
        let file = doc.get_dictionary(descriptor).unwrap().get(b"FontFile2").unwrap().as_reference().unwrap();
        let file = doc.get_object(file).unwrap().as_stream().unwrap().decompressed_content().unwrap();
        assert!(file.len() < whole / 3, "{name}: {} of {whole}", file.len());
        assert!(font.has(b"ToUnicode"));
        fonts += 1;
    }
    assert_eq!(fonts, 2, "the serif of the names and the sans of the note");
    let text = doc.extract_text(&[1]).unwrap();
    assert!(text.contains("Fröschweiler “4”"), "{text}");
    assert!(text.contains("Dürrenstein – Łódź"), "{text}");
}

fn title(dict: &Dictionary) -> String {
    lopdf::decode_text_string(dict.get(b"Title").unwrap()).unwrap()
}

/// The bookmarks at and below `first`, indented.
fn outline(doc: &Document, first: &Object, depth: usize, out: &mut Vec<String>) {
    let mut next = Some(first.as_reference().unwrap());
    while let Some(id) = next {
        let mark = doc.get_dictionary(id).unwrap();
        out.push(format!("{}{}", "  ".repeat(depth), title(mark)));
        if let Ok(first) = mark.get(b"First") {
            outline(doc, first, depth + 1, out);
        }
        next = mark.get(b"Next").ok().map(|n| n.as_reference().unwrap());
    }
}

/// All bookmarks, indented.
fn bookmarks(doc: &Document) -> Vec<String> {
    let root = doc.catalog().unwrap().get(b"Outlines").unwrap().as_reference().unwrap();
    let mut marks = Vec::new();
    outline(doc, doc.get_dictionary(root).unwrap().get(b"First").unwrap(), 0, &mut marks);
    marks
}

#[test]
fn the_cards_of_a_wing_stand_together_in_the_bookmarks() {
    let mut deck = deck(3, None);
    for (card, wing) in deck.cards.iter_mut().zip(["Red wing", "Blue wing", "Red wing"]) {
        card.group = vec!["Battle".to_owned(), wing.to_owned()];
        // A card may have the name of a wing.
        card.label = "Red wing".to_owned();
    }
    let wanted = ["Battle", "  Red wing", "    Red wing", "    Red wing", "  Blue wing", "    Red wing"];
    assert_eq!(bookmarks(&read(&deck, &PageOptions::default())), wanted);
}

#[test]
fn bookmarks_follow_the_groups() {
    let mut deck = deck(7, None);
    deck.cards.truncate(6);
    deck.cards[1].copies = 3;
    deck.cards.drain(2..5);
    deck.author = "Łucja".to_owned();
    let doc = read(&deck, &PageOptions::default());
    let wanted =
        ["Łódź", "  Red wing", "    Fröschweiler “0”", "    Fröschweiler “1”", "  Blue wing", "    Fröschweiler “5”"];
    assert_eq!(bookmarks(&doc), wanted);
    let info = doc.trailer.get(b"Info").unwrap().as_reference().unwrap();
    let info = doc.get_dictionary(info).unwrap();
    assert_eq!(title(info), "Dürrenstein – Łódź");
    assert_eq!(lopdf::decode_text_string(info.get(b"Author").unwrap()).unwrap(), "Łucja");
    assert!(!info.has(b"CreationDate"), "no clock");
}

/// The strokes of a page's furniture that stand alone: the crop marks.
pub(crate) fn marks(page: &Page) -> Vec<(Point, Point)> {
    let line = |item: &Item| match item {
        Item::Shape(shape) => match shape.path.0[..] {
            [Segment::Move(from), Segment::Line(to)] => Some((from, to)),
            _ => None,
        },
        _ => None,
    };
    page.furniture.items.iter().filter_map(line).collect()
}

#[test]
fn crop_marks_stand_on_the_trim_and_outside_the_cards() {
    for options in options().into_iter().filter(|o| o.layout == Layout::Sheet || o.marks == Marks::All) {
        let pages = pages(&deck(9, None), &options);
        let page = &pages[0];
        let marks = marks(page);
        assert!(!marks.is_empty());
        for place in &page.places {
            let t = place.trim;
            for x in [t.x, t.right()] {
                assert_eq!(marks.iter().filter(|(a, b)| (a.x - x).abs() < 0.001 && (b.x - x).abs() < 0.001).count(), 2);
            }
            for y in [t.y, t.bottom()] {
                assert_eq!(marks.iter().filter(|(a, b)| (a.y - y).abs() < 0.001 && (b.y - y).abs() < 0.001).count(), 2);
            }
            for (a, b) in &marks {
                let c = place.clip;
                let inside =
                    |p: &Point| p.x > c.x - 0.4 && p.x < c.right() + 0.4 && p.y > c.y - 0.4 && p.y < c.bottom() + 0.4;
                assert!(!inside(a) && !inside(b), "{options:?}: a mark at {a:?} on the card at {t:?}");
            }
        }
        for (a, b) in marks {
            let length = (a.x - b.x).abs() + (a.y - b.y).abs();
            assert!((1.99..4.01).contains(&length), "{options:?}: {length}");
            for p in [a, b] {
                assert!(p.x > 1.9 && p.y > 1.9 && p.x < page.size.width - 1.9 && p.y < page.size.height - 1.9, "{p:?}");
            }
        }
    }
}

#[test]
fn a_sheet_takes_as_much_bleed_as_fits() {
    for (paper, wanted, across) in [(Paper::A4, 1.0, 1.0), (Paper::A4, 3.0, 1.017), (Paper::LETTER, 3.0, 0.9)] {
        let page = &pages(&deck(9, None), &PageOptions { paper, bleed: wanted, ..PageOptions::default() })[0];
        let (trim, clip) = (page.places[0].trim, page.places[0].clip);
        assert!((trim.x - clip.x - across).abs() < 0.01, "{paper:?}: {}", trim.x - clip.x);
        assert!(trim.y - clip.y <= wanted && (paper == Paper::LETTER || trim.y - clip.y > 0.5));
        for (i, a) in page.places.iter().enumerate() {
            assert!(a.clip.x > 0.0 && a.clip.y > 0.0);
            for b in &page.places[..i] {
                let apart = |a0: f64, a1: f64, b0: f64, b1: f64| a1 <= b0 + 0.001 || b1 <= a0 + 0.001;
                let (a, b) = (a.clip, b.clip);
                assert!(apart(a.x, a.right(), b.x, b.right()) || apart(a.y, a.bottom(), b.y, b.bottom()));
            }
        }
    }
}

/// What a page says beside its cards, and where its words and the ruler's ticks begin.
pub(crate) fn notes(page: &Page) -> (String, Vec<Point>) {
    let (mut said, mut places) = (String::new(), Vec::new());
    for item in &page.furniture.items {
        let Item::Group(group) = item else { continue };
        for item in &group.frame.items {
            match item {
                Item::Text(text) => {
                    said += &format!("{} ", text.text);
                    places.push(group.transform.apply(text.at));
                }
                Item::Shape(shape) => places.extend(shape.path.0.iter().filter_map(|segment| match segment {
                    Segment::Move(p) | Segment::Line(p) => Some(group.transform.apply(*p)),
                    _ => None,
                })),
                _ => {}
            }
        }
    }
    (said, places)
}

#[test]
fn ruler_and_notes_stand_where_every_printer_prints() {
    let back = Arc::new(Frame::default());
    let token =
        |copies| Card { size: Size { width: 8.0, height: 25.0 }, copies, ..card("red", &["Tokens"], Some(&back)) };
    let tokens = |copies| Deck { cards: vec![token(copies)], ..Deck::default() };
    for (deck, paper, bleed, layout) in [
        (deck(9, None), Paper::A4, 0.0, Layout::Sheet),
        (deck(9, None), Paper::A4, 3.175, Layout::Sheet),
        (deck(9, None), Paper::LETTER, 0.0, Layout::Sheet),
        (deck(9, None), Paper::LETTER, 3.175, Layout::Sheet),
        (deck(4, Some(&back)), Paper::A4, 3.175, Layout::Gutterfold),
        (deck(4, Some(&back)), Paper::LETTER, 3.175, Layout::Gutterfold),
        (tokens(30), Paper::A4, 0.0, Layout::Gutterfold),
        (tokens(300), Paper::LETTER, 3.175, Layout::Gutterfold),
    ] {
        let pages = pages(&deck, &PageOptions { paper, bleed, layout, ..PageOptions::default() });
        for page in &pages {
            let (said, places) = notes(page);
            assert!(said.contains("50 mm") && said.contains("actual size") && said.contains("sheet "), "{said}");
            for p in places {
                let edge = p.x.min(p.y).min(page.size.width - p.x).min(page.size.height - p.y);
                assert!(edge > 4.99, "{paper:?} {layout:?}, bleed {bleed}: {p:?}");
                let on = |place: &Place| {
                    let c = place.clip;
                    (c.x..c.right()).contains(&p.x) && (c.y..c.bottom()).contains(&p.y)
                };
                assert!(!page.places.iter().any(on), "{p:?} on a card");
            }
        }
        // Of a fold only as many rows are marked as are filled.
        if layout == Layout::Gutterfold && deck.cards[0].copies == 30 {
            let rows: Vec<f64> = pages[0].places.iter().map(|place| place.trim.y).collect();
            let (top, bottom) =
                (rows.iter().copied().fold(f64::MAX, f64::min), rows.iter().copied().fold(0.0, f64::max));
            assert!((pages[0].trim.y - top).abs() < 0.001 && (pages[0].trim.bottom() - bottom - 25.0).abs() < 0.001);
        }
    }
}

/// Where a place of a page lies as it is printed: turned with its page, then moved.
fn printed(page: &Page, r: Rect) -> Rect {
    let Size { width, height } = page.size;
    let (x, y) = if page.turned { (width - r.right(), height - r.bottom()) } else { (r.x, r.y) };
    Rect::new(x + page.shift.0, y + page.shift.1, r.width, r.height)
}

/// Where a place of a back is seen from the front, after the paper was turned over.
fn seen(page: &Page, r: Rect, duplex: Duplex) -> Rect {
    let (r, Size { width, height }) = (printed(page, r), page.size);
    match duplex {
        Duplex::Short => Rect { y: height - r.bottom(), ..r },
        _ => Rect { x: width - r.right(), ..r },
    }
}

pub(crate) fn same(a: Rect, b: Rect) -> bool {
    [(a.x, b.x), (a.y, b.y), (a.width, b.width), (a.height, b.height)].iter().all(|(a, b)| (a - b).abs() < 0.001)
}

/// Numbered cards, each on its leaf: the letters of `7A` left off.
fn numbered(numbers: &[&str], back: Option<&Arc<Frame>>) -> Deck {
    let card = |number: &&str| Card {
        leaf: Some(number.trim_end_matches(['A', 'B']).to_owned()),
        ..card(number, &["Battle"], back)
    };
    Deck { cards: numbers.iter().map(card).collect(), ..Deck::default() }
}

#[test]
fn backs_come_to_lie_behind_their_fronts() {
    let back = Arc::new(Frame::default());
    for (duplex, paper) in [(Duplex::Long, Paper::A4), (Duplex::Short, Paper::LETTER)] {
        // Thirteen cards: the second sheet is half filled.
        let options = PageOptions { duplex, paper, bleed: 2.0, ..PageOptions::default() };
        let pages = pages(&deck(13, Some(&back)), &options);
        assert_eq!(pages.len(), 4);
        for sheet in pages.chunks(2) {
            let [front, behind] = sheet else { panic!("a sheet has two sides") };
            assert_eq!(front.places.len(), behind.places.len());
            for (f, b) in front.places.iter().zip(&behind.places) {
                assert!(f.front && !b.front && f.card == b.card);
                assert!(same(f.trim, seen(behind, b.trim, duplex)), "{f:?} {b:?}");
                assert!(same(f.clip, seen(behind, b.clip, duplex)), "{f:?} {b:?}");
            }
            assert_eq!(behind.turned, duplex == Duplex::Short);
        }
        assert_eq!(pages[0].trim, pages[2].trim, "a half-filled sheet keeps its grid");
        assert_eq!(pages[0].places[3].trim, pages[2].places[3].trim);
    }
    // A page with backs on its head is written so.
    let doc = read(&deck(1, Some(&back)), &PageOptions { duplex: Duplex::Short, ..PageOptions::default() });
    let streams: Vec<String> =
        doc.page_iter().map(|id| String::from_utf8_lossy(&doc.get_page_content(id)).into_owned()).collect();
    assert!(streams[0].starts_with("0.028346 0 0 -0.028346 0 841.88"), "{}", &streams[0][..60]);
    assert!(streams[1].starts_with("-0.028346 0 0 0.028346 595.27"), "{}", &streams[1][..60]);
}

#[test]
fn the_other_side_of_a_card_is_printed_behind_it() {
    let back = Arc::new(Frame::default());
    let numbers = ["7A", "8A", "9A", "7B", "8A", "8B", "10B"];
    let deck = numbered(&numbers, Some(&back));
    let other = |i: usize| muster_core::print::sheet::other_sides(&deck.cards)[i].map(|other| numbers[other]);
    assert_eq!(std::array::from_fn(other), [Some("7B"), Some("8B"), None, Some("7A"), None, Some("8A"), None]);

    for duplex in [Duplex::Long, Duplex::Short] {
        let options = PageOptions { duplex, ..PageOptions::default() };
        let pages = pages(&deck, &options);
        assert_eq!(pages.len(), 2, "five leaves");
        let on = |page: &Page| page.places.iter().map(|p| (numbers[p.card], p.front)).collect::<Vec<_>>();
        let fronts = [("7A", true), ("8A", true), ("9A", true), ("8A", true), ("10B", true)];
        let behind = [("7B", true), ("8B", true), ("9A", false), ("8A", false), ("10B", false)];
        assert_eq!(on(&pages[0]), fronts);
        assert_eq!(on(&pages[1]), behind, "the other side, or the back where there is none");
        for (f, b) in pages[0].places.iter().zip(&pages[1].places) {
            assert!(same(f.trim, seen(&pages[1], b.trim, duplex)));
        }
    }
    // Printed on one side, all stand beside each other.
    assert_eq!(pages(&deck, &PageOptions::default())[0].places.len(), 7);
    // As often as the side that is wanted more often, and alone when the other one is not wanted.
    let mut deck = numbered(&["7A", "7B", "8A", "8B"], None);
    (deck.cards[1].copies, deck.cards[3].copies) = (3, 0);
    let long = PageOptions { duplex: Duplex::Long, ..PageOptions::default() };
    let pages = pages(&deck, &long);
    assert_eq!(pages[0].places.iter().map(|p| p.card).collect::<Vec<_>>(), [0, 0, 0, 2]);
    assert_eq!(pages[1].places.iter().map(|p| p.card).collect::<Vec<_>>(), [1, 1, 1]);
    // Bookmarks stay in the order of the deck, also of what is behind.
    deck.cards[1].copies = 1;
    assert_eq!(bookmarks(&read(&deck, &long)), ["Battle", "  7A", "  7B", "  8A"]);
}

#[test]
fn an_offset_moves_the_second_pages_and_nothing_else() {
    let back = Arc::new(Frame::default());
    for duplex in [Duplex::Long, Duplex::Short] {
        let plain = PageOptions { duplex, ..PageOptions::default() };
        let moved = PageOptions { back_offset: (1.5, -0.75), ..plain };
        let (plain, moved) = (pages(&deck(13, Some(&back)), &plain), pages(&deck(13, Some(&back)), &moved));
        for (i, (a, b)) in plain.iter().zip(&moved).enumerate() {
            let wanted = if i % 2 == 1 { (1.5, -0.75) } else { (0.0, 0.0) };
            for (p, q) in a.places.iter().zip(&b.places) {
                let (p, q) = (printed(a, p.trim), printed(b, q.trim));
                assert!(same(q, Rect { x: p.x + wanted.0, y: p.y + wanted.1, ..p }), "{duplex:?}, page {i}");
            }
        }
    }
    // In the file: right and down, whichever way the page stands; the boxes go along, the paper stays.
    for duplex in [Duplex::Long, Duplex::Short] {
        let doc =
            read(&deck(1, Some(&back)), &PageOptions { duplex, back_offset: (10.0, 5.0), ..PageOptions::default() });
        let page = doc.get_dictionary(doc.page_iter().nth(1).unwrap()).unwrap();
        let pt = 72.0 / 25.4;
        assert!(near(rectangle(page, "MediaBox"), [0.0, 0.0, 210.0 * pt, 297.0 * pt]));
        // A quarter of a millimetre hangs over the paper's edge.
        let trim = [19.75, 10.15, 210.0, 276.85].map(|mm| mm * pt);
        assert!(near(rectangle(page, "TrimBox"), trim), "{:?} {trim:?}", rectangle(page, "TrimBox"));
        let content = String::from_utf8_lossy(&doc.get_page_content(doc.page_iter().nth(1).unwrap())).into_owned();
        let cm: Vec<f64> = content.split(' ').take(6).map(|n| n.parse().unwrap()).collect();
        let origin = if duplex == Duplex::Short { [220.0 * pt, -5.0 * pt] } else { [10.0 * pt, 292.0 * pt] };
        assert!((cm[4] - origin[0]).abs() < 0.01 && (cm[5] - origin[1]).abs() < 0.01, "{cm:?}");
    }
}

#[test]
fn a_fold_brings_backs_behind_their_fronts() {
    let back = Arc::new(Frame::default());
    for (paper, bleed) in [(Paper::A4, 0.0), (Paper::A4, 3.0), (Paper::LETTER, 0.0), (Paper::LETTER, 3.0)] {
        let options = PageOptions { layout: Layout::Gutterfold, paper, bleed, ..PageOptions::default() };
        let pages = pages(&deck(6, Some(&back)), &options);
        assert_eq!(pages.len(), 2, "four leaves on a sheet");
        for (page, leaves) in pages.iter().zip([4, 2]) {
            assert!(page.size.width > page.size.height, "across holds more");
            assert_eq!(page.places.len(), 2 * leaves);
            for leaf in page.places.chunks(2) {
                let [f, b] = leaf else { panic!("a leaf has two sides") };
                assert!(f.front && !f.turned && !b.front && b.turned && f.card == b.card);
                let folded = Rect { y: page.size.height - b.trim.bottom(), ..b.trim };
                assert!(same(f.trim, folded), "{paper:?}: {:?} {folded:?}", f.trim);
                assert!(f.clip.y >= page.size.height / 2.0 && f.clip.x > 0.0 && f.clip.bottom() < page.size.height);
            }
        }
        assert_eq!(pages[0].places[0].trim, pages[1].places[0].trim);
    }
    let doc = read(&deck(1, Some(&back)), &PageOptions { layout: Layout::Gutterfold, ..PageOptions::default() });
    let content = String::from_utf8_lossy(&doc.get_page_content(doc.page_iter().next().unwrap())).into_owned();
    assert!(content.contains("-1 0 0 -1 "), "the back stands on its head");
}

#[test]
fn a_proof_shows_cut_bleed_and_safe_line_over_every_card() {
    for layout in [Layout::Sheet, Layout::Single, Layout::Gutterfold] {
        let plain = PageOptions { layout, bleed: 1.0, ..PageOptions::default() };
        let proof = PageOptions { proof: true, ..plain };
        for (plain, page) in pages(&deck(3, None), &plain).iter().zip(pages(&deck(3, None), &proof)) {
            let groups = |page: &Page| page.furniture.items.iter().filter(|i| matches!(i, Item::Group(_))).count();
            assert_eq!(groups(&page), groups(plain) + page.places.len());
            let Some(Item::Group(group)) = page.furniture.items.last() else { panic!("no lines") };
            let rects: Vec<f64> = group
                .frame
                .items
                .iter()
                .map(|item| match item {
                    Item::Shape(shape) => match shape.path.0[0] {
                        Segment::Move(p) => p.x,
                        _ => panic!("no rectangle"),
                    },
                    _ => panic!("no shape"),
                })
                .collect();
            assert_eq!(rects, [-0.875, 0.0, 3.175]);
            let trim = page.places.last().unwrap().trim;
            assert_eq!(group.transform.apply(at(0.0, 0.0)), at(trim.x, trim.y));
        }
    }
}

#[test]
fn the_second_page_may_come_first() {
    let back = Arc::new(Frame::default());
    let options =
        PageOptions { layout: Layout::Single, duplex: Duplex::Long, backs_first: true, ..PageOptions::default() };
    let order: Vec<(usize, bool)> =
        pages(&deck(2, Some(&back)), &options).iter().map(|p| (p.places[0].card, p.places[0].front)).collect();
    assert_eq!(order, [(0, false), (0, true), (1, false), (1, true)]);
}

#[test]
fn a_calibration_has_its_crosses_behind_its_grids() {
    for (paper, duplex) in [(Paper::A4, Duplex::Long), (Paper::LETTER, Duplex::Short)] {
        let options = PageOptions { paper, duplex, ..PageOptions::default() };
        let [front, back] = muster_core::print::calibrate::pages(&options);
        // A grid's middle lines are black, as the lines of a cross are.
        let crossings = |page: &Page, reach: f64| {
            let lines = marks(page);
            let middles = |upright: bool| {
                let lines = lines.clone().into_iter().filter(move |(a, b)| (a.x == b.x) == upright);
                lines.filter(move |(a, b)| (b.x - a.x + b.y - a.y - 2.0 * reach).abs() < 0.001)
            };
            let across: Vec<f64> = middles(false).map(|(a, _)| a.y).collect();
            let down: Vec<f64> = middles(true).map(|(a, _)| a.x).collect();
            (down, across)
        };
        let (grids, crosses) = (crossings(&front, 6.0), crossings(&back, 9.0));
        assert_eq!((grids.0.len(), crosses.0.len()), (5 * 13, 5));
        for (x, y) in crosses.0.iter().zip(&crosses.1) {
            let seen = seen(&back, Rect::new(*x, *y, 0.0, 0.0), duplex);
            let on = |lines: &[f64], mm: f64| lines.iter().any(|line| (line - mm).abs() < 0.001);
            assert!(on(&grids.0, seen.x) && on(&grids.1, seen.y), "{seen:?}");
        }
        assert_eq!((front.size, back.size), (paper.size(), paper.size()));
        let moved = muster_core::print::calibrate::pages(&PageOptions { back_offset: (1.0, 2.0), ..options });
        assert_eq!((moved[0].shift, moved[1].shift), ((0.0, 0.0), (1.0, 2.0)));
        let doc = Document::load_mem(&pdf::write_pages(&Deck::default(), &[front, back])).unwrap();
        let text = doc.extract_text(&[1, 2]).unwrap().replace('\n', " ");
        assert!(text.contains("--back-offset=1,-0.5") && text.contains("Back."), "{text}");
    }
}

#[test]
fn a_card_without_a_back_leaves_its_place_empty() {
    let back = Arc::new(Frame::default());
    let mut deck = deck(3, Some(&back));
    deck.cards[0].back = None;
    let long = PageOptions { duplex: Duplex::Long, ..PageOptions::default() };
    let behind = &pages(&deck, &long)[1];
    assert_eq!(behind.places.iter().map(|p| p.card).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(pages(&deck, &PageOptions::default()).len(), 1, "without duplex no backs");
}

#[test]
fn copies_are_printed_and_written_once() {
    let mut one = deck(1, None);
    one.cards[0].copies = 9;
    let nine = deck(9, None);
    assert_eq!(pages(&one, &PageOptions::default())[0].places.len(), 9);
    assert!(pdf::write(&one, &PageOptions::default()).len() < pdf::write(&nine, &PageOptions::default()).len());
    one.cards[0].copies = 0;
    assert_eq!(pages(&one, &PageOptions::default()).len(), 0);
}

#[test]
fn cards_of_one_size_share_pages_wherever_they_stand() {
    let mut deck = deck(3, None);
    deck.cards[1].size = Size { width: 70.0, height: 120.0 };
    let pages = pages(&deck, &PageOptions::default());
    assert_eq!(pages.iter().map(|p| p.places.len()).collect::<Vec<_>>(), [2, 1]);
    assert!((pages[1].trim.width - 140.0).abs() < 0.001 && (pages[1].trim.height - 240.0).abs() < 0.001);
}

#[test]
fn small_pieces_share_a_page_and_are_cut_on_their_marks() {
    let back = Arc::new(Frame::default());
    let piece = |number: &str, size: (f64, f64), copies: u32| Card {
        size: Size { width: size.0, height: size.1 },
        copies,
        ..card(number, &["Tokens"], Some(&back))
    };
    let cards = vec![
        card("1A", &["Battle"], Some(&back)),
        piece("red", (8.0, 25.0), 20),
        piece("blue", (8.0, 25.0), 14),
        piece("cubes", (12.0, 12.0), 10),
        piece("many", (12.0, 10.0), 600),
    ];
    let deck = Deck { cards, ..Deck::default() };
    for (paper, duplex, bleed) in [(Paper::A4, Duplex::Long, 0.0), (Paper::LETTER, Duplex::Short, 3.0)] {
        let options = PageOptions { paper, duplex, bleed, proof: true, ..PageOptions::default() };
        let pages = pages(&deck, &options);
        for sheet in pages.chunks(2) {
            let [front, behind] = sheet else { panic!("a sheet has two sides") };
            for (f, b) in front.places.iter().zip(&behind.places) {
                assert!(f.front && !b.front && (f.card, f.copy) == (b.card, b.copy));
                assert!(same(f.trim, seen(behind, b.trim, duplex)), "{f:?} {b:?}");
            }
        }
        let on = |page: &Page, card: usize| page.places.iter().filter(|place| place.card == card).count();
        assert_eq!([0, 1, 2, 3].map(|card| on(&pages[0], card)), [1, 0, 0, 0], "{paper:?}");
        assert_eq!([0, 1, 2, 3].map(|card| on(&pages[2], card)), [0, 20, 14, 10], "{paper:?}");
        assert_eq!(pages.iter().step_by(2).map(|page| on(page, 4)).sum::<usize>(), 600);
        for page in &pages {
            let marks = marks(page);
            for (i, a) in page.places.iter().enumerate() {
                let (t, c, paper) = (a.trim, a.clip, page.size);
                assert!(c.x > 2.0 && c.y > 2.0 && c.right() < paper.width - 2.0 && c.bottom() < paper.height - 2.0);
                for b in &page.places[..i] {
                    let apart = |a0: f64, a1: f64, b0: f64, b1: f64| a1 <= b0 + 0.001 || b1 <= a0 + 0.001;
                    let b = b.clip;
                    assert!(apart(c.x, c.right(), b.x, b.right()) || apart(c.y, c.bottom(), b.y, b.bottom()));
                }
                for x in [t.x, t.right()] {
                    assert!(marks.iter().any(|(a, b)| (a.x - x).abs() < 0.001 && (b.x - x).abs() < 0.001));
                }
                for y in [t.y, t.bottom()] {
                    assert!(marks.iter().any(|(a, b)| (a.y - y).abs() < 0.001 && (b.y - y).abs() < 0.001));
                }
                let inside =
                    |p: &Point| p.x > c.x - 0.4 && p.x < c.right() + 0.4 && p.y > c.y - 0.4 && p.y < c.bottom() + 0.4;
                assert!(marks.iter().all(|(a, b)| !inside(a) && !inside(b)), "a mark on a piece at {t:?}");
            }
        }
    }
}

#[test]
fn side_a_is_the_front_whichever_is_written_first() {
    let deck = numbered(&["7B", "8A", "7A", "8B"], None);
    let pages = pages(&deck, &PageOptions { duplex: Duplex::Long, ..PageOptions::default() });
    let on = |page: &Page| page.places.iter().map(|p| deck.cards[p.card].number.clone()).collect::<Vec<_>>();
    assert_eq!((on(&pages[0]), on(&pages[1])), (vec!["7A".into(), "8A".into()], vec!["7B".into(), "8B".into()]));
}

/// A picture of a row of pixels.
fn raster(rgb: &[u8]) -> Arc<Raster> {
    let pixels = Pixels { width: rgb.len() as u32 / 3, height: 1, rgb: rgb.to_vec() };
    let Ok(Picture::Raster(raster)) = Picture::read(image::png(&pixels, 96.0)) else { panic!("no picture") };
    raster
}

#[test]
fn images_and_lines_are_written() {
    let mut deck = deck(1, None);
    let mut frame = Frame::default();
    let raster = raster(&[255, 0, 0, 0, 0, 255]);
    for y in [10.0, 30.0] {
        let rect = Rect::new(10.0, y, 20.0, 10.0);
        frame.items.push(Item::Image(Image { rect, raster: Arc::clone(&raster) }));
    }
    let dashed = Stroke { dash: Some((1.0, 0.5)), ..Stroke::new(Color::BLACK, 0.3) };
    frame.stroke(Path::line(at(0.0, 0.0), at(10.0, 0.0)), dashed);
    deck.cards[0].front = Arc::new(frame);
    let doc = read(&deck, &PageOptions::default());
    let page = doc.page_iter().next().unwrap();
    let images = doc.get_page_images(page).unwrap();
    assert_eq!(images.iter().map(|i| (i.width, i.height)).collect::<Vec<_>>(), [(2, 1)]);
    let content = String::from_utf8_lossy(&doc.get_page_content(page)).into_owned();
    assert!(content.contains("q 2000 0 0 -1000 1000 2000 cm /I0 Do Q"), "{content}");
    assert!(content.contains("30 w 0 J 0 j [100 50] 0 d"), "{content}");
}

/// PDF/X-4 keeps what is seen through, mixed in inks, and prints black text over what lies below it.
#[test]
fn a_manufacturer_gets_inks_with_what_is_seen_through() {
    let mut deck = deck(1, Some(&Arc::new(Frame::default())));
    let mut frame = (*deck.cards[0].front).clone();
    let mut shade = Frame::default();
    shade.fill(Path::rect(Rect::new(0.0, 0.0, 9.0, 9.0)), Color(10, 120, 40));
    let group =
        Group { transform: Transform::from_translate(3.0, 3.0), frame: Arc::new(shade), clip: None, opacity: 0.5 };
    frame.items.push(Item::Group(group));
    let style = Style { font: Font::Sans, color: Color::BLACK };
    Typesetter::default().line(&[TextSpan::new("black", style)], 9.0).unwrap().draw(&mut frame, at(5.0, 30.0));
    frame.fill(Path::rect(Rect::new(5.0, 40.0, 5.0, 5.0)), Color::BLACK);
    deck.cards[0].front = Arc::new(frame);
    let options = PageOptions { layout: Layout::Single, duplex: Duplex::Long, bleed: 3.0, ..PageOptions::default() };
    let own: &'static Press = Box::leak(Box::new(Press::read(PROFILE.into(), "House <&>".to_owned()).unwrap()));
    let colors = pdf::PdfColors { standard: pdf::Standard::X4, press: Some(own), most_ink: 3.0 };
    let bytes = pdf::write_by(colors, &deck, &pages(&deck, &options), &|| ());
    assert!(bytes.starts_with(b"%PDF-1.6"));
    let mut doc = Document::load_mem(&bytes).unwrap();
    let metadata = doc.catalog().unwrap().get(b"Metadata").unwrap().as_reference().unwrap();
    let packet = doc.get_object(metadata).unwrap().as_stream().unwrap();
    assert!(!packet.dict.has(b"Filter") && String::from_utf8_lossy(&packet.content).contains(">PDF/X-4<"));
    let intents = doc.catalog().unwrap().get(b"OutputIntents").unwrap().as_array().unwrap();
    let [intent] = &intents[..] else { panic!("one output intent") };
    let said = |key: &str| lopdf::decode_text_string(intent.as_dict().unwrap().get(key.as_bytes()).unwrap()).unwrap();
    assert_eq!((said("OutputConditionIdentifier"), said("Info")), ("Custom".to_owned(), "House <&>".to_owned()));
    for id in doc.page_iter() {
        let group = doc.get_dictionary(id).unwrap().get(b"Group").unwrap().as_dict().unwrap();
        assert_eq!(group.get(b"CS").unwrap().as_name().unwrap(), b"DeviceCMYK");
    }
    doc.decompress();
    let mut all = Vec::new();
    doc.save_to(&mut all).unwrap();
    let all = String::from_utf8_lossy(&all);
    assert!(all.contains("/ca 0.5") && all.contains("/G500 gs") && !all.contains("DeviceRGB"));
    assert!(!all.lines().any(|line| line.ends_with(" rg") || line.ends_with(" RG")), "no colour of the screen");
    // Black text lies over what is there; a fill after it does not.
    let over = all.find("/GO gs\n0 0 0 1 k").expect("black text");
    assert!(all[over..].contains("/GN gs"));
}

#[test]
fn a_file_that_describes_no_press_is_refused() {
    let mut screen = PROFILE.to_vec();
    screen[16..20].copy_from_slice(b"RGB ");
    for (bytes, said) in [(b"no profile".to_vec(), "not an ICC profile"), (screen, "not the ICC profile of a press")] {
        let why = Press::read(bytes.into(), String::new()).unwrap_err();
        assert!(why.contains(said), "{why}");
    }
    // What is cut off or damaged is refused, or read as what is left of it; it breaks nothing.
    for cut in (0..PROFILE.len()).step_by(PROFILE.len() / 37) {
        let _ = Press::read(PROFILE[..cut].to_vec().into(), String::new());
        let mut damaged = PROFILE.to_vec();
        damaged[cut] ^= 0x5a;
        let _ = Press::read(damaged.into(), String::new());
    }
}

#[test]
fn a_press_gets_inks_and_what_its_standard_asks_for() {
    let mut deck = deck(2, Some(&Arc::new(Frame::default())));
    let mut frame = (*deck.cards[0].front).clone();
    let raster = raster(&[255, 0, 0, 0, 0, 0]);
    frame.items.push(Item::Image(Image { rect: Rect::new(10.0, 20.0, 20.0, 10.0), raster }));
    frame.stroke(Path::rect(Rect::new(5.0, 40.0, 5.0, 5.0)), Stroke::new(Color(0, 0, 255), 0.4));
    deck.cards[0].front = Arc::new(frame);
    deck.title = String::new();
    deck.inks.state(Color(200, 30, 30), [0.0, 0.98, 0.87, 0.36]);
    let options = PageOptions { layout: Layout::Single, duplex: Duplex::Long, bleed: 3.175, ..PageOptions::default() };
    let colors = pdf::PdfColors { standard: pdf::Standard::X1a, press: None, most_ink: 2.4 };
    let bytes = pdf::write_by(colors, &deck, &pages(&deck, &options), &|| ());
    assert!(bytes.starts_with(b"%PDF-1.4"));
    let raw = String::from_utf8_lossy(&bytes);
    for word in ["/ObjStm", "/XRef", "DeviceRGB", "/ExtGState", "/Group", "/ArtBox", "/Annots", "/JavaScript"] {
        assert!(!raw.contains(word), "{word}");
    }
    let doc = Document::load_mem(&bytes).unwrap();
    let info = doc.get_dictionary(doc.trailer.get(b"Info").unwrap().as_reference().unwrap()).unwrap();
    let said = |key: &str| String::from_utf8(info.get(key.as_bytes()).unwrap().as_str().unwrap().to_vec()).unwrap();
    assert_eq!((said("GTS_PDFXVersion"), said("Title")), ("PDF/X-1a:2003".to_owned(), "Cards".to_owned()));
    assert_eq!(info.get(b"Trapped").unwrap().as_name().unwrap(), b"False");
    assert!(said("CreationDate").starts_with("D:") && said("ModDate").starts_with("D:"));
    assert!(doc.trailer.has(b"ID"));
    let intent = doc.catalog().unwrap().get(b"OutputIntents").unwrap().as_array().unwrap()[0].as_dict().unwrap();
    assert_eq!(intent.get(b"S").unwrap().as_name().unwrap(), b"GTS_PDFX");
    assert!(intent.has(b"OutputConditionIdentifier") && intent.has(b"RegistryName"));
    // The ground of the cards, blue lines and red pixels.
    let mut contents = String::new();
    for id in doc.page_iter() {
        contents += &String::from_utf8_lossy(&doc.get_page_content(id));
        let page = doc.get_dictionary(id).unwrap();
        let [media, bleed, trim] = ["MediaBox", "BleedBox", "TrimBox"].map(|key| rectangle(page, key));
        assert!(media == bleed && trim[0] > bleed[0] && trim[3] < bleed[3]);
        for image in doc.get_page_images(id).unwrap() {
            let stream = doc.get_object(image.id).unwrap().as_stream().unwrap();
            assert_eq!(stream.dict.get(b"ColorSpace").unwrap().as_name().unwrap(), b"DeviceCMYK");
            let inks = stream.decompressed_content().unwrap();
            let [red, black] = [&inks[..4], &inks[4..]];
            // No cyan in red, all that may be of black.
            assert!(red[0] < 10 && red[1] > 230 && red[2] > 220 && red[3] < 10, "{red:?}");
            assert!(black[3] > 240 && black.iter().map(|ink| u32::from(*ink)).sum::<u32>() <= 612, "{black:?}");
        }
    }
    let operators: Vec<&str> = contents.split_whitespace().collect();
    // As it is stated, and by the profile of the inks.
    assert!(contents.contains("0 0.98 0.87 0.36 k"), "{contents}");
    let blue = operators.iter().position(|operator| *operator == "K").map(|at| &operators[at - 4..at]).unwrap();
    let blue: Vec<f64> = blue.iter().map(|ink| ink.parse().unwrap()).collect();
    assert!(blue[0] > 0.7 && blue[1] > 0.7 && blue[2] < 0.1, "{blue:?}");
    let profile = intent.get(b"DestOutputProfile").unwrap().as_reference().unwrap();
    assert_eq!(doc.get_object(profile).unwrap().as_stream().unwrap().decompressed_content().unwrap(), PROFILE);
    assert_eq!(intent.get(b"OutputConditionIdentifier").unwrap().as_str().unwrap(), b"FOGRA39");
    assert!(!operators.iter().any(|operator| ["rg", "RG", "gs", "sh"].contains(operator)), "{contents}");
}

#[test]
fn outlines_are_written_once_wherever_they_stand() {
    let mut deck = deck(1, None);
    let mut frame = Frame::default();
    for (x, color) in [(5.0, Color(0, 0, 200)), (25.003, Color(200, 0, 0)), (45.0, Color(0, 0, 200))] {
        frame.fill(Path::rounded_rect(Rect::new(x, 10.0, 8.0, 8.0), 1.5), color);
    }
    // Of the same outline, but stroked, and one of another size.
    frame.stroke(Path::rounded_rect(Rect::new(5.0, 30.0, 8.0, 8.0), 1.5), Stroke::new(Color::BLACK, 0.3));
    frame.fill(Path::rounded_rect(Rect::new(25.0, 30.0, 9.0, 8.0), 1.5), Color::BLACK);
    deck.cards[0].front = Arc::new(frame);
    let doc = read(&deck, &PageOptions::default());
    let page = doc.page_iter().next().unwrap();
    let content = String::from_utf8_lossy(&doc.get_page_content(page)).into_owned();
    assert!(content.contains("0 0 0.784 rg\nq 1 0 0 1 650 1000 cm /P0 Do Q"), "{content}");
    assert!(content.contains("q 1 0 0 1 2650 1000 cm /P0 Do Q"), "{content}");
    assert_eq!(content.matches("/P0 Do").count(), 3);
    assert_eq!(content.matches("/P").count(), 3, "what occurs once is written out: {content}");
    let (_, resources) = doc.get_page_resources(page).unwrap();
    let resources = doc.get_dictionary(resources[0]).unwrap();
    let forms = resources.get(b"XObject").unwrap().as_dict().unwrap();
    let form = doc.get_object(forms.get(b"P0").unwrap().as_reference().unwrap()).unwrap().as_stream().unwrap();
    let path = String::from_utf8(form.decompressed_content().unwrap()).unwrap();
    assert!(path.starts_with("0 0 m 500 0 l ") && path.ends_with("h f*\n"), "{path}");
}
