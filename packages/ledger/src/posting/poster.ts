/**
 * Brings a batch to an end whatever happens to the connection. Before COMMIT was sent a failed batch simply runs again.
 * Afterwards nobody knows, so the same commands run again under the same keys, which answers with what was stored or
 * posts what was not; not finding a key would prove nothing, since the old backend may still be committing. A batch that
 * goes on failing for a reason that may lie in one of its commands is halved until that command stands alone and its
 * neighbours are through.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { runBatch } from './batch.ts'
import type { BatchOptions } from './batch.ts'
import { labelOf } from '../decide/command.ts'
import type { Settled } from '../decide/decide-batch.ts'
import { CommitNotReplicated, LedgerUnavailable, OutcomeUnknown } from '../errors.ts'
import { classify } from '../pg/failure.ts'
import type { Failure, Phase } from '../pg/failure.ts'
import type { Sessions } from './connection.ts'
import type { Command, Log } from '../types.ts'

type Attempt = { settled: Settled[] } | { failure: Failure; error: unknown }

const aboutOf = (commands: Command[], { meaning }: Failure, error: unknown) => ({
  err: error,
  failure: meaning,
  size: commands.length,
})

const jitterMs = () => 10 + Math.random() * 90

/** Halving goes on for this long at most: by then the callers have stopped waiting, and others wait for this lane. */
const SEPARATING_MS = 8_000

/** How a batch is being posted. `isHalf`: of a batch that failed, so that what has failed before is not tried again. */
type Course = {
  /** Once the answer to a COMMIT was lost: from then on no error may claim that nothing happened. */
  isDoubtful: boolean
  isHalf: boolean
  startedAt: number
}

/** One run of a batch, as monitoring wants it. A batch that had to run again is told each time. */
export type BatchRun = { size: number; durationMs: number; outcome: 'committed' | Failure['meaning'] }

export type PosterOptions = Omit<BatchOptions, 'body'> & {
  /** Shared by all posters of a process: what one of them has seen is true for all. */
  health: { isDamaged: boolean }
  onBatch?: ((run: BatchRun) => void) | undefined
}

export const createPoster = (sessions: Sessions, options: PosterOptions, log: Log) => {
  // One batch at a time, so one listener.
  let onWriting = () => {}

  /** What is only told: no failure of the listener may touch what was committed. */
  const hint = (work: () => void, of: string) => {
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
    let isLost = () => false
    try {
      const session = await sessions.use()
      isLost = () => session.isLost
      const { settled, parts } = await runBatch(
        session.client,
        commands,
        { ...options, body: session.body },
        (next) => {
          phase = next
          session.warning = null
          if (next === 'writing') onWriting()
        },
      )
      if (session.warning !== null) throw new CommitNotReplicated(session.warning)
      hint(() => report('committed'), 'metrics')
      for (const { participant, changes } of parts)
        if (changes.length > 0) hint(() => participant.afterCommit?.(changes), participant.name)
      return { settled }
    } catch (error) {
      const failure = classify(phase, error, isLost())
      hint(() => report(failure.meaning), 'metrics')
      await sessions.recover(error)
      return { failure, error }
    }
  }

  const failed = (commands: Command[], error: Error): Settled[] => commands.map(() => ({ error }))

  const halve = async (commands: Command[], course: Course): Promise<Settled[]> => {
    const middle = Math.ceil(commands.length / 2)
    const first = await settle(commands.slice(0, middle), { ...course, isHalf: true })
    return [...first, ...(await settle(commands.slice(middle), { ...course, isHalf: true }))]
  }

  const giveUp = async (commands: Command[], course: Course, failure: Failure, error: unknown) => {
    if (failure.meaning === 'damage') options.health.isDamaged = true
    const isInTime = performance.now() - course.startedAt < SEPARATING_MS
    if (failure.isSeparable && commands.length > 1 && isInTime) return halve(commands, course)
    const { isDoubtful } = course
    log.error(
      { ...aboutOf(commands, failure, error), isDoubtful, commands: commands.slice(0, 10).map(labelOf) },
      'a batch could not be posted',
    )
    if (isDoubtful) return failed(commands, new OutcomeUnknown('the outcome is not known yet', { cause: error }))
    if (failure.meaning === 'defect' && error instanceof Error) return failed(commands, error)
    return failed(commands, new LedgerUnavailable('the ledger cannot post at the moment', { cause: error }))
  }

  const settle = async (commands: Command[], course: Course): Promise<Settled[]> => {
    let { isDoubtful } = course
    for (let tries = 1; ; tries += 1) {
      const result = await attempt(commands)
      if ('settled' in result) return isDoubtful ? ownAnswers(commands, result.settled) : result.settled
      const { failure, error } = result
      if (failure.meaning === 'unknown' || failure.meaning === 'unacknowledged') isDoubtful = true
      const retries = course.isHalf && failure.isSeparable ? 0 : failure.retries
      if (tries > retries) return giveUp(commands, { ...course, isDoubtful }, failure, error)
      log.warn({ ...aboutOf(commands, failure, error), tries }, 'a batch runs again')
      await sleep(jitterMs())
    }
  }

  return async (commands: Command[], whenWriting: () => void): Promise<Settled[]> => {
    onWriting = whenWriting
    if (options.health.isDamaged) return failed(commands, new LedgerUnavailable('the database reported damage'))
    return settle(commands, { isDoubtful: false, isHalf: false, startedAt: performance.now() })
  }
}

/**
 * What a second run finds stored under the command's own transfer id is its own first answer, not a repeat. An error of
 * the second run says nothing about the first.
 */
const ownAnswers = (commands: Command[], settled: Settled[]): Settled[] => {
  const seen = new Set<string>()
  return settled.map((one, index) => {
    if ('error' in one) return { error: new OutcomeUnknown('the outcome is not known yet', { cause: one.error }) }
    if (!one.outcome.accepted) return one
    const { transferId } = one.outcome
    const isOwn = transferId === commands[index]?.transferId && !seen.has(transferId)
    seen.add(transferId)
    return isOwn ? { outcome: { ...one.outcome, replayed: false } } : one
  })
}
