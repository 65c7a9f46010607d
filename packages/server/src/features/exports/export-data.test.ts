import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAccess } from '#features/accounts/index.ts'
import { answerAppealRow, insertAppeal } from '#features/kyc/appeals-store.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { aVerifiedUser, signedIn, withBalance } from '#test/factories.ts'
import { callProved, challengeIn } from '#test/step-up.ts'
import { aPhoto, uploadPhoto, uploadPicture, uploadProduct, uploadTicketFile } from '#test/upload.ts'
import { type AuthWorld, authWorld } from '#test/visitors.ts'
import { buildArchive } from './build-archive.ts'
import { exportsTasks } from './build-export.ts'

let world: AuthWorld
let asking: TestApp
beforeAll(async () => {
  ;[world, asking] = await Promise.all([authWorld(), testApp({ SECOND_FACTOR: 'acts' })])
})
afterAll(() => Promise.all([world.close(), asking.close()]))

const send = (bearer: string, toUser: string, note: string) =>
  world.call(
    'sendInApp',
    { toUser, amount: 12_34, currency: 'USD', note },
    { bearer, headers: { 'idempotency-key': newId() } },
  )

const filesOf = (zip: Uint8Array) =>
  Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]))

const ordered = async (bearer: string) => {
  const { data } = await world.call('exportData', {}, { bearer })
  await world.runJobs()
  return data
}

test('X-25 a copy has all that is kept about a person, and nothing private of those they dealt with', async () => {
  const [one, other] = [await world.join({ tier: 1 }), await world.join({ tier: 1, fullName: 'Carlos Díaz' })]
  await withBalance(world.services, one.user, 100_00)
  await withBalance(world.services, other.user, 100_00)
  await send(one.bearer, other.user.handle, 'rent')
  await send(other.bearer, one.user.handle, '=HYPERLINK("http://evil.example")')
  const asked = { toUser: other.user.handle, amount: 5_00, currency: 'USD', note: 'Tea' } as const
  await world.call('createRequest', asked, { bearer: one.bearer })
  const { data: bread } = await world.call('addProduct64', { name: 'Bread', price: 7_50 }, { bearer: one.bearer })
  await world.call(
    'createInvoice',
    { toUser: other.user.handle, products: [bread.id, bread.id] },
    { bearer: one.bearer },
  )
  const third = await world.join({ tier: 1 })
  const start = new Date(world.clock.now().getTime() + 86_400_000).toISOString()
  const later = { call: 'sendInApp', toUser: third.user.handle, amount: 85_00, currency: 'USD' } as const
  await world.call(
    'createSchedule',
    { ...later, every: 'once', start, timeZone: 'America/New_York' },
    { bearer: one.bearer },
  )
  await world.call('changePreferences', { theme: 'dark', analytics: false }, { bearer: one.bearer })
  const changes = [
    { kind: 'received', channel: 'email', on: false },
    { kind: 'sent', channel: 'email', on: true },
  ] as const
  await world.call('changeNoticePreferences', { changes, balanceThresholdCents: 25_00 }, { bearer: one.bearer })
  await world.call(
    'acceptTerms',
    { version: (await world.call('legal', { slug: 'terms', lang: 'en' })).data.version, lang: 'en' },
    { bearer: one.bearer },
  )
  const photos = {
    face: await aPhoto('jpeg', '#112233'),
    product: await aPhoto('jpeg', '#445566'),
    bill: await aPhoto('jpeg', '#778899'),
    support: await aPhoto('jpeg', '#aabbcc'),
  }
  await uploadPicture(world, one.bearer, photos.face)
  await uploadProduct(world, one.bearer, { name: 'Cake', price: '1200' }, photos.product)
  await uploadPhoto(world, one.bearer, { type: 'invoice', docType: 'utilityBill' }, photos.bill)
  const { data: attached } = await uploadTicketFile(world, one.bearer, photos.support)
  const ticket = { module: 'account', description: 'My name is wrong', files: [attached.id] } as const
  await world.call('createTicket', ticket, { bearer: one.bearer })
  await transaction(world.services.db, 'appeal and look', async (trx) => {
    const [{ keys }, at] = [world.services, world.clock.now()]
    const appeal = { ownerId: one.user.id, appealId: newId() }
    await insertAppeal(trx, keys, { ...appeal, text: 'The photo is sharp', at })
    await answerAppealRow(trx, keys, appeal, { answer: 'You are right', givesTries: true, at })
    const access = { role: 'reviewer', what: 'identityFile', why: 'identityCheck' } as const
    await recordAccess(trx, { ownerId: one.user.id, ...access, at })
  })

  expect(await ordered(one.bearer)).toMatchObject({ state: 'preparing', expiresAt: null })
  const { data } = await world.call('latestExport', undefined, { bearer: one.bearer })
  expect(data.export).toMatchObject({ state: 'ready' })
  await world.runJobs()
  expect((await world.inbox(one.user.email)).map(({ subject }) => subject)).toContain('Your Puente data is ready')
  const got = await fetch(`${world.url}/api/account/export/get?id=${data.export?.id}`, {
    headers: { authorization: `Bearer ${one.bearer}` },
  })
  expect(got.headers.get('content-type')).toBe('application/zip')
  const served = new Uint8Array(await got.arrayBuffer())
  const files = filesOf(served)

  const pictures = Object.entries(unzipSync(served)).filter(([name]) => name.startsWith('files/'))
  expect(pictures.map(([name]) => name.replace(/-[\da-f-]{36}\./, '-ID.')).toSorted()).toEqual([
    'files/kyc-ID.jpg',
    'files/product-ID.jpg',
    'files/profile-picture.jpg',
    'files/support-ID.jpg',
  ])
  for (const [name, bytes] of pictures) expect(strFromU8(bytes.slice(0, 2), true), name).toBe('\xFF\xD8')
  const explained = new Set(files['README.txt']!.split('\r\n').map((line) => line.split(':')[0]))
  for (const name of Object.keys(files))
    if (name !== 'README.txt') expect(explained, name).toContain(name.split(/[./]/)[0])
  expect(Object.keys(files).toSorted()).toEqual(
    expect.arrayContaining([
      'profile.json',
      'preferences.json',
      'transactions.csv',
      'transactions.json',
      'contacts.json',
      'requests.json',
      'blocked.json',
      'approvers.json',
      'products.json',
      'invoices.csv',
      'invoices.json',
      'bank-accounts.json',
      'papers.json',
      'schedules.json',
      'support.json',
      'disputes.json',
      'rewards.json',
      'reward-facts.json',
      'ways-in.json',
      'sessions.json',
      'security-log.json',
      'notifications.json',
      'terms.json',
      'identity-check.json',
      'identity-appeals.json',
      'access-log.json',
    ]),
  )
  expect(JSON.parse(files['profile.json']!)).toMatchObject({
    email: one.user.email,
    phone: one.user.phone,
    username: one.user.handle,
  })
  expect(JSON.parse(files['preferences.json']!)).toEqual({
    language: 'en-US',
    timeZone: null,
    hideBalance: false,
    theme: 'dark',
    dashboard: null,
    transactionsTutorial: true,
    analytics: false,
    undoMinutes: 0,
    notifications: expect.objectContaining({ received: ['inApp', 'push'], sent: ['inApp', 'email'] }),
    lowBalanceBelow: '25.00',
  })
  const transactions = JSON.parse(files['transactions.json']!) as object[]
  expect(transactions).toMatchObject([
    { direction: 'out', amount: '12.34', note: 'rent', with: 'Carlos Díaz', username: other.user.handle },
    { direction: 'in', amount: '12.34' },
  ])
  expect(JSON.parse(files['products.json']!)).toMatchObject([{ name: 'Bread', price: '7.50' }, { name: 'Cake' }])
  const rowsOf = (name: string): unknown => JSON.parse(files[`${name}.json`]!)
  expect(rowsOf('support')).toMatchObject([
    { text: 'My name is wrong', files: expect.stringMatching(/^support-.*jpg$/) },
  ])
  expect(rowsOf('identity-appeals')).toMatchObject([{ text: 'The photo is sharp', answer: 'You are right' }])
  expect(rowsOf('identity-check')).toContainEqual(expect.objectContaining({ type: 'invoice', status: 'inReview' }))
  expect(rowsOf('access-log')).toMatchObject([{ role: 'reviewer', what: 'identityFile', why: 'identityCheck' }])
  expect(rowsOf('security-log')).toContainEqual(expect.objectContaining({ event: 'dataExported' }))
  expect(rowsOf('sessions')).toMatchObject([{ closed_at: null }])
  expect(rowsOf('notifications')).toContainEqual(expect.objectContaining({ kind: 'support', object_type: 'ticket' }))
  const invoices = JSON.parse(files['invoices.json']!) as object[]
  expect(invoices).toMatchObject([
    {
      reference: 'INV-000001',
      direction: 'sent',
      amount: '15.00',
      overdue: false,
      with: 'Carlos Díaz',
      products: '2 x Bread at 7.50',
    },
  ])
  expect(JSON.parse(files['contacts.json']!)).toEqual([{ username: other.user.handle, name: 'Carlos Díaz' }])
  expect(JSON.parse(files['requests.json']!)).toMatchObject([
    { direction: 'sent', state: 'open', amount: '5.00', with: 'Carlos Díaz', note: 'Tea' },
  ])
  expect(rowsOf('schedules')).toMatchObject([{ amount: '85.00', currency: 'USD' }])
  // A spreadsheet takes it for UTF-8, and the note not for a formula.
  expect([...new Uint8Array(unzipSync(served)['transactions.csv']!.slice(0, 3))]).toEqual([0xef, 0xbb, 0xbf])
  expect(files['transactions.csv']).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  const everything = Object.values(files).join('\n')
  for (const secret of [other.user.email, other.user.phone ?? '', other.user.id])
    expect(everything).not.toContain(secret)

  await world.call('block', { userId: other.user.handle }, { bearer: one.bearer })
  const after = filesOf(await buildArchive(world.services, one.user.id))
  for (const [name, content] of Object.entries(after))
    if (!name.startsWith('blocked.')) expect(content, name).not.toContain('Carlos')
  expect(JSON.parse(after['blocked.json']!)).toMatchObject([{ username: other.user.handle, name: 'Carlos Díaz' }])
})

test('X-25 one copy a day; it is gone after 24 hours, and another person never gets it', async () => {
  const [one, other] = [await world.join({ tier: 1 }), await world.join({ tier: 1 })]
  const { id } = await ordered(one.bearer)
  expect(await world.call('exportData', {}, { bearer: one.bearer })).toMatchObject({
    status: 429,
    code: 'tooManyRequests',
  })
  const unknown = await world.call('getExport', { id: newId() }, { bearer: other.bearer })
  const foreign = await world.call('getExport', { id }, { bearer: other.bearer })
  expect({ status: foreign.status, code: foreign.code }).toEqual({ status: unknown.status, code: unknown.code })
  expect(unknown).toMatchObject({ status: 404, code: 'notFound' })
  expect(await world.call('getExport', { id }, { bearer: one.bearer })).toMatchObject({ status: 200 })

  const { blob_key: blobKey } = await world.services.db
    .selectFrom('data_exports')
    .select('blob_key')
    .where('owner_id', '=', one.user.id)
    .executeTakeFirstOrThrow()
  const sealed = (await world.services.blobs.get(blobKey!)).toString()
  expect(sealed).not.toContain('profile.json')
  world.advance(24 * 60 + 1)
  const bearer = await world.bearerOf(one.user)
  expect(await world.call('getExport', { id }, { bearer })).toMatchObject({ code: 'notFound' })
  expect((await world.call('latestExport', undefined, { bearer })).data.export).toMatchObject({ state: 'expired' })
  const run = { jobId: '1', orderedAt: new Date(), attempt: 1, isLastAttempt: false, signal: undefined }
  await exportsTasks(world.services)['data-exports.expire']?.({ ownerId: one.user.id, exportId: id }, run)
  await expect(world.services.blobs.get(blobKey!)).rejects.toThrow()
  expect(await world.call('exportData', {}, { bearer })).toMatchObject({ status: 200 })
})

test('a copy that cannot be made says so, and may be asked for again', async () => {
  const { user, bearer } = await world.join({ tier: 1 })
  const { id } = (await world.call('exportData', {}, { bearer })).data
  const broken = { ...world.services, blobs: { ...world.services.blobs, put: () => Promise.reject(new Error('full')) } }
  const run = { jobId: '1', orderedAt: new Date(), attempt: 5, isLastAttempt: true, signal: undefined }
  await exportsTasks(broken)['data-exports.build']?.({ ownerId: user.id, exportId: id }, run)
  expect((await world.call('latestExport', undefined, { bearer })).data.export).toMatchObject({ state: 'failed' })
  expect(await world.call('exportData', {}, { bearer })).toMatchObject({ status: 200 })
})

test('bytes of an attempt that failed after they were put are gone with the next one, or after the last, also where the files are away by then', async () => {
  const { user, bearer } = await world.join({ tier: 1 })
  const { id } = (await world.call('exportData', {}, { bearer })).data
  const put: string[] = []
  let isAway = false
  const blobs = {
    ...world.services.blobs,
    delete: (key: string) => (isAway ? Promise.reject(new Error('away')) : world.services.blobs.delete(key)),
    put: (key: string, bytes: Buffer) => {
      put.push(key)
      return world.services.blobs.put(key, bytes)
    },
  }
  const jobs: typeof world.services.jobs = {
    ...world.services.jobs,
    add: (trx, ...added) =>
      added.some(({ task }) => task === 'mail.send')
        ? Promise.reject(new Error('away'))
        : world.services.jobs.add(trx, ...added),
  }
  const attempt = (isLastAttempt: boolean) =>
    exportsTasks({ ...world.services, blobs, jobs })['data-exports.build']?.(
      { ownerId: user.id, exportId: id },
      { jobId: '1', orderedAt: new Date(), attempt: 1, isLastAttempt, signal: undefined },
    )
  await expect(attempt(false)).rejects.toThrow('away')
  await expect(attempt(false)).rejects.toThrow('away')
  const [first, second] = put as [string, string]
  await expect(world.services.blobs.get(first)).rejects.toThrow('no such blob')
  expect(await world.services.blobs.get(second)).toBeInstanceOf(Buffer)
  isAway = true
  await attempt(true)
  expect((await world.call('latestExport', undefined, { bearer })).data.export).toMatchObject({ state: 'failed' })
  await world.runJobs()
  expect(put).toHaveLength(2)
  for (const key of put) await expect(world.services.blobs.get(key)).rejects.toThrow('no such blob')
})

test('a long history is read page by page into both of its files', async () => {
  const { user } = await world.join({ tier: 1 })
  await world.services.db
    .insertInto('movements')
    .values(
      Array.from({ length: 2_050 }, (_, n) => ({
        owner_id: user.id,
        movement_id: newId(),
        type: 'adjustment',
        state: 'COMPLETED',
        method: 'wallet',
        direction: 1,
        amount_cents: BigInt(n + 1),
        reference: `R${n}`,
        search_text: '',
        created_at: new Date(),
      })),
    )
    .execute()
  const files = filesOf(await buildArchive(world.services, user.id))
  expect(JSON.parse(files['transactions.json']!)).toHaveLength(2_050)
  expect(files['transactions.csv']!.trimEnd().split('\r\n')).toHaveLength(2_051)
})

test('asking for a copy and fetching it want a proof, and one that is not there wants none', async () => {
  const user = await aVerifiedUser(asking.services)
  const headers = await signedIn(asking.services, user)
  challengeIn(await asking.raw('exportData', {}, { headers }))
  expect(await asking.raw('getExport', { id: newId() }, { headers })).toMatchObject({ code: 'notFound' })
  const { data } = await callProved({ app: asking, user, headers }, 'exportData', {})
  await asking.runJobs()
  const { id } = data as { id: string }
  challengeIn(await asking.raw('getExport', { id }, { headers }))
})

test('a second copy within the day is refused before anything is asked of the person', async () => {
  const user = await aVerifiedUser(asking.services)
  const headers = await signedIn(asking.services, user)
  expect(await callProved({ app: asking, user, headers }, 'exportData', {})).toMatchObject({ status: 200 })
  expect(await asking.raw('exportData', {}, { headers })).toMatchObject({ status: 429, code: 'tooManyRequests' })
})
