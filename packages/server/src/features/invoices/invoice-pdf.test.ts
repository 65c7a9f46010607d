import { createHash } from 'node:crypto'
import type { Output } from '@puente/contract'
import { expect, test } from 'vitest'
import { paperWords } from '#features/papers/paper-words.ts'
import { newId } from '#platform/ids.ts'
import { aUser, signedIn, withBalance } from '#test/factories.ts'
import { languagesOf, unpackedPdf } from '#test/pdf.ts'
import { appOfFile } from '#test/suite.ts'
import { invoiceContent, invoiceTotals } from './invoice-content.ts'

const app = appOfFile()

const read = async (invoiceId: string, headers: Record<string, string>, query = '') => {
  const answer = await fetch(`${app.url}/api/invoice/pdf?invoiceId=${invoiceId}${query}`, { headers })
  return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) }
}

test('both sides get the invoice as a paper of its own, in either language, as it stands; a stranger gets none', async () => {
  const issuer = await aUser(app.services, { tier: 1, fullName: 'Ana Ruiz', lang: 'es-US' })
  const payer = await aUser(app.services, { tier: 2, fullName: 'Ben Lee', lang: 'ko-KR' })
  await withBalance(app.services, payer, 500_00)
  const [ofIssuer, ofPayer] = [await signedIn(app.services, issuer), await signedIn(app.services, payer)]
  const products = []
  for (let n = 0; n < 24; n += 1) {
    const made = await app.call('addProduct64', { name: `Pan #${n} *dulce*`, price: 5_00 }, { headers: ofIssuer })
    products.push(made.data.id)
  }
  const { data } = await app.call(
    'createInvoice',
    { toUser: payer.userId, products: [...products, products[0]!] },
    { headers: ofIssuer },
  )
  const unpaid = await read(data.invoiceId, ofIssuer)
  const text = unpackedPdf(unpaid.bytes)
  expect(unpaid.status).toBe(200)
  expect(text.includes('Factura INV-000001')).toBe(true)
  // In both languages, and over pages.
  expect(languagesOf(text)).toEqual(['es', 'ko'])
  expect(Number(/\/Count (\d+)/.exec(text)?.[1])).toBeGreaterThan(1)

  await app.call('payInvoice', { invoiceId: data.invoiceId, payMethod: 'wallet' }, { headers: ofPayer, key: newId() })
  await app.call('refundInvoice', { invoiceId: data.invoiceId, amount: 5_00 }, { headers: ofIssuer, key: newId() })
  const paid = await read(data.invoiceId, ofPayer, '&lang=en&otherLang=en')
  const alone = unpackedPdf(paid.bytes)
  expect(alone.includes('Invoice INV-000001')).toBe(true)
  expect(languagesOf(alone)).toEqual(['en'])
  const [, code = ''] = /\/verify\/([2-9a-z]{20})/.exec(alone) ?? []
  expect((await app.call('verifyPaper', { code })).data).toMatchObject({
    kind: 'invoice',
    totals: [
      { name: 'total', cents: 125_00 },
      { name: 'refunded', cents: 5_00 },
    ],
    hash: createHash('sha256').update(paid.bytes).digest('hex'),
    valid: true,
  })
  // One of the two has blocked the other: neither learns anything new of them.
  await app.call('block', { userId: issuer.userId }, { headers: ofPayer })
  for (const headers of [ofIssuer, ofPayer])
    expect(languagesOf(unpackedPdf((await read(data.invoiceId, headers)).bytes))).toHaveLength(1)
  const stranger = await signedIn(app.services, await aUser(app.services, { tier: 1 }))
  expect((await app.call('invoicePdf', { invoiceId: data.invoiceId }, { headers: stranger })).code).toBe(
    'invalidInvoice',
  )
})

const anInvoice = (more: Partial<Output<'getInvoice'>> = {}) => {
  const standing = {
    reference: 'INV-000001',
    state: 'toPay',
    was: 'received',
    overdue: false,
    amount: 50_00,
    refunded: 0,
    contested: 0,
    reversed: 0,
    lost: 0,
  }
  const dates = { date: '2026-11-20T15:00:00Z', dueDate: '2026-12-01', paymentDate: null }
  const other = { fullName: 'Panadería Sol', email: 'panaderia-sol', blocked: false }
  return { ...standing, ...dates, ...other, note: 'work', products: [], ...more } as unknown as Output<'getInvoice'>
}
const saidOf = (invoice: Output<'getInvoice'>) =>
  invoiceContent(invoice, 'Ben Lee')(paperWords({ language: 'en', timeZone: 'America/New_York' }, {}))

test('the paper says what the invoice is in its state, and what was given back of it', () => {
  expect(saidOf(anInvoice())).toMatchObject({
    lead: { label: 'Amount to pay', amount: '$50.00', state: 'To pay', tone: 'waiting' },
    parties: [{ name: 'Panadería Sol' }, { name: 'Ben Lee' }],
    tables: [{ rows: [['work', '$50.00', '1', '$50.00']] }],
  })
  expect(JSON.stringify(saidOf(anInvoice()).facts)).toContain('December 1, 2026')
  expect(saidOf(anInvoice({ overdue: true })).lead).toMatchObject({ state: 'Overdue', tone: 'negative' })
  const refunded = anInvoice({ state: 'paid', paymentDate: '2026-11-21T15:00:00Z', refunded: 20_00 })
  expect(saidOf(refunded).lead).toMatchObject({ label: 'Amount paid', state: 'Partly refunded' })
  expect(JSON.stringify(saidOf(refunded).tables)).toContain('$30.00')
  expect(invoiceTotals(refunded)).toContainEqual({ name: 'refunded', cents: 20_00 })
  const reversed = anInvoice({
    state: 'paid',
    paymentDate: '2026-11-21T15:00:00Z',
    refunded: 5_00,
    reversed: 30_00,
    lost: 20_00,
  })
  expect(saidOf(reversed).lead).toMatchObject({ state: 'Payment partly reversed', tone: 'negative' })
  expect(JSON.stringify(saidOf(reversed).tables)).toContain('$25.00')
  const contested = anInvoice({ state: 'paid', paymentDate: '2026-11-21T15:00:00Z', contested: 50_00 })
  expect(saidOf(contested).lead).toMatchObject({ label: 'Amount of the invoice', state: 'Payment under review' })
  expect(invoiceTotals(contested)).toContainEqual({ name: 'contested', cents: 50_00 })
  const blocked = JSON.stringify(saidOf(anInvoice({ blocked: true, fullName: null, email: null })))
  expect(blocked).toContain('Blocked User')
  expect(blocked).not.toContain('Sol')
})
