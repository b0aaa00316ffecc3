//! The format of a release, which the crates that write and read one share.
//!
//! **Invariant:** a release of a newer format is refused before anything else of it is read.

/// The format of `release.json` and of the files beside it. Grows when a program that reads the former one could not read
/// a release any more, or would read it wrongly.
pub const RELEASE_FORMAT: u32 = 2;

/// How `release.json` begins.
const BEGIN: &[u8] = b"{\"format\":";

/// A release that a newer program made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "it has the release format {0}, and this vitrine reads up to {RELEASE_FORMAT}: a newer one made it. Run that one, or build a release with this one"
)]
pub struct NewerRelease(pub u32);

/// Refuses a release of a newer format by the first bytes of its `release.json`: the rest may have any other shape.
pub fn refuse_newer(start: &[u8]) -> Result<(), NewerRelease> {
    let digits = start.strip_prefix(BEGIN).unwrap_or_default();
    let end = digits.iter().position(|byte| !byte.is_ascii_digit());
    let digits = digits.get(..end.unwrap_or(digits.len())).unwrap_or_default();
    let format: Option<u32> = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
    match format {
        Some(format) if format > RELEASE_FORMAT => Err(NewerRelease(format)),
        _ => Ok(()),
    }
}
