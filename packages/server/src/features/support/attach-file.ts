import { fileId as wireId, type Input, type Output, type TicketFileType } from '@puente/contract'
import { lockAccount } from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import { databaseNow, type Db } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { cleanImage } from '#platform/images/clean-image.ts'
import { keepBlob } from '#platform/keep-blob.ts'
import { filesCountFrom, hasRoomForFiles, isPdf, isWholePdf } from './ticket-file-rules.ts'
import { countTicketFiles, insertTicketFile, putTicketFile } from './ticket-files-store.ts'
import { auditOfWriter } from './write-ticket.ts'

const requireRoom = async (db: Db, ownerId: string, now: Date): Promise<void> => {
  if (!hasRoomForFiles(await countTicketFiles(db, ownerId, filesCountFrom(now))))
    throw new Refusal('invalidRequest', { reason: 'tooManyFilesLately' })
}

/** A picture, re-encoded, or a PDF as it came. */
const clean = async (sent: Uint8Array): Promise<{ bytes: Buffer; contentType: TicketFileType }> => {
  if (!isPdf(sent)) return cleanImage(sent)
  if (!isWholePdf(sent)) throw new Refusal('invalidType', { field: 'file', reason: 'pdf' })
  return { bytes: Buffer.from(sent), contentType: 'application/pdf' }
}

/** Puts a file away for the caller's next message to us. One that is sent with none is gone after a day. */
export const attachFile = async (ctx: UserCtx, { file: sent }: Input<'attachFile'>): Promise<Output<'attachFile'>> => {
  const ownerId = ctx.user.id
  // Looked at before a file is decoded, so that a call that cannot succeed costs and leaves nothing.
  await requireRoom(ctx.db, ownerId, ctx.clock.now())
  const file = await putTicketFile(ctx, ownerId, await clean(sent.bytes))
  await keepBlob(ctx, file.blobKey, () =>
    transaction(ctx.db, 'put a file away for support', async (trx) => {
      await lockAccount(trx, ctx.keys, ownerId)
      const at = await databaseNow(trx, ctx.clock)
      await requireRoom(trx, ownerId, at)
      await insertTicketFile(trx, file, at)
      await audit(trx, {
        ...auditOfWriter(ctx),
        action: 'ticket-file.uploaded',
        object: { type: 'file', id: file.fileId },
        result: 'done',
      })
    }),
  )
  return { id: wireId(file.fileId), contentType: file.contentType, size: file.sizeBytes }
}
