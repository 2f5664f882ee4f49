//! What can ever happen in a battle, decided on the cards alone: not on the luck of the dice, nor on what the players
//! choose.

use std::collections::HashSet;

use super::effects::Opened;
use super::model::{Action, DiceArea, Formation, Requirement, Targets};
use super::notation::DiceSet;
use super::resolve::{Battle, Reference, Role};

/// Dice of each number, from 1 to 6.
pub(super) type Counts = [u8; 6];

/// A side's dice (TB-1.1): the most that can lie on one card.
pub(super) const DICE: u8 = 6;

/// Whether dice meet a requirement (TB-3.1).
pub(super) fn met(requires: Requirement, counts: Counts) -> bool {
    let numbers_with = |dice: u8| counts.iter().filter(|count| **count >= dice).count();
    match requires {
        Requirement::Pair => numbers_with(2) >= 1,
        Requirement::TwoPairs => numbers_with(2) >= 2,
        Requirement::Triplet => numbers_with(3) >= 1,
        Requirement::TwoTriplets => numbers_with(3) >= 2,
        Requirement::FullHouse => numbers_with(3) >= 1 && numbers_with(2) >= 2,
        Requirement::FiveDice => counts.iter().sum::<u8>() >= 5,
    }
}

/// Whether dice placed in an area, over as many roll phases as wished, can ever meet a requirement; without one, whether
/// a single die can ever lie there (TB-6.1).
pub fn fills(area: &DiceArea, requires: Option<Requirement>) -> bool {
    fills_with(area, &[], requires)
}

/// As [`fills`], where the dice in other areas come off and count with those of this one, which holds one at least.
fn fills_with(area: &DiceArea, lent: &[&DiceArea], requires: Option<Requirement>) -> bool {
    let Some(requires) = requires else { return !area.sets.is_empty() };
    let all: Vec<Counts> = lent.iter().copied().chain([area]).flat_map(steps).collect();
    let mut seen = HashSet::new();
    steps(area).any(|first| reaches(&all, requires, first, &mut seen))
}

/// Whether any dice that lie in an area meet a requirement: each of the smallest sets does alone.
pub fn always_met(area: &DiceArea, requires: Requirement) -> bool {
    !area.sets.is_empty() && steps(area).all(|counts| met(requires, counts))
}

fn reaches(steps: &[Counts], requires: Requirement, counts: Counts, seen: &mut HashSet<Counts>) -> bool {
    if met(requires, counts) {
        return true;
    }
    if !seen.insert(counts) {
        return false;
    }
    steps.iter().any(|step| {
        let next: Counts = std::array::from_fn(|i| counts[i] + step[i]);
        next.iter().sum::<u8>() <= DICE && reaches(steps, requires, next, seen)
    })
}

/// The smallest sets of dice that one roll phase can bring to an area; larger ones are several of these.
fn steps(area: &DiceArea) -> impl Iterator<Item = Counts> {
    let range = |numbers: std::ops::RangeInclusive<u8>, dice: u8| numbers.map(move |n| run(n, 1, dice));
    area.sets.iter().flat_map(move |set| match *set {
        DiceSet::Numbers { low, high } => range(low..=high, 1).collect::<Vec<_>>(),
        DiceSet::Single(n) => range(n..=n, 1).collect(),
        DiceSet::Equal(dice) => range(1..=6, dice).collect(),
        DiceSet::Straight(length) => (1..=7 - length).map(|first| run(first, length, 1)).collect(),
    })
}

/// `dice` dice of each of `length` numbers from `first`.
pub(super) fn run(first: u8, length: u8, dice: u8) -> Counts {
    std::array::from_fn(|i| if (first..first + length).contains(&(i as u8 + 1)) { dice } else { 0 })
}

/// Whether a formation can ever do what an action says, as far as its own dice and those that friends lend it go. A
/// special formation needs a cube only, and starts with one (TB-3.2).
pub fn can_perform(battle: &Battle, opened: &Opened, card: usize, action: &Action) -> bool {
    let formation = battle.formation(card);
    formation.strength.special() || fills_with(&formation.dice, &lent(battle, opened, card, action), requires(action))
}

/// The dice areas of friends that fill an attack's requirement too.
pub fn lent<'a>(battle: &'a Battle, opened: &Opened, card: usize, action: &Action) -> Vec<&'a DiceArea> {
    let lenders = opened.lenders(card).iter().filter(|_| is_attack(action)).map(|lender| battle.formation(*lender));
    lenders.filter(|lender| !lender.strength.special()).map(|lender| &lender.dice).collect()
}

/// Whether a formation can ever pay for an action: with a die, or as a special formation with its cube.
pub fn can_act(formation: &Formation) -> bool {
    formation.strength.special() || !formation.dice.sets.is_empty()
}

/// Whether a formation can ever retire: a normal one with a die on it (TB-6.10).
pub fn can_retire(formation: &Formation) -> bool {
    formation.retire && !formation.strength.special() && !formation.dice.sets.is_empty()
}

/// What an action's dice must show.
pub fn requires(action: &Action) -> Option<Requirement> {
    match action {
        Action::Attack { requires, .. }
        | Action::Bombard { requires }
        | Action::Command { requires, .. }
        | Action::Screen { requires, .. }
        | Action::Counterattack { requires, .. }
        | Action::Absorb { requires, .. } => *requires,
    }
}

/// Whether an action is an attack.
pub fn is_attack(action: &Action) -> bool {
    matches!(action, Action::Attack { .. })
}

/// The attacks of a formation, each with its index among the actions.
pub fn attacks(formation: &Formation) -> impl Iterator<Item = (usize, &Action)> {
    formation.actions.iter().enumerate().filter(|(_, action)| is_attack(action))
}

/// A requirement as it is written.
pub fn requirement_name(requires: Requirement) -> &'static str {
    match requires {
        Requirement::Pair => "pair",
        Requirement::TwoPairs => "two pairs",
        Requirement::Triplet => "triplet",
        Requirement::TwoTriplets => "two triplets",
        Requirement::FullHouse => "full house",
        Requirement::FiveDice => "five dice",
    }
}

/// The cards that an enemy attack lists.
pub fn attacked(battle: &Battle) -> HashSet<usize> {
    battle.references.iter().filter(|r| r.role == Role::Attack).filter_map(Reference::card).collect()
}

/// Whether an enemy of a card has an attack at all.
pub fn faces_attacks(battle: &Battle, card: usize) -> bool {
    let enemies = (0..battle.armies.len()).filter(|side| !battle.cards[card].sides.contains(side));
    let mut cards = enemies.flat_map(|side| &battle.armies[side].cards);
    cards.any(|enemy| battle.formation(*enemy).actions.iter().any(is_attack))
}

/// Whether a formation can ever leave play, so that who waits behind it enters (TB-10.4), as far as names are found.
pub fn can_leave(battle: &Battle, opened: &Opened, card: usize) -> bool {
    let formation = battle.formation(card);
    let routs = || !formation.strength.special() && can_lose_sticks(battle, card);
    opened.exit.contains(&card) || formation.pursuit || can_retire(formation) || routs()
}

/// Whether a normal formation can ever lose sticks: attacked, counterattacked, by its own attack or for a friend.
fn can_lose_sticks(battle: &Battle, card: usize) -> bool {
    let mut actions = battle.formation(card).actions.iter().enumerate();
    let risks = |(number, action): (usize, &Action)| match action {
        Action::Attack { own, .. } => {
            *own > 0 || battle.targets(card, number).any(|enemy| strikes_back(battle, enemy, card))
        }
        Action::Absorb { .. } => true,
        _ => false,
    };
    actions.any(risks) || battle.references.iter().any(|r| r.role == Role::Attack && r.card() == Some(card))
}

/// Whether an action is a counterattack against whoever attacks.
pub fn counterattacks_any(action: &Action) -> bool {
    matches!(action, Action::Counterattack { targets: Targets::Any(_), .. })
}

/// Whether a formation counterattacks another.
fn strikes_back(battle: &Battle, card: usize, attacker: usize) -> bool {
    let mut actions = battle.formation(card).actions.iter().enumerate();
    actions.any(|(number, action)| match action {
        _ if counterattacks_any(action) => true,
        Action::Counterattack { .. } => battle.targets(card, number).any(|target| target == attacker),
        _ => false,
    })
}

/// Reserves that wait for each other in a circle, each as its reserve lines in order, the first written card first. A
/// circle that a command from outside or an effect can open is none.
pub fn reserve_cycles<'a>(battle: &'a Battle, opened: &Opened) -> Vec<Vec<&'a Reference>> {
    let line = |card: usize| {
        let reserve = |r: &&Reference| matches!(r.role, Role::Behind | Role::CommandedBy);
        battle.references_of(card).iter().find(reserve).filter(|r| r.card().is_some_and(|friend| friend != card))
    };
    let mut cycles = Vec::new();
    let mut walked = vec![usize::MAX; battle.cards.len()];
    for start in 0..battle.cards.len() {
        let (mut card, mut path) = (start, Vec::new());
        while let Some(reference) = line(card).filter(|_| walked[card] == usize::MAX) {
            walked[card] = start;
            path.push(reference);
            card = reference.card().unwrap_or(card);
        }
        // A walk that ends where it has been itself has found a new circle.
        let Some(first) = path.iter().position(|r| r.from == card).filter(|_| walked[card] == start) else { continue };
        let mut cycle = path.split_off(first);
        let written = (0..cycle.len()).min_by_key(|i| cycle[*i].from).unwrap_or(0);
        cycle.rotate_left(written);
        let inside = |card: usize| cycle.iter().any(|r| r.from == card);
        let opens = |r: &Reference| r.role == Role::Command && r.card().is_some_and(inside) && !inside(r.from);
        let freed = |r: &&Reference| opened.entry.contains(&r.from) || opened.exit.contains(&r.from);
        if !battle.references.iter().any(opens) && !cycle.iter().any(freed) {
            cycles.push(cycle);
        }
    }
    cycles
}

#[cfg(test)]
mod tests {
    use super::*;

    use Requirement::{FiveDice, FullHouse, Pair, Triplet, TwoPairs, TwoTriplets};

    const ALL: [Requirement; 6] = [Pair, TwoPairs, Triplet, TwoTriplets, FullHouse, FiveDice];

    fn filled(area: &str) -> Vec<Requirement> {
        let area = DiceArea::parse(area).expect("a dice area");
        ALL.into_iter().filter(|requirement| fills(&area, Some(*requirement))).collect()
    }

    #[test]
    fn tb_3_1_requirements_that_dice_areas_can_fill() {
        assert_eq!(filled("6"), [Pair, Triplet, FiveDice]);
        assert_eq!(filled("(6)"), [Pair, Triplet, FiveDice]);
        assert_eq!(filled("5/6"), ALL);
        assert_eq!(filled("(5)/(6)"), ALL);
        assert_eq!(filled("Any"), ALL);
        assert_eq!(filled("Doubles"), [Pair, TwoPairs, Triplet, FullHouse, FiveDice]);
        assert_eq!(filled("Triples"), ALL);
        assert_eq!(filled("Straight 3"), [Pair, TwoPairs, FiveDice]);
        assert_eq!(filled("Straight 4"), []);
        assert_eq!(filled("Straight 5"), [FiveDice]);
        assert_eq!(filled("Doubles, Straight 4"), [Pair, TwoPairs, Triplet, FullHouse, FiveDice]);
        assert_eq!(filled("none"), []);
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
