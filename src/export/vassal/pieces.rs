//! Pieces as VASSAL writes them: a chain of traits, the outermost first, each with its type and its state.

use super::encoding::{join, nest};
use super::xml::words;

/// Ctrl and a letter, as VASSAL writes keys.
fn ctrl(letter: char) -> String {
    format!("{},130", u32::from(letter))
}

/// A trait: its type and its state.
pub(super) struct Trait {
    kind: String,
    state: String,
}

impl Trait {
    fn new(id: &str, fields: &[&str], state: &str) -> Trait {
        Trait { kind: format!("{id};{}", join(fields, ';')), state: state.to_owned() }
    }

    /// Lets its owner hide it: others see a picture instead (`VASSAL.counters.Obscurable`). It may be hidden from the start by the
    /// side that owns it.
    pub(super) fn mask(picture: &str, hidden_by: Option<&str>) -> Trait {
        let access = if hidden_by.is_some() { "side:" } else { "player:" };
        let fields = [&ctrl('M'), picture, "Mask", "I", "?", access, "", "", "true", "", ""];
        Trait::new("obs", &fields, &join(&[hidden_by.map_or("null".to_owned(), words)], ';'))
    }

    /// Shows one of several pictures (`VASSAL.counters.Embellishment`); with `roll`, one by chance.
    pub(super) fn layers(pictures: &[String], (command, key): (&str, char), roll: bool) -> Trait {
        let key = ctrl(key);
        let names = vec![""; pictures.len()].join(",");
        let (roll_key, roll_name) = if roll { (ctrl('R'), "Roll") } else { (String::new(), "") };
        let fields = [
            "",
            "130",
            "A",
            command,
            "130",
            "[",
            "",
            "130",
            "]",
            "",
            "",
            "1",
            "false",
            "0",
            "0",
            &pictures.join(","),
            &names,
            "true",
            "Side",
            &roll_key,
            roll_name,
            "false",
            "",
            "1",
            "1",
            "true",
            "",
            &key,
            "",
            "",
            "1.0",
        ];
        Trait::new("emb2", &fields, "1")
    }

    /// Lets it be turned, and turns it so many degrees clockwise (`VASSAL.counters.FreeRotator`).
    pub(super) fn rotate(clockwise: f64) -> Trait {
        let key = ctrl('T');
        let fields = ["1", &key, "Turn", "", "", "Turn", "", "", "", "", "true"];
        // VASSAL counts against the clock.
        let angle = if clockwise == 0.0 { 0.0 } else { 360.0 - clockwise };
        Trait::new("rotate", &fields, &format!("{angle:.1}"))
    }

    /// Lets it be deleted.
    pub(super) fn delete() -> Trait {
        Trait::new("delete", &["Delete", &ctrl('D'), ""], "")
    }

    /// Keeps a number that can be raised and lowered, and writes it on the piece after a name.
    pub(super) fn number(name: &str, value: u32) -> [Trait; 2] {
        let change =
            |command: &str, letter: char, by: &str| join(&[command, &ctrl(letter), &join(&["I", by], ',')], ':');
        let changes = join(&[change("Raise", 'U', "1"), change("Lower", 'L', "-1")], ',');
        let property = Trait::new("PROP", &["Value", "true,0,999,false", &changes, ""], &value.to_string());
        let label = format!("{}: $Value$", words(name));
        let fields = [
            "",
            "",
            "12",
            "",
            "0,0,0",
            "c",
            "0",
            "c",
            "0",
            "c",
            "c",
            "$pieceName$",
            "Dialog",
            "1",
            "0",
            "TextLabel",
            "",
            "false",
        ];
        let label = Trait::new("label", &fields, &join(&[label], ';'));
        [label, property]
    }
}

/// Returns a piece with its traits, the outermost first, around a name, a picture and a number that no other has.
pub(super) fn definition(traits: Vec<Trait>, (name, picture): (&str, &str), id: usize) -> String {
    let basic = Trait::new("piece", &["", "", picture, &words(name)], &format!("null;0;0;{id};0"));
    let (kinds, states): (Vec<String>, Vec<String>) =
        traits.into_iter().chain([basic]).map(|Trait { kind, state }| (kind, state)).unzip();
    format!("+/{}", join(&["null", &nest(&kinds), &nest(&states)], '/'))
}
