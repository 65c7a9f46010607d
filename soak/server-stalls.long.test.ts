/** The short slice of the parts that send money over HTTP to servers which stand still, are cut off, or meet at a limit. */
import { test } from 'vitest'
import { expectHeld } from './frame/short.ts'
import { badNetwork } from './parts/bad-network.ts'
import { limitEdge } from './parts/limit-edge.ts'
import { stopped } from './parts/stopped.ts'

for (const part of [stopped, badNetwork, limitEdge]) test(`${part.name}: ${part.about}`, () => expectHeld(part))
