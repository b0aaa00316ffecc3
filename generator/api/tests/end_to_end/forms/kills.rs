//! Forms that are sent while the CMS is down and the process is killed: none is lost, and the visitor is told what is true.
//!
//! The process is this program once more, with the test [`serves_until_it_is_killed`] alone.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use vitrine_api::serve;
use vitrine_demo::{Demo, StatamicVersion};

use super::fixture::{contact, demo_with_release, endpoints, fault, files, no_faults, of_endpoints, soon, stored};
use crate::{client::Ask, shop};

/// Forms, visitors at once, and kills of the process.
const FORMS: usize = 1_000;
const AT_ONCE: usize = 8;
const KILLS: usize = 20;
/// How long all of it may take.
const PATIENCE: Duration = Duration::from_secs(300);
/// The variable that tells the other process what to serve: a folder, and the addresses of the backends.
const TOLD: &str = "VITRINE_TEST_SERVES";

/// The other process. It is no test of its own.
#[test]
#[ignore = "started by the test of the kills, and killed by it"]
#[expect(clippy::disallowed_methods, reason = "it is told by its environment what to serve")]
fn serves_until_it_is_killed() {
    let told: Value = serde_json::from_str(&std::env::var(TOLD).expect("what to serve")).expect("JSON");
    let text = |key: &str| told[key].as_str().expect("a text").to_owned();
    let _installed = rustls::crypto::ring::default_provider().install_default().is_ok();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let (forms, shopware) = of_endpoints(&text("statamic"), &text("shopware"));
        let folder = PathBuf::from(text("folder"));
        let mut config = shop::config(&folder);
        soon(&mut config);
        config.forms = forms;
        config.rates.forms = 1_000_000;
        config.trusted_proxies = vec!["127.0.0.1/32".parse().expect("a range")];
        let running = serve(config, shopware).await.expect("it serves");
        let port = folder.join(text("port"));
        fs::write(port.with_extension("new"), running.addr.to_string()).expect("written");
        fs::rename(port.with_extension("new"), port).expect("renamed");
        std::future::pending::<()>().await;
    });
}

/// A process that serves, and where.
struct Process(Child, SocketAddr);

async fn start(folder: &Path, demo: &Demo, round: usize) -> Process {
    let (statamic, shopware) = endpoints(demo);
    let port = format!("port-{round}");
    let told = json!({"folder": folder, "statamic": statamic, "shopware": shopware, "port": port});
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command
        .args(["--exact", "forms::kills::serves_until_it_is_killed", "--ignored"])
        .env(TOLD, told.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let child = command.spawn().expect("a process");
    let mut process = Process(child, ([127, 0, 0, 1], 0).into());
    let began = Instant::now();
    while process.1.port() == 0 {
        assert!(began.elapsed() < PATIENCE, "it does not serve");
        match fs::read_to_string(folder.join(&port)) {
            Ok(address) => process.1 = address.parse().expect("an address"),
            Err(_) => tokio::time::sleep(Duration::from_millis(5)).await,
        }
    }
    process
}

impl Drop for Process {
    fn drop(&mut self) {
        let _gone = self.0.kill().is_ok();
        let _code = self.0.wait().is_ok();
    }
}

/// What the visitors saw.
struct Seen {
    address: Mutex<SocketAddr>,
    /// The outcome by the number of the form.
    outcomes: Mutex<BTreeMap<usize, String>>,
    /// Forms whose answer was lost at least once.
    lost: Mutex<BTreeSet<usize>>,
    next: AtomicUsize,
}

impl Seen {
    fn answered(&self) -> usize {
        self.outcomes.lock().expect("free").len()
    }
}

/// Sends forms until there is none left, each until it is answered, with the same key, as the island does.
async fn visitor(seen: Arc<Seen>) {
    loop {
        let number = seen.next.fetch_add(1, Ordering::SeqCst);
        if number >= FORMS {
            return;
        }
        let mut typed = contact();
        typed["key"] = json!(format!("{number:032x}"));
        typed["last_name"] = json!(format!("Nummer {number}"));
        let from = format!("198.51.{}.{}", number / 250, number % 250);
        loop {
            let address = *seen.address.lock().expect("free");
            let ask = Ask::new(address, "POST", "/api/forms/contact?locale=nl&page=/contact").by_page();
            let ask = ask.with("X-Forwarded-For", &from).json(&typed);
            if let Some(answer) = ask.try_send().await {
                assert_eq!(answer.status, 200, "{}", answer.text());
                let outcome = answer.json()["outcome"].as_str().expect("an outcome").to_owned();
                seen.outcomes.lock().expect("free").insert(number, outcome);
                break;
            }
            seen.lost.lock().expect("free").insert(number);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// "1,000 submissions with the CMS down for half of them, the process killed 20 times: none lost, none delivered twice where
/// the CMS answered, each visitor told the truth" (R-FORM-04). One form is under way at a time, so that a kill can bring one
/// of them once more at most: the one that the CMS had, and of which no note was made yet. Two kills can meet the same form.
#[tokio::test(flavor = "multi_thread")]
async fn r_form_04_a_thousand_forms_survive_twenty_kills_and_a_cms_that_is_down() {
    let (demo, folder) = demo_with_release(StatamicVersion::Five).await;
    let folder = folder.path();
    let mut process = start(folder, &demo, 0).await;
    let seen = Arc::new(Seen {
        address: Mutex::new(process.1),
        outcomes: Mutex::default(),
        lost: Mutex::default(),
        next: AtomicUsize::new(0),
    });
    let began = Instant::now();
    let visitors: Vec<_> = (0..AT_ONCE).map(|_| tokio::spawn(visitor(Arc::clone(&seen)))).collect();
    let answered = async |least: usize| {
        while seen.answered() < least {
            assert!(
                began.elapsed() < PATIENCE,
                "{} of {FORMS} are answered",
                seen.answered()
            );
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    let down = json!({"backend": "statamic", "path": "/!/forms", "kind": "status", "status": 503});
    for kill in 1..=KILLS {
        answered(kill * FORMS / (KILLS + 1)).await;
        match kill {
            6 => fault(&demo, &down).await,
            16 => no_faults(&demo).await,
            _ => {}
        }
        drop(process);
        process = start(folder, &demo, kill).await;
        *seen.address.lock().expect("free") = process.1;
    }
    answered(FORMS).await;
    for visitor in visitors {
        visitor.await.expect("a visitor");
    }
    let undelivered = || files(folder, "forms", ".sealed").len();
    while undelivered() > 0 {
        assert!(began.elapsed() < PATIENCE, "{} are not delivered", undelivered());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    drop(process);
    println!("{}, in {:?}", judged(&stored(&demo).await, &seen), began.elapsed());
    // A kill in the middle of a write leaves its temporary file, which a server removes once it is an hour old.
    let an_hour = Duration::from_secs(3_601);
    for left in files(folder, "forms", "") {
        assert!(
            left.to_string_lossy().ends_with(".new"),
            "{left:?} stays once the CMS has the form"
        );
        let file = File::options().write(true).open(&left).expect("opened");
        let written = file.metadata().and_then(|about| about.modified()).expect("a time");
        file.set_modified(written - an_hour).expect("made older");
    }
    let _removes = start(folder, &demo, KILLS + 1).await;
    while !files(folder, "forms", "").is_empty() {
        assert!(
            began.elapsed() < PATIENCE,
            "{:?} stays for ever",
            files(folder, "forms", "")
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Judges what the CMS has by what the visitors saw, and counts it.
fn judged(stored: &[Value], seen: &Seen) -> String {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for one in stored {
        let name = one["data"]["last_name"].as_str().expect("a name");
        let number = name.strip_prefix("Nummer ").and_then(|number| number.parse().ok());
        *counts.entry(number.expect("a number")).or_default() += 1;
    }
    let (outcomes, lost) = (seen.outcomes.lock().expect("free"), seen.lost.lock().expect("free"));
    let twice: Vec<usize> = counts
        .iter()
        .filter(|(_, times)| **times > 1)
        .map(|(number, _)| *number)
        .collect();
    let told = |wanted: &str| outcomes.values().filter(|outcome| *outcome == wanted).count();
    assert_eq!(counts.len(), FORMS, "none is lost");
    let again: usize = counts.values().map(|times| times - 1).sum();
    assert!(
        again <= KILLS,
        "a kill brings one form once more at most: {again}, {twice:?}"
    );
    for number in &twice {
        let was_kept = outcomes.get(number).is_some_and(|outcome| outcome == "kept");
        assert!(
            lost.contains(number) || was_kept,
            "form {number} was told as sent, and was sent again"
        );
    }
    assert!(told("kept") >= FORMS / 4, "the CMS was down for half of them");
    assert_eq!(told("sent") + told("kept"), FORMS, "each visitor was told one of both");
    format!(
        "{FORMS} forms, {KILLS} kills: {} stored, {} told sent, {} told kept, {} with a lost answer, {} stored twice",
        counts.len(),
        told("sent"),
        told("kept"),
        lost.len(),
        twice.len()
    )
}
