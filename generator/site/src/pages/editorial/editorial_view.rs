//! The values of the template of editorial pages.

use serde::Serialize;

use super::{graph::RowView, story::StorySection};
use crate::{
    blocks::BlockView,
    image::ImageView,
    view::{
        all_products::AllProductsView,
        facts::FactView,
        hours::{HoursView, OpenNowProps},
        links::ButtonView,
        nodes::NodeView,
    },
};

/// The view of editorial pages.
#[derive(Serialize)]
pub(super) struct EditorialView {
    pub(super) title: String,
    pub(super) eyebrow: Option<String>,
    pub(super) image: Option<ImageView>,
    /// The picture is wide enough for the top of the page; otherwise it is shown in the column of facts.
    pub(super) wide: bool,
    pub(super) logo: Option<ImageView>,
    pub(super) intro: Option<String>,
    pub(super) text: Vec<NodeView>,
    pub(super) quote: Option<String>,
    pub(super) sections: Vec<StorySection>,
    pub(super) facts: Vec<FactView>,
    pub(super) hours: Option<HoursView>,
    pub(super) open_now: Option<OpenNowProps>,
    pub(super) actions: Vec<ButtonView>,
    pub(super) gallery: Vec<ImageView>,
    pub(super) blocks: Vec<BlockView>,
    pub(super) notice: Option<String>,
    pub(super) all_products: AllProductsView,
    pub(super) rows: Vec<RowView>,
}
