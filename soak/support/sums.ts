/** The books added up again by plain sums, which share nothing with the ledger's own check. */
import type { Pool } from 'pg'
import { assert, assertNone } from '../frame/part.ts'

const DRIFTED = `
  select owner_id, account, balance_cents::text as balance, added::text
    from accounts
    left join (select owner_id, account, sum(amount_cents) as added from entries group by owner_id, account) as sums
      using (owner_id, account)
   where balance_cents <> coalesce(added, 0)
   limit 5`

/** All that was written until the moment sums to zero; answers how many entries that is. */
export const addUpUntil = async (admin: Pool, cutOff: Date): Promise<number> => {
  // A literal, so that it is one moment whatever evaluates it.
  const moment = `'${cutOff.toISOString()}'::timestamptz`
  const { rows } = await admin.query<{ total: string; entries: string }>(
    `select coalesce(sum(amount_cents), 0)::text as total, count(*)::text as entries from entries where created_at <= ${moment}`,
  )
  assert(rows[0]?.total === '0', `I1: all entries until ${cutOff.toISOString()} sum to zero`, rows)
  return Number(rows[0].entries)
}

/**
 * Throws `Broken` unless all entries until the moment sum to zero, and every balance is the sum of its entries; nothing may
 * be on its way. Answers how many entries were added up.
 */
export const addUpAgain = async (admin: Pool, cutOff: Date): Promise<number> => {
  assertNone((await admin.query<object>(DRIFTED)).rows, 'I4: every balance is the sum of its entries')
  return addUpUntil(admin, cutOff)
}
