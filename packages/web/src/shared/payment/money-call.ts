/**
 * One call that moves money, from the tap to its outcome. A second tap does nothing. Without an answer it is unknown whether
 * the money moved: the same call is repeated under its idempotency key until there is one, and until then the screen says
 * that we are checking, never that it failed.
 */
import type { ErrorCode } from '@puente/contract'
import { useEffect, useRef, useState } from 'react'
import { ApiRefusal, isOutcomeUnknown } from '#lib/api/api-errors.ts'
import { pause } from '#lib/browser/clock.ts'
import { reloadMe } from '#lib/session/me.ts'
import { moneyUnderWay } from './money-under-way.ts'

export type MoneyCallPhase = 'idle' | 'sending' | 'checking'

const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 15_000

/** Refusals before the call is processed, which say nothing about an earlier attempt. */
const TURNED_AWAY: ReadonlySet<string> = new Set(['serviceUnavailable', 'tooManyRequests'] satisfies ErrorCode[])

const leavesOpen = (error: unknown, isRepeat: boolean): boolean =>
  isOutcomeUnknown(error) || (isRepeat && error instanceof ApiRefusal && TURNED_AWAY.has(error.code))

/** The terms changed while the application was open; reading the user again opens the terms dialog. */
const needsTerms = (error: unknown): boolean =>
  error instanceof ApiRefusal && error.code === 'kycRequired' && error.details['reason'] === 'terms'

type Outcome<T> = {
  onDone: (result: T) => void | Promise<void>
  /** Nothing moved; the same call may be made again under a new key. */
  onRefused: (error: unknown) => void | Promise<void>
}

export const useMoneyCall = <T>({ onDone, onRefused }: Outcome<T>) => {
  const [phase, setPhase] = useState<MoneyCallPhase>('idle')
  const running = useRef(false)
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])

  const ask = async (send: () => Promise<T>, isResumed: boolean): Promise<void> => {
    let waitMs = FIRST_PAUSE_MS
    for (let repeat = isResumed; alive.current; repeat = true) {
      try {
        // Each attempt needs the outcome of the previous one.
        // oxlint-disable-next-line no-await-in-loop
        return await onDone(await send())
      } catch (error) {
        if (!leavesOpen(error, repeat)) {
          if (needsTerms(error)) void reloadMe().catch(() => undefined)
          return onRefused(error)
        }
        setPhase('checking')
        // oxlint-disable-next-line no-await-in-loop
        await pause(waitMs)
        waitMs = Math.min(waitMs * 2, LONGEST_PAUSE_MS)
      }
    }
  }

  /**
   * @param send the call, with the same body and key each time
   * @param isResumed the call may have been made before the page was loaded again
   */
  const run = async (send: () => Promise<T>, isResumed = false): Promise<void> => {
    if (running.current) return
    running.current = true
    moneyUnderWay.set(true)
    setPhase(isResumed ? 'checking' : 'sending')
    try {
      await ask(send, isResumed)
    } finally {
      running.current = false
      moneyUnderWay.set(false)
      setPhase('idle')
    }
  }

  return { phase, run }
}
