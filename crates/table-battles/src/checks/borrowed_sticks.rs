//! TB133 `borrowed-sticks`: the wings of one colour need more sticks than the box has in that colour (TB-1.2).

use std::collections::BTreeMap;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use super::too_many_sticks::{STICKS, sticks, total};
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB133", "borrowed-sticks", Severity::Info, include_str!("borrowed_sticks.md")), run };

/// Sticks of each colour in the box that it has at all.
const COLOUR: usize = 20;

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    if total(battle) > STICKS {
        return;
    }
    let mut wings = BTreeMap::new();
    for card in battle.fielded_cards() {
        // The first card of the wing stands for all.
        let (needed, _) = wings.entry(battle.formation(card).wing).or_insert((0, card));
        *needed += sticks(battle, card);
    }
    for (wing, (needed, first)) in wings {
        let there = if wing.is_in_box() { COLOUR } else { 0 };
        if needed > there {
            let (wing, there) = (wing.word(), if there == 0 { "none".to_owned() } else { there.to_string() });
            let message = format!("the {wing} wings need {needed} sticks; the box has {there} in {wing}");
            let help = "use sticks of a colour that no wing has, or print some with `--with tokens`";
            cx.push(cx.finding(battle.card_address(first, "/wing"), message).help(help));
        }
    }
}
