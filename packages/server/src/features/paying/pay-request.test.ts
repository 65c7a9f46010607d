/** Requests for money paid: by the person asked and by whoever has the link, once or often, and what becomes of money that came too late. */
import { requestId } from '@puente/contract'
import { beforeEach, expect, test } from 'vitest'
import { TERMS_VERSION } from '#features/content/index.ts'
import { newId } from '#platform/ids.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { payablesIn } from '#test/payables.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()
const deposits = depositsIn(app)
const { aRequest, anInvoice, call, payInvoice, payRequest, requestOf, rowsOf } = payablesIn(app)
beforeEach(() => app.control('DELETE', '/faults'))

const people = async (...tiers: (0 | 1)[]): Promise<TestUser[]> => {
  const made: TestUser[] = []
  for (const tier of tiers) made.push(await aUser(app.services, { tier }))
  for (const one of made.slice(1)) await withBalance(app.services, one, 500_00)
  return made
}
type Begun = { transactionId: string; sendSessionId: `pss_${string}` }
const begunOf = (answer: { status: number; data: unknown; code?: string | undefined }): Begun => {
  expect(answer).toMatchObject({ status: 200 })
  return answer.data as Begun
}

test('a request is paid by the person asked, from the wallet or from outside, as a send that says what it pays', async () => {
  const [ana, ben, eve] = (await people(1, 1, 1)) as [TestUser, TestUser, TestUser]
  const byWallet = await aRequest(ana, { asked: ben })
  for (const stranger of [ana, eve])
    for (const named of [{ id: byWallet.id }, { code: byWallet.code }])
      expect(await payRequest(stranger, named, 'wallet')).toMatchObject({ status: 404, code: 'notFound' })
  expect(await payRequest(ben, { id: newId() }, 'wallet')).toMatchObject({ code: 'notFound' })
  expect(await payRequest(ben, {}, 'wallet')).toMatchObject({ code: 'notFound' })
  expect(await payRequest(ben, byWallet, 'bank')).toMatchObject({ code: 'invalidPayMethod' })
  expect(await payRequest(ben, byWallet, 'wallet', { expectedTotalCharge: 1 })).toMatchObject({ code: 'invalidAmount' })
  const paid = await payRequest(ben, { id: byWallet.id }, 'wallet', { expectedTotalCharge: 100_00 })
  expect(paid).toMatchObject({ data: { tipo: 'completed', state: 'COMPLETED', fee: 0, totalCharge: 100_00 } })
  const says = { requestId: requestId(byWallet.id), amount: 100_00, state: 'COMPLETED', note: 'Dinner' }
  expect((await rowsOf(ben))[0]).toMatchObject({ ...says, type: 'sent', balance: 400_00 })
  expect((await rowsOf(ana))[0]).toMatchObject({ ...says, type: 'received', balance: 100_00 })
  for (const side of [ana, ben])
    expect(await requestOf(side, byWallet.id)).toMatchObject({ state: 'paid', paidCount: 1 })
  expect(await payRequest(ben, byWallet, 'wallet')).toMatchObject({ code: 'notFound', details: { reason: 'paid' } })

  const byCard = await aRequest(ana, { asked: ben })
  const left = begunOf(await payRequest(ben, byCard, 'card'))
  const page = begunOf(await payRequest(ben, byCard, 'card', { sendSessionId: left.sendSessionId }))
  expect(await deposits.rowOf(ben, left.transactionId)).toMatchObject({ state: 'CANCELLED' })
  await deposits.press(page.transactionId, 'pay')
  expect(await deposits.settled(ben, page.transactionId)).toMatchObject({ state: 'COMPLETED', type: 'sent' })
  expect(await deposits.sessionOf(ben, page.sendSessionId)).toMatchObject({
    requestId: requestId(byCard.id),
    next: 'done',
  })
  expect(await requestOf(ana, byCard.id)).toMatchObject({ state: 'paid', attempt: null })
  expect(await deposits.balanceOf(ana)).toBe(200_00)
})

test('from the wallet a request takes an identity check, from outside the limits of whoever is not verified', async () => {
  const [ana, ben] = (await people(0, 0)) as [TestUser, TestUser]
  const request = await aRequest(ana, { asked: ben })
  expect(await payRequest(ben, request, 'wallet')).toMatchObject({
    code: 'kycRequired',
    details: { missing: ['tier1'] },
  })
  const large = await aRequest(ana, { asked: ben, amountCents: 250_01 })
  expect(await payRequest(ben, large, 'card')).toMatchObject({ code: 'limitExceeded', details: { row: 'L-01' } })
  const { transactionId } = begunOf(await payRequest(ben, request, 'card'))
  await deposits.press(transactionId, 'pay')
  expect(await deposits.settled(ben, transactionId)).toMatchObject({ state: 'COMPLETED' })
  expect(await deposits.balanceOf(ana)).toBe(100_00)
})

test('of two people who pay a single-use link at once one pays, and the other is refused', async () => {
  const [ana, ben, eve] = (await people(1, 1, 1)) as [TestUser, TestUser, TestUser]
  for (let round = 1; round <= 5; round += 1) {
    const link = await aRequest(ana)
    const answers = await Promise.all([ben, eve].map((payer) => payRequest(payer, { code: link.code }, 'wallet')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({
      code: 'notFound',
      details: { reason: 'paid' },
    })
    expect(await requestOf(ana, link.id)).toMatchObject({ state: 'paid', paidCount: 1 })
    expect(await deposits.balanceOf(ana)).toBe(round * 100_00)
  }
  // What was refused was not charged.
  expect((await deposits.balanceOf(ben)) + (await deposits.balanceOf(eve))).toBe(500_00)
})

test('of two payers of a single-use link one pays: the other is given back what came too late, fee and all', async () => {
  const [ana, ben, eve, dan] = (await people(1, 1, 1, 1)) as [TestUser, TestUser, TestUser, TestUser]
  const link = await aRequest(ana)
  const page = begunOf(await payRequest(ben, { code: link.code }, 'card'))
  const atBank = begunOf(await payRequest(dan, { code: link.code }, 'zelle'))
  // Whoever only opened a page keeps nobody out.
  expect(await payRequest(eve, { code: link.code }, 'wallet')).toMatchObject({ status: 200 })
  expect(await rowsOf(dan)).toMatchObject([{ id: atBank.transactionId, state: 'PENDING', noLongerDue: 'paid' }])
  await deposits.press(page.transactionId, 'pay')
  expect(await deposits.settled(ben, page.transactionId)).toMatchObject({
    state: 'CANCELLED',
    cancelReason: 'rejected',
    notNeeded: true,
  })
  expect((await rowsOf(ben))[0]).toMatchObject({ type: 'refund', amount: 100_00, linkedId: page.transactionId })
  expect(await deposits.balanceOf(ana)).toBe(100_00)
  expect(await deposits.balanceOf(ben)).toBe(600_00)
  expect(await requestOf(ana, link.id)).toMatchObject({ state: 'paid', paidCount: 1 })
})

test('money that comes after a request was taken back is given back', async () => {
  const [ana, ben, dan] = (await people(1, 1, 1)) as [TestUser, TestUser, TestUser]
  const link = await aRequest(ana)
  const atBank = begunOf(await payRequest(dan, { code: link.code }, 'zelle'))
  const page = begunOf(await payRequest(ben, { code: link.code }, 'card'))
  expect(await deposits.rowOf(dan, atBank.transactionId)).not.toHaveProperty('noLongerDue')
  await app.services.db
    .updateTable('money_requests')
    .set({ state: 'cancelled', attempt_id: null, attempt_payer_id: null })
    .where('owner_id', '=', ana.id)
    .where('request_id', '=', link.id)
    .execute()
  expect(await rowsOf(dan)).toMatchObject([{ state: 'PENDING', noLongerDue: 'cancelled' }])
  await deposits.press(page.transactionId, 'pay')
  expect(await deposits.settled(ben, page.transactionId)).toMatchObject({ state: 'CANCELLED', notNeeded: true })
  expect(await deposits.balanceOf(ana)).toBe(0)
  expect(await deposits.balanceOf(ben)).toBe(600_00)
})

test('a link for several payments takes all of them, counts each once, and lists who has paid to the one who asked', async () => {
  const [ana, ...payers] = (await people(1, 1, 1, 1)) as [TestUser, ...TestUser[]]
  const link = await aRequest(ana, { uses: 'multi', amountCents: 30_00 })
  const answers = await Promise.all(payers.map((payer) => payRequest(payer, { code: link.code }, 'wallet')))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const page = begunOf(await payRequest(payers[0]!, { code: link.code }, 'paypal'))
  await app.control('POST', `/paypal/orders/${deposits.refOf(page.transactionId)}/approve`)
  expect(await deposits.settled(payers[0]!, page.transactionId)).toMatchObject({ state: 'COMPLETED' })
  expect(await requestOf(ana, link.id)).toMatchObject({ state: 'open', paidCount: 4, paidCents: 120_00n })
  expect(await deposits.balanceOf(ana)).toBe(120_00)

  type Page = { items: Record<string, unknown>[]; last: string | null; end: boolean }
  const paymentsOf = (user: TestUser, more = {}) =>
    call(user, 'listRequestPayments', { requestId: requestId(link.id), ...more })
  const first = (await paymentsOf(ana, { limit: '3' })).data as Page
  expect(first).toMatchObject({ end: false, items: [{ transactionId: page.transactionId, amount: 30_00 }, {}, {}] })
  const second = (await paymentsOf(ana, { limit: '3', last: first.last })).data as Page
  expect(second).toMatchObject({ end: true, last: null, items: [{ amount: 30_00, blocked: false }] })
  const names = [...first.items, ...second.items].map(({ fullName }) => String(fullName))
  expect(names.toSorted()).toEqual([payers[0]!, ...payers].map(({ fullName }) => fullName).toSorted())
  // Whoever paid, or anybody else, sees nobody; whoever was blocked has no name.
  for (const other of [payers[0]!, await aUser(app.services, { tier: 1 })])
    expect(await paymentsOf(other)).toMatchObject({ status: 404, code: 'notFound' })
  expect(await paymentsOf(ana, { last: 'x' })).toMatchObject({ code: 'invalidRequest' })
  expect(await paymentsOf(ana, { limit: '0' })).toMatchObject({ code: 'invalidLimit' })
  await call(ana, 'block', { userId: payers[1]!.userId })
  const { items } = (await paymentsOf(ana)).data as Page
  expect(items.filter(({ blocked }) => blocked)).toMatchObject([{ fullName: null, email: null, image: null }])
})

test('a card that is entered for an invoice or a request is kept when its payer wants it, and only then', async () => {
  const [ana, ben] = (await people(1, 1)) as [TestUser, TestUser]
  const cards = async () => ((await call(ben, 'listCards', {})).data as { items: unknown[] }).items
  for (const [saveCard, kept] of [
    [false, 0],
    [true, 1],
  ] as const) {
    const { data } = await payInvoice(ben, await anInvoice(ana, ben), 'card', { saveCard })
    const { transactionId } = data as Begun
    await deposits.press(transactionId, 'pay')
    await deposits.settled(ben, transactionId)
    expect(await cards()).toHaveLength(kept)
  }
  const page = begunOf(await payRequest(ben, { code: (await aRequest(ana)).code }, 'card', { saveCard: true }))
  await deposits.press(page.transactionId, 'pay')
  await deposits.settled(ben, page.transactionId)
  expect((await cards()).length).toBeGreaterThan(0)
})

test('X-36 the payer of a request or a link learns the other’s language, and the wording they were shown stays with their own row', async () => {
  const [ana, ben] = (await people(1, 1)) as [TestUser, TestUser]
  await app.services.db.updateTable('users').set({ lang: 'es-US' }).where('owner_id', '=', ana.id).execute()
  const consent = { version: '2026-11-24', langs: ['ko', 'es'] }
  const asked = await aRequest(ana, { asked: ben })
  const link = await aRequest(ana)
  const langOf = async (key: 'getRequest' | 'publicRequest', by: object, side: TestUser) => {
    const { data } = await app.raw(key, { ...by }, { headers: await signedIn(app.services, side) })
    return (data as { lang?: string }).lang
  }
  expect(await langOf('getRequest', { requestId: requestId(asked.id) }, ben)).toBe('es')
  expect(await langOf('getRequest', { requestId: requestId(asked.id) }, ana)).toBeUndefined()
  expect(await langOf('publicRequest', { code: link.code }, ben)).toBe('es')
  for (const named of [{ id: asked.id }, { code: link.code }]) {
    expect(await payRequest(ben, named, 'wallet', { consent: { ...consent, version: '2020-01-01' } })).toMatchObject({
      status: 400,
      code: 'invalidRequest',
    })
    expect(await payRequest(ben, named, 'wallet', { consent })).toMatchObject({ status: 200 })
    expect((await rowsOf(ben))[0]).toMatchObject({ consent: { ...consent, terms: TERMS_VERSION } })
    expect((await rowsOf(ana))[0]).not.toHaveProperty('consent')
  }
  expect(await langOf('publicRequest', { code: link.code }, ben)).toBeUndefined()
})
