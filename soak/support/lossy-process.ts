/**
 * Servers and database on a loopback interface of their own. Rules of the system's packet filter drop
 * what goes to the database, what comes from it, or some of both; the calls of the clients are not touched.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { assert } from '../frame/part.ts'
import type { Random } from '../frame/random.ts'
import { startDriver } from './driver.ts'
import { administer, inside } from './inside.ts'
import { inProductWorld } from './product-world.ts'

const CLIENTS = 8
const BACK_WITHIN_MS = 60_000
const SHORTEST_MS = 2_000
const LONGEST_MS = 9_000

type Rule = readonly string[]
const LOSE: Rule = ['-m', 'statistic', '--mode', 'random', '--probability', '0.3', '-j', 'DROP']
const DROP: Rule = ['-j', 'DROP']
const REFUSE: Rule = ['-j', 'REJECT', '--reject-with', 'tcp-reset']

const to = (port: string): Rule => ['-p', 'tcp', '--dport', port]
const from = (port: string): Rule => ['-p', 'tcp', '--sport', port]

const troubles: Record<string, (port: string) => Rule[]> = {
  'lost packets': (port) => [
    [...to(port), ...LOSE],
    [...from(port), ...LOSE],
  ],
  'nothing arrives': (port) => [[...to(port), ...DROP]],
  'nothing comes back': (port) => [[...from(port), ...DROP]],
  'cut off': (port) => [
    [...to(port), ...DROP],
    [...from(port), ...DROP],
  ],
  reset: (port) => [[...to(port), ...REFUSE]],
}
const KINDS = Object.keys(troubles)

const during = async (rules: Rule[], random: Random): Promise<void> => {
  try {
    for (const rule of rules) administer('iptables', '-A', 'INPUT', ...rule)
    await sleep(random.int(SHORTEST_MS, LONGEST_MS))
  } finally {
    administer('iptables', '-F', 'INPUT')
  }
}

await inside(({ random, goesOn }) =>
  inProductWorld({ transport: 'loopback' }, async ({ servers, people, admin, cluster, check }) => {
    const { port } = new URL(cluster().superuserUrl)
    const driver = startDriver({ urls: () => servers.map(({ url }) => url), people, clients: CLIENTS, random })
    const seen: Record<string, number> = {}
    let longestMs = 0
    for (let done = 0; await goesOn(done); done += 1) {
      await driver.nextAck(BACK_WITHIN_MS)
      const kind = KINDS[done % KINDS.length] ?? 'reset'
      seen[kind] = (seen[kind] ?? 0) + 1
      await during(troubles[kind]?.(port) ?? [], random)
      longestMs = Math.max(longestMs, await driver.nextAck(BACK_WITHIN_MS))
    }
    const { acknowledged, repeats, unanswered, slowestMs } = await driver.finish()
    assert(unanswered === 0, 'I8: no call is left without an answer', { unanswered, slowestMs })
    await driver.record.verify(admin)
    await check()
    return { ...seen, acknowledged, repeats, 'slowest answer ms': slowestMs, 'back after ms': longestMs }
  }),
)
