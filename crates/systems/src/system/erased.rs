//! A game with its types erased: a trait for each thing that an author may have written of it.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};

use muster_core::check;
use muster_core::diag::{Code, Diagnostic, Sink};
use muster_core::print::Misfit;
use muster_core::print::template::{Faces, Offer};
use muster_core::schema::Schema;
use muster_core::source::{Address, FileId, Pointer, Sources};
use muster_templates::CarriedLook;

use super::{Opaque, downcast};
use crate::art::Gallery;
use crate::catalogue::{Catalogue, Catalogues, WordList};
use crate::dealt::{DealOrder, Dealt};
use crate::live::{Live, LiveBattle};
use crate::names::{Alternative, Knob, NameTable};
use crate::notation::{Notation, StateOf};
use crate::played::{Clash, Compiled, CompiledBattle, Odds, Played, RemovedLine, Replayed};
use crate::position::{self, Pictured, TablePicture};
use crate::posted::{self, Post, Posted, Reported};
use crate::printed::{Drawn, Extra, Printed, With};
use crate::removal::{Files, Removal};
use crate::sheets::SheetKind;
use crate::{Doc, DocumentKind, Game, Outline, faces};

/// A game behind the traits below.
pub(super) struct Erased<G>(pub(super) PhantomData<G>);

/// The documents of a game and their checks.
pub trait Documents: Send + Sync {
    /// Returns the word after `system:`.
    fn id(&self) -> &'static str;
    /// Returns the game's name.
    fn title(&self) -> &'static str;
    /// Returns the kinds of findings that `check` makes in its documents.
    fn check_codes(&self) -> Vec<Code>;
    /// Returns the other kinds of findings, but not those on its pieces.
    fn other_codes(&self) -> &'static [&'static [Code]];
    /// Returns the words of its documents that have a page of their own: word and page.
    fn topics(&self) -> Vec<(&'static str, &'static str)>;
    /// Returns the page of its rules, clause by clause; empty if there is none.
    fn rules(&self) -> &'static str;
    /// Returns the schema of its documents.
    fn schema(&self) -> &'static Schema;
    /// Returns the lists at the top of a document whose items have a number, each with the key of the number.
    fn numbered_lists(&self) -> &'static [(&'static str, &'static str)];
    /// Returns the sheets of its documents in a spreadsheet.
    fn sheets(&self) -> &'static [SheetKind];
    /// Returns the kinds of its documents.
    fn kinds(&self) -> &'static [DocumentKind];
    /// Returns a scenario to start from; its name is `NAME`.
    fn skeleton(&self) -> &'static str;
    /// Reads the typed document of a file, `without` some members; `None` if its schema does not accept it, with findings.
    fn read(
        &self,
        schema: &Schema,
        sources: &Sources,
        file: FileId,
        given: bool,
        without: &[Pointer],
        sink: &mut Sink,
    ) -> Option<(Opaque, Outline)>;
    /// Resolves a main document with its parts, or a part alone.
    fn resolve(&self, docs: &[Opaque]) -> Opaque;
    /// Runs the checks. Returns their findings, and the checks that broke.
    fn check(&self, battle: &Opaque) -> (Vec<Diagnostic>, Vec<Code>);
    /// Returns true if a battle takes a place of one of its parts into account.
    fn fields(&self, battle: &Opaque, at: &Address) -> bool;
    /// Returns the names that the documents of a battle give, and where they are used.
    fn names(&self, battle: &Opaque) -> NameTable;
    /// Returns the numbers of a battle that may be tuned.
    fn knobs(&self, battle: &Opaque) -> Vec<Knob>;
    /// Returns the keys of those that make handicaps.
    fn handicap_keys(&self) -> &'static [&'static str];
    /// Returns other ways to write what of a battle may be tuned and is no whole number.
    fn alternatives(&self, battle: &Opaque) -> Vec<Alternative>;
    /// Returns the findings across the documents of all files.
    fn cross_check(&self, docs: &[Opaque]) -> Vec<Diagnostic>;
}

impl<G: Game> Documents for Erased<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn check_codes(&self) -> Vec<Code> {
        G::CHECKS.iter().map(|check| check.code).collect()
    }

    fn other_codes(&self) -> &'static [&'static [Code]] {
        G::CODES
    }

    fn topics(&self) -> Vec<(&'static str, &'static str)> {
        G::topics()
    }

    fn rules(&self) -> &'static str {
        G::RULES
    }

    fn schema(&self) -> &'static Schema {
        /// By game: all of them share the statics of a generic function.
        static SCHEMAS: Mutex<BTreeMap<TypeId, &'static Schema>> = Mutex::new(BTreeMap::new());
        let mut schemas = SCHEMAS.lock().unwrap_or_else(PoisonError::into_inner);
        schemas.entry(TypeId::of::<G>()).or_insert_with(|| Box::leak(Box::new(G::schema())))
    }

    fn numbered_lists(&self) -> &'static [(&'static str, &'static str)] {
        G::NUMBERED
    }

    fn sheets(&self) -> &'static [SheetKind] {
        G::SHEETS
    }

    fn kinds(&self) -> &'static [DocumentKind] {
        G::KINDS
    }

    fn skeleton(&self) -> &'static str {
        G::SKELETON
    }

    fn read(
        &self,
        schema: &Schema,
        sources: &Sources,
        file: FileId,
        given: bool,
        without: &[Pointer],
        sink: &mut Sink,
    ) -> Option<(Opaque, Outline)> {
        let tree = sources.get(file).tree()?;
        let outline = Outline::read(tree, G::KINDS);
        let model: G::Model = match outline.kind.mark {
            Some(_) => G::import(tree, file, sink)?,
            None => schema.read_without(sources, file, without, sink)?,
        };
        Some((Arc::new(Doc { file, given, model }), outline))
    }

    fn resolve(&self, docs: &[Opaque]) -> Opaque {
        Arc::new(G::resolve(docs.iter().map(downcast).collect()))
    }

    fn check(&self, battle: &Opaque) -> (Vec<Diagnostic>, Vec<Code>) {
        let mut sink = Sink::default();
        let broken = check::run(G::CHECKS, &*downcast::<G::Battle>(battle), &mut sink);
        (sink.into_findings(), broken)
    }

    fn fields(&self, battle: &Opaque, at: &Address) -> bool {
        G::fields(&downcast::<G::Battle>(battle), at)
    }

    fn names(&self, battle: &Opaque) -> NameTable {
        G::names(&downcast::<G::Battle>(battle))
    }

    fn handicap_keys(&self) -> &'static [&'static str] {
        G::HANDICAPS
    }

    fn knobs(&self, battle: &Opaque) -> Vec<Knob> {
        G::knobs(&downcast::<G::Battle>(battle))
    }

    fn alternatives(&self, battle: &Opaque) -> Vec<Alternative> {
        G::alternatives(&downcast::<G::Battle>(battle))
    }

    fn cross_check(&self, docs: &[Opaque]) -> Vec<Diagnostic> {
        G::cross_check(&docs.iter().map(downcast).collect::<Vec<_>>())
    }
}

/// The rules of play of a game.
pub(super) trait Plays: Send + Sync {
    /// Compiles a battle. The error says what no check has found.
    fn compile(&self, battle: &Opaque) -> Result<Box<dyn Compiled>, String>;
    /// Compiles a battle with those that are left when a line is taken out.
    fn compile_weighed(&self, battle: &Opaque, sources: &Sources) -> Result<Box<dyn Compiled>, String>;
    /// Returns the lines that can be taken out.
    fn removals(&self, battle: &Opaque, sources: &Sources) -> Vec<Removal>;
    /// Compiles the battle that is left when a line is taken out.
    fn without(&self, battle: &Opaque, sources: &Sources, removal: &Removal) -> Result<Box<dyn Compiled>, String>;
    /// Returns the names of a battle's sides.
    fn sides(&self, battle: &Opaque) -> Vec<String>;
    /// Returns the findings about a play's names, before it is played.
    fn check_play(&self, play: &Opaque, battle: &Opaque) -> Vec<Diagnostic>;
    /// Returns the exact odds of a battle's cards; `None` if the game has none.
    fn odds(&self, battle: &Opaque) -> Option<Odds>;
    /// Returns the exact odds of a combat between cards; see [`Played::clash`].
    fn clash(&self, battle: &Opaque, sides: &[String]) -> Option<Result<Clash, String>>;
}

impl<G: Notation> Plays for Erased<G> {
    fn compile(&self, battle: &Opaque) -> Result<Box<dyn Compiled>, String> {
        Ok(Box::new(CompiledBattle::<G>::compile(downcast(battle))?))
    }

    fn compile_weighed(&self, battle: &Opaque, sources: &Sources) -> Result<Box<dyn Compiled>, String> {
        let mut compiled = CompiledBattle::<G>::compile(downcast(battle))?;
        let battle = compiled.battle.clone();
        if let Some(files) = Files::<G>::read(&battle, sources) {
            let lines = files.removals().into_iter();
            let weighed = lines.map(|removal| (files.without(&removal, Documents::schema(self)), removal.line));
            compiled.removed = weighed.map(|(rest, line)| RemovedLine { line, rest }).collect();
        }
        Ok(Box::new(compiled))
    }

    fn removals(&self, battle: &Opaque, sources: &Sources) -> Vec<Removal> {
        Files::<G>::read(&downcast::<G::Battle>(battle), sources).map(|files| files.removals()).unwrap_or_default()
    }

    fn without(&self, battle: &Opaque, sources: &Sources, removal: &Removal) -> Result<Box<dyn Compiled>, String> {
        let battle = downcast::<G::Battle>(battle);
        let files = Files::<G>::read(&battle, sources).ok_or("its files cannot be read")?;
        Ok(Box::new(files.without(removal, Documents::schema(self))?))
    }

    fn sides(&self, battle: &Opaque) -> Vec<String> {
        G::sides(&downcast::<G::Battle>(battle)).into_iter().map(|(name, _)| name).collect()
    }

    fn check_play(&self, play: &Opaque, battle: &Opaque) -> Vec<Diagnostic> {
        G::read(&downcast::<Doc<G::Model>>(play), &downcast::<G::Battle>(battle)).err().unwrap_or_default()
    }

    fn odds(&self, battle: &Opaque) -> Option<Odds> {
        <G as Played>::odds(&downcast::<G::Battle>(battle))
    }

    fn clash(&self, battle: &Opaque, sides: &[String]) -> Option<Result<Clash, String>> {
        <G as Played>::clash(&downcast::<G::Battle>(battle), sides)
    }
}

/// The positions of a game.
pub(super) trait Pictures: Send + Sync {
    /// Draws the position of a replayed battle after a turn, as a side sees it or all of it. The error says why that cannot be.
    fn position(
        &self,
        battle: &dyn Compiled,
        replayed: &Replayed,
        seen: (usize, Option<usize>),
        faces: &Faces,
        catalogues: &Catalogues,
    ) -> Result<TablePicture, String>;
    /// Draws the position of a battle under way, as a side sees it or all of it.
    fn live_position(
        &self,
        battle: &dyn LiveBattle,
        seen_by: Option<usize>,
        faces: &Faces,
        catalogues: &Catalogues,
    ) -> TablePicture;
}

impl<G: Pictured> Pictures for Erased<G> {
    fn position(
        &self,
        battle: &dyn Compiled,
        replayed: &Replayed,
        seen: (usize, Option<usize>),
        faces: &Faces,
        catalogues: &Catalogues,
    ) -> Result<TablePicture, String> {
        let compiled = CompiledBattle::<G>::downcast(battle);
        let positions = downcast::<Vec<StateOf<G>>>(&replayed.positions);
        position::draw(compiled, &positions, seen, faces, faces::words::<G>(&compiled.battle, catalogues).0)
    }

    fn live_position(
        &self,
        battle: &dyn LiveBattle,
        seen_by: Option<usize>,
        faces: &Faces,
        catalogues: &Catalogues,
    ) -> TablePicture {
        let live = (battle as &dyn Any).downcast_ref::<Live<G>>();
        let live = live.unwrap_or_else(|| panic!("internal error: a battle of another system"));
        let words = faces::words::<G>(&live.compiled.battle, catalogues).0;
        position::draw_live(live, seen_by, faces, words)
    }
}

/// The pieces of a game.
pub(super) trait Prints: Send + Sync {
    /// Returns the names that templates of its faces may use.
    fn offer(&self) -> &'static Offer;
    /// Returns the looks carried in the program; what one lacks is in the last.
    fn templates(&self) -> &'static [CarriedLook];
    /// Returns the layouts to start a look of one's own from.
    fn layouts(&self) -> &'static [CarriedLook];
    /// Returns the words that are said on its pieces.
    fn words(&self) -> &'static WordList;
    /// Returns the catalogues of these words that are carried in the program, English first.
    fn catalogues(&self) -> &'static [&'static str];
    /// Returns the language that a battle's pieces are in; `None` for English.
    fn language(&self, battle: &Opaque) -> Option<String>;
    /// Returns the kinds of pieces that can be asked for or omitted.
    fn extras(&self) -> &'static [Extra];
    /// Draws the pieces of a battle on `faces`. Returns them with what is found on them.
    fn faces(
        &self,
        battle: &Opaque,
        faces: &Faces,
        catalogues: &Catalogues,
        with: &With,
        gallery: Option<&dyn Gallery>,
    ) -> (Vec<Drawn>, Vec<Diagnostic>);
    /// Draws the pieces that are printed once for all battles together. Returns them with the texts that do not fit on them,
    /// and the findings about their pictures.
    fn draw_shared(
        &self,
        battles: &[Opaque],
        faces: &Faces,
        catalogues: &Catalogues,
        with: &With,
        gallery: Option<&dyn Gallery>,
    ) -> (Vec<Drawn>, Vec<Misfit>, Vec<Diagnostic>);
    /// See [`System::doubtful_faces`].
    fn doubtful_faces<'f>(
        &self,
        battle: &Opaque,
        faces: &dyn Fn() -> &'f Faces,
        catalogues: &Catalogues,
        gallery: Option<&dyn Gallery>,
    ) -> (Vec<Drawn>, Vec<Diagnostic>);
}

impl<G: Printed> Prints for Erased<G> {
    fn offer(&self) -> &'static Offer {
        G::OFFER
    }

    fn templates(&self) -> &'static [CarriedLook] {
        G::TEMPLATES
    }

    fn layouts(&self) -> &'static [CarriedLook] {
        G::LAYOUTS
    }

    fn words(&self) -> &'static WordList {
        G::WORDS
    }

    fn catalogues(&self) -> &'static [&'static str] {
        G::CATALOGUES
    }

    fn language(&self, battle: &Opaque) -> Option<String> {
        G::language(&downcast::<G::Battle>(battle)).map(|(language, _)| language.to_owned())
    }

    fn extras(&self) -> &'static [Extra] {
        G::EXTRAS
    }

    fn faces(
        &self,
        battle: &Opaque,
        faces: &Faces,
        catalogues: &Catalogues,
        with: &With,
        gallery: Option<&dyn Gallery>,
    ) -> (Vec<Drawn>, Vec<Diagnostic>) {
        faces::draw::<G>(&downcast::<G::Battle>(battle), faces, catalogues, with, gallery)
    }

    fn draw_shared(
        &self,
        battles: &[Opaque],
        faces: &Faces,
        catalogues: &Catalogues,
        with: &With,
        gallery: Option<&dyn Gallery>,
    ) -> (Vec<Drawn>, Vec<Misfit>, Vec<Diagnostic>) {
        faces::draw_shared::<G>(&battles.iter().map(downcast).collect::<Vec<_>>(), faces, catalogues, with, gallery)
    }

    fn doubtful_faces<'f>(
        &self,
        battle: &Opaque,
        faces: &dyn Fn() -> &'f Faces,
        catalogues: &Catalogues,
        gallery: Option<&dyn Gallery>,
    ) -> (Vec<Drawn>, Vec<Diagnostic>) {
        faces::doubtful::<G>(&downcast::<G::Battle>(battle), faces, catalogues, gallery)
    }
}

/// The cards of a game as texts.
pub(super) trait Posts: Send + Sync {
    /// Returns the cards of a battle as texts to post.
    fn posts(&self, battle: &Opaque, words: &Catalogue) -> Vec<Post>;
}

impl<G: Posted> Posts for Erased<G> {
    fn posts(&self, battle: &Opaque, words: &Catalogue) -> Vec<Post> {
        G::posts(&downcast::<G::Battle>(battle), words)
    }
}

/// The turns of a game as texts.
pub(super) trait Reports: Send + Sync {
    /// Returns the turns of a replayed battle as texts to post.
    fn reports(&self, battle: &dyn Compiled, replayed: &Replayed) -> Vec<String>;
}

impl<G: Reported> Reports for Erased<G> {
    fn reports(&self, battle: &dyn Compiled, replayed: &Replayed) -> Vec<String> {
        posted::reports::<G>(battle, replayed)
    }
}

/// The dealing of a game's battles.
pub(super) trait Deals: Send + Sync {
    /// Returns the name of its way of dealing.
    fn decks(&self) -> &'static str;
    /// Deals a battle and writes it as a scenario.
    fn deal(
        &self,
        battle: &Opaque,
        order: &DealOrder<'_>,
        path_of: &dyn Fn(FileId) -> String,
    ) -> Result<String, String>;
    /// Returns what a side sees of a deal before it makes its choices.
    fn hand(&self, battle: &Opaque, seed: u64, side: &str) -> Result<String, String>;
}

impl<G: Dealt> Deals for Erased<G> {
    fn decks(&self) -> &'static str {
        G::DECKS
    }

    fn deal(
        &self,
        battle: &Opaque,
        order: &DealOrder<'_>,
        path_of: &dyn Fn(FileId) -> String,
    ) -> Result<String, String> {
        G::deal(&downcast::<G::Battle>(battle), order, path_of)
    }

    fn hand(&self, battle: &Opaque, seed: u64, side: &str) -> Result<String, String> {
        G::hand(&downcast::<G::Battle>(battle), seed, side)
    }
}
