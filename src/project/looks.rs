//! The looks of cards: the templates that they are drawn on.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::config::{PrintSettings, PrintWords};
use muster_core::diag::{Diagnostic, Severity, Sink, or_nearest};
use muster_core::load;
use muster_core::print::Paper;
use muster_core::print::inks::StatedInks;
use muster_core::print::profile;
use muster_core::print::template::{Faces, TinyText};
use muster_core::source::tree::Value;
use muster_core::source::{Address, Pointer, Sources};
use muster_systems::art::Gallery;
use muster_systems::catalogue::Catalogues;
use muster_systems::faces::{TEXT_DOES_NOT_FIT, TEXT_NOT_PRINTED, TOO_LONG_IN_TRANSLATION};
use muster_systems::{Opaque, Role, System, With};

use super::drawing;
use super::files::is_yaml;
use super::gallery::{ProjectGallery, WatchedGallery};
use super::{Project, Trouble};
use crate::review::boundary::Boundary;
use crate::review::cache::ReviewCache;
use crate::review::preflight::PieceFindings;
use crate::review::templates::NamedFiles;
use crate::review::{Reader, Review, Unit, catalogues, par_map, preflight, templates};

/// The look that is asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WantedLook {
    /// The folder of the user's own templates; what it lacks is laid out as without it.
    pub template: Option<Utf8PathBuf>,
    /// The name of a look carried in the program, for games that have it; others have their first.
    pub look: Option<String>,
    /// The name of a size that carried layouts have, one of [`sizes`], for games that have it.
    pub size: Option<String>,
    /// True for white backgrounds and outlines instead of large areas of colour.
    pub low_ink: bool,
    /// True where pictures outside the project's folder are read, too.
    pub allow_outside: bool,
}

/// The folder of a project with the catalogues of languages that are not carried in the program.
const LANGUAGES: &str = "languages";

/// The suffix of the names of looks in little ink; by itself, the name of that of the first look.
const LOW_INK: &str = "low-ink";

/// The prefix of the names of looks that give a layout another size; the look that they are laid over may stand before it.
const SIZE: &str = "size-";

/// Returns the names of the sizes that carried layouts have beside their own, each once.
pub fn sizes(systems: &[&'static System]) -> Vec<&'static str> {
    let mut sizes: Vec<&str> = Vec::new();
    for (name, _) in systems.iter().flat_map(|system| system.templates().iter()) {
        if let Some(size) = name.strip_prefix(SIZE).filter(|size| !sizes.contains(size)) {
            sizes.push(size);
        }
    }
    sizes
}

/// Returns the names of the carried looks, those in little ink and of other sizes left out, each once.
pub fn names(systems: &[&'static System]) -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in systems.iter().flat_map(|system| system.templates().iter().rev()) {
        if !name.ends_with(LOW_INK) && !name.contains(SIZE) && !names.contains(name) {
            names.push(name);
        }
    }
    names
}

/// Returns the words that the settings of printing may have.
pub(super) fn words(systems: &[&'static System]) -> PrintWords {
    let profiles = profile::names().collect();
    let papers = Paper::NAMED.iter().map(|(name, _)| *name).chain(["WIDTHxHEIGHT"]).collect();
    let is_paper: Option<fn(&str) -> bool> = Some(|paper| Paper::parse(paper).is_ok());
    let with = drawing::with_words(systems);
    PrintWords { themes: names(systems), sizes: sizes(systems), profiles, papers, is_paper, with }
}

/// The languages that cards are drawn or measured in, whatever their own is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WantedLanguages {
    /// All of which there is a catalogue.
    All,
    /// These, by their tags.
    Only(Vec<String>),
}

impl WantedLanguages {
    /// Returns the languages of these tags, or all for `all`; `None` for no tags.
    pub fn parse(tags: &[String]) -> Option<WantedLanguages> {
        match tags {
            [] => None,
            all if all.iter().any(|tag| tag.eq_ignore_ascii_case("all")) => Some(WantedLanguages::All),
            tags => Some(WantedLanguages::Only(tags.to_vec())),
        }
    }
}

/// The ways to measure battles.
enum Measuring<'a> {
    /// Each in its own language; the sink takes what is wrong in templates.
    First(&'a mut Sink),
    /// Each in its own language, but for battles that the cache knows.
    Again(&'a mut ReviewCache),
    /// Each in its own language; what is wrong in templates was found before.
    Silently,
    /// All in this language; what is wrong in templates was found before.
    In(&'a str),
}

/// The faces of every system, and its words.
pub struct Looks(Vec<SystemLook>);

struct SystemLook {
    system: &'static System,
    /// Its faces, once they are read: those of carried templates are only when they are asked for.
    faces: OnceLock<Faces>,
    /// The carried looks that are wanted of it, the uppermost first.
    carried: Vec<&'static str>,
    words: Catalogues,
}

impl SystemLook {
    fn faces(&self) -> &Faces {
        let read =
            || templates::faces(self.system, &self.carried, Vec::new(), &mut Sources::default(), &mut Sink::default());
        self.faces.get_or_init(read)
    }
}

impl Looks {
    /// Returns the faces of a system.
    pub fn faces(&self, system: &System) -> &Faces {
        self.entry(system).faces()
    }

    /// Returns the words of a system.
    pub fn words(&self, system: &System) -> &Catalogues {
        &self.entry(system).words
    }

    /// Returns the templates of a system's faces in the carried looks that are wanted, each by the name of its face.
    pub fn carried_templates(&self, system: &System) -> serde_json::Value {
        templates::join_faces(system, &self.entry(system).carried)
    }

    /// Draws everything in one language from now on, whatever the battle's is; `None` for that of each battle.
    pub fn draw_all_in(&mut self, language: Option<&str>) {
        self.0.iter_mut().for_each(|look| look.words.say_all_in(language));
    }

    /// Returns the tags of the catalogues that are wanted of these systems, each once: `de` for `de-AT`.
    ///
    /// # Errors
    ///
    /// Names a language of which one of the systems has no catalogue, those of which there is one, and the nearest.
    pub fn languages(&self, wanted: &WantedLanguages, systems: &[&System]) -> Result<Vec<String>, Trouble> {
        let has = |tag: &str| systems.iter().all(|system| self.words(system).get(tag).is_some());
        let known: BTreeSet<&str> = systems.iter().flat_map(|system| self.words(system).languages()).collect();
        let known: Vec<&str> = known.into_iter().filter(|tag| has(tag)).collect();
        let tags = match wanted {
            WantedLanguages::All => return Ok(known.into_iter().map(str::to_owned).collect()),
            WantedLanguages::Only(tags) => tags,
        };
        let mut found: Vec<String> = Vec::new();
        for tag in tags {
            let words = systems.iter().map(|system| self.words(system).get(tag)).collect::<Option<Vec<_>>>();
            // Files are named after it.
            let is_tag = tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            let Some(words) = words.filter(|_| is_tag) else { return Err(no_catalogue(tag, &known)) };
            // One game may have a catalogue of the region, and another only one of the language.
            let [first, rest @ ..] = &words[..] else { continue };
            let own = &first.language().language;
            let is_one = rest.iter().all(|words| words.language().language == *own);
            let language = if is_one { own } else { tag };
            if !found.contains(language) {
                found.push(language.clone());
            }
        }
        Ok(found)
    }

    /// Returns the findings on the pieces of a battle, all that there are, with the pictures of a gallery.
    /// `only_doubtful` leaves out what is known to fit; see [`System::doubtful_faces`].
    fn piece_findings(
        &self,
        (system, battle): (&System, &Opaque),
        gallery: &dyn Gallery,
        only_doubtful: bool,
    ) -> PieceFindings {
        let (faces, words) = (|| self.faces(system), self.words(system));
        let (all, misfits) = if only_doubtful {
            system.doubtful_faces(battle, &faces, words, Some(gallery))
        } else {
            system.faces(battle, faces(), words, &With::Everything, Some(gallery))
        };
        let lent = all.iter().flat_map(|drawn| drawn.lent.iter().cloned()).collect();
        let is_any_tiny = all.iter().any(|drawn| !drawn.tiny.is_empty());
        // Small text is reported on what is printed unless something else is asked for.
        let printed = is_any_tiny.then(|| system.faces(battle, faces(), words, &With::defaults(), Some(gallery)).0);
        let tiny =
            printed.into_iter().flatten().flat_map(|drawn| drawn.tiny).filter_map(|(text, at)| Some((text, at?)));
        PieceFindings { misfits, tiny: tiny.collect(), lent }
    }

    fn entry(&self, system: &System) -> &SystemLook {
        let entry = self.0.iter().find(|look| look.system.id() == system.id());
        entry.unwrap_or_else(|| panic!("internal error: no faces of `{}`", system.id()))
    }

    /// Returns the inks that their templates state for colours.
    pub fn inks(&self) -> StatedInks {
        let mut inks = StatedInks::default();
        self.0.iter().for_each(|look| look.faces().add_inks(&mut inks));
        inks
    }
}

impl WantedLook {
    /// Returns the look with what is not asked for as the settings have it.
    #[must_use]
    pub fn or(self, settings: &PrintSettings) -> WantedLook {
        WantedLook {
            template: self.template.or_else(|| settings.template.clone()),
            look: self.look.or_else(|| settings.theme.clone()),
            size: self.size.or_else(|| settings.size.clone()),
            ..self
        }
    }

    /// Returns the paths of the user's own templates, those that are there now.
    ///
    /// # Errors
    ///
    /// Their folder cannot be listed.
    pub fn files(&self) -> Result<Vec<Utf8PathBuf>, Trouble> {
        self.template.as_deref().map(yaml_files).transpose().map(Option::unwrap_or_default)
    }

    /// Takes these files for the user's own templates, and `words` for the catalogues of the project. The fonts that templates
    /// name are read. What is wrong in any of them goes to the sink.
    pub fn read(
        &self,
        files: &[(Utf8PathBuf, Vec<u8>)],
        words: &[(Utf8PathBuf, Vec<u8>)],
        (systems, read): (&'static [&'static System], &Reader<'_>),
        sources: &mut Sources,
        sink: &mut Sink,
    ) -> Looks {
        // A template of no system there is counts as one of the first: what is wrong with it is told once.
        let owner = |(path, bytes): &(Utf8PathBuf, Vec<u8>)| {
            let id = named_system(path, bytes);
            let known = systems.iter().copied().find(|system| id.as_deref() == Some(system.id()));
            known.or(systems.first().copied()).map(|system| system.id())
        };
        let owners: Vec<_> = files.iter().map(owner).collect();
        let faces = |system: &'static System| {
            let own = files.iter().zip(&owners).filter(|(_, owner)| **owner == Some(system.id()));
            let own = own.map(|(file, _)| file.clone()).collect();
            let fonts = NamedFiles::new(read, self.allow_outside);
            let carried = self.carried_looks(system);
            let faces = OnceLock::from(templates::faces_in_fonts(system, &carried, own, fonts, sources, sink));
            SystemLook { system, faces, carried, words: catalogues::with_files(system, words.to_vec(), sources, sink) }
        };
        Looks(systems.iter().copied().map(faces).collect())
    }

    /// Takes the carried templates alone, which are read when they are asked for, and `words` for the catalogues of the project.
    fn only_carried(&self, words: &[(Utf8PathBuf, Vec<u8>)], systems: &'static [&'static System]) -> Looks {
        let look = |system: &'static System| SystemLook {
            system,
            faces: OnceLock::new(),
            carried: self.carried_looks(system),
            // What is wrong in catalogues is found where they are checked.
            words: catalogues::with_files(system, words.to_vec(), &mut Sources::default(), &mut Sink::default()),
        };
        Looks(systems.iter().copied().map(look).collect())
    }

    /// Returns the carried looks of a system that are wanted, the uppermost first.
    fn carried_looks(&self, system: &System) -> Vec<&'static str> {
        let known = |wanted: &str| system.templates().iter().map(|(name, _)| *name).find(|name| *name == wanted);
        let named = self.look.as_deref().and_then(known);
        let of_look = named.and_then(|name| known(&format!("{name}-{LOW_INK}")));
        let low_ink = of_look.into_iter().chain(known(LOW_INK)).filter(|_| self.low_ink);
        let sized = |size: &String| {
            let of_look = named.and_then(|name| known(&format!("{name}-{SIZE}{size}")));
            of_look.into_iter().chain(known(&format!("{SIZE}{size}"))).collect::<Vec<_>>()
        };
        let sizes = self.size.as_ref().map(sized).unwrap_or_default();
        sizes.into_iter().chain(low_ink).chain(named).collect()
    }
}

impl Project {
    /// Reads the templates of a look. What is wrong in them goes to the sink.
    ///
    /// # Errors
    ///
    /// The folder of the templates, a file in it, or a catalogue of the user cannot be read.
    pub fn looks(&self, look: &WantedLook, sources: &mut Sources, sink: &mut Sink) -> Result<Looks, Trouble> {
        let files = self.own_templates(look)?;
        let words = self.languages(sources.iter().map(|(_, file)| file.path()))?;
        Ok(look.read(&files, &words, (self.systems, &self.reader()), sources, sink))
    }

    /// Reads the user's own templates of a look, by name.
    ///
    /// # Errors
    ///
    /// Their folder or one of them cannot be read.
    pub fn own_templates(&self, look: &WantedLook) -> Result<Vec<(Utf8PathBuf, Vec<u8>)>, Trouble> {
        Ok(look.template.as_deref().map(|folder| self.templates(folder)).transpose()?.unwrap_or_default())
    }

    /// Draws the cards that can be printed and adds findings for texts that do not fit; `read` reads their pictures and fonts.
    ///
    /// # Errors
    ///
    /// Settings, templates or catalogues of the user cannot be read.
    pub fn measure(&self, review: &mut Review, look: &WantedLook, read: &Reader<'_>) -> Result<(), Trouble> {
        let mut sink = Sink::default();
        let misfits = self.misfits(review, look, Measuring::First(&mut sink), read)?;
        review.drawn |= misfits.is_some();
        review.findings.extend(sink.into_findings());
        review.findings.extend(misfits.map(all_findings).unwrap_or_default());
        Ok(())
    }

    /// Like [`Project::measure`] with the looks of the settings, but what the cache knows of battles that have not changed
    /// is not found out again.
    ///
    /// # Errors
    ///
    /// As [`Project::measure`].
    pub fn measure_again(&self, review: &mut Review, cache: &mut ReviewCache) -> Result<(), Trouble> {
        let settings = self.settings.print(review.sources.iter().map(|(_, file)| file.path()))?;
        let misfits =
            self.misfits(review, &WantedLook::default().or(&settings), Measuring::Again(cache), &self.reader())?;
        review.drawn = true;
        review.findings.extend(misfits.map(all_findings).unwrap_or_default());
        Ok(())
    }

    /// Draws what can be printed in these languages too, or in all that there are, and adds what fits in its own language
    /// and not there to the findings.
    ///
    /// # Errors
    ///
    /// Names a language of which no system has a catalogue; or as [`Project::measure`].
    pub fn measure_languages(
        &self,
        review: &mut Review,
        look: &WantedLook,
        languages: &WantedLanguages,
    ) -> Result<(), Trouble> {
        let files = self.languages(review.sources.iter().map(|(_, file)| file.path()))?;
        let read =
            |system| catalogues::with_files(system, files.clone(), &mut Sources::default(), &mut Sink::default());
        let known: BTreeSet<String> = self
            .systems
            .iter()
            .flat_map(|system| read(system).languages().map(str::to_owned).collect::<Vec<_>>())
            .collect();
        let wanted: Vec<String> = match languages {
            WantedLanguages::All => known.iter().cloned().collect(),
            WantedLanguages::Only(tags) => tags.clone(),
        };
        if let Some(tag) = wanted.iter().find(|tag| !known.contains(*tag)) {
            // A catalogue that cannot be read has an error, which says more.
            let wrong = self.wrong_catalogues(&files, &mut review.sources);
            if !wrong.is_empty() {
                review.findings.extend(wrong);
                return Ok(());
            }
            return Err(no_catalogue(tag, &known.iter().map(String::as_str).collect::<Vec<_>>()));
        }
        let Some(own) = self.misfits(review, look, Measuring::Silently, &self.reader())? else { return Ok(()) };
        for language in &wanted {
            let there = self.misfits(review, look, Measuring::In(language), &self.reader())?.unwrap_or_default();
            let is_new = |(text, at): &&(TinyText, Address)| {
                let of_box = |(known, of): &(TinyText, Address)| (&known.name, of) == (&text.name, at);
                !own.iter().flat_map(|own| &own.tiny).any(of_box)
            };
            let tiny = there.iter().flat_map(|there| &there.tiny).filter(is_new).map(|(text, at)| (text, at));
            review.findings.extend(preflight::tiny_texts(tiny).into_iter().map(|mut found| {
                found.message = format!("in `{language}`: {}", found.message);
                found
            }));
            for (there, own) in there.into_iter().map(|there| there.misfits).zip(own.iter().map(|own| &own.misfits)) {
                let fits = |there: &Diagnostic| {
                    let is_misfit = there.code == TEXT_DOES_NOT_FIT || there.code == TEXT_NOT_PRINTED;
                    is_misfit && !own.iter().any(|own| own.code == there.code && own.at == there.at)
                };
                review.findings.extend(there.into_iter().filter(fits).map(|there| {
                    let text = format!("in `{language}`: {}", there.message);
                    Diagnostic::new(TOO_LONG_IN_TRANSLATION, there.at, text)
                        .help("it fits in the battle's own language")
                }));
            }
        }
        Ok(())
    }

    /// Returns the errors in catalogues, which are added to the sources.
    fn wrong_catalogues(&self, files: &[(Utf8PathBuf, Vec<u8>)], sources: &mut Sources) -> Vec<Diagnostic> {
        let mut sink = Sink::default();
        for file in files {
            let id = named_system(&file.0, &file.1);
            if let Some(system) = self.systems.iter().find(|system| id.as_deref() == Some(system.id())) {
                catalogues::with_files(system, vec![file.clone()], sources, &mut sink);
            }
        }
        sink.retain(|finding| finding.severity == Severity::Error);
        sink.into_findings()
    }

    /// Draws what can be printed. Returns the findings on pieces, by document, then those on what all battles share; none where
    /// templates are wrong.
    fn misfits(
        &self,
        review: &mut Review,
        look: &WantedLook,
        mut measuring: Measuring<'_>,
        read: &Reader<'_>,
    ) -> Result<Option<Vec<PieceFindings>>, Trouble> {
        let (mut wrong, is_own) = (Sink::default(), look.template.is_some());
        let words = self.languages(review.sources.iter().map(|(_, file)| file.path()))?;
        let mut looks = if is_own {
            let (files, mut apart) = (self.own_templates(look)?, Sources::default());
            let sources = if let Measuring::First(_) = measuring { &mut review.sources } else { &mut apart };
            look.read(&files, &words, (self.systems, read), sources, &mut wrong)
        } else {
            look.only_carried(&words, self.systems)
        };
        if let Measuring::In(language) = measuring {
            looks.draw_all_in(Some(language));
        }
        let wrong = wrong.into_findings();
        // Nothing is measured on half a template.
        let is_half = wrong.iter().any(|finding| finding.severity == Severity::Error);
        if let Measuring::First(sink) = &mut measuring {
            wrong.into_iter().for_each(|finding| sink.push(finding));
        }
        if is_half {
            return Ok(None);
        }
        let drawn = |unit: &&Unit| unit.given && unit.sound && unit.outline.kind.role != Role::Record;
        let units: Vec<&Unit> = review.units.iter().filter(drawn).collect();
        let gallery = ProjectGallery::new(&review.sources, read, look.allow_outside);
        if let Measuring::Again(cache) = &mut measuring {
            cache.set_catalogues(&words);
            cache.set_look(&format!("{look:?}"), is_own);
        }
        let known = if let Measuring::Again(cache) = &measuring { Some(&**cache) } else { None };
        // On templates of the user's own and on small cards, even short texts may be too long.
        let only_doubtful = !is_own && look.size.is_none();
        let found = par_map(units.clone(), |unit| {
            let Some(battle) = &unit.battle else { return (PieceFindings::default(), false) };
            if let Some(known) = known.and_then(|cache| cache.misfits(unit.file, battle)) {
                return (known.clone(), false);
            }
            let gallery = WatchedGallery::new(&gallery);
            // A picture may change while no document does.
            (looks.piece_findings((unit.system, battle), &gallery, only_doubtful), !gallery.was_asked())
        });
        if let Measuring::Again(cache) = measuring {
            for (unit, (found, _)) in units.iter().zip(&found).filter(|(_, (_, is_new))| *is_new) {
                unit.battle.iter().for_each(|battle| cache.keep_misfits(unit.file, battle, found));
            }
        }
        let mut found: Vec<PieceFindings> = found.into_iter().map(|(found, _)| found).collect();
        // The games' own words fit on carried templates in their own size.
        if !only_doubtful || !words.is_empty() {
            found.extend(self.shared_findings(&units, &looks));
        }
        Ok(Some(found))
    }

    /// Returns the findings on what is printed once for all battles of a game. They have the place of the first battle that is
    /// written somewhere.
    fn shared_findings(&self, units: &[&Unit], looks: &Looks) -> Vec<PieceFindings> {
        let of_system = |system: &&'static System| {
            let of_system = units.iter().filter(|unit| unit.system.id() == system.id());
            let battles: Vec<Opaque> = of_system.clone().filter_map(|unit| unit.battle.clone()).collect();
            let at = Address::value(of_system.clone().next()?.file, Pointer::root());
            let (pieces, misfits, _) =
                system.draw_shared(&battles, looks.faces(system), looks.words(system), &With::defaults(), None);
            let misfits = drawing::shared_misfit(&misfits);
            let misfits = misfits.map(|text| Diagnostic::new(TEXT_DOES_NOT_FIT, at.clone(), text));
            let lent = pieces.iter().flat_map(|piece| piece.lent.iter().cloned()).collect();
            let tiny = pieces.into_iter().flat_map(|piece| piece.tiny).map(|(text, _)| (text, at.clone()));
            Some(PieceFindings { misfits: misfits.into_iter().collect(), tiny: tiny.collect(), lent })
        };
        self.systems.iter().filter_map(of_system).collect()
    }

    /// Reads the catalogues of the projects that files belong to: the YAML files of the folder `languages` in the project's
    /// own, by name.
    ///
    /// # Errors
    ///
    /// Settings cannot be read, or a folder of catalogues or a file in it.
    pub fn languages<'p>(
        &self,
        files: impl IntoIterator<Item = &'p Utf8Path>,
    ) -> Result<Vec<(Utf8PathBuf, Vec<u8>)>, Trouble> {
        let folders: BTreeSet<&Utf8Path> = files.into_iter().map(|file| file.parent().unwrap_or(file)).collect();
        let boundaries = folders.into_iter().map(|folder| Boundary::find(&folder.join(LANGUAGES)));
        let projects: BTreeSet<Utf8PathBuf> =
            boundaries.filter_map(|one| Some(one.folder()?.join(LANGUAGES))).collect();
        let mut read = Vec::new();
        for folder in projects.iter().filter(|folder| folder.is_dir()) {
            read.extend(self.read_yaml(folder)?);
        }
        Ok(read)
    }

    /// Reads the templates in a folder, by name.
    fn templates(&self, folder: &Utf8Path) -> Result<Vec<(Utf8PathBuf, Vec<u8>)>, Trouble> {
        let paths = yaml_files(folder)?;
        if paths.is_empty() {
            return Err(Trouble::Usage(format!("`{folder}` has no template (no *.yaml or *.yml file)")));
        }
        self.read_yaml(folder)
    }

    /// Reads the YAML files of a folder, by name.
    fn read_yaml(&self, folder: &Utf8Path) -> Result<Vec<(Utf8PathBuf, Vec<u8>)>, Trouble> {
        let paths = yaml_files(folder)?;
        let read = |path: Utf8PathBuf| match self.read_named(&path) {
            Ok(bytes) => Ok((path, bytes)),
            Err(error) => Err(Trouble::unreadable(&folder, &error)),
        };
        paths.into_iter().map(read).collect()
    }
}

/// Returns the findings on the pieces of all documents.
fn all_findings(of_documents: Vec<PieceFindings>) -> Vec<Diagnostic> {
    let tiny = of_documents.iter().flat_map(|found| &found.tiny).map(|(text, at)| (text, at));
    let tiny = preflight::tiny_texts(tiny);
    let lent = preflight::lent_letters(of_documents.iter().flat_map(|found| &found.lent));
    of_documents.into_iter().flat_map(|found| found.misfits).chain(tiny).chain(lent).collect()
}

/// Returns the error that there is no catalogue of a language, but of `known` ones.
fn no_catalogue(tag: &str, known: &[&str]) -> Trouble {
    let list: Vec<String> = known.iter().map(|tag| format!("`{tag}`")).collect();
    let near = or_nearest(tag, known.iter().copied());
    Trouble::Usage(format!("there is no translation `{tag}`; there are {}{near}", list.join(", ")))
}

/// Returns the word after `system:` in a file; `None` if there is none.
fn named_system(path: &Utf8Path, bytes: &[u8]) -> Option<String> {
    let mut sources = Sources::default();
    let file = load::read(&mut sources, path.to_owned(), bytes, &mut Sink::default());
    match &sources.get(file).tree()?.get(&Pointer::root().key("system"))?.value {
        Value::Str(id) => Some(id.to_string()),
        _ => None,
    }
}

/// Returns the paths of the YAML files of a folder, sorted.
fn yaml_files(folder: &Utf8Path) -> Result<Vec<Utf8PathBuf>, Trouble> {
    let trouble = |error| Trouble::unreadable(&folder, &error);
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(trouble)? {
        let name = entry.map_err(trouble)?.file_name();
        if is_yaml(name.as_ref()) {
            let name = name.into_string();
            let name = name.map_err(|name| {
                Trouble::Machine(format!("the file name `{}` in `{folder}` is not UTF-8", name.display()))
            })?;
            paths.push(folder.join(name));
        }
    }
    paths.sort();
    Ok(paths)
}
