import { type Input, type RecipientId, uuidOf } from '@puente/contract'
import { forParticipant } from '@puente/ledger'
import { beforeEach, expect, test } from 'vitest'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { withClient } from '#platform/db/pool.ts'
import { aUser, aVerifiedUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { callProved } from '#test/step-up.ts'
import { appOfFile } from '#test/suite.ts'
import { findRecipient, findVersion } from './recipients-store.ts'
import { recipientsParticipant } from './recipients-participant.ts'
import { correctRecipient, markRecipientReturned } from './told-by-bank.ts'

const app = appOfFile({ SECOND_FACTOR: 'off' })
const DAY_MS = 86_400_000

type Form = Input<'addRecipient'>
const FORM: Form = {
  fullName: 'Ana López',
  email: 'ana@example.com',
  accountType: 'Savings',
  routingNumber: '021000021',
  accountNumber: '000123456789',
  personType: 'personal',
  address: '1 Main St Apt 4',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
  birthday: '1990-04-01',
  type: 'own',
}

let ana: TestUser
let headers: { authorization: string }
beforeEach(async () => {
  app.services.config.secondFactor = 'off'
  ana = await aVerifiedUser(app.services)
  headers = await signedIn(app.services, ana)
})

const add = (more: object = {}, who = headers) => app.raw('addRecipient', { ...FORM, ...more }, { headers: who })
const added = async (more: object = {}) => {
  const { status, data } = await add(more)
  expect(status).toBe(200)
  return data as { id: RecipientId }
}
const update = (recipientId: string, more: object = {}) => {
  const { accountNumber: _, ...kept } = FORM
  return app.raw('updateRecipient', { ...kept, recipientId, ...more }, { headers })
}
const list = async (who = headers) => (await app.call('listRecipients', undefined, { headers: who })).data.items
const stored = (id: string, owner = ana.id) =>
  findRecipient(app.services.db, app.services.keys, owner, uuidOf(id, 'rcp') ?? '')

test('EF-05 API-31 the list has what was entered, the account by its last four digits, newest first', async () => {
  const one = await added()
  const { accountType: _, ...rest } = FORM
  const { data } = await app.raw(
    'addRecipient',
    {
      ...rest,
      fullName: 'Acme 24',
      personType: 'business',
      birthday: undefined,
      accountNumber: '9876',
      type: 'thirdParty',
    },
    { headers },
  )
  const { accountNumber: __, ...shown } = FORM
  const [second, first] = await list()
  expect(first).toMatchObject({ ...shown, id: one.id, accountNumber: '••••6789', bankName: 'Chase', linked: false })
  expect(second).toEqual(data)
  expect(second).toMatchObject({
    accountType: 'Checking',
    birthday: null,
    type: 'thirdParty',
    accountNumber: '••••9876',
  })
  const stranger = await signedIn(app.services, await aVerifiedUser(app.services))
  expect(await list(stranger)).toEqual([])
})

type BadField = [ids: string, field: keyof Form, bad: unknown[], code: string, good: string[]]
const FIELDS: BadField[] = [
  ['V-06', 'fullName', ['O*Neil', "O'Neil"], 'invalidName', ['Acme 24', 'Peña']],
  ['', 'fullName', ['', undefined], 'fullNameMissing', []],
  ['', 'email', ['ana@', undefined], 'invalidEmail', []],
  ['EC-55', 'accountType', ['Money market'], 'invalidAccountType', ['Checking', 'Savings']],
  ['V-20 EC-56', 'routingNumber', ['021000022', '000000000', '400000006'], 'invalidRouting', ['021000021']],
  ['V-19 EC-57', 'accountNumber', ['123', '1'.repeat(18)], 'invalidAccountNumber', ['1234', '1'.repeat(17)]],
  ['', 'personType', ['robot', undefined], 'invalidType', []],
  ['', 'address', [' ', undefined], 'addressMissing', []],
  ['', 'city', ['', undefined], 'addressMissing', []],
  ['', 'state', ['', undefined], 'addressMissing', []],
  ['EC-58', 'zipCode', ['7870', '10001'], 'invalidZipCode', ['78701']],
  ['', 'city', ['Milwaukee'], 'invalidZipCode', ['Round Rock']],
  ['', 'birthday', [undefined, '2026-02-30', '2015-01-01'], 'invalidBirthDay', []],
  ['', 'type', ['mine', undefined], 'invalidType', ['own', 'thirdParty']],
]

test.each(FIELDS)(
  '%s a recipient with the %s %j is refused with %s, added or changed, and with %j taken',
  async (...row) => {
    const [, field, bad, code, good] = row
    const { id } = await added({ accountNumber: '4444' })
    for (const value of bad) {
      expect(await add({ [field]: value })).toMatchObject({ status: 400, code })
      expect(await update(id, { [field]: value })).toMatchObject({ status: 400, code })
    }
    for (const value of good) expect(await add({ [field]: value })).toMatchObject({ status: 200 })
  },
)

test('another city of the state only warns', async () => {
  expect(await add({ city: 'Round Rock' })).toMatchObject({ status: 200, data: { cityWarning: true } })
})

test('tier 0 adds no recipient', async () => {
  const ben = await aUser(app.services, { tier: 0 })
  expect(await add({}, await signedIn(app.services, ben))).toMatchObject({ status: 403, code: 'kycRequired' })
})

test('API-32 a recipient is added with a proof, what is wrong with it is said before, and on its first day it gets $500 at most', async () => {
  app.services.config.secondFactor = 'acts'
  for (const [, field, [value], code] of FIELDS) expect(await add({ [field]: value })).toMatchObject({ code })
  expect(await add()).toMatchObject({
    status: 403,
    code: 'stepUpRequired',
    details: { intent: { operation: 'addRecipient' } },
  })
  const { status, data } = await callProved({ app, user: ana, headers }, 'addRecipient', FORM)
  expect(status).toBe(200)
  const { id: recipientId } = data as { id: string }
  expect(await update(recipientId, { city: 'Round Rock' })).toMatchObject({ code: 'stepUpRequired' })
  app.services.config.secondFactor = 'off'
  await withBalance(app.services, ana, 900_00)
  const withdraw = (amount: number) =>
    app.raw('withdrawBank', { recipientId, amount, currency: 'USD' }, { headers, key: newId() })
  expect(await withdraw(500_01)).toMatchObject({ status: 403, code: 'accountRestricted' })
  expect(await withdraw(500_00)).toMatchObject({ status: 200 })
})

test('API-33 a change keeps the number that is stored, makes a version, and leaves the earlier one as it was', async () => {
  const { id } = await added()
  const before = await stored(id)
  expect(await update(id, { fullName: 'Ana Lopez', city: 'Dallas', zipCode: '75201' })).toMatchObject({
    status: 200,
    data: { id, fullName: 'Ana Lopez', city: 'Dallas', accountNumber: '••••6789' },
  })
  const after = await stored(id)
  expect(after?.details.accountNumber).toBe(FORM.accountNumber)
  expect(after?.versionId).not.toBe(before?.versionId)
  const { db, keys } = app.services
  const kept = await findVersion(db, keys, ana.id, before?.versionId ?? '')
  expect(kept?.details).toEqual(before?.details)
  const ben = await aVerifiedUser(app.services)
  expect(await findVersion(db, keys, ben.id, before?.versionId ?? '')).toBeNull()
})

test('API-33 the id of somebody else, of nobody and of one that was deleted are refused alike', async () => {
  const { id } = await added()
  const ben = await signedIn(app.services, await aVerifiedUser(app.services))
  const { accountNumber: _, ...kept } = FORM
  for (const recipientId of [id, `rcp_${'0'.repeat(32)}`]) {
    const options = { headers: ben }
    expect(await app.raw('updateRecipient', { ...kept, recipientId }, options)).toMatchObject({ code: 'invalidTo' })
    expect(await app.raw('deleteRecipient', { recipientId }, options)).toMatchObject({ status: 400, code: 'invalidTo' })
  }
  await app.call('deleteRecipient', { recipientId: id }, { headers })
  expect(await update(id)).toMatchObject({ code: 'invalidTo' })
  expect(await app.raw('deleteRecipient', { recipientId: id }, { headers })).toMatchObject({ code: 'invalidTo' })
})

test('API-34 a deleted recipient is gone from the list, and what was paid to it can still be read', async () => {
  const { id } = await added()
  const version = (await stored(id))?.versionId ?? ''
  expect(await app.call('deleteRecipient', { recipientId: id }, { headers })).toMatchObject({
    data: { recipientId: id },
  })
  expect(await list()).toEqual([])
  const { db, keys } = app.services
  expect((await findVersion(db, keys, ana.id, version))?.details.accountNumber).toBe(FORM.accountNumber)
})

test('the same account twice is one recipient, also when it was deleted in between, and its first day goes on', async () => {
  await withBalance(app.services, ana, 900_00)
  const { id } = await added()
  expect(await add()).toMatchObject({ data: { id } })
  expect(await list()).toHaveLength(1)
  await pay(id, 300_00n)
  await app.call('deleteRecipient', { recipientId: id }, { headers })
  expect(await pay(id, 1_00n)).toMatchObject({ refusal: { code: 'invalidTo' } })
  expect(await add()).toMatchObject({ data: { id } })
  expect(await pay(id, 200_01n)).toMatchObject({
    refusal: { code: 'accountRestricted', details: { leftCents: 200_00 } },
  })
  const other = await added({ accountNumber: '5555' })
  expect(await update(other.id, { accountNumber: FORM.accountNumber })).toMatchObject({ code: 'invalidTo' })
})

test('a number with other leading zeros is the same account: one recipient, one first day, and paid as it was written last', async () => {
  await withBalance(app.services, ana, 900_00)
  const { id } = await added({ accountNumber: '0012345' })
  await pay(id, 500_00n)
  expect(await add({ accountNumber: '12345' })).toMatchObject({ data: { id } })
  expect(await add({ accountNumber: '00000000000012345' })).toMatchObject({ data: { id } })
  expect(await list()).toHaveLength(1)
  expect(await pay(id, 1_00n)).toMatchObject({ refusal: { code: 'accountRestricted' } })
  const { db, keys } = app.services
  const kept = await findRecipient(db, keys, ana.id, uuidOf(id, 'rcp') ?? '')
  expect(kept?.details.accountNumber).toBe('00000000000012345')
  const other = await added({ accountNumber: '5555' })
  expect(await update(other.id, { accountNumber: '012345' })).toMatchObject({ code: 'invalidTo' })
})

test('the first day of an account goes on when its recipient is edited to another account and it is added again', async () => {
  await withBalance(app.services, ana, 1_900_00)
  const { id } = await added({ accountNumber: '111111111' })
  await pay(id, 500_00n)
  expect(await update(id, { accountNumber: '222222222' })).toMatchObject({ status: 200 })
  expect(await pay(id, 1_00n)).toMatchObject({ refusal: { code: 'accountRestricted' } })
  const again = await added({ accountNumber: '111111111' })
  expect(await pay(again.id, 1_00n)).toMatchObject({ refusal: { code: 'accountRestricted' } })
  const third = await added({ accountNumber: '333333333' })
  expect(await pay(third.id, 500_00n)).toMatchObject({ accepted: true })
})

test('two calls at once with the same account leave one on the list', async () => {
  await Promise.all([add(), add(), add()])
  expect(await list()).toHaveLength(1)
})

test('a list takes fifty', async () => {
  await withClient(app.database.superuserUrl, async (client) => {
    const { id } = await added()
    await client.query(
      `insert into recipients (owner_id, recipient_id, version_id, destination_hash, is_linked, cooling_until, cooling_since, created_at, updated_at)
       select owner_id, gen_random_uuid(), version_id, 'x' || n, is_linked, cooling_until, cooling_since, created_at, updated_at
         from recipients cross join generate_series(1, 49) as n where recipient_id = $1`,
      [uuidOf(id, 'rcp')],
    )
  })
  expect(await add({ accountNumber: '7777' })).toMatchObject({
    status: 400,
    code: 'invalidRequest',
    details: { reason: 'recipientsFull' },
  })
})

test('the owner is mailed, and the security log and the audit trail have a line; what stays as it is, is no news', async () => {
  const { id } = await added()
  await update(id, { city: 'Round Rock' })
  await update(id, { city: 'Round Rock' })
  await app.runJobs()
  const mails = await app.control<{ subject: string; text: string }[]>(
    'GET',
    `/inbox?to=${encodeURIComponent(ana.email)}`,
  )
  expect(mails.map(({ subject }) => subject)).toEqual([
    'A bank account was changed in your Puente account',
    'A bank account was added to your Puente account',
  ])
  expect(mails[0]?.text).toContain('••••6789')
  expect(JSON.stringify(mails)).not.toContain(FORM.accountNumber)
  const { data } = await app.call('securityLog', {}, { headers })
  expect(data.items.map(({ event }) => event)).toEqual(['recipientChanged', 'recipientAdded'])
  const lines = await app.services.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('object_id', '=', uuidOf(id, 'rcp'))
    .orderBy('id')
    .execute()
  expect(lines).toMatchObject([
    { action: 'recipient.added' },
    { action: 'recipient.changed', details: { fields: 'city' } },
  ])
})

test('number, name and address are in no row in clear, and the same account has one hash whoever has it', async () => {
  const { id } = await added({ accountNumber: '83749283749' })
  const ben = await aVerifiedUser(app.services)
  const mine = await stored(id)
  const theirs = (await add({ accountNumber: '83749283749' }, await signedIn(app.services, ben))).data as { id: string }
  expect((await stored(theirs.id, ben.id))?.destinationHash).toBe(mine?.destinationHash)
  const found = await withClient(app.database.superuserUrl, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from (select t::text as row from recipients t union all select t::text from recipient_versions t
         union all select t::text from audit_log t) as all_rows
        where row like '%83749283749%' or row like '%López%' or row like '%1 Main St Apt%'`,
    )
    return rows[0]?.n
  })
  expect(found).toBe(0)
})

/** A withdrawal as far as recipients are concerned. */
const pay = async (id: string, amountCents: bigint, versionId?: string) => {
  const { services } = app
  const recipientId = uuidOf(id, 'rcp') ?? ''
  const recipient = await stored(id)
  const key = newId()
  return services.ledger.post({
    ownerId: ana.id,
    key,
    requestHash: key,
    kind: 'test.withdrawal',
    transferId: key,
    participants: forParticipant(recipientsParticipant, {
      take: {
        ownerId: ana.id,
        recipientId,
        versionId: versionId ?? recipient?.versionId ?? newId(),
        amountCents,
      },
    }),
    legs: [
      { ownerId: ana.id, account: 'wallet', amountCents: -amountCents },
      { ...services.ledger.house('settlement:test', ana.id), amountCents },
    ],
  })
}

test('[V2.3.2] to a new or changed recipient $500 may go within a day and not a cent more; after it as much as one likes', async () => {
  await withBalance(app.services, ana, 9_000_00)
  const { id } = await added()
  const [{ coolingUntil: until } = { coolingUntil: null }] = await list()
  expect(await pay(id, 500_01n)).toMatchObject({
    accepted: false,
    refusal: {
      code: 'accountRestricted',
      details: { reason: 'recipientIsNew', until, limitCents: 500_00, leftCents: 500_00 },
    },
  })
  const both = await Promise.all([pay(id, 300_00n), pay(id, 300_00n)])
  expect(both.filter(({ accepted }) => accepted)).toHaveLength(1)
  expect(await pay(id, 200_00n)).toMatchObject({ accepted: true })
  // An edit begins another day, and frees nothing of the one that is not over.
  await update(id, { city: 'Round Rock' })
  expect(await pay(id, 1n)).toMatchObject({ refusal: { details: { leftCents: 0 } } })
  app.clock.advance(DAY_MS - 1_000)
  headers = await signedIn(app.services, ana)
  expect(await pay(id, 1n)).toMatchObject({ accepted: false })
  app.clock.advance(2_000)
  expect(await pay(id, 2_000_00n)).toMatchObject({ accepted: true })
  expect(await list()).toMatchObject([{ coolingUntil: null }])
  await update(id, { city: 'Austin' })
  expect(await pay(id, 500_00n)).toMatchObject({ accepted: true })
})

test('money goes only to the version that its owner was shown', async () => {
  await withBalance(app.services, ana, 100_00)
  const { id } = await added()
  const version = (await stored(id))?.versionId
  await update(id, { accountNumber: '4321' })
  expect(await pay(id, 10_00n, version)).toMatchObject({
    refusal: { code: 'invalidTo', details: { reason: 'recipientChanged' } },
  })
})

test('what a bank sent back makes the recipient unusable until something that banks look at is changed', async () => {
  await withBalance(app.services, ana, 100_00)
  const { id } = await added()
  const { services } = app
  const versionId = (await stored(id))?.versionId ?? ''
  const mark = (version: string, code = 'R03') =>
    transaction(services.db, 'mark', (trx) =>
      markRecipientReturned(services, trx, { ownerId: ana.id, versionId: version, code, isUsable: code === 'R23' }),
    )
  await mark(versionId)
  expect(await list()).toMatchObject([{ usable: false, unusableReason: 'R03' }])
  expect(await pay(id, 1_00n)).toMatchObject({
    refusal: { code: 'invalidTo', details: { reason: 'recipientUnusable', return: 'R03' } },
  })
  await update(id, { email: 'else@example.com' })
  expect(await list()).toMatchObject([{ usable: false }])
  await update(id, { accountNumber: '4321' })
  expect(await list()).toMatchObject([{ usable: true, unusableReason: null }])
  // The return of what was paid to an earlier version says nothing of this one.
  await mark(versionId)
  expect(await list()).toMatchObject([{ usable: true }])
  // What was refused by its holder may be tried again, with a warning until the account is another.
  await mark((await stored(id))?.versionId ?? '', 'R23')
  expect(await list()).toMatchObject([{ usable: true, unusableReason: null, lastReturn: 'R23' }])
  await update(id, { accountNumber: '54321' })
  expect(await list()).toMatchObject([{ usable: true, lastReturn: null }])
})

test('the day that a recipient begins is counted by the database, whatever the clock of the process says', async () => {
  const { clock, db } = app.services
  const now = clock.now.bind(clock)
  const databaseTime = await databaseNow(db, clock)
  clock.now = () => new Date(now().getTime() + 120_000)
  try {
    const { id } = await added()
    const until = (await stored(id))?.coolingUntil?.getTime() ?? 0
    expect(until - databaseTime.getTime() - DAY_MS).toBeLessThan(120_000)
  } finally {
    clock.now = now
  }
})

test('a correction by the bank makes a version that begins no day and keeps everything else', async () => {
  const { id } = await added()
  const { services } = app
  app.clock.advance(DAY_MS + 1_000)
  headers = await signedIn(services, ana)
  const before = await stored(id)
  const correct = (change: object) =>
    transaction(services.db, 'correct', (trx) =>
      correctRecipient(services, trx, { ownerId: ana.id, versionId: before?.versionId ?? '', change }),
    )
  await correct({ routingNumber: '026009593', accountType: 'Checking' })
  expect(await list()).toMatchObject([
    { id, fullName: FORM.fullName, routingNumber: '026009593', bankName: 'Bank of America', accountType: 'Checking' },
  ])
  expect(await list()).toMatchObject([{ accountNumber: '••••6789', coolingUntil: null }])
  // The same news again is about a version that is gone.
  await correct({ routingNumber: '021000089' })
  expect(await list()).toMatchObject([{ routingNumber: '026009593' }])
})
