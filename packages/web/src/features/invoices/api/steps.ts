/** What each step needs to know before it can be shown. */
import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { readDraft, withDraft } from '#lib/forms/draft.ts'
import { paths, type ScreenPath } from '#lib/layout/paths.ts'
import { session } from '#lib/session/session.ts'
import { hasContent } from '#shared/invoice/new-invoice.ts'
import '#shared/invoice/pay-draft.ts'

type Visit = { location: ParsedLocation }

const leadTo = (path: ScreenPath, state = {}) => redirect({ to: path as string, replace: true, state })

/** Requires something to review; leads to the step that is missing, or to the list. */
export const requireReview = ({ location: { state } }: Visit): void => {
  // A locked session shows nothing; the step is there when it goes on.
  if (session.get().status === 'locked') return
  if (readDraft('invoicePay', state)?.invoiceId) return
  const draft = readDraft('invoice', state)
  if (!draft) throw leadTo(paths.invoices.path)
  if (!draft.recipient) throw leadTo(paths.invoicesRecipient.path, withDraft('invoice', draft))
  if (!hasContent(draft)) throw leadTo(paths.products.path, withDraft('invoice', draft))
}

/** Requires something that is done: an invoice sent, or paid. */
export const requireDone = ({ location: { state } }: Visit): void => {
  if (session.get().status === 'locked') return
  if (!readDraft('invoicePay', state)?.receipt && !readDraft('invoice', state)?.made) throw leadTo(paths.invoices.path)
}
