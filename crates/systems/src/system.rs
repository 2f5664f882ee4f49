//! A game as everyone else sees it: its types erased, composed of what its author has written of it.

mod erased;

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

use muster_core::diag::{Code, Diagnostic};
use muster_core::print::template::{Faces, Offer};
use muster_core::print::{Card, Misfit};
use muster_core::source::{FileId, Sources};
use muster_templates::CarriedLook;

pub use self::erased::Documents;
use self::erased::{Deals, Erased, Pictures, Plays, Posts, Prints, Reports};
use super::Game;
use super::art::Gallery;
use super::catalogue::{Catalogue, Catalogues, WordList};
use super::dealt::{DealOrder, Dealt};
use super::live::LiveBattle;
use super::notation::Notation;
use super::played::{Clash, Compiled, Odds, Replayed};
use super::position::{Pictured, TablePicture};
use super::posted::{Post, Posted, Reported};
use super::printed::{Drawn, Extra, Printed, With};
use super::removal::Removal;
use super::tabled::{ErasedTables, GameTable, Tabled, Tables};

/// A document or battle of some game.
pub type Opaque = Arc<dyn Any + Send + Sync>;

/// Returns the typed value of an opaque one; values never wander between systems.
pub(super) fn downcast<T: Any + Send + Sync>(opaque: &Opaque) -> Arc<T> {
    opaque.clone().downcast().unwrap_or_else(|_| panic!("internal error: a value of another system"))
}

/// A game system: its documents, and as far as they are written its rules of play and its pieces.
#[derive(Clone, Copy)]
pub struct System {
    documents: &'static dyn Documents,
    plays: Option<&'static dyn Plays>,
    prints: Option<&'static dyn Prints>,
    pictures: Option<&'static dyn Pictures>,
    posts: Option<&'static dyn Posts>,
    reports: Option<&'static dyn Reports>,
    deals: Option<&'static dyn Deals>,
    tables: Option<&'static dyn Tables>,
}

impl System {
    /// Returns a system that checks the documents of a game.
    pub const fn new<G: Game>() -> System {
        System {
            documents: &Erased::<G>(PhantomData),
            plays: None,
            prints: None,
            pictures: None,
            posts: None,
            reports: None,
            deals: None,
            tables: None,
        }
    }

    /// Returns the system, which also plays the battles of the game.
    #[must_use]
    pub const fn plays<G: Notation>(self) -> System {
        System { plays: Some(&Erased::<G>(PhantomData)), ..self }
    }

    /// Returns the system, which also prints the pieces of the game.
    #[must_use]
    pub const fn prints<G: Printed>(self) -> System {
        System { prints: Some(&Erased::<G>(PhantomData)), ..self }
    }

    /// Returns the system, which also draws the positions of its battles.
    #[must_use]
    pub const fn pictures<G: Pictured>(self) -> System {
        System { pictures: Some(&Erased::<G>(PhantomData)), ..self }
    }

    /// Returns the system, which also offers the cards of the game as texts to post.
    #[must_use]
    pub const fn posts<G: Posted>(self) -> System {
        System { posts: Some(&Erased::<G>(PhantomData)), ..self }
    }

    /// Returns the system, which also offers the turns of its recorded battles as texts to post.
    #[must_use]
    pub const fn reports<G: Reported>(self) -> System {
        System { reports: Some(&Erased::<G>(PhantomData)), ..self }
    }

    /// Returns the system, which also deals battles.
    #[must_use]
    pub const fn deals<G: Dealt>(self) -> System {
        System { deals: Some(&Erased::<G>(PhantomData)), ..self }
    }

    /// Returns the system, which also lays its battles on tables.
    #[must_use]
    pub const fn tables<G: Tabled>(self) -> System {
        System { tables: Some(&ErasedTables::<G>(PhantomData)), ..self }
    }

    /// Returns what of its pieces is laid on a table.
    ///
    /// # Errors
    ///
    /// Battles of the game cannot be laid on a table.
    pub fn laid_extras(&self) -> Result<With, String> {
        let tables = self.tables.ok_or_else(|| format!("battles of {} cannot be laid on a table", self.title()))?;
        Ok(tables.laid_extras())
    }

    /// Lays the table of a compiled battle as it begins, on printed cards, each with the name of its side.
    ///
    /// # Errors
    ///
    /// Battles of the game cannot be laid on a table.
    pub fn table(
        &self,
        battle: &dyn Compiled,
        faces: &Faces,
        catalogues: &Catalogues,
        cards: Vec<(Card, Option<String>)>,
    ) -> Result<GameTable, String> {
        let tables = self.tables.ok_or_else(|| format!("battles of {} cannot be laid on a table", self.title()))?;
        Ok(tables.table(battle, faces, catalogues, cards))
    }

    /// Returns the name of its way of dealing battles; `None` if it has none.
    pub fn dealing(&self) -> Option<&'static str> {
        self.deals.map(|deals| deals.decks())
    }

    /// Returns what a side sees of a deal before it makes its choices; see [`Dealt::hand`].
    ///
    /// # Errors
    ///
    /// Nothing is dealt in the game, or the side or the deal is not there.
    pub fn hand(&self, battle: &Opaque, seed: u64, side: &str) -> Result<String, String> {
        let deals = self.deals.ok_or_else(|| format!("battles of {} cannot be dealt", self.title()))?;
        deals.hand(battle, seed, side)
    }

    /// Deals a battle from a resolved document and writes it as a scenario; see [`Dealt::deal`].
    ///
    /// # Errors
    ///
    /// Says why nothing can be dealt.
    pub fn deal(
        &self,
        battle: &Opaque,
        order: &DealOrder<'_>,
        path_of: &dyn Fn(FileId) -> String,
    ) -> Result<String, String> {
        let deals = self.deals.ok_or_else(|| format!("battles of {} cannot be dealt", self.title()))?;
        deals.deal(battle, order, path_of)
    }

    /// Returns the turns of a recorded battle as texts to post, those that were played whole; `replayed` is what
    /// [`Compiled::replay`] of `battle` returned.
    pub fn report_turns(&self, battle: &dyn Compiled, replayed: &Replayed) -> Vec<String> {
        self.reports.map(|reports| reports.reports(battle, replayed)).unwrap_or_default()
    }

    /// Returns the reason the turns of the system's battles cannot be posted; `None` if they can.
    pub fn unreported_reason(&self) -> Option<String> {
        self.reports.is_none().then(|| format!("turns of {} cannot be posted", self.title()))
    }

    /// Returns the cards of a battle as texts to post, in the order of printing and in the words of a language.
    pub fn card_posts(&self, battle: &Opaque, words: &Catalogue) -> Vec<Post> {
        self.posts.map(|posts| posts.posts(battle, words)).unwrap_or_default()
    }

    /// Returns the reason the cards of the system cannot be posted; `None` if they can.
    pub fn unposted_reason(&self) -> Option<String> {
        self.posts.is_none().then(|| format!("cards of {} cannot be posted", self.title()))
    }

    /// Draws the position of a recorded battle after a turn, 0 for the start, in the battle's language: all of it, or what the
    /// side sees that is given with the turn. `replayed` is what [`Compiled::replay`] of `battle` returned.
    ///
    /// # Errors
    ///
    /// Positions of the game cannot be drawn, or the turn or the side is not there.
    pub fn position(
        &self,
        battle: &dyn Compiled,
        replayed: &Replayed,
        seen: (usize, Option<usize>),
        faces: &Faces,
        catalogues: &Catalogues,
    ) -> Result<TablePicture, String> {
        match self.pictures {
            Some(pictures) => pictures.position(battle, replayed, seen, faces, catalogues),
            None => Err(format!("positions of {} cannot be drawn yet", self.title())),
        }
    }

    /// Draws the position of a battle under way, as a side sees it or all of it.
    ///
    /// # Errors
    ///
    /// Positions of the game cannot be drawn.
    pub fn live_position(
        &self,
        battle: &dyn LiveBattle,
        seen_by: Option<usize>,
        faces: &Faces,
        catalogues: &Catalogues,
    ) -> Result<TablePicture, String> {
        match self.pictures {
            Some(pictures) => Ok(pictures.live_position(battle, seen_by, faces, catalogues)),
            None => Err(format!("positions of {} cannot be drawn yet", self.title())),
        }
    }

    /// Returns everything that can be found in its documents.
    pub fn codes(&self) -> Vec<Code> {
        let others = self.documents.other_codes().iter().flat_map(|codes| codes.iter().copied());
        self.check_codes().into_iter().chain(others).collect()
    }

    /// Compiles a battle to be played.
    ///
    /// # Errors
    ///
    /// Says why it cannot be played, although no check has found an error.
    pub fn compile(&self, battle: &Opaque) -> Result<Box<dyn Compiled>, String> {
        self.plays.ok_or_else(|| self.only_checked("battles", "played"))?.compile(battle)
    }

    /// Compiles a battle together with those that are left when a line is taken out of it, so that reports of balance can say what
    /// each is worth. `sources` are what it was read from.
    ///
    /// # Errors
    ///
    /// Says why it cannot be played, although no check has found an error.
    pub fn compile_weighed(&self, battle: &Opaque, sources: &Sources) -> Result<Box<dyn Compiled>, String> {
        self.plays.ok_or_else(|| self.only_checked("battles", "played"))?.compile_weighed(battle, sources)
    }

    /// Returns the lines of a battle that can be taken out of its files, with what goes along with each.
    pub fn removals(&self, battle: &Opaque, sources: &Sources) -> Vec<Removal> {
        self.plays.map(|plays| plays.removals(battle, sources)).unwrap_or_default()
    }

    /// Compiles the battle that is left when a line is taken out.
    ///
    /// # Errors
    ///
    /// Says why nothing is left that can be played.
    pub fn without(&self, battle: &Opaque, sources: &Sources, removal: &Removal) -> Result<Box<dyn Compiled>, String> {
        self.plays.ok_or_else(|| self.only_checked("battles", "played"))?.without(battle, sources, removal)
    }

    /// Returns the reason battles of the system cannot be played; `None` if its rules of play are written.
    pub fn unplayed_reason(&self) -> Option<String> {
        self.plays.is_none().then(|| self.only_checked("battles", "played"))
    }

    fn only_checked(&self, what: &str, done: &str) -> String {
        format!("{what} of {} cannot be {done} yet, only checked", self.title())
    }

    /// Returns the names of a battle's sides, in the engine's order; none where its rules of play are not written.
    pub fn sides(&self, battle: &Opaque) -> Vec<String> {
        self.plays.map(|plays| plays.sides(battle)).unwrap_or_default()
    }

    /// Returns the findings about a play's names, before it is played.
    pub fn check_play(&self, play: &Opaque, battle: &Opaque) -> Vec<Diagnostic> {
        self.plays.map(|plays| plays.check_play(play, battle)).unwrap_or_default()
    }

    /// Returns the exact odds of a battle's cards; `None` if the game has none.
    pub fn odds(&self, battle: &Opaque) -> Option<Odds> {
        self.plays?.odds(battle)
    }

    /// Returns the exact odds of a combat between cards.
    pub fn clash(&self, battle: &Opaque, sides: &[String]) -> Option<Result<Clash, String>> {
        self.plays?.clash(battle, sides)
    }

    /// Returns the reason the pieces of the system cannot be printed; `None` if they are written.
    pub fn unprinted_reason(&self) -> Option<String> {
        self.prints.is_none().then(|| self.only_checked("cards", "printed"))
    }

    /// Returns the names that templates of its faces may use.
    pub fn offer(&self) -> &'static Offer {
        self.prints.map_or(&Offer::NOTHING, |prints| prints.offer())
    }

    /// Returns the looks carried in the program; what one lacks stands in the last.
    pub fn templates(&self) -> &'static [CarriedLook] {
        self.prints.map_or(&[], |prints| prints.templates())
    }

    /// Returns the layouts to start a look of one's own from.
    pub fn layouts(&self) -> &'static [CarriedLook] {
        self.prints.map_or(&[], |prints| prints.layouts())
    }

    /// Returns the words that are said on its pieces.
    pub fn words(&self) -> &'static WordList {
        self.prints.map_or(&WordList::NOTHING, |prints| prints.words())
    }

    /// Returns the catalogues of these words that are carried in the program, English first.
    pub fn catalogues(&self) -> &'static [&'static str] {
        self.prints.map_or(&[], |prints| prints.catalogues())
    }

    /// Returns the language that a battle's pieces are in; `None` for English.
    pub fn language(&self, battle: &Opaque) -> Option<String> {
        self.prints.and_then(|prints| prints.language(battle))
    }

    /// Returns the kinds of pieces that can be asked for or left out.
    pub fn extras(&self) -> &'static [Extra] {
        self.prints.map_or(&[], |prints| prints.extras())
    }

    /// Draws the pieces of a battle on `faces`, without pictures where there is no gallery. Returns them with what is found
    /// on them.
    pub fn faces(
        &self,
        battle: &Opaque,
        faces: &Faces,
        catalogues: &Catalogues,
        with: &With,
        gallery: Option<&dyn Gallery>,
    ) -> (Vec<Drawn>, Vec<Diagnostic>) {
        self.prints
            .map(|prints| prints.faces(battle, faces, catalogues, &with.restrict_to(self.extras()), gallery))
            .unwrap_or_default()
    }

    /// Draws the pieces that are printed once for all battles together. Returns them with the texts that do not fit on them,
    /// and the findings about their pictures.
    pub fn draw_shared(
        &self,
        battles: &[Opaque],
        faces: &Faces,
        catalogues: &Catalogues,
        with: &With,
        gallery: Option<&dyn Gallery>,
    ) -> (Vec<Drawn>, Vec<Misfit>, Vec<Diagnostic>) {
        self.prints
            .map(|prints| prints.draw_shared(battles, faces, catalogues, &with.restrict_to(self.extras()), gallery))
            .unwrap_or_default()
    }

    /// Draws the pieces of a battle of which it is not known beforehand that they fit on carried templates in their own size,
    /// `faces`. Returns them with the texts that do not fit, and the findings about their pictures.
    pub fn doubtful_faces<'f>(
        &self,
        battle: &Opaque,
        faces: &dyn Fn() -> &'f Faces,
        catalogues: &Catalogues,
        gallery: Option<&dyn Gallery>,
    ) -> (Vec<Drawn>, Vec<Diagnostic>) {
        self.prints.map(|prints| prints.doubtful_faces(battle, faces, catalogues, gallery)).unwrap_or_default()
    }
}

impl std::ops::Deref for System {
    type Target = dyn Documents;

    fn deref(&self) -> &Self::Target {
        self.documents
    }
}

impl std::fmt::Debug for System {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("System").field(&self.id()).finish()
    }
}
