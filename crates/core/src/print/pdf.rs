//! Pages to PDF: printpdf makes the document, the pages are written compactly into its objects.
//!
//! The bytes depend on the deck and the options alone. This file and its folder alone name the PDF crates.

mod content;
mod fonts;
mod images;
mod outlines;
mod press;
mod shadings;
mod tags;
mod xmp;

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use lopdf::{Dictionary, Document, Object, ObjectId, SaveOptions, Stream, dictionary};
use printpdf::{Mm, PdfDocument, PdfPage, PdfSaveOptions};
use rayon::prelude::*;

use super::frame::{Frame, Rect};
use super::inks::Separation;
use super::layout::POINT;
use super::sheet::{self, Page};
use super::{Deck, PageOptions};
use crate::digest::Digest;
use content::Shared;
use fonts::Fonts;
use images::Written;
use press::WrittenColors;
pub use press::{PdfColors, Standard};

/// The comment below the first line of every PDF, of bytes that show that it is not text, as readers want them: `muster`
/// in letters with the highest bit set. A digest of the file follows, calculated with zeros in its own place.
const MARK: &[u8] = b"\xED\xF5\xF3\xF4\xE5\xF2";
/// Digits of the digest.
const DIGITS: usize = 16;
/// The highest bit, which all bytes of the comment have.
const HIGH: u8 = 0x80;
/// The byte in the place of each digit while the digest is calculated.
const UNSEALED: u8 = b'0' | HIGH;
/// The first bytes of a file, among which the digest is.
const HEAD: u64 = 64;

/// Returns the place of the digest, which follows the mark.
fn seal_of(head: &[u8]) -> Option<Range<usize>> {
    let start = head.windows(MARK.len()).position(|window| window == MARK)? + MARK.len();
    (start + DIGITS <= head.len()).then_some(start..start + DIGITS)
}

/// Returns the digits of a digest as the comment has them.
fn digits(digest: &Digest) -> Vec<u8> {
    digest.hex().bytes().map(|digit| digit | HIGH).collect()
}

/// Writes the digest of a file into its place.
fn seal(bytes: &mut [u8]) {
    let mut digest = Digest::default();
    digest.add(bytes);
    let place = seal_of(bytes).expect("internal error: a PDF without its mark");
    bytes[place].copy_from_slice(&digits(&digest));
}

/// Returns true for the content of a PDF file as it was written here, to the byte.
///
/// # Errors
///
/// The content cannot be read.
pub fn is_as_written(mut content: impl Read) -> io::Result<bool> {
    let mut head = Vec::new();
    content.by_ref().take(HEAD).read_to_end(&mut head)?;
    let Some(place) = seal_of(&head) else { return Ok(false) };
    let written = head[place.clone()].to_vec();
    head[place].fill(UNSEALED);
    let mut digest = Digest::default();
    digest.add(&head);
    io::copy(&mut content, &mut digest)?;
    Ok(digits(&digest) == written)
}

/// Returns the PDF of a deck.
pub fn write(deck: &Deck, options: &PageOptions) -> Vec<u8> {
    write_pages(deck, &sheet::pages(deck, options))
}

/// Returns the PDF of pages laid out from a deck.
pub fn write_pages(deck: &Deck, pages: &[Page]) -> Vec<u8> {
    write_by(PdfColors::SCREEN, deck, pages, &|| ())
}

/// Returns the PDF of pages laid out from a deck in colours; `made` is called for each page.
pub fn write_by(colors: PdfColors, deck: &Deck, pages: &[Page], made: &(dyn Fn() + Sync)) -> Vec<u8> {
    let (mut doc, page_ids) = skeleton(&deck.title, pages);
    let PdfColors { standard, press, most_ink } = colors;
    let separation = Separation::with_press(press, &deck.inks, most_ink);
    let separation = if standard.overprints_black() { separation.with_overprint() } else { separation };
    let colors = WrittenColors { standard, separation };
    // Presses read nothing.
    let language = deck.language.as_deref().filter(|_| colors.standard == Standard::Screen);
    let shared = || Shared::from_pages(pages, colors, language.is_some());
    let (shared, fonts) = rayon::join(shared, || Fonts::from_pages(pages));

    // Page and form streams are independent: written and compressed on all cores, joined in order. The document grows
    // beside them.
    let content = |page| {
        let stream = compress(Dictionary::new(), content::page(page, &shared, &fonts));
        made();
        stream
    };
    let form = |form: &Arc<Frame>| {
        let mut dict = form_dict();
        if shared.is_seen_through(form) {
            dict.set("Group", transparency_group(standard));
        }
        compress(dict, content::form(form, &shared, &fonts))
    };
    let outline = |shape: &_| compress(form_dict(), content::outline(shape, &shared, &fonts));
    let streams = || -> (Vec<Stream>, Vec<Stream>, Vec<Stream>, Vec<Written>) {
        (
            pages.par_iter().map(content).collect(),
            shared.forms.par_iter().map(form).collect(),
            shared.outlines.shared.par_iter().map(outline).collect(),
            shared.images.par_iter().map(|raster| images::write_image(raster, colors)).collect(),
        )
    };
    let beside = || {
        let font_names = fonts.write(&mut doc);
        bookmarks(&mut doc, deck, pages, &page_ids);
        if let Some(language) = language {
            tags::write(&mut doc, deck, pages, &page_ids, language);
        }
        font_names
    };
    let ((contents, forms, outlines, images), font_names) = rayon::join(streams, beside);

    let mut identity = Identity::new();
    for stream in contents.iter().chain(&forms).chain(&outlines) {
        identity.add(&stream.content);
    }
    for Written { image, mask } in &images {
        [Some(image), mask.as_ref()].into_iter().flatten().for_each(|stream| identity.add(&stream.content));
    }
    let resources = doc.new_object_id();
    let xobjects = add_xobjects(&mut doc, resources, (forms, outlines, images));
    let mut dict = dictionary! { "Font" => font_names, "XObject" => xobjects };
    if !shared.shadings.is_empty() {
        dict.set("Shading", shadings::write_shadings(&shared.shadings, colors));
    }
    let states = graphics_states(&shared, standard);
    if !states.is_empty() {
        dict.set("ExtGState", Dictionary::from_iter(states));
    }
    doc.set_object(resources, dict);
    // In inks, a page says in which colours what is seen through is mixed.
    let is_mixed = standard == Standard::X4;
    for ((page, id), stream) in pages.iter().zip(page_ids).zip(contents) {
        let stream = doc.add_object(stream);
        if let Ok(dict) = doc.get_dictionary_mut(id) {
            set_boxes(dict, page);
            dict.set("Resources", resources);
            dict.set("Contents", stream);
            if is_mixed {
                dict.set("Group", transparency_group(standard));
            }
        }
    }
    finish(doc, deck, identity, colors)
}

/// Adds what pages refer to: forms, outlines and pictures. Returns them by name.
fn add_xobjects(
    doc: &mut Document,
    resources: ObjectId,
    (forms, outlines, images): (Vec<Stream>, Vec<Stream>, Vec<Written>),
) -> Dictionary {
    let mut xobjects = Dictionary::new();
    for (i, mut form) in forms.into_iter().enumerate() {
        form.dict.set("Resources", resources);
        xobjects.set(format!("X{i}"), doc.add_object(form));
    }
    for (i, outline) in outlines.into_iter().enumerate() {
        xobjects.set(format!("P{i}"), doc.add_object(outline));
    }
    for (i, Written { mut image, mask }) in images.into_iter().enumerate() {
        if let Some(mask) = mask {
            image.dict.set("SMask", doc.add_object(mask));
        }
        xobjects.set(format!("I{i}"), doc.add_object(image));
    }
    xobjects
}

/// Returns the states in which something is painted: with each opacity, and over other inks.
fn graphics_states(shared: &Shared<'_>, standard: Standard) -> Vec<(String, Object)> {
    let opacity = |thousandths: &i64| {
        let opacity = Object::Real(*thousandths as f32 / 1000.0);
        (format!("G{thousandths}"), Object::Dictionary(dictionary! { "ca" => opacity }))
    };
    let mut states: Vec<(String, Object)> = shared.opacities.iter().map(opacity).collect();
    if standard.overprints_black() {
        states
            .extend(content::OVERPRINTS.map(|(name, on)| (name.to_owned(), Object::Dictionary(press::overprint(on)))));
    }
    states
}

/// Gives a page the boxes of its paper, its cut and its bleed.
fn set_boxes(dict: &mut Dictionary, page: &Page) {
    let media = Rect::new(0.0, 0.0, page.size.width, page.size.height);
    dict.set("MediaBox", pdf_box(media, &Page { size: page.size, ..Page::default() }));
    dict.set("TrimBox", pdf_box(page.trim, page));
    dict.set("BleedBox", pdf_box(page.bleed, page));
}

/// Returns the document as printpdf makes it, catalog, page tree and empty pages, and nothing that is not kept; the pages.
fn skeleton(title: &str, pages: &[Page]) -> (Document, Vec<ObjectId>) {
    let mut pdf = PdfDocument::new(title);
    pdf.pages =
        pages.iter().map(|p| PdfPage::new(Mm(p.size.width as f32), Mm(p.size.height as f32), Vec::new())).collect();
    let mut doc = pdf.to_lopdf_document(&PdfSaveOptions::default(), &mut Vec::new());
    doc.trailer.remove(b"Info");
    let page_ids: Vec<ObjectId> = doc.page_iter().collect();
    for id in page_ids {
        if let Ok(page) = doc.get_dictionary_mut(id) {
            for key in ["Annots", "CropBox", "Resources", "Contents"] {
                page.remove(key.as_bytes());
            }
        }
    }
    // Both look at every object as often as there are objects: while there are few.
    doc.prune_objects();
    doc.renumber_objects();
    let page_ids = doc.page_iter().collect();
    (doc, page_ids)
}

/// Returns the group of what is seen through: the colours in which it is mixed.
fn transparency_group(standard: Standard) -> Dictionary {
    dictionary! { "Type" => "Group", "S" => "Transparency", "CS" => standard.space() }
}

/// Returns a form of any size: what may be printed of it is clipped where it is placed.
fn form_dict() -> Dictionary {
    let far = 100_000;
    dictionary! {
        "Type" => "XObject",
        "Subtype" => "Form",
        "BBox" => [-far, -far, far, far].map(Object::Integer).to_vec(),
    }
}

/// Returns a compressed stream.
fn compress(dict: Dictionary, bytes: Vec<u8>) -> Stream {
    let mut stream = Stream::new(dict, bytes);
    stream.compress().expect("internal error: compressing into memory");
    stream
}

/// Returns a rectangle in points from the bottom left, as boxes are written.
fn pdf_box(r: Rect, page: &Page) -> Object {
    let size = page.size;
    let (left, top) = if page.turned { (size.width - r.right(), size.height - r.bottom()) } else { (r.x, r.y) };
    let (left, top) = (left + page.shift.0, top + page.shift.1);
    let right = (left + r.width).min(size.width);
    let bottom = (top + r.height).min(size.height);
    // What is moved over the edge of the paper is cut off there.
    [left.max(0.0), size.height - bottom, right, size.height - top.max(0.0)]
        .map(|mm| Object::Real((mm / POINT) as f32))
        .to_vec()
        .into()
}

/// A bookmark and those under it.
#[derive(Default)]
struct Mark {
    title: String,
    dest: Vec<Object>,
    under: Vec<Mark>,
}

/// Bookmarks: the groups, and in them the cards, each at its first front.
fn bookmarks(doc: &mut Document, deck: &Deck, pages: &[Page], page_ids: &[ObjectId]) {
    let mut fronts = vec![None; deck.cards.len()];
    for (page, id) in pages.iter().zip(page_ids) {
        for place in page.places.iter().filter(|place| place.front) {
            fronts[place.card].get_or_insert((page, *id, place.trim));
        }
    }
    let mut root = Mark::default();
    for (card, front) in deck.cards.iter().zip(fronts) {
        let Some((page, id, trim)) = front else { continue };
        let corner = pdf_box(trim, page).as_array().map_or_else(|_| Vec::new(), |b| vec![b[0].clone(), b[3].clone()]);
        let dest: Vec<Object> = [id.into(), "XYZ".into()].into_iter().chain(corner).chain([Object::Null]).collect();
        let mut mark = &mut root;
        for title in &card.group {
            // The cards of a bookmark stand together, whatever lies between them; what has nothing under it is a card.
            let known = mark.under.iter().rposition(|known| known.title == *title && !known.under.is_empty());
            let group = known.unwrap_or_else(|| {
                mark.under.push(Mark { title: title.clone(), dest: dest.clone(), under: Vec::new() });
                mark.under.len() - 1
            });
            mark = &mut mark.under[group];
        }
        // A card is its own bookmark even beside a namesake.
        mark.under.push(Mark { title: card.label.clone(), dest, under: Vec::new() });
    }
    if root.under.is_empty() {
        return;
    }
    let id = doc.new_object_id();
    let (first, last, count) = write_marks(doc, root.under, id);
    doc.set_object(id, dictionary! { "Type" => "Outlines", "First" => first, "Last" => last, "Count" => count });
    if let Ok(catalog) = doc.catalog_mut() {
        catalog.set("Outlines", id);
        catalog.set("PageMode", "UseOutlines");
    }
}

/// Writes bookmarks of one level and those under them; first, last, and how many there are in all.
fn write_marks(doc: &mut Document, marks: Vec<Mark>, parent: ObjectId) -> (ObjectId, ObjectId, i64) {
    let ids: Vec<ObjectId> = marks.iter().map(|_| doc.new_object_id()).collect();
    let mut count = marks.len() as i64;
    for (i, mark) in marks.into_iter().enumerate() {
        let mut dict = dictionary! {
            "Parent" => parent,
            "Title" => lopdf::text_string(&mark.title),
            "Dest" => mark.dest,
        };
        if let Some(previous) = i.checked_sub(1) {
            dict.set("Prev", ids[previous]);
        }
        if let Some(next) = ids.get(i + 1) {
            dict.set("Next", *next);
        }
        if !mark.under.is_empty() {
            let (first, last, under) = write_marks(doc, mark.under, ids[i]);
            dict.set("First", first);
            dict.set("Last", last);
            dict.set("Count", under);
            count += under;
        }
        doc.set_object(ids[i], dict);
    }
    (ids[0], ids[ids.len() - 1], count)
}

/// Sets title and identity instead of what printpdf says of itself and of the clock, and returns the bytes.
fn finish(mut doc: Document, deck: &Deck, mut identity: Identity, colors: WrittenColors<'_>) -> Vec<u8> {
    let standard = colors.standard;
    let in_inks = standard.is_in_inks();
    identity.add(deck.title.as_bytes());
    identity.add(deck.author.as_bytes());
    let program = concat!("muster ", env!("CARGO_PKG_VERSION"));
    let mut info = dictionary! {
        "Title" => lopdf::text_string(if deck.language.is_some() || in_inks { xmp::title(deck) } else { &deck.title }),
        "Creator" => lopdf::text_string(program),
        "Producer" => lopdf::text_string(program),
    };
    if !deck.author.is_empty() {
        info.set("Author", lopdf::text_string(&deck.author));
    }
    if in_inks {
        press::info(&mut info, standard);
    }
    let info = doc.add_object(info);
    doc.trailer.set("Info", info);
    let profile = in_inks.then(|| doc.add_object(press::profile(colors.separation.press())));
    let metadata = (standard == Standard::X4).then(|| doc.add_object(press::metadata(deck, &identity)));
    let id = Object::string_literal(identity.bytes());
    doc.trailer.set("ID", vec![id.clone(), id]);
    if let Ok(catalog) = doc.catalog_mut() {
        catalog.set("PageLayout", "SinglePage");
        catalog.set("ViewerPreferences", dictionary! { "PrintScaling" => "None", "DisplayDocTitle" => true });
        if let Some(profile) = profile {
            catalog.set("OutputIntents", vec![Object::Dictionary(press::intent(colors.separation.press(), profile))]);
        }
        if let Some(metadata) = metadata {
            catalog.set("Metadata", metadata);
        }
    }
    doc.version = standard.version().to_owned();
    // PDF 1.4 knows neither of these streams.
    let packs = standard != Standard::X1a;
    doc.binary_mark = [MARK, &[UNSEALED; DIGITS]].concat();
    let options = SaveOptions::builder().use_object_streams(packs).use_xref_streams(packs).compression_level(6).build();
    // Room for all streams at once: a deck with hundreds of pictures is not moved again and again while it grows.
    let streams = doc.objects.values().filter_map(|object| object.as_stream().ok());
    let mut bytes = Vec::with_capacity(streams.map(|stream| stream.content.len()).sum());
    doc.save_with_options(&mut bytes, options).expect("internal error: writing into memory");
    seal(&mut bytes);
    // Thousands of small objects take longer to free than the file to write: nobody waits for that.
    rayon::spawn(move || drop(doc));
    bytes
}

/// The identity of a file, 16 bytes: two digests of its content.
struct Identity([Digest; 2]);

impl Identity {
    fn new() -> Identity {
        Identity([Digest::default(), Digest::from_state(0x6c62_272e_07bb_0142)])
    }

    fn add(&mut self, bytes: &[u8]) {
        self.0.iter_mut().for_each(|half| half.add(bytes));
    }

    fn bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|half| half.number().to_be_bytes()).collect()
    }
}
