/** The short slices of the other parts in which servers die or are restarted under load. */
import { test } from 'vitest'
import { expectHeld } from './frame/short.ts'
import { failpoints } from './parts/failpoints.ts'
import { rollingRestart } from './parts/rolling-restart.ts'

for (const part of [failpoints, rollingRestart]) test(`${part.name}: ${part.about}`, () => expectHeld(part))
