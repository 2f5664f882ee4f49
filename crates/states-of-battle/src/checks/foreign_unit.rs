//! SB105 `foreign-unit`: a side names a unit that belongs to the other side, or to none.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::StatesBattle;
use crate::resolve::{NameKind, NameMeaning};

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB105", "foreign-unit", Severity::Error, include_str!("foreign_unit.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for name in &battle.names {
        let (NameKind::Unit(Some(side)), NameMeaning::Elsewhere(unit)) = (name.kind, name.meaning) else { continue };
        // Which of two units with one number is in a side is not known.
        if battle.is_numbered_twice(unit) {
            continue;
        }
        let own = &battle.sides[side].name;
        let whose = match battle.units[unit].side {
            Some(other) => format!("a unit of `{}`", battle.sides[other].name),
            None => "in no side".to_owned(),
        };
        let finding = cx.finding(name.at.clone(), format!("`{}` is {whose}; expected a unit of `{own}`", name.text));
        let id = battle.units[unit].id;
        cx.push(finding.with_related(battle.unit_address(unit, "/unit"), format!("`{id}` is defined here")));
    }
}
