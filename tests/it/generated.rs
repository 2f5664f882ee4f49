//! Files made from the program itself are as it would make them now. `MUSTER_BLESS=1 cargo test` writes them again.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use muster::review;
use muster_core::diag::Code;
use muster_core::schema::Vocabulary;
use muster_games::SYSTEMS;
use muster_games::table_battles::effects::{EFFECTS, Effect, EffectEntry, INTRODUCTION as EFFECTS_INTRODUCTION};
use muster_systems::System;
use serde_json::Value;

/// Compares a file made from the program with the committed one, or writes it when asked to.
#[track_caller]
pub(crate) fn assert_fresh(path: &str, fresh: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("MUSTER_BLESS").is_some() {
        std::fs::write(&path, fresh).expect("a place to write");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == fresh, "{} is out of date: run the tests with MUSTER_BLESS=1", path.display());
}

#[test]
fn the_table_of_codes_is_fresh() {
    let mut text = String::from(
        "# Everything that can be found\n\n`muster explain CODE` shows the page of a code: why it matters, an example \
         that fires and one that does not.\nThis table is made from those pages.\n",
    );
    let general = review::general_codes();
    let systems = SYSTEMS.iter().copied().map(|system| (system.title(), system.codes()));
    for (title, mut codes) in std::iter::once(("Every system", general)).chain(systems) {
        codes.sort_by_key(|code| code.id);
        let _ = write!(text, "\n## {title}\n\n| code | name | severity | |\n|---|---|---|---|\n");
        for code in codes {
            let _ = writeln!(text, "| {} | {} | {} | {} |", code.id, code.name, code.severity.name(), code.meaning());
        }
    }
    assert_fresh("docs/checks.md", &text);
}

/// The pages of rules, with an anchor for each clause, so that a link can lead to it.
#[test]
fn the_pages_of_rules_are_fresh() {
    for system in SYSTEMS {
        let mut text = String::new();
        for line in system.rules().lines() {
            let number = line.strip_prefix("- **").and_then(|rest| rest.split_once("**")).map(|(number, _)| number);
            let _ = match number {
                Some(number) => {
                    let anchor = number.to_lowercase().replace('.', "-");
                    writeln!(text, "- <a id=\"{anchor}\"></a>{}", &line["- ".len()..])
                }
                None => writeln!(text, "{line}"),
            };
        }
        assert_fresh(&format!("docs/rules-{}.md", system.id()), &text);
    }
}

#[test]
fn the_pages_of_keys_are_fresh() {
    let systems = SYSTEMS.iter().copied().map(|system| (system.id(), system.title(), system.schema()));
    let templates = ("template", "Card templates", review::templates::schema());
    let sweeps = ("sweep", "Sweeps", muster::sweep::schema());
    let catalogues = ("catalogue", "Translations", review::catalogues::schema());
    for (id, title, schema) in systems.chain([templates, sweeps, catalogues]) {
        let sections = schema.vocabulary().page();
        let headings: Vec<&str> = sections.lines().filter(|line| line.starts_with("## ")).collect();
        assert_eq!(headings.iter().collect::<BTreeSet<_>>().len(), headings.len(), "{headings:#?}");
        assert!(!sections.contains('…') && !sections.contains("`: \n"), "what is cut or left out tells nothing");
        let text = format!(
            "# {title}: every key\n\nEvery mapping that a document may hold, and its keys. `muster explain KEY` shows the \
             part of this page about one key or word.\nThe page is made from the schema (`muster schema {id}`).\n\n{sections}"
        );
        assert_fresh(&format!("docs/keys-{id}.md"), &text);
    }
}

/// The names of all keys in a schema, and all words that it lists.
fn terms(schema: &Value, into: &mut BTreeSet<String>) {
    match schema {
        Value::Array(items) => items.iter().for_each(|item| terms(item, into)),
        Value::Object(members) => {
            if let Some(Value::Object(properties)) = members.get("properties") {
                into.extend(properties.keys().cloned());
            }
            let words = members.get("enum").and_then(Value::as_array).into_iter().flatten().chain(members.get("const"));
            into.extend(words.filter_map(Value::as_str).map(str::to_owned));
            let explained = ["x-words", "x-names"].into_iter().filter_map(|key| members.get(key)?.as_object());
            into.extend(explained.flat_map(|words| words.keys().cloned()));
            members.values().for_each(|member| terms(member, into));
        }
        _ => {}
    }
}

#[test]
fn every_key_and_word_of_a_schema_is_explained() {
    let schemas = SYSTEMS
        .iter()
        .copied()
        .map(|system| system.schema())
        .chain([review::templates::schema(), muster::sweep::schema()]);
    for schema in schemas {
        let mut all = BTreeSet::new();
        terms(schema.json(), &mut all);
        let vocabulary = schema.vocabulary();
        let known: BTreeSet<String> = vocabulary.terms().into_iter().map(str::to_owned).collect();
        assert_eq!(known, all);
        for term in all {
            let page = vocabulary.explain(&term, "Game").expect("a page");
            assert!(page.starts_with(&format!("# Game: `{term}`\n")) && page.lines().count() > 3, "{page}");
        }
    }
}

/// The keys of a mapping in a schema, with their values and what each is for.
fn keys(text: &mut String, title: &str, vocabulary: &Vocabulary, definition: &str, about: &Value) {
    let about = about.as_str().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    let _ = write!(text, "\n## {title}\n\n{about}\n\n| key | value | |\n|---|---|---|\n");
    for (key, values, about) in vocabulary.keys_of(definition) {
        let _ = writeln!(text, "| `{key}` | {values} | {about} |");
    }
}

fn table_battles() -> &'static System {
    SYSTEMS.iter().copied().find(|system| system.id() == "table-battles").expect("the system")
}

/// The first clause that a page names.
fn clause(page: &str) -> &str {
    let (_, rest) = page.split_once("(TB-").expect("a clause");
    rest.split([')', ',']).next().expect("a clause")
}

#[test]
fn the_table_of_effects_is_fresh() {
    let schema = serde_json::to_value(schemars::schema_for!(Effect)).expect("a schema");
    let forms = schema["oneOf"].as_array().expect("effects");
    let mut text = format!(
        "{EFFECTS_INTRODUCTION}\n## Every effect\n\n| effect | fields | what it does | on the card, for example | clause |\n|---|---|---|---|---|\n"
    );
    for (form, effect) in forms.iter().zip(EFFECTS) {
        let fields =
            form["properties"].as_object().expect("fields").keys().filter(|field| *field != "rule" && *field != "text");
        let fields: Vec<String> = fields.map(|field| format!("`{field}`")).collect();
        let said = effect.page.lines().find_map(|line| line.strip_prefix("> ")).expect("what is printed");
        let EffectEntry { word, summary, page } = effect;
        let page_of = format!("../crates/table-battles/src/effects/{}.md", word.replace('-', "_"));
        let _ = writeln!(
            text,
            "| [{word}]({page_of}) | {} | {summary} | {said} | TB-{} |",
            fields.join(", "),
            clause(page)
        );
    }
    let vocabulary = table_battles().schema().vocabulary();
    let tables = [
        ("Condition", "Conditions (`while`, `unless`, `when`)"),
        ("Event", "Events (`on`, `happened`)"),
        ("Happening", "Happenings (`do`)"),
    ];
    for (definition, title) in tables {
        keys(&mut text, title, &vocabulary, definition, &schema["$defs"][definition]["description"]);
    }
    text += "\nThe keys of the mappings among these values: [every key](keys-table-battles.md).\n";
    assert_fresh("docs/effects.md", &text);
}

#[test]
fn what_published_cards_say_can_be_said() {
    let rows = EFFECTS_INTRODUCTION
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix("` |")?.split_once(" | `"));
    let mut words = BTreeSet::new();
    for (kind, yaml) in rows {
        let value: Value = serde_yaml::from_str(yaml).unwrap_or_else(|error| panic!("{kind}: {error}"));
        let effect: Effect = serde_json::from_value(value).unwrap_or_else(|error| panic!("{kind}: {error}"));
        words.insert(effect.word());
    }
    assert_eq!(words, EFFECTS.iter().map(|effect| effect.word).collect(), "every effect is used in the table");
}

#[test]
fn codes_and_names_are_unique_and_every_page_has_its_title() {
    let general = review::general_codes();
    let mut codes: Vec<Code> =
        general.into_iter().chain(SYSTEMS.iter().copied().flat_map(|system| system.codes())).collect();
    for code in &codes {
        assert!(code.page.starts_with(&format!("# {} ({})\n\n", code.name, code.id)), "{}", code.id);
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(code.name.chars().all(plain), "{}", code.name);
    }
    let count = codes.len();
    codes.sort_by_key(|code| code.id);
    codes.dedup_by_key(|code| code.id);
    codes.sort_by_key(|code| code.name);
    codes.dedup_by_key(|code| code.name);
    assert_eq!(codes.len(), count);
}

#[test]
fn the_options_of_every_command_are_fresh() {
    let help = |arguments: &[&str]| {
        let output =
            crate::cli::command(crate::cli::root(), arguments).env_remove("COLUMNS").output().expect("the program");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        text.lines().map(|line| line.trim_end().to_owned() + "\n").collect::<String>()
    };
    let commands = |help: &str| {
        let listed = help.lines().take_while(|line| !["Arguments:", "Options:"].contains(line));
        let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        let names = names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    let all = help(&["--help"]);
    let completions = help(&["completions", "fish"]);
    let needed = completions.lines().filter(|line| line.contains("needs_command") && line.contains(" -f -a \""));
    let known: BTreeSet<&str> = needed.filter_map(|line| line.split(" -f -a \"").nth(1)?.split('"').next()).collect();
    let listed = commands(&all);
    let in_groups: BTreeSet<&str> = listed.iter().map(String::as_str).chain(["help"]).collect();
    assert_eq!(in_groups, known, "every command is in one group of `src/cli/help.rs`");
    assert_eq!(in_groups.len(), listed.len() + 1, "a command is in two groups of `src/cli/help.rs`");
    let mut text = format!("# All options\n\nWhat `muster help` and `muster help COMMAND` say.\n\n```text\n{all}```\n");
    for name in commands(&all) {
        let said = help(&["help", &name]);
        let _ = write!(text, "\n## muster {name}\n\n```text\n{said}```\n");
        for step in commands(&said) {
            let _ = write!(text, "\n### muster {name} {step}\n\n```text\n{}```\n", help(&["help", &name, &step]));
        }
    }
    assert_fresh("docs/options.md", &text);
}
