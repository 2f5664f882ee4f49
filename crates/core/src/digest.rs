//! The one digest: a number that says whether bytes are the same, today, next year and on another machine. Fingerprints in
//! reports, parts of runs, signatures of files and the identity of a PDF depend on it, so it never changes.

/// The usual first state of FNV-1a with 64 bits.
const START: u64 = 0xcbf2_9ce4_8422_2325;

/// A digest of bytes as they come: FNV-1a with 64 bits. It tells changes, not attacks.
#[derive(Debug, Clone)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest::from_state(START)
    }
}

impl Digest {
    /// Returns the digest of no bytes that begins in another state, so that its numbers differ from those of the default.
    pub fn from_state(start: u64) -> Digest {
        Digest(start)
    }

    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Returns the number of all bytes so far.
    pub fn number(&self) -> u64 {
        self.0
    }

    /// Returns the number of all bytes so far as 16 hexadecimal digits.
    pub fn hex(&self) -> String {
        format!("{:016x}", self.0)
    }
}

impl std::io::Write for Digest {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.add(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Returns the digest of a text as 16 hexadecimal digits.
pub fn hex_of_text(text: &str) -> String {
    let mut digest = Digest::default();
    digest.add(text.as_bytes());
    digest.hex()
}

/// Returns the digest of several texts as 16 hexadecimal digits: of `ab` and `c` another than of `a` and `bc`.
pub fn hex_of_texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut digest = Digest::default();
    for text in texts {
        digest.add(text.as_bytes());
        digest.add(&[0]);
    }
    digest.hex()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_fnv_1a() {
        // The published values for 64 bits.
        assert_eq!(hex_of_text(""), "cbf29ce484222325");
        assert_eq!(hex_of_text("a"), "af63dc4c8601ec8c");
        assert_eq!(hex_of_text("foobar"), "85944171f73967e8");
    }

    #[test]
    fn texts_are_told_apart() {
        assert_ne!(hex_of_texts(["ab", "c"]), hex_of_texts(["a", "bc"]));
        assert_eq!(hex_of_texts(["a"]), hex_of_text("a\0"));
    }
}
