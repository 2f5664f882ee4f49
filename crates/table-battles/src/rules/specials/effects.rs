//! Compiled effects: the rows of each, and the masks that keep questions short where no effect is concerned.

use super::compile::Compiler;
use super::{AimRow, Do, ForbidRow, Goal, HitRow, LendRow, PlacementRow, RescueRow, RoutableRow, Trigger};
use crate::effects::{
    CanRout, CardPicks, Deed, Effect, Extent, Forbid, Gate, Happening, HitLimit, Hits, InReserve, LendsDice,
    MoraleChange, Placement, Rescue, ReserveTarget, StartsWith, Stated, Victory, When,
};
use crate::rules::bit;

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
    to.rules.specials.hits.push(HitRow {
        of: effect.of,
        by,
        on,
        change: effect.change.into(),
        most: u8::MAX,
        test,
        effect: to.effect,
    });
    Ok(())
}

fn hit_limit(effect: &HitLimit, to: &mut Compiler<'_>) -> Result<(), String> {
    let (by, on) = ends(to, effect.by.as_ref(), effect.on.as_ref());
    let test = to.gate(effect.gate())?;
    to.rules.specials.hits.push(HitRow {
        of: effect.of,
        by,
        on,
        change: 0,
        most: effect.most,
        test,
        effect: to.effect,
    });
    Ok(())
}

fn forbid(effect: &Forbid, to: &mut Compiler<'_>) -> Result<(), String> {
    let own = effect.cards.as_ref().is_none_or(CardPicks::only_this);
    let test = if own { to.own_gate(effect.gate()) } else { to.gate(effect.gate()) }?;
    let row = ForbidRow {
        deed: effect.what,
        cards: to.mask_or_this(effect.cards.as_ref()),
        action: effect.action.map(|action| action - 1),
        against: effect.against.as_ref().map_or(u64::MAX, |cards| to.mask(cards)),
        test,
        effect: to.effect,
    };
    let specials = &mut to.rules.specials;
    specials.forbidden[row.deed as usize] |= row.cards;
    match row.deed {
        Deed::Attack | Deed::Bombard | Deed::Command | Deed::Retire => specials.acts_restricted |= row.cards,
        Deed::Screen | Deed::Counterattack | Deed::Absorb => specials.reactions_restricted |= row.cards,
        Deed::Pursue | Deed::Dice => {}
    }
    specials.forbids.push(row);
    Ok(())
}

fn placement(effect: &Placement, to: &mut Compiler<'_>) -> Result<(), String> {
    let this = to.this()?;
    let wing = effect.of.map_or_else(|| Some(to.wing(this)), Extent::wing);
    let test = to.gate(effect.gate())?;
    let row = PlacementRow { side: to.side("")?, wing, cards: effect.cards, test, effect: to.effect };
    to.rules.specials.placements.push(row);
    Ok(())
}

fn reserve_target(effect: &ReserveTarget, to: &mut Compiler<'_>) -> Result<(), String> {
    let test = to.gate(effect.gate())?;
    let row = AimRow {
        cards: to.mask_or_this(effect.cards.as_ref()),
        action: effect.action.map(|action| action - 1),
        attack: effect.attack,
        test,
        effect: to.effect,
    };
    for action in &mut to.rules.actions {
        action.aims |= row.cards & bit(action.card) != 0;
    }
    if row.attack == InReserve::Waits {
        to.rules.specials.acts_restricted |= row.cards;
    }
    to.rules.specials.aims.push(row);
    Ok(())
}

fn lends_dice(effect: &LendsDice, to: &mut Compiler<'_>) -> Result<(), String> {
    let card = to.this()?;
    let test = to.gate(effect.gate())?;
    let row = LendRow { to: to.mask(&effect.to), card, test, effect: to.effect };
    to.rules.specials.lent_to |= row.to;
    to.rules.specials.watched |= bit(card);
    to.rules.specials.lends.push(row);
    Ok(())
}

fn starts_with(effect: &StartsWith, to: &mut Compiler<'_>) -> Result<(), String> {
    let card = to.this()?;
    to.rules.specials.cubes.push((card, effect.cubes, to.effect));
    Ok(())
}

fn rescue(effect: &Rescue, to: &mut Compiler<'_>) -> Result<(), String> {
    let card = to.this()?;
    let test = to.gate(effect.gate())?;
    let row = RescueRow { friends: to.mask(&effect.friends), card, test, effect: to.effect };
    to.rules.specials.rescued |= row.friends;
    to.rules.specials.rescues.push(row);
    Ok(())
}

fn can_rout(effect: &CanRout, to: &mut Compiler<'_>) -> Result<(), String> {
    let card = to.this_special()?;
    let test = to.own_gate(effect.gate())?;
    to.rules.specials.routable |= bit(card);
    to.rules.formations[usize::from(card)].gives = effect.morale;
    let row = RoutableRow { card, hits: effect.hits, test, effect: to.effect };
    to.rules.specials.routables.push(row);
    Ok(())
}

fn when(effect: &When, to: &mut Compiler<'_>) -> Result<(), String> {
    let gate = effect.gate();
    let test = to.own_gate(gate)?;
    let owner = if gate.places_this() { None } else { to.this().ok() };
    let once = if effect.once { to.latch() } else { 0 };
    let does = effect.happens.iter().map(|happening| lower(to, happening)).collect::<Result<_, _>>()?;
    let row = Trigger { on: to.trigger_event(&effect.on)?, owner, test, once, does, effect: Some(to.effect) };
    to.rules.specials.triggers.push(row);
    Ok(())
}

fn victory(effect: &Victory, to: &mut Compiler<'_>) -> Result<(), String> {
    let winner = effect.side.as_ref().map(|side| to.side(side)).transpose()?;
    let test = to.gate(Gate { only_while: Some(&effect.when), unless: None })?;
    to.rules.specials.goals.push(Goal { winner, test, effect: to.effect });
    Ok(())
}

/// Returns who does hits and who takes them: what is left out means this card, or anyone.
fn ends(to: &Compiler<'_>, by: Option<&CardPicks>, on: Option<&CardPicks>) -> (u64, u64) {
    match (by, on) {
        (None, on) => (to.mask_or_any(None), to.mask_or_this(on)),
        (Some(by), on) => (to.mask(by), to.mask_or_any(on)),
    }
}

/// Lowers a happening to the change that the engine makes.
fn lower(to: &Compiler<'_>, happening: &Happening) -> Result<Do, String> {
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
