//! PB180 `special-never-applies`: a special rule never applies, or has no effect when it does.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_systems::english::count_in_digits;

use crate::checks::last_turn;
use crate::model::{BlockKind, MapEffect};
use crate::resolve::{PubBattle, ResolvedBlock, ResolvedSpecial};

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB180", "special-never-applies", Severity::Warning, include_str!("special_never_applies.md"))
        .formerly(&["special-never-holds"]),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(scenario) = battle.scenario() else { return };
    for (i, (special, written)) in battle.specials.iter().zip(&scenario.special).enumerate() {
        let condition = &written.only_while;
        // What names nothing is found elsewhere.
        let means = |name: &Option<String>, found: Option<usize>| name.is_none() || found.is_some();
        if !means(&condition.side, special.side) || !means(&condition.command, special.command) {
            continue;
        }
        if let Some((part, message)) = fault(battle, special) {
            cx.push(cx.finding(battle.scenario_address(&format!("/scenario/special/{i}/{part}")), message));
        }
    }
}

/// Returns the reason a special rule never holds, and which part of it says so.
fn fault(battle: &PubBattle, special: &ResolvedSpecial) -> Option<(&'static str, String)> {
    let (first, last) = special.turns;
    if first > last {
        return Some(("while/turns", format!("turn {first} to turn {last} is backward; put the earlier turn first")));
    }
    if u32::from(first) > last_turn(battle) {
        let turns = count_in_digits(last_turn(battle) as usize, "turn", "turns");
        return Some(("while/turns", format!("turn {first} is never played; the battle has {turns}")));
    }
    if last == 0 {
        return Some(("while/turns", "the first turn is 1".to_owned()));
    }
    if let (Some(side), Some(command)) = (special.side, special.command.map(|command| &battle.commands[command]))
        && command.side != side
    {
        let [own, named] = [command.side, side].map(|side| &battle.sides[side].name);
        return Some(("while/command", format!("`{}` is a headquarters of `{own}`, not of `{named}`", command.hq)));
    }
    let is_meant = |block: &&ResolvedBlock| {
        special.command.is_none_or(|command| command == block.command)
            && special.side.is_none_or(|side| side == battle.commands[block.command].side)
            && special.kind.is_none_or(|kind| kind == block.kind)
    };
    let mut meant = battle.blocks.iter().filter(is_meant).peekable();
    if special.effect == MapEffect::NoChit {
        if special.kind.is_some() {
            return Some(("while/kind", "only commands have chits; a kind of block has none".to_owned()));
        }
        let command = special.command.map(|command| &battle.commands[command]).filter(|command| !command.has_chit)?;
        return Some(("while/command", format!("`{}` has no chit", command.hq)));
    }
    if let (Some(kind), None) = (special.kind, meant.peek()) {
        let whose = match (special.command, special.side) {
            (Some(command), _) => format!("`{}`", battle.commands[command].hq),
            (None, Some(side)) => format!("`{}`", battle.sides[side].name),
            (None, None) => "neither side".to_owned(),
        };
        return Some((
            "while/kind",
            format!("{whose} has {} `{}`", if whose.starts_with('`') { "no" } else { "any" }, kind.word()),
        ));
    }
    // Trains neither attack nor bombard, are never spent, and are lost as soon as they are contacted.
    let matters = |block: &ResolvedBlock| match special.effect {
        MapEffect::NoBombardment => block.kind.is_artillery(),
        MapEffect::NoAttack | MapEffect::NoRally | MapEffect::Impetuous | MapEffect::Entrenched => {
            block.kind != BlockKind::Train
        }
        MapEffect::NoChit | MapEffect::SlowMoves => true,
    };
    if meant.any(matters) {
        return None;
    }
    let why = match special.effect {
        MapEffect::NoBombardment => "none of its blocks is artillery, and only artillery bombards",
        _ => "all of its blocks are trains",
    };
    Some(("do", why.to_owned()))
}
