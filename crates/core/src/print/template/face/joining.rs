//! A template on its way to a face: names looked up, colours mixed, each box given its content.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::{ColumnStyle, FieldUse, Filling, FlowStyle, Outline, Paint, Rule, Tag, TextStyle};
use crate::print::font::Font;
use crate::print::frame::{Color, Rect, Transform};
use crate::print::inks::StatedInks;
use crate::print::layout::{Align, TextBox, Vertical};
use crate::print::template::compose::ROOM_FOR_ART;
use crate::print::template::condition::{Condition, other_sign};
use crate::print::template::content::{ANY_FIELD, FaceOffer, Offer, field};
use crate::print::template::fault::{TemplateFault, TemplateMistake, most_percent};
use crate::print::template::flow::Flow;
use crate::print::template::fonts::{FontName, Fonts};
use crate::print::template::icons::Icons;
use crate::print::template::look::{AccentColors, Look, Palette};
use crate::print::template::pictures::{ACCENT, CARD, PictureBox, PictureSource};
use crate::print::template::text::{Part, find_unclosed, parts};
use crate::print::template::{
    Above, Accent, Bounds, BoxConditions, BoxSpec, CellSize, Degrees, Ink, Label, Leading, Length, LineCount,
    LineWidth, Names, ParagraphStyle, Pattern, Percent, PointSize, Position, Scale, Shape, SpaceAbove, TableColumn,
};
use crate::print::{MAX_BLEED, SAFE, Size};

/// Colours that every template has.
const COLORS: [&str; 4] = ["ink", "paper", "muted", "rule"];

/// A template on its way to a face.
pub(super) struct Joining<'a> {
    pub(super) offer: &'a Offer,
    pub(super) face: &'a FaceOffer,
    pub(super) size: Size,
    pub(super) fonts: Fonts,
    pub(super) palette: Palette,
    pub(super) icons: Icons,
    pub(super) faults: Vec<TemplateFault>,
    pub(super) fields: Vec<FieldUse>,
}

impl Joining<'_> {
    fn fault(&mut self, pointer: impl Into<String>, wrong: TemplateMistake) {
        self.faults.push(TemplateFault::new(pointer, wrong));
    }

    /// Tells of a name that is not among those there are.
    fn check_known<'n>(
        &mut self,
        kind: &'static str,
        found: &str,
        allowed: impl IntoIterator<Item = &'n str>,
        pointer: String,
    ) {
        let allowed: Vec<String> = allowed.into_iter().map(str::to_owned).collect();
        if !allowed.iter().any(|name| name == found) {
            self.fault(pointer, TemplateMistake::Unknown { kind, found: found.to_owned(), allowed });
        }
    }

    /// Returns the conditions of a box, which are written at a place. Tells of names that mean nothing, and of values that cannot
    /// be compared.
    pub(super) fn conditions(&mut self, written: Option<&BoxConditions>, pointer: &str) -> Vec<Condition> {
        let Some(written) = written else { return Vec::new() };
        let FaceOffer { texts, drawings, flows, pictures, .. } = *self.face;
        let conditions: Vec<Condition> = written.names().iter().map(|text| Condition::parse(text)).collect();
        for (i, (text, condition)) in written.names().iter().zip(&conditions).enumerate() {
            let at = match written {
                BoxConditions::One(_) => pointer.to_owned(),
                BoxConditions::Several(_) => format!("{pointer}/{i}"),
            };
            if let Some((sign, help)) = other_sign(text) {
                self.fault(at, TemplateMistake::Sign { sign, help });
                continue;
            }
            if let Some(value) = condition.senseless() {
                self.fault(
                    at.clone(),
                    TemplateMistake::Comparison { name: condition.name.clone(), value: value.to_owned() },
                );
            }
            let room = (!pictures.is_empty()).then_some(ROOM_FOR_ART);
            let others = drawings.iter().chain(flows).chain(pictures).copied().chain(room);
            let names = texts.iter().copied().chain(others.filter(|_| !condition.is_comparison()));
            self.known_text("text", &condition.name, names, at);
        }
        conditions
    }

    /// Tells of a name that is neither among those there are nor a data field, if cards of the face may have some.
    fn known_text<'n>(
        &mut self,
        kind: &'static str,
        found: &str,
        allowed: impl IntoIterator<Item = &'n str>,
        pointer: String,
    ) {
        match field(found).filter(|_| self.face.fields) {
            Some(name) => self.fields.push(FieldUse { name: name.to_owned(), file: None, pointer }),
            None => {
                let fields = self.face.fields.then_some(ANY_FIELD);
                let allowed: Vec<&str> = allowed.into_iter().chain(fields).collect();
                self.check_known(kind, found, allowed, pointer);
            }
        }
    }

    /// Returns the font of a name, or what stands for a carried one; tells of a name that means nothing.
    fn font(&mut self, name: Option<&FontName>, default: Font, pointer: &str, key: &str) -> Font {
        let Some(FontName(name)) = name else { return self.fonts.replacement(default) };
        self.fonts.find_font(name).unwrap_or_else(|| {
            let allowed: Vec<String> = self.fonts.names().map(str::to_owned).collect();
            let wrong = TemplateMistake::Unknown { kind: "font", found: name.clone(), allowed };
            self.fault(format!("{pointer}/{key}"), wrong);
            default
        })
    }

    pub(super) fn palette(&mut self, palette: &Names<Ink>) {
        for (name, ink) in &palette.0 {
            match hex(&ink.0) {
                Some(color) => self.palette.push((name.clone(), color)),
                None => {
                    let text = format!("expected a colour `#rrggbb` in the palette, not `{}`", ink.0);
                    self.fault(format!("/palette/{name}"), TemplateMistake::Missing(text));
                }
            }
        }
        for name in COLORS.iter().chain(self.offer.colors) {
            if palette.get(name).is_none() {
                self.fault("/palette", TemplateMistake::Missing(format!("there is no `{name}` in the palette")));
            }
        }
    }

    pub(super) fn looks(&mut self, accents: &Names<Accent>) -> Vec<(&'static str, Look)> {
        for (name, _) in &accents.0 {
            self.check_known("accent", name, self.offer.accents.iter().copied(), format!("/accents/{name}"));
        }
        // Cards of a game without accents have none: black, where a template asks for it.
        let named = if self.offer.accents.is_empty() { &[""][..] } else { self.offer.accents };
        let colors: Vec<AccentColors> = named.iter().map(|name| self.accent_colors(name, accents)).collect();
        let (palette, symbols) = (Arc::new(self.palette.clone()), Arc::new(Mutex::new(HashMap::new())));
        let accents = Arc::new(colors);
        let look = |(index, (name, accent, on_accent, pattern)): (usize, &AccentColors)| {
            let look = Look {
                palette: Arc::clone(&palette),
                accents: Arc::clone(&accents),
                accent: *accent,
                on_accent: *on_accent,
                pattern: *pattern,
                index,
                symbols: Arc::clone(&symbols),
            };
            (*name, look)
        };
        let looks = accents.iter().enumerate().map(look);
        looks.filter(|(name, _)| self.face.accents.is_empty() || self.face.accents.contains(name)).collect()
    }

    /// Returns the colours of a kind of card, with a fault if there are none.
    fn accent_colors(&mut self, name: &'static str, accents: &Names<Accent>) -> AccentColors {
        let accent = accents.get(name);
        if accent.is_none() && !name.is_empty() {
            self.fault("/accents", TemplateMistake::Missing(format!("there is no `{name}` in the accents")));
        }
        let mut ink = |ink: Option<&Ink>, key: &str| {
            let paint = ink.map(|ink| self.paint(ink, &format!("/accents/{name}/{key}")));
            match paint {
                Some(Paint::Fixed(color)) => Some(color),
                _ => None,
            }
        };
        let color = ink(accent.and_then(|a| a.color.as_ref()), "color").unwrap_or(Color::BLACK);
        let on_accent = ink(accent.and_then(|a| a.text.as_ref()), "text").unwrap_or(Color::WHITE);
        (name, color, on_accent, accent.and_then(|a| a.pattern).unwrap_or(Pattern::None))
    }

    pub(super) fn inks(&mut self, all: &Names<[Percent; 4]>, of_text: &Names<[Percent; 4]>) -> StatedInks {
        let mut stated = StatedInks::default();
        let all = all.0.iter().map(|stated| ("inks", stated));
        for (key, (name, parts)) in all.chain(of_text.0.iter().map(|stated| ("text-inks", stated))) {
            let pointer = format!("/{key}/{name}");
            let Some(color) = hex(name) else {
                // By name, the inks of a colour would stay those of the one that it replaces.
                let text = format!("expected a colour `#rrggbb` to state inks for, not `{name}`");
                self.fault(pointer, TemplateMistake::Missing(text));
                continue;
            };
            let percent = parts.iter().map(|part| u16::from(part.get())).sum();
            if percent > most_percent() {
                self.fault(pointer, TemplateMistake::TooMuchInk(percent));
            }
            let inks = parts.map(|part| f64::from(part.get()) / 100.0);
            match key {
                "inks" => stated.state(color, inks),
                _ => stated.state_of_small_text(color, inks),
            }
        }
        stated
    }

    fn paint(&mut self, ink: &Ink, pointer: &str) -> Paint {
        let (name, percent) = tint(&ink.0);
        match (name, percent) {
            ("accent", None) => return Paint::Accent,
            ("on-accent", None) => return Paint::OnAccent,
            ("accent", Some(percent)) => return Paint::AccentTint(percent),
            ("on-accent", Some(percent)) => return Paint::OnAccentTint(percent),
            _ => {}
        }
        if let Some(color) = hex(name).or_else(|| self.find_color(name)) {
            let paper = self.find_color("paper").unwrap_or(Color::WHITE);
            return Paint::Fixed(percent.map_or(color, |percent| paper.mix(color, f64::from(percent) / 100.0)));
        }
        let allowed = self.palette.iter().map(|(name, _)| name.clone());
        let allowed = allowed.chain(["accent".to_owned(), "on-accent".to_owned()]).collect();
        self.fault(pointer, TemplateMistake::Unknown { kind: "colour", found: name.to_owned(), allowed });
        Paint::Fixed(Color::BLACK)
    }

    /// Returns a colour of the palette.
    fn find_color(&self, name: &str) -> Option<Color> {
        self.palette.iter().find(|(known, _)| known == name).map(|(_, color)| *color)
    }

    /// Returns the paint of an optional colour.
    fn some(&mut self, ink: Option<&Ink>, pointer: &str, key: &str) -> Option<Paint> {
        ink.map(|ink| self.paint(ink, &format!("{pointer}/{key}")))
    }

    fn or_named(&mut self, ink: Option<&Ink>, name: &str, pointer: &str, key: &str) -> Paint {
        let named = self.find_color(name).unwrap_or(Color::BLACK);
        self.some(ink, pointer, key).unwrap_or(Paint::Fixed(named))
    }

    pub(super) fn styles(&mut self, styles: &Names<ParagraphStyle>) -> Vec<(String, FlowStyle)> {
        let mut known = Vec::new();
        for (name, style) in &styles.0 {
            let pointer = format!("/styles/{name}");
            self.needless_style(style, &pointer);
            let label = |joining: &mut Self, label: Option<&Label>, key: &str| {
                let (pointer, none) = (format!("{pointer}/{key}"), Label::default());
                let label = label.unwrap_or(&none);
                Tag {
                    font: joining.font(label.font.as_ref(), Font::SansBold, &pointer, "font"),
                    size: label.size.map_or(0.86, Scale::get),
                    color: joining.or_named(label.color.as_ref(), "ink", &pointer, "color"),
                    fill: joining.some(label.fill.as_ref(), &pointer, "fill"),
                    stroke: joining.some(label.stroke.as_ref(), &pointer, "stroke"),
                    width: label.width.map_or(0.4, LineWidth::get),
                    radius: label.radius.map_or(0.5, Length::get),
                    caps: label.caps.unwrap_or(false),
                    mark: label.mark,
                }
            };
            let rule = |joining: &mut Self, rule: &Above, key: &str| Rule {
                color: joining.or_named(rule.color.as_ref(), "rule", &pointer, &format!("{key}/color")),
                width: rule.width.map_or(0.2, LineWidth::get),
                length: rule.length.map(Length::get),
                space: rule.space.map_or(0.8, Length::get),
            };
            let fonts = [
                self.font(style.font.as_ref(), Font::Sans, &pointer, "font"),
                self.font(style.strong.as_ref(), Font::SansBold, &pointer, "strong"),
                self.font(style.emphasis.as_ref(), Font::SerifItalic, &pointer, "emphasis"),
            ];
            let color = self.or_named(style.color.as_ref(), "ink", &pointer, "color");
            let column = |joining: &mut Self, (i, column): (usize, &TableColumn)| ColumnStyle {
                width: column.width.get(),
                align: column.align.unwrap_or(Align::Left),
                font: match &column.font {
                    Some(name) => joining.font(Some(name), fonts[0], &pointer, &format!("columns/{i}/font")),
                    None => fonts[0],
                },
                size: column.size.map_or(1.0, Scale::get),
                color: joining.some(column.color.as_ref(), &pointer, &format!("columns/{i}/color")).unwrap_or(color),
            };
            let columns = style.columns.iter().flatten().enumerate();
            let style = FlowStyle {
                fonts,
                color,
                muted: self.or_named(None, "muted", &pointer, "color"),
                size: style.size.map_or(1.0, Scale::get),
                leading: style.leading.map_or(crate::print::layout::LEADING, Leading::get),
                align: style.align.unwrap_or(Align::Left),
                hyphens: style.hyphens.unwrap_or(style.align != Some(Align::Center)),
                indent: style.indent.map_or(0.0, Length::get),
                bar: self.some(style.bar.as_ref(), &pointer, "bar"),
                before: style.before.map_or(0.0, SpaceAbove::get),
                above: style.above.as_ref().map(|above| rule(self, above, "above")),
                below: style.below.as_ref().map(|below| rule(self, below, "below")),
                columns: columns.map(|numbered| column(self, numbered)).collect(),
                row: style.row.unwrap_or(false),
                label: label(self, style.label.as_ref(), "label"),
                aside: label(self, style.aside.as_ref(), "aside"),
            };
            known.push((name.clone(), style));
        }
        for name in self.face.styles {
            if styles.get(name).is_none() {
                self.fault("/styles", TemplateMistake::Missing(format!("there is no `{name}` in the styles")));
            }
        }
        known
    }

    /// Tells of settings that mean nothing to what stands in a box.
    fn needless(&mut self, spec: &BoxSpec, pointer: &str) {
        let (kind, allowed): (_, &'static [&'static str]) = match spec.shape {
            Some(Shape::Pattern) => ("a pattern", &["color", "cell"]),
            Some(Shape::Emblem) => ("an emblem", &["fill", "stroke", "width", "color", "opacity", "turn"]),
            Some(Shape::Flags) => ("flags", &["fill", "stroke", "width", "color", "opacity", "turn"]),
            Some(Shape::Laurel) => ("a laurel", &["color", "opacity", "turn"]),
            Some(Shape::Ribbon) => ("a ribbon", &["fill", "stroke", "width", "dash", "opacity", "turn", "gradient"]),
            Some(Shape::Line) => ("a line", &["stroke", "width", "dash"]),
            Some(Shape::Ellipse) => ("an ellipse", &["fill", "stroke", "width", "dash", "opacity", "turn", "gradient"]),
            Some(Shape::Rectangle) => {
                ("a rectangle", &["fill", "stroke", "width", "dash", "radius", "opacity", "turn", "gradient"])
            }
            None if spec.text.is_some() => {
                ("a text", &["size", "font", "color", "align", "vertical", "lines", "hyphens", "caps", "turn"])
            }
            None if spec.image.is_some() => {
                ("a picture", &["fit", "focus", "mask", "crops", "opacity", "turn", "radius"])
            }
            None if spec.flow.is_some() => ("a flow", &["size", "preferred", "gap", "foot"]),
            None => ("a drawing", &[]),
        };
        for key in spec.settings().filter(|key| !allowed.contains(key)) {
            self.fault(format!("{pointer}/{key}"), TemplateMistake::Needless { key, kind, allowed });
        }
    }

    /// Tells of settings that mean nothing to a row, to a table, or to anything else.
    fn needless_style(&mut self, style: &ParagraphStyle, pointer: &str) {
        let written = [
            ("label", style.label.is_some()),
            ("aside", style.aside.is_some()),
            ("leading", style.leading.is_some()),
            ("align", style.align.is_some()),
            ("hyphens", style.hyphens.is_some()),
            ("indent", style.indent.is_some()),
            ("bar", style.bar.is_some()),
            ("columns", style.columns.is_some()),
        ];
        let (kind, allowed): (_, &'static [&'static str]) = match (style.row, &style.columns) {
            (Some(true), _) => ("a row", &["label", "aside"]),
            (_, Some(_)) => ("a table", &["columns", "leading"]),
            _ => ("a paragraph", &["leading", "align", "hyphens", "indent", "bar"]),
        };
        for (key, _) in written.into_iter().filter(|(key, is)| *is && !allowed.contains(key)) {
            // Whoever makes lines of a row has to know that its label goes.
            let at = if style.row == Some(false) { "row" } else { key };
            self.fault(format!("{pointer}/{at}"), TemplateMistake::Needless { key, kind, allowed });
        }
    }

    /// Returns true if a printer may print the face: counters and other pieces that are smaller than every card on sale are
    /// cut by hand, and have no safe line.
    fn is_printed(&self) -> bool {
        const SMALLEST: f64 = 40.0;
        self.size.width.min(self.size.height) >= SMALLEST
    }

    /// Returns the content of a box; `None` if that cannot be said.
    pub(super) fn filling(&mut self, spec: &BoxSpec, pointer: &str, styles: &[(String, FlowStyle)]) -> Option<Filling> {
        let rect = self.rect(spec, pointer)?;
        self.needless(spec, pointer);
        let color = self.or_named(spec.color.as_ref(), "ink", pointer, "color");
        if let Some(shape) = spec.shape {
            return Some(Filling::Shape(self.outline(spec, shape, (rect, color), pointer)));
        }
        if let Some(image) = &spec.image {
            let source = self.picture(image, &format!("{pointer}/image"));
            return Some(Filling::Picture(PictureBox::new(spec, source, rect)));
        }
        if let Some(name) = &spec.draw {
            self.check_known("drawing", name, self.face.drawings.iter().copied(), format!("{pointer}/draw"));
            return Some(Filling::Drawing { name: name.clone(), rect });
        }
        if let Some(name) = &spec.flow {
            self.check_known("flow", name, self.face.flows.iter().copied(), format!("{pointer}/flow"));
            return Some(Filling::Flow { name: name.clone(), flow: self.flow(spec, rect, styles) });
        }
        let parts = self.text(spec.text.as_deref().unwrap_or_default(), &format!("{pointer}/text"));
        let (least, most) = sizes(spec);
        let text_box = TextBox {
            rect,
            sizes: (most, least),
            lines: usize::from(spec.lines.map_or(1, LineCount::get)),
            hyphens: spec.hyphens.unwrap_or(false),
            align: spec.align.unwrap_or(Align::Left),
            vertical: spec.vertical.unwrap_or(Vertical::Middle),
        };
        let font = self.font(spec.font.as_ref(), Font::Sans, pointer, "font");
        let style = TextStyle { font, color, caps: spec.caps.unwrap_or(false) };
        Some(Filling::Text { parts, style, text_box, turn: turn(spec) })
    }

    /// Returns the place of a box that says one thing; `None` if it has no place or does not.
    fn rect(&mut self, spec: &BoxSpec, pointer: &str) -> Option<Rect> {
        let Some([x, y, width, height]) = spec.at.map(|at| at.map(Position::get)) else {
            let text = "the box has no position: `at: [left, top, width, height]`".to_owned();
            self.fault(pointer, TemplateMistake::Missing(text));
            return None;
        };
        let rect = Rect::new(x, y, width, height);
        let written =
            [spec.text.is_some(), spec.draw.is_some(), spec.flow.is_some(), spec.image.is_some(), spec.shape.is_some()];
        if written.iter().filter(|is| **is).count() != 1 {
            let text = "a box needs exactly one of `text`, `draw`, `flow`, `image` and `shape`".to_owned();
            self.fault(pointer, TemplateMistake::Missing(text));
            return None;
        }
        let solid = !matches!(spec.shape, Some(Shape::Line));
        for (what, length) in [("width", width), ("height", height)] {
            if length < 0.0 || (solid && length == 0.0) {
                self.fault(format!("{pointer}/at"), TemplateMistake::Size(what, length));
                return None;
            }
        }
        let beyond = beyond(rect.transform(Transform::from_rotate_at(turn(spec), rect.middle())), self.size);
        if beyond > MAX_BLEED + 0.001 {
            self.fault(format!("{pointer}/at"), TemplateMistake::Outside(beyond - MAX_BLEED));
        } else if (spec.text.is_some() || spec.flow.is_some()) && self.is_printed() && beyond > -SAFE + 0.001 {
            self.fault(format!("{pointer}/at"), TemplateMistake::Unsafe(beyond + SAFE));
        }
        Some(rect)
    }

    fn outline(&mut self, spec: &BoxSpec, shape: Shape, (rect, color): (Rect, Paint), pointer: &str) -> Outline {
        Outline {
            pointer: pointer.to_owned(),
            shape,
            rect,
            fill: self.some(spec.fill.as_ref(), pointer, "fill"),
            stroke: self.some(spec.stroke.as_ref(), pointer, "stroke"),
            color,
            width: spec.width.map_or(0.3, LineWidth::get),
            radius: spec.radius.map_or(0.0, Length::get).min(rect.width / 2.0).min(rect.height / 2.0).max(0.0),
            dash: spec.dash.map(|[dash, gap]| (dash.get(), gap.get())),
            cell: spec.cell.map_or(2.2, CellSize::get),
            opacity: spec.opacity.map_or(1.0, Percent::part),
            turn: turn(spec),
            gradient: spec.gradient.as_ref().map(|gradient| {
                let to = self.paint(&gradient.to, &format!("{pointer}/gradient/to"));
                (to, gradient.angle.map_or(180.0, Degrees::get))
            }),
        }
    }

    fn picture(&mut self, image: &str, pointer: &str) -> PictureSource {
        if let Some(open) = find_unclosed(image) {
            self.fault(pointer, TemplateMistake::Unclosed(open.to_owned()));
        }
        let source = PictureSource::new(parts(image), self.face.pictures);
        if let PictureSource::Path(parts) = &source {
            for part in parts {
                if let Part::Role(name) = part {
                    let face = self.face;
                    let allowed = face.texts.iter().chain(face.pictures).copied().chain([CARD, ACCENT]);
                    self.known_text("picture", name, allowed, pointer.to_owned());
                }
            }
        }
        source
    }

    fn flow(&self, spec: &BoxSpec, rect: Rect, styles: &[(String, FlowStyle)]) -> Flow {
        let (least, most) = sizes(spec);
        Flow {
            rect,
            sizes: (most, least),
            preferred: spec.preferred.iter().flatten().map(|size| size.get()).collect(),
            gaps: spec.gap.map(Bounds::ends).map_or((1.3, 2.8), |(least, most)| (least.get(), most.get())),
            foot: spec.foot.map(|foot| {
                let (low, high) = foot.size.map_or((6.5, 8.0), points);
                ((high, low), foot.spares.map_or(least, PointSize::get))
            }),
            styles: styles.to_vec(),
            strong: self.fonts.replacement(Font::SansBold),
        }
    }

    fn text(&mut self, text: &str, pointer: &str) -> Vec<Part> {
        if let Some(open) = find_unclosed(text) {
            self.fault(pointer, TemplateMistake::Unclosed(open.to_owned()));
        }
        let parts = parts(text);
        for part in &parts {
            match part {
                Part::Role(name) => self.known_text("text", name, self.face.texts.iter().copied(), pointer.to_owned()),
                Part::Icon(name) => {
                    let names: Vec<String> = self.icons.names().map(str::to_owned).collect();
                    self.check_known("icon", name, names.iter().map(String::as_str), pointer.to_owned());
                }
                Part::Text(_) => {}
            }
        }
        parts
    }
}

/// Returns the turn of a box in degrees.
fn turn(spec: &BoxSpec) -> f64 {
    spec.turn.map_or(0.0, Degrees::get)
}

/// Returns the smallest and the largest text size of a box in points.
fn sizes(spec: &BoxSpec) -> (f64, f64) {
    spec.size.map_or((6.0, 10.0), points)
}

/// Returns the smallest and the largest text size in points.
fn points(size: Bounds<PointSize>) -> (f64, f64) {
    let (least, most) = size.ends();
    (least.get(), most.get())
}

/// Returns the distance a box reaches beyond the trim, in millimetres; below 0 if it stays inside.
fn beyond(rect: Rect, size: Size) -> f64 {
    let sides = [-rect.x, -rect.y, rect.right() - size.width, rect.bottom() - size.height];
    sides.into_iter().fold(f64::MIN, f64::max)
}

/// Returns a colour's name, and how many percent of it there are.
fn tint(text: &str) -> (&str, Option<u8>) {
    let tint = text.strip_suffix('%').and_then(|text| text.split_once(' '));
    let tint = tint.and_then(|(name, percent)| Some((name, Some(percent.parse().ok()?))));
    tint.unwrap_or((text, None))
}

/// Returns a colour written `#rrggbb`.
fn hex(text: &str) -> Option<Color> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let byte = |i: usize| u8::from_str_radix(digits.get(i..i + 2)?, 16).ok();
    Some(Color(byte(0)?, byte(2)?, byte(4)?))
}
