/** What the world does with a payment by card, chosen on the sandbox's page or by a control call. */
import type { Aftermath } from './aftermath.ts'
import type { Charge, Intent } from './model.ts'
import type { Payments } from './payments.ts'
import type { Sessions } from './sessions.ts'
import type { CardStore } from './store.ts'
import { StripeError } from './stripe-error.ts'

export const paymentActs = [
  'confirm',
  'refuse',
  'refund',
  'fail-refund',
  'dispute',
  'win',
  'lose',
  'fraud-warning',
] as const
export type PaymentAct = (typeof paymentActs)[number]

/** Of how much, if not of all that is left; and which dispute, if not the newest. */
type Choice = { amountCents?: number | undefined; disputeId?: string | undefined }

type Parts = { store: CardStore; payments: Payments; sessions: Sessions; aftermath: Aftermath }

/** Each answers whether it was possible. */
export const createPaymentActs = ({ store, payments, sessions, aftermath }: Parts) => {
  const answer = (intent: Intent, isConfirmed: boolean) => {
    const session = store.sessions.get(intent.sessionId ?? '')
    if (!payments.answerChallenge(intent, isConfirmed)) return false
    if (session && isConfirmed) sessions.complete(session)
    return true
  }

  /** As from the provider's dashboard. */
  const refund = (charge: Charge, amount: number | undefined) => {
    try {
      aftermath.refund(charge, { amount, reason: 'requested_by_customer', metadata: {} })
      return true
    } catch (error) {
      if (error instanceof StripeError) return false
      throw error
    }
  }

  const failRefund = (charge: Charge) => {
    const made = store.refunds.find(({ chargeId, status }) => chargeId === charge.id && status === 'succeeded')
    return made !== undefined && aftermath.failRefund(made, charge)
  }

  const closeDispute = (charge: Charge, status: 'won' | 'lost', id: string | undefined) => {
    const candidates = aftermath.disputesOf(charge).filter((one) => one.id === (id ?? one.id))
    const dispute =
      candidates.find(({ status: now }) => now === 'needs_response') ??
      candidates.find(({ status: now }) => now !== status)
    if (dispute) aftermath.closeDispute(dispute, charge, status)
    return dispute !== undefined
  }

  const warnOfFraud = (charge: Charge) => {
    aftermath.warnOfFraud(charge)
    return true
  }

  const ofCharge: Record<Exclude<PaymentAct, 'confirm' | 'refuse'>, (charge: Charge, choice: Choice) => boolean> = {
    refund: (charge, { amountCents }) => refund(charge, amountCents),
    'fail-refund': failRefund,
    dispute: (charge, { amountCents }) => aftermath.dispute(charge, amountCents) !== null,
    win: (charge, { disputeId }) => closeDispute(charge, 'won', disputeId),
    lose: (charge, { disputeId }) => closeDispute(charge, 'lost', disputeId),
    'fraud-warning': warnOfFraud,
  }

  return (intent: Intent, act: PaymentAct, choice: Choice = {}): boolean => {
    if (act === 'confirm' || act === 'refuse') return answer(intent, act === 'confirm')
    const charge = store.charges.get(intent.latestChargeId ?? '')
    return charge !== undefined && charge.error === null && ofCharge[act](charge, choice)
  }
}

export type PaymentActs = ReturnType<typeof createPaymentActs>
