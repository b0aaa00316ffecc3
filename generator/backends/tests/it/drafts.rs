//! A catalogue with a draft shares the index of entries where that changes nothing (R-CMS-09).

use vitrine_backends::convert::convert;
use vitrine_model::content::Entry;

use crate::backends::{backends, convert_config, pulled};

/// A change of an entry, in words.
type Change = (&'static str, fn(&mut Entry));

/// What an editor can change about an entry.
const CHANGES: [Change; 8] = [
    ("nothing", |_| {}),
    ("a title that comes first", |entry| entry.title = "Aaa".to_owned()),
    ("a title that comes last", |entry| entry.title = "Zzz".to_owned()),
    ("a place among others", |entry| entry.order = Some(0)),
    ("no place", |entry| entry.order = None),
    ("no page", |entry| entry.path = None),
    ("no blocks", |entry| entry.blocks.clear()),
    ("another slug", |entry| entry.slug.push_str("-2")),
];

/// Every entry with each change is found as in a catalogue whose index is made anew.
#[tokio::test]
async fn r_cms_09_a_draft_is_found_as_by_an_index_made_anew() {
    let (temp, server) = (tempfile::tempdir().unwrap(), backends().await);
    let snapshot = pulled(&server, &temp.path().join("snapshot")).await.unwrap();
    let (catalog, _) = convert(&snapshot, &convert_config("http://127.0.0.1:8123")).unwrap();
    assert!(catalog.entries().len() > 10, "there are entries of several kinds");
    let others: Vec<Entry> = catalog.entries().map(|record| record.value().clone()).collect();
    for (place, entry) in others.iter().enumerate() {
        let of_next = |draft: &mut Entry| draft.fields = others[(place + 1) % others.len()].fields.clone();
        let changes = CHANGES
            .iter()
            .map(|(what, change)| (*what, change as &dyn Fn(&mut Entry)));
        for (what, change) in changes.chain([("the fields of another", &of_next as &dyn Fn(&mut Entry))]) {
            let mut draft = entry.clone();
            change(&mut draft);
            // Between two entries with different slugs nothing is shared.
            let mut between = draft.clone();
            between.slug = "between".to_owned();
            let anew = catalog.with(between).with(draft.clone());
            let shared = catalog.with(draft);
            assert_eq!(format!("{shared:?}"), format!("{anew:?}"), "{}: {what}", entry.id);
        }
    }
}
