/** How an invoice is named and where it stands, in the words that lists and details share. */
import type { Invoice } from '@puente/contract'
import { Avatar } from '@puente/ui/avatar'
import { Badge, type Tone } from '@puente/ui/badge'
import { useTranslations } from 'use-intl'
import { useFileUrl } from '#lib/api/use-file-url.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { goneBackBadge, useGoneBackNotes } from '#shared/payment/gone-back.tsx'

const tones: Readonly<Record<Invoice['state'], Tone>> = {
  toPay: 'waiting',
  processing: 'info',
  paid: 'positive',
  declined: 'negative',
  cancelled: 'neutral',
}

/** The other party by name, or what stands for somebody who cannot be named. */
export const useCounterpart = (): ((row: Pick<Invoice, 'fullName'>) => string) => {
  const t = useTranslations('common')
  return ({ fullName }) => fullName ?? t('blockedUser')
}

export const InvoiceFace = ({ row }: { row: Invoice }) => {
  const image = useFileUrl(row.image)
  return <Avatar name={useCounterpart()(row)} src={image} />
}

/** Its state, as the viewing side calls it: paid out for one, paid for the other. */
export const InvoiceBadge = ({ row }: { row: Invoice }) => {
  const t = useTranslations('invoices')
  const { state, overdue, was, amount } = row
  const goneBack = goneBackBadge(row, amount)
  if (goneBack !== null) return goneBack
  if (overdue && state === 'toPay') return <Badge tone="negative">{t('overdue')}</Badge>
  const label = state === 'paid' && was === 'received' ? t('paidByYou') : t(`states.${state}`)
  return <Badge tone={tones[state]}>{label}</Badge>
}

/** What the state alone does not say: that money has gone back. Otherwise null. */
export const useStateNote = (): ((
  row: Pick<Invoice, 'refunded' | 'contested' | 'reversed' | 'amount'>,
) => string | null) => {
  const t = useTranslations('invoices')
  const { money } = useFormats()
  const goneBackNotes = useGoneBackNotes()
  return ({ refunded, amount, ...row }) => {
    const notes = [
      ...goneBackNotes(row, amount),
      ...(refunded > 0
        ? [refunded === amount ? t('refundedAll') : t('refundedPart', { amount: money(refunded) })]
        : []),
    ]
    return notes.length > 0 ? notes.join(' · ') : null
  }
}
