//! What events name.

/// Something that was saved or deleted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    /// An entry, by its id; its collection, if the event tells it.
    Entry(String, Option<String>),
    /// The tree of a collection.
    Tree(String),
    /// A navigation.
    Navigation(String),
    /// A global set.
    Globals,
}

impl Named {
    /// From the kind of an event of the CMS, and what it tells; `None` if this is not enough to know what changed with it.
    pub fn of(kind: &str, id: Option<&str>, handle: Option<&str>, collection: Option<&str>) -> Option<Self> {
        let handle = handle.map(str::to_owned);
        match kind {
            "entry.saved" | "entry.deleted" | "entry.scheduled" => {
                Some(Self::Entry(id?.to_owned(), collection.map(str::to_owned)))
            }
            "tree.saved" => handle.map(Self::Tree),
            "nav.saved" => handle.map(Self::Navigation),
            "global.saved" => handle.map(|_| Self::Globals),
            _ => None,
        }
    }
}
