//! Videos: a poster and a link to the video at its host.
//!
//! **Invariant:** a page loads nothing from a video's host; the link opens it in a new tab. A player in the page would
//! need that host in the content security policy, consent, and captions, which the CMS has no field for.

use serde::Serialize;
use vitrine_model::media::Image;

use super::links::{self, ButtonView};
use crate::{context::ViewContext, image::ImageView};

/// A video with its poster.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct VideoView {
    /// The video at its host.
    pub href: String,
    /// `Bekijk de film bij YouTube`
    pub label: String,
    /// Decorative picture.
    pub image: Option<ImageView>,
}

const SHAPE: (u32, u32) = (16, 9);

/// A video; `None` if its URL is not `https` or `http`.
pub fn video(cx: &ViewContext<'_>, url: &str, poster: Option<&Image>, sizes: &str) -> Option<VideoView> {
    Some(VideoView {
        href: links::web_url(url)?,
        label: label(cx, url),
        image: poster.map(|image| {
            let mut view = cx.image(image, Some(SHAPE), sizes);
            // The link describes it.
            view.alt = String::new();
            view
        }),
    })
}

/// A video as a link among the buttons of a block.
pub fn button(cx: &ViewContext<'_>, url: Option<&String>) -> Option<ButtonView> {
    let url = url?;
    Some(ButtonView {
        label: label(cx, url),
        href: links::web_url(url)?,
        new_tab: true,
        style: "link",
    })
}

fn label(cx: &ViewContext<'_>, url: &str) -> String {
    if is_file(url) {
        return cx.t("content.video", &[]);
    }
    cx.t("content.video_at", &[("host", host_name(url))])
}

/// Whether the URL is that of a file; its host name would mean nothing to visitors.
fn is_file(url: &str) -> bool {
    let path = url.split(['?', '#']).next().unwrap_or(url).to_ascii_lowercase();
    [".mp4", ".m4v", ".webm", ".mov"].iter().any(|end| path.ends_with(end))
}

/// The well-known name of a URL's host.
pub fn host_name(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    let host = host.rsplit('@').next().unwrap_or(host);
    let host = host.strip_prefix("www.").unwrap_or(host);
    match host {
        "youtube.com" | "m.youtube.com" | "youtu.be" | "youtube-nocookie.com" => "YouTube",
        "vimeo.com" | "player.vimeo.com" => "Vimeo",
        "instagram.com" => "Instagram",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_have_the_names_that_visitors_know() {
        for (url, name) in [
            ("https://www.youtube.com/watch?v=1", "YouTube"),
            ("https://youtu.be/1", "YouTube"),
            ("https://www.youtube-nocookie.com/embed/1", "YouTube"),
            ("https://player.vimeo.com/video/1", "Vimeo"),
            ("https://film.example:8443/x", "film.example:8443"),
            ("https://youtube.com.evil.example/x", "youtube.com.evil.example"),
            ("https://youtube.com@evil.example/x", "evil.example"),
        ] {
            assert_eq!(host_name(url), name);
        }
    }

    #[test]
    fn files_are_known_by_their_ending() {
        assert!(is_file("https://cms.example/film.MP4?v=1"));
        assert!(!is_file("https://video.example/watch?v=film.mp4"));
    }
}
