//! Findings as an editor shows them, and which of them it has been told.

use std::collections::BTreeMap;

use lsp_types::{
    CodeDescription, Diagnostic as Shown, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    NumberOrString, PublishDiagnosticsParams, Uri,
};

use muster_core::config::absolute;
use muster_core::diag::uri::file_uri;
use muster_core::diag::{Diagnostic, Severity};
use muster_core::source::{Address, FileId, Sources};

use super::analysis::Analysis;
use super::documents::OpenDocuments;
use super::encoding::Encoding;
use crate::review::same_file;

/// Most closed files whose findings are published; the rest is counted.
const CLOSED_FILES: usize = 2000;

/// The scheme of the references to the pages of codes: `muster:explain/MU101`.
const PAGES: &str = "muster:explain/";

/// The editor's names for files, and its way of counting in them.
pub(super) struct Names<'a> {
    pub(super) documents: &'a OpenDocuments,
    pub(super) sources: &'a Sources,
    pub(super) encoding: Encoding,
}

impl Names<'_> {
    /// Returns what the editor calls a file: as it opened it, or by its path. `None` for a path that is no reference.
    pub(super) fn uri(&self, file: FileId) -> Option<Uri> {
        let path = self.sources.get(file).path();
        let open = self.documents.iter().find(|document| document.path() == path);
        let open = open.or_else(|| {
            let same = same_file(path);
            self.documents.iter().find(|document| document.file == same)
        });
        open.map_or_else(|| file_uri(&absolute(path)).parse().ok(), |document| Some(document.uri.clone()))
    }

    /// Returns the place where an address is.
    pub(super) fn location(&self, at: &Address) -> Option<Location> {
        let file = self.sources.get(at.file);
        Some(Location { uri: self.uri(at.file)?, range: self.encoding.range(file, self.sources.span(at)) })
    }

    /// Returns a finding as it is shown.
    pub(super) fn show(&self, finding: &Diagnostic) -> Shown {
        let related = finding.related.iter().filter_map(|related| {
            let location = self.location(&related.at)?;
            Some(DiagnosticRelatedInformation { location, message: related.message.clone() })
        });
        let related: Vec<_> = related.collect();
        let help = finding.help.iter().map(|help| format!("\n{help}")).collect::<String>();
        let page = format!("{PAGES}{}", finding.code.id).parse().ok();
        Shown {
            range: self.encoding.range(self.sources.get(finding.at.file), self.sources.span(&finding.at)),
            severity: Some(match finding.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
                Severity::Info => DiagnosticSeverity::INFORMATION,
            }),
            code: Some(NumberOrString::String(finding.code.id.to_owned())),
            code_description: page.map(|href| CodeDescription { href }),
            source: Some("muster".to_owned()),
            message: format!("{}{help}", finding.message),
            related_information: (!related.is_empty()).then_some(related),
            tags: is_unnecessary(finding).then(|| vec![DiagnosticTag::UNNECESSARY]),
            data: None,
        }
    }
}

/// Returns true for what could be taken away.
fn is_unnecessary(finding: &Diagnostic) -> bool {
    ["unused-", "needless-"].iter().any(|word| finding.code.name.starts_with(word))
}

/// The findings published for each file, with the version that they were for.
#[derive(Debug, Default)]
pub(super) struct Published(BTreeMap<String, (Option<i32>, Vec<Shown>)>);

impl Published {
    /// Returns what there is to tell after a check, by file: what changed, and what is of another version. With `closed`
    /// also of files that are not open.
    pub(super) fn renew(
        &mut self,
        analysis: &Analysis,
        documents: &OpenDocuments,
        encoding: Encoding,
        closed: bool,
    ) -> (Vec<PublishDiagnosticsParams>, usize) {
        let names = Names { documents, sources: &analysis.review.sources, encoding };
        let mut uris: BTreeMap<FileId, Option<Uri>> = BTreeMap::new();
        let mut now: BTreeMap<String, (Option<i32>, Vec<Shown>)> =
            documents.iter().map(|open| (open.uri.as_str().to_owned(), (Some(open.version), Vec::new()))).collect();
        let (mut closed_files, mut left_out) = (0, 0);
        for finding in &analysis.findings {
            let uri = uris.entry(finding.at.file).or_insert_with(|| names.uri(finding.at.file));
            let Some(uri) = uri else { continue };
            if !now.contains_key(uri.as_str()) {
                if !closed || closed_files == CLOSED_FILES {
                    left_out += 1;
                    continue;
                }
                closed_files += 1;
            }
            let (_, shown) = now.entry(uri.as_str().to_owned()).or_default();
            shown.push(names.show(finding));
        }
        let gone = self.0.iter().filter(|(uri, (_, shown))| !now.contains_key(*uri) && !shown.is_empty());
        let gone = gone.map(|(uri, _)| (uri.clone(), (None, Vec::new())));
        let all: BTreeMap<_, _> = gone.chain(now.clone()).collect();
        let changed = all.into_iter().filter(|(uri, new)| match self.0.get(uri) {
            Some(old) => old != new,
            None => new.0.is_some() || !new.1.is_empty(),
        });
        let tell = changed.filter_map(|(uri, (version, diagnostics))| {
            Some(PublishDiagnosticsParams { uri: uri.parse().ok()?, diagnostics, version })
        });
        let tell = tell.collect();
        self.0 = now;
        (tell, if closed { left_out } else { 0 })
    }
}
