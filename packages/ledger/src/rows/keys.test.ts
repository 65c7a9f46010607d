import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger, InvalidCommand } from '../index.ts'
import type { Ledger } from '../index.ts'
import { testDatabase } from '../test/database.ts'
import type { TestDatabase } from '../test/database.ts'
import { aCommand, aDeposit, aSend, aUser, wallet, wordFor } from '../test/factories.ts'

let database: TestDatabase
let ledger: Ledger
let twin: Ledger

beforeAll(async () => {
  database = await testDatabase()
  ledger = createLedger({ pool: database.pool() })
  twin = createLedger({ pool: database.pool() })
})

afterAll(async () => {
  expect((await ledger.check()).violations).toEqual([])
  await Promise.all([ledger.close(), twin.close()])
  await database.stop()
})

test('a second request with the same key moves no money and gets the stored answer', async () => {
  const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger)]
  const sent = aSend(ana, ben, 60n, { answer: ({ transferId }) => ({ z: 1, transferId, a: [null, 'x'] }) })
  const first = await ledger.post(sent)
  const again = await ledger.post({ ...sent, transferId: uuidv7() })
  expect(first).toMatchObject({ accepted: true, replayed: false, transferId: sent.transferId })
  expect(again).toEqual({ ...first, replayed: true })
  expect(JSON.stringify(again.accepted && again.answer)).toBe(JSON.stringify(first.accepted && first.answer))
  expect((await ledger.balance(wallet(ben))).balanceCents).toBe(60n)
})

test('a refusal stays stored under its key even when the money has arrived since', async () => {
  const [ana, ben] = [await aUser(ledger), await aUser(ledger)]
  const sent = aSend(ana, ben, 60n)
  const first = await ledger.post(sent)
  await ledger.post(aDeposit(ledger, ana, 100n))
  expect(await ledger.post(sent)).toEqual({ ...first, replayed: true })
  expect(wordFor(first)).toBe('insufficientFunds')
})

test('the same key with other content is refused and changes nothing, stored or new', async () => {
  const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger)]
  const sent = aSend(ana, ben, 10n)
  const [, inSameBatch] = await Promise.all([ledger.post(sent), ledger.post({ ...sent, requestHash: 'other' })])
  expect(wordFor(inSameBatch)).toBe('idempotencyConflict')
  expect(wordFor(await ledger.post({ ...sent, requestHash: 'other' }))).toBe('idempotencyConflict')
  expect(await ledger.post(sent)).toMatchObject({ accepted: true, replayed: true })
})

test('a repeat in the same batch gets the answer of the first', async () => {
  const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger)]
  const sent = aSend(ana, ben, 60n)
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => ledger.post(sent)))
  expect(outcomes.map(({ replayed }) => replayed)).toEqual([false, true, true, true, true])
  expect((await ledger.balance(wallet(ana))).balanceCents).toBe(40n)
})

test('keys belong to their owner: another user may use the same one', async () => {
  const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger, 100n)]
  const key = uuidv7()
  const outcomes = [await ledger.post(aSend(ana, ben, 1n, { key })), await ledger.post(aSend(ben, ana, 2n, { key }))]
  expect(outcomes.map(({ replayed }) => replayed)).toEqual([false, false])
})

test('a storm of duplicates over two processes posts each key once', async () => {
  const [ana, ben] = [await aUser(ledger, 10_000n), await aUser(ledger)]
  const commands = Array.from({ length: 20 }, () => aSend(ana, ben, 10n))
  const posts = commands.flatMap((command) =>
    Array.from({ length: 10 }, (_, n) =>
      (n % 2 === 0 ? ledger : twin).post(n === 9 ? { ...command, requestHash: 'other' } : { ...command }),
    ),
  )
  const outcomes = await Promise.all(posts)
  // Either content may be first under a key; it is posted once.
  expect(outcomes.filter(({ accepted, replayed }) => accepted && !replayed)).toHaveLength(20)
  expect((await ledger.balance(wallet(ben))).balanceCents).toBe(200n)
})

test('the primary key decides between two processes that share no lock', async () => {
  const house = ledger.house('suspense:unmatched', uuidv7())
  const command = aCommand(house.ownerId, { answer: ({ transferId }) => transferId })
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, n) => (n % 2 ? ledger : twin).post({ ...command, transferId: uuidv7() })),
  )
  expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1)
  expect(new Set(outcomes.map((outcome) => outcome.accepted && outcome.transferId)).size).toBe(1)
})

test('whether keys are taken is read for many at once, without their outcomes', async () => {
  const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger)]
  const { key, ...sent } = aSend(ana, ben, 10n)
  expect(await ledger.areKeysTaken([{ ownerId: ana, key }])).toEqual([false])
  await ledger.post({ ...sent, key })
  expect(
    await ledger.areKeysTaken([
      { ownerId: ben, key },
      { ownerId: ana, key },
      { ownerId: ana, key: 'another' },
    ]),
  ).toEqual([false, true, false])
})

test('the outcome of a command is found without posting it', async () => {
  const [ana, ben] = [await aUser(ledger, 10n), await aUser(ledger)]
  const [sent, refused, never] = [aSend(ana, ben, 10n), aSend(ana, ben, 1n), aSend(ana, ben, 2n)]
  const outcome = await ledger.post(sent)
  await ledger.post(refused)
  const answer = await Promise.all([sent, refused, never, { ...sent, requestHash: 'other' }].map(ledger.findOutcome))
  expect(answer).toMatchObject([
    { ...outcome, replayed: true },
    { accepted: false, refusal: { code: 'insufficientFunds' }, replayed: true },
    null,
    { accepted: false, refusal: { code: 'idempotencyConflict' } },
  ])
  expect(await ledger.areKeysTaken([never])).toEqual([false])
  await ledger.freeze('for a look')
  expect(await ledger.findOutcome(sent)).toMatchObject({ accepted: true, replayed: true })
  expect(await ledger.findOutcome(never)).toBeNull()
  await database.admin.query('update money_frozen set frozen = false')
  expect((await ledger.balance(wallet(ben))).balanceCents).toBe(10n)
})

test("a provider's fields are added to the stored answer, and a repeat gets all of it", async () => {
  const ana = await aUser(ledger)
  const started = aDeposit(ledger, ana, 10n, { answer: () => ({ zeta: 1, state: 'created' }) })
  await ledger.post(started)
  const completed = await ledger.completeAnswer(ana, started.key, { state: 'awaitingPayment', url: 'http://pay' })
  const again = await ledger.post(started)
  expect(JSON.stringify(again.accepted && again.answer)).toBe(JSON.stringify(completed))
  expect(completed).toEqual({ zeta: 1, state: 'awaitingPayment', url: 'http://pay' })
  await expect(ledger.completeAnswer(ana, uuidv7(), {})).rejects.toThrow('no accepted answer')
})

test('answers are pruned batch by batch, and their keys stay taken', async () => {
  const [ana, ben] = [await aUser(ledger, 100n), await aUser(ledger)]
  const sent = aSend(ana, ben, 60n, { answer: () => ({ answer: true }) })
  const refused = aSend(ana, ben, 60n)
  await ledger.post(sent)
  await ledger.post(refused)
  await database.admin.query(`update idempotency set created_at = $2 where owner_id = $1`, [
    ana,
    new Date(Date.now() - 91 * 86_400_000),
  ])
  const cutOff = new Date(Date.now() - 90 * 86_400_000)
  expect([await ledger.pruneAnswers(cutOff, 2), await ledger.pruneAnswers(cutOff, 2)]).toEqual([2, 1])
  expect(await ledger.pruneAnswers(cutOff, 2)).toBe(0)
  expect(await ledger.post(sent)).toMatchObject({ accepted: true, answer: null, replayed: true, answerExpired: true })
  expect(await ledger.post(refused)).toMatchObject({ refusal: { code: 'answerExpired' }, replayed: true })
  expect(wordFor(await ledger.post({ ...sent, requestHash: 'other' }))).toBe('idempotencyConflict')
  expect((await ledger.balance(wallet(ben))).balanceCents).toBe(60n)
})

test('an answer that was pruned while the provider was called is not completed to a part of itself', async () => {
  const ana = await aUser(ledger)
  const started = aDeposit(ledger, ana, 10n, { answer: () => ({ state: 'created' }) })
  await ledger.post(started)
  await database.admin.query(`update idempotency set created_at = $2 where owner_id = $1`, [
    ana,
    new Date(Date.now() - 91 * 86_400_000),
  ])
  const [pruned] = await Promise.allSettled([
    ledger.pruneAnswers(new Date(Date.now() - 90 * 86_400_000), 1_000),
    ledger.completeAnswer(ana, started.key, { url: 'http://pay' }),
  ])
  expect(pruned.status).toBe('fulfilled')
  const again = await ledger.post(started)
  // Whichever came first: the whole answer until it is pruned, never a part of it.
  const answer = again.accepted && (again.answerExpired ? 'pruned' : again.answer)
  expect(['pruned', { state: 'created', url: 'http://pay' }]).toContainEqual(answer)
  await ledger.pruneAnswers(new Date(Date.now() - 90 * 86_400_000), 1_000)
  await expect(ledger.completeAnswer(ana, started.key, { url: 'http://pay' })).rejects.toThrow('pruned')
  expect(await ledger.post(started)).toMatchObject({ accepted: true, answerExpired: true })
})

test('an answer after the cut-off is kept', async () => {
  const ana = await aUser(ledger)
  const started = aDeposit(ledger, ana, 10n, { answer: () => 'kept' })
  await ledger.post(started)
  expect(await ledger.pruneAnswers(new Date(Date.now() - 60_000), 1_000)).toBe(0)
  expect(await ledger.post(started)).toMatchObject({ answer: 'kept', replayed: true })
})

test('a key that is empty, too long or not visible ASCII is a defect of the caller', async () => {
  const ana = uuidv7()
  for (const key of ['', 'x'.repeat(201), 'with space', 'ñ'])
    await expect(ledger.post(aCommand(ana, { key }))).rejects.toThrow(InvalidCommand)
})
