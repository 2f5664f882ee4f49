//! A position on the table: the field of the stand-in from above, and beside each edge what its side holds.

mod holdings;

use muster_systems::catalogue::Catalogue;
use muster_systems::live::place_name;
use muster_systems::position::{Pictured, TableDrawing, TableRow, TableShown, TableSpot};

use self::holdings::Holdings;
use super::field::{self, FieldPicture, FieldPlace, FieldScale, FieldUnit};
use super::signs::Sign;
use super::units;
use crate::StatesOfBattle;
use crate::engine::{PlayerChoice, StatesEngine};
use crate::field::{FieldSpot, UnitNumbers, one};
use crate::model::{DeckKind, UnitKind};
use crate::notation;
use crate::resolve::StatesBattle;
use crate::rules::compile::facing;
use crate::rules::{AchievementRow, CardCounts, CardRow, PlaceRow};
use crate::sentences::{achievement_title, card_name, state as called};
use crate::state::{FieldState, count};
use crate::values::{Facing, MoraleState};
use crate::wording::{StatesWord as W, StatesWording};

impl Pictured for StatesOfBattle {
    fn position(
        battle: &StatesBattle,
        engine: &StatesEngine,
        state: &FieldState,
        seen_by: Option<usize>,
        words: &Catalogue,
    ) -> Vec<TableRow> {
        let seen = Seen { battle, engine, state, seen_by, wording: StatesWording::new(words) };
        // As the players sit: the second side beyond the field.
        vec![seen.holdings(1), seen.field(), seen.holdings(0)]
    }

    fn targets(_: &StatesBattle, engine: &StatesEngine, moves: &[PlayerChoice], _: &Catalogue) -> Vec<TableSpot> {
        let numbers = &engine.rules.numbers;
        let field = FieldPicture::empty((numbers.depth, numbers.lanes), FieldScale::POSITION);
        let target = |chosen: &PlayerChoice| {
            let (unit, x, lane) = chosen.goes()?;
            let name = place_name(&notation::place(engine, unit, x, lane))?;
            Some(TableSpot { name, rect: field.target(FieldSpot { x, lane }) })
        };
        moves.iter().filter_map(target).collect()
    }
}

/// A position as it is seen.
struct Seen<'a> {
    battle: &'a StatesBattle,
    engine: &'a StatesEngine,
    state: &'a FieldState,
    /// The side that sees it; `None` for who sees everything.
    seen_by: Option<usize>,
    wording: StatesWording<'a>,
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
        let (state, index, wording) = (self.state, usize::from(side), self.wording);
        let condition = state.condition(side);
        let counters = state.total(side);
        let states = MoraleState::ALL.map(|state| called(wording, state));
        let title = [counters.into(), self.side_name(side).into(), (&states[usize::from(condition)]).into()];
        let title = wording.say(W::SideOnTable, &title);
        let holdings = Holdings {
            side: index,
            first: self.engine.rules.sides[index].counters,
            left: state.counters[index],
            condition,
            states,
            lines: self.lines(side),
            width: field::width(self.engine.rules.numbers.lanes),
        };
        TableRow {
            title,
            shown: TableShown::Drawing(TableDrawing {
                face: units::FACE.name,
                accent: "scenario",
                text: holdings.text(wording),
                spots: Vec::new(),
                draw: Box::new(move |look| holdings.draw(look)),
            }),
        }
    }

    /// Returns what a side has besides its counters and its units on the field: what it is, and which.
    fn lines(&self, side: u8) -> Vec<(String, String)> {
        let (rules, state, wording) = (&self.engine.rules, self.state, self.wording);
        let cards = &state.cards[usize::from(side)];
        let held = |deck: DeckKind| match (self.sees_cards_of(side), count(cards.held_cards(deck))) {
            (false, held @ 1..) => wording.say(W::HiddenCards, &[held.into()]),
            _ => self.names(deck, cards.held_cards(deck)),
        };
        let mut lines = vec![
            (W::OrdersInHand, held(DeckKind::Orders)),
            (W::EventsInHand, held(DeckKind::Events)),
            (W::StarterCards, self.names(DeckKind::Starter, &cards.starter)),
            (W::Kept, self.names(DeckKind::Events, &cards.kept)),
        ];
        let die = state.stratagem[usize::from(side)];
        let shows = if die > 0 { wording.say(W::DieShows, &[die.into()]) } else { String::new() };
        lines.push((W::Stratagem, shows));
        let won = rules.achievements.iter().zip(state.achieved).filter(|(_, by)| *by == Some(side));
        let won: Vec<String> = won.map(|(row, _)| self.achievement(row)).collect();
        lines.push((W::AchievementsWon, wording.commas(&won)));
        let sets = &state.sets;
        let army = rules.army(side);
        let riders = rules.sets.riders;
        let absent = army & !(sets.field | sets.reserve | sets.out | riders);
        let on_foot = army & !riders;
        for (what, units) in
            [(W::NotPlaced, absent), (W::NotArrived, sets.reserve & on_foot), (W::LostUnits, sets.out & army)]
        {
            lines.push((what, self.unit_names(units)));
        }
        lines.retain(|(_, what)| !what.is_empty());
        lines.into_iter().map(|(what, which)| (wording.word(what), which)).collect()
    }

    /// Returns the names of cards, each once, with how often it is there.
    fn names(&self, deck: DeckKind, counts: &CardCounts) -> String {
        let kinds = self.engine.rules.cards[deck as usize].iter().zip(counts).filter(|(_, n)| **n > 0);
        let name = |(row, n): (&CardRow, &u8)| match n {
            1 => self.card(row),
            n => format!("{} × {n}", self.card(row)),
        };
        self.wording.commas(&kinds.map(name).collect::<Vec<_>>())
    }

    /// Returns the numbers and names of units, with those who ride with them.
    fn unit_names(&self, units: u64) -> String {
        let name = |unit| {
            let row = self.engine.rules.unit(unit);
            let riders: Vec<&str> =
                self.riders(unit).map(|rider| self.engine.rules.unit(rider).name.as_str()).collect();
            match riders.is_empty() {
                true => format!("{} {}", row.number, row.name),
                false => {
                    let unit = format!("{} {}", row.number, row.name);
                    self.wording.say(W::UnitWithRiders, &[(&unit).into(), (&self.wording.all_of(&riders)).into()])
                }
            }
        };
        self.wording.commas(&UnitNumbers(units).map(name).collect::<Vec<_>>())
    }

    /// Returns the units that ride with a unit, without those that are lost.
    fn riders(&self, unit: u8) -> impl Iterator<Item = u8> {
        let riders = self.engine.rules.sets.riders & !self.state.sets.out;
        UnitNumbers(riders).filter(move |rider| self.engine.rules.unit(*rider).host == Some(unit))
    }

    /// Returns the row of the field.
    fn field(&self) -> TableRow {
        let (rules, state, wording) = (&self.engine.rules, self.state, self.wording);
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
            scale: FieldScale::POSITION,
        };
        let mut title = wording.word(W::TheField);
        if let Some(end) = state.end {
            title = match end.winner {
                Some(winner) => wording.say(W::FieldWonBy, &[self.side_name(winner).into()]),
                None => wording.word(W::FieldDrawn),
            };
        }
        let open = rules.achievements.iter().zip(state.achieved).filter(|(_, by)| by.is_none());
        let open: Vec<String> = open.map(|(row, _)| self.achievement(row)).collect();
        let text = self.field_text(&picture, &open);
        let caption = match open.is_empty() {
            true => String::new(),
            false => wording.say(W::OpenAchievements, &[(&wording.all_of(&open)).into()]),
        };
        TableRow {
            title,
            shown: TableShown::Drawing(TableDrawing {
                face: units::FACE.name,
                accent: "scenario",
                text,
                spots: picture.spots(),
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
            in_flight: String::new(),
            is_concealed: tray.is_some(),
            ..FieldUnit::default()
        };
        if let Some(tray) = tray {
            // Each side counts its own trays.
            let number = rules.trays[..=tray].iter().filter(|other| other.side == row.side).count();
            drawn.number = self.wording.say(W::Tray, &[count_of(number).into()]);
            if !self.sees_cards_of(row.side) {
                return drawn;
            }
            drawn.name = format!("{} {}", row.number, row.name);
        } else {
            drawn.number.clone_from(&row.number);
            drawn.name.clone_from(&row.name);
        }
        drawn.kind = Some(self.kind(unit));
        drawn.in_flight = self.wording.say(W::InFlight, &[(&drawn.name).into()]);
        drawn.strength = format!("{}/{}", here.models, row.models);
        drawn.riders = self.riders(unit).map(|rider| (self.kind(rider), rules.unit(rider).name.clone())).collect();
        drawn.combat = state.combats().iter().position(|combat| combat & one(unit) != 0).map(|place| place + 1);
        let marks = [
            (is_in(state.sets.spent), Sign::Spent, W::MarkSpent),
            (is_in(state.sets.warded), Sign::Spark, W::MarkWarded),
            (is_in(state.sets.marked), Sign::Map, W::MarkStratagem),
        ];
        drawn.marks =
            marks.into_iter().filter(|(is, ..)| *is).map(|(_, sign, word)| (sign, self.wording.word(word))).collect();
        drawn
    }

    /// Returns the name of a card.
    fn card(&self, row: &CardRow) -> String {
        let card = self.battle.cards.iter().find(|card| card.definition.card == row.name);
        card.map_or_else(|| row.name.clone(), |card| card_name(self.wording, card))
    }

    /// Returns the name of an achievement.
    fn achievement(&self, row: &AchievementRow) -> String {
        let of_battle = self.battle.achievements.iter().find(|achievement| achievement.title == row.name);
        of_battle.map_or_else(|| row.name.clone(), |achievement| achievement_title(self.wording, achievement))
    }

    fn kind(&self, unit: u8) -> UnitKind {
        self.battle.units[usize::from(unit)].kind
    }

    /// Returns what the field shows in words, a unit a line.
    fn field_text(&self, picture: &FieldPicture, open: &[String]) -> String {
        let wording = self.wording;
        let unit = |unit: &FieldUnit| {
            let name = match unit.is_concealed || unit.name.is_empty() {
                true => [unit.number.as_str(), unit.name.as_str()].join(" ").trim_end().to_owned(),
                false => format!("{} {}", unit.number, unit.name),
            };
            let inches = if unit.side == 0 { unit.spot.x } else { picture.depth.saturating_sub(unit.spot.x) };
            let mut parts = vec![wording.say(W::UnitAt, &[inches.into(), unit.spot.lane.into()])];
            let looks = match facing(unit.side as u8, unit.facing) {
                Facing::Front => None,
                Facing::Left => Some(W::FacesLeft),
                Facing::Right => Some(W::FacesRight),
                Facing::Rear => Some(W::FacesRear),
            };
            parts.extend(looks.map(|looks| wording.word(looks)));
            parts.extend((!unit.strength.is_empty()).then(|| wording.say(W::ModelsLeft, &[(&unit.strength).into()])));
            parts.extend(unit.flees.then(|| wording.word(W::Flees)));
            parts.extend(unit.combat.map(|number| wording.say(W::InCombat, &[count_of(number).into()])));
            parts.extend(unit.marks.iter().map(|(_, word)| word.clone()));
            let riders: Vec<&str> = unit.riders.iter().map(|(_, name)| name.as_str()).collect();
            parts
                .extend((!riders.is_empty()).then(|| wording.say(W::WithRiders, &[(&wording.all_of(&riders)).into()])));
            format!("{}: {name}: {}", self.side_name(unit.side as u8), wording.commas(&parts))
        };
        let place = |place: &FieldPlace| {
            let nobody = || wording.word(W::Nobody);
            let holder = place.holder.map_or_else(nobody, |side| self.side_name(side as u8).to_owned());
            wording.say(W::PlaceHolder, &[(&place.name).into(), (&holder).into()])
        };
        let mut lines: Vec<String> = picture.units.iter().map(unit).collect();
        lines.extend(picture.places.iter().map(place));
        lines.extend((!open.is_empty()).then(|| wording.say(W::WonByNobody, &[(&wording.all_of(open)).into()])));
        lines.join("\n")
    }
}

fn count_of(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
