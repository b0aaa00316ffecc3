//! End-to-end tests of the binary `vitrine`: started as a person or CI would, against a demo shop on loopback, in its
//! own folder.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

mod addresses;
mod app;
mod blocks;
mod build;
mod builders;
mod busy;
mod categories;
mod changes;
mod check;
mod configuration;
mod content;
mod crawl;
mod deploying;
mod dev;
mod edge;
mod failures;
mod faults;
mod found;
mod fourth_locale;
mod golden;
mod head;
mod hosts;
mod lists;
mod live;
mod live_prices;
mod load;
mod locales;
mod looks;
mod losses;
mod markup;
mod odd_content;
mod order;
mod overviews;
mod pictures;
mod product_facts;
mod recorded;
mod release_check;
mod releases;
mod relevance;
mod report;
mod rich_results;
mod routes;
mod screens;
mod secrets;
mod serve;
mod shop_setup;
mod slow_clients;
mod stores;
mod support;
mod switched;
mod uploads;
mod values;
mod withdrawals;
