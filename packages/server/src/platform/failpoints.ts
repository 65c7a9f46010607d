/**
 * Places in the code where a fault may be tried out: the process dies as if the power were cut, an error is thrown, or
 * the work stands still. None is armed unless `FAILPOINTS` names it, which production refuses to start with.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BatchPoint, Failpoints } from '@puente/ledger'

const BATCH_POINTS = [
  'batch.locked',
  'batch.decided',
  'batch.written',
  'batch.committed',
] as const satisfies readonly BatchPoint[]

export const POINTS = [
  ...BATCH_POINTS,
  'outbox.claimed',
  'provider.before',
  'provider.after',
  'webhook.stored',
  'webhook.applied',
  'session.rotated',
  'seal.write',
] as const
export type Point = (typeof POINTS)[number]

const ACTIONS = ['kill', 'throw', 'sleep'] as const

/** What happens at a point, at its `nth` passing and never again; counted from 1. */
export type ArmedPoint = { point: Point; action: (typeof ACTIONS)[number]; nth: number }

/** Passed wherever a fault may be tried out; does nothing unless the point is armed. */
export type Failpoint = (point: Point) => Promise<void>

const SLEEP_MS = 3_000

/** Reads `batch.committed=kill@3,outbox.claimed=throw`; null when it is not understood. */
export const parseFailpoints = (text: string): ArmedPoint[] | null => {
  const armed = text.split(',').map((entry): ArmedPoint | null => {
    const [, name, word, nth = '1'] = /^\s*([a-z.]+)=([a-z]+)(?:@([1-9]\d{0,8}))?\s*$/.exec(entry) ?? []
    const point = POINTS.find((known) => known === name)
    const action = ACTIONS.find((known) => known === word)
    return point && action ? { point, action, nth: Number(nth) } : null
  })
  return armed.includes(null) ? null : armed.filter((one) => one !== null)
}

const act = async ({ point, action }: ArmedPoint): Promise<void> => {
  if (action === 'kill') process.kill(process.pid, 'SIGKILL')
  else if (action === 'sleep') await sleep(SLEEP_MS)
  else throw new Error(`the fault armed at ${point}`)
}

export const createFailpoint = (armed: readonly ArmedPoint[]): Failpoint => {
  const passed = new Map<Point, number>()
  return async (point) => {
    if (armed.length === 0) return
    const count = (passed.get(point) ?? 0) + 1
    passed.set(point, count)
    for (const one of armed) if (one.point === point && one.nth === count) await act(one)
  }
}

/** Those of the armed points that are stages of a batch, for the ledger: an armed `batch.written` changes how batches are written. */
export const batchFailpoints = (armed: readonly ArmedPoint[], failpoint: Failpoint): Failpoints =>
  Object.fromEntries(
    BATCH_POINTS.filter((stage) => armed.some(({ point }) => point === stage)).map((stage) => [
      stage,
      () => failpoint(stage),
    ]),
  )
