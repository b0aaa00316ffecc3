//! The style sheet of the theme: the program's own with other tokens, typefaces and rules, made without Node.
//!
//! **Invariant:** the program's rules stay as they are, but for tokens that have another value and typefaces that no token
//! names; own rules are in the layer `theme`, which is the last one; a file is named after its content; nothing is loaded
//! from another host.

use std::collections::BTreeMap;

use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha384};

use super::{
    css,
    error::ThemeError,
    tokens::{self, Tokens},
};
use crate::{
    assets::{AssetFile, AssetManifest},
    sources::Place,
};

/// The own tokens.
pub(super) const TOKENS: &str = "tokens.css";

/// How errors name the program's style sheet.
const PROGRAM: &str = "(the program's styles)";

/// What the program's tokens say of people who want no motion, after durations that are not in their place.
const NO_MOTION: &str = "@media (prefers-reduced-motion:reduce){:root{--motion-fast:0ms;--motion:0ms}}";

/// Kinds of files that a style sheet may name.
const NAMED: [&str; 6] = ["woff2", "svg", "png", "jpg", "webp", "avif"];

/// The own styles and the files that they name.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    pub(super) tokens: Tokens,
    pub(super) files: BTreeMap<String, Vec<u8>>,
    /// The fonts by their asset, in the order of `tokens.css`.
    fonts: Vec<String>,
    /// What `tokens.css` has besides tokens: typefaces and media queries.
    others: String,
    /// The own rules, in their layer.
    rules: String,
}

impl Sheet {
    /// Reads the folder's files.
    pub(super) fn read(place: &Place, names: &[String], known: &Tokens) -> Result<Self, ThemeError> {
        let mut sheet = Self::default();
        if names.iter().any(|name| name == TOKENS) {
            let source = css::without_comments(&read_text(place, TOKENS)?);
            sheet.tokens = tokens::checked(TOKENS, &source, known)?;
            let source = sheet.with_files(place, TOKENS, &source)?;
            for rule in css::rules(TOKENS, &source, 1)? {
                match (rule.prelude, rule.body) {
                    ("@font-face", Some(body)) => sheet.others.push_str(&format!("@font-face{{{body}}}")),
                    (media, Some(body)) if media.starts_with("@media") => {
                        sheet.others.push_str(&format!("@layer tokens{{{media}{{{body}}}}}"));
                    }
                    _ => {}
                }
            }
        }
        let styles = names
            .iter()
            .filter(|name| name.starts_with("styles/") && name.ends_with(".css"));
        for name in styles {
            let source = sheet.styles(place, name)?;
            sheet.rules.push_str(&source);
        }
        for name in names {
            let flag = name.strip_prefix("flags/").and_then(|name| name.strip_suffix(".svg"));
            if let Some(code) = flag {
                let file = sheet.add(place, name, name, 0)?;
                sheet
                    .rules
                    .push_str(&format!(".flag--{code}{{background-image:url(\"{file}\")}}"));
            }
        }
        Ok(sheet)
    }

    fn styles(&mut self, place: &Place, name: &str) -> Result<String, ThemeError> {
        let source = css::without_comments(&read_text(place, name)?);
        for rule in css::rules(name, &source, 1)? {
            if rule.prelude.starts_with("@import") || rule.prelude.starts_with("@charset") {
                let message = "another file cannot be imported: all of theme/styles/ is one style sheet";
                return Err(ThemeError::new(name, rule.line, message));
            }
        }
        self.with_files(place, name, &source)
    }

    /// Whether the folder changes no style.
    pub(super) fn is_empty(&self) -> bool {
        self.tokens.is_empty() && self.others.is_empty() && self.rules.is_empty()
    }

    /// The program's style sheet with the own tokens in the places of its own, without typefaces that no token names, and
    /// with the own rules after it; `known` are the program's tokens.
    pub(super) fn over(&self, program: &str, known: &Tokens) -> Result<String, ThemeError> {
        let program = css::without_comments(program);
        let families = self.families(known);
        let mut out = String::with_capacity(program.len());
        let mut placed = Tokens::default();
        for rule in css::rules(PROGRAM, &program, 1)? {
            match (rule.prelude, rule.body) {
                ("@font-face", Some(body)) if !tokens::is_of(PROGRAM, body, &families)? => {}
                ("@layer tokens", Some(body)) => {
                    let (body, replaced) = tokens::replaced(PROGRAM, body, &self.tokens)?;
                    placed.extend(replaced);
                    out.push_str(&format!("@layer tokens{{{body}}}"));
                }
                (prelude, Some(body)) => out.push_str(&format!("{prelude}{{{body}}}")),
                (prelude, None) => out.push_str(&format!("{prelude};")),
            }
        }
        let rest = self.tokens.without(&placed);
        if !rest.is_empty() {
            out.push_str(&format!("@layer tokens{{:root{{{rest}}}{NO_MOTION}}}"));
        }
        out.push_str(&self.others);
        if !self.rules.is_empty() {
            out.push_str(&format!("@layer theme{{{}}}", self.rules));
        }
        Ok(css::compact(&out))
    }

    /// The typefaces that tokens name, in lower case.
    fn families(&self, known: &Tokens) -> Vec<String> {
        self.tokens
            .over(known, "--font-")
            .flat_map(|value| value.split(','))
            .map(|family| family.trim().trim_matches(['"', '\'']).to_lowercase())
            .collect()
    }

    /// The text with the addresses of assets in place of those of the folder.
    fn with_files(&mut self, place: &Place, css: &str, text: &str) -> Result<String, ThemeError> {
        let folder = css.rsplit_once('/').map_or("", |(folder, _)| folder);
        css::with_urls(text, |address, line| {
            if address.starts_with("data:") || address.starts_with('#') {
                return Ok(address.to_owned());
            }
            if address.contains("//") || address.starts_with('/') {
                let message = format!(
                    "{address:?} is not in the folder: pages load nothing from elsewhere, so put the file into theme/ and name it relative to this one"
                );
                return Err(ThemeError::new(css, line, message));
            }
            let name = resolved(folder, address);
            self.add(place, css, &name, line)
        })
    }

    /// Adds a file of the folder to the assets; returns its name beside the sheet.
    fn add(&mut self, place: &Place, by: &str, name: &str, line: usize) -> Result<String, ThemeError> {
        let line = (line > 0).then_some(line);
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        if !NAMED.contains(&ending) {
            let message = format!(
                "{name:?} cannot be named by a style sheet: use one of {}",
                NAMED.join(", ")
            );
            return Err(ThemeError::new(by, line, message));
        }
        let bytes = place.read(name).map_err(|error| {
            ThemeError::new(
                by,
                line,
                format!("theme/{name} could not be read: {error}; put the file there"),
            )
        })?;
        let file = hashed(name.rsplit('/').next().unwrap_or(name), &bytes);
        if ending == "woff2" && !self.fonts.contains(&file) {
            self.fonts.push(file.clone());
        }
        self.files.insert(file.clone(), bytes);
        Ok(file.strip_prefix("assets/").unwrap_or(&file).to_owned())
    }

    /// What pages preload if there are own fonts: those, and of the program's the families that tokens still name.
    pub(super) fn preloaded(&self, known: &Tokens, manifest: &AssetManifest) -> Option<Vec<String>> {
        if self.fonts.is_empty() && !self.tokens.has_any("--font-") {
            return None;
        }
        let families: Vec<String> = self
            .families(known)
            .iter()
            .map(|family| family.replace(' ', "-"))
            .collect();
        let used = |file: &&String| {
            let name = file.strip_prefix("assets/").unwrap_or(file);
            families.iter().any(|family| name.starts_with(&format!("{family}-")))
        };
        let kept = manifest.fonts.iter().filter(used);
        // A page preloads as many typefaces as the program does: the first ones of the file.
        let most = manifest.fonts.len().max(1);
        Some(self.fonts.iter().chain(kept).take(most).cloned().collect())
    }
}

fn read_text(place: &Place, name: &str) -> Result<String, ThemeError> {
    place
        .read_text(name)
        .map_err(|error| ThemeError::new(name, None, format!("the file could not be read: {error}")))
}

/// `fonts/x.woff2` of `../fonts/x.woff2` in `styles`.
fn resolved(folder: &str, address: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in address.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            other => parts.push(other),
        }
    }
    parts.join("/")
}

/// `assets/styles-1A2B3C4D.css` of `styles.css`.
pub(super) fn hashed(name: &str, bytes: &[u8]) -> String {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') {
            c
        } else {
            '-'
        }
    };
    let stem: String = stem.chars().map(plain).collect();
    let hash = blake3::hash(bytes).to_hex().to_ascii_uppercase();
    format!("assets/{stem}-{}.{ending}", hash.get(..8).unwrap_or(&hash))
}

/// How the list of assets names a file.
pub(super) fn listed(bytes: &[u8]) -> AssetFile {
    AssetFile {
        integrity: format!("sha384-{}", STANDARD.encode(Sha384::digest(bytes))),
        bytes: u64::try_from(bytes.len()).unwrap_or(u64::MAX),
    }
}
