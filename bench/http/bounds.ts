/** What a call may cost over HTTP, and how the figures are held against it. */
import type { Goodput } from './overload.ts'
import type { Kind, Run } from './load.ts'

/** `must` and `aim` are limits from above, or from below with `isFloor`. */
type Bound = {
  name: string
  must: number
  aim: number
  isFloor?: true
  digits?: number
  found: number | null | undefined
  /** What keeps the figure from the bound, as far as this very run shows it. */
  boundedBy: string
}

export type Judged = Bound & { found: number; verdict: 'aim' | 'reached' | 'MISSED' }

type Find = (kind: Kind, connections: number) => Run | undefined

const share = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`

/** A batch starts and ends about as many statements however many sends it holds, so the batch says most of what a send costs. */
const batchOf = (send: Run | undefined): string =>
  send === undefined ? '' : `${send.batch.toFixed(1)} sends share the statements and the commit of a batch`

const tailOf = (send: Run | undefined): string =>
  send === undefined
    ? ''
    : `mean ${send.meanMs.toFixed(0)} ms, p50 ${send.p50Ms.toFixed(0)} ms, p99 ${send.p99Ms.toFixed(0)} ms`

const coresOf = (one: Run | undefined): string => {
  if (!one || one.nodeCpu === null || one.postgresCpu === null) return ''
  const [node, postgres] = [one.nodeCpu * one.perSecond, one.postgresCpu * one.perSecond]
  return `the server's process has ${share(node, 1e6)} of a core, PostgreSQL ${share(postgres, 1e6)}`
}

const overloadOf = (goodput: Goodput | null): string =>
  goodput === null
    ? ''
    : `of ${goodput.duePerSecond}/s the server serves ${goodput.servedPerSecond}/s and refuses ${goodput.refusedPerSecond}/s; the driver has ${goodput.driverCores} of the cores, others ${goodput.othersCores ?? 'an unknown share'}`

const SEND_CONNECTIONS = [16, 64, 256]
const TAIL_CONNECTIONS = 256

const boundsOf = (find: Find, goodput: Goodput | null): Bound[] => {
  const many = find('send', TAIL_CONNECTIONS)
  const lists = find('list', TAIL_CONNECTIONS)
  return [
    ...SEND_CONNECTIONS.flatMap((connections): Bound[] => {
      const send = find('send', connections)
      return [
        {
          name: `PostgreSQL us for each send, ${connections}`,
          must: 180,
          aim: 150,
          found: send?.postgresCpu,
          boundedBy: batchOf(send),
        },
        {
          name: `WAL bytes for each send, ${connections}`,
          must: 4_500,
          aim: 3_500,
          found: send?.walBytes,
          boundedBy: batchOf(send),
        },
      ]
    }),
    {
      name: `send: p99 in means, ${TAIL_CONNECTIONS}`,
      must: 2,
      aim: 1.5,
      digits: 2,
      found: many && many.p99Ms / many.meanMs,
      boundedBy: tailOf(many),
    },
    {
      name: 'calls without an answer at three times the peak',
      must: 0,
      aim: 0,
      found: goodput?.unanswered,
      boundedBy: `${overloadOf(goodput)}; while calls wait for nothing, what is served says nothing of how much fits, and is not judged`,
    },
    {
      name: 'goodput of sends at three times the peak, %',
      must: 85,
      aim: 100,
      isFloor: true,
      found: goodput?.unanswered === 0 ? goodput.percent : null,
      boundedBy: overloadOf(goodput),
    },
    {
      name: `list calls/s, ${TAIL_CONNECTIONS}`,
      must: 2_000,
      aim: 3_000,
      isFloor: true,
      found: lists?.perSecond,
      boundedBy: coresOf(lists),
    },
    { name: `list p99 ms, ${TAIL_CONNECTIONS}`, must: 300, aim: 150, found: lists?.p99Ms, boundedBy: coresOf(lists) },
    {
      name: 'sends/s, 16',
      must: 500,
      aim: 1_000,
      isFloor: true,
      found: find('send', 16)?.perSecond,
      boundedBy: coresOf(find('send', 16)),
    },
  ]
}

/** The bounds whose figures were measured. */
export const judge = (runs: readonly Run[], goodput: Goodput | null): Judged[] =>
  boundsOf((kind, connections) => runs.find((one) => one.kind === kind && one.connections === connections), goodput)
    .filter((bound): bound is Bound & { found: number } => typeof bound.found === 'number')
    .map((bound) => {
      const reaches = (limit: number) => (bound.isFloor ? bound.found >= limit : bound.found <= limit)
      return { ...bound, verdict: reaches(bound.aim) ? 'aim' : reaches(bound.must) ? 'reached' : 'MISSED' }
    })
