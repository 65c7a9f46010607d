import type { Facts } from '@puente/ledger'
import { expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { PAYMENT_MOVES, type PaymentState, isPaymentFinal } from './payment-states.ts'
import type { Payment } from './payment.ts'
import { paymentsParticipant } from './payments-participant.ts'

const states = Object.keys(PAYMENT_MOVES) as PaymentState[]

const decide = (from: PaymentState, to: PaymentState) => {
  const payment = { ownerId: newId(), ref: newId(), state: from, providerPaymentId: null } as Payment
  const rows = new Map([[`${payment.ownerId}/${payment.ref}`, payment]])
  const need = { advance: { ownerId: payment.ownerId, ref: payment.ref, to } }
  return { payment, decided: paymentsParticipant.decide({ rows, sessions: new Map() }, need, {} as Facts) }
}

test('a payment moves as its states allow; any other move is refused whatever else the command would write', () => {
  for (const from of states)
    for (const to of states) {
      const moves: readonly PaymentState[] = PAYMENT_MOVES[from]
      const { payment, decided } = decide(from, to)
      if (moves.includes(to))
        expect(decided).toMatchObject({
          change: { updated: [{ state: to }], unwatched: isPaymentFinal(to) ? [payment.ref] : [] },
        })
      else expect(decided).toMatchObject({ refuse: { code: 'invalidTransactionId' } })
    }
})
