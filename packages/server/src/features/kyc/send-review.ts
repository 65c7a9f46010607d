/** Hands a queued review to the reviewer, step by step. Safe to run again at any point. */
import { getAccount, recordAccess } from '#features/accounts/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import type { KycPhoto, KycSubmission } from '#providers/identity-check/port.ts'
import { keepObject } from '#platform/webhooks/provider-objects-store.ts'
import { ProviderError } from '#providers/types.ts'
import { checkJob } from './review-jobs.ts'
import { readFileOf } from './files-store.ts'
import { referReview } from './decide-review.ts'
import { isIdDoc, itemOf, type KycItem, needsPerson } from './kyc-rules.ts'
import { type Review, type ReviewRef, findReview, listItems, moveReview, saveProgress } from './kyc-store.ts'
import { REVIEWER } from './reviewer.ts'

const photo = async (services: Services, ownerId: string, fileId: string | null): Promise<KycPhoto> => {
  const file = fileId === null ? null : await readFileOf(services, ownerId, fileId)
  if (!file) throw new Error('a file of the identity check is missing')
  return { bytes: file.bytes, contentType: file.contentType }
}

const identityOf = async (services: Services, ownerId: string, items: readonly KycItem[]) => {
  const [document, selfie] = [itemOf(items, 'selfieId'), itemOf(items, 'selfie')]
  const { docType } = document
  if (!isIdDoc(docType)) throw new Error('an identity check is not complete')
  const sides = [
    { side: 'front' as const, fileId: document.frontFileId },
    ...(document.backFileId === null ? [] : [{ side: 'back' as const, fileId: document.backFileId }]),
  ]
  const documents = await Promise.all(
    sides.map(async ({ side, fileId }) => ({ side, ...(await photo(services, ownerId, fileId)) })),
  )
  return { kind: 'identity' as const, docType, documents, selfie: await photo(services, ownerId, selfie.frontFileId) }
}

const addressOf = async (services: Services, ownerId: string, items: readonly KycItem[]) => {
  const { docType, frontFileId } = itemOf(items, 'invoice')
  if (docType !== 'utilityBill' && docType !== 'bankStatement') throw new Error('not a proof that a machine reads')
  return { kind: 'address' as const, docType, document: await photo(services, ownerId, frontFileId) }
}

const submissionOf = async (services: Services, ref: ReviewRef, review: Review): Promise<KycSubmission> => {
  const { ownerId, caseId } = ref
  const [person, items] = await Promise.all([
    getAccount(services.db, services.keys, ownerId),
    listItems(services.db, ownerId),
  ])
  if (!person.birthday || !person.address) throw new Error('an identity check is not complete')
  return {
    ref: caseId,
    person: { fullName: person.fullName, birthday: person.birthday, email: person.email, address: person.address },
    progress: review.progress,
    ...(review.tier === 1 ? await identityOf(services, ownerId, items) : await addressOf(services, ownerId, items)),
  }
}

/** The person finds in their access log that the check was handed over; noted before it is, once however often that is tried. */
const noteSending = ({ db, clock }: Services, { ownerId, caseId: accessId }: ReviewRef): Promise<void> =>
  transaction(db, 'note a sending', (trx) =>
    recordAccess(trx, {
      ownerId,
      accessId,
      role: 'system',
      what: 'identitySent',
      why: 'identityCheck',
      at: clock.now(),
    }),
  )

/** From now on events about the check find the review, and it is checked even if none comes. */
const keepCheck = (services: Services, ref: ReviewRef, checkId: string): Promise<void> =>
  transaction(services.db, 'keep a check', async (trx) => {
    await keepObject(trx, REVIEWER, checkId, { ownerId: ref.ownerId, ref: ref.caseId })
    if (await moveReview(trx, ref, 'inReview', { providerId: checkId })) await services.jobs.add(trx, checkJob(ref))
  })

/** A person reviews what the provider cannot read, and everything where there is no provider. */
const isForPerson = async ({ db, identityCheck }: Services, { ownerId }: ReviewRef, { tier }: Review) =>
  identityCheck.isDesk || needsPerson(await listItems(db, ownerId), tier)

export const sendReview = async (services: Services, ref: ReviewRef): Promise<void> => {
  const { db, identityCheck, log } = services
  if (!(await moveReview(db, ref, 'submitting'))) return
  const review = await findReview(db, ref)
  if (!review) return
  if (await isForPerson(services, ref, review)) return referReview(services, ref, 'for a person')
  try {
    const submission = await submissionOf(services, ref, review)
    if (Object.keys(review.progress).length === 0) await noteSending(services, ref)
    const { checkId } = await identityCheck.submit(submission, (progress) => saveProgress(db, ref, progress))
    await keepCheck(services, ref, checkId)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'invalid') throw error
    log.error({ err: error, provider: REVIEWER, key: ref.caseId }, 'the reviewer refuses a review; a person must look')
    await moveReview(db, ref, 'operator')
  }
}
