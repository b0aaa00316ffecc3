//! Findings in the records of both backends.

use super::row::rows;

rows!(Records {
    PULL_FAILED: "pull-failed", Error, "where the message says",
        "Correct what the message names: a build stops at the same place.";
    HOLE_MENU: "hole-menu", Error, "vitrine.toml: statamic.navigations",
        "Correct the name, or fill the navigation in the CMS: a build is refused without it.";
    HOLE_FIELD: "hole-legal-field", Error, "vitrine.toml: shopware.fields",
        "Correct the name: a build is refused without what the law requires.";
    NAME_NOT_SEEN: "name-not-seen", Warning, "vitrine.toml: the key that the message names",
        "Correct the name, or the name in the backend.";
    CATEGORY_WITHOUT_PAGE: "category-without-page", Warning, "vitrine.toml: shopware.category_pages",
        "Let builds make their pages (shopware.category_pages), or give each an entry with a list (root_category_code) in the CMS.";
    THUMBNAILS_MISSING: "thumbnails-missing", Warning, "Shopware: Content › Media › the folder, Thumbnails",
        "Let the folder make thumbnails and run bin/console media:generate-thumbnails, or set images.template of vitrine.toml to an image CDN.";
    ALT_MISSING: "alt-missing", Warning, "Shopware: Content › Media, Alternative text; Statamic: Assets, alt",
        "Describe the pictures: visitors who cannot see them are read this text.";
    IMAGE_HOST: "image-host", Error, "vitrine.toml: images.hosts",
        "Add the host: the browser loads pictures of the hosts there only.";
    LEFT_OUT: "left-out", Error, "the record that the message names",
        "Correct the record; vitrine build lists them all, each with its edit link.";
    PATH_REFUSED: "path-refused", Error, "Statamic: the entry's slug, or the collection's route",
        "Give it another address; vitrine build lists them all, each with its edit link.";
    PRODUCT_LEFT_OUT: "product-left-out", Warning, "Shopware: Catalogues › Products › the product",
        "Complete the products; vitrine build lists them all, each with its edit link.";
    REDIRECT_REFUSED: "redirect-refused", Warning, "Statamic: the redirects add-on",
        "Correct or remove the redirects; vitrine build lists them all.";
});
