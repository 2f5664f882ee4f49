"""Archives of the same bytes from the same files: sorted, with one time, without owners."""

import gzip
import io
import os
import tarfile
import zipfile
from datetime import datetime, timezone

# With QUICK set packages are made for a test: sooner, and larger.
LEVEL = 1 if os.environ.get("QUICK") else 9


def write_tar(stream, files, mtime, programs=()):
    """Writes `files`, bytes by name, as a tar archive into an open file. Those in `programs` can be executed."""
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(files[name]), mtime, 0o755 if name in programs else 0o644
            archive.addfile(entry, io.BytesIO(files[name]))


def write_tar_gz(path, files, mtime, programs=()):
    """Writes `files`, bytes by name, as a .tar.gz. Those in `programs` can be executed."""
    with open(path, "wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", compresslevel=LEVEL, mtime=0) as packed:
        write_tar(packed, files, mtime, programs)


def write_zip(path, files, mtime, programs=()):
    """Writes `files`, bytes by name, as a .zip. Those in `programs` can be executed."""
    time = datetime.fromtimestamp(max(mtime, 315619200), timezone.utc).timetuple()[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, time)
            entry.create_system, entry.compress_type = 3, zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if name in programs else 0o100644) << 16
            archive.writestr(entry, files[name])
