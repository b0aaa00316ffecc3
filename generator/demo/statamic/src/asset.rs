//! The only asset container, `assets`: the pictures of `media/` as `<name>.webp` on the image CDN's host, as with an
//! S3-like disk, and the files of `content/assets/`. Sizes are read from the files, alternative texts and focal points
//! from the manifest.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Map, Value, json};
use walkdir::WalkDir;

use super::dates::format_date;
use super::hosts::Hosts;
use vitrine_demo_media::manifest::{self, Picture};
use vitrine_demo_shop::{ShopError, Site};

/// Handle of the only container.
pub(crate) const CONTAINER: &str = "assets";

/// Maximum size of an SVG whose source is kept, for `icon` fields.
const SVG_BYTES: u64 = 65_536;

/// Upload time of every asset.
const MODIFIED: jiff::Timestamp = jiff::Timestamp::constant(1_777_629_600, 0);

/// One asset.
#[derive(Debug, Clone)]
pub(crate) struct Asset {
    /// Path in the container.
    pub(crate) path: String,
    /// Path on the image CDN's host.
    pub(crate) location: String,
    pub(crate) bytes: u64,
    pub(crate) size: Option<(u32, u32)>,
    pub(crate) focus: (f64, f64),
    pub(crate) alt: Option<String>,
    /// Alternative texts of other languages by blueprint field (`alt_en`): metadata is the same for all sites, so a
    /// shop has one field for each language.
    pub(crate) alts: BTreeMap<String, String>,
    pub(crate) svg: Option<String>,
}

/// All assets of a shop by path.
pub(crate) fn load(shop_dir: &Path, sites: &[Site]) -> Result<BTreeMap<String, Asset>, ShopError> {
    let media = shop_dir.join("media");
    let mut assets = BTreeMap::new();
    for (name, picture) in manifest::read(&media)? {
        let bytes = std::fs::metadata(media.join(format!("{name}.webp"))).map_or(0, |file| file.len());
        let path = format!("{name}.webp");
        assets.insert(path.clone(), of_picture(path, &picture, bytes, sites));
    }
    let dir = shop_dir.join("content").join("assets");
    for item in WalkDir::new(&dir).sort_by_file_name().into_iter().flatten() {
        let Ok(relative) = item.path().strip_prefix(&dir) else {
            continue;
        };
        let Some(path) = relative.to_str().filter(|_| item.file_type().is_file()) else {
            continue;
        };
        let bytes = item.metadata().map_or(0, |file| file.len());
        let svg = (path.ends_with(".svg") && bytes <= SVG_BYTES).then(|| std::fs::read_to_string(item.path()).ok());
        let svg = svg.flatten();
        let asset = Asset {
            path: path.to_owned(),
            location: format!("/assets/{path}"),
            bytes,
            size: svg.as_deref().and_then(svg_size),
            focus: (50.0, 50.0),
            alt: None,
            alts: BTreeMap::new(),
            svg,
        };
        assets.insert(path.to_owned(), asset);
    }
    Ok(assets)
}

/// The size in an SVG file: `width` and `height`, otherwise those of its `viewBox`; whole pixels.
fn svg_size(source: &str) -> Option<(u32, u32)> {
    let tag = source.split_once("<svg")?.1.split('>').next()?;
    let attribute = |name: &str| tag.split_once(&format!(" {name}=\""))?.1.split('"').next();
    let pixels = |text: &str| {
        let number: f64 = text.trim().trim_end_matches("px").parse().ok()?;
        (1.0..=f64::from(u16::MAX))
            .contains(&number)
            .then(|| number.round() as u32)
    };
    let own = || Some((pixels(attribute("width")?)?, pixels(attribute("height")?)?));
    let boxed = || {
        let mut numbers = attribute("viewBox")?
            .split([' ', ','])
            .filter(|part| !part.is_empty())
            .skip(2);
        Some((pixels(numbers.next()?)?, pixels(numbers.next()?)?))
    };
    own().or_else(boxed)
}

fn of_picture(path: String, picture: &Picture, bytes: u64, sites: &[Site]) -> Asset {
    // Assets are not localized in Statamic: `alt` is for the default site, and other languages have their own field in
    // the container's blueprint.
    let alt = sites
        .first()
        .and_then(|site| picture.alt.as_ref()?.exact(&site.handle))
        .map(str::to_owned);
    let alts = sites.iter().skip(1).filter_map(|site| {
        let text = picture.alt.as_ref()?.exact(&site.handle)?;
        Some((format!("alt_{}", site.lang), text.to_owned()))
    });
    Asset {
        alts: alts.collect(),
        location: format!("/m/{path}"),
        path,
        bytes,
        size: Some((picture.width, picture.height)),
        focus: picture.focus.unwrap_or((50.0, 50.0)),
        alt,
        svg: None,
    }
}

impl Asset {
    /// `url` and `permalink`: absolute, on the image CDN's host.
    pub(crate) fn url(&self, hosts: &Hosts) -> String {
        format!("{}{}", hosts.images, self.location)
    }

    fn focus_css(&self) -> String {
        format!("{}% {}%", self.focus.0, self.focus.1)
    }

    /// The shallow reference of Statamic §3, with extended keys in the extended profile.
    pub(crate) fn reference(&self, hosts: &Hosts) -> Value {
        let url = self.url(hosts);
        let mut result = Map::new();
        result.insert("id".to_owned(), format!("{CONTAINER}::{}", self.path).into());
        result.insert("url".to_owned(), url.clone().into());
        result.insert("permalink".to_owned(), url.into());
        result.insert(
            "api_url".to_owned(),
            format!("{}/api/assets/{CONTAINER}/{}", hosts.own, self.path).into(),
        );
        result.insert("alt".to_owned(), self.alt.clone().into());
        if hosts.extended {
            result.insert("width".to_owned(), self.size.map(|size| size.0).into());
            result.insert("height".to_owned(), self.size.map(|size| size.1).into());
            result.insert("focus_css".to_owned(), self.focus_css().into());
        }
        Value::Object(result)
    }

    /// The asset with all its keys.
    pub(crate) fn full(&self, hosts: &Hosts) -> Value {
        let basename = self.path.rsplit('/').next().unwrap_or(&self.path);
        let (stem, extension) = basename.rsplit_once('.').unwrap_or((basename, ""));
        let folder = self.path.rsplit_once('/').map_or("/", |(folder, _)| folder);
        let blueprint = json!({"title": "Asset", "handle": CONTAINER});
        let focused = self.focus != (50.0, 50.0);
        let (width, height) = (self.size.map(|size| size.0), self.size.map(|size| size.1));
        let url = self.url(hosts);
        let sizes = [1.0, 1024.0, 1_048_576.0, 1_073_741_824.0].map(|unit| round2(self.bytes, unit));
        let date = format_date(MODIFIED);
        let mut result = json!({
            "alt": self.alt, "focus": format!("{}-{}-1", self.focus.0, self.focus.1), "id": format!("{CONTAINER}::{}", self.path),
            "title": basename, "path": self.path, "filename": stem, "basename": basename, "extension": extension,
            "is_asset": true, "is_audio": false, "is_previewable": matches!(extension, "pdf"),
            "is_image": self.size.is_some() && self.svg.is_none(), "is_svg": extension == "svg", "is_video": false, "blueprint": blueprint,
            "edit_url": format!("{}/cp/assets/browse/{CONTAINER}/{}/edit", hosts.own, self.path),
            "container": {"id": CONTAINER, "title": "Assets", "handle": CONTAINER, "disk": CONTAINER, "blueprint": blueprint,
                          "search_index": null, "api_url": null},
            "folder": folder, "url": url, "permalink": url,
            "api_url": format!("{}/api/assets/{CONTAINER}/{}", hosts.own, self.path),
            "size": human_size(self.bytes),
        });
        let more = json!({
            "size_bytes": self.bytes, "size_kilobytes": sizes[1], "size_megabytes": sizes[2], "size_gigabytes": sizes[3],
            "size_b": self.bytes, "size_kb": sizes[1], "size_mb": sizes[2], "size_gb": sizes[3],
            "last_modified": date, "last_modified_timestamp": MODIFIED.as_second(), "last_modified_instance": date,
            "has_focus": focused, "focus_css": self.focus_css(), "height": height, "width": width,
            "orientation": orientation(self.size), "ratio": self.size.map(|(w, h)| f64::from(w) / f64::from(h.max(1))),
            "mime_type": vitrine_demo_media::content_type(&self.path),
            "duration": null, "duration_seconds": null, "duration_minutes": null, "duration_sec": null, "duration_min": null,
            "playtime": null,
        });
        if let (Value::Object(result), Value::Object(more)) = (&mut result, more) {
            result.extend(more);
            let alts = self.alts.iter();
            result.extend(alts.map(|(field, text)| (field.clone(), text.clone().into())));
        }
        result
    }
}

#[expect(clippy::cast_precision_loss, reason = "asset files are far below 2^52 bytes")]
fn round2(bytes: u64, unit: f64) -> Value {
    let rounded = (bytes as f64 / unit * 100.0).round() / 100.0;
    // PHP prints a whole float as an integer.
    if rounded == rounded.trunc() {
        json!(rounded.trunc() as i64)
    } else {
        json!(rounded)
    }
}

fn human_size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{} KB", round2(bytes, 1024.0)),
        _ => format!("{} MB", round2(bytes, 1_048_576.0)),
    }
}

fn orientation(size: Option<(u32, u32)>) -> &'static str {
    match size {
        Some((width, height)) if width > height => "landscape",
        Some((width, height)) if width < height => "portrait",
        _ => "square",
    }
}
