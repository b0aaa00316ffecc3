//! This process's knowledge of sessions: their language, whether they may order, and which tokens were replaced.
//!
//! **Invariant:** keys are hashes of tokens. A token that was replaced by a customer's leads to that customer's session
//! only for a repetition of the same request (rule 10: a planted token must not).

use std::time::{Duration, Instant};

use vitrine_backends::shopware::session::{ContextToken, CountryId};
use vitrine_model::{locale::LocaleIndex, money::TaxStatus};
use vitrine_state::ClockCache;

type Key = [u8; 32];

/// Maximum age of a replacement: requests that were running when the page's token changed arrive within this time.
const CHANGE_SEEN_WITHIN: Duration = Duration::from_secs(60);
/// How long the permission to order is remembered before it is checked again.
const ALLOWED_FOR: Duration = Duration::from_secs(300);

/// How long a confirmed session is not checked again.
const CONFIRMED_FOR: Duration = Duration::from_secs(5);

/// What an anonymous session reveals.
#[derive(Clone)]
pub(crate) struct Anonymous {
    /// The tax state of its prices.
    pub(crate) tax: TaxStatus,
    /// The country that its cart is delivered to.
    pub(crate) country: Option<CountryId>,
}

/// A session whose currency was the shop's.
#[derive(Clone)]
struct Confirmed {
    since: Instant,
    /// The data of an anonymous session; `None` if it has a customer, whose group may change.
    anonymous: Option<Anonymous>,
}

/// The replacement of a token.
#[derive(Clone)]
pub(crate) enum TokenChange {
    /// The session had expired; the new one is anonymous.
    Expired(ContextToken),
    /// The visitor became a customer, by a request with this hash.
    Replaced(ContextToken, [u8; 32]),
}

/// Sessions by the hash of their token.
pub(crate) struct Sessions {
    languages: ClockCache<Key, LocaleIndex>,
    allowed: ClockCache<Key, Instant>,
    customers: ClockCache<Key, ()>,
    confirmed: ClockCache<Key, Option<Confirmed>>,
    token_changes: ClockCache<Key, (TokenChange, Instant)>,
    /// Sessions in which a new address may have been stored although no answer confirmed it.
    unsure: ClockCache<Key, bool>,
}

impl Sessions {
    /// Stores at most this many sessions of each kind.
    pub(crate) fn new(remembered: usize) -> Self {
        Self {
            languages: ClockCache::new(remembered),
            allowed: ClockCache::new(remembered),
            customers: ClockCache::new(remembered),
            confirmed: ClockCache::new(remembered),
            token_changes: ClockCache::new(remembered),
            unsure: ClockCache::new(remembered),
        }
    }

    /// The language that was last set for a session.
    pub(crate) fn language(&self, token: &ContextToken) -> Option<LocaleIndex> {
        self.languages.get(&key(token))
    }

    /// Records the language of a session.
    pub(crate) fn set_language(&self, token: &ContextToken, locale: LocaleIndex) {
        self.languages.put(key(token), locale, 1);
    }

    /// Whether the session was seen to have a customer or a guest.
    pub(crate) fn has_customer(&self, token: &ContextToken) -> bool {
        self.customers.get(&key(token)).is_some()
    }

    /// Records that the session has a customer or a guest.
    pub(crate) fn note_customer(&self, token: &ContextToken) {
        self.customers.put(key(token), (), 1);
    }

    /// Records that the session is in the shop's currency, and the data of an anonymous one.
    pub(crate) fn confirm(&self, token: &ContextToken, anonymous: Option<Anonymous>) {
        let since = Instant::now();
        self.confirmed.put(key(token), Some(Confirmed { since, anonymous }), 1);
    }

    /// Records that the session's context has changed.
    pub(crate) fn unconfirm(&self, token: &ContextToken) {
        self.confirmed.put(key(token), None, 1);
    }

    /// Whether the session was in the shop's currency within the last seconds.
    pub(crate) fn is_confirmed(&self, token: &ContextToken) -> bool {
        self.confirmation(token).is_some()
    }

    /// An anonymous session that was seen within the last seconds.
    pub(crate) fn anonymous(&self, token: &ContextToken) -> Option<Anonymous> {
        self.confirmation(token)?.anonymous
    }

    fn confirmation(&self, token: &ContextToken) -> Option<Confirmed> {
        let confirmed = self.confirmed.get(&key(token)).flatten()?;
        (confirmed.since.elapsed() < CONFIRMED_FOR).then_some(confirmed)
    }

    /// Whether a customer was recently logged in to this session; it may then order on pages of every locale.
    pub(crate) fn is_allowed(&self, token: &ContextToken) -> bool {
        self.allowed
            .get(&key(token))
            .is_some_and(|since| since.elapsed() < ALLOWED_FOR)
    }

    /// Whether the last new address of the session may have been stored although no answer confirmed it.
    pub(crate) fn is_unsure(&self, token: &ContextToken) -> bool {
        self.unsure.get(&key(token)).unwrap_or(false)
    }

    /// Records whether the outcome of the session's last new address is unknown.
    pub(crate) fn note_unsure(&self, token: &ContextToken, unsure: bool) {
        if unsure || self.is_unsure(token) {
            self.unsure.put(key(token), unsure, 1);
        }
    }

    /// Records that a customer is logged in.
    pub(crate) fn allow(&self, token: &ContextToken) {
        self.allowed.put(key(token), Instant::now(), 1);
    }

    /// The replacement of a token, if it is recent.
    pub(crate) fn token_change(&self, token: &ContextToken) -> Option<TokenChange> {
        let (token_change, since) = self.token_changes.get(&key(token))?;
        (since.elapsed() < CHANGE_SEEN_WITHIN).then_some(token_change)
    }

    /// Records that a session had expired and which session replaced it; returns the replacement to use. Of several
    /// parallel calls, one that changed something takes precedence, otherwise the first.
    pub(crate) fn expired(&self, old: &ContextToken, new: &ContextToken, changed: bool) -> ContextToken {
        match self.token_change(old) {
            Some(TokenChange::Expired(known)) if !changed => return known,
            // The visitor has become a customer meanwhile; pending requests must not take that session away.
            Some(TokenChange::Replaced(known, _)) => return known,
            // Requests with the other replacement also get the new session.
            Some(TokenChange::Expired(known)) if known != *new => self.note(&known, TokenChange::Expired(new.clone())),
            _ => {}
        }
        self.note(old, TokenChange::Expired(new.clone()));
        new.clone()
    }

    /// Records that a visitor became a customer, by a request with this hash.
    pub(crate) fn became(&self, old: &ContextToken, new: &ContextToken, request: [u8; 32]) {
        self.note(old, TokenChange::Replaced(new.clone(), request));
    }

    fn note(&self, token: &ContextToken, token_change: TokenChange) {
        self.token_changes.put(key(token), (token_change, Instant::now()), 1);
    }
}

fn key(token: &ContextToken) -> Key {
    *blake3::hash(token.expose().as_bytes()).as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(letter: &str) -> ContextToken {
        ContextToken::parse(&letter.repeat(32)).expect("a token")
    }

    fn now(sessions: &Sessions, old: &str) -> Option<ContextToken> {
        match sessions.token_change(&token(old)) {
            Some(TokenChange::Expired(new)) => Some(new),
            _ => None,
        }
    }

    #[test]
    fn rule_15_of_several_new_sessions_the_one_that_was_changed_is_kept() {
        let sessions = Sessions::new(100);
        assert!(
            sessions.expired(&token("a"), &token("b"), false) == token("b"),
            "the first"
        );
        assert!(
            sessions.expired(&token("a"), &token("c"), false) == token("b"),
            "a read follows it"
        );
        assert!(
            sessions.expired(&token("a"), &token("d"), true) == token("d"),
            "a change does not"
        );
        assert!(now(&sessions, "a") == Some(token("d")));
        assert!(
            now(&sessions, "b") == Some(token("d")),
            "who was given the first comes to it too"
        );
        assert!(now(&sessions, "d").is_none());
    }
}
