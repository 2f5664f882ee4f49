//! A ladder of handicaps for each side: changes of the set-up that are worth about 5, 10 and 15 points of its share.

use muster_core::play::interval::{Interval, rounded};
use muster_core::play::rng::battle_seed;
use muster_core::play::smoke::SmokeOptions;
use muster_systems::Compiled;
use muster_systems::balance::Handicap;

use super::proof::FRESH;
use super::{Change, EndCount, Subject};

/// The gain that each level is to be worth, as a part of all decided battles.
const LEVELS: [f64; 3] = [0.05, 0.10, 0.15];

/// The greatest distance from that, in the battles of the search and in those that prove it: half of the way to the next level.
const AWAY: f64 = 0.025;

/// How many times as many battles a chosen change is played again as were played of each.
const AGAIN: u64 = 4;

/// A change by its place in the list, and the gain of each side.
type Gains = (usize, Vec<Interval>);

/// Returns the changes of numbers with these keys: what players can change at the table. All numbers where no key is named.
pub fn set_up_changes(changes: &[Change], keys: &[&str]) -> Vec<Change> {
    let is_number = |text: &str| text.parse::<i64>().is_ok();
    let is_set_up = |change: &&Change| {
        let key = change.at.pointer.as_str().rsplit('/').next().unwrap_or_default();
        is_number(&change.from) && is_number(&change.to) && (keys.is_empty() || keys.contains(&key))
    };
    changes.iter().filter(is_set_up).cloned().collect()
}

/// Returns how many battles [`handicaps`] plays at most.
pub fn handicap_battles(changes: usize, sides: usize, games: u64) -> u64 {
    (changes as u64 + 1) * games + (LEVELS.len() * sides + 1) as u64 * AGAIN * games
}

/// Finds handicaps of up to three levels for each side among these changes. Each change is played with the same seeds as the
/// battle as it is. What is chosen is played again with seeds of its own, because the best of many is partly luck: these
/// battles say what it is worth, and so its level. `played` is told how many more battles were played.
pub fn handicaps(
    subject: &Subject<'_>,
    written: &dyn Compiled,
    changes: &[Change],
    options: &SmokeOptions,
    played: &dyn Fn(u64),
) -> Vec<Handicap> {
    let sides = written.sides();
    let play = |battle: &dyn Compiled, options: &SmokeOptions| {
        let ends = EndCount::from(battle.outcomes(options, 0..options.games));
        played(options.games);
        ends
    };
    let gains = |ends: &EndCount, base: &EndCount| -> Vec<Interval> {
        (0..sides.len()).map(|side| ends.share(side).minus(base.share(side))).collect()
    };
    let base = play(written, options);
    let tried = changes.iter().enumerate().filter_map(|(number, change)| {
        let battle = subject.compile_changed(&[change])?;
        Some((number, gains(&play(&*battle, options), &base)))
    });
    let tried: Vec<Gains> = tried.collect();
    let seed = battle_seed(options.seed, FRESH);
    let again = SmokeOptions { games: options.games * AGAIN, seed, ..options.clone() };
    let base = play(written, &again);
    let mut ladder = Vec::new();
    for (side, name) in sides.iter().enumerate() {
        let proved = LEVELS.iter().filter_map(|wanted| {
            let number = nearest(&tried, side, *wanted, changes)?;
            let battle = subject.compile_changed(&[&changes[number]])?;
            Some((number, gains(&play(&*battle, &again), &base)))
        });
        let proved: Vec<Gains> = proved.collect();
        // A level is what its change proved to be worth, which may be another than it was chosen for.
        for (wanted, level) in LEVELS.iter().zip(1..) {
            let Some(number) = nearest(&proved, side, *wanted, changes) else { continue };
            let Some((_, gains)) = proved.iter().find(|(known, _)| *known == number) else { continue };
            let (change, gain) = (&changes[number], &gains[side]);
            let points = |share: f64| rounded(100.0 * share, 1);
            ladder.push(Handicap {
                side: name.clone(),
                level,
                pointer: change.at.pointer.to_string(),
                what: change.what.clone(),
                from: change.from.clone(),
                to: change.to.clone(),
                points: points(gain.share),
                low: points(gain.low),
                high: points(gain.high),
                sure: gain.low > 0.0,
            });
        }
    }
    ladder
}

/// Returns the change whose gain for a side is nearest to what is wanted, if one is near enough: of several equally near ones the
/// smallest, then the first.
fn nearest(tried: &[Gains], side: usize, wanted: f64, changes: &[Change]) -> Option<usize> {
    let away = |(_, gains): &Gains| (gains[side].share - wanted).abs();
    let near = tried.iter().filter(|gains| away(gains) < AWAY);
    let best = near.min_by(|a, b| {
        away(a).total_cmp(&away(b)).then_with(|| changes[a.0].size.cmp(&changes[b.0].size)).then(a.0.cmp(&b.0))
    });
    best.map(|(number, _)| *number)
}
