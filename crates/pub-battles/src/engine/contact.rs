//! Contact, command and support between blocks as they stand.

use super::PubEngine;
use crate::geometry::{Footprint, MapArea, MapPoint};
use crate::rules::FieldGround;
use crate::state::{Attack, PubState};

impl PubEngine {
    /// Returns the enemies of a block on the map whose circles are at most `gap` from one around a place.
    pub(super) fn enemies_near<'a>(
        &'a self,
        state: &'a PubState,
        block: u8,
        at: MapPoint,
        gap: i32,
    ) -> impl Iterator<Item = u8> + 'a {
        let of = &self.rules.blocks[usize::from(block)];
        self.blocks_on_map(state, Some(1 - of.side)).filter(move |enemy| {
            let reach = of.radius + self.rules.blocks[usize::from(*enemy)].radius + gap;
            is_within(at, state.blocks[usize::from(*enemy)].at, reach)
        })
    }

    /// Returns the enemies that a block would be in front contact with, a bit each.
    pub(super) fn contacts(&self, state: &PubState, block: u8, at: MapPoint, outline: &Footprint) -> u128 {
        let touches = |enemy: &u8| outline.is_in_front_contact(&self.outline(state, *enemy));
        self.enemies_near(state, block, at, 2).filter(touches).map(|enemy| 1 << enemy).sum()
    }

    /// Returns the first enemy that an outline is adjacent to.
    pub(super) fn adjacent_enemy(&self, state: &PubState, block: u8, at: MapPoint, outline: &Footprint) -> Option<u8> {
        self.enemies_near(state, block, at, 2).find(|enemy| outline.is_adjacent(&self.outline(state, *enemy)))
    }

    /// Returns another block that an outline of a block would overlap.
    pub(super) fn find_overlap(&self, state: &PubState, block: u8, at: MapPoint, outline: &Footprint) -> Option<u8> {
        let own = self.rules.blocks[usize::from(block)].radius;
        self.blocks_on_map(state, None).find(|other| {
            let number = usize::from(*other);
            *other != block
                && is_within(at, state.blocks[number].at, own + self.rules.blocks[number].radius)
                && outline.overlaps(&self.outline(state, *other))
        })
    }

    /// Returns true if a block is in an impassable area.
    pub(super) fn is_in_impassable(&self, at: MapPoint, outline: &Footprint) -> bool {
        self.rules.has_impassable && self.impassable_areas().any(|area| area.holds(at, outline))
    }

    /// Returns the impassable areas.
    pub(super) fn impassable_areas(&self) -> impl Iterator<Item = &MapArea> {
        self.rules.features.iter().filter(|feature| !feature.passable).filter_map(|feature| match &feature.ground {
            FieldGround::Area(area) => Some(area),
            FieldGround::Line(..) => None,
        })
    }

    /// Returns the modifier of the ground that a block occupies, 0 or less (PB-5.4).
    pub(super) fn modifier(&self, state: &PubState, block: u8) -> i8 {
        let (at, outline) = (state.blocks[usize::from(block)].at, self.outline(state, block));
        let of_feature = self.rules.features.iter().filter(|feature| feature.modifier < 0).map(|feature| {
            let is_occupied = match &feature.ground {
                FieldGround::Area(area) => area.is_occupied(at, &outline),
                FieldGround::Line(..) => false,
            };
            if is_occupied { feature.modifier } else { 0 }
        });
        of_feature.min().unwrap_or(0)
    }

    /// Returns true if a block is in command where it stands (PB-1.2).
    pub(super) fn is_in_command(&self, state: &PubState, block: u8) -> bool {
        let of = &self.rules.blocks[usize::from(block)];
        let army = self.rules.commands[usize::from(of.command)].army;
        let outline = self.outline(state, block);
        let commands = |command: u8| {
            let hq = state.commands[usize::from(command)].at;
            hq.is_some_and(|at| self.rules.cube(at).is_within(&outline, self.rules.mounted, 3))
        };
        commands(of.command) || army.is_some_and(commands)
    }

    /// Returns the friends that support a block, a bit each (PB-3.3).
    pub(super) fn supporters(&self, state: &PubState, block: u8) -> u128 {
        let of = &self.rules.blocks[usize::from(block)];
        let (at, outline) = (state.blocks[usize::from(block)].at, self.outline(state, block));
        let supports = |other: &u8| {
            let rules = &self.rules.blocks[usize::from(*other)];
            *other != block
                && rules.kind.supports(of.kind)
                && is_within(at, state.blocks[usize::from(*other)].at, of.radius + rules.radius + 2)
                && outline.has_directly_behind(&self.outline(state, *other))
        };
        self.blocks_on_map(state, Some(of.side)).filter(supports).map(|other| 1 << other).sum()
    }

    /// Returns true if an attack can be fought: both are there, and the attacker is in front contact.
    pub(super) fn stands(&self, state: &PubState, Attack { attacker, defender }: Attack) -> bool {
        let is_there = |block: u8| state.blocks[usize::from(block)].is_on_map();
        is_there(attacker)
            && is_there(defender)
            && self.outline(state, attacker).is_in_front_contact(&self.outline(state, defender))
    }

    /// Notes the attacks of a block on those it has moved into contact with, and takes trains among them off the map
    /// (PB-6.3). The attack on the nearest is noted last (PB-5.1).
    pub(super) fn note_attacks(&self, state: &mut PubState, attacker: u8, contacts: u128) -> Losses {
        let mut lost = Losses(0);
        let from = state.blocks[usize::from(attacker)].at;
        let mut left = contacts;
        while left != 0 {
            let distance = |enemy: u8| state.blocks[usize::from(enemy)].at.square_to(from);
            // The farthest of those left; equally far, the first.
            let farthest = bits(left).max_by_key(|enemy| (distance(*enemy), std::cmp::Reverse(*enemy)));
            let Some(enemy) = farthest else { break };
            left &= !(1 << enemy);
            if self.is_train(enemy) {
                self.eliminate(state, enemy);
                lost.0 |= 1 << enemy;
            } else {
                push_attack(state, Attack { attacker, defender: enemy });
            }
        }
        lost
    }

    /// Returns true for a baggage train.
    pub(super) fn is_train(&self, block: u8) -> bool {
        self.rules.blocks[usize::from(block)].kind == crate::model::BlockKind::Train
    }
}

/// Trains that were lost, a bit each.
pub(super) struct Losses(pub u128);

/// Adds an attack as the last made; one on the same block before is forgotten.
fn push_attack(state: &mut PubState, attack: Attack) {
    let count = usize::from(state.attack_count);
    let known = state.attacks[..count].iter().position(|known| *known == attack);
    if let Some(known) = known {
        state.attacks.copy_within(known + 1..count, known);
        state.attacks[count - 1] = attack;
    } else if count < state.attacks.len() {
        state.attacks[count] = attack;
        state.attack_count += 1;
    }
}

/// Returns the numbers of the bits that are set.
pub(super) fn bits(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let next = set.trailing_zeros();
        (next < 128).then(|| {
            set &= set - 1;
            next as u8
        })
    })
}

/// Returns true if two places are at most so far apart.
#[inline]
pub(super) fn is_within(a: MapPoint, b: MapPoint, reach: i32) -> bool {
    let reach = i64::from(reach);
    a.square_to(b) <= reach * reach
}
