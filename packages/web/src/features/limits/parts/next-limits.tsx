import type { LimitRow } from '@puente/contract'
import { Card } from '@puente/ui/card'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { HigherLimits } from '#shared/kyc/higher-limits.tsx'
import { risingGroups } from './limit-groups.ts'

type Props = { tier: number; rows: readonly LimitRow[]; now: readonly LimitRow[] }

/** What one could do more with one more thing verified, and the way there while it is open; nothing where nothing rises. */
export const NextLimits = ({ tier, rows, now }: Props) => {
  const t = useTranslations('limits')
  const formats = useFormats()
  const groups = risingGroups(rows, now)
  if (groups.length === 0) return null
  const key = tier === 0 ? 'contacts' : tier === 1 ? 'identity' : 'address'
  return (
    <Card title={t(`next.${key}`)} tone="quiet">
      <ul className="grid gap-2">
        {groups.map(({ operation, rows: ofOne }) => (
          <li key={operation}>
            <span className="font-medium">{t(`operation.${operation}`)}</span>{' '}
            <span className="text-text-muted">
              {ofOne
                .map(({ window, limitCents }) => t(`short.${window}`, { limit: formats.money(limitCents) }))
                .join('\u00A0· ')}
            </span>
          </li>
        ))}
      </ul>
      <HigherLimits />
    </Card>
  )
}
