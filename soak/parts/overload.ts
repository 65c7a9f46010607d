import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../../bench/lib/figures.ts'
import { type Context, type Figures, assert, type Part } from '../frame/part.ts'
import { type Load, noteAnswers, startLoad } from '../support/load.ts'
import type { Phase, PhaseResult } from '../support/load-protocol.ts'
import { wasQuiet, watchOthers } from '../support/machine-share.ts'
import { findPeak, goodputOf, type Peak } from '../support/peak.ts'
import type { Person } from '../support/people.ts'
import { inProductWorld } from '../support/product-world.ts'
import { createRecord } from '../support/record.ts'
import { readServerFigures } from '../support/server-figures.ts'

/** As in the server's `shedding-rules.ts`: the most money calls that one process works on at a time. */
const PLACES = 768
const CONNECTIONS = 2_048
const REFUSED_WITHIN_MS = 250
const GOODPUT_SHARE = 0.8
const BACK_WITHIN_SECONDS = 10
/** A tail counts as the normal one again below this multiple of it. */
const SAME_TAIL = 1.5
const WATCH_MS = 250

const SPANS = {
  timed: { people: 192, peakMs: 2_000, normalMs: 3_000, overloadMs: 10_000, after: BACK_WITHIN_SECONDS },
  full: { people: 192, peakMs: 5_000, normalMs: 5_000, overloadMs: 60_000, after: BACK_WITHIN_SECONDS },
}

const send = (name: string, perSecond: number, ms: number): Phase => ({ name, kind: 'send', perSecond, ms })

/**
 * One round: normal, three times and five times the peak, and normal again, without a pause. Before it everybody signs in,
 * since a round of full length outlives what is left of a bearer that is called fresh.
 */
const runRound = async (
  { load, people, url }: { load: Load; people: readonly Person[]; url: string },
  peak: number,
  { normalMs, overloadMs, after }: (typeof SPANS)['full'],
): Promise<PhaseResult[]> => {
  for (const person of people) await person.signIn(url)
  return load.run(
    [
      send('normal', peak / 2, normalMs),
      send('x3', peak * 3, overloadMs),
      send('x5', peak * 5, overloadMs),
      ...Array.from({ length: after }, (_, second) => send(`after ${second + 1}`, peak / 2, 1_000)),
    ],
    CONNECTIONS,
  )
}

const percent = (share: number): number => Math.round(share * 100)

const isBack = (results: PhaseResult[]): boolean => {
  const normal = results.find(({ name }) => name === 'normal')?.acceptedP99Ms ?? 0
  return results.some(
    ({ name, acceptedP99Ms, refused }) =>
      name.startsWith('after') && refused === 0 && acceptedP99Ms <= normal * SAME_TAIL,
  )
}

/** The speed targets, judged by the median of the rounds, and only where the machine was otherwise idle. */
const judge = (rounds: PhaseResult[][], peak: Peak, target: Context['target']): void => {
  for (const name of ['x3', 'x5']) {
    const those = rounds.flatMap((results) => results.filter((one) => one.name === name))
    const refusedMs = median(those.map(({ refusedP99Ms }) => refusedP99Ms))
    target(refusedMs <= REFUSED_WITHIN_MS, `refusals come within ${REFUSED_WITHIN_MS} ms (p99)`, { name, refusedMs })
    const goodput = median(those.map((one) => goodputOf(peak, one)))
    target(goodput >= GOODPUT_SHARE, 'four fifths of the peak are served under overload', { name, goodput })
  }
  target(rounds.every(isBack), 'the tail is the normal one again within ten seconds')
}

const figuresOf = (results: PhaseResult[], peak: Peak): Figures =>
  Object.fromEntries(
    results
      .filter(({ name }) => name.startsWith('x'))
      .flatMap((one) => [
        [`${one.name} due/s`, Math.round(one.due / one.seconds)],
        [`${one.name} served/s`, one.acceptedPerSecond],
        [`${one.name} of the peak %`, percent(one.acceptedPerSecond / peak.perSecond)],
        [`${one.name} of the peak by core left %`, percent(goodputOf(peak, one))],
        [`${one.name} served p99 ms`, one.acceptedP99Ms],
        [`${one.name} refused p99 ms`, one.refusedP99Ms],
        [`${one.name} load's cores`, one.driverCores],
      ]),
  )

export const overload: Part = {
  name: 'overload',
  about:
    'three and five times of what fits is asked for: the queue is bounded, every call is answered, refusals say when to come back, and calls are served meanwhile and afterwards; how quickly is judged in long runs',
  covers: 'product',
  needs: [],
  units: { of: 'rounds', short: 0, full: 3 },
  share: 4,
  run: ({ target, extent, goesOn, say }: Context) => {
    const span = extent === 'full' ? SPANS.full : SPANS.timed
    return inProductWorld({ servers: 1, people: span.people }, async (world) => {
      const [server] = world.servers
      if (!server) throw new Error('no server was started')
      const load = await startLoad(server.url, world.people)
      const record = createRecord()
      const most = { moneyInFlight: 0, residentMb: 0 }
      const over = new AbortController()
      const watching = (async () => {
        while (!over.signal.aborted) {
          const { moneyInFlight, residentMb } = await readServerFigures(server.internalUrl)
          most.moneyInFlight = Math.max(most.moneyInFlight, moneyInFlight)
          most.residentMb = Math.max(most.residentMb, residentMb)
          await sleep(WATCH_MS, null, { signal: over.signal }).catch(() => {})
        }
      })()
      try {
        const others = watchOthers([world.cluster().pid])
        const peak = await findPeak(load, span.peakMs, (results) => noteAnswers(results, world.people, record))
        say(`peak: ${peak.perSecond} sends a second with ${peak.connections} connections`)
        let figures: Figures = {}
        const judged: PhaseResult[][] = []
        for (let done = 0; goesOn(done); done += 1) {
          const results = await runRound({ load, people: world.people, url: server.url }, peak.perSecond, span)
          noteAnswers(results, world.people, record)
          figures = figuresOf(results, peak)
          say(
            Object.entries(figures)
              .map((figure) => figure.join(' '))
              .join(', '),
          )
          const shed = results.filter(({ name }) => name.startsWith('x')).every(({ refused }) => refused > 0)
          assert(shed, 'what does not fit is refused', figures)
          const served = results.every(({ accepted }) => accepted > 0)
          assert(served, 'I8: calls are served however much is asked for', figures)
          assert((results.at(-1)?.accepted ?? 0) > 0, 'I8: normal calls are served after the overload', figures)
          assert(most.moneyInFlight > 0 && most.moneyInFlight <= PLACES, 'the queue is bounded', most)
          if (!wasQuiet(others())) continue
          judged.push(results)
        }
        over.abort()
        await watching
        await record.verify(world.admin)
        await world.check()
        if (judged.length > 0) judge(judged, peak, target)
        const { accepted } = record.count()
        return {
          'peak/s': peak.perSecond,
          ...figures,
          acknowledged: accepted,
          'most in flight': most.moneyInFlight,
          'server MB': most.residentMb,
          "others' cores": others() ?? 'unknown',
          'rounds judged for speed': judged.length,
        }
      } finally {
        over.abort()
        await load.stop()
      }
    })
  },
}
