//! The names of sides, headquarters, blocks, locations, roads and terrain with their uses, and the numbers of a battle that may be
//! tuned.

use muster_core::source::{Address, Pointer};
use muster_systems::names::{Alternative, Knob, NameTable, NameUse, NamedThing, SpokenWords};

use super::missing::missing;
use super::model::{BlockKind, CaptureTheFlag, HoldTime, PubVictory};
use super::resolve::{PubBattle, PubReferenceKind};

/// Returns the names of the battle, or of the decks of Capture the Flag, and where they are used.
pub(super) fn names(battle: &PubBattle) -> NameTable {
    if let Some(decks) = battle.decks() {
        return deck_names(battle, decks);
    }
    let sides = battle.sides.iter().enumerate().map(|(i, side)| {
        NamedThing::new("side", &side.name, battle.scenario_address(&format!("/scenario/sides/{i}/name")))
    });
    let commands = battle.commands.iter().enumerate();
    let commands =
        commands.map(|(i, command)| NamedThing::new("headquarters", &command.hq, battle.command_address(i, "/hq")));
    let field = || battle.field.iter();
    let locations = field().flat_map(|field| &field.locations);
    let locations = locations.map(|location| NamedThing::new("location", &location.name, location.written.clone()));
    let roads = field()
        .flat_map(|field| field.roads.iter().map(|road| NamedThing::new("road", &road.name, road.written.name())));
    let kinds = field().flat_map(|field| {
        let at = |name: &str| Address::key(field.file, Pointer::parse("/map/kinds").key(name));
        field.kinds.iter().map(move |(name, _)| NamedThing::new("terrain", name, at(name)))
    });
    let first_command = battle.sides.len();
    let blocks = battle.blocks.iter().enumerate().map(|(i, block)| {
        NamedThing::new("block", &block.name, battle.block_address(i, "/block")).owned_by(first_command + block.command)
    });
    let groups: [Vec<NamedThing>; 6] =
        [sides.collect(), commands.collect(), locations.collect(), roads.collect(), kinds.collect(), blocks.collect()];
    let mut sets: Vec<Vec<usize>> = Vec::new();
    let mut first = 0;
    for group in &groups {
        sets.push((first..first + group.len()).collect());
        first += group.len();
    }
    let uses = battle.references.iter().map(|reference| {
        let set = match reference.kind {
            PubReferenceKind::Side => 0,
            PubReferenceKind::Command | PubReferenceKind::Army(_) => 1,
            PubReferenceKind::Location => 2,
            PubReferenceKind::Road => 3,
            PubReferenceKind::Terrain => 4,
        };
        let means = reference.means.and_then(|means| sets[set].get(means).copied());
        NameUse { text: reference.text.clone(), at: reference.at.clone(), means, set }
    });
    NameTable {
        uses: uses.collect(),
        ranges: Vec::new(),
        sets,
        names: groups.into_iter().flatten().collect(),
        missing: missing(battle),
        spoken: spoken_words(battle),
    }
}

/// Returns the names on the cards of Capture the Flag (PB-10.1): sides, headquarters and blocks, and the armies that cards name.
fn deck_names(battle: &PubBattle, decks: &CaptureTheFlag) -> NameTable {
    let mut table = NameTable::default();
    for (i, deck) in decks.decks.iter().enumerate() {
        let root = format!("/capture_the_flag/decks/{i}");
        let at = |suffix: &str| battle.scenario_address(&format!("{root}{suffix}"));
        table.names.push(NamedThing::new("side", &deck.name, at("/name")));
        let first = table.names.len();
        table.names.extend(
            deck.armies().map(|(key, army)| NamedThing::new("headquarters", &army.hq, at(&format!("{key}/hq")))),
        );
        let armies: Vec<usize> = (first..table.names.len()).collect();
        for (k, card) in deck.corps.iter().enumerate() {
            let at = |suffix: &str| at(&format!("/corps/{k}{suffix}"));
            if let Some(text) = &card.army {
                let means = armies.iter().copied().find(|army| table.names[*army].name == *text);
                let set = table.sets.len();
                table.uses.push(NameUse { text: text.clone(), at: at("/army"), means, set });
            }
            let owner = table.names.len();
            table.names.push(NamedThing::new("headquarters", &card.hq, at("/hq")));
            table.names.extend(card.blocks.iter().enumerate().map(|(b, block)| {
                NamedThing::new("block", &block.block, at(&format!("/blocks/{b}/block"))).owned_by(owner)
            }));
        }
        table.sets.push(armies);
    }
    table
}

/// Returns the words that plays say.
fn spoken_words(battle: &PubBattle) -> Vec<SpokenWords> {
    let blocks = || battle.blocks.iter().map(|block| battle.full_name(block));
    let trains =
        battle.blocks.iter().filter(|block| block.kind == BlockKind::Train).map(|block| battle.full_name(block));
    let commands = || battle.commands.iter().map(|command| command.hq.clone());
    let field = || battle.field.iter();
    let locations = || field().flat_map(|field| &field.locations).map(|location| location.name.clone());
    let roads = || field().flat_map(|field| &field.roads).map(|road| road.name.clone());
    const BLOCKS: [&str; 5] = ["block", "target", "recover", "attacker", "defender"];
    vec![
        SpokenWords::new(&["chit"], false, "headquarters", commands()),
        SpokenWords::new(&["hqs"], true, "headquarters", commands()),
        SpokenWords::new(&BLOCKS, false, "block", blocks()),
        SpokenWords::new(&["expect/blocks"], true, "block", blocks()),
        SpokenWords::new(&["train"], false, "train", trains),
        SpokenWords::new(&["attack", "defend", "via"], false, "location", locations()),
        SpokenWords::new(&["road", "via"], false, "road", roads()),
        SpokenWords::new(&["losses"], true, "side", battle.sides.iter().map(|side| side.name.clone())),
        SpokenWords::new(&["result/by"], false, "reason", ["sudden-death", "hold", "losses", "turns"]),
    ]
}

/// Returns the numbers that may be tuned: those that are written of turns, sticks, terrain, victory and entries.
pub(super) fn knobs(battle: &PubBattle) -> Vec<Knob> {
    let Some(scenario) = battle.scenario() else { return Vec::new() };
    let mut knobs = Vec::new();
    let mut push = |what: String, at: Address, value: i64, range| knobs.push(Knob { what, at, value, range });
    // Ten turns and one day are meant where nothing is written.
    if scenario.turns != 10 {
        push("turns of a day".to_owned(), battle.scenario_address("/scenario/turns"), scenario.turns.into(), 1..=99);
    }
    if scenario.days > 1 {
        push("days".to_owned(), battle.scenario_address("/scenario/days"), scenario.days.into(), 1..=9);
    }
    for (i, victory) in scenario.victory.iter().enumerate() {
        let PubVictory::Hold { location, within, at, .. } = victory else { continue };
        let names = location.names().join("`, `");
        let place = |key: &str| battle.scenario_address(&format!("/scenario/victory/{i}/{key}"));
        if within.stick.is_none() {
            push(format!("distance at which `{names}` is held"), place("within"), within.number.into(), 1..=65_535);
        }
        if let HoldTime::Turn(turn) = at {
            push(format!("turn by the end of which `{names}` must be held"), place("at"), (*turn).into(), 1..=999);
        }
    }
    for (i, side) in scenario.sides.iter().enumerate() {
        let root = format!("/scenario/sides/{i}");
        let armies =
            side.armies().map(|(key, army)| (format!("{root}{key}"), &army.hq, &army.enters, &army.blocks[..]));
        let corps = side.corps.iter().enumerate();
        let corps = corps.map(|(k, corps)| (format!("{root}/corps/{k}"), &corps.hq, &corps.enters, &corps.blocks[..]));
        let fog = side.fog_of_war.iter().enumerate();
        let fog = fog.map(|(k, fog)| (format!("{root}/fog_of_war/{k}"), &fog.hq, &fog.enters, &[][..]));
        for (at, hq, enters, blocks) in armies.chain(corps).chain(fog) {
            let blocks = blocks.iter().enumerate();
            let blocks = blocks.map(|(b, block)| (format!("{at}/blocks/{b}"), &block.block, &block.enters));
            for (at, name, entry) in std::iter::once((at.clone(), hq, enters)).chain(blocks) {
                let Some(entry) = entry else { continue };
                let place = |key: &str| battle.scenario_address(&format!("{at}/enters/{key}"));
                push(format!("turn in which `{name}` enters"), place("turn"), entry.turn.into(), 1..=999);
                if let Some(roll) = entry.roll {
                    push(format!("die roll with which `{name}` enters"), place("roll"), roll.into(), 1..=5);
                }
            }
        }
    }
    if let Some((file, map)) = battle.map() {
        let at = |pointer: Pointer| Address::value(file, Pointer::root().key("map").join(pointer.as_str()));
        push("foot move".to_owned(), at(Pointer::root().key("foot")), map.foot.into(), 10..=4000);
        push("mounted move".to_owned(), at(Pointer::root().key("mounted")), map.mounted.into(), 10..=4000);
        for (name, kind) in map.kinds.iter().filter(|(_, kind)| kind.modifier != 0) {
            let pointer = Pointer::root().key("kinds").key(name).key("modifier");
            push(format!("modifier of `{name}`"), at(pointer), kind.modifier.into(), -3..=0);
        }
    }
    knobs
}

/// Returns what else may be changed: blocks stay away.
pub(super) fn alternatives(battle: &PubBattle) -> Vec<Alternative> {
    let Some(scenario) = battle.scenario() else { return Vec::new() };
    let mut all = Vec::new();
    for (i, side) in scenario.sides.iter().enumerate() {
        let root = format!("/scenario/sides/{i}");
        let armies = side.armies().map(|(key, army)| (format!("{root}{key}"), &army.blocks));
        let corps = side.corps.iter().enumerate().map(|(k, corps)| (format!("{root}/corps/{k}"), &corps.blocks));
        for (command, blocks) in armies.chain(corps) {
            for (b, block) in blocks.iter().enumerate() {
                let at = battle.scenario_address(&format!("{command}/blocks/{b}"));
                all.push(Alternative::left_out(format!("`{}` of `{}`", block.block, side.name), at));
            }
        }
    }
    all
}
