//! How cards look: the templates that a command draws them on.

use std::sync::LazyLock;

use camino::{Utf8Path, Utf8PathBuf};
use clap::Args;

use super::Trouble;
use super::inputs::{is_yaml, read_named};
use crate::diag::{Severity, Sink};
use crate::print::Accessories;
use crate::print::template::Faces;
use crate::review::{Review, Unit, each, templates};
use crate::source::Sources;
use crate::systems::{Role, System};

/// The templates of cards.
#[derive(Debug, Args)]
pub(super) struct Look {
    /// Lays out cards by the templates in this folder; what it lacks is laid out as without it.
    #[arg(long, value_name = "DIR")]
    template: Option<Utf8PathBuf>,

    /// White grounds and outlines instead of large areas of colour.
    #[arg(long)]
    low_ink: bool,
}

/// The faces of every system.
pub(super) struct Looks(Vec<(&'static str, Faces)>);

impl Looks {
    /// The faces of a system.
    pub(super) fn of(&self, system: &System) -> &Faces {
        let faces = self.0.iter().find(|(id, _)| *id == system.id()).map(|(_, faces)| faces);
        faces.unwrap_or_else(|| panic!("internal error: no faces of `{}`", system.id()))
    }
}

impl Look {
    /// The folder of the user's own templates.
    pub(super) fn folder(&self) -> Option<&Utf8Path> {
        self.template.as_deref()
    }

    /// The files of the user's own templates, those that are there now.
    pub(super) fn files(&self) -> Result<Vec<Utf8PathBuf>, Trouble> {
        self.template.as_deref().map(yaml_files).transpose().map(Option::unwrap_or_default)
    }

    /// Reads the templates. What is wrong in them goes to the sink.
    pub(super) fn faces(
        &self,
        systems: &'static [System],
        sources: &mut Sources,
        sink: &mut Sink,
    ) -> Result<Looks, Trouble> {
        let files = self.template.as_deref().map(folder).transpose()?.unwrap_or_default();
        Ok(self.of(&files, systems, sources, sink))
    }

    /// Takes these files for the user's own templates.
    pub(super) fn of(
        &self,
        files: &[(Utf8PathBuf, Vec<u8>)],
        systems: &'static [System],
        sources: &mut Sources,
        sink: &mut Sink,
    ) -> Looks {
        let faces = |system: &'static System| {
            (system.id(), templates::faces(system, self.carried(), files.to_vec(), sources, sink))
        };
        Looks(systems.iter().map(faces).collect())
    }

    /// The carried looks that are wanted.
    fn carried(&self) -> &'static [&'static str] {
        if self.low_ink { &["low-ink"] } else { &[] }
    }
}

impl Look {
    /// Draws what can be printed and adds what does not fit to the findings.
    pub(super) fn measure(&self, review: &mut Review, systems: &'static [System]) -> Result<(), Trouble> {
        let mut sink = Sink::default();
        let own = match self.template {
            Some(_) => Some(self.faces(systems, &mut review.sources, &mut sink)?),
            None => None,
        };
        // Carried templates are read when there is something to measure.
        let carried = |system: &'static System| {
            move || templates::faces(system, self.carried(), Vec::new(), &mut Sources::default(), &mut Sink::default())
        };
        let carried: Vec<_> = systems.iter().map(|system| (system.id(), LazyLock::new(carried(system)))).collect();
        let drawn = |unit: &&Unit| unit.given && unit.sound && unit.outline.kind.role != Role::Record;
        let wrong = sink.into_findings();
        // Nothing is measured on half a template.
        if wrong.iter().any(|finding| finding.severity == Severity::Error) {
            review.findings.extend(wrong);
            return Ok(());
        }
        let units: Vec<&Unit> = review.units.iter().filter(drawn).collect();
        let misfits = each(units, |unit| {
            let Some(battle) = &unit.battle else { return Vec::new() };
            // On templates of the user's own, even short texts may be too long.
            if let Some(own) = &own {
                return unit.system.faces(battle, own.of(unit.system), Accessories::ALL).1;
            }
            let lazy = carried.iter().find(|(id, _)| *id == unit.system.id()).map(|(_, lazy)| lazy);
            lazy.map(|faces| unit.system.misfits(battle, &|| faces)).unwrap_or_default()
        });
        review.findings.extend(wrong);
        review.findings.extend(misfits.into_iter().flatten());
        review.drawn = true;
        Ok(())
    }
}

/// The paths of the YAML files of a folder, sorted.
fn yaml_files(folder: &Utf8Path) -> Result<Vec<Utf8PathBuf>, Trouble> {
    let trouble = |error| Trouble(format!("`{folder}` cannot be read: {error}"));
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(trouble)? {
        let name = entry.map_err(trouble)?.file_name();
        if is_yaml(name.as_ref()) {
            let name = name.into_string();
            let name =
                name.map_err(|name| format!("`{folder}` holds `{}`, a name that is not UTF-8", name.display()))?;
            paths.push(folder.join(name));
        }
    }
    paths.sort();
    Ok(paths)
}

/// The YAML files of a folder, by name.
fn folder(folder: &Utf8Path) -> Result<Vec<(Utf8PathBuf, Vec<u8>)>, Trouble> {
    let trouble = |error| Trouble(format!("`{folder}` cannot be read: {error}"));
    let paths = yaml_files(folder)?;
    if paths.is_empty() {
        return Err(Trouble(format!("`{folder}` holds no template, no *.yaml or *.yml file")));
    }
    paths.into_iter().map(|path| Ok((path.clone(), read_named(&path).map_err(trouble)?))).collect()
}
