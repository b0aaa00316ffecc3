//! Reads `vitrine.toml`, checks it, and provides the settings of each part.
//!
//! **Invariant:** an unknown key, a missing value or one out of bounds is an error that names file, key and remedy;
//! secrets come only from the environment.

mod addresses;
mod delivery;
mod file;
mod folders;
mod limits;
mod numbers;
mod offers;
mod places;
mod secrets;
mod tag_manager;
mod words;
mod wrong;

use std::{
    net::{IpAddr, SocketAddr},
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context, Result};
use ipnet::IpNet;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use secrecy::SecretString;
use vitrine_api::{DeliveryClock, DeliverySettings, DeskSettings, HookSecrets, MailConfig};
use vitrine_delivery::Calendar;
use vitrine_model::diagnostic::Diagnostic;
use vitrine_model::locale::Locales;
use vitrine_site::config::{MapTiles, TagManager};
use vitrine_site::{
    OwnFiles, SitePaths,
    sources::{Archive, Place},
};
use vitrine_state::StateFolder;

use crate::carried;

pub(crate) use file::{ConfigFile, MailTls};
pub(crate) use limits::{FileLimits, rows as limit_rows};
pub(crate) use offers::terms as offer_terms;
pub(crate) use places::THEME;
pub(crate) use secrets::{ALERT_URL, DESK_CLIENT_SECRET, FORMS_KEY};
use wrong::{NOT_SETTLED, Wrong};

/// Names of the environment variables of the webhook secrets.
pub(crate) const CONTENT_HOOK_SECRET: &str = "VITRINE_CONTENT_HOOK_SECRET";
pub(crate) const COMMERCE_HOOK_SECRET: &str = "VITRINE_COMMERCE_HOOK_SECRET";

/// Settings from the environment.
#[derive(Debug, Default)]
pub(crate) struct Environment {
    /// `VITRINE_SHOPWARE_ACCESS_KEY`
    pub(crate) shopware_access_key: Option<String>,
    /// `VITRINE_OLD_STOREFRONT_ACCESS_KEY`
    pub(crate) old_storefront_access_key: Option<String>,
    /// `VITRINE_STATAMIC_TOKEN`
    pub(crate) statamic_token: Option<String>,
    /// `VITRINE_STATAMIC_USER`
    pub(crate) statamic_user: Option<String>,
    /// `VITRINE_STATAMIC_PASSWORD`
    pub(crate) statamic_password: Option<String>,
    /// `VITRINE_CONTENT_HOOK_SECRET`
    pub(crate) content_hook_secret: Option<String>,
    /// `VITRINE_COMMERCE_HOOK_SECRET`
    pub(crate) commerce_hook_secret: Option<String>,
    /// `VITRINE_FORMS_KEY`
    pub(crate) forms_key: Option<String>,
    /// `NUXT_PUBLIC_GTM_ID`
    pub(crate) tag_id: Option<String>,
    /// `VITRINE_ALERT_URL`
    pub(crate) alert_url: Option<String>,
    /// `VITRINE_DESK_CLIENT_SECRET`
    pub(crate) desk_client_secret: Option<String>,
    /// `VITRINE_MAIL_USER`
    pub(crate) mail_user: Option<String>,
    /// `VITRINE_MAIL_PASSWORD`
    pub(crate) mail_password: Option<String>,
}

impl Environment {
    /// Reads the process's environment.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
    pub(crate) fn read() -> Self {
        let value = |name: &str| std::env::var(name).ok().filter(|v| !v.trim().is_empty());
        Self {
            shopware_access_key: value("VITRINE_SHOPWARE_ACCESS_KEY"),
            old_storefront_access_key: value("VITRINE_OLD_STOREFRONT_ACCESS_KEY"),
            statamic_token: value(secrets::STATAMIC_TOKEN),
            statamic_user: value(secrets::STATAMIC_USER),
            statamic_password: value(secrets::STATAMIC_PASSWORD),
            content_hook_secret: value(CONTENT_HOOK_SECRET),
            commerce_hook_secret: value(COMMERCE_HOOK_SECRET),
            forms_key: value(FORMS_KEY),
            tag_id: value(tag_manager::ID),
            alert_url: value(ALERT_URL),
            desk_client_secret: value(DESK_CLIENT_SECRET),
            mail_user: value("VITRINE_MAIL_USER"),
            mail_password: value("VITRINE_MAIL_PASSWORD"),
        }
    }
}

/// The checked configuration.
#[derive(Debug)]
pub(crate) struct Config {
    /// The checked content of the file.
    pub(crate) file: ConfigFile,
    /// The locales.
    pub(crate) locales: Locales,
    /// The base folder of relative paths.
    pub(crate) root: PathBuf,
    /// The files that the program carries, where they are used.
    carried: Option<Arc<Archive>>,
    /// The shop's time zone, for dates and times.
    pub(crate) time_zone: TimeZone,
    /// The calendar of deliveries, with holidays; `None` without `[delivery]`.
    pub(crate) calendar: Option<Arc<Calendar>>,
    /// Address to listen on.
    pub(crate) listen: SocketAddr,
    /// Address for numbers about the server.
    pub(crate) metrics: Option<SocketAddr>,
    /// Addresses of trusted proxies.
    pub(crate) trusted_proxies: Vec<IpNet>,
    /// The sales channel's access key; `None` if it is not in the environment.
    access_key: Option<SecretString>,
    /// The access key of the sales channel of Shopware's own storefront, if it is another one.
    pub(crate) old_storefront_access_key: Option<SecretString>,
    /// The CMS's token.
    pub(crate) statamic_token: Option<SecretString>,
    /// User name and password for a web server in front of the CMS.
    pub(crate) statamic_credentials: Option<(String, SecretString)>,
    /// The webhook secrets.
    pub(crate) hooks: HookSecrets,
    /// The tag manager.
    pub(crate) tag_manager: TagManager,
    /// The encryption key of form records.
    pub(crate) forms_key: Option<SecretString>,
    /// The address that is called when builds fail.
    pub(crate) alert_url: Option<SecretString>,
    /// The desk's secret at the provider of its logins.
    desk_client_secret: Option<SecretString>,
    /// User and password of the mail server.
    mail_credentials: Option<(String, SecretString)>,
}

impl Config {
    /// Reads and checks a file.
    pub(crate) fn load(path: &Path, environment: Environment) -> Result<Self> {
        let shown = path.display();
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("could not read the configuration {shown}: name another with --config, or copy vitrine.toml from the project"))?;
        let file = parse(path, &text)?;
        let build = &file.build;
        let named = [&build.templates, &build.locales, &build.assets];
        let carried = if named.iter().all(|folder| folder.is_some()) {
            None
        } else {
            carried::read()?
        };
        let root = path
            .parent()
            .filter(|p| !p.as_os_str().is_empty())
            .map_or_else(|| PathBuf::from("."), Path::to_path_buf);
        let config =
            Self::check(file, root, environment, carried).with_context(|| format!("{shown} cannot be used"))?;
        config.state().check_version()?;
        Ok(config)
    }

    fn check(file: ConfigFile, root: PathBuf, environment: Environment, carried: Option<Arc<Archive>>) -> Result<Self> {
        let mut wrong = Wrong::default();
        let listen = wrong.keep("server.listen", listen(&file.server.listen));
        let metrics = file
            .server
            .metrics
            .as_deref()
            .map(|text| metrics(text, &file.server.listen));
        let metrics = metrics.and_then(|address| wrong.keep("server.metrics", address));
        let trusted_proxies: Vec<_> = file.server.trusted_proxies.iter().map(|p| proxy(p)).collect();
        let time_zone = wrong.keep("site.time_zone", time_zone(&file.site.time_zone));
        let locales = words::locales(&file, &mut wrong);
        words::check(&file, &mut wrong);
        addresses::check(&file, listen, &mut wrong);
        numbers::check(&file, &mut wrong);
        offers::check(&file.offers, &mut wrong);
        for (key, reason) in file.desk.wrong() {
            wrong.add(key, reason);
        }
        folders::check(&file.build, &root, &mut wrong);
        let calendar = file
            .delivery
            .as_ref()
            .zip(time_zone.as_ref())
            .and_then(|(table, zone)| {
                let places = holiday_places(&file, &root, carried.as_ref());
                delivery::calendar(table, &places, zone, &mut wrong)
            });
        let trusted_proxies: Vec<IpNet> = trusted_proxies
            .into_iter()
            .filter_map(|one| wrong.keep("server.trusted_proxies", one))
            .collect();
        let hooks = HookSecrets {
            content: secrets::hook(CONTENT_HOOK_SECRET, environment.content_hook_secret, &mut wrong),
            commerce: secrets::hook(COMMERCE_HOOK_SECRET, environment.commerce_hook_secret, &mut wrong),
        };
        let credentials = (environment.statamic_user, environment.statamic_password);
        let statamic_credentials = secrets::statamic(credentials, environment.statamic_token.is_some(), &mut wrong);
        let forms_key = secrets::forms_key(environment.forms_key, &mut wrong);
        let alert_url = secrets::alert_url(environment.alert_url, &mut wrong);
        let tag_manager = tag_manager::checked(&file.tag_manager, environment.tag_id, &mut wrong);
        wrong.settled()?;
        Ok(Self {
            tag_manager,
            forms_key,
            metrics,
            alert_url,
            locales: locales.context("locales cannot be used")?,
            root,
            carried,
            calendar: calendar.map(Arc::new),
            time_zone: time_zone.context("site.time_zone cannot be used")?,
            listen: listen.context("server.listen cannot be used")?,
            trusted_proxies,
            access_key: environment.shopware_access_key.map(SecretString::from),
            old_storefront_access_key: environment.old_storefront_access_key.map(SecretString::from),
            statamic_token: environment.statamic_token.map(SecretString::from),
            statamic_credentials,
            hooks,
            desk_client_secret: environment.desk_client_secret.map(SecretString::from),
            mail_credentials: environment
                .mail_user
                .zip(environment.mail_password.map(SecretString::from)),
            file,
        })
    }

    /// Whether visitors come from elsewhere: the shop is in staging or production.
    pub(crate) fn is_public(&self) -> bool {
        !addresses::is_of_this_machine(&self.file.site.base_url)
    }

    /// A path of the file, relative to the file's folder.
    pub(crate) fn path(&self, relative: &Path) -> PathBuf {
        self.root.join(relative)
    }

    /// The places of all sources.
    pub(crate) fn site_paths(&self) -> Result<SitePaths> {
        let build = &self.file.build;
        let place = |key, folder: &Option<PathBuf>, part| {
            let folder = folder.as_deref().map(|folder| self.path(folder));
            places::place(key, folder, self.carried.as_ref(), part)
        };
        Ok(SitePaths {
            templates: place("build.templates", &build.templates, carried::TEMPLATES)?,
            locales: place("build.locales", &build.locales, carried::LOCALES)?,
            assets: place("build.assets", &build.assets, carried::ASSETS)?,
            own: self.own_files(),
            places: self.file.stores.places.as_deref().map(|places| self.path(places)),
        })
    }

    /// The shop's own files.
    pub(crate) fn own_files(&self) -> OwnFiles {
        let theme = self.root.join(places::THEME);
        OwnFiles {
            theme: Some(theme).filter(|folder| folder.is_dir()),
            locales: places::own_locales(&self.root, self.file.build.locales.as_deref()),
        }
    }

    /// Persistent state of builds and requests (`build.state_dir`).
    pub(crate) fn state(&self) -> StateFolder {
        StateFolder::at(self.path(&self.file.build.state_dir))
    }

    /// How mail is sent; `None` if the file has no `[mail]`.
    pub(crate) fn mail(&self) -> Option<MailConfig> {
        let table = self.file.mail.as_ref()?;
        Some(MailConfig {
            host: table.host.clone(),
            port: table.port,
            tls: match table.tls {
                MailTls::None => vitrine_api::MailTls::None,
                MailTls::StartTls => vitrine_api::MailTls::StartTls,
                MailTls::Tls => vitrine_api::MailTls::Tls,
            },
            from: table.from.clone(),
            shop: table.shop.clone(),
            credentials: self.mail_credentials.clone(),
            timeout: self.file.limits().server.backend_timeout,
        })
    }

    /// Who may open the editors' desk.
    pub(crate) fn desk(&self) -> DeskSettings {
        let mut desk = self.file.desk.clone();
        if let Some(provider) = &mut desk.provider {
            provider.secret.clone_from(&self.desk_client_secret);
        }
        desk
    }

    /// The settings for delivery dates; `None` if the file has no `[delivery]`.
    pub(crate) fn delivery(&self, clock: DeliveryClock) -> Option<DeliverySettings> {
        let table = self.file.delivery.as_ref()?;
        Some(DeliverySettings {
            calendar: self.calendar.clone()?,
            after_restock: delivery::after_restock(table),
            clock,
        })
    }

    /// A warning for each year whose holidays are needed and unknown.
    pub(crate) fn unknown_holidays(&self, now: jiff::Timestamp) -> Vec<Diagnostic> {
        let known = self.file.delivery.as_ref().zip(self.calendar.as_deref());
        known.map_or_else(Vec::new, |(table, calendar)| {
            delivery::unknown_years(table, calendar, now)
        })
    }

    /// The map tiles of the store locator; `None` if not configured.
    pub(crate) fn map_tiles(&self) -> Option<MapTiles> {
        let table = self.file.stores.tiles.as_ref()?;
        Some(MapTiles {
            template: table.template.clone(),
            origin: addresses::tile_origin(&table.template).ok()?,
            attribution: table.attribution.clone(),
        })
    }

    /// Replaces the mail server in the file with that of the demo.
    #[cfg(feature = "dev")]
    pub(crate) fn use_demo_mail(&mut self, port: u16) {
        if let Some(mail) = &mut self.file.mail {
            "127.0.0.1".clone_into(&mut mail.host);
            mail.port = port;
            mail.tls = MailTls::None;
        }
    }

    /// Replaces the backends in the file with those of the demo.
    #[cfg(feature = "dev")]
    pub(crate) fn use_demo(&mut self, store_api: &str, statamic: &str, images: &str, access_key: &str) {
        self.file.shopware.endpoint = store_api.to_owned();
        self.file.statamic.endpoint = statamic.to_owned();
        self.file.images.hosts = vec![images.to_owned()];
        self.access_key = Some(SecretString::from(access_key));
        self.statamic_token = None;
        self.statamic_credentials = None;
        // It hides nothing: what is sent to the demo is nobody's.
        self.forms_key.get_or_insert_with(|| SecretString::from("d".repeat(64)));
    }

    /// The access key, or an error with a remedy (R-BACK-05).
    pub(crate) fn access_key(&self) -> Result<SecretString> {
        self.access_key.clone().with_context(|| {
            format!(
                "{NOT_SETTLED}: set VITRINE_SHOPWARE_ACCESS_KEY in the environment to the sales channel's access key"
            )
        })
    }
}

/// The places of files of holidays, each over the one before it.
fn holiday_places(file: &ConfigFile, root: &Path, carried: Option<&Arc<Archive>>) -> Vec<Place> {
    if let Some(folder) = file.delivery.as_ref().and_then(|table| table.holidays.as_ref()) {
        return vec![Place::Folder(root.join(folder))];
    }
    let all = file.build.locales.as_ref();
    let all = match all {
        Some(folder) => Some(Place::Folder(root.join(folder))),
        None => carried.map(|archive| carried::place(archive, carried::LOCALES)),
    };
    let own = places::own_locales(root, file.build.locales.as_deref()).map(Place::Folder);
    all.into_iter().chain(own).collect()
}

/// Parses the text; an error is one sentence with file, line, key, problem and remedy.
fn parse(path: &Path, text: &str) -> Result<ConfigFile> {
    let tables = toml::Deserializer::parse(text).map_err(|error| unusable(path, text, "", &error))?;
    serde_path_to_error::deserialize(tables)
        .map_err(|error| unusable(path, text, &error.path().to_string(), error.inner()))
}

fn unusable(path: &Path, text: &str, key: &str, error: &toml::de::Error) -> anyhow::Error {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
    let line = before.matches('\n').count();
    let content: String = text.lines().nth(line).unwrap_or("").trim().chars().take(200).collect();
    let mut what = error.message().trim_end().replace('\n', ", ");
    if what == "missing field `endpoint`" {
        what = format!("{what}. {NOT_SETTLED}");
    }
    let key = match key {
        "" | "." => String::new(),
        key => format!("{key}: "),
    };
    anyhow::anyhow!(
        "{}, line {} ({content}): {key}{what}; correct it there, the project's vitrine.toml lists every key and what it means",
        path.display(),
        line + 1
    )
}

fn listen(text: &str) -> Result<SocketAddr, String> {
    text.parse()
        .map_err(|_| format!("{text:?} is no address with a port: use one like 127.0.0.1:3000"))
}

/// The address for numbers about the server, which is not that for visitors.
fn metrics(text: &str, visitors: &str) -> Result<SocketAddr, String> {
    let address = listen(text)?;
    if address.port() != 0 && text == visitors {
        return Err(format!(
            "{text:?} is server.listen, where visitors come: use another port"
        ));
    }
    Ok(address)
}

fn proxy(text: &str) -> Result<IpNet, String> {
    let one = text.parse::<IpAddr>().map(IpNet::from);
    let proxies = one.or_else(|_| text.parse::<IpNet>());
    let proxies = proxies.map_err(|_| {
        format!("names {text:?}, which is no IP address and no range: write \"203.0.113.7\" or \"203.0.113.0/24\"")
    })?;
    if proxies.prefix_len() == 0 {
        return Err(format!(
            "names {text:?}, which is everybody: any visitor could take another's address"
        ));
    }
    Ok(proxies.trunc())
}

/// Only time zones bundled with the program, so that a build gives the same bytes on every machine (rule 21).
fn time_zone(text: &str) -> Result<TimeZone, String> {
    TimeZoneDatabase::bundled()
        .get(text)
        .map_err(|_| format!("{text:?} is no time zone: use one like Europe/Amsterdam"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const EXAMPLE: &str = include_str!("../../../../vitrine.toml");

    fn check(text: &str) -> Result<Config> {
        let file: ConfigFile = toml::from_str(text)?;
        Config::check(file, PathBuf::from("."), Environment::default(), None)
    }

    fn message(text: &str) -> String {
        format!("{:#}", check(text).expect_err("must be refused"))
    }

    #[test]
    fn the_commented_example_is_whole() {
        let config = check(EXAMPLE).unwrap();
        assert_eq!(config.locales.count(), 3);
        for line in EXAMPLE.lines().filter(|l| l.contains(" = ") && !l.starts_with('#')) {
            let key = line.split(" = ").next().unwrap_or(line);
            assert!(
                check(&EXAMPLE.replace(line, &line.replacen(key, &format!("{key}_x"), 1))).is_err(),
                "{key} can be misspelt unnoticed"
            );
        }
    }

    #[test]
    fn bad_values_are_refused_with_their_key() {
        for (from, to, expected) in [
            (
                "base_url = \"http://127.0.0.1:3000\"",
                "base_url = \"http://127.0.0.1:3000/\"",
                "site.base_url",
            ),
            ("listen = \"127.0.0.1:3000\"", "listen = \"3000\"", "server.listen"),
            (
                "consumer_locales = [\"nl\"]",
                "consumer_locales = [\"fr\"]",
                "ordering.consumer_locales",
            ),
            ("prefix = \"/en\"", "prefix = \"\"", "prefix"),
            ("quality = 78", "quality = 0", "images.quality"),
            ("[2, 10, 30]", "[1, 2, 3, 4]", "build.pull_restart_pauses"),
            ("[2, 10, 30]", "[10, 2]", "build.pull_restart_pauses"),
            ("[2, 10, 30]", "[601]", "build.pull_restart_pauses"),
            ("list_records = 1000000", "list_records = 0", "limits.list_records"),
        ] {
            let text = EXAMPLE.replace(from, to);
            assert_ne!(text, EXAMPLE, "{from}");
            assert!(message(&text).contains(expected), "{}", message(&text));
        }
    }

    /// Values of every type, including extremes.
    fn value() -> impl Strategy<Value = toml::Value> {
        let number = prop_oneof![
            Just(i64::MIN),
            Just(-1),
            Just(0),
            Just(1),
            Just(8_191),
            Just(i64::MAX),
            any::<i64>()
        ];
        let text = prop_oneof![
            "\\PC{0,40}",
            "[a-z/:.*@{}\\[\\]0-9-]{0,30}",
            "https?://[a-z.*:0-9/@-]{0,20}",
            Just("\u{0}".to_owned()),
            Just("../..".to_owned()),
            Just("x".repeat(100_000)),
        ];
        let leaf = prop_oneof![
            number.prop_map(toml::Value::Integer),
            text.prop_map(toml::Value::String),
            any::<bool>().prop_map(toml::Value::Boolean),
            any::<f64>().prop_map(toml::Value::Float),
        ];
        leaf.prop_recursive(2, 8, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(toml::Value::Array),
                prop::collection::btree_map("[a-z]{1,8}", inner, 0..4)
                    .prop_map(|map| toml::Value::Table(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        /// Any value of any key is accepted, or refused with the key's name; nothing panics.
        #[test]
        fn any_value_of_any_key_is_taken_or_refused_by_name(place in any::<prop::sample::Index>(), value in value()) {
            let lines: Vec<&str> = EXAMPLE.lines().collect();
            let keys: Vec<usize> = (0..lines.len())
                .filter(|at| lines[*at].contains(" = ") && !lines[*at].starts_with('#'))
                .collect();
            let at = keys[place.index(keys.len())];
            let key = lines[at].split(" = ").next().unwrap_or_default();
            let line = format!("{key} = {value}");
            let text: Vec<&str> = (0..lines.len()).map(|n| if n == at { line.as_str() } else { lines[n] }).collect();
            let text = text.join("\n");
            let file = parse(Path::new("vitrine.toml"), &text);
            match file.and_then(|file| Config::check(file, PathBuf::from("."), Environment::default(), None)) {
                Ok(config) => prop_assert_eq!(config.locales.count(), 3),
                Err(error) => prop_assert!(format!("{error:#}").contains(key), "{key}: {error:#}"),
            }
        }
    }

    /// R-BACK-05
    #[test]
    fn r_back_05_a_missing_access_key_says_what_to_do() {
        let text = check(EXAMPLE).unwrap().access_key().expect_err("no key").to_string();
        assert!(text.starts_with("Make sure that endpoint and accessToken are settled in the configuration"));
    }
}
