//! Navigations of the CMS (Statamic §6, content model §5).
//!
//! **Invariant:** a node with an entry links to that entry and its URL is ignored; text-only nodes keep their position;
//! a protected entry is included, as text, only if it has children.

use vitrine_model::{
    diagnostic::{Diagnostic, Place},
    ids::EntryId,
    link::{Link, LinkTarget},
    navigation::{Highlight, Navigation, NavigationPage},
};

use super::{error::ConvertError, findings::Findings, input::Input, inspect, protected::Protected, scope::Scope};
use crate::{
    snapshot::name,
    statamic::wire::{Fields, Unread},
};

/// More text columns do not fit into a window.
const MAX_COLUMNS: u8 = 6;
/// Maximum depth that is read; pages show three levels.
const DEEPEST: usize = 8;

/// Converts every configured navigation; one that does not exist in a locale is absent from the Catalog.
pub(crate) fn convert(
    input: &Input<'_>,
    protected: &Protected,
    findings: &Findings,
) -> Result<Vec<Navigation>, ConvertError> {
    let mut navigations = Vec::new();
    for handle in &input.config.navigations {
        for (index, locale) in input.locales() {
            let file = name(&["statamic", "navs", handle, locale.code.as_str()])?;
            let place = Place {
                source: "statamic".to_owned(),
                kind: "navigation".to_owned(),
                id: handle.clone(),
                locale: Some(locale.code.to_string()),
                ..Place::default()
            };
            if !input.snapshot.has(&file) {
                let message = format!("the navigation {handle} is absent in the site {}", locale.content_site);
                let finding = Diagnostic::warning("navigation-absent", message, place);
                findings.push(finding.hint("Give it a tree in that site, if pages there are to show it."));
                continue;
            }
            let mut scope = Scope { input, place, findings };
            let is_protected = |id: &EntryId| protected.has(index, id);
            let mut pages = Vec::new();
            for (position, node) in input.records(&file, findings)?.enumerate() {
                let node = node?;
                inspect::check(&node, &scope.place, findings);
                let unread = Unread::default();
                let fields = Fields::of(&node).noting(&unread);
                pages.extend(page(fields, &position.to_string(), 1, &is_protected, &mut scope));
                findings.unread(&scope.place, unread);
            }
            navigations.push(Navigation {
                handle: handle.clone(),
                locale: index,
                pages,
            });
        }
    }
    Ok(navigations)
}

fn page(
    node: Fields<'_>,
    position: &str,
    level: usize,
    is_protected: &dyn Fn(&EntryId) -> bool,
    scope: &mut Scope<'_>,
) -> Option<NavigationPage> {
    let fields = node.group("page");
    let Some(title) = fields.text("title") else {
        scope.shape("title", &format!("the node {position} has no words"));
        return None;
    };
    let entry = fields.text("entry_id").and_then(|id| EntryId::parse(&id).ok());
    let protected = entry.as_ref().is_some_and(is_protected);
    let target = match &entry {
        Some(_) if protected => None,
        Some(id) => Some(LinkTarget::Entry(id.clone())),
        None => scope.target(fields, "url"),
    };
    let featured = scope.image(fields, "featured_image");
    let mut children = node.rows("children");
    if level == DEEPEST && !children.is_empty() {
        let reason = format!("below {title:?} it has more than {DEEPEST} levels; what is deeper is cut off");
        scope.shape("children", &reason);
        children.clear();
    }
    let children = children.into_iter().enumerate();
    let children: Vec<NavigationPage> = children
        .filter_map(|(n, child)| page(child, &format!("{position}-{n}"), level + 1, is_protected, scope))
        .collect();
    if protected && children.is_empty() {
        return None;
    }
    Some(NavigationPage {
        id: fields.text("id").unwrap_or_else(|| format!("node-{position}")),
        title,
        target,
        entry,
        label: fields.text("label"),
        call_to_action: call_to_action(fields.group("call_to_action"), scope),
        expand_on_mobile: fields.toggle("expand_on_mobile"),
        is_highlighted: fields.toggle("is_highlighted"),
        highlight: highlight(fields.group("highlight"), scope),
        dropdown_type: scope.chosen(fields, "dropdown_type"),
        logo_light: fields.toggle("logo_light"),
        columns: fields
            .integer("columns")
            .and_then(|n| u8::try_from(n).ok())
            .filter(|n| (1..=MAX_COLUMNS).contains(n)),
        featured_image: featured.or_else(|| scope.image(fields, "image")),
        new_tab: fields.toggle("open_in_new_tab"),
        children,
    })
}

fn call_to_action(group: Fields<'_>, scope: &mut Scope<'_>) -> Option<Link> {
    Some(Link {
        label: group.required("label")?,
        target: scope.target(group, "link"),
        new_tab: group.toggle("new_tab"),
    })
}

fn highlight(group: Fields<'_>, scope: &mut Scope<'_>) -> Option<Highlight> {
    let highlight = Highlight {
        image: scope.image(group, "image"),
        title: group.text("title"),
        text: group.text("text"),
        link: scope.target(group, "link"),
    };
    (highlight != Highlight::default()).then_some(highlight)
}
