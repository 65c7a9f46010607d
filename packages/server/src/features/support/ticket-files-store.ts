/** Files of tickets: the row says whose and of which message, the blob holds the sealed bytes. */
import { createHash } from 'node:crypto'
import type { TicketFileType } from '@puente/contract'
import type { Selectable } from 'kysely'
import { decryptBytes, encryptBytes } from '#platform/crypto/field-encryption.ts'
import type { Db, DB, Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { TicketFile } from './ticket-file.ts'

type Storing = Pick<Services, 'blobs' | 'keys'>

const placeOf = (blobKey: string) => ({ table: 'support_files', column: 'blob', row: blobKey })
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** The closed list is held by the table's own check. */
const toFile = (row: Selectable<DB['support_files']>): TicketFile => ({
  ownerId: row.owner_id,
  fileId: row.file_id,
  messageId: row.message_id,
  contentType: row.content_type as TicketFileType,
  sizeBytes: row.size_bytes,
  sha256: row.sha256,
  blobKey: row.blob_key,
})

const ofOwner = (db: Db, ownerId: string) => db.selectFrom('support_files').selectAll().where('owner_id', '=', ownerId)

/** Seals the bytes and puts them away, before there is a row: a crash in between leaves a blob that nobody can read. */
export const putTicketFile = async (
  { blobs, keys }: Storing,
  ownerId: string,
  { bytes, contentType }: { bytes: Buffer; contentType: TicketFileType },
): Promise<TicketFile> => {
  const blobKey = newId()
  await blobs.put(blobKey, Buffer.from(encryptBytes(keys.sealing, placeOf(blobKey), bytes)))
  const said = { ownerId, fileId: newId(), messageId: null, contentType }
  return { ...said, sizeBytes: bytes.length, sha256: sha256(bytes), blobKey }
}

export const insertTicketFile = async (trx: Trx, file: TicketFile, at: Date): Promise<void> => {
  await trx
    .insertInto('support_files')
    .values({
      owner_id: file.ownerId,
      file_id: file.fileId,
      content_type: file.contentType,
      size_bytes: file.sizeBytes,
      sha256: file.sha256,
      blob_key: file.blobKey,
      created_at: at,
    })
    .execute()
}

/** How much this owner has put away since then. */
export const countTicketFiles = async (
  db: Db,
  ownerId: string,
  since: Date,
): Promise<{ count: number; bytes: number }> => {
  const sizes = await db
    .selectFrom('support_files')
    .select('size_bytes')
    .where('owner_id', '=', ownerId)
    .where('created_at', '>', since)
    .execute()
  return { count: sizes.length, bytes: sizes.reduce((sum, { size_bytes }) => sum + size_bytes, 0) }
}

/** The caller's own among these, whether sent or not. */
export const findTicketFiles = async (db: Db, ownerId: string, fileIds: readonly string[]): Promise<TicketFile[]> => {
  if (fileIds.length === 0) return []
  return (
    await ofOwner(db, ownerId)
      .where('file_id', 'in', [...fileIds])
      .execute()
  ).map(toFile)
}

/** Gives files that were not sent yet to a message. False when one of them is not there, or was sent. */
export const sendTicketFiles = async (
  trx: Trx,
  { ownerId, messageId, fileIds }: { ownerId: string; messageId: string; fileIds: readonly string[] },
): Promise<boolean> => {
  if (fileIds.length === 0) return true
  const sent = await trx
    .updateTable('support_files')
    .set({ message_id: messageId })
    .where('owner_id', '=', ownerId)
    .where('file_id', 'in', [...fileIds])
    .where('message_id', 'is', null)
    .returning('file_id')
    .execute()
  return sent.length === fileIds.length
}

/** What was sent with these messages, in the order in which it was put away. */
export const listFilesOfMessages = async (
  db: Db,
  ownerId: string,
  messageIds: readonly string[],
): Promise<TicketFile[]> => {
  if (messageIds.length === 0) return []
  const sent = ofOwner(db, ownerId).where('message_id', 'in', [...messageIds])
  return (await sent.orderBy('file_id').execute()).map(toFile)
}

/** Everything that a person sent, for their archive. */
export const listSentFiles = async (db: Db, ownerId: string): Promise<TicketFile[]> =>
  (await ofOwner(db, ownerId).where('message_id', 'is not', null).orderBy('file_id').execute()).map(toFile)

/** For operators: the file of a number, whosever it is, once it was sent. */
export const findTicketFileById = async (db: Db, fileId: string): Promise<TicketFile | null> => {
  const found = db.selectFrom('support_files').selectAll().where('file_id', '=', fileId)
  const row = await found.where('message_id', 'is not', null).executeTakeFirst()
  return row ? toFile(row) : null
}

/** The bytes, opened and checked against what was put away. */
export const openTicketFile = async (
  { blobs, keys }: Storing,
  { blobKey, sha256: put }: TicketFile,
): Promise<Buffer> => {
  const bytes = decryptBytes(keys.sealing, placeOf(blobKey), (await blobs.get(blobKey)).toString())
  if (!sha256(bytes).equals(put)) throw new Error('a file of a ticket is not what was put away')
  return bytes
}

/** Deletes rows of files that were never sent. @returns the keys of their blobs, which are still to be deleted */
export const deleteUnsentFiles = async (trx: Trx, before: Date): Promise<string[]> => {
  const unsent = trx.deleteFrom('support_files').where('message_id', 'is', null).where('created_at', '<', before)
  return (await unsent.returning('blob_key').execute()).map((row) => row.blob_key)
}
