//! Templates from text to faces: the looks carried in the program and the files laid over them, joined by `extends`.

mod fonts;
mod icons;
mod resize;
mod shelf;

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use camino::Utf8PathBuf;
use serde_json::Value;

use super::UNKNOWN_SYSTEM;
pub use fonts::{RESTRICTED_FONT, UNUSABLE_FONT};
pub use shelf::NamedFiles;

use shelf::Shelf;

use muster_core::diag::{Code, Diagnostic, Severity, Sink};
use muster_core::load;
use muster_core::print::Size;
use muster_core::print::template::{Face, FaceOffer, Faces, Offer, Template, TemplateFault, TemplateMistake};
use muster_core::schema::{Schema, read_json};
use muster_core::source::{Address, FileId, Pointer, Sources};
use muster_systems::System;

/// A template that cannot be found, is there twice, or extends itself.
pub const UNKNOWN_TEMPLATE: Code =
    Code::new("MU601", "unknown-template", Severity::Error, include_str!("templates/unknown_template.md"));
/// A name in a template that means nothing.
pub const UNKNOWN_IN_TEMPLATE: Code =
    Code::new("MU602", "unknown-in-template", Severity::Error, include_str!("templates/unknown_in_template.md"));
/// Something that a template lacks.
pub const INCOMPLETE_TEMPLATE: Code =
    Code::new("MU603", "incomplete-template", Severity::Error, include_str!("templates/incomplete_template.md"));
/// A box outside the card.
pub const OUTSIDE_CARD: Code =
    Code::new("MU604", "outside-card", Severity::Error, include_str!("templates/outside_card.md"));
/// Text too near to the cut.
pub const OUTSIDE_SAFE_LINE: Code =
    Code::new("MU605", "outside-safe-line", Severity::Warning, include_str!("templates/outside_safe_line.md"));
/// Text that can hardly be read.
pub const LOW_CONTRAST: Code =
    Code::new("MU606", "low-contrast", Severity::Warning, include_str!("templates/low_contrast.md"));
/// A setting that changes nothing.
pub const NEEDLESS_SETTING: Code =
    Code::new("MU607", "needless-setting", Severity::Warning, include_str!("templates/needless_setting.md"));
/// A text of the template's own that does not fit.
pub const FIXED_TEXT_TOO_LONG: Code =
    Code::new("MU608", "fixed-text-too-long", Severity::Error, include_str!("templates/fixed_text_too_long.md"));

/// Two kinds of cards in one colour.
pub const ACCENTS_ALIKE: Code =
    Code::new("MU609", "accents-alike", Severity::Warning, include_str!("templates/accents_alike.md"));
/// Two texts in one place.
pub const BOXES_OVERLAP: Code =
    Code::new("MU610", "boxes-overlap", Severity::Warning, include_str!("templates/boxes_overlap.md"));
/// A box without room.
pub const NO_ROOM: Code = Code::new("MU611", "no-room", Severity::Error, include_str!("templates/no_room.md"));

/// More ink than a press takes.
pub const TOO_MUCH_INK: Code =
    Code::new("MU612", "too-much-ink", Severity::Error, include_str!("templates/too_much_ink.md"));

/// The kinds of findings in templates.
pub const CODES: &[Code] = &[
    UNKNOWN_TEMPLATE,
    UNKNOWN_IN_TEMPLATE,
    INCOMPLETE_TEMPLATE,
    OUTSIDE_CARD,
    OUTSIDE_SAFE_LINE,
    LOW_CONTRAST,
    NEEDLESS_SETTING,
    FIXED_TEXT_TOO_LONG,
    ACCENTS_ALIKE,
    BOXES_OVERLAP,
    NO_ROOM,
    TOO_MUCH_INK,
    UNUSABLE_FONT,
    RESTRICTED_FONT,
];

/// Returns the schema of templates.
pub fn schema() -> &'static Schema {
    static SCHEMA: LazyLock<Schema> =
        LazyLock::new(|| Schema::generate::<Template>("template", "Muster card template"));
    &SCHEMA
}

/// One template as it was written.
struct Written {
    /// The file it was read from; `None` for those carried in the program.
    file: Option<FileId>,
    name: String,
    extends: Option<String>,
    value: LazyLock<Value, Box<dyn FnOnce() -> Value + Send>>,
}

impl Written {
    fn new(file: FileId, value: Value) -> Written {
        let word = |key: &str| value[key].as_str().map(str::to_owned);
        let (name, extends) = (word("template").unwrap_or_default(), word("extends"));
        Written { file: Some(file), name, extends, value: LazyLock::new(Box::new(|| value)) }
    }

    /// Returns a template carried in the program: read when a face needs it.
    fn from_carried(text: &'static str) -> Written {
        let word = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
        let (name, extends) = (word("template").unwrap_or_default().to_owned(), word("extends").map(str::to_owned));
        Written { file: None, name, extends, value: LazyLock::new(Box::new(|| read(text))) }
    }
}

/// Templates laid over one another: a name means the first layer's template of that name.
struct Layers(Vec<Vec<Written>>);

/// Returns the faces of a system, as the templates in `files` and the carried looks named draw them, those named first over those
/// after them; and what is wrong in the files, which are added to the sources.
pub fn faces(
    system: &System,
    looks: &[&str],
    files: Vec<(Utf8PathBuf, Vec<u8>)>,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Faces {
    faces_in_fonts(system, looks, files, NamedFiles::NONE, sources, sink)
}

/// As [`faces()`], in the fonts that the templates name.
pub fn faces_in_fonts(
    system: &System,
    looks: &[&str],
    files: Vec<(Utf8PathBuf, Vec<u8>)>,
    fonts: NamedFiles<'_>,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Faces {
    let mut own = Vec::new();
    if !files.is_empty() {
        let schema = schema();
        for (path, bytes) in files {
            let file = load::read(sources, path, &bytes, sink);
            own.extend(read_template(system, sources, file, schema, sink));
        }
    }
    join(system, looks, own, &Shelf::new(fonts, Some(&*sources)), sink)
}

/// Finds what is wrong in templates among the files of a review; those of one folder belong together.
pub(super) fn check(
    system: &System,
    files: &[FileId],
    fonts: NamedFiles<'_>,
    (sources, schema): (&Sources, &Schema),
    sink: &mut Sink,
) {
    let own = files.iter().filter_map(|file| read_template(system, sources, *file, schema, sink)).collect();
    join(system, &[], own, &Shelf::new(fonts, Some(sources)), sink);
}

/// Returns a file's template, when the schema accepts it.
fn read_template(
    system: &System,
    sources: &Sources,
    file: FileId,
    schema: &Schema,
    sink: &mut Sink,
) -> Option<Written> {
    let tree = sources.get(file).tree()?;
    if !schema.validate(sources, file, sink) {
        return None;
    }
    let value = tree.to_json();
    if value["system"] != system.id() {
        let text = format!("this template is for {}, but the cards are of `{}`", value["system"], system.id());
        sink.push(Diagnostic::new(UNKNOWN_SYSTEM, address(file, "/system"), text));
        return None;
    }
    Some(Written::new(file, value))
}

/// Returns the faces of templates over looks, and what is wrong in those that are files.
fn join(system: &System, looks: &[&str], own: Vec<Written>, shelf: &Shelf<'_>, sink: &mut Sink) -> Faces {
    let offer = system.offer();
    let layers = Layers::stack(system, looks, own);
    layers.report_repeated(sink);
    layers.names(offer.faces, sink);
    let (layers, mut faces) = (Arc::new(layers), Faces::default());
    for face in offer.faces {
        if layers.0[0].is_empty() {
            // What is carried is sound, and most of it is not drawn on in one run.
            let layers = Arc::clone(&layers);
            faces.add(face.name, move || {
                layers.face(offer, face, &Shelf::new(NamedFiles::NONE, None), &mut Sink::default())
            });
        } else {
            let drawn = layers.face(offer, face, shelf, sink);
            faces.add(face.name, move || drawn);
        }
    }
    layers.report_hidden(system, sink);
    faces
}

/// Returns the templates of a theme or a layout of a system, name and text: none where there is no such one.
pub fn carried_templates(system: &System, look: &str) -> Vec<(String, &'static str)> {
    let mut known = system.templates().iter().chain(system.layouts());
    let texts = known.find(|(name, _)| *name == look).map_or(&[][..], |(_, texts)| texts);
    texts.iter().map(|text| (Written::from_carried(text).name, *text)).collect()
}

/// Returns the templates of a system's faces in the carried looks named, those named first over those after them: each by the name
/// of its face, with nothing left to extend.
pub fn join_faces(system: &System, looks: &[&str]) -> Value {
    let layers = Layers::stack(system, looks, Vec::new());
    let template =
        |face: &FaceOffer| (face.name.to_owned(), layers.join_chain(&layers.chain(face.name, &mut Sink::default())));
    Value::Object(system.offer().faces.iter().map(template).collect())
}

/// Reads a template carried in the program.
fn read(text: &str) -> Value {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let file = load::read(&mut sources, "template".into(), text.as_bytes(), &mut sink);
    let tree = sources.get(file).tree().expect("internal error: a carried template is no YAML");
    tree.to_json()
}

impl Layers {
    /// Lays templates over carried looks, those named first over those after them.
    fn stack(system: &System, looks: &[&str], own: Vec<Written>) -> Layers {
        let carried = system.templates();
        let mut layers = vec![own];
        let last = carried.last().map(|(name, _)| *name);
        for look in looks.iter().copied().filter(|look| Some(*look) != last).chain(last) {
            let texts = carried.iter().find(|(name, _)| *name == look).map_or(&[][..], |(_, texts)| texts);
            layers.push(texts.iter().map(|text| Written::from_carried(text)).collect());
        }
        Layers(layers)
    }

    /// Tells of templates that are in one layer twice.
    fn report_repeated(&self, sink: &mut Sink) {
        let mut seen = BTreeSet::new();
        for written in &self.0[0] {
            if !seen.insert(&written.name)
                && let Some(file) = written.file
            {
                let text = format!("the template `{}` is already in another file of this folder", written.name);
                sink.push(Diagnostic::new(UNKNOWN_TEMPLATE, address(file, "/template"), text));
            }
        }
    }

    /// Tells of templates that are no face and that no template extends.
    fn names(&self, faces: &[FaceOffer], sink: &mut Sink) {
        let extended: BTreeSet<&str> =
            self.0.iter().flatten().filter_map(|written| written.extends.as_deref()).collect();
        for written in &self.0[0] {
            let known = || faces.iter().map(|face| face.name).chain(extended.iter().copied());
            if let (Some(file), false) = (written.file, known().any(|name| name == written.name)) {
                let names: BTreeSet<String> = known().map(|name| format!("`{name}`")).collect();
                let names: Vec<String> = names.into_iter().collect();
                let text = format!(
                    "`{}` is not a face and no template extends it; expected {}",
                    written.name,
                    names.join(", ")
                );
                let finding = Diagnostic::new(UNKNOWN_TEMPLATE, address(file, "/template"), text);
                sink.push(finding.nearest(&written.name, known()));
            }
        }
    }

    /// Reports boxes that a file hides and no template of its faces draws, in whatever look.
    fn report_hidden(&self, system: &System, sink: &mut Sink) {
        if self.0[0].is_empty() {
            return;
        }
        let faces = system.offer().faces.iter();
        let chains: Vec<Vec<&Written>> = faces.map(|face| self.chain(face.name, &mut Sink::default())).collect();
        for written in &self.0[0] {
            let with: Vec<&Vec<&Written>> =
                chains.iter().filter(|chain| chain.iter().any(|other| std::ptr::eq(*other, written))).collect();
            let drawn: BTreeSet<&str> = with.iter().copied().flatten().flat_map(|w| drawn_boxes(&w.value)).collect();
            let boxes = written.value["boxes"].as_object().into_iter().flatten();
            let hidden = boxes.filter(|(_, spec)| spec["hide"] == true).map(|(name, _)| name.as_str());
            for name in hidden.filter(|name| !drawn.contains(name)) {
                // A template that no face has is reported elsewhere.
                let Some(file) = written.file.filter(|_| !with.is_empty()) else { continue };
                let is_of_face = |template: &str| with.iter().any(|chain| chain.iter().any(|w| w.name == template));
                if is_in_other_look(system, name, is_of_face) {
                    continue;
                }
                let allowed = drawn.iter().map(|name| (*name).to_owned()).collect();
                let wrong = TemplateMistake::Unknown { kind: "box", found: name.to_owned(), allowed };
                let at = Address::key(file, Pointer::root().key("boxes").key(name));
                let finding = Diagnostic::new(UNKNOWN_IN_TEMPLATE, at, wrong.to_string());
                sink.push(finding.nearest(name, drawn.iter().copied()));
            }
        }
    }

    /// Returns a face, and what is wrong with it in files.
    fn face(&self, offer: &Offer, face: &FaceOffer, shelf: &Shelf<'_>, sink: &mut Sink) -> Face {
        let chain = self.chain(face.name, sink);
        let merged = self.join_chain(&chain);
        let template: Template = read_json(&merged)
            .unwrap_or_else(|error| panic!("internal error: the templates of `{}` do not join: {error}", face.name));
        let fonts = shelf.fonts(&chain, &merged["fonts"], sink);
        let icons = shelf.icons(&chain, &merged["icons"], sink);
        let (mut drawn, mut faults) = Face::new(&template, offer, face, fonts, icons);
        let wrote = |pointer: &str| {
            chain.iter().find(|written| written.value.pointer(pointer).is_some())?.file.map(FileId::number)
        };
        drawn.written_in(wrote);
        if chain.iter().any(|written| written.file.is_some()) {
            faults.extend(drawn.misfit_texts());
        }
        let (cropped, faults): (Vec<TemplateFault>, Vec<TemplateFault>) =
            faults.into_iter().partition(|fault| caused_by_size(&chain, fault));
        for found in size_findings(&chain, face.name, drawn.size, &cropped) {
            sink.push(found);
        }
        for fault in faults {
            let Some(found) = finding(&chain, &fault) else { continue };
            // A colour is as faint in each text that has it: told once.
            let once = matches!(fault.wrong, TemplateMistake::Contrast { .. });
            if !once || !is_reported(sink, &found) {
                sink.push(found);
            }
        }
        drawn
    }

    /// Returns the template of a chain.
    fn join_chain(&self, chain: &[&Written]) -> Value {
        let layer = |written: &Written| self.0.iter().position(|layer| layer.iter().any(|w| std::ptr::eq(w, written)));
        let written: Vec<(Option<usize>, &Value)> = chain.iter().map(|w| (layer(w), &*w.value)).collect();
        resize::join_templates(&written)
    }

    /// Returns a template and those it extends, the most special first. One that cannot be found is reported once, by its file.
    fn chain(&self, name: &str, sink: &mut Sink) -> Vec<&Written> {
        let mut chain: Vec<&Written> = Vec::new();
        let mut circle = false;
        let mut next = self.find(name, 0);
        while let Some((layer, written)) = next {
            if chain.iter().any(|seen| std::ptr::eq(*seen, written)) {
                self.tell(chain.last().copied(), "extends itself through other templates", sink);
                circle = true;
                break;
            }
            chain.push(written);
            let Some(extends) = &written.extends else { break };
            // Its own name means the one that it replaces.
            next = self.find(extends, if *extends == written.name { layer + 1 } else { 0 });
            if next.is_none() {
                self.tell(Some(written), "extends a template that does not exist", sink);
            }
        }
        // Without its end a chain would lack everything: the carried one stands in.
        if circle || chain.last().is_some_and(|last| last.file.is_some()) {
            chain.extend(self.0.last().into_iter().flatten().find(|written| written.name == name));
            chain.extend(self.0.last().into_iter().flatten().find(|written| written.name == "base"));
        }
        chain
    }

    fn find(&self, name: &str, from: usize) -> Option<(usize, &Written)> {
        let layers = self.0.iter().enumerate().skip(from);
        layers.flat_map(|(i, layer)| layer.iter().map(move |written| (i, written))).find(|(_, w)| w.name == name)
    }

    fn tell(&self, written: Option<&Written>, what: &str, sink: &mut Sink) {
        let Some((file, extends)) = written.and_then(|w| Some((w.file?, w.extends.as_ref()?))) else { return };
        let names = self.0.iter().flatten().map(|written| written.name.as_str());
        let found = Diagnostic::new(UNKNOWN_TEMPLATE, address(file, "/extends"), format!("`{extends}` {what}"));
        let found = if what.contains("does not exist") { found.nearest(extends, names) } else { found };
        if !is_reported(sink, &found) {
            sink.push(found);
        }
    }
}

/// Returns true if something like this was told of the same place.
fn is_reported(sink: &mut Sink, found: &Diagnostic) -> bool {
    let mut told = false;
    sink.retain(|other| {
        told |= (&other.at, other.code) == (&found.at, found.code);
        true
    });
    told
}

/// Returns true if a carried template of some look or layout draws a box, among those with the names wanted.
fn is_in_other_look(system: &System, name: &str, wanted: impl Fn(&str) -> bool) -> bool {
    let texts = system.templates().iter().chain(system.layouts()).flat_map(|(_, texts)| texts.iter());
    let mut written = texts.map(|text| Written::from_carried(text)).filter(|written| wanted(&written.name));
    written.any(|written| drawn_boxes(&written.value).any(|known| known == name))
}

/// Returns the names of the boxes of which a template says more than that they are hidden.
fn drawn_boxes(template: &Value) -> impl Iterator<Item = &str> {
    let boxes = template["boxes"].as_object().into_iter().flatten();
    let is_drawn = |spec: &Value| spec.as_object().is_some_and(|spec| spec.keys().any(|key| key != "hide"));
    boxes.filter(move |(_, spec)| is_drawn(spec)).map(|(name, _)| name.as_str())
}

/// Lays a template's settings over those of the one it extends.
fn merge(under: &mut Value, over: &Value) {
    match (under, over) {
        (Value::Object(under), Value::Object(over)) => {
            for (key, value) in over {
                merge(under.entry(key).or_insert(Value::Null), value);
            }
        }
        (under, over) => *under = over.clone(),
    }
}

fn address(file: FileId, pointer: &str) -> Address {
    Address::value(file, Pointer::parse(pointer))
}

/// The JSON Pointer of a template's card size.
const SIZE: &str = "/size";

/// Returns true if a box lies outside the card or its safe line because a file made the card smaller: the file's `size` is laid
/// over the template that places the box, or the box is a carried one.
fn caused_by_size(chain: &[&Written], fault: &TemplateFault) -> bool {
    if !matches!(fault.wrong, TemplateMistake::Outside(_) | TemplateMistake::Unsafe(_)) {
        return false;
    }
    let in_file = |pointer: &str| {
        let writer = chain.iter().position(|written| written.value.pointer(pointer).is_some());
        writer.filter(|writer| chain[*writer].file.is_some())
    };
    match (in_file(SIZE), in_file(&fault.pointer)) {
        (Some(size), Some(place)) => size < place,
        (size, None) => size.is_some(),
        (None, Some(_)) => false,
    }
}

/// The most boxes that one finding lists by name.
const LISTED: usize = 3;

/// Returns one finding for the boxes that a `size` puts outside the card, and one for those outside its safe line, both at the
/// `size`.
fn size_findings(chain: &[&Written], face: &str, size: Size, faults: &[TemplateFault]) -> Vec<Diagnostic> {
    let Some(file) = chain.iter().find(|written| written.value.pointer(SIZE).is_some()).and_then(|w| w.file) else {
        return Vec::new();
    };
    let list = |beyond: fn(&TemplateMistake) -> Option<f64>| {
        let mut boxes: Vec<(String, f64)> = faults
            .iter()
            .filter_map(|fault| Some((Pointer::parse(&fault.pointer).steps().nth(1)?, beyond(&fault.wrong)?)))
            .collect();
        boxes.sort_by(|a, b| b.1.total_cmp(&a.1));
        let more = boxes.len().saturating_sub(LISTED);
        let mut names: Vec<String> =
            boxes.iter().take(LISTED).map(|(name, mm)| format!("`{name}` by {mm:.1} mm")).collect();
        names.extend((more > 0).then(|| format!("{more} more")));
        (!names.is_empty()).then(|| names.join(", "))
    };
    let card = format!("`{face}` of {} × {} mm", size.width, size.height);
    let outside = list(|wrong| if let TemplateMistake::Outside(mm) = wrong { Some(*mm) } else { None });
    let near = list(|wrong| if let TemplateMistake::Unsafe(mm) = wrong { Some(*mm) } else { None });
    let help = "move these boxes with `at`, or hide them with `hide: true`";
    let findings = [
        outside
            .map(|boxes| (OUTSIDE_CARD, format!("on {card}, boxes reach beyond the bleed and are cut off: {boxes}"))),
        near.map(|boxes| (OUTSIDE_SAFE_LINE, format!("on {card}, text is outside the safe line: {boxes}"))),
    ];
    let finding = |(code, text)| Diagnostic::new(code, address(file, SIZE), text).help(help);
    findings.into_iter().flatten().map(finding).collect()
}

/// Returns a fault where it was written: in the first file that says it.
fn finding(chain: &[&Written], fault: &TemplateFault) -> Option<Diagnostic> {
    let wrote = |pointer: &String| chain.iter().find(|written| written.value.pointer(pointer).is_some());
    let places = || std::iter::once(&fault.pointer).chain(&fault.or);
    let own = places().find_map(|pointer| Some((wrote(pointer)?.file?, pointer)));
    let is_missing = matches!(fault.wrong, TemplateMistake::Missing(_));
    let (file, pointer) = match own {
        Some(own) => own,
        // What is missing is the fault of the file that leaves a carried template's part of the chain away.
        None if !is_missing && places().any(|pointer| wrote(pointer).is_some()) => return None,
        None => (chain.iter().find_map(|written| written.file)?, &fault.pointer),
    };
    let at = address(file, pointer);
    let code = match &fault.wrong {
        TemplateMistake::Unknown { .. }
        | TemplateMistake::Unclosed(_)
        | TemplateMistake::Sign { .. }
        | TemplateMistake::Comparison { .. } => UNKNOWN_IN_TEMPLATE,
        TemplateMistake::Missing(_) => INCOMPLETE_TEMPLATE,
        TemplateMistake::Outside(_) => OUTSIDE_CARD,
        TemplateMistake::Unsafe(_) => OUTSIDE_SAFE_LINE,
        TemplateMistake::Contrast { .. } => LOW_CONTRAST,
        TemplateMistake::Alike { .. } => ACCENTS_ALIKE,
        TemplateMistake::Overlap { .. } => BOXES_OVERLAP,
        TemplateMistake::Size(..) => NO_ROOM,
        TemplateMistake::TooMuchInk(_) => TOO_MUCH_INK,
        TemplateMistake::Needless { .. } => NEEDLESS_SETTING,
        TemplateMistake::Fixed(_) => FIXED_TEXT_TOO_LONG,
    };
    let finding = Diagnostic::new(code, at, fault.wrong.to_string());
    Some(match &fault.wrong {
        TemplateMistake::Unknown { found, allowed, .. } => finding.nearest(found, allowed.iter().map(String::as_str)),
        TemplateMistake::Contrast { help, .. } => finding.help(help),
        TemplateMistake::Sign { help, .. } => finding.help(*help),
        // A box without a position may be one of another name.
        TemplateMistake::Missing(_) => match Pointer::parse(&fault.pointer).steps().collect::<Vec<_>>().as_slice() {
            [boxes, name] if boxes == "boxes" => {
                let known = chain.iter().flat_map(|written| drawn_boxes(&written.value));
                finding.nearest(name, known.filter(|known| known != name))
            }
            _ => finding,
        },
        _ => finding,
    })
}
