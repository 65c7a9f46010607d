import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import type { JobRun } from '#platform/jobs/tasks.ts'
import { newId } from '#platform/ids.ts'
import { PASSWORD } from '#test/factories.ts'
import { mailWords } from '#providers/mail/mail-texts.ts'
import { keptEvents } from '#test/inbox.ts'
import { appOfFile } from '#test/suite.ts'
import { decideReview } from './decide-review.ts'
import { advanceReview } from './advance-review.ts'
import { sendReview } from './send-review.ts'
import { kycTasks } from './tasks.ts'
import { kycIn, type Person } from '#test/kyc.ts'

const app = appOfFile()
const kyc = kycIn(app)

const checksOf = async (person: Person) => {
  const refs = (await kyc.reviewsOf(person)).map(({ caseId }) => caseId)
  const checks = await app.control<object[]>('GET', '/kyc/checks')
  return checks.filter((check) => refs.some((ref) => JSON.stringify(check).includes(ref)))
}
const jobsOf = async (task: string, caseId: string) => {
  const { rows } = await app.services.db.pool.query<{ attempts: number }>(
    `select j.attempts from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = $1 and j.payload->>'caseId' = $2`,
    [task, caseId],
  )
  return rows
}
const LAST_ATTEMPT: JobRun = { jobId: '1', orderedAt: new Date(), attempt: 25, isLastAttempt: true, signal: undefined }

test('EK-01 EK-02 EK-03 EK-04 EK-05 EK-07 ST-08 a new person has submitted nothing and has tier -1', async () => {
  const person = await kyc.aPerson({ tier: -1 })
  expect(await kyc.statusOf(person)).toMatchObject({
    selfieIdStatus: 'neverRequested',
    selfieStatus: 'neverRequested',
    invoiceStatus: 'neverRequested',
    videoStatus: 'neverRequested',
    tier: -1,
    fullNameBirth: false,
    missing: ['nameBirth', 'selfieId', 'selfie'],
    triesLeft: 3,
  })
})

test('the complete file goes to review, and approval brings tier 1 and its limits', async () => {
  const person = await kyc.aPerson()
  const before = await app.call('limits', undefined, { bearer: person.bearer })
  await kyc.submit(person)
  const waiting = await kyc.statusOf(person)
  expect(waiting).toMatchObject({ selfieIdStatus: 'inReview', selfieStatus: 'inReview', missing: [], tier: 0 })
  expect(Date.parse(waiting.expectedBy ?? '')).toBeGreaterThan(Date.parse(waiting.submittedAt ?? ''))
  await kyc.review(person)
  expect(await kyc.statusOf(person)).toMatchObject({
    selfieIdStatus: 'Approved',
    selfieStatus: 'Approved',
    tier: 1,
    reasons: [],
    expectedBy: null,
  })
  const after = await app.call('limits', undefined, { bearer: person.bearer })
  expect(after.data.tier).toBe(1)
  expect(after.data.rows).not.toEqual(before.data.rows)
})

test('EK-06 RD-01 approval tells the open page the new tier, and the refreshed bearer carries it', async () => {
  const person = await kyc.aPerson()
  const { token } = (await app.call('signIn', { email: person.email, password: PASSWORD })).data
  const { headers } = await app.call('openSession', { token })
  const cookie = String([headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
  await kyc.submit(person)
  await kyc.review(person)
  const events = await kyc.eventsOf(person)
  expect(events.findLast(({ event }) => event === 'me')?.data).toEqual({ fields: ['KYC'] })
  expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['kyc', 'limits']))
  const { bearer } = (await app.call('refreshSession', {}, { cookie })).data
  expect(decodeJwt(bearer)).toMatchObject({ accessLevel: 1, amr: ['pwd'], auth_time: expect.any(Number) })
})

test('EK-10 a denial names file and reason, also in its mail; a new photo of that file alone sends it again', async () => {
  const person = await kyc.aPerson()
  await kyc.next(person, 'deny', { reason: 'blurry' })
  await kyc.submit(person)
  await kyc.review(person)
  const denied = await kyc.statusOf(person)
  expect(denied).toMatchObject({ selfieIdStatus: 'Denied', selfieStatus: 'Approved', tier: 0, triesLeft: 2 })
  expect(denied.reasons).toEqual([{ type: 'selfieId', code: 'blurry' }])
  expect(denied.missing).toEqual(['selfieId'])
  await app.runJobs()
  const inbox = `/inbox?to=${encodeURIComponent(person.email)}`
  const [mail] = await app.control<{ subject: string; text: string }[]>('GET', inbox)
  expect(mail).toMatchObject({ subject: "We couldn't verify your identity" })
  expect(mail?.text).toContain('ID: the photo is too blurry to read')
  expect(mail?.text).toContain(`See what you can do:\n${app.services.config.publicUrl}/kyc\n`)
  expect((await kyc.uploadId(person)).data).toMatchObject({ status: 'inReview', triesLeft: 1 })
  await kyc.review(person)
  expect(await kyc.statusOf(person)).toMatchObject({ selfieIdStatus: 'Approved', tier: 1 })
})

test('a new document that does not fit the accepted selfie is denied, so that the person can try again', async () => {
  const person = await kyc.aPerson()
  await kyc.next(person, 'deny', { reason: 'blurry' })
  await kyc.submit(person)
  await kyc.review(person)
  await kyc.next(person, 'deny', { reason: 'mismatch', report: 'facial_similarity_photo' })
  await kyc.uploadId(person)
  await kyc.review(person)
  const denied = await kyc.statusOf(person)
  expect(denied).toMatchObject({ selfieIdStatus: 'Denied', selfieStatus: 'Approved', tier: 0, missing: ['selfieId'] })
  expect(denied.reasons).toEqual([{ type: 'selfieId', code: 'mismatch' }])
})

test('doubt leaves the review with a person: it stays in review until that person has decided', async () => {
  const person = await kyc.aPerson()
  await kyc.next(person, 'review')
  await kyc.submit(person)
  await kyc.review(person)
  expect(await kyc.statusOf(person)).toMatchObject({ selfieIdStatus: 'inReview', tier: 0 })
  expect(await kyc.reviewsOf(person)).toMatchObject([{ state: 'operator' }])
  const ref = await kyc.reviewOf(person)
  await app.control('POST', `/kyc/checks/${ref.caseId}/approve`)
  await advanceReview(app.services, ref)
  expect(await kyc.statusOf(person)).toMatchObject({ selfieIdStatus: 'Approved', tier: 1 })
})

test('EC-33 EC-32 name and birthday stay as they were submitted while they are reviewed', async () => {
  const person = await kyc.aPerson()
  await kyc.submit(person)
  const change = (body: object) => app.raw('updateProfile', body, { bearer: person.bearer })
  expect(await change({ fullName: 'Somebody Else' })).toMatchObject({ status: 422, code: 'fullNameChangesExceeded' })
  expect(await change({ birthday: '1980-01-01' })).toMatchObject({ status: 422, code: 'birthdayChangesExceeded' })
  expect((await change({ lang: 'es' })).status).toBe(200)
})

/** Three submissions on one day, each denied. */
const deniedThrice = async (person: Person) => {
  for (let round = 0; round < 3; round += 1) {
    await kyc.next(person, 'deny', { reason: 'blurry' })
    if (round === 0) await kyc.submit(person)
    else await kyc.uploadId(person)
    await kyc.review(person)
  }
}
const usedUp = { status: 400, code: 'invalidRequest', details: { reason: 'triesUsedUp' } }
const aDayPasses = ({ id }: Person) =>
  app.services.db.pool.query(
    `update kyc_cases set submitted_at = (submitted_at at time zone 'UTC' - interval '1 day') at time zone 'UTC' where owner_id = $1`,
    [id],
  )

test('after three submissions in a day no fourth is taken, and the answer says so; a day later one is', async () => {
  const person = await kyc.aPerson()
  await deniedThrice(person)
  expect((await kyc.statusOf(person)).triesLeft).toBe(0)
  expect(await kyc.uploadId(person)).toMatchObject(usedUp)
  expect(await app.call('kycHandoff', {}, { bearer: person.bearer })).toMatchObject(usedUp)
  await aDayPasses(person)
  expect((await kyc.uploadId(person)).data).toMatchObject({ status: 'inReview', triesLeft: 2 })
})

test('closing the account and opening one with the same phone brings no new submissions that day; a new phone has its own', async () => {
  const [before, other] = [await kyc.aPerson(), await kyc.aPerson()]
  await deniedThrice(before)
  expect(await app.call('closeAccount', {}, { bearer: before.bearer })).toMatchObject({ data: { status: 'closed' } })
  const again = await kyc.aPerson({ phone: before.phone })
  const { triesLeft, triesAgainAt } = await kyc.statusOf(again)
  expect([triesLeft, Date.parse(triesAgainAt ?? '') > Date.now()]).toEqual([0, true])
  for (const upload of [kyc.uploadId, kyc.uploadSelfie]) expect(await upload(again)).toMatchObject(usedUp)
  expect((await kyc.statusOf(other)).triesLeft).toBe(3)
  expect((await kyc.uploadId(other)).data).toMatchObject({ status: 'requested', triesLeft: 3 })
  await aDayPasses(before)
  await kyc.submit(again)
  expect(await kyc.statusOf(again)).toMatchObject({ selfieIdStatus: 'inReview', triesLeft: 2, triesAgainAt: null })
})

test('the same decision by many ways at once is carried out once', async () => {
  const person = await kyc.aPerson()
  await kyc.submit(person)
  await app.runJobs()
  const ref = await kyc.reviewOf(person)
  await Promise.all(
    [1, 2, 3, 4].map(() =>
      decideReview(app.services, ref, { outcome: 'approved', documentNumbers: [newId()], expiresOn: null }),
    ),
  )
  const { history, tier } = await kyc.statusOf(person)
  expect(tier).toBe(1)
  expect(history.filter(({ status }) => status === 'Approved')).toHaveLength(2)
})

test('what is decided stays decided, whatever is said later', async () => {
  const person = await kyc.aPerson()
  await kyc.submit(person)
  await kyc.review(person)
  const ref = await kyc.reviewOf(person)
  await decideReview(app.services, ref, { outcome: 'denied', reasons: [{ type: 'selfie', code: 'mismatch' }] })
  await decideReview(app.services, ref, { outcome: 'review', raw: 'suspected' })
  expect(await kyc.reviewsOf(person)).toMatchObject([{ state: 'approved' }])
  expect(await kyc.statusOf(person)).toMatchObject({ selfieStatus: 'Approved', tier: 1 })
})

test('the reviewer breaks off at any step: the next run goes on from there, and one check is made', async () => {
  const person = await kyc.aPerson()
  await kyc.submit(person)
  await app.control('POST', '/faults', { provider: 'kyc', fault: 'error500', times: 1 })
  await app.runJobs()
  const ref = await kyc.reviewOf(person)
  await app.control('POST', '/faults', { provider: 'kyc', fault: 'error500', after: true, times: 1 })
  await expect(sendReview(app.services, ref)).rejects.toThrow()
  expect(await kyc.reviewsOf(person)).toMatchObject([{ state: 'submitting' }])
  await sendReview(app.services, ref)
  expect(await kyc.reviewsOf(person)).toMatchObject([{ state: 'inReview' }])
  await sendReview(app.services, ref)
  expect(await checksOf(person)).toHaveLength(1)
  const sent = app.services.db.selectFrom('access_log').select('what').where('owner_id', '=', person.id)
  expect(await sent.execute()).toEqual([{ what: 'identitySent' }])
})

test('a review is not forgotten when the last attempt has failed: sending and checking start over', async () => {
  const person = await kyc.aPerson()
  await kyc.submit(person)
  const ref = await kyc.reviewOf(person)
  const tasks = kycTasks(app.services)
  await app.services.db.pool.query(`delete from graphile_worker._private_jobs where payload->>'caseId' = $1`, [
    ref.caseId,
  ])
  await app.control('POST', '/faults', { provider: 'kyc', fault: 'reject', times: 1 })
  await expect(tasks['kyc.submit'](ref, LAST_ATTEMPT)).rejects.toMatchObject({ kind: 'rateLimited' })
  expect(await jobsOf('kyc.submit', ref.caseId)).toMatchObject([{ attempts: 0 }])
  await sendReview(app.services, ref)
  await app.services.db.pool.query(`delete from graphile_worker._private_jobs where payload->>'caseId' = $1`, [
    ref.caseId,
  ])
  const path = '/wire/onfido/v3.6/checks'
  await app.control('POST', '/faults', { provider: 'kyc', fault: 'error500', times: 1, path })
  await expect(tasks['kyc.check']({ ...ref, pauseMs: 60_000 }, LAST_ATTEMPT)).rejects.toMatchObject({
    kind: 'unknownOutcome',
  })
  expect(await jobsOf('kyc.check', ref.caseId)).toHaveLength(1)
})

test('while nothing is decided each check leads to the next', async () => {
  const person = await kyc.aPerson()
  await kyc.submit(person)
  await app.runJobs()
  const ref = await kyc.reviewOf(person)
  expect(await jobsOf('kyc.check', ref.caseId)).toHaveLength(1)
  await app.services.db.pool.query(`delete from graphile_worker._private_jobs where payload->>'caseId' = $1`, [
    ref.caseId,
  ])
  await advanceReview(app.services, ref, 60_000)
  expect(await jobsOf('kyc.check', ref.caseId)).toHaveLength(1)
})

test('a webhook of the reviewer is verified, kept once, and acted on', async () => {
  const person = await kyc.aPerson()
  await kyc.submit(person)
  await app.runJobs()
  await app.control('POST', '/faults', { provider: 'kyc', fault: 'duplicateWebhook', times: 1 })
  await app.control('POST', '/clock/advance', { seconds: 3 })
  await expect
    .poll(
      async () => {
        await app.runJobs()
        return (await kyc.statusOf(person)).tier
      },
      { timeout: 8000 },
    )
    .toBe(1)
  const [check] = (await checksOf(person)) as { id: string }[]
  expect((await keptEvents(app)).filter(({ objectId }) => objectId === check?.id)).toHaveLength(1)
  const forged = await fetch(`${app.url}/hooks/onfido`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json', 'x-sha2-signature': 'ab'.repeat(32) },
  })
  expect(forged.status).toBe(400)
})

test('one document makes one account of a kind; the second person gets the same answer as for any other doubt', async () => {
  const documentNumber = 'X-1234567'
  const approved = async (person: Person) => {
    await kyc.next(person, 'approve', { documentNumber })
    await kyc.submit(person)
    await kyc.review(person)
    return kyc.statusOf(person)
  }
  expect(await approved(await kyc.aPerson())).toMatchObject({ tier: 1 })
  const second = await kyc.aPerson()
  expect(await approved(second)).toMatchObject({
    tier: 0,
    selfieIdStatus: 'Denied',
    reasons: [{ type: 'selfieId', code: 'other' }],
  })
  const [entry] = await app.services.db
    .selectFrom('audit_log')
    .select(['action', 'code'])
    .where('object_id', '=', (await kyc.reviewOf(second)).caseId)
    .where('action', '=', 'kyc.denied')
    .execute()
  expect(entry).toEqual({ action: 'kyc.denied', code: 'doubleIdentity' })
  expect(await approved(await kyc.aPerson({ tier: 0, business: true }))).toMatchObject({ tier: 1 })
})

const approvedAs = (documentNumbers: string[]) => ({ outcome: 'approved', documentNumbers, expiresOn: null }) as const
const submitted = async (): Promise<Person> => {
  const person = await kyc.aPerson()
  await kyc.submit(person)
  await app.runJobs()
  return person
}

test('who is denied for a double identity keeps no claim on the other papers, which are free for their holder', async () => {
  await decideReview(app.services, await kyc.reviewOf(await submitted()), approvedAs(['D-2']))
  const [double, holder] = [await submitted(), await submitted()]
  await decideReview(app.services, await kyc.reviewOf(double), approvedAs(['D-1', 'D-2']))
  expect(await kyc.statusOf(double)).toMatchObject({ tier: 0, selfieIdStatus: 'Denied' })
  await decideReview(app.services, await kyc.reviewOf(holder), approvedAs(['D-1']))
  expect(await kyc.statusOf(holder)).toMatchObject({ tier: 1 })
})

test('with the account its open review ends: nothing is mailed of it, and a late approval takes no papers', async () => {
  const [gone, other] = [await submitted(), await submitted()]
  expect(await app.call('closeAccount', {}, { bearer: gone.bearer })).toMatchObject({ data: { status: 'closed' } })
  await app.runJobs()
  expect(await kyc.reviewsOf(gone)).toMatchObject([{ state: 'denied' }])
  await decideReview(app.services, await kyc.reviewOf(gone), approvedAs(['D-3']))
  await decideReview(app.services, await kyc.reviewOf(other), approvedAs(['D-3']))
  expect(await kyc.statusOf(other)).toMatchObject({ tier: 1 })
  await app.runJobs()
  const inbox = await app.control<{ subject: string }[]>('GET', `/inbox?to=${encodeURIComponent(gone.email)}`)
  const subjects = inbox.map(({ subject }) => subject)
  expect(subjects).toContain(mailWords('accountClosed', 'en', {}).subject)
  expect(subjects).not.toContain(mailWords('kycDenied', 'en', {}).subject)
})

test('of two accounts with one document that are approved at once exactly one reaches tier 1', async () => {
  const people = [await kyc.aPerson(), await kyc.aPerson()]
  for (const person of people) await kyc.submit(person)
  const decision = { outcome: 'approved', documentNumbers: ['USA passport RACE1'], expiresOn: null } as const
  await Promise.all(
    people.map(async (person) => {
      const ref = await kyc.reviewOf(person)
      await sendReview(app.services, ref)
      await decideReview(app.services, ref, { ...decision, documentNumbers: [...decision.documentNumbers] })
    }),
  )
  const tiers = await Promise.all(people.map(async (person) => (await kyc.statusOf(person)).tier))
  expect(tiers.toSorted((a, b) => a - b)).toEqual([0, 1])
})
