import { admission, afterCall, type BreakerState, CLOSED, waitMs } from './breaker-rules.ts'
import { ProviderError } from './types.ts'

/**
 * The breaker of one rail. Each process has its own: it needs no agreement to stop asking a provider that does not
 * answer it, and learns of an outage from five calls of its own, even when other processes already know.
 */
export type Breaker = {
  /** Asks for a new payment: either it has to wait, or it may begin, and says when it has called whom it had to. */
  enter: () => { waitMs: number } | { leave: () => void }
  /** Runs a call to the provider and counts how it ended. Throws ProviderError without any call while it wants none. */
  call: <T>(work: () => Promise<T>) => Promise<T>
  isOpen: () => boolean
}

/** Some providers turn away without saying for how long. */
const SHORTEST_QUIET_MS = 1_000

type BreakerOptions = {
  /** In milliseconds, never going back. */
  now?: () => number
  /** Told when five failures in a row opened it, after each failure while it is open, and when an answer closed it. */
  onTurn?: (isOpen: boolean) => void
}

export const createBreaker = ({ now = () => performance.now(), onTurn }: BreakerOptions = {}): Breaker => {
  let state: BreakerState = CLOSED

  const turn = (next: BreakerState): void => {
    const wasOpen = state.openUntil !== null
    const isOpen = next.openUntil !== null
    const isRenewed = isOpen && next.openUntil !== state.openUntil
    state = next
    if (isRenewed || wasOpen !== isOpen) onTurn?.(isOpen)
  }

  const count = (error: unknown): void => {
    const at = now()
    if (!(error instanceof ProviderError)) return
    if (error.kind === 'rateLimited') {
      const retryAfterMs = error.retryAfterMs ?? SHORTEST_QUIET_MS
      turn(afterCall(state, { is: 'turnedAway', retryAfterMs }, at))
    } else turn(afterCall(state, { is: error.isAnswer ? 'answered' : 'failed' }, at))
  }

  return {
    enter: () => {
      const at = now()
      const admitted = admission(state, at)
      if (admitted === 'refused') return { waitMs: waitMs(state, at) }
      if (admitted === 'open') return { leave: () => {} }
      state = { ...state, isProbing: true }
      // One that ended before it called anybody has tried nothing: the next one may.
      return { leave: () => void (state = { ...state, isProbing: false }) }
    },
    call: async (work) => {
      const quietMs = state.quietUntil - now()
      if (quietMs > 0)
        throw new ProviderError('rateLimited', 'the provider asked to be left alone', { retryAfterMs: quietMs })
      try {
        const result = await work()
        turn(afterCall(state, { is: 'answered' }, now()))
        return result
      } catch (error) {
        count(error)
        throw error
      }
    },
    isOpen: () => state.openUntil !== null || now() < state.quietUntil,
  }
}
