//! Reads text, image, date and excerpt from the CMS's field names.

use vitrine_model::{
    content::{ArticleFields, Block, BlockKind, BlockOptions, RichTextBlock, RichTextNode, TextWidth},
    ids::TermId,
};

use super::roles::Roles;
use crate::{
    convert::{blocks::nodes, scope::Scope},
    statamic::wire::Fields,
};

/// The fields of an article.
pub(in crate::convert) fn article(roles: &Roles, fields: Fields<'_>, scope: &mut Scope<'_>) -> ArticleFields {
    let mut topics: Vec<TermId> = Vec::new();
    for field in &roles.topics {
        topics.extend(scope.terms(fields, field, field));
    }
    ArticleFields {
        date: roles.date.as_ref().and_then(|field| scope.date(fields, field)),
        image: roles.picture.as_ref().and_then(|field| scope.image(fields, field)),
        intro: roles.excerpt.as_ref().and_then(|field| scope.plain(fields, field)),
        text: text(roles, fields, scope),
        topics,
    }
}

/// The text of an entry of blocks, as its first block; for a page with excerpt and image above it. `None` = it has
/// none.
pub(in crate::convert) fn leading(
    roles: &Roles,
    is_page: bool,
    fields: Fields<'_>,
    scope: &mut Scope<'_>,
) -> Option<Block> {
    let mut all = Vec::new();
    if is_page {
        if let Some(field) = &roles.excerpt {
            let excerpt = scope.rich(fields, field, 2);
            all.extend((!excerpt.is_empty()).then_some(RichTextNode::Text(excerpt)));
        }
        let image = roles.picture.as_ref().and_then(|field| scope.image(fields, field));
        all.extend(image.map(|image| RichTextNode::Image {
            image,
            caption: None,
            wide: true,
        }));
    }
    all.extend(text(roles, fields, scope));
    (!all.is_empty()).then(|| Block {
        id: "text".to_owned(),
        options: BlockOptions::default(),
        kind: BlockKind::RichText(RichTextBlock {
            text: all,
            width: TextWidth::default(),
        }),
    })
}

fn text(roles: &Roles, fields: Fields<'_>, scope: &mut Scope<'_>) -> Vec<RichTextNode> {
    let field = roles.text.as_ref();
    field.map_or_else(Vec::new, |field| nodes(fields, field, 2, scope))
}
