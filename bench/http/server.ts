/**
 * The server under measurement, in a process of its own: the product's application with one endpoint more, which goes
 * through everything that a call goes through (origin, bearer, session, budget, headers, form, answer) and does nothing.
 * It takes its orders by messages, because the process that starts it must not share its event loop.
 */
import { GCProfiler, getHeapStatistics } from 'node:v8'
import { appEndpoints } from '@puente/contract'
import type { Endpoint } from '@puente/contract'
import {
  authenticate,
  aVerifiedUser,
  bindEndpoint,
  buildApp,
  compose,
  createLog,
  parseConfig,
  signedIn,
  stepUpGate,
  systemClock,
  withBalance,
} from '@puente/server/testing'
import type { TestUser } from '@puente/server/testing'
import type { Asked, Person, Watched } from './protocol.ts'
import { NO_OP_PATH } from './protocol.ts'

const FUNDS_CENTS = 1_000_000n
const AT_A_TIME = 8

const { method, access, throttle, priority, body, result } = appEndpoints.sendInApp
const noOp: Endpoint = {
  method,
  path: NO_OP_PATH,
  summary: 'nothing',
  access,
  throttle,
  priority,
  body,
  result,
  refuses: [],
}
const nothingDone = {
  transactionId: `txn_${'0'.repeat(32)}`,
  state: 'COMPLETED',
  fee: 0,
  totalCharge: 1,
  balance: 1,
  reference: 'PU-NOTHING',
}

const config = parseConfig(process.env)
const { services, closing } = compose(config, { log: createLog({ level: 'warn' }), clock: systemClock })
const app = await buildApp(services)
bindEndpoint(
  app,
  // Under a key of the contract, by which the server knows whose share of places a call takes.
  { key: 'sendInApp', endpoint: noOp, handler: async () => nothingDone },
  { services, authenticate: authenticate(services), laneOf: async () => null, stepUp: stepUpGate },
)
const url = await app.listen({ port: 0, host: '127.0.0.1' })

const people: TestUser[] = []

const inTurns = async <T>(all: T[], work: (one: T) => Promise<void>): Promise<void> => {
  const waiting = [...all]
  const worker = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await work(one)
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
}

const makePeople = async (count: number): Promise<null> => {
  await inTurns(
    Array.from({ length: count }, (_, n) => n),
    async () => {
      const user = await aVerifiedUser(services, { tier: 2 })
      await withBalance(services, user, FUNDS_CENTS)
      people.push(user)
    },
  )
  return null
}

/** New sessions, because a bearer is good for five minutes only. */
const signIn = async (): Promise<Person[]> => {
  const signed: Person[] = []
  await inTurns(people, async (user) => {
    signed.push({ userId: user.userId, authorization: (await signedIn(services, user)).authorization })
  })
  return signed
}

const batchesSoFar = async (): Promise<Pick<Watched, 'batches' | 'commands'>> => {
  const values = (await services.metrics.registry.getSingleMetric('ledger_batch_commands')?.get())?.values ?? []
  const valueOf = (name: string): number =>
    values.find((one) => 'metricName' in one && one.metricName === `ledger_batch_commands_${name}`)?.value ?? 0
  return { batches: valueOf('count'), commands: valueOf('sum') }
}

let watching: { heap: GCProfiler; usedBytes: number; before: Pick<Watched, 'batches' | 'commands'> } | null = null

const watch = async (): Promise<null> => {
  const heap = new GCProfiler()
  const before = await batchesSoFar()
  watching = { heap, usedBytes: getHeapStatistics().used_heap_size, before }
  heap.start()
  return null
}

/** What was allocated is what the heap grew by between one collection and the next. */
const watched = async (): Promise<Watched> => {
  if (!watching) throw new Error('nothing is watched')
  const { heap, before } = watching
  let last = watching.usedBytes
  watching = null
  let allocatedBytes = 0
  for (const { beforeGC, afterGC } of heap.stop().statistics) {
    allocatedBytes += beforeGC.heapStatistics.usedHeapSize - last
    last = afterGC.heapStatistics.usedHeapSize
  }
  allocatedBytes += getHeapStatistics().used_heap_size - last
  const now = await batchesSoFar()
  return { allocatedBytes, batches: now.batches - before.batches, commands: now.commands - before.commands }
}

const stop = async (): Promise<null> => {
  await app.close()
  for (const step of closing) await step.close()
  return null
}

const check = async () => {
  const { ok, entries, violations } = await services.ledger.check()
  return { ok, entries: Number(entries), violations }
}

const answer = (asked: Asked): Promise<unknown> => {
  switch (asked.ask) {
    case 'people':
      return makePeople(asked.count)
    case 'signIn':
      return signIn()
    case 'watch':
      return watch()
    case 'watched':
      return watched()
    case 'check':
      return check()
    case 'stop':
      return stop()
  }
}

process.on('message', (asked: Asked) => {
  answer(asked).then(
    (value) => {
      process.send?.({ value })
      if (asked.ask === 'stop') process.disconnect()
    },
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.send?.({ value: url })
