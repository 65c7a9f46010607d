/**
 * What one connection may keep of the server while it takes no answers. Node reads requests ahead as they come and holds every
 * one until the answers before it have gone: a single piece of 64 kB is over a thousand of them, at some ten kilobytes each.
 */
import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { whenClosed } from './when-closed.ts'

/** Requests of a connection at a time. Browsers and proxies send the next one after the answer to the last. */
export const PIPELINED = 16

/** How long a connection may take nothing of what waits for it. */
const STALLED_MS = 60_000

/** Ends connections that ask for too much ahead, and those that stop reading. Goes in front of all that listens for calls. */
export const boundConnections = (server: Server, stalledMs: number = STALLED_MS): void => {
  const open = new WeakMap<Socket, number>()
  const openOf = (socket: Socket): number => open.get(socket) ?? 0

  const inside = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const { socket } = request
    if (openOf(socket) >= PIPELINED) {
      socket.destroy()
      return
    }
    open.set(socket, openOf(socket) + 1)
    whenClosed(response, () => open.set(socket, openOf(socket) - 1))
    for (const listener of inside) listener(request, response)
  })

  // A live stream may be silent for longer than this; an idle connection may not, and with a listener here Node ends neither.
  server.setTimeout(stalledMs, (socket) => {
    if (socket.writableLength > 0 || openOf(socket) === 0) socket.destroy()
  })
}
