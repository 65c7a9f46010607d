/** The short slice of the parts that send money over HTTP to servers which are killed and started again. */
import { test } from 'vitest'
import { expectHeld } from './frame/short.ts'
import { failpoints } from './parts/failpoints.ts'
import { killCycles } from './parts/kill-cycles.ts'
import { rollingRestart } from './parts/rolling-restart.ts'

for (const part of [killCycles, failpoints, rollingRestart]) test(`${part.name}: ${part.about}`, () => expectHeld(part))
