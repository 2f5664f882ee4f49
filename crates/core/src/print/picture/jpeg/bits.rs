//! The bits of packed pixels, and the codes that they are made of (ITU-T T.81, annexes C and F).

use super::Broken;

/// The bits of one scan, up to the next marker.
pub(super) struct Bits<'a> {
    data: &'a [u8],
    at: usize,
    /// The next bits, the first one highest; behind them there are zeros.
    held: u64,
    count: u32,
}

impl<'a> Bits<'a> {
    pub(super) fn new(data: &'a [u8]) -> Bits<'a> {
        Bits { data, at: 0, held: 0, count: 0 }
    }

    /// Returns the next byte; nothing at a marker and at the end. Within packed pixels 0 follows 0xFF.
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.data.get(self.at)?;
        if byte != 0xFF {
            self.at += 1;
            return Some(byte);
        }
        let is_byte = self.data.get(self.at + 1) == Some(&0);
        self.at += if is_byte { 2 } else { 0 };
        is_byte.then_some(0xFF)
    }

    /// Returns the next 1 to 16 bits and leaves them there; beyond the end they are 0.
    fn peek(&mut self, count: u32) -> u32 {
        if self.count < count {
            while self.count <= 56 {
                let Some(byte) = self.byte() else { break };
                self.held |= u64::from(byte) << (56 - self.count);
                self.count += 8;
            }
        }
        (self.held >> (64 - count)) as u32
    }

    fn skip(&mut self, count: u32) -> Result<(), Broken> {
        self.count = self.count.checked_sub(count).ok_or(Broken::Early)?;
        self.held <<= count;
        Ok(())
    }

    /// Takes up to 16 bits.
    pub(super) fn take(&mut self, count: u32) -> Result<i32, Broken> {
        if count == 0 {
            return Ok(0);
        }
        let bits = self.peek(count);
        self.skip(count)?;
        Ok(bits as i32)
    }

    /// Takes a number of so many bits, of which the lower half are negative ones.
    pub(super) fn take_signed(&mut self, count: u32) -> Result<i32, Broken> {
        let bits = self.take(count)?;
        Ok(if count > 0 && bits < 1 << (count - 1) { bits - (1 << count) + 1 } else { bits })
    }

    /// Begins again behind the next marker, which is the restart of a number from 0 to 7.
    pub(super) fn restart(&mut self, number: u8) -> Result<(), Broken> {
        (self.held, self.count) = (0, 0);
        let rest = &self.data[self.at..];
        let marker = rest.windows(2).position(|two| two[0] == 0xFF && !matches!(two[1], 0 | 0xFF));
        let marker = marker.ok_or(Broken::Early)?;
        self.at += marker + 2;
        if rest[marker + 1] == 0xD0 + number { Ok(()) } else { Err(Broken::Code) }
    }
}

/// The bits by which shorter codes are looked up at once.
const QUICK: u32 = 9;

/// A table of codes, none of which begins another one.
pub(super) struct Codes {
    /// By the next bits: length and symbol of a short code; 0 for others.
    quick: Box<[u16]>,
    /// For lengths from 0 to 16: one more than the last code, with zeros up to 16 bits.
    ends: [u32; 17],
    /// For lengths from 0 to 16: what is added to a code to have the place of its symbol.
    places: [i32; 17],
    symbols: Vec<u8>,
}

impl Codes {
    /// Makes a table of how many codes there are of each length from 1 to 16, and of their symbols; nothing if there are more codes
    /// than such lengths allow.
    pub(super) fn new(counts: &[u8; 16], symbols: &[u8]) -> Option<Codes> {
        let mut codes =
            Codes { quick: vec![0; 1 << QUICK].into(), ends: [0; 17], places: [0; 17], symbols: symbols.to_vec() };
        let (mut code, mut place) = (0_u32, 0_usize);
        for (length, count) in (1_u32..).zip(counts) {
            codes.places[length as usize] = place as i32 - code as i32;
            for _ in 0..*count {
                let symbol = *symbols.get(place)?;
                if length <= QUICK {
                    let (from, wide) = ((code << (QUICK - length)) as usize, 1 << (QUICK - length));
                    codes.quick.get_mut(from..from + wide)?.fill((length as u16) << 8 | u16::from(symbol));
                }
                (code, place) = (code + 1, place + 1);
            }
            if code > 1 << length {
                return None;
            }
            codes.ends[length as usize] = code << (16 - length);
            code <<= 1;
        }
        Some(codes)
    }

    /// Takes a code and returns its symbol.
    pub(super) fn next(&self, bits: &mut Bits<'_>) -> Result<u8, Broken> {
        let ahead = bits.peek(16);
        let quick = self.quick[(ahead >> (16 - QUICK)) as usize];
        if quick != 0 {
            bits.skip(u32::from(quick >> 8))?;
            return Ok(quick as u8);
        }
        let length = (QUICK + 1..=16).find(|length| ahead < self.ends[*length as usize]).ok_or(Broken::Code)?;
        bits.skip(length)?;
        let place = (ahead >> (16 - length)) as i32 + self.places[length as usize];
        usize::try_from(place).ok().and_then(|place| self.symbols.get(place)).copied().ok_or(Broken::Code)
    }
}
