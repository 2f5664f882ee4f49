//! A game behind the face that everyone else sees: types erased, stages joined.

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

use super::{
    Doc, Drawn, Kind, Odds, Opaque, Outline, Printed, Reduced, Replayed, System, Use, Weighed, balance, notation,
    smallest, smoke,
};
use crate::check;
use crate::diag::{Code, Diagnostic, Sink};
use crate::play::balance::Tally;
use crate::play::exhaust::{Sought, Wanted, exhaust};
use crate::play::smoke::{Options, Totals, run};
use crate::print::template::{Faces, Offer};
use crate::print::{Accessories, Card, Misfit};
use crate::schema::Schema;
use crate::source::{Address, FileId, Pointer, Sources};

/// A game as a [`System`].
#[derive(Debug)]
pub struct Hosted<G>(PhantomData<G>);

impl<G> Hosted<G> {
    /// The system of the game.
    pub const NEW: Hosted<G> = Hosted(PhantomData);
}

/// The typed value of an opaque one; values never wander between systems.
fn of<T: Any + Send + Sync>(opaque: &Opaque) -> Arc<T> {
    opaque.clone().downcast().unwrap_or_else(|_| panic!("internal error: a value of another system"))
}

impl<G: Reduced + Weighed + Printed> System for Hosted<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn codes(&self) -> Vec<Code> {
        let others = G::CODES.iter().flat_map(|codes| codes.iter().copied());
        self.check_codes().into_iter().chain(others).collect()
    }

    fn check_codes(&self) -> Vec<Code> {
        G::CHECKS.iter().map(|check| check.code).collect()
    }

    fn face_codes(&self) -> &'static [Code] {
        G::FACE_CODES
    }

    fn topics(&self) -> Vec<(&'static str, &'static str)> {
        G::topics()
    }

    fn schema(&self) -> Schema {
        G::schema()
    }

    fn cards(&self) -> (&'static str, &'static str) {
        G::CARDS
    }

    fn kinds(&self) -> &'static [(&'static str, Kind)] {
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
        let model: G::Model = schema.read_without(sources, file, without, sink)?;
        let outline = G::outline(&model);
        Some((Arc::new(Doc { file, given, model }), outline))
    }

    fn resolve(&self, docs: &[Opaque]) -> Opaque {
        Arc::new(G::resolve(docs.iter().map(of).collect()))
    }

    fn check(&self, battle: &Opaque) -> (Vec<Diagnostic>, Vec<Code>) {
        let mut sink = Sink::default();
        let broken = check::run(G::CHECKS, &*of::<G::Battle>(battle), &mut sink);
        (sink.into_findings(), broken)
    }

    fn fields(&self, battle: &Opaque, at: &Address) -> bool {
        G::fields(&of::<G::Battle>(battle), at)
    }

    fn playable(&self, battle: &Opaque) -> bool {
        G::compile(&of::<G::Battle>(battle)).is_ok()
    }

    fn across(&self, docs: &[Opaque]) -> Vec<Diagnostic> {
        G::across(&docs.iter().map(of).collect::<Vec<_>>())
    }

    fn sides(&self, battle: &Opaque) -> Vec<String> {
        G::sides(&of::<G::Battle>(battle)).into_iter().map(|(name, _)| name).collect()
    }

    fn smoke(&self, battle: &Opaque, options: &Options, progress: &(dyn Fn(u64) + Sync)) -> Result<Totals, String> {
        Ok(run(&G::compile(&of::<G::Battle>(battle))?, options, progress))
    }

    fn smoke_report(
        &self,
        battle: &Opaque,
        options: &Options,
        totals: &Totals,
        sought: Option<&Sought>,
    ) -> Result<smoke::Report, String> {
        let battle = of::<G::Battle>(battle);
        Ok(smoke::report::<G>(&G::compile(&battle)?, &battle, options, totals, sought))
    }

    fn usable(&self, battle: &Opaque) -> Result<Vec<Use>, String> {
        let battle = of::<G::Battle>(battle);
        Ok(G::usable(&G::compile(&battle)?, &battle))
    }

    fn exhaust(
        &self,
        battle: &Opaque,
        wanted: &Wanted,
        counters: Vec<u64>,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Sought, String> {
        Ok(exhaust(&G::compile(&of::<G::Battle>(battle))?, wanted, counters, progress))
    }

    fn smallest(
        &self,
        sources: &Sources,
        battle: &Opaque,
        options: &Options,
        shown: &smoke::Shown,
        names: smallest::Names<'_>,
    ) -> Result<smallest::Smallest, String> {
        smallest::smallest::<G>(sources, &of::<G::Battle>(battle), options, shown, names)
    }

    fn smallest_use(
        &self,
        battle: &Opaque,
        counter: usize,
        effort: (u64, u64),
        scenario: &str,
    ) -> Result<Option<smallest::Written>, String> {
        smallest::smallest_use::<G>(&of::<G::Battle>(battle), counter, effort, scenario)
    }

    fn odds(&self, battle: &Opaque) -> Vec<Odds> {
        G::odds(&of::<G::Battle>(battle))
    }

    fn balance(
        &self,
        battle: &Opaque,
        options: &balance::Options,
        progress: &(dyn Fn(u64) + Sync),
        go_on: Option<&(dyn Fn() -> bool + Sync)>,
    ) -> Result<Vec<Tally>, String> {
        let battle = of::<G::Battle>(battle);
        Ok(balance::play::<G>(&battle, &G::compile(&battle)?, options, progress, go_on))
    }

    fn balance_report(
        &self,
        battle: &Opaque,
        options: &balance::Options,
        tallies: &[Tally],
    ) -> Result<balance::Report, String> {
        let battle = of::<G::Battle>(battle);
        Ok(balance::report::<G>(&battle, &G::compile(&battle)?, options, tallies))
    }

    fn check_play(&self, play: &Opaque, battle: &Opaque) -> Vec<Diagnostic> {
        G::read(&of::<Doc<G::Model>>(play), &of::<G::Battle>(battle)).err().unwrap_or_default()
    }

    fn replay(&self, play: &Opaque, battle: &Opaque, draw: Option<u64>) -> Result<Replayed, String> {
        let battle = of::<G::Battle>(battle);
        Ok(notation::replay::<G>(&of::<Doc<G::Model>>(play), &battle, &G::compile(&battle)?, draw))
    }

    fn offer(&self) -> &'static Offer {
        G::OFFER
    }

    fn templates(&self) -> &'static [(&'static str, &'static [&'static str])] {
        G::TEMPLATES
    }

    fn faces(&self, battle: &Opaque, faces: &Faces, with: Accessories) -> (Vec<Drawn>, Vec<Diagnostic>) {
        G::faces(&of::<G::Battle>(battle), faces, with)
    }

    fn shared(&self, battles: &[Opaque], faces: &Faces, with: Accessories) -> (Vec<Card>, Vec<Misfit>) {
        G::shared(&battles.iter().map(of).collect::<Vec<_>>(), faces, with)
    }

    fn misfits<'f>(&self, battle: &Opaque, faces: &dyn Fn() -> &'f Faces) -> Vec<Diagnostic> {
        G::misfits(&of::<G::Battle>(battle), faces)
    }
}
