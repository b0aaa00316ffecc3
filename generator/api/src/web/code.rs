//! The public error codes, each with one status, one title and one text (rule 12).
//!
//! **Invariant:** the table is complete: a code without a row does not compile.

use http::StatusCode;

macro_rules! codes {
    ($($name:ident $code:literal $status:ident $title:literal $key:literal,)*) => {
        /// The public error codes.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[expect(missing_docs, reason = "the table below says what each means")]
        pub enum Code {
            $($name,)*
        }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The code in responses: `RATE_LIMITED`.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)*
                }
            }

            /// Its HTTP status.
            pub const fn status(self) -> StatusCode {
                match self {
                    $(Self::$name => StatusCode::$status,)*
                }
            }

            /// A short English title.
            pub(crate) const fn title(self) -> &'static str {
                match self {
                    $(Self::$name => $title,)*
                }
            }

            /// The key of its text in `locales/<code>/errors.json`.
            pub(crate) const fn key(self) -> &'static str {
                match self {
                    $(Self::$name => $key,)*
                }
            }
        }
    };
}

codes! {
    InvalidRequest "INVALID_REQUEST" BAD_REQUEST "Invalid request" "errors.invalid_request",
    WithdrawalNotWaived "WITHDRAWAL_NOT_WAIVED" BAD_REQUEST "Right of withdrawal not waived" "errors.withdrawal_not_waived",
    TermsNotAccepted "TERMS_NOT_ACCEPTED" BAD_REQUEST "Terms not accepted" "errors.terms_not_accepted",
    HostNotAllowed "HOST_NOT_ALLOWED" MISDIRECTED_REQUEST "Host not allowed" "errors.host_not_allowed",
    OriginNotAllowed "ORIGIN_NOT_ALLOWED" FORBIDDEN "Origin not allowed" "errors.origin_not_allowed",
    CookiesBlocked "COOKIES_BLOCKED" FORBIDDEN "Cookies blocked" "errors.cookies_blocked",
    OrderingNotAllowed "ORDERING_NOT_ALLOWED" FORBIDDEN "Ordering not allowed" "errors.ordering_not_allowed",
    LoginRequired "LOGIN_REQUIRED" FORBIDDEN "Login required" "errors.login_required",
    AccountInactive "ACCOUNT_INACTIVE" FORBIDDEN "Account inactive" "errors.account_inactive",
    BusinessRequired "BUSINESS_REQUIRED" FORBIDDEN "Business account required" "errors.business_required",
    SessionExpired "SESSION_EXPIRED" FORBIDDEN "Session expired" "errors.session_expired",
    OrderLookupRefused "ORDER_LOOKUP_REFUSED" FORBIDDEN "Order lookup refused" "errors.order_lookup_refused",
    OrderOfAccount "ORDER_OF_ACCOUNT" FORBIDDEN "Order of an account" "errors.order_of_account",
    HookRefused "HOOK_REFUSED" FORBIDDEN "Hook refused" "errors.hook_refused",
    LoginRefused "LOGIN_REFUSED" FORBIDDEN "Login refused" "errors.login_refused",
    NotFound "NOT_FOUND" NOT_FOUND "Not found" "errors.not_found",
    LineItemNotFound "LINE_ITEM_NOT_FOUND" NOT_FOUND "Line item not found" "errors.line_item_not_found",
    PromotionNotFound "PROMOTION_NOT_FOUND" NOT_FOUND "Promotion not found" "errors.promotion_not_found",
    AddressNotFound "ADDRESS_NOT_FOUND" NOT_FOUND "Address not found" "errors.address_not_found",
    OrderNotFound "ORDER_NOT_FOUND" NOT_FOUND "Order not found" "errors.order_not_found",
    DocumentNotFound "DOCUMENT_NOT_FOUND" NOT_FOUND "Document not found" "errors.document_not_found",
    LinkNotUsable "LINK_NOT_USABLE" GONE "Link not usable" "errors.link_not_usable",
    MethodNotAllowed "METHOD_NOT_ALLOWED" METHOD_NOT_ALLOWED "Method not allowed" "errors.method_not_allowed",
    RequestTimeout "REQUEST_TIMEOUT" REQUEST_TIMEOUT "Request timeout" "errors.request_timeout",
    CartRejected "CART_REJECTED" CONFLICT "Cart rejected" "errors.cart_rejected",
    CartChanged "CART_CHANGED" CONFLICT "Cart changed" "errors.cart_changed",
    PromotionNotEligible "PROMOTION_NOT_ELIGIBLE" CONFLICT "Promotion not eligible" "errors.promotion_not_eligible",
    AddressInUse "ADDRESS_IN_USE" CONFLICT "Address in use" "errors.address_in_use",
    OrderRejected "ORDER_REJECTED" CONFLICT "Order rejected" "errors.order_rejected",
    OrderInProgress "ORDER_IN_PROGRESS" CONFLICT "Order in progress" "errors.order_in_progress",
    OrderNotPayable "ORDER_NOT_PAYABLE" CONFLICT "Order not payable" "errors.order_not_payable",
    OrderNotCancellable "ORDER_NOT_CANCELLABLE" CONFLICT "Order not cancellable" "errors.order_not_cancellable",
    SessionChanged "SESSION_CHANGED" CONFLICT "Session changed" "errors.session_changed",
    PayloadTooLarge "PAYLOAD_TOO_LARGE" PAYLOAD_TOO_LARGE "Payload too large" "errors.payload_too_large",
    UnsupportedMediaType "UNSUPPORTED_MEDIA_TYPE" UNSUPPORTED_MEDIA_TYPE "Unsupported media type" "errors.unsupported_media_type",
    FormRefused "FORM_REFUSED" UNPROCESSABLE_ENTITY "Form refused" "errors.form.incomplete",
    RateLimited "RATE_LIMITED" TOO_MANY_REQUESTS "Too many requests" "errors.rate_limited",
    InternalError "INTERNAL_ERROR" INTERNAL_SERVER_ERROR "Internal error" "errors.internal_error",
    BackendUnavailable "BACKEND_UNAVAILABLE" BAD_GATEWAY "Backend unavailable" "errors.backend_unavailable",
    NotRecorded "NOT_RECORDED" SERVICE_UNAVAILABLE "Not recorded" "errors.not_recorded",
    FormsClosed "FORMS_CLOSED" SERVICE_UNAVAILABLE "Forms closed" "errors.forms_closed",
    MaintenanceMode "MAINTENANCE_MODE" SERVICE_UNAVAILABLE "Maintenance mode" "errors.maintenance_mode",
    SearchUnavailable "SEARCH_UNAVAILABLE" SERVICE_UNAVAILABLE "Search unavailable" "errors.search_unavailable",
    BackendTimeout "BACKEND_TIMEOUT" GATEWAY_TIMEOUT "Backend timeout" "errors.backend_timeout",
}
