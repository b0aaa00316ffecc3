//! Accounts: login and logout, registration, passwords, and the customer's own data (Shopware §13).
//!
//! **Invariant:** passwords and the secrets of mail links are never printed; a call that renews the session returns the
//! new token as that of its answer.

mod calls;
mod types;

pub use types::{
    Account, Credentials, LoginSettings, MailHash, NewEmail, NewPassword, Profile, Registered, Registration,
    RegistrationRules, RequiredFields,
};
