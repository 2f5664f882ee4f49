//! Tables for speed only, and the plain way that each part of them equals.
//!
#![doc = include_str!("fast.md")]

mod dice;
mod draws;
mod invariants;
mod lots;
mod playout;
mod sets;

use std::sync::OnceLock;

use self::dice::Alike;
use self::lots::{LANES, Lots, MOST};
use self::sets::Sets;
use super::{Each, Kind, Mask, Rules, State, TableBattles, bit};
use crate::dice::DieFaces;
use crate::effects::Deed;
use crate::rules::FormationRow;

/// Tables that answer from the rules what would otherwise be looked for in every turn.
#[derive(Debug)]
pub(super) struct Fast {
    /// By formation: what is behind each index among its moves in an action phase.
    choices: Vec<[Choice; MOST as usize]>,
    /// Formations whose number of moves in an action phase depends on the state; all, where some card has more of them
    /// than [`MOST`].
    undecided: Mask,
    /// By formation: the faces that its dice area takes.
    faces: Vec<DieFaces>,
    sides: [FastSide; 2],
}

/// The tables of one side.
#[derive(Debug)]
struct FastSide {
    /// The sets its dice areas take of every roll: worked out for the first roll that is placed, since a caller who only asks
    /// about the cards rolls none.
    sets: OnceLock<Sets>,
    /// Most placements of dice in one of its roll phases: once for each wing (TB-9.1), or for each card where effects may allow
    /// more.
    rounds: usize,
    /// Numbers of moves that formations which are not undecided have in an action phase while dice lie on them.
    choices: Lots,
    /// Number of words of `choices` that are used.
    words: usize,
    /// Its attacks that can be made whenever the attacker and one of some targets are in play, whatever else is so: the
    /// attacker, and those targets (TB-11.2).
    certain_attacks: Vec<(Mask, Mask)>,
}

/// A move of an action phase: an action that is performed or not.
#[derive(Debug, Clone, Copy)]
struct Choice {
    /// The row of the action, or [`Choice::OTHER`].
    row: u16,
    /// The dice it requires.
    alike: Alike,
}

impl Choice {
    /// No such move: it has to be looked for among all of the formation.
    const OTHER: u16 = u16::MAX;
}

impl Fast {
    pub(super) fn new(rules: &Rules) -> Fast {
        let undecided = undecided_formations(rules);
        Fast {
            choices: choices(rules, undecided),
            undecided,
            faces: rules.takers.iter().map(|taker| taker.area.faces()).collect(),
            sides: [0, 1].map(|side| FastSide {
                sets: OnceLock::new(),
                rounds: rounds(rules, side),
                choices: lots(rules, undecided, side),
                words: (rules.sides[side].mask.count_ones() as usize).div_ceil(LANES),
                certain_attacks: certain_attacks(rules, side),
            }),
        }
    }

    /// Returns the sets that a side's dice areas take of every roll.
    #[inline]
    pub(super) fn sets(&self, rules: &Rules, side: u8) -> &Sets {
        self.sides[usize::from(side)].sets.get_or_init(|| {
            let row = &rules.sides[usize::from(side)];
            let takers = &rules.takers[usize::from(row.first)..][..row.mask.count_ones() as usize];
            Sets::new(row.first, takers.iter().map(|row| &row.area))
        })
    }
}

/// Returns the moves of a formation in an action phase: each action, performed or not, and retiring.
fn moves(row: &FormationRow) -> u32 {
    u32::from(row.acts.1 - row.acts.0) + u32::from(row.retire)
}

fn undecided_formations(rules: &Rules) -> Mask {
    if rules.formations.iter().any(|row| moves(row) > MOST) {
        return Mask::MAX;
    }
    rules.special | rules.specials.lent_to | rules.specials.forbidden[Deed::Retire as usize]
}

/// Returns the number of moves the formations of a side have, as far as they are decided.
fn lots(rules: &Rules, undecided: Mask, side: usize) -> Lots {
    let mut lots = Lots::default();
    let side = &rules.sides[side];
    for card in Each(side.mask & !undecided) {
        let (word, lot) = lots::lot(card - side.first, moves(rules.row(card)));
        lots[word] += lot;
    }
    lots
}

/// Returns by formation those moves that are actions which ask for equal dice.
fn choices(rules: &Rules, undecided: Mask) -> Vec<[Choice; MOST as usize]> {
    let other = Choice { row: Choice::OTHER, alike: Alike::default() };
    let choices = |(card, row): (u8, &FormationRow)| {
        let mut choices = [other; MOST as usize];
        let acts = if undecided & bit(card) == 0 { rules.acts_on(row) } else { &[] };
        for (choice, row) in choices.iter_mut().zip(acts) {
            if let Some(alike) = Alike::new(rules.actions[usize::from(*row)].need) {
                *choice = Choice { row: *row, alike };
            }
        }
        choices
    };
    (0..).zip(&rules.formations).map(choices).collect()
}

/// Returns the number of times dice can be placed in a roll phase of a side.
fn rounds(rules: &Rules, side: usize) -> usize {
    let takers = rules.sides[side].mask & rules.takes_dice;
    let wings = Each(takers).map(|card| rules.taker(card).wing_mates & takers);
    // Each wing is counted at its first card.
    let first = Each(takers).zip(wings).filter(|(card, wing)| wing.trailing_zeros() == u32::from(*card));
    if rules.specials.placements.is_empty() { first.count() } else { takers.count_ones() as usize }
}

/// Returns the attacks of a side about which TB-11.2 leaves no doubt: of cards that can take what they require, on targets before
/// whom the list has nobody special or from reserve.
fn certain_attacks(rules: &Rules, side: usize) -> Vec<(Mask, Mask)> {
    let mut certain = Vec::new();
    for (row, action) in (0..).zip(&rules.actions) {
        let able = rules.takes_dice & bit(action.card) != 0 && action.fillable;
        let own = usize::from(rules.row(action.card).side) == side;
        if action.kind != Kind::Attack || action.touched || !able || !own {
            continue;
        }
        let plain = |target: &u8| {
            let row = rules.row(*target);
            !row.special && !row.reserve
        };
        let targets = rules.listed_targets(row).take_while(plain).fold(0, |mask, target| mask | bit(target));
        certain.push((bit(action.card), targets));
    }
    certain
}

impl TableBattles {
    /// Returns true if any formation of a side can ever attack, by the cards alone (TB-11.2).
    #[inline(always)]
    pub(crate) fn can_ever_attack(&self, state: &State, side: usize) -> bool {
        // Asked every turn: nearly always some attack is beyond doubt.
        let mut certain = self.fast.sides[side].certain_attacks.iter();
        if certain.any(|(attacker, targets)| state.play & attacker != 0 && state.play & targets != 0) {
            debug_assert!(self.rules.may_attack(state, side), "an attack beyond doubt can be made");
            return true;
        }
        self.rules.may_attack(state, side)
    }
}
