//! Documents of an order (Shopware §18) and the files of bought downloads (Shopware §12.6).

use http::StatusCode;
use serde_json::{Value, json};

use super::super::criteria::Associations;
use super::super::errors::ApiError;
use super::super::money::money;
use super::super::out::{LIVE_VERSION, date_time};
use super::super::product_parts::download_media;
use super::super::{CREATED, Ctx, ShopwareState};
use super::Order;
use super::document::Document;
use super::pdf::{self, Text};
use vitrine_demo_shop::id_of;

impl Document {
    /// The `document` entity.
    pub(super) fn entity(&self, ctx: &Ctx, order: &Order, asked: &Associations) -> Value {
        let [technical, english, german, _] = self.kind.names();
        let own = match ctx.iso.as_str() {
            "en-GB" => Some(english),
            "de-DE" => Some(german),
            _ => None,
        };
        let name = own.unwrap_or(if ctx.system == "de-DE" { german } else { english });
        let type_id = id_of("document_type", technical, None);
        let kind = asked.get("documentType").map(|_| {
            json!({
                "translated": {"name": name, "customFields": {}}, "createdAt": CREATED, "updatedAt": null, "name": own,
                "technicalName": technical, "translations": null, "customFields": null, "id": type_id, "apiAlias": "document_type"
            })
        });
        json!({
            "translated": [], "createdAt": date_time(self.made), "updatedAt": null, "orderId": order.id, "orderVersionId": LIVE_VERSION,
            "documentTypeId": type_id, "documentMediaFileId": id_of("document_file", &self.id, None), "fileType": "pdf", "order": null,
            "config": {"name": technical, "title": null, "documentNumber": self.number, "displayInCustomerAccount": true},
            "sent": true, "static": false, "deepLinkCode": self.code, "documentType": kind, "referencedDocumentId": null,
            "referencedDocument": null, "dependentDocuments": null, "documentMediaFile": null, "documentNumber": self.number,
            "customFields": null, "id": self.id, "apiAlias": "document"
        })
    }
}

/// A file in an answer.
pub(crate) struct File {
    pub(crate) content: Vec<u8>,
    pub(crate) content_type: &'static str,
    pub(crate) disposition: String,
}

/// GET|POST /document/download/{id}/{code}.
pub(crate) fn document(state: &ShopwareState, ctx: &Ctx, id: &str, code: &str) -> Result<File, ApiError> {
    let customer = ctx.login()?.id.clone();
    let orders = state.orders();
    let found = orders.all().find_map(|(_, order)| {
        let mut documents = order.documents.iter();
        documents
            .find(|row| row.id == id && row.code == code)
            .map(|row| (order, row))
    });
    let (order, document) = found.ok_or_else(|| {
        ApiError::new(
            StatusCode::NOT_FOUND,
            "DOCUMENT__DOCUMENT_NOT_FOUND",
            format!("The document with id \"{id}\" is invalid or could not be found."),
            json!({"documentId": id}),
        )
    })?;
    if order.buyer.customer != customer {
        return Err(ApiError::not_logged_in());
    }
    Ok(File {
        content: pdf::page(&text(ctx, order, document)),
        content_type: "application/pdf",
        disposition: format!("inline; filename={}_{}.pdf", document.kind.technical(), document.number),
    })
}

/// GET /order/download/{order}/{download}.
pub(crate) fn download(state: &ShopwareState, ctx: &Ctx, order: &str, download: &str) -> Result<File, ApiError> {
    let customer = ctx.login()?.id.clone();
    let missing = || {
        ApiError::new(
            StatusCode::NOT_FOUND,
            "CHECKOUT__LINE_ITEM_DOWNLOAD_FILE_NOT_FOUND",
            format!("Line item download file with id \"{download}\" not found."),
            json!({"downloadId": download}),
        )
    };
    let orders = state.orders();
    let order = orders
        .find(order)
        .filter(|order| order.buyer.customer == customer && order.granted());
    let order = order.ok_or_else(missing)?;
    let mut lines = order.lines.iter();
    let line = lines
        .find(|line| id_of("order_download", &line.id, None) == download)
        .ok_or_else(missing)?;
    let product = line.product.as_deref().and_then(|id| ctx.shop.product_by_id.get(id));
    let product = product
        .and_then(|index| ctx.shop.products.get(*index))
        .ok_or_else(missing)?;
    let (_, media) = download_media(product).ok_or_else(missing)?;
    let part = |key: &str| media.get(key).and_then(Value::as_str).unwrap_or_default();
    Ok(File {
        content: pdf::page(&[at(56, 760, 18, &line.label), at(56, 730, 11, &ctx.shop.shop.name)]),
        content_type: "application/octet-stream",
        disposition: format!("attachment; filename={}.{}", part("fileName"), part("fileExtension")),
    })
}

fn at(x: u32, y: u32, size: u32, text: &str) -> Text {
    Text {
        x,
        y,
        size,
        text: text.to_owned(),
    }
}

/// The lines of a document, in the language of the order.
fn text(ctx: &Ctx, order: &Order, document: &Document) -> Vec<Text> {
    let currency = &ctx.shop.shop.currency;
    let amount = |amount: f64| money(&order.iso, currency, amount);
    let mut lines = vec![
        at(56, 780, 20, &ctx.shop.shop.name),
        at(
            56,
            740,
            14,
            &format!("{} {}", document.kind.name(&order.iso), document.number),
        ),
        at(
            56,
            722,
            10,
            &format!(
                "{} – {}",
                order.number,
                document.made.to_zoned(jiff::tz::TimeZone::UTC).date()
            ),
        ),
    ];
    let field = |key: &str| {
        order
            .addresses
            .first()
            .and_then(|row| row.fields.get(key))
            .and_then(Value::as_str)
            .unwrap_or_default()
    };
    let address = [
        field("company").to_owned(),
        format!("{} {}", field("firstName"), field("lastName")),
        field("street").to_owned(),
        format!("{} {}", field("zipcode"), field("city")),
    ];
    let mut y = 690;
    for row in address.iter().filter(|row| !row.trim().is_empty()) {
        lines.push(at(56, y, 10, row));
        y -= 14;
    }
    y -= 20;
    for line in &order.lines {
        if y < 100 {
            break;
        }
        lines.push(at(56, y, 10, &format!("{} x {}", line.quantity, line.label)));
        lines.push(at(460, y, 10, &amount(line.total)));
        y -= 16;
    }
    let shipping = [
        ("nl", "Verzending", "Totaal"),
        ("de", "Versand", "Gesamt"),
        ("en", "Shipping", "Total"),
    ];
    let words = shipping
        .iter()
        .find(|(language, ..)| order.iso.starts_with(language))
        .unwrap_or(&shipping[2]);
    lines.push(at(56, y, 10, words.1));
    lines.push(at(460, y, 10, &amount(order.shipping())));
    lines.push(at(56, y.saturating_sub(24), 12, words.2));
    lines.push(at(460, y.saturating_sub(24), 12, &amount(order.total())));
    lines
}
