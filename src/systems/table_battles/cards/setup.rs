//! The set-up card of a scenario: name and date, the two sides, rules in force, notes.

use super::SetupView;
use super::style::{BAND, FOOT, GREY, INK, INNER, RULE, band, ink, white};
use super::symbols;
use super::words::join;
use crate::print::font::Font;
use crate::print::frame::{Color, Frame, Path, Rect, Stroke, at};
use crate::print::layout::{Align, LEADING, POINT, Span, Style, TextBox, Typesetter, sizes};
use crate::print::{Misfit, What};
use crate::systems::table_battles::model::{Cards, Rule, Side, TacticalResult};

/// The band's colour: none of the wings'.
const SLATE: Color = Color(52, 52, 52);
/// Text sizes of the sides and of what stands below them.
const SIZES: (f64, f64) = (10.5, 6.0);
/// A side's name is this much larger than its lines.
const NAME: f64 = 1.45;

/// Draws the set-up card.
pub(super) fn face(ts: &mut Typesetter, view: &SetupView<'_>) -> (Frame, Vec<Misfit>) {
    let (mut frame, mut misfits) = (Frame::default(), Vec::new());
    band(&mut frame, SLATE);
    head(ts, &mut frame, view, &mut misfits);
    let room = Rect::new(INNER.x, BAND + 2.0, INNER.width, FOOT - 1.3 - BAND - 2.0);
    let paragraphs = paragraphs(view);
    let mut result = Err(Misfit { name: "set-up", tag: String::new(), what: What::TooLong(0.0) });
    for size in sizes(SIZES) {
        let mut column = Column { ts, frame: Frame::default(), room, y: room.y, size };
        result = column.set(&paragraphs);
        if result.is_ok() {
            frame.items.append(&mut column.frame.items);
            break;
        }
    }
    misfits.extend(result.err());
    (frame, misfits)
}

fn head(ts: &mut Typesetter, frame: &mut Frame, view: &SetupView<'_>, misfits: &mut Vec<Misfit>) {
    let scenario = view.scenario;
    let one = |name, rect, sizes, lines, align| TextBox { name, rect, sizes, lines, hyphens: false, align };
    let row = Rect::new(INNER.x, INNER.y, INNER.width, 3.0);
    let number = scenario.number.map_or_else(|| "Set-up".to_owned(), |n| format!("Set-up · scenario {n}"));
    one("number", Rect { width: row.width * 0.5, ..row }, (6.5, 5.0), 1, Align::Left).set_or_tell(
        ts,
        &[Span::new(&number, white(Font::SansSemi))],
        frame,
        "/number",
        misfits,
    );
    if let Some(set) = &scenario.set {
        one("set", Rect { x: row.x + row.width * 0.5, width: row.width * 0.5, ..row }, (6.5, 4.5), 1, Align::Right)
            .set_or_tell(ts, &[Span::new(set, white(Font::Sans))], frame, "/set", misfits);
    }
    let date = if scenario.date.is_some() { 4.0 } else { 0.0 };
    let top = row.bottom() + 0.6;
    let rect = Rect::new(INNER.x, top, INNER.width, BAND - 0.6 - top - date);
    one("name", rect, (20.0, 8.0), 2, Align::Left).set_or_tell(
        ts,
        &[Span::new(&scenario.name, white(Font::SerifBold))],
        frame,
        "/name",
        misfits,
    );
    if let Some(text) = &scenario.date {
        one("date", Rect { y: rect.bottom() + 0.3, height: date - 0.3, ..rect }, (9.0, 6.0), 1, Align::Left)
            .set_or_tell(ts, &[Span::new(text, white(Font::SerifItalic))], frame, "/date", misfits);
    }
}

/// What stands below the band, in order.
enum Part<'a> {
    /// A side's name; whether it goes first; its morale cubes.
    Side { side: &'a Side, tag: String },
    /// A line with a word before it.
    Line { word: &'static str, text: String, tag: String },
    /// Free text.
    Text { name: &'static str, text: &'a str, tag: String },
}

fn paragraphs<'a>(view: &SetupView<'a>) -> Vec<Part<'a>> {
    let scenario = view.scenario;
    let mut parts = Vec::new();
    for (i, side) in scenario.sides.iter().enumerate() {
        let tag = |field: &str| format!("/sides/{i}/{field}");
        parts.push(Part::Side { side, tag: tag("name") });
        parts.push(Part::Line { word: "Cards", text: cards(&side.cards), tag: tag("cards") });
        if let Some(reserves) = view.reserves.get(i).filter(|r| !r.is_empty()) {
            parts.push(Part::Line { word: "In reserve", text: join(reserves, " and "), tag: tag("cards") });
        }
        if let Some(tactical) = &side.tactical {
            let result = match tactical.result {
                TacticalResult::Victory => "wins",
                TacticalResult::Draw => "draws",
            };
            let text = format!("{result} when {} enemy sticks are eliminated", tactical.sticks);
            parts.push(Part::Line { word: "Tactical", text, tag: tag("tactical") });
        }
    }
    if !scenario.rules.is_empty() {
        let names: Vec<String> = scenario.rules.iter().map(|r| rule(*r).to_owned()).collect();
        parts.push(Part::Line { word: "Rules in force", text: join(&names, " and "), tag: "/rules".to_owned() });
    }
    let special = view.special.iter().enumerate();
    parts.extend(special.map(|(i, text)| Part::Text { name: "special rules", text, tag: format!("/special/{i}") }));
    if let Some(text) = &scenario.notes {
        parts.push(Part::Text { name: "notes", text, tag: "/notes".to_owned() });
    }
    parts
}

fn cards(cards: &Cards) -> String {
    let ranges = match cards {
        Cards::One(range) => std::slice::from_ref(range),
        Cards::Many(ranges) => ranges,
    };
    ranges.iter().map(|r| r.to_string().replace('-', "–")).collect::<Vec<_>>().join(", ")
}

fn rule(rule: Rule) -> &'static str {
    match rule {
        Rule::Links => "links",
        Rule::Shift => "shift",
        Rule::Oblique => "oblique attack",
    }
}

/// Parts set below each other at one size.
struct Column<'a> {
    ts: &'a mut Typesetter,
    frame: Frame,
    room: Rect,
    y: f64,
    size: f64,
}

impl Column<'_> {
    fn set(&mut self, parts: &[Part<'_>]) -> Result<(), Misfit> {
        let mut first = None;
        for part in parts {
            let (name, tag) = match part {
                Part::Side { tag, .. } | Part::Line { tag, .. } => ("side", tag),
                Part::Text { name, tag, .. } => (*name, tag),
            };
            self.part(part).map_err(|what| Misfit { name, tag: tag.clone(), what })?;
            if self.y > self.room.bottom() && first.is_none() {
                first = Some((name, tag));
            }
        }
        let what = What::TooLong(self.y - self.room.bottom());
        first.map_or(Ok(()), |(name, tag)| Err(Misfit { name, tag: tag.clone(), what }))
    }

    fn part(&mut self, part: &Part<'_>) -> Result<(), What> {
        match part {
            Part::Side { side, .. } => self.side(side),
            Part::Line { word, text, .. } => {
                let spans =
                    [Span::new(word, Style { font: Font::Sans, color: GREY }), Span::new(text, ink(Font::SansSemi))];
                self.y += self.size * POINT * 0.2;
                self.paragraph(&spans, self.size)
            }
            Part::Text { text, .. } => {
                self.y += self.size * POINT * 0.5;
                self.paragraph(&[Span::new(text, ink(Font::Serif))], self.size * 1.05)
            }
        }
    }

    fn side(&mut self, side: &Side) -> Result<(), What> {
        if self.y > self.room.y {
            self.y += self.size * POINT * 0.8;
            self.frame
                .stroke(Path::line(at(self.room.x, self.y), at(self.room.right(), self.y)), Stroke::new(RULE, 0.3));
            self.y += self.size * POINT * 0.5;
        }
        self.paragraph(&[Span::new(&side.name, ink(Font::SerifBold))], self.size * NAME)?;
        let height = self.size * POINT * 1.25;
        self.y += self.size * POINT * 0.3;
        let baseline = self.y + height / 2.0 + self.size * POINT * Font::Sans.cap_height() / 2.0;
        let label = self.ts.line(&[Span::new("Morale", Style { font: Font::Sans, color: GREY })], self.size)?;
        let mut x = self.room.x + label.width + 1.2;
        label.draw(&mut self.frame, at(self.room.x, baseline));
        let number = self.ts.line(&[Span::new(&side.morale.to_string(), ink(Font::SansBold))], self.size)?;
        let width = number.width;
        number.draw(&mut self.frame, at(x, baseline));
        x += width + 1.4;
        for _ in 0..side.morale {
            symbols::cube(&mut self.frame, at(x, self.y), height);
            x += height * 1.1;
        }
        if side.first {
            let size = self.size * 0.8;
            let line = self.ts.line(&[Span::new("GOES FIRST", white(Font::SansBold))], size)?;
            let left = self.room.right() - line.width - 2.4;
            if left < x + 0.6 {
                return Err(What::TooLong(x + 0.6 - left));
            }
            self.frame.fill(Path::rounded(Rect::new(left, self.y, self.room.right() - left, height), 0.5), INK);
            let down = (height + line.cap_height) / 2.0;
            let x = left + (self.room.right() - left - line.width) / 2.0;
            line.draw(&mut self.frame, at(x, self.y + down));
        }
        self.y += height + self.size * POINT * 0.1;
        Ok(())
    }

    fn paragraph(&mut self, spans: &[Span<'_>], size: f64) -> Result<(), What> {
        let lines = self.ts.wrap(spans, size, self.room.width, true)?;
        let wide = lines.iter().map(|l| l.width).fold(0.0, f64::max) - self.room.width;
        if wide > 0.05 {
            return Err(What::TooLong(wide));
        }
        let pitch = size * POINT * LEADING;
        for line in lines {
            self.y += pitch;
            line.draw(&mut self.frame, at(self.room.x, self.y - pitch * 0.26));
        }
        Ok(())
    }
}
