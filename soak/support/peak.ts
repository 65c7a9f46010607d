import type { Load } from './load.ts'
import type { PhaseResult } from './load-protocol.ts'

export type Peak = { perSecond: number; connections: number; driverCores: number; p99Ms: number }

const CONNECTIONS = [64, 128, 256]

/** The most sends a second that are served while as many connections as that send one after the other. */
export const findPeak = async (load: Load, ms: number, note: (results: PhaseResult[]) => void): Promise<Peak> => {
  let best: Peak = { perSecond: 0, connections: 0, driverCores: 0, p99Ms: 0 }
  for (const connections of CONNECTIONS) {
    const loop = { kind: 'send', perSecond: null, ms } as const
    const results = await load.run(
      [
        { ...loop, name: 'warm-up' },
        { ...loop, name: 'peak' },
      ],
      connections,
    )
    note(results)
    const last = results.at(-1)
    if (last && last.acceptedPerSecond > best.perSecond)
      best = {
        perSecond: last.acceptedPerSecond,
        connections,
        driverCores: last.driverCores,
        p99Ms: last.acceptedP99Ms,
      }
  }
  return best
}
