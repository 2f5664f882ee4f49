//! Events that set effects off: the engine tells its listener who enters and leaves, and what an action was.

use muster_core::play::Watch;

use super::{EventKind as Kind, Mask, On, bit};

/// More cubes than a battle has (TB-1.2).
const CUBES: usize = 16;

/// The events that have not been answered yet. Each move of a battle with special rules begins with none: plain arrays with
/// their lengths, which need no care when they are made, moved or left behind.
#[derive(Debug, Clone, Copy)]
pub(super) struct Events {
    did: [Mask; Kind::COUNT],
    rows: [u16; 2],
    row_count: u8,
    cube_count: u8,
    /// Cubes that came off: of which card, how many were left.
    cubes: [(u8, u8); CUBES],
}

impl Events {
    const NONE: Events =
        Events { did: [0; Kind::COUNT], rows: [0; 2], row_count: 0, cube_count: 0, cubes: [(0, 0); CUBES] };

    /// Notes that a formation did something, or something was done to it.
    #[inline]
    pub(super) fn tell(&mut self, kind: Kind, card: u8) {
        self.did[kind as usize] |= bit(card);
    }

    /// Notes that an action or reaction was carried out.
    #[inline]
    pub(super) fn note_performed(&mut self, row: u16) {
        self.rows[usize::from(self.row_count)] = row;
        self.row_count += 1;
    }

    /// Notes that a cube came off a card.
    pub(super) fn cube(&mut self, card: u8, left: u8) {
        // A battle has ten cubes; effects that give back what they take are not followed forever.
        if let Some(free) = self.cubes.get_mut(usize::from(self.cube_count)) {
            *free = (card, left);
            self.cube_count += 1;
        }
    }

    /// Takes the events out, and leaves none.
    #[inline]
    pub(super) fn take(&mut self) -> Events {
        std::mem::replace(self, Events::NONE)
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.row_count == 0 && self.cube_count == 0 && self.did.iter().all(|mask| *mask == 0)
    }

    /// Returns the formations that left play.
    pub(super) fn left_formations(&self) -> Mask {
        self.did[Kind::Leaves as usize]
    }

    /// Returns the number of times it happened.
    pub(super) fn times(&self, on: On) -> u32 {
        let times = match on {
            On::Kind(kind, cards) => return (self.did[kind as usize] & cards).count_ones(),
            On::Row(row) => {
                self.rows[..usize::from(self.row_count)].iter().filter(|performed| **performed == row).count()
            }
            On::Cubes(card, left) => {
                self.cubes[..usize::from(self.cube_count)].iter().filter(|cube| **cube == (card, left)).count()
            }
        };
        times as u32
    }
}

/// A watch that special rules may also listen at: it is told who enters and leaves.
pub(super) trait Listener: Watch {
    /// Hears that a formation enters or leaves play in this way.
    fn hear(&mut self, event: Kind, card: u8);
}

/// Passes on what is counted; nobody listens to the rest.
pub(super) struct Unheard<'w, W>(pub(super) &'w mut W);

impl<W: Watch> Watch for Unheard<'_, W> {
    #[inline]
    fn count(&mut self, counter: usize, by: u32) {
        self.0.count(counter, by);
    }

    fn run(&mut self, counter: usize, turn: u32, before: u32) {
        self.0.run(counter, turn, before);
    }
}

impl<W: Watch> Listener for Unheard<'_, W> {
    #[inline]
    fn hear(&mut self, _: Kind, _: u8) {}
}

/// Passes on what is counted, and keeps the rest for the effects that it may set off.
pub(super) struct Heard<'w, W> {
    watch: &'w mut W,
    pub(super) events: Events,
}

impl<'w, W: Watch> Heard<'w, W> {
    #[inline]
    pub(super) fn new(watch: &'w mut W) -> Heard<'w, W> {
        Heard { watch, events: Events::NONE }
    }
}

impl<W: Watch> Watch for Heard<'_, W> {
    #[inline]
    fn count(&mut self, counter: usize, by: u32) {
        self.watch.count(counter, by);
    }

    fn run(&mut self, counter: usize, turn: u32, before: u32) {
        self.watch.run(counter, turn, before);
    }
}

impl<W: Watch> Listener for Heard<'_, W> {
    #[inline]
    fn hear(&mut self, event: Kind, card: u8) {
        self.events.tell(event, card);
        if event != Kind::Enters {
            self.events.tell(Kind::Leaves, card);
        }
    }
}
