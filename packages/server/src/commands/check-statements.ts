/**
 * `node packages/server/src/commands/check-statements.ts <folder> [--all]`: holds every statement that the suites recorded there (they
 * do when STATEMENTS_DIR names it) against the rules of a distributed database. A step of `npm test`, after the suites.
 * With `--all`, said when all of them ran, an exception that excuses nothing is a fault as well.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { checkRecorded } from '#platform/db/distribution/check-recorded.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false } },
})
const [folder] = positionals

if (folder === undefined) {
  process.stderr.write('The folder of the recorded statements is missing\n')
  process.exitCode = 2
} else {
  const { checked, troubles, idle } = await checkRecorded(root, folder)
  const needless = values.all ? idle : []
  for (const { text, rules } of troubles)
    process.stdout.write(`${rules.join(', ')}:\n    ${text.trim().replaceAll(/\s+/g, ' ')}\n`)
  for (const name of needless) process.stdout.write(`The exception "${name}" excuses nothing: remove it\n`)
  process.stdout.write(`${checked} statements checked, ${troubles.length} not allowed\n`)
  process.exitCode = checked === 0 || troubles.length + needless.length > 0 ? 1 : 0
}
