import type { Transaction } from '@puente/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { movementsUnderWay, movementQuery } from '#shared/movement/movement-list.ts'
import { OpenPayment } from './open-payment.tsx'
import { useOpenPayment } from './use-open-payment.ts'

type Props = {
  /** What stands there of a payment that is on its way. */
  children?: ReactNode
}

/** The payment of an invoice that has begun, by its row: to be finished or canceled while it waits for its payer. */
export const BegunPayment = ({ id, children }: Props & { id: string }) => {
  const { data: row } = useQuery(movementQuery(id))
  return row ? <Begun row={row}>{children}</Begun> : children
}

/** The same of a request, whose row does not name its payment. */
export const BegunForRequest = ({ id, children }: Props & { id: string }) => {
  const { data } = useQuery(movementsUnderWay)
  const row = data?.items.find(({ requestId, state }) => requestId === id && state === 'PENDING')
  return row ? <Begun row={row}>{children}</Begun> : children
}

const Begun = ({ row, children }: Props & { row: Transaction }) => {
  const standing = useOpenPayment(row)
  return standing === null ? children : <OpenPayment row={row} standing={standing} />
}
