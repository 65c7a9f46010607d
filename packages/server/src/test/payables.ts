/** What tests of paying do over and over: invoices and requests written as they stand, paid over HTTP, and read as both sides have them. */
import { type EndpointKey, invoiceId, requestId } from '@puente/contract'
import { newLinkCode } from '#features/accounts/index.ts'
import { findRequest, insertRequests } from '#features/requests/requests-store.ts'
import { findInvoice } from '#features/invoices/invoices-store.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { TestApp } from './app.ts'
import { signedIn, type TestUser } from './factories.ts'

let lastNumber = 0
const DAY_MS = 86_400_000

type Body = Record<string, unknown>

export const payablesIn = (app: TestApp) => {
  /** An invoice to pay, on both sides; its bare uuid. */
  const anInvoice = async (issuer: TestUser, payer: TestUser, amountCents = 100_00): Promise<string> => {
    const id = newId()
    const at = app.services.clock.now()
    lastNumber += 1
    const shared = {
      invoice_id: id,
      type: 'custom',
      state: 'toPay',
      number: lastNumber,
      amount_cents: BigInt(amountCents),
      note: 'Wedding cake',
      counterpart_is_business: false,
      created_at: at,
      updated_at: at,
    }
    const side = (owner: TestUser, other: TestUser, was: string) => ({
      ...shared,
      owner_id: owner.id,
      was,
      own_name: owner.fullName,
      counterpart_id: other.id,
      counterpart_name: other.fullName,
      counterpart_handle: other.handle,
    })
    await app.services.db
      .insertInto('invoices')
      .values([side(issuer, payer, 'sent'), side(payer, issuer, 'received')])
      .execute()
    return id
  }
  /** A request for money, of a person or of whoever has its code; its bare uuid and its code. */
  const aRequest = async (
    issuer: TestUser,
    {
      asked = null,
      uses = 'single',
      amountCents = 100_00,
    }: { asked?: TestUser | null; uses?: 'single' | 'multi'; amountCents?: number } = {},
  ): Promise<{ id: string; code: string }> => {
    const id = newId()
    const code = newLinkCode()
    const createdAt = app.services.clock.now()
    const expiresAt = new Date(createdAt.getTime() + DAY_MS)
    const request = {
      issuerId: issuer.id,
      requestId: id,
      askedId: asked?.id ?? null,
      uses,
      amountCents: BigInt(amountCents),
    }
    await transaction(app.services.db, 'make a request', (trx) =>
      insertRequests(trx, [{ ...request, note: 'Dinner', splitId: null, createdAt, expiresAt, code }]),
    )
    return { id, code }
  }
  const call = async (user: TestUser, key: EndpointKey, body: Body, idempotencyKey: string = newId()) =>
    app.raw(key, body, { key: idempotencyKey, headers: await signedIn(app.services, user) })

  return {
    anInvoice,
    aRequest,
    call,
    payInvoice: (payer: TestUser, id: string, payMethod: string, more: Body = {}, key?: string) =>
      call(payer, 'payInvoice', { invoiceId: invoiceId(id), payMethod, ...more }, key),
    payRequest: (
      payer: TestUser,
      { id, code }: { id?: string; code?: string },
      payMethod: string,
      more: Body = {},
      key?: string,
    ) => call(payer, 'payRequest', { ...(id ? { requestId: requestId(id) } : { code }), payMethod, ...more }, key),
    refund: (issuer: TestUser, id: string, amount?: number, key?: string) =>
      call(issuer, 'refundInvoice', { invoiceId: invoiceId(id), ...(amount !== undefined && { amount }) }, key),
    /** As the person's own row has it. */
    invoiceOf: (owner: TestUser, id: string) => findInvoice(app.services.db, owner.id, id),
    requestOf: (owner: TestUser, id: string) => findRequest(app.services.db, owner.id, id),
    rowsOf: async (user: TestUser) =>
      (await app.call('listTransactions', {}, { headers: await signedIn(app.services, user) })).data.items,
  }
}
