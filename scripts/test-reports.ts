/** The reports of the two test runners in one form: how many tests each group has, and how long they took. */
import { readFileSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { root } from './paths.ts'

/** The tests of one package or file; `seconds` are those of its tests added up, which may have run side by side. */
type Group = { name: string; seconds: number; tests: number }

export type TestReport = { passed: number; failed: number; skipped: number; groups: Group[]; flaky: string[] }

type UnitFile = { name: string; startTime: number; endTime: number; assertionResults: unknown[] }
type UnitReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: UnitFile[]
}
type Spec = { title: string; tests: { status: string; results: { duration: number }[] }[] }
type Suite = { title: string; file: string; suites?: Suite[]; specs?: Spec[] }
type JourneyReport = {
  stats: { expected: number; unexpected: number; skipped: number; flaky: number }
  suites: Suite[]
}

const readJson = <T>(path: string): T | null => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch {
    return null
  }
}

const groupsOf = <T>(parts: readonly T[], group: (part: T) => Group): Group[] => {
  const byName = new Map<string, Group>()
  for (const { name, seconds, tests } of parts.map(group)) {
    const before = byName.get(name) ?? { name, seconds: 0, tests: 0 }
    byName.set(name, { name, seconds: before.seconds + seconds, tests: before.tests + tests })
  }
  return [...byName.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}

/** `packages/ledger/src/…` is of `ledger`, `soak/…` of `soak`. */
const packageOf = (file: string): string =>
  relative(root, file)
    .replace(/^packages\//, '')
    .split('/')[0] ?? ''

/** @returns null when Vitest left no report */
export const readUnitReport = (path: string): TestReport | null => {
  const report = readJson<UnitReport>(path)
  return (
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      groups: groupsOf(report.testResults, ({ name, startTime, endTime, assertionResults }) => ({
        name: packageOf(name),
        seconds: (endTime - startTime) / 1000,
        tests: assertionResults.length,
      })),
      flaky: [],
    }
  )
}

const specsOf = ({ suites = [], specs = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)]

/** @returns null when Playwright left no report */
export const readJourneyReport = (path: string): TestReport | null => {
  const report = readJson<JourneyReport>(path)
  if (!report) return null
  const { expected, unexpected, skipped, flaky } = report.stats
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    groups: groupsOf(
      report.suites.flatMap((suite) => specsOf(suite).map((spec) => ({ file: suite.file, spec }))),
      ({ file, spec: { tests } }) => ({
        name: basename(file),
        seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration / 1000, 0),
        tests: tests.length,
      }),
    ),
    flaky: report.suites
      .flatMap(specsOf)
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => title),
  }
}
