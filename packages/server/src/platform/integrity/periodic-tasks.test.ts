import { expect, test, vi } from 'vitest'
import { startPeriodicTasks } from './periodic-tasks.ts'

test('a task goes on after its pause, and after a failure, which is logged', async () => {
  const warn = vi.fn()
  let turns = 0
  const work = async () => {
    turns += 1
    if (turns === 1) throw new Error('not now')
  }
  const tasks = startPeriodicTasks([{ name: 'test', everyMs: 1, work }], { warn })
  await expect.poll(() => turns).toBeGreaterThan(2)
  await tasks.stop()
  expect(warn).toHaveBeenCalledTimes(1)
})

test('a stop waits for what is being done, and nothing begins after it', async () => {
  let open = (): void => {}
  const door = new Promise<void>((resolve) => (open = resolve))
  let begun = 0
  let ended = 0
  const work = async () => {
    begun += 1
    await door
    ended += 1
  }
  const tasks = startPeriodicTasks([{ name: 'test', everyMs: 0, work }], { warn: () => {} })
  const stopped = tasks.stop()
  open()
  await stopped
  expect([begun, ended]).toEqual([1, 1])
})
