//! The one source of chance: dice, cards drawn and chits of a battle, from a seed or as they are written in a play.
//!
//! Everything that is drawn is a number below some bound, and has a [`DrawLabel`] by which a play finds it again. An engine
//! never sees where the numbers come from.

use super::branches::Branches;
use super::loaded::Loaded;
use super::rng::Rng;
use super::roll::Roll;

/// The purpose of a draw: a kind of draw of the game, and the piece that it is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DrawLabel {
    /// The kind, in the words of the game's plays: `roll`, `fate`.
    pub kind: &'static str,
    /// The piece that it is for, by the engine's number; 0 where the kind says all.
    pub piece: u32,
}

impl DrawLabel {
    /// Returns the label of draws that are for no piece in particular.
    pub const fn new(kind: &'static str) -> DrawLabel {
        DrawLabel { kind, piece: 0 }
    }

    /// Returns the label of draws for one piece, by the engine's number.
    pub const fn with_piece(kind: &'static str, piece: u32) -> DrawLabel {
        DrawLabel { kind, piece }
    }
}

/// A number that was drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Draw {
    /// Its purpose.
    pub label: DrawLabel,
    /// The number, from 0: of a die its face less one, of a chance 1 if it happened, of a deck the kind of card.
    pub number: u32,
}

impl Draw {
    /// Returns a die that shows `face`, which counts from 1.
    pub const fn die(label: DrawLabel, face: u8) -> Draw {
        Draw { label, number: face as u32 - 1 }
    }
}

/// The origin of a battle's numbers.
#[derive(Debug)]
enum Source<'a> {
    Fair(&'a mut Rng),
    Loaded(&'a mut Loaded),
    Tape(&'a mut Tape),
    Branches(&'a mut Branches),
}

/// The trace of the numbers that are drawn.
#[derive(Debug)]
enum Log<'a> {
    Nothing,
    Draws(&'a mut Vec<Draw>),
    Digest(&'a mut u64),
}

/// The chance of a battle, or of a step of it.
#[derive(Debug)]
pub struct Chance<'a> {
    source: Source<'a>,
    log: Log<'a>,
    /// The chances that were asked for, where somebody wants to know them.
    asked: Option<&'a mut Vec<(u64, u64)>>,
}

impl<'a> Chance<'a> {
    /// Draws numbers that are all as likely as any other.
    #[inline(always)]
    pub fn fair(rng: &'a mut Rng) -> Chance<'a> {
        Chance { source: Source::Fair(rng), log: Log::Nothing, asked: None }
    }

    /// Draws numbers among which what is rare comes soon.
    pub fn with_loaded(loaded: &'a mut Loaded) -> Chance<'a> {
        Chance { source: Source::Loaded(loaded), log: Log::Nothing, asked: None }
    }

    /// Draws the numbers that are written.
    pub fn from_tape(tape: &'a mut Tape) -> Chance<'a> {
        Chance { source: Source::Tape(tape), log: Log::Nothing, asked: None }
    }

    /// Draws the numbers of one of the ways that chance can go.
    pub fn from_branches(branches: &'a mut Branches) -> Chance<'a> {
        Chance { source: Source::Branches(branches), log: Log::Nothing, asked: None }
    }

    /// Draws the same numbers, and adds each to `draws`.
    #[must_use]
    pub fn record_in(self, draws: &'a mut Vec<Draw>) -> Chance<'a> {
        Chance { log: Log::Draws(draws), ..self }
    }

    /// Draws the same numbers, and adds the chance of everything that happens or not to `asked`: in so many of so many cases.
    #[must_use]
    pub fn ask_in(self, asked: &'a mut Vec<(u64, u64)>) -> Chance<'a> {
        Chance { asked: Some(asked), ..self }
    }

    /// Draws the same numbers, and changes `digest` with each, never to 0.
    #[must_use]
    pub(super) fn with_digest(self, digest: &'a mut u64) -> Chance<'a> {
        Chance { log: Log::Digest(digest), ..self }
    }

    /// Begins a turn. Every turn has numbers of its own, whatever was drawn in the turns before; an engine that draws in
    /// vain at the end of a turn says so at the start of the next.
    #[inline(always)]
    pub fn next_turn(&mut self) {
        if let Source::Fair(rng) = &mut self.source {
            rng.next_turn();
        }
    }

    /// Returns a number below `bound`, which is at least 1.
    #[inline]
    pub fn draw_below(&mut self, label: DrawLabel, bound: u32) -> u32 {
        let number = match &mut self.source {
            Source::Fair(rng) => rng.draw_below(bound),
            Source::Loaded(loaded) => loaded.draw_below(bound),
            Source::Tape(tape) => tape.next(label, |number| number < bound, |rng| rng.draw_below(bound)),
            Source::Branches(branches) => branches.draw_below(bound),
        };
        self.keep(Draw { label, number });
        number
    }

    /// Returns the face of a die, 1 to `sides`.
    #[inline]
    pub fn die(&mut self, label: DrawLabel, sides: u8) -> u8 {
        self.draw_below(label, sides.into()) as u8 + 1
    }

    /// Returns true in `chances` of `all` cases, exactly; `all` is at least 1.
    pub fn happens(&mut self, label: DrawLabel, chances: u64, all: u64) -> bool {
        let number = match &mut self.source {
            Source::Fair(rng) => u32::from(rng.happens(chances, all)),
            Source::Loaded(loaded) => u32::from(loaded.happens(chances, all)),
            Source::Tape(tape) => {
                let possible = |number| if number == 0 { chances < all } else { number == 1 && chances > 0 };
                tape.next(label, possible, |rng| rng.happens(chances, all).into())
            }
            Source::Branches(branches) => u32::from(branches.happens(chances, all)),
        };
        self.keep(Draw { label, number });
        if let Some(asked) = &mut self.asked {
            asked.push((chances, all));
        }
        number == 1
    }

    /// Takes one card from a deck of which `counts` says how many there are of each kind, at least one in all. Returns the
    /// kind; `counts` has one less of it.
    pub fn take(&mut self, label: DrawLabel, counts: &mut [u8]) -> usize {
        let all: u32 = counts.iter().map(|n| u32::from(*n)).sum();
        let kind_of = |number: u32| {
            let mut before = 0;
            let reaches = |n: &u8| {
                before += u32::from(*n);
                number < before
            };
            counts.iter().position(reaches).unwrap_or(0) as u32
        };
        let kind = match &mut self.source {
            Source::Fair(rng) => kind_of(rng.draw_below(all)),
            Source::Loaded(loaded) => kind_of(loaded.draw_below(all)),
            Source::Tape(tape) => {
                let left = |kind: u32| counts.get(kind as usize).is_some_and(|n| *n > 0);
                tape.next(label, left, |rng| kind_of(rng.draw_below(all)))
            }
            Source::Branches(branches) => branches.take(counts),
        };
        self.keep(Draw { label, number: kind });
        counts[kind as usize] -= 1;
        kind as usize
    }

    /// Returns the roll of at most six dice of six sides, of which only the faces count.
    #[inline(always)]
    pub fn roll(&mut self, label: DrawLabel, dice: u8) -> Roll {
        let roll = match &mut self.source {
            Source::Fair(rng) => Roll::from_bits(dice, rng.bits()),
            Source::Loaded(loaded) => loaded.roll(dice),
            Source::Tape(tape) => tape.roll(label, dice),
            Source::Branches(branches) => branches.roll(dice),
        };
        if !matches!(self.log, Log::Nothing) {
            self.keep_roll(label, roll);
        }
        roll
    }

    #[inline]
    fn keep(&mut self, draw: Draw) {
        match &mut self.log {
            Log::Nothing => {}
            Log::Draws(draws) => draws.push(draw),
            Log::Digest(digest) => mix(digest, u64::from(draw.number) + 1),
        }
    }

    /// Keeps the dice of a roll from the lowest face to the highest.
    fn keep_roll(&mut self, label: DrawLabel, roll: Roll) {
        match &mut self.log {
            Log::Nothing => {}
            Log::Draws(draws) => draws.extend(roll.faces().map(|face| Draw::die(label, face))),
            Log::Digest(digest) => mix(digest, u64::from(roll.counts)),
        }
    }
}

fn mix(digest: &mut u64, number: u64) {
    *digest = (*digest ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29) | 1;
}

/// Draws that are written down, used up by their labels: of each label in the order in which they are written.
#[derive(Debug, Clone, Default)]
pub struct Tape {
    draws: Vec<Draw>,
    /// By draw: whether it was used.
    used: Vec<bool>,
    /// The last of the draws that was used, or was not enough.
    reached: Option<usize>,
    /// The rule for draws that are not written.
    missing: Missing,
    /// Draws made by chance.
    added: Vec<Draw>,
    lack: Option<Lack>,
}

/// The rule for draws that are not written.
#[derive(Debug, Clone, Default)]
enum Missing {
    /// Nothing: it is a lack, and whoever plays must not go on with what was drawn instead.
    #[default]
    Lack,
    /// The lowest that can be.
    Lowest,
    /// Anything by chance.
    Random(Rng),
}

/// A draw that is not written, or not so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lack {
    /// Its purpose.
    pub label: DrawLabel,
    /// The numbers that were drawn together.
    pub drawn: usize,
    /// The numbers that are written.
    pub written: usize,
    /// The number that is written and cannot be drawn; `None` where they are too many or too few.
    pub impossible: Option<u32>,
    /// The index of the first of the written draws that it is about; `None` if nothing is written.
    pub at: Option<usize>,
}

impl Tape {
    /// Returns a tape of these draws and no others.
    pub fn new(draws: Vec<Draw>) -> Tape {
        Tape { used: vec![false; draws.len()], draws, ..Tape::default() }
    }

    /// Returns a tape of these draws, and of the lowest number that can be where none is written.
    pub fn or_lowest(draws: Vec<Draw>) -> Tape {
        Tape { missing: Missing::Lowest, ..Tape::new(draws) }
    }

    /// Returns a tape of these draws, and of others by chance where none is written.
    pub fn or_random(draws: Vec<Draw>, rng: Rng) -> Tape {
        Tape { missing: Missing::Random(rng), ..Tape::new(draws) }
    }

    /// Returns the first draw that is not written.
    pub fn lack(&self) -> Option<Lack> {
        self.lack
    }

    /// Returns the index of the last of the written draws that was used, or was not enough.
    pub fn last_reached(&self) -> Option<usize> {
        self.reached
    }

    /// Returns the written draws that were not used, with their indices.
    pub fn unused_draws(&self) -> impl Iterator<Item = (usize, Draw)> {
        self.draws.iter().copied().enumerate().filter(|(i, _)| !self.used[*i])
    }

    /// Returns the draws that were made by chance where nothing was written, in order.
    pub fn added_draws(&self) -> &[Draw] {
        &self.added
    }

    /// Returns the indices of the draws of a label that were not used.
    fn unused_indices(&self, label: DrawLabel) -> impl Iterator<Item = usize> {
        self.unused_draws().filter(move |(_, draw)| draw.label == label).map(|(i, _)| i)
    }

    fn reach(&mut self, draw: usize) {
        self.reached = self.reached.max(Some(draw));
    }

    fn lacks(
        &mut self,
        label: DrawLabel,
        (drawn, written): (usize, usize),
        impossible: Option<u32>,
        at: Option<usize>,
    ) {
        self.lack.get_or_insert(Lack { label, drawn, written, impossible, at });
    }

    /// Returns the next number of a label, which must be `possible`; some number below 2^16 is. `random` draws one by chance.
    fn next(&mut self, label: DrawLabel, possible: impl Fn(u32) -> bool, random: impl FnOnce(&mut Rng) -> u32) -> u32 {
        let written = self.unused_indices(label).next();
        if let Some(at) = written {
            self.used[at] = true;
            self.reach(at);
            if possible(self.draws[at].number) {
                return self.draws[at].number;
            }
        }
        match (&mut self.missing, written) {
            (Missing::Random(rng), None) => {
                let number = random(rng);
                self.added.push(Draw { label, number });
                return number;
            }
            (Missing::Lowest, _) => {}
            (Missing::Lack | Missing::Random(_), _) => {
                let impossible = written.map(|at| self.draws[at].number);
                self.lacks(label, (1, written.is_some().into()), impossible, written);
            }
        }
        (0..=u32::from(u16::MAX)).find(|number| possible(*number)).unwrap_or(0)
    }

    /// Returns a roll of so many dice. All dice of the label that are left must be dice of this roll, unless some may be missing.
    fn roll(&mut self, label: DrawLabel, dice: u8) -> Roll {
        let (first, left) = (self.unused_indices(label).next(), self.unused_indices(label).count());
        let may_be_missing = match self.missing {
            Missing::Lack => false,
            Missing::Lowest => true,
            Missing::Random(_) => left == 0,
        };
        let (is_lacking, added) = (left != usize::from(dice) && !may_be_missing, self.added.len());
        if is_lacking {
            self.lacks(label, (dice.into(), left), None, first);
            first.into_iter().for_each(|draw| self.reach(draw));
        }
        let roll = (0..dice).map(|_| 1 << (4 * self.next(label, |face| face < 6, |rng| rng.draw_below(6)))).sum();
        if is_lacking {
            // Dice for the rest of a roll that is written in part are nobody's.
            self.added.truncate(added);
        }
        Roll::new(roll)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIE: DrawLabel = DrawLabel::new("die");
    const CARD: DrawLabel = DrawLabel::with_piece("card", 1);

    /// Draws one of everything.
    fn everything(chance: &mut Chance<'_>) -> (u8, u32, bool, usize, u32) {
        let die = chance.die(DIE, 10);
        let below = chance.draw_below(CARD, 5);
        let happens = chance.happens(DIE, 2, 3);
        let kind = chance.take(CARD, &mut [0, 2, 0, 7]);
        (die, below, happens, kind, chance.roll(DIE, 3).counts)
    }

    #[test]
    fn what_was_kept_is_drawn_again() {
        for seed in 0..500 {
            let (mut draws, mut again) = (Vec::new(), Vec::new());
            let mut loaded = Loaded { rng: Rng::new(seed), fair: false };
            let mut rng = Rng::new(seed);
            let chance = if seed % 2 == 0 { Chance::fair(&mut rng) } else { Chance::with_loaded(&mut loaded) };
            let drawn = everything(&mut chance.record_in(&mut draws));
            let mut tape = Tape::new(draws.clone());
            assert_eq!(everything(&mut Chance::from_tape(&mut tape).record_in(&mut again)), drawn);
            assert_eq!((tape.lack(), again), (None, draws));
            assert_eq!(tape.unused_draws().count(), 0);
        }
    }

    #[test]
    fn what_is_not_written_is_a_lack_the_lowest_or_anything() {
        let mut tape = Tape::new(Vec::new());
        everything(&mut Chance::from_tape(&mut tape));
        assert_eq!(tape.lack(), Some(Lack { label: DIE, drawn: 1, written: 0, impossible: None, at: None }));
        let mut lowest = Tape::or_lowest(Vec::new());
        assert_eq!(everything(&mut Chance::from_tape(&mut lowest)), (1, 0, false, 1, 3));
        assert_eq!(lowest.lack(), None);
        let mut random = Tape::or_random(vec![Draw { label: CARD, number: 4 }], Rng::new(1));
        assert_eq!(everything(&mut Chance::from_tape(&mut random)).1, 4);
        assert_eq!(random.lack(), None);
    }

    #[test]
    fn what_cannot_be_drawn_is_a_lack() {
        let lack = |number: u32, draw: &dyn Fn(&mut Chance<'_>)| {
            let mut tape = Tape::new(vec![Draw { label: DIE, number }]);
            draw(&mut Chance::from_tape(&mut tape));
            tape.lack().is_some()
        };
        assert!(lack(6, &|chance| _ = chance.die(DIE, 6)));
        assert!(!lack(5, &|chance| _ = chance.die(DIE, 6)));
        assert!(lack(0, &|chance| _ = chance.take(DIE, &mut [0, 1])));
        assert!(lack(0, &|chance| _ = chance.happens(DIE, 1, 1)), "it is sure to happen");
        assert!(lack(1, &|chance| _ = chance.happens(DIE, 0, 1)), "it never happens");
        assert!(lack(2, &|chance| _ = chance.roll(DIE, 2)), "one die of two");
        let mut half = Tape::or_random(vec![Draw { label: DIE, number: 2 }], Rng::new(1));
        Chance::from_tape(&mut half).roll(DIE, 2);
        assert!(half.lack().is_some() && half.added_draws().is_empty(), "the other die is not drawn");
        assert!(lack(2, &|chance| _ = chance.draw_below(CARD, 3)), "another label");
    }

    #[test]
    fn a_card_is_taken_as_often_as_its_kind_is_there() {
        let mut rng = Rng::new(3);
        let mut taken = [0; 3];
        for _ in 0..30_000 {
            let mut counts = [1, 0, 2];
            let kind = Chance::fair(&mut rng).take(CARD, &mut counts);
            assert_eq!(counts.iter().sum::<u8>(), 2);
            taken[kind] += 1;
        }
        assert!(taken[0] > 9_500 && taken[0] < 10_500 && taken[1] == 0, "{taken:?}");
    }
}
