//! The order sheets: for each command its orders, and beside each whether it is underlined, which is followed once more.

use muster_core::print::template::{Block, Content, Drawing, Entry, FaceOffer, Paragraph, Run, runs};
use muster_systems::printed::Piece;

use super::blocks::Badge;
use crate::model::{BlockQuality, OptionalRule, PubOrder};
use crate::resolve::PubBattle;
use crate::sentences;
use crate::wording::{PubWord as W, PubWording};

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "orders",
    texts: &["hq", "side", "leader", "name"],
    drawings: &["badge"],
    flows: &["orders"],
    styles: &["head", "order", "blank"],
    accents: &["scenario"],
    ..FaceOffer::NOTHING
};

/// Rows of a sheet: those that are written, and empty ones to write on.
const ROWS: usize = 14;

/// Returns a sheet for each command with a chit of a battle in which orders are written: one without has no orders.
pub(super) fn pieces<'a>(battle: &'a PubBattle, wording: PubWording<'a>) -> Vec<Piece<'a>> {
    if !battle.has(OptionalRule::WrittenOrders) {
        return Vec::new();
    }
    let in_order = battle.all_in_order().into_iter().enumerate();
    let with_chit = in_order.filter(|(_, command)| battle.commands[*command].has_chit);
    with_chit.map(|of| piece(battle, of, wording)).collect()
}

/// Returns the orders of a command as they are written.
fn written_orders(battle: &PubBattle, command: usize) -> &[PubOrder] {
    let of = &battle.commands[command];
    let side = battle.scenario().and_then(|scenario| scenario.sides.get(of.side));
    let Some(side) = side else { return &[] };
    let armies = side.armies().count();
    let place = battle.sides[of.side].commands.iter().position(|other| *other == command).unwrap_or(0);
    if of.is_army {
        return side.armies().nth(place).map_or(&[], |(_, army)| &army.orders);
    }
    let place = place - armies.min(place);
    let fog = || side.fog_of_war.get(place.checked_sub(side.corps.len())?).map(|fog| &fog.orders[..]);
    side.corps.get(place).map(|corps| &corps.orders[..]).or_else(fog).unwrap_or_default()
}

fn piece<'a>(battle: &'a PubBattle, (place, command): (usize, usize), wording: PubWording<'a>) -> Piece<'a> {
    let of = &battle.commands[command];
    let side = battle.sides[of.side].name.clone();
    let badge = Badge::new(battle, command);
    let leader = wording.word(sentences::leader(of.leader));
    let rating = wording.say(W::LeaderRolls, &[(&leader).into(), of.leader.rating().into()]);
    let mut texts = vec![
        ("hq", Entry::new(&of.hq, "/hq")),
        ("side", Entry::new(&side, "")),
        ("leader", Entry::new(rating, "/leader")),
    ];
    texts.extend(battle.scenario().map(|scenario| ("name", Entry::new(&scenario.name, ""))));
    let draw: Drawing<'_> = Box::new(move |look, frame, rect| badge.draw(look, frame, rect, false, BlockQuality::Line));
    let content = Content {
        accent: "scenario",
        texts,
        drawings: vec![("badge", draw)],
        flows: vec![("orders", rows(written_orders(battle, command), wording))],
        ..Content::default()
    };
    let at = battle.command_address(command, "");
    let label = wording.say(W::OrdersOf, &[(&of.hq).into()]);
    let piece = Piece::from_content(format!("orders-{}", place + 1), label, &FACE, content, at);
    let scenario = battle.scenario().map(|scenario| scenario.name.clone());
    Piece {
        group: scenario.into_iter().chain([side.clone(), wording.word(W::OrderSheets)]).collect(),
        side: Some(side),
        token: true,
        ..piece
    }
}

/// Returns the heads of the columns, the orders, and empty rows.
fn rows(orders: &[PubOrder], wording: PubWording<'_>) -> Vec<Block> {
    let cells = |style: &'static str, cells: [String; 3], aloud: String| Paragraph {
        style,
        cells: cells.into_iter().map(|cell| vec![Run::plain(cell)]).collect(),
        aloud: Some(aloud),
        ..Paragraph::default()
    };
    let columns = [W::ColumnTurn, W::ColumnOrder, W::ColumnUnderlined].map(|word| wording.word(word));
    let head = Block::new("orders", "", vec![cells("head", columns, wording.word(W::ColumnsAloud))]);
    let order = |(index, order): (usize, &PubOrder)| {
        let text = sentences::order(wording, order);
        let start = wording.word(if index == 0 { W::FromStart } else { W::Then });
        let aloud = Some(format!("{start}: {text}"));
        let cells = vec![vec![Run::plain(start)], runs(&text), Vec::new()];
        let row = Paragraph { style: "order", cells, aloud, ..Paragraph::default() };
        Block::new("orders", format!("/orders/{index}"), vec![row])
    };
    let blank =
        || Block::new("orders", "", vec![cells("blank", std::array::from_fn(|_| "\u{a0}".to_owned()), String::new())]);
    let blanks = (orders.len()..ROWS).map(|_| blank());
    std::iter::once(head).chain(orders.iter().enumerate().map(order)).chain(blanks).collect()
}
