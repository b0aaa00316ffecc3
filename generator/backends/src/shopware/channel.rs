//! Settings of the whole sales channel.

use vitrine_model::{
    ids::CategoryId,
    money::{Currency, TaxStatus},
};

use super::wire::WireContext;

/// Settings of the whole sales channel, for an anonymous visitor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Channel {
    /// Currency of anonymous visitors.
    pub currency: Currency,
    /// That currency's id in Shopware.
    pub currency_id: Option<String>,
    /// Tax state of their prices.
    pub tax_status: TaxStatus,
    /// The root of the navigation tree.
    pub navigation_root: Option<CategoryId>,
}

pub(crate) fn channel_of(wire: &WireContext) -> Result<Channel, String> {
    let iso = wire.currency.iso_code.as_deref().unwrap_or_default();
    Ok(Channel {
        currency: Currency::parse(iso).map_err(|e| e.to_string())?,
        currency_id: Some(wire.currency.id.clone()).filter(|id| !id.is_empty()),
        tax_status: tax_status(wire.context.tax_state.as_deref())?,
        navigation_root: wire
            .sales_channel
            .navigation_category_id
            .as_deref()
            .and_then(|id| CategoryId::parse(id).ok()),
    })
}

pub(crate) fn tax_status(text: Option<&str>) -> Result<TaxStatus, String> {
    match text {
        Some("gross") => Ok(TaxStatus::Gross),
        Some("net") => Ok(TaxStatus::Net),
        Some("tax-free") => Ok(TaxStatus::TaxFree),
        other => Err(format!("the tax state {other:?} is not gross, net or tax-free")),
    }
}
