import type { Pool } from 'pg'
import type { AccountRef, AccountStatus } from '../types.ts'

/** Gives an account another status and records it among its terms, as an operator's tool would. */
export const setAccountStatus = async (admin: Pool, ref: AccountRef, status: AccountStatus): Promise<void> => {
  const values = [ref.ownerId, ref.account, status]
  await admin.query(
    `with changed as (
      update accounts set status = $3 where owner_id = $1 and account = $2 returning *
    )
    insert into account_terms (owner_id, account, n, currency, floor_cents, status)
    select owner_id, account, (select max(n) + 1 from account_terms as terms
        where terms.owner_id = $1 and terms.account = $2), currency, floor_cents, status
    from changed`,
    values,
  )
}
