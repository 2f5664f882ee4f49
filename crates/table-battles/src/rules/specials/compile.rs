//! Compilation of effects: their names as masks, their conditions as tests, and the tables to fill.

use super::{EffectId, EventKind, On, Test, Trigger, effects};
use crate::effects::{CardPicks, Condition, Deed, Event, Gate, Pick};
use crate::model::Wing;
use crate::resolve::Battle;
use crate::rules::{Mask, Refusal, Rules, bit};

/// Compiles one effect.
pub(crate) struct Compiler<'a> {
    battle: &'a Battle,
    /// The formations in the engine's order, as indices into the battle's cards.
    cards: &'a [usize],
    pub(super) rules: &'a mut Rules,
    /// The card that the effect stands on.
    card: Option<usize>,
    /// The effect's number.
    pub(crate) effect: EffectId,
}

/// Bits of `State::happened`, and triggers in all.
const MOST_LATCHES: u32 = Mask::BITS;

impl Rules {
    /// Compiles all effects of a battle.
    pub(crate) fn specials(&mut self, battle: &Battle, cards: &[usize]) -> Result<(), Refusal> {
        if let Some(lost) = battle.effect_references().into_iter().find(|reference| !reference.is_sound()) {
            return Err(Refusal::Mistake(format!("an effect refers to `{}`, which does not exist here", lost.text)));
        }
        let effects = battle.effects();
        self.specials.count = effects.len();
        let mut refused = Vec::new();
        for (number, placed) in effects.iter().enumerate() {
            let too_many = |_| Refusal::TooLarge("there are too many special rules".to_owned());
            let effect = EffectId::try_from(number).map_err(too_many)?;
            let mut compiler = Compiler { battle, cards, rules: self, card: placed.card, effect };
            if let Err(why) = effects::compile(placed.effect, &mut compiler) {
                refused.push((number, format!("`{}` {why}", placed.effect.word())));
            }
        }
        if !refused.is_empty() {
            return Err(Refusal::Effects(refused));
        }
        for action in &mut self.actions {
            let deeds = [action.kind.deed(), Deed::Dice].map(|deed| self.specials.forbidden[deed as usize]);
            let forbidden = (deeds[0] | deeds[1]) & bit(action.card) != 0;
            action.touched = action.aims || forbidden || action.named & self.specials.routable != 0;
        }
        if self.specials.latches > MOST_LATCHES || self.specials.triggers.len() > MOST_LATCHES as usize {
            let text = format!("a battle has at most {MOST_LATCHES} special rules that wait for an event");
            return Err(Refusal::TooLarge(text));
        }
        Ok(())
    }
}

impl Compiler<'_> {
    fn index(&self, card: usize) -> Option<u8> {
        self.cards.iter().position(|c| *c == card).map(|i| i as u8)
    }

    /// Returns the card the effect stands on; refused where it is the scenario's.
    pub(crate) fn this(&self) -> Result<u8, String> {
        self.card.and_then(|card| self.index(card)).ok_or_else(|| "must be on a card, not in the scenario".to_owned())
    }

    /// Like [`Compiler::this`], and refused where that is not a special formation.
    pub(crate) fn this_special(&self) -> Result<u8, String> {
        let this = self.this()?;
        if self.rules.formations[usize::from(this)].special {
            return Ok(this);
        }
        Err("must be on a special formation".to_owned())
    }

    /// Returns a formation's wing.
    pub(crate) fn wing(&self, formation: u8) -> Wing {
        self.rules.formations[usize::from(formation)].wing
    }

    /// Returns the card's side.
    pub(crate) fn own_side(&self) -> Option<usize> {
        self.card.map(|card| self.battle.cards[card].sides[0])
    }

    /// Returns the side that a text means.
    pub(crate) fn side(&self, text: &str) -> Result<u8, String> {
        let side = self.battle.find_side(self.card, text);
        side.map(|side| side as u8).ok_or_else(|| "needs the name of a side".to_owned())
    }

    /// Returns the formations that are meant.
    pub(crate) fn mask(&self, cards: &CardPicks) -> Mask {
        let side = |own: bool| match self.own_side() {
            Some(side) => self.rules.sides[if own { side } else { 1 - side }].mask,
            None => 0,
        };
        let one = |pick: Pick<'_>| match pick {
            Pick::This => self.this().map_or(0, bit),
            Pick::Friends => side(true),
            Pick::Enemies => side(false),
            Pick::Any => self.everyone(),
            Pick::Named(text) => {
                let card = self.battle.find_anyone(self.card, text).card();
                card.and_then(|card| self.index(card)).map_or(0, bit)
            }
        };
        cards.picks().map(one).fold(0, |mask, one| mask | one)
    }

    /// Returns the formations that are meant; by default this card, or everyone where there is none.
    pub(crate) fn mask_or_this(&self, cards: Option<&CardPicks>) -> Mask {
        match cards {
            Some(cards) => self.mask(cards),
            None => self.this().map_or_else(|_| self.everyone(), bit),
        }
    }

    /// Returns the formations that are meant; by default everyone.
    pub(crate) fn mask_or_any(&self, cards: Option<&CardPicks>) -> Mask {
        cards.map_or_else(|| self.everyone(), |cards| self.mask(cards))
    }

    fn everyone(&self) -> Mask {
        self.rules.sides[0].mask | self.rules.sides[1].mask
    }

    /// Returns when the effect holds: its own conditions, and that its card is in play unless they say where the card
    /// is.
    pub(crate) fn gate(&mut self, gate: Gate<'_>) -> Result<Test, String> {
        let mut test = self.own_gate(gate)?;
        if !gate.places_this()
            && let Ok(this) = self.this()
        {
            test.play |= bit(this);
        }
        Ok(test)
    }

    /// Like [`Compiler::gate`] for an effect that can only matter while its card is in play.
    pub(crate) fn own_gate(&mut self, gate: Gate<'_>) -> Result<Test, String> {
        let mut test = gate.only_while.map_or(Ok(Test::default()), |condition| self.test(condition))?;
        if let Some(condition) = gate.unless {
            test.none.push(self.test(condition)?);
        }
        Ok(test)
    }

    /// Returns a condition.
    pub(crate) fn test(&mut self, condition: &Condition) -> Result<Test, String> {
        let mask = |cards: &Option<CardPicks>| cards.as_ref().map_or(0, |cards| self.mask(cards));
        let cubes = mask(&condition.has_cube);
        let mut test = Test {
            play: mask(&condition.in_play),
            reserve: mask(&condition.in_reserve),
            routed: mask(&condition.routed),
            out: mask(&condition.out),
            ready: mask(&condition.has_dice) | cubes & self.rules.special,
            cubes: cubes & !self.rules.special,
            ..Test::default()
        };
        self.rules.specials.watched |= test.ready;
        if let Some(event) = &condition.happened {
            test.happened = self.latch();
            let on = self.trigger_event(event)?;
            let does = vec![super::Do::Remember(test.happened)];
            let trigger = Trigger { on, owner: None, test: Test::default(), once: 0, does, effect: None };
            self.rules.specials.triggers.push(trigger);
        }
        for inner in condition.any.iter().flatten() {
            let inner = self.test(inner)?;
            test.any.push(inner);
        }
        if let Some(inner) = &condition.not {
            let inner = self.test(inner)?;
            test.none.push(inner);
        }
        Ok(test)
    }

    /// Returns a bit of `State::happened` of its own; 0 when all are given away, which is refused in the end.
    pub(crate) fn latch(&mut self) -> Mask {
        let latch = self.rules.specials.latches;
        self.rules.specials.latches += 1;
        1_u64.checked_shl(latch).unwrap_or(0)
    }

    /// Returns the event that sets a trigger off.
    pub(crate) fn trigger_event(&self, event: &Event) -> Result<On, String> {
        let one = |card: &Option<String>| match card {
            None => self.this(),
            Some(text) => {
                let card = self.battle.find_anyone(self.card, text).card();
                card.and_then(|card| self.index(card))
                    .ok_or_else(|| format!("refers to `{text}`, which does not exist here"))
            }
        };
        if let Some(kind) = EventKind::from_event(event)
            && let Some((_, cards)) = event.who()
        {
            return Ok(On::Kind(kind, self.mask(cards)));
        }
        match event {
            Event::Performs(performs) => {
                let card = one(&performs.card)?;
                let (start, end) = self.rules.formations[usize::from(card)].actions;
                let row = start + u16::from(performs.action) - 1;
                if row >= end {
                    return Err(format!("names action {}, which its card does not have", performs.action));
                }
                Ok(On::Row(row))
            }
            Event::Cubes(cubes) => Ok(On::Cubes(one(&cubes.of)?, cubes.left)),
            _ => unreachable!("internal error: an event of no kind"),
        }
    }
}
