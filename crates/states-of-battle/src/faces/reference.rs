//! The round summary card: a round on its first side, counters and states on its second, restated from the clauses.

use std::sync::Arc;

use muster_core::print::template::FaceOffer;
use muster_systems::printed::{Piece, reference_line, reference_step};

use crate::resolve::StatesBattle;
use crate::wording::{StatesWord as W, StatesWording};

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "reference",
    texts: &["title", "kind"],
    flows: &["lines"],
    styles: &["step", "words", "line"],
    accents: &["scenario"],
    ..FaceOffer::NOTHING
};

/// Returns the two sides of the round summary card. What no battle needs is left out.
pub(super) fn pieces(battles: &[Arc<StatesBattle>], wording: StatesWording<'_>) -> Vec<Piece<'static>> {
    let any = |is: fn(&StatesBattle) -> bool| battles.iter().any(|battle| battle.scenario().is_none() || is(battle));
    let starter = any(|battle| battle.sides.iter().any(|side| !side.starter.is_empty()));
    let turns = if starter { W::SummaryTurnsStratagem } else { W::SummaryTurns };
    // What is done in a round (SB-5), and when units shoot (SB-6.4, SB-6.6).
    let round = [
        (W::StepThrow, W::SummaryThrow),
        (W::StepDraw, W::SummaryDraw),
        (W::StepTurns, turns),
        (W::StepShoot, W::SummaryShoot),
    ];
    let round = round.map(|(name, text)| reference_step(&wording.word(name), &wording.word(text)));
    let morale = MORALE.map(|(words, text)| reference_line(&wording.word(words), &wording.word(text)));
    let sides = [("reference", W::ARound, round.into()), ("states", W::Morale, morale.into())];
    let piece = |(number, title, lines)| {
        let piece = Piece::reference(number, &wording.word(title), &FACE, lines);
        piece.with_kind(&wording.word(W::Reference), &wording.word(W::Summary))
    };
    sides.into_iter().map(piece).collect()
}

/// The losses and gains of counters (SB-1.4, SB-1.5, SB-2, SB-3.5).
const MORALE: [(W, W); 8] = [
    (W::MoraleMinusOne, W::MeansMinusOne),
    (W::MoraleMinusMcv, W::MeansMinusMcv),
    (W::MoraleMinusTwo, W::MeansMinusTwo),
    (W::MoralePlus, W::MeansPlus),
    (W::MoraleState, W::MeansState),
    (W::MoraleGains, W::MeansGains),
    (W::MoraleArmyMorale, W::MeansArmyMorale),
    (W::MoraleEnd, W::MeansEnd),
];
