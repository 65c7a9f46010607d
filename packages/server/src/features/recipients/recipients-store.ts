/** The rows of recipients and of their versions. */
import type { Db, ReadDb, Trx } from '#platform/db/database.ts'
import type { Keys } from '#platform/secrets.ts'
import type { Recipient, RecipientDetails } from './recipient.ts'
import { destinationHashesOf, type FieldKeys, openDetails, sealDetails } from './seal-details.ts'

const COLUMNS = [
  'recipients.owner_id',
  'recipients.recipient_id',
  'recipients.version_id',
  'recipients.destination_hash',
  'recipients.is_linked',
  'recipients.unusable_code',
  'recipients.returned_code',
  'recipients.cooling_until',
  'versions.type',
  'versions.person_type',
  'versions.account_type',
  'versions.routing_number',
  'versions.bank_name',
  'versions.details_sealed',
] as const

const current = (db: ReadDb, ownerId: string) =>
  db
    .selectFrom('recipients')
    .innerJoin('recipient_versions as versions', (join) =>
      join
        .onRef('versions.owner_id', '=', 'recipients.owner_id')
        .onRef('versions.version_id', '=', 'recipients.version_id'),
    )
    .select(COLUMNS)
    .where('recipients.owner_id', '=', ownerId)

type Row = Awaited<ReturnType<ReturnType<typeof current>['executeTakeFirstOrThrow']>>

const recipientOf = (keys: FieldKeys, row: Row): Recipient => ({
  ownerId: row.owner_id,
  recipientId: row.recipient_id,
  versionId: row.version_id,
  details: openDetails(keys, row),
  destinationHash: row.destination_hash,
  isLinked: row.is_linked,
  unusableCode: row.unusable_code,
  returnedCode: row.returned_code,
  coolingUntil: row.cooling_until,
})

/** Those on the list, the one that was added last first. */
export const listRecipientsOf = async (db: Db, keys: FieldKeys, ownerId: string): Promise<Recipient[]> => {
  const rows = await current(db, ownerId)
    .where('recipients.deleted_at', 'is', null)
    .orderBy('recipients.created_at', 'desc')
    .orderBy('recipients.recipient_id', 'desc')
    .execute()
  return rows.map((row) => recipientOf(keys, row))
}

/** The keyed hashes of all accounts that the person has ever had on the list. */
export const listDestinations = async (db: Db, ownerId: string): Promise<string[]> => {
  const rows = await db.selectFrom('recipients').select('destination_hash').where('owner_id', '=', ownerId).execute()
  return rows.map(({ destination_hash }) => destination_hash)
}

/** One on the person's list; null for any other, unknown or another person's. */
export const findRecipient = async (
  db: ReadDb,
  keys: FieldKeys,
  ownerId: string,
  recipientId: string,
): Promise<Recipient | null> => {
  const row = await current(db, ownerId)
    .where('recipients.recipient_id', '=', recipientId)
    .where('recipients.deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? recipientOf(keys, row) : null
}

/** The person's recipient with this very account, however its number is written, on the list or taken off it. */
export const findByDestination = async (
  db: Db,
  keys: FieldKeys & Pick<Keys, 'blindIndex'>,
  ownerId: string,
  account: Pick<RecipientDetails, 'routingNumber' | 'accountNumber'>,
): Promise<(Recipient & { isDeleted: boolean }) | null> => {
  const row = await current(db, ownerId)
    .select('recipients.deleted_at')
    .where('recipients.destination_hash', 'in', destinationHashesOf(keys, account))
    .orderBy('recipients.deleted_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst()
  return row ? { ...recipientOf(keys, row), isDeleted: row.deleted_at !== null } : null
}

/** A version that something was paid with, and the recipient it is of; null when the person has none of that id. */
export const findVersion = async (
  db: Db,
  keys: FieldKeys,
  ownerId: string,
  versionId: string,
): Promise<{ recipientId: string; details: RecipientDetails } | null> => {
  const row = await db
    .selectFrom('recipient_versions')
    .select(['recipient_id', 'version_id', 'type', 'person_type', 'account_type', 'routing_number', 'bank_name'])
    .select('details_sealed')
    .where('owner_id', '=', ownerId)
    .where('version_id', '=', versionId)
    .executeTakeFirst()
  return row ? { recipientId: row.recipient_id, details: openDetails(keys, row) } : null
}

export type NewVersion = {
  ownerId: string
  recipientId: string
  versionId: string
  details: RecipientDetails
  source: 'form' | 'link' | 'notice'
  at: Date
}

export const insertVersion = async (trx: Trx, keys: FieldKeys, version: NewVersion): Promise<void> => {
  await trx
    .insertInto('recipient_versions')
    .values({
      owner_id: version.ownerId,
      version_id: version.versionId,
      recipient_id: version.recipientId,
      source: version.source,
      ...sealDetails(keys, version.versionId, version.details),
      created_at: version.at,
    })
    .execute()
}

export const insertRecipient = async (
  trx: Trx,
  { ownerId, recipientId, versionId, destinationHash, isLinked, coolingUntil }: Omit<Recipient, 'details'>,
  at: Date,
): Promise<void> => {
  await trx
    .insertInto('recipients')
    .values({
      owner_id: ownerId,
      recipient_id: recipientId,
      version_id: versionId,
      destination_hash: destinationHash,
      is_linked: isLinked,
      cooling_until: coolingUntil,
      cooling_since: at,
      created_at: at,
      updated_at: at,
    })
    .execute()
}

/** Puts a version in force. With `coolingUntil` a day begins; what went out on one that is not over yet stays counted. */
export const putVersion = async (
  trx: Trx,
  {
    ownerId,
    recipientId,
    ...next
  }: Pick<
    Recipient,
    'ownerId' | 'recipientId' | 'versionId' | 'destinationHash' | 'isLinked' | 'unusableCode' | 'returnedCode'
  > & { coolingUntil?: Date },
  at: Date,
): Promise<void> => {
  const { coolingUntil } = next
  await trx
    .updateTable('recipients')
    .set({
      version_id: next.versionId,
      destination_hash: next.destinationHash,
      is_linked: next.isLinked,
      unusable_code: next.unusableCode,
      returned_code: next.returnedCode,
      updated_at: at,
      deleted_at: null,
    })
    .$if(coolingUntil !== undefined, (query) =>
      query.set((row) => ({
        cooling_until: coolingUntil ?? at,
        cooling_since: row.case().when('cooling_until', '>', at).then(row.ref('cooling_since')).else(at).end(),
        cooling_used_cents: row
          .case()
          .when('cooling_until', '>', at)
          .then(row.ref('cooling_used_cents'))
          .else(0n)
          .end(),
      })),
    )
    .where('owner_id', '=', ownerId)
    .where('recipient_id', '=', recipientId)
    .execute()
}

/** Takes it off the list; false when it was not on it. */
export const deleteRecipientRow = async (
  trx: Trx,
  ownerId: string,
  recipientId: string,
  at: Date,
): Promise<boolean> => {
  const gone = await trx
    .updateTable('recipients')
    .set({ deleted_at: at, updated_at: at })
    .where('owner_id', '=', ownerId)
    .where('recipient_id', '=', recipientId)
    .where('deleted_at', 'is', null)
    .returning('recipient_id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Takes off the list all that was put on it until then, and answers which those were. */
export const deleteRecipientRowsBefore = async (
  trx: Trx,
  ownerId: string,
  before: Date,
  at: Date,
): Promise<string[]> => {
  const gone = await trx
    .updateTable('recipients')
    .set({ deleted_at: at, updated_at: at })
    .where('owner_id', '=', ownerId)
    .where('created_at', '<=', before)
    .where('deleted_at', 'is', null)
    .returning('recipient_id')
    .execute()
  return gone.map((row) => row.recipient_id)
}

/** Notes that money came back from this version, and whether it may be used again; false when another is in force by now. */
export const markVersionReturned = async (
  trx: Trx,
  {
    ownerId,
    versionId,
    code,
    isUsable,
    at,
  }: { ownerId: string; versionId: string; code: string; isUsable: boolean; at: Date },
): Promise<boolean> => {
  const marked = await trx
    .updateTable('recipients')
    .set({ [isUsable ? 'returned_code' : 'unusable_code']: code, updated_at: at })
    .where('owner_id', '=', ownerId)
    .where('version_id', '=', versionId)
    .returning('recipient_id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Clears the return of this version, unless it was noted after the withdrawal was begun; false when there is none to clear. */
export const clearVersionReturn = async (
  trx: Trx,
  { ownerId, versionId, begunAt, at }: { ownerId: string; versionId: string; begunAt: Date; at: Date },
): Promise<boolean> => {
  const cleared = await trx
    .updateTable('recipients')
    .set({ returned_code: null, updated_at: at })
    .where('owner_id', '=', ownerId)
    .where('version_id', '=', versionId)
    .where('returned_code', 'is not', null)
    .where('updated_at', '<', begunAt)
    .returning('recipient_id')
    .executeTakeFirst()
  return cleared !== undefined
}
