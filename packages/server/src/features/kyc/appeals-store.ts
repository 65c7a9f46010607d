/** Appeals against decisions of the identity check. What people and operators wrote is sealed here and nowhere else. */
import type { Output } from '@puente/contract'
import { decryptField, encryptField } from '#platform/crypto/field-encryption.ts'
import type { Db, Trx } from '#platform/db/database.ts'
import type { Keys } from '#platform/secrets.ts'

type FieldKeys = Pick<Keys, 'sealing'>
type AppealState = Output<'appealKyc'>['state']
type Sealed = 'text_sealed' | 'answer_sealed'

export type Appeal = {
  appealId: string
  state: AppealState
  text: string
  answer: string | null
  createdAt: Date
  answeredAt: Date | null
}

const placeOf = (appealId: string, column: Sealed) => ({ table: 'kyc_appeals', column, row: appealId })

/** The newest first; with `reclaimedAt` those that the owner of the account wrote since they took it back. */
export const listAppeals = async (
  db: Db,
  keys: FieldKeys,
  { ownerId, reclaimedAt, limit = 10 }: { ownerId: string; reclaimedAt: Date | null; limit?: number },
): Promise<Appeal[]> => {
  const rows = await db
    .selectFrom('kyc_appeals')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .$if(reclaimedAt !== null, (all) => all.where('created_at', '>', reclaimedAt))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    appealId: row.appeal_id,
    state: row.state as AppealState,
    text: decryptField(keys.sealing, placeOf(row.appeal_id, 'text_sealed'), row.text_sealed),
    answer:
      row.answer_sealed === null
        ? null
        : decryptField(keys.sealing, placeOf(row.appeal_id, 'answer_sealed'), row.answer_sealed),
    createdAt: row.created_at,
    answeredAt: row.answered_at,
  }))
}

/** False when one is open already: of two at once exactly one is kept. */
export const insertAppeal = async (
  trx: Trx,
  keys: FieldKeys,
  { ownerId, appealId, text, at }: { ownerId: string; appealId: string; text: string; at: Date },
): Promise<boolean> => {
  const inserted = await trx
    .insertInto('kyc_appeals')
    .values({
      owner_id: ownerId,
      appeal_id: appealId,
      state: 'open',
      text_sealed: encryptField(keys.sealing, placeOf(appealId, 'text_sealed'), text),
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('appeal_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The id of the open one. */
export const findOpenAppeal = async (db: Db, ownerId: string): Promise<string | null> => {
  const open = db.selectFrom('kyc_appeals').select('appeal_id').where('owner_id', '=', ownerId)
  return (await open.where('state', '=', 'open').executeTakeFirst())?.appeal_id ?? null
}

export const answerAppealRow = async (
  trx: Trx,
  keys: FieldKeys,
  { ownerId, appealId }: { ownerId: string; appealId: string },
  { answer, givesTries, at }: { answer: string; givesTries: boolean; at: Date },
): Promise<boolean> => {
  const answered = await trx
    .updateTable('kyc_appeals')
    .set({
      state: 'answered',
      answer_sealed: encryptField(keys.sealing, placeOf(appealId, 'answer_sealed'), answer),
      gives_tries: givesTries,
      answered_at: at,
    })
    .where('owner_id', '=', ownerId)
    .where('appeal_id', '=', appealId)
    .where('state', '=', 'open')
    .returning('appeal_id')
    .executeTakeFirst()
  return answered !== undefined
}

/** A new decision takes the place of the one that the open appeal, of those written by `until`, is against: there is nothing left to answer. */
export const settleAppeal = async (trx: Trx, ownerId: string, until: Date | null = null): Promise<void> => {
  const open = trx
    .updateTable('kyc_appeals')
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'open')
    .$if(until !== null, (some) => some.where('created_at', '<=', until))
  await open.set({ state: 'settled' }).execute()
}

/** When an answer last gave the person their tries again. */
export const findTriesGivenAt = async (db: Db, ownerId: string): Promise<Date | null> => {
  const given = db
    .selectFrom('kyc_appeals')
    .select('answered_at')
    .where('owner_id', '=', ownerId)
    .where('gives_tries', '=', true)
    .orderBy('answered_at', 'desc')
  return (await given.executeTakeFirst())?.answered_at ?? null
}

/** For operators: everyone who waits for an answer, the longest first. */
export const listOpenAppeals = async (db: Db): Promise<{ ownerId: string; createdAt: Date }[]> => {
  const open = db.selectFrom('kyc_appeals').select(['owner_id', 'created_at']).where('state', '=', 'open')
  const rows = await open.orderBy('created_at').execute()
  return rows.map((row) => ({ ownerId: row.owner_id, createdAt: row.created_at }))
}
