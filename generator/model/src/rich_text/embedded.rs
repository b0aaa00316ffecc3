//! Non-text content of HTML: images, frames, and elements that a page cannot show.
//!
//! **Invariant:** nothing here decides what is safe. Frames are replaced by links before the sanitiser reads the HTML,
//! and images are read from the sanitiser's output.

use std::borrow::Cow;

use super::{
    escapes::{escape_attribute, unescape},
    pieces::pieces,
};
use crate::media::web_address;

/// An `<img>` element.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PictureTag {
    /// The `src` attribute, unresolved.
    pub src: String,
    /// Alternative text; `None` if the attribute is missing.
    pub alt: Option<String>,
    /// Its title, shown as a caption if the image is alone in its paragraph.
    pub title: Option<String>,
    /// Width in pixels, if given and positive.
    pub width: Option<u32>,
    /// As `width`.
    pub height: Option<u32>,
}

impl PictureTag {
    /// Parses an `<img …>` tag; `None` for any other tag.
    pub(super) fn of(tag: &str) -> Option<Self> {
        is_tag(tag, "img").then(|| Self {
            src: value(tag, "src").unwrap_or_default().trim().to_owned(),
            alt: value(tag, "alt"),
            title: value(tag, "title").filter(|title| !title.trim().is_empty()),
            width: pixels(tag, "width"),
            height: pixels(tag, "height"),
        })
    }
}

/// Pixels: `640` or `640px`, not a percentage.
fn pixels(tag: &str, name: &str) -> Option<u32> {
    let text = value(tag, name)?;
    let number = text.trim().trim_end_matches("px").parse::<f64>().ok()?.round();
    (1.0..100_000.0).contains(&number).then_some(number as u32)
}

/// An image for output; every value is escaped when printed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ShownPicture {
    /// Address.
    pub src: String,
    /// Empty for none.
    pub srcset: String,
    /// `None` = the browser's default.
    pub sizes: Option<String>,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Alternative text; empty for a decorative picture.
    pub alt: String,
}

impl ShownPicture {
    /// Appends the tag: lazily loaded, with its space reserved.
    pub(super) fn print(&self, html: &mut String) {
        let attributes = [
            ("src", Some(self.src.as_str())),
            ("srcset", Some(self.srcset.as_str()).filter(|set| !set.is_empty())),
            ("sizes", self.sizes.as_deref()),
            ("alt", Some(self.alt.as_str())),
        ];
        html.push_str("<img");
        for (name, value) in attributes {
            if let Some(value) = value {
                html.push_str(&format!(" {name}=\"{}\"", escape_attribute(value)));
            }
        }
        let (width, height) = (self.width, self.height);
        html.push_str(&format!(
            " width=\"{width}\" height=\"{height}\" loading=\"lazy\" decoding=\"async\">"
        ));
    }
}

/// Elements that are removed together with their content.
const LEFT_OUT: [&str; 8] = ["script", "object", "embed", "video", "audio", "svg", "math", "form"];

/// The names of removed elements in HTML, deduplicated, in the order of [`LEFT_OUT`].
pub(super) fn left_out(html: &str) -> Vec<&'static str> {
    let is_there = |name: &&str| pieces(html).any(|piece| is_tag(piece, name));
    LEFT_OUT.into_iter().filter(|name| is_there(name)).collect()
}

/// The texts of links without an href, except link targets (`<a name>`).
pub(super) fn links_nowhere(html: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut words: Option<String> = None;
    for piece in pieces(html) {
        if is_tag(piece, "a") {
            let has = |name| value(piece, name).is_some_and(|value| !value.trim().is_empty());
            words = (!has("href") && !has("name") && !has("id")).then(String::new);
        } else if is_tag(piece, "/a") {
            found.extend(words.take().filter(|words| !words.trim().is_empty()));
        } else if let Some(words) = words.as_mut().filter(|_| !piece.starts_with('<')) {
            words.push_str(&unescape(piece));
        }
    }
    found
}

/// The frames in HTML with their https URLs, if they have one.
pub(super) fn frames(html: &str) -> Vec<Option<String>> {
    let tags = pieces(html).filter(|piece| is_tag(piece, "iframe"));
    tags.map(frame_address).collect()
}

/// The HTML with frames replaced by links to their https URLs; other frames are removed.
pub(super) fn frames_as_links(html: &str) -> Cow<'_, str> {
    if !pieces(html).any(|piece| is_tag(piece, "iframe")) {
        return Cow::Borrowed(html);
    }
    let mut out = String::with_capacity(html.len());
    let mut inside = false;
    for piece in pieces(html) {
        if is_tag(piece, "iframe") {
            inside = !piece.ends_with("/>");
            if let Some(url) = frame_address(piece) {
                let title = value(piece, "title").filter(|title| !title.trim().is_empty());
                let words = title.unwrap_or_else(|| host_of(&url).to_owned());
                let (href, words) = (escape_attribute(&url), escape_attribute(&words));
                out.push_str(&format!(" <a href=\"{href}\">{words}</a> "));
            }
        } else if inside && is_tag(piece, "/iframe") {
            inside = false;
        } else if !inside {
            out.push_str(piece);
        }
    }
    Cow::Owned(out)
}

fn host_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or(rest)
}

/// The https URL of a frame, also if it is protocol-relative.
fn frame_address(tag: &str) -> Option<String> {
    let src = value(tag, "src")?;
    let src = src.trim();
    let absolute = match src.strip_prefix("//") {
        Some(rest) => Cow::Owned(format!("https://{rest}")),
        None => Cow::Borrowed(src),
    };
    web_address(&absolute).filter(|url| url.starts_with("https://"))
}

/// Whether a piece is a tag of this name.
fn is_tag(piece: &str, name: &str) -> bool {
    let Some(inner) = piece.strip_prefix('<') else {
        return false;
    };
    let ends = |rest: &str| rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_whitespace() || "/>".contains(c));
    inner
        .get(..name.len())
        .is_some_and(|begin| begin.eq_ignore_ascii_case(name))
        && inner.get(name.len()..).is_some_and(ends)
}

/// The value of an attribute, with any kind of quotes.
pub(super) fn value(tag: &str, name: &str) -> Option<String> {
    let lower = tag.to_ascii_lowercase();
    let wanted = format!("{name}=");
    let starts = |at: &usize| {
        let before = lower.get(..*at).and_then(|before| before.chars().next_back());
        before.is_some_and(|c| c.is_ascii_whitespace() || "\"'/".contains(c))
    };
    let at = lower.match_indices(&wanted).map(|(at, _)| at).find(starts)?;
    let written = tag.get(at + wanted.len()..)?;
    let quote = written.chars().next().filter(|c| ['"', '\''].contains(c));
    let ends = |c: char| match quote {
        Some(quote) => c == quote,
        None => c.is_whitespace() || c == '>',
    };
    let inner = written.get(quote.map_or(0, char::len_utf8)..)?;
    let value = inner.split(ends).next().unwrap_or_default();
    Some(unescape(value).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_become_links_to_their_address() {
        for (html, expected) in [
            (
                "a<iframe src=\"https://video.example/e/1?a=1&amp;b=2\" title='Zo \"maken\" wij het'>no <b>frames</b></iframe>b",
                "a <a href=\"https://video.example/e/1?a=1&amp;b=2\">Zo &quot;maken&quot; wij het</a> b",
            ),
            (
                "<IFRAME width=3 SRC=//map.example/x></IFRAME>",
                " <a href=\"https://map.example/x\">map.example</a> ",
            ),
            ("a<iframe src=\"http://x.example\"></iframe>b", "ab"),
            ("a<iframe src=\"javascript:x()\"></iframe>b", "ab"),
            ("a<iframe data-src=\"https://x.example\"></iframe>b", "ab"),
            (
                "a<iframe src=\"https://x.example/\">left open",
                "a <a href=\"https://x.example/\">x.example</a> ",
            ),
            ("<iframes>a</iframes>", "<iframes>a</iframes>"),
        ] {
            assert_eq!(frames_as_links(html), expected, "{html}");
        }
        assert_eq!(
            frames("<iframe src=\"https://a.example\"></iframe><iframe></iframe>"),
            [Some("https://a.example".to_owned()), None]
        );
    }

    #[test]
    fn pictures_are_read_with_their_size() {
        let tag = PictureTag::of("<img src=\"/a b.jpg\" alt=\"Een &amp; twee\" width=\"640px\" height=\"50%\">");
        let expected = PictureTag {
            src: "/a b.jpg".to_owned(),
            alt: Some("Een & twee".to_owned()),
            title: None,
            width: Some(640),
            height: None,
        };
        assert_eq!(tag, Some(expected));
        assert_eq!(PictureTag::of("<image src=x>"), None);
    }

    #[test]
    fn links_without_a_target_are_named_by_their_words() {
        let html = "<p><a>weg</a> <A title=\"x\" href=''>b <b>&amp; c</b></A> <a name=\"hier\">d</a> <a href=\"/e\">e</a><a></a> <a>open";
        assert_eq!(links_nowhere(html), ["weg", "b & c"]);
    }

    #[test]
    fn what_is_left_out_is_named() {
        assert_eq!(
            left_out("<p>a</p><VIDEO src=x></VIDEO><svg/><scripts>"),
            ["video", "svg"]
        );
    }
}
