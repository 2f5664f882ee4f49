//! The game systems. An author of one writes as much of it as there is: [`Game`] alone lets its documents be checked,
//! [`Printed`] adds what is on its pieces, [`Played`] and [`Notation`] its rules of play. [`System`] is what everyone
//! else sees of it.

pub mod balance;
pub mod counters;
pub mod faces;
pub mod flow;
pub mod game;
pub mod names;
pub mod notation;
pub mod played;
pub mod position;
pub mod printed;
pub mod smallest;
pub mod smoke;
pub mod system;
pub mod table_battles;

pub use self::counters::{CountedPiece, Counters, Figure, PartCounter, Use, Used, WeighedPart};
pub use self::game::{Doc, DocumentKind, FilesAt, Game, NamedFile, Outline, Role};
pub use self::notation::{Notation, PlayCodes};
pub use self::played::{Compiled, Played, Replayed};
pub use self::printed::{CarriedLook, Drawn, Piece, Printed, Surface, With};
pub use self::system::{Opaque, System};

use self::table_battles::TableBattles;

/// All game systems.
pub static SYSTEMS: &[System] =
    &[System::of::<TableBattles>().plays::<TableBattles>().prints::<TableBattles>().pictures::<TableBattles>()];
