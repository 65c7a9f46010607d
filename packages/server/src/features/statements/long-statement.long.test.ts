/** A statement of a million transactions, as a reader gets it who keeps nothing of it. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { aUser, signedIn, type TestUser } from '#test/factories.ts'
import { withLongHistory } from '#test/long-history.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()
const ROWS = 1_000_000
const EVERY_MS = 25_000
const MOST_GROWTH_BYTES = 150 * 1024 * 1024
const LOOK_EVERY_MS = 1_000
const reader = fileURLToPath(new URL('../../test/read-through.ts', import.meta.url))

/** What the process holds. What nobody needs any more goes first: how long the collector waits with that says nothing of a file. */
const residentBytes = (): number => {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().rss
}

/** Has a process of its own read a statement; how many of its lines are of this kind, and the last of them. */
const readThrough = async (user: TestUser, asked: object, kind: string) => {
  const headers = { 'content-type': 'application/json', ...(await signedIn(app.services, user)) }
  const parameters = [`${app.url}/api/transactions/report`, JSON.stringify(headers), JSON.stringify(asked), kind]
  const { stdout } = await promisify(execFile)(process.execPath, [reader, ...parameters])
  return JSON.parse(stdout) as { status: number; count: number; last: string }
}

test(
  'a statement of a million transactions is sent with constant memory, and its closing balance is the balance of the books',
  { timeout: 1_800_000 },
  async () => {
    const [user, other] = [await aUser(app.services, { tier: 2 }), await aUser(app.services, { tier: 2 })]
    const start = app.clock.now()
    await withLongHistory(app, other, 20_000, 1)
    await withLongHistory(app, user, ROWS, EVERY_MS)
    app.clock.advance(ROWS * EVERY_MS + 60_000)
    const day = (at: Date) => at.toISOString().slice(0, 10)
    const range = { fromDate: day(new Date(start.getTime() - 4 * 86_400_000)), toDate: day(app.clock.now()) }
    const { balanceCents } = await app.services.ledger.balance({ ownerId: user.id, account: 'wallet' })
    const shown = (Number(balanceCents) / 100).toFixed(2)
    const formats = {
      csv: { kind: '"txn_', rows: ROWS, last: `"${shown}","USD"` },
      ofx: { kind: '^<(?:FITID|BALAMT)>', rows: ROWS + 2, last: `<BALAMT>${shown}<` },
      ledger: { kind: '^ {4}Assets:Puente ', rows: ROWS + 1, last: `= ${shown} USD` },
    }
    for (const [format, { kind, rows, last }] of Object.entries(formats)) {
      // What the code itself takes when it first runs is no growth by the length of a statement.
      // oxlint-disable-next-line no-await-in-loop
      await readThrough(other, { ...range, format }, kind)
      const before = residentBytes()
      let most = before
      const looking = setInterval(() => (most = Math.max(most, residentBytes())), LOOK_EVERY_MS)
      const began = performance.now()
      // oxlint-disable-next-line no-await-in-loop
      const seen = await readThrough(user, { ...range, format }, kind)
      clearInterval(looking)
      const [seconds, grown] = [(performance.now() - began) / 1_000, most - before]
      process.stdout.write(`${format}: ${seconds.toFixed(0)} s, ${Math.round(grown / 2 ** 20)} MB more\n`)
      expect(seen, format).toEqual({ status: 200, count: rows, last: expect.stringContaining(last) as string })
      expect(grown, format).toBeLessThan(MOST_GROWTH_BYTES)
    }
  },
)
