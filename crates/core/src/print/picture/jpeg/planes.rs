//! From frequencies to samples, and from samples to pixels (ITU-T T.81, annex A; JFIF and Adobe's marks for the colours).

use super::Broken;
use super::scans::{Block, Blocks, Component};
use crate::print::frame::Pixels;
use crate::print::image::product;

/// The samples of one colour.
pub(super) struct Plane {
    samples: Vec<u8>,
    stride: usize,
    /// Steps of the frequencies, row by row.
    steps: [u16; 64],
}

/// The samples of all colours, so many of a picture's to one of these across and down, 1 or 2.
pub(super) struct Planes {
    planes: Vec<Plane>,
    pub(super) shrink: usize,
    block: Block,
}

impl Planes {
    pub(super) fn new(components: &[Component], shrink: usize) -> Planes {
        let side = 8 / shrink;
        let plane = |component: &Component| Plane {
            samples: vec![0; component.columns * side * component.rows * side],
            stride: component.columns * side,
            steps: [1; 64],
        };
        Planes { planes: components.iter().map(plane).collect(), shrink, block: [0; 64] }
    }

    /// Sets the steps of a colour's frequencies.
    pub(super) fn set_steps(&mut self, component: usize, steps: [u16; 64]) {
        self.planes[component].steps = steps;
    }

    /// Sets the samples of a block.
    pub(super) fn set(&mut self, component: usize, column: usize, row: usize, block: &Block) {
        let (plane, side) = (&mut self.planes[component], 8 / self.shrink);
        let samples = samples(block, &plane.steps);
        let from = row * side * plane.stride + column * side;
        for (y, line) in plane.samples[from..].chunks_mut(plane.stride).take(side).enumerate() {
            match self.shrink {
                1 => line[..8].copy_from_slice(&samples[y * 8..y * 8 + 8]),
                _ => {
                    let pair = |at: usize| u16::from(samples[at]) + u16::from(samples[at + 1]);
                    let mean = |x: usize| ((pair(y * 16 + x * 2) + pair(y * 16 + 8 + x * 2) + 2) / 4) as u8;
                    (0..4).for_each(|x| line[x] = mean(x));
                }
            }
        }
    }
}

impl Blocks for Planes {
    fn block(
        &mut self,
        component: usize,
        column: usize,
        row: usize,
        unpack: &mut dyn FnMut(&mut Block) -> Result<(), Broken>,
    ) -> Result<(), Broken> {
        let mut block = std::mem::replace(&mut self.block, [0; 64]);
        block.fill(0);
        unpack(&mut block)?;
        self.set(component, column, row, &block);
        self.block = block;
        Ok(())
    }
}

/// Returns the samples of a block: the inverse cosine transform, in whole numbers, as the reference implementation has it.
fn samples(block: &Block, steps: &[u16; 64]) -> [u8; 64] {
    let sample = |value: i64| (value + 128).clamp(0, 255) as u8;
    let value = |at: usize| i64::from(block[at]) * i64::from(steps[at]);
    if block[1..].iter().all(|value| *value == 0) {
        return [sample((value(0) + 4) >> 3); 64];
    }
    let mut columns = [0_i64; 64];
    for x in 0..8 {
        let column = inverse_dct([0, 1, 2, 3, 4, 5, 6, 7].map(|y| value(y * 8 + x)));
        column.iter().enumerate().for_each(|(y, sum)| columns[y * 8 + x] = (sum + (1 << 10)) >> 11);
    }
    let mut out = [0; 64];
    for (row, out) in columns.chunks_exact(8).zip(out.chunks_exact_mut(8)) {
        let row = inverse_dct([0, 1, 2, 3, 4, 5, 6, 7].map(|x| row[x]));
        row.iter().zip(out).for_each(|(sum, out)| *out = sample((sum + (1 << 17)) >> 18));
    }
    out
}

/// Returns eight values of the inverse cosine transform, 2^13 times as large.
fn inverse_dct(s: [i64; 8]) -> [i64; 8] {
    let z = (s[2] + s[6]) * 4433;
    let (low, high) = (z - s[6] * 15137, z + s[2] * 6270);
    let (sum, difference) = ((s[0] + s[4]) << 13, (s[0] - s[4]) << 13);
    let even = [sum + high, difference + low, difference - low, sum - high];
    let z5 = (s[7] + s[3] + s[5] + s[1]) * 9633;
    let (z1, z2) = ((s[7] + s[1]) * -7373, (s[5] + s[3]) * -20995);
    let (z3, z4) = ((s[7] + s[3]) * -16069 + z5, (s[5] + s[1]) * -3196 + z5);
    let odd = [s[1] * 12299 + z1 + z4, s[3] * 25172 + z2 + z3, s[5] * 16819 + z2 + z4, s[7] * 2446 + z1 + z3];
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| (even[i] + odd[i], even[i] - odd[i]));
    [a.0, b.0, c.0, d.0, d.1, c.1, b.1, a.1]
}

/// The meaning of a picture's colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Colors {
    Grey,
    Rgb,
    /// Brightness and two differences.
    Ycc,
    /// Four inks; perhaps written as their opposite.
    Cmyk {
        inverted: bool,
    },
    /// Three inks as brightness and differences, and black; perhaps written as their opposite.
    Ycck {
        inverted: bool,
    },
}

/// Returns the pixels of a picture of so many.
pub(super) fn pixels(planes: &Planes, components: &[Component], colors: Colors, width: u32, height: u32) -> Pixels {
    let (shrink, most) = (planes.shrink, |of: fn(&Component) -> usize| components.iter().map(of).max().unwrap_or(1));
    let (across, down) = (most(|component| component.across), most(|component| component.down));
    let (width, height) = ((width as usize).div_ceil(shrink), (height as usize).div_ceil(shrink));
    let mut rgb = Vec::with_capacity(width * height * 3);
    let mut lines = vec![Vec::new(); components.len()];
    for y in 0..height {
        for ((component, plane), line) in components.iter().zip(&planes.planes).zip(&mut lines) {
            let size = (component.width.div_ceil(shrink), component.height.div_ceil(shrink));
            plane.stretch_row(size, (across, component.across), (down, component.down), y, width, line);
        }
        match lines.as_slice() {
            [grey] => rgb.extend(grey.iter().flat_map(|grey| [*grey; 3])),
            [a, b, c] => rgb.extend((0..width).flat_map(|x| three(colors, [a[x], b[x], c[x]]))),
            [a, b, c, k] => rgb.extend((0..width).flat_map(|x| four(colors, [a[x], b[x], c[x], k[x]]))),
            _ => rgb.extend(std::iter::repeat_n(255, width * 3)),
        }
    }
    Pixels { width: width as u32, height: height as u32, rgb }
}

fn three(colors: Colors, [y, cb, cr]: [u8; 3]) -> [u8; 3] {
    if colors == Colors::Rgb {
        return [y, cb, cr];
    }
    let (y, cb, cr) = (i32::from(y), i32::from(cb) - 128, i32::from(cr) - 128);
    let half = 1 << 15;
    let red = y + ((91881 * cr + half) >> 16);
    let green = y + ((-22554 * cb - 46802 * cr + half) >> 16);
    let blue = y + ((116_130 * cb + half) >> 16);
    [red, green, blue].map(|part| part.clamp(0, 255) as u8)
}

fn four(colors: Colors, [a, b, c, k]: [u8; 4]) -> [u8; 3] {
    let (inks, inverted) = match colors {
        Colors::Ycck { inverted } => (three(Colors::Ycc, [a, b, c]).map(|part| 255 - part), inverted),
        Colors::Cmyk { inverted } => ([a, b, c], inverted),
        _ => ([a, b, c], false),
    };
    // What paper is left of each ink.
    let left = |ink: u8| if inverted { ink } else { 255 - ink };
    inks.map(|ink| product(left(ink), left(k)))
}

impl Plane {
    /// Returns a row of samples as wide as the picture. Of twice as many pixels as samples each is near one sample and farther from
    /// another one, and has three parts of the one and one of the other; where it is not twice as many, each has its sample.
    fn stretch_row(
        &self,
        (width, height): (usize, usize),
        (across, own_across): (usize, usize),
        (down, own_down): (usize, usize),
        y: usize,
        wanted: usize,
        line: &mut Vec<u8>,
    ) {
        line.clear();
        let row = |y: usize| &self.samples[y * self.stride..][..width];
        let near = row((y * own_down / down).min(height - 1));
        let is_doubled_down = down == 2 * own_down;
        let far = match (is_doubled_down, y % 2) {
            (false, _) => near,
            (true, 0) => row((y / 2).saturating_sub(1)),
            (true, _) => row((y / 2 + 1).min(height - 1)),
        };
        // Sixteenths of a sample.
        let blended = |x: usize| match is_doubled_down {
            true => 3 * u16::from(near[x]) + u16::from(far[x]),
            false => 4 * u16::from(near[x]),
        };
        if across != 2 * own_across {
            let half = if y.is_multiple_of(2) { 1 } else { 2 };
            line.extend((0..wanted).map(|x| ((blended((x * own_across / across).min(width - 1)) + half) / 4) as u8));
            return;
        }
        // Halves are rounded down and up in turn.
        let (left, right) = if is_doubled_down { (8, 7) } else { (4, 8) };
        let mut before = blended(0);
        for x in 0..wanted.div_ceil(2) {
            let (here, after) = (blended(x.min(width - 1)), blended((x + 1).min(width - 1)));
            line.push(((3 * here + before + left) >> 4) as u8);
            line.push(((3 * here + after + right) >> 4) as u8);
            before = here;
        }
        line.truncate(wanted);
    }
}
