//! Sentences for victory: how a battle is won, and how it ends.

use crate::resolve::{ResolvedVictory, TabletopBattle, VictoryGoal};
use crate::wording::{TabletopWord as W, TabletopWording};

/// Returns a condition of victory (TT-1.4).
pub fn victory(wording: TabletopWording<'_>, battle: &TabletopBattle, victory: &ResolvedVictory) -> String {
    let winner = victory.faction.map(|faction| battle.factions[faction].name.clone());
    let winner = winner.unwrap_or_else(|| wording.word(W::AFaction));
    match &victory.rule {
        VictoryGoal::Hold { hexes, until } => {
            let count = u32::try_from(hexes.len()).unwrap_or(u32::MAX);
            let hexes: Vec<String> = hexes.iter().map(|hex| place(battle, *hex)).collect();
            let hexes = wording.all_of(&hexes);
            let given = [count.into(), (&winner).into(), (&hexes).into(), (*until).into()];
            wording.say(W::WinsByHolding, &given)
        }
        VictoryGoal::Destroy(card) => {
            let card = card.map_or_else(|| wording.word(W::TheCard), |card| battle.cards[card].name.clone());
            wording.say(W::WinsByDestroying, &[(&winner).into(), (&card).into()])
        }
        VictoryGoal::MostMight => wording.say(W::MostMightWins, &[battle.turns().into()]),
        VictoryGoal::Last => wording.word(W::LastWins),
    }
}

/// Returns the sentence about the end of a battle that nobody has won, if no condition of victory says it.
pub fn end(wording: TabletopWording<'_>, battle: &TabletopBattle) -> Option<String> {
    let is_said = battle.victory.iter().any(|victory| victory.rule == VictoryGoal::MostMight);
    (!is_said).then(|| wording.say(W::EndsDrawn, &[battle.turns().into()]))
}

/// Returns a hex by its place and number: `The Abbey (0706)`.
pub fn place(battle: &TabletopBattle, hex: usize) -> String {
    let Some(map) = &battle.map else { return String::new() };
    let digits = map.digits(hex);
    let named = map.places.iter().find(|(_, at)| *at == Some(hex));
    named.map_or_else(|| digits.clone(), |(name, _)| format!("{name} ({digits})"))
}
