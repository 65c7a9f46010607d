import { expect, test } from 'vitest'
import { createFailpoint, parseFailpoints } from './failpoints.ts'

test('a failpoint is named with its action and, if not the first, the passing that meets it', () => {
  expect(parseFailpoints('batch.committed=kill@3, outbox.claimed=throw')).toEqual([
    { point: 'batch.committed', action: 'kill', nth: 3 },
    { point: 'outbox.claimed', action: 'throw', nth: 1 },
  ])
})

test.each(['', 'nowhere=kill', 'batch.locked', 'batch.locked=explode', 'batch.locked=kill@0', 'batch.locked=kill,'])(
  'what is no failpoint is not understood: %s',
  (text) => {
    expect(parseFailpoints(text)).toBeNull()
  },
)

test('an armed point acts at its nth passing and never again, and others pass', async () => {
  const failpoint = createFailpoint(parseFailpoints('provider.before=throw@2') ?? [])
  await failpoint('provider.before')
  await failpoint('provider.after')
  await expect(failpoint('provider.before')).rejects.toThrow('provider.before')
  await failpoint('provider.before')
})
