//! The measures of a candidate: its battles, and the other battles that they are compared with.

use std::ops::Range;

use muster_core::play::bots::Bot;
use muster_core::play::smoke::{Shard, SmokeOptions};
use muster_systems::Compiled;
use muster_systems::balance::BalanceOptions;

use super::{CardCount, EndCount, MeasureTarget, Measured, Target};

/// Plays battles by their indices; the same with another side first where that is asked for and the rules allow it.
pub fn measure(battle: &dyn Compiled, options: &SmokeOptions, other_first: bool, battles: Range<u64>) -> Measured {
    let other = other_first.then(|| battle.other_first()).flatten();
    let other_first = other.map(|other| EndCount::from(other.outcomes(options, battles.clone())));
    let ends = EndCount::from(battle.outcomes(options, battles));
    Measured { ends, first: battle.first(), other_first, ..Measured::default() }
}

/// Plays what the costly parts of a target are counted by: the comparisons of these indices, of so many in all. The battles of
/// a candidate itself are not among them.
pub fn compare(
    battle: &dyn Compiled,
    target: &Target,
    options: &SmokeOptions,
    (comparisons, of): (Range<u64>, u64),
) -> Measured {
    let mut measured = Measured::default();
    if target.skill.is_some() {
        let half = of.div_ceil(2);
        measured.skill = skill(battle, options, comparisons.start.min(half)..comparisons.end.min(half));
    }
    if target.harmless {
        measured.cards = Some(cards(battle, options, comparisons.clone()));
    }
    if !target.pairings.is_empty() {
        let counts = target.pairings.iter().map(|pairing| {
            let options = SmokeOptions { bots: pairing.bots.clone(), ..options.clone() };
            let ends = EndCount::from(battle.outcomes(&options, comparisons.clone()));
            (ends.wins.get(target.share.side).copied().unwrap_or(0), ends.decided_battles())
        });
        measured.pairings = Some(counts.collect());
    }
    if !target.measures.is_empty() {
        let counted = battle.read_measures(&battle.outcomes(options, comparisons));
        let of_name = |wanted: &MeasureTarget| {
            let sides = counted.iter().filter(|measure| measure.name == wanted.name);
            sides.map(|measure| (measure.counted, measure.of)).collect()
        };
        measured.measures = Some(target.measures.iter().map(of_name).collect());
    }
    measured
}

/// Plays the greedy bot against the random one: each battle twice, once on either side. Returns how many of how many decided
/// battles it won; none where there are not two sides.
pub(super) fn skill(battle: &dyn Compiled, options: &SmokeOptions, battles: Range<u64>) -> Option<(u64, u64)> {
    if battle.sides().len() != 2 {
        return None;
    }
    let seats = [[Bot::Greedy, Bot::Random], [Bot::Random, Bot::Greedy]];
    let won = seats.iter().enumerate().map(|(greedy, bots)| {
        let options = SmokeOptions { bots: bots.to_vec(), ..options.clone() };
        let ends = EndCount::from(battle.outcomes(&options, battles.clone()));
        (ends.wins[greedy], ends.decided_battles())
    });
    Some(won.fold((0, 0), |(won, of), (more, all)| (won + more, of + all)))
}

/// Plays battles with and without each card.
pub(super) fn cards(battle: &dyn Compiled, options: &SmokeOptions, battles: Range<u64>) -> Vec<CardCount> {
    let options = BalanceOptions {
        games: battles.end,
        comparisons: battles.end,
        seed: options.seed,
        bots: options.bots.clone(),
        turn_limit: options.turn_limit,
        // Every battle from the first of these on.
        shard: Shard { number: battles.start, of: 1 },
        worths_only: true,
        ..BalanceOptions::NOTHING
    };
    let report = battle.balance_report(&options, &battle.balance(&options, &|_| (), None));
    let cards = report.without.iter().filter(|worth| worth.action.is_none()).filter_map(|worth| {
        let side = report.wins.iter().position(|win| win.side == worth.side)?;
        let with = &report.wins[side].share;
        let (with, without) = ((with.won, with.of), (worth.share.won, worth.share.of));
        // One name may stand for several parts, as the chits of a side do.
        let name =
            [&*worth.name, &worth.what].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        Some(CardCount { card: worth.card.clone(), name, side, with, without })
    });
    cards.collect()
}
