//! Games without their checks, reports and print runs: as much as a page needs on which a battle is played without a server. What
//! nobody asks here is not in the program that such a page carries.

use std::any::Any;
use std::sync::Arc;

use serde_json::Value;

use muster_core::diag::Sink;
use muster_core::print::template::{Face, Faces};
use muster_core::schema::read_json;
use muster_core::source::FileId;
use muster_core::source::tree::Tree;

use super::catalogue::Catalogue;
use super::game::{Doc, Game};
use super::live::{self, Live, LiveBattle};
use super::played::CompiledBattle;
use super::position::{self, Pictured, TablePicture};
use super::printed::Printed;

/// A game, as a page without a server plays it.
pub struct OfflineGame {
    /// The word after `system:`.
    pub id: &'static str,
    lay: fn(&OfflineFiles) -> Result<Box<dyn OfflineTable>, String>,
}

/// What a battle is made of, as JSON: files that were checked before.
pub struct OfflineFiles {
    /// The scenario, then the files that it names, as its check resolved them.
    pub documents: Vec<Value>,
    /// The template of each face, with nothing left to extend, by the face's name.
    pub templates: Value,
    /// The catalogue of the words on pieces.
    pub words: Value,
}

/// A table for one battle, which may be played again and again.
pub trait OfflineTable {
    /// Begins the battle by a seed.
    ///
    /// # Errors
    ///
    /// Says why the battle cannot be played.
    fn begin(&self, seed: u64) -> Result<Box<dyn LiveBattle>, String>;

    /// Draws the position of a battle that was begun here, as a side sees it or all of it.
    fn picture(&self, battle: &dyn LiveBattle, seen_by: Option<usize>) -> TablePicture;
}

impl OfflineGame {
    /// Returns a game.
    pub const fn new<G: Pictured>() -> OfflineGame {
        OfflineGame { id: G::ID, lay: Laid::<G>::lay }
    }

    /// Lays out a battle.
    ///
    /// # Errors
    ///
    /// Says which of the files cannot be read.
    pub fn lay(&self, files: &OfflineFiles) -> Result<Box<dyn OfflineTable>, String> {
        (self.lay)(files)
    }
}

/// A battle of a game, laid out.
struct Laid<G: Pictured> {
    battle: Arc<G::Battle>,
    faces: Faces,
    words: Catalogue,
}

impl<G: Pictured> Laid<G> {
    fn lay(files: &OfflineFiles) -> Result<Box<dyn OfflineTable>, String> {
        let documents = (0..).zip(&files.documents);
        let read = |(number, value): (u32, &Value)| {
            let file = FileId::from_number(number);
            Ok(Arc::new(Doc { file, given: true, model: model::<G>(value, file)? }))
        };
        let battle = Arc::new(G::resolve(documents.map(read).collect::<Result<_, String>>()?));
        let mut faces = Faces::default();
        for offered in G::OFFER.faces {
            let template = read_json(&files.templates[offered.name]).map_err(|error| error.to_string())?;
            faces.add(offered.name, move || Face::new(&template, G::OFFER, offered, Vec::new(), Vec::new()).0);
        }
        let words = Catalogue::read(<G as Printed>::WORDS, &files.words, None).0;
        Ok(Box::new(Laid::<G> { battle, faces, words }))
    }
}

/// Reads a document of a game.
fn model<G: Game>(value: &Value, file: FileId) -> Result<G::Model, String> {
    let tree = Tree::from(value);
    match G::KINDS.iter().any(|kind| kind.is_marked(&tree)) {
        true => {
            G::import(&tree, file, &mut Sink::default()).ok_or_else(|| "a file of other tools is not sound".to_owned())
        }
        false => read_json(value).map_err(|error| error.to_string()),
    }
}

impl<G: Pictured> OfflineTable for Laid<G> {
    fn begin(&self, seed: u64) -> Result<Box<dyn LiveBattle>, String> {
        let compiled = CompiledBattle::<G>::compile(Arc::clone(&self.battle))?;
        Ok(live::begin(compiled, seed, None).0)
    }

    fn picture(&self, battle: &dyn LiveBattle, seen_by: Option<usize>) -> TablePicture {
        let live = (battle as &dyn Any).downcast_ref::<Live<G>>();
        let live = live.unwrap_or_else(|| panic!("internal error: a battle of another game"));
        position::draw_live(live, seen_by, &self.faces, &self.words)
    }
}
