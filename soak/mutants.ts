/**
 * `npm run mutants`: takes away one line of the money path after another, in the ledger and in the server's money code, and
 * runs the tests of that package against what is left. A mutant that no test notices is a line that nothing proves. What was judged is remembered as long as neither the
 * package nor its tests change, so that a run can be interrupted and gone on with.
 */
import { parseArgs } from 'node:util'
import { mutantsContent } from './frame/content.ts'
import { createMemory } from './frame/remembered.ts'
import { createJudge, idOf, type Judgement } from './mutants/judge.ts'
import { mutants } from './mutants/list.ts'
import { MUTATED_PACKAGES, type Mutant, type MutatedPackage, packageOf } from './mutants/mutant.ts'
import { makeScratchCopy, type ScratchCopy } from './mutants/scratch-copy.ts'

const USAGE = `npm run mutants -- [--only TEXT] [--sample N] [--again] [--check]

  --only TEXT   those whose file or reason has this text
  --sample N    N of them, spread over the list
  --again       judge those as well that were judged before
  --check       only compare the list with the source
`

const WANTED_PERCENT = 95

const tell = (line: string): void => void process.stdout.write(`${line}\n`)

let isAsked = true
process.once('SIGINT', () => {
  isAsked = false
  tell('Asked to stop; what was judged is remembered')
})

const spread = <T>(list: readonly T[], count: number): T[] =>
  Array.from({ length: Math.min(count, list.length) }, (_, n) => list[Math.floor((n * list.length) / count)] as T)

/** Judges what has not been judged yet, and answers everything that is known about those asked for. */
const judgeAll = async (
  copy: ScratchCopy,
  name: MutatedPackage,
  chosen: readonly Mutant[],
  again: boolean,
): Promise<Judgement[]> => {
  const content = mutantsContent(name)
  const memory = createMemory<Judgement>(`mutants-${name}`, content)
  const known = new Map(memory.recall().map((one) => [one.mutant, one]))
  const open = chosen.filter((mutant) => again || !known.has(idOf(mutant)))
  tell(`${name}, content ${content}: ${chosen.length - open.length} judged before, ${open.length} to judge`)
  if (open.length > 0) {
    const judge = await createJudge(copy)
    try {
      const withProcesses = open.some(({ needsProcesses }) => needsProcesses)
      for (const line of await judge.checkSource(name, { withProcesses })) tell(`without a mutant, ${line}`)
      for (const [n, mutant] of open.entries()) {
        const judgement = await judge.judge(mutant)
        // The tests heard of the interruption too; what they said then means nothing.
        if (!isAsked) break
        const word = judgement.isKilled ? 'killed  ' : 'SURVIVED'
        tell(`${String(n + 1).padStart(3)} ${word} ${judgement.seconds} s ${mutant.file}: ${mutant.why}`)
        if (judgement.isKilled) tell(`             ${judgement.by ?? 'the tests ended without a report'}`)
        known.set(judgement.mutant, judgement)
        memory.remember([...known.values()])
      }
      // Tests that fail for a reason of their own would have killed everything.
      if (isAsked) await judge.checkSource(name, { withProcesses: false })
    } finally {
      await judge.close()
    }
  }
  return chosen.flatMap((mutant) => known.get(idOf(mutant)) ?? [])
}

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      sample: { type: 'string' },
      again: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
  })
  const named = mutants.filter(({ file, why }) => !values.only || `${file} ${why}`.includes(values.only))
  const chosen = values.sample === undefined ? named : spread(named, Number(values.sample))
  const copy = makeScratchCopy()
  try {
    const misfits = chosen.filter((mutant) => copy.misfit(mutant) !== null)
    for (const mutant of misfits) tell(`MISFIT ${mutant.file}: ${copy.misfit(mutant)}: ${JSON.stringify(mutant.from)}`)
    const fitting = chosen.filter((mutant) => !misfits.includes(mutant))
    tell(`${fitting.length} of ${chosen.length} mutants fit the source`)
    // A list that no longer fits is a failure of its own: it would grow silently shorter.
    if (values.check) return misfits.length > 0 ? 2 : 0
    const judged: Judgement[] = []
    for (const name of MUTATED_PACKAGES) {
      const own = fitting.filter((mutant) => packageOf(mutant) === name)
      if (own.length > 0 && isAsked) judged.push(...(await judgeAll(copy, name, own, values.again)))
    }
    const killed = judged.filter(({ isKilled }) => isKilled).length
    const percent = judged.length === 0 ? 0 : Math.round((killed / judged.length) * 1000) / 10
    const seconds = Math.round(judged.reduce((sum, one) => sum + one.seconds, 0))
    tell(`\n${killed} of ${judged.length} killed (${percent} %), in ${seconds} s`)
    if (judged.length < fitting.length) tell(`${fitting.length - judged.length} not judged yet`)
    for (const mutant of fitting)
      if (judged.some((one) => one.mutant === idOf(mutant) && !one.isKilled)) tell(`survived: ${mutant.why}`)
    return misfits.length > 0 ? 2 : percent >= WANTED_PERCENT && judged.length === fitting.length ? 0 : 1
  } finally {
    copy.remove()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  process.exitCode = 2
}
