import { root } from '../../scripts/paths.ts'
import { assert, type Part } from '../frame/part.ts'
import { runTests } from '../support/run-tests.ts'

/** In one history. */
const OPERATIONS = 300
/** One after the other in one process, with one database and one sandbox, where there is time for them. */
const HISTORIES = 10
const PATIENCE_MS = 1_800_000
const TEST = 'packages/server/src/features/rails/rails-model.test.ts'

/** The test that `npm test` runs shorter; a seed repeats a history there. */
export const rails: Part = {
  name: 'rails',
  about:
    'T13, I6: random histories over all rails: paid, declined, cancelled, returned, never answered; wallets and reports agree',
  covers: 'product',
  needs: [],
  units: { of: 'operations', short: 0, full: 100_000 },
  share: 4,
  run: async ({ random, goesOn, say, extent }) => {
    const together = extent === 'full' ? HISTORIES : 1
    let histories = 0
    for (let done = 0; goesOn(done); done += OPERATIONS * together) {
      const settings = { SEED: random.int(0, 2 ** 31 - 1), OPERATIONS, HISTORIES: together }
      const env = Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [`RAILS_MODEL_${name}`, String(value)]),
      )
      const { hasPassed, message, output } = await runTests(root, ['--project', 'server', TEST], env, PATIENCE_MS)
      const repeat = Object.entries(env).map(([name, value]) => `${name}=${value}`)
      if (!hasPassed) say(`repeat: ${repeat.join(' ')} npx vitest run --project server ${TEST}`)
      assert(hasPassed, 'wallets, books and reports say the same', (message ?? output).slice(0, 1_800))
      histories += together
    }
    return { histories }
  },
}
