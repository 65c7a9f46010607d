/** The jobs of a case: handed in, then looked at with growing pauses until it is decided. No event is ever needed. */
import type { JobOf } from '#platform/jobs/tasks.ts'
import type { CaseRef } from './kyc-store.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'kyc.submit': CaseRef
    /** The pause that led to this look; the next is longer. */
    'kyc.look': CaseRef & { pauseMs: number }
    /** An event of the reviewer: the check it speaks of is read again. */
    'kyc-event.apply': { provider: string; eventId: string; objectId: string }
    'kyc.withdraw': { ownerId: string }
  }
}

const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000

export const submitJob = (ref: CaseRef): JobOf<'kyc.submit'> => ({
  task: 'kyc.submit',
  payload: ref,
  key: `kyc.submit:${ref.caseId}`,
})

/** The next look, after twice the last pause. */
export const lookJob = ({ ownerId, caseId }: CaseRef, lastPauseMs = FIRST_PAUSE_MS / 2): JobOf<'kyc.look'> => {
  const pauseMs = Math.min(lastPauseMs * 2, LONGEST_PAUSE_MS)
  return {
    task: 'kyc.look',
    payload: { ownerId, caseId, pauseMs },
    delayMs: pauseMs,
    key: `kyc.look:${caseId}`,
  }
}

/** A job that has failed for the last time, anew: nobody's case is forgotten because the reviewer was away for days. */
export const startedOver = <Job extends JobOf<'kyc.submit'> | JobOf<'kyc.look'>>(job: Job): Job => ({
  ...job,
  delayMs: LONGEST_PAUSE_MS,
})
