/**
 * Refuses calls before they have become requests. Under overload refusals are most of the work, and taking a call apart,
 * making objects of it and composing an answer costs more than twice what reading and writing the bytes does.
 *
 * That is only done where it cannot go wrong: on a connection on which everything so far was one plain request at a time
 * (see `plain-request`), whose answers have all gone. Anything else goes to the parser, and so does every request of a
 * connection that was ever unplain. The first request of a connection goes there too, because until then Node counts the
 * time for it.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type PlainRequest, plainRequest } from './plain-request.ts'
import { whenClosed } from './when-closed.ts'

type Standing = { isPlain: boolean; isNew: boolean; unanswered: number }

/**
 * Gives every plain call to `refusalOf` before it is parsed.
 * @param refusalOf the whole answer as it goes over the wire, in latin1; null lets the call in
 */
export const refuseUnread = (server: Server, refusalOf: (call: PlainRequest) => string | null): void => {
  const standings = new WeakMap<Socket, Standing>()

  const mayRefuse = ({ isNew, unanswered }: Standing, socket: Socket): boolean =>
    !isNew && unanswered === 0 && socket.writableLength === 0 && server.listening

  /** Whether the bytes were a call that was refused. */
  const refuses = (standing: Standing, socket: Socket, bytes: Buffer): boolean => {
    const call = plainRequest(bytes)
    if (call === null) {
      standing.isPlain = false
      return false
    }
    const refusal = mayRefuse(standing, socket) ? refusalOf(call) : null
    if (refusal !== null) return socket.write(refusal, 'latin1') || true
    standing.isNew = false
    standing.unanswered += 1
    return false
  }

  server.on('connection', (socket) => {
    const [parse, ...others] = socket.listeners('data') as ((bytes: Buffer) => void)[]
    if (!parse || others.length > 0) return
    const standing: Standing = { isPlain: true, isNew: true, unanswered: 0 }
    standings.set(socket, standing)
    socket.on('data', (bytes: Buffer) => {
      if (!standing.isPlain || !refuses(standing, socket, bytes)) parse(bytes)
    })
    socket.removeListener('data', parse)
  })

  server.on('request', (request, response) => {
    const standing = standings.get(request.socket)
    if (!standing) return
    whenClosed(response, () => {
      standing.unanswered -= 1
      // Answered before it had been read: what comes next may be the rest of it.
      if (!request.complete) standing.isPlain = false
    })
  })
}
