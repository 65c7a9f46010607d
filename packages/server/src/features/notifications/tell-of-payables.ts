/** What the two sides of an invoice or of a request for money are told: the one of what the other did, and of their own doing quietly. */
import { findPersonById } from '#features/accounts/index.ts'
import { findInvoice } from '#features/invoices/index.ts'
import { findRequest } from '#features/requests/index.ts'
import type { JobRun, TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import type { Notice } from './notice.ts'
import { tellNotices } from './tell-notices.ts'

/** As their events say it: whoever issued it, the other side where there is one, and its id. Bare uuids. */
type Payable = { ownerId: string; otherId: string | null; id: string }

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'notices.tell-invoice-created': Payable
    'notices.tell-invoice-paid': Payable
    'notices.tell-invoice-declined': Payable
    'notices.tell-invoice-cancelled': Payable
    'notices.tell-invoice-reminded': Payable
    'notices.tell-invoice-overdue': Payable
    'notices.tell-invoice-refunded': Payable
    'notices.tell-request-created': Payable
    'notices.tell-request-paid': Payable
    'notices.tell-request-declined': Payable
    'notices.tell-request-cancelled': Payable
    'notices.tell-request-reminded': Payable
    'notices.tell-request-expired': Payable
  }
}

type Side = 'issuer' | 'other'
type Told = Pick<Notice, 'kind' | 'variant' | 'isQuiet'> & { side: Side }

const to = (side: Side, kind: Notice['kind'], variant: string, isQuiet = false): Told => ({
  side,
  kind,
  variant,
  isQuiet,
})

const INVOICE = {
  created: [to('issuer', 'invoiceSent', 'created', true), to('other', 'invoiceReceived', 'created')],
  paid: [to('issuer', 'invoicePaymentReceived', 'paid'), to('other', 'invoicePaymentDone', 'paid', true)],
  declined: [to('issuer', 'invoice', 'declined')],
  cancelled: [to('other', 'invoice', 'cancelled')],
  reminded: [to('other', 'invoice', 'reminded')],
  // Nobody did it: both learn of it.
  overdue: [to('issuer', 'invoice', 'overdue'), to('other', 'invoice', 'overdue')],
  refunded: [to('other', 'invoice', 'refunded')],
} as const satisfies Record<string, readonly Told[]>

const REQUEST = {
  created: [to('other', 'request', 'received')],
  paid: [to('issuer', 'request', 'paid')],
  declined: [to('issuer', 'request', 'declined')],
  cancelled: [to('other', 'request', 'cancelled')],
  reminded: [to('other', 'request', 'reminded')],
  expired: [to('issuer', 'request', 'expired'), to('other', 'request', 'expired')],
} as const satisfies Record<string, readonly Told[]>

export const tellOfPayables = (services: Services) => {
  const amountOf = async (type: 'invoice' | 'request', { ownerId, id }: Payable): Promise<bigint | null> => {
    const found = await (type === 'invoice' ? findInvoice : findRequest)(services.db, ownerId, id)
    return found?.amountCents ?? null
  }
  const nameOf = async (ownerId: string | null): Promise<string | null> =>
    ownerId === null ? null : ((await findPersonById(services.db, ownerId))?.fullName ?? null)

  const tell =
    (type: 'invoice' | 'request', sides: readonly Told[]) =>
    async (payable: Payable, { jobId, orderedAt }: JobRun): Promise<void> => {
      const amountCents = await amountOf(type, payable)
      if (amountCents === null) return
      const told = sides.flatMap(({ side, ...what }) => {
        const [ownerId, other] =
          side === 'issuer' ? [payable.ownerId, payable.otherId] : [payable.otherId, payable.ownerId]
        return ownerId === null ? [] : [{ ownerId, other, what }]
      })
      const notices = await Promise.all(
        told.map(async ({ ownerId, other, what }) => ({
          ownerId,
          source: `job/${jobId}`,
          at: orderedAt,
          ...what,
          object: { type, id: payable.id },
          amountCents,
          counterpartId: other,
          said: { amountCents, name: await nameOf(other) },
        })),
      )
      await tellNotices(services, notices)
    }
  return {
    'notices.tell-invoice-created': tell('invoice', INVOICE.created),
    'notices.tell-invoice-paid': tell('invoice', INVOICE.paid),
    'notices.tell-invoice-declined': tell('invoice', INVOICE.declined),
    'notices.tell-invoice-cancelled': tell('invoice', INVOICE.cancelled),
    'notices.tell-invoice-reminded': tell('invoice', INVOICE.reminded),
    'notices.tell-invoice-overdue': tell('invoice', INVOICE.overdue),
    'notices.tell-invoice-refunded': tell('invoice', INVOICE.refunded),
    'notices.tell-request-created': tell('request', REQUEST.created),
    'notices.tell-request-paid': tell('request', REQUEST.paid),
    'notices.tell-request-declined': tell('request', REQUEST.declined),
    'notices.tell-request-cancelled': tell('request', REQUEST.cancelled),
    'notices.tell-request-reminded': tell('request', REQUEST.reminded),
    'notices.tell-request-expired': tell('request', REQUEST.expired),
  } satisfies TaskHandlers
}
