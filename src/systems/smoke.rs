//! A smoke test of one battle: its figures for reports, and its faults as findings on the lines that caused them.

use serde::Serialize;

use super::{Counted, Piece};
use crate::diag::{Code, Diagnostic, Severity};
use crate::play::bots::Bot;
use crate::play::rng::battle_seed;
use crate::play::smoke::{Options, Totals};

/// A side that won no battle.
pub const SIDE_NEVER_WON: Code = Code {
    id: "MU301",
    name: "side-never-won",
    severity: Severity::Warning,
    page: include_str!("smoke/side_never_won.md"),
};

/// A battle that does not end.
pub const ENDLESS_BATTLE: Code = Code {
    id: "MU302",
    name: "endless-battle",
    severity: Severity::Warning,
    page: include_str!("smoke/endless_battle.md"),
};

/// A battle that the engine could not play.
pub const BROKEN_BATTLE: Code = Code {
    id: "MU303",
    name: "broken-battle",
    severity: Severity::Error,
    page: include_str!("smoke/broken_battle.md"),
};

/// What smoke tests of every game can find.
pub const CODES: &[Code] = &[SIDE_NEVER_WON, ENDLESS_BATTLE, BROKEN_BATTLE];

/// Fewest ended battles from which "never won" is concluded: a side that wins one in twenty is missed in one run of 150.
const ENOUGH: u64 = 100;

/// What happened in a smoke test of one scenario.
#[derive(Debug, Clone)]
pub struct Report {
    /// Battles played.
    pub games: u64,
    /// Seed of the run.
    pub seed: u64,
    /// The bot of each side.
    pub bots: Vec<String>,
    /// Battles won by side, in the scenario's order.
    pub wins: Vec<(String, u64)>,
    /// Battles drawn.
    pub draws: u64,
    /// Battles given up at the turn limit.
    pub unfinished: u64,
    /// Ended battles by cause.
    pub by: Vec<(String, u64)>,
    /// How long they lasted.
    pub turns: Turns,
    /// What the report calls its pieces.
    pub noun: &'static str,
    /// What each card did.
    pub pieces: Vec<Piece>,
    /// What went wrong.
    pub findings: Vec<Diagnostic>,
}

/// How many turns battles lasted, also those that were given up.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Turns {
    /// On average, to two digits.
    pub mean: f64,
    /// Half the battles were not longer.
    pub p50: u32,
    /// 95 of 100 battles were not longer.
    pub p95: u32,
    /// The longest.
    pub max: u32,
}

impl Turns {
    pub(super) fn new(totals: &Totals) -> Turns {
        Turns {
            mean: (totals.mean_turns() * 100.0).round() / 100.0,
            p50: totals.turns_percentile(50),
            p95: totals.turns_percentile(95),
            max: totals.turns_percentile(100),
        }
    }
}

/// Reads the totals of a run as a report with findings.
pub fn report<G: Counted>(engine: &G::Engine, battle: &G::Battle, options: &Options, totals: &Totals) -> Report {
    let sides = G::sides(battle);
    let mut findings = general::<G>(battle, options, totals);
    if totals.games > totals.panics {
        findings.extend(G::idle(engine, battle, totals, &during(options, totals)));
    }
    Report {
        games: totals.games,
        seed: options.seed,
        bots: options.bots.iter().map(Bot::to_string).collect(),
        wins: sides.into_iter().map(|(name, _)| name).zip(totals.wins.iter().copied()).collect(),
        draws: totals.draws,
        unfinished: totals.unfinished,
        by: totals.by.iter().map(|(cause, n)| (cause.to_string(), *n)).collect(),
        turns: Turns::new(totals),
        noun: G::PIECES,
        pieces: G::pieces(engine, totals),
        findings,
    }
}

/// What can be wrong in battles of every game.
pub(super) fn general<G: Counted>(battle: &G::Battle, options: &Options, totals: &Totals) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let again = |index| format!("see it again with `--seed {} --games 1`", battle_seed(options.seed, index));
    if let Some((index, message)) = &totals.panic {
        let text =
            format!("internal error: the engine failed in {} of {} battles: {message}", totals.panics, totals.games);
        findings.push(Diagnostic::new(BROKEN_BATTLE, G::title_address(battle), text).help(again(*index)));
    }
    if let Some(index) = totals.endless {
        let text = format!(
            "{} of {} battles did not end within {} turns",
            totals.unfinished, totals.games, options.turn_limit
        );
        findings.push(Diagnostic::new(ENDLESS_BATTLE, G::title_address(battle), text).help(again(index)));
    }
    let ended: u64 = totals.by.values().sum();
    if ended >= ENOUGH {
        let losers = G::sides(battle).into_iter().zip(&totals.wins).filter(|(_, wins)| **wins == 0);
        findings.extend(losers.map(|((name, at), _)| {
            let text = format!("`{name}` won none of {}", during(options, totals));
            Diagnostic::new(SIDE_NEVER_WON, at, text).help(again(0))
        }));
    }
    findings
}

/// The battles of a run in words: "1000 battles, random against greedy, seed 0".
fn during(options: &Options, totals: &Totals) -> String {
    let bots: Vec<String> = options.bots.iter().map(Bot::to_string).collect();
    format!("{} battles ({}, seed {})", totals.games, bots.join(" against "), options.seed)
}
