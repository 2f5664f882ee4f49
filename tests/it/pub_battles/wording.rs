//! What pieces, sheets and positions say in English and German: rules read aloud, and nothing half in one language.

use std::fs;
use std::sync::Arc;

use muster_games::pub_battles::PubBattles;
use muster_games::pub_battles::model::{MapSpecial, PubOrder, PubVictory};
use muster_games::pub_battles::resolve::PubBattle;
use muster_games::pub_battles::sentences;
use muster_games::pub_battles::wording::PubWording;
use muster_systems::position::{Pictured, TableShown};
use muster_systems::{Dealt, Game, Played};

use super::print::words_in;
use crate::battery::document;
use crate::cli::{folder, muster, text};

/// A battle with everything that is told of one: ratings, orders, trains, hidden commands, entries of all kinds, special rules.
const FIELD: &str = "
system: pub-battles
scenario:
  name: Die Furt
  language: de
  turns: 8
  days: 2
  optional: [leadership, written-orders, trains]
  sides:
    - name: Schwarzberg
      edge: south
      army_hq: {hq: Graf Orlow, at: [200, 20], leader: great, chit: false}
      corps:
        - hq: Hagen
          at: [100, 40]
          leader: poor
          orders: [{attack: Mühle, via: [Anger, Kirche]}, {defend: [Mühle, Kirche]}]
          blocks:
            - {block: Garde, quality: elite, at: [100, 60]}
            - {block: Landwehr, quality: militia, at: [140, 60], facing: 37}
            - {block: Husaren, kind: cavalry, at: [60, 60]}
            - {block: Tross 1, kind: train, at: [100, 20]}
        - {hq: Lenz, enters: {turn: 2, roll: 1, along: mounted/3}, blocks: [{block: Kanonen, kind: artillery}]}
        - {hq: Moor, enters: {turn: 3, on: Heerstraße, roll: 3}, hidden: true, blocks: [{block: Füsiliere}]}
      fog_of_war: [{hq: Dunst, at: [150, 50]}]
    - name: Weißenfels
      edge: north
      corps:
        - {hq: Pappen, at: [100, 320], blocks: [{block: Spieße, at: [100, 300]}, {block: Reitende, kind: horse-artillery, at: [140, 300]}]}
  victory:
    - {rule: sudden-death}
    - {rule: hold, location: Mühle, within: foot/3}
    - {rule: hold, location: [Mühle, Kirche], within: 40, at: 6, side: Weißenfels}
    - {rule: losses}
  special:
    - {do: no-chit, while: {command: Lenz, turns: [1, 3]}}
    - {do: impetuous, while: {kind: cavalry}}
  rule_text: Niemand betritt die Mühle.
map:
  name: Furt
  size: [400, 360]
  foot: 60
  mounted: 90
  block: {width: 20, depth: 10}
  kinds: {wald: {modifier: -1, blocks_sight: true}, see: {passable: false}, acker: {}}
  features:
    - {name: Eulenwald, kind: wald, area: [[120, 150], [180, 150], [180, 210], [120, 210]]}
    - {name: Moorsee, kind: see, area: [[250, 160], [290, 160], [290, 200], [250, 200]]}
    - {name: Anger, kind: acker, area: [[300, 240], [340, 240], [340, 280], [300, 280]]}
  roads: [{name: Heerstraße, line: [[220, 0], [220, 360]]}]
  locations: {Mühle: [220, 180], Kirche: [240, 230]}
";

fn battle(text: &str) -> PubBattle {
    PubBattles::resolve(vec![Arc::new(document::<PubBattles>(text))])
}

fn wording(language: &str) -> PubWording<'static> {
    PubWording::new(words_in(language))
}

fn read<T: serde::de::DeserializeOwned>(yaml: &str) -> T {
    serde_yaml::from_str(yaml).unwrap_or_else(|error| panic!("{yaml}: {error}"))
}

/// Returns the text edition of a file beside another one with its map, with all that there is to print.
fn printed(name: &str, text_of: &str, map: &str, with: &str) -> String {
    let dir = folder(name);
    fs::write(dir.join("battle.yaml"), text_of).expect("a file");
    fs::write(dir.join("map.yaml"), map).expect("a file");
    let arguments = ["print", "battle.yaml", "--format", "text", "--with", with, "-o", "said.txt"];
    let output = muster(&dir, &[&arguments[..], &["--duplex", "long"]].concat());
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    fs::read_to_string(dir.join("said.txt")).expect("a text edition")
}

/// Words that stand in no German text.
const ENGLISH: [&str; 34] = [
    "the", "of", "and", "turn", "turns", "fresh", "spent", "flipped", "leader", "poor", "great", "chit", "chits",
    "foot", "mounted", "move", "north", "south", "edge", "at", "facing", "top", "army", "order", "orders", "attack",
    "defend", "within", "enemy", "map", "road", "strength", "setup", "day",
];

#[track_caller]
fn assert_german(said: &str) {
    let words = said.split(|letter: char| !letter.is_alphanumeric());
    let english: Vec<&str> = words.filter(|word| ENGLISH.contains(&word.to_lowercase().as_str())).collect();
    assert!(english.is_empty(), "{english:?} in {said}");
}

#[test]
fn special_rules_are_read_aloud() {
    let sheet = [
        ("{do: no-chit}", "Chits are not drawn.", "Es werden keine Marker gezogen."),
        (
            "{do: no-chit, while: {side: Weißenfels, turns: [2, 2]}}",
            "In turn 2 the chits of Weißenfels are not drawn.",
            "In Zug 2 gilt: Die Marker von Weißenfels werden nicht gezogen.",
        ),
        (
            "{do: no-chit, while: {command: Lenz, turns: [1, 3]}}",
            "In turns 1 to 3 the chit of Lenz is not drawn.",
            "In den Zügen 1 bis 3 gilt: Der Marker von Lenz wird nicht gezogen.",
        ),
        (
            "{do: no-attack, while: {command: Lenz}}",
            "The blocks of Lenz’s command may not move into contact.",
            "Die Blöcke von Lenz dürfen nicht in Kontakt ziehen.",
        ),
        (
            "{do: no-attack, while: {kind: cavalry}}",
            "All cavalry may not move into contact.",
            "Die gesamte Kavallerie darf nicht in Kontakt ziehen.",
        ),
        ("{do: no-bombardment}", "All artillery may not bombard.", "Die gesamte Artillerie darf niemanden beschießen."),
        (
            "{do: no-rally, while: {kind: train}}",
            "All baggage trains may not rally.",
            "Alle Trosse dürfen sich nicht sammeln.",
        ),
        (
            "{do: slow-moves, while: {side: Weißenfels, kind: horse-artillery}}",
            "The horse artillery of Weißenfels lose a third of every move.",
            "Die reitende Artillerie von Weißenfels verliert ein Drittel jeder Bewegung.",
        ),
        (
            "{do: impetuous, while: {kind: infantry}}",
            "All infantry add 1 to each of their dice when they attack.",
            "Die gesamte Infanterie hat beim Angriff +1 auf jeden Würfel.",
        ),
        (
            "{do: entrenched, while: {side: Weißenfels}}",
            "Those who attack the blocks of Weißenfels take 1 from each of their dice.",
            "Wer die Blöcke von Weißenfels angreift, hat −1 auf jeden Würfel.",
        ),
        ("{do: no-rally, text: Niemand sammelt sich.}", "Niemand sammelt sich.", "Niemand sammelt sich."),
    ];
    for (yaml, english, german) in sheet {
        let special: MapSpecial = read(yaml);
        assert_eq!(sentences::special(wording("en"), &special), english);
        assert_eq!(sentences::special(wording("de"), &special), german);
    }
}

#[test]
fn victory_and_the_end_are_read_aloud() {
    let field = battle(FIELD);
    let one_day = battle(&FIELD.replace("days: 2", "days: 1").replace("turns: 8", "turns: 1"));
    let sheet = [
        (
            "{rule: hold, location: Mühle, within: foot/3}",
            "At the end of a day, a side wins that has a block within a third of the foot move of Mühle, the enemy none.",
            "Am Ende eines Tages gewinnt, wer als Einziger einen Block höchstens ein Drittel eines Fußmarschs von Mühle entfernt \
             stehen hat.",
        ),
        (
            "{rule: hold, location: [Mühle, Kirche], within: mounted/2}",
            "At the end of a day, a side wins that has a block within half the mounted move of each of Mühle and Kirche, the enemy \
             none at any of them.",
            "Am Ende eines Tages gewinnt, wer bei jedem dieser Orte als Einziger einen Block höchstens einen halben Reitermarsch \
             entfernt stehen hat: Mühle und Kirche.",
        ),
        (
            "{rule: hold, location: Mühle, within: foot, at: 6, side: Weißenfels}",
            "Weißenfels wins, at the end of turn 6, with a block within the foot move of Mühle, the enemy none.",
            "Sieg für Weißenfels, wenn am Ende von Zug 6 nur diese Seite einen Block höchstens einen Fußmarsch von Mühle entfernt \
             stehen hat.",
        ),
        (
            "{rule: hold, location: [Mühle, Kirche, Furt], within: 1200, side: Weißenfels}",
            "Weißenfels wins, at the end of a day, with a block within 1,200 map units of each of Mühle, Kirche and Furt, the enemy \
             none at any of them.",
            "Sieg für Weißenfels, wenn am Ende eines Tages bei jedem dieser Orte nur diese Seite einen Block höchstens 1.200 \
             Karteneinheiten entfernt stehen hat: Mühle, Kirche und Furt.",
        ),
        (
            "{rule: sudden-death}",
            "A side has lost at once when its losses reach half the number of its blocks: Schwarzberg at 3 and Weißenfels at 1.",
            "Eine Seite hat sofort verloren, wenn ihre Verluste die Hälfte ihrer Blöcke erreichen: Schwarzberg bei 3 und Weißenfels \
             bei 1.",
        ),
        (
            "{rule: losses}",
            "When the battle is over, the side with fewer losses wins; with as many on both sides, nobody.",
            "Nach der Schlacht gewinnt die Seite mit weniger Verlusten; bei gleich vielen niemand.",
        ),
    ];
    for (yaml, english, german) in sheet {
        let victory: PubVictory = read(yaml);
        assert_eq!(sentences::victory(wording("en"), &field, &victory), english);
        assert_eq!(sentences::victory(wording("de"), &field, &victory), german);
    }
    let end = |language, of: &PubBattle| sentences::end(wording(language), of.scenario().expect("a scenario"));
    assert_eq!(end("en", &one_day), "The battle lasts one turn. If nothing has decided it then, it is drawn.");
    assert_eq!(
        end("de", &one_day),
        "Die Schlacht dauert einen Zug. Fällt bis dahin keine Entscheidung, endet sie unentschieden."
    );
    assert_eq!(
        end("de", &field),
        "Ein Tag hat acht Züge. Ist die Schlacht dann nicht entschieden, folgen ein Nachtzug und ein weiterer Tag, insgesamt \
         höchstens zwei Tage. Fällt auch dann keine Entscheidung, endet sie unentschieden."
    );
}

#[test]
fn orders_and_entries_are_read_aloud() {
    let sheet = [
        (
            "{attack: Mühle, via: [Anger, Kirche]}",
            "Attack Mühle by way of Anger and Kirche",
            "Angriff: Mühle, über Anger und Kirche",
        ),
        (
            "{defend: [Mühle, Furt, Kirche]}",
            "Defend the line from Mühle to Furt to Kirche",
            "Verteidigung: Linie Mühle – Furt – Kirche",
        ),
    ];
    for (yaml, english, german) in sheet {
        let order: PubOrder = read(yaml);
        assert_eq!(sentences::order(wording("en"), &order), english);
        assert_eq!(sentences::order(wording("de"), &order), german);
    }
    let field = battle(FIELD);
    let entries = |language| -> Vec<String> {
        let entries = field.commands.iter().filter_map(|command| command.entry.as_ref());
        entries.map(|entry| sentences::entry(wording(language), &field, entry)).collect()
    };
    assert_eq!(
        entries("en"),
        [
            "turn 2, south edge or 30 map units per turn round its corners, if a die shows 1",
            "turn 3, south edge on Heerstraße, if a die shows 3 or less",
        ]
    );
    assert_eq!(
        entries("de"),
        [
            "Zug 2, Südrand oder je Zug 30 Karteneinheiten weiter um die Ecken, wenn der Würfel 1 zeigt",
            "Zug 3, Südrand auf Heerstraße, wenn der Würfel höchstens 3 zeigt",
        ]
    );
}

#[test]
fn a_scenario_in_german_is_printed_in_german() {
    let with = "setup,map,labels,cubes,chits,sticks,orders,counters,reference,backs";
    let said = printed("pub-german", FIELD, "", with);
    assert_german(&said);
    for words in [
        "eigener Rand: Süden · 3 Korps · 5 Blöcke · 1 Tross · 1 für den Nebel des Krieges · 4 Marker",
        "eigener Rand: Norden · 1 Korps · 2 Blöcke · 1 Marker",
        "8 Züge",
        "2 Tage, je 8 Züge",
        "Graf Orlow, hervorragend, ohne Marker",
        "Garde · Infanterie (Elite): 100, 60 · Norden",
        "Landwehr · Infanterie (Miliz): 140, 60 · 37°",
        "Füsiliere · Infanterie: verborgen beim Hauptquartier",
        "Kanonen · Artillerie: wie das Hauptquartier",
        "Beginn: Angriff: Mühle, über Anger und Kirche",
        "dann: Verteidigung: Linie Mühle – Kirche",
        "Schwacher Anführer: 1–2",
        "Furt: 400 × 360 Karteneinheiten, Norden oben",
        "Fußmarsch, 30,0 mm in Dritteln",
        "Garde von Hagen, Schwarzberg: frisch, bei 100, 60, Front nach Norden",
        "Tross 1 · Tross · von Hagen · umgedreht",
        "1 Aktivierung",
        "Treffer zugleich · Frisch · Erschöpft",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn decks_in_german_are_printed_and_dealt_in_german() {
    const ARMIES: &str = include_str!("../../../scenarios/pub-battles/armies/fleece-and-tin.yaml");
    const MAP: &str = include_str!("../../../scenarios/pub-battles/maps/orrin-heath.yaml");
    let german = ARMIES.replacen("  name: Fleece and Tin\n", "  name: Fleece and Tin\n  language: de\n", 1);
    let here = german.replace("../maps/orrin-heath.yaml", "map.yaml");
    let said = printed("pub-german-decks", &here, MAP, "cards,backs");
    for words in ["Garde des Armeehauptquartiers", "Hervorragender Anführer", "Stärke 3", "beginnt auf der Karte"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    for english in ["strength", "leader", "starts on", "Setup", "Fog of War"] {
        assert!(!said.contains(english), "{english}: {said}");
    }
    let decks = PubBattles::resolve([&german, MAP].map(|text| Arc::new(document::<PubBattles>(text))).into());
    let order = muster_systems::DealOrder { name: "Die Furt", seed: 1, letters: &[], places: &[] };
    let dealt = PubBattles::deal(&decks, &order, &|_| "map.yaml".to_owned()).expect("a scenario");
    assert_eq!(battle(&dealt).scenario().expect("a scenario").language.as_deref(), Some("de"));
}

#[test]
fn positions_are_told_in_german() {
    let field = battle(FIELD);
    let engine = PubBattles::compile(&field).expect("a battle that can be played");
    let rows = PubBattles::position(&field, &engine, &muster_core::play::Engine::start(&engine), None, words_in("de"));
    let [row] = &rows[..] else { panic!("one row") };
    assert_eq!(row.title, "Zug 1 · Verluste Schwarzberg: 0 von 5 · Verluste Weißenfels: 0 von 2");
    let TableShown::Drawing(drawing) = &row.shown else { panic!("a map") };
    assert_german(&drawing.text);
    for line in [
        "Hauptquartier von Hagen, Schwarzberg: bei 100, 40",
        "Landwehr von Hagen, Schwarzberg: frisch, bei 140, 60, Front nach 37°",
        "Noch nicht da: Lenz/Kanonen",
        "Verborgen: Moor/Füsiliere",
    ] {
        assert!(drawing.text.lines().any(|said| said == line), "{line}: {}", drawing.text);
    }
}
