//! Statamic's content API (`generator/docs/statamic.md`): the client, both profiles (stock and extended) and
//! both versions (5 and 6).
//!
//! **Invariant:** every key of the extended profile is optional and references are accepted in both forms; 404 for an
//! entry, tree or redirects means absent. Start at [`StatamicClient`].

mod addresses;
mod client;
mod dialect;
mod envelope;
mod fields;
mod forms;
mod graphql;
mod inventory;
mod previews;
mod reads;
mod survey;
mod version;
pub(crate) mod wire;

pub use client::{StatamicClient, StatamicConfig};
pub use dialect::Dialect;
pub(crate) use fields::read_of;
pub use forms::{FormFile, FormOutcome, FormSubmission, FormValue, StatamicForms, StatamicFormsConfig};
pub use inventory::{HandleKind, SeenSite};
pub use previews::{EntryPlace, PreviewAnswer, TermPlace};
pub use survey::{CsrfCheck, FormRules, SeenForm, SeenList};
pub use version::StatamicVersion;
