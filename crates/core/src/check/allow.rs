//! Comments that allow findings: `# muster: allow(CODE, CODE) reason` on the line, or on a line of its own above it.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::diag::{Code, Diagnostic, Edit, Severity, nearest};
use crate::source::steps::scan;
use crate::source::{Address, File, FileId, Pointer, Sources, Span};

/// A comment to Muster that says nothing it understands.
pub const UNCLEAR_COMMENT: Code =
    Code::new("MU401", "unclear-comment", Severity::Warning, include_str!("allow/unclear-comment.md"));
/// A comment that allows a code there is not.
pub const UNKNOWN_CODE: Code =
    Code::new("MU402", "unknown-code", Severity::Warning, include_str!("allow/unknown-code.md"));
/// A comment that does not say why.
pub const MISSING_REASON: Code =
    Code::new("MU403", "missing-reason", Severity::Warning, include_str!("allow/missing-reason.md"));
/// A comment that allows what is not there.
pub const UNUSED_ALLOW: Code =
    Code::new("MU404", "unused-allow", Severity::Warning, include_str!("allow/unused-allow.md"));

/// Everything that can be wrong with comments that allow.
pub const CODES: &[Code] = &[UNCLEAR_COMMENT, UNKNOWN_CODE, MISSING_REASON, UNUSED_ALLOW];

/// The comments of all files, and what is wrong with them.
#[derive(Debug, Default)]
pub struct Allows {
    comments: Vec<Comment>,
    findings: Vec<Diagnostic>,
    /// The last look for a line that says something: the file, the line it began below, and what it found.
    below: Option<(FileId, usize, Option<usize>)>,
}

/// One comment.
#[derive(Debug)]
struct Comment {
    file: FileId,
    /// The line whose findings it allows.
    line: usize,
    /// From `#` to the end of the line.
    span: Span,
    /// The text between the parentheses.
    list: Span,
    codes: Vec<Allowed>,
}

/// One code of a comment.
#[derive(Debug)]
struct Allowed {
    /// As written.
    text: String,
    code: Code,
    /// Whether it allowed something.
    used: bool,
}

/// Whether a comment without effect can be judged, and fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judged {
    /// The finding was looked for: the comment is of no use.
    Surely,
    /// It was looked for in the files at hand, but others may give it.
    Here,
    /// It was not looked for.
    No,
}

impl Allows {
    /// Reads the comments of every file that could be read as YAML. `codes` are those there are.
    pub fn read(sources: &Sources, codes: &[Code]) -> Allows {
        let mut allows = Allows::default();
        for (id, file) in sources.iter() {
            let text = file.text();
            let words: Vec<usize> = text.match_indices("muster:").map(|(at, _)| at).collect();
            // Most files have no comment, and need not be read again to look at it.
            let Some(tree) = (!words.is_empty()).then(|| file.tree()).flatten() else { continue };
            let scalars = tree.scalars();
            let in_scalar = |at: usize| {
                let before = scalars.partition_point(|span| span.start <= at);
                before > 0 && at < scalars[before - 1].end
            };
            for (i, word) in words.iter().enumerate() {
                let before = text[..*word].trim_end_matches([' ', '\t']);
                let Some(start) = before.strip_suffix('#').map(str::len) else { continue };
                // YAML wants a blank before a comment; and what stands in a text is none.
                let begins = text[..start].chars().next_back().is_none_or(char::is_whitespace);
                if begins && !in_scalar(start) {
                    let until = words.get(i + 1).copied().unwrap_or(text.len());
                    allows.comment(id, file, start, word + "muster:".len()..until, codes);
                }
            }
        }
        allows
    }

    /// Takes one comment: `#` stands at `start`, what it says at `says`, at most to the end of the line.
    fn comment(&mut self, id: FileId, file: &File, start: usize, says: Range<usize>, codes: &[Code]) {
        let line = file.position(start).line;
        let whole = file.line_span(line);
        let span = Span { start, end: whole.start + file.line(line).trim_end().len() };
        let text = file.text();
        let report =
            |code, span, message: String| Diagnostic::new(code, Address::bytes(id, Pointer::root(), span), message);
        let end = says.end.min(span.end).max(says.start);
        let words = text[says.start..end].trim_start();
        let first = end - words.len();
        let parts = words.strip_prefix("allow").and_then(|rest| rest.trim_start().strip_prefix('('));
        let Some((list, reason)) = parts.and_then(|rest| rest.split_once(')')) else {
            let finding = report(UNCLEAR_COMMENT, span, "unknown instruction after `# muster:`".to_owned());
            self.findings.push(finding.help("write `# muster: allow(CODE) reason`"));
            return;
        };
        let open = first + words.find('(').unwrap_or_default() + 1;
        let list_span = Span { start: open, end: open + list.len() };
        let mut known = Vec::new();
        let mut at = open;
        for item in list.split(',') {
            let name = item.trim();
            let lead = item.len() - item.trim_start().len();
            let place = Span { start: at + lead, end: at + lead + name.len() };
            at += item.len() + 1;
            match codes.iter().find(|code| code.is(name)) {
                Some(code) if CODES.contains(code) => {
                    let message = format!("`{name}` is reported on comments and cannot be suppressed by one");
                    let finding = report(UNCLEAR_COMMENT, place, message);
                    self.findings.push(finding.help("fix the comment it reports, or allow it in `muster.toml`"));
                }
                Some(code) => known.push(Allowed { text: name.to_owned(), code: *code, used: false }),
                None if name.is_empty() => {
                    let finding = report(
                        UNCLEAR_COMMENT,
                        list_span,
                        "this comment does not say which code it suppresses".to_owned(),
                    );
                    self.findings.push(
                        finding.help(
                            "name the code; a comment that suppresses everything would also hide future findings",
                        ),
                    );
                }
                None => self.findings.push(unknown(
                    report(UNKNOWN_CODE, place, format!("unknown code `{name}`")),
                    name,
                    codes,
                )),
            }
        }
        if reason.trim().is_empty() {
            let finding = report(MISSING_REASON, span, "this comment gives no reason".to_owned());
            self.findings.push(finding.help("add the reason after the parenthesis"));
        }
        let alone = text[whole.start..start].trim().is_empty();
        let line = if alone { self.next_line(id, file, line) } else { line };
        self.comments.push(Comment { file: id, line, span, list: list_span, codes: known });
    }

    /// Returns the next line that says something.
    fn next_line(&mut self, id: FileId, file: &File, line: usize) -> usize {
        // Comments that stand alone on the lines above lead to the same one, or to none.
        if let Some((of, from, found)) = self.below
            && of == id
            && from <= line
            && found.is_none_or(|found| found > line)
        {
            return found.unwrap_or(line);
        }
        let says = |line: &usize| {
            let text = scan(file.line(*line)).trim_start();
            !text.is_empty() && !text.starts_with('#')
        };
        let found = (line + 1..=file.line_count()).find(says);
        self.below = Some((id, line, found));
        found.unwrap_or(line)
    }

    /// Returns the findings that no comment allows. A comment cannot allow what is wrong with comments.
    pub fn apply(&mut self, sources: &Sources, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
        if self.comments.is_empty() {
            return findings;
        }
        // Each comment is looked up by what it allows, and marked once.
        let mut allowed = HashMap::<_, Vec<(usize, usize)>>::new();
        for (i, comment) in self.comments.iter().enumerate() {
            for (k, code) in comment.codes.iter().enumerate() {
                allowed.entry((comment.file, comment.line, code.code.id)).or_default().push((i, k));
            }
        }
        let files: HashSet<FileId> = self.comments.iter().map(|comment| comment.file).collect();
        let mut used = Vec::new();
        let keep = |finding: &Diagnostic| {
            let file = finding.at.file;
            if !files.contains(&file) {
                return true;
            }
            let line = sources.get(file).position(sources.span(&finding.at).start).line;
            let Some(there) = allowed.get_mut(&(file, line, finding.code.id)) else { return true };
            used.append(there);
            false
        };
        let kept = findings.into_iter().filter(keep).collect();
        for (i, k) in used {
            self.comments[i].codes[k].used = true;
        }
        kept
    }

    /// Returns the findings about the comments: those made when they were read, and one for each that allowed nothing.
    pub fn finish(self, sources: &Sources, judged: impl Fn(FileId, Code) -> Judged) -> Vec<Diagnostic> {
        let mut findings = self.findings;
        for comment in &self.comments {
            let idle = |allowed: &&Allowed| !allowed.used && judged(comment.file, allowed.code) != Judged::No;
            let unused: Vec<&Allowed> = comment.codes.iter().filter(idle).collect();
            if unused.is_empty() {
                continue;
            }
            let names: Vec<String> = unused.iter().map(|allowed| format!("`{}`", allowed.text)).collect();
            let message = format!("{} is not reported here, so this comment suppresses nothing", names.join(", "));
            let at = Address::bytes(comment.file, Pointer::root(), comment.span);
            let finding = Diagnostic::new(UNUSED_ALLOW, at, message);
            let safe = unused.iter().all(|allowed| judged(comment.file, allowed.code) == Judged::Surely);
            let rest: Vec<&str> =
                comment.codes.iter().filter(|allowed| !idle(allowed)).map(|allowed| allowed.text.as_str()).collect();
            let (span, text) = match rest.is_empty() {
                true => (whole(sources.get(comment.file), comment.span), String::new()),
                false => (comment.list, rest.join(", ")),
            };
            let edit = Edit::replace(Address::bytes(comment.file, Pointer::root(), span), text);
            findings.push(finding.help("remove the comment").mend(safe, vec![edit]));
        }
        findings
    }
}

/// Adds which code was probably meant.
fn unknown(finding: Diagnostic, name: &str, codes: &[Code]) -> Diagnostic {
    let folded = name.to_lowercase();
    let near = nearest(&folded, codes.iter().map(|code| code.name))
        .or_else(|| nearest(name, codes.iter().map(|code| code.id)).filter(|_| name.len() > 3 && name.is_ascii()));
    match near {
        Some(near) => {
            let at = finding.at.clone();
            finding.help(format!("did you mean `{near}`?")).replace(false, at, near)
        }
        None => finding.help("run `muster explain --list` to list all codes"),
    }
}

/// Returns a comment with the blanks before it, and with its line where nothing else stands on it.
fn whole(file: &File, comment: Span) -> Span {
    let text = file.text();
    let before = text[..comment.start].trim_end_matches([' ', '\t']);
    let alone = before.is_empty() || before.ends_with('\n');
    let rest = &text[comment.end..];
    let end = match rest.find('\n') {
        Some(end) if alone => comment.end + end + 1,
        Some(end) => comment.end + rest[..end].trim_end_matches('\r').len(),
        None => text.len(),
    };
    Span { start: before.len(), end }
}
