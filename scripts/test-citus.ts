/**
 * `npm run test:citus -- URL`: the ledger's suites, the server's and the main journeys on a real Citus cluster. URL leads a superuser to a
 * database of the coordinator that knows its workers. Every test file makes a database of its own on all machines, spreads it and drops
 * it; the journeys share one, behind a server of their own.
 */
import { runSteps } from './steps.ts'

/** What moves money, who may move it, and what watches over it. */
const SERVER_SUITES = [
  'features/accounts',
  'features/activity',
  'features/auth',
  'features/bank-files',
  'features/cards',
  'features/closing',
  'features/debts',
  'features/deposits',
  'features/invoices',
  'features/limits',
  'features/notifications',
  'features/operations',
  'features/payins',
  'features/paying',
  'features/paypal',
  'features/rails',
  'features/recipients',
  'features/reconciliation',
  'features/requests',
  'features/rewards',
  'features/schedules',
  'features/sessions',
  'features/statements',
  'features/support',
  'features/transfers',
  'features/wallet',
  'features/withdrawals',
  'features/zelle',
  'limits-and-fees.test.ts',
  'money-calls-once.test.ts',
  'platform/integrity',
  'platform/jobs',
  'platform/live',
]

/** In a browser, over HTTP: a first payment, money in and out by every rail, invoices, requests, undo, and notifications. */
const JOURNEYS = ['story', 'outside', 'withdraw', 'invoices', 'requests', 'undo', 'notifications', 'once', 'papers']

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
  {
    name: 'journeys',
    command: 'playwright',
    args: [
      'test',
      '--config=packages/e2e/playwright.config.ts',
      '--project=phone',
      '--timeout=240000',
      ...JOURNEYS.map((journey) => `${journey}.spec.ts`),
    ],
    env: { CITUS_URL: url },
  },
])
process.exit(failed.length === 0 ? 0 : 1)
