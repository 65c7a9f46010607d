import { test } from 'vitest'
import { tryRing } from '#test/rewards-ring.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()

test('X-35 a ring of ten that sends money around is paid up to its caps and no further, and every screen shows the sum of the entries', async () => {
  await tryRing(app, { steps: 40, runs: 1 })
}, 180_000)
