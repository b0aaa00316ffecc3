//! `vitrine.toml`: read once, checked, split into what each part needs.
//!
//! **Invariant:** an unknown key, a missing value or one out of bounds is an error that names file, key and remedy; secrets come from the environment alone.

mod file;

use std::{
    net::{IpAddr, SocketAddr},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use jiff::tz::{TimeZone, TimeZoneDatabase};
use secrecy::SecretString;
use vitrine_model::{
    ids::{LanguageId, SiteHandle},
    locale::{Locale, Locales},
};

use file::{ConfigFile, LocaleTable};
pub(crate) use file::{FieldNames, WithoutSeoUrl};

/// What the environment holds.
#[derive(Debug, Default)]
pub(crate) struct Environment {
    /// `VITRINE_SHOPWARE_ACCESS_KEY`
    pub(crate) shopware_access_key: Option<String>,
    /// `VITRINE_STATAMIC_TOKEN`
    pub(crate) statamic_token: Option<String>,
}

impl Environment {
    /// Reads the process's environment.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
    pub(crate) fn read() -> Self {
        let value = |name: &str| std::env::var(name).ok().filter(|v| !v.trim().is_empty());
        Self {
            shopware_access_key: value("VITRINE_SHOPWARE_ACCESS_KEY"),
            statamic_token: value("VITRINE_STATAMIC_TOKEN"),
        }
    }
}

/// The checked configuration.
#[derive(Debug)]
pub(crate) struct Config {
    /// As in the file, checked.
    pub(crate) file: ConfigFile,
    /// The locales.
    pub(crate) locales: Locales,
    /// Where paths in the file begin.
    pub(crate) root: PathBuf,
    /// The zone in which the shop writes dates and times.
    pub(crate) time_zone: TimeZone,
    /// Where to listen.
    pub(crate) listen: SocketAddr,
    /// Believed proxies.
    pub(crate) trusted_proxies: Vec<IpAddr>,
    /// The sales channel's key; `None` when the environment has none.
    access_key: Option<SecretString>,
    /// The CMS's token.
    pub(crate) statamic_token: Option<SecretString>,
}

impl Config {
    /// Reads and checks a file.
    pub(crate) fn load(path: &Path, environment: Environment) -> Result<Self> {
        let shown = path.display();
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("could not read the configuration {shown}: name another with --config, or copy vitrine.toml from the project"))?;
        let file: ConfigFile = toml::from_str(&text).map_err(|error| unusable(path, &text, &error))?;
        let root = path
            .parent()
            .filter(|p| !p.as_os_str().is_empty())
            .map_or_else(|| PathBuf::from("."), Path::to_path_buf);
        Self::check(file, root, environment).with_context(|| format!("{shown} cannot be used"))
    }

    fn check(file: ConfigFile, root: PathBuf, environment: Environment) -> Result<Self> {
        let locales = Locales::new(file.locales.iter().map(locale).collect::<Result<_>>()?)?;
        check_url("site.base_url", &file.site.base_url)?;
        check_endpoint("shopware.endpoint", &file.shopware.endpoint)?;
        check_endpoint("statamic.endpoint", &file.statamic.endpoint)?;
        for host in &file.images.hosts {
            check_url("images.hosts", host)?;
        }
        for code in &file.ordering.consumer_locales {
            if locales.by_code(code).is_none() {
                bail!(
                    "ordering.consumer_locales names {code:?}, which is no locale: use the code of a [[locales]] table"
                );
            }
        }
        for code in file.statamic.alt_fields.keys() {
            if locales.by_code(code).is_none() {
                bail!("statamic.alt_fields names {code:?}, which is no locale: use the code of a [[locales]] table");
            }
        }
        // The zones that lie in the program: a build gives the same bytes on every machine (rule 21).
        let time_zone = TimeZoneDatabase::bundled().get(&file.site.time_zone).with_context(|| {
            format!(
                "site.time_zone {:?} is no time zone: use one like Europe/Amsterdam",
                file.site.time_zone
            )
        })?;
        if !(1..=100).contains(&file.images.quality) {
            bail!("images.quality is {}: use 1 to 100", file.images.quality);
        }
        let templates = [
            ("template", Some(&file.images.template)),
            ("packshot_template", file.images.packshot_template.as_ref()),
        ];
        for (name, template) in templates {
            if let Some(template) = template.filter(|t| !t.contains("{url}") || !t.contains("{width}")) {
                bail!("images.{name} {template:?} must hold {{url}} and {{width}}");
            }
        }
        let listen = file.server.listen.parse().with_context(|| {
            format!(
                "server.listen {:?} is no address with a port: use one like 127.0.0.1:3000",
                file.server.listen
            )
        })?;
        let trusted_proxies = file
            .server
            .trusted_proxies
            .iter()
            .map(|p| {
                p.parse()
                    .with_context(|| format!("server.trusted_proxies: {p:?} is no IP address"))
            })
            .collect::<Result<_>>()?;
        if file.server.hosts.is_empty() {
            bail!("server.hosts is empty: name at least the host visitors use");
        }
        Ok(Self {
            locales,
            root,
            time_zone,
            listen,
            trusted_proxies,
            access_key: environment.shopware_access_key.map(SecretString::from),
            statamic_token: environment.statamic_token.map(SecretString::from),
            file,
        })
    }

    /// A path of the file, from the folder the file lies in.
    pub(crate) fn path(&self, relative: &Path) -> PathBuf {
        self.root.join(relative)
    }

    /// Takes the demo's backends in place of those in the file.
    #[cfg(feature = "dev")]
    pub(crate) fn use_demo(&mut self, store_api: &str, statamic: &str, images: &str, access_key: &str) {
        self.file.shopware.endpoint = store_api.to_owned();
        self.file.statamic.endpoint = statamic.to_owned();
        self.file.images.hosts = vec![images.to_owned()];
        self.access_key = Some(SecretString::from(access_key));
        self.statamic_token = None;
    }

    /// The access key, or what to do about it (R-BACK-05).
    pub(crate) fn access_key(&self) -> Result<SecretString> {
        self.access_key.clone().with_context(|| {
            format!(
                "{NOT_SETTLED}: set VITRINE_SHOPWARE_ACCESS_KEY in the environment to the sales channel's access key"
            )
        })
    }
}

/// One sentence: which file and line, what is wrong there, and the remedy.
fn unusable(path: &Path, text: &str, error: &toml::de::Error) -> anyhow::Error {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
    let line = before.matches('\n').count();
    let content = text.lines().nth(line).unwrap_or("").trim();
    let mut what = error.message().trim_end().replace('\n', ", ");
    if what == "missing field `endpoint`" {
        what = format!("{what}. {NOT_SETTLED}");
    }
    anyhow::anyhow!(
        "{}, line {} ({content}): {what}; correct it there, the project's vitrine.toml lists every key and what it means",
        path.display(),
        line + 1
    )
}

fn locale(table: &LocaleTable) -> Result<Locale> {
    Ok(Locale {
        code: table.code.as_str().into(),
        iso: table.iso.as_str().into(),
        name: table.name.clone(),
        prefix: table.prefix.clone(),
        commerce_language: table.commerce_language.as_deref().map(LanguageId::parse).transpose()?,
        content_site: SiteHandle::parse(&table.content_site)?,
    })
}

/// R-BACK-05
const NOT_SETTLED: &str = "Make sure that endpoint and accessToken are settled in the configuration";

/// A backend's address, which must be there (R-BACK-05).
fn check_endpoint(key: &str, url: &str) -> Result<()> {
    if url.trim().is_empty() {
        bail!("{NOT_SETTLED}: {key} is empty");
    }
    check_url(key, url)
}

fn check_url(key: &str, url: &str) -> Result<()> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    match rest {
        Some(host) if !host.is_empty() && !url.ends_with('/') => Ok(()),
        Some(_) => bail!("{key} is {url:?}: write it without a trailing slash"),
        None => bail!("{key} is {url:?}: it must begin with https:// or http://"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: &str = include_str!("../../../../vitrine.toml");

    fn check(text: &str) -> Result<Config> {
        let file: ConfigFile = toml::from_str(text)?;
        Config::check(file, PathBuf::from("."), Environment::default())
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
        ] {
            let text = EXAMPLE.replace(from, to);
            assert_ne!(text, EXAMPLE, "{from}");
            assert!(message(&text).contains(expected), "{}", message(&text));
        }
    }

    /// R-BACK-05
    #[test]
    fn r_back_05_a_missing_access_key_says_what_to_do() {
        let text = check(EXAMPLE).unwrap().access_key().expect_err("no key").to_string();
        assert!(text.starts_with("Make sure that endpoint and accessToken are settled in the configuration"));
    }
}
