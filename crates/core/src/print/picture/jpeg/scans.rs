//! The scans of a file: from packed pixels to blocks of 8 × 8 frequencies (ITU-T T.81, annexes A, F and G).

use super::Broken;
use super::bits::{Bits, Codes};

/// The frequencies of a block, row by row.
pub(super) type Block = [i16; 64];

/// The place of each frequency in a block, in the order in which they are written.
pub(super) const ZIGZAG: [u8; 64] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21,
    28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54,
    47, 55, 62, 63,
];

/// One colour of a picture.
#[derive(Debug, Clone)]
pub(super) struct Component {
    pub(super) id: u8,
    /// Its samples across and down in what is written together, 1 to 4.
    pub(super) across: usize,
    pub(super) down: usize,
    /// The number of its table of steps.
    pub(super) table: usize,
    /// Its samples in a row, and its rows.
    pub(super) width: usize,
    pub(super) height: usize,
    /// Its blocks in a row and its rows of blocks, those included that fill up what is written together.
    pub(super) columns: usize,
    pub(super) rows: usize,
}

/// A scan: what of which colours it holds.
pub(super) struct Scan<'a> {
    /// The places of its colours, each with its tables of codes.
    pub(super) parts: Vec<Part<'a>>,
    /// The first and the last frequency.
    pub(super) from: usize,
    pub(super) to: usize,
    /// The lowest bit of the frequencies that earlier scans gave; 0 if they gave none. The lowest bit that this scan gives.
    pub(super) high: u32,
    pub(super) low: u32,
    /// Number of units after which the bits begin again; 0 for never.
    pub(super) restart: usize,
}

/// A colour in a scan.
pub(super) struct Part<'a> {
    pub(super) component: usize,
    pub(super) dc: Option<&'a Codes>,
    pub(super) ac: Option<&'a Codes>,
}

/// A destination for the blocks of a scan.
pub(super) trait Blocks {
    /// Unpacks the block of a colour at a column and row.
    fn block(
        &mut self,
        component: usize,
        column: usize,
        row: usize,
        unpack: &mut dyn FnMut(&mut Block) -> Result<(), Broken>,
    ) -> Result<(), Broken>;
}

/// The state from block to block.
struct Run<'a> {
    bits: Bits<'a>,
    /// The last mean of each part.
    means: [i32; 4],
    /// Number of blocks to come that have nothing more.
    empty: u32,
}

impl Scan<'_> {
    /// Unpacks its blocks.
    pub(super) fn unpack(
        &self,
        packed: &[u8],
        components: &[Component],
        is_progressive: bool,
        blocks: &mut dyn Blocks,
    ) -> Result<(), Broken> {
        let mut run = Run { bits: Bits::new(packed), means: [0; 4], empty: 0 };
        let first = &components[self.parts[0].component];
        // Alone a colour has the blocks that it needs; with others those of whole units.
        let is_alone = self.parts.len() == 1;
        let (columns, rows) = match is_alone {
            true => (first.width.div_ceil(8), first.height.div_ceil(8)),
            false => (first.columns / first.across, first.rows / first.down),
        };
        for unit in 0..columns * rows {
            if self.restart > 0 && unit > 0 && unit.is_multiple_of(self.restart) {
                run.bits.restart(((unit / self.restart - 1) % 8) as u8)?;
                (run.means, run.empty) = ([0; 4], 0);
            }
            let (column, row) = (unit % columns, unit / columns);
            for (number, part) in self.parts.iter().enumerate() {
                let Component { across, down, .. } = components[part.component];
                let (across, down) = if is_alone { (1, 1) } else { (across, down) };
                for i in 0..across * down {
                    let (column, row) = (column * across + i % across, row * down + i / across);
                    let mut unpack = |block: &mut Block| match is_progressive {
                        true => self.refine(part, &mut run, number, block),
                        false => whole(part, &mut run, number, block),
                    };
                    blocks.block(part.component, column, row, &mut unpack)?;
                }
            }
        }
        Ok(())
    }

    /// Unpacks the part of a block that a scan gives.
    fn refine(&self, part: &Part<'_>, run: &mut Run<'_>, number: usize, block: &mut Block) -> Result<(), Broken> {
        if self.from == 0 {
            if self.high > 0 {
                block[0] |= (run.bits.take(1)? << self.low) as i16;
            } else {
                let mean = mean(part, run, number)?;
                block[0] = short(mean << self.low);
            }
            return Ok(());
        }
        let codes = part.ac.ok_or(Broken::Code)?;
        if self.high > 0 { self.refine_frequencies(codes, run, block) } else { self.frequencies(codes, run, block) }
    }

    /// Unpacks frequencies that no earlier scan gave.
    fn frequencies(&self, codes: &Codes, run: &mut Run<'_>, block: &mut Block) -> Result<(), Broken> {
        if run.empty > 0 {
            run.empty -= 1;
            return Ok(());
        }
        let mut at = self.from;
        while at <= self.to {
            let symbol = codes.next(&mut run.bits)?;
            let (skipped, size) = (usize::from(symbol >> 4), u32::from(symbol & 15));
            if size == 0 && skipped < 15 {
                run.empty = (1 << skipped) - 1 + run.bits.take(skipped as u32)? as u32;
                break;
            }
            at += skipped;
            if size > 0 {
                let place = *ZIGZAG.get(at).filter(|_| at <= self.to).ok_or(Broken::Code)?;
                block[usize::from(place)] = short(run.bits.take_signed(size)? << self.low);
            }
            at += 1;
        }
        Ok(())
    }

    /// Unpacks one more bit of frequencies.
    fn refine_frequencies(&self, codes: &Codes, run: &mut Run<'_>, block: &mut Block) -> Result<(), Broken> {
        let bit = 1_i16 << self.low;
        let refined = |bits: &mut Bits<'_>, value: &mut i16| -> Result<(), Broken> {
            if bits.take(1)? == 1 && *value & bit == 0 {
                *value = value.saturating_add(if *value > 0 { bit } else { -bit });
            }
            Ok(())
        };
        let mut at = self.from;
        while run.empty == 0 && at <= self.to {
            let symbol = codes.next(&mut run.bits)?;
            let (mut skipped, size) = (u32::from(symbol >> 4), symbol & 15);
            let mut new = 0;
            if size > 0 {
                new = if run.bits.take(1)? == 1 { bit } else { -bit };
            } else if skipped < 15 {
                run.empty = (1 << skipped) + run.bits.take(skipped)? as u32;
                break;
            }
            // Zeros are skipped; on the way the others have one more bit.
            while at <= self.to {
                let value = &mut block[usize::from(ZIGZAG[at])];
                if *value != 0 {
                    refined(&mut run.bits, value)?;
                } else if skipped == 0 {
                    break;
                } else {
                    skipped -= 1;
                }
                at += 1;
            }
            if new != 0 {
                let place = *ZIGZAG.get(at).filter(|_| at <= self.to).ok_or(Broken::Code)?;
                block[usize::from(place)] = new;
            }
            at += 1;
        }
        if run.empty > 0 {
            run.empty -= 1;
            for place in ZIGZAG.iter().take(self.to + 1).skip(at) {
                let value = &mut block[usize::from(*place)];
                if *value != 0 {
                    refined(&mut run.bits, value)?;
                }
            }
        }
        Ok(())
    }
}

fn short(value: i32) -> i16 {
    value.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}

/// Unpacks the mean of a block: what it is more than that of the one before.
fn mean(part: &Part<'_>, run: &mut Run<'_>, number: usize) -> Result<i32, Broken> {
    let size = u32::from(part.dc.ok_or(Broken::Code)?.next(&mut run.bits)?);
    if size > 15 {
        return Err(Broken::Code);
    }
    let mean = &mut run.means[number];
    *mean = i32::from(short(*mean + run.bits.take_signed(size)?));
    Ok(*mean)
}

/// Unpacks a block that one scan gives as a whole.
fn whole(part: &Part<'_>, run: &mut Run<'_>, number: usize, block: &mut Block) -> Result<(), Broken> {
    block[0] = short(mean(part, run, number)?);
    let codes = part.ac.ok_or(Broken::Code)?;
    let mut at = 1;
    while at < 64 {
        let symbol = codes.next(&mut run.bits)?;
        let (skipped, size) = (usize::from(symbol >> 4), u32::from(symbol & 15));
        if size == 0 && skipped < 15 {
            break;
        }
        at += skipped;
        if size > 0 {
            let place = *ZIGZAG.get(at).ok_or(Broken::Code)?;
            block[usize::from(place)] = short(run.bits.take_signed(size)?);
        }
        at += 1;
    }
    Ok(())
}
