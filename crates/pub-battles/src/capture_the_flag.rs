//! Capture the Flag (PB-10): deals a battle from two decks of corps, a setup deck and a map, and writes it as a scenario.

mod bases;
mod dealing;
mod ground;
mod hand;
mod setup;
mod text;
mod writing;

use muster_core::play::rng::Rng;
use muster_core::source::FileId;
use muster_systems::Dealt;
use muster_systems::dealt::DealOrder;

use self::bases::choose_bases;
pub use self::bases::{base_locations, bases};
pub use self::dealing::{DealtDay, DealtStack, FlagDeal, FlagForce, deal, deal_setup};
use self::dealing::{FlagHand, hands};
pub use self::ground::{StartZone, inward_of, largest_start};
pub use self::setup::{FlagSetup, StackLetter, setup_deck};
use self::writing::write;
use super::PubBattles;
use super::model::CaptureTheFlag;
use super::resolve::{Field, PubBattle};

/// The cards of a deck (PB-10.1).
pub const CARDS: usize = 12;
/// The cards of a stack (PB-10.3).
pub const STACK: usize = 3;
/// The least army that is dealt, in blocks without trains: of a smaller one a block or two are half.
pub const LEAST: usize = 5;
/// The turns of a day (PB-10.5).
pub const TURNS: u16 = 10;
/// The days, after which it is a draw (PB-10.5).
pub const DAYS: u16 = 3;

impl Dealt for PubBattles {
    const DECKS: &'static str = "capture-the-flag";

    fn deal(battle: &PubBattle, order: &DealOrder<'_>, path_of: &dyn Fn(FileId) -> String) -> Result<String, String> {
        let (decks, field) = (decks_of(battle)?, field_of(battle)?);
        let mut rng = Rng::new(order.seed);
        let (drawn, hands) = deal_hands(decks, &mut rng)?;
        let by_chance = bases(field, decks, &mut rng);
        let letters = chosen_by_side(decks, order.letters)?;
        let force = |side: usize| match letters[side] {
            Some(text) => {
                hands[side].parse_force(text).map_err(|why| format!("`{text}` of `{}`: {why}", decks.decks[side].name))
            }
            None => hands[side].random_force().ok_or_else(|| NO_ARMY.to_owned()),
        };
        let dealt = FlagDeal { drawn, forces: [force(0)?, force(1)?] };
        let bases = choose_bases(&dealt, (decks, field), &by_chance, chosen_by_side(decks, order.places)?)?;
        write(battle, &dealt, &bases, (order.name, order.seed, &path_of(field.file)))
    }

    fn hand(battle: &PubBattle, seed: u64, side: &str) -> Result<String, String> {
        let (decks, field) = (decks_of(battle)?, field_of(battle)?);
        let (_, hands) = deal_hands(decks, &mut Rng::new(seed))?;
        Ok(hand::hand_text(&hands, side_of(decks, side)?, field))
    }
}

/// The error if no deal of the decks can be played.
const NO_ARMY: &str = "no deal of its decks gives both sides an army";

fn decks_of(battle: &PubBattle) -> Result<&CaptureTheFlag, String> {
    battle.decks().ok_or_else(|| "it has no decks of Capture the Flag".to_owned())
}

fn field_of(battle: &PubBattle) -> Result<&Field, String> {
    battle.field.as_ref().ok_or_else(|| "its decks have no map".to_owned())
}

/// Deals two setup cards, and the stacks of both sides.
fn deal_hands<'d>(decks: &'d CaptureTheFlag, rng: &mut Rng) -> Result<([FlagSetup; 2], [FlagHand<'d>; 2]), String> {
    let drawn = deal_setup(decks, rng).ok_or("its setup deck needs two cards")?;
    Ok((drawn, hands(decks, drawn, rng).ok_or(NO_ARMY)?))
}

/// Returns the place of a side among the decks.
fn side_of(decks: &CaptureTheFlag, name: &str) -> Result<usize, String> {
    let found = decks.decks.iter().position(|deck| deck.name == name);
    found.ok_or_else(|| {
        let names: Vec<String> = decks.decks.iter().map(|deck| format!("`{}`", deck.name)).collect();
        format!("`{name}` is not one of its sides ({})", names.join(" and "))
    })
}

/// Returns what each side chooses, of choices by the name of a side; the last of several.
fn chosen_by_side<'c>(decks: &CaptureTheFlag, chosen: &'c [(String, String)]) -> Result<[Option<&'c str>; 2], String> {
    let mut by_side = [None; 2];
    for (side, text) in chosen {
        by_side[side_of(decks, side)?] = Some(&**text);
    }
    Ok(by_side)
}
