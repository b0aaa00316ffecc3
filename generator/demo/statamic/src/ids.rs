//! Ids in the shape of Statamic.

/// 32 hex digits in the shape of a UUID.
pub(crate) fn uuid(hex: &str) -> String {
    let mut result = String::with_capacity(36);
    for (index, digit) in hex.chars().enumerate() {
        if matches!(index, 8 | 12 | 16 | 20) {
            result.push('-');
        }
        result.push(digit);
    }
    result
}
