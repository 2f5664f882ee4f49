//! A finding as the renderer takes it: labels over the few lines that are shown, possibly of several files.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;

use miette::{LabeledSpan, MietteError, SourceCode, SourceSpan, SpanContents};

use super::link;
use crate::diag::cells::describe_cell;
use crate::diag::{Diagnostic, ReportStyle, Severity, escape};
use crate::source::{Address, File, FileId, Sources, Span};

/// Longest line that is shown whole, in bytes.
const LONGEST: usize = 240;

/// Mark shown where a line is cut.
const CUT: &str = "…";

/// A finding with the files it names laid end to end, its own first.
#[derive(Debug)]
pub(super) struct Shown<'a> {
    finding: &'a Diagnostic,
    code: String,
    labels: Vec<LabeledSpan>,
    files: Files<'a>,
}

/// Files under one numbering of bytes.
#[derive(Debug)]
struct Files<'a> {
    /// Each with the number of its first byte, and its text as it is printed.
    files: Vec<(usize, &'a File, &'a str)>,
    /// Of the line that the finding itself is on, when it is long.
    cut: Option<Cut>,
    /// The place of the finding in a spreadsheet, where it has one.
    cell: Option<String>,
    style: &'a ReportStyle,
}

impl<'a> Shown<'a> {
    /// Returns a finding in files whose texts are among these.
    pub(super) fn new(
        finding: &'a Diagnostic,
        sources: &'a Sources,
        texts: &'a Texts<'a>,
        style: &'a ReportStyle,
    ) -> Shown<'a> {
        let mut ids: Vec<FileId> = vec![finding.at.file];
        let mut bases = Vec::new();
        let mut base = 0;
        ids.extend(finding.related.iter().map(|related| related.at.file).filter(|id| *id != finding.at.file));
        ids.dedup();
        let files: Vec<_> = ids
            .iter()
            .map(|id| {
                let file = sources.get(*id);
                bases.push((*id, base));
                let start = base;
                base += file.text().len() + 2;
                (start, file, &*texts.0[id])
            })
            .collect();
        let place = |at: &Address| {
            let base = bases.iter().find(|(id, _)| *id == at.file).map_or(0, |(_, base)| *base);
            let span = shown_part(sources.get(at.file), sources.span(at));
            (base + span.start, span.end - span.start)
        };
        let mut labels = vec![LabeledSpan::new_primary_with_span(None, place(&finding.at))];
        // In a line that is not shown whole only the finding itself is marked.
        let long = |at: &Address| {
            let file = sources.get(at.file);
            file.line(file.position(sources.span(at).start).line).len() > LONGEST
        };
        for related in finding.related.iter().filter(|related| !long(&related.at)) {
            labels.push(LabeledSpan::new_with_span(Some(related.message.clone()), place(&related.at)));
        }
        let code = format!("{} ({})", finding.code.id, finding.code.name);
        let own = sources.get(finding.at.file);
        let cut = long(&finding.at).then(|| Cut::new(own, files[0].2, window(own, sources.span(&finding.at).start)));
        let cell = describe_cell(finding, sources).map(|place| escape::line(&place).into_owned());
        Shown { finding, code, labels, files: Files { files, cut, cell, style } }
    }
}

/// Returns the part of a span on its first line, of a long one as far as it is shown.
fn shown_part(file: &File, span: Span) -> Span {
    let line = file.line_span(file.position(span.start).line);
    let end = if line.end - line.start > LONGEST { window(file, span.start).end } else { line.end };
    Span { start: span.start, end: span.end.min(end).max(span.start) }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.finding.message)
    }
}

impl std::error::Error for Shown<'_> {}

impl miette::Diagnostic for Shown<'_> {
    fn code<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        Some(Box::new(&self.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.finding.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Info => miette::Severity::Advice,
        })
    }

    fn help<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        self.finding.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.files)
    }
}

impl SourceCode for Files<'_> {
    fn read_span<'b>(
        &'b self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'b> + 'b>, MietteError> {
        let (base, file, text) = self.files[self.files.partition_point(|(base, ..)| *base <= span.offset()) - 1];
        let (start, end) = (span.offset() - base, span.offset() - base + span.len());
        // Labels of two files are never shown as one piece.
        if end > file.text().len() {
            return Err(MietteError::OutOfBounds);
        }
        let at = file.position(start);
        let (mut first, mut last) = (at.line, file.position(end).line);
        let fits = |line: usize| file.line(line).len() <= LONGEST;
        let piece = if (first..=last).all(fits) {
            for _ in 0..before {
                first -= usize::from(first > 1 && fits(first - 1));
            }
            for _ in 0..after {
                last += usize::from(last < file.line_count() && fits(last + 1));
            }
            Span { start: file.line_span(first).start, end: file.line_span(last).end }
        } else {
            last = first;
            window(file, start)
        };
        let (text, span) = match &self.cut {
            Some(cut) if cut.of == piece && base == 0 => (&*cut.text, cut.span()),
            _ => (&text[piece.start..piece.end], piece),
        };
        Ok(Box::new(Piece {
            text,
            span: (base + span.start, text.len()).into(),
            name: self.cell.clone().filter(|_| base == 0).unwrap_or_else(|| link(self.style, file.path(), at)),
            line: first - 1,
            lines: last - first + 1,
        }))
    }
}

/// Returns the part of a long line around a place.
fn window(file: &File, at: usize) -> Span {
    let line = file.line_span(file.position(at).line);
    let text = file.text();
    let mut start = line.start.max(at.saturating_sub(LONGEST / 3));
    let mut end = line.end.min(at + LONGEST / 2);
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    Span { start, end }
}

/// The part of a long line that is shown, with marks where it is cut.
#[derive(Debug)]
struct Cut {
    /// The part.
    of: Span,
    text: String,
    /// Bytes of the text before the part.
    lead: usize,
}

impl Cut {
    /// Cuts the printed text of a file.
    fn new(file: &File, text: &str, of: Span) -> Cut {
        let line = file.line_span(file.position(of.start).line);
        // The mark takes the place of as many bytes before the part, so that every place in it stays where it is.
        let before = if of.start > line.start && of.start >= CUT.len() { CUT } else { "" };
        let after = if of.end < line.end { CUT } else { "" };
        Cut { of, text: format!("{before}{}{after}", &text[of.start..of.end]), lead: before.len() }
    }

    /// Returns the place of its text in the file.
    fn span(&self) -> Span {
        Span { start: self.of.start - self.lead, ..self.of }
    }
}

/// The texts of files as they are printed.
#[derive(Debug)]
pub(super) struct Texts<'a>(HashMap<FileId, Cow<'a, str>>);

impl<'a> Texts<'a> {
    /// Returns the texts of the files that findings name.
    pub(super) fn new<'f>(findings: impl IntoIterator<Item = &'f Diagnostic>, sources: &'a Sources) -> Texts<'a> {
        let named = |finding: &'f Diagnostic| {
            std::iter::once(finding.at.file).chain(finding.related.iter().map(|related| related.at.file))
        };
        let files: HashSet<FileId> = findings.into_iter().flat_map(named).collect();
        Texts(files.into_iter().map(|id| (id, harmless(sources.get(id).text()))).collect())
    }
}

/// Returns the text with question marks, as many as it has bytes, for every character that must not be printed: the bytes after
/// it stay where they are.
fn harmless(text: &str) -> Cow<'_, str> {
    // Most files have nothing else.
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n');
    // All of a block at once, which processors do many bytes at a time.
    let is_plain_block = |block: &[u8]| block.iter().fold(true, |plain, byte| plain & is_plain(byte));
    if text.as_bytes().chunks(256).all(is_plain_block) {
        return Cow::Borrowed(text);
    }
    let is_end = |at: usize, c: char| c == '\n' || c == '\r' && text[at..].starts_with("\r\n");
    let is_unsafe = |(at, c): (usize, char)| escape::is_unsafe(c) && c != '\t' && !is_end(at, c);
    if !text.char_indices().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut harmless = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match is_unsafe((at, c)) {
            true => harmless.extend(std::iter::repeat_n('?', c.len_utf8())),
            false => harmless.push(c),
        }
    }
    Cow::Owned(harmless)
}

/// Lines that are shown.
struct Piece<'a> {
    text: &'a str,
    span: SourceSpan,
    name: String,
    line: usize,
    lines: usize,
}

impl<'a> SpanContents<'a> for Piece<'a> {
    fn data(&self) -> &'a [u8] {
        self.text.as_bytes()
    }
    fn span(&self) -> &SourceSpan {
        &self.span
    }
    fn name(&self) -> Option<&str> {
        Some(&self.name)
    }
    fn line(&self) -> usize {
        self.line
    }
    fn column(&self) -> usize {
        0
    }
    fn line_count(&self) -> usize {
        self.lines
    }
}
