//! What checks say can never happen, where special rules or `any` decide it.

use muster_games::table_battles::reach::change_nothing;

use super::arena::battle_of;
use crate::mistake_marks::findings;

/// A battle of these cards of the first side, and of Horse and Lancers against them.
fn battle(cards: &[&str], horse: &str) -> String {
    let cards: String = cards.iter().map(|card| format!("  - {{{card}}}\n")).collect();
    let last = cards.lines().count();
    format!(
        "system: table-battles
scenario:
  name: The Ford
  sides:
    - {{name: North, first: true, morale: 2, cards: 1A-{last}A}}
    - {{name: South, morale: 2, cards: 11A-12A}}
formations:
{cards}  - {{card: 11A, name: Horse, wing: blue, strength: 4, dice: 4, actions: [{{type: attack, targets: [{horse}], hits: 1 per die}}]}}
  - {{card: 12A, name: Lancers, wing: pink, strength: 4, dice: 3, actions: [{{type: attack, targets: [Foot], hits: 1}}]}}
"
    )
}

const FOOT: &str = "card: 1A, name: Foot, wing: red, strength: 4, dice: 5, actions: [{type: attack, targets: [Horse, Lancers], hits: 1 per die}]";
const ATTACK: &str = "actions: [{type: attack, targets: [Horse], hits: 1 per die}]";

/// The codes that are found.
fn codes(cards: &[&str], horse: &str) -> Vec<String> {
    findings(&[&battle(cards, horse)]).into_iter().map(|found| found.4).collect()
}

/// A rule that enters, removes or lends makes possible what is impossible without it.
#[track_caller]
fn assert_opens(code: &str, cards: &[&str], rule: &str) {
    let with = |rule: &str| -> Vec<String> {
        cards
            .iter()
            .map(|card| card.replace("RULE", &format!("special: [{rule}], ")).replace("special: [], ", ""))
            .collect()
    };
    let said = |cards: Vec<String>| codes(&cards.iter().map(String::as_str).collect::<Vec<_>>(), "Foot");
    assert!(said(with("")).contains(&code.to_owned()), "{code} without the rule: {:?}", said(with("")));
    let found = said(with(rule));
    assert!(
        !found.contains(&code.to_owned()) && !found.iter().any(|code| code.starts_with("TB18")),
        "{rule}: {found:?}"
    );
}

#[test]
fn special_rules_open_ways_into_play() {
    let enter = "{rule: when, on: {routs: Foot}, do: [{enter: this}], while: {in_reserve: this}}";
    let commanded =
        format!("card: 2A, name: Rear, wing: red, strength: 4, dice: 5, reserve: {{commanded_by: Foot}}, RULE{ATTACK}");
    assert_opens("TB143", &[FOOT, &commanded], enter);
    let circle = |card: &str, name: &str, friend: &str, rule: &str| {
        format!(
            "card: {card}, name: {name}, wing: red, strength: 4, dice: 5, reserve: {{behind: {friend}}}, {rule}{ATTACK}"
        )
    };
    let (one, other) = (circle("2A", "Left", "Right", ""), circle("3A", "Right", "Left", "RULE"));
    assert_opens("TB142", &[FOOT, &one, &other], enter);
    // Routed in reserve, it lets the other in.
    assert_opens("TB142", &[FOOT, &one, &other], "{rule: when, on: {routs: Horse}, do: [{rout: Left}]}");
    let rear = "card: 2A, name: Rear, wing: red, strength: 4, dice: 5, reserve: {behind: Guns}, actions: [{type: attack, targets: [Horse], hits: 1}]";
    let guns = "card: 3A, name: Guns, wing: red, strength: II, dice: Doubles, RULEactions: [{type: bombard}]";
    for rule in [
        "{rule: when, on: {routs: Horse}, do: [{leave: this}]}",
        "{rule: when, on: {routs: Horse}, do: [{enter: Rear}]}",
        "{rule: can-rout}",
    ] {
        assert_opens("TB145", &[FOOT, rear, guns], rule);
    }
    let standard = guns
        .replace("strength: II, dice: Doubles", "strength: 1, dice: none")
        .replace("actions: [{type: bombard}]", "retire: false");
    assert_opens("TB145", &[FOOT, rear, &standard], "{rule: rescue, friends: Foot}");
    assert_opens(
        "TB145",
        &[FOOT, rear, &standard],
        "{rule: when, on: {routs: Horse}, do: [{hit: {on: this, hits: 1}}]}",
    );
}

#[test]
fn dice_that_friends_lend_count() {
    let foot = |requires: &str, dice: &str| {
        format!(
            "card: 1A, name: Foot, wing: red, strength: 4, dice: {dice}, actions: [{{type: attack, targets: [Horse, Lancers], requires: {requires}, hits: 3}}]"
        )
    };
    let archers = "card: 2A, name: Archers, wing: red, strength: 4, RULEdice: 3/4";
    let lends = "{rule: lends-dice, to: Foot}";
    assert_opens("TB140", &[&foot("full house", "(5)"), archers], lends);
    assert_opens("TB162", &[&foot("two triplets", "Triples"), archers], lends);
    assert_opens("TB154", &[FOOT, archers], lends);
    // Dice that a rule looks at are of use too.
    assert_opens("TB154", &[FOOT, archers], "{rule: hits, by: Foot, on: enemies, change: 1, while: {has_dice: this}}");
    // Not in reactions, and what both together cannot show remains an error; a deck alone is judged alike.
    let screen = "card: 1A, name: Foot, wing: red, strength: 4, dice: (5), actions: [{type: attack, targets: [Horse, Lancers], hits: 1}, {type: screen, targets: any, requires: full house}]";
    let lender =
        |dice: &str| format!("card: 2A, name: Archers, wing: red, strength: 4, special: [{lends}], dice: {dice}");
    for (foot, archers) in [(screen.to_owned(), lender("3/4")), (foot("two triplets", "(5)"), lender("(5)"))] {
        assert!(codes(&[&foot, &archers], "Foot").contains(&"TB140".to_owned()), "{foot}");
    }
    let deck = |archers: &str| {
        format!("system: table-battles\nformations:\n  - {{{}}}\n  - {{{archers}}}\n", foot("full house", "(5)"))
    };
    let of_deck = |archers: &str| findings(&[&deck(archers)]).into_iter().map(|found| found.4).collect::<Vec<_>>();
    assert_eq!(of_deck(&lender("3/4")), Vec::<String>::new());
    assert_eq!(of_deck(&archers.replace("RULE", "")), ["TB140", "TB154"]);
}

#[test]
fn any_is_held_against_who_is_attacked() {
    let rear = |action: &str| format!("card: 2A, name: Rear, wing: red, strength: 4, dice: 6, actions: [{action}]");
    let counter = rear("{type: counterattack, targets: any, hits: 1}");
    assert_eq!(codes(&[FOOT, &counter], "Foot"), ["TB151"]);
    assert_eq!(codes(&[FOOT, &counter], "Foot, Rear"), Vec::<String>::new());
    let foot = FOOT.replace("hits: 1 per die}", "hits: 1 per die}, {type: absorb, targets: any, takes: all}");
    let screen = rear("{type: screen, targets: any}");
    assert_eq!(codes(&[&foot, &screen], "Foot"), ["TB152", "TB153"]);
    assert_eq!(codes(&[&foot, &screen], "Foot, Rear"), Vec::<String>::new());
}

#[test]
fn who_only_attacks_without_loss_never_leaves() {
    let guards = |self_hits: &str| {
        format!(
            "card: 2A, name: Guards, wing: red, strength: 4, dice: 6, actions: [{{type: attack, targets: [Horse], hits: 1{self_hits}}}]"
        )
    };
    let rear = format!("card: 3A, name: Rear, wing: red, strength: 4, dice: 5, reserve: {{behind: Guards}}, {ATTACK}");
    assert_eq!(codes(&[FOOT, &guards(""), &rear], "Foot, Rear"), ["TB145"]);
    assert_eq!(codes(&[FOOT, &guards(", self: 1"), &rear], "Foot, Rear"), ["TB153"]);
    assert_eq!(codes(&[FOOT, &guards(""), &rear], "Foot, Guards, Rear"), Vec::<String>::new());
    let countered = battle(&[FOOT, &guards(""), &rear], "Foot, Rear").replacen(
        "hits: 1 per die}]}\n  - {card: 12A",
        "hits: 1 per die}, {type: counterattack, targets: [Foot, Guards], hits: 1}]}\n  - {card: 12A",
        1,
    );
    let found: Vec<String> = findings(&[&countered]).into_iter().map(|found| found.4).collect();
    assert_eq!(found, ["TB153"]);
}

#[test]
fn a_rule_of_which_only_a_part_changes_nothing_is_not_proven_idle() {
    let proven = |happens: &str| -> Vec<bool> {
        let rule = format!("special: [{{rule: when, on: {{routs: Horse}}, do: [{happens}]}}]");
        let battle = battle_of(&battle(&[&format!("{FOOT}, {rule}")], "Foot"));
        change_nothing(&battle).into_iter().map(|idle| idle.whole).collect()
    };
    assert_eq!(proven("{enter: this}"), [true]);
    assert_eq!(proven("{enter: this}, {gain_morale: 1}"), [false]);
    assert!(proven("{gain_morale: 1}").is_empty());
}
