/** What tests of deposits do over and over: as the person, on the provider's page, and as the sweeper. */
import { uuidOf } from '@puente/contract'
import { newId } from '#platform/ids.ts'
import type { TestApp } from './app.ts'
import { signedIn } from './factories.ts'
import type { TestUser } from './factories.ts'
import { checkMovementsOf } from '#features/operations/invariants-store.ts'
import { endPayin } from '#features/payins/end-payin.ts'
import { findPayment } from '#features/payments/payments-store.ts'
import { sweepPayments } from '#features/rails/sweep-payments.ts'

const PATIENCE_MS = 8_000

export const depositsIn = (app: TestApp) => {
  const headersOf = (user: TestUser) => signedIn(app.services, user)
  const refOf = (transactionId: string) => uuidOf(transactionId, 'txn') ?? ''
  const rowOf = async (user: TestUser, transactionId: string) =>
    (await app.call('getTransaction', { transactionId }, { headers: await headersOf(user) })).data

  return {
    headersOf,
    refOf,
    rowOf,
    /** Starts a deposit of $100 by card, or of what `body` says. */
    start: async (user: TestUser, body: Record<string, unknown> = {}, key: string = newId()) =>
      app.call('startDeposit', { method: 'card', amount: 100_00, currency: 'USD', ...body } as never, {
        key,
        headers: await headersOf(user),
      }),
    sessionOf: async (user: TestUser, id: `pss_${string}`) =>
      (await app.call('paymentSession', { id }, { headers: await headersOf(user) })).data,
    cancel: async (user: TestUser, transactionId: string) =>
      app.call('cancelTransaction', { transactionId }, { headers: await headersOf(user) }),
    balanceOf: async (user: TestUser) =>
      Number((await app.services.ledger.balance({ ownerId: user.id, account: 'wallet' })).balanceCents),
    houseOf: async (account: string, user: TestUser) =>
      Number((await app.services.ledger.balance(app.services.ledger.house(account, user.id))).balanceCents),
    /** Ends the person's one deposit here, while its page over there can still be paid. */
    giveUp: async (user: TestUser) => {
      const { db } = app.services
      const { ref } = await db
        .selectFrom('provider_operations')
        .select('ref')
        .where('owner_id', '=', user.id)
        .executeTakeFirstOrThrow()
      const payment = await findPayment(db, { ownerId: user.id, ref })
      if (payment) await endPayin(app.services, payment, 'expired')
    },
    paymentsOf: (user: TestUser) =>
      app.services.db.selectFrom('provider_operations').selectAll().where('owner_id', '=', user.id).execute(),
    /** How many free operations and cents of limits the person's payments hold, and which invariants that breaks. */
    usedBy: async ({ id }: TestUser) => {
      const { db } = app.services
      const free = await db.selectFrom('free_operations').select('movement_id').where('owner_id', '=', id).execute()
      const counted = db.selectFrom('limit_usage').select('amount_cents').where('given_back_at', 'is', null)
      const cents = (await counted.where('owner_id', '=', id).execute()).map((row) => Number(row.amount_cents))
      return {
        free: free.length,
        cents: cents.reduce((sum, one) => sum + one, 0),
        broken: (await checkMovementsOf(db.pool, [id])).map(({ invariant }) => invariant),
      }
    },
    /** What counts against the limits, with its moments. */
    countedOf: async ({ id }: TestUser) => {
      const { db } = app.services
      const counted = db.selectFrom('limit_usage').select(['at', 'movement_id', 'operations', 'amount_cents'])
      return counted.where('owner_id', '=', id).where('given_back_at', 'is', null).execute()
    },
    /** What a person does on the provider's page. */
    press: (transactionId: string, action: 'pay' | 'decline' | 'expire') =>
      app.control('POST', `/card/sessions/${refOf(transactionId)}/${action}`),
    /** Charges that really happened over there. */
    chargesOf: async (transactionId: string) =>
      (await app.control<unknown[]>('GET', `/book?provider=card&ref=${refOf(transactionId)}`)).length,
    fault: (fault: string, more: object = {}) =>
      app.control('POST', '/faults', { provider: 'card', fault, times: 1, ...more }),
    /** Events come in by themselves; jobs are run until the payment is final. */
    settled: async (user: TestUser, transactionId: string) => {
      const until = Date.now() + PATIENCE_MS
      for (;;) {
        await app.runJobs()
        const row = await rowOf(user, transactionId)
        if (row.state !== 'PENDING' || Date.now() > until) return row
      }
    },
    /** As if the next check of this person's payments were due. */
    sweep: async (user: TestUser) => {
      const due = app.services.db.updateTable('open_operations').set({ look_at: new Date(0) })
      await due.where('owner_id', '=', user.id).execute()
      await sweepPayments(app.services)
    },
  }
}
