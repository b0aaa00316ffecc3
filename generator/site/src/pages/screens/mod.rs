//! Screens: pages of the route table without an entry or a product, each a row of [`SCREENS`].
//!
//! **Invariant:** a screen's HTML contains no personal data; only its island loads data of the visitor. No screen is
//! indexed.

mod account;
mod auth;
mod cart;
mod failure;
mod layouts;
mod not_found;
mod order;
mod schemas;
mod screen;
mod search;
mod withdrawal;

pub(crate) use self::schemas::collect;
pub use self::{
    schemas::Schemas,
    screen::{At, Content, Island, IslandProps, Screen},
};
use crate::routes::name;

/// All screens. The layout of a screen is that of its route ([`crate::routes::Layout::of`]).
pub static SCREENS: [Screen; 23] = [
    Screen {
        kind: "not_found",
        at: At::ErrorPage {
            name: name::NOT_FOUND,
            file: "404",
            source: "globals page_404",
        },
        template: "pages/not_found.html",
        island: None,
        content: not_found::content,
    },
    Screen {
        kind: "maintenance",
        at: At::ErrorPage {
            name: name::MAINTENANCE,
            file: "503",
            source: "locales/*/content.json",
        },
        template: "pages/failure.html",
        island: None,
        content: |cx, _| failure::content(cx, "content.maintenance_title", "content.maintenance_text"),
    },
    Screen {
        kind: "failure",
        at: At::ErrorPage {
            name: name::FAILURE,
            file: "500",
            source: "locales/*/content.json",
        },
        template: "pages/failure.html",
        island: None,
        content: |cx, _| failure::content(cx, "content.failure_title", "content.failure_text"),
    },
    Screen {
        kind: "cart",
        at: At::Route(name::CART),
        template: "pages/cart.html",
        island: Some(Island::of::<cart::CartProps>("cart")),
        content: cart::content,
    },
    Screen {
        kind: "checkout",
        at: At::Route(name::CHECKOUT),
        template: "pages/checkout.html",
        island: Some(Island::of::<order::CheckoutProps>("checkout")),
        content: order::checkout,
    },
    Screen {
        kind: "checkout_success",
        at: At::Route(name::CHECKOUT_SUCCESS),
        template: "pages/outcome.html",
        island: Some(Island::of::<order::OrderOutcomeProps>("order-outcome")),
        content: |cx, _| order::outcome(cx, "order.order"),
    },
    Screen {
        kind: "checkout_paid",
        at: At::Route(name::CHECKOUT_PAID),
        template: "pages/outcome.html",
        island: Some(Island::of::<order::OrderOutcomeProps>("order-outcome")),
        content: |cx, _| order::outcome(cx, "order.payment"),
    },
    Screen {
        kind: "checkout_unpaid",
        at: At::Route(name::CHECKOUT_UNPAID),
        template: "pages/outcome.html",
        island: Some(Island::of::<order::OrderOutcomeProps>("order-outcome")),
        content: |cx, _| order::outcome(cx, "order.payment"),
    },
    Screen {
        kind: "withdrawal",
        at: At::Route(name::WITHDRAWAL),
        template: "pages/withdrawal.html",
        island: Some(Island::of::<withdrawal::WithdrawalProps>("withdrawal")),
        content: |cx, _| withdrawal::content(cx, "withdrawal.title"),
    },
    Screen {
        kind: "withdrawal_review",
        at: At::Answer {
            name: name::WITHDRAWAL_REVIEW,
            file: "withdrawal-review",
        },
        template: "pages/withdrawal_review.html",
        island: None,
        content: |cx, _| withdrawal::content(cx, "withdrawal.review_title"),
    },
    Screen {
        kind: "withdrawal_receipt",
        at: At::Answer {
            name: name::WITHDRAWAL_RECEIPT,
            file: "withdrawal-receipt",
        },
        template: "pages/withdrawal_receipt.html",
        island: None,
        content: |cx, _| withdrawal::content(cx, "withdrawal.receipt_title"),
    },
    Screen {
        kind: "search",
        at: At::Route(name::SEARCH),
        template: "pages/search.html",
        island: Some(Island::without_props("search")),
        content: search::content,
    },
    Screen {
        kind: "login",
        at: At::Route(name::LOGIN),
        template: "pages/auth.html",
        island: Some(Island::of::<auth::AuthProps>("auth")),
        content: auth::content,
    },
    Screen {
        kind: "register",
        at: At::Route(name::REGISTER),
        template: "pages/auth.html",
        island: Some(Island::of::<auth::AuthProps>("auth")),
        content: auth::content,
    },
    Screen {
        kind: "forgot_password",
        at: At::Route(name::FORGOT_PASSWORD),
        template: "pages/auth.html",
        island: Some(Island::of::<auth::AuthProps>("auth")),
        content: auth::content,
    },
    Screen {
        kind: "reset_password",
        at: At::Route(name::RESET_PASSWORD),
        template: "pages/auth.html",
        island: Some(Island::of::<auth::AuthProps>("auth")),
        content: auth::content,
    },
    Screen {
        kind: "confirm_registration",
        at: At::Route(name::CONFIRM_REGISTRATION),
        template: "pages/auth.html",
        island: Some(Island::of::<auth::AuthProps>("auth")),
        content: auth::content,
    },
    Screen {
        kind: "newsletter_confirm",
        at: At::Route(name::NEWSLETTER_CONFIRM),
        template: "pages/auth.html",
        island: Some(Island::of::<auth::AuthProps>("auth")),
        content: auth::content,
    },
    Screen {
        kind: "newsletter_unsubscribe",
        at: At::Route(name::NEWSLETTER_UNSUBSCRIBE),
        template: "pages/newsletter_unsubscribe.html",
        island: Some(Island::of::<auth::AuthProps>("auth")),
        content: auth::unsubscribe,
    },
    Screen {
        kind: "account",
        at: At::Route(name::ACCOUNT),
        template: "pages/account.html",
        island: Some(Island::of::<account::AccountOverviewProps>("account-overview")),
        content: |cx, _| account::content(cx, "account.title"),
    },
    Screen {
        kind: "account_orders",
        at: At::Route(name::ACCOUNT_ORDERS),
        template: "pages/account.html",
        island: Some(Island::of::<account::AccountOrdersProps>("account-orders")),
        content: |cx, _| account::content(cx, "common.account_orders"),
    },
    Screen {
        kind: "account_order",
        at: At::Route(name::ACCOUNT_ORDER),
        template: "pages/account-order.html",
        island: Some(Island::of::<account::AccountOrderProps>("account-order")),
        content: |cx, _| account::content(cx, "account.order"),
    },
    Screen {
        kind: "account_profile",
        at: At::Route(name::ACCOUNT_PROFILE),
        template: "pages/account.html",
        island: Some(Island::of::<account::AccountProfileProps>("account-profile")),
        content: |cx, _| account::content(cx, "common.account_profile"),
    },
];
