/**
 * Sends a new invoice. What is sent twice under one draft makes one invoice, so trying again is always safe. Changed after an answer was lost,
 * it goes under the same draft: if the first try did get through, nothing is sent, and the screen says so.
 */
import type { Request as Sent } from '@puente/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiRefusal, isOutcomeUnknown } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { track } from '#lib/api/usage.ts'
import { finishFlow, withDraft } from '#lib/forms/draft.ts'
import { useErrorText } from '#lib/forms/use-show-error.ts'
import { paths } from '#lib/layout/paths.ts'
import type { NewInvoice } from '#shared/invoice/new-invoice.ts'
import { type ChosenLine, totalOf } from '#shared/invoice/products.ts'

type Failure = {
  text: string
  /** No answer came: it may have been sent. Or what was sent before it was changed did get through. */
  kind: 'refused' | 'unsure' | 'sentBefore'
}

/** @param onRefused called when it was certainly not sent */
export const useCreate = (recipient: NewInvoice['recipient'], onRefused: (error: unknown) => void) => {
  const router = useRouter()
  const client = useQueryClient()
  const textOf = useErrorText()
  const [failure, setFailure] = useState<Failure | null>(null)
  const create = useMutation({
    mutationFn: (body: Sent<'createInvoice'>) => call('createInvoice', body),
    onMutate: () => setFailure(null),
    onSuccess: (made, { type = 'product' }) => {
      track('invoice', { type })
      finishFlow('invoice')
      client.removeQueries({ queryKey: queryKeys.unsureInvoice })
      void client.invalidateQueries({ queryKey: queryKeys.invoices })
      router.history.replace(
        paths.invoicesSuccess.path,
        withDraft('invoice', { made, ...(recipient && { recipient }) }),
      )
    },
    onError: async (error, { draftId }) => {
      const isUnsure = isOutcomeUnknown(error)
      const isSentBefore = error instanceof ApiRefusal && error.code === 'idempotencyConflict'
      // Other entries of the history know nothing of this try, and go on under its draft.
      if (isUnsure) client.setQueryData(queryKeys.unsureInvoice, draftId)
      else client.removeQueries({ queryKey: queryKeys.unsureInvoice })
      if (isSentBefore) void client.invalidateQueries({ queryKey: queryKeys.invoices })
      if (!isUnsure) {
        track('invoice_fail', { code: error instanceof ApiRefusal ? error.code : 'unknown' })
        onRefused(error)
      }
      setFailure({ kind: isUnsure ? 'unsure' : isSentBefore ? 'sentBefore' : 'refused', text: await textOf(error) })
    },
  })
  return { create, failure }
}

/** What is sent for a draft: a product that is wanted several times is repeated. */
export const bodyOf = (
  { recipient, type = 'product', amount, note = '', dueDate = '' }: NewInvoice,
  lines: readonly ChosenLine[],
  draftId: string,
): Sent<'createInvoice'> => ({
  toUser: recipient?.toUser ?? '',
  type,
  ...(type === 'custom'
    ? { amount: amount ?? 0, currency: 'USD' }
    : {
        products: lines.flatMap(({ productId, quantity }) => Array<typeof productId>(quantity).fill(productId)),
        expectedAmount: totalOf(lines),
      }),
  ...(note.trim() !== '' && { note: note.trim() }),
  ...(dueDate !== '' && { dueDate }),
  draftId,
})
