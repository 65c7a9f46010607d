/** What becomes of money that comes by Zelle: on time, late, short, over, under another name, twice claimed, nobody's. */
import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '#platform/ids.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { countOpenCredits, listOpenCredits } from './credits-store.ts'
import { missingByOperator } from './operator-acts.ts'
import { keepPage, pollFeed, settleCredits } from './poll-feed.ts'
import { findFeed } from './feeds-store.ts'

const app = appOfFile()
afterEach(() => vi.restoreAllMocks())
const deposits = depositsIn(app)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let lastNumber = 700_000_000
const aNumber = (): string => String((lastNumber += 1))
/** Time passes here and at the bank. */
const pass = async (ms: number): Promise<void> => {
  app.clock.advance(ms)
  await app.control('POST', '/clock/advance', { seconds: ms / 1_000 })
}
const arrive = (credit: object) =>
  app.control('POST', '/zelle/credits', { amountCents: 100_00, senderName: 'ANA LOPEZ', ...credit })
const totalOf = async (account: string): Promise<number> => {
  const { rows } = await app.services.db.pool.query<{ cents: string }>(
    'select coalesce(sum(balance_cents), 0) as cents from accounts where account = $1',
    [account],
  )
  return Number(rows[0]?.cents)
}
const send = async (from: TestUser, body: object) =>
  app.raw('sendZelle', body, { key: newId(), headers: await deposits.headersOf(from) })

/** A send of $100.00 that waits for its money, and how its owner would pay it. */
type Waiting = { ana: TestUser; ben: TestUser; id: string; memo: string; number: string }
const waiting = async (): Promise<Waiting> => {
  const ana = await aUser(app.services, { tier: 1, fullName: 'Ana López' })
  const ben = await aUser(app.services, { tier: 1 })
  const { data } = await app.call(
    'zelleIntent',
    { toUser: ben.userId, amount: 100_00, currency: 'USD' },
    { key: newId(), headers: await deposits.headersOf(ana) },
  )
  return { ana, ben, id: data.transactionId, memo: data.zelleSecretToken, number: aNumber() }
}
/** Its owner says under which number it was paid; it is not there yet. */
const tellNumber = async ({ ana, id, number }: Waiting): Promise<void> => {
  const body = { transactionId: id as `txn_${string}`, confirmation: number, fullName: 'Ana Lopez' }
  const told = await app.call('confirmZelle', body, { key: newId(), headers: await deposits.headersOf(ana) })
  expect(told.code).toBe('zelleNotFound')
}
const standingOf = async ({ ana, id }: Waiting): Promise<string> => {
  const { state, holdReason, cancelReason } = await deposits.rowOf(ana, id)
  return [state, holdReason ?? cancelReason].filter(Boolean).join(' ')
}

/** How it is paid, if at all: at once, after half an hour, or after two days; and where it stands at each of these moments. */
type Case = {
  isNumberTold?: true
  pays?: (payment: Waiting) => object
  when?: 'at once' | 'late' | 'too late'
  stands: [atOnce: string, late: string, tooLate: string]
  suspenseCents?: number
}
const NOT_SEEN = 'ON HOLD zelleNotSeen'
const MISMATCH = 'ON HOLD zelleMismatch'
const EXPIRED = 'CANCELLED expired'
const done: Case['stands'] = ['COMPLETED', 'COMPLETED', 'COMPLETED']
const cases: Record<string, Case> = {
  'by its code, without any number': { pays: ({ memo }) => ({ memo }), stands: done },
  'by its code, from an account under another name': {
    pays: ({ memo }) => ({ memo, senderName: 'ANA REY' }),
    stands: done,
  },
  'by its number and name': { isNumberTold: true, pays: ({ number }) => ({ reference: number }), stands: done },
  'a cent short': {
    pays: ({ memo }) => ({ memo, amountCents: 99_99 }),
    stands: [MISMATCH, MISMATCH, MISMATCH],
    suspenseCents: 99_99,
  },
  'a cent over': {
    pays: ({ memo }) => ({ memo, amountCents: 100_01 }),
    stands: [MISMATCH, MISMATCH, MISMATCH],
    suspenseCents: 100_01,
  },
  'by its number, under another name': {
    isNumberTold: true,
    pays: ({ number }) => ({ reference: number, senderName: 'ANA MARIA LOPEZ' }),
    stands: ['PENDING', NOT_SEEN, EXPIRED],
    suspenseCents: 100_00,
  },
  'half an hour late': {
    isNumberTold: true,
    pays: ({ number }) => ({ reference: number }),
    when: 'late',
    stands: ['PENDING', 'COMPLETED', 'COMPLETED'],
  },
  'after two days': {
    isNumberTold: true,
    pays: ({ number }) => ({ reference: number }),
    when: 'too late',
    stands: ['PENDING', NOT_SEEN, EXPIRED],
    suspenseCents: 100_00,
  },
  'not at all': { stands: ['PENDING', 'PENDING', EXPIRED] },
}

test('X-31 money by Zelle settles itself where it is right, and lies in suspense for a person where it is not, so that none is lost', async () => {
  const suspended = await totalOf('suspense:unmatched')
  const payments = new Map<string, Waiting>()
  for (const [name, { isNumberTold }] of Object.entries(cases)) {
    const payment = await waiting()
    payments.set(name, payment)
    if (isNumberTold) await tellNumber(payment)
  }
  const [one, two] = [await waiting(), await waiting()]
  const claimed = { ...two, number: one.number }
  for (const payment of [one, claimed]) await tellNumber(payment)

  const moments = [
    ['at once', 0],
    ['late', 31 * MINUTE_MS],
    ['too late', 48 * HOUR_MS],
  ] as const
  for (const [moment, [now, ms]] of moments.entries()) {
    await pass(ms)
    // What has waited too long is said before its money may come after all.
    await pollFeed(app.services)
    for (const { ana } of payments.values()) await deposits.sweep(ana)
    for (const [name, { pays, when = 'at once' }] of Object.entries(cases)) {
      const payment = payments.get(name)
      if (payment && pays && when === now) await arrive({ reference: aNumber(), ...pays(payment) })
    }
    if (now === 'at once') {
      await arrive({ reference: aNumber(), senderName: 'SOMEBODY ELSE' })
      await arrive({ reference: one.number })
    }
    await Promise.all([pollFeed(app.services), pollFeed(app.services)])
    for (const [name, { stands }] of Object.entries(cases)) {
      const payment = payments.get(name)
      if (payment) expect([now, name, await standingOf(payment)]).toEqual([now, name, stands[moment]])
    }
  }

  for (const [name, { stands }] of Object.entries(cases)) {
    const { ben } = payments.get(name) ?? one
    expect([name, await deposits.balanceOf(ben)]).toEqual([name, stands[2] === 'COMPLETED' ? 100_00 : 0])
  }
  // Of the two who claimed one number one was paid.
  expect((await deposits.balanceOf(one.ben)) + (await deposits.balanceOf(two.ben))).toBe(100_00)
  const strays = Object.values(cases).reduce((sum, { suspenseCents = 0 }) => sum + suspenseCents, 0) + 100_00
  expect((await totalOf('suspense:unmatched')) - suspended).toBe(strays)
  const open = await listOpenCredits(app.services.db, 100)
  expect(open.reduce((sum, { amountCents }) => sum + Number(amountCents), 0)).toBe(strays)
  const listed = await app.control<{ amountCents: number }[]>('GET', '/zelle/credits')
  expect(await totalOf('settlement:zelle')).toBe(-listed.reduce((sum, { amountCents }) => sum + amountCents, 0))
})

test('EF-19 EC-51 EC-64 V-15 C-09 a send by number takes number, name, receiver, amount and note, and each that is missing or wrong has its code', async () => {
  const { ana, ben } = await waiting()
  const good = {
    confirmation: aNumber(),
    fullName: 'Ana López',
    toUser: ben.userId,
    amount: 100_00,
    currency: 'USD',
    note: 'Rent',
    purpose: 'goods',
  }
  const wrong: [object, number, string][] = [
    [{ confirmation: undefined }, 400, 'invalidConfirmationNumber'],
    [{ confirmation: '12345678' }, 400, 'invalidConfirmationNumber'],
    [{ confirmation: '1234567890123' }, 400, 'invalidConfirmationNumber'],
    [{ note: undefined }, 400, 'invalidNote'],
    [{ toUser: undefined }, 400, 'invalidTo'],
    [{ fullName: undefined }, 400, 'fullNameMissing'],
    [{ fullName: '' }, 400, 'fullNameMissing'],
    [{ amount: undefined }, 400, 'invalidAmount'],
  ]
  for (const [change, status, code] of wrong)
    expect(await send(ana, { ...good, ...change })).toMatchObject({ status, code })
  expect(await send(ana, good)).toMatchObject({
    status: 422,
    code: 'zelleNotFound',
    details: { transactionId: expect.stringMatching(/^txn_/) },
  })
  expect(await send(ana, { ...good, toUser: ben.userId, amount: 90_00 })).toMatchObject({
    status: 400,
    code: 'invalidConfirmationNumber',
  })
  for (const confirmation of ['800000001', '800000000001']) {
    const payer = (await waiting()).ana
    await arrive({ reference: confirmation })
    await pollFeed(app.services)
    expect(await send(payer, { ...good, confirmation })).toMatchObject({ status: 200, data: { state: 'COMPLETED' } })
  }
  // What another person's payment took is as unknown as a number that there is not.
  const other = await waiting()
  expect(await send(other.ana, { ...good, confirmation: '800000001' })).toMatchObject({
    status: 422,
    code: 'zelleNotFound',
  })
})

test('two hundred pennies under one code keep no other payment from its money, and few of them are held against their own', async () => {
  const mallory = await aUser(app.services, { tier: 1 })
  const flooded = (await deposits.start(mallory, { method: 'zelle' })).data
  const pennies = Array.from({ length: 205 }, () => ({
    memo: flooded.zelle?.memo,
    amountCents: 1,
    reference: aNumber(),
  }))
  for (let at = 0; at < pennies.length; at += 41) await Promise.all(pennies.slice(at, at + 41).map(arrive))
  await pollFeed(app.services)
  const victim = await waiting()
  await arrive({ memo: victim.memo, reference: aNumber() })
  await pollFeed(app.services)
  expect(await standingOf(victim)).toBe('COMPLETED')
  const { db } = app.services
  const held = await listOpenCredits(db, 100, { only: 'disputed', sort: 'newest' })
  expect(held.filter(({ amountCents }) => amountCents === 1n)).toHaveLength(5)
  const [unmatched, last] = [await countOpenCredits(db, 'unmatched'), { only: 'unmatched', page: 3 } as const]
  expect(unmatched.count).toBeGreaterThanOrEqual(200)
  expect(await listOpenCredits(db, 100, last)).toHaveLength(Math.min(100, unmatched.count - 200))
  // What pays it all the same is found behind them, by its owner's own call as well.
  await arrive({ memo: flooded.zelle?.memo, amountCents: 100_00, reference: aNumber() })
  await Promise.all([pollFeed(app.services), deposits.cancel(mallory, flooded.transactionId)])
  expect(await deposits.rowOf(mallory, flooded.transactionId)).toMatchObject({ state: 'COMPLETED' })
})

test('a credit whose line the bank replaces after it was booked continues under the new line, and the end of the old one takes nothing', async () => {
  const { db, zelleFeed } = app.services
  const credit = {
    externalId: newId(),
    lineId: 'first line',
    isPosted: true,
    amountCents: 12_34n,
    postedOn: app.clock.now().toISOString().slice(0, 10),
    payer: 'ANA LOPEZ',
    reference: aNumber(),
    memo: 'rent',
  }
  const told = async (news: object) => {
    const feed = await findFeed(db, zelleFeed.source)
    const page = { credits: [], removed: [], cursor: newId(), isLast: true, ...news }
    await keepPage(app.services, zelleFeed.source, feed, page)
    await settleCredits(app.services)
  }
  const before = await totalOf('settlement:zelle')
  await told({ credits: [credit] })
  expect(await totalOf('settlement:zelle')).toBe(before - 12_34)
  await told({ credits: [{ ...credit, lineId: 'second line' }], removed: ['first line'] })
  expect(await totalOf('settlement:zelle')).toBe(before - 12_34)
  await told({ removed: ['second line'] })
  expect(await totalOf('settlement:zelle')).toBe(before)
})

/** The alerts that operators get meanwhile. */
const alerts = (): string[] => {
  const said: string[] = []
  vi.spyOn(app.services.log, 'error').mockImplementation(((_: unknown, message: string) => said.push(message)) as never)
  return said
}

test('a list longer than a look is read on page by page, whatever fails in between, and settled at its end', async () => {
  const [services, { zelleFeed }] = [app.services, app.services]
  const [before, said] = [await totalOf('settlement:zelle'), alerts()]
  const asked: (string | null)[] = []
  const credit = (n: number) => ({
    externalId: `long ${n}`,
    lineId: `long ${n}`,
    isPosted: true,
    amountCents: 1_00n,
    payer: null,
    memo: null,
    postedOn: app.clock.now().toISOString().slice(0, 10),
    reference: aNumber(),
  })
  let isDown = false
  /** Eighty-five pages of a credit each; the first takes back a line whose place the last but one takes. */
  const read: NonNullable<typeof zelleFeed.read> = async (cursor) => {
    asked.push(cursor)
    const n = cursor?.startsWith('page ') ? Number(cursor.slice(5)) : 0
    if (n === 50 && !isDown) {
      isDown = true
      throw new Error('the bank is gone')
    }
    const moved = n === 83 ? [{ ...credit(-1), lineId: 'long -1, moved' }] : []
    return {
      credits: [credit(n), ...moved],
      debits: [],
      removed: n === 1 ? ['long -1'] : [],
      cursor: `page ${n + 1}`,
      isLast: n === 84,
    }
  }
  const feed = await findFeed(services.db, zelleFeed.source)
  await keepPage(services, zelleFeed.source, feed, {
    credits: [credit(-1)],
    removed: [],
    cursor: 'page 0',
    isLast: true,
  })
  await settleCredits(services)
  services.zelleFeed = { ...zelleFeed, read }
  await pollFeed(services)
  expect(said).toEqual(['the bank’s list is longer than one look: the next goes on with it'])
  expect(await totalOf('settlement:zelle')).toBe(before - 1_00)
  await expect(pollFeed(services)).rejects.toThrow('the bank is gone')
  await pollFeed(services)
  services.zelleFeed = zelleFeed
  // Each page once, but for the one that was asked for in vain.
  expect(asked).toEqual(Array.from({ length: 86 }, (_, n) => `page ${n > 50 ? n - 1 : n}`))
  expect(await totalOf('settlement:zelle')).toBe(before - 86_00)
  expect(await findFeed(services.db, zelleFeed.source)).toMatchObject({ cursor: 'page 85', reading: null, gone: [] })
  // The bank knows nothing of these.
  const { db } = services
  await db.updateTable('zelle_credits').set({ state: 'removed' }).where('external_id', 'like', 'long %').execute()
  await settleCredits(services)
})

/** Lines that only a test has listed are gone from the bank. */
const forget = async (lineIds: readonly string[]): Promise<void> => {
  const removed = app.services.db.updateTable('zelle_credits').set({ state: 'removed' })
  await removed.where('line_id', 'in', lineIds).execute()
  await settleCredits(app.services)
}

/** A line of the bank that names a payment of $100.00 by its memo. */
const aLine = (id: string, memo: string) => ({
  externalId: id,
  lineId: id,
  isPosted: true,
  amountCents: 100_00n,
  postedOn: app.clock.now().toISOString().slice(0, 10),
  payer: 'ANA LOPEZ',
  reference: null,
  memo,
})

test('what a look listed before the bank made it start over is no one’s money, unless it is listed again', async () => {
  const [vanished, listed] = [await waiting(), await waiting()]
  await pollFeed(app.services)
  const { zelleFeed } = app.services
  const before = await findFeed(app.services.db, zelleFeed.source)
  const [a, b] = [newId(), newId()]
  const pages: Awaited<ReturnType<NonNullable<typeof zelleFeed.read>>>[] = [
    {
      credits: [aLine(a, vanished.memo), aLine(b, listed.memo)],
      debits: [],
      removed: [],
      cursor: 'second',
      isLast: false,
    },
    'changed',
    { credits: [aLine(b, listed.memo)], debits: [], removed: [], cursor: before?.cursor ?? '', isLast: true },
  ]
  const asked: (string | null)[] = []
  const read: NonNullable<typeof zelleFeed.read> = async (cursor) => {
    asked.push(cursor)
    return pages.shift() ?? Promise.reject(new Error('no page is left'))
  }
  app.services.zelleFeed = { ...zelleFeed, read }
  await pollFeed(app.services)
  app.services.zelleFeed = zelleFeed
  expect(asked).toEqual([before?.cursor, 'second', before?.cursor])
  expect([await standingOf(vanished), await standingOf(listed)]).toEqual(['PENDING', 'COMPLETED'])
  await forget([b])
})

test('what a look lists counts at its end, also when something else settles meanwhile', async () => {
  const paid = await waiting()
  await pollFeed(app.services)
  const { zelleFeed } = app.services
  const before = await findFeed(app.services.db, zelleFeed.source)
  const id = newId()
  let page = 0
  const read: NonNullable<typeof zelleFeed.read> = async () => {
    page += 1
    if (page === 1) return { credits: [aLine(id, paid.memo)], debits: [], removed: [], cursor: 'second', isLast: false }
    await settleCredits(app.services)
    expect(await standingOf(paid)).toBe('PENDING')
    return { credits: [], debits: [], removed: [id], cursor: before?.cursor ?? '', isLast: true }
  }
  app.services.zelleFeed = { ...zelleFeed, read }
  await pollFeed(app.services)
  app.services.zelleFeed = zelleFeed
  expect(page).toBe(2)
  // It came and went within the look: a person looks at it, and no money has moved.
  expect(await standingOf(paid)).toBe(MISMATCH)
  expect(await deposits.balanceOf(paid.ben)).toBe(0)
})

test('what the bank took back while our cursor was lost is put before operators, and taken from no one unless two of them say so', async () => {
  const [gone, kept, found] = [await waiting(), await waiting(), await waiting()]
  const ids: string[] = []
  for (const { memo } of [gone, kept, found])
    ids.push(((await arrive({ memo, reference: aNumber() })) as { id: string }).id)
  await pollFeed(app.services)
  for (const index of [0, 2]) await app.control('POST', `/zelle/credits/${ids[index]}/remove`)
  await app.control('POST', '/zelle/cursors/forget')
  const said = alerts()
  await pollFeed(app.services)
  expect(said).toEqual([
    'the bank no longer knew our cursor: its list is read from the start',
    ...Array.from({ length: 2 }, () => 'the bank’s list no longer names a payment by Zelle that is in our books'),
  ])
  const balances = () => Promise.all([gone, kept, found].map(({ ben }) => deposits.balanceOf(ben)))
  expect(await balances()).toEqual([100_00, 100_00, 100_00])
  const { db } = app.services
  const missing = async () => (await listOpenCredits(db, 100, { only: 'missing' })).map(({ id }) => id)
  const [first = '', second = ''] = await missing()
  // Once more from the start changes nothing.
  await app.control('POST', '/zelle/cursors/forget')
  await pollFeed(app.services)
  expect(await missing()).toEqual([first, second])
  const decide = (creditId: string, what: 'gone' | 'found', endOrder = async () => {}) =>
    missingByOperator(app.services, { creditId }, what, endOrder)
  // The credit changes with the end of its order, or not at all.
  await expect(decide(first, 'gone', () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off')
  expect(await missing()).toEqual([first, second])
  expect(await decide(first, 'gone')).toBe('done')
  expect(await decide(second, 'found')).toBe('done')
  expect(await decide(first, 'gone')).toBe('notOpen')
  expect(await missing()).toEqual([])
  expect(await balances()).toEqual([0, 100_00, 100_00])
})
