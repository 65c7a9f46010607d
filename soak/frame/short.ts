import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import type { Part } from './part.ts'
import { lineOf, runPart } from './run-part.ts'

/** Runs a part to its short count, as a test does, with a seed that `SOAK_SEED` repeats. */
export const expectHeld = async (part: Part): Promise<void> => {
  const seed = Number(process.env.SOAK_SEED ?? randomInt(2 ** 31))
  const report = await runPart(part, { seed, extent: { kind: 'short' }, say: () => {}, isAsked: () => true })
  process.stdout.write(`${lineOf(report, part.units.of)} (seed ${seed})\n`)
  if (report.verdict !== 'not run') expect(report.reason, `seed ${seed}`).toBeNull()
}
