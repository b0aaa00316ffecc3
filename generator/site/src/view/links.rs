//! Views of links, buttons and headings of content.
//!
//! **Invariant:** a link whose target is not a page of this site is plain text (rule 17), and a button without a target
//! is not shown.

use serde::Serialize;
use utoipa::ToSchema;
use vitrine_model::{
    content::{Button, Heading},
    globals::{Promise, SiteGlobals},
    link::LinkTarget,
    media::web_address,
};

use super::outline::Outline;
use crate::context::ViewContext;

/// A text that may be a link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct LinkView {
    /// The text.
    pub label: String,
    /// The target; `null` for plain text.
    #[schema(required)]
    pub href: Option<String>,
    /// Whether it opens in a new tab.
    pub new_tab: bool,
}

impl LinkView {
    /// Plain text without a link.
    pub fn text(label: impl Into<String>) -> Self {
        Self::to(label, None)
    }

    /// A text linked to a page, if there is one.
    pub fn to(label: impl Into<String>, href: Option<String>) -> Self {
        Self {
            label: label.into(),
            href,
            new_tab: false,
        }
    }
}

/// A link with its style.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ButtonView {
    /// Label.
    pub label: String,
    /// Link target.
    pub href: String,
    /// Open in a new tab.
    pub new_tab: bool,
    /// `primary`, `secondary` or `link`.
    pub style: &'static str,
}

/// The button, if it has a valid target.
pub fn button(cx: &ViewContext<'_>, button: &Button) -> Option<ButtonView> {
    let target = button.link.target.as_ref()?;
    Some(ButtonView {
        label: button.link.label.clone(),
        href: cx.link_href(target)?,
        new_tab: button.link.new_tab,
        style: button.style.word(),
    })
}

/// The buttons with a valid target.
pub fn buttons(cx: &ViewContext<'_>, list: &[Button]) -> Vec<ButtonView> {
    list.iter().filter_map(|b| button(cx, b)).collect()
}

/// An optional target's href.
pub fn href(cx: &ViewContext<'_>, target: Option<&LinkTarget>) -> Option<String> {
    target.and_then(|t| cx.link_href(t))
}

/// The shop's terms as texts with optional links; empty texts are left out.
pub fn promises(cx: &ViewContext<'_>, promises: &[Promise]) -> Vec<LinkView> {
    promises
        .iter()
        .filter(|promise| !promise.text.trim().is_empty())
        .map(|promise| LinkView::to(promise.text.clone(), href(cx, promise.link.as_ref())))
        .collect()
}

/// The URL if it is `https` or `http`; other schemes from a backend are refused.
pub fn web_url(url: &str) -> Option<String> {
    let plain = !url.chars().any(|c| c.is_whitespace() || c.is_control());
    web_address(url).filter(|_| plain)
}

/// A `mailto:` link with a subject; `None` if the address is invalid.
pub fn mail_href(address: &str, subject: &str) -> Option<String> {
    let plain = address.contains('@')
        && address
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "@.-_+".contains(c));
    let subject = percent_encoding::utf8_percent_encode(subject, percent_encoding::NON_ALPHANUMERIC);
    plain.then(|| format!("mailto:{address}?subject={subject}"))
}

/// A `mailto:` link with a subject and the lines of a text; `None` if the address is invalid.
pub fn letter_href(address: &str, subject: &str, lines: &[String]) -> Option<String> {
    let href = mail_href(address, subject)?;
    if lines.is_empty() {
        return Some(href);
    }
    let body = lines.join("\r\n");
    let body = percent_encoding::utf8_percent_encode(&body, percent_encoding::NON_ALPHANUMERIC);
    Some(format!("{href}&body={body}"))
}

/// The `heading` fieldset with its final level.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HeadingView {
    /// Short text above the heading.
    pub eyebrow: Option<String>,
    /// The heading.
    pub text: String,
    /// 1 to 6.
    pub level: u8,
    /// Paragraph below the heading.
    pub intro: Option<String>,
}

/// The heading, if it has text; its level comes from the outline.
pub fn heading(heading: &Heading, outline: &mut Outline) -> Option<HeadingView> {
    let text = heading.heading.clone().filter(|t| !t.trim().is_empty())?;
    Some(HeadingView {
        eyebrow: heading.eyebrow.clone(),
        text,
        level: outline.heading(heading.level),
        intro: heading.intro.clone(),
    })
}

/// The e-mail address, as a link if it is plain.
pub(crate) fn shop_email(site: &SiteGlobals) -> Option<LinkView> {
    let address = site.email.as_deref()?;
    let plain = address.contains('@')
        && address
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "@.-_+".contains(c));
    Some(LinkView::to(address, plain.then(|| format!("mailto:{address}"))))
}

/// The telephone number, as a link if it is valid.
pub(crate) fn shop_phone(site: &SiteGlobals) -> Option<LinkView> {
    let number = site.phone.as_deref()?;
    let digits: String = number.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect();
    let words = site.phone_display.clone().unwrap_or_else(|| number.to_owned());
    Some(LinkView::to(
        words,
        (!digits.is_empty()).then(|| format!("tel:{digits}")),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_addresses_of_a_backend_become_links() {
        assert_eq!(
            web_url("https://files.example/a.pdf").as_deref(),
            Some("https://files.example/a.pdf")
        );
        for bad in [
            "javascript:alert(1)",
            "data:text/html,x",
            "//x",
            "/x",
            "https://a b",
            "",
        ] {
            assert_eq!(web_url(bad), None, "{bad:?}");
        }
    }
}
