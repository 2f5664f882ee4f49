//! A battle with players in their seats: who decides, who sees what, and the battle as the page of a table shows it. What a side
//! may not see is not in what its player gets.

pub mod thoughts;

use serde_json::{Value, json};

use muster_core::play::bots::Bot;

use super::live::{LiveBattle, LiveNext, LogLine, names};
use super::position::{TablePicture, TableSpot};

/// The most lines of the log that are shown.
const LINES: usize = 200;

/// A battle with its players.
pub struct SeatedBattle {
    /// The battle.
    pub live: Box<dyn LiveBattle>,
    /// Who plays each side: a bot, or somebody at the table.
    seats: Vec<Option<Bot>>,
    seed: u64,
    /// Grows with everything that happens at the table.
    revision: u64,
    /// Whether those who play at one screen see everything.
    open: bool,
    /// What players are told besides: why the record could not be kept, or how much of it fits new rules.
    pub note: String,
}

/// A wish of somebody at the table.
#[derive(Debug, Clone, Copy)]
pub struct TableWish {
    /// The revision of the table as its page knows it.
    pub at: u64,
    /// The side whose player asks.
    pub side: Option<usize>,
}

/// A view of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatView {
    /// Of somebody who may see everything.
    All,
    /// Of a side.
    Side(usize),
    /// Of nobody: the next player has not taken the seat.
    Covered,
}

impl SeatView {
    /// Returns the side that is shown; `None` for all of them.
    pub fn seen_by(self) -> Option<usize> {
        match self {
            SeatView::Side(side) => Some(side),
            SeatView::All | SeatView::Covered => None,
        }
    }
}

/// Reads who plays each side: `you` or a bot, with commas.
///
/// # Errors
///
/// Says which words there are.
pub fn read_seats(text: &str) -> Result<Vec<Option<Bot>>, String> {
    let bot = |name| Bot::parse_on_page(name).map_err(|bots| format!("expected `you` or {bots}"));
    text.split(',').map(|name| if name == "you" { Ok(None) } else { bot(name).map(Some) }).collect()
}

impl SeatedBattle {
    /// Seats the players of a battle that was begun by a seed; `revision` is that of the table.
    ///
    /// # Errors
    ///
    /// Says that there are more or fewer seats than sides.
    pub fn new(
        live: Box<dyn LiveBattle>,
        seats: Vec<Option<Bot>>,
        seed: u64,
        revision: u64,
    ) -> Result<SeatedBattle, String> {
        if seats.len() != live.sides().len() {
            return Err(format!("{} players for {} sides", seats.len(), live.sides().len()));
        }
        Ok(SeatedBattle { live, seats, seed, revision, open: false, note: String::new() })
    }

    /// Returns the number that grows with everything that happens at the table.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns the seed that the battle was begun by.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Makes a move for somebody at the table.
    ///
    /// # Errors
    ///
    /// Says why nothing is done: the table has changed, another side decides, or there is no such option.
    pub fn choose(&mut self, wish: TableWish, option: usize) -> Result<(), String> {
        self.change(wish, |game| {
            let side = game.decider()?;
            if game.seats[side].is_some() || wish.side.is_some_and(|asks| asks != side) {
                return Err("another side decides now".to_owned());
            }
            if game.live.choose(option) { Ok(()) } else { Err("there is no such option".to_owned()) }
        })
    }

    /// Makes the next move of a bot.
    ///
    /// # Errors
    ///
    /// Says why nothing is done: the table has changed, or no bot decides.
    pub fn play_bot(&mut self, wish: TableWish) -> Result<(), String> {
        self.change(wish, |game| {
            let side = game.decider()?;
            let bot = game.seats[side].ok_or("no bot decides now")?;
            match game.live.advice(bot) {
                Some(option) => game.live.choose(option),
                // Where the bot's move is none of the list, or the engine broke, the battle still goes on or ends.
                None => game.live.choose(0),
            };
            Ok(())
        })
    }

    /// Takes back the latest decision of those who play at the table.
    ///
    /// # Errors
    ///
    /// Says why nothing is done: the table has changed, or there is nothing to take back.
    pub fn take_back(&mut self, wish: TableWish) -> Result<(), String> {
        self.change(wish, |game| {
            let taken = game.live.take_back(&takers(&game.seats, wish.side)).ok_or("there is nothing to take back")?;
            if taken.answered {
                game.note =
                    "You took back a decision after something was drawn or answered: the record notes it.".to_owned();
            }
            Ok(())
        })
    }

    /// Lets those who play at one screen see everything from now on, where nobody but they plays.
    ///
    /// # Errors
    ///
    /// Says why nothing is done: the table has changed, or a bot plays.
    pub fn open_hands(&mut self, wish: TableWish) -> Result<(), String> {
        self.change(wish, |game| {
            if game.seats.iter().any(Option::is_some) {
                return Err("a bot plays here".to_owned());
            }
            game.open = true;
            Ok(())
        })
    }

    /// Returns the index of the option that a bot would choose for who decides at the table.
    ///
    /// # Errors
    ///
    /// Says why there is no hint: the table has changed, or another side decides.
    pub fn hint(&mut self, wish: TableWish, helper: Bot) -> Result<Value, String> {
        self.check_seen(wish)?;
        let side = self.decider()?;
        if self.view(wish.side) == SeatView::Covered || self.seats[side].is_some() {
            return Err("another side decides now".to_owned());
        }
        Ok(json!({"option": thoughts::best(&mut *self.live, helper), "bot": helper.to_string()}))
    }

    /// Returns what the bot that decides, or the one for hints, thinks of its moves, as far as who asks may know.
    ///
    /// # Errors
    ///
    /// Says why nothing is told: the table has changed, nobody decides, or it would tell what another side hides.
    pub fn thoughts(&self, wish: TableWish, helper: Bot) -> Result<Value, String> {
        self.check_seen(wish)?;
        let side = self.decider()?;
        let (view, seat) = (self.view(wish.side), self.seats[side]);
        if view != SeatView::All && (view != SeatView::Side(side) || seat.is_some()) {
            return Err("what another side thinks is hidden".to_owned());
        }
        Ok(thoughts::document(&*self.live, seat.unwrap_or(helper)))
    }

    /// Goes on with another battle of the same sides: this one by other rules.
    ///
    /// # Errors
    ///
    /// What `other` says, and that the sides are not the same.
    pub fn replace(
        &mut self,
        wish: TableWish,
        other: impl FnOnce(&SeatedBattle) -> Result<(Box<dyn LiveBattle>, String), String>,
    ) -> Result<(), String> {
        self.change(wish, |game| {
            let (live, note) = other(game)?;
            if live.sides() != game.live.sides() {
                return Err("the sides have changed: begin a new battle".to_owned());
            }
            (game.live, game.note) = (live, note);
            Ok(())
        })
    }

    /// Returns true if the record tells no player what another side hides.
    pub fn has_open_record(&self) -> bool {
        !self.live.hides() || self.view(None) == SeatView::All
    }

    /// Returns the view of somebody who asks for that of a side.
    pub fn view(&self, asked: Option<usize>) -> SeatView {
        let people: Vec<usize> =
            (0..).zip(&self.seats).filter(|(_, seat)| seat.is_none()).map(|(side, _)| side).collect();
        match (self.live.next(), &*people, asked) {
            (LiveNext::Over { .. } | LiveNext::Broken(_), ..) | (_, [], _) => SeatView::All,
            _ if !self.live.hides() || self.open => SeatView::All,
            (_, [only], _) => SeatView::Side(*only),
            (_, people, Some(asked)) if people.contains(&asked) => SeatView::Side(asked),
            _ => SeatView::Covered,
        }
    }

    /// Returns the description of the table for its page, as a side's player sees it.
    pub fn document(&self, asked: Option<usize>) -> Value {
        let SeatedBattle { live, seats, .. } = self;
        let view = self.view(asked);
        let (turn, mover) = live.turn();
        let seat =
            |(name, seat): (&String, &Option<Bot>)| json!({"name": name, "bot": seat.map(|bot| bot.to_string())});
        let sides: Vec<Value> = live.sides().iter().zip(seats).map(seat).collect();
        let mut document = json!({
            "revision": self.revision, "sides": sides, "noun": live.noun(), "turn": turn, "mover": mover,
            "note": self.note, "hides": live.hides() && !self.open, "covered": view == SeatView::Covered,
            "side": view.seen_by(), "cards": live.lies_as_cards(), "next": self.next(view),
        });
        if view == SeatView::Covered {
            return document;
        }
        document["log"] = live.log(LINES, view.seen_by()).iter().map(log_line_value).collect();
        document["state"] = live.state(view.seen_by());
        // Where dice and cards follow from it, it tells more than a side sees.
        document["seed"] = (view == SeatView::All).then_some(self.seed).into();
        document["back"] = live.can_take_back(&takers(seats, view.seen_by())).into();
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
                let bot = self.seats[side].is_some();
                let mut next = json!({"side": side, "bot": bot});
                let is_seen = view == SeatView::All || view == SeatView::Side(side);
                // What another side is asked can tell what it hides.
                if is_seen || !live.hides() {
                    (next["kind"], next["question"]) = (kind.into(), live.question().into());
                }
                if is_seen {
                    next["subject"] = live.subject().into();
                }
                if !bot && is_seen {
                    let options = live.options().into_iter();
                    let option = |words: String, written: &Value| json!({"words": words, "pieces": names(written)});
                    next["options"] = options.map(|of| option(of.words, &of.written)).collect();
                    next["refused"] = live.refusals().into_iter().map(|of| option(of.words, &of.written)).collect();
                }
                next
            }
        }
    }

    /// Returns the side that decides.
    fn decider(&self) -> Result<usize, String> {
        match self.live.next() {
            LiveNext::Decide { side, .. } => Ok(side),
            LiveNext::Over { .. } | LiveNext::Broken(_) => Err("nobody decides now".to_owned()),
        }
    }

    /// Refuses the wish of somebody who sees the table as it was.
    fn check_seen(&self, wish: TableWish) -> Result<(), String> {
        if self.revision == wish.at { Ok(()) } else { Err("something else happened at the table meanwhile".to_owned()) }
    }

    /// Changes the battle as it is at a revision.
    fn change(
        &mut self,
        wish: TableWish,
        change: impl FnOnce(&mut SeatedBattle) -> Result<(), String>,
    ) -> Result<(), String> {
        self.check_seen(wish)?;
        self.note.clear();
        change(self)?;
        self.revision += 1;
        Ok(())
    }
}

/// Returns the places of pieces in a picture, in parts of its width and height, and the position in words.
pub fn spots(TablePicture { size, spots, text, .. }: &TablePicture) -> Value {
    let spot = |TableSpot { name, rect }: &TableSpot| {
        let (x, y) = (rect.x / size.width, rect.y / size.height);
        json!({"name": name, "x": x, "y": y, "width": rect.width / size.width, "height": rect.height / size.height})
    };
    let spots: Vec<Value> = spots.iter().map(spot).collect();
    json!({"aspect": size.width / size.height, "spots": spots, "words": text})
}

fn log_line_value(LogLine { turn, side, is_drawn, words }: &LogLine) -> Value {
    json!({"turn": turn, "side": side, "drawn": is_drawn, "words": words})
}

/// Returns the sides whose decisions may be taken back, by who plays and the side that asks, if one does: those of people, or of
/// bots where nobody else plays.
fn takers(seats: &[Option<Bot>], asks: Option<usize>) -> impl Fn(usize) -> bool + '_ {
    let nobody = seats.iter().all(Option::is_some);
    move |side| (nobody || seats[side].is_none()) && asks.is_none_or(|asks| asks == side)
}
