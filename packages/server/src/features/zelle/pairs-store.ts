import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import type { Credit, Waiting } from './match-rules.ts'

/** Looked at in one go; what is left comes in the next. */
const AT_A_TIME = 200

/** A credit beside a payment that it names. */
export type Pair = {
  creditId: string
  /** Known not to fit since an earlier look, which has put the payment on hold. */
  isDisputed: boolean
  owner: { ownerId: string; ref: string }
  credit: Credit
  waiting: Waiting
}

type PairRow = {
  id: string
  is_disputed: boolean
  state: Credit['state']
  amount_cents: bigint
  codes: string[]
  reference: string | null
  payer: string | null
  seen_at: Date
  ref: string
  owner_id: string
  code: string
  total_cents: bigint
  created_at: Date
  confirmation: string | null
  holder_name: string | null
}

/** Every credit that is nobody's yet beside each payment that it names by code or number; of one payment, or of all. */
export const listPairs = async (db: Db, ref: string | null = null): Promise<Pair[]> => {
  const { rows } = await sql<PairRow>`
    select credits.id, credits.state, credits.amount_cents, credits.codes, credits.reference, credits.payer, credits.seen_at,
           coalesce(credits.claimed_by = 'disputed' and waiting.is_disputed, false) as is_disputed,
           waiting.ref, waiting.owner_id, waiting.code, waiting.total_cents, waiting.created_at, waiting.confirmation,
           waiting.holder_name
      from zelle_credits as credits
      join zelle_waiting as waiting
        on waiting.code = any(credits.codes) or waiting.confirmation = credits.reference
     where credits.ended_at is null and credits.order_id is null
       and (credits.claim_ref is null or (credits.claimed_by = 'disputed' and credits.claim_ref = waiting.ref))
       and (${ref}::uuid is null or waiting.ref = ${ref}::uuid)
     order by credits.seen_at, credits.id limit ${AT_A_TIME}`.execute(db)
  return rows.map((row) => ({
    creditId: row.id,
    isDisputed: row.is_disputed,
    owner: { ownerId: row.owner_id, ref: row.ref },
    credit: {
      state: row.state,
      amountCents: row.amount_cents,
      codes: row.codes,
      reference: row.reference,
      payer: row.payer,
      seenAt: row.seen_at,
    },
    waiting: {
      code: row.code,
      totalCents: row.total_cents,
      createdAt: row.created_at,
      confirmation: row.confirmation,
      holderName: row.holder_name,
    },
  }))
}
