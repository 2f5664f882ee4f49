//! TB107 `wrong-side`: a friend is named where an enemy is expected, or an enemy where a friend is expected.

use std::collections::HashSet;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::causes;
use crate::resolve::{Battle, Found, ReferenceRole};

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB107", "wrong-side", Severity::Error, include_str!("wrong_side.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let misplaced = causes::misplaced_cards(battle);
    for (&card, references) in &misplaced {
        let (id, name) = (battle.cards[card].id, &battle.formation(card).name);
        let Some((range, at)) = battle.range_of(card) else { continue };
        let message = format!("the targets in `{range}` put {id} `{name}` on the wrong side");
        let named = references.iter().map(|i| &battle.references[*i]);
        cx.push(
            named.fold(cx.finding(at, message), |finding, r| {
                finding.with_related(r.at.clone(), format!("`{}`", r.text))
            }),
        );
    }
    let explained: HashSet<usize> = misplaced.into_values().flatten().collect();
    for (i, reference) in battle.references.iter().enumerate() {
        let Found::WrongSide(card) = reference.found else { continue };
        if causes::to_itself(reference) || explained.contains(&i) {
            continue;
        }
        let rule = match reference.role {
            ReferenceRole::Attack => "an attack needs an enemy",
            ReferenceRole::Screen => "a screen needs an enemy",
            ReferenceRole::Counterattack => "a counterattack needs an enemy",
            ReferenceRole::Absorb => "an absorb needs a friend",
            ReferenceRole::Command => "a command needs a friend",
            ReferenceRole::Behind => "a reserve waits behind a friend",
            ReferenceRole::CommandedBy => "a reserve is commanded by a friend",
        };
        let whose = if reference.role.friendly() { "an enemy" } else { "a friend" };
        let message = format!("`{}` is {whose}; {rule}", reference.text);
        let finding = cx.finding(reference.at.clone(), message);
        cx.push(
            finding.with_related(
                battle.card_address(card, "/card"),
                format!("`{}` is defined here", battle.cards[card].id),
            ),
        );
    }
}
