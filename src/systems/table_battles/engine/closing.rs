//! What designers ask of whole battles: rolls and turns that came to nothing, and how battles look at their end.

use super::{Each, State, TableBattles};
use crate::play::Watch;
use crate::systems::measures::RUNS;

/// A number of one side in a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SideCounter {
    /// Its turns that began.
    Turns,
    /// Those without an action phase because it had reacted (TB-7.6).
    Lost,
    /// Its rolls of at least one die.
    Rolls,
    /// Those of which no die could be placed on any card.
    Idle,
    /// Cubes that it took from the enemy by routs (TB-10.1).
    Taken,
    /// Turns lost one after the other, up to the present one.
    Run,
    /// The most of them in the battle. Follows [`SideCounter::Run`].
    Longest,
}

impl SideCounter {
    const COUNT: usize = 7;
}

/// A kind of battles that came to an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndCounter {
    /// Those that end between stumps: no formation of either side that is left, in play or in reserve, has more than
    /// [`STUMP`] sticks, or all those that it began with.
    Stumps,
    /// Those in which at least one cube was taken back.
    ToAndFro,
    /// The cubes taken back in all of them: each was taken from a side that had taken it before. Cubes are alike, so a side first
    /// takes back those it has lost: in a battle it is the smaller of the two numbers of cubes that the sides took.
    TakenBack,
}

impl EndCounter {
    const COUNT: usize = 3;
}

/// The most sticks of a stump.
pub const STUMP: u8 = 2;

impl TableBattles {
    /// Returns the counter of a side's number.
    pub fn side_counter(&self, side: usize, what: SideCounter) -> usize {
        self.pieces_counted() + side * SideCounter::COUNT + what as usize
    }

    /// Returns the counter of a kind of battles.
    pub fn end_counter(&self, what: EndCounter) -> usize {
        self.side_counter(2, SideCounter::Turns) + what as usize
    }

    /// Returns the first of [`RUNS`] counters: of the battles in which a side lost at most no turn in a row, at most one, ...
    pub fn runs_counter(&self, side: usize) -> usize {
        self.side_counter(2, SideCounter::Turns) + EndCounter::COUNT + side * RUNS
    }

    /// Counts a turn that begins, and whether its action phase is skipped because its side reacted (TB-5.2).
    #[inline(always)]
    pub(super) fn count_turn<W: Watch>(&self, state: &State, mover: usize, watch: &mut W) {
        let is_lost = state.skip[mover];
        watch.count(self.side_counter(mover, SideCounter::Turns), 1);
        watch.count(self.side_counter(mover, SideCounter::Lost), is_lost.into());
        watch.run(self.side_counter(mover, SideCounter::Run), is_lost);
    }

    /// Counts a roll of so many dice, and whether any of them `fits` a card. A roll of no dice is none.
    #[inline(always)]
    pub(super) fn count_roll<W: Watch>(&self, mover: usize, dice: u8, fits: bool, watch: &mut W) {
        let rolls = u32::from(dice > 0);
        watch.count(self.side_counter(mover, SideCounter::Rolls), rolls);
        watch.count(self.side_counter(mover, SideCounter::Idle), rolls & u32::from(!fits));
    }

    /// Counts what a battle that came to its end was like; `counted` is what was counted in it alone.
    pub(super) fn count_end(&self, state: &State, counted: &mut [u64]) {
        let number = |side: usize, what: SideCounter| self.side_counter(side, what);
        let back = (0..2).map(|side| counted[number(side, SideCounter::Taken)]).min().unwrap_or(0);
        counted[self.end_counter(EndCounter::TakenBack)] += back;
        counted[self.end_counter(EndCounter::ToAndFro)] += u64::from(back > 0);
        counted[self.end_counter(EndCounter::Stumps)] += u64::from(self.ends_in_stumps(state));
        for side in 0..2 {
            let longest = counted[number(side, SideCounter::Longest)] as usize;
            counted[self.runs_counter(side) + longest.min(RUNS - 1)] += 1;
        }
    }

    /// Returns true if every normal formation that is left is a stump.
    fn ends_in_stumps(&self, state: &State) -> bool {
        let mut left = Each((state.play | state.reserve) & !self.rules.special);
        left.all(|card| {
            let sticks = state.strength[usize::from(card)];
            sticks <= STUMP && sticks < self.rules.row(card).strength
        })
    }
}
