//! The rules of Tabletop behind [`Engine`]: turns of all factions, in which each gives orders until it is done.

mod apply;
mod combat;
mod illegal;
mod invariants;
mod listing;
mod moving;
mod now;
mod rout;
mod settle;
mod start;
mod strike;
pub mod tally;
mod turn;
mod value;

pub use self::combat::combat_chance;
pub use self::illegal::OrderRefused;
pub use self::strike::{may_target, strike_chance};
pub use self::turn::TurnStage;

use muster_core::play::chance::{Chance, DrawLabel};
use muster_core::play::fault::Breach;
use muster_core::play::{Clock, Engine, Next, Outcome, Playout, Watch};

use super::rules::{Aim, HexRules};
use super::state::{CardRef, END_WORDS, HexPhase, HexState};

/// The draw that decides whether a card is destroyed.
pub const FATE: &str = "fate";
/// The draw that decides whether a card disengages.
pub const DISENGAGES: &str = "disengages";
/// The kind of all decisions.
pub const ORDER: &str = "order";

/// The rules of one battle.
#[derive(Debug, Clone)]
pub struct HexEngine {
    /// The tables.
    pub rules: HexRules,
    start: HexState,
}

/// An order. A unit is meant by its first card, an army by any card of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HexOrder {
    /// No more orders.
    Done,
    /// A unit or an army steps from a hex to a neighbour.
    Step {
        /// The unit.
        card: CardRef,
        /// The hex that it is in.
        from: u16,
        /// The hex that it goes to.
        to: u16,
        /// Whether its army goes.
        army: bool,
    },
    /// A unit or an army fortifies.
    Fortify {
        /// The unit.
        card: CardRef,
        /// Whether its army fortifies.
        army: bool,
    },
    /// A unit merges into another.
    Merge {
        /// The unit.
        card: CardRef,
        /// The other.
        into: CardRef,
    },
    /// A unit joins the army of another, or forms one with it.
    Join {
        /// The unit.
        card: CardRef,
        /// The other.
        with: CardRef,
    },
    /// A unit leaves its army.
    Leave {
        /// The unit.
        card: CardRef,
    },
    /// A card is deployed.
    Deploy {
        /// The card, by its row.
        row: u8,
        /// The standard.
        at: CardRef,
    },
    /// A unit gets another card.
    Reinforce {
        /// The unit.
        card: CardRef,
        /// The card that it gets, by its row.
        row: u8,
    },
    /// A unit is trained.
    Train {
        /// The unit.
        card: CardRef,
    },
    /// A unit or an army tries to disengage.
    Disengage {
        /// The unit.
        card: CardRef,
        /// The hex that it goes to.
        to: u16,
        /// Whether its army disengages.
        army: bool,
    },
    /// A card uses an ability that does not strike.
    Use {
        /// The card.
        card: CardRef,
        /// The ability.
        ability: u8,
        /// The neighbour to which a road is built or demolished, else [`NO_HEX`](super::rules::NO_HEX).
        to: u16,
    },
    /// A card strikes.
    Strike {
        /// The card.
        card: CardRef,
        /// The ability.
        ability: u8,
        /// The unit that is struck.
        target: CardRef,
    },
    /// A card strikes the only unit in a hex that can be struck. Not listed: bots name the unit.
    StrikeAt {
        /// The card.
        card: CardRef,
        /// The ability.
        ability: u8,
        /// The hex.
        hex: u16,
    },
}

impl HexOrder {
    /// Returns the card on the map that the order is for; `None` for the end of the orders, and for a card that is deployed.
    pub fn card(self) -> Option<CardRef> {
        match self {
            HexOrder::Done | HexOrder::Deploy { .. } => None,
            HexOrder::Step { card, .. }
            | HexOrder::Fortify { card, .. }
            | HexOrder::Merge { card, .. }
            | HexOrder::Join { card, .. }
            | HexOrder::Leave { card }
            | HexOrder::Reinforce { card, .. }
            | HexOrder::Train { card }
            | HexOrder::Disengage { card, .. }
            | HexOrder::Use { card, .. }
            | HexOrder::Strike { card, .. }
            | HexOrder::StrikeAt { card, .. } => Some(card),
        }
    }

    /// Returns the hex where another order goes, if it is the next step of the same move.
    pub fn goes_on(self, next: HexOrder) -> Option<u16> {
        match (self, next) {
            (
                HexOrder::Step { card, to, army, .. },
                HexOrder::Step { card: again, from, to: further, army: with_army },
            ) => (card == again && to == from && army == with_army).then_some(further),
            _ => None,
        }
    }
}

/// Returns the label of the throw whether a card is destroyed.
pub fn fate_of(card: CardRef) -> DrawLabel {
    DrawLabel::with_piece(FATE, u32::from(card.row) << 8 | u32::from(card.copy))
}

/// Returns the label of the throw whether a card disengages.
pub fn disengaging_of(card: CardRef) -> DrawLabel {
    DrawLabel { kind: DISENGAGES, ..fate_of(card) }
}

/// Returns the card of a label.
pub fn card_of(label: DrawLabel) -> CardRef {
    CardRef { row: (label.piece >> 8) as u8, copy: label.piece as u8 }
}

impl HexEngine {
    /// Returns the engine of a battle.
    pub fn new(rules: HexRules) -> HexEngine {
        let start = start::start(&rules);
        HexEngine { rules, start }
    }

    /// Returns the faction that gives orders; none at the start and the end of a turn.
    pub fn acting(&self, state: &HexState) -> Option<u8> {
        match state.phase {
            HexPhase::Orders(place) => Some(self.rules.order[usize::from(place)]),
            _ => None,
        }
    }

    /// Returns a card as plays write it: `N2#1`.
    pub fn name(&self, card: CardRef) -> String {
        format!("{}#{}", self.rules.cards[usize::from(card.row)].id, card.copy)
    }

    /// Returns the directions in which roads lead from a hex, a bit each.
    #[inline]
    pub fn roads(&self, state: &HexState, hex: u16) -> u8 {
        let changes = &state.roads[..usize::from(state.road_changes)];
        let change = changes.iter().find(|change| change.hex == hex).map_or(0, |change| change.directions);
        self.rules.roads[usize::from(hex)] ^ change
    }
}

impl Engine for HexEngine {
    type State = HexState;
    type Move = HexOrder;
    type Illegal = OrderRefused;

    const HIDDEN: bool = false;

    fn players(&self) -> usize {
        self.rules.factions.len()
    }

    fn start(&self) -> HexState {
        self.start
    }

    fn next(&self, state: &HexState) -> Next {
        match state.phase {
            HexPhase::TurnStart | HexPhase::TurnEnd => Next::Auto,
            HexPhase::Orders(place) => {
                Next::Decide { player: self.rules.order[usize::from(place)].into(), kind: ORDER }
            }
            HexPhase::Over(winner, by) => {
                Next::Over(Outcome { winner: winner.map(usize::from), by: END_WORDS[usize::from(by)] })
            }
        }
    }

    fn clock(&self, state: &HexState) -> Clock {
        let player = match state.phase {
            // The turn that begins is that of the first to act.
            HexPhase::TurnStart => self.rules.order.iter().copied().find(|faction| state.has_cards(*faction)),
            _ => self.acting(state),
        };
        Clock { turn: state.clock, player: player.map(usize::from) }
    }

    fn rounds(&self, state: &HexState) -> u32 {
        state.turn.into()
    }

    fn moves(&self, state: &HexState, into: &mut Vec<HexOrder>) {
        self.list(state, into);
    }

    fn illegal(&self, state: &HexState, chosen: &HexOrder) -> Option<OrderRefused> {
        self.check_order(state, chosen).err()
    }

    fn apply<W: Watch>(&self, state: &mut HexState, chosen: &HexOrder, chance: &mut Chance<'_>, watch: &mut W) {
        self.obey(state, chosen, chance, watch);
    }

    fn advance<W: Watch>(&self, state: &mut HexState, chance: &mut Chance<'_>, watch: &mut W) {
        match state.phase {
            HexPhase::TurnStart => self.begin_turn(state, chance, watch),
            _ => self.end_turn(state, chance, watch, |_, _| {}),
        }
    }

    fn find_breach(&self, state: &HexState) -> Option<Breach> {
        self.breach(state)
    }

    fn idle(&self, moves: &[HexOrder]) -> usize {
        // The end of the orders is listed last.
        moves.len().saturating_sub(1)
    }

    fn value(&self, state: &HexState, player: usize) -> i32 {
        self.worth(state, player as u8)
    }

    fn counters(&self) -> usize {
        tally::HexTally::new(&self.rules).len()
    }

    fn closing(&self, _: &HexState, is_over: bool, counted: &mut [u64]) {
        if is_over {
            self.count_unmet(counted);
        }
    }
}

impl Playout for HexEngine {
    const REPLIES: bool = false;
    const SEARCH_TURNS: u32 = 0;
}
