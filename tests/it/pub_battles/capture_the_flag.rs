//! Capture the Flag, clause by clause (PB-10.1 to PB-10.8): what is dealt, and what is written of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use muster::review::review;
use muster_core::play::rng::Rng;
use muster_games::pub_battles::PubBattles;
use muster_games::pub_battles::capture_the_flag::{
    CARDS, DealtDay, FlagDeal, FlagSetup, STACK, StackLetter, base_locations, deal, deal_setup, setup_deck,
};
use muster_games::pub_battles::geometry::Footprint;
use muster_games::pub_battles::model::{CaptureTheFlag, MapEdge, OptionalRule, PubVictory, SetupCard};
use muster_games::pub_battles::resolve::PubBattle;
use muster_systems::{DealOrder, Dealt, Game};

use crate::battery::document;
use crate::cli::{assert_exit, folder, muster, root, text};

const ARMIES: &str = include_str!("../../../scenarios/pub-battles/armies/fleece-and-tin.yaml");
const MAP: &str = include_str!("../../../scenarios/pub-battles/maps/orrin-heath.yaml");

/// Returns decks, with the map of the shipped ones.
fn battle(decks: &str) -> PubBattle {
    PubBattles::resolve([decks, MAP].map(|text| Arc::new(document::<PubBattles>(text))).into())
}

fn decks(battle: &PubBattle) -> &CaptureTheFlag {
    battle.decks().expect("decks")
}

/// Returns the scenario that a seed deals, as text.
fn dealt(battle: &PubBattle, seed: u64) -> String {
    deal_order(battle, &order("The Ford", seed)).expect("a scenario")
}

/// Returns an order for a deal in which nobody chooses anything.
fn order(name: &str, seed: u64) -> DealOrder<'_> {
    DealOrder { name, seed, letters: &[], places: &[] }
}

fn deal_order(battle: &PubBattle, order: &DealOrder<'_>) -> Result<String, String> {
    PubBattles::deal(battle, order, &|_| "map.yaml".to_owned())
}

/// Returns the scenario that a seed deals, resolved.
fn played(battle: &PubBattle, seed: u64) -> PubBattle {
    let text = dealt(battle, seed);
    PubBattles::resolve([&text, MAP].map(|text| Arc::new(document::<PubBattles>(text))).into())
}

/// Returns what a seed deals, as [`dealt`] writes it.
fn stacks(battle: &PubBattle, seed: u64) -> FlagDeal {
    let mut rng = Rng::new(seed);
    let drawn = deal_setup(decks(battle), &mut rng).expect("two cards");
    deal(decks(battle), drawn, &mut rng).expect("a deal")
}

/// Returns a card of the setup deck of the rules.
fn card(battle: &PubBattle, word: &str) -> FlagSetup {
    setup_deck(decks(battle)).into_iter().find(|setup| setup.word() == word).expect("a card")
}

/// Deals with two cards of the setup deck of the rules.
fn deal_with(battle: &PubBattle, cards: [&str; 2], seed: u64) -> FlagDeal {
    deal(decks(battle), cards.map(|word| card(battle, word)), &mut Rng::new(seed)).expect("a deal")
}

fn from_edge(edge: MapEdge, size: [i32; 2], at: [i32; 2]) -> i32 {
    match edge {
        MapEdge::North => size[1] - at[1],
        MapEdge::East => size[0] - at[0],
        MapEdge::South => at[1],
        MapEdge::West => at[0],
    }
}

/// PB-10.1: twelve cards, nine of them to a side, each corps at most once; the others are Fog of War.
#[test]
fn a_side_gets_nine_of_twelve_cards() {
    let battle = battle(ARMIES);
    for seed in 0..300 {
        for (deck, force) in decks(&battle).decks.iter().zip(stacks(&battle, seed).forces) {
            let in_play: Vec<usize> = force.stacks.iter().flat_map(|stack| stack.corps.clone()).collect();
            let mut all = [&in_play[..], &force.out].concat();
            all.sort_unstable();
            assert_eq!(all, (0..deck.corps.len()).collect::<Vec<_>>(), "seed {seed}: each corps is in one stack");
            assert!(force.out.len() <= STACK && force.stacks.iter().all(|stack| stack.corps.len() <= STACK));
            assert_eq!(force.stacks.len() + 1, CARDS / STACK);
        }
    }
}

/// PB-10.2, PB-10.8: the setup deck of the rules, and the four cards that hold for both.
#[test]
fn the_setup_deck_has_nine_cards_of_which_four_are_special() {
    let battle = battle(ARMIES);
    let deck = setup_deck(decks(&battle));
    let words: BTreeMap<String, u8> = deck.iter().map(|setup| (setup.word(), setup.strength)).collect();
    let expected =
        [("SSS", 3), ("RRR", 3), ("SXX", 1), ("RXX", 1), ("SSR", 3), ("SRR", 3), ("SSX", 2), ("SRX", 2), ("RRX", 2)];
    assert_eq!(words, expected.map(|(word, strength)| (word.to_owned(), strength)).into());
    assert_eq!(deck.len(), 9);
    let special: BTreeSet<String> = deck.iter().filter(|setup| setup.is_special()).map(|setup| setup.word()).collect();
    assert_eq!(special, ["SSS", "RRR", "SXX", "RXX"].map(str::to_owned).into());
    let written = |letters: &str, strength| FlagSetup::parse(&SetupCard { letters: letters.to_owned(), strength });
    assert!(written("XSX", 1).is_some_and(FlagSetup::is_special), "letters stand in any order");
    for (letters, strength) in
        [("SS", 2), ("SSSS", 3), ("SST", 3), ("XXX", 1), ("SRX", 0), ("SRX", 4), ("", 1), ("srx", 2)]
    {
        assert_eq!(written(letters, strength), None, "{letters} {strength}");
    }
}

/// PB-10.3: of all pairs of setup cards, which holds for whom.
#[test]
fn all_pairs_of_setup_cards_hold_for_the_right_sides() {
    let battle = battle(ARMIES);
    let deck = setup_deck(decks(&battle));
    let (mut pairs, mut shared) = (0, 0);
    for first in &deck {
        for second in &deck {
            let [one, other] = FlagSetup::effective_cards(*first, *second);
            let specials = [first, second].map(|setup| ["SSS", "RRR", "SXX", "RXX"].contains(&&*setup.word()));
            match specials {
                [false, false] => assert_eq!([one, other], [*first, *second]),
                [true, false] => assert_eq!([one, other], [*first; 2]),
                [_, true] => assert_eq!([one, other], [*second; 2]),
            }
            let dealt = deal(decks(&battle), [*first, *second], &mut Rng::new(pairs)).expect("a deal");
            for (force, setup) in dealt.forces.iter().zip([one, other]) {
                let letters: Vec<StackLetter> = force.stacks.iter().map(|stack| stack.letter).collect();
                assert_eq!(letters, setup.letters);
            }
            let expected = match one.strength.cmp(&other.strength) {
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(0),
                std::cmp::Ordering::Less => Some(1),
            };
            assert_eq!(dealt.stronger(), expected);
            pairs += 1;
            shared += u64::from(specials != [false, false]);
        }
    }
    assert_eq!((pairs, shared), (81, 81 - 25));
}

/// PB-10.3: two different cards are dealt, and each stack may get each letter or be out.
#[test]
fn every_card_comes_and_every_corps_is_anywhere() {
    let battle = battle(ARMIES);
    let (mut pairs, mut places) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..2000 {
        let dealt = stacks(&battle, seed);
        assert_ne!(dealt.drawn[0], dealt.drawn[1], "neither goes back");
        pairs.insert(dealt.drawn);
        for force in &dealt.forces {
            places.extend(
                force.stacks.iter().flat_map(|stack| stack.corps.iter().map(|corps| (*corps, Some(stack.letter)))),
            );
            places.extend(force.out.iter().map(|corps| (*corps, None)));
        }
    }
    assert_eq!(pairs.len(), 72, "all pairs of nine cards, in both orders");
    assert_eq!(places.len(), 9 * 4);
}

/// PB-10.4: who starts is within M of the home edge; the base is at least M/3 from it, and the larger force has none.
#[test]
fn who_starts_is_near_the_edge_and_bases_are_not() {
    let battle = battle(ARMIES);
    let field = battle.field.as_ref().expect("a map");
    let size = [field.size.x, field.size.y];
    for seed in 0..120 {
        let (dealt, played) = (stacks(&battle, seed), played(&battle, seed));
        for command in &played.commands {
            let (edge, side) = (played.sides[command.side].edge, field.headquarters);
            let Some(at) = command.at else { continue };
            let outline = Footprint::new(at, 0, side, side);
            let inward = from_edge(edge, size, [at.x, at.y]) + i32::from(side.div_ceil(2));
            assert!(outline.is_on_map(field.size) && inward <= i32::from(field.mounted), "seed {seed}: {}", command.hq);
            // Blocks have no places of their own: they are hidden, or enter.
            assert!(command.blocks.iter().all(|block| played.blocks[*block].at.is_none()), "seed {seed}");
        }
        let PubVictory::Hold { location, side, or_loses, .. } = &played.scenario().expect("a scenario").victory[1]
        else {
            panic!("a base is held")
        };
        // PB-10.3: the stronger holds it, or loses.
        let stronger = dealt.stronger().map(|side| decks(&battle).decks[side].name.clone());
        assert_eq!((side, *or_loses), (&stronger, stronger.is_some()), "seed {seed}");
        let bases: Vec<&str> = location.names().iter().map(|name| &**name).collect();
        let owners = match dealt.stronger() {
            None => vec![0, 1],
            Some(stronger) => vec![1 - stronger],
        };
        assert_eq!(bases.len(), owners.len());
        for (base, owner) in bases.into_iter().zip(owners) {
            let edge = decks(&battle).decks[owner].edge;
            let at = field.location(base).expect("a location").at;
            assert!(3 * from_edge(edge, size, [at.x, at.y]) >= i32::from(field.mounted), "{base}");
            assert!(base_locations(field, edge).any(|location| location.name == base), "{base}");
        }
    }
}

/// PB-10.4: R enters on 3 or less at the home edge or along the sides, the stacks one turn after the other.
#[test]
fn reinforcements_come_one_stack_after_the_other() {
    let battle = battle(ARMIES);
    for seed in 0..60 {
        let force = &deal_with(&battle, ["RRR", "SRX"], seed).forces[0];
        let days: Vec<DealtDay> = force.stacks.iter().map(|stack| stack.day).collect();
        assert_eq!(days, [1, 2, 3].map(DealtDay::Turn));
    }
    let (mut seen, mut of_days) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..200 {
        let played = played(&battle, seed);
        for entry in played.commands.iter().filter_map(|command| command.entry) {
            assert_eq!(entry.roll, Some(3));
            assert_eq!(entry.road, None);
            let along = (entry.turn <= 10).then_some((battle.field.as_ref().expect("a map").mounted, 3));
            assert_eq!(entry.along, along);
            seen.insert(entry.turn);
            of_days.insert((entry.turn - 1) / 10);
        }
    }
    assert_eq!(seen, [1, 2, 3, 11, 21].into());
    assert_eq!(of_days, [0, 1, 2].into());
}

/// PB-10.5: ten turns, three days; one X stack on the second, the rest on the third.
#[test]
fn reserves_wait_for_further_days() {
    let battle = battle(ARMIES);
    let force = &deal_with(&battle, ["SXX", "SSR"], 5).forces[0];
    let days: Vec<Option<u16>> = force.stacks.iter().map(|stack| stack.day.turn()).collect();
    assert_eq!(days, [None, Some(11), Some(21)]);
    let mut seen = BTreeSet::new();
    for seed in 0..60 {
        let (dealt, played) = (stacks(&battle, seed), played(&battle, seed));
        let scenario = played.scenario().expect("a scenario");
        // PB-10.3: further days come only where both are equally strong.
        let days = if dealt.stronger().is_none() { 3 } else { 1 };
        assert_eq!((scenario.turns, scenario.days), (10, days), "seed {seed}");
        assert_eq!(scenario.victory[0], PubVictory::SuddenDeath);
        assert_eq!(scenario.victory.len(), 2, "what neither decides is a draw");
        let reserves = dealt.forces.iter().flat_map(|force| &force.stacks);
        for stack in reserves.filter(|stack| stack.letter == StackLetter::Reserve) {
            assert_eq!(stack.day == DealtDay::Never, days == 1, "seed {seed}");
        }
        seen.insert(days);
    }
    assert_eq!(seen, [1, 3].into());
}

/// PB-10.5, PB-10.6: Fog of War takes headquarters that are unused, S first; what is left over is forfeit. They are there when
/// their stack is, and every corps is hidden.
#[test]
fn fog_of_war_takes_unused_headquarters() {
    let of_nine = battle(ARMIES);
    // With a card of Fog more than a stack holds, one has no headquarters in any deal.
    let of_eight = ARMIES.replace("fog: 3", "fog: 4");
    let (before, after) = of_eight.split_once("        - hq: Simon Thread\n").expect("a corps");
    let (_, after) = after.split_once("    # The tin moors").expect("the second deck");
    let (after, _) = after.split_once("        - hq: Kerra Vean\n").expect("the last corps");
    let of_eight = battle(&format!("{before}    # The tin moors{after}"));
    for (battle, forfeit, seed) in (0..200).flat_map(|seed| [(&of_nine, 0, seed), (&of_eight, 1, seed)]) {
        let (dealt, played) = (stacks(battle, seed), played(battle, seed));
        assert!(played.commands.iter().all(|command| command.is_army || command.is_fog != command.is_hidden));
        for (side, force) in dealt.forces.iter().enumerate() {
            let deck = &decks(battle).decks[side];
            let fog: usize = force.stacks.iter().map(|stack| STACK - stack.corps.len()).sum();
            let scouts: Vec<usize> = force.stacks.iter().flat_map(|stack| stack.scouts.clone()).collect();
            let unused: Vec<usize> = force.out.iter().copied().filter(|corps| !deck.corps[*corps].guard).collect();
            assert_eq!(scouts.len(), fog.min(unused.len()), "seed {seed}");
            assert_eq!(scouts, unused[..scouts.len()], "each once, and S before R before X");
            assert_eq!(force.forfeit, fog - scouts.len());
            assert_eq!(force.forfeit, forfeit + force.out.len() - unused.len());
            for stack in force.stacks.iter().filter(|stack| stack.day != DealtDay::Never) {
                for scout in &stack.scouts {
                    let name = &deck.corps[*scout].hq;
                    let command = &played.commands[played.find_command(name).expect("a headquarters")];
                    assert!(command.is_fog && command.blocks.is_empty(), "seed {seed}: {name}");
                    assert_eq!(command.entry.map(|entry| entry.turn), stack.day.turn(), "seed {seed}: {name}");
                    assert_eq!(command.at.is_some(), stack.day == DealtDay::Start, "seed {seed}: {name}");
                }
            }
            let fog = played.sides[side].commands.iter().filter(|command| played.commands[**command].is_fog);
            let used = force.stacks.iter().filter(|stack| stack.day != DealtDay::Never);
            assert_eq!(fog.count(), used.map(|stack| stack.scouts.len()).sum::<usize>());
        }
    }
}

/// PB-10.7: the headquarters with a chit waits for its guard if that is a reinforcement, the one without for its corps.
#[test]
fn headquarters_of_armies_come_as_they_should() {
    let battle = battle(ARMIES);
    let guard = decks(&battle).decks[0].corps.iter().position(|card| card.guard).expect("a guard");
    let (mut with_guard, mut without_chit) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..300 {
        let (dealt, played) = (stacks(&battle, seed), played(&battle, seed));
        let day = dealt.forces[0].stacks.iter().find(|stack| stack.corps.contains(&guard)).map(|stack| stack.day);
        let day = day.filter(|day| *day != DealtDay::Never);
        let army = &played.commands[played.find_command("Alderman Prewett").expect("a headquarters")];
        assert!(army.has_chit);
        let blocks: Vec<_> = army.blocks.iter().map(|block| &played.blocks[*block]).collect();
        assert_eq!(blocks.len(), if day.is_some() { 3 } else { 0 });
        match day {
            Some(DealtDay::Turn(turn)) => {
                assert_eq!((army.at, army.entry.map(|entry| entry.turn)), (None, Some(turn)));
                assert!(army.is_hidden);
            }
            Some(DealtDay::Start) => assert!(army.at.is_some() && army.is_hidden),
            Some(later @ DealtDay::Day(_)) => {
                let turn =
                    |entry: Option<_>| entry.map(|entry: muster_games::pub_battles::resolve::ResolvedEntry| entry.turn);
                assert!(army.at.is_some() && blocks.iter().all(|block| turn(block.entry) == later.turn()));
                assert!(!army.is_hidden, "they enter by themselves");
            }
            None | Some(DealtDay::Never) => assert!(army.at.is_some() && !army.is_hidden),
        }
        with_guard.insert(day);
        let lady = &played.commands[played.find_command("Lady Merryn").expect("a headquarters")];
        let used = dealt.forces[1].stacks.iter().filter(|stack| !stack.corps.is_empty());
        let first = used.map(|stack| stack.day).filter(|day| *day != DealtDay::Never).min();
        assert!(!lady.has_chit);
        assert_eq!(lady.entry.map(|entry| entry.turn), first.and_then(DealtDay::turn));
        assert_eq!(lady.at.is_some(), first == Some(DealtDay::Start));
        without_chit.insert(first);
    }
    assert!(with_guard.len() == 7 && without_chit.len() >= 2, "{with_guard:?} {without_chit:?}");
}

/// PB-10.8: a strength that is not the number of letters that are not X is told of; the nine cards are all right.
#[test]
fn setup_cards_are_as_strong_as_their_letters() {
    for setup in setup_deck(decks(&battle(ARMIES))) {
        assert_eq!(setup.strength, setup.natural_strength(), "{}", setup.word());
    }
}

/// Rules that make no difference, or that one side could not use, are not in force.
#[test]
fn optional_rules_are_in_force_where_they_matter() {
    let battle_of = |text: &str| battle(text);
    assert!((0..20).all(|seed| played(&battle_of(ARMIES), seed).has(OptionalRule::Leadership)));
    let alike = ["leader: great", "leader: poor"]
        .iter()
        .fold(ARMIES.to_owned(), |text, rating| text.replace(rating, "leader: average"));
    assert!((0..5).all(|seed| !played(&battle_of(&alike), seed).has(OptionalRule::Leadership)));
    let carted = ARMIES.replace("[leadership]", "[trains]");
    let carted =
        carted.replace("          blocks:\n", "          blocks:\n            - {block: Carts, kind: train}\n");
    let one_sided = carted.replacen("            - {block: Carts, kind: train}\n", "", 9);
    for seed in 0..5 {
        let (both, one) = (played(&battle_of(&carted), seed), played(&battle_of(&one_sided), seed));
        assert!(both.has(OptionalRule::Trains) && both.blocks.iter().any(|block| !block.kind.is_fighting()));
        assert!(!one.has(OptionalRule::Trains) && one.blocks.iter().all(|block| block.kind.is_fighting()));
        let told = "# No train was dealt to The Staple: trains are left out on both sides.";
        assert!(dealt(&battle_of(&one_sided), seed).contains(told), "and it is said why");
        assert!(!dealt(&battle_of(&carted), seed).contains("left out"));
    }
}

/// A thousand seeds deal a thousand battles in which nothing is found, and the same seed writes the same bytes.
#[test]
fn a_thousand_seeds_pass_all_checks() {
    let battle = battle(ARMIES);
    let inputs: Vec<(Utf8PathBuf, Vec<u8>)> =
        (0..1000).map(|seed| (Utf8PathBuf::from(format!("{seed}.yaml")), dealt(&battle, seed).into_bytes())).collect();
    let distinct: BTreeSet<&[u8]> = inputs.iter().map(|(_, bytes)| &**bytes).collect();
    assert_eq!(distinct.len(), inputs.len());
    for (seed, (_, bytes)) in (0..).zip(&inputs).step_by(50) {
        assert_eq!(dealt(&battle, seed).as_bytes(), bytes, "seed {seed}");
    }
    let read = |path: &Utf8Path| match path.as_str() {
        "map.yaml" => Ok(MAP.as_bytes().to_vec()),
        _ => Err(std::io::ErrorKind::NotFound.into()),
    };
    let systems =
        muster_games::SYSTEMS.iter().copied().position(|system| system.id() == PubBattles::ID).expect("the system");
    let review = review(&inputs, &read, &muster_games::SYSTEMS[systems..=systems]);
    assert_eq!(review.units.iter().filter(|unit| unit.given && unit.sound).count(), inputs.len());
    let found: Vec<_> =
        review.findings.iter().map(|f| (review.sources.get(f.at.file).path(), f.code.id, &f.message)).collect();
    assert!(found.is_empty(), "{found:#?}");
}

/// Decks with hostile names are written as YAML that says the same, and nothing else.
#[test]
fn names_are_written_so_that_they_are_read_again() {
    let names =
        ["no", "1e3", "a: b #c", "\"quoted\"", "two  gaps", "\u{85}\u{2028}x", "{x: 1}", "- 'y", "ünter’s Böhm", "*a"];
    let mut text = ARMIES.to_owned();
    let quoted = |name: &str| serde_json::to_string(name).expect("a string");
    for (name, known) in names.iter().zip([
        "Hob Carder",
        "Nell Fuller",
        "Jory Weld",
        "Piran Hockin",
        "Old Digory",
        "Lady Merryn",
        "The Staple",
        "First Carders",
        "Deep Levels",
        "Tinners",
    ]) {
        assert!(text.contains(known), "{known}");
        text = text.replace(&format!("block: {known}"), &format!("block: {}", quoted(name)));
        text = text.replace(&format!("hq: {known}"), &format!("hq: {}", quoted(name)));
        text = text.replace(&format!("name: {known}"), &format!("name: {}", quoted(name)));
    }
    let battle = battle(&text);
    let mut seen = BTreeSet::new();
    for seed in 0..40 {
        let written = dealt(&battle, seed);
        assert!(!written.contains(['\u{85}', '\u{2028}']));
        let played = played(&battle, seed);
        let blocks = played.blocks.iter().map(|block| &block.name);
        let commands = played.commands.iter().map(|command| &command.hq);
        seen.extend(blocks.chain(commands).chain(played.sides.iter().map(|side| &side.name)).cloned());
    }
    assert!(names.iter().all(|name| seen.contains(*name)), "{seen:?}");
}

/// PB-10.4: the owner of a side gives its stacks their letters, and puts its base anywhere at least M/3 from its edge; the other side
/// is dealt as it would have been.
#[test]
fn owners_choose_letters_and_bases() {
    let battle = battle(ARMIES);
    let choice = |side: &str, what: &str| vec![(side.to_owned(), what.to_owned())];
    let names = [0, 1].map(|side| decks(&battle).decks[side].name.clone());
    let (mut chosen, mut refused) = (0, 0);
    for seed in 0..40 {
        let dealt = stacks(&battle, seed);
        for (side, name) in names.iter().enumerate() {
            let setup = dealt.forces[side].setup;
            let hand = PubBattles::hand(&battle, seed, name).expect("a hand");
            let stack_of = |line: &str| -> BTreeSet<usize> {
                let corps = decks(&battle).decks[side].corps.iter().enumerate();
                corps.filter(|(_, card)| line.contains(&format!("{} (", card.hq))).map(|(i, _)| i).collect()
            };
            let stacks: Vec<BTreeSet<usize>> =
                hand.lines().filter(|line| line.starts_with("  stack ")).map(stack_of).collect();
            assert_eq!(stacks.len(), 4, "{hand}");
            let of_other = decks(&battle).decks[1 - side].corps.iter().find(|card| hand.contains(&card.hq));
            assert!(of_other.is_none(), "nothing of the other side: {hand}");
            // The last stack first.
            let letters: Vec<String> = (0..3).map(|i| format!("{}{}", setup.letters[i].letter(), 4 - i)).collect();
            let letters = choice(&names[side], &letters.join(" "));
            let order = DealOrder { letters: &letters, ..order("The Ford", seed) };
            match deal_order(&battle, &order) {
                Err(why) => {
                    assert!(why.contains("gives it no army"), "{why}");
                    refused += 1;
                }
                Ok(text) => {
                    let played =
                        PubBattles::resolve([&text, MAP].map(|text| Arc::new(document::<PubBattles>(text))).into());
                    for corps in &stacks[0] {
                        let card = &decks(&battle).decks[side].corps[*corps];
                        let there = played.find_command(&card.hq).map(|command| &played.commands[command]);
                        assert!(there.is_none_or(|command| command.is_fog), "seed {seed}: {} is out", card.hq);
                    }
                    let others = |battle: &PubBattle| -> Vec<String> {
                        let commands = battle.sides[1 - side].commands.iter();
                        commands.map(|command| battle.commands[*command].hq.clone()).collect()
                    };
                    assert_eq!(others(&played), others(&self::played(&battle, seed)), "seed {seed}");
                    chosen += 1;
                }
            }
        }
    }
    assert!(chosen > 20 && refused < 40, "{chosen} {refused}");
    let seed = (0..).find(|seed| stacks(&battle, *seed).stronger() == Some(0)).expect("a seed");
    let with_base = |side: usize, place: &str| {
        let places = choice(&names[side], place);
        deal_order(&battle, &DealOrder { places: &places, ..order("The Ford", seed) })
    };
    let (field, edge) = (battle.field.as_ref().expect("a map"), decks(&battle).decks[1].edge);
    let place = |inward: i32| match edge {
        MapEdge::North => [300, field.size.y - inward],
        MapEdge::South => [300, inward],
        MapEdge::East => [field.size.x - inward, 300],
        MapEdge::West => [inward, 300],
    };
    let least = i32::from(field.mounted.div_ceil(3));
    let [x, y] = place(least);
    let text = with_base(1, &format!("{x},{y}")).expect("a battle");
    assert!(text.contains(&format!(": [{x}, {y}]")), "{text}");
    let [x, y] = place(least - 1);
    assert!(with_base(1, &format!("{x},{y}")).expect_err("too near").contains("PB-10.4"));
    assert!(with_base(0, "300,300").expect_err("the larger force").contains("has no base"));
    assert!(with_base(1, "Nowhere").expect_err("no place").contains("neither a location"));
    let wrong = choice("Nobody", "S1 S2 S3");
    assert!(deal_order(&battle, &DealOrder { letters: &wrong, ..order("The Ford", 1) }).is_err());
}

/// The command writes a scenario beside which the map is found, and refuses what is no pair of decks.
#[test]
fn the_command_deals_a_battle() {
    let folder = folder("capture-the-flag");
    fs::create_dir_all(folder.join("maps")).expect("a folder");
    fs::create_dir_all(folder.join("armies")).expect("a folder");
    fs::create_dir_all(folder.join("battles")).expect("a folder");
    fs::write(folder.join("maps/orrin-heath.yaml"), MAP).expect("a file");
    fs::write(folder.join("armies/a.yaml"), ARMIES).expect("a file");
    let new = |arguments: &[&str], code| {
        let output = muster(&folder, &[&["new", "pub-battles", "The Ford"], arguments].concat());
        assert_exit(&output, code);
        text(&output.stdout) + &text(&output.stderr)
    };
    let armies = ["--capture-the-flag", "armies/a.yaml"];
    assert_eq!(new(&[&armies[..], &["--seed", "3"]].concat(), 0).lines().next(), Some("the-ford.yaml"));
    new(&[&armies[..], &["--seed", "3", "-o", "battles/again.yaml"]].concat(), 0);
    let (one, other) =
        (fs::read_to_string(folder.join("the-ford.yaml")), fs::read_to_string(folder.join("battles/again.yaml")));
    let (one, other) = (one.expect("a file"), other.expect("a file"));
    assert_eq!(one.replace("map: maps/", "map: ../maps/"), other);
    assert_exit(&muster(&folder, &["check", ".", "--fail-on", "info"]), 0);
    assert!(new(&[&armies[..], &["-o", "-"]].concat(), 0).contains("with seed 0"));
    assert!(new(&["--capture-the-flag", "maps/orrin-heath.yaml", "-o", "-"], 2).contains("not decks of Pub Battles"));
    assert!(new(&["--capture-the-flag", "none.yaml", "-o", "-"], 2).contains("cannot read `none.yaml`"));
    fs::write(folder.join("armies/b.yaml"), ARMIES.replace("fog: 3", "fog: 5")).expect("a file");
    assert!(new(&["--capture-the-flag", "armies/b.yaml", "-o", "-"], 2).contains("has errors"));
    assert_exit(&muster(&folder, &["new", "pub-battles", "The Ford", "--seed", "3"]), 2);
    assert_exit(&muster(&folder, &["new", "tabletop", "The Ford", "--capture-the-flag", "armies/a.yaml"]), 2);
    assert_exit(&muster(&folder, &["new", "template", "looks", "--capture-the-flag", "armies/a.yaml"]), 2);
}

/// The shipped battle is one that is dealt from the shipped decks, and has a number, a date and a set besides.
#[test]
fn the_shipped_battle_is_dealt_from_the_shipped_decks() {
    let shipped = include_str!("../../../scenarios/pub-battles/the-price-of-wool.yaml");
    let battle = battle(ARMIES);
    let path = |_| "maps/orrin-heath.yaml".to_owned();
    let dealt = PubBattles::deal(&battle, &order("The Price of Wool", 46), &path).expect("a scenario");
    let shipped = shipped.lines().skip(1);
    let added = |line: &&str| ["  number: ", "  date: ", "  set: "].iter().any(|key| line.starts_with(key));
    let shipped: Vec<&str> = shipped.filter(|line| !added(line)).collect();
    assert_eq!(shipped, dealt.lines().skip(1).collect::<Vec<_>>());
}

/// The decks on the page of the game pass every check, and a battle is dealt from them.
#[test]
fn the_decks_of_the_page_are_dealt() {
    let page = fs::read_to_string(root().join("docs/pub-battles.md")).expect("the page");
    let (_, section) = page.split_once("\n## Capture the Flag\n").expect("the section");
    let block = |fence: &str| section.split(fence).nth(1).and_then(|rest| rest.split("```").next()).expect("a block");
    let folder = folder("capture-the-flag-page");
    fs::write(folder.join("the-two-inns.yaml"), block("```yaml\n")).expect("a file");
    assert_exit(&muster(&folder, &["check", "--fail-on", "info"]), 0);
    let command = block("```sh\nmuster ").trim_end();
    let (before, rest) = command.split_once('"').expect("a name");
    let (name, after) = rest.split_once('"').expect("a name");
    let arguments: Vec<&str> = before.split_whitespace().chain([name]).chain(after.split_whitespace()).collect();
    assert_exit(&muster(&folder, &arguments), 0);
    assert_exit(&muster(&folder, &["check", "--fail-on", "info"]), 0);
}
