//! The YAML parser, behind events of our own; the only file that names it.

use std::borrow::Cow;

use granit_parser::{ErrorKind, Event as Raw, Parser, ScalarStyle, ScanError, StructureStyle, Tag as RawTag, options};

use super::MAX_DEPTH;
use crate::source::Span;

/// An event of the parser.
#[derive(Debug)]
pub(super) enum Event<'a> {
    /// A document begins.
    Document,
    /// A scalar.
    Scalar {
        /// Its text, escapes resolved.
        text: Cow<'a, str>,
        /// The style it was written in.
        style: Style,
        /// Its anchor and tag.
        prefix: Prefix,
    },
    /// A sequence (or else a mapping) begins.
    Start {
        /// Whether it is a sequence.
        seq: bool,
        /// Whether it is written with brackets.
        flow: bool,
        /// Its anchor and tag.
        prefix: Prefix,
    },
    /// The innermost sequence or mapping ends.
    End,
    /// The value of an anchor stands here.
    Alias(usize),
    /// An alias of an anchor that is not defined before it.
    UnknownAlias(Cow<'a, str>),
    /// An anchor's name, right after the start of its value.
    Anchor(Cow<'a, str>),
}

/// The style a scalar is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Quoted,
    Block,
}

/// Anchor and tag of a value.
#[derive(Debug, Default)]
pub(super) struct Prefix {
    /// Number of the anchor; 0 for none.
    pub(super) anchor: usize,
    /// The tag and where it is written.
    pub(super) tag: Option<(Tag, Span)>,
}

/// A tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Tag {
    /// One of YAML's own, such as `str`.
    Core(String),
    /// `!`: not to be resolved.
    Verbatim,
    /// Any other, as written.
    Other(String),
}

/// The error at which the parser stops.
#[derive(Debug)]
pub(super) struct Stop {
    /// The kind of trouble.
    pub(super) kind: StopKind,
    /// The byte it noticed it at.
    pub(super) offset: usize,
    /// The parser's words for what it expected.
    pub(super) message: String,
}

/// The message about a colon within a plain value.
pub(super) const COLON: &str = "a value that contains `: ` needs quotes";

/// The kinds of errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StopKind {
    /// Nested deeper than the parser goes.
    Depth,
    /// A tab where only spaces may indent.
    Tab,
    /// A quote that is not closed, or not where it should be.
    Quote,
    /// Text right after the quote that closes a value.
    Trailing,
    /// A bracket that is not closed.
    Bracket,
    /// `: ` inside a value, or a key that is indented deeper than its neighbours.
    Colon,
    /// A line that does not line up with the lines above.
    Indentation,
    /// A line without what belongs on it.
    Line,
    /// A backslash in double quotes that begins no escape.
    Escape,
    /// Anything else.
    Other,
}

/// Returns the events of a text that begins at byte `base` of its file; after an `Err` there are no more.
pub(super) fn events(text: &str, base: usize) -> impl Iterator<Item = Result<(Event<'_>, Span), Stop>> {
    let options = options! {
        emit_unresolved_aliases: true,
        emit_anchor_events: true,
        flow_nesting_limit: MAX_DEPTH,
        block_nesting_limit: MAX_DEPTH,
    };
    let mut stopped = false;
    Parser::new_from_str_with_options(text, options)
        .take_while(move |event| !std::mem::replace(&mut stopped, event.is_err()))
        .filter_map(move |event| match event {
            Ok((raw, span)) => convert(raw, &span, base).map(|event| Ok((event, bytes(&span, base)))),
            Err(error) => Some(Err(stop(&error, base))),
        })
}

fn convert<'a>(raw: Raw<'a>, span: &granit_parser::Span, base: usize) -> Option<Event<'a>> {
    let prefix = |anchor, tag: Option<Cow<'_, RawTag>>| {
        let place = span.tag_span().map_or_else(|| bytes(span, base), |s| bytes(&s, base));
        Prefix { anchor, tag: tag.map(|tag| (convert_tag(&tag), place)) }
    };
    Some(match raw {
        Raw::DocumentStart(..) => Event::Document,
        Raw::Scalar(text, style, anchor, tag) => {
            let empty = span.byte_range().is_some_and(|r| r.is_empty());
            let style = match style {
                ScalarStyle::Plain => Style::Plain,
                ScalarStyle::Literal | ScalarStyle::Folded => Style::Block,
                _ => Style::Quoted,
            };
            // The parser writes a value that is not there as `~`.
            let text = if empty && style == Style::Plain { Cow::Borrowed("") } else { text };
            Event::Scalar { text, style, prefix: prefix(anchor, tag) }
        }
        Raw::SequenceStart(style, anchor, tag) => {
            Event::Start { seq: true, flow: style == StructureStyle::Flow, prefix: prefix(anchor, tag) }
        }
        Raw::MappingStart(style, anchor, tag) => {
            Event::Start { seq: false, flow: style == StructureStyle::Flow, prefix: prefix(anchor, tag) }
        }
        Raw::SequenceEnd | Raw::MappingEnd => Event::End,
        Raw::Alias(anchor) => Event::Alias(anchor),
        Raw::UnresolvedAlias(name) => Event::UnknownAlias(name),
        Raw::Anchor(_, name) => Event::Anchor(name),
        _ => return None,
    })
}

fn convert_tag(tag: &RawTag) -> Tag {
    match tag.core_suffix() {
        Some(name) => Tag::Core(name.to_owned()),
        None if tag.original() == "!" => Tag::Verbatim,
        None => Tag::Other(tag.original()),
    }
}

fn bytes(span: &granit_parser::Span, base: usize) -> Span {
    let range = span.byte_range().expect("internal error: the parser counts bytes of a text");
    Span { start: base + range.start, end: base + range.end.max(range.start) }
}

fn stop(error: &ScanError, base: usize) -> Stop {
    use ErrorKind as E;
    let (kind, message) = match error.kind() {
        E::RecursionLimitExceeded => (StopKind::Depth, String::new()),
        E::TabNotAllowed
        | E::TabInBlockIndentation
        | E::TabInIndentation
        | E::TabInPlainScalar
        | E::InvalidBlockEntryWhitespace
        | E::InvalidMappingValueWhitespace
        | E::TabAtBlockScalarStart => (StopKind::Tab, String::new()),
        E::UnclosedQuotedScalar | E::InvalidQuotedScalarIndent | E::DocumentIndicatorInQuotedScalar => {
            (StopKind::Quote, "this quote is not closed".to_owned())
        }
        E::UnclosedFlowCollection { .. }
        | E::UnexpectedEofFlowSequence
        | E::UnexpectedEofFlowMapping
        | E::UnexpectedEofImplicitFlowMapping
        | E::InvalidColonPlacement
        | E::InvalidFlowScalarIndent
        | E::BlockEntryInFlowCollection
        | E::ExpectedFlowMappingSeparator
        | E::ExpectedFlowSequenceSeparator => {
            (StopKind::Bracket, "expected `,` or the closing bracket of the list".to_owned())
        }
        E::MappingValueNotAllowed => (StopKind::Colon, COLON.to_owned()),
        E::ExpectedBlockMappingKey
        | E::ExpectedBlockSequenceEntry
        | E::InvalidIndentation
        | E::ExpectedDocumentStart => {
            (StopKind::Indentation, "this line is not indented like the lines above".to_owned())
        }
        E::SimpleKeyExpected | E::InvalidSimpleKey => {
            (StopKind::Line, "expected `key: value`, with a space after the colon".to_owned())
        }
        E::BlockSequenceEntryNotAllowed => (StopKind::Other, "a list with dashes must begin on a new line".to_owned()),
        E::CommentInterceptedScalar => (StopKind::Other, "a comment cannot interrupt a value".to_owned()),
        E::FlowMappingValueAdjacentCollection => (StopKind::Other, "expected a space after the colon".to_owned()),
        E::MissingAnchorOrAliasName => (
            StopKind::Other,
            "`&` and `*` at the start of a value mark anchors and aliases; quote the value".to_owned(),
        ),
        E::InvalidBlockScalarHeader => (
            StopKind::Other,
            "`|` and `>` at the start of a value begin text on the next lines; quote the value".to_owned(),
        ),
        E::UnexpectedCharacter { character } => {
            (StopKind::Other, format!("an unquoted value cannot begin with `{character}`; quote it"))
        }
        E::InvalidTrailingSingleQuotedScalar => (
            StopKind::Trailing,
            "unexpected text after the closing quote; inside single quotes write a quote as `''`".to_owned(),
        ),
        E::InvalidTrailingDoubleQuotedScalar => (
            StopKind::Trailing,
            "unexpected text after the closing quote; inside double quotes write a quote as `\\\"`".to_owned(),
        ),
        E::UnknownQuotedScalarEscape => {
            (StopKind::Escape, "unknown escape; inside double quotes write a backslash as `\\\\`".to_owned())
        }
        E::InvalidQuotedScalarHexEscape
        | E::InvalidLowSurrogateHexEscape
        | E::InvalidLowSurrogate
        | E::MissingLowSurrogate
        | E::UnpairedLowSurrogate
        | E::InvalidUnicodeEscape => (
            StopKind::Escape,
            "expected hexadecimal digits after the escape, such as `\\x41`; inside double quotes write a backslash as `\\\\`"
                .to_owned(),
        ),
        E::MisplacedFlowCollectionEnd => (StopKind::Other, "unmatched closing bracket".to_owned()),
        E::MismatchedFlowCollectionEnd { open, close } => (StopKind::Other, format!("`{open}` is closed by `{close}`")),
        kind => (StopKind::Other, rare(kind).to_owned()),
    };
    Stop { kind, offset: base + error.marker().byte_offset().unwrap_or_default(), message }
}

/// Returns the words for errors that few files have.
fn rare(kind: &ErrorKind) -> &'static str {
    use ErrorKind as E;
    match kind {
        E::MappingKeyNotAllowed => "a value that begins with `? ` needs quotes",
        E::PlainScalarStartsWithDashFlowIndicator => "a value that begins with `-` and a bracket or comma needs quotes",
        E::ExpectedNodeContent | E::UnexpectedEndOfPlainScalar => "a value is missing here",
        E::InvalidBlockScalarIndent => "this line is indented less than the first line of the text",
        E::ZeroBlockScalarIndent => "expected a number from 1 to 9 after `|` or `>`",
        E::CommentNotSeparated => "expected a space before the `#` of a comment",
        E::ExpectedWhitespace => "expected a space here",
        E::InvalidDocumentEnd => "nothing can follow the `...` that ends a document",
        E::UnexpectedEof | E::UnexpectedEofBlockSequence | E::UnexpectedEofBlockMapping => "the file ends too early",
        E::UndeclaredTagHandle
        | E::ExpectedTagBang
        | E::InvalidGlobalTagCharacter
        | E::InvalidTagTerminator
        | E::MissingTagUri
        | E::UnclosedVerbatimTag
        | E::InvalidTagEscape
        | E::InvalidTagUtf8LeadingByte
        | E::InvalidTagUtf8TrailingByte
        | E::InvalidTagUtf8 => "`!` at the start of a value marks a tag; quote the value",
        E::DuplicateVersionDirective
        | E::UnsupportedYamlMajorVersion
        | E::DuplicateTagDirective
        | E::MissingDocumentEndBeforeDirective
        | E::ExpectedTagDirectiveBang
        | E::InvalidDirectiveTerminator
        | E::DirectiveDisallowed
        | E::MissingYamlVersionSeparator
        | E::MissingDirectiveName
        | E::InvalidDirectiveName
        | E::DirectiveByteLimitExceeded { .. }
        | E::TooManyReservedDirectiveParams { .. }
        | E::YamlVersionTooLong
        | E::MissingYamlVersion
        | E::InvalidTagDirectiveTerminator => "`%` at the start of a line marks a directive; remove the line",
        _ => "invalid YAML",
    }
}
