/** The short slice of the part that loses a disk and brings everything back from a backup and the archived log. */
import { test } from 'vitest'
import { expectHeld } from './frame/short.ts'
import { restorePart } from './parts/restore.ts'

test(`${restorePart.name}: ${restorePart.about}`, () => expectHeld(restorePart))
