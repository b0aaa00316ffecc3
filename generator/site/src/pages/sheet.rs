//! Names of the style sheets in `templates/styles/sheets/`, one or more of which a page has beside that of every page.

/// For pages of entries, and the error pages.
pub const CONTENT: &str = "content";
/// For pages of products.
pub const PRODUCT: &str = "product";
/// For what is done: cart, checkout, account.
pub const SCREENS: &str = "screens";
/// For the cart in the header's panel: of no page, fetched when the panel opens.
pub const CART_PANEL: &str = "cart-panel";
