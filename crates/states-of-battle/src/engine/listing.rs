//! The choices worth trying in each decision.

use muster_core::play::Watch;

use super::{PlayerChoice, StatesEngine};
use crate::field::{FieldSpot, UnitNumbers};
use crate::model::DeckKind;
use crate::rules::{CardCounts, StarterUse};
use crate::state::{DecisionPart, FieldState, Task, count};

/// Returns the kinds of cards of which there are some.
pub(super) fn kinds(cards: &CardCounts) -> impl Iterator<Item = u8> {
    (0..).zip(cards).filter(|(_, n)| **n > 0).map(|(kind, _)| kind)
}

impl StatesEngine {
    /// Puts the choices of the decision at hand into a list.
    pub(super) fn list(&self, state: &FieldState, into: &mut Vec<PlayerChoice>) {
        self.choices(state, &mut |choice| into.push(choice));
    }

    /// Returns true if a player decides: there are several choices, or one that a record may write. One alone that says no is
    /// made; where there is none, the decision is ignored.
    pub(super) fn asks<W: Watch>(&self, state: &mut FieldState, watch: &mut W) -> bool {
        if matches!(
            state.stack.top(),
            Task::First { .. }
                | Task::Favour { .. }
                | Task::Stratagem { .. }
                | Task::Respond { .. }
                | Task::PlayEvent { .. }
                | Task::PlayOrder { .. }
                | Task::Inspire { .. }
                | Task::ChooseUnit { .. }
                | Task::Go { .. }
                | Task::React { .. }
                | Task::Challenge { .. }
                | Task::ChoosePursuer { .. }
                | Task::Risk { .. }
                | Task::Accept { .. }
                | Task::Stated { .. }
        ) {
            // There are always two of these, or nobody is asked; a card that is played is always written.
            return true;
        }
        let (mut number, mut first) = (0, PlayerChoice::Pass);
        self.choices(state, &mut |choice| {
            if number == 0 {
                first = choice;
            }
            number += 1;
        });
        match number {
            0 => state.stack.pop(),
            1 if first.is_no() => self.make(state, first, watch),
            _ => return true,
        }
        false
    }

    /// Tells the choices of the decision at hand, in a fixed order.
    pub(super) fn choices(&self, state: &FieldState, tell: &mut impl FnMut(PlayerChoice)) {
        let task = state.stack.top();
        match task.part() {
            DecisionPart::SetUp => self.list_in_set_up(state, task, tell),
            DecisionPart::Cards => self.list_of_cards(state, task, tell),
            DecisionPart::Field => self.list_on_field(state, task, tell),
        }
    }

    /// Tells the choices of the set-up, and of the start of a round.
    fn list_in_set_up(&self, state: &FieldState, task: Task, tell: &mut impl FnMut(PlayerChoice)) {
        let hand = |side: u8| &state.cards[usize::from(side)];
        let orders = &self.rules.cards[DeckKind::Orders as usize];
        match task {
            Task::Leave { side } => {
                let stock = kinds(&hand(side).pile).filter(|kind| !orders[usize::from(*kind)].lull);
                stock.map(PlayerChoice::LeaveOut).for_each(tell);
            }
            Task::Conceal { tray } => {
                let side = self.rules.trays[usize::from(tray)].side;
                UnitNumbers(self.concealable(state, side)).map(PlayerChoice::Conceal).for_each(tell);
            }
            Task::Deploys { .. } => [0, 1].map(PlayerChoice::Deploys).into_iter().for_each(tell),
            Task::PlaceUnit { side } => {
                if let Some(unit) = UnitNumbers(self.to_place(state, side)).next() {
                    self.deployment_places(state, unit, |FieldSpot { x, lane }| {
                        tell(PlayerChoice::Place(unit, x, lane));
                    });
                }
            }
            Task::Nudge { side } => {
                tell(PlayerChoice::Pass);
                let placed = self.placed_units(state, side);
                for unit in UnitNumbers(placed) {
                    let places = self.nudge_places(state, unit);
                    places.for_each(|spot| tell(PlayerChoice::Nudge(unit, spot.x, spot.lane)));
                }
                for unit in UnitNumbers(placed) {
                    let others = UnitNumbers(placed & u64::MAX.checked_shl(u32::from(unit) + 1).unwrap_or(0));
                    others.for_each(|other| tell(PlayerChoice::Swap(unit, other)));
                }
            }
            Task::Mark { side, .. } => {
                tell(PlayerChoice::Pass);
                let army = self.rules.army(side) & !self.rules.sets.riders & !state.sets.marked;
                UnitNumbers(army).map(PlayerChoice::Mark).for_each(tell);
            }
            Task::Pick { side } => {
                tell(PlayerChoice::Pass);
                kinds(&hand(side).pile).map(PlayerChoice::Pick).for_each(tell);
            }
            Task::First { .. } => [0, 1].map(PlayerChoice::First).into_iter().for_each(tell),
            Task::Favour { side } => {
                tell(PlayerChoice::Pass);
                let cards = self.starters(state, side, |used| used == StarterUse::ReRoll);
                cards.map(|kind| PlayerChoice::ReRoll(side, kind)).for_each(tell);
            }
            Task::Stratagem { side } => {
                tell(PlayerChoice::Stratagem(0));
                tell(PlayerChoice::Stratagem(1));
                if self.trash_for_stratagem(state, side).is_some() {
                    tell(PlayerChoice::Stratagem(2));
                }
            }
            _ => {}
        }
    }

    /// Tells the choices about cards.
    fn list_of_cards(&self, state: &FieldState, task: Task, tell: &mut impl FnMut(PlayerChoice)) {
        let hand = |side: u8| &state.cards[usize::from(side)];
        let orders = &self.rules.cards[DeckKind::Orders as usize];
        match task {
            Task::PlayEvent { side } => {
                kinds(&hand(side).events).map(PlayerChoice::PlayEvent).for_each(tell);
            }
            Task::PlayOrder { side } => {
                for kind in kinds(&hand(side).orders) {
                    let card = &orders[usize::from(kind)];
                    if self.is_barred(side, kind) {
                        continue;
                    }
                    if card.wild {
                        let others = (0..).zip(orders).filter(|(_, other)| !other.wild && !other.lull);
                        others.for_each(|(acts, _)| tell(PlayerChoice::Play(kind, acts)));
                    } else {
                        tell(PlayerChoice::Play(kind, kind));
                    }
                }
                let discards = kinds(&hand(side).orders).filter(|kind| !orders[usize::from(*kind)].lull);
                discards.map(PlayerChoice::Discard).for_each(tell);
            }
            Task::Respond { side } => {
                tell(PlayerChoice::Pass);
                let stops = |used| matches!(used, StarterUse::Stop(_));
                self.starters(state, side, stops).map(|kind| PlayerChoice::Stop(side, kind)).for_each(tell);
            }
            Task::Inspire { .. } => [false, true].map(PlayerChoice::Inspire).into_iter().for_each(tell),
            Task::Risk { .. } => [false, true].map(PlayerChoice::Risk).into_iter().for_each(tell),
            Task::Accept { .. } => [false, true].map(PlayerChoice::Accept).into_iter().for_each(tell),
            Task::Lose { side, left } if left > 0 && count(&hand(side).orders) > 0 => {
                kinds(&hand(side).orders).map(PlayerChoice::Lose).for_each(tell);
            }
            _ => {}
        }
    }

    /// Tells the choices about units on the field.
    fn list_on_field(&self, state: &FieldState, task: Task, tell: &mut impl FnMut(PlayerChoice)) {
        match task {
            Task::Window { stage, .. } => {
                tell(PlayerChoice::Pass);
                let side = state.active ^ stage;
                for unit in UnitNumbers(self.shooters(state, side)) {
                    self.targets(state, unit).for_each(|target| tell(PlayerChoice::Shoot(unit, target)));
                }
                if side == state.active {
                    for unit in UnitNumbers(self.free_units(state, side)) {
                        let places = self.worth_trying(state, unit, self.rules.unit(unit).speed.into(), false);
                        for (FieldSpot { x, lane }, facing) in places.found_places() {
                            tell(PlayerChoice::Free(unit, *x, *lane, *facing));
                        }
                    }
                } else {
                    self.starters(state, side, |used| used == StarterUse::Program)
                        .map(PlayerChoice::Starter)
                        .for_each(tell);
                }
            }
            Task::Aim { side, .. } => {
                tell(PlayerChoice::Pass);
                UnitNumbers(self.aims(state, side)).map(PlayerChoice::Aim).for_each(tell);
            }
            Task::ChooseUnit { side, order } => {
                tell(PlayerChoice::Pass);
                UnitNumbers(self.movable(state, side, order)).map(PlayerChoice::Unit).for_each(tell);
            }
            Task::Go { unit, order } => self.list_moves(state, unit, order, tell),
            Task::ChooseRally { side } => {
                let army = self.rules.army(side) & state.sets.field;
                let left = state.sets.to_rally & state.sets.flees & army;
                UnitNumbers(left).map(PlayerChoice::Rally).for_each(tell);
            }
            Task::React { unit, target } => {
                self.reactions(state, unit, target).map(PlayerChoice::React).for_each(tell);
            }
            Task::Challenge { combat, side } => {
                tell(PlayerChoice::Pass);
                let pairs = self.challenges(state, combat, side);
                pairs.map(|(hero, enemy)| PlayerChoice::Challenge(hero, enemy)).for_each(tell);
            }
            Task::ChoosePursuer { side, level } => {
                tell(PlayerChoice::Pass);
                UnitNumbers(self.pursuers(state, level, side)).map(PlayerChoice::Pursue).for_each(tell);
            }
            Task::Cast { side } => {
                tell(PlayerChoice::Pass);
                for wizard in self.casters(state, side) {
                    self.bolts(state, wizard).for_each(|target| tell(PlayerChoice::Bolt(wizard, target)));
                    self.wards(state, wizard).for_each(|friend| tell(PlayerChoice::Ward(wizard, friend)));
                }
            }
            // Facts are nobody's choice: none is offered, and `illegal` judges those that are written.
            Task::Stated { .. } => tell(PlayerChoice::Pass),
            _ => {}
        }
    }

    /// Returns true if a kind of card is never played by a side, to see what it is worth.
    fn is_barred(&self, side: u8, kind: u8) -> bool {
        self.rules.barred == Some((side, kind))
    }

    /// Returns the named characters of a side that Move Command Group can be aimed at.
    pub(super) fn aims(&self, state: &FieldState, side: u8) -> u64 {
        let standing = state.sets.field & !state.sets.flees;
        let named = UnitNumbers(self.rules.sets.named & self.rules.army(side) & !state.sets.out);
        let there = named.filter(|unit| standing & 1 << self.carrier(*unit) != 0);
        there.fold(0, |units, unit| units | 1 << unit)
    }
}
