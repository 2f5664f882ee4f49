//! What a player cannot see is drawn anew before a bot looks at a position: held for every engine, and shown by a game
//! of three players with hands of cards and a ten-sided die.

use std::fmt::Debug;

use muster::play::bots::{Bot, Seat};
use muster::play::chance::{Chance, DrawLabel};
use muster::play::record::{Table, record};
use muster::play::replay::replay;
use muster::play::rng::Rng;
use muster::play::{Blind, Clock, Engine, Next, Outcome, Playout, Watch};

use crate::table_battles::arena::Game;

/// Kinds of cards, by their worth.
const KINDS: usize = 4;
/// Cards dealt to every player.
const DEALT: u8 = 3;

/// Three players play one card of their hand in each turn, all in the order of their seats, and add a die to its worth.
/// Who has most in the end wins.
struct Hands;

#[derive(Debug, Clone, PartialEq, Eq)]
struct Position {
    turn: u32,
    next: usize,
    /// By kind: the cards that were not dealt.
    deck: [u8; KINDS],
    /// By player and kind.
    hands: [[u8; KINDS]; 3],
    points: [u32; 3],
}

const DIE: DrawLabel = DrawLabel::new("die");

impl Engine for Hands {
    type State = Position;
    type Move = usize;
    type Illegal = ();

    const HIDDEN: bool = true;

    fn players(&self) -> usize {
        3
    }

    fn start(&self) -> Position {
        Position { turn: 1, next: 0, deck: [4; KINDS], hands: [[0; KINDS]; 3], points: [0; 3] }
    }

    fn next(&self, state: &Position) -> Next {
        let most = state.points.iter().max();
        if state.turn > DEALT.into() {
            let mut best = (0..3).filter(|player| Some(&state.points[*player]) == most);
            let winner = best.next().filter(|_| best.next().is_none());
            Next::Over(Outcome { winner, by: "points" })
        } else if state.hands[state.next].iter().sum::<u8>() == 0 {
            Next::Auto
        } else {
            Next::Decide { player: state.next, kind: "card" }
        }
    }

    fn clock(&self, state: &Position) -> Clock {
        Clock { turn: state.turn.min(DEALT.into()), player: None }
    }

    fn moves(&self, state: &Position, into: &mut Vec<usize>) {
        into.clear();
        into.extend((0..KINDS).filter(|kind| state.hands[state.next][*kind] > 0));
    }

    fn apply<W: Watch>(&self, state: &mut Position, kind: &usize, chance: &mut Chance<'_>, watch: &mut W) {
        state.hands[state.next][*kind] -= 1;
        let pips = u32::from(chance.die(DIE, 10));
        state.points[state.next] += 3 * *kind as u32 + pips;
        watch.count(*kind, 1);
        state.next = (state.next + 1) % 3;
        state.turn += u32::from(state.next == 0);
    }

    fn advance<W: Watch>(&self, state: &mut Position, chance: &mut Chance<'_>, _: &mut W) {
        for player in 0..3 {
            for _ in 0..DEALT {
                let kind = chance.take(DrawLabel::for_piece("dealt", player), &mut state.deck);
                state.hands[usize::from(player)][kind] += 1;
            }
        }
    }

    fn redraw(&self, state: &mut Position, seen_by: usize, rng: &mut Rng) {
        let mut unseen = state.deck;
        for player in (0..3).filter(|player| *player != seen_by) {
            (0..KINDS).for_each(|kind| unseen[kind] += state.hands[player][kind]);
        }
        for player in (0..3).filter(|player| *player != seen_by) {
            let cards: u8 = state.hands[player].iter().sum();
            state.hands[player] = [0; KINDS];
            for _ in 0..cards {
                let kind = Chance::fair(rng).take(DIE, &mut unseen);
                state.hands[player][kind] += 1;
            }
        }
        state.deck = unseen;
    }

    fn value(&self, state: &Position, player: usize) -> i32 {
        let others = (0..3).filter(|other| *other != player).map(|other| state.points[other]).max();
        state.points[player] as i32 - others.unwrap_or(0) as i32
    }

    fn counters(&self) -> usize {
        KINDS
    }
}

impl Playout for Hands {}

/// Holds what a redrawn position must hold, in every decision of some random battles. Returns the number of positions in
/// which a hundred redraws differ.
fn redraws_hold<E: Playout>(engine: &E, battles: u64, limit: u32) -> usize
where
    E::State: PartialEq + Debug,
{
    let (mut legal, mut known, mut differ) = (Vec::new(), Vec::new(), 0);
    for seed in 0..battles {
        let (mut state, mut rng) = (engine.start(), Rng::new(seed));
        while engine.clock(&state).turn <= limit {
            match engine.next(&state) {
                Next::Over(_) => break,
                Next::Auto => engine.advance(&mut state, &mut Chance::fair(&mut rng), &mut Blind),
                Next::Decide { player, .. } => {
                    let redrawn = |state: &E::State, seed: u64| {
                        let mut other = state.clone();
                        engine.redraw(&mut other, player, &mut Rng::new(seed));
                        other
                    };
                    engine.moves(&state, &mut legal);
                    let (once, again) = (redrawn(&state, 1), redrawn(&redrawn(&state, 2), 1));
                    assert_eq!(once, again, "it depends on what the player sees alone");
                    engine.moves(&once, &mut known);
                    assert_eq!(known, legal, "the same moves are legal");
                    assert_eq!((engine.next(&once), engine.clock(&once)), (engine.next(&state), engine.clock(&state)));
                    for bot in [Bot::Random, Bot::Greedy, Bot::Mcts(20)] {
                        let choice = |state: &E::State| {
                            Seat::new(bot, engine).choose(engine, state, player, &mut Rng::new(seed))
                        };
                        assert_eq!(choice(&state), choice(&once), "{bot} knows what its player knows");
                    }
                    let first = redrawn(&state, 0);
                    differ += usize::from((1..100).any(|seed| redrawn(&state, seed) != first));
                    let chosen = legal[rng.below(legal.len() as u32) as usize].clone();
                    engine.apply(&mut state, &chosen, &mut Chance::fair(&mut rng), &mut Blind);
                }
            }
        }
    }
    differ
}

#[test]
fn hidden_cards_are_drawn_anew_and_bots_do_not_cheat() {
    assert!(redraws_hold(&Hands, 20, 99) > 100, "hands that could be others are others");
}

#[test]
fn where_all_is_open_nothing_is_drawn_anew() {
    let cards = "
- {card: 1A, name: Ann, wing: red, strength: 2, dice: 6, actions: [{type: attack, targets: [Bob], hits: 1}]}
- {card: 11A, name: Bob, wing: blue, strength: 2, dice: 6, actions: [{type: attack, targets: [Ann], hits: 1}]}
";
    assert_eq!(redraws_hold(&*Game::new(cards).engine, 2, 12), 0);
}

#[test]
fn turns_that_three_players_share_are_recorded_and_replayed_with_all_that_was_drawn() {
    for seed in 0..50 {
        let mut table = Table::new(&Hands, &[Bot::Random, Bot::Greedy, Bot::Mcts(10)], Rng::new(seed));
        let played = record(&Hands, 99, &mut table, &mut Blind);
        assert_eq!((played.turns.len(), played.turns[0].player), (usize::from(DEALT), None));
        let replayed = replay(&Hands, &played.turns, &|_, _| None, None);
        assert!(replayed.fault.is_none(), "{:?}", replayed.fault);
        assert_eq!((replayed.outcome, replayed.states), (played.outcome, played.states));
    }
}
