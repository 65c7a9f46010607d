/** Withdrawals that leave by file, over HTTP and the sandbox's own reading of the files: nothing of ours plays the bank. */
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { bankReleased, bankReleaseTasks, makeOperator, orderBankRelease } from '#features/operations/index.ts'
import { insertRun, listOpenDifferences } from '#features/reconciliation/differences-store.ts'
import { reconcileRail } from '#features/reconciliation/reconcile-rail.ts'
import { momentInNewYork, newYorkTime, plusBankingDays } from '#platform/calendar/bank-days-rules.ts'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { createDatabase } from '#platform/db/database.ts'
import type { Point } from '#platform/failpoints.ts'
import { newId } from '#platform/ids.ts'
import { createLog } from '#platform/log.ts'
import { bankIn, RECIPIENT } from '#test/bank.ts'
import type { TestUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { readBankFile, readBankFiles } from './read-files.ts'
import { bankFilesTasks } from './tasks.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const app = appOfFile({ SECOND_FACTOR: 'off', ACH_PROVIDER: 'nacha' })
const bank = bankIn(app)
const { aRecipient, withdraw, rowOf, rowsOf, balanceOf, sweep, refOf, houseOf, recipientsOf } = bank

type Parsed = { count: number; creditCents: number; entries: { trace: string; individualId: string; cents: number }[] }
type Sent = { name: string; reference: string; content: string; parsed: Parsed | null }

/** What the bank knows a withdrawal by. */
const nameOf = (ref: string): string => ref.replaceAll('-', '').slice(-15).toUpperCase()
const act = (ref: string, action: string, body: object = {}) => bank.act(nameOf(ref), action, body)
const bookOf = (ref: string) => bank.bookOf(nameOf(ref))
const sentFiles = () => app.control<Sent[]>('GET', '/ach/files')
const filesWith = async (ref: string) =>
  (await sentFiles()).filter(({ parsed }) => parsed?.entries.some(({ individualId }) => individualId === nameOf(ref)))
const traceOf = async (ref: string): Promise<string> => {
  const [file] = await filesWith(ref)
  return file?.parsed?.entries.find(({ individualId }) => individualId === nameOf(ref))?.trace ?? ''
}
const stateOf = async (ref: string) => {
  const { rows } = await app.services.db.pool.query<{ state: string; reference: string }>(
    'select f.state, f.reference from nacha_files f join nacha_entries e on e.file_id = f.id where e.ref = $1',
    [ref],
  )
  return rows[0]
}

/** Time passes here and at the bank. */
const pass = async (ms: number): Promise<void> => {
  const seconds = Math.ceil(ms / 1_000)
  app.clock.advance(seconds * 1_000)
  await app.control('POST', '/clock/advance', { seconds })
}
const exchange = async (services = app.services): Promise<void> => {
  await bankFilesTasks(services)['bank-files.exchange']()
  await app.runJobs()
}
/** Long enough after the last one for a file to be closed. */
const nextFile = async (): Promise<void> => {
  await pass(3 * MINUTE_MS)
  await exchange()
}

type LoggedLine = { msg: string; reason?: string; alert?: boolean; count?: number }
/** The same services, and what they tell operators. */
const telling = () => {
  const lines: LoggedLine[] = []
  const log = createLog({ level: 'error', write: (line) => void lines.push(JSON.parse(line)) })
  return { services: { ...app.services, log }, lines }
}

let ana: TestUser
let recipientId: string
beforeEach(async () => {
  app.services.config.achRelease = { at: 'immediate', cutoff: '16:00' }
  await app.control('DELETE', '/faults')
  await app.control('POST', '/ach/balance', { cents: 1_000_000_00 })
  // What the test before has left to be read.
  await exchange()
  ana = await bank.aWithdrawer()
  recipientId = await aRecipient(ana)
})

/** Collected, and not in a file yet. */
const collected = async (more: object = {}): Promise<string> => {
  const { data } = await withdraw(ana, recipientId, more)
  await app.runJobs()
  return refOf(data.transactionId)
}
/** In a file that the bank has taken. */
const taken = async (): Promise<string> => {
  const ref = await collected()
  await nextFile()
  await exchange()
  return ref
}
const settled = async (): Promise<string> => {
  const ref = await taken()
  await act(ref, 'submit')
  await act(ref, 'settle')
  await exchange()
  expect(await rowOf(ana, ref)).toMatchObject({ state: 'COMPLETED' })
  return ref
}

test('at the cut-off what was not called back leaves in one file, settles by the statement, and comes back once', async () => {
  const day = plusBankingDays(newYorkTime(app.clock.now()).day, 1)
  await pass(momentInNewYork(day, '12:00').getTime() - app.clock.now().getTime())
  app.services.config.achRelease = { at: 'atCutoff', cutoff: '16:00' }
  const ref = await collected()
  const other = await collected({ amount: 50_00 })
  await nextFile()
  expect(await filesWith(ref)).toEqual([])
  expect(await bank.cancel(ana, other)).toMatchObject({ status: 200 })
  await pass(4 * 60 * MINUTE_MS)
  await sweep(ana)
  expect(await bank.cancel(ana, ref)).toMatchObject({ code: 'invalidTransactionId' })
  await exchange()
  expect(await filesWith(ref)).toEqual([])
  await nextFile()
  await nextFile()
  const [file, ...more] = await filesWith(ref)
  expect(more).toEqual([])
  expect(file).toMatchObject({
    reference: `P${day.replaceAll('-', '').slice(2)}A`,
    parsed: {
      count: 1,
      creditCents: 100_00,
      entries: [
        {
          cents: 100_00,
          name: 'JOSE NUNEZ',
          routing: RECIPIENT.routingNumber,
          account: RECIPIENT.accountNumber,
          sec: 'PPD',
          funding: 'checking',
        },
      ],
    },
  })
  const lines = file?.content.trimEnd().split('\n') ?? []
  expect([lines.length, new Set(lines.map(({ length }) => length))]).toEqual([10, new Set([94])])
  expect(lines[1]?.slice(69, 75)).toBe(plusBankingDays(day, 1).replaceAll('-', '').slice(2))
  await exchange()
  expect(await stateOf(ref)).toMatchObject({ state: 'acknowledged' })
  expect(await rowOf(ana, ref)).toMatchObject({ state: 'PENDING' })
  expect(await balanceOf(ana)).toEqual({ balance: 1_000_00, held: 103_00 })
  await act(ref, 'submit')
  // As soon as the next banking day has come.
  await pass(5 * DAY_MS)
  await exchange()
  expect(await rowOf(ana, ref)).toMatchObject({ state: 'COMPLETED' })
  expect(await balanceOf(ana)).toEqual({ balance: 897_00, held: 0 })
  await pass(3 * DAY_MS)
  await act(ref, 'return', { code: 'R03' })
  await exchange()
  await exchange()
  expect(await balanceOf(ana)).toEqual({ balance: 1_000_00, held: 0 })
  expect((await rowsOf(ana)).filter(({ type }) => type === 'reversal')).toHaveLength(1)
  expect(await recipientsOf(ana)).toMatchObject([{ usable: false, unusableReason: 'R03' }])
  expect(await bookOf(ref)).toEqual(['transfer', 'return'])
})

test('the bank’s statements and returns, read again, agree with the books; what belongs to no entry of ours is a difference', async () => {
  const early = await taken()
  await act(early, 'submit')
  await act(early, 'return', { code: 'R06' })
  await exchange()
  expect(await rowOf(ana, early)).toMatchObject({ state: 'CANCELLED', cancelReason: 'returned' })
  await settled()
  const returned = await settled()
  await act(returned, 'return', { code: 'R06' })
  await exchange()
  const now = app.clock.now().getTime()
  const run = { id: newId(), rail: 'bank', from: new Date(now - DAY_MS), to: new Date(now + DAY_MS) } as const
  const clock = { now: () => new Date(now + 7 * DAY_MS), offsetMs: () => app.clock.offsetMs() + 7 * DAY_MS }
  const later = { ...app.services, clock }
  const reconcile = async () => {
    await insertRun(app.services.db, { ...run, id: newId() }, { by: 'test', at: app.clock.now() })
    return reconcileRail(later, run)
  }
  expect(await reconcile()).toMatchObject({ outcome: 'compared', openDifferences: 0, lines: expect.any(Number) })
  await app.control('POST', '/ach/returns', { trace: '091000019999990', amountCents: 7_00 })
  await exchange()
  expect(await reconcile()).toMatchObject({ openDifferences: 1 })
  expect(await listOpenDifferences(app.services.db, 10)).toMatchObject([
    { what: 'missingHere', subject: '091000019999990', theirsCents: 700n },
  ])
})

test('account numbers lie sealed: in no column of a file, an entry or an answer', async () => {
  const ref = await settled()
  await act(ref, 'notify-change', { code: 'C01', accountNumber: '99887766' })
  await exchange()
  for (const table of ['nacha_files', 'nacha_entries', 'nacha_answers']) {
    const { rows } = await app.services.db.pool.query(`select * from ${table}`)
    const text = JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    expect(rows.length).toBeGreaterThan(0)
    expect(text).not.toContain('99887766')
    expect(text).not.toContain(RECIPIENT.accountNumber)
  }
})

test('a notification of change makes another version of the recipient, which the next file pays', async () => {
  const ref = await settled()
  await act(ref, 'notify-change', { code: 'C01', accountNumber: '99887766' })
  await exchange()
  expect(await recipientsOf(ana)).toMatchObject([{ accountNumber: '••••7766' }])
  const next = await taken()
  expect((await filesWith(next))[0]?.parsed?.entries).toMatchObject([{ account: '99887766' }])
})

test('by order of law, or for a reason that only debits have, what comes back is credited to nobody', async () => {
  const [frozen, senseless] = [await settled(), await settled()]
  const kept = async () => [await houseOf('liability:blocked', ana), await houseOf('suspense:unmatched', ana)]
  const before = await kept()
  await act(frozen, 'return', { code: 'R16' })
  await act(senseless, 'return', { code: 'R01' })
  await exchange()
  expect(await balanceOf(ana)).toEqual({ balance: 794_00, held: 0 })
  expect((await rowsOf(ana)).filter(({ type }) => type === 'reversal')).toMatchObject([
    { state: 'ON HOLD', amount: 103_00 },
    { state: 'ON HOLD', amount: 103_00 },
  ])
  expect((await kept()).map((cents, n) => cents - before[n]!)).toEqual([100_00, 100_00])
})

const POINTS: readonly Point[] = ['provider.before', 'provider.after']
test.each(POINTS)(
  'a process dies at %s of handing a file over: the bank has it once, under one name',
  async (point) => {
    const ref = await collected()
    const { failpoint } = app.services
    app.services.failpoint = async (here) => {
      if (here !== point) return
      app.services.failpoint = failpoint
      throw new Error('the power was cut')
    }
    await expect(nextFile()).rejects.toThrow('the power was cut')
    await nextFile()
    await exchange()
    expect(await filesWith(ref)).toHaveLength(1)
    expect(await stateOf(ref)).toMatchObject({ state: 'acknowledged' })
  },
)

test('handed over without an answer, a file is asked for by its name and not handed over as another', async () => {
  const ref = await collected()
  // One passes the question whether the bank has it, the other spoils the answer that it has taken it.
  await bank.fault('slow', { path: '/wire/nacha/files', delayMs: 1 })
  await bank.fault('error500', { path: '/wire/nacha/files', after: true })
  await nextFile()
  expect(await stateOf(ref)).toMatchObject({ state: 'staged' })
  for (let turn = 0; turn < 3; turn += 1) await nextFile()
  expect(await filesWith(ref)).toHaveLength(1)
  const { reference } = (await stateOf(ref)) ?? {}
  expect((await sentFiles()).map((file) => file.reference).filter((one) => one === reference)).toHaveLength(1)
})

test('a file that the bank refuses gives everything back, and so does an entry that it refuses of a file', async () => {
  await app.control('POST', '/ach/files/next', { outcome: 'reject' })
  const whole = await taken()
  await exchange()
  expect(await rowOf(ana, whole)).toMatchObject({ state: 'CANCELLED' })
  expect(await balanceOf(ana)).toEqual({ balance: 1_000_00, held: 0 })
  const [refused, paid] = [await collected(), await collected()]
  await nextFile()
  await exchange()
  await act(refused, 'reject')
  await act(paid, 'submit')
  await act(paid, 'settle')
  await exchange()
  expect(await rowOf(ana, refused)).toMatchObject({ state: 'CANCELLED' })
  expect(await rowOf(ana, paid)).toMatchObject({ state: 'COMPLETED' })
  expect(await balanceOf(ana)).toEqual({ balance: 897_00, held: 0 })
})

test('a second return, a return of a foreign trace, an answer twice and one that is spoilt move nothing, and operators are told', async () => {
  const ref = await settled()
  await act(ref, 'return', { code: 'R03' })
  await exchange()
  const before = await balanceOf(ana)
  const { services, lines } = telling()
  const again = { trace: await traceOf(ref), code: 'R02', amountCents: 100_00 }
  await app.control('POST', '/ach/returns', again)
  await app.control('POST', '/ach/returns', { ...again, trace: '091000019999999', returnTrace: '062000019999998' })
  const { reference } = (await stateOf(ref)) ?? {}
  for (const text of [
    `ACK,${reference},REJECTED,NO\nEND,1\n`,
    `ACK,${reference},REJECTED,NO\nEND,1\n`,
    `ACK,${reference},REJECTED,NO\nEND,2\n`,
    'ACK,P000101A,ACCEPTED,1,100,1\nEND,1\n',
  ])
    await app.control('POST', '/ach/answers', { kind: 'odd.txt', text })
  await exchange(services)
  await exchange(services)
  expect(await balanceOf(ana)).toEqual(before)
  expect(await stateOf(ref)).toMatchObject({ state: 'settled' })
  expect(new Set(lines.map(({ reason }) => reason))).toEqual(
    new Set(['contradiction', 'secondReturn', 'unknownFile', 'unknownTrace', 'unreadable']),
  )
  expect(lines).toHaveLength(5)
})

test('while our account does not cover what waits, no file is made, and operators are told; filled, it leaves', async () => {
  const { rows } = await app.services.db.pool.query<{ cents: string | null }>(
    "select sum(credit_cents) as cents from nacha_files where state not in ('rejected', 'settled')",
  )
  const promised = Number(rows[0]?.cents ?? 0)
  await app.control('POST', '/ach/balance', { cents: promised + 99_99 })
  const ref = await collected()
  await nextFile()
  await nextFile()
  expect(await filesWith(ref)).toEqual([])
  const { services, lines } = telling()
  await bankFilesTasks(services)['bank-files.watch']()
  expect(lines).toMatchObject([{ alert: true, reason: 'short', count: 1 }])
  await app.control('POST', '/ach/balance', { cents: promised + 100_00 })
  await exchange()
  expect(await filesWith(ref)).toHaveLength(1)
  // What the bank will take for it is spoken for.
  const next = await collected()
  await nextFile()
  expect(await filesWith(next)).toEqual([])
})

test('an operator lets the batch go before its cut-off, and reads what became of it: files, entries, and what does not fit', async () => {
  const db = createDatabase({ url: app.database.consoleUrl, log: { warn: () => {} }, max: 1 })
  onTestFinished(() => db.close())
  const ctx = { db, passwords: createPasswords({ memoryKib: 1_024, passes: 1, lanes: 1, atOnce: 1 }) }
  const eva = { name: 'eva', secret: await makeOperator(ctx, 'eva', null) }
  app.services.config.achRelease = { at: 'atCutoff', cutoff: '16:00' }
  const ref = await collected()
  const carryOut = async () => {
    await bankReleaseTasks(app.services)['bank-releases.carry-out']()
    await app.runJobs()
  }
  await carryOut()
  expect(await bank.payoutOf(ref)).toMatchObject({ state: 'held' })
  await expect(orderBankRelease(ctx, { ...eva, secret: 'guessed' }, 'why')).rejects.toThrow('no operator')
  await expect(orderBankRelease(ctx, eva, ' ')).rejects.toThrow('Say why')
  const id = await orderBankRelease(ctx, eva, 'Thanksgiving')
  expect(await bankReleased(ctx, id)).toBeNull()
  await carryOut()
  await carryOut()
  expect(await bankReleased(ctx, id)).toBe(1)
  expect(await bank.cancel(ana, ref)).toMatchObject({ code: 'invalidTransactionId' })
  const trail = app.services.db.selectFrom('audit_log').select('actor_id').where('action', '=', 'withdrawal.released')
  expect(await trail.where('object_id', '=', ref).execute()).toEqual([{ actor_id: 'eva' }])
  expect((await readBankFiles(ctx)).waiting).toMatchObject({ count: 1, totalCents: 100_00n })
  await nextFile()
  await exchange()
  const { reference = '' } = (await stateOf(ref)) ?? {}
  const { files, odd } = await readBankFiles(ctx)
  expect(files[0]).toMatchObject({ reference, state: 'acknowledged', entries: 1, creditCents: 100_00n })
  expect(odd.flatMap(({ oddities }) => oddities.map(({ what }) => what))).toContain('unknownTrace')
  expect(await readBankFile(ctx, reference)).toMatchObject({
    entries: [{ ref, amountCents: 100_00n, returnCode: null }],
  })
  expect(await readBankFile(ctx, 'P000101A')).toBeNull()
})
