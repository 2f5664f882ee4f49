"""Lets Python before 3.12 import pywargame's reader: two files that it does not need, and one line of a trait, are written for 3.12."""
import pathlib
import sys

if sys.version_info < (3, 12):
    home = next(pathlib.Path(path) / "pywargame" for path in sys.path if (pathlib.Path(path) / "pywargame").is_dir())
    (home / "__init__.py").write_text("")
    init = home / "vassal" / "__init__.py"
    init.write_text(init.read_text().replace("from . merger import Merger\n", ""))
    sheet = home / "vassal" / "traits" / "sheet.py"
    sheet.write_text(sheet.read_text().replace('replace("\\n",', "replace(chr(10),"))
