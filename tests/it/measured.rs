//! What a check measures without drawing it is what is found when it is drawn: `check` and `print` say the same.

use std::collections::BTreeSet;
use std::fs;

use muster::print::layout::Typesetter;
use muster::print::template::{Block, Content, Entry, Paragraph, PictureEntry, Run};
use muster::project::Project;
use muster::project::drawing::{self, Choice};
use muster::project::gallery::ProjectGallery;
use muster::project::looks::WantedLook;
use muster::project::policy::Policy;
use muster::project::settings::Origin;
use muster::systems::{SYSTEMS, System, With};
use proptest::prelude::*;

use crate::cli::{folder, root};
use crate::templates::{carried, layers};

/// Words of all lengths, with letters that no font has, signs and quotes.
const WORDS: [&str; 10] = [
    "of",
    "the guards",
    "counterattacking",
    "Saint-Germain",
    "“no”",
    "7½",
    "中文",
    "WWWWWWWWWWWWWWWWWW",
    "--",
    "1 hit",
];

fn words() -> impl Strategy<Value = String> {
    proptest::collection::vec(0..WORDS.len(), 1..60).prop_map(|words| {
        let words: Vec<&str> = words.into_iter().map(|word| WORDS[word]).collect();
        words.join(" ")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn what_is_measured_is_what_is_found_when_it_is_drawn(
        which in any::<prop::sample::Index>(),
        texts in proptest::collection::vec(words(), 4),
        blocks in proptest::collection::vec((0..8_usize, words(), any::<bool>(), any::<bool>()), 0..6),
        has_picture in any::<bool>(),
    ) {
        let faces_of = |system: &'static System| {
            let looks = system.templates().iter().map(|(look, _)| *look);
            looks.flat_map(move |look| system.offer().faces.iter().map(move |offer| (system, look, offer)))
        };
        let all: Vec<_> = SYSTEMS.iter().flat_map(faces_of).collect();
        let (system, look, offer) = *which.get(&all);
        let faces = carried(system, &layers(look));
        // One text is so long that none is passed over.
        let long = format!("more than forty letters in all of its words {}", texts[0]);
        let long = std::iter::once(long).chain(texts.iter().cloned());
        let entries = offer.texts.iter().zip(long).map(|(name, text)| (*name, Entry::new(text, "/t")));
        let block = |(style, text, foot, row): &(usize, String, bool, bool)| {
            let style = *offer.styles.get(style % offer.styles.len().max(1))?;
            let text = vec![Run::plain(text.clone())];
            let label = row.then(|| "Attack".to_owned());
            let asides = if *row { vec![text.clone(), vec![Run::plain("once")]] } else { Vec::new() };
            let paragraph = Paragraph { style, label, text, asides, ..Paragraph::default() };
            let tag = "/b".to_owned();
            Some(Block { name: "b", tag, paragraphs: vec![paragraph], foot: *foot })
        };
        let all: Vec<Block> = blocks.iter().filter_map(block).collect();
        let flows = offer.flows.iter().map(|flow| (*flow, all.clone())).collect();
        let accent = system.offer().accents[0];
        let entry = || PictureEntry { path: "a.png".to_owned(), fit: None, focus: None, tag: "/art".to_owned() };
        let pictures = offer.pictures.iter().filter(|_| has_picture).map(|name| (*name, entry())).collect();
        let content = Content { accent, texts: entries.collect(), flows, pictures, ..Content::default() };
        let (_, drawn, _) = faces.get(offer.name).compose(&mut Typesetter::default(), &content, &[]).into_parts();
        // On cards of another size everything is measured.
        let room = if look.contains("size-") { 0 } else { offer.room };
        let measured = faces.get(offer.name).misfits(&mut Typesetter::default(), &content, room, &[]);
        prop_assert_eq!(drawn, measured, "{} {} {}", system.id(), look, offer.name);
    }
}

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

/// A battle with these texts: notes, name, date, a special rule, a name of a formation, and lore.
fn battle(texts: &[String], [of_battle, of_card]: [usize; 2], language: &str, deck: &str) -> String {
    let [notes, name, date, special, formation, lore] = texts else { panic!("six texts") };
    let art = PICTURES[of_battle].replace(", ", "  ");
    format!(
        "system: table-battles
scenario:
  name: {name}
  language: {language}
  date: {date}
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
    fn check_and_print_find_the_same_texts_too_long(
        texts in (prose(30), prose(6), prose(5), prose(24), prose(4), prose(20)),
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
        let (a, b, c, d, e, f) = texts;
        let language = if is_german { "de" } else { "en" };
        let text = battle(&[a, b, c, d, e, f], pictures, language, "1A");
        fs::write(folder.join("muster.toml"), "").expect("settings");
        let file = camino::Utf8PathBuf::from_path_buf(folder.join("a.yaml")).expect("UTF-8");
        let project = Project::new(SYSTEMS, &Origin::Nearest, Policy::default(), |_| ()).expect("a project");
        let files = vec![(file, text.clone().into_bytes())];
        let look = WantedLook {
            look: is_period.then(|| "period".to_owned()),
            size: size.map(str::to_owned),
            low_ink,
            ..WantedLook::default()
        };
        let mut review = project.review(&files);
        prop_assert!(review.units.iter().all(|unit| unit.sound), "{:?}\n{}", review.findings, text);
        let before = review.findings.len();
        project.measure(&mut review, &look).expect("measured");
        type Told = BTreeSet<(String, String, String)>;
        let told = |found: &[muster::diag::Diagnostic]| -> Told {
            found.iter().map(|found| (found.code.id.to_owned(), format!("{:?}", found.at), found.message.clone())).collect()
        };
        let checked = told(&review.findings[before..]);
        let looks = project.looks(&look, &mut review.sources, &mut muster::diag::Sink::default()).expect("looks");
        let reader = project.reader();
        let gallery = ProjectGallery::new(&review.sources, &reader, false);
        let drawn = drawing::draw(&review, &looks, &With::Everything, Choice::ALL, &gallery, &()).expect("drawn");
        prop_assert_eq!(checked, told(&drawn.findings), "{:?} {:?} {}\n{}", look.look, look.size, look.low_ink, text);
    }
}
