import { execFile } from 'node:child_process'
import { getPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

// In a process of its own: a priority that was lowered stays so.
const tried = `
  const { readFileSync, readdirSync } = await import('node:fs')
  const { getPriority } = await import('node:os')
  const { letPoolYield } = await import(${JSON.stringify(new URL('yielding-pool.ts', import.meta.url).href)})
  const yielding = await letPoolYield()
  const threads = readdirSync('/proc/self/task').map((thread) => ({
    name: readFileSync('/proc/self/task/' + thread + '/comm', 'utf8').trim(),
    nice: getPriority(Number(thread)),
  }))
  console.log(JSON.stringify({ yielding, threads }))`

test.runIf(process.platform === 'linux')('threads that hash passwords yield, and no others do', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', tried], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  })
  const { yielding, threads } = JSON.parse(stdout) as { yielding: number; threads: { name: string; nice: number }[] }
  const [pool, others] = [
    threads.filter(({ name }) => name === 'libuv-worker'),
    threads.filter(({ name }) => name !== 'libuv-worker'),
  ]
  expect(yielding).toBe(pool.length)
  expect(pool.length).toBeGreaterThan(0)
  expect(new Set(pool.map(({ nice }) => nice))).toEqual(new Set([10]))
  expect(new Set(others.map(({ nice }) => nice))).toEqual(new Set([getPriority()]))
})
