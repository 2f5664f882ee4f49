//! A battle in the terminal: what happened is printed, and the number of a choice is typed.

use std::fmt::Write as _;
use std::io::{self, BufRead, Read as _, Write as _};

use muster_core::diag::escape::line;
use muster_core::play::bots::Bot;
use muster_systems::live::{LiveBattle, LiveNext, LogLine};
use muster_systems::seated::thoughts::best;

use crate::cli::output::text_to_stdout;
use crate::cli::{Exit, Outcome, Trouble};
use crate::preview::Recorder;

/// The terms on which a battle is played in the terminal.
pub(super) struct TerminalTerms<'a> {
    /// Who plays each side: a bot, or somebody here.
    pub(super) seats: &'a [Option<Bot>],
    /// The bot that gives hints.
    pub(super) helper: Bot,
    /// The keeper of the record, where one is kept.
    pub(super) recorder: Option<Recorder>,
}

/// What can be typed besides the number of a choice.
const COMMANDS: &str = "Type the number of your choice. Also: hint, undo, state, why, quit.\n";

/// More lines of the log are not printed at once.
const LINES: usize = 1_000;

/// Plays a battle to its end, or until the input ends.
pub(super) fn play(live: Box<dyn LiveBattle>, terms: &TerminalTerms<'_>) -> Outcome {
    let people: Vec<usize> = (0..).zip(terms.seats).filter(|(_, seat)| seat.is_none()).map(|(side, _)| side).collect();
    // Nothing is hidden from who looks at a terminal together.
    let seen_by = people.first().copied().filter(|_| live.hides() && people.len() == 1);
    if live.hides() && people.len() > 1 {
        text_to_stdout("Both sides play at this terminal, with open hands.\n")?;
    }
    let mut player = Player { live, terms, shown: 0, seen_by };
    text_to_stdout(COMMANDS)?;
    let mut input = io::stdin().lock();
    loop {
        player.keep()?;
        match player.live.next() {
            LiveNext::Over { winner, by } => {
                player.tell()?;
                let sides = player.live.sides();
                let winner = winner.map_or("Nobody wins".to_owned(), |side| format!("{} wins", line(&sides[side])));
                text_to_stdout(&format!("{winner}, by {by}.\n"))?;
                return Ok(Exit::Clean);
            }
            LiveNext::Broken(what) => {
                player.tell()?;
                return Err(format!("internal error: the battle cannot go on: {what}").into());
            }
            LiveNext::Decide { side, .. } => match terms.seats[side] {
                Some(bot) => {
                    let option = player.live.advice(bot);
                    option.map(|option| player.live.choose(option));
                }
                None => {
                    player.ask(side)?;
                    let typed = read_line(&mut input)?;
                    if typed.map_or(Ok(true), |typed| player.answer(&typed))? {
                        return Ok(Exit::Clean);
                    }
                }
            },
        }
    }
}

/// Returns the next line of the input, or its first bytes if it has very many; `None` at the end.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    const MOST: u64 = 4096;
    let mut bytes = Vec::new();
    let read = input.take(MOST).read_until(b'\n', &mut bytes)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
}

/// A battle in the terminal.
struct Player<'a> {
    live: Box<dyn LiveBattle>,
    terms: &'a TerminalTerms<'a>,
    /// Lines of the log that were printed.
    shown: usize,
    /// The side that plays here, where something is hidden from it.
    seen_by: Option<usize>,
}

impl Player<'_> {
    fn keep(&self) -> Result<(), Trouble> {
        let recorder = self.terms.recorder.as_ref();
        let recorder = recorder.filter(|_| self.live.has_record());
        let keep = |recorder: &Recorder| (recorder.keep)(&self.live.record(&recorder.scenario), 0);
        recorder.map_or(Ok(()), keep).map_err(Into::into)
    }

    /// Prints what happened since it was printed last.
    fn tell(&mut self) -> Result<(), Trouble> {
        let log = self.live.log(usize::MAX, self.seen_by);
        let new = &log[self.shown.min(log.len())..];
        let skipped = new.len().saturating_sub(LINES);
        let mut text = String::new();
        for LogLine { turn, side, is_drawn, words } in &new[skipped..] {
            // What was drawn names whose it is.
            let who = side
                .filter(|_| !is_drawn)
                .map(|side| format!("{}: ", line(&self.live.sides()[side])))
                .unwrap_or_default();
            let _ = writeln!(text, "{} {turn} · {who}{}", self.live.noun(), line(words));
        }
        self.shown = log.len();
        text_to_stdout(&text)
    }

    /// Asks a side for its decision.
    fn ask(&mut self, side: usize) -> Result<(), Trouble> {
        self.tell()?;
        let LiveNext::Decide { kind, .. } = self.live.next() else { return Ok(()) };
        let question = Some(self.live.question()).filter(|question| !question.is_empty()).unwrap_or(kind);
        let subject = self.live.subject().map(|subject| format!("{} · ", line(&subject))).unwrap_or_default();
        let mut text = format!("\n{}: {subject}{question}\n", line(&self.live.sides()[side]));
        for (number, option) in self.live.options().iter().enumerate() {
            let _ = writeln!(text, "  {:>2}  {}", number + 1, line(&option.words));
        }
        text.push_str("> ");
        text_to_stdout(&text)?;
        io::stdout().flush()?;
        Ok(())
    }

    /// Does what was typed. Returns true to stop.
    fn answer(&mut self, typed: &str) -> Result<bool, Trouble> {
        let said = match typed {
            "" => String::new(),
            "quit" | "q" => return Ok(true),
            "hint" => match best(&mut *self.live, self.terms.helper) {
                Some(option) => format!("{} thinks {} best.\n", self.terms.helper, option + 1),
                None => String::new(),
            },
            "undo" => {
                let seats = self.terms.seats;
                let taken = self.live.take_back(&|of| seats[of].is_none());
                match taken {
                    Some(taken) => {
                        self.shown = self.shown.min(self.live.log(usize::MAX, self.seen_by).len());
                        let marked = if taken.answered { "; the record says so" } else { "" };
                        format!("Taken back{marked}.\n")
                    }
                    None => "There is nothing to take back.\n".to_owned(),
                }
            }
            "state" => {
                let words = self.live.state_in_words(self.seen_by);
                words.lines().map(|words| format!("{}\n", line(words))).collect()
            }
            "why" => {
                let refusals = self.live.refusals();
                let lines: Vec<String> = refusals.iter().map(|one| format!("  {}\n", line(&one.words))).collect();
                if lines.is_empty() { "Nothing else comes into question.\n".to_owned() } else { lines.concat() }
            }
            number => {
                let option = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                match option.is_some_and(|option| self.live.choose(option)) {
                    true => String::new(),
                    false => format!("`{}` is no choice. {COMMANDS}", line(number)),
                }
            }
        };
        text_to_stdout(&said)?;
        Ok(false)
    }
}
