/** Payment objects as Stripe's API shows them; the SDK's types are the oracle. */
import type Stripe from 'stripe'
import type { BalanceTransaction, Charge, Dispute, FraudWarning, Intent, PaymentError, Refund } from './model.ts'
import { renderPaymentMethod } from './render-parties.ts'
import type { CardStore } from './store.ts'

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

const lastErrorOf = (store: CardStore, error: PaymentError, intent: Intent) => {
  const method = store.paymentMethods.get(intent.paymentMethodId ?? '')
  return {
    ...(intent.latestChargeId && { charge: intent.latestChargeId }),
    code: error.code,
    ...(error.declineCode && { decline_code: error.declineCode }),
    message: error.message,
    type: error.type,
    ...(method && { payment_method: renderPaymentMethod(method) }),
  }
}

export const renderIntent = (store: CardStore, intent: Intent, publicUrl: string) =>
  ({
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: ['card'],
    amount: intent.amount,
    amount_capturable: 0,
    amount_received: intent.amountReceived,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: intent.canceledAt,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: intent.clientSecret,
    confirmation_method: 'automatic',
    created: intent.created,
    currency: 'usd',
    customer: intent.customerId,
    customer_account: null,
    description: intent.description,
    excluded_payment_method_types: null,
    last_payment_error: intent.lastError && lastErrorOf(store, intent.lastError, intent),
    latest_charge: intent.latestChargeId,
    livemode: false,
    managed_payments: null,
    metadata: intent.metadata,
    next_action:
      intent.status === 'requires_action'
        ? {
            type: 'redirect_to_url',
            redirect_to_url: { return_url: intent.returnUrl, url: `${publicUrl}/card/challenge/${intent.id}` },
          }
        : null,
    on_behalf_of: null,
    // Stripe takes the method away again when an attempt fails.
    payment_method: intent.status === 'requires_payment_method' ? null : intent.paymentMethodId,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: intent.setupFutureUsage,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: intent.status,
    transfer_data: null,
    transfer_group: null,
  }) satisfies Stripe.PaymentIntent

export const renderCharge = (store: CardStore, charge: Charge) =>
  ({
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: charge.error ? 0 : charge.amount,
    amount_refunded: charge.amountRefunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: charge.balanceTransactionId,
    billing_details: { address: noAddress, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'PUENTE',
    captured: charge.error === null,
    created: charge.created,
    currency: 'usd',
    customer: charge.customerId,
    description: null,
    disputed: charge.isDisputed,
    failure_balance_transaction: null,
    failure_code: charge.error?.code ?? null,
    failure_message: charge.error?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: charge.error ? '01' : null,
      network_status: charge.error ? 'declined_by_network' : 'approved_by_network',
      reason: charge.error?.declineCode ?? null,
      risk_level: 'normal',
      seller_message: charge.error
        ? 'The bank did not return any further details with this decline.'
        : 'Payment complete.',
      type: charge.error ? 'issuer_declined' : 'authorized',
    },
    paid: charge.error === null,
    payment_intent: charge.intentId,
    payment_method: charge.paymentMethodId,
    payment_method_details: { type: 'card' },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: charge.error === null && charge.amountRefunded === charge.amount,
    refunds: null,
    review: store.fraudWarnings.find((warning) => warning.chargeId === charge.id) ? `prv_${charge.id.slice(3)}` : null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: charge.error ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }) satisfies Stripe.Charge

export const renderRefund = (refund: Refund) =>
  ({
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: refund.balanceTransactionId,
    charge: refund.chargeId,
    created: refund.created,
    currency: 'usd',
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    ...(refund.failureBalanceTransactionId && {
      failure_balance_transaction: refund.failureBalanceTransactionId,
      failure_reason: 'expired_or_canceled_card',
    }),
    metadata: refund.metadata,
    payment_intent: refund.intentId,
    payment_method: null,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  }) satisfies Stripe.Refund

export const renderBalanceTransaction = (line: BalanceTransaction, nowSeconds: number) =>
  ({
    id: line.id,
    object: 'balance_transaction',
    amount: line.amount,
    available_on: line.availableOn,
    balance_type: 'payments',
    created: line.created,
    currency: 'usd',
    description: null,
    exchange_rate: null,
    fee: line.fee,
    fee_details:
      line.fee === 0
        ? []
        : [
            {
              amount: line.fee,
              application: null,
              currency: 'usd',
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: line.amount - line.fee,
    reporting_category: line.reportingCategory,
    source: line.sourceId,
    status: line.availableOn <= nowSeconds ? 'available' : 'pending',
    type: line.type,
  }) satisfies Stripe.BalanceTransaction

/** Evidence is left out: nothing of ours answers disputes through the API. */
export const renderDispute = (store: CardStore, dispute: Dispute, nowSeconds: number) =>
  ({
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: dispute.balanceTransactionIds.flatMap((id) => {
      const line = store.balanceTransactions.get(id)
      return line ? [renderBalanceTransaction(line, nowSeconds)] : []
    }),
    charge: dispute.chargeId,
    created: dispute.created,
    currency: 'usd',
    enhanced_eligibility_types: [],
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: dispute.intentId,
    reason: 'fraudulent',
    status: dispute.status,
  }) satisfies Omit<Stripe.Dispute, 'evidence' | 'evidence_details'>

export const renderFraudWarning = (warning: FraudWarning) =>
  ({
    id: warning.id,
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: warning.chargeId,
    created: warning.created,
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    payment_intent: warning.intentId,
  }) satisfies Stripe.Radar.EarlyFraudWarning
