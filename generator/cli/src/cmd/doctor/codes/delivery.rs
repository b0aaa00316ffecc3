//! Findings about pictures, mail and the shop's own server.

use super::row::rows;

rows!(Delivery {
    IMAGE_REFUSED: "image-refused", Error, "vitrine.toml: images.template, images.packshot_template",
        "Correct the template, or let the image CDN read from where the originals are.";
    IMAGE_SIZE: "image-size", Warning, "vitrine.toml: images.template, images.packshot_template",
        "Use the names that the image CDN has for width and height: visitors load more than they see.";
    IMAGE_FORMAT: "image-format", Warning, "the image CDN: automatic format",
        "Let it choose the format by the header Accept (format=auto, f_auto): WebP and AVIF have a third of the bytes.";
    MAIL_REFUSED: "mail-refused", Error, "vitrine.toml: [mail]; environment: VITRINE_MAIL_USER, VITRINE_MAIL_PASSWORD",
        "Correct host, port, tls, user or password: copies of forms and alerts are not sent.";
    HTTPS_BY_HTTP: "https-by-http", Warning, "vitrine.toml: server.https, site.base_url",
        "Set server.https to false while the shop is used by http on this machine, or write the address that visitors have with https://.";
    SERVER_SILENT: "server-silent", Warning, "vitrine.toml: site.base_url; the proxy or CDN before vitrine serve",
        "Start vitrine serve, and let the proxy pass /api to it.";
    HOST_REFUSED: "host-refused", Error, "vitrine.toml: server.hosts",
        "Add the host that the proxy sends, with its port if it is not the scheme's own.";
    HOOK_SECRET_MISSING: "hook-secret-missing", Warning, "environment: VITRINE_CONTENT_HOOK_SECRET",
        "Set it here and in the CMS's .env: without it what an editor saves is live only with the next reconciliation.";
    HOOK_REFUSED: "hook-refused", Error, "environment: VITRINE_CONTENT_HOOK_SECRET, VITRINE_COMMERCE_HOOK_SECRET",
        "Start every process with the same secrets, synchronize the clocks, and let the proxy pass the body and headers of /api/hooks unchanged.";
    EVENT_REFUSED: "event-refused", Warning, "Statamic: .env, VITRINE_CONTENT_HOOK_SECRET; Shopware: the app's secret",
        "Set the same secret on both sides.";
    EVENT_NONE: "event-none", Warning, "Statamic: the add-on in scripts/connect/statamic, VITRINE_URL in .env",
        "Install the add-on, set VITRINE_URL and the secret, and try php please vitrine:ping.";
    OUTBOX_FULL: "outbox-full", Error, "vitrine.toml: build.state_dir",
        "See with vitrine outbox --undelivered why they are not delivered.";
    OUTBOX_OLD: "outbox-old", Warning, "vitrine.toml: build.state_dir",
        "See with vitrine outbox --undelivered why they are not delivered.";
    RELEASE_REFUSED: "release-refused", Error, "what the message names",
        "Correct it, or accept it with build.accept of vitrine.toml.";
});
