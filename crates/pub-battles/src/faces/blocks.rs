//! Faces of blocks and headquarters: the name, the kind and quality by signs, the corps by colour and number, the side by the
//! ground and the border, whether it is spent by stripes, and the front.

use std::f64::consts::TAU;
use std::sync::Arc;

use muster_core::print::font::Font;
use muster_core::print::frame::{Color, Frame, Path, Point, Rect, Segment, Stroke, Transform, at};
use muster_core::print::layout::{Align, Style, TextBox, TextSpan, Typesetter, Vertical};
use muster_core::print::template::{LEAST_POINTS, LEAST_POINTS_REVERSED, Look, contrast};
use muster_core::print::{Size, What};
use muster_systems::strokes::{draw_text, fit_ratio, lines, polygon};

use crate::model::{BlockKind, BlockQuality, Leader};
use crate::resolve::PubBattle;
use crate::wording::{PubWord as W, PubWording};

/// The colours of commands in a template's palette: those of the first side, then those of the second.
const COLORS: [[&str; 6]; 2] = [
    ["corps-1", "corps-2", "corps-3", "corps-4", "corps-5", "corps-6"],
    ["corps-7", "corps-8", "corps-9", "corps-10", "corps-11", "corps-12"],
];
/// That of the headquarters of an army.
const ARMY: &str = "army";
/// The share of paper in the grounds of the two sides, as a grey.
const WASHES: [&str; 2] = ["first-wash", "second-wash"];

/// The sign of a command: the number of a corps within its side, a star for an army, a question mark for one that is not spotted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CommandSign {
    Army,
    Corps(usize),
    Unspotted,
}

/// The badge of a command: its sign and colour; its side by ground and border.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Badge {
    pub(super) side: usize,
    pub(super) hq: String,
    pub(super) sign: CommandSign,
    color: &'static str,
}

impl Badge {
    pub(super) fn new(battle: &PubBattle, command: usize) -> Badge {
        let of = &battle.commands[command];
        let in_order = battle.commands_in_order(of.side);
        let corps = in_order.iter().filter(|other| !battle.commands[**other].is_army);
        let place = corps.take_while(|other| **other != command).count();
        let sign = if of.is_army { CommandSign::Army } else { CommandSign::Corps(place + 1) };
        let colors = &COLORS[of.side % 2];
        let color = if of.is_army { ARMY } else { colors[place % colors.len()] };
        Badge { side: of.side % 2, hq: of.hq.clone(), sign, color }
    }

    /// Returns that of a headquarters of a side of which the other side knows no more.
    pub(super) fn unspotted_badge(side: usize) -> Badge {
        Badge { side: side % 2, hq: String::new(), sign: CommandSign::Unspotted, color: ARMY }
    }

    /// Returns the number of a corps, or a word for an army.
    pub(super) fn word(&self, wording: PubWording<'_>) -> String {
        match self.sign {
            CommandSign::Army => wording.word(W::Army),
            CommandSign::Corps(_) | CommandSign::Unspotted => self.letters(),
        }
    }

    /// Returns the number of a corps, or the question mark of one that is not spotted; nothing for an army.
    pub(super) fn letters(&self) -> String {
        match self.sign {
            CommandSign::Army => String::new(),
            CommandSign::Corps(number) => number.to_string(),
            CommandSign::Unspotted => "?".to_owned(),
        }
    }

    fn color(&self, look: &Look) -> Color {
        look.color(self.color)
    }

    /// Returns the ground of a face.
    fn ground(&self, look: &Look, spent: bool) -> Color {
        if spent {
            return look.paper();
        }
        let Color(grey, ..) = look.color(WASHES[self.side]);
        self.color(look).mix(look.paper(), f64::from(grey) / 255.0)
    }

    /// Draws the ground of a face and its border: a thick line for the first side, two thin ones for the second; stripes where
    /// it is spent.
    pub(super) fn shell(&self, look: &Look, frame: &mut Frame, r: Rect, spent: bool) {
        let color = self.color(look);
        frame.fill(Path::rect(r), self.ground(look, spent));
        if spent {
            stripes(frame, r, color.mix(look.paper(), 0.45));
        }
        let k = (r.height.min(r.width) / 6.0).clamp(0.4, 1.4);
        if self.side == 0 {
            frame.stroke(Path::rect(r.inflate(-0.25 * k, -0.25 * k)), Stroke::new(color, 0.5 * k));
        } else {
            frame.stroke(Path::rect(r.inflate(-0.14 * k, -0.14 * k)), Stroke::new(color, 0.28 * k));
            frame.stroke(Path::rect(r.inflate(-0.55 * k, -0.55 * k)), Stroke::new(color, 0.2 * k));
        }
    }

    /// Draws the number of a corps or the star of an army in a box of the corps' colour; below it the sign of a quality, where
    /// there is one.
    pub(super) fn draw(&self, look: &Look, frame: &mut Frame, r: Rect, spent: bool, of: BlockQuality) {
        let color = self.color(look);
        // On a ground of the same colour the box is light.
        let is_dark = !spent && self.side == 0 && self.ground(look, false) == color;
        let (ground, ink) = if is_dark { (look.paper(), color) } else { (color, look.readable(color)) };
        frame.fill(Path::rounded_rect(r, r.width.min(r.height) * 0.16), ground);
        let share = if of == BlockQuality::Line { 1.0 } else { 0.56 };
        let upper = Rect { height: r.height * share, ..r };
        match self.sign {
            CommandSign::Corps(_) | CommandSign::Unspotted => {
                let room = upper.inflate(-r.width * 0.1, -upper.height * if share < 1.0 { 0.1 } else { 0.14 });
                // Where it would be too small to be read, the colour says it alone.
                let sizes = ((room.height / 0.25).max(least_points(ink)), least_points(ink));
                draw_text(frame, &self.letters(), (Font::SansBold, ink), room, sizes, 1);
            }
            CommandSign::Army => {
                let radius = upper.width.min(upper.height) * 0.42;
                frame.fill(star(at(upper.x + upper.width / 2.0, upper.y + upper.height / 2.0), radius), ink);
            }
        }
        let lower = Rect { y: r.y + r.height * 0.54, height: r.height * 0.42, ..r };
        quality(frame, of, lower.inflate(-r.width * 0.1, 0.0), ink);
    }
}

/// Fills a box with slanting stripes.
fn stripes(frame: &mut Frame, r: Rect, color: Color) {
    let pitch = 1.5;
    let mut path = Path::default();
    for i in 0..=((r.width + r.height) / pitch).ceil().min(4000.0) as u32 {
        let x = r.x + pitch * f64::from(i);
        path.0.push(Segment::Move(at(x, r.y)));
        path.0.push(Segment::Line(at(x - r.height, r.bottom())));
    }
    let mut drawn = Frame::default();
    drawn.stroke(path, Stroke::new(color, 0.38));
    frame.place_within(Path::rect(r), &Arc::new(drawn), Transform::from_translate(0.0, 0.0));
}

/// Returns a star of five rays around a point.
pub(super) fn star(middle: Point, radius: f64) -> Path {
    let point = |i: u32| {
        let (sin, cos) = (TAU * f64::from(i) / 10.0).sin_cos();
        let radius = if i.is_multiple_of(2) { radius } else { radius * 0.42 };
        at(middle.x + radius * sin, middle.y - radius * cos)
    };
    Path::polygon(&(0..10).map(point).collect::<Vec<_>>())
}

/// Draws the sign of a kind of block, as on maps of soldiers, as large as fits in the middle of a box.
pub(super) fn sign(frame: &mut Frame, kind: BlockKind, r: Rect, (ink, ground): (Color, Color)) {
    let r = fit_ratio(r, 1.5);
    let k = r.height / 10.0;
    let outline = r.inflate(-0.45 * k, -0.45 * k);
    let middle = at(r.x + r.width / 2.0, r.y + r.height / 2.0);
    let line = Stroke::new(ink, 0.95 * k);
    frame.fill(Path::rect(outline), ground);
    let slant = |up: bool| {
        let (left, right) = if up { (outline.bottom(), outline.y) } else { (outline.y, outline.bottom()) };
        Path::line(at(outline.x, left), at(outline.right(), right))
    };
    match kind {
        BlockKind::Infantry => [true, false].into_iter().for_each(|up| frame.stroke(slant(up), line)),
        BlockKind::Cavalry => frame.stroke(slant(true), line),
        BlockKind::Artillery => frame.fill(Path::circle(middle, 2.2 * k), ink),
        BlockKind::HorseArtillery => {
            frame.stroke(slant(true), line);
            frame.fill(Path::circle(middle, 2.2 * k), ink);
        }
        BlockKind::Train => {
            frame.stroke(Path::circle(middle, 2.9 * k), line);
            for (dx, dy) in [(2.9, 0.0), (1.45, 2.5), (1.45, -2.5)] {
                let (dx, dy) = (dx * k, dy * k);
                let spoke = lines(&[(middle.x - dx, middle.y - dy), (middle.x + dx, middle.y + dy)]);
                frame.stroke(spoke, Stroke::new(ink, 0.55 * k));
            }
        }
    }
    frame.stroke(Path::rect(outline), line);
}

/// Draws the sign of a quality in the middle of a box: a star for an elite, a ring for militia.
pub(super) fn quality(frame: &mut Frame, quality: BlockQuality, r: Rect, ink: Color) {
    let r = fit_ratio(r, 1.0);
    let middle = at(r.x + r.width / 2.0, r.y + r.height / 2.0);
    match quality {
        BlockQuality::Line => {}
        BlockQuality::Elite => frame.fill(star(middle, r.width / 2.0), ink),
        BlockQuality::Militia => {
            frame.stroke(Path::circle(middle, r.width * 0.34), Stroke::new(ink, r.width * 0.16));
        }
    }
}

/// A block to be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BlockToDraw {
    pub(super) name: String,
    pub(super) kind: BlockKind,
    pub(super) quality: BlockQuality,
    pub(super) badge: Badge,
    /// Whether room is left for a picture behind its name.
    pub(super) has_art: bool,
    /// Whether it is drawn for a label, which is the only place that has its name.
    pub(super) is_label: bool,
}

/// The smallest letters of a name on a label, in points.
const LEAST_NAME: f64 = 3.6;

/// The least width and height of a face on which anything is read.
const LEAST: Size = Size { width: 8.0, height: 3.2 };

/// The layout of the parts of a face.
struct FaceParts {
    /// The height of the band that marks the front.
    band: f64,
    badge: Rect,
    sign: Rect,
    /// The picture, at the right end; of no width where there is none.
    art: Rect,
    name: Rect,
    /// Below the name, where there is room for the name of the headquarters.
    hq: Option<Rect>,
    /// Letters of the name at most so large, in points.
    most: f64,
}

impl BlockToDraw {
    pub(super) fn new(battle: &PubBattle, index: usize) -> BlockToDraw {
        let block = &battle.blocks[index];
        BlockToDraw {
            name: block.name.clone(),
            kind: block.kind,
            quality: block.quality,
            badge: Badge::new(battle, block.command),
            has_art: false,
            is_label: false,
        }
    }

    /// Returns the place of the picture on a face of a size.
    pub(super) fn art(&self, size: Size) -> Rect {
        self.parts(size).art
    }

    fn parts(&self, Size { width, height }: Size) -> FaceParts {
        let k = (height / 5.0).clamp(0.5, 2.0);
        let (edge, band) = (0.55 * k, 0.9 * k);
        let top = band + 0.25 * k;
        let left = edge + 0.3 * k;
        let room = Rect::new(left, top, (width - 2.0 * left).max(0.2), (height - top - edge - 0.15 * k).max(0.2));
        let gap = 0.45 * k;
        let badge_width = (room.height * 0.72).clamp(0.2, 4.0).min(room.width * 0.16);
        let badge = Rect::new(room.x, room.y, badge_width, room.height);
        let sign_width = (room.height.min(6.0) * 1.3).min(room.width * 0.26);
        let sign = Rect::new(badge.right() + gap, room.y, sign_width, room.height);
        let art_width = if self.has_art { (room.height * 1.2).min(room.width * 0.3) } else { 0.0 };
        let art = Rect::new(room.right() - art_width, room.y, art_width, room.height);
        let (left, right) = (sign.right() + gap, if self.has_art { art.x - gap } else { room.right() });
        let all = Rect::new(left, room.y - 0.1 * k, (right - left).max(0.1), room.height + 0.2 * k);
        let has_hq = all.height >= 6.2;
        let share = if has_hq { 0.62 } else { 1.0 };
        FaceParts {
            band,
            badge,
            sign,
            art,
            name: Rect { height: all.height * share, ..all },
            hq: has_hq.then(|| Rect::new(all.x, all.y + all.height * 0.66, all.width, all.height * 0.3)),
            most: (all.height * share * 2.0).clamp(3.6, 16.0),
        }
    }

    /// Sets a name of the block, its letters at most and at least so large, in points.
    fn set_name(
        &self,
        name: &str,
        (rect, sizes): (Rect, (f64, f64)),
        color: Color,
        frame: &mut Frame,
    ) -> Result<(), What> {
        let spans = [TextSpan::new(name, Style { font: Font::SansSemi, color })];
        let (align, vertical, (most, least)) = (Align::Left, Vertical::Middle, sizes);
        let text_box = TextBox { rect, sizes: (most.max(least), least), lines: 2, hyphens: false, align, vertical };
        let hyphenated = TextBox { hyphens: true, sizes: (most.min(6.0).max(least), least), ..text_box };
        Typesetter::lent(|ts| text_box.set(ts, &spans, frame).or_else(|_| hyphenated.set(ts, &spans, frame)))
    }

    /// Draws the name of the block in a colour, or in dark letters on a light plate where light ones would be too small to be read; returns
    /// false if there is no room for it. On a map it is left out where it cannot be read; on a label its long words are abbreviated, and where
    /// not even that helps, it is small rather than missing.
    fn draw_name(&self, look: &Look, parts: &FaceParts, ink: Color, frame: &mut Frame) -> bool {
        let usual = least_points(ink);
        if self.set_name(&self.name, (parts.name, (parts.most, usual)), ink, frame).is_ok() {
            return true;
        }
        let mut tried = vec![(self.name.clone(), LEAST_POINTS)];
        if self.is_label {
            tried.extend(WORD_LETTERS.map(|letters| (abbreviate(&self.name, letters), LEAST_POINTS)));
            tried.push((self.name.clone(), LEAST_NAME));
        }
        let mut named = Frame::default();
        let is_set = tried.iter().any(|(name, least)| {
            self.set_name(name, (parts.name, (parts.most, *least)), look.ink(), &mut named).is_ok()
        });
        if is_set && usual > LEAST_POINTS {
            frame.fill(Path::rounded_rect(parts.name.inflate(0.2, -0.1), 0.3), look.paper());
        }
        frame.items.append(&mut named.items);
        is_set
    }

    /// Returns what does not fit on a face of a size; the tag of the name is empty for the block itself.
    pub(super) fn misfits(&self, size: Size) -> Vec<(&'static str, &'static str, What)> {
        let over = (LEAST.width - size.width).max(LEAST.height - size.height);
        if over > 1e-9 {
            return vec![("label", "", What::TooLong(over))];
        }
        let parts = self.parts(size);
        let set =
            self.set_name(&self.name, (parts.name, (parts.most, LEAST_NAME)), Color::BLACK, &mut Frame::default());
        set.err().map(|what| ("name of the block", "/block", what)).into_iter().collect()
    }

    /// Draws a face of a size, its front at the top, its top left corner at the origin; what is read on it on its head where
    /// it is `turned`.
    pub(super) fn draw(&self, look: &Look, frame: &mut Frame, size: Size, spent: bool, turned: bool) {
        let (band, mark) = self.paint(look, frame, size, spent, turned);
        front(frame, size.width, band, (mark, self.badge.ground(look, spent)));
    }

    /// Draws all but the mark of the front; returns the height and the colour of that.
    fn paint(&self, look: &Look, frame: &mut Frame, size: Size, spent: bool, turned: bool) -> (f64, Color) {
        let whole = Rect::new(0.0, 0.0, size.width, size.height);
        self.badge.shell(look, frame, whole, spent);
        let parts = self.parts(size);
        let ground = self.badge.ground(look, spent);
        let ink = look.readable(ground);
        let mark = if ground == self.badge.color(look) { ink } else { self.badge.color(look) };
        let mut drawn = Frame::default();
        if spent {
            // So that the name is read on the stripes.
            let plate = parts.name.union(parts.sign).union(parts.hq.unwrap_or(parts.name));
            drawn.fill(Path::rounded_rect(plate.inflate(0.2, -0.1), 0.3), look.paper());
        }
        // One that does not fit is found on its label; on a small map what else there is stands in the middle.
        let is_named = self.draw_name(look, &parts, ink, &mut drawn);
        let moved = if is_named { 0.0 } else { (parts.name.right() - parts.sign.right()) / 2.0 };
        let in_place = |r: Rect| Rect { x: r.x + moved, ..r };
        self.badge.draw(look, &mut drawn, in_place(parts.badge), spent, self.quality);
        sign(&mut drawn, self.kind, in_place(parts.sign), (look.ink(), look.paper()));
        if let Some(hq) = parts.hq {
            let style = Style { font: Font::Sans, color: ink };
            let text_box = TextBox {
                rect: hq,
                sizes: (least_points(ink) + 1.5, least_points(ink)),
                lines: 1,
                hyphens: false,
                align: Align::Left,
                vertical: Vertical::Middle,
            };
            // Where it would be too small to be read, the badge says it alone.
            let _ = Typesetter::lent(|ts| text_box.set(ts, &[TextSpan::new(&self.badge.hq, style)], &mut drawn));
        }
        let half = Transform([-1.0, 0.0, 0.0, -1.0, size.width, size.height + parts.band - 0.3]);
        let place = if turned { half } else { Transform::from_translate(0.0, 0.0) };
        frame.place(&Arc::new(drawn), place);
        (parts.band, mark)
    }

    /// Draws a face in column: narrow, its short side in front, what is read on it along it.
    pub(super) fn draw_column(&self, look: &Look, frame: &mut Frame, size: Size, spent: bool, turned: bool) {
        let mut drawn = Frame::default();
        let (_, mark) = self.paint(look, &mut drawn, size, spent, false);
        // The left end of the text is behind, or in front.
        let along = Transform([0.0, -1.0, 1.0, 0.0, 0.0, size.width]);
        let against = Transform([0.0, 1.0, -1.0, 0.0, size.height, 0.0]);
        frame.place(&Arc::new(drawn), if turned { against } else { along });
        let k = (size.height / 5.0).clamp(0.5, 2.0);
        let tip = [(size.height / 2.0 - k, 1.3 * k), (size.height / 2.0, 0.2 * k), (size.height / 2.0 + k, 1.3 * k)];
        frame.fill(polygon(&tip), mark);
    }
}

/// Marks the front: a band along the upper edge with arrow heads in it.
fn front(frame: &mut Frame, width: f64, height: f64, (color, ground): (Color, Color)) {
    frame.fill(Path::rect(Rect::new(0.0, 0.0, width, height)), color);
    for x in [0.25, 0.5, 0.75] {
        let x = width * x;
        let (half, top, foot) = (height * 1.1, height * 0.16, height * 0.84);
        frame.fill(polygon(&[(x - half, foot), (x, top), (x + half, foot)]), ground);
    }
}

/// A face of a headquarters' cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CubeFace {
    /// On top as it is placed.
    Top,
    /// On top while it is flipped.
    Flipped,
    /// On its four sides.
    Side,
}

/// Draws a face of a headquarters' cube.
pub(super) fn cube(look: &Look, frame: &mut Frame, badge: &Badge, rating: Option<Leader>, r: Rect, face: CubeFace) {
    let is_flipped = face == CubeFace::Flipped;
    badge.shell(look, frame, r, is_flipped);
    let ink = look.readable(badge.ground(look, is_flipped));
    let part = |x: f64, y: f64, width: f64, height: f64| {
        Rect::new(r.x + x * r.width, r.y + y * r.height, width * r.width, height * r.height)
    };
    let (name, wide) = (part(0.12, 0.5, 0.76, 0.26), part(0.085, 0.49, 0.83, 0.3));
    let needs_plate = is_flipped || ink != look.ink();
    let mut named = Frame::default();
    // On a small cube the name is shortened, in dark letters from border to border.
    let (sign, plate) = if set_hq(&mut named, &badge.hq, ink, name).is_ok() {
        (part(0.3, 0.13, 0.4, 0.34), is_flipped.then(|| name.inflate(0.1, 0.1)))
    } else if set_short(&mut named, &badge.hq, look.ink(), wide) {
        (part(0.25, 0.1, 0.5, 0.38), needs_plate.then_some(wide))
    } else {
        (part(0.23, 0.16, 0.54, 0.54), None)
    };
    if face == CubeFace::Side {
        let band = part(0.085, 0.3, 0.83, 0.4);
        // Where the badge alone is on top, the sides have the name.
        if named.items.is_empty() && set_short(&mut named, &badge.hq, look.ink(), band) {
            if needs_plate {
                frame.fill(Path::rect(band), look.paper());
            }
            frame.items.append(&mut named.items);
        } else {
            badge.draw(look, frame, part(0.2, 0.2, 0.6, 0.6), false, BlockQuality::Line);
        }
        return;
    }
    plate.into_iter().for_each(|plate| frame.fill(Path::rect(plate), look.paper()));
    badge.draw(look, frame, sign, is_flipped, BlockQuality::Line);
    frame.items.append(&mut named.items);
    if let Some(leader) = rating {
        pips(frame, part(0.2, 0.78, 0.6, 0.11), leader, ink);
    }
}

/// Returns the letters of a name that no font has, which no cube of a headquarters can show.
pub(super) fn cube_misfit(hq: &str, side: f64) -> Option<What> {
    let set = set_hq(&mut Frame::default(), hq, Color::BLACK, Rect::new(0.0, 0.0, 0.76 * side, 0.26 * side));
    set.err().filter(|what| matches!(what, What::NoGlyphs(_)))
}

/// Sets the name of a headquarters: whole, or what its leader is called, or the first letters of that. The error says that even these
/// are too small to be read with ease.
fn set_hq(frame: &mut Frame, hq: &str, color: Color, rect: Rect) -> Result<(), What> {
    let least = least_points(color);
    let mut set = |text: &str, lines: usize| {
        let (align, vertical) = (Align::Center, Vertical::Middle);
        let sizes = ((rect.height * 2.6).max(least), least);
        let text_box = TextBox { rect, sizes, lines, hyphens: false, align, vertical };
        let spans = [TextSpan::new(text, Style { font: Font::SansSemi, color })];
        Typesetter::lent(|ts| text_box.set(ts, &spans, frame))
    };
    let [last, letters] = short(hq);
    set(hq, 2).or_else(|_| set(&last, 1)).or_else(|_| set(&letters, 1))
}

/// The least and the most letters of a shortened name on a cube.
const LEAST_LETTERS: usize = 3;
const MOST_LETTERS: usize = 8;

/// Sets what the leader of a headquarters is called, with as many letters as are read with ease in dark letters; returns false if no
/// three are.
fn set_short(frame: &mut Frame, hq: &str, color: Color, rect: Rect) -> bool {
    let [last, _] = short(hq);
    let first = |letters: usize| {
        let kept: String = last.chars().take(letters).collect();
        format!("{}.", kept.trim_end_matches(['\'', '’', '-']))
    };
    let most = last.chars().count().min(MOST_LETTERS);
    let sizes = ((rect.height * 2.6).max(LEAST_POINTS), LEAST_POINTS);
    let mut tried = std::iter::once(last.clone()).chain((LEAST_LETTERS..most).rev().map(first));
    tried.any(|name| !name.is_empty() && draw_text(frame, &name, (Font::SansSemi, color), rect, sizes, 1))
}

/// Returns the smallest size in points at which text of a colour is read with ease; light text stands on a dark ground.
pub(super) fn least_points(color: Color) -> f64 {
    if contrast(color, Color::WHITE) < contrast(color, Color::BLACK) { LEAST_POINTS_REVERSED } else { LEAST_POINTS }
}

/// Draws how good a leader is: three, two or one of three pips filled.
pub(super) fn pips(frame: &mut Frame, r: Rect, leader: Leader, ink: Color) {
    let filled = leader.rating() - 1;
    let radius = (r.height / 2.0).min(r.width / 9.0);
    for i in 0..3 {
        let middle = at(r.x + r.width * (f64::from(i) + 0.5) / 3.0, r.y + r.height / 2.0);
        if i < filled {
            frame.fill(Path::circle(middle, radius), ink);
        } else {
            frame.stroke(Path::circle(middle, radius * 0.85), Stroke::new(ink, radius * 0.3));
        }
    }
}

/// The letters that are left of long words, the most first.
const WORD_LETTERS: [usize; 4] = [7, 6, 5, 4];

/// Returns a name with so many letters of each long word, and a full stop for the rest.
fn abbreviate(name: &str, letters: usize) -> String {
    let short = |word: &str| {
        if word.chars().count() <= letters + 1 {
            return word.to_owned();
        }
        let kept: String = word.chars().take(letters).collect();
        format!("{}.", kept.trim_end_matches(['\'', '’', '-']))
    };
    name.split_whitespace().map(short).collect::<Vec<_>>().join(" ")
}

/// Returns the last word of a name, which is what a leader is called, and the first letters of that: for where all of it has
/// no room.
fn short(name: &str) -> [String; 2] {
    let last = name.split_whitespace().last().unwrap_or_default();
    let letters: String = last.chars().take(4).collect();
    [last.to_owned(), format!("{letters}.")]
}
