/** Runs the linter with types over files that each break one rule, and fails unless every one of them is reported. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from './paths.ts'

const EXPECTED = [
  'no-floating-promises',
  'switch-exhaustiveness-check',
  'no-cycle',
  'no-explicit-any',
  'no-non-null-assertion',
  'no-console',
  'verb-habits',
  'test-habits',
  'TS2322',
] as const

const { stdout } = await promisify(execFile)(
  'oxlint',
  ['--type-check', '-c', 'tools/lint/violations.json', '--format', 'json', 'tools/lint/violations'],
  { cwd: root },
).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }))
const { diagnostics = [] } = JSON.parse(stdout || '{}') as { diagnostics?: { code: string }[] }
const silent = EXPECTED.filter((rule) => !diagnostics.some(({ code }) => code.includes(`(${rule})`)))
for (const rule of silent) process.stderr.write(`the rule ${rule} did not notice its deliberate violation\n`)
process.exit(silent.length === 0 ? 0 : 1)
