//! Small battles for tests: cards below 10 are Red's, who is first; the others are Blue's. Dice are scripted.

use std::sync::LazyLock;

use std::sync::Arc;

use muster::review::catalogues::carried_catalogues;
use muster_core::play::chance::{Chance, Draw, Tape};
use muster_core::play::{Engine, Next, Outcome};
use muster_core::source::Sources;
use muster_games::SYSTEMS;
use muster_games::table_battles::engine::{DiceWord, Move, ROLL, State, TableBattles};
use muster_games::table_battles::model::{Document, Location};
use muster_games::table_battles::resolve::Battle;
use muster_games::table_battles::values::CardId;
use muster_games::table_battles::words::Wording;
use muster_systems::Doc;
use muster_systems::catalogue::Catalogues;
use muster_systems::notation::{Notation, sort_moves};

/// Reads a document without checks.
pub(crate) fn document(yaml: &str) -> Doc<Document> {
    let value: serde_json::Value = serde_yaml::from_str(yaml).expect("YAML");
    let model = serde_json::from_value(value).unwrap_or_else(|error| panic!("{error} in\n{yaml}"));
    let file = Sources::default().add("test.yaml".into(), yaml.to_owned());
    Doc { file, given: true, model }
}

/// The battle of a scenario.
pub(crate) fn battle_of(yaml: &str) -> Battle {
    Battle::new(vec![Arc::new(document(yaml))])
}

/// A scenario of these cards. `rules`, `red` and `blue` are lines of the scenario and of its sides.
pub(crate) fn scenario(rules: &str, red: &str, blue: &str, cards: &str) -> Battle {
    let formations: Vec<serde_json::Value> = serde_yaml::from_str(cards).expect("cards");
    let ids = |below: bool| -> Vec<CardId> {
        let ids = formations.iter().map(|card| CardId::parse(card["card"].as_str().expect("id")).expect("id"));
        ids.filter(|id| (id.number < 10) == below).collect()
    };
    let list = |ids: Vec<CardId>| ids.iter().map(CardId::to_string).collect::<Vec<_>>().join(", ");
    let yaml = format!(
        "system: table-battles\nscenario:\n  name: Arena\n  {rules}\n  sides:\n  \
         - {{name: Red, first: true, cards: [{}], {red}}}\n  - {{name: Blue, cards: [{}], {blue}}}\nformations:\n{cards}",
        list(ids(true)),
        list(ids(false)),
    );
    Battle::new(vec![Arc::new(document(&yaml))])
}

/// A battle under way.
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) engine: Arc<TableBattles>,
    pub(crate) state: State,
    /// What has been counted.
    pub(crate) counted: Vec<u64>,
}

impl Game {
    /// Three morale cubes each, no expansion rules.
    pub(crate) fn new(cards: &str) -> Game {
        Game::with("", "morale: 3", "morale: 3", cards)
    }

    pub(crate) fn with(rules: &str, red: &str, blue: &str, cards: &str) -> Game {
        let battle = scenario(rules, red, blue, cards);
        let engine = Arc::new(TableBattles::compile(&battle).expect("a sound battle"));
        let (state, counted) = (engine.start(), vec![0; engine.counters()]);
        Game { engine, state, counted }
    }

    fn card(&self, id: &str) -> u8 {
        self.engine.find(CardId::parse(id).expect("card")).expect("card of the battle")
    }

    /// `7A 1` as card and action.
    fn action(&self, text: &str) -> (u8, u8) {
        let (card, number) = text.split_once(' ').expect("card and action");
        (self.card(card), number.parse::<u8>().expect("number") - 1)
    }

    /// The kind of the decision at hand, after the turn has begun.
    pub(crate) fn kind(&mut self) -> &'static str {
        self.begin();
        match self.engine.next(&self.state) {
            Next::Decide { kind, .. } => kind,
            Next::Auto | Next::Over(_) => "none",
        }
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.engine.moves(&self.state, &mut moves);
        moves
    }

    /// Begins the turn if it has not begun.
    pub(crate) fn begin(&mut self) -> &mut Game {
        if !self.state.has_begun() && self.engine.outcome(&self.state).is_none() {
            self.engine.advance(&mut self.state, &mut Chance::from_tape(&mut Tape::default()), &mut self.counted);
        }
        self
    }

    /// The legal options, as reports list them.
    pub(crate) fn legal(&mut self) -> Vec<String> {
        self.begin();
        sort_moves::<TableBattles>(&self.engine, &self.moves()).iter().map(ToString::to_string).collect()
    }

    fn choose(&mut self, chosen: Move) -> &mut Game {
        self.begin();
        let legal = self.moves();
        let why = self.engine.illegal(&self.state, &chosen);
        assert!(legal.contains(&chosen), "{chosen:?} is not legal: {why:?}; {legal:?}");
        assert_eq!(why, None, "{chosen:?} is legal");
        self.engine.apply(&mut self.state, &chosen, &mut Chance::from_tape(&mut Tape::default()), &mut self.counted);
        self
    }

    /// Why a move is not legal; it must not be.
    fn refuse(&mut self, chosen: Move) -> String {
        self.begin();
        assert!(!self.moves().contains(&chosen), "{chosen:?} is legal");
        let why = self.engine.why_not(&self.state, chosen);
        let why = why.unwrap_or_else(|| panic!("nothing is said against {chosen:?}"));
        TableBattles::refusal(&self.engine, &self.state, &why)
    }

    pub(crate) fn pass(&mut self) -> &mut Game {
        self.choose(Move::Pass)
    }

    pub(crate) fn act(&mut self, action: &str) -> &mut Game {
        let (card, action) = self.action(action);
        self.choose(Move::Act { card, action })
    }

    pub(crate) fn no_act(&mut self, action: &str) -> String {
        let (card, action) = self.action(action);
        self.refuse(Move::Act { card, action })
    }

    pub(crate) fn null(&mut self, action: &str) -> &mut Game {
        let (card, action) = self.action(action);
        self.choose(Move::Null { card, action })
    }

    pub(crate) fn no_null(&mut self, action: &str) -> String {
        let (card, action) = self.action(action);
        self.refuse(Move::Null { card, action })
    }

    pub(crate) fn retire(&mut self, card: &str) -> &mut Game {
        let card = self.card(card);
        self.choose(Move::Retire { card })
    }

    pub(crate) fn no_retire(&mut self, card: &str) -> String {
        let card = self.card(card);
        self.refuse(Move::Retire { card })
    }

    pub(crate) fn react(&mut self, action: &str) -> &mut Game {
        let (card, action) = self.action(action);
        self.choose(Move::React { card, action })
    }

    pub(crate) fn no_react(&mut self, action: &str) -> String {
        let (card, action) = self.action(action);
        self.refuse(Move::React { card, action })
    }

    pub(crate) fn decline(&mut self) -> &mut Game {
        self.choose(Move::Decline)
    }

    pub(crate) fn shift(&mut self, from: &str, to: &str, sticks: u8) -> &mut Game {
        let (from, to) = (self.card(from), self.card(to));
        self.choose(Move::Shift { from, to, sticks })
    }

    pub(crate) fn no_shift_of(&mut self, from: &str, to: &str, sticks: u8) -> String {
        let (from, to) = (self.card(from), self.card(to));
        self.refuse(Move::Shift { from, to, sticks })
    }

    pub(crate) fn no_shift(&mut self) -> &mut Game {
        self.choose(Move::NoShift)
    }

    /// Rolls these dice, all of them.
    pub(crate) fn roll(&mut self, dice: &str) -> &mut Game {
        self.begin();
        assert_eq!(self.engine.next(&self.state), Next::Auto, "no dice are rolled now");
        let mut dice = Tape::new(dice.bytes().map(|b| Draw::die(ROLL, b - b'0')).collect());
        self.engine.advance(&mut self.state, &mut Chance::from_tape(&mut dice), &mut self.counted);
        assert_eq!(dice.lack(), None, "other dice were scripted than are rolled");
        assert_eq!(dice.unused_draws().count(), 0, "no dice are rolled now");
        self
    }

    fn placement(&self, card: &str, dice: &str) -> Move {
        let dice = DiceWord::from_faces(dice.bytes().map(|b| b - b'0')).expect("dice");
        Move::Place { card: self.card(card), dice }
    }

    pub(crate) fn place(&mut self, card: &str, dice: &str) -> &mut Game {
        let chosen = self.placement(card, dice);
        self.choose(chosen)
    }

    pub(crate) fn no_place(&mut self, card: &str, dice: &str) -> String {
        let chosen = self.placement(card, dice);
        self.refuse(chosen)
    }

    /// Ends the turn, where more could be placed.
    pub(crate) fn done(&mut self) -> &mut Game {
        if self.moves().contains(&Move::Done) {
            self.choose(Move::Done);
        }
        assert!(!self.state.has_begun() || self.engine.outcome(&self.state).is_some(), "the turn is not over");
        self
    }

    /// A turn without an action: rolls dice and places some, `1A 66`.
    pub(crate) fn turn(&mut self, roll: &str, placed: &[&str]) -> &mut Game {
        if self.kind() == "act" {
            self.pass();
        }
        self.roll(roll).places(placed)
    }

    /// Places dice, `1A 66`, and ends the turn.
    pub(crate) fn places(&mut self, placed: &[&str]) -> &mut Game {
        for place in placed {
            let (card, dice) = place.split_once(' ').expect("card and dice");
            self.place(card, dice);
        }
        self.done()
    }

    pub(crate) fn outcome(&mut self) -> Option<Outcome> {
        self.begin();
        self.engine.outcome(&self.state)
    }

    /// Sticks or cubes.
    pub(crate) fn strength(&self, card: &str) -> u8 {
        self.state.strength(self.card(card))
    }

    /// Cubes, whether they are strength or not.
    pub(crate) fn cubes(&self, card: &str) -> u8 {
        self.engine.cubes_on(&self.state, self.card(card))
    }

    pub(crate) fn dice(&self, card: &str) -> String {
        self.state.dice(self.card(card)).faces().map(|face| face.to_string()).collect()
    }

    pub(crate) fn location(&self, card: &str) -> Location {
        self.state.location(self.card(card))
    }

    pub(crate) fn morale(&self) -> [u8; 2] {
        [0, 1].map(|side| self.state.morale(side))
    }

    pub(crate) fn pool(&self) -> [u8; 2] {
        [0, 1].map(|side| self.state.pool(side))
    }
}

/// The words of a language that is carried in the program.
pub(crate) fn wording(language: &str) -> Wording<'static> {
    static WORDS: LazyLock<Catalogues> = LazyLock::new(|| carried_catalogues(SYSTEMS[0]));
    Wording::new(WORDS.get(language).expect("a carried language"))
}
