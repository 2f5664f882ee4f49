//! TB143 `uncommanded-reserve`: a formation waits for a command from a formation that has none for it (TB-10.4).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Edit, Severity};
use muster_systems::hints::scalar;

use crate::model::Action;
use crate::reach::Opened;
use crate::resolve::{Battle, Found, ReferenceRole};

pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB143", "uncommanded-reserve", Severity::Error, include_str!("uncommanded_reserve.md")),
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let opened = Opened::new(battle);
    for reference in battle.references.iter().filter(|reference| reference.role == ReferenceRole::CommandedBy) {
        let (card, Some(commander)) = (reference.from, reference.card()) else { continue };
        let mut commands = battle.references_of(commander).iter().filter(|r| r.role == ReferenceRole::Command);
        // A command that means no card, or the wrong one, may be the one that is missing here.
        if commander == card
            || opened.entry.contains(&card)
            || commands.any(|r| !matches!(r.found, Found::Card(other) if other != card))
        {
            continue;
        }
        let name = &battle.formation(card).name;
        let message = format!("`{}` has no command for `{name}`, so it can never enter", reference.text);
        let mut finding = cx.finding(reference.at.clone(), message);
        finding = finding
            .with_related(battle.card_address(commander, "/card"), format!("`{}` is defined here", reference.text));
        for other in battle.references.iter().filter(|r| r.card() == Some(card)) {
            let who = &battle.formation(other.from).name;
            finding = match other.role {
                ReferenceRole::Command => {
                    finding.with_related(other.at.clone(), format!("`{who}` does have a command for it"))
                }
                ReferenceRole::Behind => finding.with_related(other.at.clone(), format!("`{who}` waits behind it")),
                _ => finding,
            };
        }
        let mut actions = battle.formation(commander).actions.iter().enumerate();
        let command = actions.find(|(_, action)| matches!(action, Action::Command { .. }));
        if let Some((i, _)) = command {
            let list = battle.card_address(commander, &format!("/actions/{i}/targets"));
            let help = format!("add `{name}` to the command, or use another commander");
            finding = finding.help(help).mend(false, vec![Edit::append(list, scalar(name))]);
        }
        cx.push(finding);
    }
}
