import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { periodicTasksOnThread } from './periodic-tasks-on-thread.ts'

/** How long a thread that stands still is waited for. */
const PATIENCE_MS = 10_000

/** A thread's file with this text in it. */
const threadOf = async (text: string): Promise<URL> => {
  const folder = await mkdtemp(join(tmpdir(), 'puente-thread-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'thread.mjs')
  await writeFile(file, `import { parentPort, workerData } from 'node:worker_threads'\n${text}`)
  return pathToFileURL(file)
}

test('a thread goes on while the event loop that started it is blocked', async () => {
  const file = await threadOf(`
    const beats = new Int32Array(workerData)
    const beating = setInterval(() => {
      Atomics.add(beats, 0, 1)
      Atomics.notify(beats, 0)
    }, 5)
    parentPort.once('message', () => clearInterval(beating))`)
  const beats = new Int32Array(new SharedArrayBuffer(4))
  const tasks = periodicTasksOnThread(file, { workerData: beats.buffer, onMessage: () => {}, log: { error: () => {} } })
  await expect.poll(() => Atomics.load(beats, 0)).toBeGreaterThan(0)
  // This thread does nothing at all until the other one has gone on.
  for (let n = 0; n < 3; n += 1)
    expect(Atomics.wait(beats, 0, Atomics.load(beats, 0), PATIENCE_MS)).not.toBe('timed-out')
  await tasks.stop()
})

test('a failure of a thread is logged, and it is started again, with what it was given', async () => {
  const error = vi.fn()
  const heard: string[] = []
  const file = await threadOf(`
    parentPort.once('message', () => {})
    parentPort.postMessage(workerData)
    setTimeout(() => { throw new Error('broken') }, 10)`)
  const tasks = periodicTasksOnThread<string>(file, {
    workerData: 'mine',
    onMessage: (message) => heard.push(message),
    log: { error },
  })
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThan(1)
  await tasks.stop()
  expect(heard.slice(0, 2)).toEqual(['mine', 'mine'])
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ err: expect.objectContaining({ message: 'broken' }) }),
    'the thread of the periodic tasks failed',
  )
})

test('a stop waits until the thread has ended what it was doing, and no other is started', async () => {
  const heard: string[] = []
  const file = await threadOf(`
    parentPort.postMessage('begun')
    parentPort.once('message', () => setTimeout(() => parentPort.postMessage('ended'), 50))`)
  const tasks = periodicTasksOnThread<string>(file, {
    workerData: null,
    onMessage: (message) => heard.push(message),
    log: { error: () => {} },
  })
  await expect.poll(() => heard).toEqual(['begun'])
  await tasks.stop()
  expect(heard).toEqual(['begun', 'ended'])
})

test('a stop during the pause after a failure is one for good', async () => {
  const file = await threadOf(`throw new Error('broken')`)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const tasks = periodicTasksOnThread(file, { workerData: null, onMessage: () => {}, log: { error: () => {} } })
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  await tasks.stop()
  expect(vi.getTimerCount()).toBe(0)
})
