import type { FeeOperation } from '@puente/contract'
import type { Flow, Payout, PaymentRef } from '#features/payments/index.ts'
import type { Config } from '#platform/config.ts'
import type { Job } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import type { PayoutRailName, PayoutSnapshot } from '#providers/payout-port.ts'

/** Everything by which withdrawals over one rail differ from those over another. */
export interface WithdrawalRail<Destination = unknown> extends Flow {
  rail: PayoutRailName
  kind: 'withdrawal'
  method: PayoutRailName
  /** In the fee schedule, which also names its limits. */
  operation: Extract<FeeOperation, 'bank' | 'paypalWithdraw'>
  /** The call's key in the contract. */
  call: 'withdrawBank' | 'withdrawPaypal'
  provider: string
  settlement: `settlement:${PayoutRailName}`
  /** How long the provider promises to know our key. */
  keyLifetimeMs: number
  /** What was sent can only be looked for by sending it again under its key, so not once that is over. */
  looksByRepeat?: boolean
  /** When what is asked for now is sent; until then its owner can call it back. */
  releaseAt(at: Date, config: Config): Date
  /** Between which days it arrives; null where it is a matter of minutes. */
  expected(at: Date, config: Config): { from: string; to: string } | null
  /** The shape of a stored destination; throws for any other. */
  parse(destination: unknown): Destination
  /** What brings a withdrawal on at once. */
  job(ref: PaymentRef): Job
  /** What else follows from the provider's word, such as a note on the recipient. Runs before the money moves, perhaps again. */
  onNews?(services: Services, payout: Payout, snapshot: PayoutSnapshot): Promise<void>
}
