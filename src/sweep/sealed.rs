//! Files that one machine writes for another: each says what it is and has a checksum, so that half a file, or one that was
//! changed, is never taken for a whole one.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use muster_core::digest::hex_of_text;

/// The version of the files.
const VERSION: u32 = 1;

/// A file's content and what is said of it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sealed {
    /// The kind of the content.
    pub kind: String,
    /// The version of its form.
    pub version: u32,
    /// The version of the program that wrote it.
    pub muster: String,
    /// The digest of the content as 16 hexadecimal digits.
    pub checksum: String,
    /// The content.
    pub content: Value,
}

/// Returns a file with some content and its checksum.
///
/// # Errors
///
/// The content cannot be said in JSON: a key is no text, or a number is none.
pub fn seal(kind: &str, content: &impl Serialize) -> Result<(String, String), serde_json::Error> {
    let content = serde_json::to_value(content)?;
    let checksum = hex_of_text(&content.to_string());
    let muster = env!("CARGO_PKG_VERSION").to_owned();
    let sealed = Sealed { kind: kind.to_owned(), version: VERSION, muster, checksum: checksum.clone(), content };
    Ok((serde_json::to_string(&sealed)? + "\n", checksum))
}

/// Reads a file that [`seal`] made, with its checksum.
///
/// # Errors
/// Says why it is no whole file of this kind and version.
pub fn unseal<T: DeserializeOwned>(kind: &str, text: &str) -> Result<(T, String), String> {
    let sealed: Sealed =
        serde_json::from_str(text).map_err(|error| format!("it is not a {kind}, or is cut off: {error}"))?;
    let muster = env!("CARGO_PKG_VERSION");
    if sealed.kind != kind {
        return Err(format!("it is not a {kind}"));
    }
    if (sealed.version, sealed.muster.as_str()) != (VERSION, muster) {
        return Err(format!("it was written by another version of muster; this is {muster}"));
    }
    if sealed.checksum != hex_of_text(&sealed.content.to_string()) {
        return Err("its checksum is wrong, so it was changed or damaged".to_owned());
    }
    let content = serde_json::from_value(sealed.content).map_err(|error| format!("it is not a {kind}: {error}"))?;
    Ok((content, sealed.checksum))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_file_of_the_same_kind_is_read() {
        let (text, checksum) = seal("list", &vec![1, u64::MAX]).expect("a file");
        assert_eq!(unseal::<Vec<u64>>("list", &text), Ok((vec![1, u64::MAX], checksum)));
        assert!(unseal::<Vec<u64>>("part", &text).is_err());
        assert!(unseal::<Vec<u64>>("list", &text[..text.len() - 2]).is_err(), "half a file");
        assert!(unseal::<Vec<u64>>("list", &text.replace("[1,", "[2,")).is_err(), "changed");
        assert!(unseal::<Vec<u64>>("list", &text.replace(env!("CARGO_PKG_VERSION"), "0.0.0")).is_err(), "foreign");
        assert!(unseal::<String>("list", &text).is_err(), "of another form");
    }
}
