//! The interface of a game whose battles are played, and the compiled battle that everyone else works with.

use std::any::Any;
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

use muster_core::diag::{Diagnostic, Severity};
use muster_core::play::balance::Tally;
use muster_core::play::effort::Effort;
use muster_core::play::exact::{Exact, SolveLimits, Unsolved};
use muster_core::play::exhaust::{Sought, Wanted, exhaust};
use muster_core::play::judging::{JudgeOptions, JudgeProgress, JudgedBattle};
use muster_core::play::smoke::{SmokeOptions, Totals, outcomes, run_until};
use muster_core::play::stop::Stop;
use muster_core::play::{Engine, Playout};
use muster_core::source::{Address, Sources};

use super::balance::BotDistance;
use super::beginning::{self, Beginning};
use super::counters::{Counters, Course, Use, WeighedPart};
use super::judged::WrittenMove;
use super::live::{self, LiveBattle};
use super::measures::MeasureReport;
use super::notation::{Notation, StateOf};
use super::removal::WeighedLine;
use super::system::{Opaque, downcast};
use super::{Doc, Game, balance, judged, notation, smallest, smoke};

/// A variant of a battle: its name, `more shooting`, and the change that makes it.
pub type Variant<B> = (&'static str, fn(&B) -> B);

/// The rules of play of a game.
pub trait Played: Game {
    /// The rules of play.
    type Engine: Playout;

    /// The word of reports for a turn of a play, in the singular.
    const TURN: &'static str = "turn";

    /// The word of reports for what [`Engine::rounds`] counts, in the singular: lengths of
    /// battles, and the limit after which they are given up.
    const ROUND: &'static str = Self::TURN;

    /// A caution for readers of figures about how battles are played, as a sentence for every report.
    const PROVISO: Option<&'static str> = None;

    /// Changes of the numbers that Muster had to choose: a worth that hangs on such numbers is not worth much.
    const VARIANTS: &'static [Variant<Self::Battle>] = &[];

    /// Playouts for each decision of the searching bot in reports of balance: as many as let it play some hundred battles
    /// in a few minutes.
    const SEARCH: u32 = 100;

    /// Playouts for each decision of the bot that weighs lines beside the bots of a run: it has many battles to play.
    const WEIGHING: u32 = 20;

    /// The distances of bots from best play that were measured in this game, the weakest bot first; none where they are not known.
    const DISTANCES: &'static [BotDistance] = &[];

    /// The codes of errors that a battle without one of its lines may have and is played all the same, such as a deck that is a card
    /// short.
    const WEIGHED_DESPITE: &'static [&'static str] = &[];

    /// Whether random battles are so quick that every two changes of a battle can be tried together.
    const QUICK: bool = false;

    /// Compiles a battle in which no check found an error.
    ///
    /// # Errors
    ///
    /// Says what no check has found.
    fn compile(battle: &Self::Battle) -> Result<Self::Engine, String>;

    /// Returns the place of the battle's name.
    fn title_address(battle: &Self::Battle) -> Address;

    /// Returns the names of the sides and their places, in the engine's order.
    fn sides(battle: &Self::Battle) -> Vec<(String, Address)>;

    /// Returns the meaning of the engine's counters.
    fn counters(_engine: &Self::Engine, _battle: &Self::Battle) -> Counters {
        Counters::default()
    }

    /// Returns for each of [`Counters::used`] why it can never be used, where that is proven.
    fn impossible(_engine: &Self::Engine, _battle: &Self::Battle, counters: &Counters) -> Vec<Option<String>> {
        vec![None; counters.used.len()]
    }

    /// Returns the same battle, but the other side goes first; `None` if the rules do not allow it.
    fn other_first(_battle: &Self::Battle) -> Option<Self::Engine> {
        None
    }

    /// Returns the parts that a side could do without, to see their worth: every piece that is counted, and its parts. A game
    /// that does not write [`Played::uses`] returns none.
    fn parts(counters: &Counters) -> Vec<WeighedPart> {
        counters.parts()
    }

    /// Returns the same battle, but positions are valued as if a part could never be used; `None` if that makes no difference.
    fn without(_battle: &Self::Battle, _part: &WeighedPart) -> Option<Self::Engine> {
        None
    }

    /// Returns true if a move uses a part, or only prepares its use. `engine` is that of [`Played::without`]. Written by
    /// every game that has [`Played::parts`].
    fn uses(
        _engine: &Self::Engine,
        _part: &WeighedPart,
        _state: &<Self::Engine as Engine>::State,
        _chosen: &<Self::Engine as Engine>::Move,
    ) -> bool {
        panic!("internal error: {} has parts to be weighed, but does not say which moves use them", Self::TITLE)
    }

    /// Returns the cost that a side paid for a part in a battle, on average, where cards have costs: see
    /// [`balance::PricedWorth`]. Then [`Played::without`] gives the side that much back.
    fn spent(_engine: &Self::Engine, _part: &WeighedPart, _totals: &Totals) -> Option<f64> {
        None
    }

    /// Returns the course of a battle that is counted: the forces the sides have left; `None` if reports say nothing of it.
    fn course(_engine: &Self::Engine) -> Option<Course> {
        None
    }

    /// Returns the exact value of a battle from a position on, or the reason there is none; `None` if the game's positions cannot be listed.
    fn exact(
        _engine: &Self::Engine,
        _start: &<Self::Engine as Engine>::State,
        _limits: &SolveLimits,
    ) -> Option<Result<Exact, Unsolved>> {
        None
    }

    /// Returns the exact odds of the cards; `None` if the game has none.
    fn odds(_battle: &Self::Battle) -> Option<Odds> {
        None
    }

    /// Returns the exact odds of a combat between cards, a list of them for each side; `None` if the game has no such combats.
    /// The error says what cannot be read.
    fn clash(_battle: &Self::Battle, _sides: &[String]) -> Option<Result<Clash, String>> {
        None
    }
}

/// Exact odds of a combat between cards that were named.
#[derive(Debug, Clone, Serialize)]
pub struct Clash {
    /// The sides, in the order in which they were named.
    pub sides: Vec<ClashSide>,
    /// Notes on all of it, in sentences.
    pub notes: Vec<String>,
}

/// A side of a combat.
#[derive(Debug, Clone, Serialize)]
pub struct ClashSide {
    /// Its cards, as they were named.
    pub cards: String,
    /// Their strength together.
    pub might: u32,
    /// The chance that each of them is destroyed, as a fraction.
    pub falls: String,
    /// The same, from 0 to 1.
    pub chance: f64,
}

/// Exact odds of the cards of a battle: computed, not sampled.
#[derive(Debug, Clone)]
pub struct Odds {
    /// The subject of the chances and of what follows them, as the continuation of "Exact odds: ".
    pub title: &'static str,
    /// The headings of the chances of one card.
    pub headings: Vec<String>,
    /// The headings of the chances in a wide table of all cards.
    pub wide: Vec<String>,
    /// The chances that stand in a narrow table, by their place among all, and their headings there.
    pub narrow: Vec<(usize, &'static str)>,
    /// The heading of what is said in words.
    pub words: &'static str,
    /// The chances of one card as a table of its own: the words before the headings, and before the chances.
    pub labels: [&'static str; 2],
    /// The cards.
    pub cards: Vec<Fact>,
    /// What is calculated of each side as a whole, where there is something.
    pub armies: Vec<ArmyFact>,
    /// Notes on all of them, in sentences.
    pub notes: Vec<String>,
}

/// What is calculated of the cards of a side together.
#[derive(Debug, Clone, Serialize)]
pub struct ArmyFact {
    /// The side.
    pub side: String,
    /// In words, a sentence a line.
    #[serde(skip)]
    pub sentences: Vec<String>,
    /// Everything for programs.
    #[serde(flatten)]
    pub json: Map<String, Value>,
}

impl ArmyFact {
    /// Returns what is calculated, each line with the side in front.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.sentences.iter().map(|sentence| format!("{}: {sentence}", self.side))
    }
}

/// The computed odds of a card.
#[derive(Debug, Clone, Serialize)]
pub struct Fact {
    /// The place where the card is written.
    #[serde(skip)]
    pub at: Address,
    /// The card's number.
    #[serde(skip)]
    pub card: String,
    /// Its name.
    #[serde(skip)]
    pub name: String,
    /// The chances, from 0 to 1.
    #[serde(skip)]
    pub chances: Vec<f64>,
    /// The rest in one line.
    #[serde(skip)]
    pub words: String,
    /// The rest, a sentence a line.
    #[serde(skip)]
    pub sentences: Vec<String>,
    /// Everything for programs.
    #[serde(flatten)]
    pub json: Map<String, Value>,
}

impl Fact {
    /// Returns the chances in per cent, as in `16.7 %`.
    pub fn percentages(&self) -> Vec<String> {
        self.chances.iter().map(|chance| format!("{:.1} %", chance * 100.0)).collect()
    }
}

/// A recorded battle, replayed.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// The word for a turn of the play, in the singular.
    pub noun: &'static str,
    /// Every decision with more than one legal option, as JSON.
    pub steps: Vec<Value>,
    /// The state after each turn.
    pub states: Vec<Value>,
    /// `{"winner", "by"}`, or null while the battle goes on.
    pub result: Value,
    /// Draws that are not written and were made by chance: the turn, counted from 1, and its keys as a play writes them.
    pub drawn: Vec<(usize, Value)>,
    /// The findings: moves that were illegal, and states or results that were not as expected.
    pub findings: Vec<Diagnostic>,
    /// The game's own states, a `Vec<StateOf<G>>`: the start, then the state after each turn. Empty where nothing was
    /// played.
    pub(super) positions: Opaque,
    /// The turns that were played whole, a `Vec<Turn<MoveOf<G>, ()>>`, with all that was chosen and drawn.
    pub(super) played: Opaque,
}

impl Replayed {
    /// Returns true if nothing was illegal, and everything as expected.
    pub fn is_legal(&self) -> bool {
        self.findings.iter().all(|finding| finding.severity < Severity::Error)
    }
}

/// A battle of some game, compiled to be played.
pub trait Compiled: Any + Send + Sync {
    /// Returns the sides' names.
    fn sides(&self) -> &[String];

    /// Plays the battle many times. `progress` is told how many more battles were played.
    fn smoke(&self, options: &SmokeOptions, progress: &(dyn Fn(u64) + Sync)) -> Totals;

    /// Like [`Compiled::smoke`], until it is called to stop: battles that are not over then do not count.
    fn smoke_until(&self, options: &SmokeOptions, progress: &(dyn Fn(u64) + Sync), stop: &Stop) -> Totals;

    /// Plays battles of a run, by their indices, without a look at their states.
    fn outcomes(&self, options: &SmokeOptions, battles: Range<u64>) -> Totals;

    /// Returns the side that goes first; `None` if all sides act together.
    fn first(&self) -> Option<usize>;

    /// Returns the same battle, but the other side goes first; `None` if the rules do not allow it.
    fn other_first(&self) -> Option<Box<dyn Compiled>>;

    /// Returns true if every two changes of a battle can be tried together; see [`Played::QUICK`].
    fn is_quick(&self) -> bool;

    /// Returns the word for what the length of a battle is counted in, in the singular; see [`Played::ROUND`].
    fn round(&self) -> &'static str;

    /// Returns the playouts for each decision of the searching bot in reports of balance; see [`Played::SEARCH`].
    fn search(&self) -> u32;

    /// Reads the totals of such battles, and those of battles that were then played for what was not used.
    fn smoke_report(&self, options: &SmokeOptions, totals: &Totals, sought: Option<&Sought>) -> smoke::SmokeReport;

    /// Returns the names of the measures of battles, and whether each is a share, in the order of reports.
    fn measures(&self) -> Vec<(&'static str, bool)>;

    /// Reads the measures of battles from their totals.
    fn read_measures(&self, totals: &Totals) -> Vec<MeasureReport>;

    /// Returns everything that is there to be used.
    fn usable(&self) -> Vec<Use>;

    /// Plays on, from counters, for what is wanted.
    fn exhaust(&self, wanted: &Wanted, counters: Vec<u64>, progress: &(dyn Fn(u64) + Sync)) -> Sought;

    /// Finds the smallest play that shows what went wrong in a run.
    ///
    /// # Errors
    ///
    /// Says why there is none.
    fn smallest(
        &self,
        sources: &Sources,
        options: &SmokeOptions,
        shown: &smoke::Shown,
        names: smallest::ScenarioNames<'_>,
        effort: &Effort,
    ) -> Result<smallest::Smallest, String>;

    /// Plays battles for what was not used: at most so many, by a seed.
    fn seek_uses(&self, counters: &[usize], tries: (u64, u64), effort: &Effort) -> smallest::SoughtUses;

    /// Finds the smallest play that uses something, from a battle of a seed in which it is used.
    fn smallest_use(
        &self,
        counter: usize,
        battle: (u64, &smallest::SoughtBattle),
        scenario: &str,
        effort: &Effort,
    ) -> smallest::Written;

    /// Returns the numbers of battles that [`Compiled::balance`] plays in all parts together, where the options say how many.
    fn balance_battles(&self, options: &balance::BalanceOptions) -> balance::PlannedBattles;

    /// Plays the series of battles that show how balanced the battle is.
    fn balance(
        &self,
        options: &balance::BalanceOptions,
        progress: &(dyn Fn(u64) + Sync),
        go_on: Option<&(dyn Fn() -> bool + Sync)>,
    ) -> Vec<Tally>;

    /// Like [`Compiled::balance`], until it is called to stop: battles that are not over then do not count.
    fn balance_until(
        &self,
        options: &balance::BalanceOptions,
        progress: &(dyn Fn(u64) + Sync),
        stop: &Stop,
    ) -> Vec<Tally>;

    /// Reads the sums of such series; there are as many as are played with these options.
    fn balance_report(&self, options: &balance::BalanceOptions, tallies: &[Tally]) -> balance::BalanceReport;

    /// Returns the same battle, but it begins from a position of a recorded one, which [`Compiled::replay`] of it returned without an
    /// error: after so many turns, or after the last one. Battles will be played to a limit of turns.
    ///
    /// # Errors
    ///
    /// Says why the battle cannot begin there.
    fn begin_from(
        self: Box<Self>,
        play: &Opaque,
        replayed: &Replayed,
        at: (&str, Option<usize>),
        turn_limit: u32,
    ) -> Result<Box<dyn Compiled>, String>;

    /// Begins a battle by a seed, with the turns of a replayed one as far as they are legal. Returns it with the number of those
    /// that were.
    fn begin(self: Box<Self>, seed: u64, from: Option<&Replayed>) -> (Box<dyn LiveBattle>, usize);

    /// Plays a recorded battle. With a seed in `draw`, what is drawn and not written is drawn by chance.
    fn replay(&self, play: &Opaque, draw: Option<u64>) -> Replayed;

    /// Judges a recorded battle move by move; `replayed` is what [`Compiled::replay`] of it returned, without an error.
    ///
    /// # Errors
    ///
    /// Says why nobody can judge it.
    fn judge(
        &self,
        play: &Opaque,
        replayed: &Replayed,
        options: &JudgeOptions,
        progress: JudgeProgress<'_>,
    ) -> Result<JudgedBattle<WrittenMove>, String>;
}

/// A battle with the engine it was compiled to.
pub(super) struct CompiledBattle<G: Played> {
    pub(super) battle: Arc<G::Battle>,
    pub(super) engine: G::Engine,
    pub(super) sides: Vec<String>,
    pub(super) counters: Counters,
    /// The lines that can be taken out, where reports say what each is worth.
    pub(super) removed: Vec<RemovedLine<G>>,
    /// The position that battles begin from where a play has led there; `None` for the set-up.
    pub(super) midway: Option<StateOf<G>>,
    /// The position of a play that battles begin from, if it was asked for: also the set-up.
    pub(super) from: Option<Beginning>,
}

/// A line that is taken out, and the battle that is left, or why there is none.
pub(super) struct RemovedLine<G: Played> {
    pub(super) line: WeighedLine,
    pub(super) rest: Result<CompiledBattle<G>, String>,
}

impl<G: Played> CompiledBattle<G> {
    /// Returns the battle behind one of which only the system is known, which is that of this game.
    pub(super) fn downcast(battle: &dyn Compiled) -> &CompiledBattle<G> {
        let compiled = (battle as &dyn Any).downcast_ref();
        compiled.unwrap_or_else(|| panic!("internal error: a battle of another system"))
    }

    /// Compiles a battle.
    pub(super) fn compile(battle: Arc<G::Battle>) -> Result<CompiledBattle<G>, String> {
        let engine = G::compile(&battle)?;
        let sides = G::sides(&battle).into_iter().map(|(name, _)| name).collect();
        let counters = G::counters(&engine, &battle);
        Ok(CompiledBattle { battle, engine, sides, counters, removed: Vec::new(), midway: None, from: None })
    }

    /// Returns the position that battles begin from.
    pub(super) fn start(&self) -> StateOf<G> {
        self.midway.clone().unwrap_or_else(|| self.engine.start())
    }
}

impl<G: Notation> Compiled for CompiledBattle<G> {
    fn sides(&self) -> &[String] {
        &self.sides
    }

    fn smoke(&self, options: &SmokeOptions, progress: &(dyn Fn(u64) + Sync)) -> Totals {
        self.smoke_until(options, progress, &Stop::NEVER)
    }

    fn smoke_until(&self, options: &SmokeOptions, progress: &(dyn Fn(u64) + Sync), stop: &Stop) -> Totals {
        run_until((&self.engine, &self.start()), options, progress, stop)
    }

    fn outcomes(&self, options: &SmokeOptions, battles: Range<u64>) -> Totals {
        outcomes(&self.engine, options, battles)
    }

    fn first(&self) -> Option<usize> {
        self.engine.clock(&self.start()).player
    }

    fn other_first(&self) -> Option<Box<dyn Compiled>> {
        let engine = G::other_first(&self.battle)?;
        let CompiledBattle { battle, sides, counters, .. } = self;
        let (battle, sides, counters) = (battle.clone(), sides.clone(), counters.clone());
        Some(Box::new(CompiledBattle::<G> {
            battle,
            engine,
            sides,
            counters,
            removed: Vec::new(),
            midway: None,
            from: None,
        }))
    }

    fn is_quick(&self) -> bool {
        G::QUICK
    }

    fn round(&self) -> &'static str {
        G::ROUND
    }

    fn search(&self) -> u32 {
        G::SEARCH
    }

    fn smoke_report(&self, options: &SmokeOptions, totals: &Totals, sought: Option<&Sought>) -> smoke::SmokeReport {
        smoke::report(self, options, totals, sought)
    }

    fn measures(&self) -> Vec<(&'static str, bool)> {
        self.counters.measures.iter().map(|measure| (measure.name, measure.is_share())).collect()
    }

    fn read_measures(&self, totals: &Totals) -> Vec<MeasureReport> {
        self.counters.measures(&self.sides, totals)
    }

    fn usable(&self) -> Vec<Use> {
        let used = self.counters.used.iter().cloned();
        let impossible = G::impossible(&self.engine, &self.battle, &self.counters);
        used.zip(impossible).map(|(used, impossible)| Use { used, impossible }).collect()
    }

    fn exhaust(&self, wanted: &Wanted, counters: Vec<u64>, progress: &(dyn Fn(u64) + Sync)) -> Sought {
        exhaust(&self.engine, wanted, counters, progress)
    }

    fn smallest(
        &self,
        sources: &Sources,
        options: &SmokeOptions,
        shown: &smoke::Shown,
        names: smallest::ScenarioNames<'_>,
        effort: &Effort,
    ) -> Result<smallest::Smallest, String> {
        smallest::smallest(self, sources, options, shown, names, effort)
    }

    fn seek_uses(&self, counters: &[usize], tries: (u64, u64), effort: &Effort) -> smallest::SoughtUses {
        smallest::seek_uses(self, counters, tries, effort)
    }

    fn smallest_use(
        &self,
        counter: usize,
        battle: (u64, &smallest::SoughtBattle),
        scenario: &str,
        effort: &Effort,
    ) -> smallest::Written {
        smallest::smallest_use(self, counter, battle, scenario, effort)
    }

    fn balance_battles(&self, options: &balance::BalanceOptions) -> balance::PlannedBattles {
        balance::battles(self, options)
    }

    fn balance(
        &self,
        options: &balance::BalanceOptions,
        progress: &(dyn Fn(u64) + Sync),
        go_on: Option<&(dyn Fn() -> bool + Sync)>,
    ) -> Vec<Tally> {
        balance::play(self, options, progress, go_on, &Stop::NEVER)
    }

    fn balance_until(
        &self,
        options: &balance::BalanceOptions,
        progress: &(dyn Fn(u64) + Sync),
        stop: &Stop,
    ) -> Vec<Tally> {
        balance::play(self, options, progress, Some(&|| !stop.is_called()), stop)
    }

    fn balance_report(&self, options: &balance::BalanceOptions, tallies: &[Tally]) -> balance::BalanceReport {
        balance::report(self, options, tallies)
    }

    fn begin_from(
        mut self: Box<Self>,
        play: &Opaque,
        replayed: &Replayed,
        at: (&str, Option<usize>),
        turn_limit: u32,
    ) -> Result<Box<dyn Compiled>, String> {
        let play = downcast::<Doc<G::Model>>(play);
        let (midway, from) = beginning::find::<G>(&self.engine, &play, replayed, at, turn_limit)?;
        if midway.is_some() {
            self.removed.clear();
        }
        (self.midway, self.from) = (midway, Some(from));
        Ok(self)
    }

    fn begin(self: Box<Self>, seed: u64, from: Option<&Replayed>) -> (Box<dyn LiveBattle>, usize) {
        live::begin(*self, seed, from)
    }

    fn replay(&self, play: &Opaque, draw: Option<u64>) -> Replayed {
        notation::replay(&downcast::<Doc<G::Model>>(play), self, draw)
    }

    fn judge(
        &self,
        play: &Opaque,
        replayed: &Replayed,
        options: &JudgeOptions,
        progress: JudgeProgress<'_>,
    ) -> Result<JudgedBattle<WrittenMove>, String> {
        judged::judge(&downcast::<Doc<G::Model>>(play), replayed, self, (options, progress))
    }
}
