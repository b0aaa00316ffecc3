//! A visitor's session in Shopware, one file or folder for each resource: types, requests and parsing of answers
//! (Shopware §3, §7 to §14).
//!
//! **Invariant:** each method of the client is one HTTP request (except for the channel's currency, which is requested
//! once, and lists of several pages); a token is never printed, and every answer and failure contains the token of its
//! response (R-SESS-02). [`Refusal`] says what an error means.

mod account;
mod addresses;
mod cart;
mod context;
mod countries;
mod customer;
mod email_hash;
mod fields;
#[cfg(test)]
mod hostile;
mod methods;
mod numbered;
mod order;
mod payment;
mod refusal;
mod revocation;
mod send;

pub use super::{
    call::{Answer, Failure, SessionCall},
    country::{Country, CountryState, PostalCodeRule, Salutation, VatIdRule},
    ids::{
        AddressId, ContextToken, CountryId, CountryStateId, CustomerId, DeepLinkCode, DocumentCode, DocumentId,
        LineItemId, OrderDownloadId, OrderId, PaymentMethodId, SalutationId, SessionIdError, ShippingMethodId,
    },
};
pub use account::{
    Account, Credentials, LoginSettings, MailHash, NewEmail, NewPassword, Profile, Registered, Registration,
    RegistrationRules, RequiredFields,
};
pub use addresses::{Address, AddressKind, NewAddress};
pub use cart::{
    Cart, CartError, CartErrorLevel, CartTax, ChosenOption, Cover, DateRange, LineItem, LineItemKind, LinePrice,
    NewLineItem, QuantityLimits, Shipping,
};
pub use context::{Context, ContextChange, Domain};
pub use customer::{AccountType, Customer, GuestRegistration};
pub use email_hash::email_hash;
pub use fields::{FieldError, FieldName, FieldProblem, FieldSection};
pub use methods::{PaymentMethod, ShippingMethod, ShippingPrice};
pub use numbered::NumberedProduct;
pub use order::{
    BankTransfer, DeliveryState, GuestLookup, LatestOrders, NewOrder, Order, OrderDelivery, OrderDocument,
    OrderDownload, OrderFile, OrderLine, OrderPage, OrderState, OrderTransaction, OrdersQuery, PaymentState, Status,
};
pub use payment::{PaymentStart, PaymentStep};
pub use refusal::{BlockingError, Refusal};
pub use revocation::{Revocation, RevocationRequest};
