//! Every sentence that effects print, on one sheet to read aloud: each effect with each of its fields, one, two and all
//! of friends and enemies, names whose number shows and names whose number does not.

use std::fmt::Write as _;

use super::arena::{battle_of, wording};

/// Friends: Foot, who has the rule, Horse in reserve, Hessians, the special formation Guns; enemies: Northumberland in
/// reserve, Walloons and Italians.
const CARDS: &str = "
  - {card: 1A, name: Foot, wing: red, strength: 4, dice: 6, actions: [{type: attack, targets: [11A], hits: 1}], special: [ON FOOT]}
  - {card: 2A, name: Horse, wing: pink, strength: 4, dice: 5, reserve: {behind: Foot}, special: [ON HORSE]}
  - {card: 3A, name: Hessians, wing: blue, strength: 4, dice: 4}
  - {card: 4A, name: Guns, wing: blue, strength: II, dice: Doubles, special: [ON GUNS]}
  - {card: 11A, name: Northumberland, wing: red, strength: 4, dice: 6, reserve: {behind: 12A}}
  - {card: 12A, name: Walloons and Italians, wing: red, strength: 4, dice: 6}
";

/// One card, two, and all of each kind; names in the singular, in the plural and joined.
const WHO: [&str; 11] = [
    "this",
    "Northumberland",
    "Hessians",
    "Walloons and Italians",
    "[Horse, Northumberland]",
    "[Foot, Hessians]",
    "[this, Horse, Guns]",
    "Guns",
    "friends",
    "enemies",
    "any",
];

/// What a rule prints that stands on `FOOT`, `HORSE` or `GUNS`, or in the `SCENARIO`, among these formations.
fn printed_among(cards: &str, on: &str, rule: &str) -> String {
    printed_in("en", cards, on, rule)
}

/// As [`printed_among`], in a language.
fn printed_in(language: &str, cards: &str, on: &str, rule: &str) -> String {
    let mut cards = cards.to_owned();
    for card in ["FOOT", "HORSE", "GUNS"] {
        cards = cards.replace(&format!("ON {card}"), if card == on { rule } else { "" });
    }
    let scenario = if on == "SCENARIO" { rule } else { "" };
    let text = format!(
        "system: table-battles\nscenario:\n  name: The Field\n  special: [{scenario}]\n  sides:\n    - {{name: North, first: \
         true, morale: 1, cards: 1A-4A}}\n    - {{name: Gnaeus Pompeius Magnus, morale: 1, cards: 11A-12A}}\nformations:{cards}"
    );
    let battle = battle_of(&text);
    let cards = std::iter::once(None).chain((0..battle.cards.len()).map(Some));
    let printed: Vec<String> = cards.flat_map(|card| battle.special_texts(card, wording(language))).collect();
    let [printed] = &printed[..] else { panic!("{rule}: {printed:?}") };
    printed.clone()
}

/// The sheet, written group by group.
struct Sheet {
    language: &'static str,
    text: String,
}

impl Sheet {
    fn group(&mut self, title: &str) {
        let _ = write!(self.text, "\n# {title}\n");
    }

    /// A rule and its sentence.
    fn say(&mut self, on: &str, rule: &str) {
        let note = if on == "FOOT" { String::new() } else { format!(" (on {})", on.to_lowercase()) };
        let _ = write!(
            self.text,
            "\n{rule}{note}\n    {}\n",
            printed_in(self.language, CARDS, on, &format!("{{rule: {rule}}}"))
        );
    }

    /// The rule once with each of `words` for `#`.
    fn each(&mut self, rule: &str, words: &[&str]) {
        words.iter().for_each(|word| self.say("FOOT", &rule.replace('#', word)));
    }
}

/// Every key of a condition and of an event that takes cards.
const KEYS: [&str; 6] = ["in_play", "in_reserve", "routed", "out", "has_dice", "has_cube"];
const EVENTS: [&str; 11] = [
    "enters",
    "routs",
    "retires",
    "pursues",
    "leaves",
    "attacks",
    "counterattacks",
    "screens",
    "absorbs",
    "commands",
    "bombards",
];

fn sheet() -> String {
    sheet_in("en")
}

fn sheet_in(language: &'static str) -> String {
    let mut sheet = Sheet { language, text: String::new() };
    sheet.group("hits");
    sheet.each("hits, change: #", &["-2", "-1", "0", "1", "2"]);
    sheet.each("hits, by: #, change: 1", &WHO);
    sheet.each("hits, on: #, change: -1", &WHO);
    sheet.each("hits, of: counterattack, by: #, on: [Foot, Hessians], change: 2", &["this", "enemies"]);
    sheet.say("SCENARIO", "hits, change: -1");
    sheet.group("hit-limit");
    sheet.each("hit-limit, most: #", &["0", "1", "2"]);
    sheet.each("hit-limit, of: counterattack, by: #, most: 1", &["this", "Hessians", "enemies"]);
    sheet.say("SCENARIO", "hit-limit, most: 1");
    sheet.group("forbid");
    let deeds = ["attack", "bombard", "command", "screen", "counterattack", "absorb", "retire", "pursue", "dice"];
    sheet.each("forbid, what: #", &deeds);
    sheet.each("forbid, what: screen, cards: #", &WHO);
    sheet.each("forbid, what: dice, cards: #", &WHO);
    sheet.each("forbid, what: attack, against: #", &WHO);
    sheet.each("forbid, what: #, against: [Hessians, Guns]", &["command", "screen", "counterattack", "absorb"]);
    sheet.each("forbid, what: #, action: 2", &["attack", "screen"]);
    sheet.each("forbid, what: attack, unless: {has_dice: #}", &WHO);
    sheet.each("forbid, what: dice, unless: {in_play: #}", &["Northumberland", "Hessians", "[Horse, Guns]"]);
    sheet.each("forbid, what: #, cards: enemies, unless: {has_dice: this}", &["attack", "dice"]);
    sheet.each("forbid, what: #, while: {routed: Hessians}", &["attack", "dice"]);
    sheet.each("forbid, what: dice, while: {routed: #}", &["Northumberland", "[Horse, Guns]"]);
    ["attack", "dice"].iter().for_each(|deed| sheet.say("SCENARIO", &format!("forbid, what: {deed}")));
    sheet.group("placement");
    sheet.each("placement, cards: #", &["1", "2"]);
    sheet.each("placement, cards: 2, of: #", &["army", "red", "pink", "blue", "dkblue", "green", "purple"]);
    sheet.group("reserve-target");
    sheet.each("reserve-target, attack: #", &["hits", "skips", "waits"]);
    sheet.each("reserve-target, attack: #, action: 2", &["hits", "skips", "waits"]);
    sheet.each("reserve-target, attack: skips, cards: #", &WHO);
    sheet.say("SCENARIO", "reserve-target, attack: skips");
    sheet.group("lends-dice");
    sheet.each("lends-dice, to: #", &["Horse", "Hessians", "[Horse, Hessians]", "friends"]);
    sheet.group("starts-with");
    sheet.each("starts-with, cubes: #", &["0", "1", "3"]);
    ["0", "1", "2"].iter().for_each(|cubes| sheet.say("GUNS", &format!("starts-with, cubes: {cubes}")));
    sheet.group("rescue");
    sheet.each("rescue, friends: #", &["Horse", "Hessians", "[Horse, Hessians]", "friends"]);
    sheet.group("can-rout");
    for rest in ["", ", hits: 2", ", hits: 2, morale: 1", ", morale: 2, while: {in_play: Hessians}"] {
        sheet.say("GUNS", &format!("can-rout{rest}"));
    }
    sheet.group("when: events");
    for event in EVENTS {
        sheet.each(&format!("when, on: {{{event}: #}}, do: [{{gain_morale: 1}}]"), &["this", "Horse", "Hessians"]);
    }
    sheet.each("when, on: {routs: #}, do: [{gain_morale: 1}]", &WHO);
    sheet.each("when, on: {attacks: #}, do: [{gain_morale: 1}], once: true", &["this", "[Horse, Guns]", "Hessians"]);
    let performers = ["{action: 1}", "{card: Horse, action: 2}", "{card: Hessians, action: 3}"];
    sheet.each("when, on: {performs: #}, do: [{lose_morale: {side: enemy}}]", &performers);
    for on in ["FOOT", "GUNS"] {
        for cubes in ["left: 0", "left: 2", "of: Hessians, left: 0", "of: Guns, left: 1"] {
            sheet.say(on, &format!("when, on: {{cubes: {{{cubes}}}}}, do: [{{rout: Horse}}]"));
        }
    }
    sheet.group("when: what happens");
    for happening in ["rout", "leave", "enter", "add_cube", "remove_cube"] {
        sheet.each(&format!("when, on: {{commands: this}}, do: [{{{happening}: #}}]"), &WHO);
    }
    sheet.each("when, on: {commands: this}, do: [{hit: {on: #, hits: 2}}]", &WHO);
    sheet.each("when, on: {commands: this}, do: [{hit: {on: #, hits: 1}}]", &["Hessians", "[Foot, Hessians]"]);
    let changes = ["2", "{side: enemy}", "{side: Gnaeus Pompeius Magnus}", "{side: North, cubes: 2}"];
    sheet.each("when, on: {commands: this}, do: [{gain_morale: #}]", &changes);
    sheet.each("when, on: {commands: this}, do: [{lose_morale: #}]", &changes);
    sheet.each("when, on: {enters: Horse}, do: [{rout: 12A}, {gain_morale: #}, {leave: this}]", &["1"]);
    sheet.group("when: two things happen");
    let two = [
        "{hit: {on: this, hits: 1}}, {gain_morale: 1}",
        "{hit: {on: Horse, hits: 9}}, {leave: this}",
        "{gain_morale: 1}, {leave: this}",
        "{rout: [this, Horse]}, {gain_morale: 1}",
    ];
    sheet.each("when, on: {attacks: this}, do: [#]", &two);
    sheet.each("when, on: {cubes: {left: 0}}, do: [#]", &two);
    sheet.each("when, on: {attacks: this}, do: [#], while: {in_play: Northumberland}", &two);
    sheet.each("when, on: {cubes: {left: 1}}, do: [{#}]", &["leave: this", "gain_morale: 1"]);
    sheet.group("when: under conditions");
    sheet.each(
        "when, on: {routs: Northumberland}, do: [{leave: this}], while: {routed: #}",
        &["Northumberland", "Guns"],
    );
    sheet.each(
        "when, on: {routs: Foot}, do: [{rout: Horse}], while: {#: Horse}",
        &["in_play", "in_reserve", "has_cube"],
    );
    sheet.each("when, on: {routs: Northumberland}, do: [{#: this}]", &["leave", "rout", "remove_cube", "add_cube"]);
    for happening in ["leave", "rout", "remove_cube"] {
        sheet.say("HORSE", &format!("when, on: {{routs: Northumberland}}, do: [{{{happening}: this}}]"));
    }
    sheet.say("HORSE", "when, on: {routs: Foot}, do: [{enter: this}], while: {in_reserve: this}");
    for event in ["routs: Northumberland", "attacks: Hessians", "cubes: {left: 2}", "commands: this"] {
        let rule = format!("when, on: {{{event}}}, do: [{{hit: {{on: Guns, hits: 1}}}}]");
        sheet.say("FOOT", &rule);
        sheet.each(&format!("{rule}, while: {{in_play: #}}"), &["Horse", "Hessians", "[Horse, Hessians]"]);
        sheet.each(&format!("{rule}, while: {{routed: #}}"), &["Northumberland", "Hessians"]);
        sheet.each(&format!("{rule}, unless: {{has_dice: #}}"), &["Horse"]);
    }
    sheet.say("SCENARIO", "when, on: {enters: Hessians}, do: [{rout: Northumberland}]");
    sheet.group("victory");
    let conditions = ["{routed: Horse}", "{routed: [Horse, Hessians]}", "{routed: enemies}", "{routed: Hessians}"];
    for condition in conditions {
        sheet.say("SCENARIO", &format!("victory, side: Gnaeus Pompeius Magnus, when: {condition}"));
    }
    sheet.say("SCENARIO", "victory, when: {routed: Horse, not: {routed: 12A}}");
    sheet.say("SCENARIO", "victory, side: North, when: {happened: {cubes: {of: Guns, left: 0}}}");
    sheet.group("conditions");
    for key in KEYS {
        sheet.each(&format!("hits, change: 1, while: {{{key}: #}}"), &WHO);
        sheet.each(&format!("hits, change: 1, while: {{not: {{{key}: #}}}}"), &WHO);
        sheet.each(&format!("hits, change: 1, unless: {{{key}: #}}"), &["Northumberland", "Hessians"]);
        let alike = format!("{{any: [{{{key}: Horse}}, {{{key}: Northumberland}}]}}");
        sheet.each("hits, change: 1, while: #", &[&alike, &format!("{{not: {alike}}}")]);
        let open = format!("{{any: [{{{key}: Horse}}, {{{key}: Guns}}, {{{key}: Hessians}}]}}");
        sheet.each("hits, change: 1, while: #", &[&open, &format!("{{not: {open}}}")]);
    }
    for event in EVENTS {
        let both = [format!("{{happened: {{{event}: Horse}}}}"), format!("{{happened: {{{event}: Hessians}}}}")];
        for condition in both {
            sheet.each(&format!("hits, change: 1, #: {condition}"), &["while", "unless"]);
            sheet.each(&format!("hits, change: 1, #: {{not: {condition}}}"), &["while"]);
        }
    }
    for cubes in ["left: 0", "of: Guns, left: 1"] {
        let happened = format!("{{happened: {{cubes: {{{cubes}}}}}}}");
        sheet.each("hits, change: 1, while: #", &[&happened, &format!("{{not: {happened}}}")]);
    }
    let mixed = [
        "{in_play: Horse, routed: Guns}",
        "{in_play: Hessians, routed: Guns}",
        "{in_play: Hessians, routed: 12A, has_dice: this}",
        "{not: {in_play: Horse, routed: Guns}}",
        "{not: {in_play: Hessians, has_dice: Horse}}",
        "{any: [{in_play: Horse}, {routed: Guns}]}",
        "{any: [{in_play: Horse}, {routed: Hessians}]}",
        "{any: [{routed: friends}, {routed: enemies}]}",
        "{has_dice: Horse, any: [{in_play: Guns}, {routed: Northumberland}]}",
        "{not: {any: [{in_play: Horse}, {routed: Guns}]}}",
        "{routed: Horse, happened: {attacks: Hessians}}",
    ];
    sheet.each("hits, change: 1, while: #", &mixed);
    sheet.each("hits, change: 1, unless: #", &mixed);
    sheet.text
}

#[test]
fn a_name_with_a_plural_anywhere_in_it_is_called_a_formation_before_a_verb() {
    for name in
        ["Dragoons (left)", "Cuirassiers à cheval", "Knights of St John", "Lancers #2", "Hessians", "Foot & Horse"]
    {
        let cards = CARDS.replace("Hessians", &format!("\"{name}\""));
        let sentence = printed_among(&cards, "FOOT", "{rule: when, on: {routs: 3A}, do: [{leave: this}]}");
        assert_eq!(sentence, format!("When the formation {name} routs, this card leaves play (not a rout)."));
    }
    for name in ["Rupert’s Brigade", "Grant's Foot", "Byron (left)"] {
        let cards = CARDS.replace("Hessians", &format!("\"{name}\""));
        let sentence = printed_among(&cards, "FOOT", "{rule: when, on: {routs: 3A}, do: [{leave: this}]}");
        assert_eq!(sentence, format!("When {name} routs, this card leaves play (not a rout)."));
    }
}

#[test]
fn no_sentence_says_that_a_card_is_in_play_and_routs_even_from_reserve() {
    for sentence in sheet().lines().filter(|line| line.contains("and this card is in")) {
        assert!(!sentence.contains("this card routs (even from reserve)"), "{sentence}");
    }
}

#[test]
fn it_is_the_card_only_where_the_card_is_the_subject_and_nothing_comes_between() {
    let refers = |line: &&str| [", it ", " and it ", " its side gains"].iter().any(|words| line.contains(words));
    for line in sheet().lines().filter(refers) {
        assert!(line.contains(" this card ") && !line.contains(" and it "), "{line}");
        assert!(!line.contains(" is in play, it") && !line.contains(" comes off"), "{line}");
    }
}

#[test]
fn every_sentence_reads_as_an_editor_would_print_it() {
    insta::assert_snapshot!("every_sentence", sheet());
}

#[test]
fn every_sentence_reads_in_german_as_an_editor_would_print_it() {
    insta::assert_snapshot!("every_sentence_in_german", sheet_in("de"));
}

#[test]
fn no_sentence_is_half_english_and_half_german() {
    let sheet = sheet_in("de");
    for sentence in sheet.lines().filter_map(|line| line.strip_prefix("    ")) {
        assert!(sentence.ends_with('.') && !sentence.contains("  ") && !sentence.contains(" ,"), "{sentence}");
        assert!(!sentence.contains(['{', '}']), "{sentence}");
        // Names are what their author calls them.
        let own: String =
            sentence.split('„').map(|part| part.split_once('“').map_or(part, |(_, after)| after)).collect();
        let words: Vec<&str> = own.split(|c: char| !c.is_alphanumeric()).collect();
        for english in ["the", "is", "are", "has", "and", "or", "when", "attacks", "card", "cube", "stick", "not"] {
            assert!(!words.contains(&english), "{sentence}");
        }
    }
}

#[test]
fn no_sentence_repeats_a_word_or_shows_a_number_that_a_name_may_not_have() {
    let sheet = sheet();
    let sentences: Vec<&str> = sheet.lines().filter_map(|line| line.strip_prefix("    ")).collect();
    assert!(sentences.len() > 300, "{}", sentences.len());
    for sentence in sentences {
        assert!(sentence.ends_with('.') && !sentence.contains("  ") && !sentence.contains(" ,"), "{sentence}");
        let words: Vec<&str> = sentence.split(' ').collect();
        assert!(words.windows(2).all(|two| two[0] != two[1]), "{sentence}");
        let sentence =
            sentence.replace("the formation Hessians", "it").replace("the formation Walloons and Italians", "it");
        for open in ["Hessians", "Italians", "Magnus"] {
            for verb in
                ["is", "are", "has", "have", "rout", "routs", "attack", "attacks", "win", "wins", "enters", "enter"]
            {
                let joined = format!(" and {open} {verb} ");
                assert!(!sentence.contains(&format!("{open} {verb} ")) || sentence.contains(&joined), "{sentence}");
            }
        }
    }
}
