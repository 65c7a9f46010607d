import { expect, test } from 'vitest'
import { type Flow, MOST_NETTED, nettedIn } from './round-trip-rules.ts'

const HOUR = 3_600_000
let made = 0
const flow = (from: string, to: string, cents: number, hours: number): Flow => ({
  id: `f${String((made += 1)).padStart(4, '0')}`,
  from,
  to,
  cents: BigInt(cents),
  at: new Date(hours * HOUR),
})
const netted = (...flows: Flow[]): number[] => {
  const all = nettedIn(flows.toReversed())
  return flows.map(({ id }) => Number(all.get(id)))
}

test('what comes back within seven days nets out on both ways, the newest first, and each dollar once', () => {
  expect(netted(flow('a', 'b', 2_000, 0), flow('b', 'a', 2_000, 1))).toEqual([2_000, 2_000])
  expect(netted(flow('a', 'b', 1_000, 0), flow('a', 'b', 1_000, 24), flow('b', 'a', 1_500, 48))).toEqual([
    500, 1_000, 1_500,
  ])
  expect(netted(flow('a', 'b', 2_000, 0), flow('b', 'a', 2_000, 7 * 24))).toEqual([2_000, 2_000])
  expect(netted(flow('a', 'b', 2_000, 0), flow('b', 'a', 2_000, 7 * 24 + 1))).toEqual([0, 0])
})

test('so does what comes back over a third person, in the order in which the money went', () => {
  expect(netted(flow('a', 'b', 2_000, 0), flow('b', 'c', 2_000, 1), flow('c', 'a', 1_200, 2))).toEqual([
    1_200, 1_200, 1_200,
  ])
  expect(netted(flow('b', 'c', 2_000, 0), flow('a', 'b', 2_000, 1), flow('c', 'a', 2_000, 2))).toEqual([0, 0, 0])
  expect(netted(flow('a', 'b', 2_000, 0), flow('b', 'c', 2_000, 1), flow('c', 'd', 2_000, 2))).toEqual([0, 0, 0])
})

test('however many pennies three people send in a ring, the netting looks at the newest alone', () => {
  const ring = Array.from({ length: 4_000 }, (_, n) => flow('abc'[n % 3]!, 'bca'[n % 3]!, 1, n / 1_000))
  expect(nettedIn(ring).size).toBe(MOST_NETTED)
})

test('many newer pennies between others hide no money that goes there and back', () => {
  const there = flow('a', 'b', 2_000, 0)
  const back = flow('b', 'a', 2_000, 1)
  const pennies = Array.from({ length: 4_000 }, (_, n) => flow('cde'[n % 3]!, 'dec'[n % 3]!, 1, 2 + n / 1_000))
  const all = nettedIn([there, ...pennies, back])
  expect([all.get(there.id), all.get(back.id)]).toEqual([2_000n, 2_000n])
  expect(all.size).toBe(MOST_NETTED)
})
