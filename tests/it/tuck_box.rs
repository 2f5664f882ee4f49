//! The net of a tuck box: its lengths, what it is made for, and where it cannot be printed.

use std::sync::Arc;

use lopdf::Document;
use muster_core::print::frame::{Color, Frame, Item, Path, Rect, Segment};
use muster_core::print::layout::Typesetter;
use muster_core::print::tuck_box::{BoxPanel, TuckBox};
use muster_core::print::{POKER, Size};

use crate::cli::{WHITE_MOUNTAIN, assert_exit, folder, muster, root, text};

fn tuck_box(pile: f64) -> TuckBox {
    TuckBox { card: POKER, pile, title: "White Mountain".to_owned(), panels: [None, None] }
}

/// The lines of a frame, cuts and folds apart.
fn lines(frame: &Frame) -> (Vec<&Path>, Vec<&Path>) {
    let strokes = frame.items.iter().filter_map(|item| match item {
        Item::Shape(shape) => {
            shape.stroke.filter(|line| line.color == Color::BLACK).map(|line| (&shape.path, line.dash))
        }
        _ => None,
    });
    let (cuts, folds): (Vec<_>, Vec<_>) = strokes.partition(|(_, dash)| dash.is_none());
    let paths = |lines: Vec<(_, _)>| lines.into_iter().map(|(path, _)| path).collect();
    (paths(cuts), paths(folds))
}

#[test]
fn a_net_has_room_for_the_pile_and_its_folds_within_its_cuts() {
    let made = tuck_box(18.0);
    assert_eq!(made.measures(), [64.5, 89.9, 19.0]);
    let (size, frame) = made.net(&mut Typesetter::default());
    // The strip of 12 mm, front, rear and two sides; the tongue of 14 mm, lid, height and bottom.
    assert_eq!(size, Size { width: 12.0 + 2.0 * (64.5 + 19.0), height: 14.0 + 19.0 + 89.9 + 19.0 });
    let (cuts, folds) = lines(&frame);
    let [outline] = cuts.as_slice() else { panic!("{} cuts", cuts.len()) };
    let ends = |path: &Path| {
        let ends = path.0.iter().filter_map(|segment| match *segment {
            Segment::Move(p) | Segment::Line(p) | Segment::Curve(_, _, p) => Some((p.x, p.y)),
            Segment::Close => None,
        });
        ends.collect::<Vec<_>>()
    };
    let within = |(x, y): &(f64, f64)| (0.0..=size.width).contains(x) && (0.0..=size.height).contains(y);
    assert!(ends(outline).iter().all(within), "{outline:?}");
    // Four upright ones, three of the lid and the upper flaps and one of the tongue, four of the bottom.
    assert_eq!(folds.len(), 12);
    assert!(folds.iter().all(|fold| ends(fold).iter().all(within)));
}

#[test]
fn a_small_pile_has_a_box_that_stands() {
    assert_eq!(tuck_box(0.3).measures()[2], 6.0);
    let (size, _) = tuck_box(0.3).net(&mut Typesetter::default());
    assert!(size.width > 2.0 * 64.5 && size.height > 89.9);
}

#[test]
fn backs_stand_in_their_panels_and_their_ground_is_on_the_sides() {
    let red = Color(161, 29, 34);
    let mut back = Frame::default();
    back.fill(Path::rect(Rect::new(-3.0, -3.0, POKER.width + 6.0, POKER.height + 6.0)), red);
    let panel = Some(BoxPanel { face: Arc::new(back), size: POKER });
    let made = TuckBox { panels: [panel, None], ..tuck_box(18.0) };
    let (_, frame) = made.net(&mut Typesetter::default());
    let Some(Item::Group(printed)) = frame.items.first() else { panic!("{:?}", frame.items.first()) };
    let is_red = |item: &&Item| matches!(item, Item::Shape(shape) if shape.fill == Some(red));
    // Two sides, front, the flap below it, lid and tongue; the rear has no back and is white.
    assert_eq!(printed.frame.items.iter().filter(is_red).count(), 6);
}

#[test]
fn a_box_is_printed_on_request_and_tiled_where_it_is_larger_than_the_paper() {
    let folder = folder("tuck-box");
    let print = |name: &str, more: &[&str]| {
        let to = folder.join(name);
        let command = ["print", WHITE_MOUNTAIN, "--with", "tuck-box", "-o", to.to_str().expect("a name")];
        (muster(root(), &[&command, more].concat()), to)
    };
    let (output, to) = print("box.pdf", &["--only", "tuck-box"]);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).contains("1 piece on 1 page"), "{}", text(&output.stdout));
    let words = Document::load(&to).expect("a PDF").extract_text(&[1]).expect("text");
    assert!(words.contains("White Mountain"), "{words}");
    // The cards have their backs only where they are asked for.
    let (output, _) = print("cards.pdf", &[]);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).contains("11 cards, 1 piece"), "{}", text(&output.stdout));
    let (output, _) = print("thick.pdf", &["--only", "tuck-box", "--thickness", "5"]);
    assert_exit(&output, 0);
    assert!(!text(&output.stdout).contains(" on 1 page"), "{}", text(&output.stdout));
    let (output, _) = print("press.pdf", &["--profile", "drive-thru-cards"]);
    assert_exit(&output, 2);
    let told = text(&output.stderr);
    assert!(told.contains("remove tuck-box from --with") && told.contains("--thickness drive-thru-cards"), "{told}");
    let [(named, by_name), (measured, by_measure)] = ["drive-thru-cards", "0.31"]
        .map(|thick| print(&format!("{thick}.pdf"), &["--only", "tuck-box", "--thickness", thick]));
    assert_exit(&named, 0);
    assert_exit(&measured, 0);
    assert_eq!(
        std::fs::read(by_name).unwrap(),
        std::fs::read(by_measure).unwrap(),
        "a printer's card is as thick as it is"
    );
    let (output, _) = print("no.pdf", &["--only", "tuck-box", "--thickness", "the-game-craftr"]);
    assert_exit(&output, 2);
    assert!(text(&output.stderr).contains("did you mean `the-game-crafter`?"), "{}", text(&output.stderr));
}
