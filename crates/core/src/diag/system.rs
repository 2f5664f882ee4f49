//! Errors of the operating system, in words.

use std::io::{Error, ErrorKind};

/// Returns an error in words, without the number that the operating system gives it.
pub fn describe(error: &Error) -> String {
    if error.raw_os_error().is_none() {
        return error.to_string();
    }
    let words = match error.kind() {
        ErrorKind::NotFound => "no such file or folder",
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::NotADirectory => "a part of its path is not a folder",
        ErrorKind::AlreadyExists => "it already exists",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only",
        _ => {
            let text = error.to_string();
            return text.split_once(" (os error").map_or(text.clone(), |(words, _)| words.to_lowercase());
        }
    };
    words.to_owned()
}
