//! Files made from the program itself are as it would make them now. `MUSTER_BLESS=1 cargo test` writes them anew.

use std::fmt::Write as _;
use std::path::Path;

use muster::diag::Code;
use muster::systems::SYSTEMS;
use muster::{load, review, schema, systems};

#[track_caller]
fn assert_fresh(path: &str, fresh: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("MUSTER_BLESS").is_some() {
        std::fs::write(&path, fresh).expect("a place to write");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == fresh, "{} is out of date: run the tests with MUSTER_BLESS=1", path.display());
}

/// The sentence under a page's title.
fn sentence(code: Code) -> &'static str {
    code.page.split("\n\n").nth(1).expect("a sentence").lines().next().expect("a line")
}

#[test]
fn the_table_of_codes_is_fresh() {
    let mut text = String::from(
        "# Everything that can be found\n\n`muster explain CODE` shows the page of a code: why it matters, an example \
         that fires and one that does not.\nThis table is made from those pages.\n",
    );
    let general = [load::CODES, schema::CODES, review::CODES, systems::smoke::CODES].concat();
    let systems = SYSTEMS.iter().map(|system| (system.title(), system.codes()));
    for (title, mut codes) in std::iter::once(("Every system", general)).chain(systems) {
        codes.sort_by_key(|code| code.id);
        let _ = write!(text, "\n## {title}\n\n| code | name | severity | |\n|---|---|---|---|\n");
        for code in codes {
            let _ = writeln!(text, "| {} | {} | {} | {} |", code.id, code.name, code.severity.name(), sentence(code));
        }
    }
    assert_fresh("docs/checks.md", &text);
}

#[test]
fn codes_and_names_are_unique_and_every_page_has_its_title() {
    let general = [load::CODES, schema::CODES, review::CODES, systems::smoke::CODES].concat();
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
