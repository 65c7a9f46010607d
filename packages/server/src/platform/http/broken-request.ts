/**
 * Requests that never become one for the framework: what Node's parser refuses, what does not come in time, and what Node
 * would answer itself, without our headers and words.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics.ts'
import { Refusal, refusalMessage } from './refusal.ts'

const SLOW = new Set(['ERR_HTTP_REQUEST_TIMEOUT', 'FST_ERR_HTTP_REQUEST_TIMEOUT'])

/**
 * Answers what the parser gave up on, and ends the connection: where its next request would begin is unknown.
 * @param headers what every answer has
 */
export const answerBrokenRequest = (
  { metrics, headers }: { metrics: Pick<Metrics, 'refused'>; headers: Record<string, string> },
  error: Error & { code?: string },
  socket: Socket,
): void => {
  if (!socket.writable) return
  // Browsers open connections ahead of need: an answer on one that has asked nothing would be read as that to its first request.
  if (socket.bytesRead === 0) {
    socket.destroy()
    return
  }
  metrics.refused('invalidRequest')
  const details = { reason: SLOW.has(error.code ?? '') ? 'tooSlow' : 'malformed' }
  const message = refusalMessage('invalidRequest', details, 'en')
  const body = JSON.stringify({ code: 'invalidRequest', message, details, requestId: randomUUID() })
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}`)
}

/** An expectation that we do not know is no reason for Node's own bare 417: the request is answered as any other. */
export const answerExpectations = (server: Server): void => {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response)
  })
}

/**
 * Refuses what Node's parser lets through and two readers can understand in two ways: no or several `Host` lines and
 * absolute targets can fool a proxy in front of us; a body in an encoding is never unpacked, so that it is no body we read.
 */
export const refuseOddRequests = async ({ raw }: FastifyRequest): Promise<void> => {
  const { rawHeaders, url, httpVersion, headers } = raw
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0') || !url?.startsWith('/'))
    throw new Refusal('invalidRequest', { reason: 'malformed' })
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new Refusal('invalidRequest', { reason: 'contentEncoding' })
}
