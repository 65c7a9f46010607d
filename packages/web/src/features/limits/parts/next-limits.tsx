import type { LimitRow } from '@puente/contract'
import { Card } from '@puente/ui/card'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { HigherLimits } from '#shared/kyc/higher-limits.tsx'
import { missingContacts } from '#shared/kyc/kyc-step.ts'
import { useMe } from '#lib/session/me.ts'
import { risingGroups } from './limit-groups.ts'

type Props = { tier: number; rows: readonly LimitRow[]; now: readonly LimitRow[] }

/** What one could do more with one more thing verified, and the way there while it is open; nothing where nothing rises. */
export const NextLimits = ({ tier, rows, now }: Props) => {
  const t = useTranslations('limits')
  const formats = useFormats()
  const me = useMe()
  const groups = risingGroups(rows, now)
  if (groups.length === 0) return null
  const title =
    tier === 0 ? t('next.contacts', { missing: missingContacts(me) }) : t(tier === 1 ? 'next.identity' : 'next.address')
  return (
    <Card title={title} tone="quiet">
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
