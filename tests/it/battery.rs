//! What every system must hold, those that are shipped and those of the tests: whoever adds one adds a line to a list and
//! is told here what is missing.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use camino::Utf8PathBuf;
use muster::review::catalogues::carried_catalogues;
use muster::review::{all_codes, review, templates};
use muster_core::diag::{Diagnostic, Sink};
use muster_core::load;
use muster_core::play::bots::Bot;
use muster_core::play::chance::Chance;
use muster_core::play::record::{Table, record};
use muster_core::play::replay::{Turn, TurnEntry, replay, replay_sparse};
use muster_core::play::rng::Rng;
use muster_core::play::{Blind, Engine, Next, Playout};
use muster_core::source::Sources;
use muster_games::pub_battles::PubBattles;
use muster_games::states_of_battle::StatesOfBattle;
use muster_games::table_battles::TableBattles;
use muster_games::tabletop::Tabletop;
use muster_systems::notation::{MoveOf, StateOf, write};
use muster_systems::{Doc, Game, Notation, Opaque, System, With};

use crate::cli::folder;
use crate::hidden::redraws_hold;
use crate::planted::is_made_small;
use crate::templates::layers;
use crate::toy::banners::Banners;
use crate::toy::command::{ALL, told};
use crate::toy::duel::Duel;

/// Returns a folder with the scenario that a system begins with, as `muster new` writes it.
fn begun(system: &System, test: &str) -> PathBuf {
    let folder = folder(&format!("battery-{test}-{}", system.id()));
    assert_eq!(told(&folder, &["new", system.id(), "The Ford"], 0), "the-ford.yaml\n");
    folder
}

const FORD: &str = "the-ford.yaml";

/// Returns the battle that a system begins with.
fn battle_of(system: &'static System) -> Opaque {
    let systems = Vec::leak(vec![system]);
    let read = |_: &camino::Utf8Path| Err(std::io::ErrorKind::NotFound.into());
    let inputs = [(Utf8PathBuf::from(FORD), system.skeleton().as_bytes().to_vec())];
    let review = review(&inputs, &read, systems);
    assert!(review.findings.is_empty(), "{}: {:?}", system.id(), review.findings);
    review.units[0].battle.clone().expect("a battle")
}

#[test]
fn the_scenario_to_begin_with_passes_everything() {
    for system in ALL.iter() {
        let folder = begun(system, "skeleton");
        let passes = |arguments: &[&str]| told(&folder, &[arguments, &[FORD, "--fail-on", "info"]].concat(), 0);
        passes(&["check"]);
        if system.unplayed_reason().is_none() {
            for (bots, games) in [("random", "300"), ("greedy", "100")] {
                passes(&["smoke", "--games", games, "--bots", bots]);
            }
            passes(&["balance", "--games", "20", "--comparisons", "0"]);
        }
        if system.unprinted_reason().is_none() {
            passes(&["print", "-o", "cards.pdf"]);
            passes(&["print", "-o", "low.pdf", "--low-ink"]);
        }
    }
}

#[test]
fn the_same_bytes_are_made_by_any_number_of_threads() {
    for system in ALL.iter() {
        let folder = begun(system, "jobs");
        if system.unplayed_reason().is_none() {
            for command in [&["smoke", "--games", "30"][..], &["balance", "--games", "4", "--comparisons", "2"]] {
                let jobs = |jobs: &str| {
                    let more = [FORD, "--seed", "3", "--output-format", "json", "--jobs", jobs];
                    told(&folder, &[command, &more].concat(), 0)
                };
                assert_eq!(jobs("1"), jobs("3"), "{}: {}", system.id(), command[0]);
            }
        }
        if system.unprinted_reason().is_none() {
            let extras: Vec<&str> = system.extras().iter().map(|extra| extra.name).collect();
            let with = extras.join(",");
            let printed = |file: &str| {
                let with = if with.is_empty() { "none" } else { &with };
                told(&folder, &["print", FORD, "-o", file, "--with", with], 0);
                fs::read(folder.join(file)).expect("a PDF")
            };
            assert_eq!(printed("one.pdf"), printed("two.pdf"), "{}", system.id());
        }
    }
}

#[test]
fn codes_and_topics_have_pages_of_their_own() {
    let mut seen = BTreeSet::new();
    for code in all_codes(&ALL) {
        assert!(seen.insert(code.id) && seen.insert(code.name), "{} is there once", code.name);
        assert!(code.page.starts_with(&format!("# {} ({})\n\n", code.name, code.id)), "{}", code.id);
        for heading in ["Fires", "Silent"] {
            let shown = code.page.contains(&format!("\n## {heading}\n"));
            assert!(shown || code.id.starts_with("MU"), "{}: `## {heading}`", code.name);
        }
        assert!(code.sentence().ends_with('.'), "{}: {}", code.name, code.sentence());
    }
    for system in ALL.iter() {
        let folder = folder(&format!("battery-topics-{}", system.id()));
        for (word, page) in system.topics() {
            assert!(page.starts_with("# ") && page.len() > 80, "{word}");
            assert!(told(&folder, &["explain", word], 0).contains(page.trim_end()), "{word}");
        }
    }
}

#[test]
fn numbered_lists_are_in_the_schema_and_words_have_a_page() {
    for system in ALL.iter() {
        let schema = system.schema();
        let json = schema.json();
        for (list, number) in system.numbered_lists() {
            let items = &json["properties"][list]["items"];
            let name = items["$ref"].as_str().and_then(|name| name.strip_prefix("#/$defs/")).expect("a definition");
            assert!(json["$defs"][name]["properties"][number].is_object(), "{}: {list}/{number}", system.id());
        }
        // Files in the format of other tools have no part in the schema.
        for kind in system.kinds().iter().filter(|kind| kind.mark.is_none()) {
            assert!(json["properties"][kind.key].is_object(), "{}: {}", system.id(), kind.key);
            for files in kind.files {
                assert!(system.kinds().iter().any(|kind| kind.name == files.kind), "{}", files.pointer);
            }
        }
    }
}

#[test]
fn every_look_draws_the_scenario_to_begin_with() {
    for system in ALL.iter().filter(|system| system.unprinted_reason().is_none()) {
        let battle = battle_of(system);
        for (look, _) in system.templates() {
            let (mut sources, mut sink) = (Sources::default(), Sink::default());
            let faces = templates::faces(system, &layers(look), Vec::new(), &mut sources, &mut sink);
            let (cards, found) = system.faces(&battle, &faces, &carried_catalogues(system), &With::Everything, None);
            // On a small card long rules go to a card of their own.
            let is_meant = |finding: &Diagnostic| look.contains("size-") && finding.code.id == "MU804";
            assert!(
                sink.into_findings().is_empty() && found.iter().all(is_meant),
                "{}: {look}: {found:?}",
                system.id()
            );
            assert!(!cards.is_empty() && cards.iter().all(|card| !card.card.front.items.is_empty()), "{look}");
            let (_, misfits, _) = system.draw_shared(
                std::slice::from_ref(&battle),
                &faces,
                &carried_catalogues(system),
                &With::Everything,
                None,
            );
            assert!(misfits.is_empty(), "{}: {look}: {misfits:?}", system.id());
        }
    }
}

/// Runs a test over the games that are played, by their types.
macro_rules! each_played {
    ($test:ident) => {
        $test::<TableBattles>();
        $test::<StatesOfBattle>();
        $test::<Tabletop>();
        $test::<PubBattles>();
        $test::<Duel>();
        $test::<Banners>();
    };
}

#[test]
fn every_game_that_is_played_is_held_by_its_types() {
    let mut ids = Vec::new();
    fn id<G: Notation>(ids: &mut Vec<&str>) {
        ids.push(G::ID);
    }
    id::<TableBattles>(&mut ids);
    id::<StatesOfBattle>(&mut ids);
    id::<Tabletop>(&mut ids);
    id::<PubBattles>(&mut ids);
    id::<Duel>(&mut ids);
    id::<Banners>(&mut ids);
    let played: Vec<&str> = ALL.iter().filter(|s| s.unplayed_reason().is_none()).map(|s| s.id()).collect();
    assert_eq!(ids, played);
}

/// Reads a text as a document of a game.
pub(crate) fn document<G: Game>(text: &str) -> Doc<G::Model> {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let file = load::read(&mut sources, "a.yaml".into(), text.as_bytes(), &mut sink);
    let model = G::schema().read(&sources, file, &mut sink);
    Doc { file, given: true, model: model.unwrap_or_else(|| panic!("{text}\n{:?}", sink.into_findings())) }
}

/// Returns the battle that a game begins with, and its engine.
pub(crate) fn compiled<G: Notation>() -> (G::Battle, G::Engine) {
    let battle = G::resolve(vec![Arc::new(document::<G>(G::SKELETON))]);
    let engine = G::compile(&battle).expect("a battle that can be played");
    (battle, engine)
}

/// Returns a turn without its places.
fn bare<M: Clone, T>(turn: &Turn<M, T>) -> Turn<M, ()> {
    let entry = |entry: &TurnEntry<M, T>| match entry {
        TurnEntry::Chosen { kind, chosen, .. } => TurnEntry::Chosen { kind, chosen: chosen.clone(), tag: () },
        TurnEntry::Drawn { draws, .. } => TurnEntry::Drawn { draws: draws.clone(), tag: () },
    };
    Turn { player: turn.player, tag: (), entries: turn.entries.iter().map(entry).collect() }
}

fn is_read_as_written<G: Notation>() {
    let (battle, engine) = compiled::<G>();
    assert_read_as_written::<G>(&battle, &engine);
}

/// Fails unless what is written of random battles is read as the same again.
pub(crate) fn assert_read_as_written<G: Notation>(battle: &G::Battle, engine: &G::Engine) {
    let sides: Vec<String> = G::sides(battle).into_iter().map(|(name, _)| name).collect();
    for seed in 0..20 {
        let bots = [Bot::Random, Bot::Greedy].into_iter().cycle().take(engine.players()).collect::<Vec<_>>();
        let played = record(engine, 500, &mut Table::new(engine, &bots, Rng::new(seed)), &mut Blind);
        let text = write::<G>(engine, &sides, FORD, &played.turns, played.outcome);
        let play = document::<G>(&text);
        let turns: Vec<Turn<MoveOf<G>, _>> = G::read(&play, battle).unwrap_or_else(|found| panic!("{found:?}\n{text}"));
        let bare: Vec<_> = turns.iter().map(bare).collect();
        assert_eq!(write::<G>(engine, &sides, FORD, &bare, played.outcome), text, "{}: seed {seed}", G::ID);
        let replay = if G::IS_SPARSE { replay_sparse } else { replay };
        let replayed = replay(engine, &turns, &G::unsaid, None);
        assert!(replayed.fault.is_none(), "{}: seed {seed}: {:?}\n{text}", G::ID, replayed.fault);
        let shown = |states: &[StateOf<G>]| states.iter().map(|s| G::show(engine, s, None)).collect::<Vec<_>>();
        assert_eq!(replayed.outcome, played.outcome, "{}: seed {seed}\n{text}", G::ID);
        assert_eq!(shown(&replayed.states), shown(&played.states), "{}: seed {seed}\n{text}", G::ID);
    }
}

#[test]
fn a_play_written_is_a_play_read() {
    each_played!(is_read_as_written);
}

/// Returns the engine of the battle that a game begins with, with those of its optional rules that hide or add something.
fn compiled_with_options<G: Notation>() -> G::Engine {
    let all = "  turns: 10\n  optional: [leadership, written-orders, trains]\n  sides:";
    let text = G::SKELETON.replace("  turns: 10\n  sides:", all);
    let battle = G::resolve(vec![Arc::new(document::<G>(&text))]);
    G::compile(&battle).expect("a battle that can be played")
}

fn each_listed_move_is_picked<G: Notation>() {
    assert_each_listed_is_picked::<G>(&compiled_with_options::<G>());
}

/// Fails unless every move that is listed is as likely to be picked as any other, and no other is.
pub(crate) fn assert_each_listed_is_picked<G: Notation>(engine: &G::Engine) {
    let (mut legal, mut buffer) = (Vec::new(), Vec::new());
    for seed in 0..6 {
        let (mut state, mut rng) = (engine.start(), Rng::new(seed));
        while engine.clock(&state).turn <= 40 {
            match engine.next(&state) {
                Next::Over(_) => break,
                Next::Auto => engine.advance(&mut state, &mut Chance::fair(&mut rng), &mut Blind),
                Next::Decide { .. } => {
                    engine.moves(&state, &mut legal);
                    if G::Engine::BY_KIND {
                        assert_each_kind_is_picked::<G>(engine, &state, &legal);
                        let chosen = legal[rng.draw_below(legal.len() as u32) as usize].clone();
                        engine.apply(&mut state, &chosen, &mut Chance::fair(&mut rng), &mut Blind);
                        continue;
                    }
                    // What is picked if the first number drawn is `first`, the bound of that number, and how many are drawn.
                    let mut pick = |first: u32| {
                        let (mut drawn, mut bound) = (0, 1);
                        let picked = engine.pick(&state, &mut buffer, |below| {
                            drawn += 1;
                            if drawn > 1 {
                                return rng.draw_below(below);
                            }
                            bound = below;
                            first
                        });
                        (picked, bound, drawn)
                    };
                    let (_, bound, _) = pick(0);
                    let at_once = (0..bound).filter_map(|first| {
                        let (picked, _, drawn) = pick(first);
                        assert!(legal.contains(&picked), "{}: {picked:?} is picked, but not listed", G::ID);
                        (drawn < 2).then_some(picked)
                    });
                    // With a further number it is one of the others by chance: so all are as likely.
                    let at_once: Vec<MoveOf<G>> = at_once.collect();
                    assert_eq!(at_once.len(), legal.len(), "{}: {at_once:?}, listed {legal:?}", G::ID);
                    assert!(legal.iter().all(|listed| at_once.contains(listed)), "{}: {at_once:?}, {legal:?}", G::ID);
                    let chosen = legal[rng.draw_below(legal.len() as u32) as usize].clone();
                    engine.apply(&mut state, &chosen, &mut Chance::fair(&mut rng), &mut Blind);
                }
            }
        }
    }
}

/// Fails unless a kind is picked first, by its weight, then a move of it, each as likely as any other: by the numbers that are
/// drawn, every move that is listed is picked as often as its kind weighs, and no other.
fn assert_each_kind_is_picked<G: Notation>(engine: &G::Engine, state: &StateOf<G>, legal: &[MoveOf<G>]) {
    let mut buffer = Vec::new();
    // What is picked if these numbers are drawn, and their bounds.
    let mut pick = |numbers: [u32; 2]| {
        let mut bounds = Vec::new();
        let picked = engine.pick(state, &mut buffer, |below| {
            bounds.push(below);
            numbers[bounds.len() - 1]
        });
        (picked, bounds)
    };
    let bound = |bounds: &[u32], number: usize| bounds.get(number).copied().unwrap_or(1);
    let (_, first) = pick([0, 0]);
    let mut picked = Vec::new();
    for a in 0..bound(&first, 0) {
        let (_, second) = pick([a, 0]);
        for b in 0..bound(&second, 1) {
            picked.push(pick([a, b]).0);
        }
    }
    let kind = |chosen: &MoveOf<G>| engine.kind(state, chosen);
    let has_kinds = legal.iter().any(|chosen| kind(chosen).number != kind(&legal[0]).number);
    let weight = |chosen: &MoveOf<G>| if has_kinds { usize::from(kind(chosen).weight) } else { 1 };
    let mut expected: Vec<MoveOf<G>> = legal.iter().flat_map(|chosen| vec![chosen.clone(); weight(chosen)]).collect();
    picked.sort();
    expected.sort();
    assert_eq!(picked, expected, "{}", G::ID);
}

#[test]
fn every_move_that_is_listed_is_as_likely_to_be_picked() {
    each_played!(each_listed_move_is_picked);
}

fn bots_know_what_players_see<G: Notation>()
where
    StateOf<G>: PartialEq + Debug,
{
    let engine = compiled_with_options::<G>();
    let differ = redraws_hold(&engine, 3, 30);
    assert_eq!(differ > 0, G::Engine::HIDDEN, "{}: something is hidden where it is said to be", G::ID);
    assert_shown_is_kept::<G>(&engine);
}

/// Fails unless what a player is shown stays as it is where the rest is drawn again, and every state that is reached is sound.
pub(crate) fn assert_shown_is_kept<G: Notation>(engine: &G::Engine)
where
    StateOf<G>: PartialEq + Debug,
{
    for seed in 0..4 {
        let (mut state, mut rng, mut legal) = (engine.start(), Rng::new(seed), Vec::new());
        while engine.clock(&state).turn <= 40 {
            match engine.next(&state) {
                Next::Over(_) => break,
                Next::Auto => engine.advance(&mut state, &mut Chance::fair(&mut rng), &mut Blind),
                Next::Decide { .. } => {
                    for player in 0..engine.players() {
                        let mut known = state.clone();
                        engine.redraw(&mut known, player, &mut Rng::new(seed + 1));
                        let shown = |state: &StateOf<G>| G::show(engine, state, Some(player));
                        let is_shown = known == state || shown(&known) == shown(&state);
                        assert!(is_shown, "{}: seed {seed}: what a player is shown is drawn anew", G::ID);
                    }
                    engine.moves(&state, &mut legal);
                    let chosen = legal[rng.draw_below(legal.len() as u32) as usize].clone();
                    assert!(engine.illegal(&state, &chosen).is_none(), "{}: what is listed is legal", G::ID);
                    engine.apply(&mut state, &chosen, &mut Chance::fair(&mut rng), &mut Blind);
                }
            }
            assert!(engine.find_breach(&state).is_none(), "{}: seed {seed}", G::ID);
        }
    }
}

#[test]
fn bots_do_not_cheat() {
    each_played!(bots_know_what_players_see);
}

#[test]
fn a_battle_with_a_fault_is_made_small() {
    each_played!(is_made_small);
}
