//! What counts as content of a record of the CMS when two pulls are compared (rule 18).

/// A list of at most this many records may become empty without `--accept-empty`.
pub(super) const MAX_LOST_UNASKED: u64 = 5;

/// Fields that the CMS sets itself (position, dates), not an editor.
const NOT_WRITTEN: [&str; 25] = [
    "api_url",
    "blueprint",
    "collection",
    "date",
    "edit_url",
    "handle",
    "id",
    "last_modified",
    "locale",
    "locales",
    "mount",
    "order",
    "origin_id",
    "parent",
    "permalink",
    "private",
    "published",
    "site",
    "slug",
    "slugs",
    "status",
    "taxonomy",
    "updated_at",
    "updated_by",
    "uri",
];

/// Whether the CMS sets a field itself, `url` among them.
pub(crate) fn is_set_by_cms(key: &str) -> bool {
    key == "url" || NOT_WRITTEN.contains(&key)
}
