/** The short slices of the other parts that post to ledgers in processes of their own. */
import { test } from 'vitest'
import { expectHeld } from './frame/short.ts'
import { knownFaults } from './parts/known-faults.ts'
import { model } from './parts/model.ts'
import { paging } from './parts/paging.ts'
import { reversalCaps } from './parts/reversal-caps.ts'

for (const part of [model, knownFaults, paging, reversalCaps])
  test(`${part.name}: ${part.about}`, () => expectHeld(part))
