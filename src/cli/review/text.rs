//! A play that was judged, for a terminal.

use serde_json::Value;

use muster_core::diag::escape::line;
use muster_core::diag::width::truncate;
use muster_core::play::judging::{Estimate, JudgedMove, JudgedSide};
use muster_systems::english::count_of;
use muster_systems::judged::{JudgedPlay, WrittenMove};

use crate::cli::output::columns;
use crate::cli::table::{align, label_line, short_line};

/// The columns of the table besides the two with moves, and the least and most that each of these has.
const OTHERS: usize = 66;
const LEAST: usize = 14;
const MOST: usize = 40;

/// Returns a play: its moves, its sides, and the move that turned it.
pub(super) fn play(play: &JudgedPlay<'_>) -> String {
    let turns = count_of(play.replayed.states.len(), play.replayed.noun);
    let mut text = format!("{}: {turns}, {}\n", line(play.path), result(play));
    if !play.judged.moves.is_empty() {
        text += &moves(play);
        text.push('\n');
    }
    text += &sides(play);
    text.push('\n');
    text += &label_line("turned", 8, &turning_move(play, &|of| format!("`{}`", short_line(&of.line))));
    text += &label_line("accuracy", 8, &accuracy(play));
    text + "\n"
}

/// Returns how the battle ended.
pub(super) fn result(play: &JudgedPlay<'_>) -> String {
    let by = |result: &Value| short_line(result["by"].as_str().unwrap_or_default());
    match &play.replayed.result {
        Value::Null => "unfinished".to_owned(),
        result => match result["winner"].as_str() {
            Some(winner) => format!("{} won by {}", short_line(winner), by(result)),
            None => format!("drawn by {}", by(result)),
        },
    }
}

fn moves(play: &JudgedPlay<'_>) -> String {
    let judged = &play.judged.moves;
    let room = (columns().saturating_sub(OTHERS) / 2).clamp(LEAST, MOST);
    let noun = play.replayed.noun;
    let last = judged.iter().map(|of| of.turn).max().unwrap_or(0).to_string().len().max(noun.len());
    let head = [&format!("{noun:>last$}"), "side", "chosen", "best", "cost", "luck", "share after"];
    let shown = |of: &WrittenMove| truncate(&line(&of.line), room).into_owned();
    let row = |of: &JudgedMove<WrittenMove>| {
        let mut cells = cells(play, of, &shown).to_vec();
        cells[0] = format!("{:>last$}", cells[0]);
        cells
    };
    let head = head.map(str::to_owned).to_vec();
    align(std::iter::once(head).chain(judged.iter().map(row)), |column| column > 3)
}

/// Returns the line of a decision in the table: turn, side, chosen, best, cost, luck and share after.
pub(super) fn cells(
    play: &JudgedPlay<'_>,
    of: &JudgedMove<WrittenMove>,
    shown: &dyn Fn(&WrittenMove) -> String,
) -> [String; 7] {
    let [chosen, best, cost] = match &of.choice {
        None => ["(drawn)".to_owned(), String::new(), String::new()],
        Some(choice) if choice.chosen == choice.best => {
            [shown(&choice.chosen), "the same".to_owned(), amount(choice.cost, false)]
        }
        Some(choice) => [shown(&choice.chosen), shown(&choice.best), amount(choice.cost, false)],
    };
    let (side, share) = (play.side(of.player).to_owned(), format!("{:.1} %", of.share_after * 100.0));
    [of.turn.to_string(), side, chosen, best, cost, amount(of.luck, true), share]
}

fn sides(play: &JudgedPlay<'_>) -> String {
    let head = ["", "side", "error", "luck", "share at first", "at last"].map(str::to_owned).to_vec();
    let row = |(judged, name): (&JudgedSide, &String)| {
        std::iter::once(String::new()).chain(side_cells(judged, name)).collect::<Vec<_>>()
    };
    let rows = play.judged.sides.iter().zip(play.sides).map(row);
    align(std::iter::once(head).chain(rows), |column| column > 1)
}

/// Returns the line of a side: its name, error, luck, and its shares at first and at last.
pub(super) fn side_cells(judged: &JudgedSide, name: &str) -> [String; 5] {
    let share = |share: f64| format!("{:.1} %", share * 100.0);
    let (error, luck) = (amount(judged.cost, false), amount(judged.luck, true));
    [name.to_owned(), error, luck, share(judged.first), share(judged.last)]
}

/// Returns the move that turned the battle.
pub(super) fn turning_move(play: &JudgedPlay<'_>, shown: &dyn Fn(&WrittenMove) -> String) -> String {
    let turning = play.judged.turning.map(|i| &play.judged.moves[i]);
    let Some((of, choice)) = turning.and_then(|of| Some((of, of.choice.as_ref()?))) else {
        return "by no move: none cost anything".to_owned();
    };
    let (noun, side) = (play.replayed.noun, short_line(play.side(of.player)));
    let (chosen, best) = (shown(&choice.chosen), shown(&choice.best));
    let doubt = if choice.cost.value < choice.cost.error { ", perhaps none" } else { "" };
    let cost = amount(choice.cost, false);
    format!("in {noun} {}, when {side} chose {chosen} and not {best}: {cost} points{doubt}", of.turn)
}

pub(super) fn accuracy(play: &JudgedPlay<'_>) -> String {
    let judged = play.judged;
    let bots = play.bots().join(" against ");
    let unfinished = match judged.unfinished {
        0 => String::new(),
        n => format!(", {n} of them unfinished, which count as even"),
    };
    format!(
        "{} played on by {bots}, {} from each position{unfinished}, seed {}; ± is the interval at 95 %",
        count_of(judged.battles, "battle"),
        judged.position_battles,
        play.options.seed
    )
}

/// The smallest error that is shown, in points.
const SMALLEST: f64 = 0.05;

/// Returns a figure in points with its error, as in `+3.1 ± 1.2`; `0` for one that is nought and as good as exact.
fn amount(of: Estimate, is_signed: bool) -> String {
    let (value, error) = (of.value * 100.0 + 0.0, of.error * 100.0);
    match is_signed {
        _ if value == 0.0 && error < SMALLEST => "0".to_owned(),
        true => format!("{value:+.1} ± {error:.1}"),
        false => format!("{value:.1} ± {error:.1}"),
    }
}
