import { type Input, type Output, uuidOf } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { findTicketFiles, openTicketFile } from './ticket-files-store.ts'
import { isOwners } from './ticket-rules.ts'
import { findTicketOfMessage } from './tickets-store.ts'
import { auditOfWriter } from './write-ticket.ts'

/** A file that the caller sent us; anybody else's is as unknown as one that does not exist. Each reading leaves a trace. */
export const readTicketFile = async (
  ctx: UserCtx,
  { fileId }: Input<'readTicketFile'>,
): Promise<Output<'readTicketFile'>> => {
  const [file] = await findTicketFiles(ctx.db, ctx.user.id, [uuidOf(fileId, 'fil') ?? ''])
  const ticket = file?.messageId && (await findTicketOfMessage(ctx.db, ctx.user.id, file.messageId))
  if (!file || (ticket && !isOwners(ticket, ctx.user.reclaimedAt))) throw new Refusal('notFound')
  const bytes = await openTicketFile(ctx, file)
  await transaction(ctx.db, 'audit file reading', (trx) =>
    audit(trx, {
      ...auditOfWriter(ctx),
      action: 'file.read',
      object: { type: 'file', id: file.fileId },
      result: 'done',
    }),
  )
  return { bytes, contentType: file.contentType }
}
