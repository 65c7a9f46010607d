import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { useQuery } from '@tanstack/react-query'
import type { LimitRow } from '@puente/contract'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { limitsQuery } from '#shared/payment/limits.ts'

/** The rows that answer "how much can I move now"; the rest stands in the limits of the settings. */
const SHOWN = ['outgoing-transaction', 'outgoing-30d', 'inApp-24h', 'deposit-30d'] as const
type Shown = (typeof SHOWN)[number]

const nameOf = ({ operation, window }: LimitRow): Shown | undefined =>
  SHOWN.find((name) => name === `${operation}-${window}`)

/** What the new tier allows. Silent while it is not known: the good news stands without it. */
export const TierLimits = () => {
  const t = useTranslations('kyc.limits')
  const formats = useFormats()
  const { data } = useQuery(limitsQuery)
  const rows = (data?.rows ?? []).flatMap((row) => {
    const name = nameOf(row)
    return name === undefined ? [] : [{ term: t(name), value: formats.money(row.limitCents) }]
  })
  if (rows.length === 0) return null
  return (
    <Card title={t('title')}>
      <DefinitionList rows={rows} />
    </Card>
  )
}
