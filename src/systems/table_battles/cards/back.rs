//! The backs of cards: the colours of a wing, the battle and the side, for cards that have no other side.

use std::collections::HashMap;
use std::sync::Arc;

use super::TITLE;
use crate::print::Misfit;
use crate::print::frame::Frame;
use crate::print::layout::Typesetter;
use crate::print::template::{Content, Entry, FaceOffer, Faces};
use crate::systems::table_battles::resolve::Battle;

/// What templates of the face may name.
pub(super) const FACE: FaceOffer =
    FaceOffer { name: "back", texts: &["name", "side", "wing"], drawings: &[], flows: &[], styles: &[], room: 0 };

/// The backs of a battle's cards; cards of one wing and side share one.
#[derive(Default)]
pub(super) struct Backs {
    drawn: HashMap<(&'static str, Option<usize>), Arc<Frame>>,
    /// What does not fit; tags are JSON Pointers into the scenario.
    pub(super) misfits: Vec<Misfit>,
}

/// The content of a back: the names of a battle and a side, or of a wing alone where the card belongs to no battle.
pub(super) fn content(
    battle: Option<&Battle>,
    accent: &'static str,
    wing: Option<&str>,
    side: Option<usize>,
) -> Content<'static> {
    let mut texts = Vec::new();
    if let Some(scenario) = battle.and_then(Battle::scenario) {
        texts.push(("name", Entry::new(&scenario.name, TITLE)));
    }
    if let Some((i, side)) = side.and_then(|i| Some((i, battle?.sides().get(i)?))) {
        texts.push(("side", Entry::new(&side.name, format!("/scenario/sides/{i}/name"))));
    }
    if let Some(wing) = wing {
        texts.push(("wing", Entry::new(wing, "")));
    }
    Content { accent, texts, ..Content::default() }
}

impl Backs {
    /// The back in the colours of `accent`, drawn when it is first asked for.
    pub(super) fn get(
        &mut self,
        ts: &mut Typesetter,
        faces: &Faces,
        content: &Content<'_>,
        side: Option<usize>,
    ) -> Arc<Frame> {
        let misfits = &mut self.misfits;
        let draw = || {
            let (frame, wrong) = faces.get(FACE.name).compose(ts, content);
            // One for each wing: told once.
            misfits.extend(wrong.into_iter().filter(|misfit| !misfits.contains(misfit)).collect::<Vec<_>>());
            Arc::new(frame)
        };
        Arc::clone(self.drawn.entry((content.accent, side)).or_insert_with(draw))
    }
}
