// Written by `vitrine theme types`: types of what islands of this folder import. Write it anew after an upgrade.

declare module "vitrine/api" {
export type ClientOptions = {
    baseUrl: `${string}://${string}` | (string & {});
};

/**
 * The data of the account overview.
 */
export type AccountOverviewResponse = {
    /**
     * The default addresses: one or two, or none if there are none.
     */
    addresses: Array<BookAddress>;
    /**
     * The number under which the shop knows the customer.
     */
    customer_number: string;
    /**
     * The first name.
     */
    first_name: string;
    /**
     * The last name.
     */
    last_name: string;
    newest_order: OrderSummary | null;
    /**
     * The number of orders.
     */
    order_count: number;
    /**
     * The logged-in visitor.
     */
    visitor: Visitor;
};

/**
 * The customer's own data.
 */
export type AccountResponse = {
    /**
     * Whether the customer may change the e-mail address here.
     */
    change_email_allowed: boolean;
    /**
     * The id of the default billing address.
     */
    default_billing_address_id: string | null;
    /**
     * The id of the default shipping address.
     */
    default_shipping_address_id: string | null;
    /**
     * Whether the customer may delete the account here.
     */
    deletion_allowed: boolean;
    /**
     * The customer.
     */
    profile: Profile;
    /**
     * The salutations to choose from.
     */
    salutations: Array<Salutation>;
};

/**
 * The shop's requirements for accounts.
 */
export type AccountRulesResponse = {
    /**
     * The minimum length of a new password in characters; `null` if the shop could not be reached.
     */
    password_min_length: number | null;
};

/**
 * The kind of a customer's account.
 */
export type AccountType = 'private' | 'business';

/**
 * Products to add by number.
 */
export type AddByNumberRequest = {
    /**
     * 1 to 100 lines; a number may occur several times.
     */
    lines: Array<NumberLine>;
};

/**
 * A product to add to the cart.
 */
export type AddLineItemRequest = {
    /**
     * The id of a product that can be bought: 32 hex digits.
     */
    product_id: string;
    /**
     * The quantity to add.
     */
    quantity: number;
};

/**
 * A promotion code to add.
 */
export type AddPromotionRequest = {
    /**
     * The code, as the visitor typed it.
     */
    code: string;
};

/**
 * The cart after an order by number.
 */
export type AddedByNumberResponse = {
    /**
     * The cart.
     */
    cart: CartResponse;
    /**
     * The outcome of each line, in the order of the request.
     */
    lines: Array<NumberResult>;
};

/**
 * An address of a customer, or of an order.
 */
export type Address = {
    /**
     * A second address line, such as an apartment or a floor.
     */
    additional_line: string | null;
    /**
     * A third address line, which some shops require.
     */
    additional_line_2: string | null;
    /**
     * The city.
     */
    city: string;
    /**
     * The name of the company.
     */
    company: string | null;
    /**
     * The name of the country, localized; `null` if the shop does not send it.
     */
    country: string | null;
    /**
     * The id of the country.
     */
    country_id: string;
    /**
     * The id of the state or province.
     */
    country_state_id: string | null;
    /**
     * The first name.
     */
    first_name: string;
    /**
     * The id of the address: 32 hex digits.
     */
    id: string;
    /**
     * The last name.
     */
    last_name: string;
    /**
     * The telephone number.
     */
    phone: string | null;
    /**
     * The id of the salutation; `null` if none was chosen.
     */
    salutation_id: string | null;
    /**
     * Street and house number.
     */
    street: string;
    /**
     * The postal code; empty in countries that have none.
     */
    zipcode: string;
};

/**
 * The options of an address form.
 */
export type AddressFormResponse = {
    /**
     * The countries, in the shop's order.
     */
    countries: Array<Country>;
    /**
     * The id of the session's country, for an empty form.
     */
    country_id: string | null;
    /**
     * The address fields that this shop requires, in addition to those that every shop requires.
     */
    required_fields: Array<RequiredField>;
    /**
     * The salutations.
     */
    salutations: Array<Salutation>;
};

/**
 * An address to create, or to replace an existing one.
 */
export type AddressInput = {
    /**
     * A second address line, such as an apartment or a floor.
     */
    additional_line?: string | null;
    /**
     * A third address line, which some shops require.
     */
    additional_line_2?: string | null;
    /**
     * The city.
     */
    city: string;
    /**
     * The name of the company.
     */
    company?: string | null;
    /**
     * The id of the country.
     */
    country_id: string;
    /**
     * The id of the state or province.
     */
    country_state_id?: string | null;
    /**
     * The first name.
     */
    first_name: string;
    /**
     * The last name.
     */
    last_name: string;
    /**
     * The telephone number.
     */
    phone?: string | null;
    /**
     * The id of the salutation.
     */
    salutation_id?: string | null;
    /**
     * Street and house number.
     */
    street: string;
    /**
     * The postal code; empty in countries that have none.
     */
    zipcode: string;
};

/**
 * The use of a default address.
 */
export type AddressUse = 'billing' | 'shipping';

/**
 * The address book of the session's customer.
 */
export type AddressesResponse = {
    /**
     * The addresses, the default ones first.
     */
    addresses: Array<BookAddress>;
    /**
     * The id of the address that the request created or changed; `null` for a list and after a deletion.
     */
    changed_id: string | null;
};

/**
 * An amount before and now.
 */
export type AmountChange = {
    /**
     * The amount that was shown.
     */
    before: Money;
    /**
     * The amount now.
     */
    now: Money;
};

/**
 * One error.
 */
export type ApiErrorDetail = {
    /**
     * The code: `ORDERING_NOT_ALLOWED`.
     */
    code: string;
    /**
     * The text for the visitor, localized.
     */
    detail: string;
    source: ErrorSource | null;
    /**
     * A short title in English.
     */
    title: string;
};

/**
 * The days on which a product is delivered, in a sentence, and the sentence that is true after the cut-off.
 */
export type Arrival = {
    /**
     * The days of an order that is placed now.
     */
    days: string;
    /**
     * The days of an order that is placed after the cut-off; `null` with `seconds`.
     */
    days_then: string | null;
    /**
     * The seconds from this response to the cut-off; `null` if no order is handled any more today.
     */
    seconds: number | null;
};

/**
 * The state of a backend.
 */
export type BackendState = 'up' | 'maintenance' | 'down' | 'paused';

/**
 * The state of each backend, at most some seconds old.
 */
export type BackendStates = {
    /**
     * The state of Shopware.
     */
    shopware: BackendState;
};

/**
 * One reason why the cart cannot be ordered, with its text.
 */
export type Blocker = {
    /**
     * The reason.
     */
    code: BlockerCode;
    /**
     * The text for the visitor, localized.
     */
    message: string;
};

/**
 * A reason why the cart cannot be ordered.
 */
export type BlockerCode = 'ordering-not-allowed' | 'empty-cart' | 'no-customer' | 'no-billing-address' | 'no-shipping-address' | 'no-shipping-method' | 'no-payment-method' | 'billing-address' | 'shipping-address' | 'account-inactive' | 'cart-error';

/**
 * An address of the address book.
 */
export type BookAddress = Address & {
    /**
     * Whether it is the billing address unless the customer chooses another one.
     */
    is_default_billing: boolean;
    /**
     * Whether it is the shipping address unless the customer chooses another one.
     */
    is_default_shipping: boolean;
};

/**
 * What became of a build.
 */
export type BuildOutcome = 'live' | 'unchanged' | 'failed' | 'refused';

/**
 * One build.
 */
export type BuildRun = {
    /**
     * The release that was live before.
     */
    before: string | null;
    /**
     * When it began (RFC 3339).
     */
    began_at: string;
    /**
     * Why it failed, or what failed after its release was live.
     */
    error: string | null;
    /**
     * The last event that was accepted when it began.
     */
    events: number;
    /**
     * What became of it.
     */
    outcome: BuildOutcome;
    pages: PageCounts | null;
    /**
     * Why it began: `event`, `change` (found by a look), `schedule`, `reconciliation`, `retry`, `first`, `asked` (at the desk).
     */
    reason: string;
    /**
     * The errors for which its release was refused.
     */
    refused: Array<RefusedFinding>;
    /**
     * The release that it made.
     */
    release: string | null;
    /**
     * How long it took.
     */
    seconds: number;
};

/**
 * Events, builds and the live release.
 */
export type BuilderReport = {
    /**
     * The number of the last event that was accepted.
     */
    accepted: number;
    /**
     * The last builds, newest first, those of former processes too.
     */
    builds: Array<BuildRun>;
    /**
     * The number of the last event that a build has seen.
     */
    built: number;
    /**
     * The last events, newest first.
     */
    events: Array<Event>;
    look: Look | null;
    /**
     * The memory of the process that waits for the next build, after its last one; null if there is none.
     */
    memory_bytes: number | null;
    /**
     * The next time at which the site changes without an event: an entry appears, or one ends (RFC 3339).
     */
    next_change: string | null;
    /**
     * Events that were refused, the newest reason first: a secret that is not the same on both sides shows here.
     */
    refused: Array<Refusal>;
    /**
     * The live release.
     */
    release: string | null;
    running: RunningBuild | null;
    /**
     * The stage of the running build: `pull`, `convert`, `plan`, `render`, `write`, `check`, `release`.
     */
    stage: string | null;
    /**
     * The state of the builder.
     */
    state: BuilderState;
};

/**
 * The state of the builder.
 */
export type BuilderState = 'none' | 'idle' | 'waiting' | 'building' | 'rolled-back';

/**
 * The order is to be cancelled.
 */
export type CancelOrderRequest = {
    [key: string]: never;
};

/**
 * A picture, as the generator made its attributes.
 */
export type CardImage = {
    /**
     * The attribute `alt`; empty because the name is next to the picture.
     */
    alt: string;
    /**
     * CSS classes of the focal point; `null` for the centre.
     */
    focus: string | null;
    /**
     * The attribute `height`.
     */
    height: number | null;
    /**
     * The attribute `sizes`; `null` where `srcset` names densities.
     */
    sizes: string | null;
    /**
     * For browsers without `srcset`.
     */
    src: string;
    /**
     * The attribute `srcset`.
     */
    srcset: string;
    /**
     * The attribute `width`.
     */
    width: number | null;
};

/**
 * A price as a card shows it, in the page's language.
 */
export type CardPrice = {
    /**
     * The list price, struck through.
     */
    list_price: string | null;
    /**
     * The reference price, the sentence about the lowest price of the last 30 days, and what a piece costs in a larger
     * quantity.
     */
    note: string | null;
    /**
     * The price of one piece: `vanaf € 494,00`.
     */
    price: string;
    /**
     * Whether tax is included: `excl. btw`.
     */
    tax: string;
};

/**
 * Prices of the customer's own.
 */
export type CardPricesResponse = {
    /**
     * Paths to ask for in another request, because these would have been too many variants for one.
     */
    later: Array<string>;
    /**
     * Whether this visitor may have own prices; otherwise everything else is empty.
     */
    own: boolean;
    /**
     * In the order of the request; without products that are not known or not sold to this customer.
     */
    prices: Array<PathPrices>;
    /**
     * Says that lists are sorted and filtered by public prices.
     */
    public_order: string;
    /**
     * The label of public prices, for cards without an own price: `incl. btw`.
     */
    public_tax: string;
    /**
     * Texts around a struck price.
     */
    words: StruckWords;
};

/**
 * A colour of a card.
 */
export type CardSwatch = {
    /**
     * `#9c4327`
     */
    color: string;
};

/**
 * One change of a cart.
 */
export type CartChange = {
    amount: AmountChange | null;
    /**
     * What changed.
     */
    kind: CartChangeKind;
    /**
     * The id of the line item; `null` if the change does not concern a single one.
     */
    line_item_id: string | null;
    /**
     * The text for the visitor, localized.
     */
    message: string;
    quantity: QuantityChange | null;
};

/**
 * The kind of a change of the cart that the visitor did not make.
 */
export type CartChangeKind = 'removed' | 'quantity' | 'unit-price' | 'added' | 'shipping' | 'other';

/**
 * Nothing was ordered, because the cart differs from the one that was shown.
 */
export type CartChangedResponse = {
    /**
     * The current cart; its `changes` list the differences, and its `hash` is to be sent with the next attempt.
     */
    cart: CartResponse;
    /**
     * One error with the code `CART_CHANGED`.
     */
    errors: Array<ApiErrorDetail>;
};

/**
 * A problem that the shop found in the cart. Most errors are in one response only.
 */
export type CartError = {
    /**
     * Whether the error prevents the order.
     */
    blocks_order: boolean;
    /**
     * The key of the error, unique within the cart.
     */
    key: string;
    /**
     * The severity.
     */
    level: CartErrorLevel;
    /**
     * The text for the visitor, localized.
     */
    message: string;
    /**
     * The kind of error: `product-stock-reached`.
     */
    message_key: string;
};

/**
 * The severity of a cart error.
 */
export type CartErrorLevel = 'notice' | 'warning' | 'error';

/**
 * The data of the cart page.
 */
export type CartOverviewResponse = {
    /**
     * The cart.
     */
    cart: CartResponse;
    /**
     * The id of the country that the cart is delivered to.
     */
    country_id: string | null;
    /**
     * The countries that the shop delivers to, in the shop's order; empty if they could not be read.
     */
    delivery_countries: Array<DeliveryCountry>;
    /**
     * The names of the payment methods that are available for this cart, localized; empty if they could not be read.
     */
    payment_methods: Array<string>;
    visitor: Visitor | null;
};

/**
 * The cart.
 */
export type CartResponse = {
    /**
     * Changes that the visitor did not make, since the cart that this browser was shown last.
     */
    changes: Array<CartChange>;
    /**
     * The days on which everything is delivered if it is ordered now, in a sentence, localized; `null` if nothing is
     * shipped, a line's delivery time is unknown, or the shop names no dates.
     */
    delivery: string | null;
    /**
     * The problems that the shop found in the cart.
     */
    errors: Array<CartError>;
    /**
     * A hash of content and prices, to be sent with the order; `null` if the cart cannot be ordered.
     */
    hash: string | null;
    /**
     * The number of pieces of merchandise.
     */
    item_count: number;
    /**
     * The line items.
     */
    line_items: Array<LineItem>;
    /**
     * The amount to pay without tax.
     */
    net_total: Money;
    notice: Notice | null;
    rounding: Money | null;
    shipping: Shipping | null;
    /**
     * The sum of the line items without shipping.
     */
    subtotal: Money;
    /**
     * Whether amounts include tax.
     */
    tax_status: TaxStatus;
    /**
     * The tax of each rate.
     */
    taxes: Array<Tax>;
    /**
     * The amount to pay.
     */
    total: Money;
};

/**
 * The choices to change. An omitted field is unchanged; a field sent without an id is refused.
 */
export type ChangeCheckoutRequest = {
    /**
     * The id of an address in the address book, as billing address.
     */
    billing_address_id?: string | null;
    /**
     * The id of the country to ship to, for a visitor without an address.
     */
    country_id?: string | null;
    /**
     * The id of a payment method.
     */
    payment_method_id?: string | null;
    /**
     * The id of an address in the address book, as shipping address.
     */
    shipping_address_id?: string | null;
    /**
     * The id of a shipping method.
     */
    shipping_method_id?: string | null;
};

/**
 * A change of the e-mail address.
 */
export type ChangeEmailRequest = {
    /**
     * The new e-mail address.
     */
    email: string;
    /**
     * The new e-mail address again.
     */
    email_confirmation: string;
    /**
     * The password of the account.
     */
    password: string;
};

/**
 * A new quantity for a line item.
 */
export type ChangeLineItemRequest = {
    /**
     * The quantity to set.
     */
    quantity: number;
};

/**
 * New quantities for several line items, as a page sends them when it is left.
 */
export type ChangeLineItemsRequest = {
    /**
     * 1 to 100 line items, each once.
     */
    line_items: Array<LineItemQuantity>;
};

/**
 * A change of the password.
 */
export type ChangePasswordRequest = {
    /**
     * The new password.
     */
    new_password: string;
    /**
     * The new password again.
     */
    new_password_confirmation: string;
    /**
     * The password until now.
     */
    password: string;
};

/**
 * Salutation and name of the customer.
 */
export type ChangeProfileRequest = {
    /**
     * The name of a business customer's company; unchanged if omitted.
     */
    company?: string | null;
    /**
     * The first name.
     */
    first_name: string;
    /**
     * The last name.
     */
    last_name: string;
    /**
     * The id of the salutation.
     */
    salutation_id?: string | null;
    /**
     * The VAT id of a business customer; unchanged if omitted.
     */
    vat_id?: string | null;
};

/**
 * The session's changes. The language is always set to the page's; a field sent without an id does nothing.
 */
export type ChangeSessionRequest = {
    /**
     * The id of the shop's currency.
     */
    currency_id?: string | null;
    /**
     * The id of the language of the page's locale.
     */
    language_id?: string | null;
};

/**
 * The secret of the link in a recovery mail.
 */
export type CheckRecoveryRequest = {
    /**
     * The `hash` of the link.
     */
    hash: string;
};

/**
 * The checkout after a change.
 */
export type CheckoutChangedResponse = {
    checkout: CheckoutResponse | null;
};

/**
 * The ordering customer.
 */
export type CheckoutCustomer = {
    /**
     * The kind of customer.
     */
    account_type: AccountType;
    /**
     * Whether the account may order; the shop can deactivate it.
     */
    active: boolean;
    /**
     * The company; `null` if there is none.
     */
    company: string | null;
    /**
     * The e-mail address that the confirmation is sent to.
     */
    email: string;
    /**
     * The first name.
     */
    first_name: string;
    /**
     * Whether the customer orders without an account.
     */
    guest: boolean;
    /**
     * The last name.
     */
    last_name: string;
    /**
     * The VAT ids of the company.
     */
    vat_ids: Array<string>;
};

/**
 * All data of the checkout.
 */
export type CheckoutResponse = {
    /**
     * The address book of the customer.
     */
    addresses: Array<Address>;
    billing_address: Address | null;
    /**
     * The reasons why the cart cannot be ordered; empty if it can.
     */
    blockers: Array<Blocker>;
    /**
     * The cart with the tax of each rate; its `hash` is sent with the order.
     */
    cart: CartResponse;
    /**
     * The countries of the shop.
     */
    countries: Array<Country>;
    /**
     * The id of the country that the order is shipped to.
     */
    country_id: string | null;
    customer: CheckoutCustomer | null;
    /**
     * Whether electrical equipment is delivered with the order, so that an old device may be handed over (law §8).
     */
    electrical: boolean;
    /**
     * Whether this visitor may order on pages of this locale.
     */
    ordering_allowed: boolean;
    /**
     * The id of the chosen payment method.
     */
    payment_method_id: string | null;
    /**
     * The payment methods that are available for this cart and customer.
     */
    payment_methods: Array<PaymentMethod>;
    /**
     * The address fields that this shop requires, in addition to those that every shop requires.
     */
    required_fields: Array<RequiredField>;
    /**
     * The salutations of the shop.
     */
    salutations: Array<Salutation>;
    shipping_address: Address | null;
    /**
     * The id of the chosen shipping method.
     */
    shipping_method_id: string | null;
    /**
     * The shipping methods that are available for this cart and customer.
     */
    shipping_methods: Array<ShippingMethod>;
};

/**
 * The two secrets of the link in a mail that confirms an e-mail address.
 */
export type ConfirmRegistrationRequest = {
    /**
     * The `em` of the link.
     */
    em: string;
    /**
     * The `hash` of the link.
     */
    hash: string;
};

/**
 * What became of a confirmation.
 */
export type ConfirmationOutcome = 'logged-in' | 'guest' | 'guest-elsewhere' | 'already-confirmed';

/**
 * The answer to a confirmation.
 */
export type ConfirmationResponse = {
    /**
     * Always true.
     */
    confirmed: boolean;
};

/**
 * The confirmation, and the session after it.
 */
export type ConfirmedResponse = {
    /**
     * What became of the confirmation.
     */
    outcome: ConfirmationOutcome;
    session: SessionResponse | null;
};

/**
 * A country of the shop.
 */
export type Country = {
    /**
     * The id: 32 hex digits.
     */
    id: string;
    /**
     * The ISO 3166-1 code: `NL`.
     */
    iso: string;
    /**
     * The name, localized.
     */
    name: string;
    /**
     * Whether the shop ships to this country.
     */
    shipping_available: boolean;
    /**
     * Whether an address in this country requires a state or province.
     */
    state_required: boolean;
    /**
     * Its states or provinces; empty if it has none.
     */
    states: Array<CountryState>;
    /**
     * Whether a company in this country requires a VAT id.
     */
    vat_id_required: boolean;
    /**
     * Whether an address in this country requires a postal code.
     */
    zipcode_required: boolean;
};

/**
 * A state or province.
 */
export type CountryState = {
    /**
     * The id: 32 hex digits.
     */
    id: string;
    /**
     * The name, localized.
     */
    name: string;
};

/**
 * A picture.
 */
export type Cover = {
    /**
     * The alternative text, localized; empty if there is none.
     */
    alt: string;
    /**
     * The absolute URL of the original image.
     */
    url: string;
};

/**
 * The customer of a session.
 */
export type Customer = {
    /**
     * The kind of account.
     */
    account_type: AccountType;
    /**
     * The first name.
     */
    first_name: string;
    /**
     * Whether the customer orders without an account.
     */
    guest: boolean;
    /**
     * Whether the customer has an account and is logged in.
     */
    logged_in: boolean;
};

/**
 * The use for which an address is to be the default one.
 */
export type DefaultAddressRequest = {
    /**
     * The use.
     */
    use: AddressUse;
};

/**
 * The proof that the customer deletes the account.
 */
export type DeleteAccountRequest = {
    /**
     * The password of the account.
     */
    password: string;
};

/**
 * A country that the shop delivers to.
 */
export type DeliveryCountry = {
    /**
     * The id: 32 hex digits.
     */
    id: string;
    /**
     * The name, localized.
     */
    name: string;
};

/**
 * The request succeeded.
 */
export type DoneResponse = {
    [key: string]: unknown;
};

/**
 * The energy arrow of a light source, all texts in the page's language.
 */
export type EnergyArrow = {
    /**
     * Alternative text of the arrow.
     */
    alt: string;
    /**
     * `A` to `G`.
     */
    class: string;
    /**
     * Alternative text of the label; `null` if a page cannot show it, so that it is linked.
     */
    label_alt: string | null;
    /**
     * URL of the full label.
     */
    label_href: string;
    /**
     * URL of the product information sheet.
     */
    sheet_href: string;
    /**
     * Label of the link to the sheet.
     */
    sheet_label: string;
};

/**
 * Why a request failed.
 */
export type ErrorResponse = {
    /**
     * At least one error.
     */
    errors: Array<ApiErrorDetail>;
};

/**
 * The invalid field of a request.
 */
export type ErrorSource = {
    /**
     * A JSON pointer: `/quantity`.
     */
    pointer: string;
};

/**
 * One event.
 */
export type Event = {
    /**
     * When it was accepted, in seconds since 1970.
     */
    at: number;
    /**
     * `content` or `commerce`.
     */
    from: string;
    /**
     * Its kind: `entry.saved`, `product.written`.
     */
    kind: string;
    /**
     * Events are numbered in the order in which they were accepted.
     */
    n: number;
};

/**
 * The page of a product.
 */
export type ExactProduct = {
    /**
     * Path of the product's page.
     */
    href: string;
    /**
     * Name.
     */
    name: string;
};

/**
 * The fields of a form by their handles, its honeypot, and `key`. Files are parts of a multipart body. Which fields there
 * are says the live release.
 */
export type FormBody = {
    /**
     * A random key of the sender: the same form sent again with it is recorded once.
     */
    key?: string | null;
};

/**
 * The answer to a form.
 */
export type FormSent = {
    /**
     * The outcome.
     */
    outcome: FormState;
    /**
     * The reference of its record: `4F2A-91BC-03DE`.
     */
    reference: string;
};

/**
 * The outcome of a submission.
 */
export type FormState = 'sent' | 'kept';

/**
 * Whether the visitor is a guest now.
 */
export type GuestOutcome = 'entered' | 'confirm-email';

/**
 * Contact and addresses of a guest.
 */
export type GuestRequest = {
    /**
     * Whether the guest accepts the privacy statement, if the shop requires that.
     */
    accept_privacy: boolean;
    /**
     * The billing address with the guest's name; if it has a company, the guest orders as a business.
     */
    billing_address: AddressInput;
    /**
     * The e-mail address that the confirmation is sent to.
     */
    email: string;
    shipping_address?: AddressInput | null;
    /**
     * The VAT id of a company.
     */
    vat_id?: string | null;
};

/**
 * The result of submitting a guest's details, and the new checkout.
 */
export type GuestResponse = {
    checkout: CheckoutResponse | null;
    /**
     * Whether the visitor is a guest now.
     */
    outcome: GuestOutcome;
    /**
     * The secret with which this browser requests whether the e-mail address was confirmed elsewhere; `null` if no
     * confirmation is needed.
     */
    waiting: string | null;
};

/**
 * What becomes of an event.
 */
export type HookOutcome = 'accepted' | 'known' | 'ignored';

/**
 * The answer to an event.
 */
export type HookResponse = {
    /**
     * What becomes of the event.
     */
    outcome: HookOutcome;
};

/**
 * The numbers of a product, or of one that a bundle contains.
 */
export type ItemNumbers = {
    /**
     * The EAN.
     */
    ean: string | null;
    /**
     * The manufacturer's number.
     */
    manufacturer_number: string | null;
    /**
     * The product number.
     */
    number: string;
    /**
     * How often the product itself, or the bundle, contains it.
     */
    quantity: number;
};

/**
 * A line item of the cart.
 */
export type LineItem = {
    /**
     * The nested items of a container, such as a set; they are counted and priced with the container.
     */
    children: Array<LineItem>;
    cover: Cover | null;
    /**
     * Its delivery in sentences: the delivery time, and the days if it is ordered now. Empty if nothing is shipped or
     * known.
     */
    delivery: Array<string>;
    /**
     * Whether the line item is a digital product.
     */
    digital: boolean;
    energy: EnergyArrow | null;
    /**
     * Whether the line item is merchandise.
     */
    good: boolean;
    /**
     * The id of the line item in the cart.
     */
    id: string;
    /**
     * The kind of line item.
     */
    kind: LineItemKind;
    /**
     * The product name, localized; the product number if it has none.
     */
    label: string;
    /**
     * The quantities that can be bought.
     */
    limits: QuantityLimits;
    list_price: Money | null;
    /**
     * Product and part numbers, shown to business customers; of a bundle also those of its contents.
     */
    numbers: Array<ItemNumbers>;
    /**
     * The options of the variant.
     */
    options: Array<LineItemOption>;
    /**
     * The path of the product's page in this locale.
     */
    path: string | null;
    /**
     * The product id; `null` if the line item is not a product.
     */
    product_id: string | null;
    /**
     * The product number.
     */
    product_number: string | null;
    /**
     * The quantity.
     */
    quantity: number;
    /**
     * Whether the line item can be removed.
     */
    removable: boolean;
    /**
     * Whether the quantity can be changed.
     */
    stackable: boolean;
    /**
     * The number of pieces in stock.
     */
    stock: number | null;
    total_price: Money | null;
    unit_price: Money | null;
    /**
     * Why it is excluded from withdrawal, localized; `null` if it is not, or this is not known.
     */
    withdrawal_excluded: string | null;
    /**
     * Whether a consumer can withdraw from its purchase.
     */
    withdrawal_right: WithdrawalRight;
};

/**
 * The kind of a line item.
 */
export type LineItemKind = 'product' | 'promotion' | 'other';

/**
 * One option of a variant.
 */
export type LineItemOption = {
    /**
     * The name of the option group, localized: `Fabric`.
     */
    group: string;
    /**
     * The name of the chosen option, localized: `Hale 146`.
     */
    option: string;
};

/**
 * A new quantity for one of several line items.
 */
export type LineItemQuantity = {
    /**
     * The id of the line item.
     */
    id: string;
    /**
     * The quantity to set.
     */
    quantity: number;
};

/**
 * E-mail address and password of an account.
 */
export type LogInRequest = {
    /**
     * The e-mail address, in any case.
     */
    email: string;
    /**
     * The password.
     */
    password: string;
};

/**
 * Which devices are logged out.
 */
export type LogOutRequest = {
    /**
     * Whether the visitor requested it for all devices. The backend keeps one session for each customer, so a logout
     * always affects all devices.
     */
    everywhere: boolean;
};

/**
 * One look at what changed in Shopware.
 */
export type Look = {
    /**
     * When it was (RFC 3339).
     */
    at: string;
    /**
     * Why polling Shopware failed.
     */
    error: string | null;
};

/**
 * A guest's proof of an order: the code of the link in the e-mail, and details of the order.
 */
export type LookUpOrderRequest = {
    /**
     * The code of the link.
     */
    code: string;
    /**
     * The e-mail address of the order; without it and the postal code only the session's own order is found.
     */
    email?: string | null;
    /**
     * The postal code of the billing address.
     */
    zipcode?: string | null;
};

/**
 * A product of an order that is not in the cart, or less often than it was ordered.
 */
export type MissingItem = {
    /**
     * The number of added pieces.
     */
    added: number;
    /**
     * The label, in the language of the order; the product number if it has none.
     */
    label: string;
    /**
     * Why.
     */
    reason: MissingReason;
    /**
     * The number of ordered pieces.
     */
    wanted: number;
};

/**
 * Why a product of an order is not in the cart as often as it was ordered.
 */
export type MissingReason = 'not-sold' | 'sold-out' | 'fewer';

/**
 * An amount in minor units: 129900 with EUR is € 1.299,00.
 */
export type Money = {
    /**
     * The ISO 4217 code of the currency.
     */
    currency: string;
    /**
     * The amount in minor units of the currency; negative for discounts.
     */
    minor: number;
};

/**
 * A message to the visitor.
 */
export type Notice = {
    /**
     * The reason.
     */
    code: NoticeCode;
    login?: NoticeLink | null;
    /**
     * The text for the visitor, localized.
     */
    message: string;
};

/**
 * The reason of a notice.
 */
export type NoticeCode = 'session-expired' | 'cart-ended';

/**
 * A link of a notice.
 */
export type NoticeLink = {
    /**
     * The text of the link, localized.
     */
    label: string;
    /**
     * The page's path.
     */
    path: string;
};

/**
 * A product number and a quantity.
 */
export type NumberLine = {
    /**
     * A product number or an EAN.
     */
    number: string;
    /**
     * The quantity to add.
     */
    quantity: number;
};

/**
 * What became of one line of an order by number.
 */
export type NumberOutcome = 'added' | 'adjusted' | 'not-found' | 'has-variants' | 'sold-out';

/**
 * One line of an order by number, with its outcome.
 */
export type NumberResult = {
    /**
     * The quantity that is in the cart now; `null` if the product is not in it.
     */
    in_cart: number | null;
    /**
     * The product name, localized; `null` if no product was found.
     */
    label: string | null;
    /**
     * The number of the request, trimmed.
     */
    number: string;
    /**
     * What became of it.
     */
    outcome: NumberOutcome;
    /**
     * The quantity of the request.
     */
    quantity: number;
};

/**
 * Price and stock of a product for this visitor.
 */
export type Offer = {
    arrival: Arrival | null;
    /**
     * The number of pieces in stock.
     */
    available_stock: number;
    /**
     * The delivery time as text, localized.
     */
    delivery_time: string | null;
    /**
     * Product and part numbers, of a bundle also those of its contents; empty for anyone but business customers.
     */
    numbers: Array<ItemNumbers>;
    /**
     * The product id.
     */
    product_id: string;
    /**
     * Days until restock, if the product is out of stock.
     */
    restock_days: number | null;
    /**
     * Whether the product can be bought.
     */
    stock_state: StockState;
    /**
     * Whether amounts include tax.
     */
    tax_status: TaxStatus;
    /**
     * Prices by quantity; empty if there is only one price.
     */
    tiers: Array<OfferTier>;
    /**
     * The price of one piece at the smallest quantity that can be bought.
     */
    unit: OfferPrice;
};

/**
 * The price of one piece.
 */
export type OfferPrice = {
    list_price: Money | null;
    lowest_price: Money | null;
    /**
     * The price to pay.
     */
    price: Money;
    reference_price: ReferencePrice | null;
};

/**
 * The price of one piece for a range of quantities.
 */
export type OfferTier = {
    /**
     * The first quantity of the range.
     */
    from: number;
    /**
     * The last quantity of the range; `null` if the range is open.
     */
    to: number | null;
    /**
     * The price of one piece.
     */
    unit: OfferPrice;
};

/**
 * Price and stock of several products, in the order of the backend's response.
 */
export type OffersResponse = {
    /**
     * One offer for each product that this visitor can be sold.
     */
    offers: Array<Offer>;
};

/**
 * The OpenAPI document.
 */
export type OpenApiDocument = {
    [key: string]: unknown;
};

/**
 * An order.
 */
export type Order = {
    billing_address: Address | null;
    /**
     * Whether the customer can cancel the order here.
     */
    can_be_cancelled: boolean;
    /**
     * The customer's comment.
     */
    comment: string | null;
    /**
     * The days that were named when it was ordered, in a sentence, localized; `null` if nothing is under way or the shop
     * names no dates.
     */
    delivery: string | null;
    delivery_status: Status | null;
    /**
     * The documents that the shop shows to the customer.
     */
    documents: Array<OrderDocument>;
    /**
     * The e-mail address that the confirmation was sent to.
     */
    email: string;
    /**
     * The id: 32 hex digits.
     */
    id: string;
    /**
     * The terms and conditions and the information on withdrawal that were in force when it was placed, in its language;
     * empty if none were kept then.
     */
    legal_texts: Array<OrderText>;
    /**
     * The line items.
     */
    line_items: Array<OrderLineItem>;
    /**
     * The amount to pay without tax.
     */
    net_total: Money;
    /**
     * The order number, as printed on documents.
     */
    number: string;
    /**
     * Whether an old device is taken away with the delivery; `null` if the customer did not say.
     */
    old_device: boolean | null;
    /**
     * The payment of the order.
     */
    payment: OrderPayment;
    payment_status: Status | null;
    /**
     * When the order was placed, as RFC 3339.
     */
    placed_at: string | null;
    /**
     * The customer's own reference.
     */
    reference: string | null;
    rounding: Money | null;
    shipping: Shipping | null;
    shipping_address: Address | null;
    /**
     * The state of the order.
     */
    state: OrderState;
    /**
     * The state of the order as the shop names it.
     */
    status: Status;
    /**
     * The sum of the line items without shipping.
     */
    subtotal: Money;
    /**
     * Whether amounts include tax.
     */
    tax_status: TaxStatus;
    /**
     * The tax of each rate.
     */
    taxes: Array<Tax>;
    /**
     * The known history, oldest first.
     */
    timeline: Array<TimelineEntry>;
    /**
     * The amount to pay.
     */
    total: Money;
    /**
     * The shipped parcels.
     */
    tracking: Array<Tracking>;
    withdrawal: Withdrawal | null;
    /**
     * When the customer waived the right of withdrawal for downloads, as RFC 3339; `null` without a download.
     */
    withdrawal_waived: string | null;
};

/**
 * A document of an order.
 */
export type OrderDocument = {
    /**
     * The id: 32 hex digits.
     */
    id: string;
    /**
     * The technical name of its kind: `invoice`, `delivery_note`, `credit_note`, `storno`.
     */
    kind: string;
    /**
     * When it was made, as RFC 3339.
     */
    made_at: string | null;
    /**
     * The shop's own name for its kind, localized; `null` if the shop has none.
     */
    name: string | null;
    /**
     * The number printed on it.
     */
    number: string;
    /**
     * The path of the PDF on this origin.
     */
    path: string;
};

/**
 * A file that was bought.
 */
export type OrderDownload = {
    /**
     * The size in bytes.
     */
    bytes: number | null;
    /**
     * The name of the file.
     */
    file_name: string;
    /**
     * The id of the file: 32 hex digits.
     */
    id: string;
    /**
     * The path of the file on this origin; `null` until the order is paid.
     */
    path: string | null;
};

/**
 * A line item of an order.
 */
export type OrderLineItem = {
    /**
     * The nested items of a container, such as a set; they are priced with the container.
     */
    children: Array<OrderLineItem>;
    cover: Cover | null;
    /**
     * Whether the line item is a digital product.
     */
    digital: boolean;
    /**
     * The files of a digital product.
     */
    downloads: Array<OrderDownload>;
    /**
     * The id of the line item: 32 hex digits.
     */
    id: string;
    /**
     * The kind of line item.
     */
    kind: LineItemKind;
    /**
     * The label, in the language of the order; the product number if it has none.
     */
    label: string;
    /**
     * Product and part numbers in the order of a company, of a bundle also those of its contents; otherwise empty.
     */
    numbers: Array<ItemNumbers>;
    /**
     * The options of the variant, in the language of the order.
     */
    options: Array<LineItemOption>;
    /**
     * The path of the product's page in this locale; `null` if it has none any more.
     */
    path: string | null;
    /**
     * The product number.
     */
    product_number: string | null;
    /**
     * The quantity.
     */
    quantity: number;
    total_price: Money | null;
    unit_price: Money | null;
    /**
     * Why it is excluded from withdrawal, localized; `null` if it is not, or this is not known.
     */
    withdrawal_excluded: string | null;
    /**
     * Whether a consumer can withdraw from its purchase.
     */
    withdrawal_right: WithdrawalRight;
};

/**
 * The order was not paid, because it is paid, cancelled or being paid.
 */
export type OrderNotPayableResponse = {
    /**
     * One error with the code `ORDER_NOT_PAYABLE`.
     */
    errors: Array<ApiErrorDetail>;
    /**
     * The current order.
     */
    order: Order;
};

/**
 * The payment of an order.
 */
export type OrderPayment = {
    /**
     * Whether the order can be paid, or paid again.
     */
    can_be_paid: boolean;
    /**
     * The description of the payment method, localized.
     */
    description: string | null;
    /**
     * The name of the payment method, localized.
     */
    method: string | null;
    /**
     * The id of the payment method.
     */
    method_id: string | null;
    /**
     * The provider's page of a started payment; `null` if there is none or it is not known.
     */
    page: string | null;
    /**
     * The state of the payment.
     */
    state: PaymentState;
    transfer: Transfer | null;
    way: PaymentWay | null;
};

/**
 * The response to paying an order again.
 */
export type OrderPaymentResponse = {
    /**
     * The next step of the payment.
     */
    payment: PaymentStart;
};

/**
 * An order and its payment methods.
 */
export type OrderResponse = {
    /**
     * The order.
     */
    order: Order;
    /**
     * The payment methods that the order can be paid with; empty if it can no longer be paid.
     */
    payment_methods: Array<PaymentMethod>;
};

/**
 * The state of an order.
 */
export type OrderState = 'open' | 'in-progress' | 'completed' | 'cancelled' | 'other';

/**
 * An order in a list.
 */
export type OrderSummary = {
    /**
     * Whether the order waits to be paid on a page, for the first time or again.
     */
    can_be_paid: boolean;
    /**
     * The name of the shipping method, localized; `null` if nothing is shipped.
     */
    delivery_method: string | null;
    delivery_status: Status | null;
    /**
     * The id: 32 hex digits.
     */
    id: string;
    /**
     * The number of pieces of all products.
     */
    item_count: number;
    /**
     * The first products, at most four.
     */
    items: Array<SummaryItem>;
    /**
     * The order number, as printed on documents.
     */
    number: string;
    /**
     * The person who ordered, for companies.
     */
    ordered_by: string | null;
    /**
     * The name of the payment method, localized.
     */
    payment_method: string | null;
    payment_status: Status | null;
    /**
     * When the order was placed, as RFC 3339.
     */
    placed_at: string | null;
    /**
     * The customer's own reference.
     */
    reference: string | null;
    /**
     * The state of the order.
     */
    status: Status;
    /**
     * The amount to pay.
     */
    total: Money;
};

/**
 * A text that was in force when an order was placed.
 */
export type OrderText = {
    /**
     * The path of the kept file.
     */
    path: string;
    /**
     * The title of its page.
     */
    title: string;
};

/**
 * A page of orders, newest first.
 */
export type OrdersResponse = {
    /**
     * The orders of this page.
     */
    orders: Array<OrderSummary>;
    /**
     * The page, from 1.
     */
    page: number;
    /**
     * The number of pages, at least 1.
     */
    pages: number;
    /**
     * The number of orders on all pages.
     */
    total: number;
    /**
     * The requested year.
     */
    year: number | null;
    /**
     * The years in which there are orders, newest first.
     */
    years: Array<number>;
};

/**
 * How many pages differ between two releases.
 */
export type PageCounts = {
    /**
     * New pages.
     */
    added: number;
    /**
     * Pages that are otherwise.
     */
    changed: number;
    /**
     * Pages that are gone.
     */
    removed: number;
};

/**
 * The customer's prices behind a link.
 */
export type PathPrices = {
    /**
     * What the family costs, with `from` if another variant costs more.
     */
    family: CardPrice;
    /**
     * The path that was asked for.
     */
    path: string;
    variant: CardPrice | null;
};

/**
 * A new payment of an order that is not paid.
 */
export type PayOrderRequest = {
    lookup?: LookUpOrderRequest | null;
    /**
     * The id of another payment method; `null` means the one of the order.
     */
    payment_method_id?: string | null;
};

/**
 * A payment method.
 */
export type PaymentMethod = {
    /**
     * Whether an unpaid order can be paid with this method.
     */
    after_order: boolean;
    /**
     * A description for the customer, localized.
     */
    description: string | null;
    icon: Cover | null;
    /**
     * The id: 32 hex digits.
     */
    id: string;
    /**
     * The name, localized.
     */
    name: string;
    /**
     * Where the money is paid.
     */
    way: PaymentWay;
};

/**
 * The outcome of starting the payment.
 */
export type PaymentOutcome = 'redirect' | 'none' | 'failed' | 'unknown';

/**
 * The next step of the payment.
 */
export type PaymentStart = {
    /**
     * The outcome of starting the payment.
     */
    outcome: PaymentOutcome;
    /**
     * The page of the payment provider; `null` unless the outcome is `redirect`.
     */
    redirect_url: string | null;
};

/**
 * The state of a payment.
 */
export type PaymentState = 'paid' | 'pending' | 'unpaid' | 'failed' | 'cancelled' | 'refunded' | 'unknown';

/**
 * Where the money is paid.
 */
export type PaymentWay = 'nothing' | 'page' | 'invoice' | 'prepayment' | 'cash' | 'other';

/**
 * An order to place.
 */
export type PlaceOrderRequest = {
    /**
     * Whether the customer accepts the terms and conditions.
     */
    accept_terms: boolean;
    /**
     * The hash of the cart that was shown.
     */
    cart_hash: string;
    /**
     * The customer's comment.
     */
    comment?: string | null;
    /**
     * A random key, made when the checkout is shown; a repeated request with the same key returns the same order.
     */
    idempotency_key: string;
    /**
     * Whether the shop takes an old device of the same kind with it when it delivers electrical equipment (law §8);
     * `null` without an answer.
     */
    old_device?: boolean | null;
    /**
     * The customer's own reference, on one line.
     */
    reference?: string | null;
    /**
     * Whether the customer wants downloads at once and gives up the right of withdrawal for them (law §4). Required to be
     * `true` for a cart with a download.
     */
    waive_withdrawal?: boolean;
};

/**
 * The order that was placed.
 */
export type PlacedOrderResponse = {
    /**
     * The id of the order: 32 hex digits.
     */
    order_id: string;
    /**
     * The order number, as printed on documents.
     */
    order_number: string;
    /**
     * The next step of the payment.
     */
    payment: PaymentStart;
    /**
     * Whether an earlier request with the same key had already placed the order.
     */
    repeated: boolean;
};

/**
 * The account's data about its customer.
 */
export type Profile = {
    /**
     * The kind of account.
     */
    account_type: AccountType;
    /**
     * The name of the company.
     */
    company: string | null;
    /**
     * The customer number.
     */
    customer_number: string;
    /**
     * The e-mail address.
     */
    email: string;
    /**
     * The first name.
     */
    first_name: string;
    /**
     * The last name.
     */
    last_name: string;
    /**
     * The day of registration: `2026-03-01`; `null` if it is not known.
     */
    registered_on: string | null;
    /**
     * The salutation, localized; `null` if none is known.
     */
    salutation: string | null;
    /**
     * The id of the salutation; `null` if none is known.
     */
    salutation_id: string | null;
    /**
     * The VAT ids of the company.
     */
    vat_ids: Array<string>;
};

/**
 * A quantity before and now.
 */
export type QuantityChange = {
    /**
     * The quantity that was shown.
     */
    before: number;
    /**
     * The quantity now.
     */
    now: number;
};

/**
 * The quantities that can be bought.
 */
export type QuantityLimits = {
    /**
     * The highest quantity.
     */
    max: number;
    /**
     * The lowest quantity.
     */
    min: number;
    /**
     * The step between two quantities, counted from the lowest.
     */
    step: number;
};

/**
 * Whether visitors can be served.
 */
export type ReadyResponse = {
    /**
     * The state of the backends that visitors' requests need.
     */
    backends: BackendStates;
    /**
     * Technical names of the sales channel's hidden payment methods, which are unsupported; omitted if there are none,
     * or no checkout was read yet.
     */
    hidden_payment_methods?: Array<string>;
    /**
     * Whether search answers; it needs no backend.
     */
    search: SearchState;
    /**
     * Mismatched settings of Shopware; omitted if there are none.
     */
    setup?: Array<SetupFinding>;
    /**
     * The state of the server.
     */
    status: ReadyStatus;
};

/**
 * Whether visitors can be served.
 */
export type ReadyStatus = 'ok' | 'degraded' | 'no-release';

/**
 * The e-mail address of an account whose password was forgotten.
 */
export type RecoverPasswordRequest = {
    /**
     * The e-mail address.
     */
    email: string;
};

/**
 * The state of a recovery link.
 */
export type RecoveryCheckedResponse = {
    /**
     * Whether a new password can be set with it.
     */
    usable: boolean;
};

/**
 * The price per reference amount.
 */
export type ReferencePrice = {
    /**
     * Number of units.
     */
    amount: number;
    /**
     * The price of the reference amount.
     */
    price: Money;
    /**
     * Name of the unit, localized: `litre`.
     */
    unit: string;
};

/**
 * Events that were refused for the same reason, since this process began.
 */
export type Refusal = {
    /**
     * The door: `content`, `commerce` or `registration`.
     */
    from: string;
    /**
     * When the last one came, in seconds since 1970.
     */
    last_at: number;
    /**
     * How many there were.
     */
    times: number;
    /**
     * The reason.
     */
    why: string;
};

/**
 * An error for which a release was refused. Equal errors of a locale are one.
 */
export type RefusedFinding = {
    /**
     * A stable name, by which it can be accepted: `law-terms-link`.
     */
    code: string;
    /**
     * Where an editor can change it.
     */
    edit_url: string | null;
    /**
     * What to do about it.
     */
    hint: string;
    /**
     * Code of the locale; null if it is about the whole shop.
     */
    locale: string | null;
    /**
     * What was found.
     */
    message: string;
    /**
     * The path of the first page; null if it is not about a page.
     */
    page: string | null;
    /**
     * Number of pages.
     */
    page_count: number;
};

/**
 * An account to register.
 */
export type RegisterRequest = {
    /**
     * Whether the privacy statement is accepted, if the shop requires that.
     */
    accept_privacy: boolean;
    /**
     * A private person, or a company whose name is in the billing address.
     */
    account_type: AccountType;
    /**
     * The billing address.
     */
    billing_address: AddressInput;
    /**
     * The e-mail address.
     */
    email: string;
    /**
     * The first name.
     */
    first_name: string;
    /**
     * The last name.
     */
    last_name: string;
    /**
     * The password.
     */
    password: string;
    /**
     * The password again.
     */
    password_confirmation: string;
    /**
     * The id of the salutation.
     */
    salutation_id?: string | null;
    shipping_address?: AddressInput | null;
    /**
     * The VAT id of a company.
     */
    vat_id?: string | null;
};

/**
 * The registration, and the session after it.
 */
export type RegisteredResponse = {
    /**
     * What became of the registration.
     */
    outcome: RegistrationOutcome;
    session: SessionResponse | null;
};

/**
 * What became of a registration.
 */
export type RegistrationOutcome = 'logged-in' | 'confirm-email';

/**
 * The answer to a registration.
 */
export type RegistrationResponse = {
    /**
     * Where the shop confirms it.
     */
    confirmation_url: string;
    /**
     * The proof that this server knows the app's secret: a signature over the shop's id, its URL and the app's name.
     */
    proof: string;
    /**
     * The secret with which the shop signs its events.
     */
    secret: string;
};

/**
 * The products of the order are to be added to the cart.
 */
export type ReorderRequest = {
    [key: string]: never;
};

/**
 * The cart after the products of an order were added.
 */
export type ReorderResponse = {
    /**
     * The total number of added pieces.
     */
    added: number;
    /**
     * The cart.
     */
    cart: CartResponse;
    /**
     * What could not be added, or not as often as it was ordered.
     */
    missing: Array<MissingItem>;
};

/**
 * A field of an address that only some shops require.
 */
export type RequiredField = 'additional_line' | 'additional_line_2' | 'phone';

/**
 * A new password, by the link of a recovery mail.
 */
export type ResetPasswordRequest = {
    /**
     * The `hash` of the link.
     */
    hash: string;
    /**
     * The new password.
     */
    new_password: string;
    /**
     * The new password again.
     */
    new_password_confirmation: string;
};

/**
 * The build that is running.
 */
export type RunningBuild = {
    /**
     * When it began (RFC 3339).
     */
    began_at: string;
    /**
     * The last event that was accepted when it began.
     */
    events: number;
    /**
     * Why it began, as of [`BuildRun`].
     */
    reason: string;
    /**
     * How much of its stage is done, from 0 to 1; null if that is not known.
     */
    share: number | null;
};

/**
 * A salutation.
 */
export type Salutation = {
    /**
     * The id: 32 hex digits.
     */
    id: string;
    /**
     * The key: `mr`, `not_specified`.
     */
    key: string;
    /**
     * The name, localized.
     */
    name: string;
};

/**
 * The data of a product in a list: the fields of the generator's card, all texts in the page's language.
 */
export type SearchCard = {
    energy: EnergyArrow | null;
    /**
     * Path of the product's page.
     */
    href: string;
    image: CardImage | null;
    /**
     * The list price, struck through.
     */
    list_price: string | null;
    /**
     * `Mara Vink for Kante`
     */
    maker: string | null;
    /**
     * Number of further colours.
     */
    more_swatches: number;
    /**
     * Name.
     */
    name: string;
    /**
     * Price, with `from` if another variant costs more; the customer's own one, where it is known.
     */
    price: string;
    /**
     * The sentence about the lowest price of the last 30 days, and what a piece costs in a larger quantity.
     */
    price_note: string | null;
    second: CardImage | null;
    /**
     * All colour names, for screen readers.
     */
    swatch_words: string;
    /**
     * At most five colours.
     */
    swatches: Array<CardSwatch>;
    /**
     * For customers with own prices: whether the price includes tax.
     */
    tax: string | null;
};

/**
 * A filter of the products.
 */
export type SearchFacet = {
    /**
     * The name of the query parameter: `category`, `brand`, `designer`, `material`, `color`, `price`, `delivery`.
     */
    key: string;
    /**
     * Its name.
     */
    label: string;
    /**
     * At most 24 values, including the selected ones.
     */
    values: Array<SearchFacetValue>;
};

/**
 * A value that the products can be filtered by.
 */
export type SearchFacetValue = {
    /**
     * Of a colour: `#9c4327`
     */
    color: string | null;
    /**
     * Number of product families that choosing it would show, or shows; 0 where other choices leave none.
     */
    count: number;
    /**
     * The value of the query parameter.
     */
    key: string;
    /**
     * Its name.
     */
    label: string;
};

/**
 * A page of content.
 */
export type SearchHit = {
    /**
     * Path.
     */
    href: string;
    /**
     * URL of a small picture.
     */
    image: string | null;
    /**
     * The subject of the page: `brand`, `designer`, `collection`, `project`, `news`, `showroom`, `vacancy`, `event` or
     * `page`.
     */
    kind: string;
    /**
     * Title.
     */
    title: string;
};

/**
 * Pages of content of one kind.
 */
export type SearchHits = {
    /**
     * The best of them.
     */
    hits: Array<SearchHit>;
    /**
     * The kind.
     */
    kind: string;
    /**
     * The kind's name in the plural.
     */
    label: string;
    /**
     * Number of pages found.
     */
    total: number;
};

/**
 * A range of prices in whole units of the shop's currency.
 */
export type SearchPrices = {
    /**
     * The lowest price, rounded down.
     */
    from: number;
    /**
     * The highest price, rounded up.
     */
    to: number;
};

/**
 * Products and pages that were found. Without a query it is the list of all products, or of the category's.
 */
export type SearchResponse = {
    /**
     * Pages of content by kind, the kind with the best page first.
     */
    content: Array<SearchHits>;
    /**
     * The query with spelling corrections; `null` if it was used as typed.
     */
    corrected: string | null;
    exact: ExactProduct | null;
    /**
     * The filters of the products.
     */
    facets: Array<SearchFacet>;
    /**
     * The page of products, from 1.
     */
    page: number;
    /**
     * Number of pages, at least 1.
     */
    pages: number;
    prices: SearchPrices | null;
    /**
     * At most 24 products, one of each family.
     */
    products: Array<SearchCard>;
    /**
     * For customers with own prices, where prices decide which products are shown, or in which order: says that these
     * are the public ones.
     */
    public_order: string | null;
    /**
     * The query as it was understood: trimmed, spaces joined.
     */
    query: string;
    /**
     * Number of product families found.
     */
    total: number;
};

/**
 * Whether search answers.
 */
export type SearchState = 'up' | 'building' | 'damaged' | 'none';

/**
 * The session after a change.
 */
export type SessionChangedResponse = {
    session: SessionResponse | null;
};

/**
 * The visitor's session.
 */
export type SessionResponse = Visitor & {
    /**
     * The number of pieces in the cart.
     */
    item_count: number;
};

/**
 * What does not fit.
 */
export type SetupCode = 'domain-missing' | 'domain-double' | 'language-missing' | 'domain-without-scheme' | 'endpoint-not-public' | 'state-not-writable' | 'forms-key-missing' | 'outbox-full' | 'outbox-old' | 'release-refused' | 'cms-time-zone' | 'visitors-count-as-one';

/**
 * One mismatched setting of Shopware, of the CMS or of this server, in English, for the operator of the shop.
 */
export type SetupFinding = {
    /**
     * What does not fit.
     */
    code: SetupCode;
    /**
     * The locale that it is about; `null` for the whole shop.
     */
    locale: string | null;
    /**
     * The finding and its consequence.
     */
    message: string;
    /**
     * What to do.
     */
    remedy: string;
};

/**
 * The shipping of a cart.
 */
export type Shipping = {
    /**
     * The name of the shipping method, localized.
     */
    name: string;
    /**
     * The shipping costs.
     */
    total: Money;
};

/**
 * A shipping method.
 */
export type ShippingMethod = {
    /**
     * The days on which this cart is delivered with it, in a sentence, localized; its delivery time as text if the
     * shop names no dates.
     */
    delivery: string | null;
    /**
     * A description, localized.
     */
    description: string | null;
    /**
     * The id: 32 hex digits.
     */
    id: string;
    /**
     * The name, localized.
     */
    name: string;
    price: Money | null;
};

/**
 * A state as the shop names it (Shopware §12.3), of an order, a delivery or a payment.
 */
export type Status = {
    /**
     * The technical name: `in_progress`. A shop may define its own states.
     */
    code: string;
    /**
     * The shop's own name for it, localized; `null` if the shop has none.
     */
    name: string | null;
};

/**
 * The state of the process.
 */
export type StatusResponse = {
    /**
     * Always `ok`.
     */
    status: string;
};

/**
 * Whether a product can be bought.
 */
export type StockState = 'inStock' | 'limitedStock' | 'outOfStock';

/**
 * Texts for screen readers around a struck price.
 */
export type StruckWords = {
    /**
     * Before the struck price.
     */
    list_price: string;
    /**
     * Before the price to pay.
     */
    now: string;
};

/**
 * What begins as the typed words do.
 */
export type SuggestResponse = {
    /**
     * At most five pages of content, by kind.
     */
    groups: Array<SuggestedGroup>;
    /**
     * At most five products.
     */
    products: Array<SuggestedProduct>;
    /**
     * At most four queries.
     */
    queries: Array<SuggestedQuery>;
    /**
     * Number of product families found.
     */
    total: number;
};

/**
 * Pages of content of one kind.
 */
export type SuggestedGroup = {
    /**
     * The best pages.
     */
    hits: Array<SuggestedPage>;
    /**
     * The kind, as in [`SearchHit`].
     */
    kind: string;
    /**
     * The kind's name in the plural.
     */
    label: string;
};

/**
 * A page of content.
 */
export type SuggestedPage = {
    /**
     * Path.
     */
    href: string;
    /**
     * URL of a small picture.
     */
    image: string | null;
    /**
     * Title.
     */
    title: string;
};

/**
 * A product as the panel of suggestions shows it.
 */
export type SuggestedProduct = {
    energy: EnergyArrow | null;
    /**
     * Path of the product's page.
     */
    href: string;
    /**
     * URL of a small picture.
     */
    image: string | null;
    /**
     * `Mara Vink for Kante`
     */
    maker: string | null;
    /**
     * Name.
     */
    name: string;
    /**
     * Price as text; the customer's own one, where it is known.
     */
    price: string;
    /**
     * For customers with own prices: whether the price includes tax.
     */
    tax: string | null;
};

/**
 * A query that can be completed to.
 */
export type SuggestedQuery = {
    /**
     * The whole query.
     */
    text: string;
};

/**
 * A product of an order in a list.
 */
export type SummaryItem = {
    cover: Cover | null;
    /**
     * The label, in the language of the order; the product number if it has none.
     */
    label: string;
    /**
     * The quantity.
     */
    quantity: number;
};

/**
 * The tax of one rate.
 */
export type Tax = {
    /**
     * The amount of tax.
     */
    amount: Money;
    /**
     * The rate in percent: `21`, `5.5`.
     */
    rate: string;
};

/**
 * Whether amounts include tax.
 */
export type TaxStatus = 'gross' | 'net' | 'tax-free';

/**
 * A known event in the history of an order.
 */
export type TimelineEntry = {
    /**
     * The name of the payment method, the shipping method or the number of the document.
     */
    about: string | null;
    /**
     * The time as RFC 3339; `null` if the shop has none.
     */
    at: string | null;
    /**
     * The subject.
     */
    kind: TimelineKind;
    status: Status | null;
};

/**
 * The subject of an entry of the timeline.
 */
export type TimelineKind = 'placed' | 'payment' | 'delivery' | 'document' | 'order';

/**
 * A parcel of an order.
 */
export type Tracking = {
    /**
     * The carrier's code.
     */
    code: string;
    /**
     * The carrier's page about the parcel; `null` if the shop has none.
     */
    url: string | null;
};

/**
 * The account for a bank transfer.
 */
export type Transfer = {
    /**
     * The IBAN.
     */
    account: string;
    /**
     * The BIC of the bank.
     */
    bic: string | null;
    /**
     * Whose account it is; empty if it is not known.
     */
    holder: string;
    /**
     * The reference to quote in the transfer.
     */
    reference: string;
};

/**
 * Whose subscription ends.
 */
export type UnsubscribeRequest = {
    /**
     * The e-mail address.
     */
    email: string;
};

/**
 * The identity of the visitor, and the meaning of their amounts.
 */
export type Visitor = {
    /**
     * The ISO 4217 code of the session's currency.
     */
    currency: string;
    customer: Customer | null;
    notice: Notice | null;
    /**
     * Whether this visitor may order on pages of this locale.
     */
    ordering_allowed: boolean;
    /**
     * Whether amounts include tax for this visitor.
     */
    tax_status: TaxStatus;
};

/**
 * Asks for a guest whose e-mail address may have been confirmed on another device.
 */
export type WaitingGuestRequest = {
    /**
     * The secret that came with the answer to the guest's details.
     */
    waiting: string;
};

/**
 * A statement of withdrawal from a contract.
 */
export type WithdrawRequest = {
    /**
     * A remark.
     */
    comment?: string | null;
    /**
     * The address that the acknowledgement of receipt is sent to.
     */
    email: string;
    /**
     * Which items and how many; `null` for the whole order.
     */
    items?: string | null;
    /**
     * A random key of the sender: the same statement sent again with it is recorded once.
     */
    key: string;
    /**
     * The name of the customer.
     */
    name: string;
    /**
     * The number of the order.
     */
    order_number: string;
};

/**
 * The acknowledgement of receipt.
 */
export type WithdrawResponse = {
    /**
     * Whether the acknowledgement is also mailed to the customer: it was sent, or is queued.
     */
    mailed: boolean;
    /**
     * When it was received, as RFC 3339 in UTC.
     */
    received_at: string;
    /**
     * When it was received, in the shop's time and the page's language.
     */
    received_on: string;
    /**
     * The reference of the withdrawal: `4F2A-91BC-03DE`.
     */
    reference: string;
};

/**
 * A consumer's right to withdraw from the contract. The shop does not learn when goods arrive.
 */
export type Withdrawal = {
    /**
     * The days that are left until then, 0 if it passed; `null` while nothing was shipped.
     */
    days_left: number | null;
    /**
     * The days of the period, counted from the delivery.
     */
    period_days: number;
    /**
     * The day on which the period can end at the earliest, counted from the shipping, as a date; `null` while nothing
     * was shipped.
     */
    until: string | null;
};

/**
 * The fields of the form; the first step has no key.
 */
export type WithdrawalForm = {
    /**
     * A remark.
     */
    comment?: string;
    /**
     * The address that the acknowledgement of receipt is sent to.
     */
    email?: string;
    /**
     * Which items and how many; empty for the whole order.
     */
    items?: string;
    /**
     * A random key: the same statement sent again with it is recorded once.
     */
    key?: string;
    /**
     * The name of the customer.
     */
    name?: string;
    /**
     * The number of the order.
     */
    order_number?: string;
};

/**
 * The right of withdrawal of a line item.
 */
export type WithdrawalRight = 'granted' | 'excluded' | 'unknown';

export type DeleteAccountData = {
    body: DeleteAccountRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/account';
};

export type DeleteAccountErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type DeleteAccountError = DeleteAccountErrors[keyof DeleteAccountErrors];

export type DeleteAccountResponses = {
    /**
     * The request succeeded.
     */
    200: SessionChangedResponse;
};

export type DeleteAccountResponse = DeleteAccountResponses[keyof DeleteAccountResponses];

export type GetAccountData = {
    body?: never;
    headers: {
        'X-Vitrine-Locale': string;
    };
    path?: never;
    query?: never;
    url: '/api/account';
};

export type GetAccountErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type GetAccountError = GetAccountErrors[keyof GetAccountErrors];

export type GetAccountResponses = {
    /**
     * The request succeeded.
     */
    200: AccountResponse;
};

export type GetAccountResponse = GetAccountResponses[keyof GetAccountResponses];

export type ChangeEmailData = {
    body: ChangeEmailRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/account/email';
};

export type ChangeEmailErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type ChangeEmailError = ChangeEmailErrors[keyof ChangeEmailErrors];

export type ChangeEmailResponses = {
    /**
     * The request succeeded.
     */
    200: AccountResponse;
};

export type ChangeEmailResponse = ChangeEmailResponses[keyof ChangeEmailResponses];

export type LogInData = {
    body: LogInRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/account/login';
};

export type LogInErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type LogInError = LogInErrors[keyof LogInErrors];

export type LogInResponses = {
    /**
     * The request succeeded.
     */
    200: SessionChangedResponse;
};

export type LogInResponse = LogInResponses[keyof LogInResponses];

export type LogOutData = {
    body: LogOutRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/account/logout';
};

export type LogOutErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type LogOutError = LogOutErrors[keyof LogOutErrors];

export type LogOutResponses = {
    /**
     * The request succeeded.
     */
    200: SessionChangedResponse;
};

export type LogOutResponse = LogOutResponses[keyof LogOutResponses];

export type GetAccountOverviewData = {
    body?: never;
    headers: {
        'X-Vitrine-Locale': string;
    };
    path?: never;
    query?: never;
    url: '/api/account/overview';
};

export type GetAccountOverviewErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type GetAccountOverviewError = GetAccountOverviewErrors[keyof GetAccountOverviewErrors];

export type GetAccountOverviewResponses = {
    /**
     * The request succeeded.
     */
    200: AccountOverviewResponse;
};

export type GetAccountOverviewResponse = GetAccountOverviewResponses[keyof GetAccountOverviewResponses];

export type ChangePasswordData = {
    body: ChangePasswordRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/account/password';
};

export type ChangePasswordErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type ChangePasswordError = ChangePasswordErrors[keyof ChangePasswordErrors];

export type ChangePasswordResponses = {
    /**
     * The request succeeded.
     */
    200: SessionChangedResponse;
};

export type ChangePasswordResponse = ChangePasswordResponses[keyof ChangePasswordResponses];

export type ChangeProfileData = {
    body: ChangeProfileRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/account/profile';
};

export type ChangeProfileErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type ChangeProfileError = ChangeProfileErrors[keyof ChangeProfileErrors];

export type ChangeProfileResponses = {
    /**
     * The request succeeded.
     */
    200: AccountResponse;
};

export type ChangeProfileResponse = ChangeProfileResponses[keyof ChangeProfileResponses];

export type RecoverPasswordData = {
    body: RecoverPasswordRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
    };
    path?: never;
    query?: never;
    url: '/api/account/recover';
};

export type RecoverPasswordErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type RecoverPasswordError = RecoverPasswordErrors[keyof RecoverPasswordErrors];

export type RecoverPasswordResponses = {
    /**
     * The request succeeded.
     */
    200: DoneResponse;
};

export type RecoverPasswordResponse = RecoverPasswordResponses[keyof RecoverPasswordResponses];

export type CheckRecoveryData = {
    body: CheckRecoveryRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
    };
    path?: never;
    query?: never;
    url: '/api/account/recover/check';
};

export type CheckRecoveryErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type CheckRecoveryError = CheckRecoveryErrors[keyof CheckRecoveryErrors];

export type CheckRecoveryResponses = {
    /**
     * The request succeeded.
     */
    200: RecoveryCheckedResponse;
};

export type CheckRecoveryResponse = CheckRecoveryResponses[keyof CheckRecoveryResponses];

export type RegisterData = {
    body: RegisterRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/account/register';
};

export type RegisterErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type RegisterError = RegisterErrors[keyof RegisterErrors];

export type RegisterResponses = {
    /**
     * The request succeeded.
     */
    200: RegisteredResponse;
};

export type RegisterResponse = RegisterResponses[keyof RegisterResponses];

export type ConfirmRegistrationData = {
    body: ConfirmRegistrationRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
    };
    path?: never;
    query?: never;
    url: '/api/account/register/confirm';
};

export type ConfirmRegistrationErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type ConfirmRegistrationError = ConfirmRegistrationErrors[keyof ConfirmRegistrationErrors];

export type ConfirmRegistrationResponses = {
    /**
     * The request succeeded.
     */
    200: ConfirmedResponse;
};

export type ConfirmRegistrationResponse = ConfirmRegistrationResponses[keyof ConfirmRegistrationResponses];

export type ResetPasswordData = {
    body: ResetPasswordRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
    };
    path?: never;
    query?: never;
    url: '/api/account/reset';
};

export type ResetPasswordErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type ResetPasswordError = ResetPasswordErrors[keyof ResetPasswordErrors];

export type ResetPasswordResponses = {
    /**
     * The request succeeded.
     */
    200: DoneResponse;
};

export type ResetPasswordResponse = ResetPasswordResponses[keyof ResetPasswordResponses];

export type GetAccountRulesData = {
    body?: never;
    headers: {
        'X-Vitrine-Locale': string;
    };
    path?: never;
    query?: never;
    url: '/api/account/rules';
};

export type GetAccountRulesErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type GetAccountRulesError = GetAccountRulesErrors[keyof GetAccountRulesErrors];

export type GetAccountRulesResponses = {
    /**
     * The request succeeded.
     */
    200: AccountRulesResponse;
};

export type GetAccountRulesResponse = GetAccountRulesResponses[keyof GetAccountRulesResponses];

export type GetAddressesData = {
    body?: never;
    headers: {
        'X-Vitrine-Locale': string;
    };
    path?: never;
    query?: never;
    url: '/api/addresses';
};

export type GetAddressesErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type GetAddressesError = GetAddressesErrors[keyof GetAddressesErrors];

export type GetAddressesResponses = {
    /**
     * The request succeeded.
     */
    200: AddressesResponse;
};

export type GetAddressesResponse = GetAddressesResponses[keyof GetAddressesResponses];

export type CreateAddressData = {
    body: AddressInput;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/addresses';
};

export type CreateAddressErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type CreateAddressError = CreateAddressErrors[keyof CreateAddressErrors];

export type CreateAddressResponses = {
    /**
     * The request succeeded.
     */
    200: AddressesResponse;
};

export type CreateAddressResponse = CreateAddressResponses[keyof CreateAddressResponses];

export type RemoveAddressData = {
    body?: never;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/addresses/{id}';
};

export type RemoveAddressErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type RemoveAddressError = RemoveAddressErrors[keyof RemoveAddressErrors];

export type RemoveAddressResponses = {
    /**
     * The request succeeded.
     */
    200: AddressesResponse;
};

export type RemoveAddressResponse = RemoveAddressResponses[keyof RemoveAddressResponses];

export type ChangeAddressData = {
    body: AddressInput;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/addresses/{id}';
};

export type ChangeAddressErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type ChangeAddressError = ChangeAddressErrors[keyof ChangeAddressErrors];

export type ChangeAddressResponses = {
    /**
     * The request succeeded.
     */
    200: AddressesResponse;
};

export type ChangeAddressResponse = ChangeAddressResponses[keyof ChangeAddressResponses];

export type SetDefaultAddressData = {
    body: DefaultAddressRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/addresses/{id}/default';
};

export type SetDefaultAddressErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type SetDefaultAddressError = SetDefaultAddressErrors[keyof SetDefaultAddressErrors];

export type SetDefaultAddressResponses = {
    /**
     * The request succeeded.
     */
    200: AddressesResponse;
};

export type SetDefaultAddressResponse = SetDefaultAddressResponses[keyof SetDefaultAddressResponses];

export type GetBuilderData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/builder';
};

export type GetBuilderErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type GetBuilderError = GetBuilderErrors[keyof GetBuilderErrors];

export type GetBuilderResponses = {
    /**
     * The request succeeded.
     */
    200: BuilderReport;
};

export type GetBuilderResponse = GetBuilderResponses[keyof GetBuilderResponses];

export type GetCardPricesData = {
    body?: never;
    headers: {
        'X-Vitrine-Locale': string;
    };
    path?: never;
    query: {
        /**
         * 1 to 24 paths of product pages in the page's language, separated by commas.
         */
        paths: string;
    };
    url: '/api/card-prices';
};

export type GetCardPricesErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type GetCardPricesError = GetCardPricesErrors[keyof GetCardPricesErrors];

export type GetCardPricesResponses = {
    /**
     * The request succeeded.
     */
    200: CardPricesResponse;
};

export type GetCardPricesResponse = GetCardPricesResponses[keyof GetCardPricesResponses];

export type GetCartData = {
    body?: never;
    headers: {
        'X-Vitrine-Locale': string;
    };
    path?: never;
    query?: never;
    url: '/api/cart';
};

export type GetCartErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type GetCartError = GetCartErrors[keyof GetCartErrors];

export type GetCartResponses = {
    /**
     * The request succeeded.
     */
    200: CartResponse;
};

export type GetCartResponse = GetCartResponses[keyof GetCartResponses];

export type ChangeLineItemsData = {
    body: ChangeLineItemsRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/cart/line-items';
};

export type ChangeLineItemsErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type ChangeLineItemsError = ChangeLineItemsErrors[keyof ChangeLineItemsErrors];

export type ChangeLineItemsResponses = {
    /**
     * The request succeeded.
     */
    200: CartResponse;
};

export type ChangeLineItemsResponse = ChangeLineItemsResponses[keyof ChangeLineItemsResponses];

export type AddLineItemData = {
    body: AddLineItemRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/cart/line-items';
};

export type AddLineItemErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type AddLineItemError = AddLineItemErrors[keyof AddLineItemErrors];

export type AddLineItemResponses = {
    /**
     * The request succeeded.
     */
    200: CartResponse;
};

export type AddLineItemResponse = AddLineItemResponses[keyof AddLineItemResponses];

export type RemoveLineItemData = {
    body?: never;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/cart/line-items/{id}';
};

export type RemoveLineItemErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type RemoveLineItemError = RemoveLineItemErrors[keyof RemoveLineItemErrors];

export type RemoveLineItemResponses = {
    /**
     * The request succeeded.
     */
    200: CartResponse;
};

export type RemoveLineItemResponse = RemoveLineItemResponses[keyof RemoveLineItemResponses];

export type ChangeLineItemData = {
    body: ChangeLineItemRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/cart/line-items/{id}';
};

export type ChangeLineItemErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type ChangeLineItemError = ChangeLineItemErrors[keyof ChangeLineItemErrors];

export type ChangeLineItemResponses = {
    /**
     * The request succeeded.
     */
    200: CartResponse;
};

export type ChangeLineItemResponse = ChangeLineItemResponses[keyof ChangeLineItemResponses];

export type AddByNumberData = {
    body: AddByNumberRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/cart/numbers';
};

export type AddByNumberErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type AddByNumberError = AddByNumberErrors[keyof AddByNumberErrors];

export type AddByNumberResponses = {
    /**
     * The request succeeded.
     */
    200: AddedByNumberResponse;
};

export type AddByNumberResponse = AddByNumberResponses[keyof AddByNumberResponses];

export type GetCartOverviewData = {
    body?: never;
    headers: {
        'X-Vitrine-Locale': string;
    };
    path?: never;
    query?: never;
    url: '/api/cart/overview';
};

export type GetCartOverviewErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type GetCartOverviewError = GetCartOverviewErrors[keyof GetCartOverviewErrors];

export type GetCartOverviewResponses = {
    /**
     * The request succeeded.
     */
    200: CartOverviewResponse;
};

export type GetCartOverviewResponse = GetCartOverviewResponses[keyof GetCartOverviewResponses];

export type AddPromotionData = {
    body: AddPromotionRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/cart/promotions';
};

export type AddPromotionErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type AddPromotionError = AddPromotionErrors[keyof AddPromotionErrors];

export type AddPromotionResponses = {
    /**
     * The request succeeded.
     */
    200: CartResponse;
};

export type AddPromotionResponse = AddPromotionResponses[keyof AddPromotionResponses];

export type GetCheckoutData = {
    body?: never;
    headers: {
        'X-Vitrine-Locale': string;
    };
    path?: never;
    query?: never;
    url: '/api/checkout';
};

export type GetCheckoutErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type GetCheckoutError = GetCheckoutErrors[keyof GetCheckoutErrors];

export type GetCheckoutResponses = {
    /**
     * The request succeeded.
     */
    200: CheckoutResponse;
};

export type GetCheckoutResponse = GetCheckoutResponses[keyof GetCheckoutResponses];

export type ChangeCheckoutData = {
    body: ChangeCheckoutRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/checkout';
};

export type ChangeCheckoutErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type ChangeCheckoutError = ChangeCheckoutErrors[keyof ChangeCheckoutErrors];

export type ChangeCheckoutResponses = {
    /**
     * The request succeeded.
     */
    200: CheckoutChangedResponse;
};

export type ChangeCheckoutResponse = ChangeCheckoutResponses[keyof ChangeCheckoutResponses];

export type GetAddressFormData = {
    body?: never;
    headers: {
        'X-Vitrine-Locale': string;
    };
    path?: never;
    query?: never;
    url: '/api/checkout/form';
};

export type GetAddressFormErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type GetAddressFormError = GetAddressFormErrors[keyof GetAddressFormErrors];

export type GetAddressFormResponses = {
    /**
     * The request succeeded.
     */
    200: AddressFormResponse;
};

export type GetAddressFormResponse = GetAddressFormResponses[keyof GetAddressFormResponses];

export type OrderAsGuestData = {
    body: GuestRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/checkout/guest';
};

export type OrderAsGuestErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type OrderAsGuestError = OrderAsGuestErrors[keyof OrderAsGuestErrors];

export type OrderAsGuestResponses = {
    /**
     * The request succeeded.
     */
    200: GuestResponse;
};

export type OrderAsGuestResponse = OrderAsGuestResponses[keyof OrderAsGuestResponses];

export type GoOnAsGuestData = {
    body: WaitingGuestRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
    };
    path?: never;
    query?: never;
    url: '/api/checkout/guest/go-on';
};

export type GoOnAsGuestErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type GoOnAsGuestError = GoOnAsGuestErrors[keyof GoOnAsGuestErrors];

export type GoOnAsGuestResponses = {
    /**
     * The request succeeded.
     */
    200: CheckoutChangedResponse;
};

export type GoOnAsGuestResponse = GoOnAsGuestResponses[keyof GoOnAsGuestResponses];

export type SendFormData = {
    body: FormBody;
    headers?: {
        /**
         * Sent by a script, which gets JSON. Without it the answer is a page, and so is that of a failure.
         */
        'X-Vitrine'?: string;
    };
    path: {
        form: string;
    };
    query: {
        /**
         * The code of the locale whose page the form is on.
         */
        locale: string;
        /**
         * The path of the page that the form is on; the answer without JavaScript is that page.
         */
        page?: string;
    };
    url: '/api/forms/{form}';
};

export type SendFormErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type SendFormError = SendFormErrors[keyof SendFormErrors];

export type SendFormResponses = {
    /**
     * The request succeeded.
     */
    200: FormSent;
};

export type SendFormResponse = SendFormResponses[keyof SendFormResponses];

export type GetHealthData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/health';
};

export type GetHealthErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type GetHealthError = GetHealthErrors[keyof GetHealthErrors];

export type GetHealthResponses = {
    /**
     * The request succeeded.
     */
    200: StatusResponse;
};

export type GetHealthResponse = GetHealthResponses[keyof GetHealthResponses];

export type CommerceChangedData = {
    body?: never;
    headers: {
        'X-Vitrine': string;
    };
    path?: never;
    query?: never;
    url: '/api/hooks/commerce';
};

export type CommerceChangedErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type CommerceChangedError = CommerceChangedErrors[keyof CommerceChangedErrors];

export type CommerceChangedResponses = {
    /**
     * The request succeeded.
     */
    200: HookResponse;
};

export type CommerceChangedResponse = CommerceChangedResponses[keyof CommerceChangedResponses];

export type ConfirmShopData = {
    body?: never;
    headers: {
        'X-Vitrine': string;
    };
    path?: never;
    query?: never;
    url: '/api/hooks/commerce/confirmation';
};

export type ConfirmShopErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type ConfirmShopError = ConfirmShopErrors[keyof ConfirmShopErrors];

export type ConfirmShopResponses = {
    /**
     * The request succeeded.
     */
    200: ConfirmationResponse;
};

export type ConfirmShopResponse = ConfirmShopResponses[keyof ConfirmShopResponses];

export type RegisterShopData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The shop's id.
         */
        'shop-id': string;
        /**
         * The shop's URL.
         */
        'shop-url': string;
        /**
         * When it was sent, in seconds since 1970.
         */
        timestamp: string;
    };
    url: '/api/hooks/commerce/registration';
};

export type RegisterShopErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type RegisterShopError = RegisterShopErrors[keyof RegisterShopErrors];

export type RegisterShopResponses = {
    /**
     * The request succeeded.
     */
    200: RegistrationResponse;
};

export type RegisterShopResponse = RegisterShopResponses[keyof RegisterShopResponses];

export type ContentChangedData = {
    body?: never;
    headers: {
        'X-Vitrine': string;
    };
    path?: never;
    query?: never;
    url: '/api/hooks/content';
};

export type ContentChangedErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type ContentChangedError = ContentChangedErrors[keyof ContentChangedErrors];

export type ContentChangedResponses = {
    /**
     * The request succeeded.
     */
    200: HookResponse;
};

export type ContentChangedResponse = ContentChangedResponses[keyof ContentChangedResponses];

export type GetLegalTextData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/api/legal-texts/{id}';
};

export type GetLegalTextErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type GetLegalTextError = GetLegalTextErrors[keyof GetLegalTextErrors];

export type GetLegalTextResponses = {
    /**
     * The request succeeded.
     */
    200: Blob | File;
};

export type GetLegalTextResponse = GetLegalTextResponses[keyof GetLegalTextResponses];

export type ConfirmNewsletterData = {
    body: ConfirmRegistrationRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
    };
    path?: never;
    query?: never;
    url: '/api/newsletter/confirm';
};

export type ConfirmNewsletterErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type ConfirmNewsletterError = ConfirmNewsletterErrors[keyof ConfirmNewsletterErrors];

export type ConfirmNewsletterResponses = {
    /**
     * The request succeeded.
     */
    200: DoneResponse;
};

export type ConfirmNewsletterResponse = ConfirmNewsletterResponses[keyof ConfirmNewsletterResponses];

export type UnsubscribeNewsletterData = {
    body: UnsubscribeRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
    };
    path?: never;
    query?: never;
    url: '/api/newsletter/unsubscribe';
};

export type UnsubscribeNewsletterErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type UnsubscribeNewsletterError = UnsubscribeNewsletterErrors[keyof UnsubscribeNewsletterErrors];

export type UnsubscribeNewsletterResponses = {
    /**
     * The request succeeded.
     */
    200: FormSent;
};

export type UnsubscribeNewsletterResponse = UnsubscribeNewsletterResponses[keyof UnsubscribeNewsletterResponses];

export type UnsubscribeNewsletterByFormData = {
    body: UnsubscribeRequest;
    path?: never;
    query: {
        /**
         * The code of the locale whose page the form is on.
         */
        locale: string;
    };
    url: '/api/newsletter/unsubscribe/form';
};

export type UnsubscribeNewsletterByFormErrors = {
    /**
     * The request failed: the form, with what was sent and the errors.
     */
    default: string;
};

export type UnsubscribeNewsletterByFormError = UnsubscribeNewsletterByFormErrors[keyof UnsubscribeNewsletterByFormErrors];

export type UnsubscribeNewsletterByFormResponses = {
    /**
     * The request succeeded.
     */
    200: string;
};

export type UnsubscribeNewsletterByFormResponse = UnsubscribeNewsletterByFormResponses[keyof UnsubscribeNewsletterByFormResponses];

export type GetOffersData = {
    body?: never;
    headers: {
        'X-Vitrine-Locale': string;
    };
    path?: never;
    query: {
        /**
         * 1 to 24 product ids, separated by commas.
         */
        ids: string;
    };
    url: '/api/offers';
};

export type GetOffersErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type GetOffersError = GetOffersErrors[keyof GetOffersErrors];

export type GetOffersResponses = {
    /**
     * The request succeeded.
     */
    200: OffersResponse;
};

export type GetOffersResponse = GetOffersResponses[keyof GetOffersResponses];

export type GetOpenapiData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/openapi.json';
};

export type GetOpenapiErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type GetOpenapiError = GetOpenapiErrors[keyof GetOpenapiErrors];

export type GetOpenapiResponses = {
    /**
     * The request succeeded.
     */
    200: OpenApiDocument;
};

export type GetOpenapiResponse = GetOpenapiResponses[keyof GetOpenapiResponses];

export type ListOrdersData = {
    body?: never;
    headers: {
        'X-Vitrine-Locale': string;
    };
    path?: never;
    query?: {
        /**
         * The page, from 1.
         */
        page?: string;
        /**
         * Only orders that were placed in this year.
         */
        year?: string;
    };
    url: '/api/orders';
};

export type ListOrdersErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type ListOrdersError = ListOrdersErrors[keyof ListOrdersErrors];

export type ListOrdersResponses = {
    /**
     * The request succeeded.
     */
    200: OrdersResponse;
};

export type ListOrdersResponse = ListOrdersResponses[keyof ListOrdersResponses];

export type PlaceOrderData = {
    body: PlaceOrderRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/orders';
};

export type PlaceOrderErrors = {
    /**
     * The order was not placed; with the code `CART_CHANGED` the cart is not the one that was shown.
     */
    409: CartChangedResponse;
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type PlaceOrderError = PlaceOrderErrors[keyof PlaceOrderErrors];

export type PlaceOrderResponses = {
    /**
     * The request succeeded.
     */
    200: PlacedOrderResponse;
};

export type PlaceOrderResponse = PlaceOrderResponses[keyof PlaceOrderResponses];

export type LookUpOrderData = {
    body: LookUpOrderRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
    };
    path?: never;
    query?: never;
    url: '/api/orders/lookup';
};

export type LookUpOrderErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type LookUpOrderError = LookUpOrderErrors[keyof LookUpOrderErrors];

export type LookUpOrderResponses = {
    /**
     * The request succeeded.
     */
    200: OrderResponse;
};

export type LookUpOrderResponse = LookUpOrderResponses[keyof LookUpOrderResponses];

export type GetOrderData = {
    body?: never;
    headers: {
        'X-Vitrine-Locale': string;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/orders/{id}';
};

export type GetOrderErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type GetOrderError = GetOrderErrors[keyof GetOrderErrors];

export type GetOrderResponses = {
    /**
     * The request succeeded.
     */
    200: OrderResponse;
};

export type GetOrderResponse = GetOrderResponses[keyof GetOrderResponses];

export type CancelOrderData = {
    body: CancelOrderRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/orders/{id}/cancel';
};

export type CancelOrderErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type CancelOrderError = CancelOrderErrors[keyof CancelOrderErrors];

export type CancelOrderResponses = {
    /**
     * The request succeeded.
     */
    200: OrderResponse;
};

export type CancelOrderResponse = CancelOrderResponses[keyof CancelOrderResponses];

export type GetDocumentData = {
    body?: never;
    path: {
        id: string;
        document_id: string;
    };
    query?: never;
    url: '/api/orders/{id}/documents/{document_id}';
};

export type GetDocumentErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type GetDocumentError = GetDocumentErrors[keyof GetDocumentErrors];

export type GetDocumentResponses = {
    /**
     * The request succeeded.
     */
    200: Blob | File;
};

export type GetDocumentResponse = GetDocumentResponses[keyof GetDocumentResponses];

export type GetDownloadData = {
    body?: never;
    path: {
        id: string;
        download_id: string;
    };
    query?: never;
    url: '/api/orders/{id}/downloads/{download_id}';
};

export type GetDownloadErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type GetDownloadError = GetDownloadErrors[keyof GetDownloadErrors];

export type GetDownloadResponses = {
    /**
     * The request succeeded.
     */
    200: Blob | File;
};

export type GetDownloadResponse = GetDownloadResponses[keyof GetDownloadResponses];

export type PayOrderData = {
    body: PayOrderRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/orders/{id}/payment';
};

export type PayOrderErrors = {
    /**
     * The order was not paid: it is paid, cancelled or being paid, as `order` tells.
     */
    409: OrderNotPayableResponse;
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type PayOrderError = PayOrderErrors[keyof PayOrderErrors];

export type PayOrderResponses = {
    /**
     * The request succeeded.
     */
    200: OrderPaymentResponse;
};

export type PayOrderResponse = PayOrderResponses[keyof PayOrderResponses];

export type ReorderData = {
    body: ReorderRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path: {
        id: string;
    };
    query?: never;
    url: '/api/orders/{id}/reorder';
};

export type ReorderErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type ReorderError = ReorderErrors[keyof ReorderErrors];

export type ReorderResponses = {
    /**
     * The request succeeded.
     */
    200: ReorderResponse;
};

export type ReorderResponse2 = ReorderResponses[keyof ReorderResponses];

export type GetReadyData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/ready';
};

export type GetReadyErrors = {
    /**
     * No release is live.
     */
    503: ReadyResponse;
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type GetReadyError = GetReadyErrors[keyof GetReadyErrors];

export type GetReadyResponses = {
    /**
     * The request succeeded.
     */
    200: ReadyResponse;
};

export type GetReadyResponse = GetReadyResponses[keyof GetReadyResponses];

export type SearchData = {
    body?: never;
    headers: {
        'X-Vitrine-Locale': string;
    };
    path?: never;
    query?: {
        /**
         * The search text, at most 200 characters.
         */
        q?: string;
        /**
         * Codes of categories, each with all below it.
         */
        category?: Array<string>;
        /**
         * Brands.
         */
        brand?: Array<string>;
        /**
         * Designers.
         */
        designer?: Array<string>;
        /**
         * Materials.
         */
        material?: Array<string>;
        /**
         * Colours.
         */
        color?: Array<string>;
        /**
         * When it can be delivered: `in_stock`, `to_order`.
         */
        delivery?: Array<string>;
        /**
         * Ranges of prices in whole units: a band of the list, or from-to with either end empty.
         */
        price?: Array<string>;
        /**
         * The order of products.
         */
        sort?: string;
        /**
         * The page of products, from 1.
         */
        page?: string;
    };
    url: '/api/search';
};

export type SearchErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type SearchError = SearchErrors[keyof SearchErrors];

export type SearchResponses = {
    /**
     * The request succeeded.
     */
    200: SearchResponse;
};

export type SearchResponse2 = SearchResponses[keyof SearchResponses];

export type GetSessionData = {
    body?: never;
    headers: {
        'X-Vitrine-Locale': string;
    };
    path?: never;
    query?: never;
    url: '/api/session';
};

export type GetSessionErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type GetSessionError = GetSessionErrors[keyof GetSessionErrors];

export type GetSessionResponses = {
    /**
     * The request succeeded.
     */
    200: SessionResponse;
};

export type GetSessionResponse = GetSessionResponses[keyof GetSessionResponses];

export type ChangeSessionData = {
    body: ChangeSessionRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
        /**
         * Sent by a browser that keeps no cookies, which gets 403 `COOKIES_BLOCKED`.
         */
        'X-Vitrine-Cookies'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/session';
};

export type ChangeSessionErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type ChangeSessionError = ChangeSessionErrors[keyof ChangeSessionErrors];

export type ChangeSessionResponses = {
    /**
     * The request succeeded.
     */
    200: SessionChangedResponse;
};

export type ChangeSessionResponse = ChangeSessionResponses[keyof ChangeSessionResponses];

export type SuggestData = {
    body?: never;
    headers: {
        'X-Vitrine-Locale': string;
    };
    path?: never;
    query?: {
        /**
         * The search text, at most 200 characters.
         */
        q?: string;
    };
    url: '/api/suggest';
};

export type SuggestErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type SuggestError = SuggestErrors[keyof SuggestErrors];

export type SuggestResponses = {
    /**
     * The request succeeded.
     */
    200: SuggestResponse;
};

export type SuggestResponse2 = SuggestResponses[keyof SuggestResponses];

export type WithdrawData = {
    body: WithdrawRequest;
    headers: {
        'X-Vitrine-Locale': string;
        'X-Vitrine': string;
    };
    path?: never;
    query?: never;
    url: '/api/withdrawals';
};

export type WithdrawErrors = {
    /**
     * The request failed.
     */
    default: ErrorResponse;
};

export type WithdrawError = WithdrawErrors[keyof WithdrawErrors];

export type WithdrawResponses = {
    /**
     * The request succeeded.
     */
    200: WithdrawResponse;
};

export type WithdrawResponse2 = WithdrawResponses[keyof WithdrawResponses];

export type ChangeWithdrawalData = {
    body: WithdrawalForm;
    path?: never;
    query: {
        /**
         * The code of the locale whose page the form is on.
         */
        locale: string;
    };
    url: '/api/withdrawals/change';
};

export type ChangeWithdrawalErrors = {
    /**
     * The request failed: the form, with what was sent and the errors.
     */
    default: string;
};

export type ChangeWithdrawalError = ChangeWithdrawalErrors[keyof ChangeWithdrawalErrors];

export type ChangeWithdrawalResponses = {
    /**
     * The request succeeded.
     */
    200: string;
};

export type ChangeWithdrawalResponse = ChangeWithdrawalResponses[keyof ChangeWithdrawalResponses];

export type ConfirmWithdrawalData = {
    body: WithdrawalForm;
    path?: never;
    query: {
        /**
         * The code of the locale whose page the form is on.
         */
        locale: string;
    };
    url: '/api/withdrawals/confirm';
};

export type ConfirmWithdrawalErrors = {
    /**
     * The request failed: the form, with what was sent and the errors.
     */
    default: string;
};

export type ConfirmWithdrawalError = ConfirmWithdrawalErrors[keyof ConfirmWithdrawalErrors];

export type ConfirmWithdrawalResponses = {
    /**
     * The request succeeded.
     */
    200: string;
};

export type ConfirmWithdrawalResponse = ConfirmWithdrawalResponses[keyof ConfirmWithdrawalResponses];

export type ReviewWithdrawalData = {
    body: WithdrawalForm;
    path?: never;
    query: {
        /**
         * The code of the locale whose page the form is on.
         */
        locale: string;
    };
    url: '/api/withdrawals/review';
};

export type ReviewWithdrawalErrors = {
    /**
     * The request failed: the form, with what was sent and the errors.
     */
    default: string;
};

export type ReviewWithdrawalError = ReviewWithdrawalErrors[keyof ReviewWithdrawalErrors];

export type ReviewWithdrawalResponses = {
    /**
     * The request succeeded.
     */
    200: string;
};

export type ReviewWithdrawalResponse = ReviewWithdrawalResponses[keyof ReviewWithdrawalResponses];

/** What `call` sends: the data and the response of each. */
export type Calls = {
  "GET /api/account": [GetAccountData, GetAccountResponse];
  "DELETE /api/account": [DeleteAccountData, DeleteAccountResponse];
  "POST /api/account/email": [ChangeEmailData, ChangeEmailResponse];
  "POST /api/account/login": [LogInData, LogInResponse];
  "POST /api/account/logout": [LogOutData, LogOutResponse];
  "GET /api/account/overview": [GetAccountOverviewData, GetAccountOverviewResponse];
  "POST /api/account/password": [ChangePasswordData, ChangePasswordResponse];
  "PATCH /api/account/profile": [ChangeProfileData, ChangeProfileResponse];
  "POST /api/account/recover": [RecoverPasswordData, RecoverPasswordResponse];
  "POST /api/account/recover/check": [CheckRecoveryData, CheckRecoveryResponse];
  "POST /api/account/register": [RegisterData, RegisterResponse];
  "POST /api/account/register/confirm": [ConfirmRegistrationData, ConfirmRegistrationResponse];
  "POST /api/account/reset": [ResetPasswordData, ResetPasswordResponse];
  "GET /api/account/rules": [GetAccountRulesData, GetAccountRulesResponse];
  "GET /api/addresses": [GetAddressesData, GetAddressesResponse];
  "POST /api/addresses": [CreateAddressData, CreateAddressResponse];
  "PATCH /api/addresses/{id}": [ChangeAddressData, ChangeAddressResponse];
  "DELETE /api/addresses/{id}": [RemoveAddressData, RemoveAddressResponse];
  "PATCH /api/addresses/{id}/default": [SetDefaultAddressData, SetDefaultAddressResponse];
  "GET /api/card-prices": [GetCardPricesData, GetCardPricesResponse];
  "GET /api/cart": [GetCartData, GetCartResponse];
  "POST /api/cart/line-items": [AddLineItemData, AddLineItemResponse];
  "PATCH /api/cart/line-items": [ChangeLineItemsData, ChangeLineItemsResponse];
  "PATCH /api/cart/line-items/{id}": [ChangeLineItemData, ChangeLineItemResponse];
  "DELETE /api/cart/line-items/{id}": [RemoveLineItemData, RemoveLineItemResponse];
  "POST /api/cart/numbers": [AddByNumberData, AddByNumberResponse];
  "GET /api/cart/overview": [GetCartOverviewData, GetCartOverviewResponse];
  "POST /api/cart/promotions": [AddPromotionData, AddPromotionResponse];
  "GET /api/checkout": [GetCheckoutData, GetCheckoutResponse];
  "PATCH /api/checkout": [ChangeCheckoutData, ChangeCheckoutResponse];
  "GET /api/checkout/form": [GetAddressFormData, GetAddressFormResponse];
  "POST /api/checkout/guest": [OrderAsGuestData, OrderAsGuestResponse];
  "POST /api/checkout/guest/go-on": [GoOnAsGuestData, GoOnAsGuestResponse];
  "POST /api/newsletter/confirm": [ConfirmNewsletterData, ConfirmNewsletterResponse];
  "POST /api/newsletter/unsubscribe": [UnsubscribeNewsletterData, UnsubscribeNewsletterResponse];
  "GET /api/offers": [GetOffersData, GetOffersResponse];
  "GET /api/orders": [ListOrdersData, ListOrdersResponse];
  "POST /api/orders": [PlaceOrderData, PlaceOrderResponse];
  "POST /api/orders/lookup": [LookUpOrderData, LookUpOrderResponse];
  "GET /api/orders/{id}": [GetOrderData, GetOrderResponse];
  "POST /api/orders/{id}/cancel": [CancelOrderData, CancelOrderResponse];
  "POST /api/orders/{id}/payment": [PayOrderData, PayOrderResponse];
  "POST /api/orders/{id}/reorder": [ReorderData, ReorderResponse];
  "GET /api/search": [SearchData, SearchResponse];
  "GET /api/session": [GetSessionData, GetSessionResponse];
  "PATCH /api/session": [ChangeSessionData, ChangeSessionResponse];
  "GET /api/suggest": [SuggestData, SuggestResponse];
  "POST /api/withdrawals": [WithdrawData, WithdrawResponse];
};
}

declare module "vitrine/props" {
export type ClientOptions = {
    baseUrl: `${string}://${string}` | (string & {});
};

/**
 * The props of the island `account-order`.
 */
export type AccountOrderProps = {
    /**
     * The path of the cart.
     */
    cart_path: string | null;
    /**
     * The URL template of the image CDN, with `{url}`, `{width}`, `{height}` and `{quality}`.
     */
    image_template: string;
    /**
     * The path of an order in each locale, by its code, with `:order` for its id (R-I18N-04).
     */
    order_paths: {
        [key: string]: string;
    };
    /**
     * The pages that it links to.
     */
    places: AccountPlaces;
    /**
     * Labels of order states.
     */
    states: StateWords;
    /**
     * The path of the withdrawal function (law §4a).
     */
    withdrawal_path: string | null;
};

/**
 * The props of the island `account-orders`.
 */
export type AccountOrdersProps = {
    /**
     * The URL template of the image CDN, with `{url}`, `{width}`, `{height}` and `{quality}`.
     */
    image_template: string;
    /**
     * The pages that it links to.
     */
    places: AccountPlaces;
    /**
     * Labels of order states.
     */
    states: StateWords;
};

/**
 * The props of the island `account-overview`.
 */
export type AccountOverviewProps = {
    /**
     * The URL template of the image CDN, with `{url}`, `{width}`, `{height}` and `{quality}`.
     */
    image_template: string;
    /**
     * The pages that it links to.
     */
    places: AccountPlaces;
    /**
     * Labels of order states.
     */
    states: StateWords;
};

/**
 * The pages that the account area links to.
 */
export type AccountPlaces = {
    /**
     * The contact page; `null` if there is none.
     */
    contact_path: string | null;
    /**
     * The path of the screen for a forgotten password; `null` if there is none.
     */
    forgot_path: string | null;
    /**
     * The path of the home page.
     */
    home_path: string;
    /**
     * The path of the log-in screen; `null` if there is none.
     */
    login_path: string | null;
    /**
     * The path of an order, with `:order` for its id.
     */
    order_path: string;
    /**
     * The path of the list of orders.
     */
    orders_path: string;
    /**
     * The path of the account's overview.
     */
    overview_path: string;
    phone: LinkView | null;
    /**
     * The path of the profile.
     */
    profile_path: string;
};

/**
 * The props of the island `account-profile`.
 */
export type AccountProfileProps = {
    /**
     * The pages that it links to.
     */
    places: AccountPlaces;
    /**
     * The path of the privacy page.
     */
    privacy_path: string | null;
};

/**
 * The showrooms that make appointments.
 */
export type AppointmentProps = {
    /**
     * Minimum number of days between today and the appointment.
     */
    lead_days: number;
    /**
     * By the key of the option.
     */
    showrooms: {
        [key: string]: ShowroomProps;
    };
};

/**
 * The props of the island `auth`.
 */
export type AuthProps = {
    /**
     * The path of the account, for a logged-in customer.
     */
    account_path: string;
    /**
     * The path of the checkout, for a guest whose address is confirmed.
     */
    checkout_path: string | null;
    /**
     * The path of the screen for a forgotten password.
     */
    forgot_path: string | null;
    /**
     * The path of the home page.
     */
    home_path: string;
    /**
     * The path of the login.
     */
    login_path: string | null;
    phone: LinkView | null;
    /**
     * The path of the privacy page.
     */
    privacy_path: string | null;
    /**
     * The path of the registration.
     */
    register_path: string | null;
    /**
     * Which of the screens this is.
     */
    screen: AuthScreen;
    /**
     * The heading of the screen.
     */
    title: string;
};

/**
 * A screen of the island `auth`.
 */
export type AuthScreen = 'login' | 'register' | 'forgot-password' | 'reset-password' | 'confirm-registration' | 'newsletter-confirm' | 'newsletter-unsubscribe';

/**
 * The props of the island `buy-box`.
 */
export type BuyBoxProps = {
    /**
     * The path of the cart.
     */
    cart_path: string;
    /**
     * The quantities that can be bought (R-CART-03).
     */
    limits: PurchaseLimits;
    /**
     * The name of the product.
     */
    name: string;
    /**
     * Whether a visitor who is not logged in may order here.
     */
    ordering_allowed: boolean;
    /**
     * The formatted price, shown in the button.
     */
    price_text: string;
    /**
     * The product id: 32 hex digits.
     */
    product_id: string;
    stock_state: 'inStock' | 'limitedStock' | 'outOfStock';
    /**
     * Links to alternatives if ordering is closed or the product is sold out.
     */
    ways: Array<LinkView>;
};

/**
 * The calendar, which is fetched when it opens.
 */
export type CalendarProps = {
    /**
     * Its texts.
     */
    messages: {
        [key: string]: unknown;
    };
    sheet: SheetProps | null;
};

/**
 * The props of the island `cart-count`: the count in the header, and the panel that its link opens (R-HEAD-06).
 */
export type CartCountProps = {
    /**
     * The path of the cart.
     */
    cart_path: string;
    /**
     * The URL template of the image CDN, with `{url}`, `{width}`, `{height}` and `{quality}`.
     */
    image_template: string;
    /**
     * The label of the cart link.
     */
    label: string;
    /**
     * Whether a visitor who is not logged in may order here; otherwise there is no link until the session allows it
     * (R-HEAD-02).
     */
    ordering_allowed: boolean;
};

/**
 * The props of the island `cart`.
 */
export type CartProps = {
    /**
     * The product links of the main navigation, for an empty cart.
     */
    categories: Array<LinkView>;
    /**
     * The path of the checkout; `null` if there is none.
     */
    checkout_path: string | null;
    /**
     * Telephone, showrooms, contact.
     */
    help: Array<LinkView>;
    /**
     * The path of the home page.
     */
    home_path: string;
    /**
     * The URL template of the image CDN, with `{url}`, `{width}`, `{height}` and `{quality}`.
     */
    image_template: string;
    /**
     * Whether a visitor who is not logged in may order here.
     */
    ordering_allowed: boolean;
    /**
     * The shop's delivery and return terms, as written by its editors.
     */
    promises: Array<LinkView>;
    /**
     * Links to alternatives if ordering is closed; otherwise empty.
     */
    ways: Array<LinkView>;
};

/**
 * The props of the island `checkout`.
 */
export type CheckoutProps = {
    /**
     * The path of the cart.
     */
    cart_path: string | null;
    /**
     * The path of the screen for a forgotten password.
     */
    forgot_path: string | null;
    guarantee_notice: GuaranteeNoticeView | null;
    /**
     * The path of the home page.
     */
    home_path: string;
    /**
     * The URL template of the image CDN, with `{url}`, `{width}`, `{height}` and `{quality}`.
     */
    image_template: string;
    /**
     * The path of the log-in screen; `null` if there is none.
     */
    login_path: string | null;
    /**
     * Whether a visitor who is not logged in may order here.
     */
    ordering_allowed: boolean;
    phone: LinkView | null;
    /**
     * The path of the privacy page.
     */
    privacy_path: string | null;
    /**
     * The path of the screen after an order, with `:id` for the order's id.
     */
    success_path: string;
    /**
     * The path of the page with the terms and conditions.
     */
    terms_path: string | null;
    /**
     * Links to alternatives if ordering is closed; otherwise empty.
     */
    ways: Array<LinkView>;
    /**
     * The path of the page about withdrawal.
     */
    withdrawal_path: string | null;
};

/**
 * A cloth with the product that it was chosen for.
 */
export type ChosenCloth = {
    /**
     * `#9c4327`
     */
    color: string | null;
    /**
     * The id of the option: 32 hex digits.
     */
    id: string;
    /**
     * `Rust`
     */
    name: string;
    /**
     * Number of the product.
     */
    number: string;
    /**
     * Path of the product's page.
     */
    path: string;
    /**
     * Name of the product.
     */
    product: string;
};

/**
 * Products with what they cost together.
 */
export type CommerceBasket = {
    /**
     * The ISO 4217 code of the currency.
     */
    currency: string;
    /**
     * The products.
     */
    items: Array<CommerceItem>;
    /**
     * The sum of the items, as the page shows it.
     */
    value: number;
};

/**
 * A commerce event.
 */
export type CommerceEvent = {
    /**
     * The product.
     */
    ecommerce: CommerceBasket;
    event: 'view_item';
} | {
    /**
     * The list.
     */
    ecommerce: CommerceList;
    event: 'view_item_list';
} | {
    /**
     * What was added.
     */
    ecommerce: CommerceBasket;
    event: 'add_to_cart';
} | {
    /**
     * What was removed.
     */
    ecommerce: CommerceBasket;
    event: 'remove_from_cart';
} | {
    /**
     * The cart.
     */
    ecommerce: CommerceBasket;
    event: 'begin_checkout';
} | {
    /**
     * The order.
     */
    ecommerce: CommerceOrder;
    event: 'purchase';
} | {
    event: 'search';
    /**
     * Number of results.
     */
    result_count: number;
    /**
     * The query; empty if it may name a person.
     */
    search_term: string;
} | {
    event: 'generate_lead';
    /**
     * The form's handle.
     */
    form_id: string;
};

/**
 * A product in an event.
 */
export type CommerceItem = {
    /**
     * The product number, as the page shows it.
     */
    item_id: string;
    /**
     * The name, as the page shows it.
     */
    item_name: string;
    /**
     * The price of one piece, as the page shows it, in units of the currency; `None` if it is on request.
     */
    price?: number | null;
    /**
     * How many pieces.
     */
    quantity: number;
};

/**
 * Products of a list.
 */
export type CommerceList = {
    /**
     * The title of the list.
     */
    item_list_name: string;
    /**
     * The products, in the order of the page.
     */
    items: Array<CommerceItem>;
};

/**
 * A placed order.
 */
export type CommerceOrder = {
    /**
     * The ISO 4217 code of the currency.
     */
    currency: string;
    /**
     * The products.
     */
    items: Array<CommerceItem>;
    /**
     * The delivery costs.
     */
    shipping: number;
    /**
     * The tax in or on top of it.
     */
    tax: number;
    /**
     * The order number.
     */
    transaction_id: string;
    /**
     * The total.
     */
    value: number;
};

/**
 * The props of the island `consent`.
 */
export type ConsentProps = {
    /**
     * The tag manager's id.
     */
    id: string;
    /**
     * How many months a choice counts.
     */
    months: number;
    /**
     * The origin of its script.
     */
    script_host: string;
    /**
     * What a choice was made about: a choice of another version does not count.
     */
    version: string;
};

/**
 * What the island `form` is given.
 */
export type FormProps = {
    appointment: AppointmentProps | null;
    calendar: CalendarProps | null;
    /**
     * The names of the fields by handle, for messages.
     */
    names: {
        [key: string]: string;
    };
    /**
     * The page that is opened when the form has been sent.
     */
    page: string | null;
    /**
     * The rules of the form, as crate `vitrine-forms` writes them.
     */
    spec: {
        [key: string]: unknown;
    };
    /**
     * The messages that the rules of this form may need, by key.
     */
    texts: {
        [key: string]: string;
    };
    /**
     * The zone of the shop, whose day rules on dates are about: `Europe/Amsterdam`.
     */
    time_zone: string;
};

/**
 * The official notice, with the link that its QR code has.
 */
export type GuaranteeNoticeView = {
    /**
     * What it says.
     */
    alt: string;
    /**
     * Its height.
     */
    height: number;
    /**
     * The page of Your Europe about it.
     */
    href: string;
    /**
     * Label of that link.
     */
    label: string;
    /**
     * The path of the drawing.
     */
    src: string;
    /**
     * Its width.
     */
    width: number;
};

/**
 * The opening hours of a showroom, from which the browser computes whether it is open.
 */
export type Hours = {
    /**
     * The same by date (`2026-12-25`), if different from the weekday.
     */
    special: {
        [key: string]: Array<[
            string,
            string
        ]>;
    };
    /**
     * Opening and closing times (`HH:MM`) for each day, Monday first; `null` if unknown, empty if closed.
     */
    week: Array<Array<[
        string,
        string
    ]> | null>;
};

/**
 * A text that may be a link.
 */
export type LinkView = {
    /**
     * The target; `null` for plain text.
     */
    href: string | null;
    /**
     * The text.
     */
    label: string;
    /**
     * Whether it opens in a new tab.
     */
    new_tab: boolean;
};

/**
 * A showroom or a dealer, as data.
 */
export type LocatorPlace = {
    /**
     * Latitude and longitude in degrees.
     */
    at?: [
        number,
        number
    ] | null;
    /**
     * Keys of its brands.
     */
    brands: Array<string>;
    /**
     * Its city.
     */
    city?: string | null;
    /**
     * Its opening hours.
     */
    hours: Hours;
    /**
     * `data-place` of its list item.
     */
    key: string;
    /**
     * `showroom`, or the type of dealer; `null` if the CMS does not provide it.
     */
    kind?: string | null;
};

/**
 * The props of the island `open-now`.
 */
export type OpenNowProps = {
    /**
     * The hours of the place.
     */
    hours: Hours;
};

/**
 * The props of the island `order-outcome`.
 */
export type OrderOutcomeProps = {
    /**
     * The path of the account, for a visitor who is logged in with another account.
     */
    account_path: string | null;
    /**
     * The contact page; `null` if there is none.
     */
    contact_path: string | null;
    /**
     * The path of the home page.
     */
    home_path: string;
    /**
     * The path of the login, for an order of an account.
     */
    login_path: string | null;
    /**
     * Whether a visitor who is not logged in may pay here.
     */
    ordering_allowed: boolean;
    /**
     * The path of the screen, with `:id` for the order's id or the code of its link.
     */
    pattern: string;
    /**
     * The path of the registration, which is offered to guests.
     */
    register_path: string | null;
    /**
     * Which of the screens after an order this is. The order's state comes only from the order itself.
     */
    screen: OutcomeScreen;
    /**
     * The path of the withdrawal function (law §4a).
     */
    withdraw_path: string | null;
    /**
     * The path of the page about withdrawal.
     */
    withdrawal_path: string | null;
};

/**
 * A screen after an order.
 */
export type OutcomeScreen = 'placed' | 'paid' | 'unpaid';

/**
 * The props of the island `product`.
 */
export type ProductProps = {
    /**
     * The opening hours of the showrooms on the page, in their order.
     */
    hours: Array<Hours>;
    /**
     * Whether a visitor who is not logged in may order here.
     */
    ordering_allowed: boolean;
    /**
     * The product id: 32 hex digits.
     */
    product_id: string;
};

/**
 * The quantities that can be bought.
 */
export type PurchaseLimits = {
    /**
     * Maximum quantity; 100 if the product sets none.
     */
    max: number;
    /**
     * The lowest quantity.
     */
    min: number;
    /**
     * The step between quantities, counted from the minimum.
     */
    step: number;
};

/**
 * What the island `samples` is given: on a product's page the cloth, on the page of the form the field.
 */
export type SamplesProps = {
    cloth: ChosenCloth | null;
    /**
     * The id of the field that names the cloths.
     */
    field: string | null;
    sheet?: SheetProps | null;
};

/**
 * A style sheet that is loaded when it is needed.
 */
export type SheetProps = {
    /**
     * Its URL.
     */
    href: string;
    /**
     * Its hash.
     */
    integrity: string;
};

/**
 * A showroom.
 */
export type ShowroomProps = {
    /**
     * When it is open.
     */
    hours: Hours;
    /**
     * Keys of what one can come for; empty = everything.
     */
    types: Array<string>;
};

/**
 * Labels of order states by Shopware's technical name; a state without one is shown with Shopware's label (R-ACCT-03).
 */
export type StateWords = {
    /**
     * Of deliveries.
     */
    delivery: {
        [key: string]: string;
    };
    /**
     * Of orders.
     */
    order: {
        [key: string]: string;
    };
    /**
     * Of payments.
     */
    payment: {
        [key: string]: string;
    };
};

/**
 * The props of the island `store-locator`.
 */
export type StoreLocatorProps = {
    /**
     * The gazetteer file: a list of `[name, [further names], country, postcode, latitude, longitude]`.
     */
    gazetteer?: string | null;
    map_sheet?: SheetProps | null;
    /**
     * The places of the list.
     */
    places: Array<LocatorPlace>;
    tiles?: TilesProps | null;
};

/**
 * The tiles of a map.
 */
export type TilesProps = {
    /**
     * The attribution shown on the map.
     */
    attribution: string;
    /**
     * `https://tiles.example/{z}/{x}/{y}.png`
     */
    template: string;
};

/**
 * The props of the island `withdrawal`.
 */
export type WithdrawalProps = {
    /**
     * The path of the home page.
     */
    home_path: string;
    /**
     * The path of the page about withdrawal and returns.
     */
    returns_path: string | null;
};
}

declare module "vitrine" {
  import type { Calls, ErrorResponse } from "vitrine/api";

  /** A text, or its forms by CLDR plural category; the parameter `count` selects the form. */
  export type Message = string | { readonly [category: string]: string };
  export type Messages = { readonly [key: string]: Message };
  export type Parameters = Readonly<Record<string, string | number>>;

  /** What an island gets when it is mounted. */
  export type IslandContext<Props = unknown> = {
    /** What the template wrote with `island_data`. */
    readonly props: Props;
    /** The texts of `locales/<code>/islands/<name>.json`. */
    readonly messages: Messages;
    /** Input in the fallback's named fields before the island was mounted. */
    readonly values: Readonly<Record<string, string>>;
  };

  /** The default export of an island. It puts its own content in place of the fallback before it returns. */
  export type Mount<Props = unknown> = (root: HTMLElement, context: IslandContext<Props>) => void;

  /** Returns the text of a key, with each `{name}` replaced by the parameter of that name. */
  export type Translate<Keys extends string = string> = (key: Keys, parameters?: Parameters) => string;
  export function createTranslate<Keys extends string>(messages: Messages, locale: string): Translate<Keys>;

  /** The locale of the page, such as `nl-NL`. */
  export function pageLocale(): string;

  /** An amount in minor units in the locale's format: `€ 1.299,00`. */
  export function formatMoney(amount: { readonly minor: number; readonly currency: string }, locale: string): string;

  /** A failed call. `status` is 0 if the API was not reached or did not respond in time. */
  export interface ApiError extends Error {
    readonly name: "ApiError";
    readonly status: number;
    readonly errors: readonly (Pick<ErrorResponse["errors"][number], "code" | "title" | "detail"> &
      Partial<Pick<ErrorResponse["errors"][number], "source">>)[];
    /** The JSON of the response; undefined if there is none. */
    readonly body: unknown;
    /** Seconds after which another try may succeed; undefined if the response does not say. */
    readonly retryAfter: number | undefined;
    /** Whether one of the errors has this code. */
    is(code: string): boolean;
    readonly maintenance: boolean;
    /** Whether the API refused the call; after any other failure it may still have been carried out. */
    readonly refused: boolean;
    /** The texts for the visitor, in the page's language; `fallback` if the response has none. */
    details(fallback: string): string[];
  }
  export function isApiError(error: unknown): error is ApiError;

  type Part<Data, Key extends string> =
    Data extends Record<Key, infer Value>
      ? Value extends undefined
        ? object
        : Record<Key, Value>
      : Data extends { readonly [Name in Key]?: infer Value }
        ? { readonly [Name in Key]?: Exclude<Value, undefined> }
        : object;
  /** Path, query and body of a call, if it has them. */
  export type Input<Name extends keyof Calls> = Part<Calls[Name][0], "path"> &
    Part<Calls[Name][0], "query"> &
    Part<Calls[Name][0], "body"> & {
      readonly signal?: AbortSignal;
      /** A deadline of the response other than 10 seconds, in milliseconds. */
      readonly timeout?: number;
    };

  /** Sends a call to the shop's API, such as `GET /api/cart`. Rejects with an `ApiError`. */
  export function call<Name extends keyof Calls>(
    name: Name,
    ...input: object extends Input<Name> ? [Input<Name>?] : [Input<Name>]
  ): Promise<Calls[Name][1]>;

  /** What a page tells a tag manager, after consent, with `globalThis.vitrineSignals?.push(…)`. */
  export type Signal =
    | {
        readonly is: "answer";
        readonly call: { readonly url: string; readonly body?: unknown };
        readonly answer: unknown;
      }
    | { readonly is: "search"; readonly query: string; readonly results: number }
    | { readonly is: "form"; readonly form: string };

  global {
    /** Exists on pages with a tag manager, once its island is mounted. */
    var vitrineSignals: Signal[] | { push: (signal: Signal) => unknown } | undefined;
    interface DocumentEventMap {
      /** Whether a customer is logged in may have changed. */
      "vitrine-customer": Event;
    }
  }
}

declare module "vitrine/react" {
  import type { ReactNode } from "react";
  import type { ReadableStore } from "vitrine/cart";

  /** Puts a React tree in place of an island's fallback, and the fallback back if the tree throws. */
  export function mountReact(root: HTMLElement, tree: ReactNode): void;
  /** Reads a store in a component. */
  export function useStore<Value>(store: ReadableStore<Value>): Value;
}

declare module "vitrine/cart" {
  import type { ApiError } from "vitrine";
  import type { CartResponse, LineItem } from "vitrine/api";

  export type ReadableStore<Value> = {
    readonly get: () => Value;
    /** Calls `listener` after each change; returns a function that unsubscribes it. */
    readonly subscribe: (listener: () => void) => () => void;
  };
  export type CartState = {
    readonly status: "unknown" | "loading" | "ready" | "saving" | "failed";
    /** The last response of the API; the only source of prices and totals. */
    readonly cart: CartResponse | null;
    /** Why the cart could not be read, while `status` is `failed`. */
    readonly failure: ApiError | null;
  };
  export type CartStore = ReadableStore<CartState> & {
    /** Reads the cart. Never rejects: see `failure`. */
    readonly load: () => Promise<void>;
    /** Adds a product by its id. Rejects with an `ApiError`. */
    readonly add: (productId: string, quantity: number) => Promise<CartResponse>;
    /** Sends the quantity after a delay, if it then differs from the confirmed one. */
    readonly setQuantity: (item: LineItem | undefined, quantity: number) => void;
    /** Removes a line. Rejects with an `ApiError`. */
    readonly remove: (item: LineItem | undefined) => Promise<void>;
  };
  /** The cart that all islands of this page share. It loads React, so import it when it is needed: `await import("vitrine/cart")`. */
  export function cartStore(): CartStore;
}
