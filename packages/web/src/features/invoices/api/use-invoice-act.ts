/** One act on an invoice: what it answers is read again at once, whether the live stream is connected or not. */
import type { EndpointKey, Invoice, Result } from '@puente/contract'
import { useNotices } from '@puente/ui/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'

type Act = Extract<EndpointKey, 'declineInvoice' | 'cancelInvoice' | 'remindInvoice'>

type Options = {
  invoiceId: Invoice['id']
  /** The notice once it is done. */
  done: string
  onEnd?: () => void
}

export const useInvoiceAct = (act: Act, { invoiceId, done, onEnd }: Options) => {
  const client = useQueryClient()
  const { show } = useNotices()
  const fail = useShowError()
  return useMutation({
    mutationFn: (): Promise<Result<Act>> => call(act, { invoiceId }),
    onSuccess: () => show('positive', done),
    onError: (error) => fail(error),
    onSettled: async () => {
      onEnd?.()
      await Promise.all(
        [queryKeys.invoice(invoiceId), queryKeys.invoices].map((queryKey) => client.invalidateQueries({ queryKey })),
      )
    },
  })
}
