//! Happenings: the changes that an effect makes.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{CardPicks, EffectNames, Referent};

/// Something that an effect causes, after everything that triggered it (TB-10.5).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Happening {
    /// These rout, wherever they are; morale moves as after any rout.
    Rout(CardPicks),
    /// These leave play, without a rout or loss of morale.
    Leave(CardPicks),
    /// These enter play from reserve.
    Enter(CardPicks),
    /// Hits on a formation; nothing adds to or reduces them.
    Hit(Hit),
    /// A side gains morale cubes, as long as cubes are free.
    GainMorale(MoraleChange),
    /// A side loses morale cubes to the supply.
    LoseMorale(MoraleChange),
    /// Each of these in play gains a cube, if one is free and a special formation has room for it.
    AddCube(CardPicks),
    /// Each of these loses a cube, if it has one.
    RemoveCube(CardPicks),
}

/// Hits outside an attack.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hit {
    /// The cards that are hit; each takes all hits.
    pub on: CardPicks,
    /// The number of hits.
    #[schemars(range(min = 1, max = 20))]
    pub hits: u8,
}

/// Morale cubes of a side.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum MoraleChange {
    /// Of the card's own side.
    Own(#[schemars(range(min = 1, max = 10))] u8),
    /// Of a named side.
    Of(MoraleOf),
}

/// Morale cubes of a named side.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoraleOf {
    /// The side's name, or `enemy`.
    #[schemars(extend("x-names" = {"enemy": "The side that the card fights against."}))]
    pub side: String,
    /// The number of cubes.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 10))]
    pub cubes: u8,
}

fn one() -> u8 {
    1
}

/// The word for the side that the card fights against.
pub(crate) const ENEMY: &str = "enemy";

impl MoraleChange {
    /// Returns the number of cubes.
    pub fn cubes(&self) -> u8 {
        match self {
            MoraleChange::Own(cubes) | MoraleChange::Of(MoraleOf { cubes, .. }) => *cubes,
        }
    }

    /// Returns the side that is named; `None` for the card's own.
    pub fn side(&self) -> Option<&str> {
        match self {
            MoraleChange::Own(_) => None,
            MoraleChange::Of(of) => Some(&of.side),
        }
    }

    fn names<'a>(&'a self, names: &mut EffectNames<'a>) {
        match self {
            // Without a card there is no own side either.
            MoraleChange::Own(_) => names.name(Referent::Side, ""),
            MoraleChange::Of(of) => names.nest("side", |names| names.name(Referent::Side, &of.side)),
        }
    }
}

impl Happening {
    pub(super) fn names<'a>(&'a self, names: &mut EffectNames<'a>) {
        match self {
            Happening::Rout(cards) => names.nest("rout", |names| cards.names(Referent::Anyone, names)),
            Happening::Leave(cards) => names.nest("leave", |names| cards.names(Referent::Anyone, names)),
            Happening::Enter(cards) => names.nest("enter", |names| cards.names(Referent::Anyone, names)),
            Happening::AddCube(cards) => names.nest("add_cube", |names| cards.names(Referent::Anyone, names)),
            Happening::RemoveCube(cards) => names.nest("remove_cube", |names| cards.names(Referent::Anyone, names)),
            Happening::Hit(hit) => {
                names.nest("hit", |names| names.nest("on", |names| hit.on.names(Referent::Anyone, names)));
            }
            Happening::GainMorale(change) => names.nest("gain_morale", |names| change.names(names)),
            Happening::LoseMorale(change) => names.nest("lose_morale", |names| change.names(names)),
        }
    }
}
