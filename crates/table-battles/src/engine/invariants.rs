//! Invariants of every state: pieces neither come nor go, and lie where the rules let them lie.

use muster_core::play::fault::Breach;

use super::{DiceWord, Each, Mask, Phase, State, TableBattles, bit};

/// Dice of a side (TB-1.1).
pub(super) const DICE: u32 = 6;
/// Cubes in all (TB-1.2).
pub(super) const CUBES: u32 = 10;

impl TableBattles {
    /// Returns the first clause that a state breaks.
    pub(super) fn breach(&self, state: &State) -> Option<Breach> {
        self.places(state)
            .or_else(|| (0..self.formations() as u8).find_map(|card| self.pieces(state, card)))
            .or_else(|| (0..2).find_map(|side| self.side_pieces(state, side)))
            .or_else(|| self.cubes(state))
            .or_else(|| self.turn(state))
    }

    /// Checks that a formation is in play, in reserve or out (TB-10).
    fn places(&self, state: &State) -> Option<Breach> {
        let which = |cards: Mask| Each(cards).next().map(|card| self.card_label(card));
        let everyone = self.rules.sides[0].mask | self.rules.sides[1].mask;
        if (state.play | state.reserve | state.ready | state.routed) & !everyone != 0 {
            return Some(Breach::new("TB-1.3", "a formation is there that has no card"));
        }
        if let Some(card) = which(state.play & state.reserve) {
            return Some(Breach::new("TB-10.4", format!("{card} is in play and in reserve")));
        }
        if let Some(card) = which(state.routed & (state.play | state.reserve)) {
            return Some(Breach::new("TB-10.1", format!("{card} routed and is still there")));
        }
        None
    }

    /// Returns what lies on a card.
    fn pieces(&self, state: &State, card: u8) -> Option<Breach> {
        let (row, dice) = (self.rules.row(card), state.dice[usize::from(card)]);
        let strength = state.strength[usize::from(card)];
        let breach =
            |clause: &str, what: String| Some(Breach::new(clause, format!("{} {what}", self.card_label(card))));
        if (state.play | state.reserve) & bit(card) == 0
            && (strength > 0 || self.cubes_on(state, card) > 0 || !dice.is_empty())
        {
            return breach("TB-10.1", "has left play, but not what lay on its card".to_owned());
        }
        if !dice.is_sound() {
            return breach("TB-1.1", format!("holds {} dice that show {dice:?}", dice.len()));
        }
        if !dice.is_empty() && (row.special || state.reserve & bit(card) != 0) {
            let (clause, kind) = if row.special { ("TB-9.2", "special") } else { ("TB-10.4", "in reserve") };
            return breach(clause, format!("is {kind} and holds dice"));
        }
        if !dice.is_empty() && dice.faces_at_least(1).without(self.rules.taker(card).area.faces()).number() > 0 {
            return breach("TB-2.1", format!("holds {dice:?}, of which its dice area does not take all"));
        }
        let most = row.most;
        if strength > most {
            let (clause, pieces) = if row.special { ("TB-1.4", "cubes") } else { ("TB-4.1", "sticks") };
            return breach(clause, format!("has {strength} {pieces}, more than {most}"));
        }
        if !row.special && state.play & bit(card) != 0 && strength == 0 {
            return breach("TB-8.2", "is in play without sticks".to_owned());
        }
        let ready = if row.special { strength > 0 } else { !dice.is_empty() };
        if ready != (state.ready & bit(card) != 0) {
            return breach("TB-6.1", format!("is {} ready to act", if ready { "not" } else { "wrongly" }));
        }
        None
    }

    /// Checks a side's dice and sticks.
    fn side_pieces(&self, state: &State, side: usize) -> Option<Breach> {
        let breach =
            |clause: &str, what: String| Some(Breach::new(clause, format!("`{}` {what}", self.side_name(side))));
        let own = || Each(self.rules.sides[side].mask);
        let dice = u32::from(state.pool[side]) + own().map(|card| u32::from(state.dice(card).len())).sum::<u32>();
        if dice != DICE {
            return breach("TB-1.1", format!("has {dice} dice"));
        }
        let normal = own().filter(|card| self.rules.special & bit(*card) == 0);
        let standing: u32 = normal.map(|card| u32::from(state.strength(card))).sum();
        let (coming, lost) = (u32::from(state.arriving[side].1), u32::from(state.lost[side]));
        let all = u32::from(self.rules.sides[side].sticks);
        if standing + coming + lost > all {
            let text = format!("has {standing} sticks, {coming} on their way and {lost} eliminated, of {all}");
            return breach("TB-8.3", text);
        }
        let broken = state.morale[side] == 0 && self.rules.sides[side].morale > 0;
        if broken && state.end.is_none() {
            return breach("TB-11.1", "has no morale cubes, but the battle goes on".to_owned());
        }
        None
    }

    /// Cubes go from hand to hand (TB-1.2).
    fn cubes(&self, state: &State) -> Option<Breach> {
        let on_cards = (0..self.formations() as u8).map(|card| u32::from(self.cubes_on(state, card)));
        let morale = state.morale.map(u32::from);
        let cubes = on_cards.sum::<u32>() + u32::from(state.supply) + morale[0] + morale[1];
        (cubes != CUBES).then(|| Breach::new("TB-1.2", format!("there are {cubes} cubes")))
    }

    /// Checks that the sides take turns, and that dice are placed that were rolled (TB-5).
    fn turn(&self, state: &State) -> Option<Breach> {
        let mover = (u32::from(self.rules.first) + state.turn + 1) % 2;
        if mover != u32::from(state.mover) {
            let side = self.side_name(usize::from(state.mover));
            return Some(Breach::new("TB-5.2", format!("turn {} is not that of `{side}`", state.turn)));
        }
        let rolled = if state.phase == Phase::Place { state.rolled } else { DiceWord::NONE };
        let pool = state.pool[usize::from(state.mover)];
        (rolled.len() > pool)
            .then(|| Breach::new("TB-5.3", format!("{} rolled dice wait to be placed, of {pool}", rolled.len())))
    }

    fn card_label(&self, card: u8) -> String {
        format!("`{}`", self.name(card))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use crate::resolve::Battle;
    use muster_core::play::chance::Chance;
    use muster_core::play::rng::Rng;
    use muster_core::play::{Blind, Engine, Next};
    use muster_core::source::Sources;
    use muster_systems::Doc;

    /// Returns a battle of two formations in play, one in reserve and a special one, all of the first side, against one.
    fn engine() -> TableBattles {
        let foot = |card: &str, name: &str| {
            let attack = json!({"type": "attack", "targets": ["11A"], "hits": "1 per die"});
            json!({"card": card, "name": name, "wing": "red", "strength": 4, "dice": "5/6", "actions": [attack]})
        };
        let mut reserve = foot("3A", "Reserve");
        reserve["reserve"] = json!({"behind": "Foot"});
        let guns = json!({"card": "4A", "name": "Guns", "wing": "blue", "strength": "II", "dice": "Doubles"});
        let mut enemy = foot("11A", "Enemy");
        enemy["actions"][0]["targets"] = json!(["1A"]);
        let sides = json!([
            {"name": "Red", "first": true, "morale": 3, "cards": "1A-4A"},
            {"name": "Blue", "morale": 3, "cards": "11A"},
        ]);
        let document = json!({
            "system": "table-battles", "scenario": {"name": "Test", "sides": sides},
            "formations": [foot("1A", "Foot"), foot("2A", "Horse"), reserve, guns, enemy],
        });
        let model = serde_json::from_value(document).expect("a scenario");
        let file = Sources::default().add("broken.yaml".into(), String::new());
        TableBattles::compile(&Battle::new(vec![Arc::new(Doc { file, given: true, model })])).expect("a sound scenario")
    }

    /// Returns the clause that is broken when a sound state is changed.
    fn clause(change: impl Fn(&mut State)) -> String {
        let engine = engine();
        let mut state = engine.start();
        assert_eq!(engine.find_breach(&state), None, "a state is sound before it is changed");
        change(&mut state);
        engine.find_breach(&state).map_or_else(|| "none".to_owned(), |breach| breach.clause)
    }

    /// Changes a state here or there, into one that is seldom sound.
    fn spoil(state: &mut State, rng: &mut Rng) {
        let card = rng.draw_below(6) as usize;
        let bit = 1 << card;
        match rng.draw_below(16) {
            0 => state.play ^= bit,
            1 => state.reserve ^= bit,
            2 => state.routed ^= bit,
            3 => state.ready ^= bit,
            4 => state.dice[card] = DiceWord::counting(1 + rng.draw_below(6) as u8, rng.draw_below(3) as u8),
            5 => state.strength[card] = rng.draw_below(6) as u8,
            6 => state.cubes[card] = rng.draw_below(2) as u8,
            7 => state.supply = rng.draw_below(11) as u8,
            8 => state.morale[card % 2] = rng.draw_below(5) as u8,
            9 => state.pool[card % 2] = rng.draw_below(7) as u8,
            10 => state.lost[card % 2] = rng.draw_below(5) as u16,
            11 => state.arriving[card % 2] = (0, rng.draw_below(3) as u8),
            12 => state.mover ^= 1,
            13 => state.turn += 1,
            14 => (state.phase, state.rolled) = (Phase::Place, DiceWord::counting(6, rng.draw_below(8) as u8)),
            _ => {
                let (from, to) = (card, rng.draw_below(6) as usize);
                state.dice.swap(from, to);
                state.strength.swap(from, to);
                state.ready ^= bit | 1 << to;
            }
        }
    }

    #[test]
    fn a_state_is_sound_when_no_clause_is_broken() {
        let engine = engine();
        let mut rng = Rng::new(11);
        let (mut sound, mut broken, mut moves) = (0, std::collections::BTreeSet::new(), Vec::new());
        for _ in 0..4_000 {
            let mut state = engine.start();
            for _ in 0..rng.draw_below(20) {
                match engine.next(&state) {
                    Next::Over(_) => break,
                    Next::Auto => engine.advance(&mut state, &mut Chance::fair(&mut rng), &mut Blind),
                    Next::Decide { .. } => {
                        engine.moves(&state, &mut moves);
                        let chosen = moves[rng.draw_below(moves.len() as u32) as usize];
                        engine.apply(&mut state, &chosen, &mut Chance::fair(&mut rng), &mut Blind);
                    }
                }
            }
            for _ in 0..1 + rng.draw_below(3) {
                spoil(&mut state, &mut rng);
                let breach = engine.breach(&state);
                assert_eq!(engine.is_sound(&state), breach.is_none(), "{breach:?}: {state:?}");
                sound += u32::from(breach.is_none());
                broken.extend(breach.map(|breach| breach.clause));
            }
        }
        assert!(sound > 100, "{sound} states stayed sound");
        let clauses = [
            "TB-1.1", "TB-1.2", "TB-1.3", "TB-10.1", "TB-10.4", "TB-11.1", "TB-2.1", "TB-4.1", "TB-5.2", "TB-5.3",
            "TB-6.1",
        ];
        assert!(clauses.iter().all(|clause| broken.contains(*clause)), "{broken:?}");
        assert!(["TB-1.4", "TB-8.2", "TB-8.3", "TB-9.2"].iter().all(|clause| broken.contains(*clause)), "{broken:?}");
    }

    const FOOT: u8 = 0;
    const HORSE: u8 = 1;
    const RESERVE: u8 = 2;
    const GUNS: u8 = 3;

    #[test]
    fn every_clause_is_missed_when_it_is_broken() {
        let at = usize::from;
        assert_eq!(clause(|state| state.pool[0] -= 1), "TB-1.1");
        assert_eq!(clause(|state| state.pool[1] += 1), "TB-1.1");
        assert_eq!(clause(|state| state.supply += 1), "TB-1.2");
        assert_eq!(clause(|state| state.morale[1] -= 1), "TB-1.2");
        assert_eq!(clause(|state| state.play |= 1 << 60), "TB-1.3");
        assert_eq!(clause(|state| (state.strength[at(GUNS)], state.supply) = (3, state.supply - 2)), "TB-1.4");
        assert_eq!(clause(|state| state.cubes[at(FOOT)] += 1), "TB-1.2");
        assert_eq!(
            clause(|state| (state.cubes[at(FOOT)], state.supply) = (1, state.supply - 1)),
            "none",
            "a countdown"
        );
        assert_eq!(clause(|state| state.strength[at(FOOT)] += 1), "TB-4.1");
        assert_eq!(clause(|state| state.strength[at(FOOT)] = 0), "TB-8.2");
        assert_eq!(clause(|state| state.mover ^= 1), "TB-5.2");
        assert_eq!(clause(|state| state.lost[0] += 1), "TB-8.3");
        assert_eq!(clause(|state| state.reserve |= bit(FOOT)), "TB-10.4");
        assert_eq!(clause(|state| state.routed |= bit(HORSE)), "TB-10.1");
        assert_eq!(clause(|state| state.play &= !bit(HORSE)), "TB-10.1");
        assert_eq!(clause(|state| (state.morale[0], state.supply) = (0, state.supply + state.morale[0])), "TB-11.1");
        let lay = |state: &mut State, card: u8, face| {
            state.dice[at(card)] = DiceWord::counting(face, 1);
            state.pool[0] -= 1;
            state.ready |= bit(card);
        };
        assert_eq!(clause(|state| lay(state, FOOT, 6)), "none", "the die fits");
        assert_eq!(clause(|state| lay(state, FOOT, 1)), "TB-2.1");
        assert_eq!(clause(|state| lay(state, GUNS, 6)), "TB-9.2");
        assert_eq!(clause(|state| lay(state, RESERVE, 6)), "TB-10.4");
        assert_eq!(clause(|state| state.ready |= bit(FOOT)), "TB-6.1");
        assert_eq!(clause(|state| (state.phase, state.rolled) = (Phase::Place, DiceWord::counting(6, 7))), "TB-5.3");
    }
}
