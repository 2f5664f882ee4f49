//! `check` and `print` say the same of pieces.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use muster::project::Project;
use muster::project::drawing::{self, Choice};
use muster::project::gallery::ProjectGallery;
use muster::project::looks::WantedLook;
use muster::project::policy::Policy;
use muster::project::settings::Origin;
use muster_core::diag::{Diagnostic, Sink};
use muster_core::print::layout::Typesetter;
use muster_core::print::template::{Content, Entry, FaceOffer};
use muster_core::source::Sources;
use muster_games::SYSTEMS;
use muster_systems::With;
use proptest::prelude::*;

use crate::cli::{folder, root};

/// A part of a text of so many words, common ones and long ones; quoted, as in YAML.
fn prose(most: usize) -> impl Strategy<Value = String> {
    const COMMON: [&str; 14] = [
        "the",
        "snow",
        "cantons",
        "must",
        "cross",
        "before",
        "melts",
        "Nobody",
        "has",
        "asked",
        "Württemberg",
        "WINTER",
        "counterattacks",
        "a",
    ];
    proptest::collection::vec(0..COMMON.len(), 1..=most).prop_map(|words| {
        let words: Vec<&str> = words.into_iter().map(|word| COMMON[word]).collect();
        format!("{:?}", words.join(" "))
    })
}

/// The pictures of a card: none, broad, square, and one of too few pixels for a large place.
const PICTURES: [&str; 4] = ["", ", art: ford.jpg", ", art: square.svg", ", art: small.png"];

/// A battle with these texts: notes, name, date, a special rule, a name of a formation, lore, and a set.
fn battle(texts: &[String], [of_battle, of_card]: [usize; 2], language: &str, deck: &str) -> String {
    let [notes, name, date, special, formation, lore, set] = texts else { panic!("seven texts") };
    let art = PICTURES[of_battle].replace(", ", "  ");
    format!(
        "system: table-battles
scenario:
  name: {name}
  language: {language}
  date: {date}
  set: {set}
  rules: [links]
{art}
  rule_text: {special}
  sides:
    - {{name: North, first: true, morale: 3, cards: {deck}}}
    - {{name: South, morale: 3, cards: 11A}}
  notes: {notes}
formations:
  - {{card: 1A, name: {formation}, wing: dkblue, strength: 4, dice: 6, lore: {lore}{}, actions: [{{type: attack, targets: [Horse], hits: 1}}], rule_text: {special}}}
  - {{card: 11A, name: Horse, wing: blue, strength: 4, dice: 6, actions: [{{type: attack, targets: [{formation}], hits: 1}}]}}
",
        PICTURES[of_card],
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn check_and_print_find_the_same_texts_too_long_or_too_small(
        texts in (prose(30), prose(6), prose(5), prose(24), prose(4), prose(20), prose(4)),
        pictures in [0..PICTURES.len(), 0..PICTURES.len()],
        is_german in any::<bool>(),
        is_period in any::<bool>(),
        low_ink in any::<bool>(),
        size in prop::option::weighted(0.4, prop::sample::select(vec!["poker", "bridge", "mini", "square", "tarot"])),
    ) {
        let folder = folder("check-is-print");
        fs::copy(root().join("examples/wolfs-ford/art/ford.jpg"), folder.join("ford.jpg")).expect("a picture");
        fs::copy(root().join("tests/it/pictures/few-pixels.png"), folder.join("small.png")).expect("a picture");
        let square = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>"#;
        fs::write(folder.join("square.svg"), square).expect("a picture");
        let (a, b, c, d, e, f, g) = texts;
        let language = if is_german { "de" } else { "en" };
        let text = battle(&[a, b, c, d, e, f, g], pictures, language, "1A");
        fs::write(folder.join("muster.toml"), "").expect("settings");
        let look = WantedLook {
            look: is_period.then(|| "period".to_owned()),
            size: size.map(str::to_owned),
            low_ink,
            ..WantedLook::default()
        };
        let [checked, printed] = told_by_both(&folder, &text, &look);
        prop_assert_eq!(checked, printed, "{:?} {:?} {}\n{}", look.look, look.size, look.low_ink, text);
    }

    #[test]
    fn check_and_print_find_the_same_of_long_texts_in_every_game(
        texts in proptest::collection::vec(prose(36), 4),
        system in prop::sample::select(SYSTEMS),
        is_period in any::<bool>(),
    ) {
        let folder = folder("check-is-print-in-every-game");
        let text = with_texts(system.skeleton(), &texts);
        let look = WantedLook { look: is_period.then(|| "period".to_owned()), ..WantedLook::default() };
        let [checked, printed] = told_by_both(&folder, &text, &look);
        prop_assert_eq!(checked, printed, "{:?}\n{}", look.look, text);
    }
}

/// Returns a scenario with other texts, in turn: its notes, what its abilities say, and lore for cards that have none.
fn with_texts(scenario: &str, texts: &[String]) -> String {
    let mut texts = texts.iter().cycle();
    let mut next = || texts.next().expect("a text");
    let mut lines = Vec::new();
    for line in scenario.lines() {
        let is_text = ["notes: ", "flavour: "].into_iter().find(|key| line.trim_start().starts_with(key));
        match (is_text, line.strip_suffix('}').filter(|_| line.starts_with("  - {unit: "))) {
            (Some(key), _) => lines.push(format!("{}{key}{}", &line[..line.find(key).expect("the key")], next())),
            (_, Some(unit)) => lines.push(format!("{unit}, lore: {}}}", next())),
            _ => lines.push(line.to_owned()),
        }
        if line.starts_with("    speed: ") {
            lines.push(format!("    lore: {}", next()));
        }
    }
    lines.join("\n") + "\n"
}

/// The findings on pieces: code, place and message of each.
type Told = BTreeSet<(String, String, String)>;

/// Returns what `check` and what `print` find on the pieces of a scenario.
fn told_by_both(folder: &Path, text: &str, look: &WantedLook) -> [Told; 2] {
    fs::write(folder.join("muster.toml"), "").expect("settings");
    let file = camino::Utf8PathBuf::from_path_buf(folder.join("a.yaml")).expect("UTF-8");
    let project = Project::new(SYSTEMS, &Origin::Nearest, Policy::default(), |_| ()).expect("a project");
    let mut review = project.review(&[(file, text.as_bytes().to_vec())]);
    assert!(review.units.iter().all(|unit| unit.sound), "{:?}\n{text}", review.findings);
    let before = review.findings.len();
    project.measure(&mut review, look, &project.reader()).expect("measured");
    let told = |found: &[Diagnostic]| -> Told {
        found.iter().map(|found| (found.code.id.to_owned(), format!("{:?}", found.at), found.message.clone())).collect()
    };
    let checked = told(&review.findings[before..]);
    let looks = project.looks(look, &mut review.sources, &mut Sink::default()).expect("looks");
    let reader = project.reader();
    let gallery = ProjectGallery::new(&review.sources, &reader, false);
    let drawn = drawing::draw(&review, &looks, &With::Everything, Choice::ALL, &gallery, &()).expect("drawn");
    let unasked = drawing::draw(&review, &looks, &With::defaults(), Choice::ALL, &gallery, &()).expect("drawn");
    [checked, told(&[drawn.findings, drawing::tiny_texts(&unasked.pieces)].concat())]
}

/// Texts of so many letters, as [`FaceOffer::rooms`] counts them: wide and common ones, digits, long words and short ones.
fn texts_of(letters: usize) -> [String; 5] {
    let of = |pattern: &str| {
        let mut left = letters;
        let is_room = |c: &char| {
            let takes = if c.is_uppercase() { 2 } else { 1 };
            let fits = takes <= left;
            left -= if fits { takes } else { 0 };
            fits
        };
        pattern.chars().cycle().take_while(is_room).collect::<String>().trim_end().to_owned()
    };
    ["WWWWWWWWWWWWWW ", "MMWWM ", "oooooooooooooo ", "nobodu ", "0826493754 "].map(of)
}

#[test]
fn what_there_surely_is_room_for_fits_on_every_carried_look() {
    let folder = folder("room-of-faces");
    fs::write(folder.join("muster.toml"), "").expect("settings");
    let project = Project::new(SYSTEMS, &Origin::Nearest, Policy::default(), |_| ()).expect("a project");
    for (theme, low_ink) in [(None, false), (None, true), (Some("period"), false), (Some("period"), true)] {
        let look = WantedLook { look: theme.map(str::to_owned), low_ink, ..WantedLook::default() };
        let looks = project.looks(&look, &mut Sources::default(), &mut Sink::default()).expect("looks");
        for system in SYSTEMS {
            let accents = |offer: &FaceOffer| match offer.accents {
                [] => system.offer().accents,
                accents => accents,
            };
            for offer in system.offer().faces {
                let face = looks.faces(system).get(offer.name);
                for (accent, variant) in accents(offer).iter().flat_map(|accent| (0..5).map(move |i| (*accent, i))) {
                    let entry =
                        |letters: usize| Entry::new(texts_of(letters).into_iter().nth(variant).expect("a text"), "/x");
                    let texts = offer.rooms.iter().map(|(name, letters)| (*name, entry(*letters))).collect();
                    let content = Content { accent, texts, ..Content::default() };
                    let set = Typesetter::lent(|ts| face.compose(ts, &content, &[]));
                    let of = format!("{} {} {accent} {look:?} {variant}", system.id(), offer.name);
                    assert!(set.tiny().is_empty(), "{of}: {:?}", set.tiny());
                    let (_, misfits, _) = set.into_parts();
                    assert!(misfits.is_empty(), "{of}: {misfits:?}");
                }
            }
        }
    }
}
