//! Battles in a page that needs no server: a program for WebAssembly that a page asks in JSON, as it would ask a server.
//!
//! The page writes what it asks into the room that [`room`] gives it, calls [`answer`], and reads so many bytes at [`answered`].

use std::cell::RefCell;

use muster_core::play::bots::Bot;
use muster_core::print::frame::Rect;
use muster_core::print::svg::svg;
use muster_games::OFFLINE_GAMES;
use muster_systems::offline::{OfflineFiles, OfflineTable};
use muster_systems::seated::{SeatView, SeatedBattle, TableWish, read_seats, spots};
use serde_json::{Value, json};

thread_local! {
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static TABLE: RefCell<Table> = const { RefCell::new(Table { laid: None, path: String::new(), seated: None }) };
}

/// Returns the place for a question of so many bytes.
#[allow(unsafe_code, reason = "the name of an exported function")]
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(bytes, 0);
        question.as_mut_ptr()
    })
}

/// Answers the question; returns the number of bytes of the answer.
#[allow(unsafe_code, reason = "the name of an exported function")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let said = QUESTION.with_borrow(|question| match serde_json::from_slice(question) {
        Ok(question) => TABLE.with_borrow_mut(|table| table.answer(&question)),
        Err(error) => Err(error.to_string()),
    });
    let said = said.unwrap_or_else(|why| json!({"refused": why}));
    ANSWER.with_borrow_mut(|answer| {
        *answer = said.to_string().into_bytes();
        answer.len()
    })
}

/// Returns the place of the answer.
#[allow(unsafe_code, reason = "the name of an exported function")]
#[unsafe(no_mangle)]
pub extern "C" fn answered() -> *const u8 {
    ANSWER.with_borrow(Vec::as_ptr)
}

/// The table, with the battle that is played at it.
struct Table {
    laid: Option<Box<dyn OfflineTable>>,
    /// The scenario's file, as records name it.
    path: String,
    seated: Option<SeatedBattle>,
}

impl Table {
    fn answer(&mut self, question: &Value) -> Result<Value, String> {
        let number = |key: &str| question[key].as_u64();
        let side = number("side").map(|side| side as usize);
        let wish = TableWish { at: number("at").unwrap_or_default(), side };
        let what = question["do"].as_str().unwrap_or_default();
        match what {
            "lay" => self.lay(question)?,
            "begin" => self.begin(question)?,
            "choose" => self.seated_battle()?.choose(wish, number("option").ok_or("expected an option")? as usize)?,
            "bot" => self.seated_battle()?.play_bot(wish)?,
            "back" => self.seated_battle()?.take_back(wish)?,
            "open" => self.seated_battle()?.open_hands(wish)?,
            "hint" => return self.seated_battle()?.hint(wish, Bot::Greedy),
            "thoughts" => return self.seated_battle()?.thoughts(wish, Bot::Greedy),
            "table" => return Ok(self.seated_battle()?.document(side)),
            "record" => {
                let path = self.path.clone();
                let seated = self.seated_battle()?;
                let record = seated.has_open_record().then(|| seated.live.record(&path));
                return Ok(json!({"record": record}));
            }
            "position" => return self.position(side),
            _ => return Err(format!("there is no question `{what}`")),
        }
        Ok(json!({}))
    }

    fn lay(&mut self, question: &Value) -> Result<(), String> {
        let game = OFFLINE_GAMES.iter().find(|game| question["system"] == game.id).ok_or("an unknown game")?;
        let documents = question["documents"].as_array().cloned().unwrap_or_default();
        let (templates, words) = (question["templates"].clone(), question["words"].clone());
        self.laid = Some(game.lay(&OfflineFiles { documents, templates, words })?);
        self.path = question["path"].as_str().unwrap_or_default().to_owned();
        Ok(())
    }

    fn begin(&mut self, question: &Value) -> Result<(), String> {
        let seats = read_seats(question["seats"].as_str().unwrap_or_default())?;
        let seed = question["seed"].as_u64().ok_or("expected a seed")?;
        let live = self.laid.as_ref().ok_or("no battle is laid out")?.begin(seed)?;
        let revision = self.seated.as_ref().map_or(0, |seated| seated.revision() + 1);
        self.seated = Some(SeatedBattle::new(live, seats, seed, revision)?);
        Ok(())
    }

    /// Returns the picture of the table, with the places of pieces in it.
    fn position(&mut self, side: Option<usize>) -> Result<Value, String> {
        let (Some(laid), Some(seated)) = (&self.laid, &self.seated) else { return Err(NO_BATTLE.to_owned()) };
        let view = seated.view(side);
        if view == SeatView::Covered {
            return Err("covered".to_owned());
        }
        let picture = laid.picture(&*seated.live, view.seen_by());
        let mut said = spots(&picture);
        said["svg"] = svg(&picture.frame, Rect::new(0.0, 0.0, picture.size.width, picture.size.height)).into();
        Ok(said)
    }

    fn seated_battle(&mut self) -> Result<&mut SeatedBattle, String> {
        self.seated.as_mut().ok_or_else(|| NO_BATTLE.to_owned())
    }
}

/// The answer where no battle is on the table.
const NO_BATTLE: &str = "there is no battle on the table";
