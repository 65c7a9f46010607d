/**
 * A person's picture. It is redrawn as a square, so that nothing of the file that was sent is kept but its pixels. One at
 * a time: with a new one the row of the old is gone at once, and its blob soon after.
 */
import type { Input, Output } from '@puente/contract'
import { lockAccount, updateAccount } from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { keepBlob } from '#platform/keep-blob.ts'
import { eraseJob } from './erase-picture.ts'
import { drawPicture, pictureFrom64 } from './draw-picture.ts'
import { deletePictures, insertPicture, type PutPicture } from './pictures-store.ts'
import { imageUrl } from './read-me.ts'

/** Wide enough for the largest place that shows one, on the sharpest screens. */
const SIDE_PX = 320

/** Takes the place of whatever picture there was; null takes it away. */
const replace = async (ctx: UserCtx, trx: Trx, picture: PutPicture | null): Promise<string | null> => {
  const { id: ownerId } = await lockAccount(trx, ctx.keys, ctx.user.id)
  const blobKeys = await deletePictures(trx, ownerId)
  if (picture) await insertPicture(trx, ownerId, picture, ctx.clock.now())
  else if (blobKeys.length === 0) return null
  const account = await updateAccount(ctx, trx, ownerId, { imageFileId: picture?.fileId ?? null }, ['imgUrl'])
  await ctx.events.record(trx, { event: 'profile.changed', data: { ownerId, fields: ['imgUrl'] } })
  await ctx.jobs.add(trx, ...blobKeys.map(eraseJob))
  await audit(trx, {
    actor: { kind: 'user', id: ownerId, sessionId: ctx.user.sessionId },
    action: picture ? 'picture.changed' : 'picture.removed',
    ...(picture && { object: { type: 'file', id: picture.fileId } }),
    result: 'done',
    network: ctx.network,
    requestId: ctx.requestId,
  })
  return imageUrl(account)
}

const setPicture = async (ctx: UserCtx, sent: Uint8Array): Promise<{ link: string }> => {
  const picture = await drawPicture(ctx, sent, SIDE_PX)
  const set = () => transaction(ctx.db, 'set picture', (trx) => replace(ctx, trx, picture))
  const link = await keepBlob(ctx, picture.blobKey, set)
  if (link === null) throw new Error('a picture was set and is not there')
  return { link }
}

/** Sets the picture from an uploaded file. */
export const updateProfilePicture = (
  ctx: UserCtx,
  { file }: Input<'updateProfilePicture'>,
): Promise<Output<'updateProfilePicture'>> => setPicture(ctx, file.bytes)

/** Sets the picture from base64, bare or as a data URL. */
export const updateProfilePicture64 = async (
  ctx: UserCtx,
  { image }: Input<'updateProfilePicture64'>,
): Promise<Output<'updateProfilePicture64'>> => setPicture(ctx, pictureFrom64(image))

/** Takes the picture away; the initials of the name are shown again. */
export const removeProfilePicture = async (ctx: UserCtx): Promise<Output<'removeProfilePicture'>> => {
  await transaction(ctx.db, 'remove picture', (trx) => replace(ctx, trx, null))
  return {}
}
