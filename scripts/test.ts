/** All checks, from a fresh clone: static ones, every package's tests, the built screens' size, and the journeys in a browser. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireBrowser } from './browser.ts'
import { buildWeb } from './build-web.ts'
import { root } from './paths.ts'
import { staticChecks } from './checks.ts'
import { performSteps, timed } from './steps.ts'
import { type Row, tableOf } from './table.ts'
import { readJourneyReport, readUnitReport } from './test-reports.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Hundreds of processes load the same modules: what is compiled once serves them all. */
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/compiled')

const folder = mkdtempSync(join(tmpdir(), 'puente-test-'))
const unitReport = join(folder, 'unit.json')
const journeyReport = join(folder, 'journeys.json')
const statements = join(folder, 'statements')

const unitTests = {
  name: 'tests of all packages',
  command: 'vitest',
  args: [
    'run',
    ...(process.env.CI ? ['--retry=1'] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
  ],
  env: { STATEMENTS_DIR: statements },
}

const statementCheck = {
  name: 'statements for a distributed database',
  command: 'node',
  args: ['packages/server/src/commands/check-statements.ts', statements, '--all'],
}

const sizeCheck = {
  name: 'size of the screens',
  command: 'npm',
  args: ['run', '--silent', 'size', '-w', '@puente/web'],
  shows: true,
}

const JOURNEYS = 'journeys in a browser'
const journeys = (chromium: string) => ({
  name: JOURNEYS,
  command: 'playwright',
  args: ['test', '-c', 'packages/e2e'],
  env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: journeyReport },
})

const build = () =>
  timed('build of the screens', () =>
    buildWeb(() => {}).then(
      () => ({ code: 0, said: '' }),
      (error: Error) => ({ code: 1, said: error.message }),
    ),
  )

const runAll = async (): Promise<boolean> => {
  const chromium = await requireBrowser()
  const rows: Row[] = [
    ...(await performSteps([...staticChecks, unitTests, statementCheck])),
    await build(),
    ...(await performSteps([sizeCheck, journeys(chromium)])),
  ]
  const reports = new Map([
    [unitTests.name, readUnitReport(unitReport)],
    [JOURNEYS, readJourneyReport(journeyReport)],
  ])
  const found = [...reports.values()].filter((report) => report !== null)
  const sum = (of: 'passed' | 'failed' | 'skipped') => found.reduce((total, report) => total + report[of], 0)
  const troubles = rows.filter(({ failed }) => failed).map(({ name }) => name)
  if (sum('skipped') > 0) troubles.push(`${sum('skipped')} skipped tests`)
  if (found.length < reports.size) troubles.push('a suite left no report')

  say(`\n${tableOf(rows.map((row) => ({ ...row, report: reports.get(row.name) }))).join('\n')}\n`)
  if (troubles.length > 0) say(`Not in order: ${troubles.join(', ')}`)
  for (const title of found.flatMap(({ flaky }) => flaky)) say(`Passed only at a second try: ${title}`)
  say(`${sum('passed')} passed, ${sum('failed')} failed`)
  return troubles.length === 0
}

try {
  process.exitCode = (await runAll()) ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
