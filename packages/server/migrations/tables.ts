/**
 * Where each table lives once one primary is outgrown: `owner` tables are distributed by `owner_id`, `claim` tables by
 * the column named, which is the claim that only one may hold, `reference` tables are replicated, `local` ones stay on the
 * coordinator. The ledger brings its own list. `npm run distribute` does it; a test compares both with the catalogue.
 */
export type TablePlace = 'owner' | `claim:${string}` | 'reference' | 'local'

export const tables = {
  users: 'owner',
  identity_claims: 'claim:claim',
  directory: 'reference',
  sessions: 'owner',
  session_tokens: 'claim:token_hash',
  sign_in_tokens: 'claim:token_hash',
  contact_codes: 'owner',
  link_tokens: 'claim:token_hash',
  terms_acceptances: 'owner',
  coolings: 'owner',
  files: 'owner',
  kyc_items: 'owner',
  kyc_history: 'owner',
  kyc_cases: 'owner',
  limit_rows: 'reference',
  fee_rows: 'reference',
  limit_usage: 'owner',
  limit_buckets: 'owner',
  free_operations: 'owner',
  movements: 'owner',
  send_sessions: 'owner',
  provider_operations: 'owner',
  open_operations: 'claim:ref',
  provider_objects: 'claim:object_id',
  provider_customers: 'owner',
  webhook_events: 'claim:event_id',
  live_events: 'owner',
  live_cursors: 'owner',
  rate_counters: 'local',
  audit_log: 'local',
  audit_seals: 'local',
  operators: 'local',
  release_proposals: 'local',
  adjustments: 'local',
  usage_events: 'local',
  switches: 'reference',
  schema_migrations: 'local',
} as const satisfies Record<string, TablePlace>
