//! The address of a page with its token, handed to the browser in a file that only the user can read: every user of a machine sees
//! the arguments of its programs.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::{env, process};

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::source::real;

/// The end of an address that was handed over by such a file.
pub const MARK: &str = "&handed=1";

/// A page that leads on to an address. It is gone when this is dropped.
#[derive(Debug)]
pub struct Handover(Utf8PathBuf);

impl Handover {
    /// Writes the page, for an address with a query. Its address is that one with [`MARK`] behind it.
    ///
    /// # Errors
    ///
    /// If there is no folder for it.
    pub fn write(address: &str) -> io::Result<Handover> {
        let address = format!("{address}{MARK}").replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
        let folder = folder()?;
        let (mut file, path) = create(&folder)?;
        let handover = Handover(path);
        write!(
            file,
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
             <meta http-equiv=\"refresh\" content=\"0;url={address}\">\n<title>Muster preview</title>\n\
             <p><a href=\"{address}\">Open the preview</a></p>\n</html>\n"
        )?;
        Ok(handover)
    }

    /// Returns the path of the page.
    pub fn path(&self) -> &Utf8Path {
        &self.0
    }
}

impl Drop for Handover {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Returns the folder for files of the user's programs that run, or that of temporary files.
fn folder() -> io::Result<Utf8PathBuf> {
    let runtime = env::var("XDG_RUNTIME_DIR").ok().map(Utf8PathBuf::from).filter(|folder| folder.is_absolute());
    let folder = match runtime.filter(|folder| folder.is_dir()) {
        Some(folder) => folder,
        None => Utf8PathBuf::try_from(env::temp_dir()).map_err(io::Error::other)?,
    };
    real(&folder)
}

/// Makes a new file, which nobody else can have made or can read.
fn create(folder: &Utf8Path) -> io::Result<(File, Utf8PathBuf)> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut number = 0;
    loop {
        let path = folder.join(format!("muster-preview-{}-{number}.html", process::id()));
        match options.open(&path) {
            Ok(file) => return Ok((file, path)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists && number < MOST => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// Names that are tried at most.
const MOST: u32 = 1000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_leads_to_the_address_and_only_its_user_can_read_it() {
        let page = Handover::write("http://127.0.0.1:4000/?token=0123").expect("a page");
        let text = std::fs::read_to_string(page.path()).expect("a file");
        assert!(text.contains("content=\"0;url=http://127.0.0.1:4000/?token=0123&amp;handed=1\""), "{text}");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(page.path().metadata().expect("a file").permissions().mode() & 0o777, 0o600);
        }
        let path = page.path().to_owned();
        drop(page);
        assert!(!path.exists());
    }
}
