/**
 * Every table of the server: the folder of `src` whose SQL alone may name it (`table-homes.test.ts` tells, and lists the exceptions),
 * and where it lives once one primary is outgrown. `owner` tables are distributed by `owner_id`, `claim` tables by the column
 * named, which is the claim that only one may hold, `reference` tables are replicated, `local` ones stay on the coordinator. The
 * ledger brings its own list. `npm run distribute` does it; a test compares both with the catalogue.
 */
export type TablePlace = 'owner' | `claim:${string}` | 'reference' | 'local'

export const tables = {
  users: { place: 'owner', home: 'features/accounts' },
  identity_claims: { place: 'claim:claim', home: 'features/accounts' },
  directory: { place: 'reference', home: 'features/accounts' },
  sessions: { place: 'owner', home: 'features/sessions' },
  session_tokens: { place: 'claim:token_hash', home: 'features/sessions' },
  sign_in_tokens: { place: 'claim:token_hash', home: 'features/sessions' },
  contact_codes: { place: 'owner', home: 'features/auth' },
  link_tokens: { place: 'claim:token_hash', home: 'features/auth' },
  terms_acceptances: { place: 'owner', home: 'features/accounts' },
  coolings: { place: 'owner', home: 'features/accounts' },
  account_freezes: { place: 'owner', home: 'features/accounts' },
  access_log: { place: 'owner', home: 'features/accounts' },
  files: { place: 'owner', home: 'features/kyc' },
  kyc_items: { place: 'owner', home: 'features/kyc' },
  kyc_history: { place: 'owner', home: 'features/kyc' },
  kyc_cases: { place: 'owner', home: 'features/kyc' },
  limit_rows: { place: 'reference', home: 'features/limits' },
  fee_rows: { place: 'reference', home: 'features/limits' },
  limit_usage: { place: 'owner', home: 'features/limits' },
  limit_buckets: { place: 'owner', home: 'features/limits' },
  free_operations: { place: 'owner', home: 'features/limits' },
  movements: { place: 'owner', home: 'features/wallet' },
  send_sessions: { place: 'owner', home: 'features/payments' },
  provider_operations: { place: 'owner', home: 'features/payments' },
  open_operations: { place: 'claim:ref', home: 'features/payments' },
  provider_objects: { place: 'claim:object_id', home: 'platform/webhooks' },
  provider_customers: { place: 'owner', home: 'features/payments' },
  webhook_events: { place: 'claim:event_id', home: 'platform/webhooks' },
  live_events: { place: 'owner', home: 'platform/live' },
  live_cursors: { place: 'owner', home: 'platform/live' },
  rate_counters: { place: 'local', home: 'platform/rate-limit' },
  audit_log: { place: 'local', home: 'platform/audit' },
  audit_seals: { place: 'local', home: 'platform/audit-seals' },
  operators: { place: 'local', home: 'features/operations' },
  release_proposals: { place: 'local', home: 'features/operations' },
  adjustments: { place: 'local', home: 'features/operations' },
  usage_events: { place: 'local', home: 'features/content' },
  switches: { place: 'reference', home: 'features/content' },
  schema_migrations: { place: 'local', home: 'platform/db' },
} as const satisfies Record<string, { place: TablePlace; home: string }>
