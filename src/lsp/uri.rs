//! Files as editors name them: the paths of `file:` references (RFC 8089).

use camino::Utf8PathBuf;

use muster_core::diag::uri::decode;

/// Returns the path that a reference means; `None` if it names no file on disk, or one whose name is not UTF-8.
pub(super) fn path_of(reference: &str) -> Option<Utf8PathBuf> {
    path(reference, cfg!(windows)).map(Utf8PathBuf::from)
}

fn path(reference: &str, windows: bool) -> Option<String> {
    let (scheme, rest) = reference.split_once(':')?;
    if !scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let (host, path) = match rest.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/')?),
        None => ("", rest),
    };
    let path = decode(path).filter(|path| path.starts_with('/') && !path.contains('\0'))?;
    let is_local = host.is_empty() || host.eq_ignore_ascii_case("localhost");
    Some(match (is_local, windows) {
        (true, true) => match drive(&path[1..]) {
            Some((letter, rest)) => format!("{}:{}", letter.to_ascii_uppercase(), rest.replace('/', "\\")),
            None => path.replace('/', "\\"),
        },
        (true, false) => path,
        (false, true) => format!("\\\\{host}{}", path.replace('/', "\\")),
        // A file of another machine is none of this one's.
        (false, false) => return None,
    })
}

/// Returns the letter of a drive, and what follows its colon.
fn drive(path: &str) -> Option<(char, &str)> {
    let (letter, rest) = path.split_once(':')?;
    let mut letters = letter.chars();
    letters.next().filter(|c| c.is_ascii_alphabetic() && letters.next().is_none()).map(|c| (c, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_lead_to_paths() {
        let plain = "/home/me/Battles of 1813 #2/50%/Dürrenstein?.yaml";
        let written = "file:///home/me/Battles%20of%201813%20%232/50%25/D%C3%BCrrenstein%3F.yaml";
        assert_eq!(path(written, false).as_deref(), Some(plain));
        for (plain, written) in [
            (r"D:\My Games\a#b.yaml", "file:///D%3A/My%20Games/a%23b.yaml"),
            (r"\\server\share\é.yaml", "file://server/share/%C3%A9.yaml"),
        ] {
            assert_eq!(path(written, true).as_deref(), Some(plain));
        }
    }

    #[test]
    fn editors_write_one_file_in_several_ways() {
        for written in ["file:///d%3A/a/b.yaml", "file:///d:/a/b.yaml", "FILE:///D:/a/b.yaml", "file:/D%3a/a/b.yaml"] {
            assert_eq!(path(written, true).as_deref(), Some(r"D:\a\b.yaml"), "{written}");
        }
        for written in ["file:///a/b%3Ac", "file://localhost/a/b:c", "file:/a/b%3ac", "file:///a/b:c#here"] {
            assert_eq!(path(written, false).as_deref(), Some("/a/b:c"), "{written}");
        }
    }

    #[test]
    fn what_is_no_file_here_has_no_path() {
        for written in [
            "untitled:Untitled-1",
            "https://a/b",
            "file://elsewhere/a",
            "file:///a%00b",
            "file:///%FF",
            "file:a",
            "file://",
        ] {
            assert_eq!(path(written, false), None, "{written}");
        }
    }
}
