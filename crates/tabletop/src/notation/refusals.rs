//! Reasons that orders are not legal, in words.

use muster_core::play::Engine;

use crate::engine::{HexEngine, HexOrder, OrderRefused as No};
use crate::rules::{Aim, MAX_CARDS, NO_HEX};
use crate::state::{CardRef, HexState};

/// Returns a reason as the continuation of "`{fortify: N2#1}` is not legal:".
pub(super) fn refusal(engine: &HexEngine, state: &HexState, why: No) -> String {
    let text = match why {
        No::NoOrders => "nobody gives orders now",
        No::NotOnMap(card) => return format!("{} is not on the map", engine.name(card)),
        No::NotOwn(card) => return format!("{} belongs to another faction", engine.name(card)),
        No::Routed => "a routed card cannot take orders (TT-8.3)",
        No::JustDeployed => "a card takes orders from the turn after its deployment (TT-2.5)",
        No::Ended => "its orders ended when it tried to disengage (TT-5.10)",
        No::AtWork => "it was trained or reinforced in this turn (TT-7.2)",
        No::InArmy => "it is in an army: it must leave the army first, or the whole army goes (`army: true`)",
        No::NoArmy => "it is in no army",
        No::Elsewhere(hex) => return format!("it is at {}", engine.rules.digits(hex)),
        No::NoNeighbour => "the hexes are not next to each other",
        No::InCombat => "it is in combat and must disengage (TT-4.4)",
        No::NotInCombat => "it is not in combat",
        No::Closed => "it cannot enter that hex (TT-4.1)",
        No::NoAllowance => "it does not have enough speed left in this turn (TT-4.1)",
        No::Bound => "the standard trained or reinforced in this turn (TT-7.2)",
        No::Moved => "it already moved in this turn",
        No::Fortified => "it is already fortified",
        No::DugIn => "it already fortified in this turn (TT-7.2)",
        No::Used => "it already used an ability in this turn (TT-7.2)",
        No::SameUnit => "both are the same unit",
        No::NotTogether => "they are not in the same hex",
        No::OtherType => "their types differ (TT-3.1)",
        No::OtherExperience => "their experience differs (TT-3.1)",
        No::OtherArmy => "only one of them is in the army",
        No::SameArmy => "they are already in one army",
        No::Joined(card) => return format!("{} already joined an army in this turn (TT-3.3)", engine.name(card)),
        No::Left(card) => return format!("{} already left an army in this turn (TT-3.3)", engine.name(card)),
        No::Standard => "a standard cannot be named here",
        No::NoStandard => "cards are deployed at standards (TT-2.3)",
        No::NotListed => "the card is not on the faction's list",
        No::HeroCame => "a hero can be on the map only once (TT-2.2)",
        No::NoReinforcement => "heroes and standards can only be deployed",
        No::Contested => "fighting enemies are in the hex",
        No::TooDear(cost) => return format!("it costs {cost}, more than is left"),
        No::Full => {
            return format!(
                "{MAX_CARDS} cards are on the map, or {} of this one have been deployed, which is the limit",
                u8::MAX
            );
        }
        No::CannotStand => "it cannot be in that hex (TT-4.1)",
        No::NoExperience => "only veterans can be reinforced (TT-7.2)",
        No::NoStandardHere => "no standard of its faction is in its hex (TT-7.2)",
        No::StandardMoved => "the standard in its hex moved in this turn (TT-7.2)",
        No::Trained => "it was already trained in this turn (TT-7.2)",
        No::NoAbility => "it has no such ability",
        No::Passive => "the ability is passive",
        No::OtherAim => {
            "the ability has another kind of target: one that strikes is a `strike`, and `to` is for abilities that build or demolish a road"
        }
        No::NoHexNamed(card, ability) => return no_hex_named(engine, state, card, ability),
        No::Resting(turn) => return format!("the ability is on cooldown until turn {turn} (TT-2.4)"),
        No::OnlyOnce => "the ability can be used only once in a battle",
        No::NotNow => "the conditions of the ability are not met",
        No::OutOfRange(1) => return "the target is more than 1 hex away (TT-6.1)".to_owned(),
        No::OutOfRange(reach) => return format!("the target is more than {reach} hexes away (TT-6.1)"),
        No::OwnTarget => "the target belongs to the same faction",
        No::Shelters => "it shelters, so special attacks cannot target it (TT-5.4)",
        No::Untargetable => "this kind of strike cannot target it (TT-6.1)",
        No::NoSingleTarget => "there is not exactly one possible target there: name the card",
        No::RoadThere => "there is already a road",
        No::NoRoad => "there is no road",
        No::RoadsFull => "no more roads can be changed in this battle",
        No::HeldFull => "abilities used earlier already have the most possible lasting effects",
    };
    text.to_owned()
}

/// Returns the clause that a reason follows from, where its words do not name it.
pub(super) fn clause(why: No) -> Option<&'static str> {
    Some(match why {
        No::TooDear(_) => "TT-1.3",
        No::OnlyOnce => "TT-2.4",
        No::Contested => "TT-2.5",
        No::InArmy | No::NoArmy => "TT-3.2",
        No::NoNeighbour => "TT-4.1",
        No::RoadThere | No::NoRoad => "TT-4.3",
        No::NotInCombat => "TT-5.5",
        No::OwnTarget => "TT-6.1",
        No::Moved | No::NoReinforcement => "TT-7.2",
        _ => return None,
    })
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
        [] => format!("`to` must name a neighbouring hex, and a road can be {done} to none of them now"),
        possible => format!("`to` must name the hex to which the road is {done}: {}", possible.join(", ")),
    }
}
