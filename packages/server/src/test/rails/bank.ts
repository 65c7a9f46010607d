import type { PayoutRequest, PayoutSnapshot } from '#providers/payout-port.ts'
import type { TestApp } from '../app.ts'
import { bankIn } from '../bank.ts'
import type { TestUser } from '../factories.ts'
import type { Around, DriverOf, RailDriver } from './driver.ts'

const CUTOFF_PASSES_DAYS = 5
const DAY_S = 86_400

/** Wraps the next call by which a withdrawal is sent over a rail. */
export const aroundSend = (app: TestApp, rail: 'bank' | 'paypal', around: Around): void => {
  const { payouts } = app.services
  const real = payouts[rail]
  const send = (request: PayoutRequest<never>): Promise<PayoutSnapshot> => {
    app.services.payouts = payouts
    return around((timeoutMs) => real.send(request, { timeoutMs }))
  }
  app.services.payouts = { ...payouts, [rail]: { ...real, send } }
}

export const bankWithdrawal: DriverOf = (app): RailDriver => {
  const bank = bankIn(app)
  const recipients = new Map<string, string>()
  const recipientOf = async (owner: TestUser): Promise<string> => {
    const id = recipients.get(owner.id) ?? (await bank.aRecipient(owner))
    recipients.set(owner.id, id)
    return id
  }
  return {
    settlement: 'settlement:bank',
    book: { provider: 'ach', kinds: { transfer: -1, return: 1 } },
    faults: { provider: 'ach', path: '/wire/increase/ach_transfers' },
    changes: { whose: 'owner', by: '-total' },
    start: async ({ owner }) => bank.withdraw(owner, await recipientOf(owner)),
    tell: ({ owner }) => bank.sweep(owner),
    around: (around) => aroundSend(app, 'bank', around),
    pay: async (ref) => {
      await bank.act(ref, 'submit')
      await bank.act(ref, 'settle')
    },
    decline: (ref) => bank.act(ref, 'reject'),
    goBack: (ref) => bank.act(ref, 'return', { code: 'R06' }),
    holdBack: {
      before: () => {
        app.services.config.achRelease = { at: 'atCutoff', cutoff: '16:00' }
      },
      race: async ({ owner }) => {
        await app.control('POST', '/clock/advance', { seconds: CUTOFF_PASSES_DAYS * DAY_S })
        await bank.sweep(owner, (CUTOFF_PASSES_DAYS * DAY_S) / 60)
      },
      after: () => {
        app.services.config.achRelease = { at: 'immediate', cutoff: '16:00' }
      },
    },
    skips: {},
  }
}
