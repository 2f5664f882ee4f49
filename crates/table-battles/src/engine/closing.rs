//! What designers ask of whole battles: rolls and turns that came to nothing, and how battles look at their end.

use muster_core::play::Watch;
use muster_systems::measures::RUNS;

use super::{By, Each, Phase, State, TableBattles};

/// A number of one side in a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SideCounter {
    /// Its turns that began. Known when a battle is counted.
    Turns,
    /// Those without an action phase because it had reacted (TB-7.6).
    Lost,
    /// Its rolls of at least one die. Known when a battle is counted.
    Rolls,
    /// Those of which no die could be placed on any card; until a battle is counted, its rolls of no dice too.
    Idle,
    /// Its rolls of no dice: all lie on cards.
    Empty,
    /// Cubes that it took from the enemy by routs (TB-10.1).
    Taken,
    /// The latest turn that it lost.
    Latest,
    /// Turns lost one after the other, up to that one. Follows [`SideCounter::Latest`].
    Run,
    /// The most of them in the battle. Follows [`SideCounter::Run`].
    Longest,
}

impl SideCounter {
    const COUNT: usize = 9;
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
        self.measured_from + side * SideCounter::COUNT + what as usize
    }

    /// Returns the counter of a kind of battles.
    pub fn end_counter(&self, what: EndCounter) -> usize {
        self.side_counter(2, SideCounter::Turns) + what as usize
    }

    /// Returns the first of [`RUNS`] counters: of the battles in which a side lost at most no turn in a row, at most one, ...
    pub fn runs_counter(&self, side: usize) -> usize {
        self.side_counter(2, SideCounter::Turns) + EndCounter::COUNT + side * RUNS
    }

    /// Counts a turn that begins if its action phase is skipped because its side reacted (TB-5.2).
    #[inline(always)]
    pub(super) fn count_lost_turn<W: Watch>(&self, state: &State, mover: usize, watch: &mut W) {
        if state.skip[mover] {
            watch.count(self.side_counter(mover, SideCounter::Lost), 1);
            let before = state.turn.saturating_sub(2);
            watch.run(self.side_counter(mover, SideCounter::Latest), state.turn, before);
        }
    }

    /// Counts a roll of so many dice if none of them `fits` a card. How many rolls there were shows at the end: to count each
    /// would cost random battles some of their speed.
    #[inline(always)]
    pub(super) fn count_roll<W: Watch>(&self, mover: usize, dice: u8, fits: bool, watch: &mut W) {
        watch.count(self.side_counter(mover, SideCounter::Idle), u32::from(!fits));
        if dice == 0 {
            watch.count(self.side_counter(mover, SideCounter::Empty), 1);
        }
    }

    /// Counts the turns and rolls of each side in a battle that was played from its set-up; `counted` is what was counted in it
    /// alone.
    pub(super) fn count_turns(&self, state: &State, counted: &mut [u64]) {
        let begun = state.turn - u32::from(state.phase == Phase::Begin);
        let first = usize::from(self.rules.first);
        // Who wins by an action rolls no more; who can never attack loses before the turn begins. A battle that is given up may
        // stand before a roll.
        let is_rolled = matches!(state.phase, Phase::Begin | Phase::Place);
        let is_cut_short = state.end.map_or(!is_rolled, |end| end.by != By::CannotAttack);
        for side in 0..2 {
            let turns = if side == first { begun.div_ceil(2) } else { begun / 2 };
            let is_last = (begun % 2 == 1) == (side == first);
            let number = |what| self.side_counter(side, what);
            let empty = counted[number(SideCounter::Empty)];
            let rolls = u64::from(turns - u32::from(is_cut_short && is_last));
            counted[number(SideCounter::Turns)] = turns.into();
            counted[number(SideCounter::Rolls)] = rolls.saturating_sub(empty);
            counted[number(SideCounter::Idle)] = counted[number(SideCounter::Idle)].saturating_sub(empty);
        }
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
