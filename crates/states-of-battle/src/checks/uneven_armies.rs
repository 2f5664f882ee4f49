//! SB143 `uneven-armies`: one army has over a quarter more points than the other.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB143", "uneven-armies", Severity::Info, include_str!("uneven_armies.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let whole = |side: usize| battle.army_is_known(side) && battle.sides[side].taken.is_empty();
    let known = (0..battle.sides.len()).all(whole);
    let is_given = battle.written_sides().iter().any(|side| side.counters.is_some());
    let [first, second] = battle.sides.as_slice() else { return };
    let weaker = usize::from(second.points < first.points);
    let (weak, strong) = (&battle.sides[weaker], &battle.sides[1 - weaker]);
    // Counters that are given can make up for points.
    let is_held_back = is_given && strong.counters * 4 <= weak.counters * 5;
    if !known || strong.points * 4 <= weak.points * 5 || is_held_back {
        return;
    }
    let message = format!("`{}` has {} points; `{}` has {}", weak.name, weak.points, strong.name, strong.points);
    let fewer = strong.counters - weak.counters.min(strong.counters);
    if is_given {
        let message = format!("{message}, and {} counters against {}", strong.counters, weak.counters);
        let finding = cx.finding(battle.side_address(weaker, "/name"), message);
        cx.push(
            finding
                .help(format!("`counters` can balance this: give this side {fewer} more, or the other {fewer} fewer")),
        );
        return;
    }
    let finding = cx.finding(battle.side_address(weaker, "/name"), message);
    cx.push(finding.help(format!(
        "`counters` can balance this: `{{add: {fewer}}}` for this side, or `{{add: -{fewer}}}` for the other"
    )));
}
