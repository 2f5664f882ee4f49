//! The files that templates name, read once each, and only below the folder of their project.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use camino::Utf8PathBuf;

use muster_core::diag::Diagnostic;
use muster_core::print::font::{Font, FontFault};
use muster_core::print::picture::{Picture, PictureFault};
use muster_core::source::{FileId, Sources};

use super::address;
use crate::review::Reader;
use crate::review::boundary::Boundary;

/// A reader of the files that templates name: fonts and icons.
#[derive(Clone, Copy)]
pub struct NamedFiles<'a> {
    read: Option<&'a Reader<'a>>,
    allow_outside: bool,
}

impl<'a> NamedFiles<'a> {
    /// Reads no file: fonts that are carried stand in for those that are named, and there are no icons.
    pub const NONE: NamedFiles<'static> = NamedFiles { read: None, allow_outside: false };

    /// Returns files read below the folder of the project that a template belongs to, or anywhere.
    pub fn new(read: &'a Reader<'a>, allow_outside: bool) -> NamedFiles<'a> {
        NamedFiles { read: Some(read), allow_outside }
    }
}

/// What was read from files, by where these really are.
pub(super) type Known<T, E> = RefCell<HashMap<Utf8PathBuf, Result<T, E>>>;

/// Fonts and icons by the files that they were read from.
pub(super) struct Shelf<'a> {
    files: NamedFiles<'a>,
    sources: Option<&'a Sources>,
    pub(super) known_fonts: Known<Font, FontFault>,
    pub(super) known_icons: Known<Arc<Picture>, PictureFault>,
}

impl<'a> Shelf<'a> {
    pub(super) fn new(files: NamedFiles<'a>, sources: Option<&'a Sources>) -> Shelf<'a> {
        Shelf { files, sources, known_fonts: RefCell::default(), known_icons: RefCell::default() }
    }

    /// Returns what `make` makes of a file that a template names at a place, or what is wrong with the file; none where no file
    /// is read. Of more than so many bytes nothing is read.
    ///
    /// # Errors
    ///
    /// A file that may not or cannot be read is a finding.
    pub(super) fn read<T: Clone, E: Clone>(
        &self,
        known: &Known<T, E>,
        name: &str,
        (named_in, pointer): (FileId, &str),
        (most, too_large): (u64, impl Fn(u64) -> E),
        make: impl Fn(Vec<u8>) -> Result<T, E>,
    ) -> Option<Result<Result<T, E>, Box<Diagnostic>>> {
        let (read, sources) = (self.files.read?, self.sources?);
        let (template, place) = (sources.get(named_in).path(), address(named_in, pointer));
        let boundary = if self.files.allow_outside { Boundary::none() } else { Boundary::find(template) };
        let found = || {
            let file = Boundary::resolve_named(template, name, &place)?;
            let real = boundary.inside(&file, &place)?;
            if let Some(known) = known.borrow().get(&real) {
                return Ok(known.clone());
            }
            let trouble = |error| Box::new(Boundary::unreadable(&file, &error, &place));
            // A file that is far too large is not read at all.
            let bytes = std::fs::metadata(&real).map_err(trouble)?.len();
            let made = if bytes > most { Err(too_large(bytes)) } else { make(read(&real).map_err(trouble)?) };
            known.borrow_mut().insert(real, made.clone());
            Ok(made)
        };
        Some(found())
    }
}
