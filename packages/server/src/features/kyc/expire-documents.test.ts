import { expect, test } from 'vitest'
import { kycIn, type Person } from '#test/kyc.ts'
import { appOfFile } from '#test/suite.ts'
import { expireDocuments } from './expire-documents.ts'

const app = appOfFile()
const kyc = kycIn(app)

const DAY_MS = 86_400_000
const dayFromNow = (days: number): string =>
  new Date(app.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
const nightly = async (daysLater: number): Promise<void> => {
  app.clock.advance(daysLater * DAY_MS)
  await expireDocuments(app.services)
}
const mails = async (person: Person): Promise<string[]> => {
  await app.runJobs()
  const found = await app.control<{ subject: string }[]>('GET', `/inbox?to=${encodeURIComponent(person.email)}`)
  return found.map(({ subject }) => subject).filter((subject) => /ID/.test(subject))
}
/** The days go by faster than sessions last. */
const itemOf = async (person: Person) => {
  const item = app.services.db.selectFrom('kyc_items').selectAll().where('owner_id', '=', person.id)
  const { status, notice_ends_at: noticeEndsAt } = await item.where('type', '=', 'selfieId').executeTakeFirstOrThrow()
  const user = app.services.db.selectFrom('users').select('tier').where('owner_id', '=', person.id)
  return { status, noticeEndsAt, tier: (await user.executeTakeFirstOrThrow()).tier }
}

test('a document is good on its last day; then its owner has thirty days, and is told at both ends', async () => {
  const person = await kyc.anApproved({}, { expiresOn: dayFromNow(2) })
  await nightly(2)
  expect(await itemOf(person)).toMatchObject({ status: 'Approved', tier: 1 })
  await nightly(1)
  const expired = await itemOf(person)
  expect(expired).toMatchObject({ status: 'Expired', tier: 1 })
  expect(expired.noticeEndsAt?.getTime()).toBeGreaterThan(app.clock.now().getTime() + 29 * DAY_MS)
  await expireDocuments(app.services)
  expect(await mails(person)).toEqual(['Your ID has expired'])
  await nightly(29)
  expect(await itemOf(person)).toMatchObject({ tier: 1 })
  await nightly(1)
  expect(await itemOf(person)).toMatchObject({ status: 'Expired', tier: 0, noticeEndsAt: null })
  await expireDocuments(app.services)
  expect(await mails(person)).toEqual(['Add a valid ID to send money again', 'Your ID has expired'])
})

test('the owner of a closed account gets no mail about a document that runs out', async () => {
  const person = await kyc.anApproved({}, { expiresOn: dayFromNow(1) })
  expect(await app.call('closeAccount', {}, { bearer: person.bearer })).toMatchObject({ data: { status: 'closed' } })
  await nightly(2)
  await nightly(31)
  expect(await itemOf(person)).toMatchObject({ status: 'Expired', noticeEndsAt: null })
  expect(await mails(person)).toEqual([])
})

test('a new document that is accepted in time keeps the tier, which rests on the old one until then', async () => {
  const soon = await kyc.anApproved({}, { expiresOn: dayFromNow(-1) })
  await expireDocuments(app.services)
  const status = await kyc.statusOf(soon)
  expect(status).toMatchObject({ selfieIdStatus: 'Expired', tier: 1, missing: ['selfieId'] })
  expect(status.noticeEndsAt).not.toBeNull()
  expect((await kyc.uploadId(soon)).data.status).toBe('inReview')
  expect(await kyc.statusOf(soon)).toMatchObject({ selfieIdStatus: 'inReview', tier: 1 })
  await kyc.next(soon, 'deny', { reason: 'blurry' })
  await kyc.review(soon)
  await kyc.uploadId(soon)
  await kyc.review(soon)
  expect(await kyc.statusOf(soon)).toMatchObject({ selfieIdStatus: 'Approved', tier: 1, noticeEndsAt: null })
  await nightly(31)
  expect(await itemOf(soon)).toMatchObject({ status: 'Approved', tier: 1 })
})
