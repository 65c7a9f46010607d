/** What tests of withdrawals do over and over. */
import { transactionId, uuidOf } from '@puente/contract'
import { type Selectable, sql } from 'kysely'
import { PAYPAL } from '#features/withdrawals/paypal-rail.ts'
import { postWithdrawal } from '#features/withdrawals/withdrawal-command.ts'
import { sweepPayments } from '#features/rails/sweep-payments.ts'
import type { DB } from '#platform/db/database.ts'
import type { PostingCtx } from '#platform/http/ctx.ts'
import { refusalOfBatch } from '#platform/http/batch-refusal.ts'
import { newId } from '#platform/ids.ts'
import type { TestApp } from './app.ts'
import { aUser, signedIn, withBalance } from './factories.ts'
import type { TestUser } from './factories.ts'

const MINUTE_MS = 60_000

export const withdrawalsIn = (app: TestApp) => {
  const headersOf = (user: TestUser) => signedIn(app.services, user)
  const movementIdOf = (id: string) => uuidOf(id, 'txn') ?? ''
  /** As the verb has it, for a person whose call has come through everything before the batch. */
  const ctxOf = (user: TestUser, key: string): PostingCtx =>
    ({
      ...app.services,
      db: app.services.db.reading,
      user: { id: user.id, sessionId: newId() },
      network: '127.0.0.0/24',
      requestId: newId(),
      language: 'en',
      stepUpToken: null,
      money: {
        post: async (command: object) => {
          const outcome = await app.services.ledger.post({
            ...command,
            ownerId: user.id,
            key,
            requestHash: key,
          } as never)
          if (!outcome.accepted) throw refusalOfBatch(outcome)
          return outcome.answer
        },
      },
    }) as unknown as PostingCtx
  const balanceOf = async (user: TestUser) => {
    const { balanceCents, heldCents } = await app.services.ledger.balance({ ownerId: user.id, account: 'wallet' })
    return { balance: Number(balanceCents), held: Number(heldCents) }
  }
  return {
    headersOf,
    movementIdOf,
    balanceOf,
    /** A person at tier 2 with a thousand dollars, whose free operations are used up unless said otherwise. */
    aWithdrawer: async ({ free = false }: { free?: boolean } = {}): Promise<TestUser> => {
      const user = await aUser(app.services, { tier: 2 })
      await withBalance(app.services, user, 1_000_00)
      if (!free)
        for (let n = 0; n < 3; n += 1)
          await app.services.db
            .insertInto('free_operations')
            .values({ owner_id: user.id, movement_id: newId(), at: app.clock.now() })
            .execute()
      return user
    },
    /** Takes on a withdrawal of $100 to PayPal, or of what is said, without any call over HTTP; the ref of it. */
    takeOn: async (user: TestUser, amountCents = 100_00n, rail = PAYPAL): Promise<string> => {
      const { transactionId: id } = await postWithdrawal(ctxOf(user, newId()), rail, {
        amountCents,
        note: '',
        expectedTotalCents: undefined,
        isEverything: false,
        payee: { id: newId(), fullName: 'Ana Rey' },
        destination: { email: 'ana@example.com', language: 'en' },
        shown: { payee: 'Ana Rey' },
      })
      return movementIdOf(id)
    },
    rowOf: async (user: TestUser, ref: string) =>
      (await app.call('getTransaction', { transactionId: transactionId(ref) }, { headers: await headersOf(user) }))
        .data,
    rowsOf: async (user: TestUser) =>
      (await app.call('listTransactions', {}, { headers: await headersOf(user) })).data.items,
    cancel: async (user: TestUser, ref: string) =>
      app.call('cancelTransaction', { transactionId: transactionId(ref) }, { headers: await headersOf(user) }),
    /** Whoever it belongs to. */
    payoutOf: async (ref: string) => {
      const asked = sql<Selectable<DB['provider_operations']>>`select * from provider_operations where ref = ${ref}`
      const [payout] = (await asked.execute(app.services.db)).rows
      if (!payout) throw new Error(`${ref} is no payout`)
      return payout
    },
    houseOf: async (account: string, user: TestUser) =>
      Number((await app.services.ledger.balance(app.services.ledger.house(account, user.id))).balanceCents),
    /** As if the next check of this person's payments were due, so many minutes later. */
    sweep: async (user: TestUser, afterMinutes = 0) => {
      app.clock.advance(afterMinutes * MINUTE_MS)
      const due = app.services.db.updateTable('open_operations').set({ look_at: new Date(0) })
      await due.where('owner_id', '=', user.id).execute()
      await sweepPayments(app.services)
    },
  }
}
