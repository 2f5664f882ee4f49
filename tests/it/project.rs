//! What every front shares: the files and settings of a project, open buffers, its policy, and what is drawn.

use std::fs;

use camino::{Utf8Path, Utf8PathBuf};
use muster::project::drawing::{Choice, draw};
use muster::project::files::Selection;
use muster::project::gallery::ProjectGallery;
use muster::project::looks::WantedLook;
use muster::project::policy::Policy;
use muster::project::settings::Origin;
use muster::project::verdict::{Purpose, Verdict};
use muster::project::{Project, Trouble};
use muster::review::Review;
use muster_core::diag::{Severity, Sink};
use muster_games::SYSTEMS;
use muster_systems::With;

use crate::cli::{folder, root};

/// A folder with settings, a scenario that names a deck, and a file that is left out.
fn written(name: &str) -> Utf8PathBuf {
    let folder = Utf8PathBuf::from_path_buf(folder(name)).unwrap();
    let scenarios = root().join("scenarios/table-battles");
    fs::create_dir_all(folder.join("battles/decks")).unwrap();
    fs::create_dir_all(folder.join("old")).unwrap();
    fs::write(folder.join("muster.toml"), "exclude = [\"old/\"]\nfail-on = \"warning\"\n").unwrap();
    fs::write(folder.join("old/broken.yaml"), "system: [").unwrap();
    fs::copy(scenarios.join("poltava.yaml"), folder.join("battles/poltava.yaml")).unwrap();
    fs::copy(scenarios.join("decks/artillery.yaml"), folder.join("battles/decks/artillery.yaml")).unwrap();
    folder
}

fn project(policy: Policy) -> Project {
    Project::new(SYSTEMS, &Origin::Nearest, policy, |told| panic!("nothing is to be told: {told}")).unwrap()
}

fn files(project: &Project, path: &Utf8Path) -> Vec<(Utf8PathBuf, Vec<u8>)> {
    let found = project.find(Selection { paths: &[path], force_exclude: false }).unwrap();
    let (files, unreadable) = project.read_all(found);
    assert_eq!(unreadable, 0);
    files
}

fn judged(project: &Project, path: &Utf8Path) -> (Review, Verdict) {
    let files = files(project, path);
    let mut review = project.review(&files);
    project.tolerate(&mut review, &files, &project.reader(), false).unwrap();
    let verdict = project.verdict(&mut review, Purpose::default()).unwrap();
    (review, verdict)
}

/// The codes that are found, each with its severity.
fn codes(verdict: &Verdict) -> Vec<(&'static str, Severity)> {
    verdict.findings.iter().map(|finding| (finding.code.id, finding.severity)).collect()
}

#[test]
fn settings_around_a_file_are_its_projects() {
    let folder = written("project-settings");
    let project = project(Policy::default());
    let settings = project.settings.file_settings(&folder.join("battles/poltava.yaml")).unwrap();
    assert_eq!(
        settings.file.as_ref().and_then(|file| file.canonicalize_utf8().ok()),
        folder.join("muster.toml").canonicalize_utf8().ok()
    );
    let paths: Vec<Utf8PathBuf> = files(&project, &folder).into_iter().map(|(path, _)| path).collect();
    assert_eq!(paths, [folder.join("battles/decks/artillery.yaml"), folder.join("battles/poltava.yaml")]);
    let named = folder.join("old/broken.yaml");
    assert_eq!(files(&project, &named).len(), 1, "what is named itself is looked at");
    let selection = Selection { paths: &[&named], force_exclude: true };
    assert!(project.find(selection).unwrap().files.is_empty());
}

#[test]
fn an_open_buffer_takes_the_place_of_a_file_until_it_is_closed() {
    let folder = written("project-buffers");
    let mut project = project(Policy::default());
    let (scenario, deck) = (folder.join("battles/poltava.yaml"), folder.join("battles/decks/artillery.yaml"));
    let clean = codes(&judged(&project, &scenario).1);
    assert!(clean.iter().all(|(_, severity)| *severity < Severity::Error), "{clean:?}");

    let on_disk = fs::read_to_string(&deck).unwrap();
    assert!(on_disk.contains("wing:"));
    // By another name of the same file, as editors have them.
    let other_name = folder.join("old/../battles/decks/artillery.yaml");
    project.open(&other_name, on_disk.replacen("wing:", "wnig:", 1));
    let (review, verdict) = judged(&project, &scenario);
    let found = verdict.findings.iter().find(|finding| finding.severity == Severity::Error).unwrap();
    assert_eq!(review.sources.get(found.at.file).path(), deck);
    assert_eq!(fs::read_to_string(&deck).unwrap(), on_disk);
    project.close(&deck);
    assert_eq!(codes(&judged(&project, &scenario).1), clean);

    project.open(&scenario, "system: table-battles\n".to_owned());
    assert_eq!(files(&project, &scenario)[0].1, b"system: table-battles\n");
    project.close(&scenario);
    assert_eq!(files(&project, &scenario)[0].1, fs::read(&scenario).unwrap());
}

#[test]
fn a_policy_says_what_is_shown_and_what_fails() {
    let folder = written("project-policy");
    let slip = folder.join("battles/slip.yaml");
    fs::copy(root().join("docs/slip.yaml"), &slip).unwrap();
    let of = |policy: Policy| {
        let project = project(policy);
        let (review, verdict) = judged(&project, &slip);
        let fails = project.fails(&verdict.findings, &review.sources).unwrap();
        let level = codes(&verdict).into_iter().find(|(code, _)| *code == "TB101").map(|(_, level)| level);
        (level, fails)
    };
    let names = |name: &str| vec![name.to_owned()];
    assert_eq!(of(Policy::default()), (Some(Severity::Error), true));
    assert_eq!(of(Policy { allow: names("unknown-target"), ..Policy::default() }).0, None);
    let warn = Policy { warn: names("TB101"), ..Policy::default() };
    assert_eq!(of(warn.clone()), (Some(Severity::Warning), true), "the settings say that warnings fail");
    assert_eq!(of(Policy { fail_on: Some(Severity::Error), ..warn.clone() }), (Some(Severity::Warning), false));
    assert_eq!(of(Policy { exit_zero: true, ..warn }), (Some(Severity::Warning), false));
}

#[test]
fn trouble_is_of_usage_or_of_the_machine() {
    let folder = written("project-trouble");
    let find = |path: &Utf8Path| {
        let selection = Selection { paths: &[path], force_exclude: false };
        project(Policy::default()).find(selection).unwrap_err()
    };
    assert!(matches!(find(&folder.join("nowhere.yaml")), Trouble::Machine(_)));
    assert!(matches!(find(&folder.join("*.nothing")), Trouble::Usage(_)));
    let settings = Origin::File(folder.join("nowhere.toml"));
    let error = Project::new(SYSTEMS, &settings, Policy::default(), |_| ()).err().unwrap();
    assert!(matches!(&error, Trouble::Machine(text) if text.contains("nowhere.toml")), "{error}");
    let unknown = project(Policy { deny: vec!["unknown-targt".to_owned()], ..Policy::default() });
    let review = unknown.review(&files(&unknown, &folder));
    let error = unknown.judge(&review).err().unwrap();
    assert!(matches!(&error, Trouble::Usage(text) if text.contains("did you mean `unknown-target`?")), "{error}");
}

#[test]
fn a_front_draws_what_a_review_holds() {
    let folder = written("project-drawing");
    let project = project(Policy::default());
    let mut review = project.review(&files(&project, &folder));
    let drawn = |look: WantedLook, review: &mut Review| {
        let looks = project.looks(&look, &mut review.sources, &mut Sink::default()).unwrap();
        let reader = project.reader();
        let gallery = ProjectGallery::new(&review.sources, &reader, false);
        draw(review, &looks, &With::Everything, Choice::ALL, &gallery, &()).unwrap().pieces
    };
    let usual = drawn(WantedLook::default(), &mut review);
    let low_ink = drawn(WantedLook { low_ink: true, ..WantedLook::default() }, &mut review);
    assert!(usual.iter().any(|piece| piece.drawn.card.number == "941A"));
    assert_eq!(usual.len(), low_ink.len());
    assert!(usual.iter().zip(&low_ink).any(|(usual, low_ink)| usual.drawn.card.front != low_ink.drawn.card.front));
}
