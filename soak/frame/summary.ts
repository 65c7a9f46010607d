/** What a run comes to, as it goes into the documentation: one table, and in words what it does not show. */
import type { Part } from './part.ts'
import { type PartReport, unitsIn } from './run-part.ts'

type Named = Pick<Part, 'name' | 'units'>

const row = (...cells: (string | number)[]): string => `| ${cells.join(' | ')} |`
const numbered = (value: number | string): string => (typeof value === 'number' ? value.toLocaleString('en-US') : value)

const rowOf = ({ part, verdict, seed, units, seconds, figures, misses, reason }: PartReport, of: string): string => {
  const numbers = Object.entries(figures).map(([name, value]) => `${name} ${numbered(value)}`)
  const missed = misses.map((miss) => `missed: ${miss}`)
  const seen = reason === null ? [...numbers, ...missed] : [reason.split('\n', 1)[0] ?? '']
  return row(`\`${part}\``, verdict, `${numbered(units)} ${of}`, seed, numbered(seconds), seen.join(', '))
}

const sentence = (start: string, those: readonly string[]): string[] =>
  those.length === 0 ? [] : [`${start}: ${those.join('; ')}.`]

/**
 * One row for each report, since a part may have been run in several goes; parts without one were not reached. `isFull`
 * asks for full counts.
 */
export const summaryOf = (parts: readonly Named[], reports: readonly PartReport[], isFull: boolean): string[] => {
  const told = parts.map((part) => ({ ...part, reports: reports.filter((one) => one.part === part.name) }))
  const run = told.map((part) => ({ ...part, reports: part.reports.filter(({ verdict }) => verdict !== 'not run') }))
  const cutShort = run.filter(
    ({ units, reports: all }) =>
      all.length > 0 && all.every(({ verdict }) => verdict !== 'BROKEN') && unitsIn(all) < units.full,
  )
  return [
    row('part', 'verdict', 'done', 'seed', 'seconds', 'seen'),
    row('---', '---', '---', '---', '---', '---'),
    ...run.flatMap(({ units, reports: all }) => all.map((report) => rowOf(report, units.of))),
    '',
    ...sentence(
      'Could not be run on this machine',
      reports.filter(({ verdict }) => verdict === 'not run').map(({ part, reason }) => `${part} ${reason}`),
    ),
    ...sentence(
      'Ended before the full count',
      isFull
        ? cutShort.map(
            ({ name, units, reports: all }) =>
              `${name} with ${numbered(unitsIn(all))} of ${numbered(units.full)} ${units.of}`,
          )
        : [],
    ),
    ...sentence(
      'Not reached',
      told.filter(({ reports: all }) => all.length === 0).map(({ name }) => name),
    ),
  ]
}
