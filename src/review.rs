//! From files to findings in one straight line: discover, load, read, group, check, judge. No file comes back to a step that
//! it has left.

pub mod baseline;
pub mod boundary;
pub mod cache;
pub mod catalogues;
mod check;
mod codes;
mod discover;
pub mod fix;
mod group;
mod judge;
mod load;
mod outcome;
mod par_map;
mod path_hint;
mod paths;
pub mod preflight;
mod read;
pub mod shared;
pub mod templates;
mod truths;

use std::borrow::Cow;

use camino::Utf8PathBuf;

pub use codes::*;
pub use discover::{ELSEWHERE, Reader, is_document};
pub use outcome::{Members, Review, Unit};
pub use par_map::par_map;
pub use paths::{is_linked_elsewhere, named_pictures, same_file};
pub use read::is_sweep;

use cache::ReviewCache;
use discover::Known;
use read::Reading;

use muster_core::source::{FileId, Sources};
use muster_systems::System;

/// Number of files that are loaded and read together. Of more files than these the cache keeps no trees of sound ones that nobody
/// edits.
const AT_ONCE: usize = 256;

/// Of more files than these the trees are let go before the next ones come, and read again where something is found.
const MANY: usize = 2048;

/// Reviews files and those they name.
pub fn review(inputs: &[(Utf8PathBuf, Vec<u8>)], read: &Reader<'_>, systems: &'static [&'static System]) -> Review {
    run(inputs, read, systems, &Members::new(), None)
}

/// Like [`review()`], but what is not known of these members keeps nobody from looking at the rest of a document.
pub fn review_without(
    inputs: &[(Utf8PathBuf, Vec<u8>)],
    read: &Reader<'_>,
    systems: &'static [&'static System],
    without: &Members,
) -> Review {
    run(inputs, read, systems, without, None)
}

/// Like [`review()`], but what the cache knows of files and battles that have not changed is not found out again; it knows those
/// of this review afterwards.
pub fn review_again(
    inputs: &[(Utf8PathBuf, Vec<u8>)],
    read: &Reader<'_>,
    systems: &'static [&'static System],
    cache: &mut ReviewCache,
) -> Review {
    run(inputs, read, systems, &Members::new(), Some(cache))
}

fn run(
    inputs: &[(Utf8PathBuf, Vec<u8>)],
    read: &Reader<'_>,
    systems: &'static [&'static System],
    without: &Members,
    mut cache: Option<&mut ReviewCache>,
) -> Review {
    let (mut sources, mut known, mut findings) = (Sources::default(), Known::new(), Vec::new());
    let (mut readings, mut templates) = (Vec::new(), Vec::new());
    let mut wave = Cow::Borrowed(inputs);
    let mut given = true;
    let mut first_named = sources.next_id();
    while !wave.is_empty() {
        let mut wanted = Vec::new();
        let are_many = wave.len() > MANY;
        for files in wave.chunks(AT_ONCE) {
            // Of many files nothing is held.
            let mut cache = cache.as_deref_mut().filter(|_| !are_many);
            let loaded = load::load(files, given, &mut sources, &mut known, cache.as_deref());
            let ids: Vec<FileId> =
                loaded.iter().filter(|loaded| loaded.reading.is_none()).map(|loaded| loaded.file).collect();
            let (of_files, found, aside) = read::read(loaded, given, &sources, systems, without);
            if are_many {
                ids.into_iter().for_each(|file| muster_core::load::let_go(&mut sources, file));
            } else if let Some(cache) = &mut cache {
                if wave.len() > AT_ONCE {
                    // Of a file that is edited the tree is wanted again soon.
                    let is_done = |reading: &&Reading| {
                        let file = reading.file;
                        reading.is_sound() && ids.contains(&file) && !cache.is_edited(sources.get(file))
                    };
                    let done: Vec<FileId> = of_files.iter().filter(is_done).map(|reading| reading.file).collect();
                    done.into_iter().for_each(|file| muster_core::load::let_go(&mut sources, file));
                }
                cache.keep_files(&of_files, &sources);
            }
            wanted.extend(of_files.iter().flat_map(Reading::wanted_files));
            findings.extend(found);
            readings.extend(of_files);
            templates.extend(aside);
        }
        wave = Cow::Owned(discover::read_named(wanted, &known, read, systems, &mut findings));
        if given {
            first_named = sources.next_id();
        }
        given = false;
    }
    let mut groups = group::group(readings, &templates, &known, &mut findings);
    let checked = check::check(&mut groups.members, &templates, (&sources, read), systems, cache.as_deref_mut());
    if let Some(cache) = cache {
        cache.forget_others(&sources);
    }
    judge::judge((sources, first_named), findings, groups, checked, systems)
}
