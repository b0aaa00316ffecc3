//! Rich text: CMS HTML and Markdown, sanitised, with links as targets (rule 2, R-CMS-04).
//!
//! **Invariant:** a [`RichText`] can only be made by the sanitiser in this module, and a [`SafeHtml`] only by rendering
//! one. Templates escape everything else they print.

mod bounds;
mod embedded;
mod escapes;
mod headings;
pub mod markdown;
mod pieces;
mod sanitise;
mod segment;
mod split;
mod tidy;

use serde::{Deserialize, Serialize};

use crate::{link::LinkTarget, media::Image};

use escapes::unescape;
use pieces::pieces;
use segment::Segment;

/// What of Markdown is read besides CommonMark.
const MARKDOWN: pulldown_cmark::Options =
    pulldown_cmark::Options::ENABLE_TABLES.union(pulldown_cmark::Options::ENABLE_STRIKETHROUGH);

pub use bounds::Excess;
pub use embedded::{PictureTag, ShownPicture};
pub use headings::ANCHOR;

/// Sanitised text; links are stored as targets, pictures with the backend's data about them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RichText {
    parts: Vec<Segment>,
}

/// HTML that can be printed without escaping.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SafeHtml(String);

impl SafeHtml {
    /// The HTML.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl RichText {
    /// Sanitises HTML. Headings are shifted so that the highest is `top_heading` (2 to 6) and no level is skipped.
    /// `own_origins` as in [`LinkTarget::parse`]. Markup over the bounds of rule 13 is dropped ([`Self::excess`]).
    /// Pictures are left out, and a frame becomes a link to its address.
    pub fn from_html(html: &str, own_origins: &[String], top_heading: u8) -> Self {
        Self::read(html, top_heading, |href| LinkTarget::parse(href, own_origins), |_| None)
    }

    /// As [`Self::from_html`], with link targets from `link` and picture data from `picture`; a link without a target
    /// becomes its text, and unknown pictures are left out.
    pub fn read(
        html: &str,
        top_heading: u8,
        link: impl FnMut(&str) -> Option<LinkTarget>,
        picture: impl FnMut(&PictureTag) -> Option<Image>,
    ) -> Self {
        // The sanitiser parses hrefs as URLs. `statamic://entry::id` is not a valid one: its second colon would start a
        // port.
        let readable = bounds::bounded(html).replace("statamic://entry::", "entry::");
        let cleaned = sanitise::SANITISER
            .clean(&embedded::frames_as_links(&readable))
            .to_string();
        let ordered = headings::ordered(&tidy::tidied(&cleaned), top_heading);
        Self {
            parts: split::split(&ordered, link, picture),
        }
    }

    /// The frames in HTML: the https URL of the link that replaces each; `None` for one that is left out.
    pub fn frames(html: &str) -> Vec<Option<String>> {
        embedded::frames(html)
    }

    /// The names of elements in HTML that are left out with their content: `video`, `script`, …
    pub fn left_out(html: &str) -> Vec<&'static str> {
        embedded::left_out(html)
    }

    /// The bound that HTML exceeds (rule 13); [`Self::from_html`] keeps its words, and the caller reports it.
    pub fn excess(html: &str) -> Option<Excess> {
        bounds::excess(html)
    }

    /// The hrefs in HTML that cannot be links; they are printed as their text.
    pub fn refused_links(html: &str, mut link: impl FnMut(&str) -> Option<LinkTarget>) -> Vec<String> {
        let tags = pieces(html).filter(|piece| piece.get(..3).is_some_and(|begin| begin.eq_ignore_ascii_case("<a ")));
        tags.filter_map(|tag| embedded::value(tag, "href"))
            .filter(|href| !href.trim().is_empty() && link(href).is_none())
            .collect()
    }

    /// The texts of links without a target in HTML: what the CMS leaves of a link to a deleted entry.
    pub fn links_nowhere(html: &str) -> Vec<String> {
        embedded::links_nowhere(html)
    }

    /// Renders Markdown with pulldown-cmark (CommonMark with tables and strikethrough), then sanitises it as HTML.
    pub fn from_markdown(markdown: &str, own_origins: &[String], top_heading: u8) -> Self {
        let mut html = String::with_capacity(markdown.len() * 3 / 2);
        pulldown_cmark::html::push_html(&mut html, pulldown_cmark::Parser::new_ext(markdown, MARKDOWN));
        Self::from_html(&html, own_origins, top_heading)
    }

    /// Markdown as sanitised HTML that stands alone: its links are the URLs that are written in it.
    pub fn document_of_markdown(markdown: &str) -> String {
        let mut html = String::with_capacity(markdown.len() * 3 / 2);
        pulldown_cmark::html::push_html(&mut html, pulldown_cmark::Parser::new_ext(markdown, MARKDOWN));
        sanitise::SANITISER.clean(&html).to_string()
    }

    /// Whether there is neither text nor a picture.
    pub fn is_empty(&self) -> bool {
        let has_text = |html: &str| pieces(html).any(|p| !p.starts_with('<') && !unescape(p).trim().is_empty());
        !self.parts.iter().any(|part| match part {
            Segment::Html(html) => has_text(html),
            Segment::Picture(_) => true,
            Segment::LinkStart(_) | Segment::LinkEnd => false,
        })
    }

    /// Whether there is a picture.
    pub fn has_picture(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Segment::Picture(_)))
    }

    /// Every link, in order.
    pub fn links(&self) -> impl Iterator<Item = &LinkTarget> {
        self.parts.iter().filter_map(|part| match part {
            Segment::LinkStart(anchor) => Some(&anchor.target),
            _ => None,
        })
    }

    /// The HTML with hrefs from `resolve`; a link for which it returns `None` is printed as its text (rule 17).
    /// `picture` returns the view of a picture, or `None` to leave it out. `new_tab` is the text that announces that a
    /// link opens in a new tab. Headings have the attribute [`ANCHOR`], from which the page makes ids.
    pub fn render(
        &self,
        mut resolve: impl FnMut(&LinkTarget) -> Option<String>,
        mut picture: impl FnMut(&Image) -> Option<ShownPicture>,
        new_tab: impl Fn() -> String,
    ) -> SafeHtml {
        let mut html = String::new();
        let mut end = None;
        for part in &self.parts {
            match part {
                Segment::Html(text) => html.push_str(text),
                Segment::LinkStart(anchor) => {
                    if let Some(href) = resolve(&anchor.target) {
                        html.push_str(&anchor.tag(&href));
                        end = Some(anchor.end(&new_tab));
                    }
                }
                Segment::Picture(image) => {
                    if let Some(shown) = picture(image) {
                        shown.print(&mut html);
                    }
                }
                Segment::LinkEnd => html.push_str(&end.take().unwrap_or_default()),
            }
        }
        SafeHtml(html)
    }

    /// The text without markup, for descriptions and search.
    pub fn plain_text(&self) -> String {
        let mut text = String::new();
        for part in &self.parts {
            if let Segment::Html(html) = part {
                push_text(html, &mut text);
            }
        }
        let mut plain = String::with_capacity(text.len());
        for word in text.split_whitespace() {
            if !plain.is_empty() {
                plain.push(' ');
            }
            plain.push_str(word);
        }
        plain
    }
}

/// Tags that do not separate words.
const INLINE: [&str; 13] = [
    "strong", "em", "b", "i", "u", "s", "span", "sub", "sup", "small", "mark", "code", "del",
];

fn push_text(html: &str, text: &mut String) {
    for piece in pieces(html) {
        if piece.starts_with('<') {
            let block = [
                "<p", "<br", "<li", "<h", "<td", "<th", "<tr", "<dd", "<dt", "<fig", "</",
            ]
            .iter()
            .any(|b| piece.starts_with(b));
            let closed = piece.strip_prefix("</").and_then(|rest| rest.strip_suffix('>'));
            if block && !closed.is_some_and(|name| INLINE.contains(&name)) {
                text.push(' ');
            }
        } else {
            text.push_str(&unescape(piece));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(input: &str) -> String {
        RichText::from_html(input, &["https://cms.example".to_owned()], 2)
            .render(
                |target| match target {
                    LinkTarget::Local { path, .. } => Some(path.href()),
                    LinkTarget::External(url) => Some(url.clone()),
                    LinkTarget::Entry(id) if id.as_str() == "known" => Some("/bekend".to_owned()),
                    _ => None,
                },
                |_| None,
                || "(nieuw tabblad)".to_owned(),
            )
            .as_str()
            .to_owned()
    }

    /// R-CMS-04: all HTML is sanitised.
    #[test]
    fn r_cms_04_scripts_and_handlers_are_gone() {
        assert_eq!(
            html("<p onclick=\"x()\">a<script>alert(1)</script><iframe src=x></iframe><svg><a href=x></a></svg></p>"),
            "<p>a</p>"
        );
        assert_eq!(html("<a href=\"javascript:alert(1)\">x</a>"), "x");
        assert_eq!(html("<img src=x onerror=alert(1)>b"), "b");
        assert_eq!(html("<p title=\"</a>\">x</p>"), "<p>x</p>");
    }

    /// R-CMS-04: internal links become paths of the site; a dead link is printed as its text (rule 17).
    #[test]
    fn r_cms_04_links_are_targets() {
        assert_eq!(
            html("<p>Zie <a href=\"https://cms.example/service\">service</a>.</p>"),
            "<p>Zie <a href=\"/service\">service</a>.</p>"
        );
        assert_eq!(
            html("<a href=\"statamic://entry::known\"><strong>x</strong></a>"),
            "<a href=\"/bekend\"><strong>x</strong></a>"
        );
        assert_eq!(html("<a href=\"statamic://entry::gone\">weg</a>"), "weg");
        assert_eq!(
            html("<a href=\"https://x.example/?a=1&amp;b=2\">x</a>"),
            "<a href=\"https://x.example/?a=1&amp;b=2\" rel=\"noopener\">x</a>"
        );
    }

    /// R-CMS-04: a known picture is printed from its stored data, with every value escaped; others are removed.
    #[test]
    fn r_cms_04_pictures_are_printed_as_they_are_known() {
        let image = |tag: &PictureTag| {
            (tag.src.starts_with("https://")).then(|| Image {
                url: tag.src.clone(),
                width: tag.width,
                height: Some(480),
                focus: crate::media::FocalPoint::default(),
                alt: tag.alt.clone(),
                thumbnails: Vec::new(),
                shows: Vec::new(),
            })
        };
        let shown = |image: &Image| {
            Some(ShownPicture {
                src: image.url.clone(),
                width: image.width?,
                height: image.height?,
                alt: image.alt.clone().unwrap_or_default(),
                ..ShownPicture::default()
            })
        };
        let html = "<p>a <img src=\"https://x.example/a.jpg?a&amp;b\" alt='\"><script>' width=640 onload=x()></p>\
            <img src=\"data:image/png;base64,x\"><img src=\"https://x.example/b.jpg\">";
        let text = RichText::read(html, 2, |_| None, image);
        assert_eq!(
            text.render(|_| None, shown, String::new).as_str(),
            "<p>a <img src=\"https://x.example/a.jpg?a&amp;b\" alt=\"&quot;&gt;&lt;script&gt;\" width=\"640\" height=\"480\" \
             loading=\"lazy\" decoding=\"async\"></p>"
        );
        assert_eq!(text.plain_text(), "a");
        assert!(!RichText::read("<img src=https://x.example/a.jpg>", 2, |_| None, image).is_empty());
        assert!(RichText::from_html("<img src=https://x.example/a.jpg>", &[], 2).is_empty());
    }

    /// R-CMS-04: a frame is a link to its URL, and of its text only words are printed.
    #[test]
    fn r_cms_04_frames_are_links() {
        assert_eq!(
            html("<p>a</p><iframe src=\"https://v.example/1\" title=\"<b>x</b>\"><p>no</p></iframe>"),
            "<p>a</p> <a href=\"https://v.example/1\" rel=\"noopener\">&lt;b&gt;x&lt;/b&gt;</a> "
        );
        assert_eq!(
            html("a<iframe src=\"javascript:x()\"><img src=x onerror=y()></iframe>b"),
            "ab"
        );
    }

    #[test]
    fn links_that_are_refused_are_named() {
        let own = ["https://cms.example".to_owned()];
        let html = r#"<p><a class="x" href="javascript:x()">a</a> <A HREF='ftp://x'>b</A> <a href=relative>c</a> <a name="x">d</a>
            <a href="/service">e</a> <a href="statamic://entry::a">f</a> <abbr href="no">g</abbr>"#;
        assert_eq!(
            RichText::refused_links(html, |href| LinkTarget::parse(href, &own)),
            ["javascript:x()", "ftp://x", "relative"]
        );
        assert_eq!(RichText::refused_links("<a href", |_| None), [""; 0]);
    }

    /// R-CMS-04: heading levels have no gaps below the page's h1.
    #[test]
    fn r_cms_04_headings_are_ordered() {
        assert_eq!(
            html("<h1>a</h1><h4>b</h4><h2>c</h2>"),
            "<h2 data-anchor=\"a\">a</h2><h3 data-anchor=\"b\">b</h3><h3 data-anchor=\"c\">c</h3>"
        );
        assert_eq!(
            html("<h2>a</h2><h2>b</h2><h4>c</h4><h3>d</h3><h1>e</h1>"),
            "<h2 data-anchor=\"a\">a</h2><h2 data-anchor=\"b\">b</h2><h3 data-anchor=\"c\">c</h3><h3 data-anchor=\"d\">d</h3>\
             <h2 data-anchor=\"e\">e</h2>",
            "a later h1 does not part two headings of one level"
        );
        assert_eq!(html("<h3>a</h3><h3>—</h3>"), "<h2 data-anchor=\"a\">a</h2><h2>—</h2>");
    }

    /// R-CMS-04: Markdown fields are rendered with pulldown-cmark and sanitised like HTML.
    #[test]
    fn r_cms_04_markdown_is_rendered() {
        let text = RichText::from_markdown("# Kop\n\nEen *eiken* [tafel](/tafel) <script>x</script>", &[], 2);
        let out = text.render(|_| Some("/tafel".to_owned()), |_| None, String::new);
        assert_eq!(
            out.as_str().trim(),
            "<h2 data-anchor=\"kop\">Kop</h2>\n<p>Een <em>eiken</em> <a href=\"/tafel\">tafel</a> </p>"
        );
        assert_eq!(text.plain_text(), "Kop Een eiken tafel");
    }
}
