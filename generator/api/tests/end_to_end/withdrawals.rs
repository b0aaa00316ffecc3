//! Withdrawing from a contract (law §4a): "API stores an immutable record (UTC + local time) before calling Shopware; if Shopware is down, still record and mail";
//! "receipt without undue delay on a durable medium with content, date and time"; "rate limit; do not reveal whether an order exists"; works without JavaScript.

mod abuse;
mod delivery;
mod flood;
mod form;
mod record;

use std::{fs, path::Path, time::Duration};

use serde_json::{Value, json};
use vitrine_api::ApiConfig;
use wiremock::ResponseTemplate;

use crate::{client::Answer, shop::Shop};

const ROUTE: &str = "/revocation-request-form";

const KEY: &str = "5a1f0c9e7b3d4826a0e4c1d2b3f4a596";

fn statement() -> Value {
    json!({
        "key": KEY, "name": "Noor Visser", "email": "noor@example.test", "order_number": "10042",
        "items": "2 x stoel", "comment": null
    })
}

fn sent() -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!({"individualSuccessMessage": "", "apiAlias": "x"}))
}

fn soon(config: &mut ApiConfig) {
    config.limits.withdrawal_retry = Duration::from_millis(20);
    config.limits.breaker_pause = Duration::from_millis(20);
}

async fn withdraw(shop: &Shop, statement: &Value) -> Answer {
    shop.ask("POST", "/api/withdrawals")
        .by_page()
        .json(statement)
        .send()
        .await
}

/// The files of a kind: records (`""`), `.pending`, `.done`.
fn files(folder: &Path, kind: &str) -> Vec<Value> {
    let entries = fs::read_dir(folder.join("state/withdrawals")).expect("the folder");
    let names = entries.map(|entry| entry.expect("an entry").path());
    let of_kind = names.filter(|path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.strip_suffix(&format!("{kind}.json"))
            .is_some_and(|id| id.len() == 32)
    });
    of_kind
        .map(|path| serde_json::from_slice(&fs::read(path).expect("a file")).expect("JSON"))
        .collect()
}

/// Polls until a condition holds; deliveries continue after the answer.
async fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    for _ in 0..2_000 {
        if let Some(found) = look() {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("{what} did not come about");
}

/// The deliveries of the only record, once all are done.
async fn delivered(shop: &Shop) -> Value {
    until("a whole delivery", || files(shop.folder.path(), ".done").pop()).await
}
