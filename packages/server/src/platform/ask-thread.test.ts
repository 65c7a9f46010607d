import { expect, test } from 'vitest'
import { askThread } from './ask-thread.ts'

const threadOf = (onMessage: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (question) => {${onMessage}})`)}`,
  )

test('a thread that fails fails one question, and the next in line is answered by another', async () => {
  const thread = threadOf("if (question === 'bad') throw new Error('failed'); parentPort.postMessage(4)")
  const ask = askThread<string, number>(thread, { waiting: 8 })
  const asked = ['good', 'bad', 'good', 'good'].map(ask)
  expect(await Promise.allSettled(asked)).toMatchObject([
    { value: 4 },
    { reason: { message: 'failed' } },
    { value: 4 },
    { value: 4 },
  ])
})

test('a question past its deadline fails, and its thread gives way to another', async () => {
  const thread = threadOf("if (question === 'for ever') for (;;); parentPort.postMessage(question)")
  const ask = askThread<string, string>(thread, { waiting: 8, deadlineMs: 300 })
  const asked = ['for ever', 'short'].map(ask)
  expect(await Promise.allSettled(asked)).toMatchObject([{ reason: { name: 'AbortError' } }, { value: 'short' }])
})

test('beyond the line a question is sent away', async () => {
  const ask = askThread<string, string>(threadOf('parentPort.postMessage(question)'), { waiting: 1 })
  const asked = ['first', 'second', 'third'].map(ask)
  expect(await Promise.allSettled(asked)).toMatchObject([
    { value: 'first' },
    { value: 'second' },
    { reason: { name: 'PoolBusy' } },
  ])
})
