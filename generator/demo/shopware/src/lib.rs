//! A stand-in for the Store API of Shopware 6.6.7.1, following `generator/docs/shopware.md` and recorded answers. Every
//! answer is made from one immutable [`Catalogue`] and the session of its token; only carts, context changes and the
//! control API change data.
//!
//! Where it knowingly differs from a real shop:
//! - customers are guests: there is no password, so registering with one and logging in answer 501, calls for accounts only 403;
//! - what it does not have (login, search, newsletter, documents, downloads of orders, CMS pages, the sitemap) takes the methods of a real shop and answers 501;
//! - no search and no suggest; of criteria no `term` and no `query` scores, no `since` and `until`; a field that does not exist in a filter
//!   inside an association matches nothing instead of failing; aggregations know the entities of makers, options, categories, delivery times;
//! - equal rows come in the order of their ids;
//! - `cmsPage` is always `null`, so product details are small; categories have no layout, and none holds a listing;
//! - one currency; the sortings and filters of a fresh installation;
//! - a family's variants share one representative in listings: the first by id that passes, no configured preview;
//! - changes of one cart wait for each other (as in 6.7), where 6.6 loses some;
//! - codes that exclude each other are no shop data;
//! - orders of one cart wait for each other (as in 6.7), where 6.6 makes several;
//! - strings are not escaped the PHP way on the wire;
//! - of several occurrences of one entity `sw-include-seo-urls` fills all; only on product details one, as there.

mod address;
mod address_rules;
mod aggregation;
mod associations;
mod availability;
mod breadcrumb;
mod calculated;
mod candidate;
mod cart;
mod cart_errors;
mod cart_lines;
mod cart_rules;
mod cart_view;
mod category;
mod context;
mod criteria;
mod ctx;
mod customer;
mod customer_view;
mod errors;
mod facets;
mod filter;
mod ids;
mod latency;
mod listing;
mod listing_choice;
mod mails;
mod master_data;
mod master_data_calls;
mod media;
mod money;
mod offered;
mod order;
mod out;
mod partial;
mod payment;
mod price;
mod product;
mod product_calls;
mod product_fields;
mod product_parts;
mod query;
mod register;
mod routes;
mod search_result;
mod seo;
mod session;
mod shipping;
mod state;
mod stored_cart;
mod transport;

pub use self::cart_lines::ForeignLine;
pub use self::ctx::Addresses;
pub use self::mails::Mail;
pub use self::order::control::OrderChange;
pub use self::state::{Latency, ShopwareState};
pub use self::transport::router;

pub(crate) use self::ctx::{CREATED, Ctx, language_id};
