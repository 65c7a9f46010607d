/**
 * What is served while three times the peak is asked for. The driver works on the same cores and has more to do then, so what is served
 * is compared by the cores that it leaves.
 */
import { startLoad } from '../../soak/support/load.ts'
import { watchOthers } from '../../soak/support/machine-share.ts'
import { findPeak, goodputOf } from '../../soak/support/peak.ts'
import type { Person } from './protocol.ts'

export type Goodput = {
  percent: number
  peakPerSecond: number
  duePerSecond: number
  servedPerSecond: number
  refusedPerSecond: number
  /** Calls without an answer within ten seconds. */
  unanswered: number
  servedP99Ms: number
  refusedP99Ms: number
  driverCores: number
  /** Cores that other work on the machine took; `null` where the kernel does not tell. */
  othersCores: number | null
  accepted: number
}

const CONNECTIONS = 2_048
const TIMES_THE_PEAK = 3
const BEFORE_MS = 1_000

/** @param ms how long each number of connections is tried for the peak, and half of how long the overload lasts */
export const measureGoodput = async (
  { url, people, postgresPid }: { url: string; people: readonly Person[]; postgresPid: number },
  ms: number,
): Promise<Goodput> => {
  const load = await startLoad(
    url,
    people.map(({ userId, authorization }) => ({ userId, bearer: async () => authorization.replace('Bearer ', '') })),
  )
  try {
    const others = watchOthers([postgresPid])
    let accepted = 0
    const peak = await findPeak(load, ms, (results) => {
      for (const one of results) accepted += one.accepted
    })
    const phase = (name: string, perSecond: number, length: number) =>
      ({ name, kind: 'send', perSecond, ms: length }) as const
    const results = await load.run(
      [phase('normal', peak.perSecond / 2, BEFORE_MS), phase('over', peak.perSecond * TIMES_THE_PEAK, ms * 2)],
      CONNECTIONS,
    )
    for (const one of results) accepted += one.accepted
    const over = results.at(-1)
    if (!over || over.refusedWithoutWait > 0 || Object.keys(over.others).length > 0)
      throw new Error(`under overload: ${JSON.stringify({ ...over, acks: undefined })}`)
    return {
      percent: 100 * goodputOf(peak, over),
      peakPerSecond: peak.perSecond,
      duePerSecond: Math.round(over.due / over.seconds),
      servedPerSecond: over.acceptedPerSecond,
      refusedPerSecond: Math.round(over.refused / over.seconds),
      unanswered: over.unanswered,
      servedP99Ms: over.acceptedP99Ms,
      refusedP99Ms: over.refusedP99Ms,
      driverCores: over.driverCores,
      othersCores: others(),
      accepted,
    }
  } finally {
    await load.stop()
  }
}
