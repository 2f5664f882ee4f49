//! Exact odds of combats: an attack of a block on another, to its end (PB-5); bombardments, command rolls and entries.

use serde_json::{Map, Value, json};

use muster_systems::catalogue::capital;
use muster_systems::played::{Fact, Odds};

use crate::engine::{AttackOdds, Fighter, attack_odds, hit_chances};
use crate::model::{BlockQuality, Leader, MapEffect, OptionalRule};
use crate::resolve::{PubBattle, ResolvedBlock, ResolvedEntry, ResolvedSpecial};

/// Turns after the first one for which the chance of having entered is given.
const LATER: i32 = 2;

/// Returns the odds of the blocks of a battle; none without sides.
pub(super) fn odds(battle: &PubBattle) -> Option<Odds> {
    if battle.sides.len() != 2 {
        return None;
    }
    let modifiers = modifiers(battle);
    let blocks = (0..battle.blocks.len()).filter(|block| battle.blocks[*block].kind.is_fighting());
    let mut notes = vec![
        "Unless noted otherwise, both blocks are fresh and unsupported, and the defender is infantry in the open. Retreats are assumed to find a place. Special rules that always apply are included."
            .to_owned(),
    ];
    notes.extend(command_rolls(battle));
    notes.extend(entries(battle));
    Some(Odds {
        title: "attack on a fresh line block in the open, fought to the end: results for both",
        headings: ["retreats", "eliminated", "defender retreats", "defender eliminated"].map(str::to_owned).to_vec(),
        wide: ["retreats", "eliminated", "enemy retreats", "enemy eliminated"].map(str::to_owned).to_vec(),
        narrow: vec![(1, "falls"), (3, "fells")],
        words: "rounds",
        labels: ["attacker", "chance"],
        armies: Vec::new(),
        cards: blocks.map(|block| fact(battle, block, &modifiers)).collect(),
        notes,
    })
}

/// Returns the modifiers of the map's terrain, each once, 0 among them, the highest first.
fn modifiers(battle: &PubBattle) -> Vec<i8> {
    let kinds = battle.field.iter().flat_map(|field| &field.kinds);
    let mut modifiers: Vec<i8> = kinds.map(|(_, kind)| kind.modifier).chain([0]).collect();
    modifiers.sort_unstable_by(|a, b| b.cmp(a));
    modifiers.dedup();
    modifiers
}

/// The numbers that special rules add to each die of a block that attacks.
struct Bonus {
    /// In every turn, on every enemy.
    always: i8,
    /// At other times or on some enemies, besides: the words for when, and what is added then.
    sometimes: Vec<(String, i8)>,
}

impl Bonus {
    fn new(battle: &PubBattle, block: usize) -> Bonus {
        let last = battle.scenario().map_or(0, |scenario| u32::from(scenario.turns) * u32::from(scenario.days));
        let is_always = |special: &ResolvedSpecial| special.turns.0 <= 1 && u32::from(special.turns.1) >= last;
        let side = battle.commands[battle.blocks[block].command].side;
        let is_enemy = |other: usize| {
            let of = &battle.blocks[other];
            of.kind.is_fighting() && battle.commands[of.command].side != side
        };
        let enemies: Vec<usize> = (0..battle.blocks.len()).filter(|other| is_enemy(*other)).collect();
        let meant = |effect| battle.specials.iter().filter(move |special: &&ResolvedSpecial| special.effect == effect);
        let is_all = |special: &ResolvedSpecial| enemies.iter().all(|enemy| holds_for(battle, special, *enemy));
        let impetuous: Vec<_> = meant(MapEffect::Impetuous).filter(|of| holds_for(battle, of, block)).collect();
        let entrenched: Vec<_> = meant(MapEffect::Entrenched)
            .filter(|of| enemies.iter().any(|enemy| holds_for(battle, of, *enemy)))
            .collect();
        let is_impetuous = impetuous.iter().any(|of| is_always(of));
        let are_entrenched = entrenched.iter().any(|of| is_always(of) && is_all(of));
        let when = |special: &ResolvedSpecial| match (is_always(special), special.turns) {
            (true, _) => String::new(),
            (false, (first, last)) if first == last => format!("in turn {first} "),
            (false, (first, last)) => format!("in turns {first} to {last} "),
        };
        let mut sometimes = Vec::new();
        if !is_impetuous {
            sometimes.extend(impetuous.iter().map(|of| (format!("{}with its special rule, on", when(of)), 1)));
        }
        if !are_entrenched {
            sometimes.extend(entrenched.iter().map(|of| (format!("{}on an entrenched enemy,", when(of)), -1)));
        }
        Bonus { always: i8::from(is_impetuous) - i8::from(are_entrenched), sometimes }
    }
}

/// Returns true if a special rule is for a block.
fn holds_for(battle: &PubBattle, special: &ResolvedSpecial, block: usize) -> bool {
    let of = &battle.blocks[block];
    special.side.is_none_or(|side| side == battle.commands[of.command].side)
        && special.command.is_none_or(|command| command == of.command)
        && special.kind.is_none_or(|kind| kind == of.kind)
}

/// A case of an attack: what the attacker and the defender are, and where.
#[derive(Clone, Copy)]
struct Case {
    is_spent: bool,
    defender: Fighter,
    modifier: i8,
    is_flanked: bool,
}

/// The attacks of a block.
struct Attacks<'b> {
    of: &'b ResolvedBlock,
    /// Added to each die of the attacker.
    bonus: i8,
}

impl Attacks<'_> {
    fn odds(&self, case: Case) -> AttackOdds {
        let own = Fighter {
            quality: self.of.quality,
            is_artillery: self.of.kind.is_artillery(),
            is_spent: case.is_spent,
            is_supported: false,
        };
        let flank = i8::from(case.is_flanked);
        attack_odds(own, case.defender, (case.modifier + flank + self.bonus, -flank))
    }

    /// Returns the odds of a case in a sentence, which `on` begins.
    fn case_sentence(&self, on: &str, case: Case) -> String {
        let odds = self.odds(case);
        format!(
            "{on}, over {:.1} rounds on average: it is eliminated in {:.1} %, retreats in {:.1} %, stands but is spent in {:.1} %; the defender is eliminated in {:.1} %, retreats in {:.1} %.",
            odds.rounds,
            100.0 * odds.eliminated[0],
            100.0 * odds.retreats[0],
            100.0 * odds.spent,
            100.0 * odds.eliminated[1],
            100.0 * odds.retreats[1],
        )
    }

    fn json(&self, case: Case) -> Value {
        let odds = self.odds(case);
        let kind = if case.defender.is_artillery { "artillery" } else { "infantry" };
        json!({
            "state": condition(case.is_spent), "defender": condition(case.defender.is_spent),
            "quality": case.defender.quality.word(), "kind": kind, "supported": case.defender.is_supported,
            "modifier": case.modifier, "flanked": case.is_flanked, "special": self.bonus,
            "stands": odds.stands, "spent": odds.spent, "retreats": odds.retreats[0], "eliminated": odds.eliminated[0],
            "defender_stands": odds.holds, "defender_retreats": odds.retreats[1],
            "defender_eliminated": odds.eliminated[1], "rounds": odds.rounds,
        })
    }
}

fn condition(is_spent: bool) -> &'static str {
    if is_spent { "spent" } else { "fresh" }
}

/// An infantry block of the line, fresh.
const LINE: Fighter =
    Fighter { quality: BlockQuality::Line, is_artillery: false, is_spent: false, is_supported: false };
/// The same on fresh ground.
const PLAIN: Case = Case { is_spent: false, defender: LINE, modifier: 0, is_flanked: false };

fn fact(battle: &PubBattle, block: usize, modifiers: &[i8]) -> Fact {
    let of: &ResolvedBlock = &battle.blocks[block];
    let bonus = Bonus::new(battle, block);
    let attacks = Attacks { of, bonus: bonus.always };
    let plain = attacks.odds(PLAIN);
    let mut json = Map::new();
    json.insert("attacks".to_owned(), case_values(&attacks, modifiers));
    let mut sentences = case_sentences(&attacks, modifiers);
    for (when, more) in &bonus.sometimes {
        let with = Attacks { of, bonus: bonus.always + more };
        let on = format!("{} a fresh block in the open", capital(when));
        sentences.push(with.case_sentence(&on, PLAIN));
    }
    sentences.push(format!(
        "A block that supports the defender must act in {:.1} %, one that supports the attacker in {:.1} %.",
        100.0 * plain.stands,
        100.0 * plain.holds
    ));
    if of.kind.is_artillery() {
        let (told, rows) = bombardments(modifiers);
        sentences.extend(told);
        json.insert("bombardment".to_owned(), rows);
    }
    if let Some(share) = command_roll(battle, of.command) {
        json.insert("command_roll".to_owned(), json!(share));
    }
    if let Some((turn, roll)) = of.entry.and_then(|entry| Some((entry.turn, entry.roll?))) {
        json.insert("entry".to_owned(), json!({"turn": turn, "roll": roll, "chance": f64::from(roll) / 6.0}));
    }
    Fact {
        at: battle.block_address(block, ""),
        card: battle.commands[of.command].hq.clone(),
        name: of.name.clone(),
        chances: vec![plain.retreats[0], plain.eliminated[0], plain.retreats[1], plain.eliminated[1]],
        words: format!("{:.2}", plain.rounds),
        sentences,
        json,
    }
}

/// Returns the cases of a block against infantry of every quality and against artillery, for programs.
fn case_values(attacks: &Attacks<'_>, modifiers: &[i8]) -> Value {
    let line = |quality, is_spent| Fighter { quality, is_spent, ..LINE };
    let guns = |is_spent, is_supported| Fighter { is_artillery: true, is_spent, is_supported, ..LINE };
    let defenders = [
        line(BlockQuality::Line, false),
        line(BlockQuality::Line, true),
        line(BlockQuality::Elite, false),
        line(BlockQuality::Militia, false),
        guns(false, false),
        guns(true, false),
        guns(false, true),
        guns(true, true),
    ];
    let mut rows = Vec::new();
    for is_spent in [false, true] {
        for defender in defenders {
            for modifier in modifiers.iter().copied() {
                rows.extend(
                    [false, true].map(|is_flanked| attacks.json(Case { is_spent, defender, modifier, is_flanked })),
                );
            }
        }
    }
    Value::Array(rows)
}

/// Returns a sentence for each case that is described in words.
fn case_sentences(attacks: &Attacks<'_>, modifiers: &[i8]) -> Vec<String> {
    let mut sentences = Vec::new();
    for is_spent in [false, true] {
        let defender = Fighter { is_spent, ..LINE };
        for modifier in modifiers.iter().copied() {
            for is_flanked in [false, true].into_iter().filter(|is_flanked| !is_flanked || modifier == 0) {
                let ground = if modifier == 0 { "in the open".to_owned() } else { format!("in terrain of {modifier}") };
                let flank = if is_flanked { ", flanked" } else { "" };
                let on = format!("On a {} block {ground}{flank}", condition(is_spent));
                sentences.push(attacks.case_sentence(&on, Case { defender, modifier, is_flanked, ..PLAIN }));
            }
        }
    }
    sentences.push(attacks.case_sentence("Spent, on a fresh block in the open", Case { is_spent: true, ..PLAIN }));
    let of_quality = |quality| Case { defender: Fighter { quality, ..LINE }, ..PLAIN };
    sentences.push(attacks.case_sentence("On elite in the open", of_quality(BlockQuality::Elite)));
    sentences.push(attacks.case_sentence("On militia in the open", of_quality(BlockQuality::Militia)));
    let guns = |is_supported| Case { defender: Fighter { is_artillery: true, is_supported, ..LINE }, ..PLAIN };
    sentences.push(attacks.case_sentence("On artillery in the open", guns(false)));
    sentences.push(attacks.case_sentence("On artillery in the open, supported", guns(true)));
    sentences
}

/// Returns what a bombardment does, by the modifier of the target's ground (PB-4.3): in sentences, and for programs.
fn bombardments(modifiers: &[i8]) -> (Vec<String>, Value) {
    let (mut sentences, mut rows) = (Vec::new(), Vec::new());
    for modifier in modifiers {
        let [none, one, two, three] = hit_chances(*modifier);
        let ground = if *modifier == 0 { "in the open".to_owned() } else { format!("in terrain of {modifier}") };
        sentences.push(format!(
            "Bombarding {ground}: a fresh target is spent in {:.1} %, and also retreats in {:.1} %; a spent target retreats in {:.1} %.",
            100.0 * one,
            100.0 * (two + three),
            100.0 * (1.0 - none)
        ));
        rows.push(json!({"target": "fresh", "modifier": modifier, "spent": one, "retreats": two + three}));
        rows.push(json!({"target": "spent", "modifier": modifier, "spent": 0.0, "retreats": 1.0 - none}));
    }
    (sentences, Value::Array(rows))
}

/// Returns the chance that a command roll succeeds (PB-8.1, PB-9.3); none where orders are not written, or without a chit.
fn command_roll(battle: &PubBattle, command: usize) -> Option<f64> {
    let of = battle.commands.get(command).filter(|of| of.has_chit && battle.has(OptionalRule::WrittenOrders))?;
    let leader = if battle.has(OptionalRule::Leadership) { of.leader } else { Leader::Average };
    Some(f64::from(leader.rating()) / 6.0)
}

/// Returns the chances of command rolls in a sentence; none where there are none.
fn command_rolls(battle: &PubBattle) -> Option<String> {
    let told = [Leader::Great, Leader::Average, Leader::Poor].into_iter().filter_map(|leader| {
        let share = f64::from(leader.rating()) / 6.0;
        let commands = (0..battle.commands.len()).filter(|command| command_roll(battle, *command) == Some(share));
        let names: Vec<&str> = commands.map(|command| battle.commands[command].hq.as_str()).collect();
        (!names.is_empty()).then(|| format!("{:.1} % for {}", 100.0 * share, names.join(", ")))
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| format!("A command roll succeeds in {}.", told.join("; ")))
}

/// Returns the chances that what enters by a die has entered, a sentence for each headquarters or block that does.
fn entries(battle: &PubBattle) -> Vec<String> {
    let told = |name: &str, entry: ResolvedEntry| {
        let share = f64::from(entry.roll?) / 6.0;
        let by = |turns: i32| 100.0 * (1.0 - (1.0 - share).powi(turns + 1));
        let later: Vec<String> =
            (1..=LATER).map(|more| format!("{:.1} % by turn {}", by(more), i32::from(entry.turn) + more)).collect();
        Some(format!("{name} enters in turn {} in {:.1} %: {}.", entry.turn, by(0), later.join(", ")))
    };
    let commands = battle.commands.iter().filter_map(|command| told(&command.hq, command.entry?));
    let own = battle.blocks.iter().filter(|block| battle.commands[block.command].entry.is_none());
    let blocks = own.filter_map(|block| told(&battle.full_name(block), block.entry?));
    commands.chain(blocks).collect()
}
