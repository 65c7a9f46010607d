import { newId } from '#platform/ids.ts'
import type { TestApp } from '../app.ts'
import { signedIn } from '../factories.ts'
import { payablesIn } from '../payables.ts'
import type { DriverOf, Parties, RailDriver } from './driver.ts'

const card = (app: TestApp, kind: 'deposit' | 'send', start: RailDriver['start']): RailDriver => {
  const press = (ref: string, action: string) => app.control('POST', `/card/sessions/${ref}/${action}`)
  const happens = (ref: string, action: string) => app.control('POST', `/card/payments/${ref}/${action}`)
  return {
    settlement: 'settlement:card',
    book: {
      provider: 'card',
      kinds: { charge: 1, refund: -1, refundFailure: 1, dispute: -1, disputeReversal: 1 },
    },
    faults: { provider: 'card', path: '/v1/checkout/sessions' },
    changes: { whose: kind === 'deposit' ? 'owner' : 'other', by: 'amount' },
    start,
    around: (around) => {
      const { card: real } = app.services
      app.services.card = {
        ...real,
        checkout: (request, options) => {
          app.services.card = real
          return around((timeoutMs) => real.checkout(request, { ...options, timeoutMs }))
        },
      }
    },
    pay: (ref) => press(ref, 'pay'),
    decline: async (ref) => {
      await press(ref, 'decline')
      await press(ref, 'expire')
    },
    goBack: async (ref) => {
      await happens(ref, 'dispute')
      await happens(ref, 'lose')
    },
    skips: {},
  }
}

export const cardDeposit: DriverOf = (app) =>
  card(app, 'deposit', async ({ owner }) =>
    app.call('startDeposit', { method: 'card', amount: 100_00, currency: 'USD' } as never, {
      key: newId(),
      headers: await signedIn(app.services, owner),
    }),
  )

/** An invoice of the other's, which the owner pays. */
export const cardInvoice: DriverOf = (app) =>
  card(app, 'send', async ({ owner, other }: Parties) => {
    const payables = payablesIn(app)
    return payables.payInvoice(owner, await payables.anInvoice(other, owner), 'card')
  })

export const cardSend: DriverOf = (app) =>
  card(app, 'send', async ({ owner, other }: Parties) =>
    app.call(
      'startCheckout',
      { toUser: other.userId, amount: 100_00, currency: 'USD' },
      { key: newId(), headers: await signedIn(app.services, owner) },
    ),
  )
