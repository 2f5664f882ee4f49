//! Cards in other languages: the carried catalogues, those of a project, and what is printed of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use muster::review::catalogues::{carried_catalogues, schema, with_files};
use muster_core::diag::Sink;
use muster_core::print::frame::Frame;
use muster_core::print::locale::PrintWord;
use muster_core::print::sheet::pages;
use muster_core::print::{Card, Deck, Duplex, Layout, PageOptions};
use muster_core::source::Sources;
use muster_games::SYSTEMS;
use muster_games::table_battles::TableBattles;
use muster_games::table_battles::faces::{FormationView, formation};
use muster_games::table_battles::model::Formation;
use muster_systems::Printed;

use crate::cli::{folder, muster, root, text};
use crate::print::{card, notes};
use crate::table_battles::arena::wording;

/// A battle in a language.
fn battle(language: &str) -> String {
    format!(
        "system: table-battles\nscenario:\n  name: Lützen\n  language: {language}\n  sides:\n    - {{name: Schweden, first: true, \
         morale: 2, cards: 1A}}\n    - {{name: Kaiserliche, morale: 2, cards: 2A, tactical: {{sticks: 1, result: victory}}}}\nformations:\n  \
         - {{card: 1A, name: Stalhandske, wing: red, strength: 1, dice: 4/5, actions: [{{type: attack, targets: [2A], hits: 1, \
         self: 1}}], lore: 'Er sagte: \"Vorwärts!\"'}}\n  - {{card: 2A, name: Pappenheim, wing: dkblue, strength: 3, dice: \
         Doubles, actions: [{{type: counterattack, targets: any, hits: 2, takes_less: 1, requires: pair}}, {{type: attack, \
         targets: [1A], hits: 1 per die}}]}}\n"
    )
}

/// A folder with files.
fn project(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = folder(name);
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

/// What the cards of a battle say, as text, and what is told of them.
fn printed(name: &str, files: &[(&str, &str)]) -> (String, String) {
    let dir = project(name, files);
    let output =
        muster(&dir, &["print", "battle.yaml", "--format", "text", "--with", "setup,reference", "-o", "cards.txt"]);
    let said = fs::read_to_string(dir.join("cards.txt")).unwrap_or_default();
    (said, text(&output.stdout) + &text(&output.stderr))
}

#[test]
fn carried_catalogues_have_every_word_and_nothing_wrong() {
    for system in SYSTEMS {
        for (i, words) in system.catalogues().iter().enumerate() {
            let (mut sources, mut sink) = (Sources::default(), Sink::default());
            let file = (format!("{i}.yaml").into(), words.as_bytes().to_vec());
            with_files(system, vec![file], &mut sources, &mut sink);
            let found: Vec<String> = sink.into_findings().into_iter().map(|finding| finding.message).collect();
            assert_eq!(found, [""; 0], "{}", words.lines().next().unwrap_or_default());
        }
        assert_eq!(carried_catalogues(system).languages().collect::<Vec<_>>(), ["en", "de"], "{}", system.id());
    }
}

#[test]
fn what_printing_says_by_itself_is_a_word_of_every_catalogue() {
    for system in SYSTEMS {
        let catalogues = carried_catalogues(system);
        let german = catalogues.get("de").expect("German").language();
        for word in PrintWord::ALL {
            let (english, said) = (word.english(), &german.words[*word as usize]);
            assert_eq!(catalogues.english().language().words[*word as usize], english, "{}", system.id());
            let slots = |text: &str| {
                let mut slots: Vec<String> =
                    text.split('{').skip(1).filter_map(|slot| Some(slot.split_once('}')?.0.to_owned())).collect();
                slots.sort();
                slots
            };
            assert_eq!(slots(english), slots(said), "{}: {said}", system.id());
            // `Plan` is both.
            assert!(said != english || said.eq_ignore_ascii_case("plan"), "{}: {said}", system.id());
        }
    }
}

#[test]
fn the_notes_of_a_german_sheet_are_german() {
    let catalogues = carried_catalogues(SYSTEMS[0]);
    let locale = catalogues.get("de").map(|german| Arc::clone(german.language()));
    let back = Arc::new(Frame::default());
    let card = Card { locale, copies: 9, ..card("Karte", &[], Some(&back)) };
    let deck = Deck { title: "Lützen".to_owned(), cards: vec![card], ..Deck::default() };
    let notes = |options: PageOptions| pages(&deck, &options).iter().map(|page| notes(page).0).collect::<Vec<String>>();
    let sheets = notes(PageOptions { duplex: Duplex::Long, proof: true, ..PageOptions::default() });
    assert!(sheets[0].contains("PROBE · Lützen · Bogen 1 von 1 · Vorderseiten"), "{sheets:?}");
    assert!(sheets[1].contains("Bogen 1 von 1 · Rückseiten"), "{sheets:?}");
    assert!(sheets.iter().all(|said| said.contains("mit 100 % drucken (tatsächliche Größe)")), "{sheets:?}");
    let folded = notes(PageOptions { layout: Layout::Gutterfold, ..PageOptions::default() });
    assert!(folded[0].contains("nach hinten falten"), "{folded:?}");
}

#[test]
fn a_scenario_in_german_is_printed_in_german() {
    let (said, told) = printed("german", &[("battle.yaml", &battle("de"))]);
    for words in [
        "Angriff",
        "Gegenangriff Paar",
        "1 Treffer; verliert selbst 1 Stäbchen",
        "2 Treffer gegen den Angreifer; erleidet 1 Treffer weniger",
        "Gegen jeden Gegner",
        "gewinnt, wenn 1 feindliches Stäbchen verloren ist",
        "Würfel 4 oder 5",
        "Pasch",
        "Dunkelblau",
        "Moral 2, beginnt",
        "Ein Zug",
        "Eine Formation ohne Stäbchen flieht: Der Gegner nimmt dir 1 Klötzchen Moral",
    ] {
        assert!(said.contains(words), "{words}: {said}{told}");
    }
    for english in ["Attack", "hit", "stick", "pair", "Morale", "turn"] {
        assert!(!said.contains(english), "{english}: {said}");
    }
}

#[test]
fn what_battles_share_and_cards_of_guns_fit_in_every_language_look_and_size() {
    let deck = fs::read_to_string(root().join("scenarios/table-battles/decks/artillery.yaml")).expect("a deck");
    // A deck alone may be for battles with any of the expansion rules.
    let dir = project("all-rules", &[("guns.yaml", &deck)]);
    for look in ["classic", "period"] {
        for size in ["poker", "bridge", "mini", "tarot", "square"] {
            let mut arguments =
                vec!["print", "guns.yaml", "--languages", "all", "--with", "reference", "--look", look, "--force"];
            if size != "poker" {
                arguments.extend(["--size", size]);
            }
            let output = muster(&dir, &[&arguments[..], &["-o", "guns.pdf"]].concat());
            let told = text(&output.stdout) + &text(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{look} {size}: {told}");
            assert!(!told.contains("MU80"), "{look} {size}: {told}");
        }
    }
}

#[test]
fn a_region_has_the_words_of_its_language() {
    let said = |name, language| printed(name, &[("battle.yaml", &battle(language))]).0;
    assert_eq!(said("austrian", "de-AT"), said("of-germany", "de"));
}

#[test]
fn a_document_says_which_language_it_is_in() {
    let dir = project("said-language", &[("battle.yaml", &battle("de")), ("english.yaml", &battle("en"))]);
    let pdf = |paths: &[&str]| {
        let arguments = [&["print", "--force", "-o", "cards.pdf"], paths].concat();
        let output = muster(&dir, &arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
        lopdf::Document::load(dir.join("cards.pdf")).expect("a document")
    };
    let language = |doc: &lopdf::Document| {
        let language = doc.catalog().and_then(|catalog| catalog.get(b"Lang")).and_then(|lang| lang.as_str());
        String::from_utf8_lossy(language.expect("a language")).into_owned()
    };
    assert_eq!(language(&pdf(&["battle.yaml"])), "de");
    assert_eq!(language(&pdf(&["english.yaml"])), "en");
    // What is in another language than the document says so itself.
    let both = pdf(&["battle.yaml", "english.yaml"]);
    let own =
        both.objects.values().filter_map(|object| object.as_dict().ok()?.get(b"S").ok().and(object.as_dict().ok()));
    let said: Vec<&[u8]> = own.filter_map(|element| element.get(b"Lang").ok()?.as_str().ok()).collect();
    assert_eq!(said, [b"en", b"en", b"en"]);
}

#[test]
fn a_catalogue_of_the_project_is_printed_and_what_it_lacks_is_english() {
    let words = "system: table-battles\ncatalogue: fr\nwords:\n  attack: Attaque\n  hits: {\"1\": \"{n} touche\", other: \"{n} \
                 touches\"}\n";
    let (said, told) =
        printed("french", &[("muster.toml", ""), ("battle.yaml", &battle("fr")), ("languages/fr.yaml", words)]);
    assert!(said.contains("Attaque") && said.contains("1 touche; loses 1 stick itself"), "{said}{told}");
    assert!(said.contains("2 touches on the attacker"), "{said}");
    assert!(told.contains("missing translations: `number`"), "{told}");
}

#[test]
fn a_catalogue_of_the_project_takes_the_place_of_a_carried_one() {
    let words = TableBattles::CATALOGUES[1].replace("\"Angriff\"", "\"Attacke\"");
    let (said, told) =
        printed("own-german", &[("muster.toml", ""), ("battle.yaml", &battle("de")), ("languages/own.yaml", &words)]);
    assert!(said.contains("\nAttacke\n") && !said.contains("\nAngriff\n"), "{said}{told}");
}

#[test]
fn hostile_catalogues_are_findings() {
    let many = format!("system: table-battles\ncatalogue: fr\nwords:\n  attack: \"{}\"\n", "{x}".repeat(20_000));
    let deep = format!("system: table-battles\ncatalogue: fr\nwords: {}", "[".repeat(20_000));
    let odd = "system: table-battles\ncatalogue: fr\nforms: [\"\", plain]\nwords: {hits: {\"9-1\": \"{\", \"99999999999\": x, other: \"{n\"}}";
    for words in [many.as_str(), deep.as_str(), odd, "catalogue: 7", "system: tabletop\ncatalogue: fr\nwords: {}"] {
        let dir = project(
            "hostile-words",
            &[("muster.toml", ""), ("battle.yaml", &battle("fr")), ("languages/fr.yaml", words)],
        );
        for arguments in [&["check", "."][..], &["print", "battle.yaml", "--format", "text", "-o", "cards.txt"]] {
            let output = muster(&dir, arguments);
            assert!(matches!(output.status.code(), Some(0..=2)), "{}", text(&output.stderr));
            assert!(!text(&output.stderr).contains("internal error"), "{}", text(&output.stderr));
        }
    }
    assert!(schema().vocabulary().page().contains("plural-names"));
}

#[test]
fn languages_to_measure_in_are_those_that_there_are() {
    let dir = project("measured", &[("battle.yaml", &battle("en"))]);
    let check = |languages: &str| muster(&dir, &["check", "battle.yaml", "--languages", languages]);
    for languages in ["all", "de", "en,de", "ALL"] {
        assert_eq!(check(languages).status.code(), Some(0), "{languages}");
    }
    let output = check("de,xx");
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stderr);
    assert!(told.contains("there is no translation `xx`; there are `de`, `en`"), "{told}");
}

#[test]
fn cards_are_printed_in_languages_that_their_file_does_not_say() {
    let dir = project("named-languages", &[("english.yaml", &battle("en")), ("german.yaml", &battle("de"))]);
    let print = |file: &str, more: &[&str]| {
        let output = muster(&dir, &[&["print", file, "--format", "text", "--force"], more].concat());
        assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
        text(&output.stdout)
    };
    let said = |file: &str| fs::read_to_string(dir.join(file)).expect("a text edition");
    print("english.yaml", &["-o", "own-en.txt"]);
    print("german.yaml", &["-o", "own-de.txt"]);
    assert_ne!(said("own-en.txt"), said("own-de.txt"));
    // One keeps the name of its file, whatever region is asked for.
    print("english.yaml", &["--languages", "de-AT", "-o", "one.txt"]);
    assert_eq!(said("one.txt"), said("own-de.txt"));
    for languages in ["de,en", "all", "EN,de,de-CH"] {
        let told = print("german.yaml", &["--languages", languages, "-o", "cards.txt"]);
        assert!(told.contains("cards-de.txt: ") && told.contains("cards-en.txt: "), "{told}");
        assert_eq!((said("cards-de.txt"), said("cards-en.txt")), (said("own-de.txt"), said("own-en.txt")));
        assert!(!dir.join("cards.txt").exists());
        for file in ["cards-de.txt", "cards-en.txt"] {
            fs::remove_file(dir.join(file)).expect("a file");
        }
    }
}

#[test]
fn a_document_in_a_language_that_is_asked_for_says_so() {
    let dir = project("named-languages-of-documents", &[("battle.yaml", &battle("en"))]);
    let output =
        muster(&dir, &["print", "battle.yaml", "--languages", "de,en", "-o", "cards.pdf", "--preview", "all.png"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for language in ["de", "en"] {
        let document = lopdf::Document::load(dir.join(format!("cards-{language}.pdf"))).expect("a document");
        let said = document.catalog().and_then(|catalog| catalog.get(b"Lang")).and_then(|lang| lang.as_str());
        assert_eq!(said.expect("a language"), language.as_bytes());
        assert!(dir.join(format!("all-{language}.png")).exists());
    }
}

#[test]
fn languages_to_print_in_are_those_that_there_are() {
    let words = "system: table-battles\ncatalogue: fr\nwords:\n  attack: Attaque\n";
    let files = [("muster.toml", ""), ("battle.yaml", &battle("en")), ("languages/fr.yaml", words)];
    let dir = project("unknown-languages", &files);
    let print = |languages: &str| {
        let output =
            muster(&dir, &["print", "battle.yaml", "--languages", languages, "--format", "text", "-o", "a.txt"]);
        (output.status.code(), text(&output.stderr))
    };
    for (languages, told) in [
        ("frr", "there is no translation `frr`; there are `de`, `en`, `fr`; did you mean `fr`?"),
        ("de,", "there is no translation ``; there are `de`, `en`, `fr`"),
        ("de,klingon", "there is no translation `klingon`; there are `de`, `en`, `fr`"),
        ("de-../../../up", "there is no translation `de-../../../up`; there are `de`, `en`, `fr`"),
    ] {
        let (code, said) = print(languages);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(told), "{said}");
        assert!(!dir.join("a.txt").exists() && !dir.join("a-de.txt").exists());
    }
    let (_, said) = print("fr");
    assert!(fs::read_to_string(dir.join("a.txt")).is_ok_and(|cards| cards.contains("Attaque")), "{said}");
}

#[test]
fn actions_read_as_sentences() {
    let read = |yaml: &str| {
        let yaml = format!("{{card: 1A, name: Foot, wing: red, strength: 4, dice: 6, actions: [{yaml}]}}");
        let value: serde_json::Value = serde_yaml::from_str(&yaml).expect("YAML");
        let written: Formation = serde_json::from_value(value).expect("a formation");
        let name_of = |name: &str| if name == "7A" { "Thurn".to_owned() } else { name.to_owned() };
        let view = FormationView {
            formation: &written,
            name_of: &name_of,
            special: &[],
            battle: "",
            scenario_art: None,
            wording: wording("en"),
        };
        let said = formation(&view).plain_text();
        said.lines().skip(1).collect::<Vec<_>>().join(" | ")
    };
    let cases = [
        (
            "{type: attack, targets: [7A, Schlick], hits: 1 per die, self: 1}",
            "Attack | Thurn, then Schlick | 1 hit per die; loses 1 stick itself",
        ),
        (
            "{type: attack, targets: [A], hits: 1 + 1 per die, self: 2}",
            "Attack | A | 1 hit + 1 per die; loses 2 sticks itself",
        ),
        ("{type: command, targets: [A]}", "Command | A | Enters play from reserve"),
        ("{type: command, targets: [A, B]}", "Command | A, then B | The first still in reserve enters play"),
        ("{type: screen, targets: any}", "Screen | Against any enemy | The attack has no effect"),
        (
            "{type: counterattack, targets: [A, B, C], hits: 2, takes_less: 1}",
            "Counterattack | Against A, B or C | 2 hits on the attacker; suffers 1 hit fewer",
        ),
        ("{type: absorb, targets: any, takes: one fewer}", "Absorb | For any friend | Takes the hits instead, 1 fewer"),
    ];
    for (yaml, said) in cases {
        assert_eq!(read(yaml), said);
    }
}

#[test]
fn a_dice_area_says_how_many_dice_it_takes() {
    let say = |area: &str| {
        let yaml = format!("{{card: 1A, name: Foot, wing: red, strength: 4, dice: {area}}}");
        let value: serde_json::Value = serde_yaml::from_str(&yaml).expect("YAML");
        let written: Formation = serde_json::from_value(value).expect("a formation");
        let view = FormationView {
            formation: &written,
            name_of: &str::to_owned,
            special: &[],
            battle: "",
            scenario_art: None,
            wording: wording("en"),
        };
        formation(&view).plain_text()
    };
    for (area, caption) in [
        ("6", "any number of dice"),
        ("5/6", "as many as you like, all alike"),
        ("(5)/(6)", "one die a turn"),
        ("5/(6)", "in brackets: one die a turn"),
        ("Straight 4", "four in a row"),
        ("\"Doubles, Triples\"", "one set a turn"),
        ("none", "takes no dice"),
    ] {
        assert!(say(area).contains(caption), "{area}: {}", say(area));
    }
}
