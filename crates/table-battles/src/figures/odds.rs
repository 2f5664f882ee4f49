//! Exact odds of dice: computed over every roll, not sampled.

use std::hash::Hash;
use std::sync::{LazyLock, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::dice::{Area, DICE, DiceWord, DieFaces, need};
use crate::values::{DiceArea, Requirement};

/// Returns the chance that a dice area can take any of so many rolled dice (TB-2).
pub fn takes(area: &DiceArea, dice: u8) -> f64 {
    let area = Area::new(area);
    let taken = rolls(area.faces(), dice).into_iter().filter(|(rolled, _)| !choices(&area, *rolled).is_empty());
    taken.fold(0.0, |sum, (_, chance)| sum + chance)
}

/// The most dice of a roll (TB-1.1).
pub(super) const MOST_DICE: u8 = DICE;

/// Returns the chance that none of these dice areas can take any of so many rolled dice (TB-9.1), all of their cards in play
/// and able to take some.
pub fn nothing_fits(areas: &[&DiceArea], dice: u8) -> f64 {
    let areas: Vec<Area> = areas.iter().map(|area| Area::new(area)).collect();
    let faces = areas.iter().fold(DieFaces::default(), |faces, area| faces.or(area.faces()));
    let fits = |rolled: DiceWord| areas.iter().any(|area| !choices(area, rolled).is_empty());
    let misfits = rolls(faces, dice).into_iter().filter(|(rolled, _)| !fits(*rolled));
    // The sum of no chances at all is -0.0.
    misfits.map(|(_, chance)| chance).sum::<f64>() + 0.0
}

/// Returns the own turns until an action's requirement is met, on average, from an empty card: with all the side's other dice in
/// the pool in every turn, and placed as is best for it. `None` if it can never be. Without a requirement, until a die lies there
/// (TB-6.1).
pub fn turns(area: &DiceArea, requires: Option<Requirement>) -> Option<f64> {
    static KNOWN: Known<(DiceArea, Option<Requirement>)> = LazyLock::new(Mutex::default);
    remember(&KNOWN, (area.clone(), requires), || {
        let area = &Area::new(area);
        let rolls = std::array::from_fn(|dice| rolls(area.faces(), dice as u8));
        let search = Search { area, need: need(requires), rolls: &rolls, known: FxHashMap::default() };
        let expected = { search }.turns(DiceWord::NONE);
        expected.is_finite().then_some(expected)
    })
}

/// Returns the own turns until a special formation gets a cube, on average, with all six dice in the pool (TB-9.2).
pub fn turns_for_cube(area: &DiceArea) -> Option<f64> {
    static KNOWN: Known<DiceArea> = LazyLock::new(Mutex::default);
    remember(&KNOWN, area.clone(), || {
        let chance = takes(area, DICE);
        (chance > 0.0).then(|| 1.0 / chance)
    })
}

/// Turns that were computed before: cards share few areas and requirements, and a search takes longer than reading a card.
type Known<K> = LazyLock<Mutex<FxHashMap<K, Option<f64>>>>;

fn remember<K: Eq + Hash>(known: &Known<K>, key: K, search: impl FnOnce() -> Option<f64>) -> Option<f64> {
    let lock = || known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(turns) = lock().get(&key) {
        return *turns;
    }
    let turns = search();
    lock().insert(key, turns);
    turns
}

struct Search<'a> {
    area: &'a Area,
    /// The bit of what is required.
    need: u8,
    /// By number of dice.
    rolls: &'a [Vec<(DiceWord, f64)>; DICE as usize + 1],
    known: FxHashMap<DiceWord, f64>,
}

impl Search<'_> {
    /// Returns the turns from here on, with these dice on the card.
    fn turns(&mut self, on_card: DiceWord) -> f64 {
        if on_card.meets() & self.need != 0 {
            return 0.0;
        }
        if let Some(known) = self.known.get(&on_card) {
            return *known;
        }
        // For each roll, the best that can be made of it: dice lie until the card acts, so nothing is ever undone.
        let mut futures: Vec<(f64, f64)> = Vec::new();
        for &(rolled, chance) in &self.rolls[usize::from(DICE - on_card.len())] {
            let after = choices(self.area, rolled).into_iter().map(|set| self.turns(on_card.plus(set)));
            futures.push((after.fold(f64::INFINITY, f64::min), chance));
        }
        futures.sort_by(|a, b| a.0.total_cmp(&b.0));
        // Dice are placed where that is better than to wait for another roll: turns = 1 + Σ chance · future + waiting · turns.
        let (mut sum, mut chances, mut best) = (1.0, 0.0, f64::INFINITY);
        for (future, chance) in futures {
            if future >= best {
                break;
            }
            sum += future * chance;
            chances += chance;
            best = sum / chances;
        }
        self.known.insert(on_card, best);
        best
    }
}

/// Returns every roll of so many dice, as far as it shows numbers that are checked, with its chance.
fn rolls(faces: DieFaces, dice: u8) -> Vec<(DiceWord, f64)> {
    let others = 6 - faces.number();
    let mut all = vec![(DiceWord::NONE, 6_f64.powi(-i32::from(dice)), dice)];
    for face in faces {
        let mut next = Vec::new();
        for (shown, ways, left) in all {
            let mut choose = 1.0;
            for n in 0..=left {
                next.push((shown.plus(DiceWord::counting(face, n)), ways * choose, left - n));
                choose *= f64::from(left - n) / f64::from(n + 1);
            }
        }
        all = next;
    }
    // The dice that are left show any of the other numbers.
    let whole = all.into_iter().map(|(shown, ways, left)| (shown, ways * f64::from(others).powi(i32::from(left))));
    whole.filter(|(_, chance)| *chance > 0.0).collect()
}

/// Returns the sets of rolled dice that a dice area takes in one roll phase (TB-2.1 to TB-2.3).
fn choices(area: &Area, rolled: DiceWord) -> Vec<DiceWord> {
    let mut sets = Vec::new();
    area.sets(rolled, |set| sets.push(set));
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(text: &str) -> DiceArea {
        DiceArea::parse(text).expect("a dice area")
    }

    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
    }

    #[test]
    fn chances_are_those_of_the_textbook() {
        for area in ["6", "5/6", "4-6", "Doubles", "none"].map(area) {
            assert_near(rolls(Area::new(&area).faces(), 6).iter().fold(0.0, |sum, (_, chance)| sum + chance), 1.0);
        }
        assert_near(takes(&area("6"), 1), 1.0 / 6.0);
        assert_near(takes(&area("6"), 6), 1.0 - (5.0_f64 / 6.0).powi(6));
        assert_near(takes(&area("5/6"), 2), 1.0 - (4.0_f64 / 6.0).powi(2));
        // Six dice all different, and five that are 1-5 or 2-6.
        assert_near(takes(&area("Straight 6"), 6), 720.0 / 46_656.0);
        assert_near(takes(&area("Straight 5"), 5), 240.0 / 7_776.0);
        assert_near(takes(&area("Doubles"), 6), 1.0 - 720.0 / 46_656.0);
        assert_near(takes(&area("Triples"), 2), 0.0);
    }

    #[test]
    fn waiting_times_are_those_of_the_geometric_distribution() {
        let chance = |dice: i32| 1.0 - (5.0_f64 / 6.0).powi(dice);
        assert_near(turns(&area("6"), None).expect("finite"), 1.0 / chance(6));
        // One die a turn: from six dice, then from five, then from four.
        let triplet = 1.0 / chance(6) + 1.0 / chance(5) + 1.0 / chance(4);
        assert_near(turns(&area("(6)"), Some(Requirement::Triplet)).expect("finite"), triplet);
        assert_eq!(turns(&area("(6)"), Some(Requirement::FullHouse)), None);
        assert_near(turns_for_cube(&area("Straight 6")).expect("finite"), 46_656.0 / 720.0);
    }

    #[test]
    fn computed_waiting_times_are_those_of_played_turns() {
        use muster_core::play::rng::Rng;
        // Where every six is placed at once, that is the best play.
        let mut rng = Rng::new(1);
        let mut total = 0_u32;
        for _ in 0..20_000 {
            let mut sixes = 0;
            while sixes < 3 {
                total += 1;
                sixes += (0..6 - sixes).filter(|_| rng.draw_below(6) == 5).count();
            }
        }
        let expected = turns(&area("6"), Some(Requirement::Triplet)).expect("finite");
        assert!((f64::from(total) / 20_000.0 - expected).abs() < 0.05, "{total} turns, expected {expected} a time");
    }
}
