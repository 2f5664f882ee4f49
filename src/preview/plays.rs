//! Recorded battles, position by position as they lie on the table.

use camino::Utf8Path;
use serde_json::{Value, json};

use muster_core::print::frame::{Frame, Rect};
use muster_core::source::{Address, Pointer};
use muster_systems::{Compiled, Opaque, Replayed, Role, System};

use crate::project::looks::Looks;
use crate::review::{Review, Unit};

/// A recorded battle as it is written.
#[derive(Debug, Clone)]
pub(super) struct WrittenPlay {
    path: String,
    system: &'static System,
    doc: Opaque,
    battle: Opaque,
    /// Each entry of its turns: its line, and its text.
    turns: Vec<(usize, String)>,
}

/// A recorded battle that was replayed.
pub(super) struct ShownPlay {
    system: &'static System,
    battle: Box<dyn Compiled>,
    replayed: Replayed,
    /// The description of the play for the page.
    pub(super) document: Value,
}

/// A position that is drawn.
pub(super) struct ShownPosition {
    /// The drawing of the table.
    pub(super) frame: Frame,
    /// All of the drawing, in millimetres.
    pub(super) area: Rect,
    /// A description in words.
    pub(super) text: String,
}

/// Returns the recorded battles of a review that can be replayed.
pub(super) fn written_plays(review: &Review) -> Vec<WrittenPlay> {
    let is_play = |unit: &&Unit| unit.given && unit.sound && unit.outline.kind.role == Role::Record;
    review.units.iter().filter(is_play).filter_map(|unit| read_play(review, unit)).collect()
}

fn read_play(review: &Review, unit: &Unit) -> Option<WrittenPlay> {
    let file = review.sources.get(unit.file);
    let turns = Pointer::root().key("play").key("turns");
    let turn = |index: usize| {
        let at = Address::value(unit.file, turns.index(index));
        file.tree()?.get(&at.pointer)?;
        let span = review.sources.span(&at);
        Some((file.position(span.start).line, file.text().get(span.start..span.end)?.to_owned()))
    };
    Some(WrittenPlay {
        path: file.path().to_string(),
        system: unit.system,
        doc: unit.doc.clone(),
        battle: unit.battle.clone()?,
        turns: (0..).map_while(turn).collect(),
    })
}

impl WrittenPlay {
    /// Returns the file that it is written in.
    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// Returns true for the play that is written in a file.
    pub(super) fn is_in(&self, file: &Utf8Path) -> bool {
        self.path == file.as_str()
    }

    /// Returns the play itself.
    pub(super) fn doc(&self) -> &Opaque {
        &self.doc
    }

    /// Returns its battle, and the replay of it. The error says why the battle cannot be played.
    pub(super) fn replay_battle(&self) -> Result<(Box<dyn Compiled>, Replayed), String> {
        let battle = self.system.compile(&self.battle)?;
        let replayed = battle.replay(&self.doc, None);
        Ok((battle, replayed))
    }

    /// Replays it; `None` if its battle cannot be played.
    pub(super) fn replay(&self) -> Option<ShownPlay> {
        let (battle, replayed) = self.replay_battle().ok()?;
        let played = self.turns.iter().take(replayed.states.len());
        let turns: Vec<Value> = played.map(|(line, text)| json!({"line": line, "text": text})).collect();
        let messages: Vec<&str> = replayed.findings.iter().map(|finding| &*finding.message).collect();
        let document = json!({
            "path": self.path,
            "noun": replayed.noun,
            "turns": turns,
            "length": replayed.states.len(),
            "result": replayed.result,
            "legal": replayed.is_legal(),
            "findings": messages,
        });
        Some(ShownPlay { system: self.system, battle, replayed, document })
    }
}

impl ShownPlay {
    /// Draws the position after a turn, 0 for the start; `None` if there is no such position.
    pub(super) fn position(&self, turn: usize, looks: &Looks) -> Option<ShownPosition> {
        let (faces, words) = (looks.faces(self.system), looks.words(self.system));
        let picture = self.system.position(&*self.battle, &self.replayed, (turn, None), faces, words).ok()?;
        let area = Rect::new(0.0, 0.0, picture.size.width, picture.size.height);
        Some(ShownPosition { frame: picture.frame, area, text: picture.text })
    }
}
