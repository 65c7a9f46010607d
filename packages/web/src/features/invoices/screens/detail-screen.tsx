import type { Result } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { iconButtonClass } from '@puente/ui/icon-button'
import { Money } from '@puente/ui/money'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { paths } from '#lib/layout/paths.ts'
import { BegunPayment } from '#shared/payment/begun-payment.tsx'
import { GoneBackBanners } from '#shared/payment/gone-back.tsx'
import { invoiceQuery } from '../api/invoices.ts'
import { InvoiceActions } from '../parts/invoice-actions.tsx'
import { InvoiceFacts } from '../parts/invoice-facts.tsx'
import { InvoiceLines } from '../parts/invoice-lines.tsx'
import { InvoiceNote } from '../parts/invoice-note.tsx'
import { InvoiceBadge, InvoiceFace, useCounterpart, useStateNote } from '../parts/invoice-parts.tsx'
import { InvoiceTimeline } from '../parts/invoice-timeline.tsx'
import { InvoiceUnread } from '../parts/invoice-unread.tsx'

/** The invoice chosen in the list; the choice is in the history entry, so that it survives a reload. */
export const DetailScreen = () => {
  const id = useLocation({ select: ({ state }) => state.invoice }) ?? ''
  const invoice = useQuery({ ...invoiceQuery(id), enabled: id !== '' })
  return invoice.data ? <Detail key={id} invoice={invoice.data} /> : <InvoiceUnread invoice={invoice} />
}

const Detail = ({ invoice }: { invoice: Result<'getInvoice'> }) => {
  const t = useTranslations('invoices')
  return (
    <div className="grid gap-4">
      <Card>
        <Head invoice={invoice} />
        {invoice.state === 'processing' && <Processing invoice={invoice} />}
        <GoneBackBanners {...invoice} refundable />
        <InvoiceActions invoice={invoice} />
      </Card>
      <Card title={t(invoice.type === 'custom' ? 'forWhat' : 'lines')}>
        <InvoiceNote row={invoice} />
        <InvoiceLines lines={invoice.products} total={invoice.amount} />
      </Card>
      <Card>
        <InvoiceTimeline invoice={invoice} />
        <div className="border-t border-border pt-4">
          <InvoiceFacts invoice={invoice} />
        </div>
      </Card>
    </div>
  )
}

/** A payment has begun: its payer can finish it while it waits for them, and sees it once it is on its way. */
const Processing = ({ invoice: { was, underWay } }: { invoice: Result<'getInvoice'> }) => {
  const t = useTranslations('invoices')
  const action = underWay && (
    <Link
      to={paths.movementsDetail.path}
      state={{ movement: underWay.transactionId }}
      className={buttonClass({ variant: 'secondary', size: 'small' })}
    >
      {t('toPayment')}
    </Link>
  )
  const banner = (
    <Banner tone="info" title={t('states.processing')} action={action}>
      {t(`processing.${was}`)}
    </Banner>
  )
  return underWay ? <BegunPayment id={underWay.transactionId}>{banner}</BegunPayment> : banner
}

const Head = ({ invoice }: { invoice: Result<'getInvoice'> }) => {
  const t = useTranslations('invoices')
  const formats = useFormats()
  const name = useCounterpart()(invoice)
  const note = useStateNote()(invoice)
  return (
    <div className="relative grid justify-items-center gap-2 text-center">
      <Link
        to={paths.invoices.path}
        resetScroll={false}
        aria-label={t('close')}
        className={`${iconButtonClass()} absolute -end-2 -top-2 max-desktop:hidden`}
      >
        <X aria-hidden="true" />
      </Link>
      <InvoiceFace row={invoice} />
      <h2 className="max-w-full px-10 text-lg font-semibold wrap-anywhere">{t(`head.${invoice.was}`, { name })}</h2>
      <Money cents={invoice.amount} locale={formats.locale} size="xl" />
      <p className="flex flex-wrap items-center justify-center gap-2 text-sm text-text-muted">
        {invoice.reference}
        <InvoiceBadge row={invoice} />
        {note !== null && <span>{note}</span>}
      </p>
    </div>
  )
}
