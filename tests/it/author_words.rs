//! Every word that an author writes is in what is printed, in order: in the PDF, as it is copied out of it, and in the text edition;
//! and what `check` passes is printed. In each game, of texts that break where they like.

use camino::Utf8PathBuf;
use lopdf::Document;
use muster::project::Project;
use muster::project::drawing::{self, Choice};
use muster::project::gallery::ProjectGallery;
use muster::project::looks::WantedLook;
use muster::project::policy::Policy;
use muster::project::settings::Origin;
use muster_core::diag::Severity;
use muster_core::print::{Deck, PageOptions, pdf};
use muster_games::SYSTEMS;
use muster_systems::With;
use proptest::prelude::*;

use crate::cli::folder;

/// Parts of texts: words of several scripts, long ones, quotes, breaks, signs, letters that no font has, a control.
const PARTS: [&str; 30] = [
    "the guards",
    "must cross",
    "\n",
    "\n\n",
    "“No!”",
    "'Tis",
    "\"all\"",
    "6\"",
    "O'Neil's",
    "Donaudampfschifffahrtsgesellschaft",
    "counterattacking",
    "e\u{301}tape",
    "Ængelholm",
    "Łódź",
    "Ἀθῆναι",
    "Бородино",
    "co\u{ad}operate",
    "no\u{a0}break",
    "2nd–5th",
    "7½",
    "≥",
    "→",
    "- not",
    "# one",
    "{two}: [three]",
    "ﬁre",
    "中",
    "\u{1F0A1}",
    "\u{7}",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
];

fn texts() -> impl Strategy<Value = String> {
    let common = prop::collection::vec(0..26_usize, 1..24);
    // What no card can hold is rare: it would hide all else.
    let rare = prop::option::weighted(0.15, (26..PARTS.len(), any::<prop::sample::Index>()));
    (common, rare).prop_map(|(mut parts, rare)| {
        if let Some((part, at)) = rare {
            let at = at.index(parts.len());
            parts.insert(at, part);
        }
        // Words of the test's own mark the ends: a text is never blank.
        let parts: Vec<&str> = parts.into_iter().map(|part| PARTS[part]).collect();
        format!("Begin {} end", parts.join(" "))
    })
}

/// The letters and digits of a text: lines are broken, hyphens added, quotes curled and small letters made capitals as is fit.
fn letters(text: &str) -> String {
    let plain = text.replace('ﬁ', "fi").replace("e\u{301}", "é");
    plain.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
}

/// A battle of each game with a text on its set-up and one on a card or unit: what `muster new` writes, with both.
fn battle(game: &str, notes: &str, rule: &str) -> String {
    let quoted = |text: &str| serde_json::to_string(text).expect("JSON").replace('\u{7f}', "");
    let (notes, rule) = (quoted(notes), quoted(rule));
    let skeleton = match game {
        "table-battles" => include_str!("../../templates/new/table-battles.yaml"),
        "states-of-battle" => include_str!("../../templates/new/states-of-battle.yaml"),
        "tabletop" => include_str!("../../templates/new/tabletop.yaml"),
        _ => include_str!("../../templates/new/pub-battles.yaml"),
    };
    let mut lines: Vec<String> = skeleton.lines().map(str::to_owned).collect();
    let at = lines.iter().position(|line| line.starts_with("  notes: ")).expect("notes");
    lines[at] = format!("  notes: {notes}");
    lines.insert(at + 1, format!("  rule_text: {rule}"));
    lines.join("\n") + "\n"
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn words_of_authors_are_in_the_pdf_and_in_the_text_in_order(
        game in prop::sample::select(vec!["table-battles", "states-of-battle", "tabletop", "pub-battles"]),
        notes in texts(),
        rule in texts(),
        is_period in any::<bool>(),
    ) {
        let folder = folder("author-words");
        std::fs::write(folder.join("muster.toml"), "").expect("settings");
        let file = Utf8PathBuf::from_path_buf(folder.join("a.yaml")).expect("UTF-8");
        let project = Project::new(SYSTEMS, &Origin::Nearest, Policy::default(), |_| ()).expect("a project");
        let text = battle(game, &notes, &rule);
        let look = WantedLook { look: is_period.then(|| "period".to_owned()), ..WantedLook::default() };
        let mut review = project.review(&[(file, text.clone().into_bytes())]);
        project.measure(&mut review, &look, &project.reader()).expect("measured");
        let is_sound = review.findings.iter().all(|finding| finding.severity < Severity::Error);
        let looks = project.looks(&look, &mut review.sources, &mut muster_core::diag::Sink::default()).expect("looks");
        let reader = project.reader();
        let gallery = ProjectGallery::new(&review.sources, &reader, false);
        let drawn = drawing::draw(&review, &looks, &With::Everything, Choice::ALL, &gallery, &()).expect("drawn");
        let is_printed = !drawn.pieces.is_empty() && drawn.unfit.is_empty();
        prop_assert_eq!(is_sound, is_printed, "{:?}\n{}", review.findings, text);
        if is_printed {
            let edition: String = drawn.pieces.iter().map(|piece| letters(&piece.drawn.card.text)).collect();
            let cards = drawn.pieces.into_iter().map(|piece| piece.drawn.card).collect();
            let deck = Deck { language: Some("en".to_owned()), cards, ..Deck::default() };
            let pdf = Document::load_mem(&pdf::write(&deck, &PageOptions::default())).expect("a PDF");
            let pages: Vec<u32> = pdf.get_pages().into_keys().collect();
            let pages = letters(&pdf.extract_text(&pages).expect("text"));
            for words in [letters(&notes), letters(&rule)] {
                prop_assert!(edition.contains(&words), "{} is not in the text edition: {}", words, edition);
                prop_assert!(pages.contains(&words), "{} is not in the PDF: {}", words, pages);
            }
        }
    }
}
