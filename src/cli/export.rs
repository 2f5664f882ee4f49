//! `muster export`: the table of a battle for programs in which people play.

use camino::Utf8PathBuf;

use muster_core::diag::escape::line;
use muster_core::diag::{Diagnostic, Severity, Sink};
use muster_core::source::{Address, FileId, Pointer};
use muster_systems::english::count_of;
use muster_systems::{GameTable, Role, System};

use super::battles::GivenFiles;
use super::help::whole;
use super::inputs::Inputs;
use super::look::LookArgs;
use super::output::{Artifact, folder_address, make_folder};
use super::report::{Extra, Report};
use super::{Exit, Outcome, Trouble};
use crate::export::{Unlaid, simulator, vassal};
use crate::project::drawing::{self, Choice, DrawnCards};
use crate::project::gallery::ProjectGallery;
use crate::project::verdict::Purpose;
use crate::review::preflight::TOO_LARGE_FOR_TABLE;

/// Write a battle as a VASSAL module or a Tabletop Simulator table, with everything in its place at the start.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    to: Target,
}

#[derive(Debug, clap::Subcommand)]
enum Target {
    Vassal(VassalArgs),
    Tts(TtsArgs),
}

/// Write a module for VASSAL: one file, which VASSAL opens.
///
/// Pieces stand where they start, decks are face down and shuffled, each side has a hand that the other side does not see. The same
/// battle gives the same bytes.
#[derive(Debug, clap::Args)]
struct VassalArgs {
    /// Write to FILE, a module (.vmod).
    #[arg(short, long, value_name = "FILE")]
    output: Utf8PathBuf,

    /// Set the resolution of pictures, 30 to 300 dpi.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(30..=300_u16))]
    dpi: u16,

    #[command(flatten)]
    laid: LaidArgs,
}

/// Write a table for Tabletop Simulator: a folder with a save, a mesh and pictures.
///
/// Upload the pictures and the mesh, and name the address they are at with `--url`; or leave it out and replace the names in the
/// save. The save goes into the folder Saves of the game.
#[derive(Debug, clap::Args)]
struct TtsArgs {
    /// Write to the folder DIR.
    #[arg(short, long, value_name = "DIR")]
    output: Utf8PathBuf,

    /// Set the address where Tabletop Simulator finds the pictures and the mesh.
    #[arg(long, value_name = "URL", default_value = "", hide_default_value = true)]
    url: String,

    /// Set the resolution of pictures, 30 to 300 dpi.
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = whole(30..=300_u16))]
    dpi: u16,

    #[command(flatten)]
    laid: LaidArgs,
}

/// The battle whose table is laid, and the look of its pieces.
#[derive(Debug, clap::Args)]
struct LaidArgs {
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    report: Report,
    #[command(flatten)]
    inputs: Inputs,
}

/// The purpose of the documents.
const PURPOSE: Purpose = Purpose { done: Some(("exported", &[Role::Main])), leaves_checking: false };

impl Args {
    pub(super) fn run(self, systems: &'static [&'static System]) -> Outcome {
        match self.to {
            Target::Vassal(args) => args.run(systems),
            Target::Tts(args) => args.run(systems),
        }
    }
}

impl VassalArgs {
    fn run(self, systems: &'static [&'static System]) -> Outcome {
        let mut given = GivenFiles::read(&self.laid.inputs, &self.laid.report.policy, systems)?;
        self.laid.report.check_outputs([(&self.output, Artifact::Module)], &given.review, &given.project)?;
        let Some((table, file)) = self.laid.table(&mut given, "muster export vassal")? else {
            return self.laid.end(given, String::new());
        };
        let bytes = match vassal::module(&table, self.dpi.into()) {
            Ok(bytes) => bytes,
            Err(why) => return self.laid.refuse(given, file, why),
        };
        self.laid.report.overwrite.write(&self.output, Artifact::Module, &bytes)?;
        self.laid.end(given, summary(self.output.as_str(), &table))
    }
}

impl TtsArgs {
    fn run(self, systems: &'static [&'static System]) -> Outcome {
        let (folder, overwrite) = (&self.output, self.laid.report.overwrite);
        let (save, mesh) = (folder.join(simulator::SAVE), folder.join(simulator::MESH));
        let mut given = GivenFiles::read(&self.laid.inputs, &self.laid.report.policy, systems)?;
        let outputs = [(&save, Artifact::SavedTable), (&mesh, Artifact::Mesh)];
        self.laid.report.check_outputs(outputs, &given.review, &given.project)?;
        let Some((table, file)) = self.laid.table(&mut given, "muster export tts")? else {
            return self.laid.end(given, String::new());
        };
        let simulated = match simulator::save_table(&table, self.dpi.into(), &folder_address(&self.url)) {
            Ok(simulated) => simulated,
            Err(why) => return self.laid.refuse(given, file, why),
        };
        make_folder(folder)?;
        let pictures = || simulated.pictures.iter().map(|(name, bytes)| (folder.join(name), bytes));
        pictures().try_for_each(|(path, _)| overwrite.check(&path, Artifact::Png))?;
        pictures().try_for_each(|(path, bytes)| overwrite.write(&path, Artifact::Png, bytes))?;
        overwrite.write(&mesh, Artifact::Mesh, simulated.mesh.as_bytes())?;
        let json = serde_json::to_string_pretty(&simulated.save)?;
        overwrite.write(&save, Artifact::SavedTable, format!("{json}\n").as_bytes())?;
        self.laid.end(given, summary(folder.as_str(), &table))
    }
}

impl LaidArgs {
    /// Lays the table of the one scenario among the files, and returns it with the scenario's file; `None` where what keeps it
    /// from that is found.
    fn table(&self, given: &mut GivenFiles, command: &str) -> Result<Option<(GameTable, FileId)>, Trouble> {
        let Some(unit) = given.only(command)? else { return Ok(None) };
        let (file, system, name) = (unit.file, unit.system, unit.outline.name.clone());
        let with = system.laid_extras()?;
        let settings = given.project.settings.print(given.review.sources.iter().map(|(_, file)| file.path()))?;
        let (look, mut sink) = (self.look.look().or(&settings), Sink::default());
        let looks = given.project.looks(&look, &mut given.review.sources, &mut sink)?;
        let wrong = sink.into_findings();
        let is_laid_out = wrong.iter().all(|finding| finding.severity < Severity::Error);
        given.review.findings.extend(wrong);
        if !is_laid_out {
            return Ok(None);
        }
        let reader = given.project.reader();
        let gallery = ProjectGallery::new(&given.review.sources, &reader, look.allow_outside);
        let DrawnCards { pieces, findings, unfit, .. } =
            drawing::draw(&given.review, &looks, &with, Choice::ALL, &gallery, &())?;
        let (compiled, path) = compile_battle(given, file)?;
        // Pieces of which the text does not fit would be taken for whole ones.
        let is_whole = unfit.is_empty();
        let of_scenario = pieces.into_iter().filter(|piece| piece.path.as_ref().is_none_or(|of| *of == path));
        let cards = of_scenario.map(|piece| (piece.drawn.card, piece.drawn.side)).collect();
        let table = system.table(&*compiled, looks.faces(system), looks.words(system), cards);
        given.review.findings.extend(findings);
        if !is_whole {
            return Ok(None);
        }
        let mut table = table?;
        table.name = name.unwrap_or_else(|| path.file_stem().unwrap_or("battle").to_owned());
        Ok(Some((table, file)))
    }

    /// Reports that the program which the table was meant for cannot take it.
    fn refuse(&self, mut given: GivenFiles, file: FileId, unlaid: Unlaid) -> Outcome {
        let finding =
            Diagnostic::new(TOO_LARGE_FOR_TABLE, Address::value(file, Pointer::parse("/scenario/name")), unlaid.why);
        given.review.findings.push(finding.help(unlaid.help));
        self.end(given, String::new())
    }

    /// Reports what was found and written.
    fn end(&self, given: GivenFiles, text: String) -> Outcome {
        let is_written = !text.is_empty();
        let extra = Extra { text, unreadable: given.unreadable, purpose: PURPOSE, ..Extra::default() };
        let exit = self.report.emit(given.review, &given.project, &extra, None)?;
        // What is allowed or lowered is nobody's finding, but nothing was done.
        match exit {
            Exit::Clean if !is_written => Err(Trouble("the battle was not exported".to_owned())),
            exit => Ok(exit),
        }
    }
}

/// Compiles the battle of a scenario; returns it with the path of its file.
fn compile_battle(
    given: &GivenFiles,
    file: FileId,
) -> Result<(Box<dyn muster_systems::Compiled>, Utf8PathBuf), Trouble> {
    let path = given.review.sources.get(file).path().to_owned();
    let (unit, battle) =
        given.battles().find(|(unit, _)| unit.file == file).ok_or("internal error: a scenario without a battle")?;
    let compiled = unit.system.compile(battle).map_err(|why| Trouble(format!("`{}`: {why}", line(path.as_str()))))?;
    Ok((compiled, path))
}

/// Returns the line that reports what was written.
fn summary(to: &str, table: &GameTable) -> String {
    let cards: u32 = table.decks.iter().flat_map(|deck| &deck.cards).map(|(_, count)| *count).sum();
    let held = table.pieces.iter().filter(|piece| piece.hand.is_some()).count();
    let pieces = count_of(table.pieces.len() - held, "piece");
    let mut parts = vec![format!("{pieces} on the table")];
    if held > 0 {
        parts.push(format!("{held} in hands"));
    }
    if cards > 0 {
        let decks = table.decks.iter().filter(|deck| !deck.cards.is_empty()).count();
        parts.push(format!("{} in {}", count_of(cards, "card"), count_of(decks, "deck")));
    }
    format!("{}: {}\n", line(to), parts.join(", "))
}
