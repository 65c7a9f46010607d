/**
 * All checks, from a fresh clone: static ones, every package's tests, the built screens' size, and the journeys in a browser. What
 * computes stands beside what waits: tests that start and kill servers run during the static checks and the build of the screens.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireBrowser } from './browser.ts'
import { buildWeb } from './build-web.ts'
import { root } from './paths.ts'
import { staticLanes } from './checks.ts'
import { performLanes, performSteps, type Step, timed } from './steps.ts'
import { type Row, tableOf } from './table.ts'
import { readJourneyReport, readUnitReport } from './test-reports.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Hundreds of processes load the same modules: what is compiled once serves them all. */
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/compiled')

const folder = mkdtempSync(join(tmpdir(), 'puente-test-'))
const journeyReport = join(folder, 'journeys.json')
const statements = join(folder, 'statements')

/** Those whose tests start and kill servers of their own, and wait for them most of the time. */
const KILLING = ['postgres', 'soak']

const reportOf = (name: string): string => join(folder, `${name}.json`)
const vitest = (name: string, projects: readonly string[], env: Record<string, string> = {}): Step => ({
  name,
  command: 'vitest',
  args: [
    'run',
    ...projects.map((project) => `--project=${project}`),
    ...(process.env.CI ? ['--retry=1'] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(name)}`,
  ],
  env,
})

const killing = vitest('tests that kill servers', KILLING)
const unitTests = vitest(
  'tests of all other packages',
  KILLING.map((project) => `!${project}`),
  { STATEMENTS_DIR: statements },
)

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

/** The build comes after the checks, since it brings generated files up to date. */
const checkAndBuild = async (): Promise<Row[]> => [
  ...(await performLanes(staticLanes)),
  await build(),
  ...(await performSteps([sizeCheck])),
]

const runAll = async (): Promise<boolean> => {
  const chromium = await requireBrowser()
  const startedAt = Date.now()
  const rows: Row[] = [
    ...(await Promise.all([checkAndBuild(), performSteps([killing])])).flat(),
    ...(await performSteps([unitTests, statementCheck, journeys(chromium)])),
  ]
  const reports = new Map([
    ...[killing, unitTests].map(({ name }) => [name, readUnitReport(reportOf(name))] as const),
    [JOURNEYS, readJourneyReport(journeyReport)],
  ])
  const found = [...reports.values()].filter((report) => report !== null)
  const sum = (of: 'passed' | 'failed' | 'skipped') => found.reduce((total, report) => total + report[of], 0)
  const troubles = rows.filter(({ failed }) => failed).map(({ name }) => name)
  if (sum('skipped') > 0) troubles.push(`${sum('skipped')} skipped tests`)
  if (found.length < reports.size) troubles.push('a suite left no report')

  say(
    `\n${tableOf(
      rows.map((row) => ({ ...row, report: reports.get(row.name) })),
      (Date.now() - startedAt) / 1000,
    ).join('\n')}\n`,
  )
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
