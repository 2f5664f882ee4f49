//! `--since` in a repository of somebody else's: git runs nothing that it says, and of Git LFS nothing is taken for a picture.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{git, repository};
use crate::cli::{WHITE_MOUNTAIN, assert_exit, command, muster, root, text};

/// White Mountain with a picture on one card.
fn with_picture(path: &str) -> String {
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    scenario.replacen("    name: Schlick\n", &format!("    name: Schlick\n    art: {path}\n"), 1)
}

fn svg(colour: &str) -> String {
    let rect = format!("<rect width='60' height='20' fill='{colour}'/>");
    format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 20'>{rect}</svg>")
}

/// A program that shows that it was run, by a file that it makes.
struct Trap {
    program: PathBuf,
    mark: PathBuf,
}

impl Trap {
    fn new(folder: &Path) -> Trap {
        let folder = fs::canonicalize(folder).expect("a folder");
        let (program, mark) = (folder.join("trap.sh"), folder.join("it-was-run"));
        fs::write(&program, format!("#!/bin/sh\n: > '{}'\n", mark.display())).expect("a program");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a program");
        Trap { program, mark }
    }

    /// Git's own commands run it: the trap is set.
    fn is_set(&self, folder: &Path, arguments: &[&str]) {
        let _ = Command::new("git").arg("-C").arg(folder).args(arguments).output().expect("git");
        assert!(self.mark.exists(), "git {arguments:?} runs it");
        fs::remove_file(&self.mark).expect("the mark");
    }
}

#[test]
fn nothing_that_a_repository_says_is_run() {
    let Some(folder) = repository("since-traps") else {
        return println!("git is not installed: --since is not tested");
    };
    let trap = Trap::new(&folder);
    let program = trap.program.to_str().expect("a path");
    // A repository without files of its own, in a folder of pictures: files like all others to git.
    let source = folder.join("source");
    fs::create_dir(&source).expect("a folder");
    git(&source, &["init", "-q"]);
    fs::write(source.join("drawn.svg"), svg("#a01020")).expect("a picture");
    git(&source, &["add", "."]);
    git(&source, &["commit", "-q", "-m", "one"]);
    git(&folder, &["clone", "-q", "--bare", "source", "art"]);
    fs::remove_dir_all(&source).expect("a folder");
    let art = folder.join("art");
    fs::write(art.join("drawn.svg"), svg("#a01020")).expect("a picture");
    for (name, value) in [("core.bare", "false"), ("core.worktree", "."), ("filter.x.smudge", program)] {
        git(&art, &["config", name, value]);
    }
    fs::create_dir_all(art.join("info")).expect("a folder");
    fs::write(art.join("info/attributes"), "*.svg filter=x\n").expect("a file");
    trap.is_set(&art, &["-c", "safe.bareRepository=all", "cat-file", "--filters", "HEAD:drawn.svg"]);

    fs::write(folder.join("a.yaml"), with_picture("art/drawn.svg")).expect("a scenario");
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-q", "-m", "one"]);
    let print = |told: &str| {
        let output = muster(&folder, &["print", "a.yaml", "-o", "a.pdf", "--since", "HEAD"]);
        assert!(!trap.mark.exists(), "{}", text(&output.stderr));
        assert_exit(&output, 0);
        assert!(text(&output.stdout).contains(told), "{}", text(&output.stdout));
    };
    print("no card has changed since `HEAD`");

    // A program called git, where the search for programs begins in the folder that one stands in.
    fs::copy(&trap.program, folder.join("git")).expect("a program");
    let path = format!(".:{}", std::env::var("PATH").expect("a path"));
    let output = command(&folder, &["print", "a.yaml", "-o", "a.pdf", "--since", "HEAD"]).env("PATH", path).output();
    assert_exit(&output.expect("the program"), 0);
    assert!(!trap.mark.exists());

    // The settings and attributes of the project's own repository, as they come in an archive.
    for (name, value) in [
        ("filter.x.smudge", program),
        ("filter.x.clean", program),
        ("core.fsmonitor", program),
        ("core.pager", program),
        ("pager.cat-file", program),
    ] {
        git(&folder, &["config", name, value]);
    }
    fs::write(folder.join(".git/info/attributes"), "*.svg filter=x\n").expect("a file");
    fs::write(folder.join("new.svg"), svg("#1020a0")).expect("a picture");
    fs::write(folder.join("a.yaml"), with_picture("new.svg")).expect("a scenario");
    print("a.pdf: 1 card");
    trap.is_set(&folder, &["status"]);

    // An object that is not there is not fetched: the repository says of where, and how.
    fs::write(folder.join("a.yaml"), with_picture("art/drawn.svg")).expect("a scenario");
    let blob =
        Command::new("git").arg("-C").arg(&folder).args(["rev-parse", "HEAD:art/drawn.svg"]).output().expect("git");
    let blob = text(&blob.stdout).trim().to_owned();
    fs::remove_file(folder.join(".git/objects").join(&blob[..2]).join(&blob[2..])).expect("an object");
    for (name, value) in [
        ("core.repositoryFormatVersion", "1"),
        ("extensions.partialClone", "other"),
        ("remote.other.promisor", "true"),
        ("remote.other.url", &format!("ext::{program}")),
        ("protocol.ext.allow", "always"),
    ] {
        git(&folder, &["config", name, value]);
    }
    print("a.pdf: 1 card");
    trap.is_set(&folder, &["-c", "core.fsmonitor=", "cat-file", "blob", "HEAD:art/drawn.svg"]);
}

#[test]
fn a_picture_of_git_lfs_is_what_lfs_stores_where_it_is_there() {
    let Some(folder) = repository("since-lfs") else { return println!("git is not installed: --since is not tested") };
    let object = "4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393";
    let pointer = format!("version https://git-lfs.github.com/spec/v1\noid sha256:{object}\nsize 12345\n");
    fs::write(folder.join("a.yaml"), with_picture("drawn.svg")).expect("a scenario");
    fs::write(folder.join("drawn.svg"), pointer).expect("a pointer");
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-q", "-m", "one"]);
    fs::write(folder.join("drawn.svg"), svg("#a01020")).expect("a picture");
    let arguments = ["print", "a.yaml", "-o", "a.pdf", "--since", "HEAD"];
    let output = muster(&folder, &arguments);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).contains("a.pdf: 1 card"), "{}", text(&output.stdout));
    let told = "drawn.svg` is in Git LFS and its content at `HEAD` is not on this machine";
    assert!(text(&output.stderr).contains(told), "{}", text(&output.stderr));
    let stored = folder.join(".git/lfs/objects/4d/7a");
    fs::create_dir_all(&stored).expect("a folder");
    fs::write(stored.join(object), svg("#a01020")).expect("an object");
    let output = muster(&folder, &arguments);
    assert_exit(&output, 0);
    assert_eq!(text(&output.stderr), "");
    assert!(text(&output.stdout).contains("no card has changed since `HEAD`"), "{}", text(&output.stdout));
}

#[test]
fn only_the_repository_that_the_documents_are_in_is_asked() {
    let Some(folder) = repository("since-outside") else {
        return println!("git is not installed: --since is not tested");
    };
    // A repository in a folder of the project has a history of its own.
    let inner = folder.join("art");
    fs::create_dir(&inner).expect("a folder");
    git(&inner, &["init", "-q"]);
    fs::write(inner.join("drawn.svg"), svg("#a01020")).expect("a picture");
    git(&inner, &["add", "."]);
    git(&inner, &["commit", "-q", "-m", "one"]);
    fs::write(folder.join("a.yaml"), with_picture("art/drawn.svg")).expect("a scenario");
    git(&folder, &["add", "a.yaml"]);
    git(&folder, &["commit", "-q", "-m", "one"]);
    fs::write(inner.join("drawn.svg"), svg("#1020a0")).expect("a picture");
    let arguments = ["print", "a.yaml", "-o", "a.pdf", "--since", "HEAD"];
    let output = muster(&folder, &arguments);
    assert!(text(&output.stdout).contains("no card has changed since `HEAD`"), "{}", text(&output.stdout));
    // What a hook of git sets means another repository.
    let output = command(&folder, &arguments).env("GIT_DIR", inner.join(".git")).output().expect("the program");
    assert!(text(&output.stdout).contains("no card has changed since `HEAD`"), "{}", text(&output.stdout));

    let outside = std::env::temp_dir().join(format!("muster-since-outside-{}", std::process::id()));
    fs::create_dir_all(&outside).expect("a folder");
    fs::write(outside.join("a.yaml"), with_picture("drawn.svg")).expect("a scenario");
    let output = muster(&outside, &arguments);
    fs::remove_dir_all(&outside).expect("a folder");
    assert_exit(&output, 2);
    assert!(text(&output.stderr).contains("`a.yaml` is not in a git repository"), "{}", text(&output.stderr));
}
