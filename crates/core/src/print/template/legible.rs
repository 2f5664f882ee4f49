//! Whether what a face says can be read: contrast of texts on their grounds, accents that differ, boxes side by side.

use super::condition::Condition;
use super::content::FaceOffer;
use super::face::{Face, Filling, Outline, Paint, Place, Step};
use super::fault::{TemplateFault, TemplateMistake};
use super::look::Look;
use super::text::Part;
use crate::print::frame::{Color, Rect, Transform};

/// The least contrast that most people read without effort, by WCAG 2.
const READABLE: f64 = 4.5;

/// The least difference of two colours that tells cards apart at a glance, in CIE L*a*b*.
const DIFFERENT: f64 = 12.0;

/// Two boxes may share so much, in millimetres: text does not fill its box to the edge.
const SHARED: f64 = 0.3;

/// Returns the faults that hinder reading.
pub(super) fn faults(face: &Face, offer: &FaceOffer) -> Vec<TemplateFault> {
    let mut faults = accents(face);
    let bad: Vec<String> = faults.iter().map(|fault| fault.pointer.clone()).collect();
    let is_of = |fault: &TemplateFault, bad: &String| fault.or.iter().any(|place| place.starts_with(bad));
    faults.extend(texts(face, offer).into_iter().filter(|fault| !bad.iter().any(|bad| is_of(fault, bad))));
    faults.extend(overlaps(face, offer));
    faults
}

/// Accents on which their own text cannot be read, or which are like another.
fn accents(face: &Face) -> Vec<TemplateFault> {
    let mut faults = Vec::new();
    for (i, (name, look)) in face.looks.iter().enumerate() {
        let pointer = format!("/accents/{name}");
        let ratio = contrast(look.accent, look.on_accent);
        if ratio < READABLE {
            let what = format!("text in the colour `on-accent` on the accent `{name}`");
            let help = match readable(look.accent, &[look.on_accent]) {
                Some(accent) => format!("an accent in {} has enough contrast with that text", hex(accent)),
                None => "make the accent or its text darker".to_owned(),
            };
            faults.push(TemplateFault::new(pointer.clone(), TemplateMistake::Contrast { what, ratio, help }));
        }
        for (other, before) in &face.looks[..i] {
            let difference = difference(look.accent, before.accent);
            if difference < DIFFERENT {
                let wrong = TemplateMistake::Alike { other: (*other).to_owned(), difference };
                let or = vec![format!("/accents/{other}/color")];
                faults.push(TemplateFault { or, ..TemplateFault::new(format!("{pointer}/color"), wrong) });
            }
        }
    }
    faults
}

/// A text, as far as its colour goes.
struct Inked {
    color: Paint,
    /// Its own ground, or that of the place.
    fill: Option<Paint>,
    pointer: String,
}

/// What is painted below a text.
#[derive(Clone, Copy)]
struct Ground<'a> {
    fill: Paint,
    /// From 0 to 1.
    opacity: f64,
    /// The shape, as a JSON Pointer; the text's own ground has none.
    shape: Option<&'a str>,
}

/// Texts that hardly differ from what is painted below them.
fn texts(face: &Face, offer: &FaceOffer) -> Vec<TemplateFault> {
    let mut grounds: Vec<(Rect, Ground<'_>, Option<&Place>)> = Vec::new();
    let mut faults = Vec::new();
    for step in &face.steps {
        let place = match step {
            Step::Shapes(outlines) => {
                grounds.extend(outlines.iter().filter_map(|outline| Some((outline.rect, ground(outline)?, None))));
                continue;
            }
            Step::Box(place) => place,
        };
        if let Filling::Shape(outline) = &place.filling {
            grounds.extend(ground(outline).map(|ground| (outline.rect, ground, Some(&**place))));
        }
        let Some(rect) = written_on(place) else { continue };
        let (x, y) = (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
        let holds = |ground: &Rect| (ground.x..ground.right()).contains(&x) && (ground.y..ground.bottom()).contains(&y);
        let below = |of: &Option<&Place>| of.is_none_or(|ground| !either(place, ground));
        let mut under = Vec::new();
        for (_, ground, _) in grounds.iter().rev().filter(|(rect, _, of)| holds(rect) && below(of)) {
            under.push(*ground);
            if ground.opacity >= 1.0 {
                break;
            }
        }
        for inked in inked_texts(place, offer) {
            let own = inked.fill.map(|fill| vec![Ground { fill, opacity: 1.0, shape: None }]);
            let ground = own.as_ref().unwrap_or(&under);
            faults.extend(face.looks.iter().filter_map(|(name, look)| faint(place, &inked, ground, name, look)));
        }
    }
    with_help(faults)
}

/// A text that is too faint, its colour and that of its ground.
struct Faint {
    fault: TemplateFault,
    /// True if the text has this colour on every kind of card.
    is_fixed: bool,
    color: Color,
    under: Color,
}

/// Returns the faults, each with a colour in which the text can be read: on all the grounds of its place.
fn with_help(faint: Vec<Faint>) -> Vec<TemplateFault> {
    let help = |of: &Faint| {
        let is_same = |other: &&Faint| of.is_fixed && other.is_fixed && other.fault.pointer == of.fault.pointer;
        let mut grounds: Vec<Color> = faint.iter().filter(is_same).map(|other| other.under).collect();
        grounds.push(of.under);
        match readable(of.color, &grounds) {
            Some(color) => format!("text in {} has enough contrast here; or change the background", hex(color)),
            None => "no colour is readable on all of these backgrounds; change one of them".to_owned(),
        }
    };
    let helped: Vec<String> = faint.iter().map(help).collect();
    let with = |(mut faint, text): (Faint, String)| {
        if let TemplateMistake::Contrast { help, .. } = &mut faint.fault.wrong {
            *help = text;
        }
        faint.fault
    };
    faint.into_iter().zip(helped).map(with).collect()
}

/// Returns the colour that is nearest to another of those between it and black or white, and can be read on all of these grounds.
fn readable(color: Color, grounds: &[Color]) -> Option<Color> {
    let passes = |color: &Color| grounds.iter().all(|ground| contrast(*color, *ground) >= READABLE);
    let mixed = |part: u32| [Color::BLACK, Color::WHITE].map(|end| color.mix(end, f64::from(part) / 100.0));
    (0..=100).flat_map(mixed).find(passes)
}

/// Returns the texts of a box.
fn inked_texts(place: &Place, offer: &FaceOffer) -> Vec<Inked> {
    let text = |color: Paint, fill: Option<Paint>, pointer: String| Inked { color, fill, pointer };
    match &place.filling {
        Filling::Text { style, .. } => vec![text(style.color, None, format!("{}/color", place.pointer))],
        Filling::Flow { flow, .. } => {
            let styles = flow.styles.iter().filter(|(name, _)| offer.styles.contains(&name.as_str()));
            let of = |(name, style): &(String, super::face::FlowStyle)| {
                let at = |key: &str| format!("/styles/{name}/{key}");
                let own = text(style.color, None, at("color"));
                let (label, aside) = (&style.label, &style.aside);
                let tags = style.row.then(|| {
                    [(label, "label/color"), (aside, "aside/color")]
                        .map(|(tag, key)| text(tag.color, tag.fill, at(key)))
                });
                let columns = style.columns.iter().enumerate();
                let cells = columns.map(|(i, column)| text(column.color, None, at(&format!("columns/{i}/color"))));
                std::iter::once(own).chain(tags.into_iter().flatten()).chain(cells).collect::<Vec<_>>()
            };
            styles.flat_map(of).collect()
        }
        Filling::Drawing { .. } | Filling::Picture(_) | Filling::Shape(_) => Vec::new(),
    }
}

/// Returns what a shape paints below a text, if anything.
fn ground(outline: &Outline) -> Option<Ground<'_>> {
    Some(Ground { fill: outline.fill?, opacity: outline.opacity, shape: Some(&outline.pointer) })
}

/// Returns a text that is too faint on cards of a kind; `ground` is below it, from the top to what hides the rest.
fn faint(place: &Place, inked: &Inked, ground: &[Ground<'_>], name: &str, look: &Look) -> Option<Faint> {
    // Told of the accent itself.
    if let [only] = ground
        && only.opacity >= 1.0
        && matches!((inked.color, only.fill), (Paint::OnAccent, Paint::Accent) | (Paint::Accent, Paint::OnAccent))
    {
        return None;
    }
    let over = |under: Color, ground: &Ground<'_>| under.mix(ground.fill.color(look), ground.opacity);
    let (color, under) = (inked.color.color(look), ground.iter().rev().fold(Color::WHITE, over));
    let ratio = contrast(color, under);
    if ratio >= READABLE {
        return None;
    }
    // A box that was moved may stand on another ground, and the ground may have been changed.
    let mut or = vec![format!("{}/at", place.pointer)];
    let shapes = ground.iter().filter_map(|ground| ground.shape);
    or.extend(shapes.flat_map(|shape| ["fill", "opacity"].map(|key| format!("{shape}/{key}"))));
    let paints = || std::iter::once(inked.color).chain(ground.iter().map(|ground| ground.fill));
    let is_of_accent = paints().any(|paint| !matches!(paint, Paint::Fixed(_)));
    or.extend(is_of_accent.then(|| format!("/accents/{name}/color")));
    for paint in paints() {
        let named = look.palette.iter().filter(|(_, known)| *known == paint.color(look));
        or.extend(named.map(|(name, _)| format!("/palette/{name}")));
    }
    let on = if is_of_accent { format!(", on cards of `{name}`,") } else { String::new() };
    let what = format!("the text of `{}` in {} on {}{on}", place.name, hex(color), hex(under));
    let wrong = TemplateMistake::Contrast { what, ratio, help: String::new() };
    let fault = TemplateFault { or, ..TemplateFault::new(inked.pointer.clone(), wrong) };
    Some(Faint { fault, is_fixed: matches!(inked.color, Paint::Fixed(_)), color, under })
}

fn hex(Color(r, g, b): Color) -> String {
    format!("`#{r:02x}{g:02x}{b:02x}`")
}

/// Each text is compared with so many before it: more than any template has.
const COMPARED: usize = 100;

/// Texts whose boxes lie on each other, on cards that have both.
fn overlaps(face: &Face, offer: &FaceOffer) -> Vec<TemplateFault> {
    let boxes = face.steps.iter().filter_map(|step| match step {
        Step::Box(place) => Some((place, written_on(place)?)),
        Step::Shapes(_) => None,
    });
    let boxes: Vec<(&Place, Rect)> = boxes.map(|(place, rect)| (&**place, rect)).collect();
    let mut faults = Vec::new();
    for (i, (place, rect)) in boxes.iter().enumerate() {
        for (below, other) in &boxes[i.saturating_sub(COMPARED)..i] {
            let width = rect.right().min(other.right()) - rect.x.max(other.x);
            let height = rect.bottom().min(other.bottom()) - rect.y.max(other.y);
            // Who places a box may know of no pictures.
            let alike = needs_picture(place, offer) == needs_picture(below, offer);
            if width > SHARED && height > SHARED && alike && !either(place, below) {
                let wrong = TemplateMistake::Overlap { other: below.name.clone(), width, height };
                let or = vec![format!("{}/at", below.pointer)];
                faults.push(TemplateFault { or, ..TemplateFault::new(format!("{}/at", place.pointer), wrong) });
            }
        }
    }
    faults
}

/// Returns true if only cards with a picture have a box.
fn needs_picture(place: &Place, offer: &FaceOffer) -> bool {
    place.only_if.iter().any(|condition| offer.pictures.contains(&condition.name.as_str()))
}

/// Returns the rectangle in which a box has text.
fn written_on(place: &Place) -> Option<Rect> {
    match &place.filling {
        Filling::Text { text_box, turn, .. } => {
            Some(text_box.rect.transform(Transform::from_rotate_at(*turn, text_box.rect.middle())))
        }
        Filling::Flow { flow, .. } => Some(flow.rect),
        Filling::Drawing { .. } | Filling::Picture(_) | Filling::Shape(_) => None,
    }
}

/// Returns true if no card has both boxes: one is left out for what the other needs.
fn either(a: &Place, b: &Place) -> bool {
    let without = |a: &Place, b: &Place| a.unless.iter().any(|not| needs(b).any(|need| need.implies(not)));
    let is_excluded = |condition: &Condition| b.only_if.iter().any(|other| condition.excludes(other));
    without(a, b) || without(b, a) || a.only_if.iter().any(is_excluded)
}

/// Returns what a card has that has this box.
fn needs(place: &Place) -> impl Iterator<Item = Condition> {
    let shown = match &place.filling {
        Filling::Text { parts, .. } => match parts.as_slice() {
            [Part::Role(only)] => Some(only.as_str()),
            _ => None,
        },
        Filling::Flow { name, .. } => Some(name.as_str()),
        Filling::Drawing { .. } | Filling::Picture(_) | Filling::Shape(_) => None,
    };
    place.only_if.iter().cloned().chain(shown.map(Condition::parse))
}

/// Returns the contrast of two colours by WCAG 2: from 1, none, to 21, black on white.
pub fn contrast(a: Color, b: Color) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Returns the relative luminance by WCAG 2, from 0 to 1.
fn luminance(color: Color) -> f64 {
    let [r, g, b] = linear(color);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Returns the parts of a colour in linear light, from 0 to 1.
fn linear(Color(r, g, b): Color) -> [f64; 3] {
    [r, g, b].map(|c| {
        let c = f64::from(c) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    })
}

/// Returns the distance of two colours in CIE L*a*b*, white D65.
fn difference(a: Color, b: Color) -> f64 {
    let lab = |color: Color| {
        let [r, g, b] = linear(color);
        let f = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        let x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.950_47);
        let y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
        let z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.088_83);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    };
    lab(a).into_iter().zip(lab(b)).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}
