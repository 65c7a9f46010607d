import { useQuery, queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { movementQuery } from '#shared/movement/movement-list.ts'

const zellePaymentQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.zellePayment(id),
    queryFn: ({ signal }) => call('zellePayment', { transactionId: id }, { signal }),
    staleTime: 0,
  })

/** A payment by Zelle and its row. The live stream brings the row; the payment is read again with each version of it. */
export const useZellePayment = (id: string) => {
  const payment = useQuery(zellePaymentQuery(id))
  const { data: row } = useQuery(movementQuery(id))
  const version = row?.version
  const { refetch } = payment
  useEffect(() => {
    if (version !== undefined) void refetch()
  }, [version, refetch])
  return { payment, row }
}
