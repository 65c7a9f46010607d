/** Type-checks every package and the scripts, each with its own settings; first that the types of the tables are up to date. */
import { runSteps } from './steps.ts'

const programs = ['contract', 'client', 'ledger', 'postgres', 'sandbox', 'server', 'e2e', 'ui', 'web'].map(
  (name) => `packages/${name}`,
)
const failed = await runSteps([
  { name: 'schema.gen.ts', command: 'node', args: ['packages/server/src/test/check-schema.ts'] },
  ...[...programs, '.'].map((folder) => ({ name: folder, command: 'tsc', args: ['-p', folder] })),
])
process.exit(failed.length === 0 ? 0 : 1)
