//! What an author of a game system writes ([`Game`]), and what everyone else sees of it ([`System`]).

pub mod balance;
pub mod flow;
pub mod hosted;
pub mod notation;
pub mod smallest;
pub mod smoke;
pub mod table_battles;

use std::any::Any;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use self::notation::Notation;
use crate::check::Check;
use crate::diag::{Code, Diagnostic, Sink};
use crate::play::balance::Tally;
use crate::play::exhaust::{Sought, Wanted};
use crate::play::replay::Turn;
use crate::play::shrink::TurnsOf;
use crate::play::smoke::{Options, Totals};
use crate::play::{Engine, Playout};
use crate::print::template::{Faces, Offer};
use crate::print::{Accessories, Card, Misfit};
use crate::schema::Schema;
use crate::source::{Address, FileId, Pointer, Sources};

/// All game systems.
pub static SYSTEMS: &[&dyn System] = &[&hosted::Hosted::<table_battles::TableBattles>::NEW];

/// A document whose text, schema and types are sound.
#[derive(Debug)]
pub struct Doc<M> {
    /// Where it was read.
    pub file: FileId,
    /// Whether the user named it; a file may also be read because another one names it.
    pub given: bool,
    /// What it says.
    pub model: M,
}

/// What a document is for, and which others it names.
#[derive(Debug, Clone)]
pub struct Outline {
    /// What kind it is.
    pub kind: Kind,
    /// The scenario's name.
    pub name: Option<String>,
    /// Files it names, relative to its own folder, with the place of each name: a scenario's decks, a play's scenario.
    pub files: Vec<(String, Pointer)>,
}

/// The kinds of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A battle.
    Scenario,
    /// Cards for battles in other files.
    Deck,
    /// A recorded battle.
    Play,
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Kind::Scenario => "scenario",
            Kind::Deck => "deck",
            Kind::Play => "play",
        })
    }
}

/// What an author of a game system writes.
pub trait Game: Send + Sync + 'static {
    /// The word after `system:`.
    const ID: &'static str;
    /// The game's name.
    const TITLE: &'static str;
    /// The checks over a battle.
    const CHECKS: &'static [&'static Check<Self::Battle>];
    /// What else can be found: in plays, in smoke tests, on faces.
    const CODES: &'static [&'static [Code]];
    /// Those of them that are found when the cards are drawn.
    const FACE_CODES: &'static [Code] = &[];
    /// A scenario that passes everything, to start from; its name is `NAME`.
    const SKELETON: &'static str;

    /// The list of a document that holds its cards, and the key of their numbers.
    const CARDS: (&'static str, &'static str);
    /// Keys at the top of its documents, each with what a document is that has it: the first that is there decides.
    const KINDS: &'static [(&'static str, Kind)];

    /// A document as written.
    type Model: DeserializeOwned + JsonSchema + Send + Sync + 'static;
    /// A scenario with its references resolved, or a deck alone.
    type Battle: Send + Sync + 'static;
    /// The rules of play.
    type Engine: Playout;

    /// The schema of its documents. A game whose schema is committed reads that, which is quicker than making it.
    fn schema() -> Schema {
        Schema::of::<Self::Model>(Self::ID, Self::TITLE)
    }

    /// What a document is for.
    fn outline(model: &Self::Model) -> Outline;

    /// Words of its documents that have a page of their own, such as its special rules: word and page.
    fn topics() -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    /// Resolves a scenario with its decks, or a deck alone. Mistakes stay visible; checks report them.
    fn resolve(docs: Vec<Arc<Doc<Self::Model>>>) -> Self::Battle;

    /// Whether a battle takes a place of one of its decks into account: the card there is fielded.
    fn fields(_battle: &Self::Battle, _at: &Address) -> bool {
        true
    }

    /// What the documents of all files say together, beyond each battle.
    fn across(_docs: &[Arc<Doc<Self::Model>>]) -> Vec<Diagnostic> {
        Vec::new()
    }

    /// Compiles a battle in which no check found an error; the refusal says what no check has found.
    fn compile(battle: &Self::Battle) -> Result<Self::Engine, String>;

    /// Where the battle's name is written.
    fn title_address(battle: &Self::Battle) -> Address;

    /// The sides' names and where they are written, in the engine's order.
    fn sides(battle: &Self::Battle) -> Vec<(String, Address)>;
}

/// Something of a battle that can be left out. Pieces are counted as the engine does, the rest as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// A special rule of the scenario.
    Rule(usize),
    /// A special rule of a piece.
    PieceRule(usize, usize),
    /// A piece.
    Piece(usize),
    /// A part of a piece, such as an action.
    Part(usize, usize),
}

/// Makes a battle of a game smaller, to show something with as few pieces as it takes. What stands here leaves nothing
/// out.
pub trait Reduced: Notation {
    /// Returns the files of a battle, the scenario's first.
    fn files(battle: &Self::Battle) -> Vec<FileId> {
        vec![Self::title_address(battle).file]
    }

    /// Returns everything that could be left out, in the order in which that is tried.
    fn cuts(_battle: &Self::Battle) -> Vec<Cut> {
        Vec::new()
    }

    /// Returns what is left without some parts, and without what means nothing without them, as one document; `whole` are
    /// the battle's documents. With it the turns, without the moves that are no longer there.
    fn without(
        _battle: &Self::Battle,
        whole: &[Value],
        _cuts: &[Cut],
        turns: &TurnsOf<Self::Engine>,
    ) -> (Value, Vec<TurnOf<Self>>) {
        (whole[0].clone(), turns.to_vec())
    }

    /// Returns a document as an author would write it.
    fn text(document: &Value) -> String {
        serde_yaml::to_string(document).expect("internal error: a value is YAML")
    }
}

/// A turn of a game that was played.
pub type TurnOf<G> = Turn<<<G as Game>::Engine as Engine>::Move, ()>;

/// What a run of battles means for the cards of a game.
pub trait Counted: Game {
    /// What a report calls its rows: `formations`.
    const PIECES: &'static str;

    /// Returns what each card did.
    fn pieces(_engine: &Self::Engine, _totals: &Totals) -> Vec<Piece> {
        Vec::new()
    }

    /// Returns what never happened, on the line that should have caused it. `during` tells the battles in words.
    fn idle(_engine: &Self::Engine, _battle: &Self::Battle, _totals: &Totals, _during: &str) -> Vec<Diagnostic> {
        Vec::new()
    }

    /// Returns everything that is there to be used.
    fn usable(_engine: &Self::Engine, _battle: &Self::Battle) -> Vec<Use> {
        Vec::new()
    }
}

/// Something of a battle that is there to be used: an action, a special rule, a card in reserve.
#[derive(Debug, Clone)]
pub struct Use {
    /// The engine's counter of it.
    pub counter: usize,
    /// The number of the card that it is on; empty for what is on none.
    pub card: String,
    /// The card's name.
    pub name: String,
    /// What it is, `2 screen`.
    pub what: String,
    /// Where it is written.
    pub at: Address,
    /// What is found where it was never used.
    pub code: Code,
    /// Why it can never be used, where that is proven.
    pub never: Option<String>,
}

/// What is weighed of a game besides what every engine tells.
pub trait Weighed: Counted {
    /// Returns the same battle, but the other side goes first; none where the rules do not allow it.
    fn other_first(_battle: &Self::Battle) -> Option<Self::Engine> {
        None
    }

    /// Returns what a side could do without, to see what it is worth: cards, and actions of cards that have several.
    fn parts(_engine: &Self::Engine) -> Vec<Part> {
        Vec::new()
    }

    /// Returns the same battle, but positions are valued as if a part could never be used; none where that makes no
    /// difference.
    fn without(_battle: &Self::Battle, _part: &Part) -> Option<Self::Engine> {
        None
    }

    /// Returns true if a move uses a part, or only prepares its use. `engine` is that of [`Weighed::without`].
    fn uses(
        _engine: &Self::Engine,
        _part: &Part,
        _state: &<Self::Engine as Engine>::State,
        _chosen: &<Self::Engine as Engine>::Move,
    ) -> bool {
        false
    }

    /// Returns what each card did.
    fn deeds(engine: &Self::Engine, tally: &Tally) -> Vec<Piece> {
        Self::pieces(engine, &tally.totals)
    }

    /// Returns the exact odds of the dice, card by card.
    fn odds(_battle: &Self::Battle) -> Vec<Odds> {
        Vec::new()
    }
}

/// What the dice of a card can be expected to do: computed, not sampled.
#[derive(Debug, Clone, serde::Serialize)]
pub struct Odds {
    /// Where the card is written.
    #[serde(skip)]
    pub at: Address,
    /// The card's number.
    pub card: String,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: String,
    /// The chance that it can take dice from a roll of one die, of two, ...
    pub takes: Vec<f64>,
    /// Its actions.
    pub actions: Vec<ActionOdds>,
}

/// What an action of a card waits for.
#[derive(Debug, Clone, serde::Serialize)]
pub struct ActionOdds {
    /// Its number, from 1.
    pub action: usize,
    /// What kind it is.
    pub r#type: &'static str,
    /// What the dice must show, if anything.
    pub requires: Option<&'static str>,
    /// The side's own turns until they do, on average and at the earliest; null where they never can.
    pub turns: Option<f64>,
}

/// A card, or an action of one, that a side could do without.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The card's number as written.
    pub card: String,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: usize,
    /// The card, counted from 0 as the engine does.
    pub piece: usize,
    /// The action, counted from 0; none for the whole card.
    pub action: Option<usize>,
    /// What is left out, in words: `attack on Thurn`, or empty for the whole card.
    pub what: String,
}

/// How cards of a game look.
pub trait Printed: Game {
    /// What templates of its faces may name.
    const OFFER: &'static Offer;
    /// The looks carried in the program, each a name and its templates; what one lacks stands in the last.
    const TEMPLATES: &'static [(&'static str, &'static [&'static str])];

    /// The cards of a battle or a deck, drawn on `faces`, and what does not fit on them.
    fn faces(battle: &Self::Battle, faces: &Faces, with: Accessories) -> (Vec<Drawn>, Vec<Diagnostic>);

    /// What does not fit on the cards, drawn on `faces` as the carried templates give them.
    fn misfits<'f>(battle: &Self::Battle, faces: &dyn Fn() -> &'f Faces) -> Vec<Diagnostic> {
        Self::faces(battle, faces(), Accessories::ALL).1
    }

    /// What is printed once for all battles together, and what does not fit on it: its words are the game's, so that
    /// is a fault of `faces`.
    fn shared(_battles: &[Arc<Self::Battle>], _faces: &Faces, _with: Accessories) -> (Vec<Card>, Vec<Misfit>) {
        (Vec::new(), Vec::new())
    }
}

/// A card, and where what it shows is written.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// The card.
    pub card: Card,
    /// Its formation, or its scenario.
    pub at: Address,
}

/// What one card did in a run of battles.
#[derive(Debug, Clone, serde::Serialize)]
pub struct Piece {
    /// Its number.
    pub card: String,
    /// Its name.
    pub name: String,
    /// The side it fights for.
    pub side: String,
    /// What it did, how often: totals over the battles.
    #[serde(flatten)]
    pub figures: serde_json::Map<String, Value>,
}

/// A document or battle of some game.
pub type Opaque = Arc<dyn Any + Send + Sync>;

/// A recorded battle, replayed.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// Every decision with more than one legal option, as JSON.
    pub steps: Vec<Value>,
    /// The state after each turn.
    pub states: Vec<Value>,
    /// `{"winner", "by"}`, or null while the battle goes on.
    pub result: Value,
    /// Draws that are not written and were made by chance: the turn, counted from 1, and its keys as a play writes them.
    pub drawn: Vec<(usize, Value)>,
    /// What was illegal or not as expected.
    pub findings: Vec<Diagnostic>,
}

/// A game system, whatever its types: what the stages and the command line need of it.
pub trait System: Send + Sync {
    /// The word after `system:`.
    fn id(&self) -> &'static str;
    /// The game's name.
    fn title(&self) -> &'static str;
    /// Everything that can be found in its documents.
    fn codes(&self) -> Vec<Code>;
    /// What `check` can find in its documents, of [`System::codes`].
    fn check_codes(&self) -> Vec<Code>;
    /// What is found when its cards are drawn, of [`System::codes`].
    fn face_codes(&self) -> &'static [Code];
    /// Words of its documents that have a page of their own: word and page.
    fn topics(&self) -> Vec<(&'static str, &'static str)>;
    /// The schema of its documents.
    fn schema(&self) -> Schema;
    /// The list of a document that holds its cards, and the key of their numbers.
    fn cards(&self) -> (&'static str, &'static str);
    /// Keys at the top of its documents, each with what a document is that has it: the first that is there decides.
    fn kinds(&self) -> &'static [(&'static str, Kind)];
    /// A scenario to start from; its name is `NAME`.
    fn skeleton(&self) -> &'static str;
    /// The typed document of a file, `without` some members; none when its schema does not accept it, with findings.
    fn read(
        &self,
        schema: &Schema,
        sources: &Sources,
        file: FileId,
        given: bool,
        without: &[Pointer],
        sink: &mut Sink,
    ) -> Option<(Opaque, Outline)>;
    /// A scenario with its decks, or a deck alone, resolved.
    fn resolve(&self, docs: &[Opaque]) -> Opaque;
    /// Findings of the checks, and the checks that broke.
    fn check(&self, battle: &Opaque) -> (Vec<Diagnostic>, Vec<Code>);
    /// Whether a battle takes a place of one of its decks into account.
    fn fields(&self, battle: &Opaque, at: &Address) -> bool;
    /// Whether the rules of play take a battle in which a check found errors.
    fn playable(&self, battle: &Opaque) -> bool;
    /// What the documents of all files say together.
    fn across(&self, docs: &[Opaque]) -> Vec<Diagnostic>;
    /// The sides' names.
    fn sides(&self, battle: &Opaque) -> Vec<String>;
    /// Plays a battle many times. The refusal says why it cannot be played although no check found an error.
    fn smoke(&self, battle: &Opaque, options: &Options, progress: &(dyn Fn(u64) + Sync)) -> Result<Totals, String>;
    /// What the totals of such battles say, and those of battles that were then played for what was not used.
    fn smoke_report(
        &self,
        battle: &Opaque,
        options: &Options,
        totals: &Totals,
        sought: Option<&Sought>,
    ) -> Result<smoke::Report, String>;
    /// Everything of a battle that is there to be used.
    fn usable(&self, battle: &Opaque) -> Result<Vec<Use>, String>;
    /// Plays on, from counters, for what is wanted.
    fn exhaust(
        &self,
        battle: &Opaque,
        wanted: &Wanted,
        counters: Vec<u64>,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Sought, String>;
    /// The smallest play that shows what went wrong in a run.
    fn smallest(
        &self,
        sources: &Sources,
        battle: &Opaque,
        options: &Options,
        shown: &smoke::Shown,
        names: smallest::Names<'_>,
    ) -> Result<smallest::Smallest, String>;
    /// The smallest play that uses something; see [`smallest::smallest_use`].
    fn smallest_use(
        &self,
        battle: &Opaque,
        counter: usize,
        effort: (u64, u64),
        scenario: &str,
    ) -> Result<Option<smallest::Written>, String>;
    /// Exact odds of the dice, card by card.
    fn odds(&self, battle: &Opaque) -> Vec<Odds>;
    /// Plays the series of battles that show how balanced a battle is; see [`balance::play`].
    fn balance(
        &self,
        battle: &Opaque,
        options: &balance::Options,
        progress: &(dyn Fn(u64) + Sync),
        go_on: Option<&(dyn Fn() -> bool + Sync)>,
    ) -> Result<Vec<Tally>, String>;
    /// What the sums of such series say. There are as many as are played with these options.
    fn balance_report(
        &self,
        battle: &Opaque,
        options: &balance::Options,
        tallies: &[Tally],
    ) -> Result<balance::Report, String>;
    /// Plays a recorded battle; refused as by [`System::smoke`]. With a seed in `draw`, what is drawn and not written is
    /// drawn by chance.
    fn replay(&self, play: &Opaque, battle: &Opaque, draw: Option<u64>) -> Result<Replayed, String>;
    /// Findings in a play's names, before it is played.
    fn check_play(&self, play: &Opaque, battle: &Opaque) -> Vec<Diagnostic>;
    /// What templates of its faces may name.
    fn offer(&self) -> &'static Offer;
    /// The looks carried in the program, each a name and its templates; what one lacks stands in the last.
    fn templates(&self) -> &'static [(&'static str, &'static [&'static str])];
    /// The cards of a battle, drawn on `faces`, and what does not fit on them.
    fn faces(&self, battle: &Opaque, faces: &Faces, with: Accessories) -> (Vec<Drawn>, Vec<Diagnostic>);
    /// What is printed once for all battles together, and what does not fit on it.
    fn shared(&self, battles: &[Opaque], faces: &Faces, with: Accessories) -> (Vec<Card>, Vec<Misfit>);
    /// What does not fit on them, `faces` being as the carried templates give them.
    fn misfits<'f>(&self, battle: &Opaque, faces: &dyn Fn() -> &'f Faces) -> Vec<Diagnostic>;
}
