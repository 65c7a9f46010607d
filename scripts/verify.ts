/** The quick checks before a commit: everything static, and the tests that need neither database nor browser. */
import { staticLanes } from './checks.ts'
import { failedOf, performLanes, performSteps } from './steps.ts'

const fastTests = {
  name: 'fast tests',
  command: 'vitest',
  args: ['run', '--project', 'contract', '--project', 'client', '--project', 'ui', '--project', 'web'],
}
const failed = failedOf([...(await performLanes(staticLanes)), ...(await performSteps([fastTests]))])
if (failed.length > 0) process.stderr.write(`\nNot in order: ${failed.join(', ')}\n`)
process.exit(failed.length === 0 ? 0 : 1)
