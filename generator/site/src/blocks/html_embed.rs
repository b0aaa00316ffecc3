//! `html_embed`: a link to the URL that an embed code would load. Pages load nothing from other hosts (rule 3, rule
//! 23), so the code itself is never rendered; a code without a URL is not shown.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::HtmlEmbedBlock;

use crate::{
    context::ViewContext,
    view::{self, links, video::host_name},
};

#[derive(Serialize)]
struct EmbedView {
    title: Option<String>,
    label: String,
    href: String,
}

pub(super) fn view(cx: &ViewContext<'_>, block: &HtmlEmbedBlock) -> Option<Value> {
    let href = links::web_url(block.url.as_deref()?)?;
    Some(view::value(EmbedView {
        title: block.title.clone(),
        label: cx.t("content.open_at", &[("host", host_name(&href))]),
        href,
    }))
}
