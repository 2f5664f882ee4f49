//! Battles under way: whoever plays them never comes to a dead end, takes back what was decided, and gets a record that replays.

use std::fs;
use std::path::Path;

use serde_json::Value;

use muster::play::bots::Bot;
use muster::play::rng::Rng;
use muster::project::Project;
use muster::project::files::Selection;
use muster::project::policy::Policy;
use muster::project::settings::Origin;
use muster::systems::live::{LiveBattle, LiveNext, names};
use muster::systems::{Role, SYSTEMS};

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
        let option = rng.below(options.len() as u32) as usize;
        let before = (live.next(), live.state(None), live.options());
        assert!(live.choose(option));
        if rng.below(10) == 0 {
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
            let option = rng.below(options.len() as u32) as usize;
            let lines = |live: &dyn LiveBattle, seen_by| live.log(usize::MAX, seen_by);
            let before = lines(&*live, Some(1 - side)).len();
            assert!(live.choose(option));
            if ["leave", "conceal", "pick"].contains(&kind) {
                let (own, others) = (lines(&*live, Some(side)), lines(&*live, Some(1 - side)));
                assert!(own.iter().any(|line| line.words.starts_with(&options[option].words)));
                assert_eq!(others[before].words, "chooses in secret");
                secrets += 1;
            }
        }
        for side in 0..2 {
            let drew = |of: usize, seen_by| {
                let key = format!("{}: {{", live.sides()[of]);
                let lines = live.log(usize::MAX, seen_by).into_iter().filter(|line| line.words.contains("orders: ["));
                lines.filter(|line| line.words.contains(&key)).count()
            };
            assert!(drew(side, Some(side)) > 0 && drew(side, None) == drew(side, Some(side)), "its own cards");
            assert_eq!(drew(1 - side, Some(side)), 0, "not those that the other drew");
            drawn += drew(1 - side, None);
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
