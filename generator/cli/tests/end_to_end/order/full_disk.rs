//! A full disk below `build.state_dir`: what must be kept is refused, nothing is sent for it, `/api/ready` says why, and
//! the same request succeeds when there is room (R-CHK-08, R-GEN-03, law §4a).

use std::{
    fs::{self, File},
    io::Write,
    path::PathBuf,
    process::Command,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use walkdir::WalkDir;

use super::{KEY, LOCALES, Open, Words, listed, order, text};
use crate::support::{CMS_SECRET, Reply, Shop, Visitor};

const PATIENCE: Duration = Duration::from_mins(1);

/// Mounts a file system of 2 MiB at a path, in namespaces of its own, and runs the rest of the arguments there.
const WITHIN: [&str; 6] = [
    "--user",
    "--map-root-user",
    "--mount",
    "sh",
    "-c",
    "mount -t tmpfs -o size=2m tmpfs \"$0\" && exec \"$@\"",
];

fn unshare() -> Command {
    let mut command = Command::new("/usr/bin/unshare");
    command
        .env_clear()
        .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
        .args(WITHIN);
    command
}

/// Whether this machine lets the test mount a file system.
fn may_mount() -> bool {
    let folder = tempfile::tempdir().unwrap();
    let tried = unshare().arg(folder.path()).arg("true").output();
    tried.is_ok_and(|tried| tried.status.success())
}

/// `vitrine serve` with its state on a file system of 2 MiB.
fn on_a_small_disk(shop: &Shop) -> Command {
    fs::create_dir_all(shop.path("state")).unwrap();
    let serve = shop.command(&["serve", "--no-builder"]);
    let mut command = unshare();
    command
        .arg(shop.path("state"))
        .arg(serve.get_program())
        .args(serve.get_args());
    command.current_dir(serve.get_current_dir().unwrap());
    command.envs(serve.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.env("VITRINE_CONTENT_HOOK_SECRET", CMS_SECRET);
    command
}

/// The state folder as the server sees it.
struct Disk(PathBuf);

impl Disk {
    fn of(open: &Open) -> Self {
        let state = open.shop.path("state");
        let root = format!("/proc/{}/root", open.served.id());
        Self(PathBuf::from(root).join(state.strip_prefix("/").unwrap()))
    }

    fn fill(&self) {
        let mut file = File::create(self.0.join("filling")).unwrap();
        while file.write_all(&[7; 4096]).is_ok() {}
    }

    fn make_room(&self) {
        fs::remove_file(self.0.join("filling")).unwrap();
    }

    /// The files with content.
    fn files(&self) -> Vec<String> {
        let entries = WalkDir::new(&self.0).into_iter().map(Result::unwrap);
        let written = entries.filter(|entry| entry.file_type().is_file() && entry.metadata().unwrap().len() > 0);
        let mut names: Vec<String> = written.map(|entry| entry.path().display().to_string()).collect();
        names.retain(|name| !name.ends_with("/filling"));
        names.sort();
        names
    }
}

/// Waits until `/api/ready` says so.
fn ready(open: &Open, wanted: impl Fn(&Value) -> bool) -> Value {
    let since = Instant::now();
    loop {
        let (_, told) = open.shop.get(&format!("{}/api/ready", open.url()));
        let told: Value = serde_json::from_str(&told).unwrap();
        if wanted(&told) {
            return told;
        }
        assert!(since.elapsed() < PATIENCE, "{told:#}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn withdrawal(words: &Words) -> Value {
    json!({
        "key": format!("{:x}", words.locale.as_bytes()[0] % 16).repeat(32), "name": "Noor Visser", "email": format!("noor@{}.example", words.locale),
        "order_number": "10042", "items": null, "comment": null
    })
}

fn question(words: &Words) -> Value {
    json!({
        "key": "0".repeat(32), "first_name": "Noor", "last_name": "Visser", "email": "noor@example.test",
        "subject": "other", "message": format!("Past de tafel in een lift van een meter? {}", words.locale), "privacy": true
    })
}

fn send_question(visitor: &Visitor<'_>, words: &Words) -> Reply {
    let path = format!("/api/forms/contact?locale={}&page=/contact", words.locale);
    visitor.post(&path, &question(words))
}

fn event(open: &Open) -> (u16, String) {
    let url = format!("{}/api/hooks/content", open.url());
    open.shop.call("POST", &url, CMS_SECRET, r#"{"event":"entry.saved"}"#)
}

fn sent_forms(open: &Open) -> usize {
    let sent = open.shop.control("GET", "submissions", &Value::Null);
    sent["submissions"].as_array().unwrap().len()
}

/// R-CHK-08 "never places the order twice", law §4a "API stores an immutable record before calling Shopware", R-GEN-03
/// "nothing accepted is lost": on a full disk an order, a withdrawal, a form and an event are answered with 503 in the
/// page's language, and none of them reaches Shopware, a mailbox or the CMS. Pages and carts go on. With room the same
/// requests succeed, once.
#[test]
fn r_chk_08_law_4a_on_a_full_disk_what_cannot_be_kept_is_refused() {
    if !may_mount() {
        eprintln!("not run: this machine lets nobody mount a file system in a user namespace");
        return;
    }
    let (open, ()) = Open::serving(|shop, lines| shop.configure("vitrine.toml", lines), on_a_small_disk);
    open.shop
        .control("POST", "statamic", &json!({ "version": 5, "csrf": false }));
    let disk = Disk::of(&open);
    let visitors: Vec<(Visitor<'_>, Value)> = LOCALES
        .iter()
        .map(|words| {
            let visitor = open.visitor(words.locale);
            let cart = open.guest(&visitor, words)["cart"].clone();
            (visitor, cart)
        })
        .collect();
    ready(&open, |told| told["setup"].is_null() && told["status"] == "ok");
    let (before, mails) = (disk.files(), open.mails().len());

    disk.fill();
    for (words, (visitor, cart)) in LOCALES.iter().zip(&visitors) {
        let not_recorded = match words.locale {
            "nl" => "Wij kunnen dit nu niet vastleggen. Er is niets verstuurd.",
            "en" => "We cannot record this now. Nothing was sent.",
            _ => "Wir können das jetzt nicht festhalten. Es wurde nichts gesendet.",
        };
        for (path, body) in [
            ("/api/orders", order(cart, &format!("{KEY}-{}", words.locale))),
            ("/api/withdrawals", withdrawal(words)),
        ] {
            let answer = visitor.post(path, &body);
            let (status, code, detail) = answer.refused();
            assert_eq!((status, code), (503, "NOT_RECORDED"), "{path} {}", words.locale);
            assert!(detail.starts_with(not_recorded), "{path}: {detail}");
        }
        let answer = send_question(visitor, words);
        assert_eq!((answer.refused().0, answer.refused().1), (503, "FORMS_CLOSED"));
        assert_eq!(visitor.get("/api/cart").ok()["item_count"], 2, "the cart stays");
        assert_eq!(open.add(visitor, super::COAT_RACK, 1)["item_count"], 3);
    }
    let (status, said) = event(&open);
    assert!(status == 503 && said.contains("NOT_RECORDED"), "{status} {said}");
    let told = ready(&open, |told| told["setup"].is_array());
    assert_eq!(
        (&told["status"], &told["setup"][0]["code"]),
        (&json!("degraded"), &json!("state-not-writable"))
    );
    assert_eq!(open.shop.get(open.url()).0, 200, "pages go on");
    assert!(open.orders().is_empty(), "no order was sent without its key");
    assert_eq!((open.mails().len(), sent_forms(&open)), (mails, 0));
    assert_eq!(disk.files(), before, "nothing is left of what could not be written");

    disk.make_room();
    ready(&open, |told| told["setup"].is_null() && told["status"] == "ok");
    for (words, (visitor, _)) in LOCALES.iter().zip(&visitors) {
        let cart = visitor.get("/api/checkout").ok()["cart"].clone();
        let wanted = order(&cart, &format!("{KEY}-{}", words.locale));
        let placed = visitor.post("/api/orders", &wanted).ok();
        assert_eq!(placed["repeated"], false);
        let again = visitor.post("/api/orders", &wanted).ok();
        assert_eq!(
            (&again["repeated"], &again["order_id"]),
            (&json!(true), &placed["order_id"])
        );
        let received = visitor.post("/api/withdrawals", &withdrawal(words)).ok();
        assert!(!text(&received["reference"]).is_empty());
        assert_eq!(send_question(visitor, words).ok()["outcome"], "sent");
    }
    assert_eq!(event(&open).0, 202);
    assert_eq!(open.orders().len(), LOCALES.len());
    assert_eq!(listed(&open.shop).len(), open.earlier.len() + LOCALES.len());
    assert_eq!(sent_forms(&open), LOCALES.len());
    assert!(
        open.log().contains("the state folder cannot be written to"),
        "{}",
        open.log()
    );
}
