import { LeftBanner } from './left-banner.tsx'
import { type LeftPayment, useOpenBeside } from './left-payment.ts'
import { LeftZelle } from './left-zelle.tsx'
import type { PaymentKind } from './provider-page.ts'

type Props = {
  kind: PaymentKind
  /** The one that a payment of this kind closes. */
  left: LeftPayment | null | undefined
}

/** Names every payment of the same purpose that is open already, whatever its way. */
export const LeftPayments = ({ kind, left }: Props) => {
  const beside = useOpenBeside(kind, left)
  return (
    <>
      {left && <LeftBanner left={left} />}
      {beside.map(({ row, url, isDeclined }) => {
        if (row.method === 'zelle') return <LeftZelle key={row.id} row={row} />
        const method = row.method === 'paypal' ? 'paypal' : 'card'
        const open = { transactionId: row.id, method, amount: row.amount, url, isDeclined } as const
        return <LeftBanner key={row.id} left={open} staysOpen />
      })}
    </>
  )
}
