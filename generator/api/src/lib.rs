//! The thin API and the static server: session, cart, health, OpenAPI, and the files of the live release.
//!
//! **Invariant:** nothing from a client or a backend is passed on unchanged: every response is built here, and every
//! endpoint is in the one table of [`routes`]. The API stores no sessions; any number of processes can serve any
//! visitor. Start at [`serve`].

mod account;
mod account_rules;
mod addresses;
mod answer_page;
mod app;
mod app_state;
mod breaker;
mod cart;
mod checkout;
mod config;
mod customer;
mod email_spelling;
mod error;
mod guard;
mod hidden_methods;
mod hooks;
mod item_numbers;
mod known_numbers;
mod languages;
mod learnt_rules;
mod limits;
mod logged_out;
mod mail;
mod money;
mod notice;
mod offers;
mod openapi;
mod order_keys;
mod orders;
mod outbox;
mod overlay;
mod payment_method;
mod queue;
mod rate;
mod readiness;
mod refused_methods;
mod release;
mod request_context;
pub mod routes;
mod row;
mod search;
mod seen;
mod server;
mod session;
mod sessions;
mod shop_setup;
mod state_probe;
mod static_files;
mod storefront;
mod system;
mod waiting_guests;
mod web;
mod withdrawals;

pub use config::{ApiConfig, BankAccount, HookSecrets, Ordering, PaymentRules};
pub use error::{ApiError, NoRelease};
pub use hooks::{
    BuildOutcome, BuildRun, Builder, BuilderReport, BuilderState, Event, Look, NoBuilder, Refusal, cms_time_zone,
};
pub use limits::{BuildLimits, LimitRow, Limits, OutOfRange, Rates, ServerLimits};
pub use mail::{MailConfig, MailTls};
pub use openapi::openapi;
pub use outbox::{Delivery, DeliveryState, Entry, KINDS, Kind, Outbox, Retention, WITHDRAWALS};
pub use overlay::{Overlay, PREFIX as OVERLAY_PREFIX};
pub use server::{Running, serve, serve_with_builder, serve_with_overlay};
pub use shop_setup::{SetupCode, SetupFinding, of_domains, of_endpoint, of_time_zone};
pub use web::code::Code;
pub use withdrawals::{Recorded, Statement, Withdrawals};
