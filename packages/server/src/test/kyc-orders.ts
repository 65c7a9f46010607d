/** Operators' orders about identity checks, placed under the operators' own role and carried out as the product does. */
import { afterAll, beforeAll } from 'vitest'
import { listItems, seenMarkOf } from '#features/kyc/index.ts'
import { makeOperator, type OperatorContext, orderKyc } from '#features/operations/index.ts'
import type { KycOrder } from '#features/operations/kyc-order-rules.ts'
import { carryOutKycOrders } from '#features/operations/order-kyc.ts'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { createDatabase } from '#platform/db/database.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './factories.ts'

const CHEAP = { memoryKib: 1024, passes: 1, lanes: 1, atOnce: 1 }

type Approval = Extract<KycOrder, { kind: 'approve' }>
type GivenOrder = Exclude<KycOrder, Approval> | (Omit<Approval, 'seen'> & { seen?: string })

export const ordersIn = (app: TestApp) => {
  let ctx: OperatorContext
  let secret = ''
  beforeAll(async () => {
    const db = createDatabase({ url: app.database.consoleUrl, log: { warn: () => {} }, max: 2 })
    ctx = { db, passwords: createPasswords(CHEAP) }
    secret = await makeOperator(ctx, 'rita', null)
  })
  afterAll(() => ctx.db.close())

  /** An approval without a mark is of what lies there now. */
  const place = async (person: TestUser, given: GivenOrder, answer: string | null = null): Promise<string> => {
    const seen = seenMarkOf(await listItems(app.services.db, person.id))
    const order = given.kind === 'approve' ? { seen, ...given } : given
    return orderKyc(
      ctx,
      { name: 'rita', secret },
      { handle: person.handle, order, reason: 'a test' },
      answer === null ? null : { text: answer, keys: app.services.keys },
    )
  }
  const outcomeOf = async (id: string): Promise<string | null> => {
    const found = app.services.db.selectFrom('kyc_orders').select('outcome').where('id', '=', id)
    return (await found.executeTakeFirstOrThrow()).outcome
  }
  return {
    context: () => ({ ctx, credentials: { name: 'rita', secret } }),
    place,
    outcomeOf,
    /** Places it, has it carried out, and answers what became of it. */
    run: async (person: TestUser, order: GivenOrder, answer: string | null = null): Promise<string | null> => {
      const id = await place(person, order, answer)
      await carryOutKycOrders(app.services)
      return outcomeOf(id)
    },
  }
}
