//! Exact odds of attacks: the worked examples of an attack of infantry to its end.

use std::sync::Arc;

use muster_games::pub_battles::PubBattles;
use muster_games::pub_battles::engine::{AttackOdds, Fighter, attack_odds};
use muster_games::pub_battles::model::BlockQuality;
use muster_systems::{Game, Played};
use serde_json::json;

use crate::battery::document;

/// A block of the line.
const LINE: Fighter =
    Fighter { quality: BlockQuality::Line, is_artillery: false, is_spent: false, is_supported: false };

fn assert_near(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 5e-7, "{found}, not {wanted}");
}

#[test]
fn fresh_on_fresh_in_the_open() {
    let AttackOdds { stands, retreats, eliminated, .. } = attack_odds(LINE, LINE, (0, 0));
    for side in 0..2 {
        assert_near(eliminated[side], 0.232084);
        assert_near(retreats[side], 0.473383);
    }
    assert_near(stands, 0.294533);
}

#[test]
fn fresh_on_fresh_in_terrain_of_one() {
    let AttackOdds { retreats, eliminated, .. } = attack_odds(LINE, LINE, (-1, 0));
    assert_near(eliminated[0], 0.293988);
    assert_near(retreats[0], 0.529408);
    assert_near(eliminated[1], 0.108614);
    assert_near(retreats[1], 0.370050);
}

#[test]
fn artillery_throws_first_and_falls_where_it_must_retreat() {
    let guns = Fighter { is_artillery: true, ..LINE };
    let odds = attack_odds(LINE, guns, (0, 0));
    assert_near(odds.retreats[1], 0.0);
    // Only one of the two is driven off: what the guns drive off does not answer.
    assert_near(odds.stands + odds.retreats[0] + odds.eliminated[0], 1.0);
    assert_near(odds.stands, odds.eliminated[1]);
}

/// PB-5.6: supported artillery retreats.
#[test]
fn supported_artillery_retreats() {
    let guns = Fighter { is_artillery: true, ..LINE };
    let (alone, supported) =
        (attack_odds(LINE, guns, (0, 0)), attack_odds(LINE, Fighter { is_supported: true, ..guns }, (0, 0)));
    assert!(supported.retreats[1] > 0.1);
    assert_near(supported.retreats[1] + supported.eliminated[1], alone.eliminated[1]);
    assert_near(supported.holds + supported.retreats[1] + supported.eliminated[1], 1.0);
}

/// Special rules that always hold are counted: with `impetuous` the attacks are those with one more on each die.
#[test]
fn special_rules_are_counted() {
    let text = include_str!("../../../scenarios/pub-battles/weirs-of-ansholm.yaml");
    let rule = "  special:\n    - {do: impetuous}\n    - {while: {turns: [2, 3]}, do: entrenched}\n";
    let text = text.replacen("  special:\n", rule, 1);
    assert!(text.contains(rule));
    let battle = PubBattles::resolve(vec![Arc::new(document::<PubBattles>(&text))]);
    let odds = PubBattles::odds(&battle).expect("odds");
    let fact = odds.cards.iter().find(|fact| fact.json.get("bombardment").is_none()).expect("a block");
    let quality = battle.blocks.iter().find(|block| block.name == fact.name).expect("the block").quality;
    let wanted = attack_odds(Fighter { quality, ..LINE }, LINE, (1, 0));
    assert_near(fact.chances[1], wanted.eliminated[0]);
    assert_near(fact.chances[3], wanted.eliminated[1]);
    let told = fact.sentences.iter().find(|sentence| sentence.starts_with("In turns 2 to 3 on an entrenched enemy"));
    let plain = attack_odds(Fighter { quality, ..LINE }, LINE, (0, 0));
    let share = format!("eliminated in {:.1} %", 100.0 * plain.eliminated[0]);
    assert!(told.is_some_and(|sentence| sentence.contains(&share)), "{told:?}");
    // Bombardments are told of artillery only: 37.5 % of fresh targets in the open are spent, 50 % retreat.
    let gun = odds.cards.iter().find_map(|fact| fact.json.get("bombardment")).expect("artillery");
    assert_eq!(gun[0], json!({"target": "fresh", "modifier": 0, "spent": 0.375, "retreats": 0.5}));
}

#[test]
fn two_artilleries_throw_together() {
    let guns = Fighter { is_artillery: true, ..LINE };
    let odds = attack_odds(guns, guns, (0, 0));
    // What drives off infantry eliminates them.
    assert_near(odds.eliminated[0], 0.232084 + 0.473383);
    assert_near(odds.eliminated[0], odds.eliminated[1]);
}

#[test]
fn elites_stand_longer_and_militia_less_long() {
    let falls = |quality: BlockQuality| {
        let odds = attack_odds(LINE, Fighter { quality, ..LINE }, (0, 0));
        odds.retreats[1] + odds.eliminated[1]
    };
    assert!(falls(BlockQuality::Elite) < falls(BlockQuality::Line));
    assert!(falls(BlockQuality::Line) < falls(BlockQuality::Militia));
}
