//! Sample content for the examples, and parts that several of them share.

use vitrine_model::{
    content::{Background, BlockKind, Button, ButtonStyle, Heading},
    link::{Link, LinkTarget},
    media::Image,
    rich_text::RichText,
};

/// Name, block, background.
pub(super) type Example = (&'static str, BlockKind, Background);

/// Texts and pictures of the shop itself, in the page's language.
pub(super) struct Samples<'a> {
    pub(super) title: &'a str,
    pub(super) sentence: &'a str,
    pub(super) wide: Option<Image>,
    pub(super) tall: Option<Image>,
}

pub(super) fn heading(samples: &Samples<'_>) -> Heading {
    Heading {
        heading: Some(samples.title.to_owned()),
        level: 2,
        ..Heading::default()
    }
}

pub(super) fn full_heading(samples: &Samples<'_>) -> Heading {
    Heading {
        eyebrow: Some(samples.title.to_owned()),
        intro: Some(samples.sentence.to_owned()),
        ..heading(samples)
    }
}

pub(super) fn text(samples: &Samples<'_>) -> RichText {
    RichText::from_html(&format!("<p>{}</p>", samples.sentence), &[], 3)
}

pub(super) fn button(samples: &Samples<'_>, style: ButtonStyle) -> Button {
    Button {
        link: Link {
            label: samples.title.to_owned(),
            target: Some(LinkTarget::Fragment("main".to_owned())),
            new_tab: false,
        },
        style,
    }
}
