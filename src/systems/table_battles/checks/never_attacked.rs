//! TB153 `never-attacked`: no enemy attack lists a formation.

use std::collections::HashSet;

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::table_battles::blame;
use crate::systems::table_battles::prospects::{attacked, is_attack};
use crate::systems::table_battles::resolve::{Battle, Reference, Role};

/// No enemy attack lists a formation.
pub(super) const CHECK: Check<Battle> = Check {
    code: Code {
        id: "TB153",
        name: "never-attacked",
        severity: Severity::Info,
        page: include_str!("never_attacked.md"),
    },
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    if !blame::all_found(battle) {
        return;
    }
    // Where a card counts on its being attacked, that is found there.
    let counts_on = |r: &&Reference| matches!(r.role, Role::Absorb | Role::Behind | Role::Counterattack);
    let named = battle.references.iter().filter(counts_on);
    let said: HashSet<usize> =
        named.filter_map(|r| if r.role == Role::Counterattack { Some(r.from) } else { r.card() }).collect();
    let attacked = attacked(battle);
    let effects = special(battle);
    let attacks = |side: usize| {
        battle.armies[side].cards.iter().any(|card| battle.formation(*card).actions.iter().any(is_attack))
    };
    for card in battle.fielded().filter(|card| ![&attacked, &said, &effects].iter().any(|set| set.contains(card))) {
        let formation = battle.formation(card);
        // An enemy without any attack is found as such.
        let enemy = (0..battle.armies.len()).any(|side| !battle.cards[card].sides.contains(&side) && attacks(side));
        if enemy && !formation.strength.special() {
            cx.push(cx.at(battle.at(card, "/name"), format!("no enemy can attack `{}`", formation.name)));
        }
    }
}

/// Cards that have or are named in special rules: what they are there for is said there.
fn special(battle: &Battle) -> HashSet<usize> {
    let own = battle.effects().into_iter().filter_map(|placed| placed.card);
    let named = battle.effect_references().into_iter().filter_map(|reference| reference.found?.card());
    own.chain(named).collect()
}
