//! The summary: a turn and movement on one side, combat and what is optional on the other, restated from the clauses.

use std::sync::Arc;

use muster_core::print::template::{Block, FaceOffer, Paragraph, Run};
use muster_systems::printed::{Piece, reference_line, reference_step};

use crate::model::OptionalRule;
use crate::resolve::PubBattle;
use crate::wording::{PubWord as W, PubWording};

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "reference",
    texts: &["title", "kind"],
    flows: &["lines"],
    styles: &["step", "words", "line", "hits"],
    accents: &["scenario"],
    ..FaceOffer::NOTHING
};

/// Returns the two sides of the summary. An optional rule is included if one of the battles has it.
pub(super) fn pieces(battles: &[Arc<PubBattle>], wording: PubWording<'_>) -> Vec<Piece<'static>> {
    let has = |rule| battles.iter().any(|battle| battle.has(rule));
    let said = Said(wording);
    let mut second = said.combat();
    let optional: [(OptionalRule, &[(W, W)]); 3] = [
        (OptionalRule::Trains, TRAINS),
        (OptionalRule::Leadership, LEADERS),
        (OptionalRule::WrittenOrders, WRITTEN_ORDERS),
    ];
    second.extend(optional.into_iter().filter(|(rule, _)| has(*rule)).flat_map(|(_, lines)| said.lines(lines)));
    let sides = [("reference", W::ATurn, said.turn()), ("combat", W::Combat, second)];
    let piece = |(number, title, lines): (&str, W, Vec<Block>)| Piece {
        token: true,
        ..Piece::reference(number, &wording.word(title), &FACE, lines)
            .with_kind(&wording.word(W::Reference), &wording.word(W::Summary))
    };
    sides.into_iter().map(piece).collect()
}

/// The course of a turn, and the actions of blocks (PB-2, PB-3, PB-4).
const TURN: &[(W, W)] = &[
    (W::LineHeadquarters, W::MeansHeadquarters),
    (W::LineInCommand, W::MeansInCommand),
    (W::LineEachBlock, W::MeansEachBlock),
    (W::LineMove, W::MeansMove),
    (W::LineAThirdLess, W::MeansAThirdLess),
    (W::LineColumn, W::MeansColumn),
    (W::LineBombard, W::MeansBombard),
    (W::LineRally, W::MeansRally),
    (W::LineFront, W::MeansFront),
];

/// Combat below its table of hits (PB-5, PB-7).
const COMBAT: &[(W, W)] = &[
    (W::LineFlanked, W::MeansFlanked),
    (W::LineTerrain, W::MeansTerrain),
    (W::LineQuality, W::MeansQuality),
    (W::LineArtillery, W::MeansArtillery),
    (W::LineSupport, W::MeansSupport),
    (W::LineRetreat, W::MeansRetreat),
    (W::LineLosses, W::MeansLosses),
];

/// Trains and night (PB-6).
const TRAINS: &[(W, W)] = &[(W::LineTrains, W::MeansTrains), (W::LineNight, W::MeansNight)];

/// Leaders (PB-8).
const LEADERS: &[(W, W)] = &[(W::LineLeaders, W::MeansLeaders)];

/// Written orders (PB-9).
const WRITTEN_ORDERS: &[(W, W)] = &[
    (W::LineAttack, W::MeansAttack),
    (W::LineDefend, W::MeansDefend),
    (W::LineWithoutOrders, W::MeansWithoutOrders),
    (W::LineNewOrders, W::MeansNewOrders),
    (W::LineCommandRoll, W::MeansCommandRoll),
];

/// The rules in a language.
struct Said<'a>(PubWording<'a>);

impl Said<'_> {
    fn lines(&self, lines: &[(W, W)]) -> Vec<Block> {
        lines.iter().map(|(words, text)| reference_line(&self.0.word(*words), &self.0.word(*text))).collect()
    }

    /// Returns the steps of a turn and how blocks act.
    fn turn(&self) -> Vec<Block> {
        let steps =
            [(W::StepActivation, W::DoesActivation), (W::StepCombat, W::DoesCombat), (W::StepReset, W::DoesReset)];
        let steps = steps.map(|(name, text)| reference_step(&self.0.word(name), &self.0.word(text)));
        steps.into_iter().chain(self.lines(TURN)).collect()
    }

    /// Returns a round of combat, what hits do, and what else counts.
    fn combat(&self) -> Vec<Block> {
        let row = |cells: [String; 3]| Paragraph {
            style: "hits",
            cells: cells.into_iter().map(|cell| vec![Run::plain(cell)]).collect(),
            ..Paragraph::default()
        };
        let hits = [
            (W::HitSpent, W::HitRetreats),
            (W::HitSpentRetreats, W::HitEliminated),
            (W::HitEliminated, W::HitEliminated),
        ];
        let mut table = vec![row([W::HitsAtOnce, W::HeadFresh, W::HeadSpent].map(|word| self.0.word(word)))];
        let of_hits = hits.into_iter().zip(1..);
        table.extend(
            of_hits.map(|((fresh, spent), n): (_, u8)| row([n.to_string(), self.0.word(fresh), self.0.word(spent)])),
        );
        let mut lines = self.lines(&[(W::LineRound, W::MeansRound)]);
        lines.push(Block::new("reference", "", table));
        lines.extend(self.lines(COMBAT));
        lines
    }
}
