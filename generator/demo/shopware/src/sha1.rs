//! SHA-1, by which Shopware names an e-mail address in the link that confirms it (Shopware §3.5).

/// The digest as lowercase hex.
pub(crate) fn hex(text: &str) -> String {
    let mut state: [u32; 5] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0];
    let mut message = text.as_bytes().to_vec();
    let bits = (message.len() as u64) * 8;
    message.push(0x80);
    while message.len() % 64 != 56 {
        message.push(0);
    }
    message.extend(bits.to_be_bytes());
    for block in message.chunks_exact(64) {
        mix(&mut state, block);
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

fn mix(state: &mut [u32; 5], block: &[u8]) {
    let mut words: Vec<u32> = block
        .chunks_exact(4)
        .map(|bytes| bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte)))
        .collect();
    for place in 16..80 {
        let word = [3, 8, 14, 16].iter().fold(0, |word, back| word ^ words[place - back]);
        words.push(word.rotate_left(1));
    }
    let [mut a, mut b, mut c, mut d, mut e] = *state;
    for (place, word) in words.iter().enumerate() {
        let (mixed, constant) = match place {
            0..20 => (b & c | !b & d, 0x5A82_7999),
            20..40 => (b ^ c ^ d, 0x6ED9_EBA1),
            40..60 => (b & c | b & d | c & d, 0x8F1B_BCDC),
            _ => (b ^ c ^ d, 0xCA62_C1D6_u32),
        };
        let next = a
            .rotate_left(5)
            .wrapping_add(mixed)
            .wrapping_add(e)
            .wrapping_add(constant)
            .wrapping_add(*word);
        (e, d, c, b, a) = (d, c, b.rotate_left(30), a, next);
    }
    for (word, more) in state.iter_mut().zip([a, b, c, d, e]) {
        *word = word.wrapping_add(more);
    }
}

#[cfg(test)]
mod tests {
    use super::hex;

    /// The first is that of the recorded registration with double opt-in.
    #[test]
    fn digests_are_those_of_the_standard() {
        assert_eq!(hex("optin@example.com"), "90afd5bb2ad162d947815e329a75da2796c64257");
        assert_eq!(hex(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
        assert_eq!(hex(&"a".repeat(64)), "0098ba824b5c16427bd7a1122a5a442a25ec644d");
    }
}
