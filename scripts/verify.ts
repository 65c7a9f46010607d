/** The quick checks before a commit: everything static, and the tests that need neither database nor browser. */
import { staticChecks } from './checks.ts'
import { runSteps } from './steps.ts'

const failed = await runSteps([
  ...staticChecks,
  {
    name: 'fast tests',
    command: 'vitest',
    args: ['run', '--project', 'contract', '--project', 'client', '--project', 'ui', '--project', 'web'],
  },
])
if (failed.length > 0) process.stderr.write(`\nNot in order: ${failed.join(', ')}\n`)
process.exit(failed.length === 0 ? 0 : 1)
