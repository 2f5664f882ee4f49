//! Archives (.zip) of which the same content is always the same bytes.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// The comment of an archive that Muster wrote.
const COMMENT: &str = "written by muster";

/// Returns an archive of files by their names, in this order.
///
/// # Errors
///
/// Says what the archive cannot hold.
pub(super) fn pack(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>, String> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive.set_comment(COMMENT).map_err(|error| error.to_string())?;
    for (name, bytes) in files {
        // Pictures are packed already.
        let is_packed = name.ends_with(".png");
        let method = if is_packed { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(DateTime::default())
            .unix_permissions(0o644);
        archive.start_file(name.as_str(), options).map_err(|error| error.to_string())?;
        archive.write_all(bytes).map_err(|error| error.to_string())?;
    }
    archive.finish().map(Cursor::into_inner).map_err(|error| error.to_string())
}

/// Returns true for an archive as Muster wrote it.
pub(super) fn is_as_written(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK") && bytes.ends_with(COMMENT.as_bytes())
}
