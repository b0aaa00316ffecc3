//! Invalid configuration values, one per row.

/// The start of a configuration line, an invalid line, and what the error must contain besides
/// `vitrine.toml cannot be used`.
pub(super) const CANNOT_WORK: &[(&str, &str, &[&str])] = &[
    (
        "[stores]",
        "[stores]\ntiles = { template = \"https://tiles.example/{z}/{x}.png\", attribution = \"\" }",
        &["stores.tiles.template", "without {y}"],
    ),
    (
        "[stores]",
        "[stores]\ntiles = { template = \"https://*.example/{z}/{x}/{y}.png\", attribution = \"\" }",
        &["stores.tiles.template", "name one host in full"],
    ),
    ("body = 65536", "body = 0", &["limits.body", "it is 0; use 1024 to"]),
    ("uri = ", "uri = 0", &["limits.uri", "use 256 to 65534"]),
    (
        "header_bytes = ",
        "header_bytes = 8191",
        &["limits.header_bytes", "use 8192 to"],
    ),
    (
        "header_bytes = ",
        "header_bytes = 9223372036854775807",
        &["limits.header_bytes", "use 8192 to"],
    ),
    ("headers = ", "headers = 0", &["limits.headers", "use 24 to 1000"]),
    (
        "headers = ",
        "headers = 9223372036854775807",
        &["limits.headers", "use 24 to 1000"],
    ),
    (
        "backend_answer = ",
        "backend_answer = 0",
        &["limits.backend_answer", "use 65536 to"],
    ),
    (
        "builder_answer = ",
        "builder_answer = 0",
        &["limits.builder_answer", "use 65536 to"],
    ),
    ("connections = ", "connections = 0", &["limits.connections", "use 1 to"]),
    (
        "connections = ",
        "connections = 9223372036854775807",
        &["limits.connections", "use 1 to"],
    ),
    (
        "backend_in_flight = ",
        "backend_in_flight = 0",
        &["limits.backend_in_flight", "use 1 to"],
    ),
    (
        "backend_in_flight = ",
        "backend_in_flight = 9223372036854775807",
        &["limits.backend_in_flight", "use 1 to"],
    ),
    (
        "compressed_cache = ",
        "compressed_cache = 9223372036854775807",
        &["limits.compressed_cache", "use 0 to"],
    ),
    (
        "compressed_on_disk = ",
        "compressed_on_disk = 9223372036854775807",
        &["limits.compressed_on_disk", "use 0 to"],
    ),
    (
        "header = ",
        "header = 0",
        &["timeouts.header", "use more than 0 and at most 3600 seconds"],
    ),
    (
        "header = ",
        "header = 9223372036854775807",
        &["timeouts.header", "at most 3600 seconds"],
    ),
    ("body = 15", "body = 0", &["timeouts.body", "use more than 0"]),
    ("connect = ", "connect = 0", &["timeouts.connect", "use 1 to 3600"]),
    (
        "backend = ",
        "backend = 9223372036854775807",
        &["timeouts.backend", "at most 3600 seconds"],
    ),
    ("builder = ", "builder = 0", &["timeouts.builder", "use 1 to 3600"]),
    (
        "drain = ",
        "drain = 9223372036854775807",
        &["timeouts.drain", "at most 3600 seconds"],
    ),
    ("reads = ", "reads = 0", &["rates.reads", "use 1 to"]),
    ("cart_writes = ", "cart_writes = 0", &["rates.cart_writes", "use 1 to"]),
    (
        "checkout_writes = ",
        "checkout_writes = 0",
        &["rates.checkout_writes", "use 1 to"],
    ),
    ("orders = ", "orders = 0", &["rates.orders", "use 1 to"]),
    (
        "order_lookups = ",
        "order_lookups = 0",
        &["rates.order_lookups", "use 1 to"],
    ),
    ("accounts = ", "accounts = 0", &["rates.accounts", "use 1 to"]),
    ("withdrawals = ", "withdrawals = 0", &["rates.withdrawals", "use 1 to"]),
    ("hooks = ", "hooks = 0", &["rates.hooks", "use 1 to"]),
    ("burst = ", "burst = 61.0", &["builder.burst", "use 0 to 60"]),
    ("quiet = ", "quiet = -1.0", &["builder.quiet", "use 0 to 60"]),
    ("quiet = ", "quiet = nan", &["builder.quiet", "use 0 to 60"]),
    ("look = ", "look = -1.0", &["builder.look", "use 0.1 to 3600, or 0"]),
    ("idle = ", "idle = 9999999", &["builder.idle", "use 0 to 2678400"]),
    ("memory = ", "memory = 1", &["builder.memory", "use 64 to 1048576"]),
    (
        "alert_after = ",
        "alert_after = 2678401",
        &["builder.alert_after", "use 0 to 2678400"],
    ),
    (
        "alert_after = ",
        "alert_mail = \"web\"",
        &["builder.alert_mail", "is no e-mail address"],
    ),
    (
        "idle_after = ",
        "idle_after = 0",
        &["preview.idle_after", "use 1 to 2678400"],
    ),
    (
        "memory_at_most = ",
        "memory_at_most = 1",
        &["preview.memory_at_most", "use 16 to 1048576"],
    ),
    (
        "users = []",
        "users = [{ name = \"Noor\", role = \"publish\", password = \"secret\" }]",
        &[
            "desk.users.password",
            "is no hash of a password",
            "vitrine desk password",
        ],
    ),
    (
        "users = []",
        "users = [{ name = \"Noor\", role = \"look\", password = \"$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$EfQVCmw6N5Jlf4G8VTLXSQ\" }]",
        &["desk.users.password", "is no argon2id hash"],
    ),
    (
        "users = []",
        "users = [{ name = \"Noor\", role = \"look\", password = \"$argon2id$v=19$m=1048576,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$EfQVCmw6N5Jlf4G8VTLXSQ\" }]",
        &["desk.users.password", "another effort"],
    ),
    (
        "users = []",
        "users = [{ name = \" Noor\", role = \"look\", password = \"$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$EfQVCmw6N5Jlf4G8VTLXSQ\" }]",
        &["desk.users.name", "printable characters"],
    ),
    (
        "users = []",
        "users = []\nprovider = { issuer = \"http://login.example\", client_id = \"desk\", name = \"x\", roles = { look = [\"x\"] } }",
        &["desk.provider.issuer", "with https://"],
    ),
    (
        "users = []",
        "users = []\nprovider = { issuer = \"https://login.example?x=1\", client_id = \"desk\", name = \"x\", roles = { look = [\"x\"] } }",
        &["desk.provider.issuer", "without ?"],
    ),
    (
        "users = []",
        "users = []\nprovider = { issuer = \"https://login.example\", client_id = \"a b\", name = \"x\", roles = { look = [\"x\"] } }",
        &["desk.provider.client_id", "the id that the provider gave"],
    ),
    (
        "users = []",
        "users = []\nprovider = { issuer = \"https://login.example\", client_id = \"desk\", name = \" \", roles = { look = [\"x\"] } }",
        &["desk.provider.name", "printable characters"],
    ),
    (
        "users = []",
        "users = []\nprovider = { issuer = \"https://login.example\", client_id = \"desk\", name = \"x\" }",
        &["desk.provider lets nobody in", "`roles`", "`mails`"],
    ),
    (
        "users = []",
        "users = []\nprovider = { issuer = \"https://login.example\", client_id = \"desk\", name = \"x\", mails = { look = [\"noor\"] } }",
        &["desk.provider.mails", "no e-mail address"],
    ),
    (
        "users = []",
        "users = []\nprovider = { issuer = \"https://login.example\", client_id = \"desk\", name = \"x\", roles = { publish = [\"\"] } }",
        &["desk.provider.roles", "an empty value"],
    ),
    (
        "users = []",
        "users = []\nprovider = { issuer = \"https://login.example\", client_id = \"desk\", name = \"x\", roles = { look = [\"x\"] }, scopes = [\"a b\"] }",
        &["desk.provider.scopes", "without spaces"],
    ),
    (
        "users = []",
        "users = []\nprovider = { issuer = \"https://login.example\", client_id = \"desk\", name = \"x\", role_claim = \"\", roles = { look = [\"x\"] } }",
        &["desk.provider.role_claim", "the claim that has the groups"],
    ),
    ("look = ", "look = nan", &["builder.look", "use 0.1 to 3600"]),
    ("look = ", "look = 0.05", &["builder.look", "use 0.1 to 3600"]),
    ("gather = ", "gather = 1801", &["builder.gather", "use 0 to 1800"]),
    (
        "reconcile = ",
        "reconcile = 9223372036854775807",
        &["builder.reconcile", "use 0 to"],
    ),
    (
        "retry = ",
        "retry = []",
        &["builder.retry", "use 1 to 20 pauses of 1 to 3600 s"],
    ),
    ("retry = ", "retry = [0]", &["builder.retry", "use 1 to 20 pauses"]),
    (
        "keep_assets_days = ",
        "keep_assets_days = 9223372036854775807",
        &["build.keep_assets_days", "use 0 to 3650"],
    ),
    (
        "keep_addresses_days = ",
        "keep_addresses_days = 3651",
        &["build.keep_addresses_days", "use 0 to 3650"],
    ),
    (
        "keep_releases = ",
        "keep_releases = 0",
        &["build.keep_releases", "use 1 to 1000"],
    ),
    (
        "pull_concurrency = ",
        "pull_concurrency = 0",
        &["build.pull_concurrency", "use 1 to 64"],
    ),
    (
        "pull_concurrency = ",
        "pull_concurrency = 9223372036854775807",
        &["build.pull_concurrency", "use 1 to 64"],
    ),
    ("quality = ", "quality = 0", &["images.quality", "use 1 to 100"]),
    // The shop's public URL.
    (
        "base_url = ",
        "base_url = \"http://127.0.0.1:3000/\"",
        &["site.base_url", "write it as \"http://127.0.0.1:3000\""],
    ),
    (
        "base_url = ",
        "base_url = \"http://127.0.0.1:3000/shop\"",
        &["site.base_url", "write it as \"http://127.0.0.1:3000\""],
    ),
    ("base_url = ", "base_url = \"\"", &["site.base_url", "https://"]),
    (
        "base_url = ",
        "base_url = \"https://shop.example\"",
        &[
            "server.https is false",
            "site.base_url (\"https://shop.example\")",
            "set it to true",
        ],
    ),
    (
        "base_url = ",
        "base_url = \"http://shop.example\"",
        &[
            "server.https is false",
            "site.base_url (\"http://shop.example\")",
            "set it to true",
        ],
    ),
    (
        "listen = ",
        "listen = \"0.0.0.0:3000\"",
        &[
            "server.https is false",
            "server.listen (\"0.0.0.0:3000\")",
            "127.0.0.1:3000",
        ],
    ),
    (
        "listen = ",
        "listen = \"[::]:3000\"",
        &["server.https is false", "server.listen", "set it to true"],
    ),
    (
        "listen = ",
        "listen = \"203.0.113.9:3000\"",
        &["server.https is false", "server.listen (\"203.0.113.9:3000\")"],
    ),
    (
        "listen = ",
        "listen = \"3000\"",
        &["server.listen", "use one like 127.0.0.1:3000"],
    ),
    (
        "origins = ",
        "origins = [\"*\"]",
        &["server.origins", "\"*\"", "any site could write", "name each origin"],
    ),
    (
        "origins = ",
        "origins = [\"null\"]",
        &["server.origins", "\"null\"", "any site could write"],
    ),
    (
        "origins = ",
        "origins = [\"http://127.0.0.1:3000/\"]",
        &["server.origins", "write it as \"http://127.0.0.1:3000\""],
    ),
    (
        "origins = ",
        "origins = [\"http://127.0.0.1:3000/cart\"]",
        &["server.origins", "write it as \"http://127.0.0.1:3000\""],
    ),
    (
        "origins = ",
        "origins = [\"http://*.shop.test\"]",
        &["server.origins", "name one host in full"],
    ),
    (
        "origins = ",
        "origins = [\"\"]",
        &["server.origins", "it must begin with https:// or http://"],
    ),
    (
        "origins = ",
        "origins = []",
        &["server.origins is empty", "name at least"],
    ),
    (
        "origins = ",
        "origins = [\"https://shop.example\"]",
        &["server.https is false", "server.origins (\"https://shop.example\")"],
    ),
    (
        "hosts = [\"127",
        "hosts = [\"*\"]",
        &["server.hosts", "\"*\"", "write one host in full"],
    ),
    (
        "hosts = [\"127",
        "hosts = [\"*.shop.example\"]",
        &["server.hosts", "write one host in full"],
    ),
    (
        "hosts = [\"127",
        "hosts = [\"https://shop.example\"]",
        &["server.hosts", "without a scheme", "\"shop.example\""],
    ),
    (
        "hosts = [\"127",
        "hosts = [\"shop.example/\"]",
        &["server.hosts", "write \"shop.example\""],
    ),
    (
        "hosts = [\"127",
        "hosts = [\"\"]",
        &["server.hosts", "write one host in full"],
    ),
    (
        "hosts = [\"127",
        "hosts = []",
        &["server.hosts is empty", "name at least"],
    ),
    (
        "trusted_proxies = ",
        "trusted_proxies = []\nmetrics = \"9464\"",
        &["server.metrics", "no address with a port"],
    ),
    (
        "listen = ",
        "listen = \"127.0.0.1:3000\"\nmetrics = \"127.0.0.1:3000\"",
        &["server.metrics", "use another port"],
    ),
    (
        "trusted_proxies = ",
        "trusted_proxies = [\"10.0.0.0/33\"]",
        &[
            "server.trusted_proxies",
            "\"10.0.0.0/33\"",
            "no IP address and no range",
        ],
    ),
    (
        "trusted_proxies = ",
        "trusted_proxies = [\"10.0.0.0/8\", \"::/0\"]",
        &["server.trusted_proxies", "\"::/0\"", "everybody"],
    ),
    // URLs of the backends.
    (
        "endpoint = \"http://127.0.0.1:4010/",
        "endpoint = \"http://127.0.0.1:4010/api\"",
        &["shopware.endpoint", "write \"http://127.0.0.1:4010/store-api\""],
    ),
    (
        "endpoint = \"http://127.0.0.1:4010/",
        "endpoint = \"http://127.0.0.1:4010/store-api/v3\"",
        &["shopware.endpoint", "write \"http://127.0.0.1:4010/store-api\""],
    ),
    (
        "endpoint = \"http://127.0.0.1:4010/",
        "endpoint = \"http://127.0.0.1:4010/store-api/\"",
        &["shopware.endpoint", "without a trailing slash"],
    ),
    (
        "endpoint = \"http://127.0.0.1:4011\"",
        "endpoint = \"http://127.0.0.1:4011/api\"",
        &[
            "statamic.endpoint",
            "write \"http://127.0.0.1:4011\"",
            "statamic.api_route",
        ],
    ),
    (
        "endpoint = \"http://127.0.0.1:4011\"",
        "endpoint = \"cms.example\"",
        &["statamic.endpoint", "https://"],
    ),
    (
        "api_route = ",
        "api_route = \"\"",
        &["statamic.api_route", "like \"api\""],
    ),
    (
        "graphql_route = ",
        "graphql_route = \"https://cms.example/graphql\"",
        &["statamic.graphql_route", "like \"graphql\""],
    ),
    // The mail server.
    ("host = ", "host = \"\"", &["mail.host", "like mail.shop.example"]),
    (
        "host = ",
        "host = \"smtp://mail.shop.example\"",
        &["mail.host", "name the host alone"],
    ),
    (
        "host = ",
        "host = \"mail.shop.example\"",
        &["mail.tls", "on another machine", "use \"starttls\" or \"tls\""],
    ),
    ("port = ", "port = 0", &["mail.port", "use 1 to 65535"]),
    ("from = ", "from = \"The shop\"", &["mail.from", "<shop@shop.example>"]),
    ("shop = ", "shop = \"\"", &["mail.shop", "<shop@shop.example>"]),
    // Values that become parts of folders, files or URLs.
    (
        "collections = ",
        "collections = [\"pages\", \"../pages\"]",
        &["statamic.collections", "\"../pages\"", "letters, digits"],
    ),
    (
        "collections = ",
        "collections = [\"pages\", \"pages\"]",
        &["statamic.collections", "\"pages\" twice", "once"],
    ),
    (
        "navigations = ",
        "navigations = { main = \"\", top = \"top\", footer = \"footer\", colophon = \"colophon\" }",
        &["statamic.navigations.main", "write a handle"],
    ),
    (
        "code = \"en\"",
        "code = \"../en\"",
        &["locales.code", "\"../en\"", "write one like"],
    ),
    ("prefix = \"/en\"", "prefix = \"/api\"", &["locales.prefix", "not free"]),
    (
        "iso = \"en-GB\"",
        "iso = \"nl-NL\"",
        &["iso \"nl-NL\"", "each needs its own"],
    ),
    (
        "time_zone = ",
        "time_zone = \"Amsterdam\"",
        &["site.time_zone", "use one like Europe/Amsterdam"],
    ),
    (
        "consumer_locales = ",
        "consumer_locales = [\"fr\"]",
        &["ordering.consumer_locales", "\"fr\"", "code of a [[locales]] table"],
    ),
    (
        "alt_fields = ",
        "alt_fields = { fr = \"alt_fr\" }",
        &["statamic.alt_fields", "\"fr\"", "code of a [[locales]] table"],
    ),
    (
        "template = ",
        "template = \"{url}?w={width}&h={heigth}\"",
        &["images.template", "{heigth}", "{height}"],
    ),
    (
        "hosts = [\"http",
        "hosts = [\"http://images.test; script-src *\"]",
        &["images.hosts"],
    ),
    (
        "canonical_query = ",
        "canonical_query = [\"q=1\"]",
        &["seo.canonical_query", "\"q=1\"", "like \"q\""],
    ),
    ("dist = ", "dist = \"\"", &["build.dist", "name a folder"]),
    (
        "# id = ",
        "id = \"GTM-abc123\"",
        &[
            "tag_manager.id",
            "\"GTM-abc123\"",
            "GTM- or G- followed by capitals or digits",
        ],
    ),
    (
        "# id = ",
        "id = \"\"",
        &["tag_manager.id", "GTM- or G- followed by capitals or digits"],
    ),
    (
        "script_host = ",
        "script_host = \"https://www.googletagmanager.com/gtm.js\"",
        &["tag_manager.script_host", "scheme and host alone"],
    ),
    (
        "script_host = ",
        "script_host = \"https://*.example\"",
        &["tag_manager.script_host", "name one host in full"],
    ),
    (
        "report_hosts = ",
        "report_hosts = [\"https://a.example 'unsafe-inline'\"]",
        &["tag_manager.report_hosts", "https://a.example"],
    ),
    (
        "months = ",
        "months = 13",
        &["tag_manager.months", "it is 13; use 1 to 12"],
    ),
];
