//! A report on a battle's balance for a terminal.

use std::fmt::Write as _;

use serde_json::Value;

use muster_core::diag::escape;
use muster_core::diag::width::truncate;
use muster_systems::balance::{BalanceReport, Share, WATCHED, Win, percent};
use muster_systems::counters::{CourseFigures, TableReport};
use muster_systems::played::ArmyFact;

use super::worth::{MEANING, WorthTable};
use super::{handicaps, span};
use crate::cli::output;
use crate::cli::table::{
    align, distinct_names, indent, label_line, measures, share_and_interval, short_line, wrapping,
};

/// Longest sentence, in columns: it names the sides.
const LONGEST_SENTENCE: usize = 600;

/// Returns a report: the plain sentence first.
pub(super) fn report(path: &str, name: &str, report: &BalanceReport) -> String {
    let sentence = truncate(&escape::line(&report.sentence), LONGEST_SENTENCE).into_owned();
    let sentence = textwrap::fill(&sentence, wrapping(output::columns()));
    let mut text = format!("{} ({})\n{sentence}\n\n", short_line(name), escape::line(path));
    if report.games < report.wanted {
        let _ = writeln!(text, "  Only {} of {} battles were played.", report.games, report.wanted);
    }
    let mut line = |label: &str, said: &str| {
        text += &label_line(label, 12, said);
    };
    if let Some(from) = &report.from {
        line("from", &escape::line(&from.describe()));
        from.left_out().into_iter().for_each(|said| line("omitted", said));
    }
    if let Some(exact) = &report.exact {
        line("exact", &escape::line(&exact.describe()));
    }
    line("won", &wins(&report.wins));
    if let Some(other) = &report.other_first {
        line("other first", &wins(other));
    }
    for equal in &report.equal_bots {
        line("equal bots", &format!("{}: {}", equal.bot, wins(&equal.wins)));
    }
    line("accuracy", &report.accuracy);
    let ends: Vec<String> = report.by.iter().map(|(cause, n)| format!("{cause} {}", part(n, report.games))).collect();
    let some = |what, count: u64| (count > 0).then(|| format!("{what} {}", part(&count.into(), report.games)));
    let ends = ends.into_iter().chain(some("unfinished", report.unfinished)).collect::<Vec<_>>().join(" · ");
    // A draw has a cause as well.
    let drawn = some("; drawn", report.draws).unwrap_or_default();
    line("ended by", &format!("{ends}{drawn}"));
    let figures = &report.turns.figures;
    line(
        &format!("{}s", report.round),
        &format!("mean {:.1} · p50 {} · p95 {} · max {}", figures.mean, figures.p50, figures.p95, figures.max),
    );
    if let Some(proviso) = report.proviso {
        line("note", proviso);
    }
    if let Some(luck) = &report.luck {
        let precision = if luck.gain > 1.0 {
            format!("the same precision without it would take {:.1} times as many battles", luck.gain)
        } else {
            "this did not make them more precise".to_owned()
        };
        let said = format!(
            "luck removed from `won` and `other first`; {precision} ({} of the battles were won by {})",
            percent(luck.with_luck),
            report.wins.first().map_or_else(String::new, |win| short_line(&win.side))
        );
        line("luck", &said);
    }
    if report.interval == WATCHED {
        let said = match report.precise {
            Some(false) => {
                "of `won`, wider than Wilson’s because of `--until`; the run ended before it was narrow enough"
            }
            _ => "of `won`, wider than Wilson’s because the run stopped when it was narrow enough (`--until`)",
        };
        line("interval", said);
    }
    if report.is_compared == Some(false) {
        line("baseline", "it has no shares of this scenario, which was not compared");
    }
    let choices = &report.choices;
    line(
        "choices",
        &format!(
            "{:.1} decisions a battle, {:.1} legal moves each, {} at most",
            choices.decisions, choices.moves, choices.most
        ),
    );
    line("lead", &format!("changed {:.1} times a battle; {}", report.lead_changes, late(report)));
    for rung in &report.skill {
        let said = match rung.share.of {
            0 => format!("{} against {}: no battle was decided", rung.better, rung.weaker),
            _ => format!("{} beats {} in {}", rung.better, rung.weaker, share_and_interval(rung.share.interval())),
        };
        line("skill", &std::iter::once(said).chain(unfinished_note(&rung.share)).collect::<Vec<_>>().join(" · "));
    }
    text += &histogram(report);
    text += &course(report);
    if !report.measures.is_empty() {
        text += &format!("\n  measures\n{}", measures(&report.measures));
    }
    text.extend(report.tables.iter().map(|table| pieces(report, table)));
    text += &list_unused(report);
    text += &worths(report);
    text += &handicaps::text(report);
    text += &why(report);
    text += &odds(report);
    text.push('\n');
    text
}

fn wins(wins: &[Win]) -> String {
    let shares =
        wins.iter().map(|win| format!("{} {}", short_line(&win.side), share_and_interval(win.share.interval())));
    shares.chain(wins.first().and_then(|win| unfinished_note(&win.share))).collect::<Vec<_>>().join(" · ")
}

/// Returns how many battles did not end beside those of a share; `None` where all did.
fn unfinished_note(share: &Share) -> Option<String> {
    share.unfinished.filter(|n| *n > 0).map(|n| format!("{n} unfinished"))
}

fn part(n: &Value, of: u64) -> String {
    format!("{:.1} %", n.as_f64().unwrap_or(0.0) * 100.0 / of.max(1) as f64)
}

/// Returns when half of the battles were decided.
fn late(report: &BalanceReport) -> String {
    let all: u64 = report.decided.iter().sum();
    let mut sum = 0;
    let half = report.decided.iter().position(|n| {
        sum += n;
        sum * 2 >= all
    });
    match half {
        Some(tenth) if all > 0 => {
            let after = percent((tenth + 1) as f64 / 10.0);
            format!("half of the battles were decided after {after} of their {}s", report.round)
        }
        _ => "no battle was decided".to_owned(),
    }
}

/// Bars of turns: the longest has forty columns, or those that are left beside the numbers.
fn histogram(report: &BalanceReport) -> String {
    let bars = &report.turns.histogram;
    let most = bars.iter().map(|bar| bar.2).max().unwrap_or(0).max(1);
    let longest = output::columns().saturating_sub(26).clamp(8, 40) as u64;
    let rows = bars.iter().map(|(from, to, n)| {
        let bar = "█".repeat((n * longest).div_ceil(most) as usize);
        vec![span(*from, *to), n.to_string(), bar]
    });
    let head = vec![format!("{}s", report.round), "battles".to_owned(), String::new()];
    format!("\n{}", align(std::iter::once(head).chain(rows), |column| column < 2))
}

/// Returns the course of the battles: the forces the sides had left.
fn course(report: &BalanceReport) -> String {
    let Some(course) = &report.left else { return String::new() };
    let after = |figures: &CourseFigures| format!("after {} {}", report.round, figures.round);
    let head = std::iter::once(String::new()).chain(course.rounds.iter().map(after)).collect();
    let side = |(i, win): (usize, &Win)| -> Vec<String> {
        let left = course.rounds.iter().map(|figures| format!("{:.1}", figures.left[i]));
        std::iter::once(short_line(&win.side)).chain(left).collect()
    };
    let battles = course.rounds.iter().map(|figures| figures.battles.to_string());
    let battles = std::iter::once("battles that lasted so long".to_owned()).chain(battles).collect();
    let rows = std::iter::once(head).chain(report.wins.iter().enumerate().map(side)).chain([battles]);
    format!("\n  {} left\n{}", course.what, align(rows, |column| column > 0))
}

/// Returns the figures of each piece in a battle, on average.
fn pieces(report: &BalanceReport, table: &TableReport) -> String {
    let Some(first) = table.pieces.first() else { return String::new() };
    let shown: Vec<&String> = first.figures.iter().filter(|(_, value)| !value.is_array()).map(|(key, _)| key).collect();
    let heads = shown.iter().map(|key| key.replace('_', " "));
    let head: Vec<String> = [String::new(), String::new()].into_iter().chain(heads).collect();
    let names = distinct_names(&table.pieces, |piece| (&piece.name, &piece.side));
    let rows = table.pieces.iter().zip(names).map(|(piece, name)| {
        let cells = shown.iter().map(|key| match &piece.figures[*key] {
            Value::Number(n) if n.is_u64() => {
                format!("{:.2}", n.as_f64().unwrap_or(0.0) / report.games.max(1) as f64)
            }
            Value::Number(turn) => turn.to_string(),
            _ => "–".to_owned(),
        });
        [piece.card.clone(), name].into_iter().chain(cells).collect()
    });
    format!("\n  {} in a battle\n{}", table.noun, align(std::iter::once(head).chain(rows), |column| column > 1))
}

/// Returns the parts that were never used.
fn list_unused(report: &BalanceReport) -> String {
    let lines = report.unused.iter().map(|never| indent(never)).collect::<String>();
    if lines.is_empty() { lines } else { format!("\n  not used in any battle\n{lines}") }
}

/// Returns the reason sides win and lose.
fn why(report: &BalanceReport) -> String {
    let lines: String = report.why_in_words().iter().map(|sentence| indent(sentence)).collect();
    format!("\n  why\n{lines}")
}

/// Returns the worth of each line, and of what is never used.
fn worths(report: &BalanceReport) -> String {
    let table = |(title, table): (&str, WorthTable)| {
        let note = if title == "worth" { indent(MEANING) } else { String::new() };
        let rows = std::iter::once(table.head).chain(table.rows);
        let notes: String = table.notes.iter().map(|note| indent(note)).collect();
        format!("\n  {title}\n{note}{}{notes}", align(rows, |column| table.numbers.contains(&column)))
    };
    WorthTable::all(report).into_iter().map(table).collect()
}

/// Returns the exact odds.
fn odds(report: &BalanceReport) -> String {
    let Some(odds) = report.odds.as_ref().filter(|odds| !odds.cards.is_empty()) else { return String::new() };
    let row = |first: [&str; 2], chances: Vec<String>, last: &str| {
        first.map(str::to_owned).into_iter().chain(chances).chain([last.to_owned()]).collect::<Vec<String>>()
    };
    let head = row(["", ""], odds.narrow.iter().map(|(_, heading)| (*heading).to_owned()).collect(), odds.words);
    let rows = odds.cards.iter().map(|fact| {
        let chances = odds.narrow.iter().map(|(i, _)| percent(fact.chances[*i]));
        row([&fact.card, &fact.name], chances.collect(), &fact.words)
    });
    let chances = 2..2 + odds.narrow.len();
    let table = align(std::iter::once(head).chain(rows), |column| chances.contains(&column));
    let armies = odds.armies.iter().flat_map(ArmyFact::lines);
    let notes: String = armies.chain(odds.notes.iter().cloned()).map(|note| indent(&note)).collect();
    format!("\n  exact odds\n{table}{notes}")
}
