//! TT133 `letter-without-meaning`: a letter of the map has no terrain.

use std::collections::BTreeMap;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_systems::english::count_in_digits;

use crate::model::Terrain;
use crate::resolve::{LETTERS, TabletopBattle};

pub(super) const CHECK: Check<TabletopBattle> = Check {
    code: Code::new("TT133", "letter-without-meaning", Severity::Error, include_str!("letter_without_meaning.md")),
    run,
};

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let Some(map) = &battle.map else { return };
    let usual = map.usual_length();
    let of_legend = || map.written.legend.keys().map(String::as_str);
    let mut found: BTreeMap<char, (usize, usize, usize)> = BTreeMap::new();
    for (i, row) in map.rows_with_terrain().enumerate() {
        let row: Vec<(char, Option<Terrain>)> = row.collect();
        let unknown = row.iter().enumerate().filter(|(_, (_, terrain))| terrain.is_none());
        // A line of something else is no row: that its length is another one is found.
        if row.len() != usual && unknown.clone().count() * 2 > row.len() {
            continue;
        }
        for (k, (letter, _)) in unknown {
            let (.., count) = found.entry(*letter).or_insert((i, k, 0));
            *count += 1;
        }
    }
    for (letter, (row, column, count)) in found {
        let elsewhere = match count {
            1 => String::new(),
            _ => format!(", here and in {}", count_in_digits(count - 1, "other hex", "other hexes")),
        };
        let finding = cx.finding(map.letters_address(row, column, 1), format!("`{letter}` has no terrain{elsewhere}"));
        let lower = letter.to_lowercase().to_string();
        let legal = || LETTERS.map(|(letter, _)| letter.to_string()).into_iter().chain(of_legend().map(str::to_owned));
        let near = legal().find(|known| known.to_lowercase() == lower);
        cx.push(match near {
            Some(near) if count == 1 => {
                let at = map.letters_address(row, column, 1);
                finding.help(format!("did you mean `{near}`?")).replace(true, at, near)
            }
            Some(near) => finding.help(format!("did you mean `{near}`?")),
            None => finding.help(format!("add it to the legend: `legend: {{{letter}: plain}}`")),
        });
    }
}
