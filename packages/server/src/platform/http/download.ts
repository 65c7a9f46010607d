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

/** At a time, by all people of a process and by one of them. */
const DOWNLOADS = { process: 32, person: 1 }

type DownloadLimits = {
  /** How long a reader may take nothing, or the making of a piece may last. */
  patienceMs: number
  /** How long a file may take in all. */
  longestMs: number
}
const LIMITS: DownloadLimits = { patienceMs: 30_000, longestMs: 600_000 }

const TRY_AGAIN_SECONDS = 5
const running = new Map<string, number>()

/** Takes a place for a download until the call is over; refuses while there is none, before anything is asked of the person. */
export const holdDownload = (reply: FastifyReply, ownerId: string): void => {
  const own = running.get(ownerId) ?? 0
  if (own >= DOWNLOADS.person)
    throw new Refusal('tooManyRequests', { retryAfterSeconds: TRY_AGAIN_SECONDS, reason: 'inFlight' })
  const all = [...running.values()].reduce((sum, one) => sum + one, 0)
  if (all >= DOWNLOADS.process) throw new Refusal('serviceUnavailable', { retryAfterSeconds: TRY_AGAIN_SECONDS })
  running.set(ownerId, own + 1)
  whenClosed(reply.raw, () => {
    const left = (running.get(ownerId) ?? 1) - 1
    if (left > 0) running.set(ownerId, left)
    else running.delete(ownerId)
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
