import type { LoadAnswer } from './load-connection.ts'
import type { Ack, Phase, PhaseResult } from './load-protocol.ts'
import { percentile } from './percentile.ts'

export type Tally = {
  phase: Phase
  count: (answer: LoadAnswer, tookMs: number, call: { caller: number; key: string }) => void
  result: (seconds: number, driver: { cores: number; lateP99Ms: number }) => PhaseResult
}

const tenth = (ms: number): number => Math.round(ms * 10) / 10

/** Counts what became of the calls of one phase. */
export const createTally = (phase: Phase): Tally => {
  const accepted: number[] = []
  const refused: number[] = []
  const acks: Ack[] = []
  const others: Record<string, number> = {}
  let refusedWithoutWait = 0
  let unanswered = 0
  return {
    phase,
    count: (answer, tookMs, call) => {
      if (answer === null) {
        unanswered += 1
        return
      }
      const { status, hasWait, body } = answer
      if (status === 200) {
        accepted.push(tookMs)
        const transactionId = /"transactionId":"(\w+)"/.exec(body)?.[1]
        if (transactionId !== undefined) acks.push({ ...call, transactionId })
      } else if (status === 429 || status === 503) {
        refused.push(tookMs)
        if (!hasWait) refusedWithoutWait += 1
      } else {
        const name = `${status} ${/"code":"(\w+)"/.exec(body)?.[1] ?? ''}`
        others[name] = (others[name] ?? 0) + 1
      }
    },
    result: (seconds, driver) => ({
      name: phase.name,
      seconds,
      due: accepted.length + refused.length + unanswered + Object.values(others).reduce((sum, count) => sum + count, 0),
      accepted: accepted.length,
      acceptedPerSecond: Math.round(accepted.length / seconds),
      acceptedP50Ms: tenth(percentile(accepted, 0.5)),
      acceptedP99Ms: tenth(percentile(accepted, 0.99)),
      refused: refused.length,
      refusedP99Ms: tenth(percentile(refused, 0.99)),
      refusedWithoutWait,
      others,
      unanswered,
      acks,
      driverCores: Math.round(driver.cores * 100) / 100,
      driverLateP99Ms: tenth(driver.lateP99Ms),
    }),
  }
}
