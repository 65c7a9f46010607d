import { batchDayOf, expectedDays, momentInNewYork } from '#platform/calendar/bank-days-rules.ts'
import type { Services } from '#platform/services.ts'
import { type BankDestination, bankDestinationOf } from './bank-destination.ts'
import { hearFromBank } from './bank-news.ts'
import type { WithdrawalRail } from './withdrawal-rail.ts'

const DAY_MS = 86_400_000

/** What names withdrawals to banks elsewhere. They leave with the batch of a banking day, and arrive days later. */
export const BANK = {
  rail: 'bank',
  kind: 'withdrawal',
  method: 'bank',
  operation: 'bank',
  call: 'withdrawBank',
  provider: 'increase',
  settlement: 'settlement:bank',
  // The provider does not say how long it knows a key.
  keyLifetimeMs: DAY_MS,
  releaseAt: (at, { achRelease: { at: when, cutoff } }) =>
    when === 'immediate' ? at : momentInNewYork(batchDayOf(at, cutoff), cutoff),
  // The same days are promised when it leaves at once.
  expected: (at, { achRelease: { cutoff } }) => expectedDays(batchDayOf(at, cutoff)),
  parse: bankDestinationOf,
  job: (ref) => ({ task: 'bank-withdrawal.advance', payload: ref }),
  onNews: hearFromBank,
} as const satisfies WithdrawalRail<BankDestination>

/** An entry of a file is found by our own reference for as long as it is kept. */
const BY_FILE = { provider: 'nacha', keyLifetimeMs: 3_650 * DAY_MS }

/** The same with the provider of the configuration. */
export const bankRail = ({ config: { ach } }: Pick<Services, 'config'>): WithdrawalRail<BankDestination> =>
  ach !== 'off' && ach.by === 'nacha' ? { ...BANK, ...BY_FILE } : BANK
