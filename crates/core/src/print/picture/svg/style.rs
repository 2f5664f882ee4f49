//! The styles of an SVG file, as attributes of its elements. Rules, `style` and variables are looked up once, and values are
//! written as the simplifying crate reads them. Anything that is not drawn is omitted and named.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use usvg::roxmltree::{Document, Node};

use super::super::PictureFault;
use super::sheet::{Declaration, Rules, declarations, without_comments};
use super::{SVG, color, transform};

const XLINK: &str = "http://www.w3.org/1999/xlink";

/// The most bytes of a value once its variables are in their place.
const MOST_VALUE: usize = 512;

/// The most variables that a file sets.
const MOST_VARIABLES: usize = 2000;

/// The most kinds of things that are named: of a file with more nobody reads the others.
const MOST_NAMED: usize = 10;

/// The elements that something is drawn by.
const DRAWN: [&str; 17] = [
    "svg",
    "g",
    "defs",
    "symbol",
    "use",
    "switch",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "linearGradient",
    "radialGradient",
    "stop",
    "clipPath",
];

/// Elements that draw nothing by themselves; their effect is reported where they are used.
const SILENT: [&str; 22] = [
    "style",
    "title",
    "desc",
    "metadata",
    "filter",
    "mask",
    "pattern",
    "font",
    "font-face",
    "glyph",
    "missing-glyph",
    "hkern",
    "vkern",
    "view",
    "color-profile",
    "cursor",
    "hatch",
    "meshgradient",
    "meshGradient",
    "solidcolor",
    "mpath",
    "altGlyphDef",
];

/// Properties of shapes that styles may set as well as attributes.
const SIZES: [&str; 10] = ["x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "d"];

/// Properties that are checked. The others say nothing of shapes.
const PROPERTIES: [&str; 27] = [
    "clip-path",
    "clip-rule",
    "color",
    "display",
    "fill",
    "fill-opacity",
    "fill-rule",
    "font-size",
    "marker-end",
    "marker-mid",
    "marker-start",
    "opacity",
    "overflow",
    "paint-order",
    "stop-color",
    "stop-opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "transform",
    "transform-origin",
    "visibility",
];

/// Properties that say that something is drawn in a way that is not known here, each with how it is named and the values that say
/// nothing.
const OTHERS: [(&str, &str, &[&str]); 12] = [
    ("filter", "filters", &["none"]),
    ("mask", "masks", &["none"]),
    ("mask-image", "masks", &["none"]),
    ("-webkit-mask", "masks", &["none"]),
    ("mix-blend-mode", "blending", &["normal"]),
    ("vector-effect", "lines that keep their width at every size", &["none"]),
    ("translate", "the property `translate`", &["none"]),
    ("rotate", "the property `rotate`", &["none"]),
    ("scale", "the property `scale`", &["none"]),
    ("offset-path", "the property `offset-path`", &["none"]),
    ("color-interpolation", "colours mixed in linear light", &["srgb", "auto"]),
    ("-webkit-clip-path", "clip paths of basic shapes", &["none"]),
];

/// Variables as an element sees them: those of the elements around it, unless it sets them itself.
type Variables = Option<Rc<Variable>>;

struct Variable {
    name: String,
    value: String,
    before: Variables,
}

/// A file in attributes, as it is simplified.
pub(super) struct Written {
    pub(super) text: String,
    /// The features of the file that are not drawn as intended.
    pub(super) left_out: Vec<Cow<'static, str>>,
}

/// Writes a file again, with its styles as attributes.
pub(super) fn inline_styles(document: &Document<'_>) -> Result<Written, PictureFault> {
    let is_sheet = |node: &Node<'_, '_>| node.tag_name().name() == "style" && is_svg(*node);
    let is_css = |node: &Node<'_, '_>| node.attribute("type").is_none_or(|kind| matches!(kind, "text/css" | ""));
    let texts = |node: Node<'_, '_>| node.children().filter_map(|child| child.text()).collect::<String>();
    let sheets: Vec<String> =
        document.descendants().filter(is_sheet).filter(is_css).map(|node| without_comments(&texts(node))).collect();
    let mut rules = Rules::default();
    for sheet in &sheets {
        rules.add(sheet)?;
    }
    let mut tags = HashMap::new();
    for node in document.descendants().filter(|node| is_svg(*node)) {
        if let Some(id) = node.attribute("id") {
            tags.entry(id).or_insert(node.tag_name().name());
        }
    }
    let mut writer =
        Writer { left_out: Vec::new(), rules, tags, ids: HashSet::new(), values: BTreeMap::new(), text: String::new() };
    let unknown = std::mem::take(&mut writer.rules.left_out);
    unknown.into_iter().for_each(|what| writer.name(what, Place::default()));
    writer.learn_variables(&sheets, document)?;
    writer.element(document.root_element(), &None, Place::default())?;
    Ok(Written { text: writer.text, left_out: writer.left_out })
}

pub(super) fn is_svg(node: Node<'_, '_>) -> bool {
    node.is_element() && matches!(node.tag_name().namespace(), None | Some(SVG))
}

/// The visibility of an element at its place in the file.
#[derive(Clone, Copy, Default)]
struct Place {
    /// Nothing of it is drawn.
    hidden: bool,
    /// It is drawn where it is used, if at all.
    lent: bool,
}

struct Writer<'a> {
    rules: Rules<'a>,
    /// The names of the elements that have an id.
    tags: HashMap<&'a str, &'a str>,
    /// Ids that were written.
    ids: HashSet<&'a str>,
    /// The value of a variable that has one in all of the file; nothing if it has several.
    values: BTreeMap<String, Option<String>>,
    text: String,
    left_out: Vec<Cow<'static, str>>,
}

impl<'a> Writer<'a> {
    /// Notes which variables have one value only.
    fn learn_variables(&mut self, sheets: &[String], document: &Document<'_>) -> Result<(), PictureFault> {
        let mut count = 0;
        let mut learn = |text: &str| {
            for piece in text.split([';', '{', '}']) {
                if let Some((name, value)) = piece.split_once(':').filter(|(name, _)| name.trim().starts_with("--")) {
                    let value = value.trim().to_owned();
                    count += 1;
                    let known = self.values.entry(name.trim().to_owned()).or_insert_with(|| Some(value.clone()));
                    if known.as_ref() != Some(&value) {
                        *known = None;
                    }
                }
            }
        };
        sheets.iter().for_each(|sheet| learn(sheet));
        document.descendants().filter_map(|node| node.attribute("style")).for_each(learn);
        match count {
            0..=MOST_VARIABLES => Ok(()),
            _ => Err(PictureFault::Endless(format!("it sets more than {MOST_VARIABLES} variables"))),
        }
    }

    fn name(&mut self, what: impl Into<Cow<'static, str>>, place: Place) {
        let what = what.into();
        if !place.hidden && self.left_out.len() < MOST_NAMED && !self.left_out.contains(&what) {
            self.left_out.push(what);
        }
    }

    fn element(&mut self, node: Node<'a, '_>, around: &Variables, place: Place) -> Result<(), PictureFault> {
        let name = node.tag_name().name();
        if !DRAWN.contains(&name) && !matches!(name, "a" | "marker") {
            self.name_element(node, place);
            return Ok(());
        }
        let said = self.declarations(node)?;
        let variables = with_own(around, &said);
        let is_hidden = said.iter().any(|one| one.name == "display" && one.value == "none");
        let place = Place {
            hidden: place.hidden || is_hidden,
            lent: place.lent || matches!(name, "defs" | "symbol" | "marker" | "clipPath"),
        };
        let mut attributes = own_attributes(node);
        self.apply(node, &said, &variables, place, &mut attributes);
        let tag = if name == "a" { "g" } else { name };
        self.text.push('<');
        self.text.push_str(tag);
        if node.parent_element().is_none() {
            self.text.push_str(" xmlns=\"");
            self.text.push_str(SVG);
            self.text.push('"');
        }
        for (name, value) in &attributes {
            // Of two elements with one id the first has it.
            if name == "id" && !node.attribute("id").is_some_and(|id| self.ids.insert(id)) {
                continue;
            }
            self.text.push(' ');
            self.text.push_str(name);
            self.text.push_str("=\"");
            for c in value.chars() {
                match c {
                    '&' => self.text.push_str("&amp;"),
                    '<' => self.text.push_str("&lt;"),
                    '"' => self.text.push_str("&quot;"),
                    c => self.text.push(c),
                }
            }
            self.text.push('"');
        }
        self.text.push('>');
        for child in node.children().filter(|child| is_svg(*child)) {
            self.element(child, &variables, place)?;
        }
        self.text.push_str("</");
        self.text.push_str(tag);
        self.text.push('>');
        Ok(())
    }

    /// Names an element that is not drawn.
    fn name_element(&mut self, node: Node<'_, '_>, place: Place) {
        let name = node.tag_name().name();
        let what = match name {
            _ if SILENT.contains(&name) => return,
            "text" | "tspan" | "tref" | "textPath" | "flowRoot" => "text",
            "image" => "pictures within the picture",
            // Programs put their own data there, for themselves alone.
            "foreignObject" if node.attribute("requiredExtensions").is_some_and(|list| !list.is_empty()) => return,
            "foreignObject" => "foreign objects",
            "script" => "scripts",
            "animate" | "animateTransform" | "animateMotion" | "animateColor" | "set" => "animation",
            _ => return self.name(format!("`{}` elements", name.chars().take(40).collect::<String>()), place),
        };
        self.name(what, place);
    }

    /// Returns what is said of an element by its attributes, the style sheets and its style, the first first.
    fn declarations(&mut self, node: Node<'a, '_>) -> Result<Vec<Said>, PictureFault> {
        let mut said: Vec<Said> = Vec::new();
        for attribute in node.attributes().filter(|attribute| attribute.namespace().is_none()) {
            if PROPERTIES.contains(&attribute.name()) || OTHERS.iter().any(|(name, ..)| *name == attribute.name()) {
                said.push(Said {
                    name: attribute.name().to_owned(),
                    value: attribute.value().trim().to_owned(),
                    style: false,
                    important: false,
                });
            }
        }
        let mut add = |one: &Declaration<'_>| {
            let name = if one.name.starts_with("--") { one.name.to_owned() } else { one.name.to_ascii_lowercase() };
            let names: &[&str] = match name.as_str() {
                "marker" => &["marker-start", "marker-mid", "marker-end"],
                name => &[name],
            };
            for name in names {
                let new = Said {
                    name: (*name).to_owned(),
                    value: one.value.to_owned(),
                    style: true,
                    important: one.important,
                };
                match said.iter_mut().find(|known| known.name == new.name) {
                    Some(known) if known.important && !new.important => {}
                    Some(known) => *known = new,
                    None => said.push(new),
                }
            }
        };
        self.rules.declarations_of(node)?.iter().for_each(&mut add);
        if let Some(style) = node.attribute("style") {
            declarations(&without_comments(style)).iter().for_each(&mut add);
        }
        Ok(said)
    }

    /// Writes what is said of an element into its attributes.
    fn apply(
        &mut self,
        node: Node<'_, '_>,
        said: &[Said],
        variables: &Variables,
        place: Place,
        attributes: &mut Attributes,
    ) {
        let is_root = node.parent_element().is_none();
        for one in said.iter().filter(|one| !one.name.starts_with("--")) {
            let filled = self.substitute(&one.value, variables, place, 0);
            let value = filled.as_deref().unwrap_or(&one.value);
            if let Some((_, what, nothing)) = OTHERS.iter().find(|(name, ..)| *name == one.name) {
                if !nothing.iter().any(|word| value.eq_ignore_ascii_case(word)) && !is_wide(value) {
                    self.name(*what, place);
                }
                continue;
            }
            match one.name.as_str() {
                "background" | "background-color" if is_root && one.style => {
                    match self.paint("background", filled.as_deref(), &one.value, place) {
                        Some(color) if color.starts_with("url") => self.name("backgrounds", place),
                        Some(color) if color != "none" => set(attributes, "background-color", color),
                        _ => {}
                    }
                }
                "fill" | "stroke" | "stop-color" | "color" => {
                    if let Some(paint) = self.paint(&one.name, filled.as_deref(), &one.value, place) {
                        set(attributes, &one.name, paint);
                    }
                }
                name @ ("clip-path" | "marker-start" | "marker-mid" | "marker-end") => match reference(value) {
                    Some(id) => set(attributes, name, format!("url(#{id})")),
                    None if matches!(value, "none" | "inherit") || is_wide(value) => {
                        set(attributes, name, initial(name, value).to_owned());
                    }
                    None if name == "clip-path" => self.name("clip paths of basic shapes", place),
                    None => self.name("markers of other kinds", place),
                },
                "transform" => self.transform(value, one.style, place, attributes),
                name if PROPERTIES.contains(&name) && self.is_read(value, place) => {
                    set(attributes, name, initial(name, value).to_owned());
                }
                name if SIZES.contains(&name) && one.style && !is_root => self.size(name, value, place, attributes),
                _ => {}
            }
        }
        self.look_at_lines(node, said, place, attributes);
    }

    /// Names what of an element's own attributes is not drawn as it is meant.
    fn look_at_lines(&mut self, node: Node<'_, '_>, said: &[Said], place: Place, attributes: &Attributes) {
        let has = |name: &str| {
            attributes.iter().any(|(known, value)| known == name && !matches!(value.as_str(), "" | "none"))
        };
        if has("pathLength") && has("stroke-dasharray") {
            self.name("dashes by `pathLength`", place);
        }
        let is_boxed = |one: &Said| one.name == "transform-box" && one.value != "view-box";
        if has("transform") && has("transform-origin") && said.iter().any(is_boxed) {
            self.name("transforms about the box of a part", place);
        }
        for name in ["x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2"] {
            if let Some(value) = node.attribute(name) {
                self.is_read(value, place);
            }
        }
    }

    /// Returns true if the lengths of a value are read; otherwise they are named.
    fn is_read(&mut self, value: &str, place: Place) -> bool {
        if value.contains('(') {
            let function: String = value.split('(').next().unwrap_or_default().chars().take(40).collect();
            self.name(format!("values by `{function}()`"), place);
            return false;
        }
        let unit = |word: &str| {
            let digits =
                word.trim_start_matches(['+', '-']).trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            let is_number = word.trim_start_matches(['+', '-', '.']).starts_with(|c: char| c.is_ascii_digit());
            let unit = digits.trim_start_matches(['e', 'E']).trim_start_matches(['+', '-']);
            let is_known = matches!(digits, "" | "%" | "px" | "pt" | "pc" | "mm" | "cm" | "in" | "em" | "ex");
            let is_power = unit.len() < digits.len() && unit.starts_with(|c: char| c.is_ascii_digit());
            (is_number && !is_known && !is_power).then(|| digits.chars().take(10).collect::<String>())
        };
        match value.split([' ', ',', '\t', '\n']).filter(|word| !word.is_empty()).find_map(unit) {
            Some(unit) => self.name(format!("lengths in `{unit}`"), place),
            None => return true,
        }
        false
    }

    /// Returns a paint as it is read; what is none is named and not painted.
    fn paint(&mut self, property: &str, value: Option<&str>, written: &str, place: Place) -> Option<String> {
        let nothing = if matches!(property, "fill" | "stroke" | "background") { "none" } else { "#0000" };
        let unknown = |writer: &mut Writer<'_>| {
            let short: String = written.chars().take(40).collect();
            writer.name(format!("the colour `{short}`"), place);
            Some(nothing.to_owned())
        };
        let Some(value) = value else { return unknown(self) };
        let value = initial(property, value);
        if let Some(id) = reference(value) {
            let fallback = value.split_once(')').map_or("", |(_, rest)| rest.trim());
            let fallback = match svgtypes::Paint::from_str(fallback) {
                Ok(_) => fallback.to_owned(),
                Err(_) => color::parse(fallback).map(hex).unwrap_or_default(),
            };
            return match self.tags.get(id) {
                Some(&"linearGradient" | &"radialGradient") | None => {
                    Some(format!("url(#{id}) {fallback}").trim_end().to_owned())
                }
                Some(&"pattern") => {
                    self.name("patterns", place);
                    Some("none".to_owned())
                }
                Some(tag) => {
                    let what = format!("paint by `{}` elements", tag.chars().take(40).collect::<String>());
                    self.name(what, place);
                    Some("none".to_owned())
                }
            };
        }
        let lower = value.to_ascii_lowercase();
        let known = match lower.as_str() {
            "currentcolor" => "currentColor",
            "none" | "inherit" | "context-fill" | "context-stroke" => lower.as_str(),
            "transparent" => "#0000",
            _ => value,
        };
        // Behind a colour there may be a profile, which is not checked.
        let known = known.split(" icc-color(").next().unwrap_or(known);
        match svgtypes::Paint::from_str(known) {
            Ok(_) => Some(known.to_owned()),
            Err(_) => color::parse(known).map(hex).or_else(|| unknown(self)),
        }
    }

    /// Writes a transform as an attribute has it.
    fn transform(&mut self, value: &str, is_style: bool, place: Place, attributes: &mut Attributes) {
        let is_read = value.parse::<svgtypes::Transform>().is_ok();
        let written = match is_style || !is_read {
            true => transform::transform_attribute(value).or_else(|| is_read.then(|| value.to_owned())),
            false => Some(value.to_owned()),
        };
        match written {
            Some(written) => set(attributes, "transform", written),
            None => {
                let short: String = value.chars().take(40).collect();
                self.name(format!("the transform `{short}`"), place);
            }
        }
    }

    /// Writes a size of a shape as an attribute.
    fn size(&mut self, name: &str, value: &str, place: Place, attributes: &mut Attributes) {
        if name == "d" {
            let path = value.strip_prefix("path(").and_then(|rest| rest.strip_suffix(')'));
            let path = path.map(|path| path.trim().trim_matches(['"', '\'']).to_owned());
            match path {
                Some(path) => set(attributes, "d", path),
                None if value == "none" => set(attributes, "d", String::new()),
                None => self.name("paths in styles", place),
            }
        } else if value != "auto" && !is_wide(value) && self.is_read(value, place) {
            set(attributes, name, value.to_owned());
        }
    }

    /// Returns a value with its variables in their place; nothing if one has no value.
    fn substitute<'v>(
        &mut self,
        value: &'v str,
        variables: &Variables,
        place: Place,
        depth: usize,
    ) -> Option<Cow<'v, str>> {
        let Some(start) = value.find("var(") else { return Some(Cow::Borrowed(value)) };
        let (before, inside) = (&value[..start], &value[start + 4..]);
        let mut open = 1;
        let end = inside.char_indices().find_map(|(at, c)| {
            open += i32::from(c == '(') - i32::from(c == ')');
            (open == 0).then_some(at)
        })?;
        let (name, fallback) =
            inside[..end].split_once(',').map_or((&inside[..end], None), |(name, rest)| (name, Some(rest)));
        let name = name.trim();
        let known = self.variable(name, variables, place);
        let known = match (known, fallback) {
            (Some(known), _) => known,
            (None, Some(fallback)) => fallback.trim().to_owned(),
            (None, None) => return None,
        };
        let joined = format!("{before}{known}{}", &inside[end + 1..]);
        if joined.len() > MOST_VALUE || depth > 16 {
            return None;
        }
        self.substitute(&joined, variables, place, depth + 1).map(|filled| Cow::Owned(filled.trim().to_owned()))
    }

    /// Returns the value of a variable. What is drawn where it is used has those that are there: it has one only if all are the same.
    fn variable(&self, name: &str, variables: &Variables, place: Place) -> Option<String> {
        if place.lent
            && let Some(value) = self.values.get(name)
        {
            return value.clone();
        }
        let mut next = variables.as_ref();
        while let Some(variable) = next {
            if variable.name == name {
                return Some(variable.value.clone());
            }
            next = variable.before.as_ref();
        }
        None
    }
}

/// A property of an element with its value.
struct Said {
    name: String,
    value: String,
    /// By a style, not an attribute.
    style: bool,
    important: bool,
}

type Attributes = Vec<(String, String)>;

fn set(attributes: &mut Attributes, name: &str, value: String) {
    match attributes.iter_mut().find(|(known, _)| known == name) {
        Some((_, known)) => *known = value,
        None => attributes.push((name.to_owned(), value)),
    }
}

/// Returns the attributes of an element that are no properties.
fn own_attributes(node: Node<'_, '_>) -> Attributes {
    let is_kept = |name: &str| {
        !matches!(name, "class" | "style" | "href")
            && !PROPERTIES.contains(&name)
            && !OTHERS.iter().any(|(known, ..)| *known == name)
    };
    let own = node.attributes().filter(|attribute| attribute.namespace().is_none() && is_kept(attribute.name()));
    let mut attributes: Attributes = own.map(|one| (one.name().to_owned(), one.value().to_owned())).collect();
    let plain = node.attributes().find(|one| one.name() == "href" && one.namespace().is_none());
    if let Some(href) = plain.map(|one| one.value()).or_else(|| node.attribute((XLINK, "href"))) {
        attributes.push(("href".to_owned(), href.trim().to_owned()));
    }
    attributes
}

/// Returns the variables that an element sees.
fn with_own(around: &Variables, said: &[Said]) -> Variables {
    let own = said.iter().filter(|one| one.name.starts_with("--"));
    own.fold(around.clone(), |before, one| {
        Some(Rc::new(Variable { name: one.name.clone(), value: one.value.clone(), before }))
    })
}

/// Returns the id that `url(#id)` names.
pub(super) fn reference(value: &str) -> Option<&str> {
    let inside = value.trim().strip_prefix("url(")?.split(')').next()?;
    inside.trim().trim_matches(['"', '\'']).trim().strip_prefix('#')
}

fn hex([r, g, b, a]: [u8; 4]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}{a:02x}")
}

/// Returns true for the words that every property takes.
fn is_wide(value: &str) -> bool {
    matches!(value, "initial" | "unset" | "revert" | "revert-layer")
}

/// Returns the value of a property; a word that every property takes is replaced by the value that it means.
fn initial<'v>(name: &str, value: &'v str) -> &'v str {
    let is_inherited = !matches!(
        name,
        "clip-path"
            | "opacity"
            | "overflow"
            | "stop-color"
            | "stop-opacity"
            | "display"
            | "transform"
            | "transform-origin"
    );
    match value {
        "unset" | "revert" | "revert-layer" if is_inherited => "inherit",
        _ if !is_wide(value) => value,
        _ => match name {
            "fill" | "color" | "stop-color" => "black",
            "opacity" | "fill-opacity" | "stroke-opacity" | "stop-opacity" | "stroke-width" => "1",
            "fill-rule" | "clip-rule" => "nonzero",
            "stroke-dashoffset" => "0",
            "stroke-linecap" => "butt",
            "stroke-linejoin" => "miter",
            "stroke-miterlimit" => "4",
            "display" => "inline",
            "visibility" | "overflow" => "visible",
            "paint-order" => "normal",
            _ => "none",
        },
    }
}
