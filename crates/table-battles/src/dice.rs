//! Dice, in one place: the number that shows each face, the requirements they meet, and the sets a dice area takes (TB-2, TB-3).
//! The engine, the checks and the odds all ask here.

use std::collections::HashSet;

use muster_core::play::roll;

use super::values::{DiceArea, DiceSet, Requirement};

/// A side's dice (TB-1.1): the most that can lie on one card.
pub const DICE: u8 = 6;

/// A set of at most fifteen dice: four bits for each face from 1 upward, then four for their number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct DiceWord(pub(super) u32);

/// The lowest bit of every face.
pub(super) const ONES: u32 = 0x11_1111;
/// The highest bit of every face: how sets of faces are written here.
pub(super) const LANES: u32 = 0x88_8888;

/// Returns the number of dice that show each face or a lower one, where at most fifteen do.
#[inline]
pub(super) const fn up_to(counts: u32) -> u32 {
    counts.wrapping_mul(ONES) & 0xFF_FFFF
}

/// Returns the number of dice there are in all.
#[inline]
pub(super) const fn total(up_to: u32) -> u32 {
    up_to >> 20
}

impl DiceWord {
    /// No dice.
    pub const NONE: DiceWord = DiceWord(0);

    /// Returns the dice as bytes, others for other dice.
    pub(super) const fn to_le_bytes(self) -> [u8; 4] {
        self.0.to_le_bytes()
    }

    /// Returns dice of every face that either set has; how many is no matter.
    pub(super) const fn or_faces(self, other: DiceWord) -> DiceWord {
        DiceWord(self.0 | other.0)
    }

    /// Returns how many dice show each face that another set has too, as a number.
    pub(super) const fn count_faces_in(self, other: DiceWord) -> u32 {
        let faces = (other.0 | other.0 >> 1 | other.0 >> 2 | other.0 >> 3) & ONES;
        self.0 & (faces * 0xF)
    }

    /// Returns `n` dice that show `face`, 1 to 6.
    pub const fn counting(face: u8, n: u8) -> DiceWord {
        DiceWord(((1 << (4 * (face - 1))) | (1 << 24)) * n as u32)
    }

    /// Returns dice in sequence, `length` of them from `low` upward.
    pub const fn straight(low: u8, length: u8) -> DiceWord {
        let run = ONES & ((1 << (4 * length)) - 1);
        DiceWord((run << (4 * (low - 1))) | ((length as u32) << 24))
    }

    /// Returns dice by how many show each face: four bits for each face from 1 upward, `n` dice in all.
    #[inline]
    pub const fn from_counts(counts: u32, n: u8) -> DiceWord {
        DiceWord(counts | ((n as u32) << 24))
    }

    /// Returns dice as they are written; `None` if there are more than six or one does not show 1 to 6.
    pub fn from_faces(faces: impl IntoIterator<Item = u8>) -> Option<DiceWord> {
        let mut word = DiceWord::NONE;
        for face in faces {
            if !(1..=6).contains(&face) || word.len() == 6 {
                return None;
            }
            word = word.plus(DiceWord::counting(face, 1));
        }
        Some(word)
    }

    /// Returns the number of dice.
    #[inline]
    pub const fn len(self) -> u8 {
        (self.0 >> 24) as u8
    }

    /// Returns true if there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if there are at most fifteen of them, as many as show any face.
    pub const fn is_sound(self) -> bool {
        total(up_to(self.0 & 0xFF_FFFF)) == self.0 >> 24
    }

    /// Returns the number of dice that show `face`.
    #[inline]
    pub const fn count(self, face: u8) -> u8 {
        (self.0 >> (4 * (face - 1)) & 0xF) as u8
    }

    /// Returns the number of this roll of at most six dice, below [`roll::ROLLS`].
    #[inline]
    pub const fn rank(self) -> usize {
        roll::rank(self.0 & 0xFF_FFFF)
    }

    /// Returns every set of at most six dice.
    pub fn rolls() -> impl Iterator<Item = DiceWord> {
        let more =
            |roll: &DiceWord, face: u8| (0..=6 - roll.len()).map(|n| roll.plus(DiceWord::counting(face, n))).collect();
        let none = vec![DiceWord::NONE];
        (1..=6)
            .fold(none, |rolls, face| rolls.iter().flat_map(|roll| -> Vec<_> { more(roll, face) }).collect())
            .into_iter()
    }

    /// Returns those of the dice that are taken: all that show some faces, and one for each of the others.
    #[inline]
    pub const fn restrict_to(self, numbers: Numbers) -> DiceWord {
        let counts = self.counts_among(numbers);
        DiceWord(counts | total(up_to(counts)) << 24)
    }

    #[inline]
    pub(super) const fn counts_among(self, numbers: Numbers) -> u32 {
        self.0 & numbers.many | (numbers.single & self.faces_at_least(1).0) >> 3
    }

    /// Returns both sets together.
    #[inline]
    pub const fn plus(self, other: DiceWord) -> DiceWord {
        DiceWord(self.0 + other.0)
    }

    /// Returns this set without `other`, which it holds.
    #[inline]
    pub const fn minus(self, other: DiceWord) -> DiceWord {
        DiceWord(self.0 - other.0)
    }

    /// Returns the faces shown, from low to high, one for each die.
    #[inline]
    pub fn faces(self) -> impl Iterator<Item = u8> {
        (1..=6).flat_map(move |face| std::iter::repeat_n(face, usize::from(self.count(face))))
    }

    /// Returns the faces shown at least `n` times, 1 to 6.
    #[inline]
    pub const fn faces_at_least(self, n: u32) -> DieFaces {
        // Eight less n is added to every face: its highest bit is set when there are n or more, and none overflows.
        DieFaces(((self.0 & 0xFF_FFFF) + (8 - n) * ONES) & LANES)
    }

    /// Returns the lowest faces of every sequence of `length` dice among these.
    #[inline]
    pub const fn straights(self, length: u8) -> DieFaces {
        let shown = self.faces_at_least(1).0;
        let mut starts = shown;
        let mut step = 1;
        while step < length {
            starts &= shown >> (4 * step);
            step += 1;
        }
        DieFaces(starts)
    }

    /// Returns the requirements that these dice meet, as a set of [`need`] bits (TB-3.1). No dice meet none, not even the empty
    /// requirement: at least one die comes off a card that acts (TB-6.1).
    #[inline]
    pub const fn meets(self) -> u8 {
        let pairs = self.faces_at_least(2).0;
        let triplets = self.faces_at_least(3).0;
        let two_pairs = pairs & pairs.wrapping_sub(1) != 0;
        let two_triplets = triplets & triplets.wrapping_sub(1) != 0;
        (self.0 != 0) as u8
            | ((pairs != 0) as u8) << 1
            | (two_pairs as u8) << 2
            | ((triplets != 0) as u8) << 3
            | (two_triplets as u8) << 4
            | ((triplets != 0 && two_pairs) as u8) << 5
            | ((self.len() >= 5) as u8) << 6
    }
}

impl std::fmt::Debug for DiceWord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.faces()).finish()
    }
}

/// A set of faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DieFaces(u32);

impl DieFaces {
    /// Returns the number of them.
    #[inline]
    pub const fn number(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the face, 1 to 6.
    pub const fn one(face: u8) -> DieFaces {
        DieFaces(8 << (4 * (face - 1)))
    }

    /// Returns the faces of both sets.
    #[inline]
    pub const fn or(self, other: DieFaces) -> DieFaces {
        DieFaces(self.0 | other.0)
    }

    /// Returns the faces that another set has not.
    #[inline]
    pub const fn without(self, other: DieFaces) -> DieFaces {
        DieFaces(self.0 & !other.0)
    }
}

/// From low to high.
impl Iterator for DieFaces {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let face = self.0.trailing_zeros() as u8 / 4 + 1;
        self.0 &= self.0 - 1;
        Some(face)
    }
}

/// Faces of which equal dice are taken: any number of some, one of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Numbers {
    /// All four bits of each face of which any number is taken.
    many: u32,
    /// The highest bit of each face of which one is taken.
    single: u32,
}

impl Numbers {
    /// Returns the numbers of the faces of which any number is taken and those of which one is.
    pub const fn new(many: DieFaces, single: DieFaces) -> Numbers {
        Numbers { many: many.0 | (many.0 - (many.0 >> 3)), single: single.0 & !many.0 }
    }

    /// Returns all of the faces.
    pub const fn faces(self) -> DieFaces {
        DieFaces(self.many & LANES | self.single)
    }
}

/// Returns the bit of a requirement in [`DiceWord::meets`].
pub const fn need(requirement: Option<Requirement>) -> u8 {
    match requirement {
        None => 1,
        Some(Requirement::Pair) => 1 << 1,
        Some(Requirement::TwoPairs) => 1 << 2,
        Some(Requirement::Triplet) => 1 << 3,
        Some(Requirement::TwoTriplets) => 1 << 4,
        Some(Requirement::FullHouse) => 1 << 5,
        Some(Requirement::FiveDice) => 1 << 6,
    }
}

/// A dice area as sets of faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Area {
    /// Faces of which any number may be placed, or one die.
    pub(super) numbers: Numbers,
    /// Whether two equal dice may be placed.
    doubles: bool,
    /// Whether three equal dice may be placed.
    triples: bool,
    /// Lengths of sequences: bit n for n dice.
    straights: u8,
}

impl Area {
    /// Returns the faces that may ever lie there.
    pub fn faces(&self) -> DieFaces {
        if self.doubles || self.triples || self.straights != 0 {
            return (1..=6).fold(DieFaces::default(), |faces, face| faces.or(DieFaces::one(face)));
        }
        self.numbers.faces()
    }

    /// Returns the area as it is written.
    pub fn new(area: &DiceArea) -> Area {
        let mut row = Area::default();
        let (mut many, mut single) = (DieFaces::default(), DieFaces::default());
        for set in &area.sets {
            match *set {
                DiceSet::Numbers { low, high } => {
                    many = (low..=high).fold(many, |faces, face| faces.or(DieFaces::one(face)));
                }
                DiceSet::Single(face) => single = single.or(DieFaces::one(face)),
                DiceSet::Equal(2) => row.doubles = true,
                DiceSet::Equal(_) => row.triples = true,
                DiceSet::Straight(length) => row.straights |= 1 << length,
            }
        }
        row.numbers = Numbers::new(many, single);
        row
    }

    /// Calls `set` with every set of these dice that the area takes in one roll phase (TB-2).
    pub fn sets(&self, rolled: DiceWord, mut set: impl FnMut(DiceWord)) {
        let numbers = rolled.restrict_to(self.numbers);
        for face in numbers.faces_at_least(1) {
            (1..=numbers.count(face)).for_each(|n| set(DiceWord::counting(face, n)));
        }
        if self.doubles {
            rolled.faces_at_least(2).for_each(|face| set(DiceWord::counting(face, 2)));
        }
        if self.triples {
            rolled.faces_at_least(3).for_each(|face| set(DiceWord::counting(face, 3)));
        }
        for length in (3..=6).filter(|n| self.straights & (1 << n) != 0) {
            rolled.straights(length).for_each(|low| set(DiceWord::straight(low, length)));
        }
    }

    /// Returns the smallest sets that one roll phase can bring to the area; larger ones are several of these.
    fn steps(&self) -> Vec<DiceWord> {
        let mut steps: Vec<DiceWord> = self.numbers.faces().map(|face| DiceWord::counting(face, 1)).collect();
        for (taken, dice) in [(self.doubles, 2), (self.triples, 3)] {
            steps.extend((1..=6).filter(|_| taken).map(|face| DiceWord::counting(face, dice)));
        }
        for length in (3..=6).filter(|n| self.straights & (1 << n) != 0) {
            steps.extend((1..=7 - length).map(|low| DiceWord::straight(low, length)));
        }
        steps
    }
}

/// Returns true if dice meet a requirement (TB-3.1).
fn is_met(requires: Requirement, dice: DiceWord) -> bool {
    dice.meets() & need(Some(requires)) != 0
}

/// Returns true if dice placed in an area, over as many roll phases as wished, can ever meet a requirement; without
/// one, whether a single die can ever lie there (TB-6.1).
pub fn fills(area: &DiceArea, requires: Option<Requirement>) -> bool {
    fills_with(area, &[], requires)
}

/// Like [`fills`], where the dice in other areas come off and count with those of this one, which holds one at least.
pub fn fills_with(area: &DiceArea, lent: &[&DiceArea], requires: Option<Requirement>) -> bool {
    let Some(requires) = requires else { return !area.sets.is_empty() };
    let all: Vec<DiceWord> = lent.iter().copied().chain([area]).flat_map(|area| Area::new(area).steps()).collect();
    let mut seen = HashSet::new();
    Area::new(area).steps().into_iter().any(|first| reaches(&all, requires, first, &mut seen))
}

/// Returns true if any dice that lie in an area meet a requirement: each of the smallest sets does alone.
pub fn always_met(area: &DiceArea, requires: Requirement) -> bool {
    !area.sets.is_empty() && Area::new(area).steps().into_iter().all(|dice| is_met(requires, dice))
}

fn reaches(steps: &[DiceWord], requires: Requirement, dice: DiceWord, seen: &mut HashSet<DiceWord>) -> bool {
    if is_met(requires, dice) {
        return true;
    }
    if !seen.insert(dice) {
        return false;
    }
    steps.iter().any(|step| {
        let next = dice.plus(*step);
        next.len() <= DICE && reaches(steps, requires, next, seen)
    })
}

#[cfg(test)]
mod tests {
    use Requirement::{FiveDice, FullHouse, Pair, Triplet, TwoPairs, TwoTriplets};

    use super::*;

    const ALL: [Requirement; 6] = [Pair, TwoPairs, Triplet, TwoTriplets, FullHouse, FiveDice];

    fn requirements_filled(area: &str) -> Vec<Requirement> {
        let area = DiceArea::parse(area).expect("a dice area");
        ALL.into_iter().filter(|requirement| fills(&area, Some(*requirement))).collect()
    }

    #[test]
    fn tb_3_1_requirements_that_dice_areas_can_fill() {
        assert_eq!(requirements_filled("6"), [Pair, Triplet, FiveDice]);
        assert_eq!(requirements_filled("(6)"), [Pair, Triplet, FiveDice]);
        assert_eq!(requirements_filled("5/6"), ALL);
        assert_eq!(requirements_filled("(5)/(6)"), ALL);
        assert_eq!(requirements_filled("Any"), ALL);
        assert_eq!(requirements_filled("Doubles"), [Pair, TwoPairs, Triplet, FullHouse, FiveDice]);
        assert_eq!(requirements_filled("Triples"), ALL);
        assert_eq!(requirements_filled("Straight 3"), [Pair, TwoPairs, FiveDice]);
        assert_eq!(requirements_filled("Straight 4"), []);
        assert_eq!(requirements_filled("Straight 5"), [FiveDice]);
        assert_eq!(requirements_filled("Doubles, Straight 4"), [Pair, TwoPairs, Triplet, FullHouse, FiveDice]);
        assert_eq!(requirements_filled("none"), []);
    }

    #[test]
    fn requirements_that_a_single_set_meets() {
        let met = |area: &str| {
            let area = DiceArea::parse(area).expect("a dice area");
            ALL.into_iter().filter(|requirement| always_met(&area, *requirement)).collect::<Vec<_>>()
        };
        assert_eq!(met("6"), []);
        assert_eq!(met("Doubles"), [Pair]);
        assert_eq!(met("Triples"), [Pair, Triplet]);
        assert_eq!(met("Doubles, Straight 4"), []);
        assert_eq!(met("Straight 5"), [FiveDice]);
        assert_eq!(met("none"), []);
    }

    #[test]
    fn without_a_requirement_one_die_is_enough() {
        assert!(fills(&DiceArea::parse("(1)").expect("a dice area"), None));
        assert!(!fills(&DiceArea::default(), None));
    }
}
