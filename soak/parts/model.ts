import { createLedger, type Ledger } from '@puente/ledger'
import { createModel, type Step, steps, wallet, wordFor } from '@puente/ledger/testing'
import * as fc from 'fast-check'
import { assert, type Part } from '../frame/part.ts'
import { LEDGER_OPTIONS } from '../support/ledger-options.ts'
import { inLedgerWorld } from '../support/ledger-world.ts'

const HISTORY = 400
const RUNS = 10

/** Plays a history against the model and the ledger; both must say the same at every step and stand the same at the end. */
const play = async (ledger: Ledger, history: Step[]): Promise<number> => {
  const model = createModel(ledger.house)
  const played = history.flatMap((step) => model.play(step) ?? [])
  const outcomes = await Promise.all(played.map(({ command }) => ledger.post(command)))
  const [words, foretold] = [outcomes.map(wordFor), played.map(({ expected }) => expected)]
  const at = words.findIndex((word, n) => word !== foretold[n])
  assert(at === -1, 'the ledger does what the model foretells', { at, is: words[at], foretold: foretold[at] })
  const balances = await Promise.all(model.users.map((id) => ledger.balance(wallet(id))))
  const standings = balances.map(({ balanceCents, heldCents }) => ({
    balance: Number(balanceCents),
    held: Number(heldCents),
  }))
  assert(JSON.stringify(standings) === JSON.stringify(model.standings()), 'the ledger stands where the model does', {
    standings,
    foretold: model.standings(),
  })
  return played.length
}

export const model: Part = {
  name: 'model',
  about: 'random commands against a reference model that shares no code with the ledger; failures are shrunk',
  covers: 'ledger',
  needs: [],
  units: { of: 'commands', short: 3_000, full: 1_000_000 },
  share: 4,
  run: ({ random, goesOn }) =>
    inLedgerWorld({}, async (world) => {
      // Batches of one, of a few and of many decide alike. One lane, since the model knows the order of the commands.
      const ledgers = [1, 7, 64].map((batchLimit) =>
        createLedger({ pool: world.pool(), ...LEDGER_OPTIONS, batchLimit, connections: 1 }),
      )
      let commands = 0
      let histories = 0
      try {
        while (goesOn(commands)) {
          const ledger = random.pick(ledgers)
          const property = fc.asyncProperty(steps(HISTORY), async (history) => {
            commands += await play(ledger, history)
            histories += 1
          })
          await fc.assert(property, { numRuns: RUNS, seed: random.int(0, 2 ** 31 - 1) })
        }
      } finally {
        await Promise.all(ledgers.map((ledger) => ledger.close()))
      }
      await world.check()
      return { histories }
    }),
}
