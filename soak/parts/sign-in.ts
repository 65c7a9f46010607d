import { median } from '../../bench/lib/figures.ts'
import type { Part } from '../frame/part.ts'
import { noteAnswers, startLoad } from '../support/load.ts'
import type { PhaseResult } from '../support/load-protocol.ts'
import { wasQuiet, watchOthers } from '../support/machine-share.ts'
import { findPeak } from '../support/peak.ts'
import { inProductWorld } from '../support/product-world.ts'
import { createRecord } from '../support/record.ts'

const SIGN_INS_PER_SECOND = 40
const LOAD_SHARE = 0.2
const CONNECTIONS = 256
const PEOPLE = { short: 24, timed: 96, full: 96 }
const MS = { short: 2_000, timed: 10_000, full: 20_000 }
const PEAK_MS = 2_000
/** How much longer the tail of other calls may get. */
const MORE_TAIL = 1.5
/** What does not keep the pace falls behind; a little is begun before the phase and answered after it. */
const KEPT_SHARE = 0.95

const one = (results: PhaseResult[]): PhaseResult => {
  const [result] = results
  if (!result) throw new Error('the load told nothing')
  return result
}

export const signIns: Part = {
  name: 'sign-in',
  about: 'forty people a second sign in, each for a hash that takes a core a while: the others hardly feel it',
  covers: 'product',
  needs: [],
  units: { of: 'rounds', short: 0, full: 6 },
  share: 1,
  run: ({ target, extent, goesOn }) =>
    inProductWorld({ servers: 1, people: PEOPLE[extent] }, async (world) => {
      const [server] = world.servers
      if (!server) throw new Error('no server was started')
      const [load, doorway] = [await startLoad(server.url, world.people), await startLoad(server.url, world.people)]
      const record = createRecord()
      const note = (results: PhaseResult[]): void => noteAnswers(results, world.people, record)
      try {
        const peak = await findPeak(load, PEAK_MS, note)
        const perSecond = Math.round(peak.perSecond * LOAD_SHARE)
        const ms = MS[extent]
        const sends = () => load.run([{ name: 'sends', kind: 'send', perSecond, ms }], CONNECTIONS)
        const rounds: { alone: PhaseResult; beside: PhaseResult; doors: PhaseResult }[] = []
        let judged = 0
        const others = watchOthers([world.cluster().pid])
        for (let done = 0; goesOn(done); done += 1) {
          const alone = await sends()
          const [beside, signedIn] = await Promise.all([
            sends(),
            doorway.run([{ name: 'sign-ins', kind: 'sign-in', perSecond: SIGN_INS_PER_SECOND, ms }], CONNECTIONS),
          ])
          note([...alone, ...beside, ...signedIn])
          rounds.push({ alone: one(alone), beside: one(beside), doors: one(signedIn) })
          if (extent !== 'short' && wasQuiet(others())) judged += 1
        }
        await record.verify(world.admin)
        await world.check()
        const of = (pick: (round: (typeof rounds)[number]) => number): number => median(rounds.map(pick))
        const figures = {
          'sends/s': perSecond,
          'sign-ins/s': of(({ doors }) => doors.acceptedPerSecond),
          'sign-in p99 ms': of(({ doors }) => doors.acceptedP99Ms),
          'p99 alone ms': of(({ alone }) => alone.acceptedP99Ms),
          'p99 ms': of(({ beside }) => beside.acceptedP99Ms),
        }
        if (judged === rounds.length) {
          const isKept = of(({ doors }) => doors.accepted / doors.due) >= KEPT_SHARE
          target(isKept, 'forty people a second can sign in', figures)
          target(figures['p99 ms'] < figures['p99 alone ms'] * MORE_TAIL, 'the others hardly feel it', figures)
        }
        return { ...figures, "others' cores": others() ?? 'unknown', 'rounds judged for speed': judged }
      } finally {
        await load.stop()
        await doorway.stop()
      }
    }),
}
