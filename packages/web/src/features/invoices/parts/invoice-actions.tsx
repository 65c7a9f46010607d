import type { Result } from '@puente/contract'
import { Button, buttonClass } from '@puente/ui/button'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { paths } from '#lib/layout/paths.ts'
import { SavePaper } from '#shared/papers/save-paper.tsx'
import { useInvoiceAct } from '../api/use-invoice-act.ts'
import { useCounterpart } from './invoice-parts.tsx'

const EndDialog = lazyPart(() => import('./end-dialog.tsx').then((part) => part.EndDialog))
const RefundDialog = lazyPart(() => import('./refund-dialog.tsx').then((part) => part.RefundDialog))

type Invoice = Result<'getInvoice'>
type Asking = 'decline' | 'cancel' | 'refund'

/** What the viewer can do with the invoice as it stands; the server says what. */
export const InvoiceActions = ({ invoice }: { invoice: Invoice }) => {
  const t = useTranslations('invoices')
  const { money } = useFormats()
  const [asking, setAsking] = useState<Asking | null>(null)
  const { acts } = invoice
  const may = (act: Invoice['acts'][number]) => acts.includes(act)
  const close = () => setAsking(null)
  return (
    <div className="grid gap-2.5">
      {may('pay') && (
        <Link
          to={paths.invoicesPay.path}
          state={{ invoice: invoice.id }}
          className={buttonClass({ size: 'large', full: true })}
        >
          {t('pay.action', { amount: money(invoice.amount) })}
        </Link>
      )}
      <Remind invoice={invoice} />
      <SavePaper kind="invoice" name={invoice.reference} paper={{ invoiceId: invoice.id }} />
      {may('refund') && (
        <Button variant="secondary" full onClick={() => setAsking('refund')}>
          {t('refund.open')}
        </Button>
      )}
      {may('decline') && (
        <Button variant="ghost" full onClick={() => setAsking('decline')}>
          {t('decline.open')}
        </Button>
      )}
      {may('cancel') && (
        <Button variant="ghost" full onClick={() => setAsking('cancel')}>
          {t('cancel.open')}
        </Button>
      )}
      <Suspense>
        {(asking === 'decline' || asking === 'cancel') && <EndDialog row={invoice} end={asking} onClose={close} />}
        {asking === 'refund' && <RefundDialog invoice={invoice} onClose={close} />}
      </Suspense>
    </div>
  )
}

/** A reminder to whoever is to pay: once a day, a few times in all; where none may be sent, why not. */
const Remind = ({ invoice }: { invoice: Invoice }) => {
  const t = useTranslations('invoices.remind')
  const tCommon = useTranslations('common')
  const { dateTime } = useFormats()
  const name = useCounterpart()(invoice)
  const act = useInvoiceAct('remindInvoice', { invoiceId: invoice.id, done: t('done', { name }) })
  const { was, state, reminders, acts, blocked } = invoice
  if (was !== 'sent' || state !== 'toPay' || blocked) return null
  const whyNot = (): string | undefined => {
    if (reminders.left === 0) return t('noneLeft', { count: String(reminders.sent) })
    return reminders.nextAt === null ? undefined : t('notYet', { at: dateTime(reminders.nextAt) })
  }
  const mayNow = acts.includes('remind')
  const reason = mayNow ? undefined : whyNot()
  if (!mayNow && reason === undefined) return null
  return (
    <Button
      variant="secondary"
      full
      disabled={reason !== undefined && !act.isPending}
      reason={reason}
      pending={act.isPending}
      pendingLabel={tCommon('working')}
      onClick={() => act.mutate()}
    >
      {t('action')}
    </Button>
  )
}
