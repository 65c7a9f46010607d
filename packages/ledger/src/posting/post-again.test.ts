import { expect, test } from 'vitest'
import type { Command, Outcome } from '../types.ts'
import { postAgain } from './post-again.ts'

const command: Command = {
  ownerId: 'o',
  key: 'k',
  requestHash: 'h',
  transferId: 't',
  kind: 'k',
  participants: { a: 1, b: 2 },
}
const refused = (again?: Record<string, unknown>): Outcome => ({
  accepted: false,
  refusal: { code: 'no', ...(again && { again }) },
  replayed: false,
})

test('a refusal that asks for it is decided once more, with the needs it names in place of those of the command', async () => {
  const seen: unknown[] = []
  const outcome = await postAgain(async ({ participants }) => {
    seen.push(participants)
    return refused(seen.length === 1 ? { b: 3 } : undefined)
  }, command)
  expect(seen).toEqual([
    { a: 1, b: 2 },
    { a: 1, b: 3 },
  ])
  expect(outcome).toEqual(refused())
})

test('one that never has enough is refused as it stands, and does not say what it asked for', async () => {
  let turns = 0
  const outcome = await postAgain(async () => {
    turns += 1
    return refused({ b: turns })
  }, command)
  expect([turns, outcome]).toEqual([4, refused()])
})
