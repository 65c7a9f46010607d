import type { Load } from './load.ts'
import type { PhaseResult } from './load-protocol.ts'
import { CORES } from './machine-share.ts'

export type Peak = { perSecond: number; connections: number; driverCores: number; p99Ms: number }

const CONNECTIONS = [64, 128, 256, 512]
/** As in the server's `money-call.ts`: how many sends of one person may be under way. */
const EACH = 4
const TRIED = 2

/**
 * The most sends a second that are served while so many connections send one after the other (a closed loop), of the two
 * largest numbers that the people allow.
 */
export const findPeak = async (load: Load, ms: number, note: (results: PhaseResult[]) => void): Promise<Peak> => {
  let best: Peak = { perSecond: 0, connections: 0, driverCores: 0, p99Ms: 0 }
  const allowed = CONNECTIONS.filter((count) => count <= Math.max(CONNECTIONS[0] ?? 0, load.people * EACH))
  for (const connections of allowed.slice(-TRIED)) {
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

/** Served per second and core that the load left to the product, against the same at the peak. */
export const goodputOf = (
  peak: Pick<Peak, 'perSecond' | 'driverCores'>,
  { acceptedPerSecond, driverCores }: PhaseResult,
): number => acceptedPerSecond / (CORES - driverCores) / (peak.perSecond / (CORES - peak.driverCores))
