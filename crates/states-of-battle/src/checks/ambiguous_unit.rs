//! SB106 `ambiguous-unit`: a name could mean several units of its side.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::StatesBattle;
use crate::resolve::{NameKind, NameMeaning};
use rustc_hash::FxHashMap;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB106", "ambiguous-unit", Severity::Warning, include_str!("ambiguous_unit.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let mut named: FxHashMap<(Option<usize>, &str), Vec<usize>> = FxHashMap::default();
    for (index, unit) in battle.units.iter().enumerate() {
        named.entry((unit.side, &unit.name)).or_default().push(index);
    }
    for name in &battle.names {
        let (NameKind::Unit(side), NameMeaning::Meant(unit)) = (name.kind, name.meaning) else { continue };
        let several = named.get(&(side, &name.text)).filter(|units| units.len() > 1 && units.contains(&unit));
        let Some(several) = several else { continue };
        let numbers: Vec<String> =
            several.iter().take(LISTED).map(|unit| format!("`{}`", battle.units[*unit].id)).collect();
        let message = format!("`{}` could be {}; use a number", name.text, numbers.join(" or "));
        let first = battle.units[unit].id;
        let finding =
            cx.finding(name.at.clone(), message).help(format!("the first one counts; if it is meant, write `{first}`"));
        cx.push(finding.replace(true, name.at.clone(), first.to_string()));
    }
}

/// Most units that a message lists.
const LISTED: usize = 4;
