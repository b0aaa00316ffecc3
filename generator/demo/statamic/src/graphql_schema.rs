//! The types that a document is validated against: Statamic's fixed ones, and those derived from blueprints (Statamic
//! §12). Types with the same name from several blueprints, such as `Set_Blocks_Hero`, have the fields of all of them.
//!
//! **Invariant:** the type of every field is a scalar or in the schema, so a validated document can always be executed.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use super::blueprint::Field;
use super::content::Content;
use super::options::StatamicVersion;

/// Kind of a composite type; scalars are not in the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    Interface,
    Union,
}

/// A type with fields.
#[derive(Debug, Clone)]
pub(super) struct Type {
    pub(super) kind: Kind,
    pub(super) fields: IndexMap<String, FieldType>,
    /// Its possible object types; for an object only itself.
    pub(super) possible: BTreeSet<String>,
}

/// The type of a field.
#[derive(Debug, Clone)]
pub(super) struct FieldType {
    /// Name of the type, without list and `!`.
    pub(super) of: String,
    pub(super) list: bool,
    /// Never null.
    pub(super) required: bool,
    /// Names and types of its arguments.
    pub(super) arguments: Vec<(String, String)>,
}

/// All types by name.
#[derive(Debug, Clone)]
pub(crate) struct Schema {
    pub(super) types: BTreeMap<String, Type>,
    /// The type of link fields.
    link: &'static str,
}

const DATE: &str = "date(format: String): String";
const PAGING: &str =
    "total: Int | per_page: Int | current_page: Int | from: Int | to: Int | last_page: Int | has_more_pages: Boolean";

/// Fields of the root, in the order of introspection.
const QUERY: &str = "ping: String | collections: [Collection] | collection(handle: String!): Collection \
    | entries(collection: [String], limit: Int, page: Int, filter: JsonArgument, query_scope: JsonArgument, sort: [String], site: String): EntryInterfacePagination \
    | entry(id: String, slug: String, collection: String, uri: String, site: String, filter: JsonArgument): EntryInterface \
    | assetContainers: [AssetContainer] | assetContainer(handle: String!): AssetContainer \
    | assets(container: String!, limit: Int, page: Int, filter: JsonArgument, sort: [String]): AssetInterfacePagination \
    | asset(id: String, container: String, path: String): AssetInterface | taxonomies: [Taxonomy] | taxonomy(handle: String!): Taxonomy \
    | terms(taxonomy: [String], limit: Int, page: Int, filter: JsonArgument, query_scope: JsonArgument, sort: [String], site: String): TermInterfacePagination \
    | term(id: String!, site: String): TermInterface | globalSets: [GlobalSetInterface] | globalSet(handle: String!, site: String): GlobalSetInterface \
    | navs: [Nav] | nav(handle: String!): Nav | forms: [Form] | form(handle: String!): Form | sites: [Site] \
    | users(limit: Int, page: Int): UserPagination | user(id: String, email: String): User";

/// Objects with fixed fields. `label` of a dictionary option cannot be null and fails, as in the recorded 5.73.3.
const OBJECTS: &[(&str, &str)] = &[
    ("Query", QUERY),
    ("Collection", "handle: String | title: String"),
    (
        "Site",
        "handle: String | name: String | lang: String | locale: String | short_locale: String | url: String | permalink: String | direction: String",
    ),
    ("Taxonomy", "handle: String | title: String"),
    ("AssetContainer", "handle: String | title: String"),
    ("User", "id: String | name: String | email: String"),
    (
        "Form",
        "handle: String | title: String | honeypot: String | fields: [Field] | rules: Array | sections: [Section]",
    ),
    ("Section", "display: String | instructions: String | fields: [Field]"),
    (
        "Field",
        "handle: String | type: String | display: String | instructions: String | width: Int | config: Array | if: Array | unless: Array",
    ),
    (
        "Nav",
        "handle: String | title: String | tree(site: String): [NavTreeBranch]",
    ),
    (
        "NavTreeBranch",
        "depth: Int | page: PageInterface | children: [NavTreeBranch]",
    ),
    ("LabeledValue", "value: String | label: String"),
    ("Dictionary_Countries", "value: String | label: String!"),
    ("Code", "code: String | mode: String"),
    ("TableRow", "cells: [String]"),
    ("BardText", "type: String | text: String"),
    (
        "DateRange",
        "start(format: String): String | end(format: String): String",
    ),
    ("__Schema", "queryType: __Type | types: [__Type]"),
    (
        "__Type",
        "kind: String | name: String | ofType: __Type | fields: [__Field] | possibleTypes: [__Type]",
    ),
    ("__Field", "name: String | type: __Type"),
];

/// A link field of version 6.
const LINK: (&str, &str) = ("LinkValue", "url: String | title: String");

const ENTRY: &str = "id: String! | title: String! | slug: String! | url: String | uri: String | permalink: String | edit_url: String! | status: String! \
    | published: Boolean! | private: Boolean! | last_modified(format: String): String | locale: String! | site: Site! | collection: Collection! \
    | blueprint: String | parent: EntryInterface";
const TERM: &str = "id: String | title: String | slug: String | url: String | uri: String | permalink: String | edit_url: String \
    | locale: String | site: Site | taxonomy: Taxonomy";
const ASSET: &str = "id: String | path: String | folder: String | url: String | permalink: String | edit_url: String | basename: String | filename: String \
    | extension: String | container: AssetContainer | size: String | size_bytes: Float | last_modified(format: String): String | is_image: Boolean \
    | is_svg: Boolean | is_audio: Boolean | is_video: Boolean";
/// Fields of an asset that are not in the interface.
const ASSET_OWN: &str = "title: String | alt: String | credit: String | width: Float | height: Float | ratio: Float | orientation: String | focus: String | focus_css: String";
const GLOBAL: &str = "handle: String | title: String | site: Site";
const PAGE: &str = "id: String | title: String | url: String | permalink: String | entry_id: String";

/// A handle in the format of type names: `page_404` becomes `Page404`.
pub(super) fn studly(handle: &str) -> String {
    let words = handle.split(['_', '-', ' ']).filter(|word| !word.is_empty());
    let capital = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters).collect::<String>()
    };
    words.map(capital).collect()
}

/// `Set_Blocks_Items_Item`: a kind of type, the path of fields to it, and its own handle.
pub(super) fn type_name(kind: &str, path: &[&str]) -> String {
    let parts: Vec<String> = path.iter().map(|part| studly(part)).collect();
    format!("{kind}_{}", parts.join("_"))
}

fn parse_fields(text: &str) -> Vec<(String, FieldType)> {
    text.split('|').filter_map(|field| parse_field(field.trim())).collect()
}

/// `name(argument: Type): Type`.
fn parse_field(text: &str) -> Option<(String, FieldType)> {
    let (head, of) = text.rsplit_once(": ")?;
    let (name, arguments) = head.split_once('(').unwrap_or((head, ""));
    let pairs = arguments
        .trim_end_matches(')')
        .split(", ")
        .filter_map(|pair| pair.split_once(": "));
    let arguments = pairs.map(|(name, kind)| (name.to_owned(), kind.to_owned())).collect();
    Some((name.to_owned(), field_of(of, arguments)))
}

/// The type of a field in GraphQL syntax: `Site`, `[Site]`, `String!`.
fn field_of(text: &str, arguments: Vec<(String, String)>) -> FieldType {
    let bare = text.trim_end_matches('!');
    FieldType {
        of: bare.trim_matches(['[', ']']).to_owned(),
        list: bare.starts_with('['),
        required: text.ends_with('!'),
        arguments,
    }
}

impl Schema {
    /// The schema of a shop's content. Edits change values, never blueprints.
    pub(crate) fn of(content: &Content, version: StatamicVersion) -> Self {
        let (link, own) = match version {
            StatamicVersion::Five => ("String", None),
            StatamicVersion::Six => (LINK.0, Some(&LINK)),
        };
        let mut schema = Self {
            types: BTreeMap::new(),
            link,
        };
        for (name, fields) in OBJECTS.iter().chain(own) {
            schema.object(name, fields);
        }
        for name in ["EntryInterface", "TermInterface", "AssetInterface", "User"] {
            schema.object(&format!("{name}Pagination"), &format!("data: [{name}] | {PAGING}"));
        }
        schema.interface("EntryInterface", &format!("{ENTRY} | {DATE}"));
        schema.interface("TermInterface", TERM);
        schema.interface("AssetInterface", ASSET);
        schema.interface("GlobalSetInterface", GLOBAL);
        schema.interface("PageInterface", PAGE);
        schema.implement("AssetInterface", "Asset_Assets", &format!("{ASSET} | {ASSET_OWN}"), &[]);
        for (handle, collection) in &content.collections {
            let Some(blueprint) = content.blueprints.get(&collection.blueprint) else {
                continue;
            };
            let name = type_name("Entry", &[handle, &blueprint.handle]);
            schema.implement("EntryInterface", &name, &format!("{ENTRY} | {DATE}"), &blueprint.fields);
        }
        for handle in content.taxonomies.keys() {
            let blueprint = content.term_blueprint(handle);
            let name = type_name(
                "Term",
                &[handle, blueprint.map_or(handle, |blueprint| &blueprint.handle)],
            );
            let fields = blueprint
                .map(|blueprint| blueprint.fields.as_slice())
                .unwrap_or_default();
            schema.implement("TermInterface", &name, TERM, fields);
        }
        for (handle, global) in &content.globals {
            schema.implement(
                "GlobalSetInterface",
                &type_name("GlobalSet", &[handle]),
                GLOBAL,
                &global.blueprint.fields,
            );
        }
        for (handle, nav) in &content.navs {
            schema.nav(handle, &nav.blueprint.fields);
        }
        schema
    }

    fn object(&mut self, name: &str, fields: &str) {
        self.put(name, Kind::Object, parse_fields(fields));
    }

    fn interface(&mut self, name: &str, fields: &str) {
        self.put(name, Kind::Interface, parse_fields(fields));
    }

    fn put(&mut self, name: &str, kind: Kind, fields: Vec<(String, FieldType)>) {
        let found = self.types.entry(name.to_owned()).or_insert_with(|| Type {
            kind,
            fields: IndexMap::new(),
            possible: BTreeSet::new(),
        });
        if kind == Kind::Object {
            found.possible.insert(name.to_owned());
        }
        for (name, field) in fields {
            found.fields.entry(name).or_insert(field);
        }
    }

    /// An object that implements an interface: the interface's fields, then those of a blueprint.
    fn implement(&mut self, interface: &str, name: &str, fields: &str, own: &[Field]) {
        let mut all = parse_fields(fields);
        all.extend(self.blueprint_fields(own, &[]));
        self.put(name, Kind::Object, all);
        self.possible(interface, name);
    }

    fn possible(&mut self, of: &str, name: &str) {
        if let Some(found) = self.types.get_mut(of) {
            found.possible.insert(name.to_owned());
        }
    }

    /// `NavPage_Main` has the nav's own fields; it is implemented by nodes with and without an entry.
    fn nav(&mut self, handle: &str, fields: &[Field]) {
        let interface = type_name("NavPage", &[handle]);
        let mut all = parse_fields(PAGE);
        all.extend(self.blueprint_fields(fields, &[]));
        self.put(&interface, Kind::Interface, all.clone());
        for kind in ["NavBasicPage", "NavEntryPage"] {
            let name = type_name(kind, &[handle]);
            self.put(&name, Kind::Object, all.clone());
            self.possible(&interface, &name);
            self.possible("PageInterface", &name);
        }
    }

    fn blueprint_fields(&mut self, fields: &[Field], path: &[&str]) -> Vec<(String, FieldType)> {
        let of = |(handle, kind): (&str, String)| (handle.to_owned(), kind);
        let mut result = Vec::new();
        for field in fields {
            let Some((handle, kind)) = self.blueprint_field(field, path).map(|kind| of((&field.handle, kind))) else {
                continue;
            };
            let dated = field.kind == "date" && kind == "String";
            let arguments = if dated {
                vec![("format".to_owned(), "String".to_owned())]
            } else {
                Vec::new()
            };
            result.push((handle, field_of(&kind, arguments)));
        }
        result
    }

    /// The type of a blueprint's field in GraphQL syntax; none for a field without value.
    fn blueprint_field(&mut self, field: &Field, path: &[&str]) -> Option<String> {
        let mut inner = path.to_vec();
        inner.push(&field.handle);
        let many = |of: &str| {
            if field.is_single() {
                of.to_owned()
            } else {
                format!("[{of}]")
            }
        };
        Some(match field.kind.as_str() {
            "section" | "spacer" | "html" | "revealer" => return None,
            "toggle" => "Boolean".to_owned(),
            "integer" | "range" => "Int".to_owned(),
            "float" => "Float".to_owned(),
            "checkboxes" => "[LabeledValue]".to_owned(),
            "select" if field.flag("multiple") => "[LabeledValue]".to_owned(),
            "select" | "radio" | "button_group" | "width" => "LabeledValue".to_owned(),
            "dictionary" => many("Dictionary_Countries"),
            "date" if field.config.get("mode").and_then(serde_json::Value::as_str) == Some("range") => {
                "DateRange".to_owned()
            }
            "entries" => many("EntryInterface"),
            "terms" => many("TermInterface"),
            "assets" => many("AssetInterface"),
            "users" => many("User"),
            "form" => many("Form"),
            "sites" => "[Site]".to_owned(),
            "collections" | "structures" => many("Collection"),
            "taxonomies" => many("Taxonomy"),
            "navs" => many("Nav"),
            "list" | "taggable" => "[String]".to_owned(),
            "table" => "[TableRow]".to_owned(),
            "array" => "Array".to_owned(),
            "code" => "Code".to_owned(),
            "link" => self.link.to_owned(),
            "grid" => format!("[{}]", self.row("GridItem", field, &inner)),
            "group" => self.row("Group", field, &inner),
            "replicator" => format!("[{}]", self.sets(field, &inner)),
            "bard" if !field.sets.is_empty() => format!("[{}]", self.sets(field, &inner)),
            _ => "String".to_owned(),
        })
    }

    fn row(&mut self, kind: &str, field: &Field, path: &[&str]) -> String {
        let name = type_name(kind, path);
        let mut fields = parse_fields(if kind == "GridItem" { "id: String" } else { "" });
        fields.extend(self.blueprint_fields(&field.fields, path));
        self.put(&name, Kind::Object, fields);
        name
    }

    /// The union of a field's sets.
    fn sets(&mut self, field: &Field, path: &[&str]) -> String {
        let union = type_name("Sets", path);
        self.put(&union, Kind::Union, Vec::new());
        for (handle, set) in &field.sets {
            let mut own = path.to_vec();
            own.push(handle);
            let name = type_name("Set", &own);
            let mut fields = parse_fields("id: String | type: String");
            fields.extend(self.blueprint_fields(&set.fields, path));
            self.put(&name, Kind::Object, fields);
            self.possible(&union, &name);
        }
        if field.kind == "bard" {
            self.possible(&union, "BardText");
        }
        union
    }
}
