/**
 * Every public reason why something of a person's waits, ended, was denied or is restricted, and who acts next. A reason that is missing
 * here does not compile; its words are in the texts of the screens (`why`), where a test looks for each.
 */
import type { FreezeCause, FreezeReason } from './app/accounts.ts'
import type { CANCEL_REASONS, HOLD_REASONS } from './app/activity.ts'
import type { KycReason } from './app/kyc.ts'
import type { CoolingCause, LimitOverrideReason } from './app/limits.ts'
import type { SupportModule, TicketConcern } from './app/support.ts'

/**
 * `you` is the reader, `receiver` and `approver` another person on Puente, `provider` a bank, card or payment company; `itself` means that only
 * time has to pass, and `nobody` that it is over.
 */
export const NEXT_ACTORS = ['you', 'us', 'receiver', 'approver', 'provider', 'itself', 'nobody'] as const
export type NextActor = (typeof NEXT_ACTORS)[number]

type Freeze = FreezeReason | Exclude<FreezeCause, 'operator'>

const hold: Record<(typeof HOLD_REASONS)[number], NextActor> = {
  zelleMismatch: 'us',
  zelleNotSeen: 'you',
  recipientKycRequired: 'receiver',
  underReview: 'us',
  providerReview: 'provider',
  disputed: 'provider',
  fraudWarning: 'provider',
  providerUnknown: 'provider',
  approverWait: 'approver',
}

const cancel: Record<(typeof CANCEL_REASONS)[number], NextActor> = {
  cancelledByUser: 'nobody',
  declined: 'you',
  expired: 'you',
  rejected: 'nobody',
  returned: 'you',
  unclaimed: 'you',
  recipientDidNotVerify: 'nobody',
  keptApart: 'nobody',
  triedAgain: 'nobody',
}

const identityCheck: Record<KycReason, NextActor> = {
  blurry: 'you',
  expired: 'you',
  mismatch: 'you',
  unsupported: 'you',
  underage: 'you',
  other: 'you',
}

const restriction: Record<Freeze, NextActor> = {
  person: 'you',
  lostDevice: 'you',
  notMe: 'you',
  unusualActivity: 'us',
  identityDoubt: 'you',
  reportedByOthers: 'us',
  legalOrder: 'us',
}

/** A limit by why it is what it is; without a cause of its own it is that of everybody in the tier. */
const limit: Record<LimitOverrideReason | CoolingCause | 'usual', NextActor> = {
  usual: 'you',
  requested: 'itself',
  riskReview: 'us',
  legalOrder: 'us',
  passwordReset: 'itself',
  emailChanged: 'itself',
  phoneChanged: 'itself',
  factorRemoved: 'itself',
}

export const PUBLIC_REASONS = { hold, cancel, identityCheck, restriction, limit } as const
export type ReasonGroup = keyof typeof PUBLIC_REASONS
export type PublicReason<G extends ReasonGroup = ReasonGroup> = keyof (typeof PUBLIC_REASONS)[G] & string

/** Who acts next; `receiver` is `you` where it is the reader who receives. */
export const actorOf = <G extends ReasonGroup>(group: G, reason: PublicReason<G>): NextActor =>
  (PUBLIC_REASONS[group] as Record<string, NextActor>)[reason] ?? 'us'

/** What a request for help about a reason is filed under. Of what waits or ended it is tied to the transaction itself. */
export const HELP_MODULES: Record<TicketConcern, SupportModule> = {
  identityCheck: 'kyc',
  restriction: 'account',
  limit: 'payments',
  refusal: 'other',
}
