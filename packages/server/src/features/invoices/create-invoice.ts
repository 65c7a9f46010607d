import { createHash } from 'node:crypto'
import { type Input, invoiceId as wireId, type Output, uuidOf } from '@puente/contract'
import { type Person, requireContacts, requireOpen } from '#features/accounts/index.ts'
import { isBlockedBetween } from '#features/contacts/index.ts'
import { counterpartOf, requireRecipient, requireSelf } from '#features/payments/index.ts'
import { lockProducts } from '#features/products/index.ts'
import { sharePictures } from '#features/profile/index.ts'
import { audit } from '#platform/audit.ts'
import { databaseNow, type Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { announcementsOf, eventData } from './change-invoice.ts'
import { type Invoice, type InvoiceLine, invoiceReference } from './invoice.ts'
import { amountOf, mayBeDue, noteOf, quantitiesOf } from './invoice-rules.ts'
import { type Draft, findByDraft, insertInvoice, lockNumbers, raiseNumber } from './invoices-store.ts'
import { overdueJob } from './overdue.ts'

type Asked = Input<'createInvoice'>

/** What is asked for, once it fits together. Refuses with the first that does not. */
const formOf = ({ type = 'product', products = [], amount, note = '' }: Asked) => {
  if (type === 'product') {
    if (products.length === 0) throw new Refusal('invalidProducts', { field: 'products' })
    // The prices of the catalogue say what it comes to.
    if (amount !== undefined) throw new Refusal('invalidAmount', { field: 'amount' })
    return { type, quantities: quantitiesOf(products.map((id) => uuidOf(id, 'prd') ?? '')), note }
  }
  if (products.length > 0) throw new Refusal('invalidProducts', { field: 'products' })
  if (amount === undefined) throw new Refusal('invalidAmount', { field: 'amount' })
  if (note === '') throw new Refusal('invalidNote', { field: 'note' })
  return { type, amountCents: BigInt(amount), note }
}
type Form = ReturnType<typeof formOf>

/** The caller's products as they are now: nobody changes them until the invoice is kept. */
const linesOf = async (trx: Trx, ownerId: string, quantities: Map<string, number>): Promise<InvoiceLine[]> => {
  const products = await lockProducts(trx, ownerId, [...quantities.keys()], 'share')
  const byId = new Map(products.map((product) => [product.productId, product]))
  return [...quantities].map(([productId, quantity]) => {
    const product = byId.get(productId)
    if (!product) throw new Refusal('invalidProductId', { field: 'products' })
    return {
      productId,
      name: product.name,
      priceCents: Number(product.priceCents),
      quantity,
      imageFileId: product.imageFileId,
    }
  })
}

const contentOf = async (trx: Trx, ownerId: string, form: Form, expectedCents: bigint | null) => {
  if (form.type === 'custom') return { lines: [], amountCents: form.amountCents, note: form.note }
  const lines = await linesOf(trx, ownerId, form.quantities)
  const amountCents = amountOf(lines)
  if (amountCents === null) throw new Refusal('invalidAmount', { field: 'products' })
  if (expectedCents !== null && expectedCents !== amountCents)
    throw new Refusal('invalidAmount', { reason: 'priceChanged', amountCents: Number(amountCents) })
  return { lines, amountCents, note: form.note === '' ? noteOf(lines) : form.note }
}

/** What a draft said: sent again with something else under its id, it is not the same draft. */
const draftOf = ({ draftId, ...said }: Asked, payeeId: string): Draft | null => {
  if (draftId === undefined) return null
  const { type = 'product', products = [], amount = null, note = '', dueDate = null } = said
  const text = JSON.stringify([payeeId, type, products, amount, note, dueDate])
  return { draftId: draftId.toLowerCase(), hash: createHash('sha256').update(text).digest('hex') }
}

const answerOf = ({ invoiceId, number, amountCents, state }: Invoice): Output<'createInvoice'> => ({
  invoiceId: wireId(invoiceId),
  reference: invoiceReference(number),
  amount: Number(amountCents),
  state,
})

type Made = {
  issuer: Person
  payer: Person
  form: Form
  expectedCents: bigint | null
  dueDate: string | null
  draft: Draft | null
}

/** The numbers of the issuer are locked from here on: no other invoice of theirs is made meanwhile. */
const make = async (
  ctx: UserCtx,
  trx: Trx,
  { issuer, payer, form, expectedCents, dueDate, draft }: Made,
): Promise<Invoice> => {
  const lastNumber = await lockNumbers(trx, issuer.id)
  const before = draft && (await findByDraft(trx, issuer.id, draft.draftId))
  if (before) {
    if (before.draftHash !== draft.hash) throw new Refusal('idempotencyConflict', { field: 'draftId' })
    return before
  }
  const at = await databaseNow(trx, ctx.clock)
  const content = await contentOf(trx, issuer.id, form, expectedCents)
  const invoice: Invoice = {
    ...content,
    issuerId: issuer.id,
    payerId: payer.id,
    invoiceId: newId(),
    type: form.type,
    state: 'toPay',
    number: lastNumber + 1,
    refundedCents: 0n,
    returns: [],
    dueDate,
    attemptId: null,
    remindersSent: 0,
    remindedAt: null,
    overdueToldAt: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
    paidAt: null,
  }
  await raiseNumber(trx, issuer.id, invoice.number)
  await insertInvoice(trx, invoice, { issuer: counterpartOf(issuer), payer: counterpartOf(payer) }, draft)
  const fileIds = invoice.lines.flatMap(({ imageFileId }) => imageFileId ?? [])
  await sharePictures(trx, { ownerId: issuer.id, withId: payer.id, fileIds })
  if (dueDate !== null) await ctx.jobs.add(trx, overdueJob(invoice, dueDate, at))
  await ctx.events.record(trx, { event: 'invoice.created', data: eventData(invoice) })
  await ctx.live.publish(trx, ...announcementsOf(invoice))
  await audit(trx, {
    actor: { kind: 'user', id: issuer.id, sessionId: ctx.user.sessionId },
    action: 'invoice.created',
    object: { type: 'invoice', id: invoice.invoiceId },
    result: 'done',
    network: ctx.network,
    requestId: ctx.requestId,
  })
  return invoice
}

/**
 * Invoices another person. Prices and names are those of the catalogue at this moment and stay. A draft that is sent again is
 * answered with the invoice that it made; with other content under its id, `idempotencyConflict`.
 */
export const createInvoice = async (ctx: UserCtx, input: Asked): Promise<Output<'createInvoice'>> => {
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  const form = formOf(input)
  const { dueDate = null } = input
  if (dueDate !== null && !mayBeDue(dueDate, ctx.clock.now()))
    throw new Refusal('invalidRequest', { field: 'dueDate', reason: 'dueDate' })
  const [payer, issuer] = await Promise.all([requireRecipient(ctx, input.toUser), requireSelf(ctx)])
  if (await isBlockedBetween(ctx.db, issuer.id, payer.id)) throw new Refusal('invalidUser')
  const draft = draftOf(input, payer.id)
  const expectedCents = input.expectedAmount === undefined ? null : BigInt(input.expectedAmount)
  const asked = { issuer, payer, form, expectedCents, dueDate, draft }
  return answerOf(await transaction(ctx.db, 'create invoice', (trx) => make(ctx, trx, asked)))
}
