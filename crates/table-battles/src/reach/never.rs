//! Impossible events of a battle, by the cards alone, not by the luck of the dice or anybody's choices. In a battle with effects
//! these count as if they always helped.

use crate::rules::{ActionRow, Each, Kind, Mask, Rules, State, bit};

/// Everything that can ever be in a battle, to say what can never happen in it.
#[derive(Debug)]
pub struct Never<'a> {
    rules: &'a Rules,
    start: State,
    /// Formations that are in play or can ever enter.
    present: Mask,
}

impl<'a> Never<'a> {
    /// Returns the impossible events of a battle.
    pub(crate) fn new(rules: &'a Rules) -> Never<'a> {
        let start = rules.start();
        let mut never = Never { rules, start, present: start.play };
        if rules.specials.count > 0 {
            let future = rules.future(&start);
            never.present = rules.ever_in_play(&future, 0) | rules.ever_in_play(&future, 1);
            return never;
        }
        loop {
            let entering = never.entering();
            if never.present | entering == never.present {
                return never;
            }
            never.present |= entering;
        }
    }

    /// Returns the reason a formation can never be in play, if that is so.
    pub fn enters(&self, formation: u8) -> Option<String> {
        let name = &self.rules.row(formation).name;
        (!self.there(formation)).then(|| format!("nothing can ever bring `{name}` out of reserve"))
    }

    /// Returns the reason a formation can never perform one of its actions, counted from 0, if that is so.
    pub fn performs(&self, formation: u8, action: u8) -> Option<String> {
        if let Some(why) = self.enters(formation) {
            return Some(why);
        }
        let (row, action) = self.rules.action(formation, action);
        if !self.usable(action) {
            return Some("its dice can never meet its requirement".to_owned());
        }
        let possible = match action.kind {
            Kind::Bombard => true,
            Kind::Attack => self.targets(row).next().is_some(),
            Kind::Command => action.named & self.start.reserve != 0,
            Kind::Screen | Kind::Counterattack | Kind::Absorb => self.answers(formation, action),
        };
        let why = match action.kind {
            Kind::Attack => "none of its targets can ever be attacked",
            Kind::Command => "none of its targets is ever in reserve",
            _ => "no attack that it could answer can ever be made",
        };
        (!possible).then(|| why.to_owned())
    }

    fn there(&self, formation: u8) -> bool {
        self.present & bit(formation) != 0
    }

    /// Returns the rows of a formation's actions.
    fn rows(&self, formation: u8) -> impl Iterator<Item = (u16, &ActionRow)> {
        let (start, end) = self.rules.row(formation).actions;
        (start..end).map(|row| (row, &self.rules.actions[usize::from(row)]))
    }

    /// Formations in reserve that those who are there can let in.
    fn entering(&self) -> Mask {
        let lets_in = |formation: u8| {
            let behind = if self.leaves(formation) { self.rules.row(formation).waiting } else { 0 };
            let commands = self.rows(formation).filter(|(_, row)| row.kind == Kind::Command && self.usable(row));
            commands.fold(behind, |mask, (_, row)| mask | row.named)
        };
        Each(self.present).fold(0, |mask, formation| mask | lets_in(formation)) & self.start.reserve
    }

    /// Returns true if a formation can ever leave play: it retires, pursues, or loses sticks.
    fn leaves(&self, formation: u8) -> bool {
        let row = self.rules.row(formation);
        let retires = row.retire && self.rules.takes_dice & bit(formation) != 0;
        let pursues = self.rules.pursuit & bit(formation) != 0;
        retires || pursues || !row.special && self.loses_sticks(formation)
    }

    fn loses_sticks(&self, formation: u8) -> bool {
        let struck =
            |(row, action): (u16, &ActionRow)| action.kind == Kind::Attack && self.targets(row).next().is_some();
        let absorbs = |(_, action): (u16, &ActionRow)| action.kind == Kind::Absorb;
        self.attacks().any(|(_, row)| self.targets(row).any(|target| target == formation))
            || self.rows(formation).any(|row| struck(row) || absorbs(row))
    }

    /// Returns every attack whose card can be there, with that card and its row.
    fn attacks(&self) -> impl Iterator<Item = (u8, u16)> {
        let rows = |formation| self.rows(formation).map(move |(row, action)| (formation, row, action));
        let attacks = Each(self.present).flat_map(rows);
        attacks
            .filter(|(.., action)| action.kind == Kind::Attack && self.usable(action))
            .map(|(card, row, _)| (card, row))
    }

    /// Returns the formations that an attack can ever be made on, whoever stands before them in its list.
    fn targets(&self, row: u16) -> impl Iterator<Item = u8> {
        let rules = self.rules;
        let aims = rules.actions[usize::from(row)].aims;
        let there = self.present | if aims { self.start.reserve } else { 0 };
        let open = there & !(rules.special & !rules.specials.routable);
        self.rules.listed_targets(row).filter(move |target| open & bit(*target) != 0)
    }

    /// Returns true if a card can ever have what an action needs. A special formation has a cube, or effects may give
    /// it one.
    fn usable(&self, action: &ActionRow) -> bool {
        self.rules.row(action.card).special || self.rules.ever_filled(&self.rules.future(&self.start), action)
    }

    /// Returns true if an attack that a reaction answers can ever be made.
    fn answers(&self, formation: u8, reaction: &ActionRow) -> bool {
        let named = |card: u8| reaction.named & bit(card) != 0;
        let side = self.rules.row(formation).side;
        let mut attacks = self.attacks().filter(|(foe, _)| self.rules.row(*foe).side != side);
        attacks.any(|(foe, row)| match reaction.kind {
            Kind::Screen => named(foe) && self.targets(row).next().is_some(),
            Kind::Counterattack => named(foe) && self.targets(row).any(|target| target == formation),
            _ => self.targets(row).any(|target| target != formation && named(target)),
        })
    }
}
