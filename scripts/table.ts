/** The table at the end of `npm test`: what every step took and how many tests it ran, so that growth is seen. */
import type { Outcome } from './steps.ts'
import type { TestReport } from './test-reports.ts'

export type Row = Outcome & { report?: TestReport | null }

const line = (name: string, seconds: number, tests: number | undefined, indent = ''): string =>
  `${(indent + name).padEnd(50)}${(indent + seconds.toFixed(1)).padStart(10)}${String(tests ?? '').padStart(8)}`

/** Below a step stand its parts, with the seconds of their tests added up: two run at a time, and loading is not in them. */
const linesOf = ({ name, seconds, report }: Row): string[] => {
  if (!report) return [line(name, seconds, undefined)]
  const parts = report.groups.map((part) => line(part.name, part.seconds, part.tests, '  '))
  return [line(name, seconds, report.passed + report.failed), ...parts]
}

/**
 * @param seconds what all steps took together, less than their sum where some ran side by side
 * @returns the lines; each part of a step is indented below it and not in the total a second time
 */
export const tableOf = (rows: readonly Row[], seconds: number): string[] => {
  const tests = rows.reduce((sum, { report }) => sum + (report ? report.passed + report.failed : 0), 0)
  return [
    `${'step'.padEnd(50)}${'seconds'.padStart(10)}${'tests'.padStart(8)}`,
    ...rows.flatMap(linesOf),
    line('total', seconds, tests),
  ]
}
