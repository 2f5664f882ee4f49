//! The table of the page: a battle that is played there, by people and bots. What a side may not see is not sent to the page that
//! shows that side.

use std::sync::{Mutex, MutexGuard, PoisonError};

use camino::Utf8Path;
use serde::Deserialize;
use serde_json::{Value, json};

use super::plays::{ShownPosition, WrittenPlay, written_plays};
use super::shown::{Shown, ShownBattle};
use super::thoughts;
use crate::play::bots::Bot;
use crate::print::frame::Rect;
use crate::project::Project;
use crate::project::files::Selection;
use crate::project::looks::Looks;
use crate::project::policy::Policy;
use crate::project::settings::Origin;
use crate::systems::live::{LiveBattle, LiveNext, LogLine, names};
use crate::systems::position::TableSpot;
use crate::systems::{Replayed, System};

/// The most playouts for a decision that the page can ask for: a bot's move is there within a second or two.
const MOST_PLAYOUTS: u32 = 10_000;

/// The most lines of the log that are sent.
const LINES: usize = 200;

/// The name of the record of a battle whose rules change, beside its scenario. It is never written.
const RECORD: &str = ".muster-table.yaml";

/// Keeps the record of a battle, which is the battle of this number at the table, from 0. The error is shown on the page.
pub type Recorder = Box<dyn Fn(&str, usize) -> Result<(), String> + Send + Sync>;

/// The battle that is on the table when the page opens.
#[derive(Debug, Clone)]
pub struct TableStart {
    /// The scenario's file.
    pub path: String,
    /// Who plays each side: a bot, or somebody at the page.
    pub seats: Vec<Option<Bot>>,
    /// The seed of dice, cards and chits.
    pub seed: u64,
}

/// What `muster play` asks of the table.
pub struct TableOptions {
    /// The battle that is on it; `None` for an empty table.
    pub start: Option<TableStart>,
    /// The bot that gives hints.
    pub helper: Bot,
    /// The keeper of the record, where one is kept.
    pub recorder: Option<Recorder>,
}

impl TableOptions {
    /// An empty table.
    pub const EMPTY: TableOptions = TableOptions { start: None, helper: Bot::Greedy, recorder: None };
}

/// The table, with the battle that is played at it.
pub(super) struct PlayTable {
    systems: &'static [System],
    options: TableOptions,
    game: Mutex<Option<Game>>,
}

struct Game {
    start: TableStart,
    system: &'static System,
    digest: u64,
    live: Box<dyn LiveBattle>,
    /// Grows with everything that happens at the table.
    revision: u64,
    /// Its number among the battles that were played here, from 0.
    number: usize,
    /// Whether those who play at one screen see everything.
    open: bool,
    /// What the page is told besides: why the record could not be kept, or how much of it fits new rules.
    note: String,
}

/// The battle that is asked for.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct WantedGame {
    /// The scenario's file.
    path: String,
    /// `you` or a bot for each side, with commas.
    seats: String,
    /// The seed; without it every battle is another one.
    seed: Option<u64>,
}

/// A move at the table.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct WantedMove {
    /// The revision of the table as the page knows it.
    at: u64,
    /// The side whose player asks.
    side: Option<usize>,
    /// The index of the option.
    option: Option<usize>,
}

/// The side whose view is asked for.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct WantedSeat {
    side: Option<usize>,
}

/// A view of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SeatView {
    /// Of somebody who may see everything.
    All,
    /// Of a side.
    Side(usize),
    /// Of nobody: the next player has not taken the seat.
    Covered,
}

impl SeatView {
    fn seen_by(self) -> Option<usize> {
        match self {
            SeatView::Side(side) => Some(side),
            SeatView::All | SeatView::Covered => None,
        }
    }
}

impl PlayTable {
    /// Returns a table for the battles of some games.
    pub(super) fn new(systems: &'static [System], options: TableOptions) -> PlayTable {
        PlayTable { systems, options, game: Mutex::default() }
    }

    /// Puts the first battle on the table, if it was asked for and is not there yet.
    pub(super) fn lay(&self, shown: &Shown) -> Result<(), String> {
        let Some(start) = &self.options.start else { return Ok(()) };
        let mut game = self.lock();
        if game.is_none() {
            *game = Some(Game::begin(shown, start.clone())?);
            drop(game);
            self.keep();
        }
        Ok(())
    }

    /// Begins a battle in place of the one that is played. The error says why it cannot be.
    pub(super) fn begin(&self, shown: &Shown, wanted: &WantedGame) -> Result<(), String> {
        let seat = |name: &str| match name {
            "you" => Ok(None),
            name => seated(name).map(Some),
        };
        let seats = wanted.seats.split(',').map(seat).collect::<Result<Vec<_>, String>>()?;
        let (revision, number) = self.lock().as_ref().map_or((0, 0), |game| (game.revision + 1, game.number + 1));
        let seed = wanted.seed.map_or_else(super::new_seed, Ok).map_err(|error| error.to_string())?;
        let start = TableStart { path: wanted.path.clone(), seats, seed };
        *self.lock() = Some(Game { revision, number, ..Game::begin(shown, start)? });
        self.keep();
        Ok(())
    }

    /// Returns the description of the table for the page, as a side's player sees it.
    pub(super) fn document(&self, shown: &Shown, seat: WantedSeat) -> Value {
        let game = self.lock();
        let Some(game) = &*game else { return json!({"battle": null}) };
        game.document(shown, game.view(seat.side))
    }

    /// Makes a move for somebody at the page.
    pub(super) fn choose(&self, wanted: WantedMove) -> Result<(), String> {
        self.change(wanted, |game| {
            let side = game.decider()?;
            if game.start.seats[side].is_some() || wanted.side.is_some_and(|asks| asks != side) {
                return Err("another side decides now".to_owned());
            }
            let option = wanted.option.ok_or("expected an option")?;
            if game.live.choose(option) { Ok(()) } else { Err("there is no such option".to_owned()) }
        })
    }

    /// Makes the next move of a bot.
    pub(super) fn play_bot(&self, wanted: WantedMove) -> Result<(), String> {
        self.change(wanted, |game| {
            let side = game.decider()?;
            let bot = game.start.seats[side].ok_or("no bot decides now")?;
            match game.live.advice(bot) {
                Some(option) => game.live.choose(option),
                // Where the bot's move is none of the list, or the engine broke, the battle still goes on or ends.
                None => game.live.choose(0),
            };
            Ok(())
        })
    }

    /// Takes back the latest decision of those who play at the page.
    pub(super) fn take_back(&self, wanted: WantedMove) -> Result<(), String> {
        self.change(wanted, |game| {
            let taken =
                game.live.take_back(&takers(&game.start.seats, wanted.side)).ok_or("there is nothing to take back")?;
            if taken.answered {
                game.note = "Taken back after it was answered: the record says so.".to_owned();
            }
            Ok(())
        })
    }

    /// Lets those who play at one screen see everything from now on, where nobody but they plays.
    pub(super) fn open_hands(&self, wanted: WantedMove) -> Result<(), String> {
        self.change(wanted, |game| {
            if game.start.seats.iter().any(Option::is_some) {
                return Err("a bot plays here".to_owned());
            }
            game.open = true;
            Ok(())
        })
    }

    /// Returns the index of the option that the bot for hints would choose for who decides at the page.
    pub(super) fn hint(&self, wanted: WantedMove) -> Result<Value, String> {
        let mut game = self.lock();
        let game = game.as_mut().filter(|game| game.revision == wanted.at).ok_or(STALE)?;
        let side = game.decider()?;
        if game.view(wanted.side) == SeatView::Covered || game.start.seats[side].is_some() {
            return Err("another side decides now".to_owned());
        }
        Ok(json!({"option": game.live.advice(self.options.helper), "bot": self.options.helper.to_string()}))
    }

    /// Returns what the bot that decides, or the one for hints, thinks of its moves, as far as somebody at the page may know.
    pub(super) fn thoughts(&self, wanted: WantedMove) -> Result<Value, String> {
        let mut game = self.lock();
        let game = game.as_mut().filter(|game| game.revision == wanted.at).ok_or(STALE)?;
        let side = game.decider()?;
        let view = game.view(wanted.side);
        let seat = game.start.seats[side];
        if view != SeatView::All && (view != SeatView::Side(side) || seat.is_some()) {
            return Err("what another side thinks is hidden".to_owned());
        }
        Ok(thoughts::document(&*game.live, seat.unwrap_or(self.options.helper)))
    }

    /// Goes on by the rules of the scenario as it is now: the record is played again, as far as it is legal.
    pub(super) fn change_rules(&self, shown: &Shown, wanted: WantedMove) -> Result<(), String> {
        self.change(wanted, |game| {
            let battle = game.now(shown).filter(|battle| !battle.stale);
            let battle = battle.ok_or("the scenario has errors; see its findings")?;
            let record = game.live.record(file_name(&game.start.path));
            let replayed = replayed(self.systems, &game.start.path, record)?;
            let (live, followed) = game.system.compile(&battle.battle)?.begin(game.start.seed, Some(&replayed));
            let (turns, noun) = (replayed.states.len(), live.noun());
            game.note = match live.sides() == game.live.sides() {
                true => format!(
                    "The new rules apply from the start; {followed} of {turns} {noun}s of the record were played again."
                ),
                false => return Err("the sides have changed: begin a new battle".to_owned()),
            };
            (game.live, game.digest) = (live, battle.digest);
            Ok(())
        })
    }

    /// Returns the record as a play; `None` without a battle, or while it would tell a player what the other side hides.
    pub(super) fn record(&self) -> Option<String> {
        let game = self.lock();
        let game = game.as_ref()?;
        game.has_open_record().then(|| game.live.record(file_name(&game.start.path)))
    }

    /// Returns that record with the scenario's file and the revision of the table.
    pub(super) fn reviewed(&self) -> Option<(String, String, u64)> {
        let record = self.record()?;
        let game = self.lock();
        game.as_ref().filter(|game| game.live.has_record()).map(|game| (game.start.path.clone(), record, game.revision))
    }

    /// Draws the position as a side's player sees it.
    pub(super) fn position(&self, seat: WantedSeat, looks: &Looks) -> Option<(ShownPosition, Vec<TableSpot>)> {
        let game = self.lock();
        let game = game.as_ref()?;
        let view = game.view(seat.side);
        if view == SeatView::Covered {
            return None;
        }
        let (faces, words) = (looks.faces(game.system), looks.words(game.system));
        let picture = game.system.live_position(&*game.live, view.seen_by(), faces, words).ok()?;
        let area = Rect::new(0.0, 0.0, picture.size.width, picture.size.height);
        Some((ShownPosition { frame: picture.frame, area, text: picture.text }, picture.spots))
    }

    /// Changes the battle as it is at a revision, and keeps its record.
    fn change(&self, wanted: WantedMove, change: impl FnOnce(&mut Game) -> Result<(), String>) -> Result<(), String> {
        let mut game = self.lock();
        let game_now = game.as_mut().filter(|game| game.revision == wanted.at).ok_or(STALE)?;
        game_now.note.clear();
        change(game_now)?;
        game_now.revision += 1;
        drop(game);
        self.keep();
        Ok(())
    }

    /// Keeps the record.
    fn keep(&self) {
        let mut game = self.lock();
        if let (Some(recorder), Some(game)) = (&self.options.recorder, &mut *game)
            && game.live.has_record()
            && let Err(trouble) = recorder(&game.live.record(file_name(&game.start.path)), game.number)
        {
            game.note = format!("The record was not written: {trouble}");
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Game>> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The answer to a page that shows the table as it was.
const STALE: &str = "something else happened at the table meanwhile";

impl Game {
    fn begin(shown: &Shown, start: TableStart) -> Result<Game, String> {
        let battle = shown.battles.iter().find(|battle| battle.path == start.path);
        let battle = battle.ok_or_else(|| format!("there is no scenario `{}` without errors", start.path))?;
        let ShownBattle { system, battle, digest, .. } = battle;
        let (live, _) = system.compile(battle)?.begin(start.seed, None);
        if start.seats.len() != live.sides().len() {
            return Err(format!("{} players for {} sides", start.seats.len(), live.sides().len()));
        }
        Ok(Game { start, system, digest: *digest, live, revision: 0, number: 0, open: false, note: String::new() })
    }

    /// Returns the scenario as it is now; `None` while it has errors.
    fn now<'s>(&self, shown: &'s Shown) -> Option<&'s ShownBattle> {
        shown.battles.iter().find(|battle| battle.path == self.start.path)
    }

    /// Returns the side that decides.
    fn decider(&self) -> Result<usize, String> {
        match self.live.next() {
            LiveNext::Decide { side, .. } => Ok(side),
            LiveNext::Over { .. } | LiveNext::Broken(_) => Err("nobody decides now".to_owned()),
        }
    }

    /// Returns true if the record tells no player what another side hides.
    fn has_open_record(&self) -> bool {
        !self.live.hides() || self.view(None) == SeatView::All
    }

    /// Returns the view of somebody who asks for that of a side.
    fn view(&self, asked: Option<usize>) -> SeatView {
        let people: Vec<usize> =
            (0..).zip(&self.start.seats).filter(|(_, seat)| seat.is_none()).map(|(side, _)| side).collect();
        match (self.live.next(), &*people, asked) {
            (LiveNext::Over { .. } | LiveNext::Broken(_), ..) | (_, [], _) => SeatView::All,
            _ if !self.live.hides() || self.open => SeatView::All,
            (_, [only], _) => SeatView::Side(*only),
            (_, people, Some(asked)) if people.contains(&asked) => SeatView::Side(asked),
            _ => SeatView::Covered,
        }
    }

    fn document(&self, shown: &Shown, view: SeatView) -> Value {
        let Game { start, live, .. } = self;
        let (turn, mover) = live.turn();
        let seat =
            |(name, seat): (&String, &Option<Bot>)| json!({"name": name, "bot": seat.map(|bot| bot.to_string())});
        let sides: Vec<Value> = live.sides().iter().zip(&start.seats).map(seat).collect();
        let mut document = json!({
            "battle": start.path, "system": self.system.id(), "revision": self.revision,
            "sides": sides, "noun": live.noun(), "turn": turn, "mover": mover, "note": self.note,
            "hides": live.hides() && !self.open, "covered": view == SeatView::Covered, "side": view.seen_by(),
            "changed": self.now(shown).is_none_or(|now| now.stale || now.digest != self.digest),
            "broken": self.now(shown).is_none_or(|now| now.stale),
            "next": self.next(view),
        });
        if view == SeatView::Covered {
            return document;
        }
        document["log"] = live.log(LINES, view.seen_by()).iter().map(logged).collect();
        document["state"] = live.state(view.seen_by());
        // Where dice and cards follow from it, it tells more than a side sees.
        document["seed"] = (view == SeatView::All).then_some(start.seed).into();
        document["back"] = live.can_take_back(&takers(&start.seats, view.seen_by())).into();
        document["record"] = self.has_open_record().into();
        document
    }

    /// Returns what comes next, with the options of the one who decides where this is for that player.
    fn next(&self, view: SeatView) -> Value {
        let live = &self.live;
        match live.next() {
            LiveNext::Broken(what) => json!({"broken": what}),
            LiveNext::Over { winner, by } => json!({"over": {"winner": winner, "by": by}}),
            LiveNext::Decide { side, kind } => {
                let bot = self.start.seats[side].is_some();
                let mut next = json!({"side": side, "kind": kind, "question": live.question(), "bot": bot});
                if view == SeatView::All || view == SeatView::Side(side) {
                    next["subject"] = live.subject().into();
                }
                if !bot && (view == SeatView::All || view == SeatView::Side(side)) {
                    let options = live.options().into_iter();
                    let option = |words: String, written: &Value| json!({"words": words, "pieces": names(written)});
                    next["options"] = options.map(|of| option(of.words, &of.written)).collect();
                    next["refused"] = live.refusals().into_iter().map(|of| option(of.words, &of.written)).collect();
                }
                next
            }
        }
    }
}

fn logged(LogLine { turn, side, is_drawn, words }: &LogLine) -> Value {
    json!({"turn": turn, "side": side, "drawn": is_drawn, "words": words})
}

fn seated(name: &str) -> Result<Bot, String> {
    let bot = Bot::parse(name).filter(|bot| !matches!(bot, Bot::Mcts(playouts) if *playouts > MOST_PLAYOUTS));
    bot.ok_or_else(|| format!("expected `you` or a bot: {}, with N up to {MOST_PLAYOUTS}", Bot::NAMES.join(", ")))
}

/// Returns the sides whose decisions may be taken back, by who plays and the side that asks, if one does: those of people, or of
/// bots where nobody else plays.
fn takers(seats: &[Option<Bot>], asks: Option<usize>) -> impl Fn(usize) -> bool + '_ {
    let nobody = seats.iter().all(Option::is_some);
    move |side| (nobody || seats[side].is_none()) && asks.is_none_or(|asks| asks == side)
}

fn file_name(path: &str) -> &str {
    Utf8Path::new(path).file_name().unwrap_or(path)
}

/// Replays the text of a play that stands beside a scenario, by the rules of the scenario as it is now.
fn replayed(systems: &'static [System], path: &str, record: String) -> Result<Replayed, String> {
    Ok(written(systems, path, record)?.replayed()?.1)
}

/// Returns the play of such a text.
pub(super) fn written(systems: &'static [System], path: &str, record: String) -> Result<WrittenPlay, String> {
    let scenario = Utf8Path::new(path);
    let project = Project::new(systems, &Origin::Nearest, Policy::default(), |_| ()).map_err(|e| e.to_string())?;
    let found = project.find(Selection { paths: &[scenario], force_exclude: false }).map_err(|e| e.to_string())?;
    let (mut files, _) = project.read_all(found);
    let play = scenario.parent().unwrap_or(Utf8Path::new("")).join(RECORD);
    files.push((play.clone(), record.into_bytes()));
    let review = project.review(&files);
    let written = written_plays(&review).into_iter().find(|written| written.is_in(&play));
    written.ok_or_else(|| "the record names what the scenario does not have: begin a new battle".to_owned())
}
