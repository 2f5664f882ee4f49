"""Prints files for presses and reads them back: PDF/X-1a and PDF/X-4, with the carried ICC profile and with one that is named."""

import shutil
import subprocess
import sys
from pathlib import Path

import fitz
import pikepdf

MUSTER, FOLDER = sys.argv[1], Path(sys.argv[2])
CARDS = ["--with", "backs,reference,setup"]
# What is printed: the scenario, further arguments, the standard and the most ink in percent.
FILES = {
    "x1a": ["scenarios/table-battles/poltava.yaml", [*CARDS, "--profile", "drive-thru-cards"], "PDF/X-1a:2003", 240],
    "x4": ["scenarios/table-battles/poltava.yaml", [*CARDS, "--profile", "game-manufacturer"], "PDF/X-4", 300],
    "x4-period": ["scenarios/states-of-battle/bridge-at-ambershaw.yaml", ["--theme", "period", "--with", "none,units,backs", "--profile", "game-manufacturer"], "PDF/X-4", 300],
    "x4-pictures": ["examples/wolfs-ford/wolfs-ford.yaml", ["--with", "backs,setup", "--profile", "game-manufacturer"], "PDF/X-4", 300],
    "x4-sheets": ["scenarios/table-battles/white-mountain.yaml", [*CARDS, "--profile", "a3-sheets"], "PDF/X-4", 300],
    "x4-own": ["scenarios/table-battles/rocroi.yaml", ["--with", "backs", "--profile", "game-manufacturer", "--icc", "templates/profiles/fogra39l-coated.icc"], "PDF/X-4", 300],
}
SCREEN = ("rg", "RG")
# From the profile to the plate: half a step of eight bits for each ink, and the edges of letters.
ROUNDING = 3.0


def spaces(pdf):
    """Yields the name of every colour space in a file, groups included, and every operator that sets a colour of the screen."""
    for thing in pdf.objects:
        if not isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream)):
            continue
        for key in ("/ColorSpace", "/CS"):
            if key in thing:
                yield str(thing[key])
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") != "/Image" and thing.get("/Type") != "/Metadata":
            try:
                found = pikepdf.parse_content_stream(thing) if thing.get("/Subtype") == "/Form" else []
            except pikepdf.PdfError:
                found = []
            yield from (str(operator) for _, operator in found if str(operator) in SCREEN)
    for page in pdf.pages:
        yield from (str(operator) for _, operator in pikepdf.parse_content_stream(page) if str(operator) in SCREEN)


def within(inner, outer):
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def structure(path, standard, own):
    """Returns what is wrong with a file as its standard asks for it."""
    wrong = []
    with pikepdf.open(path) as pdf:
        catalog, info = pdf.Root, pdf.docinfo
        intents = catalog.get("/OutputIntents", [])
        if len(intents) != 1 or intents[0].S != "/GTS_PDFX" or intents[0].DestOutputProfile.read_bytes()[16:20] != b"CMYK":
            wrong.append("not one output intent with a profile of inks")
        elif (str(intents[0].OutputConditionIdentifier) == "Custom") != own:
            wrong.append(f"the condition is {intents[0].OutputConditionIdentifier}")
        if standard == "PDF/X-4":
            packet = catalog.Metadata.read_bytes().decode() if "/Metadata" in catalog else ""
            wrong += [] if ">PDF/X-4<" in packet and pdf.pdf_version == "1.6" else ["no metadata of PDF/X-4"]
        elif str(info.get("/GTS_PDFXVersion")) != standard:
            wrong.append("no version of PDF/X")
        wrong += [f"{name} is a colour of the screen" for name in set(spaces(pdf)) if name in (*SCREEN, "/DeviceRGB", "/CalRGB")]
        for number, page in enumerate(pdf.pages, 1):
            media, bleed, trim = (list(map(float, box)) for box in (page.MediaBox, page.BleedBox, page.TrimBox))
            if not (within(trim, bleed) and within(bleed, media)):
                wrong.append(f"page {number}: its boxes do not lie within each other")
    return wrong


def drawn(path):
    """Draws every page; what the reader complains of."""
    fitz.TOOLS.reset_mupdf_warnings()
    with fitz.open(path) as document:
        for page in document:
            page.get_pixmap(dpi=50)
    said = fitz.TOOLS.mupdf_warnings()
    return [said] if said else []


def inks(path, most):
    """Returns the most ink in percent that Ghostscript lays on one place; None where there is no Ghostscript."""
    if not shutil.which("gs"):
        return None
    import tifffile

    to = path.with_suffix("")
    to.mkdir()
    subprocess.run(["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiff32nc", "-r60", f"-sOutputFile={to}/%d.tif", path], check=True)
    return max(float(tifffile.imread(page).astype(float).sum(axis=2).max()) / 2.55 for page in to.iterdir())


def main():
    failed = 0
    for name, (scenario, arguments, standard, most) in FILES.items():
        path = FOLDER / f"{name}.pdf"
        subprocess.run([MUSTER, "print", scenario, *arguments, "-o", path], check=True, stdout=subprocess.DEVNULL)
        wrong = structure(path, standard, "--icc" in arguments) + drawn(path)
        laid = inks(path, most)
        if laid is not None and laid > most + ROUNDING:
            wrong.append(f"{laid:.0f} % of ink on one place")
        shown = "inks not looked at: there is no gs" if laid is None else f"{laid:.0f} % of ink at most"
        print(f"{name}: {standard}, {shown}, {len(wrong)} wrong", *wrong, sep="\n  ")
        failed += bool(wrong)
    print(f"{len(FILES) - failed} passed, {failed} failed")
    sys.exit(bool(failed))


main()
