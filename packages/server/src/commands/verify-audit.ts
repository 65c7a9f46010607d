/**
 * `npm run audit:verify [-- --anchor [audit:|entries:|accounts:]N:HASH …]` (audit when it does not say): walks the chains of
 * seals, names every row that was altered, deleted, inserted or moved since it was sealed, and compares the chains with
 * heads that the log has kept. Ends with 1 when anything does not fit. The database is the one in AUDITOR_DATABASE_URL, else the one that was started last
 * with this PUENTE_STATE; it is only read.
 */
import { parseArgs } from 'node:util'
import type { Anchor, ChainReport } from '@puente/ledger'
import { createPool } from '#platform/db/pool.ts'
import { givenSetting } from '#platform/given-setting.ts'
import { CHAINS, verifySeals } from '#platform/integrity/verify-seals.ts'
import { describeError } from '#platform/log.ts'
import { operatorUrls } from '#platform/secrets.ts'
import { stateDirOfCommand } from '#platform/state-dir.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const urlOf = (): string =>
  givenSetting(process.env, 'AUDITOR_DATABASE_URL') ?? operatorUrls(stateDirOfCommand()).auditorUrl

type Wanted = { chain: string; anchor: Anchor }

const parseAnchor = (text: string): Wanted => {
  const [, chain = 'audit', n, hash] = /^(?:(audit|entries|accounts):)?(\d{1,18}):([0-9a-f]{64})$/.exec(text) ?? []
  if (n === undefined || hash === undefined)
    throw new Error(`${text}: an anchor reads [audit:|entries:|accounts:]N:HASH`)
  return { chain, anchor: { n: BigInt(n), hash } }
}

const tell = ({ chain, seals, rows, head, tampering }: ChainReport): void => {
  say(`${chain}: ${rows} rows under ${seals} seals${head ? `, head ${head.n}:${head.hash}` : ''}`)
  for (const { kind, name, seal } of tampering) say(`  ${kind}: ${name}${seal === null ? '' : ` (seal ${seal})`}`)
}

const { values } = parseArgs({ options: { anchor: { type: 'string', multiple: true, default: [] } } })

try {
  const anchors = values.anchor.map(parseAnchor)
  const of = (wanted: string) => anchors.filter(({ chain }) => chain === wanted).map(({ anchor }) => anchor)
  const pool = createPool({
    url: urlOf(),
    log: { warn: () => {} },
    name: 'puente audit',
    max: 2,
    queryTimeoutMs: 60_000,
  })
  try {
    const reports = await verifySeals(pool, Object.fromEntries(CHAINS.map((chain) => [chain, of(chain)])))
    for (const report of reports) tell(report)
    const isSound = reports.every(({ tampering }) => tampering.length === 0)
    say(isSound ? 'Nothing has changed since it was sealed' : 'Something has changed since it was sealed')
    process.exitCode = isSound ? 0 : 1
  } finally {
    await pool.end()
  }
} catch (error) {
  process.stderr.write(`${String(describeError(error).message)}\n`)
  process.exitCode = 2
}
