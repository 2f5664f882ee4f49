//! The checks over special rules, branch by branch: a rule on a card or in the scenario, and what is said of it.

use crate::mistake_marks::findings;

/// Where a rule stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum On {
    Scenario,
    Foot,
    Guns,
    Horse,
}

use On::{Foot, Guns, Horse, Scenario};

/// A battle with special rules: Foot, the special formation Guns with two cubes, Rear in reserve and Staff without dice
/// against Horse and Lancers.
fn battle(rules: &[(On, &str)]) -> String {
    let special = |on: On, indent: &str| {
        let written: String =
            rules.iter().filter(|(at, _)| *at == on).map(|(_, r)| format!("{indent}  - {r}\n")).collect();
        if written.is_empty() { written } else { format!("{indent}special:\n{written}") }
    };
    let card = |id: &str, name: &str, rest: &str, special: String| {
        format!("  - card: {id}\n    name: {name}\n    wing: red\n{rest}{special}")
    };
    let attack = |targets: &str| format!("    actions:\n      - {{type: attack, targets: [{targets}], hits: 1}}\n");
    [
        "system: table-battles\nscenario:\n  name: The Ford\n  sides:\n".to_owned(),
        "    - {name: North, first: true, morale: 1, cards: 1A-4A}\n".to_owned(),
        "    - {name: South, morale: 1, cards: 11A-12A}\n".to_owned(),
        special(Scenario, "  "),
        "formations:\n".to_owned(),
        card("1A", "Foot", &format!("    strength: 4\n    dice: 6\n{}", attack("Horse")), special(Foot, "    ")),
        card("2A", "Guns", &format!("    strength: II\n    dice: Doubles\n{}", attack("Horse")), special(Guns, "    ")),
        card(
            "3A",
            "Rear",
            &format!("    strength: 4\n    dice: 5\n    reserve: {{behind: Foot}}\n{}", attack("Lancers")),
            String::new(),
        ),
        card("4A", "Staff", &format!("    strength: 4\n    dice: none\n{}", attack("Horse")), String::new()),
        card(
            "11A",
            "Horse",
            &format!("    strength: 4\n    dice: 6\n{}", attack("Foot, Rear")),
            special(Horse, "    "),
        ),
        card("12A", "Lancers", &format!("    strength: 4\n    dice: 5\n{}", attack("Foot, Staff")), String::new()),
    ]
    .concat()
}

/// What the checks over special rules say, as `CODE message`.
fn said(rules: &[(On, &str)]) -> Vec<String> {
    let found = findings(&[&battle(rules)]);
    let of_rules = |code: &str| code.starts_with("TB18") || code.starts_with("MU");
    found.into_iter().filter(|f| of_rules(&f.4)).map(|f| format!("{} {}", f.4, f.5)).collect()
}

#[test]
fn the_battle_itself_has_no_findings_over_special_rules() {
    assert_eq!(said(&[]), [""; 0]);
}

#[test]
fn one_rule_one_finding() {
    let never = "TB181 the rule never applies:";
    let nothing = "TB182 the rule has no effect:";
    let cases: &[(On, &str, &str)] = &[
        // Names that mean nothing where they stand.
        (Scenario, "{rule: victory, side: Nord, when: {routed: Horse}}", "TB180 `Nord` is not a side of this battle"),
        (Scenario, "{rule: victory, side: North, when: {routed: this}}", "TB180 `this` needs a card"),
        (Scenario, "{rule: when, on: {routs: Horse}, do: [{gain_morale: 1}]}", "TB180 the name of the side is missing"),
        (
            Foot,
            "{rule: hits, change: 1, unless: {any: [{routed: Hors}]}}",
            "TB180 this battle has no formation named `Hors`",
        ),
        (Foot, "{rule: lends-dice, to: Horse}", "TB180 its own side has no formation named `Horse`"),
        // Conditions that contradict themselves or the cards.
        (Foot, "{rule: hits, change: 1, while: {in_play: Guns, routed: Guns}}", &format!("{never} `Guns` is in play")),
        (Foot, "{rule: hits, change: 1, while: {has_dice: Staff}}", &format!("{never} `Staff` takes no dice")),
        (
            Foot,
            "{rule: hits, change: 1, while: {has_cube: Horse}}",
            &format!("{never} `Horse` is not a special formation"),
        ),
        (Foot, "{rule: hits, change: 1, while: {in_reserve: Horse}}", &format!("{never} `Horse` has no reserve line")),
        (
            Foot,
            "{rule: hits, change: 1, while: {not: {in_play: this}}}",
            &format!("{never} the rest of the condition already makes this true"),
        ),
        (
            Foot,
            "{rule: hits, change: 1, while: {any: [{has_dice: Staff}, {in_reserve: Guns}]}}",
            &format!("{never} `Guns` has no reserve line"),
        ),
        (Foot, "{rule: hits, change: 1, unless: {in_play: this}}", &format!("{never} this is always true")),
        (Scenario, "{rule: victory, side: North, when: {in_reserve: Horse}}", &format!("{never} `Horse` has no")),
        (Foot, "{rule: when, on: {routs: Rear}, do: [{rout: Horse}], while: {in_play: Rear, out: Rear}}", never),
        // Rules that change nothing.
        (Foot, "{rule: hits, change: 0}", &format!("{nothing} it changes hits by 0")),
        (Foot, "{rule: placement, cards: 1}", &format!("{nothing} dice may only go on one card")),
        (Foot, "{rule: reserve-target, attack: skips}", &format!("{nothing} no target of these attacks")),
        (Foot, "{rule: rescue, friends: [Foot]}", &format!("{nothing} it can save only the card")),
        (Foot, "{rule: forbid, what: screen, cards: enemies}", &format!("{nothing} none of its cards")),
        (Foot, "{rule: forbid, what: absorb, action: 1}", &format!("{nothing} none of its cards")),
        (Foot, "{rule: forbid, what: retire}", &format!("{nothing} none of its cards")),
        (Foot, "{rule: forbid, what: dice, cards: Staff}", &format!("{nothing} none of its cards")),
        // Countdowns.
        (
            Guns,
            "{rule: when, on: {cubes: {left: 2}}, do: [{rout: Horse}]}",
            "TB184 `2` cubes are left only after 3 were on `Guns`",
        ),
        (
            Foot,
            "{rule: when, on: {cubes: {left: 0}}, do: [{rout: Horse}]}",
            "TB184 `0` cubes are left only after 1 were on `Foot`",
        ),
        (
            Scenario,
            "{rule: victory, side: North, when: {any: [{happened: {cubes: {of: Guns, left: 3}}}]}}",
            "TB184 `3` cubes are left only after 4 were on `Guns`",
        ),
        (
            Foot,
            "{rule: hits, change: 1, unless: {not: {happened: {cubes: {of: Guns, left: 2}}}}}",
            "TB184 `2` cubes are left only after 3 were on `Guns`",
        ),
        (Foot, "{rule: starts-with, cubes: 2}", &format!("{nothing} no special rule counts the cubes")),
        // Rules on the wrong kind of card.
        (Scenario, "{rule: starts-with, cubes: 1}", "TB185 `starts-with` must be on a card, not in the scenario"),
        (Foot, "{rule: can-rout}", "TB185 `can-rout` must be on a special formation"),
        (Scenario, "{rule: placement, cards: 2, of: red}", "TB185 `placement` must be on a card, not in the scenario"),
        (Scenario, "{rule: rescue, friends: [Foot]}", "TB185 `rescue` must be on a card, not in the scenario"),
        (Scenario, "{rule: when, on: {cubes: {left: 1}}, do: [{rout: Horse}]}", "TB185 `when` must be on a card"),
        // Actions that no card has.
        (Foot, "{rule: forbid, what: attack, action: 2}", "TB186 there is no action `2`: `Foot` has one action"),
        (
            Horse,
            "{rule: reserve-target, attack: skips, action: 3}",
            "TB186 there is no action `3`: `Horse` has one action",
        ),
        (
            Foot,
            "{rule: hits, change: 1, while: {happened: {performs: {card: Guns, action: 4}}}}",
            "TB186 there is no action `4`: `Guns` has one action",
        ),
        (Guns, "{rule: starts-with, cubes: 3}", "TB187 `Guns` starts with `3` cubes but holds at most 2"),
    ];
    for (on, rule, expected) in cases {
        let said = said(&[(*on, *rule)]);
        let first = said.first().map_or("nothing", String::as_str);
        assert!(said.len() == 1 && first.starts_with(expected), "{rule} on {on:?}\n{said:#?}\nnot {expected}");
    }
}

#[test]
fn rules_that_can_hold_and_change_something_are_silent() {
    let cases: &[(On, &str)] = &[
        (Scenario, "{rule: victory, side: North, when: {routed: [Horse, Lancers]}}"),
        (Scenario, "{rule: victory, when: {happened: {cubes: {of: Guns, left: 1}}}}"),
        (Foot, "{rule: hits, change: 1, while: {in_reserve: Rear}}"),
        (Foot, "{rule: hits, change: 1, while: {has_dice: Guns}}"),
        (Foot, "{rule: hits, change: 1, while: {any: [{has_dice: Staff}, {in_play: Guns}]}}"),
        (Foot, "{rule: hits, change: 1, while: {routed: this}}"),
        (Foot, "{rule: when, on: {routs: this}, do: [{rout: Horse}], while: {routed: this}}"),
        (Horse, "{rule: reserve-target, attack: skips}"),
        (Foot, "{rule: forbid, what: attack, cards: enemies, unless: {has_dice: this}}"),
        (Foot, "{rule: placement, cards: 1, of: army}"),
        (Guns, "{rule: starts-with, cubes: 2}"),
        (Guns, "{rule: can-rout, hits: 2}"),
        (Guns, "{rule: when, on: {cubes: {left: 1}}, do: [{rout: Horse}]}"),
    ];
    for (on, rule) in cases {
        assert_eq!(said(&[(*on, *rule)]), [""; 0], "{rule} on {on:?}");
    }
}

#[test]
fn two_rules_that_contradict_each_other() {
    let cases: &[(On, &str, On, &str, &str)] = &[
        (
            Foot,
            "{rule: hits, change: 1}",
            Foot,
            "{rule: hits, on: this, change: -1}",
            "`1` and `-1` hits cancel each other",
        ),
        (Foot, "{rule: hit-limit, most: 1}", Foot, "{rule: hit-limit, most: 2}", "two limits apply to the same hits"),
        (
            Foot,
            "{rule: placement, cards: 2}",
            Foot,
            "{rule: placement, cards: 3, of: red}",
            "two numbers of cards per roll phase: `2` and `3`",
        ),
        (
            Foot,
            "{rule: when, on: {attacks: this}, do: [{rout: Horse}]}",
            Foot,
            "{rule: forbid, what: attack}",
            "one rule forbids the trigger of the other",
        ),
        (
            Scenario,
            "{rule: forbid, what: attack, cards: [Foot, Guns]}",
            Guns,
            "{rule: when, on: {attacks: this}, do: [{rout: Horse}]}",
            "one rule forbids the trigger of the other",
        ),
        (
            Horse,
            "{rule: reserve-target, attack: skips}",
            Foot,
            "{rule: reserve-target, cards: enemies, attack: hits}",
            "two rules say how the same attacks treat a target in reserve",
        ),
        (
            Foot,
            "{rule: when, on: {routs: Horse}, do: [{enter: Rear}]}",
            Guns,
            "{rule: when, on: {routs: Horse}, do: [{leave: Rear}]}",
            "the same event triggers this and its opposite",
        ),
        (
            Foot,
            "{rule: when, on: {performs: {action: 1}}, do: [{gain_morale: 1}]}",
            Horse,
            "{rule: when, on: {performs: {card: Foot, action: 1}}, do: [{lose_morale: {side: enemy}}]}",
            "the same event triggers this and its opposite",
        ),
        (
            Guns,
            "{rule: when, on: {cubes: {left: 1}}, do: [{add_cube: this}]}",
            Scenario,
            "{rule: when, on: {cubes: {of: Guns, left: 1}}, do: [{remove_cube: Guns}]}",
            "the same event triggers this and its opposite",
        ),
        (
            Foot,
            "{rule: victory, side: North, when: {routed: Lancers}}",
            Horse,
            "{rule: victory, side: South, when: {routed: Lancers}}",
            "and `",
        ),
    ];
    for (on, rule, other, with, expected) in cases {
        let said = said(&[(*on, *rule), (*other, *with)]);
        let fits = |text: &String| text.starts_with("TB183 ") && text.contains(expected);
        assert!(said.len() == 1 && said.iter().all(fits), "{rule} and {with}\n{said:#?}\nnot {expected}");
    }
    let together: &[(On, &str, On, &str)] = &[
        (Foot, "{rule: hits, change: 1}", Guns, "{rule: hits, on: Foot, change: -1}"),
        (Foot, "{rule: hits, change: 1}", Foot, "{rule: hits, change: -1, while: {in_play: Guns}}"),
        (Foot, "{rule: hits, change: 1}", Foot, "{rule: hits, of: counterattack, change: -1}"),
        (
            Foot,
            "{rule: victory, side: North, when: {routed: enemies}}",
            Horse,
            "{rule: victory, side: South, when: {routed: enemies}}",
        ),
        (
            Foot,
            "{rule: when, on: {routs: Horse}, do: [{enter: Rear}]}",
            Guns,
            "{rule: when, on: {routs: Lancers}, do: [{leave: Rear}]}",
        ),
        (
            Scenario,
            "{rule: forbid, what: attack, cards: Foot, unless: {routed: Horse}}",
            Guns,
            "{rule: when, on: {attacks: Foot}, do: [{rout: Horse}]}",
        ),
    ];
    for (on, rule, other, with) in together {
        assert_eq!(said(&[(*on, *rule), (*other, *with)]), [""; 0], "{rule} and {with}");
    }
}

#[test]
fn a_battle_of_more_cards_than_the_engine_plays_is_a_finding() {
    let attack = |name: &str| format!("    actions: [{{type: attack, targets: [{name}], hits: 1}}]\n");
    let cards: String = (1..=65)
        .map(|n| {
            let enemy = if n == 1 { "F2" } else { "F1" };
            let head = format!("  - card: {n}A\n    name: F{n}\n    wing: red\n    strength: 1\n    dice: 6\n");
            head + &attack(enemy)
        })
        .collect();
    let sides =
        "    - {name: North, first: true, morale: 1, cards: 1A}\n    - {name: South, morale: 1, cards: 2A-65A}\n";
    let text = format!("system: table-battles\nscenario:\n  name: The Ford\n  sides:\n{sides}formations:\n{cards}");
    let found: Vec<_> = findings(&[&text]).into_iter().filter(|f| f.4 == "TB135").map(|f| f.5).collect();
    assert_eq!(found, ["a battle has at most 64 formations, found 65"]);
}
