import type { Invoice } from '@puente/contract'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { ConfirmDialog } from '#lib/layout/confirm-dialog.tsx'
import { useInvoiceAct } from '../api/use-invoice-act.ts'
import { useCounterpart } from './invoice-parts.tsx'

type Props = {
  row: Invoice
  /** Declined by whoever was to pay, or canceled by whoever sent it. */
  end: 'decline' | 'cancel'
  onClose: () => void
}

/** Asks before an invoice ends unpaid, since nobody can open it again. */
export const EndDialog = ({ row, end, onClose }: Props) => {
  const t = useTranslations(`invoices.${end}`)
  const { money } = useFormats()
  const name = useCounterpart()(row)
  const act = useInvoiceAct(end === 'decline' ? 'declineInvoice' : 'cancelInvoice', {
    invoiceId: row.id,
    done: t('done'),
    onEnd: onClose,
  })
  return (
    <ConfirmDialog
      title={t('title', { amount: money(row.amount) })}
      description={t('text', { name })}
      action={t('action')}
      keep={t('keep')}
      pending={act.isPending}
      onConfirm={() => act.mutate()}
      onClose={onClose}
    />
  )
}
