//! Reachability by card: everything that can ever happen in a battle, decided on the cards alone, not on the luck of the dice or
//! the choices of the players.

use std::collections::HashSet;

use super::Opened;
use crate::dice;
use crate::model::{Action, DiceArea, Formation, Targets};
use crate::resolve::{Battle, Reference, ReferenceRole};

/// Returns true if a formation can ever do what an action says, as far as its own dice and those that friends lend it
/// go. A special formation needs a cube only, and starts with one (TB-3.2).
pub fn can_perform(battle: &Battle, opened: &Opened, card: usize, action: &Action) -> bool {
    let formation = battle.formation(card);
    formation.strength.special()
        || dice::fills_with(&formation.dice, &lent(battle, opened, card, action), action.requires())
}

/// Returns the dice areas of friends that fill an attack's requirement too.
pub fn lent<'a>(battle: &'a Battle, opened: &Opened, card: usize, action: &Action) -> Vec<&'a DiceArea> {
    let lenders = opened.lenders(card).iter().filter(|_| action.is_attack()).map(|lender| battle.formation(*lender));
    lenders.filter(|lender| !lender.strength.special()).map(|lender| &lender.dice).collect()
}

/// Returns true if a formation can ever pay for an action: with a die, or as a special formation with its cube.
pub fn can_act(formation: &Formation) -> bool {
    formation.strength.special() || !formation.dice.sets.is_empty()
}

/// Returns true if a formation can ever retire: a normal one with a die on it (TB-6.10).
pub fn can_retire(formation: &Formation) -> bool {
    formation.retire && !formation.strength.special() && !formation.dice.sets.is_empty()
}

/// Returns the attacks of a formation, each with its index among the actions.
pub fn attacks(formation: &Formation) -> impl Iterator<Item = (usize, &Action)> {
    formation.actions.iter().enumerate().filter(|(_, action)| action.is_attack())
}

/// Returns the cards that an enemy attack lists.
pub fn attacked_cards(battle: &Battle) -> HashSet<usize> {
    battle.references.iter().filter(|r| r.role == ReferenceRole::Attack).filter_map(Reference::card).collect()
}

/// Returns true if an enemy of a card has an attack at all.
pub fn faces_attacks(battle: &Battle, card: usize) -> bool {
    let enemies = (0..battle.armies.len()).filter(|side| !battle.cards[card].sides.contains(side));
    let mut cards = enemies.flat_map(|side| &battle.armies[side].cards);
    cards.any(|enemy| battle.formation(*enemy).actions.iter().any(Action::is_attack))
}

/// Returns true if a formation can ever leave play, so that who waits behind it enters (TB-10.4), as far as names are
/// found.
pub fn can_leave(battle: &Battle, opened: &Opened, card: usize) -> bool {
    let formation = battle.formation(card);
    let routs = || !formation.strength.special() && can_lose_sticks(battle, card);
    opened.exit.contains(&card) || formation.pursuit || can_retire(formation) || routs()
}

/// Returns true if a normal formation can ever lose sticks: attacked, counterattacked, by its own attack or for a
/// friend.
fn can_lose_sticks(battle: &Battle, card: usize) -> bool {
    let mut actions = battle.formation(card).actions.iter().enumerate();
    let risks = |(number, action): (usize, &Action)| match action {
        Action::Attack { own, .. } => {
            *own > 0 || battle.targets(card, number).any(|enemy| strikes_back(battle, enemy, card))
        }
        Action::Absorb { .. } => true,
        _ => false,
    };
    actions.any(risks) || battle.references.iter().any(|r| r.role == ReferenceRole::Attack && r.card() == Some(card))
}

/// Returns true if an action is a counterattack against whoever attacks.
pub fn counterattacks_any(action: &Action) -> bool {
    matches!(action, Action::Counterattack { targets: Targets::Any(_), .. })
}

/// Returns true if a formation counterattacks another.
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
        let reserve = |r: &&Reference| matches!(r.role, ReferenceRole::Behind | ReferenceRole::CommandedBy);
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
        let opens = |r: &Reference| r.role == ReferenceRole::Command && r.card().is_some_and(inside) && !inside(r.from);
        let freed = |r: &&Reference| opened.entry.contains(&r.from) || opened.exit.contains(&r.from);
        if !battle.references.iter().any(opens) && !cycle.iter().any(freed) {
            cycles.push(cycle);
        }
    }
    cycles
}
