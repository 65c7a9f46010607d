/** Random sends between a few people against the simplest model there is: numbers in a map. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aUser, signedIn, withBalance } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { newId } from '#platform/ids.ts'

const app = appOfFile()

const PEOPLE = 4
const START_CENTS = 50_00
const sends = fc.array(
  fc.record({ from: fc.nat(PEOPLE - 1), to: fc.nat(PEOPLE - 1), amount: fc.integer({ min: 1, max: 60_00 }) }),
  { minLength: 5, maxLength: 25 },
)

test("API-24, ET-19: after any sequence of sends every balance is the model's, rows follow the ledger, and the sum is zero", async () => {
  await fc.assert(
    fc.asyncProperty(sends, async (steps) => {
      const people = await Promise.all(Array.from({ length: PEOPLE }, () => aUser(app.services, { tier: 2 })))
      const headers = await Promise.all(people.map((person) => signedIn(app.services, person)))
      for (const person of people) await withBalance(app.services, person, START_CENTS)
      const model = people.map(() => START_CENTS)
      for (const { from, to, amount } of steps) {
        const input = { toUser: people[to]!.userId, amount, currency: 'USD' } as const
        const { code, data } = await app.call('sendInApp', input, { key: newId(), headers: headers[from]! })
        if (from === to) expect(code).toBe('invalidUser')
        else if (amount > model[from]!) expect(code).toBe('senderUnsufficientFunds')
        else {
          model[from]! -= amount
          model[to]! += amount
          expect(data.balance).toBe(model[from])
        }
      }
      for (const [at, one] of headers.entries()) {
        const wallet = await app.call('wallet', undefined, { headers: one })
        expect(wallet.data.USD).toBe(model[at])
        const { items } = (await app.call('listTransactions', { limit: 100 }, { headers: one })).data
        let balance = START_CENTS
        for (const row of items.toReversed()) {
          balance += row.type === 'sent' ? -row.amount : row.amount
          expect(row.balance).toBe(balance)
        }
        expect(balance).toBe(wallet.data.USD)
      }
    }),
    { numRuns: 8 },
  )
  expect(await app.services.ledger.check()).toMatchObject({ ok: true })
})
