/** Linking a bank over HTTP, against the sandbox's Plaid on a real wire. */
import { beforeEach, expect, test } from 'vitest'
import { type ErrorCode, type Output, uuidOf } from '@puente/contract'
import { updateAccount } from '#features/accounts/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import { aUser, aVerifiedUser, signedIn, type TestUser } from '#test/factories.ts'
import { callProved } from '#test/step-up.ts'
import { appOfFile } from '#test/suite.ts'
import { bankNameOfPerson, holderOf, isNameOf } from './bank-link-rules.ts'
import { findRecipient } from './recipients-store.ts'

const app = appOfFile({ SECOND_FACTOR: 'off' })

const ADDRESS = { line1: '1 Ocean Drive', line2: 'Apt 4', city: 'Miami', state: 'FL', zipCode: '33139' }
const BANK = 'Ginkgo Savings Bank'

let ana: TestUser
let headers: { authorization: string }
const withAddress = async (user: TestUser) => {
  await transaction(app.services.db, 'give an address', (trx) =>
    updateAccount(app.services, trx, user.id, { address: ADDRESS }, []),
  )
  return user
}
beforeEach(async () => {
  app.services.config.secondFactor = 'off'
  app.services.config.bankLink = true
  ana = await withAddress(await aVerifiedUser(app.services))
  headers = await signedIn(app.services, ana)
})

type Outcome = 'link' | 'exit' | 'loginRequired'
/** How the visit of this person ends; without one they are still at the bank. */
const next = (outcome: Outcome, user = ana) => app.control('POST', '/bank-link/next', { outcome, match: user.id })
const started = async (outcome?: Outcome) => {
  if (outcome) await next(outcome)
  return (await app.call('startBankLink', {}, { headers })).data
}
const result = (link: string, who = headers) => app.call('bankLinkResult', { link }, { headers: who })
type Asked = { publicToken: string; userName: string; institution: string; link: string }
const linked = async (outcome: Outcome = 'link'): Promise<Asked> => {
  const { link } = await started(outcome)
  const { data } = await result(link)
  expect(data).toMatchObject({ state: 'linked', institution: BANK })
  return { link, publicToken: data.publicToken ?? '', institution: BANK, userName: ana.fullName }
}
const exchange = (asked: object, who = headers) => app.raw('exchangeBankLink', asked, { headers: who })
const recipients = async (who = headers) => (await app.call('listRecipients', undefined, { headers: who })).data.items
const itemsOf = (data: unknown) => (data as Output<'exchangeBankLink'>).items

test('the accounts of a linked bank become own recipients, by the profile, and begin their first day', async () => {
  const asked = await linked()
  const { status, data } = await exchange(asked)
  expect(status).toBe(200)
  const items = itemsOf(data)
  expect(items.map(({ accountType }) => accountType)).toEqual(['Checking', 'Savings'])
  expect(items[0]).toMatchObject({
    fullName: 'Maria López',
    email: ana.email,
    routingNumber: '011401533',
    accountNumber: expect.stringMatching(/^••••\d{4}$/),
    bankName: BANK,
    personType: 'personal',
    address: '1 Ocean Drive Apt 4',
    city: 'Miami',
    state: 'FL',
    zipCode: '33139',
    birthday: '1990-05-17',
    type: 'own',
    linked: true,
    usable: true,
    coolingUntil: expect.any(String),
  })
  expect(new Set((await recipients()).map(({ id }) => id))).toEqual(new Set(items.map(({ id }) => id)))
  const { db, keys } = app.services
  const kept = await findRecipient(db, keys, ana.id, uuidOf(items[0]?.id ?? '', 'rcp') ?? '')
  expect(kept?.details.accountNumber).toMatch(/^\d{12}$/)
  const stored = JSON.stringify([
    await db.selectFrom('bank_links').selectAll().where('owner_id', '=', ana.id).execute(),
    await db.selectFrom('recipient_versions').selectAll().where('owner_id', '=', ana.id).execute(),
  ])
  expect(stored).not.toMatch(/(?:access|public|link)-sandbox/)
  expect(stored).not.toContain(kept?.details.accountNumber)
  const trail = await db
    .selectFrom('audit_log')
    .select('action')
    .where('actor_id', '=', ana.id)
    .where('action', 'in', ['bank-link.used', 'recipient.added'])
    .execute()
  expect(trail.map(({ action }) => action).toSorted()).toEqual(['bank-link.used', 'recipient.added', 'recipient.added'])
})

test('what Plaid knows a link by never reaches the browser, except in the address of its own page', async () => {
  const { link, url } = await started('link')
  expect(url).toMatch(/\/link\/link-sandbox-/)
  const { body } = await result(link)
  expect(JSON.stringify(body)).not.toMatch(/-sandbox-/)
  expect(JSON.stringify((await exchange(await linked())).body)).not.toMatch(/-sandbox-/)
})

test('the state is told as it is at the bank: waiting, left, and over when nobody came back', async () => {
  const { link, url } = await started()
  expect((await result(link)).data).toEqual({ state: 'waiting', publicToken: null, institution: null })
  await fetch(url.replace(/^http:\/\/[^/]+/, app.sandboxUrl), {
    method: 'POST',
    body: new URLSearchParams({ step: 'leave' }),
    redirect: 'manual',
  })
  expect((await result(link)).data).toEqual({ state: 'left', publicToken: null, institution: null })
  const left = await started('exit')
  expect((await result(left.link)).data.state).toBe('left')
  const late = await started()
  app.clock.advance(1_801_000)
  headers = await signedIn(app.services, ana)
  expect((await result(late.link)).data.state).toBe('left')
})

test.each<[string, ErrorCode, (asked: Asked) => object]>([
  ['EC-59', 'publicTokenMissing', (asked) => ({ ...asked, publicToken: undefined })],
  ['', 'publicTokenMissing', (asked) => ({ ...asked, publicToken: 'x'.repeat(64) })],
  ['EC-60', 'userNameMissing', (asked) => ({ ...asked, userName: undefined })],
  ['', 'userNameMissing', (asked) => ({ ...asked, userName: ' ' })],
  ['', 'userNameMissing', (asked) => ({ ...asked, userName: 'Somebody Else' })],
  ['EC-61', 'institutionMissing', (asked) => ({ ...asked, institution: undefined })],
  ['', 'institutionMissing', (asked) => ({ ...asked, institution: '' })],
  ['', 'institutionMissing', (asked) => ({ ...asked, institution: 'Chase' })],
  ['EC-62', 'linkMissing', (asked) => ({ ...asked, link: undefined })],
  ['', 'linkMissing', (asked) => ({ ...asked, link: '0'.repeat(32) })],
])('%s an exchange is refused with %s, and nothing of the link is used up', async (_id, code, spoil) => {
  const asked = await linked()
  expect(await exchange(spoil(asked))).toMatchObject({ status: 400, code })
  expect(await recipients()).toEqual([])
  expect(await exchange(asked)).toMatchObject({ status: 200 })
})

test('a link of somebody else is unknown, and a handle serves once, in parallel as well', async () => {
  const asked = await linked()
  const ben = await withAddress(await aVerifiedUser(app.services))
  const his = await signedIn(app.services, ben)
  expect(await exchange(asked, his)).toMatchObject({ status: 400, code: 'linkMissing' })
  expect(await result(asked.link, his)).toMatchObject({ status: 400, code: 'linkMissing' })
  const answers = await Promise.all([exchange(asked), exchange(asked), exchange(asked)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, code } of answers) if (status !== 200) expect(code).toBe('publicTokenMissing')
  expect(await exchange(asked)).toMatchObject({ code: 'publicTokenMissing' })
  expect(await result(asked.link)).toMatchObject({ code: 'linkMissing', details: { reason: 'used' } })
  expect(await recipients()).toHaveLength(2)
})

test('the exchange asks for a proof, of nothing that would be refused anyway', async () => {
  const asked = await linked()
  app.services.config.secondFactor = 'acts'
  expect(await exchange({ ...asked, institution: 'Chase' })).toMatchObject({ code: 'institutionMissing' })
  expect(await exchange(asked)).toMatchObject({ code: 'stepUpRequired' })
  expect(await callProved({ app, user: ana, headers }, 'exchangeBankLink', asked)).toMatchObject({ status: 200 })
})

test('without an address in the profile nothing is made, and the handle stays good', async () => {
  ana = await aVerifiedUser(app.services)
  headers = await signedIn(app.services, ana)
  const asked = await linked()
  expect(await exchange(asked)).toMatchObject({ status: 400, code: 'addressMissing' })
  await withAddress(ana)
  expect(await exchange(asked)).toMatchObject({ status: 200 })
})

test('a bank that wants its login renewed is visited once more, and the same login goes on', async () => {
  const asked = await linked('loginRequired')
  expect(await exchange(asked)).toMatchObject({ code: 'linkMissing', details: { reason: 'loginRequired' } })
  expect((await result(asked.link)).data.state).toBe('left')
  const again = await linked()
  expect(again.publicToken).not.toBe(asked.publicToken)
  expect(itemsOf((await exchange(again)).data)).toHaveLength(2)
})

test('news of a finished visit make us read it, also when nobody comes back', async () => {
  const { link } = await started('link')
  const stateOf = async () => {
    await app.runJobs()
    const rows = app.services.db.selectFrom('bank_links').select('state').where('owner_id', '=', ana.id)
    return (await rows.executeTakeFirstOrThrow()).state
  }
  await expect.poll(stateOf).toBe('linked')
  expect((await result(link)).data.state).toBe('linked')
})

test('an exchange whose answer was lost can be made again', async () => {
  const asked = await linked()
  const fault = (path: string) =>
    app.control('POST', '/faults', { provider: 'plaid', fault: 'error500', path, times: 1 })
  await fault('/wire/plaid/auth/get')
  expect(await exchange(asked)).toMatchObject({ status: 503, code: 'serviceUnavailable' })
  expect(await exchange(asked)).toMatchObject({ status: 200 })
  await fault('/wire/plaid/link/token/create')
  expect(await app.raw('startBankLink', {}, { headers })).toMatchObject({ status: 503, code: 'serviceUnavailable' })
})

test('switched off, no bank is linked, and the screens are told so; a person without a checked identity links none', async () => {
  const asked = await linked()
  app.services.config.bankLink = false
  expect(await app.raw('startBankLink', {}, { headers })).toMatchObject({ code: 'serviceUnavailable' })
  expect(await app.raw('bankLinkResult', { link: asked.link }, { headers })).toMatchObject({
    code: 'serviceUnavailable',
  })
  expect(await exchange(asked)).toMatchObject({ code: 'serviceUnavailable' })
  expect((await app.call('config')).data.bankLink).toBe(false)
  app.services.config.bankLink = true
  expect((await app.call('config')).data.bankLink).toBe(true)
  const ben = await signedIn(app.services, await aUser(app.services, { tier: 0 }))
  expect(await app.raw('startBankLink', {}, { headers: ben })).toMatchObject({ code: 'kycRequired' })
})

test('names go to banks in letters and digits, and are compared as people write them', () => {
  expect(bankNameOfPerson("Anne-Marie O'Brien Jr.")).toBe('Anne Marie OBrien Jr')
  expect(isNameOf('  maria  lópez', 'María López'.normalize('NFD'))).toBe(false)
  expect(isNameOf('MARÍA LÓPEZ', 'María López'.normalize('NFD'))).toBe(true)
  expect(isNameOf('!', '?')).toBe(false)
  const profile = {
    email: 'ana@example.com',
    fullName: 'Ana López',
    isBusiness: true,
    business: { name: 'Ana & Sons, Inc.' },
    birthday: null,
    address: ADDRESS,
  }
  expect(holderOf(profile)).toMatchObject({ fullName: 'Ana Sons Inc', personType: 'business', birthday: null })
  expect(holderOf({ ...profile, isBusiness: false })).toBeNull()
})
