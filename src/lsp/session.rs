//! The session that begins when the editor connects: its abilities, and the options it sets.

use camino::Utf8PathBuf;
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions,
    DocumentLinkOptions, ExecuteCommandOptions, HoverProviderCapability, InitializeParams, InitializeResult,
    MarkupKind, OneOf, RenameOptions, SaveOptions, ServerCapabilities, ServerInfo, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
    WorkspaceFolder, WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};
use serde::Deserialize;
use serde_json::json;

use muster_systems::System;

use super::actions::FIX_ALL;
use super::commands::COMMANDS;
use super::encoding::Encoding;
use super::uri::path_of;

/// Editors that show pictures in a hover; others show the letters of the file.
const SHOW_PICTURES: [&str; 4] = ["Visual Studio Code", "VSCodium", "Code - OSS", "Cursor"];

/// The options that an editor sets: `initializationOptions`.
#[derive(Debug, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Wishes {
    /// Whether findings of files are told that are not open.
    closed_files: bool,
    /// Whether odds are shown behind cards.
    inlay_hints: bool,
    /// Whether cards are shown as pictures; unless it is said, where the editor is known to show them.
    hover_pictures: Option<bool>,
}

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes { closed_files: true, inlay_hints: false, hover_pictures: None }
    }
}

/// The abilities and options of the editor.
#[derive(Debug, Default)]
pub(super) struct Session {
    /// The unit that characters in a line are counted in.
    pub(super) encoding: Encoding,
    /// Whether findings of files are told that are not open.
    pub(super) closed_files: bool,
    /// Whether odds are shown behind cards.
    pub(super) hints: bool,
    /// Whether the editor watches files when it is asked to.
    pub(super) watches: bool,
    /// Whether the editor has snippets.
    pub(super) snippets: bool,
    /// Whether it shows Markdown.
    pub(super) markdown: bool,
    /// Whether it shows pictures in Markdown.
    pub(super) pictures: bool,
    /// Whether the editor asks for the rest of a code action that is chosen.
    pub(super) resolves: bool,
    /// Whether the editor shows a place when it is asked to.
    pub(super) shows_documents: bool,
    /// The folders that are open, in the editor's order.
    pub(super) folders: Vec<Utf8PathBuf>,
}

impl Session {
    /// Agrees with an editor.
    pub(super) fn new(params: &InitializeParams) -> Session {
        let wishes = params.initialization_options.clone().and_then(|options| serde_json::from_value(options).ok());
        let Wishes { closed_files, inlay_hints, hover_pictures } = wishes.unwrap_or_default();
        let capabilities = &params.capabilities;
        let encodings = capabilities.general.as_ref().and_then(|general| general.position_encodings.as_deref());
        let watching = capabilities.workspace.as_ref().and_then(|workspace| workspace.did_change_watched_files);
        let actions = capabilities.text_document.as_ref().and_then(|document| document.code_action.as_ref());
        let resolving = actions.and_then(|actions| actions.resolve_support.as_ref());
        let showing = capabilities.window.as_ref().and_then(|window| window.show_document.as_ref());
        let texts = capabilities.text_document.as_ref();
        let completion = texts.and_then(|texts| texts.completion.as_ref()?.completion_item.as_ref());
        let formats = texts.and_then(|texts| texts.hover.as_ref()?.content_format.as_ref());
        let name = params.client_info.as_ref().map_or("", |editor| &editor.name);
        Session {
            snippets: completion.and_then(|item| item.snippet_support).unwrap_or(false),
            markdown: formats.is_some_and(|formats| formats.contains(&MarkupKind::Markdown)),
            pictures: hover_pictures.unwrap_or_else(|| SHOW_PICTURES.iter().any(|editor| name.starts_with(editor))),
            resolves: resolving.is_some_and(|resolving| resolving.properties.iter().any(|property| property == "edit")),
            shows_documents: showing.is_some_and(|showing| showing.support),
            encoding: Encoding::negotiate(encodings.unwrap_or_default()),
            closed_files,
            hints: inlay_hints,
            watches: watching.and_then(|watching| watching.dynamic_registration).unwrap_or(false),
            folders: folders(params),
        }
    }

    /// Takes folders that were opened or closed.
    pub(super) fn change_folders(&mut self, added: &[WorkspaceFolder], removed: &[WorkspaceFolder]) {
        let paths = |folders: &[WorkspaceFolder]| -> Vec<Utf8PathBuf> {
            folders.iter().filter_map(|folder| path_of(folder.uri.as_str())).collect()
        };
        let removed = paths(removed);
        self.folders.retain(|folder| !removed.contains(folder));
        let added: Vec<_> = paths(added).into_iter().filter(|folder| !self.folders.contains(folder)).collect();
        self.folders.extend(added);
    }

    /// Returns the abilities of the server for the editor, and the games it knows.
    pub(super) fn offer(&self, systems: &[&'static System]) -> InitializeResult {
        let sync = TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        };
        let folders =
            WorkspaceFoldersServerCapabilities { supported: Some(true), change_notifications: Some(OneOf::Left(true)) };
        let actions = CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, FIX_ALL]),
            resolve_provider: Some(true),
            ..CodeActionOptions::default()
        };
        let commands =
            ExecuteCommandOptions { commands: COMMANDS.map(str::to_owned).into(), ..ExecuteCommandOptions::default() };
        InitializeResult {
            capabilities: ServerCapabilities {
                code_action_provider: Some(CodeActionProviderCapability::Options(actions)),
                execute_command_provider: Some(commands),
                completion_provider: Some(CompletionOptions {
                    trigger_characters: Some([" ", ":", "[", "{", ",", "-", "\"", "/"].map(str::to_owned).into()),
                    ..CompletionOptions::default()
                }),
                hover_provider: Some(HoverProviderCapability::Simple(true)),
                definition_provider: Some(OneOf::Left(true)),
                references_provider: Some(OneOf::Left(true)),
                rename_provider: Some(OneOf::Right(RenameOptions {
                    prepare_provider: Some(true),
                    work_done_progress_options: WorkDoneProgressOptions::default(),
                })),
                document_symbol_provider: Some(OneOf::Left(true)),
                document_link_provider: Some(DocumentLinkOptions {
                    resolve_provider: Some(false),
                    work_done_progress_options: WorkDoneProgressOptions::default(),
                }),
                code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
                inlay_hint_provider: Some(OneOf::Left(true)),
                position_encoding: Some(self.encoding.kind()),
                text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
                workspace: Some(WorkspaceServerCapabilities {
                    workspace_folders: Some(folders),
                    file_operations: None,
                }),
                experimental: Some(json!({"systems": systems.iter().map(|system| system.id()).collect::<Vec<_>>()})),
                ..ServerCapabilities::default()
            },
            server_info: Some(ServerInfo {
                name: "muster".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        }
    }
}

/// Returns the folders of the workspace, or the one that older editors name.
fn folders(params: &InitializeParams) -> Vec<Utf8PathBuf> {
    if let Some(folders) = &params.workspace_folders {
        return folders.iter().filter_map(|folder| path_of(folder.uri.as_str())).collect();
    }
    #[expect(deprecated, reason = "editors of before 2019 name one folder so")]
    let (uri, path) = (params.root_uri.as_ref(), params.root_path.as_ref());
    let folder = uri.and_then(|uri| path_of(uri.as_str())).or_else(|| path.map(Utf8PathBuf::from));
    folder.into_iter().collect()
}
