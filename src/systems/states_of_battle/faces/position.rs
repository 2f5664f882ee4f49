//! A position on the table: the field of the stand-in from above, and beside each edge what its side holds.

mod field;
mod holdings;

use self::field::{FieldPicture, FieldPlace, FieldUnit};
use self::holdings::Holdings;
use super::signs::Sign;
use super::units;
use crate::systems::position::{Pictured, TableDrawing, TableRow, TableShown};
use crate::systems::states_of_battle::StatesOfBattle;
use crate::systems::states_of_battle::engine::StatesEngine;
use crate::systems::states_of_battle::field::{UnitNumbers, one};
use crate::systems::states_of_battle::model::{DeckKind, UnitKind};
use crate::systems::states_of_battle::resolve::StatesBattle;
use crate::systems::states_of_battle::rules::compile::facing;
use crate::systems::states_of_battle::rules::{CardCounts, CardRow, PlaceRow};
use crate::systems::states_of_battle::sentences::list;
use crate::systems::states_of_battle::state::{FieldState, count};
use crate::systems::states_of_battle::values::{Facing, MoraleState};

impl Pictured for StatesOfBattle {
    fn position(
        battle: &StatesBattle,
        engine: &StatesEngine,
        state: &FieldState,
        seen_by: Option<usize>,
    ) -> Vec<TableRow> {
        let seen = Seen { battle, engine, state, seen_by };
        // As the players sit: the second side beyond the field.
        vec![seen.holdings(1), seen.field(), seen.holdings(0)]
    }
}

/// A position as it is seen.
struct Seen<'a> {
    battle: &'a StatesBattle,
    engine: &'a StatesEngine,
    state: &'a FieldState,
    /// The side that sees it; `None` for who sees everything.
    seen_by: Option<usize>,
}

impl Seen<'_> {
    fn sees_cards_of(&self, side: u8) -> bool {
        self.seen_by.is_none_or(|seen_by| seen_by == usize::from(side))
    }

    fn side_name(&self, side: u8) -> &str {
        &self.engine.rules.sides[usize::from(side)].name
    }

    /// Returns the row of a side: its counters by state, its cards, and its units that are not on the field.
    fn holdings(&self, side: u8) -> TableRow {
        let (state, index) = (self.state, usize::from(side));
        let condition = state.condition(side);
        let counters = state.total(side);
        let what = if counters == 1 { "counter" } else { "counters" };
        let name = MoraleState::ALL[usize::from(condition)].word();
        let holdings = Holdings {
            side: index,
            first: self.engine.rules.sides[index].counters,
            left: state.counters[index],
            condition,
            lines: self.lines(side),
            width: field::width(self.engine.rules.numbers.lanes),
        };
        TableRow {
            title: format!("{} · {name} · {counters} {what}", self.side_name(side)),
            shown: TableShown::Drawing(TableDrawing {
                face: units::FACE.name,
                accent: "scenario",
                text: holdings.text(),
                draw: Box::new(move |look| holdings.draw(look)),
            }),
        }
    }

    /// Returns what a side has besides its counters and its units on the field: what it is, and which.
    fn lines(&self, side: u8) -> Vec<(&'static str, String)> {
        let (rules, state) = (&self.engine.rules, self.state);
        let cards = &state.cards[usize::from(side)];
        let held = |deck: DeckKind| match (self.sees_cards_of(side), count(cards.held(deck))) {
            (false, 1) => "1 card".to_owned(),
            (false, held @ 2..) => format!("{held} cards"),
            _ => self.names(deck, cards.held(deck)),
        };
        let mut lines = vec![
            ("Orders in hand", held(DeckKind::Orders)),
            ("Events in hand", held(DeckKind::Events)),
            ("Starter cards", self.names(DeckKind::Starter, &cards.starter)),
            ("Kept", self.names(DeckKind::Events, &cards.kept)),
        ];
        let die = state.stratagem[usize::from(side)];
        lines.push(("Stratagem", if die > 0 { format!("the die shows {die}") } else { String::new() }));
        let won = rules.achievements.iter().zip(state.achieved).filter(|(_, by)| *by == Some(side));
        lines.push(("Achievements", won.map(|(row, _)| row.name.as_str()).collect::<Vec<_>>().join(", ")));
        let sets = &state.sets;
        let army = rules.army(side);
        let riders = rules.sets.riders;
        let absent = army & !(sets.field | sets.reserve | sets.out | riders);
        let on_foot = army & !riders;
        for (what, units) in
            [("Not placed yet", absent), ("Waiting", sets.reserve & on_foot), ("Lost", sets.out & army)]
        {
            lines.push((what, self.unit_names(units)));
        }
        lines.retain(|(_, what)| !what.is_empty());
        lines
    }

    /// Returns the names of cards, each once, with how often it is there.
    fn names(&self, deck: DeckKind, counts: &CardCounts) -> String {
        let kinds = self.engine.rules.cards[deck as usize].iter().zip(counts).filter(|(_, n)| **n > 0);
        let name = |(row, n): (&CardRow, &u8)| match n {
            1 => row.name.clone(),
            n => format!("{} × {n}", row.name),
        };
        kinds.map(name).collect::<Vec<_>>().join(", ")
    }

    /// Returns the numbers and names of units, with those who ride with them.
    fn unit_names(&self, units: u64) -> String {
        let name = |unit| {
            let row = self.engine.rules.unit(unit);
            let riders: Vec<&str> =
                self.riders(unit).map(|rider| self.engine.rules.unit(rider).name.as_str()).collect();
            match riders.is_empty() {
                true => format!("{} {}", row.number, row.name),
                false => format!("{} {} with {}", row.number, row.name, list(&riders, "and")),
            }
        };
        UnitNumbers(units).map(name).collect::<Vec<_>>().join(", ")
    }

    /// Returns the units that ride with a unit, without those that are lost.
    fn riders(&self, unit: u8) -> impl Iterator<Item = u8> {
        let riders = self.engine.rules.sets.riders & !self.state.sets.out;
        UnitNumbers(riders).filter(move |rider| self.engine.rules.unit(*rider).host == Some(unit))
    }

    /// Returns the row of the field.
    fn field(&self) -> TableRow {
        let (rules, state) = (&self.engine.rules, self.state);
        let units = UnitNumbers(state.sets.field).map(|unit| self.unit(unit)).collect();
        let on_field = |(row, holder): (&PlaceRow, Option<u8>)| {
            Some(FieldPlace { name: row.name.clone(), spot: row.spot?, holder: holder.map(usize::from) })
        };
        let places = rules.places.iter().zip(state.places).filter_map(on_field).collect();
        let numbers = &rules.numbers;
        let picture = FieldPicture {
            depth: numbers.depth,
            lanes: numbers.lanes,
            zone: rules.deployment.is_some().then_some(numbers.zone),
            units,
            places,
        };
        let mut title = "The field".to_owned();
        if let Some(end) = state.end {
            title = match end.winner {
                Some(winner) => format!("The field, won by {}", self.side_name(winner)),
                None => "The field, on which nobody won".to_owned(),
            };
        }
        let open: Vec<&str> = rules
            .achievements
            .iter()
            .zip(state.achieved)
            .filter(|(_, by)| by.is_none())
            .map(|(row, _)| row.name.as_str())
            .collect();
        let text = self.field_text(&picture, &open);
        let caption = match open.is_empty() {
            true => String::new(),
            false => format!("Achievements that nobody has won: {}", list(&open, "and")),
        };
        TableRow {
            title,
            shown: TableShown::Drawing(TableDrawing {
                face: units::FACE.name,
                accent: "scenario",
                text,
                draw: Box::new(move |look| picture.draw(look, &caption)),
            }),
        }
    }

    /// Returns a unit on the field, or the tray that it lies under.
    fn unit(&self, unit: u8) -> FieldUnit {
        let (rules, state) = (&self.engine.rules, self.state);
        let (row, here) = (rules.unit(unit), &state.units[usize::from(unit)]);
        let is_in = |set: u64| set & one(unit) != 0;
        let tray = state.trays.iter().position(|under| *under == Some(unit)).filter(|_| is_in(state.sets.hidden));
        let side = usize::from(row.side);
        let mut drawn = FieldUnit {
            side,
            spot: here.spot,
            facing: here.facing,
            flees: is_in(state.sets.flees),
            is_concealed: tray.is_some(),
            ..FieldUnit::default()
        };
        if let Some(tray) = tray {
            // Each side counts its own trays.
            let number = rules.trays[..=tray].iter().filter(|other| other.side == row.side).count();
            drawn.number = format!("Tray {number}");
            if !self.sees_cards_of(row.side) {
                return drawn;
            }
            drawn.name = format!("{} {}", row.number, row.name);
        } else {
            drawn.number.clone_from(&row.number);
            drawn.name.clone_from(&row.name);
        }
        drawn.kind = Some(self.kind(unit));
        drawn.strength = format!("{}/{}", here.models, row.models);
        drawn.riders = self.riders(unit).map(|rider| (self.kind(rider), rules.unit(rider).name.clone())).collect();
        drawn.combat = state.combats().iter().position(|combat| combat & one(unit) != 0).map(|place| place + 1);
        let marks = [
            (is_in(state.sets.spent), Sign::Spent, "spent"),
            (is_in(state.sets.warded), Sign::Spark, "warded"),
            (is_in(state.sets.marked), Sign::Map, "marked for the Stratagem"),
        ];
        drawn.marks = marks.into_iter().filter(|(is, ..)| *is).map(|(_, sign, word)| (sign, word)).collect();
        drawn
    }

    fn kind(&self, unit: u8) -> UnitKind {
        self.battle.units[usize::from(unit)].kind
    }

    /// Returns what the field shows in words, a unit a line.
    fn field_text(&self, picture: &FieldPicture, open: &[&str]) -> String {
        let unit = |unit: &FieldUnit| {
            let name = match unit.is_concealed || unit.name.is_empty() {
                true => [unit.number.as_str(), unit.name.as_str()].join(" ").trim_end().to_owned(),
                false => format!("{} {}", unit.number, unit.name),
            };
            let inches = if unit.side == 0 { unit.spot.x } else { picture.depth.saturating_sub(unit.spot.x) };
            let mut parts = vec![format!("{inches} inches from the edge in lane {}", unit.spot.lane)];
            let looks = match facing(unit.side as u8, unit.facing) {
                Facing::Front => None,
                Facing::Left => Some("faces left"),
                Facing::Right => Some("faces right"),
                Facing::Rear => Some("faces the rear"),
            };
            parts.extend(looks.map(str::to_owned));
            parts.extend((!unit.strength.is_empty()).then(|| format!("models {}", unit.strength)));
            parts.extend(unit.flees.then(|| "flees".to_owned()));
            parts.extend(unit.combat.map(|number| format!("in combat {number}")));
            parts.extend(unit.marks.iter().map(|(_, word)| (*word).to_owned()));
            let riders: Vec<&str> = unit.riders.iter().map(|(_, name)| name.as_str()).collect();
            parts.extend((!riders.is_empty()).then(|| format!("with {}", list(&riders, "and"))));
            format!("{}: {name}: {}", self.side_name(unit.side as u8), parts.join(", "))
        };
        let place = |place: &FieldPlace| {
            let holder = place.holder.map_or("nobody", |side| self.side_name(side as u8));
            format!("{}: held by {holder}", place.name)
        };
        let mut lines: Vec<String> = picture.units.iter().map(unit).collect();
        lines.extend(picture.places.iter().map(place));
        lines.extend((!open.is_empty()).then(|| format!("Won by nobody yet: {}", list(open, "and"))));
        lines.join("\n")
    }
}
