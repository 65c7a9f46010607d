/** All checks, from a fresh clone: static ones, every package's tests, the built screens' size, and the journeys in a browser. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireBrowser } from './browser.ts'
import { buildWeb } from './build-web.ts'
import { staticChecks } from './checks.ts'
import { runSteps } from './steps.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

type VitestReport = { numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests: number }
type Suite = { title: string; suites?: Suite[]; specs?: { title: string; tests: { status: string }[] }[] }
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; skipped: number; flaky: number }
  suites: Suite[]
}

/** The names of journeys that failed at first. */
const flakyIn = ({ suites = [], specs = [] }: Suite): string[] => [
  ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title),
  ...suites.flatMap(flakyIn),
]

const readJson = <T>(path: string): T | null => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch {
    return null
  }
}

const folder = mkdtempSync(join(tmpdir(), 'puente-test-'))
const unitReport = join(folder, 'unit.json')
const journeyReport = join(folder, 'journeys.json')
const statements = join(folder, 'statements')
try {
  const chromium = await requireBrowser()
  const failed = await runSteps(staticChecks)
  failed.push(
    ...(await runSteps([
      {
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
      },
      {
        name: 'statements for a distributed database',
        command: 'node',
        args: ['packages/server/src/check-statements.ts', statements, '--all'],
      },
    ])),
  )
  await buildWeb(say)
  failed.push(
    ...(await runSteps([
      { name: 'size of the screens', command: 'npm', args: ['run', '--silent', 'size', '-w', '@puente/web'] },
      {
        name: 'journeys in a browser',
        command: 'playwright',
        args: ['test', '-c', 'packages/e2e'],
        env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: journeyReport },
      },
    ])),
  )
  const unit = readJson<VitestReport>(unitReport)
  const report = readJson<PlaywrightReport>(journeyReport)
  const journeys = report?.stats
  const skipped = (unit?.numPendingTests ?? 0) + (unit?.numTodoTests ?? 0) + (journeys?.skipped ?? 0)
  if (skipped > 0) failed.push(`${skipped} skipped tests`)
  if (!unit || !journeys) failed.push('a suite left no report')
  say('')
  if (failed.length > 0) say(`Not in order: ${failed.join(', ')}`)
  for (const title of report?.suites.flatMap(flakyIn) ?? []) say(`Passed only at a second try: ${title}`)
  const passed = (unit?.numPassedTests ?? 0) + (journeys?.expected ?? 0) + (journeys?.flaky ?? 0)
  const broken = (unit?.numFailedTests ?? 0) + (journeys?.unexpected ?? 0)
  say(`${passed} passed, ${broken} failed`)
  process.exitCode = failed.length === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
