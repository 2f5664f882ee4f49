//! The cards of all files, drawn: each battle's on all cores, then what is printed once for all of them.

use camino::Utf8PathBuf;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::super::Trouble;
use super::super::look::Looks;
use super::progress::Progress;
use crate::diag::{Diagnostic, Severity};
use crate::print::{Accessories, Card, What};
use crate::review::{Review, Unit};
use crate::source::{Address, FileId};
use crate::systems::{Kind, Opaque, System};

/// A card to print.
pub(super) struct Piece {
    /// The file it was asked for by; none for what belongs to all.
    pub(super) path: Option<Utf8PathBuf>,
    /// What is printed.
    pub(super) card: Card,
    /// Where it is written; none for what belongs to all.
    pub(super) at: Option<Address>,
}

/// What there is to print.
#[derive(Default)]
pub(super) struct Drawing {
    /// The cards, in the order of the files.
    pub(super) pieces: Vec<Piece>,
    /// The names of the battles.
    pub(super) titles: Vec<String>,
    /// What does not fit.
    pub(super) findings: Vec<Diagnostic>,
    /// The files whose cards are not printed for that.
    pub(super) unfit: Vec<FileId>,
}

/// The documents that can be printed: scenarios and decks that were named.
pub(super) fn printable(review: &Review) -> impl Iterator<Item = &Unit> {
    review.units.iter().filter(|unit| unit.given && unit.outline.kind != Kind::Play)
}

/// Draws the cards of every unit that has no error, neither in what it says nor in how it fits.
pub(super) fn draw(review: &Review, looks: &Looks, with: Accessories, progress: &Progress) -> Result<Drawing, Trouble> {
    let units: Vec<&Unit> = printable(review).collect();
    progress.expect(units.len());
    let faces = |unit: &&Unit| {
        let drawn = match &unit.battle {
            Some(battle) if unit.sound => unit.system.faces(battle, looks.of(unit.system), with),
            _ => Default::default(),
        };
        progress.step();
        drawn
    };
    let drawn: Vec<_> = units.par_iter().map(faces).collect();
    let mut drawing = Drawing::default();
    let mut battles: Vec<(&'static dyn System, Vec<Opaque>)> = Vec::new();
    for (unit, (cards, misfits)) in units.into_iter().zip(drawn) {
        let fit = misfits.iter().all(|finding| finding.severity < Severity::Error);
        drawing.findings.extend(misfits);
        if !fit {
            drawing.unfit.push(unit.file);
        }
        if cards.is_empty() || !fit {
            continue;
        }
        drawing.titles.extend(unit.outline.name.clone());
        let path = review.sources.get(unit.file).path();
        let piece =
            |drawn: crate::systems::Drawn| Piece { path: Some(path.to_owned()), card: drawn.card, at: Some(drawn.at) };
        drawing.pieces.extend(cards.into_iter().map(piece));
        let Some(battle) = &unit.battle else { continue };
        match battles.iter_mut().find(|(system, _)| system.id() == unit.system.id()) {
            Some((_, battles)) => battles.push(battle.clone()),
            None => battles.push((unit.system, vec![battle.clone()])),
        }
    }
    for (system, battles) in battles {
        let (cards, misfits) = system.shared(&battles, looks.of(system), with);
        if let Some(misfit) = misfits.iter().find(|misfit| !matches!(misfit.what, What::LeftOut(_))) {
            return Err(Trouble(format!(
                "the template of a card that every battle shares has too little room: {misfit}"
            )));
        }
        drawing.pieces.extend(cards.into_iter().map(|card| Piece { path: None, card, at: None }));
    }
    Ok(drawing)
}
