//! The contents of files at a commit, from the git repository of the project.
//!
//! A project may come from anybody. So git is asked for the objects of one repository alone, the one that the documents are in, and
//! runs nothing that its configuration, its attributes or another repository in one of its folders name: no filter, no hook, no
//! monitor of files, no pager, and no transport for objects that are not there.

use std::io::{self, Read};
use std::process::{Child, Command, Stdio};

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::load::MAX_BYTES;
use muster_core::print::picture::MOST_BYTES;
use muster_core::source::is_elsewhere;

use super::files::read_named;
use super::{Trouble, programs};
use crate::review::same_file;

/// The first bytes of what git keeps in place of a file that Git LFS stores.
const LFS_POINTER: &[u8] = b"version https://git-lfs.github.com/spec/v1\n";

/// The longest pointer of Git LFS, in bytes, by its specification.
const LONGEST_POINTER: usize = 1024;

/// A project at a commit.
pub struct History {
    /// The repositories of the documents, each with the name of the commit.
    commits: Vec<(Repository, String)>,
}

/// A file at a commit.
#[derive(Debug, PartialEq, Eq)]
pub enum Past {
    /// It had this content.
    Bytes(Vec<u8>),
    /// It was not there.
    Absent,
    /// Git does not know it, or it belongs to another repository.
    Unknown,
    /// Git LFS stores it, and its content is not on this machine.
    NotFetched,
}

impl History {
    /// Finds the repositories of documents, and in each the commit that a reference means.
    ///
    /// # Errors
    ///
    /// If a document is in no repository, a repository has no such commit, or git cannot be run.
    pub fn find(reference: &str, documents: &[Utf8PathBuf]) -> Result<History, Trouble> {
        let mut commits: Vec<(Repository, String)> = Vec::new();
        for document in documents {
            let Some(repository) = Repository::find_above(document) else {
                let text = format!("`{document}` is not in a git repository, so --since cannot compare it");
                return Err(Trouble::Usage(text));
            };
            if commits.iter().any(|(known, _)| *known == repository) {
                continue;
            }
            let Some(commit) = repository.commit(reference)? else {
                let text = format!("`{reference}` is not a commit in the git repository of `{document}`");
                return Err(Trouble::Usage(text));
            };
            commits.push((repository, commit));
        }
        Ok(History { commits })
    }

    /// Returns the content of a document at the commit; `None` if it was not there. Of one that is too large only as much is
    /// returned as shows that.
    ///
    /// # Errors
    ///
    /// Git cannot be asked, or the file is not in its repository.
    pub fn document(&self, path: &Utf8Path) -> Result<Option<Vec<u8>>, Trouble> {
        let Some((repository, commit, name)) = self.place(path) else {
            return Err(Trouble::Usage(format!("`{path}` is not in the git repository of the documents")));
        };
        repository.blob(commit, &name, MAX_BYTES as u64)
    }

    /// Returns the names of the files of a folder at the commit; `None` if the folder is in no repository of the documents.
    ///
    /// # Errors
    ///
    /// Git cannot be asked.
    pub fn names(&self, folder: &Utf8Path) -> Result<Option<Vec<String>>, Trouble> {
        let Some((repository, commit, name)) = self.place(&folder.join("file")) else { return Ok(None) };
        let tree = format!("{commit}:{}", name.parent().map_or("", Utf8Path::as_str));
        let names = repository.git(MAX_BYTES as u64, &["ls-tree", "-z", "--name-only", &tree])?.unwrap_or_default();
        let names = String::from_utf8_lossy(&names);
        Ok(Some(names.split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect()))
    }

    /// Returns a picture or a font at the commit.
    ///
    /// # Errors
    ///
    /// Git, or its storage of large files, cannot be asked.
    pub fn picture(&self, path: &Utf8Path) -> Result<Past, Trouble> {
        let Some((repository, commit, name)) = self.place(path) else { return Ok(Past::Unknown) };
        match repository.blob(commit, &name, MOST_BYTES)? {
            Some(bytes) => Ok(match lfs_object(&bytes) {
                Some(object) => repository.read_fetched(object)?.map_or(Past::NotFetched, Past::Bytes),
                None => Past::Bytes(bytes),
            }),
            None if repository.knows(&name)? => Ok(Past::Absent),
            None => Ok(Past::Unknown),
        }
    }

    /// Returns the repository and the commit in which a file would be, and its path from the top of the repository.
    fn place(&self, path: &Utf8Path) -> Option<(&Repository, &str, Utf8PathBuf)> {
        let file = same_file(path);
        let mut places = self.commits.iter().filter_map(|(repository, commit)| {
            let name = file.strip_prefix(&repository.root).ok()?;
            // What another repository holds has the history of that one.
            let mut folders = name.ancestors().skip(1).filter(|folder| *folder != "");
            let is_own = !folders.any(|folder| is_repository(&repository.root.join(folder)));
            // Git writes paths with `/` everywhere.
            let steps = name.components().map(|step| step.as_str()).collect::<Vec<_>>().join("/");
            is_own.then(|| (repository, commit.as_str(), steps.into()))
        });
        places.next()
    }
}

/// A git repository with its files.
#[derive(Debug, PartialEq, Eq)]
struct Repository {
    /// The folder with `.git`, without links.
    root: Utf8PathBuf,
}

/// Returns true for the folder in which a repository has its files. One without files, which git would find too, is none.
fn is_repository(folder: &Utf8Path) -> bool {
    folder.join(".git").exists()
}

impl Repository {
    /// Returns the repository that a file is in.
    fn find_above(file: &Utf8Path) -> Option<Repository> {
        let file = same_file(file);
        let root = file.ancestors().skip(1).find(|folder| is_repository(folder))?.to_owned();
        // A file named `.git` names the folder. One on another machine is not asked for.
        let named = match root.join(".git") {
            git if git.is_file() => read_named(&git).ok()?,
            _ => Vec::new(),
        };
        let named = String::from_utf8(named).ok()?;
        let is_here = named.strip_prefix("gitdir:").is_none_or(|folder| !is_elsewhere(folder.trim()));
        is_here.then_some(Repository { root })
    }

    /// Runs git. Returns its output, of more bytes than `most` only as many as show that; `None` if it fails.
    fn git(&self, most: u64, arguments: &[&str]) -> Result<Option<Vec<u8>>, Trouble> {
        let git = programs::find_program("git");
        let git = git.map_err(|_| Trouble::Usage("--since needs git, which is not installed".to_owned()))?;
        let mut command = Command::new(git);
        command.current_dir(&self.root).args(["--git-dir=.git", "--work-tree=.", "--no-pager", "--literal-pathspecs"]);
        for setting in SETTINGS {
            command.args(["-c", setting]);
        }
        for variable in ["GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_OBJECT_DIRECTORY"] {
            command.env_remove(variable);
        }
        command.env("GIT_ALLOW_PROTOCOL", "none").env("GIT_NO_LAZY_FETCH", "1").env("GIT_OPTIONAL_LOCKS", "0");
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let output = command.spawn().and_then(|child| read_limited(child, most));
        output.map_err(|error| Trouble::Usage(format!("cannot run git: {error}")))
    }

    /// Returns the line that git answers with; `None` if it fails.
    fn line(&self, arguments: &[&str]) -> Result<Option<String>, Trouble> {
        let output = self.git(MAX_BYTES as u64, arguments)?;
        Ok(output.map(|line| String::from_utf8_lossy(&line).trim().to_owned()))
    }

    /// Returns the name of the commit that a reference means.
    fn commit(&self, reference: &str) -> Result<Option<String>, Trouble> {
        // What begins with a dash would be an option.
        if reference.starts_with('-') {
            return Ok(None);
        }
        self.line(&["rev-parse", "--verify", "--quiet", &format!("{reference}^{{commit}}")])
    }

    /// Returns the content of a file as git keeps it; `None` if it was not there.
    fn blob(&self, commit: &str, name: &Utf8Path, most: u64) -> Result<Option<Vec<u8>>, Trouble> {
        self.git(most, &["cat-file", "blob", &format!("{commit}:{name}")])
    }

    /// Returns true for a file that git follows now.
    fn knows(&self, name: &Utf8Path) -> Result<bool, Trouble> {
        Ok(self.git(MAX_BYTES as u64, &["ls-files", "--error-unmatch", "--", name.as_str()])?.is_some())
    }

    /// Returns what Git LFS stores of an object on this machine.
    fn read_fetched(&self, object: &str) -> Result<Option<Vec<u8>>, Trouble> {
        let Some(folder) = self.line(&["rev-parse", "--git-common-dir"])? else { return Ok(None) };
        let file = self.root.join(folder).join("lfs/objects").join(&object[..2]).join(&object[2..4]).join(object);
        let is_small = file.metadata().is_ok_and(|meta| meta.len() <= MOST_BYTES);
        Ok(std::fs::read(file).ok().filter(|_| is_small))
    }
}

/// Settings that take the place of those of the repository: nothing that they name is run.
const SETTINGS: [&str; 4] =
    ["core.fsmonitor=", "core.hooksPath=/dev/null", "protocol.allow=never", "safe.bareRepository=explicit"];

/// Returns the name of the Git LFS object that a pointer refers to; `None` if the bytes are no pointer.
fn lfs_object(bytes: &[u8]) -> Option<&str> {
    let text = bytes.strip_prefix(LFS_POINTER).filter(|_| bytes.len() <= LONGEST_POINTER)?;
    let text = str::from_utf8(text).ok()?;
    let object = text.lines().find_map(|line| line.strip_prefix("oid sha256:"))?;
    (object.len() == 64 && object.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(object)
}

/// Returns the output of a program, of more bytes than `most` only as many as show that; `None` if it fails.
fn read_limited(mut child: Child, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    if let Some(stdout) = child.stdout.take() {
        stdout.take(most + 1).read_to_end(&mut bytes)?;
    }
    let succeeded = child.wait()?.success();
    Ok((succeeded || bytes.len() as u64 > most).then_some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_of_git_lfs_names_its_object() {
        let object = "4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393";
        let pointer = |line: &str| [LFS_POINTER, line.as_bytes(), b"\nsize 12345\n"].concat();
        assert_eq!(lfs_object(&pointer(&format!("oid sha256:{object}"))), Some(object));
        for other in
            ["oid sha256:4d7a", "oid sha256:../../../../../../../../../../../../../../../etc/passwd/////////////", ""]
        {
            assert_eq!(lfs_object(&pointer(other)), None, "{other}");
        }
        assert_eq!(lfs_object(b"<svg/>"), None);
    }
}
