import { EventEmitter } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { FastifyReply } from 'fastify'
import { DOWNLOADS, holdDownload, patientStream } from './download.ts'

const PATIENT = { patienceMs: 10_000, longestMs: 10_000 }

/** Pieces without end, and how many were made. */
const endless = () => {
  const made = { count: 0, isOver: false }
  const pieces = async function* () {
    try {
      for (;;) {
        made.count += 1
        await sleep(1)
        yield 'x'.repeat(100_000)
      }
    } finally {
      made.isOver = true
    }
  }
  return { made, pieces: pieces() }
}

test('pieces come in their order, and nothing is made ahead of its reader', async () => {
  const three = async function* () {
    yield 'one '
    yield Buffer.from('two ')
    yield '셋'
  }
  expect(await text(patientStream(three(), PATIENT))).toBe('one two 셋')
  const { made, pieces } = endless()
  const stream = patientStream(pieces, PATIENT)
  stream.once('readable', () => {})
  await sleep(50)
  expect(made.count).toBeLessThan(4)
  stream.destroy()
  await expect.poll(() => made.isOver).toBe(true)
})

test.each([
  [
    'a reader who takes nothing any more',
    { patienceMs: 20, longestMs: 10_000 },
    async () => sleep(5_000, null, { ref: false }),
  ],
  [
    'a file that takes too long, however steadily it is read',
    { patienceMs: 10_000, longestMs: 40 },
    async () => sleep(1),
  ],
])('%s is given up, and with it the making', async (_, limits, pause) => {
  const { made, pieces } = endless()
  const stream = patientStream(pieces, limits)
  const failed = new Promise<Error>((resolve) => stream.once('error', resolve))
  void (async () => {
    for await (const _piece of stream) await pause()
  })().catch(() => {})
  expect((await failed).message).toContain('given up')
  await expect.poll(() => made.isOver).toBe(true)
})

/** A response whose connection ends when it is destroyed. */
const aReply = () => {
  const raw = Object.assign(new EventEmitter(), {
    destroyed: false,
    destroy: () => {
      raw.destroyed = true
      raw.emit('close')
    },
  })
  return { raw, reply: { raw } as unknown as FastifyReply }
}

test('one person has one place; when all are taken, a reader of more than a minute makes room for a newcomer', () => {
  const replies = Array.from({ length: DOWNLOADS }, aReply)
  for (const [n, { reply }] of replies.entries()) holdDownload(reply, `reader-${n}`, n)
  expect(() => holdDownload(aReply().reply, 'reader-3', 40)).toThrow('tooManyRequests')
  expect(() => holdDownload(aReply().reply, 'newcomer', 59_999)).toThrow('serviceUnavailable')
  const newcomer = aReply()
  holdDownload(newcomer.reply, 'newcomer', 60_000)
  expect(replies.map(({ raw }) => raw.destroyed).filter(Boolean)).toHaveLength(1)
  expect(replies[0]?.raw.destroyed).toBe(true)
  // A place that is given back is free at once.
  replies[5]?.raw.destroy()
  const next = aReply()
  holdDownload(next.reply, 'reader-5', 60_000)
  for (const { raw } of [...replies, newcomer, next]) raw.destroy()
})
