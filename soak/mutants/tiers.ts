/**
 * Which tests are asked about a mutant, and in which order: first those of its own file, which notice most of them within
 * two seconds, then everything that is quick, then what has to wait for something. Of the ledger every test is asked; of the
 * server those of the slices through which money goes. A mutant survives when all of them have passed.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Mutant, type MutatedPackage, packageOf } from './mutant.ts'

/** Tests that wait for lost connections, standbys and long chains. */
const SLOW = ['check-changes', 'lost-commit', 'poster', 'seals', 'standby']

/** Where the tests of a file have another name. */
const TESTS_OF: Readonly<Record<string, readonly string[]>> = {
  'lock-accounts': ['lock-accounts', 'concurrency'],
  accounts: ['edges', 'concurrency'],
  batch: ['ledger', 'participant'],
  batcher: ['batcher', 'batcher-limits'],
  poster: ['poster', 'lost-commit'],
  'load-state': ['ledger', 'participant'],
  command: ['edges', 'ledger'],
  'decide-batch': ['decide-batch', 'keys', 'participant'],
  'decide-posting': ['ledger', 'holds', 'reversals'],
  'decide-holds': ['holds', 'edges'],
  'decide-reversal': ['reversals', 'edges'],
  replay: ['keys', 'decide-batch'],
  pipeline: ['write-batch', 'poster', 'lost-commit'],
  writes: ['write-batch', 'keys'],
  'settle-payin': ['settle-payin', 'deposit-order', 'deposit-faults', 'start-deposit'],
  'payin-posting': ['settle-payin', 'deposit-order', 'start-deposit'],
  'advance-payin': ['settle-payin', 'deposit-order', 'deposit-faults'],
  'settle-event': ['card-event', 'deposit-order', 'deposit-faults'],
  'end-payin': ['deposit-order', 'deposit-faults'],
  'given-back': ['deposit-order', 'deposit-faults', 'card-returns'],
  'start-payin': ['deposit-faults', 'start-deposit'],
  'payments-participant': ['payments-participant', 'deposit-order', 'start-deposit'],
  'payments-batch-store': ['deposit-order', 'start-deposit'],
  'arrive-held-transfer': ['held-transfers', 'approvals'],
  'return-held-transfer': ['held-transfers', 'approvals'],
  'held-transfer-rules': ['held-transfers'],
  'held-rules': ['held-transfers'],
  'cancel-transaction': ['held-transfers', 'deposit-order'],
  recipient: ['order-of-checks', 'send-in-app'],
  'checkout-rules': ['checkout-rules', 'deposit-faults', 'start-deposit'],
  'send-command': ['send-in-app', 'held-transfers'],
  'limits-participant': ['limits', 'send-in-app', 'held-transfers'],
  'fees-participant': ['start-deposit', 'limits'],
  'fees-store': ['start-deposit', 'limits'],
  'parties-participant': ['order-of-checks', 'send-in-app'],
  'party-rules': ['order-of-checks', 'send-in-app'],
  'invoices-participant': ['invoice-states', 'pay-invoice'],
  'requests-participant': ['requests-participant', 'pay-request'],
  'attempt-under-way': ['pay-invoice'],
  'credit-send': ['send-by-card', 'pay-invoice'],
  'money-call': ['money-call', 'send-in-app', 'start-deposit'],
}

/** Where the tests of each package's money code are. */
const FOLDERS: Readonly<Record<MutatedPackage, readonly string[]>> = {
  ledger: ['src'],
  server: [
    'src/features/payments',
    'src/features/invoices',
    'src/features/requests',
    'src/features/paying',
    'src/features/deposits',
    'src/features/payins',
    'src/features/cards',
    'src/features/transfers',
    'src/features/rails',
    'src/features/limits',
    'src/features/wallet',
    'src/platform/http',
  ],
}

const withoutEnding = (file: string): string => file.replace(/^.*\//, '').replace(/\.(test\.)?[a-z]+$/, '')

const nearest = ({ file }: Mutant): readonly string[] => {
  if (file.startsWith('ledger/migrations/')) return ['constraints', 'schema']
  const name = withoutEnding(file)
  return TESTS_OF[name] ?? [name]
}

const testFilesOf = (packages: string, name: MutatedPackage): string[] =>
  FOLDERS[name]
    .filter((folder) => existsSync(join(packages, name, folder)))
    .flatMap((folder) =>
      readdirSync(join(packages, name, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file}`,
      ),
    )
    .filter((path) => path.endsWith('.test.ts'))

/** Files of tests, by tier; paths below the package's folder. Every file is in exactly one tier. */
export const tiersFor = (packages: string, name: MutatedPackage, mutant: Mutant | null): string[][] => {
  const all = testFilesOf(packages, name)
  const tierOf = (path: string): number => {
    if (mutant && nearest(mutant).includes(withoutEnding(path))) return 0
    return SLOW.includes(withoutEnding(path)) ? 2 : 1
  }
  return [0, 1, 2].map((tier) => all.filter((path) => tierOf(path) === tier)).filter((files) => files.length > 0)
}

/** The tiers of a mutant's own package. */
export const tiersOf = (packages: string, mutant: Mutant): string[][] => tiersFor(packages, packageOf(mutant), mutant)
