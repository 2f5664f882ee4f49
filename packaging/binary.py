"""What a compiled program says about itself in its header: its system, its processor, and how old a system may be to run it."""

import re
import struct
from dataclasses import dataclass
from pathlib import Path

ELF_MACHINES = {62: "x86_64", 183: "aarch64"}
PE_MACHINES = {0x8664: "x86_64", 0xAA64: "aarch64"}
MACHO_MACHINES = {0x01000007: "x86_64", 0x0100000C: "aarch64"}
# The libraries that PEP 600 lets a program of a wheel ask for, as far as Rust's standard library does.
MANYLINUX = re.compile(r"(libc\.so\.6|libm\.so\.6|libgcc_s\.so\.1|libpthread\.so\.0|libdl\.so\.2|librt\.so\.1|ld-linux-.*\.so\.\d)$")


@dataclass
class Program:
    """A program and where it runs."""

    path: Path
    system: str
    machine: str
    # Linux: linked without any library, so that it runs on all distributions.
    static: bool = False
    # Linux: the oldest glibc that has all symbols, as (2, 17).
    glibc: tuple = ()
    # Linux: the libraries it asks for.
    needed: tuple = ()
    # macOS: the oldest version, as (11, 0).
    oldest: tuple = ()
    # Windows: linked with the library of MinGW, as on other systems, instead of that of Visual C++.
    mingw: bool = False

    @property
    def triple(self):
        """Returns the name of the target, as Rust writes it."""
        ends = {"linux": f"unknown-linux-{'musl' if self.static else 'gnu'}", "windows": f"pc-windows-{'gnu' if self.mingw else 'msvc'}", "macos": "apple-darwin"}
        return f"{self.machine}-{ends[self.system]}"

    @property
    def node(self):
        """Returns the name of the platform in Node.js and Visual Studio Code, such as `linux-x64`."""
        systems = {"linux": "linux", "windows": "win32", "macos": "darwin"}
        return f"{systems[self.system]}-{ {'x86_64': 'x64', 'aarch64': 'arm64'}[self.machine]}"

    @property
    def file(self):
        """Returns the name of the program's file."""
        return "muster.exe" if self.system == "windows" else "muster"

    @property
    def wheel_tags(self):
        """Returns the platform tags of a wheel (PEP 425, 600 and 656). A static program runs with every C library."""
        if self.system == "windows":
            return [{"x86_64": "win_amd64", "aarch64": "win_arm64"}[self.machine]]
        if self.system == "macos":
            return [f"macosx_{self.oldest[0]}_{self.oldest[1]}_{ {'x86_64': 'x86_64', 'aarch64': 'arm64'}[self.machine]}"]
        if self.static:
            return [f"{name}_{self.machine}" for name in ("manylinux2014", "manylinux_2_17", "musllinux_1_1")]
        if all(MANYLINUX.match(name) for name in self.needed):
            return [f"manylinux_{self.glibc[0]}_{self.glibc[1]}_{self.machine}"]
        return [f"linux_{self.machine}"]


def inspect(path):
    """Returns what the program at `path` says about itself. Raises ValueError with a sentence for what is none."""
    data = Path(path).read_bytes()
    try:
        if data[:6] == b"\x7fELF\x02\x01":
            return elf(path, data)
        if data[:2] == b"MZ":
            at = struct.unpack_from("<I", data, 0x3C)[0]
            if data[at : at + 4] == b"PE\0\0":
                # Rust for Visual C++ asks for no library of this name.
                return Program(path, "windows", PE_MACHINES[struct.unpack_from("<H", data, at + 4)[0]], mingw=b"msvcrt.dll\0" in data)
        if data[:4] == b"\xcf\xfa\xed\xfe":
            return macho(path, data)
    except (struct.error, KeyError, ValueError, IndexError) as error:
        raise ValueError("it is damaged, or a program for a processor that Muster is not built for") from error
    raise ValueError("it is no program for Linux, Windows or macOS with 64 bits")


def elf(path, data):
    """Reads an ELF file: without PT_INTERP it is static; .dynstr has the versions of glibc that it asks for."""
    machine = ELF_MACHINES[struct.unpack_from("<H", data, 18)[0]]
    headers, sections = struct.unpack_from("<QQ", data, 32)
    size, count, section_size, section_count = struct.unpack_from("<HHHH", data, 54)
    kinds = [struct.unpack_from("<I", data, headers + i * size)[0] for i in range(count)]
    if 3 not in kinds:
        return Program(path, "linux", machine, static=True)
    rows = [struct.unpack_from("<IIQQQQIIQQ", data, sections + i * section_size) for i in range(section_count)]
    dynamic = next(row for row in rows if row[1] == 6)
    strings = rows[dynamic[6]]
    names = data[strings[4] : strings[4] + strings[5]]
    entries = struct.iter_unpack("<QQ", data[dynamic[4] : dynamic[4] + dynamic[5]])
    needed = tuple(names[at : names.index(b"\0", at)].decode() for tag, at in entries if tag == 1)
    versions = [tuple(map(int, found)) for found in re.findall(rb"\0GLIBC_(\d+)\.(\d+)", names)]
    return Program(path, "linux", machine, glibc=max(versions), needed=needed)


def macho(path, data):
    """Reads a Mach-O file: LC_BUILD_VERSION, or LC_VERSION_MIN_MACOSX in older ones, names the oldest system."""
    machine = MACHO_MACHINES[struct.unpack_from("<I", data, 4)[0]]
    at = 32
    for _ in range(struct.unpack_from("<I", data, 16)[0]):
        command, size = struct.unpack_from("<II", data, at)
        if command in (0x32, 0x24):
            oldest = struct.unpack_from("<I", data, at + (12 if command == 0x32 else 8))[0]
            return Program(path, "macos", machine, oldest=(oldest >> 16, oldest >> 8 & 255))
        at += size
    raise ValueError("no oldest system")
