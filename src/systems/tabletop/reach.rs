//! What can ever happen in a battle, decided on the cards and the map alone: not on what chance does, nor on what the
//! factions choose. In doubt it can happen: whatever abilities might do they are taken to do.

mod conditions;
mod formations;
mod ground;
mod movement;
mod purse;
mod regions;
mod traits;

pub use self::conditions::{Conditions, UnmetCondition, implies, is_always};
pub use self::formations::{MergedEntry, merged};
pub use self::ground::{Ground, widest};
pub use self::movement::Movement;
pub use self::purse::{affordable, income_of_battle, may_come, standards};
pub use self::traits::TraitOutlook;
