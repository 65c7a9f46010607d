/** Customers, saved cards and checkout sessions as Stripe's API shows them; the SDK's types are the oracle. */
import type Stripe from 'stripe'
import type { Customer, PaymentMethod, PlayingCard, Session } from './model.ts'
import type { CardStore } from './store.ts'

const fingerprints: Record<PlayingCard, string> = {
  '4242': 'Xt5EWLLDS7FJjR1c',
  '0002': 'gRZ8kW2bQhYpT0da',
  '3155': 'mQ1vN6cUeHs9LkXo',
}

export const renderCustomer = (customer: Customer) =>
  ({
    id: customer.id,
    object: 'customer',
    address: null,
    balance: 0,
    created: customer.created,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: customer.description,
    discount: null,
    email: customer.email,
    invoice_prefix: customer.id.slice(-8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: customer.metadata,
    name: customer.name,
    phone: customer.phone,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }) satisfies Stripe.Customer

export const renderPaymentMethod = (method: PaymentMethod) =>
  ({
    id: method.id,
    object: 'payment_method',
    allow_redisplay: method.customerId ? 'always' : 'unspecified',
    billing_details: {
      address: { city: null, country: 'US', line1: null, line2: null, postal_code: '10001', state: null },
      email: null,
      name: null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: 'pass', cvc_check: 'pass' },
      country: 'US',
      display_brand: 'visa',
      exp_month: 12,
      exp_year: 2034,
      fingerprint: fingerprints[method.card],
      funding: 'credit',
      generated_from: null,
      last4: method.card,
      networks: { available: ['visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: method.created,
    customer: method.customerId,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }) satisfies Stripe.PaymentMethod

/** What an event says of a card that was to be kept; nothing of ours reads more of it. */
export const renderSetup = (session: Session, method: PaymentMethod, created: number) =>
  ({
    id: session.setupIntentId ?? '',
    object: 'setup_intent',
    created,
    customer: session.customerId,
    livemode: false,
    metadata: session.metadata,
    payment_method: method.id,
    payment_method_types: ['card'],
    status: session.wasRefused ? 'requires_payment_method' : 'succeeded',
    usage: 'on_session',
  }) satisfies Partial<Stripe.SetupIntent>

export const renderSession = (store: CardStore, session: Session, publicUrl: string) => {
  const customer = store.customers.get(session.customerId ?? '')
  const email = session.customerEmail ?? customer?.email ?? null
  return {
    id: session.id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: session.allowedPaymentMethodTypes,
    amount_subtotal: session.mode === 'setup' ? null : session.amount,
    amount_total: session.mode === 'setup' ? null : session.amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: session.created,
    currency: 'usd',
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: session.customerId,
    customer_account: null,
    customer_creation: null,
    customer_details:
      session.status === 'complete' || email !== null
        ? {
            address: null,
            business_name: null,
            email,
            individual_name: null,
            name: null,
            phone: null,
            tax_exempt: 'none',
            tax_ids: null,
          }
        : null,
    customer_email: session.customerEmail,
    discounts: [],
    expires_at: session.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: session.locale,
    managed_payments: null,
    metadata: session.metadata,
    mode: session.mode,
    origin_context: null,
    payment_intent: session.intentId,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status:
      session.mode === 'setup' ? 'no_payment_required' : session.status === 'complete' ? 'paid' : 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: session.setupIntentId,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: session.status,
    submit_type: null,
    subscription: null,
    success_url: session.successUrl,
    total_details: session.mode === 'setup' ? null : { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? `${publicUrl}/card/pay/${session.id}` : null,
    wallet_options: null,
  } satisfies Stripe.Checkout.Session
}
