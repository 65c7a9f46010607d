/**
 * One transaction, with its phases kept apart: until COMMIT is sent, a lost connection means that nothing happened, and
 * the work is retried; from then on it means that the outcome is unknown, and it is reported so. `work` may therefore
 * run several times and must touch nothing but the transaction; whatever belongs after the commit goes to
 * `afterCommit`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isAboutStandby } from '@puente/ledger'
import type { PoolClient } from 'pg'
import { judge, losesConnection, type Phase, type Verdict } from './classify.ts'
import { beginOn, type Database, type Trx } from './database.ts'
import { CommitNotReplicated, CommitRolledBack, DatabaseUnavailable, OutcomeUnknown } from './errors.ts'

const hints = new WeakMap<Trx, (() => void)[]>()

/** Runs `hint` once the transaction is known to be committed. For wake-ups: it is lost when the process ends before. */
export const afterCommit = (trx: Trx, hint: () => void): void => {
  const list = hints.get(trx)
  if (!list) throw new Error('afterCommit belongs inside transaction()')
  list.push(hint)
}

/** Sends COMMIT and believes in nothing but its tag, and not even in that when a standby may lack the change. */
const commit = async (client: PoolClient): Promise<void> => {
  let warning: string | undefined
  const onNotice = (notice: { code?: string | undefined; message?: string | undefined }): void => {
    if (isAboutStandby(notice)) warning = notice.message ?? 'warning at commit'
  }
  client.on('notice', onNotice)
  try {
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new CommitRolledBack(`COMMIT was answered with ${command}`)
    if (warning !== undefined) throw new CommitNotReplicated(warning)
  } finally {
    client.off('notice', onNotice)
  }
}

type Attempt<T> = { done: true; result: T; hints: (() => void)[] } | { done: false; error: unknown; phase: Phase }

const attempt = async <T>(
  database: Database,
  work: (trx: Trx) => Promise<T>,
  isAwaited: () => boolean,
): Promise<Attempt<T>> => {
  let phase: Phase = 'connecting'
  let client: PoolClient | undefined
  let isLost = false
  try {
    client = await database.pool.connect()
    const trx = await beginOn(client)
    const after: (() => void)[] = []
    hints.set(trx, after)
    phase = 'working'
    const result = await work(trx)
    if (!isAwaited()) throw new DatabaseUnavailable('its caller has gone')
    phase = 'committing'
    await commit(client)
    return { done: true, result, hints: after }
  } catch (error) {
    const failedIn: Phase = phase
    isLost = losesConnection(error) || failedIn === 'committing'
    if (client && failedIn === 'working' && !isLost) {
      await client.query('rollback').catch(() => {
        isLost = true
      })
    }
    return { done: false, error, phase: failedIn }
  } finally {
    client?.release(isLost)
  }
}

/** The error that the caller gets in the end. Refusals and defects pass through as they are. */
const verdictError = (error: unknown, { meaning }: Verdict, label: string): unknown => {
  if (meaning === 'unknown')
    return new OutcomeUnknown(`${label}: the outcome of the commit is unknown`, { cause: error })
  if (meaning === 'transient' || meaning === 'overload')
    return new DatabaseUnavailable(`${label}: nothing was kept`, { cause: error })
  return error
}

/** The work is committed whatever becomes of a hint. */
const give = (hint: () => void): void => {
  try {
    hint()
  } catch {} // what it would have woken polls a little later anyway
}

/** Beyond this a request's own deadline is near, and another try would only keep its caller waiting. */
const RETRY_WITHIN_MS = 5_000

const jitterMs = (): number => 10 + Math.random() * 90

/**
 * Runs `work` in a transaction and commits it. Throws what `work` throws, after a rollback; `DatabaseUnavailable` when
 * the database did not let it through, or, where `isAwaited` is given, its caller has gone; `OutcomeUnknown` when the
 * commit's answer was lost. `label` names it in errors.
 */
export const transaction = async <T>(
  database: Database,
  label: string,
  work: (trx: Trx) => Promise<T>,
  isAwaited: () => boolean = () => true,
): Promise<T> => {
  const started = performance.now()
  for (let tries = 0; ; tries += 1) {
    const ended = await attempt(database, work, isAwaited)
    if (ended.done) {
      for (const hint of ended.hints) give(hint)
      return ended.result
    }
    const { error, phase } = ended
    const verdict = judge(error, phase)
    const mayRetry = tries < verdict.retries && performance.now() - started < RETRY_WITHIN_MS
    if (verdict.meaning !== 'transient' || !mayRetry) throw verdictError(error, verdict, label)
    await sleep(jitterMs())
  }
}
