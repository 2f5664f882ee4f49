//! What is printed of a battle besides its armies and decks: the scenario sheet, achievement cards, the round summary.

use muster_core::print::Misfit;
use muster_systems::Drawn;

use super::{SMALL, battle, drawn, letters, pieces, shared, with};

/// SMALL with everything that a scenario can say.
fn full() -> String {
    let said = "  name: The Ford
  number: 12
  date: A wet morning
  rounds: 8
  deployment: alternate
  places: [{place: The Mill, at: 20, lane: 6, held_by: South}]
  concealed: [{side: South, point: {at: 6, lane: 2}, area: the reeds, units: 1}]
  victory: [{rule: hold, place: The Mill, at: end, side: North}]
  forfeits: [{side: South, on: {lost: The Mill}, counters: 1}]
  triggers: [{side: North, state: Shaken, rule: counters, change: 1}]
  special:
    - {on: turn, side: South, do: [{to-hit: 1}]}
    - {on: turn, side: North, do: [{to-hit: 1}], text: The north wind carries the arrows of the North.}
  rule_text: The river cannot be crossed by war machines.
  notes: It rained for a week.
";
    SMALL.replace("  name: The Ford\n", said)
}

fn scenario_sheet(text: &str, look: &str) -> (Drawn, Vec<muster_core::diag::Diagnostic>, Vec<Drawn>) {
    let (mut pieces, found) = drawn(text, look, &with(&["scenario"]));
    let sheet = pieces.remove(0);
    assert_eq!(sheet.card.number, "scenario");
    // The field is drawn on a sheet of its own.
    pieces.retain(|piece| piece.card.number != "field");
    (sheet, found, pieces)
}

#[test]
fn the_scenario_sheet_says_everything_that_the_scenario_says() {
    for look in ["plain", "low-ink"] {
        let (sheet, found, others) = scenario_sheet(&full(), look);
        assert!(found.is_empty() && others.is_empty(), "{found:?}");
        let wanted = "Scenario 12 · The Ford · A wet morning
North
2 units · 500 points · 6 counters · Generalship die d10 · led by Sir Anselm
South
2 units · 600 points · 8 counters · Generalship die d10 · led by Dame Berta
Deployment
The sides place one unit in turn. Who throws more with the Generalship die begins.
The field is 48 inches from edge to edge, and has 12 lanes of 4 inches.
South: One unit of yours starts under a tray in the reeds. The tray is 6 inches from your edge, in lane 2.
Victory
North: You win, whatever counters are left, if you hold The Mill when the last round is over.
After eight rounds whoever has more counters left wins.
Places
The Mill (20 inches from the edge of North, lane 6, held by South).
South: When the enemy comes to hold The Mill, you forfeit one counter, once in the battle.
States
North: When your army first becomes Shaken, you gain one counter.
Special rules
South: At the start of your turn: to the end of the round your missile units and war machines add 1 to hit.
The north wind carries the arrows of the North.
The river cannot be crossed by war machines.
Notes
It rained for a week.";
        assert_eq!(sheet.card.text, wanted);
        let size = sheet.card.size;
        assert!(size.width <= 210.0 - 20.0 && size.height <= 279.4 - 20.0, "both papers hold it with its marks");
    }
}

#[test]
fn sb_1_5_a_scenario_without_rounds_ends_with_the_counters() {
    let (sheet, ..) = scenario_sheet(SMALL, "plain");
    assert!(
        sheet.card.text.ends_with("Victory\nThe battle goes on until an army has no counters left."),
        "{}",
        sheet.card.text
    );
}

#[test]
fn rules_that_are_too_long_for_the_sheet_stand_on_cards_of_long_texts() {
    let rule = "Whoever reads this to the end has earned a counter, and may ask for it at any time. ".repeat(240);
    let text = full().replace("The river cannot be crossed by war machines.", rule.trim());
    for look in ["plain", "low-ink"] {
        let (sheet, found, others) = scenario_sheet(&text, look);
        let said = letters(&sheet.card.front);
        assert!(said.contains("Its text is long") && !said.contains("Deployment"), "{said}");
        let codes: Vec<&str> = found.iter().map(|finding| finding.code.id).collect();
        assert!(codes.contains(&"MU804"), "{codes:?}");
        let said: String = others.iter().map(|card| card.card.text.as_str()).collect();
        assert!(said.contains("The battle") && said.contains("South: One unit of yours starts under a tray"), "{said}");
    }
    let several = (0..20)
        .map(|n| format!("    - {{on: turn, side: South, do: [{{to-hit: 1}}], text: \"{n} {}\"}}\n", &rule[..800]));
    let text = full().replace("  special:\n", &format!("  special:\n{}", several.collect::<String>()));
    let (sheet, found, others) = scenario_sheet(&text, "plain");
    assert!(letters(&sheet.card.front).contains("Its text is long"));
    assert_eq!(found.iter().map(|finding| finding.code.id).collect::<Vec<_>>(), ["MU804"]);
    assert!(others.len() > 4 && others.iter().all(|card| card.card.number.starts_with("rules")));
}

#[test]
fn sb_3_each_achievement_has_a_card_that_says_what_it_is_worth() {
    let own = SMALL.replace(
        "  name: The Ford\n",
        "  name: The Ford\n  achievements: [heroic-moment, {name: Standard Taken, on: unit-lost, counters: 3}]\n",
    );
    for look in ["plain", "low-ink"] {
        let (cards, found) = drawn(&own, look, &with(&["achievements", "backs"]));
        assert!(found.is_empty(), "{found:?}");
        let said: Vec<&str> = cards.iter().map(|card| card.card.text.as_str()).collect();
        assert_eq!(
            said,
            [
                "Achievement · Heroic Moment\nA unit of yours wins a round of combat against one of a greater Morale Counter \
                 Value, or puts one to flight.\nTwo counters for the first to do this.",
                "Achievement · Standard Taken\nThe enemy loses a unit: it is destroyed, or flees off the field.\nThree \
                 counters for the first to do this.",
            ]
        );
        assert!(letters(&cards[1].card.front).contains("+3"));
        assert!(cards.iter().all(|card| card.side.is_none() && card.card.back.is_some()), "they are of both sides");
    }
    let published = battle(SMALL);
    assert_eq!(pieces(&published, &["achievements"]).len(), 6);
}

#[test]
fn sb_5_the_round_summary_is_one_card_for_each_player() {
    for look in ["plain", "low-ink"] {
        let (cards, misfits): (Vec<Drawn>, Vec<Misfit>) = shared(&[SMALL], look, &with(&["reference"]));
        assert!(misfits.is_empty(), "{look}: {misfits:?}");
        let numbers: Vec<&str> = cards.iter().map(|card| card.card.number.as_str()).collect();
        assert_eq!(numbers, ["reference", "states"]);
        assert!(cards.iter().all(|card| card.card.leaf.as_deref() == Some("reference") && card.card.copies == 2));
        assert!(
            cards[0].card.text.contains("three at most") && cards[1].card.text.contains("−MCV"),
            "{}",
            cards[0].card.text
        );
    }
    assert!(shared(&[SMALL], "plain", &with(&["roster"])).0.is_empty());
}

#[test]
fn sb_7_2_the_round_summary_speaks_of_a_stratagem_where_a_side_has_starter_cards() {
    let said = |texts: &[&str]| shared(texts, "plain", &with(&["reference"])).0[0].card.text.contains("Stratagem");
    let starter = SMALL.replace("{name: South,", "{name: South, starter: true,");
    assert!(!said(&[SMALL]) && said(&[&starter]) && said(&[SMALL, &starter]));
}
