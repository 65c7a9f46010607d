/**
 * Checks imports against the rules of `tools/cruise/rules.cjs`: first over the product, which must break none, then
 * over a tree that breaks each of them once, where every one must be reported.
 */
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installLocked } from './install.mjs'
import { root } from './paths.ts'

type Violation = { rule: { name: string }; from: string; to: string }
type Report = { summary: { totalCruised: number; violations: Violation[] } }

/** Fewer modules than this means that the tool has quietly stopped reading TypeScript. */
const FEWEST_MODULES = 150

const folder = join(root, 'tools/cruise')
const execute = promisify(execFile)

const cruise = async (paths: string[]): Promise<Report> => {
  const args = [
    join(folder, 'node_modules/.bin/depcruise'),
    '--config',
    join(folder, 'rules.cjs'),
    '--output-type',
    'json',
    ...paths,
  ]
  const { stdout } = await execute('node', args, { cwd: root, maxBuffer: 256 * 1024 * 1024 }).catch(
    (error: { stdout?: string; message: string }) => {
      if (!error.stdout) throw new Error(error.message)
      return { stdout: error.stdout }
    },
  )
  return JSON.parse(stdout) as Report
}

const { forbidden } = createRequire(import.meta.url)(join(folder, 'rules.cjs')) as {
  forbidden: { name: string; comment?: string }[]
}
const rules = forbidden.map(({ name }) => name)
const comments = new Map(forbidden.map(({ name, comment }) => [name, comment]))

await installLocked(folder, 'the import checker (once)')
const packages = ['contract', 'client', 'ledger', 'postgres', 'server', 'ui', 'web', 'sandbox', 'e2e'].map(
  (name) => `packages/${name}`,
)
const product = await cruise(packages)
const broken = await cruise(['tools/cruise/violations/packages'])
const noticed = new Set(broken.summary.violations.map(({ rule }) => rule.name))
const silent = rules.filter((name) => !noticed.has(name))

for (const { rule, from, to } of product.summary.violations)
  process.stderr.write(`${rule.name}: ${from} -> ${to}\n  ${comments.get(rule.name) ?? ''}\n`)
for (const name of silent) process.stderr.write(`the rule ${name} did not notice its deliberate violation\n`)
const { totalCruised, violations } = product.summary
if (totalCruised < FEWEST_MODULES) process.stderr.write(`only ${totalCruised} modules were read\n`)
if (violations.length > 0 || silent.length > 0 || totalCruised < FEWEST_MODULES) process.exit(1)
process.stdout.write(`${totalCruised} modules, ${rules.length} import rules, none broken, every one awake\n`)
