/** The short slices of the parts that lose a database and bring it back: from a backup and the archived log, and from a dump. */
import { test } from 'vitest'
import { expectHeld } from './frame/short.ts'
import { dumpPart } from './parts/dump.ts'
import { restorePart } from './parts/restore.ts'

for (const part of [restorePart, dumpPart]) test(`${part.name}: ${part.about}`, () => expectHeld(part))
