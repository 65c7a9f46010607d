import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { mutants } from './mutants/list.ts'
import { makeScratchCopy } from './mutants/scratch-copy.ts'
import { tiersFor } from './mutants/tiers.ts'

const copy = makeScratchCopy()
afterAll(() => copy.remove())

test('T32: every mutant still names a line of the posting path, once', () => {
  const misfits = mutants.map((mutant) => [mutant.from, copy.misfit(mutant)]).filter(([, reason]) => reason !== null)
  expect(misfits).toEqual([])
})

test('T32: a mutant changes the copy, and mending restores it', () => {
  for (const mutant of mutants) {
    const mend = copy.apply(mutant)
    expect(copy.misfit(mutant), mutant.why).not.toBeNull()
    mend()
    expect(copy.misfit(mutant), mutant.why).toBeNull()
  }
})

test('T32: every mutant has tests of its own that are asked first, and every other file of tests is asked after them', () => {
  const ledger = join(copy.folder, 'packages/ledger')
  const files = readdirSync(join(ledger, 'src')).filter((name) => name.endsWith('.test.ts'))
  for (const mutant of mutants) {
    const tiers = tiersFor(ledger, mutant)
    expect(tiers, mutant.file).toHaveLength(3)
    expect(tiers.flat().toSorted(), mutant.file).toEqual(files.map((name) => `src/${name}`).toSorted())
  }
})
