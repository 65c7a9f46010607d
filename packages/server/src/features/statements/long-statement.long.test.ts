/** A statement of a million transactions, as a reader gets it who keeps nothing of it. */
import { expect, test } from 'vitest'
import { aUser, signedIn } from '#test/factories.ts'
import { withLongHistory } from '#test/long-history.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()
const ROWS = 1_000_000
const EVERY_MS = 25_000
const MOST_GROWTH_BYTES = 150 * 1024 * 1024

/** What of a file is looked at while it passes by: its lines of this kind, how many, and what the last one says. */
const readThrough = async (response: Response, isCounted: (line: string) => boolean) => {
  const decoder = new TextDecoder()
  let [rest, count, last, most] = ['', 0, '', 0]
  for await (const chunk of response.body ?? []) {
    const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines.filter(isCounted)) {
      count += 1
      last = line
    }
    most = Math.max(most, process.memoryUsage().rss)
  }
  return { count, last, most }
}

test(
  'a statement of a million transactions is sent with constant memory, and its closing balance is the balance of the books',
  { timeout: 1_800_000 },
  async () => {
    const user = await aUser(app.services, { tier: 2 })
    const start = app.clock.now()
    await withLongHistory(app, user, ROWS, EVERY_MS)
    app.clock.advance(ROWS * EVERY_MS + 60_000)
    const day = (at: Date) => at.toISOString().slice(0, 10)
    const range = { fromDate: day(new Date(start.getTime() - 4 * 86_400_000)), toDate: day(app.clock.now()) }
    const { balanceCents } = await app.services.ledger.balance({ ownerId: user.id, account: 'wallet' })
    const shown = (Number(balanceCents) / 100).toFixed(2)
    const formats = {
      csv: { isCounted: (line: string) => line.includes('"txn_'), rows: ROWS, last: `"${shown}","USD"` },
      ofx: { isCounted: (line: string) => /^<(?:FITID|BALAMT)>/.test(line), rows: ROWS + 2, last: `<BALAMT>${shown}<` },
      ledger: {
        isCounted: (line: string) => line.startsWith('    Assets:Puente '),
        rows: ROWS + 1,
        last: `= ${shown} USD`,
      },
    }
    for (const [format, { isCounted, rows, last }] of Object.entries(formats)) {
      globalThis.gc?.()
      const before = process.memoryUsage().rss
      const began = performance.now()
      // A bearer lasts minutes.
      // oxlint-disable-next-line no-await-in-loop
      const headers = { 'content-type': 'application/json', ...(await signedIn(app.services, user)) }
      const body = JSON.stringify({ ...range, format })
      // oxlint-disable-next-line no-await-in-loop
      const response = await fetch(`${app.url}/api/transactions/report`, { method: 'POST', headers, body })
      // oxlint-disable-next-line no-await-in-loop
      const seen = await readThrough(response, isCounted)
      const seconds = Math.round((performance.now() - began) / 1_000)
      process.stdout.write(`${format}: ${seconds} s, ${Math.round((seen.most - before) / 2 ** 20)} MB more\n`)
      expect(seen.count, format).toBe(rows)
      expect(seen.last, format).toContain(last)
      expect(seen.most - before, format).toBeLessThan(MOST_GROWTH_BYTES)
    }
  },
)
