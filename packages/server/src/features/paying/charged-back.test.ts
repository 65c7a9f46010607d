/** Invoices whose card payment is contested or charged back: both sides, the paper and its check say so, and it isn't given back again. */
import { invoiceId } from '@puente/contract'
import { beforeEach, expect, test } from 'vitest'
import { depositsIn } from '#test/deposits.ts'
import { aUser, signedIn, type TestUser } from '#test/factories.ts'
import { payablesIn } from '#test/payables.ts'
import { unpackedPdf } from '#test/pdf.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()
const deposits = depositsIn(app)
const { anInvoice, payInvoice, refund } = payablesIn(app)
beforeEach(() => app.control('DELETE', '/faults'))

/** Ben has paid Ana $100 by card. */
const paidByCard = async () => {
  const ana = await aUser(app.services, { tier: 1, fullName: 'Ana Ruiz' })
  const ben = await aUser(app.services, { tier: 1, fullName: 'Ben Lee' })
  const id = await anInvoice(ana, ben)
  const { transactionId } = (await payInvoice(ben, id, 'card')).data as { transactionId: string }
  await deposits.press(transactionId, 'pay')
  await deposits.settled(ben, transactionId)
  const happens = (action: string, more: object = {}) =>
    app.control('POST', `/card/payments/${deposits.refOf(transactionId)}/${action}`, more)
  return { ana, ben, id, happens }
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
  await bothSee([ana, ben], id, { contested: 0, reversed: 100_00, refundable: 0, acts: [] })
  for (const amount of [undefined, 1])
    expect(await refund(ana, id, amount)).toMatchObject({ status: 409, code: 'invalidInvoice' })
  for (const side of [ana, ben])
    expect(await totalsOf(side, id)).toEqual([
      { name: 'total', cents: 100_00 },
      { name: 'reversed', cents: 100_00 },
    ])
  await happens('win')
  await bothSee([ana, ben], id, { contested: 0, reversed: 0, refundable: 100_00 })
  expect((await seenBy(ana, id)).acts).toEqual(['refund'])
  expect(await totalsOf(ben, id)).toEqual([{ name: 'total', cents: 100_00 }])
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
