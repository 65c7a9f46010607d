/** What tests of the identity check do over and over: as the person, and as the time that passes at the reviewer. */
import type { TestApp } from './app.ts'
import { aUser, signedIn, type TestUser, type UserOptions } from './factories.ts'
import { aPhoto, uploadPhoto } from './upload.ts'
import type { ReviewRef } from '#features/kyc/kyc-store.ts'
import { advanceReview } from '#features/kyc/advance-review.ts'

export type Person = TestUser & { bearer: string }

const LEGAL = {
  kyc: true,
  fullName: 'Maria López',
  birthday: '1990-02-28',
  nationality: 'US',
  address: { line1: '1 Main St', city: 'Austin', state: 'TX', zipCode: '78701' },
} as const

export const kycIn = (app: TestApp) => {
  const upload = async (person: Person, fields: Record<string, string>, photo?: Buffer) =>
    uploadPhoto(app, person.bearer, fields, photo ?? (await aPhoto()))
  const legalStep = (person: Person, more: object = {}) =>
    app.call('updateProfile', { ...LEGAL, ...more }, { bearer: person.bearer })

  const reviewsOf = async (person: Person): Promise<(ReviewRef & { state: string })[]> => {
    const rows = await app.services.db
      .selectFrom('kyc_cases')
      .select(['owner_id', 'case_id', 'state'])
      .where('owner_id', '=', person.id)
      .orderBy('submitted_at', 'desc')
      .execute()
    return rows.map((row) => ({ ownerId: row.owner_id, caseId: row.case_id, state: row.state }))
  }
  const reviewOf = async (person: Person): Promise<ReviewRef> => {
    const [newest] = await reviewsOf(person)
    if (!newest) throw new Error('nothing was submitted')
    return { ownerId: newest.ownerId, caseId: newest.caseId }
  }

  const make = async (options: UserOptions = {}): Promise<Person> => {
    const user = await aUser(app.services, { tier: 0, ...options })
    const { authorization } = await signedIn(app.services, user)
    return { ...user, bearer: authorization.slice('Bearer '.length) }
  }
  const submitAll = async (person: Person): Promise<void> => {
    await upload(person, { type: 'selfieId', docType: 'passport' })
    await upload(person, { type: 'selfie' })
    const { status } = await legalStep(person)
    if (status !== 200) throw new Error(`the name and birth step answered ${status}`)
  }
  const next = (person: Person, decision: 'approve' | 'deny' | 'review', more: object = {}) =>
    app.control('POST', '/kyc/next', { decision, match: person.email, ...more })
  const review = async (person: Person): Promise<void> => {
    await app.runJobs()
    await app.control('POST', '/clock/advance', { seconds: 3 })
    await advanceReview(app.services, await reviewOf(person))
  }

  return {
    upload,
    legalStep,
    reviewsOf,
    reviewOf,
    aPerson: make,
    uploadId: (person: Person, photo?: Buffer) => upload(person, { type: 'selfieId', docType: 'passport' }, photo),
    uploadSelfie: (person: Person, photo?: Buffer) => upload(person, { type: 'selfie' }, photo),
    submit: submitAll,
    uploadAddress: (person: Person, docType = 'utilityBill', photo?: Buffer) =>
      upload(person, { type: 'invoice', docType }, photo),
    /** A person who has come to tier 1 by the identity check itself. */
    anApproved: async (options: UserOptions = {}, more: object = {}): Promise<Person> => {
      const person = await make(options)
      await next(person, 'approve', more)
      await submitAll(person)
      await review(person)
      return person
    },
    /** What the reviewer will say of this person's next submission. */
    next,
    statusOf: async (person: Person) => (await app.call('kycStatus', undefined, { bearer: person.bearer })).data,
    eventsOf: async (person: Person) =>
      (await app.call('livePoll', { after: '0' }, { bearer: person.bearer })).data.events,
    /** Sends the case, lets the reviewer's two seconds pass, and looks what came of it. */
    review,
  }
}
