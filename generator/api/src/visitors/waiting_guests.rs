//! Guests who must confirm their e-mail address before they can order (`doubleOptInGuestOrder`, Shopware §25.2). The
//! link in the mail logs in the session that opens it, so a link opened on another device is confirmed in the waiting
//! session, which has the cart.
//!
//! **Invariant:** the resulting session is only given to the browser that sent the guest's details: by a secret that
//! was sent only to it (rule 10: a planted token is not enough). Only the guest registered in that session is
//! confirmed; if that is not certain, the link has Shopware's own effect.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use vitrine_backends::shopware::session::{ContextToken, CustomerId};

/// How long a session waits: a mail may be opened the same evening.
const WAITS_FOR: Duration = Duration::from_secs(4 * 60 * 60);
/// Maximum number of mails of one session whose links are known; every mail that is sent again is for a new guest.
const MAILS: usize = 10;

/// The waiting sessions of this process, by the name that links have for their e-mail address.
pub(crate) struct WaitingGuests {
    all: Mutex<HashMap<String, Waiting>>,
    most: usize,
}

/// The sessions that wait for the links of one e-mail address.
struct Waiting {
    sessions: Vec<Session>,
    /// Links of an account are sent to this address too: they cannot be distinguished before they are used.
    has_account_link: bool,
    since: Instant,
}

struct Session {
    token: ContextToken,
    secret: String,
    guests: Vec<CustomerId>,
    /// The guest's session, once the link was opened elsewhere.
    became: Option<ContextToken>,
    is_claimed: bool,
}

impl WaitingGuests {
    /// Remembers at most this many e-mail addresses.
    pub(crate) fn new(most: usize) -> Self {
        Self {
            all: Mutex::default(),
            most,
        }
    }

    /// A session waits for the link that was sent to a guest; returns the secret for its browser.
    pub(crate) fn wait(&self, email: &str, token: &ContextToken, guest: CustomerId, now: Instant) -> String {
        self.with(email, now, |waiting| {
            let place = waiting.sessions.iter().position(|session| session.token == *token);
            let mut session = match place {
                Some(place) => waiting.sessions.swap_remove(place),
                None => Session {
                    token: token.clone(),
                    secret: ContextToken::random().expose().to_owned(),
                    guests: Vec::new(),
                    became: None,
                    is_claimed: false,
                },
            };
            if session.guests.len() == MAILS {
                session.guests.remove(0);
            }
            session.guests.push(guest);
            let secret = session.secret.clone();
            waiting.sessions.push(session);
            secret
        })
    }

    /// A link of an account was sent to this address.
    pub(crate) fn has_account_link(&self, email: &str, now: Instant) {
        self.with(email, now, |waiting| waiting.has_account_link = true);
    }

    /// The session in which a link is to be confirmed instead of the one that opened it; `None` if that is not certain.
    pub(crate) fn session_of(
        &self,
        email: &str,
        opened_by: Option<&ContextToken>,
        now: Instant,
    ) -> Option<ContextToken> {
        self.with(email, now, |waiting| match waiting.sessions.as_slice() {
            [one] if !waiting.has_account_link && Some(&one.token) != opened_by => Some(one.token.clone()),
            _ => None,
        })
    }

    /// The link was confirmed in a waiting session, which continues under another token. Returns whether the link
    /// belonged to a guest of this session.
    pub(crate) fn confirmed(
        &self,
        email: &str,
        waiting: &ContextToken,
        guest: Option<&CustomerId>,
        token: &ContextToken,
        now: Instant,
    ) -> bool {
        self.with(email, now, |known| {
            let mut sessions = known.sessions.iter_mut();
            let session = sessions.find(|session| session.token == *waiting);
            let own = session.filter(|session| guest.is_some_and(|guest| session.guests.contains(guest)));
            own.map(|session| session.became = Some(token.clone())).is_some()
        })
    }

    /// Whether a waiting session was already confirmed elsewhere.
    pub(crate) fn is_confirmed(&self, email: &str, waiting: &ContextToken, now: Instant) -> bool {
        self.with(email, now, |known| {
            let mut sessions = known.sessions.iter();
            sessions.any(|session| session.token == *waiting && session.became.is_some())
        })
    }

    /// The guest's session, for the waiting browser, whose own session may have expired meanwhile because Shopware
    /// ended it. Later only that session gets it again, in case the answer was lost.
    pub(crate) fn claim(&self, token: Option<&ContextToken>, secret: &str) -> Option<ContextToken> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let mut sessions = all.values_mut().flat_map(|waiting| &mut waiting.sessions);
        let own = sessions.find(|session| same(&session.secret, secret))?;
        if own.is_claimed && token != Some(&own.token) {
            return None;
        }
        let became = own.became.clone()?;
        own.is_claimed = true;
        Some(became)
    }

    fn with<T>(&self, email: &str, now: Instant, read: impl FnOnce(&mut Waiting) -> T) -> T {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, waiting| now.duration_since(waiting.since) < WAITS_FOR);
        if all.len() >= self.most && !all.contains_key(email) {
            let oldest = all
                .iter()
                .min_by_key(|(_, waiting)| waiting.since)
                .map(|(name, _)| name.clone());
            oldest.and_then(|oldest| all.remove(&oldest));
        }
        let waiting = all.entry(email.to_owned()).or_insert_with(|| Waiting {
            sessions: Vec::new(),
            has_account_link: false,
            since: now,
        });
        read(waiting)
    }
}

/// Compares in constant time.
fn same(known: &str, given: &str) -> bool {
    blake3::hash(known.as_bytes()) == blake3::hash(given.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMAIL: &str = "90afd5bb2ad162d947815e329a75da2796c64257";

    fn token(letter: &str) -> ContextToken {
        ContextToken::parse(&letter.repeat(32)).expect("a token")
    }

    fn guest(digit: &str) -> CustomerId {
        CustomerId::parse(&digit.repeat(32)).expect("an id")
    }

    #[test]
    fn rule_10_the_guests_session_is_given_to_the_waiting_browser() {
        let (all, now) = (WaitingGuests::new(100), Instant::now());
        let secret = all.wait(EMAIL, &token("a"), guest("1"), now);
        assert_eq!(all.wait(EMAIL, &token("a"), guest("2"), now), secret, "sent again");
        assert!(all.session_of(EMAIL, Some(&token("a")), now).is_none(), "its own tab");
        assert!(all.session_of(EMAIL, None, now) == Some(token("a")), "another device");
        assert!(
            all.claim(Some(&token("a")), &secret).is_none(),
            "before it is confirmed"
        );
        assert!(
            !all.confirmed(EMAIL, &token("a"), Some(&guest("3")), &token("b"), now),
            "another guest"
        );
        assert!(!all.confirmed(EMAIL, &token("a"), None, &token("b"), now));
        assert!(all.claim(Some(&token("a")), &secret).is_none(), "it is not handed over");
        assert!(
            all.confirmed(EMAIL, &token("a"), Some(&guest("1")), &token("b"), now),
            "the first mail"
        );
        assert!(all.claim(Some(&token("a")), "guessed").is_none(), "a planted token");
        assert!(
            all.claim(Some(&token("c")), &secret) == Some(token("b")),
            "its session was found ended"
        );
        assert!(
            all.claim(Some(&token("a")), &secret) == Some(token("b")),
            "the answer was lost"
        );
        assert!(
            all.claim(Some(&token("d")), &secret).is_none(),
            "who is somebody else by now stays so"
        );
    }

    #[test]
    fn where_it_is_not_certain_whose_link_it_is_it_works_as_shopwares_own() {
        let (all, now) = (WaitingGuests::new(2), Instant::now());
        all.wait(EMAIL, &token("a"), guest("1"), now);
        all.wait(EMAIL, &token("b"), guest("2"), now);
        assert!(all.session_of(EMAIL, None, now).is_none(), "two wait");
        all.wait("other", &token("c"), guest("3"), now);
        all.has_account_link("other", now);
        assert!(all.session_of("other", None, now).is_none(), "an account too");
        all.wait("third", &token("d"), guest("4"), now + Duration::from_secs(1));
        assert!(all.all.lock().expect("a lock").len() <= 2, "bounded");
        assert!(
            all.session_of("third", None, now + WAITS_FOR + Duration::from_secs(1))
                .is_none(),
            "too old"
        );
    }
}
