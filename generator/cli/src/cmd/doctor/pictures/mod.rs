//! The image CDN: one picture is asked for in a size, and what comes is looked at. Builds and servers never fetch a picture
//! (rule 22); the doctor fetches one, and reads its head alone.

mod size;

use std::time::Duration;

use reqwest::{Client, header::CONTENT_TYPE};
use vitrine_model::media::Image;
use vitrine_site::image::address;

use super::{
    codes::{Area, delivery as codes},
    report::Report,
};
use crate::{cmd::wire, config::Config};

const WAITS: Duration = Duration::from_secs(20);
/// More than the largest picture of the width that is asked for.
const LONGEST: usize = 8 << 20;
/// The width that is asked for.
const WIDTH: u32 = 320;
/// What browsers accept.
const ACCEPT: &str = "image/avif,image/webp,image/*;q=0.8";

/// What came.
struct Picture {
    status: u16,
    kind: String,
    bytes: Vec<u8>,
}

pub(super) async fn examine(config: &Config, image: Image, report: &mut Report) {
    let templates = wire::image_templates(config);
    if templates.iter().all(|(_, template)| template.is_none()) {
        report.not_checked(
            Area::Delivery,
            "the image CDN",
            "images.template is not set: pages name the files that the backends have",
        );
    }
    for (key, template) in templates {
        let Some(template) = template else { continue };
        asked(key, &template, &image, report).await;
    }
}

async fn asked(key: &str, template: &str, image: &Image, report: &mut Report) {
    let width = image.width.map_or(WIDTH, |own| own.min(WIDTH));
    let height = image
        .width
        .zip(image.height)
        .map(|(w, h)| (u64::from(width) * u64::from(h) / u64::from(w.max(1))).clamp(1, 10_000) as u32);
    let url = address(template, image, width, height);
    match fetched(&url).await {
        Ok(picture) => judged(key, &url, (width, height), &picture, report),
        Err(why) => report.add(&codes::IMAGE_REFUSED, format!("{key}: {url} could not be read: {why}")),
    }
}

fn judged(key: &str, url: &str, (width, height): (u32, Option<u32>), picture: &Picture, report: &mut Report) {
    if picture.status != 200 || !picture.kind.starts_with("image/") {
        report.add(
            &codes::IMAGE_REFUSED,
            format!("{key}: {url} is answered with {} ({:?})", picture.status, picture.kind),
        );
        return;
    }
    match size::of(&picture.bytes) {
        None => report.not_checked(
            Area::Delivery,
            "the size of a picture of the image CDN",
            format!("{url} is a {} whose size cannot be read", picture.kind),
        ),
        // One pixel is a matter of rounding.
        Some((w, h)) if w.abs_diff(width) > 1 || height.is_some_and(|height| h.abs_diff(height) > 1) => report.add(
            &codes::IMAGE_SIZE,
            format!(
                "{key}: {url} is {w} × {h} pixels; {width} × {} were asked for",
                height.map_or_else(|| "?".to_owned(), |height| height.to_string())
            ),
        ),
        Some((w, h)) => report.saw(
            Area::Delivery,
            format!("image CDN, {key}"),
            format!("sends {} of {w} × {h} pixels, as asked", picture.kind),
        ),
    }
    if !["image/webp", "image/avif"].contains(&picture.kind.as_str()) {
        report.add(
            &codes::IMAGE_FORMAT,
            format!(
                "{key}: {url} is a {} to a browser that accepts WebP and AVIF",
                picture.kind
            ),
        );
    }
}

async fn fetched(url: &str) -> Result<Picture, String> {
    let why = |error: reqwest::Error| error.without_url().to_string();
    let client = Client::builder().timeout(WAITS).build().map_err(why)?;
    let mut response = client.get(url).header("accept", ACCEPT).send().await.map_err(why)?;
    let kind = response
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let kind = kind.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    let mut picture = Picture {
        status: response.status().as_u16(),
        kind: kind.to_ascii_lowercase(),
        bytes: Vec::new(),
    };
    while let Some(chunk) = response.chunk().await.map_err(why)? {
        if picture.bytes.len() + chunk.len() > LONGEST {
            return Err(format!("it has more than {LONGEST} bytes"));
        }
        picture.bytes.extend_from_slice(&chunk);
    }
    Ok(picture)
}
