/**
 * All rails together in random histories, another one each time. What fails is printed with its seed: `RAILS_MODEL_SEED` repeats it,
 * `RAILS_MODEL_OPERATIONS` up to where it broke, `RAILS_MODEL_REST_EVERY=1` to the very step. The soak plays more and longer ones.
 */
import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { playHistory } from '#test/rails/model.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()

const setting = (name: string, fallback: number): number => Number(process.env[`RAILS_MODEL_${name}`] ?? fallback)
const SEED = setting('SEED', randomInt(2 ** 31))
const OPERATIONS = setting('OPERATIONS', 100)
const REST_EVERY = setting('REST_EVERY', 30)
/** One after the other in one world, with people of their own. */
const HISTORIES = setting('HISTORIES', 1)
const DAY_MS = 86_400_000

test(
  'I6 after any history over all rails every wallet has what the providers’ books say, and no report differs from ours',
  { timeout: 1_800_000 },
  async () => {
    const since = new Date(app.clock.now().getTime() - DAY_MS)
    for (let seed = SEED; seed < SEED + HISTORIES; seed += 1) {
      const asked = { seed, operations: OPERATIONS, restEvery: REST_EVERY, since }
      const { log, ...history } = await playHistory(app, asked)
      process.stdout.write(`${JSON.stringify({ ...history, steps: log.length })} (RAILS_MODEL_SEED=${seed})\n`)
      expect(history.completed).toBeGreaterThan(0)
    }
  },
)
