//! The domains of the sales channel: one for each language, unless the control API has set others (Shopware §25.1).
//!
//! **Invariant:** Shopware lists them by id, and a mail about an order uses the first one in the order's language.

use std::sync::{Arc, PoisonError};

use serde_json::{Value, json};
use vitrine_demo_shop::{Site, id_of};

use super::given_domains::{ChannelDomain, Given};
use super::master_data::{CURRENCY_ID, sort_by_id};
use super::{CREATED, Ctx, ShopwareState, language_id};

impl ShopwareState {
    /// Sets the domains of the channel; `None`: one for each language, as at start.
    pub fn set_domains(&self, domains: Option<Vec<ChannelDomain>>) {
        *self.domains.lock().unwrap_or_else(PoisonError::into_inner) = domains.map(Arc::from);
    }

    pub(crate) fn given_domains(&self) -> Given {
        self.domains.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Ctx {
    /// All domains with their ids, in the order of the ids.
    fn all_domains(&self) -> Vec<(String, ChannelDomain)> {
        let mut all: Vec<(String, ChannelDomain)> = match &self.domains {
            Some(given) => given
                .iter()
                .map(|domain| {
                    let id = id_of("domain", &format!("{} {}", domain.language, domain.url), None);
                    (id, domain.clone())
                })
                .collect(),
            None => self
                .shop
                .shop
                .languages
                .iter()
                .map(|language| self.own_domain(&language.iso))
                .collect(),
        };
        all.sort_by(|one, other| one.0.cmp(&other.0));
        all
    }

    fn own_domain(&self, iso: &str) -> (String, ChannelDomain) {
        let site = self.site(iso);
        let path = site.map_or("/", |site| site.url.as_str());
        let domain = ChannelDomain {
            language: iso.to_owned(),
            url: format!("{}{}", self.addresses.storefront, path.trim_end_matches('/')),
        };
        (id_of("domain", iso, site.and_then(|site| site.id.as_deref())), domain)
    }

    /// The site of a language.
    fn site(&self, iso: &str) -> Option<&Site> {
        let mut sites = self.shop.shop.sites.iter();
        sites.find(|site| site.handle == iso || site.locale.replace('_', "-") == iso)
    }

    /// URLs of all domains of the sales channel.
    pub(crate) fn domains(&self) -> Vec<String> {
        self.all_domains().into_iter().map(|(_, domain)| domain.url).collect()
    }

    /// URL of the sales channel's domain for a language; empty if there is none.
    pub(crate) fn domain(&self, iso: &str) -> String {
        let all = self.all_domains().into_iter();
        let mut own = all.filter(|(_, domain)| domain.language == iso);
        own.next().map(|(_, domain)| domain.url).unwrap_or_default()
    }
}

/// The domains as part of the sales channel.
pub(crate) fn list(ctx: &Ctx) -> Vec<Value> {
    let all = ctx.all_domains().into_iter();
    let mut list: Vec<Value> = all
        .map(|(id, ChannelDomain { language: iso, url })| {
            json!({
                "translated": [], "createdAt": CREATED, "updatedAt": null, "url": url, "currencyId": CURRENCY_ID, "currency": null,
                "snippetSetId": id_of("snippet_set", &iso, None), "salesChannelId": ctx.channel_id(), "languageId": language_id(&ctx.shop, &iso),
                "language": null, "salesChannelDefaultHreflang": null, "hreflangUseOnlyLocale": false, "customFields": null,
                "id": id, "apiAlias": "sales_channel_domain"
            })
        })
        .collect();
    sort_by_id(&mut list);
    list
}
