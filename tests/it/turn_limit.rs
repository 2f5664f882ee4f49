//! A battle that ends with the last move of its last turn, or as the next turn begins, is no battle without end, and has
//! the turns that were played.

use std::collections::BTreeMap;

use muster_core::play::balance::{Pairing, Series, SeriesTerms, weigh};
use muster_core::play::bots::Bot;
use muster_core::play::chance::Chance;
use muster_core::play::effort::{Effort, TURN_EVENTS};
use muster_core::play::endless::sequels_that_end;
use muster_core::play::fault::Fault;
use muster_core::play::record::{Limits, Table, record, record_within};
use muster_core::play::rng::Rng;
use muster_core::play::smoke::{Shard, SmokeOptions, run};
use muster_core::play::{Blind, Clock, Engine, Next, Outcome, Playout, Watch};

/// One player, who has one move in each turn, and nothing else happens.
struct Waiting {
    /// The last turn.
    last: u32,
    /// Whether the battle ends only as the turn after it begins.
    late: bool,
    /// Turns of the clock in a turn of the game.
    parts: u32,
}

#[derive(Debug, Clone, Copy)]
struct State {
    turn: u32,
    begun: bool,
    over: bool,
}

impl Waiting {
    fn go_on(&self, state: &mut State) {
        if state.begun {
            state.turn += 1;
        }
        state.begun = !state.begun;
        state.over = state.turn > self.last && state.begun == self.late;
    }
}

impl Engine for Waiting {
    type State = State;
    type Move = ();
    type Illegal = ();

    const HIDDEN: bool = false;

    fn players(&self) -> usize {
        1
    }

    fn start(&self) -> State {
        State { turn: 1, begun: false, over: false }
    }

    fn next(&self, state: &State) -> Next {
        match state {
            State { over: true, .. } => Next::Over(Outcome { winner: Some(0), by: "time" }),
            State { begun: true, .. } => Next::Decide { player: 0, kind: "wait" },
            State { begun: false, .. } => Next::Auto,
        }
    }

    fn clock(&self, state: &State) -> Clock {
        Clock { turn: state.turn - u32::from(state.over), player: Some(0) }
    }

    fn rounds(&self, state: &State) -> u32 {
        self.clock(state).turn.div_ceil(self.parts)
    }

    fn moves(&self, _: &State, into: &mut Vec<()>) {
        into.clear();
        into.push(());
    }

    fn apply<W: Watch>(&self, state: &mut State, (): &(), _: &mut Chance<'_>, _: &mut W) {
        self.go_on(state);
    }

    fn advance<W: Watch>(&self, state: &mut State, _: &mut Chance<'_>, _: &mut W) {
        self.go_on(state);
    }
}

impl Playout for Waiting {}

/// Battles with one turn less than the limit, as many, and one more.
fn clocks(limit: u32) -> impl Iterator<Item = (Waiting, bool)> {
    let lasts = [limit - 1, limit, limit + 1];
    let of = move |last, late| (Waiting { last, late, parts: 1 }, last <= limit);
    lasts.into_iter().flat_map(move |last| [false, true].map(|late| of(last, late)))
}

#[test]
fn sequels_end_in_their_last_turn() {
    for (clock, ends) in clocks(500) {
        let ended = sequels_that_end(&clock, &clock.start(), 16, 16, &Effort::unbounded());
        assert_eq!(ended, Some(if ends { 16 } else { 0 }), "{} {}", clock.last, clock.late);
    }
}

#[test]
fn battles_end_in_their_last_turn_wherever_they_are_played() {
    for (clock, ends) in clocks(3) {
        let about = format!("{} {}", clock.last, clock.late);
        let bots = vec![Bot::Random];
        let recorded = record(&clock, 3, &mut Table::new(&clock, &bots, Rng::new(1)), &mut Blind);
        assert_eq!(recorded.outcome.is_some(), ends, "{about}");
        // The first battles of a run are checked, the others are not.
        let options = SmokeOptions { games: 300, seed: 1, bots: bots.clone(), turn_limit: 3, shard: Shard::WHOLE };
        let totals = run(&clock, &options, &|_| ());
        assert_eq!((totals.unfinished, totals.faults.len()), if ends { (0, 0) } else { (300, 1) }, "{about}");
        assert_eq!(recorded.turns.len(), clock.last.min(3) as usize, "{about}");
        assert_eq!(totals.turns, BTreeMap::from([(clock.last.min(3), 300)]), "{about}");
        let series = [Series { engine: &clock, start: None, bots, bar: None, pairing: Pairing::None, luck: None }];
        let (battles, terms) = (0..5, SeriesTerms { seed: 1, turn_limit: 3, shard: Shard::WHOLE });
        let tallies = weigh(&series, std::slice::from_ref(&battles), terms, &|_| ());
        assert_eq!(tallies[0].totals.unfinished, if ends { 0 } else { 5 }, "{about}");
        assert_eq!(tallies[0].totals.turns, BTreeMap::from([(clock.last.min(3), 5)]), "{about}");
    }
}

#[test]
fn the_limit_counts_turns_of_the_game() {
    let bots = vec![Bot::Random];
    for last in 5..12 {
        // Three turns of the clock in one of the game, and a limit of three of these.
        let clock = Waiting { last, late: false, parts: 3 };
        let (ends, rounds) = (last <= 9, last.div_ceil(3).min(3));
        let recorded = record(&clock, 3, &mut Table::new(&clock, &bots, Rng::new(1)), &mut Blind);
        assert_eq!((recorded.outcome.is_some(), recorded.turns.len()), (ends, last.min(9) as usize), "{last}");
        let options = SmokeOptions { games: 300, seed: 1, bots: bots.clone(), turn_limit: 3, shard: Shard::WHOLE };
        let totals = run(&clock, &options, &|_| ());
        assert_eq!(totals.unfinished, if ends { 0 } else { 300 }, "{last}");
        assert_eq!(totals.turns, BTreeMap::from([(rounds, 300)]), "{last}");
        let series =
            [Series { engine: &clock, start: None, bots: bots.clone(), bar: None, pairing: Pairing::None, luck: None }];
        let terms = SeriesTerms { seed: 1, turn_limit: 3, shard: Shard::WHOLE };
        let tally = &weigh(&series, std::slice::from_ref(&(0..5)), terms, &|_| ())[0];
        assert_eq!(
            (tally.totals.unfinished, &tally.totals.turns),
            (if ends { 0 } else { 5 }, &BTreeMap::from([(rounds, 5)]))
        );
    }
}

/// One player, whose first turn never ends: the turn waits for a move that there is not.
struct Idling;

impl Engine for Idling {
    type State = u64;
    type Move = ();
    type Illegal = ();

    const HIDDEN: bool = false;

    fn players(&self) -> usize {
        1
    }

    fn start(&self) -> u64 {
        0
    }

    fn next(&self, _: &u64) -> Next {
        Next::Decide { player: 0, kind: "wait" }
    }

    fn clock(&self, _: &u64) -> Clock {
        Clock { turn: 1, player: Some(0) }
    }

    fn moves(&self, _: &u64, into: &mut Vec<()>) {
        into.clear();
        into.push(());
    }

    fn apply<W: Watch>(&self, state: &mut u64, (): &(), _: &mut Chance<'_>, _: &mut W) {
        *state += 1;
    }
}

impl Playout for Idling {}

#[test]
fn a_turn_without_end_is_given_up_wherever_it_is_played() {
    let bots = vec![Bot::Random];
    let recorded = record(&Idling, 3, &mut Table::new(&Idling, &bots, Rng::new(1)), &mut Blind);
    assert_eq!((recorded.fault, recorded.state), (Some(Fault::EndlessTurn), TURN_EVENTS.into()));
    // Of the first battles every state is checked, of the others none.
    for shard in [Shard { number: 0, of: 300 }, Shard { number: 299, of: 300 }] {
        let options = SmokeOptions { games: 300, seed: 1, bots: bots.clone(), turn_limit: 3, shard };
        let totals = run(&Idling, &options, &|_| ());
        let faults: Vec<_> = totals.faults.values().map(|seen| (seen.fault.clone(), seen.battles)).collect();
        assert_eq!((totals.unfinished, faults), (1, vec![(Fault::EndlessTurn, 1)]));
    }
    let series = [Series { engine: &Idling, start: None, bots, bar: None, pairing: Pairing::None, luck: None }];
    let terms = SeriesTerms { seed: 1, turn_limit: 3, shard: Shard::WHOLE };
    let tally = &weigh(&series, std::slice::from_ref(&(0..2)), terms, &|_| ())[0];
    assert_eq!((tally.totals.unfinished, tally.totals.broken_battles()), (2, 0));
    assert_eq!(sequels_that_end(&Idling, &0, 2, 2, &Effort::unbounded()), Some(0));
}

#[test]
fn a_search_that_spends_its_effort_knows_nothing() {
    let clock = Waiting { last: 500, late: false, parts: 1 };
    assert_eq!(sequels_that_end(&clock, &clock.start(), 16, 16, &Effort::new(100)), None);
    let effort = Effort::new(12);
    let recorded = record_within(
        &clock,
        Limits::rounds(500, &effort),
        &mut Table::new(&clock, &[Bot::Random], Rng::new(1)),
        &mut Blind,
    );
    // A turn takes an event that nobody decides, and a decision of one legal move.
    assert_eq!((recorded.outcome, recorded.turns.len(), effort.is_spent()), (None, 4, true));
}
