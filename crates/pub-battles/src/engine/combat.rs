//! Combats (PB-5): one attack after the other, each round by round to its end.

use muster_core::play::Watch;
use muster_core::play::chance::Chance;

use super::contact::bits;
use super::tally::BlockTally;
use super::{Judgement, MoveRefused, PubEngine, draws};
use crate::geometry::MapPoint;
use crate::model::{BlockQuality, Leader, MapEffect};
use crate::play::SupportWord;
use crate::state::{Attack, BlockFlags, BlockState, Gap, PubPhase, PubState};

/// The fate of a block in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HitFate {
    /// It stays where it is.
    Stays,
    /// It retreats.
    Retreats,
    /// It is eliminated.
    Eliminated,
}

/// Returns what hits in one round make of a block, and whether it is spent then (PB-5.2).
pub(super) fn hit_fate(is_spent: bool, hits: u8) -> (HitFate, bool) {
    match (hits + u8::from(is_spent), hits) {
        (_, 0) | (1, _) => (HitFate::Stays, is_spent || hits > 0),
        (2, _) => (HitFate::Retreats, true),
        _ => (HitFate::Eliminated, true),
    }
}

/// Returns the hits that count of those that a block takes first in a combat phase (PB-5.5).
pub(super) fn first_hits(quality: BlockQuality, hits: u8) -> u8 {
    match quality {
        BlockQuality::Elite => hits.saturating_sub(1),
        BlockQuality::Militia if hits > 0 => hits + 1,
        BlockQuality::Line | BlockQuality::Militia => hits,
    }
}

impl PubEngine {
    /// Fights the next round of the attack that is being fought, or of the next attack; ends the turn where there is none.
    pub(super) fn fight<W: Watch>(&self, state: &mut PubState, chance: &mut Chance<'_>, watch: &mut W) {
        while let Some(attack) = state.attacks().last().copied() {
            if self.stands(state, attack) {
                self.round(state, attack, chance, watch);
                if state.phase == PubPhase::Combat {
                    self.resume_after_round(state);
                }
                return;
            }
            pop(state);
        }
        self.end_turn(state);
    }

    /// Ends the turn at once if nothing is left to be fought.
    fn resume_after_round(&self, state: &mut PubState) {
        while let Some(attack) = state.attacks().last().copied() {
            if self.stands(state, attack) {
                return;
            }
            pop(state);
        }
        self.end_turn(state);
    }

    /// Returns what is added to each die of an attacker and of its defender.
    pub(super) fn bonuses(&self, state: &PubState, Attack { attacker, defender }: Attack) -> (i8, i8) {
        let flanked = i8::from(self.is_flanked(state, defender));
        let special = |effect, block| i8::from(self.rules.has(effect, block, state.turn));
        let impetus = special(MapEffect::Impetuous, attacker) - special(MapEffect::Entrenched, defender);
        (self.modifier(state, defender) + flanked + impetus, -flanked)
    }

    /// Returns true if a defender is flanked (PB-5.3).
    fn is_flanked(&self, state: &PubState, defender: u8) -> bool {
        let of = &state.blocks[usize::from(defender)];
        if of.is_column() {
            return true;
        }
        let outline = self.outline(state, defender);
        let is_behind = |enemy: u8| self.outline(state, enemy).is_in_rear_contact(&outline);
        if self.enemies_near(state, defender, of.at, 2).any(is_behind) {
            return true;
        }
        let on_it = state.attacks().iter().filter(|attack| attack.defender == defender && self.stands(state, **attack));
        let attackers: u128 = on_it.fold(0, |all, attack| all | 1 << attack.attacker);
        attackers.count_ones() > 1
    }

    fn round<W: Watch>(&self, state: &mut PubState, attack: Attack, chance: &mut Chance<'_>, watch: &mut W) {
        let Attack { attacker, defender } = attack;
        state.round += 1;
        for block in [attacker, defender] {
            self.note(watch, block, BlockTally::Fought);
        }
        let (attack_bonus, defence_bonus) = self.bonuses(state, attack);
        let supporters = [attacker, defender].map(|block| self.supporters(state, block));
        let before = [attacker, defender].map(|block| state.blocks[usize::from(block)]);
        let [first, second] =
            [attacker, defender].map(|block| self.rules.blocks[usize::from(block)].kind.is_artillery());
        let (round, mut fates) = (state.round, [HitFate::Stays; 2]);
        let throw = |chance: &mut Chance<'_>, kind: &'static str, bonus: i8| {
            chance.roll(draws::dice_of(kind, attack, round), 3).faces().filter(|face| *face as i8 + bonus >= 4).count()
                as u8
        };
        // Artillery throws first; what remains answers (PB-5.6). Two throw together.
        if second && !first {
            let hits = throw(chance, draws::DEFENDER, defence_bonus);
            fates[0] = self.take(state, attacker, hits, watch);
            if fates[0] == HitFate::Stays {
                let hits = throw(chance, draws::ATTACKER, attack_bonus);
                fates[1] = self.take(state, defender, hits, watch);
            }
        } else {
            let hits = throw(chance, draws::ATTACKER, attack_bonus);
            if first && !second {
                fates[1] = self.take(state, defender, hits, watch);
                if fates[1] == HitFate::Stays {
                    let hits = throw(chance, draws::DEFENDER, defence_bonus);
                    fates[0] = self.take(state, attacker, hits, watch);
                }
            } else {
                let answer = throw(chance, draws::DEFENDER, defence_bonus);
                fates[1] = self.take(state, defender, hits, watch);
                fates[0] = self.take(state, attacker, answer, watch);
            }
        }
        // Unsupported artillery that must retreat is eliminated (PB-5.6).
        for (fate, (is_artillery, supporters)) in fates.iter_mut().zip([first, second].into_iter().zip(supporters)) {
            if *fate == HitFate::Retreats && is_artillery && supporters == 0 {
                *fate = HitFate::Eliminated;
            }
        }
        for (fate, block) in [(fates[1], defender), (fates[0], attacker)] {
            if fate == HitFate::Eliminated {
                self.fall(state, block, watch);
            }
        }
        // The defender goes first; both away from where the other stood.
        for (i, block, enemy) in [(1, defender, before[0].at), (0, attacker, before[1].at)] {
            if fates[i] == HitFate::Retreats {
                self.fall_back(state, block, enemy, watch);
            }
        }
        for block in [defender, attacker] {
            self.succeed(state, block, chance);
        }
        if self.decide_losses(state) {
            return;
        }
        let gone = fates.map(|fate| fate != HitFate::Stays);
        let gap = match gone {
            [false, false] | [true, true] => None,
            [true, false] => Some((true, before[0], supporters[0])),
            [false, true] => Some((false, before[1], supporters[1])),
        };
        if let Some((is_attacker, before, supporters)) = gap {
            let there = bits(supporters).filter(|block| state.blocks[usize::from(*block)].is_on_map());
            let supporters: u128 = there.map(|block| 1 << block).sum();
            if supporters != 0 {
                state.phase = PubPhase::Support(Gap { is_attacker, at: before.at, facing: before.facing, supporters });
            }
        }
    }

    /// Lets a block take hits; says what becomes of it.
    fn take<W: Watch>(&self, state: &mut PubState, block: u8, hits: u8, watch: &mut W) -> HitFate {
        let of = &mut state.blocks[usize::from(block)];
        let hits = if hits > 0 && !of.flags.has(BlockFlags::HIT) {
            of.flags.set(BlockFlags::HIT, true);
            let own = self.rules.blocks[usize::from(block)].quality;
            first_hits(if of.flags.has(BlockFlags::LED) { BlockQuality::Elite } else { own }, hits)
        } else {
            hits
        };
        let (fate, is_spent) = hit_fate(of.is_spent(), hits);
        if is_spent && !of.is_spent() {
            of.flags.set(BlockFlags::SPENT, true);
            self.note(watch, block, BlockTally::Spent);
        }
        fate
    }

    /// Lets a block retreat from an enemy, or be eliminated where it cannot (PB-5.9).
    fn fall_back<W: Watch>(&self, state: &mut PubState, block: u8, enemy: MapPoint, watch: &mut W) {
        match self.retreat(state, block, enemy) {
            Some((at, facing)) => {
                let of = &mut state.blocks[usize::from(block)];
                (of.at, of.facing) = (at, facing);
                of.flags.set(BlockFlags::COLUMN, false);
                self.note(watch, block, BlockTally::Retreated);
            }
            None => self.fall(state, block, watch),
        }
    }

    /// Takes a block off the map in combat.
    fn fall<W: Watch>(&self, state: &mut PubState, block: u8, watch: &mut W) {
        self.eliminate(state, block);
        self.note(watch, block, BlockTally::Eliminated);
    }

    /// Draws the successor of the leader who fell with a block that he had joined, if it was eliminated (PB-8.2).
    fn succeed(&self, state: &mut PubState, block: u8, chance: &mut Chance<'_>) {
        let flags = &mut state.blocks[usize::from(block)].flags;
        if !flags.has(BlockFlags::ELIMINATED) || !flags.has(BlockFlags::LED) {
            return;
        }
        flags.set(BlockFlags::LED, false);
        let dice = chance.roll(draws::successor_after(state.fallen), 3);
        state.fallen += 1;
        let sixes = dice.faces().filter(|face| *face == 6).count();
        let hits = dice.faces().filter(|face| *face >= 4).count();
        let command = self.rules.blocks[usize::from(block)].command;
        state.commands[usize::from(command)].leader = match (sixes, hits) {
            (3, _) => Leader::Great,
            (_, 3) => Leader::Average,
            _ => Leader::Poor,
        };
    }

    /// Returns the reason a supporter cannot do something (PB-5.7).
    pub(super) fn may_support(&self, state: &PubState, gap: Gap, block: u8, does: SupportWord) -> Judgement {
        if gap.supporters & 1_u128.checked_shl(block.into()).unwrap_or(0) == 0 {
            return Err(MoveRefused::NotSupporter(block));
        }
        if does == SupportWord::Retreat {
            return Ok(());
        }
        let outline = self.outline_at(block, gap.at, gap.facing, state.blocks[usize::from(block)].is_column());
        let fits = self.fits(state, block, gap.at, &outline).is_ok();
        let other = self.outline(state, remaining(state, gap));
        let (attacker, defender) = if gap.is_attacker { (&outline, &other) } else { (&other, &outline) };
        if fits && attacker.is_in_front_contact(defender) { Ok(()) } else { Err(MoveRefused::NoRoom(block)) }
    }

    /// Lets a supporter advance or retreat.
    pub(super) fn support<W: Watch>(
        &self,
        state: &mut PubState,
        gap: Gap,
        (block, does): (u8, SupportWord),
        chance: &mut Chance<'_>,
        watch: &mut W,
    ) {
        let enemy = remaining(state, gap);
        match does {
            SupportWord::Retreat => {
                let from = state.blocks[usize::from(enemy)].at;
                self.fall_back(state, block, from, watch);
                self.succeed(state, block, chance);
            }
            SupportWord::Advance => {
                let of: &mut BlockState = &mut state.blocks[usize::from(block)];
                (of.at, of.facing) = (gap.at, gap.facing);
                self.note(watch, block, BlockTally::Supported);
                let last = usize::from(state.attack_count) - 1;
                if gap.is_attacker {
                    state.attacks[last].attacker = block;
                } else {
                    state.attacks[last].defender = block;
                }
                let outline = self.outline(state, block);
                let contacts = self.contacts(state, block, gap.at, &outline);
                let trains: u128 = bits(contacts).filter(|other| self.is_train(*other)).map(|other| 1 << other).sum();
                for train in bits(trains) {
                    self.eliminate(state, train);
                    self.note(watch, train, BlockTally::Eliminated);
                }
            }
        }
        self.resume(state);
    }

    /// Goes on with the combats when supporters have done what they do.
    pub(super) fn resume(&self, state: &mut PubState) {
        state.phase = PubPhase::Combat;
        if !self.decide_losses(state) {
            self.resume_after_round(state);
        }
    }
}

/// Returns the block that is left of an attack with a gap.
fn remaining(state: &PubState, gap: Gap) -> u8 {
    let attack = state.attacks()[state.attacks().len() - 1];
    if gap.is_attacker { attack.defender } else { attack.attacker }
}

/// Forgets the attack that was fought.
fn pop(state: &mut PubState) {
    state.attack_count -= 1;
    state.attacks[usize::from(state.attack_count)] = Attack::default();
    state.round = 0;
}
