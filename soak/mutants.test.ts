import { afterAll, expect, test } from 'vitest'
import { mutants } from './mutants/list.ts'
import { makeScratchCopy } from './mutants/scratch-copy.ts'

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
