//! What the API is told at start: where it listens, whom it believes, and where the release and its own state lie.
//!
//! **Invariant:** hosts, origins and limits come from here, never from a request (rules 7 and 13).

use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
};

use vitrine_model::locale::{LocaleIndex, Locales};

use crate::limits::ServerLimits;

/// Everything [`crate::serve`] needs beside the backend.
#[derive(Clone, Debug)]
pub struct ApiConfig {
    /// Where to listen; port 0 takes a free one.
    pub listen: SocketAddr,
    /// What a request's `Host` may be, with its port where that is not the scheme's own. A port 0 stands for the port that was bound.
    pub hosts: Vec<String>,
    /// Origins that may write (`https://shop.example`). A port 0 stands for the port that was bound.
    pub origins: Vec<String>,
    /// The shop is reached by https: cookies are `Secure` and `__Host-`, HSTS is sent.
    pub https: bool,
    /// The folder with `current` and `releases`.
    pub dist: PathBuf,
    /// Where locks of sessions lie; shared by all processes of this machine.
    pub state_dir: PathBuf,
    /// Bounds on size, number and time.
    pub limits: ServerLimits,
    /// Bounds on people.
    pub rates: Rates,
    /// Whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// The shop's locales, each with its commerce language.
    pub locales: Locales,
    /// Who may order.
    pub ordering: Ordering,
    /// Up to so many pieces are limited stock, as for the build.
    pub limited_at_most: u32,
    /// Hosts that pictures come from, as they stand in `img-src`: `https://images.example`.
    pub image_hosts: Vec<String>,
}

/// How many calls one address may make in a minute; the same number may come at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rates {
    /// Calls that only read.
    pub reads: u32,
    /// Calls that change a cart.
    pub cart_writes: u32,
    /// Calls that change what the checkout shows: guest, addresses, methods.
    pub checkout_writes: u32,
    /// Calls that place or pay an order.
    pub orders: u32,
    /// Calls that look an order up by the code of its link.
    pub order_lookups: u32,
}

impl Default for Rates {
    fn default() -> Self {
        Self {
            reads: 600,
            cart_writes: 120,
            checkout_writes: 60,
            orders: 20,
            order_lookups: 10,
        }
    }
}

/// Who may order (R-HEAD-02).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ordering {
    /// Consumers may order without being logged in.
    pub consumer_ordering: bool,
    /// In these locales, by code.
    pub consumer_locales: Vec<String>,
}

impl Ordering {
    /// Whether a visitor who is not logged in may order on a page of this locale.
    pub(crate) fn open_to_all(&self, locales: &Locales, locale: LocaleIndex) -> bool {
        self.consumer_ordering
            && locales
                .get(locale)
                .is_some_and(|l| self.consumer_locales.iter().any(|code| code == l.code.as_str()))
    }
}
