//! The orientation of photographs, as cameras write it beside the pixels (Exif, which is written as a TIFF file is).

/// Returns how a photograph was held, 1 to 8, as the first directory of its Exif data says.
pub(super) fn orientation(tiff: &[u8]) -> Option<u8> {
    let little = match tiff.get(..2)? {
        b"II" => true,
        b"MM" => false,
        _ => return None,
    };
    let bytes = |at: usize, count: usize| tiff.get(at..at.checked_add(count)?);
    let number = |at: usize, count: usize| {
        let join = |number: usize, byte: &u8| number << 8 | usize::from(*byte);
        let bytes = bytes(at, count)?;
        Some(if little { bytes.iter().rev().fold(0, join) } else { bytes.iter().fold(0, join) })
    };
    let directory = number(4, 4)?;
    let entries = number(directory, 2)?;
    let entry = (0..entries).map(|i| directory + 2 + 12 * i).find(|entry| number(*entry, 2) == Some(0x0112))?;
    let orientation = number(entry + 8, 2)?;
    u8::try_from(orientation).ok().filter(|orientation| (1..=8).contains(orientation))
}
