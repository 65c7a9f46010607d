import { createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Connections that wait to be taken in; a newcomer beyond that is not refused by the system but left to try again after a second. */
const BACKLOG = 4_096

const listen = (server: Server, port: number, host: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'
      return isMissing ? resolve(false) : reject(error)
    })
    server.listen({ port, host, backlog: BACKLOG }, () => resolve(true))
  })

/**
 * Listens on this machine only, in both address families where they exist: `localhost` means either, and browsers try
 * the newer one first. With a `host` it listens at that address, for a proxy on another machine.
 * @returns closes what listens beside the application's own server
 */
export const listenOn = async (
  app: FastifyInstance,
  port: number,
  host: string | null,
): Promise<() => Promise<void>> => {
  await app.listen({ port, host: host ?? '127.0.0.1', backlog: BACKLOG })
  if (host !== null) return async () => {}
  const { server } = app
  // What it takes in is the application's own from then on, as if that had listened there itself.
  const second = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket))
  const isListening = await listen(second, port, '::1')
  return async () => {
    if (!isListening) return
    await new Promise<void>((resolve) => second.close(() => resolve()))
  }
}
