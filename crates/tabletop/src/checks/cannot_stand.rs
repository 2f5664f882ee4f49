//! TT140 `cannot-stand`: a card starts on a hex that it cannot be on.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::{Terrain, Trait};
use crate::reach::Ground;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT140", "cannot-stand", Severity::Error, include_str!("cannot_stand.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let Some(ground) = Ground::new(battle) else { return };
    for (faction, entry, setup) in battle.setup() {
        let (Some(card), Some(hex)) = (setup.card, setup.hex) else { continue };
        let Some(terrain) = ground.map().terrain[hex] else { continue };
        if ground.stands(ground.movement(faction, card), hex) {
            continue;
        }
        let (resolved, number) = (&battle.cards[card], ground.map().digits(hex));
        let why = match terrain {
            _ if resolved.has(Trait::Floating) => "floats and can only be on water",
            Terrain::Water => "can only be there on a road, or with a trait such as swimming",
            Terrain::Plain | Terrain::Forest | Terrain::Mountain => {
                "can only be there on a road, or with a trait such as climbing"
            }
        };
        let message = format!("hex `{number}` is {}; `{}` {why}", terrain.word(), resolved.name);
        cx.push(cx.finding(battle.setup_address(faction, entry, "/at"), message));
    }
}
