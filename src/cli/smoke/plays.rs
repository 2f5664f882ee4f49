//! The smallest play that shows each fault of a smoke test, written where that is wanted, and the command for it.

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::diag::escape::line;
use muster_core::diag::{Diagnostic, describe};
use muster_core::play::bots::Bot;
use muster_core::play::effort::{Effort, PLAYS};
use muster_core::play::endless::SEQUELS;
use muster_core::play::fault::Fault;
use muster_core::play::rng::battle_seed;
use muster_core::play::smoke::{SmokeOptions, TURN_LIMIT};
use muster_core::source::path_from;
use muster_systems::beginning::Beginning;
use muster_systems::english::count_of;
use muster_systems::smallest::{ScenarioNames, Smallest, SoughtUses, Written};
use muster_systems::smoke::{Shown, SmokeReport};
use muster_systems::{Compiled, Use};

use super::super::Trouble;
use super::super::output::{Artifact, Overwrite, make_folder, signed};
use super::super::shell::argument;
use super::uses::Goal;
use crate::review::{Review, same_file};

/// A folder for plays, and the names that are taken in it.
pub(super) struct Plays<'a> {
    folder: &'a Utf8Path,
    overwrite: Overwrite,
    taken: BTreeSet<String>,
}

/// A scenario that was played.
pub(super) struct Played<'a> {
    pub(super) battle: &'a dyn Compiled,
    pub(super) options: &'a SmokeOptions,
    pub(super) path: &'a str,
    /// Whether, and how long, was played on for what was not used.
    pub(super) goal: Option<Goal>,
}

impl<'a> Plays<'a> {
    /// Makes the folder.
    pub(super) fn new(folder: &'a Utf8Path, overwrite: Overwrite) -> Result<Plays<'a>, Trouble> {
        make_folder(folder)?;
        Ok(Plays { folder, overwrite, taken: BTreeSet::new() })
    }

    /// Writes the smallest play that shows a fault; how to see it.
    fn fault(
        &mut self,
        played: &Played<'_>,
        review: &Review,
        shown: &Shown,
        effort: &Effort,
    ) -> Result<String, Trouble> {
        let fault = &shown.seen.fault;
        let (scenario, name) = self.names(played, review, word(fault))?;
        let smaller = format!("{name}.scenario.yaml");
        let names = ScenarioNames { scenario: scenario.as_str(), smaller: &smaller };
        match played.battle.smallest(&review.sources, played.options, shown, names, effort).map_err(Trouble)? {
            Smallest::GoesOn { ended, of } => Ok(format!(
                "this is a long battle, not an endless one: in {ended} of {of} random continuations the battle ended; no play was written"
            )),
            Smallest::EndlessTurn { turn } => Ok(format!("turn {turn} never ends, so it cannot be written as a play")),
            Smallest::Sought => Ok(format!("no play that shows it was found {}", search_limit(effort))),
            Smallest::Play(Written { play, scenario, turns, cut_short }) => {
                if let Some(scenario) = scenario {
                    self.save(&smaller, &scenario)?;
                }
                let unless = if cut_short { not_smallest(effort) } else { String::new() };
                Ok(format!("{} {}{unless}", self.write(&name, &play)?, says(fault, turns)))
            }
        }
    }

    /// Writes the smallest play that uses something that a run did not use; how to see it, or that it was sought in vain.
    fn write_play(
        &mut self,
        played: &Played<'_>,
        review: &Review,
        Use { used, impossible }: &Use,
        (sought, effort): (&SoughtUses, &Effort),
    ) -> Result<String, Trouble> {
        if let Some(why) = impossible {
            return Ok(format!("it can never happen: {why}"));
        }
        let Some(battle) = sought.found.get(&used.counter) else {
            let unless = match sought.battles < TRIES {
                true => {
                    format!(": no more were played within {} steps, half of the {PLAYS} steps for all plays", PLAYS / 2)
                }
                false => String::new(),
            };
            let battles = count_of(sought.battles, "battle");
            return Ok(format!(
                "it did not happen in {battles} extra battles either, half of them with loaded dice{unless}"
            ));
        };
        let (scenario, name) = self.names(played, review, "unused")?;
        let battle = (played.options.seed, battle);
        let Written { play, turns, cut_short, .. } =
            played.battle.smallest_use(used.counter, battle, scenario.as_str(), effort);
        let play = format!("# {}: {}\n{play}", line(&used.name), line(&used.what));
        let unless = if cut_short { not_smallest(effort) } else { String::new() };
        let command = self.write(&name, &play)?;
        Ok(format!("{command} makes it happen in {}: it is rare, but possible{unless}", count_turns(turns)))
    }

    /// Writes a play; the command that plays it.
    fn write(&self, name: &str, play: &str) -> Result<String, Trouble> {
        let file = self.save(&format!("{name}.yaml"), play)?;
        Ok(format!("`muster replay {}`", argument(file.as_str())))
    }

    /// Writes a document into the folder, signed, so that it is known again unless it was changed; its path.
    fn save(&self, name: &str, text: &str) -> Result<Utf8PathBuf, Trouble> {
        let file = self.folder.join(name);
        self.overwrite.write(&file, Artifact::Play, signed(text).as_bytes())?;
        Ok(file)
    }

    /// Returns true if a play of this name, and a scenario for it, cost nobody a file: neither one that was read nor
    /// one that was changed by hand.
    fn is_free(&self, name: &str, review: &Review) -> bool {
        ["yaml", "scenario.yaml"].iter().map(|extension| self.folder.join(format!("{name}.{extension}"))).all(|file| {
            let real = same_file(&file);
            let read = || review.sources.iter().any(|(_, source)| same_file(source.path()) == real);
            self.overwrite.allows(&file, Artifact::Play)
                && (Overwrite::default().allows(&file, Artifact::Play) || !read())
        })
    }

    /// Returns the scenario as it is named from the folder, and a free name for a play, not given before in this run.
    fn names(&mut self, played: &Played<'_>, review: &Review, word: &str) -> Result<(Utf8PathBuf, String), Trouble> {
        let path = Utf8Path::new(played.path);
        if !path.exists() {
            return Err(Trouble("`--write-plays` needs scenarios in files".to_owned()));
        }
        let name = format!("{}-{word}", path.file_stem().unwrap_or("scenario"));
        let numbered = (2..).map(|n| format!("{name}-{n}"));
        let free = std::iter::once(name.clone())
            .chain(numbered)
            .find(|name| !self.taken.contains(name) && self.is_free(name, review));
        let free = free.unwrap_or(name);
        self.taken.insert(free.clone());
        let scenario = path_from(self.folder, path)
            .map_err(|error| Trouble(format!("cannot find `{path}` from `{}`: {}", self.folder, describe(&error))))?;
        Ok((scenario, free))
    }
}

/// Battles that are played for something that a run did not use.
const TRIES: u64 = 1000;
/// Returns where a search stopped, as the end of a sentence.
fn search_limit(effort: &Effort) -> String {
    format!("within {} steps, its share of the {PLAYS} steps for all plays of a scenario", effort.steps())
}

/// Returns that a play may not be the smallest, as the end of a sentence.
fn not_smallest(effort: &Effort) -> String {
    format!("; no smaller one was found {}", search_limit(effort))
}

/// Returns a fault in the name of its play.
fn word(fault: &Fault) -> &'static str {
    match fault {
        Fault::Breach(_) => "breach",
        Fault::Stuck => "stuck",
        Fault::Panic(_) => "failure",
        Fault::Endless | Fault::EndlessTurn => "endless",
    }
}

fn count_turns(turns: usize) -> String {
    if turns == 1 { "one turn".to_owned() } else { format!("{turns} turns") }
}

/// Returns words for what a play of so many turns shows.
fn says(fault: &Fault, turns: usize) -> String {
    let counted = count_turns(turns);
    match (fault, turns) {
        (Fault::Endless, 0) => format!("shows the set-up, from which none of {SEQUELS} random battles ended"),
        (Fault::Endless, _) => {
            format!("reaches, in {counted}, a position from which none of {SEQUELS} random battles ended")
        }
        _ => format!("shows it in {counted}"),
    }
}

/// Returns the command that plays the battle with a fault again.
fn command(played: &Played<'_>, from: Option<&Beginning>, shown: &Shown) -> String {
    let SmokeOptions { games, seed, turn_limit, .. } = *played.options;
    let mut text = format!("muster smoke {}", argument(played.path));
    if let Some(Beginning { play, turn, .. }) = from {
        text += &format!(" --from {} --turn {turn}", argument(play));
    }
    text += &match (&shown.sought, played.goal) {
        (Some(_), Some(Goal { uses, tries })) => {
            format!(" --seed {seed} --games {games} --exhaustive --uses {uses} --tries {tries}")
        }
        _ => format!(" --seed {} --games 1", battle_seed(seed, shown.seen.shortest.1)),
    };
    if played.options.bots.iter().any(|bot| *bot != Bot::Random) {
        text += &format!(" --bots {}", Bot::names(&played.options.bots).join(","));
    }
    if turn_limit != TURN_LIMIT {
        text += &format!(" --turn-limit {turn_limit}");
    }
    text
}

/// Returns the findings of a scenario, with the plays that show them, or how to come by them.
pub(super) fn findings(
    played: &Played<'_>,
    review: &Review,
    said: SmokeReport,
    mut plays: Option<&mut Plays<'_>>,
) -> Result<Vec<Diagnostic>, Trouble> {
    let uses = match plays {
        Some(_) => played.battle.usable(),
        None => Vec::new(),
    };
    let use_of =
        |finding: &Diagnostic| uses.iter().find(|one| one.used.code.id == finding.code.id && one.used.at == finding.at);
    let effort = Effort::new(PLAYS);
    let open: Vec<usize> = said
        .findings
        .iter()
        .filter_map(use_of)
        .filter(|one| one.impossible.is_none())
        .map(|one| one.used.counter)
        .collect();
    let search = effort.share(2);
    let sought = match open.is_empty() {
        true => SoughtUses::default(),
        false => played.battle.seek_uses(&open, (played.options.seed, TRIES), &search),
    };
    effort.settle(&search);
    let from = said.from.as_ref();
    // What one does not need is for the others.
    let mut left = (said.faults.len() + sought.found.len()) as u64;
    let mut findings = Vec::new();
    for shown in said.faults {
        let part = effort.share(left);
        left -= 1;
        let help = match &mut plays {
            Some(plays) => plays.fault(played, review, &shown, &part)?,
            None if shown.seen.fault == Fault::EndlessTurn || from.is_some() => {
                format!("to see it again, run `{}`", command(played, from, &shown))
            }
            None => {
                let (what, unless) = match shown.seen.fault {
                    Fault::Endless => (
                        "the minimal failing battle, one that never ends",
                        " (if the battle is merely long and can still end, nothing is written)",
                    ),
                    _ => ("the minimal failing battle", ""),
                };
                format!("to write {what}, run `{} --write-plays plays`{unless}", command(played, None, &shown))
            }
        };
        effort.settle(&part);
        findings.push(shown.finding.help(help));
    }
    for finding in said.findings {
        let part = effort.share(left);
        findings.push(match (use_of(&finding), &mut plays) {
            (Some(one), Some(plays)) => {
                left = left.saturating_sub(sought.found.contains_key(&one.used.counter).into());
                finding.help(plays.write_play(played, review, one, (&sought, &part))?)
            }
            _ => finding,
        });
        effort.settle(&part);
    }
    Ok(findings)
}
