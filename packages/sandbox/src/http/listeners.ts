import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** One more place to listen: the same port on the other loopback family. */
export type Listener = { listen(port: number, host: string): Promise<number>; close(): Promise<void> }

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * Listens on 127.0.0.1 and, where this machine has it, on ::1, at the same port. With port 0 the system chooses; should
 * the choice be taken on the other family, it chooses again.
 */
export const listenOnLoopback = async (createPair: () => { v4: Listener; v6: Listener }, port: number) => {
  for (let attempt = 1; ; attempt++) {
    const { v4, v6 } = createPair()
    const chosen = await v4.listen(port, '127.0.0.1')
    try {
      await v6.listen(chosen, '::1')
      return { port: chosen, close: async () => void (await Promise.all([v4.close(), v6.close()])) }
    } catch (error) {
      if (codeOf(error) === 'EADDRNOTAVAIL' || codeOf(error) === 'EAFNOSUPPORT')
        return { port: chosen, close: () => v4.close() }
      await v4.close()
      if (codeOf(error) !== 'EADDRINUSE' || port !== 0 || attempt === 5) throw error
    }
  }
}

/** A plain HTTP server around the app. Closing it also ends connections that a fault keeps waiting. */
export const httpListener = (app: FastifyInstance): Listener => {
  const server = createServer((request, response) => app.routing(request, response))
  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
