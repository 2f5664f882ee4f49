//! TB145 `blocked-reserve`: a formation waits in reserve behind one that can never leave play (TB-10.4).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::reach::{Opened, can_leave};
use crate::resolve::{Battle, Reference, ReferenceRole};

pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB145", "blocked-reserve", Severity::Warning, include_str!("blocked_reserve.md"))
        .formerly(&["waits-in-vain"]),
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let (all_found, opened) = (battle.all_found(), Opened::new(battle));
    for reference in battle.references.iter().filter(|reference| reference.role == ReferenceRole::Behind) {
        let (card, Some(friend)) = (reference.from, reference.card()) else { continue };
        let commanded = |r: &&_| matches!(r, Reference { role: ReferenceRole::Command, .. } if r.card() == Some(card));
        // A name that means nobody yet may be the attack that lets the friend rout.
        let routs = !all_found && !battle.formation(friend).strength.special();
        let comes = opened.entry.contains(&card) || routs || can_leave(battle, &opened, friend);
        if comes || friend == card || battle.references.iter().any(|r| commanded(&r)) {
            continue;
        }
        let message = format!("`{}` can never retire, rout or pursue, so nobody behind it enters", reference.text);
        cx.push(
            cx.finding(reference.at.clone(), message)
                .with_related(battle.card_address(friend, "/card"), "it is defined here"),
        );
    }
}
