//! The rules of play of Three Banners.

use muster_core::play::chance::{Chance, DrawLabel};
use muster_core::play::fault::Breach;
use muster_core::play::rng::Rng;
use muster_core::play::{Clock, Engine, Next, Outcome, Playout, Watch};

use super::How;

/// The turns of a battle, and the cards dealt to every side.
pub(super) const TURNS: u8 = 3;
/// What a card that stands adds to its worth.
const STAND: u32 = 5;
/// The sides of the die of a charge.
pub(super) const SIDES: u8 = 10;
/// What is counted of every card of every side: that it was played, that it charged, that it stood.
pub(super) const COUNTED: usize = 3;

/// The die of a charge.
pub(super) const DIE: DrawLabel = DrawLabel::new("die");

/// Returns the label of the cards dealt to a side.
pub(super) fn dealt(side: u16) -> DrawLabel {
    DrawLabel::with_piece("dealt", side.into())
}

/// The rules of a battle.
pub(crate) struct Banners {
    /// By kind of card: its name, what it is worth, and how many there are.
    pub(super) names: Vec<String>,
    pub(super) worth: Vec<u32>,
    pub(super) copies: Vec<u8>,
    /// The side that plays first.
    pub(super) first: usize,
}

impl Banners {
    /// Returns the counter of what a card of a side does: 0 that it is played, 1 that it charges, 2 that it stands.
    pub(super) fn counter(&self, side: usize, kind: usize, what: usize) -> usize {
        (side * self.names.len() + kind) * COUNTED + what
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Position {
    pub(super) turn: u32,
    /// How many sides have played in this turn.
    played: usize,
    /// By kind: the cards that were not dealt.
    pub(super) deck: Vec<u8>,
    /// By side and kind.
    pub(super) hands: [Vec<u8>; 3],
    pub(super) points: [u32; 3],
}

/// A card that is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Move {
    pub(super) kind: usize,
    pub(super) how: How,
}

/// Why a card cannot be played.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct NotInHand;

impl Banners {
    fn seat(&self, state: &Position) -> usize {
        (self.first + state.played) % 3
    }
}

impl Engine for Banners {
    type State = Position;
    type Move = Move;
    type Illegal = NotInHand;

    const HIDDEN: bool = true;

    fn players(&self) -> usize {
        3
    }

    fn start(&self) -> Position {
        let hand = || vec![0; self.copies.len()];
        Position { turn: 1, played: 0, deck: self.copies.clone(), hands: [hand(), hand(), hand()], points: [0; 3] }
    }

    fn next(&self, state: &Position) -> Next {
        let seat = self.seat(state);
        if state.turn > TURNS.into() {
            let most = state.points.iter().max();
            let mut best = (0..3).filter(|side| Some(&state.points[*side]) == most);
            let winner = best.next().filter(|_| best.next().is_none());
            Next::Over(Outcome { winner, by: "points" })
        } else if state.hands[seat].iter().all(|cards| *cards == 0) {
            Next::Auto
        } else {
            Next::Decide { player: seat, kind: "play" }
        }
    }

    fn clock(&self, state: &Position) -> Clock {
        Clock { turn: state.turn.min(TURNS.into()), player: None }
    }

    fn moves(&self, state: &Position, into: &mut Vec<Move>) {
        into.clear();
        let hand = &state.hands[self.seat(state)];
        let kinds = (0..hand.len()).filter(|kind| hand[*kind] > 0);
        into.extend(kinds.flat_map(|kind| [How::Charge, How::Stand].map(|how| Move { kind, how })));
    }

    fn apply<W: Watch>(&self, state: &mut Position, chosen: &Move, chance: &mut Chance<'_>, watch: &mut W) {
        let (Move { kind, how }, seat) = (*chosen, self.seat(state));
        state.hands[seat][kind] -= 1;
        let more = match how {
            How::Charge => u32::from(chance.die(DIE, SIDES)),
            How::Stand => STAND,
        };
        state.points[seat] += self.worth[kind] + more;
        watch.count(self.counter(seat, kind, 0), 1);
        watch.count(self.counter(seat, kind, if how == How::Charge { 1 } else { 2 }), 1);
        state.played = (state.played + 1) % 3;
        state.turn += u32::from(state.played == 0);
    }

    fn advance<W: Watch>(&self, state: &mut Position, chance: &mut Chance<'_>, _: &mut W) {
        for side in 0..3 {
            for _ in 0..TURNS {
                let kind = chance.take(dealt(side), &mut state.deck);
                state.hands[usize::from(side)][kind] += 1;
            }
        }
    }

    fn redraw(&self, state: &mut Position, seen_by: usize, rng: &mut Rng) {
        let others = || (0..3).filter(|side| *side != seen_by);
        for side in others() {
            state.deck.iter_mut().zip(&state.hands[side]).for_each(|(deck, cards)| *deck += cards);
        }
        for side in others() {
            let cards: u8 = state.hands[side].iter().sum();
            state.hands[side].fill(0);
            for _ in 0..cards {
                let kind = Chance::fair(rng).take(dealt(0), &mut state.deck);
                state.hands[side][kind] += 1;
            }
        }
    }

    fn find_breach(&self, state: &Position) -> Option<Breach> {
        let side = (0..3).find(|side| state.hands[*side].iter().sum::<u8>() > TURNS)?;
        Some(Breach::new("B-1", format!("side {side} holds more cards than were dealt")))
    }

    fn value(&self, state: &Position, player: usize) -> i32 {
        let others = (0..3).filter(|other| *other != player).map(|other| state.points[other]).max();
        state.points[player] as i32 - others.unwrap_or(0) as i32
    }

    fn counters(&self) -> usize {
        3 * self.names.len() * COUNTED
    }
}

impl Playout for Banners {}
