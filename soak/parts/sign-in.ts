import { must, type Part } from '../frame/part.ts'
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
  run: ({ extent, goesOn }) =>
    inProductWorld({ servers: 1, people: PEOPLE[extent] }, async (world) => {
      const [server] = world.servers
      if (!server) throw new Error('no server was started')
      const [load, doors] = [await startLoad(server.url, world.people), await startLoad(server.url, world.people)]
      const record = createRecord()
      const note = (results: PhaseResult[]): void => noteAnswers(results, world.people, record)
      try {
        const peak = await findPeak(load, PEAK_MS, note)
        const perSecond = Math.round(peak.perSecond * LOAD_SHARE)
        const ms = MS[extent]
        const sends = () => load.run([{ name: 'sends', kind: 'send', perSecond, ms }], CONNECTIONS)
        const figures = { 'sends/s': perSecond, 'sign-ins/s': 0, 'sign-in p99 ms': 0, 'p99 alone ms': 0, 'p99 ms': 0 }
        const judged: (typeof figures & { isKept: boolean })[] = []
        const others = watchOthers([world.cluster().pid])
        for (let done = 0; goesOn(done); done += 1) {
          const alone = await sends()
          const [beside, signedIn] = await Promise.all([
            sends(),
            doors.run([{ name: 'sign-ins', kind: 'sign-in', perSecond: SIGN_INS_PER_SECOND, ms }], CONNECTIONS),
          ])
          note([...alone, ...beside, ...signedIn])
          const door = one(signedIn)
          figures['sign-ins/s'] = door.acceptedPerSecond
          figures['sign-in p99 ms'] = door.acceptedP99Ms
          figures['p99 alone ms'] = one(alone).acceptedP99Ms
          figures['p99 ms'] = one(beside).acceptedP99Ms
          if (extent === 'short' || !wasQuiet(others())) continue
          judged.push({ ...figures, isKept: door.accepted >= door.due * KEPT_SHARE })
        }
        await record.verify(world.admin)
        await world.check()
        // Last, so that whatever speed comes to, the money has been looked at.
        for (const round of judged) {
          must(round.isKept, 'forty people a second can sign in', round)
          must(round['p99 ms'] < round['p99 alone ms'] * MORE_TAIL, 'the others hardly feel it', round)
        }
        return { ...figures, "others' cores": others() ?? 'unknown', 'rounds judged for speed': judged.length }
      } finally {
        await load.stop()
        await doors.stop()
      }
    }),
}
