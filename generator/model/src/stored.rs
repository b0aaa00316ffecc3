//! Every cookie and every key that the shop stores in a browser, with its purpose (law §10). The page about cookies has to
//! name each of them: `vitrine check` compares.
//!
//! **Invariant:** nothing is stored in a browser that has no row here; a test reads the sources.

/// Where something is stored, and how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Store {
    /// A cookie.
    Cookie,
    /// The browser's storage, until it is removed.
    Local,
    /// The browser's storage of one tab, until that is closed.
    Session,
}

/// When it is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// Without consent: what the visitor asked for does not work otherwise.
    Nothing,
    /// Only in a shop with a tag manager, for the consent itself.
    TagManager,
    /// Only in a shop with a tag manager, and after consent.
    Consent,
    /// Only for who works at the editors' desk: the page about cookies, which visitors read, does not name it.
    Desk,
}

/// A cookie or key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Its name; of a family of names what they begin with.
    pub name: &'static str,
    /// Where it is stored.
    pub store: Store,
    /// When it is stored.
    pub needs: Needs,
    /// What it is for.
    pub purpose: &'static str,
}

const fn row(name: &'static str, store: Store, needs: Needs, purpose: &'static str) -> Stored {
    Stored {
        name,
        store,
        needs,
        purpose,
    }
}

use Needs::{Consent, Desk, Nothing, TagManager};
use Store::{Cookie, Local, Session};

/// All of them. On https the names of the sessions' cookies begin with `__Host-`.
pub const ALL: [Stored; 28] = [
    row(
        "vitrine-desk",
        Cookie,
        Desk,
        "the session at the editors' desk; 12 hours",
    ),
    row(
        "vitrine-desk-login",
        Cookie,
        Desk,
        "a login to the editors' desk that was begun at its provider; 10 minutes",
    ),
    row(
        "vitrine-desk-language",
        Cookie,
        Desk,
        "the language of the editors' desk; 365 days",
    ),
    row(
        "vitrine-session",
        Cookie,
        Nothing,
        "the session: cart, checkout and login; 365 days",
    ),
    row(
        "vitrine-cart",
        Cookie,
        Nothing,
        "the number of items in the cart; 365 days",
    ),
    row(
        "vitrine-customer",
        Cookie,
        Nothing,
        "whether somebody is logged in, and may have own prices; 365 days",
    ),
    row(
        "vitrine-seen",
        Cookie,
        Nothing,
        "the state of the cart that was shown last, and the products looked at last",
    ),
    row(
        "vitrine-ended",
        Cookie,
        Nothing,
        "that the session has ended, until a page has said so",
    ),
    row(
        "vitrine-locale",
        Cookie,
        Nothing,
        "the language that was chosen; 365 days",
    ),
    row(
        "vitrine-suggestion-declined",
        Local,
        Nothing,
        "that another language was declined",
    ),
    row("vitrine-searches", Local, Nothing, "the last searches"),
    row(
        "vitrine-samples",
        Local,
        Nothing,
        "the cloths that were chosen for samples",
    ),
    row(
        "vitrine-session-written",
        Local,
        Nothing,
        "when the session was last renewed",
    ),
    row(
        "vitrine-checkout",
        Session,
        Nothing,
        "the input of the checkout, until the order is placed",
    ),
    row(
        "vitrine-order",
        Session,
        Nothing,
        "an order that was sent, until it is answered",
    ),
    row("vitrine-placed", Session, Nothing, "the order that was placed"),
    row(
        "vitrine-departure",
        Session,
        Nothing,
        "that the payment page was opened",
    ),
    row(
        "vitrine-account-input",
        Session,
        Nothing,
        "input of the account that could not be sent",
    ),
    row("vitrine-words", Session, Nothing, "a message for the next page"),
    row(
        "vitrine-choice",
        Session,
        Nothing,
        "the place on the page while a variant is chosen",
    ),
    row("vitrine-list", Session, Nothing, "the place in a list of products"),
    row(
        "vitrine-tile",
        Session,
        Nothing,
        "the product that was opened from a list",
    ),
    row(
        "vitrine-reload",
        Session,
        Nothing,
        "that a page was loaded again after an error",
    ),
    row(
        "vitrine-consent",
        Cookie,
        TagManager,
        "the choice about cookies, with its version and time",
    ),
    row(
        "vitrine-events",
        Local,
        Consent,
        "events of cart and checkout for the measurement; 3 days",
    ),
    row(
        "_ga",
        Cookie,
        Consent,
        "measurement by Google: tells visitors apart; 2 years",
    ),
    row(
        "_gid",
        Cookie,
        Consent,
        "measurement by Google: tells visitors apart; 1 day",
    ),
    row(
        "_gcl",
        Cookie,
        Consent,
        "advertising by Google: which advertisement led here; 90 days",
    ),
];
