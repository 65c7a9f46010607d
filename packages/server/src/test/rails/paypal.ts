import { newId } from '#platform/ids.ts'
import type { TestApp } from '../app.ts'
import { signedIn } from '../factories.ts'
import { withdrawalsIn } from '../withdrawals.ts'
import { aroundSend } from './bank.ts'
import type { DriverOf, Parties, RailDriver } from './driver.ts'

const BOOK: RailDriver['book'] = {
  provider: 'paypal',
  kinds: { capture: 1, refund: -1, reversal: -1, payout: -1, 'payout-return': 1 },
}

const payin = (app: TestApp, kind: 'deposit' | 'send', start: RailDriver['start']): RailDriver => {
  const act = (ref: string, action: string) => app.control('POST', `/paypal/orders/${ref}/${action}`)
  return {
    settlement: 'settlement:paypal',
    book: BOOK,
    faults: { provider: 'paypal', path: '/wire/paypal/v2/checkout/orders' },
    changes: { whose: kind === 'deposit' ? 'owner' : 'other', by: 'amount' },
    start,
    around: (around) => {
      const { paypal: real } = app.services
      const create: typeof real.orders.create = (request, options) => {
        app.services.paypal = real
        return around((timeoutMs) => real.orders.create(request, { ...options, timeoutMs }))
      }
      app.services.paypal = { ...real, orders: { ...real.orders, create } }
    },
    pay: (ref) => act(ref, 'approve'),
    decline: async (ref) => {
      await app.control('POST', '/paypal/next', { outcome: 'INSTRUMENT_DECLINED', match: ref })
      await act(ref, 'approve')
    },
    goBack: (ref) => act(ref, 'reverse'),
    skips: {},
  }
}

export const paypalDeposit: DriverOf = (app) =>
  payin(app, 'deposit', async ({ owner }) =>
    app.call('startDeposit', { method: 'paypal', amount: 100_00, currency: 'USD' } as never, {
      key: newId(),
      headers: await signedIn(app.services, owner),
    }),
  )

export const paypalSend: DriverOf = (app) =>
  payin(app, 'send', async ({ owner, other }: Parties) =>
    app.call('placePaypalOrder', { toUser: other.userId, amount: 100_00, currency: 'USD' } as never, {
      key: newId(),
      headers: await signedIn(app.services, owner),
    }),
  )

export const paypalWithdrawal: DriverOf = (app) => {
  const withdrawals = withdrawalsIn(app)
  const act = (ref: string, action: string) => app.control('POST', `/paypal/payouts/${ref}/${action}`)
  return {
    settlement: 'settlement:paypal',
    book: BOOK,
    faults: { provider: 'paypal', path: '/wire/paypal/v1/payments/payouts' },
    changes: { whose: 'owner', by: '-total' },
    start: async ({ owner }) => {
      const email = `${newId()}@example.com`
      // However slow the machine is, PayPal does not go on by itself meanwhile.
      await app.control('POST', '/paypal/payouts/next', { outcome: 'wait', match: email })
      const body = { email, fullName: 'Ana Rey', amount: 100_00, currency: 'USD' } as never
      return app.call('withdrawPaypal', body, { key: newId(), headers: await signedIn(app.services, owner) })
    },
    tell: ({ owner }) => withdrawals.sweep(owner),
    around: (around) => aroundSend(app, 'paypal', around),
    pay: (ref) => act(ref, 'succeed'),
    decline: (ref) => act(ref, 'fail'),
    goBack: (ref) => act(ref, 'refund'),
    skips: {},
  }
}
