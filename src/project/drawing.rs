//! The cards of all files, drawn: each battle's on all cores, then what is printed once for all of them.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use camino::Utf8PathBuf;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use muster_core::diag::{Diagnostic, Severity};
use muster_core::print::locale::PrintWord;
use muster_core::print::template::stamp;
use muster_core::print::{Card, Misfit, What};
use muster_core::source::{Address, FileId};
use muster_systems::art::Gallery;
use muster_systems::faces::TEXT_DOES_NOT_FIT;
use muster_systems::printed::BACKS;
use muster_systems::{Drawn, Opaque, Role, System, With};

use super::Trouble;
use super::gallery::WatchedGallery;
use super::looks::Looks;
use crate::review::{Review, Unit, preflight};

/// The word that skips everything that is printed by default.
pub const NO_EXTRAS: &str = "none";
/// The word for the net of a box for all cards.
pub const TUCK_BOX: &str = "tuck-box";

/// Returns the words of what is also printed: what the systems offer, a box, backs, and none of what is printed by default.
pub fn with_words(systems: &[&'static System]) -> Vec<&'static str> {
    let mut words: Vec<&str> = Vec::new();
    let extras = systems.iter().flat_map(|system| system.extras()).map(|extra| extra.name);
    for word in extras.chain([TUCK_BOX, BACKS, NO_EXTRAS]) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// A card to print.
pub struct PrintedCard {
    /// The file it was asked for by; `None` for what belongs to all.
    pub path: Option<Utf8PathBuf>,
    /// The card as it was drawn.
    pub drawn: Drawn,
}

impl PrintedCard {
    /// Stamps the sides of which not all of the text could be set.
    pub fn stamp(&mut self) {
        let Drawn { card, unset, .. } = &mut self.drawn;
        let word = card.language().say(PrintWord::DraftStamp, &[]);
        let Card { front, back, size, .. } = card;
        for (frame, is_unset) in [Some(front), back.as_mut()].into_iter().zip(*unset) {
            if let Some(frame) = frame.filter(|_| is_unset) {
                *frame = Arc::new(stamp(frame, *size, &word));
            }
        }
    }

    /// Returns true if both are the same card of a deck that several battles use: written in one place, and looking alike.
    fn same(&self, other: &PrintedCard) -> bool {
        let (one, two) = (&self.drawn.card, &other.drawn.card);
        self.drawn.at == other.drawn.at
            && one.number == two.number
            && (&one.front, &one.back) == (&two.front, &two.back)
    }
}

/// Returns the findings about text that is too small to be read with ease. What belongs to all battles has the place of the first
/// card that is written somewhere.
pub fn tiny_texts(pieces: &[PrintedCard]) -> Vec<Diagnostic> {
    let first = pieces.iter().find_map(|piece| piece.drawn.at.as_ref());
    let texts = pieces.iter().flat_map(|piece| &piece.drawn.tiny);
    preflight::tiny_texts(texts.filter_map(|(text, at)| Some((text, at.as_ref().or(first)?))))
}

/// Returns the findings about letters that fonts of templates lack.
pub fn lent_letters(pieces: &[PrintedCard]) -> Vec<Diagnostic> {
    preflight::lent_letters(pieces.iter().flat_map(|piece| &piece.drawn.lent))
}

/// The cards of a project, drawn for printing.
#[derive(Default)]
pub struct DrawnCards {
    /// The cards, in the order of the files.
    pub pieces: Vec<PrintedCard>,
    /// The names of the battles.
    pub titles: Vec<String>,
    /// The files of these battles.
    pub titled: Vec<Utf8PathBuf>,
    /// The findings about texts that do not fit.
    pub findings: Vec<Diagnostic>,
    /// The files with cards that it does not fit on.
    pub unfit: Vec<FileId>,
    /// The names of the sides that have cards, whoever's are printed.
    pub sides: BTreeSet<String>,
}

/// The roles of documents with cards.
pub const PRINTED: &[Role] = &[Role::Main, Role::Part, Role::Stock];

/// Returns the documents that can be printed: scenarios and decks that were given, of systems that have cards.
pub fn printable(review: &Review) -> impl Iterator<Item = &Unit> {
    let given = review.units.iter().filter(|unit| unit.given && PRINTED.contains(&unit.outline.kind.role));
    given.filter(|unit| unit.system.unprinted_reason().is_none())
}

/// The cards that are to be printed.
#[derive(Clone, Copy)]
pub struct Choice<'a> {
    /// Returns true for a card that is asked for.
    pub wanted: &'a dyn Fn(&Card) -> bool,
    /// True if the other side of such a card is printed too.
    pub two_sided: bool,
    /// The name of the only side whose cards are printed, besides those of all.
    pub side: Option<&'a str>,
    /// True if only what they say is wanted: it needs no room, and no font.
    pub only_text: bool,
}

impl Choice<'_> {
    /// All cards.
    pub const ALL: Choice<'static> = Choice { wanted: &|_| true, two_sided: true, side: None, only_text: false };

    /// Returns true for what belongs to all, and to the only side that is printed.
    fn belongs(&self, drawn: &Drawn) -> bool {
        self.side.is_none() || drawn.side.is_none() || drawn.side.as_deref() == self.side
    }
}

/// Takes how far drawing is, where someone wants to see it.
pub trait Progress: Sync {
    /// Takes the number of further steps to be done.
    fn expect(&self, _steps: usize) {}

    /// Takes that one step is done.
    fn step(&self) {}
}

/// Nobody looks.
impl Progress for () {}

/// Draws the cards of every unit that has no error in what it says, with the pictures of a gallery. What does not fit on a card that is not chosen is no
/// matter.
///
/// # Errors
///
/// A text does not fit on a card that all battles share, and there is no other card at whose place that could be found.
pub fn draw(
    review: &Review,
    looks: &Looks,
    with: &With,
    choice: Choice<'_>,
    gallery: &dyn Gallery,
    progress: &dyn Progress,
) -> Result<DrawnCards, Trouble> {
    // Whoever only reads the cards needs no pictures.
    let gallery = (!choice.only_text).then_some(gallery);
    let units: Vec<&Unit> = printable(review).collect();
    progress.expect(units.len());
    let faces = |unit: &&Unit| {
        let drawn = faces(unit, looks, with, gallery);
        progress.step();
        drawn
    };
    let drawn: Vec<DrawnUnit> = units.par_iter().map(faces).collect();
    gather((units, drawn), looks, with, choice, (review, gallery))
}

/// Like [`draw`] of all cards, but what the cache knows of battles that have not changed is not drawn again.
///
/// # Errors
///
/// As [`draw`].
pub fn draw_again(
    review: &Review,
    looks: &Arc<Looks>,
    with: &With,
    gallery: &dyn Gallery,
    cache: &mut DrawnCache,
) -> Result<DrawnCards, Trouble> {
    let units: Vec<&Unit> = printable(review).collect();
    cache.look_with(looks);
    let known = &*cache;
    let faces = |unit: &&Unit| match known.find(unit) {
        Some(drawn) => (drawn.clone(), true),
        None => {
            let watched = WatchedGallery::new(gallery);
            let drawn = faces(unit, looks, with, Some(&watched));
            // A picture may change while no document does.
            (drawn, !watched.was_asked())
        }
    };
    let drawn: Vec<(DrawnUnit, bool)> = units.par_iter().map(faces).collect();
    cache.keep(
        units.iter().copied().zip(&drawn).filter(|(_, (_, lasts))| *lasts).map(|(unit, (drawn, _))| (unit, drawn)),
    );
    let drawn = drawn.into_iter().map(|(drawn, _)| drawn).collect();
    gather((units, drawn), looks, with, Choice::ALL, (review, Some(gallery)))
}

/// The cards of a document, and what does not fit on them.
type DrawnUnit = (Vec<Drawn>, Vec<Diagnostic>);

/// Returns the cards of a document that has no error in what it says.
fn faces(unit: &Unit, looks: &Looks, with: &With, gallery: Option<&dyn Gallery>) -> DrawnUnit {
    match &unit.battle {
        Some(battle) if unit.sound => {
            unit.system.faces(battle, looks.faces(unit.system), looks.words(unit.system), with, gallery)
        }
        _ => Default::default(),
    }
}

/// The cards of battles as they were drawn last, for the next time: a preview draws again whenever a file changes.
#[derive(Default)]
pub struct DrawnCache {
    /// The looks that they were drawn with.
    looks: Option<Arc<Looks>>,
    /// By the file that begins the battle, with the very battle.
    battles: HashMap<FileId, (Opaque, DrawnUnit)>,
}

impl DrawnCache {
    /// Forgets what was drawn, unless it was with these looks.
    fn look_with(&mut self, looks: &Arc<Looks>) {
        if self.looks.as_ref().is_none_or(|known| !Arc::ptr_eq(known, looks)) {
            *self = DrawnCache { looks: Some(Arc::clone(looks)), battles: HashMap::new() };
        }
    }

    fn find(&self, unit: &Unit) -> Option<&DrawnUnit> {
        let battle = unit.battle.as_ref().filter(|_| unit.sound)?;
        self.battles.get(&unit.file).filter(|(known, _)| Arc::ptr_eq(known, battle)).map(|(_, drawn)| drawn)
    }

    /// Keeps the cards of these documents, and of no others.
    fn keep<'a>(&mut self, drawn: impl Iterator<Item = (&'a Unit, &'a DrawnUnit)>) {
        let sound = drawn.filter(|(unit, _)| unit.sound);
        let entry = |(unit, drawn): (&Unit, &DrawnUnit)| Some((unit.file, (unit.battle.clone()?, drawn.clone())));
        self.battles = sound.filter_map(entry).collect();
    }
}

/// Gathers the cards that were drawn of documents, and draws what belongs to all of them.
fn gather(
    (units, drawn): (Vec<&Unit>, Vec<DrawnUnit>),
    looks: &Looks,
    with: &With,
    choice: Choice<'_>,
    (review, gallery): (&Review, Option<&dyn Gallery>),
) -> Result<DrawnCards, Trouble> {
    let asked_for =
        drawn.iter().flat_map(|(cards, _)| cards).filter(|drawn| choice.belongs(drawn) && (choice.wanted)(&drawn.card));
    let leaves: BTreeSet<String> =
        asked_for.filter(|_| choice.two_sided).filter_map(|drawn| drawn.card.leaf.clone()).collect();
    let wanted = |drawn: &Drawn| {
        let on_leaf = |card: &Card| card.leaf.as_ref().is_some_and(|leaf| leaves.contains(leaf));
        choice.belongs(drawn) && ((choice.wanted)(&drawn.card) || on_leaf(&drawn.card))
    };
    let mut drawing = DrawnCards::default();
    let mut battles: Vec<(&'static System, Vec<Opaque>)> = Vec::new();
    for (unit, (cards, mut misfits)) in units.into_iter().zip(drawn) {
        leave_out(&mut misfits, &cards, &wanted);
        misfits.retain(|misfit| !choice.only_text || misfit.code != TEXT_DOES_NOT_FIT);
        let fit = misfits.iter().all(|finding| finding.severity < Severity::Error);
        drawing.findings.extend(misfits);
        if !fit {
            drawing.unfit.push(unit.file);
        }
        // Where only what all battles share is asked for, a battle has no cards of its own.
        let shares_only = matches!(with, With::Only(_)) && unit.sound;
        if cards.is_empty() && !shares_only {
            continue;
        }
        let path = review.sources.get(unit.file).path();
        let file = path.file_stem().filter(|_| path != "-").map(str::to_owned);
        if let Some(title) = unit.outline.name.clone().or(file) {
            drawing.titles.push(title);
            drawing.titled.push(path.to_owned());
        }
        drawing.sides.extend(cards.iter().filter_map(|drawn| drawn.side.clone()));
        let cards = cards.into_iter().filter(|drawn| choice.belongs(drawn));
        let new = cards.map(|drawn| PrintedCard { path: Some(path.to_owned()), drawn });
        let new = new.filter(|piece| !drawing.pieces.iter().any(|known| known.same(piece)));
        let new: Vec<PrintedCard> = new.collect();
        drawing.pieces.extend(new);
        let Some(battle) = &unit.battle else { continue };
        match battles.iter_mut().find(|(system, _)| system.id() == unit.system.id()) {
            Some((_, battles)) => battles.push(battle.clone()),
            None => battles.push((unit.system, vec![battle.clone()])),
        }
    }
    let first = drawing.pieces.iter().find_map(|piece| piece.drawn.at.clone());
    for (system, battles) in battles {
        let (cards, misfits, findings) =
            system.draw_shared(&battles, looks.faces(system), looks.words(system), with, gallery);
        drawing.findings.extend(findings);
        match (shared_misfit(&misfits), &first) {
            (Some(text), Some(first)) => {
                drawing.unfit.push(first.file);
                drawing.findings.push(Diagnostic::new(TEXT_DOES_NOT_FIT, first.clone(), text));
            }
            (Some(text), None) => return Err(Trouble::Usage(text)),
            (None, _) => {}
        }
        drawing.pieces.extend(cards.into_iter().map(|drawn| PrintedCard { path: None, drawn }));
    }
    Ok(drawing)
}

/// Returns what is wrong where a text does not fit on a card that every battle shares: a fault of the template, since the words are
/// the game's.
pub(super) fn shared_misfit(misfits: &[Misfit]) -> Option<String> {
    let misfit = misfits.iter().find(|misfit| !matches!(misfit.what, What::LeftOut(_)))?;
    Some(format!("the template of a card shared by all battles has too little room: {misfit}"))
}

/// Leaves out what does not fit on cards that are not wanted, unless it is printed on one that is.
fn leave_out(misfits: &mut Vec<Diagnostic>, cards: &[Drawn], wanted: &dyn Fn(&Drawn) -> bool) {
    let (wanted, others): (Vec<&Drawn>, Vec<&Drawn>) = cards.iter().partition(|drawn| wanted(drawn));
    let within = |inner: &Address, outer: &Option<Address>| {
        let Some(outer) = outer else { return false };
        let rest = inner.pointer.as_str().strip_prefix(outer.pointer.as_str());
        inner.file == outer.file && rest.is_some_and(|rest| rest.starts_with('/'))
    };
    // What is too long for a card may stand on another one.
    if !wanted.iter().any(|card| others.iter().any(|other| card.at.as_ref().is_some_and(|at| within(at, &other.at)))) {
        misfits.retain(|misfit| !others.iter().any(|other| within(&misfit.at, &other.at)));
    }
}
