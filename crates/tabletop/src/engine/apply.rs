//! Orders carried out.

use muster_core::play::Watch;
use muster_core::play::chance::Chance;

use super::tally::CardTally;
use super::{Aim, HexEngine, HexOrder, HexState, disengaging_of, fate_of, strike_chance};
use crate::state::{CardRef, CardState, Flags, RoadChange, bits};

impl HexEngine {
    /// Carries out a legal order.
    pub(super) fn obey<W: Watch>(
        &self,
        state: &mut HexState,
        order: &HexOrder,
        chance: &mut Chance<'_>,
        watch: &mut W,
    ) {
        match *order {
            HexOrder::Done => return self.end_orders(state, chance),
            HexOrder::Step { card, from, to, army } => {
                let group = state.group(place(state, card), army);
                let cost = self.step_cost(state, group, from, to);
                self.step(state, group, to, cost.expect("internal error: a step into a closed hex"));
                self.count(state, group, CardTally::Moved, watch);
            }
            HexOrder::Fortify { card, army } => {
                let group = state.group(place(state, card), army);
                state.change(group, |card| card.flags.set(Flags(Flags::FORTIFIED.0 | Flags::DUG_IN.0), true));
            }
            HexOrder::Merge { card, into } => self.merge(state, place(state, card), place(state, into)),
            HexOrder::Join { card, with } => self.join(state, place(state, card), place(state, with)),
            HexOrder::Leave { card } => {
                let unit = state.group(place(state, card), false);
                state.change(unit, |card| {
                    card.army = 0;
                    card.flags.set(Flags::LEFT, true);
                });
            }
            HexOrder::Deploy { row, at } => self.deploy(state, row, place(state, at), watch),
            HexOrder::Reinforce { card, row } => {
                let number = place(state, card);
                self.set_to_work(state, number, Flags::AT_WORK);
                let card = state.all[number];
                let cost = self.rules.cards[usize::from(row)].cost + u32::from(card.experience);
                self.add(state, CardState { row, used: Default::default(), ..card }, cost, watch);
            }
            HexOrder::Train { card } => self.train(state, place(state, card), watch),
            HexOrder::Disengage { card, to, army } => {
                let group = state.group(place(state, card), army);
                self.disengage(state, group, to, chance);
            }
            HexOrder::Use { card, ability, to } => {
                let number = place(state, card);
                let aim = self.spend(state, number, ability, watch);
                if matches!(aim, Aim::BuildRoad | Aim::DemolishRoad) {
                    self.turn_road(state, state.all[number].hex, to);
                }
            }
            HexOrder::Strike { card, ability, target } => {
                let (number, target) = (place(state, card), place(state, target));
                let aim = self.spend(state, number, ability, watch);
                // What the same ability changes holds for its strike.
                self.refresh(state);
                self.strike(state, number, aim, target, chance, watch);
            }
            HexOrder::StrikeAt { card, ability, hex } => {
                let target = self.only_target(state, card, ability, hex);
                let target = target.expect("internal error: a strike at a hex without its one target");
                return self.obey(state, &HexOrder::Strike { card, ability, target }, chance, watch);
            }
        }
        match order {
            HexOrder::Step { .. } => self.settle_refreshed(state, watch),
            _ => self.settle(state, watch),
        }
        self.look_at_victory(state, false, watch);
    }

    /// Buys a unit of one card, beside the one that deploys it.
    fn deploy<W: Watch>(&self, state: &mut HexState, row: u8, beside: usize, watch: &mut W) {
        let CardState { faction, hex, .. } = state.all[beside];
        let unit = state.next_unit;
        state.next_unit += 1;
        let flags = Flags::DEPLOYED;
        let cost = self.rules.cards[usize::from(row)].cost;
        self.add(state, CardState { row, faction, hex, unit, flags, ..CardState::default() }, cost, watch);
    }

    /// Makes a unit more experienced.
    fn train<W: Watch>(&self, state: &mut HexState, number: usize, watch: &mut W) {
        let cost = self.training_cost(state, number);
        state.resources[usize::from(state.all[number].faction)] -= cost;
        self.set_to_work(state, number, Flags(Flags::AT_WORK.0 | Flags::TRAINED.0));
        let unit = state.group(number, false);
        state.change(unit, |card| card.experience = card.experience.saturating_add(1));
        self.count(state, unit, CardTally::Trained, watch);
    }

    /// Lets the next faction give orders, or ends the turn.
    fn end_orders(&self, state: &mut HexState, chance: &mut Chance<'_>) {
        let crate::state::HexPhase::Orders(acting) = state.phase else { return };
        self.pass_on(state, acting + 1);
        if self.acting(state).is_some() {
            chance.next_turn();
            state.clock += 1;
        }
    }

    fn merge(&self, state: &mut HexState, card: usize, into: usize) {
        let (first, second) = (state.all[card], state.all[into]);
        let debuffs = Flags::OUTFLANKED.0 | Flags::ENCIRCLED.0;
        let of_turn = Flags::MOVED.0 | Flags::DUG_IN.0 | Flags::JOINED.0 | Flags::LEFT.0;
        let either = Flags(debuffs | of_turn | Flags::FOUGHT.0);
        let shared = Flags((first.flags.0 | second.flags.0) & either.0);
        let fortified = first.flags.has(Flags::FORTIFIED) && second.flags.has(Flags::FORTIFIED);
        let merged = state.group(card, false) | state.group(into, false);
        state.change(merged, |card| {
            card.unit = second.unit;
            card.morale = 0;
            card.spent = first.spent.max(second.spent);
            // Who fought in their hex knows who won there.
            card.won_by = first.won_by.max(second.won_by);
            card.flags.set(either, false);
            card.flags.set(shared, true);
            card.flags.set(Flags::FORTIFIED, fortified);
        });
        state.note_units();
        state.share_held(merged);
    }

    fn join(&self, state: &mut HexState, card: usize, with: usize) {
        let CardState { army, faction, .. } = state.all[with];
        let mut joining = state.group(card, false);
        let mut number = army;
        if army == 0 {
            joining |= state.group(with, false);
            let named = self.rules.factions[usize::from(faction)].armies.len() as u8;
            let is_free =
                |number: &u8| !state.cards().iter().any(|card| card.faction == faction && card.army == *number);
            number = (named + 1..=u8::MAX).find(is_free).expect("internal error: more armies than cards");
        }
        state.change(joining, |card| {
            card.army = number;
            card.flags.set(Flags::JOINED, true);
        });
    }

    /// Puts another card onto the map, for a cost.
    fn add<W: Watch>(&self, state: &mut HexState, card: CardState, cost: u32, watch: &mut W) {
        let copies = &mut state.copies[usize::from(card.row)];
        *copies += 1;
        let card = CardState { copy: *copies, ..card };
        state.resources[usize::from(card.faction)] -= cost;
        state.all[usize::from(state.len)] = card;
        state.len += 1;
        state.note_units();
        if state.held_changes > 0 {
            let unit = state.mask(|other| other.unit == card.unit);
            state.share_held(unit);
        }
        watch.count(self.tally().card(card.faction, card.row, CardTally::Deployed), 1);
    }

    /// Binds the standard at which a unit is trained or reinforced, and the unit.
    fn set_to_work(&self, state: &mut HexState, card: usize, flags: Flags) {
        let standard = self.working_standard(state, &state.all[card]);
        let standard = standard.expect("internal error: training without a standard");
        state.all[standard].flags.set(Flags::BOUND, true);
        let unit = state.group(card, false);
        state.change(unit, |card| card.flags.set(flags, true));
    }

    /// Throws once for all of a group (TT-5.5, TT-5.9, TT-5.10).
    fn disengage(&self, state: &mut HexState, group: u128, to: u16, chance: &mut Chance<'_>) {
        let first = state.all[group.trailing_zeros() as usize].id();
        let succeeds = chance.happens(disengaging_of(first), 1, 2);
        for card in bits(group) {
            let is_standard = self.is_standard(&state.all[card]);
            let card = &mut state.all[card];
            card.flags.set(Flags::ENDED, true);
            if succeeds {
                card.hex = to;
                if !is_standard {
                    // It survived the encounter (TT-5.9).
                    card.experience = card.experience.saturating_add(card.flags.has(Flags::FOUGHT).into());
                    card.morale = (card.morale - 1).max(-1);
                }
                card.won_by = 0;
                card.flags.set(Flags::MOVED, true);
                card.flags.set(Flags(Flags::FORTIFIED.0 | Flags::FOUGHT.0), false);
            }
        }
    }

    /// Pays for the use of an ability, and remembers it. Returns what it is aimed at.
    fn spend<W: Watch>(&self, state: &mut HexState, number: usize, ability: u8, watch: &mut W) -> Aim {
        let turn = state.turn;
        let card = &mut state.all[number];
        let row = &self.rules.cards[usize::from(card.row)].abilities[usize::from(ability)];
        card.used[usize::from(ability)] = turn;
        card.flags.set(Flags::USED, true);
        state.resources[usize::from(card.faction)] -= row.cost;
        watch.count(self.tally().card(card.faction, card.row, CardTally::Used), 1);
        watch.count(self.tally().ability(card.faction, card.row, ability), 1);
        if row.held > 0 {
            self.hold_effects(state, number, ability);
        }
        row.aim
    }

    fn strike<W: Watch>(
        &self,
        state: &mut HexState,
        card: usize,
        aim: Aim,
        target: usize,
        chance: &mut Chance<'_>,
        watch: &mut W,
    ) {
        let Aim::Strike { might, .. } = aim else { return };
        let first = state.all[state.leader(target)].id();
        let (chances, all) = strike_chance(might.into(), self.unit_might(state, target));
        if chances == all || chance.happens(fate_of(first), chances, all) {
            let unit = state.group(target, false);
            let striker = state.all[card];
            watch.count(self.tally().card(striker.faction, striker.row, CardTally::Struck), 1);
            self.count(state, unit, CardTally::Destroyed, watch);
            state.remove(unit);
        }
    }

    /// Builds the road between two neighbours, or demolishes it.
    fn turn_road(&self, state: &mut HexState, from: u16, to: u16) {
        for (hex, other) in [(from, to), (to, from)] {
            let direction = self.rules.direction(hex, other).expect("internal error: a road between no neighbours");
            let changes = &mut state.roads[..usize::from(state.road_changes)];
            match changes.iter_mut().find(|change| change.hex == hex) {
                Some(change) => change.directions ^= 1 << direction,
                None => {
                    state.roads[usize::from(state.road_changes)] = RoadChange { hex, directions: 1 << direction };
                    state.road_changes += 1;
                }
            }
        }
    }
}

/// Returns the place of a card that a legal order names.
fn place(state: &HexState, card: CardRef) -> usize {
    state.find(card).expect("internal error: an order for a card that is not on the map")
}
