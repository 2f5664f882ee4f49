//! Finalists, played again: what a search finds was chosen for its luck too, and only other battles tell how much of it was
//! that.

use serde::{Deserialize, Serialize};

use muster_core::play::bots::Bot;
use muster_core::play::interval::Interval;
use muster_core::play::rng::battle_seed;
use muster_core::play::smoke::{Shard, SmokeOptions};
use muster_systems::Compiled;

use super::compare::{cards, skill};
use super::slices::{compared_slice, planned_slice, slice};
use super::{CardCount, EndCount, Measured, Target, TuneOptions};

/// The battle of a run whose seed begins the fresh ones: no run has so many.
pub(super) const FRESH: u64 = 1 << 40;

/// The options of a proof, in which finalists are played again.
#[derive(Debug, Clone)]
pub struct ProofOptions {
    /// The bots that play, each on all sides, and how many battles.
    pub bots: Vec<(Bot, u64)>,
    /// Battles of every comparison.
    pub confirm: u64,
    /// Seed of the search: none of its battles is played again.
    pub seed: u64,
    /// A battle still going on after this many turns is given up.
    pub turn_limit: u32,
}

/// Callbacks that follow a proof, and may end it.
pub struct ProofOversight<'a> {
    /// Takes the number of battles played since the last call; together they are [`ProofOptions::battles`].
    pub played: &'a (dyn Fn(u64) + Sync),
    /// Returns whether to go on; asked now and then.
    pub go_on: &'a (dyn Fn() -> bool + Sync),
    /// The counts of an earlier proof of the same battle with the same options.
    pub before: Option<&'a ProofCount>,
    /// Takes what was counted, now and then.
    pub keep: &'a (dyn Fn(&ProofCount) + Sync),
}

/// The counts of a proof, whole or begun.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofCount {
    /// The outcomes, by bot.
    ends: Vec<EndCount>,
    /// Number of battles that the greedy bot played against the random one on each side.
    contests: u64,
    /// Of the decided ones, how many of how many it won; `None` if there are not two sides.
    skill: Option<(u64, u64)>,
    /// Number of battles with each card, and without it.
    comparisons: u64,
    /// Won battles with and without each card.
    cards: Vec<CardCount>,
}

/// The results of a finalist in battles that no search saw.
#[derive(Debug, Clone)]
pub struct Proof {
    /// The outcomes, by the bot that all sides had: random, greedy, two strengths of search, and that of the search for changes if
    /// it is none of these.
    pub ends: Vec<(Bot, EndCount)>,
    /// The share of the greedy bot against the random one; `None` if there are not two sides.
    pub skill: Option<Interval>,
    /// The worth of each card in the hands of greedy bots.
    pub worths: Vec<CardWorth>,
}

/// The worth of a card to its side.
#[derive(Debug, Clone)]
pub struct CardWorth {
    /// The card's number.
    pub card: String,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: String,
    /// The gain of the side's share with it, from -1 to 1, to four digits.
    pub worth: f64,
    /// True if the intervals with and without it have no share in common.
    pub sure: bool,
}

/// Plays a battle again. Returns `None` where the time is up before all is played.
pub fn prove(battle: &dyn Compiled, options: &ProofOptions, oversight: &ProofOversight<'_>) -> Option<Proof> {
    let ProofOptions { ref bots, confirm, turn_limit, .. } = *options;
    let ProofOversight { played, go_on, before, keep } = oversight;
    let seed = battle_seed(options.seed, FRESH);
    let playing = |bot, games| {
        let bots = vec![bot; battle.sides().len()];
        SmokeOptions { games, seed, bots, turn_limit, shard: Shard::WHOLE }
    };
    let mut count = before.cloned().unwrap_or_default();
    played(count.battles());
    count.ends.resize(bots.len(), EndCount::default());
    for (number, (bot, games)) in bots.iter().enumerate() {
        let playing = playing(*bot, *games);
        while count.ends[number].games < *games {
            if !go_on() {
                return None;
            }
            let next = if let Bot::Mcts(_) = bot { planned_slice } else { slice };
            let battles = next(count.ends[number].games, *games);
            count.ends[number].add(EndCount::from(battle.outcomes(&playing, battles.clone())));
            played(battles.end - battles.start);
            keep(&count);
        }
    }
    while count.contests < options.contests() {
        if !go_on() {
            return None;
        }
        let battles = slice(count.contests, options.contests());
        let more = skill(battle, &playing(Bot::Random, confirm), battles.clone());
        count.skill = more.map(|(won, of)| {
            let (before, all) = count.skill.unwrap_or_default();
            (before + won, all + of)
        });
        count.contests = battles.end;
        played((battles.end - battles.start) * 2);
        keep(&count);
    }
    while count.comparisons < confirm {
        if !go_on() {
            return None;
        }
        let battles = compared_slice(count.comparisons, confirm);
        let more = cards(battle, &playing(Bot::Greedy, confirm), battles.clone());
        if count.cards.is_empty() {
            count.cards = more;
        } else {
            count.cards.iter_mut().zip(more).for_each(|(card, more)| card.add(&more));
        }
        count.comparisons = battles.end;
        played(battles.end - battles.start);
        keep(&count);
    }
    let side = |card: &CardCount| battle.sides().get(card.side).cloned().unwrap_or_default();
    let worth = |card: &CardCount| {
        let (worth, sure) = (card.worth().rounded().share, card.is_sure());
        CardWorth { card: card.card.clone(), name: card.name.clone(), side: side(card), worth, sure }
    };
    Some(Proof {
        worths: count.cards.iter().map(worth).collect(),
        ends: bots.iter().map(|(bot, _)| *bot).zip(count.ends).collect(),
        skill: count.skill.map(|(won, of)| Interval::estimate(won, of)),
    })
}

impl Proof {
    /// Returns the outcomes between certain bots.
    pub fn ends_of(&self, bot: Bot) -> Option<&EndCount> {
        self.ends.iter().find(|(other, _)| *other == bot).map(|(_, ends)| ends)
    }

    /// Returns true if, as far as battles between certain bots can tell, the parts of a target are reached that are played again: the
    /// share, the length and the skill.
    pub fn may_reach(&self, target: &Target, bot: Bot) -> bool {
        let wanted = Target {
            first: None,
            skill: None,
            harmless: false,
            pairings: Vec::new(),
            measures: Vec::new(),
            ..target.clone()
        };
        let reaches = |ends: &EndCount| {
            let measured = Measured { ends: ends.clone(), ..Measured::default() };
            wanted.distance(&measured).reaches() && ends.decided_battles() > 0
        };
        let skill = target.skill.zip(self.skill).is_none_or(|(least, skill)| skill.high >= least);
        skill && self.ends_of(bot).is_some_and(reaches)
    }

    /// Returns the worth of the same card as in the proof of another battle, in which its number may be another one.
    pub fn worth_of(&self, card: &CardWorth) -> Option<&CardWorth> {
        let mut alike = self.worths.iter().filter(|worth| (&worth.name, &worth.side) == (&card.name, &card.side));
        let same = alike.clone().find(|worth| worth.card == card.card);
        same.or_else(|| alike.next().filter(|_| alike.next().is_none()))
    }
}

impl ProofOptions {
    /// Returns the options of a proof of what a search finds. Random bots and those of the search play as many battles as in it,
    /// others `confirm`.
    pub fn new(search: &TuneOptions, confirm: u64) -> ProofOptions {
        let TuneOptions { games, seed, turn_limit, playouts, .. } = *search;
        let searched = search.bot();
        let mut all = vec![Bot::Random, Bot::Greedy, Bot::Mcts(playouts), Bot::Mcts(playouts.saturating_mul(4))];
        all.extend(searched.filter(|bot| !all.contains(bot)));
        let battles = |bot| if bot == Bot::Random || Some(bot) == searched { games } else { confirm };
        ProofOptions { bots: all.into_iter().map(|bot| (bot, battles(bot))).collect(), confirm, seed, turn_limit }
    }

    /// Returns the number of battles of a proof.
    pub fn battles(&self) -> u64 {
        self.bots.iter().map(|(_, games)| games).sum::<u64>() + 2 * self.contests() + self.confirm
    }

    /// Returns the number of battles that the greedy bot plays against the random one on each side.
    fn contests(&self) -> u64 {
        self.confirm.div_ceil(2)
    }
}

impl ProofCount {
    /// Returns the number of battles played.
    fn battles(&self) -> u64 {
        let sum = self.ends.iter().fold(0, |sum: u64, ends| sum.saturating_add(ends.games));
        sum.saturating_add(self.contests.saturating_mul(2)).saturating_add(self.comparisons)
    }

    /// Returns true if the battles of a proof with so many sides can be counted so.
    pub fn is_possible(&self, options: &ProofOptions, sides: usize) -> bool {
        let ends = |(ends, (_, games)): (&EndCount, &(Bot, u64))| {
            let is_empty = *ends == EndCount::default();
            is_empty || ends.games <= *games && ends.is_possible(sides, options.turn_limit)
        };
        let possible = |(won, of): (u64, u64), most: u64| won <= of && of <= most;
        let card = |card: &CardCount| {
            card.side < sides && possible(card.with, self.comparisons) && possible(card.without, self.comparisons)
        };
        self.ends.len() <= options.bots.len()
            && self.ends.iter().zip(&options.bots).all(ends)
            && self.contests <= options.contests()
            && self.skill.is_none_or(|skill| possible(skill, self.contests * 2))
            && self.comparisons <= options.confirm
            && self.cards.iter().all(card)
    }
}
