/** The short slice of the parts that post to ledgers in processes of their own. */
import { test } from 'vitest'
import { expectHeld } from './frame/short.ts'
import { ambiguousCommit } from './parts/ambiguous-commit.ts'
import { bank } from './parts/bank.ts'
import { concurrency } from './parts/concurrency.ts'
import { deadlockContention } from './parts/deadlock-contention.ts'
import { duplicateStorm } from './parts/duplicate-storm.ts'
import { holdRaces } from './parts/hold-races.ts'
import { knownFaults } from './parts/known-faults.ts'
import { model } from './parts/model.ts'
import { paging } from './parts/paging.ts'
import { reversalCaps } from './parts/reversal-caps.ts'

const parts = [
  model,
  concurrency,
  duplicateStorm,
  ambiguousCommit,
  holdRaces,
  reversalCaps,
  deadlockContention,
  knownFaults,
  bank,
  paging,
]
for (const part of parts) test(`${part.name}: ${part.about}`, () => expectHeld(part))
