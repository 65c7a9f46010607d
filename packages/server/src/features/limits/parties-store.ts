import { type Asks, uuids } from '@puente/ledger'

/** A person who takes part in a movement, as the database has them now. */
export type Party = {
  ownerId: string
  tier: number
  status: 'open' | 'frozen' | 'closing' | 'closed'
  isEmailVerified: boolean
  isPhoneVerified: boolean
}

const READ = `
select owner_id, tier, status, email_verified_at is not null as email_verified, phone_verified_at is not null as phone_verified
  from users where owner_id = any($1::uuid[])`

type Row = { owner_id: string; tier: number; status: Party['status']; email_verified: boolean; phone_verified: boolean }

export const readParties = async (db: Asks, ownerIds: string[]): Promise<Map<string, Party>> => {
  const { rows } = await db.query<Row>({ name: 'limits.parties', text: READ, values: [uuids(ownerIds)] })
  return new Map(
    rows.map((row) => [
      row.owner_id,
      {
        ownerId: row.owner_id,
        tier: row.tier,
        status: row.status,
        isEmailVerified: row.email_verified,
        isPhoneVerified: row.phone_verified,
      },
    ]),
  )
}
