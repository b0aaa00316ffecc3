//! Builds the tree from the calls of html5ever's tree builder.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
};

use html5ever::{
    Attribute, LocalName, Namespace, QualName,
    interface::ElemName,
    tendril::StrTendril,
    tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink},
};

use super::tree::{Content, Dom, NONE, Node, NodeId, ParseError};

/// Maximum number of parse errors kept per page.
const MAX_ERRORS: usize = 20;

/// Bytes of HTML for each node, about as many as pages have: the list of nodes seldom grows while a page is parsed.
const BYTES_OF_A_NODE: usize = 24;

/// The tree under construction. Node 0 is the document.
pub(super) struct Sink {
    nodes: RefCell<Vec<Node>>,
    errors: RefCell<Vec<ParseError>>,
    line: Cell<u64>,
}

/// The name of an element in the form that the tree builder needs.
#[derive(Debug)]
pub(super) struct Name(Namespace, LocalName);

impl ElemName for Name {
    fn ns(&self) -> &Namespace {
        &self.0
    }

    fn local_name(&self) -> &LocalName {
        &self.1
    }
}

impl Sink {
    /// For HTML of that many bytes.
    pub(super) fn for_length(bytes: usize) -> Self {
        let sink = Self {
            nodes: RefCell::new(Vec::with_capacity(8 + bytes / BYTES_OF_A_NODE)),
            errors: RefCell::default(),
            line: Cell::new(1),
        };
        sink.add(Content::Other);
        sink
    }

    fn add(&self, content: Content) -> NodeId {
        let mut nodes = self.nodes.borrow_mut();
        let id = NodeId::try_from(nodes.len()).unwrap_or(NONE);
        nodes.push(Node {
            parent: NONE,
            previous: NONE,
            next: NONE,
            first: NONE,
            last: NONE,
            content,
        });
        id
    }

    /// Changes a node; `NONE` is ignored.
    fn change(&self, id: NodeId, change: impl FnOnce(&mut Node)) {
        let at = usize::try_from(id).unwrap_or(usize::MAX);
        if let Some(node) = self.nodes.borrow_mut().get_mut(at) {
            change(node);
        }
    }

    fn of<T>(&self, id: NodeId, read: impl FnOnce(&Node) -> T) -> Option<T> {
        let at = usize::try_from(id).ok()?;
        self.nodes.borrow().get(at).map(read)
    }

    fn parent(&self, id: NodeId) -> NodeId {
        self.of(id, |node| node.parent).unwrap_or(NONE)
    }

    /// Inserts a node without parent between `previous` and `next`, either of which may be `NONE`.
    fn insert(&self, id: NodeId, parent: NodeId, previous: NodeId, next: NodeId) {
        self.change(id, |node| {
            (node.parent, node.previous, node.next) = (parent, previous, next)
        });
        if previous == NONE {
            self.change(parent, |node| node.first = id);
        } else {
            self.change(previous, |node| node.next = id);
        }
        if next == NONE {
            self.change(parent, |node| node.last = id);
        } else {
            self.change(next, |node| node.previous = id);
        }
    }

    fn detach(&self, id: NodeId) {
        let Some((parent, previous, next)) = self.of(id, |node| (node.parent, node.previous, node.next)) else {
            return;
        };
        if parent == NONE {
            return;
        }
        if previous == NONE {
            self.change(parent, |node| node.first = next);
        } else {
            self.change(previous, |node| node.next = next);
        }
        if next == NONE {
            self.change(parent, |node| node.last = previous);
        } else {
            self.change(next, |node| node.previous = previous);
        }
        self.change(id, |node| (node.parent, node.previous, node.next) = (NONE, NONE, NONE));
    }

    /// Inserts a child between `previous` and `next`; adjacent text is merged.
    fn place(&self, child: NodeOrText<NodeId>, parent: NodeId, previous: NodeId, next: NodeId) {
        let id = match child {
            NodeOrText::AppendNode(id) => {
                self.detach(id);
                id
            }
            NodeOrText::AppendText(words) => {
                let mut words = Some(words);
                self.change(previous, |node| {
                    if let (Content::Text(before), Some(more)) = (&mut node.content, words.as_ref()) {
                        before.push_tendril(more);
                        words = None;
                    }
                });
                let Some(words) = words else { return };
                self.add(Content::Text(words))
            }
        };
        self.insert(id, parent, previous, next);
    }
}

impl TreeSink for Sink {
    type Handle = NodeId;
    type Output = Dom;
    type ElemName<'a> = Name;

    fn finish(self) -> Dom {
        Dom::new(self.nodes.into_inner(), self.errors.into_inner())
    }

    fn parse_error(&self, message: Cow<'static, str>) {
        let mut errors = self.errors.borrow_mut();
        if errors.len() < MAX_ERRORS {
            errors.push(ParseError {
                line: self.line.get(),
                message: message.into_owned(),
            });
        }
    }

    fn get_document(&self) -> NodeId {
        0
    }

    fn elem_name(&self, target: &NodeId) -> Name {
        let name = self.of(*target, |node| match &node.content {
            Content::Element(name, _) => Some(Name(name.ns.clone(), name.local.clone())),
            _ => None,
        });
        name.flatten()
            .unwrap_or_else(|| Name(Namespace::default(), LocalName::default()))
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _: ElementFlags) -> NodeId {
        self.add(Content::Element(name, attributes))
    }

    fn create_comment(&self, _: StrTendril) -> NodeId {
        self.add(Content::Other)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> NodeId {
        self.add(Content::Other)
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        let last = self.of(*parent, |node| node.last).unwrap_or(NONE);
        self.place(child, *parent, last, NONE);
    }

    fn append_based_on_parent_node(&self, element: &NodeId, previous: &NodeId, child: NodeOrText<NodeId>) {
        if self.parent(*element) == NONE {
            self.append(previous, child);
        } else {
            self.append_before_sibling(element, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    /// The content of a template is not attached to the document.
    fn get_template_contents(&self, _: &NodeId) -> NodeId {
        self.add(Content::Other)
    }

    fn same_node(&self, x: &NodeId, y: &NodeId) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &NodeId, child: NodeOrText<NodeId>) {
        if let NodeOrText::AppendNode(id) = &child {
            self.detach(*id);
        }
        let Some((parent, previous)) = self.of(*sibling, |node| (node.parent, node.previous)) else {
            return;
        };
        self.place(child, parent, previous, *sibling);
    }

    fn add_attrs_if_missing(&self, target: &NodeId, attributes: Vec<Attribute>) {
        self.change(*target, |node| {
            if let Content::Element(_, own) = &mut node.content {
                for attribute in attributes {
                    if own.iter().all(|known| known.name != attribute.name) {
                        own.push(attribute);
                    }
                }
            }
        });
    }

    fn remove_from_parent(&self, target: &NodeId) {
        self.detach(*target);
    }

    fn reparent_children(&self, node: &NodeId, new_parent: &NodeId) {
        while let Some(child) = self.of(*node, |node| node.first).filter(|id| *id != NONE) {
            self.append(new_parent, NodeOrText::AppendNode(child));
        }
    }

    fn set_current_line(&self, line: u64) {
        self.line.set(line);
    }
}
