//! The rules of R-FORM-02, and those of Laravel that have no other name there.
//!
//! **Invariant:** as JSON, a rule without parameters is its name, any other one `{name: parameters}`; the island reads
//! this format. An unknown name is a deserialization error, so that no rule is silently skipped.

use serde::{Deserialize, Serialize};

use crate::pattern::Program;

/// The letters that `alpha` and its variants accept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Letters {
    /// Those of [`crate::classes::LETTERS`].
    All,
    /// `A` to `Z` and `a` to `z`.
    Latin,
}

/// A class of characters of which a text must contain one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// A letter.
    Alpha,
    /// A letter or a space.
    AlphaSpaces,
    /// A letter or a digit.
    Alphanumeric,
    /// A lower-case letter.
    Lowercase,
    /// A digit.
    Numeric,
    /// A symbol.
    Symbol,
    /// An upper-case letter.
    Uppercase,
}

/// A rule of a field. Dates are a word of [`crate::dates::WORDS`], `YYYY-MM-DD`, or `@` and another field's handle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// The field is filled in.
    Required,
    /// `yes`, `on`, `1`, `true`, or a checked toggle.
    Accepted,
    /// At least one of this field and the given ones is filled in.
    RequireOne(Vec<String>),
    /// Required if the other field has one of the values.
    RequiredIf(String, Vec<String>),
    /// Required unless the other field has one of the values.
    RequiredUnless(String, Vec<String>),
    /// Required if one of the fields is filled in.
    RequiredWith(Vec<String>),
    /// Required if one of the fields is empty.
    RequiredWithout(Vec<String>),
    /// Equal to the field with this handle.
    Confirm(String),
    /// Different from the field with this handle.
    Different(String),
    /// Letters only.
    Alpha(Letters),
    /// Only letters and spaces.
    AlphaSpaces(Letters),
    /// Only letters and digits.
    Alphanumeric(Letters),
    /// At least one character of the class.
    Contains(Class),
    /// No upper-case letters.
    Lowercase,
    /// No lower-case letters.
    Uppercase,
    /// Symbols only.
    Symbol,
    /// A number.
    Number,
    /// An integer.
    Integer,
    /// A number in the range, or a number of values in the range.
    Between(f64, f64),
    /// A number of at least this, or at least this many values.
    Min(f64),
    /// A number of at most this, or at most this many values.
    Max(f64),
    /// Number of characters: minimum, maximum.
    Length(u32, Option<u32>),
    /// Only digits; minimum and maximum number.
    Digits(u32, u32),
    /// After this date.
    DateAfter(String),
    /// On or after this date.
    DateFrom(String),
    /// Before this date.
    DateBefore(String),
    /// On or before this date.
    DateUntil(String),
    /// Between the two dates, inclusive.
    DateBetween(String, String),
    /// A date in one of the formats.
    DateFormat(Vec<String>),
    /// An e-mail address.
    Email,
    /// A URL.
    Url,
    /// Starts with one of them.
    StartsWith(Vec<String>),
    /// Ends with one of them.
    EndsWith(Vec<String>),
    /// One of them.
    Is(Vec<String>),
    /// None of them.
    Not(Vec<String>),
    /// One of the texts; reported as a general fault.
    Matches(Vec<String>),
    /// The pattern matches the text.
    Pattern(Program),
    /// The pattern does not match the text.
    NotPattern(Program),
    /// Files with one of these extensions (lower case, without dot).
    FileKinds(Vec<String>),
    /// Maximum size of each file in kilobytes (1,024 bytes).
    FileSize(u32),
    /// Minimum size of each file in kilobytes.
    FileSizeMin(u32),
}

impl Rule {
    /// Whether the rule also applies to an empty field.
    pub fn judges_nothing(&self) -> bool {
        matches!(
            self,
            Self::Required
                | Self::Accepted
                | Self::RequireOne(_)
                | Self::RequiredIf(..)
                | Self::RequiredUnless(..)
                | Self::RequiredWith(_)
                | Self::RequiredWithout(_)
                | Self::Confirm(_)
        )
    }
}
