import { connect, type Socket } from 'node:net'
import { assert, type Part } from '../frame/part.ts'
import { startDriver } from '../support/driver.ts'
import { inProductWorld } from '../support/product-world.ts'

const IDLE_SOCKETS = 1_000
const SLOW_SOCKETS = 50
const PEOPLE = 12
const CLIENTS = 120
const BACK_WITHIN_MS = 30_000
const PROBES = 40

const openSocket = (url: string, text: string): Promise<Socket> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.once('connect', () => {
      socket.write(text)
      resolve(socket)
    })
  })

const probe = async (url: string): Promise<number> => {
  const started = performance.now()
  const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(10_000) })
  assert(response.ok, 'the server says that it is well', response.status)
  await response.arrayBuffer()
  return performance.now() - started
}

/** Too many at once: sockets that say nothing, headers that never end, and ten calls at a time of every person. */
export const crowded: Part = {
  name: 'crowded',
  about:
    'T19: 1,000 idle sockets, headers that never end and far more calls than fit: each is answered, refusals are quick',
  covers: 'product',
  needs: [],
  units: { of: 'rounds', short: 1, full: 30 },
  share: 1,
  run: ({ random, goesOn }) =>
    inProductWorld({ servers: 1, people: PEOPLE }, async (world) => {
      const { servers, people, admin } = world
      const url = servers[0]?.url ?? ''
      const figures = { acknowledged: 0, repeats: 0, 'slowest answer ms': 0 }
      const probes: number[] = []
      for (let done = 0; goesOn(done); done += 1) {
        const sockets = await Promise.all([
          ...Array.from({ length: IDLE_SOCKETS }, () => openSocket(url, '')),
          ...Array.from({ length: SLOW_SOCKETS }, () =>
            openSocket(url, 'GET /health HTTP/1.1\r\nhost: soak\r\nx-slow: '),
          ),
        ])
        const driver = startDriver({ urls: () => [url], people, clients: CLIENTS, random })
        await driver.nextAck(BACK_WITHIN_MS)
        for (let n = 0; n < PROBES; n += 1) probes.push(await probe(url))
        const told = await driver.finish()
        assert(told.unanswered === 0, 'I8: no call is left without an answer', told)
        await driver.record.verify(admin)
        for (const socket of sockets) socket.destroy()
        figures.acknowledged += told.acknowledged
        figures.repeats += told.repeats
        figures['slowest answer ms'] = Math.max(figures['slowest answer ms'], told.slowestMs)
      }
      await world.check()
      const sorted = probes.toSorted((a, b) => a - b)
      return { ...figures, 'health p99 ms': Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0) }
    }),
}
