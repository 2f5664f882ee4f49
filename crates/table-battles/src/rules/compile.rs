//! Compiles a battle into tables.

use super::{
    ARMY, ActionRow, Each, FormationRow, Kind, MAX_FORMATIONS, Mask, Pending, Phase, Refusal, Rules, SideRow, Specials,
    State, TakerRow, bit,
};
use crate::dice::{Area, DiceWord, fills, need};
use crate::model::{Action, Arm, Formation, Hits, Link, Reserve, Rule, Strength, TacticalResult, Takes};
use crate::resolve::{Battle, Found, Reference, ReferenceRole};

impl Rules {
    /// Compiles a battle. What the checks report as errors is refused with a reason.
    pub(crate) fn new(battle: &Battle) -> Result<Rules, Refusal> {
        let mistake = |text: String| Err(Refusal::Mistake(text));
        let Some(scenario) = battle.scenario() else {
            return mistake("the document has no scenario".to_owned());
        };
        let [one, other] = battle.armies.as_slice() else {
            return mistake(format!("a battle has two sides, found {}", battle.armies.len()));
        };
        let first = match (scenario.sides[0].first, scenario.sides[1].first) {
            (true, false) => 0,
            (false, true) => 1,
            _ => return mistake("exactly one side must go first".to_owned()),
        };
        if let Some((id, _)) = one.missing.iter().chain(&other.missing).next() {
            return mistake(format!("card `{id}` is not defined"));
        }
        let cards: Vec<usize> = one.cards.iter().chain(&other.cards).copied().collect();
        if let Some(both) = cards.iter().find(|card| battle.cards[**card].sides.len() > 1) {
            return mistake(format!("card `{}` is on both sides", battle.cards[*both].id));
        }
        if cards.len() > MAX_FORMATIONS {
            let text = format!("a battle has at most {MAX_FORMATIONS} formations, found {}", cards.len());
            return Err(Refusal::TooLarge(text));
        }
        if let Some(lost) = battle.references.iter().find(|r| !matches!(r.found, Found::Card(_))) {
            let id = battle.cards[lost.from].id;
            return mistake(format!("card `{id}` refers to `{}`, which is not a card of the right side", lost.text));
        }
        let mut rules = Rules {
            formations: Vec::new(),
            actions: Vec::new(),
            acts: Vec::new(),
            takers: Vec::new(),
            targets: Vec::new(),
            sides: [0, 1].map(|side| {
                let written = &scenario.sides[side];
                let range = if side == 0 { 0..one.cards.len() } else { one.cards.len()..cards.len() };
                SideRow {
                    name: written.name.clone(),
                    first: range.start as u8,
                    sticks: 0,
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
            pursuit: 0,
            shift: scenario.rules.contains(&Rule::Shift),
            oblique: scenario.rules.contains(&Rule::Oblique),
            specials: Specials::default(),
        };
        for i in 0..cards.len() {
            rules.add_formation(battle, &cards, i);
        }
        rules.specials(battle, &cards)?;
        if scenario.rules.contains(&Rule::Links) {
            rules.link(battle, &cards);
        }
        for side in &mut rules.sides {
            let normal = Each(side.mask & !rules.special).map(|card| &rules.formations[usize::from(card)]);
            let sticks: u32 = normal.map(|row| u32::from(row.strength)).sum();
            side.sticks = u8::try_from(sticks).map_err(|_| {
                let text = format!("a side has at most 255 sticks, but `{}` has {sticks}", side.name);
                Refusal::TooLarge(text)
            })?;
        }
        rules.count_pieces();
        rules.list_reactions();
        Ok(rules)
    }

    /// Lists for each formation those that may react.
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

    /// Counts the most sticks or cubes of each formation.
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

    fn add_formation(&mut self, battle: &Battle, cards: &[usize], i: usize) {
        let card = cards[i];
        let written = battle.formation(card);
        let side = battle.cards[card].sides[0];
        let friends = |test: &dyn Fn(usize) -> bool| -> Mask {
            let those = (0..cards.len()).filter(|j| battle.cards[cards[*j]].sides[0] == side && test(cards[*j]));
            those.fold(0, |mask, j| mask | bit(j as u8))
        };
        let special = written.strength.special();
        let behind = |reference: &&Reference| reference.role == ReferenceRole::Behind;
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
            let action = self.add_action((written, i as u8), (action, number as u8), &named);
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

    fn add_action(
        &mut self,
        (card, index): (&Formation, u8),
        (written, number): (&Action, u8),
        named: &[u8],
    ) -> ActionRow {
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

    /// Links formations: successive numbers, same letter, same side, a right mark on the lower and a left one on the higher
    /// (TB-12.1).
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

    /// Returns the state at set-up (TB-4.1). Cubes beyond ten are not placed (TB-4.2): morale comes first.
    pub(crate) fn start(&self) -> State {
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
            allowance: [0; ARMY + 1],
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
            attack: Pending::default(),
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
