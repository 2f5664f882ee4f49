//! Sentences for orders.

use crate::systems::english::list;
use crate::systems::pub_battles::model::{LocationRef, PubOrder};

/// Returns an order as a commander reads it: `Attack McPherson's Ridge by way of Seminary`.
pub fn order(order: &PubOrder) -> String {
    let location = |location: &LocationRef| match location {
        LocationRef::One(name) => name.clone(),
        LocationRef::Line(names) => format!("the line from {}", names.join(" to ")),
    };
    let mut text = match (&order.attack, &order.defend) {
        (Some(attack), _) => format!("Attack {}", location(attack)),
        (None, Some(defend)) => format!("Defend {}", location(defend)),
        (None, None) => String::new(),
    };
    if !order.via.is_empty() {
        text += &format!(" by way of {}", list(&order.via, "and"));
    }
    text
}
