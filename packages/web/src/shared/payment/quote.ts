/** What an amount costs and whether it exceeds a limit, fetched as the person types. */
import type { FeeOperation, Result } from '@puente/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { useDebounced } from '#lib/browser/debounced.ts'
import { queryKeys } from '#lib/api/query-keys.ts'

export type Quote = Result<'feeAmount'>

const PAUSE_MS = 400
/** Limits and free operations change with every payment, so a quote is soon stale. */
const STALE_MS = 10_000

type QuoteRequest = {
  operation: FeeOperation
  isDeposit?: boolean
  isInvoice?: boolean
  amount: number | null
  /** The fee comes out of the amount, which is all there is; the quote's own amount is what arrives. */
  everything?: true | undefined
}

/** `quote` belongs to exactly this amount; it is undefined while the amount is being typed or fetched. */
export const useQuote = ({ operation, isDeposit = false, isInvoice = false, amount, everything }: QuoteRequest) => {
  const settled = useDebounced(amount, PAUSE_MS)
  const query = useQuery({
    queryKey: queryKeys.fee(
      isDeposit
        ? `deposit:${operation}`
        : isInvoice
          ? `invoice:${operation}`
          : everything
            ? `all:${operation}`
            : operation,
      settled ?? 0,
    ),
    queryFn: ({ signal }) =>
      call(
        'feeAmount',
        {
          amount: settled ?? 0,
          opFee: operation,
          ...(isDeposit && { deposit: true }),
          ...(isInvoice && { invoice: true }),
          ...(everything && { everything }),
        },
        { signal },
      ),
    enabled: settled !== null && settled > 0,
    staleTime: STALE_MS,
  })
  const quote: Quote | undefined = settled === amount && amount !== null && amount > 0 ? query.data : undefined
  return { quote, error: quote === undefined ? query.error : null, retry: () => void query.refetch() }
}
