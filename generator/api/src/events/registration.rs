//! The data in a shop's registration of Shopware's app (Shopware §20.1).

use std::time::Duration;

use serde_json::Value;
use url::Url;

use super::signed::fresh;
use crate::web::queries::{Parameter, once, query};

/// Most characters of a shop's id.
const MAX_ID: usize = 64;
/// Most characters of a shop's URL.
const MAX_URL: usize = 255;
/// Most digits of a time.
const MAX_DIGITS: usize = 12;

query!(/// The query of a registration. The shop signs it as it is written.
pub(crate) RegistrationQuery {
    /// The shop's id.
    shop_id as "shop-id": ShopId = "lrNfraTHoKRe24RU",
    /// The shop's URL.
    shop_url as "shop-url": ShopUrl = "https://shop.example",
    /// When it was sent, in seconds since 1970.
    timestamp: Seconds = "1795240839",
});

impl RegistrationQuery {
    /// How far its time is from ours.
    pub(super) fn is_fresh(&self, now: Duration) -> Result<(), &'static str> {
        fresh(Some(self.timestamp.0), now)
    }
}

/// The id of a shop: letters and digits.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct ShopId(pub(super) String);

impl Parameter for ShopId {
    const PATTERN: &'static str = "^[A-Za-z0-9]{1,64}$";
    const REQUIRED: bool = true;

    fn read(value: Option<Value>, _query: &str) -> Result<Self, Self> {
        let is_id =
            |text: &String| (1..=MAX_ID).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let text = once(value).ok().flatten().filter(is_id);
        text.map(Self).ok_or_else(Self::default)
    }
}

/// The URL of a shop.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct ShopUrl(pub(super) String);

impl Parameter for ShopUrl {
    const PATTERN: &'static str = "^https?://.{1,247}$";
    const REQUIRED: bool = true;

    fn read(value: Option<Value>, _query: &str) -> Result<Self, Self> {
        let is_web = |text: &String| {
            text.len() <= MAX_URL && Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
        };
        let text = once(value).ok().flatten().filter(is_web);
        text.map(Self).ok_or_else(Self::default)
    }
}

/// A time in seconds since 1970.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Seconds(pub(super) u64);

impl Parameter for Seconds {
    const PATTERN: &'static str = "^[0-9]{1,12}$";
    const REQUIRED: bool = true;

    fn read(value: Option<Value>, _query: &str) -> Result<Self, Self> {
        let is_time = |text: &String| text.len() <= MAX_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
        let text = once(value).ok().flatten().filter(is_time);
        text.and_then(|text| text.parse().ok())
            .map(Self)
            .ok_or_else(Self::default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::queries::Query;

    #[test]
    fn a_registration_is_read_as_a_shop_sends_it() {
        let query = "shop-id=lrNfraTHoKRe24RU&shop-url=http%3A%2F%2F127.0.0.1%3A8000&timestamp=1795240839&later=1";
        let read = RegistrationQuery::of_server(query).expect("a registration");
        assert_eq!(read.shop_id, ShopId("lrNfraTHoKRe24RU".to_owned()));
        assert_eq!(read.shop_url, ShopUrl("http://127.0.0.1:8000".to_owned()));
        assert_eq!(read.timestamp, Seconds(1_795_240_839));
        let (long_id, long_url) = ("a".repeat(65), format!("https://{}.test", "a".repeat(250)));
        for (id, url, time) in [
            ("", "https://shop.test", "1"),
            ("a-b", "https://shop.test", "1"),
            (&long_id, "https://shop.test", "1"),
            ("a", "", "1"),
            ("a", "shop.test", "1"),
            ("a", "javascript:alert(1)", "1"),
            ("a", &long_url, "1"),
            ("a", "https://shop.test", ""),
            ("a", "https://shop.test", "-1"),
            ("a", "https://shop.test", "%2B1"),
            ("a", "https://shop.test", "1234567890123"),
            ("a&shop-id=b", "https://shop.test", "1"),
        ] {
            let query = format!("shop-id={id}&shop-url={url}&timestamp={time}");
            assert_eq!(RegistrationQuery::of_server(&query), None, "{query}");
        }
        assert_eq!(RegistrationQuery::of_server("shop-id=a&timestamp=1"), None);
    }
}
