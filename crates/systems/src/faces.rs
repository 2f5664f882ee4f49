//! The way from the content of a game's pieces to cards: drawn on templates, with a finding for what does not fit, and further
//! cards for what is moved there.

mod continued;
mod defaults;
mod fields;
mod icons;
mod pictures;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use defaults::DefaultArt;
use fields::KnownFields;

use muster_core::diag::{Code, Diagnostic, Severity};
use muster_core::print::frame::{Frame, Rect};
use muster_core::print::layout::Typesetter;
use muster_core::print::locale::Locale;
use muster_core::print::sheet::other_sides;
use muster_core::print::template::{Content, FaceOffer, Faces, TaggedBox, TinyText};
use muster_core::print::{Card, Legend, Misfit, Size, What};
use muster_core::source::Address;

use super::art::Gallery;
use super::catalogue::{Catalogue, Catalogues};
use super::printed::{BACKS, Back, Drawn, FaceContent, Moved, Overflow, Piece, PlacedBox, Printed, Surface, With};

/// A text that does not fit its place on a piece.
pub const TEXT_DOES_NOT_FIT: Code =
    Code::new("MU801", "text-does-not-fit", Severity::Error, include_str!("faces/text_does_not_fit.md"))
        .formerly(&["TB501"]);
/// A text at the foot of a piece for which there is no room.
pub const TEXT_NOT_PRINTED: Code =
    Code::new("MU802", "text-not-printed", Severity::Warning, include_str!("faces/text_not_printed.md"))
        .formerly(&["TB502", "left-out"]);
/// An icon in a text that there is not.
pub const UNKNOWN_ICON: Code =
    Code::new("MU803", "unknown-icon", Severity::Warning, include_str!("faces/unknown_icon.md")).formerly(&["TB503"]);
/// Texts that are printed on a card of their own.
pub const RULES_ON_SEPARATE_CARD: Code =
    Code::new("MU804", "rules-on-separate-card", Severity::Info, include_str!("faces/rules_on_separate_card.md"))
        .formerly(&["TB504", "rules-apart"]);
/// A language of which there is no catalogue.
pub const UNKNOWN_LANGUAGE: Code =
    Code::new("MU811", "unknown-language", Severity::Error, include_str!("faces/unknown_language.md"));

/// A text that fits in the language of its battle and not in another.
pub const TOO_LONG_IN_TRANSLATION: Code =
    Code::new("MU815", "too-long-in-translation", Severity::Warning, include_str!("faces/too_long_in_translation.md"))
        .formerly(&["fits-in-one-language"]);

/// A data field that a template names and no card has.
pub const UNKNOWN_FIELD: Code =
    Code::new("MU817", "unknown-field", Severity::Warning, include_str!("faces/unknown_field.md"));

/// The kinds of findings in drawing the pieces of any game.
pub const CODES: &[Code] = &[
    TEXT_DOES_NOT_FIT,
    TEXT_NOT_PRINTED,
    UNKNOWN_ICON,
    RULES_ON_SEPARATE_CARD,
    UNKNOWN_LANGUAGE,
    TOO_LONG_IN_TRANSLATION,
    UNKNOWN_FIELD,
];

/// Number of moved texts that are tried on a card at first: all that is left would be measured again for every card.
const AT_ONCE: usize = 40;

/// Draws the pieces of a battle that are asked for, without pictures where there is no gallery. Returns them with what is
/// found on them.
pub(super) fn draw<G: Printed>(
    battle: &G::Battle,
    faces: &Faces,
    catalogues: &Catalogues,
    with: &With,
    gallery: Option<&dyn Gallery>,
) -> (Vec<Drawn>, Vec<Diagnostic>) {
    let (words, unknown) = words::<G>(battle, catalogues);
    let draw = |ts: &mut Typesetter| {
        Drawing::<G>::new(ts, &|| faces, with.has(BACKS), gallery, words).all(battle, with, words)
    };
    let (mut drawn, mut found) = Typesetter::lent(draw);
    found.extend(unknown);
    place_tiny_texts(&mut drawn);
    (drawn, found)
}

/// Gives the game's own words that are too small the place of their piece, or of the first piece that has one.
fn place_tiny_texts(drawn: &mut [Drawn]) {
    let first = drawn.iter().find_map(|drawn| drawn.at.clone());
    for Drawn { tiny, at, .. } in drawn {
        for (_, of_text) in tiny.iter_mut().filter(|(_, of_text)| of_text.is_none()) {
            *of_text = at.clone().or_else(|| first.clone());
        }
    }
}

/// Returns the catalogue of a battle's language. If it has no catalogue, returns the English one and a finding.
pub(super) fn words<'c, G: Printed>(
    battle: &G::Battle,
    catalogues: &'c Catalogues,
) -> (&'c Catalogue, Option<Diagnostic>) {
    if let Some(words) = catalogues.forced_catalogue() {
        return (words, None);
    }
    let Some((language, at)) = G::language(battle) else { return (catalogues.english(), None) };
    if let Some(words) = catalogues.get(language) {
        return (words, None);
    }
    let known: Vec<&str> = catalogues.languages().collect();
    let list: Vec<String> = known.iter().map(|language| format!("`{language}`")).collect();
    let text = format!("there is no translation `{language}`; there are {}", list.join(", "));
    let help = "add one as a file in the folder `languages` beside muster.toml, or name one of these";
    let finding = Diagnostic::new(UNKNOWN_LANGUAGE, at, text).help(help);
    (catalogues.english(), Some(finding.nearest(language, known)))
}

/// Draws all pieces of a battle of which it is not known beforehand that they fit on carried templates in their own size, `faces`:
/// these are asked for only then.
pub(super) fn doubtful<'f, G: Printed>(
    battle: &G::Battle,
    faces: &dyn Fn() -> &'f Faces,
    catalogues: &Catalogues,
    gallery: Option<&dyn Gallery>,
) -> (Vec<Drawn>, Vec<Diagnostic>) {
    let (words, unknown) = words::<G>(battle, catalogues);
    let draw = |ts: &mut Typesetter| {
        let mut drawing = Drawing::<G> { only_doubtful: true, ..Drawing::new(ts, faces, true, gallery, words) };
        drawing.all(battle, &With::Everything, words)
    };
    let (mut drawn, mut found) = Typesetter::lent(draw);
    found.extend(unknown);
    place_tiny_texts(&mut drawn);
    (drawn, found)
}

/// Draws what is printed once for all battles. Returns it with what does not fit: that is a fault of `faces`, since the words
/// are the game's. Findings about pictures are no misfits.
pub(super) fn draw_shared<G: Printed>(
    battles: &[Arc<G::Battle>],
    faces: &Faces,
    catalogues: &Catalogues,
    with: &With,
    gallery: Option<&dyn Gallery>,
) -> (Vec<Drawn>, Vec<Misfit>, Vec<Diagnostic>) {
    let faces = &|| faces;
    // What is shared is in the language of the first battle.
    let words = battles.first().map_or(catalogues.english(), |battle| words::<G>(battle, catalogues).0);
    Typesetter::lent(|ts| {
        let mut drawing = Drawing::<G>::new(ts, faces, with.has(BACKS), gallery, words);
        let (mut drawn, mut misfits) = (Vec::new(), Vec::new());
        for mut piece in G::shared_pieces(battles, with, words) {
            drawing.begin(&mut piece);
            for DrawnPiece { piece, front } in drawing.draw_continued(piece) {
                misfits.extend(front.misfits.iter().cloned());
                let back = drawing.back(&piece.back, Some(&front), &mut misfits);
                drawn.push(drawing.card(piece, front, back));
            }
        }
        if with.has(BACKS) {
            cover_odd_sides(&mut drawn);
        }
        (drawn, misfits, drawing.of_pictures)
    })
}

/// Gives the last face of a leaf with an odd number of them, if it has no back, the first face of the leaf for one.
fn cover_odd_sides(drawn: &mut [Drawn]) {
    let cards: Vec<Card> = drawn.iter().map(|drawn| drawn.card.clone()).collect();
    for (i, other) in other_sides(&cards).into_iter().enumerate() {
        let (card, leaf) = (&cards[i], &cards[i].leaf);
        if other.is_some() || card.back.is_some() || leaf.is_none() {
            continue;
        }
        let is_alike = |first: &&Card| first.leaf == *leaf && (first.size, first.cut) == (card.size, card.cut);
        if let Some(first) = cards[..i].iter().find(is_alike) {
            drawn[i].card.back = Some(Arc::clone(&first.front));
        }
    }
}

/// The state of drawing pieces.
struct Drawing<'t, 'f, G> {
    ts: &'t mut Typesetter,
    faces: &'t dyn Fn() -> &'f Faces,
    with_backs: bool,
    /// Whether only those sides of pieces are drawn on which something may be too long.
    only_doubtful: bool,
    /// Backs, by their keys.
    backs: HashMap<String, DrawnBack>,
    /// The keys of backs that are known to fit, and need not be drawn to know.
    fitting_backs: HashSet<String>,
    /// The source of pictures; `None` if none are drawn.
    gallery: Option<&'t dyn Gallery>,
    /// The language of pieces that say no other.
    locale: Arc<Locale>,
    /// The findings about pictures.
    of_pictures: Vec<Diagnostic>,
    default_art: DefaultArt,
    known_fields: KnownFields,
    /// The number of the piece that is drawn, and where it is written.
    card: String,
    at: Option<Address>,
    game: std::marker::PhantomData<G>,
}

/// The texts that were moved away from a piece.
struct Apart {
    title: String,
    texts: Vec<(String, Address)>,
}

impl<'t, 'f, G: Printed> Drawing<'t, 'f, G> {
    fn new(
        ts: &'t mut Typesetter,
        faces: &'t dyn Fn() -> &'f Faces,
        with_backs: bool,
        gallery: Option<&'t dyn Gallery>,
        words: &Catalogue,
    ) -> Drawing<'t, 'f, G> {
        let (backs, of_pictures, game) = (HashMap::new(), Vec::new(), std::marker::PhantomData);
        let (only_doubtful, locale) = (false, Arc::clone(words.language()));
        let (card, at, default_art, known_fields, fitting_backs) = Default::default();
        // What was set before is not of these pieces.
        ts.take_lent();
        Drawing {
            ts,
            faces,
            with_backs,
            only_doubtful,
            backs,
            fitting_backs,
            gallery,
            locale,
            of_pictures,
            default_art,
            known_fields,
            card,
            at,
            game,
        }
    }

    /// Draws the pieces of a battle, then the further cards for what was moved away from them.
    fn all(&mut self, battle: &G::Battle, with: &With, words: &Catalogue) -> (Vec<Drawn>, Vec<Diagnostic>) {
        let (mut drawn, mut found, mut apart) = (Vec::new(), Vec::new(), Vec::new());
        for mut piece in G::pieces(battle, with, words) {
            self.begin(&mut piece);
            let texts = std::mem::take(&mut piece.texts);
            found.extend(self.unknown_icons(&piece, &texts));
            let back_is_wanted = self.back_is_wanted(&piece.back);
            if !self.is_wanted(&piece.front) {
                // A back can be too long whatever is on the front.
                self.found_back(&piece, None, back_is_wanted, &mut found);
                continue;
            }
            let overflow = piece.overflow.take();
            let front = self.with_overflow(&piece.front, overflow, &mut found, &mut apart);
            let about_art = self.help_about_art(&mut piece, &front);
            found.extend(front.misfits.iter().map(|misfit| {
                let found = finding(misfit, place(&piece.front, &misfit.tag, &piece.at));
                match about_art.filter(|_| matches!(misfit.what, What::TooLong(_))) {
                    Some(help) => found.help(help),
                    None => found,
                }
            }));
            let back = self.found_back(&piece, Some(&front), back_is_wanted, &mut found);
            drawn.push(self.card(piece, front, back));
        }
        self.further_cards((battle, words), &apart, &mut drawn, &mut found);
        found.append(&mut self.of_pictures);
        found.extend(self.unmatched_default_art(battle, words));
        found.extend(self.unknown_fields(battle, words));
        (drawn, found)
    }

    /// Returns help for a text that is too long for the front of a piece: whether it fits without the piece's picture; `None` if
    /// nothing is too long, or if the piece has no picture.
    fn help_about_art(&mut self, piece: &mut Piece<'_>, front: &DrawnFace) -> Option<&'static str> {
        let Surface::Face(FaceContent { face, content, .. }) = &mut piece.front else { return None };
        let art = content.pictures.iter().position(|(name, _)| *name == ART).filter(|_| is_too_long(&front.misfits))?;
        let art = content.pictures.remove(art);
        let (_, misfits, _) = (self.faces)().get(face).compose(self.ts, content, &[]).into_parts();
        let of_fitting = if art.1.is_default { SHORTEN_OR_DELETE_ART } else { SHORTEN_OR_LEAVE_ART_OUT };
        content.pictures.push(art);
        Some(if is_too_long(&misfits) { SHORTEN_EVEN_WITHOUT_ART } else { of_fitting })
    }

    /// Begins a piece. It is in the language of all unless it says another, and has the scenario's picture if that is there.
    fn begin(&mut self, piece: &mut Piece<'_>) {
        self.card.clone_from(&piece.number);
        self.at.clone_from(&piece.at);
        let back = match &mut piece.back {
            Back::Own(_, side) => Some(side),
            Back::Blank | Back::Front => None,
        };
        for side in [Some(&mut piece.front), back].into_iter().flatten() {
            self.keep_art_that_is_there(side);
            if let Surface::Face(written) = side {
                self.set_language(&mut written.content);
                self.keep_fields_that_are_shown(written.face, &mut written.content);
            }
        }
    }

    fn set_language(&self, content: &mut Content<'_>) {
        content.locale.get_or_insert_with(|| Arc::clone(&self.locale));
    }

    /// Draws the front of a piece, without what is moved to a further card where it is too long for it.
    fn with_overflow(
        &mut self,
        surface: &Surface<'_>,
        overflow: Option<Overflow<'_>>,
        found: &mut Vec<Diagnostic>,
        apart: &mut Vec<Apart>,
    ) -> DrawnFace {
        let front = self.side(surface);
        if let (Some(Overflow { title, texts, rest }), Surface::Face(written)) = (overflow, surface)
            && is_too_long(&front.misfits)
            && let Some((_, first)) = texts.first()
        {
            let mut rest = rest();
            self.set_language(&mut rest);
            self.keep_pictures_that_are_there(&mut rest, &|tag| written.place.as_ref().map(|place| place(tag)));
            self.keep_fields_that_are_shown(written.face, &mut rest);
            let shorter = self.face(written, &rest);
            if !is_too_long(&shorter.misfits) {
                let text = "the special rules are too long for the card and are printed on a separate card";
                found.push(Diagnostic::new(RULES_ON_SEPARATE_CARD, first.clone(), text));
                // Cards of several sides may be written in one place: their texts are moved away once.
                if !apart.iter().any(|known| (&known.title, &known.texts) == (&title, &texts)) {
                    apart.push(Apart { title, texts });
                }
                return shorter;
            }
        }
        front
    }

    /// Draws as few further cards as hold what was moved away.
    fn further_cards(
        &mut self,
        battle: (&G::Battle, &Catalogue),
        apart: &[Apart],
        drawn: &mut Vec<Drawn>,
        found: &mut Vec<Diagnostic>,
    ) {
        let texts = apart.iter().flat_map(|apart| apart.texts.iter().map(|text| (apart.title.as_str(), text)));
        let (moved, places): (Vec<Moved<'_>>, Vec<&Address>) =
            texts.map(|(title, (text, at))| (Moved { title, text }, at)).unzip();
        let mut done = 0;
        let mut number = 1;
        while done < moved.len() {
            let rest = &moved[done..];
            let mut count = rest.len().min(AT_ONCE);
            let Some(mut next) = self.further(battle, &rest[..count]) else { return };
            while count < rest.len() && first_below(&next.front.misfits).is_none() {
                count = rest.len().min(2 * count);
                let Some(larger) = self.further(battle, &rest[..count]) else { return };
                next = larger;
            }
            // What ends below the card goes on the next one.
            while let Some(first) = first_below(&next.front.misfits).filter(|first| (1..count).contains(first)) {
                count = first;
                let Some(smaller) = self.further(battle, &rest[..count]) else { return };
                next = smaller;
            }
            let DrawnPiece { mut piece, front } = next;
            for misfit in &front.misfits {
                let of_text = misfit.tag.parse::<usize>().ok().map(|text| places[done + text].clone());
                let at = of_text.unwrap_or_else(|| place(&piece.front, &misfit.tag, &piece.at));
                found.push(finding(misfit, at));
            }
            piece.at = Some(places[0].clone());
            if number > 1 {
                piece.number = format!("{}-{number}", piece.number);
            }
            let is_wanted = self.back_is_wanted(&piece.back);
            let back = self.found_back(&piece, Some(&front), is_wanted, found);
            drawn.push(self.card(piece, front, back));
            done += count;
            number += 1;
        }
    }

    fn further<'b>(
        &mut self,
        (battle, words): (&'b G::Battle, &'b Catalogue),
        texts: &[Moved<'_>],
    ) -> Option<DrawnPiece<'b>> {
        let mut piece = G::further_card(battle, texts, words)?;
        self.begin(&mut piece);
        // What a text says is its number, and no place.
        let front = DrawnFace { boxes: Vec::new(), ..self.side(&piece.front) };
        Some(DrawnPiece { piece, front })
    }

    fn is_wanted(&mut self, side: &Surface<'_>) -> bool {
        match side {
            Surface::Face(written) => !(self.only_doubtful && self.surely_fits(written)),
            Surface::Drawn(_) => true,
            // What is wrong with it is known before it is drawn.
            Surface::Sized(sized) => {
                !self.only_doubtful || !sized.misfits.is_empty() || sized.picture.is_some() || sized.art.is_some()
            }
        }
    }

    /// Returns true if a face surely fits. Templates and fonts are read only where its length does not tell.
    fn surely_fits(&mut self, FaceContent { face, content, .. }: &FaceContent<'_>) -> bool {
        let offer = offer_of::<G>(face);
        content.is_short(offer)
            // Letters that another font lends are reported with the drawing.
            || (self.faces)().get(face).surely_fits(self.ts, content, offer) && self.ts.take_lent().is_empty()
    }

    fn back_is_wanted(&mut self, back: &Back<'_>) -> bool {
        self.with_backs
            && match back {
                Back::Blank => false,
                Back::Front => true,
                Back::Own(key, _) if self.fitting_backs.contains(key) => false,
                Back::Own(key, side) => {
                    let is_wanted = self.is_wanted(side);
                    self.fitting_backs.extend((!is_wanted).then(|| key.clone()));
                    is_wanted
                }
            }
    }

    /// Draws what a face says, or the rest of that.
    fn face(&mut self, written: &FaceContent<'_>, content: &Content<'_>) -> DrawnFace {
        let face = (self.faces)().get(written.face);
        let size = face.size;
        let (pictures, lacks_picture) = match self.gallery {
            Some(gallery) => {
                let wanted = self.wanted_pictures(gallery, face, content, written);
                self.pictures(gallery, wanted, written)
            }
            None => (Vec::new(), false),
        };
        let setting = face.compose(self.ts, content, &pictures);
        let place_of = |tag: &str| written.place.as_ref().filter(|_| !tag.is_empty()).map(|place| place(tag));
        let tiny = setting.tiny().iter().map(|(text, tag)| (text.clone(), place_of(tag))).collect();
        let (frame, misfits, tagged) = setting.into_parts();
        let boxes = written
            .place
            .iter()
            .flat_map(|place| tagged.iter().map(|TaggedBox { rect, tag }| PlacedBox { rect: *rect, at: place(tag) }));
        let (boxes, frame) = (boxes.collect(), Arc::new(frame));
        DrawnFace { misfits, lacks_picture, boxes, frame, tiny, ..DrawnFace::blank(size) }
    }

    /// Draws a side.
    fn side(&mut self, side: &Surface<'_>) -> DrawnFace {
        match side {
            Surface::Face(written) => self.face(written, &written.content),
            Surface::Drawn(drawn) => DrawnFace {
                frame: Arc::clone(&drawn.frame),
                misfits: drawn.misfits.clone(),
                tiny: self.tiny_texts(&drawn.frame, &self.card),
                ..DrawnFace::blank(drawn.size)
            },
            Surface::Sized(sized) => {
                let (size, drawn) = (sized.draw)((self.faces)().get(sized.face).look(sized.accent));
                let mut frame = Frame::default();
                if let Some(picture) = &sized.picture {
                    self.lay_below(picture, &mut frame);
                }
                frame.items.extend(drawn.items);
                if let Some((entry, rect)) = sized.art.as_deref() {
                    self.lay_on(entry, &place(side, &entry.tag, &self.at), *rect, &mut frame);
                }
                let (misfits, boxes) = (sized.misfits.clone(), sized.boxes.clone());
                let tiny = self.tiny_texts(&frame, sized.face);
                let legend = sized.legend.as_ref();
                let legend = legend.map(|draw| Arc::new(draw((self.faces)().get(sized.face).look(sized.accent))));
                DrawnFace { legend, frame: Arc::new(frame), misfits, boxes, tiny, ..DrawnFace::blank(size) }
            }
        }
    }

    /// Returns the smallest text of a drawing of the game's own that is too small to be read with ease.
    fn tiny_texts(&self, frame: &Frame, name: &str) -> Vec<(TinyText, Option<Address>)> {
        TinyText::find_smallest(&frame.items, name).map(|tiny| (tiny, None)).into_iter().collect()
    }

    /// Draws a back, once for all that share it; what does not fit is reported then.
    fn back(&mut self, back: &Back<'_>, front: Option<&DrawnFace>, misfits: &mut Vec<Misfit>) -> Option<DrawnBack> {
        match back {
            _ if !self.with_backs => None,
            Back::Blank => None,
            Back::Front => front.map(|front| DrawnBack {
                frame: Arc::clone(&front.frame),
                is_set: true,
                boxes: front.boxes.clone(),
                // Told of the front.
                tiny: Vec::new(),
            }),
            Back::Own(key, side) => {
                if let Some(known) = self.backs.get(key) {
                    return Some(known.clone());
                }
                let side = self.side(side);
                let is_set = side.is_set();
                let DrawnFace { frame, misfits: wrong, boxes, tiny, .. } = side;
                let drawn = DrawnBack { frame, is_set, boxes, tiny };
                misfits.extend(wrong);
                self.backs.insert(key.clone(), drawn.clone());
                Some(drawn)
            }
        }
    }

    /// Draws the back of a piece where it is wanted, and finds what does not fit on it.
    fn found_back(
        &mut self,
        piece: &Piece<'_>,
        front: Option<&DrawnFace>,
        is_wanted: bool,
        found: &mut Vec<Diagnostic>,
    ) -> Option<DrawnBack> {
        let mut misfits = Vec::new();
        let back = if is_wanted { self.back(&piece.back, front, &mut misfits) } else { None };
        if let Back::Own(_, side) = &piece.back {
            // Several backs say the same: told once.
            let new = misfits.iter().map(|misfit| finding(misfit, place(side, &misfit.tag, &piece.at)));
            let new: Vec<Diagnostic> = new.filter(|new| !found.iter().any(|known| same(known, new))).collect();
            found.extend(new);
        }
        back
    }

    /// Makes a card of a piece and its sides.
    fn card(&mut self, piece: Piece<'_>, front: DrawnFace, back: Option<DrawnBack>) -> Drawn {
        let unset = [!front.is_set(), back.as_ref().is_some_and(|back| !back.is_set)];
        let DrawnFace { size, frame: front, boxes: mut of_front, mut tiny, legend, .. } = front;
        let mut of_back = Vec::new();
        let back = back.map(|back| {
            of_back = back.boxes;
            tiny.extend(back.tiny);
            back.frame
        });
        // What the game draws is written where the piece is; so is a front on which nothing is written in a place of its own.
        let whole = || piece.at.clone().map(|at| PlacedBox { rect: Rect::new(0.0, 0.0, size.width, size.height), at });
        if of_front.is_empty() || !matches!(piece.front, Surface::Face(_)) {
            of_front.extend(whole());
        }
        let is_drawn = match &piece.back {
            Back::Blank => false,
            Back::Front => of_back.is_empty() || !matches!(piece.front, Surface::Face(_)),
            Back::Own(_, side) => !matches!(side, Surface::Face(_)),
        };
        if back.is_some() && is_drawn {
            of_back.extend(whole());
        }
        let (text, own) = match &piece.front {
            Surface::Face(written) => (written.content.plain_text(), written.content.locale.as_ref()),
            Surface::Drawn(drawn) => (drawn.text.clone(), None),
            Surface::Sized(sized) => (sized.text.clone(), None),
        };
        let locale = Some(Arc::clone(own.unwrap_or(&self.locale)));
        let Piece { number, label, group, leaf, side, cut, copies, token, at, .. } = piece;
        let card = Card { number, label, group, leaf, size, cut, front, back, copies, token, text, locale, legend };
        let lent = self.ts.take_lent();
        let lent = if lent.is_empty() { Vec::new() } else { (self.faces)().lent_letters(&lent) };
        Drawn { card, side, at, unset, boxes: [of_front, of_back], tiny, lent }
    }
}

/// A piece with its front, drawn.
struct DrawnPiece<'a> {
    piece: Piece<'a>,
    front: DrawnFace,
}

/// A side of a piece, drawn.
struct DrawnFace {
    size: Size,
    frame: Arc<Frame>,
    misfits: Vec<Misfit>,
    /// Whether a picture that it wants cannot be had.
    lacks_picture: bool,
    boxes: Vec<PlacedBox>,
    /// The texts that are too small to be read with ease; see [`Drawn::tiny`].
    tiny: Vec<(TinyText, Option<Address>)>,
    /// The legend at its foot, as the plan of its tiles has it.
    legend: Option<Arc<Legend>>,
}

impl DrawnFace {
    /// Returns a side of a size on which nothing is drawn.
    fn blank(size: Size) -> DrawnFace {
        let (frame, misfits, boxes, tiny, legend) = Default::default();
        DrawnFace { size, frame, misfits, lacks_picture: false, boxes, tiny, legend }
    }

    /// Returns true if it is complete, except for what may be omitted.
    fn is_set(&self) -> bool {
        !self.lacks_picture && is_set(&self.misfits)
    }
}

/// A back, drawn.
#[derive(Clone)]
struct DrawnBack {
    frame: Arc<Frame>,
    /// True if all of its text could be set.
    is_set: bool,
    boxes: Vec<PlacedBox>,
    tiny: Vec<(TinyText, Option<Address>)>,
}

fn same(one: &Diagnostic, other: &Diagnostic) -> bool {
    one.code == other.code && one.at == other.at && one.message == other.message
}

/// Returns the names that templates of a face may use.
fn offer_of<G: Printed>(face: &str) -> &'static FaceOffer {
    let offer = G::OFFER.faces.iter().find(|offer| offer.name == face);
    offer.unwrap_or_else(|| panic!("internal error: the face `{face}` is not offered"))
}

/// Returns the place of a tag of a side, or that of the piece, which is written at `at`.
fn place(side: &Surface<'_>, tag: &str, at: &Option<Address>) -> Address {
    let of_tag = match side {
        Surface::Face(FaceContent { place: Some(place), .. }) => Some(place(tag)),
        Surface::Face(_) => at.clone(),
        Surface::Sized(sized) => {
            let elsewhere = sized.elsewhere.iter().find(|(known, _)| known == tag).map(|(_, at)| at.clone());
            elsewhere.or_else(|| at.as_ref().map(|at| at.join(tag)))
        }
        Surface::Drawn(_) => at.as_ref().map(|at| at.join(tag)),
    };
    of_tag.unwrap_or_else(|| panic!("internal error: a piece of a battle that is written nowhere"))
}

/// Returns true if all text is on the card, except for what may be omitted.
fn is_set(misfits: &[Misfit]) -> bool {
    misfits.iter().all(|misfit| matches!(misfit.what, What::LeftOut(_) | What::NoRoom))
}

/// The name, and the key in every game, of the picture that an author gives a piece.
const ART: &str = "art";

/// Help for a text that is too long beside a picture.
const SHORTEN_OR_LEAVE_ART_OUT: &str =
    "shorten the text, or remove `art`; at its smallest size the text fits without the picture";
const SHORTEN_OR_DELETE_ART: &str =
    "shorten the text, or delete the picture of this card; at its smallest size the text fits without it";
const SHORTEN_EVEN_WITHOUT_ART: &str = "shorten the text; even without `art` it does not fit at its smallest size";

fn is_too_long(misfits: &[Misfit]) -> bool {
    misfits.iter().any(|misfit| matches!(misfit.what, What::TooLong(_)))
}

/// Returns the number of the first text that ends below its card.
fn first_below(misfits: &[Misfit]) -> Option<usize> {
    misfits.iter().find(|misfit| matches!(misfit.what, What::TooLong(_)))?.tag.parse().ok()
}

/// Returns the finding for a text that does not fit.
fn finding(misfit: &Misfit, at: Address) -> Diagnostic {
    let (code, help) = match misfit.what {
        What::TooLong(_) => (TEXT_DOES_NOT_FIT, "shorten the text; it is already at its smallest size"),
        What::NoGlyphs(_) => (
            TEXT_DOES_NOT_FIT,
            "the built-in fonts have Latin, Greek and Cyrillic letters and common signs; to use others, set `fonts` in a template (`sans`, `sans-semi`, `sans-bold`, `serif`, `serif-italic` and `serif-bold`)",
        ),
        What::LeftOut(_) => (TEXT_NOT_PRINTED, "shorten it, or the text above it"),
        What::NoRoom => (TEXT_NOT_PRINTED, "shorten it, move it away from its neighbours, or print at a larger scale"),
    };
    Diagnostic::new(code, at, misfit.to_string()).help(help)
}
