import type { Input, KycStatus, Output } from '@puente/contract'
import { lockAccount, requireContacts } from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { cleanImage } from '#platform/images/clean-image.ts'
import { countFiles, insertFile, putFile } from './files-store.ts'
import { countTriesLeft, submitIfComplete } from './submit-review.ts'
import { hasRoomForFiles, itemOf, takesFiles, type Tier1Type, withFile } from './kyc-rules.ts'
import { listItems, saveItem } from './kyc-store.ts'

/** Looked at before a picture is decoded and put away, so that a call that cannot succeed costs and leaves nothing. */
const requireRoom = async ({ db, user, clock }: UserCtx, type: Tier1Type): Promise<void> => {
  const [triesLeft, files, items] = await Promise.all([
    countTriesLeft(db, user.id, clock.now()),
    countFiles(db, user.id),
    listItems(db, user.id),
  ])
  if (triesLeft === 0) throw new Refusal('invalidRequest', { reason: 'triesUsedUp' })
  if (!hasRoomForFiles(files)) throw new Refusal('invalidRequest', { reason: 'tooManyFiles' })
  const { status } = itemOf(items, type)
  if (!takesFiles(status)) throw notNow(status)
}

const notNow = (status: KycStatus) => new Refusal('invalidRequest', { reason: 'notNow', status })

/** Takes one photo of the identity check. The last missing part sends the whole file to review. */
export const uploadKycPhoto = async (
  ctx: UserCtx,
  input: Input<'uploadKycPhoto'>,
): Promise<Output<'uploadKycPhoto'>> => {
  requireContacts(ctx.user)
  const { type } = input
  const side = type === 'selfie' ? 'front' : (input.side ?? 'front')
  const docType = type === 'selfieId' ? (input.docType ?? null) : null
  if (type === 'selfieId' && docType === null) throw new Refusal('invalidType', { field: 'docType' })
  await requireRoom(ctx, type)
  const image = await cleanImage(input.file.bytes)
  const file = await putFile(ctx, image.bytes, image.contentType)

  return transaction(ctx.db, 'upload kyc photo', async (trx) => {
    const at = ctx.clock.now()
    const person = await lockAccount(trx, ctx.keys, ctx.user.id)
    const before = itemOf(await listItems(trx, person.id), type)
    const item = withFile(before, { fileId: file.fileId, side, docType })
    if (!item) throw notNow(before.status)
    await insertFile(trx, person.id, 'kyc', file, at)
    await saveItem(trx, person.id, item, before.status, at)
    const items = await submitIfComplete(ctx, trx, person)
    await audit(trx, {
      actor: { kind: 'user', id: person.id, sessionId: ctx.user.sessionId },
      action: 'kyc-photo.uploaded',
      object: { type: 'file', id: file.fileId },
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
      details: { type, side },
    })
    return { type, status: itemOf(items, type).status, triesLeft: await countTriesLeft(trx, person.id, at) }
  })
}
