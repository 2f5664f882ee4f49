//! A recorded battle judged move by move: what each decision cost against the best move that bots know, what each draw gave or
//! took, and which move turned the battle.
//!
//! What a position is worth to a player is the share of the battles that it wins when bots play on from there. All positions and
//! moves are tried with the same seeds, so that what luck they share falls out of their differences. The battle goes from its
//! first share to its end in steps: a decision leads from the share before it, where a bot would have decided, to the share of
//! the move that was made, with everything that it draws still open; what was then drawn leads on to the share before the next
//! decision. These steps add up, so nothing that happened is counted twice, and nothing is missing.

mod doubt;
mod path;
mod sample;

use std::ops::Range;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use self::doubt::Doubt;
use self::path::{Choice, Path, Point};
pub use self::sample::Estimate;
use self::sample::Sample;
use super::bots::Bot;
use super::chance::Chance;
use super::fault::Fault;
use super::replay::Turn;
use super::rng::{Rng, battle_seed};
use super::smoke::{battle_from, seats_until};
use super::stop::Stop;
use super::{Blind, Playout, settle};

/// Battles handed to a thread at a time: few, since those of some games are long and not many are played from a position.
const CHUNK: u64 = 8;

/// The first of the battles that moves are weighed by: other seeds than those by which the best one is chosen.
const WEIGHED: u64 = 1 << 40;

/// Battles from each position for each one of a legal move: there are fewer positions than moves, and everything that is
/// reported comes from them.
pub const POSITION_BATTLES: u64 = 8;

/// The options by which a battle is judged.
#[derive(Debug, Clone)]
pub struct JudgeOptions {
    /// Battles for each legal move of a decision, among which they are shared out: to the moves that do well more than to others.
    pub games: u64,
    /// The seed of all battles.
    pub seed: u64,
    /// The bot of each side, which plays on.
    pub bots: Vec<Bot>,
    /// A battle still going on after this many turns of the game is given up; see [`super::Engine::rounds`].
    pub turn_limit: u32,
}

/// The receivers of how many more battles are going to be played, and how many more were; and the call to stop.
#[derive(Clone, Copy)]
pub struct JudgeProgress<'a> {
    /// Takes battles that are planned.
    pub planned: &'a (dyn Fn(u64) + Sync),
    /// Takes battles that were played.
    pub played: &'a (dyn Fn(u64) + Sync),
    /// Calls to stop.
    pub stop: &'a Stop,
}

/// A recorded battle that was judged. All shares are from 0 to 1.
#[derive(Debug, Clone)]
pub struct JudgedBattle<M> {
    /// The decisions with more than one legal move, and what was drawn before there was one in a turn, in order.
    pub moves: Vec<JudgedMove<M>>,
    /// The sides, in the engine's order.
    pub sides: Vec<JudgedSide>,
    /// The index of the move that turned the battle: of those by which a side that lost it gave away something the one that cost
    /// most; if no such side did, or nobody won, of all. `None` if no move cost anything.
    pub turning: Option<usize>,
    /// Battles that were played on.
    pub battles: u64,
    /// Those of them that did not end.
    pub unfinished: u64,
    /// Battles from each position.
    pub position_battles: u64,
}

/// A decision and what was drawn up to the next one, but not beyond its turn; or draws of a turn before anybody decides.
#[derive(Debug, Clone)]
pub struct JudgedMove<M> {
    /// The turn of the clock, from 1.
    pub turn: u32,
    /// The player who decided, or whose turn it is where nobody did. All figures are this player's.
    pub player: usize,
    /// The decision; `None` where there was none.
    pub choice: Option<JudgedChoice<M>>,
    /// The share before, if bots decide.
    pub share_before: f64,
    /// The change of the share by what was drawn.
    pub luck: Estimate,
    /// The share after it all.
    pub share_after: f64,
    /// The share of every side after it all, in the engine's order.
    pub shares: Vec<f64>,
}

/// A decision.
#[derive(Debug, Clone)]
pub struct JudgedChoice<M> {
    /// The move that was made.
    pub chosen: M,
    /// The best move that was found; the one that was made unless another one did clearly better.
    pub best: M,
    /// The number of legal moves.
    pub legal: usize,
    /// The number of those that were tried.
    pub tried: usize,
    /// How much the share is smaller than after the best move; not below 0.
    pub cost: Estimate,
    /// The change of the share by the decision, against a bot's.
    pub gain: f64,
}

/// A side of a battle that was judged.
#[derive(Debug, Clone, Copy)]
pub struct JudgedSide {
    /// The share at the start.
    pub first: f64,
    /// The sum of what its moves cost.
    pub cost: Estimate,
    /// The sum of its luck: what it was given and what others were given at its cost.
    pub luck: Estimate,
    /// The change of its share by all decisions, those of others too, against bots'. With the luck it leads from the first share to
    /// the last.
    pub choices: f64,
    /// The share at the end of the record: 0, 1 or even where the battle is over.
    pub last: f64,
}

impl<M> JudgedBattle<M> {
    /// Returns the same battle with its moves in another form.
    pub fn map_moves<N>(self, form: impl Fn(&M) -> N) -> JudgedBattle<N> {
        let choice = |choice: JudgedChoice<M>| {
            let (chosen, best) = (form(&choice.chosen), form(&choice.best));
            let JudgedChoice { legal, tried, cost, gain, .. } = choice;
            JudgedChoice { chosen, best, legal, tried, cost, gain }
        };
        let judged = |of: JudgedMove<M>| {
            let JudgedMove { turn, player, share_before, luck, share_after, shares, .. } = of;
            JudgedMove { turn, player, choice: of.choice.map(choice), share_before, luck, share_after, shares }
        };
        let moves = self.moves.into_iter().map(judged).collect();
        let JudgedBattle { sides, turning, battles, unfinished, position_battles, .. } = self;
        JudgedBattle { moves, sides, turning, battles, unfinished, position_battles }
    }
}

/// Judges a record that was replayed without a mistake, with every decision and draw in the order in which it came; `None` if it is
/// called to stop before all is judged.
pub fn judge<E: Playout>(
    engine: &E,
    turns: &[Turn<E::Move, ()>],
    options: &JudgeOptions,
    progress: JudgeProgress<'_>,
) -> Option<JudgedBattle<E::Move>> {
    let path = Path::follow(engine, turns);
    let choices = path.points.iter().filter_map(|point| point.choice.as_ref());
    let tried: u64 = choices.clone().map(|choice| choice.tried.len() as u64).sum();
    let drawn = path.points.iter().filter(|point| point.has_drawn).count();
    let weighed = options.games.saturating_mul(POSITION_BATTLES);
    let positions = 1 + choices.count() as u64 + drawn as u64;
    (progress.planned)(options.games.saturating_mul(tried).saturating_add(weighed.saturating_mul(positions)));
    let mut judge = Judge { engine, options, progress, weighed, battles: 0, unfinished: 0 };
    let judged = judge.battle(&path);
    (!progress.stop.is_called()).then_some(judged)
}

/// A judge at work.
struct Judge<'a, E: Playout> {
    engine: &'a E,
    options: &'a JudgeOptions,
    progress: JudgeProgress<'a>,
    /// Battles from each position.
    weighed: u64,
    /// Battles that were played, and those of them that did not end.
    battles: u64,
    unfinished: u64,
}

/// A position, and the move that is made there before bots play on.
type Start<'a, E> = (&'a <E as super::Engine>::State, Option<&'a <E as super::Engine>::Move>);

/// The samples of a point: where a bot decides there, where the move was made that was made, after what was drawn, and where the
/// best move was made if that is another one.
struct Weighed {
    before: Sample,
    made: Sample,
    after: Sample,
    best: Option<Sample>,
    /// That another run would have found another best move.
    doubt: Doubt,
}

/// The sums of a side over the battle.
#[derive(Default)]
struct Sums {
    cost: f64,
    luck: f64,
    choices: f64,
    /// By battle of the samples: the differences that these are the means of.
    costs: Vec<f64>,
    /// The variance of the cost by the choice of the best moves.
    doubt: f64,
    lucks: Vec<f64>,
}

impl<E: Playout> Judge<'_, E> {
    fn battle(&mut self, path: &Path<E>) -> JudgedBattle<E::Move> {
        let players = self.engine.players();
        let mut sums: Vec<Sums> = (0..players).map(|_| Sums::default()).collect();
        let mut before = self.position(path.points.first().map_or(&path.end, |point| &point.state));
        let first = before.clone();
        let mut moves = Vec::new();
        for (i, point) in path.points.iter().enumerate() {
            let best = point.choice.as_ref().map(|choice| self.best(point, choice));
            let weighed = self.weigh(point, best, path.state_after(i), before);
            moves.push(self.judge_move(point, best.map(|(best, _)| best), &weighed));
            for (player, sums) in sums.iter_mut().enumerate() {
                sums.add(player, point, &weighed, players);
            }
            before = weighed.after;
        }
        let side = |(player, sums): (usize, &Sums)| JudgedSide {
            first: first.share(player, players),
            cost: Estimate { value: sums.cost, ..Estimate::mean(sums.costs.iter().copied()).wider(sums.doubt) },
            luck: Estimate { value: sums.luck, ..Estimate::mean(sums.lucks.iter().copied()) },
            choices: sums.choices,
            last: before.share(player, players),
        };
        let winner = self.engine.outcome(&path.end).and_then(|outcome| outcome.winner);
        JudgedBattle {
            turning: turning(&moves, winner),
            moves,
            sides: sums.iter().enumerate().map(side).collect(),
            battles: self.battles,
            unfinished: self.unfinished,
            position_battles: self.weighed,
        }
    }

    /// Weighs a point, of which the sample before is known. Where nothing is drawn, the position after a move is the move's.
    fn weigh(&mut self, point: &Point<E>, best: Option<(usize, Doubt)>, after: &E::State, before: Sample) -> Weighed {
        let (mut starts, mut best_at, mut after_at) = (Vec::new(), None, None);
        let over = self.engine.outcome(&settle(self.engine, after.clone()));
        let doubt = best.map(|(_, doubt)| doubt).unwrap_or_default();
        if let (Some(Choice { tried, chosen, .. }), Some((best, _))) = (&point.choice, best) {
            starts.push((&point.state, Some(&tried[*chosen])));
            if best != *chosen {
                best_at = Some(starts.len());
                starts.push((&point.state, Some(&tried[best])));
                (self.progress.planned)(self.weighed);
            }
        }
        if point.has_drawn && over.is_none() {
            after_at = Some(starts.len());
            starts.push((after, None));
        }
        let played = self.play(&starts, WEIGHED..WEIGHED + self.weighed);
        let made = if point.choice.is_some() { played[0].clone() } else { before.clone() };
        let after = match (over, after_at) {
            (_, Some(at)) => played[at].clone(),
            (Some(outcome), None) if point.has_drawn => {
                (self.progress.played)(self.weighed);
                Sample::from_outcome(outcome, self.weighed as usize)
            }
            _ => made.clone(),
        };
        Weighed { before, made, after, best: best_at.map(|at| played[at].clone()), doubt }
    }

    fn judge_move(&self, point: &Point<E>, best: Option<usize>, weighed: &Weighed) -> JudgedMove<E::Move> {
        let (player, players) = (point.player, self.engine.players());
        let Weighed { before, made, after, .. } = weighed;
        let (share_before, share_made) = (before.share(player, players), made.share(player, players));
        let choice = point.choice.as_ref().zip(best).map(|(choice, best)| JudgedChoice {
            chosen: choice.tried[choice.chosen].clone(),
            best: choice.tried[best].clone(),
            legal: choice.legal,
            tried: choice.tried.len(),
            cost: weighed.cost(player, players),
            gain: share_made - share_before,
        });
        let luck = match point.has_drawn {
            true => Estimate::mean(after.minus(made, player, players)),
            false => Estimate::default(),
        };
        let shares: Vec<f64> = (0..players).map(|player| after.share(player, players)).collect();
        JudgedMove { turn: point.turn, player, choice, share_before, luck, share_after: shares[player], shares }
    }

    /// Returns the index of the best move among those that are tried. The battles for it go to fewer and fewer moves: after each
    /// round the better half is played on with. The largest of estimates is mostly one of those that luck has favoured, so what
    /// the choice cost is estimated by battles of other seeds; and the move that was made is the best, unless another one did
    /// better by more than chance makes of equal ones in most cases: otherwise half of all sound moves would seem to cost something.
    /// Returns with it the doubt about that.
    fn best(&mut self, point: &Point<E>, choice: &Choice<E::Move>) -> (usize, Doubt) {
        let Choice { tried, chosen, .. } = choice;
        let (player, players) = (point.player, self.engine.players());
        let budget = self.options.games.saturating_mul(tried.len() as u64);
        let rounds = tried.len().next_power_of_two().ilog2();
        let mut samples = vec![Sample::default(); tried.len()];
        let mut left: Vec<usize> = (0..tried.len()).collect();
        let (mut keep, mut from, mut played, mut rival) = (tried.len(), 0, 0, *chosen);
        for _ in 0..rounds {
            let each = (budget / (u64::from(rounds) * left.len() as u64)).max(1);
            let starts: Vec<Start<'_, E>> = left.iter().map(|i| (&point.state, Some(&tried[*i]))).collect();
            let more = self.play(&starts, from..from + each);
            left.iter().zip(more).for_each(|(i, more)| samples[*i].append(more));
            (from, played) = (from + each, played + each * left.len() as u64);
            keep = keep.div_ceil(2);
            let share = |i: usize| samples[i].share(player, players);
            left.sort_by(|a, b| share(*b).total_cmp(&share(*a)).then((a != chosen).cmp(&(b != chosen))).then(a.cmp(b)));
            // It has played as many battles as the move that was made.
            rival = left.iter().copied().find(|i| i != chosen).unwrap_or(*chosen);
            left.truncate(keep);
            if !left.contains(chosen) {
                // It is what the best is compared with.
                left.push(*chosen);
            }
        }
        (self.progress.played)(budget.saturating_sub(played));
        let better = Estimate::mean(samples[rival].minus(&samples[*chosen], player, players));
        let doubt = Doubt::from_estimate(better, from as f64 / self.weighed.max(1) as f64);
        (if better.value > better.standard_error() { rival } else { *chosen }, doubt)
    }

    /// Returns the sample of a position.
    fn position(&mut self, state: &E::State) -> Sample {
        let mut played = self.play(&[(state, None)], WEIGHED..WEIGHED + self.weighed);
        played.pop().unwrap_or_default()
    }

    /// Plays battles on from each of some starts, by the same numbers. Returns a sample for each.
    fn play(&mut self, starts: &[Start<'_, E>], numbers: Range<u64>) -> Vec<Sample> {
        let Range { start, end } = numbers;
        let chunks = end.saturating_sub(start).div_ceil(CHUNK);
        let (engine, options, progress) = (self.engine, self.options, self.progress);
        let chunk = |number: u64| {
            let first = start + number % chunks * CHUNK;
            let battles = first..(first + CHUNK).min(end);
            let mut seats = seats_until(engine, &options.bots, progress.stop);
            let mut counters = vec![0; engine.counters()];
            let (state, chosen) = starts[(number / chunks) as usize];
            let play = |number: u64| {
                if progress.stop.is_called() {
                    return Sample::outcome_mark(None);
                }
                let mut rng = Rng::new(battle_seed(options.seed, number));
                let played = Fault::caught(|| {
                    let mut state = state.clone();
                    if let Some(chosen) = chosen {
                        engine.apply(&mut state, chosen, &mut Chance::fair(&mut rng), &mut Blind);
                    }
                    battle_from(engine, state, &mut seats, options.turn_limit, &mut rng, &mut counters).0
                });
                // What an engine cannot play has no end either; `smoke` is the command that looks for that.
                Sample::outcome_mark(played.unwrap_or(None))
            };
            let ended: Vec<u8> = battles.clone().map(play).collect();
            (progress.played)(battles.end - battles.start);
            ended
        };
        let played: Vec<Vec<u8>> = (0..starts.len() as u64 * chunks).into_par_iter().map(chunk).collect();
        let samples: Vec<Sample> = played.chunks(chunks.max(1) as usize).map(Sample::from_parts).collect();
        self.battles += starts.len() as u64 * (end - start);
        self.unfinished += samples.iter().map(Sample::unfinished_battles).sum::<u64>();
        samples
    }
}

impl Weighed {
    /// Returns what the move that was made cost a player. It is not less than 0: where the best move that was found did worse in the
    /// battles that both are weighed by, they do not say which is better, and a move cannot be better than the best.
    fn cost(&self, player: usize, players: usize) -> Estimate {
        let Some(best) = &self.best else { return Estimate::default().wider(self.doubt.if_equal()) };
        let cost = Estimate::mean(best.minus(&self.made, player, players));
        let value = cost.value.max(0.0);
        Estimate { value, ..cost.wider(self.doubt.cost_variance(value)) }
    }
}

impl Sums {
    /// Adds a point.
    fn add<E: Playout>(&mut self, player: usize, point: &Point<E>, weighed: &Weighed, players: usize) {
        let Weighed { before, made, after, best, .. } = weighed;
        self.choices += made.share(player, players) - before.share(player, players);
        if point.has_drawn {
            self.luck += after.share(player, players) - made.share(player, players);
            add(&mut self.lucks, after.minus(made, player, players));
        }
        if point.player == player {
            let cost = weighed.cost(player, players).value;
            self.cost += cost;
            self.doubt += if best.is_some() { weighed.doubt.cost_variance(cost) } else { weighed.doubt.if_equal() };
            best.iter().for_each(|best| add(&mut self.costs, best.minus(made, player, players)));
        }
    }
}

fn add(sums: &mut Vec<f64>, more: impl Iterator<Item = f64>) {
    for (i, more) in more.enumerate() {
        match sums.get_mut(i) {
            Some(sum) => *sum += more,
            None => sums.push(more),
        }
    }
}

/// Returns the index of the move that turned a battle; see [`JudgedBattle::turning`].
fn turning<M>(moves: &[JudgedMove<M>], winner: Option<usize>) -> Option<usize> {
    let cost = |of: &JudgedMove<M>| of.choice.as_ref().map_or(0.0, |choice| choice.cost.value);
    let dearest = |is_meant: &dyn Fn(&JudgedMove<M>) -> bool| {
        let costly = moves.iter().enumerate().filter(|(_, of)| cost(of) > 0.0 && is_meant(of));
        // Of equal ones the first.
        costly.rev().max_by(|(_, a), (_, b)| cost(a).total_cmp(&cost(b))).map(|(i, _)| i)
    };
    winner.and_then(|winner| dearest(&|of| of.player != winner)).or_else(|| dearest(&|_| true))
}
