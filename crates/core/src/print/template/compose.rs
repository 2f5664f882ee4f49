//! A card's content onto its face.

use std::sync::Arc;

use super::condition::Condition;
use super::content::{Content, Emphasis, FaceOffer, Run, has_room};
use super::face::{Face, Filling, Outline, Place, Step, TextStyle};
use super::fault::{TemplateFault, TemplateMistake};
use super::flow::FlowInk;
use super::icons::Icons;
use super::look::Look;
use super::setting::Setting;
use super::text::Part;
use super::tiny::TinyText;
use super::typing::Typing;
use super::{PictureOrigin, Shape, WantedPicture};
use super::{emblem, overset};
use crate::print::frame::{
    AreaFill, Color, FilledArea, Frame, Gradient, GradientRun, Group, Icon, Item, Path, Rect, Stroke, Transform, at,
};
use crate::print::layout::{self, TextBox, TextSpan, Typesetter};
use crate::print::picture::Picture;
use crate::print::{Misfit, What};

impl Face {
    /// Texts that do not fit by what is the template's own in them.
    pub fn misfit_texts(&self) -> Vec<TemplateFault> {
        let own = |parts: &[Part]| -> Vec<Part> {
            parts.iter().filter(|part| !matches!(part, Part::Role(_))).cloned().collect()
        };
        let texts = self.steps.iter().filter_map(|step| match step {
            Step::Box(place) => match &place.filling {
                Filling::Text { parts, style, text_box, .. } => Some((&place.pointer, own(parts), *style, text_box)),
                _ => None,
            },
            Step::Shapes(_) => None,
        });
        let Some((_, look)) = self.looks.first() else { return Vec::new() };
        let wrong = texts.filter_map(|(pointer, parts, style, text_box)| {
            let set = |ts: &mut Typesetter| self.text(ts, look, &parts, style, text_box, &Content::default(), None);
            let (what, _) = Typesetter::lent(set).err()?;
            Some(TemplateFault::new(format!("{pointer}/text"), TemplateMistake::Fixed(what)))
        });
        wrong.collect()
    }

    /// Draws a card, and tells what does not fit on it and where on it each thing stands. `pictures` are those that it wants; what is not among them stays empty.
    pub fn compose(
        &self,
        ts: &mut Typesetter,
        content: &Content<'_>,
        pictures: &[(WantedPicture, Arc<Picture>)],
    ) -> Setting {
        in_language_of(content, ts, |ts| self.compose_here(ts, content, pictures))
    }

    /// Draws a card in the language that the typesetter is in.
    fn compose_here(
        &self,
        ts: &mut Typesetter,
        content: &Content<'_>,
        pictures: &[(WantedPicture, Arc<Picture>)],
    ) -> Setting {
        let look = self.look(content.accent);
        let has_room = self.are_large(pictures);
        let mut setting = Setting::new_drawn();
        for (step, i) in self.steps.iter().zip(0..) {
            let before = setting.drawn_so_far();
            match step {
                Step::Shapes(outlines) => {
                    let shapes = look.draw_accented("shapes", i, |look| {
                        let mut frame = Frame::default();
                        outlines.iter().for_each(|outline| outline.draw(look, &mut frame));
                        frame
                    });
                    setting.place(&shapes);
                }
                Step::Box(place) if is_shown(place, content, has_room) => match &place.filling {
                    Filling::Shape(outline) => {
                        let shape = look.draw_accented("shapes", i, |look| {
                            let mut frame = Frame::default();
                            outline.draw(look, &mut frame);
                            frame
                        });
                        setting.place(&shape);
                    }
                    Filling::Picture(picture_box) => {
                        let found = pictures.iter().find(|(wanted, _)| wanted.step == i);
                        if let (Some((wanted, picture)), Some(frame)) = (found, setting.frame.as_mut()) {
                            picture_box.draw(content, picture, frame);
                            if let PictureOrigin::Card(tag) = &wanted.origin {
                                setting.mark(picture_box.rect, tag);
                            }
                        }
                    }
                    Filling::Drawing { name, rect } => {
                        let found = content.drawings.iter().find(|(known, _)| known == name);
                        if let (Some((_, draw)), Some(frame)) = (found, setting.frame.as_mut()) {
                            draw(look, frame, *rect);
                            let tag = content.tags.iter().find(|(known, _)| known == name);
                            setting.mark(*rect, tag.map_or("", |(_, tag)| tag));
                        }
                    }
                    Filling::Text { .. } | Filling::Flow { .. } => self.write(ts, look, place, content, &mut setting),
                },
                Step::Box(_) => {}
            }
            if let Step::Box(place) = step {
                setting.note_tiny(before, &place.name);
            }
        }
        setting
    }

    /// Returns true if a card has a picture, and all that stands in flows with the condition `room-for-art` fits there.
    pub fn has_room_for_art(&self, ts: &mut Typesetter, content: &Content<'_>) -> bool {
        let is_meant = |place: &&Place| {
            let is_flow = matches!(place.filling, Filling::Flow { .. });
            is_flow && place.is_for_large_art() && is_shown(place, content, true)
        };
        let measure = |ts: &mut Typesetter| {
            let (look, mut setting, mut is_any) = (self.look(content.accent), Setting::new_measured(), false);
            for place in self.places().filter(is_meant) {
                is_any = true;
                self.write(ts, look, place, content, &mut setting);
            }
            is_any && setting.misfits.is_empty()
        };
        !content.pictures.is_empty() && in_language_of(content, ts, measure)
    }

    /// Returns true if pictures are those of a card with room for a large one.
    fn are_large(&self, pictures: &[(WantedPicture, Arc<Picture>)]) -> bool {
        pictures.iter().any(|(wanted, _)| self.is_large(wanted))
    }

    /// Returns true if a card without pictures and data fields surely fits on this face, as `offer` has it, with nothing too small to
    /// be read with ease. False says nothing.
    pub fn surely_fits(&self, ts: &mut Typesetter, content: &Content<'_>, offer: &FaceOffer) -> bool {
        let look = self.look(content.accent);
        let ink = FlowInk { look, icons: &self.icons, quotes: &content.language().quotes };
        let fits = |ts: &mut Typesetter, place: &Place| match &place.filling {
            Filling::Flow { name, flow } => {
                content.flow(name).is_none_or(|blocks| has_room(blocks, offer) || flow.surely_fits(ts, ink, blocks))
            }
            Filling::Text { parts, .. } => {
                let mut roles = parts.iter().filter_map(|part| match part {
                    Part::Role(name) => Some(name),
                    Part::Text(_) | Part::Icon(_) => None,
                });
                roles.all(|name| content.has_short_text(name, offer)) || {
                    let mut setting = Setting::new_drawn();
                    self.write(ts, look, place, content, &mut setting);
                    setting.note_tiny((0, 0, 0), &place.name);
                    setting.misfits.is_empty() && setting.tiny.is_empty()
                }
            }
            Filling::Drawing { name, rect } if offer.rooms.is_empty() => {
                let mut frame = Frame::default();
                let drawing = content.drawings.iter().find(|(known, _)| known == name);
                drawing.into_iter().for_each(|(_, draw)| draw(look, &mut frame, *rect));
                TinyText::find_smallest(&frame.items, name).is_none()
            }
            Filling::Drawing { .. } | Filling::Picture(_) | Filling::Shape(_) => true,
        };
        let measure = |ts: &mut Typesetter| {
            self.places().filter(|place| is_shown(place, content, false)).all(|place| fits(ts, place))
        };
        // Whether a picture is good for its box is known once it is read.
        content.pictures.is_empty() && content.fields.is_empty() && in_language_of(content, ts, measure)
    }

    /// Returns true if a picture is wanted for a box that only cards with room for it have.
    pub fn is_large(&self, wanted: &WantedPicture) -> bool {
        matches!(self.steps.get(wanted.step), Some(Step::Box(place)) if place.is_for_large_art())
    }

    fn places(&self) -> impl Iterator<Item = &Place> {
        self.steps.iter().filter_map(|step| match step {
            Step::Box(place) => Some(&**place),
            Step::Shapes(_) => None,
        })
    }

    /// Sets the text or the flow of a box, and draws it if there is a drawing.
    fn write(&self, ts: &mut Typesetter, look: &Look, place: &Place, content: &Content<'_>, setting: &mut Setting) {
        match &place.filling {
            Filling::Flow { name, flow } => {
                if let Some(blocks) = content.flow(name) {
                    let paints = FlowInk { look, icons: &self.icons, quotes: &content.language().quotes };
                    flow.set(ts, paints, blocks, setting);
                }
            }
            Filling::Drawing { .. } | Filling::Picture(_) | Filling::Shape(_) => {}
            Filling::Text { parts, style, text_box, turn } => {
                let mut rect = text_box.rect;
                let set = match setting.frame.as_mut() {
                    Some(frame) if *turn != 0.0 => {
                        let mut turned = Frame::default();
                        let set = self.text(ts, look, parts, *style, text_box, content, Some(&mut turned));
                        let transform = Transform::from_rotate_at(*turn, text_box.rect.middle());
                        rect = rect.transform(transform);
                        if !turned.items.is_empty() {
                            frame.place(&Arc::new(turned), transform);
                        }
                        set
                    }
                    frame => self.text(ts, look, parts, *style, text_box, content, frame),
                };
                // A text of the template's own was measured when it was read.
                match set {
                    Ok(tag) => setting.mark(rect, tag.as_deref().unwrap_or_default()),
                    Err((what, tag)) => {
                        setting.mark(rect, tag.as_deref().unwrap_or_default());
                        setting.misfits.extend(tag.map(|tag| Misfit { name: place.name.clone(), tag, what }));
                    }
                }
            }
        }
    }

    /// Sets a text. Returns the tag of the first thing in it that has one.
    #[expect(clippy::too_many_arguments, reason = "a box, what it says and where it goes")]
    fn text(
        &self,
        ts: &mut Typesetter,
        look: &Look,
        parts: &[Part],
        style: TextStyle,
        text_box: &TextBox,
        content: &Content<'_>,
        mut frame: Option<&mut Frame>,
    ) -> Result<Option<String>, (What, Option<String>)> {
        let (mut runs, mut tag, mut roles, mut found) = (Vec::new(), None, 0, 0);
        for part in parts {
            match part {
                Part::Text(text) => runs.push(Run::plain(text)),
                Part::Icon(name) => runs.push(Run::Icon(name.clone())),
                Part::Role(name) => {
                    roles += 1;
                    if let Some(entry) = content.text(name) {
                        found += 1;
                        runs.extend(entry.runs.iter().cloned());
                        tag.get_or_insert_with(|| entry.tag.clone());
                    }
                }
            }
        }
        if roles > 0 && found == 0 {
            return Ok(None);
        }
        let ink = Ink {
            fonts: [style.font; 3],
            color: style.color.color(look),
            muted: look.muted_color(),
            caps: style.caps,
            quotes: &content.language().quotes,
        };
        let mut inked = ink.all(&runs, look, &self.icons);
        let set = text_box.fit(ts, &spans(&inked), frame.as_deref_mut());
        if let (Err(what), Some(frame)) = (&set, frame) {
            let (first, mut room) = (frame.items.len(), text_box.rect);
            if let What::NoGlyphs(missing) = what {
                overset::replace_missing(&mut inked, missing);
                // Which letters are missing can hardly be seen: all of the text is marked.
                room.height = f64::NEG_INFINITY;
            }
            text_box.overset(ts, &spans(&inked), frame);
            overset::mark(frame, first, room);
        }
        match set {
            Ok(()) => Ok(tag),
            Err(what) => Err((what, tag)),
        }
    }
}

/// Does work in the language of a card's words, if they say it.
fn in_language_of<R>(content: &Content<'_>, ts: &mut Typesetter, work: impl FnOnce(&mut Typesetter) -> R) -> R {
    match &content.locale {
        Some(locale) => ts.with_language(locale, work),
        None => work(ts),
    }
}

/// The name that conditions of boxes have for cards with a picture and so little text that a large one has room.
pub(super) const ROOM_FOR_ART: &str = "room-for-art";

impl Place {
    /// Returns true if only cards with room for a large picture have the box.
    fn is_for_large_art(&self) -> bool {
        self.only_if.iter().any(Condition::is_for_large_art)
    }
}

/// Returns true if a card has a box; `has_room` is that for a large picture.
pub(super) fn is_shown(place: &Place, content: &Content<'_>, has_room: bool) -> bool {
    let holds = |condition: &Condition| condition.holds(content, has_room);
    place.only_if.iter().all(holds) && !place.unless.iter().any(holds)
}

/// The fonts and colours of the parts of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ink<'q> {
    /// Plain, strong, aside.
    pub(super) fonts: [crate::print::font::Font; 3],
    pub(super) color: Color,
    pub(super) muted: Color,
    pub(super) caps: bool,
    /// The marks that open and close a quotation, then a quotation within it.
    pub(super) quotes: &'q [String; 4],
}

/// A part of a text, inked.
#[derive(Debug)]
pub(super) enum Inked {
    Text(String, layout::Style),
    Icon(Icon, layout::Style),
}

impl Ink<'_> {
    pub(super) fn all(self, runs: &[Run], look: &Look, icons: &Icons) -> Vec<Inked> {
        let [plain, strong, aside] = self.fonts;
        let mut typing = Typing::default();
        let ink = |run: &Run| match run {
            Run::Text(text, emphasis) => {
                let text = typing.set(text, self.quotes);
                let style = match emphasis {
                    Emphasis::Plain => layout::Style { font: plain, color: self.color },
                    Emphasis::Strong => layout::Style { font: strong, color: self.color },
                    Emphasis::Muted => layout::Style { font: plain, color: self.muted },
                    Emphasis::Aside => layout::Style { font: aside, color: self.muted },
                };
                Inked::Text(if self.caps { text.to_uppercase() } else { text }, style)
            }
            Run::Icon(name) => {
                typing.icon();
                let style = layout::Style { font: plain, color: self.color };
                match icons.get(look, name) {
                    Some(icon) => Inked::Icon(icon, style),
                    None => Inked::Text(format!(":{name}:"), style),
                }
            }
        };
        runs.iter().map(ink).collect()
    }
}

pub(super) fn spans(inked: &[Inked]) -> Vec<TextSpan<'_>> {
    fn span(inked: &Inked) -> TextSpan<'_> {
        match inked {
            Inked::Text(text, style) => TextSpan::new(text, *style),
            Inked::Icon(icon, style) => TextSpan::icon(icon, *style),
        }
    }
    inked.iter().map(span).collect()
}

impl Outline {
    pub(super) fn draw(&self, look: &Look, frame: &mut Frame) {
        if self.opacity >= 1.0 && self.turn == 0.0 {
            return self.shape(look, frame);
        }
        let mut inner = Frame::default();
        self.shape(look, &mut inner);
        let transform = Transform::from_rotate_at(self.turn, self.rect.middle());
        frame.items.push(Item::Group(Group { transform, frame: Arc::new(inner), clip: None, opacity: self.opacity }));
    }

    fn shape(&self, look: &Look, frame: &mut Frame) {
        let rect = self.rect;
        let inks = || emblem::Inks {
            fill: self.fill.map(|fill| fill.color(look)),
            stroke: self.stroke.map(|stroke| Stroke::new(stroke.color(look), self.width)),
            color: self.color.color(look),
        };
        let path = match self.shape {
            Shape::Emblem => return emblem::emblem(look.pattern, inks(), frame, rect),
            Shape::Flags => return emblem::flags(inks(), frame, rect),
            Shape::Laurel => return emblem::laurel(self.color.color(look), frame, rect),
            Shape::Ribbon => emblem::ribbon(rect),
            Shape::Pattern => return look.pattern.draw(frame, rect, self.cell, self.color.color(look)),
            Shape::Rectangle if self.radius > 0.0 => Path::rounded_rect(rect, self.radius),
            Shape::Rectangle => Path::rect(rect),
            Shape::Ellipse => Path::ellipse(rect),
            Shape::Line => Path::line(at(rect.x, rect.y), at(rect.right(), rect.bottom())),
        };
        if let Some(fill) = self.fill
            && self.shape != Shape::Line
        {
            match self.gradient {
                None => frame.fill(path.clone(), fill.color(look)),
                Some((to, angle)) => {
                    let fill =
                        AreaFill::Gradient(Arc::new(gradient_across(rect, angle, fill.color(look), to.color(look))));
                    frame.items.push(Item::Area(FilledArea { path: path.clone(), fill, even_odd: false }));
                }
            }
        }
        if let Some(stroke) = self.stroke {
            frame.stroke(path, Stroke { dash: self.dash, ..Stroke::new(stroke.color(look), self.width) });
        }
    }
}

/// Returns a gradient from one side of a box to the other, where it reaches the corners that lie farthest in its direction.
fn gradient_across(rect: Rect, angle: f64, from: Color, to: Color) -> Gradient {
    let middle = rect.middle();
    let toward = Transform::from_rotate_at(angle, at(0.0, 0.0)).apply(at(0.0, -1.0));
    let half = (rect.width * toward.x.abs() + rect.height * toward.y.abs()) / 2.0;
    let end = |sign: f64| at(middle.x + sign * half * toward.x, middle.y + sign * half * toward.y);
    let run = GradientRun::Linear(end(-1.0), end(1.0));
    Gradient { run, transform: Transform::from_translate(0.0, 0.0), stops: vec![(0.0, from), (1.0, to)] }
}
