//! The field of the stand-in from above: units with their positions and facings, trays, places and their holders.

use std::sync::Arc;

use muster_core::print::Size;
use muster_core::print::font::Font;
use muster_core::print::frame::{Color, Frame, Path, Point, Rect, Stroke, Transform, at};
use muster_core::print::layout::{Align, Style, TextBox, TextSpan, Typesetter, Vertical};
use muster_core::print::template::Look;
use muster_systems::position::TableSpot;
use muster_systems::tabled::rect_around;

use crate::faces::accent_of;
use crate::faces::signs::{self, Sign};
use crate::faces::strokes::{draw_centered, open_arc};
use crate::field::{Direction, FieldSpot, LANE};
use crate::model::UnitKind;

/// The field as it is drawn: the first side's edge is below.
pub(super) struct FieldPicture {
    /// Inches from edge to edge.
    pub(super) depth: u8,
    /// Its lanes.
    pub(super) lanes: u8,
    /// Inches from its edge in which a side deploys; `None` if nobody does.
    pub(super) zone: Option<u8>,
    /// The units on it.
    pub(super) units: Vec<FieldUnit>,
    /// Its places.
    pub(super) places: Vec<FieldPlace>,
    /// The scale at which it is drawn.
    pub(super) scale: FieldScale,
}

/// A unit on the field, or the tray that it lies under.
#[derive(Default)]
pub(super) struct FieldUnit {
    /// Its number, or that of the tray.
    pub(super) number: String,
    /// Its name; empty where nobody may see it.
    pub(super) name: String,
    /// Its side.
    pub(super) side: usize,
    /// Its kind; `None` if nobody may see it.
    pub(super) kind: Option<UnitKind>,
    /// Its place on the field.
    pub(super) spot: FieldSpot,
    /// Its facing.
    pub(super) facing: Direction,
    /// Its models left and at the start; empty where nobody may see them.
    pub(super) strength: String,
    /// Whether it flees.
    pub(super) flees: bool,
    /// The word on it while it flees.
    pub(super) in_flight: String,
    /// Whether it lies under a tray.
    pub(super) is_concealed: bool,
    /// The units that ride with it: kind and name.
    pub(super) riders: Vec<(UnitKind, String)>,
    /// The number of its combat.
    pub(super) combat: Option<usize>,
    /// The markers beside it: sign and word.
    pub(super) marks: Vec<(Sign, String)>,
}

/// A place on the field.
pub(super) struct FieldPlace {
    /// Its name.
    pub(super) name: String,
    /// Its place on the field.
    pub(super) spot: FieldSpot,
    /// The side that holds it.
    pub(super) holder: Option<usize>,
}

/// The scale at which a field is drawn, in millimetres.
#[derive(Debug, Clone, Copy)]
pub(super) struct FieldScale {
    /// An inch of the field.
    pub(super) inch: f64,
    /// The size of a unit: less than a lane wide, and less high than units are apart that are in no combat.
    pub(super) unit: Size,
}

impl FieldScale {
    /// A position, of which each unit shows its name and what is beside it.
    pub(super) const POSITION: FieldScale = FieldScale { inch: 7.0, unit: Size { width: 26.0, height: 17.2 } };

    /// Returns the scale in which a field fits a sheet, its units with their numbers alone.
    pub(super) fn fit_sheet(depth: u8, lanes: u8, room: Size) -> FieldScale {
        let across = (room.width - 2.0 * ASIDE) / f64::from(LANE * i32::from(lanes.max(1)));
        let down = (room.height - 2.0 * BEYOND) / f64::from(depth.max(1));
        let inch = across.min(down).min(FieldScale::POSITION.inch);
        FieldScale { inch, unit: Size { width: (inch * f64::from(LANE) - 0.8).min(16.0), height: STRIP + 1.4 } }
    }

    fn lane(self) -> f64 {
        self.inch * f64::from(LANE)
    }
}

/// Around the field: at the sides, where inches are written, and at the edges, beyond which units reach.
const ASIDE: f64 = 8.0;
pub(super) const BEYOND: f64 = 16.0;
/// The bar along the side of a unit that faces the enemy, and how far its tip reaches beyond it.
const BAR: f64 = 0.9;
const TIP: f64 = 1.4;
/// The height of a fleeing unit, and the size of a place's name.
const FLEEING: f64 = 9.5;
const LABEL: Size = Size { width: 26.0, height: 4.8 };
/// The least width of a unit that has a sign beside its number.
const LEAST_WITH_SIGN: f64 = 12.6;
/// The strip at the top of a unit.
const STRIP: f64 = 4.2;
/// Inches from a place within which a unit holds it (SB-8.32).
const HELD: f64 = 6.0;

/// Returns the width of the drawing of a position on a field with so many lanes, in millimetres.
pub(super) fn width(lanes: u8) -> f64 {
    f64::from(lanes) * FieldScale::POSITION.lane() + 2.0 * ASIDE
}

impl FieldPicture {
    /// Draws the field, with a caption below; returns its size and the drawing.
    pub(super) fn draw(&self, look: &Look, caption: &str) -> (Size, Frame) {
        let mut frame = Frame::default();
        self.ground(look, &mut frame);
        for place in &self.places {
            self.ring(look, &mut frame, place);
        }
        let placed = self.placed_units();
        for (unit, rect) in &placed {
            if unit.flees {
                self.lead(look.color(accent_of(unit.side)), &mut frame, unit.spot, *rect);
            }
            draw_unit(look, &mut frame, unit, *rect);
        }
        let mut taken: Vec<Rect> = placed.into_iter().map(|(_, rect)| rect).collect();
        for place in &self.places {
            let rect = self.free(place.spot, LABEL, &taken);
            taken.push(rect);
            let color = place.holder.map_or(look.muted_color(), |side| look.color(accent_of(side)));
            self.lead(color, &mut frame, place.spot, rect);
            label(look, &mut frame, place, color, rect);
        }
        let size = self.size();
        let middle = at(size.width / 2.0, size.height + 2.0);
        if caption.is_empty() {
            return (size, frame);
        }
        draw_centered(&mut frame, caption, (Font::Sans, look.ink()), middle, 9.0, size.width);
        (Size { height: size.height + 5.0, ..size }, frame)
    }

    /// Draws the field on paper as a board; returns its size too.
    pub(super) fn draw_board(&self, look: &Look) -> (Size, Frame) {
        let (size, drawn) = self.draw(look, "");
        let mut frame = Frame::default();
        frame.fill(Path::rect(Rect::new(0.0, 0.0, size.width, size.height)), look.paper());
        frame.place(&Arc::new(drawn), Transform::from_translate(0.0, 0.0));
        (size, frame)
    }

    /// Returns the units with the places where they are drawn, those that flee last: what lies where others are is moved aside along
    /// its lane.
    fn placed_units(&self) -> Vec<(&FieldUnit, Rect)> {
        let (fleeing, standing): (Vec<&FieldUnit>, Vec<&FieldUnit>) = self.units.iter().partition(|unit| unit.flees);
        let mut taken = self.apart(&standing);
        for unit in &fleeing {
            let size = Size { height: FLEEING, ..self.scale.unit };
            taken.push(self.free(unit.spot, size, &taken));
        }
        standing.into_iter().chain(fleeing).zip(taken).collect()
    }

    /// Returns a field of so many inches and lanes with nothing on it.
    pub(super) fn empty((depth, lanes): (u8, u8), scale: FieldScale) -> FieldPicture {
        FieldPicture { depth, lanes, zone: None, units: Vec::new(), places: Vec::new(), scale }
    }

    /// Returns a square around a place, to be pointed at.
    pub(super) fn target(&self, spot: FieldSpot) -> Rect {
        const SIDE: f64 = 7.0;
        rect_around(self.point(spot), Size { width: SIDE, height: SIDE })
    }

    /// Returns the places of the units, by their numbers.
    pub(super) fn spots(&self) -> Vec<TableSpot> {
        let spot = |(unit, rect): (&FieldUnit, Rect)| TableSpot { name: unit.number.clone(), rect };
        self.placed_units().into_iter().map(spot).collect()
    }

    fn size(&self) -> Size {
        let field = self.field();
        Size { width: field.width + 2.0 * ASIDE, height: field.height + 2.0 * BEYOND }
    }

    fn field(&self) -> Rect {
        Rect::new(ASIDE, BEYOND, f64::from(self.lanes) * self.scale.lane(), f64::from(self.depth) * self.scale.inch)
    }

    /// Returns the point of a place of the field in the drawing.
    pub(super) fn point(&self, spot: FieldSpot) -> Point {
        let field = self.field();
        at(
            field.x + (f64::from(spot.lane) - 0.5) * self.scale.lane(),
            field.bottom() - f64::from(spot.x) * self.scale.inch,
        )
    }

    /// Returns the place where units are drawn that do not flee: where they are, and if that is too near to each other for their
    /// names, as in combat, apart along their lane by as little as can be.
    fn apart(&self, units: &[&FieldUnit]) -> Vec<Rect> {
        let mut rects: Vec<Rect> =
            units.iter().map(|unit| rect_around(self.point(unit.spot), self.scale.unit)).collect();
        for lane in 1..=self.lanes {
            let mut in_lane: Vec<usize> = (0..units.len()).filter(|unit| units[*unit].spot.lane == lane).collect();
            in_lane.sort_by(|a, b| rects[*a].y.total_cmp(&rects[*b].y));
            let tops: Vec<f64> = in_lane.iter().map(|unit| rects[*unit].y).collect();
            for (unit, top) in in_lane.into_iter().zip(spread(&tops, self.scale.unit.height + BAR + TIP)) {
                rects[unit].y = top;
            }
        }
        rects
    }

    /// Returns the rectangle of a size nearest to a place, along its lane, that lies on none of those taken.
    fn free(&self, spot: FieldSpot, size: Size, taken: &[Rect]) -> Rect {
        let point = self.point(spot);
        let steps = u32::from(self.depth) * 4;
        let shifts = (0..steps).flat_map(|step| [f64::from(step), -f64::from(step)]);
        let rects = shifts.map(|shift| rect_around(at(point.x, point.y + shift * self.scale.inch / 4.0), size));
        let is_on_paper = |rect: &Rect| rect.y >= 0.0 && rect.bottom() <= self.size().height;
        let is_free = |rect: &Rect| !taken.iter().any(|other| overlap(*rect, *other));
        rects.filter(is_on_paper).find(is_free).unwrap_or(rect_around(point, size))
    }

    /// Draws a line from where something is to where it is shown, if that is elsewhere.
    fn lead(&self, color: Color, frame: &mut Frame, spot: FieldSpot, rect: Rect) {
        let point = self.point(spot);
        let end = if rect.y > point.y { rect.y } else { rect.bottom() };
        if point.y < rect.y || point.y > rect.bottom() {
            frame.stroke(Path::line(point, at(point.x, end)), Stroke::new(color, 0.5));
            frame.fill(Path::circle(point, 0.9), color);
        }
    }

    /// Draws the lanes with their numbers, inches from both edges, and the zones of deployment.
    fn ground(&self, look: &Look, frame: &mut Frame) {
        let field = self.field();
        frame.fill(Path::rect(field), look.rule().mix(look.paper(), 0.8));
        for lane in 1..=self.lanes {
            let left = field.x + f64::from(lane - 1) * self.scale.lane();
            if lane > 1 {
                let line = Path::line(at(left, field.y), at(left, field.bottom()));
                frame.stroke(line, Stroke::new(look.rule(), 0.2));
            }
            for y in [BEYOND / 4.0, self.size().height - BEYOND / 4.0] {
                let middle = at(left + self.scale.lane() / 2.0, y);
                draw_centered(
                    frame,
                    &lane.to_string(),
                    (Font::Sans, look.muted_color()),
                    middle,
                    8.0,
                    self.scale.lane(),
                );
            }
        }
        for inches in (0..=self.depth).step_by(6) {
            let up = f64::from(inches) * self.scale.inch;
            // Each side counts from its own edge: the first at the left, the second at the right.
            for (side, x, y) in [(0, ASIDE, field.bottom() - up), (1, field.right(), field.y + up)] {
                let out = if side == 0 { -1.0 } else { 1.0 };
                let color = look.color(accent_of(side));
                frame.stroke(Path::line(at(x, y), at(x + out * 1.6, y)), Stroke::new(color, 0.3));
                let middle = at(x + out * 4.8, y);
                draw_centered(frame, &format!("{inches}″"), (Font::Sans, color), middle, 8.0, ASIDE - 2.0);
            }
        }
        for (side, zone) in self.zone.into_iter().flat_map(|zone| [(0, zone), (1, zone)]) {
            let up = f64::from(zone.min(self.depth)) * self.scale.inch;
            let y = if side == 0 { field.bottom() - up } else { field.y + up };
            let dashed = Stroke { dash: Some((2.0, 1.6)), ..Stroke::new(look.color(accent_of(side)), 0.3) };
            frame.stroke(Path::line(at(field.x, y), at(field.right(), y)), dashed);
        }
        frame.stroke(Path::rect(field), Stroke::new(look.ink(), 0.4));
    }

    /// Draws how far a place reaches, in the colour of its holder.
    fn ring(&self, look: &Look, frame: &mut Frame, place: &FieldPlace) {
        let color = place.holder.map_or(look.muted_color(), |side| look.color(accent_of(side)));
        let middle = self.point(place.spot);
        let mut drawn = Frame::default();
        drawn.fill(Path::circle(middle, HELD * self.scale.inch), color.mix(look.paper(), 0.84));
        let dash = place.holder.is_none().then_some((2.0, 1.6));
        let edge = open_arc(middle, HELD * self.scale.inch, 0.0, std::f64::consts::TAU);
        drawn.stroke(edge, Stroke { dash, ..Stroke::new(color, 0.4) });
        frame.place_within(Path::rect(self.field()), &Arc::new(drawn), Transform::from_translate(0.0, 0.0));
    }
}

fn overlap(a: Rect, b: Rect) -> bool {
    a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom()
}

/// Moves ascending numbers so that each is at least so much above the one before: groups that are too near to each other
/// around their middle, by as little as can be.
fn spread(numbers: &[f64], least: f64) -> Vec<f64> {
    // Each group: where it would begin on average, and how many it has.
    let mut groups: Vec<(f64, usize)> = Vec::new();
    for number in numbers {
        let mut group = (*number, 1);
        while let Some((begin, count)) = groups.pop_if(|(begin, count)| *begin + *count as f64 * least > group.0) {
            let before = (begin * count as f64, (group.0 - count as f64 * least) * group.1 as f64);
            group = ((before.0 + before.1) / (count + group.1) as f64, count + group.1);
        }
        groups.push(group);
    }
    let of_group = |(begin, count): (f64, usize)| (0..count).map(move |i| begin + i as f64 * least);
    groups.into_iter().flat_map(of_group).collect()
}

/// Draws a unit by itself, as it faces the enemy; returns its size too.
pub(super) fn alone(look: &Look, unit: &FieldUnit) -> (Size, Frame) {
    let (around, unit_size) = (BAR + TIP, FieldScale::POSITION.unit);
    let size = Size { height: unit_size.height + 2.0 * around, ..unit_size };
    let mut frame = Frame::default();
    frame.fill(Path::rect(Rect::new(0.0, 0.0, size.width, size.height)), look.paper());
    draw_unit(look, &mut frame, unit, Rect::new(0.0, around, unit_size.width, unit_size.height));
    (size, frame)
}

/// Draws a unit: a strip with its number and its models, its name, and below it riders and markers.
fn draw_unit(look: &Look, frame: &mut Frame, unit: &FieldUnit, rect: Rect) {
    let color = look.color(accent_of(unit.side));
    front(look, frame, unit.facing, rect);
    let outline = Path::rect(rect);
    frame.fill(outline.clone(), color.mix(look.paper(), 0.9));
    let strip = Rect { height: STRIP, ..rect };
    frame.fill(Path::rect(strip), color);
    let is_dashed = unit.flees || unit.is_concealed;
    frame.stroke(outline, Stroke { dash: is_dashed.then_some((1.6, 1.0)), ..Stroke::new(color, 0.5) });
    let sign_of = |rect: Rect, i: f64| Rect::new(rect.x + 0.6 + 3.8 * i, rect.y + 0.5, 3.2, 3.2);
    let on_strip = |frame: &mut Frame, align: Align, text: &str, room: Rect| {
        let style = Style { font: Font::SansBold, color: look.paper() };
        write(frame, text, style, (room, (7.5, 5.0), 1), align);
    };
    let has_sign = rect.width >= LEAST_WITH_SIGN;
    if !has_sign {
        // The number has the whole strip.
    } else if unit.is_concealed {
        signs::emblem_in(frame, unit.side, look.paper(), sign_of(strip, 0.0));
    } else if let Some(kind) = unit.kind {
        signs::draw_on(frame, Sign::from_kind(kind), (look.paper(), color), sign_of(strip, 0.0));
    }
    let left = strip.inflate(-0.8, 0.0);
    let beside = if has_sign { Rect { x: left.x + 3.8, width: left.width - 3.8, ..left } } else { left };
    let number = if unit.strength.is_empty() { beside } else { Rect { width: beside.width.min(8.6), ..beside } };
    on_strip(frame, Align::Left, &unit.number, number);
    on_strip(frame, Align::Right, &unit.strength, Rect { x: left.x + 12.0, width: left.width - 12.0, ..left });
    if unit.flees {
        let below = Rect::new(rect.x + 0.7, rect.y + STRIP + 0.2, rect.width - 1.4, rect.height - STRIP - 0.4);
        let style = Style { font: Font::SerifItalic, color: look.ink() };
        write(frame, &unit.in_flight, style, (below, (7.0, 4.5), 2), Align::Center);
        return;
    }
    let has_foot = !(unit.riders.is_empty() && unit.marks.is_empty() && unit.combat.is_none());
    let foot = if has_foot { 4.0 } else { 0.0 };
    let name = Rect::new(rect.x + 0.7, rect.y + STRIP + 0.2, rect.width - 1.4, rect.height - STRIP - foot - 0.4);
    let style = Style { font: Font::SerifBold, color: look.ink() };
    write(frame, &unit.name, style, (name, (9.0, 4.5), 2), Align::Center);
    let foot = Rect::new(rect.x, rect.bottom() - 4.0, rect.width, 4.0);
    draw_foot(look, frame, unit, foot);
}

/// Draws who rides with a unit at the left, its markers and its combat at the right.
fn draw_foot(look: &Look, frame: &mut Frame, unit: &FieldUnit, foot: Rect) {
    let ground = look.color(accent_of(unit.side)).mix(look.paper(), 0.9);
    // From the right: markers, then the combat.
    let mut room_to = foot.right() - 0.6;
    for (sign, _) in &unit.marks {
        let rect = Rect::new(room_to - 3.2, foot.y + 0.3, 3.2, 3.2);
        signs::draw_on(frame, *sign, (look.ink(), ground), rect);
        room_to = rect.x - 0.5;
    }
    if let Some(combat) = unit.combat {
        let number = Rect::new(room_to - 3.0, foot.y, 3.0, foot.height);
        let style = Style { font: Font::SansBold, color: look.ink() };
        write(frame, &combat.to_string(), style, (number, (7.0, 5.0), 1), Align::Center);
        let swords = Rect::new(number.x - 3.2, foot.y + 0.3, 3.2, 3.2);
        signs::draw_on(frame, Sign::Swords, (look.ink(), ground), swords);
        room_to = swords.x - 0.5;
    }
    let mut left = foot.x + 0.6;
    for (kind, _) in &unit.riders {
        let rect = Rect::new(left, foot.y + 0.3, 3.2, 3.2);
        if rect.right() <= room_to {
            signs::draw_on(frame, Sign::from_kind(*kind), (look.ink(), ground), rect);
            left = rect.right() + 0.4;
        }
    }
    let names = unit.riders.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ");
    let room = Rect::new(left, foot.y, room_to - left, foot.height - 0.2);
    let style = Style { font: Font::SerifItalic, color: look.ink() };
    write(frame, &names, style, (room, (7.0, 4.0), 2), Align::Left);
}

/// Draws the side of a unit that faces the enemy: a bar, with a tip that points there.
fn front(look: &Look, frame: &mut Frame, facing: Direction, rect: Rect) {
    let (middle_x, middle_y) = (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
    let (bar, points) = match facing {
        Direction::Away => (
            Rect::new(rect.x, rect.y - BAR, rect.width, BAR),
            [at(middle_x - 3.0, rect.y), at(middle_x, rect.y - BAR - TIP), at(middle_x + 3.0, rect.y)],
        ),
        Direction::Home => (
            Rect::new(rect.x, rect.bottom(), rect.width, BAR),
            [
                at(middle_x - 3.0, rect.bottom()),
                at(middle_x, rect.bottom() + BAR + TIP),
                at(middle_x + 3.0, rect.bottom()),
            ],
        ),
        Direction::Right => (
            Rect::new(rect.right(), rect.y, BAR, rect.height),
            [
                at(rect.right(), middle_y - 3.0),
                at(rect.right() + BAR + TIP, middle_y),
                at(rect.right(), middle_y + 3.0),
            ],
        ),
        Direction::Left => (
            Rect::new(rect.x - BAR, rect.y, BAR, rect.height),
            [at(rect.x, middle_y - 3.0), at(rect.x - BAR - TIP, middle_y), at(rect.x, middle_y + 3.0)],
        ),
    };
    frame.fill(Path::rect(bar), look.ink());
    frame.fill(Path::polygon(&points), look.ink());
}

/// Draws a place's name, with the emblem of its holder.
fn label(look: &Look, frame: &mut Frame, place: &FieldPlace, color: Color, rect: Rect) {
    frame.fill(Path::rounded_rect(rect, 1.0), look.paper());
    frame.stroke(Path::rounded_rect(rect, 1.0), Stroke::new(color, 0.4));
    let mut room = rect.inflate(-0.8, 0.0);
    if let Some(side) = place.holder {
        signs::emblem_in(frame, side, color, Rect::new(room.x, rect.y + 0.9, 2.8, 2.8));
        room = Rect { x: room.x + 3.3, width: room.width - 3.3, ..room };
    }
    let style = Style { font: Font::SansSemi, color };
    write(frame, &place.name, style, (room, (7.0, 4.5), 1), Align::Center);
}

/// Writes a text into a box, as large as it fits. A text that does not fit is omitted.
fn write(frame: &mut Frame, text: &str, style: Style, (rect, sizes, lines): (Rect, (f64, f64), usize), align: Align) {
    let text_box = TextBox { rect, sizes, lines, hyphens: true, align, vertical: Vertical::Middle };
    // What is too long for so small a piece is on its card.
    let _fits = Typesetter::lent(|ts| text_box.set(ts, &[TextSpan::new(text, style)], frame));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_near_is_spread_around_its_middle() {
        assert!(spread(&[], 2.0).is_empty());
        assert_eq!(spread(&[0.0, 5.0], 2.0), [0.0, 5.0], "far enough already");
        assert_eq!(spread(&[4.0, 5.0], 2.0), [3.5, 5.5]);
        assert_eq!(spread(&[0.0, 4.0, 4.0, 9.0], 2.0), [0.0, 3.0, 5.0, 9.0]);
        // A group that reaches the one before takes it along.
        assert_eq!(spread(&[0.0, 2.0, 2.0, 2.0], 2.0), [-1.5, 0.5, 2.5, 4.5]);
    }

    #[test]
    fn nothing_is_drawn_on_a_unit_that_stands() {
        let unit = |x: u8, flees: bool| FieldUnit { spot: FieldSpot { x, lane: 1 }, flees, ..FieldUnit::default() };
        let standing = [unit(12, false), unit(13, false), unit(16, false)];
        let picture = FieldPicture {
            depth: 24,
            lanes: 1,
            zone: None,
            units: Vec::new(),
            places: Vec::new(),
            scale: FieldScale::POSITION,
        };
        let mut taken = picture.apart(&standing.iter().collect::<Vec<_>>());
        for flees in [true; 3] {
            let fleeing = unit(13, flees);
            taken.push(picture.free(fleeing.spot, Size { height: FLEEING, ..picture.scale.unit }, &taken));
        }
        for (i, rect) in taken.iter().enumerate() {
            assert!(rect.y >= 0.0 && rect.bottom() <= picture.size().height, "{rect:?}");
            assert!(taken[..i].iter().all(|other| !overlap(*rect, *other)), "{taken:?}");
        }
    }
}
