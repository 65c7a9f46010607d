/**
 * `npm run test:citus -- URL`: the ledger's suites and those of money on a real Citus cluster. URL leads a superuser to a database of
 * the coordinator that knows its workers. Every test file makes a database of its own on all machines, spreads it and drops it.
 */
import { runSteps } from './steps.ts'

/** What moves money over HTTP, and what watches over it. */
const SERVER_SUITES = [
  'features/activity',
  'features/cards',
  'features/debts',
  'features/deposits',
  'features/invoices',
  'features/limits',
  'features/payins',
  'features/paying',
  'features/paypal',
  'features/reconciliation',
  'features/requests',
  'features/rewards',
  'features/schedules',
  'features/support',
  'features/transfers',
  'features/wallet',
  'features/withdrawals',
  'features/zelle',
  'limits-and-fees.test.ts',
  'money-calls-once.test.ts',
]

const [url] = process.argv.slice(2)
if (url === undefined) {
  process.stderr.write('npm run test:citus -- postgres://user@coordinator/database\n')
  process.exit(2)
}
// A batch takes several round trips between machines, which share the cores of this one.
const patience = ['--testTimeout=120000', '--hookTimeout=120000']
const env = { TEST_DATABASE_URL: url }
const failed = await runSteps([
  { name: 'ledger', command: 'vitest', args: ['run', '--project', 'ledger', ...patience], env },
  {
    name: 'money',
    command: 'vitest',
    args: ['run', '--project', 'server', ...patience, ...SERVER_SUITES.map((suite) => `packages/server/src/${suite}`)],
    env,
  },
])
process.exit(failed.length === 0 ? 0 : 1)
