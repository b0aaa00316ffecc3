//! Classes of characters used by rules, as fixed ranges of code points.
//!
//! **Invariant:** the ranges equal those of `islands/src/forms/classes.ts`; a test on each side checks every code
//! point. They are written out because `char::is_alphabetic` and `\p{L}` follow the Unicode version of the engine, and
//! a browser's version differs from ours.

/// Letters with the marks that are typed with them: Latin, combining marks, Greek, Cyrillic, Hebrew, Arabic, kana, Han, Hangul.
pub const LETTERS: &[(u32, u32)] = &[
    (0x41, 0x5a),
    (0x61, 0x7a),
    (0xaa, 0xaa),
    (0xb5, 0xb5),
    (0xba, 0xba),
    (0xc0, 0xd6),
    (0xd8, 0xf6),
    (0xf8, 0x24f),
    (0x300, 0x36f),
    (0x386, 0x386),
    (0x388, 0x3ce),
    (0x400, 0x481),
    (0x48a, 0x52f),
    (0x5d0, 0x5ea),
    (0x620, 0x64a),
    (0x1e00, 0x1fbc),
    (0x3041, 0x3096),
    (0x30a1, 0x30fa),
    (0x4e00, 0x9fff),
    (0xac00, 0xd7a3),
];

/// Letters with two cases whose mapping is older than all supported browsers: Latin, Greek, Cyrillic.
const CASED: &[(u32, u32)] = &[
    (0x41, 0x5a),
    (0x61, 0x7a),
    (0xc0, 0xd6),
    (0xd8, 0xf6),
    (0xf8, 0x17f),
    (0x386, 0x386),
    (0x388, 0x3ce),
    (0x400, 0x45f),
];

/// Punctuation and symbols: ASCII, Latin-1, general punctuation, currencies. No digits, letters or spaces.
pub const SYMBOLS: &[(u32, u32)] = &[
    (0x21, 0x2f),
    (0x3a, 0x40),
    (0x5b, 0x60),
    (0x7b, 0x7e),
    (0xa1, 0xa9),
    (0xab, 0xac),
    (0xae, 0xb1),
    (0xb4, 0xb4),
    (0xb6, 0xb8),
    (0xbb, 0xbb),
    (0xbf, 0xbf),
    (0xd7, 0xd7),
    (0xf7, 0xf7),
    (0x2010, 0x2027),
    (0x2030, 0x205e),
    (0x20a0, 0x20bf),
];

/// White space, and the other characters that Laravel trims: zero width space, left-to-right mark, byte order mark.
pub const BLANKS: &[(u32, u32)] = &[
    (0x9, 0xd),
    (0x20, 0x20),
    (0x85, 0x85),
    (0xa0, 0xa0),
    (0x1680, 0x1680),
    (0x2000, 0x200b),
    (0x200e, 0x200e),
    (0x2028, 0x2029),
    (0x202f, 0x202f),
    (0x205f, 0x205f),
    (0x3000, 0x3000),
    (0xfeff, 0xfeff),
];

/// Characters that change the display order: bidirectional embeddings, overrides and isolates.
pub const TURNS: &[(u32, u32)] = &[(0x202a, 0x202e), (0x2066, 0x2069)];

fn within(ranges: &[(u32, u32)], c: char) -> bool {
    let code = u32::from(c);
    ranges.iter().any(|(from, to)| (*from..=*to).contains(&code))
}

/// Whether the character is one of [`LETTERS`].
pub fn is_letter(c: char) -> bool {
    within(LETTERS, c)
}

/// Whether the character is one of [`SYMBOLS`].
pub fn is_symbol(c: char) -> bool {
    within(SYMBOLS, c)
}

/// Whether the character is one of [`BLANKS`].
pub fn is_blank(c: char) -> bool {
    within(BLANKS, c)
}

/// Whether the letter has a different upper-case form.
pub fn is_lower(c: char) -> bool {
    within(CASED, c) && !c.to_uppercase().eq([c])
}

/// Whether the letter has a different lower-case form.
pub fn is_upper(c: char) -> bool {
    within(CASED, c) && !c.to_lowercase().eq([c])
}

/// Control characters of Unicode (C0, DEL, C1).
pub fn is_control(c: char) -> bool {
    matches!(c, '\0'..='\x1f' | '\x7f'..='\u{9f}')
}

/// Whether the character is one of [`TURNS`].
pub fn is_turn(c: char) -> bool {
    within(TURNS, c)
}
