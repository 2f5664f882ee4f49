//! The cards of units: what each is, what its loss costs, and what is particular to it.

use muster_core::print::template::{Block, Content, Drawing, Entry, FaceOffer, Paragraph, Run};
use muster_systems::art::card_picture;
use muster_systems::fields::Fields;
use muster_systems::printed::{FaceContent, Overflow, Piece, Surface};

use super::back::{arms, back, scenario_art, side_entry};
use super::signs::{self, Sign};
use super::{accent_of, lore};
use crate::model::{ArmyUnit, MoraleState, UnitKind};
use crate::resolve::{BattleUnit, StatesBattle, TriggerEffect};
use crate::sentences::{plainly, state};
use crate::wording::{StatesWord as W, StatesWording};

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "unit",
    texts: &["number", "kind", "name", "points", "mcv", "mcv-caption", "models", "moves", "side"],
    drawings: &["sign", "side-sign"],
    flows: &["rules"],
    styles: &["trait", "rule", "lore"],
    pictures: &["art", "arms"],
    fields: true,
    room: 300,
    rooms: &[
        ("number", 5),
        ("kind", 14),
        ("name", 48),
        ("points", 12),
        ("mcv", 3),
        ("mcv-caption", 4),
        ("models", 12),
        ("moves", 32),
        ("side", 40),
    ],
    ..FaceOffer::NOTHING
};

/// Returns the units to print: those of the sides, in their order; of an army alone, all.
pub(super) fn printed_units(battle: &StatesBattle) -> Vec<usize> {
    match battle.scenario() {
        Some(_) => battle.fielded_units().collect(),
        None => (0..battle.units.len()).collect(),
    }
}

/// Returns the card of a unit. Its number is the unit's.
pub(super) fn piece<'a>(battle: &'a StatesBattle, index: usize, wording: StatesWording<'a>) -> Piece<'a> {
    let (unit, written) = (&battle.units[index], battle.written_unit(index));
    let accent = accent_of(unit.side.unwrap_or(0));
    let place = move |tag: &str| match tag.starts_with("/scenario") {
        true => battle.scenario_address(tag),
        false => battle.unit_address(index, tag),
    };
    let content = move |rule: Option<&str>| {
        let mut blocks: Vec<Block> = Vec::new();
        let traits = traits(battle, index, wording);
        if !traits.is_empty() {
            let lines = traits.iter().map(|line| Paragraph::new("trait", line)).collect();
            blocks.push(Block::new("traits", "/named", lines));
        }
        blocks.extend(rule.map(|text| Block::new("rule_text", "/rule_text", vec![Paragraph::new("rule", text)])));
        blocks.extend(written.lore.iter().map(|text| lore(text)));
        let mut content = Content { accent, texts: texts(battle, (unit, written), wording), ..Content::default() };
        let sign = Sign::from_kind(unit.kind);
        let draw_sign: Drawing<'_> = Box::new(move |look, frame, rect| signs::draw(look, frame, sign, rect));
        content.drawings.push(("sign", draw_sign));
        content.tags.push(("sign", "/kind"));
        content.drawings.extend(unit.side.map(|side| ("side-sign", signs::side_emblem(side))));
        content.flows.push(("rules", blocks));
        content.fields = Fields::entries(written.fields.as_ref());
        content.pictures.extend(card_picture(written.art.as_ref(), scenario_art(battle)).map(|art| ("art", art)));
        content.pictures.extend(arms(battle, unit.side));
        content
    };
    let rule = written.rule_text.as_deref();
    let front = FaceContent { face: FACE.name, content: content(rule), place: Some(Box::new(place)) };
    let label = format!("{} {}", unit.id, unit.name);
    let overflow = rule.map(|rule| Overflow {
        title: label.clone(),
        texts: vec![(rule.to_owned(), place("/rule_text"))],
        rest: Box::new(move || content(Some(&wording.word(W::TextElsewhere)))),
    });
    let side = unit.side.and_then(|side| Some(battle.sides.get(side)?.name.clone()));
    let group =
        [battle.scenario().map(|scenario| scenario.name.clone()), side.clone(), Some(wording.word(W::UnitCards))];
    let authors = [("/rule_text", &written.rule_text), ("/lore", &written.lore)];
    let authors = authors.into_iter().filter_map(|(key, text)| Some((text.clone()?, place(key))));
    Piece {
        group: group.into_iter().flatten().collect(),
        back: back(battle, accent, &wording.word(W::UnitCards), unit.side),
        side,
        at: Some(place("")),
        texts: authors.chain(Fields::texts(written.fields.as_ref(), place)).collect(),
        overflow,
        ..Piece::new(unit.id.to_string(), label, Surface::Face(front))
    }
}

fn texts(
    battle: &StatesBattle,
    (unit, written): (&BattleUnit, &ArmyUnit),
    wording: StatesWording<'_>,
) -> Vec<(&'static str, Entry)> {
    let mut texts = vec![
        ("number", Entry::new(unit.id.to_string(), "/unit")),
        ("kind", Entry::new(wording.word(kind(unit.kind)), "/kind").with_key(unit.kind.word())),
        ("name", Entry::new(&unit.name, "/name")),
        ("points", Entry::new(plainly(wording, W::Points, unit.points.into()), "/points")),
        ("mcv", Entry::new(unit.mcv.to_string(), "/mcv").read_as(wording.say(W::McvAloud, &[unit.mcv.into()]))),
        ("mcv-caption", Entry::new(wording.word(W::Mcv), "").read_as("")),
    ];
    texts.extend(
        written.models.map(|models| ("models", Entry::new(plainly(wording, W::Models, models.into()), "/models"))),
    );
    texts.extend(moves(written, wording).map(|moves| ("moves", Entry::from_runs(moves, "/move"))));
    texts.extend(side_entry(battle, unit.side).map(|entry| ("side", entry)));
    texts
}

/// Returns the inches that a unit moves, charges and shoots, as far as they are written.
fn moves(written: &ArmyUnit, wording: StatesWording<'_>) -> Option<Vec<Run>> {
    let said = inches(written).into_iter().filter_map(|(word, inches)| Some((wording.word(word), inches?)));
    let inches = |n: u8| wording.say(W::InchesShort, &[n.into()]);
    let parts: Vec<[Run; 2]> = said.map(|(word, n)| [Run::plain(format!("{word} ")), Run::strong(inches(n))]).collect();
    (!parts.is_empty()).then(|| parts.join(&Run::plain(" · ")))
}

/// Returns the same in one line of letters: `move 4, charge 8`.
pub(super) fn moves_in_words(written: &ArmyUnit, wording: StatesWording<'_>) -> Vec<String> {
    let said = inches(written).into_iter();
    said.filter_map(|(word, inches)| Some(format!("{} {}", wording.word(word), inches?))).collect()
}

/// The inches that a unit moves, charges and shoots, as far as they are written.
fn inches(written: &ArmyUnit) -> [(W, Option<u8>); 3] {
    [(W::MoveWord, written.movement), (W::ChargeWord, written.charge), (W::RangeWord, written.range)]
}

/// Returns the name of a kind of unit.
pub(super) fn kind(kind: UnitKind) -> W {
    match kind {
        UnitKind::Infantry => W::Infantry,
        UnitKind::Cavalry => W::Cavalry,
        UnitKind::Missile => W::MissileUnit,
        UnitKind::WarMachine => W::WarMachine,
        UnitKind::Monster => W::Monster,
        UnitKind::Wizard => W::Wizard,
        UnitKind::Character => W::Character,
        UnitKind::General => W::General,
    }
}

/// Returns what is particular to a unit, each as a sentence.
fn traits(battle: &StatesBattle, index: usize, wording: StatesWording<'_>) -> Vec<String> {
    let unit = &battle.units[index];
    let mut traits = Vec::new();
    if unit.named && unit.kind.is_character() {
        traits.push(wording.word(W::IsNamed));
    }
    traits.extend(unit.rides_in().map(|carrier| wording.say(W::RidesWith, &[(&battle.units[carrier].name).into()])));
    let riders: Vec<&str> = riders(battle, index).map(|rider| battle.units[rider].name.as_str()).collect();
    if !riders.is_empty() {
        let count = u32::try_from(riders.len()).unwrap_or(u32::MAX);
        traits.push(wording.say(W::RidesAlong, &[count.into(), (&wording.all_of(&riders)).into()]));
    }
    if unit.alternate {
        traits.push(wording.word(W::MovesByItself));
    }
    traits.extend(
        arrival(battle, index).map(|arrives| wording.say(W::WaitsForState, &[(&state(wording, arrives)).into()])),
    );
    traits
}

/// Returns the units that ride with a unit.
fn riders(battle: &StatesBattle, carrier: usize) -> impl Iterator<Item = usize> {
    let rides = move |unit: &usize| battle.units[*unit].rides_in() == Some(carrier);
    (0..battle.units.len()).filter(rides)
}

/// Returns the state with which a unit arrives that waits off the field, or rides with one that does.
pub(super) fn arrival(battle: &StatesBattle, index: usize) -> Option<MoraleState> {
    let index = battle.units[index].rides_in().unwrap_or(index);
    let brings =
        |effect: &TriggerEffect| matches!(effect, TriggerEffect::Reinforcements(units) if units.contains(&Some(index)));
    battle.triggers.iter().find(|trigger| brings(&trigger.effect)).map(|trigger| trigger.state)
}
