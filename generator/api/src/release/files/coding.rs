//! Content codings: choosing one that the client accepts, and compression.
//!
//! **Invariant:** compressing a file needs memory in proportion to its size.

use std::io::{self, Write};

use flate2::{Compression, write::GzEncoder};
use http::{HeaderMap, header};

use super::hash::Hash;

/// Fast enough while a visitor waits, and a tenth smaller than the best gzip.
const BROTLI_QUALITY: i32 = 5;
/// Window sizes, 2^17 to 2^24 bytes. A window larger than the file has no benefit and needs more memory. The format
/// allows smaller ones, but for them the library's encoder allocates a hash table of 32 MiB, which takes 15 ms, however
/// small the file is.
const BROTLI_WINDOWS: std::ops::RangeInclusive<u32> = 17..=24;
const GZIP_LEVEL: u32 = 6;

/// The key of a body: the hash of the uncompressed content, so that it stays valid across releases.
pub(crate) type Key = (Hash, Coding);

/// The coding of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Coding {
    Identity,
    Brotli,
    Gzip,
}

impl Coding {
    /// The value of `Content-Encoding`; `None` for identity.
    pub(crate) const fn name(self) -> Option<&'static str> {
        match self {
            Self::Identity => None,
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gzip"),
        }
    }

    /// The file name suffix of a precompressed file.
    pub(crate) const fn ending(self) -> Option<&'static str> {
        match self {
            Self::Identity => None,
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gz"),
        }
    }
}

/// The compressing codings that a client accepts, the smallest first.
pub(crate) fn accepted(headers: &HeaderMap) -> impl Iterator<Item = Coding> {
    let takes = |wanted: Coding| {
        let lines = headers.get_all(header::ACCEPT_ENCODING).iter();
        lines
            .filter_map(|line| line.to_str().ok())
            .flat_map(|line| line.split(','))
            .any(|part| {
                let (name, weight) = part.split_once(';').unwrap_or((part, ""));
                let refused = weight
                    .trim()
                    .strip_prefix("q=")
                    .is_some_and(|q| q.trim().parse::<f32>().is_ok_and(|q| q <= 0.0));
                let named = wanted.name().is_some_and(|n| name.trim().eq_ignore_ascii_case(n));
                named && !refused
            })
    };
    [Coding::Brotli, Coding::Gzip]
        .into_iter()
        .filter(move |coding| takes(*coding))
}

/// The encoded bytes; empty if a compressing coding does not make them fewer.
pub(crate) fn encode(plain: Vec<u8>, coding: Coding) -> io::Result<Vec<u8>> {
    let mut coded = Vec::with_capacity(plain.len() / 4);
    match coding {
        Coding::Identity => return Ok(plain),
        Coding::Brotli => {
            let parameters = brotli::enc::BrotliEncoderParams {
                quality: BROTLI_QUALITY,
                lgwin: window(plain.len()),
                size_hint: plain.len(),
                ..Default::default()
            };
            brotli::BrotliCompress(&mut plain.as_slice(), &mut coded, &parameters)?;
        }
        Coding::Gzip => {
            let mut encoder = GzEncoder::new(&mut coded, Compression::new(GZIP_LEVEL));
            encoder.write_all(&plain)?;
            encoder.finish()?;
        }
    }
    if coded.len() >= plain.len() {
        coded.clear();
    }
    Ok(coded)
}

/// The smallest window that contains the whole file, as a power of two.
fn window(length: usize) -> i32 {
    let bits = length.next_power_of_two().ilog2() + 1;
    bits.clamp(*BROTLI_WINDOWS.start(), *BROTLI_WINDOWS.end()).cast_signed()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn the_window_fits_the_file() {
        for (length, bits) in [(0, 17), (300, 17), (90_000, 18), (1 << 20, 21), (1 << 30, 24)] {
            assert_eq!(window(length), bits, "{length}");
        }
    }

    #[test]
    fn what_is_packed_unpacks_to_the_same() {
        let plain: Vec<u8> = (0..90_000_u32).flat_map(|n| n.to_string().into_bytes()).collect();
        for coding in [Coding::Identity, Coding::Brotli, Coding::Gzip] {
            let coded = encode(plain.clone(), coding).expect("coded");
            let mut unpacked = Vec::new();
            match coding {
                Coding::Identity => unpacked.clone_from(&coded),
                Coding::Brotli => {
                    brotli::Decompressor::new(coded.as_slice(), 4_096)
                        .read_to_end(&mut unpacked)
                        .expect("brotli");
                }
                Coding::Gzip => {
                    flate2::read::GzDecoder::new(coded.as_slice())
                        .read_to_end(&mut unpacked)
                        .expect("gzip");
                }
            }
            assert_eq!(unpacked, plain, "{coding:?}");
        }
        assert!(encode(vec![7], Coding::Gzip).expect("coded").is_empty(), "not smaller");
    }
}
