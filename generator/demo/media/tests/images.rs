//! The stand-in image CDN over HTTP: exact sizes, formats by Accept, crops, refusals (design rule 22).
#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking")]

use std::path::Path;
use std::sync::Arc;

use image::{GenericImageView, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use reqwest::header::HeaderMap;
use serde_json::json;
use vitrine_demo_media::{ImageState, router};

const WEBP: &str = "image/avif;q=0.9,image/webp,image/*;q=0.8,*/*;q=0.5";

struct Server {
    base: String,
    client: reqwest::Client,
    task: tokio::task::JoinHandle<()>,
    dir: tempfile::TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

struct Answer {
    status: u16,
    headers: HeaderMap,
    bytes: Vec<u8>,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or("")
    }

    fn size(&self, format: ImageFormat) -> (u32, u32) {
        image::load_from_memory_with_format(&self.bytes, format)
            .expect("a picture")
            .dimensions()
    }

    /// The colour in the middle: the strongest channel.
    fn colour(&self, format: ImageFormat) -> &'static str {
        let picture = image::load_from_memory_with_format(&self.bytes, format)
            .expect("a picture")
            .into_rgb8();
        let Rgb([red, green, blue]) = *picture.get_pixel(picture.width() / 2, picture.height() / 2);
        if red > green && red > blue {
            "red"
        } else if green > blue {
            "green"
        } else {
            "blue"
        }
    }
}

/// A picture of three vertical stripes, 600 x 200: red, green, blue. Its focal point is in the blue one.
fn masters(media: &Path) {
    std::fs::create_dir_all(media.join("rooms")).expect("a folder");
    let stripes = RgbImage::from_fn(600, 200, |x, _| match x {
        0..200 => Rgb([220, 20, 20]),
        200..400 => Rgb([20, 200, 20]),
        _ => Rgb([20, 20, 220]),
    });
    stripes
        .save_with_format(media.join("rooms/stripes.webp"), ImageFormat::WebP)
        .expect("a master");
    // A picture with fine detail everywhere, so that a higher quality needs more bytes.
    let detail = RgbImage::from_fn(200, 200, |x, y| {
        Rgb([(x * x + y * 31), (y * y + x * 17), x * y].map(|value| (value % 251) as u8))
    });
    detail
        .save_with_format(media.join("detail.webp"), ImageFormat::WebP)
        .expect("a master");
    // An opaque stripe in the middle of a transparent picture.
    let thing = RgbaImage::from_fn(100, 100, |x, _| {
        Rgba([20, 20, 220, if (25..75).contains(&x) { 255 } else { 0 }])
    });
    thing
        .save_with_format(media.join("thing.webp"), ImageFormat::WebP)
        .expect("a master");
    let manifest = json!({
        "thing": {"width": 100, "height": 100},
        "rooms/stripes": {"width": 600, "height": 200, "focus": [90, 50], "alt": "Stripes"},
        "detail": {"width": 200, "height": 200},
    });
    std::fs::write(media.join("manifest.json"), manifest.to_string()).expect("a manifest");
}

async fn server() -> Server {
    let dir = tempfile::tempdir().expect("a folder");
    let media = dir.path().join("media");
    masters(&media);
    let assets = dir.path().join("content/assets/docs");
    std::fs::create_dir_all(&assets).expect("a folder");
    std::fs::write(assets.join("care.pdf"), b"%PDF-1.4").expect("a file");
    std::fs::write(
        dir.path().join("content/assets/logo.svg"),
        b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
    )
    .expect("a file");
    let routes = router(Arc::new(ImageState::load(&media).expect("the masters")));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let base = format!("http://{}", listener.local_addr().expect("an address"));
    let task = tokio::spawn(async move { axum::serve(listener, routes).await.expect("the server") });
    let _ = rustls::crypto::ring::default_provider().install_default();
    Server {
        base,
        client: reqwest::Client::builder().no_proxy().build().expect("a client"),
        task,
        dir,
    }
}

impl Server {
    async fn send(&self, method: reqwest::Method, path: &str, headers: &[(&'static str, &str)]) -> Answer {
        let mut request = self.client.request(method, format!("{}{path}", self.base));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = request.send().await.expect("an answer");
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Answer {
            status,
            headers,
            bytes: response.bytes().await.expect("a body").to_vec(),
        }
    }

    async fn get(&self, query: &str, accept: &str) -> Answer {
        self.send(
            reqwest::Method::GET,
            &format!("/m/rooms/stripes.webp{query}"),
            &[("Accept", accept)],
        )
        .await
    }
}

/// Exactly the requested width and height, in both formats, up to the limit and larger than the original.
#[tokio::test]
async fn sizes_are_exactly_as_requested() {
    let server = server().await;
    for (query, size) in [
        ("?width=300&height=100", (300, 100)),
        ("?width=301&height=307&quality=50", (301, 307)),
        ("?w=150", (150, 50)),
        ("?width=100", (100, 33)),
        ("?h=50", (150, 50)),
        ("?w=1&h=1&q=1", (1, 1)),
        ("?quality=90", (600, 200)),
        ("?width=3072&height=64", (3072, 64)),
        ("?width=64&height=3072&q=100", (64, 3072)),
    ] {
        let webp = server.get(query, WEBP).await;
        assert_eq!(
            (webp.status, webp.header("content-type")),
            (200, "image/webp"),
            "{query}"
        );
        assert_eq!(webp.size(ImageFormat::WebP), size, "{query}");
        let jpeg = server.get(query, "*/*").await;
        assert_eq!(
            (jpeg.status, jpeg.header("content-type")),
            (200, "image/jpeg"),
            "{query}"
        );
        assert_eq!(jpeg.size(ImageFormat::Jpeg), size, "{query}");
    }
}

/// Without a size, the original is returned byte for byte.
#[tokio::test]
async fn the_master_is_answered_as_it_is() {
    let server = server().await;
    let master = std::fs::read(server.dir.path().join("media/rooms/stripes.webp")).expect("the master");
    let answer = server.get("", "*/*").await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "image/webp"));
    assert_eq!(answer.bytes, master);
}

/// A lower quality gives fewer bytes.
#[tokio::test]
async fn less_quality_is_fewer_bytes() {
    let server = server().await;
    for accept in [WEBP, "image/jpeg"] {
        let mut sizes = Vec::new();
        for quality in [5, 50, 95] {
            let path = format!("/m/detail.webp?width=200&height=200&quality={quality}");
            sizes.push(
                server
                    .send(reqwest::Method::GET, &path, &[("Accept", accept)])
                    .await
                    .bytes
                    .len(),
            );
        }
        assert!(
            sizes.is_sorted() && sizes[0] * 2 < sizes[2],
            "{accept}: {sizes:?} bytes"
        );
    }
}

/// WebP only for clients that name it; a q of zero refuses it.
#[tokio::test]
async fn the_format_follows_the_accept_header() {
    let server = server().await;
    for (accept, expected) in [
        ("image/webp", "image/webp"),
        ("image/png, IMAGE/WEBP;q=0.2", "image/webp"),
        ("image/webp;q=0, image/*", "image/jpeg"),
        ("image/jpeg", "image/jpeg"),
        ("*/*", "image/jpeg"),
    ] {
        let answer = server.get("?w=60&h=20", accept).await;
        assert_eq!(
            (answer.header("content-type"), answer.header("vary")),
            (expected, "Accept"),
            "{accept}"
        );
    }
}

/// The crop is around the focal point: that of the request, otherwise the manifest's.
#[tokio::test]
async fn the_cut_follows_the_focal_point() {
    let server = server().await;
    for (query, colour) in [
        ("", "blue"),
        ("&focus=0,50", "red"),
        ("&focus=50,50", "green"),
        ("&focus=50%2C50", "green"),
        ("&focus=12.5,0", "red"),
        ("&focus=100,100", "blue"),
    ] {
        let answer = server.get(&format!("?width=100&height=200{query}"), WEBP).await;
        assert_eq!(answer.colour(ImageFormat::WebP), colour, "{query}");
    }
}

/// Transparent pixels get the requested colour, in either format; without one, WebP keeps them and JPEG gets the shop's
/// background.
#[tokio::test]
async fn transparency_is_filled_on_request() {
    let server = server().await;
    for (query, accept, format, corner) in [
        ("", WEBP, ImageFormat::WebP, None),
        ("&background=ffffff", WEBP, ImageFormat::WebP, Some([255, 255, 255])),
        ("&background=00ff00", "*/*", ImageFormat::Jpeg, Some([0, 255, 0])),
        ("", "*/*", ImageFormat::Jpeg, Some([0xea, 0xe5, 0xdc])),
    ] {
        let path = format!("/m/thing.webp?width=80&quality=90{query}");
        let answer = server.send(reqwest::Method::GET, &path, &[("Accept", accept)]).await;
        assert_eq!(answer.colour(format), "blue", "{query} {accept}");
        let picture = image::load_from_memory_with_format(&answer.bytes, format).expect("a picture");
        assert_eq!(picture.color().has_alpha(), corner.is_none(), "{query} {accept}");
        if let Some(expected) = corner {
            let Rgb(found) = *picture.into_rgb8().get_pixel(2, 2);
            let near = found.iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= 4);
            assert!(near, "{query} {accept}: {found:?} for {expected:?}");
        }
    }
}

/// Invalid values and sizes above 3,072 px are 400; unknown files are 404; neither is cached.
#[tokio::test]
async fn nonsense_is_refused() {
    let server = server().await;
    for query in [
        "?width=3073",
        "?height=3073",
        "?width=0",
        "?width=-1",
        "?width=",
        "?width=1e3",
        "?width=99999999999",
        "?w=+5",
        "?width=10.5",
        "?height=x",
        "?quality=0&w=10",
        "?quality=101",
        "?w=10&focus=1",
        "?w=10&focus=101,0",
        "?w=10&focus=a,b",
        "?w=10&focus=NaN,0",
        "?height=2000",
        "?w=10&background=fff",
        "?w=10&background=fffffg",
    ] {
        let answer = server.get(query, WEBP).await;
        assert_eq!(
            (answer.status, answer.header("cache-control")),
            (400, "no-store"),
            "{query}"
        );
    }
    for path in [
        "/m/nope.webp",
        "/m/rooms/stripes.png",
        "/m/rooms/stripes",
        "/m/../manifest.json",
        "/m/%2e%2e/manifest.json",
        "/assets/nope.pdf",
        "/assets/%2e%2e/%2e%2e/media/manifest.json",
        "/m/",
    ] {
        let answer = server.send(reqwest::Method::GET, path, &[]).await;
        assert_eq!(answer.status, 404, "{path}");
    }
    assert_eq!(
        server
            .send(reqwest::Method::POST, "/m/rooms/stripes.webp?w=1", &[])
            .await
            .status,
        405
    );
}

/// Answers are immutable and have an entity tag; HEAD has no body.
#[tokio::test]
async fn answers_can_be_kept_for_ever() {
    let server = server().await;
    let path = "/m/rooms/stripes.webp?width=60&height=20";
    let first = server.get("?width=60&height=20", WEBP).await;
    assert_eq!(first.header("cache-control"), "public, max-age=31536000, immutable");
    let again = server
        .send(
            reqwest::Method::GET,
            path,
            &[("Accept", WEBP), ("If-None-Match", first.header("etag"))],
        )
        .await;
    assert_eq!(
        (again.status, again.bytes.len(), again.header("etag")),
        (304, 0, first.header("etag"))
    );
    let other = server
        .send(
            reqwest::Method::GET,
            path,
            &[("Accept", "*/*"), ("If-None-Match", first.header("etag"))],
        )
        .await;
    assert_eq!(other.status, 200, "the JPEG has a tag of its own");
    let head = server.send(reqwest::Method::HEAD, path, &[("Accept", WEBP)]).await;
    assert_eq!((head.status, head.bytes.len()), (200, 0));
    assert_eq!(head.header("content-length"), first.bytes.len().to_string());
}

/// Concurrent requests are all answered, two at a time.
#[tokio::test]
async fn many_requests_at_once_are_all_answered() {
    let server = server().await;
    let queries: Vec<String> = (1..=40).map(|width| format!("?width={}", width % 20 + 30)).collect();
    let answers = futures::future::join_all(queries.iter().map(|query| server.get(query, WEBP))).await;
    assert!(answers.iter().all(|answer| answer.status == 200));
}

/// Files that are not pictures are served unchanged; an SVG cannot run scripts.
#[tokio::test]
async fn files_are_served_as_they_are() {
    let server = server().await;
    let pdf = server.send(reqwest::Method::GET, "/assets/docs/care.pdf", &[]).await;
    assert_eq!(
        (pdf.status, pdf.header("content-type"), pdf.bytes.as_slice()),
        (200, "application/pdf", b"%PDF-1.4".as_slice())
    );
    let svg = server.send(reqwest::Method::GET, "/assets/logo.svg", &[]).await;
    assert_eq!((svg.status, svg.header("content-type")), (200, "image/svg+xml"));
    assert!(svg.header("content-security-policy").contains("sandbox"));
}

/// A missing original, or one with a size other than the manifest's, prevents the start; the error has its name.
#[tokio::test]
async fn wrong_masters_stop_the_start() {
    let dir = tempfile::tempdir().expect("a folder");
    masters(dir.path());
    for (manifest, expected) in [
        (json!({"rooms/gone": {"width": 1, "height": 1}}), "rooms/gone"),
        (
            json!({"rooms/stripes": {"width": 601, "height": 200}}),
            "is 600 x 200 px",
        ),
        (
            json!({"../stripes": {"width": 600, "height": 200}}),
            "is named with letters",
        ),
    ] {
        std::fs::write(dir.path().join("manifest.json"), manifest.to_string()).expect("a manifest");
        let error = ImageState::load(dir.path()).expect_err("an error").to_string();
        assert!(error.contains(expected), "{error}");
    }
}
