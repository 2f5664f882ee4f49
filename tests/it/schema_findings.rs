//! The schema of Table Battles, and how what is not as it says is explained.

use std::path::Path;

use camino::Utf8PathBuf;
use muster_core::diag::{Diagnostic, Sink, finish};
use muster_core::load;
use muster_core::schema::Schema;
use muster_core::source::Sources;
use muster_games::pub_battles::model::PubDocument;
use muster_games::states_of_battle::model::StatesDocument;
use muster_games::table_battles::model::Document;
use muster_games::tabletop::model::TabletopDocument;

pub(crate) fn schema() -> Schema {
    Schema::generate::<Document>("table-battles", "Table Battles")
}

/// The schema of States of Battle, made from its types.
fn schema_of_states() -> Schema {
    Schema::generate::<StatesDocument>("states-of-battle", "States of Battle")
}

/// What reading and schema find in a text.
pub(crate) fn findings(schema: &Schema, text: &str) -> (Sources, Vec<Diagnostic>) {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let file = load::read(&mut sources, Utf8PathBuf::from("a.yaml"), text.as_bytes(), &mut sink);
    let read = schema.read::<Document>(&sources, file, &mut sink);
    let findings = finish(sink.into_findings(), &sources);
    let errors = findings.iter().any(|finding| finding.code.severity == muster_core::diag::Severity::Error);
    assert_eq!(read.is_none(), errors, "{text}: {findings:?}");
    (sources, findings)
}

/// A formation with a part of it replaced.
fn formation(part: &str, by: &str) -> String {
    let whole = "system: table-battles\nformations:\n  - card: 7A\n    name: Thurn\n    wing: red\n    strength: 4\n    dice: 5/6\n";
    assert!(whole.contains(part));
    whole.replace(part, by)
}

/// Code, marked text, message, help and fix of the only finding.
fn only(text: &str) -> (String, String, String) {
    let (sources, findings) = findings(&schema(), text);
    let [finding] = findings.as_slice() else { panic!("one mistake, one finding:\n{text}\n{findings:#?}") };
    let span = sources.span(&finding.at);
    let marked = &sources.get(finding.at.file).text()[span.start..span.end];
    let help = finding.help.clone().unwrap_or_default();
    let fix = finding.fix.as_ref().map(|fix| if fix.safe { "safe" } else { "unsafe" }).unwrap_or_default();
    (format!("{} {marked}", finding.code.id), finding.message.clone(), format!("{help} {fix}").trim().to_owned())
}

#[test]
fn one_mistake_is_one_finding_with_its_help() {
    for (part, by, at, help) in [
        ("wing: red", "wing: Red", "MU104 Red", "did you mean `red`? safe"),
        ("dice: 5/6", "dice: 6-4", "MU105 6-4", "did you mean `4-6`? safe"),
        ("dice: 5/6", "dice: 1/6-4", "MU105 1/6-4", "did you mean `1/4-6`? safe"),
        ("wing: red", "wing: dk blue", "MU104 dk blue", "did you mean `dkblue`? safe"),
        ("wing: red", "wing: rad", "MU104 rad", "did you mean `red`? unsafe"),
        ("wing: red", "wing: 3", "MU104 3", ""),
        ("wing: red", "wing: [red]", "MU103 [red]", ""),
        ("wing: red", "wing:", "MU103 wing", "add a value, or remove the key"),
        ("wing: red", "wing: null", "MU103 null", "add a value, or remove the key"),
        ("wing: red", "whing: red", "MU101 whing", "did you mean `wing`? unsafe"),
        ("wing: red", "Wing: red", "MU101 Wing", "did you mean `wing`? safe"),
        ("    wing: red\n", "", "MU102 card", ""),
        ("name: Thurn", "name: 1620", "MU103 1620", "write `\"1620\"` safe"),
        ("name: Thurn", "name: true", "MU103 true", "write `\"true\"` safe"),
        ("name: Thurn", "name: ''", "MU107 ''", ""),
        ("name: Thurn", "name: No", "MU015 No", "write `\"No\"` safe"),
        ("card: 7A", "card: 7a", "MU105 7a", "did you mean `7A`? safe"),
        ("card: 7A", "card: 7", "MU105 7", ""),
        ("card: 7A", "card: 007A", "MU105 007A", ""),
        ("strength: 4", "strength: 0", "MU106 0", ""),
        ("strength: 4", "strength: IV", "MU105 IV", ""),
        ("dice: 5/6", "dice: Dobules", "MU105 Dobules", "did you mean `Doubles`? unsafe"),
        ("dice: 5/6", "dice: Straigth 4", "MU105 Straigth 4", "did you mean `Straight 4`? unsafe"),
        (
            "dice: 5/6",
            "dice: 5/6\n    actions: [{type: attack, targets: [Ney], hits: 1 per dice}]",
            "MU105 1 per dice",
            "did you mean `1 per die`? unsafe",
        ),
        ("strength: 4", "strength: iii", "MU105 iii", "did you mean `III`? safe"),
        ("strength: 4", "strength: \"4\"", "MU105 \"4\"", "write `4` without quotes safe"),
        ("strength: 4", "strength: {sticks: 4}", "MU103 {sticks: 4}", ""),
        ("dice: 5/6", "dice: any", "MU105 any", "did you mean `Any`? safe"),
        ("dice: 5/6", "dice: 5 / 6", "MU105 5 / 6", "did you mean `5/6`? safe"),
        ("dice: 5/6", "dice: 4–6", "MU105 4–6", "did you mean `4-6`? safe"),
        ("dice: 5/6", "dice: 7", "MU106 7", ""),
        ("dice: 5/6", "dice: 5-5", "MU105 5-5", ""),
        ("dice: 5/6", "dice: 5/6\n    star: yes", "MU103 yes", "write `true` safe"),
        ("dice: 5/6", "dice: 5/6\n    copies: \"2\"", "MU103 \"2\"", "write `2` safe"),
        ("dice: 5/6", "dice: 5/6\n    copies: 1_0", "MU103 1_0", ""),
        ("dice: 5/6", "dice: 5/6\n    copies: 2.5", "MU103 2.5", ""),
        ("dice: 5/6", "dice: 5/6\n    copies: .inf", "MU103 .inf", ""),
        ("dice: 5/6", "dice: 5/6\n    reserve: {}", "MU102 {}", ""),
        (
            "dice: 5/6",
            "dice: 5/6\n    reserve: Tilly",
            "MU103 Tilly",
            "write `{behind: Tilly}` or `{commanded_by: Tilly}` unsafe",
        ),
        ("dice: 5/6", "dice: 5/6\n    reserve: {behind: 4}", "MU103 4", "write `\"4\"` safe"),
        (
            "dice: 5/6",
            "dice: 5/6\n    actions: {type: bombard}",
            "MU103 {type: bombard}",
            "write `[{type: bombard}]` safe",
        ),
        ("dice: 5/6", "dice: 5/6\n    actions: [bombard]", "MU103 bombard", ""),
        ("dice: 5/6", "dice: 5/6\n    actions: [{typ: bombard}]", "MU101 typ", "did you mean `type`? unsafe"),
        ("dice: 5/6", "dice: 5/6\n    actions: [{type: 5}]", "MU104 5", ""),
        (
            "dice: 5/6",
            "dice: 5/6\n    actions: [{type: screen, targets: Any}]",
            "MU104 Any",
            "did you mean `any`? safe",
        ),
        ("dice: 5/6", "dice: 5/6\n    actions: [{type: screen, targets: Ney}]", "MU103 Ney", "write `[Ney]` unsafe"),
        ("dice: 5/6", "dice: 5/6\n    actions: [{type: screen, targets: [4]}]", "MU103 4", "write `\"4\"` safe"),
        ("dice: 5/6", "dice: 5/6\n    actions: [{type: bombard, hits: 1}]", "MU101 hits", ""),
        (
            "dice: 5/6",
            "dice: 5/6\n    actions: [{type:bombard}]",
            "MU101 type:bombard",
            "write `type: bombard`, with a blank after the colon safe",
        ),
        (
            "dice: 5/6",
            "dice: 5/6\n    actions: [{type: command, targets: Ney, Ziethen}]",
            "MU103 Ney",
            "a list needs brackets: `[Ney, Ziethen]`",
        ),
        (
            "dice: 5/6",
            "dice: 5/6\n    reserve: {behind: Imperials, Catholics, League}",
            "MU101 Catholics",
            "text with a comma needs quotes: `\"Imperials, Catholics, League\"`",
        ),
        ("dice: 5/6", "dice: 5 or 6", "MU105 5 or 6", "did you mean `5/6`? safe"),
        ("dice: 5/6", "dice: (4) or (5) or (6)", "MU105 (4) or (5) or (6)", "did you mean `(4)/(5)/(6)`? safe"),
        ("dice: 5/6", "dice: 4 to 6", "MU105 4 to 6", "did you mean `4-6`? safe"),
        ("dice: 5/6", "dice: Doubles or Triples", "MU105 Doubles or Triples", "did you mean `Doubles, Triples`? safe"),
        (
            "dice: 5/6",
            "dice: 5/6\n    actions: [{type: screen, targets: \"Ney, Davout\"}]",
            "MU103 \"Ney, Davout\"",
            "write `[Ney, Davout]` unsafe",
        ),
        ("dice: 5/6", "dice: 5/6\n    actions: [{type: screen, targets: \"Thurn, any\"}]", "MU103 \"Thurn, any\"", ""),
        (
            "dice: 5/6",
            "dice: 5/6\n    special: {rule: lends-dice}",
            "MU103 {rule: lends-dice}",
            "write `[{rule: lends-dice}]` unsafe",
        ),
        ("dice: 5/6", "dice: 5/6\n    special: [{rule: hits, change: 1, text: \" \"}]", "MU107 \" \"", ""),
        ("dice: 5/6", "dice: 5/6\n    rule_text: 5", "MU103 5", "write `\"5\"` safe"),
        ("dice: 5/6", "dice: “5/6”", "MU105 “5/6”", "did you mean `5/6`? safe"),
        ("wing: red", "wing: “red”", "MU104 “red”", "did you mean `red`? safe"),
    ] {
        let found = only(&formation(part, by));
        assert_eq!((found.0.as_str(), found.2.as_str()), (at, help), "{by}: {}", found.1);
    }
}

#[test]
fn a_comma_in_braces_is_explained_by_what_the_key_takes() {
    for (part, at, help) in [
        ("dice: 5, 6", "MU101 6", "did you mean `5/6`? safe"),
        ("dice: 4, 5, 6", "MU101 5", "did you mean `4/5/6`? safe"),
        ("dice: Doubles, Triples", "MU101 Triples", "did you mean `\"Doubles, Triples\"`? unsafe"),
        (
            "dice: 5, lore: A gun, a big one",
            "MU101 a big one",
            "text with a comma needs quotes: `\"A gun, a big one\"`",
        ),
    ] {
        let found = only(&in_braces(part));
        assert_eq!((found.0.as_str(), found.2.as_str()), (at, help), "{part}: {}", found.1);
    }
}

/// A formation in braces with some of its keys.
fn in_braces(part: &str) -> String {
    format!(
        "system: table-battles\nformations:\n  - {{card: 7A, name: Thurn, wing: red, strength: 4, {part}, actions: []}}\n"
    )
}

#[test]
fn a_fix_with_a_comma_is_quoted_where_the_comma_would_end_it() {
    for part in ["dice: Doubles or Triples", "dice: [Doubles, Triples]"] {
        assert_eq!(only(&in_braces(part)).2, "did you mean `\"Doubles, Triples\"`? safe");
    }
}

#[test]
fn a_slip_in_the_tag_does_not_hide_the_rest() {
    let text = formation("dice: 5/6", "dice: 5/6\n    actions: [{type: Attack, targets: [A], hits: x}]");
    let (_, findings) = findings(&schema(), &text);
    let codes: Vec<_> = findings.iter().map(|finding| finding.code.id).collect();
    assert_eq!(codes, ["MU104", "MU105"]);
}

#[test]
fn forms_of_plays_are_told_by_their_keys() {
    let play = |act: &str| {
        format!("system: table-battles\nplay:\n  scenario: a.yaml\n  turns:\n    - side: A\n      act: {act}\n")
    };
    for (act, at, message) in [
        ("{card: 7A, actoin: 1}", "MU101 actoin", "unknown key `actoin`; allowed: `action`, `null`"),
        ("{card: 7A}", "MU102 card", "missing key `action`"),
        ("{retire: 5A, card: 7A}", "MU108 card", "`card` cannot be used with `retire`"),
        ("passe", "MU104 passe", "unknown value `passe` for `act`; allowed: `pass`"),
        ("[7A, 1]", "MU103 [7A, 1]", "expected `pass`, {card: NAME, action: N} or {retire: NAME}, found a list"),
    ] {
        let found = only(&play(act));
        assert_eq!((found.0.as_str(), found.1.as_str()), (at, message));
    }
    let (_, none) = findings(&schema(), &play("{card: 7A, action: 1, null: true}"));
    assert!(none.is_empty(), "{none:?}");
    let dice = |dice: &str| format!("{}      place: [{{card: 7A, dice: {dice}}}]\n", play("pass"));
    assert_eq!(only(&dice("[1, 1, 1, 1, 1, 1, 2]")).0, "MU107 2");
    assert_eq!(only(&dice("[]")).0, "MU107 []");
    assert_eq!(only(&dice("[0]")).0, "MU106 0");
}

#[test]
fn an_aliased_mistake_is_found_once() {
    let text =
        "system: table-battles\nformations:\n  - &f {card: 7A, name: A, wing: red, strength: 4, dice: 7}\n  - *f\n";
    assert_eq!(only(text).0, "MU106 7");
}

#[test]
fn the_committed_schema_is_the_one_of_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema");
    let templates = muster::review::templates::schema();
    let tabletop = Schema::generate::<TabletopDocument>("tabletop", "Tabletop");
    let pub_battles = Schema::generate::<PubDocument>("pub-battles", "Pub Battles");
    for (name, schema) in [
        ("table-battles", &schema()),
        ("states-of-battle", &schema_of_states()),
        ("tabletop", &tabletop),
        ("pub-battles", &pub_battles),
        ("template", templates),
        ("sweep", muster::sweep::schema()),
        ("catalogue", muster::review::catalogues::schema()),
    ] {
        let (path, fresh) = (folder.join(format!("{name}.schema.json")), schema.text());
        if std::env::var_os("MUSTER_BLESS").is_some() {
            std::fs::create_dir_all(&folder).expect("the folder");
            std::fs::write(&path, &fresh).expect("the schema is written");
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == fresh, "the types have changed; run the tests with MUSTER_BLESS=1 to write the schema");
    }
}

#[test]
fn a_schema_explains_every_word_and_tag() {
    let schema = schema();
    let json = schema.json();
    let wing = &json["$defs"]["Wing"];
    assert_eq!(wing["enum"].as_array().map(Vec::len), wing["markdownEnumDescriptions"].as_array().map(Vec::len));
    let attack = &json["$defs"]["Action"]["oneOf"][0];
    assert_eq!(attack["properties"]["type"]["description"], attack["description"]);
}

#[test]
fn every_schema_is_good_in_an_editor() {
    let catalogues = muster::review::catalogues::schema();
    for schema in [&schema(), &schema_of_states(), muster::sweep::schema(), catalogues] {
        jsonschema::draft202012::meta::validate(schema.json()).expect("a valid schema");
        let json = schema.json();
        assert_eq!(json["$schema"], "https://json-schema.org/draft/2020-12/schema");
        let text = schema.text();
        assert!(
            !text.contains("\"type\": \"null\"") && !text.contains("\"type\": ["),
            "what is not wanted is left out"
        );
        assert!(!text.contains("\"format\""), "formats of numbers are no formats of JSON Schema");
        let undescribed: Vec<_> = json["$defs"].as_object().expect("definitions").iter().collect();
        for (name, definition) in undescribed {
            assert!(definition["description"].is_string(), "{name} has no description");
            for (key, property) in definition["properties"].as_object().into_iter().flatten() {
                assert!(property["description"].is_string(), "{name}.{key} has no description");
            }
        }
    }
}
