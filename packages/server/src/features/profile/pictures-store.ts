/** Pictures of people and of products: the row says who may see it, the blob holds the sealed bytes. */
import { createHash } from 'node:crypto'
import { decryptBytes, encryptBytes } from '#platform/crypto/field-encryption.ts'
import type { Db, Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'

type Storing = Pick<Services, 'blobs' | 'keys'>

/** `fileId` and `blobKey` are bare uuids. */
export type PutPicture = { fileId: string; blobKey: string; contentType: string; sizeBytes: number; sha256: Buffer }

const placeOf = (blobKey: string) => ({ table: 'pictures', column: 'blob', row: blobKey })
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** Seals the bytes and puts them away, before there is a row: a crash in between leaves a blob that nobody can read. */
export const putPicture = async (
  { blobs, keys }: Storing,
  { bytes, contentType }: { bytes: Buffer; contentType: string },
): Promise<PutPicture> => {
  const blobKey = newId()
  await blobs.put(blobKey, Buffer.from(encryptBytes(keys.sealing, placeOf(blobKey), bytes)))
  return { fileId: newId(), blobKey, contentType, sizeBytes: bytes.length, sha256: sha256(bytes) }
}

export type PictureKind = 'person' | 'product'

export const insertPicture = async (
  trx: Trx,
  ownerId: string,
  picture: PutPicture,
  at: Date,
  kind: PictureKind = 'person',
): Promise<void> => {
  await trx
    .insertInto('pictures')
    .values({
      owner_id: ownerId,
      file_id: picture.fileId,
      kind,
      content_type: picture.contentType,
      size_bytes: picture.sizeBytes,
      sha256: picture.sha256,
      blob_key: picture.blobKey,
      created_at: at,
    })
    .execute()
}

/**
 * Deletes the rows of the pictures that show a person, with `until` of those that were there by then. @returns the keys of their blobs,
 * which are still to be deleted
 */
export const deletePictures = async (trx: Trx, ownerId: string, until: Date | null = null): Promise<string[]> => {
  const ofPerson = trx
    .deleteFrom('pictures')
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'person')
    .$if(until !== null, (some) => some.where('created_at', '<=', until))
  return (await ofPerson.returning('blob_key').execute()).map((row) => row.blob_key)
}

/** The same of products, by their files; what an invoice shows stays. */
export const deleteProductPictures = async (
  trx: Trx,
  ownerId: string,
  fileIds: readonly string[],
): Promise<string[]> => {
  if (fileIds.length === 0) return []
  const gone = await trx
    .deleteFrom('pictures')
    .where('owner_id', '=', ownerId)
    .where('file_id', 'in', fileIds)
    .where('kind', '=', 'product')
    .where('is_kept', '=', false)
    .returning('blob_key')
    .execute()
  return gone.map((row) => row.blob_key)
}

/** From now on the pictures of these products stay, and another person may see them too. */
export const sharePictures = async (
  trx: Trx,
  { ownerId, withId, fileIds }: { ownerId: string; withId: string; fileIds: readonly string[] },
): Promise<void> => {
  if (fileIds.length === 0) return
  const shared = await trx
    .updateTable('pictures')
    .set({ is_kept: true })
    .where('owner_id', '=', ownerId)
    .where('file_id', 'in', fileIds)
    .returningAll()
    .execute()
  if (shared.length === 0) return
  const rows = shared.map((row) => ({ ...row, owner_id: withId }))
  await trx
    .insertInto('pictures')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['owner_id', 'file_id']).doNothing())
    .execute()
}

/** A picture of this very owner, opened and checked against what was put; null when there is none. */
export const readPictureOf = async (
  { db, blobs, keys }: Storing & { db: Db },
  ownerId: string,
  fileId: string,
): Promise<{ bytes: Buffer; contentType: string } | null> => {
  const row = await db
    .selectFrom('pictures')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  if (!row) return null
  const bytes = decryptBytes(keys.sealing, placeOf(row.blob_key), (await blobs.get(row.blob_key)).toString())
  if (!sha256(bytes).equals(row.sha256)) throw new Error('a picture is not what was put away')
  return { bytes, contentType: row.content_type }
}
