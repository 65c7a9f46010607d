/** Who may break the rules for statements, by name and with the reason. An exception that excuses nothing is reported. */
import type { Rule } from './statement-check.ts'

export type Exception = {
  name: string
  /** Files whose statements are meant: paths from the repository's root, `*` for anything, folders included. */
  files?: readonly string[]
  /** Statements that stand in no file as they are, because the query builder puts them together. */
  statements?: readonly string[]
  /** What they may do; everything when absent. */
  rules?: readonly Rule[]
  why: string
}

export const exceptions: readonly Exception[] = [
  {
    name: 'tests',
    files: [
      'packages/ledger/src/*.test.ts',
      'packages/ledger/src/test/*.ts',
      'packages/server/src/*.test.ts',
      'packages/server/src/test/*.ts',
    ],
    statements: [
      'select "created_at" from "users" where "email" = $1',
      'select "email_returned_at" from "users" where "email" = $1',
      'select "expires_at" from "contact_codes" order by "created_at" desc',
      'select "idle_expires_at" from "sessions" order by "created_at" desc',
      'select "owner_id" from "users"',
      'select "email_returned_at" from "users" where "email" = $1',
      'select * from "support_messages"',
      'update "disputes" set "answer_day" = $1 where "dispute_id" = $2',
      'select "owner_id" from "users" where "email" = $1',
      'select "owner_id", "email" from "users"',
      'select "ref" from "open_operations" where "owner_id" = $1',
      'select "referred_by" from "users" where "email" = $1',
      'select "token_hash" from "session_tokens"',
      'select "token_hash" from "sign_in_tokens"',
      'select * from "users" where "email" = $1',
      'update "open_operations" set "look_at" = $1 where "owner_id" = $2',
      'update "schedule_alarms" set "at" = $1 where "owner_id" = $2',
      'update "social_flows" set "return_to" = $1',
      'update "users" set "status" = $1 where "email" = $2',
      'select round(extract($1 from now() - at) / $2)::int as days from limit_usage order by 1',
      'select round(extract($1 from now() - oldest_at) / $2)::int as days from limit_buckets order by 1',
    ],
    why: 'what a test reads or changes directly is not the product',
  },
  {
    name: 'workers',
    files: ['packages/server/src/platform/db/private/graphile-tables.ts'],
    rules: ['advisory lock'],
    why: 'the job queue is on the coordinator alone, and so is the lock by which a process stands for its workers',
  },
  {
    name: 'checker',
    files: [
      'packages/ledger/src/check/*.ts',
      'packages/ledger/src/checkpoint/checkpoints-store.ts',
      'packages/server/src/features/operations/invariants-store.ts',
    ],
    rules: ['owner missing', 'join across owners', 'aggregate across owners'],
    why: 'it reads the whole ledger: all the time a bounded piece, once a night what is new, and everything by command',
  },
  {
    name: 'sealer',
    files: [
      'packages/ledger/src/seal/seal-accounts.ts',
      'packages/ledger/src/seal/seal-entries.ts',
      'packages/ledger/src/seal/verify-entries.ts',
    ],
    rules: ['owner missing', 'join across owners', 'aggregate across owners'],
    why: 'it follows behind the writes: the entries that batches on the coordinator tell of, and new terms of accounts',
  },
  {
    name: 'numbers of transactions',
    files: ['packages/server/src/platform/db/transaction-numbers.ts'],
    rules: ['owner missing', 'aggregate across owners'],
    why: 'read once at a start, one end of an index each; it decides whether checker and sealer can follow at all',
  },
  {
    name: 'accounts on one PostgreSQL',
    files: ['packages/ledger/src/rows/lock-accounts.ts'],
    rules: ['locks across owners', 'writing inside with'],
    why: 'the body for one PostgreSQL; on Citus the other body opens and locks owner by owner',
  },
  {
    name: 'sweeper',
    statements: [
      `select "ref" from "open_operations" where "look_at" <= $1 and rail || $4 || kind = any($2::text[]) order by "look_at" limit $3`,
      `select "rail", "kind", count(*)::int as "count" from "open_operations" where "look_at" <= $1 and not rail || $3 || kind = any($2::text[]) group by "rail", "kind"`,
    ],
    rules: ['owner missing', 'aggregate across owners'],
    why: 'it asks all machines for the few payments that are due',
  },
  {
    name: 'payouts that came back',
    statements: [
      `select "owner_id" as "ownerId", "ref", "amount_cents" as "amountCents", "updated_at" as "returnedAt" from "provider_operations" where "kind" = $1 and "state" = $2 and "rail" = $3 and "updated_at" >= $4 and "updated_at" < $5`,
    ],
    rules: ['owner missing'],
    why: 'once a day, for one rail, all machines are asked which payouts came back: its report is compared with them',
  },
  {
    name: 'housekeeping',
    files: [
      'packages/ledger/src/rows/keys.ts',
      'packages/server/src/features/auth/prune-codes.ts',
      'packages/server/src/features/limits/prune-store.ts',
      'packages/server/src/features/sessions/prune-store.ts',
      'packages/server/src/platform/live/live-store.ts',
    ],
    statements: [
      'delete from "known_browsers" where "seen_at" < $1',
      'delete from "security_events" where "at" < $1',
      'delete from "sign_in_tokens" where "expires_at" < $1',
      'delete from "step_up_challenges" where "created_at" < $1',
      'delete from "handoff_codes" where "expires_at" < $1',
      'delete from "support_files" where "message_id" is null and "created_at" < $1 returning "blob_key"',
    ],
    rules: ['owner missing', 'locks across owners', 'aggregate across owners'],
    why: 'what is long over is removed for everybody, the oldest day first',
  },
  {
    name: 'how many disputes wait',
    files: ['packages/server/src/features/support/disputes-store.ts'],
    rules: ['owner missing', 'aggregate across owners'],
    why: 'a gauge that all machines are asked for now and then',
  },
  {
    name: 'documents that run out',
    statements: [
      'select "owner_id" from "kyc_items" where "status" = $1 and "expires_on" < $2 limit $3',
      'select "owner_id" from "kyc_items" where "notice_ends_at" <= $1 limit $2',
    ],
    rules: ['owner missing'],
    why: 'once a night all machines are asked whose identity document has run out: one end of an index each',
  },
  {
    name: 'attempts of the same person',
    statements: [
      'select "submitted_at" from "kyc_cases" where "person_mark" = $1 and "submitted_at" > $2 and "tier" = $3 and "is_reopened" = $4 and "owner_id" <> $5',
    ],
    rules: ['owner missing'],
    why: 'all machines are asked what a person submitted with other accounts in a day: a few rows of an index, when a photo is handed in or the status is read',
  },
  {
    name: 'browsers that are out of use',
    statements: ['select "owner_id", "device_hash" from "push_subscriptions" where "renewed_at" < $1 limit $2'],
    rules: ['owner missing'],
    why: 'once a night all machines are asked for the browsers that nobody has used for 60 days, some hundred at a time',
  },
  {
    name: 'approvers whose day is over',
    statements: [
      'select "owner_id", "approver_id" from "approvers" where least(next_at, ends_at) <= $1 order by least(next_at, ends_at) limit $2',
    ],
    rules: ['owner missing'],
    why: 'every minute all machines are asked for the few that a day has passed for: one end of an index each',
  },
  {
    name: 'tokens of a password that was reset',
    statements: ['update "sign_in_tokens" set "used_at" = $1 where "owner_id" = $2 and "used_at" is null'],
    rules: ['owner missing'],
    why: 'sessions and links that the old password opened must end: rare, and on all machines',
  },
  {
    name: 'old cookies of a session',
    statements: [
      'update "session_tokens" set "replaced_at" = $1 where "owner_id" = $2 and "session_id" = $3 and "replaced_at" is null',
    ],
    rules: ['owner missing'],
    why: 'they are found by their session, on all machines, when a session gets a new one',
  },
  {
    name: 'the rotation of keys',
    files: ['packages/server/src/platform/crypto/rewrap-store.ts'],
    rules: ['owner missing'],
    why: 'walks over everything that is sealed, a page at a time, when a key is replaced',
  },
]
