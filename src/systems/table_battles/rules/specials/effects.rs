//! What each effect compiles into: its rows, and the masks that keep questions short where no effect is concerned.

use super::compile::Compiler;
use super::{AimRow, Do, ForbidRow, Goal, HitRow, LendRow, PlacementRow, RescueRow, RoutableRow, Trigger};
use crate::systems::table_battles::effects::{
    CanRout, Cards, Deed, Effect, Extent, Forbid, Gate, Happening, HitLimit, Hits, InReserve, LendsDice, MoraleChange,
    Placement, Rescue, ReserveTarget, StartsWith, Stated, Victory, When,
};
use crate::systems::table_battles::rules::bit;

/// Adds the rows of an effect. The refusal says why it cannot stand where it stands.
pub(super) fn compile(effect: &Effect, to: &mut Compiler<'_>) -> Result<(), String> {
    match effect {
        Effect::Hits(effect) => hits(effect, to),
        Effect::HitLimit(effect) => hit_limit(effect, to),
        Effect::Forbid(effect) => forbid(effect, to),
        Effect::Placement(effect) => placement(effect, to),
        Effect::ReserveTarget(effect) => reserve_target(effect, to),
        Effect::LendsDice(effect) => lends_dice(effect, to),
        Effect::StartsWith(effect) => starts_with(effect, to),
        Effect::Rescue(effect) => rescue(effect, to),
        Effect::CanRout(effect) => can_rout(effect, to),
        Effect::When(effect) => when(effect, to),
        Effect::Victory(effect) => victory(effect, to),
    }
}

fn hits(effect: &Hits, to: &mut Compiler<'_>) -> Result<(), String> {
    let (by, on) = ends(to, effect.by.as_ref(), effect.on.as_ref());
    let test = to.gate(effect.gate())?;
    to.hits(HitRow { of: effect.of, by, on, change: effect.change.into(), most: u8::MAX, test, effect: to.effect });
    Ok(())
}

fn hit_limit(effect: &HitLimit, to: &mut Compiler<'_>) -> Result<(), String> {
    let (by, on) = ends(to, effect.by.as_ref(), effect.on.as_ref());
    let test = to.gate(effect.gate())?;
    to.hits(HitRow { of: effect.of, by, on, change: 0, most: effect.most, test, effect: to.effect });
    Ok(())
}

fn forbid(effect: &Forbid, to: &mut Compiler<'_>) -> Result<(), String> {
    let own = effect.cards.as_ref().is_none_or(Cards::only_this);
    let test = if own { to.own_gate(effect.gate()) } else { to.gate(effect.gate()) }?;
    to.forbid(ForbidRow {
        deed: effect.what,
        cards: to.mask_or_this(effect.cards.as_ref()),
        action: effect.action.map(|action| action - 1),
        against: effect.against.as_ref().map_or(u64::MAX, |cards| to.mask(cards)),
        test,
        effect: to.effect,
    });
    Ok(())
}

fn placement(effect: &Placement, to: &mut Compiler<'_>) -> Result<(), String> {
    let this = to.this()?;
    let wing = effect.of.map_or_else(|| Some(to.wing(this)), Extent::wing);
    let test = to.gate(effect.gate())?;
    to.placement(PlacementRow { side: to.side("")?, wing, cards: effect.cards, test, effect: to.effect });
    Ok(())
}

fn reserve_target(effect: &ReserveTarget, to: &mut Compiler<'_>) -> Result<(), String> {
    let test = to.gate(effect.gate())?;
    to.aim(AimRow {
        cards: to.mask_or_this(effect.cards.as_ref()),
        action: effect.action.map(|action| action - 1),
        attack: effect.attack,
        test,
        effect: to.effect,
    });
    Ok(())
}

fn lends_dice(effect: &LendsDice, to: &mut Compiler<'_>) -> Result<(), String> {
    let card = to.this()?;
    let test = to.gate(effect.gate())?;
    to.lend(LendRow { to: to.mask(&effect.to), card, test, effect: to.effect });
    Ok(())
}

fn starts_with(effect: &StartsWith, to: &mut Compiler<'_>) -> Result<(), String> {
    let card = to.this()?;
    to.cubes(card, effect.cubes);
    Ok(())
}

fn rescue(effect: &Rescue, to: &mut Compiler<'_>) -> Result<(), String> {
    let card = to.this()?;
    let test = to.gate(effect.gate())?;
    to.rescue(RescueRow { friends: to.mask(&effect.friends), card, test, effect: to.effect });
    Ok(())
}

fn can_rout(effect: &CanRout, to: &mut Compiler<'_>) -> Result<(), String> {
    let card = to.this_special()?;
    let test = to.own_gate(effect.gate())?;
    to.routable(RoutableRow { card, hits: effect.hits, morale: effect.morale, test, effect: to.effect });
    Ok(())
}

fn when(effect: &When, to: &mut Compiler<'_>) -> Result<(), String> {
    let gate = effect.gate();
    let test = to.own_gate(gate)?;
    let owner = if gate.places_this() { None } else { to.this().ok() };
    let once = if effect.once { to.latch() } else { 0 };
    let does = effect.happens.iter().map(|happening| made(to, happening)).collect::<Result<_, _>>()?;
    to.trigger(Trigger { on: to.on(&effect.on)?, owner, test, once, does, effect: Some(to.effect) });
    Ok(())
}

fn victory(effect: &Victory, to: &mut Compiler<'_>) -> Result<(), String> {
    let winner = effect.side.as_ref().map(|side| to.side(side)).transpose()?;
    let test = to.gate(Gate { only_while: Some(&effect.when), unless: None })?;
    to.goal(Goal { winner, test, effect: to.effect });
    Ok(())
}

/// Who does hits and who takes them: what is left out means this card, or anyone.
fn ends(to: &Compiler<'_>, by: Option<&Cards>, on: Option<&Cards>) -> (u64, u64) {
    match (by, on) {
        (None, on) => (to.mask_or_any(None), to.mask_or_this(on)),
        (Some(by), on) => (to.mask(by), to.mask_or_any(on)),
    }
}

/// A happening as the engine makes it happen.
fn made(to: &Compiler<'_>, happening: &Happening) -> Result<Do, String> {
    let side = |change: &MoraleChange| to.side(change.side().unwrap_or_default());
    Ok(match happening {
        Happening::Rout(cards) => Do::Rout(to.mask(cards)),
        Happening::Leave(cards) => Do::Leave(to.mask(cards)),
        Happening::Enter(cards) => Do::Enter(to.mask(cards)),
        Happening::Hit(hit) => Do::Hit(to.mask(&hit.on), hit.hits),
        Happening::GainMorale(change) => Do::GainMorale(side(change)?, change.cubes()),
        Happening::LoseMorale(change) => Do::LoseMorale(side(change)?, change.cubes()),
        Happening::AddCube(cards) => Do::AddCube(to.mask(cards)),
        Happening::RemoveCube(cards) => Do::RemoveCube(to.mask(cards)),
    })
}

impl Compiler<'_> {
    /// Hits are changed or limited.
    fn hits(&mut self, row: HitRow) {
        self.rules.specials.hits.push(row);
    }

    /// Something is forbidden.
    fn forbid(&mut self, row: ForbidRow) {
        let specials = &mut self.rules.specials;
        specials.forbidden[row.deed as usize] |= row.cards;
        match row.deed {
            Deed::Attack | Deed::Bombard | Deed::Command | Deed::Retire => specials.acts_restricted |= row.cards,
            Deed::Screen | Deed::Counterattack | Deed::Absorb => specials.reactions_restricted |= row.cards,
            Deed::Pursue | Deed::Dice => {}
        }
        specials.forbids.push(row);
    }

    /// More cards take dice.
    fn placement(&mut self, row: PlacementRow) {
        self.rules.specials.placements.push(row);
    }

    /// Targets in reserve.
    fn aim(&mut self, row: AimRow) {
        for action in &mut self.rules.actions {
            action.aims |= row.cards & bit(action.card) != 0;
        }
        if row.attack == InReserve::Waits {
            self.rules.specials.acts_restricted |= row.cards;
        }
        self.rules.specials.aims.push(row);
    }

    /// Dice count elsewhere.
    fn lend(&mut self, row: LendRow) {
        self.rules.specials.lent_to |= row.to;
        self.rules.specials.watched |= bit(row.card);
        self.rules.specials.lends.push(row);
    }

    /// Friends are saved.
    fn rescue(&mut self, row: RescueRow) {
        self.rules.specials.rescued |= row.friends;
        self.rules.specials.rescues.push(row);
    }

    /// A special formation can be routed.
    fn routable(&mut self, row: RoutableRow) {
        self.rules.specials.routable |= bit(row.card);
        self.rules.formations[usize::from(row.card)].gives = row.morale;
        self.rules.specials.routables.push(row);
    }

    /// Something happens when something else does.
    fn trigger(&mut self, row: Trigger) {
        self.rules.specials.triggers.push(row);
    }

    /// The battle ends.
    fn goal(&mut self, row: Goal) {
        self.rules.specials.goals.push(row);
    }

    /// A formation starts with so many cubes.
    fn cubes(&mut self, card: u8, cubes: u8) {
        self.rules.specials.cubes.push((card, cubes, self.effect));
    }
}
