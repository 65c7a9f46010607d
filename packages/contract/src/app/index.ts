/** The endpoints of the people's application, one file per feature, and the types that follow from their table. */
import type { Endpoint, InputOf, OutputOf, RequestOf } from '../endpoint.ts'
import { accounts } from './accounts.ts'
import { activity } from './activity.ts'
import { approvers } from './approvers.ts'
import { auth } from './auth.ts'
import { cards } from './cards.ts'
import { closing } from './closing.ts'
import { contacts } from './contacts.ts'
import { content } from './content.ts'
import { deposits } from './deposits.ts'
import { factors } from './factors.ts'
import { dataExports } from './exports.ts'
import { invoices } from './invoices.ts'
import { kyc } from './kyc.ts'
import { limits } from './limits.ts'
import { live } from './live.ts'
import { notifications } from './notifications.ts'
import { papers } from './papers.ts'
import { paypal } from './paypal.ts'
import { passkeys } from './passkeys.ts'
import { products } from './products.ts'
import { profile } from './profile.ts'
import { recipients } from './recipients.ts'
import { requests } from './requests.ts'
import { rewards } from './rewards.ts'
import { schedules } from './schedules.ts'
import { securityLog } from './security-log.ts'
import { secondFactors } from './second-factors.ts'
import { sessions } from './sessions.ts'
import { social } from './social.ts'
import { statements } from './statements.ts'
import { support } from './support.ts'
import { transfers } from './transfers.ts'
import { wallet } from './wallet.ts'
import { zelle } from './zelle.ts'
import { withdrawals } from './withdrawals.ts'

export * from './accounts.ts'
export * from './activity.ts'
export * from './approvers.ts'
export * from './auth.ts'
export * from './cards.ts'
export * from './closing.ts'
export * from './contacts.ts'
export * from './content.ts'
export * from './deposits.ts'
export * from './factors.ts'
export * from './exports.ts'
export * from './invoices.ts'
export * from './kyc.ts'
export * from './limits.ts'
export * from './live.ts'
export * from './notifications.ts'
export * from './papers.ts'
export * from './paypal.ts'
export * from './passkeys.ts'
export * from './products.ts'
export * from './profile.ts'
export * from './recipients.ts'
export * from './requests.ts'
export * from './rewards.ts'
export * from './schedules.ts'
export * from './security-log.ts'
export * from './second-factors.ts'
export * from './sessions.ts'
export * from './social.ts'
export * from './statements.ts'
export * from './support.ts'
export * from './transfers.ts'
export * from './wallet.ts'
export * from './zelle.ts'
export * from './withdrawals.ts'

export const appEndpoints = {
  ...accounts,
  ...securityLog,
  ...sessions,
  ...factors,
  ...auth,
  ...passkeys,
  ...secondFactors,
  ...social,
  ...profile,
  ...notifications,
  ...kyc,
  ...limits,
  ...wallet,
  ...closing,
  ...dataExports,
  ...contacts,
  ...approvers,
  ...deposits,
  ...cards,
  ...paypal,
  ...zelle,
  ...recipients,
  ...withdrawals,
  ...transfers,
  ...schedules,
  ...products,
  ...invoices,
  ...requests,
  ...rewards,
  ...activity,
  ...statements,
  ...papers,
  ...support,
  ...content,
  ...live,
} as const

export type AppEndpoints = typeof appEndpoints
export type EndpointKey = keyof AppEndpoints

/** What the handler of an endpoint is given: body, query, path parameters and upload in one object. */
export type Input<K extends EndpointKey> = InputOf<AppEndpoints[K]>

/** What the handler of an endpoint answers; the binder wraps it in `{ data }`. */
export type Output<K extends EndpointKey> = OutputOf<AppEndpoints[K]>

/** What a client sends. */
export type Request<K extends EndpointKey> = RequestOf<AppEndpoints[K]>

/** What a client gets, inside `data`. */
export type Result<K extends EndpointKey> = Output<K>

/** The entry of a key with the general type, for code that walks the whole table. */
export const endpointOf = (key: EndpointKey): Endpoint => appEndpoints[key]
