//! The fonts of a document: only the glyphs it uses are embedded, and what they mean when copied.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::sync::Arc;

use harfrust::GlyphId;
use lopdf::{Dictionary, Document, Object, Stream, dictionary};
use subsetter::{GlyphRemapper, subset};
use unicode_normalization::UnicodeNormalization;

use super::compress;
use crate::print::font::Font;
use crate::print::frame::{Frame, Glyph, Item, Text};
use crate::print::sheet::Page;

/// The fonts that the pages use.
pub(super) struct Fonts {
    used: BTreeMap<Font, Used>,
    /// By font and the glyph's number in it: its number in the subset and its width in thousandths, looked up for
    /// every letter on every page.
    glyphs: Vec<Vec<(u16, f64)>>,
    /// By font: its number in this file. That of an author's font must not depend on what was read before it.
    numbers: Vec<usize>,
}

/// The number of the first font of an author.
const FIRST_OWN: usize = 12;

#[derive(Default)]
struct Used {
    remapper: GlyphRemapper,
    /// By the glyph's number in the font: whether it has been collected.
    known: Vec<bool>,
    /// By the glyph's number in the font: its number in the subset and its width in thousandths.
    glyphs: BTreeMap<u16, (u16, f64)>,
    /// By the glyph's number in the subset: the characters it stands for.
    meaning: BTreeMap<u16, String>,
}

impl Fonts {
    /// Collects the glyphs of all pages; a drawing that is used again is read once.
    pub(super) fn from_pages(pages: &[Page]) -> Fonts {
        let mut fonts = Fonts { used: BTreeMap::new(), glyphs: Vec::new(), numbers: Vec::new() };
        let mut seen = HashSet::new();
        for page in pages {
            for place in &page.places {
                fonts.collect(&place.face, &mut seen);
            }
            fonts.walk(&page.furniture, &mut seen);
        }
        for (font, used) in &fonts.used {
            let last = used.glyphs.keys().next_back().map_or(0, |last| usize::from(*last) + 1);
            let index = font.index();
            if fonts.glyphs.len() <= index {
                fonts.glyphs.resize_with(index + 1, Vec::new);
            }
            let table = &mut fonts.glyphs[index];
            table.resize(last, (0, 0.0));
            for (id, glyph) in &used.glyphs {
                table[usize::from(*id)] = *glyph;
            }
        }
        fonts.numbers = fonts.used.keys().next_back().map_or(Vec::new(), |last| (0..=last.index()).collect());
        let mut own: Vec<(&str, u64, usize)> =
            fonts.used.keys().map(|font| (font.name(), font.digest(), font.index())).collect();
        own.retain(|(_, digest, _)| *digest != 0);
        own.sort_unstable();
        for ((.., index), number) in own.into_iter().zip(FIRST_OWN..) {
            fonts.numbers[index] = number;
        }
        fonts
    }

    /// Returns a font's number in the file.
    pub(super) fn number(&self, font: Font) -> usize {
        self.numbers[font.index()]
    }

    fn collect(&mut self, frame: &Arc<Frame>, seen: &mut HashSet<usize>) {
        if seen.insert(Arc::as_ptr(frame).addr()) {
            self.walk(frame, seen);
        }
    }

    fn walk(&mut self, frame: &Frame, seen: &mut HashSet<usize>) {
        for item in &frame.items {
            match item {
                Item::Group(group) => self.collect(&group.frame, seen),
                Item::Text(text) => self.text(text),
                Item::Shape(_) | Item::Area(_) | Item::Image(_) => {}
            }
        }
    }

    fn text(&mut self, text: &Text) {
        let used = self.used.entry(text.font).or_default();
        let mut glyphs = text.glyphs.iter().peekable();
        let mut cluster = u32::MAX;
        let is_reversed = text.is_leftward();
        while let Some(glyph) = glyphs.next() {
            let id = usize::from(glyph.id);
            if used.known.get(id) == Some(&true) {
                cluster = glyph.cluster;
                continue;
            }
            used.known.resize(used.known.len().max(id + 1), false);
            used.known[id] = true;
            let new = used.remapper.remap(glyph.id);
            used.glyphs.insert(glyph.id, (new, width(text.font, glyph.id)));
            let end = match glyphs.peek() {
                None if !is_reversed => text.text.len(),
                Some(next) if !is_reversed && next.cluster > glyph.cluster => next.cluster as usize,
                _ => cluster_end(text, glyph.cluster),
            };
            // The first glyph of a cluster stands for all its characters, the others for none.
            let first = std::mem::replace(&mut cluster, glyph.cluster) != glyph.cluster;
            let meant = text.text.get(glyph.cluster as usize..end).unwrap_or_default();
            // Of a letter and its marks, drawn one by one, each stands for itself; and so does each of those that one letter is drawn
            // by, as `ﬁ` is.
            let apart: String = meant.nfkd().collect();
            let own = itself(text.font, glyph.id, meant).or_else(|| itself(text.font, glyph.id, &apart));
            let meaning = own.unwrap_or(if first && !meant.is_empty() { meant } else { JOINED });
            used.meaning.insert(new, meaning.to_owned());
        }
    }

    /// Returns true if a text from left to right is what its glyphs stand for, one after the other. Glyphs of the scripts of India may
    /// stand in another order than their letters, or for others at other places.
    pub(super) fn spell(&self, text: &Text) -> bool {
        // No letter before these has more than one glyph, or several meanings.
        if text.is_leftward() || !text.text.bytes().any(|byte| byte >= 0xe0) {
            return true;
        }
        let Some(used) = self.used.get(&text.font) else { return true };
        let mut rest = text.text.as_str();
        let mut is_next = |glyph: &Glyph| {
            let meaning = used.glyphs.get(&glyph.id).and_then(|(new, _)| used.meaning.get(new));
            meaning.and_then(|meaning| rest.strip_prefix(meaning.as_str())).map(|left| rest = left).is_some()
        };
        text.glyphs.iter().all(&mut is_next) && rest.is_empty()
    }

    /// Returns a glyph's number in the embedded subset, and its width in thousandths of an em.
    pub(super) fn glyph(&self, font: Font, id: u16) -> (u16, f64) {
        self.glyphs[font.index()][usize::from(id)]
    }

    /// Writes the fonts; the dictionary of their resource names.
    pub(super) fn write(&self, doc: &mut Document) -> Dictionary {
        let mut names = Dictionary::new();
        let mut used: Vec<(usize, Font, &Used)> =
            self.used.iter().map(|(font, used)| (self.number(*font), *font, used)).collect();
        used.sort_unstable_by_key(|(number, ..)| *number);
        for (number, font, used) in used {
            names.set(format!("F{number}"), used.write(font, doc));
        }
        names
    }
}

/// The text of a glyph whose characters belong to the first glyph of its cluster: a character that is not seen and breaks no word,
/// since PDF/UA wants every glyph to stand for one.
const JOINED: &str = "\u{2060}";

/// Returns the character that a glyph is drawn for, among some; none where it stands for several of them.
fn itself(font: Font, glyph: u16, among: &str) -> Option<&str> {
    let charmap = font.tables().charmap();
    let drawn = |c: char| charmap.map_unicode(c).is_some_and(|id| id.to_u32() == u32::from(glyph));
    among.char_indices().find(|(_, c)| drawn(*c)).map(|(at, c)| &among[at..at + c.len_utf8()])
}

/// Returns the place where the characters of the next cluster begin, or the text ends.
fn cluster_end(text: &Text, cluster: u32) -> usize {
    let next = text.glyphs.iter().map(|glyph| glyph.cluster).filter(|next| *next > cluster).min();
    next.map_or(text.text.len(), |next| next as usize)
}

/// Returns a glyph's width in whole thousandths of an em, as the file says it.
fn width(font: Font, id: u16) -> f64 {
    let advance = font.tables().glyph_metrics().h_advance(GlyphId::new(u32::from(id)));
    (f64::from(advance) * 1000.0 / font.units_per_em()).round()
}

/// Returns the table of cubic outlines of a font file; `None` if there is none.
fn cff(file: &[u8]) -> Option<Vec<u8>> {
    let number = |at: usize| Some(u32::from_be_bytes(file.get(at..at + 4)?.try_into().ok()?) as usize);
    let count = usize::from(u16::from_be_bytes(file.get(4..6)?.try_into().ok()?));
    let record = (0..count).map(|i| 12 + 16 * i).find(|at| file.get(*at..at + 4) == Some(b"CFF "))?;
    let start = number(record + 8)?;
    file.get(start..start.checked_add(number(record + 12)?)?).map(<[u8]>::to_vec)
}

/// The frame of a map from glyphs to characters, written out as strict readers want it.
const CMAP_HEAD: &str = "/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
";
const CMAP_FOOT: &str = "endcmap
CMapName currentdict /CMap defineresource pop
end
end
";

impl Used {
    fn write(&self, font: Font, doc: &mut Document) -> Object {
        // Every glyph of an author's font was subset before it was used.
        let data =
            subset(font.data(), 0, &self.remapper).expect("internal error: a font that is used cannot be subset");
        let name = Object::Name(format!("{}+{}", self.tag(font), font.name()).into_bytes());
        let (file, key, subtype) = match cff(&data).filter(|_| font.is_cff()) {
            Some(cff) => (compress(dictionary! { "Subtype" => "CIDFontType0C" }, cff), "FontFile3", "CIDFontType0"),
            None => (compress(dictionary! { "Length1" => data.len() as i64 }, data), "FontFile2", "CIDFontType2"),
        };
        let file = doc.add_object(file);
        let (ascent, descent) = font.extent();
        let thousandths = |em: f64| Object::Integer((em * 1000.0).round() as i64);
        let descriptor = doc.add_object(dictionary! {
            "Type" => "FontDescriptor",
            "FontName" => name.clone(),
            // Symbolic: glyphs are chosen by number.
            "Flags" => 4,
            "FontBBox" => vec![thousandths(-0.5), thousandths(-descent), thousandths(2.0), thousandths(ascent)],
            "ItalicAngle" => font.italic_angle().round() as i64,
            "Ascent" => thousandths(ascent),
            "Descent" => thousandths(-descent),
            "CapHeight" => thousandths(font.cap_height()),
            "StemV" => 80,
            key => file,
        });
        let by_new: BTreeMap<u16, f64> = self.glyphs.values().copied().collect();
        let first = by_new.keys().next().copied().unwrap_or(0);
        let widths: Vec<Object> = by_new.values().map(|w| Object::Integer(*w as i64)).collect();
        let mut descendant = dictionary! {
            "Type" => "Font",
            "Subtype" => subtype,
            "BaseFont" => name.clone(),
            "CIDSystemInfo" => dictionary! {
                "Registry" => Object::string_literal("Adobe"),
                "Ordering" => Object::string_literal("Identity"),
                "Supplement" => 0,
            },
            "FontDescriptor" => descriptor,
        };
        if subtype == "CIDFontType2" {
            descendant.set("CIDToGIDMap", "Identity");
        }
        // The subset's glyphs are numbered without gaps.
        descendant.set("W", vec![i64::from(first).into(), Object::Array(widths)]);
        let descendant = doc.add_object(descendant);
        let unicode = doc.add_object(self.to_unicode());
        doc.add_object(dictionary! {
            "Type" => "Font",
            "Subtype" => "Type0",
            "BaseFont" => name,
            "Encoding" => "Identity-H",
            "DescendantFonts" => vec![descendant.into()],
            "ToUnicode" => unicode,
        })
        .into()
    }

    /// Returns six capitals that differ between subsets.
    fn tag(&self, font: Font) -> String {
        let mut hash = font.digest() as u32;
        for id in self.glyphs.keys() {
            hash = hash.wrapping_mul(31).wrapping_add(u32::from(*id));
        }
        (0..6).map(|i| char::from(b'A' + (hash / 26_u32.pow(i) % 26) as u8)).collect()
    }

    fn to_unicode(&self) -> Stream {
        let mut map = String::from(CMAP_HEAD);
        let entries: Vec<_> = self.meaning.iter().collect();
        // No more than a hundred entries may stand in one block.
        for block in entries.chunks(100) {
            let mut lines = String::new();
            for (id, text) in block {
                let hex: String = text.encode_utf16().fold(String::new(), |hex, unit| hex + &format!("{unit:04X}"));
                writeln!(lines, "<{id:04X}> <{hex}>").expect("internal error: writing into memory");
            }
            write!(map, "{} beginbfchar\n{lines}endbfchar\n", block.len())
                .expect("internal error: writing into memory");
        }
        map.push_str(CMAP_FOOT);
        compress(Dictionary::new(), map.into_bytes())
    }
}
