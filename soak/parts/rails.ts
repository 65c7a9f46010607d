import { root } from '../../scripts/paths.ts'
import { assert, type Part } from '../frame/part.ts'
import { runTests } from '../support/run-tests.ts'

/** In one history, with a database and a sandbox of its own. */
const OPERATIONS = 300
const TEST = 'packages/server/src/features/rails/rails-model.test.ts'

/** Each history is one run of the test that `npm test` runs shorter; its seed repeats it there. */
export const rails: Part = {
  name: 'rails',
  about:
    'random histories over all rails together: paid, declined, cancelled, returned; wallets as the providers’ books say',
  covers: 'product',
  needs: [],
  units: { of: 'operations', short: 0, full: 100_000 },
  share: 4,
  run: async ({ random, goesOn, say }) => {
    let histories = 0
    for (let done = 0; goesOn(done); done += OPERATIONS) {
      const seed = random.int(0, 2 ** 31 - 1)
      const env = { RAILS_SEED: String(seed), RAILS_OPERATIONS: String(OPERATIONS) }
      const { hasPassed, failed, output } = await runTests(root, ['--project', 'server', TEST], env)
      if (!hasPassed)
        say(`repeat: RAILS_SEED=${seed} RAILS_OPERATIONS=${OPERATIONS} npx vitest run --project server ${TEST}`)
      assert(hasPassed, 'every wallet has what the model has', { seed, failed, output: output.slice(-1_500) })
      histories += 1
    }
    return { histories }
  },
}
