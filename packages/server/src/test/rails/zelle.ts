import { uuidOf } from '@puente/contract'
import { pollFeed } from '#features/zelle/poll-feed.ts'
import { newId } from '#platform/ids.ts'
import type { TestApp } from '../app.ts'
import { signedIn } from '../factories.ts'
import type { DriverOf, Parties, RailDriver } from './driver.ts'

const NOBODY_IS_TOLD = 'nobody is told of it beforehand: the list of our own bank is read'

/** Confirmation numbers are the bank's own, whichever driver plays it. */
let lastNumber = 500_000_000

/** What the payer is told to pay: so much, with this code. */
type Intent = { transactionId: string; memo: string; totalCharge: number }

const zelle = (
  app: TestApp,
  kind: 'deposit' | 'send',
  intend: (parties: Parties) => Promise<Intent | null>,
): RailDriver => {
  const intents = new Map<string, Intent>()
  const numbers = new Map<string, string>()
  const credits = new Map<string, string>()
  return {
    settlement: 'settlement:zelle',
    book: { provider: 'zelle', kinds: { credit: 1, removal: -1 }, refOf: (ref) => numbers.get(ref) ?? 'none' },
    faults: { provider: 'plaid', path: '/wire/plaid' },
    changes: { whose: kind === 'deposit' ? 'owner' : 'other', by: 'amount' },
    start: async (parties) => {
      const intent = await intend(parties)
      if (intent) intents.set(uuidOf(intent.transactionId, 'txn') ?? '', intent)
    },
    read: () => pollFeed(app.services),
    around: () => {},
    pay: async (ref) => {
      lastNumber += 1
      numbers.set(ref, String(lastNumber))
      const { memo = '', totalCharge: amountCents = 0 } = intents.get(ref) ?? {}
      const credit = { reference: String(lastNumber), amountCents, senderName: 'ANA REY', memo }
      credits.set(ref, (await app.control<{ id: string }>('POST', '/zelle/credits', credit)).id)
    },
    decline: async () => {},
    goBack: (ref) => app.control('POST', `/zelle/credits/${credits.get(ref)}/remove`),
    skips: {
      declined: 'nobody declines: money comes, or it does not',
      lostAnswer: NOBODY_IS_TOLD,
      lostRequest: NOBODY_IS_TOLD,
      earlyEvent: NOBODY_IS_TOLD,
      killedBeforeProvider: NOBODY_IS_TOLD,
      killedAfterProvider: NOBODY_IS_TOLD,
      failingEvent: 'its event says only that there is something to read',
    },
  }
}

export const zelleDeposit: DriverOf = (app) =>
  zelle(app, 'deposit', async ({ owner }) => {
    const body = { method: 'zelle', amount: 100_00, currency: 'USD' } as never
    const headers = await signedIn(app.services, owner)
    const { data, code } = await app.call('startDeposit', body, { key: newId(), headers })
    return code
      ? null
      : { transactionId: data.transactionId, memo: data.zelle?.memo ?? '', totalCharge: data.totalCharge }
  })

export const zelleSend: DriverOf = (app) =>
  zelle(app, 'send', async ({ owner, other }) => {
    const body = { toUser: other.userId, amount: 100_00, currency: 'USD', note: '' } as const
    const headers = await signedIn(app.services, owner)
    const { data, code } = await app.call('zelleIntent', body, { key: newId(), headers })
    return code
      ? null
      : { transactionId: data.transactionId, memo: data.zelleSecretToken, totalCharge: data.totalCharge }
  })
