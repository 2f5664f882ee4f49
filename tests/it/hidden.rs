//! What a player cannot see is drawn again before a bot looks at a position: held for every engine, and shown by a game
//! of three sides with hidden hands and a ten-sided die.

use std::fmt::Debug;

use muster_core::play::bots::{Bot, Seat};
use muster_core::play::chance::Chance;
use muster_core::play::record::{Table, record};
use muster_core::play::replay::replay;
use muster_core::play::rng::Rng;
use muster_core::play::{Blind, Next, Playout};

use crate::battery::compiled;
use crate::table_battles::arena::Game;
use crate::toy::banners::Banners;

/// Holds what a redrawn position must hold, in every decision of some random battles. Returns the number of positions in
/// which a hundred redraws differ.
pub(crate) fn redraws_hold<E: Playout>(engine: &E, battles: u64, limit: u32) -> usize
where
    E::State: PartialEq + Debug,
{
    let (mut legal, mut known, mut differ) = (Vec::new(), Vec::new(), 0);
    let mut seats = [Bot::Random, Bot::Greedy, Bot::Mcts(20)].map(|bot| (bot, Seat::new(bot, engine)));
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
                    for (bot, seat) in &mut seats {
                        let mut choice = |state: &E::State| seat.choose(engine, state, player, &mut Rng::new(seed));
                        assert_eq!(choice(&state), choice(&once), "{bot} knows what its player knows");
                    }
                    let first = redrawn(&state, 0);
                    differ += usize::from((1..100).any(|seed| redrawn(&state, seed) != first));
                    let chosen = legal[rng.draw_below(legal.len() as u32) as usize].clone();
                    engine.apply(&mut state, &chosen, &mut Chance::fair(&mut rng), &mut Blind);
                }
            }
        }
    }
    differ
}

#[test]
fn hidden_cards_are_drawn_anew_and_bots_do_not_cheat() {
    assert!(redraws_hold(&compiled::<Banners>().1, 20, 99) > 100, "hands that could be others are others");
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
    let (_, engine) = compiled::<Banners>();
    for seed in 0..50 {
        let mut table = Table::new(&engine, &[Bot::Random, Bot::Greedy, Bot::Mcts(10)], Rng::new(seed));
        let played = record(&engine, 99, &mut table, &mut Blind);
        assert_eq!((played.turns.len(), played.turns[0].player), (3, None));
        let replayed = replay(&engine, &played.turns, &|_, _| None, None);
        assert!(replayed.fault.is_none(), "{:?}", replayed.fault);
        assert_eq!((replayed.outcome, replayed.states), (played.outcome, played.states));
    }
}
