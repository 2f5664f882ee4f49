//! The fonts of a document: only the glyphs it uses are embedded, and what they mean when copied.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::sync::Arc;

use harfrust::GlyphId;
use lopdf::{Dictionary, Document, Object, Stream, dictionary};
use subsetter::{GlyphRemapper, subset};

use super::packed;
use crate::print::font::Font;
use crate::print::frame::{Frame, Item, Text};
use crate::print::sheet::Page;

/// The fonts that the pages use.
pub(super) struct Fonts {
    used: BTreeMap<Font, Used>,
    /// By font and the glyph's number in it: its number in the subset and its width in thousandths, looked up for
    /// every letter on every page.
    glyphs: [Vec<(u16, f64)>; Font::ALL.len()],
}

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
        let mut fonts = Fonts { used: BTreeMap::new(), glyphs: Default::default() };
        let mut seen = HashSet::new();
        for page in pages {
            for place in &page.places {
                fonts.collect(&place.face, &mut seen);
            }
            fonts.walk(&page.furniture, &mut seen);
        }
        for (font, used) in &fonts.used {
            let last = used.glyphs.keys().next_back().map_or(0, |last| usize::from(*last) + 1);
            let table = &mut fonts.glyphs[*font as usize];
            table.resize(last, (0, 0.0));
            for (id, glyph) in &used.glyphs {
                table[usize::from(*id)] = *glyph;
            }
        }
        fonts
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
            let end = glyphs.peek().map_or(text.text.len(), |next| next.cluster as usize);
            // The first glyph of a cluster stands for all its characters, the others for none.
            let first = std::mem::replace(&mut cluster, glyph.cluster) != glyph.cluster;
            let meaning = if first { text.text.get(glyph.cluster as usize..end).unwrap_or_default() } else { "" };
            used.meaning.insert(new, meaning.to_owned());
        }
    }

    /// A glyph's number in the embedded subset, and its width in thousandths of an em.
    pub(super) fn glyph(&self, font: Font, id: u16) -> (u16, f64) {
        self.glyphs[font as usize][usize::from(id)]
    }

    /// Writes the fonts; the dictionary of their resource names.
    pub(super) fn write(&self, doc: &mut Document) -> Dictionary {
        let mut names = Dictionary::new();
        for (font, used) in &self.used {
            names.set(format!("F{}", *font as usize), used.write(*font, doc));
        }
        names
    }
}

/// A glyph's width in whole thousandths of an em, as the file says it.
fn width(font: Font, id: u16) -> f64 {
    let advance = font.parsed().glyph_metrics().h_advance(GlyphId::new(u32::from(id)));
    (f64::from(advance) * 1000.0 / font.units_per_em()).round()
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
        let data = subset(font.data(), 0, &self.remapper).expect("internal error: a carried font cannot be subset");
        let name = Object::Name(format!("{}+{}", self.tag(), font.name()).into_bytes());
        let length = data.len() as i64;
        let file = doc.add_object(packed(dictionary! { "Length1" => length }, data));
        let (ascent, descent) = font.extent();
        let thousandths = |em: f64| Object::Integer((em * 1000.0).round() as i64);
        let descriptor = doc.add_object(dictionary! {
            "Type" => "FontDescriptor",
            "FontName" => name.clone(),
            // Symbolic: glyphs are chosen by number.
            "Flags" => 4,
            "FontBBox" => vec![thousandths(-0.5), thousandths(-descent), thousandths(2.0), thousandths(ascent)],
            "ItalicAngle" => if font == Font::SerifItalic { -17 } else { 0 },
            "Ascent" => thousandths(ascent),
            "Descent" => thousandths(-descent),
            "CapHeight" => thousandths(font.cap_height()),
            "StemV" => 80,
            "FontFile2" => file,
        });
        let by_new: BTreeMap<u16, f64> = self.glyphs.values().copied().collect();
        let first = by_new.keys().next().copied().unwrap_or(0);
        let widths: Vec<Object> = by_new.values().map(|w| Object::Integer(*w as i64)).collect();
        let descendant = doc.add_object(dictionary! {
            "Type" => "Font",
            "Subtype" => "CIDFontType2",
            "BaseFont" => name.clone(),
            "CIDSystemInfo" => dictionary! {
                "Registry" => Object::string_literal("Adobe"),
                "Ordering" => Object::string_literal("Identity"),
                "Supplement" => 0,
            },
            "FontDescriptor" => descriptor,
            "CIDToGIDMap" => "Identity",
            // The subset's glyphs are numbered without gaps.
            "W" => vec![i64::from(first).into(), Object::Array(widths)],
        });
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

    /// Six capitals that differ between subsets.
    fn tag(&self) -> String {
        let mut hash = 0_u32;
        for id in self.glyphs.keys() {
            hash = hash.wrapping_mul(31).wrapping_add(u32::from(*id));
        }
        (0..6).map(|i| char::from(b'A' + (hash / 26_u32.pow(i) % 26) as u8)).collect()
    }

    fn to_unicode(&self) -> Stream {
        let mut map = String::from(CMAP_HEAD);
        let entries: Vec<_> = self.meaning.iter().filter(|(_, text)| !text.is_empty()).collect();
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
        packed(Dictionary::new(), map.into_bytes())
    }
}
