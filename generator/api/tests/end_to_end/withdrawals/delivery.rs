//! Delivery of a record to the customer, the shop and Shopware: law §4a.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use serde_json::json;
use wiremock::ResponseTemplate;

use super::{ROUTE, delivered, files, sent, soon, statement, until, withdraw};
use crate::{
    mailbox::Mailbox,
    shop::Shop,
    shopware::{Recorded, Shopware},
};

#[tokio::test]
async fn law_4a_the_receipt_comes_by_mail_with_content_date_and_time_in_three_languages() {
    let shopware = Shopware::start().await;
    shopware
        .answer("POST", ROUTE, Recorded::read("149-revocation-form-absent-in-66"))
        .await;
    for (locale, words, month) in [
        ("nl", "Wij hebben uw ontbinding ontvangen", " uur (CE"),
        ("en", "We have received your withdrawal", " (CE"),
        ("de", "Wir haben Ihren Widerruf erhalten", " Uhr (CE"),
    ] {
        let mailbox = Mailbox::start().await;
        let config = mailbox.config();
        let shop = Shop::with(shopware.client(), |c| c.mail = Some(config)).await;
        let ask = shop.ask("POST", "/api/withdrawals").by_page().locale(locale);
        let told = ask.json(&statement()).send().await.json();
        assert_eq!(told["mailed"], json!(true));
        let mails = mailbox.wait_for(2).await;
        let [(to, receipt), (desk, notice)] = &mails[..] else {
            panic!("two mails")
        };
        assert_eq!((to.as_str(), desk.as_str()), ("noor@example.test", "desk@shop.test"));
        assert!(receipt.contains(&format!("Subject: {words}, ")), "{receipt}");
        for held in [
            "Noor Visser",
            "10042",
            "2 x stoel",
            told["reference"].as_str().expect("a reference"),
        ] {
            assert!(
                receipt.contains(held) && notice.contains(held),
                "{held}: {receipt} {notice}"
            );
        }
        let at = told["received_on"].as_str().expect("a time");
        assert!(at.contains(month) && at.contains("202"), "date and time: {at}");
        assert!(notice.contains("Reply-To: noor@example.test"), "{notice}");
        let lower = receipt.to_lowercase();
        for promise in ["geaccepteerd", "akkoord", "accepted", "akzeptiert", "angenommen"] {
            assert!(!lower.contains(promise), "\"received\", not \"accepted\": {promise}");
        }
        let done = delivered(&shop).await;
        assert_eq!(
            done["shopware"]["state"], "absent",
            "404 with the code 0: older versions have no such route"
        );
    }
}

/// Input that looks like an encoded word stays literal text in the headers: mail programs do not decode it.
#[tokio::test]
async fn encoded_words_that_were_typed_are_text() {
    const TYPED: &str = "=?utf-8?b?R3JhdGlz?=";
    let mailbox = Mailbox::start().await;
    let config = mailbox.config();
    let shop = Shop::with(Shopware::start().await.client(), |c| c.mail = Some(config)).await;
    for (number, field) in ["order_number", "name"].into_iter().enumerate() {
        let mut typed = statement();
        typed["key"] = json!(format!("5a1f0c9e7b3d4826a0e4c1d2b3f4a5{number:02}"));
        typed[field] = json!(TYPED);
        assert_eq!(withdraw(&shop, &typed).await.status, 200, "{field}");
    }
    for (_, mail) in mailbox.wait_for(4).await {
        let mail = mail.replace('\r', "");
        let head = mail.split("\n\n").next().unwrap_or_default();
        assert!(!head.contains("R3JhdGlz"), "{head}");
    }
}

#[tokio::test]
async fn law_4a_without_mail_the_receipt_says_so() {
    let shopware = Shopware::start().await;
    let shop = Shop::start(shopware.client()).await;
    let told = withdraw(&shop, &statement()).await.json();
    assert_eq!(told["mailed"], json!(false));
}

#[tokio::test]
async fn law_4a_while_shopware_is_down_it_is_recorded_and_mailed_and_shopware_gets_it_later() {
    let shopware = Shopware::start().await;
    let up = Arc::new(AtomicUsize::new(0));
    let state = Arc::clone(&up);
    shopware
        .answer("POST", ROUTE, move |_: &wiremock::Request| {
            match state.load(Ordering::SeqCst) {
                0 => ResponseTemplate::new(503),
                _ => sent(),
            }
        })
        .await;
    let mailbox = Mailbox::start().await;
    let config = mailbox.config();
    let shop = Shop::with(shopware.client(), |c| {
        soon(c);
        c.mail = Some(config);
    })
    .await;
    assert_eq!(withdraw(&shop, &statement()).await.status, 200);
    mailbox.wait_for(2).await;
    let failed = until("a failed try", || {
        files(shop.folder.path(), ".pending")
            .pop()
            .filter(|one| one["shopware"]["state"] == "failed")
    })
    .await;
    assert_eq!(failed["customer"]["state"], "delivered", "{failed}");
    up.store(1, Ordering::SeqCst);
    assert_eq!(delivered(&shop).await["shopware"]["state"], "delivered");
    assert_eq!(mailbox.mails().len(), 2, "what was delivered is not sent again");
}

#[tokio::test]
async fn what_shopware_refuses_is_given_up_and_what_it_throttles_is_tried_later() {
    for (status, code, state) in [
        (400, "VIOLATION::IS_BLANK_ERROR", "given_up"),
        (429, "FRAMEWORK__RATE_LIMIT_EXCEEDED", "failed"),
        (500, "0", "failed"),
    ] {
        let shopware = Shopware::start().await;
        let answer = ResponseTemplate::new(status).set_body_json(json!({"errors": [{
            "status": status.to_string(), "code": code, "title": "x", "detail": "Bcc: noor@example.test",
            "meta": {"parameters": {"seconds": 90}}
        }]}));
        shopware.answer("POST", ROUTE, answer).await;
        let shop = Shop::start(shopware.client()).await;
        assert_eq!(
            withdraw(&shop, &statement()).await.status,
            200,
            "the receipt depends on no delivery"
        );
        let kind = if state == "given_up" { ".done" } else { ".pending" };
        let noted = until("a try", || {
            files(shop.folder.path(), kind)
                .pop()
                .filter(|one| one["shopware"]["state"] == state)
        })
        .await;
        let cause = noted["shopware"]["cause"].as_str().expect("a cause");
        assert!(
            cause.contains(&status.to_string()) && !cause.contains("noor"),
            "{cause}"
        );
        if status == 429 {
            let again: jiff::Timestamp = noted["shopware"]["again_at"]
                .as_str()
                .expect("a time")
                .parse()
                .expect("a time");
            let wait = again.duration_since(jiff::Timestamp::now()).as_secs();
            assert!((60..=90).contains(&wait), "as long as Shopware says: {wait}");
        }
    }
}

#[tokio::test]
async fn a_recipient_that_is_refused_for_good_is_given_up_and_the_shop_is_told() {
    let shopware = Shopware::start().await;
    shopware.answer("POST", ROUTE, sent()).await;
    let mailbox = Mailbox::start().await;
    let config = mailbox.config();
    let shop = Shop::with(shopware.client(), |c| c.mail = Some(config)).await;
    let mut to_nobody = statement();
    to_nobody["email"] = json!("refused@example.test");
    assert_eq!(withdraw(&shop, &to_nobody).await.status, 200);
    let done = delivered(&shop).await;
    assert_eq!(done["customer"]["state"], "given_up");
    assert_eq!(done["shop"]["state"], "delivered");
}
