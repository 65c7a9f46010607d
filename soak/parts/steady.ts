import { assert, type Figures, type Part } from '../frame/part.ts'
import { noteAnswers, startLoad } from '../support/load.ts'
import { wasQuiet, watchOthers } from '../support/machine-share.ts'
import { findPeak } from '../support/peak.ts'
import { inProductWorld } from '../support/product-world.ts'
import { createRecord } from '../support/record.ts'
import { readServerFigures } from '../support/server-figures.ts'
import { readBloat } from '../support/bloat.ts'
import { drift, risePerHour } from '../support/trend.ts'

const LOAD_SHARE = 0.7
const CONNECTIONS = 512
const PEOPLE = 96
const PEAK_MS = 3_000
const SLICE_MS = 10_000
/** Fewer slices say nothing about where something drifts to. */
const JUDGED_FROM = { tail: 30, bloat: 30, memory: 180 }
const LIMITS = { tailDrift: 0.2, memoryPerHour: 0.05, bloat: 0.3 }

type Slice = { atHours: number; p99Ms: number; residentMb: number }

/** A quarter of the time goes by before memory and caches are what they will be. */
const settled = (slices: readonly Slice[]): Slice[] => slices.slice(Math.floor(slices.length / 4))

export const steady: Part = {
  name: 'steady',
  about: 'seven tenths of the peak for a long while: the tail, the memory and the tables stay what they are',
  covers: 'product',
  needs: ['linux'],
  units: { of: 'slices of 10 s', short: 0, full: 180 },
  share: 6,
  run: ({ target, goesOn, say }) =>
    inProductWorld({ servers: 1, people: PEOPLE, cents: 90_000 }, async (world) => {
      const [server] = world.servers
      if (!server) throw new Error('no server was started')
      const load = await startLoad(server.url, world.people)
      try {
        const peak = await findPeak(load, PEAK_MS, () => {})
        const perSecond = Math.round(peak.perSecond * LOAD_SHARE)
        say(`peak: ${peak.perSecond} sends a second; the load: ${perSecond}`)
        const others = watchOthers([world.cluster().pid])
        const started = performance.now()
        const slices: Slice[] = []
        const total = { acknowledged: 0, refused: 0 }
        for (let done = 0; goesOn(done); done += 1) {
          const results = await load.run([{ name: 'steady', kind: 'send', perSecond, ms: SLICE_MS }], CONNECTIONS)
          // A record for each slice: hours of keys would fill this process's memory.
          const record = createRecord()
          noteAnswers(results, world.people, record)
          await record.verify(world.admin)
          const { residentMb } = await readServerFigures(server.internalUrl)
          for (const { accepted, refused, acceptedP99Ms } of results) {
            total.acknowledged += accepted
            total.refused += refused
            slices.push({ atHours: (performance.now() - started) / 3_600_000, p99Ms: acceptedP99Ms, residentMb })
          }
        }
        const tailDrift = drift(settled(slices).map(({ p99Ms }) => p99Ms))
        const memory = risePerHour(settled(slices).map(({ atHours, residentMb }) => [atHours, residentMb]))
        const bloat = await readBloat(world.admin)
        await world.check()
        const isQuiet = wasQuiet(others())
        const figures: Figures = {
          'peak/s': peak.perSecond,
          'load/s': perSecond,
          ...total,
          'p99 ms': slices.at(-1)?.p99Ms ?? 0,
          'p99 drift %': Math.round(tailDrift * 100),
          'server MB': slices.at(-1)?.residentMb ?? 0,
          'memory %/h': Math.round(memory * 1_000) / 10,
          'dead rows %': Math.round(bloat.share * 100),
          'worst table': bloat.table,
          "others' cores": others() ?? 'unknown',
          'judged for speed': isQuiet && slices.length >= JUDGED_FROM.tail ? 'yes' : 'no',
        }
        if (isQuiet && slices.length >= JUDGED_FROM.tail)
          target(tailDrift < LIMITS.tailDrift, 'the tail does not drift', { tailDrift, slices })
        if (slices.length >= JUDGED_FROM.memory)
          assert(memory < LIMITS.memoryPerHour, 'the memory does not grow', { memory, slices })
        if (slices.length >= JUDGED_FROM.bloat)
          assert(bloat.share < LIMITS.bloat, 'vacuuming keeps up with what is written', bloat)
        return figures
      } finally {
        await load.stop()
      }
    }),
}
