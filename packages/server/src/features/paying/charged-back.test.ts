/** Invoices and requests whose card payment is contested or charged back: both sides and the paper say so, with what came out of whose balance. */
import { invoiceId, requestId } from '@puente/contract'
import { beforeEach, expect, test } from 'vitest'
import { releaseHeldTransfers } from '#features/transfers/held-transfers.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { payablesIn } from '#test/payables.ts'
import { unpackedPdf } from '#test/pdf.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()
const deposits = depositsIn(app)
const { anInvoice, aRequest, payInvoice, payRequest, refund } = payablesIn(app)
beforeEach(() => app.control('DELETE', '/faults'))

const twoPeople = async () => ({
  ana: await aUser(app.services, { tier: 1, fullName: 'Ana Ruiz' }),
  ben: await aUser(app.services, { tier: 1, fullName: 'Ben Lee' }),
})
/** Pays on the card's page what was begun, and says how its provider goes on with it. */
const finish = async (payer: TestUser, begun: { data: unknown }) => {
  const { transactionId } = begun.data as { transactionId: string }
  await deposits.press(transactionId, 'pay')
  await deposits.settled(payer, transactionId)
  const happens = (action: string, more: object = {}) =>
    app.control('POST', `/card/payments/${deposits.refOf(transactionId)}/${action}`, more)
  return { transactionId, happens }
}
/** Ben has paid Ana $100 by card. */
const paidByCard = async () => {
  const { ana, ben } = await twoPeople()
  const id = await anInvoice(ana, ben)
  return { ana, ben, id, ...(await finish(ben, await payInvoice(ben, id, 'card'))) }
}
const seenBy = async (person: TestUser, id: string) => {
  const { data } = await app.call(
    'getInvoice',
    { invoiceId: invoiceId(id) },
    { headers: await signedIn(app.services, person) },
  )
  return data
}
/** Both sides see it, by a live event of that version. */
const bothSee = async (people: TestUser[], id: string, standing: object) => {
  for (const person of people) {
    await expect
      .poll(async () => {
        await app.runJobs()
        return seenBy(person, id)
      })
      .toMatchObject({ state: 'paid', ...standing })
    const { version } = await seenBy(person, id)
    const told = await app.services.db.selectFrom('live_events').selectAll().where('owner_id', '=', person.id).execute()
    const change = JSON.stringify(['invoice', { id: invoiceId(id), version }])
    expect(told.map(({ changes }) => changes).join()).toContain(change)
  }
}
const totalsOf = async (person: TestUser, id: string) => {
  const response = await fetch(`${app.url}/api/invoice/pdf?invoiceId=${invoiceId(id)}&lang=en&otherLang=en`, {
    headers: await signedIn(app.services, person),
  })
  const [, code = ''] = /\/verify\/([2-9a-z]{20})/.exec(unpackedPdf(new Uint8Array(await response.arrayBuffer()))) ?? []
  return (await app.call('verifyPaper', { code })).data.totals
}

test('a payment by card that is charged back is reversed on both sides and on the paper, and cannot be refunded; won after all, it can', async () => {
  const { ana, ben, id, happens } = await paidByCard()
  expect(await seenBy(ana, id)).toMatchObject({ contested: 0, reversed: 0, refundable: 100_00, acts: ['refund'] })
  await happens('dispute')
  await bothSee([ana, ben], id, { contested: 100_00, reversed: 0, refundable: 0, acts: [] })
  expect(await refund(ana, id, 1)).toMatchObject({ code: 'invalidInvoice', details: { leftCents: 0 } })
  await happens('lose')
  const returns = [{ stage: 'taken', amount: 100_00, date: expect.stringMatching(/^20.+Z$/) }]
  await bothSee([ana, ben], id, { contested: 0, reversed: 100_00, refundable: 0, acts: [], returns })
  for (const amount of [undefined, 1])
    expect(await refund(ana, id, amount)).toMatchObject({ status: 409, code: 'invalidInvoice' })
  expect(await deposits.usedBy(ben)).toEqual({ free: 0, cents: 0, broken: [] })
  for (const side of [ana, ben])
    expect(await totalsOf(side, id)).toEqual([
      { name: 'total', cents: 100_00 },
      { name: 'reversed', cents: 100_00 },
    ])
  await happens('win')
  await bothSee([ana, ben], id, { contested: 0, reversed: 0, refundable: 100_00, returns: [] })
  expect((await seenBy(ana, id)).acts).toEqual(['refund'])
  expect(await totalsOf(ben, id)).toEqual([{ name: 'total', cents: 100_00 }])
})

test('a refund by the provider that fails takes nothing from the issuer, and leaves all to give back', async () => {
  const { ana, ben, id, happens } = await paidByCard()
  await happens('refund', { amountCents: 40_00 })
  await bothSee([ana, ben], id, { reversed: 40_00, lost: 40_00, refundable: 60_00 })
  await happens('fail-refund')
  await bothSee([ana, ben], id, { contested: 0, reversed: 0, lost: 0, refundable: 100_00 })
  expect(await deposits.balanceOf(ana)).toBe(100_00)
})

test('of a payment that is charged back in part, the rest can be refunded and no more', async () => {
  const { ana, ben, id, happens } = await paidByCard()
  await happens('dispute', { amountCents: 40_00 })
  await bothSee([ana, ben], id, { contested: 40_00, refundable: 60_00 })
  await happens('lose')
  await bothSee([ana, ben], id, { contested: 0, reversed: 40_00, refundable: 60_00 })
  expect(await refund(ana, id, 60_01)).toMatchObject({ code: 'invalidInvoice', details: { leftCents: 60_00 } })
  expect(await refund(ana, id)).toMatchObject({ status: 200, data: { refunded: 60_00, left: 0, balance: 0 } })
  expect(await deposits.balanceOf(ben)).toBe(60_00)
})

test('an account that is frozen keeps no chargeback from being seen, and one decided for the issuer leaves all to give back', async () => {
  const { ana, ben, id, happens } = await paidByCard()
  await app.services.db.updateTable('users').set({ status: 'frozen' }).where('owner_id', '=', ana.id).execute()
  await happens('dispute')
  await bothSee([ana, ben], id, { contested: 100_00 })
  await happens('win')
  await bothSee([ana, ben], id, { contested: 0, reversed: 0, refundable: 100_00 })
})

test('an issuer who has spent the money loses none of it, and one who gave some back no more than the rest: the payer owes what is missing', async () => {
  const spent = await paidByCard()
  await withBalance(app.services, spent.ana, -100_00)
  await spent.happens('dispute')
  await bothSee([spent.ana, spent.ben], spent.id, { contested: 100_00, reversed: 0, lost: 0 })
  await spent.happens('lose')
  await bothSee([spent.ana, spent.ben], spent.id, { contested: 0, reversed: 100_00, lost: 0, refundable: 0 })

  const { ana, ben, id, happens } = await paidByCard()
  await withBalance(app.services, ana, 500_00)
  await refund(ana, id, 70_00)
  await happens('dispute')
  await bothSee([ana, ben], id, { refunded: 70_00, contested: 100_00, refundable: 0 })
  expect(await refund(ana, id, 1)).toMatchObject({ code: 'invalidInvoice' })
  await happens('lose')
  await bothSee([ana, ben], id, { refunded: 70_00, contested: 0, reversed: 100_00, lost: 30_00 })
  expect(await deposits.balanceOf(ana)).toBe(500_00)
  // What Ben had been given back pays what he owes.
  await expect.poll(async () => (await app.runJobs(), deposits.balanceOf(ben))).toBe(0)
  await happens('win')
  await bothSee([ana, ben], id, { contested: 0, reversed: 0, lost: 0, refundable: 30_00 })
  expect(await deposits.balanceOf(ana)).toBe(530_00)
  await expect.poll(async () => (await app.runJobs(), deposits.balanceOf(ben))).toBe(70_00)
})

test('a warning of fraud to an issuer who has spent the money contests nothing any more once its dispute is heard of as won', async () => {
  const { ana, ben, id, happens } = await paidByCard()
  await withBalance(app.services, ana, -100_00)
  await happens('fraud-warning')
  await bothSee([ana, ben], id, { contested: 100_00, refundable: 0 })
  await app.control('POST', '/faults', { provider: 'card', fault: 'dropWebhook', times: 2 })
  await happens('dispute')
  await happens('win')
  await bothSee([ana, ben], id, { contested: 0, reversed: 0, lost: 0, refundable: 100_00 })
})

test('of two chargebacks of one payment each takes its own part, and together they take what was paid', async () => {
  const { ana, ben, id, happens } = await paidByCard()
  await happens('dispute', { amountCents: 40_00 })
  await bothSee([ana, ben], id, { contested: 40_00 })
  await happens('win')
  await bothSee([ana, ben], id, { contested: 0, refundable: 100_00 })
  await withBalance(app.services, ana, -50_00)
  await happens('dispute', { amountCents: 80_00 })
  await bothSee([ana, ben], id, { contested: 80_00, reversed: 0, refundable: 20_00 })
  await happens('lose')
  await bothSee([ana, ben], id, { contested: 0, reversed: 80_00, lost: 50_00, refundable: 20_00 })
  expect(await deposits.balanceOf(ana)).toBe(0)
})

const requestSeenBy = async (person: TestUser, id: string) =>
  (await app.call('getRequest', { requestId: requestId(id) }, { headers: await signedIn(app.services, person) })).data
const allSee = async (people: TestUser[], id: string, standing: object) => {
  for (const person of people)
    await expect.poll(async () => (await app.runJobs(), requestSeenBy(person, id))).toMatchObject(standing)
}

test('a request whose payment is charged back stays paid and says so to both sides, with what came out of the balance of the one who asked', async () => {
  const { ana, ben } = await twoPeople()
  const { id } = await aRequest(ana, { asked: ben })
  const { happens } = await finish(ben, await payRequest(ben, { id }, 'card'))
  await allSee([ana, ben], id, { state: 'paid', contested: 0, reversed: 0, lost: 0 })
  const { version } = await requestSeenBy(ana, id)
  await withBalance(app.services, ana, -60_00)
  await happens('dispute')
  await allSee([ana, ben], id, { state: 'paid', contested: 100_00, reversed: 0, version: version + 1 })
  await happens('lose')
  await allSee([ana, ben], id, { state: 'paid', contested: 0, reversed: 100_00, lost: 40_00 })
  await happens('win')
  await allSee([ana, ben], id, { state: 'paid', contested: 0, reversed: 0, lost: 0 })
  expect(await deposits.balanceOf(ana)).toBe(40_00)
})

test('of a link with several payments each says for itself what went back, also once the link has been taken back', async () => {
  const { ana, ben } = await twoPeople()
  const cleo = await aUser(app.services, { tier: 1, fullName: 'Cleo Diaz' })
  const { id, code } = await aRequest(ana, { uses: 'multi' })
  const first = await finish(ben, await payRequest(ben, { code }, 'card'))
  const second = await finish(cleo, await payRequest(cleo, { code }, 'card'))
  await first.happens('dispute')
  await allSee([ana], id, { state: 'open', contested: 100_00, paidCount: 2 })
  await app.call('cancelRequest', { requestId: requestId(id) }, { headers: await signedIn(app.services, ana) })
  await first.happens('lose')
  await second.happens('dispute', { amountCents: 25_00 })
  await allSee([ana], id, { state: 'cancelled', contested: 25_00, reversed: 100_00, lost: 100_00, paidTotal: 200_00 })
  const { data } = await app.call(
    'listRequestPayments',
    { requestId: requestId(id) },
    { headers: await signedIn(app.services, ana) },
  )
  expect(data.items).toMatchObject([
    { transactionId: second.transactionId, contested: 25_00, reversed: 0, lost: 0 },
    { transactionId: first.transactionId, contested: 0, reversed: 100_00, lost: 100_00 },
  ])
})

/** Ben has paid Ana $100 by card, who isn't verified and gets it once she is. */
const waitsForAna = async () => {
  const { ana, ben } = await twoPeople()
  await app.services.db.updateTable('users').set({ tier: 0 }).where('owner_id', '=', ana.id).execute()
  await withBalance(app.services, ana, 950_00)
  const id = await anInvoice(ana, ben)
  const paid = await finish(ben, await payInvoice(ben, id, 'card'))
  expect(await seenBy(ana, id)).toMatchObject({ state: 'processing' })
  const verify = async () => {
    await app.services.db.updateTable('users').set({ tier: 1 }).where('owner_id', '=', ana.id).execute()
    await releaseHeldTransfers(app.services, ana.id)
  }
  return { ana, ben, id, verify, ...paid }
}

test('a chargeback of a payment that waits for its receiver stays with the payer: nobody is paid with it, and the invoice is to be paid again', async () => {
  const { ana, ben, id, happens, verify } = await waitsForAna()
  await happens('dispute')
  for (const side of [ana, ben])
    await expect
      .poll(async () => (await app.runJobs(), seenBy(side, id)))
      .toMatchObject({ state: 'toPay', contested: 0 })
  await verify()
  expect(await deposits.balanceOf(ana)).toBe(950_00)
  // All of it is contested, and cannot be spent.
  expect(await payInvoice(ben, id, 'wallet')).toMatchObject({ code: 'senderUnsufficientFunds' })
  await happens('win')
  await expect.poll(async () => (await app.runJobs(), payInvoice(ben, id, 'wallet'))).toMatchObject({ status: 200 })
  await bothSee([ana, ben], id, { contested: 0, refundable: 100_00 })
})

test('a chargeback that comes as the payment reaches its receiver is never lost: it is on the invoice, or with the payer', async () => {
  for (const isVerifiedFirst of [true, false]) {
    const { ana, ben, id, happens, verify } = await waitsForAna()
    const both = [() => verify(), () => happens('dispute')]
    await Promise.all((isVerifiedFirst ? both : both.toReversed()).map((act) => act()))
    const standsOf = async () => {
      await app.runJobs()
      const { state, contested } = await seenBy(ana, id)
      const { heldCents } = await app.services.ledger.balance({ ownerId: ben.id, account: 'wallet' })
      return state === 'paid' ? contested === 100_00 && heldCents === 0n : state === 'toPay' && heldCents >= 100_00n
    }
    await expect.poll(standsOf).toBe(true)
  }
})
