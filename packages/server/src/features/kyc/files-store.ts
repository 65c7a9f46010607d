/** Files of a person: the row says what they are, the blob holds them sealed. */
import { createHash } from 'node:crypto'
import { decryptBytes, encryptBytes, kidOf } from '#platform/crypto/field-encryption.ts'
import type { Db, Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'

type Storing = Pick<Services, 'blobs' | 'clock' | 'keys'>
type Purpose = 'kyc' | 'profile'

export type StoredFile = { fileId: string; purpose: Purpose; contentType: string; bytes: Buffer }

const placeOf = (blobKey: string) => ({ table: 'files', column: 'blob', row: blobKey })
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** A blob that is written before its row: a crash in between leaves an unread blob, never a row without its file. */
export type PutFile = {
  fileId: string
  blobKey: string
  contentType: string
  sizeBytes: number
  sha256: Buffer
  kid: string
}

/** Seals the bytes and puts them away; the row is inserted by the caller's transaction. */
export const putFile = async ({ blobs, keys }: Storing, bytes: Buffer, contentType: string): Promise<PutFile> => {
  const blobKey = newId()
  const envelope = encryptBytes(keys.sealing, placeOf(blobKey), bytes)
  await blobs.put(blobKey, Buffer.from(envelope))
  const kid = kidOf(envelope) ?? ''
  return { fileId: newId(), blobKey, contentType, sizeBytes: bytes.length, sha256: sha256(bytes), kid }
}

export const insertFile = async (
  trx: Trx,
  ownerId: string,
  purpose: Purpose,
  file: PutFile,
  at: Date,
): Promise<void> => {
  await trx
    .insertInto('files')
    .values({
      owner_id: ownerId,
      file_id: file.fileId,
      purpose,
      content_type: file.contentType,
      size_bytes: file.sizeBytes,
      sha256: file.sha256,
      blob_key: file.blobKey,
      kid: file.kid,
      created_at: at,
    })
    .execute()
}

/** How much this owner has put away. */
export const countFiles = async (db: Db, ownerId: string): Promise<{ count: number; bytes: number }> => {
  const { count, bytes } = await db
    .selectFrom('files')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('size_bytes').as('bytes')])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return { count: Number(count), bytes: Number(bytes ?? 0) }
}

/** A file of this very owner, opened and checked against what was put; null when there is none. */
export const readFileOf = async (
  { db, blobs, keys }: Storing & { db: Db },
  ownerId: string,
  fileId: string,
): Promise<StoredFile | null> => {
  const row = await db
    .selectFrom('files')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  if (!row) return null
  const bytes = decryptBytes(keys.sealing, placeOf(row.blob_key), (await blobs.get(row.blob_key)).toString())
  if (!sha256(bytes).equals(row.sha256)) throw new Error('a file is not what was put away')
  return { fileId, purpose: row.purpose as Purpose, contentType: row.content_type, bytes }
}

export type FileRef = { ownerId: string; fileId: string; blobKey: string; kid: string | null }

/** The files after this one in the order of their key, for a walk over all of them. */
export const listFilesAfter = async (
  db: Db,
  after: Pick<FileRef, 'ownerId' | 'fileId'> | null,
  limit: number,
): Promise<FileRef[]> => {
  const all = db.selectFrom('files').select(['owner_id', 'file_id', 'blob_key', 'kid'])
  const rest = after
    ? all.where((eb) => eb(eb.refTuple('owner_id', 'file_id'), '>', eb.tuple(after.ownerId, after.fileId)))
    : all
  const rows = await rest.orderBy('owner_id').orderBy('file_id').limit(limit).execute()
  return rows.map((row) => ({ ownerId: row.owner_id, fileId: row.file_id, blobKey: row.blob_key, kid: row.kid }))
}

/** Puts a file away again under the key of new writes. Throws `DecryptionFailed` when it cannot be opened. */
export const rewrapFile = async ({ db, blobs, keys }: Storing & { db: Db }, file: FileRef): Promise<void> => {
  const { ownerId, fileId, blobKey } = file
  const envelope = encryptBytes(
    keys.sealing,
    placeOf(blobKey),
    decryptBytes(keys.sealing, placeOf(blobKey), (await blobs.get(blobKey)).toString()),
  )
  await blobs.put(blobKey, Buffer.from(envelope))
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ kid: kidOf(envelope) })
    .where('owner_id', '=', ownerId)
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  // It was deleted meanwhile: what was put away again goes as well.
  if (numUpdatedRows === 0n) await blobs.delete(blobKey)
}
