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
  /** The payment left unpaid that this one closes: the price is what it is without that one. */
  sendSessionId?: string | undefined
  /** Who is paid, and by a saved card: what asks for a proof that the person cannot give stops the amount. */
  toUser?: string | undefined
  savedCard?: boolean | undefined
  /** False while it isn't known which that is: nothing is asked. */
  isReady?: boolean
}

const scopeOf = ({ operation, isDeposit, isInvoice, everything, toUser, savedCard }: QuoteRequest): string => {
  if (isDeposit) return `deposit:${operation}`
  if (everything) return `all:${operation}`
  return [operation, isInvoice && 'invoice', savedCard && 'saved', toUser].filter(Boolean).join(':')
}

/** `quote` belongs to exactly this amount; it is undefined while the amount is being typed or fetched. */
export const useQuote = (asked: QuoteRequest) => {
  const {
    operation,
    isDeposit,
    isInvoice,
    amount,
    everything,
    sendSessionId,
    toUser,
    savedCard,
    isReady = true,
  } = asked
  const settled = useDebounced(amount, PAUSE_MS)
  const query = useQuery({
    queryKey: queryKeys.fee(scopeOf(asked), settled ?? 0, sendSessionId),
    queryFn: ({ signal }) =>
      call(
        'feeAmount',
        {
          amount: settled ?? 0,
          opFee: operation,
          ...(isDeposit && { deposit: true }),
          ...(isInvoice && { invoice: true }),
          ...(everything && { everything }),
          ...(sendSessionId !== undefined && { sendSessionId }),
          ...(toUser !== undefined && { toUser }),
          ...(savedCard && { savedCard }),
        },
        { signal },
      ),
    enabled: isReady && settled !== null && settled > 0,
    staleTime: STALE_MS,
  })
  const isOf = isReady && settled === amount && amount !== null && amount > 0
  const quote: Quote | undefined = isOf ? query.data : undefined
  return { quote, error: quote === undefined ? query.error : null, retry: () => void query.refetch() }
}
