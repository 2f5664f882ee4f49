//! The moves worth trying: a finite choice of the places that the rules allow. docs/pub-battles.md says which they are.

use super::contact::is_within;
use super::marching::nearest;
use super::{PubEngine, PubMove};
use crate::geometry::{Footprint, MapPoint};
use crate::play::SupportWord;
use crate::resolve::ResolvedGoal;
use crate::rules::{OrderList, PackedOrder};
use crate::state::{BlockFlags, Gap, Placing, PubPhase, PubState};

impl PubEngine {
    /// Lists the moves worth trying that are legal.
    pub(super) fn list(&self, state: &PubState, into: &mut Vec<PubMove>) {
        self.list_candidates(state, into);
        let is_legal = self.judge_of(state);
        into.retain(is_legal);
    }

    /// Returns one of the moves that are listed, each as likely as any other: moves worth trying are drawn until one is legal.
    /// Few of them are judged then, which is what takes time.
    pub(super) fn pick_legal(
        &self,
        state: &PubState,
        candidates: &mut Vec<PubMove>,
        mut choose: impl FnMut(u32) -> u32,
    ) -> PubMove {
        self.list_candidates(state, candidates);
        let is_legal = self.judge_of(state);
        loop {
            let candidate = candidates.swap_remove(choose(candidates.len() as u32) as usize);
            // One is always legal: whoever decides may do nothing, or there is a block that acts.
            if candidates.is_empty() || is_legal(&candidate) {
                return candidate;
            }
        }
    }

    /// Returns moves that a player might think of and that are not legal: blocks that cannot act or be joined, marches into
    /// contact, bombardments of the nearest enemies, rallies, ways of a headquarters and advances. One march for each enemy.
    pub fn thinkable(&self, state: &PubState) -> Vec<PubMove> {
        let mut all = Vec::new();
        let is_legal = self.judge_of(state);
        match state.phase {
            PubPhase::Block(command) => {
                let army = self.army_of(command).filter(|_| state.army_goes);
                let blocks = [Some(command), army].into_iter().flatten().flat_map(|of| self.rules.blocks_of(of));
                all.extend(blocks.map(|block| PubMove::Block(block as u8)));
            }
            PubPhase::Act(_, block) if state.blocks[usize::from(block)].is_on_map() => {
                let mut contacts = Vec::new();
                for enemy in self.near_enemies(state, block) {
                    contacts.clear();
                    self.list_contacts(state, (block, enemy), &mut contacts);
                    // One contact with an enemy is enough.
                    if !contacts.iter().any(&is_legal) {
                        all.extend(contacts.drain(..).next());
                    }
                    if self.rules.blocks[usize::from(block)].kind.is_artillery() {
                        all.push(PubMove::Bombard(enemy));
                    }
                }
                if state.blocks[usize::from(block)].is_spent() {
                    match self.rules.trains {
                        true => self.list_rallies(state, block, &mut all),
                        false => all.push(PubMove::Rally { train: None, facing: None }),
                    }
                }
            }
            PubPhase::Headquarters(_) | PubPhase::ArmyHeadquarters(_) | PubPhase::Support(_) => {
                self.list_candidates(state, &mut all);
            }
            PubPhase::Join(command) => {
                let blocks = self.rules.blocks_of(command).filter(|block| state.blocks[*block].is_on_map());
                all.extend(blocks.map(|block| PubMove::Joins { block: block as u8, at: None }));
            }
            _ => {}
        }
        all.retain(|chosen| !is_legal(chosen));
        all
    }

    /// Returns the enemies on the map that are nearest to a block, the nearest first.
    fn near_enemies(&self, state: &PubState, block: u8) -> Vec<u8> {
        const MOST: usize = 8;
        let from = state.blocks[usize::from(block)].at;
        let side = self.rules.blocks[usize::from(block)].side;
        let mut enemies: Vec<u8> = self.blocks_on_map(state, Some(1 - side)).collect();
        enemies.sort_by_key(|enemy| from.square_to(state.blocks[usize::from(*enemy)].at));
        enemies.truncate(MOST);
        enemies
    }

    /// Returns a judge of moves: true for those that are legal now.
    fn judge_of<'a>(&'a self, state: &'a PubState) -> impl Fn(&PubMove) -> bool + 'a {
        let mover = match state.phase {
            PubPhase::Act(_, block) => Some(self.mover(state, block)),
            _ => None,
        };
        move |candidate| match &mover {
            Some(mover) => self.refused_act(mover, candidate).is_ok(),
            None => self.check_move(state, candidate).is_ok(),
        }
    }

    /// Lists the moves worth trying, legal or not, each once.
    fn list_candidates(&self, state: &PubState, into: &mut Vec<PubMove>) {
        into.clear();
        match state.phase {
            PubPhase::Orders(command) => self.list_orders(state, command, into),
            PubPhase::Army(_) => into.extend([PubMove::Army(false), PubMove::Army(true)]),
            PubPhase::Headquarters(command) => self.list_hq(state, command, into),
            PubPhase::ArmyHeadquarters(command) => {
                if let Some(army) = self.army_of(command) {
                    self.list_hq(state, army, into);
                }
            }
            PubPhase::Place(Placing { block, .. }) => {
                self.places_around(state, block, |at, facing| into.push(PubMove::Place { block, at, facing }));
                into.push(PubMove::Unplaced);
            }
            PubPhase::Block(command) => into.extend(self.acting_blocks(state, command).map(PubMove::Block)),
            PubPhase::Act(_, block) => self.list_acts(state, block, into),
            PubPhase::Join(command) => self.list_joins(state, command, into),
            PubPhase::Support(gap) => Self::list_support(gap, into),
            PubPhase::Draw | PubPhase::Entry(_) | PubPhase::CommandRoll(_) | PubPhase::Combat | PubPhase::Over(..) => {}
        }
    }

    /// Adds new orders: each location attacked, and defended.
    fn list_orders(&self, state: &PubState, command: u8, into: &mut Vec<PubMove>) {
        into.push(PubMove::Keep);
        for location in 0..self.rules.locations.len() as u8 {
            for is_attack in [true, false] {
                let order = PackedOrder { is_attack, ends: [location; 2], ..PackedOrder::default() };
                let mut orders = OrderList::default();
                orders.push(order);
                let of = &state.commands[usize::from(command)].orders;
                if of.follows.as_slice() != [order] {
                    into.push(PubMove::Write { orders, roll: false });
                }
            }
        }
    }

    /// Adds the moves of a headquarters: it stays; or goes to the middle of its blocks, or to one of them, or to a place that
    /// matters, with the Fog of War also to the nearest of the enemy, as far as it can.
    fn list_hq(&self, state: &PubState, command: u8, into: &mut Vec<PubMove>) {
        into.push(PubMove::HqStays);
        let Some(from) = state.commands[usize::from(command)].at else {
            if let Some(entry) = self.rules.commands[usize::from(command)].entry {
                let inward = i32::from(self.rules.headquarters.div_ceil(2));
                self.entrances(state, entry, inward, |at| add(into, PubMove::Hq(at)));
            }
            return;
        };
        let blocks = || self.rules.blocks_of(command).filter(|block| state.blocks[*block].is_on_map());
        let (mut sum, mut count) = ((0_i64, 0_i64), 0);
        for block in blocks() {
            let at = state.blocks[block].at;
            (sum, count) = ((sum.0 + i64::from(at.x), sum.1 + i64::from(at.y)), count + 1);
        }
        let mut go = |to: MapPoint| add(into, PubMove::Hq(self.as_far_as(from, to, self.rules.mounted.into())));
        if count > 0 {
            go(MapPoint { x: (sum.0 / count) as i32, y: (sum.1 / count) as i32 });
        }
        blocks().for_each(|block| go(state.blocks[block].at));
        if self.rules.has_fog {
            let side = self.rules.commands[usize::from(command)].side;
            self.nearest_enemy_hq(state, side, from).into_iter().for_each(&mut go);
        }
        self.each_goal(state, command, go);
    }

    /// Calls `go` with the places that matter to a command: locations that decide the battle, and that of its order.
    fn each_goal(&self, state: &PubState, command: u8, mut go: impl FnMut(MapPoint)) {
        for goal in &self.rules.victory {
            if let ResolvedGoal::Hold { places, .. } = goal {
                places.iter().for_each(|place| go(*place));
            }
        }
        if let Some(order) = state.commands[usize::from(command)].orders.follows.first() {
            go(self.rules.locations[usize::from(order.ends[0])].at);
        }
    }

    /// Returns the place on the way to another that is so far from here, or that place if it is nearer.
    fn as_far_as(&self, from: MapPoint, to: MapPoint, most: i64) -> MapPoint {
        let length = (from.square_to(to) as u64).isqrt() as i64 + 1;
        if length <= most { to } else { from.toward(to, most - 1, length) }
    }

    fn list_acts(&self, state: &PubState, block: u8, into: &mut Vec<PubMove>) {
        into.push(PubMove::Stay);
        let (of, rules) = (&state.blocks[usize::from(block)], &self.rules.blocks[usize::from(block)]);
        if of.flags.has(BlockFlags::WAITING) {
            if let Some(entry) = rules.entry {
                let inward = i32::from(rules.size[1].div_ceil(2));
                self.entrances(state, entry, inward, |at| add(into, PubMove::Enter(at)));
            }
            return;
        }
        self.list_marches(state, block, into);
        self.list_roads(state, block, into);
        if self.may_bombard(state, block).is_ok() {
            for enemy in self.enemies_near(state, block, of.at, self.rules.foot.into()) {
                add(into, PubMove::Bombard(enemy));
            }
        }
        if of.is_spent() {
            self.list_rallies(state, block, into);
        }
        if self.is_train(block) && state.night {
            self.list_recoveries(state, block, into);
        }
    }

    /// Ends of moves in thirds and halves ahead and at 45°, ways to what matters, contacts, and turns on the spot.
    fn list_marches(&self, state: &PubState, block: u8, into: &mut Vec<PubMove>) {
        if self.is_without_orders(state) && !self.is_train(block) {
            return;
        }
        let (of, rules) = (&state.blocks[usize::from(block)], &self.rules.blocks[usize::from(block)]);
        let stick = i64::from(rules.stick);
        for turn in [0, 45, 315] {
            let heading = (of.facing + turn) % 360;
            for (part, whole) in [(1, 3), (1, 2), (2, 3), (1, 1)] {
                // Rounded to map units the way may be a little too long.
                let to = of.at.ahead(heading, (stick * part / whole - 1).max(1));
                add_march(into, to, None, true);
            }
        }
        let mut nearest: Option<MapPoint> = None;
        for enemy in self.blocks_on_map(state, Some(1 - rules.side)) {
            let at = state.blocks[usize::from(enemy)].at;
            if nearest.is_none_or(|best| of.at.square_to(at) < of.at.square_to(best)) {
                nearest = Some(at);
            }
            let reach = rules.stick as i32 + rules.radius + self.rules.blocks[usize::from(enemy)].radius + 2;
            if !self.is_train(block) && is_within(of.at, at, reach) {
                self.list_contacts(state, (block, enemy), into);
            }
        }
        let command = rules.command;
        let mut go = |to: MapPoint| {
            for part in [3, 2] {
                add_march(into, self.as_far_as(of.at, to, stick * part / 3), None, false);
            }
        };
        self.each_goal(state, command, &mut go);
        nearest.into_iter().for_each(&mut go);
        for location in self.rules.locations.iter().filter(|location| location.is_ground) {
            if is_within(of.at, location.at, rules.stick.into()) {
                add_march(into, location.at, Some(of.facing), false);
            }
        }
        let toward = nearest.and_then(|nearest| of.at.direction_to(nearest));
        let turns =
            [toward, Some((of.facing + 90) % 360), Some((of.facing + 270) % 360), Some((of.facing + 180) % 360)];
        for facing in turns.into_iter().flatten() {
            add(into, PubMove::Turn(facing));
        }
    }

    /// Contacts with an enemy: straight ahead, and square with each of its four sides.
    fn list_contacts(&self, state: &PubState, (block, enemy): (u8, u8), into: &mut Vec<PubMove>) {
        let (of, other) = (&state.blocks[usize::from(block)], &state.blocks[usize::from(enemy)]);
        let depth = i64::from(self.rules.blocks[usize::from(block)].size[1]);
        let target = self.outline(state, enemy);
        let [width_of, depth_of] = self.rules.blocks[usize::from(enemy)].size.map(i64::from);
        if let Some(to) = self.meeting(state, block, other.at, &target) {
            add_march(into, to, None, false);
        }
        let sides = if other.is_column() { [width_of, depth_of] } else { [depth_of, width_of] };
        for quarter in 0..4_u16 {
            // From the front, the right, the rear and the left of the enemy.
            let out = (other.facing + quarter * 90) % 360;
            let apart = (sides[usize::from(quarter % 2)] + depth).div_euclid(2) + 1;
            let to = other.at.ahead(out, apart);
            if is_within(of.at, to, self.rules.blocks[usize::from(block)].stick.into()) {
                add_march(into, to, Some((out + 180) % 360), false);
            }
        }
    }

    /// Returns the place where a block that goes straight to the centre of an enemy first is in front contact with it.
    fn meeting(&self, state: &PubState, block: u8, enemy: MapPoint, target: &Footprint) -> Option<MapPoint> {
        let from = state.blocks[usize::from(block)].at;
        let facing = from.direction_to(enemy)?;
        let length = (from.square_to(enemy) as u64).isqrt() as i64;
        let touches = |k: i64| {
            let at = from.toward(enemy, k, length);
            self.outline_at(block, at, facing, false).is_in_front_contact(target)
        };
        let overlaps = |k: i64| {
            let at = from.toward(enemy, k, length);
            self.outline_at(block, at, facing, false).overlaps(target)
        };
        // The farthest place that does not overlap lies before the nearest that does: found by halves.
        let (mut clear, mut taken) = (0, length);
        if length == 0 || overlaps(0) {
            return None;
        }
        while taken - clear > 1 {
            let middle = (clear + taken) / 2;
            if overlaps(middle) { taken = middle } else { clear = middle }
        }
        (clear.saturating_sub(2).max(0)..=clear).find(|k| touches(*k)).map(|k| from.toward(enemy, k, length))
    }

    /// Ends of marches along roads that the block stands at, in column: as far as it can and half of that.
    fn list_roads(&self, state: &PubState, block: u8, into: &mut Vec<PubMove>) {
        if self.is_without_orders(state) && !self.is_train(block) {
            return;
        }
        let (of, rules) = (&state.blocks[usize::from(block)], &self.rules.blocks[usize::from(block)]);
        for (number, road) in (0..).zip(&self.rules.roads) {
            let Some((start, off)) = nearest(&road.line, of.at) else { continue };
            if !off.is_at_most(rules.size[0], 2) {
                continue;
            }
            let lost = i64::from(!of.is_column());
            let most = i64::from(rules.stick) * 2 * (3 - lost) / 3 - 2;
            for length in [most, most / 2, -most / 2, -most] {
                let to = start.point_along(&road.line, length);
                add_road(into, number, to, false);
            }
            let deploys = i64::from(rules.stick) * 2 * (2 - lost) / 3 - 2;
            for length in [deploys, -deploys] {
                let to = start.point_along(&road.line, length);
                add_road(into, number, to, true);
            }
        }
    }

    /// Rallies, by each train that may serve; with the front to the nearest enemy, too.
    fn list_rallies(&self, state: &PubState, block: u8, into: &mut Vec<PubMove>) {
        if !self.rules.trains {
            return add(into, PubMove::Rally { train: None, facing: None });
        }
        let (of, side) = (&state.blocks[usize::from(block)], self.rules.blocks[usize::from(block)].side);
        for train in self.blocks_on_map(state, Some(side)).filter(|train| self.is_train(*train)) {
            if self.may_be_served(of.at, state.blocks[usize::from(train)].at) {
                add(into, PubMove::Rally { train: Some(train), facing: None });
            }
        }
    }

    /// Recoveries of each block that is lost, at the four sides of its headquarters.
    fn list_recoveries(&self, state: &PubState, train: u8, into: &mut Vec<PubMove>) {
        let side = self.rules.blocks[usize::from(train)].side;
        for (block, rules) in (0..).zip(&self.rules.blocks) {
            let is_lost = state.blocks[usize::from(block)].flags.has(BlockFlags::ELIMINATED);
            let Some(hq) = state.commands[usize::from(rules.command)].at.filter(|_| is_lost && rules.side == side)
            else {
                continue;
            };
            let facing = self.rules.sides[usize::from(side)].edge.inward().0;
            for out in [0, 90, 180, 270] {
                let extent = if out % 180 == facing % 180 { rules.size[1] } else { rules.size[0] };
                let apart = (i64::from(extent) + i64::from(self.rules.headquarters)) / 2;
                let at = hq.ahead(out, apart);
                add(into, PubMove::Recover { block, at, facing });
            }
        }
    }

    /// Adds the blocks that a leader can join: those that will fight, where they stand.
    fn list_joins(&self, state: &PubState, command: u8, into: &mut Vec<PubMove>) {
        into.push(PubMove::JoinsNobody);
        for block in self.rules.blocks_of(command).map(|block| block as u8) {
            let will_fight = state.attacks().iter().any(|attack| attack.attacker == block || attack.defender == block);
            if will_fight {
                add(into, PubMove::Joins { block, at: None });
            }
        }
    }

    fn list_support(gap: Gap, into: &mut Vec<PubMove>) {
        into.push(PubMove::SupportStays);
        for block in super::contact::bits(gap.supporters) {
            for does in [SupportWord::Advance, SupportWord::Retreat] {
                add(into, PubMove::Support { block, does });
            }
        }
    }
}

/// Adds a move that is not yet there.
fn add(into: &mut Vec<PubMove>, candidate: PubMove) {
    if !into.contains(&candidate) {
        into.push(candidate);
    }
}

/// Adds a march that is not yet there.
fn add_march(into: &mut Vec<PubMove>, to: MapPoint, facing: Option<u16>, echelon: bool) {
    let is_same = |other: &PubMove| matches!(other, PubMove::March { to: t, facing: f, echelon: e, .. } if (*t, *f, *e) == (to, facing, echelon));
    if !into.iter().any(is_same) {
        into.push(PubMove::March { via: Vec::new(), to, facing, echelon });
    }
}

/// Adds a march along a road that is not yet there.
fn add_road(into: &mut Vec<PubMove>, road: u8, to: MapPoint, deploy: bool) {
    let is_same = |other: &PubMove| matches!(other, PubMove::Road { road: r, to: t, deploy: d, .. } if (*r, *t, *d) == (road, to, deploy));
    if !into.iter().any(is_same) {
        into.push(PubMove::Road { road, to, deploy, facing: None });
    }
}
