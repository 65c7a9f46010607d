/** The short slice of the parts that send money over HTTP to servers which are killed, stopped and cut off. */
import { test } from 'vitest'
import { expectHeld } from './frame/short.ts'
import { badNetwork } from './parts/bad-network.ts'
import { failpoints } from './parts/failpoints.ts'
import { killCycles } from './parts/kill-cycles.ts'
import { limitEdge } from './parts/limit-edge.ts'
import { rollingRestart } from './parts/rolling-restart.ts'
import { stopped } from './parts/stopped.ts'

for (const part of [killCycles, failpoints, stopped, badNetwork, rollingRestart, limitEdge])
  test(`${part.name}: ${part.about}`, () => expectHeld(part))
