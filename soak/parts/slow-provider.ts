/**
 * A provider that takes minutes to answer must cost only the calls that wait for it. Spans in which it answers at once
 * alternate with spans in which it is slow, with the same people at work in both, so that the two compare on any
 * machine.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { assert, type Part } from '../frame/part.ts'
import type { Random } from '../frame/random.ts'
import { checkDeposits, type Deposit, payAndGetCredited, startDeposit } from '../support/deposits.ts'
import { startDriver } from '../support/driver.ts'
import type { Person } from '../support/people.ts'
import { percentile } from '../support/percentile.ts'
import { inProductWorld, type ProductWorld } from '../support/product-world.ts'

const SENDERS = 8
/**
 * More than the server has connections to the database: a call that held one while it waits for the provider would
 * show.
 */
const DEPOSITORS = 24
const SPAN_MS = 8_000
/** Enough to see that deposits are answered and none is lost; too little to compare the speed of sends. */
const SHORT = { depositors: 4, spanMs: 3_000 }
const PAUSE_MS = 2_000
const SLOWEST_MS = 120_000
const BACK_WITHIN_MS = 60_000
/** A card deposit may be slow, the call that starts it may not: it ends with its own deadline. */
const PATIENCE_MS = 9_000
/** The target is a fifth more. Two cores that other work shares vary by more than that from span to span. */
const TOLERATED_RATIO = 1.5
const TOLERATED_MS = 50

const control = async (sandboxUrl: string, method: string, path: string, body?: object): Promise<void> => {
  const init = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await fetch(`${sandboxUrl}${path}`, { method, ...init })
  assert(response.ok, 'the sandbox accepts its settings', await response.text())
}

const slowDown = async ({ sandboxUrl }: ProductWorld, random: Random): Promise<void> => {
  for (let n = 0; n < 100; n += 1) {
    const delayMs = random.int(1_000, SLOWEST_MS)
    await control(sandboxUrl, 'POST', '/faults', { provider: 'card', fault: 'slow', delayMs, times: 1 })
  }
}

/** Everybody starts one deposit after another until told to end; answers what was started, by person. */
const startDeposits = (world: ProductWorld, people: Person[]) => {
  const started: { person: Person; deposit: Deposit }[] = []
  const seen = { unanswered: 0, slowestMs: 0 }
  let isOver = false
  const running = people.map(async (person) => {
    while (!isOver) {
      const deposit = await startDeposit(world, person, 0, (tookMs, isAnswered) => {
        seen.slowestMs = Math.max(seen.slowestMs, tookMs)
        if (!isAnswered) seen.unanswered += 1
      })
      started.push({ person, deposit })
      await sleep(PAUSE_MS)
    }
  })
  const ended = Promise.all(running)
  ended.catch(() => {}) // the caller of `end` gets the error
  return {
    seen,
    end: async () => {
      isOver = true
      await ended
      return started
    },
  }
}

/** How many work at the database, and wait for it, in the words of the server's own figures. */
const waitingForPool = async (internalUrl: string): Promise<number> => {
  const text = await fetch(`${internalUrl}/metrics`).then((response) => response.text())
  const waiting = [...text.matchAll(/^pool_\w+_connections\{state="waiting"[^}]*\} (\d+)/gm)]
  assert(waiting.length > 0, 'the server tells how many wait for its connections')
  return waiting.reduce((sum, [, count]) => sum + Number(count), 0)
}

export const slowProvider: Part = {
  name: 'slow-provider',
  about:
    'T12: the card provider takes up to two minutes: sends are as quick as ever, deposits are answered and none is lost',
  covers: 'product',
  needs: [],
  units: { of: 'spans of slowness', short: 1, full: 20 },
  share: 2,
  run: ({ random, goesOn, extent }) => {
    const isShort = extent === 'short'
    const { depositors: count, spanMs } = isShort ? SHORT : { depositors: DEPOSITORS, spanMs: SPAN_MS }
    return inProductWorld({ servers: 1, people: SENDERS + count }, async (world) => {
      const { servers, people, admin } = world
      const [senders, depositors] = [people.slice(0, SENDERS), people.slice(SENDERS)]
      const took = { calm: [] as number[], slow: [] as number[] }
      let now: keyof typeof took | null = null
      const driver = startDriver({
        urls: () => servers.map(({ url }) => url),
        people: senders,
        clients: SENDERS,
        random,
        onAnswer: (tookMs) => {
          if (now) took[now].push(tookMs)
        },
      })
      await driver.nextAck(BACK_WITHIN_MS)
      const paid = new Map(depositors.map(({ id }) => [id, 0]))
      const seen = { 'slowest deposit call ms': 0, 'most waiting for a connection': 0 }
      for (let done = 0; goesOn(done); done += 1) {
        for (const span of ['calm', 'slow'] as const) {
          if (span === 'slow') await slowDown(world, random)
          const deposits = startDeposits(world, depositors)
          now = span
          for (const until = Date.now() + spanMs; Date.now() < until; await sleep(500)) {
            const waiting = await waitingForPool(servers[0]?.internalUrl ?? '')
            seen['most waiting for a connection'] = Math.max(seen['most waiting for a connection'], waiting)
          }
          now = null
          await control(world.sandboxUrl, 'DELETE', '/faults')
          const started = await deposits.end()
          assert(
            deposits.seen.unanswered === 0,
            'I8: a deposit is answered although its provider is silent',
            deposits.seen,
          )
          assert(deposits.seen.slowestMs < PATIENCE_MS, 'a call to a slow provider times out', deposits.seen)
          seen['slowest deposit call ms'] = Math.max(seen['slowest deposit call ms'], deposits.seen.slowestMs)
          for (const { person, deposit } of started) {
            await payAndGetCredited(world, deposit, person)
            paid.set(person.id, (paid.get(person.id) ?? 0) + 1)
          }
        }
      }
      const { acknowledged, repeats, unanswered } = await driver.finish()
      const isServed = unanswered === 0 && (isShort || repeats === 0)
      assert(isServed, 'sends want for nothing while the provider is slow', { repeats, unanswered })
      await driver.record.verify(admin)
      const { charges } = await checkDeposits(world, paid)
      await world.check()
      const p99 = { calm: percentile(took.calm, 0.99), slow: percentile(took.slow, 0.99) }
      const isAlike = p99.slow <= p99.calm * TOLERATED_RATIO + TOLERATED_MS
      assert(isShort || isAlike, 'T12: a slow provider does not slow the sends down', p99)
      return {
        acknowledged,
        'p99 ms beside a quick provider': p99.calm,
        'p99 ms beside a slow one': p99.slow,
        ...seen,
        deposits: charges,
      }
    })
  },
}
