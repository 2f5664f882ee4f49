//! Findings in decks that several battles share: reported once, with the battles in which they are true.

use std::collections::BTreeMap;

use muster_core::diag::Diagnostic;
use muster_core::source::{Address, FileId, Pointer};
use muster_systems::{Opaque, System};

/// A scenario and what was found in its battle.
pub struct ScenarioFindings<'a> {
    /// Its file.
    pub file: FileId,
    /// That file and those it names.
    pub files: Vec<FileId>,
    /// The battle's name, or its file's.
    pub name: String,
    /// Its system.
    pub system: &'static System,
    /// The battle.
    pub battle: &'a Opaque,
    /// The findings in the scenario and in its decks.
    pub findings: Vec<Diagnostic>,
}

impl ScenarioFindings<'_> {
    fn uses(&self, at: &Address) -> bool {
        self.files.contains(&at.file) && self.system.fields(self.battle, at)
    }

    fn address(&self) -> Address {
        Address::value(self.file, Pointer::root().key("scenario").key("name"))
    }
}

/// The number of a battle, and a finding in it.
type Found = (usize, Diagnostic);

/// Returns the findings of all battles. One in a deck that is not true in every battle that uses the card names those in which it
/// is, and its fix is not safe: it would change the others. One that is true in all of them is there once.
pub fn merge(battles: Vec<ScenarioFindings<'_>>) -> Vec<Diagnostic> {
    let mut battles = battles;
    let found: Vec<Vec<Diagnostic>> = battles.iter_mut().map(|battle| std::mem::take(&mut battle.findings)).collect();
    let mut merged = Vec::new();
    // By place, code and number there.
    let mut shared: BTreeMap<(Address, &str, usize), Vec<Found>> = BTreeMap::new();
    for (i, findings) in found.into_iter().enumerate() {
        let mut counts: BTreeMap<(Address, &str), usize> = BTreeMap::new();
        for finding in findings {
            let in_deck = finding.at.file != battles[i].file;
            if !in_deck || battles.iter().filter(|battle| battle.files.contains(&finding.at.file)).count() < 2 {
                merged.push(finding);
                continue;
            }
            let count = counts.entry((finding.at.clone(), finding.code.id)).or_default();
            *count += 1;
            shared.entry((finding.at.clone(), finding.code.id, *count)).or_default().push((i, finding));
        }
    }
    for ((at, ..), found) in shared {
        let everywhere =
            (0..battles.len()).filter(|i| battles[*i].uses(&at)).all(|i| found.iter().any(|(j, _)| i == *j));
        merged.push(combine(&battles, &found, everywhere));
    }
    merged
}

/// Returns the same finding of several battles as one.
fn combine(battles: &[ScenarioFindings<'_>], found: &[Found], everywhere: bool) -> Diagnostic {
    let mut finding = found[0].1.clone();
    let alike = found.iter().all(|(_, other)| other.message == finding.message);
    if found.iter().any(|(_, other)| other.fix != finding.fix) {
        finding.fix = None;
        finding.help = None;
    }
    if everywhere && alike {
        return finding;
    }
    if !everywhere {
        let names: Vec<String> = found.iter().map(|(i, _)| format!("`{}`", battles[*i].name)).collect();
        finding.message = format!("in {}: {}", names.join(", "), finding.message);
        if let Some(fix) = &mut finding.fix {
            fix.safe = false;
        }
    }
    for (i, other) in found {
        let said = if alike { String::new() } else { format!(": {}", other.message) };
        finding = finding.with_related(battles[*i].address(), format!("in the battle `{}`{said}", battles[*i].name));
    }
    finding
}
