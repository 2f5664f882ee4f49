//! What comes of an attack by the rules alone: whom it is made on, and who can answer it.

use muster_core::play::Blind;

use super::{Move, Phase, State, TableBattles};

/// The reactions that an attack meets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers {
    /// The formations that can react, each with its reaction counted from 0.
    pub reactions: Vec<(u8, u8)>,
    /// True if the side must react (TB-7.5).
    pub must: bool,
}

impl TableBattles {
    /// Returns the formation that an action is done to in a state: the target of an attack (TB-6.3), or who enters by a command
    /// (TB-6.9). `None` for actions without one, and for those that cannot be performed.
    pub fn object_of(&self, state: &State, card: u8, action: u8) -> Option<u8> {
        let (row, _) = self.rules.action(card, action);
        self.object(state, row).flatten()
    }

    /// Returns the reactions to an action that is performed in a state: none to what cannot be answered.
    pub fn answers_to(&self, state: &State, card: u8, action: u8) -> Answers {
        let mut after = *state;
        self.make(&mut after, Move::Act { card, action }, &mut Blind);
        let mut moves = Vec::new();
        if after.phase == Phase::React {
            self.reactions(&after, &mut moves);
        }
        let must = !moves.is_empty() && !moves.contains(&Move::Decline);
        let reaction = |chosen: &Move| match *chosen {
            Move::React { card, action } => Some((card, action)),
            _ => None,
        };
        Answers { reactions: moves.iter().filter_map(reaction).collect(), must }
    }
}
