//! Handlers of registration and of its confirmation by mail.
//!
//! **Invariant:** the URL in the mail is one of the channel's domains, never one of the request (rule 7).

use std::{sync::Arc, time::Instant};

use vitrine_backends::shopware::session::{
    AccountType, ContextToken, Credentials, FieldProblem, GuestRegistration, MailHash, NewAddress, Refusal, Registered,
    Registration, SalutationId, email_hash,
};

use super::{
    handlers, identity,
    types::{
        ConfirmRegistrationRequest, ConfirmationOutcome, ConfirmedResponse, DoneResponse, RegisterRequest,
        RegisteredResponse, RegistrationOutcome,
    },
};
use crate::{
    addresses::{
        self, salutations,
        view::{MAX_FIRST_NAME, MAX_LAST_NAME, pointer_of_registration},
    },
    rates::attempts::Purpose,
    request::{RequestContext, storefront},
    types::customer,
    web::{code::Code, fields::Form, problem::Problem},
};

/// R-ACCT-01: registers a private or business customer; the cart is kept.
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
    let contact = &mut registration.contact;
    let written = [Some(&mut contact.billing_address), contact.shipping_address.as_mut()];
    salutations::fill(context, written.into_iter().flatten()).await;
    let outcome = context
        .become_customer(session_lock, request, |shopware, session| {
            Box::pin(async move { shopware.register(session, &registration).await })
        })
        .await;
    let (registered, _session_lock) = match outcome {
        Ok(registered) => registered,
        Err(problem) => {
            if is_taken(&problem) && is_registered_already(context, &wanted).await {
                let session = identity::session(context).await;
                let outcome = RegistrationOutcome::LoggedIn;
                return Ok(RegisteredResponse { outcome, session });
            }
            let pointer_of = pointer_of_registration(&problem, &wanted.billing_address, false);
            return Err(identity::in_words(context, problem.repointed(pointer_of)));
        }
    };
    if registered.confirmation_pending {
        let email = email_hash(&registered.customer.email);
        context.state.waiting_guests.has_account_link(&email, Instant::now());
    }
    let session = identity::session(context).await;
    Ok(RegisteredResponse {
        outcome: match registered.confirmation_pending {
            true => RegistrationOutcome::ConfirmEmail,
            false => RegistrationOutcome::LoggedIn,
        },
        session,
    })
}

/// Whether the e-mail address has an account.
fn is_taken(problem: &Problem) -> bool {
    match problem.refusal() {
        Some(Refusal::Invalid(fields)) => fields.iter().any(|field| field.problem == FieldProblem::Taken),
        _ => false,
    }
}

/// Logs in with the submitted credentials: an earlier try may have created the account, and its answer was lost. It
/// counts as any other attempt with a password; if it fails, the registration stays refused.
async fn is_registered_already(context: &mut RequestContext, wanted: &RegisterRequest) -> bool {
    let state = Arc::clone(&context.state);
    let email = wanted.email.trim().to_owned();
    let Ok(attempt) = identity::attempt(&state, context, Purpose::Password, &email) else {
        return false;
    };
    let password = wanted.password.secret();
    let outcome = handlers::become_known(context, Credentials { email, password }).await;
    identity::judged(context, attempt, outcome).await.is_ok()
}

fn registration(wanted: &RegisterRequest) -> Result<Registration, Problem> {
    let mut form = Form::default();
    let first_name = form.text("/first_name".to_owned(), &wanted.first_name, MAX_FIRST_NAME);
    let last_name = form.text("/last_name".to_owned(), &wanted.last_name, MAX_LAST_NAME);
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
    let vat_id = form.vat_id("/vat_id", wanted.vat_id.as_deref());
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

/// R-ROUTE-14: the landing page of the mail sends both secrets of its link.
pub(super) async fn confirm(
    context: &mut RequestContext,
    wanted: ConfirmRegistrationRequest,
) -> Result<ConfirmedResponse, Problem> {
    let (hash, name) = secrets(&wanted)?;
    let waiting = context
        .state
        .waiting_guests
        .session_of(&wanted.em, context.jar.token(), Instant::now());
    if let Some(waiting) = waiting {
        return confirm_where_it_waits(context, &wanted.em, &waiting, hash, name).await;
    }
    let request = *blake3::hash(&context.body).as_bytes();
    let session_lock = match context.lock().await {
        Err(problem) if problem.code == Code::SessionChanged && context.follow_customer(request) => None,
        other => other?,
    };
    let outcome = context
        .become_customer(session_lock, request, |shopware, session| {
            Box::pin(async move { shopware.confirm_registration(session, &hash, &name).await })
        })
        .await;
    let outcome = match outcome {
        Ok((registered, _)) => outcome_of(&registered),
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

fn outcome_of(registered: &Registered) -> ConfirmationOutcome {
    match registered.customer.guest {
        true => ConfirmationOutcome::Guest,
        false => ConfirmationOutcome::LoggedIn,
    }
}

/// The link of a guest waiting in another browser is confirmed in the session of that browser, and this browser keeps
/// its own. If the link turns out to belong to another guest, the session is given to the browser that opened it.
async fn confirm_where_it_waits(
    context: &mut RequestContext,
    email: &str,
    waiting: &ContextToken,
    hash: MailHash,
    name: MailHash,
) -> Result<ConfirmedResponse, Problem> {
    let state = Arc::clone(&context.state);
    let session_lock = state.queue.wait(waiting, context.deadline).await?;
    let confirmed = context
        .change_elsewhere(waiting.clone(), session_lock, |shopware, session| {
            Box::pin(async move { shopware.confirm_registration(session, &hash, &name).await })
        })
        .await;
    let outcome = match confirmed {
        Ok((registered, token)) => {
            let token = token.unwrap_or_else(|| waiting.clone());
            let guest = registered.customer.id.as_ref().filter(|_| registered.customer.guest);
            if state
                .waiting_guests
                .confirmed(email, waiting, guest, &token, Instant::now())
            {
                ConfirmationOutcome::GuestElsewhere
            } else {
                context.jar.go_over(token);
                outcome_of(&registered)
            }
        }
        Err(problem) if problem.refusal() == Some(&Refusal::AlreadyConfirmed) => {
            match state.waiting_guests.is_confirmed(email, waiting, Instant::now()) {
                true => ConfirmationOutcome::GuestElsewhere,
                false => ConfirmationOutcome::AlreadyConfirmed,
            }
        }
        Err(problem) if problem.is_about_link() => {
            return Err(problem.without_fields().with_code(Code::LinkNotUsable));
        }
        Err(problem) => return Err(problem),
    };
    let session = identity::session(context).await;
    Ok(ConfirmedResponse { outcome, session })
}

/// The secrets of a mail's link.
fn secrets(wanted: &ConfirmRegistrationRequest) -> Result<(MailHash, MailHash), Problem> {
    let unusable = || Problem::from(Code::LinkNotUsable).because("it has not the form of a mail's link");
    let hash = MailHash::parse(&wanted.hash).map_err(|_| unusable())?;
    let name = MailHash::parse(&wanted.em).map_err(|_| unusable())?;
    Ok((hash, name))
}

/// R-ROUTE-14: a subscription of the newsletter belongs to no session.
pub(super) async fn confirm_newsletter(
    context: &mut RequestContext,
    wanted: ConfirmRegistrationRequest,
) -> Result<DoneResponse, Problem> {
    let (hash, name) = secrets(&wanted)?;
    let outcome = context
        .apart(move |shopware, session| {
            Box::pin(async move { shopware.confirm_newsletter(session, &hash, &name).await })
        })?
        .await;
    let outcome = outcome.map_err(|_| Problem::from(Code::InternalError).because("panic"))?;
    // Whichever secret Shopware refuses, the link is reported as invalid.
    outcome.map_err(
        |problem| match problem.is_about_link() || problem.code == Code::InvalidRequest {
            true => problem.without_fields().with_code(Code::LinkNotUsable),
            false => problem,
        },
    )?;
    Ok(DoneResponse {})
}
