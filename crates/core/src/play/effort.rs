//! The bounds of a search: counted in steps, so that it stops at the same place on every machine.

use std::cell::Cell;

/// The steps for all plays of a scenario that are made small together: some seconds.
pub const PLAYS: u64 = 4_000_000;

/// The most events of one turn. No game has turns of so many; a turn that goes on further has no end.
pub const TURN_EVENTS: u32 = 100_000;

/// The events of the turn under way.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pace {
    turn: u32,
    events: u32,
}

impl Pace {
    /// Counts an event in a turn of the clock. Returns true if there were more than [`TURN_EVENTS`] in it.
    #[inline]
    pub fn is_endless(&mut self, turn: u32) -> bool {
        self.exceeds(turn, TURN_EVENTS)
    }

    /// Like [`Pace::is_endless`], for turns of at most so many events.
    #[inline]
    pub fn exceeds(&mut self, turn: u32, most: u32) -> bool {
        if turn != self.turn {
            *self = Pace { turn, events: 0 };
        }
        self.events += 1;
        self.events > most
    }
}

/// The steps that a search may still make. A step is what it takes to look at one move that is legal, or at one value of a
/// document: some microseconds.
#[derive(Debug)]
pub struct Effort {
    steps: u64,
    left: Cell<u64>,
}

impl Effort {
    /// Returns an effort of so many steps.
    pub const fn new(steps: u64) -> Effort {
        Effort { steps, left: Cell::new(steps) }
    }

    /// Returns an effort without a bound, for what has bounds of its own.
    pub const fn unbounded() -> Effort {
        Effort::new(u64::MAX)
    }

    /// Uses up some steps.
    pub fn spend(&self, steps: u64) {
        self.left.set(self.left.get().saturating_sub(steps));
    }

    /// Returns true if nothing is left.
    pub fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

    /// Returns the steps that it had at first.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns a part of what is left: one of so many equal ones, the rest of which are for what comes later. What the part
    /// does not need is not lost, see [`Effort::settle`].
    pub fn share(&self, of: u64) -> Effort {
        Effort::new(self.left.get() / of.max(1))
    }

    /// Takes off what a part has used up.
    pub fn settle(&self, part: &Effort) {
        self.spend(part.steps - part.left.get());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_part_leaves_is_for_the_next() {
        let all = Effort::new(90);
        let first = all.share(3);
        first.spend(10);
        all.settle(&first);
        assert_eq!((first.steps(), all.share(2).steps(), all.is_spent()), (30, 40, false));
        let second = all.share(1);
        second.spend(1_000);
        all.settle(&second);
        assert!(second.is_spent() && all.is_spent());
    }
}
