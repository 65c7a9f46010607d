/**
 * `npm run mutants`: takes away one line of the posting path after another and runs the ledger's tests against what is
 * left. A mutant that no test notices is a line that nothing proves. `--only TEXT` chooses by file or reason, `--check`
 * only compares the list with the source.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startScratchPostgres } from '@puente/postgres'
import { root } from '../scripts/paths.ts'
import { mutants } from './mutants/list.ts'
import type { Mutant } from './mutants/mutant.ts'
import { makeScratchCopy, type ScratchCopy } from './mutants/scratch-copy.ts'

const WANTED_PERCENT = 95
const SUITE_MS = 180_000
/** The parts of the short soak in which several processes meet in the posting path. */
const PROCESS_PARTS = 'concurrency|duplicate-storm|deadlock-bait|known-faults'

const tell = (line: string): void => void process.stdout.write(`${line}\n`)

type Run = { hasPassed: boolean; output: string }

/** Runs tests. A suite that hangs has noticed something. */
const runTests = async (folder: string, args: string[], env: Record<string, string> = {}): Promise<Run> => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--bail', '1', '--reporter', 'dot', ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const timer = setTimeout(() => child.kill('SIGKILL'), SUITE_MS)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  return { hasPassed: code === 0, output }
}

/** Runs the suites against each mutant; answers those that nobody noticed. Throws when the source itself fails. */
const findSurvivors = async (copy: ScratchCopy, chosen: readonly Mutant[]): Promise<Mutant[]> => {
  const server = await startScratchPostgres({ settings: { fsync: 'off', max_connections: '200' } })
  const suite = (): Promise<Run> =>
    runTests(join(copy.folder, 'packages/ledger'), [], { LEDGER_TEST_SERVER: server.superuserUrl })
  const soak = (): Promise<Run> => runTests(join(copy.folder, 'soak'), ['ledger-faults.test.ts', '-t', PROCESS_PARTS])
  const survives = async (mutant: Mutant): Promise<boolean> => {
    const mend = copy.apply(mutant)
    try {
      return (await suite()).hasPassed && (!mutant.needsProcesses || (await soak()).hasPassed)
    } finally {
      mend()
    }
  }
  try {
    const needed = chosen.some(({ needsProcesses }) => needsProcesses) ? [suite, soak] : [suite]
    for (const tests of needed) {
      const { hasPassed, output } = await tests()
      if (!hasPassed) throw new Error(`the tests fail without any mutant:\n${output.slice(-4_000)}`)
    }
    const survivors: Mutant[] = []
    for (const [n, mutant] of chosen.entries()) {
      const isSurvivor = await survives(mutant)
      if (isSurvivor) survivors.push(mutant)
      tell(`${String(n + 1).padStart(3)} ${isSurvivor ? 'SURVIVED' : 'killed  '} ${mutant.file}: ${mutant.why}`)
    }
    return survivors
  } finally {
    await server.remove()
  }
}

const main = async (): Promise<number> => {
  const { values } = parseArgs({ options: { only: { type: 'string' }, check: { type: 'boolean' } } })
  const chosen = mutants.filter(({ file, why }) => !values.only || `${file} ${why}`.includes(values.only))
  const copy = makeScratchCopy()
  try {
    const misfits = chosen.filter((mutant) => copy.misfit(mutant) !== null)
    for (const mutant of misfits) tell(`MISFIT ${mutant.file}: ${copy.misfit(mutant)}: ${JSON.stringify(mutant.from)}`)
    const fitting = chosen.filter((mutant) => !misfits.includes(mutant))
    tell(`${fitting.length} of ${chosen.length} mutants fit the source`)
    // A list that no longer fits is a failure of its own: it would grow silently shorter.
    if (values.check) return misfits.length > 0 ? 2 : 0
    const killed = fitting.length - (await findSurvivors(copy, fitting)).length
    const percent = Math.round((killed / fitting.length) * 1000) / 10
    tell(`\n${killed} of ${fitting.length} killed (${percent} %)`)
    return misfits.length > 0 ? 2 : percent >= WANTED_PERCENT ? 0 : 1
  } finally {
    copy.remove()
  }
}

process.exitCode = await main()
