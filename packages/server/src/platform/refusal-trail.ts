/**
 * What was refused, to whom and where: one audit row and one log line for each network, route, code and reason in a minute,
 * with how often. A row for each refusal would let a stranger fill the disk that the audit trail is kept on for good.
 */
import { type ErrorCode, statusOf } from '@puente/contract'
import { audit } from './audit.ts'
import type { Database } from './db/database.ts'
import { transaction } from './db/transaction.ts'
import type { Log } from './log.ts'

export type Refused = { network: string; route: string; code: ErrorCode; reason: string | null }

export type RefusalTrail = {
  /** Counts a refusal towards its row. */
  note: (refused: Refused) => void
  /** Writes the rows of what was noted since the last time. */
  flush: () => Promise<void>
  /** Writes what is left and stops. */
  close: () => Promise<void>
}

const FLUSH_EVERY_MS = 60_000
/** Rows of one flush; what does not get one of its own is counted together in one more, the rarest first. */
const MOST_ROWS = 200
/** How many kinds are counted separately between two flushes. */
const MOST_KINDS = 5_000

/** Everyday ends of a session and paths that are not there say nothing about anybody. */
const UNREMARKABLE: ReadonlySet<ErrorCode> = new Set(['tokenExpired', 'sessionClosed', 'notFound'] as const)

/** Whether a refusal belongs in the trail: the caller's doing, by role, origin, budget or form. */
export const isRemarkable = (code: ErrorCode): boolean => statusOf[code] < 500 && !UNREMARKABLE.has(code)

type Row = Refused & { count: number }

const REST: Refused = { network: 'several', route: 'several', code: 'tooManyRequests', reason: 'rest' }

/** The rows to write, the most frequent first. */
const rowsOf = (counted: Iterable<Row>): Row[] => {
  const sorted = [...counted].toSorted((a, b) => b.count - a.count)
  const rest = sorted.slice(MOST_ROWS).reduce((sum, { count }) => sum + count, 0)
  return [...sorted.slice(0, MOST_ROWS), ...(rest > 0 ? [{ ...REST, count: rest }] : [])]
}

export const createRefusalTrail = ({ db, log }: { db: Database; log: Pick<Log, 'warn'> }): RefusalTrail => {
  let counted = new Map<string, Row>()

  const note = (refused: Refused): void => {
    const key = [refused.network, refused.route, refused.code, refused.reason].join(' ')
    const isRest = !counted.has(key) && counted.size >= MOST_KINDS
    const [id, kind] = isRest ? ['', REST] : [key, refused]
    const row = counted.get(id) ?? { ...kind, count: 0 }
    row.count += 1
    counted.set(id, row)
  }

  const flush = async (): Promise<void> => {
    const rows = rowsOf(counted.values())
    if (rows.length === 0) return
    counted = new Map()
    for (const { network, route, code, reason, count } of rows)
      log.warn({ network, route, code, reason, count }, 'refused')
    await transaction(db, 'note refusals', async (trx) => {
      for (const { network, route, code, reason, count } of rows)
        await audit(trx, {
          actor: { kind: 'anonymous' },
          action: 'call.refused',
          object: { type: 'route', id: route },
          result: 'refused',
          code,
          network,
          details: { reason, count },
        })
    })
  }

  // The lines are out already; a database that does not take the rows is no reason to keep them in memory.
  const flushOrTell = (): Promise<void> =>
    flush().catch((err: unknown) => log.warn({ err, component: 'audit' }, 'refusals were not recorded'))
  const timer = setInterval(() => void flushOrTell(), FLUSH_EVERY_MS)
  timer.unref()

  return {
    note,
    flush,
    close: async () => {
      clearInterval(timer)
      await flushOrTell()
    },
  }
}
