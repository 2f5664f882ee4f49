//! Capture the Flag (PB-10): deals a battle from two decks of corps, a setup deck and a map, and writes it as a scenario.

mod bases;
mod dealing;
mod ground;
mod setup;
mod text;
mod writing;

pub use self::bases::{base_locations, bases};
pub use self::dealing::{DealtDay, DealtStack, FlagDeal, FlagForce, deal, deal_setup};
pub use self::ground::{StartZone, largest_start};
pub use self::setup::{FlagSetup, StackLetter, setup_deck};
use self::writing::write;
use super::PubBattles;
use super::resolve::PubBattle;
use crate::play::rng::Rng;
use crate::source::FileId;
use crate::systems::Dealt;

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

    fn deal(battle: &PubBattle, name: &str, seed: u64, path_of: &dyn Fn(FileId) -> String) -> Result<String, String> {
        let decks = battle.decks().ok_or("it holds no decks of Capture the Flag")?;
        let field = battle.field.as_ref().ok_or("its decks have no map")?;
        let mut rng = Rng::new(seed);
        let setup = deal_setup(decks, &mut rng).ok_or("its setup deck has no two cards")?;
        let dealt = deal(decks, setup, &mut rng).ok_or("no deal of its decks gives both sides an army")?;
        let bases = bases(field, decks, &mut rng)?;
        write(battle, &dealt, bases, (name, seed, &path_of(field.file)))
    }
}
