//! A battle that was played, as the YAML of a play.

use std::fmt::Write;

use serde_json::{Value, json};

use super::options;
use crate::play::Outcome;
use crate::play::replay::{Entry, Turn};
use crate::systems::table_battles::engine::{Move, TableBattles};

/// A play. `scenario` is the scenario's file relative to the play's; `schema` the schema's for editors, if wanted.
pub fn write<T>(
    engine: &TableBattles,
    scenario: &str,
    turns: &[Turn<Move, T>],
    outcome: Option<Outcome>,
    schema: Option<&str>,
) -> String {
    let mut text = schema.map(|schema| format!("# yaml-language-server: $schema={schema}\n")).unwrap_or_default();
    text += "system: table-battles\nplay:\n";
    line(&mut text, "  scenario", &json!(scenario));
    text += if turns.is_empty() { "  turns: []\n" } else { "  turns:\n" };
    for turn in turns {
        let side = turn.player.expect("internal error: every turn is a side's");
        line(&mut text, "    - side", &json!(engine.side_name(side)));
        let mut placed = Vec::new();
        for entry in &turn.entries {
            match entry {
                Entry::Drawn { draws, .. } => {
                    let dice: Vec<u32> = draws.iter().map(|draw| draw.number + 1).collect();
                    line(&mut text, "      roll", &json!(dice));
                }
                Entry::Chosen { chosen: Move::NoShift | Move::Done, .. } => {}
                Entry::Chosen { kind: "place", chosen, .. } => placed.push(options::option(engine, *chosen)),
                Entry::Chosen { kind, chosen, .. } => {
                    line(&mut text, &format!("      {kind}"), &options::option(engine, *chosen));
                }
            }
        }
        if !placed.is_empty() {
            line(&mut text, "      place", &Value::Array(placed));
        }
    }
    if let Some(outcome) = outcome {
        let result = match outcome.winner {
            Some(winner) => json!({"winner": engine.side_name(winner), "by": outcome.by}),
            None => json!({"by": outcome.by}),
        };
        line(&mut text, "  result", &result);
    }
    text
}

fn line(text: &mut String, key: &str, value: &Value) {
    writeln!(text, "{key}: {}", flow(value)).expect("internal error: a string takes every text");
}

/// A value on one line, as YAML: `{card: 7A, dice: [6, 6]}`.
pub(in crate::systems::table_battles) fn flow(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let members: Vec<String> = members.iter().map(|(key, value)| format!("{key}: {}", flow(value))).collect();
            format!("{{{}}}", members.join(", "))
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(flow).collect();
            format!("[{}]", items.join(", "))
        }
        Value::String(text) if plain(text) => text.clone(),
        // JSON's quoted strings are YAML's.
        other => other.to_string(),
    }
}

/// Whether a text means itself in YAML without quotes, also between brackets. Card numbers do; so do most names.
fn plain(text: &str) -> bool {
    const WORDS: [&str; 9] = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"];
    let card = crate::systems::table_battles::notation::CardId::parse(text).is_some();
    let name = text.starts_with(|c: char| c.is_alphabetic())
        && !text.ends_with(' ')
        && text.chars().all(|c| c.is_alphanumeric() || " &'-_./".contains(c))
        && !WORDS.contains(&text.to_lowercase().as_str());
    card || name
}
