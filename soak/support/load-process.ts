/**
 * Makes load in a process of its own, so that neither the server nor the judging process shares its event loop. Calls
 * begin when they are due, not when an earlier one has ended, and their time counts from then: a server that answers
 * slowly does not get fewer of them. Requests are written to plain sockets from prepared text, and of an answer only
 * the status, the wait and the transaction are read: a call costs this process a small part of what it costs the
 * server.
 */
import { setPriority } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createLoadConnection, type LoadConnection } from './load-connection.ts'
import type { Asked, Caller, Phase, PhaseResult, Told } from './load-protocol.ts'
import { createTally, type Tally } from './load-tally.ts'

const TICK_MS = 2
const ANSWER_MS = 10_000
const LOOK_MS = 100

type Due = { at: number; tally: Tally }

let callers: Caller[] = []
const tag = `${process.pid.toString(36)}-${Date.now().toString(36)}-`
let calls = 0

const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, TICK_MS))

const post = (path: string, head: string, body: string): string =>
  `POST /api${path} HTTP/1.1\r\nhost: localhost\r\n${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`

const requestOf = ({ kind }: Phase, caller: number, key: string): string => {
  const own = callers[caller]
  const other = callers[(caller + 1 + (calls % (callers.length - 1))) % callers.length]
  if (!own || !other) throw new Error('no people to call for')
  if (kind === 'sign-in') return post('/auth/email/sign-in', '', JSON.stringify(own.credentials))
  const head = `authorization: Bearer ${own.bearer}\r\nidempotency-key: ${key}\r\n`
  return post('/send/in-app', head, `{"toUser":"${other.userId}","amount":1,"currency":"USD"}`)
}

/** First come, first served; taking the first of many thousands out of an array would move all the others. */
const createLine = <One>(first: readonly One[]) => {
  let line = [...first]
  let taken = 0
  return {
    size: (): number => line.length - taken,
    add: (one: One): void => void line.push(one),
    take: (): One | undefined => {
      const one = line[taken]
      if (one === undefined) return undefined
      taken += 1
      if (taken > 1_024 && taken > line.length / 2) [line, taken] = [line.slice(taken), 0]
      return one
    },
  }
}

/** The connections of a run, and the calls that wait for a free one. */
const createConnections = (url: string, count: number) => {
  const all = Array.from({ length: count }, (_, number) => createLoadConnection(url, number))
  // The connection that has been idle longest goes next, so that normal load opens all of them and overload meets
  // connections that are already open, as browsers keep theirs.
  const free = createLine(all)
  const waiting = createLine<Due>([])
  let underWay = 0
  let lookAgainAt = 0
  /** In a closed loop every connection begins its next call when the last one has ended. */
  let loop: { tally: Tally; until: number } | null = null

  const begin = (connection: LoadConnection, { at, tally }: Due): void => {
    calls += 1
    underWay += 1
    const caller = (loop ? connection.number : calls) % callers.length
    const key = `${tag}${calls.toString().padStart(8, '0')}`
    connection.call(requestOf(tally.phase, caller, key), at, (answer) => {
      underWay -= 1
      tally.count(answer, performance.now() - at, { caller, key })
      proceed(connection)
    })
  }
  const proceed = (connection: LoadConnection): void => {
    const at = performance.now()
    const due = waiting.take()
    if (due) begin(connection, due)
    else if (loop && at < loop.until) begin(connection, { at, tally: loop.tally })
    else free.add(connection)
  }
  const proceedWithFree = (): void => {
    const connection = free.take()
    if (connection) proceed(connection)
  }
  return {
    begin: (due: Due): void => {
      const connection = free.take()
      if (connection) begin(connection, due)
      else waiting.add(due)
    },
    startLoop: (tally: Tally, until: number): void => {
      loop = { tally, until }
      for (let left = free.size(); left > 0; left -= 1) proceedWithFree()
    },
    endLoop: (): void => {
      loop = null
    },
    giveUpLate: (): void => {
      const now = performance.now()
      if (now < lookAgainAt) return
      lookAgainAt = now + LOOK_MS
      const before = now - ANSWER_MS
      for (const connection of all) if (connection.startedAt() < before) connection.cut()
    },
    isBusy: (): boolean => underWay > 0 || waiting.size() > 0,
    end: (): void => {
      for (const connection of all) connection.cut()
    },
  }
}

/** Runs the phases one after the other without a pause, and ends when every call has its answer. */
const run = async (url: string, count: number, phases: Phase[]): Promise<PhaseResult[]> => {
  const connections = createConnections(url, count)
  const late = monitorEventLoopDelay({ resolution: TICK_MS })
  const results: (() => PhaseResult)[] = []
  for (const phase of phases) {
    const tally = createTally(phase)
    const cpu = process.cpuUsage()
    const started = performance.now()
    late.reset()
    late.enable()
    if (phase.perSecond === null) connections.startLoop(tally, started + phase.ms)
    const perMs = (phase.perSecond ?? 0) / 1_000
    for (let begun = 0; performance.now() < started + phase.ms; await tick()) {
      // Each counts from the moment it was due, however late this process comes to it.
      for (const wanted = (performance.now() - started) * perMs; begun < wanted; begun += 1)
        connections.begin({ at: started + begun / perMs, tally })
      connections.giveUpLate()
    }
    connections.endLoop()
    late.disable()
    const { user, system } = process.cpuUsage(cpu)
    const seconds = (performance.now() - started) / 1_000
    const lateP99Ms = Math.max(0, late.percentile(99) / 1e6 - TICK_MS)
    const cores = (user + system) / 1e6 / seconds
    results.push(() => tally.result(seconds, { cores, lateP99Ms }))
  }
  for (; connections.isBusy(); await tick()) connections.giveUpLate()
  connections.end()
  return results.map((result) => result())
}

const answer = async (asked: Asked): Promise<Told> => {
  if (asked.ask === 'run') return { results: await run(asked.url, asked.connections, asked.phases) }
  if (asked.ask === 'callers') callers = asked.callers
  return { done: true }
}

try {
  // It must keep its times while everything else is busy.
  setPriority(-10)
} catch {} // only the administrator may

process.on('message', (asked: Asked) => {
  if (asked.ask === 'stop') return process.disconnect()
  answer(asked).then(
    (told) => process.send?.(told),
    (error: unknown) => process.send?.({ failed: String(error) }),
  )
})
process.send?.({ done: true })
