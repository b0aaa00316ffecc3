//! Converts Shopware's order to our type.
//!
//! **Invariant:** amounts keep the backend's digits; a missing sum is an error, a missing text is empty. An unreadable
//! line only affects itself.

use jiff::Timestamp;
use reqwest::Url;
use serde_json::Value;
use vitrine_model::{
    ids::{LanguageId, ProductId, ProductNumber},
    money::{Currency, Money},
};

use super::{
    BankTransfer, DeepLinkCode, DeliveryState, DocumentCode, DocumentId, LineItemKind, Order, OrderDelivery,
    OrderDocument, OrderDownload, OrderDownloadId, OrderId, OrderLine, OrderState, OrderTransaction, PaymentMethod,
    PaymentMethodId, PaymentState, ShippingMethodId, Status, notes::Notes,
};
use crate::shopware::{
    channel::tax_status,
    session::{Address, cart::from_wire as cart},
    wire::{
        Dict, WireOrder, WireOrderDelivery, WireOrderDocument, WireOrderDownload, WireOrderLine, WireOrderTransaction,
        WireState, count, whole,
    },
};

fn timestamp(text: Option<&str>) -> Option<Timestamp> {
    text?.parse().ok()
}

impl Order {
    /// `known` is the currency for an order that does not include its own.
    pub(in crate::shopware::session) fn from_wire(wire: &WireOrder, known: Currency) -> Result<Self, String> {
        let iso = wire.currency.as_ref().and_then(|c| c.iso_code.as_deref());
        let currency = iso.map_or(Ok(known), Currency::parse).map_err(|e| e.to_string())?;
        let price = wire.price.as_ref().ok_or("the order has no price")?;
        let mut lines: Vec<&WireOrderLine> = wire.line_items.0.iter().map(|line| &line.0).collect();
        lines.sort_by_key(|line| line.position.as_ref().and_then(whole).unwrap_or(i64::MAX));
        let mut transactions: Vec<OrderTransaction> =
            list(&wire.transactions.0, |t| OrderTransaction::from_wire(t, currency))?;
        transactions.sort_by_key(|one| one.created_at);
        let customer = wire.order_customer.as_ref();
        let notes = Notes::parted(wire.customer_comment.as_deref());
        let text = |text: Option<&String>| text.cloned().unwrap_or_default();
        Ok(Self {
            id: OrderId::parse(&wire.id).map_err(|e| e.to_string())?,
            number: wire.order_number.clone().unwrap_or_default(),
            placed_at: timestamp(wire.order_date_time.as_deref()),
            language: wire.language_id.as_deref().and_then(|id| LanguageId::parse(id).ok()),
            deep_link: wire
                .deep_link_code
                .as_deref()
                .and_then(|code| DeepLinkCode::parse(code).ok()),
            tax_status: tax_status(price.tax_status.as_deref())?,
            subtotal: cart::amount(price.position_price.as_ref(), "positionPrice", currency)?,
            total: cart::amount(price.total_price.as_ref(), "totalPrice", currency)?,
            rounding: cart::rounding(price, currency)?,
            net_total: cart::amount(price.net_price.as_ref(), "netPrice", currency)?,
            shipping_total: cart::amount(wire.shipping_total.as_ref(), "shippingTotal", currency)?,
            taxes: cart::taxes(price, currency)?,
            state: OrderState::from_wire(wire.state_machine_state.as_ref()),
            status: Status::from_wire(wire.state_machine_state.as_ref()),
            lines: lines
                .into_iter()
                .map(|line| OrderLine::from_wire(line, currency))
                .collect(),
            deliveries: list(&wire.deliveries.0, |d| OrderDelivery::from_wire(d, currency))?,
            transactions,
            primary_transaction: wire.primary_order_transaction_id.clone(),
            billing_address: billing_address(wire),
            email: text(customer.and_then(|c| c.email.as_ref())),
            first_name: text(customer.and_then(|c| c.first_name.as_ref())),
            last_name: text(customer.and_then(|c| c.last_name.as_ref())),
            company: customer
                .and_then(|c| c.company.clone())
                .filter(|text| !text.trim().is_empty()),
            reference: notes.reference,
            withdrawal_waived: notes.waived,
            old_device: notes.old_device,
            comment: notes.comment,
            documents: wire.documents.0.iter().filter_map(OrderDocument::from_wire).collect(),
            currency,
        })
    }
}

fn list<'a, W: 'a, T>(
    wire: impl IntoIterator<Item = &'a W>,
    read: impl Fn(&W) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    wire.into_iter().map(read).collect()
}

/// In the answer to placing an order, `addresses` includes the country and `billingAddress` is null (Shopware §11.1).
fn billing_address(wire: &WireOrder) -> Option<Address> {
    let whole = wire
        .addresses
        .0
        .iter()
        .find(|a| Some(&a.id) == wire.billing_address_id.as_ref());
    Address::from_wire(whole.or(wire.billing_address.as_ref())?).ok()
}

impl OrderLine {
    fn from_wire(wire: &WireOrderLine, currency: Currency) -> Self {
        let kind = LineItemKind::from_wire(wire.kind.as_deref());
        let digital =
            wire.payload.text("productType") == Some("digital") || wire.states.0.iter().any(|s| s == "is-download");
        let product = wire.product_id.as_deref().filter(|_| kind == LineItemKind::Product);
        Self {
            id: wire.id.clone(),
            parent_id: wire.parent_id.clone(),
            product_id: product.and_then(|id| ProductId::parse(id).ok()),
            product_number: wire
                .payload
                .text("productNumber")
                .and_then(|number| ProductNumber::parse(number).ok()),
            promotion_code: kind.code_of(&wire.payload, wire.referenced_id.as_deref()),
            label: cart::label(wire.label.as_ref(), &wire.payload),
            options: cart::chosen_options(&wire.payload),
            cover: wire.cover.as_ref().and_then(cart::cover),
            quantity: count(wire.quantity.as_ref()).unwrap_or(1),
            good: wire.good.unwrap_or(true),
            digital,
            price: cart::line_price(wire.unit_price.as_ref(), wire.total_price.as_ref(), None, currency),
            downloads: wire.downloads.0.iter().filter_map(OrderDownload::from_wire).collect(),
            kind,
        }
    }
}

impl OrderDownload {
    fn from_wire(wire: &WireOrderDownload) -> Option<Self> {
        let file = wire.media.as_ref();
        let part = |text: Option<&String>| text.cloned().filter(|text| !text.is_empty());
        let name = part(file.and_then(|f| f.file_name.as_ref())).unwrap_or_default();
        Some(Self {
            id: OrderDownloadId::parse(&wire.id).ok()?,
            file_name: match part(file.and_then(|f| f.file_extension.as_ref())) {
                Some(extension) => format!("{name}.{extension}"),
                None => name,
            },
            size: file
                .and_then(|f| f.file_size.as_ref())
                .and_then(whole)
                .and_then(|bytes| u64::try_from(bytes).ok()),
            granted: wire.access_granted.unwrap_or(false),
        })
    }
}

impl OrderDelivery {
    fn from_wire(wire: &WireOrderDelivery, currency: Currency) -> Result<Self, String> {
        let method = wire.shipping_method.as_ref();
        let costs = wire
            .shipping_costs
            .as_ref()
            .and_then(|costs| costs.total_price.as_ref());
        Ok(Self {
            state: DeliveryState::from_wire(wire.state_machine_state.as_ref()),
            status: Status::from_wire(wire.state_machine_state.as_ref()),
            updated_at: timestamp(wire.updated_at.as_deref()),
            method: method.and_then(|m| ShippingMethodId::parse(&m.id).ok()),
            name: method.map(|m| m.shown_name().to_owned()).unwrap_or_default(),
            costs: cart::amount(costs, "shippingCosts.totalPrice", currency)?,
            dates: cart::date_range(
                wire.shipping_date_earliest.as_deref(),
                wire.shipping_date_latest.as_deref(),
            ),
            address: wire
                .shipping_order_address
                .as_ref()
                .and_then(|address| Address::from_wire(address).ok()),
            tracking_codes: wire.tracking_codes.0.clone(),
            tracking_url: method
                .and_then(|m| m.translated.text("trackingUrl").or(m.tracking_url.as_deref()))
                .map(str::to_owned),
        })
    }
}

impl OrderTransaction {
    fn from_wire(wire: &WireOrderTransaction, currency: Currency) -> Result<Self, String> {
        let amount = wire.amount.as_ref().and_then(|amount| amount.total_price.as_ref());
        let amount: Money = cart::amount(amount, "amount.totalPrice", currency)?;
        Ok(Self {
            id: wire.id.clone(),
            created_at: timestamp(wire.created_at.as_deref()),
            updated_at: timestamp(wire.updated_at.as_deref()),
            state: PaymentState::from_wire(wire.state_machine_state.as_ref()),
            status: Status::from_wire(wire.state_machine_state.as_ref()),
            page: payment_page(&wire.custom_fields),
            amount,
            method_id: wire
                .payment_method_id
                .as_deref()
                .and_then(|id| PaymentMethodId::parse(id).ok()),
            method: wire
                .payment_method
                .as_ref()
                .and_then(|m| PaymentMethod::from_wire(m).ok()),
            transfer: BankTransfer::from_wire(&wire.custom_fields),
        })
    }
}

/// The names under which plug-ins of providers keep the address of their page (Shopware §25.4).
const PAGE_FIELDS: [&str; 5] = [
    "checkoutUrl",
    "checkout_url",
    "redirectUrl",
    "redirect_url",
    "paymentUrl",
];

/// The address of the provider's page in the fields of its plug-in; only http and https are addresses of a page.
fn payment_page(fields: &Value) -> Option<String> {
    let plugins = fields.as_object()?.values().filter_map(Value::as_object);
    let texts = plugins.flat_map(|own| PAGE_FIELDS.iter().filter_map(|name| own.get(*name)?.as_str()));
    let mut pages = texts.filter(|text| Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https")));
    pages.next().map(str::to_owned)
}

impl BankTransfer {
    /// The maximum length of each part, in bytes.
    pub(in crate::shopware::session) const MAX_LENGTH: usize = 140;

    /// A plug-in stores its data below its own key: the first value with an account is read (Shopware §25.4).
    fn from_wire(fields: &Value) -> Option<Self> {
        fields.as_object()?.values().find_map(|own| {
            let text = |key: &str| {
                let text = own.get(key).and_then(Value::as_str).map(str::trim);
                text.filter(|text| !text.is_empty() && text.len() <= BankTransfer::MAX_LENGTH)
                    .map(str::to_owned)
            };
            Some(Self {
                account: text("bankAccount")?,
                holder: text("bankName").unwrap_or_default(),
                bic: text("bankBic"),
                reference: text("transferReference"),
            })
        })
    }
}

impl OrderDocument {
    /// `None` without a valid id and code: it could not be fetched.
    fn from_wire(wire: &WireOrderDocument) -> Option<Self> {
        let kind = wire.document_type.as_ref();
        Some(Self {
            id: DocumentId::parse(&wire.id).ok()?,
            code: DocumentCode::parse(wire.deep_link_code.as_deref()?).ok()?,
            kind: kind.and_then(|k| k.technical_name.clone()).unwrap_or_default(),
            name: kind
                .map(|k| shown(&k.translated, k.name.as_deref()))
                .unwrap_or_default(),
            number: wire.document_number.clone().unwrap_or_default(),
            created_at: timestamp(wire.created_at.as_deref()),
        })
    }
}

/// A name in the call's language.
fn shown(translated: &Dict<Value>, plain: Option<&str>) -> String {
    translated.text("name").or(plain).unwrap_or_default().to_owned()
}

impl Status {
    fn from_wire(state: Option<&WireState>) -> Self {
        state.map_or_else(Self::default, |state| Self {
            code: state.technical_name.clone().unwrap_or_default(),
            name: shown(&state.translated, state.name.as_deref()),
        })
    }
}

/// The name of a state; empty if it was not loaded.
fn name(state: Option<&WireState>) -> &str {
    state
        .and_then(|state| state.technical_name.as_deref())
        .unwrap_or_default()
}

impl OrderState {
    pub(super) fn from_wire(state: Option<&WireState>) -> Self {
        match name(state) {
            "open" => Self::Open,
            "in_progress" => Self::InProgress,
            "completed" => Self::Completed,
            "cancelled" => Self::Cancelled,
            other => Self::Other(other.to_owned()),
        }
    }
}

impl DeliveryState {
    fn from_wire(state: Option<&WireState>) -> Self {
        match name(state) {
            "open" => Self::Open,
            "shipped_partially" => Self::ShippedPartially,
            "shipped" => Self::Shipped,
            "returned_partially" => Self::ReturnedPartially,
            "returned" => Self::Returned,
            "cancelled" => Self::Cancelled,
            other => Self::Other(other.to_owned()),
        }
    }
}

impl PaymentState {
    fn from_wire(state: Option<&WireState>) -> Self {
        match name(state) {
            "open" => Self::Open,
            "unconfirmed" => Self::Unconfirmed,
            "authorized" => Self::Authorized,
            "in_progress" => Self::InProgress,
            "reminded" => Self::Reminded,
            "paid_partially" => Self::PaidPartially,
            "paid" => Self::Paid,
            "failed" => Self::Failed,
            "cancelled" => Self::Cancelled,
            "chargeback" => Self::Chargeback,
            "refunded_partially" => Self::RefundedPartially,
            "refunded" => Self::Refunded,
            other => Self::Other(other.to_owned()),
        }
    }
}
