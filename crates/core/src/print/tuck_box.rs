//! A tuck box for a deck: the net that is cut out, folded and glued, with the backs of cards on its front and rear.

use std::sync::Arc;

use super::font::Font;
use super::frame::{Color, Frame, Item, Path, Point, Rect, Segment, Stroke, Transform, at};
use super::layout::{Align, Style, TextBox, TextSpan, Typesetter, Vertical};
use super::template::contrast;
use super::{MAX_BLEED, Size};

/// The default thickness of a card in millimetres: card of some 300 g/m².
pub const STOCK: f64 = 0.3;

/// The box is so much wider, higher and deeper inside than what lies in it.
const PLAY: f64 = 1.0;
/// Thinner boxes do not stand.
const LEAST_DEPTH: f64 = 6.0;
/// The strip that is glued behind the side, and the tongue that is tucked in, at most.
const STRIP: f64 = 12.0;
const TONGUE: f64 = 14.0;
/// The distance of flaps from the folds beside them.
const GAP: f64 = 0.5;
/// The taper of flaps.
const TAPER: f64 = 1.5;
/// The reach of colour into the flaps that are hidden, so that no white is seen at a fold.
const OVER: f64 = 2.0;

const CUT: Stroke = Stroke { color: Color::BLACK, width: 0.25, round: false, dash: None };
const FOLD: Stroke = Stroke { color: Color::BLACK, width: 0.25, round: false, dash: Some((2.0, 1.4)) };
/// Under the dashes of a fold, so that they are seen on any colour.
const UNDER_FOLD: Stroke = Stroke { color: Color::WHITE, width: 0.25, round: false, dash: None };

/// A panel: the back of a card and its trimmed size.
#[derive(Debug, Clone)]
pub struct BoxPanel {
    /// The back.
    pub face: Arc<Frame>,
    /// Its trimmed size in millimetres.
    pub size: Size,
}

/// A box for a pile of cards.
#[derive(Debug, Clone)]
pub struct TuckBox {
    /// The trimmed size of the largest card in millimetres.
    pub card: Size,
    /// The height of all cards, laid on each other, in millimetres.
    pub pile: f64,
    /// The text on its sides and its lid.
    pub title: String,
    /// The backs on its front and on its rear; a panel without one is white and bears the title.
    pub panels: [Option<BoxPanel>; 2],
}

impl TuckBox {
    /// Returns the width, height and depth of the box in millimetres.
    pub fn measures(&self) -> [f64; 3] {
        [self.card.width + PLAY, self.card.height + PLAY, (self.pile + PLAY).max(LEAST_DEPTH)]
    }

    /// Returns the net and its size in millimetres. Cuts are lines, folds are dashed; the printed side is the outer one.
    pub fn net(&self, ts: &mut Typesetter) -> (Size, Frame) {
        let net = Net::new(self.measures());
        let mut frame = Frame::default();
        let grounds = [0, 1].map(|panel| self.panels[panel].as_ref().and_then(ground).unwrap_or(Color::WHITE));
        // The rear panel stands left of the front; the lid hangs on it.
        let [front, rear] = [net.upright(2), net.upright(0)];
        let over = |rect: Rect| Rect::new(rect.x, rect.y, rect.width, rect.height + OVER);
        let lid = Rect::new(rear.x, net.tongue, rear.width, net.depth);
        let tongue = Rect::new(rear.x, 0.0, rear.width, net.tongue);
        let mut printed = Frame::default();
        for rect in [over(net.upright(1)), over(net.upright(2)), over(net.upright(3)), net.front_flap(), lid, tongue] {
            printed.fill(Path::rect(rect), grounds[0]);
        }
        let behind = Rect::new(rear.x - OVER, rear.y, rear.width + OVER, rear.height + OVER);
        printed.fill(Path::rect(behind), grounds[1]);
        for (panel, room) in self.panels.iter().zip([front, rear]) {
            match panel {
                Some(panel) => place(&mut printed, panel, room),
                None => self.write(&mut printed, room.inflate(-6.0, -6.0), 0.0, Color::WHITE, ts),
            }
        }
        for side in [1, 3] {
            self.write(&mut printed, net.upright(side).inflate(-1.2, -5.0), 90.0, grounds[0], ts);
        }
        // It is read by whoever looks at the front.
        self.write(&mut printed, lid.inflate(-5.0, -1.2), 180.0, grounds[0], ts);
        frame.place_within(net.outline(), &Arc::new(printed), Transform::from_translate(0.0, 0.0));
        for (from, to) in net.folds() {
            frame.stroke(Path::line(from, to), UNDER_FOLD);
            frame.stroke(Path::line(from, to), FOLD);
        }
        frame.stroke(net.outline(), CUT);
        (net.size(), frame)
    }

    /// Writes the title into a room, turned by quarters with the clock; where none of its sizes fits, it is left out.
    fn write(&self, frame: &mut Frame, room: Rect, degrees: f64, ground: Color, ts: &mut Typesetter) {
        let middle = room.middle();
        let (width, height) = if degrees == 90.0 { (room.height, room.width) } else { (room.width, room.height) };
        let rect = Rect::new(middle.x - width / 2.0, middle.y - height / 2.0, width, height);
        let color =
            if contrast(ground, Color::WHITE) > contrast(ground, Color::BLACK) { Color::WHITE } else { Color::BLACK };
        let lines = if height > 30.0 { 4 } else { 1 };
        let (align, vertical) = (Align::Center, Vertical::Middle);
        let text = TextBox { rect, sizes: (22.0, 5.0), lines, hyphens: false, align, vertical };
        let spans = [TextSpan::new(&self.title, Style { font: Font::SerifBold, color })];
        let mut written = Frame::default();
        if text.set(ts, &spans, &mut written).is_ok() {
            frame.place(&Arc::new(written), Transform::from_rotate_at(degrees, middle));
        }
    }
}

/// Returns the colour that a face is printed on: that of the uppermost rectangle that covers all of it.
fn ground(panel: &BoxPanel) -> Option<Color> {
    let trim = Rect::new(0.0, 0.0, panel.size.width, panel.size.height);
    covering(&panel.face, Transform::from_translate(0.0, 0.0), trim)
}

fn covering(frame: &Frame, map: Transform, trim: Rect) -> Option<Color> {
    frame.items.iter().rev().find_map(|item| match item {
        Item::Group(group) if group.clip.is_none() => covering(&group.frame, map.compose(group.transform), trim),
        Item::Shape(shape) => shape.fill.filter(|_| covers(&shape.path, map, trim)),
        _ => None,
    })
}

/// Returns true if a path is an upright rectangle around all of a face.
fn covers(path: &Path, map: Transform, trim: Rect) -> bool {
    use Segment::{Close, Line, Move};
    let [Move(a), Line(b), Line(c), Line(d), Close] = path.0.as_slice() else { return false };
    let corners = [a, b, c, d].map(|corner| map.apply(*corner));
    let is_any = |beyond: &dyn Fn(&Point) -> bool| corners.iter().any(beyond);
    is_any(&|p| p.x <= trim.x && p.y <= trim.y) && is_any(&|p| p.x >= trim.right() && p.y >= trim.bottom())
}

/// Places a back in the middle of a panel.
fn place(frame: &mut Frame, panel: &BoxPanel, room: Rect) {
    let (x, y) = (room.middle().x - panel.size.width / 2.0, room.middle().y - panel.size.height / 2.0);
    let bleed = Rect::new(x, y, panel.size.width, panel.size.height).inflate(MAX_BLEED, MAX_BLEED);
    let (left, top) = (bleed.x.max(room.x), bleed.y.max(room.y));
    let seen = Rect::new(left, top, bleed.right().min(room.right()) - left, bleed.bottom().min(room.bottom()) - top);
    let mut within = Frame::default();
    within.place(&panel.face, Transform::from_translate(x, y));
    frame.place_within(Path::rect(seen), &Arc::new(within), Transform::from_translate(0.0, 0.0));
}

/// The lengths of a net. From left to right: the strip that is glued, the rear, a side, the front, the other side.
struct Net {
    width: f64,
    height: f64,
    depth: f64,
    strip: f64,
    tongue: f64,
    /// The reach of the flaps of the sides.
    dust: f64,
}

impl Net {
    fn new([width, height, depth]: [f64; 3]) -> Net {
        let (strip, tongue) = ((depth - GAP).min(STRIP), (height / 3.0).min(TONGUE));
        Net { width, height, depth, strip, tongue, dust: (0.85 * depth).min(width / 2.0) }
    }

    /// Returns the left edges of the four upright panels, and the right edge of the last.
    fn edges(&self) -> [f64; 5] {
        let (s, w, d) = (self.strip, self.width, self.depth);
        [s, s + w, s + w + d, s + 2.0 * w + d, s + 2.0 * (w + d)]
    }

    /// Returns the upper and the lower end of the upright panels.
    fn ends(&self) -> (f64, f64) {
        let top = self.tongue + self.depth;
        (top, top + self.height)
    }

    /// Returns an upright panel: the rear, a side, the front, the other side.
    fn upright(&self, panel: usize) -> Rect {
        let (edges, (top, _)) = (self.edges(), self.ends());
        Rect::new(edges[panel], top, edges[panel + 1] - edges[panel], self.height)
    }

    /// Returns the flap below the front, which is seen from below.
    fn front_flap(&self) -> Rect {
        let front = self.upright(2);
        Rect::new(front.x, front.bottom(), front.width, self.depth)
    }

    fn size(&self) -> Size {
        Size { width: self.edges()[4], height: self.ends().1 + self.depth }
    }

    /// Returns the outline of the net: from the top left of the rear panel with the clock.
    fn outline(&self) -> Path {
        let ([rear, side, front, other, right], (top, bottom)) = (self.edges(), self.ends());
        let (tongue, round) = (self.tongue, self.tongue * 0.7);
        let line = |x: f64, y: f64| Segment::Line(at(x, y));
        let corner = round * 0.45;
        let mut path = vec![
            Segment::Move(at(rear, top)),
            line(rear, tongue),
            line(rear + GAP, tongue),
            line(rear + GAP, round),
            Segment::Curve(at(rear + GAP, corner), at(rear + GAP + corner, 0.0), at(rear + GAP + round, 0.0)),
            line(side - GAP - round, 0.0),
            Segment::Curve(at(side - GAP - corner, 0.0), at(side - GAP, corner), at(side - GAP, round)),
            line(side - GAP, tongue),
            line(side, tongue),
            line(side, top),
        ];
        let flap = |from: f64, to: f64, fold: f64, end: f64| {
            let inward = if to > from { 1.0 } else { -1.0 };
            let (gap, taper) = (GAP * inward, TAPER * inward);
            [line(from + gap, fold), line(from + taper, end), line(to - taper, end), line(to - gap, fold)]
        };
        path.extend(flap(side, front, top, top - self.dust));
        // By the notch a thumb takes the tongue.
        let (middle, thumb) = ((front + other) / 2.0, (self.width / 6.0).min(9.0));
        let bend = thumb * 0.552;
        path.extend([
            line(front, top),
            line(middle - thumb, top),
            Segment::Curve(at(middle - thumb, top + bend), at(middle - bend, top + thumb), at(middle, top + thumb)),
            Segment::Curve(at(middle + bend, top + thumb), at(middle + thumb, top + bend), at(middle + thumb, top)),
            line(other, top),
        ]);
        path.extend(flap(other, right, top, top - self.dust));
        path.extend([line(right, top), line(right, bottom)]);
        path.extend(flap(right, other, bottom, bottom + self.dust));
        path.extend(flap(other, front, bottom, bottom + self.depth));
        path.extend(flap(front, side, bottom, bottom + self.dust));
        path.extend(flap(side, rear, bottom, bottom + self.depth));
        let slant = self.strip.min(4.0);
        path.extend([line(rear, bottom), line(0.0, bottom - slant), line(0.0, top + slant), Segment::Close]);
        Path(path)
    }

    /// Returns the two ends of each fold.
    fn folds(&self) -> Vec<(Point, Point)> {
        let (edges, (top, bottom)) = (self.edges(), self.ends());
        let [rear, side, front, other, right] = edges;
        let across = |from: f64, to: f64, y: f64| (at(from, y), at(to, y));
        let mut folds: Vec<(Point, Point)> = edges[..4].iter().map(|x| (at(*x, top), at(*x, bottom))).collect();
        folds.extend([
            across(rear + GAP, side - GAP, self.tongue),
            across(rear, side, top),
            across(side + GAP, front - GAP, top),
            across(other + GAP, right - GAP, top),
        ]);
        folds.extend(edges.windows(2).map(|pair| across(pair[0] + GAP, pair[1] - GAP, bottom)));
        folds
    }
}
