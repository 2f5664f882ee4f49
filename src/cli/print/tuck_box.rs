//! `--with tuck-box`: the net of a box for the cards that are printed.

use std::sync::Arc;

use muster_core::print::cut::CutShape;
use muster_core::print::layout::Typesetter;
use muster_core::print::tuck_box::{BoxPanel, STOCK, TuckBox};
use muster_core::print::{Card, Layout, Size, sheet};

use super::Args;
use crate::cli::Trouble;
use crate::project::drawing::{PrintedCard, TUCK_BOX};
use muster_systems::Drawn;

/// Two printed papers that are glued round a card make it so much thicker, in millimetres.
const PAPERS: f64 = 0.2;

impl Args {
    /// Adds a box for all cards to the pieces where it is asked for. An error where there are no cards, or too many.
    pub(super) fn add_tuck_box(&self, pieces: &mut Vec<PrintedCard>, titles: &[String]) -> Result<(), Trouble> {
        if !self.asks_for(TUCK_BOX) {
            return Ok(());
        }
        let card = self.tuck_box(pieces, &titles.join(" · "))?;
        pieces.push(PrintedCard {
            path: None,
            drawn: Drawn {
                card,
                side: None,
                at: None,
                unset: [false; 2],
                boxes: Default::default(),
                tiny: Vec::new(),
                lent: Vec::new(),
            },
        });
        Ok(())
    }

    /// Takes away the backs that were drawn for the box alone.
    pub(super) fn leave_out_backs(&self, pieces: &mut [PrintedCard]) {
        if self.asks_for(TUCK_BOX) && !self.with_backs() {
            pieces.iter_mut().for_each(|piece| piece.drawn.card.back = None);
        }
    }

    fn tuck_box(&self, pieces: &[PrintedCard], title: &str) -> Result<Card, Trouble> {
        let cards: Vec<Card> = pieces.iter().map(|piece| piece.drawn.card.clone()).filter(|card| !card.token).collect();
        let count: u32 = sheet::leaves(&cards, true).iter().map(|leaf| leaf.copies).fold(0, u32::saturating_add);
        if count == 0 {
            return Err(Trouble(format!("there are no cards to put in a box: remove {TUCK_BOX} from --with")));
        }
        let most = |length: fn(&Card) -> f64| cards.iter().map(length).fold(0.0, f64::max);
        let card = Size { width: most(|card| card.size.width), height: most(|card| card.size.height) };
        let thick = match self.options() {
            options if options.layout == Layout::Foldover => options.thickness + PAPERS,
            _ => self.thickness.unwrap_or(STOCK),
        };
        let pile = f64::from(count) * thick;
        if pile > MOST {
            return Err(Trouble(format!(
                "{count} cards make a pile of {pile:.0} mm, and a box holds at most {MOST} mm: print fewer cards for a box, with `--side` or file by file"
            )));
        }
        let made = TuckBox { card, pile, title: title.to_owned(), panels: panels(pieces) };
        let (size, front) = Typesetter::lent(|ts| made.net(ts));
        let [width, height, depth] = made.measures();
        let text = format!(
            "Tuck box for {count} cards, {width:.1} × {height:.1} × {depth:.1} mm. Cut along the lines, fold along the \
             dashes, glue the strip behind the side and the bottom. {title}"
        );
        Ok(Card {
            number: TUCK_BOX.to_owned(),
            label: "Tuck box".to_owned(),
            group: Vec::new(),
            leaf: None,
            size,
            cut: CutShape::Rectangle,
            front: Arc::new(front),
            back: None,
            copies: 1,
            token: true,
            text,
            locale: None,
            legend: None,
        })
    }
}

/// The highest pile of cards that a box is made for, in millimetres.
const MOST: f64 = 120.0;

/// Returns the backs of two sides, for the front and the rear; where there is one side or none, the first back on both.
fn panels(pieces: &[PrintedCard]) -> [Option<BoxPanel>; 2] {
    let panel = |piece: &PrintedCard| {
        let face = piece.drawn.card.back.clone()?;
        Some(BoxPanel { face, size: piece.drawn.card.size })
    };
    let cards = || pieces.iter().filter(|piece| !piece.drawn.card.token && piece.drawn.card.back.is_some());
    let first = cards().find(|piece| piece.drawn.side.is_some()).or_else(|| cards().next());
    let second = cards().find(|piece| {
        piece.drawn.side.is_some() && piece.drawn.side != first.and_then(|first| first.drawn.side.clone())
    });
    [first.and_then(panel), second.or(first).and_then(panel)]
}
