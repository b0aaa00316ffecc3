//! Names of the page kinds except screens, as used in [`PlannedPage::kind`](crate::page::PlannedPage::kind).

/// A page made of blocks.
pub const CONTENT: &str = "content";
/// A page of blocks with a paged list; and the further pages of any entry's list.
pub const LIST: &str = "list";
/// The page of a brand.
pub const BRAND: &str = "brand";
/// The page of a designer.
pub const DESIGNER: &str = "designer";
/// A product line of a brand.
pub const COLLECTION: &str = "collection";
/// A project.
pub const PROJECT: &str = "project";
/// A news item.
pub const NEWS: &str = "news";
/// An article of a collection without a kind of its own.
pub const ARTICLE: &str = "article";
/// An event.
pub const EVENT: &str = "event";
/// A showroom.
pub const SHOWROOM: &str = "showroom";
/// A vacancy.
pub const VACANCY: &str = "vacancy";
/// A sellable product.
pub const PRODUCT: &str = "product";
