//! The thin API and the static server: session, cart, health, OpenAPI, and the files of the live release.
//!
//! **Invariant:** nothing from a client or a backend is passed on unchanged: every response is built here, and every
//! endpoint is in the one table of [`routes`]. The API stores no sessions; any number of processes can serve any
//! visitor. Start at [`serve`].

mod account;
mod addresses;
mod app;
mod app_state;
mod cart;
mod checkout;
mod config;
mod counts;
mod delivery_dates;
mod desk;
mod desk_pages;
mod desk_provider;
mod desk_role;
mod desk_users;
mod error;
mod events;
mod forms;
mod hooks;
mod limits;
mod mail;
mod metrics;
mod offers;
mod openapi;
mod orders;
mod outbox;
mod overlay;
mod own_prices;
mod preview;
mod rates;
mod release;
mod releases;
mod request;
pub mod routes;
mod search;
mod server;
mod session;
mod shop;
mod static_files;
mod system;
mod types;
mod visitors;
mod web;
mod withdrawals;

pub use config::{
    AccountSettings, ApiConfig, BankAccount, DeliveryClock, DeliverySettings, FormsConfig, HookSecrets,
    MetricsSettings, Ordering, PaymentRules,
};
pub use counts::Counts;
pub use desk::{
    archive::{
        Archive, ArchivedEntry, ArchivedFinding, ArchivedRelease, ChangedPage, Findings, NoArchive, PageChanges,
        WentWrong,
    },
    page_parts::heading as first_heading,
};
pub use desk_provider::{ByRole, ProviderSettings};
pub use desk_role::DeskRole;
pub use desk_users::{DeskPassword, DeskSettings, DeskUser, hash_desk_password};
pub use error::{ApiError, NoRelease};
pub use events::report::{
    BuildOutcome, BuildRun, Builder, BuilderReport, BuilderState, Event, Look, NoBuilder, PageCounts, Refusal,
    RefusedFinding, RunningBuild,
};
pub use events::signed::event_headers;
pub use limits::{BuildLimits, LimitRow, Limits, OutOfRange, Rates, ServerLimits};
pub use mail::{MailConfig, MailTls, send_notice, try_mail_server};
pub use openapi::openapi;
pub use outbox::withdrawals::{
    record::{Recorded, Withdrawals},
    statement::Statement,
};
pub use outbox::{
    Consent, Consents, Delivery, DeliveryState, Entry, FORMS, KINDS, Kind, NEWSLETTER, Outbox, Retention, Seal,
    SentForm, Subscribed, WITHDRAWALS, consents_of,
};
pub use overlay::{Overlay, PREFIX as OVERLAY_PREFIX};
pub use preview::{NoPreviewer, Previewed, Previewer};
pub use server::{Running, serve, serve_with_builder, serve_with_desk, serve_with_overlay, serve_with_previews};
pub use shop::cms_zone::cms_time_zone;
pub use shop::hidden_methods::hidden_names;
pub use shop::setup::{SetupCode, SetupFinding, of_domains, of_endpoint, of_time_zone};
pub use web::code::Code;
