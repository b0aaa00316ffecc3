//! The context and its changes (Shopware §8).

use serde_json::{Value, json};
use vitrine_backends::shopware::session::{
    AddressId, ContextChange, CountryId, CountryStateId, PaymentMethodId, Refusal, SessionCall, ShippingMethodId,
};
use vitrine_model::{ids::LanguageId, money::TaxStatus};
use wiremock::{MockServer, ResponseTemplate};

use super::{GERMANY, INVOICE, MRS, NETHERLANDS, PREPAYMENT, STANDARD, answering, body, sent};
use crate::common::{DUTCH, TOKEN, call, mount, ok, recorded, shopware};

const ADDRESS: &str = "01a1fcc97d86736aace98a9b03cf6dda";
const GERMAN: &str = "01a1fca6a83470238052cc135ea23922";

/// R-SESS-01: customer, shippingMethod, paymentMethod, currency.isoCode, shippingLocation, salesChannel, languageIdChain, taxState.
#[tokio::test]
async fn r_sess_01_a_guests_context_is_read_whole() {
    let server = MockServer::start().await;
    mount(
        &server,
        "GET",
        "/store-api/context",
        recorded("shopware", "091-context-guest")
            .answer()
            .insert_header("sw-context-token", TOKEN),
    )
    .await;
    let answer = shopware(&server).context(&call()).await.unwrap();
    sent(&server, "GET", "/context").await;
    assert_eq!(answer.token.as_ref().unwrap().expose(), TOKEN);
    let context = answer.value;

    let customer = context.customer.as_ref().unwrap();
    assert_eq!(
        customer.id.as_ref().unwrap().as_str(),
        "01a1fcc97d86736aace98a9b031ede19"
    );
    assert!(customer.guest && customer.active);
    assert_eq!(customer.email, "gast@example.com");
    assert_eq!(customer.default_payment_method.as_ref().unwrap().as_str(), INVOICE);
    assert_eq!(customer.default_billing_address.as_ref().unwrap().as_str(), ADDRESS);
    assert_eq!(customer.default_shipping_address.as_ref().unwrap().as_str(), ADDRESS);
    let salutation = customer.salutation.as_ref().unwrap();
    assert_eq!(
        (
            salutation.id.as_str(),
            salutation.key.as_str(),
            salutation.name.as_str()
        ),
        (MRS, "mrs", "Mrs.")
    );
    assert_eq!(
        (
            customer.first_name.as_str(),
            customer.last_name.as_str(),
            &customer.company
        ),
        ("Test", "Klant", &None)
    );

    let shipping = context.shipping_method.as_ref().unwrap();
    assert_eq!((shipping.id.as_str(), shipping.name.as_str()), (STANDARD, "Standard"));
    assert_eq!(shipping.delivery_time.as_deref(), Some("1-3 days"));
    let payment = context.payment_method.as_ref().unwrap();
    assert_eq!((payment.id.as_str(), payment.name.as_str()), (INVOICE, "Invoice"));
    assert_eq!(context.currency.as_str(), "EUR");
    let country = context.country.as_ref().unwrap();
    assert_eq!(
        (country.id.as_str(), country.iso.as_str(), country.name.as_str()),
        (NETHERLANDS, "NL", "Nederland")
    );
    assert_eq!(context.language.as_ref().unwrap().as_str(), DUTCH);
    assert_eq!(context.tax_status, TaxStatus::Gross);
    let urls: Vec<&str> = context.domains.iter().map(|domain| domain.url.as_str()).collect();
    assert_eq!(
        urls,
        [
            "http://127.0.0.1:8000/de",
            "http://127.0.0.1:8000/en",
            "http://127.0.0.1:8000"
        ]
    );

    let billing = context.billing_address.as_ref().unwrap();
    assert_eq!(
        (
            billing.id.as_str(),
            billing.street.as_str(),
            billing.zipcode.as_str(),
            billing.city.as_str()
        ),
        (ADDRESS, "Keizersgracht 1", "1015 CN", "Amsterdam")
    );
    assert_eq!(billing.country.as_ref().unwrap().iso, "NL");
    assert_eq!(billing.salutation_id.as_ref().unwrap().as_str(), MRS);
    assert_eq!(context.shipping_address, context.billing_address);
}

/// `storefrontUrl` of a registration: the domain of the page's language, otherwise the channel's first one, without a
/// trailing slash.
#[tokio::test]
async fn the_storefront_url_is_the_channels_address_for_the_language() {
    let mut raw = recorded("shopware", "091-context-guest").body;
    raw["salesChannel"]["domains"][2]["url"] = "http://127.0.0.1:8000/".into();
    let server = MockServer::start().await;
    mount(&server, "GET", "/store-api/context", ok(&raw)).await;
    let mut context = shopware(&server).context(&call()).await.unwrap().value;
    let language = |id: &str| LanguageId::parse(id).unwrap();
    assert_eq!(context.storefront_url(&language(DUTCH)), Some("http://127.0.0.1:8000"));
    assert_eq!(
        context.storefront_url(&language(GERMAN)),
        Some("http://127.0.0.1:8000/de")
    );
    assert_eq!(
        context.storefront_url(&language(&"f".repeat(32))),
        Some("http://127.0.0.1:8000/de")
    );
    context.domains.clear();
    assert_eq!(context.storefront_url(&language(DUTCH)), None);
}

/// R-SESS-04: activeShippingAddress / activeBillingAddress follow the session, falling back to the defaults.
#[tokio::test]
async fn r_sess_04_active_addresses_follow_the_session_and_fall_back_to_the_defaults() {
    for (kind, other) in [("Billing", "Shipping"), ("Shipping", "Billing")] {
        let mut raw = recorded("shopware", "091-context-guest").body;
        let chosen = "01a1fcc98359714380310500625c9916";
        raw["customer"][format!("active{kind}Address")]["id"] = chosen.into();
        raw["customer"][format!("active{other}Address")] = Value::Null;
        let server = MockServer::start().await;
        mount(&server, "GET", "/store-api/context", ok(&raw)).await;
        let context = shopware(&server).context(&call()).await.unwrap().value;
        let ids = [&context.billing_address, &context.shipping_address].map(|a| a.as_ref().unwrap().id.as_str());
        let expected = if kind == "Billing" {
            [chosen, ADDRESS]
        } else {
            [ADDRESS, chosen]
        };
        assert_eq!(ids, expected, "{kind}");
    }
    let anonymous = answering("GET", "/context", "000-context-anonymous").await;
    let context = shopware(&anonymous).context(&call()).await.unwrap().value;
    assert_eq!(
        (context.billing_address, context.shipping_address, context.customer),
        (None, None, None)
    );
}

/// R-CHK-02: shipping method, payment method, country and addresses are changed in the session, together or one by one.
#[tokio::test]
async fn r_chk_02_a_change_of_the_context_only_sends_the_set_fields() {
    let language = LanguageId::parse(DUTCH).unwrap();
    let shipping = ShippingMethodId::parse(STANDARD).unwrap();
    let payment = PaymentMethodId::parse(PREPAYMENT).unwrap();
    let country = CountryId::parse(GERMANY).unwrap();
    let state = CountryStateId::parse("01a1fca6a85d7306b3870059c52a6103").unwrap();
    let address = AddressId::parse(ADDRESS).unwrap();
    let none = ContextChange::default();
    let all = ContextChange {
        language: Some(language.clone()),
        shipping_method: Some(shipping.clone()),
        payment_method: Some(payment.clone()),
        country: Some(country.clone()),
        country_state: Some(state.clone()),
        billing_address: Some(address.clone()),
        shipping_address: Some(address.clone()),
    };
    let changes = [
        (
            ContextChange {
                shipping_method: Some(shipping),
                ..none.clone()
            },
            json!({"shippingMethodId": STANDARD}),
        ),
        (
            ContextChange {
                payment_method: Some(payment),
                ..none.clone()
            },
            json!({"paymentMethodId": PREPAYMENT}),
        ),
        (
            ContextChange {
                country: Some(country),
                country_state: Some(state.clone()),
                ..none.clone()
            },
            json!({"countryId": GERMANY, "countryStateId": state.as_str()}),
        ),
        (
            ContextChange {
                billing_address: Some(address.clone()),
                ..none.clone()
            },
            json!({"billingAddressId": ADDRESS}),
        ),
        (
            ContextChange {
                shipping_address: Some(address),
                ..none
            },
            json!({"shippingAddressId": ADDRESS}),
        ),
        (
            all,
            json!({
                "languageId": DUTCH, "shippingMethodId": STANDARD, "paymentMethodId": PREPAYMENT, "countryId": GERMANY,
                "countryStateId": state.as_str(), "billingAddressId": ADDRESS, "shippingAddressId": ADDRESS,
            }),
        ),
    ];
    for (change, expected) in changes {
        let server = answering("PATCH", "/context", "076-context-patch-payment").await;
        shopware(&server).change_context(&call(), &change).await.unwrap();
        assert_eq!(body(&server, "PATCH", "/context").await, expected);
    }
}

/// A value that does not exist in the channel, or for the customer, is identified by its field (Shopware §8.2).
#[tokio::test]
async fn refused_changes_name_the_missing_record() {
    let refused = [
        ("078-context-patch-unknown", Refusal::ShippingMethodNotAvailable),
        ("079-context-patch-address-anonymous", Refusal::NotLoggedIn),
        ("122-context-patch-foreign-address", Refusal::AddressNotFound),
        ("286-context-patch-not-uuid", Refusal::Rejected),
    ];
    for (name, refusal) in refused {
        let server = answering("PATCH", "/context", name).await;
        let failure = shopware(&server)
            .change_context(&call(), &ContextChange::default())
            .await
            .unwrap_err();
        assert_eq!(failure.refusal(), refusal, "{name}");
        assert!(!failure.may_have_been_done(), "{name}");
    }
    let mut raw = recorded("shopware", "078-context-patch-unknown").body;
    raw["errors"][0]["source"]["pointer"] = "/paymentMethodId".into();
    let server = MockServer::start().await;
    let answer = ResponseTemplate::new(400).set_body_json(&raw);
    mount(&server, "PATCH", "/store-api/context", answer).await;
    let failure = shopware(&server)
        .change_context(&call(), &ContextChange::default())
        .await
        .unwrap_err();
    assert_eq!(failure.refusal(), Refusal::PaymentMethodNotAvailable);
}

/// An expired session is not an error: the answer has another token and is that of an anonymous visitor (Shopware
/// §3.1).
#[tokio::test]
async fn an_expired_session_is_seen_by_its_token() {
    let server = MockServer::start().await;
    let aged = recorded("shopware", "902-aged-token-get-context").answer();
    mount(&server, "GET", "/store-api/context", aged).await;
    let answer = shopware(&server).context(&call()).await.unwrap();
    assert!(answer.token_changed(&call()) && answer.value.customer.is_none());
    let server = answering("GET", "/context", "000-context-anonymous").await;
    let anonymous = SessionCall { token: None, ..call() };
    let begun = shopware(&server).context(&anonymous).await.unwrap();
    assert!(
        begun.token.is_some() && !begun.token_changed(&anonymous),
        "a session that begins has not expired"
    );
    let same = shopware(&server).context(&call()).await.unwrap();
    assert!(!same.token_changed(&call()));
}
