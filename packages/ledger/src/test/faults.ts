/**
 * A proxy in front of the database with the faults of a network: it cuts connections, slows them down or swallows packets.
 * It can cut one exactly when COMMIT is sent.
 */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { PoolConfig } from 'pg'

/**
 * `afterCommit`: the server gets COMMIT, its answer is lost. `beforeCommit`: COMMIT itself is lost. `lateCommit`: COMMIT
 * arrives late, with all locks held, when the client is already retrying.
 */
export type Cut = 'none' | 'afterCommit' | 'beforeCommit' | 'lateCommit'

export type FaultyProxy = {
  config: { host: string; port: number }
  cutNext(cut: Cut, times?: number): void
  cuts(): number
  /** Delays every packet, in both directions. */
  slowDown(delayMs: number): void
  /** Silently swallows every packet until switched off; they never arrive. */
  swallow(isSwallowing: boolean): void
  /** Resets every connection. */
  resetAll(): void
  stop(): Promise<void>
}

const LATE_MS = 300
/** Matches both the ledger's prepared statement, by the end of its name, and a plain one. */
const COMMIT = Buffer.from('commit\0')

const upstreamOf = ({ host = 'localhost', port = 5432 }: PoolConfig): Socket =>
  host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)

export const createFaultyProxy = async (target: PoolConfig): Promise<FaultyProxy> => {
  let cut: Cut = 'none'
  let left = 0
  let count = 0
  let delayMs = 0
  let isSwallowing = false
  const sockets = new Set<Socket>()

  const pass = (to: Socket, chunk: Buffer) => {
    if (isSwallowing) return
    const write = () => void (to.writable && to.write(chunk))
    // Timers of equal delay fire in the order they were set, so packets do not overtake one another.
    if (delayMs > 0) setTimeout(write, delayMs)
    else write()
  }

  const server = createServer((downstream) => {
    const upstream = upstreamOf(target)
    for (const socket of [downstream, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    upstream.on('data', (chunk: Buffer) => pass(downstream, chunk))
    upstream.on('close', () => downstream.destroy())
    downstream.on('end', () => upstream.end())
    downstream.on('data', (chunk: Buffer) => {
      if (left > 0 && cut !== 'none' && chunk.includes(COMMIT)) {
        left -= 1
        count += 1
        downstream.destroy()
        if (cut === 'beforeCommit') upstream.destroy()
        else if (cut === 'lateCommit') setTimeout(() => upstream.end(chunk), LATE_MS)
        else upstream.end(chunk)
        return
      }
      pass(upstream, chunk)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    config: { host: '127.0.0.1', port },
    cutNext: (next, times = 1) => {
      cut = next
      left = times
    },
    cuts: () => count,
    slowDown: (ms) => {
      delayMs = ms
    },
    swallow: (swallows) => {
      isSwallowing = swallows
    },
    resetAll: () => {
      // A Unix socket cannot be reset.
      for (const socket of sockets) {
        if (socket.remoteAddress === undefined) socket.destroy()
        else socket.resetAndDestroy()
      }
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
