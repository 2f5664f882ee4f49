//! Reasons that orders are not legal, in words.

use crate::play::Engine;
use crate::systems::tabletop::engine::{HexEngine, HexOrder, OrderRefused as No};
use crate::systems::tabletop::rules::{Aim, MAX_CARDS, NO_HEX};
use crate::systems::tabletop::state::{CardRef, HexState};

/// Returns a reason as the continuation of "`{fortify: N2#1}` is not legal:".
pub(super) fn refusal(engine: &HexEngine, state: &HexState, why: No) -> String {
    let text = match why {
        No::NoOrders => "nobody gives orders now",
        No::NotOnMap(card) => return format!("{} is not on the map", engine.name(card)),
        No::NotOwn(card) => return format!("{} is another faction's", engine.name(card)),
        No::Routed => "a routed card takes no orders (TT-8.3)",
        No::JustDeployed => "a card takes orders from the turn after it was deployed (TT-2.5)",
        No::Ended => "its orders ended when it tried to disengage (TT-5.10)",
        No::AtWork => "it was trained or reinforced in this turn (TT-7.2)",
        No::InArmy => "it is in an army: it leaves that first, or all of it goes (`army: true`)",
        No::NoArmy => "it is in no army",
        No::Elsewhere(hex) => return format!("it is at {}", engine.rules.digits(hex)),
        No::NoNeighbour => "the hexes are not neighbours",
        No::InCombat => "it is in combat, and has to disengage (TT-4.4)",
        No::NotInCombat => "it is not in combat",
        No::Closed => "it cannot enter that hex (TT-4.1)",
        No::NoAllowance => "too little of its speed is left in this turn (TT-4.1)",
        No::Bound => "the standard trained or reinforced in this turn (TT-7.2)",
        No::Moved => "it moved in this turn",
        No::Fortified => "it is fortified already",
        No::DugIn => "it fortified in this turn (TT-7.2)",
        No::Used => "it used an ability in this turn (TT-7.2)",
        No::SameUnit => "both are one unit",
        No::NotTogether => "they are not in one hex",
        No::OtherType => "their types differ (TT-3.1)",
        No::OtherExperience => "their experience differs (TT-3.1)",
        No::OtherArmy => "only one of them is in the army",
        No::SameArmy => "they are in one army already",
        No::Joined(card) => return format!("{} joined an army in this turn already (TT-3.3)", engine.name(card)),
        No::Left(card) => return format!("{} left an army in this turn already (TT-3.3)", engine.name(card)),
        No::Standard => "a standard is not meant here",
        No::NoStandard => "cards are deployed at standards (TT-2.3)",
        No::NotListed => "the faction's list does not have that card",
        No::HeroCame => "a hero comes once in a battle (TT-2.2)",
        No::NoReinforcement => "heroes and standards are deployed",
        No::Contested => "enemies that fight are in the hex",
        No::TooDear(cost) => return format!("it costs {cost}, and less is left"),
        No::Full => {
            return format!("{MAX_CARDS} cards are on the map, or {} of this one have come: that is the most", u8::MAX);
        }
        No::CannotStand => "it cannot stand in that hex (TT-4.1)",
        No::NoExperience => "only veterans are reinforced (TT-7.2)",
        No::NoStandardHere => "no own standard is in its hex (TT-7.2)",
        No::StandardMoved => "the standard in its hex moved in this turn (TT-7.2)",
        No::Trained => "it was trained in this turn already (TT-7.2)",
        No::NoAbility => "it has no such ability",
        No::Passive => "the ability is passive",
        No::OtherAim => {
            "the ability is aimed otherwise: one that strikes is a `strike`, and `to` is for those that build or demolish a road"
        }
        No::NoHexNamed(card, ability) => return no_hex_named(engine, state, card, ability),
        No::Resting(turn) => return format!("the ability rests until turn {turn} (TT-2.4)"),
        No::OnlyOnce => "the ability is used once in a battle",
        No::NotNow => "the conditions of the ability are not met",
        No::OutOfRange(1) => return "the target is more than 1 hex away (TT-6.1)".to_owned(),
        No::OutOfRange(reach) => return format!("the target is more than {reach} hexes away (TT-6.1)"),
        No::OwnTarget => "the target is the faction's own",
        No::Shelters => "it shelters: no special attack may target it (TT-5.4)",
        No::Untargetable => "this kind of strike cannot target it (TT-6.1)",
        No::NoSingleTarget => "not exactly one unit there can be struck: name the card",
        No::RoadThere => "a road is there already",
        No::NoRoad => "no road is there",
        No::RoadsFull => "no more roads can be changed in this battle",
        No::HeldFull => "as much as can is changed by abilities that were used before, and holds still",
    };
    text.to_owned()
}

/// Says which hexes the use of an ability for roads could name.
fn no_hex_named(engine: &HexEngine, state: &HexState, card: CardRef, ability: u8) -> String {
    let builds = engine.rules.cards[usize::from(card.row)].abilities[usize::from(ability)].aim == Aim::BuildRoad;
    let done = if builds { "built" } else { "demolished" };
    let from = state.find(card).map_or(NO_HEX, |place| state.all[place].hex);
    let neighbours = engine.rules.neighbours.get(usize::from(from)).into_iter().flatten().copied();
    let is_possible = |to: &u16| engine.illegal(state, &HexOrder::Use { card, ability, to: *to }).is_none();
    let possible: Vec<String> = neighbours
        .filter(|to| *to != NO_HEX)
        .filter(is_possible)
        .map(|to| format!("`{}`", engine.rules.digits(to)))
        .collect();
    match possible.as_slice() {
        [] => format!("`to` must name a neighbouring hex, and to none of them a road can be {done} now"),
        possible => format!("`to` must name the hex to which the road is {done}: {}", possible.join(", ")),
    }
}
