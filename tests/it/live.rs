//! Battles under way: whoever plays them never comes to a dead end, takes back what was decided, and gets a record that replays.

use std::fs;
use std::path::Path;

use serde_json::Value;

use muster::project::Project;
use muster::project::files::Selection;
use muster::project::policy::Policy;
use muster::project::settings::Origin;
use muster_core::play::bots::Bot;
use muster_core::play::rng::Rng;
use muster_games::SYSTEMS;
use muster_systems::Role;
use muster_systems::live::{LiveBattle, LiveNext, names};

use crate::cli::{folder, muster, root, text};

/// Every shipped scenario of a folder: its path, and a battle of it under way.
fn shipped(game: &str, seed: u64) -> Vec<(String, Box<dyn LiveBattle>)> {
    let path = root().join("scenarios").join(game);
    let project = Project::new(SYSTEMS, &Origin::Isolated, Policy::default(), |_| ()).expect("a project");
    let path = camino::Utf8PathBuf::from_path_buf(path).expect("a path");
    let found = project.find(Selection { paths: &[&path], force_exclude: false }).expect("files");
    let (files, _) = project.read_all(found);
    let review = project.review(&files);
    let mains = review.units.iter().filter(|unit| unit.given && unit.outline.kind.role == Role::Main);
    let battle = |unit: &muster::review::Unit| {
        let battle = unit.system.compile(unit.battle.as_ref().expect("a battle")).expect("rules");
        (review.sources.get(unit.file).path().to_string(), battle.begin(seed, None).0)
    };
    mains.map(battle).collect()
}

/// Plays at random until the battle is over or so many decisions were made, and takes some of them back. Returns the number of
/// decisions.
fn play_on(live: &mut dyn LiveBattle, rng: &mut Rng, most: usize) -> usize {
    for decided in 0..most {
        let LiveNext::Decide { side, .. } = live.next() else {
            assert!(matches!(live.next(), LiveNext::Over { .. }), "{:?}", live.next());
            assert!(live.options().is_empty());
            return decided;
        };
        let options = live.options();
        assert!(options.len() > 1, "what leaves no choice has happened already");
        assert!(!live.choose(options.len()), "no option");
        let option = rng.draw_below(options.len() as u32) as usize;
        let before = (live.next(), live.state(None), live.options());
        assert!(live.choose(option));
        if rng.draw_below(10) == 0 {
            live.take_back(&|of| of == side).expect("it was decided");
            assert_eq!((live.next(), live.state(None), live.options()), before, "as it was");
            assert!(live.choose(option));
        }
    }
    most
}

fn replays(game: &str, number: usize, scenario: &str, live: &dyn LiveBattle) {
    let folder = folder(&format!("live-{game}-{number}"));
    let name = Path::new(scenario).file_name().and_then(|name| name.to_str()).expect("a name");
    let record = live.record(scenario);
    fs::write(folder.join("play.yaml"), &record).expect("a file");
    let replayed = muster(&folder, &["replay", "play.yaml", "--output-format", "json"]);
    assert!(replayed.status.success(), "{name}: {}\n{record}", text(&replayed.stdout));
    let document: Value = serde_json::from_slice(&replayed.stdout).expect("JSON");
    let play = &document["plays"][0];
    match live.next() {
        LiveNext::Over { winner, by } => {
            let winner = winner.map(|side| live.sides()[side].clone());
            assert_eq!((&play["result"]["winner"], &play["result"]["by"]), (&winner.into(), &by.into()), "{name}");
            assert_eq!(play["states"].as_array().and_then(|states| states.last()), Some(&live.state(None)), "{name}");
        }
        _ => assert!(play["result"].is_null()),
    }
}

/// How many battles of each shipped scenario are played: more where somebody asks for them.
fn battles() -> u64 {
    std::env::var("MUSTER_LIVE_BATTLES").ok().and_then(|battles| battles.parse().ok()).unwrap_or(2)
}

fn never_ends_dead(game: &str, most: usize) {
    for seed in 0..battles() {
        for (number, (path, mut live)) in shipped(game, seed).into_iter().enumerate() {
            play_on(&mut *live, &mut Rng::new(seed), most);
            if seed < 2 {
                replays(game, number, &path, &*live);
            }
        }
    }
}

#[test]
fn table_battles_are_played_to_their_end() {
    never_ends_dead("table-battles", 5_000);
}

#[test]
fn states_of_battle_are_played_to_their_end() {
    never_ends_dead("states-of-battle", 3_000);
}

#[test]
fn tabletop_is_played_to_its_end() {
    never_ends_dead("tabletop", 600);
}

#[test]
fn pub_battles_are_played_to_their_end() {
    never_ends_dead("pub-battles", 600);
}

#[test]
fn a_battle_is_the_same_for_the_same_choices_whatever_the_bots_think() {
    let (mut one, mut other) = (shipped("table-battles", 5), shipped("table-battles", 5));
    for ((_, one), (_, other)) in one.iter_mut().zip(&mut other) {
        for _ in 0..30 {
            other.advice(Bot::Greedy);
            assert_eq!(one.choose(0), other.choose(0));
            assert_eq!(one.state(None), other.state(None));
        }
    }
}

#[test]
fn taking_back_says_whether_anything_came_of_it() {
    let (_, mut live) = shipped("table-battles", 1).swap_remove(0);
    assert_eq!(live.take_back(&|_| true), None, "nothing was decided");
    // Whoever passes sees the dice.
    let pass = |live: &dyn LiveBattle| live.options().iter().position(|option| option.words == "Pass");
    while pass(&*live).is_none() {
        assert!(live.choose(live.options().len() - 1));
    }
    let (turn, _) = live.turn();
    assert!(live.choose(pass(&*live).expect("a pass")));
    let taken = live.take_back(&|_| true).expect("a decision");
    assert!(taken.answered);
    // Dice that are placed one after the other are no answer.
    let mut placed = 0;
    for _ in 0..200 {
        let LiveNext::Decide { side, kind } = live.next() else { break };
        let turn = live.turn();
        let option = live.options().iter().rposition(|option| option.words.contains(": place ")).unwrap_or(0);
        assert!(live.choose(option));
        let again = matches!(live.next(), LiveNext::Decide { side: next, kind: "place" } if next == side);
        if kind == "place" && again && live.turn() == turn {
            assert!(!live.take_back(&|_| true).expect("a decision").answered);
            assert!(live.choose(option));
            placed += 1;
        }
    }
    assert!(placed > 0, "dice were placed one after the other");
    let note = format!("# In turn {turn}, a decision was taken back after it had been answered.\n");
    assert!(live.record("x.yaml").starts_with(&note), "{}", live.record("x.yaml"));
}

#[test]
fn what_a_side_hides_is_not_in_the_log_of_the_other() {
    let (mut secrets, mut drawn) = (0, 0);
    for (_, mut live) in shipped("states-of-battle", 3) {
        let mut rng = Rng::new(3);
        for _ in 0..400 {
            let LiveNext::Decide { side, kind } = live.next() else { break };
            let options = live.options();
            let option = rng.draw_below(options.len() as u32) as usize;
            let lines = |live: &dyn LiveBattle, seen_by| live.log(usize::MAX, seen_by);
            let before = lines(&*live, Some(1 - side)).len();
            assert!(live.choose(option));
            if ["leave", "conceal", "pick"].contains(&kind) {
                let (own, others) = (lines(&*live, Some(side)), lines(&*live, Some(1 - side)));
                assert!(own.iter().any(|line| line.words.starts_with(&options[option].words)));
                assert!(others[before].words.starts_with("chooses in secret"), "{}", others[before].words);
                secrets += 1;
            }
        }
        for side in 0..2 {
            let drew = |of: usize, seen_by| {
                let starts = format!("{} draws ", live.sides()[of]);
                let lines = live.log(usize::MAX, seen_by).into_iter().filter(|line| line.is_drawn);
                let cards = lines.flat_map(|line| line.words.split(" · ").map(str::to_owned).collect::<Vec<_>>());
                cards.filter(|cards| cards.starts_with(&starts)).collect::<Vec<_>>()
            };
            let (own, others) = (drew(side, Some(side)), drew(1 - side, Some(side)));
            assert!(!own.is_empty() && drew(side, None) == own, "its own cards");
            assert!(own.iter().all(|cards| cards.contains(": ")), "by name: {own:?}");
            assert_eq!(others.len(), drew(1 - side, None).len(), "how many the other drew");
            assert!(others.iter().all(|cards| !cards.contains(": ")), "but not which: {others:?}");
            drawn += others.len();
        }
    }
    assert!(secrets > 0 && drawn > 0, "something was decided, and drawn, in secret");
}

#[test]
fn a_piece_that_is_picked_names_its_options() {
    let (_, live) = shipped("tabletop", 1).swap_remove(0);
    let named: Vec<Vec<String>> = live.options().iter().map(|option| names(&option.written)).collect();
    assert!(
        named.iter().any(|names| names.len() == 3 && names[1].len() == 4),
        "a card, from where, to where: {named:?}"
    );
}

/// The keys of a part of a state.
fn keys(state: &Value, part: &str) -> Vec<String> {
    state[part].as_object().into_iter().flat_map(|part| part.keys().cloned()).collect()
}

#[test]
fn an_unspotted_headquarters_is_named_to_nobody_but_its_side() {
    let (mut hidden, mut told, mut combats) = (0, 0, 0);
    for seed in 0..3 {
        let all = shipped("pub-battles", seed).into_iter();
        for (path, mut live) in all.filter(|(path, _)| path.contains("the-price-of-wool")) {
            let mut rng = Rng::new(seed);
            for decided in 0..300 {
                let LiveNext::Decide { .. } = live.next() else { break };
                assert!(live.choose(rng.draw_below(live.options().len() as u32) as usize));
                if decided % 10 != 0 {
                    continue;
                }
                let whole = live.state(None);
                for side in 0..2 {
                    let seen = live.state(Some(side));
                    let log = live.log(usize::MAX, Some(side));
                    let log: Vec<String> = log.into_iter().map(|line| line.words).collect();
                    let log = log.join("\n");
                    for part in ["hqs", "blocks"] {
                        let unseen: Vec<String> =
                            keys(&whole, part).into_iter().filter(|name| !keys(&seen, part).contains(name)).collect();
                        for name in &unseen {
                            assert!(!log.contains(name.as_str()), "{path}: {name} is told: {log}");
                        }
                        hidden += unseen.len();
                    }
                    told += log.matches("chit: an unspotted headquarters of ").count();
                    combats += log.matches(" rolls ").count();
                }
            }
        }
    }
    assert!(hidden > 0 && told > 0 && combats > 0, "{hidden} hidden, {told} chits, {combats} rolls");
}

#[test]
fn what_happens_and_what_cannot_is_told_in_words() {
    for game in ["table-battles", "states-of-battle", "tabletop", "pub-battles"] {
        let (mut reasons, mut clauses, mut drawn, mut changes) = (0, 0, 0, 0);
        for (path, mut live) in shipped(game, 4) {
            let mut rng = Rng::new(4);
            for decided in 0..200 {
                let LiveNext::Decide { .. } = live.next() else { break };
                let options = live.options();
                if decided % 5 == 0 {
                    let refused = live.refusals();
                    assert!(refused.len() <= 60, "{path}: {}", refused.len());
                    for one in &refused {
                        assert!(!options.iter().any(|option| option.written == one.written), "{path}: {}", one.words);
                        assert!(!one.words.contains(['{', '`']), "{path}: {}", one.words);
                        clauses += usize::from(one.words.ends_with(')') && one.words.contains("-"));
                    }
                    reasons += refused.len();
                }
                assert!(live.choose(rng.draw_below(options.len() as u32) as usize));
            }
            for line in live.log(usize::MAX, None) {
                assert!(!line.words.is_empty() && !line.words.contains(['{', '[', '`']), "{path}: {}", line.words);
                drawn += usize::from(line.is_drawn);
                changes += usize::from(line.words.contains(" → ") || line.side.is_none());
            }
            let state = live.state_in_words(None);
            assert!(state.lines().count() > 5 && !state.contains(['{', '[', '"']), "{path}: {state}");
        }
        assert!(drawn > 0 && changes > 0, "{game}: {drawn} draws, {changes} changes");
        assert!(clauses * 2 > reasons && clauses > 0, "{game}: {clauses} of {reasons} reasons name their clause");
    }
}
