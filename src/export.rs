//! Tables of battles as files for programs in which people play: modules of VASSAL, and saves of Tabletop Simulator.

mod archive;
mod dice;
mod pictures;
pub mod simulator;
pub mod vassal;

/// The widest and highest picture, in pixels.
const MOST: u32 = 8192;

/// The program that a table is written for cannot take it: what it is and what it could take, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unlaid {
    /// The finding, with the limit.
    pub why: String,
    /// The remedy.
    pub help: String,
}
