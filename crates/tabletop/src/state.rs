//! All that changes in a battle: flat and small, so that bots copy it quickly.

use super::rules::{MAX_ABILITIES, MAX_CARDS, Traits};

/// A card on the map, by its row in the rules and the number of the copy, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CardRef {
    /// The card's row.
    pub row: u8,
    /// The number of the copy, in the order in which they came.
    pub copy: u8,
}

/// The most segments that can be built and demolished beyond those of the map.
pub const MAX_ROAD_CHANGES: usize = 64;

/// The states of a card, a bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Flags(pub u16);

impl Flags {
    /// Fortified (TT-7.1).
    pub const FORTIFIED: Flags = Flags(1);
    /// It moved in this turn.
    pub const MOVED: Flags = Flags(1 << 1);
    /// It was deployed in this turn.
    pub const DEPLOYED: Flags = Flags(1 << 2);
    /// Its orders ended for this turn: it tried to disengage.
    pub const ENDED: Flags = Flags(1 << 3);
    /// It joined an army in this turn (TT-3.3).
    pub const JOINED: Flags = Flags(1 << 4);
    /// It was trained or reinforced in this turn.
    pub const AT_WORK: Flags = Flags(1 << 5);
    /// It was trained in this turn.
    pub const TRAINED: Flags = Flags(1 << 6);
    /// A standard at which was trained or reinforced in this turn.
    pub const BOUND: Flags = Flags(1 << 7);
    /// It fortified in this turn.
    pub const DUG_IN: Flags = Flags(1 << 8);
    /// It used an ability in this turn.
    pub const USED: Flags = Flags(1 << 9);
    /// Outflanked (TT-8.2).
    pub const OUTFLANKED: Flags = Flags(1 << 10);
    /// Encircled (TT-8.2).
    pub const ENCIRCLED: Flags = Flags(1 << 11);
    /// Routed (TT-8.3).
    pub const ROUTED: Flags = Flags(1 << 12);
    /// It fights, or fought before it hid, in an encounter that was fought (TT-5.9).
    pub const FOUGHT: Flags = Flags(1 << 13);
    /// It left its army in this turn (TT-3.3).
    pub const LEFT: Flags = Flags(1 << 14);

    /// The flags that end with a turn.
    pub const OF_TURN: Flags = Flags(0b11_1111_1110 | Flags::LEFT.0);

    /// Returns true if any of these is so.
    #[inline]
    pub const fn has(self, flags: Flags) -> bool {
        self.0 & flags.0 != 0
    }

    /// Makes these so, or not so.
    #[inline]
    pub const fn set(&mut self, flags: Flags, so: bool) {
        if so {
            self.0 |= flags.0;
        } else {
            self.0 &= !flags.0;
        }
    }
}

/// A card on the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CardState {
    /// Its row in the rules.
    pub row: u8,
    /// The number of the copy.
    pub copy: u8,
    /// Its faction.
    pub faction: u8,
    /// Its army, a number within the faction; 0 for none.
    pub army: u8,
    /// Its hex.
    pub hex: u16,
    /// Its formation: cards of one number are one unit.
    pub unit: u16,
    /// Its experience.
    pub experience: u8,
    /// Its morale: -1 low, 0 normal, 1 high.
    pub morale: i8,
    /// The halves of hexes that it has moved in this turn; [`CardState::NOTHING_LEFT`] where its move has ended.
    pub spent: u8,
    /// Its other states.
    pub flags: Flags,
    /// The faction, from 1, that won the last resolution of the encounter that it is in; 0 for none (TT-5.9).
    pub won_by: u8,
    /// Whether it is a unit by itself; kept so that most cards need not look for others of their unit.
    pub lone: bool,
    /// By ability: the turn of its last use; 0 for none.
    pub used: [u16; MAX_ABILITIES],
    /// The present values, which follow from all this, and from the other cards.
    pub now: CardNow,
}

/// The present values of a card, everything counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CardNow {
    /// Its might.
    pub might: u16,
    /// Its speed in hexes.
    pub speed: u8,
    /// The hexes that its strikes reach further.
    pub range: i8,
    /// Its traits.
    pub traits: Traits,
}

impl CardState {
    /// The value of [`CardState::spent`] when nothing is left of the allowance.
    pub const NOTHING_LEFT: u8 = u8::MAX;

    /// Returns which card it is.
    #[inline]
    pub fn id(&self) -> CardRef {
        CardRef { row: self.row, copy: self.copy }
    }

    /// Returns true if it takes part in combats: it neither hides nor is routed.
    #[inline]
    pub fn fights(&self) -> bool {
        !self.flags.has(Flags::ROUTED) && !self.now.traits.has(super::values::Trait::Hiding)
    }

    /// Returns true if it can be given orders, as far as it alone says that.
    #[inline]
    pub fn takes_orders(&self) -> bool {
        !self.flags.has(Flags(Flags::ROUTED.0 | Flags::DEPLOYED.0 | Flags::ENDED.0))
    }
}

/// The phase that comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HexPhase {
    /// A turn begins: income, routed cards.
    TurnStart,
    /// The faction at this place of the order gives orders.
    Orders(u8),
    /// Combats, morale, victory.
    TurnEnd,
    /// The battle is over: the winner, and the rule by its number, see [`END_WORDS`].
    Over(Option<u8>, u8),
}

/// The ways that battles end, in the words of plays.
pub const END_WORDS: [&str; 5] = ["last", "hold", "destroy", "most-might", "turns"];

/// A road that differs from the map: the hex and the direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RoadChange {
    /// The hex.
    pub hex: u16,
    /// Bits of the directions that differ.
    pub directions: u8,
}

/// The most changes that hold at once for those whom used abilities met.
pub const MAX_HELD: usize = 64;

/// A change by an ability that was used, for the cards that it met then (TT-2.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HeldChange {
    /// The card that used it: what it gave ends with it.
    pub source: CardRef,
    /// The ability, by its number among the [`effects`](super::rules::HexRules::effects) of the battle.
    pub ability: u16,
    /// The effect of that ability.
    pub effect: u8,
    /// The last turn in which it holds.
    pub until: u16,
    /// The cards that were met, by their places among those on the map, a bit each.
    met: [u64; 2],
}

impl HeldChange {
    /// Returns a change for some cards.
    pub fn new(source: CardRef, (ability, effect): (u16, u8), until: u16, met: u128) -> HeldChange {
        HeldChange { source, ability, effect, until, met: [met as u64, (met >> 64) as u64] }
    }

    /// Returns the cards that were met.
    #[inline]
    pub fn met_cards(&self) -> u128 {
        u128::from(self.met[0]) | u128::from(self.met[1]) << 64
    }

    /// Returns true if another one is of the same effect of the same card.
    #[inline]
    pub fn is_of(&self, other: &HeldChange) -> bool {
        (self.ability, self.effect) == (other.ability, other.effect)
    }

    fn set_met(&mut self, met: u128) {
        self.met = [met as u64, (met >> 64) as u64];
    }
}

/// The state of a battle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HexState {
    /// The cards on the map, in the order in which they came; beyond [`HexState::len`] nothing counts.
    pub all: [CardState; MAX_CARDS],
    /// Number of cards on the map.
    pub len: u8,
    /// By faction: resources.
    pub resources: [u32; 4],
    /// By row: the copies that have come.
    pub copies: [u8; MAX_CARDS],
    /// The turn, from 1.
    pub turn: u16,
    /// The turn of a faction that is played or was played last, from 1.
    pub clock: u32,
    /// The phase that comes next.
    pub phase: HexPhase,
    /// The number that the next card gets as a unit.
    pub next_unit: u16,
    /// By condition of victory, a bit each: whether others have had the card on the map.
    pub seen: u16,
    /// Roads that differ from the map, in hexes; beyond `road_changes` nothing counts.
    pub roads: [RoadChange; 2 * MAX_ROAD_CHANGES],
    /// Number of hexes with other roads.
    pub road_changes: u8,
    /// The changes that used abilities make for the cards that they met; beyond `held_changes` nothing counts.
    pub held: [HeldChange; MAX_HELD],
    /// Number of such changes.
    pub held_changes: u8,
    /// The cards by their hexes; kept so that a hex need not be looked for in all cards.
    pub places: Places,
}

/// The cards by their hexes: a chain for each remainder of a hex, from the first card to the last. Numbers of cards are one
/// up, 0 ends a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Places {
    first: [u8; CHAINS],
    next: [u8; MAX_CARDS],
}

const CHAINS: usize = 64;

impl Default for Places {
    fn default() -> Places {
        Places { first: [0; CHAINS], next: [0; MAX_CARDS] }
    }
}

impl HexState {
    /// Returns the cards on the map.
    #[inline]
    pub fn cards(&self) -> &[CardState] {
        &self.all[..usize::from(self.len)]
    }

    /// Returns the cards on the map.
    #[inline]
    pub fn cards_mut(&mut self) -> &mut [CardState] {
        &mut self.all[..usize::from(self.len)]
    }

    /// Returns true if a faction has a card on the map.
    pub fn has_cards(&self, faction: u8) -> bool {
        self.cards().iter().any(|card| card.faction == faction)
    }

    /// Returns the place of a card among those on the map; `None` if it is not there.
    #[inline]
    pub fn find(&self, card: CardRef) -> Option<usize> {
        self.cards().iter().position(|other| other.row == card.row && other.copy == card.copy)
    }

    /// Returns the first card of the unit of a card.
    #[inline]
    pub fn leader(&self, card: usize) -> usize {
        if self.all[card].lone {
            return card;
        }
        let unit = self.all[card].unit;
        self.cards().iter().position(|other| other.unit == unit).unwrap_or(card)
    }

    /// Returns the cards in a hex, by their places among those on the map, from the first.
    #[inline]
    pub fn cards_in_hex(&self, hex: u16) -> impl Iterator<Item = usize> {
        let mut next = self.places.first[usize::from(hex) % CHAINS];
        std::iter::from_fn(move || {
            while let Some(card) = next.checked_sub(1).map(usize::from) {
                next = self.places.next[card];
                if self.all[card].hex == hex {
                    return Some(card);
                }
            }
            None
        })
    }

    /// Returns true if a card is the first of its unit.
    #[inline]
    pub fn is_leader(&self, card: usize) -> bool {
        self.leader(card) == card
    }

    /// Returns the cards that an order is for, a bit each: those of the unit of a card, or of its army.
    #[inline]
    pub fn group(&self, card: usize, army: bool) -> u128 {
        let CardState { unit, army: number, faction, hex, lone, .. } = self.all[card];
        if lone && !army {
            return 1 << card;
        }
        let is_meant = |other: &CardState| {
            if army { other.army == number && other.faction == faction } else { other.unit == unit }
        };
        // They are together in a hex (TT-3.1, TT-3.2).
        let here = self.cards_in_hex(hex).filter(|other| is_meant(&self.all[*other]));
        here.fold(0, |group, other| group | 1 << other)
    }

    /// Returns a bit for each card of which something is so.
    #[inline]
    pub fn mask(&self, is_meant: impl Fn(&CardState) -> bool) -> u128 {
        // In two halves: shifts of the whole are slow.
        let half = |cards: &[CardState]| {
            cards.iter().enumerate().fold(0_u64, |mask, (i, card)| mask | u64::from(is_meant(card)) << i)
        };
        match self.cards().split_at_checked(64) {
            None => half(self.cards()).into(),
            Some((low, high)) => u128::from(half(low)) | u128::from(half(high)) << 64,
        }
    }

    /// Finds again which cards are in which hex.
    pub fn note_places(&mut self) {
        self.places = Places::default();
        for card in (0..usize::from(self.len)).rev() {
            let first = &mut self.places.first[usize::from(self.all[card].hex) % CHAINS];
            self.places.next[card] = std::mem::replace(first, card as u8 + 1);
        }
    }

    /// Finds again which cards are units by themselves.
    #[inline]
    pub fn note_units(&mut self) {
        for card in 0..usize::from(self.len) {
            let unit = self.all[card].unit;
            self.all[card].lone = self.cards().iter().filter(|other| other.unit == unit).count() == 1;
        }
    }

    /// Does something to every card of a set.
    #[inline]
    pub fn change(&mut self, mask: u128, mut change: impl FnMut(&mut CardState)) {
        for card in bits(mask) {
            change(&mut self.all[card]);
        }
    }

    /// Takes cards off the map; the others keep their order.
    pub fn remove(&mut self, mask: u128) {
        let mut kept = 0;
        for i in 0..usize::from(self.len) {
            if mask & (1 << i) == 0 {
                self.all[kept] = self.all[i];
                kept += 1;
            }
        }
        // What lies beyond is as if it had never been: equal states are equal.
        self.all[kept..usize::from(self.len)].fill(CardState::default());
        self.len = kept as u8;
        if mask != 0 {
            self.note_units();
            self.note_places();
            self.keep_held(|state, held| {
                held.set_met(without(held.met_cards(), mask));
                state.find(held.source).is_some()
            });
        }
    }

    /// Returns the changes that hold for those whom used abilities met.
    #[inline]
    pub fn held_changes(&self) -> &[HeldChange] {
        &self.held[..usize::from(self.held_changes)]
    }

    /// Adds a change to those that hold.
    pub fn hold(&mut self, held: HeldChange) {
        self.held[usize::from(self.held_changes)] = held;
        self.held_changes += 1;
    }

    /// Lets what holds for one of some cards hold for all of them: they are one formation (TT-3.1).
    pub fn share_held(&mut self, unit: u128) {
        for held in &mut self.held[..usize::from(self.held_changes)] {
            if held.met_cards() & unit != 0 {
                held.set_met(held.met_cards() | unit);
            }
        }
    }

    /// Ends what does not hold any more in this turn.
    pub fn end_held(&mut self) {
        self.keep_held(|state, held| held.until >= state.turn);
    }

    /// Keeps the changes of which something is so, in their order.
    fn keep_held(&mut self, mut is_kept: impl FnMut(&HexState, &mut HeldChange) -> bool) {
        let before = usize::from(self.held_changes);
        let mut kept = 0;
        for i in 0..before {
            let mut held = self.held[i];
            if is_kept(self, &mut held) {
                self.held[kept] = held;
                kept += 1;
            }
        }
        self.held[kept..before].fill(HeldChange::default());
        self.held_changes = kept as u8;
    }
}

/// Returns a set of places after some of the places were taken out.
fn without(mut set: u128, taken: u128) -> u128 {
    let mut left = taken;
    while left != 0 {
        let bit = 127 - left.leading_zeros();
        let below = (1_u128 << bit) - 1;
        set = set & below | set >> 1 & !below;
        left &= below;
    }
    set
}

/// A set of small numbers.
#[derive(Debug, Clone, Copy, Default)]
pub struct ByteSet([u128; 2]);

impl ByteSet {
    /// Puts a number in. Returns false if it was in already.
    #[inline]
    pub fn insert(&mut self, number: u8) -> bool {
        let (half, bit) = (&mut self.0[usize::from(number / 128)], 1 << (number % 128));
        let is_new = *half & bit == 0;
        *half |= bit;
        is_new
    }
}

/// Returns the numbers of the bits that are set, from the lowest.
#[inline]
pub fn bits(mut mask: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let bit = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_close_up_when_cards_are_gone() {
        assert_eq!(without(0b1011_0110, 0b0010_0010), 0b10_1010);
        assert_eq!(without(u128::MAX, 1 << 127 | 1), u128::MAX >> 2);
        assert_eq!(without(1 << 127, 1 << 3), 1 << 126);
    }
}
