//! PB124 `blind-artillery`: artillery faces its own side's edge or ground that blocks its sight, and can see no enemy within its range.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::{Piece, counted_length, from_edge, standing, title};
use crate::geometry::{Footprint, MapPoint, angle};
use crate::resolve::{FeatureGround, Field, PubBattle, ResolvedFeature};

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB124", "blind-artillery", Severity::Warning, include_str!("blind_artillery.md")), run };

/// Directions to each side of the front that are looked along, so many degrees apart (PB-4.1).
const SIDEWAYS: i32 = 9;
const APART: i32 = 5;
/// Places that are checked along each of them.
const STEPS: i64 = 12;
/// Of so many places at least one must be seen.
const ENOUGH: usize = 5;

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = &battle.field else { return };
    let pieces: Vec<Piece> = standing(battle).collect();
    for piece in pieces.iter().filter(|piece| piece.outline.is_on_map(field.size)) {
        let block = &battle.blocks[piece.index];
        if !block.kind.is_artillery() {
            continue;
        }
        let side = battle.commands[block.command].side;
        let is_in_front = |other: &&Piece| {
            let of = &battle.blocks[other.index];
            battle.commands[of.command].side != side && aims_at(piece.at, block.facing, other.at)
        };
        let in_front: Vec<&Piece> = pieces.iter().filter(is_in_front).collect();
        let is_near = |other: &&Piece| Footprint::place(piece.at).is_within(&other.outline, field.foot, 1);
        let reach = counted_length((field.foot, 1));
        let why = if let Some(name) = hidden_in(field, piece.at) {
            format!("`{}` is in {name}, which blocks its sight: it cannot bombard anything from there", block.name)
        } else if in_front.iter().any(is_near) {
            continue;
        } else if count_seen(field, piece.at, block.facing) < ENOUGH_OF_ALL {
            format!("`{}` can see almost nothing within its range of {reach}", block.name)
        } else if faces_home(field, battle, (side, piece.at, block.facing), in_front.is_empty()) {
            format!("`{}` faces its own side's edge and sees no enemy within its range of {reach}", block.name)
        } else {
            continue;
        };
        let at = if is_written(battle, piece.index) { "/facing" } else { "/at" };
        let help = "artillery fires within 45° of its front, and not from inside an area that blocks sight (PB-4.1)";
        cx.push(cx.finding(battle.block_address(piece.index, at), why).help(help));
    }
}

/// The least number of places that are seen by artillery that is of use.
const ENOUGH_OF_ALL: usize = (2 * SIDEWAYS as usize + 1) * STEPS as usize / ENOUGH;

/// Returns the area that blocks sight and that a place is in, as messages speak of it.
fn hidden_in(field: &Field, at: MapPoint) -> Option<String> {
    let holds = |feature: &ResolvedFeature| match &feature.ground {
        FeatureGround::Area(area) => {
            field.kind_of(feature).is_some_and(|kind| kind.blocks_sight) && area.contains(at.fine())
        }
        FeatureGround::Line(_) | FeatureGround::Nowhere => false,
    };
    field.features.iter().position(holds).map(|feature| title(field, feature))
}

/// Returns true if the facing of a block is written.
fn is_written(battle: &PubBattle, block: usize) -> bool {
    let of = &battle.blocks[block];
    of.facing != battle.sides[battle.commands[of.command].side].edge.inward().0
}

/// Returns true if a place is within 45° of a facing.
fn aims_at(from: MapPoint, facing: u16, to: MapPoint) -> bool {
    from.direction_to(to).is_none_or(|direction| angle(direction, facing) <= 45)
}

/// Returns how many places of the part of the map within reach are seen past the areas that block sight.
fn count_seen(field: &Field, from: MapPoint, facing: u16) -> usize {
    let blocks_sight = field.features.iter().filter(|of| field.kind_of(of).is_some_and(|kind| kind.blocks_sight));
    let areas: Vec<_> = blocks_sight
        .filter_map(|feature| match &feature.ground {
            FeatureGround::Area(area) => Some(area),
            FeatureGround::Line(_) | FeatureGround::Nowhere => None,
        })
        .collect();
    let is_seen = |to: MapPoint| -> bool {
        field.is_on_map(to) && !areas.iter().any(|area| area.is_passed_by(from.fine(), to.fine()))
    };
    let directions = -SIDEWAYS..=SIDEWAYS;
    let along = |aside: i32| {
        let heading = (i32::from(facing) + aside * APART).rem_euclid(360) as u16;
        (1..=STEPS).filter(|step| is_seen(from.ahead(heading, i64::from(field.foot) * step / STEPS))).count()
    };
    directions.map(along).sum()
}

/// Returns true if artillery looks towards its home edge, and that is within its reach, or all enemies are behind it.
fn faces_home(field: &Field, battle: &PubBattle, gun: (usize, MapPoint, u16), is_alone: bool) -> bool {
    let (side, at, facing) = gun;
    let edge = battle.sides[side].edge;
    let outward = (edge.inward().0 + 180) % 360;
    angle(facing, outward) <= 45 && (is_alone || from_edge(field, edge, at) <= i32::from(field.foot))
}
