import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { mutants } from './mutants/list.ts'
import { makeScratchCopy } from './mutants/scratch-copy.ts'
import { packageOf } from './mutants/mutant.ts'
import { tiersFor, tiersOf } from './mutants/tiers.ts'

const copy = makeScratchCopy()
afterAll(() => copy.remove())

test('T32: every mutant still names a line of the money path, once', () => {
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
  const packages = join(copy.folder, 'packages')
  for (const mutant of mutants) {
    const tiers = tiersOf(packages, mutant)
    const all = tiersFor(packages, packageOf(mutant), null).flat()
    expect(tiers.length, mutant.file).toBeGreaterThan(1)
    expect(tiers.flat().toSorted(), mutant.file).toEqual(all.toSorted())
    expect(tiers[0]?.length, mutant.file).toBeLessThan(all.length / 2)
  }
})
