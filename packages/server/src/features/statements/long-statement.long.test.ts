/**
 * A statement of a million transactions, sent by a server process of its own under the flags of production to a reader who keeps
 * nothing of it. What is measured is the most memory that the system has ever given that process, garbage and all.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { putClockForward } from '#platform/kept-clock.ts'
import { PAPER_ROWS_MAX } from '#platform/papers/paper.ts'
import { SERVER_NODE_ARGS } from '../../node-args.ts'
import { freePort } from '#test/app.ts'
import { aUser, signedIn, type TestUser } from '#test/factories.ts'
import { withLongHistory } from '#test/long-history.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()
const ROWS = 1_000_000
const EVERY_MS = 25_000
/** A statement that is short beside it. */
const SHORT_ROWS = 100_000
const MOST_GROWTH_MB = 150
const server = fileURLToPath(new URL('../../main.ts', import.meta.url))
const reader = fileURLToPath(new URL('../../test/read-through.ts', import.meta.url))

/** The server as it is started in production, beside the one of this file: the same database, secrets and time. */
const startServer = async (): Promise<{ url: string; pid: number }> => {
  const { stateDir } = app.services.config
  putClockForward(stateDir, app.clock.offsetMs())
  const port = await freePort()
  const child = spawn(process.execPath, [...SERVER_NODE_ARGS, server], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      TEST_CLOCK: '1',
      PUENTE_STATE: stateDir,
      DATABASE_URL: app.database.appUrl,
      JOBS_DATABASE_URL: app.database.jobsUrl,
      // What bearers are made for.
      PUBLIC_URL: app.url,
      PUENTE_PORT: String(port),
      INTERNAL_PORT: String(await freePort()),
      SECOND_FACTOR: 'off',
      THROTTLE_FACTOR: '100',
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[]
  expect(said).toBe('ready')
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 }
}

/** The most memory that a process has while this is done, in MB, as the system says. */
const mostDuring = async <Done>(pid: number, act: () => Promise<Done>): Promise<{ done: Done; most: number }> => {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const done = await act()
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { done, most: Math.round(Number(kilobytes) / 1024) }
}

/** Has a process of its own read a statement; how many of its lines are of this kind, and the last of them. */
const readThrough = async (url: string, user: TestUser, asked: object, kind: string) => {
  const headers = { 'content-type': 'application/json', ...(await signedIn(app.services, user)) }
  const parameters = [`${url}/api/transactions/report`, JSON.stringify(headers), JSON.stringify(asked), kind]
  const { stdout } = await promisify(execFile)(process.execPath, [reader, ...parameters])
  return JSON.parse(stdout) as { status: number; count: number; last: string }
}

test(
  'a statement of a million transactions takes a server process hardly more memory than one of a hundred thousand, and its closing balance is the balance of the books',
  { timeout: 1_800_000 },
  async () => {
    const [user, other, small] = await Promise.all([1, 2, 3].map(() => aUser(app.services, { tier: 2 })))
    if (!user || !other || !small) throw new Error('nobody was made')
    const start = app.clock.now()
    await withLongHistory(app, small, PAPER_ROWS_MAX - 1, EVERY_MS)
    await withLongHistory(app, other, SHORT_ROWS, EVERY_MS)
    await withLongHistory(app, user, ROWS, EVERY_MS)
    app.clock.advance(ROWS * EVERY_MS + 60_000)
    const { url, pid } = await startServer()
    const day = (at: Date) => at.toISOString().slice(0, 10)
    const range = { fromDate: day(new Date(start.getTime() - 4 * 86_400_000)), toDate: day(app.clock.now()) }
    const { balanceCents } = await app.services.ledger.balance({ ownerId: user.id, account: 'wallet' })
    const shown = (Number(balanceCents) / 100).toFixed(2)
    const formats = {
      csv: { whose: user, kind: '"txn_', rows: ROWS, last: `"${shown}","USD"` },
      ofx: { whose: user, kind: '^<(?:FITID|BALAMT)>', rows: ROWS + 2, last: `<BALAMT>${shown}<` },
      ledger: { whose: user, kind: '^ {4}Assets:Puente ', rows: ROWS + 1, last: `= ${shown} USD` },
      // A paper is whole before it is sent, and so has a bound of its own. Its signature is added behind it, with an end of its own.
      pdf: { whose: small, kind: '^%%EOF', rows: 2, last: '%%EOF' },
    }
    // How large the heap of a process becomes, and how late its garbage is collected, comes of how much it has done and of how busy the
    // machine is. The same number of rows in short statements brings it there; what one long statement adds comes of its length.
    for (let row = 0; row < ROWS; row += SHORT_ROWS)
      // oxlint-disable-next-line no-await-in-loop
      await readThrough(url, other, { ...range, format: 'csv' }, formats.csv.kind)
    for (const [format, { whose, kind, rows, last }] of Object.entries(formats)) {
      const shorter = format === 'pdf' ? small : other
      // oxlint-disable-next-line no-await-in-loop
      const { most: usual } = await mostDuring(pid, () => readThrough(url, shorter, { ...range, format }, kind))
      const began = performance.now()
      // oxlint-disable-next-line no-await-in-loop
      const { done: seen, most } = await mostDuring(pid, () => readThrough(url, whose, { ...range, format }, kind))
      const seconds = (performance.now() - began) / 1_000
      process.stdout.write(
        `${format}: ${seconds.toFixed(0)} s, ${usual} MB at most for a short one, ${most} MB for this\n`,
      )
      expect(seen, format).toEqual({ status: 200, count: rows, last: expect.stringContaining(last) as string })
      expect(most - usual, format).toBeLessThan(MOST_GROWTH_MB)
    }
  },
)
