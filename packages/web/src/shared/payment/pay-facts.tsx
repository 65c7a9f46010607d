import type { PayMethod } from '@puente/contract'
import { DefinitionList, type DefinitionRow } from '@puente/ui/definition-list'
import { Money } from '@puente/ui/money'
import { Skeleton } from '@puente/ui/skeleton'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import type { Approvable } from '#shared/approval/approval-check.ts'
import { BalanceSpeed } from '#shared/approval/balance-speed.tsx'
import { useFeeRow } from './fee-row.tsx'
import { payMethods } from './pay-methods.ts'
import type { Quote } from './quote.ts'
import { UndoNote } from './undo-note.tsx'

type Props = {
  method: PayMethod
  quote: Quote | undefined
  /** Whom it pays, and how much; null where nobody can be named. */
  payment: Approvable | null
  /** The way of paying, where the screen does not say it elsewhere. */
  way?: DefinitionRow
}

/** The fee, when it arrives, and what it comes to. The amount itself leads the screen. */
export const PayFacts = ({ method, quote, payment, way }: Props) => {
  const t = useTranslations('transfers.send')
  const { locale } = useFormats()
  const waiting = (
    <span className="inline-block w-16">
      <Skeleton />
    </span>
  )
  const feeRow = useFeeRow(quote, waiting)
  return (
    <DefinitionList
      rows={[
        ...(way ? [way] : []),
        feeRow,
        {
          term: t('detail.when'),
          value: method === 'wallet' && payment ? <BalanceSpeed {...payment} /> : t(`speed.${payMethods[method].like}`),
          ...(method === 'wallet' && { note: <UndoNote /> }),
        },
        {
          term: t('detail.total'),
          value: quote ? <Money cents={quote.totalCharge} locale={locale} /> : waiting,
          strong: true,
        },
      ]}
    />
  )
}
