//! A resolved battle compiled into tables.

use rustc_hash::FxHashMap;

use super::{
    AbilityEffects, AbilityRow, Aim, ConditionPair, EffectChange, EffectRow, FactionRow, GoalRow, HexCardRow,
    HexConditionRow, HexRules, HexVictoryRow, MAX_ABILITIES, MAX_CARDS, MAX_HEXES, MobilityTable, NO_HEX, RecipientRow,
    SetupRow, StepTarget, Traits,
};
use crate::abilities::{
    AbilityDeed, CardCondition, DetailedDeed, PlainDeed, RecipientGroup, Recipients, StatChange, TraitChange,
};
use crate::resolve::{ResolvedAbility, ResolvedCard, ResolvedMap, SetupCards, TabletopBattle, VictoryGoal};
use crate::values::CardMorale;

impl HexRules {
    /// Compiles a battle in which no check found an error.
    ///
    /// # Errors
    ///
    /// Says what is too much for the tables, or missing.
    pub fn compile(battle: &TabletopBattle) -> Result<HexRules, String> {
        let map = battle.map.as_ref().ok_or("the battle has no map")?;
        if map.layout.len() > MAX_HEXES {
            return Err(format!("the map has {} hexes; at most {MAX_HEXES} are played", map.layout.len()));
        }
        if !(2..=4).contains(&battle.factions.len()) {
            return Err("a battle has two to four factions".to_owned());
        }
        let rows = Rows::new(battle)?;
        let mut effects = Vec::new();
        let cards = rows.cards.iter().map(|card| rows.card(battle, *card, &mut effects)).collect::<Result<_, _>>()?;
        let row = |card: usize| rows.of_card[&card];
        let factions = battle.factions.iter().map(|faction| FactionRow {
            name: faction.name.clone(),
            resources: faction.resources,
            income: faction.income,
            cards: faction.cards.iter().map(|card| row(*card)).collect(),
            armies: faction.armies.clone(),
        });
        let victory = battle.victory.iter().filter_map(|victory| {
            let goal = match &victory.rule {
                VictoryGoal::Hold { hexes, until } => {
                    GoalRow::Hold(hexes.iter().map(|hex| *hex as u16).collect(), *until)
                }
                VictoryGoal::Destroy(card) => GoalRow::Destroy(*rows.of_card.get(&(*card)?)?),
                VictoryGoal::MostMight => GoalRow::MostMight,
                VictoryGoal::Last => GoalRow::Last,
            };
            Some(HexVictoryRow { faction: victory.faction.map(|faction| faction as u8), goal })
        });
        let terrain = map.terrain.iter().map(|terrain| terrain.ok_or("a hex of the map has no terrain"));
        let setup = setup(battle, &rows)?;
        let mut rules = HexRules {
            factions: factions.collect(),
            order: battle.initiative_order().into_iter().map(|faction| faction as u8).collect(),
            effects,
            cards,
            victory: victory.collect(),
            turns: battle.turns(),
            layout: map.layout,
            step_targets: Vec::new(),
            terrain: terrain.collect::<Result<_, _>>()?,
            neighbours: neighbours(map),
            roads: vec![0; map.layout.len()],
            axial: (0..map.layout.len()).map(|hex| map.layout.axial(hex)).collect(),
            mobility: MobilityTable::default(),
            setup,
        };
        let target =
            |hex: u16| rules.terrain.get(usize::from(hex)).map_or(StepTarget::OFF_MAP, |one| StepTarget::new(*one));
        rules.step_targets = rules.neighbours.iter().map(|neighbours| neighbours.map(target)).collect();
        for road in &map.roads {
            for (from, to) in [(road.from, road.to), (road.to, road.from)] {
                let direction = rules
                    .direction(from as u16, to as u16)
                    .ok_or("a road joins hexes that are not next to each other")?;
                rules.roads[from] |= 1 << direction;
            }
        }
        Ok(rules)
    }
}

fn neighbours(map: &ResolvedMap) -> Vec<[u16; 6]> {
    let of = |hex: usize| map.layout.neighbours(hex).map(|neighbour| neighbour.map_or(NO_HEX, |hex| hex as u16));
    (0..map.layout.len()).map(of).collect()
}

/// The cards that a faction may deploy or has on the map, and their types.
struct Rows<'b> {
    cards: Vec<usize>,
    of_card: FxHashMap<usize, u8>,
    kinds: FxHashMap<&'b str, u16>,
}

impl<'b> Rows<'b> {
    fn new(battle: &'b TabletopBattle) -> Result<Rows<'b>, String> {
        let cards: Vec<usize> =
            (0..battle.cards.len()).filter(|card| !battle.cards[*card].factions.is_empty()).collect();
        if cards.len() > MAX_CARDS {
            return Err(format!("{} kinds of cards are in the battle; at most {MAX_CARDS} are played", cards.len()));
        }
        let mut kinds = FxHashMap::default();
        for card in &cards {
            let next = kinds.len() as u16;
            kinds.entry(battle.cards[*card].kind.as_str()).or_insert(next);
        }
        let of_card = cards.iter().zip(0..).map(|(card, row)| (*card, row)).collect();
        Ok(Rows { cards, of_card, kinds })
    }

    /// Returns the row of a card; what its abilities change is put into `effects`.
    fn card(
        &self,
        battle: &TabletopBattle,
        card: usize,
        effects: &mut Vec<AbilityEffects>,
    ) -> Result<HexCardRow, String> {
        let ResolvedCard { id, name, might, speed, cost, role, traits, kind, abilities, .. } = &battle.cards[card];
        if abilities.len() > MAX_ABILITIES {
            return Err(format!("{id} has {} abilities; at most {MAX_ABILITIES} are played", abilities.len()));
        }
        let first = effects.len() as u16;
        effects.extend(abilities.iter().zip(0..).filter_map(|(ability, number)| {
            let of_ability = self.effects(battle, ability);
            let in_unit =
                |effect: &EffectRow| matches!(effect.recipients.to, RecipientGroup::Own | RecipientGroup::Formation);
            let in_unit = of_ability.iter().all(in_unit);
            let is_held = ability.written.active.is_some() && !in_unit;
            let card = self.of_card[&card];
            let all = AbilityEffects { card, ability: number, effects: of_ability, in_unit, is_held };
            (!all.effects.is_empty()).then_some(all)
        }));
        let held = |ability: u8| {
            let of_ability = effects[usize::from(first)..].iter().find(|of_ability| of_ability.ability == ability);
            of_ability.filter(|of_ability| of_ability.is_held).map_or(0, |held| held.effects.len() as u8)
        };
        Ok(HexCardRow {
            effects: first..effects.len() as u16,
            id: id.to_string(),
            name: name.clone(),
            card,
            might: *might,
            speed: *speed,
            cost: *cost,
            role: *role,
            traits: Traits(traits.iter().map(|one| Traits::single(*one).0).fold(0, |all, one| all | one)),
            kind: self.kinds[kind.as_str()],
            abilities: abilities.iter().zip(0..).map(|(ability, i)| self.ability(ability, held(i))).collect(),
        })
    }

    fn ability(&self, ability: &ResolvedAbility, held: u8) -> AbilityRow {
        let written = &ability.written;
        let aim = written.deeds.iter().find_map(|deed| match deed {
            AbilityDeed::Plain(PlainDeed::BuildRoad) => Some(Aim::BuildRoad),
            AbilityDeed::Plain(PlainDeed::DemolishRoad) => Some(Aim::DemolishRoad),
            deed => {
                deed.strike().map(|strike| Aim::Strike { kind: strike.kind, might: strike.might, range: strike.range })
            }
        });
        let [only_while, unless] = ability.companions;
        let condition = |written: &Option<CardCondition>, companion: Option<usize>| {
            written.as_ref().map(|condition| self.condition(condition, companion))
        };
        AbilityRow {
            name: written.name.clone(),
            active: written.active.is_some(),
            cooldown: written.active.and_then(|active| active.cooldown).unwrap_or(0).into(),
            cost: written.active.map_or(0, |active| active.cost),
            once: written.active.is_some_and(|active| active.once),
            lasts: written.active.map_or(0, |active| active.lasts).into(),
            gate: ConditionPair {
                only_while: condition(&written.only_while, only_while),
                unless: condition(&written.unless, unless),
            },
            aim: aim.unwrap_or(Aim::None),
            held,
        }
    }

    fn condition(&self, written: &CardCondition, companion: Option<usize>) -> HexConditionRow {
        let terrain = written.terrain.as_ref();
        let morale = written.morale.as_ref();
        HexConditionRow {
            terrain: terrain.map_or(0b1111, |all| all.iter().fold(0, |bits, one| bits | 1 << *one as u8)),
            on_road: written.on_road,
            fortified: written.fortified,
            at_standard: written.at_standard,
            in_combat: written.in_combat,
            // One that is in no faction is never there: no row has its number.
            companion: written
                .companion
                .as_ref()
                .map(|_| companion.and_then(|card| self.of_card.get(&card).copied()).unwrap_or(u8::MAX)),
            morale: morale.map_or(0b111, |all| all.iter().fold(0, |bits, one| bits | 1 << *one as u8)),
        }
    }

    fn effects(&self, battle: &TabletopBattle, ability: &ResolvedAbility) -> Vec<EffectRow> {
        let effect = |deed: &AbilityDeed| {
            let change = match deed {
                AbilityDeed::Deed(DetailedDeed::Change(StatChange { might, speed, range, .. })) => {
                    EffectChange::Stats { might: *might, speed: *speed, range: *range }
                }
                AbilityDeed::Deed(DetailedDeed::Give(TraitChange { quality, .. })) => {
                    EffectChange::Give(Traits::single(*quality))
                }
                AbilityDeed::Deed(DetailedDeed::Take(TraitChange { quality, .. })) => {
                    EffectChange::Take(Traits::single(*quality))
                }
                _ => return None,
            };
            Some(EffectRow { recipients: self.recipients(battle, &deed.recipients()?), change })
        };
        ability.written.deeds.iter().filter_map(effect).collect()
    }

    fn recipients(&self, battle: &TabletopBattle, written: &Recipients<'_>) -> RecipientRow {
        let is_meant = |card: &usize| written.types.is_empty() || written.types.contains(&battle.cards[*card].kind);
        let rows = self.cards.iter().enumerate().filter(|(_, card)| is_meant(card));
        RecipientRow {
            to: written.to,
            within: written.within.unwrap_or(0),
            rows: rows.fold(0, |bits, (row, _)| bits | 1 << row),
        }
    }
}

/// Returns the cards that stand on the map at the start, with formations and armies as numbers.
fn setup(battle: &TabletopBattle, rows: &Rows<'_>) -> Result<Vec<SetupRow>, String> {
    let mut setup: Vec<SetupRow> = Vec::new();
    // By what merges: hex, type and experience.
    let mut formations: FxHashMap<(u16, &str, u8), u16> = FxHashMap::default();
    for (faction, of_faction) in battle.factions.iter().enumerate() {
        for entry in &of_faction.setup {
            let SetupCards { card: Some(card), hex: Some(hex), count, merged, experience, morale, army } = *entry
            else {
                return Err("the set-up names a card or hex that does not exist".to_owned());
            };
            let formation = if merged {
                let next = formations.len() as u16 + 1;
                *formations.entry((hex as u16, battle.cards[card].kind.as_str(), experience)).or_insert(next)
            } else {
                0
            };
            let is_standard = battle.cards[card].is_standard();
            let row = SetupRow {
                faction: faction as u8,
                card: rows.of_card[&card],
                hex: hex as u16,
                formation,
                army: army.map_or(0, |army| army as u8 + 1),
                experience: if is_standard { 0 } else { experience },
                morale: match morale {
                    _ if is_standard => 0,
                    CardMorale::Low => -1,
                    CardMorale::Normal => 0,
                    CardMorale::High => 1,
                },
            };
            setup.extend(std::iter::repeat_n(row, count.into()));
        }
    }
    if setup.len() > MAX_CARDS {
        return Err(format!("{} cards stand on the map; at most {MAX_CARDS} can", setup.len()));
    }
    Ok(setup)
}
