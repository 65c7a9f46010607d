import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { contentOf } from './content.ts'
import { createMemory } from './remembered.ts'
import type { PartReport } from './run-part.ts'
import { summaryOf } from './summary.ts'

const aFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-frame-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

afterEach(() => vi.unstubAllEnvs())

test('a result is remembered for the text it was found with, and not for documentation, tests or what is built', () => {
  const folder = aFolder()
  const write = (path: string, text: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const content = (): string => contentOf(['src', 'lock'], { folder, leaveOut: (path) => path.endsWith('.test.ts') })
  write('lock', '1')
  write('src/a.ts', 'one')
  const first = content()
  write('src/README.md', 'words')
  write('src/a.test.ts', 'a test')
  write('src/node_modules/x.js', 'somebody else')
  expect(content()).toBe(first)
  write('lock', '2')
  const second = content()
  expect(second).not.toBe(first)
  write('src/b.ts', '')
  expect(content()).not.toBe(second)
})

test('what is remembered for one content is not known to another', () => {
  vi.stubEnv('PUENTE_STATE', aFolder())
  const memory = createMemory<{ n: number }>('full', 'one')
  expect(memory.recall()).toEqual([])
  memory.remember([{ n: 1 }, { n: 2 }])
  expect(createMemory('full', 'one').recall()).toEqual([{ n: 1 }, { n: 2 }])
  expect(createMemory('full', 'other').recall()).toEqual([])
  expect(createMemory('mutants', 'one').recall()).toEqual([])
})

const report = (part: string, more: Partial<PartReport>): PartReport => ({
  part,
  verdict: 'held',
  seed: 7,
  units: 200,
  seconds: 61.5,
  figures: {},
  reason: null,
  ...more,
})
const part = (name: string) => ({ name, units: { of: 'kills', short: 1, full: 200 } })

test('a summary is a table of what was run, and says in words what was not, or not to its full count', () => {
  const parts = ['kill-cycles', 'bank', 'paging', 'power-cut', 'failover'].map(part)
  const reports = [
    report('kill-cycles', { figures: { acknowledged: 12_345, 'gap longest ms': 900 } }),
    report('bank', { units: 150, seconds: 3_000 }),
    report('paging', { verdict: 'BROKEN', reason: 'Broken: a row was missed\n    at here' }),
    report('power-cut', { verdict: 'not run', units: 0, reason: 'needs root, which this machine does not give' }),
  ]
  expect(summaryOf(parts, reports, true)).toEqual([
    '| part | verdict | done | seed | seconds | seen |',
    '| --- | --- | --- | --- | --- | --- |',
    '| `kill-cycles` | held | 200 kills | 7 | 61.5 | acknowledged 12,345, gap longest ms 900 |',
    '| `bank` | held | 150 kills | 7 | 3,000 |  |',
    '| `paging` | BROKEN | 200 kills | 7 | 61.5 | Broken: a row was missed |',
    '',
    'Could not be run on this machine: power-cut needs root, which this machine does not give.',
    'Ended before the full count: bank with 150 of 200 kills.',
    'Not reached: failover.',
  ])
})
