//! Names of the page kinds but screens, as they stand in [`PlannedPage::kind`](crate::page::PlannedPage::kind).

/// A page built of blocks.
pub const CONTENT: &str = "content";
/// A maker's own page.
pub const BRAND: &str = "brand";
/// A designer's own page.
pub const DESIGNER: &str = "designer";
/// A product line of a brand.
pub const COLLECTION: &str = "collection";
/// A room that was furnished.
pub const PROJECT: &str = "project";
/// A news item.
pub const NEWS: &str = "news";
/// An event.
pub const EVENT: &str = "event";
/// A showroom.
pub const SHOWROOM: &str = "showroom";
/// A vacancy.
pub const VACANCY: &str = "vacancy";
/// A sellable product.
pub const PRODUCT: &str = "product";
