//! The editors' desk at its doors: who gets in, what is shown, what a form may change, and what strangers get. With a builder,
//! a CMS and releases it is tested in `cli/tests/end_to_end/desk.rs` and in `islands/e2e/desk.spec.ts`.

mod hostile;
mod pages;
mod provider;
mod stream;

use std::{
    io,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
};

use secrecy::SecretString;
use serde_json::json;
use tempfile::TempDir;
use vitrine_api::{
    Archive, ArchivedEntry, ArchivedFinding, ArchivedRelease, BuildOutcome, BuildRun, Builder, BuilderReport,
    BuilderState, ChangedPage, DeskSettings, Findings, NoPreviewer, PageChanges, PageCounts, Running, WentWrong,
    hash_desk_password, serve_with_desk,
};

use crate::{
    client::{Answer, Ask},
    shop::{config, go_live, release},
    shopware::Shopware,
};

const SECRET: &str = "secret-of-the-cms-0123456789";
const PASSWORD: &str = "twelve letters and more";
const ANNA: &str = "Anna";
const LOOKER: &str = "Piet <b>";
/// The id of an entry, and what a hostile editor has typed.
const ENTRY: &str = "3b54ff74-7d4f-4d5a-9b7e-0a1b2c3d4e5f";
const TITLE: &str = "<script>alert(1)</script>";

/// Two releases, of which `two` is live; remembers what was gone back to.
#[derive(Debug, Default)]
struct Shelf {
    gone_back: Mutex<Vec<String>>,
    live_is_one: Mutex<bool>,
}

impl Shelf {
    fn gone_back(&self) -> Vec<String> {
        self.gone_back.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn is_known(release: &str) -> io::Result<()> {
        match ["one", "two"].contains(&release) {
            true => Ok(()),
            false => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

impl Archive for Shelf {
    fn releases(&self) -> io::Result<Vec<ArchivedRelease>> {
        let live_is_one = *self.live_is_one.lock().unwrap_or_else(PoisonError::into_inner);
        let release = |id: &str, live| ArchivedRelease {
            id: id.to_owned(),
            live,
            rolled_back: id == "two" && live_is_one,
            pages: Some(9),
            built_at: "2026-11-29T10:41:07Z".parse().ok(),
        };
        Ok(vec![release("two", !live_is_one), release("one", live_is_one)])
    }

    fn changes(&self, from: &str, to: &str) -> io::Result<PageChanges> {
        Self::is_known(from)?;
        Self::is_known(to)?;
        Ok(PageChanges {
            counts: PageCounts {
                changed: 3,
                ..PageCounts::default()
            },
            changed: vec![ChangedPage {
                path: "/privacy\"><i>".to_owned(),
                edit_url: Some("https://cms.test/cp/collections/pages/entries/1".to_owned()),
            }],
            ..PageChanges::default()
        })
    }

    fn entries(&self, _: &str, ids: &[String]) -> io::Result<Vec<ArchivedEntry>> {
        let entry = |id: &String| ArchivedEntry {
            id: id.clone(),
            title: Some(TITLE.to_owned()),
            number: None,
            edit_url: Some("https://cms.test/cp/collections/pages/entries/1".to_owned()),
            pages: vec!["/privacy".to_owned()],
        };
        Ok(ids.iter().map(entry).collect())
    }

    fn findings(&self, _: &str) -> io::Result<Findings> {
        Ok(Findings {
            total: 1,
            list: vec![ArchivedFinding {
                is_error: true,
                about: "entry pages/privacy".to_owned(),
                edit_url: Some("https://cms.test/cp/collections/pages/entries/1".to_owned()),
                page: Some("/privacy".to_owned()),
                page_count: 3,
                code: "dead-link".to_owned(),
                message: format!("a link leads to {TITLE}"),
                hint: None,
            }],
        })
    }

    fn page(&self, release: &str, path: &str) -> io::Result<Option<String>> {
        Self::is_known(release)?;
        let text = if release == "one" { "Before" } else { "After" };
        Ok((path == "/privacy").then(|| format!("<main><h1>{text} &lt;script&gt;</h1><p>The same.</p></main>")))
    }

    fn go_back<'a>(&'a self, release: &'a str) -> Pin<Box<dyn Future<Output = Result<(), WentWrong>> + Send + 'a>> {
        self.gone_back
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(release.to_owned());
        *self.live_is_one.lock().unwrap_or_else(PoisonError::into_inner) = release == "one";
        Box::pin(std::future::ready(Ok(())))
    }
}

/// A builder that has built the first event, and whose last build failed.
#[derive(Debug, Default)]
struct Built {
    asked: Mutex<u32>,
}

impl Builder for Built {
    fn events_came(&self) {}

    fn report(&self) -> BuilderReport {
        let build = |events, outcome, release: Option<&str>| BuildRun {
            reason: "event".to_owned(),
            events,
            began_at: "2026-11-29T10:41:00Z".to_owned(),
            seconds: 7.2,
            outcome,
            release: release.map(str::to_owned),
            before: Some("one".to_owned()),
            pages: Some(PageCounts {
                changed: 3,
                ..PageCounts::default()
            }),
            error: release.is_none().then(|| format!("the CMS answered {TITLE}")),
            refused: Vec::new(),
        };
        BuilderReport {
            state: BuilderState::Waiting,
            builds: vec![
                build(2, BuildOutcome::Failed, None),
                build(1, BuildOutcome::Live, Some("two")),
            ],
            ..BuilderReport::default()
        }
    }

    fn build_now(&self) -> bool {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        true
    }
}

struct Desk {
    folder: TempDir,
    running: Running,
    shelf: Arc<Shelf>,
    builder: Arc<Built>,
}

/// Somebody who is logged in.
struct Session {
    cookie: String,
    proof: String,
}

impl Desk {
    async fn start() -> Self {
        Self::with(|_| {}).await
    }

    async fn with(change: impl FnOnce(&mut vitrine_api::ApiConfig)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        release(folder.path(), "two");
        go_live(folder.path(), "two");
        Self::in_folder(folder, change).await
    }

    async fn in_folder(folder: TempDir, change: impl FnOnce(&mut vitrine_api::ApiConfig)) -> Self {
        let (shelf, builder) = (Arc::new(Shelf::default()), Arc::new(Built::default()));
        let mut config = config(folder.path());
        config.desk = settings();
        config.hooks.content = Some(SECRET.into());
        config.rates.accounts = 1_000;
        change(&mut config);
        let client = Shopware::start().await.client();
        let running = serve_with_desk(
            config,
            client,
            Arc::clone(&builder) as _,
            Arc::new(NoPreviewer),
            Arc::clone(&shelf) as _,
        );
        Self {
            running: running.await.expect("it serves"),
            folder,
            shelf,
            builder,
        }
    }

    fn ask(&self, method: &str, path: &str) -> Ask {
        Ask::new(self.running.addr, method, path)
    }

    /// A form as a page of the desk sends it.
    fn form(&self, path: &str, fields: &[(&str, &str)]) -> Ask {
        let body: String = url::form_urlencoded::Serializer::new(String::new())
            .extend_pairs(fields)
            .finish();
        self.ask("POST", path)
            .with("Origin", "https://shop.test")
            .with("Sec-Fetch-Site", "same-origin")
            .with("Content-Type", "application/x-www-form-urlencoded")
            .with("Content-Length", &body.len().to_string())
            .body(body)
    }

    async fn try_login(&self, name: &str, password: &str) -> Answer {
        self.form("/desk/login", &[("name", name), ("password", password)])
            .send()
            .await
    }

    async fn login(&self, name: &str) -> Session {
        let answer = self.try_login(name, PASSWORD).await;
        assert_eq!(answer.status, 303, "{}", answer.text());
        let line = answer.set_cookies().first().copied().expect("a cookie").to_owned();
        let cookie = line.split(';').next().expect("a pair").to_owned();
        let page = self.ask("GET", "/desk").with("Cookie", &cookie).send().await.text();
        let proof = page.split("name=\"proof\" value=\"").nth(1).expect("a proof");
        Session {
            proof: proof.split('"').next().expect("a value").to_owned(),
            cookie,
        }
    }

    async fn get(&self, session: &Session, path: &str) -> Answer {
        self.ask("GET", path).with("Cookie", &session.cookie).send().await
    }

    async fn post(&self, session: &Session, path: &str, fields: &[(&str, &str)]) -> Answer {
        let fields = [&[("proof", session.proof.as_str())], fields].concat();
        self.form(path, &fields).with("Cookie", &session.cookie).send().await
    }

    /// An event of the CMS.
    async fn saved(&self, by: &serde_json::Value) {
        let body = json!({ "event": "entry.saved", "id": ENTRY, "collection": "pages", "by": by }).to_string();
        let ask = self.ask("POST", "/api/hooks/content");
        let ask = ask.with("Authorization", &format!("Bearer {SECRET}"));
        let answer = ask
            .with("Content-Length", &body.len().to_string())
            .body(body)
            .send()
            .await;
        assert_eq!(answer.status, 202, "{}", answer.text());
    }

    async fn by_secret(&self, path: &str) -> Answer {
        self.ask("GET", path)
            .with("Authorization", &format!("Bearer {SECRET}"))
            .send()
            .await
    }
}

fn settings() -> DeskSettings {
    let hash = hash_desk_password(&SecretString::from(PASSWORD)).expect("a hash");
    let users = json!({ "users": [
        { "name": ANNA, "role": "publish", "password": hash },
        { "name": LOOKER, "role": "look", "password": hash },
    ]});
    let settings: DeskSettings = serde_json::from_value(users).expect("settings");
    assert_eq!(settings.wrong(), []);
    settings
}
