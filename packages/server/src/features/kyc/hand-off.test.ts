import { appEndpoints, endpointOf, type EndpointKey } from '@puente/contract'
import { expect, test } from 'vitest'
import { goodInput } from '#test/hostile.ts'
import { kycIn, type Person } from '#test/kyc.ts'
import { appOfFile } from '#test/suite.ts'
import { aPhoto, uploadPhoto } from '#test/upload.ts'

const app = appOfFile()
const kyc = kycIn(app)

const start = async (person: Person) => (await app.call('kycHandoff', {}, { bearer: person.bearer })).data
const codeOf = (url: string): string => new URL(url).hash.slice(1)
const open = (code: string) => app.call('kycResume', { code })
const handedOff = async (person: Person) => (await open(codeOf((await start(person)).url))).data
const statusBy = (bearer: string) => app.call('kycStatus', undefined, { bearer })
const later = (minutes: number): void => app.clock.advance(minutes * 60_000)

test('X-38 another device opens the hand-off once, is told for whom, and its photos are the person’s own', async () => {
  const person = await kyc.aPerson()
  const { url, qrText, expiresAt } = await start(person)
  expect(qrText).toBe(url)
  expect(url).toMatch(/\/kyc\/continue#[\w-]{43}$/)
  expect(Math.round((Date.parse(expiresAt) - app.clock.now().getTime()) / 60_000)).toBe(15)
  expect((await kyc.statusOf(person)).handoff).toEqual({ state: 'waiting', expiresAt })

  const { data } = await open(codeOf(url))
  expect(data).toMatchObject({ name: 'Ma••• L•••', email: 'us•••@example.com' })
  expect((await kyc.statusOf(person)).handoff?.state).toBe('open')
  const sent = await uploadPhoto(app, data.bearer, { type: 'selfie' }, await aPhoto())
  expect(sent).toMatchObject({ status: 200, data: { status: 'requested' } })
  expect(await kyc.statusOf(person)).toMatchObject({ selfieStatus: 'requested', selfie: true })
  const events = (await kyc.eventsOf(person)).filter(({ event }) => event === 'kyc')
  expect(events.length).toBeGreaterThanOrEqual(3)
})

test('a code works once, however often it is tried at once, and a guessed one never', async () => {
  const person = await kyc.aPerson()
  const code = codeOf((await start(person)).url)
  const answers = await Promise.all([1, 2, 3, 4].map(() => open(code)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401])
  expect(await open(code)).toMatchObject({ status: 401, code: 'invalidToken' })
  expect(await open('A'.repeat(43))).toMatchObject({ status: 401, code: 'invalidToken' })
})

test('EC-14 a newer code, its end and a quarter of an hour make a code worthless', async () => {
  const person = await kyc.aPerson()
  const [older, newer] = [await start(person), await start(person)]
  expect(await open(codeOf(older.url))).toMatchObject({ code: 'invalidToken' })
  expect((await app.call('endKycHandoff', {}, { bearer: person.bearer })).data).toEqual({ ended: true })
  expect(await open(codeOf(newer.url))).toMatchObject({ code: 'invalidToken' })
  const last = await start(person)
  later(15)
  expect(await open(codeOf(last.url))).toMatchObject({ status: 401, code: 'tokenExpired' })
})

test('X-38 the bearer of a hand-off opens nothing but uploads and the status', async () => {
  const person = await kyc.aPerson()
  const { bearer } = await handedOff(person)
  const opened: EndpointKey[] = []
  for (const key of Object.keys(appEndpoints) as EndpointKey[]) {
    const { access, handoff, multipart } = endpointOf(key)
    if (access === 'public' || access === 'cookie') continue
    const input = { ...goodInput(key), ...(multipart && { [multipart.file]: Buffer.from('') }) }
    const { status, code } = await app.raw(key, input, { bearer, key: 'a-key-of-sixteen-or-more' })
    if (handoff) opened.push(key)
    else expect([status, code], key).toEqual([401, 'invalidToken'])
  }
  expect(opened.toSorted()).toEqual(['kycStatus', 'uploadKycPhoto'])
  // Nor does it sign anybody out.
  await app.raw('logout', {}, { bearer })
  expect((await statusBy(person.bearer)).status).toBe(200)
})

test('the other device is refused once the person ends it, and once the session that began it has ended', async () => {
  const [ana, ben] = [await kyc.aPerson(), await kyc.aPerson()]
  const [onPhone, onTablet] = [await handedOff(ana), await handedOff(ben)]
  expect((await statusBy(onPhone.bearer)).status).toBe(200)
  await app.call('endKycHandoff', {}, { bearer: ana.bearer })
  expect(await statusBy(onPhone.bearer)).toMatchObject({ status: 401, code: 'sessionClosed' })
  await app.call('logout', {}, { bearer: ben.bearer })
  expect(await statusBy(onTablet.bearer)).toMatchObject({ status: 401, code: 'sessionClosed' })
})

test('what one person ends leaves the other person’s device alone', async () => {
  const [ana, ben] = [await kyc.aPerson(), await kyc.aPerson()]
  const { bearer } = await handedOff(ana)
  expect((await app.call('endKycHandoff', {}, { bearer: ben.bearer })).data).toEqual({ ended: false })
  expect((await statusBy(bearer)).data).toMatchObject({ tier: 0 })
})

test('with the last photo the hand-off has done its work and ends; in any case after a quarter of an hour', async () => {
  const [ana, ben] = [await kyc.aPerson(), await kyc.aPerson()]
  const { bearer } = await handedOff(ana)
  await uploadPhoto(app, bearer, { type: 'selfieId', docType: 'passport' }, await aPhoto())
  expect((await statusBy(bearer)).status).toBe(200)
  await uploadPhoto(app, bearer, { type: 'selfie' }, await aPhoto())
  expect(await statusBy(bearer)).toMatchObject({ status: 401, code: 'sessionClosed' })
  expect((await kyc.statusOf(ana)).handoff).toBeNull()

  const late = await handedOff(ben)
  later(14)
  await app.call('activity', {}, { bearer: ben.bearer })
  expect((await statusBy(late.bearer)).status).toBe(200)
  later(1)
  expect(await statusBy(late.bearer)).toMatchObject({ status: 401, code: 'tokenExpired' })
})

test('a hand-off needs both contacts, as the uploads do', async () => {
  const nobody = await kyc.aPerson({ tier: -1 })
  expect(await app.call('kycHandoff', {}, { bearer: nobody.bearer })).toMatchObject({ code: 'emailNotVerified' })
})
