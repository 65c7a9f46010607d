import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/paths.ts'

export type TestRun = {
  hasPassed: boolean
  passed: number
  /** The first test that failed; `null` when none did, or when the run ended without saying so. */
  failed: string | null
  /** Why it failed: in its own words, or that its time was over. */
  message: string | null
  output: string
}

type Assertion = { fullName: string; status: string; failureMessages?: string[] }
type Report = {
  numPassedTests: number
  testResults: { name: string; message?: string; assertionResults: Assertion[] }[]
}

/** A run that hangs has noticed something; this is how long it may. */
const RUN_MS = 180_000

const readReport = (path: string): Report | null => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    return null
  } finally {
    rmSync(path, { force: true })
  }
}

const failedIn = (report: Report | null): string | null => {
  for (const { name, message, assertionResults } of report?.testResults ?? []) {
    const file = name.replace(/^.*\//, '')
    const failed = assertionResults.find(({ status }) => status === 'failed')
    if (failed) return `${file}: ${failed.fullName}`
    if (message) return `${file} as a whole`
  }
  return null
}

const messageIn = (report: Report | null): string | null =>
  report?.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')
    ?.failureMessages?.join('\n') ?? null

/** Runs tests with vitest in a folder, up to the first that fails, for `ms` at most. */
export const runTests = async (
  folder: string,
  args: string[],
  env: Record<string, string> = {},
  ms: number = RUN_MS,
): Promise<TestRun> => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const reportPath = join(folder, `report-${process.pid}.json`)
  const how = ['--bail', '1', '--reporter', 'json', '--outputFile', reportPath]
  const child = spawn(process.execPath, [vitest, 'run', ...how, ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-20_000)))
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    child.kill('SIGKILL')
  }, ms)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  const report = readReport(reportPath)
  return {
    hasPassed: code === 0,
    passed: report?.numPassedTests ?? 0,
    failed: failedIn(report),
    message: messageIn(report) ?? (isOver ? `the run was ended after ${ms / 1_000} s, its time limit` : null),
    output,
  }
}
