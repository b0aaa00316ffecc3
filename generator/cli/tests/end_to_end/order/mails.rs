//! Opens every link in every mail that Shopware sends (R-ROUTE-14).

use serde_json::{Value, json};

use super::{COAT_RACK, EMAIL, LOCALES, Open, Words, ZIPCODE, address, guest, order, text};
use crate::support::Visitor;

const SHOP: &str = "http://127.0.0.1:3000";
const GIFT_CARD: &str = "CADEAUKAART-50";
const PASSWORD: &str = "geheim-wachtwoord-1";

/// One change for each state with a mail, in sequence.
fn states() -> [Value; 15] {
    [
        json!({"order": "in_progress"}),
        json!({"transaction": "authorized"}),
        json!({"transaction": "reminded"}),
        json!({"transaction": "failed"}),
        json!({"transaction": "paid_partially"}),
        json!({"transaction": "paid"}),
        json!({"delivery": "shipped_partially", "tracking_codes": ["3STEST"]}),
        json!({"delivery": "shipped"}),
        json!({"delivery": "returned_partially"}),
        json!({"delivery": "returned"}),
        json!({"transaction": "refunded_partially"}),
        json!({"transaction": "refunded"}),
        json!({"order": "completed"}),
        json!({"order": "open"}),
        json!({"order": "cancelled"}),
    ]
}

/// The page at the end of a link.
struct Landed {
    /// Path and query in the shop.
    path: String,
    page: String,
}

impl Landed {
    fn query(&self, name: &str) -> Option<&str> {
        let (_, query) = self.path.split_once('?')?;
        query
            .split('&')
            .find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
    }

    fn shows(&self, island: &str) -> bool {
        self.page.contains(&format!("data-island=\"{island}\""))
    }
}

/// Opens a link, follows its redirects, and returns the page, which must be in the mail's language. Answers with a
/// secret must not be storable.
fn open_link(open: &Open, words: &Words, link: &str) -> Landed {
    let mut path = link.strip_prefix(SHOP).unwrap_or_else(|| panic!("{link}")).to_owned();
    let is_secret = path.contains("/account/") || path.contains("hash=");
    for _ in 0..3 {
        let (status, headers, page) = open.shop.answer(&format!("{}{path}", open.url()));
        let cache = headers["cache-control"].to_str().unwrap();
        let leads_on = headers.get("location").map(|to| to.to_str().unwrap().to_owned());
        // The final page of a redirect is the same for all visitors.
        if is_secret && path == link[SHOP.len()..] {
            assert_eq!(cache, "no-store", "{link} {path}");
        }
        if let Some(to) = leads_on {
            assert!(
                (301..=308).contains(&status) && to.starts_with('/'),
                "{link}: {status} {to}"
            );
            path = to;
            continue;
        }
        assert_eq!(status, 200, "{link} leads to {path}");
        let language = format!("<html lang=\"{}\"", words.language);
        assert!(
            page.contains(&language),
            "{link} leads to a page of another language: {page}"
        );
        return Landed { path, page };
    }
    panic!("{link} leads from one redirect to another")
}

/// Mails of one kind since the mailbox was emptied, with all links.
fn links(mails: &[Value], kind: &str) -> Vec<String> {
    let of_kind = mails.iter().filter(|mail| mail["kind"] == kind);
    let links = of_kind.flat_map(|mail| mail["links"].as_array().unwrap());
    links.map(|link| text(link).to_owned()).collect()
}

/// With e-mail address and postal code, the page's look-up finds the order of a link.
fn finds_the_order(open: &Open, words: &Words, landed: &Landed, number: &str) {
    let by_path = || landed.path.rsplit('/').next().unwrap();
    let code = landed.query("deepLinkCode").unwrap_or_else(by_path);
    let known = json!({"code": code, "email": EMAIL, "zipcode": ZIPCODE});
    let found = open.visitor(words.locale).post("/api/orders/lookup", &known).ok();
    assert_eq!(found["order"]["number"], number, "{}", landed.path);
}

/// R-ROUTE-14: the mails about an order, for each state of order, payment and delivery, and about its downloads.
#[test]
fn r_route_14_links_about_orders_open_the_order_in_every_state_and_language() {
    let open = Open::start();
    for words in &LOCALES {
        open.shop.control("DELETE", "mailbox", &json!(null));
        let visitor = open.visitor(words.locale);
        open.add(&visitor, GIFT_CARD, 1);
        let checkout = open.guest(&visitor, words);
        let key = format!("0b5f2d0e-8c1a-4a6e-9d57-2f1f6f3c9a10-{}", words.locale);
        visitor.post("/api/orders", &order(&checkout["cart"], &key)).ok();
        let number = text(&open.orders()[0]["number"]).to_owned();
        for state in states() {
            open.shop.control("POST", &format!("orders/{number}/state"), &state);
        }
        let mails = open.mails();
        let kinds: Vec<&str> = mails.iter().map(|mail| text(&mail["kind"])).collect();
        assert_eq!(
            mails.len(),
            states().len() + 2,
            "one of each state, the order's and the downloads': {kinds:?}"
        );
        for mail in &mails {
            assert_eq!(mail["language"], words.language, "{mail}");
            for link in mail["links"].as_array().unwrap() {
                let landed = open_link(&open, words, text(link));
                if landed.path.contains("/account/order/") {
                    assert!(landed.shows("order-outcome"), "{link}");
                    finds_the_order(&open, words, &landed, &number);
                } else {
                    assert_eq!(mail["kind"], "order_placed", "the way out of the contract: {link}");
                }
            }
        }
        let downloads = links(&mails, "downloads_ready");
        assert!(downloads[0].contains("/account/order/download/"), "{downloads:?}");
    }
}

/// R-ROUTE-14: the mails about an account, from registration to a changed password.
#[test]
fn r_route_14_links_about_accounts_open_their_screens_in_every_language() {
    let open = Open::start();
    for words in &LOCALES {
        let email = format!("noor-{}@example.test", words.locale);
        for opt_in in [true, false] {
            open.shop.control("DELETE", "mailbox", &json!(null));
            open.shop
                .control("POST", "accounts", &json!({ "double_opt_in": opt_in }));
            let own = if opt_in {
                email.clone()
            } else {
                format!("sam-{}@example.test", words.locale)
            };
            registers(&open, words, &own);
            let mails = open.mails();
            if opt_in {
                confirms(&open, words, &links(&mails, "customer_opt_in")[0], "logged-in");
            } else {
                open_link(&open, words, &links(&mails, "customer_registered")[0]);
            }
        }
        let visitor = open.visitor(words.locale);
        visitor.post("/api/account/recover", &json!({ "email": email })).ok();
        let link = links(&open.mails(), "customer_recovery").remove(0);
        let landed = open_link(&open, words, &link);
        assert!(landed.shows("auth"), "{link}");
        let hash = landed
            .query("hash")
            .unwrap_or_else(|| panic!("the query goes along: {}", landed.path));
        let usable = visitor
            .post("/api/account/recover/check", &json!({ "hash": hash }))
            .ok();
        assert_eq!(usable["usable"], true, "{link}");
    }
}

/// R-ROUTE-14, R-CHK-01: the mail to an unconfirmed guest links to the confirmation, which continues to the checkout;
/// that of the newsletter only confirms the subscription.
#[test]
fn r_route_14_links_of_guests_and_of_the_newsletter_are_confirmed_in_every_language() {
    let open = Open::start();
    for words in &LOCALES {
        open.shop.control("DELETE", "mailbox", &json!(null));
        open.shop
            .control("POST", "accounts", &json!({"double_opt_in_guests": true}));
        let visitor = open.visitor(words.locale);
        open.add(&visitor, COAT_RACK, 1);
        let checkout = visitor.get("/api/checkout").ok();
        let answer = visitor.post("/api/checkout/guest", &guest(&checkout, words)).ok();
        assert_eq!(answer["outcome"], "confirm-email");
        let link = links(&open.mails(), "guest_opt_in").remove(0);
        let landed = confirm_in(&open, words, &link, &visitor, "guest");
        let screens = open.shop.file("server/site.json");
        let screens: Value = serde_json::from_str(&screens).unwrap();
        let checkout = text(&screens["routes"]["bor.checkout"][words.locale]);
        assert!(landed.page.contains(checkout), "the page knows the way to {checkout}");

        let url = if words.locale == "nl" {
            SHOP.to_owned()
        } else {
            format!("{SHOP}/{}", words.locale)
        };
        let subscription = json!({"email": EMAIL, "option": "subscribe", "storefrontUrl": url});
        open.shop
            .at_shopware(words.language, "/newsletter/subscribe", &subscription);
        let link = links(&open.mails(), "newsletter_opt_in").remove(0);
        let landed = open_link(&open, words, &link);
        assert!(landed.shows("auth"), "{link}");
        let reader = open.visitor(words.locale);
        let secrets = json!({"hash": landed.query("hash"), "em": landed.query("em")});
        reader.post("/api/newsletter/confirm", &secrets).ok();
        assert_eq!(
            reader.cookie("vitrine-session"),
            None,
            "a subscription begins no session"
        );
    }
}

fn registers(open: &Open, words: &Words, email: &str) {
    let visitor = open.visitor(words.locale);
    let form = visitor.get("/api/checkout/form").ok();
    let registration = json!({
        "account_type": "private", "salutation_id": null, "first_name": "Noor", "last_name": "Visser", "email": email,
        "password": PASSWORD, "password_confirmation": PASSWORD, "vat_id": null, "accept_privacy": true,
        "billing_address": address(&form, words), "shipping_address": null
    });
    visitor.post("/api/account/register", &registration).ok();
}

/// Opens the link of a confirmation in another browser.
fn confirms(open: &Open, words: &Words, link: &str, outcome: &str) -> Landed {
    confirm_in(open, words, link, &open.visitor(words.locale), outcome)
}

fn confirm_in(open: &Open, words: &Words, link: &str, visitor: &Visitor<'_>, outcome: &str) -> Landed {
    let landed = open_link(open, words, link);
    assert!(landed.shows("auth"), "{link}");
    let secrets = json!({"hash": landed.query("hash"), "em": landed.query("em")});
    let confirmed = visitor.post("/api/account/register/confirm", &secrets).ok();
    assert_eq!(confirmed["outcome"], outcome, "{link}");
    landed
}
