import type { DocType, Input, KycStatus, KycType, Output } from '@puente/contract'
import { getAccount, lockAccount, requireContacts, requireTier } from '#features/accounts/index.ts'
import { endHandoffs } from '#features/sessions/index.ts'
import { audit } from '#platform/audit.ts'
import type { Db, Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { cleanImage } from '#platform/images/clean-image.ts'
import { soundVideo } from '#platform/images/sound-video.ts'
import { keepBlob } from '#platform/keep-blob.ts'
import { countFiles, insertFile, putFile } from './files-store.ts'
import { findTries } from './find-tries.ts'
import { personOf, submitIfComplete } from './submit-review.ts'
import { fitsType, hasRoomForFiles, itemOf, missingParts, takesFiles, tierOfType, withFile } from './kyc-rules.ts'
import { listItems, saveItem } from './kyc-store.ts'

const notNow = (type: KycType, status: KycStatus) =>
  type === 'video' && status === 'neverRequested'
    ? new Refusal('invalidType', { field: 'type', reason: 'notAsked' })
    : new Refusal('invalidRequest', { reason: status === 'Approved' ? 'alreadyApproved' : 'notNow', status })

const requireRoomForFiles = async (db: Db, ownerId: string): Promise<void> => {
  if (!hasRoomForFiles(await countFiles(db, ownerId))) throw new Refusal('invalidRequest', { reason: 'tooManyFiles' })
}

/** Looked at before a file is decoded and put away, so that a call that cannot succeed costs and leaves nothing. */
const requireRoom = async ({ db, keys, user, clock }: UserCtx, type: KycType): Promise<void> => {
  const [account, items] = await Promise.all([getAccount(db, keys, user.id), listItems(db, user.id)])
  const tries = await findTries(db, keys, account, tierOfType(type), clock.now())
  const { status } = itemOf(items, type)
  if (!takesFiles(type, status)) throw notNow(type, status)
  if (tries.left === 0) throw new Refusal('invalidRequest', { reason: 'triesUsedUp' })
  await requireRoomForFiles(db, user.id)
}

/** The kind of document, where the upload is one. */
const docTypeOf = ({ type, docType }: Input<'uploadKycPhoto'>): DocType | null =>
  type === 'selfie' || type === 'video' ? null : (docType ?? null)

/**
 * Takes one photo of the identity check, or the video that a reviewer has asked for. The last missing part sends the whole
 * file to review, and ends a hand-off that has nothing left to do.
 */
export const uploadKycPhoto = async (
  ctx: UserCtx,
  input: Input<'uploadKycPhoto'>,
): Promise<Output<'uploadKycPhoto'>> => {
  requireContacts(ctx.user)
  const { type } = input
  const tier = tierOfType(type)
  const side = type === 'selfieId' ? (input.side ?? 'front') : 'front'
  const docType = docTypeOf(input)
  // Whether a business's papers are taken is decided once the person's row is read.
  if (!fitsType(type, docType, true)) throw new Refusal('invalidType', { field: 'docType' })
  await requireRoom(ctx, type)
  if (tier === 2) requireTier(ctx.user, 1)
  const clean = type === 'video' ? await soundVideo(input.file.bytes) : await cleanImage(input.file.bytes)
  const file = await putFile(ctx, clean.bytes, clean.contentType)

  const keep = async (trx: Trx): Promise<Output<'uploadKycPhoto'>> => {
    const at = ctx.clock.now()
    const account = await lockAccount(trx, ctx.keys, ctx.user.id)
    const person = personOf(account)
    if (!fitsType(type, docType, person.isBusiness)) throw new Refusal('invalidType', { field: 'docType' })
    const before = itemOf(await listItems(trx, account.id), type)
    const item = withFile(before, { fileId: file.fileId, side, docType })
    if (!item) throw notNow(type, before.status)
    await requireRoomForFiles(trx, account.id)
    await insertFile(trx, account.id, 'kyc', file, at)
    await saveItem(trx, account.id, item, before.status, at)
    const items = await submitIfComplete(ctx, trx, account)
    const isDone = missingParts(items, tier, person).every((part) => part === 'nameBirth')
    if (isDone) await endHandoffs(trx, account.id, at)
    await audit(trx, {
      actor: { kind: 'user', id: account.id, sessionId: ctx.user.sessionId },
      action: 'kyc-photo.uploaded',
      object: { type: 'file', id: file.fileId },
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
      details: { type, side, ...(ctx.user.handoffId === undefined ? {} : { handoff: ctx.user.handoffId }) },
    })
    const { left } = await findTries(trx, ctx.keys, account, tier, at)
    return { type, status: itemOf(items, type).status, triesLeft: left }
  }
  return keepBlob(ctx, file.blobKey, () => transaction(ctx.db, 'upload kyc photo', keep))
}
