/** The short slice of the part in which a stranger does what one machine can. */
import { test } from 'vitest'
import { expectHeld } from './frame/short.ts'
import { stranger } from './parts/stranger.ts'

test(`${stranger.name}: ${stranger.about}`, () => expectHeld(stranger))
