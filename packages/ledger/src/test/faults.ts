/**
 * A proxy before the database that does to connections what networks do: loses them, slows them down, swallows what is
 * sent. It can do so at the one moment that matters, when COMMIT is on its way.
 */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { PoolConfig } from 'pg'

/**
 * `afterCommit`: the server gets COMMIT, its answer is lost. `beforeCommit`: COMMIT itself is lost. `lateCommit`: COMMIT
 * is still on its way, with all locks held, when the client already asks again.
 */
export type Cut = 'none' | 'afterCommit' | 'beforeCommit' | 'lateCommit'

export type FaultyWay = {
  config: { host: string; port: number }
  cutNext(cut: Cut, times?: number): void
  cuts(): number
  /** Holds back every packet for so long, in both directions. */
  slowDown(delayMs: number): void
  /** Swallows everything, without a word, until it is told otherwise. What was swallowed never arrives. */
  swallow(isSwallowing: boolean): void
  /** Resets every connection. */
  resetAll(): void
  stop(): Promise<void>
}

const LATE_MS = 300
/** Ends the name of the ledger's prepared statement as well as the text of a plain one. */
const COMMIT = Buffer.from('commit\0')

const upstreamOf = ({ host = 'localhost', port = 5432 }: PoolConfig): Socket =>
  host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)

export const createFaultyWay = async (target: PoolConfig): Promise<FaultyWay> => {
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
      // A Unix socket knows no reset.
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
