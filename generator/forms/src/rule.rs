//! The rules of R-FORM-02, and those of Laravel that have no other name there.
//!
//! **Invariant:** as JSON a rule without parameters is its name, any other one `{name: parameters}`; that is what the
//! island reads. An unknown name is an error of reading, so that no rule is skipped in silence.

use serde::{Deserialize, Serialize};

use crate::pattern::Program;

/// Which letters `alpha` and its kin take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Letters {
    /// Those of [`crate::classes::LETTERS`].
    All,
    /// `A` to `Z` and `a` to `z`.
    Latin,
}

/// What a text must contain one of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// A letter.
    Alpha,
    /// A letter or a blank.
    AlphaSpaces,
    /// A letter or a digit.
    Alphanumeric,
    /// A letter in lower case.
    Lowercase,
    /// A digit.
    Numeric,
    /// A symbol.
    Symbol,
    /// A letter in upper case.
    Uppercase,
}

/// A rule of a field. Dates are a word of [`crate::dates::WORDS`], `YYYY-MM-DD`, or `@` with another field's handle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// Something is filled in.
    Required,
    /// `yes`, `on`, `1`, `true`, or a toggle that is on.
    Accepted,
    /// One of this field and those named is filled in.
    RequireOne(Vec<String>),
    /// Required where the field has one of the values.
    RequiredIf(String, Vec<String>),
    /// Required where the field has none of the values.
    RequiredUnless(String, Vec<String>),
    /// Required where one of the fields is filled in.
    RequiredWith(Vec<String>),
    /// Required where one of the fields is not filled in.
    RequiredWithout(Vec<String>),
    /// The same as the field of this handle.
    Confirm(String),
    /// Not the same as the field of this handle.
    Different(String),
    /// Letters only.
    Alpha(Letters),
    /// Letters and blanks only.
    AlphaSpaces(Letters),
    /// Letters and digits only.
    Alphanumeric(Letters),
    /// At least one of the class.
    Contains(Class),
    /// No letter in upper case.
    Lowercase,
    /// No letter in lower case.
    Uppercase,
    /// Symbols only.
    Symbol,
    /// A number.
    Number,
    /// A whole number.
    Integer,
    /// A number from the first to the second, or so many values.
    Between(f64, f64),
    /// A number of at least this, or at least so many values.
    Min(f64),
    /// A number of at most this, or at most so many values.
    Max(f64),
    /// Number of characters: at least, at most.
    Length(u32, Option<u32>),
    /// Only digits, from so many to so many.
    Digits(u32, u32),
    /// After this date.
    DateAfter(String),
    /// On this date or after it.
    DateFrom(String),
    /// Before this date.
    DateBefore(String),
    /// On this date or before it.
    DateUntil(String),
    /// From the first date to the second.
    DateBetween(String, String),
    /// A date in one of the formats.
    DateFormat(Vec<String>),
    /// An e-mail address.
    Email,
    /// An address on the web.
    Url,
    /// Begins with one of them.
    StartsWith(Vec<String>),
    /// Ends with one of them.
    EndsWith(Vec<String>),
    /// One of them.
    Is(Vec<String>),
    /// None of them.
    Not(Vec<String>),
    /// One of the texts, said as a general fault.
    Matches(Vec<String>),
    /// The pattern is found in the text.
    Pattern(Program),
    /// The pattern is not found in the text.
    NotPattern(Program),
    /// Files whose names end with one of them (lower case, without dot).
    FileKinds(Vec<String>),
    /// Files of at most so many kilobytes (1,024 bytes) each.
    FileSize(u32),
    /// Files of at least so many kilobytes each.
    FileSizeMin(u32),
}

impl Rule {
    /// Whether the rule looks at a field that is empty, too.
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
