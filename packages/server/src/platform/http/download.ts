/**
 * Files that are sent while they are made. Nothing of such a file is kept but the piece that is on its way: a reader that is
 * slow slows down the making. Their number at a time is bounded, and so is the time that each may take. A file whose making
 * fails ends without HTTP's own end of a body: whoever reads it is told that it is broken, and does not take a part for the
 * whole.
 */
import { Readable } from 'node:stream'
import type { DownloadOut } from '@puente/contract'
import type { FastifyReply } from 'fastify'
import { Refusal } from './refusal.ts'
import { whenClosed } from './when-closed.ts'

/** At a time, per process; one per person. */
export const DOWNLOADS = 32
/** When all places are taken, a download that has run for longer than this makes room for a new one: the oldest first. */
const GIVES_WAY_MS = 60_000

type DownloadLimits = {
  /** How long a reader may take nothing, or the making of a piece may last. */
  patienceMs: number
  /** How long a file may take in all. */
  longestMs: number
}
const LIMITS: DownloadLimits = { patienceMs: 30_000, longestMs: 600_000 }

const TRY_AGAIN_SECONDS = 5
/** By person, the oldest first. */
const running = new Map<string, { reply: FastifyReply; since: number }>()

/**
 * Takes a place for a download until the call is over; refuses while there is none, before asking anything of the person. A slow reader keeps
 * a place only while no one else wants it.
 */
export const holdDownload = (reply: FastifyReply, ownerId: string, now = performance.now()): void => {
  if (running.has(ownerId))
    throw new Refusal('tooManyRequests', { retryAfterSeconds: TRY_AGAIN_SECONDS, reason: 'inFlight' })
  const [oldest] = running
  if (oldest && running.size >= DOWNLOADS) {
    const [who, { reply: slow, since }] = oldest
    if (now - since < GIVES_WAY_MS) throw new Refusal('serviceUnavailable', { retryAfterSeconds: TRY_AGAIN_SECONDS })
    running.delete(who)
    slow.raw.destroy()
  }
  const held = { reply, since: now }
  running.set(ownerId, held)
  whenClosed(reply.raw, () => {
    if (running.get(ownerId) === held) running.delete(ownerId)
  })
}

/** The pieces as a stream that gives up on a reader without patience of its own. */
export const patientStream = (
  pieces: DownloadOut['pieces'],
  { patienceMs, longestMs }: DownloadLimits = LIMITS,
): Readable => {
  let stalled: NodeJS.Timeout | undefined
  const giveUp = (why: string) => stream.destroy(new Error(`a download was given up: ${why}`))
  const wait = (): void => {
    clearTimeout(stalled)
    stalled = setTimeout(() => giveUp('nothing was read any more'), patienceMs)
  }
  const watched = async function* () {
    for await (const piece of pieces) {
      wait()
      yield piece
    }
  }
  const stream = Readable.from(watched(), { objectMode: false })
  const over = setTimeout(() => giveUp('it took too long'), longestMs)
  wait()
  stream.once('close', () => {
    clearTimeout(over)
    clearTimeout(stalled)
  })
  return stream
}

/** Answers with a file to be saved. */
export const sendDownload = (reply: FastifyReply, { pieces, contentType, filename }: DownloadOut): FastifyReply =>
  reply
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename="${filename}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'private, no-store')
    .send(patientStream(pieces))
