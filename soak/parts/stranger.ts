import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { randomUUID } from 'node:crypto'
import { type Context, type Figures, assert, type Part } from '../frame/part.ts'
import { wasQuiet, watchOthers } from '../support/machine-share.ts'
import { ANSWER_MS, type Person } from '../support/people.ts'
import { percentile } from '../support/percentile.ts'
import { inProductWorld } from '../support/product-world.ts'
import type { StrangerAsked, StrangerTold } from '../support/stranger-protocol.ts'

const PEOPLE = 12
/** A person's pause between two calls: within every budget that people have. */
const PAUSE_MS = 1_500
const SPAN_MS = { short: 4_000, timed: 10_000, full: 10_000 }
const GOOD_SHARE = 0.95
/** How much longer the tail of other people's calls may get. */
const MORE_TAIL = 2
/** One row a minute for each of the few kinds of refusal; a row for each refusal would be thousands. */
const ROWS_A_MINUTE = 201

type Seen = { calls: number; good: number; tookMs: number[]; others: string[] }

const nothingSeen = (): Seen => ({ calls: 0, good: 0, tookMs: [], others: [] })

/** One call of a person at an address of their own, as people make them: they look, and sometimes send. */
const callOnce = async (url: string, person: Person, other: Person, address: string, isSend: boolean) => {
  const bearer = await person.bearer(url)
  const headers = { authorization: `Bearer ${bearer}`, 'x-forwarded-for': address }
  const signal = AbortSignal.timeout(ANSWER_MS)
  if (!isSend) return fetch(`${url}/api/clients/me`, { headers, signal })
  return fetch(`${url}/api/send/in-app`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ toUser: other.userId, amount: 1, currency: 'USD' }),
    signal,
  })
}

/** Everybody goes about their business for a while; what became of their calls is noted. */
const live = async (url: string, people: readonly Person[], ms: number, seen: Seen): Promise<void> => {
  const until = performance.now() + ms
  const liveAs = async (person: Person, n: number): Promise<void> => {
    await sleep((PAUSE_MS * n) / people.length)
    for (let call = n; performance.now() < until; call += 1) {
      const started = performance.now()
      const other = people[(n + 1) % people.length] ?? person
      const [status, said] = await callOnce(url, person, other, `198.18.${n}.1`, call % 2 === 0).then(
        async (response) => [response.status, await response.text()] as const,
        (error: unknown) => [0, String(error)] as const,
      )
      seen.calls += 1
      if (status === 200) seen.good += 1
      else seen.others.push(`${status} ${said.slice(0, 300)}`)
      seen.tookMs.push(performance.now() - started)
      await sleep(PAUSE_MS)
    }
  }
  await Promise.all(people.map(liveAs))
}

const startStranger = (url: string) => {
  const child = fork(fileURLToPath(new URL('../support/stranger-process.ts', import.meta.url)))
  const ask = (asked: StrangerAsked): void => void child.send(asked)
  ask({ ask: 'begin', url })
  return {
    stop: () => child.kill('SIGKILL'),
    end: async (): Promise<StrangerTold> => {
      const told = once(child, 'message')
      ask({ ask: 'end' })
      return ((await told) as [StrangerTold])[0]
    },
  }
}

const shareOf = ({ calls, good }: Seen): number => Math.round((good / calls) * 1_000) / 10
const p99 = ({ tookMs }: Seen): number => Math.round(percentile(tookMs, 0.99))

const told = (stranger: StrangerTold): Figures =>
  Object.fromEntries(Object.entries(stranger).map(([kind, { tried }]) => [kind, tried]))

/** Tries every trouble at once beside people who go about their business. */
export const stranger: Part = {
  name: 'stranger',
  about:
    'one stranger with one machine sends slow bodies, bad bearers, forged hooks and sign-ins as fast as it can: the calls of others pass',
  covers: 'product',
  needs: [],
  units: { of: 'spans', short: 1, full: 60 },
  share: 1,
  run: ({ target, extent, goesOn }: Context) =>
    // People are made at the first server, where no budget counts; the second is the one that a stranger can reach.
    inProductWorld(
      {
        servers: 2,
        people: PEOPLE,
        serverEnv: (n): Record<string, string> =>
          n === 1 ? { THROTTLE_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' } : {},
      },
      async (world) => {
        const [, server] = world.servers
        if (!server) throw new Error('no server was started')
        // What was counted at the first was counted in portions of its own, far larger budgets.
        await world.admin.query('delete from rate_counters')
        const [alone, beside] = [nothingSeen(), nothingSeen()]
        await live(server.url, world.people, SPAN_MS[extent], nothingSeen())
        await live(server.url, world.people, SPAN_MS[extent], alone)
        const others = watchOthers([world.cluster().pid])
        const started = performance.now()
        assert(alone.good === alone.calls, 'calls pass while there is no stranger', alone.others.slice(0, 5))
        const attack = startStranger(server.url)
        try {
          for (let done = 0; goesOn(done); done += 1) await live(server.url, world.people, SPAN_MS[extent], beside)
          const minutes = (performance.now() - started) / 60_000
          const tried = await attack.end()
          const kinds = Object.values(tried)
          assert(
            kinds.every(({ tried: times }) => times > 10),
            'the stranger is at work',
            tried,
          )
          const failed = kinds
            .flatMap(({ byStatus }) => Object.keys(byStatus))
            .filter((status) => Number(status) >= 500)
          assert(shareOf(beside) >= GOOD_SHARE * 100, 'the calls of others pass', {
            others: beside.others.slice(0, 5),
            tried,
          })
          const { rows } = await world.admin.query<{ count: number }>(
            `select count(*)::int as count from audit_log where action = 'call.refused'`,
          )
          const written = rows[0]?.count ?? 0
          assert(written <= ROWS_A_MINUTE * (Math.ceil(minutes) + 1), 'refusals write few rows', { written, minutes })
          await world.check()
          const figures = {
            'good calls %': shareOf(beside),
            'good calls % alone': shareOf(alone),
            calls: beside.calls,
            'p99 alone ms': p99(alone),
            'p99 ms': p99(beside),
            ...told(tried),
            'answers 5xx to the stranger': failed.length,
            'rows of refusals': written,
            "others' cores": others() ?? 'unknown',
          }
          if (extent !== 'short' && wasQuiet(others()))
            target(p99(beside) <= p99(alone) * MORE_TAIL, "the tail of other people's calls at most doubles", figures)
          return figures
        } finally {
          attack.stop()
        }
      },
    ),
}
