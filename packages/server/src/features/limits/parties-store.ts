import { type QueryRunner, type BatchTime, uuids } from '@puente/ledger'
import { termsAccepted } from '#features/accounts/index.ts'
import type { Cooling } from './cooling-rules.ts'
import { HELD_DAYS } from './held-rules.ts'

/** A person who takes part in a movement, as the database has them now. */
export type Party = {
  ownerId: string
  tier: number
  status: 'open' | 'frozen' | 'closing' | 'closed'
  isEmailVerified: boolean
  isPhoneVerified: boolean
  /** Of the terms in the version in force. */
  hasAcceptedTerms: boolean
  /** A password or a passkey. People who came by social login have neither at first. */
  hasOwnProof: boolean
  /** The one that lasts longest. */
  cooling: Cooling | null
  /** Of the payers asked about, those with a transfer to this person that was held lately; only while the person is unverified. */
  heldFrom: ReadonlySet<string>
  /** For how many minutes their first payment to a person can be undone; 0 for not at all. */
  undoMinutes: number
  /** Of the receivers asked about, those who got a payment from this person before; only while there is something to undo. */
  paidBefore: ReadonlySet<string>
  /** What they owe us for good, in cents; below zero when we owe it to them. */
  owedCents: bigint
}

// A transfer that is or was held says when it goes back; one that its sender has undone does not. Nothing is looked up from tier 1 on, nor
// of who was paid before for those who undo nothing.
const READ = `
select users.owner_id, tier, status, email_verified_at is not null as email_verified,
       phone_verified_at is not null as phone_verified, terms_version, (password_hash is not null or exists (
         select 1 from passkeys where passkeys.owner_id = users.owner_id
       )) as has_own_proof,
       cause, ends_at,
       case when tier = 0 then array(
         select movements.counterpart_id from movements
          where movements.owner_id = users.owner_id and movements.counterpart_id = any($3::uuid[])
            and movements.type in ('received', 'invoice') and movements.direction = 1 and movements.state in ('ON HOLD', 'CANCELLED')
            and movements.created_at > $2::timestamptz - interval '${HELD_DAYS * 24} hours'
            and movements.details ? 'returnsAt'
       ) end as held_from, undo_minutes,
       case when undo_minutes > 0 then array(
         select distinct movements.counterpart_id from movements
          where movements.owner_id = users.owner_id and movements.counterpart_id = any($4::uuid[])
            and movements.type in ('sent', 'invoice') and movements.direction = -1 and movements.state = 'COMPLETED'
       ) end as paid_before,
       coalesce(debts.owed_cents, 0)::bigint as owed_cents
  from users left join debts on debts.owner_id = users.owner_id
  left join coolings on coolings.owner_id = users.owner_id and coolings.ends_at > $2
 where users.owner_id = any($1::uuid[])`

type Row = {
  owner_id: string
  tier: number
  status: Party['status']
  email_verified: boolean
  phone_verified: boolean
  terms_version: string | null
  has_own_proof: boolean
  cause: string | null
  ends_at: Date | null
  held_from: string[] | null
  undo_minutes: number
  paid_before: string[] | null
  owed_cents: bigint
}

const coolingOf = ({ cause, ends_at }: Row): Cooling | null =>
  cause !== null && ends_at !== null ? { cause, until: ends_at } : null

/** Of two coolings the one that lasts longer. */
const longer = (one: Cooling | null, other: Cooling | null): Cooling | null =>
  one !== null && (other === null || one.until >= other.until) ? one : other

export const readParties = async (
  db: QueryRunner,
  { ownerIds, payers, receivers, at }: { ownerIds: string[]; payers: string[]; receivers: string[]; at: BatchTime },
): Promise<Map<string, Party>> => {
  const values = [uuids(ownerIds), at, uuids(payers), uuids(receivers)]
  const { rows } = await db.query<Row>({ name: 'limits.parties', text: READ, values })
  const parties = new Map<string, Party>()
  // One row for each cooling of a person.
  for (const row of rows)
    parties.set(row.owner_id, {
      ownerId: row.owner_id,
      tier: row.tier,
      status: row.status,
      isEmailVerified: row.email_verified,
      isPhoneVerified: row.phone_verified,
      hasAcceptedTerms: termsAccepted({ termsVersion: row.terms_version }),
      hasOwnProof: row.has_own_proof,
      cooling: longer(coolingOf(row), parties.get(row.owner_id)?.cooling ?? null),
      heldFrom: new Set(row.held_from),
      undoMinutes: row.undo_minutes,
      paidBefore: new Set(row.paid_before),
      owedCents: row.owed_cents,
    })
  return parties
}
