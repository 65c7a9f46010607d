import { DefinitionList } from '@puente/ui/definition-list'
import { Money } from '@puente/ui/money'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { AddressText } from '#lib/layout/address-text.tsx'
import { useFeeRow } from '#shared/payment/fee-row.tsx'
import type { Quote } from '#shared/payment/quote.ts'
import type { WithdrawDraft, WithdrawMethod } from '#shared/payment/withdraw-draft.ts'
import { useArrival } from './arrival.ts'
import { useDestination } from './destination.ts'

type Props = {
  method: WithdrawMethod
  draft: WithdrawDraft
  quote: Quote | undefined
  /** The amount itself leads the screen. */
  amountLeads?: boolean
}

/** To whom, how much, fee, when it arrives, and what it comes to. */
export const WithdrawFacts = ({ method, draft, quote, amountLeads = false }: Props) => {
  const t = useTranslations('withdrawals.facts')
  const { locale } = useFormats()
  const feeRow = useFeeRow(quote, '\u2013')
  const arrival = useArrival()
  const to = useDestination()(method, draft)
  const money = (cents: number | null | undefined) => (cents ? <Money cents={cents} locale={locale} /> : '\u2013')
  return (
    <DefinitionList
      rows={[
        {
          term: t('to'),
          value: to?.name ?? '\u2013',
          ...(to && {
            note: (
              <span className="text-text-muted">
                <AddressText value={to.account} />
              </span>
            ),
          }),
        },
        ...(amountLeads ? [] : [{ term: t('amount'), value: money(draft.amount) }]),
        feeRow,
        {
          term: t('arrives'),
          value: arrival(method, quote?.arrives),
          ...(method === 'paypal' && {
            note: <span className="text-text-muted">{t('unclaimed', { fee: quote?.fee ?? 0 })}</span>,
          }),
        },
        { term: t('total'), value: money(quote?.totalCharge), strong: true },
      ]}
    />
  )
}
