//! Strangers who use the form to flood another person's mailbox, and misbehaving mail servers: law §4a "Abuse", rules
//! 13 and 16.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    sync::mpsc,
};

use super::{ROUTE, delivered, files, sent, statement, until, withdraw};
use crate::{client::Answer, mailbox::Mailbox, shop::Shop, shopware::Shopware};

/// A statement from a client whose address the proxy provides.
async fn from(shop: &Shop, address: &str, number: usize, change: &Value) -> Answer {
    let mut one = statement();
    one["key"] = json!(format!("{number:032x}"));
    for (field, value) in change.as_object().expect("fields") {
        one[field] = value.clone();
    }
    let ask = shop.ask("POST", "/api/withdrawals").by_page();
    ask.with("X-Forwarded-For", address).json(&one).send().await
}

/// The deliveries of every record, once each channel was tried.
async fn tried(shop: &Shop, count: usize) -> Vec<Value> {
    until("a try of every channel", || {
        let all: Vec<Value> = [".pending", ".done"]
            .iter()
            .flat_map(|kind| files(shop.folder.path(), kind))
            .collect();
        let waits = |one: &Value| {
            ["customer", "shop", "shopware"]
                .iter()
                .any(|channel| one[channel]["state"] == "waiting")
        };
        (all.len() == count && !all.iter().any(waits)).then_some(all)
    })
    .await
}

/// "Rate limit": twenty addresses can send no more to a mailbox, or to the shop's about one order, than one address;
/// everything is on disk, the rest is delivered later, and other visitors are not delayed.
#[tokio::test]
async fn law_4a_a_recipient_and_an_order_have_a_bound_whoever_states() {
    for (what, customers, notices) in [("one mailbox", 6, 60), ("one order", 6, 6)] {
        let shopware = Shopware::start().await;
        shopware.answer("POST", ROUTE, sent()).await;
        let mailbox = Mailbox::start().await;
        let config = mailbox.config();
        let shop = Shop::with(shopware.client(), |c| {
            c.mail = Some(config);
            c.trusted_proxies = vec!["127.0.0.1/32".parse().expect("an address")];
        })
        .await;
        for number in 0..60 {
            let either = |two: [&'static str; 2]| two[number % 2];
            let change = match what {
                "one mailbox" => {
                    json!({"order_number": format!("{}", 10_000 + number), "email": either(["noor@example.test", "Noor@Example.TEST"])})
                }
                _ => {
                    json!({"order_number": either(["10042", " 10042"]), "email": format!("a{number}@example.test")})
                }
            };
            let answer = from(&shop, &format!("203.0.113.{}", number / 3), number, &change).await;
            assert_eq!(
                (answer.status, &answer.json()["mailed"]),
                (200, &json!(true)),
                "{what} {number}"
            );
        }
        let all = tried(&shop, 60).await;
        let desk = |to: &str| to == "desk@shop.test";
        let mails = mailbox.mails();
        let to_shop = mails.iter().filter(|(to, _)| desk(to)).count();
        assert_eq!((mails.len() - to_shop, to_shop), (customers, notices), "{what}");
        assert_eq!(shopware.requests().await.len(), customers, "{what}: Shopware mails too");
        let later = all.iter().filter(|one| one["customer"]["state"] == "failed").count();
        assert_eq!(later, 60 - customers, "{what}: the others are kept");
        for one in all.iter().filter(|one| one["customer"]["state"] == "failed") {
            let again: jiff::Timestamp = one["customer"]["again_at"]
                .as_str()
                .expect("a time")
                .parse()
                .expect("a time");
            let wait = again.duration_since(jiff::Timestamp::now()).as_secs();
            assert!((300..=3_600).contains(&wait), "{what}: {wait}");
        }
        let other = json!({"email": "other@example.test", "order_number": "20001"});
        assert_eq!(from(&shop, "203.0.113.1", 900, &other).await.status, 200);
        let all = tried(&shop, 61).await;
        assert_eq!(
            all.iter().filter(|one| one["customer"]["state"] == "delivered").count(),
            customers + 1
        );
    }
}

/// Rule 16: one network per hour, however slowly it sends and whatever addresses it names.
#[tokio::test]
async fn law_4a_a_network_has_a_bound_over_an_hour() {
    for addresses in [["203.0.113.7", "203.0.113.7"], ["2001:db8::1", "2001:db8::ffff:2"]] {
        let shop = Shop::with(Shopware::start().await.client(), |c| {
            c.trusted_proxies = vec!["127.0.0.1/32".parse().expect("an address")];
            c.rates.withdrawals = 1_000;
        })
        .await;
        let state = |number: usize, address: &'static str| {
            let shop = &shop;
            async move {
                let change = json!({"email": format!("a{number}@example.test"), "order_number": number.to_string()});
                from(shop, address, number, &change).await
            }
        };
        for number in 0..30 {
            assert_eq!(state(number, addresses[number % 2]).await.status, 200, "{number}");
        }
        let refused = state(30, addresses[0]).await;
        assert_eq!(refused.refused(), (429, "RATE_LIMITED".to_owned()));
        let wait: u64 = refused.header("retry-after").expect("a time").parse().expect("seconds");
        assert!((61..=3_600).contains(&wait), "longer than a minute: {wait}");
        assert_eq!(state(31, "198.51.100.1").await.status, 200, "another network");
        assert_eq!(files(shop.folder.path(), "").len(), 31);
    }
}

/// A stranger's text is only sent to the shop: the acknowledgement has no remark and no link, in three languages.
#[tokio::test]
async fn law_4a_the_receipt_repeats_what_the_law_asks_without_links() {
    for (locale, field, typed, repeated) in [
        (
            "nl",
            "items",
            "Win op https://evil.example/win",
            "Win op https: //evil. example/win",
        ),
        ("en", "name", "Noor www.evil.example", "Noor www. evil. example"),
        ("de", "order_number", "10042 evil.example", "10042 evil. example"),
    ] {
        let mailbox = Mailbox::start().await;
        let config = mailbox.config();
        let shop = Shop::with(Shopware::start().await.client(), |c| c.mail = Some(config)).await;
        let mut one = statement();
        one[field] = json!(typed);
        one["comment"] = json!("Klik http://evil.example/klik");
        let ask = shop.ask("POST", "/api/withdrawals").by_page().locale(locale);
        assert_eq!(ask.json(&one).send().await.status, 200, "{field}");
        let mails = mailbox.wait_for(2).await;
        let [(_, receipt), (_, notice)] = &mails[..] else {
            panic!("two mails")
        };
        assert!(
            !receipt.contains("evil.example") && !receipt.contains("Klik"),
            "{receipt}"
        );
        assert!(receipt.contains(repeated), "{repeated}: {receipt}");
        assert!(
            notice.contains(typed) && notice.contains("http://evil.example/klik"),
            "{notice}"
        );
    }
}

/// `mailed` means that the acknowledgement was sent or is queued: not if it was given up.
#[tokio::test]
async fn law_4a_mailed_is_what_was_handed_over_or_is_kept() {
    for (email, first, again) in [("noor@example.test", true, true), ("refused@example.test", true, false)] {
        let shopware = Shopware::start().await;
        shopware.answer("POST", ROUTE, sent()).await;
        let mailbox = Mailbox::start().await;
        let config = mailbox.config();
        let shop = Shop::with(shopware.client(), |c| c.mail = Some(config)).await;
        let mut one = statement();
        one["email"] = json!(email);
        assert_eq!(withdraw(&shop, &one).await.json()["mailed"], json!(first), "{email}");
        delivered(&shop).await;
        assert_eq!(withdraw(&shop, &one).await.json()["mailed"], json!(again), "{email}");
    }
    // The server does not listen: the mail is queued.
    let nobody = TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a port")
        .local_addr()
        .expect("an address");
    let mut config = Mailbox::start().await.config();
    config.port = nobody.port();
    let shop = Shop::with(Shopware::start().await.client(), |c| c.mail = Some(config)).await;
    assert_eq!(withdraw(&shop, &statement()).await.json()["mailed"], json!(true));
    let noted = tried(&shop, 1).await;
    assert_eq!(noted[0]["customer"]["state"], "failed", "{noted:?}");
    assert_eq!(withdraw(&shop, &statement()).await.json()["mailed"], json!(true));
}

/// Rule 13: a mail server that sends an endless line, at any point of the conversation, is disconnected long before it
/// uses much memory, and the mail is queued.
#[tokio::test]
async fn rule_13_a_mail_server_that_does_not_end_its_line_is_left() {
    const MUCH: usize = 64 * 1024 * 1024;
    for answers in [0, 1, 3] {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (told, mut taken) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let (told, mut line) = (told.clone(), [0; 1_024]);
                tokio::spawn(async move {
                    for number in 0..answers {
                        let answer: &[u8] = if number == 0 {
                            b"220 mail.test\r\n"
                        } else {
                            b"250 ok\r\n"
                        };
                        let _ = stream.write_all(answer).await;
                        let _ = stream.read(&mut line).await;
                    }
                    let (piece, mut all) = ([b'2'; 64 * 1_024], 0);
                    while all < MUCH && stream.write_all(&piece).await.is_ok() {
                        all += piece.len();
                    }
                    let _ = told.send(all);
                });
            }
        });
        let mut config = Mailbox::start().await.config();
        config.port = port;
        config.timeout = Duration::from_secs(20);
        let shop = Shop::with(Shopware::start().await.client(), |c| c.mail = Some(config)).await;
        assert_eq!(withdraw(&shop, &statement()).await.status, 200);
        let taken = taken.recv().await.expect("a connection");
        // The kernel's own buffers hold some of it.
        assert!(taken < MUCH / 4, "after {answers} answers it took {taken} bytes");
        let noted = tried(&shop, 1).await;
        assert_eq!(noted[0]["customer"]["state"], "failed", "{noted:?}");
        let cause = noted[0]["customer"]["cause"].as_str().expect("a cause");
        assert!(cause.starts_with("the mail server") && cause.len() < 100, "{cause}");
    }
}
