/** Judges mutants: spoils the copy with one after another and asks the tests, the likeliest first. */
import { join } from 'node:path'
import { startScratchPostgres } from '@puente/postgres'
import { type Mutant, type MutatedPackage, packageOf } from './mutant.ts'
import { runTests, type TestRun } from '../support/run-tests.ts'
import type { ScratchCopy } from './scratch-copy.ts'
import { tiersFor, tiersOf } from './tiers.ts'

export type Judgement = {
  /** The mutant's file and texts, by which it is known again. */
  mutant: string
  isKilled: boolean
  /** The first test that noticed, or how else the run ended. */
  by: string | null
  seconds: number
}

export type Judge = {
  /** Throws when tests fail on the source as it is: then they would say nothing about mutants. */
  checkSource: (name: MutatedPackage, options: { withProcesses: boolean }) => Promise<string[]>
  judge: (mutant: Mutant) => Promise<Judgement>
  close: () => Promise<void>
}

/** The parts of the short soak in which several processes meet in the posting path. */
const PROCESS_PARTS = ['contention', 'duplicate-storm', 'known-faults']

/** A test that hangs has noticed something, and what it leaves open keeps the clearing up waiting: not for a minute. */
const PATIENCE = ['--testTimeout', '30000', '--hookTimeout', '15000']

export const idOf = ({ file, from, to }: Mutant): string => JSON.stringify([file, from, to])

const secondsSince = (started: number): number => Math.round((performance.now() - started) / 100) / 10

export const createJudge = async (copy: ScratchCopy): Promise<Judge> => {
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
  const server = await startScratchPostgres({ settings })
  const packages = join(copy.folder, 'packages')
  const ask = (name: MutatedPackage, files: string[]): Promise<TestRun> =>
    // The server's suites bring PostgreSQL servers of their own: some of them count what one database did.
    runTests(
      join(packages, name),
      [...PATIENCE, ...files],
      name === 'ledger' ? { TEST_DATABASE_URL: server.superuserUrl } : {},
    )
  const askProcesses = (): Promise<TestRun> =>
    runTests(join(copy.folder, 'soak'), ['ledger-faults', '-t', `^(${PROCESS_PARTS.join('|')}):`], {
      LONG_TESTS: '1',
    })

  const mustPass = async (what: string, run: Promise<TestRun>, started = performance.now()): Promise<string> => {
    const { hasPassed, passed, failed, output } = await run
    if (!hasPassed) throw new Error(`${what} fail without any mutant: ${failed ?? output.slice(-4_000)}`)
    return `${what}: ${passed} pass in ${secondsSince(started)} s`
  }

  return {
    checkSource: async (name, { withProcesses }) => {
      const lines: string[] = []
      for (const files of tiersFor(packages, name, null))
        lines.push(await mustPass(`tests of the ${name}`, ask(name, files)))
      if (!withProcesses) return lines
      const started = performance.now()
      const run = await askProcesses()
      // A filter that matches nothing passes as well, and would let every such mutant survive.
      if (run.hasPassed && run.passed !== PROCESS_PARTS.length)
        throw new Error(`of the ${PROCESS_PARTS.length} parts with processes ${run.passed} were run`)
      return [...lines, await mustPass('parts with processes', Promise.resolve(run), started)]
    },
    judge: async (mutant) => {
      const started = performance.now()
      const told = (isKilled: boolean, by: string | null): Judgement => ({
        mutant: idOf(mutant),
        isKilled,
        by,
        seconds: secondsSince(started),
      })
      const mend = copy.apply(mutant)
      try {
        for (const files of tiersOf(packages, mutant)) {
          const run = await ask(packageOf(mutant), files)
          if (!run.hasPassed) return told(true, run.failed)
        }
        if (!mutant.needsProcesses) return told(false, null)
        const run = await askProcesses()
        return told(!run.hasPassed, run.failed)
      } finally {
        mend()
      }
    },
    close: () => server.remove(),
  }
}
