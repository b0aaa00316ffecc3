//! Handlers of registration and of its confirmation by mail.
//!
//! **Invariant:** the URL in the mail is one of the channel's domains, never one of the request (rule 7).

use vitrine_backends::shopware::session::{
    AccountType, GuestRegistration, MailHash, NewAddress, Refusal, Registration, SalutationId,
};

use super::{
    identity,
    types::{
        ConfirmRegistrationRequest, ConfirmationOutcome, ConfirmedResponse, RegisterRequest, RegisteredResponse,
        RegistrationOutcome,
    },
};
use crate::{
    addresses, customer,
    fields::Form,
    problem::{Code, Problem},
    request_context::RequestContext,
    storefront,
};

/// R-ACCT-01: registers a private or business customer; the cart goes along.
pub(super) async fn register(
    context: &mut RequestContext,
    wanted: RegisterRequest,
) -> Result<RegisteredResponse, Problem> {
    let mut registration = registration(&wanted)?;
    let request = *blake3::hash(&context.body).as_bytes();
    let session_lock = match context.lock().await {
        // The same request was sent before and its response was lost, or the button was pressed twice.
        Err(problem) if problem.code == Code::SessionChanged && context.follow_customer(request) => {
            let session = identity::session(context).await;
            let outcome = RegistrationOutcome::LoggedIn;
            return Ok(RegisteredResponse { outcome, session });
        }
        other => other?,
    };
    registration.contact.storefront_url = storefront::url(context).await?;
    let outcome = context
        .become_customer(session_lock, request, |shopware, session| {
            Box::pin(async move { shopware.register(session, &registration).await })
        })
        .await;
    let (registered, _session_lock) = outcome.map_err(|problem| identity::in_words(context, problem))?;
    let session = identity::session(context).await;
    Ok(RegisteredResponse {
        outcome: match registered.confirmation_pending {
            true => RegistrationOutcome::ConfirmEmail,
            false => RegistrationOutcome::LoggedIn,
        },
        session,
    })
}

fn registration(wanted: &RegisterRequest) -> Result<Registration, Problem> {
    let mut form = Form::default();
    let first_name = form.text("/first_name".to_owned(), &wanted.first_name, 255);
    let last_name = form.text("/last_name".to_owned(), &wanted.last_name, 255);
    let salutation = form.optional_id(
        "/salutation_id".to_owned(),
        wanted.salutation_id.as_deref(),
        SalutationId::parse,
    );
    let email = form.email("/email", &wanted.email);
    let again = &wanted.password_confirmation;
    let password = &wanted.password;
    password.check_new(&mut form, "/password", again, "/password_confirmation");
    let business = wanted.account_type == customer::AccountType::Business;
    let vat_id = form.optional("/vat_id".to_owned(), wanted.vat_id.as_deref(), 30);
    let (billing, shipping) =
        addresses::view::both(&mut form, &wanted.billing_address, wanted.shipping_address.as_ref());
    if business && billing.as_ref().is_some_and(|address| address.company.is_none()) {
        form.fault("/billing_address/company", "fields.required");
    }
    form.done().map_err(Problem::fields)?;
    let billing: NewAddress = billing.ok_or_else(|| Problem::choice("/billing_address/country_id"))?;
    Ok(Registration {
        contact: GuestRegistration {
            email,
            salutation,
            first_name,
            last_name,
            account_type: if business {
                AccountType::Business
            } else {
                AccountType::Private
            },
            vat_ids: vat_id.into_iter().filter(|_| business).collect(),
            billing_address: billing,
            shipping_address: shipping,
            accepted_data_protection: wanted.accept_privacy,
            storefront_url: String::new(),
        },
        password: password.secret(),
    })
}

/// R-ROUTE-14: the landing page of the mail hands over both secrets of its link.
pub(super) async fn confirm(
    context: &mut RequestContext,
    wanted: ConfirmRegistrationRequest,
) -> Result<ConfirmedResponse, Problem> {
    let unusable = || Problem::from(Code::LinkNotUsable).because("it has not the form of a mail's link");
    let hash = MailHash::parse(&wanted.hash).map_err(|_| unusable())?;
    let email_hash = MailHash::parse(&wanted.em).map_err(|_| unusable())?;
    let request = *blake3::hash(&context.body).as_bytes();
    let session_lock = match context.lock().await {
        Err(problem) if problem.code == Code::SessionChanged && context.follow_customer(request) => None,
        other => other?,
    };
    let outcome = context
        .become_customer(session_lock, request, |shopware, session| {
            Box::pin(async move { shopware.confirm_registration(session, &hash, &email_hash).await })
        })
        .await;
    let outcome = match outcome {
        Ok(_) => ConfirmationOutcome::LoggedIn,
        Err(problem) => match problem.refusal() {
            Some(Refusal::AlreadyConfirmed) => ConfirmationOutcome::AlreadyConfirmed,
            // The detail of Shopware's violation contains the right hash.
            Some(Refusal::Invalid(_)) => return Err(problem.without_fields().with_code(Code::LinkNotUsable)),
            _ => return Err(problem),
        },
    };
    let session = identity::session(context).await;
    Ok(ConfirmedResponse { outcome, session })
}
