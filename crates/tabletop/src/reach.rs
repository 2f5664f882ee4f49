//! Reachability: everything that can ever happen in a battle, decided on the cards and the map alone, not on chance or the
//! choices of the factions. In doubt it can happen: abilities are taken to do whatever they might do.

mod conditions;
mod formations;
mod ground;
mod movement;
mod purse;
mod regions;
mod traits;

pub use self::conditions::{Conditions, UnmetCondition, implies, is_always};
pub use self::formations::{MergedEntry, merged_entries};
pub use self::ground::{Ground, widest};
pub use self::movement::Movement;
pub use self::purse::{affordable, income_of_battle, may_come, standards};
pub use self::traits::TraitOutlook;
