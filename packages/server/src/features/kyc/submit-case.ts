/** Hands a queued case to the reviewer, step by step, and looks what came of it. Safe to run again at any point. */
import type { DocType } from '@puente/contract'
import { getAccount } from '#features/auth/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import type { KycPhoto, KycSubmission } from '#providers/identity-check/port.ts'
import { ProviderError } from '#providers/types.ts'
import { decideCase } from './decide-case.ts'
import { readFileOf } from './files-store.ts'
import { itemOf } from './kyc-rules.ts'
import { claimCheck, findCase, type KycCase, listItems, updateCase } from './kyc-store.ts'

type CaseRef = { ownerId: string; caseId: string }

const FIRST_LOOK_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000

const photo = async (services: Services, ownerId: string, fileId: string | null): Promise<KycPhoto> => {
  const file = fileId === null ? null : await readFileOf(services, ownerId, fileId)
  if (!file) throw new Error('a file of the identity check is missing')
  return { bytes: file.bytes, contentType: file.contentType }
}

const submissionOf = async (
  services: Services,
  { ownerId, caseId }: CaseRef,
  { progress }: KycCase,
): Promise<KycSubmission> => {
  const person = await getAccount(services.db, services.keys, ownerId)
  const items = await listItems(services.db, ownerId)
  const [document, selfie] = [itemOf(items, 'selfieId'), itemOf(items, 'selfie')]
  if (!person.birthday || !person.address) throw new Error('name and birthday of the identity check are missing')
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
    docType: document.docType as DocType,
    documents,
    selfie: await photo(services, ownerId, selfie.frontFileId),
    progress,
  }
}

/** A later look, so that no event from the reviewer is ever needed. */
const lookLater = (services: Services, ref: CaseRef, delayMs: number): Promise<void> =>
  transaction(services.db, 'look later', (trx) =>
    services.jobs.add(trx, {
      task: 'kyc.look',
      payload: { ...ref, pauseMs: delayMs },
      delayMs,
      key: `kyc.look:${ref.caseId}`,
    }),
  )

export const submitCase = async (services: Services, ref: CaseRef): Promise<void> => {
  const { db, identityCheck, log } = services
  const found = await findCase(db, ref.ownerId, ref.caseId)
  if (!found || (found.state !== 'queued' && found.state !== 'submitting')) return
  await updateCase(db, ref.ownerId, ref.caseId, { state: 'submitting' })
  try {
    const submission = await submissionOf(services, ref, found)
    const { checkId = '' } = await identityCheck.submit(submission, (progress) =>
      updateCase(db, ref.ownerId, ref.caseId, { progress }),
    )
    await claimCheck(db, checkId, ref.ownerId, ref.caseId)
    await updateCase(db, ref.ownerId, ref.caseId, { state: 'inReview', providerId: checkId })
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'invalid') throw error
    log.error(
      { err: error, provider: 'onfido', key: ref.caseId },
      'the reviewer does not take a case; a person must look',
    )
    await updateCase(db, ref.ownerId, ref.caseId, { state: 'operator' })
    return
  }
  await lookLater(services, ref, FIRST_LOOK_MS)
}

/** Asks the reviewer how a case stands and obeys. */
export const lookAtCase = async (services: Services, ref: CaseRef & { pauseMs?: number }): Promise<void> => {
  const found = await findCase(services.db, ref.ownerId, ref.caseId)
  if (!found?.providerId || (found.state !== 'inReview' && found.state !== 'operator')) return
  const decision = await services.identityCheck.fetch(found.providerId)
  await decideCase(services, ref, decision)
  if (decision.outcome !== 'processing' || ref.pauseMs === undefined) return
  await lookLater(services, { ownerId: ref.ownerId, caseId: ref.caseId }, Math.min(ref.pauseMs * 2, LONGEST_PAUSE_MS))
}
