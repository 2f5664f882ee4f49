//! `muster new`: a scenario or card templates to start from.

mod deal;

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::diag::escape::{Escaped, Syntax, line};
use muster_core::diag::or_nearest;
use muster_core::source::is_reserved;
use muster_systems::{DealOrder, System};

use super::output::{self, Artifact, Overwrite};
use super::{Exit, Outcome, Trouble, system_of};
use crate::review::templates;

/// Write a scenario that passes `check`, `smoke` and `print`, or card templates to start from.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game (`table-battles`, `states-of-battle`, `tabletop` or `pub-battles`), or `template`.
    system: String,

    /// The battle's name, which also names the file; for `template`, the folder to create.
    name: String,

    /// Write to FILE instead; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<Utf8PathBuf>,

    /// Write the templates of this game only.
    #[arg(long = "system", value_name = "GAME")]
    game: Option<String>,

    /// Write the templates of this built-in theme, such as `period` or `low-ink`, instead of the default one; or only what
    /// a layout changes: `art-left`, `full-art`, `text-only`, `mini`, `tarot`.
    #[arg(long, value_name = "THEME")]
    from: Option<String>,

    /// Deal a battle of Pub Battles from two decks of corps in FILE, which also names their map.
    #[arg(long, value_name = "FILE")]
    capture_the_flag: Option<Utf8PathBuf>,

    /// Set the random seed; the same seed deals the same battle.
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = super::help::whole(0..=u64::MAX), requires = "capture_the_flag")]
    seed: u64,

    #[command(flatten)]
    choices: deal::ChoiceArgs,

    #[command(flatten)]
    overwrite: Overwrite,
}

impl Args {
    pub(super) fn run(self, systems: &'static [&'static System]) -> Outcome {
        if self.system == "template" {
            if self.capture_the_flag.is_some() {
                return Err(Trouble("options for dealing a battle cannot be used with templates".to_owned()));
            }
            if self.output.is_some() {
                return Err(Trouble("templates are written to a folder: run `muster new template DIR`".to_owned()));
            }
            let games = match &self.game {
                Some(game) => vec![system_of(game, systems)?],
                None => systems.to_vec(),
            };
            return copy(Utf8Path::new(&self.name), self.overwrite, &carried_templates(&games, self.from.as_deref())?);
        }
        if self.game.is_some() || self.from.is_some() {
            return Err(Trouble("`--system` and `--from` choose templates: run `muster new template DIR`".to_owned()));
        }
        let system = system_of(&self.system, systems)?;
        let name = self.name.trim();
        if name.is_empty() || name.chars().any(char::is_control) {
            return Err(Trouble("the battle's name must be a single line of text".to_owned()));
        }
        if let (Some(decks), Some(side)) = (&self.capture_the_flag, &self.choices.hand) {
            let text = deal::hand(system, decks, (self.seed, side), systems)?;
            output::text_to_stdout(&text)?;
            return Ok(Exit::Clean);
        }
        let path = self.output.unwrap_or_else(|| Utf8PathBuf::from(format!("{}.yaml", slug(name))));
        let text = match &self.capture_the_flag {
            Some(decks) => {
                let (letters, places) = (&self.choices.letters, &self.choices.base);
                let order = DealOrder { name, seed: self.seed, letters, places };
                deal::deal(system, decks, &order, &path, systems)?
            }
            None => {
                // A JSON string is a YAML string, whatever the name contains.
                let quoted = Syntax::Json.escape(&serde_json::to_string(name)?);
                system.skeleton().replace("\"NAME\"", str::from_utf8(quoted.bytes())?)
            }
        };
        if path == "-" {
            output::to_stdout(&Escaped::document(text))?;
            return Ok(Exit::Clean);
        }
        self.overwrite.write(&path, Artifact::Skeleton, text.as_bytes())?;
        // The first line of the file names it; one that is there already is left alone.
        let schema = path.with_file_name(format!("{}.schema.json", system.id()));
        if !schema.exists() {
            self.overwrite.write(&schema, Artifact::Schema, system.schema().text().as_bytes())?;
            output::complain(&format!(
                "also wrote `{schema}`, the schema that editors use to check and complete the file"
            ));
        }
        output::text_to_stdout(&format!("{}\n", line(path.as_str())))?;
        Ok(Exit::Clean)
    }
}

/// A template that is carried: its game, its name and its text.
type CarriedTemplate = (&'static str, String, &'static str);

/// The prefixes of layouts and of sizes in the names of the carried looks.
const LAYOUT_PREFIXES: [&str; 2] = ["layout-", "size-"];

/// Returns the templates of a theme or a layout of some games: those of the default theme of each where none is named.
fn carried_templates(games: &[&'static System], wanted: Option<&str>) -> Result<Vec<CarriedTemplate>, Trouble> {
    let mut found = Vec::new();
    for game in games {
        let names: Vec<&str> = game.templates().iter().map(|(name, _)| *name).collect();
        // The last one is that which the others are laid over.
        let wanted = wanted.or(names.last().copied()).unwrap_or_default();
        for look in [wanted.to_owned()].into_iter().chain(LAYOUT_PREFIXES.map(|prefix| format!("{prefix}{wanted}"))) {
            found.extend(
                templates::carried_templates(game, &look).into_iter().map(|(name, text)| (game.id(), name, text)),
            );
        }
    }
    match wanted.filter(|_| found.is_empty()) {
        None => Ok(found),
        Some(wanted) => {
            let looks = games.iter().flat_map(|game| game.templates().iter().chain(game.layouts()));
            let short = |name: &'static str| {
                LAYOUT_PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name)
            };
            let known: BTreeSet<&str> =
                looks.map(|(name, _)| short(name)).filter(|name| !name.contains("size-")).collect();
            let near = or_nearest(wanted, known.iter().copied());
            let known = known.into_iter().collect::<Vec<_>>().join(", ");
            Err(Trouble(format!("unknown theme or layout `{wanted}`; expected one of {known}{near}")))
        }
    }
}

/// Writes the templates on which cards are drawn, and their schema beside them, into a new folder.
fn copy(folder: &Utf8Path, overwrite: Overwrite, carried: &[CarriedTemplate]) -> Outcome {
    let holds_files = || folder.read_dir().is_ok_and(|mut files| files.next().is_some());
    if holds_files() && !overwrite.is_forced() {
        return Err(Trouble(format!(
            "`{folder}` already exists; name another folder, or use `--force` to write into it"
        )));
    }
    output::make_folder(folder)?;
    let schema = "template.schema.json";
    let schema_path = folder.join(schema);
    overwrite.write(&schema_path, Artifact::Schema, templates::schema().text().as_bytes())?;
    output::complain(&format!(
        "also wrote `{schema_path}`, the schema that editors use to check and complete the templates"
    ));
    for (system, name, text) in carried {
        let text = text.replace("$schema=../../../schema/template.schema.json", &format!("$schema={schema}"));
        let path = folder.join(format!("{system}-{name}.yaml"));
        overwrite.write(&path, Artifact::Skeleton, text.as_bytes())?;
        output::text_to_stdout(&format!("{}\n", line(path.as_str())))?;
    }
    Ok(Exit::Clean)
}

/// Returns a file name for a battle's name: letters and digits, in lower case, joined by hyphens. It is one on every system.
fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let slug = words.collect::<Vec<_>>().join("-").to_lowercase();
    match &*slug {
        "" => "scenario".to_owned(),
        reserved if is_reserved(reserved) => format!("battle-{reserved}"),
        _ => slug,
    }
}
