/** The short slice of the parts that post to ledgers in processes of their own: what only several processes can show. */
import { test } from 'vitest'
import { expectHeld } from './frame/short.ts'
import { ambiguousCommit } from './parts/ambiguous-commit.ts'
import { contention } from './parts/contention.ts'
import { duplicateStorm } from './parts/duplicate-storm.ts'
import { holdRaces } from './parts/hold-races.ts'

const parts = [duplicateStorm, ambiguousCommit, holdRaces, contention]
for (const part of parts) test(`${part.name}: ${part.about}`, () => expectHeld(part))
