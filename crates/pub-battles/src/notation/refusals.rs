//! Reasons that moves are not legal, in words.

use muster_core::play::chance::DrawLabel;
use muster_core::play::replay::PlayMistake;
use muster_core::source::Pointer;
use muster_systems::flow;
use muster_systems::notation::FaultOf;

use super::options::option;
use super::uncalled;
use crate::PubBattles;
use crate::engine::{MoveRefused, PubEngine, draws};
use crate::geometry::MapPoint;
use crate::model::PubDocument;
use crate::state::{BlockFlags, Placing, PubPhase, PubState};

/// Returns a reason as the continuation of "it is not legal:".
pub(super) fn refusal(engine: &PubEngine, state: &PubState, why: MoveRefused) -> String {
    let name = |block: u8| {
        let block = engine.rules.blocks.get(usize::from(block));
        block.map_or("the block".to_owned(), |block| format!("`{}`", block.name))
    };
    let place = |MapPoint { x, y }: MapPoint| format!("[{x}, {y}]");
    let rules = &engine.rules;
    match why {
        MoveRefused::NotNow => format!("{} now", awaited_decision(engine, state)),
        MoveRefused::NotActing(block) => format!("{} is not in a command that acts now (PB-2.3)", name(block)),
        MoveRefused::CannotAct(block) => {
            let flags = state.blocks.get(usize::from(block)).map(|of| of.flags).unwrap_or_default();
            let why = [
                (BlockFlags::ELIMINATED, "is eliminated"),
                (BlockFlags::WAITING, "is not on the map and cannot enter now (PB-10.4)"),
                (BlockFlags::HIDDEN, "is hidden with its headquarters (PB-10.6)"),
                (BlockFlags::ACTED, "has already acted in this activation (PB-2.3)"),
            ];
            let why = why.into_iter().find(|(flag, _)| flags.has(*flag));
            let why = why.map_or("has already acted in this activation, or is not on the map", |(_, why)| why);
            format!("{} {why}", name(block))
        }
        MoveRefused::Nowhere => "it neither moves nor changes its facing".to_owned(),
        MoveRefused::OffMap(at) => {
            let (x, y) = (rules.size.x, rules.size.y);
            format!("at {} it is not entirely on the map, which is {x} by {y}", place(at))
        }
        MoveRefused::Occupied(block) => format!("it would overlap {}", name(block)),
        MoveRefused::Impassable(at) => format!("the ground at {} is impassable", place(at)),
        MoveRefused::ThroughEnemy(block) => format!("the path crosses {}", name(block)),
        MoveRefused::StoppedBy(block) => format!("the path touches {} before it ends", name(block)),
        MoveRefused::TooFar { length, most } if is_hq(state) => {
            format!("it moves {length} map units; a headquarters can move at most {most} (PB-2.2)")
        }
        MoveRefused::TooFar { length, most } => {
            format!(
                "it moves {length} map units, but can move at most {most} (PB-3.1: two thirds through terrain, one third for a second change of facing or for a column)"
            )
        }
        MoveRefused::TooManyTurns => "the facing changes more than twice (PB-3.4)".to_owned(),
        MoveRefused::NotAhead(degrees) => {
            format!("in echelon it can move at most 45° off its facing, here {degrees}° (PB-3.1)")
        }
        MoveRefused::OutOfCommand(enemy) => {
            let range = rules.mounted / 3;
            format!(
                "it would be in contact with {}, but is out of command: more than {range} from its headquarters (PB-2.3)",
                name(enemy)
            )
        }
        MoveRefused::TrainContact(enemy) => format!("it would be in contact with {}, but is a train", name(enemy)),
        MoveRefused::DefendContact(enemy) => {
            format!("it would be in contact with {}, which its order to defend forbids (PB-9.1)", name(enemy))
        }
        MoveRefused::NightContact(enemy) => format!("it would be in contact with {} at night (PB-6.4)", name(enemy)),
        MoveRefused::BarredContact(enemy) => {
            format!("it would be in contact with {}, which a special rule forbids", name(enemy))
        }
        MoveRefused::WithoutOrders => "its command has no orders, so its blocks stay (PB-9.2)".to_owned(),
        MoveRefused::NotOnRoad => "it is more than half its width from the road (PB-3.2)".to_owned(),
        MoveRefused::NotFreshArtillery => "only fresh artillery can bombard (PB-4.1)".to_owned(),
        MoveRefused::NoBombardment => "no bombardment is possible now".to_owned(),
        MoveRefused::NoTarget => "the target is not an enemy on the map".to_owned(),
        MoveRefused::OutOfArc(degrees) => {
            format!("the target is {degrees}° off the front; at most 45° is allowed (PB-4.1)")
        }
        MoveRefused::OutOfReach => format!("the target is more than {} away (PB-4.1)", rules.foot),
        MoveRefused::Unseen(seen) => {
            format!("{seen} of 16 points of the target are visible; at least 8 are needed (PB-4.1)")
        }
        MoveRefused::NotSpent => "it is not spent".to_owned(),
        MoveRefused::NoRally => "no block can rally now".to_owned(),
        MoveRefused::EnemyNear(enemy) => {
            format!("{} is within {} (PB-4.2)", name(enemy), rules.foot / 3)
        }
        MoveRefused::NeedsTrain => "with trains in play, it needs a `train` to rally (PB-6.3)".to_owned(),
        MoveRefused::NoTrains => "trains are not in play: `optional` does not list `trains`".to_owned(),
        MoveRefused::TrainAway(train) => {
            format!("{} is not a train of its side within {} (PB-6.1)", name(train), rules.mounted / 3)
        }
        MoveRefused::TrainFlipped(train) => format!("{} is flipped (PB-6.1)", name(train)),
        MoveRefused::NotRecovering => "only a train can recover a block, and only at night (PB-6.2)".to_owned(),
        MoveRefused::NotRecoverable(block) => {
            format!("{} is not eliminated, or the train cannot recover it", name(block))
        }
        MoveRefused::HqAway(block) => {
            format!("the headquarters of {} is not within {} of the train (PB-6.2)", name(block), rules.mounted / 3)
        }
        MoveRefused::NotAtHq(block) => format!("{} would not be adjacent to its headquarters (PB-6.2)", name(block)),
        MoveRefused::InContact(enemy) => format!("it would be in contact with {}", name(enemy)),
        MoveRefused::NotAtEdge => "it cannot enter there".to_owned(),
        MoveRefused::NotEntering => "it does not enter now".to_owned(),
        MoveRefused::MustEnter => "it is not on the map".to_owned(),
        MoveRefused::NotPlacedNow(block) => format!("{} must be placed now (PB-10.6)", name(block)),
        MoveRefused::AwayFromHq(block) => {
            let range = rules.mounted / 3;
            format!("{} would be more than {range} from its headquarters (PB-10.6)", name(block))
        }
        MoveRefused::HasRoom(block) => format!("there is room for {}, so it must be placed (PB-10.6)", name(block)),
        MoveRefused::Farther => "it ends farther from its next point than it started (PB-9.5)".to_owned(),
        MoveRefused::BadOrders => "such orders cannot be written now, or are not rolled for (PB-9.3)".to_owned(),
        MoveRefused::NotAdjacent(block) => {
            format!("the headquarters would not be adjacent to {} (PB-8.2)", name(block))
        }
        MoveRefused::NotSupporter(block) => format!("{} did not support the block that is gone (PB-3.3)", name(block)),
        MoveRefused::NoRoom(block) => {
            format!("{} does not fit there, or would not be in contact (PB-5.7)", name(block))
        }
    }
}

/// Returns the clause that a reason follows from, where its words do not name it.
pub(super) fn clause(why: MoveRefused) -> Option<&'static str> {
    Some(match why {
        MoveRefused::Occupied(_) | MoveRefused::ThroughEnemy(_) | MoveRefused::StoppedBy(_) => "PB-1.5",
        MoveRefused::Impassable(_) => "PB-1.3",
        MoveRefused::TrainContact(_) => "PB-6.3",
        MoveRefused::NotSpent => "PB-4.2",
        MoveRefused::NotAtEdge => "PB-10.4",
        _ => return None,
    })
}

/// Returns true if the move of a headquarters is to be decided.
fn is_hq(state: &PubState) -> bool {
    matches!(state.phase, PubPhase::Headquarters(_) | PubPhase::ArmyHeadquarters(_))
}

/// Returns what is to be decided, as the start of a sentence.
fn awaited_decision(engine: &PubEngine, state: &PubState) -> String {
    match state.phase {
        PubPhase::Act(_, block) => format!("`{}` acts", engine.rules.blocks[usize::from(block)].name),
        PubPhase::Support(_) => "a supporter may advance or retreat".to_owned(),
        PubPhase::Place(Placing { block, .. }) => {
            format!("first `{}` must be placed", engine.rules.blocks[usize::from(block)].name)
        }
        _ => "another decision comes first".to_owned(),
    }
}

/// Returns what is wrong with decisions, dice and chits of a play, where plain words do not say it.
pub(super) fn wrong(engine: &PubEngine, play: &PubDocument, fault: &FaultOf<PubBattles>) -> Option<(Pointer, String)> {
    let (label, drawn, written) = match &fault.wrong {
        PlayMistake::Draws { label, drawn, written, .. } => (label, drawn, written),
        PlayMistake::Uncalled { kind, chosen, instead: None } => {
            let turn = play.play.as_ref().and_then(|play| play.turns.get(fault.turn));
            let chit = turn.and_then(|turn| turn.chit.as_ref());
            let command = chit.and_then(|chit| engine.rules.commands.iter().position(|of| of.name == *chit));
            let why = uncalled::why(engine, &fault.state, (kind, chosen), command);
            let written = option(engine, chosen);
            return Some((fault.tag.clone(), format!("`{}` is illegal: {why}", flow::line(&written))));
        }
        PlayMistake::Missing { .. } => {
            let PubPhase::Place(Placing { block, .. }) = fault.state.phase else { return None };
            let name = &engine.rules.blocks[usize::from(block)].full_name;
            let text =
                format!("`{name}` must be placed because its headquarters was spotted; `place` is missing (PB-10.6)");
            return Some((fault.tag.key("chit"), text));
        }
        _ => return None,
    };
    let text = match (label.kind, drawn, written) {
        (draws::CHIT, 0, _) => {
            format!(
                "there is no such chit in the cup: this is turn {}, and the cup has the chits of commands that have not acted",
                fault.state.turn
            )
        }
        (draws::CHIT, ..) => {
            let turn = play.play.as_ref().and_then(|play| play.turns.get(fault.turn));
            let is_written = turn.is_some_and(|turn| turn.chit.is_some());
            let help = if is_written { "" } else { "; to draw one, use `--draw SEED`" };
            chit(engine, &fault.state, *label) + help
        }
        (draws::BOMBARDMENT, 3, 0) => {
            let (block, target) = draws::blocks_of(*label);
            let name = |block: u8| &engine.rules.blocks[usize::from(block)].full_name;
            format!(
                "the three `dice` of the bombardment of `{}` by `{}` are missing; to roll them, use `--draw SEED`",
                name(target),
                name(block)
            )
        }
        (draws::ATTACKER | draws::DEFENDER, drawn, 0) if *drawn > 0 => {
            let (attacker, defender) = draws::blocks_of(*label);
            let name = |block: u8| &engine.rules.blocks[usize::from(block)].full_name;
            format!(
                "the attack of `{}` on `{}` is next: dice of its {} are missing",
                name(attacker),
                name(defender),
                label.kind
            )
        }
        _ => return None,
    };
    Some((fault.tag.clone(), text))
}

fn chit(engine: &PubEngine, state: &PubState, label: DrawLabel) -> String {
    let mut left: Vec<String> = (0..engine.rules.commands.len() as u8)
        .filter(|command| engine.is_in_cup(state, *command))
        .map(|command| format!("`{}`", engine.rules.commands[usize::from(command)].name))
        .collect();
    // Headquarters in the Fog of War come last in a dealt battle: the order must not show which they are (PB-10.5).
    left.sort();
    format!("turn {} draws a chit: one of {}", label.piece, left.join(", "))
}
