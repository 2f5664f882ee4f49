//! The parts that a game is made of. An author of one writes as much of it as there is: [`Game`] alone lets its documents be checked,
//! [`Printed`] adds what is on its pieces, [`Played`] and [`Notation`] its rules of play. [`System`] is what everyone
//! else sees of it.
//!
//! # The smallest system, line by line
//!
//! The tests have one that is only checked, in 75 lines (`tests/it/toy/roster.rs`), one that is played and printed too, in
//! 220 (`tests/it/toy/duel.rs`), and one with all that a game can have (`tests/it/toy/banners.rs`). Their author writes, in
//! this order:
//!
//! 1. the documents as types that serde reads and schemars describes, `system` among their keys: [`Game::Model`];
//! 2. for each check a [`Code`](muster_core::diag::Code) with a page, and a function over a [`Game::Battle`];
//! 3. `impl` [`Game`]: `ID`, `TITLE`, `KINDS`, `CHECKS`, `SKELETON`, `Model`, `Battle` and `resolve`. From here on `check`,
//!    `explain`, `schema`, `new` and `completions` know the game, and commands that play or print pass its documents over;
//! 4. `impl` [`Engine`](muster_core::play::Engine): `State`, `Move`, `Illegal` (`()` where no reasons are given), `HIDDEN`, `start`,
//!    `next`, `clock`, `moves`, `apply`; `advance` where something happens that nobody decides, `redraw` where something
//!    is hidden, `value` so that bots play well, `players` where there are not two, `counters` where something is counted.
//!    And an empty `impl` [`Playout`](muster_core::play::Playout);
//! 5. `impl` [`Played`]: `Engine`, `compile`, `title_address`, `sides`; [`Counters`] and what follows from them, as wanted:
//!    where pieces are counted, `uses`, or `parts` without any;
//! 6. `impl` [`Notation`]: `PLAY_CODES`, `read`, `option`, `turn`, `show`. Now `smoke`, `balance` and `replay` work; with
//!    `CUTS`, the places of what can be left out, a battle with a fault is made small;
//! 7. `impl` [`Printed`]: `OFFER`, `TEMPLATES` and `pieces`, and a template for each face. Now `print` works;
//! 8. a package of its own in `crates`, its entries in the two lists of `crates/games`, and a line for each of its types in
//!    `tests/it/battery.rs`.
//!
//! # What is touched
//!
//! | new | files of its own | lines in others |
//! |---|---|---|
//! | check | `checks/<name>.rs`, `checks/<name>.md` | two in the game's `checks.rs` |
//! | effect | `effects/<name>.rs`, `effects/<name>.md` | two in the game's `effects.rs`, its arm in `rules/specials/effects.rs`; a new question also where it is asked |
//! | game | `crates/<game>`, a skeleton in `templates/new`, looks in `templates/<game>` | two in `crates/games/src/lib.rs`, one in `templates/lib.rs`, in `schema/lib.rs` and in `tests/it/battery.rs`, and what both `Cargo.toml` list |
//! | command | `src/cli/<command>.rs` | three in `src/cli.rs` |
//!
//! `MUSTER_BLESS=1 cargo test --test it schema_findings::` then makes the schemas again, and `generated::` the tables of the
//! documentation.

pub mod art;
pub mod balance;
pub mod beginning;
pub mod catalogue;
mod clauses;
pub mod counters;
pub mod dealt;
pub mod english;
pub mod faces;
pub mod fields;
pub mod flow;
pub mod game;
pub mod hints;
pub mod judged;
pub mod live;
pub mod measures;
pub mod names;
pub mod notated;
pub mod notation;
pub mod offline;
pub mod played;
pub mod position;
pub mod posted;
pub mod printed;
pub mod removal;
pub mod seated;
pub mod sheets;
pub mod smallest;
pub mod smoke;
pub mod strokes;
pub mod system;
pub mod tabled;
pub mod tracks;

pub use self::catalogue::Catalogue;
pub use self::clauses::{Clause, clause_page, clauses};
pub use self::counters::{CountedPiece, CountedTable, Counters, Figure, PartCounter, Use, Used, WeighedPart};
pub use self::dealt::{DealOrder, Dealt};
pub use self::game::{Doc, DocumentKind, FilesAt, Game, NamedFile, Outline, Role};
pub use self::hints::scalar;
pub use self::notation::{Cuts, Notation, PlayCodes};
pub use self::played::{Compiled, Played, Replayed};
pub use self::posted::{Post, Posted, Reported};
pub use self::printed::{Drawn, Piece, PlacedBox, Printed, Surface, With};
pub use self::sheets::SheetKind;
pub use self::system::{Opaque, System};
pub use self::tabled::{GameTable, Tabled};
pub use muster_templates::CarriedLook;
