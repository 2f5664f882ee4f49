//! Searches for the smallest changes of a battle that reach a target: which values may change, what comes of each change in
//! play, and which changes are the best trades.
//!
//! Every change is played with the same seeds, so that luck is the same for all of them. What is tried is decided by the
//! battle and the options alone, so the answer is the same for any number of threads.

mod answers;
mod changes;
mod compare;
mod forecast;
mod handicaps;
mod measured;
mod place;
mod proof;
mod search;
mod slices;
mod subject;
mod target;
pub mod wanted;

pub use answers::{Answer, answers};
pub use changes::{Change, Narrowing, ValueEdit, Vary, changes, values_of, written_value};
pub use compare::{compare, measure};
pub use handicaps::{handicap_battles, handicaps, set_up_changes};
pub use measured::{CardCount, EndCount, Measured};
pub use place::{NamedPlace, NamedSpot};
pub use proof::{CardWorth, Proof, ProofCount, ProofOptions, ProofOversight, prove};
pub use search::{
    Candidate, Comparisons, CountedBefore, Oversight, Searched, Tried, TuneOptions, search, surely_tried,
};
pub use subject::{ChangePolicy, Rewritten, Subject};
pub use target::{BotPairing, Distance, MeasureTarget, ShareTarget, Target, TargetPart};
pub use wanted::WantedTarget;
