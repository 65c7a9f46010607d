import type { Invoice } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
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
  const tCommon = useTranslations('common')
  const { money } = useFormats()
  const name = useCounterpart()(row)
  const act = useInvoiceAct(end === 'decline' ? 'declineInvoice' : 'cancelInvoice', {
    invoiceId: row.id,
    done: t('done'),
    onEnd: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title', { amount: money(row.amount) })}
      description={t('text', { name })}
      actions={
        <>
          <Button
            variant="danger"
            pending={act.isPending}
            pendingLabel={tCommon('working')}
            onClick={() => act.mutate()}
          >
            {t('action')}
          </Button>
          <Button
            variant="secondary"
            // An Enter too many ends nothing.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onClick={onClose}
          >
            {t('keep')}
          </Button>
        </>
      }
    />
  )
}
