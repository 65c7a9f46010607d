/** What a run comes to, as it goes into the documentation: one table, and in words what it does not show. */
import type { Part } from './part.ts'
import type { PartReport } from './run-part.ts'

type Named = Pick<Part, 'name' | 'units'>

const row = (...cells: (string | number)[]): string => `| ${cells.join(' | ')} |`
const numbered = (value: number | string): string => (typeof value === 'number' ? value.toLocaleString('en-US') : value)

const rowOf = ({ part, verdict, seed, units, seconds, figures, reason }: PartReport, of: string): string => {
  const numbers = Object.entries(figures).map(([name, value]) => `${name} ${numbered(value)}`)
  const seen = reason === null ? numbers : [reason.split('\n', 1)[0] ?? '']
  return row(`\`${part}\``, verdict, `${numbered(units)} ${of}`, seed, numbered(seconds), seen.join(', '))
}

const sentence = (start: string, those: readonly string[]): string[] =>
  those.length === 0 ? [] : [`${start}: ${those.join('; ')}.`]

/** `reports` in the order of `parts`; parts without one were not reached. `isFull` asks for full counts. */
export const summaryOf = (parts: readonly Named[], reports: readonly PartReport[], isFull: boolean): string[] => {
  const told = parts.map((part) => ({ ...part, report: reports.find((one) => one.part === part.name) }))
  const run = told.flatMap(({ units, report }) => (report && report.verdict !== 'not run' ? [{ units, report }] : []))
  const cutShort = run.filter(({ units, report }) => report.verdict === 'held' && report.units < units.full)
  return [
    row('part', 'verdict', 'done', 'seed', 'seconds', 'seen'),
    row('---', '---', '---', '---', '---', '---'),
    ...run.map(({ units, report }) => rowOf(report, units.of)),
    '',
    ...sentence(
      'Could not be run on this machine',
      reports.filter(({ verdict }) => verdict === 'not run').map(({ part, reason }) => `${part} ${reason}`),
    ),
    ...sentence(
      'Ended before the full count',
      isFull
        ? cutShort.map(
            ({ units, report }) =>
              `${report.part} with ${numbered(report.units)} of ${numbered(units.full)} ${units.of}`,
          )
        : [],
    ),
    ...sentence(
      'Not reached',
      told.filter(({ report }) => !report).map(({ name }) => name),
    ),
  ]
}
