//! A position of Three Banners as a picture: the cards of each hand, those that others hold face down.

use muster_core::print::template::{Content, Entry};
use muster_systems::catalogue::Catalogue;
use muster_systems::position::{Pictured, TableRow, TableShown};

use super::engine::Position;
use super::print::CARD;
use super::{Banners, War};

impl Pictured for Banners {
    fn position(war: &War, engine: &Banners, state: &Position, seen_by: Option<usize>, _: &Catalogue) -> Vec<TableRow> {
        let card = |kind: usize, is_seen: bool| Content {
            accent: "card",
            texts: is_seen.then(|| ("name", Entry::new(&engine.names[kind], "/name"))).into_iter().collect(),
            ..Content::default()
        };
        let row = |(number, (side, _)): (usize, (&super::Side, _))| {
            let kinds = (0..engine.names.len()).flat_map(|kind| {
                let count = usize::from(state.hands[number][kind]);
                std::iter::repeat_n(kind, count)
            });
            let is_seen = seen_by.is_none_or(|seen_by| seen_by == number);
            TableRow {
                title: format!("{}: {} points", side.name, state.points[number]),
                shown: TableShown::Pieces(CARD.name, kinds.map(|kind| card(kind, is_seen)).collect()),
            }
        };
        war.sides().enumerate().map(row).collect()
    }
}
