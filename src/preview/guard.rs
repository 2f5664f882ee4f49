//! Protection of the server: it answers only pages of its own that know its token. A page of another site could otherwise read
//! what is shown, by a request of its own or by a name that leads to this machine.

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode, Uri};

/// The hosts and the token that a request must name.
#[derive(Debug)]
pub(super) struct Guard {
    /// The names of this server, with its port.
    hosts: [String; 2],
    token: String,
}

/// The status that a request is refused with, and the reason, as a line.
pub(super) type Refused = (StatusCode, &'static str);

impl Guard {
    /// Guards the server at a port of this machine.
    pub(super) fn new(port: u16, token: String) -> Guard {
        Guard { hosts: ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}")), token }
    }

    /// Returns the reason a request for an address with these headers and this token is refused.
    pub(super) fn judge(&self, uri: &Uri, headers: &HeaderMap, token: Option<&str>) -> Result<(), Refused> {
        let forbidden = |why| Err((StatusCode::FORBIDDEN, why));
        let texts = |name| headers.get_all(name).iter().map(|value| value.to_str().unwrap_or(""));
        // What stands between may heed another of several (RFC 9112, 3.2).
        if texts(HOST).count() != 1 {
            return Err((StatusCode::BAD_REQUEST, "expected one host in the request"));
        }
        // A name that leads here is no name of ours: its page is another site's.
        let is_own = |host: &str| self.hosts.iter().any(|own| own == host);
        let named = uri.authority().map(|authority| authority.as_str());
        if !texts(HOST).chain(named).all(is_own) {
            return forbidden("this server answers only on 127.0.0.1 and localhost");
        }
        if !texts(ORIGIN).all(|origin| origin.strip_prefix("http://").is_some_and(is_own)) {
            return forbidden("requests from other sites are refused");
        }
        if !token.is_some_and(|token| same(token.as_bytes(), self.token.as_bytes())) {
            return forbidden("open the address that `muster preview` printed when it started; it contains a token");
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
    use std::slice::from_ref;

    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    #[test]
    fn only_pages_of_this_server_that_know_its_token_are_answered() {
        let guard = &Guard::new(4000, "0123".to_owned());
        let answer = |uri: &'static str, headers: &[(HeaderName, &'static str)]| {
            let mut all = HeaderMap::new();
            for (name, value) in headers {
                all.append(name.clone(), HeaderValue::from_static(value));
            }
            move |token: Option<&str>| guard.judge(&Uri::from_static(uri), &all, token)
        };
        let judge = |headers: &[(HeaderName, &'static str)], token| answer("/", headers)(token).is_ok();
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
        let own = (HOST, "127.0.0.1:4000");
        for hosts in [&[][..], &[own.clone(), own.clone()], &[own.clone(), (HOST, "example.org")]] {
            let status = answer("/", hosts)(Some("0123")).map_err(|(status, _)| status);
            assert_eq!(status, Err(StatusCode::BAD_REQUEST), "{hosts:?}");
        }
        // A request to a server in between names the host a second time.
        assert!(answer("http://localhost:4000/", from_ref(&own))(Some("0123")).is_ok());
        assert!(answer("http://example.org/", from_ref(&own))(Some("0123")).is_err());
        assert!(!judge(&[own, (ORIGIN, "http://localhost:4000"), (ORIGIN, "http://example.org")], Some("0123")));
        for origin in ["null", "http://example.org", "https://127.0.0.1:4000", "http://127.0.0.1:4001", "file://"] {
            assert!(!judge(&[(HOST, "127.0.0.1:4000"), (ORIGIN, origin)], Some("0123")), "{origin}");
        }
    }
}
