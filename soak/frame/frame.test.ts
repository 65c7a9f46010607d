import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { root } from '../../scripts/paths.ts'
import { parts as allParts } from '../parts/index.ts'
import { contentOf, contentOfPart, pathsOf } from './content.ts'
import type { Part } from './part.ts'
import { createMemory } from './remembered.ts'
import { type PartReport, runPart } from './run-part.ts'
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
  write('src/node_modules/x.js', 'another package')
  expect(content()).toBe(first)
  write('lock', '2')
  const second = content()
  expect(second).not.toBe(first)
  write('src/b.ts', '')
  expect(content()).not.toBe(second)
})

test('a part is forgotten for its own file, the frame and what it exercises, and not for anything else', () => {
  const folder = aFolder()
  const write = (path: string, text: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const these = [
    { name: 'contention', covers: 'ledger' },
    { name: 'paging', covers: 'ledger' },
    { name: 'failpoints', covers: 'product' },
  ] as const
  for (const path of these.flatMap(pathsOf)) write(path, 'as it was')
  const forgottenBy = (path: string): string[] => {
    const before = these.map((one) => contentOfPart(one, folder))
    write(path, 'changed')
    return these.filter((one, n) => contentOfPart(one, folder) !== before[n]).map(({ name }) => name)
  }
  expect(forgottenBy('packages/server')).toEqual(['failpoints'])
  expect(forgottenBy('packages/contract')).toEqual(['failpoints'])
  expect(forgottenBy('soak/parts/contention.ts')).toEqual(['contention'])
  expect(forgottenBy('soak/parts/failpoints.ts')).toEqual(['failpoints'])
  for (const path of ['packages/ledger', 'packages/postgres', 'soak/frame', 'soak/support', 'package-lock.json'])
    expect(forgottenBy(path), path).toEqual(['contention', 'paging', 'failpoints'])
})

/**
 * The files that one of ours imports, and our packages that it enters, itself included; a forked file is found by its
 * URL.
 */
const reachedFrom = (path: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(path)) return seen
  seen.add(path)
  if (path.startsWith('packages/')) return seen
  const text = readFileSync(join(root, path), 'utf8')
  for (const [, name = ''] of text.matchAll(/(?:from |new URL\()'(\.{1,2}\/[^']+\.ts|@puente\/[a-z]+|[a-z-]+\.ts)/g))
    reachedFrom(
      name.startsWith('@puente/') ? name.replace('@puente', 'packages') : posix.join(posix.dirname(path), name),
      seen,
    )
  return seen
}

// A world of the product lies in the same folder as the ledger's, so a file is looked at only where it is reached.
test('what a part is built from is what it says its results are results of', () => {
  for (const part of allParts) {
    const paths = pathsOf(part)
    const isCovered = (path: string): boolean => paths.some((one) => path === one || path.startsWith(`${one}/`))
    const reached = [...reachedFrom(`soak/parts/${part.name}.ts`)]
    expect(reached.length, part.name).toBeGreaterThan(5)
    expect(
      reached.filter((path) => !isCovered(path)),
      part.name,
    ).toEqual([])
  }
})

const aPart = (run: Part['run']): Part => ({
  name: 'stepping',
  about: 'goes step by step',
  covers: 'ledger',
  needs: [],
  units: { of: 'steps', short: 3, full: 10 },
  share: 1,
  run,
})

test('a full count resumes where the last run stopped', async () => {
  const counted = aPart(async ({ goesOn }) => {
    let done = 0
    while (goesOn(done)) done += 1
    return {}
  })
  const run = (before: number) =>
    runPart(counted, { seed: 1, extent: { kind: 'full', before, ms: 60_000 }, say: () => {}, isAsked: () => true })
  expect((await run(0)).units).toBe(10)
  expect((await run(7)).units).toBe(3)
})

test('a part that misses its speed target runs to its end, and its verdict says so', async () => {
  const slow = aPart(async ({ goesOn, target }) => {
    let done = 0
    for (; goesOn(done); done += 1) target(done !== 1, 'a step takes a second', { took: 2n })
    return { done }
  })
  const ended = await runPart(slow, { seed: 1, extent: { kind: 'short' }, say: () => {}, isAsked: () => true })
  expect(ended).toMatchObject({ verdict: 'TOO SLOW', units: 3, figures: { done: 3 }, reason: null })
  expect(ended.misses).toEqual(['a step takes a second: {"took":"2"}'])
  expect(summaryOf([slow], [ended], false).join('\n')).toContain('done 3, missed: a step takes a second')
})

test('results remembered for one content are not recalled for another', () => {
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
  misses: [],
  reason: null,
  ...more,
})
const part = (name: string) => ({ name, units: { of: 'kills', short: 1, full: 200 } })

test('several goes at one part are rows of their own and count together', () => {
  const goes = [report('contention', { units: 150 }), report('contention', { units: 49, seed: 8 })]
  expect(summaryOf([part('contention')], goes, true)).toEqual([
    ...summaryOf([part('contention')], [], true).slice(0, 2),
    '| `contention` | held | 150 kills | 7 | 61.5 |  |',
    '| `contention` | held | 49 kills | 8 | 61.5 |  |',
    '',
    'Ended before the full count: contention with 199 of 200 kills.',
  ])
  expect(summaryOf([part('contention')], [...goes, report('contention', { units: 1 })], true).at(-1)).toBe('')
})

test('a summary is a table of what was run, and says in words what was not, or not to its full count', () => {
  const parts = ['kill-cycles', 'contention', 'paging', 'power-cut', 'failover'].map(part)
  const reports = [
    report('kill-cycles', { figures: { acknowledged: 12_345, 'gap longest ms': 900 } }),
    report('contention', { units: 150, seconds: 3_000 }),
    report('paging', { verdict: 'BROKEN', reason: 'Broken: a row was missed\n    at here' }),
    report('power-cut', { verdict: 'not run', units: 0, reason: 'needs root, which this machine does not give' }),
  ]
  expect(summaryOf(parts, reports, true)).toEqual([
    '| part | verdict | done | seed | seconds | seen |',
    '| --- | --- | --- | --- | --- | --- |',
    '| `kill-cycles` | held | 200 kills | 7 | 61.5 | acknowledged 12,345, gap longest ms 900 |',
    '| `contention` | held | 150 kills | 7 | 3,000 |  |',
    '| `paging` | BROKEN | 200 kills | 7 | 61.5 | Broken: a row was missed |',
    '',
    'Could not be run on this machine: power-cut needs root, which this machine does not give.',
    'Ended before the full count: contention with 150 of 200 kills.',
    'Not reached: failover.',
  ])
})
