//! Protection of the server: it answers only pages of its own that know its token. A page of another site could otherwise read
//! what is shown, by a request of its own or by a name that leads to this machine.

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};

/// The hosts and the token that a request must name.
#[derive(Debug)]
pub(super) struct Guard {
    /// The names of this server, with its port.
    hosts: [String; 2],
    token: String,
}

/// The reason a request is refused, as a line.
pub(super) type Refused = &'static str;

impl Guard {
    /// Guards the server at a port of this machine.
    pub(super) fn new(port: u16, token: String) -> Guard {
        Guard { hosts: ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}")), token }
    }

    /// Returns the reason a request with these headers and this token is refused.
    pub(super) fn judge(&self, headers: &HeaderMap, token: Option<&str>) -> Result<(), Refused> {
        let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or(""));
        // A name that leads here is no name of ours: its page is another site's.
        if !text(HOST).is_some_and(|host| self.hosts.iter().any(|own| own == host)) {
            return Err("this server answers to 127.0.0.1 and localhost alone");
        }
        let is_own =
            |origin: &str| origin.strip_prefix("http://").is_some_and(|host| self.hosts.iter().any(|own| own == host));
        if text(ORIGIN).is_some_and(|origin| !is_own(origin)) {
            return Err("pages of other sites are not answered");
        }
        if !token.is_some_and(|token| same(token.as_bytes(), self.token.as_bytes())) {
            return Err("open the address that `muster preview` printed when it started: it holds a token");
        }
        Ok(())
    }

    /// Returns the token.
    pub(super) fn token(&self) -> &str {
        &self.token
    }
}

/// Returns true if both are the same, in a time that does not tell where they differ.
fn same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderName, HeaderValue};

    use super::*;

    #[test]
    fn only_pages_of_this_server_that_know_its_token_are_answered() {
        let guard = Guard::new(4000, "0123".to_owned());
        let judge = |headers: &[(HeaderName, &'static str)], token| {
            let headers: HeaderMap =
                headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect();
            guard.judge(&headers, token).is_ok()
        };
        for host in ["127.0.0.1:4000", "localhost:4000"] {
            assert!(judge(&[(HOST, host)], Some("0123")));
            assert!(judge(&[(HOST, host), (ORIGIN, "http://localhost:4000")], Some("0123")));
            for token in [None, Some(""), Some("0124"), Some("01234")] {
                assert!(!judge(&[(HOST, host)], token), "{token:?}");
            }
        }
        for host in ["example.org", "127.0.0.1", "127.0.0.1:4001", "127.0.0.1.example.org:4000", ""] {
            assert!(!judge(&[(HOST, host)], Some("0123")), "{host}");
        }
        assert!(!judge(&[], Some("0123")));
        for origin in ["null", "http://example.org", "https://127.0.0.1:4000", "http://127.0.0.1:4001", "file://"] {
            assert!(!judge(&[(HOST, "127.0.0.1:4000"), (ORIGIN, origin)], Some("0123")), "{origin}");
        }
    }
}
