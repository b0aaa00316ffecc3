//! The hash of a file's content, as in `release.json` and in ETags.

/// The first half of the content's blake3 hash.
pub(crate) type Hash = [u8; 16];

/// Parses a hash of the manifest: hex digits, of which the first half is used. `None` if there are too few.
pub(super) fn parse(hex: &str) -> Option<Hash> {
    let mut hash = Hash::default();
    for (place, byte) in hash.iter_mut().enumerate() {
        *byte = u8::from_str_radix(hex.get(2 * place..2 * place + 2)?, 16).ok()?;
    }
    Some(hash)
}

/// The hash of content that no manifest lists.
pub(super) fn hash_of(content: &[u8]) -> Hash {
    let mut hash = Hash::default();
    hash.iter_mut()
        .zip(blake3::hash(content).as_bytes())
        .for_each(|(to, from)| *to = *from);
    hash
}

/// The hash in hex, for ETags.
pub(super) fn hex(hash: &Hash) -> String {
    const DIGITS: [char; 16] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f',
    ];
    let digit = |nibble: u8| DIGITS.get(usize::from(nibble)).copied().unwrap_or('0');
    hash.iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
        .collect()
}
