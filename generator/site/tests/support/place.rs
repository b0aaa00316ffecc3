//! A temporary folder with templates, texts, assets and dist for a build.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

pub use super::kinds::KINDS;
use super::{
    Shop,
    kinds::{footer, header},
};
use vitrine_model::locale::{Locale, Locales};
use vitrine_site::{
    BuildOptions, BuildReport, KeptRelease, OwnFiles, Retention, Site, SiteError, SitePaths, config::SiteConfig,
    header_footer::HeaderFooterViews, pages::PageKind,
};

/// A folder with all inputs except the shop's data, and dist.
pub struct Place {
    pub root: tempfile::TempDir,
    pub config: SiteConfig,
}

const ASSET: &[u8] = b"export {};\n";

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

pub fn own(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A script for every island.
pub fn islands(script: impl Fn(&str) -> serde_json::Value) -> serde_json::Map<String, serde_json::Value> {
    let folders = fs::read_dir(own("../../islands/src/islands")).unwrap();
    let names = folders.map(|folder| folder.unwrap().file_name().into_string().unwrap());
    names
        .map(|name| {
            let script = script(&name);
            (name, script)
        })
        .collect()
}

impl Place {
    pub fn new() -> Self {
        let place = Self {
            root: tempfile::tempdir().unwrap(),
            config: SiteConfig {
                base_url: "https://shop.example".to_owned(),
                ..SiteConfig::default()
            },
        };
        for code in ["nl", "en", "de"] {
            let folder = own("../../locales").join(code);
            for file in ["routes.json", "format.json"] {
                place.put(
                    &format!("locales/{code}/{file}"),
                    &fs::read_to_string(folder.join(file)).unwrap(),
                );
            }
            place.put_texts(code);
        }
        let asset = |file: &str| serde_json::json!({"file": file, "integrity": "sha384-x", "preload": []});
        let file = serde_json::json!({"integrity": "sha384-x", "bytes": ASSET.len()});
        let manifest = serde_json::json!({
            "version": env!("CARGO_PKG_VERSION"),
            "loader": asset("assets/loader-1.js"), "styles": asset("assets/styles-1.css"), "fonts": [],
            "islands": islands(|_| asset("assets/cart-1.js")),
            "files": {"assets/loader-1.js": file, "assets/styles-1.css": file, "assets/cart-1.js": file},
        });
        place.put("build/manifest.json", &manifest.to_string());
        for name in ["loader-1.js", "styles-1.css", "cart-1.js"] {
            place.put(&format!("build/assets/{name}"), std::str::from_utf8(ASSET).unwrap());
        }
        place
    }

    pub fn put(&self, file: &str, text: &str) {
        write(&self.root.path().join(file), text);
    }

    /// Writes the texts that the templates use.
    pub fn put_texts(&self, code: &str) {
        self.put(
            &format!("locales/{code}/common.json"),
            &format!(
                r#"{{"screen.title": "Titel {code}", "screen.languages": "Talen", "screen.count": {{"one": "{{count}} stuk", "other": "{{count}} stuks"}}}}"#
            ),
        );
        self.put(
            &format!("locales/{code}/llms.json"),
            r#"{"llms.note": "Alles", "llms.pages": "Bladen", "common.products": "Producten"}"#,
        );
        self.put(
            &format!("locales/{code}/errors.json"),
            r#"{"errors.rate_limited": "Te vaak"}"#,
        );
        // The search labels, which every build writes; those with plural forms are only in lists.
        for file in ["lists.json", "search.json"] {
            let text = fs::read_to_string(own("../../locales/nl").join(file)).unwrap();
            let mut texts: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text).unwrap();
            texts.retain(|_, text| text.is_string());
            self.put(
                &format!("locales/{code}/{file}"),
                &serde_json::Value::Object(texts).to_string(),
            );
        }
        self.put(
            &format!("locales/{code}/islands/cart.json"),
            r#"{"cart.title": "</script><b>\u2028"}"#,
        );
    }

    pub fn dist(&self) -> PathBuf {
        self.root.path().join("dist")
    }

    pub fn site(&self, locales: &[Locale]) -> Result<Site, SiteError> {
        self.site_of(KINDS, locales)
    }

    /// The site with other page kinds.
    pub fn site_of(&self, kinds: &'static [&'static dyn PageKind], locales: &[Locale]) -> Result<Site, SiteError> {
        let paths = SitePaths {
            templates: own("tests/fixtures/templates").into(),
            locales: self.root.path().join("locales").into(),
            assets: self.root.path().join("build").into(),
            own: OwnFiles::default(),
            places: None,
        };
        let site = Site::load(&paths, self.config.clone(), &Locales::new(locales.to_vec()).unwrap())?;
        Ok(site.with_views(
            kinds,
            HeaderFooterViews {
                header,
                footer,
                simple: footer,
                link_pictures: |_| None,
            },
        ))
    }

    pub fn options(&self) -> BuildOptions {
        BuildOptions {
            sharing: true,
            dist: self.dist(),
            accept_fewer: false,
            accept_empty: Vec::new(),
            keep: Retention {
                releases: 3,
                assets: Duration::from_secs(7 * 24 * 3_600),
            },
            diagnostics_in: Vec::new(),
            source_snapshot: "test".to_owned(),
            pulled_on: Some(jiff::civil::date(2026, 11, 21)),
            gate: vitrine_site::Gate::default(),
            full: false,
            why: Vec::new(),
        }
    }

    pub fn build(&self, shop: &Shop) -> Result<BuildReport, SiteError> {
        vitrine_site::build(
            &shop.catalog(),
            &self.site(&shop.locales)?,
            &self.options(),
            &mut KeptRelease::default(),
            &(),
        )
    }

    /// A file of the live release.
    pub fn live(&self, file: &str) -> String {
        let path = self.dist().join("current").join(file);
        fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    pub fn json(&self, file: &str) -> serde_json::Value {
        serde_json::from_str(&self.live(file)).unwrap()
    }

    /// The target of `current`.
    pub fn current(&self) -> PathBuf {
        fs::read_link(self.dist().join("current")).unwrap()
    }
}

/// Every file below a folder with its content, by relative path.
pub fn tree(folder: &Path) -> std::collections::BTreeMap<String, Vec<u8>> {
    walkdir::WalkDir::new(folder)
        .into_iter()
        .map(Result::unwrap)
        .filter(|e| e.file_type().is_file())
        .map(|e| {
            let name = e.path().strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            (name, fs::read(e.path()).unwrap())
        })
        .collect()
}
