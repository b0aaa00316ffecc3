//! Computes the positions of entries: site trees, tree order, parents and URIs. Repeated after every edit.

use super::content::{Branch, Content, Places};
use super::files::TreeFileNode;

impl Content {
    /// Recomputes [`Places`].
    pub(crate) fn place(&mut self) {
        let mut places = Places {
            uri: vec![None; self.entries.len()],
            order: vec![None; self.entries.len()],
            parent: vec![None; self.entries.len()],
            ..Places::default()
        };
        for (index, entry) in self.entries.iter().enumerate() {
            places.by_key.insert((entry.key.clone(), entry.site), index);
            places.by_id.insert(entry.id.clone(), index);
        }
        self.places = places;
        // Collections whose route contains the mount depend on the pages.
        let (late, early): (Vec<_>, Vec<_>) = self
            .collections
            .iter()
            .partition(|(_, collection)| collection.mount.is_some());
        let handles: Vec<String> = early
            .into_iter()
            .chain(late)
            .map(|(handle, _)| handle.clone())
            .collect();
        for handle in handles {
            for site in 0..self.sites.len() {
                self.place_collection(&handle, site);
            }
        }
    }

    fn place_collection(&mut self, handle: &str, site: usize) {
        let Some(collection) = self.collections.get(handle) else {
            return;
        };
        if !collection.structured {
            let indexes: Vec<usize> = self.in_collection(handle, site).collect();
            for index in indexes {
                let uri = self.route_uri(handle, index, "");
                self.set_uri(index, uri);
            }
            return;
        }
        let mut roots = Vec::new();
        if let Some(nodes) = self.trees.get(handle) {
            self.site_branches(nodes, site, &mut roots);
        }
        let mut seen = Vec::new();
        flatten(&roots, &mut seen);
        // An entry that is in no tree is appended, as Statamic does when it is saved.
        let missing: Vec<usize> = self
            .in_collection(handle, site)
            .filter(|index| !seen.contains(index))
            .collect();
        roots.extend(missing.into_iter().map(|entry| Branch {
            entry,
            children: Vec::new(),
        }));
        let has_home = collection.has_home(self.site_handle(site));
        let home = roots.first().map(|root| root.entry).filter(|_| has_home);
        let mut walk = Walk {
            handle: handle.to_owned(),
            home,
            position: 0,
        };
        for root in &roots {
            self.place_branch(root, None, &mut walk);
        }
        self.places.trees.insert((handle.to_owned(), site), roots);
    }

    fn in_collection<'c>(&'c self, handle: &'c str, site: usize) -> impl Iterator<Item = usize> + 'c {
        self.entries
            .iter()
            .enumerate()
            .filter(move |(_, entry)| entry.collection == handle && entry.site == site)
            .map(|(index, _)| index)
    }

    /// The nodes that exist in this site; children of a missing node take its place.
    fn site_branches(&self, nodes: &[TreeFileNode], site: usize, into: &mut Vec<Branch>) {
        for node in nodes {
            match self.localization(&node.entry, site) {
                Some(entry) => {
                    let mut children = Vec::new();
                    self.site_branches(&node.children, site, &mut children);
                    into.push(Branch { entry, children });
                }
                None => self.site_branches(&node.children, site, into),
            }
        }
    }

    fn place_branch(&mut self, branch: &Branch, parent: Option<usize>, walk: &mut Walk) {
        walk.position += 1;
        let is_home = walk.home == Some(branch.entry);
        let parent_uri = parent
            .and_then(|parent| self.places.uri.get(parent)?.clone())
            .unwrap_or_default();
        let uri = if is_home {
            Some("/".to_owned())
        } else {
            self.route_uri(&walk.handle, branch.entry, &parent_uri)
        };
        self.set_uri(branch.entry, uri);
        if let Some(order) = self.places.order.get_mut(branch.entry) {
            *order = Some(walk.position);
        }
        if let Some(slot) = self.places.parent.get_mut(branch.entry) {
            // The home page is the parent of the other roots, but its URI is not part of theirs.
            *slot = parent.or(if is_home { None } else { walk.home });
        }
        for child in &branch.children {
            let below = if is_home { None } else { Some(branch.entry) };
            self.place_branch(child, below, walk);
        }
    }

    fn set_uri(&mut self, index: usize, uri: Option<String>) {
        if let Some(slot) = self.places.uri.get_mut(index) {
            *slot = uri;
        }
    }

    /// Fills a route template: `{slug}`, `{parent_uri}`, `{mount}`, `{year}`, `{month}`, `{day}`, `{id}` or a text field.
    fn route_uri(&self, handle: &str, index: usize, parent_uri: &str) -> Option<String> {
        let collection = self.collections.get(handle)?;
        let entry = self.entry(index)?;
        let template = collection.route(self.site_handle(entry.site))?;
        let mut uri = String::from("/");
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, tail) = after.split_once('}')?;
            uri.push_str(before);
            uri.push_str(&match name.trim() {
                "slug" => self.slug(entry).to_owned(),
                "parent_uri" => parent_uri.to_owned(),
                "id" => entry.id.clone(),
                "mount" => self
                    .mount_uri(collection.mount.as_deref(), entry.site)
                    .unwrap_or_default(),
                "year" => self.date(entry)?.strftime("%Y").to_string(),
                "month" => self.date(entry)?.strftime("%m").to_string(),
                "day" => self.date(entry)?.strftime("%d").to_string(),
                field => self.text(entry, field).unwrap_or_default().to_owned(),
            });
            rest = tail;
        }
        uri.push_str(rest);
        let parts: Vec<&str> = uri.split('/').filter(|part| !part.is_empty()).collect();
        Some(format!("/{}", parts.join("/")))
    }

    fn mount_uri(&self, mount: Option<&str>, site: usize) -> Option<String> {
        self.places.uri.get(self.localization(mount?, site)?)?.clone()
    }
}

struct Walk {
    handle: String,
    home: Option<usize>,
    position: u64,
}

fn flatten(branches: &[Branch], into: &mut Vec<usize>) {
    for branch in branches {
        into.push(branch.entry);
        flatten(&branch.children, into);
    }
}
