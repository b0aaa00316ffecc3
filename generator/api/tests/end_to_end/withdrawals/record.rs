//! The record of a withdrawal is written once and never changed: law §4a.

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{ROUTE, delivered, files, sent, statement, until, withdraw};
use crate::{mailbox::Mailbox, shop::Shop, shopware::Shopware};

#[tokio::test]
async fn law_4a_the_record_is_on_disk_before_shopware_is_called_and_holds_both_times() {
    let shopware = Shopware::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    crate::shop::release(folder.path(), "one");
    crate::shop::go_live(folder.path(), "one");
    let path = folder.path().to_owned();
    let recorded_before = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&recorded_before);
    shopware
        .answer("POST", ROUTE, move |_: &wiremock::Request| {
            count.store(files(&path, "").len(), Ordering::SeqCst);
            sent()
        })
        .await;
    let mailbox = Mailbox::start().await;
    let config = mailbox.config();
    let shop = Shop::in_folder(folder, shopware.client(), |c| c.mail = Some(config)).await;
    let answer = withdraw(&shop, &statement()).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let told = answer.json();
    let record = files(shop.folder.path(), "")
        .pop()
        .expect("a record when the answer is there");
    let (utc, local) = (
        record["received_at"].clone(),
        record["received_local"].as_str().expect("a time").to_owned(),
    );
    assert_eq!(told["received_at"], utc, "UTC");
    assert!(local.ends_with("[Europe/Amsterdam]"), "local time: {local}");
    let zoned: jiff::Zoned = local.parse().expect("a time");
    assert_eq!(utc, json!(zoned.timestamp().to_string()), "the same moment");
    for (key, value) in [
        ("name", "Noor Visser"),
        ("email", "noor@example.test"),
        ("order_number", "10042"),
        ("items", "2 x stoel"),
        ("locale", "nl"),
    ] {
        assert_eq!(record[key], json!(value), "its content");
    }
    let done = delivered(&shop).await;
    assert_eq!(
        recorded_before.load(Ordering::SeqCst),
        1,
        "recorded, then Shopware was called"
    );
    for channel in ["customer", "shop", "shopware"] {
        assert_eq!(done[channel]["state"], "delivered", "what was delivered where: {done}");
    }
    assert_eq!(
        files(shop.folder.path(), "").pop(),
        Some(record),
        "the record never changes"
    );
    let asked = shopware.requests().await;
    let body: Value = serde_json::from_slice(&asked.last().expect("a call").body).expect("JSON");
    assert_eq!(body["email"], "noor@example.test");
    assert_eq!(body["contractNumber"], "10042");
    assert_eq!(
        (&body["firstName"], &body["lastName"]),
        (&json!("Noor"), &json!("Visser"))
    );
}

/// The process ends after the record was written: the next one delivers it.
#[tokio::test]
async fn law_4a_a_record_outlives_the_process() {
    let shopware = Shopware::start().await;
    let down = ResponseTemplate::new(503);
    shopware.answer("POST", ROUTE, down).await;
    // The mail server does not listen: the mails cannot be sent either.
    let mailbox = Mailbox::start().await;
    let mut nowhere = mailbox.config();
    nowhere.port = 1;
    let first = Shop::with(shopware.client(), |c| c.mail = Some(nowhere)).await;
    let told = withdraw(&first, &statement()).await.json();
    until("a failed try of each channel", || {
        let noted = files(first.folder.path(), ".pending").pop()?;
        ["customer", "shop", "shopware"]
            .iter()
            .all(|one| noted[one]["state"] == "failed")
            .then_some(())
    })
    .await;
    let Shop { folder, running } = first;
    running.stop().await;
    // As if the process had ended between the record and the first attempt.
    for entry in fs::read_dir(folder.path().join("state/withdrawals")).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.to_string_lossy().ends_with(".pending.json") {
            fs::remove_file(path).expect("removed");
        }
    }
    let other = Shopware::start().await;
    other.answer("POST", ROUTE, sent()).await;
    let config = mailbox.config();
    let second = Shop::in_folder(folder, other.client(), |c| c.mail = Some(config)).await;
    let done = delivered(&second).await;
    assert_eq!(done["shopware"]["state"], "delivered");
    let mails = mailbox.wait_for(2).await;
    let reference = told["reference"].as_str().expect("a reference");
    assert!(
        mails.iter().all(|(_, text)| text.contains(reference)),
        "with the time of its receipt"
    );
    let record = files(second.folder.path(), "").pop().expect("the record");
    assert_eq!(record["received_at"], told["received_at"]);
}

#[tokio::test]
async fn law_4a_the_same_statement_sent_again_is_one_withdrawal() {
    let shopware = Shopware::start().await;
    shopware.answer("POST", ROUTE, sent()).await;
    let mailbox = Mailbox::start().await;
    let config = mailbox.config();
    let shop = Shop::with(shopware.client(), |c| c.mail = Some(config)).await;
    let same = statement();
    let (one, two, three) = tokio::join!(withdraw(&shop, &same), withdraw(&shop, &same), withdraw(&shop, &same));
    let first = one.json();
    assert_eq!(two.json(), first, "a double click");
    assert_eq!(three.json(), first);
    delivered(&shop).await;
    assert_eq!(withdraw(&shop, &statement()).await.json(), first, "a lost answer");
    assert_eq!(files(shop.folder.path(), "").len(), 1);
    assert_eq!(mailbox.mails().len(), 2, "no second mail");
    let mut other = statement();
    other["items"] = json!("3 x stoel");
    assert_ne!(
        withdraw(&shop, &other).await.json()["reference"],
        first["reference"],
        "another statement"
    );
}

#[tokio::test]
async fn a_disk_that_is_full_of_records_refuses_and_says_so() {
    let shopware = Shopware::start().await;
    let shop = Shop::with(shopware.client(), |c| c.limits.withdrawals = 1).await;
    assert_eq!(withdraw(&shop, &statement()).await.status, 200);
    let mut other = statement();
    other["order_number"] = json!("10043");
    assert_eq!(
        withdraw(&shop, &other).await.refused(),
        (503, "NOT_RECORDED".to_owned())
    );
    assert_eq!(
        withdraw(&shop, &statement()).await.status,
        200,
        "what is recorded is acknowledged again"
    );
}
