//! A fault that is planted in the engine of any game: a battle that shows it is made small, and stays a battle that shows it.

use std::fs;
use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;

use camino::Utf8Path;
use muster::review::{Unit, review};
use muster_core::check::Check;
use muster_core::diag::{Code, Diagnostic, Sink};
use muster_core::play::bots::Bot;
use muster_core::play::chance::Chance;
use muster_core::play::effort::{Effort, PLAYS};
use muster_core::play::fault::Breach;
use muster_core::play::replay::{Decision, Turn};
use muster_core::play::rng::Rng;
use muster_core::play::smoke::{Shard, SmokeOptions};
use muster_core::play::{Clock, Engine, Next, Playout, Watch};
use muster_core::schema::Schema;
use muster_core::source::tree::Tree;
use muster_core::source::{Address, FileId, Pointer};
use muster_games::pub_battles::PubBattles;
use muster_games::states_of_battle::StatesOfBattle;
use muster_games::table_battles::TableBattles;
use muster_games::tabletop::Tabletop;
use muster_systems::names::NameTable;
use muster_systems::notation::{Expected, ExpectedResult, FaultOf, IllegalOf, MoveOf, StateOf};
use muster_systems::smallest::{ScenarioNames, Smallest, Written};
use muster_systems::{Compiled, Cuts, Doc, DocumentKind, Game, Notation, PlayCodes, Played, Role, System};
use serde_json::Value;

use crate::cli::{folder, root};
use crate::toy::banners::Banners;
use crate::toy::command::told;
use crate::toy::duel::Duel;

/// A game in whose engine a fault is planted: the state breaks a clause when it is no longer at one of these places as it was
/// at the start, the first that it has.
pub(crate) trait Planted: Notation {
    const PLACES: &'static [&'static str];
    /// Most lines of the smaller scenario, where the game says what can be left out.
    const LINES: usize;
}

impl Planted for TableBattles {
    const PLACES: &'static [&'static str] = &["/formations/3A/dice"];
    const LINES: usize = 12;
}

impl Planted for Tabletop {
    const PLACES: &'static [&'static str] = &["/cards/N5#1/at", "/cards/C7#1/at"];
    const LINES: usize = 21;
}

impl Planted for PubBattles {
    const PLACES: &'static [&'static str] = &["/blocks/Sorel~1Hussars/at", "/blocks/Rafe Quillon~1Red Cornets/at"];
    const LINES: usize = 16;
}

impl Planted for StatesOfBattle {
    const PLACES: &'static [&'static str] = &["/units/N6/at", "/units/W2/at"];
    const LINES: usize = 11;
}

impl Planted for Duel {
    const PLACES: &'static [&'static str] = &["/0"];
    const LINES: usize = 0;
}

impl Planted for Banners {
    const PLACES: &'static [&'static str] = &["/points/2"];
    const LINES: usize = 12;
}

/// The game with the fault.
pub(crate) struct Faulty<G>(PhantomData<G>);

/// The engine of a game, and what is shown of the start.
pub(crate) struct FaultyEngine<G: Planted> {
    engine: G::Engine,
    start: Value,
}

impl<G: Planted> Engine for FaultyEngine<G> {
    type State = StateOf<G>;
    type Move = MoveOf<G>;
    type Illegal = IllegalOf<G>;

    const HIDDEN: bool = G::Engine::HIDDEN;

    fn players(&self) -> usize {
        self.engine.players()
    }

    fn start(&self) -> StateOf<G> {
        self.engine.start()
    }

    fn next(&self, state: &StateOf<G>) -> Next {
        self.engine.next(state)
    }

    fn clock(&self, state: &StateOf<G>) -> Clock {
        self.engine.clock(state)
    }

    fn rounds(&self, state: &StateOf<G>) -> u32 {
        self.engine.rounds(state)
    }

    fn moves(&self, state: &StateOf<G>, into: &mut Vec<MoveOf<G>>) {
        self.engine.moves(state, into);
    }

    fn illegal(&self, state: &StateOf<G>, chosen: &MoveOf<G>) -> Option<IllegalOf<G>> {
        self.engine.illegal(state, chosen)
    }

    fn apply<W: Watch>(&self, state: &mut StateOf<G>, chosen: &MoveOf<G>, chance: &mut Chance<'_>, watch: &mut W) {
        self.engine.apply(state, chosen, chance, watch);
    }

    fn advance<W: Watch>(&self, state: &mut StateOf<G>, chance: &mut Chance<'_>, watch: &mut W) {
        self.engine.advance(state, chance, watch);
    }

    fn redraw(&self, state: &mut StateOf<G>, seen_by: usize, rng: &mut Rng) {
        self.engine.redraw(state, seen_by, rng);
    }

    fn find_breach(&self, state: &StateOf<G>) -> Option<Breach> {
        let at_start = |place: &&str| self.start.pointer(place).filter(|start| !start.is_null());
        let (place, start) = G::PLACES.iter().find_map(|place| Some((place, at_start(place)?)))?;
        let now = G::show(&self.engine, state, None);
        let is_other = now.pointer(place).is_some_and(|now| now != start);
        is_other.then(|| Breach::new("X-1", "it is no longer as it was"))
    }

    fn idle(&self, moves: &[MoveOf<G>]) -> usize {
        self.engine.idle(moves)
    }

    fn counters(&self) -> usize {
        self.engine.counters()
    }
}

impl<G: Planted> Playout for FaultyEngine<G> {}

impl<G: Planted> Game for Faulty<G> {
    const ID: &'static str = G::ID;
    const TITLE: &'static str = G::TITLE;
    const KINDS: &'static [DocumentKind] = G::KINDS;
    const CHECKS: &'static [&'static Check<G::Battle>] = G::CHECKS;
    const SKELETON: &'static str = G::SKELETON;
    const CODES: &'static [&'static [Code]] = G::CODES;
    const NUMBERED: &'static [(&'static str, &'static str)] = G::NUMBERED;

    type Model = G::Model;
    type Battle = G::Battle;

    fn schema() -> Schema {
        G::schema()
    }

    fn import(tree: &Tree, file: FileId, sink: &mut Sink) -> Option<G::Model> {
        G::import(tree, file, sink)
    }

    fn resolve(docs: Vec<Arc<Doc<G::Model>>>) -> G::Battle {
        G::resolve(docs)
    }

    fn fields(battle: &G::Battle, at: &Address) -> bool {
        G::fields(battle, at)
    }

    fn names(battle: &G::Battle) -> NameTable {
        G::names(battle)
    }
}

impl<G: Planted> Played for Faulty<G> {
    type Engine = FaultyEngine<G>;

    fn compile(battle: &G::Battle) -> Result<FaultyEngine<G>, String> {
        let engine = G::compile(battle)?;
        Ok(FaultyEngine { start: G::show(&engine, &engine.start(), None), engine })
    }

    fn title_address(battle: &G::Battle) -> Address {
        G::title_address(battle)
    }

    fn sides(battle: &G::Battle) -> Vec<(String, Address)> {
        G::sides(battle)
    }
}

impl<G: Planted> Notation for Faulty<G> {
    const PLAY_CODES: PlayCodes = G::PLAY_CODES;
    const HAS_RESULT: bool = G::HAS_RESULT;
    const IS_SPARSE: bool = G::IS_SPARSE;
    const DIGITS: &'static [&'static str] = G::DIGITS;
    const CUTS: Cuts = G::CUTS;

    fn read(play: &Doc<G::Model>, battle: &G::Battle) -> Result<Vec<Turn<MoveOf<G>, Pointer>>, Vec<Diagnostic>> {
        G::read(play, battle)
    }

    fn option(engine: &FaultyEngine<G>, chosen: &MoveOf<G>) -> Value {
        G::option(&engine.engine, chosen)
    }

    fn turn(engine: &FaultyEngine<G>, turn: &Turn<MoveOf<G>, ()>) -> Vec<(&'static str, Value)> {
        G::turn(&engine.engine, turn)
    }

    fn show(engine: &FaultyEngine<G>, state: &StateOf<G>, seen_by: Option<usize>) -> Value {
        G::show(&engine.engine, state, seen_by)
    }

    fn unsaid(decision: Decision, legal: &[MoveOf<G>]) -> Option<MoveOf<G>> {
        G::unsaid(decision, legal)
    }

    fn wrong(engine: &FaultyEngine<G>, play: &G::Model, fault: &FaultOf<Self>) -> Option<(Pointer, String)> {
        G::wrong(&engine.engine, play, fault)
    }

    fn expectations(play: &G::Model, battle: &G::Battle) -> Vec<Vec<Expected>> {
        G::expectations(play, battle)
    }

    fn result(play: &G::Model) -> Option<ExpectedResult> {
        G::result(play)
    }

    fn files(battle: &G::Battle) -> Vec<FileId> {
        G::files(battle)
    }
}

fn systems<G: Planted>() -> &'static [&'static System] {
    const { &[&System::new::<Faulty<G>>().plays::<Faulty<G>>()] }
}

fn compiled(unit: &Unit) -> Box<dyn Compiled> {
    unit.system.compile(unit.battle.as_ref().expect("a battle")).expect("a battle that can be played")
}

/// Plays a scenario of a folder with the fault until it is seen, and writes the smallest play that shows it and the smaller
/// scenario into `plays`; fails unless that passes `check` and the play shows the fault in it.
fn smallest_in<G: Planted>(folder: &Path, scenario: &str) -> Written {
    let here = Utf8Path::from_path(folder).expect("a path");
    let path = here.join(scenario);
    let read = |path: &Utf8Path| fs::read(path);
    let options = SmokeOptions { games: 30, seed: 1, bots: Vec::new(), turn_limit: 200, shard: Shard::WHOLE };
    let (original, written) = {
        let review = review(&[(path.clone(), fs::read(&path).expect("a scenario"))], &read, systems::<G>());
        let unit =
            review.units.iter().find(|unit| unit.given && unit.outline.kind.role == Role::Main).expect("a battle");
        let battle = compiled(unit);
        let options = SmokeOptions { bots: vec![Bot::Random; battle.sides().len()], ..options };
        let report = battle.smoke_report(&options, &battle.smoke(&options, &|_| ()), None);
        let shown = report.faults.first().unwrap_or_else(|| panic!("{}: the fault is not seen", G::ID));
        let original = format!("../{scenario}");
        let names = ScenarioNames { scenario: &original, smaller: "small.yaml" };
        let smallest = battle.smallest(&review.sources, &options, shown, names, &Effort::new(PLAYS)).expect("a play");
        let Smallest::Play(written) = smallest else { panic!("it is no endless battle") };
        (original, written)
    };
    let plays = here.join("plays");
    fs::create_dir_all(&plays).expect("a folder");
    fs::write(plays.join("play.yaml"), &written.play).expect("a place to write");
    let named = match &written.scenario {
        Some(scenario) => {
            fs::write(plays.join("small.yaml"), scenario).expect("a place to write");
            "small.yaml".to_owned()
        }
        None => original,
    };
    assert!(written.play.contains(&named), "{named}: {}", written.play);
    told(folder, &["check", "plays"], 0);
    let play = plays.join("play.yaml");
    let review = review(&[(play.clone(), fs::read(&play).expect("a play"))], &read, systems::<G>());
    let main = review.units.iter().find(|unit| unit.outline.kind.role == Role::Main).expect("a battle");
    let record = review.units.iter().find(|unit| unit.outline.kind.role == Role::Record).expect("a play");
    let replayed = compiled(main).replay(&record.doc, None);
    let found: Vec<&str> = replayed.findings.iter().map(|finding| finding.message.as_str()).collect();
    assert!(found.iter().any(|text| text.contains("it is no longer as it was (X-1)")), "{found:?}\n{}", written.play);
    written
}

/// Fails unless the scenario that a game begins with is made small, as far as anything can be left out of it.
pub(crate) fn is_made_small<G: Planted>() {
    let folder = folder(&format!("planted-{}", G::ID));
    assert_eq!(told(&folder, &["new", G::ID, "The Ford"], 0), "the-ford.yaml\n");
    let written = smallest_in::<G>(&folder, "the-ford.yaml");
    let Some(scenario) = written.scenario else {
        assert!(G::CUTS.parts.is_empty(), "{}: nothing is left out", G::ID);
        return;
    };
    assert!(scenario.lines().count() <= G::LINES, "{}: {scenario}", G::ID);
}

/// Makes a battle that is shipped small, of several files, in one.
fn of_shipped<G: Planted>(scenario: &str) -> String {
    let folder = folder(&format!("planted-shipped-{}", G::ID));
    copy_all(&root().join("scenarios").join(G::ID), &folder);
    let small = smallest_in::<G>(&folder, scenario).scenario.expect("a smaller scenario");
    assert!(small.lines().count() <= 40, "{small}");
    small
}

#[test]
fn a_battle_with_decks_and_a_map_is_made_small_in_one_file() {
    let small = of_shipped::<Tabletop>("corn-monday.yaml");
    assert!(small.contains("\n  hexes: |\n") && !small.contains("decks:"), "{small}");
}

#[test]
fn a_battle_with_a_map_is_made_small_in_one_file() {
    let small = of_shipped::<PubBattles>("orrin-heath.yaml");
    assert!(small.contains("\nmap:\n") && !small.contains("  map: "), "{small}");
}

#[test]
fn a_battle_with_armies_is_made_small_in_one_file() {
    let small = of_shipped::<StatesOfBattle>("bridge-at-ambershaw.yaml");
    assert!(small.contains("unit: W2") && !small.contains("army: "), "{small}");
}

#[test]
fn a_drawing_stays_in_its_file() {
    let folder = folder("planted-geojson");
    fs::create_dir(folder.join("maps")).expect("a folder");
    let (scenario, map) = PubBattles::SKELETON.split_once("map:\n").expect("a map");
    let scenario = scenario.replace("  turns: 10\n", "  turns: 10\n  map: maps/inn.yaml\n");
    fs::write(folder.join("ford.yaml"), scenario).expect("a place to write");
    let map = format!("system: pub-battles\nmap:\n{map}  geojson: drawn.geojson\n");
    fs::write(folder.join("maps/inn.yaml"), map).expect("a place to write");
    let point = r#"{"type": "Feature", "properties": {"name": "The Well"}, "geometry": {"type": "Point", "coordinates": [100, 100]}}"#;
    let drawn = format!(r#"{{"type": "FeatureCollection", "features": [{point}]}}"#);
    fs::write(folder.join("maps/drawn.geojson"), drawn).expect("a place to write");
    let small = smallest_in::<PubBattles>(&folder, "ford.yaml").scenario.expect("a smaller scenario");
    assert!(small.contains("  geojson: \"../maps/drawn.geojson\"\n"), "{small}");
}

/// Copies the files of a folder and of those below it, without plays.
fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name");
        if path.is_dir() && name != "plays" {
            copy_all(&path, &to.join(name));
        } else if path.is_file() {
            fs::copy(&path, to.join(name)).expect("a place to write");
        }
    }
}
