//! Tokens on sheets: hexagons, strips that are folded round card, and the marks of cutting machines.

use std::sync::Arc;

use lopdf::Document;
use muster_core::print::cut::CutShape;
use muster_core::print::frame::{Color, Frame, Item, Path, Point, Rect, Segment};
use muster_core::print::image::paint;
use muster_core::print::sheet::{Page, pages, room_to_move};
use muster_core::print::{Card, Deck, Duplex, Layout, MAX_BLEED, Marks, PageOptions, Paper, Size, pdf};

use crate::print::{card, marks, same};

/// A token of a shape, red out to the bleed, with a black back.
fn token(cut: CutShape, across: f64, copies: u32) -> Card {
    let size = cut.regular(across);
    let ground = |color| {
        let mut frame = Frame::default();
        let trim = Rect::new(0.0, 0.0, size.width, size.height);
        frame.fill(Path::rect(trim.inflate(MAX_BLEED, MAX_BLEED)), color);
        Arc::new(frame)
    };
    let (front, back) = (ground(Color(200, 30, 30)), Some(ground(Color::BLACK)));
    Card { cut, size, front, back, copies, token: true, ..card("token", &[], None) }
}

fn deck(cards: Vec<Card>) -> Deck {
    Deck { cards, ..Deck::default() }
}

/// The corners of the hexagons of a page that are drawn in black: the cut outlines.
fn outlines(page: &Page) -> Vec<Vec<Point>> {
    let polygon = |item: &Item| match item {
        Item::Shape(shape)
            if shape.stroke.is_some_and(|stroke| stroke.color == Color::BLACK) && shape.path.0.len() == 7 =>
        {
            let corner = |segment: &Segment| match segment {
                Segment::Move(p) | Segment::Line(p) => Some(*p),
                _ => None,
            };
            Some(shape.path.0.iter().filter_map(corner).collect())
        }
        _ => None,
    };
    page.furniture.items.iter().filter_map(polygon).collect()
}

fn distance(a: Point, b: Point) -> f64 {
    ((a.x - b.x).powi(2) + (a.y - b.y).powi(2)).sqrt()
}

#[test]
fn hexagons_are_regular_and_grow_by_the_same_on_every_side() {
    for (cut, width, height) in [(CutShape::FlatHexagon, 23.094, 20.0), (CutShape::PointedHexagon, 20.0, 23.094)] {
        let size = cut.regular(20.0);
        assert!((size.width - width).abs() < 0.001 && (size.height - height).abs() < 0.001, "{size:?}");
        for by in [-2.0, 0.0, 3.0] {
            let Path(segments) = cut.path(Rect::new(5.0, 7.0, size.width, size.height), by);
            let corners: Vec<Point> = segments
                .iter()
                .filter_map(|s| match s {
                    Segment::Move(p) | Segment::Line(p) => Some(*p),
                    _ => None,
                })
                .collect();
            let side = (20.0 + 2.0 * by) / 3.0_f64.sqrt();
            for (i, corner) in corners.iter().enumerate() {
                assert!((distance(*corner, corners[(i + 1) % 6]) - side).abs() < 0.001, "{cut:?} {by}: {corners:?}");
                let middle = Point { x: 5.0 + size.width / 2.0, y: 7.0 + size.height / 2.0 };
                assert!((distance(*corner, middle) - side).abs() < 0.001, "{cut:?} {by}: {corners:?}");
            }
        }
    }
}

#[test]
fn the_outline_of_a_hexagon_is_drawn_on_every_front() {
    for (cut, across, down) in [(CutShape::FlatHexagon, false, true), (CutShape::PointedHexagon, true, false)] {
        let options = PageOptions { duplex: Duplex::Long, bleed: 1.5, ..PageOptions::default() };
        let pages = pages(&deck(vec![token(cut, 20.0, 9)]), &options);
        let [front, back] = &pages[..] else { panic!("a sheet has two sides") };
        assert_eq!((outlines(front).len(), outlines(back).len()), (9, 0));
        for (outline, place) in outlines(front).iter().zip(&front.places) {
            let (x, y) = (outline.iter().map(|p| p.x), outline.iter().map(|p| p.y));
            let (left, top) = (x.clone().fold(f64::MAX, f64::min), y.clone().fold(f64::MAX, f64::min));
            let around = Rect::new(left, top, x.fold(0.0, f64::max) - left, y.fold(0.0, f64::max) - top);
            assert!(same(around, place.trim), "{around:?} {:?}", place.trim);
        }
        // Only sides that lie along the sheet have crop marks.
        let marks = marks(front);
        assert_eq!((marks.iter().any(|(a, b)| a.x == b.x), marks.iter().any(|(a, b)| a.y == b.y)), (across, down));
    }
}

#[test]
fn nothing_of_a_hexagon_is_printed_beyond_its_bleed() {
    let token = token(CutShape::FlatHexagon, 20.0, 1);
    let Size { width, height } = token.size;
    let area = Rect::new(0.0, 0.0, width, height).inflate(2.0, 2.0);
    let pixels = paint(&token.clip_side(&token.front, 2.0), area, 271, 240).unwrap();
    let red = |x: u32, y: u32| pixels.rgb[3 * (y * 271 + x) as usize + 1] == 30;
    assert!(red(135, 120) && red(135, 1) && red(2, 120) && red(70, 120));
    assert!(!red(2, 2) && !red(268, 2) && !red(2, 237) && !red(268, 237), "corners are white");
    let file = pdf::write(&deck(vec![token]), &PageOptions { bleed: 2.0, ..PageOptions::default() });
    let doc = Document::load_mem(&file).unwrap();
    let content = String::from_utf8_lossy(&doc.get_page_content(doc.page_iter().next().unwrap())).into_owned();
    assert!(content.contains("W* n"), "{content}");
}

#[test]
fn hexagons_and_rectangles_of_one_size_stand_in_grids_of_their_own() {
    let hexagon = token(CutShape::PointedHexagon, 20.0, 4);
    let rectangle = Card { cut: CutShape::Rectangle, ..token(CutShape::PointedHexagon, 20.0, 4) };
    let pages = pages(&deck(vec![hexagon, rectangle]), &PageOptions::default());
    assert_eq!((pages.len(), outlines(&pages[0]).len(), pages[0].places.len()), (1, 4, 8));
    let bottom = pages[0].places[..4].iter().map(|place| place.trim.bottom()).fold(0.0, f64::max);
    assert!(pages[0].places[4..].iter().all(|place| place.trim.y > bottom + 1.0));
}

#[test]
fn a_token_that_lies_across_the_paper_has_a_sheet_of_its_own() {
    let stick = Card { size: Size { width: 250.0, height: 8.0 }, ..token(CutShape::Rectangle, 8.0, 2) };
    for cards in
        [vec![token(CutShape::Rectangle, 12.7, 4), stick.clone()], vec![stick, token(CutShape::Rectangle, 12.7, 4)]]
    {
        let pages = pages(&deck(cards), &PageOptions::default());
        assert_eq!(pages.len(), 2);
        for (page, place) in pages.iter().flat_map(|page| page.places.iter().map(move |place| (page, place))) {
            let paper = Rect::new(0.0, 0.0, page.size.width, page.size.height);
            assert_eq!(place.clip.union(paper), paper, "{:?}", place.clip);
        }
    }
}

#[test]
fn tokens_have_all_of_the_bleed_that_is_asked_for() {
    for layout in [Layout::Sheet, Layout::Gutterfold] {
        let options = PageOptions { layout, bleed: 2.0, ..PageOptions::default() };
        let pages = pages(&deck(vec![token(CutShape::Rectangle, 15.9, 200)]), &options);
        assert_eq!(pages.iter().flat_map(|page| &page.places).filter(|place| place.front).count(), 200);
        for place in pages.iter().flat_map(|page| &page.places) {
            assert!(same(place.clip, place.trim.inflate(2.0, 2.0)), "{layout:?}: {place:?}");
        }
    }
}

/// A fold-over page: every front, the back on the same strip, and where both may print.
fn strips(deck: &Deck, bleed: f64, thickness: f64) -> Vec<Page> {
    pages(deck, &PageOptions { layout: Layout::Foldover, bleed, thickness, ..PageOptions::default() })
}

#[test]
fn a_strip_folded_round_card_has_each_back_behind_its_front() {
    let two = vec![token(CutShape::Rectangle, 15.9, 25), token(CutShape::FlatHexagon, 20.0, 5)];
    for (bleed, thickness) in [(0.0, 0.0), (2.0, 1.5), (0.5, 2.0)] {
        let pages = strips(&deck(two.clone()), bleed, thickness);
        assert_eq!(pages.len(), 1);
        let (fronts, backs): (Vec<_>, Vec<_>) = pages[0].places.iter().partition(|place| place.front);
        assert_eq!((fronts.len(), backs.len()), (30, 30));
        for (front, back) in fronts.iter().zip(&backs) {
            assert_eq!((front.card, front.copy, front.turned, back.turned), (back.card, back.copy, false, true));
            let (f, b) = (front.trim, back.trim);
            assert!((f.x - b.x).abs() < 0.001 && (f.y - b.bottom() - thickness).abs() < 0.001, "{f:?} {b:?}");
            // Neither prints beyond the middle of the edge of the card.
            assert!(back.clip.bottom() < front.clip.y + 0.001, "{:?} {:?}", front.clip, back.clip);
            assert!(
                (b.y - back.clip.y - bleed).abs() < 0.001 && (front.clip.bottom() - f.bottom() - bleed).abs() < 0.001
            );
            assert!((f.y - front.clip.y - bleed.min(thickness / 2.0)).abs() < 0.001);
        }
        for (i, a) in pages[0].places.iter().enumerate() {
            for b in &pages[0].places[..i] {
                let apart = |a0: f64, a1: f64, b0: f64, b1: f64| a1 <= b0 + 0.001 || b1 <= a0 + 0.001;
                let (a, b) = (a.clip, b.clip);
                assert!(apart(a.x, a.right(), b.x, b.right()) || apart(a.y, a.bottom(), b.y, b.bottom()));
            }
        }
    }
}

#[test]
fn a_strip_is_marked_to_be_cut_and_to_be_folded() {
    let pages = strips(&deck(vec![token(CutShape::Rectangle, 15.9, 3)]), 1.0, 1.5);
    let page = &pages[0];
    let dashed = |dashed: bool| {
        let item = move |item: &Item| match item {
            Item::Shape(shape) => match (shape.stroke, &shape.path.0[..]) {
                (Some(stroke), [Segment::Move(a), Segment::Line(b)]) if stroke.dash.is_some() == dashed => {
                    Some((*a, *b))
                }
                _ => None,
            },
            _ => None,
        };
        let lines = page.furniture.items.iter().filter_map(item).filter(|(a, b)| a.y == b.y).map(|(a, _)| a.y);
        let mut lines: Vec<f64> = lines.collect();
        lines.sort_by(f64::total_cmp);
        lines
    };
    let (front, back) = (page.places[0].trim, page.places[1].trim);
    let near = |lines: Vec<f64>, wanted: [f64; 2]| {
        let wanted = wanted.iter().flat_map(|y| [*y, *y]);
        assert!(lines.len() == 4 && lines.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 0.001), "{lines:?}");
    };
    near(dashed(false), [back.y, front.bottom()]);
    near(dashed(true), [back.bottom(), front.y]);
}

#[test]
fn a_card_that_is_too_high_for_a_strip_lies_off_the_paper() {
    let options = PageOptions { layout: Layout::Foldover, thickness: 1.5, ..PageOptions::default() };
    let room = |height: f64| {
        let card = Card { size: Size { width: 50.0, height }, ..token(CutShape::Rectangle, 50.0, 1) };
        room_to_move(&pages(&deck(vec![card]), &options)).1
    };
    assert!(room(130.0) > 0.0 && room(140.0) < 0.0);
}

#[test]
fn a_token_without_a_back_lies_flat_where_it_is_too_large_to_be_folded() {
    for layout in [Layout::Foldover, Layout::Gutterfold] {
        let options = PageOptions { layout, ..PageOptions::default() };
        let sheet =
            Card { size: Size { width: 190.0, height: 256.0 }, back: None, ..token(CutShape::Rectangle, 50.0, 1) };
        let (across, down) = room_to_move(&pages(&deck(vec![sheet]), &options));
        assert!(across > 0.0 && down > 0.0, "{layout:?}: {across} {down}");
    }
}

/// The corners of the L-shaped marks of a page and the ends of their arms.
fn corner_marks(page: &Page) -> Vec<[Point; 3]> {
    let mark = |item: &Item| match item {
        Item::Shape(shape) => match shape.path.0[..] {
            [Segment::Move(a), Segment::Line(corner), Segment::Line(b)] => Some([a, corner, b]),
            _ => None,
        },
        _ => None,
    };
    page.furniture.items.iter().filter_map(mark).collect()
}

#[test]
fn a_cutting_machine_finds_four_marks_around_everything() {
    for (paper, cards) in [
        (Paper::A4, vec![token(CutShape::Rectangle, 15.9, 300), token(CutShape::FlatHexagon, 20.0, 5)]),
        (Paper::LETTER, vec![card("1", &[], None), card("2", &[], None)]),
    ] {
        let options =
            PageOptions { paper, duplex: Duplex::Long, bleed: 2.0, marks: Marks::Cutter, ..PageOptions::default() };
        let pages = pages(&deck(cards), &options);
        assert!(!pages.is_empty());
        for page in &pages {
            let Size { width, height } = page.size;
            let mut sides = [width, height];
            sides.sort_by(f64::total_cmp);
            assert_eq!(sides, [paper.size().width, paper.size().height]);
            let found = corner_marks(page);
            assert_eq!(found.len(), if page.places[0].front { 4 } else { 0 }, "it looks at the fronts");
            for [a, corner, b] in found {
                let edge = |x: f64, length: f64| x.min(length - x);
                assert!((edge(corner.x, width) - 10.0).abs() < 0.001 && (edge(corner.y, height) - 10.0).abs() < 0.001);
                assert!((distance(a, corner) - 20.0).abs() < 0.001 && (distance(b, corner) - 20.0).abs() < 0.001);
                assert!(edge(a.x, width) > 29.0 && edge(b.y, height) > 29.0, "the arms point inward");
            }
            // Nothing lies near the marks, and nothing else can be taken for one.
            let within = Rect::new(0.0, 0.0, width, height).inflate(-12.0, -12.0);
            for place in &page.places {
                assert_eq!(place.clip.union(within), within, "{:?}", place.clip);
            }
            assert!(marks(page).is_empty(), "no crop marks");
        }
        for sheet in pages.chunks(2).filter(|sheet| sheet.len() == 2) {
            for (front, back) in sheet[0].places.iter().zip(&sheet[1].places) {
                let seen = Rect { x: sheet[1].size.width - back.trim.right(), ..back.trim };
                assert!(same(front.trim, seen), "{:?} {seen:?}", front.trim);
            }
        }
    }
}

#[test]
fn the_proof_of_a_hexagon_is_three_hexagons() {
    for layout in [Layout::Sheet, Layout::Single] {
        let options = PageOptions { layout, bleed: 2.0, proof: true, ..PageOptions::default() };
        let pages = pages(&deck(vec![token(CutShape::FlatHexagon, 20.0, 1)]), &options);
        let Some(Item::Group(lines)) = pages[0].furniture.items.last() else { panic!("no lines") };
        let corners = lines.frame.items.iter().map(|item| match item {
            Item::Shape(shape) => shape.path.0.len() - 1,
            _ => 0,
        });
        assert_eq!(corners.collect::<Vec<_>>(), [6, 6, 6]);
    }
}

#[test]
fn what_lies_on_the_paper_but_not_within_the_marks_of_a_cutting_machine_is_printed_whole() {
    let options = PageOptions { marks: Marks::Cutter, ..PageOptions::default() };
    let sheet = Card { size: Size { width: 190.0, height: 256.0 }, back: None, ..token(CutShape::Rectangle, 50.0, 1) };
    let pages = pages(&deck(vec![sheet]), &options);
    assert_eq!(pages.len(), 1, "no plan");
    assert!(corner_marks(&pages[0]).is_empty() && same(pages[0].trim, Rect::new(7.5, 7.5, 190.0, 256.0)));
}
