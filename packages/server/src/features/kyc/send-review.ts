/** Hands a queued review to the reviewer, step by step. Safe to run again at any point. */
import { getAccount } from '#features/accounts/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import type { KycPhoto, KycSubmission } from '#providers/identity-check/port.ts'
import { keepObject } from '#platform/webhooks/provider-objects-store.ts'
import { ProviderError } from '#providers/types.ts'
import { checkJob } from './review-jobs.ts'
import { readFileOf } from './files-store.ts'
import { itemOf } from './kyc-rules.ts'
import { type ReviewRef, findReview, listItems, moveReview, saveProgress } from './kyc-store.ts'
import { REVIEWER } from './reviewer.ts'

const photo = async (services: Services, ownerId: string, fileId: string | null): Promise<KycPhoto> => {
  const file = fileId === null ? null : await readFileOf(services, ownerId, fileId)
  if (!file) throw new Error('a file of the identity check is missing')
  return { bytes: file.bytes, contentType: file.contentType }
}

const submissionOf = async (services: Services, ref: ReviewRef): Promise<KycSubmission> => {
  const { ownerId, caseId } = ref
  const [person, items, found] = await Promise.all([
    getAccount(services.db, services.keys, ownerId),
    listItems(services.db, ownerId),
    findReview(services.db, ref),
  ])
  const [document, selfie] = [itemOf(items, 'selfieId'), itemOf(items, 'selfie')]
  if (!person.birthday || !person.address || !document.docType) throw new Error('an identity check is not complete')
  const sides = [
    { side: 'front' as const, fileId: document.frontFileId },
    ...(document.backFileId === null ? [] : [{ side: 'back' as const, fileId: document.backFileId }]),
  ]
  const documents = await Promise.all(
    sides.map(async ({ side, fileId }) => ({ side, ...(await photo(services, ownerId, fileId)) })),
  )
  return {
    ref: caseId,
    person: { fullName: person.fullName, birthday: person.birthday, email: person.email, address: person.address },
    docType: document.docType,
    documents,
    selfie: await photo(services, ownerId, selfie.frontFileId),
    progress: found?.progress ?? {},
  }
}

/** From now on events about the check find the review, and it is checked even if none comes. */
const keepCheck = (services: Services, ref: ReviewRef, checkId: string): Promise<void> =>
  transaction(services.db, 'keep a check', async (trx) => {
    await keepObject(trx, REVIEWER, checkId, { ownerId: ref.ownerId, ref: ref.caseId })
    if (await moveReview(trx, ref, 'inReview', { providerId: checkId })) await services.jobs.add(trx, checkJob(ref))
  })

export const sendReview = async (services: Services, ref: ReviewRef): Promise<void> => {
  const { db, identityCheck, log } = services
  if (!(await moveReview(db, ref, 'submitting'))) return
  try {
    const submission = await submissionOf(services, ref)
    const { checkId } = await identityCheck.submit(submission, (progress) => saveProgress(db, ref, progress))
    await keepCheck(services, ref, checkId)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'invalid') throw error
    log.error({ err: error, provider: REVIEWER, key: ref.caseId }, 'the reviewer refuses a review; a person must look')
    await moveReview(db, ref, 'operator')
  }
}
