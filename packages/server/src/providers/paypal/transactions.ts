/** PayPal's own books of our account: its reporting API, page by page. New lines appear there some hours late. */
import { ProviderError } from '../types.ts'
import { centsOf } from './amounts.ts'
import type { PaypalClient } from './client.ts'
import { at, listAt, textAt } from '../fields.ts'
import type { Paypal, PaypalTransaction } from './port.ts'

/** The longest span of one question, and the longest page. */
const SPAN_MS = 31 * 24 * 3_600_000
const PAGE = 500
const TIMEOUT_MS = 30_000

const transactionOf = (detail: unknown): PaypalTransaction => {
  const info = at(detail, 'transaction_info')
  const id = textAt(info, 'transaction_id')
  const amountCents = centsOf(at(info, 'transaction_amount', 'value'))
  const told = new Date(textAt(info, 'transaction_initiation_date') ?? '')
  if (id === null || amountCents === null || Number.isNaN(told.getTime()))
    throw new ProviderError('invalid', 'a line of the books of PayPal is not understood')
  return {
    id,
    code: textAt(info, 'transaction_event_code') ?? '',
    ref: textAt(info, 'custom_field'),
    relatedId: textAt(info, 'paypal_reference_id_type') === 'TXN' ? textAt(info, 'paypal_reference_id') : null,
    amountCents,
    currency: (textAt(info, 'transaction_amount', 'currency_code') ?? '').toLowerCase(),
    feeCents: centsOf(at(info, 'fee_amount', 'value')) ?? 0n,
    status: textAt(info, 'transaction_status') ?? '',
    at: told,
  }
}

/** Without fractions of a second, which PayPal does not take here. */
const timeOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`

export const listTransactionsOf =
  ({ call }: PaypalClient): Paypal['listTransactions'] =>
  async ({ since, until }) => {
    const found = new Map<string, PaypalTransaction>()
    for (let from = since.getTime(); from <= until.getTime(); from += SPAN_MS) {
      const to = Math.min(from + SPAN_MS, until.getTime())
      for (let page = 1, pages = 1; page <= pages; page++) {
        const query = new URLSearchParams({
          start_date: timeOf(from),
          end_date: timeOf(to),
          fields: 'transaction_info',
          page_size: String(PAGE),
          page: String(page),
        })
        const { body } = await call({
          method: 'GET',
          path: `/v1/reporting/transactions?${query.toString()}`,
          timeoutMs: TIMEOUT_MS,
        })
        for (const line of listAt(body, 'transaction_details').map(transactionOf)) found.set(line.id, line)
        pages = Number(at(body, 'total_pages') ?? 1)
      }
    }
    return [...found.values()].toSorted((a, b) => a.at.getTime() - b.at.getTime())
  }
