/**
 * `npm run bench reads --invoices`: pages of the invoices of a person who has sent a hundred thousand and received ten thousand, among
 * those of a thousand others, by every filter of the screen, from the newest and from the middle of the list.
 */
import { type InvoiceQuery, listInvoicesOf } from '@puente/server/testing'
import type { Database } from '@puente/server/testing'
import type { Client } from 'pg'
import { accountId } from '../lib/ids.ts'
import type { Read } from './measure.ts'

const SENT = 100_000
const RECEIVED = 10_000
/** Invoices of other issuers, so that one person's are not the whole table. */
const OTHERS = 100_000
const BOUND_MS = 10
const DAYS = 720
const DAY_MS = 86_400_000
const ISSUER = accountId(0)

const owner = (n: string) => `md5('account' || (${n}))::uuid`
const rows = (count: number, was: string, ownerId: string) => `
  insert into invoices (owner_id, invoice_id, was, type, state, number, amount_cents, note, own_name, counterpart_id, counterpart_name,
    counterpart_handle, counterpart_is_business, attempt_id, created_at, updated_at, paid_at)
  select ${ownerId}, gen_random_uuid(), '${was}', 'custom', state, n, 100 + n, 'Work of week ' || n, 'Ana Ruiz', ${owner(`1 + n % 997`)},
         'Person ' || n % 997, 'person-' || n % 997, false, case when state = 'processing' then gen_random_uuid() end, at, at,
         case when state = 'paid' then at end
    from (select n, now() - n * interval '${DAYS} days' / ${count} as at,
                 case when n % 1000 = 0 then 'processing' when n % 50 = 0 then 'cancelled' when n % 40 = 0 then 'declined'
                      when n % 20 = 0 then 'toPay' else 'paid' end as state
            from generate_series(1, ${count}) as n) as made`

/** Writes the invoices. */
export const fillInvoices = async (superuser: Client): Promise<void> => {
  await superuser.query(rows(SENT, 'sent', owner('0')))
  await superuser.query(rows(RECEIVED, 'received', owner('0')))
  await superuser.query(rows(OTHERS, 'sent', owner('2000 + n % 1000')))
  await superuser.query('vacuum analyze invoices')
  await superuser.query('checkpoint')
}

const BOTH = ['sent', 'received'] as const
const filters: Record<string, Partial<InvoiceQuery>> = {
  all: {},
  sent: { sides: ['sent'] },
  received: { sides: ['received'] },
  paid: { states: ['paid'] },
  unpaid: { states: ['toPay', 'processing'] },
  'sent, processing': { sides: ['sent'], states: ['processing'] },
  'sent, declined': { sides: ['sent'], states: ['declined'] },
  'a month of last year': {
    from: new Date(Date.now() - 400 * DAY_MS),
    until: new Date(Date.now() - 370 * DAY_MS),
  },
}

/** How many days back a page begins; of the month above it begins in it. */
const places: Record<string, (n: number, filter: Partial<InvoiceQuery>) => Date | null> = {
  newest: () => null,
  middle: (n, { until }) =>
    until ? new Date(until.getTime() - DAY_MS) : new Date(Date.now() - (300 + (n % 100)) * DAY_MS),
}

/** Every filter from every place. */
export const invoiceReads = (db: Database): Read[] =>
  Object.entries(filters).flatMap(([filterName, filter]) =>
    Object.entries(places).map(([placeName, placeOf]) => ({
      name: `invoices: ${filterName}, ${placeName}`,
      times: 1_000,
      bound: BOUND_MS,
      read: async (n: number) => {
        const createdAt = placeOf(n, filter)
        const found = await listInvoicesOf(db, ISSUER, {
          sides: BOTH,
          states: null,
          from: null,
          until: null,
          after: createdAt && { createdAt, invoiceId: ISSUER },
          limit: 21,
          ...filter,
        })
        return found.length === 21
      },
    })),
  )
