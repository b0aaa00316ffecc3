//! Findings about Statamic.

use super::row::rows;

rows!(Statamic {
    UNREACHABLE: "statamic-unreachable", Error, "vitrine.toml: statamic.endpoint",
        "Check that the CMS runs, that its name resolves on this machine, and that no firewall is between them.";
    SILENT: "statamic-silent", Error, "Statamic: storage/logs/laravel.log",
        "Find out why the CMS is slow: its log, its PHP workers, a cold Stache (php please stache:warm).";
    ADDRESS: "statamic-address", Error, "vitrine.toml: statamic.endpoint, statamic.api_route",
        "Correct the address, or switch the REST API on in the CMS (STATAMIC_API_ENABLED in its .env).";
    TOKEN: "statamic-token", Error, "environment: VITRINE_STATAMIC_TOKEN",
        "Set it to the token that the CMS asks for: of Statamic 6 it is STATAMIC_API_AUTH_TOKEN of its .env.";
    PASSWORD: "statamic-password", Error, "environment: VITRINE_STATAMIC_USER, VITRINE_STATAMIC_PASSWORD",
        "Set both to what the web server before the CMS asks for.";
    LOGIN: "statamic-login", Error, "the web server before the CMS",
        "Let it pass calls of the API from this machine's address.";
    MAINTENANCE: "statamic-maintenance", Error, "Statamic: php artisan up",
        "End the maintenance mode when the work is done.";
    THROTTLED: "statamic-throttled", Warning, "Statamic: bootstrap/app.php, throttleApi",
        "Raise the limit for this machine's address (RateLimiter::for('api')): a pull makes more than a hundred calls at once.";
    FAILED: "statamic-failed", Error, "Statamic: config/statamic/editions.php, storage/logs/laravel.log",
        "Without the Pro edition there is no API; otherwise the log says why.";
    CALL_FAILED: "statamic-call-failed", Error, "Statamic: storage/logs/laravel.log",
        "The log says why this call fails while others do not.";
    CLOCK: "statamic-clock", Warning, "the clock of the CMS's machine, or of this one",
        "Synchronize both by NTP: signed events are refused if they differ by more than five minutes.";
    COLLECTION_CLOSED: "collection-closed", Error, "Statamic: config/statamic/api.php, resources › collections",
        "Switch the collection on there, or correct statamic.collections of vitrine.toml.";
    COLLECTION_EMPTY: "collection-empty", Warning, "Statamic: Collections › the collection, site",
        "Publish its entries in this site, or take it out of statamic.collections of vitrine.toml.";
    FILTER_SITE: "filter-site", Error, "Statamic: config/statamic/api.php, allowed_filters",
        "Allow the filter: 'collections' => ['*' => ['enabled' => true, 'allowed_filters' => ['site', 'published']]], taxonomies with ['site'].";
    FILTER_PUBLISHED: "filter-published", Warning, "Statamic: config/statamic/api.php, allowed_filters",
        "Allow the filter 'published' of these collections too: without it the dates of scheduled entries are not known, and they appear late.";
    TAXONOMY_CLOSED: "taxonomy-closed", Error, "Statamic: config/statamic/api.php, resources › taxonomies",
        "Switch the taxonomy on there, or correct statamic.taxonomies of vitrine.toml.";
    NAVIGATION_MISSING: "navigation-missing", Error, "Statamic: config/statamic/api.php, resources › navs",
        "Switch the navigation on there and fill its tree in every site, or correct statamic.navigations of vitrine.toml.";
    GLOBALS_CLOSED: "globals-closed", Error, "Statamic: config/statamic/api.php, resources › globals",
        "Switch globals on there.";
    GLOBALS_NOT_LOCALIZED: "globals-not-localized", Error, "Statamic: Globals › each set, Configure, Sites",
        "Localize every global set in this site.";
    FORMS_CLOSED: "forms-closed", Error, "Statamic: config/statamic/api.php, resources › forms",
        "Switch forms on there.";
    CONTAINER_CLOSED: "container-closed", Error, "Statamic: config/statamic/api.php, resources › assets",
        "Switch the container on there, or correct statamic.asset_containers of vitrine.toml.";
    SITE_MISSING: "site-missing", Error, "vitrine.toml: content_site of [[locales]]",
        "Write the handle of one of the CMS's sites, or make the site in the CMS (resources/sites.yaml).";
    GRAPHQL_CLOSED: "graphql-closed", Error, "Statamic: STATAMIC_GRAPHQL_ENABLED in .env; vitrine.toml: statamic.graphql_route",
        "Switch GraphQL on: the dealers (the collection stores) are read by it.";
    STORES_QUERY: "stores-query", Error, "Statamic: config/statamic/graphql.php, resources › collections",
        "Let GraphQL show the entries of the collection stores, whose blueprint has the handle store.";
    STACHE_COLD: "stache-cold", Warning, "Statamic: php please stache:warm",
        "Warm the Stache after each deployment and each cache:clear: until then entries have no address.";
    FORM_CSRF: "form-csrf", Error, "Statamic: bootstrap/app.php, validateCsrfTokens(except: ['!/forms/*'])",
        "Exempt forms from the CSRF check (the add-on in scripts/connect/statamic does it): a static page can have no token.";
    FORM_RULE_TEXT: "form-rule-text", Warning, "Statamic: resources/forms/*.yaml or blueprints/forms/*.yaml, validate",
        "Write the rules as a list: as one text, Laravel refuses every file.";
    FORM_MISSING: "form-missing", Error, "vitrine.toml: forms.newsletter, forms.copies, forms.keep_days_of, statamic.honeypots",
        "Correct the form's handle, or make the form in the CMS.";
    FORMS_KEY_MISSING: "forms-key-missing", Warning, "environment: VITRINE_FORMS_KEY",
        "Make a key once with openssl rand -hex 32, and give it to every process of vitrine serve.";
    CMS_TIME_ZONE: "cms-time-zone", Warning, "Statamic: config/app.php, timezone; vitrine.toml: site.time_zone",
        "Set both to the same zone.";
});
