/** Operators' orders about tickets and disputes, placed under the operators' own role and carried out as the product does. */
import { afterAll, beforeAll } from 'vitest'
import {
  approveSupport,
  type AskedSupportOrder,
  makeOperator,
  type OperatorContext,
  orderSupport,
} from '#features/operations/index.ts'
import { carryOutSupportOrders } from '#features/operations/order-support.ts'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { createDatabase } from '#platform/db/database.ts'
import type { TestApp } from './app.ts'

const CHEAP = { memoryKib: 1024, passes: 1, lanes: 1, atOnce: 1 }

export const supportOrdersIn = (app: TestApp) => {
  let ctx: OperatorContext
  const secrets = new Map<string, string>()
  beforeAll(async () => {
    const db = createDatabase({ url: app.database.consoleUrl, log: { warn: () => {} }, max: 2 })
    ctx = { db, passwords: createPasswords(CHEAP) }
    for (const name of ['rosa', 'otto']) secrets.set(name, await makeOperator(ctx, name, null))
  })
  afterAll(() => ctx.db.close())
  const as = (name: 'rosa' | 'otto') => ({ name, secret: secrets.get(name) ?? '' })
  const place = (asked: Partial<AskedSupportOrder> & Pick<AskedSupportOrder, 'act' | 'id'>) =>
    orderSupport({ ...ctx, keys: app.services.keys }, as('rosa'), { text: null, reason: 'a test', ...asked })
  const outcomes = async (): Promise<(string | null)[]> => {
    const orders = app.services.db.selectFrom('support_orders').select('outcome').orderBy('proposed_at')
    return (await orders.execute()).map(({ outcome }) => outcome)
  }
  return {
    context: () => ({ ...ctx, keys: app.services.keys }),
    as,
    place,
    approve: (digest: string | null, name: 'rosa' | 'otto' = 'otto') => approveSupport(ctx, as(name), digest ?? ''),
    carryOut: () => carryOutSupportOrders(app.services),
    /** Places it, has it approved where that is needed, has it carried out, and answers what became of it. */
    run: async (asked: Partial<AskedSupportOrder> & Pick<AskedSupportOrder, 'act' | 'id'>) => {
      const digest = await place(asked)
      if (digest !== null) await approveSupport(ctx, as('otto'), digest)
      await carryOutSupportOrders(app.services)
      return (await outcomes()).at(-1)
    },
  }
}
