//! What a submission of a form is (Statamic §9, §10): its input, the rules that it is checked by, and the stored values.
//! Messages are in English for every site, as in an installation without language files.

pub(crate) mod dates;
mod input;
pub(crate) mod rules;
mod shapes;
mod submissions;
mod upload;
pub(crate) mod values;

pub(crate) use self::input::Input;
pub use self::submissions::Submission;
pub(crate) use self::submissions::Submissions;
