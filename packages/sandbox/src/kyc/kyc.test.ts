import {
  CheckStatus,
  Configuration,
  DefaultApi,
  DocumentTypes,
  FileTransfer,
  ReportName,
  WebhookEventVerifier,
} from '@onfido/api'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually, secrets, startWorld } from '../test/world.ts'
import type { TestWorld } from '../test/world.ts'
import { reasons } from './model.ts'

let world: TestWorld

const api = (apiToken = secrets.onfidoApiToken) =>
  new DefaultApi(
    new Configuration({ apiToken, basePath: `${world.sandbox.url}/wire/onfido/v3.6`, baseOptions: { timeout: 5000 } }),
  )

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

const jpeg = () =>
  new FileTransfer(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(64)]), 'front.jpg')

const anApplicant = async (email: string | undefined = 'ana@example.com') => {
  const { data } = await api().createApplicant({
    first_name: 'Ana María',
    last_name: 'Ruiz',
    dob: '1990-02-28',
    ...(email && { email }),
    address: { line1: '1 Main St', town: 'Plano', state: 'TX', postcode: '75072', country: 'USA' },
  })
  return data.id
}

const aCheck = async (tag: string, email?: string) => {
  const applicantId = await anApplicant(email)
  const { data: front } = await api().uploadDocument(
    DocumentTypes.DrivingLicence,
    applicantId,
    jpeg(),
    undefined,
    'front',
    'USA',
  )
  const { data: bill } = await api().uploadDocument(DocumentTypes.UtilityBill, applicantId, jpeg())
  await api().uploadLivePhoto(applicantId, jpeg(), false)
  const { data } = await api().createCheck({
    applicant_id: applicantId,
    report_names: [ReportName.Document, ReportName.FacialSimilarityPhoto, ReportName.ProofOfAddress],
    document_ids: [front.id, bill.id],
    tags: [tag],
  })
  return data
}

/** A report as the tests look into it. */
type Shown = {
  result?: string
  sub_result?: string
  breakdown: Record<string, { result: string; breakdown: Record<string, { result: string }> }>
  properties: { issue_date: string }
}

const reportsOf = async (checkId: string) => {
  const { data } = await api().listReports(checkId)
  return Object.fromEntries(data.reports.map((report) => [report.name, report as unknown as Shown]))
}

const webhooks = (action: string) =>
  world.receiver.received.filter(
    ({ path, body }) => path === '/hooks/onfido' && JSON.parse(body).payload.action === action,
  )

test('a submitted check is clear two seconds later, and the SDK accepts the webhook', async () => {
  const check = await aCheck('op_clear')
  expect(check).toMatchObject({ status: 'in_progress', tags: ['op_clear'] })
  expect(check.result).toBeUndefined()
  await world.control('/clock/advance', { seconds: 1 })
  expect((await api().findCheck(check.id)).data.status).toBe(CheckStatus.InProgress)
  await world.control('/clock/advance', { seconds: 1 })
  expect((await api().findCheck(check.id)).data).toMatchObject({ status: 'complete', result: 'clear' })
  expect(await reportsOf(check.id)).toMatchObject({ document: { result: 'clear', sub_result: 'clear' } })

  const [hook] = await eventually(() => webhooks('check.completed').length > 0 && webhooks('check.completed'))
  const signature = hook!.headers['x-sha2-signature'] as string
  const event = new WebhookEventVerifier(secrets.onfidoWebhookToken).readPayload(hook!.body, signature)
  expect(event).toMatchObject({ payload: { resource_type: 'check', object: { id: check.id, status: 'complete' } } })
  expect(() => new WebhookEventVerifier('another').readPayload(hook!.body, signature)).toThrow()
  expect((await world.read('/book?provider=kyc')).body).toMatchObject([
    { kind: 'approve', ref: 'op_clear', providerId: check.id },
  ])
})

test('a review takes as long as it was told to', async () => {
  await world.control('/kyc/next', { decision: 'deny', afterMs: 60_000, match: 'op_slow' })
  const check = await aCheck('op_slow')
  await world.control('/clock/advance', { seconds: 59 })
  expect((await api().findCheck(check.id)).data.status).toBe(CheckStatus.InProgress)
  await world.control('/clock/advance', { seconds: 1 })
  expect((await api().findCheck(check.id)).data).toMatchObject({ status: 'complete', result: 'consider' })
})

test('without any control call the clock alone decides a check', async () => {
  const check = await aCheck('op_wall')
  expect(await eventually(async () => (await api().findCheck(check.id)).data.result)).toBe('clear')
})

const carrierPaths = {
  blurry: 'image_integrity.image_quality',
  unsupported: 'image_integrity.supported_document',
  expired: 'data_validation.document_expiration',
  mismatch: 'data_comparison.first_name',
  underage: 'age_validation.minimum_accepted_age',
  other: 'visual_authenticity.other',
}

test.each(reasons)('a denial for "%s" is rejected and shows in its own breakdown only', async (reason) => {
  await world.control('/kyc/next', { decision: 'deny', reason })
  const check = await aCheck(`op_${reason}`)
  await world.control('/clock/advance', { seconds: 2 })
  expect((await api().findCheck(check.id)).data).toMatchObject({ status: 'complete', result: 'consider' })
  const { document, facial_similarity_photo: face, proof_of_address: proof } = await reportsOf(check.id)
  expect(document).toMatchObject({ result: 'consider', sub_result: 'rejected' })
  expect([face!.result, proof!.result]).toEqual(['clear', 'clear'])
  const [group, part] = carrierPaths[reason].split('.') as [string, string]
  expect(document!.breakdown[group]!.breakdown[part]!.result).not.toBe('clear')
  const wrongGroups = Object.entries(document!.breakdown).filter(([, { result }]) => result !== 'clear')
  expect(wrongGroups.map(([name]) => name)).toEqual([group])
})

test('a denial can be put on another report, and without a reason it is "other"', async () => {
  const check = await aCheck('op_carrier')
  const denied = await world.control('/kyc/checks/op_carrier/deny', { reason: 'expired', report: 'proof_of_address' })
  expect(denied.body).toMatchObject({ id: check.id, status: 'complete', decision: 'deny', reason: 'expired' })
  const { proof_of_address: proof } = await reportsOf(check.id)
  expect(proof).toMatchObject({ result: 'consider', sub_result: 'rejected' })
  expect(Date.parse(proof!.properties.issue_date)).toBeLessThan(Date.now() - 90 * 86_400_000)
  expect((await world.control(`/kyc/checks/${check.id}/deny`)).body).toMatchObject({ reason: 'other' })
  await world.control(`/kyc/checks/${check.id}/deny`, { reason: 'mismatch', report: 'facial_similarity_photo' })
  expect(await reportsOf(check.id)).toMatchObject({
    facial_similarity_photo: {
      sub_result: 'rejected',
      breakdown: { face_comparison: { breakdown: { face_match: { result: 'consider' } } } },
    },
    document: { result: 'clear' },
  })
})

test('a review is a doubt with caution, and deciding again reopens the check', async () => {
  await world.control('/kyc/next', { decision: 'review', match: 'op_review' })
  const check = await aCheck('op_review')
  await world.control('/clock/advance', { seconds: 2 })
  expect(await reportsOf(check.id)).toMatchObject({ document: { result: 'consider', sub_result: 'caution' } })
  await world.control(`/kyc/checks/${check.id}/approve`)
  expect((await api().findCheck(check.id)).data).toMatchObject({ status: 'complete', result: 'clear' })
  await eventually(() => webhooks('check.reopened').length === 1 && webhooks('check.completed').length === 2)
  expect((await api().listChecks(check.applicant_id)).data.checks.map(({ id }) => id)).toEqual([check.id])
})

test('a check without what its reports need, or with an unknown field, is refused', async () => {
  const applicant_id = await anApplicant()
  const refused = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: { response: { status: number; data: unknown } }) => error.response,
    )
  const check = (fields: object) =>
    refused(api().createCheck({ applicant_id, report_names: [ReportName.Document], ...fields }))
  expect(await check({})).toMatchObject({
    status: 422,
    data: { error: { type: 'validation_error', fields: { report_names: [expect.any(String)] } } },
  })
  expect(await check({ report_nams: [] })).toMatchObject({ status: 400, data: { error: { type: 'bad_request' } } })
  expect(await check({ applicant_id: 'nobody' })).toMatchObject({
    status: 422,
    data: { error: { fields: { applicant_id: [expect.any(String)] } } },
  })
  const text = new FileTransfer(Buffer.from('just text'), 'passport.jpg')
  expect(await refused(api().uploadDocument(DocumentTypes.Passport, applicant_id, text))).toMatchObject({ status: 422 })
  expect(await refused(api('api_sandbox.wrong_token_here').findApplicant(applicant_id))).toMatchObject({ status: 401 })
  expect(await refused(api().findCheck('none'))).toMatchObject({
    status: 404,
    data: { error: { type: 'resource_not_found' } },
  })
})

test('a US applicant without an e-mail cannot be checked', async () => {
  const applicantId = await anApplicant('')
  await api().uploadDocument(DocumentTypes.Passport, applicantId, jpeg())
  const check = api().createCheck({ applicant_id: applicantId, report_names: [ReportName.Document] })
  await expect(check).rejects.toMatchObject({
    response: { status: 422, data: { error: { fields: { email: [expect.any(String)] } } } },
  })
})

test('the desk lists checks and its buttons decide them', async () => {
  const check = await aCheck('op_desk')
  expect(await (await world.page('/kyc')).text()).toContain('Ana María Ruiz')
  const answer = await world.form(`/kyc/decide/${check.id}`, { decision: 'deny', reason: 'blurry' })
  expect(answer.status).toBe(303)
  expect(await (await world.page('/kyc')).text()).toContain('Denied: blurry')
  expect((await world.read('/kyc/checks')).body).toMatchObject([
    { id: check.id, email: 'ana@example.com', reason: 'blurry' },
  ])
})
