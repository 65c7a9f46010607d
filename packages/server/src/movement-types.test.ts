/** Every type of transaction, made the way the product makes it, and read by each person who has a row of it. */
import { MOVEMENT_TYPES, type MovementType, type Transaction, transactionId } from '@puente/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveAdjustment, postAdjustments, proposeAdjustment } from '#features/operations/adjust-wallet.ts'
import { makeOperator } from '#features/operations/index.ts'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { createDatabase, type Database } from '#platform/db/database.ts'
import { bankIn } from '#test/bank.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser, aVerifiedUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { payablesIn } from '#test/payables.ts'
import { rewardsIn } from '#test/rewards.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()
const [bank, deposits, payables, rewards] = [bankIn(app), depositsIn(app), payablesIn(app), rewardsIn(app)]
const [ana, ben] = [{} as TestUser, {} as TestUser]
let operators: Database
beforeAll(async () => {
  Object.assign(ana, await aVerifiedUser(app.services, { tier: 2, fullName: 'Ana Ruiz' }))
  Object.assign(ben, await aVerifiedUser(app.services, { tier: 2, fullName: 'Ben Lee' }))
  await withBalance(app.services, ana, 900_00)
  await withBalance(app.services, ben, 900_00)
  operators = createDatabase({ url: app.database.consoleUrl, log: { warn: () => {} }, max: 2 })
})
afterAll(() => operators.close())

/** The person who makes it and the other person with a row of it, of which type, in cents; without `theirs` the other side is Puente or the outside world. */
type Made = { mine: TestUser; theirs?: { owner: TestUser; type: MovementType }; cents: number }

const withdrawn = async (): Promise<Made & { ref: string }> => {
  app.services.config.achRelease = { at: 'immediate', cutoff: '16:00' }
  const mine = await bank.aWithdrawer()
  const ref = bank.refOf((await bank.withdraw(mine, await bank.aRecipient(mine))).data.transactionId)
  await bank.sweep(mine)
  await bank.act(ref, 'submit')
  await bank.act(ref, 'settle')
  await bank.sweep(mine)
  return { mine, cents: 100_00, ref }
}

const paidInvoice = async (): Promise<Made & { id: string }> => {
  const id = await payables.anInvoice(ana, ben, 40_00)
  expect((await payables.payInvoice(ben, id, 'wallet')).status).toBe(200)
  return { mine: ben, theirs: { owner: ana, type: 'invoice' }, cents: 40_00, id }
}

const send = async (): Promise<string> => (await rewards.send(ana, ben, 25_00)) ?? ''

/** By the type that `mine` has. */
const MAKE: Record<MovementType, () => Promise<Made>> = {
  sent: async () => {
    await send()
    return { mine: ana, theirs: { owner: ben, type: 'received' }, cents: 25_00 }
  },
  received: async () => {
    await send()
    return { mine: ben, theirs: { owner: ana, type: 'sent' }, cents: 25_00 }
  },
  withdraw: withdrawn,
  deposit: async () => {
    const mine = await aVerifiedUser(app.services)
    const { transactionId: id } = (await deposits.start(mine)).data
    await deposits.press(id, 'pay')
    await deposits.settled(mine, id)
    return { mine, cents: 100_00 }
  },
  invoice: paidInvoice,
  refund: async () => {
    const { id } = await paidInvoice()
    expect((await payables.refund(ana, id)).status).toBe(200)
    return { mine: ben, theirs: { owner: ana, type: 'refund' }, cents: 40_00 }
  },
  reversal: async () => {
    const { mine, ref } = await withdrawn()
    await bank.act(ref, 'return', { code: 'R03' })
    await app.runJobs()
    await bank.sweep(mine)
    // With its fee.
    return { mine, cents: 103_00 }
  },
  reward: async () => {
    const mine = await rewards.someone(100_00)
    await rewards.complete(mine, { type: 'withdraw', method: 'paypal', direction: -1 })
    await rewards.settle()
    return { mine, cents: rewards.today(10) }
  },
  referral: async () => {
    const [mine, friend] = [await rewards.someone(), await rewards.someone()]
    await rewards.invite(friend, mine)
    const fee = { type: 'deposit', method: 'zelle', direction: 1, feeCents: 1_00n } as const
    await rewards.complete(friend, { ...fee, amountCents: 100_00n })
    await rewards.settle()
    return { mine, cents: 10 }
  },
  adjustment: async () => {
    const ctx = { db: operators, passwords: createPasswords({ memoryKib: 1024, passes: 1, lanes: 1, atOnce: 1 }) }
    const [rosa, otto] = [
      { name: 'rosa', secret: await makeOperator(ctx, 'rosa', null) },
      { name: 'otto', secret: await makeOperator(ctx, 'otto', null) },
    ]
    const mine = await aUser(app.services, { tier: 1 })
    const { handle } = mine
    const asked = { handle, account: 'expense:losses', cents: 2_50n, reason: 'sent twice by a fault of ours' }
    await approveAdjustment(ctx, otto, await proposeAdjustment(ctx, rosa, asked))
    await postAdjustments(app.services)
    return { mine, cents: 2_50 }
  },
}

/** The newest row of a type that a person has, which their list and the row by its id must agree on. */
const newest = async (owner: TestUser, type: MovementType): Promise<Transaction> => {
  const headers = await signedIn(app.services, owner)
  const { items } = (await app.call('listTransactions', { type }, { headers })).data
  const [row] = items
  expect(new Set(items.map((one) => one.type))).toEqual(new Set([type]))
  expect((await app.call('getTransaction', { transactionId: row?.id ?? '' }, { headers })).data).toEqual(row)
  return row as Transaction
}

test.each(MOVEMENT_TYPES)(
  'ET-02 a transaction of type %s is made, and each side sees it as its own type, and no one else does',
  async (type) => {
    const { mine, theirs, cents } = await MAKE[type]()
    const row = await newest(mine, type)
    expect(row).toMatchObject({ type, state: 'COMPLETED', amount: cents, currency: 'USD' })
    const isIn = row.to === mine.userId
    expect([row.from, row.to]).toContain(mine.userId)
    if (theirs) {
      const other = await newest(theirs.owner, theirs.type)
      const { id, from, to, amount, reference } = row
      expect(other).toMatchObject({ id, from, to, amount, reference, state: 'COMPLETED' })
      expect([row.fullName, other.fullName]).toEqual([theirs.owner.fullName, mine.fullName])
      expect(isIn ? from : to).toBe(theirs.owner.userId)
    } else {
      expect([isIn ? row.from : row.to, row.fullName]).toEqual([null, null])
    }
    const stranger = await signedIn(app.services, await aUser(app.services, { tier: 1 }))
    for (const id of [row.id, transactionId(mine.id)])
      expect((await app.call('getTransaction', { transactionId: id }, { headers: stranger })).code).toBe(
        'invalidTransactionId',
      )
  },
)
