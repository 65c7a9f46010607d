import type { Result } from '@puente/contract'
import { DefinitionList, type DefinitionRow } from '@puente/ui/definition-list'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { CopyValue } from '#lib/layout/copy-value.tsx'
import { paths } from '#lib/layout/paths.ts'
import { useCounterpart } from './invoice-parts.tsx'

/** Number, parties, days, and the payments that belong to it. */
export const InvoiceFacts = ({ invoice }: { invoice: Result<'getInvoice'> }) => {
  const t = useTranslations('invoices.facts')
  const tMethods = useTranslations('invoices.methods')
  const formats = useFormats()
  const name = useCounterpart()(invoice)
  const { was, reference, date, dueDate, payments, refunds, email } = invoice
  const transaction = (id: string) => (
    <Link
      to={paths.movementsDetail.path}
      state={{ movement: id }}
      className="inline-flex min-h-6 items-center font-semibold text-brand-text underline underline-offset-4"
    >
      {t('view')}
    </Link>
  )
  const paid = payments.findLast(({ state }) => state === 'COMPLETED') ?? payments.at(-1)
  const rows: DefinitionRow[] = [
    { term: t('number'), value: <CopyValue value={reference} label={t('copyNumber')} /> },
    {
      term: t(was === 'sent' ? 'to' : 'from'),
      value: (
        <span className="grid">
          {name}
          {email !== null && <span className="text-sm font-normal text-text-muted">@{email}</span>}
        </span>
      ),
    },
    { term: t('issued'), value: formats.date(date) },
    { term: t('due'), value: dueDate === null ? t('noDue') : formats.day(dueDate) },
  ]
  // How it was paid is a matter of whoever paid.
  if (paid && was === 'received')
    rows.push({
      term: t('method'),
      value: paid.method === 'bank' ? t('transaction') : tMethods(paid.method),
    })
  if (paid) rows.push({ term: t('transaction'), value: transaction(paid.transactionId) })
  refunds.forEach(({ transactionId, amount }) =>
    rows.push({ term: t('refund', { amount: formats.money(amount) }), value: transaction(transactionId) }),
  )
  return <DefinitionList rows={rows} />
}
