//! The table of the page: a battle that is played there, by people and bots, while its scenario may change.

use std::sync::{Mutex, MutexGuard, PoisonError};

use camino::Utf8Path;
use serde::Deserialize;
use serde_json::{Value, json};

use muster_core::play::bots::Bot;
use muster_systems::position::TablePicture;
use muster_systems::seated::{SeatView, SeatedBattle, TableWish, read_seats};
use muster_systems::{Replayed, System};

use super::plays::{WrittenPlay, written_plays};
use super::shown::{Shown, ShownBattle};
use crate::project::Project;
use crate::project::files::Selection;
use crate::project::looks::Looks;
use crate::project::policy::Policy;
use crate::project::settings::Origin;

/// The name of the record of a battle whose rules change, beside its scenario. It is never written.
const RECORD: &str = ".muster-table.yaml";

/// Keeps the record of a battle, which is the battle of this number at the table, from 0. The error is shown on the page.
pub type KeepRecord = Box<dyn Fn(&str, usize) -> Result<(), String> + Send + Sync>;

/// The keeper of the records of battles.
pub struct Recorder {
    /// The scenario's file, as it is named from the folder of the records.
    pub scenario: String,
    /// Keeps a record.
    pub keep: KeepRecord,
}

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
    systems: &'static [&'static System],
    options: TableOptions,
    game: Mutex<Option<Game>>,
}

struct Game {
    /// The scenario's file, and the digest of what it was begun with.
    path: String,
    digest: u64,
    system: &'static System,
    seated: SeatedBattle,
    /// Its number among the battles that were played here, from 0.
    number: usize,
}

/// The battle that is asked for.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct WantedGame {
    /// The scenario's file.
    path: String,
    /// `you` or a bot for each side, with commas.
    seats: String,
    /// The seed; without it, every battle is different.
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

impl WantedMove {
    fn wish(self) -> TableWish {
        TableWish { at: self.at, side: self.side }
    }
}

impl PlayTable {
    /// Returns a table for the battles of some games.
    pub(super) fn new(systems: &'static [&'static System], options: TableOptions) -> PlayTable {
        PlayTable { systems, options, game: Mutex::default() }
    }

    /// Puts the first battle on the table, if it was asked for and is not there yet.
    pub(super) fn lay(&self, shown: &Shown) -> Result<(), String> {
        let Some(start) = &self.options.start else { return Ok(()) };
        let mut game = self.lock();
        if game.is_none() {
            *game = Some(Game::begin(shown, start.clone(), (0, 0))?);
            drop(game);
            self.keep();
        }
        Ok(())
    }

    /// Begins a battle in place of the one that is played. The error says why it cannot be.
    pub(super) fn begin(&self, shown: &Shown, wanted: &WantedGame) -> Result<(), String> {
        let seats = read_seats(&wanted.seats)?;
        let next = self.lock().as_ref().map_or((0, 0), |game| (game.seated.revision() + 1, game.number + 1));
        let seed = wanted.seed.map_or_else(super::new_seed, Ok).map_err(|error| error.to_string())?;
        let start = TableStart { path: wanted.path.clone(), seats, seed };
        *self.lock() = Some(Game::begin(shown, start, next)?);
        self.keep();
        Ok(())
    }

    /// Returns the description of the table for the page, as a side's player sees it.
    pub(super) fn document(&self, shown: &Shown, seat: WantedSeat) -> Value {
        let game = self.lock();
        let Some(game) = &*game else { return json!({"battle": null}) };
        let mut document = game.seated.document(seat.side);
        document["battle"] = game.path.as_str().into();
        document["system"] = game.system.id().into();
        let now = game.now(shown);
        document["changed"] = now.is_none_or(|now| now.stale || now.digest != game.digest).into();
        document["broken"] = now.is_none_or(|now| now.stale).into();
        document
    }

    /// Returns the game of the battle on the table.
    pub(super) fn system(&self) -> Option<&'static System> {
        self.lock().as_ref().map(|game| game.system)
    }

    /// Makes a move for somebody at the page.
    pub(super) fn choose(&self, wanted: WantedMove) -> Result<(), String> {
        let option = wanted.option.ok_or("expected an option")?;
        self.change(|game| game.seated.choose(wanted.wish(), option))
    }

    /// Makes the next move of a bot.
    pub(super) fn play_bot(&self, wanted: WantedMove) -> Result<(), String> {
        self.change(|game| game.seated.play_bot(wanted.wish()))
    }

    /// Takes back the latest decision of those who play at the page.
    pub(super) fn take_back(&self, wanted: WantedMove) -> Result<(), String> {
        self.change(|game| game.seated.take_back(wanted.wish()))
    }

    /// Lets those who play at one screen see everything from now on, where nobody but they plays.
    pub(super) fn open_hands(&self, wanted: WantedMove) -> Result<(), String> {
        self.change(|game| game.seated.open_hands(wanted.wish()))
    }

    /// Returns the index of the option that the bot for hints would choose for who decides at the page.
    pub(super) fn hint(&self, wanted: WantedMove) -> Result<Value, String> {
        let mut game = self.lock();
        game.as_mut().ok_or(NO_BATTLE)?.seated.hint(wanted.wish(), self.options.helper)
    }

    /// Returns what the bot that decides, or the one for hints, thinks of its moves, as far as somebody at the page may know.
    pub(super) fn thoughts(&self, wanted: WantedMove) -> Result<Value, String> {
        let game = self.lock();
        game.as_ref().ok_or(NO_BATTLE)?.seated.thoughts(wanted.wish(), self.options.helper)
    }

    /// Goes on by the rules of the scenario as it is now: the record is played again, as far as it is legal.
    pub(super) fn change_rules(&self, shown: &Shown, wanted: WantedMove) -> Result<(), String> {
        self.change(|game| {
            let battle = game.now(shown).filter(|battle| !battle.stale);
            let battle = battle.ok_or("the scenario has errors; see its findings")?;
            let (system, path) = (game.system, &game.path);
            game.seated.replace(wanted.wish(), |seated| {
                let replayed = replay_record(self.systems, path, seated.live.record(file_name(path)))?;
                let (live, followed) = system.compile(&battle.battle)?.begin(seated.seed(), Some(&replayed));
                let (turns, noun) = (replayed.states.len(), live.noun());
                let note = format!(
                    "The new rules apply from the start; {followed} of {turns} {noun}s of the record were played again."
                );
                Ok((live, note))
            })?;
            game.digest = battle.digest;
            Ok(())
        })
    }

    /// Returns the record as a play; `None` without a battle, or while it would tell a player what the other side hides.
    pub(super) fn record(&self) -> Option<String> {
        let game = self.lock();
        let game = game.as_ref()?;
        game.seated.has_open_record().then(|| game.record())
    }

    /// Returns that record with the scenario's file and the revision of the table.
    pub(super) fn record_to_review(&self) -> Option<(String, String, u64)> {
        let record = self.record()?;
        let game = self.lock();
        game.as_ref()
            .filter(|game| game.seated.live.has_record())
            .map(|game| (game.path.clone(), record, game.seated.revision()))
    }

    /// Draws the position as a side's player sees it.
    pub(super) fn position(&self, seat: WantedSeat, looks: &Looks) -> Option<TablePicture> {
        let game = self.lock();
        let game = game.as_ref()?;
        let view = game.seated.view(seat.side);
        if view == SeatView::Covered {
            return None;
        }
        let (faces, words) = (looks.faces(game.system), looks.words(game.system));
        game.system.live_position(&*game.seated.live, view.seen_by(), faces, words).ok()
    }

    /// Changes the battle, and keeps its record.
    fn change(&self, change: impl FnOnce(&mut Game) -> Result<(), String>) -> Result<(), String> {
        change(self.lock().as_mut().ok_or(NO_BATTLE)?)?;
        self.keep();
        Ok(())
    }

    /// Keeps the record.
    fn keep(&self) {
        let mut game = self.lock();
        if let (Some(recorder), Some(game)) = (&self.options.recorder, &mut *game)
            && game.seated.live.has_record()
            && let Err(trouble) = (recorder.keep)(&game.seated.live.record(&recorder.scenario), game.number)
        {
            game.seated.note = format!("The record was not written: {trouble}");
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Game>> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The answer where no battle is on the table.
const NO_BATTLE: &str = "there is no battle on the table";

impl Game {
    /// Begins a battle at a revision of the table, with its number there.
    fn begin(shown: &Shown, start: TableStart, (revision, number): (u64, usize)) -> Result<Game, String> {
        let battle = shown.battles.iter().find(|battle| battle.path == start.path);
        let battle = battle.ok_or_else(|| format!("there is no scenario `{}` without errors", start.path))?;
        let ShownBattle { system, battle, digest, .. } = battle;
        let (live, _) = system.compile(battle)?.begin(start.seed, None);
        let seated = SeatedBattle::new(live, start.seats, start.seed, revision)?;
        Ok(Game { path: start.path, digest: *digest, system, seated, number })
    }

    /// Returns the scenario as it is now; `None` while it has errors.
    fn now<'s>(&self, shown: &'s Shown) -> Option<&'s ShownBattle> {
        shown.battles.iter().find(|battle| battle.path == self.path)
    }

    fn record(&self) -> String {
        self.seated.live.record(file_name(&self.path))
    }
}

fn file_name(path: &str) -> &str {
    Utf8Path::new(path).file_name().unwrap_or(path)
}

/// Replays the text of a play that stands beside a scenario, by the rules of the scenario as it is now.
fn replay_record(systems: &'static [&'static System], path: &str, record: String) -> Result<Replayed, String> {
    Ok(read_record(systems, path, record)?.replay_battle()?.1)
}

/// Returns the play of such a text.
pub(super) fn read_record(
    systems: &'static [&'static System],
    path: &str,
    record: String,
) -> Result<WrittenPlay, String> {
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
