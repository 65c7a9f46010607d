/** Whether the request or the invoice that an attempt was for has been paid by another one. */
import { skipToken, useQuery } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import type { Session } from './result-view.ts'

/** @param isClosed the attempt made way for another; else nothing is asked */
export const usePaidOtherwise = ({ requestId, invoiceId }: Session, isClosed: boolean): boolean => {
  const request = useQuery({
    queryKey: queryKeys.request(requestId ?? ''),
    queryFn: isClosed && requestId ? ({ signal }) => call('getRequest', { requestId }, { signal }) : skipToken,
  })
  const invoice = useQuery({
    queryKey: queryKeys.invoice(invoiceId ?? ''),
    queryFn: isClosed && invoiceId ? ({ signal }) => call('getInvoice', { invoiceId }, { signal }) : skipToken,
  })
  return request.data?.state === 'paid' || invoice.data?.state === 'paid'
}
