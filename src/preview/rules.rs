//! The rules of a game for the page: what it is about in short, then clause by clause.

use serde_json::{Value, json};

use muster_systems::{System, clauses};

/// The chapter that says in short how the game is played.
const SHORT: &str = "In short";

/// Returns the rules: `title`, `short` (sentences), `chapters` (each a `title` and `clauses`: number and text).
pub(super) fn document(system: &System) -> Value {
    let chapters = system.rules().split("\n## ").skip(1).filter_map(|chapter| chapter.split_once('\n'));
    let (short, chapters): (Vec<_>, Vec<_>) = chapters.partition(|(title, _)| *title == SHORT);
    let lines = short.iter().flat_map(|(_, text)| text.lines()).filter_map(|line| line.strip_prefix("- "));
    let chapter = |(title, text): &(&str, &'static str)| {
        let clauses: Vec<[String; 2]> =
            clauses(text).map(|clause| [clause.number.to_owned(), plain(clause.text)]).collect();
        json!({"title": title, "clauses": clauses})
    };
    json!({
        "title": system.title(),
        "short": lines.map(plain).collect::<Vec<_>>(),
        "chapters": chapters.iter().map(chapter).collect::<Vec<_>>(),
    })
}

/// Returns a text without the marks of emphasis and of code.
fn plain(text: &str) -> String {
    text.replace("**", "").replace(['`', '*'], "")
}
