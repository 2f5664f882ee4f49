//! A sweep: battles with values changed in every combination, played in numbered parts that any machine can play, and put
//! together to what one machine would have counted.
//!
//! A plan holds all that the battles depend on, the texts of the files among it. Which battles a part plays follows from the
//! plan and the part's number alone, and sums are whole numbers: in how many parts a sweep is played, how often, and in which
//! order changes nothing.

mod compare;
mod document;
mod draft;
mod gather;
mod part;
mod plan;
mod play;
mod points;
mod sealed;

pub use compare::{Stranger, stranger, unlike};
pub use document::{ScalarValue, SweepDocument, SweepTerms, TargetTerms, VariedValues, schema};
pub use gather::{Unplanned, gather, look};
pub use part::{PartSegment, PartSums, SampleBattle};
pub use plan::{MOST_PARTS, Plan, PlannedFile, PlannedScenario, PlannedTune, SweepPoint};
pub use play::{PartOversight, play};
pub use points::SweptBattles;
pub use sealed::{Sealed, seal, unseal};
