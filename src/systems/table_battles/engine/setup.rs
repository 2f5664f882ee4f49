//! A battle compiled into tables: one row a formation, one row an action, masks for who concerns whom.

use std::sync::OnceLock;

use super::lots::{self, LANES, Lots, MOST};
use super::sets::Sets;
use super::specials::Specials;
use super::{Each, MAX_FORMATIONS, Mask, Phase, Refusal, State, bit};
use crate::systems::table_battles::dice::{Alike, Area, DiceWord, fills, need};
use crate::systems::table_battles::effects::Deed;
use crate::systems::table_battles::model::{
    Action, Arm, Formation, Hits, Link, Reserve, Rule, Strength, TacticalResult, Takes, Wing,
};
use crate::systems::table_battles::resolve::{Battle, Found, Reference, Role};
use crate::systems::table_battles::values::CardId;

/// Everything about a battle that does not change.
#[derive(Debug)]
pub(super) struct Setup {
    /// All formations, the first side's first, each side's in listed order.
    pub(super) formations: Vec<FormationRow>,
    /// All actions, card by card.
    pub(super) actions: Vec<ActionRow>,
    /// The rows of those that are no reactions.
    pub(super) acts: Vec<u16>,
    /// The formations once more, as a roll phase sees them.
    pub(super) takers: Vec<TakerRow>,
    /// By formation: what is behind each index among its moves in an action phase.
    pub(super) choices: Vec<[Choice; MOST as usize]>,
    /// Targets of attacks and commands, in printed order; rows hold ranges of it.
    pub(super) targets: Vec<u8>,
    pub(super) sides: [SideRow; 2],
    /// Who has the first turn.
    pub(super) first: u8,
    /// Special formations.
    pub(super) special: Mask,
    /// Formations that take dice.
    pub(super) takes_dice: Mask,
    /// Formations whose number of moves in an action phase depends on the state; all, where some card has more of them
    /// than [`MOST`].
    pub(super) undecided: Mask,
    /// Formations with PURSUIT.
    pub(super) pursuit: Mask,
    pub(super) shift: bool,
    pub(super) oblique: bool,
    pub(super) specials: Specials,
}

/// What a roll phase wants to know of a formation, apart from the rest, so that it stays near the processor.
#[derive(Debug)]
pub(super) struct TakerRow {
    pub(super) area: Area,
    /// The side's formations of its wing, itself too (TB-9.1).
    pub(super) wing_mates: Mask,
}

/// A move of an action phase: an action that is performed or not.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    /// The row of the action, or [`Choice::OTHER`].
    pub(super) row: u16,
    /// What it requires.
    pub(super) alike: Alike,
}

impl Choice {
    /// No such move: it has to be looked for among all of the formation.
    pub(super) const OTHER: u16 = u16::MAX;
}

/// One side.
#[derive(Debug)]
pub(super) struct SideRow {
    pub(super) name: String,
    /// Its formations.
    pub(super) mask: Mask,
    /// The first of them.
    pub(super) first: u8,
    /// What its dice areas take of every roll: worked out for the first that is placed, since who only asks about the
    /// cards rolls none.
    sets: OnceLock<Sets>,
    /// How often dice can be placed in one of its roll phases: once for each wing (TB-9.1), or for each card where
    /// effects may allow more.
    pub(super) rounds: usize,
    /// How many moves formations that are not undecided have in an action phase while dice lie on them.
    pub(super) choices: Lots,
    /// In how many words.
    pub(super) words: usize,
    /// Its attacks that can be made whenever the attacker and one of some targets are in play, whatever else is so: the
    /// attacker, and those targets (TB-11.2).
    pub(super) certain_attacks: Vec<(Mask, Mask)>,
    pub(super) morale: u8,
    /// Its sticks at set-up.
    pub(super) sticks: u8,
    /// Enemy sticks to be eliminated, and whether that is a victory (TB-11.3).
    pub(super) tactical: Option<(u16, bool)>,
}

/// One formation.
#[derive(Debug)]
pub(super) struct FormationRow {
    pub(super) id: CardId,
    pub(super) name: String,
    pub(super) wing: Wing,
    pub(super) side: u8,
    /// Sticks at set-up, or the most cubes.
    pub(super) strength: u8,
    /// The most sticks or cubes it can ever have: shifts and effects may make more of its strength (TB-12.2).
    pub(super) most: u8,
    pub(super) special: bool,
    pub(super) star: bool,
    /// Morale cubes that its rout gives (TB-10.1).
    pub(super) gives: u8,
    pub(super) retire: bool,
    pub(super) infantry: bool,
    pub(super) reserve: bool,
    /// The side's other normal formations of its arm (TB-12.2).
    pub(super) arm_mates: Mask,
    /// Those linked with it while both are in play; none where the scenario has no links (TB-12.1).
    pub(super) links: Mask,
    /// Those who wait behind it (TB-10.4).
    pub(super) waiting: Mask,
    /// All enemies that its attacks name (TB-10.3).
    pub(super) attacks: Mask,
    /// Who may react to its attacks, whoever is attacked, and to attacks on it, whoever attacks (TB-7.1 to TB-7.3).
    pub(super) answered: Mask,
    pub(super) absorbed: Mask,
    /// Its actions: the first row and one past the last.
    pub(super) actions: (u16, u16),
    /// Its range of [`Setup::acts`].
    pub(super) acts: (u16, u16),
}

/// What an action does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Attack,
    Bombard,
    Command,
    Screen,
    Counterattack,
    Absorb,
}

impl Kind {
    /// What effects call it.
    pub(super) fn deed(self) -> Deed {
        match self {
            Kind::Attack => Deed::Attack,
            Kind::Bombard => Deed::Bombard,
            Kind::Command => Deed::Command,
            Kind::Screen => Deed::Screen,
            Kind::Counterattack => Deed::Counterattack,
            Kind::Absorb => Deed::Absorb,
        }
    }

    /// The word after `type:`.
    pub(super) fn word(self) -> &'static str {
        match self {
            Kind::Attack => "attack",
            Kind::Bombard => "bombard",
            Kind::Command => "command",
            Kind::Screen => "screen",
            Kind::Counterattack => "counterattack",
            Kind::Absorb => "absorb",
        }
    }

    pub(super) fn reaction(self) -> bool {
        matches!(self, Kind::Screen | Kind::Counterattack | Kind::Absorb)
    }
}

/// One action or reaction.
#[derive(Debug)]
pub(super) struct ActionRow {
    /// Whose it is, and its number on the card from 0.
    pub(super) card: u8,
    pub(super) number: u8,
    pub(super) kind: Kind,
    /// Bit of its requirement.
    pub(super) need: u8,
    /// Whether the card's dice area can ever fill the requirement.
    pub(super) fillable: bool,
    pub(super) hits: Hits,
    /// Sticks an attacker loses.
    pub(super) own: u8,
    /// Hits a counterattacker is spared.
    pub(super) takes_less: u8,
    pub(super) takes: Takes,
    pub(super) voluntary: bool,
    /// Everyone it names; all for `any`.
    pub(super) named: Mask,
    /// Whether bots value positions as if it could never be performed: a side is compared with itself without it.
    pub(super) left_out: bool,
    /// Whether an effect says what it does while its target is in reserve.
    pub(super) aims: bool,
    /// Whether any effect has a say in who it can be done to, or whether at all.
    pub(super) touched: bool,
    /// Its range of [`Setup::targets`].
    pub(super) targets: (u16, u16),
}

impl Setup {
    /// Compiles a battle. What the checks report as errors is refused with a reason.
    pub(super) fn new(battle: &Battle) -> Result<Setup, Refusal> {
        let mistake = |text: String| Err(Refusal::Mistake(text));
        let Some(scenario) = battle.scenario() else {
            return mistake("the document has no scenario".to_owned());
        };
        let [one, other] = battle.armies.as_slice() else {
            return mistake(format!("a battle has two sides; found {}", battle.armies.len()));
        };
        let first = match (scenario.sides[0].first, scenario.sides[1].first) {
            (true, false) => 0,
            (false, true) => 1,
            _ => return mistake("exactly one side goes first".to_owned()),
        };
        if let Some((id, _)) = one.missing.iter().chain(&other.missing).next() {
            return mistake(format!("card `{id}` is not defined"));
        }
        let cards: Vec<usize> = one.cards.iter().chain(&other.cards).copied().collect();
        if let Some(both) = cards.iter().find(|card| battle.cards[**card].sides.len() > 1) {
            return mistake(format!("card `{}` is in both sides", battle.cards[*both].id));
        }
        if cards.len() > MAX_FORMATIONS {
            let text = format!("a battle has at most {MAX_FORMATIONS} formations; found {}", cards.len());
            return Err(Refusal::TooLarge(text));
        }
        if let Some(lost) = battle.references.iter().find(|r| !matches!(r.found, Found::Card(_))) {
            let id = battle.cards[lost.from].id;
            return mistake(format!(
                "card `{id}` refers to `{}`, which is no card of the side that is meant",
                lost.text
            ));
        }
        let mut setup = Setup {
            formations: Vec::new(),
            actions: Vec::new(),
            acts: Vec::new(),
            takers: Vec::new(),
            choices: Vec::new(),
            targets: Vec::new(),
            sides: [0, 1].map(|side| {
                let written = &scenario.sides[side];
                let range = if side == 0 { 0..one.cards.len() } else { one.cards.len()..cards.len() };
                SideRow {
                    name: written.name.clone(),
                    first: range.start as u8,
                    sets: OnceLock::new(),
                    sticks: 0,
                    rounds: 0,
                    choices: Lots::default(),
                    certain_attacks: Vec::new(),
                    words: range.len().div_ceil(LANES),
                    mask: range.map(|i| bit(i as u8)).fold(0, |a, b| a | b),
                    morale: written.morale,
                    tactical: written
                        .tactical
                        .as_ref()
                        .map(|t| (u16::from(t.sticks), t.result == TacticalResult::Victory)),
                }
            }),
            first,
            special: 0,
            takes_dice: 0,
            undecided: 0,
            pursuit: 0,
            shift: scenario.rules.contains(&Rule::Shift),
            oblique: scenario.rules.contains(&Rule::Oblique),
            specials: Specials::default(),
        };
        for i in 0..cards.len() {
            setup.formation(battle, &cards, i);
        }
        setup.specials(battle, &cards)?;
        if scenario.rules.contains(&Rule::Links) {
            setup.link(battle, &cards);
        }
        for side in &mut setup.sides {
            let normal = Each(side.mask & !setup.special).map(|card| &setup.formations[usize::from(card)]);
            let sticks: u32 = normal.map(|row| u32::from(row.strength)).sum();
            side.sticks = u8::try_from(sticks).map_err(|_| {
                let text = format!("a side has at most 255 sticks; `{}` has {sticks}", side.name);
                Refusal::TooLarge(text)
            })?;
        }
        setup.count_pieces();
        setup.count_rounds();
        setup.list_reactions();
        setup.count_choices();
        setup.list_choices();
        setup.list_certain_attacks();
        Ok(setup)
    }

    /// The attacks about which TB-11.2 leaves no doubt: of cards that can take what they require, on targets before whom
    /// the list has nobody special or from reserve.
    fn list_certain_attacks(&mut self) {
        for action in &self.actions {
            let able = self.takes_dice & bit(action.card) != 0 && action.fillable;
            if action.kind != Kind::Attack || action.touched || !able {
                continue;
            }
            let (start, end) = action.targets;
            let listed = &self.targets[usize::from(start)..usize::from(end)];
            let plain = |target: &&u8| {
                let row = &self.formations[usize::from(**target)];
                !row.special && !row.reserve
            };
            let targets = listed.iter().take_while(plain).fold(0, |mask, target| mask | bit(*target));
            let side = self.formations[usize::from(action.card)].side;
            self.sides[usize::from(side)].certain_attacks.push((bit(action.card), targets));
        }
    }

    /// Who may react to whom.
    fn list_reactions(&mut self) {
        for action in &self.actions {
            let (card, named) = (bit(action.card), action.named);
            for (_, row) in (0..).zip(&mut self.formations).filter(|(i, _)| named & bit(*i) != 0) {
                match action.kind {
                    Kind::Screen | Kind::Counterattack => row.answered |= card,
                    Kind::Absorb => row.absorbed |= card,
                    Kind::Attack | Kind::Bombard | Kind::Command => {}
                }
            }
        }
    }

    /// The most sticks or cubes of each formation.
    fn count_pieces(&mut self) {
        for (card, row) in (0..).zip(&mut self.formations) {
            row.most = row.strength;
            if row.special {
                let cubes = self.specials.cubes.iter().filter(|(owner, ..)| *owner == card);
                row.most = cubes.map(|(_, cubes, _)| *cubes).fold(row.strength, u8::max);
            } else if self.shift {
                row.most = self.sides[usize::from(row.side)].sticks;
            }
        }
    }

    /// How often dice can be placed in a roll phase.
    fn count_rounds(&mut self) {
        for side in &mut self.sides {
            let takers = side.mask & self.takes_dice;
            let wings = Each(takers).map(|card| self.takers[usize::from(card)].wing_mates & takers);
            // Each wing is counted at its first card.
            let first = Each(takers).zip(wings).filter(|(card, wing)| wing.trailing_zeros() == u32::from(*card));
            side.rounds =
                if self.specials.placements.is_empty() { first.count() } else { takers.count_ones() as usize };
        }
    }

    /// The moves in an action phase: each action, performed or not, and retiring.
    fn count_choices(&mut self) {
        let choices = |row: &FormationRow| u32::from(row.acts.1 - row.acts.0) + u32::from(row.retire);
        if self.formations.iter().any(|row| choices(row) > MOST) {
            self.undecided = Mask::MAX;
            return;
        }
        self.undecided = self.special | self.specials.lent_to | self.specials.forbidden[Deed::Retire as usize];
        for (card, row) in (0..).zip(&self.formations) {
            if self.undecided & bit(card) == 0 {
                let side = &mut self.sides[usize::from(row.side)];
                let (word, lot) = lots::lot(card - side.first, choices(row));
                side.choices[word] += lot;
            }
        }
    }

    /// Those moves, where they are actions that ask for equal dice.
    fn list_choices(&mut self) {
        let other = Choice { row: Choice::OTHER, alike: Alike::default() };
        let choices = |(card, row): (u8, &FormationRow)| {
            let mut choices = [other; MOST as usize];
            let acts = if self.undecided & bit(card) == 0 { self.acts_on(row) } else { &[] };
            for (choice, row) in choices.iter_mut().zip(acts) {
                if let Some(alike) = Alike::new(self.actions[usize::from(*row)].need) {
                    *choice = Choice { row: *row, alike };
                }
            }
            choices
        };
        self.choices = (0..).zip(&self.formations).map(choices).collect();
    }

    /// The rows of a card's actions that are no reactions.
    #[inline]
    pub(super) fn acts_on(&self, row: &FormationRow) -> &[u16] {
        &self.acts[usize::from(row.acts.0)..usize::from(row.acts.1)]
    }

    /// What a side's dice areas take of every roll.
    #[inline]
    pub(super) fn sets(&self, side: u8) -> &Sets {
        let row = &self.sides[usize::from(side)];
        row.sets.get_or_init(|| {
            let takers = &self.takers[usize::from(row.first)..][..row.mask.count_ones() as usize];
            Sets::new(row.first, takers.iter().map(|row| &row.area))
        })
    }

    fn formation(&mut self, battle: &Battle, cards: &[usize], i: usize) {
        let card = cards[i];
        let written = battle.formation(card);
        let side = battle.cards[card].sides[0];
        let friends = |test: &dyn Fn(usize) -> bool| -> Mask {
            let those = (0..cards.len()).filter(|j| battle.cards[cards[*j]].sides[0] == side && test(cards[*j]));
            those.fold(0, |mask, j| mask | bit(j as u8))
        };
        let special = written.strength.special();
        let behind = |reference: &&Reference| reference.role == Role::Behind;
        let mut row = FormationRow {
            id: battle.cards[card].id,
            name: written.name.clone(),
            wing: written.wing,
            side: side as u8,
            strength: match written.strength {
                Strength::Sticks(n) | Strength::Cubes(n) => n,
            },
            most: 0,
            special,
            star: written.star,
            gives: match (special, written.star) {
                (true, _) => 0,
                (false, star) => 1 + u8::from(star),
            },
            retire: written.retire,
            infantry: written.arm == Some(Arm::Infantry),
            reserve: written.reserve.is_some(),
            arm_mates: friends(&|other| {
                let mate = battle.formation(other);
                other != card && !special && !mate.strength.special() && mate.arm == written.arm && mate.arm.is_some()
            }),
            links: 0,
            waiting: friends(&|other| {
                let mut theirs = battle.references.iter().filter(|r| r.from == other).filter(behind);
                matches!(battle.formation(other).reserve, Some(Reserve::Behind(_)))
                    && theirs.any(|r| r.card() == Some(card))
            }),
            attacks: 0,
            answered: 0,
            absorbed: 0,
            actions: (self.actions.len() as u16, 0),
            acts: (self.acts.len() as u16, 0),
        };
        for (number, action) in written.actions.iter().enumerate() {
            let named: Vec<u8> =
                battle.targets(card, number).filter_map(|friend_or_enemy| index(cards, friend_or_enemy)).collect();
            let action = self.action((written, i as u8), (action, number as u8), &named);
            if !action.kind.reaction() {
                self.acts.push(self.actions.len() as u16);
            }
            if action.kind == Kind::Attack {
                row.attacks |= action.named;
            }
            self.actions.push(action);
        }
        row.actions.1 = self.actions.len() as u16;
        row.acts.1 = self.acts.len() as u16;
        let mask = bit(i as u8);
        self.special |= if special { mask } else { 0 };
        self.takes_dice |= if written.dice.sets.is_empty() { 0 } else { mask };
        self.pursuit |= if written.pursuit { mask } else { 0 };
        self.takers.push(TakerRow {
            area: Area::new(&written.dice),
            wing_mates: friends(&|other| battle.formation(other).wing == written.wing),
        });
        self.formations.push(row);
    }

    fn action(&mut self, (card, index): (&Formation, u8), (written, number): (&Action, u8), named: &[u8]) -> ActionRow {
        let start = self.targets.len() as u16;
        self.targets.extend(named);
        let (kind, requires) = match written {
            Action::Attack { requires, .. } => (Kind::Attack, requires),
            Action::Bombard { requires } => (Kind::Bombard, requires),
            Action::Command { requires, .. } => (Kind::Command, requires),
            Action::Screen { requires, .. } => (Kind::Screen, requires),
            Action::Counterattack { requires, .. } => (Kind::Counterattack, requires),
            Action::Absorb { requires, .. } => (Kind::Absorb, requires),
        };
        let need = need(*requires);
        let any = kind.reaction() && written.names().is_none();
        let mut row = ActionRow {
            card: index,
            number,
            kind,
            need,
            fillable: card.strength.special() || fills(&card.dice, *requires),
            hits: Hits { flat: 0, per_die: false },
            own: 0,
            takes_less: 0,
            takes: Takes::All,
            voluntary: false,
            named: if any { Mask::MAX } else { named.iter().fold(0, |mask, i| mask | bit(*i)) },
            left_out: false,
            aims: false,
            touched: false,
            targets: (start, self.targets.len() as u16),
        };
        match written {
            Action::Attack { hits, own, .. } => (row.hits, row.own) = (*hits, *own),
            Action::Bombard { .. } | Action::Command { .. } => {}
            Action::Screen { voluntary, .. } => row.voluntary = *voluntary,
            Action::Counterattack { hits, takes_less, voluntary, .. } => {
                (row.hits, row.takes_less, row.voluntary) = (*hits, *takes_less, *voluntary);
            }
            Action::Absorb { takes, voluntary, .. } => (row.takes, row.voluntary) = (*takes, *voluntary),
        }
        row
    }

    /// Successive numbers, same letter, same side, a right mark on the lower and a left one on the higher (TB-12.1).
    fn link(&mut self, battle: &Battle, cards: &[usize]) {
        let marked = |i: usize, link: Link| {
            battle.formation(cards[i]).link.is_some_and(|marks| marks == link || marks == Link::Both)
        };
        for low in 0..cards.len() {
            for high in 0..cards.len() {
                let (a, b) = (&self.formations[low], &self.formations[high]);
                let successive = a.id.number + 1 == b.id.number && a.id.letter == b.id.letter && a.side == b.side;
                if successive && marked(low, Link::Right) && marked(high, Link::Left) {
                    self.formations[low].links |= bit(high as u8);
                    self.formations[high].links |= bit(low as u8);
                }
            }
        }
    }

    /// The state at set-up (TB-4.1). Cubes beyond ten are not placed (TB-4.2): morale comes first.
    pub(super) fn start(&self) -> State {
        let mut state = State {
            play: 0,
            reserve: 0,
            routed: 0,
            happened: 0,
            ready: 0,
            dice: [DiceWord::NONE; MAX_FORMATIONS],
            strength: [0; MAX_FORMATIONS],
            cubes: [0; MAX_FORMATIONS],
            open: 0,
            served: 0,
            allowance: [0; 5],
            rolled: DiceWord::NONE,
            turn: 1,
            lost: [0; 2],
            morale: [0; 2],
            pool: [6; 2],
            supply: 10,
            arriving: [(0, 0); 2],
            skip: [false; 2],
            mover: self.first,
            phase: Phase::Begin,
            attack: super::Pending::default(),
            end: None,
        };
        for (side, row) in self.sides.iter().enumerate() {
            state.morale[side] = row.morale.min(state.supply);
            state.supply -= state.morale[side];
        }
        for (i, row) in self.formations.iter().enumerate() {
            let i = i as u8;
            if row.reserve {
                state.reserve |= bit(i);
            } else {
                state.play |= bit(i);
            }
            let cubes = self.specials.cubes.iter().find(|(card, ..)| *card == i).map(|(_, cubes, _)| *cubes);
            let cubes = cubes.unwrap_or(u8::from(row.special)).min(state.supply);
            state.supply -= cubes;
            if !row.special {
                state.strength[usize::from(i)] = row.strength;
                state.cubes[usize::from(i)] = cubes;
                continue;
            }
            state.strength[usize::from(i)] = cubes;
            state.ready |= if cubes > 0 { bit(i) } else { 0 };
        }
        state
    }
}

fn index(cards: &[usize], card: usize) -> Option<u8> {
    cards.iter().position(|c| *c == card).map(|i| i as u8)
}
