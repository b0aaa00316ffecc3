//! The CMS of a scaled shop: copies of every entry except the home page, with the names of the copied brands and
//! designers in Shopware, and added next to their originals in the trees. A copy depends only on its number.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::content::{Content, Entry};
use super::files::TreeFileNode;
use super::ids::uuid;
use vitrine_demo_shop::{id_of, names};

/// Collections whose entries are people.
const PEOPLE: [&str; 1] = ["designers"];

/// Adds the copies of one collection's entries.
pub(super) fn grow_entries(entries: &mut Vec<Entry>, content: &Content, growth: usize) {
    let home = home_keys(content);
    let originals: Vec<Entry> = entries
        .iter()
        .filter(|entry| !home.contains(entry.key.as_str()))
        .cloned()
        .collect();
    for sibling in 1..growth {
        entries.extend(originals.iter().map(|entry| copied(entry, content, sibling)));
    }
}

/// The roots that are home pages: one for each site.
fn home_keys(content: &Content) -> HashSet<&str> {
    let structured = content.trees.iter().filter(|(handle, _)| {
        content
            .collections
            .get(*handle)
            .is_some_and(|pages| pages.has_home(content.site_handle(0)))
    });
    structured
        .filter_map(|(_, nodes)| nodes.first())
        .map(|node| node.entry.as_str())
        .collect()
}

fn copied(entry: &Entry, content: &Content, sibling: usize) -> Entry {
    let key = names::key(&entry.key, sibling);
    let site = content.site_handle(entry.site);
    Entry {
        id: uuid(&id_of("entry", &format!("{key}:{site}"), None)),
        collection: entry.collection.clone(),
        site: entry.site,
        origin: entry.origin,
        own: fields(&entry.own, PEOPLE.contains(&entry.collection.as_str()), sibling),
        updated_at: entry.updated_at,
        key,
    }
}

fn fields(own: &Map<String, Value>, person: bool, sibling: usize) -> Map<String, Value> {
    let change = |(key, value): (&String, &Value)| {
        let value = match (key.as_str(), value) {
            ("title", Value::String(title)) if person => names::person(title, sibling).into(),
            ("title", Value::String(title)) => names::thing(title, sibling).into(),
            ("last_name", Value::String(_)) if person => names::coined(sibling).into(),
            ("slug" | "brand_code", Value::String(text)) => names::key(text, sibling).into(),
            (_, value) => related(key, value, sibling),
        };
        (key.clone(), value)
    };
    own.iter().map(change).collect()
}

/// Replaces references to a brand, a designer or a product by those to its copy, at any depth.
fn related(key: &str, value: &Value, sibling: usize) -> Value {
    match value {
        Value::String(text)
            if key == "product_skus" || text.starts_with("brands/") || text.starts_with("designers/") =>
        {
            names::key(text, sibling).into()
        }
        Value::Array(list) => list.iter().map(|item| related(key, item, sibling)).collect(),
        Value::Object(map) => {
            let items = map.iter().map(|(key, item)| (key.clone(), related(key, item, sibling)));
            Value::Object(items.collect())
        }
        other => other.clone(),
    }
}

/// Adds the copies of pages after their originals in the trees.
pub(super) fn grow_trees(content: &mut Content, growth: usize) {
    let home: HashSet<String> = home_keys(content).into_iter().map(str::to_owned).collect();
    for nodes in content.trees.values_mut() {
        grow_nodes(nodes, &home, growth);
    }
}

fn grow_nodes(nodes: &mut Vec<TreeFileNode>, home: &HashSet<String>, growth: usize) {
    for node in nodes.iter_mut() {
        grow_nodes(&mut node.children, home, growth);
    }
    let siblings: Vec<TreeFileNode> = (1..growth)
        .flat_map(|sibling| {
            let entries = nodes.iter().filter(|node| !home.contains(&node.entry));
            entries.map(move |node| TreeFileNode {
                entry: names::key(&node.entry, sibling),
                children: Vec::new(),
            })
        })
        .collect();
    nodes.extend(siblings);
}
