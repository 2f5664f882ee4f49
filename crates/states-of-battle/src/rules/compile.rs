//! From a resolved battle to tables.

use super::{
    AchievementRow, CardCounts, CardRow, ConditionRow, DeedRow, Feat, ForfeitRow, MAX_ACHIEVEMENTS, MAX_KINDS,
    MAX_PLACES, MAX_SPECIALS, MAX_TRAYS, MAX_UNITS, Occasion, PlaceRow, ProgramId, RollId, RollRow, SideRow,
    SpecialRow, StandInNumbers, StarterUse, StatesRules, TrayRow, TriggerRow, UnitRow, UnitSets, VictoryRow, Weapon,
};
use crate::field::{Direction, FieldSpot, LANE, one};
use crate::model::{
    CardWord, DeckKind, FacedSpot, Facing, PublishedAchievement, SpecialEvent, Spot, UnitKind, VictoryTime,
};
use crate::resolve::{
    AchievementSource, BattleCondition, BattleForfeit, BattleSpecial, BattleUnit, BattleVictory, DeckCard, LULLS_ASIDE,
    StatesBattle, TriggerEffect,
};
use crate::words::{CardDeed, DrawnOrders, LostOrders, PlainWord, ReloadedKind, RollDeed, Whose};

/// More counters than a battle can have in one state.
const MOST_COUNTERS: u16 = 60;

impl StatesRules {
    /// Compiles a battle in which no check found an error.
    ///
    /// # Errors
    ///
    /// Says what no check has found.
    pub fn compile(battle: &StatesBattle) -> Result<StatesRules, String> {
        if battle.scenario().is_none() || !battle.has_two_sides() {
            return Err("there is no battle to fight".to_owned());
        }
        let units = units(battle)?;
        let mut programs = Programs::default();
        let decks = [DeckKind::Orders, DeckKind::Events, DeckKind::Starter].map(|deck| Deck::new(battle, deck));
        let cards = decks.each_ref().map(|deck| deck.rows(battle, &mut programs));
        let scenario = battle.scenario().expect("it was looked at");
        let mut rules = StatesRules {
            numbers: numbers(battle),
            rounds: scenario.rounds.map(u32::from),
            sides: [side(battle, 0, &decks)?, side(battle, 1, &decks)?],
            cards,
            achievements: achievements(battle),
            specials: specials(battle, &mut programs),
            places: places(battle),
            forfeits: forfeits(battle),
            victories: victories(battle),
            deployment: scenario.deployment,
            trays: trays(battle),
            stated: false,
            barred: None,
            sets: sets(&units),
            units,
            deeds: programs.deeds,
            programs: programs.programs,
            rolls: programs.rolls,
        };
        for (name, there, most) in [
            ("units", rules.units.len(), MAX_UNITS),
            ("kinds of Orders cards", rules.cards[0].len(), MAX_KINDS),
            ("kinds of Event cards", rules.cards[1].len(), MAX_KINDS),
            ("kinds of starter cards", rules.cards[2].len(), MAX_KINDS),
            ("achievements", rules.achievements.len(), MAX_ACHIEVEMENTS),
            ("special rules", rules.specials.len(), MAX_SPECIALS),
            ("places", rules.places.len(), MAX_PLACES),
            ("trays", rules.trays.len(), MAX_TRAYS),
            ("lists of what cards do", rules.programs.len(), usize::from(ProgramId::MAX)),
            ("rolls of cards", rules.rolls.len(), usize::from(RollId::MAX)),
        ] {
            if there > most {
                return Err(format!("there are {there} {name}; at most {most} can be played"));
            }
        }
        rules.sides.iter_mut().zip(0..).for_each(|(row, side)| {
            row.units =
                (0..).zip(&rules.units).filter(|(_, unit)| unit.side == side).fold(0, |all, (u, _)| all | one(u));
        });
        Ok(rules)
    }
}

fn numbers(battle: &StatesBattle) -> StandInNumbers {
    let written = &battle.stand_in;
    StandInNumbers {
        depth: written.depth,
        lanes: written.lanes,
        zone: written.zone.min(written.depth),
        to_hit: written.to_hit as i8,
        shooting: written.shooting.into(),
        artillery: written.artillery.into(),
        magic: written.magic.into(),
        melee: written.melee.into(),
        tie: written.tie.into(),
        break_chance: written.r#break.into(),
        panic: written.panic.into(),
        rally: written.rally.into(),
        cast: written.cast.into(),
        flank: written.flank.into(),
        charge: written.charge.into(),
        ward: written.ward.into(),
    }
}

fn units(battle: &StatesBattle) -> Result<Vec<UnitRow>, String> {
    let fielded: Vec<usize> = battle.fielded_units().collect();
    if fielded.iter().copied().ne(0..fielded.len()) {
        return Err("a unit fights for both sides".to_owned());
    }
    Ok(fielded.into_iter().map(|unit| unit_row(battle, &battle.units[unit])).collect())
}

fn unit_row(battle: &StatesBattle, unit: &BattleUnit) -> UnitRow {
    let side = unit.side.unwrap_or(0) as u8;
    let host = unit.rides_in().map(|host| host as u8);
    let arm = match unit.kind {
        UnitKind::Missile if unit.range > 0 => Weapon::Missile,
        UnitKind::WarMachine if unit.range > 0 => Weapon::Machine,
        UnitKind::Wizard => Weapon::Wizard,
        _ => Weapon::None,
    };
    let start =
        unit.at.map(|FacedSpot { at, lane, facing }| (spot(battle, side, Spot { at, lane }), direction(side, facing)));
    UnitRow {
        number: unit.id.to_string(),
        name: unit.name.clone(),
        side,
        points: unit.points.into(),
        mcv: unit.mcv,
        models: unit.models.max(1),
        speed: unit.movement,
        charge: unit.charge,
        range: unit.range,
        arm,
        machine: unit.kind == UnitKind::WarMachine,
        heroic: matches!(unit.kind, UnitKind::Character | UnitKind::General | UnitKind::Wizard),
        named: unit.named,
        general: unit.kind == UnitKind::General,
        alternate: unit.alternate,
        host,
        start: start.filter(|_| host.is_none() && !unit.waits),
        reserve: unit.waits && host.is_none(),
    }
}

/// Returns a place that is written from a side's own edge.
pub fn spot(battle: &StatesBattle, side: u8, written: Spot) -> FieldSpot {
    let depth = battle.stand_in.depth;
    let at = written.at.min(depth);
    FieldSpot { x: if side == 0 { at } else { depth - at }, lane: written.lane.clamp(1, battle.stand_in.lanes) }
}

/// Returns the direction of the field in which a unit of a side faces.
pub fn direction(side: u8, facing: Facing) -> Direction {
    let quarters = match facing {
        Facing::Front => 0,
        Facing::Right => 1,
        Facing::Rear => 2,
        Facing::Left => 3,
    };
    Direction::front(side).turn(quarters)
}

/// Returns the direction in which a unit of a side faces, as it is written.
pub fn facing(side: u8, direction: Direction) -> Facing {
    let all = [Facing::Front, Facing::Right, Facing::Rear, Facing::Left];
    let same = all.into_iter().find(|facing| self::direction(side, *facing) == direction);
    same.expect("internal error: a fifth direction")
}

fn sets(units: &[UnitRow]) -> UnitSets {
    let all = |is: &dyn Fn(&UnitRow) -> bool| {
        (0..MAX_UNITS as u8).zip(units).filter(|(_, unit)| is(unit)).fold(0, |all, (unit, _)| all | one(unit))
    };
    UnitSets {
        missiles: all(&|unit| unit.arm == Weapon::Missile && unit.host.is_none()),
        machines: all(&|unit| unit.arm == Weapon::Machine && unit.host.is_none()),
        wizards: all(&|unit| unit.arm == Weapon::Wizard),
        heroic: all(&|unit| unit.heroic),
        named: all(&|unit| unit.heroic && unit.named),
        generals: all(&|unit| unit.general),
        alternates: all(&|unit| unit.alternate && unit.host.is_none()),
        riders: all(&|unit| unit.host.is_some()),
        all_machines: all(&|unit| unit.machine),
    }
}

fn side(battle: &StatesBattle, number: usize, decks: &[Deck; 3]) -> Result<SideRow, String> {
    let side = &battle.sides[number];
    if side.counters == 0 {
        return Err(format!("`{}` has no counters", side.name));
    }
    if side.by_state.iter().any(|n| *n > MOST_COUNTERS) {
        return Err(format!("`{}` has more counters than {MOST_COUNTERS} in a state", side.name));
    }
    let all: u16 =
        side.orders.iter().filter(|card| !battle.cards[card.card].is_lull()).map(|c| u16::from(c.copies)).sum();
    let left_out = if side.orders_chosen { 0 } else { all.saturating_sub(LULLS_ASIDE) };
    let mut triggers: [Vec<TriggerRow>; 4] = Default::default();
    for trigger in battle.triggers.iter().filter(|trigger| trigger.side == Some(number)) {
        triggers[trigger.state as usize].push(trigger_row(&trigger.effect));
    }
    Ok(SideRow {
        name: side.name.clone(),
        die: side.generalship.faces(),
        counters: side.by_state.map(|n| n as u8),
        units: 0,
        orders: decks[0].counts(&side.orders),
        left_out: left_out as u8,
        events: decks[1].counts(&side.events),
        starter: decks[2].counts(&side.starter),
        triggers,
    })
}

fn trigger_row(effect: &TriggerEffect) -> TriggerRow {
    match effect {
        TriggerEffect::Reinforcements(units) => {
            TriggerRow::Reinforcements(units.iter().flatten().fold(0, |all, unit| all | one(*unit as u8)))
        }
        TriggerEffect::ToHit(change) => TriggerRow::ToHit(*change),
        TriggerEffect::Melee(change) => TriggerRow::Melee(*change),
        TriggerEffect::Generalship(die) => TriggerRow::Generalship(die.faces()),
        TriggerEffect::Cards(change) => TriggerRow::Cards(*change),
        TriggerEffect::Counters(change) => TriggerRow::Counters(*change),
        TriggerEffect::Steal(counters) => TriggerRow::Steal(*counters),
        TriggerEffect::Push(counters) => TriggerRow::Push(*counters),
    }
}

/// The cards of a deck, by their kinds' numbers: indices into the cards of the battle.
struct Deck(DeckKind, Vec<usize>);

impl Deck {
    fn new(battle: &StatesBattle, deck: DeckKind) -> Deck {
        let cards = battle.cards.iter().enumerate().filter(|(_, card)| card.definition.deck == deck);
        Deck(deck, cards.map(|(card, _)| card).collect())
    }

    fn counts(&self, cards: &[DeckCard]) -> CardCounts {
        let mut counts = [0; MAX_KINDS];
        for card in cards {
            if let Some(kind) = self.1.iter().position(|known| *known == card.card).filter(|kind| *kind < MAX_KINDS) {
                counts[kind] = card.copies;
            }
        }
        counts
    }

    fn rows(&self, battle: &StatesBattle, programs: &mut Programs) -> Vec<CardRow> {
        let row = |card: &usize| {
            let card = &battle.cards[*card];
            let words = &card.definition.play;
            let kept = words.iter().find_map(|word| match word {
                CardWord::Deed(CardDeed::Keep(words)) if self.0 == DeckKind::Events => Some(programs.add(words)),
                _ => None,
            });
            CardRow {
                name: card.definition.card.clone(),
                program: programs.add(words),
                wild: card.is_wild(),
                lull: card.is_lull(),
                casts: words.iter().any(|word| word.is(PlainWord::Cast)),
                kept,
                starter: starter_use(words),
            }
        };
        self.1.iter().map(row).collect()
    }
}

fn starter_use(words: &[CardWord]) -> StarterUse {
    let of = |word: &CardWord| match word {
        CardWord::Plain(PlainWord::ReRoll) => Some(StarterUse::ReRoll),
        CardWord::Deed(CardDeed::Stop(die)) => Some(StarterUse::Stop(die.faces())),
        CardWord::Deed(CardDeed::Stratagem(deed)) => {
            Some(StarterUse::Stratagem { die: deed.die, share: deed.share, wizard: deed.wizard })
        }
        _ => None,
    };
    words.iter().find_map(of).unwrap_or(StarterUse::Program)
}

/// The programs of cards, while they are gathered. The first program is empty.
struct Programs {
    deeds: Vec<DeedRow>,
    programs: Vec<(u16, u16)>,
    rolls: Vec<RollRow>,
}

impl Default for Programs {
    fn default() -> Programs {
        Programs { deeds: Vec::new(), programs: vec![(0, 0)], rolls: Vec::new() }
    }
}

impl Programs {
    /// Adds a list of words; the empty one is there already.
    fn add(&mut self, words: &[CardWord]) -> ProgramId {
        let deeds: Vec<DeedRow> = words.iter().filter_map(|word| self.deed(word)).collect();
        if deeds.is_empty() {
            return 0;
        }
        let from = self.deeds.len() as u16;
        self.deeds.extend(deeds);
        self.programs.push((from, self.deeds.len() as u16));
        (self.programs.len() - 1).min(ProgramId::MAX.into()) as ProgramId
    }

    /// Returns what a word means in play; `None` if it says how a card is used.
    fn deed(&mut self, word: &CardWord) -> Option<DeedRow> {
        let deed = match word {
            CardWord::Plain(PlainWord::Melee) => DeedRow::Melee,
            CardWord::Plain(PlainWord::Cast) => DeedRow::Cast,
            CardWord::Plain(PlainWord::RallyAll) => DeedRow::RallyAll,
            CardWord::Plain(PlainWord::Fire) => DeedRow::Fire,
            CardWord::Plain(PlainWord::Wild | PlainWord::ReRoll) => return None,
            CardWord::Deed(deed) => match deed {
                CardDeed::Move(deed) => DeedRow::Move { units: deed.units, rally: deed.rally },
                CardDeed::MoveGroup(deed) => DeedRow::MoveGroup { within: deed.within, general: deed.general },
                CardDeed::Reload(kinds) => DeedRow::Reload {
                    missile: kinds.contains(&ReloadedKind::Missile),
                    machines: kinds.contains(&ReloadedKind::WarMachine),
                },
                CardDeed::Counters(deed) => DeedRow::Counters { enemy: deed.side == Whose::Enemy, change: deed.change },
                CardDeed::Push(deed) => DeedRow::Push { enemy: deed.side == Whose::Enemy, counters: deed.counters },
                CardDeed::Roll(roll) => DeedRow::Roll(self.roll(roll)),
                CardDeed::Draw(DrawnOrders::AsHeld(_)) => DeedRow::Draw(None),
                CardDeed::Draw(DrawnOrders::Count(cards)) => DeedRow::Draw(Some(*cards)),
                CardDeed::Lose(LostOrders::All(_)) => DeedRow::Lose(None),
                CardDeed::Lose(LostOrders::Count(cards)) => DeedRow::Lose(Some(*cards)),
                CardDeed::ToHit(change) => DeedRow::ToHit(*change),
                CardDeed::Opponent(words) => DeedRow::Opponent(self.add(words)),
                CardDeed::HalfMove(deed) => DeedRow::HalfMove { units: deed.units },
                CardDeed::Keep(_) | CardDeed::Stop(_) | CardDeed::Stratagem(_) => return None,
            },
        };
        Some(deed)
    }

    fn roll(&mut self, roll: &RollDeed) -> RollId {
        let row = RollRow {
            against: roll.against.die().map(|die| die.faces()),
            handicap: roll.handicap,
            optional: roll.optional,
            behind: roll.behind,
            win: self.add(&roll.win),
            much: roll.much.as_ref().map(|much| (much.by, self.add(&much.play))),
            lose: self.add(&roll.lose),
        };
        self.rolls.push(row);
        (self.rolls.len() - 1).min(RollId::MAX.into()) as RollId
    }
}

fn achievements(battle: &StatesBattle) -> Vec<AchievementRow> {
    let feat = |source: AchievementSource| match source {
        AchievementSource::EnemyUnitLost => Feat::Enemy(Occasion::UnitLost),
        AchievementSource::EnemyUnitBroken => Feat::Enemy(Occasion::UnitBroken),
        AchievementSource::Published(published) => match published {
            PublishedAchievement::FirstBlood => Feat::FirstBlood,
            PublishedAchievement::ThunderousCharge => Feat::ThunderousCharge,
            PublishedAchievement::PincerMovement => Feat::Pincer,
            PublishedAchievement::Salvo => Feat::Salvo,
            PublishedAchievement::HeroicChallenge => Feat::HeroicChallenge,
            PublishedAchievement::HeroicMoment => Feat::HeroicMoment,
        },
    };
    let rows = battle.achievements.iter();
    rows.map(|row| AchievementRow { name: row.title.clone(), feat: feat(row.source), counters: row.counters }).collect()
}

fn specials(battle: &StatesBattle, programs: &mut Programs) -> Vec<SpecialRow> {
    let condition = |condition: &BattleCondition| ConditionRow {
        states: condition.states.iter().flatten().fold(0, |states, state| states | 1 << *state as u8),
        rounds: condition.rounds.map(|r| (r.first.into(), r.last.map_or(u32::MAX, u32::from))),
        holds: condition.holds.flatten().map(|place| place as u8),
    };
    let row = |special: &BattleSpecial| {
        Some(SpecialRow {
            side: special.side? as u8,
            on: match special.on {
                SpecialEvent::Round => Occasion::Round,
                SpecialEvent::Turn => Occasion::Turn,
                SpecialEvent::UnitLost => Occasion::UnitLost,
                SpecialEvent::UnitBroken => Occasion::UnitBroken,
                SpecialEvent::Achievement => Occasion::Achievement,
            },
            condition: special.only_while.as_ref().map(condition),
            unless: special.unless.as_ref().map(condition),
            program: programs.add(&special.play),
            once: special.once,
        })
    };
    battle.specials.iter().filter_map(row).collect()
}

fn places(battle: &StatesBattle) -> Vec<PlaceRow> {
    let places = battle.places.iter();
    places
        .map(|place| PlaceRow {
            name: place.name.clone(),
            spot: place.spot.map(|written| spot(battle, 0, written)),
            held_by: place.held_by.map(|side| side as u8),
        })
        .collect()
}

fn forfeits(battle: &StatesBattle) -> Vec<ForfeitRow> {
    let row = |forfeit: &BattleForfeit| {
        Some(ForfeitRow { side: forfeit.side? as u8, place: forfeit.place? as u8, counters: forfeit.counters })
    };
    battle.forfeits.iter().filter_map(row).collect()
}

fn victories(battle: &StatesBattle) -> Vec<VictoryRow> {
    let row = |victory: &BattleVictory| {
        Some(VictoryRow {
            side: victory.side.map(|side| side as u8),
            place: victory.place? as u8,
            at_end: victory.time == VictoryTime::End,
        })
    };
    battle.victory.iter().filter_map(row).collect()
}

/// Returns the trays: each entry's beside each other to the right, then 4 inches nearer to the edge (SB-10.2).
pub fn trays(battle: &StatesBattle) -> Vec<TrayRow> {
    let mut trays = Vec::new();
    for concealed in &battle.concealed {
        let Some(side) = concealed.side else { continue };
        let mut written = concealed.point;
        for _ in 0..concealed.units {
            trays.push(TrayRow { side: side as u8, spot: spot(battle, side as u8, written) });
            written.lane += 1;
            if written.lane > battle.stand_in.lanes {
                written = Spot { at: written.at.saturating_sub(LANE as u8), lane: concealed.point.lane };
            }
        }
    }
    trays
}
