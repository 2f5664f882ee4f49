//! A play's names turned into the engine's moves and draws.

use muster_core::diag::{Diagnostic, Sink};
use muster_core::play::chance::{Draw, DrawLabel};
use muster_core::play::replay::{Turn, TurnEntry};
use muster_core::source::{Address, FileId, Pointer};
use muster_systems::Doc;

use super::UNKNOWN_IN_PLAY;
use crate::engine::{PubMove, decisions, draws};
use crate::geometry::MapPoint;
use crate::model::{BlockFacing, PubDocument, PubOrder};
use crate::play::{BlockDeed, Bombardment, FoughtAttack, NewOrders, PlacedBlock, PubTurn};
use crate::resolve::{PubBattle, ResolvedBlock};
use crate::rules::{OrderList, PackedOrder};
use crate::state::Attack;

/// Returns a play as a record for the engine, each entry with its pointer in the play's file. What the scenario does not
/// have is a finding.
pub(super) fn record(
    play: &Doc<PubDocument>,
    battle: &PubBattle,
) -> Result<Vec<Turn<PubMove, Pointer>>, Vec<Diagnostic>> {
    let Some(written) = &play.model.play else { return Ok(Vec::new()) };
    let mut reader = Reader { battle, file: play.file, sink: Sink::default(), entries: Vec::new(), turn: 1, fallen: 0 };
    let root = Pointer::root().key("play");
    let turns = written.turns.iter().enumerate();
    let turns = turns.map(|(number, turn)| reader.turn(turn, &root.key("turns").index(number))).collect();
    if let Some(winner) = written.result.as_ref().and_then(|result| result.winner.as_ref()) {
        reader.side(winner, Address::value(play.file, root.key("result").key("winner")));
    }
    if reader.sink.is_empty() { Ok(turns) } else { Err(reader.sink.into_findings()) }
}

struct Reader<'a> {
    battle: &'a PubBattle,
    file: FileId,
    sink: Sink,
    /// The entries of the turn that is read.
    entries: Vec<TurnEntry<PubMove, Pointer>>,
    /// The turn that was named last.
    turn: u16,
    /// The leaders who have fallen in the combat phase that is read.
    fallen: u8,
}

impl Reader<'_> {
    fn turn(&mut self, turn: &PubTurn, at: &Pointer) -> Turn<PubMove, Pointer> {
        self.turn = turn.turn.unwrap_or(self.turn);
        let command = turn.chit.as_ref().and_then(|name| self.command(name, at.key("chit")));
        // One that says nothing of what is done leaves to chance whose chit is drawn.
        if turn.chit.is_some() == turn.combat.is_some() && (turn.chit.is_some() || turn.says_deeds()) {
            let text = "an entry needs either `chit`, for an activation, or `combat`, for the attacks of a turn";
            self.unknown(at.clone(), text.to_owned());
        }
        if let Some(command) = command {
            let chit = Draw { label: draws::chit_in(self.turn), number: command as u32 };
            self.push_draws(vec![chit], at.key("chit"));
            self.activation(turn, command, at);
        }
        self.fallen = 0;
        for (number, attack) in turn.combat.iter().flatten().enumerate() {
            self.attack(attack, &at.key("combat").index(number));
        }
        self.expectations(turn, at);
        let player = command.map(|command| self.battle.commands[command].side);
        Turn { player, tag: at.clone(), entries: std::mem::take(&mut self.entries) }
    }

    fn activation(&mut self, turn: &PubTurn, command: usize, at: &Pointer) {
        if let Some(face) = turn.entry {
            self.push_draws(vec![Draw::die(draws::ENTRY, face)], at.key("entry"));
        }
        if let Some(face) = turn.command {
            self.push_draws(vec![Draw::die(draws::COMMAND, face)], at.key("command"));
        }
        if let Some(orders) = &turn.orders {
            self.orders(orders, &at.key("orders"));
        }
        if turn.army {
            self.push_choice(decisions::ARMY, PubMove::Army(true), at.key("army"));
        }
        if let Some(to) = turn.hq {
            self.push_choice(decisions::HQ, PubMove::Hq(to.into()), at.key("hq"));
        }
        if let Some(to) = turn.army_hq {
            self.push_choice(decisions::ARMY_HQ, PubMove::Hq(to.into()), at.key("army_hq"));
        }
        self.read_placed(&turn.place, command, &at.key("place"));
        let bombard = turn.bombard.iter().cloned().map(BlockDeed::Bombard).collect();
        let rally = turn.rally.iter().cloned().map(BlockDeed::from).collect();
        for (key, deeds) in [("moves", &turn.moves), ("bombard", &bombard), ("rally", &rally)] {
            for (number, deed) in deeds.iter().enumerate() {
                self.deed(deed, command, &at.key(key).index(number));
            }
        }
        if let Some(join) = &turn.join {
            let here = at.key("join");
            if let Some(block) = self.block(&join.block, here.key("block"), |block| block.command == command) {
                self.push_choice(
                    decisions::JOIN,
                    PubMove::Joins { block, at: join.at.map(MapPoint::from) },
                    here.clone(),
                );
            }
            self.read_placed(&join.place, command, &here.key("place"));
        }
    }

    /// Reads where blocks are placed, in the order in which they are: those of the side that acts first, all as the scenario
    /// has them.
    fn read_placed(&mut self, placed: &[PlacedBlock], command: usize, at: &Pointer) {
        let side_of = |block: usize| self.battle.commands[self.battle.blocks[block].command].side;
        let acting = self.battle.commands[command].side;
        let mut moves = Vec::new();
        for (number, written) in placed.iter().enumerate() {
            let here = at.index(number);
            let own = self.battle.find_block(&written.block, |block| block.command == command).map(|block| block as u8);
            let Some(block) = own.ok().or_else(|| self.block(&written.block, here.key("block"), |_| true)) else {
                continue;
            };
            let side = side_of(block.into());
            let facing = written.facing.unwrap_or(self.battle.sides[side].edge.inward()).0;
            moves.push(((side != acting, block), PubMove::Place { block, at: written.at.into(), facing }, here));
        }
        moves.sort_by_key(|(order, ..)| *order);
        for (_, chosen, here) in moves {
            self.push_choice(decisions::PLACE, chosen, here);
        }
    }

    fn orders(&mut self, orders: &NewOrders, at: &Pointer) {
        let mut list = OrderList::default();
        for (number, order) in orders.write.iter().enumerate() {
            let here = at.key("write").index(number);
            list.push(self.order(order, &here).unwrap_or_default());
        }
        self.push_choice(decisions::ORDERS, PubMove::Write { orders: list, roll: orders.roll }, at.clone());
    }

    fn order(&mut self, order: &PubOrder, at: &Pointer) -> Option<PackedOrder> {
        let (location, key) = match (&order.attack, &order.defend) {
            (Some(location), None) => (location, "attack"),
            (None, Some(location)) => (location, "defend"),
            _ => {
                self.unknown(at.clone(), "an order needs exactly one of `attack` and `defend`".to_owned());
                return None;
            }
        };
        let names = location.names().iter().map(|name| (name, at.key(key)));
        let via = order.via.iter().enumerate().map(|(i, name)| (name, at.key("via").index(i)));
        let mut all_known = true;
        for (name, at) in names.chain(via) {
            if self.battle.location(name).is_none() {
                self.unknown(at, format!("`{name}` is not a location of the map"));
                all_known = false;
            }
        }
        let resolved = self.battle.resolved_order(order).filter(|_| all_known)?;
        let mut packed = PackedOrder { is_attack: resolved.is_attack, ..PackedOrder::default() };
        packed.ends = resolved.ends.map(|end| end as u8);
        for (place, via) in packed.via.iter_mut().zip(&resolved.via) {
            *place = *via as u8;
            packed.way_points += 1;
        }
        Some(packed)
    }

    /// Reads what a block of the command that acts does.
    fn deed(&mut self, deed: &BlockDeed, command: usize, at: &Pointer) {
        let (name, army) = (deed.block(), self.battle.commands[command].army);
        let is_acting = |block: &ResolvedBlock| block.command == command || Some(block.command) == army;
        let own = self.battle.find_block(name, |block| block.command == command).map(|block| block as u8);
        let of_others = || self.battle.find_block(name, |block| !is_acting(block)).ok();
        if let (Err(0), Some(other)) = (self.battle.find_block(name, is_acting), of_others()) {
            let (drawn, other) =
                (&self.battle.commands[command].hq, &self.battle.commands[self.battle.blocks[other].command]);
            let text = format!("`{name}` is a block of `{}`, but the chit of `{drawn}` was drawn", other.hq);
            return self.unknown(at.key("block"), text);
        }
        let block = own.ok().or_else(|| self.block(name, at.key("block"), is_acting));
        let Some(block) = block else { return };
        let Some(chosen) = self.chosen_deed(deed, block, at) else { return };
        let thrown = match (deed, &chosen) {
            (BlockDeed::Bombard(Bombardment { dice, .. }), PubMove::Bombard(target)) => {
                dice.as_ref().zip(Some(*target))
            }
            _ => None,
        };
        self.push_choice(decisions::BLOCK, PubMove::Block(block), at.key("block"));
        self.push_choice(decisions::MOVE, chosen, at.clone());
        if let Some((dice, target)) = thrown {
            self.dice(draws::bombardment_of(block, target), dice, at.key("dice"));
        }
    }

    fn chosen_deed(&mut self, deed: &BlockDeed, block: u8, at: &Pointer) -> Option<PubMove> {
        let battle = self.battle;
        let side = battle.commands[battle.blocks[usize::from(block)].command].side;
        let is_own = |of: &ResolvedBlock| battle.commands[of.command].side == side;
        let degrees = |facing: &Option<BlockFacing>| facing.map(|facing| facing.0);
        Some(match deed {
            BlockDeed::March { to, via, facing, echelon, .. } => {
                let via = via.iter().map(|at| MapPoint::from(*at)).collect();
                PubMove::March { via, to: (*to).into(), facing: degrees(facing), echelon: *echelon }
            }
            BlockDeed::Road { road, to, deploy, facing, .. } => {
                let road = self.road(road, at.key("road"))?;
                PubMove::Road { road, to: (*to).into(), deploy: *deploy, facing: degrees(facing) }
            }
            BlockDeed::Enter { enter, .. } => PubMove::Enter((*enter).into()),
            BlockDeed::Bombard(Bombardment { target, .. }) => {
                PubMove::Bombard(self.block(target, at.key("target"), |of| !is_own(of))?)
            }
            BlockDeed::Rally { facing, .. } => PubMove::Rally { train: None, facing: degrees(facing) },
            BlockDeed::RallyByTrain { train, facing, .. } => {
                let train = self.block(train, at.key("train"), is_own)?;
                PubMove::Rally { train: Some(train), facing: degrees(facing) }
            }
            BlockDeed::Recover { recover, at: place, facing, .. } => {
                let block = self.block(recover, at.key("recover"), is_own)?;
                let facing = facing.unwrap_or(battle.sides[side].edge.inward()).0;
                PubMove::Recover { block, at: (*place).into(), facing }
            }
            BlockDeed::Turn { facing, .. } => PubMove::Turn(facing.0),
        })
    }

    fn attack(&mut self, attack: &FoughtAttack, at: &Pointer) {
        let attacker = self.block(&attack.attacker, at.key("attacker"), |_| true);
        let defender = self.block(&attack.defender, at.key("defender"), |_| true);
        let (Some(attacker), Some(defender)) = (attacker, defender) else { return };
        let mut attack_now = Attack { attacker, defender };
        let side = |block: u8| self.battle.commands[self.battle.blocks[usize::from(block)].command].side;
        let attacking = side(attacker);
        for (number, round) in attack.rounds.iter().enumerate() {
            let here = at.key("rounds").index(number);
            for (kind, dice) in [(draws::ATTACKER, &round.attacker), (draws::DEFENDER, &round.defender)] {
                if let Some(dice) = dice {
                    self.dice(draws::dice_of(kind, attack_now, number as u16 + 1), dice, here.key(kind));
                }
            }
            let Some(support) = &round.support else { continue };
            let here = here.key("support");
            let Some(block) = self.block(&support.block, here.key("block"), |_| true) else { continue };
            let side = self.battle.commands[self.battle.blocks[usize::from(block)].command].side;
            self.push_choice(decisions::SUPPORT, PubMove::Support { block, does: support.does }, here);
            if support.does == crate::play::SupportWord::Advance {
                // From now on it fights.
                if side == attacking { attack_now.attacker = block } else { attack_now.defender = block }
            }
        }
        for dice in attack.successor.iter().flat_map(|dice| dice.chunks(3)) {
            self.dice(draws::successor_after(self.fallen), dice, at.key("successor"));
            self.fallen += 1;
        }
    }

    fn expectations(&mut self, turn: &PubTurn, at: &Pointer) {
        let Some(expect) = &turn.expect else { return };
        let here = at.key("expect");
        for side in expect.losses.iter().flatten().map(|(side, _)| side) {
            self.side(side, Address::key(self.file, here.key("losses").key(side)));
        }
        for name in expect.blocks.iter().flatten().map(|(name, _)| name) {
            if let Err(text) = self.find(name, |_| true) {
                let at = Address::key(self.file, here.key("blocks").key(name));
                self.sink.push(Diagnostic::new(UNKNOWN_IN_PLAY, at, text));
            }
        }
        for name in expect.hqs.iter().flatten().map(|(name, _)| name) {
            if self.battle.find_command(name).is_none() {
                let at = Address::key(self.file, here.key("hqs").key(name));
                self.sink.push(Diagnostic::new(UNKNOWN_IN_PLAY, at, not_a_command(name)));
            }
        }
    }

    fn dice(&mut self, label: DrawLabel, dice: &[u8], tag: Pointer) {
        self.push_draws(dice.iter().map(|face| Draw::die(label, *face)).collect(), tag);
    }

    fn push_draws(&mut self, draws: Vec<Draw>, tag: Pointer) {
        self.entries.push(TurnEntry::Drawn { draws, tag });
    }

    fn push_choice(&mut self, kind: &'static str, chosen: PubMove, tag: Pointer) {
        self.entries.push(TurnEntry::Chosen { kind, chosen, tag });
    }

    fn unknown(&mut self, at: Pointer, text: String) {
        self.sink.push(Diagnostic::new(UNKNOWN_IN_PLAY, Address::value(self.file, at), text));
    }

    fn side(&mut self, name: &str, at: Address) {
        if self.battle.find_side(name).is_none() {
            let names = self.battle.sides.iter().map(|side| side.name.as_str());
            let text = format!("`{name}` is not a side of this battle");
            self.sink.push(Diagnostic::new(UNKNOWN_IN_PLAY, at, text).nearest(name, names));
        }
    }

    fn command(&mut self, name: &str, at: Pointer) -> Option<usize> {
        let found = self.battle.find_command(name);
        if found.is_none() {
            let names = self.battle.commands.iter().map(|command| command.hq.as_str());
            let at = Address::value(self.file, at);
            self.sink.push(Diagnostic::new(UNKNOWN_IN_PLAY, at, not_a_command(name)).nearest(name, names));
        }
        found
    }

    fn road(&mut self, name: &str, at: Pointer) -> Option<u8> {
        let roads = self.battle.field.iter().flat_map(|field| &field.roads);
        let found = roads.clone().position(|road| road.name == name);
        if found.is_none() {
            let names = roads.map(|road| road.name.as_str());
            let text = format!("`{name}` is not a road of the map");
            let at = Address::value(self.file, at);
            self.sink.push(Diagnostic::new(UNKNOWN_IN_PLAY, at, text).nearest(name, names));
        }
        found.map(|road| road as u8)
    }

    fn block(&mut self, name: &str, at: Pointer, may_be: impl Fn(&ResolvedBlock) -> bool) -> Option<u8> {
        let found = self.find(name, &may_be);
        if let Err(text) = &found {
            let names = self.battle.blocks.iter().filter(|block| may_be(block)).map(|block| block.name.as_str());
            let finding = Diagnostic::new(UNKNOWN_IN_PLAY, Address::value(self.file, at), text);
            self.sink.push(finding.nearest(name, names));
        }
        found.ok()
    }

    fn find(&self, name: &str, may_be: impl Fn(&ResolvedBlock) -> bool) -> Result<u8, String> {
        let found = self.battle.find_block(name, may_be).map(|block| block as u8);
        found.map_err(|several| match several {
            0 => format!("`{name}` is not a block that can be named here"),
            _ => {
                format!("`{name}` could be one of {several} blocks: put its headquarters before it, as in `HQ/{name}`")
            }
        })
    }
}

fn not_a_command(name: &str) -> String {
    format!("`{name}` is not a headquarters of this battle")
}
