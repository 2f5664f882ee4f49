//! The face of a formation: band with number, wing and name; strength and dice; what it does; lore.

use super::flow::{self, Block};
use super::style::{BAND, FOOT, GREY, INNER, Livery, PATTERN, RULE, ink, livery, white, wing_band};
use super::{FormationView, dice, symbols, words};
use crate::print::font::Font;
use crate::print::frame::{Frame, Path, Rect, Stroke, at};
use crate::print::layout::{Align, Span, Style, TextBox, Typesetter};
use crate::print::{Misfit, POKER};
use crate::systems::table_battles::model::{Formation, Strength};

/// Strength and dice stand between these heights.
const STATS: Rect = Rect::new(INNER.x, BAND + 1.3, INNER.width, 17.2);
/// Width of the strength's half.
const STRENGTH: f64 = 22.0;
/// Where link marks meet the edge.
const LINK_Y: f64 = STATS.y + STATS.height / 2.0;
/// The text area.
const BODY_TOP: f64 = STATS.y + STATS.height + 1.6;
/// The battle's line at the foot.
const BATTLE: f64 = 2.4;

/// Draws the face of a formation.
pub(super) fn face(ts: &mut Typesetter, view: &FormationView<'_>) -> (Frame, Vec<Misfit>) {
    let (mut frame, mut misfits) = (Frame::default(), Vec::new());
    let f = view.formation;
    let livery = livery(f.wing);
    wing_band(&mut frame, f.wing);
    head(ts, &mut frame, f, &livery, &mut misfits);
    strength(ts, &mut frame, f, &mut misfits);
    let split = STATS.x + STRENGTH + 1.5;
    frame.stroke(Path::line(at(split, STATS.y + 1.0), at(split, STATS.bottom() - 1.0)), Stroke::new(RULE, 0.25));
    dice::area(
        ts,
        &mut frame,
        &f.dice,
        Rect::new(split + 1.5, STATS.y, STATS.right() - split - 1.5, STATS.height),
        &mut misfits,
    );
    let rule = Path::line(at(INNER.x, BODY_TOP - 0.9), at(INNER.right(), BODY_TOP - 0.9));
    frame.stroke(rule, Stroke::new(livery.color, 0.35));
    if let Some(link) = f.link {
        symbols::links(&mut frame, link, LINK_Y, POKER.width);
    }
    let mut bottom = FOOT - 1.3;
    if !view.battle.is_empty() {
        bottom -= BATTLE;
        let rect = Rect::new(INNER.x, bottom, INNER.width, BATTLE);
        let text_box =
            TextBox { name: "battle", rect, sizes: (5.5, 4.0), lines: 1, hyphens: false, align: Align::Center };
        let style = Style { font: Font::Sans, color: GREY };
        // The battle's name is told of where it is written, on the set-up card.
        let _ = text_box.set(ts, &[Span::new(view.battle, style)], &mut frame);
        bottom -= 0.6;
    }
    let body = Rect::new(INNER.x, BODY_TOP + 0.6, INNER.width, bottom - BODY_TOP - 0.6);
    flow::set(ts, &mut frame, body, &blocks(view), f.lore.as_deref(), livery.color, &mut misfits);
    (frame, misfits)
}

/// Number, arm, wing, star and name.
fn head(ts: &mut Typesetter, frame: &mut Frame, f: &Formation, livery: &Livery, misfits: &mut Vec<Misfit>) {
    let row = Rect::new(INNER.x, INNER.y, INNER.width, 3.0);
    let mut left = row.x;
    match ts.line(&[Span::new(&f.card.to_string(), white(Font::SansBold))], 9.5) {
        Ok(number) => {
            left += number.width;
            number.draw(frame, at(row.x, row.y + 2.6));
        }
        Err(what) => misfits.push(Misfit { name: "card", tag: "/card".to_owned(), what }),
    }
    if let Some(arm) = f.arm {
        symbols::arm(frame, arm, at(left + 1.4, row.y - 0.1), 4.2);
    }
    let wing = format!("{} wing", livery.word).to_uppercase();
    let rect = Rect { x: row.x + row.width / 2.0, width: row.width / 2.0, ..row };
    let text_box = TextBox { name: "wing", rect, sizes: (6.0, 5.0), lines: 1, hyphens: false, align: Align::Right };
    text_box.set_or_tell(ts, &[Span::new(&wing, white(Font::SansSemi))], frame, "/wing", misfits);
    let (top, bottom) = (row.bottom() + 0.6, BAND - PATTERN - 0.3);
    let star = if f.star { 8.2 } else { 0.0 };
    let rect = Rect::new(INNER.x, top, INNER.width - star, bottom - top);
    let name = TextBox { name: "name", rect, sizes: (21.0, 9.0), lines: 2, hyphens: false, align: Align::Left };
    name.set_or_tell(ts, &[Span::new(&f.name, white(Font::SerifBold))], frame, "/name", misfits);
    if f.star {
        symbols::star(frame, at(INNER.right() - 7.2, (top + bottom) / 2.0 - 3.6), 7.2);
    }
}

/// The number and as many sticks, or the numeral and as many cubes.
fn strength(ts: &mut Typesetter, frame: &mut Frame, f: &Formation, misfits: &mut Vec<Misfit>) {
    let text = f.strength.to_string();
    let (font, count, caption) = match f.strength {
        Strength::Sticks(1) => (Font::SansBold, 1, "1 stick".to_owned()),
        Strength::Sticks(n) => (Font::SansBold, n, format!("{n} sticks")),
        Strength::Cubes(1) => (Font::SerifBold, 1, "special: 1 cube".to_owned()),
        Strength::Cubes(n) => (Font::SerifBold, n, format!("special: up to {n} cubes")),
    };
    let mut text_box = |name, rect, sizes, text: &str, style| {
        let text_box = TextBox { name, rect, sizes, lines: 1, hyphens: false, align: Align::Center };
        text_box.set_or_tell(ts, &[Span::new(text, style)], frame, "/strength", misfits);
    };
    let left = Rect::new(STATS.x + 0.4, STATS.y + 0.6, STRENGTH, 7.4);
    text_box("strength", left, (29.0, 16.0), &text, ink(font));
    let foot = Rect::new(STATS.x, STATS.bottom() - 2.6, STRENGTH, 2.6);
    text_box("strength caption", foot, (6.5, 5.0), &caption, Style { font: Font::Sans, color: GREY });
    // Sticks stand in rows of ten at most.
    let room = Rect::new(left.x, left.bottom() + 1.0, STRENGTH - 0.8, foot.y - left.bottom() - 1.7);
    if f.strength.special() {
        let size = room.height;
        let start = room.x + (room.width - size * 1.2 * f64::from(count) + size * 0.2) / 2.0;
        (0..count).for_each(|i| symbols::cube(frame, at(start + size * 1.2 * f64::from(i), room.y), size));
        return;
    }
    let rows = count.div_ceil(10).max(1);
    let columns = count.div_ceil(rows);
    let height = (room.height - 0.5 * f64::from(rows - 1)) / f64::from(rows);
    let width = height * symbols::STICK;
    let step = ((room.width - width) / f64::from(columns.max(2) - 1)).min(2.0);
    for i in 0..count {
        let (row, column) = (i / columns, i % columns);
        let in_row = if row + 1 == rows { count - row * columns } else { columns };
        let start = room.x + (room.width - step * f64::from(in_row - 1) - width) / 2.0;
        let to = at(start + step * f64::from(column), room.y + f64::from(row) * (height + 0.5));
        symbols::stick(frame, f.wing, to, height);
    }
}

/// What the text area says, in order: actions and reactions, special rules, keywords.
fn blocks<'a>(view: &FormationView<'a>) -> Vec<Block<'a>> {
    let f = view.formation;
    let cube = f.strength.special();
    let mut blocks: Vec<Block<'a>> = f
        .actions
        .iter()
        .enumerate()
        .map(|(i, action)| Block::Action {
            words: words::action(action, view.name_of),
            cube,
            tag: format!("/actions/{i}"),
        })
        .collect();
    blocks.extend(view.special.iter().enumerate().map(|(i, text)| Block::Rule { text, tag: format!("/special/{i}") }));
    let mut keyword = |word, text: String, tag: &str| blocks.push(Block::Keyword { word, text, tag: tag.to_owned() });
    if let Some(reserve) = &f.reserve {
        keyword("RESERVE", words::reserve(reserve, view.name_of), "/reserve");
    }
    if f.retire {
        keyword("RETIRE", "may leave play as its action".to_owned(), "/retire");
    }
    if f.pursuit {
        keyword("PURSUIT", "leaves when a target routs".to_owned(), "/pursuit");
    }
    blocks
}
