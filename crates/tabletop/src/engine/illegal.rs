//! Legality of orders: the one truth of it.

use super::{Aim, HexEngine, HexOrder, HexState};
use crate::rules::{AbilityRow, MAX_CARDS, NO_HEX};
use crate::state::{CardRef, CardState, Flags, MAX_HELD, MAX_ROAD_CHANGES, bits};
use crate::values::{CardRole, Trait};

/// The reason an order is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OrderRefused {
    /// Nobody gives orders now.
    #[default]
    NoOrders,
    /// A card that it names is not on the map.
    NotOnMap(CardRef),
    /// A card is another faction's.
    NotOwn(CardRef),
    /// The card is routed.
    Routed,
    /// The card came in this turn.
    JustDeployed,
    /// The card tried to disengage in this turn.
    Ended,
    /// The card was trained or reinforced in this turn.
    AtWork,
    /// The unit is in an army, and the order is for it alone.
    InArmy,
    /// The order is for an army, and the unit is in none.
    NoArmy,
    /// The card is not in the hex that is left.
    Elsewhere(u16),
    /// The hexes are no neighbours.
    NoNeighbour,
    /// A card is in combat.
    InCombat,
    /// A card is not in combat.
    NotInCombat,
    /// A card cannot enter the hex.
    Closed,
    /// Too little of the allowance is left.
    NoAllowance,
    /// The standard is bound: it trained or reinforced in this turn.
    Bound,
    /// The card moved in this turn.
    Moved,
    /// The card is fortified.
    Fortified,
    /// The card fortified in this turn.
    DugIn,
    /// The card used an ability in this turn.
    Used,
    /// Both are the same unit.
    SameUnit,
    /// They are not in the same hex.
    NotTogether,
    /// Their types differ.
    OtherType,
    /// Their experience differs.
    OtherExperience,
    /// They are not in the same army.
    OtherArmy,
    /// They are in the same army already.
    SameArmy,
    /// The card joined an army in this turn.
    Joined(CardRef),
    /// The card left an army in this turn.
    Left(CardRef),
    /// A standard is not meant here.
    Standard,
    /// The card is no standard.
    NoStandard,
    /// The card is not in the faction's list.
    NotListed,
    /// The hero has come already.
    HeroCame,
    /// A hero or a standard cannot reinforce.
    NoReinforcement,
    /// Enemies that can fight are in the hex.
    Contested,
    /// It costs more than is left.
    TooDear(u32),
    /// No more cards can stand on the map, or no more copies come.
    Full,
    /// The card cannot stand in the hex.
    CannotStand,
    /// The unit has no experience.
    NoExperience,
    /// No own standard that has not moved is in the hex.
    NoStandardHere,
    /// Every own standard in its hex moved in this turn.
    StandardMoved,
    /// The unit was trained in this turn.
    Trained,
    /// The card has no such ability.
    NoAbility,
    /// The ability is passive.
    Passive,
    /// The ability strikes, and the order does not; or the other way round.
    OtherAim,
    /// The ability of the card builds or demolishes a road, and the order does not say where.
    NoHexNamed(CardRef, u8),
    /// The ability was used already: it rests until this turn.
    Resting(u16),
    /// The ability was used already, and is used once.
    OnlyOnce,
    /// The conditions of the ability are not met.
    NotNow,
    /// The target is further away than this.
    OutOfRange(u16),
    /// The target is the faction's own.
    OwnTarget,
    /// It shelters from every strike.
    Shelters,
    /// This kind of strike cannot target it.
    Untargetable,
    /// Not exactly one unit in the hex can be struck.
    NoSingleTarget,
    /// A road is there.
    RoadThere,
    /// No road is there.
    NoRoad,
    /// No more roads can be changed.
    RoadsFull,
    /// No more changes can hold at once.
    HeldFull,
}

use OrderRefused as No;

/// Returns an error unless something is so.
fn ensure(so: bool, otherwise: OrderRefused) -> Result<(), OrderRefused> {
    if so { Ok(()) } else { Err(otherwise) }
}

impl HexEngine {
    /// Returns the reason an order is not legal.
    pub(super) fn check_order(&self, state: &HexState, order: &HexOrder) -> Result<(), OrderRefused> {
        let faction = self.acting(state).ok_or(No::NoOrders)?;
        match *order {
            HexOrder::Done => Ok(()),
            HexOrder::Step { card, from, to, army } => {
                let card = self.find_ordered(state, faction, card)?;
                ensure(state.all[card].hex == from, No::Elsewhere(state.all[card].hex))?;
                let group = self.movers(state, card, army)?;
                ensure(!self.any_in_combat(state, group), No::InCombat)?;
                self.affordable(state, group, from, to).map(|_| ())
            }
            HexOrder::Fortify { card, army } => {
                let card = self.find_ordered(state, faction, card)?;
                let group = self.group(state, card, army)?;
                bits(group).try_for_each(|card| self.may_fortify(&state.all[card]))
            }
            HexOrder::Merge { card, into } => {
                let (card, into) = (self.find_ordered(state, faction, card)?, self.find_ordered(state, faction, into)?);
                self.may_merge(&state.all[card], &state.all[into])
            }
            HexOrder::Join { card, with } => {
                let (card, with) = (self.find_ordered(state, faction, card)?, self.own(state, faction, with)?);
                self.may_join(&state.all[card], &state.all[with])
            }
            HexOrder::Leave { card } => {
                let card = &state.all[self.find_ordered(state, faction, card)?];
                ensure(card.army != 0, No::NoArmy)?;
                ensure(!card.flags.has(Flags::AT_WORK), No::AtWork)?;
                ensure(!card.flags.has(Flags::LEFT), No::Left(card.id()))
            }
            HexOrder::Deploy { row, at } => {
                let standard = self.own(state, faction, at)?;
                self.may_deploy_at(state, &state.all[standard])?;
                self.may_be_deployed(state, row, &state.all[standard])
            }
            HexOrder::Reinforce { card, row } => {
                let card = self.find_ordered(state, faction, card)?;
                self.may_reinforce(state, card)?;
                self.may_be_reinforced_by(state, &state.all[card], row)
            }
            HexOrder::Train { card } => {
                let number = self.find_ordered(state, faction, card)?;
                let card = &state.all[number];
                self.may_work(state, number)?;
                ensure(!card.flags.has(Flags::TRAINED), No::Trained)?;
                let cost = self.training_cost(state, number);
                ensure(cost <= state.resources[usize::from(faction)], No::TooDear(cost))
            }
            HexOrder::Disengage { card, to, army } => {
                let card = self.find_ordered(state, faction, card)?;
                let group = self.movers(state, card, army)?;
                ensure(self.all_in_combat(state, group), No::NotInCombat)?;
                self.may_disengage_to(state, group, state.all[card].hex, to)
            }
            HexOrder::Use { card, ability, to } => {
                let card = self.find_ordered(state, faction, card)?;
                let row = self.usable(state, card, ability)?;
                match row.aim {
                    Aim::BuildRoad | Aim::DemolishRoad if to == NO_HEX => {
                        Err(No::NoHexNamed(state.all[card].id(), ability))
                    }
                    Aim::Strike { .. } => Err(No::OtherAim),
                    Aim::None => ensure(to == NO_HEX, No::OtherAim),
                    Aim::BuildRoad | Aim::DemolishRoad => self.may_change_road(state, state.all[card].hex, to, row.aim),
                }
            }
            HexOrder::Strike { card, ability, target } => {
                let card = self.find_ordered(state, faction, card)?;
                let row = self.usable(state, card, ability)?;
                ensure(matches!(row.aim, Aim::Strike { .. }), No::OtherAim)?;
                let target = state.find(target).ok_or(No::NotOnMap(target))?;
                self.may_strike(state, card, row.aim, target)
            }
            HexOrder::StrikeAt { card, ability, hex } => {
                let target = self.only_target(state, card, ability, hex).ok_or(No::NoSingleTarget)?;
                self.check_order(state, &HexOrder::Strike { card, ability, target })
            }
        }
    }

    /// Returns the only unit of other factions in a hex that an ability of a card can strike, by its first card.
    pub fn only_target(&self, state: &HexState, card: CardRef, ability: u8, hex: u16) -> Option<CardRef> {
        let striker = state.find(card)?;
        let aim = self.rules.cards[usize::from(card.row)].abilities.get(usize::from(ability))?.aim;
        let is_meant = |place: &usize| {
            state.all[*place].hex == hex
                && state.is_leader(*place)
                && self.may_strike(state, striker, aim, *place).is_ok()
        };
        let mut targets = (0..usize::from(state.len)).filter(is_meant);
        let first = targets.next()?;
        targets.next().is_none().then(|| state.all[first].id())
    }

    /// Returns the place of an own card on the map.
    fn own(&self, state: &HexState, faction: u8, card: CardRef) -> Result<usize, OrderRefused> {
        let place = state.find(card).ok_or(No::NotOnMap(card))?;
        ensure(state.all[place].faction == faction, No::NotOwn(card))?;
        Ok(place)
    }

    /// Returns the place of an own card that can be given orders.
    fn find_ordered(&self, state: &HexState, faction: u8, card: CardRef) -> Result<usize, OrderRefused> {
        let place = self.own(state, faction, card)?;
        self.heeds(&state.all[place])?;
        Ok(place)
    }

    /// Returns the reason a card can be given no orders at all.
    fn heeds(&self, card: &CardState) -> Result<(), OrderRefused> {
        ensure(!card.flags.has(Flags::ROUTED), No::Routed)?;
        ensure(!card.flags.has(Flags::DEPLOYED), No::JustDeployed)?;
        ensure(!card.flags.has(Flags::ENDED), No::Ended)
    }

    /// Returns the cards of a unit or an army, each of which can be given orders.
    pub(super) fn group(&self, state: &HexState, card: usize, army: bool) -> Result<u128, OrderRefused> {
        ensure(!army || state.all[card].army != 0, No::NoArmy)?;
        let group = state.group(card, army);
        bits(group).try_for_each(|card| self.heeds(&state.all[card]))?;
        Ok(group)
    }

    /// Returns the cards of a unit or an army that is free to leave its hex.
    pub(super) fn movers(&self, state: &HexState, card: usize, army: bool) -> Result<u128, OrderRefused> {
        ensure(army || state.all[card].army == 0, No::InArmy)?;
        let group = self.group(state, card, army)?;
        self.may_leave_hex(state, group)?;
        Ok(group)
    }

    /// Returns the reason a unit or an army that can be given orders stays where it is.
    pub(super) fn may_leave_hex(&self, state: &HexState, group: u128) -> Result<(), OrderRefused> {
        bits(group).try_for_each(|card| {
            ensure(!state.all[card].flags.has(Flags::AT_WORK), No::AtWork)?;
            ensure(!state.all[card].flags.has(Flags::BOUND), No::Bound)
        })
    }

    pub(super) fn any_in_combat(&self, state: &HexState, group: u128) -> bool {
        let Some(first) = bits(group).next().map(|card| state.all[card]) else { return false };
        bits(group).any(|card| state.all[card].fights()) && self.is_contested(state, first.hex, first.faction)
    }

    /// Returns true if every unit of a group is in combat: at least one of its cards fights.
    pub(super) fn all_in_combat(&self, state: &HexState, group: u128) -> bool {
        let fights = |card: usize| bits(state.group(card, false)).any(|card| state.all[card].fights());
        self.any_in_combat(state, group) && bits(group).all(fights)
    }

    pub(super) fn may_fortify(&self, card: &CardState) -> Result<(), OrderRefused> {
        ensure(!card.flags.has(Flags::FORTIFIED), No::Fortified)?;
        ensure(!card.flags.has(Flags::MOVED), No::Moved)?;
        ensure(!card.flags.has(Flags::AT_WORK), No::AtWork)
    }

    pub(super) fn may_merge(&self, card: &CardState, into: &CardState) -> Result<(), OrderRefused> {
        let kind = |card: &CardState| self.rules.cards[usize::from(card.row)].kind;
        ensure(card.unit != into.unit, No::SameUnit)?;
        ensure(card.hex == into.hex, No::NotTogether)?;
        ensure(!self.is_standard(card) && !self.is_standard(into), No::Standard)?;
        ensure(kind(card) == kind(into), No::OtherType)?;
        ensure(card.experience == into.experience, No::OtherExperience)?;
        ensure(card.army == into.army, No::OtherArmy)?;
        ensure(!card.flags.has(Flags::AT_WORK) && !into.flags.has(Flags::AT_WORK), No::AtWork)
    }

    pub(super) fn may_join(&self, card: &CardState, with: &CardState) -> Result<(), OrderRefused> {
        ensure(card.unit != with.unit, No::SameUnit)?;
        ensure(card.hex == with.hex, No::NotTogether)?;
        ensure(card.army == 0 || card.army != with.army, No::SameArmy)?;
        ensure(!card.flags.has(Flags::AT_WORK), No::AtWork)?;
        ensure(!card.flags.has(Flags::JOINED), No::Joined(card.id()))?;
        if with.army != 0 {
            return Ok(());
        }
        self.heeds(with)?;
        ensure(!with.flags.has(Flags::AT_WORK), No::AtWork)?;
        ensure(!with.flags.has(Flags::JOINED), No::Joined(with.id()))
    }

    pub(super) fn may_deploy_at(&self, state: &HexState, standard: &CardState) -> Result<(), OrderRefused> {
        ensure(self.is_standard(standard), No::NoStandard)?;
        ensure(!standard.flags.has(Flags::DEPLOYED), No::JustDeployed)?;
        ensure(!self.is_contested(state, standard.hex, standard.faction), No::Contested)
    }

    /// Returns the reason a card cannot be deployed at a standard at which others can.
    pub(super) fn may_be_deployed(&self, state: &HexState, row: u8, standard: &CardState) -> Result<(), OrderRefused> {
        self.may_come(state, standard, row, 0)?;
        let mobility = self.rules.mobility.mobility(self.rules.cards[usize::from(row)].traits);
        let any_road = self.roads(state, standard.hex) != 0;
        ensure(mobility.may_stand(self.rules.terrain[usize::from(standard.hex)], any_road), No::CannotStand)
    }

    /// Returns the reason another copy of a card cannot come to a card of the faction, for its cost and more.
    fn may_come(&self, state: &HexState, to: &CardState, row: u8, more: u32) -> Result<(), OrderRefused> {
        let listed = &self.rules.factions[usize::from(to.faction)].cards;
        ensure(listed.contains(&row), No::NotListed)?;
        let card = &self.rules.cards[usize::from(row)];
        ensure(card.role != CardRole::Hero || state.copies[usize::from(row)] == 0, No::HeroCame)?;
        let is_room = usize::from(state.len) < MAX_CARDS && state.copies[usize::from(row)] < u8::MAX;
        ensure(is_room, No::Full)?;
        let cost = card.cost.saturating_add(more);
        ensure(cost <= state.resources[usize::from(to.faction)], No::TooDear(cost))
    }

    /// Returns the own standard of a card's hex that trains and reinforces: the first that has not moved in this turn.
    pub(super) fn working_standard(&self, state: &HexState, card: &CardState) -> Option<usize> {
        let is_meant = |other: &CardState| {
            other.faction == card.faction && self.is_standard(other) && !other.flags.has(Flags::MOVED)
        };
        state.cards_in_hex(card.hex).find(|other| is_meant(&state.all[*other]))
    }

    /// Returns the reason a unit can be neither trained nor reinforced.
    pub(super) fn may_work(&self, state: &HexState, card: usize) -> Result<(), OrderRefused> {
        let number = card;
        let card = &state.all[number];
        ensure(!self.is_standard(card), No::Standard)?;
        ensure(!card.flags.has(Flags::MOVED), No::Moved)?;
        ensure(!card.flags.has(Flags::DUG_IN), No::DugIn)?;
        ensure(!bits(state.group(number, false)).any(|card| state.all[card].flags.has(Flags::USED)), No::Used)?;
        if self.working_standard(state, card).is_some() {
            return Ok(());
        }
        let is_own = |other: usize| state.all[other].faction == card.faction && self.is_standard(&state.all[other]);
        Err(if state.cards_in_hex(card.hex).any(is_own) { No::StandardMoved } else { No::NoStandardHere })
    }

    pub(super) fn may_reinforce(&self, state: &HexState, card: usize) -> Result<(), OrderRefused> {
        self.may_work(state, card)?;
        let card = &state.all[card];
        ensure(card.experience > 0, No::NoExperience)?;
        ensure(!self.is_contested(state, card.hex, card.faction), No::Contested)
    }

    #[inline]
    pub(super) fn may_be_reinforced_by(&self, state: &HexState, card: &CardState, row: u8) -> Result<(), OrderRefused> {
        let (own, new) = (&self.rules.cards[usize::from(card.row)], &self.rules.cards[usize::from(row)]);
        ensure(!matches!(new.role, CardRole::Hero | CardRole::Standard), No::NoReinforcement)?;
        ensure(own.kind == new.kind, No::OtherType)?;
        self.may_come(state, card, row, card.experience.into())
    }

    /// Returns the cost of training the unit of a card: one a card (TT-7.2).
    pub(super) fn training_cost(&self, state: &HexState, card: usize) -> u32 {
        state.group(card, false).count_ones()
    }

    pub(super) fn may_disengage_to(
        &self,
        state: &HexState,
        group: u128,
        from: u16,
        to: u16,
    ) -> Result<(), OrderRefused> {
        ensure(self.rules.direction(from, to).is_some(), No::NoNeighbour)?;
        self.step_cost(state, group, from, to).ok_or(No::Closed)?;
        Ok(())
    }

    /// Returns an ability that a card can use now.
    pub(super) fn usable(&self, state: &HexState, number: usize, ability: u8) -> Result<&AbilityRow, OrderRefused> {
        let card = &state.all[number];
        let abilities = &self.rules.cards[usize::from(card.row)].abilities;
        let row = abilities.get(usize::from(ability)).ok_or(No::NoAbility)?;
        ensure(row.active, No::Passive)?;
        ensure(!card.flags.has(Flags::AT_WORK), No::AtWork)?;
        let used = card.used[usize::from(ability)];
        ensure(used == 0 || !row.once, No::OnlyOnce)?;
        let again = used.saturating_add(row.cooldown).saturating_add(1);
        ensure(used == 0 || state.turn >= again, No::Resting(again))?;
        ensure(row.cost <= state.resources[usize::from(card.faction)], No::TooDear(row.cost))?;
        ensure(self.conditions_hold(state, number, row), No::NotNow)?;
        ensure(usize::from(state.held_changes + row.held) <= MAX_HELD, No::HeldFull)?;
        Ok(row)
    }

    pub(super) fn may_change_road(&self, state: &HexState, from: u16, to: u16, aim: Aim) -> Result<(), OrderRefused> {
        let direction = self.rules.direction(from, to).ok_or(No::NoNeighbour)?;
        let is_there = self.roads(state, from) & 1 << direction != 0;
        match aim {
            Aim::BuildRoad => ensure(!is_there, No::RoadThere)?,
            _ => ensure(is_there, No::NoRoad)?,
        }
        // Each change is kept at both of its hexes.
        ensure(usize::from(state.road_changes) + 2 <= 2 * MAX_ROAD_CHANGES, No::RoadsFull)
    }

    pub(super) fn may_strike(
        &self,
        state: &HexState,
        card: usize,
        aim: Aim,
        target: usize,
    ) -> Result<(), OrderRefused> {
        let Aim::Strike { kind, range, .. } = aim else { return Err(No::OtherAim) };
        let (card, struck) = (&state.all[card], &state.all[target]);
        ensure(struck.faction != card.faction, No::OwnTarget)?;
        let reach = self.reach(card, range);
        ensure(self.rules.distance(card.hex, struck.hex) <= reach, No::OutOfRange(reach))?;
        if self.may_target_unit(state, kind, target) {
            return Ok(());
        }
        let shelters = bits(state.group(target, false)).any(|card| state.all[card].now.traits.has(Trait::Sheltering));
        Err(if shelters { No::Shelters } else { No::Untargetable })
    }
}
