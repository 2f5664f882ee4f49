//! The set-up sheets: both armies side by side, command by command, with the places of their blocks and when they enter; how
//! the battle is won, rules in force, special rules, notes.

use std::sync::Arc;

use muster_core::print::template::{Block, Content, Drawing, Entry, FaceOffer, Paragraph, PictureEntry, Run};
use muster_core::source::Address;
use muster_systems::printed::{Overflow, Piece, SheetRule};

use super::blocks::{Badge, CommandSign};
use crate::geometry::MapPoint;
use crate::model::{BlockFacing, BlockKind, BlockQuality, OptionalRule, PubVictory};
use crate::resolve::{PubBattle, ResolvedEntry};
use crate::sentences;
use crate::wording::{PubWord as W, PubWording};

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "setup",
    texts: &["number", "set", "name", "date", "turns", "sheet", "first", "second", "first-facts", "second-facts"],
    drawings: &["first-sign", "second-sign"],
    flows: &["first-army", "second-army", "rules", "first-further", "second-further"],
    styles: &["command", "block", "heading", "rule", "notes"],
    pictures: &["art", "art-below-first", "art-below-second", "first-arms", "second-arms"],
    accents: &["scenario"],
    ..FaceOffer::NOTHING
};

/// The rows of an army that a sheet surely holds beside the rules of the battle, and without them.
const ROWS_BESIDE: usize = 34;
const ROWS: usize = 62;
/// The letters that surely fit on one line of a name, and of a place.
const NAME_LETTERS: usize = 30;
const PLACE_LETTERS: usize = 36;

/// The texts, the facts and the sign of each side, and its flows on the first sheet and on further ones.
const SIDES: [(&str, &str, &str, &str, &str); 2] = [
    ("first", "first-facts", "first-sign", "first-army", "first-further"),
    ("second", "second-facts", "second-sign", "second-army", "second-further"),
];

/// A row of an army: a headquarters, or one of its blocks.
struct ArmyRow {
    command: usize,
    block: Option<usize>,
    name: String,
    place: String,
}

impl ArmyRow {
    /// Returns the lines that it takes at most.
    fn height(&self) -> usize {
        let lines = |text: &str, letters: usize| text.chars().count().div_ceil(letters);
        lines(&self.name, NAME_LETTERS).max(lines(&self.place, PLACE_LETTERS)).max(1)
    }
}

/// The number of a set-up sheet among several, and the side that it is for.
#[derive(Debug, Clone, Copy)]
struct SheetOf {
    /// Its number among those of the battle, or of the side, from 1, and how many there are.
    number: u32,
    count: u32,
    /// The only side that sees it.
    only: Option<usize>,
}

impl SheetOf {
    /// Returns true if armies have columns as high as the sheet: the rules are beside them, or on a sheet before them.
    fn is_further(self) -> bool {
        self.count > 1 || self.only.is_some()
    }
}

/// Returns the set-up sheets of a scenario; none of a map alone. If something is hidden, each side has its own, which show
/// nothing of the other army.
pub(super) fn pieces<'a>(battle: &'a PubBattle, wording: PubWording<'a>) -> Vec<Piece<'a>> {
    if battle.scenario().is_none() {
        return Vec::new();
    }
    let sides = battle.sides.len().min(2);
    if (0..sides).any(|side| battle.hides(side)) {
        return (0..sides).flat_map(|side| sheets_of_side((battle, wording), side)).collect();
    }
    let armies: Vec<Vec<ArmyRow>> = (0..sides).map(|side| army((battle, wording), side)).collect();
    let height = |rows: &[ArmyRow]| rows.iter().map(ArmyRow::height).sum::<usize>();
    let is_small = armies.iter().all(|rows| height(rows) <= ROWS_BESIDE);
    // By sheet, then by side.
    let mut sheets: Vec<Vec<Vec<ArmyRow>>> = vec![Vec::new()];
    if is_small {
        sheets[0] = armies;
    } else {
        for (side, rows) in armies.into_iter().enumerate() {
            for (i, rows) in columns(rows).into_iter().enumerate() {
                let sheet = i + 1;
                sheets.resize_with(sheets.len().max(sheet + 1), Vec::new);
                let sides = sheets[sheet].len().max(side + 1);
                sheets[sheet].resize_with(sides, Vec::new);
                sheets[sheet][side] = rows;
            }
        }
    }
    let count = u(sheets.len());
    let sheets = sheets.into_iter().enumerate();
    sheets.map(|(i, rows)| sheet((battle, wording), rows, SheetOf { number: u(i + 1), count, only: None })).collect()
}

/// Returns the set-up sheets of a side: its army in its column, and beside the first of it the rules.
fn sheets_of_side<'a>((battle, wording): (&'a PubBattle, PubWording<'a>), side: usize) -> Vec<Piece<'a>> {
    let columns = columns(army((battle, wording), side));
    let count = u(columns.len());
    let sheets = columns.into_iter().enumerate().map(|(i, rows)| {
        let mut by_side = vec![Vec::new(), Vec::new()];
        by_side[side] = rows;
        sheet((battle, wording), by_side, SheetOf { number: u(i + 1), count, only: Some(side) })
    });
    sheets.collect()
}

/// Returns the rows of an army in columns that are as high as a sheet; one at least.
fn columns(rows: Vec<ArmyRow>) -> Vec<Vec<ArmyRow>> {
    let mut columns = vec![Vec::new()];
    let mut left = ROWS;
    for row in rows {
        if left < row.height() {
            columns.push(Vec::new());
            left = ROWS;
        }
        left -= row.height().min(left);
        if let Some(last) = columns.last_mut() {
            last.push(row);
        }
    }
    columns
}

/// Returns the rows of an army, command by command.
fn army((battle, wording): (&PubBattle, PubWording<'_>), side: usize) -> Vec<ArmyRow> {
    let mut rows = Vec::new();
    for command in battle.commands_in_order(side) {
        let of = &battle.commands[command];
        let mut name = of.hq.clone();
        if battle.has(OptionalRule::Leadership) {
            let rating = wording.word(sentences::leader_rating(of.leader));
            name = wording.say(W::HqRated, &[(&name).into(), (&rating).into()]);
        }
        if of.is_army && !of.has_chit {
            name = wording.say(W::HqWithoutChit, &[(&name).into()]);
        }
        if of.is_fog {
            name = wording.say(W::HqOfFog, &[(&name).into()]);
        }
        let place_of = |at, facing, entry| place((battle, wording), at, facing, entry);
        rows.push(ArmyRow { command, block: None, name, place: place_of(of.at, None, of.entry.as_ref()) });
        for block in of.blocks.iter().copied() {
            let of = &battle.blocks[block];
            let facing = Some(BlockFacing(of.facing)).filter(|_| of.at.is_some());
            let headquarters = &battle.commands[command];
            let is_alike = of.at.is_none() && headquarters.at.is_none() && of.entry == headquarters.entry;
            let place = match of.entry {
                _ if headquarters.is_hidden => wording.word(W::Hidden),
                Some(_) if is_alike => wording.word(W::AsHeadquarters),
                _ => place_of(of.at, facing, of.entry.as_ref()),
            };
            rows.push(ArmyRow { command, block: Some(block), name: of.name.clone(), place });
        }
    }
    rows
}

/// Returns the place of something at the start, or when it enters.
fn place(
    (battle, wording): (&PubBattle, PubWording<'_>),
    at: Option<MapPoint>,
    facing: Option<BlockFacing>,
    entry: Option<&ResolvedEntry>,
) -> String {
    match (at, entry) {
        (Some(at), _) => {
            let at = format!("{}, {}", at.x, at.y);
            let facing = facing.map(|facing| sentences::facing(wording, facing));
            facing.map_or_else(|| at.clone(), |facing| wording.say(W::StandsFacing, &[(&at).into(), (&facing).into()]))
        }
        (None, Some(entry)) => sentences::entry(wording, battle, entry),
        (None, None) => wording.word(W::OffTheMap),
    }
}

/// Returns a sheet; the first one has the rules of the battle.
fn sheet<'a>((battle, wording): (&'a PubBattle, PubWording<'a>), rows: Vec<Vec<ArmyRow>>, of: SheetOf) -> Piece<'a> {
    let at = battle.scenario_address("/scenario");
    let SheetOf { number, count, only } = of;
    let is_first = number == 1;
    let rows = Arc::new(rows);
    let content = move |rules: Vec<Block>| {
        let mut content = Content { accent: "scenario", texts: texts((battle, wording), only), ..Content::default() };
        let of_several = (count > 1).then(|| wording.say(W::SheetOf, &[number.into(), count.into()]));
        let of_side = only.map(|side| wording.say(W::OnlyFor, &[(&battle.sides[side].name).into()]));
        let sheet: Vec<String> = of_side.into_iter().chain(of_several).collect();
        if !sheet.is_empty() {
            content.texts.push(("sheet", Entry::new(sheet.join(" · "), "")));
        }
        // Where each side has its own, the rules stand where a picture would, and that below them.
        let art = match only {
            None => "art",
            Some(side) => ["art-below-second", "art-below-first"][side.min(1)],
        };
        content.pictures = pictures(battle, is_first.then_some(art));
        for (side, (_, _, sign, beside, further)) in SIDES.iter().enumerate().take(battle.sides.len()) {
            content.drawings.push((*sign, side_sign(battle, side)));
            let blocks = rows.get(side).map(|rows| blocks((battle, wording), rows)).unwrap_or_default();
            content
                .flows
                .push((if of.is_further() && (only.is_some() || !is_first) { *further } else { *beside }, blocks));
        }
        // Of several sheets the first has no army on it: the rules stand where one would. On the sheet of a side they stand in
        // the column of the other.
        if is_first {
            let column = match only {
                Some(side) => SIDES[1 - side].4,
                None if count > 1 => SIDES[0].4,
                None => "rules",
            };
            content.flows.retain(|(known, _)| *known != column);
            content.flows.push((column, rules));
        }
        content
    };
    let rules = if is_first { rules((battle, wording), only) } else { Vec::new() };
    let moved: Vec<(String, Address)> = rules.iter().map(|rule| (rule.text.clone(), at.join(&rule.tag))).collect();
    let first = content(SheetRule::blocks(&rules));
    let (mut id, mut label) = match number {
        1 => ("setup".to_owned(), wording.word(W::SetUp)),
        n => (format!("setup-{n}"), wording.say(W::SetUpSheet, &[n.into()])),
    };
    if let Some(side) = only {
        let name = &battle.sides[side].name;
        (id, label) = (format!("{id}-of-{}", side + 1), wording.say(W::SetUpOf, &[(&label).into(), name.into()]));
    }
    let rest = Box::new(move || {
        content(vec![Block::new("rules", "", vec![Paragraph::new("rule", &wording.word(W::TextElsewhere))])])
    });
    let scenario = battle.scenario();
    let own_texts = scenario.map(|scenario| [("/rule_text", &scenario.rule_text), ("/notes", &scenario.notes)]);
    let own_texts = own_texts.into_iter().flatten().filter(|_| is_first);
    let own_texts = own_texts.filter_map(|(key, text)| Some((text.clone()?, at.join(key)))).collect();
    Piece {
        group: scenario.map(|scenario| scenario.name.clone()).into_iter().collect(),
        side: only.map(|side| battle.sides[side].name.clone()),
        token: true,
        texts: own_texts,
        overflow: is_first.then(|| Overflow { title: wording.word(W::TheBattle), texts: moved, rest }),
        ..Piece::from_content(id, label, &FACE, first, at)
    }
}

/// Returns the arms of the sides, and the picture of the battle for its place, if there is one.
fn pictures(battle: &PubBattle, place: Option<&'static str>) -> Vec<(&'static str, PictureEntry)> {
    let Some(scenario) = battle.scenario() else { return Vec::new() };
    let art = scenario.art.iter().zip(place).filter_map(|(art, place)| Some((place, art.entry("/art")?)));
    let arms = scenario.sides.iter().zip(["first-arms", "second-arms"]).enumerate();
    let arms = arms.filter_map(|(i, (side, name))| Some((name, side.art.as_ref()?.entry(&format!("/sides/{i}/art")))));
    art.chain(arms).collect()
}

fn texts((battle, wording): (&PubBattle, PubWording<'_>), only: Option<usize>) -> Vec<(&'static str, Entry)> {
    let Some(scenario) = battle.scenario() else { return Vec::new() };
    let number = match scenario.number {
        Some(number) => wording.say(W::ScenarioNumber, &[number.into()]),
        None => wording.word(W::Scenario),
    };
    let mut turns = wording.say(W::Turns, &[scenario.turns.into()]);
    if scenario.days > 1 {
        turns = wording.say(W::Days, &[scenario.days.into(), (&turns).into()]);
    }
    let mut texts = vec![
        ("number", Entry::new(&number, "/number")),
        ("name", Entry::new(&scenario.name, "/name")),
        ("turns", Entry::new(turns, "/turns")),
    ];
    texts.extend(scenario.set.as_ref().map(|set| ("set", Entry::new(set, "/set"))));
    texts.extend(scenario.date.as_ref().map(|date| ("date", Entry::new(date, "/date"))));
    for (i, (side, (name, facts, ..))) in battle.sides.iter().zip(SIDES).enumerate() {
        texts.push((name, Entry::new(&side.name, format!("/sides/{i}/name"))));
        let facts_of = match only {
            Some(side) if side != i => home_edge(battle, i, wording),
            _ => self::facts(battle, i, wording),
        };
        texts.push((facts, Entry::new(facts_of, format!("/sides/{i}"))));
    }
    texts
}

fn u(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Returns the edge of a side and how many there are of what it has.
fn facts(battle: &PubBattle, side: usize, wording: PubWording<'_>) -> String {
    let commands = &battle.sides[side].commands;
    let fog = commands.iter().filter(|command| battle.commands[**command].is_fog).count();
    let corps = commands.iter().filter(|command| !battle.commands[**command].is_army).count() - fog;
    let of_side = battle.blocks.iter().filter(|block| commands.contains(&block.command));
    let (trains, blocks): (Vec<_>, Vec<_>) = of_side.partition(|block| block.kind == BlockKind::Train);
    let chits = commands.iter().filter(|command| battle.commands[**command].has_chit).count();
    let counted = |word: W, n: usize| wording.say(word, &[u(n).into()]);
    let mut facts = vec![
        home_edge(battle, side, wording),
        counted(W::NumberOfCorps, corps),
        counted(W::NumberOfBlocks, blocks.len()),
    ];
    if !trains.is_empty() {
        facts.push(counted(W::NumberOfTrains, trains.len()));
    }
    if fog > 0 {
        facts.push(counted(W::ForFog, fog));
    }
    facts.push(counted(W::NumberOfChits, chits));
    facts.join(" · ")
}

fn home_edge(battle: &PubBattle, side: usize, wording: PubWording<'_>) -> String {
    let edge = sentences::edge(wording, battle.sides[side].edge);
    wording.say(W::HomeEdge, &[(&edge).into()])
}

/// Returns a sample of the ground and the border of a side's pieces.
fn side_sign<'a>(battle: &PubBattle, side: usize) -> Drawing<'a> {
    let command = battle.sides[side].commands.iter().copied().find(|command| !battle.commands[*command].is_army);
    let badge = command.map(|command| Badge::new(battle, command));
    Box::new(move |look, frame, rect| {
        if let Some(badge) = &badge {
            badge.shell(look, frame, rect, false);
        }
    })
}

/// Returns the rows of a column.
fn blocks((battle, wording): (&PubBattle, PubWording<'_>), rows: &[ArmyRow]) -> Vec<Block> {
    let base = battle.scenario_address("/scenario").pointer;
    let row_of = |row: &ArmyRow| {
        let (style, sign, name, at) = match row.block {
            None => {
                let badge = Badge::new(battle, row.command);
                let sign = match badge.sign {
                    CommandSign::Army => Run::Icon("elite".to_owned()),
                    CommandSign::Corps(_) | CommandSign::Unspotted => Run::strong(badge.letters()),
                };
                ("command", sign, vec![Run::strong(&row.name)], battle.command_address(row.command, ""))
            }
            Some(block) => {
                let of = &battle.blocks[block];
                let mut name = vec![Run::plain(&row.name)];
                if of.quality != BlockQuality::Line {
                    name.extend([Run::plain(" "), Run::Icon(of.quality.word().to_owned())]);
                }
                ("block", Run::Icon(of.kind.word().to_owned()), name, battle.block_address(block, ""))
            }
        };
        let what = row.block.map(|block| &battle.blocks[block]);
        let what = what.map(|block| sentences::kind_of_quality(wording, (block.kind, block.quality)));
        let what = what.map_or_else(String::new, |what| format!("{what}: "));
        let aloud = format!("{} · {what}{}", row.name, row.place);
        let cells = vec![vec![sign], name, vec![Run::plain(&row.place)]];
        let tag = at.pointer.as_str().strip_prefix(base.as_str()).unwrap_or_default().to_owned();
        let paragraph = Paragraph { style, cells, aloud: Some(aloud), ..Paragraph::default() };
        Block::new("set-up", tag, vec![paragraph])
    };
    rows.iter().map(row_of).collect()
}

/// Returns how the battle is won, what is in force, and what else the scenario says.
fn rules((battle, wording): (&PubBattle, PubWording<'_>), only: Option<usize>) -> Vec<SheetRule> {
    let Some(scenario) = battle.scenario() else { return Vec::new() };
    let mut rules = Vec::new();
    let mut of = |heading: W, text: String, tag: String| {
        let style = if heading == W::Notes { "notes" } else { "rule" };
        rules.push(SheetRule { heading: wording.word(heading), text, tag, style });
    };
    let in_force =
        |(name, text): (W, W)| wording.say(W::RuleMeans, &[(&wording.word(name)).into(), (&wording.word(text)).into()]);
    if scenario.victory.is_empty() {
        of(W::Victory, sentences::sudden_death_of(wording, battle, only), String::new());
    }
    for (i, victory) in scenario.victory.iter().enumerate() {
        let text = match victory {
            PubVictory::SuddenDeath => sentences::sudden_death_of(wording, battle, only),
            _ => sentences::victory(wording, battle, victory),
        };
        of(W::Victory, text, format!("/victory/{i}"));
    }
    of(W::Victory, sentences::end(wording, scenario), "/turns".to_owned());
    for rule in [OptionalRule::Leadership, OptionalRule::WrittenOrders, OptionalRule::Trains] {
        if battle.has(rule) {
            of(W::InForce, in_force(sentences::optional(rule)), "/optional".to_owned());
        }
    }
    if battle.commands.iter().any(|command| command.is_hidden || command.is_fog) {
        of(W::InForce, in_force(sentences::FOG_OF_WAR), "/sides".to_owned());
    }
    for (i, special) in scenario.special.iter().enumerate() {
        of(W::SpecialRules, sentences::special(wording, special), format!("/special/{i}"));
    }
    if let Some(text) = &scenario.rule_text {
        of(W::SpecialRules, text.clone(), "/rule_text".to_owned());
    }
    if let Some(text) = &scenario.notes {
        of(W::Notes, text.clone(), "/notes".to_owned());
    }
    rules
}
