//! The rules of the CMS's forms: one description by which the API and the islands validate a submission (R-FORM-02).
//!
//! **Invariant:** the same submission gets the same verdict here and in `islands/src/forms/`; both run
//! `tests/cases.json`. So nothing here depends on a Unicode version, a locale, a clock or a regex engine: classes of
//! characters are fixed ranges, today is passed in, and a pattern is compiled here and only executed there. Pure: no
//! I/O. Validation is linear in the size of the submission, and every size is bounded.

pub mod appointment;
pub mod check;
pub mod classes;
pub mod dates;
pub mod definition;
pub mod file_kinds;
pub mod formats;
pub mod handed;
pub mod laravel;
pub mod message;
pub mod needed;
pub mod pattern;
pub mod rule;
pub mod shown;
pub mod spec;
pub mod value;

pub use appointment::Appointment;
pub use check::{Fault, check};
pub use handed::{FormWords, HandedForm, HandedForms};
pub use rule::Rule;
pub use shown::shown;
pub use spec::{FieldSpec, FormSpec};
pub use value::{File, Value, Values};
