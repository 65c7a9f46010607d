/** A proxy before the database that can lose connections at the one moment that matters: when COMMIT is on its way. */
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
  config: PoolConfig
  cutNext(cut: Cut, times?: number): void
  cuts(): number
  stop(): Promise<void>
}

const LATE_MS = 300
const COMMIT = Buffer.from('ledger.commit')

const upstreamOf = ({ host = 'localhost', port = 5432 }: PoolConfig): Socket =>
  host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)

export const createFaultyWay = async (target: PoolConfig): Promise<FaultyWay> => {
  let cut: Cut = 'none'
  let left = 0
  let count = 0
  const sockets = new Set<Socket>()

  const server = createServer((downstream) => {
    const upstream = upstreamOf(target)
    for (const socket of [downstream, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    upstream.on('data', (chunk) => downstream.writable && downstream.write(chunk))
    upstream.on('close', () => downstream.destroy())
    downstream.on('end', () => upstream.end())
    downstream.on('data', (chunk) => {
      if (left > 0 && cut !== 'none' && chunk.includes(COMMIT)) {
        left -= 1
        count += 1
        downstream.destroy()
        if (cut === 'beforeCommit') upstream.destroy()
        else if (cut === 'lateCommit') setTimeout(() => upstream.end(chunk), LATE_MS)
        else upstream.end(chunk)
        return
      }
      upstream.write(chunk)
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
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
