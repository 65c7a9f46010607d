/** `npm run soak`: tries out the faults that money must survive, each in a part of its own, and says what held. */
import { type Arguments, readArguments, USAGE } from './frame/arguments.ts'
import type { Part } from './frame/part.ts'
import { contentOfPart } from './frame/content.ts'
import { lacking } from './frame/needs.ts'
import { createMemory, currentCommit } from './frame/remembered.ts'
import { type Extent, lineOf, type PartReport, runPart, unitsIn } from './frame/run-part.ts'
import { summaryOf } from './frame/summary.ts'
import { parts as allParts } from './parts/index.ts'

const tell = (line: string): void => void process.stdout.write(`${line}\n`)

let isAsked = true
process.once('SIGINT', () => {
  isAsked = false
  tell('Asked to stop: ending the part that runs …')
})

const chosen = ({ parts }: Arguments): Part[] => {
  const unknown = parts.filter((name) => !allParts.some((part) => part.name === name))
  if (unknown.length > 0) throw new Error(`There is no part called ${unknown.join(', ')}; --list names them`)
  return parts.length === 0 ? [...allParts] : allParts.filter(({ name }) => parts.includes(name))
}

const timedExtent = (part: Part, parts: readonly Part[], { minutes }: Arguments): Extent => {
  const shares = parts.reduce((sum, { share }) => sum + share, 0)
  return { kind: 'timed', ms: (minutes * 60_000 * part.share) / shares }
}

const runOne = async (part: Part, seed: number, extent: Extent): Promise<PartReport> => {
  tell(`${part.name}: ${part.about}`)
  const say = (line: string): void => tell(`  ${line}`)
  const report = await runPart(part, { seed, extent, say, isAsked: () => isAsked })
  tell(lineOf(report, part.units.of))
  if (report.verdict === 'BROKEN')
    tell(`  ${report.reason}\n  repeat: npm run soak -- --part ${part.name} --seed ${report.seed}`)
  return report
}

/** What is missing to the full count, at most until the deadline; answers that and what was done before. */
const goOnWith = async (part: Part, { seed, again }: Arguments, deadline: number): Promise<PartReport[]> => {
  const content = contentOfPart(part)
  const memory = createMemory<PartReport>(`full-${part.name}`, content)
  const before = again ? [] : memory.recall()
  for (const report of before) tell(`before, with seed ${report.seed}: ${lineOf(report, part.units.of)}`)
  const done = unitsIn(before)
  if (done >= part.units.full) return before
  const ms = deadline - performance.now()
  if (ms <= 0) return before
  // A repeated seed must give the same choices, but not the same ones twice within one count.
  const report = await runOne(part, seed + before.length, { kind: 'full', before: done, ms })
  const all = [...before, report]
  // Servers that were started again meanwhile would have been another text's.
  const isOneText = contentOfPart(part) === content
  if (!isOneText) tell(`  ${part.name}: what it exercises was changed meanwhile, so this is not remembered`)
  else if (report.verdict !== 'BROKEN' && report.units > 0) memory.remember(all)
  return all
}

const runAll = async (args: Arguments): Promise<PartReport[]> => {
  const parts = chosen(args)
  const deadline = performance.now() + args.minutes * 60_000
  tell(`seed ${args.seed}, commit ${currentCommit()}, ${process.platform}, Node ${process.version}`)
  const reports: PartReport[] = []
  for (const part of parts) {
    if (!isAsked) break
    const those = args.full
      ? await goOnWith(part, args, deadline)
      : [await runOne(part, args.seed, timedExtent(part, parts, args))]
    reports.push(...those)
  }
  return reports
}

const main = async (): Promise<number> => {
  const args = readArguments(process.argv.slice(2))
  if (args.list) {
    for (const { name, about, needs } of allParts) {
      const lacks = lacking(needs)
      tell(`${name.padEnd(20)} ${about}${lacks.length > 0 ? ` (not here: needs ${lacks.join(' and ')})` : ''}`)
    }
    return 0
  }
  const reports = await runAll(args)
  // The last go at a part is the one made now; what held before does not make up for it, nor does it for what was too slow.
  const wasSlow = new Set(reports.filter(({ verdict }) => verdict === 'TOO SLOW').map(({ part }) => part))
  const last = new Map(reports.map(({ part, verdict }) => [part, verdict]))
  const verdicts = [...last].map(([part, verdict]) => (verdict === 'held' && wasSlow.has(part) ? 'TOO SLOW' : verdict))
  const count = (verdict: PartReport['verdict']): number => verdicts.filter((one) => one === verdict).length
  const [held, slow, broken, notRun] = [count('held'), count('TOO SLOW'), count('BROKEN'), count('not run')]
  tell(`\n${summaryOf(chosen(args), reports, args.full).join('\n')}\n`)
  tell(`${held} held, ${slow} held but too slow, ${broken} broken, ${notRun} not run`)
  return broken + slow > 0 || (args.strict && notRun > 0) ? 1 : 0
}

try {
  // A part that hangs leaves things behind; what it started ends with this process.
  process.exit(await main())
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  process.exit(2)
}
