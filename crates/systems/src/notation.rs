//! Recorded battles of every game: read by the game's codec, replayed by its engine, reported as JSON and as findings,
//! and written as YAML.

use std::iter;
use std::sync::Arc;

use serde_json::{Value, json};

use muster_core::diag::{Code, Diagnostic};
use muster_core::play::chance::{Draw, DrawLabel};
use muster_core::play::replay::{Decision, PlayMistake, Replay, Turn, TurnEntry, replay as run, replay_sparse};
use muster_core::play::shrink::TurnsOf;
use muster_core::play::{Engine, Outcome};
use muster_core::source::{Address, FileId, Pointer};

use super::played::CompiledBattle;
use super::smoke::BROKEN_BATTLE;
use super::{Doc, Played, Replayed, flow, live};

/// The state of a game's battle.
pub type StateOf<G> = <<G as Played>::Engine as Engine>::State;
/// A move of a game.
pub type MoveOf<G> = <<G as Played>::Engine as Engine>::Move;
/// The reason a move of a game is not legal.
pub type IllegalOf<G> = <<G as Played>::Engine as Engine>::Illegal;
/// A mistake in a play of a game.
pub type FaultOf<G> = muster_core::play::replay::PlayFault<StateOf<G>, MoveOf<G>, IllegalOf<G>, Pointer>;

/// The findings that replaying a play can have.
#[derive(Debug)]
pub struct PlayCodes {
    /// A turn that cannot have been played so.
    pub illegal: Code,
    /// A state that is not as the play says.
    pub expectation: Code,
    /// A battle that did not end as the play says.
    pub result: Code,
}

impl PlayCodes {
    /// Returns one code for everything that replaying finds.
    pub const fn new(code: Code) -> PlayCodes {
        PlayCodes { illegal: code, expectation: code, result: code }
    }
}

/// Something that a play says of the state after a turn.
#[derive(Debug)]
pub struct Expected {
    /// The place in the play.
    pub at: Pointer,
    /// The place in a state, as [`Notation::show`] gives it.
    pub shown_at: Pointer,
    /// The subject, as the start of a sentence: "the losses of `Red` are".
    pub what: String,
    /// The expected value.
    pub wanted: Expectation,
}

/// The expected value of something in a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expectation {
    /// This value.
    Equal(Value),
    /// There, whatever it is.
    There,
    /// Not there.
    Gone,
}

/// The end of the battle as a play says it.
#[derive(Debug)]
pub struct ExpectedResult {
    /// The place in the play; `winner` and `by` stand below.
    pub at: Pointer,
    /// The name of the winner; `None` for a draw.
    pub winner: Option<String>,
    /// The word for how the battle ended.
    pub by: String,
}

/// The written form of a game's plays. The game says how one move, one turn and one state are written; reading a play,
/// replaying it and writing it is the same for all games.
pub trait Notation: Played {
    /// The codes of what replaying finds.
    const PLAY_CODES: PlayCodes;
    /// True if plays say how the battle ended, below `result`, which [`Notation::result`] reads.
    const HAS_RESULT: bool = false;
    /// True if plays leave out decisions of kinds that come again and again in a turn; see [`replay_sparse`].
    const IS_SPARSE: bool = false;
    /// Keys below which texts of digits are numbers: plays write them without quotes.
    const DIGITS: &'static [&'static str] = &[];
    /// The parts of a battle that can be left out to show something with as few as it takes.
    const CUTS: Cuts = Cuts::NOTHING;
    /// True if a battle lies on the table as its cards, each with what its state has below its number; else as the picture of the
    /// position.
    const LIES_AS_CARDS: bool = false;

    /// Reads the turns of a play, each move and draw with its pointer in the play's file.
    ///
    /// # Errors
    ///
    /// The findings: names that the battle does not have, and values that cannot be read.
    fn read(
        play: &Doc<Self::Model>,
        battle: &Self::Battle,
    ) -> Result<Vec<Turn<MoveOf<Self>, Pointer>>, Vec<Diagnostic>>;

    /// Returns the rules by which a play is judged, where they are not those of the battle: a play that states what others have
    /// played by rules of their own.
    fn judged_by(_engine: &Self::Engine, _play: &Self::Model) -> Option<Self::Engine> {
        None
    }

    /// Returns a move as plays and reports write it.
    fn option(engine: &Self::Engine, chosen: &MoveOf<Self>) -> Value;

    /// Returns a decision of a kind as a question to its player: "Which unit moves?" Empty where the kind says it all.
    fn question(_kind: &str) -> &'static str {
        ""
    }

    /// Returns the name of the piece that moves name by a number, as players read it beside the number; `None` if it has none.
    fn piece_name(_engine: &Self::Engine, _number: &str) -> Option<String> {
        None
    }

    /// Returns the words for a key of a written move, where the key says too little: `hq` is "headquarters to".
    fn key_words(_key: &str) -> Option<&'static str> {
        None
    }

    /// Returns a move in words, as its player reads it among the others.
    fn words(engine: &Self::Engine, chosen: &MoveOf<Self>) -> String {
        let speech = live::Speech { name: &|number| Self::piece_name(engine, number), key: &Self::key_words };
        speech.sentence(&Self::option(engine, chosen))
    }

    /// Returns what a move is done to in a state, and what follows from it by the rules alone, as the continuation of its words:
    /// "on 5A Liechtenstein". `None` where the words say it all.
    fn outlook(_engine: &Self::Engine, _state: &StateOf<Self>, _chosen: &MoveOf<Self>) -> Option<String> {
        None
    }

    /// Returns what has changed from a state to another by a move, or without one, each change in words as a side sees it: "7A
    /// Thurn leaves play". What the words of the move say already is left out.
    fn changes(_engine: &Self::Engine, _step: &Changed<'_, Self>, _seen_by: Option<usize>) -> Vec<String> {
        Vec::new()
    }

    /// Returns what was drawn together in a state, in words as a side sees it; empty where it sees nothing of it. Dice are written
    /// "rolls 4 2 6".
    fn describe_draws(
        _engine: &Self::Engine,
        _state: &StateOf<Self>,
        draws: &[Draw],
        _seen_by: Option<usize>,
    ) -> String {
        rolls(draws)
    }

    /// Returns the name of the piece that is to be decided about, as moves name it; `None` where a decision is about none.
    fn subject(_engine: &Self::Engine, _state: &StateOf<Self>) -> Option<String> {
        None
    }

    /// Returns moves that somebody might think of, where a player decides; those that are not legal are shown with the reason.
    fn thinkable(_engine: &Self::Engine, _state: &StateOf<Self>) -> Vec<MoveOf<Self>> {
        Vec::new()
    }

    /// Returns true if only the side that decides sees a decision of a kind in a state.
    fn is_secret(_engine: &Self::Engine, _state: &StateOf<Self>, _kind: &str) -> bool {
        false
    }

    /// Returns a turn as a play writes it: its keys in order.
    fn turn(engine: &Self::Engine, turn: &Turn<MoveOf<Self>, ()>) -> Vec<(&'static str, Value)>;

    /// Returns a state as reports show it: all of it, or what a player can see.
    fn show(engine: &Self::Engine, state: &StateOf<Self>, seen_by: Option<usize>) -> Value;

    /// Returns the move that is meant where a play writes none.
    fn unsaid(_decision: Decision, _legal: &[MoveOf<Self>]) -> Option<MoveOf<Self>> {
        None
    }

    /// Returns a reason in words, as the continuation of "`7A` is not legal:".
    fn refusal(_engine: &Self::Engine, _state: &StateOf<Self>, _why: &IllegalOf<Self>) -> String {
        "the rules do not allow it".to_owned()
    }

    /// Returns the clause of the rules that a reason follows from, where there is one.
    fn clause(_why: &IllegalOf<Self>) -> Option<&'static str> {
        None
    }

    /// Returns the legal moves that are shown beside a move that is not: all of them, or those that may have been meant; none
    /// where they say nothing.
    fn near(
        _engine: &Self::Engine,
        _state: &StateOf<Self>,
        _chosen: &MoveOf<Self>,
        legal: &[MoveOf<Self>],
    ) -> Vec<MoveOf<Self>> {
        legal.to_vec()
    }

    /// Returns the fault of a play in the game's words, and its place, for all but moves that are not legal; `None` if the plain
    /// words say enough.
    fn wrong(_engine: &Self::Engine, _play: &Self::Model, _fault: &FaultOf<Self>) -> Option<(Pointer, String)> {
        None
    }

    /// Returns what stands in another order in a turn of a play, by its number from 0, than it was played in, though the turn was
    /// played whole: its place, and what is wrong. Draws are found by what they are for, wherever they stand in a turn.
    fn find_misplaced(
        _battle: &Self::Battle,
        _play: &Self::Model,
        _number: usize,
        _played: &Turn<MoveOf<Self>, ()>,
    ) -> Option<(Pointer, String)> {
        None
    }

    /// Returns a play's expectations of the state after each turn.
    fn expectations(_play: &Self::Model, _battle: &Self::Battle) -> Vec<Vec<Expected>> {
        Vec::new()
    }

    /// Returns a play's expectation of the end.
    fn result(_play: &Self::Model) -> Option<ExpectedResult> {
        None
    }

    /// Returns the files of a battle, the scenario's first.
    fn files(battle: &Self::Battle) -> Vec<FileId> {
        vec![Self::title_address(battle).file]
    }
}

/// A step of a battle: the states before and after it.
#[derive(Debug)]
pub struct Changed<'a, G: Notation + ?Sized> {
    /// The state before it.
    pub before: &'a StateOf<G>,
    /// The state after it.
    pub after: &'a StateOf<G>,
    /// The move that was made; `None` for what nobody decides.
    pub chosen: Option<&'a MoveOf<G>>,
}

/// Returns dice that were rolled in words: "rolls 4 2 6".
pub fn rolls(dice: &[Draw]) -> String {
    let faces: Vec<String> = dice.iter().map(|die| (die.number + 1).to_string()).collect();
    format!("rolls {}", faces.join(" "))
}

/// The places of a game's scenarios by which a battle is made smaller that shows a fault. All are pointers in which `*` stands
/// for every item or member; those of files that a scenario names are pointers into the scenario that has everything itself.
#[derive(Debug)]
pub struct Cuts {
    /// The parts that can be left out, in the order in which that is tried: `/units/*`. With a name goes what uses it: an item
    /// of a list, or the innermost of these parts that holds it.
    pub parts: &'static [&'static str],
    /// Texts and pictures that are printed and not played: they are left out of every smaller scenario, as those are that all
    /// games have.
    pub unplayed: &'static [&'static str],
    /// Lists of the numbers of what stands in [`Game::NUMBERED`](super::Game::NUMBERED) lists, or of ranges of them:
    /// `/scenario/sides/*/units`. Where a place beside one names a file, what is in that is listed.
    pub listings: &'static [&'static str],
    /// The places where plays mean something by its place in a list.
    pub counted: &'static [CountedInPlays],
}

impl Cuts {
    /// Nothing can be left out.
    pub const NOTHING: Cuts = Cuts { parts: &[], unplayed: &[], listings: &[], counted: &[] };
}

/// Two members of a play by which something is meant: the number of an item, and a place in one of its lists.
#[derive(Debug)]
pub struct CountedInPlays {
    /// The key of the number: `card`.
    pub number: &'static str,
    /// The key of the place, counted from 1: `ability`.
    pub place: &'static str,
    /// The key of the list in the item: `abilities`.
    pub list: &'static str,
}

/// Replays a play of a battle. Unknown names in it are findings, and nothing is played then. With a seed in `draw`, what
/// is drawn and not written is drawn by chance.
pub(super) fn replay<G: Notation>(
    play: &Doc<G::Model>,
    CompiledBattle { battle, engine, sides, .. }: &CompiledBattle<G>,
    draw: Option<u64>,
) -> Replayed {
    let mut replayed = Replayed {
        noun: G::TURN,
        steps: Vec::new(),
        states: Vec::new(),
        result: Value::Null,
        drawn: Vec::new(),
        findings: Vec::new(),
        positions: Arc::new(Vec::<StateOf<G>>::new()),
        played: Arc::new(Vec::<Turn<MoveOf<G>, ()>>::new()),
    };
    let turns = match G::read(play, battle) {
        Ok(turns) => turns,
        Err(findings) => return Replayed { findings, ..replayed },
    };
    let other = G::judged_by(engine, &play.model);
    let engine = other.as_ref().unwrap_or(engine);
    let judge = Judge::<G> { file: play.file, play: &play.model, battle, engine, sides };
    let play_turns = |turns: &[Turn<MoveOf<G>, Pointer>]| match G::IS_SPARSE {
        false => run(engine, turns, &G::unsaid, draw),
        true => replay_sparse(engine, turns, &G::unsaid, draw),
    };
    let mut played = play_turns(&turns);
    let misplaced = played.played.iter().enumerate();
    let mut misplaced =
        misplaced.filter_map(|(n, turn)| G::find_misplaced(battle, &play.model, n, turn).map(|wrong| (n, wrong)));
    let misplaced = misplaced.next();
    if let Some((number, _)) = &misplaced {
        // Like any turn that is wrong it is not played, and nothing after it.
        played = play_turns(&turns[..*number]);
    }
    let step = |step: &muster_core::play::replay::Step<MoveOf<G>>| {
        let mut legal = step.legal.clone();
        // Of some decisions only the moves that are worth thinking of are listed.
        if !legal.contains(&step.chosen) {
            legal.push(step.chosen.clone());
        }
        json!({
            "turn": step.decision.turn,
            "side": judge.sides[step.decision.player],
            "decision": step.decision.kind,
            "legal": judge.sort_moves(&legal),
            "chosen": G::option(engine, &step.chosen),
        })
    };
    replayed.steps = played.steps.iter().map(step).collect();
    replayed.states = played.states.iter().map(|state| G::show(engine, state, None)).collect();
    if let Some(outcome) = played.outcome {
        replayed.result = json!({"winner": outcome.winner.map(|side| &judge.sides[side]), "by": outcome.by});
    }
    let drawn = |(number, draws): (usize, Vec<Draw>)| {
        let turn = Turn { player: turns[number].player, tag: (), entries: vec![TurnEntry::Drawn { draws, tag: () }] };
        (number + 1, G::turn(engine, &turn).into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    };
    replayed.findings = match misplaced {
        None => judge.findings(&played, &replayed.states),
        Some((_, (at, text))) => {
            let illegal = Diagnostic::new(G::PLAY_CODES.illegal, judge.address(at), text);
            judge.unmet_in(&replayed.states).chain([illegal]).collect()
        }
    };
    replayed.drawn = played.drawn.into_iter().map(drawn).collect();
    replayed.played = Arc::new(played.played);
    replayed.positions = Arc::new(iter::once(engine.start()).chain(played.states).collect::<Vec<StateOf<G>>>());
    replayed
}

/// Finds what is wrong in a play that was replayed.
struct Judge<'a, G: Notation> {
    file: FileId,
    play: &'a G::Model,
    battle: &'a G::Battle,
    engine: &'a G::Engine,
    sides: &'a [String],
}

impl<G: Notation> Judge<'_, G> {
    fn address(&self, pointer: Pointer) -> Address {
        Address::value(self.file, pointer)
    }

    fn findings(
        &self,
        played: &Replay<StateOf<G>, MoveOf<G>, IllegalOf<G>, Pointer>,
        states: &[Value],
    ) -> Vec<Diagnostic> {
        let mut findings: Vec<Diagnostic> = self.unmet_in(states).collect();
        findings.extend(played.fault.as_ref().map(|fault| self.fault(fault)));
        // Where more turns are written than the battle has, its result can still be judged.
        if played.fault.as_ref().is_none_or(|fault| matches!(fault.wrong, PlayMistake::Over { .. })) {
            findings.extend(self.result(played.outcome));
        }
        findings
    }

    /// Returns the findings where states are not as the play says.
    fn unmet_in(&self, states: &[Value]) -> impl Iterator<Item = Diagnostic> {
        let expected = G::expectations(self.play, self.battle).into_iter().zip(states);
        expected.flat_map(|(expected, state)| expected.into_iter().filter_map(|e| self.unmet(&e, state)))
    }

    fn unmet(&self, expected: &Expected, state: &Value) -> Option<Diagnostic> {
        let Expected { at, shown_at, what, wanted } = expected;
        let found = state.pointer(shown_at.as_str());
        let text = match (wanted, found) {
            (Expectation::There, Some(_)) | (Expectation::Gone, None) => return None,
            (Expectation::There, None) => format!("{what} gone; the play expects it there"),
            (Expectation::Gone, Some(_)) => format!("{what} there; the play expects it gone"),
            (Expectation::Equal(wanted), found) => {
                // What a state does not have is nothing.
                let found = Some(found.unwrap_or(&Value::Null)).filter(|found| *found != wanted)?;
                format!("{what} `{}`; the play expects `{}`", plainly(found), plainly(wanted))
            }
        };
        Some(Diagnostic::new(G::PLAY_CODES.expectation, self.address(at.clone()), text))
    }

    /// Findings where the end of the battle is not as the play says.
    fn result(&self, outcome: Option<Outcome>) -> Vec<Diagnostic> {
        let Some(ExpectedResult { at, winner, by }) = G::result(self.play) else { return Vec::new() };
        let finding = |at: Pointer, text: String| Diagnostic::new(G::PLAY_CODES.result, self.address(at), text);
        let Some(outcome) = outcome else {
            let text =
                format!("the battle has not ended after the last turn; the play expects {} by `{by}`", end_for(winner));
            return vec![finding(at, text)];
        };
        let mut findings = Vec::new();
        if winner.as_ref() != outcome.winner.map(|side| &self.sides[side]) {
            let place = if winner.is_some() { at.key("winner") } else { at.clone() };
            let said = end_for(winner);
            findings.push(finding(place, format!("{}; the play expects {said}", self.describe_outcome(outcome))));
        }
        if by != outcome.by {
            findings.push(finding(
                at.key("by"),
                format!("{}; the play expects it by `{by}`", self.describe_outcome(outcome)),
            ));
        }
        findings
    }

    fn fault(&self, fault: &FaultOf<G>) -> Diagnostic {
        let own = G::wrong(self.engine, self.play, fault);
        let (at, text) = own.unwrap_or_else(|| self.plain_fault(fault));
        let code = if matches!(fault.wrong, PlayMistake::Engine(_)) { BROKEN_BATTLE } else { G::PLAY_CODES.illegal };
        let in_place = at == fault.tag;
        let finding = Diagnostic::new(code, self.address(at), text);
        match &fault.wrong {
            PlayMistake::Illegal { chosen, legal, .. } if in_place => {
                let near = G::near(self.engine, &fault.state, chosen, legal);
                if near.is_empty() { finding } else { finding.help(self.legal_here(&near, legal.len())) }
            }
            PlayMistake::Missing { legal, .. } if in_place => finding.help(self.legal_here(legal, legal.len())),
            _ => finding,
        }
    }

    /// Returns the place and text of a fault, in words that fit every game.
    fn plain_fault(&self, fault: &FaultOf<G>) -> (Pointer, String) {
        let option = |chosen: &MoveOf<G>| self.write_move(&G::option(self.engine, chosen));
        let text = match &fault.wrong {
            PlayMistake::Illegal { chosen, why, .. } => {
                let why = G::refusal(self.engine, &fault.state, why);
                format!("`{}` is illegal: {why}", option(chosen))
            }
            PlayMistake::Missing { decision, .. } => {
                format!("missing `{}`: `{}` decides", decision.kind, self.sides[decision.player])
            }
            PlayMistake::Uncalled { chosen, instead: Some(kind), .. } => {
                format!("`{}` is illegal here: `{kind}` comes first", option(chosen))
            }
            PlayMistake::Uncalled { kind, chosen, instead: None } => {
                format!("`{}` is illegal: there is no `{kind}` now", option(chosen))
            }
            PlayMistake::Draws { label: DrawLabel { kind, .. }, drawn, written, .. } => match (drawn, written) {
                (1, 1) => format!("this `{kind}` is impossible"),
                (drawn, 0) => format!("missing `{kind}`: {}", numbers(*drawn, "drawn")),
                (0, written) => format!("`{kind}` draws nothing, but {}", numbers(*written, "written")),
                (drawn, written) => format!("`{kind}` draws {drawn}, but {}", numbers(*written, "written")),
            },
            PlayMistake::Player { player } => format!("it is the turn of `{}`", self.sides[*player]),
            PlayMistake::Over { outcome } => format!("no turn can follow: {}", self.describe_outcome(*outcome)),
            PlayMistake::Engine(broken) => format!("internal error: the engine failed: {broken}"),
        };
        (fault.tag.clone(), text)
    }

    fn describe_outcome(&self, outcome: Outcome) -> String {
        describe_outcome(outcome, |side| &self.sides[side])
    }

    /// Says what is legal: `shown` of so many moves.
    fn legal_here(&self, shown: &[MoveOf<G>], all: usize) -> String {
        let options = self.sort_moves(shown);
        let mut options: Vec<String> = options.iter().map(|option| format!("`{}`", self.write_move(option))).collect();
        if shown.len() < all {
            options.push(format!("and {} more", all - shown.len()));
        }
        format!("legal options: {}", options.join(", "))
    }

    /// Returns a move as a play writes it.
    fn write_move(&self, option: &Value) -> String {
        flow::line_with(option, G::DIGITS)
    }

    /// Options in the order of reports: by the bytes of their compact JSON.
    fn sort_moves(&self, moves: &[MoveOf<G>]) -> Vec<Value> {
        sort_moves::<G>(self.engine, moves)
    }
}

/// Returns options in the order of reports: by the bytes of their compact JSON.
pub fn sort_moves<G: Notation>(engine: &G::Engine, moves: &[MoveOf<G>]) -> Vec<Value> {
    let mut options: Vec<Value> = moves.iter().map(|chosen| G::option(engine, chosen)).collect();
    options.sort_by_cached_key(Value::to_string);
    options
}

/// Returns the end of a battle, in words.
pub fn describe_outcome<'a>(outcome: Outcome, name: impl FnOnce(usize) -> &'a str) -> String {
    match outcome.winner {
        Some(winner) => format!("the battle is over, `{}` won by `{}`", name(winner), outcome.by),
        None => format!("the battle is over, drawn by `{}`", outcome.by),
    }
}

/// Returns the end of a battle that a play says, in words.
fn end_for(winner: Option<String>) -> String {
    winner.map_or("a draw".to_owned(), |winner| format!("a victory of `{winner}`"))
}

fn numbers(n: usize, done: &str) -> String {
    if n == 1 { format!("one is {done}") } else { format!("{n} are {done}") }
}

/// Returns a value as a message shows it: texts without quotes, lists with blanks.
fn plainly(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => format!("[{}]", items.iter().map(plainly).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

/// Returns a battle that was played as the text of a play. `scenario` is the scenario's file from the play's; `outcome` is
/// written as the result, where plays of the game have one.
pub fn write<G: Notation>(
    engine: &G::Engine,
    sides: &[String],
    scenario: &str,
    turns: &TurnsOf<G::Engine>,
    outcome: Option<Outcome>,
) -> String {
    let mut text = format!("system: {}\nplay:\n  scenario: {}\n", G::ID, flow::line(&json!(scenario)));
    text += if turns.is_empty() { "  turns: []\n" } else { "  turns:\n" };
    for turn in turns {
        for (i, (key, value)) in G::turn(engine, turn).into_iter().enumerate() {
            let indent = if i == 0 { "    - " } else { "      " };
            text += &format!("{indent}{key}: {}\n", flow::line_with(&value, G::DIGITS));
        }
    }
    if let Some(outcome) = outcome.filter(|_| G::HAS_RESULT) {
        let result = match outcome.winner {
            Some(winner) => json!({"winner": sides[winner], "by": outcome.by}),
            None => json!({"by": outcome.by}),
        };
        text += &format!("  result: {}\n", flow::line(&result));
    }
    text
}
