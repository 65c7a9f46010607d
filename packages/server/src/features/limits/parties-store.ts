import { type Asks, type Moment, uuids } from '@puente/ledger'
import type { Cooling } from './cooling-rules.ts'

/** A person who takes part in a movement, as the database has them now. */
export type Party = {
  ownerId: string
  tier: number
  status: 'open' | 'frozen' | 'closing' | 'closed'
  isEmailVerified: boolean
  isPhoneVerified: boolean
  /** The one that lasts longest. */
  cooling: Cooling | null
}

const READ = `
select users.owner_id, tier, status, email_verified_at is not null as email_verified,
       phone_verified_at is not null as phone_verified, cause, ends_at
  from users left join coolings on coolings.owner_id = users.owner_id and coolings.ends_at > $2
 where users.owner_id = any($1::uuid[]) order by users.owner_id, ends_at`

type Row = {
  owner_id: string
  tier: number
  status: Party['status']
  email_verified: boolean
  phone_verified: boolean
  cause: string | null
  ends_at: Date | null
}

/** Of several coolings the last row of a person, and so the longest, is the one that stays. */
export const readParties = async (db: Asks, ownerIds: string[], at: Moment): Promise<Map<string, Party>> => {
  const { rows } = await db.query<Row>({ name: 'limits.parties', text: READ, values: [uuids(ownerIds), at] })
  return new Map(
    rows.map((row) => [
      row.owner_id,
      {
        ownerId: row.owner_id,
        tier: row.tier,
        status: row.status,
        isEmailVerified: row.email_verified,
        isPhoneVerified: row.phone_verified,
        cooling: row.cause !== null && row.ends_at !== null ? { cause: row.cause, until: row.ends_at } : null,
      },
    ]),
  )
}
