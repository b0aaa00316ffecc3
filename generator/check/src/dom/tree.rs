//! The nodes of a document and its elements.

use html5ever::{Attribute, QualName, ns, tendril::StrTendril};

pub(super) type NodeId = u32;
/// Marks the absence of a node.
pub(super) const NONE: NodeId = NodeId::MAX;

/// A node with its links to parent, siblings and children.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) parent: NodeId,
    pub(super) previous: NodeId,
    pub(super) next: NodeId,
    pub(super) first: NodeId,
    pub(super) last: NodeId,
    pub(super) content: Content,
}

#[derive(Debug)]
pub(super) enum Content {
    /// The document, a comment, or the content of a template.
    Other,
    Text(StrTendril),
    Element(QualName, Vec<Attribute>),
}

/// A parse error.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ParseError {
    /// Line in the file, starting at 1.
    pub(crate) line: u64,
    /// The parser's message.
    pub(crate) message: String,
}

/// The document.
#[derive(Debug)]
pub(crate) struct Dom {
    nodes: Vec<Node>,
    /// The elements in document order; `true` if hidden from assistive technology.
    elements: Vec<(NodeId, bool)>,
    /// The parse errors, in order.
    pub(crate) errors: Vec<ParseError>,
}

impl Dom {
    /// Creates a document from its nodes; the first one is the document node.
    pub(super) fn new(nodes: Vec<Node>, errors: Vec<ParseError>) -> Self {
        let mut dom = Self {
            nodes,
            elements: Vec::new(),
            errors,
        };
        dom.elements = in_order(&dom);
        dom
    }

    /// The elements in document order.
    pub(crate) fn elements(&self) -> impl Iterator<Item = Element<'_>> {
        self.elements.iter().filter_map(|(id, _)| self.element(*id))
    }

    /// The elements in document order that are exposed to assistive technology: without `hidden`, `aria-hidden`,
    /// `script`, `style`, `noscript` and their descendants.
    pub(crate) fn exposed_elements(&self) -> impl Iterator<Item = Element<'_>> {
        let exposed = self.elements.iter().filter(|(_, is_hidden)| !is_hidden);
        exposed.filter_map(|(id, _)| self.element(*id))
    }

    /// The first element with this name in document order.
    pub(crate) fn first(&self, name: &str) -> Option<Element<'_>> {
        self.elements().find(|element| element.is(name))
    }

    fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(usize::try_from(id).ok()?)
    }

    fn element(&self, id: NodeId) -> Option<Element<'_>> {
        match &self.node(id)?.content {
            Content::Element(name, attributes) => Some(Element {
                dom: self,
                id,
                name,
                attributes,
            }),
            _ => None,
        }
    }

    /// The node after `id` in document order, within `root`.
    fn after(&self, id: NodeId, root: NodeId) -> NodeId {
        let first = self.node(id).map_or(NONE, |node| node.first);
        if first == NONE {
            self.after_subtree(id, root)
        } else {
            first
        }
    }

    /// The node after `id` and its descendants, within `root`.
    fn after_subtree(&self, mut id: NodeId, root: NodeId) -> NodeId {
        while id != root {
            let Some(node) = self.node(id) else { return NONE };
            if node.next != NONE {
                return node.next;
            }
            id = node.parent;
        }
        NONE
    }
}

fn in_order(dom: &Dom) -> Vec<(NodeId, bool)> {
    let mut elements = Vec::with_capacity(dom.nodes.len() / 2);
    // All nodes before this one are hidden.
    let (mut at, mut hidden_until) = (dom.after(0, 0), None);
    while at != NONE {
        if hidden_until == Some(at) {
            hidden_until = None;
        }
        if let Some(element) = dom.element(at) {
            if hidden_until.is_none() && element.is_hidden() {
                hidden_until = Some(dom.after_subtree(at, 0));
            }
            elements.push((at, hidden_until.is_some()));
        }
        at = dom.after(at, 0);
    }
    elements
}

/// An element of the document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Element<'d> {
    dom: &'d Dom,
    id: NodeId,
    name: &'d QualName,
    attributes: &'d [Attribute],
}

impl<'d> Element<'d> {
    /// Tag name: `a`, `h1`; also of SVG and MathML elements.
    pub(crate) fn name(&self) -> &'d str {
        &self.name.local
    }

    /// Whether it is an HTML element of this name.
    pub(crate) fn is(&self, name: &str) -> bool {
        self.is_html() && &*self.name.local == name
    }

    /// Whether it is an HTML element with one of these names.
    pub(crate) fn is_one_of(&self, names: &[&str]) -> bool {
        self.is_html() && names.contains(&self.name())
    }

    /// Whether it is an HTML element, not one of SVG or MathML.
    pub(crate) fn is_html(&self) -> bool {
        self.name.ns == ns!(html)
    }

    /// The value of an attribute.
    pub(crate) fn get(&self, attribute: &str) -> Option<&'d str> {
        let found = self.attributes.iter().find(|a| &*a.name.local == attribute)?;
        Some(&found.value)
    }

    /// Whether it has an attribute.
    pub(crate) fn has(&self, attribute: &str) -> bool {
        self.get(attribute).is_some()
    }

    /// Whether a space-separated attribute contains a value.
    pub(crate) fn has_word(&self, attribute: &str, word: &str) -> bool {
        self.get(attribute)
            .is_some_and(|value| value.split_ascii_whitespace().any(|one| one == word))
    }

    /// Names and values of all attributes.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&'d str, &'d str)> {
        self.attributes.iter().map(|a| (&*a.name.local, &*a.value))
    }

    /// The parent element.
    pub(crate) fn parent(&self) -> Option<Element<'d>> {
        self.dom.element(self.dom.node(self.id)?.parent)
    }

    /// The ancestors, starting with the parent.
    pub(crate) fn ancestors(&self) -> impl Iterator<Item = Element<'d>> {
        std::iter::successors(self.parent(), Element::parent)
    }

    /// The descendants in document order.
    pub(crate) fn descendants(&self) -> impl Iterator<Item = Element<'d>> {
        let (dom, root) = (self.dom, self.id);
        self.below()
            .filter_map(move |id| dom.element(id))
            .filter(move |e| e.id != root)
    }

    /// The text content with whitespace collapsed. Content hidden from assistive technology (`hidden`, `aria-hidden`)
    /// and scripts are excluded; images and controls count with their alternative text or label.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let mut at = self.dom.after(self.id, self.id);
        while at != NONE {
            let skip = match self.dom.node(at).map(|node| &node.content) {
                Some(Content::Text(words)) => {
                    text.push_str(words);
                    false
                }
                Some(Content::Element(..)) => self.dom.element(at).is_none_or(|inner| inner.add_words(&mut text)),
                _ => false,
            };
            at = if skip {
                self.dom.after_subtree(at, self.id)
            } else {
                self.dom.after(at, self.id)
            };
        }
        collapsed(&text)
    }

    /// Adds the element's own text; returns whether its content is to be skipped.
    fn add_words(&self, text: &mut String) -> bool {
        if self.is_hidden() {
            return true;
        }
        let own = self.get("alt").or_else(|| self.get("aria-label"));
        // Separates the text of adjacent blocks.
        text.push(' ');
        if let Some(words) = own {
            text.push_str(words);
            text.push(' ');
        }
        own.is_some()
    }

    /// Whether the element is hidden from assistive technology.
    fn is_hidden(&self) -> bool {
        self.has("hidden")
            || self.get("aria-hidden") == Some("true")
            || self.is_one_of(&["script", "style", "noscript"])
    }

    fn below(&self) -> impl Iterator<Item = NodeId> {
        let (dom, root) = (self.dom, self.id);
        std::iter::successors(Some(root), move |id| {
            Some(dom.after(*id, root)).filter(|next| *next != NONE)
        })
    }
}

/// A text with whitespace collapsed and trimmed.
pub(crate) fn collapsed(text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !all.is_empty() {
            all.push(' ');
        }
        all.push_str(word);
    }
    all
}
