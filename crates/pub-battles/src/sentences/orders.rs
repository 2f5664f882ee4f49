//! Sentences for orders.

use crate::model::{LocationRef, PubOrder};
use crate::wording::{PubWord as W, PubWording};

/// Returns an order as a commander reads it: `Attack McPherson's Ridge by way of Seminary`.
pub fn order(wording: PubWording<'_>, order: &PubOrder) -> String {
    let location = |location: &LocationRef| match location {
        LocationRef::One(name) => name.clone(),
        LocationRef::Line(names) => wording.say(W::LineFrom, &[(&wording.join(names, W::To)).into()]),
    };
    let text = match (&order.attack, &order.defend) {
        (Some(attack), _) => wording.say(W::Attack, &[(&location(attack)).into()]),
        (None, Some(defend)) => wording.say(W::Defend, &[(&location(defend)).into()]),
        (None, None) => String::new(),
    };
    match order.via.is_empty() {
        true => text,
        false => wording.say(W::ByWayOf, &[(&text).into(), (&wording.all_of(&order.via)).into()]),
    }
}
