//! Inlay hints, where the editor wants them: exact odds behind the first line of each card.

use lsp_types::{InlayHint, InlayHintLabel, InlayHintParams};

use muster_systems::Role;

use super::refusal::Refusal;
use super::view::View;

/// Returns the hints of a range of an open text: what is computed of each card in it, in a few words.
pub(super) fn hints(view: View<'_>, params: &InlayHintParams) -> Result<Option<Vec<InlayHint>>, Refusal> {
    let document = view.document(&params.text_document.uri)?;
    if !view.session.hints {
        return Ok(None);
    }
    let Some(known) = view.known_battles(document) else { return Ok(None) };
    let battles =
        known.analysis.battles_of(known.file).filter(|unit| unit.sound && unit.outline.kind.role == Role::Main);
    let mut hints: Vec<InlayHint> = Vec::new();
    for unit in battles {
        let Some(odds) = unit.battle.as_ref().and_then(|battle| unit.system.odds(battle)) else { continue };
        for fact in odds.cards.iter().filter(|fact| fact.at.file == known.file && !fact.words.is_empty()) {
            let Some((_, span)) = known.place(&fact.at) else { continue };
            let line = document.text.line_span(document.text.position(span.start).line);
            let position = view.session.encoding.position(&document.text, line.end);
            let inside = params.range.start <= position && position <= params.range.end;
            // Battles that share a deck may say the same of a card.
            if !inside || hints.iter().any(|hint| hint.position == position) {
                continue;
            }
            hints.push(InlayHint {
                position,
                label: InlayHintLabel::String(format!("{}: {}", odds.words, fact.words)),
                kind: None,
                text_edits: None,
                tooltip: None,
                padding_left: Some(true),
                padding_right: None,
                data: None,
            });
        }
    }
    Ok(Some(hints))
}
