//! Written orders (PB-9): what they allow, when they are done, and when new ones hold.

use muster_core::play::chance::Chance;
use muster_core::play::rng::Rng;

use super::{Judgement, MoveRefused, PubEngine, draws};
use crate::geometry::{Footprint, MapPoint};
use crate::model::Leader;
use crate::rules::{OrderList, PackedOrder};
use crate::state::{CommandOrders, OrdersHold, PubState};

impl PubEngine {
    /// Lets new orders of a command hold, and looks at whether the one that is followed is done or ended (PB-9.2, PB-9.5).
    pub(super) fn take_up_orders(&self, state: &mut PubState, command: u8) {
        let orders = &mut state.commands[usize::from(command)].orders;
        orders.hold = OrdersHold::Follows;
        // At night orders are ignored, and nothing is asked about them (PB-6.4).
        if state.night {
            return;
        }
        if !orders.next.is_empty() {
            *orders = orders.replaced_by(orders.next);
        }
        self.look_at_order(state, command);
        self.reach_way_points(state, command);
    }

    fn look_at_order(&self, state: &mut PubState, command: u8) {
        let Some(order) = state.commands[usize::from(command)].orders.follows.first() else { return };
        let side = self.rules.commands[usize::from(command)].side;
        let is_inside = self.rules.blocks_of(command).any(|block| {
            state.blocks[block].is_on_map() && self.is_in_perimeter(order, &self.outline(state, block as u8))
        });
        let enemies = self.blocks_on_map(state, Some(1 - side));
        let has_enemies = { enemies }.any(|enemy| self.is_in_perimeter(order, &self.outline(state, enemy)));
        let orders = &mut state.commands[usize::from(command)].orders;
        if order.is_attack && is_inside && !has_enemies {
            orders.follows.finish_order();
            orders.reached = 0;
        } else if !order.is_attack && !is_inside && (orders.was_inside || has_enemies) {
            orders.follows = OrderList::default();
        }
        self.note_inside(state, command);
    }

    /// Remembers whether a block of a command is inside the perimeter of the order that is followed now.
    fn note_inside(&self, state: &mut PubState, command: u8) {
        let order = state.commands[usize::from(command)].orders.follows.first();
        let is_inside = |order: PackedOrder| {
            self.rules.blocks_of(command).any(|block| {
                state.blocks[block].is_on_map() && self.is_in_perimeter(order, &self.outline(state, block as u8))
            })
        };
        state.commands[usize::from(command)].orders.was_inside = order.is_some_and(is_inside);
    }

    /// Returns true if an outline is in the perimeter of an order: at most F/2 from its location (PB-9.5).
    fn is_in_perimeter(&self, order: PackedOrder, outline: &Footprint) -> bool {
        let [from, to] = order.ends.map(|end| self.rules.locations[usize::from(end)].at);
        self.is_within_half(outline, from, to)
    }

    fn is_within_half(&self, outline: &Footprint, from: MapPoint, to: MapPoint) -> bool {
        outline.square_to_line(from, to).is_at_most(self.rules.foot, 2)
    }

    /// Returns the ends of the line that a command goes to: its next way-point, or its location.
    fn next_point(&self, state: &PubState, command: u8) -> Option<[MapPoint; 2]> {
        let orders = &state.commands[usize::from(command)].orders;
        let order = orders.follows.first()?;
        let at = |location: u8| self.rules.locations[usize::from(location)].at;
        Some(match order.via().get(usize::from(orders.reached)) {
            Some(way_point) => [at(*way_point); 2],
            None => order.ends.map(at),
        })
    }

    /// Counts the way-points that the headquarters of a command stands at as reached.
    pub(super) fn reach_way_points(&self, state: &mut PubState, command: u8) {
        let of = &state.commands[usize::from(command)];
        let (Some(at), Some(order)) = (of.at, of.orders.follows.first()) else { return };
        let cube = self.rules.cube(at);
        let left = order.via().iter().skip(of.orders.reached.into());
        let reached = left.take_while(|way_point| {
            let place = self.rules.locations[usize::from(**way_point)].at;
            self.is_within_half(&cube, place, place)
        });
        let reached = reached.count() as u8;
        state.commands[usize::from(command)].orders.reached += reached;
    }

    /// Returns true if the headquarters of a command would end farther from its next point than it began the activation,
    /// and not in the perimeter (PB-9.5). One that goes with another command is free.
    pub(super) fn goes_away(&self, state: &PubState, command: u8, to: MapPoint) -> bool {
        let is_bound = self.rules.written_orders && !state.night && self.acting(state) == Some(command);
        is_bound
            && state.commands[usize::from(command)].orders.hold == OrdersHold::Follows
            && self.would_go_away(state, command, to)
    }

    /// Returns true if that is so for a headquarters that follows its orders.
    fn would_go_away(&self, state: &PubState, command: u8, to: MapPoint) -> bool {
        let Some(from) = state.commands[usize::from(command)].began_at else { return false };
        let Some([first, last]) = self.next_point(state, command) else { return false };
        let order = state.commands[usize::from(command)].orders.follows.first();
        let cube = self.rules.cube(to);
        cube.square_to_line(first, last) > self.rules.cube(from).square_to_line(first, last)
            && !order.is_some_and(|order| self.is_in_perimeter(order, &cube))
    }

    /// Returns true if the command that acts is without orders: its blocks stay (PB-9.2).
    pub(super) fn is_without_orders(&self, state: &PubState) -> bool {
        if !self.rules.written_orders || state.night {
            return false;
        }
        self.acting(state).is_some_and(|command| {
            let orders = &state.commands[usize::from(command)].orders;
            orders.hold == OrdersHold::Without || orders.follows.is_empty()
        })
    }

    /// Notes that a headquarters goes where only one without orders may, if its owner may choose (PB-8.1).
    pub(super) fn choose_by_hq(&self, state: &mut PubState, command: u8, to: MapPoint) {
        let may_choose = state.commands[usize::from(command)].orders.hold == OrdersHold::Either;
        if may_choose && self.would_go_away(state, command, to) {
            state.commands[usize::from(command)].orders.hold = OrdersHold::Without;
        }
    }

    /// Notes that a block of the command that acts moves: if its owner may choose, it follows its orders (PB-8.1).
    pub(super) fn choose_by_block(&self, state: &mut PubState) {
        let Some(command) = self.acting(state) else { return };
        let hold = &mut state.commands[usize::from(command)].orders.hold;
        if *hold == OrdersHold::Either {
            *hold = OrdersHold::Follows;
        }
    }

    /// Returns true if the command that acts follows an order to defend.
    pub(super) fn defends(&self, state: &PubState) -> bool {
        if !self.rules.written_orders || state.night {
            return false;
        }
        let order = self.acting(state).and_then(|command| state.commands[usize::from(command)].orders.follows.first());
        order.is_some_and(|order| !order.is_attack)
    }

    /// Returns true if new orders of a command hold at once (PB-9.2).
    pub(super) fn hold_at_once(&self, state: &PubState, command: u8) -> bool {
        let of = &state.commands[usize::from(command)];
        let rules = &self.rules.commands[usize::from(command)];
        let army_at = rules.army.and_then(|army| state.commands[usize::from(army)].at);
        let is_beside = || {
            let cubes = of.at.zip(army_at).map(|(own, army)| (self.rules.cube(own), self.rules.cube(army)));
            cubes.is_some_and(|(own, army)| own.is_adjacent(&army))
        };
        state.night || !of.orders.had_any || rules.is_army || is_beside()
    }

    /// Returns the reason a command cannot write orders.
    pub(super) fn may_write(&self, state: &PubState, command: u8, orders: &OrderList, roll: bool) -> Judgement {
        let is_known = |location: &u8| usize::from(*location) < self.rules.locations.len();
        let is_sound = |order: &PackedOrder| order.ends.iter().chain(order.via()).all(is_known);
        let is_poor = self.rules.leadership && state.commands[usize::from(command)].leader == Leader::Poor;
        let rolls = !is_poor && !self.hold_at_once(state, command);
        if orders.is_empty() || !orders.as_slice().iter().all(is_sound) || roll && !rolls {
            return Err(MoveRefused::BadOrders);
        }
        Ok(())
    }

    /// Writes new orders (PB-9.2), with the command roll (PB-9.3).
    pub(super) fn write_orders(
        &self,
        state: &mut PubState,
        command: u8,
        written: OrderList,
        roll: bool,
        chance: &mut Chance<'_>,
    ) {
        let mut holds = self.hold_at_once(state, command);
        let of = &mut state.commands[usize::from(command)];
        if roll {
            let leader = if self.rules.leadership { of.leader } else { Leader::Average };
            let succeeds = chance.die(draws::COMMAND, 6) <= leader.rating();
            of.flipped = true;
            holds = succeeds && leader == Leader::Great;
            // Of a great leader who fails and of others who succeed: their owner may take it so, or follow the old orders.
            let may_choose = succeeds != (leader == Leader::Great);
            of.orders.hold = if may_choose { OrdersHold::Either } else { OrdersHold::Follows };
        }
        if holds {
            of.orders = of.orders.replaced_by(written);
            self.note_inside(state, command);
            self.reach_way_points(state, command);
        } else {
            of.orders.next = written;
        }
    }

    /// Draws again the orders that a side cannot see: any location may be attacked or defended.
    pub(super) fn redraw_orders(&self, state: &mut PubState, seen_by: u8, rng: &mut Rng) {
        if !self.rules.written_orders || self.rules.locations.is_empty() {
            return;
        }
        for (of, rules) in state.commands.iter_mut().zip(&self.rules.commands) {
            if rules.side == seen_by {
                continue;
            }
            let location = rng.draw_below(self.rules.locations.len() as u32) as u8;
            let is_attack = rng.draw_below(2) == 0;
            let mut drawn = OrderList::default();
            drawn.push(PackedOrder { is_attack, ends: [location; 2], ..PackedOrder::default() });
            let orders = CommandOrders {
                hold: of.orders.hold,
                before: of.orders.before,
                had_any: of.orders.had_any,
                ..CommandOrders::default()
            };
            of.orders = match of.orders.had_any {
                true => CommandOrders { follows: drawn, ..orders },
                false => CommandOrders { next: drawn, ..orders },
            };
        }
    }
}
