//! The one source of chance: dice, cards drawn and chits of a battle, from a seed or as they are written in a play.
//!
//! Everything that is drawn is a number below some bound, and has a [`Label`] by which a play finds it again. An engine
//! never sees where the numbers come from.

use super::loaded::Loaded;
use super::rng::Rng;
use super::roll::Roll;

/// What a draw is for: a kind of draw of the game, and which of several it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    /// The kind, in the words of the game's plays: `roll`, `fate`.
    pub kind: &'static str,
    /// The piece that it is for, by the engine's number; 0 where the kind says all.
    pub piece: u16,
}

impl Label {
    /// A kind of draw that is for no piece in particular.
    pub const fn new(kind: &'static str) -> Label {
        Label { kind, piece: 0 }
    }

    /// A kind of draw for one piece.
    pub const fn of(kind: &'static str, piece: u16) -> Label {
        Label { kind, piece }
    }
}

/// Something that was drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Draw {
    /// What it was drawn for.
    pub label: Label,
    /// What was drawn, from 0: of a die its number less one, of a chance 1 if it happened, of a deck the kind of card.
    pub number: u32,
}

impl Draw {
    /// A die that shows `face`, which counts from 1.
    pub const fn die(label: Label, face: u8) -> Draw {
        Draw { label, number: face as u32 - 1 }
    }
}

/// Where the numbers of a battle come from.
#[derive(Debug)]
enum Source<'a> {
    Fair(&'a mut Rng),
    Loaded(&'a mut Loaded),
    Tape(&'a mut Tape),
}

/// What is kept of the numbers that are drawn.
#[derive(Debug)]
enum Log<'a> {
    Nothing,
    Draws(&'a mut Vec<Draw>),
    Digest(&'a mut u64),
}

/// The chance of a battle.
#[derive(Debug)]
pub struct Chance<'a> {
    source: Source<'a>,
    log: Log<'a>,
}

impl<'a> Chance<'a> {
    /// Numbers that are all as likely as any other.
    #[inline(always)]
    pub fn fair(rng: &'a mut Rng) -> Chance<'a> {
        Chance { source: Source::Fair(rng), log: Log::Nothing }
    }

    /// Numbers among which what is rare comes soon.
    pub fn loaded(loaded: &'a mut Loaded) -> Chance<'a> {
        Chance { source: Source::Loaded(loaded), log: Log::Nothing }
    }

    /// Numbers that are written.
    pub fn written(tape: &'a mut Tape) -> Chance<'a> {
        Chance { source: Source::Tape(tape), log: Log::Nothing }
    }

    /// The same numbers, each of which is added to `draws`.
    #[must_use]
    pub fn kept(self, draws: &'a mut Vec<Draw>) -> Chance<'a> {
        Chance { log: Log::Draws(draws), ..self }
    }

    /// The same numbers. `digest` changes with each; it is 0 only where it was and nothing is drawn.
    #[must_use]
    pub(super) fn digested(self, digest: &'a mut u64) -> Chance<'a> {
        Chance { log: Log::Digest(digest), ..self }
    }

    /// A turn begins. Every turn has numbers of its own, whatever was drawn in the turns before; an engine that draws in
    /// vain at the end of a turn says so at the start of the next.
    #[inline(always)]
    pub fn next_turn(&mut self) {
        if let Source::Fair(rng) = &mut self.source {
            rng.next_turn();
        }
    }

    /// A number below `bound`, which is at least 1.
    #[inline]
    pub fn below(&mut self, label: Label, bound: u32) -> u32 {
        let number = match &mut self.source {
            Source::Fair(rng) => rng.below(bound),
            Source::Loaded(loaded) => loaded.below(bound),
            Source::Tape(tape) => tape.next(label, |number| number < bound, |rng| rng.below(bound)),
        };
        self.keep(Draw { label, number });
        number
    }

    /// A die of so many sides: 1 to `sides`.
    #[inline]
    pub fn die(&mut self, label: Label, sides: u8) -> u8 {
        self.below(label, sides.into()) as u8 + 1
    }

    /// Whether something happens that does in `chances` of `all` cases, exactly; `all` is at least 1.
    pub fn happens(&mut self, label: Label, chances: u64, all: u64) -> bool {
        let number = match &mut self.source {
            Source::Fair(rng) => u32::from(rng.happens(chances, all)),
            Source::Loaded(loaded) => u32::from(loaded.happens(chances, all)),
            Source::Tape(tape) => {
                let possible = |number| if number == 0 { chances < all } else { number == 1 && chances > 0 };
                tape.next(label, possible, |rng| rng.happens(chances, all).into())
            }
        };
        self.keep(Draw { label, number });
        number == 1
    }

    /// Takes one card from a deck of which `counts` says how many there are of each kind, at least one in all. Returns the
    /// kind; `counts` has one less of it.
    pub fn take(&mut self, label: Label, counts: &mut [u8]) -> usize {
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
            Source::Fair(rng) => kind_of(rng.below(all)),
            Source::Loaded(loaded) => kind_of(loaded.below(all)),
            Source::Tape(tape) => {
                let left = |kind: u32| counts.get(kind as usize).is_some_and(|n| *n > 0);
                tape.next(label, left, |rng| kind_of(rng.below(all)))
            }
        };
        self.keep(Draw { label, number: kind });
        counts[kind as usize] -= 1;
        kind as usize
    }

    /// The roll of at most six dice of six sides, of which only the faces count.
    #[inline(always)]
    pub fn roll(&mut self, label: Label, dice: u8) -> Roll {
        let roll = match &mut self.source {
            Source::Fair(rng) => Roll::drawn(dice, rng.bits()),
            Source::Loaded(loaded) => loaded.roll(dice),
            Source::Tape(tape) => tape.roll(label, dice),
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
    fn keep_roll(&mut self, label: Label, roll: Roll) {
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
    /// What is drawn where nothing is written.
    missing: Missing,
    /// What was drawn by chance.
    added: Vec<Draw>,
    lack: Option<Lack>,
}

/// What is drawn where no draw is written.
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

/// What was drawn, but is not written so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lack {
    /// What it was drawn for.
    pub label: Label,
    /// How many numbers were drawn together.
    pub drawn: usize,
    /// How many are written.
    pub written: usize,
}

impl Tape {
    /// These draws and no others.
    pub fn new(draws: Vec<Draw>) -> Tape {
        Tape { used: vec![false; draws.len()], draws, ..Tape::default() }
    }

    /// These draws, and the lowest where none is written that can be.
    pub fn or_lowest(draws: Vec<Draw>) -> Tape {
        Tape { missing: Missing::Lowest, ..Tape::new(draws) }
    }

    /// These draws, and others by chance where none is written.
    pub fn or_random(draws: Vec<Draw>, rng: Rng) -> Tape {
        Tape { missing: Missing::Random(rng), ..Tape::new(draws) }
    }

    /// What was drawn first that is not written.
    pub fn lack(&self) -> Option<Lack> {
        self.lack
    }

    /// The draws that are written, each with whether it was used.
    pub fn draws(&self) -> impl Iterator<Item = (Draw, bool)> {
        self.draws.iter().copied().zip(self.used.iter().copied())
    }

    /// What was drawn by chance where nothing was written, in order.
    pub fn added(&self) -> &[Draw] {
        &self.added
    }

    /// The first draw of a label that was not used.
    fn find(&self, label: Label) -> Option<usize> {
        (0..self.draws.len()).find(|i| !self.used[*i] && self.draws[*i].label == label)
    }

    fn lacks(&mut self, label: Label, drawn: usize, written: usize) {
        self.lack.get_or_insert(Lack { label, drawn, written });
    }

    /// The next number of a label, which must be `possible`; some number below 2^16 is. `random` draws one by chance.
    fn next(&mut self, label: Label, possible: impl Fn(u32) -> bool, random: impl FnOnce(&mut Rng) -> u32) -> u32 {
        let written = self.find(label);
        if let Some(at) = written {
            self.used[at] = true;
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
            (Missing::Lack | Missing::Random(_), _) => self.lacks(label, 1, usize::from(written.is_some())),
        }
        (0..=u32::from(u16::MAX)).find(|number| possible(*number)).unwrap_or(0)
    }

    /// A roll of so many dice. All dice of the label that are left must be dice of this roll, unless some may be missing.
    fn roll(&mut self, label: Label, dice: u8) -> Roll {
        let left = (0..self.draws.len()).filter(|i| !self.used[*i] && self.draws[*i].label == label).count();
        if left != usize::from(dice) {
            match &mut self.missing {
                Missing::Random(_) if left == 0 => {}
                Missing::Lowest => {}
                Missing::Lack | Missing::Random(_) => self.lacks(label, dice.into(), left),
            }
        }
        Roll::new((0..dice).map(|_| 1 << (4 * self.next(label, |face| face < 6, |rng| rng.below(6)))).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIE: Label = Label::new("die");
    const CARD: Label = Label::of("card", 1);

    /// Draws one of everything.
    fn everything(chance: &mut Chance<'_>) -> (u8, u32, bool, usize, u32) {
        let die = chance.die(DIE, 10);
        let below = chance.below(CARD, 5);
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
            let chance = if seed % 2 == 0 { Chance::fair(&mut rng) } else { Chance::loaded(&mut loaded) };
            let drawn = everything(&mut chance.kept(&mut draws));
            let mut tape = Tape::new(draws.clone());
            assert_eq!(everything(&mut Chance::written(&mut tape).kept(&mut again)), drawn);
            assert_eq!((tape.lack(), again), (None, draws));
            assert!(tape.draws().all(|(_, used)| used));
        }
    }

    #[test]
    fn what_is_not_written_is_a_lack_the_lowest_or_anything() {
        let mut tape = Tape::new(Vec::new());
        everything(&mut Chance::written(&mut tape));
        assert_eq!(tape.lack(), Some(Lack { label: DIE, drawn: 1, written: 0 }));
        let mut lowest = Tape::or_lowest(Vec::new());
        assert_eq!(everything(&mut Chance::written(&mut lowest)), (1, 0, false, 1, 3));
        assert_eq!(lowest.lack(), None);
        let mut random = Tape::or_random(vec![Draw { label: CARD, number: 4 }], Rng::new(1));
        assert_eq!(everything(&mut Chance::written(&mut random)).1, 4);
        assert_eq!(random.lack(), None);
    }

    #[test]
    fn what_cannot_be_drawn_is_a_lack() {
        let lack = |number: u32, draw: &dyn Fn(&mut Chance<'_>)| {
            let mut tape = Tape::new(vec![Draw { label: DIE, number }]);
            draw(&mut Chance::written(&mut tape));
            tape.lack().is_some()
        };
        assert!(lack(6, &|chance| _ = chance.die(DIE, 6)));
        assert!(!lack(5, &|chance| _ = chance.die(DIE, 6)));
        assert!(lack(0, &|chance| _ = chance.take(DIE, &mut [0, 1])));
        assert!(lack(0, &|chance| _ = chance.happens(DIE, 1, 1)), "it is sure to happen");
        assert!(lack(1, &|chance| _ = chance.happens(DIE, 0, 1)), "it never happens");
        assert!(lack(2, &|chance| _ = chance.roll(DIE, 2)), "one die of two");
        assert!(lack(2, &|chance| _ = chance.below(CARD, 3)), "another label");
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
