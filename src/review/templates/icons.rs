//! The icons that templates name: pictures beside them.

use std::sync::Arc;

use serde_json::Value;

use muster_core::diag::{Diagnostic, Sink};
use muster_core::print::frame::Icon;
use muster_core::print::picture::{MOST_BYTES, Picture, PictureFault};
use muster_core::source::FileId;
use muster_systems::art;

use super::shelf::Shelf;
use super::{Written, address, is_reported};

impl Shelf<'_> {
    /// Returns the icons that the templates of a chain name, the most special first, each with its name. What is wrong with a
    /// file is told where it is named, once; of such a file there is no icon but a sign that it is missing.
    pub(super) fn icons(&self, chain: &[&Written], icons: &Value, sink: &mut Sink) -> Vec<(String, Icon)> {
        let mut found = Vec::new();
        for (name, path) in icons.as_object().into_iter().flatten() {
            let pointer = format!("/icons/{name}");
            let file = chain.iter().find(|written| written.value.pointer(&pointer).is_some()).and_then(|w| w.file);
            let (Some(path), Some(file)) = (path.as_str(), file) else { continue };
            let icon = match self.icon(path, file, &pointer) {
                Some(Ok(picture)) => {
                    let left_out = art::find_unsupported(path, &picture, &address(file, &pointer));
                    left_out.into_iter().for_each(|finding| tell(finding, sink));
                    Icon::from_picture(&picture)
                }
                Some(Err(finding)) => {
                    tell(*finding, sink);
                    missing()
                }
                None => missing(),
            };
            found.push((name.clone(), icon));
        }
        found
    }

    /// Returns the picture of a file that a template names; none where no file is read.
    fn icon(&self, path: &str, file: FileId, pointer: &str) -> Option<Result<Arc<Picture>, Box<Diagnostic>>> {
        let make = |bytes| {
            let picture = Picture::read(bytes)?;
            if let Picture::Raster(raster) = &picture {
                raster.check()?;
            }
            Ok(Arc::new(picture))
        };
        let too_large = |bytes| PictureFault::Bytes { bytes, most: MOST_BYTES };
        let found = self.read(&self.known_icons, path, (file, pointer), (MOST_BYTES, too_large), make)?;
        Some(
            found.and_then(|picture| {
                picture.map_err(|fault| Box::new(art::fault(path, &fault, address(file, pointer))))
            }),
        )
    }
}

/// Tells of a file, once for all faces that name it.
fn tell(finding: Diagnostic, sink: &mut Sink) {
    if !is_reported(sink, &finding) {
        sink.push(finding);
    }
}

/// Returns what stands in the place of an icon that cannot be had.
fn missing() -> Icon {
    Icon::from_picture(&art::stand_in([1.0, 1.0]))
}
