//! What others on the machine, and other pages, learn of the preview and can do to it.

use std::fs;
use std::io::{BufRead, BufReader, Read};
#[cfg(unix)]
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use super::{Server, copied, white_mountain};
use crate::cli::{command, text};

#[test]
fn a_request_names_one_host() {
    let (folder, _) = copied("preview-hosts", &white_mountain());
    let server = Server::start(&folder, "battle.yaml");
    let Server { port, token, .. } = &server;
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    for hosts in [String::new(), format!("{own}{own}"), format!("{own}Host: example.org\r\n")] {
        let answer = server.ask(&format!("GET /shown?token={token} HTTP/1.0\r\n{hosts}\r\n"));
        assert_eq!(answer.status, 400, "{hosts}");
        assert!(!text(&answer.body).contains(&**token), "the token is not told");
    }
    let absolute = |host: &str| format!("GET http://{host}/shown?token={token} HTTP/1.0\r\n{own}\r\n");
    assert_eq!(server.ask(&absolute(&format!("localhost:{port}"))).status, 200);
    assert_eq!(server.ask(&absolute("example.org")).status, 403);
    let origins = format!("{own}Origin: http://127.0.0.1:{port}\r\nOrigin: http://example.org\r\n");
    assert_eq!(server.ask(&format!("GET /shown?token={token} HTTP/1.0\r\n{origins}\r\n")).status, 403);
}

#[test]
fn a_connection_that_asks_for_nothing_is_ended() {
    let (folder, _) = copied("preview-half-open", &white_mountain());
    let server = Server::start(&folder, "battle.yaml");
    let mut silent = ["", "GET / HT", "GET / HTTP/1.1\r\nHost: 127.0.0.1"].map(|beginning| server.connect(beginning));
    for stream in &mut silent {
        // Ends when the server ends it; what it says before does not matter.
        stream.read_to_end(&mut Vec::new()).expect("an end");
    }
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn battles_stop_between_two_playouts_and_others_can_begin() {
    let (folder, _) = copied("preview-stop", &white_mountain());
    let server = Server::start(&folder, "battle.yaml");
    for kind in ["smoke", "balance"] {
        // Each decision takes longer than this test may: ten thousand playouts of a hundred thousand battles.
        let endless = format!("/run?path=battle.yaml&kind={kind}&games=100000&bots=mcts:10000&turn_limit=5000");
        assert_eq!(server.post(&endless, "").status, 202);
        assert_eq!(server.post(&endless, "").status, 409, "one after another");
        assert_eq!(server.post("/run/stop", "").status, 202);
        let run = loop {
            let run: Value = serde_json::from_slice(&server.get("/run").body).expect("JSON");
            if run["state"] != "playing" {
                break run;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        };
        assert_eq!((&run["state"], &run["stopped"]), (&"done".into(), &true.into()), "{run}");
        let played = run["played"].as_u64().expect("a number");
        assert!(played < 100, "{played}");
        if kind == "smoke" {
            assert_eq!(run["result"]["figures"]["games"], played, "battles that are not over do not count");
        }
    }
    let run = server.played("path=battle.yaml&kind=smoke&games=20&bots=random&turn_limit=5000");
    assert_eq!((&run["state"], &run["played"], &run["stopped"]), (&"done".into(), &20.into(), &false.into()));
}

#[cfg(unix)]
#[test]
fn the_browser_gets_the_address_in_a_file_that_only_the_user_can_read() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, _) = copied("preview-handover", &white_mountain());
    let folder = fs::canonicalize(folder).expect("a folder");
    let (bin, runtime, told) = (folder.join("bin"), folder.join("runtime"), folder.join("told"));
    fs::create_dir(&bin).expect("a folder");
    fs::create_dir(&runtime).expect("a folder");
    // A browser that only says what it was started with.
    let script = format!("#!/bin/sh\nprintf '%s' \"$*\" > '{0}.new'\n/bin/mv '{0}.new' '{0}'\n", told.display());
    for name in ["xdg-open", "open"] {
        fs::write(bin.join(name), &script).expect("a program");
        fs::set_permissions(bin.join(name), fs::Permissions::from_mode(0o755)).expect("a program");
    }
    let mut program = command(&folder, &["preview", "battle.yaml"])
        .env("PATH", &bin)
        .env("XDG_RUNTIME_DIR", &runtime)
        .env("TMPDIR", &runtime)
        .env("MUSTER_PREVIEW_TOKEN", "0123456789abcdef")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    let mut first = String::new();
    let output = program.stdout.take().expect("its output");
    BufReader::new(output).read_line(&mut first).expect("a line");
    let mut server = Server::at(first.trim_end());
    server.program = Some(program);
    let argument = loop {
        match fs::read_to_string(&told) {
            Ok(told) => break told,
            Err(_) => std::thread::sleep(std::time::Duration::from_millis(20)),
        }
    };
    assert!(!argument.contains("0123456789abcdef"), "{argument}");
    let page = runtime.join(argument.rsplit('/').next().expect("a name"));
    assert_eq!(fs::metadata(&page).expect("the file").permissions().mode() & 0o777, 0o600);
    let html = fs::read_to_string(&page).expect("the file");
    assert!(html.contains("url=http://127.0.0.1:") && html.contains("token=0123456789abcdef&amp;handed=1"), "{html}");
    // Another page of the same browser leaves it there; the one that came by it does not.
    assert_eq!(server.get("/").status, 200);
    assert!(page.exists());
    assert_eq!(server.get("/?handed=1").status, 200);
    assert!(!page.exists());
}

#[test]
fn without_a_browser_no_file_is_left_for_it() {
    let (folder, _) = copied("preview-no-browser", &white_mountain());
    let folder = fs::canonicalize(folder).expect("a folder");
    let mut program = command(&folder, &["preview", "battle.yaml"])
        .env("PATH", folder.join("nothing"))
        .env("XDG_RUNTIME_DIR", &folder)
        .env("TMPDIR", &folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut complaint = String::new();
    let errors = program.stderr.take().expect("its complaints");
    BufReader::new(errors).read_line(&mut complaint).expect("a line");
    program.kill().expect("a program");
    program.wait().expect("an end");
    assert!(complaint.contains("cannot open the browser"), "{complaint}");
    let names: Vec<_> = fs::read_dir(&folder).expect("a folder").flatten().map(|file| file.file_name()).collect();
    assert_eq!(names, ["battle.yaml"]);
}

/// The folder that one stands in may be anybody's: no program in it is started, by whatever name, nor by those that are.
#[cfg(unix)]
#[test]
fn no_program_of_the_current_folder_opens_the_browser() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, _) = copied("preview-planted-opener", &white_mountain());
    let folder = fs::canonicalize(folder).expect("a folder");
    let (runtime, bin) = (folder.join("runtime"), folder.join("bin"));
    fs::create_dir(&runtime).expect("a folder");
    fs::create_dir(&bin).expect("a folder");
    let program = |path: &std::path::Path, script: &str| {
        fs::write(path, format!("#!/bin/sh\n{script}\n")).expect("a program");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a program");
    };
    let planted = folder.join("planted");
    for name in ["xdg-open", "gio", "gnome-open", "kde-open", "kde-open5", "kde-open6", "open", "firefox"] {
        program(&folder.join(name), &format!("echo x > '{}'", planted.display()));
    }
    // One that is meant, and starts a browser by its name.
    let opened = folder.join("opened");
    program(&bin.join("xdg-open"), &format!("firefox; echo \"$PATH\" > '{}'", opened.display()));
    for path in [".", "", "./", "sub/.."] {
        let output = open_with(&folder, &runtime, path);
        assert!(output.contains("cannot open the browser"), "{path}: {output}");
        assert!(!planted.exists(), "{path}");
    }
    let output = open_with(&folder, &runtime, &format!(".:{}:", bin.display()));
    assert!(!output.contains("cannot open the browser"), "{output}");
    assert_eq!(fs::read_to_string(&opened).expect("it was started").trim_end(), bin.display().to_string());
    assert!(!planted.exists());
}

/// Starts a preview that opens a browser with this `PATH`, and ends it; returns what it complained of.
#[cfg(unix)]
fn open_with(folder: &Path, runtime: &Path, path: &str) -> String {
    let mut program = command(folder, &["preview", "battle.yaml", "--editor", "-"])
        .env("PATH", path)
        .env("XDG_RUNTIME_DIR", runtime)
        .env("TMPDIR", runtime)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut first = String::new();
    BufReader::new(program.stdout.as_mut().expect("its output")).read_line(&mut first).expect("a line");
    // Its input ends: so does it, once it has answered.
    drop(program.stdin.take());
    text(&program.wait_with_output().expect("an end").stderr)
}
