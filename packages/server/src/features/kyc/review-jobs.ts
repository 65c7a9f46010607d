/** The jobs of a review: submitted, then checked with growing pauses until it is decided. No event is ever needed. */
import type { JobOf } from '#platform/jobs/tasks.ts'
import type { ReviewRef } from './kyc-store.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'kyc.submit': ReviewRef
    /** The pause that led to this check; the next is longer. */
    'kyc.check': ReviewRef & { pauseMs: number }
    /** An event of the reviewer: the check it speaks of is read again. */
    'kyc-event.apply': { provider: string; eventId: string; objectId: string }
    /** The owner took the account back at that ISO time: what was handed in by then is not theirs. */
    'kyc.withdraw': { ownerId: string; before: string }
    /** The account was closed. */
    'kyc.end': { ownerId: string }
    'kyc.expire': Record<string, never>
  }
}

const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000

export const submitJob = (ref: ReviewRef): JobOf<'kyc.submit'> => ({
  task: 'kyc.submit',
  payload: ref,
  key: `kyc.submit:${ref.caseId}`,
})

/** The next check, after twice the last pause. */
export const checkJob = ({ ownerId, caseId }: ReviewRef, lastPauseMs = FIRST_PAUSE_MS / 2): JobOf<'kyc.check'> => {
  const pauseMs = Math.min(lastPauseMs * 2, LONGEST_PAUSE_MS)
  return {
    task: 'kyc.check',
    payload: { ownerId, caseId, pauseMs },
    delayMs: pauseMs,
    key: `kyc.check:${caseId}`,
  }
}

/** Restarts a job that has failed for the last time: no review is forgotten because the reviewer was down for days. */
export const startedOver = <Job extends JobOf<'kyc.submit'> | JobOf<'kyc.check'>>(job: Job): Job => ({
  ...job,
  delayMs: LONGEST_PAUSE_MS,
})
