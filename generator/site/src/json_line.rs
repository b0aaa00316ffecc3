//! Lines of JSON, the format of the files that a release provides to the API.

/// A value as one line of JSON.
pub(crate) fn json_line<T: serde::Serialize>(value: &T) -> Vec<u8> {
    let mut line = Vec::with_capacity(4_096);
    // Structs of strings and numbers always serialise.
    let _written = serde_json::to_writer(&mut line, value);
    line.push(b'\n');
    line
}
