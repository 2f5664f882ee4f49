//! TB130 `too-many-cubes`: the set-up needs more than ten cubes (TB-4.2).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::Battle;
use crate::resolve::CUBES;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB130", "too-many-cubes", Severity::Error, include_str!("too_many_cubes.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let sides = battle.sides();
    let on_cards = battle.fielded_cards().map(|card| (card, usize::from(battle.cubes_at_start(card))));
    let on_cards: Vec<(usize, usize)> = on_cards.filter(|(_, cubes)| *cubes > 0).collect();
    let morale = sides.iter().map(|side| usize::from(side.morale));
    let cubes = morale.chain(on_cards.iter().map(|(_, cubes)| *cubes)).sum::<usize>();
    // The larger morale is the likelier mistake.
    let Some((most, _)) = sides.iter().enumerate().max_by_key(|(_, side)| side.morale) else { return };
    if cubes <= usize::from(CUBES) {
        return;
    }
    let at = |i| battle.scenario_address(&format!("/scenario/sides/{i}/morale"));
    let message = format!("the set-up needs {cubes} cubes; the box has {CUBES}");
    let mut finding = cx.finding(at(most), message);
    for (i, side) in sides.iter().enumerate().filter(|(i, _)| *i != most) {
        finding = finding.with_related(at(i), format!("{} for the morale of `{}`", side.morale, side.name));
    }
    for (card, cubes) in on_cards {
        let text = format!("{cubes} on `{}`", battle.formation(card).name);
        finding = finding.with_related(battle.card_address(card, "/strength"), text);
    }
    cx.push(finding);
}
