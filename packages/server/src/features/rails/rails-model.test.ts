/** All rails together in a random history; `RAILS_SEED` makes it another one, as the soak does, `RAILS_OPERATIONS` longer. */
import { expect, test } from 'vitest'
import { playHistory } from '#test/rails/model.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()
const OPERATIONS = Number(process.env['RAILS_OPERATIONS'] ?? 150)
const SEED = Number(process.env['RAILS_SEED'] ?? 7)

test(
  'after any history over all rails every wallet has what the providers’ books say',
  { timeout: 600_000 },
  async () => {
    const { log, ...history } = await playHistory(app, SEED, OPERATIONS)
    process.stdout.write(`${JSON.stringify({ ...history, steps: log.length })} (seed ${SEED})\n`)
    expect(history.completed).toBeGreaterThan(0)
  },
)
