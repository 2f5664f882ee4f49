//! Everything that an ability or a condition of victory can say, read aloud once.

use std::sync::{Arc, LazyLock};

use muster::review::catalogues::carried_catalogues;
use muster_core::source::Sources;
use muster_games::SYSTEMS;
use muster_games::tabletop::model::TabletopDocument;
use muster_games::tabletop::resolve::TabletopBattle;
use muster_games::tabletop::sentences;
use muster_games::tabletop::wording::TabletopWording;
use muster_systems::Doc;
use muster_systems::catalogue::Catalogues;

fn wording(language: &str) -> TabletopWording<'static> {
    static WORDS: LazyLock<Catalogues> = LazyLock::new(|| {
        carried_catalogues(SYSTEMS.iter().copied().find(|system| system.id() == "tabletop").expect("the game"))
    });
    TabletopWording::new(WORDS.get(language).expect("a carried language"))
}

fn battle(text: &str) -> TabletopBattle {
    let model: TabletopDocument = serde_yaml::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let file = Sources::default().add("a.yaml".into(), text.to_owned());
    TabletopBattle::new(vec![Arc::new(Doc { file, given: true, model })])
}

/// Reads abilities aloud, each written as the rest of a mapping behind its name.
#[track_caller]
fn read_aloud(sheet: &[(&str, &str)]) {
    for (ability, sentence) in sheet {
        let text = format!(
            "{{system: tabletop, cards: [{{card: N1, name: Bannermen, abilities: [{{name: A, {ability}}}]}}, \
             {{card: N7, name: Lord Brask}}]}}"
        );
        let battle = battle(&text);
        assert_eq!(sentences::ability(wording("en"), &battle, &battle.cards[0].abilities[0]), *sentence, "{ability}");
    }
}

#[test]
fn passive_abilities_change_values_and_traits() {
    read_aloud(&[
        ("do: []", "Nothing happens."),
        ("do: [{change: {might: 0}}]", "Nothing happens."),
        ("do: [{change: {might: 1}}]", "This card has +1 might."),
        ("do: [{change: {might: 1, speed: -1, range: 2}}]", "This card has +1 might, −1 speed and +2 range."),
        (
            "do: [{change: {speed: 1, to: self, types: [Foot, Horse]}}]",
            "This card, if it is Foot or Horse, has +1 speed.",
        ),
        ("do: [{change: {might: 1, to: formation}}]", "All cards of its formation have +1 might."),
        ("do: [{change: {might: 1, to: army, types: [Foot]}}]", "All Foot cards of its army have +1 might."),
        ("do: [{change: {might: 1, to: friends}}]", "All friendly cards in its hex have +1 might."),
        (
            "do: [{change: {might: 1, to: friends, within: 1, types: [Foot, Light Horse]}}]",
            "All friendly Foot and Light Horse cards within one hex have +1 might.",
        ),
        ("do: [{change: {might: -13, to: enemies, within: 2}}]", "All enemy cards within two hexes have −13 might."),
        ("do: [{give: {trait: hiding}}]", "This card has Hiding."),
        ("do: [{give: {trait: hiking, to: army}}]", "All cards of its army have Hiking."),
        ("do: [{take: {trait: sheltering, to: enemies, within: 0}}]", "All enemy cards in its hex lose Sheltering."),
        ("do: [{take: {trait: flying}}]", "This card loses Flying."),
        (
            "do: [{change: {might: 1}}, {change: {range: 1, to: friends}}]",
            "This card has +1 might; all friendly cards in its hex have +1 range.",
        ),
        ("do: [{change: {might: 1}}], text: Fear nothing.", "Fear nothing."),
    ]);
}

#[test]
fn abilities_hold_under_conditions() {
    let change = "do: [{change: {might: 1}}]";
    let conditions = [
        ("while: {}", "This card has +1 might."),
        ("while: {terrain: [forest]}", "While it is in forest, this card has +1 might."),
        (
            "while: {terrain: [plain, mountain, water]}",
            "While it is on open ground, on a mountain or on water, this card has +1 might.",
        ),
        ("while: {on_road: true}", "While it is on a road, this card has +1 might."),
        (
            "while: {on_road: false, fortified: false}",
            "While it is on no road and it is not fortified, this card has +1 might.",
        ),
        ("unless: {fortified: true}", "Unless it is fortified, this card has +1 might."),
        ("while: {at_standard: true}", "While a standard of its faction is in its hex, this card has +1 might."),
        ("while: {at_standard: false}", "While no standard of its faction is in its hex, this card has +1 might."),
        ("while: {in_combat: false}", "While it is not in combat, this card has +1 might."),
        ("while: {with: N7}", "While it is in an army or a formation with Lord Brask, this card has +1 might."),
        ("while: {with: Nobody}", "While it is in an army or a formation with Nobody, this card has +1 might."),
        ("while: {morale: [low]}", "While its morale is low, this card has +1 might."),
        (
            "while: {in_combat: true}, unless: {morale: [low, normal], terrain: [water]}",
            "While it is in combat, unless it is on water and its morale is low or normal, this card has +1 might.",
        ),
    ];
    for (condition, sentence) in conditions {
        read_aloud(&[(&format!("{condition}, {change}"), sentence)]);
    }
}

#[test]
fn active_abilities_say_how_often_and_for_how_long() {
    read_aloud(&[
        (
            "active: {}, do: [{strike: {kind: ranged, might: 2, range: 0}}]",
            "Once a turn: this card makes a ranged attack of might 2 on an enemy card or formation in its hex.",
        ),
        (
            "active: {cooldown: 0}, do: [{strike: {kind: anti-air, might: 3, range: 1}}]",
            "Once a turn: this card makes an anti-air attack of might 3 on an enemy card or formation in its hex or a \
             neighbouring one.",
        ),
        (
            "active: {cooldown: 1, cost: 1}, do: [{strike: {kind: anti-submarine, might: 10, range: 2}}]",
            "Once in two turns, for one resource: this card makes an anti-submarine attack of might 10 on an enemy card or \
             formation up to two hexes away.",
        ),
        (
            "active: {cooldown: 2, once: true, cost: 1500}, while: {fortified: true}, do: [{strike: {kind: anti-subterranean, might: 1, range: 13}}]",
            "Once in the battle, for 1,500 resources, while it is fortified: this card makes an anti-subterranean attack of \
             might 1 on an enemy card or formation up to 13 hexes away.",
        ),
        ("active: {}, do: [build-road]", "Once a turn: this card builds a road to a neighbouring hex."),
        (
            "active: {cooldown: 3}, do: [demolish-road, {change: {speed: 2}}]",
            "Once in four turns: this card demolishes a road to a neighbouring hex; for this turn this card has +2 speed.",
        ),
        (
            "active: {once: true}, do: [{change: {speed: 2}}, {give: {trait: hiking}}, build-road, {change: {might: -1}}]",
            "Once in the battle: for this turn this card has +2 speed; this card has Hiking; this card builds a road to a \
             neighbouring hex; for this turn this card has −1 might.",
        ),
        (
            "active: {lasts: 2}, do: [{give: {trait: flying, to: formation}}]",
            "Once a turn: for this turn and the next all cards of its formation have Flying.",
        ),
        (
            "active: {lasts: 3}, do: [{take: {trait: diving, to: enemies, within: 1}}]",
            "Once a turn: for three turns, this one counted, all enemy cards within one hex lose Diving.",
        ),
    ]);
}

#[test]
fn victory_names_factions_places_and_turns() {
    let text = "{system: tabletop, scenario: {name: A, turns: 9, factions: [{name: North, initiative: 1, cards: N1}], victory: [\
                {rule: hold, hexes: [Mill, \"0201\"], until: 4, faction: North}, {rule: hold, hexes: [Mill], faction: North}, \
                {rule: destroy, card: N1, faction: North}, {rule: most-might}, {rule: last}]}, \
                cards: [{card: N1, name: The Bread Cart}], map: {name: M, hexes: \". .\", places: {Mill: \"0101\"}}}";
    let read = battle(text);
    let told: Vec<String> =
        read.victory.iter().map(|victory| sentences::victory(wording("en"), &read, victory)).collect();
    assert_eq!(
        told,
        [
            "North wins by holding Mill (0101) and 0201 at the end of turn 4: a card of it stands on each of them, and none of another.",
            "North wins by holding Mill (0101) at the end of turn 9: a card of it stands there, and none of another.",
            "North wins as soon as others have had The Bread Cart on the map, and have none left there.",
            "When turn 9 is over, most might on the map wins; equal might is a draw.",
            "The last faction with a card on the map wins, standards counted.",
        ]
    );
    assert_eq!(sentences::end(wording("en"), &read), None);
    let read = battle(&text.replace("{rule: most-might}, ", ""));
    assert_eq!(sentences::end(wording("en"), &read).as_deref(), Some("When turn 9 is over, the battle is a draw."));
}

#[test]
fn german_abilities_are_read_aloud() {
    let sheet = [
        ("do: [{change: {might: 1, speed: -1}}]", "Diese Karte hat +1 Stärke und −1 Tempo."),
        (
            "do: [{change: {might: 1, to: army, types: [Fußvolk]}}]",
            "Alle Karten ihrer Armee (nur Fußvolk) haben +1 Stärke.",
        ),
        (
            "do: [{change: {might: -1, to: enemies, within: 1}}]",
            "Alle feindlichen Karten im Umkreis von einem Feld haben −1 Stärke.",
        ),
        ("do: [{take: {trait: flying}}]", "Diese Karte verliert Fliegen."),
        (
            "while: {terrain: [forest], fortified: false}, do: [{change: {might: 1}}]",
            "Solange sie im Wald ist und sie nicht verschanzt ist: Diese Karte hat +1 Stärke.",
        ),
        (
            "active: {cooldown: 1, cost: 1500}, do: [{change: {speed: 2}}]",
            "Einmal in zwei Zügen, für 1.500 Ressourcen: Diese Karte hat in diesem Zug +2 Tempo.",
        ),
        (
            "active: {once: true}, do: [{strike: {kind: ranged, might: 2, range: 2}}]",
            "Einmal in der Schlacht: Diese Karte richtet einen Fernkampf-Angriff der Stärke 2 gegen eine feindliche Karte oder Formation bis zu zwei Felder entfernt.",
        ),
        ("do: []", "Nichts geschieht."),
    ];
    for (ability, sentence) in sheet {
        let battle = battle(&format!(
            "{{system: tabletop, cards: [{{card: N1, name: Bannermen, abilities: [{{name: A, {ability}}}]}}]}}"
        ));
        assert_eq!(sentences::ability(wording("de"), &battle, &battle.cards[0].abilities[0]), sentence, "{ability}");
    }
}
