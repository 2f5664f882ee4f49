//! The names of formations and sides with their uses.

use super::missing::missing;
use super::resolve::Battle;
use crate::systems::names::{NameTable, NameUse, NamedThing};

/// Returns the names of the battle and where references use them.
pub(super) fn names(battle: &Battle) -> NameTable {
    let formation = |card: usize| {
        let written = battle.formation(card);
        NamedThing {
            kind: "formation",
            name: written.name.clone(),
            at: battle.at(card, "/name"),
            number: Some((written.card.to_string(), battle.at(card, "/card"))),
        }
    };
    let side = |(i, side): (usize, &super::model::Side)| NamedThing {
        kind: "side",
        name: side.name.clone(),
        at: battle.at_scenario(&format!("/scenario/sides/{i}/name")),
        number: None,
    };
    let formations = (0..battle.cards.len()).map(formation);
    let sides = battle.armies.len();
    let of_cards = battle.references.iter().filter_map(|reference| {
        let side = *battle.cards[reference.from].sides.first()?;
        Some(NameUse {
            text: reference.text.clone(),
            at: reference.at.clone(),
            means: reference.found.card(),
            set: if reference.role.friendly() { side } else { sides + side },
        })
    });
    // An entry such as `friends`, and one that is left out, is no name.
    let references = battle.effect_references().into_iter();
    let of_effects = references.filter_map(|reference| {
        let found = reference.found?;
        (!reference.text.is_empty()).then(|| NameUse {
            text: reference.text,
            at: reference.at,
            means: found.card(),
            set: 2 * sides,
        })
    });
    NameTable {
        names: formations.chain(battle.sides().iter().enumerate().map(side)).collect(),
        uses: of_cards.chain(of_effects).collect(),
        // The friends of each side, the enemies of each side, and everyone.
        sets: [true, false]
            .into_iter()
            .flat_map(|friendly| (0..sides).map(move |side| battle.candidates(side, friendly).collect()))
            .chain([battle.fielded().collect()])
            .collect(),
        missing: missing(battle),
    }
}
