//! Alerts about builds that fail (R-GEN-02, R-GEN-05).

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpListener,
    sync::mpsc::{self, Receiver},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use crate::support::{Building, Shop};

const PATIENCE: Duration = Duration::from_mins(2);
/// The part of the address that is secret.
const SECRET: &str = "T0AAA-B0BBB-SECRET-OF-THE-CHANNEL";

/// Answers calls with these statuses, the last one for every further call; returns its address and the bodies.
fn channel(statuses: &'static [u16]) -> (String, Receiver<Value>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/services/{SECRET}", listener.local_addr().unwrap());
    let (told, calls) = mpsc::channel();
    thread::spawn(move || {
        for (count, stream) in listener.incoming().enumerate() {
            let mut stream = stream.unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let (mut line, mut length) = (String::new(), 0);
            while reader.read_line(&mut line).unwrap() > 2 {
                if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap();
                }
                line.clear();
            }
            let mut body = vec![0; length];
            reader.read_exact(&mut body).unwrap();
            let status = statuses.get(count).or(statuses.last()).unwrap();
            write!(
                stream,
                "HTTP/1.1 {status} -\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
            )
            .unwrap();
            if told.send(serde_json::from_slice(&body).unwrap()).is_err() {
                return;
            }
        }
    });
    (address, calls)
}

/// The mails to whoever runs the shop, oldest first.
fn mails(shop: &Shop) -> Vec<Value> {
    let mailbox = shop.control("GET", "mailbox", &Value::Null);
    let mut mails = mailbox["mails"].as_array().unwrap().clone();
    mails.retain(|mail| mail["to"] == "web@lindhoven.example");
    mails.reverse();
    mails
}

/// A shop whose builds fail at once and are tried again at once, and which tells it after a second.
fn shop() -> Shop {
    let shop = Shop::small();
    shop.configure(
        "vitrine.toml",
        &[
            ("retry = ", "retry = [1]"),
            (
                "alert_after = ",
                "alert_after = 1\nalert_mail = \"web@lindhoven.example\"",
            ),
        ],
    );
    shop
}

/// R-GEN-02 "leaves the last good one served": whoever runs the shop is told of builds that fail for longer than a
/// setting, by mail and by a call, once; and once that they succeed again. The address of the call is in no log and no report.
#[test]
fn r_gen_02_builds_that_go_on_failing_are_told_once() {
    let shop = shop();
    shop.build();
    let (address, calls) = channel(&[200]);
    let served = Building::start_with(&shop, &[("VITRINE_ALERT_URL", &address)]);
    let live = served.settled()["release"].clone();
    let fault = json!({"backend": "statamic", "path": "/api", "kind": "status", "status": 500});
    shop.control("POST", "faults", &fault);
    served.event();

    let told = calls.recv_timeout(PATIENCE).unwrap();
    assert_eq!((&told["state"], &told["release"]), (&json!("failing"), &live), "{told}");
    assert!(told["failures"].as_u64().unwrap() >= 1);
    assert!(told["error"].as_str().unwrap().contains("500"), "{told}");
    assert!(told["since"].as_str().unwrap().parse::<jiff::Timestamp>().is_ok());
    assert!(
        told["text"].as_str().unwrap().contains("builds have failed since"),
        "{told}"
    );

    let failures = |report: &Value| {
        let builds = report["builds"].as_array().unwrap().iter();
        builds.filter(|build| build["outcome"] == "failed").count()
    };
    served.until("further builds fail", |report| {
        failures(report) as u64 >= told["failures"].as_u64().unwrap() + 2
    });
    shop.control("DELETE", "faults", &Value::Null);
    served.event();
    let report = served.settled();
    let told = calls.recv_timeout(PATIENCE).unwrap();
    assert_eq!(
        (&told["state"], &told["release"]),
        (&json!("recovered"), &report["release"]),
        "{told}"
    );
    assert!(calls.try_recv().is_err(), "each is told once");

    served.until("both mails are there", |_| mails(&shop).len() >= 2);
    let mails = mails(&shop);
    let subjects: Vec<&str> = mails.iter().map(|mail| mail["subject"].as_str().unwrap()).collect();
    assert_eq!(mails.len(), 2, "{subjects:?}");
    assert!(subjects[0].contains("builds have failed since"), "{subjects:?}");
    assert!(subjects[1].contains("builds succeed again"), "{subjects:?}");
    let text = mails[0]["text"].as_str().unwrap();
    assert!(text.contains("500") && text.contains(live.as_str().unwrap()), "{text}");
    assert!(!served.log().contains(SECRET) && !report.to_string().contains(SECRET));
    served.terminate();
}

/// A channel that refuses is reported without its address, and no build waits for it.
#[test]
fn r_gen_02_an_alert_that_cannot_be_delivered_delays_no_build() {
    let shop = shop();
    shop.build();
    let (address, calls) = channel(&[503]);
    let served = Building::start_with(&shop, &[("VITRINE_ALERT_URL", &address)]);
    served.settled();
    let fault = json!({"backend": "statamic", "path": "/api", "kind": "status", "status": 500});
    shop.control("POST", "faults", &fault);
    served.event();
    assert_eq!(calls.recv_timeout(PATIENCE).unwrap()["state"], "failing");
    shop.control("DELETE", "faults", &Value::Null);
    shop.edit(
        "pages/privacy",
        "en-GB",
        &json!({ "seo_description": "Four short sentences." }),
    );
    served.built(2);
    assert!(served.page("/en/privacy").1.contains("Four short sentences."));
    let log = served.log();
    assert!(
        log.contains("could not be delivered") && log.contains("503") && !log.contains(SECRET),
        "{log}"
    );
    served.terminate();
}

/// An address with a secret is not shown if it cannot be used.
#[test]
fn an_unusable_address_of_alerts_is_not_shown() {
    let shop = Shop::small();
    for address in [
        &format!("http://chat.example/{SECRET}"),
        &format!("chat.example/{SECRET}"),
        &format!("file:///{SECRET}"),
    ] {
        let mut command = shop.command(&["serve"]);
        let run = shop.end(command.env("VITRINE_ALERT_URL", address));
        let said = run.said();
        assert!(
            said.contains("VITRINE_ALERT_URL is no address that can be called"),
            "{said}"
        );
        assert!(!said.contains(SECRET), "{said}");
    }
}
