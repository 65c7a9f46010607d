/** `npm run soak`: tries out the faults that money must survive, each in a part of its own, and says what held. */
import { type Arguments, readArguments, USAGE } from './frame/arguments.ts'
import type { Part } from './frame/part.ts'
import { soakContent } from './frame/content.ts'
import { createMemory, currentCommit } from './frame/remembered.ts'
import { type Extent, lineOf, type PartReport, runPart } from './frame/run-part.ts'
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

const extentOf = (part: Part, parts: readonly Part[], { full, minutes }: Arguments): Extent => {
  if (full) return { kind: 'full' }
  const shares = parts.reduce((sum, { share }) => sum + share, 0)
  return { kind: 'timed', ms: (minutes * 60_000 * part.share) / shares }
}

const runAll = async (args: Arguments): Promise<PartReport[]> => {
  const parts = chosen(args)
  const content = soakContent()
  const memory = createMemory<PartReport>('full', content)
  const done = args.full && !args.again ? memory.recall() : []
  tell(`seed ${args.seed}, content ${content}, commit ${currentCommit()}, ${process.platform}, Node ${process.version}`)
  const reports: PartReport[] = []
  for (const part of parts) {
    if (!isAsked) break
    const earlier = done.find((one) => one.part === part.name && one.verdict === 'held')
    if (earlier) tell(`${part.name}: done before, with seed ${earlier.seed}`)
    else tell(`${part.name}: ${part.about}`)
    const extent = extentOf(part, parts, args)
    const say = (line: string): void => tell(`  ${line}`)
    const report = earlier ?? (await runPart(part, { seed: args.seed, extent, say, isAsked: () => isAsked }))
    tell(lineOf(report, part.units.of))
    if (report.verdict === 'BROKEN')
      tell(`  ${report.reason}\n  repeat: npm run soak -- --part ${part.name} --seed ${report.seed}`)
    reports.push(report)
    if (args.full && isAsked) {
      const others = done.filter((one) => !reports.some(({ part: name }) => name === one.part))
      memory.remember([...others, ...reports])
    }
  }
  return reports
}

const main = async (): Promise<number> => {
  const args = readArguments(process.argv.slice(2))
  if (args.list) {
    for (const { name, about } of allParts) tell(`${name.padEnd(18)} ${about}`)
    return 0
  }
  const reports = await runAll(args)
  const count = (verdict: PartReport['verdict']): number => reports.filter((one) => one.verdict === verdict).length
  const [held, broken, notRun] = [count('held'), count('BROKEN'), count('not run')]
  tell(`\n${summaryOf(chosen(args), reports, args.full).join('\n')}\n`)
  tell(`${held} held, ${broken} broken, ${notRun} not run`)
  return broken > 0 || (args.strict && notRun > 0) ? 1 : 0
}

try {
  // A part that hangs leaves things behind; what it started ends with this process.
  process.exit(await main())
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  process.exit(2)
}
