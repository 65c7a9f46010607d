/** The public API of Puente for programs: every call of the contract, typed, with sessions, keys and retries taken care of. */
export { createClient, type Client } from './client.ts'
export type { CallOptions, ClientOptions } from './options.ts'
export type { CodesOf, InputOf, ItemOf, PagedKey, ResultOf } from './types.ts'
export { isRefused, Refused, Unreachable } from './refused.ts'
export type { AskedProof, Proof } from './step-up.ts'
