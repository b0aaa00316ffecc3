//! A stand-in for the Store API of Shopware 6.6.7.1, following `generator/docs/shopware.md` and recorded answers. Every
//! answer is made from one immutable [`vitrine_demo_shop::catalogue::Catalogue`] and the session of its token; only
//! carts, context changes and the control API change data.
//!
//! Intentional differences from Shopware:
//! - calls that are not implemented (search, CMS pages, the sitemap)
//!   accept Shopware's methods and answer 501;
//! - no search and no suggest; criteria have no `term`, no `query` scores, and no `since` and `until`; an unknown field
//!   in a filter inside an association matches nothing instead of failing; aggregations support the entities of
//!   manufacturers, options, categories and delivery times;
//! - equal rows are sorted by id;
//! - `cmsPage` is always `null`, so product details are small; categories have no layout, and none contains a listing;
//! - one currency, unless the control API adds more; the sortings and filters of a new installation;
//! - a family's variants share one representative in listings: the first match by id, without a configured preview;
//! - concurrent changes of one cart are serialised (as in 6.7), where 6.6 loses some;
//! - promotions that exclude each other are not supported;
//! - concurrent orders of one cart are serialised (as in 6.7), where 6.6 creates several;
//! - strings in answers are not escaped as PHP does;
//! - if an entity occurs several times, `sw-include-seo-urls` fills all of them; only in product details just one, as
//!   in Shopware.

mod account;
mod account_control;
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
mod country_control;
mod criteria;
mod ctx;
mod customer;
mod customer_group;
mod customer_view;
mod domains;
mod edit;
mod email_hash;
mod errors;
mod facets;
mod filter;
mod given_domains;
mod ids;
mod kept;
mod latency;
mod listing;
mod listing_choice;
mod login_settings;
mod mails;
mod master_data;
mod master_data_calls;
mod media;
mod money;
mod newsletter;
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
mod revocation;
mod routes;
mod search_result;
mod seed;
mod seo;
mod session;
mod session_change;
mod shipping;
mod start;
mod state;
mod stored_cart;
mod throttle;
mod transport;

pub use self::cart_lines::ForeignLine;
pub use self::country_control::CountryChange;
pub use self::ctx::Addresses;
pub use self::edit::{Edit, Told};
pub use self::given_domains::ChannelDomain;
pub use self::kept::Mail;
pub use self::login_settings::LoginSettings;
pub use self::order::control::OrderChange;
pub use self::state::{Latency, ShopwareState};
pub use self::transport::router;

pub(crate) use self::ctx::{CREATED, Ctx, language_id};
