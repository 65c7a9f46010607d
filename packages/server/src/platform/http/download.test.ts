import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { patientStream } from './download.ts'

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
