/**
 * The list of security requirements (docs/security/asvs.tsv, after ASVS 5.0) against the tests and docs/security.md.
 *
 * node scripts/security.ts            what is shown, in part, by a document or not yet; then runs the tests that show it
 * node scripts/security.ts --check    fails when a row has not what it says; a part of the static checks
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.ts'
import { testFiles } from './test-files.ts'

const SHOWN = ['test', 'part', 'doc', 'waits'] as const
type Shown = (typeof SHOWN)[number]
type Row = { id: string; shown: Shown; holds: string; note: string }

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const isShown = (text: string): text is Shown => SHOWN.some((one) => one === text)
const troubles: string[] = []

const rows = read('docs/security/asvs.tsv')
  .trimEnd()
  .split('\n')
  .slice(1)
  .flatMap((line): Row[] => {
    const [id = '', shown = '', holds = '', note = ''] = line.split('\t')
    if (/^V\d+\.\d+\.\d+$/.test(id) && isShown(shown) && holds !== '') return [{ id, shown, holds, note }]
    troubles.push(`docs/security/asvs.tsv: "${line}" is no row of it`)
    return []
  })

/** By id, the test files whose tests name it; a comment is no test. */
const tests = new Map<string, Set<string>>()
for (const file of testFiles())
  for (const line of read(file).split('\n')) {
    if (/^\s*(\/\/|\*|\/\*)/.test(line)) continue
    for (const [id] of line.matchAll(/\bV\d+\.\d+\.\d+\b/g)) tests.set(id, (tests.get(id) ?? new Set()).add(file))
  }

/** Headings of docs/security.md that have something under them. */
const headings = new Set(
  Array.from(read('docs/security.md').matchAll(/^#+ (.+)\n+(?!#)\S/gm), ([, heading]) => heading ?? ''),
)

for (const { id, shown, note } of rows) {
  if (rows.filter((one) => one.id === id).length > 1) troubles.push(`${id} is listed twice`)
  if (shown === 'test' && !tests.has(id)) troubles.push(`${id}: no test has it in its name`)
  if (shown === 'doc' && !headings.has(note)) troubles.push(`${id}: docs/security.md has nothing under "${note}"`)
  if ((shown === 'part' || shown === 'waits') && note === '') troubles.push(`${id}: it does not say what is missing`)
}
const listed = new Map(rows.map((row) => [row.id, row]))
for (const [id, files] of tests)
  if (!listed.has(id)) troubles.push(`${[...files].join(', ')} names ${id}, which docs/security/asvs.tsv does not list`)

for (const trouble of troubles) say(trouble)
if (troubles.length > 0) process.exit(1)

const of = (shown: Shown): Row[] => rows.filter((row) => row.shown === shown)
if (!process.argv.includes('--check')) {
  for (const { id, holds, note } of of('part')) say(`in part  ${id.padEnd(8)} ${holds}: ${note}`)
  for (const { id, holds, note } of of('waits')) say(`not yet  ${id.padEnd(8)} ${holds}: ${note}`)
}
say(
  `${rows.length} rows: ${of('test').length} shown by tests, ${of('part').length} in part, ` +
    `${of('doc').length} by docs/security.md, ${of('waits').length} not yet`,
)
if (!process.argv.includes('--check')) {
  const args = ['run', '--project', 'server', '--project', 'web', '-t', String.raw`\bV\d+\.\d+\.\d+`]
  process.exit(spawnSync('vitest', args, { cwd: root, stdio: 'inherit' }).status ?? 1)
}
