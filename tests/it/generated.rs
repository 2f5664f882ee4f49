//! Files made from the program itself are as it would make them now. `MUSTER_BLESS=1 cargo test` writes them anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use muster::diag::Code;
use muster::review;
use muster::systems::SYSTEMS;
use muster::systems::table_battles::effects::{EFFECTS, Effect, Entry, INTRODUCTION as EFFECTS_INTRODUCTION};
use serde_json::Value;

#[track_caller]
fn assert_fresh(path: &str, fresh: &str) {
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
    let systems = SYSTEMS.iter().map(|system| (system.title(), system.codes()));
    for (title, mut codes) in std::iter::once(("Every system", general)).chain(systems) {
        codes.sort_by_key(|code| code.id);
        let _ = write!(text, "\n## {title}\n\n| code | name | severity | |\n|---|---|---|---|\n");
        for code in codes {
            let _ = writeln!(text, "| {} | {} | {} | {} |", code.id, code.name, code.severity.name(), code.meaning());
        }
    }
    assert_fresh("docs/checks.md", &text);
}

/// The members of an object in a schema, each with what it is for.
fn members(text: &mut String, title: &str, schema: &Value) {
    let _ = write!(text, "\n## {title}\n\n{}\n\n| | |\n|---|---|\n", line(&schema["description"]));
    let forms = schema["oneOf"].as_array().cloned().unwrap_or_else(|| vec![schema.clone()]);
    for form in forms {
        for (name, member) in form["properties"].as_object().expect("members") {
            let about = if form["description"].is_string() && schema["oneOf"].is_array() { &form } else { member };
            let _ = writeln!(text, "| `{name}` | {} |", line(&about["description"]));
        }
    }
}

fn line(text: &Value) -> String {
    text.as_str().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
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
        let Entry { word, summary, page } = effect;
        let page_of = format!("../src/systems/table_battles/effects/{}.md", word.replace('-', "_"));
        let _ = writeln!(
            text,
            "| [{word}]({page_of}) | {} | {summary} | {said} | TB-{} |",
            fields.join(", "),
            clause(page)
        );
    }
    members(&mut text, "Conditions (`while`, `unless`, `when`)", &schema["$defs"]["Condition"]);
    members(&mut text, "Events (`on`, `happened`)", &schema["$defs"]["Event"]);
    members(&mut text, "Happenings (`do`)", &schema["$defs"]["Happening"]);
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
    let mut codes: Vec<Code> = general.into_iter().chain(SYSTEMS.iter().flat_map(|system| system.codes())).collect();
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
    let all = help(&["--help"]);
    let commands = all.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = commands.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let mut text = format!("# All options\n\nWhat `muster help` and `muster help COMMAND` say.\n\n```text\n{all}```\n");
    for name in names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        let _ = write!(text, "\n## muster {name}\n\n```text\n{}```\n", help(&["help", name]));
    }
    assert_fresh("docs/options.md", &text);
}
