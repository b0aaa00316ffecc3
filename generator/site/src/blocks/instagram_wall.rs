//! `instagram_wall`: images that link to posts on Instagram. The images are the CMS's own, so that nothing is loaded
//! from there. A block without images is not shown.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::{InstagramWallBlock, WallItem};

use crate::{
    context::ViewContext,
    image::ImageView,
    view::{self, links, video::host_name},
};

#[derive(Serialize)]
struct WallView {
    items: Vec<ItemView>,
}

#[derive(Serialize)]
struct ItemView {
    image: ImageView,
    href: Option<String>,
    /// The accessible name; it is numbered, because all links have the same label.
    label: Option<String>,
}

const SHAPE: (u32, u32) = (1, 1);
const SIZES: &str = "(width >= 1024px) 16vw, (width >= 640px) 32vw, 48vw";

pub(super) fn view(cx: &ViewContext<'_>, block: &InstagramWallBlock) -> Option<Value> {
    let count = block.items.len().to_string();
    let item = |(place, item): (usize, &WallItem)| {
        let href = links::href(cx, item.link.as_ref());
        let number = (place + 1).to_string();
        ItemView {
            image: cx.image(&item.image, Some(SHAPE), SIZES),
            label: href.as_deref().map(|href| {
                let params = [
                    ("number", number.as_str()),
                    ("count", &count),
                    ("host", host_name(href)),
                ];
                cx.t("content.post_at", &params)
            }),
            href,
        }
    };
    let items: Vec<ItemView> = block.items.iter().enumerate().map(item).collect();
    (!items.is_empty()).then(|| view::value(WallView { items }))
}
