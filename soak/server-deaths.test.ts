/** The short slice of the part that sends money over HTTP to servers which are killed and started again. */
import { test } from 'vitest'
import { expectHeld } from './frame/short.ts'
import { killCycles } from './parts/kill-cycles.ts'

test(`${killCycles.name}: ${killCycles.about}`, () => expectHeld(killCycles))
