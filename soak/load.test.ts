/** The short slice of the parts that ask for more than fits; nothing about speed is judged here. */
import { test } from 'vitest'
import { expectHeld } from './frame/short.ts'
import { overload } from './parts/overload.ts'

for (const part of [overload]) test(`${part.name}: ${part.about}`, () => expectHeld(part))
