//! Messages over standard input and output. A message that cannot be read is answered with an error, and the next one is
//! read; one that is too large ends the connection before it takes memory.

use std::io::{self, BufRead, Read, Write};

use lsp_server::{ErrorCode, Message, Notification, RequestId, Response};
use serde_json::{Value, json};

/// The largest message, in bytes: the largest document several times over.
const LONGEST: usize = 64 << 20;

/// The longest header line, in bytes.
const LONGEST_HEADER: u64 = 4096;

/// Reads messages until the stream ends, `take` wants no more, or the editor says `exit`. What is no message is told with
/// `answer`.
pub(super) fn read_all(
    stream: &mut impl BufRead,
    take: impl Fn(Message) -> bool,
    answer: impl Fn(Message),
) -> io::Result<()> {
    while let Some(body) = read_one(stream)? {
        let message = match serde_json::from_slice::<Message>(&body) {
            Ok(message) => message,
            Err(error) => {
                answer(unreadable(&body, &error.to_string()));
                continue;
            }
        };
        let is_exit = matches!(&message, Message::Notification(said) if said.method == "exit");
        if !take(message) || is_exit {
            break;
        }
    }
    Ok(())
}

/// Writes messages to a stream until there are no more.
pub(super) fn write_all(stream: &mut impl Write, messages: impl IntoIterator<Item = Message>) -> io::Result<()> {
    messages.into_iter().try_for_each(|message| message.write(stream))
}

/// Returns the body of the next message; none at the end of the stream.
fn read_one(stream: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let broken = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if stream.by_ref().take(LONGEST_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line.is_empty() {
            match length {
                Some(length) if length <= LONGEST => {
                    let mut body = Vec::new();
                    stream.by_ref().take(length as u64).read_to_end(&mut body)?;
                    return if body.len() == length { Ok(Some(body)) } else { Ok(None) };
                }
                Some(_) => return Err(broken("the message is too large")),
                // A blank line between messages says nothing.
                None => continue,
            }
        }
        let Some((name, value)) = line.split_once(':') else { return Err(broken("a header has no colon")) };
        if name.trim().eq_ignore_ascii_case("content-length") {
            let value = value.trim().parse::<usize>();
            length = Some(value.map_err(|_| broken("the length of the message is not a number"))?);
        }
    }
}

/// Returns the answer to what is no message: to a request an error, otherwise a line for the log.
fn unreadable(body: &[u8], why: &str) -> Message {
    let value: Option<Value> = serde_json::from_slice(body).ok();
    let code = if value.is_some() { ErrorCode::InvalidRequest } else { ErrorCode::ParseError };
    let id = value.as_ref().and_then(|value| serde_json::from_value::<RequestId>(value.get("id")?.clone()).ok());
    match id {
        Some(id) => Response::new_err(id, code as i32, why.to_owned()).into(),
        None => {
            let params = json!({"type": 2, "message": format!("a message was ignored: {why}")});
            Notification::new("window/logMessage".to_owned(), params).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_one_by_one_and_broken_ones_end_nothing_or_the_stream() {
        let mut stream = io::Cursor::new(&b"Content-Length: 2\r\n\r\n{}\r\ncontent-length:3\r\nX: y\r\n\r\nabc"[..]);
        assert_eq!(read_one(&mut stream).unwrap_or_default().as_deref(), Some(&b"{}"[..]));
        assert_eq!(read_one(&mut stream).unwrap_or_default().as_deref(), Some(&b"abc"[..]));
        assert_eq!(read_one(&mut stream).unwrap_or_default(), None);
        for broken in ["Content-Length: 99999999999999\r\n\r\n", "no header\r\n\r\n", "Content-Length: x\r\n\r\n"] {
            assert!(read_one(&mut io::Cursor::new(broken)).is_err(), "{broken}");
        }
        let cut_short = read_one(&mut io::Cursor::new("Content-Length: 90000\r\n\r\n{"));
        assert!(cut_short.is_ok_and(|body| body.is_none()));
    }
}
