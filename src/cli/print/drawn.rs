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
use crate::systems::{Drawn, Kind, Opaque, System};

/// A card to print.
pub(super) struct Piece {
    /// The file it was asked for by; none for what belongs to all.
    pub(super) path: Option<Utf8PathBuf>,
    /// What is printed.
    pub(super) card: Card,
    /// Where it is written; none for what belongs to all.
    pub(super) at: Option<Address>,
    /// Whether everything fits on it, and on the others of its file.
    pub(super) fit: bool,
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

/// Draws the cards of every unit that has no error in what it says. What does not fit on a card that is not `wanted` is
/// no matter.
pub(super) fn draw(
    review: &Review,
    looks: &Looks,
    with: Accessories,
    wanted: &dyn Fn(&Card) -> bool,
    progress: &Progress,
) -> Result<Drawing, Trouble> {
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
    for (unit, (cards, mut misfits)) in units.into_iter().zip(drawn) {
        leave_out(&mut misfits, &cards, wanted);
        let fit = misfits.iter().all(|finding| finding.severity < Severity::Error);
        drawing.findings.extend(misfits);
        if !fit {
            drawing.unfit.push(unit.file);
        }
        if cards.is_empty() {
            continue;
        }
        let path = review.sources.get(unit.file).path();
        if fit {
            let file = path.file_stem().filter(|_| path != "-").map(str::to_owned);
            drawing.titles.extend(unit.outline.name.clone().or(file));
        }
        let piece = |drawn: Drawn| Piece { path: Some(path.to_owned()), card: drawn.card, at: Some(drawn.at), fit };
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
        drawing.pieces.extend(cards.into_iter().map(|card| Piece { path: None, card, at: None, fit: true }));
    }
    Ok(drawing)
}

/// Leaves out what does not fit on cards that are not wanted, unless it is printed on one that is.
fn leave_out(misfits: &mut Vec<Diagnostic>, cards: &[Drawn], wanted: &dyn Fn(&Card) -> bool) {
    let (wanted, others): (Vec<&Drawn>, Vec<&Drawn>) = cards.iter().partition(|drawn| wanted(&drawn.card));
    let within = |inner: &Address, outer: &Address| {
        let rest = inner.pointer.as_str().strip_prefix(outer.pointer.as_str());
        inner.file == outer.file && rest.is_some_and(|rest| rest.starts_with('/'))
    };
    // What is too long for a card may stand on another one.
    if !wanted.iter().any(|card| others.iter().any(|other| within(&card.at, &other.at))) {
        misfits.retain(|misfit| !others.iter().any(|other| within(&misfit.at, &other.at)));
    }
}
