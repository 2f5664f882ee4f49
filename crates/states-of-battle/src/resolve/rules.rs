//! The rest of a scenario besides sides and cards: places, achievements, triggers, forfeits, trays, victory, special rules.

use muster_core::source::Address;

use super::StatesBattle;
use crate::model::{
    AchievementEntry, AchievementEvent, Achievements, LocatedPlace, MoraleState, PlaceEntry, PolyhedralDie,
    PublishedAchievement, RoundRange, SpecialCondition, SpecialEvent, Spot, StateTrigger, VictoryRule, VictoryTime,
};
use crate::words::{CardWord, placed_words};

/// A place of the scenario.
#[derive(Debug, Clone)]
pub struct BattlePlace {
    /// Its name.
    pub name: String,
    /// Its spot: inches from the first side's edge, and the lane; `None` for one that nobody can hold.
    pub spot: Option<Spot>,
    /// The side that holds it at the start.
    pub held_by: Option<usize>,
    /// The place where it is written.
    pub at: Address,
    /// The place of its name.
    pub name_at: Address,
}

/// An achievement that can be won.
#[derive(Debug, Clone)]
pub struct BattleAchievement {
    /// Its name on the table.
    pub title: String,
    /// The feat that wins it.
    pub source: AchievementSource,
    /// The counters that it gives.
    pub counters: u8,
    /// The place where it is written; `None` if all published ones are in use.
    pub at: Option<Address>,
}

/// The feat that wins an achievement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AchievementSource {
    /// That of the published achievement (SB-3).
    Published(PublishedAchievement),
    /// The enemy loses a unit.
    EnemyUnitLost,
    /// A unit of the enemy breaks.
    EnemyUnitBroken,
}

/// An effect while an army is in a state, or once when it comes into it.
#[derive(Debug, Clone)]
pub struct BattleTrigger {
    /// The side; `None` if its name means nothing.
    pub side: Option<usize>,
    /// The state.
    pub state: MoraleState,
    /// The effect.
    pub effect: TriggerEffect,
    /// The place where it is written.
    pub at: Address,
}

/// The effect of a trigger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TriggerEffect {
    /// Once: these units arrive, indices into [`StatesBattle::units`]; none for a name that means no unit of the side.
    Reinforcements(Vec<Option<usize>>),
    /// While in the state: added to what dice show that shoot.
    ToHit(i8),
    /// While in the state: per cent more in combat.
    Melee(i16),
    /// While in the state: this Generalship die.
    Generalship(PolyhedralDie),
    /// While in the state: so many more Orders cards in a round.
    Cards(i8),
    /// Once: counters gained, or lost.
    Counters(i8),
    /// Once: counters taken from the enemy.
    Steal(u8),
    /// Once: counters that go into the next state.
    Push(u8),
}

impl TriggerEffect {
    /// Returns true if it happens once, when the state is first reached, and false if it holds as long as the army is in
    /// the state.
    pub fn is_once(&self) -> bool {
        use TriggerEffect as T;
        matches!(self, T::Reinforcements(_) | T::Counters(_) | T::Steal(_) | T::Push(_))
    }
}

/// Counters that a side forfeits when it loses a place.
#[derive(Debug, Clone)]
pub struct BattleForfeit {
    /// The side; `None` if its name means nothing.
    pub side: Option<usize>,
    /// The place, an index into [`StatesBattle::places`]; `None` if its name means nothing.
    pub place: Option<usize>,
    /// Number of counters.
    pub counters: u8,
    /// The place where it is written.
    pub at: Address,
}

/// Units under trays.
#[derive(Debug, Clone)]
pub struct BattleConcealment {
    /// The side; `None` if its name means nothing.
    pub side: Option<usize>,
    /// The spot of the first tray, from the side's own edge.
    pub point: Spot,
    /// The terrain that conceals them, in words.
    pub area: Option<String>,
    /// Number of units.
    pub units: u8,
    /// The place where it is written.
    pub at: Address,
}

/// A condition of victory.
#[derive(Debug, Clone)]
pub struct BattleVictory {
    /// The condition.
    pub rule: VictoryRule,
    /// The place, an index into [`StatesBattle::places`]; `None` if its name means nothing.
    pub place: Option<usize>,
    /// When it is checked.
    pub time: VictoryTime,
    /// The only side that can win by it; `None` if either can, or where its name means nothing.
    pub side: Option<usize>,
    /// The place where it is written.
    pub at: Address,
}

/// A special rule.
#[derive(Debug, Clone)]
pub struct BattleSpecial {
    /// The event that triggers it.
    pub on: SpecialEvent,
    /// The side whose rule it is; `None` if its name means nothing.
    pub side: Option<usize>,
    /// It applies only while this is true.
    pub only_while: Option<BattleCondition>,
    /// It does not apply while this is true.
    pub unless: Option<BattleCondition>,
    /// The effects then.
    pub play: Vec<CardWord>,
    /// Only the first time.
    pub once: bool,
    /// Printed in place of its own sentence.
    pub text: Option<String>,
    /// The place where it is written.
    pub at: Address,
}

/// The condition of a special rule: everything that is there must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BattleCondition {
    /// The army is in one of these states.
    pub states: Option<Vec<MoraleState>>,
    /// It is one of these rounds.
    pub rounds: Option<RoundRange>,
    /// The side holds this place: within, none where its name means nothing.
    pub holds: Option<Option<usize>>,
}

/// Resolves what a scenario says.
pub(super) fn resolve(battle: &mut StatesBattle) {
    let Some(scenario) = battle.scenario().cloned() else { return };
    let at = |list: &str, index: usize| battle.scenario_address(&format!("/scenario/{list}/{index}"));
    let place = |(i, entry): (usize, &PlaceEntry)| {
        let (spot, held_by) = match entry {
            PlaceEntry::Name(_) => (None, None),
            PlaceEntry::Located(LocatedPlace { at, lane, held_by, .. }) => {
                let spot = at.zip(*lane).map(|(at, lane)| Spot { at, lane });
                (spot, held_by.as_deref().and_then(|name| battle.find_side(name)))
            }
        };
        let at = at("places", i);
        let name_at = match entry {
            PlaceEntry::Name(_) => at.clone(),
            PlaceEntry::Located(_) => at.join("/place"),
        };
        BattlePlace { name: entry.name().to_owned(), spot, held_by, at, name_at }
    };
    let places: Vec<BattlePlace> = scenario.places.iter().enumerate().map(place).collect();
    let find_place = |name: &str| places.iter().position(|place| place.name == name);
    let condition = |condition: &SpecialCondition| BattleCondition {
        states: condition.state.clone(),
        rounds: condition.rounds,
        holds: condition.holds.as_deref().map(find_place),
    };
    let triggers = scenario.triggers.iter().enumerate().map(|(i, trigger)| {
        let side = battle.find_side(trigger.side());
        BattleTrigger { side, state: trigger.state(), effect: effect(battle, side, trigger), at: at("triggers", i) }
    });
    let triggers: Vec<BattleTrigger> = triggers.collect();
    let forfeits = scenario.forfeits.iter().enumerate().map(|(i, forfeit)| BattleForfeit {
        side: battle.find_side(&forfeit.side),
        place: find_place(&forfeit.on.lost),
        counters: forfeit.counters,
        at: at("forfeits", i),
    });
    let forfeits = forfeits.collect();
    let concealed = scenario.concealed.iter().enumerate().map(|(i, concealed)| BattleConcealment {
        side: battle.find_side(&concealed.side),
        point: concealed.point,
        area: concealed.area.clone(),
        units: concealed.units,
        at: at("concealed", i),
    });
    let concealed = concealed.collect();
    let victory = scenario.victory.iter().enumerate().map(|(i, victory)| BattleVictory {
        rule: victory.rule,
        place: find_place(&victory.place),
        time: victory.at,
        side: victory.side.as_deref().and_then(|name| battle.find_side(name)),
        at: at("victory", i),
    });
    let victory = victory.collect();
    let specials = scenario.special.iter().enumerate().map(|(i, special)| BattleSpecial {
        on: special.on,
        side: battle.find_side(&special.side),
        only_while: special.only_while.as_ref().map(condition),
        unless: special.unless.as_ref().map(condition),
        play: special.play.clone(),
        once: special.once,
        text: special.text.clone(),
        at: at("special", i),
    });
    let specials = specials.collect();
    let achievements = achievements(battle, &scenario.achievements);
    for trigger in &triggers {
        let TriggerEffect::Reinforcements(units) = &trigger.effect else { continue };
        units.iter().flatten().for_each(|unit| battle.units[*unit].waits = true);
    }
    battle.places = places;
    battle.achievements = achievements;
    battle.triggers = triggers;
    battle.forfeits = forfeits;
    battle.concealed = concealed;
    battle.victory = victory;
    battle.specials = specials;
}

impl StatesBattle {
    /// Returns true if something may move counters of a side into a later state than they start in.
    pub fn can_push(&self, side: usize) -> bool {
        let by_trigger = |trigger: &BattleTrigger| {
            trigger.side.is_none_or(|of| of == side) && matches!(trigger.effect, TriggerEffect::Push(_))
        };
        let cards = self.cards.iter().map(|card| &card.definition.play);
        let mut lists = cards.chain(self.specials.iter().map(|special| &special.play));
        let pushes = |play: &Vec<CardWord>| placed_words(play).iter().any(|placed| placed.word.name() == "push");
        self.triggers.iter().any(by_trigger) || lists.any(pushes)
    }
}

fn effect(battle: &StatesBattle, side: Option<usize>, trigger: &StateTrigger) -> TriggerEffect {
    match trigger {
        StateTrigger::Reinforcements { units, .. } => {
            let found = units.iter().map(|text| side.and_then(|_| battle.find_unit(side, text).index()));
            TriggerEffect::Reinforcements(found.collect())
        }
        StateTrigger::ToHit { change, .. } => TriggerEffect::ToHit(*change),
        StateTrigger::Melee { change, .. } => TriggerEffect::Melee(*change),
        StateTrigger::Generalship { die, .. } => TriggerEffect::Generalship(*die),
        StateTrigger::Cards { change, .. } => TriggerEffect::Cards(*change),
        StateTrigger::Counters { change, .. } => TriggerEffect::Counters(*change),
        StateTrigger::Steal { counters, .. } => TriggerEffect::Steal(*counters),
        StateTrigger::Push { counters, .. } => TriggerEffect::Push(*counters),
    }
}

fn achievements(battle: &StatesBattle, written: &Achievements) -> Vec<BattleAchievement> {
    let published = |achievement: PublishedAchievement, at| BattleAchievement {
        title: achievement.title().to_owned(),
        source: AchievementSource::Published(achievement),
        counters: achievement.counters(),
        at,
    };
    let listed = |(i, entry): (usize, &AchievementEntry)| {
        let at = Some(battle.scenario_address(&format!("/scenario/achievements/{i}")));
        match entry {
            AchievementEntry::Published(achievement) => published(*achievement, at),
            AchievementEntry::Own(own) => BattleAchievement {
                title: own.name.clone(),
                source: match own.on {
                    AchievementEvent::UnitLost => AchievementSource::EnemyUnitLost,
                    AchievementEvent::UnitBroken => AchievementSource::EnemyUnitBroken,
                },
                counters: own.counters,
                at,
            },
        }
    };
    match written {
        Achievements::Published(_) => PublishedAchievement::ALL.map(|achievement| published(achievement, None)).into(),
        Achievements::Listed(entries) => entries.iter().enumerate().map(listed).collect(),
    }
}
