//! Width and height of a picture, from its head: PNG, JPEG, WebP and AVIF.

/// `None` if it is none of these.
pub(super) fn of(bytes: &[u8]) -> Option<(u32, u32)> {
    png(bytes)
        .or_else(|| webp(bytes))
        .or_else(|| avif(bytes))
        .or_else(|| jpeg(bytes))
}

fn big(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn little(bytes: &[u8], at: usize, count: usize) -> Option<u32> {
    let digits = bytes.get(at..at + count)?;
    Some(digits.iter().rev().fold(0, |sum, byte| (sum << 8) | u32::from(*byte)))
}

fn png(bytes: &[u8]) -> Option<(u32, u32)> {
    let is_png = bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.get(12..16) == Some(b"IHDR");
    is_png.then_some(())?;
    Some((big(bytes, 16)?, big(bytes, 20)?))
}

fn webp(bytes: &[u8]) -> Option<(u32, u32)> {
    (bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP")).then_some(())?;
    match bytes.get(12..16)? {
        b"VP8 " => Some((little(bytes, 26, 2)? & 0x3fff, little(bytes, 28, 2)? & 0x3fff)),
        b"VP8L" => {
            let sizes = little(bytes, 21, 4)?;
            Some(((sizes & 0x3fff) + 1, ((sizes >> 14) & 0x3fff) + 1))
        }
        b"VP8X" => Some((little(bytes, 24, 3)? + 1, little(bytes, 27, 3)? + 1)),
        _ => None,
    }
}

/// The first property `ispe` of an AVIF.
fn avif(bytes: &[u8]) -> Option<(u32, u32)> {
    (bytes.get(4..8) == Some(b"ftyp")).then_some(())?;
    let at = bytes.windows(4).position(|four| four == b"ispe")?;
    Some((big(bytes, at + 8)?, big(bytes, at + 12)?))
}

/// The first frame header of a JPEG.
fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    bytes.starts_with(&[0xff, 0xd8]).then_some(())?;
    let two = |at: usize| Some(u32::from(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
    let mut at = 2;
    loop {
        let (mark, kind) = (*bytes.get(at)?, *bytes.get(at + 1)?);
        if mark != 0xff {
            return None;
        }
        // Frames, but not tables (C4), extensions (C8) and arithmetic conditions (CC), which have the same range.
        if (0xc0..=0xcf).contains(&kind) && ![0xc4, 0xc8, 0xcc].contains(&kind) {
            return Some((two(at + 7)?, two(at + 5)?));
        }
        at += 2 + usize::try_from(two(at + 2)?).ok()?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_from_the_head_of_each_format() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        png.extend([0, 0, 1, 64, 0, 0, 0, 240]);
        let mut lossless = b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f".to_vec();
        lossless.extend((319_u32 | (239 << 14)).to_le_bytes());
        let mut lossy = b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a".to_vec();
        lossy.extend([0x40, 0x01, 0xf0, 0x00]);
        let mut extended = b"RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0".to_vec();
        extended.extend([0x3f, 0x01, 0x00, 0xef, 0x00, 0x00]);
        let mut avif = b"\0\0\0\x20ftypavif....\0\0\0\x14ispe\0\0\0\0".to_vec();
        avif.extend([0, 0, 1, 64, 0, 0, 0, 240]);
        let jpeg = [
            0xff, 0xd8, 0xff, 0xe0, 0x00, 0x04, 0x00, 0x00, 0xff, 0xc0, 0x00, 0x0b, 0x08, 0x00, 0xf0, 0x01, 0x40,
        ];
        for (name, bytes) in [
            ("png", png.as_slice()),
            ("webp, lossless", &lossless),
            ("webp, lossy", &lossy),
            ("webp, extended", &extended),
            ("avif", &avif),
            ("jpeg", &jpeg),
        ] {
            assert_eq!(of(bytes), Some((320, 240)), "{name}");
            for length in 0..bytes.len() {
                let cut = bytes.get(..length).and_then(of);
                assert!(cut.is_none(), "{name} of {length} bytes: {cut:?}");
            }
        }
        assert_eq!(of(b"<!DOCTYPE html>"), None);
    }
}
