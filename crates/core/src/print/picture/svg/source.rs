//! The text of an SVG file before it is read as XML: what the reader of XML has no bounds for.

use std::collections::HashSet;

use super::super::PictureFault;

/// The most attributes of an element: each is compared with all others.
const MOST_ATTRIBUTES: usize = 250;
/// The most prefixes of namespaces in a file: each element that names one compares all of them.
const MOST_PREFIXES: usize = 64;
/// The most bytes of an entity: programs name namespaces by them.
const MOST_ENTITY: usize = 256;
/// The most bytes that all entities stand for.
const MOST_ENTITIES: usize = 64 << 10;

fn endless(why: impl Into<String>) -> PictureFault {
    PictureFault::Endless(why.into())
}

/// Refuses a text that grows as it is read, or that takes long to read.
pub(super) fn check(text: &str) -> Result<(), PictureFault> {
    entities(text)?;
    let mut rest = text;
    let mut prefixes = HashSet::new();
    while let Some(start) = rest.find('<') {
        rest = &rest[start..];
        let after = |end: &str| rest.find(end).map_or("", |at| &rest[at + end.len()..]);
        if rest.starts_with("<!--") {
            rest = after("-->");
        } else if rest.starts_with("<![CDATA[") {
            rest = after("]]>");
        } else if rest.starts_with("<?") {
            rest = after("?>");
        } else {
            rest = tag(&rest[1..], &mut prefixes)?;
        }
    }
    Ok(())
}

/// Counts the attributes of a tag and the prefixes that it names. Returns what follows it.
fn tag<'a>(text: &'a str, prefixes: &mut HashSet<&'a str>) -> Result<&'a str, PictureFault> {
    let (mut rest, mut count) = (text, 0);
    loop {
        let Some(at) = rest.find(['=', '>', '<']) else { return Ok("") };
        let (before, found) = rest.split_at(at);
        match found.as_bytes()[0] {
            b'>' => return Ok(&found[1..]),
            b'<' => return Ok(found),
            _ => {}
        }
        count += 1;
        if count > MOST_ATTRIBUTES {
            return Err(endless(format!("one of its elements has more than {MOST_ATTRIBUTES} attributes")));
        }
        let name = before.trim_end().rsplit(|c: char| c.is_whitespace()).next().unwrap_or_default();
        if name.starts_with("xmlns") && prefixes.insert(name) && prefixes.len() > MOST_PREFIXES {
            return Err(endless(format!("it names more than {MOST_PREFIXES} namespaces")));
        }
        let value = found[1..].trim_start();
        rest = match value.chars().next().filter(|quote| matches!(quote, '"' | '\'')) {
            Some(quote) => value[1..].find(quote).map_or("", |end| &value[end + 2..]),
            None => value,
        };
    }
}

/// Refuses entities but short ones that name nothing else, which stand for little in all.
fn entities(text: &str) -> Result<(), PictureFault> {
    let mut stood_for = 0;
    for declared in text.split("<!ENTITY").skip(1) {
        let refused = || endless("it has entities, which can expand to any length");
        let mut words = declared.trim_start().splitn(2, |c: char| c.is_whitespace());
        let (name, rest) = (words.next().unwrap_or_default(), words.next().unwrap_or_default().trim_start());
        let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\'')).ok_or_else(refused)?;
        let value = rest[1..].split(quote).next().unwrap_or_default();
        if name == "%" || value.len() > MOST_ENTITY || value.contains(['&', '%', '<']) {
            return Err(refused());
        }
        stood_for += text.matches(&format!("&{name};")).count() * value.len();
        if stood_for > MOST_ENTITIES {
            return Err(refused());
        }
    }
    Ok(())
}
