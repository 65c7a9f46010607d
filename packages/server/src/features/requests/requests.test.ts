import { randomUUID } from 'node:crypto'
import type { MoneyRequest } from '@puente/contract'
import { uuidOf } from '@puente/contract'
import { expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { aUser, signedIn, type TestUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { aPhoto } from '#test/upload.ts'
import { endRequestsOf, expireRequests } from './expire-requests.ts'
import { forRequest } from './index.ts'

const app = appOfFile()

const DAY_MS = 86_400_000
type Key = Parameters<typeof app.raw>[0]

const as = async (user: TestUser, key: Key, input: object = {}) =>
  app.raw(key, input as Record<string, unknown>, { headers: await signedIn(app.services, user), key: newId() })
const two = async () => ({
  ana: await aUser(app.services, { tier: 1, fullName: 'Ana Ruiz' }),
  ben: await aUser(app.services, { tier: 1, fullName: 'Ben Lee' }),
})
const ASKED = { amount: 30_00, currency: 'USD', note: 'Dinner' }
type Made = { requestId: string; code: string; link: string; qrText: string; state: string; expiresAt: string }
const ask = async (user: TestUser, more: object = {}) =>
  (await as(user, 'createRequest', { ...ASKED, ...more })).data as Made
const listed = async (user: TestUser, query: object = {}) =>
  (await as(user, 'listRequests', query)).data as { items: MoneyRequest[]; last: string | null; end: boolean }
const rowOf = async (user: TestUser, requestId: string) =>
  (await as(user, 'getRequest', { requestId })).data as MoneyRequest
const publicly = (code: string) => app.raw('publicRequest', { code })
const change = (people: TestUser[], requestId: string, values: object) =>
  app.services.db
    .updateTable('money_requests')
    .set(values)
    .where('request_id', '=', uuidOf(requestId, 'req') ?? '')
    .where(
      'owner_id',
      'in',
      people.map(({ id }) => id),
    )
    .execute()

/** As the batch of a payment does. */
const pay = async (from: TestUser, to: TestUser, requestId: string, amountCents = 30_00n) => {
  const movementId = newId()
  const paidFor = { kind: 'request', issuerId: to.id, id: uuidOf(requestId, 'req') ?? '' } as const
  const outcome = await app.services.ledger.post({
    ownerId: from.id,
    key: newId(),
    requestHash: 'a request',
    kind: 'test.request',
    transferId: movementId,
    participants: forRequest({ pay: { paidFor, payerId: from.id, movementId, amountCents }, follows: null }),
  })
  return outcome.accepted
}

test('a person who is asked sees who asks, for how much and what for; the one who asks has the link; nobody else anything', async () => {
  const { ana, ben } = await two()
  const made = await ask(ana, { toUser: ben.handle })
  expect(made).toMatchObject({
    state: 'open',
    link: `${app.services.config.publicUrl}/pay/${made.code}`,
    qrText: made.link,
  })
  expect(made.code).toMatch(/^[2-9a-hjkmnp-z]{20}$/)
  expect(Math.round((Date.parse(made.expiresAt) - Date.now()) / DAY_MS)).toBe(10)
  const shared = {
    id: made.requestId,
    state: 'open',
    uses: 'single',
    amount: 30_00,
    note: 'Dinner',
    from: ana.userId,
    to: ben.userId,
    paidCount: 0,
    version: 1,
  }
  expect(await rowOf(ana, made.requestId)).toMatchObject({
    ...shared,
    was: 'sent',
    fullName: 'Ben Lee',
    email: ben.handle,
    link: made.link,
    acts: ['cancel', 'remind'],
  })
  expect(await rowOf(ben, made.requestId)).toMatchObject({
    ...shared,
    was: 'received',
    fullName: 'Ana Ruiz',
    code: null,
    link: null,
    qrText: null,
    acts: ['pay', 'decline'],
  })
  // By the code each finds their own side of it.
  for (const [user, was] of [
    [ana, 'sent'],
    [ben, 'received'],
  ] as const)
    expect((await as(user, 'getRequest', { code: made.code.toUpperCase() })).data).toMatchObject({ was })
  const stranger = await aUser(app.services, { tier: 1 })
  const { requestId, code } = made
  for (const [user, asked] of [
    [stranger, { requestId }],
    [stranger, { code }],
    [stranger, { requestId: 'req_1' }],
    [ana, {}],
    [ana, { requestId, code }],
  ] as const)
    expect(await as(user, 'getRequest', asked)).toMatchObject({ status: 404, code: 'notFound' })
})

test('a link says who asks, for how much, what for and until when, to anyone, and nothing else', async () => {
  const { ana } = await two()
  const { code, expiresAt } = await ask(ana, { uses: 'multi' })
  const shown = {
    requesterName: 'Ana Ruiz',
    image: null,
    amount: 30_00,
    currency: 'USD',
    note: 'Dinner',
    state: 'open',
    expiresAt,
    // The consent is shown in both languages.
    lang: 'en',
  }
  expect((await publicly(code)).data).toEqual(shown)
  expect((await publicly(` ${code.toUpperCase()} `)).data).toEqual(shown)
  expect(await app.raw('requestPicture', { code })).toMatchObject({ status: 404, code: 'notFound' })

  const photo = (await aPhoto()).toString('base64')
  expect(await as(ana, 'updateProfilePicture64', { image: photo })).toMatchObject({ status: 200 })
  const image = `/api/requests/picture?code=${code}`
  expect((await publicly(code)).data).toEqual({ ...shown, image })
  expect(await app.raw('requestPicture', { code })).toMatchObject({
    status: 200,
    headers: expect.objectContaining({ 'content-type': expect.stringMatching(/^image\//) }),
  })
})

test('a code that is unknown, malformed or of somebody who is frozen or gone is answered alike', async () => {
  const { ana, ben } = await two()
  const [frozen, gone] = [await ask(ana), await ask(ben)]
  await as(ana, 'freeze')
  await app.services.db.deleteFrom('directory').where('owner_id', '=', ben.id).execute()
  const answers = await Promise.all(
    [frozen.code, gone.code, '2'.repeat(20), '', 'x', 'A'.repeat(400), "' or 1=1 --"].map(async (code) => {
      const { status, body } = await publicly(code)
      const { requestId: _, details: __, ...said } = body as Record<string, unknown>
      return { status, said }
    }),
  )
  for (const answer of answers)
    expect(answer).toEqual({ status: 404, said: expect.objectContaining({ code: 'notFound' }) })
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  await as(ana, 'unfreeze')
})

test('a draft asks once, however often it is sent and at however many moments; another draft asks again', async () => {
  const { ana, ben } = await two()
  const draft = { ...ASKED, toUser: ben.userId, draftId: randomUUID() }
  const answers = await Promise.all(Array.from({ length: 5 }, () => as(ana, 'createRequest', draft)))
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
  expect(await as(ana, 'createRequest', { ...draft, amount: 1 })).toMatchObject({
    status: 409,
    code: 'idempotencyConflict',
  })
  expect((await listed(ben)).items).toHaveLength(1)
  await ask(ana, { toUser: ben.userId, draftId: randomUUID() })
  expect((await listed(ben)).items).toHaveLength(2)
  // Another person's draft may have the same name.
  await ask(ben, { toUser: ana.userId, draftId: draft.draftId })
  expect((await listed(ben, { mode: 'sent' })).items).toHaveLength(1)

  const bill = {
    total: 100_01,
    currency: 'USD',
    note: 'Rent',
    draftId: randomUUID(),
    shares: [{ toUser: ben.userId, amount: 1 }],
  }
  const splits = await Promise.all(Array.from({ length: 4 }, () => as(ana, 'splitRequest', bill)))
  expect(new Set(splits.map(({ data }) => JSON.stringify(data))).size).toBe(1)
  expect(await as(ana, 'splitRequest', { ...bill, total: 2 })).toMatchObject({ code: 'idempotencyConflict' })
})

test('what cannot be asked for is refused: whom, how much, what for and for how long', async () => {
  const { ana, ben } = await two()
  const create = (more: object) => as(ana, 'createRequest', { ...ASKED, ...more })
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const cannotReceive = await aUser(app.services)
  for (const [more, status, code] of [
    [{ toUser: ana.userId }, 422, 'invalidUser'],
    [{ toUser: cannotReceive.userId }, 422, 'invalidUser'],
    [{ toUser: 'nobody.at-all' }, 404, 'userNotFound'],
    [{ toUser: '?' }, 400, 'invalidTo'],
    [{ amount: 0 }, 400, 'invalidAmount'],
    [{ amount: 1.5 }, 400, 'invalidAmount'],
    [{ currency: 'EUR' }, 400, 'invalidCurrency'],
    [{ note: ' ' }, 400, 'invalidNote'],
    [{ note: undefined }, 400, 'invalidNote'],
    [{ uses: 'often' }, 400, 'invalidRequest'],
    [{ uses: 'multi', toUser: ben.userId }, 400, 'invalidRequest'],
    [{ expiresAt: inHours(0.9) }, 400, 'invalidRequest'],
    [{ expiresAt: inHours(90 * 24 + 1) }, 400, 'invalidRequest'],
    [{ expiresAt: 'tomorrow' }, 400, 'invalidRequest'],
  ] as const)
    expect(await create(more), JSON.stringify(more)).toMatchObject({ status, code })
  expect(await create({ expiresAt: inHours(1.1) })).toMatchObject({ status: 200 })
  expect((await listed(ana)).items).toHaveLength(1)
  expect(await as(cannotReceive, 'createRequest', ASKED)).toMatchObject({ status: 403, code: 'emailNotVerified' })
  await as(ben, 'freeze')
  expect(await as(ben, 'createRequest', ASKED)).toMatchObject({ status: 403, code: 'accountRestricted' })
})

test('lists are the caller’s own, by side and state as it is now, newest first, in pages without gaps', async () => {
  const { ana, ben } = await two()
  const ids: string[] = []
  for (let at = 0; at < 5; at += 1) ids.unshift((await ask(ana, at % 2 ? { toUser: ben.userId } : {})).requestId)
  const theirs = await ask(ben, { toUser: ana.userId })
  await change([ana, ben], ids[0] ?? '', { expires_at: new Date(Date.now() - 1) })
  const idsOf = async (user: TestUser, query: object) => (await listed(user, query)).items.map(({ id }) => id)
  expect(await idsOf(ana, {})).toEqual([theirs.requestId, ...ids])
  expect(await idsOf(ana, { mode: 'sent' })).toEqual(ids)
  expect(await idsOf(ana, { mode: 'received' })).toEqual([theirs.requestId])
  expect(await idsOf(ben, { mode: 'received' })).toEqual([ids[1], ids[3]])
  expect(await idsOf(ana, { mode: 'sent', state: 'expired' })).toEqual([ids[0]])
  expect(await idsOf(ana, { mode: 'sent', state: 'open' })).toEqual(ids.slice(1))
  const seen: string[] = []
  for (let last: string | null | undefined; last !== null;) {
    const page: Awaited<ReturnType<typeof listed>> = await listed(ana, { limit: '2', ...(last && { last }) })
    seen.push(...page.items.map(({ id }) => id))
    last = page.last
    expect(page.end).toBe(last === null)
  }
  expect(seen).toEqual([theirs.requestId, ...ids])
  for (const [query, code] of [
    [{ limit: '0' }, 'invalidLimit'],
    [{ mode: 'mine' }, 'invalidType'],
    [{ state: 'late' }, 'invalidType'],
    [{ last: 'nonsense' }, 'invalidRequest'],
  ] as const)
    expect(await as(ana, 'listRequests', query), JSON.stringify(query)).toMatchObject({ status: 400, code })
})

/** What each side may call, and what becomes of a request that was open. */
const CALLS = [
  ['cancelRequest', 'sent', 'cancelled'],
  ['declineRequest', 'received', 'declined'],
  ['remindRequest', 'sent', 'open'],
] as const

test('an open request is cancelled by the one who asked and declined by the person asked; nobody else moves it, and nothing that has ended', async () => {
  const { ana, ben } = await two()
  const stranger = await aUser(app.services, { tier: 1 })
  for (const [call, side, ends] of CALLS) {
    const [able, unable] = side === 'sent' ? [ana, ben] : [ben, ana]
    const { requestId } = await ask(ana, { toUser: ben.userId })
    for (const user of [unable, stranger])
      expect(await as(user, call, { requestId }), call).toMatchObject({ status: 404, code: 'notFound' })
    expect(await as(able, call, { requestId }), call).toMatchObject({ data: { requestId, state: ends } })
    for (const user of [ana, ben]) expect(await rowOf(user, requestId)).toMatchObject({ state: ends, version: 2 })
  }
  const ended = ['paid', 'declined', 'cancelled', 'expired'] as const
  for (const reason of ended) {
    const { requestId, code } = await ask(ana, { toUser: ben.userId })
    if (reason === 'paid') expect(await pay(ben, ana, requestId)).toBe(true)
    else if (reason === 'expired') await change([ana, ben], requestId, { expires_at: new Date(Date.now() - 1) })
    else
      await as(reason === 'declined' ? ben : ana, reason === 'declined' ? 'declineRequest' : 'cancelRequest', {
        requestId,
      })
    const before = [await rowOf(ana, requestId), await rowOf(ben, requestId)]
    for (const [call, side] of CALLS)
      expect(await as(side === 'sent' ? ana : ben, call, { requestId }), call).toMatchObject({
        status: 404,
        code: 'notFound',
        details: { reason },
      })
    expect(await pay(ben, ana, requestId)).toBe(false)
    expect([await rowOf(ana, requestId), await rowOf(ben, requestId)]).toEqual(before)
    for (const row of before) expect(row).toMatchObject({ state: reason, acts: [] })
    expect((await publicly(code)).data).toMatchObject({ state: reason })
  }
})

test('of a cancellation and many payments at once exactly one comes to something, on both sides', async () => {
  const { ana, ben } = await two()
  const { requestId } = await ask(ana, { toUser: ben.userId })
  const [cancelled, ...paid] = await Promise.all([
    as(ana, 'cancelRequest', { requestId }).then(({ status }) => status === 200),
    ...Array.from({ length: 6 }, () => pay(ben, ana, requestId)),
  ])
  expect([cancelled, ...paid].filter(Boolean)).toHaveLength(1)
  const state = cancelled ? 'cancelled' : 'paid'
  for (const user of [ana, ben]) expect(await rowOf(user, requestId)).toMatchObject({ state, version: 2 })
})

test('the person asked is reminded once a day and three times in all; a link, a request being paid and a blocked person are not', async () => {
  const { ana, ben } = await two()
  const { requestId } = await ask(ana, { toUser: ben.userId })
  const remind = (id = requestId) => as(ana, 'remindRequest', { requestId: id })
  for (const sent of [1, 2, 3]) {
    expect(await remind()).toMatchObject({ status: 200, data: { reminders: { sent, left: 3 - sent } } })
    expect(await remind()).toMatchObject({ status: 429, code: 'tooManyRequests' })
    await change([ana, ben], requestId, { reminded_at: new Date(Date.now() - DAY_MS) })
  }
  expect(await remind()).toMatchObject({ status: 429, details: { reason: 'remindedEnough' } })
  expect((await rowOf(ana, requestId)).reminders).toEqual({ sent: 3, left: 0, nextAt: null })

  expect(await remind((await ask(ana)).requestId)).toMatchObject({ status: 404, details: { reason: 'openLink' } })
  const paying = await ask(ana, { toUser: ben.userId })
  await change([ana, ben], paying.requestId, { attempt_id: newId(), attempt_payer_id: ben.id })
  expect(await remind(paying.requestId)).toMatchObject({ status: 404, details: { reason: 'processing' } })
  expect(await as(ben, 'declineRequest', { requestId: paying.requestId })).toMatchObject({
    details: { reason: 'processing' },
  })

  const other = await ask(ana, { toUser: ben.userId })
  await as(ben, 'block', { userId: ana.userId })
  expect(await remind(other.requestId)).toMatchObject({ status: 422, code: 'invalidUser' })
  expect(await rowOf(ben, other.requestId)).toMatchObject({
    blocked: true,
    fullName: null,
    email: null,
    acts: ['decline'],
  })
})

test('shares and own part make up the bill to the cent: a request to each under one split, or none at all', async () => {
  const { ana, ben } = await two()
  const cleo = await aUser(app.services, { tier: 1, fullName: 'Cleo Park' })
  const shares = [
    { toUser: ben.userId, amount: 33_34 },
    { toUser: cleo.handle, amount: 33_33 },
  ]
  const bill = { total: 100_01, currency: 'USD', note: 'Dinner', shares }
  const { data } = await as(ana, 'splitRequest', { ...bill, ownPart: 33_34 })
  const { splitId, requestIds } = data as { splitId: string; requestIds: [string, string] }
  expect(data).toMatchObject({ total: 100_01, ownPart: 33_34 })
  expect((await rowOf(ben, requestIds[0])).splitId).toBeNull()
  expect(await pay(cleo, ana, requestIds[1], 33_33n)).toBe(true)
  const split = (await as(ana, 'getSplit', { splitId })).data
  expect(split).toMatchObject({
    total: 100_01,
    ownPart: 33_34,
    paid: 33_33,
    left: 33_34,
    note: 'Dinner',
    items: [
      { id: requestIds[0], amount: 33_34, fullName: 'Ben Lee', state: 'open', splitId },
      { id: requestIds[1], amount: 33_33, fullName: 'Cleo Park', state: 'paid', splitId },
    ],
  })
  expect(await as(ben, 'getSplit', { splitId })).toMatchObject({ status: 404, code: 'notFound' })

  // Without oneself, and what is left is one's own.
  expect((await as(ana, 'splitRequest', { ...bill, total: 66_67 })).data).toMatchObject({ ownPart: 0 })
  const before = (await listed(ana)).items.length
  for (const [more, code] of [
    [{ total: 66_66 }, 'invalidAmount'],
    [{ ownPart: 33_33 }, 'invalidAmount'],
    [{ ownPart: -1 }, 'invalidAmount'],
    [{ shares: [...shares, { toUser: ana.userId, amount: 1 }] }, 'invalidUser'],
    [{ shares: [...shares, { toUser: ben.handle, amount: 1 }] }, 'invalidTo'],
    [{ shares: [...shares, { toUser: 'nobody.at-all', amount: 1 }] }, 'userNotFound'],
    [{ shares: [] }, 'invalidTo'],
    [{ shares: Array.from({ length: 31 }, () => shares[0]) }, 'invalidTo'],
  ] as const)
    expect(await as(ana, 'splitRequest', { ...bill, ...more }), JSON.stringify(more)).toMatchObject({ code })
  expect((await listed(ana)).items).toHaveLength(before)
})

test('what has run out is written down once and told, and a payment that is under way is waited for', async () => {
  const { ana, ben } = await two()
  const { requestId } = await ask(ana, { toUser: ben.userId })
  const waiting = await ask(ana, { toUser: ben.userId })
  await change([ana, ben], waiting.requestId, { attempt_id: newId(), attempt_payer_id: ben.id })
  for (const id of [requestId, waiting.requestId])
    await change([ana, ben], id, { expires_at: new Date(Date.now() - 1) })
  await Promise.all([expireRequests(app.services), expireRequests(app.services)])
  await expireRequests(app.services)
  for (const user of [ana, ben]) {
    expect(await rowOf(user, requestId)).toMatchObject({ state: 'expired', version: 2 })
    expect(await rowOf(user, waiting.requestId)).toMatchObject({ state: 'open', processing: true, version: 1 })
  }
})

test('whoever closes their account takes back what they asked for and declines what they were asked for', async () => {
  const { ana, ben } = await two()
  const sent = [await ask(ana, { toUser: ben.userId }), await ask(ana, { uses: 'multi' })]
  const received = await ask(ben, { toUser: ana.userId })
  await endRequestsOf(app.services, { ownerId: ana.id })
  await endRequestsOf(app.services, { ownerId: ana.id })
  for (const { requestId } of sent)
    expect(await rowOf(ana, requestId)).toMatchObject({ state: 'cancelled', version: 2 })
  expect(await rowOf(ben, received.requestId)).toMatchObject({ state: 'declined', version: 2 })
})

test('both sides’ screens are told of each change, by id and version', async () => {
  const { ana, ben } = await two()
  const told = async (user: TestUser) =>
    ((await as(user, 'livePoll', { after: '0' })).data as { events: { event: string; data: unknown }[] }).events
      .filter(({ event }) => event === 'request')
      .map(({ data }) => data)
  const { requestId: id } = await ask(ana, { toUser: ben.userId })
  await as(ana, 'remindRequest', { requestId: id })
  await pay(ben, ana, id)
  for (const user of [ana, ben]) expect(await told(user)).toEqual([1, 2, 3].map((version) => ({ id, version })))
})
