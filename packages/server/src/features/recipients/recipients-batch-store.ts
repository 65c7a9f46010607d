/** Recipients as the ledger's batch reads and writes them. */
import { bigints, type QueryRunner, type Statement, uuids, type Write } from '@puente/ledger'
import type { RecipientStanding } from './recipient-rules.ts'
import { lockByOwner } from '#platform/db/lock-by-owner.ts'

export type RecipientRef = { ownerId: string; recipientId: string }

const lock: Statement = {
  name: 'recipients.lock',
  text: `
select owner_id, recipient_id, version_id, unusable_code, cooling_until, cooling_since, cooling_used_cents,
       deleted_at is not null as is_deleted
  from recipients where owner_id = $1 and recipient_id = any($2::uuid[])
 order by recipient_id for no key update`,
}

type Row = {
  owner_id: string
  recipient_id: string
  version_id: string
  unusable_code: string | null
  cooling_until: Date
  cooling_since: Date
  cooling_used_cents: bigint
  is_deleted: boolean
}

const columnsOf = (refs: readonly RecipientRef[]): [Buffer, Buffer] => [
  uuids(refs.map(({ ownerId }) => ownerId)),
  uuids(refs.map(({ recipientId }) => recipientId)),
]

export const lockRecipients = async (db: QueryRunner, refs: readonly RecipientRef[]): Promise<RecipientStanding[]> => {
  const named = refs.map(({ ownerId, recipientId }) => ({ ownerId, id: recipientId }))
  return (await lockByOwner<Row>(db, lock, named)).map((row) => ({
    ownerId: row.owner_id,
    recipientId: row.recipient_id,
    versionId: row.version_id,
    unusableCode: row.unusable_code,
    isDeleted: row.is_deleted,
    coolingUntil: row.cooling_until,
    coolingSince: row.cooling_since,
    coolingUsedCents: row.cooling_used_cents,
  }))
}

const use: Statement = {
  name: 'recipients.use',
  text: `
update recipients set cooling_used_cents = used.cents
  from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as used (owner_id, recipient_id, cents)
 where recipients.owner_id = used.owner_id and recipients.recipient_id = used.recipient_id`,
}

/** Writes what has gone to each on the day that it cools. */
export const coolingWrites = (standings: readonly RecipientStanding[]): Write[] =>
  standings.length === 0
    ? []
    : [
        {
          statement: use,
          values: [...columnsOf(standings), bigints(standings.map(({ coolingUsedCents }) => coolingUsedCents))],
          rows: standings.length,
        },
      ]
