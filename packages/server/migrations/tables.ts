/**
 * Where each table lives once one primary is outgrown: `owner` tables are distributed by `owner_id`, `claim` tables by
 * the claim that is their key, `reference` tables are replicated, `local` ones stay on the coordinator. The ledger
 * brings its own list. A test compares both with the catalogue of a migrated database.
 */
export type TablePlace = 'owner' | 'claim' | 'reference' | 'local'

export const tables = {
  users: 'owner',
  identity_claims: 'claim',
  directory: 'reference',
  sessions: 'owner',
  session_tokens: 'claim',
  sign_in_tokens: 'claim',
  contact_codes: 'owner',
  link_tokens: 'claim',
  terms_acceptances: 'owner',
  files: 'owner',
  kyc_items: 'owner',
  kyc_history: 'owner',
  kyc_cases: 'owner',
  limit_rows: 'reference',
  fee_rows: 'reference',
  limit_usage: 'owner',
  free_operations: 'owner',
  movements: 'owner',
  send_sessions: 'owner',
  provider_operations: 'owner',
  open_operations: 'claim',
  provider_objects: 'claim',
  provider_customers: 'owner',
  webhook_events: 'claim',
  live_events: 'owner',
  live_cursors: 'owner',
  rate_counters: 'local',
  audit_log: 'local',
  usage_events: 'local',
  switches: 'reference',
  schema_migrations: 'local',
} as const satisfies Record<string, TablePlace>
