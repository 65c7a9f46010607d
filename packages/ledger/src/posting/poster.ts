/**
 * Posts a batch to the end whatever happens to the connection. Before COMMIT was sent, a failed batch simply runs again.
 * Afterwards its outcome is unknown, so the same commands run again under the same keys, which either finds the stored
 * answers or posts the commands. Only looking for the keys would prove nothing, since the old backend may still be
 * committing. A batch that keeps failing, possibly because of one of its commands, is bisected until that command is alone.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { labelOf } from '../decide/command.ts'
import type { CommandResult } from '../decide/decide-batch.ts'
import { CommitNotReplicated, LedgerUnavailable, OutcomeUnknown } from '../errors.ts'
import { classify } from '../pg/failure.ts'
import type { Failure, Phase } from '../pg/failure.ts'
import type { Command, Log } from '../types.ts'
import { runBatch } from './batch.ts'
import type { BatchOptions } from './batch.ts'
import type { BatchConnection, ConnectionManager } from './connection.ts'

type Attempt = { results: CommandResult[] } | { failure: Failure; error: unknown }

const failureFields = (commands: Command[], { meaning }: Failure, error: unknown) => ({
  err: error,
  failure: meaning,
  size: commands.length,
})

const jitterMs = () => 10 + Math.random() * 90

/** Bisection stops after this long: by then the callers have given up, and other commands wait for this poster. */
const BISECTION_LIMIT_MS = 8_000

/** How the posting of a batch stands. */
type Progress = {
  /** The answer to a COMMIT was lost: from then on no error may claim that nothing happened. */
  isDoubtful: boolean
  /** It is half of a batch that failed, so a bisectable failure is not retried. */
  isHalf: boolean
  startedAt: number
}

/** One run of a batch, for monitoring. A batch that runs again is reported each time. */
export type BatchRun = { size: number; durationMs: number; outcome: 'committed' | Failure['meaning'] }

/**
 * Shared by all posters of a process: once a database has reported damage, none of them posts there. `damaged` is the timeline of
 * that server, null while all is well. A standby that takes its place begins another timeline, and is posted to.
 */
export type Health = { damaged: string | null }

export type PosterOptions = Omit<BatchOptions, 'engine'> & {
  health: Health
  onBatch?: ((run: BatchRun) => void) | undefined
}

export const createPoster = (connections: ConnectionManager, options: PosterOptions, log: Log) => {
  // A poster runs one batch at a time, so one listener is enough.
  let onWriting = () => {}

  /** Calls a listener; whatever it throws must not affect what was committed. */
  const notify = (work: () => void, of: string) => {
    try {
      work()
    } catch (error) {
      log.warn({ err: error, participant: of }, 'a hint failed')
    }
  }

  const attempt = async (commands: Command[]): Promise<Attempt> => {
    const startedAt = performance.now()
    const report = (outcome: BatchRun['outcome']) =>
      options.onBatch?.({ size: commands.length, durationMs: performance.now() - startedAt, outcome })
    let phase: Phase = 'connecting'
    let connection: BatchConnection | undefined
    try {
      connection = await connections.acquire()
      const open = connection
      const { results, participations } = await runBatch(
        open.client,
        commands,
        { ...options, engine: open.engine },
        (next) => {
          phase = next
          open.warning = null
          if (next === 'writing') onWriting()
        },
      )
      if (open.warning !== null) throw new CommitNotReplicated(open.warning)
      notify(() => report('committed'), 'metrics')
      for (const { participant, changes } of participations)
        if (changes.length > 0) notify(() => participant.afterCommit?.(changes), participant.name)
      return { results }
    } catch (error) {
      const failure = classify(phase, error, connection?.isLost)
      if (failure.meaning === 'damage') options.health.damaged = connection?.timeline ?? null
      notify(() => report(failure.meaning), 'metrics')
      await connections.recover(error)
      return { failure, error }
    }
  }

  const failed = (commands: Command[], error: Error): CommandResult[] => commands.map(() => ({ error }))

  const bisect = async (commands: Command[], progress: Progress): Promise<CommandResult[]> => {
    const middle = Math.ceil(commands.length / 2)
    const first = await post(commands.slice(0, middle), { ...progress, isHalf: true })
    return [...first, ...(await post(commands.slice(middle), { ...progress, isHalf: true }))]
  }

  const giveUp = async (commands: Command[], progress: Progress, failure: Failure, error: unknown) => {
    const isInTime = performance.now() - progress.startedAt < BISECTION_LIMIT_MS
    if (failure.isBisectable && commands.length > 1 && isInTime) return bisect(commands, progress)
    const { isDoubtful } = progress
    log.error(
      { ...failureFields(commands, failure, error), isDoubtful, commands: commands.slice(0, 10).map(labelOf) },
      'a batch could not be posted',
    )
    if (isDoubtful) return failed(commands, new OutcomeUnknown('the outcome is not known yet', { cause: error }))
    if (failure.meaning === 'defect' && error instanceof Error) return failed(commands, error)
    return failed(commands, new LedgerUnavailable('the ledger cannot post at the moment', { cause: error }))
  }

  const post = async (commands: Command[], progress: Progress): Promise<CommandResult[]> => {
    let { isDoubtful } = progress
    for (let tries = 1; ; tries += 1) {
      const attempted = await attempt(commands)
      if ('results' in attempted) return isDoubtful ? ownAnswers(commands, attempted.results) : attempted.results
      const { failure, error } = attempted
      if (failure.meaning === 'unknown' || failure.meaning === 'unacknowledged') isDoubtful = true
      const retries = progress.isHalf && failure.isBisectable ? 0 : failure.retries
      if (tries > retries) return giveUp(commands, { ...progress, isDoubtful }, failure, error)
      log.warn({ ...failureFields(commands, failure, error), tries }, 'a batch runs again')
      await sleep(jitterMs())
    }
  }

  /** Asks which server is there now, so that a promoted standby needs no restart of this process. */
  const isStillDamaged = async (): Promise<boolean> => {
    const { health } = options
    if (health.damaged === null) return false
    const { timeline } = await connections.acquire().catch(() => ({ timeline: null }))
    if (timeline === null || timeline === health.damaged) return true
    log.warn({}, 'another server has taken the place of the one that reported damage')
    health.damaged = null
    return false
  }

  return async (commands: Command[], whenWriting: () => void): Promise<CommandResult[]> => {
    onWriting = whenWriting
    if (await isStillDamaged()) return failed(commands, new LedgerUnavailable('the database reported damage'))
    return post(commands, { isDoubtful: false, isHalf: false, startedAt: performance.now() })
  }
}

/**
 * An answer that a second run finds under the command's own transfer id is from its first run, so it is not a repeat. An
 * error of the second run says nothing about the first.
 */
const ownAnswers = (commands: Command[], results: CommandResult[]): CommandResult[] => {
  const seen = new Set<string>()
  return results.map((one, index) => {
    if ('error' in one) return { error: new OutcomeUnknown('the outcome is not known yet', { cause: one.error }) }
    if (!one.outcome.accepted) return one
    const { transferId } = one.outcome
    const isOwn = transferId === commands[index]?.transferId && !seen.has(transferId)
    seen.add(transferId)
    return isOwn ? { outcome: { ...one.outcome, replayed: false } } : one
  })
}
