//! JPEG files. Their segments are read without being unpacked, and a PDF takes them as they are. They are unpacked here to
//! paint or convert them, and to check that all of their pixels are there.

mod bits;
mod planes;
mod scans;

use super::exif;
use super::{Header, MOST_JPEG_PIXELS, MOST_PIXELS, PictureFault, RasterKind, Unpacked, check_size, damage_fault};
use bits::Codes;
use planes::{Colors, Planes};
use scans::{Block, Blocks, Component, Part, Scan, ZIGZAG};

/// The most scans of a file. Programs write about ten; each of them may go over the whole picture.
const MOST_SCANS: usize = 100;

/// The reason packed pixels cannot be unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Broken {
    /// They end too early.
    Early,
    /// They are none.
    Code,
}

impl From<Broken> for PictureFault {
    fn from(broken: Broken) -> PictureFault {
        damage_fault(match broken {
            Broken::Early => "some of its pixels are missing",
            Broken::Code => "its pixel data is inconsistent",
        })
    }
}

/// Segments from one marker to the next: the marker's byte, and what follows its length.
struct Segments<'a> {
    rest: &'a [u8],
}

impl<'a> Segments<'a> {
    /// Returns the next segment; the end has no data.
    fn next(&mut self) -> Result<(u8, &'a [u8]), PictureFault> {
        let early = || damage_fault("it ends too early");
        // Any number of fill bytes may stand before a marker.
        let start = self.rest.iter().position(|byte| *byte != 0xFF).ok_or_else(early)?;
        if start == 0 {
            return Err(damage_fault("a segment does not end where it says"));
        }
        let marker = self.rest[start];
        self.rest = &self.rest[start + 1..];
        if matches!(marker, 0xD8 | 0xD9 | 0x01) {
            return Ok((marker, &[]));
        }
        let length = self.rest.first_chunk().map(|two| usize::from(u16::from_be_bytes(*two))).ok_or_else(early)?;
        let data = self.rest.get(2..length).ok_or_else(|| match length {
            0..2 => damage_fault("a segment has no length"),
            _ => early(),
        })?;
        self.rest = &self.rest[length..];
        Ok((marker, data))
    }

    /// Passes over the packed pixels behind the head of a scan, and returns them.
    fn take_packed(&mut self) -> Result<&'a [u8], PictureFault> {
        // In packed pixels 0xFF is followed by 0 or by the number of a restart.
        let end = self.rest.windows(2).position(|two| two[0] == 0xFF && !matches!(two[1], 0 | 0xD0..=0xD7 | 0xFF));
        let (packed, rest) = self.rest.split_at(end.ok_or_else(|| damage_fault("it ends too early"))?);
        self.rest = rest;
        Ok(packed)
    }
}

/// The size and the colours of a file, as its frame gives them.
struct Frame {
    width: u32,
    height: u32,
    is_progressive: bool,
    components: Vec<Component>,
}

impl Frame {
    fn read(marker: u8, data: &[u8]) -> Result<Frame, PictureFault> {
        let short = || damage_fault("its size is missing");
        let (head, parts) = data.split_first_chunk::<6>().ok_or_else(short)?;
        let number = |at: usize| u32::from(head[at]) << 8 | u32::from(head[at + 1]);
        let (height, width) = (number(1), number(3));
        let other = |what: &'static str| PictureFault::OtherForm(what);
        if head[0] != 8 {
            return Err(other("a JPEG file with more than 8 bits a colour"));
        }
        if height == 0 {
            return Err(other("a JPEG file that gives its height after its pixels"));
        }
        check_size(width, height, MOST_JPEG_PIXELS)?;
        if !matches!(head[5], 1 | 3 | 4) {
            return Err(other("a JPEG file that is neither grey, RGB nor CMYK"));
        }
        let parts: Vec<&[u8]> = parts.chunks_exact(3).take(usize::from(head[5])).collect();
        if parts.len() < usize::from(head[5]) {
            return Err(short());
        }
        let samples = |part: &[u8]| (usize::from(part[1] >> 4), usize::from(part[1] & 15));
        let most = |of: fn((usize, usize)) -> usize| parts.iter().map(|part| of(samples(part))).max().unwrap_or(1);
        let (across, down) = (most(|(across, _)| across), most(|(_, down)| down));
        if parts.iter().any(|part| !matches!(samples(part), (1..=4, 1..=4)) || part[2] > 3) {
            return Err(damage_fault("its colours have no size"));
        }
        let (wide, high) = (width as usize, height as usize);
        let (units, lines) = (wide.div_ceil(8 * across), high.div_ceil(8 * down));
        let component = |part: &&[u8]| {
            let (own_across, own_down) = samples(part);
            // One colour alone has no others to stand beside.
            let (own_across, own_down, across, down, units, lines) = match parts.len() {
                1 => (1, 1, 1, 1, wide.div_ceil(8), high.div_ceil(8)),
                _ => (own_across, own_down, across, down, units, lines),
            };
            Component {
                id: part[0],
                across: own_across,
                down: own_down,
                table: usize::from(part[2]),
                width: (wide * own_across).div_ceil(across),
                height: (high * own_down).div_ceil(down),
                columns: units * own_across,
                rows: lines * own_down,
            }
        };
        Ok(Frame { width, height, is_progressive: marker == 0xC2, components: parts.iter().map(component).collect() })
    }
}

/// Refuses a frame that is packed in another way; other segments are none.
fn known_packing(marker: u8) -> Result<(), PictureFault> {
    Err(PictureFault::OtherForm(match marker {
        0xC3 => "a lossless JPEG file",
        0xC5..=0xC7 | 0xCD..=0xCF => "a JPEG file of several sizes (hierarchical)",
        0xC9..=0xCB => "a JPEG file with arithmetic coding",
        _ => return Ok(()),
    }))
}

/// Looks over the segments of a file: its size and colours, and that it has an end.
pub(super) fn header(bytes: &[u8]) -> Result<Header, PictureFault> {
    let mut segments = Segments { rest: bytes };
    let (mut frame, mut scans, mut adobe, mut orientation) = (None::<Frame>, 0, false, 1);
    loop {
        match segments.next()? {
            // Baseline, extended and progressive; a PDF takes none of the others.
            (marker @ 0xC0..=0xC2, data) => {
                if frame.replace(Frame::read(marker, data)?).is_some() {
                    return Err(damage_fault("it has two sizes"));
                }
            }
            (0xEE, data) => adobe |= data.starts_with(b"Adobe"),
            (0xE1, data) => {
                orientation = data.strip_prefix(b"Exif\0\0").and_then(exif::orientation).unwrap_or(orientation);
            }
            (0xDA, data) => {
                segments.take_packed()?;
                scans += 1;
                // Whole where all of it is in one scan: then it is unpacked row by row.
                let is_whole =
                    |frame: &Frame| !frame.is_progressive && data.first() == Some(&(frame.components.len() as u8));
                if let Some(frame) = frame.as_ref().filter(|frame| !is_whole(frame)) {
                    check_size(frame.width, frame.height, MOST_PIXELS)?;
                }
            }
            (0xD9, _) => break,
            (marker, _) => known_packing(marker)?,
        }
    }
    if scans > MOST_SCANS {
        return Err(PictureFault::Endless(format!("it has {scans} scans; at most {MOST_SCANS} are read")));
    }
    let frame = frame.filter(|_| scans > 0).ok_or_else(|| damage_fault("it has no pixels"))?;
    let components = frame.components.len() as u8;
    // Adobe's programs write inks as their opposite.
    let kind = RasterKind::Jpeg { components, inverted: adobe && components == 4 };
    Ok(Header { kind, width: frame.width, height: frame.height, alpha: false, orientation })
}

/// The blocks of a progressive file, which gives them bit by bit.
struct Stored {
    blocks: Vec<Vec<Block>>,
    columns: Vec<usize>,
}

impl Stored {
    fn new(components: &[Component]) -> Stored {
        Stored {
            blocks: components.iter().map(|one| vec![[0; 64]; one.columns * one.rows]).collect(),
            columns: components.iter().map(|one| one.columns).collect(),
        }
    }
}

impl Blocks for Stored {
    fn block(
        &mut self,
        component: usize,
        column: usize,
        row: usize,
        unpack: &mut dyn FnMut(&mut Block) -> Result<(), Broken>,
    ) -> Result<(), Broken> {
        unpack(&mut self.blocks[component][row * self.columns[component] + column])
    }
}

/// Blocks that are only looked at.
struct Passed;

impl Blocks for Passed {
    fn block(
        &mut self,
        _: usize,
        _: usize,
        _: usize,
        unpack: &mut dyn FnMut(&mut Block) -> Result<(), Broken>,
    ) -> Result<(), Broken> {
        unpack(&mut [0; 64])
    }
}

/// The tables of a file, as far as they were read.
#[derive(Default)]
struct Tables {
    /// Steps of frequencies, row by row.
    steps: [Option<[u16; 64]>; 4],
    /// Codes of means and of frequencies.
    codes: [[Option<Codes>; 4]; 2],
    restart: usize,
}

impl Tables {
    fn read_steps(&mut self, mut data: &[u8]) -> Option<()> {
        while let Some((head, rest)) = data.split_first() {
            let (wide, table) = (usize::from(head >> 4), usize::from(head & 15));
            let bytes = rest.get(..64 * (wide + 1)).filter(|_| wide < 2)?;
            let steps = self.steps.get_mut(table)?.insert([1; 64]);
            for (place, step) in ZIGZAG.iter().zip(bytes.chunks_exact(wide + 1)) {
                steps[usize::from(*place)] = step.iter().fold(0, |step, byte| step << 8 | u16::from(*byte));
            }
            data = &rest[bytes.len()..];
        }
        Some(())
    }

    fn read_codes(&mut self, mut data: &[u8]) -> Option<()> {
        while let Some((head, rest)) = data.split_first() {
            let (counts, rest) = rest.split_first_chunk::<16>()?;
            let count = counts.iter().map(|count| usize::from(*count)).sum();
            let codes = Codes::new(counts, rest.get(..count)?)?;
            *self.codes.get_mut(usize::from(head >> 4))?.get_mut(usize::from(head & 15))? = Some(codes);
            data = &rest[count..];
        }
        Some(())
    }

    /// Reads the head of a scan.
    fn scan(&self, data: &[u8], frame: &Frame) -> Option<Scan<'_>> {
        let (count, rest) = data.split_first()?;
        let (parts, rest) = rest.split_at_checked(usize::from(*count) * 2)?;
        let [from, to, bits, ..] = *rest else { return None };
        let part = |part: &[u8]| {
            let component = frame.components.iter().position(|component| component.id == part[0])?;
            let codes = |kind: usize, table: u8| self.codes[kind].get(usize::from(table)).map(Option::as_ref);
            Some(Part { component, dc: codes(0, part[1] >> 4)?, ac: codes(1, part[1] & 15)? })
        };
        let parts: Vec<Part<'_>> = parts.chunks_exact(2).map(part).collect::<Option<_>>()?;
        let is_twice = |i: usize| parts[..i].iter().any(|part| part.component == parts[i].component);
        let (from, to) = if frame.is_progressive { (usize::from(from), usize::from(to)) } else { (0, 63) };
        let (high, low) = if frame.is_progressive { (u32::from(bits >> 4), u32::from(bits & 15)) } else { (0, 0) };
        let is_sound = match frame.is_progressive {
            false => true,
            true if from == 0 => to == 0,
            true => parts.len() == 1 && from <= to && to < 64,
        };
        let is_sound = is_sound && !parts.is_empty() && low <= 13 && !(0..parts.len()).any(is_twice);
        is_sound.then_some(Scan { parts, from, to, high, low, restart: self.restart })
    }
}

/// Unpacks a file, into samples if those are wanted.
fn decode(bytes: &[u8], is_wanted: bool) -> Result<Option<(Frame, Planes, Colors)>, PictureFault> {
    let mut segments = Segments { rest: bytes };
    let contradiction = || damage_fault("its tables are inconsistent");
    let (mut tables, mut marks) = (Tables::default(), Marks::default());
    let mut frame: Option<(Frame, Stored, Planes)> = None;
    let mut told = [false; 4];
    loop {
        match segments.next()? {
            (0xDB, data) => tables.read_steps(data).ok_or_else(contradiction)?,
            (0xC4, data) => tables.read_codes(data).ok_or_else(contradiction)?,
            (0xDD, data) => tables.restart = data.first_chunk().map_or(0, |two| usize::from(u16::from_be_bytes(*two))),
            (0xE0, data) => marks.jfif |= data.starts_with(b"JFIF\0"),
            (0xEE, data) if data.starts_with(b"Adobe") => marks.adobe = data.get(11).copied().or(Some(0)),
            (marker @ 0xC0..=0xC2, data) => {
                let read = Frame::read(marker, data)?;
                let is_large = u64::from(read.width) * u64::from(read.height) > MOST_PIXELS;
                let stored = Stored::new(if read.is_progressive { &read.components } else { &[] });
                let planes = Planes::new(if is_wanted { &read.components } else { &[] }, if is_large { 2 } else { 1 });
                frame = Some((read, stored, planes));
            }
            (0xDA, data) => {
                let packed = segments.take_packed()?;
                let Some((frame, stored, planes)) = &mut frame else { return Err(damage_fault("it has no size")) };
                let scan = tables.scan(data, frame).ok_or_else(contradiction)?;
                for part in &scan.parts {
                    let is_told = std::mem::replace(&mut told[part.component], true);
                    if is_told && !frame.is_progressive {
                        return Err(damage_fault("it has one colour twice"));
                    }
                    let steps = tables.steps[frame.components[part.component].table].ok_or_else(contradiction)?;
                    if is_wanted && !is_told {
                        planes.set_steps(part.component, steps);
                    }
                }
                let blocks: &mut dyn Blocks = match (frame.is_progressive, is_wanted) {
                    (true, _) => stored,
                    (false, true) => planes,
                    (false, false) => &mut Passed,
                };
                scan.unpack(packed, &frame.components, frame.is_progressive, blocks)?;
            }
            (0xD9, _) => break,
            _ => {}
        }
    }
    let (frame, stored, mut planes) = frame.ok_or_else(|| damage_fault("it has no size"))?;
    if !told[..frame.components.len()].iter().all(|told| *told) {
        return Err(damage_fault("one of its colours is missing"));
    }
    if !is_wanted {
        return Ok(None);
    }
    for (component, blocks) in stored.blocks.iter().enumerate() {
        let columns = stored.columns[component];
        for (i, block) in blocks.iter().enumerate() {
            planes.set(component, i % columns, i / columns, block);
        }
    }
    let colors = marks.colors(&frame.components);
    Ok(Some((frame, planes, colors)))
}

/// The marks of a file that give the meaning of its colours.
#[derive(Default)]
struct Marks {
    jfif: bool,
    /// The transform that Adobe's mark names.
    adobe: Option<u8>,
}

impl Marks {
    /// Returns the meaning of the colours, as a PDF takes them and the reference implementation does.
    fn colors(&self, components: &[Component]) -> Colors {
        let inverted = self.adobe.is_some();
        match (components.len(), self.adobe) {
            (1, _) => Colors::Grey,
            (4, Some(2)) => Colors::Ycck { inverted },
            (4, _) => Colors::Cmyk { inverted },
            (_, Some(0)) if !self.jfif => Colors::Rgb,
            (_, None) if !self.jfif && components.iter().map(|one| one.id).eq(*b"RGB") => Colors::Rgb,
            _ => Colors::Ycc,
        }
    }
}

/// Unpacks a file; one of more pixels than are unpacked at half its width and height.
pub(super) fn unpack(bytes: &[u8]) -> Result<Unpacked, PictureFault> {
    let (frame, planes, colors) = decode(bytes, true)?.ok_or_else(|| damage_fault("it has no pixels"))?;
    let pixels = planes::pixels(&planes, &frame.components, colors, frame.width, frame.height);
    Ok(Unpacked { pixels, alpha: None, step: planes.shrink as u32 })
}

/// Finds that all pixels of a file are there.
pub(super) fn check(bytes: &[u8]) -> Result<(), PictureFault> {
    decode(bytes, false).map(|_| ())
}
