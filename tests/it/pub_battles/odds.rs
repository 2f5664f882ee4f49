//! Exact odds of attacks: the worked examples of an attack of infantry to its end.

use muster::systems::pub_battles::engine::{AttackOdds, Fighter, attack_odds};
use muster::systems::pub_battles::model::BlockQuality;

/// A block of the line.
const LINE: Fighter = Fighter { quality: BlockQuality::Line, is_artillery: false, is_spent: false };

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
