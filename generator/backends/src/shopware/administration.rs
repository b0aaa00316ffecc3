//! URLs of records in Shopware's administration, for findings and messages.

use vitrine_model::ids::{BrandId, CategoryId, ProductId, PropertyGroupId};

/// A record with a screen of its own in the administration.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AdminScreen<'a> {
    Category(&'a CategoryId),
    Manufacturer(&'a BrandId),
    Product(&'a ProductId),
    /// A property group with its options.
    Property(&'a PropertyGroupId),
}

impl AdminScreen<'_> {
    /// The URL in the administration of the shop at an origin (`https://shop.example`).
    pub(crate) fn url(self, shop: &str) -> String {
        let path = match self {
            Self::Category(id) => format!("category/index/{id}/base"),
            Self::Manufacturer(id) => format!("manufacturer/detail/{id}"),
            Self::Product(id) => format!("product/detail/{id}/base"),
            Self::Property(id) => format!("property/detail/{id}"),
        };
        format!("{}/admin#/sw/{path}", shop.trim_end_matches('/'))
    }
}
