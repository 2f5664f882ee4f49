//! Luck taken out of a share: what every draw gave or took is known, and is subtracted from what came of the battle.
//!
//! After each draw a value, fitted before to battles of other seeds, says how likely the first player is to win; the same value
//! over all ways the draw could have gone says how likely that was before. Their difference is nought on average, whatever the
//! value is, so a share without these differences has the same mean, and varies less where the value is any good (M. Bowling and
//! others, AIVAT, 2018).

mod fit;

use serde::{Deserialize, Serialize};

use self::fit::Fitted;
use super::balance::SeriesTerms;
use super::bots::{Bot, Seat};
use super::branches::Branches;
use super::chance::Chance;
use super::interval::Interval;
use super::rng::{Rng, battle_seed};
use super::{Blind, Next, Outcome, Playout, step};

/// The battle of a run whose seed begins those of the pilot: no run has so many.
const PILOT: u64 = 1 << 41;

/// Of so many draws of a battle one is taken for the fit: those of one battle are much alike.
const EVERY: u32 = 5;

/// A draw that can go in more ways than these is weighed against so many drawn at random.
const WAYS: u64 = 12;

/// Decisions that are made to see what a draw is worth, at the most.
const SETTLING: u32 = 12;

/// One in the sums.
const ONE: f64 = 65_536.0;

/// A value that luck is measured by.
pub struct LuckScale {
    fitted: Fitted,
    /// The part of the measured luck that is taken out: less than all of it where the value sees more luck than there is.
    part: f64,
}

/// The sums of battles of which luck was measured, in parts of 65,536.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LuckSums {
    /// Battles that were measured.
    pub battles: u64,
    /// The first player's luck in each.
    luck: i64,
    /// Its square.
    squares: i64,
    /// The luck in battles that the first player won.
    won: i64,
    /// The luck in battles that anybody won.
    decided: i64,
}

impl LuckSums {
    /// Returns the sum of two parts.
    #[must_use]
    pub fn merge(self, other: LuckSums) -> LuckSums {
        LuckSums {
            battles: self.battles.saturating_add(other.battles),
            luck: self.luck.saturating_add(other.luck),
            squares: self.squares.saturating_add(other.squares),
            won: self.won.saturating_add(other.won),
            decided: self.decided.saturating_add(other.decided),
        }
    }

    fn add(&mut self, luck: f64, outcome: Option<Outcome>) {
        let luck = (luck * ONE).round() as i64;
        let winner = outcome.and_then(|outcome| outcome.winner);
        self.battles += 1;
        self.luck += luck;
        self.squares += (luck as f64 * luck as f64 / ONE).round() as i64;
        self.won += if winner == Some(0) { luck } else { 0 };
        self.decided += if winner.is_some() { luck } else { 0 };
    }

    /// Returns the share of the decided battles that a player won, without luck, with its interval at 95 %, as it is or for a series
    /// that is watched; `None` where luck was not measured. `won` are the first player's battles.
    pub fn interval(&self, player: usize, (won, decided): (u64, u64), is_watched: bool) -> Option<Interval> {
        let (share, deviation) = self.estimate(won, decided)?;
        let half = deviation * if is_watched { Interval::Z_WATCHED } else { Interval::Z };
        let (low, high) = ((share - half).max(0.0), (share + half).min(1.0));
        Some(match player {
            0 => Interval { share, low, high },
            _ => Interval { share: 1.0 - share, low: 1.0 - high, high: 1.0 - low },
        })
    }

    /// Returns the share of the decided battles that the first player won, without luck, and its standard deviation.
    fn estimate(&self, won: u64, decided: u64) -> Option<(f64, f64)> {
        if self.battles == 0 || decided == 0 {
            return None;
        }
        let (won, of) = (won as f64, decided as f64);
        let sums = [self.luck, self.squares, self.won, self.decided].map(|sum| sum as f64 / ONE);
        let [luck, squares, luck_won, luck_decided] = sums;
        let share = (won - luck) / of;
        // Of what each battle adds to the share: its outcome and its luck, less the share where it was decided.
        let square =
            won + squares + share * share * of - 2.0 * luck_won - 2.0 * share * won + 2.0 * share * luck_decided;
        Some((share, square.max(0.0).sqrt() / of))
    }

    /// Returns the first player's luck in a battle on average, and its standard error: its true mean is nought.
    pub fn mean(&self) -> (f64, f64) {
        let n = self.battles.max(1) as f64;
        let (mean, squares) = (self.luck as f64 / ONE / n, self.squares as f64 / ONE / n);
        (mean, ((squares - mean * mean).max(0.0) / n).sqrt())
    }

    /// Returns the part of the luck to take out that makes the share surest in these battles.
    fn best_part(&self, won: u64, decided: u64) -> f64 {
        let share = won as f64 / decided.max(1) as f64;
        (self.won as f64 - share * self.decided as f64) / self.squares.max(1) as f64
    }

    /// Returns how many times as many battles are wanted without it for an interval as narrow.
    pub fn gain(&self, won: u64, decided: u64) -> Option<f64> {
        let (_, deviation) = self.estimate(won, decided)?;
        let plain = won as f64 * (1.0 - won as f64 / decided.max(1) as f64);
        let square = (deviation * decided as f64).powi(2);
        (square > 0.0).then(|| plain / square)
    }
}

/// A draw that is weighed: the state before it, and the move it is made in, if one is.
pub(super) struct LuckMeter<'a, E: Playout> {
    engine: &'a E,
    scale: &'a LuckScale,
    /// Numbers for what is drawn to compare with; the battle's own stay as they are.
    rng: Rng,
    moves: Vec<E::Move>,
    figures: Vec<f32>,
    luck: f64,
}

impl<'a, E: Playout> LuckMeter<'a, E> {
    pub(super) fn new(engine: &'a E, scale: &'a LuckScale) -> LuckMeter<'a, E> {
        LuckMeter { engine, scale, rng: Rng::new(0), moves: Vec::new(), figures: Vec::new(), luck: 0.0 }
    }

    /// Begins a battle.
    pub(super) fn begin(&mut self, seed: u64) {
        self.rng = Rng::new(battle_seed(seed, PILOT));
        self.luck = 0.0;
    }

    /// Adds the luck of a battle that is over, or was given up, to sums.
    pub(super) fn end(&self, outcome: Option<Outcome>, sums: &mut LuckSums) {
        sums.add(self.luck * self.scale.part, outcome);
    }

    /// Weighs what was drawn from one state to another; by a move, if one was made.
    pub(super) fn weigh(&mut self, before: &E::State, chosen: Option<&E::Move>, after: &E::State) {
        if let Some(expected) = self.expected_value(before, chosen) {
            self.luck += self.chance_of(after) - expected;
        }
    }

    /// Returns the value that was to be expected before a step; `None` if nothing is drawn in it. Exact where it can go in few ways,
    /// otherwise the mean of some that are drawn without looking at the one that came.
    fn expected_value(&mut self, before: &E::State, chosen: Option<&E::Move>) -> Option<f64> {
        let (mut branches, mut ways, mut sum, mut all) = (Branches::default(), 0, 0.0, 0.0);
        loop {
            let after = self.step(before, chosen, &mut Chance::from_branches(&mut branches));
            if ways == 0 && !branches.has_drawn() {
                return None;
            }
            ways += 1;
            if ways > WAYS {
                break;
            }
            let probability = branches.probability();
            sum += probability * self.chance_of(&after);
            all += probability;
            if !branches.advance() {
                return Some(sum / all);
            }
        }
        let mut sum = 0.0;
        for _ in 0..WAYS {
            let mut rng = self.rng.clone();
            let after = self.step(before, chosen, &mut Chance::fair(&mut rng));
            self.rng = Rng::new(rng.bits());
            sum += self.chance_of(&after);
        }
        Some(sum / WAYS as f64)
    }

    fn step(&self, before: &E::State, chosen: Option<&E::Move>, chance: &mut Chance<'_>) -> E::State {
        let mut state = before.clone();
        step(self.engine, &mut state, chosen, chance);
        state
    }

    /// Returns the chance of the first player to win, by the scale.
    fn chance_of(&mut self, state: &E::State) -> f64 {
        match self.engine.outcome(state) {
            Some(outcome) => outcome.winner.map_or(0.5, |winner| if winner == 0 { 1.0 } else { 0.0 }),
            None => {
                figures(self.engine, state, &mut self.moves, &mut self.figures);
                self.scale.fitted.chance(&self.figures)
            }
        }
    }
}

/// Puts the figures of a state into `figures`, once what was drawn is put to use.
fn figures<E: Playout>(engine: &E, state: &E::State, moves: &mut Vec<E::Move>, figures: &mut Vec<f32>) {
    figures.clear();
    if !engine.is_unsettled(state) {
        return engine.figures(state, figures);
    }
    let mut state = state.clone();
    for _ in 0..SETTLING {
        let Next::Decide { player, .. } = engine.next(&state) else { break };
        engine.moves(&state, moves);
        let made = |chosen: &E::Move| {
            let (mut after, mut rng) = (state.clone(), Rng::new(0));
            engine.apply(&mut after, chosen, &mut Chance::fair(&mut rng), &mut Blind);
            after
        };
        let Some(best) = moves.iter().map(made).max_by_key(|after| engine.value(after, player)) else { break };
        state = best;
        if !engine.is_unsettled(&state) {
            break;
        }
    }
    engine.figures(&state, figures);
}

impl LuckScale {
    /// Returns the seed of battles in which a scale is tried: neither those that it was fitted to nor those of a run.
    pub fn trial_seed(seed: u64) -> u64 {
        battle_seed(seed, PILOT + 1)
    }

    /// Returns the scale by which luck is taken out so far as makes shares surest in the battles of a trial, which it was measured by.
    /// These must not be battles of the run: the part must not depend on what it is taken out of.
    #[must_use]
    pub fn adjusted_to(&self, trial: &LuckSums, won: u64, decided: u64) -> LuckScale {
        let best = trial.best_part(won, decided).clamp(0.0, 2.0);
        LuckScale { fitted: self.fitted.clone(), part: self.part * best }
    }

    /// Plays a pilot of so many battles from a position on seeds that no series has, and fits a value to it; `None` where there are not two players, or
    /// the battles do not differ.
    pub fn fit<E: Playout>(
        (engine, start): (&E, &E::State),
        bot: Bot,
        battles: u64,
        terms: SeriesTerms,
    ) -> Option<LuckScale> {
        if engine.players() != 2 {
            return None;
        }
        let mut pilot = Pilot { engine, start, rows: Vec::new(), won: Vec::new(), width: 0 };
        let mut seats = [Seat::new(bot, engine), Seat::new(bot, engine)];
        let seed = battle_seed(terms.seed, PILOT);
        for index in 0..battles {
            pilot.play(&mut seats, Rng::new(battle_seed(seed, index)), (index, terms.turn_limit));
        }
        let fitted = Fitted::new(&pilot.rows, pilot.width, &pilot.won, battles)?;
        Some(LuckScale { fitted, part: 1.0 })
    }
}

/// Battles that a value is fitted to.
struct Pilot<'a, E: Playout> {
    engine: &'a E,
    start: &'a E::State,
    /// The figures after draws, one row after the other.
    rows: Vec<f32>,
    /// By row: whether the first player won.
    won: Vec<bool>,
    width: usize,
}

impl<E: Playout> Pilot<'_, E> {
    /// Plays a battle, and keeps some of its draws if it is won by anybody.
    fn play(&mut self, seats: &mut [Seat<E>; 2], mut rng: Rng, (index, turn_limit): (u64, u32)) {
        Seat::forget(seats);
        let (engine, mut state) = (self.engine, self.start.clone());
        let (mut moves, mut row) = (Vec::new(), Vec::new());
        let (start, mut draws, mut pace) = (self.rows.len(), index as u32, super::effort::Pace::default());
        let winner = loop {
            let turn = engine.clock(&state).turn;
            if engine.rounds(&state) > turn_limit || pace.is_endless(turn) {
                break None;
            }
            let mut digest = 0;
            match engine.next(&state) {
                Next::Over(outcome) => break outcome.winner,
                Next::Decide { player, .. } => {
                    let chosen = seats[player].choose(engine, &state, player, &mut rng);
                    engine.apply(&mut state, &chosen, &mut Chance::fair(&mut rng).with_digest(&mut digest), &mut Blind);
                }
                Next::Auto => {
                    engine.advance(&mut state, &mut Chance::fair(&mut rng).with_digest(&mut digest), &mut Blind);
                }
            }
            if digest == 0 {
                continue;
            }
            draws += 1;
            if draws % EVERY == 0 && engine.outcome(&state).is_none() {
                figures(engine, &state, &mut moves, &mut row);
                self.width = row.len();
                self.rows.extend_from_slice(&row);
            }
        };
        match winner {
            Some(winner) => self.won.resize(self.rows.len() / self.width.max(1), winner == 0),
            None => self.rows.truncate(start),
        }
    }
}
