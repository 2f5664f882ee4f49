//! What the cards say: actions, reactions, dice areas and keywords in plain words.

use crate::systems::table_battles::model::{Action, DiceArea, Hits, Requirement, Reserve, Takes, Targets};
use crate::systems::table_battles::values::DiceSet;

/// An action or reaction as printed.
pub(super) struct Words {
    /// Its name.
    pub(super) title: &'static str,
    /// Whether it answers an attack.
    pub(super) reaction: bool,
    /// Whether it may be declined.
    pub(super) voluntary: bool,
    /// What the dice must show.
    pub(super) requires: Option<Requirement>,
    /// Whom it is about; empty when it is about nobody. A name breaks only where it must.
    pub(super) targets: String,
    /// The names of whom it is about, where one is taken after the other.
    pub(super) sequence: Vec<String>,
    /// What it does.
    pub(super) effect: String,
}

/// The words of an action; `name_of` gives the printed name of a target.
pub(super) fn action(action: &Action, name_of: &dyn Fn(&str) -> String) -> Words {
    let names = |names: &[String]| names.iter().map(|n| name_of(n).replace(' ', "\u{a0}")).collect::<Vec<_>>();
    let whom = |before: &str, any: &str, targets: &Targets| match targets {
        Targets::Any(_) => format!("{before} {any}"),
        Targets::Listed(listed) => format!("{before} {}", join(&names(listed), " or ")),
    };
    let words = |title, requires, targets, effect| Words {
        title,
        reaction: false,
        voluntary: false,
        requires,
        targets,
        sequence: Vec::new(),
        effect,
    };
    let in_order = |title, requires, targets: &[String], effect| {
        let sequence = names(targets);
        Words { sequence: sequence.clone(), ..words(title, requires, sequence.join(", then "), effect) }
    };
    match action {
        Action::Attack { targets, requires, hits, own } => {
            let mut effect = self::hits(*hits);
            if *own > 0 {
                effect += &format!("; loses {}", sticks(*own));
            }
            in_order("Attack", *requires, targets, effect)
        }
        Action::Bombard { requires } => {
            words("Bombard", *requires, String::new(), "The enemy loses 1 morale, but never the last".to_owned())
        }
        Action::Command { targets, requires } => {
            let effect = match targets.as_slice() {
                [_, _, ..] => "The first still in reserve enters play",
                _ => "Enters play from reserve",
            };
            in_order("Command", *requires, targets, effect.to_owned())
        }
        Action::Screen { targets, requires, voluntary } => Words {
            reaction: true,
            voluntary: *voluntary,
            ..words("Screen", *requires, whom("Against", "any enemy", targets), "The attack has no effect".to_owned())
        },
        Action::Counterattack { targets, requires, hits, takes_less, voluntary } => {
            let mut effect = format!("{} on the attacker", self::hits(*hits));
            if *takes_less > 0 {
                effect += &format!("; suffers {} fewer", count(*takes_less, "hit"));
            }
            let targets = whom("Against", "any enemy", targets);
            Words { reaction: true, voluntary: *voluntary, ..words("Counterattack", *requires, targets, effect) }
        }
        Action::Absorb { targets, requires, takes, voluntary } => {
            let effect = match takes {
                Takes::All => "Takes all the hits instead",
                Takes::One => "Takes 1 hit instead; the others are lost",
                Takes::OneFewer => "Takes the hits instead, 1 fewer",
            };
            let targets = whom("For", "any friend", targets);
            Words { reaction: true, voluntary: *voluntary, ..words("Absorb", *requires, targets, effect.to_owned()) }
        }
    }
}

/// `A`, `A or B`, `A, B or C`.
pub(super) fn join(names: &[String], last: &str) -> String {
    match names {
        [before @ .., end] if !before.is_empty() => format!("{}{last}{end}", before.join(", ")),
        _ => names.join(""),
    }
}

fn count(n: u8, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn sticks(n: u8) -> String {
    format!("{} itself", count(n, "stick"))
}

fn hits(hits: Hits) -> String {
    match (hits.flat, hits.per_die) {
        (n, false) => count(n, "hit"),
        (0, true) => "1 hit per die".to_owned(),
        (n, true) => format!("{} + 1 per die", count(n, "hit")),
    }
}

/// The printed name of a requirement.
pub(super) fn requirement(requirement: Requirement) -> &'static str {
    match requirement {
        Requirement::Pair => "pair",
        Requirement::TwoPairs => "two pairs",
        Requirement::Triplet => "triplet",
        Requirement::TwoTriplets => "two triplets",
        Requirement::FullHouse => "full house",
        Requirement::FiveDice => "five dice",
    }
}

/// What may be placed in a dice area in one turn.
pub(super) fn dice(area: &DiceArea) -> &'static str {
    let numbers = |set: &DiceSet| matches!(set, DiceSet::Numbers { .. });
    let single = |set: &DiceSet| matches!(set, DiceSet::Single(_));
    match area.sets.as_slice() {
        [] => "takes no dice",
        [DiceSet::Numbers { low, high }] if low == high => "any number of dice",
        [DiceSet::Equal(2)] => "two alike",
        [DiceSet::Equal(_)] => "three alike",
        [DiceSet::Straight(3)] => "three in a row",
        [DiceSet::Straight(4)] => "four in a row",
        [DiceSet::Straight(5)] => "five in a row",
        [DiceSet::Straight(_)] => "six in a row",
        sets if sets.iter().all(numbers) => "as many as you like, all alike",
        sets if sets.iter().all(single) => "one die a turn",
        sets if sets.iter().any(single) => "in brackets: one die a turn",
        _ => "one set a turn",
    }
}

/// The line of a card that starts in reserve.
pub(super) fn reserve(reserve: &Reserve, name_of: &dyn Fn(&str) -> String) -> String {
    match reserve {
        Reserve::Behind(friend) => format!("behind {}", name_of(friend)),
        Reserve::CommandedBy(friend) => format!("until {} commands it", name_of(friend)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(yaml: &str) -> String {
        let action: Action = serde_yaml::from_str(yaml).unwrap();
        let w = super::action(&action, &|name| if name == "7A" { "Thurn".to_owned() } else { name.to_owned() });
        format!("{}: {} — {}", w.title, w.targets, w.effect)
    }

    #[test]
    fn actions_read_as_sentences() {
        let cases = [
            (
                "{type: attack, targets: [7A, Schlick], hits: 1 per die, self: 1}",
                "Attack: Thurn, then Schlick — 1 hit per die; loses 1 stick itself",
            ),
            (
                "{type: attack, targets: [A], hits: 1 + 1 per die, self: 2}",
                "Attack: A — 1 hit + 1 per die; loses 2 sticks itself",
            ),
            ("{type: command, targets: [A]}", "Command: A — Enters play from reserve"),
            ("{type: command, targets: [A, B]}", "Command: A, then B — The first still in reserve enters play"),
            ("{type: screen, targets: any}", "Screen: Against any enemy — The attack has no effect"),
            (
                "{type: counterattack, targets: [A, B, C], hits: 2, takes_less: 1}",
                "Counterattack: Against A, B or C — 2 hits on the attacker; suffers 1 hit fewer",
            ),
            (
                "{type: absorb, targets: any, takes: one fewer}",
                "Absorb: For any friend — Takes the hits instead, 1 fewer",
            ),
        ];
        for (yaml, printed) in cases {
            assert_eq!(words(yaml), printed);
        }
    }

    #[test]
    fn a_dice_area_says_how_many_dice_it_takes() {
        let say = |area| dice(&DiceArea::parse(area).unwrap());
        assert_eq!(say("6"), "any number of dice");
        assert_eq!(say("5/6"), "as many as you like, all alike");
        assert_eq!(say("(5)/(6)"), "one die a turn");
        assert_eq!(say("5/(6)"), "in brackets: one die a turn");
        assert_eq!(say("Straight 4"), "four in a row");
        assert_eq!(say("Doubles, Triples"), "one set a turn");
        assert_eq!(say("none"), "takes no dice");
    }
}
