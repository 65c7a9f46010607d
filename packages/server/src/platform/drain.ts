import { setTimeout as sleep } from 'node:timers/promises'
import type { Probe } from './internal.ts'

export type Drain = {
  /** How long it takes. */
  ms: number
  /** Says from now on that the process is ending, and resolves once proxies have had the time to notice. */
  begin: () => Promise<void>
  probe: Probe
}

/** The time between being asked to end and taking no more calls. */
export const createDrain = (ms: number): Drain => {
  let isDraining = false
  return {
    ms,
    begin: async () => {
      isDraining = true
      await sleep(ms)
    },
    probe: { name: 'process', look: () => (isDraining ? 'stopping' : null) },
  }
}
