import { expect, test } from 'vitest'
import { createClock } from './clock.ts'

test('advancing runs what falls due in order, each at its own moment, and what that schedules', () => {
  const clock = createClock(() => 1_000_000)
  const seen: [string, number][] = []
  const at = (seconds: number) => new Date(1_000_000 + seconds * 1000)
  const note = (name: string) => () => void seen.push([name, clock.now().getTime() - 1_000_000])
  clock.schedule(at(20), note('second'))
  clock.schedule(at(10), () => {
    note('first')()
    clock.schedule(at(15), note('between'))
  })
  clock.schedule(at(40), note('never'))
  const cancel = clock.schedule(at(12), note('cancelled'))
  cancel()
  clock.advance(30)
  expect(seen).toEqual([
    ['first', 10_000],
    ['between', 15_000],
    ['second', 20_000],
  ])
  expect(clock.now()).toEqual(at(30))
  clock.reset()
  expect(clock.now()).toEqual(at(0))
})
