//! Text to glyphs and lines: shaping with a cache of words, hyphens, line breaking over measured widths.

mod bidi;
mod breaking;
mod lent;
mod prepared;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use harfrust::{Buffer, Direction, Language, ShapeOptions, ShapePlan, ShaperFont, shape};
use rustc_hash::{FxHashMap, FxHashSet};

pub use prepared::Prepared;

use bidi::Directions;
use breaking::{ends_line, ideographic_parts, is_ideographic};

use super::runs::{ScriptRun, is_latin, is_set, ligature, runs};
use super::{Align, POINT};
use crate::print::What;
use crate::print::font::Font;
use crate::print::frame::{Color, Frame, Glyph, Icon, Item, Point, Text, Transform, at};
use crate::print::locale::Locale;

/// Font and colour of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// The font.
    pub font: Font,
    /// The colour.
    pub color: Color,
}

/// A piece of text in one style, or an icon. Spans follow each other as written: a space between two is part of one of them.
#[derive(Debug, Clone, Copy)]
pub struct TextSpan<'a> {
    /// The letters or the icon.
    pub content: SpanContent<'a>,
    /// The style; for an icon, the style of the letters around it.
    pub style: Style,
}

/// The content of a span.
#[derive(Debug, Clone, Copy)]
pub enum SpanContent<'a> {
    /// Letters.
    Text(&'a str),
    /// A drawing as high as a line's letters.
    Icon(&'a Icon),
}

impl<'a> TextSpan<'a> {
    /// Returns a text in a style.
    pub fn new(text: &'a str, style: Style) -> TextSpan<'a> {
        TextSpan { content: SpanContent::Text(text), style }
    }

    /// Returns an icon among letters of a style.
    pub fn icon(icon: &'a Icon, style: Style) -> TextSpan<'a> {
        TextSpan { content: SpanContent::Icon(icon), style }
    }
}

/// A set line, to be drawn at a baseline.
#[derive(Debug, Clone)]
pub struct Line {
    /// Width in millimetres.
    pub width: f64,
    /// Height of its tallest capitals in millimetres.
    pub cap_height: f64,
    /// Height that letters may reach above the baseline, accents included, in millimetres.
    pub rise: f64,
    /// Depth that letters may reach below the baseline, in millimetres; 0 for a line of capitals and digits.
    pub depth: f64,
    /// Drawn with the baseline's start at the origin.
    items: Vec<Item>,
}

impl Line {
    /// Draws the line with its baseline starting at `from`.
    pub fn draw(self, frame: &mut Frame, from: Point) {
        for mut item in self.items {
            match &mut item {
                Item::Text(text) => text.at = at(from.x + text.at.x, from.y),
                Item::Group(group) => {
                    group.transform = Transform::from_translate(from.x, from.y).compose(group.transform);
                }
                Item::Shape(_) | Item::Area(_) | Item::Image(_) => {}
            }
            frame.items.push(item);
        }
    }

    /// Adds a run whose glyphs are all there, and empties it for the next one; `text` is what a reader copies of it, where it
    /// does not say that itself.
    fn finish(&mut self, run: &mut Text, text: &str) {
        if run.glyphs.is_empty() {
            return;
        }
        let mut whole = Text { glyphs: std::mem::take(&mut run.glyphs), text: std::mem::take(&mut run.text), ..*run };
        if whole.text.is_empty() {
            whole.text = text.to_owned();
        }
        self.width += whole.width();
        run.at = at(self.width, 0.0);
        self.items.push(Item::Text(whole));
    }
}

/// An icon is this much higher than the capitals beside it.
const ICON: f64 = 1.3;

/// Space beside an icon that is next to a letter or another icon, in ems.
const ICON_SIDE: f64 = 0.05;

/// A word's glyphs in their fonts' units, good for every size.
#[derive(Debug, Default)]
struct Word {
    glyphs: Vec<Glyph>,
    /// In ems.
    width: f64,
    /// The end of the glyphs of each font; empty if all are of the first font of the style.
    fonts: Vec<(usize, Font)>,
    /// Characters without a glyph, in the order of the text.
    missing: Vec<char>,
}

/// Sets text. It remembers the words it has shaped and nothing else: any one gives the same lines.
#[derive(Default)]
pub struct Typesetter {
    shaped: Shaped,
    /// The language of the letters, by which a font may choose their forms; none for English.
    language: Option<Language>,
    /// The words of the other languages that were set before.
    elsewhere: Vec<(Option<Language>, Shaped)>,
    buffer: Option<Buffer>,
    /// True in a language that is written from right to left.
    in_rtl: bool,
    /// The language whose hyphenation is used, if not English; `Some(None)` for no hyphenation.
    patterns: Option<Option<hypher::Lang>>,
    /// The letters that carried fonts gave to authors' fonts that lack them.
    lent: BTreeSet<(Font, char)>,
}

/// The words of a language that have been shaped.
#[derive(Default)]
struct Shaped {
    /// By font, so that a word is looked up by its letters.
    words: Vec<FxHashMap<Box<str>, Arc<Word>>>,
    /// The plans for shaping letters of a script, by font: making a plan takes longer than shaping a word.
    plans: Vec<Vec<ShapePlan>>,
    /// Words that are written from right to left whatever they are of, by font.
    leftward: FxHashMap<Font, FxHashMap<Box<str>, Arc<Word>>>,
}

thread_local! {
    static WARM: RefCell<Typesetter> = RefCell::default();
}

/// Words shorter than this stay whole.
const HYPHENATED: usize = 7;

/// Returns the part of a word that may be hyphenated, its letters, if it is long enough and plain enough for the patterns.
fn breakable(word: &str) -> Option<&str> {
    let plain = word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '”', '“', '‘', '’', '»', '«', '…']);
    (plain.chars().count() >= HYPHENATED && plain.chars().all(char::is_alphanumeric)).then_some(plain)
}

/// Returns true if a word is a number that counts something: longer ones are years.
fn is_count(word: &str) -> bool {
    matches!(word.len(), 1 | 2) && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The space that breaks only where it must.
const NO_BREAK: char = '\u{a0}';

fn blank(c: char) -> bool {
    matches!(c, ' ' | '\t') || ends_line(c)
}

impl Typesetter {
    /// Lends this thread's typesetter, which knows the words of earlier work. It sets the same lines as a new one.
    pub fn lent<R>(work: impl FnOnce(&mut Typesetter) -> R) -> R {
        let mut warm = WARM.take();
        let result = work(&mut warm);
        WARM.set(warm);
        result
    }

    /// Does work in a language: words are hyphenated and letters have the forms as there.
    pub fn with_language<R>(&mut self, locale: &Locale, work: impl FnOnce(&mut Typesetter) -> R) -> R {
        let before = (self.patterns.replace(locale.patterns()), std::mem::replace(&mut self.in_rtl, locale.is_rtl()));
        let language = self.speak(Language::new(&locale.language));
        let result = work(self);
        self.speak(language);
        (self.patterns, self.in_rtl) = before;
        result
    }

    /// Goes over to a language, and returns the one before.
    fn speak(&mut self, language: Option<Language>) -> Option<Language> {
        if language == self.language {
            return language;
        }
        let known = self.elsewhere.iter().position(|(of, _)| *of == language);
        let shaped = known.map(|i| self.elsewhere.swap_remove(i).1).unwrap_or_default();
        let before = std::mem::replace(&mut self.language, language);
        self.elsewhere.push((before.clone(), std::mem::replace(&mut self.shaped, shaped)));
        before
    }

    /// Sets the spans on one line at `size` points.
    ///
    /// # Errors
    ///
    /// Names the characters that no font has.
    pub fn line(&mut self, spans: &[TextSpan<'_>], size: f64) -> Result<Line, What> {
        let prepared = self.prepare(spans, false).map_err(What::NoGlyphs)?;
        Ok(self.set(&prepared, 0..prepared.pieces.len(), size))
    }

    /// Breaks the spans into lines no wider than `width` mm where that can be done, at `size` points.
    ///
    /// # Errors
    ///
    /// Names the characters that no font has.
    pub fn wrap(&mut self, spans: &[TextSpan<'_>], size: f64, width: f64, hyphens: bool) -> Result<Vec<Line>, What> {
        let prepared = self.prepare(spans, hyphens).map_err(What::NoGlyphs)?;
        let lines = prepared.lines(width / (size * POINT));
        Ok(lines.iter().map(|line| self.set(&prepared, line.clone(), size)).collect())
    }

    /// Measures the spans.
    ///
    /// # Errors
    ///
    /// Names the characters that no font has, each once.
    pub fn prepare<'a>(&mut self, spans: &[TextSpan<'a>], hyphens: bool) -> Result<Prepared<'a>, Vec<char>> {
        let (mut out, mut missing) = (Prepared::default(), Vec::new());
        // Whether a line may break before what comes next.
        let mut open = true;
        for span in spans {
            let style = span.style;
            match span.content {
                SpanContent::Icon(icon) => {
                    let width = icon.width * style.font.cap_height() * ICON + 2.0 * ICON_SIDE;
                    out.push(*span, width, open);
                    open = false;
                }
                SpanContent::Text(text) => {
                    let space = self.word(style.font, " ").width;
                    let mut end = 0;
                    for part in text.split_inclusive(blank) {
                        end += part.len();
                        let word = part.trim_end_matches(blank);
                        for (word, i) in word.split(NO_BREAK).zip(0..) {
                            if i > 0 {
                                open = true;
                                let last = out.pieces.last_mut();
                                last.into_iter().for_each(|piece| (piece.space, piece.glued) = (space, true));
                            }
                            if !word.is_empty() {
                                missing.extend_from_slice(&self.word_pieces(word, style, hyphens, open, &mut out));
                                open = false;
                            }
                        }
                        if part.ends_with(ends_line) {
                            open = true;
                            // Of two that are one, the second one ends the line.
                            if !(part.ends_with('\r') && text[end..].starts_with('\n')) {
                                out.end_line(space);
                            }
                        } else if word.len() < part.len() && is_count(word) {
                            // What is counted stays with its number.
                            out.push(TextSpan::new(" ", style), space, false);
                        } else if word.len() < part.len() {
                            open = true;
                            out.pieces.last_mut().into_iter().for_each(|piece| piece.space = space);
                        }
                    }
                }
            }
        }
        out.trim_line_ends();
        let mut seen = FxHashSet::default();
        missing.retain(|c| seen.insert(*c));
        out.directions = Directions::new(spans, &out.atoms, self.in_rtl);
        if missing.is_empty() { Ok(out) } else { Err(missing) }
    }

    /// Adds a word: compounds break at their own hyphens (a name, only where it must), other words where the language would. A
    /// word with characters that no font has is not added, and they are returned.
    fn word_pieces<'a>(
        &mut self,
        word: &'a str,
        style: Style,
        hyphens: bool,
        open: bool,
        out: &mut Prepared<'a>,
    ) -> Vec<char> {
        let whole = self.word(style.font, word);
        if !whole.missing.is_empty() {
            return whole.missing.clone();
        }
        if !whole.fonts.is_empty() && !style.font.is_carried() {
            self.note_lent(style.font, word, &whole);
        }
        let push = |ts: &mut Self, out: &mut Prepared<'a>, text: &'a str, open: bool| {
            let width = ts.word(style.font, text).width;
            out.push(TextSpan::new(text, style), width, open);
        };
        if word.contains(is_ideographic) {
            for (i, part) in ideographic_parts(word).enumerate() {
                push(self, out, part, open || i > 0);
            }
        } else if word.contains('-') {
            for (i, part) in word.split_inclusive('-').enumerate() {
                if i > 0 {
                    let last = out.pieces.last_mut();
                    last.into_iter().for_each(|piece| (piece.hyphenated, piece.glued) = (true, !hyphens));
                }
                push(self, out, part, open || i > 0);
            }
        } else if hyphens
            && let Some(patterns) = self.patterns.unwrap_or(Some(hypher::Lang::English))
            && let Some(letters) = breakable(word)
        {
            let hyphen = self.word(style.font, "-").width;
            let mut end = 0;
            for (i, syllable) in hypher::hyphenate(letters, patterns).enumerate() {
                if i > 0 {
                    out.pieces.last_mut().into_iter().for_each(|piece| piece.hyphen = hyphen);
                }
                let start = end;
                end += syllable.len();
                // The marks after a word stand with its last syllable, and are no letters of it.
                let until = if end == letters.len() { word.len() } else { end };
                push(self, out, &word[start..until], open || i > 0);
            }
        } else {
            push(self, out, word, open);
        }
        Vec::new()
    }

    /// Sets some of the pieces as one line at `size` points.
    pub fn set(&mut self, prepared: &Prepared<'_>, range: Range<usize>, size: f64) -> Line {
        let mm = size * POINT;
        let (rise, depth) = prepared.extent(&range);
        let mut line = Line { width: 0.0, cap_height: 0.0, rise: rise * mm, depth: depth * mm, items: Vec::new() };
        if let Some(directions) = &prepared.directions {
            self.set_directed(prepared, directions, range, mm, &mut line);
            return line;
        }
        let pieces = &prepared.pieces[range];
        let mut text = String::new();
        for (i, piece) in pieces.iter().enumerate() {
            let last = i + 1 == pieces.len();
            for (j, span) in prepared.atoms[piece.atoms.clone()].iter().enumerate() {
                let style = span.style;
                line.cap_height = line.cap_height.max(style.font.cap_height() * mm);
                let ends = j + 1 == piece.atoms.len();
                let next = prepared.atoms.get(piece.atoms.start + j + 1).filter(|_| !(last && ends));
                match span.content {
                    SpanContent::Text(part) => text.push_str(part),
                    SpanContent::Icon(icon) => {
                        let cap = style.font.cap_height() * mm;
                        let x = line.width + ICON_SIDE * mm;
                        line.items.push(icon.item_at(cap * ICON, at(x, -cap * (1.0 + ICON) / 2.0)));
                        line.width += icon.width * cap * ICON + 2.0 * ICON_SIDE * mm;
                    }
                }
                if ends && last && piece.hyphen > 0.0 {
                    text.push('-');
                } else if ends && !last && piece.space > 0.0 {
                    // A space after an icon begins the next run, where a reader of the text finds it.
                    text.push(' ');
                }
                let same = |next: &TextSpan<'_>| matches!(next.content, SpanContent::Text(_)) && next.style == style;
                if !text.is_empty() && !next.is_some_and(same) {
                    self.run(std::mem::take(&mut text), style, mm, &mut line);
                }
            }
        }
        line
    }

    /// Adds a text of one style to the end of a line.
    fn run(&mut self, text: String, style: Style, size: f64, line: &mut Line) {
        let font = style.font.first();
        let mut run = Text {
            at: at(line.width, 0.0),
            font,
            size,
            color: style.color,
            text: String::new(),
            glyphs: Vec::with_capacity(text.len()),
        };
        // Where the run begins and where the word does, in bytes.
        let (mut from, mut start) = (0, 0);
        for part in text.split_inclusive(' ') {
            let word = part.strip_suffix(' ').unwrap_or(part);
            for (word, start) in [(word, start), (&part[word.len()..], start + word.len())] {
                let (mut shaped, mut own) = (self.word(style.font, word), font);
                if word == " " && run.font != font {
                    // Between two words of another font, its own space.
                    let other = self.word(run.font, word);
                    if other.width == shaped.width {
                        (shaped, own) = (other, run.font);
                    }
                }
                let mut done = 0;
                for (end, of) in shaped.fonts.iter().copied().chain([(shaped.glyphs.len(), own)]) {
                    if done == end {
                        continue;
                    }
                    if of != run.font {
                        let begins = start + shaped.glyphs[done].cluster as usize;
                        line.finish(&mut run, &text[from..begins]);
                        (run.font, from) = (of, begins);
                    }
                    let glyphs = &shaped.glyphs[done..end];
                    // The run may begin within the word.
                    let cluster = |glyph: &Glyph| glyph.cluster + start as u32 - from as u32;
                    run.glyphs.extend(glyphs.iter().map(|g| Glyph { cluster: cluster(g), ..*g }));
                    done = end;
                }
            }
            start += part.len();
        }
        if from == 0 {
            run.text = text;
            line.finish(&mut run, "");
        } else {
            line.finish(&mut run, &text[from..]);
        }
    }

    fn word(&mut self, font: Font, text: &str) -> Arc<Word> {
        let index = font.index();
        if let Some(word) = self.shaped.words.get(index).and_then(|words| words.get(text)) {
            return Arc::clone(word);
        }
        let word = Arc::new(self.new_word(font, text, false));
        let words = &mut self.shaped.words;
        if words.len() <= index {
            words.resize_with(index + 1, FxHashMap::default);
        }
        words[index].insert(text.into(), Arc::clone(&word));
        word
    }

    /// Shapes a word, all of it from right to left or each script as it is written.
    fn new_word(&mut self, font: Font, text: &str, leftward: bool) -> Word {
        let first = font.first();
        let direction = leftward.then_some(Direction::RightToLeft);
        if is_latin(text) {
            let mut word = Word::default();
            self.shape(&ScriptRun { range: 0..text.len(), font: first, script: None }, text, direction, &mut word);
            if word.missing.is_empty() {
                return word;
            }
        }
        let mut runs = match runs(text, font) {
            Ok(runs) => runs,
            Err(missing) => return Word { missing, ..Word::default() },
        };
        let mut word = Word::default();
        if leftward {
            runs.reverse();
        }
        for run in &runs {
            self.shape(run, text, direction, &mut word);
            word.fonts.push((word.glyphs.len(), run.font));
        }
        if word.fonts.iter().all(|(_, of)| *of == first) {
            word.fonts.clear();
        }
        word
    }

    /// Adds the glyphs of a run to a word.
    fn shape(&mut self, run: &ScriptRun, text: &str, direction: Option<Direction>, word: &mut Word) {
        let (index, start) = (run.font.index(), run.range.start);
        let mut buffer = self.buffer.take().unwrap_or_default();
        let letters = &text[run.range.clone()];
        if letters.contains(|c| ligature(c).is_some()) {
            for (at, c) in letters.char_indices() {
                let all = ligature(c).unwrap_or(&letters[at..at + c.len_utf8()]);
                all.chars().for_each(|c| buffer.push(u32::from(c), at as u32));
            }
        } else {
            buffer.push_str(letters);
        }
        buffer.set_script(run.script);
        buffer.set_language(self.language.clone());
        buffer.guess_segment_properties();
        direction.into_iter().for_each(|direction| buffer.set_direction(direction));
        let plans = &mut self.shaped.plans;
        if plans.len() <= index {
            plans.resize_with(index + 1, Vec::new);
        }
        let plans = &mut plans[index];
        let (script, direction) = (buffer.script(), buffer.direction());
        let known = plans.iter().position(|plan| plan.script() == script && plan.direction() == direction);
        let plan = known.unwrap_or_else(|| {
            plans.push(ShapePlan::new(run.font.tables(), direction, script, buffer.language(), &[]));
            plans.len() - 1
        });
        let options = ShapeOptions::new().plan(Some(&plans[plan]));
        shape(&ShaperFont::new(run.font.tables()), &mut buffer, options)
            .expect("internal error: shaping without a direction");
        word.glyphs.reserve_exact(buffer.len());
        let mut width = 0;
        for (info, position) in buffer.glyph_infos().iter().zip(buffer.glyph_positions()) {
            if !is_set(run.font, info.glyph_id) {
                word.missing.extend(text[start + info.cluster as usize..].chars().next());
            }
            width += position.x_advance;
            word.glyphs.push(Glyph {
                id: info.glyph_id as u16,
                cluster: start as u32 + info.cluster,
                advance: position.x_advance as i16,
                dx: position.x_offset as i16,
                dy: position.y_offset as i16,
            });
        }
        word.width += f64::from(width) / run.font.units_per_em();
        buffer.reset();
        self.buffer = Some(buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: Style = Style { font: Font::Serif, color: Color::BLACK };

    fn texts(lines: &[Line]) -> Vec<String> {
        let text = |item: &Item| match item {
            Item::Text(text) => text.text.clone(),
            _ => "*".to_owned(),
        };
        lines.iter().map(|line| line.items.iter().map(text).collect()).collect()
    }

    #[test]
    fn lines_break_at_spaces_hyphens_and_syllables() {
        let mut ts = Typesetter::default();
        let words = "extraordinarily counterattacking musketeers of Saint-Germain";
        let lines = ts.wrap(&[TextSpan::new(words, STYLE)], 10.0, 22.0, true).unwrap();
        assert!(lines.iter().all(|l| l.width <= 22.02), "{:?}", texts(&lines));
        let text = texts(&lines);
        assert!(text.iter().any(|l| l.ends_with('-')), "{text:?}");
        let whole: String = text.iter().map(|l| l.strip_suffix('-').map_or(format!("{l} "), str::to_owned)).collect();
        assert_eq!(whole.trim_end().replace("SaintGermain", "Saint-Germain"), words);
    }

    #[test]
    fn a_name_breaks_only_where_a_line_cannot_hold_it() {
        let mut ts = Typesetter::default();
        let mut set = |words: &str, width| {
            let words = words.replace('_', "\u{a0}");
            texts(&ts.wrap(&[TextSpan::new(&words, STYLE)], 10.0, width, false).unwrap())
        };
        let lines = set("Against Saint_Cyr or the Old_Guard", 26.0);
        assert!(lines.iter().any(|line| line.contains("Old Guard")) && lines.len() > 1, "{lines:?}");
        assert!(lines.iter().any(|line| line.contains("Saint Cyr")), "{lines:?}");
        assert!(set("the_Old_Guard_of_the_Emperor", 26.0).len() > 1, "what no line holds is broken");
        assert_eq!(set("the_Old_Guard", 26.0), ["the Old Guard"]);
    }

    #[test]
    fn a_name_breaks_at_its_hyphen_only_where_a_line_cannot_hold_it() {
        let mut ts = Typesetter::default();
        let mut set = |words, width| texts(&ts.wrap(&[TextSpan::new(words, STYLE)], 10.0, width, false).unwrap());
        assert_eq!(set("The Constable’s Men-at-Arms", 33.0), ["The Constable’s", "Men-at-Arms"]);
        assert!(set("Men-at-Arms", 12.0).len() > 1, "what no line holds is broken");
    }

    #[test]
    fn marks_after_a_word_are_no_letters_of_its_last_syllable() {
        let german = Locale { language: "de".to_owned(), ..Locale::english().as_ref().clone() };
        let mut ts = Typesetter::default();
        let pieces = |ts: &mut Typesetter, word| {
            let prepared = ts.prepare(&[TextSpan::new(word, STYLE)], true).unwrap();
            prepared.pieces.len()
        };
        let mut count = |word| ts.with_language(&german, |ts| pieces(ts, word));
        assert_eq!((count("nachlädt"), count("nachlädt."), count("nachlädt!”")), (2, 2, 2));
    }

    #[test]
    fn letters_have_the_forms_of_their_language() {
        let locale = |tag: &str| Locale { language: tag.to_owned(), ..Locale::english().as_ref().clone() };
        let mut ts = Typesetter::default();
        let mut glyphs = |tag: &str, font, word| {
            ts.with_language(&locale(tag), |ts| ts.word(font, word).glyphs.iter().map(|g| g.id).collect::<Vec<_>>())
        };
        // The carried serif has the Serbian б, the sans the comma below that Romanian asks for.
        for (font, word, own, other) in [(Font::Serif, "борба", "sr", "ru"), (Font::Sans, "\u{15f}i", "ro", "tr")]
        {
            let (theirs, ours) = (glyphs(other, font, word), glyphs(own, font, word));
            assert_eq!(theirs.len(), ours.len());
            assert_ne!(theirs, ours, "{own}");
            assert_eq!(glyphs(other, font, word), theirs, "the words of another language are not taken for theirs");
        }
        assert_eq!(glyphs("en", Font::Serif, "борба"), glyphs("ru", Font::Serif, "борба"));
    }

    #[test]
    fn ideographs_part_but_for_marks_that_close_and_open() {
        let parts = |word| ideographic_parts(word).collect::<Vec<_>>().join("|");
        assert_eq!(parts("白山の戦い（一六二〇年）。"), "白|山|の|戦|い|（一|六|二|〇|年）。");
        assert_eq!(parts("「ヴァ」とABC両軍"), "「ヴァ」|と|ABC|両|軍");
        assert!(!"Höchstädt–Ω“я” ½".contains(is_ideographic));
    }

    #[test]
    fn even_lines_are_as_many_and_about_equally_long() {
        let mut ts = Typesetter::default();
        let words = "They had cut their pikes from the willows that morning, and nobody had asked them to.";
        for (style, width) in [12.0, 16.0, 20.0, 27.0].into_iter().map(|width| (STYLE, width)) {
            let text = ts.prepare(&[TextSpan::new(words, style)], false).unwrap();
            let (lines, even) = (text.lines(width), text.even_lines(width));
            assert_eq!((even.len(), even.first().unwrap().start), (lines.len(), 0), "{width}");
            assert!(even.windows(2).all(|pair| pair[0].end == pair[1].start), "{even:?}");
            assert_eq!(even.last().unwrap().end, text.whole().end);
            let widths = |lines: &prepared::Lines| lines.iter().map(|line| text.width(line)).collect::<Vec<_>>();
            let spread = |widths: &[f64]| {
                widths.iter().copied().fold(0.0, f64::max) - widths.iter().copied().fold(f64::MAX, f64::min)
            };
            let (before, after) = (widths(&lines), widths(&even));
            assert!(after.iter().all(|line| *line <= width), "{after:?}");
            assert!(spread(&after) <= spread(&before), "{before:?} {after:?}");
        }
        let text =
            ts.prepare(&[TextSpan::new("Nobody had asked them, and nobody asked them to go.", STYLE)], false).unwrap();
        let (lines, even) = (text.lines(21.0), text.even_lines(21.0));
        assert!(text.width(&even[1]) > text.width(&lines[1]) + 3.0, "{lines:?} {even:?}");
    }

    #[test]
    fn a_number_stays_with_what_it_counts_and_no_short_word_alone() {
        let mut ts = Typesetter::default();
        let mut set = |words, width| {
            let lines = ts.wrap(&[TextSpan::new(words, STYLE)], 10.0, width, false).unwrap();
            texts(&lines)
        };
        let width = |ts: &mut Typesetter, words| ts.line(&[TextSpan::new(words, STYLE)], 10.0).unwrap().width + 0.1;
        let mut other = Typesetter::default();
        let room = width(&mut other, "on the attacker; suffers 1");
        let joined = set("on the attacker; suffers 1 hit less", room);
        assert_eq!(joined, ["on the attacker; suffers", "1 hit less"]);
        assert_eq!(
            set("was fought in the year 1632 by two", width(&mut other, "was fought in the year 1632"))[1],
            "by two"
        );
        let room = width(&mut other, "the attacker loses; it suffers 1 hit");
        let last = set("the attacker loses; it suffers 1 hit less", room);
        assert_eq!(last.len(), 2);
        assert!(last[1].contains(' '), "{last:?}");
    }

    #[test]
    fn a_line_is_as_wide_as_its_glyphs_and_kerned() {
        let mut ts = Typesetter::default();
        let kerned = ts.line(&[TextSpan::new("AVAVAV", STYLE)], 10.0).unwrap().width;
        let single: f64 = ["A", "V"].map(|c| ts.line(&[TextSpan::new(c, STYLE)], 10.0).unwrap().width).iter().sum();
        assert!(kerned < 3.0 * single - 0.1, "{kerned} {single}");
    }

    #[test]
    fn decomposed_letters_are_the_same_as_composed_ones() {
        let mut ts = Typesetter::default();
        let width = |ts: &mut Typesetter, text| ts.line(&[TextSpan::new(text, STYLE)], 10.0).unwrap().width;
        assert_eq!(width(&mut ts, "Du\u{308}rrenstein"), width(&mut ts, "Dürrenstein"));
    }

    #[test]
    fn a_lent_typesetter_sets_the_lines_of_a_new_one() {
        let set = |ts: &mut Typesetter| {
            let spans = [TextSpan::new("The Dürrenstein guards, 7½ miles from Łódź, fi ", STYLE)];
            format!("{:?}", ts.wrap(&spans, 9.0, 30.0, true).unwrap())
        };
        let new = set(&mut Typesetter::default());
        let lent = || Typesetter::lent(|ts| (set(ts), Typesetter::lent(set)));
        for (warm, within) in [lent(), lent()] {
            assert_eq!((&warm, &within), (&new, &new));
        }
    }
}
