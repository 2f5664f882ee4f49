//! TB153 `never-attacked`: no enemy attack lists a formation.

use std::collections::HashSet;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::reach::{Opened, attacked_cards, can_leave, counterattacks_any, faces_attacks};
use crate::resolve::{Battle, Reference, ReferenceRole};

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB153", "never-attacked", Severity::Info, include_str!("never_attacked.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    if !battle.all_found() {
        return;
    }
    // Where a card counts on its being attacked, that is found there.
    let opened = Opened::new(battle);
    let counts_on = |r: &Reference| match r.role {
        ReferenceRole::Absorb => r.card(),
        ReferenceRole::Behind => r.card().filter(|friend| !can_leave(battle, &opened, *friend)),
        ReferenceRole::Counterattack => Some(r.from),
        _ => None,
    };
    let mut said: HashSet<usize> = battle.references.iter().filter_map(counts_on).collect();
    said.extend(battle.fielded_cards().filter(|card| battle.formation(*card).actions.iter().any(counterattacks_any)));
    let attacked = attacked_cards(battle);
    let effects = special(battle);
    for card in battle.fielded_cards().filter(|card| ![&attacked, &said, &effects].iter().any(|set| set.contains(card)))
    {
        let formation = battle.formation(card);
        // An enemy without any attack is found as such.
        if faces_attacks(battle, card) && !formation.strength.special() {
            cx.push(
                cx.finding(battle.card_address(card, "/name"), format!("no enemy can attack `{}`", formation.name)),
            );
        }
    }
}

/// Returns the cards that have or are named in special rules, played or not: what they are there for is said there.
fn special(battle: &Battle) -> HashSet<usize> {
    let own = battle.effects().into_iter().filter_map(|placed| placed.card);
    let named = battle.effect_references().into_iter().filter_map(|reference| reference.found?.card());
    let unplayed = battle.fielded_cards().filter(|card| battle.formation(*card).rule_text.is_some());
    own.chain(named).chain(unplayed).collect()
}
