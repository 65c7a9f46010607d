import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { AT_A_TIME, FIRST_ID } from './every-page.ts'
import { type Credit, DISPUTES, type Waiting, WAITS_MS } from './match-rules.ts'

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

/**
 * Credits that are nobody's yet beside each payment that they name by code or number, of one payment or of all, as a page behind `last`
 * in the order in which they were first listed. A pair of which `judge` can only say what is known already is left out: too far apart
 * in time, another amount under the number alone, and what does not fit a payment that has its disputes.
 */
export const listPairs = async (db: Db, ref: string | null, last: Pair | null): Promise<Pair[]> => {
  const [lastId, lastRef] = [last?.creditId ?? FIRST_ID, last?.owner.ref ?? FIRST_ID]
  const { rows } = await sql<PairRow>`
    select credits.id, credits.state, credits.amount_cents, credits.codes, credits.reference, credits.payer, credits.seen_at,
           coalesce(credits.claimed_by = 'disputed' and waiting.is_disputed, false) as is_disputed,
           waiting.ref, waiting.owner_id, waiting.code, waiting.total_cents, waiting.created_at, waiting.confirmation,
           waiting.holder_name
      from zelle_credits as credits
      join zelle_waiting as waiting
        on waiting.code = any(credits.codes) or waiting.confirmation = credits.reference
     where credits.ended_at is null and credits.order_id is null and credits.missing_at is null
       and (credits.claim_ref is null or (credits.claimed_by = 'disputed' and credits.claim_ref = waiting.ref))
       and (${ref}::uuid is null or waiting.ref = ${ref}::uuid)
       and credits.id >= ${lastId} and (credits.id, waiting.ref) > (${lastId}, ${lastRef})
       and credits.seen_at between waiting.created_at - ${WAITS_MS} * interval '1 millisecond'
                               and waiting.created_at + ${WAITS_MS} * interval '1 millisecond'
       and (credits.state = 'pending'
            or (credits.state = 'posted' and credits.amount_cents = waiting.total_cents)
            or ((waiting.code = any(credits.codes) or credits.amount_cents = waiting.total_cents)
                and not (waiting.is_disputed
                         and (credits.claim_ref is not null
                              or (select count(*) from zelle_credits as held
                                   where held.claim_ref = waiting.ref and held.ended_at is null) >= ${DISPUTES}))))
     order by credits.id, waiting.ref limit ${AT_A_TIME}`.execute(db)
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
