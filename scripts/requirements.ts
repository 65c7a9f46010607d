/**
 * Which tests show which requirement: reads the ids of docs/requirements.md and the titles of all tests.
 *
 * node scripts/requirements.ts            rows with tests, rows without any
 * node scripts/requirements.ts RT-02 …    the tests of these rows
 * node scripts/requirements.ts --check    fails when a test names an id that is not listed, or a row without a test is not in OPEN
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.ts'
import { testFiles } from './test-files.ts'

type Mention = { id: string; file: string; line: number; title: string }

/** Rows that no test shows in full yet, by what is missing. A row that has its test is taken off here. */
const OPEN: Record<string, readonly string[]> = {}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const ids = new Set(
  Array.from(
    readFileSync(join(root, 'docs/requirements.md'), 'utf8').matchAll(/^\| ([A-Z]+-\d+) \|/gm),
    ([, id]) => id ?? '',
  ),
)
const areas = new Set(Array.from(ids, (id) => id.replace(/-\d+$/, '')))
const idPattern = new RegExp(`\\b(?:${[...areas].join('|')})-\\d{2,3}\\b`, 'g')

/** Every id in a string of a test file, with the line it stands in; comments are passed over. */
const mentionsIn = (file: string): Mention[] =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      const title = text.trim()
      if (title.startsWith('//') || title.startsWith('*') || title.startsWith('/*') || !/['"`]/.test(title)) return []
      return Array.from(title.matchAll(idPattern), ([id]) => ({ id, file, line: index + 1, title }))
    })

const mentions = testFiles().flatMap(mentionsIn)

const listTests = (wanted: readonly string[]): void => {
  for (const id of wanted) {
    say(id)
    for (const { file, line, title } of mentions.filter((mention) => mention.id === id))
      say(`  ${file}:${line}  ${title}`)
  }
}

const summarise = (): void => {
  const shown = new Set(mentions.map(({ id }) => id))
  const missing = [...ids].filter((id) => !shown.has(id))
  say(`${shown.size} of ${ids.size} rows are named by a test.`)
  say(`No test yet: ${missing.join(' ')}`)
}

/** Rows without a test that nobody has said to be open, and those said to be open that have one by now. */
const compareOpen = (): void => {
  const shown = new Set(mentions.map(({ id }) => id))
  const open = new Set(Object.values(OPEN).flat())
  const missing = [...ids].filter((id) => !shown.has(id) && !open.has(id))
  for (const id of missing) say(`${id} has no test, and is not in OPEN of scripts/requirements.ts`)
  if (missing.length > 0) process.exitCode = 1
  const done = [...open].filter((id) => shown.has(id))
  if (done.length === 0) return
  say(`Has its test by now, and is to be taken off OPEN: ${done.join(' ')}`)
  process.exitCode = 1
}

const check = (): void => {
  compareOpen()
  const unknown = mentions.filter(({ id }) => !ids.has(id))
  for (const { id, file, line } of unknown) say(`${file}:${line} names ${id}, which docs/requirements.md does not list`)
  if (unknown.length > 0) process.exitCode = 1
}

const wanted = process.argv.slice(2)
if (wanted.includes('--check')) check()
else if (wanted.length > 0) listTests(wanted)
else summarise()
