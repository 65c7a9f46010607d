import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { roundsOnThread } from './rounds-on-thread.ts'

/** A thread's file with this text in it. */
const threadOf = async (text: string): Promise<URL> => {
  const folder = await mkdtemp(join(tmpdir(), 'puente-thread-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'thread.mjs')
  await writeFile(file, `import { parentPort, workerData } from 'node:worker_threads'\n${text}`)
  return pathToFileURL(file)
}

/** Keeps this thread from doing anything at all. */
const holdUp = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

test('a thread goes on while whoever started it is held up', async () => {
  const file = await threadOf(`
    const beats = setInterval(() => parentPort.postMessage(Date.now()), 5)
    parentPort.once('message', () => clearInterval(beats))`)
  const beats: number[] = []
  const rounds = roundsOnThread<number>(file, { given: null, hear: (at) => beats.push(at), log: { error: () => {} } })
  await expect.poll(() => beats.length).toBeGreaterThan(0)
  const from = Date.now()
  holdUp(500)
  const until = Date.now()
  await expect.poll(() => beats.filter((at) => at > from && at < until).length).toBeGreaterThan(0)
  await rounds.stop()
})

test('a thread that fails is told and started again, with what it was given', async () => {
  const error = vi.fn()
  const heard: string[] = []
  const file = await threadOf(`
    parentPort.once('message', () => {})
    parentPort.postMessage(workerData)
    setTimeout(() => { throw new Error('broken') }, 10)`)
  const rounds = roundsOnThread<string>(file, { given: 'mine', hear: (told) => heard.push(told), log: { error } })
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThan(1)
  await rounds.stop()
  expect(heard.slice(0, 2)).toEqual(['mine', 'mine'])
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ err: expect.objectContaining({ message: 'broken' }) }),
    'the thread of the rounds failed',
  )
})

test('a stop waits until the thread has ended what it was doing, and no other is started', async () => {
  const heard: string[] = []
  const file = await threadOf(`
    parentPort.postMessage('begun')
    parentPort.once('message', () => setTimeout(() => parentPort.postMessage('ended'), 50))`)
  const rounds = roundsOnThread<string>(file, {
    given: null,
    hear: (told) => heard.push(told),
    log: { error: () => {} },
  })
  await expect.poll(() => heard).toEqual(['begun'])
  await rounds.stop()
  expect(heard).toEqual(['begun', 'ended'])
})

test('a stop during the pause after a failure is one for good', async () => {
  const error = vi.fn()
  const file = await threadOf(`throw new Error('broken')`)
  const rounds = roundsOnThread(file, { given: null, hear: () => {}, log: { error } })
  await expect.poll(() => error.mock.calls.length).toBe(1)
  await rounds.stop()
  // Longer than the pause.
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect(error).toHaveBeenCalledTimes(1)
})
