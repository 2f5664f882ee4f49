//! The pictures of a project: each file is read once, below the project's folder, and pictures that are the same are one.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::diag::Diagnostic;
use muster_core::print::picture::{MOST_BYTES, Picture, PictureFault};
use muster_core::source::{Address, FileId, Sources};
use muster_systems::art::{self, Gallery};

use crate::review::boundary::Boundary;
use crate::review::{MISSING_FILE, Reader};

/// Pictures by where their files really are.
pub struct ProjectGallery<'a> {
    sources: &'a Sources,
    read: &'a Reader<'a>,
    /// True where files outside the project are read, too.
    allow_outside: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    boundaries: HashMap<FileId, Boundary>,
    known: HashMap<Utf8PathBuf, Result<Arc<Picture>, PictureFault>>,
    /// Pictures of pixels by the digest of their bytes.
    rasters: HashMap<u64, Vec<Arc<Picture>>>,
    /// The pictures that were shown, each with the place that names it and its path.
    shown: Vec<(Address, String, Arc<Picture>)>,
}

impl<'a> ProjectGallery<'a> {
    /// Returns a gallery of what the files of `sources` name.
    pub fn new(sources: &'a Sources, read: &'a Reader<'a>, allow_outside: bool) -> ProjectGallery<'a> {
        ProjectGallery { sources, read, allow_outside, state: Mutex::default() }
    }

    /// Returns the pictures through which something is seen, each once, with the first place that names it and its path.
    pub fn transparent(&self) -> Vec<(Address, String, Arc<Picture>)> {
        let state = self.lock();
        let mut shown: Vec<_> =
            state.shown.iter().filter(|(_, _, picture)| picture.is_transparent()).cloned().collect();
        shown.sort_by(|(one, ..), (other, ..)| one.cmp(other));
        let mut once: Vec<(Address, String, Arc<Picture>)> = Vec::new();
        for entry in shown {
            if !once.iter().any(|(_, _, known)| Arc::ptr_eq(known, &entry.2)) {
                once.push(entry);
            }
        }
        once
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("internal error: reading a picture panicked")
    }

    /// Asks for a file that is not there, so that whoever watches what is read sees it come. Returns true if it is there
    /// all the same: files as they were at a commit may be gone by now.
    fn is_told_of(&self, file: &Utf8Path) -> bool {
        (self.read)(file).is_ok()
    }

    /// Reads the file of a picture and finds that all of it is there.
    fn load(&self, real: &Utf8Path) -> std::io::Result<Result<Picture, PictureFault>> {
        // A file that is far too large is not read at all.
        let bytes = std::fs::metadata(real)?.len();
        if bytes > MOST_BYTES {
            return Ok(Err(PictureFault::Bytes { bytes, most: MOST_BYTES }));
        }
        let whole = |picture: Picture| match &picture {
            Picture::Raster(raster) => raster.check().map(|()| picture),
            Picture::Vector(_) => Ok(picture),
        };
        Ok(Picture::read((self.read)(real)?).and_then(whole))
    }
}

impl State {
    /// Returns one picture for all files that hold the same.
    fn unique(&mut self, picture: Picture) -> Arc<Picture> {
        let Picture::Raster(raster) = &picture else { return Arc::new(picture) };
        let alike = self.rasters.entry(raster.digest()).or_default();
        if let Some(known) = alike.iter().find(|known| ***known == picture) {
            return Arc::clone(known);
        }
        let picture = Arc::new(picture);
        alike.push(Arc::clone(&picture));
        picture
    }
}

impl Gallery for ProjectGallery<'_> {
    fn has(&self, path: &str, at: &Address) -> bool {
        // What lies on another machine is not looked for: that is found where it is fetched.
        let Ok(file) = Boundary::resolve_named(self.sources.get(at.file).path(), path, at) else { return true };
        Boundary::is_there(&file) || self.is_told_of(&file)
    }

    fn picture(&self, path: &str, at: &Address) -> Result<Arc<Picture>, Box<Diagnostic>> {
        let named_in = self.sources.get(at.file).path();
        let file = Boundary::resolve_named(named_in, path, at)?;
        let boundary = {
            let mut state = self.lock();
            let boundary = state.boundaries.entry(at.file).or_insert_with(|| match self.allow_outside {
                true => Boundary::none(),
                false => Boundary::find(named_in),
            });
            boundary.clone()
        };
        let real = boundary.inside(&file, at).inspect_err(|found| {
            if found.code == MISSING_FILE {
                self.is_told_of(&file);
            }
        })?;
        let known = self.lock().known.get(&real).cloned();
        let picture = match known {
            Some(known) => known,
            None => {
                let loaded = self.load(&real).map_err(|error| Box::new(Boundary::unreadable(&file, &error, at)))?;
                let mut state = self.lock();
                let loaded = loaded.map(|picture| state.unique(picture));
                // Another thread may have read it as well.
                state.known.entry(real).or_insert(loaded).clone()
            }
        };
        match picture {
            Ok(picture) => {
                self.lock().shown.push((at.clone(), path.to_owned(), Arc::clone(&picture)));
                Ok(picture)
            }
            Err(wrong) => Err(Box::new(art::fault(path, &wrong, at.clone()))),
        }
    }
}

/// A gallery that remembers whether it was asked for a picture.
pub struct WatchedGallery<'a> {
    gallery: &'a dyn Gallery,
    is_asked: AtomicBool,
}

impl<'a> WatchedGallery<'a> {
    /// Returns a gallery with the pictures of another.
    pub fn new(gallery: &'a dyn Gallery) -> WatchedGallery<'a> {
        WatchedGallery { gallery, is_asked: AtomicBool::new(false) }
    }

    /// Returns true if it was asked for a picture.
    pub fn was_asked(&self) -> bool {
        self.is_asked.load(Ordering::Relaxed)
    }
}

impl Gallery for WatchedGallery<'_> {
    fn has(&self, path: &str, at: &Address) -> bool {
        self.is_asked.store(true, Ordering::Relaxed);
        self.gallery.has(path, at)
    }

    fn picture(&self, path: &str, at: &Address) -> Result<Arc<Picture>, Box<Diagnostic>> {
        self.is_asked.store(true, Ordering::Relaxed);
        self.gallery.picture(path, at)
    }
}
