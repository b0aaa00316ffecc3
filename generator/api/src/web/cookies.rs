//! The five cookies: the context token, which identifies the session (rule 10, R-SESS-02); three that scripts may read:
//! the item count, whether a customer is logged in and may have own prices, and the end of a session that was not
//! reported yet; and the hash of the cart that was shown last.
//!
//! **Invariant:** the token's cookie is set when a session begins, ends, or continues under another token; no answer to
//! a read changes it.

use http::{HeaderMap, HeaderValue, header};
use vitrine_backends::shopware::session::ContextToken;

const YEAR: u32 = 365 * 24 * 60 * 60;

/// The cookies of one request and their new values.
#[derive(Debug)]
pub(crate) struct Jar {
    token: Option<ContextToken>,
    token_changed: bool,
    count_sent: Option<u32>,
    count: Option<u32>,
    seen_sent: Option<String>,
    seen: Option<String>,
    customer_sent: Option<CustomerHint>,
    customer: Option<Option<CustomerHint>>,
    /// The end of a session that no answer has reported yet.
    ended_sent: Option<Ended>,
    ended: Option<Option<Ended>>,
    dropped: bool,
    https: bool,
}

/// The name of the session's cookie.
pub(crate) const fn session_cookie(https: bool) -> &'static str {
    if https {
        "__Host-vitrine-session"
    } else {
        "vitrine-session"
    }
}

const COUNT_COOKIE: &str = "vitrine-cart";
const SEEN_COOKIE: &str = "vitrine-seen";
const CUSTOMER_COOKIE: &str = "vitrine-customer";
const ENDED_COOKIE: &str = "vitrine-ended";

/// Length of a cart's name, a hash in hex, in characters.
pub(crate) const CART_NAME_LENGTH: usize = 32;

fn is_cart_name(text: &str) -> bool {
    text.len() == CART_NAME_LENGTH && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// Whose session has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    /// A visitor with a cart who was not logged in.
    Anonymous,
    /// Of a customer, whose cart comes back with the login.
    Customer,
}

impl Ended {
    const ALL: [Self; 2] = [Self::Anonymous, Self::Customer];

    const fn word(self) -> &'static str {
        match self {
            Self::Anonymous => "cart",
            Self::Customer => "customer",
        }
    }
}

/// What scripts may know of a customer who is logged in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CustomerHint {
    /// The prices are those of every visitor.
    LoggedIn,
    /// The prices may be the customer's own: pages then reserve their place and ask for them.
    OwnPrices,
}

impl CustomerHint {
    const ALL: [Self; 2] = [Self::LoggedIn, Self::OwnPrices];

    /// The value of the cookie, a digit from 1 (`islands/src/header/account-links.ts`).
    const fn word(self) -> &'static str {
        match self {
            Self::LoggedIn => "1",
            Self::OwnPrices => "2",
        }
    }
}

impl Jar {
    /// Reads the request's cookies; a token that is not in Shopware's format is ignored.
    pub(crate) fn read(headers: &HeaderMap, https: bool) -> Self {
        Self {
            token: cookie(headers, session_cookie(https)).and_then(|text| ContextToken::parse(text).ok()),
            token_changed: false,
            count_sent: cookie(headers, COUNT_COOKIE).and_then(|text| text.parse().ok()),
            count: None,
            seen_sent: cookie(headers, SEEN_COOKIE)
                .filter(|text| is_cart_name(text))
                .map(str::to_owned),
            seen: None,
            customer_sent: cookie(headers, CUSTOMER_COOKIE)
                .and_then(|word| CustomerHint::ALL.into_iter().find(|hint| hint.word() == word)),
            customer: None,
            ended_sent: cookie(headers, ENDED_COOKIE)
                .and_then(|word| Ended::ALL.into_iter().find(|ended| ended.word() == word)),
            ended: None,
            dropped: false,
            https,
        }
    }

    /// The token of the next call.
    pub(crate) fn token(&self) -> Option<&ContextToken> {
        self.token.as_ref()
    }

    /// Begins a session if there is none: its first token is generated here (rule 10).
    pub(crate) fn begin(&mut self) {
        if self.token.is_none() {
            self.go_over(ContextToken::random());
        }
    }

    /// Adopts the token in the response to a change that was sent with `sent`.
    pub(crate) fn observe(&mut self, sent: Option<&ContextToken>, answered: Option<ContextToken>) {
        if let Some(answered) = answered
            && sent != Some(&answered)
        {
            self.token = Some(answered);
            self.token_changed = true;
        }
    }

    /// Drops a token that did not come with the request: a visitor who only reads needs no session, and two parallel
    /// first requests must not overwrite each other's token.
    pub(crate) fn forget(&mut self) {
        self.token = None;
        self.token_changed = false;
    }

    /// Drops a session that was ended; its cookie is removed unless the response begins another one.
    pub(crate) fn end(&mut self) {
        self.forget();
        self.dropped = true;
        self.set_customer(None);
        self.set_count(0);
        self.forget_seen();
    }

    /// Sets what scripts may know of the customer, `None` if nobody is logged in: pages then request the session.
    pub(crate) fn set_customer(&mut self, hint: Option<CustomerHint>) {
        self.customer = Some(hint);
        if hint.is_some() {
            self.set_ended(None);
        }
    }

    /// Whether a customer was logged in in this browser, according to its cookie.
    pub(crate) fn was_customer(&self) -> bool {
        self.customer_sent.is_some()
    }

    /// Whether a customer of this browser may have own prices, according to its cookie.
    pub(crate) fn may_have_own_prices(&self) -> bool {
        self.customer_sent == Some(CustomerHint::OwnPrices)
    }

    /// What this browser loses when its session ends, according to its cookies; `None` if nothing.
    pub(crate) fn kind_of_end(&self) -> Option<Ended> {
        match (self.was_customer(), self.count_sent.unwrap_or(0)) {
            (true, _) => Some(Ended::Customer),
            (false, 0) => self.ended_sent,
            (false, _) => Some(Ended::Anonymous),
        }
    }

    /// The end of an earlier session that no answer has reported yet.
    pub(crate) fn ended(&self) -> Option<Ended> {
        self.ended.unwrap_or(self.ended_sent)
    }

    /// Sets the end of a session that is still to be reported; `None` once it was.
    pub(crate) fn set_ended(&mut self, ended: Option<Ended>) {
        self.ended = Some(ended);
    }

    /// Switches to the session that replaced the request's.
    pub(crate) fn go_over(&mut self, token: ContextToken) {
        self.token_changed |= self.token.as_ref() != Some(&token);
        self.token = Some(token);
    }

    /// The cart that this browser was shown last by its name, a hash of [`CART_NAME_LENGTH`] characters.
    pub(crate) fn seen(&self) -> Option<&str> {
        self.seen_sent.as_deref()
    }

    /// Whether this browser has no cart, according to its cookie.
    pub(crate) fn is_without_cart(&self) -> bool {
        self.count_sent.unwrap_or(0) == 0
    }

    /// Sets the cart that this response shows.
    pub(crate) fn set_seen(&mut self, name: String) {
        self.seen = Some(name);
    }

    /// Clears the cart that was shown, so that the next cart is not compared.
    pub(crate) fn forget_seen(&mut self) {
        self.seen = Some(String::new());
    }

    /// Sets the number of pieces in the cart.
    pub(crate) fn set_count(&mut self, count: u32) {
        self.count = Some(count);
    }

    /// The `Set-Cookie` values of the response.
    pub(crate) fn set_cookies(&self) -> Vec<HeaderValue> {
        let secure = if self.https { "; Secure" } else { "" };
        let mut lines = Vec::new();
        if let (true, Some(token)) = (self.token_changed, &self.token) {
            let name = session_cookie(self.https);
            let line = format!(
                "{name}={}; Max-Age={YEAR}; Path=/; HttpOnly; SameSite=Lax{secure}",
                token.expose()
            );
            lines.extend(HeaderValue::from_str(&line).map(|mut value| {
                value.set_sensitive(true);
                value
            }));
        }
        if self.dropped && self.token.is_none() {
            let name = session_cookie(self.https);
            let line = format!("{name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax{secure}");
            lines.extend(HeaderValue::from_str(&line));
        }
        if let Some(customer) = self.customer.filter(|customer| *customer != self.customer_sent) {
            let (value, age) = customer.map_or(("", 0), |hint| (hint.word(), YEAR));
            let line = format!("{CUSTOMER_COOKIE}={value}; Max-Age={age}; Path=/; SameSite=Lax{secure}");
            lines.extend(HeaderValue::from_str(&line));
        }
        if let Some(ended) = self.ended.filter(|ended| *ended != self.ended_sent) {
            let (value, age) = ended.map_or(("", 0), |ended| (ended.word(), YEAR));
            let line = format!("{ENDED_COOKIE}={value}; Max-Age={age}; Path=/; SameSite=Lax{secure}");
            lines.extend(HeaderValue::from_str(&line));
        }
        if let Some(count) = self.count
            && count != self.count_sent.unwrap_or(0)
        {
            let line = format!("{COUNT_COOKIE}={count}; Max-Age={YEAR}; Path=/; SameSite=Lax{secure}");
            lines.extend(HeaderValue::from_str(&line));
        }
        if let Some(seen) = &self.seen
            && seen != self.seen_sent.as_deref().unwrap_or_default()
        {
            let age = if seen.is_empty() { 0 } else { YEAR };
            let line = format!("{SEEN_COOKIE}={seen}; Max-Age={age}; Path=/api; HttpOnly; SameSite=Lax{secure}");
            lines.extend(HeaderValue::from_str(&line));
        }
        lines
    }
}

/// The value of a cookie.
pub(crate) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jar(cookies: &str, https: bool) -> Jar {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_str(cookies).expect("a header"));
        Jar::read(&headers, https)
    }

    #[test]
    fn r_sess_02_only_tokens_of_shopwares_form_are_taken() {
        let good = "a".repeat(32);
        assert!(jar(&format!("x=1; vitrine-session={good}"), false).token().is_some());
        assert!(
            jar(&format!("vitrine-session={good}"), true).token().is_none(),
            "the other scheme's name"
        );
        for bad in [
            "short",
            &"a".repeat(65),
            "aaaaaaaaaaaaaaaa-aaaaaaa",
            "aaaaaaaaaaaaaaaa<aaaa>",
            "",
        ] {
            assert!(jar(&format!("vitrine-session={bad}"), false).token().is_none(), "{bad}");
        }
    }

    #[test]
    fn r_sess_02_the_cookie_is_set_when_an_answers_token_differs_from_the_one_sent() {
        let old = ContextToken::parse(&"a".repeat(32)).expect("a token");
        let new = ContextToken::parse(&"b".repeat(32)).expect("a token");
        let mut https = jar(&format!("__Host-vitrine-session={}", old.expose()), true);
        https.observe(Some(&old), Some(old.clone()));
        https.observe(Some(&old), None);
        assert!(https.set_cookies().is_empty());
        https.observe(Some(&old), Some(new.clone()));
        https.observe(Some(&new), Some(new.clone()));
        assert_eq!(
            https.set_cookies(),
            [format!(
                "__Host-vitrine-session={}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax; Secure",
                new.expose()
            )]
        );
    }

    #[test]
    fn the_count_is_set_only_where_it_changed() {
        let mut jar = jar("vitrine-cart=2", false);
        jar.set_count(2);
        assert!(jar.set_cookies().is_empty());
        jar.set_count(0);
        assert_eq!(
            jar.set_cookies(),
            ["vitrine-cart=0; Max-Age=31536000; Path=/; SameSite=Lax"]
        );
    }

    #[test]
    fn law_3_the_hint_of_a_customer_is_set_where_it_changed() {
        let cases = [
            ("", Some(CustomerHint::OwnPrices), Some("2; Max-Age=31536000")),
            ("1", Some(CustomerHint::OwnPrices), Some("2; Max-Age=31536000")),
            ("2", Some(CustomerHint::OwnPrices), None),
            ("2", Some(CustomerHint::LoggedIn), Some("1; Max-Age=31536000")),
            ("2", None, Some("; Max-Age=0")),
            ("3", None, None),
        ];
        for (sent, hint, expected) in cases {
            let mut jar = jar(&format!("vitrine-customer={sent}"), false);
            jar.set_customer(hint);
            let expected = expected.map(|value| format!("vitrine-customer={value}; Path=/; SameSite=Lax"));
            let lines: Vec<HeaderValue> = jar.set_cookies();
            assert_eq!(
                lines.first().and_then(|line| line.to_str().ok()),
                expected.as_deref(),
                "{sent} {hint:?}"
            );
        }
    }
}
