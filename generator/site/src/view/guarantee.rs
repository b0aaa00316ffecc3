//! The notice on the legal guarantee, in the language of the page (law §5).

use serde::Serialize;
use utoipa::ToSchema;
use vitrine_model::globals::SiteGlobals;

use super::links::LinkView;
use crate::{context::ViewContext, page::PlannedPage};

/// The official notice, with the link that its QR code has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct GuaranteeNoticeView {
    /// The path of the drawing.
    pub(crate) src: String,
    /// Its width.
    pub(crate) width: u32,
    /// Its height.
    pub(crate) height: u32,
    /// What it says.
    pub(crate) alt: String,
    /// The page of Your Europe about it.
    pub(crate) href: String,
    /// Label of that link.
    pub(crate) label: String,
}

/// The notice in the page's language; `None` if the shop has none.
pub(crate) fn notice(cx: &ViewContext<'_>) -> Option<GuaranteeNoticeView> {
    let language = cx.locale()?.iso.as_str().split('-').next()?;
    let notice = cx.config.guarantee_notices.get(language)?;
    Some(GuaranteeNoticeView {
        src: format!("/{}", notice.file),
        width: notice.width,
        height: notice.height,
        alt: cx.t("common.guarantee_notice", &[]),
        href: cx.t("common.guarantee_your_europe", &[]),
        label: cx.t("common.guarantee_more", &[]),
    })
}

/// The notice, if this page is the one about the legal guarantee.
pub(crate) fn of_page(cx: &ViewContext<'_>, page: &PlannedPage) -> Option<GuaranteeNoticeView> {
    let own = page_href(cx)?;
    notice(cx).filter(|_| own == page.path.href())
}

/// The link of the footer to the page about the legal guarantee.
pub(crate) fn link(cx: &ViewContext<'_>) -> Option<LinkView> {
    let href = page_href(cx)?;
    Some(LinkView::to(cx.t("common.guarantee", &[]), Some(href)))
}

fn page_href(cx: &ViewContext<'_>) -> Option<String> {
    let site: &SiteGlobals = &cx.reader.globals(cx.locale)?.site;
    cx.entry_href(site.guarantee_page.as_ref()?)
}
