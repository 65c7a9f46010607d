import { test } from 'vitest'
import { tryRing } from '#test/rewards-ring.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()

test('a ring of ten gains no more than its caps over long histories', async () => {
  await tryRing(app, { steps: 1_500, runs: 8 })
}, 1_800_000)
