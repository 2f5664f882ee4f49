//! What sets effects off: the engine tells its watch what happens, and here it is heard.

use arrayvec::ArrayVec;

use crate::play::Watch;
use crate::systems::table_battles::effects::Event;
use crate::systems::table_battles::engine::{Counter, Mask, bit};

/// Kinds of events that only say who.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Enters,
    Routs,
    Retires,
    Pursues,
    Leaves,
    Attacks,
    Counterattacks,
    Screens,
    Absorbs,
    Commands,
    Bombards,
}

impl Kind {
    const COUNT: usize = Kind::Bombards as usize + 1;

    /// The kind of an event, where it is one of these.
    pub(crate) fn of(event: &Event) -> Option<Kind> {
        Some(match event {
            Event::Enters(_) => Kind::Enters,
            Event::Routs(_) => Kind::Routs,
            Event::Retires(_) => Kind::Retires,
            Event::Pursues(_) => Kind::Pursues,
            Event::Leaves(_) => Kind::Leaves,
            Event::Attacks(_) => Kind::Attacks,
            Event::Counterattacks(_) => Kind::Counterattacks,
            Event::Screens(_) => Kind::Screens,
            Event::Absorbs(_) => Kind::Absorbs,
            Event::Commands(_) => Kind::Commands,
            Event::Bombards(_) => Kind::Bombards,
            Event::Performs(_) | Event::Cubes(_) => return None,
        })
    }
}

/// What a trigger waits for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum On {
    /// Any one of these does it.
    Kind(Kind, Mask),
    /// This action or reaction is carried out.
    Row(u16),
    /// A cube comes off this card and so many are left.
    Cubes(u8, u8),
}

/// More cubes than a battle has (TB-1.2).
const CUBES: usize = 16;

/// What happened and has not been answered yet.
#[derive(Debug, Clone, Default)]
pub(in crate::systems::table_battles::engine) struct Events {
    did: [Mask; Kind::COUNT],
    rows: ArrayVec<u16, 2>,
    /// Cubes that came off: of which card, how many were left.
    cubes: ArrayVec<(u8, u8), CUBES>,
}

impl Events {
    /// A formation did something, or something was done to it.
    pub(in crate::systems::table_battles::engine) fn tell(&mut self, kind: Kind, card: u8) {
        self.did[kind as usize] |= bit(card);
    }

    /// An action or reaction was carried out.
    pub(in crate::systems::table_battles::engine) fn performed(&mut self, row: u16) {
        self.rows.push(row);
    }

    /// A cube came off a card.
    pub(in crate::systems::table_battles::engine) fn cube(&mut self, card: u8, left: u8) {
        // A battle has ten cubes; effects that give back what they take are not followed forever.
        let _ = self.cubes.try_push((card, left));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.cubes.is_empty() && self.did.iter().all(|mask| *mask == 0)
    }

    /// Who left play.
    pub(super) fn left(&self) -> Mask {
        self.did[Kind::Leaves as usize]
    }

    /// How often it happened.
    pub(super) fn times(&self, on: On) -> u32 {
        let times = match on {
            On::Kind(kind, cards) => return (self.did[kind as usize] & cards).count_ones(),
            On::Row(row) => self.rows.iter().filter(|performed| **performed == row).count(),
            On::Cubes(card, left) => self.cubes.iter().filter(|cube| **cube == (card, left)).count(),
        };
        times as u32
    }
}

/// A watch that also hears who enters and leaves.
pub(in crate::systems::table_battles::engine) struct Heard<'w, W> {
    watch: &'w mut W,
    pub(super) events: Events,
    /// How many counters are about formations, from 0.
    counters: usize,
    /// The first of the counters for those who leave by an effect.
    left: usize,
}

impl<'w, W: Watch> Heard<'w, W> {
    /// In a battle of so many formations; `left` is the first of the counters for those who leave by an effect.
    pub(super) fn new(watch: &'w mut W, formations: usize, left: usize) -> Heard<'w, W> {
        Heard { watch, events: Events::default(), counters: formations * Counter::ALL.len(), left }
    }
}

impl<W: Watch> Watch for Heard<'_, W> {
    fn count(&mut self, counter: usize, by: u32) {
        self.watch.count(counter, by);
        if counter >= self.left {
            self.events.tell(Kind::Leaves, (counter - self.left) as u8);
        }
        if counter >= self.counters {
            return;
        }
        let card = (counter / Counter::ALL.len()) as u8;
        let kind = match Counter::ALL[counter % Counter::ALL.len()] {
            Counter::Entered => Kind::Enters,
            Counter::Routed => Kind::Routs,
            Counter::Retired => Kind::Retires,
            Counter::Pursued => Kind::Pursues,
            _ => return,
        };
        self.events.tell(kind, card);
        if kind != Kind::Enters {
            self.events.tell(Kind::Leaves, card);
        }
    }
}
