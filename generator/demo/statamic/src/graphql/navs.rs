//! Navs in GraphQL: a tree for each site, and pages with the nav's own fields. Unlike in REST, drafts are included
//! (Statamic §6).

use serde_json::{Value, json};

use super::super::content::Nav;
use super::super::files::NavFileNode;
use super::super::ids::uuid;
use super::super::relations::permalink;
use super::super::scope::Scope;
use super::branch::{Branch, Tree};
use super::nodes::{Node, Resolved};
use super::run::{Ask, Failure};
use super::values;
use vitrine_demo_shop::id_of;

/// A field of a nav; its tree is null if the site has none.
pub(super) fn nav_field<'c>(handle: &'c str, nav: &'c Nav, ask: &Ask<'_, 'c>) -> Resolved<'c> {
    let scope = ask.run.scope;
    match ask.name {
        "tree" => {
            let site = ask.arguments.get("site").and_then(Value::as_str);
            let site = site.map_or(Some(0), |site| scope.content.site_index(site));
            let in_site = |site: usize| {
                let named = scope.content.site_handle(site);
                let tree = Tree { handle, nav, site };
                Some(tree.branches(nav.trees.get(named)?, 1, &format!("{handle}:{named}"), scope))
            };
            site.and_then(in_site).map_or(Resolved::NULL, Resolved::list)
        }
        "title" => Resolved::Leaf(json!(nav.title)),
        _ => Resolved::Leaf(json!(handle)),
    }
}

impl<'c> Tree<'c> {
    /// The nodes that exist in the site.
    fn branches(self, nodes: &'c [NavFileNode], depth: u64, place: &str, scope: &Scope<'c>) -> Vec<Node<'c>> {
        let exists = |node: &NavFileNode| {
            let entry = node.entry.as_ref();
            entry.is_none_or(|key| scope.content.localization(key, self.site).is_some())
        };
        let branch = |(position, node)| {
            let place = format!("{place}:{position}");
            Node::Branch(Branch {
                node,
                tree: self,
                depth,
                place,
            })
        };
        nodes
            .iter()
            .enumerate()
            .filter(|(_, node)| exists(node))
            .map(branch)
            .collect()
    }
}

impl<'c> Branch<'c> {
    /// A field of the branch.
    pub(super) fn field(&self, ask: &Ask<'_, 'c>) -> Resolved<'c> {
        match ask.name {
            "depth" => Resolved::Leaf(json!(self.depth)),
            "page" => Resolved::Node(Node::Page(self.clone())),
            _ => {
                let below = self.depth + 1;
                Resolved::list(
                    self.tree
                        .branches(&self.node.children, below, &self.place, ask.run.scope),
                )
            }
        }
    }

    /// A field of its page; the nav's own title takes precedence over the entry's.
    pub(super) fn page_field(&self, ask: &Ask<'_, 'c>) -> Result<Resolved<'c>, Failure> {
        let (scope, site) = (ask.run.scope, self.tree.site);
        let content = scope.content;
        let key = self.node.entry.as_ref();
        let index = key.and_then(|key| content.localization(key, site));
        let entry = index.and_then(|index| content.entry(index));
        let url = || match index {
            Some(index) => content.entry_url(index),
            None => self.node.url.clone(),
        };
        let text = match ask.name {
            "id" => self
                .node
                .id
                .clone()
                .or_else(|| Some(uuid(&id_of("nav", &self.place, None)))),
            "entry_id" => entry.map(|entry| entry.id.clone()),
            "url" => url(),
            "permalink" => url().map(|url| {
                if url.starts_with('/') {
                    permalink(&scope.hosts.own, &url)
                } else {
                    url
                }
            }),
            "title" => {
                let of_entry = || content.text(entry?, "title").map(str::to_owned);
                self.node.title.clone().or_else(of_entry)
            }
            name => {
                let Some(field) = self.tree.nav.blueprint.field(name) else {
                    return Ok(Resolved::NULL);
                };
                let scope = Scope {
                    site,
                    owner: site,
                    ..*scope
                };
                return values::field(field, self.node.fields.get(name), &scope, &[], ask);
            }
        };
        Ok(Resolved::Leaf(json!(text)))
    }
}
