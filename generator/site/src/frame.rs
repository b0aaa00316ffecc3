//! Header and footer: rendered once a locale and tone, put into every page around its own language links.
//!
//! **Invariant:** nothing in a frame depends on the page but its slots; its bytes' hash is part of the fingerprint of every page of its locale.

use minijinja::{Value, context};
use vitrine_model::record::RecordHash;

use crate::{
    context::ViewContext,
    error::Reason,
    page::Tone,
    pages::ViewError,
    templates::{ALTERNATES, MARK, MARK_END, from_serde},
};

/// Who builds the views of header and footer.
#[derive(Clone, Copy)]
pub struct FrameViews {
    /// For `components/header.html`.
    pub header: fn(&ViewContext<'_>, Tone) -> Result<Value, ViewError>,
    /// For `components/footer.html`.
    pub footer: fn(&ViewContext<'_>) -> Result<Value, ViewError>,
}

impl std::fmt::Debug for FrameViews {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FrameViews")
    }
}

/// HTML around slots.
#[derive(Debug, Default)]
pub(crate) struct Slotted {
    parts: Vec<Part>,
}

#[derive(Debug)]
enum Part {
    Html(Vec<u8>),
    Alternates,
}

impl Slotted {
    pub(crate) fn parse(html: &str) -> Self {
        let slot = format!("{MARK}{ALTERNATES}{MARK_END}");
        let mut parts = Vec::new();
        for (place, text) in html.split(slot.as_str()).enumerate() {
            if place > 0 {
                parts.push(Part::Alternates);
            }
            parts.push(Part::Html(text.as_bytes().to_vec()));
        }
        Self { parts }
    }

    pub(crate) fn write(&self, alternates: &[u8], out: &mut Vec<u8>) {
        for part in &self.parts {
            match part {
                Part::Html(html) => out.extend_from_slice(html),
                Part::Alternates => out.extend_from_slice(alternates),
            }
        }
    }
}

/// Header and footer of one locale.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) light: Slotted,
    pub(crate) dark: Slotted,
    pub(crate) footer: Slotted,
    pub(crate) hash: RecordHash,
    /// For the checks, once.
    pub(crate) html: String,
}

impl Frame {
    pub(crate) fn header(&self, tone: Tone) -> &Slotted {
        match tone {
            Tone::Light => &self.light,
            Tone::Dark => &self.dark,
        }
    }
}

/// Renders a locale's frame. `render` prints a template with its values.
pub(crate) fn render_frame(
    cx: &ViewContext<'_>,
    views: FrameViews,
    globals: &Value,
    render: impl Fn(&str, Value) -> Result<String, Reason>,
) -> Result<Frame, Reason> {
    let header = |tone: Tone| {
        let view = (views.header)(cx, tone).map_err(|e| e.to_string())?;
        render(
            "components/header.html",
            context! { header => view, tone => from_serde(tone), ..globals.clone() },
        )
    };
    let light = header(Tone::Light)?;
    let dark = header(Tone::Dark)?;
    let footer_view = (views.footer)(cx).map_err(|e| e.to_string())?;
    let footer = render(
        "components/footer.html",
        context! { footer => footer_view, ..globals.clone() },
    )?;
    if let Some(failure) = cx.failures.borrow().first() {
        return Err(failure.to_string().into());
    }
    Ok(Frame {
        hash: RecordHash::of(&[&light, &dark, &footer]),
        html: format!("{light}{footer}"),
        light: Slotted::parse(&light),
        dark: Slotted::parse(&dark),
        footer: Slotted::parse(&footer),
    })
}
