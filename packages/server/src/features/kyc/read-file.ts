import { type Input, type Output, uuidOf } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { readFileOf } from './files-store.ts'

/** An own file; anybody else's, also of who had the account before its owner took it back, is as unknown as one that does not exist. Looking at identity papers leaves a trace. */
export const readOwnFile = async (ctx: UserCtx, { id }: Input<'readFile'>): Promise<Output<'readFile'>> => {
  const fileId = uuidOf(id, 'fil')
  const file = fileId === null ? null : await readFileOf(ctx, ctx.user.id, fileId)
  const { reclaimedAt } = ctx.user
  if (!file || (reclaimedAt !== null && file.createdAt <= reclaimedAt)) throw new Refusal('notFound')
  if (file.purpose === 'kyc') {
    await transaction(ctx.db, 'audit file reading', (trx) =>
      audit(trx, {
        actor: { kind: 'user', id: ctx.user.id, sessionId: ctx.user.sessionId },
        action: 'file.read',
        object: { type: 'file', id: file.fileId },
        result: 'done',
        network: ctx.network,
        requestId: ctx.requestId,
      }),
    )
  }
  return { bytes: file.bytes, contentType: file.contentType }
}
