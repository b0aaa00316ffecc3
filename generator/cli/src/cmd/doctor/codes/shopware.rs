//! Findings about Shopware.

use super::row::rows;

rows!(Shopware {
    KEY_MISSING: "shopware-key-missing", Error, "environment: VITRINE_SHOPWARE_ACCESS_KEY",
        "Set it to the access key of the sales channel: Shopware, Sales Channels › the channel › API access.";
    KEY: "shopware-key", Error, "environment: VITRINE_SHOPWARE_ACCESS_KEY",
        "Set it to the access key of the sales channel: Shopware, Sales Channels › the channel › API access.";
    UNREACHABLE: "shopware-unreachable", Error, "vitrine.toml: shopware.endpoint",
        "Check that Shopware runs, that its name resolves on this machine, and that no firewall is between them.";
    SILENT: "shopware-silent", Error, "vitrine.toml: timeouts.backend",
        "Find out why Shopware is slow: its log, its database, its PHP workers. A visitor's call has as many seconds as timeouts.backend says.";
    ADDRESS: "shopware-address", Error, "vitrine.toml: shopware.endpoint",
        "Set it to the address of the Store API: https://shop.example/store-api.";
    MAINTENANCE: "shopware-maintenance", Error, "Shopware: Sales Channels › the channel › Status, maintenance mode",
        "Switch it off when the work is done: until then visitors can neither order nor log in.";
    FAILED: "shopware-failed", Error, "Shopware: var/log/",
        "Shopware's log says why; a wrong access key can be the reason as well.";
    CALL_FAILED: "shopware-call-failed", Error, "Shopware: var/log/",
        "Shopware's log says why this call fails while others do not.";
    CACHED: "shopware-cached", Error, "the web server or CDN before Shopware",
        "Let it pass /store-api without caching: a cache gives the session of one visitor to another.";
    CLOCK: "shopware-clock", Warning, "the clock of Shopware's machine, or of this one",
        "Synchronize both by NTP: signed events are refused if they differ by more than five minutes.";
    CHANNEL_OFF: "channel-off", Error, "Shopware: Sales Channels › the channel › Status",
        "Switch the sales channel on.";
    LANGUAGE_MISSING: "language-missing", Error, "Shopware: Sales Channels › the channel › Languages",
        "Add the language to the sales channel.";
    LANGUAGE_ID: "language-id", Error, "vitrine.toml: commerce_language of [[locales]]",
        "Leave the key out: the language is then found by the locale's iso.";
    PRICES_NET: "prices-net", Warning, "Shopware: Settings › Customer groups › the channel's group, Tax display",
        "Show gross prices to the group of anonymous visitors: consumers must be told prices with tax.";
    ENDPOINT_NOT_PUBLIC: "endpoint-not-public", Warning, "vitrine.toml: shopware.endpoint",
        "Set it to Shopware's public address.";
    DOMAIN_MISSING: "domain-missing", Warning, "Shopware: Sales Channels › the channel › Domains",
        "Add the shop's address in this language.";
    DOMAIN_DOUBLE: "domain-double", Warning, "Shopware: Sales Channels › the channel › Domains",
        "Keep one domain for each language.";
    DOMAIN_WITHOUT_SCHEME: "domain-without-scheme", Warning, "Shopware: Sales Channels › the channel › Domains",
        "Write it as an address.";
    COUNTRY_NONE: "country-none", Error, "Shopware: Sales Channels › the channel › Countries",
        "Add the countries that are delivered to: without one nobody can enter an address.";
    COUNTRY_MISSING: "country-missing", Warning, "Shopware: Sales Channels › the channel › Countries",
        "Add the country to the sales channel, or take it out of vitrine.toml.";
    COUNTRY_NOT_SHIPPED: "country-not-shipped", Warning, "Shopware: Settings › Countries › the country, Shipping available",
        "Switch it on, or take the country out of vitrine.toml.";
    SALUTATION_MISSING: "salutation-missing", Error, "Shopware: Settings › Salutations",
        "Add a salutation with the key not_specified: an order to an address without a salutation is refused.";
    PAYMENT_NONE: "payment-none", Error, "Shopware: Sales Channels › the channel › Payment methods",
        "Assign an active method that works without a script of its provider in the page.";
    PAYMENT_HIDDEN: "payment-hidden", Warning, "Shopware: Sales Channels › the channel › Payment methods",
        "Take the method out of the sales channel; or name it in payment.hide of vitrine.toml if it is for another front end, or in payment.show if it works here.";
    PAYMENT_UNNAMED: "payment-unnamed", Warning, "Shopware: Settings › Payment methods › the method, Technical name",
        "Give it a technical name: without one it cannot be told whether it works in this shop.";
    PAYMENT_NAME: "payment-name", Warning, "vitrine.toml: payment.show, payment.paid_later",
        "Correct the name, or take it out.";
    PAYMENT_AFTER_ORDER: "payment-after-order", Warning, "Shopware: Settings › Payment methods › the method, Allow change after checkout",
        "Allow it for a method that is paid at once: otherwise a failed payment cannot be repeated.";
    PREPAYMENT_ONLY: "prepayment-only", Warning, "Shopware: Sales Channels › the channel › Payment methods",
        "Assign a method that is paid on or after delivery, or name it in payment.paid_later of vitrine.toml (law §2, art. 7:26(2) BW).";
    SHIPPING_NONE: "shipping-none", Error, "Shopware: Sales Channels › the channel › Shipping methods",
        "Assign an active shipping method: without one nothing can be ordered.";
    SHIPPING_TIME: "shipping-time", Warning, "Shopware: Settings › Shipping › the method, Delivery time",
        "Give it a delivery time: without one no delivery date can be told.";
    NAVIGATION_NONE: "navigation-none", Error, "Shopware: Sales Channels › the channel › Entry point for navigation",
        "Choose the category that all others are below.";
    PRODUCTS_NONE: "products-none", Error, "Shopware: Catalogues › Products › the product, Visibility (sales channels)",
        "Make products visible in the sales channel.";
    SEO_URLS_NONE: "seo-urls-none", Warning, "vitrine.toml: routes.without_seo_url",
        "Shopware makes no SEO URLs for headless channels: set it to \"name\", or let an extension write them.";
    VISITORS_COUNT_AS_ONE: "visitors-count-as-one", Error, "Shopware: config/packages/framework.yaml, framework.trusted_proxies",
        "Put this server's address there; TRUSTED_PROXIES alone is read by nothing in 6.6.";
});
