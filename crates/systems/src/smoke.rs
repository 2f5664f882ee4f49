//! A smoke test of one battle: its figures for reports, and its faults as findings on the lines that caused them.

use std::collections::BTreeMap;

use serde::Serialize;

use muster_core::diag::{Code, Diagnostic, Severity};
use muster_core::play::bots::Bot;
use muster_core::play::effort::TURN_EVENTS;
use muster_core::play::exhaust::Sought;
use muster_core::play::fault::Fault;
use muster_core::play::interval::rounded;
use muster_core::play::rng::battle_seed;
use muster_core::play::smoke::{Seen, SmokeOptions, TURN_LIMIT, Totals};

use super::beginning::Beginning;
use super::counters::TableReport;
use super::english::count_of;
use super::measures::MeasureReport;
use super::played::{CompiledBattle, Played};

/// A side that won no battle.
pub const SIDE_NEVER_WON: Code =
    Code::new("MU301", "side-never-won", Severity::Warning, include_str!("smoke/side_never_won.md"));

/// A battle that does not end.
pub const ENDLESS_BATTLE: Code =
    Code::new("MU302", "endless-battle", Severity::Warning, include_str!("smoke/endless_battle.md"));

/// A battle that the engine could not play.
pub const BROKEN_BATTLE: Code =
    Code::new("MU303", "broken-battle", Severity::Error, include_str!("smoke/broken_battle.md"));

/// The kinds of findings of smoke tests of every game.
pub const CODES: &[Code] = &[SIDE_NEVER_WON, ENDLESS_BATTLE, BROKEN_BATTLE];

/// Fewest ended battles from which "never won" is concluded: a side that wins one in twenty is missed in one run of 150.
const ENOUGH: u64 = 100;

/// Fewest battles from which "never used" is concluded: what is used in every second battle is missed in one run of a thousand.
const ENOUGH_USED: u64 = 10;

/// The report of a smoke test of one scenario.
#[derive(Debug, Clone)]
pub struct SmokeReport {
    /// The position of a play that the battles began from; `None` for the set-up.
    pub from: Option<Beginning>,
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
    /// The turns they lasted.
    pub turns: TurnFigures,
    /// A caution for readers about how battles are played.
    pub proviso: Option<&'static str>,
    /// The word for a turn of the game, in the singular.
    pub round: &'static str,
    /// The measures of whole battles.
    pub measures: Vec<MeasureReport>,
    /// The figures of the pieces, a table for each kind.
    pub tables: Vec<TableReport>,
    /// The faults of battles.
    pub faults: Vec<Shown>,
    /// The other findings.
    pub findings: Vec<Diagnostic>,
}

/// A fault, and its finding.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The fault, and where it was seen.
    pub seen: Seen,
    /// The counters for which the shortest battle with the fault was played; `None` if it was seen in the run itself.
    pub sought: Option<Vec<usize>>,
    /// The finding.
    pub finding: Diagnostic,
}

/// The turns battles lasted, including those that were given up.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct TurnFigures {
    /// On average, to two digits.
    pub mean: f64,
    /// Half the battles were not longer.
    pub p50: u32,
    /// 95 of 100 battles were not longer.
    pub p95: u32,
    /// The longest.
    pub max: u32,
}

impl TurnFigures {
    pub(super) fn new(totals: &Totals) -> TurnFigures {
        TurnFigures {
            mean: rounded(totals.mean_turns(), 2),
            p50: totals.turns_percentile(50),
            p95: totals.turns_percentile(95),
            max: totals.turns_percentile(100),
        }
    }
}

/// Reads the totals of a run as a report with findings. What was used in battles that were then played for it counts as
/// used.
pub(super) fn report<G: Played>(
    compiled: &CompiledBattle<G>,
    options: &SmokeOptions,
    totals: &Totals,
    sought: Option<&Sought>,
) -> SmokeReport {
    let CompiledBattle { battle, sides, counters, .. } = compiled;
    // What never comes of one position says little about the scenario.
    let is_whole = compiled.midway.is_none();
    let mut findings = if is_whole { losers::<G>(battle, options, totals) } else { Vec::new() };
    let sought_battles = sought.map_or(0, |sought| sought.battles);
    if is_whole && totals.games - totals.broken_battles() + sought_battles >= ENOUGH_USED {
        let mut during = during(options, totals);
        let mut all = totals.clone();
        if let Some(sought) = sought {
            during += &format!(" and {} extra", sought.battles);
            all.counters.clone_from(&sought.counters);
        }
        findings.extend(counters.never_used(&all, &during));
    }
    SmokeReport {
        from: compiled.from.clone(),
        games: totals.games,
        seed: options.seed,
        bots: Bot::names(&options.bots),
        wins: sides.iter().cloned().zip(totals.wins.iter().copied()).collect(),
        draws: totals.draws,
        unfinished: totals.unfinished,
        by: totals.by.iter().map(|(cause, n)| (cause.to_string(), *n)).collect(),
        turns: TurnFigures::new(totals),
        proviso: G::PROVISO,
        round: G::ROUND,
        measures: Beginning::whole(compiled.from.as_ref(), || counters.measures(sides, totals)),
        tables: counters.smoke_report(sides, totals),
        faults: all_faults::<G>(battle, options, totals, sought),
        findings,
    }
}

/// Returns what went wrong in battles: the same in many is one finding.
fn faults<G: Played>(battle: &G::Battle, options: &SmokeOptions, totals: &Totals) -> Vec<Diagnostic> {
    let finding = |seen: &Seen| {
        fault::<G>(battle, options, seen, &count_of(totals.games, "battle")).help(again(options, seen.first))
    };
    totals.faults.values().map(finding).collect()
}

/// Returns what went wrong in series of battles, each with the words for who played; the first one is that of the options. The same
/// fault is one finding, which counts each series.
pub(super) fn faults_of_series<G: Played>(
    battle: &G::Battle,
    options: &SmokeOptions,
    series: &[(String, &Totals)],
) -> Vec<Diagnostic> {
    let mut findings: BTreeMap<&String, (Diagnostic, Vec<String>)> = BTreeMap::new();
    for (number, (players, totals)) in series.iter().enumerate() {
        for (kind, seen) in &totals.faults {
            let more = || format!("{} of {} ({players})", seen.battles, totals.games);
            let first = || {
                let games = count_of(totals.games, "battle");
                let of = if number == 0 { games } else { format!("{games} ({players})") };
                let finding = fault::<G>(battle, options, seen, &of);
                // Other series are not played again by so few words.
                (if number == 0 { finding.help(again(options, seen.first)) } else { finding }, Vec::new())
            };
            match findings.get_mut(kind) {
                Some((_, others)) => others.push(more()),
                None => _ = findings.insert(kind, first()),
            }
        }
    }
    let joined = findings.into_values().map(|(mut finding, others)| {
        if !others.is_empty() {
            finding.message += &format!("; also {}", others.join(", "));
        }
        finding
    });
    joined.collect()
}

fn fault<G: Played>(battle: &G::Battle, options: &SmokeOptions, seen: &Seen, of: &str) -> Diagnostic {
    let of = format!("{} of {of}", seen.battles);
    let (code, text) = match &seen.fault {
        Fault::Endless => {
            (ENDLESS_BATTLE, format!("{of} did not end within {}", count_of(options.turn_limit, G::ROUND)))
        }
        Fault::EndlessTurn => {
            let text = format!("{of} did not end: one turn took more than {TURN_EVENTS} events");
            (ENDLESS_BATTLE, text)
        }
        fault => (BROKEN_BATTLE, format!("internal error: the engine failed in {of}: {fault}")),
    };
    Diagnostic::new(code, G::title_address(battle), text)
}

/// Returns what went wrong in the battles of a run, and in those that were then played for something.
fn all_faults<G: Played>(
    battle: &G::Battle,
    options: &SmokeOptions,
    totals: &Totals,
    sought: Option<&Sought>,
) -> Vec<Shown> {
    let findings = faults::<G>(battle, options, totals);
    let run = totals.faults.values().zip(findings);
    let run = run.map(|(seen, finding)| Shown { seen: seen.clone(), sought: None, finding });
    let new = sought.into_iter().flat_map(|sought| {
        let of = format!("{} extra for what was not used", count_of(sought.battles, "battle"));
        let new = sought.faults.iter().filter(|(kind, _)| !totals.faults.contains_key(*kind));
        new.map(move |(_, (seen, open))| {
            let finding = fault::<G>(battle, options, seen, &of);
            Shown { seen: seen.clone(), sought: Some(open.clone()), finding }
        })
    });
    run.chain(new).collect()
}

/// Sides that won no battle.
pub(super) fn losers<G: Played>(battle: &G::Battle, options: &SmokeOptions, totals: &Totals) -> Vec<Diagnostic> {
    let ended: u64 = totals.by.values().sum();
    if ended < ENOUGH {
        return Vec::new();
    }
    let losers = G::sides(battle).into_iter().zip(&totals.wins).filter(|(_, wins)| **wins == 0);
    let finding = |name: String, at| {
        let text = format!("`{name}` won none of {}", during(options, totals));
        Diagnostic::new(SIDE_NEVER_WON, at, text).help(again(options, 0))
    };
    losers.map(|((name, at), _)| finding(name, at)).collect()
}

/// Returns the command that shows a battle of a run again.
fn again(options: &SmokeOptions, index: u64) -> String {
    let limit = match options.turn_limit {
        TURN_LIMIT => String::new(),
        limit => format!(" --turn-limit {limit}"),
    };
    format!(
        "to play one of these battles, use `--seed {} --games 1 --bots {}{limit}`",
        battle_seed(options.seed, index),
        Bot::names(&options.bots).join(",")
    )
}

/// Returns the battles of a run in words: "1000 battles, random against greedy, seed 0".
fn during(options: &SmokeOptions, totals: &Totals) -> String {
    format!(
        "{} ({}, seed {})",
        count_of(totals.games, "battle"),
        Bot::names(&options.bots).join(" against "),
        options.seed
    )
}
