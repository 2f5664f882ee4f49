//! The signs on the cards, drawn once in a template's colours: what a card does, whose it is, the dice.

use std::sync::Arc;

use muster_core::print::font::Font;
use muster_core::print::frame::{Color, Frame, Icon, Path, Rect, Transform, at};
use muster_core::print::picture::carried_drawings;
use muster_core::print::template::{Drawing, Look};

use super::strokes::{draw_centered, polar};
use crate::model::{PolyhedralDie, UnitKind};
use crate::words::{CardDeed, CardWord, CountersDeed, PlainWord};

/// Signs are drawn this large.
const SCALE: f64 = 20.0;

carried_drawings! {
    /// The sign of a card, for the first word of its effect, of a kind of unit, of a side, or within a text. In its file black is
    /// the ink, white the ground.
    pub(super) enum Sign {
        Arrow = "signs/arrow.svg",
        Arrows = "signs/arrows.svg",
        HalfArrow = "signs/half-arrow.svg",
        Swords = "signs/swords.svg",
        Reload = "signs/reload.svg",
        Spark = "signs/spark.svg",
        Crown = "signs/crown.svg",
        Hourglass = "signs/hourglass.svg",
        Gain = "signs/gain.svg",
        Loss = "signs/loss.svg",
        Push = "signs/push.svg",
        Die = "signs/die.svg",
        DieAgain = "signs/die-again.svg",
        CardGained = "signs/card-gained.svg",
        CardLost = "signs/card-lost.svg",
        Target = "signs/target.svg",
        Medal = "signs/medal.svg",
        Exchange = "signs/exchange.svg",
        Flag = "signs/flag.svg",
        Bow = "signs/bow.svg",
        Stop = "signs/stop.svg",
        Map = "signs/map.svg",
        Spent = "signs/spent.svg",
        Belts = "signs/belts.svg",
        Belt = "signs/belt.svg",
        Wheel = "signs/wheel.svg",
        Sword = "signs/sword.svg",
        Claws = "signs/claws.svg",
        Shield = "signs/shield.svg",
        Lozenge = "signs/lozenge.svg",
        Counter = "signs/counter.svg",
        Box = "signs/box.svg",
    }
}

impl Sign {
    /// Returns the sign in two colours.
    fn draw(self, ink: Color, ground: Color) -> Frame {
        self.carried().draw(SCALE, &[(Color::BLACK, ink), (Color::WHITE, ground)])
    }

    /// Returns the sign of a card that does this.
    pub(super) fn from_words(play: &[CardWord]) -> Sign {
        let Some(word) = play.first() else { return Sign::Hourglass };
        let deed = match word {
            CardWord::Plain(PlainWord::Melee) => return Sign::Swords,
            CardWord::Plain(PlainWord::Cast) => return Sign::Spark,
            CardWord::Plain(PlainWord::Wild) => return Sign::Crown,
            CardWord::Plain(PlainWord::RallyAll) => return Sign::Flag,
            CardWord::Plain(PlainWord::Fire) => return Sign::Bow,
            CardWord::Plain(PlainWord::ReRoll) => return Sign::DieAgain,
            CardWord::Deed(deed) => deed,
        };
        match deed {
            CardDeed::Move(_) => Sign::Arrow,
            CardDeed::MoveGroup(_) => Sign::Arrows,
            CardDeed::HalfMove(_) => Sign::HalfArrow,
            CardDeed::Reload(_) => Sign::Reload,
            CardDeed::Counters(CountersDeed { change, .. }) if *change < 0 => Sign::Loss,
            CardDeed::Counters(_) => Sign::Gain,
            CardDeed::Push(_) => Sign::Push,
            CardDeed::Roll(_) => Sign::Die,
            CardDeed::Draw(_) => Sign::CardGained,
            CardDeed::Lose(_) => Sign::CardLost,
            CardDeed::ToHit(_) => Sign::Target,
            CardDeed::Keep(_) => Sign::Medal,
            CardDeed::Opponent(_) => Sign::Exchange,
            CardDeed::Stop(_) => Sign::Stop,
            CardDeed::Stratagem(_) => Sign::Map,
        }
    }

    /// Returns the sign of a kind of unit: on foot and mounted as on maps.
    pub(super) fn from_kind(kind: UnitKind) -> Sign {
        match kind {
            UnitKind::Infantry => Sign::Belts,
            UnitKind::Cavalry => Sign::Belt,
            UnitKind::Missile => Sign::Bow,
            UnitKind::WarMachine => Sign::Wheel,
            UnitKind::Monster => Sign::Claws,
            UnitKind::Wizard => Sign::Spark,
            UnitKind::Character => Sign::Sword,
            UnitKind::General => Sign::Crown,
        }
    }
}

/// Draws a sign in the colour of the card, as large as fits in the middle of a box.
pub(super) fn draw(look: &Look, frame: &mut Frame, sign: Sign, rect: Rect) {
    let drawn = look.draw_accented("sign", sign as usize, |look| sign.draw(look.accent(), look.paper()));
    put(frame, &drawn, rect);
}

/// Draws a sign in a colour on a ground, as large as fits in the middle of a box.
pub(super) fn draw_on(frame: &mut Frame, sign: Sign, (ink, ground): (Color, Color), rect: Rect) {
    put(frame, &Arc::new(sign.draw(ink, ground)), rect);
}

/// Places a drawing of [`SCALE`] as large as fits in the middle of a box.
pub(super) fn put(frame: &mut Frame, drawn: &Arc<Frame>, rect: Rect) {
    let size = rect.width.min(rect.height);
    let corner = at(rect.x + (rect.width - size) / 2.0, rect.y + (rect.height - size) / 2.0);
    frame.place(drawn, Transform::from_scale_translate(size / SCALE, corner.x, corner.y));
}

/// Returns a drawing of a side's emblem in its colour.
pub(super) fn side_emblem<'a>(side: usize) -> Drawing<'a> {
    Box::new(move |look, frame, rect| emblem_in(frame, side, look.color(super::accent_of(side)), rect))
}

/// Draws a side's emblem in a colour, as large as fits in the middle of a box: a shield for the first side, a lozenge for the
/// second, told apart without colour.
pub(super) fn emblem_in(frame: &mut Frame, side: usize, color: Color, rect: Rect) {
    let sign = if side.is_multiple_of(2) { Sign::Shield } else { Sign::Lozenge };
    draw_on(frame, sign, (color, color), rect);
}

/// The icons that texts may name.
pub(super) const ICONS: &[&str] = &["d4", "d6", "d8", "d10", "d12", "d20", "counter", "box"];

/// Draws one of [`ICONS`].
pub(super) fn icon(look: &Look, name: &str) -> Option<Icon> {
    let frame = match name {
        "counter" => look.symbol("counter", 0, |look| Sign::Counter.draw(look.ink(), look.paper())),
        "box" => look.symbol("box", 0, |look| Sign::Box.draw(look.ink(), look.paper())),
        die => {
            let die = PolyhedralDie::ALL.into_iter().find(|known| known.to_string() == die)?;
            numbered_die(look, die)
        }
    };
    Some(Icon { frame, height: SCALE, width: 1.0 })
}

/// Returns a die with its number of faces.
pub(super) fn numbered_die(look: &Look, die: PolyhedralDie) -> Arc<Frame> {
    look.symbol("die", die as usize, |look| {
        let mut frame = Frame::default();
        let (corners, turn, middle) = match die {
            PolyhedralDie::D4 => (3, 0.25, 12.2),
            PolyhedralDie::D6 => (4, 0.125, 10.0),
            PolyhedralDie::D8 | PolyhedralDie::D10 => (4, 0.25, 10.0),
            PolyhedralDie::D12 => (5, 0.25, 10.4),
            PolyhedralDie::D20 => (6, 0.25, 10.0),
        };
        let radius = if corners == 3 { 11.0 } else { 9.8 };
        let corner = |i: u32| {
            let part = f64::from(i) / f64::from(corners) + turn;
            polar(at(10.0, middle), radius, part * std::f64::consts::TAU)
        };
        frame.fill(Path::polygon(&(0..corners).map(corner).collect::<Vec<_>>()), look.ink());
        let style = (Font::SansBold, look.paper());
        draw_centered(&mut frame, &die.faces().to_string(), style, at(10.0, middle + 0.3), 26.0, 9.0);
        frame
    })
}
