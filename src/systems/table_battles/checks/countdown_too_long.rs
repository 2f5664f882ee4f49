//! TB184 `countdown-too-long`: a countdown needs more cubes than its card can hold.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::table_battles::effects::{Condition, Effect, Event};
use crate::systems::table_battles::notation::Strength;
use crate::systems::table_battles::resolve::Battle;

/// A countdown needs more cubes than its card can hold.
pub(super) const CHECK: Check<Battle> = Check {
    code: Code {
        id: "TB184",
        name: "countdown-too-long",
        severity: Severity::Warning,
        page: include_str!("countdown_too_long.md"),
    },
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for placed in battle.effects() {
        let mut steps = Vec::new();
        if let Effect::When(when) = placed.effect {
            step(&when.on, "/on", &mut steps);
        }
        if let Effect::Victory(victory) = placed.effect {
            happened(&victory.when, "/when", &mut steps);
        }
        let gate = placed.effect.rule().gate();
        for (key, condition) in [("/while", gate.only_while), ("/unless", gate.unless)] {
            condition.into_iter().for_each(|condition| happened(condition, key, &mut steps));
        }
        for (of, left, at) in steps {
            let Some(&card) = battle.picked(placed.card, of).first() else { continue };
            let formation = battle.formation(card);
            let held = match formation.strength {
                Strength::Cubes(cubes) => cubes,
                Strength::Sticks(_) => 0,
            };
            // One comes off, and these are left.
            if left >= held {
                let needed = left + 1;
                let message = format!("`{left}` cubes left need {needed} on `{}`; it holds {held}", formation.name);
                let finding = cx.at(battle.at_effect(&placed, &at), message);
                cx.push(finding.related(battle.at(card, "/strength"), "its strength says how many it holds"));
            }
        }
    }
}

/// A card's text, the cubes that are left on it and where that is written.
type Step<'a> = (&'a str, u8, String);

fn step<'a>(event: &'a Event, at: &str, steps: &mut Vec<Step<'a>>) {
    if let Event::Cubes(cubes) = event {
        steps.push((cubes.of.as_deref().unwrap_or("this"), cubes.left, format!("{at}/cubes/left")));
    }
}

fn happened<'a>(condition: &'a Condition, at: &str, steps: &mut Vec<Step<'a>>) {
    if let Some(event) = &condition.happened {
        step(event, &format!("{at}/happened"), steps);
    }
    for (i, condition) in condition.any.iter().flatten().enumerate() {
        happened(condition, &format!("{at}/any/{i}"), steps);
    }
    if let Some(condition) = &condition.not {
        happened(condition, &format!("{at}/not"), steps);
    }
}
