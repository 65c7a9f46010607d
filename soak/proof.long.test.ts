/** The short slice of the parts that ask whether a change behind the product's back would be seen. */
import { test } from 'vitest'
import { expectHeld } from './frame/short.ts'
import { rebuilding } from './parts/rebuild.ts'
import { tampering } from './parts/tamper.ts'

for (const part of [tampering, rebuilding]) test(`${part.name}: ${part.about}`, () => expectHeld(part))
