//! The summary cards: a turn and orders on the first, combat and terrain on the second, restated from the clauses.

use std::sync::Arc;

use muster_core::print::template::{Block, FaceOffer, Paragraph, Run};
use muster_systems::printed::{Piece, reference_line, reference_step};

use crate::model::{StrikeKind, Trait};
use crate::resolve::TabletopBattle;
use crate::sentences::{quality, targets};
use crate::wording::{TabletopWord as W, TabletopWording};

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "reference",
    texts: &["title", "kind"],
    flows: &["lines"],
    styles: &["step", "words", "line", "chances"],
    accents: &["scenario"],
    ..FaceOffer::NOTHING
};

/// Returns the two sides of both summary cards, one of each for every player.
pub(super) fn pieces(battles: &[Arc<TabletopBattle>], wording: TabletopWording<'_>) -> Vec<Piece<'static>> {
    let players = battles.iter().map(|battle| battle.factions.len()).max().unwrap_or(0).max(2);
    let said = Said(wording);
    let sides = [
        ("reference", 1, W::ATurn, said.turn()),
        ("orders", 1, W::Orders, said.orders()),
        ("combat", 2, W::Combat, said.combat()),
        ("terrain", 2, W::TerrainAndTraits, said.terrain()),
    ];
    let piece = |(number, card, title, lines)| Piece {
        leaf: Some(format!("reference {card}")),
        copies: u32::try_from(players).unwrap_or(u32::MAX),
        ..Piece::reference(number, &wording.word(title), &FACE, lines)
            .with_kind(&wording.word(W::Reference), &wording.word(W::Summary))
    };
    sides.into_iter().map(piece).collect()
}

/// The rules in a language.
struct Said<'a>(TabletopWording<'a>);

impl Said<'_> {
    fn step(&self, name: W, text: W) -> Block {
        reference_step(&self.0.word(name), &self.0.word(text))
    }

    fn line(&self, words: W, text: W) -> Block {
        reference_line(&self.0.word(words), &self.0.word(text))
    }

    /// A rule that goes on with the one above it.
    fn more(&self, text: W) -> Block {
        Block::new("reference", "", vec![Paragraph::new("line", &self.0.word(text))])
    }

    /// Returns the steps of a turn (TT-5.8, TT-8).
    fn turn(&self) -> Vec<Block> {
        vec![
            self.step(W::StepIncome, W::DoesIncome),
            self.step(W::StepRouted, W::DoesRouted),
            self.step(W::StepOrders, W::DoesOrders),
            self.step(W::StepCombat, W::DoesCombat),
            self.step(W::StepMorale, W::DoesMorale),
            self.step(W::StepVictory, W::DoesVictory),
            self.line(W::LineMorale, W::MeansMorale),
            self.line(W::LineExperience, W::MeansExperience),
            self.line(W::LineRouted, W::MeansRouted),
        ]
    }

    /// Returns the orders of a faction (TT-3, TT-4, TT-7).
    fn orders(&self) -> Vec<Block> {
        vec![
            self.line(W::LineMove, W::MeansMove),
            self.line(W::LineFortify, W::MeansFortify),
            self.line(W::LineMerge, W::MeansMerge),
            self.line(W::LineArmy, W::MeansArmy),
            self.line(W::LineDeploy, W::MeansDeploy),
            self.line(W::LineReinforce, W::MeansReinforce),
            self.line(W::LineTrain, W::MeansTrain),
            self.more(W::ThenNothingElse),
            self.line(W::LineDisengage, W::MeansDisengage),
            self.line(W::LineUse, W::MeansUse),
        ]
    }

    /// Chances in combat and of special attacks (TT-5.2, TT-6.1).
    fn combat(&self) -> Vec<Block> {
        let row = |cells: [String; 3]| Paragraph {
            style: "chances",
            cells: cells.into_iter().map(|cell| vec![Run::plain(cell)]).collect(),
            ..Paragraph::default()
        };
        let chances = [
            (1, 4, 6, 25),
            (1, 3, 11, 33),
            (1, 2, 25, 50),
            (2, 3, 44, 67),
            (3, 4, 56, 75),
            (4, 5, 64, 80),
            (9, 10, 81, 90),
        ];
        let chance = |n: u8| self.0.say(W::Chance, &[n.into()]);
        let of = |(less, more, winner, loser): (u8, u8, u8, u8)| {
            row([self.0.say(W::Ratio, &[less.into(), more.into()]), chance(winner), chance(loser)])
        };
        let mut table = vec![row([W::LessByMore, W::WinnersCards, W::LosersCards].map(|word| self.0.word(word)))];
        table.extend(chances.map(of));
        table.push(row([self.0.word(W::Equal), chance(100), chance(100)]));
        let mut lines = vec![
            self.line(W::LineCombat, W::MeansCombat),
            Block::new("reference", "", table),
            self.more(W::SeveralFactions),
            self.line(W::LineSpecialAttack, W::MeansSpecialAttack),
        ];
        lines.extend(StrikeKind::ALL.map(targets).map(|(name, meaning)| self.line(name, meaning)));
        lines
    }

    /// Returns the costs of hexes and the changes by traits (TT-4, TT-5.4).
    fn terrain(&self) -> Vec<Block> {
        let mut lines = vec![self.line(W::LineCost, W::MeansCost), self.more(W::OneHexAlways)];
        lines.extend(Trait::ALL.map(quality).map(|(name, meaning)| self.line(name, meaning)));
        lines
    }
}
