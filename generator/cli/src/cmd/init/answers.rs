//! What people say of a new shop: by flags, or asked for on a terminal.
//!
//! **Invariant:** every value that goes into the file is one that the configuration accepts, or the error names its flag.

use std::{
    io::{BufRead, IsTerminal},
    path::PathBuf,
};

use anyhow::{Context, Result, bail};
use clap::Args;
use jiff::tz::TimeZoneDatabase;
use url::{Origin, Url};

use crate::progress;

/// The names of languages in themselves.
const NAMES: [(&str, &str); 14] = [
    ("cs", "Čeština"),
    ("da", "Dansk"),
    ("de", "Deutsch"),
    ("en", "English"),
    ("es", "Español"),
    ("fi", "Suomi"),
    ("fr", "Français"),
    ("it", "Italiano"),
    ("nb", "Norsk"),
    ("nl", "Nederlands"),
    ("no", "Norsk"),
    ("pl", "Polski"),
    ("pt", "Português"),
    ("sv", "Svenska"),
];

/// The places of navigations.
pub(super) const PLACES: [&str; 4] = ["main", "top", "footer", "colophon"];

/// Arguments of `init`. What is left out is asked for, if this is a terminal.
#[derive(Args)]
pub(crate) struct InitArguments {
    /// The folder: it must be empty, or not exist yet.
    #[arg(value_name = "FOLDER")]
    pub(super) folder: PathBuf,
    /// Where visitors find the shop: https://shop.example
    #[arg(long, value_name = "URL")]
    pub(super) base_url: Option<String>,
    /// Shopware's Store API: https://commerce.example/store-api
    #[arg(long, value_name = "URL")]
    pub(super) shopware_url: Option<String>,
    /// Where the CMS answers, without /api: https://cms.example
    #[arg(long, value_name = "URL")]
    pub(super) statamic_url: Option<String>,
    /// A language of the shop by its tag, the first one without a prefix in addresses: nl-NL. After an equals sign
    /// Statamic's handle of the site, if the CMS cannot be asked: nl-NL=default. Otherwise the languages that both backends
    /// have.
    #[arg(long = "locale", value_name = "TAG[=SITE]")]
    pub(super) locales: Vec<String>,
    /// The shop's time zone: Europe/Amsterdam
    #[arg(long, value_name = "ZONE")]
    pub(super) time_zone: Option<String>,
    /// Where pictures come from, if not from Shopware's and the CMS's hosts: https://images.example
    #[arg(long = "image-host", value_name = "URL")]
    pub(super) image_hosts: Vec<String>,
    /// The collections of the CMS to read; otherwise all that its REST API answers.
    #[arg(long, value_delimiter = ',', value_name = "HANDLE,…")]
    pub(super) collections: Vec<String>,
    /// The taxonomies of the CMS to read; otherwise as the collections.
    #[arg(long, value_delimiter = ',', value_name = "HANDLE,…")]
    pub(super) taxonomies: Vec<String>,
    /// The asset containers of the CMS, for the sizes of pictures and their alternative texts; otherwise as the collections.
    #[arg(long, value_delimiter = ',', value_name = "HANDLE,…")]
    pub(super) asset_containers: Vec<String>,
    /// A navigation of the CMS and its place (main, top, footer, colophon); otherwise by their handles. Places without one
    /// show Shopware's categories.
    #[arg(long, value_delimiter = ',', value_name = "PLACE=HANDLE,…")]
    pub(super) navigations: Vec<String>,
    /// The address and port to listen on.
    #[arg(long, default_value = "127.0.0.1:3000", value_name = "ADDRESS")]
    pub(super) listen: String,
    /// Ask neither Shopware nor the CMS what they have.
    #[arg(long)]
    pub(super) offline: bool,
}

/// A language of the shop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Language {
    pub(super) code: String,
    pub(super) tag: String,
    pub(super) name: String,
    /// Statamic's handle of the site; `None` if it was not given.
    pub(super) site: Option<String>,
}

/// What people gave, checked.
#[derive(Debug)]
pub(super) struct Given {
    pub(super) base_url: String,
    pub(super) host: String,
    pub(super) https: bool,
    pub(super) listen: String,
    pub(super) time_zone: String,
    pub(super) languages: Vec<Language>,
    pub(super) shopware: String,
    pub(super) statamic: String,
    pub(super) image_hosts: Vec<String>,
    pub(super) collections: Vec<String>,
    pub(super) taxonomies: Vec<String>,
    pub(super) asset_containers: Vec<String>,
    pub(super) navigations: Vec<(String, String)>,
}

impl Given {
    pub(super) fn of(arguments: &InitArguments) -> Result<Self> {
        let ask = |given: &Option<String>, flag, what| answer(given.as_deref(), flag, what);
        let base = ask(
            &arguments.base_url,
            "--base-url",
            "Where visitors find the shop (https://shop.example)",
        )?;
        let base = address("--base-url", &base)?;
        let shopware = ask(
            &arguments.shopware_url,
            "--shopware-url",
            "Shopware's Store API (https://commerce.example/store-api)",
        )?;
        let shopware = address("--shopware-url", &shopware)?;
        let statamic = ask(
            &arguments.statamic_url,
            "--statamic-url",
            "The CMS, without /api (https://cms.example)",
        )?;
        let statamic = address("--statamic-url", &statamic)?;
        let zone = ask(
            &arguments.time_zone,
            "--time-zone",
            "The shop's time zone (Europe/Amsterdam)",
        )?;
        if TimeZoneDatabase::bundled().get(&zone).is_err() {
            bail!("--time-zone is {zone:?}, which is no time zone: use one like Europe/Amsterdam");
        }
        let hosts = match arguments.image_hosts.as_slice() {
            [] => vec![origin(&shopware), origin(&statamic)],
            given => given
                .iter()
                .map(|host| Ok(origin(&address("--image-host", host)?)))
                .collect::<Result<_>>()?,
        };
        let mut image_hosts = hosts;
        image_hosts.dedup();
        Ok(Self {
            host: host(&base),
            https: base.scheme() == "https",
            base_url: origin(&base),
            listen: arguments.listen.clone(),
            time_zone: zone,
            languages: languages(&arguments.locales)?,
            shopware: shopware.as_str().trim_end_matches('/').to_owned(),
            statamic: statamic.as_str().trim_end_matches('/').to_owned(),
            image_hosts,
            collections: arguments.collections.clone(),
            taxonomies: arguments.taxonomies.clone(),
            asset_containers: arguments.asset_containers.clone(),
            navigations: navigations(&arguments.navigations)?,
        })
    }
}

/// The languages by an answer on the terminal.
pub(super) fn asked_languages() -> Result<Vec<Language>> {
    let tags = answer(
        None,
        "--locale",
        "Its languages (nl-NL, or several with blanks between them)",
    )?;
    languages(&tags.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
}

/// A flag's value, or the answer on the terminal.
fn answer(given: Option<&str>, flag: &str, what: &str) -> Result<String> {
    if let Some(given) = given {
        return Ok(given.trim().to_owned());
    }
    let input = std::io::stdin();
    if !input.is_terminal() {
        bail!("{flag} is missing: give it, or start this on a terminal, where it is asked for");
    }
    progress::say(&format!("{what}:"));
    let mut line = String::new();
    input.lock().read_line(&mut line).context("could not read the answer")?;
    match line.trim() {
        "" => bail!("there was no answer: give {flag}"),
        text => Ok(text.to_owned()),
    }
}

fn address(flag: &str, text: &str) -> Result<Url> {
    let url = Url::parse(text)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https"));
    url.filter(|url| url.query().is_none() && url.fragment().is_none())
        .with_context(|| format!("{flag} is {text:?}: use an address like https://shop.example"))
}

fn origin(url: &Url) -> String {
    match url.origin() {
        origin @ Origin::Tuple(..) => origin.ascii_serialization(),
        Origin::Opaque(_) => url.as_str().to_owned(),
    }
}

/// The host with its port, where that is not the scheme's own.
fn host(url: &Url) -> String {
    let origin = origin(url);
    origin
        .split_once("://")
        .map_or(origin.clone(), |(_, host)| host.to_owned())
}

/// The languages of tags like `nl-NL` and `nl-NL=default`.
pub(super) fn languages(tags: &[String]) -> Result<Vec<Language>> {
    let mut found: Vec<Language> = Vec::new();
    for tag in tags {
        let (tag, site) = match tag.split_once('=') {
            Some((tag, site)) => (tag, Some(site.to_owned())),
            None => (tag.as_str(), None),
        };
        let code = tag.split('-').next().unwrap_or_default();
        let name = NAMES.iter().find(|(known, _)| *known == code).map(|(_, name)| *name);
        let plain = tag.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        let well = plain && tag.contains('-') && code.len() == 2 && code.bytes().all(|b| b.is_ascii_lowercase());
        if !well || site.as_deref() == Some("") {
            bail!("--locale is {tag:?}: use a tag with language and country, like nl-NL");
        }
        if found.iter().any(|language| language.code == code) {
            bail!("--locale names the language {code} twice: one of them is enough");
        }
        found.push(Language {
            code: code.to_owned(),
            tag: tag.to_owned(),
            name: name.unwrap_or(code).to_owned(),
            site,
        });
    }
    Ok(found)
}

fn navigations(given: &[String]) -> Result<Vec<(String, String)>> {
    let read = |text: &String| {
        let (place, handle) = text.split_once('=')?;
        (PLACES.contains(&place) && !handle.is_empty()).then(|| (place.to_owned(), handle.to_owned()))
    };
    given
        .iter()
        .map(|text| {
            read(text).with_context(|| {
                format!(
                    "--navigations has {text:?}: write a place ({}) and the CMS's handle, like main=main",
                    PLACES.join(", ")
                )
            })
        })
        .collect()
}
