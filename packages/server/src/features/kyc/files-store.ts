/** Files of a person: the row says what they are, the blob holds them sealed. */
import { createHash } from 'node:crypto'
import { decryptBytes, encryptBytes } from '#platform/crypto/field-encryption.ts'
import type { Db, Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'

type Storing = Pick<Services, 'blobs' | 'clock' | 'keys'>
type Purpose = 'kyc' | 'profile'

export type StoredFile = { fileId: string; purpose: Purpose; contentType: string; bytes: Buffer; createdAt: Date }

const placeOf = (blobKey: string) => ({ table: 'files', column: 'blob', row: blobKey })
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** A blob that is written before its row: a crash in between leaves an unread blob, never a row without its file. */
export type PutFile = {
  fileId: string
  blobKey: string
  contentType: string
  sizeBytes: number
  sha256: Buffer
}

/** Seals the bytes and puts them away; the row is inserted by the caller's transaction. */
export const putFile = async ({ blobs, keys }: Storing, bytes: Buffer, contentType: string): Promise<PutFile> => {
  const blobKey = newId()
  await blobs.put(blobKey, Buffer.from(encryptBytes(keys.sealing, placeOf(blobKey), bytes)))
  return { fileId: newId(), blobKey, contentType, sizeBytes: bytes.length, sha256: sha256(bytes) }
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
  return { fileId, purpose: row.purpose as Purpose, contentType: row.content_type, bytes, createdAt: row.created_at }
}
