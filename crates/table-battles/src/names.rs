//! The names of formations and sides with their uses.

use muster_systems::names::{NameTable, NameUse, NamedThing, SpokenWords, listed_ranges};

use super::effects::Referent;
use super::missing::missing;
use super::resolve::Battle;

/// Returns the names of the battle and where references use them.
pub(super) fn names(battle: &Battle) -> NameTable {
    let formation = |card: usize| {
        let written = battle.formation(card);
        NamedThing::new("formation", &written.name, battle.card_address(card, "/name"))
            .with_number(written.card, battle.card_address(card, "/card"))
    };
    let side = |(i, side): (usize, &super::model::Side)| {
        NamedThing::new("side", &side.name, battle.scenario_address(&format!("/scenario/sides/{i}/name")))
    };
    let formations = (0..battle.cards.len()).map(formation);
    let sides = battle.armies.len();
    // The comrades of each card that names some: its side without itself.
    let mut comrades: Vec<usize> = Vec::new();
    let mut of_cards = Vec::new();
    for reference in &battle.references {
        let (from, means) = (reference.from, reference.found.card());
        let Some(side) = battle.cards[from].sides.first().copied() else { continue };
        let set = match reference.role.friendly() {
            false => sides + side,
            // A card that names itself is told so.
            true if means == Some(from) => side,
            true => {
                let known = comrades.iter().position(|card| *card == from).unwrap_or_else(|| {
                    comrades.push(from);
                    comrades.len() - 1
                });
                2 * sides + 1 + known
            }
        };
        of_cards.push(NameUse { text: reference.text.clone(), at: reference.at.clone(), means, set });
    }
    let without_itself = comrades.iter().map(|card| {
        let side = battle.cards[*card].sides.first().copied().unwrap_or_default();
        battle.candidates(side, true).filter(|other| other != card).collect()
    });
    // An entry such as `friends`, and one that is left out, is no name.
    let references = battle.effect_references().into_iter().filter(|reference| !reference.text.is_empty());
    let all_sides = battle.cards.len()..battle.cards.len() + battle.sides().len();
    let of_sides = 2 * sides + 1 + comrades.len();
    let of_effects = references.filter_map(|reference| {
        let (set, means) = match reference.meant {
            Referent::Side => {
                let side = battle.sides().iter().position(|side| side.name == reference.text);
                // `enemy` means one, and is the name of none.
                if side.is_none() && reference.is_sound() {
                    return None;
                }
                (of_sides, side.map(|side| all_sides.start + side))
            }
            Referent::Friend | Referent::Anyone => (2 * sides, reference.found?.card()),
        };
        Some(NameUse { text: reference.text, at: reference.at, means, set })
    });
    NameTable {
        names: formations.chain(battle.sides().iter().enumerate().map(side)).collect(),
        uses: of_cards.into_iter().chain(of_effects).collect(),
        // The friends of each side, the enemies of each side, everyone, the comrades of cards, and the sides.
        sets: [true, false]
            .into_iter()
            .flat_map(|friendly| (0..sides).map(move |side| battle.candidates(side, friendly).collect()))
            .chain([battle.fielded_cards().collect()])
            .chain(without_itself)
            .chain([all_sides.clone().collect()])
            .collect(),
        ranges: listed_ranges(battle.ranges().map(|(_, range, at)| (range, at))),
        missing: missing(battle),
        spoken: spoken_words(battle),
    }
}

/// Returns the words that plays say.
fn spoken_words(battle: &Battle) -> Vec<SpokenWords> {
    let sides = || battle.sides().iter().map(|side| side.name.clone());
    let cards = || battle.fielded_cards().map(|card| battle.formation(card));
    let numbers = || cards().map(|card| (card.card.to_string(), format!("formation {}", card.name)));
    let names = || cards().map(|card| (card.name.clone(), format!("formation {}", card.card)));
    let cards = || numbers().chain(names()).collect();
    vec![
        SpokenWords::new(&["turns/side", "expect/turn"], false, "side", sides()),
        SpokenWords::new(&["morale", "pool"], true, "side", sides()),
        SpokenWords { places: &["card", "retire", "shift/from", "shift/to"], are_keys: false, words: cards() },
        SpokenWords { places: &["sticks", "cubes", "dice", "where"], are_keys: true, words: cards() },
    ]
}
