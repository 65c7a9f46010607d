import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { whenClosed } from './when-closed.ts'
import { Refusal } from './refusal.ts'

const lastEventId = (request: FastifyRequest): number | null => {
  const header = request.headers['last-event-id']
  if (header === undefined || header === '') return null
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header))
    throw new Refusal('invalidRequest', { field: 'Last-Event-ID' })
  return Number(header)
}

/** How long a reader may take nothing of what waits for it: a machine that sleeps keeps neither its place nor our memory. */
const PATIENCE_MS = 60_000

/**
 * Writes frames as they come and waits for a slow reader instead of piling up. A reader that takes nothing any more is cut
 * off; it comes back with the last number it saw.
 */
export const writeAll = async (
  to: Writable,
  frames: AsyncIterable<string>,
  ended: AbortSignal,
  patienceMs: number = PATIENCE_MS,
): Promise<void> => {
  for await (const frame of frames) {
    if (ended.aborted) return
    if (to.write(frame)) continue
    try {
      await once(to, 'drain', { signal: AbortSignal.any([ended, AbortSignal.timeout(patienceMs)]) })
    } catch {
      to.destroy()
      return
    }
  }
}

/** Open pages of one person, on all their devices, as far as they meet this process. */
export const STREAMS_PER_PERSON = 12
const TRY_AGAIN_SECONDS = 30
const streamsOf = new Map<string, number>()

/** Counts a stream of a person and answers how to end that; refuses with `tooManyRequests` beyond the most. */
const countStream = (ownerId: string): (() => void) => {
  const open = streamsOf.get(ownerId) ?? 0
  if (open >= STREAMS_PER_PERSON)
    throw new Refusal('tooManyRequests', { retryAfterSeconds: TRY_AGAIN_SECONDS, reason: 'streams' })
  streamsOf.set(ownerId, open + 1)
  return () => {
    const left = (streamsOf.get(ownerId) ?? 1) - 1
    if (left > 0) streamsOf.set(ownerId, left)
    else streamsOf.delete(ownerId)
  }
}

/** Answers with the live stream of the caller until the bearer expires, the session ends or the reader leaves. */
export const answerStream = async (services: Services, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const { currentUser, bearerExpiresAt } = request
  if (!currentUser || !bearerExpiresAt) throw new Refusal('AuthHeaderRequired')
  const after = lastEventId(request)
  const leave = countStream(currentUser.id)
  const ended = new AbortController()
  whenClosed(reply.raw, () => ended.abort())
  reply.hijack()
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  }
  reply.raw.writeHead(200, headers as Record<string, string>)
  const frames = services.live.stream({
    ownerId: currentUser.id,
    sessionId: currentUser.sessionId,
    after,
    until: bearerExpiresAt,
    signal: ended.signal,
  })
  services.metrics.streams(1)
  try {
    await writeAll(reply.raw, frames, ended.signal)
  } catch (error) {
    services.log.warn({ err: error, requestId: request.id }, 'live stream broken off')
  } finally {
    leave()
    services.metrics.streams(-1)
    reply.raw.end()
  }
}
