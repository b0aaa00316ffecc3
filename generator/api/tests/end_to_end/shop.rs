//! A running API with a release of a few pages.

use std::{fs, os::unix::fs::symlink, path::Path, sync::Arc};

use serde_json::json;
use tempfile::TempDir;
use vitrine_api::{
    AccountSettings, ApiConfig, DeskSettings, FormsConfig, HookSecrets, Ordering, PaymentRules, Rates, Running,
    ServerLimits, serve,
};
use vitrine_backends::shopware::ShopwareClient;
use vitrine_model::{
    ids::{LanguageId, SiteHandle},
    locale::{Locale, Locales},
};
use vitrine_state::StateFolder;

use crate::{
    client::Ask,
    search_documents::{documents, labels, lines},
};

pub const NL: &str = "95cf7459e8522bb6ac9cf1f72f3736a2";
pub const EN: &str = "2fbb5fe2e29a4d70aa5854ce7ce3e20b";
pub const DE: &str = "01a1fca6a83470238052cc135ea23922";

/// The folder and the server.
pub struct Shop {
    pub folder: TempDir,
    pub running: Running,
}

pub fn locales() -> Locales {
    let locale = |code: &str, iso: &str, prefix: &str, language: &str| Locale {
        code: code.into(),
        iso: iso.into(),
        name: code.to_owned(),
        prefix: prefix.to_owned(),
        commerce_language: Some(LanguageId::parse(language).expect("an id")),
        content_site: SiteHandle::parse(code).expect("a handle"),
    };
    Locales::new(vec![
        locale("nl", "nl-NL", "", NL),
        locale("en", "en-GB", "/en", EN),
        locale("de", "de-DE", "/de", DE),
    ])
    .expect("locales")
}

pub fn config(folder: &Path) -> ApiConfig {
    ApiConfig {
        listen: ([127, 0, 0, 1], 0).into(),
        hosts: vec!["shop.test".to_owned(), "127.0.0.1:0".to_owned()],
        origins: vec!["https://shop.test".to_owned()],
        https: false,
        dist: folder.join("dist"),
        state: StateFolder::at(folder.join("state")),
        limits: ServerLimits::default(),
        // Tests may send more requests than a visitor.
        rates: Rates {
            reads: 600,
            ..Rates::default()
        },
        trusted_proxies: Vec::new(),
        locales: locales(),
        ordering: Ordering {
            consumer_ordering: true,
            consumer_locales: vec!["nl".to_owned()],
        },
        payment: PaymentRules::default(),
        desk: DeskSettings::default(),
        hooks: HookSecrets::default(),
        forms: FormsConfig::default(),
        account: AccountSettings {
            cancel_orders: true,
            delete_account: true,
            ..AccountSettings::default()
        },
        limited_at_most: 5,
        time_zone: jiff::tz::TimeZoneDatabase::bundled()
            .get("Europe/Amsterdam")
            .expect("a time zone"),
        delivery: None,
        mail: None,
        thumbnails: false,
        image_hosts: vec!["https://images.test".to_owned()],
        metrics: None,
    }
}

impl Shop {
    /// A shop with the release `one` live.
    pub async fn start(client: Arc<ShopwareClient>) -> Self {
        Self::with(client, |_| {}).await
    }

    /// The same with other settings.
    pub async fn with(client: Arc<ShopwareClient>, change: impl FnOnce(&mut ApiConfig)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        release(folder.path(), "one");
        go_live(folder.path(), "one");
        Self::in_folder(folder, client, change).await
    }

    pub async fn in_folder(folder: TempDir, client: Arc<ShopwareClient>, change: impl FnOnce(&mut ApiConfig)) -> Self {
        let mut config = config(folder.path());
        change(&mut config);
        let running = serve(config, client).await.expect("it serves");
        Self { folder, running }
    }

    /// Waits until a release that went live is the one that is served.
    pub async fn switched(&self, id: &str) {
        let served = self.running.release().await.expect("a release");
        assert!(served.ends_with(id), "{} instead of {id}", served.display());
    }

    pub fn ask(&self, method: &str, path: &str) -> Ask {
        Ask::new(self.running.addr, method, path)
    }

    /// A read by an island on a Dutch page.
    pub fn get(&self, path: &str) -> Ask {
        self.ask("GET", path).locale("nl")
    }
}

pub fn page(words: &str) -> String {
    format!("<!doctype html><title>{words}</title><p>{}</p>", words.repeat(60))
}

/// The page that ends the newsletter, with the marks of the generator's template.
const UNSUBSCRIBE: &str = "<!doctype html><title>Opzeggen</title><form data-hidden=\"done\"><div hidden data-shown=\"faults\">Fouten\
    <p hidden data-shown=\"problem\" data-fill=\"problem\">Mislukt</p></div><p hidden data-shown=\"fault.email\"><b data-fill=\"fault.email\">Vul uw e-mailadres in</b></p>\
    <input name=\"email\" data-invalid=\"fault.email\" value=\"\" data-value=\"email\"></form>\
    <div hidden data-shown=\"done\"><p hidden data-shown=\"sent\">Opgezegd</p><p hidden data-shown=\"kept\">Bewaard</p></div>";

/// The pages of a withdrawal, with the placeholders of the generator's templates and little else.
const WITHDRAWAL_FORM: &str = "<!doctype html><title>Ontbinden</title><div hidden data-shown=\"faults\">Fouten</div>\
    <p hidden data-shown=\"problem\" data-fill=\"problem\">Mislukt</p>\
    <b hidden data-shown=\"fault.email\" data-fill=\"fault.email\">Vul het e-mailadres in</b>\
    <b hidden data-shown=\"fault.order_number\" data-fill=\"fault.order_number\">Vul het bestelnummer in</b>\
    <input name=\"name\" data-invalid=\"fault.name\" value=\"\" data-value=\"name\">\
    <input name=\"email\" data-invalid=\"fault.email\" value=\"\" data-value=\"email\">\
    <textarea data-fill=\"items\"></textarea>";
const WITHDRAWAL_REVIEW: &str = "<!doctype html><title>Controleren</title><dl><dd data-fill=\"name\"></dd><dd data-fill=\"items\"></dd></dl>\
    <p hidden data-shown=\"whole_order\">De hele bestelling</p><input name=\"key\" value=\"\" data-value=\"key\">";
const WITHDRAWAL_RECEIPT: &str = "<!doctype html><title>Ontvangen</title><dd data-fill=\"received_at\"></dd><dd data-fill=\"order_number\"></dd>\
    <p hidden data-shown=\"mailed\">Per mail</p><p hidden data-shown=\"not_mailed\">Geen mail</p>";

/// Writes a release whose home page contains its id.
pub fn release(folder: &Path, id: &str) {
    let release = folder.join("dist/releases").join(id);
    let write = |name: &str, text: &str| {
        let file = release.join(name);
        fs::create_dir_all(file.parent().expect("a parent")).expect("a folder");
        fs::write(file, text).expect("written");
    };
    write("site/index.html", &page(&format!("Home of {id}")));
    write("site/en.html", &page("English home"));
    write("site/en/cart.html", &page("English cart"));
    write("site/de/über.html", &page("Über uns"));
    write("site/404.html", &page("Pagina niet gevonden"));
    write("site/en/404.html", &page("Page not found"));
    write("site/overeenkomst-ontbinden.html", WITHDRAWAL_FORM);
    write("site/withdrawal-review.html", WITHDRAWAL_REVIEW);
    write("site/newsletter-unsubscribe.html", UNSUBSCRIBE);
    write("site/withdrawal-receipt.html", WITHDRAWAL_RECEIPT);
    write("site/prüfung/_id.html", &page("One of many"));
    write("site/prüfung/_all.html", &page("All of them"));
    write("site/assets/loader-4GQ2XK7Q.js", &"export const a = 1;\n".repeat(40));
    write("site/assets/large-AAAA.js", &"x".repeat(1024 * 1024 + 1));
    write("site/icons/cart.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    write("site/sitemap.xml", "<?xml version=\"1.0\"?><sitemapindex/>");
    write("site/en/page.md", "# Page\n");
    write("site/en/rss.xml", "<rss version=\"2.0\"/>");
    write("site/robots.txt", "User-agent: *\n");
    write("site/_headers", "/*\n  X-Secret: 1\n");
    write("secret.txt", "not below site/");
    symlink("../../secret.txt", release.join("site/assets/leak.txt")).expect("a link");
    let json = |name: &str, value: &serde_json::Value| write(&format!("server/{name}.json"), &value.to_string());
    json(
        "site",
        &json!({"locales": [], "not_found": {"nl": "404.html", "en": "en/404.html"}, "routes": {"bor.withdrawal": {"nl": "/overeenkomst-ontbinden"}, "bor.newsletter.unsubscribe": {"nl": "/newsletter-unsubscribe"}},
            "answers": {"bor.withdrawal.review": {"nl": "withdrawal-review.html"}, "bor.withdrawal.receipt": {"nl": "withdrawal-receipt.html"}}, "link": "</assets/styles-AAAA.css>; rel=preload; as=style"}),
    );
    json(
        "redirects",
        &json!([
            {"from": "/oud", "to": "/nieuw", "status": 301},
            {"from": "/tijdelijk", "to": "/en/cart?x=1", "status": 302},
            {"from": "/weg", "to": null, "status": 410},
            {"from": "/elders", "to": "https://elders.test/a", "status": 301},
            {"from": "/account/recover/password", "to": "/account/reset-password", "status": 301},
            {"from": "/kring", "to": "/kring", "status": 301},
            {"from": "/boos", "to": "javascript:alert(1)", "status": 301},
        ]),
    );
    json(
        "rewrites",
        &json!([
            {"pattern": "/pr%C3%BCfung/all", "file": "prüfung/_all.html"},
            {"pattern": "/pr%C3%BCfung/:id", "file": "prüfung/_id.html"},
            {"pattern": "kapot/:id", "file": "prüfung/_id.html"},
        ]),
    );
    // The id that the tests of the policy ask for.
    let text = "f299c748b1eba1a51c7918faf24d013c";
    json(
        "legal",
        &json!({"nl": {"terms": {"title": "Algemene voorwaarden", "id": text}}}),
    );
    write(
        &format!("server/legal/{text}.html"),
        "<!doctype html>\n<h1>Algemene voorwaarden</h1>\n",
    );
    json(
        "products",
        &json!({"f299c748b1eba1a51c7918faf24d013c": {"nl": "/producten/ovo-stoel--zwart", "en": null}}),
    );
    let catalogue = |code: &str| -> serde_json::Value {
        let mut texts = serde_json::Map::new();
        for name in ["errors", "mails"] {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../locales/{code}/{name}.json"));
            let read: serde_json::Map<_, _> =
                serde_json::from_slice(&fs::read(file).expect("the catalogue")).expect("JSON");
            texts.extend(read);
        }
        texts.extend(names(code));
        texts.into()
    };
    json(
        "messages",
        &json!({"nl": catalogue("nl"), "en": catalogue("en"), "de": catalogue("de")}),
    );
    for code in ["nl", "en", "de"] {
        write(&format!("server/search/{code}.json"), &lines(&documents()));
        json(&format!("search/{code}.labels"), &labels());
    }
    list_files(&release);
}

/// The names of months and weekdays of a locale, by the keys that a build gives them.
fn names(code: &str) -> Vec<(String, serde_json::Value)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../locales/{code}/format.json"));
    let format: serde_json::Value = serde_json::from_slice(&fs::read(file).expect("the format")).expect("JSON");
    let named = |kind: &str| {
        let names = format[format!("{kind}s")].as_array().expect("names").clone();
        let kind = kind.to_owned();
        (1..)
            .zip(names)
            .map(move |(number, name)| (format!("format.{kind}.{number}"), name))
    };
    named("month").chain(named("weekday")).collect()
}

/// Lists all files of a release except for its links, as a build does; call it again after changing one.
pub fn list_files(release: &Path) {
    let mut files = serde_json::Map::new();
    let mut folders = vec![release.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let entry = entry.expect("an entry");
            let (path, about) = (entry.path(), entry.file_type().expect("a type"));
            if about.is_dir() {
                folders.push(path);
            } else if about.is_file() {
                let bytes = fs::read(&path).expect("a file");
                let name = path.strip_prefix(release).expect("below it").display().to_string();
                let hash = blake3::hash(&bytes).to_hex().to_string();
                files.insert(name, json!({"hash": hash, "bytes": bytes.len()}));
            }
        }
    }
    files.remove("release.json");
    fs::write(
        release.join("release.json"),
        json!({"pages": [], "files": files}).to_string(),
    )
    .expect("written");
}

/// Switches `dist/current` to a release by a rename.
pub fn go_live(folder: &Path, id: &str) {
    let dist = folder.join("dist");
    let aside = dist.join("current.tmp");
    symlink(format!("releases/{id}"), &aside).expect("a link");
    fs::rename(aside, dist.join("current")).expect("renamed");
}
