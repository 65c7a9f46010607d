import type { Input, Output } from '@puente/contract'
import { lockAccount } from '#features/accounts/index.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { audit } from '#platform/audit.ts'
import { decryptBytes } from '#platform/crypto/field-encryption.ts'
import type { Db } from '#platform/db/database.ts'
import { boundedPool } from '#platform/bounded-pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import type { StepUpCtx } from '#platform/http/step-up.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { blobPlaceOf } from './build-export.ts'
import { type DataExport, findExport, findNewest, insertExport } from './exports-store.ts'

const DAY_MS = 86_400_000

/** Opening one takes several times its size in memory. It waits for no copy that is being made: a call has only seconds. */
const opening = boundedPool(1, 16)
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Ordered by the account's owner, and not before they took it back from who had opened it. */
const isOwners = ({ requestedAt }: DataExport, { reclaimedAt }: UserCtx['user']): boolean =>
  reclaimedAt === null || requestedAt > reclaimedAt

const newestOf = async (db: Db, user: UserCtx['user']): Promise<DataExport | null> => {
  const newest = await findNewest(db, user.id)
  return newest && isOwners(newest, user) ? newest : null
}

const answerOf = ({ id, state, requestedAt, expiresAt, sizeBytes }: DataExport, at: Date) => ({
  id,
  state: state === 'ready' && expiresAt !== null && expiresAt <= at ? ('expired' as const) : state,
  requestedAt: requestedAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  sizeBytes,
})

const trailOf = ({ user, network, requestId }: UserCtx, id: string) => ({
  actor: { kind: 'user', id: user.id, sessionId: user.sessionId } as const,
  object: { type: 'export', id },
  result: 'done' as const,
  network,
  requestId,
})

/** `tooManyRequests` within a day of the one before, unless that one failed. */
export const requireNoneToday = async ({ clock, user }: Pick<UserCtx, 'clock' | 'user'>, db: Db): Promise<void> => {
  const newest = await newestOf(db, user)
  const againAt = newest === null || newest.state === 'failed' ? 0 : newest.requestedAt.getTime() + DAY_MS
  const waitMs = againAt - clock.now().getTime()
  if (waitMs > 0) throw new Refusal('tooManyRequests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
}

/** Orders a copy of everything; `tooManyRequests` within a day of the one before, unless that one failed. */
export const exportData = async (ctx: UserCtx): Promise<Output<'exportData'>> => {
  const ownerId = ctx.user.id
  const at = ctx.clock.now()
  return transaction(ctx.db, 'order an export', async (trx) => {
    await lockAccount(trx, ctx.keys, ownerId)
    await requireNoneToday(ctx, trx)
    const id = newId()
    await insertExport(trx, ownerId, id, at)
    await ctx.jobs.add(trx, { task: 'data-exports.build', payload: { ownerId, exportId: id }, maxAttempts: 5 })
    await recordSecurityEvent(trx, ctx, ownerId, 'dataExported')
    await audit(trx, { ...trailOf(ctx, id), action: 'data.exported' })
    const asked = { id, ownerId, state: 'preparing', requestedAt: at, expiresAt: null, blobKey: null, sizeBytes: null }
    return answerOf(asked as DataExport, at)
  })
}

export const latestExport = async (ctx: UserCtx): Promise<Output<'latestExport'>> => {
  const newest = await newestOf(ctx.db, ctx.user)
  return { export: newest && answerOf(newest, ctx.clock.now()) }
}

/** The caller's own copy; another person's is as unknown as one that is over, or was never made. */
export const requireExport = async ({ clock, db, user }: StepUpCtx, { id }: Input<'getExport'>) => {
  const found = UUID.test(id) ? await findExport(db, user.id, id) : null
  const isOver = found?.expiresAt === null || (found && found.expiresAt <= clock.now())
  if (!found || !isOwners(found, user) || found.state !== 'ready' || found.blobKey === null || isOver)
    throw new Refusal('notFound')
  return { id: found.id, blobKey: found.blobKey }
}

/** The archive itself, as far as `requireExport` finds it. */
export const getExport = async (ctx: UserCtx, asked: Input<'getExport'>): Promise<Output<'getExport'>> => {
  const { id, blobKey } = await requireExport(ctx, asked)
  const bytes = await opening(async () =>
    decryptBytes(ctx.keys.sealing, blobPlaceOf(blobKey), (await ctx.blobs.get(blobKey)).toString()),
  )
  await transaction(ctx.db, 'audit a download', (trx) => audit(trx, { ...trailOf(ctx, id), action: 'data.downloaded' }))
  return { bytes, contentType: 'application/zip' }
}
