//! TB184 `countdown-too-long`: a countdown needs more cubes than its card can hold.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::effects::Event;
use crate::model::Strength;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB184", "countdown-too-long", Severity::Warning, include_str!("countdown_too_long.md")),
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let held = battle.cubes_held();
    for placed in battle.effects() {
        for (event, at) in placed.effect.events() {
            let Event::Cubes(cubes) = event else { continue };
            let of = cubes.of.as_deref().unwrap_or("this");
            let Some(&card) = battle.cards_picked(placed.card, of).first() else { continue };
            let formation = battle.formation(card);
            let (left, held) = (cubes.left, held[card]);
            // One comes off, and these are left.
            if left >= held {
                let needed = left + 1;
                let message = format!(
                    "`{left}` cubes are left only after {needed} were on `{}`, which holds at most {held}",
                    formation.name
                );
                let finding = cx.finding(battle.effect_address(&placed, &format!("{at}/cubes/left")), message);
                cx.push(match formation.strength {
                    Strength::Cubes(_) => finding
                        .with_related(battle.card_address(card, "/strength"), "the strength sets how many it holds"),
                    Strength::Sticks(_) => finding.help("`starts-with` sets how many cubes it starts with"),
                });
            }
        }
    }
}
