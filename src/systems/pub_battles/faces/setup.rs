//! The set-up sheets: both armies side by side, command by command, with the places of their blocks and when they enter; how
//! the battle is won, rules in force, special rules, notes.

use std::sync::Arc;

use super::blocks::{Badge, CommandSign};
use super::rules::ELSEWHERE;
use crate::print::template::{Block, Content, Drawing, Entry, FaceOffer, Paragraph, Run};
use crate::source::Address;
use crate::systems::english::capital;
use crate::systems::printed::{Overflow, Piece, SheetRule};
use crate::systems::pub_battles::geometry::MapPoint;
use crate::systems::pub_battles::model::{BlockFacing, BlockKind, BlockQuality, OptionalRule};
use crate::systems::pub_battles::resolve::{PubBattle, ResolvedEntry};
use crate::systems::pub_battles::sentences;

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "setup",
    texts: &["number", "set", "name", "date", "turns", "sheet", "first", "second", "first-facts", "second-facts"],
    drawings: &["first-sign", "second-sign"],
    flows: &["first-army", "second-army", "rules", "first-further", "second-further"],
    styles: &["command", "block", "heading", "rule", "notes"],
    pictures: &[],
    room: 0,
};

/// The rows of an army that a sheet surely holds beside the rules of the battle, and without them.
const ROWS_BESIDE: usize = 34;
const ROWS: usize = 62;
/// The letters that surely stand on one line of a name, and of a place.
const NAME_LETTERS: usize = 30;
const PLACE_LETTERS: usize = 36;

/// The words for the place of a block that is placed when its headquarters is spotted.
const HIDDEN: &str = "hidden with its headquarters";

/// The words for the entry of a block that enters when and where its headquarters does.
const AS_HEADQUARTERS: &str = "as its headquarters";

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

/// Returns the set-up sheets of a scenario; none of a map alone.
pub(super) fn pieces(battle: &PubBattle) -> Vec<Piece<'_>> {
    if battle.scenario().is_none() {
        return Vec::new();
    }
    let armies: Vec<Vec<ArmyRow>> = (0..battle.sides.len().min(2)).map(|side| army(battle, side)).collect();
    let height = |rows: &[ArmyRow]| rows.iter().map(ArmyRow::height).sum::<usize>();
    let is_small = armies.iter().all(|rows| height(rows) <= ROWS_BESIDE);
    // By sheet, then by side.
    let mut sheets: Vec<Vec<Vec<ArmyRow>>> = vec![Vec::new()];
    if is_small {
        sheets[0] = armies;
    } else {
        for (side, rows) in armies.into_iter().enumerate() {
            let (mut sheet, mut left) = (0, 0);
            for row in rows {
                if left < row.height() {
                    (sheet, left) = (sheet + 1, ROWS);
                }
                left -= row.height().min(left);
                while sheets.len() <= sheet {
                    sheets.push(Vec::new());
                }
                let sides = sheets[sheet].len().max(side + 1);
                sheets[sheet].resize_with(sides, Vec::new);
                sheets[sheet][side].push(row);
            }
        }
    }
    let count = sheets.len();
    sheets.into_iter().enumerate().map(|(number, rows)| sheet(battle, rows, (number + 1, count))).collect()
}

/// Returns the rows of an army, command by command.
fn army(battle: &PubBattle, side: usize) -> Vec<ArmyRow> {
    let mut rows = Vec::new();
    for command in battle.sides[side].commands.iter().copied() {
        let of = &battle.commands[command];
        let mut name = of.hq.clone();
        if battle.has(OptionalRule::Leadership) {
            name += &format!(", {}", of.leader.word());
        }
        if of.is_army && !of.has_chit {
            name += ", no chit";
        }
        if of.is_fog {
            name += ", Fog of War";
        }
        rows.push(ArmyRow { command, block: None, name, place: place(battle, of.at, None, of.entry.as_ref()) });
        for block in of.blocks.iter().copied() {
            let of = &battle.blocks[block];
            let facing = Some(BlockFacing(of.facing)).filter(|_| of.at.is_some());
            let headquarters = &battle.commands[command];
            let is_alike = of.at.is_none() && headquarters.at.is_none() && of.entry == headquarters.entry;
            let place = match of.entry {
                _ if headquarters.is_hidden => HIDDEN.to_owned(),
                Some(_) if is_alike => AS_HEADQUARTERS.to_owned(),
                _ => place(battle, of.at, facing, of.entry.as_ref()),
            };
            rows.push(ArmyRow { command, block: Some(block), name: of.name.clone(), place });
        }
    }
    rows
}

/// Returns the place where something stands at the start, or when it enters.
fn place(
    battle: &PubBattle,
    at: Option<MapPoint>,
    facing: Option<BlockFacing>,
    entry: Option<&ResolvedEntry>,
) -> String {
    match (at, entry) {
        (Some(at), _) => {
            let facing = facing.map(|facing| format!(" · {}", sentences::facing(facing)));
            format!("{}, {}{}", at.x, at.y, facing.unwrap_or_default())
        }
        (None, Some(entry)) => sentences::entry(battle, entry),
        (None, None) => "off the map".to_owned(),
    }
}

/// Returns a sheet; the first one has the rules of the battle.
fn sheet<'a>(battle: &'a PubBattle, rows: Vec<Vec<ArmyRow>>, (number, count): (usize, usize)) -> Piece<'a> {
    let at = battle.at_scenario("/scenario");
    let is_first = number == 1;
    let rows = Arc::new(rows);
    let content = move |rules: Vec<Block>| {
        let mut content = Content { accent: "scenario", texts: texts(battle), ..Content::default() };
        if count > 1 {
            content.texts.push(("sheet", Entry::new(format!("Sheet {number} of {count}"), "")));
        }
        for (side, (_, _, sign, beside, further)) in SIDES.iter().enumerate().take(battle.sides.len()) {
            content.drawings.push((*sign, side_sign(battle, side)));
            let blocks = rows.get(side).map(|rows| blocks(battle, rows)).unwrap_or_default();
            content.flows.push((if is_first { *beside } else { *further }, blocks));
        }
        // Of several sheets the first has no army on it: the rules stand where one would.
        if is_first {
            content.flows.push((if count > 1 { SIDES[0].4 } else { "rules" }, rules));
        }
        content
    };
    let rules = if is_first { rules(battle) } else { Vec::new() };
    let moved: Vec<(String, Address)> = rules.iter().map(|rule| (rule.text.clone(), at.join(&rule.tag))).collect();
    let first = content(SheetRule::blocks(&rules));
    let (id, label) = match number {
        1 => ("setup".to_owned(), "Set-up".to_owned()),
        n => (format!("setup-{n}"), format!("Set-up, sheet {n}")),
    };
    let rest = Box::new(move || content(vec![Block::new("rules", "", vec![Paragraph::new("rule", ELSEWHERE)])]));
    let scenario = battle.scenario();
    let own_texts = scenario.map(|scenario| [("/rule_text", &scenario.rule_text), ("/notes", &scenario.notes)]);
    let own_texts = own_texts.into_iter().flatten().filter(|_| is_first);
    let own_texts = own_texts.filter_map(|(key, text)| Some((text.clone()?, at.join(key)))).collect();
    Piece {
        group: scenario.map(|scenario| scenario.name.clone()).into_iter().collect(),
        token: true,
        texts: own_texts,
        overflow: is_first.then(|| Overflow { title: "The battle".to_owned(), texts: moved, rest }),
        ..Piece::written(id, label, &FACE, first, at)
    }
}

fn texts(battle: &PubBattle) -> Vec<(&'static str, Entry)> {
    let Some(scenario) = battle.scenario() else { return Vec::new() };
    let number = scenario.number.map_or_else(|| "Scenario".to_owned(), |number| format!("Scenario {number}"));
    let mut turns = counted(scenario.turns.into(), "turn");
    if scenario.days > 1 {
        turns = format!("{} of {turns}", counted(scenario.days.into(), "day"));
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
        texts.push((facts, Entry::new(self::facts(battle, i), format!("/sides/{i}"))));
    }
    texts
}

/// Returns `1 block`, `2 blocks`.
fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// Returns the edge of a side and how many there are of what it has.
fn facts(battle: &PubBattle, side: usize) -> String {
    let commands = &battle.sides[side].commands;
    let fog = commands.iter().filter(|command| battle.commands[**command].is_fog).count();
    let corps = commands.iter().filter(|command| !battle.commands[**command].is_army).count() - fog;
    let of_side = battle.blocks.iter().filter(|block| commands.contains(&block.command));
    let (trains, blocks): (Vec<_>, Vec<_>) = of_side.partition(|block| block.kind == BlockKind::Train);
    let chits = commands.iter().filter(|command| battle.commands[**command].has_chit).count();
    let mut facts = vec![
        format!("home edge {}", sentences::edge(battle.sides[side].edge)),
        format!("{corps} corps"),
        counted(blocks.len(), "block"),
    ];
    if !trains.is_empty() {
        facts.push(counted(trains.len(), "train"));
    }
    if fog > 0 {
        facts.push(format!("{fog} for the Fog of War"));
    }
    facts.push(counted(chits, "chit"));
    facts.join(" · ")
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
fn blocks(battle: &PubBattle, rows: &[ArmyRow]) -> Vec<Block> {
    let base = battle.at_scenario("/scenario").pointer;
    let row_of = |row: &ArmyRow| {
        let (style, sign, name, at) = match row.block {
            None => {
                let badge = Badge::new(battle, row.command);
                let sign = match badge.sign {
                    CommandSign::Army => Run::Icon("elite".to_owned()),
                    CommandSign::Corps(_) | CommandSign::Unspotted => Run::strong(badge.word()),
                };
                ("command", sign, vec![Run::strong(&row.name)], battle.at_command(row.command, ""))
            }
            Some(block) => {
                let of = &battle.blocks[block];
                let mut name = vec![Run::plain(&row.name)];
                if of.quality != BlockQuality::Line {
                    name.extend([Run::plain(" "), Run::Icon(of.quality.word().to_owned())]);
                }
                ("block", Run::Icon(of.kind.word().to_owned()), name, battle.at_block(block, ""))
            }
        };
        let what = row.block.map(|block| &battle.blocks[block]).map(|block| {
            let quality = if block.quality == BlockQuality::Line { "" } else { block.quality.word() };
            format!("{quality} {}: ", sentences::kind(block.kind)).trim_start().to_owned()
        });
        let aloud = format!("{} · {}{}", row.name, what.unwrap_or_default(), row.place);
        let cells = vec![vec![sign], name, vec![Run::plain(&row.place)]];
        let tag = at.pointer.as_str().strip_prefix(base.as_str()).unwrap_or_default().to_owned();
        let paragraph = Paragraph { style, cells, aloud: Some(aloud), ..Paragraph::default() };
        Block::new("set-up", tag, vec![paragraph])
    };
    rows.iter().map(row_of).collect()
}

/// Returns how the battle is won, what is in force, and what else the scenario says.
fn rules(battle: &PubBattle) -> Vec<SheetRule> {
    let Some(scenario) = battle.scenario() else { return Vec::new() };
    let mut rules = Vec::new();
    let mut of = |heading: &str, text: String, tag: String| {
        let style = if heading == "Notes" { "notes" } else { "rule" };
        rules.push(SheetRule { heading: heading.to_owned(), text, tag, style });
    };
    if scenario.victory.is_empty() {
        of("Victory", sentences::sudden_death(battle), String::new());
    }
    for (i, victory) in scenario.victory.iter().enumerate() {
        of("Victory", sentences::victory(battle, victory), format!("/victory/{i}"));
    }
    of("Victory", sentences::end(scenario), "/turns".to_owned());
    for rule in [OptionalRule::Leadership, OptionalRule::WrittenOrders, OptionalRule::Trains] {
        if battle.has(rule) {
            let name = capital(&rule.word().replace('-', " "));
            of("In force", format!("{name}: {}", sentences::optional(rule)), "/optional".to_owned());
        }
    }
    if battle.commands.iter().any(|command| command.is_hidden || command.is_fog) {
        of("In force", format!("Fog of War: {}", sentences::fog_of_war()), "/sides".to_owned());
    }
    for (i, special) in scenario.special.iter().enumerate() {
        of("Special rules", sentences::special(special), format!("/special/{i}"));
    }
    if let Some(text) = &scenario.rule_text {
        of("Special rules", text.clone(), "/rule_text".to_owned());
    }
    if let Some(text) = &scenario.notes {
        of("Notes", text.clone(), "/notes".to_owned());
    }
    rules
}
